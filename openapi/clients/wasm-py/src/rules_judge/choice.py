"""Breaks legal answers down into choices among at most `N` options, as `openapi/shapes.md` describes answers.

A question whose answers are all listed, and are no more than `N`, is one choice. Any other is answered field
by field: first the type, then each slot of its shape. A field of more than `N` values is two choices, the first
of which names a page of the values. A field with one value is filled in without a choice.
"""

import functools
import json
import math
from collections.abc import Callable, Generator, Sequence
from typing import Any, NamedTuple

from .types import Json, Question, Shape, Slot

N = 64
"""Most options of a choice."""

Value = Any


class Options(NamedTuple):
    """A choice: `answer`, `type` or the name of a field, its values, and the answer so far."""

    field: str
    values: list[Value]
    partial: Json

    def as_field(self) -> Json | None:
        """What the judge has to know to show the options; `None`: it knows them."""
        if self.field == "answer":
            return None
        return {"field": self.field, "type": self.partial.get("type"), "values": self.values}


Choosing = Generator[Options, int, Value]


class DeadEnd(Exception):
    """The fields chosen so far lead to no answer."""


def answer(question: Question) -> Choosing:
    """The answer to a question without its seat, by choices."""
    listing = question.get("listing", [])
    if question.get("complete", False) and 0 < len(listing) <= N:
        index = yield Options("answer", listing, {})
        return listing[index]
    shapes = question.get("shapes", [])
    if not any(_fits(shape["slots"], {"type": shape["type"]}) for shape in shapes):
        raise ValueError("the question has no answer")
    while True:
        try:
            return (yield from _shaped(shapes))
        except DeadEnd:
            # Only lists of `moves` are chosen without looking ahead in full.
            continue


def _shaped(shapes: Sequence[Shape]) -> Choosing:
    possible = [shape for shape in shapes if _fits(shape["slots"], {"type": shape["type"]})]
    index = yield from _index("type", [{"type": shape["type"]} for shape in possible], {})
    action: Json = {"type": possible[index]["type"]}
    slots = possible[index]["slots"]
    for place, slot in enumerate(slots):
        later = slots[place + 1 :]

        def leads_on(
            value: Value, slot: Slot = slot, later: list[Slot] = later, before: Json = action
        ) -> bool:
            return _fits(later, written(before, slot["name"], value))

        value = yield from _value(slot["domain"], action, slot["name"], leads_on)
        action = written(action, slot["name"], value)
    return action


def _index(name: str, values: list[Value], partial: Json) -> Generator[Options, int, int]:
    """The place of one of the values."""
    if not values:
        raise DeadEnd
    if len(values) == 1:
        return 0
    if len(values) <= N:
        return (yield Options(name, values, partial))
    size = math.ceil(len(values) / N)
    pages = [values[at : at + size] for at in range(0, len(values), size)]
    page = yield Options(name, [{"page": part} for part in pages], partial)
    return page * size + (yield from _index(name, pages[page], partial))


def _one(name: str, values: list[Value], partial: Json) -> Choosing:
    return values[(yield from _index(name, values, partial))]


def written(action: Json, name: str, value: Value) -> Json:
    """The action with a field more; a dot leads into an inner field, no name adds the value's own fields."""
    if not name:
        return {**action, **value}
    outer, _, inner = name.partition(".")
    return {**action, outer: written(action.get(outer) or {}, inner, value) if inner else value}


def _field(action: Json, name: str) -> Value:
    value: Value = action
    for part in name.split("."):
        value = value.get(part) if isinstance(value, dict) else None
    return value


def said(value: Value) -> Value:
    """A value without what says nothing, to be compared with another."""
    if isinstance(value, dict):
        value = {name: inner for name, inner in value.items() if inner != 0}
    return None if value in ([], {}) else value


def _case(it: Json, action: Json) -> Json | None:
    """The domain that a field before this one leads to."""
    before = said(_field(action, it["field"]))
    for case in it["cases"]:
        if any(said(value) == before for value in case["is"]):
            domain: Json = case["domain"]
            return domain
    return it.get("otherwise")


