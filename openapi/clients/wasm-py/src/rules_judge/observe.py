"""Describes what a seat sees as a vector of integers, of a length that is fixed for each game.

The judge makes the vector and its layout, by one rule from the schemas of the game.
"""

import json

import numpy
from numpy.typing import NDArray

from ._module import Op
from .judge import Judge

NOTHING = -1
"""Where a field has no value, or the seat does not see it."""


class Observer:
    """The layout of the vectors of a game, with the numbers of its words and cards.

    `slices` names the parts of the vector. A word is written as its place in `words`, a card as its place in
    `cards`, each counted from 1; 0 is one that is not there, such as a token.
    """

    def __init__(self, judge: Judge, game: str, pool: str | None = None) -> None:
        _, played = judge.play(Op.LAYOUT, None, body=json.dumps({"game": game, "pool": pool}).encode())
        layout = json.loads(played.body)
        self.game = game
        self.words: list[str] = layout["words"]
        self.cards: list[str] = layout["cards"]
        self.length: int = layout["length"]
        self._parts = layout["parts"]
        self.slices: dict[str, slice] = {}
        for part in self._parts:
            width = len(part["fields"]) * part["rows"]
            self.slices[part["name"]] = slice(part["from"], part["from"] + width)

    def fields(self, part: str) -> list[str]:
        """What each number of a row of a part says."""
        found: list[str] = next(one["fields"] for one in self._parts if one["name"] == part)
        return found

    def described(self) -> str:
        """The parts of the vector as a table in Markdown."""
        lines = ["| from | part | rows | fields of a row |", "|---|---|---|---|"]
        for part in self._parts:
            fields = " ".join(f"`{field}`" for field in part["fields"])
            rows = " ".join([str(part["rows"]), *(f"`{place}`" for place in part.get("places", []))])
            lines.append(f"| {part['from']} | `{part['name']}` | {rows} | {fields} |")
        return "\n".join([f"{self.game}: {self.length} numbers", "", *lines])


def vector(numbers: bytearray) -> NDArray[numpy.int32]:
    """Numbers of the judge as an array."""
    return numpy.frombuffer(numbers, numpy.dtype("<i4"))
