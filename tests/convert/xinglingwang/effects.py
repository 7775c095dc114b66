"""Cases of combinations, counters, effects, magic, zones, and of the end of a turn and of the game."""

from notation import *


def summon(field=None, enemy=None, hand=None, **more):
    """The summon phase of A; what does not belong to the position goes to A's half."""
    A = {"field": field or {}, **({"hand": hand} if hand else {})}
    B = {"field": enemy or {}}
    for key in [key for key in more if key[:2] in ("A_", "B_")]:
        (A if key[0] == "A" else B)[key[2:]] = more.pop(key)
    return position("summon", A, B, **more)


def over(card, *lower, **more):
    """A combined unit: the card over others with the edges that they show."""
    return {"card": card, **more, "under": [{"card": ident, "edge": edge} for ident, edge in lower]}


SUMMON, SUMMON_B = phase("summon", "A"), phase("summon", "B")

# ------------------------------------------------------------------------------------------ combination
case(
    87, "combination", "機械合體", "one goes under the other; the edge counts; the unit is new and upright; permanent magic is gone",
    summon({"F1": {"card": "mecha_3_1", "state": "rested", "magic": ["amulet"]}, "F2": {"card": "scrap_pierce", "state": "rested"}}),
    ["A enter_mech; A mech unit=A.F1 target=A.F2 under=target expose=attack; A exit_mech"],
    empty("A.F1"),
    has("A.F2", card="mecha_3_1", combined=True, state="upright", under=[{"card": "scrap_pierce", "edge": "attack"}]),
    has("A.F2", attack=8, score=1), count("A.F2.keywords", 1, "pierce"), holds("A.graveyard", "amulet"),
    SUMMON, is_("normal_play", False), asked("summon", "A"),
)
case(
    88, "combination", "a second machine phase", "once in a main phase, and that is summon and tactics",
    position("formation", {"field": {"F1": "mecha_3_1", "F2": "scrap_5_2"}}, normal_play=True, mech={"used": True}),
    ["A enter_mech"], phase("tactics", "A"), asked("formation", "A"), at="last",
)


def machine(field, names=(), hand=None):
    A = {"field": field, **({"hand": hand} if hand else {})}
    return position("machine", A, mech={"used": True, "names": list(names)}, machine_from="summon")


