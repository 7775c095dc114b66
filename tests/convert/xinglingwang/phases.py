"""Cases of setting up, of the phases of a turn, of playing units, and of the formation."""

from notation import *

JIA = [f"jia{n}" for n in range(1, 19)]
MID = [f"mid{n}" for n in range(1, 21)]
SPELLS = ["spell_4", "spell_3a", "spell_3b", "spell_2a", "spell_2b"]
OTHER = deck(*JIA, "mid1", "mid2")
REFUSED = is_("", None)


def pointed(where):
    return {"illegal": "refusals", "has": [{"pointer": where}]}


def accepted(count):
    return asked("mulligan", "A"), is_("A.deck.count", count - 4), is_("A.hand.count", 4)


# ------------------------------------------------------------------------------------------ setup
case(
    1, "setup", "two cards of one name", "twenty cards of twenty names",
    header(deck(("stone_3_2", 2), *JIA), OTHER), [],
    REFUSED, pointed("/players/0/deck/cards/0/n"), at="header",
)
case(
    2, "setup", "three copies of a 超載 card", "超載 lets this name come three times",
    header(deck(("windmill", 3), *JIA[:17], forest=0), OTHER), [], *accepted(20),
)
case(
    3, "setup", "four copies of a 超載 card", "not more than three, even with 超載",
    header(deck(("windmill", 4), *JIA[:16]), OTHER), [],
    REFUSED, pointed("/players/0/deck/cards/0/n"), at="header",
)
case(
    4, "setup", "a card of another race", "the declared race and neutral cards only",
    header(deck(*JIA[:10], *MID[:9], "yi1"), OTHER), [],
    REFUSED, pointed("/players/0/deck/cards/19/card"), at="header",
)
case(
    5, "setup", "neutral cards only", "at least one card of the declared race",
    header(deck(*MID), OTHER), [],
    REFUSED, pointed("/players/0/deck/cards"), at="header",
)
case(
    6, "setup", "mana of 16", "all mana together is at most 15",
    header(deck(*JIA[:14], *SPELLS, "spell_2c"), OTHER), [],
    REFUSED, pointed("/players/0/deck/cards"), at="header",
)
case(
    7, "setup", "mana of 15 and one card of the race", "15 is allowed, and one card is enough",
    header(deck("jia1", *MID[:13], *SPELLS, "spell_1"), OTHER), [], *accepted(20),
)
case(
    8, "setup", "only one player has declared a race", "races are shown when both are set",
    header(OTHER, deck(*JIA, "mid1", "mid2", race=None)), [],
    is_("", None, view="seat1"), pointed("/players/1/deck/race"), at="header",
)
NINE = [
    "A mulligan; B mulligan",
    "A play_unit card=A.hand.herald; A place at=A.F1; A end_phase; B pass; A pass",
    "B play_unit card=B.hand.herald; B place at=B.F2; B end_phase; A pass",
    "B choose_tactic tactic=formation; B play_unit card=B.hand.0; B place at=B.F1; B end_moves; B end_phase; A pass; B pass",
    "A play_unit card=A.hand.0; A place at=A.F2",
]
case(
    9, "setup", "where the star cards lie", "1 at the right hand of the first player; any size of forest",
    header(deck("herald", *JIA, "mid1", forest=0), deck("herald", *JIA, "mid1"), seed="herald"), NINE,
    is_("stars", [1, 2, 3, 4, 5], after=0),
    has("A.F2", attack=2, score=1),
    is_("A.score", 2),
    has("B.F1", attack=2, score=1),
    is_("A.forest", 0, after=0),
    is_("B.forest", 20, after=0),
)
OPENING = {"hand": ["jia1", "jia2", "jia3", "jia4"], "deck": 16}
ENEMY_OPENING = {"hand": ["yi1", "yi2", "yi3", "yi4"], "deck": 16}


def opening():
    return {"seed": f"{0:064x}", **position("mulligan", OPENING, ENEMY_OPENING, turn=0)}


case(
    10, "setup", "cards set aside go back after the draw", "as many are drawn first, so none of them comes straight back",
    opening(), ["A mulligan cards=[A.hand.jia2,A.hand.jia4]"],
    is_("A.hand.count", 4), holds("A.hand", "jia1", "jia3", "blank", "blank"),
    cards("A.deck", "jia2", 1), cards("A.deck", "jia4", 1), is_("A.deck.count", 16), asked("mulligan", "B"),
)
case(
    11, "setup", "the second player answers first", "the first player changes the hand before the second",
    opening(), ["B mulligan"], asked("mulligan", "A"), at="last",
)
case(
    12, "setup", "two changes by one player", "once each; then the other player is asked",
    opening(), ["A mulligan cards=[A.hand.jia1]; A mulligan cards=[A.hand.jia2]"], asked("mulligan", "B"), at="last",
)

