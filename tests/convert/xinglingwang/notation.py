"""Short ways to write tables, entries and facts."""

import re

SEATS = {"A": 0, "B": 1}
CASES = []
ORDER = ("field", "field_card", "hand", "deck", "graveyard", "exile", "forest", "reward", "energy", "early_end")


def place(written):
    """`A.F1` as a position."""
    side, cell = written.split(".")
    return {"cell": cell, "seat": SEATS[side]}


def units(written):
    """`{"F1": "stone_3_2"}`; anything more than the card is written out."""
    order = [f"{row}{lane}" for row in "FB" for lane in range(1, 6)]
    assert set(written) <= set(order), written
    found = {cell: written[cell] for cell in order if cell in written}
    return {cell: {"card": card} if isinstance(card, str) else card for cell, card in found.items()}


def half(field=None, deck=6, **more):
    out = {"field": units(field or {}), "deck": ["blank"] * deck if isinstance(deck, int) else deck, **more}
    if not out["field"]:
        del out["field"]
    assert set(out) <= set(ORDER), out
    return {key: out[key] for key in ORDER if key in out}


def position(window, A=None, B=None, active="A", turn=None, **more):
    turn = turn if turn is not None else 5 + SEATS[active]
    return {"position": {"turn": turn, "active": SEATS[active], "window": window, **more, "players": [half(**(A or {})), half(**(B or {}))]}}


def header(A, B, seed=0):
    players = [{"name": name, "deck": deck} for name, deck in (("A", A), ("B", B))]
    seed = seed if isinstance(seed, str) else f"{seed:064x}"
    return {"seed": seed, "header": {"options": {"first": 0}, "players": players}}


def deck(*cards, race="jia", forest=20):
    """A deck of card ids, or of (id, number)."""
    entries = [{"card": card, "n": 1} if isinstance(card, str) else {"card": card[0], "n": card[1]} for card in cards]
    return {**({"race": race} if race else {}), "cards": entries, "forest": forest}


def value(key, written):
    if key in ("at", "to", "slide_to", "position"):
        return place(written)
    if written.startswith("["):
        return [part for part in written.strip("[]").split(",") if part]
    if written in ("true", "false"):
        return written == "true"
    if re.fullmatch(r"-?\d+", written):
        return int(written)
    return written


def entry(written):
    """`A attack unit=A.F1 position=B.B1`."""
    side, kind, *fields = written.split()
    parts = (field.split("=") for field in fields)
    return {"seat": side, "type": kind, **{key: value(key, text) for key, text in parts}}


def case(number, chapter, title, why, given, when, *facts, at=None):
    """One case; `at`: "last", if the last entry is illegal, or "header"."""
    when = [entry(written) for line in when for written in line.split("; ")]
    if at == "last":
        at = len(when) - 1
    CASES.append({"number": number, "chapter": chapter, "title": title, "why": why, "given": given, "when": when, "at": at, "facts": list(facts)})


# ------------------------------------------------------------------------------------------ facts
def is_(path, what, **more):
    return {"state": path, "is": what, **more}


def has(path, _after=None, **fields):
    return {"state": path, "has": fields, **({"after": _after} if _after is not None else {})}


def empty(path, **more):
    return is_(path, None, **more)


def holds(path, *cards, **more):
    return {"state": f"{path}.cards", "holds": list(cards), **more}


def count(path, number, where=None, **more):
    return {"state": path, **({"where": where} if where is not None else {}), "count": number, **more}


def cards(path, card, number, **more):
    """So many cards of this id in a zone."""
    return count(f"{path}.cards", number, {"card": card}, **more)


def asked(kind, side, **more):
    return {"next": "0", "has": {"kind": kind, "seat": SEATS[side]}, **more}


def phase(name, side, **more):
    return {"state": "", "has": {"phase": name, "active": SEATS[side]}, **more}


def event(card=None, other=None, **fields):
    out = {key: {"card": ident} for key, ident in (("card", card), ("other", other)) if ident}
    return {**out, **fields}


def trace(verb, *events, entry=None, **more):
    out = {"trace": verb, **({"entry": entry} if entry is not None else {})}
    return {**out, "is": [event(found) if isinstance(found, str) else found for found in events], **more}


def in_turn(verb, *cards, **more):
    """Destroyed or sacrificed one after the other: before, at, done of each."""
    return trace(verb, *(event(card, point=point) for card in cards for point in ("before", "at", "done")), **more)


def fought(*pairs, **more):
    """The battles in their order, as (attacker, defender)."""
    return trace("compare", *(event(attacker, other) for attacker, other in pairs), **more)


def legal(**fields):
    """In the place of the illegal entry this one would be legal."""
    return {"illegal": "legal.listing", "where": fields, "count": 1}


def not_legal(**fields):
    return {"illegal": "legal.listing", "where": fields, "count": 0}
