"""Two services, scraped by a Prometheus with the alerts of docs/operations.

run.py PROGRAM REDIS_SERVER FOLDER. Every metric that an alert or a panel of the dashboard names has to exist with the type
that its use needs, every expression has to be one that Prometheus evaluates, and two alerts have to begin to fire.
"""

import json
import os
import re
import secrets
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "replicas"))
from processes import PATIENCE, Process, Service, Store, becomes, free_port, plain_store_url  # noqa: E402

OPERATIONS = os.path.join(os.path.dirname(__file__), "..", "..", "docs", "operations")
METRIC = re.compile(r"\b(?:rules_judge_\w+|process_start_time_seconds)\b")
# Functions of PromQL that only mean something for counters.
OF_COUNTERS = re.compile(r"\b(?:rate|increase)\(\s*(\w+)")


def expressions(prometheus):
    """The expressions of the alerts and of the panels, each with where it stands."""
    for rule in prometheus.get("rules")["groups"][0]["rules"]:
        yield rule["name"], rule["query"]
    dashboard = json.load(open(os.path.join(OPERATIONS, "dashboard.json"), encoding="utf-8"))
    for panel in dashboard["panels"]:
        for target in panel["targets"]:
            yield panel["title"], target["expr"].replace("$instance", ".*")


class Prometheus(Process):
    def __init__(self, place, services):
        self.port = free_port()
        config = os.path.join(place, "prometheus.yml")
        targets = [f"127.0.0.1:{service.port}" for service in services]
        with open(config, "w", encoding="utf-8") as file:
            json.dump({
                "global": {"scrape_interval": "1s", "evaluation_interval": "1s"},
                "rule_files": [os.path.abspath(os.path.join(OPERATIONS, "alerts.yml"))],
                "scrape_configs": [{"job_name": "rules-judge", "static_configs": [{"targets": targets}]}],
            }, file)
        super().__init__("prometheus", place, [
            "prometheus", f"--config.file={config}", f"--storage.tsdb.path={os.path.join(place, 'tsdb')}",
            f"--web.listen-address=127.0.0.1:{self.port}"])

    def get(self, path, **parameters):
        url = f"http://127.0.0.1:{self.port}/api/v1/{path}?{urllib.parse.urlencode(parameters)}"
        try:
            with urllib.request.urlopen(url, timeout=30) as answer:
                return json.load(answer)["data"]
        except urllib.error.HTTPError as error:
            # It is starting.
            if error.code == 503:
                return None
            sys.exit(f"failed: {parameters}: {error.read().decode()}")
        except OSError:
            return None

    def query(self, expression):
        answer = self.get("query", query=expression)
        return answer["result"] if answer else []

    def alerts(self):
        answer = self.get("alerts")
        return {alert["labels"]["alertname"] for alert in answer["alerts"]} if answer else set()


def traffic(program, place, service):
    """Verdicts, moves and faults, so that everything that is counted was counted once."""
    path = os.path.join(place, "game.json")
    subprocess.run([program, "play", "--game", "azur-lane", "--seed", "7", "--bots", "random,keen", "--out", path],
                   check=True, stdout=subprocess.DEVNULL)
    replay = json.load(open(path, encoding="utf-8"))
    begin = {**replay, "actions": []}
    base = service.post("/v1/verify", begin)["replay_digest"]
    for action in replay["actions"][:5]:
        base = service.post("/v1/moves", {"action": action, "base": base})["replay_digest"]
    service.post("/v1/verify", begin)


def main():
    program, redis, place = sys.argv[1:]
    processes = []

    def run(process):
        processes.append(process)
        return process

    try:
        port = free_port()
        run(Store("store", place, redis, port, []))
        services = []
        # The second replica has another key than the first: an alert of its own.
        for nth in range(2):
            key = os.path.join(place, f"secret-{nth}")
            with open(os.open(key, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
                file.write(secrets.token_hex(32))
            shared = plain_store_url(port) | {"RULES_JUDGE_SHARED_KEY": key}
            service = run(Service(f"service-{nth}", place, program, shared, data=os.path.join(place, f"data-{nth}")))
            wanted = ["ready", "other_key"][nth]
            becomes(f"the shelf of {service.name} is {wanted}", lambda: service.state().get("shared") == wanted)
            services.append(service)
        for service in services:
            traffic(program, place, service)
        prometheus = run(Prometheus(place, services))
        becomes("Prometheus scrapes both services", lambda: len(prometheus.query('up{job="rules-judge"} == 1')) == 2)
        time.sleep(3)

        names, counters = {}, set()
        for where, expression in expressions(prometheus):
            prometheus.query(expression)
            counters |= set(OF_COUNTERS.findall(expression))
            for name in METRIC.findall(expression):
                names.setdefault(name, where)
        for name, where in names.items():
            if not prometheus.query(name):
                sys.exit(f"failed: {where} names {name}, which no service has")
        types = prometheus.get("metadata")
        for name in names:
            base = re.sub(r"_(total|bucket|count|info)$", "", name)
            found = {entry["type"] for key in (name, base) for entry in types.get(key, [])}
            wanted = {"counter", "histogram"} if name in counters else {"gauge", "info"}
            if not found or not found <= wanted:
                sys.exit(f"failed: {name} has the type {found}, and is used as one of {wanted}")
        print(f"{len(names)} metrics of alerts and panels exist, {len(counters)} of them as counters")

        becomes("the alert for keys that differ begins", lambda: "RulesJudgeShelfKeysDiffer" in prometheus.alerts())
        unexpected = prometheus.alerts() - {"RulesJudgeShelfKeysDiffer"}
        if unexpected:
            sys.exit(f"failed: without a reason there is {unexpected}")
        services[0].kill()
        becomes("the alert for a service that is down begins", lambda: "RulesJudgeDown" in prometheus.alerts())
        print("monitoring: done")
    finally:
        for process in reversed(processes):
            process.kill()


if __name__ == "__main__":
    main()