# ------------------------------------------------------------------------------------------ turn
case(
    13, "turn", "one card left to draw", "as many as there are; an empty deck matters in the end phase only",
    position("draw", {"deck": 1}), [],
    is_("A.hand.count", 1), is_("A.deck.count", 0), {"outcome": "", "is": None}, is_("countdown", False),
)
case(
    14, "turn", "tactics in the very first turn", "the first player's first turn has none",
    position("summon", {"hand": ["jia1"]}, turn=1),
    ["A summon_traveler at=A.F1; A end_phase; B pass; A choose_tactic tactic=formation"],
    phase("early_end", "A"), at="last",
)
case(
    15, "turn", "ending the summon phase without a unit", "something can be played, so it has to be",
    position("summon", {"hand": ["jia1"], "forest": 3}), ["A end_phase"],
    phase("summon", "A"), asked("summon", "A"), at="last",
)
case(
    16, "turn", "nothing can be played", "no traveler, and three tributes are not there",
    position("summon", {"field": {"F2": "stone_3_2"}, "hand": ["colossus_red3"], "forest": 0}), ["A end_phase; B pass"],
    phase("tactics", "A"), holds("A.hand", "colossus_red3"),
)
case(
    17, "turn", "two plays in one summon phase", "one unit or one traveler",
    position("summon", {"hand": ["stone_3_2", "archer_2_1"]}),
    ["A play_unit card=A.hand.stone_3_2; A place at=A.F1; A play_unit card=A.hand.archer_2_1"],
    has("A.F1", card="stone_3_2"), holds("A.hand", "archer_2_1"), at="last",
)

