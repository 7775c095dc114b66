#!/usr/bin/env python3
"""Runs a suite of cases against a judge: conformance.py URL SUITE [ID…]

SUITE is what `rules-judge case --export` writes; `-` is standard input. Each line is a pool, which is sent first, or a
case: a log, the verdict, and what can be seen then. docs/conformance.md says what each member means. Python's library is
enough. A case that the judge does not answer, or not with a verdict, fails. Exits 1 if a case fails, none is run or an ID is
not there, and 2 if the suite cannot be read."""

import http.client
import json
import sys
import urllib.error
import urllib.request
from collections import Counter

SECONDS = 60
# What a fact says, and what stands behind its first member: the types of its parts.
FACTS = {
    "is": [str, object],
    "has": [str, object],
    "holds": [str, list],
    "cards": [str, list],
    "count": [str, int, object],
    "absent": str,
    "events": [str, (int, type(None)), list],
    "same_as": list,
}


class Fault(Exception):
    """Why a case fails."""


def ask(url, method, path, body):
    """What the judge answers; anything but JSON with the status 200 or 201 is a fault."""
    headers = {"content-type": "application/json"}
    try:
        request = urllib.request.Request(url + path, json.dumps(body).encode(), headers, method=method)
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            if answer.status not in (200, 201):
                raise Fault(f"{method} {path} was answered with {answer.status}")
            value = json.load(answer)
    except urllib.error.HTTPError as error:
        raise Fault(f"{method} {path} was answered with {error.code}: {error.read()[:200].decode(errors='replace')}") from error
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise Fault(f"{method} {path}: {error}") from error
    if not isinstance(value, dict):
        raise Fault(f"{method} {path} was not answered with an object")
    return value


def found(value, pointer):
    """What stands at a JSON pointer, and whether anything does."""
    for name in pointer.split("/")[1:]:
        name = name.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict) and name in value:
            value = value[name]
        elif isinstance(value, list) and name.isdecimal() and int(name) < len(value):
            value = value[int(name)]
        else:
            return None, False
    return value, True


def same(value, other):
    """Whether two values are equal; true is not 1."""
    return json.dumps(value, sort_keys=True) == json.dumps(other, sort_keys=True)


def has(value, pattern):
    """Whether a value has at least the members of a pattern; a member that is not there counts as null."""
    if isinstance(value, dict) and isinstance(pattern, dict):
        return all(has(value.get(name), inner) for name, inner in pattern.items())
    if isinstance(value, list) and isinstance(pattern, list):
        return len(value) == len(pattern) and all(map(has, value, pattern))
    return same(value, pattern)


def named(items, member):
    """How often each id or number is in a list of cards, or of ids or numbers."""
    if not isinstance(items, list):
        raise Fault("this is no list of cards")
    return Counter(json.dumps(item.get(member) if isinstance(item, dict) else item) for item in items)


def happened(answer, verb, entry):
    """The events of a verb, of the whole trace or of one entry. What happened before the first entry has no `action`."""
    steps = answer.get("trace")
    if not isinstance(steps, list):
        raise Fault("the answer has no trace")
    if entry is not None:
        steps = [step for step in steps if "action" in step]
        if not 0 <= entry < len(steps):
            raise Fault(f"the trace has no entry {entry}")
        steps = [steps[entry]]
    return [event for step in steps for event in step["events"] if event["verb"] == verb]


def holds(url, fact, log):
    (kind,) = FACTS.keys() & fact.keys()
    said, seen = fact[kind], fact["view"]
    pointer = said[0] if isinstance(said, list) and kind not in ("events", "same_as") else said
    traced = kind == "events" or str(pointer).startswith("/trace")

    def verdict(actions):
        return ask(url, "POST", f"/v1/verify?view={seen}" + ("&trace=events" if traced else ""), {**log, "actions": actions})

    answer = verdict(log["actions"][: fact["entries"]])
    if kind == "same_as":
        return same(answer, verdict(said))
    if kind == "events":
        return has(happened(answer, said[0], said[1]), said[2])
    value, there = found(answer, pointer)
    if kind == "absent":
        return not there
    if kind == "count":
        items = list(value.values()) if isinstance(value, dict) else value
        if not isinstance(items, list):
            raise Fault(f"nothing at {pointer} can be counted")
        return sum(item is not None and has(item, said[2]) for item in items) == said[1]
    if kind in ("holds", "cards"):
        return named(value, "card" if kind == "holds" else "id") == named(said[1], "")
    return same(value, said[1]) if kind == "is" else has(value, said[1])


