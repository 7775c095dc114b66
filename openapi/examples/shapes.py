#!/usr/bin/env python3
"""From a shape to an action, as shapes.md says; and a player who sees nothing but shapes.

usage: shapes.py URL REPLAY [SEED]    (the header of REPLAY is played anew)
"""

import json
import pathlib
import random
import sys
import urllib.error
import urllib.request


def actions(shape, dice):
    """Every action of a shape, in an order that the dice choose. An action has no seat yet."""
    yield from filled(shape["slots"], {"type": shape["type"]}, dice)


def filled(slots, action, dice):
    if not slots:
        yield action
        return
    slot, rest = slots[0], slots[1:]
    for value in values(slot["domain"], action, dice):
        yield from filled(rest, written(action, slot["name"], value), dice)


def written(action, name, value):
    """The action with a field more. A dot leads into an inner field; without a name the value's fields are the action's."""
    if not name:
        return {**action, **value}
    outer, _, inner = name.partition(".")
    return {**action, outer: written(action.get(outer, {}), inner, value) if inner else value}


def field(action, name):
    for part in name.split("."):
        action = action.get(part) if isinstance(action, dict) else None
    return action


def said(value):
    """A value without what says nothing, to be compared with another."""
    if isinstance(value, dict):
        value = {name: inner for name, inner in value.items() if inner != 0}
    return None if value in ([], {}) else value


def values(domain, action, dice):
    """Every value that may stand in a slot, given the fields before it, in an order that the dice choose."""
    ((kind, it),) = domain.items()
    if kind in ("one_of", "some_of"):
        yield from mixed(it, dice)
    elif kind == "by":
        before = said(field(action, it["field"]))
        cases = [case for case in it["cases"] if any(said(value) == before for value in case["is"])]
        if not cases and "otherwise" in it:
            yield from values(it["otherwise"], action, dice)
        for case in cases:
            yield from values(case["domain"], action, dice)
    elif kind == "number":
        span = it["max"] - it["min"] + 1
        first = dice.randrange(span)
        yield from (it["min"] + (first + step) % span for step in range(span))
    elif kind == "subset":
        yield from sets([(card, 1, 1) for card in mixed(it["from"], dice)], it["min"], it["max"], dice)
    elif kind == "sum":
        cards = [(one["card"], one.get("least", one["weight"]), one["weight"]) for one in mixed(it["from"], dice)]
        yield from sets(cards, it["total"], it["total"], dice)
    elif kind == "sequence":
        yield from rows(mixed(it["from"], dice), it["length"])
    elif kind == "order":
        yield from rows(mixed(it, dice), len(it))
    elif kind == "partition":
        for row in rows(mixed(it["of"], dice), len(it["of"])):
            yield from groups(it["groups"], row)
    elif kind == "matching":
        cards = [(one["card"], 1, 1) for one in mixed(it["from"], dice)]
        colors = {one["card"]: one["colors"] for one in it["from"]}
        yield from (set_ for set_ in sets(cards, it["min"], it["max"], dice) if matches(it, [colors[card] for card in set_]))
    elif kind == "split":
        yield from splits(it, field(action, it["after"]) if "after" in it else None, dice)
    elif kind == "moves":
        yield from moves(it, dice)
    elif kind == "path":
        yield from paths(it, it["from"], [], dice)
    else:
        raise ValueError(f"a domain that shapes.md does not have: {kind}")


def mixed(items, dice):
    return dice.sample(items, len(items))


def sets(cards, least, most, dice):
    """Sets of cards, each counting from the lower to the higher of its weights, that can add to between least and most."""
    if most < 0 or sum(weight for _, _, weight in cards) < least:
        return
    if not cards:
        yield []
        return
    (card, low, weight), others = cards[0], cards[1:]
    for takes in mixed([True, False], dice):
        if takes:
            yield from ([card, *more] for more in sets(others, least - weight, most - low, dice))
        else:
            yield from sets(others, least, most, dice)


def rows(cards, length):
    """So many of the cards, one after the other."""
    if length == 0:
        yield []
    for at, card in enumerate(cards if length else []):
        yield from ([card, *more] for more in rows(cards[:at] + cards[at + 1 :], length - 1))


def groups(names, row):
    """The row cut into groups."""
    if len(names) == 1:
        yield {names[0]: row}
        return
    for cut in range(len(row) + 1):
        yield from ({names[0]: row[:cut], **more} for more in groups(names[1:], row[cut:]))


