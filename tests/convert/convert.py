#!/usr/bin/env python3
"""Converts the scenarios of Azur Lane into case files.

    python3 tests/convert/convert.py [scenarios.yaml]

Writes `tests/cases/azur-lane/`: the pool, one file per chapter, `manifest.tsv` and `unmapped.tsv`.
Needs PyYAML for reading; what it writes is committed and the tests do not run it.
"""

import json
import pathlib
import sys

import yaml

from cards import pool
from chance import below, search, stream
from facts import ON_THE_WAY, facts
from notation import Actions, header, position, spread

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parents[1].parent / "shared/games/azur-lane/scenarios.yaml"
TARGET = HERE.parent / "cases/azur-lane"

# Chapter file, and the numbers of its cases.
CHAPTERS = {
    "setup": [range(1, 20)],
    "turn": [range(20, 30), range(154, 158)],
    "play": [range(30, 46), range(55, 59), range(60, 65)],
    "skills": [range(46, 55), [59], range(65, 69), range(77, 87), [195]],
    "ending": [range(69, 77)],
    "attack": [range(87, 111), [150, 207]],
    "support": [range(111, 127), range(158, 160), [203, 205, 211]],
    "counter": [range(127, 137), [208, 209, 210]],
    "settlement": [range(137, 143), range(149, 150), range(152, 154), [202]],
    "keywords": [range(143, 149), [151], range(160, 166), range(167, 175)],
    "stacks": [range(175, 182)],
    "zones": [[166], range(182, 195), range(200, 202), [204, 206]],
    "names": [range(196, 200)],
}
WIDTH = 110


def scalar(value):
    """A plain value in flow notation."""
    if value is None or isinstance(value, (bool, int)):
        return json.dumps(value)
    if value and all(letter.isalnum() or letter in "._-" for letter in value):
        plain = yaml.safe_load(value)
        if plain == value and value not in ("y", "n"):
            return value
    return json.dumps(value, ensure_ascii=False)


