"""Gives the tests what they share: one judge, and the sample logs of the checkout."""

import functools
import json
import pathlib

from rules_judge import Judge
from rules_judge.types import Json

GAMES = ["azur-lane", "battle-spirits", "build-divide", "tianhai", "xinglingwang"]
SAMPLES = pathlib.Path(__file__).resolve().parents[4] / "replays" / "samples"


@functools.cache
def judge() -> Judge:
    """One judge for all tests, as the module takes seconds to compile."""
    return Judge()


def sample(game: str, name: str = "example") -> Json:
    """A sample log."""
    log: Json = json.loads((SAMPLES / game / f"{name}.json").read_text(encoding="utf-8"))
    return log
