"""Writes what a seat sees as a vector of integers, of a length that is fixed for each game."""

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray

from .choice import N, Options
from .judge import Judge
from .types import Json, Verdict

WIDTH = 10
"""Numbers of an option."""

NOTHING = -1
"""Where a field has no value, or the seat does not see it."""


@dataclass(frozen=True)
class Rows:
    """Cards that lie in a list, or on named cells: a row of fields for each place."""

    path: str
    places: int | list[str]
    fields: list[str]

    @property
    def count(self) -> int:
        """How many rows there are."""
        return self.places if isinstance(self.places, int) else len(self.places)


@dataclass(frozen=True)
class Layout:
    """What is written of a state: fields of the table, then the same of each seat, the seer's own first.

    Fields that end on `@` hold a seat, and are written as 0 (the seer's own) or 1.
    """

    table: list[str]
    table_rows: list[Rows]
    seat: list[str]
    seat_rows: list[Rows]


_CARD = ["card", "id"]

LAYOUTS = {
    "azur-lane": Layout(
        ["turn", "phase", "step", "active@", "starting@", "battle.attacker", "battle.target"],
        [],
        [
            "cube_deck",
            "cost_zone.up",
            "cost_zone.up_rested",
            "cost_zone.down",
            "cost_zone.down_rested",
            "deck.count",
            "durability.count",
            "hand.count",
            "retreat.count",
        ],
        [
            Rows(
                "battlefield",
                ["F1", "F2", "F3", "B1", "B2", "B3"],
                ["card", "id", "power", "support", "state", "fresh", "face"],
            ),
            Rows("hand.cards", 20, _CARD),
            Rows("retreat.cards", 50, ["card"]),
        ],
    ),
    "battle-spirits": Layout(
        [
            "turn",
            "phase",
            "active@",
            "first@",
            "battle.state",
            "battle.attacker",
            "battle.blocker",
            "battle.holder@",
            "battle.passes",
            "battle.blocked",
        ],
        [],
        [
            "deck.count",
            "hand.count",
            "trash.count",
            "life.normal",
            "life.soul",
            "reserve.normal",
            "reserve.soul",
            "trash_cores.normal",
            "trash_cores.soul",
            "exile_cores.normal",
            "exile_cores.soul",
        ],
        [
            Rows(
                "field",
                16,
                [
                    "card",
                    "id",
                    "level",
                    "bp",
                    "cores.normal",
                    "cores.soul",
                    "state",
                    "summoned_this_turn",
                    "keisho",
                    "shinkaiho",
                ],
            ),
            Rows("hand.cards", 20, _CARD),
            Rows("using", 4, _CARD),
            Rows("trash.cards", 40, ["card"]),
        ],
    ),
    "build-divide": Layout(
        [
            "turn",
            "phase",
            "active@",
            "first@",
            "priority@",
            "energy_placed",
            "attack.attacker",
            "attack.target",
            "attack.blocked",
        ],
        [Rows("chain", 8, ["card", "id", "seat@", "ability"])],
        [
            "deck.count",
            "hand.count",
            "graveyard.count",
            "life.count",
            "red_life",
            "yellow_life",
            "territory.card",
            "territory.id",
            "territory.state",
            "territory.released",
        ],
        [
            Rows("field", 12, ["card", "id", "power", "hit", "damage", "state", "fresh"]),
            Rows("energy", 20, ["card", "id", "state"]),
            Rows("hand.cards", 20, _CARD),
            Rows("graveyard.cards", 50, ["card"]),
        ],
    ),
    "tianhai": Layout(
        ["round", "phase", "step", "active@", "first@", "advanced", "offer@"],
        [
            Rows(
                "field",
                32,
                [
                    "card",
                    "id",
                    "seat@",
                    "at.0",
                    "at.1",
                    "face",
                    "hp",
                    "wounds",
                    "combat",
                    "order.card",
                    "order.id",
                    "order.facing",
                    "order.bonus",
                ],
            )
        ],
        [
            "debt",
            "limit",
            "opened",
            "plays",
            "hand.count",
            "hand.units",
            "hand.orders",
            "discard_pile.count",
            "out.count",
        ],
        [
            Rows("hand.cards", 24, _CARD),
            Rows("sequences", 8, ["number", "count", "paid_round"]),
            Rows("discard_pile.cards", 30, ["card"]),
            Rows("out.cards", 16, ["card"]),
        ],
    ),
    "xinglingwang": Layout(
        [
            "turn",
            "phase",
            "step",
            "active@",
            "first@",
            "countdown",
            "formation_play",
            "normal_play",
            "machine_used",
            "tactic",
            "battle.attacker",
        ],
        [],
        [
            "deck.count",
            "hand.count",
            "graveyard.count",
            "exile.count",
            "energy",
            "forest",
            "reward",
            "score",
            "units",
            "field_card.card",
            "early_end",
        ],
        [
            Rows(
                "field",
                ["F1", "F2", "F3", "F4", "F5", "B1", "B2", "B3", "B4", "B5"],
                [
                    "card",
                    "id",
                    "attack",
                    "score",
                    "state",
                    "attacked",
                    "owner@",
                    "passengers",
                    "combined",
                    "entered",
                ],
            ),
            Rows("hand.cards", 20, _CARD),
            Rows("using", 4, _CARD),
            Rows("graveyard.cards", 40, ["card"]),
        ],
    ),
}