# ------------------------------------------------------------------------------------------ play
FRONT_FULL = {f"F{lane}": f"jia{lane}" for lane in range(1, 6)}
FULL = {**FRONT_FULL, **{f"B{lane}": "blank" for lane in range(1, 6)}}
case(
    18, "play", "back row while the front has room", "the back row is for a full front row",
    position("summon", {"field": {"F1": {"card": "traveler"}}, "hand": ["stone_3_2"]}),
    ["A play_unit card=A.hand.stone_3_2; A place at=A.B1"], empty("A.B1"), at="last",
)
case(
    19, "play", "back row behind a full front", "then any back position",
    position("summon", {"field": FRONT_FULL, "hand": ["stone_3_2"]}),
    ["A play_unit card=A.hand.stone_3_2; A place at=A.B4"],
    has("A.B4", card="stone_3_2", state="upright"), is_("A.score", 7),
)
case(
    20, "play", "full field, and a unit that needs a tribute", "nobody has to make room",
    position("summon", {"field": FULL, "hand": ["colossus_red1"]}), ["A end_phase; B pass"],
    phase("tactics", "A"), holds("A.hand", "colossus_red1"),
)
case(
    21, "play", "a traveler for a full field", "no free position, no entry",
    position("summon", {"field": FULL}), ["A summon_traveler at=A.F1"],
    is_("A.forest", 20), has("A.F1", card="jia1"), at="last",
)
case(
    22, "play", "too few tributes", "exactly the number in the star",
    position("summon", {"field": {"F1": "jia1", "F2": "jia2"}, "hand": ["colossus_red2"]}),
    ["A play_unit card=A.hand.colossus_red2 tributes=[A.F1]"],
    has("A.F1", card="jia1"), has("A.F2", card="jia2"), holds("A.hand", "colossus_red2"), at="last",
)
case(
    23, "play", "one tribute too many", "not more than the number in the star",
    position("summon", {"field": {"F1": "jia1", "F2": "jia2"}, "hand": ["cavalry"]}),
    ["A play_unit card=A.hand.cavalry tributes=[A.F1,A.F2]"],
    has("A.F1", card="jia1"), has("A.F2", card="jia2"), at="last",
)
case(
    24, "play", "tributes in line order", "lane by lane whatever was named first; a traveler goes home",
    position("summon", {"field": {"F3": {"card": "traveler"}, "B1": "priest"}, "hand": ["colossus_red2"], "deck": 5, "forest": 9}),
    ["A play_unit card=A.hand.colossus_red2 tributes=[A.F3,A.B1]; A place at=A.F3"],
    holds("A.graveyard", "priest"), is_("A.forest", 10), cards("A.graveyard", "traveler", 0), is_("A.deck.count", 4),
    has("A.F3", card="colossus_red2", state="upright"), in_turn("sacrifice", "priest", "traveler"),
)
case(
    25, "play", "a tribute as a target", "chosen tributes cannot be chosen again",
    position("summon", {"field": {"F1": "guide", "F2": "stone_3_2", "F4": "archer_2_1", "F5": "archer_2_1"}, "hand": ["colossus_red2"]}),
    ["A play_unit card=A.hand.colossus_red2 tributes=[A.F1,A.F2]; A choose_cards cards=[A.F2]"],
    asked("choose_cards", "A"), {"next": "0.shapes.0.slots.0.domain.subset.from", "cards": ["A.F4", "A.F5"]}, at="last",
)
case(
    26, "play", "a 禁錮 unit as a tribute", "禁錮 keeps it from being one",
    position("summon", {"field": {"F1": "stone_confined"}, "hand": ["cavalry"]}),
    ["A play_unit card=A.hand.cavalry tributes=[A.F1]"], has("A.F1", card="stone_confined"), at="last",
)
case(
    27, "play", "a blue frame that is not fulfilled", "three units in the graveyard are asked for",
    position("summon", {"hand": ["azure_dragon"], "graveyard": ["jia1", "jia2"]}),
    ["A play_unit card=A.hand.azure_dragon"], holds("A.hand", "azure_dragon"), at="last",
)
case(
    28, "play", "a blue frame that is paid", "what the frame asks for is done first, and no tribute is needed",
    position("summon", {"field": {"F1": "stone_3_2"}, "hand": ["core_beast", "jia1", "jia2"]}),
    ["A play_unit card=A.hand.core_beast; A choose_cards cards=[A.hand.jia1,A.F1]; A place at=A.F1"],
    has("A.F1", card="core_beast", state="upright"), holds("A.exile", "jia1", "stone_3_2"), is_("normal_play", True),
)
case(
    29, "play", "a blue star in the formation", "it is not a unit without a requirement, and its frame names the summon phase",
    position("formation", {"hand": ["azure_dragon"], "graveyard": ["jia1", "jia2", "jia3"]}, normal_play=True),
    ["A play_unit card=A.hand.azure_dragon"], holds("A.hand", "azure_dragon"), at="last",
)
case(
    30, "play", "a blue star summoned by magic", "its frame allows the play from hand only",
    position("summon", {"hand": ["revive"], "graveyard": ["azure_dragon"]}), ["A use_card card=A.hand.revive"],
    holds("A.hand", "revive"), holds("A.graveyard", "azure_dragon"), at="last",
)
case(
    31, "play", "a red star summoned by magic", "no tributes, no 立即, and not the play of the phase",
    position("summon", {"hand": ["revive"], "deck": 5, "graveyard": ["general"]}),
    ["A use_card card=A.hand.revive; A place at=A.F2"],
    has("A.F2", card="general", state="upright"), trace("sacrifice"), is_("A.deck.count", 5), holds("A.graveyard", "revive"),
    is_("normal_play", False),
)
case(
    32, "play", "a play by an effect is not the play of the phase", "a unit or traveler is still owed",
    position("summon", {"field": {"F2": {"card": "general", "entered": "front"}}, "forest": 5}), ["A end_phase"],
    phase("summon", "A"), asked("summon", "A"), at="last",
)
case(
    33, "play", "立即, then 掩護", "the neighbour decides when 立即 is done",
    position("summon", {"field": {"F3": "shieldguard"}, "hand": ["scout_draw"], "deck": 5}),
    ["A play_unit card=A.hand.scout_draw; A place at=A.F2; A choose_yes_no accept=true"],
    has("A.B3", card="scout_draw"), empty("A.F2"), is_("A.deck.count", 4),
)
case(
    34, "play", "掩護 with somebody behind it", "the position behind has to be free",
    position("summon", {"field": {"F3": "shieldguard", "B3": "archer_2_1"}, "hand": ["scout_2_2"]}),
    ["A play_unit card=A.hand.scout_2_2; A place at=A.F2; A choose_yes_no accept=true"],
    has("A.F2", card="scout_2_2"), has("A.B3", card="archer_2_1"), at="last",
)
case(
    123, "play", "magic of a phase while 立即 waits", "a phase is no exact moment, so 立即 comes first",
    position("summon", {"hand": ["scout_rest", "cheer"]}, {"field": {"F1": "foe_2_2"}}),
    ["A play_unit card=A.hand.scout_rest; A place at=A.F1; A use_card card=A.hand.cheer"],
    asked("choose_cards", "A"), holds("A.hand", "cheer"), at="last",
)