case(
    89, "combination", "a combined unit as the target", "only units that are not combined",
    machine({"F1": "mecha_3_1", "F2": over("mechking_5_4", ("gear_2_1", "attack"))}),
    ["A mech unit=A.F1 target=A.F2 under=unit expose=score"],
    has("A.F1", card="mecha_3_1"), has("A.F2", card="mechking_5_4", under=[{"card": "gear_2_1", "edge": "attack"}]), at="last",
)
case(
    90, "combination", "a name that has taken part", "once in a machine phase, as unit or as target",
    machine({"F1": "mecha_3_1", "F3": "gear_1_1"}, ["齒輪"]), ["A mech unit=A.F1 target=A.F3 under=target expose=attack"],
    has("A.F1", card="mecha_3_1"), has("A.F3", card="gear_1_1"), at="last",
)
case(
    91, "combination", "magic in the machine phase", "combinations, their effects and exact moments only",
    machine({"F1": "mecha_3_1"}, hand=["cheer"]), ["A use_card card=A.hand.cheer"],
    holds("A.hand", "cheer"), asked("machine", "A"), at="last",
)
case(
    92, "combination", "two combinations, two 合體時", "any order; the player orders the effects; then back to the phase",
    position(
        "formation", {"field": {"F1": "mecha_reward", "F2": "cell", "F4": "mech_dog", "F5": "scrap_5_2"}, "deck": 5},
        normal_play=True, formation_play=True,
    ),
    [
        "A enter_mech; A mech unit=A.F4 target=A.F5 under=target expose=attack",
        "A mech unit=A.F1 target=A.F2 under=target expose=score; A choose_trigger card=1 ability=1; A exit_mech",
    ],
    trace("activate", "cell", "mecha_reward"), is_("A.reward", 1), is_("A.deck.count", 4),
    has("A.F2", card="mecha_reward", attack=3, score=2, under=[{"card": "cell", "edge": "score"}]),
    has("A.F5", card="mech_dog", attack=7, score=1, under=[{"card": "scrap_5_2", "edge": "attack"}]),
    phase("tactics", "A"),
)
case(
    93, "combination", "a shield that shows", "the whole unit has 阻擋, whatever else shows",
    position(
        "attack", {"field": {"F1": over("mecha_6_1", ("tower_shield_1", "attack")), "F2": "archer_2_1"}},
        {"field": {"F1": "yi1", "F2": "yi2"}}, normal_play=True,
    ),
    ["A attack unit=A.F1"], is_("A.F1.state", "upright"), count("A.F1.keywords", 1, "block"), at="last",
)
case(
    94, "combination", "吞食合體", "the tribute goes under the new unit and shows the edge that was chosen",
    summon({"F1": {"card": "slime", "magic": ["amulet"]}, "F2": "stone_3_2"}, hand=["slime_king_red2"]),
    ["A play_unit card=A.hand.slime_king_red2 tributes=[A.F1,A.F2]; A choose_edge edge=attack; A place at=A.F3"],
    has("A.F3", card="slime_king_red2", attack=7, score=4, under=[{"card": "slime", "edge": "attack"}]),
    count("A.F3.keywords", 1, "poison"), holds("A.graveyard", "stone_3_2", "amulet"), cards("A.graveyard", "slime", 0), is_("A.units", 1),
)
case(
    95, "combination", "吞食合體 of a combined unit", "its upper card only",
    summon({"F1": over("slime", ("jelly_1_1", "score"))}, hand=["slime_king_red1"]),
    ["A play_unit card=A.hand.slime_king_red1 tributes=[A.F1]; A choose_edge edge=score; A place at=A.F1"],
    has("A.F1", card="slime_king_red1", attack=5, score=6, under=[{"card": "slime", "edge": "score"}]), holds("A.graveyard", "jelly_1_1"),
)
case(
    96, "combination", "寄生合體, and the way home", "under the enemy's unit; returned to its owner it activates nothing",
    summon({"F1": "virus"}, {"F2": "foe_4_3"}, ["expel"], A_deck=5),
    ["A activate source=A.F1; A choose_edge edge=score; A use_card card=A.hand.expel"],
    empty("A.F1", after=2),
    has("B.F2", 2, card="foe_4_3", attack=4, score=0, state="upright", under=[{"card": "virus", "edge": "score"}]),
    holds("B.graveyard", "foe_4_3"), cards("A.graveyard", "virus", 1), is_("A.deck.count", 5),
)
KING = over("mechking_5_4", ("gear_1_1", "attack"), state="rested", magic=["amulet"])
case(
    97, "combination", "分開 in the front row", "the front row first; both stand up, permanent magic is gone",
    summon({"F2": KING, "F3": KING, "B1": "stone_3_2"}, hand=["unbox", "unbox"]),
    [
        "A use_card card=A.hand.unbox; A choose_cards cards=[A.F3]; A place at=A.F5",
        "A use_card card=A.hand.unbox; A place at=A.B2",
    ],
    has("A.F3", 3, card="mechking_5_4", state="upright", under=[], magic=[]), has("A.F5", 3, card="gear_1_1", state="upright"),
    holds("A.graveyard", "amulet", "unbox", after=3), legal(type="place", at=place("A.F4")), not_legal(type="place", at=place("A.B2")),
    at="last",
)
case(
    98, "combination", "a 禁錮 machine", "it may be the target, but may not start",
    machine({"F1": "mecha_confined", "F2": "mech_dog"}), ["A mech unit=A.F1 target=A.F2 under=target expose=attack"],
    has("A.F1", card="mecha_confined"), legal(type="mech", under="target", expose="attack"), at="last",
)
case(
    149, "combination", "once a turn, and a combination", "a combined unit is new, so its effect is too",
    summon({
        "F1": "gear_1_1", "F2": {"card": "stone_3_2", "state": "rested"}, "F3": "command_mech", "F4": {"card": "stone_3_2", "state": "rested"},
    }),
    [
        "A activate source=A.F3; A choose_cards cards=[A.F4]",
        "A enter_mech; A mech unit=A.F3 target=A.F1 under=target expose=attack; A exit_mech",
        "A activate source=A.F1; A choose_cards cards=[A.F2]",
    ],
    is_("A.F2.state", "upright"), has("A.F1", card="command_mech", combined=True),
)

