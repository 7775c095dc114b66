#!/usr/bin/env python3
"""Reads a log without the engine: read_log.py LOG [VERDICT]

Lists the entries and checks what docs/format.md says of any log: its form, the commits of a seed, and the digests. The
digests need the edition and the pool that the log was judged with; where the log leaves them out, VERDICT (the answer of
/v1/verify with view=full, or a line of `rules-judge verify --json`) says them, and its digests are compared. Needs Python 3.9 and the folder
openapi/schemas, which says what each optional field means when it is left out."""

import json
import pathlib
import sys
from hashlib import sha256

SCHEMAS = pathlib.Path(__file__).resolve().parent.parent / "schemas"
FORMAT, LARGEST, DEPTH, ENTRIES = "rules-judge/1", 2**53 - 1, 64, 20_000


class Wrong(Exception):
    """A log that breaks the format."""


def members(pairs):
    names = [name for name, _ in pairs]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise Wrong(f"an object has {', '.join(sorted(twice))} twice")
    return dict(pairs)


def fraction(text):
    raise Wrong(f"{text} is no integer")


def integer(text):
    if not -LARGEST <= int(text) <= LARGEST:
        raise Wrong(f"{text} is beyond 2^53 - 1")
    return int(text)


def parsed(data):
    """The value of some JSON text, by the rules of the format: integers only, no name twice, no deeper than 64."""
    try:
        text = data.decode("utf-8-sig")
        value = json.loads(
            text, object_pairs_hook=members, parse_float=fraction, parse_constant=fraction, parse_int=integer
        )
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise Wrong(f"no JSON: {error}") from error
    if depth(value) > DEPTH:
        raise Wrong(f"lists and objects lie more than {DEPTH} deep inside each other")
    return value


def depth(value):
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inner is None else 1 + max(map(depth, inner), default=0)


def canonical(value):
    """The bytes of RFC 8785 for values whose numbers are integers."""

    def in_order(item):
        if isinstance(item, dict):
            return {key: in_order(item[key]) for key in sorted(item, key=lambda key: key.encode("utf-16-be"))}
        return [in_order(each) for each in item] if isinstance(item, list) else item

    return json.dumps(in_order(value), ensure_ascii=False, separators=(",", ":")).encode()


def canonical_form(value, schema, root):
    """A value without the optional members that say what they say when they are left out."""
    while "$ref" in schema:
        schema = root["$defs"][schema["$ref"].rpartition("/")[2]]
    for one in schema.get("oneOf", []) + schema.get("anyOf", []):
        of = root["$defs"][one["$ref"].rpartition("/")[2]] if "$ref" in one else one
        if isinstance(value, dict) and "properties" in of:
            if of["properties"].get("type", {}).get("const") in (None, value.get("type")):
                return canonical_form(value, of, root)
    if isinstance(value, list) and isinstance(schema.get("items"), dict):
        return [canonical_form(item, schema["items"], root) for item in value]
    if not isinstance(value, dict) or "properties" not in schema:
        return value
    form = {}
    for name, inner in value.items():
        of = schema["properties"].get(name, {})
        inner = canonical_form(inner, of, root)
        if name in schema.get("required", []) or name == "seat" or inner not in (None, of.get("default")):
            form[name] = inner
    return form


def hexadecimal(text, least, most):
    return isinstance(text, str) and least <= len(text) <= most and set(text) <= set("0123456789abcdef")


