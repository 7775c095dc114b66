"""Services and servers as processes of a test, with Python's standard library alone."""

import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

# Far beyond what anything here takes on a busy machine.
PATIENCE = 300
PASSWORD = "word"
# What the documents say that the user of the replicas needs, and nothing else.
USER = ["rules-judge", "on", f">{PASSWORD}", "~rules-judge:1:*", "+getrange", "+set", "+del"]


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Process:
    """A process that is ended with this one."""

    def __init__(self, name, place, command, environment=None):
        self.name, self.command = name, command
        self.environment = {**os.environ, **(environment or {})}
        self.log = os.path.join(place, f"{name}.log")
        open(self.log, "w").close()
        self.start()

    def start(self):
        log = open(self.log, "ab")
        self.child = subprocess.Popen(self.command, env=self.environment, stdout=log, stderr=log)
        log.close()

    def kill(self):
        self.child.kill()
        self.child.wait()

    def end(self):
        """Asks the process to stop, and waits for it."""
        self.child.terminate()
        return self.child.wait(PATIENCE)

    def told(self):
        return open(self.log, encoding="utf-8", errors="replace").read()


class Service(Process):
    def __init__(self, name, place, program, shared, limits=(), data=None, port=None):
        self.port = port or free_port()
        command = [program, "serve", "--listen", f"127.0.0.1:{self.port}"]
        if data:
            command += ["--data", data]
        for limit in ["rate-per-second=0", "connections-per-address=0", "kept-bytes=268435456", *limits]:
            command += ["--set", limit]
        environment = {"RULES_JUDGE_LOG": "warn"}
        if shared:
            environment |= shared
        super().__init__(name, place, command, environment)

    def page(self, path):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=PATIENCE) as answer:
            return answer.read().decode()

    def state(self):
        try:
            return json.loads(self.page("/readyz"))
        except urllib.error.HTTPError as error:
            return json.loads(error.read())
        except OSError:
            return {}

    def post(self, path, value):
        """The answer to a call, which has to be a good one."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", json.dumps(value).encode(), {"content-type": "application/json"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.loads(answer.read())

    def shelf(self):
        """What happened on the shelf, as this replica counts it."""
        found = re.findall(r'^rules_judge_shared_total\{what="(\w+)"\} (\d+)$', self.page("/metrics"), re.M)
        return {what: int(value) for what, value in found}


def becomes(what, holds):
    end = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > end:
            sys.exit(f"failed: {what} did not come about")
        time.sleep(0.02)


class Store(Process):
    """A server of shelves, which keeps nothing on disk."""

    def __init__(self, name, place, redis, port, options, user=USER):
        folder = os.path.join(place, name)
        os.makedirs(folder, exist_ok=True)
        super().__init__(
            name, place,
            [redis, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder,
             "--maxmemory", "256mb", "--maxmemory-policy", "allkeys-lru", "--user", *user, *options])


def plain_store_url(port, number=""):
    """The environment of a service that shares on the server at a port."""
    return {"RULES_JUDGE_SHARED": f"redis://rules-judge:{PASSWORD}@127.0.0.1:{port}{number}"}


def command(port, line):
    """What a server answers to a line."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
            connection.sendall(line.encode() + b"\r\n")
            return connection.recv(4096)
    except OSError:
        return b""