# ------------------------------------------------------------------------------------------ counters
case(
    109, "counters", "energy above five", "five at most",
    summon(hand=["shock_rod"], A_energy=4), ["A use_card card=A.hand.shock_rod"], is_("A.energy", 5),
)
case(
    110, "counters", "a charge below nothing", "a charge takes nothing away",
    summon({"F1": "eel", "F2": "minus_child"}, A_energy=2), ["A activate source=A.F1"], is_("A.energy", 2), is_("A.score", -2),
)
case(
    111, "counters", "耗能 made cheaper", "at least one is paid",
    summon({"F1": "cannon", "F2": "saver", "F3": "cannon"}, A_energy=1), ["A activate source=A.F1; A activate source=A.F3"],
    is_("A.energy", 0), is_("A.energy", 1, after=0), is_("A.deck.count", 5, after=1), at="last",
)
case(
    112, "counters", "negated magic", "what is not processed pays nothing",
    summon(enemy={"F1": "foe_2_2"}, hand=["thunder"], A_energy=3, B_hand=["counter"]),
    ["A use_card card=A.hand.thunder; B choose_yes_no accept=true"],
    holds("A.graveyard", "thunder"), holds("B.graveyard", "counter"), is_("A.energy", 3), has("B.F1", card="foe_2_2"),
)
STATION = {"F4": {"card": "traveler"}, "F5": "stationmaster"}
case(
    113, "counters", "a full bus", "two came with it, and two is all it carries",
    summon(STATION, hand=["bus_3_2"], A_forest=5), ["A play_unit card=A.hand.bus_3_2; A place at=A.F1; A activate source=A.F5"],
    is_("A.forest", 3), has("A.F1", card="bus_3_2", passengers=2), has("A.F4", card="traveler"), is_("A.score", 4), at="last",
)
case(
    114, "counters", "上車", "there is room for one more",
    summon({"F1": {"card": "bus_3_2", "passengers": 1}, **STATION}), ["A activate source=A.F5"],
    is_("A.F1.passengers", 2), empty("A.F4"), is_("A.units", 2), is_("A.score", 3),
)
case(
    115, "counters", "下車 with too few on board", "three are asked for",
    summon({"F1": {"card": "metro", "passengers": 2}}, {"F1": "foe_2_2"}), ["A activate source=A.F1"],
    is_("A.F1.passengers", 2), has("B.F1", card="foe_2_2"), at="last",
)
case(
    116, "counters", "還魂 with the value", "exactly five",
    summon({"F1": "nurse"}, A_graveyard=["ash_small", "ash_mid", "dead_girl"]),
    ["A activate source=A.F1; A choose_cards cards=[A.graveyard.ash_small]"],
    holds("A.hand", "ash_small", "ash_mid"), holds("A.graveyard", "dead_girl"), is_("A.reward", 2),
)
case(
    117, "counters", "還魂 with more than the value", "six is not five",
    summon({"F1": "nurse"}, A_graveyard=["ash_small", "ash_big"]), ["A activate source=A.F1"],
    holds("A.graveyard", "ash_small", "ash_big"), is_("A.reward", 0), at="last",
)
case(
    118, "counters", "rewards", "not below nothing; they stay when their unit goes, and count",
    summon({"F1": "bounty_hunter", "F2": "stone_3_2"}, hand=["liquidate", "banish"], A_reward=3, B_reward=1),
    ["A use_card card=A.hand.liquidate; A use_card card=A.hand.banish; A choose_cards cards=[A.F1]"],
    is_("B.reward", 0), is_("A.reward", 3), is_("A.score", 5),
)

