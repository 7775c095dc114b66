#!/usr/bin/env python3
"""Recomputes every vector in this folder with nothing but the Python standard library and the reader of logs
(`../examples/read_log.py`), whose canonical bytes these vectors check.

Prints one line per file; exits 1 if anything differs.
"""

import json
import pathlib
import sys
from hashlib import sha256

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent / "examples"))
from read_log import canonical, canonical_entry, canonical_form, chain, check, parsed, schema_of  # noqa: E402

FORMAT = b"rules-judge/1\n"


def digest(data):
    return "sha256:" + sha256(data).hexdigest()


def block(seed, label, index):
    name = label.encode("ascii")
    return sha256(bytes.fromhex(seed) + bytes([len(name)]) + name + index.to_bytes(8, "big")).digest()


class Stream:
    def __init__(self, seed, label):
        self.seed, self.label, self.taken = seed, label, 0

    def take(self):
        index, place = divmod(self.taken, 4)
        self.taken += 1
        return int.from_bytes(block(self.seed, self.label, index)[8 * place : 8 * place + 8], "big")

    def below(self, bound):
        if bound == 1:
            return 0
        while True:
            number = self.take()
            if number < 2**64 - 2**64 % bound:
                return number % bound

    def shuffle(self, count):
        order = list(range(count))
        for index in range(count - 1, 0, -1):
            drawn = self.below(index + 1)
            order[index], order[drawn] = order[drawn], order[index]
        return order


def check_blocks(item):
    data = block(item["seed"], item["label"], item["index"])
    numbers = [str(int.from_bytes(data[at : at + 8], "big")) for at in range(0, 32, 8)]
    return data.hex() == item["block"] and numbers == item["numbers"]


def check_below(item):
    stream = Stream(item["seed"], item["label"])
    drawn = [str(stream.below(int(item["below"]))) for _ in item["drawn"]]
    return drawn == item["drawn"] and stream.taken == item["taken"]


def check_shuffles(item):
    return Stream(item["seed"], item["label"]).shuffle(item["count"]) == item["order"]


def check_commits(item):
    reveals = [bytes.fromhex(reveal) for reveal in item["reveals"]]
    commits = [sha256(reveal).hexdigest() for reveal in reveals]
    return commits == item["commits"] and sha256(b"".join(reveals)).hexdigest() == item["seed"]


def check_canonical(item):
    data = canonical(json.loads(item["input"]))
    return data.decode() == item["canonical"] and digest(data) == item["sha256"]


def check_forms(item):
    schema = schema_of(item["game"], item["schema"])
    is_entry = item["schema"] == "action"
    form = canonical_entry(item["sent"], schema) if is_entry else canonical_form(item["sent"], schema, schema)
    data = canonical(form)
    return data.decode() == item["canonical"] and digest(data) == item["sha256"]


def check_logs(item):
    log = parsed(canonical(item["sent"]))
    check(log)
    return chain(log, item["edition"], item["pool"])[-1] == item["log_digest"]


def check_chains(item):
    latest = sha256(FORMAT + canonical(item["header"])).digest()
    digests = ["sha256:" + latest.hex()]
    for entry in item["entries"]:
        latest = sha256(latest + canonical(entry)).digest()
        digests.append("sha256:" + latest.hex())
    return digests == item["digests"]


def check_claims(item):
    claim, outcome = item["claim"], item["outcome"] or {}
    differs, unseen = [], False
    for name in sorted(claim):
        if name == "state":
            if item["view"] != "full":
                unseen = True
            elif claim[name] != item["state_digest"]:
                differs.append(name)
        elif claim[name] != outcome.get(name):
            differs.append(name)
    answer = {"differs": differs, "holds": False if differs else None if unseen else True}
    if item["verdict"] != "legal":
        answer = {"differs": [], "holds": None}
    return answer == item["answer"]


def check_declared(item):
    entries, replay = item["entries"], item["replay"]
    outcomes = [entry for entry in entries if entry["seat"] is None]
    told = all(entry["type"] == "chance" and ("card" in entry) != ("number" in entry) for entry in outcomes)
    header = item["header"]
    declared = header.get("chance") == "declared" and "seed" not in header and 32 <= len(header.get("salt", "")) <= 64
    named = replay["name"]["log"] == item["digests"][-1] and check_replays(replay)
    return declared and bool(outcomes) and told and check_chains(item) and named


def check_replays(item):
    return digest(canonical(item["name"])) == item["digest"]


CHECKS = {
    "blocks": check_blocks,
    "below": check_below,
    "shuffles": check_shuffles,
    "commits": check_commits,
    "canonical": check_canonical,
    "forms": check_forms,
    "chains": check_chains,
    "claims": check_claims,
    "declared": check_declared,
    "replays": check_replays,
    "logs": check_logs,
}


def main():
    wrong = 0
    for name, check in CHECKS.items():
        items = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
        differing = [index for index, item in enumerate(items) if not check(item)]
        wrong += len(differing) + (not items)
        print(f"{name}: {len(items)} vectors", f"differ at {differing}" if differing else "hold" if items else "missing")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
