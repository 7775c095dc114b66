"""Tests games as handles: steps equal calls, a refused step changes nothing, undo takes back."""

import json
import random
import unittest

from rules_judge import Game, Judge, Problem, Refused, decks, header
from rules_judge._module import Op
from rules_judge.types import Json, View

from .common import GAMES, judge, sample


def played(game: Game, most: int, dice: random.Random) -> None:
    """Plays any legal answers."""
    for _ in range(most):
        seat = game.to_act()
        if seat is None:
            break
        game.step(seat, dice.choice(game.legal(seat, most=64)))


class Handles(unittest.TestCase):
    def test_a_game_equals_the_calls(self) -> None:
        """Steps, verdicts of every view, questions, refusals and the log are those of the calls."""
        for name in GAMES:
            for seed in range(3):
                with self.subTest(name, seed=seed):
                    game = Game(header(name, seed=seed), judge())
                    dice = random.Random(seed)
                    refused = 0
                    for _ in range(60):
                        seat = game.to_act()
                        if seat is None:
                            break
                        self._equals(game, seat, dice)
                        refused += self._refuses(game, seat, sample(name)["actions"], dice)
                        answers = game.legal(seat, most=64)
                        place = dice.randrange(len(answers))
                        if dice.randrange(2):
                            game.choose(place)
                        else:
                            game.step(seat, answers[place])
                        entry = game.log()["actions"][-1]
                        self.assertEqual(entry["seat"], seat)
                    self.assertGreater(len(game), 20)
                    self.assertGreater(refused, 0)

    def _equals(self, game: Game, seat: int, dice: random.Random) -> None:
        views: list[tuple[View, int | None]] = [("seat0", 0), ("seat1", 1), ("public", None)]
        view, seer = dice.choice(views)
        log = game.log()
        self.assertEqual(judge().verify(log, view=view, listing=3), game.view(seer, listing=3))
        if dice.randrange(8) == 0:
            self.assertEqual(judge().verify(log, listing=0), game.verdict)
        own: View = "seat0" if seat == 0 else "seat1"
        asked = judge().legal_actions(log, view=own, listing=20)["next"]
        said = next(one for one in asked if one["seat"] == seat)
        question = game.question(seat, most=20)
        assert question is not None
        self.assertEqual({key: said.get(key) for key in question}, question)

    def _refuses(self, game: Game, seat: int, entries: list[Json], dice: random.Random) -> int:
        """Tries an entry of another game; 1: it is against the rules."""
        entry = {**dice.choice(entries), "seat": dice.randrange(2)}
        log = game.log()
        wanted = judge().verify({**log, "actions": [*log["actions"], entry]}, listing=0)
        try:
            game.step(entry["seat"], {key: value for key, value in entry.items() if key != "seat"})
        except Refused as refused:
            self.assertEqual(refused.verdict, wanted)
            self.assertEqual(game.log(), log)
            return 1
        self.assertEqual(wanted["verdict"], "legal")
        self.assertEqual(
            {key: value for key, value in game.undo().items() if value},
            {key: value for key, value in entry.items() if value},
        )
        return 0

    def test_a_place_that_is_not_listed_is_a_problem(self) -> None:
        game = Game(header("tianhai", seed=1), judge())
        with self.assertRaises(Problem) as caught:
            game.choose(64)
        self.assertEqual(caught.exception.code, "wrong_shape")
        with self.assertRaises(Problem):
            game.question(2)
        self.assertEqual(len(game), 0)

    def test_bytes_that_are_no_request_are_a_problem(self) -> None:
        game = Game(header("tianhai", seed=1), judge())
        for op, body in ((Op.OBSERVE_OPTIONS, b"[]"), (Op.STEP, b"{"), (Op.MANY, b"1"), (Op.LAYOUT, b"")):
            with self.subTest(op), self.assertRaises(Problem):
                game._play(op, body, view=0)
        with self.assertRaises(Problem):
            judge().play(Op.LOG, None, 100_000)
        self.assertEqual(
            game.question(0 if game.to_act() == 0 else 1, most=2), game.question(game.to_act(), most=2)
        )

    def test_so_many_games_are_held(self) -> None:
        held = Judge()
        body = json.dumps(header("tianhai", seed=1)).encode()
        for _ in range(1024):
            held.play(Op.BEGIN, None, body=body)
        with self.assertRaises(Problem) as caught:
            held.play(Op.BEGIN, None, body=body)
        self.assertEqual(caught.exception.code, "too_many")
        held.play(Op.END, None, 7)
        self.assertEqual(held.play(Op.BEGIN, None, body=body)[1].report.handle, 7)

    def test_a_game_that_nobody_has_is_given_up(self) -> None:
        held = Judge()
        for _ in range(3):
            game = Game(header("tianhai", seed=1), held)
            self.assertEqual(game.report.handle, 0)
            del game

    def test_undo_takes_back(self) -> None:
        for name in GAMES:
            with self.subTest(name):
                game = Game(header(name, seed=3), judge())
                seen = [game.verdict]
                dice = random.Random(3)
                for _ in range(40):
                    played(game, 1, dice)
                    seen.append(game.verdict)
                while len(game):
                    self.assertEqual(game.verdict, seen.pop())
                    game.undo()
                self.assertEqual([game.verdict], seen)
                with self.assertRaises(IndexError):
                    game.undo()

    def test_a_game_goes_on_from_a_log(self) -> None:
        log = sample("build-divide")
        last = log["actions"][-1]
        game = Game({**log, "actions": log["actions"][:-1]}, judge())
        game.step(last["seat"], last)
        self.assertEqual(game.log(), log)
        self.assertEqual(game.undo(), last)
        self.assertEqual(game.undo(), log["actions"][-2])
        self.assertEqual(len(game), len(log["actions"]) - 2)
        with self.assertRaises(Refused):
            Game(sample("build-divide", "illegal"), judge())

    def test_a_game_begins_with_a_position(self) -> None:
        answer = judge().positions(sample("battle-spirits"), at=12)
        assert answer["position"] is not None
        game = Game.at("battle-spirits", answer["position"], judge())
        seat = game.to_act()
        assert seat is not None
        game.step(seat, game.legal(seat)[0])
        self.assertIsNotNone(game.verdict["replay_digest"])
        self.assertEqual(judge().verify(game.log(), listing=0), game.verdict)

    def test_a_judge_that_forgot_gets_the_log(self) -> None:
        game = Game(header("tianhai", seed=1), Judge())
        played(game, 5, random.Random(1))
        game.judge = Judge()
        played(game, 5, random.Random(1))
        self.assertEqual(len(game), 10)

    def test_declared_chance(self) -> None:
        paper: Json = dict(header("xinglingwang"))
        paper.pop("seed")
        game = Game({**paper, "chance": "declared"}, judge())
        for _ in range(4):
            question = game.next[0]
            game.step(question["seat"], game.legal()[0])
        self.assertGreater(len(game.next), 0)
        self.assertEqual(judge().verify(game.log(), listing=0), game.verdict)

    def test_the_decks_of_the_package_are_legal(self) -> None:
        for name in GAMES:
            players = sample(name)["players"]
            self.assertEqual([player["deck"] for player in players], decks(name))


if __name__ == "__main__":
    unittest.main()