def flow(value):
    """A value in flow notation on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{scalar(key)}: {flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(flow(inner) for inner in value) + "]"
    return scalar(value)


# Lists of cards that stand once in a file, under a name.
SHARED = {", ".join(["blank"] * count): f"blank{count}" for count in (5, 30, 45)}
for color in ("blue", "plain"):
    SHARED[", ".join(flow(entry) for entry in spread(f"filler_{color}", 50))] = f"{color}50"


class Writer:
    """One case file."""

    def __init__(self):
        self.lines, self.named = [], set()

    def cards(self, indent, key, cards):
        """A list of cards; lists that come up again and again are named and used again."""
        written = [flow(card) for card in cards]
        name = SHARED.get(", ".join(written))
        if name in self.named:
            return self.lines.append(f"{indent}{key}: *{name}")
        if name:
            self.named.add(name)
        key = f"{key}: &{name}" if name else f"{key}:"
        line = f"{indent}{key} [{', '.join(written)}]"
        if len(line) <= WIDTH:
            return self.lines.append(line)
        self.lines.append(f"{indent}{key} [")
        row = ""
        for card in written:
            if len(indent) + len(row) + len(card) + 4 > WIDTH:
                self.lines.append(f"{indent}  {row.rstrip()}")
                row = ""
            row += f"{card}, "
        self.lines += [f"{indent}  {row[:-2]}", f"{indent}]"]

    def field(self, indent, key, value):
        line = f"{indent}{key}: {flow(value)}"
        if len(line) > WIDTH and isinstance(value, list):
            self.lines.append(f"{indent}{key}:")
            self.lines += [f"{indent}  - {flow(part)}" for part in value]
            return
        if len(line) <= WIDTH or not isinstance(value, dict) or not value:
            return self.lines.append(line)
        self.lines.append(f"{indent}{key}:")
        for inner, part in value.items():
            self.field(indent + "  ", inner, part)

    def given(self, given):
        self.lines.append("  given:")
        if "seed" in given:
            self.field("    ", "seed", given["seed"])
        if "header" in given:
            self.lines += ["    header:", "      players:"]
            for player in given["header"]["players"]:
                self.lines += [f"        - name: {player['name']}", "          deck:"]
                for key, value in player["deck"].items():
                    write = self.cards if key == "cards" else self.field
                    write("            ", key, value)
            return
        self.lines.append("    position:")
        for key, value in given["position"].items():
            if key != "players":
                self.field("      ", key, value)
        self.lines.append("      players:")
        for half in given["position"]["players"]:
            first = len(self.lines)
            for key, value in half.items():
                if isinstance(value, list):
                    self.cards("          ", key, value)
                else:
                    self.field("          ", key, value)
            self.lines[first] = "        - " + self.lines[first].strip()

    def listed(self, indent, key, items):
        if not items:
            return self.lines.append(f"{indent}{key}: []")
        self.lines.append(f"{indent}{key}:")
        for item in items:
            line = f"{indent}  - {flow(item)}"
            if len(line) <= WIDTH:
                self.lines.append(line)
                continue
            first = len(self.lines)
            for inner, value in item.items():
                if isinstance(value, list) and len(flow(value)) > 80:
                    self.cards(indent + "    ", inner, value)
                else:
                    self.field(indent + "    ", inner, value)
            self.lines[first] = f"{indent}  - " + self.lines[first].strip()

    def case(self, case):
        self.lines += ["", f"- id: {case['id']}"]
        for key in ("title", "why"):
            self.field("  ", key, case[key])
        self.given(case["given"])
        self.listed("  ", "when", case["when"])
        self.lines += ["  then:", f"    verdict: {case['then']['verdict']}"]
        if "at" in case["then"]:
            self.lines.append(f"    at: {case['then']['at']}")
        self.listed("    ", "facts", case["then"]["facts"])
        cites = ", ".join(json.dumps(cite, ensure_ascii=False) for cite in case["cites"])
        self.lines.append(f"  cites: [{cites}]")


def seat_zero_decides(seed):
    return below(stream(seed, "first"), 2) == 0


def convert(scenarios, scenario, unmapped):
    """One case."""
    case, then, written = scenario["id"], scenario["then"], scenario["given"]
    decks = written["window"] in ("SUBMIT", "CHOOSE_FIRST")
    if decks:
        given = {"seed": search(seat_zero_decides).hex(), "header": header(written)}
    else:
        given = {"position": position(case, written)}
        if case in ("al-017", "al-018", "al-201"):
            given = {"seed": bytes(32).hex(), **given}
    actions = Actions(scenarios, scenario)
    submits = written["window"] == "SUBMIT"
    when = [] if submits else [actions.action(entry) for entry in scenario["when"]]
    out = {"verdict": then["verdict"]}
    if then["verdict"] == "illegal":
        out["at"] = "header" if submits else then["index"]
    out["facts"] = []
    for fact in then["facts"]:
        found = facts(case, fact, given)
        if not found:
            unmapped.append((case, fact))
        out["facts"] += found
    out["facts"] += ON_THE_WAY.get(case, [])
    case = {"id": case, "title": scenario["title"], "why": scenario["why"], "given": given, "when": when}
    return case | {"then": out, "cites": scenario["cites"]}


# Why a fact has no counterpart here.
REASONS = {}


def main():
    source = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else SOURCE
    scenarios = yaml.safe_load(source.read_text(encoding="utf-8"))
    TARGET.mkdir(parents=True, exist_ok=True)
    cards = pool(scenarios)
    lines = ",\n".join(json.dumps(card, ensure_ascii=False) for card in cards.pop("cards"))
    head = json.dumps(cards, ensure_ascii=False)[:-1]
    (TARGET / "pool.json").write_text(f'{head}, "cards": [\n{lines}\n]}}\n', encoding="utf-8")

    unmapped, manifest, chapter_of = [], [], {}
    for chapter, ranges in CHAPTERS.items():
        for number in (number for numbers in ranges for number in numbers):
            assert chapter_of.setdefault(f"al-{number:03}", chapter) == chapter, number
    writers = {chapter: Writer() for chapter in CHAPTERS}
    for scenario in scenarios:
        case = convert(scenarios, scenario, unmapped)
        writers[chapter_of.pop(case["id"])].case(case)
        then = case["then"]
        row = (case["id"], then["verdict"], then.get("at", "-"), case["cites"][0])
        manifest.append((*row, len(scenario["then"]["facts"]), len(then["facts"])))
    assert not chapter_of, chapter_of
    for chapter, writer in writers.items():
        text = "\n".join(writer.lines[1:]) + "\n"
        (TARGET / f"{chapter}.yaml").write_text(text, encoding="utf-8")

    def table(name, head, rows):
        rows = ["\t".join(map(str, row)) for row in (head, *rows)]
        (TARGET / name).write_text("\n".join(rows) + "\n", encoding="utf-8")

    table("manifest.tsv", ("id", "verdict", "at", "first_cite", "facts_there", "facts_here"), manifest)
    reasons = [(case, fact, REASONS[case, fact]) for case, fact in unmapped]
    table("unmapped.tsv", ("id", "fact", "reason"), reasons)
    print(len(manifest), "cases,", sum(row[4] for row in manifest), "facts there,", end=" ")
    print(sum(row[5] for row in manifest), "facts here,", len(unmapped), "unmapped")


if __name__ == "__main__":
    main()