# ------------------------------------------------------------------------------------------ abilities
case(
    119, "abilities", "back to an effect that was passed over", "line order: lane 1 comes before lane 2",
    position("end", {"field": {"F2": "reader", "B1": "tither"}}, normal_play=True),
    ["A choose_yes_no accept=false; A choose_yes_no accept=true; A activate source=A.B1"],
    trace("activate", "reader"), is_("A.deck.count", 5), trace("reward"), is_("A.reward", 0), at="last",
)
case(
    120, "abilities", "many effects of one moment", "field card, units, graveyard, hand; then the enemy's",
    summon(
        {"F5": "undertaker"}, {"F1": "foe_2_2", "F2": "undertaker_yi"}, ["fireball", "mourning"], A_field_card="altar", A_graveyard=["undead"],
    ),
    ["A use_card card=A.hand.fireball; A choose_cards cards=[B.F1]; A choose_yes_no accept=true; A choose_yes_no accept=true"],
    trace("activate", "altar", "undertaker", "undead", "undertaker_yi"), is_("A.reward", 2, after=2), cards("A.hand", "undead", 1, after=3),
    is_("B.reward", 0, after=3), is_("A.reward", 2), is_("B.reward", 1), holds("B.graveyard", "foe_2_2"), has("B.F1", 3, card="foe_2_2"),
)
case(
    121, "abilities", "as much as possible, and 若成功", "one of two is rested, so no cards are drawn",
    summon(enemy={"F1": "foe_2_2"}, hand=["double_blow"], A_deck=5), ["A use_card card=A.hand.double_blow"],
    is_("B.F1.state", "rested"), is_("A.deck.count", 5), holds("A.graveyard", "double_blow"),
)
case(
    122, "abilities", "X of nothing", "X is at least one",
    summon({"F1": "counting_officer", "F2": "stone_3_2"}), ["A activate source=A.F1"],
    is_("A.hand.count", 0), is_("A.deck.count", 6), is_("A.F1.used", []), at="last",
)
case(
    124, "abilities", "a source that is gone", "its effect goes on",
    summon({"F1": "martyr"}, A_deck=5), ["A activate source=A.F1"], holds("A.graveyard", "martyr"), is_("A.deck.count", 3),
)
case(
    125, "abilities", "two targets", "both are chosen first, then one after the other",
    summon(enemy={"F4": "yi4_2_2", "B1": "recaller"}, hand=["double_thunder"]),
    ["A use_card card=A.hand.double_thunder; B choose_yes_no accept=true; B choose_cards cards=[B.F4]"],
    in_turn("destroy", "recaller"), holds("B.hand", "yi4_2_2"), holds("B.graveyard", "recaller"),
)
case(
    126, "abilities", "must not beats may", "who must not attack does not",
    position("tactic", {"field": {"F1": "berserker"}}, {"field": {"F1": "foe_2_2", "F2": "peace_envoy"}}, normal_play=True),
    ["A choose_tactic tactic=attack"], is_("tactic", None), asked("tactic", "A"), at="last",
)
RESTED_F2 = {"F2": {"card": "stone_3_2", "state": "rested"}}
case(
    148, "abilities", "once a turn, twice", "it is used up",
    summon({"F1": {"card": "commander", "used": [1]}, **RESTED_F2}), ["A activate source=A.F1"], is_("A.F2.state", "rested"), at="last",
)
case(
    156, "abilities", "once a turn, and a card that came back", "it is a new unit",
    summon({"F1": "commander", **RESTED_F2, "F3": {"card": "stone_3_2", "state": "rested"}}, hand=["repatriate"]),
    [
        "A activate source=A.F1; A choose_cards cards=[A.F3]; A use_card card=A.hand.repatriate; A choose_cards cards=[A.F1]",
        "A play_unit card=A.hand.commander; A place at=A.F1; A activate source=A.F1; A choose_cards cards=[A.F2]",
    ],
    is_("A.F2.state", "upright"),
)
case(
    157, "abilities", "destroying what cannot be destroyed", "it may be chosen, but 若成功 fails",
    summon({"F1": "altar_master", "F2": "statue"}, A_deck=5), ["A activate source=A.F1; A choose_cards cards=[A.F2]"],
    has("A.F2", card="statue"), is_("A.deck.count", 5),
)