def faults(url, case):
    log, expected = case["log"], case["expected"]
    answer = ask(url, "POST", "/v1/verify?view=full", log)
    for name in ("verdict", "accepted"):
        if not same(answer.get(name), expected[name]):
            yield f"expected {name} {expected[name]}, found {answer.get(name)}"
    for name in ("illegal", "not_judged"):
        said, wanted = answer.get(name), expected.get(name)
        if (said is None) != (wanted is None):
            yield f"expected {name} {wanted}, found {said}"
        elif wanted is not None:
            places = {place: wanted[place] for place in wanted if place != "refusals"}
            if not has(said, places):
                yield f"expected {name} {places}, found {said}"
            first, refused = (wanted.get("refusals") or [None])[0], (said.get("refusals") or [{}])[0]
            if first and (first["code"], first["cites"][0]) != (refused.get("code"), (refused.get("cites") or [None])[0]):
                yield f"expected the refusal {first}, found {refused}"
    illegal = expected.get("illegal")
    if illegal and illegal["stage"] == "log":
        before = ask(url, "POST", "/v1/verify?view=full", {**log, "actions": log["actions"][: illegal["at"]]})
        for name in ("state", "next", "standing", "outcome"):
            if name not in answer or not same(answer[name], before.get(name)):
                yield f"the refusal left a trace in `{name}`"
    for number, fact in enumerate(case["facts"], 1):
        try:
            why = "" if holds(url, fact, log) else "it does not hold"
        except Fault as fault:
            why = str(fault)
        if why:
            yield f"fact {number}: {why}: {json.dumps(fact, ensure_ascii=False)}"


def unfit(item):
    """Why a line is no line of a suite; none: it is one."""
    shapes = {
        "pool": {"game": str, "digest": str, "pool": dict},
        "case": {"id": str, "game": str, "log": dict, "expected": dict, "facts": list},
    }
    shape = shapes.get(item.get("kind")) if isinstance(item, dict) else None
    if shape is None or not all(isinstance(item.get(name), kind) for name, kind in shape.items()):
        return "this is neither a pool nor a case"
    if item["kind"] == "pool":
        return None
    actions, expected, illegal = item["log"].get("actions"), item["expected"], item["expected"].get("illegal", {})
    if not isinstance(actions, list) or not item["facts"] or not {"verdict", "accepted"} <= expected.keys():
        return "the case has no entries, no facts or no verdict"
    if (expected["verdict"] == "illegal") != bool(illegal) or illegal and not {"stage", "at", "refusals"} <= illegal.keys():
        return "the case does not say where it is illegal"
    refusals = illegal["refusals"] if illegal else [{"code": "", "cites": [""]}]
    if not refusals or not {"code", "cites"} <= refusals[0].keys() or not refusals[0]["cites"]:
        return "the case does not say why it is illegal"
    for number, fact in enumerate(item["facts"], 1):
        kinds = FACTS.keys() & fact.keys() if isinstance(fact, dict) else ()
        if len(kinds) != 1 or fact.keys() - kinds != {"view", "entries"}:
            return f"fact {number} is not of one of the kinds {', '.join(FACTS)}"
        (kind,) = kinds
        parts, said = (FACTS[kind], fact[kind]) if isinstance(FACTS[kind], list) else ([FACTS[kind]], [fact[kind]])
        whole = isinstance(said, list) and len(said) == len(parts) and all(map(isinstance, said, parts))
        if not whole or type(fact["entries"]) is not int or not 0 <= fact["entries"] <= len(actions):
            return f"fact {number} is not of the shape of its kind, or looks at entries that are not there"
    return None


def main(url, suite, *only):
    ran, failed, refused = [], 0, 0
    try:
        file = sys.stdin.buffer if suite == "-" else open(suite, "rb")
        lines = [(number, line) for number, line in enumerate(file, 1) if line.strip()]
    except OSError as error:
        print(error, file=sys.stderr)
        return 2
    for number, line in lines:
        try:
            item = json.loads(line.decode())
            why = unfit(item)
        except (ValueError, RecursionError) as error:
            why = str(error)
        if why:
            print(f"{suite}:{number}: {why}", file=sys.stderr)
            return 2
        if item["kind"] == "case" and only and item["id"] not in only:
            continue
        try:
            if item["kind"] == "pool":
                ask(url.rstrip("/"), "PUT", "/v1/pools/" + item["digest"], item["pool"])
                continue
            ran.append(item["id"])
            wrong = list(faults(url.rstrip("/"), item))
        except (Fault, AttributeError, IndexError, KeyError, TypeError) as fault:
            # An answer that has not the shape of a verdict fails the case.
            wrong = [f"{type(fault).__name__}: {fault}"]
        if item["kind"] == "case":
            failed += bool(wrong)
        else:
            refused += 1
        for fault in wrong:
            print(f"{item['game']} {item.get('id', item['kind'])}: {fault}")
    missing = [name for name in only if name not in ran]
    for name in missing:
        print(f"there is no case {name}")
    print(f"{len(ran)} cases: {len(ran) - failed} passed, {failed} failed")
    return 1 if failed or refused or missing or not ran else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) > 2 else __doc__)
