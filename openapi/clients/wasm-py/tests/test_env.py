"""Tests the environments: PettingZoo's own tests, the mask, what is hidden, rewards, and the baselines."""

import json
import pathlib
import unittest
import warnings
from typing import Any

import numpy
import rules_judge
from numpy.typing import NDArray
from pettingzoo.test import api_test, seed_test
from rules_judge import Problem
from rules_judge.bots import Bot, KeenBot, RandomBot
from rules_judge.environment import JudgeEnv

from .common import GAMES, judge


def played(env: JudgeEnv, bots: list[Bot], seed: int) -> list[int]:
    """The rewards of the seats of a game that bots play."""
    env.reset(seed=seed)
    totals = {agent: 0 for agent in env.possible_agents}
    for agent in env.agent_iter():
        observation, reward, ended, cut, info = env.last()
        totals[agent] += int(reward)
        if ended or cut:
            env.step(None)
            continue
        assert int(observation["action_mask"].sum()) == len(info["options"])
        env.step(bots[env.possible_agents.index(agent)].choose(info["options"]))
    return [totals[agent] for agent in env.possible_agents]


class Environments(unittest.TestCase):
    def test_api(self) -> None:
        for name in GAMES:
            with self.subTest(name), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                api_test(rules_judge.env(name, judge=judge(), most_entries=400), num_cycles=300)

    def test_seed(self) -> None:
        for name in GAMES:
            with self.subTest(name):
                seed_test(lambda name=name: rules_judge.env(name, judge=judge()), num_cycles=40)

    def test_games_end_with_rewards_and_a_log_that_is_legal(self) -> None:
        for name in GAMES:
            with self.subTest(name):
                env = rules_judge.env(name, judge=judge(), render_mode="ansi")
                rewards = played(env, [RandomBot(1), KeenBot(2)], seed=1)
                verdict = judge().verify(env.game.log(), listing=0)
                self.assertEqual(verdict["verdict"], "legal")
                outcome = verdict["outcome"]
                self.assertEqual(sum(rewards), 0)
                self.assertEqual(outcome is not None and outcome["winner"] is not None, rewards != [0, 0])
                self.assertIn(name, env.render() or "")

    def test_an_agent_gets_the_view_of_its_seat_alone(self) -> None:
        for name in GAMES:
            with self.subTest(name):
                env = rules_judge.env(name, judge=judge())
                env.reset(seed=4)
                dice = RandomBot(4)
                for _ in range(30):
                    observation, _, ended, cut, info = env.last()
                    if ended or cut:
                        break
                    self.assertNotIn(env.game.log()["seed"], json.dumps(info))
                    self.assertIsNone(info["view"]["replay_digest"])
                    agent = env.agent_selection
                    self._shows(env, observation["observation"], info)
                    other = env.possible_agents[1 - env.possible_agents.index(agent)]
                    hand = env.observer.slices["other.hand.cards"]
                    self.assertTrue((observation["observation"][hand] == -1).all())
                    self.assertEqual(int(env.observe(other)["action_mask"].sum()), 0)
                    env.step(dice.choose(info["options"]))

    def _shows(self, env: JudgeEnv, numbers: NDArray[numpy.int32], info: dict[str, Any]) -> None:
        """The numbers of the table, of both halves and of the first cards in hand are those of the view."""
        state, seat = info["view"]["state"], env.possible_agents.index(env.agent_selection)
        words, cards, slices = env.observer.words, env.observer.cards, env.layout

        def number(field: str, value: Any) -> int:
            if isinstance(value, str):
                return cards.index(value) + 1 if value in cards else words.index(value) + 1
            if field.endswith("@") and value is not None:
                return int(value != seat)
            return -1 if value is None else int(value)

        halves = {"own": state["players"][seat], "other": state["players"][1 - seat], "table": state}
        seen = 0
        for part, values in halves.items():
            for field, got in zip(env.observer.fields(part), numbers[slices[part]].tolist(), strict=True):
                value = values
                for name in field.removesuffix("@").split("."):
                    value = value.get(name) if isinstance(value, dict) else value
                if isinstance(value, list):
                    self.assertEqual(got, len(value), field)
                elif not isinstance(value, dict):
                    self.assertEqual(got, number(field, value), field)
                    seen += 1
        self.assertGreater(seen, 12)
        width = len(env.observer.fields("own.hand.cards"))
        rows = numbers[slices["own.hand.cards"]].reshape(-1, width).tolist()
        hand = halves["own"]["hand"]["cards"]
        self.assertEqual(
            [row[:2] for row in rows[: len(hand)]], [[number("", one["card"]), one["id"]] for one in hand]
        )
        self.assertEqual(rows[len(hand) :], [[-1] * width] * (len(rows) - len(hand)))
        options = numbers[slices["options"]].reshape(64, -1).tolist()
        named = {one["id"]: one["card"] for one in info["question"].get("named_cards", hand)}
        for option, row in zip(info["options"], options, strict=False):
            if isinstance(option, dict) and "type" in option:
                self.assertEqual(row[0], words.index(option["type"]) + 1)
            if info["field"] == "answer" and option.get("card") in named:
                self.assertEqual(row[1], number("", named[option["card"]]))
        self.assertEqual(numbers[slices["question"]].tolist()[2:], [len(info["options"]), 1])

    def test_the_readme_describes_the_observations(self) -> None:
        readme = (pathlib.Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
        for name in GAMES:
            self.assertIn(rules_judge.env(name, judge=judge()).observer.described(), readme)

    def test_what_is_hidden_changes_nothing(self) -> None:
        """The other seat's deck in another order gives it other cards; what this seat gets is the same."""
        for name in GAMES:
            with self.subTest(name):
                first, second = rules_judge.decks(name)
                turned = {
                    key: cards[::-1] if isinstance(cards, list) else cards for key, cards in second.items()
                }
                got = []
                hidden = []
                for deck in (second, turned):
                    env = rules_judge.env(name, judge=judge(), decks=(first, deck))
                    env.reset(seed=5)
                    while env.agent_selection != "seat0":
                        env.step(0)
                    observation, _, _, _, info = env.last()
                    got.append(({key: part.tolist() for key, part in observation.items()}, info))
                    hidden.append(env.game.verdict["state"])
                self.assertNotEqual(*hidden)
                self.assertEqual(*got)

    def test_views_may_be_left_out(self) -> None:
        env, bare = (rules_judge.env("azur-lane", judge=judge(), views=views) for views in (True, False))
        for one in (env, bare):
            one.reset(seed=3)
        dice = RandomBot(3)
        for _ in range(20):
            (seen, *_, info), (same, *_, less) = env.last(), bare.last()
            self.assertTrue(numpy.array_equal(seen["observation"], same["observation"]))
            view = info.pop("view")
            self.assertEqual(info, less)
            self.assertEqual(view["verdict"], "legal")
            place = dice.choose(info["options"])
            env.step(place)
            bare.step(place)

    def test_an_action_outside_the_mask_raises(self) -> None:
        env = rules_judge.env("tianhai", judge=judge())
        env.reset(seed=1)
        with self.assertRaises(ValueError):
            env.step(63)
        with self.assertRaises(Problem) as caught:
            rules_judge.env("chess", judge=judge())
        self.assertEqual(caught.exception.code, "unknown_game")

    def test_a_long_game_is_truncated(self) -> None:
        env = rules_judge.env("tianhai", judge=judge(), most_entries=5)
        self.assertEqual(played(env, [RandomBot(1), RandomBot(2)], seed=1), [0, 0])
        self.assertEqual(len(env.game), 5)


if __name__ == "__main__":
    unittest.main()