def _fits(slots: Sequence[Slot], action: Json) -> bool:
    """Whether each slot still has a value, as far as the fields that it goes by are chosen."""
    open_fields = {slot["name"] for slot in slots}
    return all(_has_value(slot["domain"], action, open_fields) for slot in slots)


def _open(name: str, open_fields: set[str]) -> bool:
    """Whether a field is yet to be chosen, in whole or in part; a slot without a name may have any field."""
    return any(
        not slot or f"{name}.".startswith(f"{slot}.") or slot.startswith(f"{name}.") for slot in open_fields
    )


def _has_value(domain: Json, action: Json, open_fields: set[str]) -> bool:
    ((kind, it),) = domain.items()
    match kind:
        case "by":
            if _open(it["field"], open_fields):
                return True
            chosen = _case(it, action)
            return chosen is not None and _has_value(chosen, action, open_fields)
        case "one_of" | "some_of":
            return bool(it)
        case "subset" | "sum" | "matching":
            cards, taking = _cards(kind, it)
            return taking([], cards)
        case "sequence":
            return bool(len(it["from"]) >= it["length"])
        case "split":
            if "after" in it and _open(it["after"], open_fields):
                return True
            shares = [
                (share.get("least", 0), share["most"] - _gone(it, action, share)) for share in it["over"]
            ]
            least, most = sum(low for low, _ in shares), sum(high for _, high in shares)
            return all(low <= high for low, high in shares) and least <= it["max"] and most >= it["min"]
        case "number":
            return bool(it["min"] <= it["max"])
        case "path":
            return _ends(it)(tuple(it["from"]), 0)
        case _:
            return True


def _value(domain: Json, action: Json, name: str, leads_on: Callable[[Value], bool]) -> Choosing:
    """A value of a domain, given the fields before it."""
    ((kind, it),) = domain.items()
    match kind:
        case "by":
            chosen = _case(it, action)
            if chosen is None:
                raise DeadEnd
            return (yield from _value(chosen, action, name, leads_on))
        case "one_of" | "some_of":
            return (yield from _one(name, [value for value in it if leads_on(value)], action))
        case "number":
            numbers = [number for number in range(it["min"], it["max"] + 1) if leads_on(number)]
            return (yield from _one(name, numbers, action))
        case "subset" | "sum" | "matching":
            cards, taking = _cards(kind, it)
            return (yield from _set(name, cards, taking, action))
        case "sequence":
            return (yield from _row(name, it["from"], it["length"], action))
        case "order":
            return (yield from _row(name, it, len(it), action))
        case "partition":
            return (yield from _groups(name, it, action))
        case "split":
            return (yield from _split(name, it, action))
        case "moves":
            return (yield from _moves(name, it, action))
        case "path":
            return (yield from _path(name, it, action))
        case _:
            raise ValueError(f"a domain that this version does not know: {kind}")


Taking = Callable[[list[int], list[int]], bool]
"""Whether cards that were taken, and some of those that are left, make a set of the domain."""


def _cards(kind: str, it: Json) -> tuple[list[int], Taking]:
    """The cards of a domain of sets, and which sets it has."""
    if kind == "subset":
        return it["from"], lambda taken, left: len(taken) <= it["max"] and len(taken) + len(left) >= it["min"]
    if kind == "sum":
        spans = {one["card"]: (one.get("least", one["weight"]), one["weight"]) for one in it["from"]}
        return list(spans), functools.partial(_sums, spans, it["total"])
    colors = {one["card"]: one["colors"] for one in it["from"]}
    return list(colors), functools.partial(_matches, it, colors)


def _sums(spans: dict[int, tuple[int, int]], total: int, taken: list[int], left: list[int]) -> bool:
    reached = {(sum(spans[card][0] for card in taken), sum(spans[card][1] for card in taken))}
    for card in left:
        low, high = spans[card]
        reached |= {(least + low, most + high) for least, most in reached if least + low <= total}
    return any(least <= total <= most for least, most in reached)