# ------------------------------------------------------------------------------------------ magic
case(
    127, "magic", "magic in another phase", "the printed time has to be now",
    summon(enemy={"F1": "foe_2_2"}, hand=["weaken"]), ["A use_card card=A.hand.weaken"], holds("A.hand", "weaken"), at="last",
)
case(
    128, "magic", "a condition that is lost", "the card is used, but does nothing",
    summon({"F1": "stone_3_2"}, {"F1": "foe_2_2"}, ["reversal"], B_reward=8, B_hand=["miser"]),
    ["A use_card card=A.hand.reversal; B choose_yes_no accept=true"],
    is_("B.reward", 7), holds("A.graveyard", "reversal"), has("B.F1", card="foe_2_2"), trace("use_magic", "reversal", "miser"),
)
case(
    129, "magic", "conferred magic", "it lies under its unit, and goes to the graveyard when the unit goes anywhere",
    summon({"F1": "stone_3_2"}, hand=["strengthen", "banish"]), ["A use_card card=A.hand.strengthen; A use_card card=A.hand.banish"],
    has("A.F1", 1, attack=5, magic=[{"card": "strengthen"}]), is_("A.graveyard.count", 0, after=1),
    holds("A.exile", "stone_3_2"), holds("A.graveyard", "strengthen", "banish"),
)
case(
    130, "magic", "a second field card", "the first one is destroyed before",
    summon(hand=["new_city"], A_field_card="old_city", A_deck=5), ["A use_card card=A.hand.new_city"],
    holds("A.graveyard", "old_city"), is_("A.deck.count", 4), has("A.field_card", card="new_city"),
)
case(
    150, "magic", "the enemy's magic in a phase", "when the phase is about to end; then the phase goes on",
    summon({"F1": "stone_3_2"}, hand=["cheer"], B_hand=["ambush"], normal_play=True),
    ["A end_phase; B use_card card=B.hand.ambush; A use_card card=A.hand.cheer"],
    has("A.F1", card="stone_3_2", state="rested", attack=5), SUMMON, asked("summon", "A"),
)
case(
    152, "magic", "a field card that cannot be destroyed", "it stays, and the new one is lost",
    summon(hand=["new_city"], A_field_card="holy_city"), ["A use_card card=A.hand.new_city"],
    has("A.field_card", card="holy_city"), holds("A.graveyard", "new_city"),
)

# ------------------------------------------------------------------------------------------ zones
case(
    131, "zones", "the place of a unit that is being destroyed", "it still stands there",
    position("summon", {"field": {"F1": "wisher"}, "graveyard": ["phantom_1_1"]}, {"hand": ["fireball"]}, active="B"),
    ["B use_card card=B.hand.fireball; A place at=A.F1"],
    has("A.F1", card="wisher"), legal(type="place", at=place("A.F2")), not_legal(type="place", at=place("A.F1")), at="last",
)
case(
    132, "zones", "a traveler is exiled", "it goes to the forest, and that is a success",
    summon(enemy={"F1": {"card": "traveler"}}, hand=["seal"], A_deck=5, B_forest=7), ["A use_card card=A.hand.seal"],
    is_("B.forest", 8), is_("B.exile.count", 0), is_("A.deck.count", 4),
)
case(
    133, "zones", "a unit of the other player as a tribute", "it goes home to its owner and activates nothing",
    summon({"F1": {"card": "undercover", "owner": 1}}, hand=["cavalry"], B_deck=5),
    ["A play_unit card=A.hand.cavalry tributes=[A.F1]; A place at=A.F1"],
    holds("B.graveyard", "undercover"), is_("B.deck.count", 5), has("A.F1", card="cavalry"),
)
case(
    134, "zones", "what the other player sees", "how many cards; the own hand; no deck",
    summon(hand=["jia1", "jia2"], B_hand=["yi1"], B_deck=7), [],
    is_("A.hand", {"count": 2}, view="seat1"), holds("B.hand", "yi1", view="seat1"),
    is_("A.deck", {"count": 6}, view="seat1"), is_("B.deck", {"count": 7}, view="seat1"),
)
NINE = {**{f"F{lane}": f"jia{lane}" for lane in range(1, 6)}, **{f"B{lane}": "blank" for lane in range(1, 5)}}
case(
    147, "zones", "two travelers for one place", "the second does not enter, so 若成功 fails",
    summon(NINE, hand=["muster"], A_deck=5, A_forest=9), ["A use_card card=A.hand.muster"],
    has("A.B5", card="traveler"), is_("A.forest", 8), is_("A.deck.count", 5),
)
case(
    153, "zones", "a traveler returns to hand", "it goes to the forest, and that is a success",
    summon(enemy={"F1": {"card": "traveler"}}, hand=["repatriate"], A_deck=5, B_forest=7), ["A use_card card=A.hand.repatriate"],
    is_("B.forest", 8), is_("B.hand.count", 0), is_("A.deck.count", 4),
)
case(
    154, "zones", "both halves", "the current player's half first, each in line order",
    position(
        "summon", {"field": {"F1": "jia1", "B1": "jia2"}}, {"field": {"F1": "yi1", "B1": "yi2"}, "hand": ["landslide"]}, active="B",
    ),
    ["B use_card card=B.hand.landslide"],
    in_turn("destroy", "yi1", "yi2", "jia1", "jia2"), is_("A.units", 0), is_("B.units", 0),
)

