"""From the notation of the scenarios to positions, headers and wire actions."""

from cards import skill_number

CELLS = ["F1", "F2", "F3", "B1", "B2", "B3"]
SEATS = {"A": 0, "B": 1}
WINDOWS = {
    "MULLIGAN": "mulligan",
    "RESET": "reset",
    "MAIN": "main",
    "BATTLE_CHOICE": "battle_choice",
    "ATTACK": "attack",
    "DEFENCE": "defence",
}
FLAGSHIPS = {"A": "flag_blue", "B": "flag_red"}

# Cases in which the order of otherwise uninteresting cards is looked at: they get different ones.
VARIED = {"al-018": ("A", "B"), "al-201": ("A",)}
# The first answer of the two exchanges of opening hands, where it is already in.
ANSWERED = {"al-019": False}
# Where the cards lie that an answer names by id.
PLACES = {
    "al-061": "A.hand",
    "al-062": "A.hand",
    "al-068": "A.hand",
    "al-177": {"van200": "A.F1.under", "van100": "A.retreat"},
    "al-178": "A.F1.under",
    "al-188": "A.retreat",
    "al-190": "A.hand",
    "al-191": "A.hand",
    "al-196": "A.deck",
    "al-197": "A.deck",
    "al-198": "A.retreat",
    "al-199": "A.retreat",
}
# Where a card lies whose skill waits after it left the battlefield.
LEFT = {"sup_draw": "A.retreat.sup_draw", "grave": "B.retreat.grave"}


def varied(count, color):
    """So many cards of 13 numbers in turn."""
    return [f"filler_{color}_{place % 13 + 1}" for place in range(count)]


def place(position):
    """`A.F1` as a place on the wire."""
    side, cell = position.split(".")
    return {"cell": cell, "seat": SEATS[side]}


def standing(written):
    if isinstance(written, str):
        return {"card": written}
    out = {"card": written["card"]}
    for key in ("state", "face", "under"):
        if key in written:
            out[key] = written[key]
    if written.get("since"):
        assert written["since"] == "this turn"
        out["fresh"] = True
    return out


def listed(written, default):
    """A list of cards, or so many blank ones."""
    written = default if written is None else written
    return ["blank"] * written if isinstance(written, int) else list(written)


def half(case, side, given, setup):
    """One player's half of a position."""
    known = {"flagship", "hand", "deck", "deck_top", "durability", "retreat", "cost", *CELLS}
    assert not set(given) - known, (case, given)
    flagship = given.get("flagship") or {}
    flagship = {"card": flagship} if isinstance(flagship, str) else dict(flagship)
    flagship.setdefault("card", FLAGSHIPS[side])
    cells = {cell: standing(given[cell]) for cell in CELLS if cell in given}
    cells[flagship.pop("at", f"{side}.B2").split(".")[1]] = standing(flagship)
    hand = listed(given.get("hand"), 5 if setup else 0)
    top = list(given.get("deck_top") or [])
    deck = top + ["blank"] * (given.get("deck", 45 if setup else 30) - len(top))
    if side in VARIED.get(case, ()):
        cards = varied(len(hand) + len(deck) if setup else len(deck), "blue" if side == "A" else "plain")
        if setup:
            hand, deck = cards[: len(hand)], cards[len(hand) :]
        else:
            deck = cards
    out = {"battlefield": {cell: cells[cell] for cell in CELLS if cell in cells}}
    if hand:
        out["hand"] = hand
    out["deck"] = deck
    durability = listed(given.get("durability"), 0 if setup else 5)
    if durability:
        out["durability"] = durability
    if given.get("retreat"):
        out["retreat"] = list(given["retreat"])
    if given.get("cost"):
        out["cubes"] = dict(given["cost"])
    return out


def running(written):
    """One running effect."""
    if written == "B.F2 cannot become active in this RESET (ev_freeze)":
        return {"card": "ev_freeze", "skill": 1, "seat": 0, "on": [place("B.F2")]}
    position, change, span = written.split(" ", 2)
    assert span == "this turn", written
    card = {"+200": "fx_plus200", "-500": "fx_minus500"}[change]
    where = place(position)
    return {"card": card, "skill": 1, "seat": where["seat"], "on": [where]}


def position(case, given):
    """The table that a case starts from."""
    setup = given["window"] == "MULLIGAN"
    turn = 0 if setup else given["turn"]
    out = {"turn": turn, "active": SEATS[given.get("turn_player", "A")], "window": WINDOWS[given["window"]]}
    if setup:
        out["starting"] = 0
        if case in ANSWERED:
            out["answered"] = ANSWERED[case]
    if "battle" in given:
        out["battle"] = {role: place(given["battle"][role]) for role in ("attacker", "target")}
    if "effects" in given:
        out["effects"] = [running(effect) for effect in given["effects"]]
    out["players"] = [half(case, side, given.get(side) or {}, setup) for side in "AB"]
    return out


def spread(card, count):
    """A deck entry; the fillers stand for as many numbers as are needed."""
    if not card.startswith("filler_"):
        return [{"card": card, "n": count}]
    full, rest = divmod(count, 4)
    counts = [4] * full + ([rest] if rest else [])
    return [{"card": f"{card}_{number}", "n": n} for number, n in enumerate(counts, 1)]


