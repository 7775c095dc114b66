"""Tests games that are stepped together: each is the game that `env` plays alone, and the next begins by itself."""

import unittest
from typing import Any

import numpy
import rules_judge
from rules_judge.bots import RandomBot
from rules_judge.vector import VectorEnv

from .common import GAMES, judge


class Together(unittest.TestCase):
    def test_each_game_is_that_of_env(self) -> None:
        for name in GAMES:
            with self.subTest(name):
                many = rules_judge.vector_env(name, 3, judge=judge())
                alone = [rules_judge.env(name, judge=judge(), views=False) for _ in range(3)]
                observations, infos = many.reset(seed=20)
                for game, env in enumerate(alone):
                    env.reset(seed=20 + game)
                bots = [RandomBot(game) for game in range(3)]
                by_fields = 0
                for _ in range(150):
                    actions = []
                    for game, env in enumerate(alone):
                        seen, _, ended, cut, info = env.last()
                        if ended or cut:
                            actions.append(0)
                            continue
                        for part, array in seen.items():
                            self.assertTrue(numpy.array_equal(array, observations[part][game]), part)
                        self.assertEqual(env.agent_selection, f"seat{infos['seat'][game]}")
                        self.assertEqual(many.options(game), info["options"])
                        by_fields += info["field"] != "answer"
                        actions.append(bots[game].choose(info["options"]))
                    observations, rewards, terminations, truncations, infos = many.step(actions)
                    for game, env in enumerate(alone):
                        if env.terminations[env.agent_selection] or env.truncations[env.agent_selection]:
                            # The next game of the series has begun, with the step after the end.
                            env.reset()
                            continue
                        env.step(actions[game])
                        agent = env.agent_selection
                        self.assertEqual(bool(terminations[game]), env.terminations[agent])
                        self.assertEqual(bool(truncations[game]), env.truncations[agent])
                        self.assertEqual(
                            rewards[game].tolist(), [env.rewards[one] for one in env.possible_agents]
                        )
                        self.assertEqual(int(infos["entries"][game]), len(env.game))
                for game, env in enumerate(alone):
                    self.assertEqual(many.log(game), env.game.log())
                many.close()

    def test_some_answers_are_chosen_field_by_field(self) -> None:
        many = rules_judge.vector_env("battle-spirits", 8, judge=judge())
        fields = 0
        for _ in played(many, 150, 1):
            fields += sum(game in many._by_fields for game in range(8))
        self.assertGreater(fields, 0)

    def test_games_end_and_begin_again(self) -> None:
        many = rules_judge.vector_env("azur-lane", 4, judge=judge(), most_entries=85)
        ended = cut = 0
        before: list[bool] = [False] * 4
        for (rewards, terminations, truncations), infos in played(many, 500, 2):
            for game in range(4):
                if before[game]:
                    self.assertEqual((infos["entries"][game], rewards[game].tolist()), (0, [0, 0]))
                    self.assertFalse(terminations[game] or truncations[game])
                self.assertEqual(abs(rewards[game]).sum(), 2 * bool(terminations[game]))
            before = (terminations | truncations).tolist()
            ended, cut = ended + int(terminations.sum()), cut + int(truncations.sum())
            for game in numpy.flatnonzero(terminations).tolist():
                log = many.log(game)
                verdict = judge().verify(log, listing=0)
                self.assertEqual((verdict["verdict"], verdict["outcome"]), ("legal", many.outcome(game)))
        self.assertGreater(ended, 0)
        self.assertGreater(cut, 0)

    def test_a_seed_plays_the_same(self) -> None:
        """Also where workers share the games."""
        logs = []
        for workers in (1, 1, 2, 3):
            many = rules_judge.vector_env("xinglingwang", 3, judge=judge(), workers=workers)
            for _ in played(many, 80, 5):
                pass
            logs.append([many.log(game) for game in range(3)])
            many.close()
        self.assertEqual(logs, [logs[0]] * 4)
        self.assertNotEqual(logs[0][0], logs[0][1])

    def test_wrong_actions_raise(self) -> None:
        many = rules_judge.vector_env("tianhai", 2, judge=judge())
        with self.assertRaises(RuntimeError):
            many.step([0, 0])
        many.reset(seed=1)
        for wrong in ([0], [0, 64], [-1, 0], [0, 0, 0]):
            with self.subTest(wrong), self.assertRaises(ValueError):
                many.step(wrong)
        with self.assertRaises(ValueError):
            rules_judge.vector_env("tianhai", 0, judge=judge())
        with self.assertRaises(ValueError):
            rules_judge.vector_env("tianhai", 1, judge=judge(), workers=2)


def played(many: VectorEnv, steps: int, seed: int) -> Any:
    """Steps any options: rewards, terminations and truncations, and the infos."""
    dice = numpy.random.default_rng(seed)
    observations, _ = many.reset(seed=seed)
    for _ in range(steps):
        counts = observations["action_mask"].sum(axis=1)
        observations, *signals, infos = many.step((dice.random(many.num_envs) * counts).astype(int))
        assert many.observation_space.contains(observations)
        yield signals, infos


if __name__ == "__main__":
    unittest.main()