# ------------------------------------------------------------------------------------------ ending
NOTHING = is_("A.early_end", None)
case(
    135, "ending", "the steps of the end phase", "effects, hand limit, countdown, and only then the declaration",
    position("end", {"field": {"F1": "scribe"}, "hand": ["blank"] * 10, "deck": 1}, normal_play=True),
    ["A exile_excess cards=[A.hand.0]; A declare_early_end condition=score"],
    is_("A.hand.count", 10), is_("A.deck.count", 0), is_("countdown", True), NOTHING, at="last",
)
HEAVY = ["colossus_red2"] * 6
IDLE = "{0} end_phase; {1} pass; {0} choose_tactic tactic=formation; {0} end_moves; {0} end_phase; {1} pass"
case(
    136, "ending", "too few cards are exiled", "exactly the surplus; what is exiled so does nothing",
    position(
        "hand_limit", {"hand": ["uranium", "uranium"] + ["colossus_red2"] * 10, "deck": HEAVY, "forest": 0},
        {"deck": HEAVY, "forest": 0}, normal_play=True,
    ),
    [
        "A exile_excess cards=[A.hand.uranium,A.hand.colossus_red2]; A pass",
        IDLE.format("B", "A") + "; B pass",
        IDLE.format("A", "B") + "; A exile_excess cards=[A.hand.uranium]",
    ],
    holds("A.exile", "uranium", "colossus_red2"), is_("A.units", 0), trace("summon"), asked("hand_limit", "A"), at="last",
)
case(
    137, "ending", "an early end with 14", "15 are needed, rewards included",
    position("early_end", {"field": {"F1": "jia1_1_5", "F2": "jia2_1_5"}, "reward": 4}, {"field": {"F1": "yi1"}}, normal_play=True),
    ["A declare_early_end condition=score"], NOTHING, is_("A.score", 14), at="last",
)
THREE = {"F1": "jia1", "F2": "jia2", "F3": over("mechking_4_3", ("gear_2_1", "score"))}
case(
    138, "ending", "three units more", "a combined unit is one, passengers are none",
    position("early_end", {"field": {**THREE, "F4": {"card": "bus_1_1", "passengers": 2}}}, {"field": {"F1": "yi1"}}, normal_play=True),
    ["A declare_early_end condition=units"],
    is_("A.early_end", "units"), is_("A.units", 4), is_("B.units", 1), {"state": "", "has": {"turn": 6, "active": 1}},
)
case(
    139, "ending", "two units more", "three more are needed",
    position("early_end", {"field": THREE}, {"field": {"F1": "yi1"}}, normal_play=True),
    ["A declare_early_end condition=units"], NOTHING, asked("early_end", "A"), at="last",
)
case(
    140, "ending", "another condition than the declared one", "only the declared one is looked at",
    position(
        "early_end_check", {"field": {"F1": "jia1_1_5"}, "reward": 15, "early_end": "units"},
        {"field": {"F1": {"card": "yi1_4_1", "state": "rested"}}}, defence="fought",
    ),
    [
        "A summon_traveler at=A.F2; A end_phase; B pass; A choose_tactic tactic=formation; A summon_traveler at=A.F3; A end_moves",
        "A end_phase; B pass; A declare_early_end condition=score",
    ],
    {**SUMMON, "after": 0}, {"outcome": "", "is": None, "after": 0}, is_("A.early_end", None, after=0), is_("A.early_end", "score"),
)


