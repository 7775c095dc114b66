"""Tests the calls: verdicts, views, problems, languages, threads, and a module that breaks."""

import pathlib
import tempfile
import threading
import unittest

import wasmtime
from rules_judge import Game, Judge, Problem, Refused, header
from rules_judge.types import View

from .common import GAMES, judge, sample

# A module with the exports of the judge whose every call traps.
BROKEN = """(module (memory (export "memory") 16)
  (func (export "alloc") (param i32) (result i32) i32.const 1024)
  (func (export "call") (param i32) (result i32) unreachable)
  (func (export "play") (param i32) (result i32) unreachable)
  (func (export "free") (param i32)))"""


class Calls(unittest.TestCase):
    def test_samples_are_legal(self) -> None:
        for game in GAMES:
            with self.subTest(game):
                log = sample(game)
                verdict = judge().verify(log, listing=0)
                self.assertEqual((verdict["verdict"], verdict["accepted"]), ("legal", len(log["actions"])))

    def test_illegal_logs_are_verdicts(self) -> None:
        for game in GAMES:
            with self.subTest(game):
                verdict = judge().verify(sample(game, "illegal"))
                self.assertEqual(verdict["verdict"], "illegal")
                assert verdict["illegal"] is not None
                self.assertTrue(verdict["illegal"]["refusals"][0]["cites"])

    def test_a_move_is_the_log_with_an_entry_more(self) -> None:
        for game in GAMES:
            with self.subTest(game):
                log = sample(game)
                before = judge().verify(log, at=12)
                self.assertEqual(judge().verify({**log, "actions": log["actions"][:12]}), before)
                by_base = judge().moves(log["actions"][12], base=before["replay_digest"])
                replay = {**log, "actions": log["actions"][:12]}
                self.assertEqual(judge().moves(log["actions"][12], replay=replay), by_base)
                self.assertEqual(by_base, judge().verify(log, at=13))

    def test_legal_actions_positions_and_decks(self) -> None:
        for game in GAMES:
            with self.subTest(game):
                log = sample(game)
                legal = judge().legal_actions(log, at=5)
                self.assertEqual(legal["next"], judge().verify(log, at=5)["next"])
                self.assertEqual(judge().positions(log, at=5)["game"], game)
                deck = log["players"][0]["deck"]
                self.assertIs(judge().decks_check(game, deck)["legal"], True)
                with self.assertRaises(Refused) as caught:
                    judge().positions(sample(game, "illegal"))
                self.assertTrue(caught.exception.refusals)

    def test_a_view_has_no_digest_and_no_hand_of_the_other(self) -> None:
        views: list[View] = ["seat0", "seat1", "public"]
        for view in views:
            seen = judge().verify(sample("azur-lane"), at=30, view=view)
            self.assertIsNone(seen["replay_digest"])
            assert seen["state"] is not None
            hands = [set(player["hand"]) for player in seen["state"]["players"]]
            for seat, hand in enumerate(hands):
                self.assertEqual("cards" in hand, view == f"seat{seat}")

    def test_a_fault_is_a_problem(self) -> None:
        log = sample("xinglingwang")
        log["players"][0]["deck"]["cards"][0]["card"] = "xl-9999"
        with self.assertRaises(Problem) as caught:
            judge().verify(log)
        problem = caught.exception
        self.assertEqual((problem.status, problem.code), (422, "unknown_card"))
        self.assertEqual(problem.pointer, "/players/0/deck/cards/0/card")
        self.assertEqual(problem.nearest, ["xl-009"])
        with self.assertRaises(Problem) as caught:
            judge().verify("{")
        self.assertEqual(caught.exception.code, "unreadable_json")
        with self.assertRaises(Problem) as caught:
            judge().verify(b"0" * (9 * 1024 * 1024))
        self.assertEqual(caught.exception.code, "too_large")

    def test_words_come_in_the_asked_language(self) -> None:
        log = sample("tianhai", "illegal")
        english = judge().verify(log)["illegal"]
        chinese = judge().verify(log, language="zh-Hant")["illegal"]
        assert english is not None and chinese is not None
        self.assertNotEqual(english["refusals"][0]["message"], chinese["refusals"][0]["message"])
        with self.assertRaises(Problem) as caught:
            Judge(language="zh-Hans").verify({})
        self.assertRegex(caught.exception.detail, "[一-鿿]")

    def test_any_call_is_a_request(self) -> None:
        answer = judge().request("GET", "/v1/games")
        self.assertEqual((answer.status, answer.headers["content-type"]), (200, "application/json"))
        self.assertEqual(judge().request("GET", "/v1/nothing").status, 404)
        self.assertIn("text", judge().ask("GET", "/v1/games/build-divide/rules/攻击阶段.2"))

    def test_threads_share_a_judge(self) -> None:
        wanted = {game: judge().verify(sample(game), listing=0) for game in GAMES}
        got: dict[str, object] = {}

        def ask(game: str) -> None:
            for _ in range(5):
                got[game] = judge().verify(sample(game), listing=0)

        threads = [threading.Thread(target=ask, args=(game,)) for game in GAMES]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(got, wanted)

    def test_a_trap_is_an_internal_problem_and_a_fresh_instance(self) -> None:
        with tempfile.TemporaryDirectory() as place:
            path = pathlib.Path(place) / "broken.wasm"
            path.write_bytes(bytes(wasmtime.wat2wasm(BROKEN)))
            broken = Judge(path)
            for _ in range(2):
                with self.assertRaises(Problem) as caught:
                    broken.verify({})
                self.assertEqual((caught.exception.code, caught.exception.status), ("internal", 500))
                self.assertEqual(broken.memory_bytes(), 0)
            with self.assertRaises(Problem) as caught:
                Game(header("tianhai", seed=1), broken)
            self.assertEqual((caught.exception.code, broken.memory_bytes()), ("internal", 0))

    def test_a_game_outlives_its_instance(self) -> None:
        breaks = Judge()
        game = Game(header("tianhai", seed=1), breaks)
        for _ in range(6):
            game.choose(0)
        log = game.log()
        breaks._instance = None
        self.assertEqual(game.view(0), judge().verify(log, view="seat0", listing=0))
        game.undo()
        self.assertEqual(game.log()["actions"], log["actions"][:-1])

    def test_a_missing_module_says_how_to_build_it(self) -> None:
        with self.assertRaisesRegex(FileNotFoundError, "api/wasm/build.sh"):
            Judge("/nowhere/rules_judge.wasm")


if __name__ == "__main__":
    unittest.main()
