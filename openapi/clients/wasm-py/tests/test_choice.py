"""Tests choices: every listed answer is reached field by field, and everything that is reached is legal."""

import importlib.util
import random
import unittest
from typing import Any

from rules_judge import Game, header
from rules_judge.choice import DeadEnd, Options, _shaped, answer, said
from rules_judge.types import Json, Question

from .common import GAMES, SAMPLES, judge


def canonical(value: Any) -> Any:
    """A value without what says nothing, in one order of its fields and of the cards of a list."""
    if isinstance(value, dict):
        inner = {name: canonical(one) for name, one in value.items()}
        return tuple(sorted((name, one) for name, one in inner.items() if one not in (None, 0, (), "")))
    if isinstance(value, list):
        return tuple(sorted((canonical(one) for one in value), key=repr))
    return said(value)


def ordered(domain: Json, value: Any) -> Any:
    """A value of a domain, in one order where the order means nothing."""
    sets = domain.keys() & {"subset", "sum", "matching"}
    return sorted(value) if sets else value


def reached(question: Question, most: int) -> list[Json] | None:
    """Every answer that choices lead to; `None`: more than `most` of them, or of ways to them."""
    found: list[Json] = []
    waiting: list[list[int]] = [[]]
    while waiting:
        path = waiting.pop()
        choosing = _shaped(question.get("shapes", []))
        try:
            offered: Options = next(choosing)
            for index in path:
                offered = choosing.send(index)
        except DeadEnd:
            continue
        except StopIteration as chosen:
            found.append(chosen.value)
        else:
            waiting += [[*path, index] for index in range(len(offered.values))]
        if len(found) + len(waiting) > most:
            return None
    return found


def reference(domain: Json, dice: random.Random) -> list[Any]:
    """Every value of a domain by the reference code of `openapi/shapes.md`."""
    path = SAMPLES.parents[1] / "openapi" / "examples" / "shapes.py"
    spec = importlib.util.spec_from_file_location("shapes", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return list(module.values(domain, {}, dice))


def some_domain(dice: random.Random) -> Json:
    """A small domain of any kind but `by` and `moves`, some without a value."""
    cards = dice.sample(range(9), dice.randrange(5))
    low = dice.randrange(3)
    high = low + dice.randrange(3)
    colors = ["red", "blue", "green"]

    def some_colors() -> list[str]:
        return dice.sample(colors, 1 + dice.randrange(2))

    def share(kind: str, **holder: int) -> Json:
        least = dice.randrange(2)
        return {"kind": kind, "most": least + dice.randrange(3), "least": least, **holder}

    def weight(card: int) -> Json:
        weight = 1 + dice.randrange(3)
        return {"card": card, "weight": weight, "least": 1 + dice.randrange(weight)}

    domains: list[Json] = [
        {"one_of": cards},
        {"number": {"min": low, "max": high}},
        {"subset": {"from": cards, "min": low, "max": high}},
        {"sequence": {"from": cards, "length": low}},
        {"order": cards},
        {"partition": {"of": cards, "groups": ["top", "bottom", "away"][: 1 + dice.randrange(3)]}},
        {"sum": {"from": [weight(card) for card in cards], "total": low + high}},
        {
            "matching": {
                "from": [{"card": card, "colors": some_colors()} for card in cards],
                "min": low,
                "max": high,
                "slots": [some_colors() for _ in range(dice.randrange(3))],
                "complete": dice.choice(["slots", "cards"]),
            }
        },
        {"split": {"min": low, "max": high, "over": [share("up"), share("down")]}},
        {"split": {"min": low, "max": high, "over": [share("a", **{"from": 1}), share("a", **{"from": 2})]}},
        {
            "path": {
                "from": [0, 0],
                "min": low,
                "max": min(high, 3),
                "diagonal": dice.random() < 0.3,
                "blocked": [[0, 1]],
                "passed": [[1, 0]],
                "within": [[-1, -1], [1, 1]],
            }
        },
    ]
    return dice.choice(domains)


class Choices(unittest.TestCase):
    def test_domains_have_the_values_of_the_reference_code(self) -> None:
        dice = random.Random(1)
        empty = 0
        for _ in range(600):
            domain = some_domain(dice)
            wanted = {repr(ordered(domain, value)) for value in reference(domain, dice)}
            question: Question = {
                "kind": "x",
                "seat": 0,
                "sealed": False,
                "text": "",
                "shapes": [{"type": "x", "slots": [{"name": "f", "domain": domain}]}],
            }
            with self.subTest(domain=domain):
                if not wanted:
                    empty += 1
                    with self.assertRaises(DeadEnd):
                        next(_shaped(question.get("shapes", [])))
                    continue
                found = reached(question, 100_000)
                assert found is not None
                got = [repr(ordered(domain, one["f"])) for one in found]
                self.assertEqual(set(got), wanted)
                self.assertEqual(len(got), len(wanted), "a value is reached in two ways")
        self.assertGreater(empty, 20)

    def test_fields_reach_every_listed_answer(self) -> None:
        for name in GAMES:
            with self.subTest(name):
                game = Game(header(name, seed=11), judge())
                dice = random.Random(5)
                compared = 0
                kinds_compared: set[str] = set()
                while (seat := game.to_act()) is not None and len(game) < 70:
                    question = game.question(seat, most=1000)
                    assert question is not None
                    listing = question.get("listing", [])
                    if question.get("complete") and compared < 60:
                        found = reached(question, 1500)
                        if found is not None:
                            compared += 1
                            kinds_compared |= {one["type"] for one in listing}
                            wanted = {repr(canonical(one)) for one in listing}
                            got = {repr(canonical(one)) for one in found}
                            self.assertLessEqual(wanted - got, set(), question["kind"])
                            for extra in found:
                                if repr(canonical(extra)) not in wanted:
                                    game.step(seat, extra)
                                    game.undo()
                    kinds = sorted({one["type"] for one in listing})
                    kind = dice.choice(kinds)
                    game.step(seat, dice.choice([one for one in listing if one["type"] == kind]))
                self.assertGreater(compared, 20)
                self.assertGreater(len(kinds_compared), 5)

    def test_answers_by_fields_are_taken(self) -> None:
        for name in GAMES:
            with self.subTest(name):
                game = Game(header(name, seed=12), judge())
                dice = random.Random(6)
                while (seat := game.to_act()) is not None and len(game) < 120:
                    question = game.question(seat, most=0)
                    assert question is not None
                    choosing = answer(question)
                    try:
                        offered = next(choosing)
                        while True:
                            self.assertLessEqual(len(offered.values), 64)
                            offered = choosing.send(dice.randrange(len(offered.values)))
                    except StopIteration as chosen:
                        game.step(seat, chosen.value)


if __name__ == "__main__":
    unittest.main()