def _matches(it: Json, colors: dict[int, list[str]], taken: list[int], left: list[int]) -> bool:
    slots: list[list[str]] = it["slots"]
    filled = _matched([colors[card] for card in taken], slots)
    most = _matched([colors[card] for card in taken + left], slots)
    if it["complete"] == "cards":
        return bool(filled == len(taken) <= it["max"] and most >= it["min"])
    needed = len(slots) - filled
    enough = len(taken) + len(left) >= it["min"]
    return bool(most == len(slots) and len(taken) + needed <= it["max"] and enough)


def _matched(cards: list[list[str]], slots: list[list[str]]) -> int:
    """How many slots the cards can fill, each card one of which it has a colour (augmenting paths)."""
    holds: dict[int, int] = {}

    def place(card: int, tried: set[int]) -> bool:
        for slot, colors in enumerate(slots):
            if slot not in tried and set(colors) & set(cards[card]):
                tried.add(slot)
                if slot not in holds or place(holds[slot], tried):
                    holds[slot] = card
                    return True
        return False

    return sum(place(card, set()) for card in range(len(cards)))


def _set(name: str, cards: list[int], taking: Taking, action: Json) -> Choosing:
    """A set, card by card in the order of the domain; `null` ends it."""
    taken: list[int] = []
    left = cards
    while True:
        nexts: list[Value] = [None] if taking(taken, []) else []
        nexts += [card for at, card in enumerate(left) if taking([*taken, card], left[at + 1 :])]
        card = yield from _one(name, nexts, written(action, name, taken))
        if card is None:
            return taken
        taken, left = [*taken, card], left[left.index(card) + 1 :]


def _row(name: str, cards: list[int], length: int, action: Json) -> Choosing:
    """Cards one after the other."""
    row: list[int] = []
    while len(row) < length:
        left = [card for card in cards if card not in row]
        row = [*row, (yield from _one(name, left, written(action, name, row)))]
    return row


def _groups(name: str, it: Json, action: Json) -> Choosing:
    """The groups one after the other, each card by card; `null` ends a group."""
    groups: dict[str, list[int]] = {group: [] for group in it["groups"]}
    left = list(it["of"])
    for place, group in enumerate(it["groups"]):
        last = place + 1 == len(it["groups"])
        while left:
            nexts = left if last else [None, *left]
            card = yield from _one(
                name, nexts, written(action, name, {key: list(row) for key, row in groups.items()})
            )
            if card is None:
                break
            groups[group].append(card)
            left.remove(card)
    return groups


def _gone(it: Json, action: Json, share: Json) -> int:
    """How many pieces of a share the split before this one took."""
    taken = _field(action, it["after"]) if "after" in it else None
    if isinstance(taken, list):
        return sum(one.get(share["kind"], 0) for one in taken if one["from"] == share.get("from"))
    return int((taken or {}).get(share["kind"], 0))


def _split(name: str, it: Json, action: Json) -> Choosing:
    """Counts of pieces, share by share."""
    over = it["over"]
    spans = [(share.get("least", 0), share["most"] - _gone(it, action, share)) for share in over]
    held = any("from" in share for share in over)

    def made(counts: list[int]) -> Value:
        if not held:
            return {share["kind"]: count for share, count in zip(over, counts, strict=False)}
        items: list[Json] = []
        for share, count in zip(over, counts, strict=False):
            if count and (not items or items[-1]["from"] != share["from"]):
                items.append({"from": share["from"]})
            if count:
                items[-1][share["kind"]] = count
        return items

    counts: list[int] = []
    for place, (low, high) in enumerate(spans):
        least = sum(span[0] for span in spans[place + 1 :]) + sum(counts)
        most = sum(span[1] for span in spans[place + 1 :]) + sum(counts)
        fits = [
            count
            for count in range(low, high + 1)
            if least + count <= it["max"] and most + count >= it["min"]
        ]
        counts = [*counts, (yield from _one(name, fits, written(action, name, made(counts))))]
    return made(counts)


def _key(holder: Value) -> str:
    """A holder, to be looked up."""
    return json.dumps(holder, sort_keys=True)


