"""What goes wrong around a service: keys that differ, missing rights, a shelf of lies, a server that freezes, a full disk.

faults.py PROGRAM REDIS_SERVER FOLDER. Every part says what /readyz, the metrics and the log have to show, and that answers
stay right. Python's standard library is all that it needs.
"""

import json
import os
import re
import secrets
import signal
import subprocess
import sys
import urllib.error

from processes import USER, Service, Store, becomes, command, free_port, plain_store_url

# On a busy machine the usual time is too short: what is tried here is what happens, not how long it takes.
PATIENT = ["shared-milliseconds=1000"]
# Entries that replicas pass on to each other.
ENTRIES = 8


class Running:
    """Processes that end with a part."""

    def __init__(self, place):
        self.place, self.processes = place, []

    def run(self, process):
        self.processes.append(process)
        return process

    def key(self, name):
        path = os.path.join(self.place, f"key-{name}")
        if not os.path.exists(path):
            with open(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
                file.write(secrets.token_hex(32))
        return path

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        for process in reversed(self.processes):
            process.kill()
        for process in self.processes:
            if kind is None and "panic" in process.told():
                sys.exit(f"failed: {process.name} had a panic: {process.log}")


def expect(what, is_so):
    if not is_so:
        sys.exit(f"failed: {what}")


def game(program, place):
    path = os.path.join(place, "game.json")
    subprocess.run([program, "play", "--game", "azur-lane", "--seed", "5", "--bots", "random,keen", "--out", path],
                   check=True, stdout=subprocess.DEVNULL)
    replay = json.load(open(path, encoding="utf-8"))
    return {**replay, "actions": replay["actions"][:ENTRIES]}


def named(replay, name, count=ENTRIES):
    """The same log with a name of its own, so that no judgement is known yet."""
    players = [{**player, "name": name} for player in replay["players"]]
    return {**replay, "players": players, "actions": replay["actions"][:count]}


def is_known(service, base, action):
    """What came of a move by a digest; None if the service does not know it."""
    try:
        return service.post("/v1/moves", {"action": action, "base": base})
    except urllib.error.HTTPError as error:
        problem = json.loads(error.read())
        expect(f"a move at {service.name} was answered {problem}", problem["code"] == "unknown_base")
        return None


def passed_on(replay, name, one, other):
    """What one replica has judged the other continues."""
    base = one.post("/v1/verify", named(replay, name, 0))["replay_digest"]
    found = []

    def moved():
        found[:] = [is_known(other, base, replay["actions"][0])]
        return found[0] is not None

    becomes(f"{other.name} knows what {one.name} has judged ({name})", moved)
    expect(f"a wrong answer: {found[0]}", found[0]["accepted"] == 1)


def shows(service, state):
    """The state in /readyz and in the metrics."""
    becomes(f"the shelf of {service.name} is {state}", lambda: service.state().get("shared") == state)
    becomes(f"the metric says {state}", lambda: f'rules_judge_shared_state{{state="{state}"}} 1\n' in service.page("/metrics"))


def rights(program, redis, place, replay):
    with Running(place) as running:
        user = [right for right in USER if right != "+del"]
        ports = free_port(), free_port()
        key = {"RULES_JUDGE_SHARED_KEY": running.key("rights")}
        running.run(Store("store-without-del", place, redis, ports[0], [], user))
        running.run(Store("store", place, redis, ports[1], []))
        service = running.run(Service("without-del", place, program, plain_store_url(ports[0]) | key, PATIENT))
        shows(service, "read_only")
        service.post("/v1/verify", replay)
        shows(service, "read_only")
        expect(f"no reason in {service.log}", "'del'" in service.told())
        service = running.run(Service("without-select", place, program, plain_store_url(ports[1], "/2") | key, PATIENT))
        becomes("the log names the missing right", lambda: "'select'" in service.told())
        shows(service, "away")
        command(ports[1], "ACL SETUSER rules-judge +select")
        shows(service, "ready")
    print("a right that is missing shows, and where it is given the shelf is ready")


def keys_that_differ(program, redis, place, replay):
    with Running(place) as running:
        port = free_port()
        running.run(Store("store", place, redis, port, []))
        services = []
        for name, state in [("first", "ready"), ("second", "other_key")]:
            access = plain_store_url(port) | {"RULES_JUDGE_SHARED_KEY": running.key(name)}
            service = running.run(Service(name, place, program, access, PATIENT))
            shows(service, state)
            services.append(service)
        first, second = services
        expect("the log of the second says nothing", second.told().count("with another key") == 1)
        expect("the log of the first says something", "with another key" not in first.told())
        base = first.post("/v1/verify", named(replay, "differ", 0))["replay_digest"]
        becomes("the first has written", lambda: first.shelf()["kept"] > 0)
        expect("the second read with another key", is_known(second, base, replay["actions"][0]) is None)
        expect("the first is not ready", first.state()["shared"] == "ready")
        first.kill()
        # Its canary is forgotten after a minute.
        shows(second, "ready")
    print("keys that differ show at the replica that came last")


def rotation(program, redis, place, replay):
    """Three replicas change from one key to the next, one by one, in three rounds."""
    with Running(place) as running:
        port = free_port()
        running.run(Store("store", place, redis, port, []))
        old, new = running.key("old"), running.key("new")
        rounds = [(old, None), (old, new), (new, old), (new, None)]

        def start(nth, own, accepted, at):
            access = plain_store_url(port) | {"RULES_JUDGE_SHARED_KEY": own}
            if accepted:
                access["RULES_JUDGE_SHARED_KEY_ACCEPTED"] = accepted
            service = running.run(Service(f"replica-{nth}-round-{at}", place, program, access, PATIENT))
            shows(service, "ready")
            return service

        services = [start(nth, *rounds[0], 0) for nth in range(3)]
        for at, keys in enumerate(rounds[1:], 1):
            for nth in range(3):
                expect("a replica did not stop as it should", services[nth].end() == 0)
                services[nth] = start(nth, *keys, at)
                for one in range(3):
                    other = (one + 1) % 3
                    passed_on(replay, f"round {at}, {nth} changed, {one} to {other}", services[one], services[other])
        for service in running.processes[1:]:
            expect(f"{service.name} says that keys differ", "with another key" not in service.told())
        for service in services:
            expect(f"{service.name} found something unsound", service.shelf()["unsound"] == 0)
    print("no judgement was lost to another replica while the key changed, one replica after the other")


def lies(program, redis, place, replay):
    with Running(place) as running:
        port = free_port()
        store = running.run(Store("store", place, redis, port, []))
        access = plain_store_url(port) | {"RULES_JUDGE_SHARED_KEY": running.key("lies")}
        writer, reader = (running.run(Service(name, place, program, access, PATIENT)) for name in ["writer", "reader"])
        for service in (writer, reader):
            shows(service, "ready")
        right = writer.post("/v1/verify", named(replay, "lies"))
        bases = [writer.post("/v1/verify", named(replay, f"lies {nth}", 0))["replay_digest"] for nth in range(8)]
        becomes("all is written", lambda: writer.shelf()["kept"] >= 9)
        for name in re.findall(rb"rules-judge:1:[0-9a-f]{64}", command(port, "KEYS rules-judge:1:*")):
            command(port, f"SET {name.decode()} lies")
        for base in bases:
            expect("a lie was believed", is_known(reader, base, replay["actions"][0]) is None)
        expect("no lie was counted", reader.shelf()["unsound"] == len(bases))
        expect("a wrong verdict", reader.post("/v1/verify", named(replay, "lies")) == right)
        command(port, "SET rules-judge:1:canary lies")
        shows(reader, "other_key")
        command(port, "DEL rules-judge:1:canary")
        shows(reader, "ready")
        # A server that stands still is away, and back when it goes on.
        store.child.send_signal(signal.SIGSTOP)
        expect("a base without a shelf", is_known(reader, bases[0], replay["actions"][0]) is None)
        shows(reader, "away")
        expect("a wrong verdict", reader.post("/v1/verify", named(replay, "lies")) == right)
        store.child.send_signal(signal.SIGCONT)
        shows(reader, "ready")
    print("lies on the shelf are counted and never believed, and a server that freezes is left alone")


def full_disk(program, place, replay):
    disk = os.path.join(place, "disk")
    os.makedirs(disk, exist_ok=True)
    mount = ["mount", "-t", "tmpfs", "-o", "size=48m", "tmpfs", disk]
    if subprocess.run(mount, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode != 0:
        print("skipped: a full disk, because nothing can be mounted here.")
        return
    try:
        with Running(place) as running:
            data = os.path.join(disk, "data")
            service = running.run(Service("full", place, program, None, ["kept-bytes=0", "answer-bytes=0"], data))
            becomes("the store is ready", lambda: service.state().get("store") == "ready")
            right = service.post("/v1/verify", named(replay, "right"))
            with open(os.path.join(disk, "other"), "wb") as other:
                try:
                    while True:
                        other.write(bytes(1 << 16))
                        other.flush()
                except OSError:
                    pass
            count = 0

            def is_off():
                nonlocal count
                for _ in range(20):
                    count += 1
                    service.post("/v1/verify", named(replay, f"full {count}"))
                return service.state()["store"] == "off"

            becomes("the store is off", is_off)
            expect("a wrong verdict", service.post("/v1/verify", named(replay, "right")) == right)
            expect("the metric", 'rules_judge_store_state{state="off"} 1\n' in service.page("/metrics"))
            expect(f"the log says nothing: {service.log}", "the store is off" in service.told())
            os.remove(os.path.join(disk, "other"))
            becomes("the store is back by itself", lambda: service.state()["store"] == "ready")
            set_aside = [name for name in os.listdir(data) if name.startswith("damaged-")]
            expect(f"more than one folder was set aside: {set_aside}", len(set_aside) <= 1)
            digest = service.post("/v1/verify", named(replay, "after"))["replay_digest"]
            expect("the service did not stop", service.end() == 0)
            service.start()
            becomes("the store is ready", lambda: service.state().get("store") == "ready")
            becomes("what was kept is there", lambda: f'"{digest}"' in service.page(f"/v1/verdicts/{digest}"))
            print(f"a full disk: off after {count} logs, back by itself with room, and keeps again")
    finally:
        subprocess.run(["umount", disk], check=True)


def main():
    program, redis, place = sys.argv[1:]
    replay = game(program, place)
    rights(program, redis, place, replay)
    keys_that_differ(program, redis, place, replay)
    rotation(program, redis, place, replay)
    lies(program, redis, place, replay)
    full_disk(program, place, replay)
    print("faults: done")


if __name__ == "__main__":
    main()
