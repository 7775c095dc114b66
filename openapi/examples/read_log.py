#!/usr/bin/env python3
"""Reads a log without the engine: read_log.py LOG [VERDICT]

Checks the form of a log by the schemas of its game, lists the entries, and computes the digests of docs/format.md. They need the
edition and the pool that the log was judged with; where the log leaves them out, VERDICT (the answer of /v1/verify with
view=full, or a line of `rules-judge verify --json`) says them. All digests of a verdict but that of the state are compared.
Whether an entry is legal, the engine says. Needs Python 3.9 and the folder openapi/schemas."""

import json
import pathlib
import re
import signal
import sys
from hashlib import sha256

SCHEMAS = pathlib.Path(__file__).resolve().parent.parent / "schemas"
FORMAT, LARGEST, DEPTH, ENTRY_BYTES = "rules-judge/1", 2**53 - 1, 64, 16 * 1024
TYPES = {dict: "object", list: "array", str: "string", bool: "boolean", int: "integer", type(None): "null"}


class Wrong(Exception):
    """What breaks the format."""


def parsed(data):
    """The value of a JSON text, by the rules of the format: integers only, no name twice, no deeper than 64."""

    def members(pairs):
        names = [name for name, _ in pairs]
        twice = {name for name in names if names.count(name) > 1} if len(set(names)) < len(names) else ()
        if twice:
            raise Wrong(f"an object has {', '.join(sorted(twice))} twice")
        return dict(pairs)

    def integer(text):
        if not text.lstrip("-").isdigit() or len(text) > 17 or abs(int(text)) > LARGEST or text == "-0":
            raise Wrong(f"{text[:20]} is no integer from -(2^53 - 1) to 2^53 - 1")
        return int(text)

    try:
        value = json.loads(data.decode("utf-8-sig"), object_pairs_hook=members, parse_int=integer, parse_float=integer, parse_constant=integer)
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise Wrong(f"this is no JSON, or nested too deep: {error}") from error
    level, depth = [value], -1
    while level:
        level = [inner for each in level for inner in (each.values() if isinstance(each, dict) else each if isinstance(each, list) else ())]
        depth += 1
        if depth > DEPTH:
            raise Wrong(f"lists and objects lie more than {DEPTH} deep inside each other")
    return value


def schema_of(game, name):
    path = SCHEMAS / f"{game}.{name}.schema.json"
    if not isinstance(game, str) or not re.fullmatch("[a-z-]{1,40}", game) or not path.is_file():
        raise Wrong(f"there is no game {str(game)[:40]} in {SCHEMAS}")
    return json.loads(path.read_text(encoding="utf-8"))


def resolved(schema, root):
    while "$ref" in schema:
        schema = root["$defs"][schema["$ref"].rpartition("/")[2]]
    return schema


def union(schema):
    return schema.get("oneOf", []) + schema.get("anyOf", [])


def misfit(value, schema, root, at=""):
    """Why a value does not fit a schema, as far as these schemas go; none: it does."""
    schema = resolved(schema, root)
    told = lambda why: f"{at or 'the log'}: {why}"
    if union(schema):
        faults = [misfit(value, each, root, at) for each in union(schema)]
        # Of several, the fault that lies deepest: the others are of another kind of entry.
        return None if None in faults else max(faults, key=lambda fault: fault.partition(":")[0].count("/"))
    words = schema.get("enum", [schema["const"]] if "const" in schema else None)
    if words is not None and not any(type(word) is type(value) and word == value for word in words):
        return told(f"{json.dumps(value)[:40]} is not one of {', '.join(map(str, words[:20]))}")
    kinds = schema.get("type", [])
    if kinds and TYPES[type(value)] not in ([kinds] if isinstance(kinds, str) else kinds):
        return told(f"{TYPES[type(value)]} in place of {kinds}")
    if isinstance(value, str) and not re.search(schema.get("pattern", ""), value, re.ASCII):
        return told(f"it does not match {schema['pattern']}")
    size = value if type(value) is int else len(value) if isinstance(value, (str, list)) else None
    for low, high in (("minimum", "maximum"), ("minLength", "maxLength"), ("minItems", "maxItems")):
        if {int: "minimum", str: "minLength", list: "minItems"}.get(type(value)) == low:
            if not schema.get(low, size) <= size <= schema.get(high, size):
                return told(f"{size} is not from {schema.get(low, 'any')} to {schema.get(high, 'any')}")
    if isinstance(value, list):
        inner = ((f"{at}/{index}", item, schema.get("items", {})) for index, item in enumerate(value))
    elif isinstance(value, dict):
        known = schema.get("properties", {})
        missing = [name for name in schema.get("required", []) if name not in value]
        if missing:
            return told(f"{', '.join(missing)} is missing")
        if schema.get("additionalProperties") is False and not value.keys() <= known.keys():
            return told(f"nothing is called {', '.join(sorted(value.keys() - known.keys()))[:80]} here")
        inner = ((f"{at}/{name}", item, known.get(name, {})) for name, item in value.items())
    else:
        return None
    return next((fault for where, item, of in inner if (fault := misfit(item, of, root, where))), None)