def _moves(name: str, it: Json, action: Json) -> Choosing:
    """Ways of pieces in the order of holders and kinds; `null` ends the list."""
    shares = it["over"]
    ways = [(share, to) for share in shares for to in it["to"] if to != share["from"]]
    there = {_key(share["from"]): 0 for share in shares}
    for share in shares:
        there[_key(share["from"])] += share["most"]
    least = {_key(keep["holder"]): keep["least"] for keep in it.get("keep", [])}
    left = {(_key(share["from"]), share["kind"]): share["most"] for share in shares}
    gone = {holder: 0 for holder in there}
    come: dict[str, int] = {}
    net: dict[tuple[str, str], int] = {}
    items: list[Json] = []
    first = 0

    def missing(holder: str) -> int:
        """How many pieces a holder that gave some lacks."""
        rest = there[holder] - gone[holder] + come.get(holder, 0)
        return least.get(holder, 0) - rest if gone[holder] else 0

    def allowed(place: int, count: int) -> bool:
        """Whether the ways after this one can bring what the holder lacks then."""
        share, _ = ways[place]
        holder = _key(share["from"])
        rest = there[holder] - gone[holder] + come.get(holder, 0) - count
        later = [other for other, to in ways[place + 1 :] if to == share["from"]]
        can = sum(left[_key(other["from"]), other["kind"]] for other in later)
        return bool(rest + can >= least.get(holder, 0))

    while True:
        ends = any(net.values()) and all(missing(holder) <= 0 for holder in there)
        nexts: list[Value] = [None] if ends else []
        places: list[int] = [first]
        for place in range(first, len(ways)):
            share, to = ways[place]
            for count in range(1, left[_key(share["from"]), share["kind"]] + 1):
                if allowed(place, count):
                    nexts.append({"from": share["from"], "to": to, share["kind"]: count})
                    places.append(place + 1)
        chosen = yield from _index(name, nexts, written(action, name, items))
        way = nexts[chosen]
        if way is None:
            return items
        first = places[chosen if ends else chosen + 1]
        share, to = ways[first - 1]
        kind, giver, taker = share["kind"], _key(share["from"]), _key(to)
        count = way[kind]
        left[giver, kind] -= count
        gone[giver] += count
        come[taker] = come.get(taker, 0) + count
        net[giver, kind] = net.get((giver, kind), 0) - count
        net[taker, kind] = net.get((taker, kind), 0) + count
        items = [*items, way]


Cell = tuple[int, int]


def _around(it: Json, cell: Cell) -> list[Cell]:
    """The cells to which a step leads."""
    steps = [(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if (x or y) and (it["diagonal"] or not (x and y))]
    cells = [(cell[0] + x, cell[1] + y) for x, y in steps]
    if "within" in it:
        (left, low), (right, high) = it["within"]
        cells = [(x, y) for x, y in cells if left <= x <= right and low <= y <= high]
    return [one for one in cells if list(one) not in it["blocked"]]


def _ends(it: Json) -> Callable[[Cell, int], bool]:
    """Whether a way of so many steps to a cell can go on to an end."""

    @functools.cache
    def ends(cell: Cell, steps: int) -> bool:
        if steps >= it["min"] and list(cell) not in it.get("passed", []):
            return True
        return steps < it["max"] and any(ends(after, steps + 1) for after in _around(it, cell))

    return ends


def _path(name: str, it: Json, action: Json) -> Choosing:
    """A way, cell by cell; `null` ends it."""
    ends = _ends(it)
    cell: Cell = (it["from"][0], it["from"][1])
    way: list[list[int]] = []
    while True:
        stops = len(way) >= it["min"] and list(cell) not in it.get("passed", [])
        nexts: list[Value] = [None] if stops else []
        if len(way) < it["max"]:
            nexts += [list(after) for after in _around(it, cell) if ends(after, len(way) + 1)]
        step = yield from _one(name, nexts, written(action, name, way))
        if step is None:
            return way
        cell, way = (step[0], step[1]), [*way, step]
