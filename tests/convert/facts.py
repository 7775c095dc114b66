"""From the facts of the scenarios to facts about a judge's answer."""

import re

from chance import shuffled
from notation import SEATS

NEXT = {
    "CHOOSE_FIRST": "choose_first",
    "MULLIGAN": "mulligan",
    "MAIN": "main",
    "BATTLE_CHOICE": "battle_choice",
    "ATTACK": "attack_window",
    "DEFENCE": "defence_window",
}
CUBES = ("down", "down_rested", "up", "up_rested")
POSITION = r"([AB])\.([FB][123])"


def names(text):
    """`[a, b]` as a list."""
    return [name for name in text.strip("[] ").split(", ") if name]


def standing(words):
    """`(front, active)` as fields of a card on the battlefield."""
    out = {}
    for word in words or ():
        out["face" if word in ("front", "back") else "state"] = word
    return out


def simple(fact):
    """Facts that follow from the notation alone; None: not one of them."""
    if match := re.fullmatch(r"([AB])\.(hand|deck|durability) = (\d+)", fact):
        side, zone, count = match.groups()
        return {"state": f"{side}.{zone}.count", "is": int(count)}
    if match := re.fullmatch(r"([AB])\.hand = 1 \((\w+)\)", fact):
        return {"state": f"{match[1]}.hand.cards", "holds": [match[2]]}
    if match := re.fullmatch(r"([AB])\.cube_deck = (\d+)", fact):
        return {"state": f"{match[1]}.cube_deck", "is": int(match[2])}
    if match := re.fullmatch(r"([AB])\.cost = \{(.*)\}", fact):
        written = dict(part.split(": ") for part in match[2].split(", ") if part)
        return {"state": f"{match[1]}.cost_zone", "is": {kind: int(written.get(kind, 0)) for kind in CUBES}}
    if match := re.fullmatch(r"([AB])\.retreat = (\d+) cards", fact):
        return {"state": f"{match[1]}.retreat.count", "is": int(match[2])}
    if match := re.fullmatch(r"([AB])\.retreat = (\[.*\])", fact):
        return {"state": f"{match[1]}.retreat.cards", "holds": names(match[2])}
    if match := re.fullmatch(POSITION + r" empty", fact):
        return {"state": f"{match[1]}.{match[2]}", "is": None}
    if match := re.fullmatch(POSITION + r" (active|rested)", fact):
        return {"state": f"{match[1]}.{match[2]}.state", "is": match[3]}
    if match := re.fullmatch(POSITION + r"\.power = (-?\d+)", fact):
        return {"state": f"{match[1]}.{match[2]}.power", "is": int(match[3])}
    if match := re.fullmatch(POSITION + r" over (\[.*\])", fact):
        under = [{"card": card} for card in names(match[3])]
        return {"state": f"{match[1]}.{match[2]}", "has": {"under": under}}
    if match := re.fullmatch(POSITION + r" = (\w+)(?: \(([\w, ]+)\))?(?: over (\[.*\]))?", fact):
        has = {"card": match[3], **standing(match[4] and match[4].split(", "))}
        if match[5]:
            has["under"] = [{"card": card} for card in names(match[5])]
        return {"state": f"{match[1]}.{match[2]}", "has": has}
    if match := re.fullmatch(r"window = (\w+)\(([AB])\)", fact):
        return {"next": "0", "has": {"kind": NEXT.get(match[1], match[1]), "seat": SEATS[match[2]]}}
    if match := re.fullmatch(r"standby\(([AB])\) = (\d+) skills?", fact):
        return {"state": "waiting", "where": {"seat": SEATS[match[1]]}, "count": int(match[2])}
    if match := re.fullmatch(r"turn = (\d+)", fact):
        return {"state": "turn", "is": int(match[1])}
    if match := re.fullmatch(r"game = ([AB]) wins", fact):
        return {"outcome": "", "has": {"kind": "win", "winner": SEATS[match[1]]}}
    return {
        "game = running": {"outcome": "", "is": None},
        "game = draw": {"outcome": "", "has": {"kind": "draw"}},
        "deck accepted": {"next": "0", "has": {"kind": "choose_first"}},
    }.get(fact)


def fired(*skills):
    """These skills were processed, in this order and no others."""
    return {"trace": "fire", "is": [{"card": {"card": card}, "skill": skill} for card, skill in skills]}


