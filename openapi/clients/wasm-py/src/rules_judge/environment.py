"""Plays a game as an environment of PettingZoo: two agents in turn (AEC), with a mask of legal actions."""

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy
from numpy.typing import NDArray
from pettingzoo import AECEnv

from .choice import Choosing, N, Options, answer
from .game import Game, header
from .judge import Judge, Refused
from .observe import Observer, vector
from .types import Json, Verdict

Observation = dict[str, NDArray[Any]]

AGENTS = ["seat0", "seat1"]


class JudgeEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]
    """A game for two agents, `seat0` and `seat1`.

    - Observation: `observation`, a vector of integers (`layout` names its parts), and `action_mask`.
    - Actions: `Discrete(64)`. An action is the place of an option in `infos[agent]["options"]`. A question
      with up to 64 answers is one choice. More answers are chosen field by field, in several steps.
    - Rewards: 1 for the winner and -1 for the loser at the end, else 0. After `most_entries` entries of the
      log, or where the judge cannot judge on, the game is truncated.
    - `infos[agent]` of the agent that chooses: `view` (the verdict in its view; without `views` it is left
      out, and steps are quicker), `question`, `field`, `options`, and `partial`, the part of an answer that is
      chosen already.

    All of it is made from the view of the agent's seat. `game` is the handle, with the log and hidden cards.
    """

    metadata: dict[str, Any] = {
        "name": "rules_judge_v0",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str,
        decks: Sequence[Json] | None = None,
        *,
        judge: Judge | None = None,
        pool: str | None = None,
        options: Json | None = None,
        most_entries: int = 1000,
        render_mode: str | None = None,
        views: bool = True,
    ) -> None:
        super().__init__()
        self.judge = Judge() if judge is None else judge
        self.observer = Observer(self.judge, game, pool)
        self.layout = self.observer.slices
        self.render_mode = render_mode
        self.most_entries = most_entries
        self.views = views
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        numbers = gymnasium.spaces.Box(-(2**31), 2**31 - 1, (self.observer.length,), numpy.int32)
        mask = gymnasium.spaces.Box(0, 1, (N,), numpy.int8)
        spaces: dict[str, gymnasium.spaces.Space[Any]] = {"observation": numbers, "action_mask": mask}
        self.observation_spaces = {agent: gymnasium.spaces.Dict(spaces) for agent in AGENTS}
        self.action_spaces = {agent: gymnasium.spaces.Discrete(N) for agent in AGENTS}
        self._id = game
        self._decks = decks
        extra: Json = {"pool": pool, "options": options}
        self._extra = {name: value for name, value in extra.items() if value is not None}
        self._series: str | None = None
        self._episode = 0

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The space of the observations of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The space of the actions of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. A seed deals the same cards again, and the same series in the resets after it."""
        if seed is not None or self._series is None:
            self._series = secrets.token_hex(32) if seed is None else str(seed)
            self._episode = 0
        dealt = hashlib.sha256(f"{self._series}/{self._episode}".encode()).hexdigest()
        self._episode += 1
        self.game = Game({**header(self._id, self._decks, dealt), **self._extra}, self.judge)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._asked()

    def _asked(self) -> None:
        """Asks the next seat, or ends the game."""
        self._options: Options | None = None
        seat = self.game.to_act()
        if seat is None or len(self.game) >= self.most_entries:
            self._ended(over=seat is None)
            return
        agent = AGENTS[seat]
        self.agent_selection = agent
        question = self.game.question(seat, most=N)
        assert question is not None
        self._choosing: Choosing = answer(question)
        self.infos[agent] = {**self._seen(agent), "question": question}
        self._offer(agent, next(self._choosing))

    def _offer(self, agent: str, offered: Options) -> None:
        self._options = offered
        self.infos[agent] |= {
            "field": offered.field,
            "options": offered.values,
            "partial": offered.partial,
        }

    def _ended(self, over: bool) -> None:
        outcome = self.game.outcome
        for seat, agent in enumerate(AGENTS):
            self.terminations[agent] = over
            self.truncations[agent] = not over
            self.infos[agent] = {**self._seen(agent), "outcome": outcome, "options": []}
            if outcome is not None and outcome["winner"] is not None:
                self.rewards[agent] = 1 if outcome["winner"] == seat else -1

    def _seen(self, agent: str) -> dict[str, Any]:
        """The view of an agent, if views are asked for."""
        return {"view": self.game.view(AGENTS.index(agent), listing=N)} if self.views else {}

    def observe(self, agent: str) -> Observation:
        """What an agent sees, and which actions it has."""
        mine = self._options if agent == self.agent_selection else None
        mask = numpy.zeros(N, numpy.int8)
        mask[: 0 if mine is None else len(mine.values)] = 1
        seen = self.game.observe(AGENTS.index(agent), None if mine is None else mine.as_field())
        return {"observation": vector(seen), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Chooses an option of the agent that is asked."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert self._options is not None
        if action is None or not 0 <= int(action) < len(self._options.values):
            raise ValueError(f"action {action} is not in the mask of {agent}")
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        try:
            self._offer(agent, self._choosing.send(int(action)))
        except StopIteration as chosen:
            self._play(agent, chosen.value)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _play(self, agent: str, chosen: Json) -> None:
        self.infos[agent] = {}
        try:
            self.game.step(AGENTS.index(agent), chosen)
        except Refused as refused:
            if refused.verdict["not_judged"] is None:
                raise
            # The data of a card do not say all that is printed on it, or a limit was met.
            self._ended(over=False)
            for infos in self.infos.values():
                infos["not_judged"] = refused.verdict["not_judged"]
            self._options = None
            return
        self._asked()

    def render(self) -> str | None:
        """The table as an onlooker sees it, as text; `human` prints it."""
        shown = self.game.view(None)
        state: Json = shown["state"] or {}
        numbers = [f"{name} {value}" for name, value in state.items() if isinstance(value, int | str)]
        lines = [f"{self._id}, entry {len(self.game)}: {', '.join(numbers)}"]
        for seat, player in enumerate(state.get("players", [])):
            lines.append(f"seat {seat}: {_drawn(player)}")
        if isinstance(state.get("field"), list):
            lines.append(f"field: {_drawn(state['field'])}")
        lines += [f"? {question['text']}" for question in shown["next"]]
        if shown["outcome"] is not None:
            winner = shown["outcome"]["winner"]
            lines.append(
                f"{'draw' if winner is None else f'seat {winner} wins'} ({shown['outcome']['reason']})"
            )
        text = "\n".join(lines)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing is open."""


def _drawn(value: Any) -> str:
    """A part of a table in one line."""
    if isinstance(value, list):
        return "[" + ", ".join(_drawn(one) for one in value) + "]"
    if not isinstance(value, dict):
        return str(value)
    if "name" in value:
        marks = [
            str(value[mark]) for mark in ("at", "power", "bp", "attack", "hp", "state") if value.get(mark)
        ]
        return " ".join([str(value["name"]), *marks])
    if "count" in value and not value.get("cards"):
        return str(value["count"])
    if "cards" in value:
        return _drawn(value["cards"])
    shown = {name: inner for name, inner in value.items() if inner not in ([], {}, None)}
    return ", ".join(f"{name} {_drawn(inner)}" for name, inner in shown.items())