_QUESTION = ["kind", "field", "options", "asked"]
_OPTION = ["type", "card", *(f"value{place}" for place in range(1, WIDTH - 1))]


def parts(layout: Layout) -> list[tuple[str, list[str], int]]:
    """The parts of the vector in their order: a name, the fields of a row, and how many rows there are."""
    all_parts = [("question", _QUESTION, 1), ("table", layout.table, 1)]
    all_parts += [(f"table.{rows.path}", rows.fields, rows.count) for rows in layout.table_rows]
    for whose in ("own", "other"):
        all_parts.append((whose, layout.seat, 1))
        all_parts += [(f"{whose}.{rows.path}", rows.fields, rows.count) for rows in layout.seat_rows]
    return [*all_parts, ("options", _OPTION, N)]


def described(game: str) -> str:
    """The parts of the vector of a game as a table in Markdown."""
    lines = ["| from | part | rows | fields of a row |", "|---|---|---|---|"]
    place = 0
    for name, fields, count in parts(LAYOUTS[game]):
        lines.append(f"| {place} | `{name}` | {count} | {' '.join(f'`{field}`' for field in fields)} |")
        place += len(fields) * count
    return "\n".join([f"{game}: {place} numbers", "", *lines])


@functools.cache
def _parsed(field: str) -> tuple[list[str], bool]:
    """The names on the path of a field, and whether it holds a seat."""
    return field.removesuffix("@").split("."), field.endswith("@")


