"""The rules judge in a Python process: its calls, games as handles, and environments of PettingZoo."""

from typing import TYPE_CHECKING, Any

from ._module import Answer
from .game import Game, decks, header
from .judge import Judge, Problem, Refused

if TYPE_CHECKING:
    from .environment import JudgeEnv

__all__ = ["Answer", "Game", "Judge", "Problem", "Refused", "decks", "env", "header"]


def env(game: str, **options: Any) -> "JudgeEnv":
    """An AEC environment of PettingZoo for a game, with the options of `JudgeEnv`."""
    from .environment import JudgeEnv  # PettingZoo and NumPy are an extra of the package.

    return JudgeEnv(game, **options)
