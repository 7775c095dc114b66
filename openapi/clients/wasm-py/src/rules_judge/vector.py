"""Steps many games of one rulebook with one call, as arrays."""

import hashlib
import itertools
import json
import secrets
import struct
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import gymnasium
import numpy
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from ._module import Instance, Op, Played, Status
from .choice import Choosing, N, Options, answer
from .game import header, seed_of
from .judge import Judge, Refused
from .observe import Observer, vector
from .types import Json, Outcome, Question, Replay

Observations = dict[str, NDArray[Any]]
Infos = dict[str, NDArray[Any]]

_REPORT = 8
# The places of the numbers of a report.
_STATUS, _ENTRIES, _ASKS, _OVER, _WINNER, _CHOICES, _SEEN_BY = 0, 2, 3, 4, 5, 6, 7


@dataclass
class _ByFields:
    """An answer that is being chosen field by field."""

    choosing: Choosing
    options: Options


class VectorEnv:
    """`num_envs` games of one rulebook that are stepped together: one call into the judge for all of them.

    In each game two seats act, in the order of its rules; a step of the environment is a step of whichever seat
    chooses in each game, and observations are those of that seat.

    - `reset(seed)` and `step(actions)` give `observation` (games x numbers, `int32`) and `action_mask` (games x 64,
      `int8`), as `env` gives them for one game, and infos as arrays: `seat` (who chooses; after the end, who acted
      last), `entries` (of the log).
    - `actions`: for each game the place of an option, of those of the mask.
    - Rewards: games x 2, for seat 0 and seat 1: 1 for the winner and -1 for the loser at the end, else 0.
    - `terminations` and `truncations`: for each game, as in `env`. The step after either ignores the action of
      that game and begins the next one, with reward 0 (`AutoresetMode.NEXT_STEP` of Gymnasium).

    `workers` judges step their share of the games beside each other, each on a thread of its own.

    A seed deals the same cards again, and the same series of games. Game `i` begins as the first of `env` with the
    seed `seed + i`.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}

    def __init__(
        self,
        game: str,
        num_envs: int,
        decks: Sequence[Json] | None = None,
        *,
        judge: Judge | None = None,
        pool: str | None = None,
        options: Json | None = None,
        most_entries: int = 1000,
        workers: int = 1,
    ) -> None:
        if not 1 <= workers <= num_envs:
            raise ValueError("there are at least as many games as workers, and one worker")
        self.num_envs = num_envs
        self.judge = Judge() if judge is None else judge
        # Each worker has a judge of its own, with games that lie side by side.
        self._judges = [self.judge, *(self.judge.another() for _ in range(workers - 1))]
        ends = [num_envs * number // workers for number in range(workers + 1)]
        self._games = [range(*between) for between in itertools.pairwise(ends)]
        self._worker = [number for number, games in enumerate(self._games) for _ in games]
        self._threads = ThreadPoolExecutor(workers) if workers > 1 else None
        self.observer = Observer(self.judge, game, pool)
        self.layout = self.observer.slices
        self.most_entries = most_entries
        vectors = gymnasium.spaces.Box(-(2**31), 2**31 - 1, (self.observer.length,), numpy.int32)
        masks = gymnasium.spaces.Box(0, 1, (N,), numpy.int8)
        self.single_observation_space = gymnasium.spaces.Dict({"observation": vectors, "action_mask": masks})
        self.single_action_space = gymnasium.spaces.Discrete(N)
        batch = gymnasium.vector.utils.batch_space
        self.observation_space = batch(self.single_observation_space, num_envs)
        self.action_space = batch(self.single_action_space, num_envs)
        extra: Json = {"pool": pool, "options": options}
        known = {name: value for name, value in extra.items() if value is not None}
        self._header: Json = {**header(game, decks, 0), **known}
        self._series: list[str] | None = None
        self._episodes = [0] * num_envs
        self._instances: list[Instance | None] = [None] * num_envs
        self._handles = [-1] * num_envs
        self._by_fields: dict[int, _ByFields] = {}
        self._counts = numpy.zeros(num_envs, numpy.int64)
        self._over = numpy.zeros(num_envs, numpy.bool_)
        self._places = numpy.arange(N)

    def reset(self, seed: int | None = None) -> tuple[Observations, Infos]:
        """Begins all games."""
        if seed is not None or self._series is None:
            series = [
                secrets.token_hex(32) if seed is None else str(seed + game) for game in range(self.num_envs)
            ]
            self._series, self._episodes = series, [0] * self.num_envs
        for game in range(self.num_envs):
            self._begin(game)
        observations, infos, _ = self._many([-1] * self.num_envs)
        return observations, infos

    def step(
        self, actions: Sequence[int] | NDArray[Any]
    ) -> tuple[Observations, NDArray[numpy.float32], NDArray[numpy.bool_], NDArray[numpy.bool_], Infos]:
        """Steps every game: observations, rewards, terminations, truncations, infos."""
        if self._series is None:
            raise RuntimeError("reset the environment before its first step")
        chosen = numpy.asarray(actions, numpy.int64)
        wrong = (chosen < 0) | (chosen >= self._counts)
        if chosen.shape != (self.num_envs,) or bool((wrong & ~self._over).any()):
            raise ValueError("an action is not in the mask of its game")
        places = numpy.where(self._over, -1, chosen).tolist()
        for game in numpy.flatnonzero(self._over).tolist():
            self._begin(game)
        cut: list[int] = []
        for game, fields in list(self._by_fields.items()):
            place, places[game] = places[game], -1
            try:
                fields.options = fields.choosing.send(place)
            except StopIteration as end:
                del self._by_fields[game]
                seat = self._seats[game]
                entry = json.dumps({**end.value, "seat": seat}, separators=(",", ":"), sort_keys=True)
                try:
                    self._play(Op.STEP, game, entry.encode())
                except Refused as refused:
                    if refused.verdict["not_judged"] is None:
                        raise
                    cut.append(game)
        observations, infos, reports = self._many(places, cut)
        rewards = numpy.zeros((self.num_envs, 2), numpy.float32)
        won = numpy.flatnonzero(reports[:, _WINNER] >= 0)
        rewards[won] = -1
        rewards[won, reports[won, _WINNER]] = 1
        terminations = reports[:, _ASKS] < 0
        truncations = self._over & ~terminations
        return observations, rewards, terminations, truncations, infos

    def question(self, game: int) -> Question | None:
        """What the seat that chooses in a game is asked, with up to 64 answers: in order, the options."""
        question: Question | None = json.loads(self._play(Op.QUESTION, game, view=self._seats[game]).body)
        return question

    def options(self, game: int) -> list[Any]:
        """The options of a game, as `info["options"]` of `env`."""
        if self._over[game]:
            return []
        if game in self._by_fields:
            return self._by_fields[game].options.values
        question = self.question(game)
        return [] if question is None else question.get("listing", [])

    def log(self, game: int) -> Replay:
        """The log of a game, as `verify` takes it. It has the seed."""
        log: Replay = json.loads(self._play(Op.LOG, game).body)
        return log

    def outcome(self, game: int) -> Outcome | None:
        """How a game ended."""
        outcome: Outcome | None = json.loads(self._play(Op.VERDICT, game).body)["outcome"]
        return outcome

    def close(self) -> None:
        """Gives all games up."""
        for game in range(self.num_envs):
            self._give_up(game)
        if self._threads is not None:
            self._threads.shutdown()

    def _give_up(self, game: int) -> None:
        instance = self._instances[game]
        if instance is not None:
            self._judge(game).give_up(instance, self._handles[game])
        self._instances[game], self._handles[game] = None, -1

    def _judge(self, game: int) -> Judge:
        return self._judges[self._worker[game]]

    def _begin(self, game: int) -> None:
        """Begins the next game of a series."""
        assert self._series is not None
        self._give_up(game)
        self._by_fields.pop(game, None)
        series = f"{self._series[game]}/{self._episodes[game]}"
        self._episodes[game] += 1
        dealt = hashlib.sha256(series.encode()).hexdigest()
        log = {**self._header, "seed": seed_of(dealt)}
        body = json.dumps(log, ensure_ascii=False, separators=(",", ":"))
        instance, played = self._judge(game).play(Op.BEGIN, None, body=body.encode())
        self._instances[game], self._handles[game] = instance, played.report.handle

    def _play(self, op: Op, game: int, body: bytes = b"", *, view: int = 3) -> Played:
        instance, handle = self._instances[game], self._handles[game]
        return self._judge(game).play(op, instance, handle, body, view=view, listing=N)[1]

    def _many(
        self, places: list[int], cut: Sequence[int] = ()
    ) -> tuple[Observations, Infos, NDArray[numpy.int32]]:
        """Steps the games in which a place is chosen, and looks at all of them; some could not be judged."""
        shares = [(number, places[games.start : games.stop]) for number, games in enumerate(self._games)]
        run = map if self._threads is None else self._threads.map
        seen = list(run(self._share, shares))
        reports = numpy.concatenate([share[0] for share in seen]) if len(seen) > 1 else seen[0][0]
        observation = numpy.concatenate([share[1] for share in seen]) if len(seen) > 1 else seen[0][1]
        reports[list(cut), _STATUS] = Status.NOT_JUDGED
        if bool((reports[:, _STATUS] == Status.REFUSED).any()):
            raise RuntimeError("the judge refuses an answer that it lists")
        self._seats: list[int] = reports[:, _SEEN_BY].tolist()
        self._over = (
            (reports[:, _ASKS] < 0)
            | (reports[:, _STATUS] == Status.NOT_JUDGED)
            | (reports[:, _ENTRIES] >= self.most_entries)
        )
        self._counts = numpy.where(self._over, 0, reports[:, _CHOICES]).astype(numpy.int64)
        for game in numpy.flatnonzero(self._counts < 0).tolist():
            self._choose_by_fields(game, observation[game])
        mask = (self._places < self._counts[:, None]).astype(numpy.int8)
        infos: Infos = {"seat": reports[:, _SEEN_BY], "entries": reports[:, _ENTRIES]}
        return {"observation": observation, "action_mask": mask}, infos, reports

    def _share(self, share: tuple[int, list[int]]) -> tuple[NDArray[numpy.int32], NDArray[numpy.int32]]:
        """Steps the games of a worker: their reports and observations."""
        worker, places = share
        games = self._games[worker]
        pairs = [
            number
            for game, place in zip(games, places, strict=True)
            for number in (self._handles[game], place)
        ]
        body = struct.pack(f"<{len(pairs)}i", *pairs)
        _, played = self._judges[worker].play(Op.MANY, self._instances[games.start], body=body)
        numbers = vector(played.numbers)
        reports = numbers[: len(games) * _REPORT].reshape(len(games), _REPORT)
        return reports, numbers[len(games) * _REPORT :].reshape(len(games), self.observer.length)

    def _choose_by_fields(self, game: int, row: NDArray[numpy.int32]) -> None:
        """Shows the options of a field in place of answers, of which there are more than fit."""
        if game not in self._by_fields:
            question = self.question(game)
            assert question is not None
            choosing = answer(question)
            self._by_fields[game] = _ByFields(choosing, next(choosing))
        options = self._by_fields[game].options
        self._counts[game] = len(options.values)
        field = json.dumps(options.as_field(), ensure_ascii=False).encode()
        row[:] = vector(self._play(Op.OBSERVE_OPTIONS, game, field, view=self._seats[game]).numbers)