def deck(flagship, cards, cubes=10):
    out = {"flagship": flagship, "cards": [entry for card, n in cards.items() for entry in spread(card, n)]}
    if cubes is not None:
        out["cubes"] = cubes
    return out


def header(given):
    """The decks of a case that starts before the first decision."""
    submission = given.get("submission")
    if submission:
        first = deck(submission["flagship"], submission["deck"], submission["cubes"])
        second = deck(["flag_blue"], {"filler_blue": 50})
    else:
        first, second = deck(["flag_blue"], {"filler_blue": 50}), deck(["flag_red"], {"filler_plain": 50})
    return {"players": [{"name": "A", "deck": first}, {"name": "B", "deck": second}]}


class Actions:
    """The entries of one case."""

    def __init__(self, scenarios, scenario):
        self.scenarios, self.scenario = scenarios, scenario
        self.case, self.given = scenario["id"], scenario["given"]

    def named(self, side, name):
        """A reference to a card that is named by position or, in hand, by id."""
        return name if name[:2] in ("A.", "B.") else f"{side}.hand.{name}"

    def answer(self, side, name):
        """A reference to a card that an answer names by position or id."""
        places = PLACES.get(self.case)
        if name[:2] in ("A.", "B.") or not places:
            return self.named(side, name)
        return f"{places[name] if isinstance(places, dict) else places}.{name}"

    def stands(self, position):
        """The id of the card on a position when its skill waits."""
        side, cell = position.split(".")
        half = self.given.get(side) or {}
        if cell in half:
            return standing(half[cell])["card"]
        for written in self.scenario["when"]:
            if written.get("at") == position and "card" in written:
                return written["card"]
        return half["flagship"] if isinstance(half.get("flagship"), str) else FLAGSHIPS[side]

    def trigger(self, written):
        """`A.F1 攻擊時 2` as card and skill number."""
        card, keyword, *nth = written.split(" ")
        ident = card if card in LEFT else self.stands(card)
        number = skill_number(self.scenarios, ident, keyword, int(nth[0]) if nth else 1)
        return {"card": LEFT.get(card, card), "skill": number}

    def cost(self, side, written):
        """The parts of a cost; parts without anything chosen are left out."""
        return {form: [self.named(side, name) for name in names] for form, names in written.items() if names}

    def zone(self, written):
        side, zone = written.split(".")
        if zone.endswith(" under"):
            return {"zone": "stack", "of": SEATS[side], "card": f"{side}.{zone[:2]}"}
        return {"zone": zone, "of": SEATS[side]}

    def action(self, written):
        """One entry of the log."""
        written = dict(written)
        side, kind = written.pop("by"), written.pop("do")
        out = {"seat": side, "type": kind}
        if kind == "choose_first":
            out["first"] = SEATS[written.pop("first")]
        elif kind == "mulligan":
            out["redo"] = written.pop("redo")
            if "keep" in written:
                out["keep"] = [f"{side}.hand.{place}" for place, _ in enumerate(written.pop("keep"))]
        elif kind == "play_ship":
            origin = written.pop("from", None)
            out["card"] = f"{side}.{origin or 'hand'}.{written.pop('card')}"
            if origin:
                out["from"] = origin
            if "at" in written:
                out["at"] = place(written.pop("at"))
            if "alternative" in written:
                out["alternative"] = self.cost(side, written.pop("alternative"))
        elif kind in ("play_event", "counter", "chase"):
            out["card"] = self.named(side, written.pop("card"))
        elif kind == "activate":
            out["source"] = written.pop("source")
            if "skill" in written:
                out["skill"] = written.pop("skill")
        elif kind == "remodel":
            out |= {"card": self.named(side, written.pop("card")), "base": written.pop("base")}
            out["at"] = place(written.pop("at"))
        elif kind == "attack":
            out |= {"attacker": written.pop("attacker"), "target": written.pop("target")}
        elif kind == "support":
            out["from"] = written.pop("from")
            out["card"] = written.pop("at") if "at" in written else self.named(side, written.pop("card"))
        elif kind == "last_stand":
            out["use"] = written.pop("use")
            if "at" in written:
                out["at"] = place(written.pop("at"))
        elif kind == "choose_trigger":
            out |= self.trigger(written.pop("skill"))
        elif kind in ("choose_cards", "choose_order"):
            written.pop("sealed", None)
            field = kind.removeprefix("choose_")
            out[field] = [self.answer(side, name) for name in written.pop(field)]
        elif kind == "choose_position":
            out["at"] = place(written.pop("at"))
        elif kind in ("choose_yes_no", "choose_number"):
            field = "accept" if kind == "choose_yes_no" else "number"
            out[field] = written.pop(field)
        elif kind in ("arrange", "peek"):
            out |= self.zone(written.pop("zone"))
            for unused in ("order", "count", "from"):
                written.pop(unused, None)
        elif kind == "move":
            out |= {"card": written.pop("from"), "to": place(written.pop("to"))}
        else:
            assert kind in ("pass", "concede"), kind
        more = {"cost": self.cost(side, written.pop("cost", {})), "pay": written.pop("pay", {})}
        out |= {field: value for field, value in more.items() if value}
        assert not written, (self.case, kind, written)
        return out