# The one fault of each deck that is rejected.
DECK_FAULTS = {
    "al-002": "cards",
    "al-003": "cards/0/n",
    "al-005": "cards/0/card",
    "al-006": "cards/0/card",
    "al-008": "cards/0/card",
    "al-009": "flagship",
    "al-010": "cubes",
    "al-011": "cards/0/card",
    "al-012": "cubes",
}
# B took a card into hand, and A sees only that.
UNSEEN = [
    {"state": "B.hand", "is": {"count": 1}, "view": "seat0"},
    {"trace": "to_hand", "is": [{"seat": 1, "card": None}], "view": "seat0"},
]
# Facts that need a look at the case.
PARTICULAR = {
    ("al-019", "B.durability from top to bottom = [van500, van400, van300, van200, van100]"): {
        "state": "B.durability.cards",
        "has": [{"card": f"van{power}"} for power in (500, 400, 300, 200, 100)],
    },
    ("al-019", "B.deck top = van600"): {"state": "B.deck.cards.0.card", "is": "van600"},
    ("al-018", "B.hand unchanged"): {
        "state": "B.hand.cards",
        "holds": [f"filler_plain_{number}" for number in range(1, 6)],
    },
    # The flagship and five ships.
    ("al-038", "A ships on the battlefield = 5"): {"state": "A.battlefield", "count": 6},
    ("al-167", "A ships on the battlefield = 1"): {"state": "A.battlefield", "count": 2},
    ("al-066", "processing order = A.F1 second, A.F1 first, B.F1"): fired(
        ("atk_two", 2), ("atk_two", 1), ("def_draw", 1)
    ),
    ("al-103", "processing order = A.F1, B.F1"): fired(("atk_draw", 1), ("def_draw", 1)),
    ("al-139", "processing order = A.F1, grave"): fired(("killer", 1), ("grave", 1)),
    ("al-149", "processing order = A.F1, B.B2"): fired(("dmg_draw", 1), ("flag_hurt", 1)),
    ("al-154", "processing order = A.F1, A.B2, B.F1"): fired(("end_own", 1), ("flag_end", 1), ("end_opp", 1)),
    ("al-082", "B did not know the choice of A when choosing"): {
        "alike": {"at": 1, "action": {"seat": "A", "type": "choose_cards", "cards": ["A.hand.van200"]}},
        "after": 2,
        "view": "seat1",
    },
    ("al-084", "both ships are destroyed together"): {
        "trace": "destroy",
        "entry": 2,
        "is": [{"card": {"card": "van100"}}, {"card": {"card": "van200"}}],
    },
    ("al-085", "window = choose_cards(A): ship of B"): [
        {"next": "0", "has": {"kind": "choose_cards", "seat": 0}},
        {"next": "0.shapes.0.slots.0.domain.subset.from", "cards": ["B.F1", "B.F2"]},
    ],
    ("al-140", "A does not see the card"): UNSEEN,
    ("al-144", "A does not see the card"): UNSEEN,
    ("al-155", "A.deck bottom = dive400"): {"state": "A.deck.cards.-1.card", "is": "dive400"},
    ("al-188", "A.deck bottom two = van200 above van100"): [
        {"state": "A.deck.cards.-2.card", "is": "van200"},
        {"state": "A.deck.cards.-1.card", "is": "van100"},
    ],
    ("al-188", "B does not see the order"): {
        "alike": {
            "at": 2,
            "action": {"seat": "A", "type": "choose_order", "order": ["A.retreat.van100", "A.retreat.van200"]},
        },
        "after": 3,
        "view": "seat1",
    },
    ("al-200", "van500 was shown to both once"): [
        {"trace": "reveal", "is": [{"card": {"card": "van500"}}], "view": "seat0"},
        {"trace": "reveal", "is": [{"card": {"card": "van500"}}], "view": "seat1"},
    ],
}


def power(position, number, after):
    return {"state": f"{position}.power", "is": number, "after": after}


# Facts on the way that only the reason of a scenario (`why`) gives.
ON_THE_WAY = {
    "al-151": [power("A.F1", 600, 1), power("B.F1", 500, 1)],
    "al-152": [power("A.F1", -200, 1), power("B.F1", -300, 1)],
    "al-153": [power("A.F1", 700, 3)],
    "al-158": [power("B.B2", 600, 1)],
    "al-160": [power("A.F1", 400, 0), power("B.F1", 200, 0)],
}


def from_seed(case, fact, given):
    """Facts that follow from the seed of the case."""
    half = given.get("position", {}).get("players", [{}])[0]
    if (case, fact) == ("al-018", "the new hand is the top 5 of the 50 cards after the shuffle from the seed"):
        order = shuffled(bytes.fromhex(given["seed"]), "shuffle/seat0/1", half["hand"] + half["deck"])
        return {"state": "A.hand.cards", "holds": order[:5]}
    if (case, fact) == ("al-201", "order of A.deck = next shuffle of the seed"):
        cards = half["hand"] + half["deck"] + half["retreat"]
        order = shuffled(bytes.fromhex(given["seed"]), "shuffle/seat0/1", cards)
        return {"state": "A.deck.cards", "has": [{"card": card} for card in order]}
    return None


def facts(case, fact, given):
    """The facts here that say what a fact there says; empty: none."""
    if fact == "deck rejected":
        fault = {"pointer": f"/players/0/deck/{DECK_FAULTS[case]}"}
        return [{"state": "", "is": None}, {"illegal": "refusals", "has": [fault]}]
    found = PARTICULAR.get((case, fact)) or from_seed(case, fact, given) or simple(fact)
    if found is None:
        return []
    return found if isinstance(found, list) else [found]