def over_now(winner):
    return {"outcome": "", "has": {"kind": "win", "winner": winner}}


case(
    141, "ending", "the declarer loses", "the condition holds, but the higher score wins",
    position(
        "early_end_check", {"field": {f"F{lane}": f"jia{lane}" for lane in range(1, 5)}, "early_end": "units"}, {"field": {"F1": "dragon_8_8"}},
    ),
    [], {"outcome": "", "has": {"kind": "win"}}, is_("A.score", 4), is_("B.score", 8), over_now(1),
)
case(
    142, "ending", "equal scores", "the second player wins",
    position(
        "early_end_check", {"field": {"F1": "jia1_1_6"}, "reward": 10}, {"field": {"F1": "yi1_1_7"}, "reward": 9, "early_end": "score"}, active="B",
    ),
    [], {"outcome": "", "has": {"kind": "win"}}, is_("A.score", 16), is_("B.score", 16), over_now(1),
)
case(
    143, "ending", "an empty deck in the end phase", "the countdown starts before anything can be declared",
    position("countdown", {"field": {"F1": "dragon_8_15"}, "deck": 0}, {"deck": 1}, normal_play=True),
    ["A declare_early_end condition=score"], is_("countdown", True), is_("stars", [1, 2, 3, 4, 5]), NOTHING, at="last",
)


def travelers(side, other, first, second):
    """A whole turn with one traveler in either phase."""
    return (
        f"{side} summon_traveler at={side}.{first}; {side} end_phase; {other} pass; {side} choose_tactic tactic=formation; "
        f"{side} summon_traveler at={side}.{second}; {side} end_moves; {side} end_phase; {other} pass; {side} pass"
    )


case(
    144, "ending", "five more turns", "one star card in every end phase, the largest first; the last turn has no tactics",
    position("turn_end", {"deck": 0}, {"deck": 3}, turned=0, normal_play=True),
    [
        travelers("B", "A", "F1", "F2"), travelers("A", "B", "F1", "F2"), travelers("B", "A", "F3", "F4"), travelers("A", "B", "F3", "F4"),
        "B summon_traveler at=B.F5; B end_phase; A pass; B pass",
    ],
    trace("star_turned", *(event(seat=number % 2, amount=number) for number in (5, 4, 3, 2, 1))), over_now(1),
    {"state": "", "has": {"turn": 10}}, asked("early_end", "B", after=39), is_("stars", [], after=39),
)
case(
    145, "ending", "tactics in the last turn of the countdown", "that turn has none",
    position("summon", {"field": {"F1": "stone_1_2"}}, {"field": {"F1": "foe_5_2"}}, active="B", normal_play=True, turned=4),
    ["B end_phase; A pass; B choose_tactic tactic=attack"], phase("early_end", "B"), at="last",
)
case(
    146, "ending", "after the end phase", "the turn is over, so it is not A's turn any more",
    position("after_turn", {"hand": ["cheer_turn"], "graveyard": ["recycler"]}, normal_play=True),
    ["A choose_yes_no accept=true; A place at=A.F1; A use_card card=A.hand.cheer_turn"],
    has("A.F1", card="recycler"), holds("A.hand", "cheer_turn"), trace("draw", event(seat=1), event(seat=1), entry=1),
    {"state": "", "has": {"turn": 6, "active": 1}}, at="last",
)
