#!/usr/bin/env python3
"""Writes the case files of Xinglingwang, their pool, `manifest.tsv` and `unmapped.tsv`.

    python3 tests/convert/xinglingwang/write.py [scenarios.yaml]

From the scenarios come the rules that are cited, the verdicts (compared) and the number of facts.
Needs PyYAML; what it writes is committed and the tests do not run it.
"""

import json
import pathlib
import re
import sys

import yaml

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))

import battles, effects, phases  # noqa: E401, F401  (they fill CASES)
from chance import search, shuffled
from notation import CASES
from pool import pool

SOURCE = HERE.parents[2].parent / "shared/games/xinglingwang/scenarios.yaml"
TARGET = HERE.parents[1] / "cases/xinglingwang"
CHAPTERS = ["setup", "turn", "play", "formation", "attack", "battle", "keywords", "combination", "counters", "abilities", "magic", "zones", "ending"]
WIDTH = 110
# Facts of scenarios that cannot be said, with the reason.
UNMAPPED = []


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


class Writer:
    """One case file."""

    def __init__(self):
        self.lines = []

    def rows(self, indent, head, parts):
        """A list over several lines, as many items on each as fit."""
        self.lines.append(f"{indent}{head} [")
        row = ""
        for part in parts:
            if row and len(indent) + len(row) + len(part) + 3 > WIDTH:
                self.lines.append(f"{indent}  {row.rstrip()}")
                row = ""
            row += f"{part}, "
        self.lines += [f"{indent}  {row[:-2]}", f"{indent}]"]

    def field(self, indent, key, value):
        line = f"{indent}{key}: {flow(value)}"
        if len(line) <= WIDTH or not value or not isinstance(value, (dict, list)):
            return self.lines.append(line)
        if isinstance(value, list):
            return self.rows(indent, f"{key}:", [flow(part) for part in value])
        self.lines.append(f"{indent}{key}:")
        for inner, part in value.items():
            self.field(indent + "  ", inner, part)

    def block(self, indent, values):
        """A list of objects, each over several lines."""
        for value in values:
            first = len(self.lines)
            for key, part in value.items():
                self.field(indent + "  ", key, part)
            self.lines[first] = f"{indent}- " + self.lines[first].strip()

    def given(self, given):
        self.lines.append("  given:")
        if "seed" in given:
            self.field("    ", "seed", given["seed"])
        if "header" in given:
            self.lines += ["    header:", f"      options: {flow(given['header']['options'])}", "      players:"]
            for player in given["header"]["players"]:
                self.lines += [f"        - name: {player['name']}", "          deck:"]
                for key, value in player["deck"].items():
                    self.field("            ", key, value)
            return
        self.lines.append("    position:")
        for key, value in given["position"].items():
            if key != "players":
                self.field("      ", key, value)
        self.lines.append("      players:")
        self.block("        ", given["position"]["players"])

    def listed(self, indent, key, items):
        if not items:
            return self.lines.append(f"{indent}{key}: []")
        self.lines.append(f"{indent}{key}:")
        for item in items:
            line = f"{indent}  - {flow(item)}"
            if len(line) <= WIDTH:
                self.lines.append(line)
            else:
                self.block(f"{indent}  ", [item])

    def case(self, case, cites):
        self.lines += [f"- id: xlw-{case['number']:03}", f"  title: {json.dumps(case['title'], ensure_ascii=False)}"]
        self.lines.append(f"  why: {json.dumps(case['why'], ensure_ascii=False)}")
        self.given(case["given"])
        self.listed("  ", "when", case["when"])
        self.lines += ["  then:", f"    verdict: {'legal' if case['at'] is None else 'illegal'}"]
        if case["at"] is not None:
            self.lines.append(f"    at: {case['at']}")
        self.listed("    ", "facts", case["facts"])
        self.lines += ["  cites: [" + ", ".join(json.dumps(cite, ensure_ascii=False) for cite in cites) + "]", ""]


def both_have(decks, card, among):
    """The first seed that brings a card to the top of both decks."""

    def fits(seed):
        start = 0
        for number, deck in enumerate(decks):
            names = [entry["card"] for entry in deck["cards"] for _ in range(entry["n"])]
            order = shuffled(seed, f"shuffle/seat{number}/1", range(len(names)))
            if card not in [names[index] for index in order[:among]]:
                return False
        return True

    return search(fits).hex()


def main():
    source = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else SOURCE
    scenarios = {int(scenario["id"][1:]): scenario for scenario in yaml.safe_load(source.read_text())}
    numbers = [case["number"] for case in CASES]
    assert sorted(numbers) == sorted(scenarios), set(scenarios) ^ set(numbers)
    manifest = ["id\tverdict\tat\tfirst_cite\tfacts_there\tfacts_here"]
    files = {chapter: Writer() for chapter in CHAPTERS}
    TARGET.mkdir(parents=True, exist_ok=True)
    for case in sorted(CASES, key=lambda case: case["number"]):
        scenario = scenarios[case["number"]]
        verdict = "legal" if case["at"] is None else "illegal"
        assert verdict == scenario["then"]["verdict"], scenario["id"]
        given = case["given"]
        if "header" in given and not re.fullmatch("[0-9a-f]{64}", given["seed"]):
            decks = [player["deck"] for player in given["header"]["players"]]
            given["seed"] = both_have(decks, given["seed"], 6)
        there, here = len(scenario["then"]["facts"]), len(case["facts"])
        left_out = sum(row[0] == f"xlw-{case['number']:03}" for row in UNMAPPED)
        if here < there - left_out:
            print(f"{scenario['id']}: {here} facts for {there}")
        cites = scenario["cites"]
        files[case["chapter"]].case(case, cites)
        at = "-" if case["at"] is None else case["at"]
        manifest.append(f"xlw-{case['number']:03}\t{verdict}\t{at}\t{cites[0]}\t{there}\t{here}")
    for chapter, writer in files.items():
        (TARGET / f"{chapter}.yaml").write_text("\n".join(writer.lines))
    (TARGET / "manifest.tsv").write_text("\n".join(manifest) + "\n")
    (TARGET / "unmapped.tsv").write_text("".join("\t".join(row) + "\n" for row in [("id", "fact", "reason"), *UNMAPPED]))
    words = set(re.findall(r"[a-z][a-z0-9_]*", json.dumps([[case["given"], case["when"], case["facts"]] for case in CASES])))
    cards = pool(words)
    head = {key: value for key, value in cards.items() if key != "cards"}
    lines = [json.dumps(card, ensure_ascii=False) for card in cards["cards"]]
    text = json.dumps(head, ensure_ascii=False)[:-1] + ', "cards": [\n' + ",\n".join(lines) + "\n]}\n"
    json.loads(text)
    (TARGET / "pool.json").write_text(text)
    print(len(CASES), "cases,", sum(len(case["facts"]) for case in CASES), "facts,", len(cards["cards"]), "cards")


if __name__ == "__main__":
    main()