def _words(schema: object) -> Iterator[str]:
    """The words that a schema lists."""
    if isinstance(schema, dict):
        for word in [*schema.get("enum", []), schema.get("const")]:
            if isinstance(word, str):
                yield word
        for inner in schema.values():
            yield from _words(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from _words(inner)


class Observer:
    """The vector of one game: its layout, and the numbers of its words and cards.

    `slices` names the parts of the vector. A word is written as its place in `words`, a card as its place in
    `cards`, each counted from 1; 0 is one that is not there, such as a token.
    """

    def __init__(self, judge: Judge, game: str, pool: str | None = None) -> None:
        self.layout = LAYOUTS[game]
        found: set[str] = set()
        for name in ("state", "question", "action"):
            found.update(_words(judge.ask("GET", f"/v1/games/{game}/schemas/{name}")))
        self.words = sorted(found)
        self.cards: list[str] = []
        more = True
        while more:
            query = {"limit": 500, "offset": len(self.cards), "pool": pool}
            page = judge.ask("GET", f"/v1/games/{game}/cards", query=query)
            self.cards += [card["id"] for card in page["cards"]]
            more = page["has_more"]
        self._words = {word: place + 1 for place, word in enumerate(self.words)}
        self._cards = {card: place + 1 for place, card in enumerate(self.cards)}
        self.slices: dict[str, slice] = {}
        self.length = 0
        for name, fields, count in parts(self.layout):
            self.slices[name] = slice(self.length, self.length + len(fields) * count)
            self.length += len(fields) * count

    def vector(self, shown: Verdict, seat: int, options: Options | None) -> NDArray[numpy.int32]:
        """What a seat sees in its view, and the options of its choice."""
        state: Json = shown["state"] or {}
        numbers: list[int] = []
        asked = next((one for one in shown["next"] if one["seat"] == seat), None)
        numbers.append(NOTHING if asked is None else self._number(asked["kind"]))
        numbers.append(NOTHING if options is None else self._number(options.field))
        numbers.append(0 if options is None else len(options.values))
        numbers.append(int(asked is not None))
        self._fields(numbers, state, self.layout.table, seat)
        for rows in self.layout.table_rows:
            self._rows(numbers, state, rows, seat)
        players = state.get("players", [{}, {}])
        for player in (players[seat], players[1 - seat]):
            self._fields(numbers, player, self.layout.seat, seat)
            for rows in self.layout.seat_rows:
                self._rows(numbers, player, rows, seat)
        if options is not None:
            named = self._named(shown)
            for value in options.values:
                numbers += self._option(value, options, named)
        numbers += [NOTHING] * (self.length - len(numbers))
        return numpy.array(numbers).clip(-(2**31), 2**31 - 1).astype(numpy.int32)

    def _number(self, value: object) -> int:
        if isinstance(value, bool):
            return int(value)
        if isinstance(value, int):
            return value
        return self._words.get(value, 0) if isinstance(value, str) else NOTHING

    def _at(self, value: Any, field: str, seat: int) -> int:
        """The number of a field of a value."""
        names, holds_seat = _parsed(field)
        for name in names:
            if isinstance(value, dict):
                value = value.get(name)
            elif isinstance(value, list) and name.isdecimal() and int(name) < len(value):
                value = value[int(name)]
            else:
                return NOTHING
        if holds_seat and isinstance(value, int):
            return int(value != seat)
        if names[-1] == "card" and isinstance(value, str):
            return self._cards.get(value, 0)
        return self._number(value)

    def _fields(self, numbers: list[int], value: Json, fields: list[str], seat: int) -> None:
        numbers += [self._at(value, field, seat) for field in fields]

    def _rows(self, numbers: list[int], value: Any, rows: Rows, seat: int) -> None:
        for name in rows.path.split("."):
            value = value.get(name) if isinstance(value, dict) else None
        if isinstance(rows.places, int):
            lying = (value or [])[-rows.places :]
        else:
            lying = [(value or {}).get(place) for place in rows.places]
        for row in lying:
            numbers += [self._at(row, field, seat) for field in rows.fields]
        numbers += [NOTHING] * ((rows.count - len(lying)) * len(rows.fields))

    def _named(self, shown: Verdict) -> dict[int, int]:
        """The number in the pool of each card that the seat sees."""
        named: dict[int, int] = {}
        waiting: list[Any] = [shown["state"], [question.get("named_cards") for question in shown["next"]]]
        while waiting:
            value = waiting.pop()
            if isinstance(value, dict):
                if isinstance(value.get("id"), int) and isinstance(value.get("card"), str):
                    named[value["id"]] = self._cards.get(value["card"], 0)
                waiting.extend(value.values())
            elif isinstance(value, list):
                waiting.extend(value)
        return named

    def _option(self, value: Any, options: Options, named: dict[int, int]) -> list[int]:
        """An option: its type, the pool's number of the first card that it names, and its values in order."""
        kind = value.get("type") if isinstance(value, dict) else options.partial.get("type")
        leaves: list[int] = []
        fields = (
            {name: one for name, one in value.items() if name != "type"} if isinstance(value, dict) else value
        )
        self._leaves(leaves, fields)
        card = value.get("card", value.get("attacker")) if isinstance(value, dict) else value
        known = named.get(card, NOTHING) if isinstance(card, int) and not isinstance(card, bool) else NOTHING
        row = [self._number(kind), known, *leaves[: WIDTH - 2]]
        return row + [NOTHING] * (WIDTH - len(row))

    def _leaves(self, leaves: list[int], value: Any) -> None:
        if isinstance(value, dict | list):
            for inner in value.values() if isinstance(value, dict) else value:
                self._leaves(leaves, inner)
        else:
            leaves.append(self._number(value))