def canonical(value):
    """The bytes of RFC 8785 for values whose numbers are integers."""

    def in_order(item):
        if isinstance(item, dict):
            return {key: in_order(item[key]) for key in sorted(item, key=lambda key: key.encode("utf-16-be"))}
        return [in_order(each) for each in item] if isinstance(item, list) else item

    return json.dumps(in_order(value), ensure_ascii=False, separators=(",", ":")).encode()


def canonical_form(value, schema, root):
    """A value without the members that say what their `default` says; inner ones first."""
    schema = resolved(schema, root)
    if union(schema):
        fitting = next((each for each in union(schema) if misfit(value, each, root) is None), {})
        return canonical_form(value, fitting, root)
    if isinstance(value, list):
        return [canonical_form(item, schema.get("items", {}), root) for item in value]
    if not isinstance(value, dict) or "properties" not in schema:
        return value
    form = {}
    for name, inner in value.items():
        of = schema["properties"].get(name, {})
        default = of.get("default", resolved(of, root).get("default"))
        inner = canonical_form(inner, of, root)
        if name in schema.get("required", []) or inner is not None and canonical(inner) != canonical(default):
            form[name] = inner
    return form


def canonical_entry(entry, schema):
    """An entry of a log in canonical form: what a seat does, by the schema of actions; chance and rulings as they stand."""
    if entry["seat"] is None:
        allowed = {"allow": canonical_entry(entry["allow"], schema)} if "allow" in entry else {}
        return {**entry, **allowed}
    action = {name: inner for name, inner in entry.items() if name != "seat"}
    return {**canonical_form(action, schema, schema), "seat": entry["seat"]}


def canonical_header(log):
    """The header in canonical form, but for the edition and the pool."""

    def part(name, value):
        schema = schema_of(log["game"], name)
        return canonical_form(value, schema, schema)

    header = {name: inner for name, inner in log.items() if name not in ("actions", "claim") and inner is not None}
    header["players"] = [{name: inner for name, inner in player.items() if inner is not None} for player in log["players"]]
    holders = ((header, "facts"), (header, "options"), *((player, "deck") for player in header["players"]))
    for holder, name in holders:
        said = part(name, holder.pop(name, {}))
        if said:
            holder[name] = said
    if "start" in header:
        header["start"] = {"position": part("position", header["start"]["position"])}
    return header


def chain(log, edition, pool):
    """The digests of the header and after each entry."""
    latest = sha256(f"{FORMAT}\n".encode() + canonical({**canonical_header(log), "edition": edition, "pool": pool})).digest()
    digests, schema = [latest], schema_of(log["game"], "action")
    for entry in log["actions"]:
        latest = sha256(latest + canonical(canonical_entry(entry, schema))).digest()
        digests.append(latest)
    return ["sha256:" + each.hex() for each in digests]