def check(log):
    """The form of a log, as far as it is the same in every game."""
    if not isinstance(log, dict) or log.get("format") != FORMAT:
        raise Wrong(f"this is no log: `format` is not {FORMAT}")
    missing = [name for name in ("game", "players", "actions") if name not in log]
    if missing:
        raise Wrong(f"{', '.join(missing)} is missing")
    if not isinstance(log["players"], list) or len(log["players"]) != 2:
        raise Wrong("there are not two players")
    if not isinstance(log["actions"], list) or len(log["actions"]) > ENTRIES:
        raise Wrong(f"`actions` is no list of at most {ENTRIES} entries")
    sources = [name for name in ("seed", "seed_commit", "chance") if log.get(name) is not None]
    if len(sources) > 1:
        raise Wrong(f"{' and '.join(sources)} exclude each other")
    if log.get("seed") is not None and not hexadecimal(log["seed"], 64, 64):
        raise Wrong("`seed` is not 64 hexadecimal digits")
    if log.get("salt") is not None and not hexadecimal(log["salt"], 32, 64):
        raise Wrong("`salt` is not 32 to 64 hexadecimal digits")
    pair = log.get("seed_commit") or {"commits": [], "reveals": []}
    if [sha256(bytes.fromhex(reveal)).hexdigest() for reveal in pair["reveals"]] != pair["commits"]:
        raise Wrong("a reveal does not match its commit")
    for index, entry in enumerate(log["actions"]):
        if not isinstance(entry, dict) or not isinstance(entry.get("type"), str):
            raise Wrong(f"entry {index} has no `type`")
        if "seat" not in entry or entry["seat"] not in (0, 1, None):
            raise Wrong(f"entry {index} has no `seat` 0, 1 or null")


def digests(log, verdict):
    """The digests of the header and of each entry, and of the pool; none without edition and pool."""
    path = SCHEMAS / f"{log['game']}.replay.schema.json"
    if not path.is_file():
        raise Wrong(f"there is no game {log['game']} in {SCHEMAS}")
    schema = json.loads(path.read_text(encoding="utf-8"))
    form = canonical_form(log, schema, schema)
    pool = log.get("pool")
    if isinstance(pool, dict):
        pool = "sha256:" + sha256(canonical(pool)).hexdigest()
    elif not str(pool).startswith("sha256:"):
        pool = verdict.get("pool")
    edition = log.get("edition") or verdict.get("edition")
    if not pool or not edition:
        return None
    header = {name: form[name] for name in form if name not in ("actions", "claim")}
    latest = sha256(FORMAT.encode() + b"\n" + canonical({**header, "edition": edition, "pool": pool})).digest()
    chain = [latest]
    for entry in form["actions"]:
        latest = sha256(latest + canonical(entry)).digest()
        chain.append(latest)
    return ["sha256:" + each.hex() for each in chain], edition, pool


def compared(log, verdict):
    """Every digest that a verdict has and the log does not have."""
    if "accepted" not in verdict or "semantics" not in verdict or digests(log, verdict) is None:
        raise Wrong("the second file is no verdict")
    if verdict.get("log_digest") is None:
        raise Wrong("the verdict names no digest: only one of the full view does")
    chain, edition, pool = digests(log, verdict)
    names = {"log_digest": chain[-1], "accepted_digest": chain[min(verdict["accepted"], len(chain) - 1)], "pool": pool}
    name = {"edition": edition, "format": FORMAT, "game": log["game"], "log": chain[-1], "pool": pool}
    name["semantics"] = verdict["semantics"]
    names["replay_digest"] = "sha256:" + sha256(canonical(name)).hexdigest()
    return [each for each in names if verdict.get(each) not in (None, names[each])], chain[-1]


def main(log, verdict=None):
    log = parsed(pathlib.Path(log).read_bytes())
    check(log)
    for index, entry in enumerate(log["actions"]):
        who = "chance" if entry["seat"] is None else f"seat {entry['seat']}"
        rest = {name: value for name, value in entry.items() if name not in ("seat", "type")}
        print(f"{index:>5} {who:<7} {entry['type']}", canonical(rest).decode() if rest else "")
    if verdict is None:
        found = digests(log, {})
        without = "without a verdict nobody knows the edition or the pool, which the digests need"
        print("the form is right;", f"log_digest {found[0][-1]}" if found else without)
        return 0
    verdict = parsed(pathlib.Path(verdict).read_bytes())
    # `rules-judge verify --json` names the file beside its verdict.
    verdict = verdict["verdict"] if isinstance(verdict.get("verdict"), dict) else verdict
    differ, latest = compared(log, verdict)
    print("the form is right; log_digest", latest, "the verdict has another " + ", ".join(differ) if differ else "as judged")
    return 1 if differ else 0


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    try:
        sys.exit(main(*sys.argv[1:]))
    except Wrong as wrong:
        sys.exit(f"{sys.argv[1]}: {wrong}")
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        sys.exit(f"{sys.argv[1]}: a member is not of the shape that the schema gives it ({error})")
