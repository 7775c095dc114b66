#!/usr/bin/env python3
"""Runs a suite of cases against a judge: conformance.py URL SUITE [ID…]

SUITE is what `rules-judge case --export` writes; `-` is standard input. Each line is a pool, which is sent first, or a
case: a log, the verdict, and what can be seen then. docs/conformance.md says what each member means. Python's library is
enough. Exits 1 if a case fails."""

import json
import sys
import urllib.request
from collections import Counter

url, suite, *only = sys.argv[1:] if len(sys.argv) > 2 else sys.exit(__doc__)


def ask(method, path, body):
    headers = {"content-type": "application/json"}
    request = urllib.request.Request(url + path, json.dumps(body).encode(), headers, method=method)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def found(value, pointer):
    """What stands at a JSON pointer, and whether anything does."""
    for name in pointer.split("/")[1:]:
        name = name.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict) and name in value:
            value = value[name]
        elif isinstance(value, list) and name.isdigit() and int(name) < len(value):
            value = value[int(name)]
        else:
            return None, False
    return value, True


def has(value, pattern):
    """Whether a value has at least the members of a pattern; lists have as many items."""
    if isinstance(value, dict) and isinstance(pattern, dict):
        return all(has(value.get(name), inner) for name, inner in pattern.items())
    if isinstance(value, list) and isinstance(pattern, list):
        return len(value) == len(pattern) and all(map(has, value, pattern))
    return type(value) is type(pattern) and value == pattern


def same(items, wanted, name):
    """Whether a list of cards, or of their ids or numbers, is the wanted one in any order."""
    if not isinstance(items, list):
        return False
    return Counter(item[name] if isinstance(item, dict) else item for item in items) == Counter(wanted)


def count(items, pattern):
    inside = items.values() if isinstance(items, dict) else items or []
    return sum(item is not None and has(item, pattern) for item in inside)


def events(trace, verb, entry):
    # What happened before the first entry stands in front, without an `action`.
    steps = trace if entry is None else [step for step in trace if "action" in step][entry : entry + 1]
    return [event for step in steps for event in step["events"] if event["verb"] == verb]


def holds(fact, log):
    traced = "events" in fact or any(str(said[0]).startswith("/trace") for said in fact.values() if isinstance(said, list) and said)
    query = f"?view={fact['view']}" + ("&trace=events" if traced else "")

    def verdict(actions):
        return ask("POST", "/v1/verify" + query, {**log, "actions": actions})

    answer = verdict(log["actions"][: fact["entries"]])
    if "same_as" in fact:
        return answer == verdict(fact["same_as"])
    if "absent" in fact:
        return not found(answer, fact["absent"])[1]
    if "events" in fact:
        verb, entry, wanted = fact["events"]
        return has(events(answer["trace"], verb, entry), wanted)
    (kind,) = {"is", "has", "holds", "cards", "count"} & set(fact)
    value, wanted = found(answer, fact[kind][0])[0], fact[kind][1]
    tests = {
        "is": lambda: type(value) is type(wanted) and value == wanted,
        "has": lambda: has(value, wanted),
        "holds": lambda: same(value, wanted, "card"),
        "cards": lambda: same(value, wanted, "id"),
        "count": lambda: count(value, fact[kind][2]) == wanted,
    }
    return tests[kind]()


def faults(case):
    log = case["log"]
    answer = ask("POST", "/v1/verify?view=full", log)
    if not has(answer, {name: said for name, said in case["expected"].items() if name != "illegal"}):
        yield f"expected {case['expected']}, found {answer['verdict']} after {answer['accepted']} entries"
    illegal = case["expected"].get("illegal")
    if illegal:
        refusal, told = illegal["refusals"][0], answer["illegal"] or {"refusals": [{}]}
        first = {"code": told["refusals"][0].get("code"), "cites": told["refusals"][0].get("cites")}
        if (told.get("stage"), told.get("at")) != (illegal["stage"], illegal["at"]):
            yield f"refused at {told.get('at')}, expected {illegal['at']}"
        if first["code"] != refusal["code"] or (first["cites"] or [None])[0] != refusal["cites"][0]:
            yield f"expected the refusal {refusal}, found {first}"
        if illegal["stage"] == "log":
            before = ask("POST", "/v1/verify?view=full", {**log, "actions": log["actions"][: illegal["at"]]})
            for name in ("state", "next", "standing", "outcome"):
                if answer[name] != before[name]:
                    yield f"the refusal left a trace in `{name}`"
    for number, fact in enumerate(case["facts"], 1):
        if not holds(fact, log):
            yield f"fact {number} does not hold: {fact}"


cases = failed = 0
for line in sys.stdin if suite == "-" else open(suite, encoding="utf-8"):
    item = json.loads(line)
    if item["kind"] == "pool":
        ask("PUT", "/v1/pools/" + item["digest"], item["pool"])
    elif not only or item["id"] in only:
        cases += 1
        wrong = list(faults(item))
        failed += bool(wrong)
        for fault in wrong:
            print(f"{item['game']} {item['id']}: {fault}")
print(f"{cases} cases: {cases - failed} passed, {failed} failed")
sys.exit(1 if failed or not cases else 0)