# ------------------------------------------------------------------------------------------ formation
FOE = {"field": {"F1": "foe_2_2"}}
NEW_TRAVELER = {"card": "traveler", "entered": "front"}


def formation(field, hand=None, played=False, forest=None, **more):
    out = {"field": field, **({"hand": hand} if hand else {}), **({"forest": forest} if forest is not None else {})}
    return position("formation", out, normal_play=True, **({"formation_play": True} if played else {}), **more)


case(
    35, "formation", "an attack after choosing the formation", "one of the two",
    position("tactic", {"field": {"F1": "stone_3_2"}}, FOE, normal_play=True),
    ["A choose_tactic tactic=formation; A attack unit=A.F1"],
    is_("A.F1.state", "upright"), is_("tactic", "formation"), at="last",
)
case(
    36, "formation", "a move before the play", "a unit or traveler comes first if one can come",
    formation({"F1": "stone_3_2"}, ["archer_2_1"]), ["A move unit=A.F1 to=A.F4"], has("A.F1", card="stone_3_2"), at="last",
)
case(
    37, "formation", "moves when nothing can be played", "then at once; onto an own unit means to change places",
    formation({"F1": "stone_3_2", "B4": "archer_2_1"}, ["colossus_red2"], forest=0),
    ["A move unit=A.F1 to=A.B4; A end_moves"], has("A.B4", card="stone_3_2"), has("A.F1", card="archer_2_1"),
)
case(
    38, "formation", "a unit that needs a tribute", "only one without a requirement, or a traveler",
    formation({"F1": "stone_3_2"}, ["cavalry"]), ["A play_unit card=A.hand.cavalry tributes=[A.F1]"],
    has("A.F1", card="stone_3_2"), holds("A.hand", "cavalry"), at="last",
)
case(
    39, "formation", "ending the formation without a play", "a traveler can come, so one has to",
    formation({}, forest=4), ["A end_phase"], phase("tactics", "A"), asked("formation", "A"), at="last",
)
case(
    40, "formation", "a newcomer goes back", "what entered in the front row this turn stays there",
    formation({"F1": {"card": "stone_3_2", "entered": "front"}}),
    ["A summon_traveler at=A.F2; A move unit=A.F1 to=A.B1"], has("A.F1", card="stone_3_2"), empty("A.B1"), at="last",
)
case(
    41, "formation", "a unit that 掩護 moved", "it has been in the back row, so it goes anywhere",
    formation({"F3": "shieldguard", "B3": {"card": "scout_2_2", "entered": "back"}}),
    ["A summon_traveler at=A.F1; A move unit=A.B3 to=A.F5; A move unit=A.F5 to=A.B5; A end_moves"],
    has("A.B5", card="scout_2_2"),
)
case(
    42, "formation", "changing places with a newcomer", "it would bring the newcomer into the back row",
    formation({"B2": "archer_2_1"}), ["A summon_traveler at=A.F2; A move unit=A.B2 to=A.F2"],
    has("A.F2", card="traveler"), has("A.B2", card="archer_2_1"), at="last",
)
CHEERED = formation({"F1": "stone_3_2", "F2": NEW_TRAVELER}, ["cheer"], played=True)
case(
    43, "formation", "magic between two moves", "moves are one continuous action",
    CHEERED, ["A move unit=A.F1 to=A.F4; A use_card card=A.hand.cheer"],
    holds("A.hand", "cheer"), has("A.F4", card="stone_3_2", attack=3), at="last",
)
case(
    44, "formation", "magic after the moves", "the tactics phase is part of the main phase",
    CHEERED, ["A move unit=A.F1 to=A.F4; A end_moves; A use_card card=A.hand.cheer; A choose_cards cards=[A.F4]"],
    has("A.F4", card="stone_3_2", attack=5),
)
case(
    105, "formation", "a unit that became another one", "it entered in an earlier turn and goes anywhere",
    formation({"F1": "goat", "F2": NEW_TRAVELER}, played=True), ["A move unit=A.F1 to=A.B1; A end_moves"],
    has("A.B1", card="goat"),
)
case(
    107, "formation", "changing places with a 禁錮 unit", "the 禁錮 unit would move",
    formation({"F1": "stone_confined", "F2": "archer_2_1", "F3": NEW_TRAVELER}, played=True),
    ["A move unit=A.F2 to=A.F1"], has("A.F1", card="stone_confined"), has("A.F2", card="archer_2_1"), at="last",
)
