"""Replicas of the service behind haproxy, with a shelf on a Redis server, under load and under failures.

run.py short|long PROGRAM REDIS_SERVER FOLDER. Python's standard library is all that it needs. Every answer under failures
is compared, byte by byte, with that of a service of its own that never fails. Nothing depends on how long anything takes.
"""

import http.client
import json
import multiprocessing
import os
import re
import secrets
import subprocess
import sys
import threading
import time

from processes import PASSWORD, PATIENCE, USER, Process, Service, Store, becomes, command, free_port, plain_store_url

GAMES = ["azur-lane", "xinglingwang", "battle-spirits", "build-divide", "tianhai"]
# Entries of each game that are played.
ENTRIES = 60
CLIENTS = 8
# Entries of each game that go from replica to replica when nothing else is asked.
HANDED_ON = 12
# Moves of each part of the run, at the least.
MOVES = 50
DIGEST = re.compile(rb'"replay_digest":"(sha256:[0-9a-f]{64})"')


def plain_store(setting, redis, place):
    port = free_port()
    setting.store = setting.run(Store("store", place, redis, port, []))
    return plain_store_url(port)


def tls_store(setting, redis, place):
    """With a certificate of an authority that this machine does not know otherwise."""
    here = lambda name: os.path.join(place, name)

    def openssl(*command):
        subprocess.run(["openssl", *command], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    openssl("req", "-x509", *key, "-keyout", here("authority.key"), "-out", here("authority.pem"), "-subj", "/CN=authority")
    openssl("req", *key, "-keyout", here("store.key"), "-out", here("store.csr"), "-subj", "/CN=store")
    with open(here("names"), "w", encoding="utf-8") as file:
        file.write("subjectAltName=IP:127.0.0.1")
    openssl("x509", "-req", "-in", here("store.csr"), "-CA", here("authority.pem"), "-CAkey", here("authority.key"),
            "-set_serial", "1", "-extfile", here("names"), "-out", here("store.pem"))
    port = free_port()
    setting.store = setting.run(Store("store", place, redis, 0, [
        "--tls-port", str(port), "--tls-cert-file", here("store.pem"), "--tls-key-file", here("store.key"),
        "--tls-ca-cert-file", here("authority.pem"), "--tls-auth-clients", "no"]))
    return {
        "RULES_JUDGE_SHARED": f"rediss://rules-judge:{PASSWORD}@127.0.0.1:{port}",
        "SSL_CERT_FILE": here("authority.pem"),
    }


def cluster_store(setting, redis, place):
    """Three servers, each with a third of the keys."""
    ports, buses = ([free_port() for _ in range(3)] for _ in range(2))
    for nth, port in enumerate(ports):
        setting.run(Store(
            f"store-{nth}", place, redis, port,
            ["--cluster-enabled", "yes", "--cluster-port", str(buses[nth]), "--cluster-config-file", f"nodes-{port}.conf"],
            [*USER, "+cluster|slots", "+ping"]))
        becomes("a server of the cluster is there", lambda: b"PONG" in command(port, "PING"))
        first, last = nth * 16384 // 3, (nth + 1) * 16384 // 3 - 1
        command(port, f"CLUSTER ADDSLOTSRANGE {first} {last}")
        if nth > 0:
            command(port, f"CLUSTER MEET 127.0.0.1 {ports[0]} {buses[0]}")
    for port in ports:
        becomes("the cluster is there", lambda: all(
            word in command(port, "CLUSTER INFO") for word in (b"cluster_state:ok", b"cluster_known_nodes:3")))
    nodes = ",".join(f"127.0.0.1:{port}" for port in ports[:2])
    return {"RULES_JUDGE_SHARED": f"redis+cluster://rules-judge:{PASSWORD}@{nodes}"}


class Setting:
    """So many replicas behind a balancer, with or without a shelf."""

    def __init__(self, program, redis, place, replicas, shared=plain_store, limits=()):
        self.place, self.processes = place, []
        self.store = None
        access = None
        if shared:
            key = os.path.join(place, "secret")
            with open(os.open(key, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
                file.write(secrets.token_hex(32))
            access = shared(self, redis, place) | {"RULES_JUDGE_SHARED_KEY": key}
        self.replicas = [self.run(Service(f"replica-{nth}", place, program, access, limits)) for nth in range(replicas)]
        self.port = free_port()
        path = os.path.join(place, "haproxy.cfg")
        with open(path, "w", encoding="utf-8") as file:
            file.write(balancer(self.port, [replica.port for replica in self.replicas]))
        wanted = {"status": "ready", "store": "none"} | ({"shared": "ready"} if shared else {})
        for replica in self.replicas:
            becomes(f"{replica.name} is ready", lambda: replica.state() == wanted)
        self.run(Process("balancer", place, ["haproxy", "-db", "-f", path]))
        becomes("the balancer is ready", self.answers)

    def run(self, process):
        self.processes.append(process)
        return process

    def answers(self):
        try:
            return ask(http.client.HTTPConnection("127.0.0.1", self.port, timeout=5), "GET", "/readyz", None)[0] == 200
        except (OSError, http.client.HTTPException):
            return False

    def shelf(self):
        total = {}
        for replica in self.replicas:
            for what, value in (replica.shelf() if replica.child.poll() is None else {}).items():
                total[what] = total.get(what, 0) + value
        return total

    def end(self):
        for process in reversed(self.processes):
            process.kill()
        for process in self.processes:
            if "panic" in process.told():
                sys.exit(f"failed: {process.name} had a panic: {process.log}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self.processes:
            process.kill()


def balancer(port, replicas):
    # A judgement changes nothing, so a request that broke off may be sent to another replica.
    servers = "\n".join(f"  server replica-{nth} 127.0.0.1:{port}" for nth, port in enumerate(replicas))
    return f"""global
  maxconn 4000
defaults
  mode http
  timeout connect 1s
  timeout client 300s
  timeout server 300s
  retries 3
  option redispatch 1
  retry-on conn-failure empty-response
frontend all
  bind 127.0.0.1:{port}
  default_backend judges
backend judges
  balance roundrobin
  option httpchk GET /readyz
  default-server check inter 200ms fall 2 rise 1
{servers}
"""


def ask(connection, method, path, body):
    headers = {"content-type": "application/json"} if body else {}
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    return answer.status, answer.read()


class Client:
    """A connection that is opened again when it breaks. A request that got no answer is sent again."""

    def __init__(self, port):
        self.port, self.connection = port, None
        self.resent = 0
        self.times = []

    def post(self, path, value):
        body = json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()
        end = time.monotonic() + PATIENCE
        while True:
            begun = time.perf_counter()
            try:
                if self.connection is None:
                    self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
                status, answer = ask(self.connection, "POST", path, body)
                if status not in (502, 503, 504):
                    self.times.append(time.perf_counter() - begun)
                    return status, answer
            except (OSError, http.client.HTTPException):
                self.connection.close()
                self.connection = None
            if time.monotonic() > end:
                raise SystemExit(f"failed: no answer to {path}")
            self.resent += 1
            time.sleep(0.01)


def move(client, base, replay, at, action):
    """One entry more, by the digest of what was judged, or where that is not known by the log. Says whether it was not."""
    answer = client.post("/v1/moves", {"action": action, "base": base})
    if answer[0] != 404:
        return answer, False
    if json.loads(answer[1])["code"] != "unknown_base":
        raise SystemExit(f"failed: {answer}")
    whole = {**replay, "actions": replay["actions"][:at]}
    return client.post("/v1/moves", {"action": action, "replay": whole}), True


def plain(answer):
    """An answer without the number of its request, which only problems have in their body."""
    status, body = answer
    if status == 200:
        return answer
    problem = json.loads(body)
    problem.pop("request_id", None)
    return status, problem


class Tally:
    """What came of a part of the run."""

    def __init__(self):
        self.lock = threading.Lock()
        self.moves = self.repeated = self.resent = 0
        self.times = []

    def add(self, client, repeated):
        with self.lock:
            self.moves += 1
            self.repeated += repeated
            self.resent += client.resent
            self.times += client.times
            client.resent = 0
            client.times = []

    def line(self, name, seconds):
        times = sorted(self.times)
        at = lambda share: times[min(len(times) - 1, int(len(times) * share))] * 1000 if times else 0
        share = 100 * self.repeated / max(1, self.moves)
        return (f"{name:<34} {self.moves:>7} moves {self.moves / seconds:>7.0f}/s  repeated {self.repeated:>5} ({share:4.1f} %)"
                f"  sent again {self.resent:>4}  median {at(0.5):6.1f} ms  99th {at(0.99):7.1f} ms")


class Load:
    """Clients that play games move by move, each answer compared with that of a service that never fails."""

    def __init__(self, setting, single, games):
        self.setting, self.single, self.games = setting, single, games
        self.tally, self.stopped, self.failed = Tally(), threading.Event(), []
        self.lock, self.played, self.refused = threading.Lock(), 0, 0
        self.threads = [threading.Thread(target=self.play, args=(nth,), daemon=True) for nth in range(CLIENTS)]
        for thread in self.threads:
            thread.start()

    def play(self, nth):
        try:
            turn = 0
            while not self.stopped.is_set():
                self.game(nth, turn)
                turn += 1
        except BaseException as error:
            self.failed.append(f"client {nth}: {error!r}")
            self.stopped.set()

    def game(self, nth, turn):
        replay = json.loads(json.dumps(self.games[(nth + turn) % len(self.games)]))
        # No two of them have the same digest.
        replay["players"][0]["name"] = f"{nth} {turn}"
        client, truth = Client(self.setting.port), Client(self.single.port)
        begin = {**replay, "actions": []}
        answer = self.same(client.post("/v1/verify", begin), truth.post("/v1/verify", begin))
        count = 0
        for at, action in enumerate(replay["actions"]):
            base = DIGEST.search(answer).group(1).decode()
            if at % 10 == 9:
                # An entry that mostly is against the rules here; the game does not go on from it.
                wrong = replay["actions"][at // 2]
                refused = self.moved(client, truth, base, replay, at, wrong)
                with self.lock:
                    self.refused += b'"verdict":"illegal"' in refused
            answer = self.moved(client, truth, base, replay, at, action)
            count = at + 1
            if self.stopped.is_set():
                break
        # All moves that were accepted are in the log, and the log is what was judged.
        whole = {**replay, "actions": replay["actions"][:count]}
        status, verdict = client.post("/v1/verify", whole)
        verdict = json.loads(verdict)
        last = DIGEST.search(answer).group(1).decode()
        if status != 200 or verdict["accepted"] != count or verdict["replay_digest"] != last:
            raise AssertionError(f"a move was lost: {status} {verdict['accepted']} of {count}")
        with self.lock:
            self.played += 1

    def moved(self, client, truth, base, replay, at, action):
        given, repeated = move(client, base, replay, at, action)
        right, _ = move(truth, base, replay, at, action)
        self.tally.add(client, repeated)
        return self.same(given, right)

    @staticmethod
    def same(given, right):
        if plain(given) != plain(right):
            raise AssertionError(f"a wrong answer: {given} instead of {right}")
        return given[1]

    def part(self, name, seconds):
        """Plays for some seconds and tells what came of it."""
        self.tally = Tally()
        begun = time.monotonic()
        played = lambda: time.monotonic() - begun > seconds and self.tally.moves >= MOVES
        while not played() and not self.failed:
            if time.monotonic() - begun > PATIENCE:
                sys.exit(f"failed: {name}: {self.tally.moves} moves in {PATIENCE} seconds")
            time.sleep(0.05)
        tally, self.tally = self.tally, Tally()
        print(tally.line(name, time.monotonic() - begun), flush=True)
        self.check()
        return tally

    def check(self):
        if self.failed:
            sys.exit(f"failed: {self.failed[0]}")

    def end(self):
        self.stopped.set()
        for thread in self.threads:
            thread.join()
        self.check()


def played(program, place):
    """The beginning of a game of each kind, and of one more of each."""
    games = []
    for game in GAMES:
        for seed in [11, 12]:
            path = os.path.join(place, f"{game}-{seed}.json")
            subprocess.run(
                [program, "play", "--game", game, "--seed", str(seed), "--bots", "random,keen", "--out", path],
                check=True, stdout=subprocess.DEVNULL)
            replay = json.load(open(path, encoding="utf-8"))
            replay["actions"] = replay["actions"][:ENTRIES]
            games.append(replay)
    return games


def handed_on(setting, games, name):
    """What one replica judged the next one finds: each entry goes by its digest to another replica than the one before.

    A value is written after its answer, so the other replica is asked until it knows it: under load the next request may
    be faster than the write, and how often that happens depends on the machine. Here it has to be found, however late.
    """
    moves = 0
    for game in games:
        replay = {**game, "actions": []}
        replay["players"] = [{**player, "name": f"{name} {moves}"} for player in game["players"]]
        clients = [Client(replica.port) for replica in setting.replicas]
        status, answer = clients[0].post("/v1/verify", replay)
        for at, action in enumerate(game["actions"][:HANDED_ON]):
            body = {"action": action, "base": DIGEST.search(answer).group(1).decode()}
            client, found = clients[(at + 1) % len(clients)], []

            def is_known():
                found[:] = client.post("/v1/moves", body)
                return found[0] != 404

            becomes(f"entry {at} of {game['game']} at another replica, by its digest, with {name}", is_known)
            status, answer = found
            if status != 200 or b'"accepted":%d,' % (at + 1) not in answer:
                sys.exit(f"failed: a wrong answer with {name}: {found}")
            moves += 1
    print(f"{name:<34} {moves:>7} moves, each by the digest of another replica", flush=True)


def failures(program, redis, place, games, seconds):
    # On a busy machine the usual time is too short: what is tried here is what happens, not how long it takes.
    with Setting(program, redis, place, 3, limits=["shared-milliseconds=1000", "drain-seconds=2"]) as setting:
        single = setting.run(Service("single", place, program, None))
        becomes("the single service is ready", lambda: single.state().get("status") == "ready")
        handed_on(setting, games, "three replicas and the store")
        load = Load(setting, single, games)
        load.part("three replicas and the store", seconds)
        hits = setting.shelf()
        if hits["hits"] == 0 or hits["unsound"] > 0:
            sys.exit(f"failed: the shelf was of no use: {hits}")
        # The balancer asks for readiness five times a second, so that it knows before the listener closes.
        setting.replicas[2].child.terminate()
        drained = load.part("a replica drains and stops", seconds)
        if drained.resent > 0 or setting.replicas[2].child.wait(PATIENCE) != 0:
            sys.exit(f"failed: {drained.resent} requests were lost while a replica stopped")
        setting.replicas[2].start()
        becomes("the replica is ready again", lambda: setting.replicas[2].state().get("shared") == "ready")
        setting.replicas[0].kill()
        load.part("a replica killed", seconds)
        setting.store.kill()
        load.part("the store killed, too", seconds)
        for replica in setting.replicas[1:]:
            state = replica.state()
            if state != {"status": "ready", "store": "none", "shared": "away"}:
                sys.exit(f"failed: without the store {replica.name} says {state}")
        gone = setting.shelf()
        setting.store.start()
        setting.replicas[0].start()
        for replica in setting.replicas:
            becomes("the shelf is there again", lambda: replica.state().get("shared") == "ready")
        load.part("both back", seconds)
        load.end()
        handed_on(setting, games, "both back")
        if load.refused == 0:
            sys.exit("failed: no entry was refused")
        print(f"no wrong answer and no lost move in {load.played} games, {load.refused} refused entries among them")
        print(f"on the shelf before the failures: {told(hits)}")
        print(f"the two that lived, without it:   {told(gone)}")
        print(f"all three in the end:             {told(setting.shelf())}")
        setting.end()


def others(program, redis, place, games):
    """Other ways to the shelf, for a moment each."""
    for name, store in [("a store with TLS", tls_store), ("a cluster of three stores", cluster_store)]:
        with Setting(program, redis, place, 2, store, ["shared-milliseconds=1000"]) as setting:
            single = setting.run(Service("single", place, program, None))
            becomes("the single service is ready", lambda: single.state().get("status") == "ready")
            load = Load(setting, single, games)
            load.part(name, 1)
            load.end()
            handed_on(setting, games, name)
            hits = setting.shelf()
            if hits["hits"] == 0 or hits["unsound"] > 0 or hits["refused"] > 0:
                sys.exit(f"failed: {name} was of no use: {hits}")
            setting.end()


def told(counts):
    return ", ".join(f"{what} {value}" for what, value in counts.items() if value)


def drive(port, games, nth, seconds, results):
    """A process of clients that only play."""
    tally, failed, end = Tally(), [], time.monotonic() + seconds

    def one(thread):
        try:
            play(thread)
        except BaseException as error:
            failed.append(repr(error))

    def play(thread):
        turn = 0
        while time.monotonic() < end:
            replay = json.loads(json.dumps(games[(thread + turn) % len(games)]))
            replay["players"][0]["name"] = f"{nth} {thread} {turn} {secrets.token_hex(4)}"
            turn += 1
            client = Client(port)
            answer = client.post("/v1/verify", {**replay, "actions": []})
            for at, action in enumerate(replay["actions"]):
                base = DIGEST.search(answer[1]).group(1).decode()
                answer, repeated = move(client, base, replay, at, action)
                if answer[0] != 200 or b'"accepted":%d,' % (at + 1) not in answer[1]:
                    raise AssertionError(f"a wrong answer: {answer}")
                tally.add(client, repeated)
                if time.monotonic() > end:
                    break

    threads = [threading.Thread(target=one, args=(thread,)) for thread in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    results.put((failed, tally.moves, tally.repeated, tally.resent, tally.times))


def measured(setting, games, name, seconds):
    results = multiprocessing.Queue()
    clients = [multiprocessing.Process(target=drive, args=(setting.port, games, nth, seconds, results)) for nth in range(2)]
    before = setting.shelf()
    for client in clients:
        client.start()
    tally = Tally()
    for _ in clients:
        failed, moves, repeated, resent, times = results.get()
        if failed:
            sys.exit(f"failed: {failed[0]}")
        tally.moves += moves
        tally.repeated += repeated
        tally.resent += resent
        tally.times += times
    for client in clients:
        client.join()
    print(tally.line(name, seconds), flush=True)
    after = setting.shelf()
    if after:
        print(f"    the shelf: {told({what: after[what] - before.get(what, 0) for what in after})}", flush=True)


def figures(program, redis, place, games, seconds):
    for count in [1, 2, 3]:
        with Setting(program, redis, place, count, shared=None) as setting:
            measured(setting, games, f"{count}, no shelf", seconds)
            setting.end()
        with Setting(program, redis, place, count) as setting:
            measured(setting, games, f"{count}, a shelf", seconds)
            if count == 3:
                setting.store.child.send_signal(19)
                measured(setting, games, f"{count}, the store stands still", seconds)
                setting.store.kill()
                measured(setting, games, f"{count}, the store gone", seconds)
            setting.end()


def main():
    form, program, redis, place = sys.argv[1:]
    games = played(program, place)
    failures(program, redis, place, games, 5 if form == "short" else 20)
    others(program, redis, place, games)
    if form == "long":
        figures(program, redis, place, games, 15)
    print("replicas: done")


if __name__ == "__main__":
    main()
