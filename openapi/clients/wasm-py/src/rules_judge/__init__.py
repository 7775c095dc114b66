"""The rules judge in a Python process: its calls, games as handles, and environments of PettingZoo."""

from typing import TYPE_CHECKING, Any

from ._module import Answer
from .game import Game, decks, header
from .judge import Judge, Problem, Refused

if TYPE_CHECKING:
    from .environment import JudgeEnv
    from .vector import VectorEnv

__all__ = ["Answer", "Game", "Judge", "Problem", "Refused", "decks", "env", "header", "vector_env"]


def env(game: str, **options: Any) -> "JudgeEnv":
    """An AEC environment of PettingZoo for a game, with the options of `JudgeEnv`."""
    from .environment import JudgeEnv  # PettingZoo and NumPy are an extra of the package.

    return JudgeEnv(game, **options)


def vector_env(game: str, num_envs: int, **options: Any) -> "VectorEnv":
    """Many games that are stepped together, with the options of `VectorEnv`."""
    from .vector import VectorEnv

    return VectorEnv(game, num_envs, **options)
