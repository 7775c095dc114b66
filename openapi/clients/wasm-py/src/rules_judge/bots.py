"""Plays by simple rules: two baselines for environments and games."""

import random
from collections.abc import Sequence
from typing import Any, Protocol

# What ends a phase or lets something pass, and what changes nothing by itself.
IDLE = frozenset(
    {
        "pass",
        "end_phase",
        "end_step",
        "end_attack_phase",
        "end_attacks",
        "end_moves",
        "flash_pass",
        "no_block",
        "decline_shot",
        "decline_release",
        "defend_done",
        "exit_mech",
        "declare_early_end",
        "move_cores",
        "arrange",
    }
)
# What attacks.
ATTACKS = frozenset(
    {"attack", "declare_attack", "chase", "last_stand", "use_shot", "choose_targets", "occupy"}
)


class Bot(Protocol):
    """Chooses one of the options of a choice by its place."""

    def choose(self, options: Sequence[Any]) -> int:
        """The place of the option that is taken."""


class RandomBot:
    """Takes any option, the type before the answer: answers of one type may outnumber all others."""

    def __init__(self, seed: int = 0) -> None:
        self.dice = random.Random(seed)

    def choose(self, options: Sequence[Any]) -> int:
        """The place of the option that is taken."""
        return self._of(options, range(len(options)))

    def _of(self, options: Sequence[Any], places: Sequence[int]) -> int:
        kinds: dict[str, list[int]] = {}
        for place in places:
            kinds.setdefault(kind_of(options[place]), []).append(place)
        return self.dice.choice(kinds[self.dice.choice(sorted(kinds))])


class KeenBot(RandomBot):
    """Prefers an attack to any other act, and an act to passing; one time in ten it takes any option."""

    def choose(self, options: Sequence[Any]) -> int:
        """The place of the option that is taken."""
        places = range(len(options))
        if self.dice.randrange(10) == 0:
            return self._of(options, places)
        attacks = [place for place in places if kind_of(options[place]) in ATTACKS]
        acts = [place for place in places if kind_of(options[place]) not in IDLE]
        return self._of(options, attacks or acts or places)


def kind_of(option: Any) -> str:
    """The type of an option that is an answer or a type, and no text for the value of a field."""
    return str(option.get("type", "")) if isinstance(option, dict) else ""
