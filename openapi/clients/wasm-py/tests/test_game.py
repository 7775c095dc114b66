"""Tests games as handles: steps equal calls, a refused step changes nothing, undo takes back."""

import random
import unittest

from rules_judge import Game, Refused, decks, header
from rules_judge.types import Json

from .common import GAMES, judge, sample


def played(game: Game, most: int, dice: random.Random) -> None:
    """Plays any legal answers."""
    for _ in range(most):
        seat = game.to_act()
        if seat is None:
            break
        game.step(seat, dice.choice(game.legal(seat, most=64)))


class Handles(unittest.TestCase):
    def test_a_game_equals_its_log(self) -> None:
        for name in GAMES:
            with self.subTest(name):
                game = Game(header(name, seed=7), judge())
                played(game, 60, random.Random(1))
                self.assertGreater(len(game), 20)
                log = game.log()
                self.assertEqual(judge().verify(log, listing=0), game.verdict)
                for view, seat in (("seat0", 0), ("seat1", 1)):
                    seen = judge().verify(log, view="seat0" if seat == 0 else "seat1", listing=0)
                    self.assertEqual(seen, game.view(seat), view)

    def test_a_refused_step_changes_nothing(self) -> None:
        for name in GAMES:
            with self.subTest(name):
                game = Game(header(name, seed=7), judge())
                played(game, 9, random.Random(2))
                before, log = game.verdict, game.log()
                seat = game.to_act()
                assert seat is not None
                wrong = sample(name)["actions"][-2]
                with self.assertRaises(Refused) as caught:
                    game.step(1 - seat, {key: value for key, value in wrong.items() if key != "seat"})
                self.assertTrue(caught.exception.refusals[0]["message"])
                self.assertEqual((game.verdict, game.log()), (before, log))

    def test_undo_takes_back(self) -> None:
        for name in GAMES:
            with self.subTest(name):
                game = Game(header(name, seed=3), judge())
                seen = [game.verdict]
                dice = random.Random(3)
                for _ in range(12):
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
        from rules_judge import Judge

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
        self.assertEqual(judge().verify(game.log(), listing=0), game.verdict)

    def test_the_decks_of_the_package_are_legal(self) -> None:
        for name in GAMES:
            players = sample(name)["players"]
            self.assertEqual([player["deck"] for player in players], decks(name))


if __name__ == "__main__":
    unittest.main()