def matches(it, cards):
    """Whether cards, by their colours, fill the slots: every slot, or each card one."""

    def fill(wants, offers):
        if not wants:
            return True
        fits = [at for at, offer in enumerate(offers) if set(offer) & set(wants[0])]
        return any(fill(wants[1:], offers[:at] + offers[at + 1 :]) for at in fits)

    return fill(it["slots"], cards) if it["complete"] == "slots" else fill(cards, it["slots"])


def splits(it, taken, dice):
    """Counts of pieces by kind; of pieces that lie with holders, one item for each holder. Zeros may be written."""

    def gone(share):
        if isinstance(taken, list):
            held = [one for one in taken if one["from"] == share.get("from")]
            return held[0].get(share["kind"], 0) if held else 0
        return (taken or {}).get(share["kind"], 0)

    def counts(shares, least, most):
        if most < 0 or sum(share["most"] - gone(share) for share in shares) < least:
            return
        if not shares:
            yield []
            return
        share, others = shares[0], shares[1:]
        for count in mixed(range(share.get("least", 0), share["most"] - gone(share) + 1), dice):
            yield from ([count, *more] for more in counts(others, least - count, most - count))

    over = it["over"]
    for row in counts(over, it["min"], it["max"]):
        if not any("from" in share for share in over):
            yield {share["kind"]: count for share, count in zip(over, row)}
            continue
        held = []
        for share, count in zip(over, row):
            if count == 0:
                continue
            if not held or held[-1]["from"] != share["from"]:
                held.append({"from": share["from"]})
            held[-1][share["kind"]] = count
        yield held


def moves(it, dice):
    """Pieces of one kind that go from one holder to another; an action may name several such ways, too."""
    ways = []
    for share in it["over"]:
        there = sum(other["most"] for other in it["over"] if other["from"] == share["from"])
        kept = sum(keep["least"] for keep in it.get("keep", []) if keep["holder"] == share["from"])
        for to in it["to"]:
            if to != share["from"]:
                most = min(share["most"], there - kept)
                ways += [{"from": share["from"], "to": to, share["kind"]: count} for count in range(1, most + 1)]
    yield from ([way] for way in mixed(ways, dice))


def paths(it, at, way, dice):
    """Ways over cells, step by step to a neighbour; the last cell is none that may only be passed."""
    ends = it["min"] <= len(way) and at not in it.get("passed", [])
    around = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x or y) and (it["diagonal"] or not (x and y))]
    for stops in mixed([True, False], dice):
        if stops and ends:
            yield way
        for x, y in mixed(around, dice) if not stops and len(way) < it["max"] else []:
            cell = [at[0] + x, at[1] + y]
            (left, low), (right, high) = it.get("within", (cell, cell))
            if left <= cell[0] <= right and low <= cell[1] <= high and cell not in it["blocked"]:
                yield from paths(it, cell, [*way, cell], dice)


def call(url, path, body):
    request = urllib.request.Request(url + path, json.dumps(body).encode(), {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def main():
    url, source = sys.argv[1].rstrip("/"), sys.argv[2]
    dice = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    replay = json.loads(pathlib.Path(source).read_text(encoding="utf-8"))
    replay["actions"] = []
    # Nothing is listed: what is played comes from the shapes.
    verdict = call(url, "/v1/verify?listing=0", replay)
    while verdict["next"]:
        asked = verdict["next"][0]
        assert asked["listing"] == [] and (asked["complete"] is False or asked["count"] == 0)
        # A game of random answers may have no end.
        patient = len(replay["actions"]) < 1500
        action = next(actions(dice.choice(asked["shapes"]), dice)) if patient else {"type": "concede"}
        entry = {**action, "seat": asked["seat"]}
        replay["actions"].append(entry)
        try:
            verdict = call(url, "/v1/moves?listing=0", {"base": verdict["replay_digest"], "action": entry})
        except urllib.error.HTTPError as fault:
            # The judge may have forgotten the game; the log never does.
            if json.load(fault)["code"] != "unknown_base":
                raise
            verdict = call(url, "/v1/verify?listing=0", replay)
        assert verdict["verdict"] == "legal", (entry, asked["shapes"], verdict["illegal"])
    print(f"shapes.py: {replay['game']}, {len(replay['actions'])} answers, none refused; {json.dumps(verdict['outcome'])}")


if __name__ == "__main__":
    main()