def check(log):
    """The form of a log: its schema, and what no schema says."""
    if not isinstance(log, dict) or log.get("format") != FORMAT:
        raise Wrong(f"this is no log: `format` is not {FORMAT}")
    schema = schema_of(log.get("game"), "replay")
    fault = misfit(log, schema, schema)
    if fault:
        raise Wrong(fault)
    there = [name for name in ("seed", "seed_commit", "chance") if log.get(name) is not None]
    if len(there) > 1 or (log.get("salt") and there[:1] in (["seed"], ["seed_commit"])):
        raise Wrong("`seed`, `seed_commit` and `chance` exclude each other, and `salt` the first two")
    pair = log.get("seed_commit") or {"commits": [], "reveals": []}
    if not all(re.fullmatch("[0-9a-f]{64}", each) for each in pair["commits"] + pair["reveals"]):
        raise Wrong("commits and reveals are 64 lower-case hexadecimal digits")
    if [sha256(bytes.fromhex(reveal)).hexdigest() for reveal in pair["reveals"]] != pair["commits"]:
        raise Wrong("a reveal does not match its commit")
    decks = [player.get("deck") for player in log["players"]]
    if log.get("start") and any(part is not None for part in (log.get("options"), *decks)):
        raise Wrong("a position stands in place of decks and options")
    for index, entry in enumerate(log["actions"]):
        if len(canonical(entry)) > ENTRY_BYTES and entry["type"] != "ruling":
            raise Wrong(f"entry {index} has more than {ENTRY_BYTES} bytes")


def judged_with(log, verdict):
    """The edition and the pool of a log; none where neither the log nor a verdict says them."""
    pool = log.get("pool")
    if isinstance(pool, dict):
        pool = "sha256:" + sha256(canonical(pool)).hexdigest()
    elif not str(pool).startswith("sha256:"):
        pool = verdict.get("pool")
    return log.get("edition") or verdict.get("edition"), pool


def differences(log, verdict):
    """The members of a verdict that are not those of this log."""
    names = ("accepted", "accepted_digest", "edition", "game", "log_digest", "pool", "replay_digest", "semantics")
    verdict = verdict.get("verdict") if isinstance(verdict, dict) and "file" in verdict else verdict
    if not isinstance(verdict, dict) or not all(name in verdict for name in names):
        raise Wrong("this is no verdict")
    if verdict["log_digest"] is None:
        raise Wrong("the verdict names no digest: only one of the full view does")
    edition, pool = judged_with(log, verdict)
    digests = chain(log, edition, pool)
    accepted = verdict["accepted"]
    own = {"game": log["game"], "edition": edition, "pool": pool, "log_digest": digests[-1]}
    # Of a header that is against the rules nothing is accepted.
    is_refused = isinstance(verdict.get("illegal"), dict) and verdict["illegal"].get("stage") == "header"
    is_place = type(accepted) is int and 0 <= accepted < len(digests)
    own["accepted_digest"] = None if is_refused else digests[accepted] if is_place else "none"
    name = {"edition": edition, "format": FORMAT, "game": log["game"], "log": digests[-1], "pool": pool}
    own["replay_digest"] = "sha256:" + sha256(canonical({**name, "semantics": verdict["semantics"]})).hexdigest()
    return digests[-1], [each for each in own if verdict[each] != own[each]]


def main(log_file, verdict_file=None):
    place = log_file
    try:
        log = parsed(pathlib.Path(log_file).read_bytes())
        check(log)
        for index, entry in enumerate(log["actions"]):
            who = "chance" if entry["type"] == "chance" else "judge" if entry["seat"] is None else f"seat {entry['seat']}"
            rest = {name: inner for name, inner in entry.items() if name not in ("seat", "type")}
            print(f"{index:>5} {who:<7} {entry['type']}", canonical(rest).decode() if rest else "")
        if verdict_file:
            place = verdict_file
            latest, differing = differences(log, parsed(pathlib.Path(verdict_file).read_bytes()))
            print("the form is right; log_digest", latest, f"the verdict has another {', '.join(differing)}" if differing else "as judged")
            return 1 if differing else 0
        edition, pool = judged_with(log, {})
        digest = f"log_digest {chain(log, edition, pool)[-1]}" if edition and pool else "the digests need a verdict, which says edition and pool"
        print("the form is right;", digest)
        return 0
    except (Wrong, OSError, UnicodeEncodeError) as fault:
        sys.stdout.flush()
        return f"{place}: {fault}"


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.exit(main(*sys.argv[1:]))
