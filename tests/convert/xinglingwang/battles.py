"""Cases of attacks, of the defence phase, and of the keywords that matter there."""

from notation import *


def attacks(field, enemy, hand=None, **more):
    return position("attack", {"field": field, **({"hand": hand} if hand else {})}, {"field": enemy}, normal_play=True, **more)


STONE, ARCHER = {"F1": "stone_3_2"}, {"F2": "archer_2_1"}
UPRIGHT = is_("A.F1.state", "upright")
ATTACKING = is_("A.F1.state", "attacking")

# ------------------------------------------------------------------------------------------ attack
case(
    45, "attack", "choosing the attack when nobody can attack", "one unit is rested, the other has nobody in front",
    position("tactic", {"field": {"F1": {"card": "stone_3_2", "state": "rested"}, **ARCHER}}, {"field": {"F1": "foe_2_2"}}, normal_play=True),
    ["A choose_tactic tactic=attack"], is_("tactic", None), asked("tactic", "A"), at="last",
)
case(
    46, "attack", "a rested attacker", "only an upright unit attacks",
    attacks({"F1": {"card": "stone_3_2", "state": "rested"}, **ARCHER}, {"F1": "foe_2_2", "F2": "yi2_2_2"}),
    ["A attack unit=A.F1"], is_("A.F1.state", "rested"), at="last",
)
case(
    47, "attack", "nobody in front", "units are attacked, not players",
    attacks({**STONE, **ARCHER}, {"F1": "foe_2_2"}), ["A attack unit=A.F2"], is_("A.F2.state", "upright"), at="last",
)
case(
    48, "attack", "from the back row through the own front row", "own units are not in the way",
    attacks({"F3": "wall_shield_2", "B3": "archer_2_1"}, {"B3": "foe_2_2"}),
    ["A attack unit=A.B3; A end_attacks; A end_phase; B pass; A pass; B pass; A pass"],
    is_("A.B3.state", "attacking", after=2), fought(("archer_2_1", "foe_2_2")),
)
case(
    49, "attack", "magic between two attacks", "attacks are one continuous action",
    attacks({**STONE, **ARCHER}, {"F1": "foe_2_2", "F2": "yi2_2_2"}, ["cheer"]),
    ["A attack unit=A.F1; A use_card card=A.hand.cheer"], holds("A.hand", "cheer"), ATTACKING, at="last",
)
case(
    50, "attack", "an exactly timed effect between two attacks", "the moment of an attack is met exactly",
    attacks({**STONE, **ARCHER, "B5": "bugler"}, {"F1": "foe_2_2", "F2": "yi2_2_2"}),
    ["A attack unit=A.F1; A choose_yes_no accept=true; A attack unit=A.F2; A choose_yes_no accept=false; A end_attacks"],
    has("A.F1", state="attacking", attack=4), has("A.F2", state="attacking", attack=2),
)
case(
    51, "attack", "two attacks of one unit", "once a turn, even if it is upright again",
    attacks({"F1": "stone_rearing"}, {"F1": "foe_2_2"}),
    ["A attack unit=A.F1; A choose_yes_no accept=true; A attack unit=A.F1"], UPRIGHT, at="last",
)
case(
    52, "attack", "no attack at all", "at least one unit attacks",
    attacks(STONE, {"F1": "foe_2_2"}), ["A end_attacks"], asked("attack", "A"), is_("tactic", "attack"), at="last",
)
case(
    53, "attack", "a 阻擋 unit in front", "it cannot be attacked, and nobody behind it",
    attacks({"F1": "stone_9_2", **ARCHER}, {"F1": "wall_shield_2", "F2": "yi2", "B1": "foe_2_2"}),
    ["A attack unit=A.F1"], UPRIGHT, at="last",
)
case(
    54, "attack", "破甲 against 阻擋 with 效果抗性", "破甲 changes the rules of battle",
    attacks({"F1": "breaker_3_2"}, {"F1": "wall_ward"}), ["A attack unit=A.F1; A end_attacks"], ATTACKING,
)
case(
    55, "attack", "a 阻擋 unit attacks", "阻擋 never does",
    attacks({"F1": "wall_shield_2", **ARCHER}, {"F1": "foe_2_2", "F2": "yi2_2_2"}), ["A attack unit=A.F1"], UPRIGHT, at="last",
)
case(
    56, "attack", "遠程 over a 阻擋 unit", "the back position may be designated",
    attacks({"F1": "crossbow_3_1"}, {"F1": "wall_shield_2", "B1": "foe_2_2"}),
    ["A attack unit=A.F1 position=B.B1; A end_attacks"], has("A.F1", state="attacking", designated=place("B.B1")),
)
case(
    57, "attack", "遠程 at a 阻擋 unit", "遠程 is not 破甲",
    attacks({"F1": "crossbow_3_1"}, {"F1": "wall_shield_2", "B1": "foe_2_2"}), ["A attack unit=A.F1 position=B.F1"], UPRIGHT, at="last",
)
case(
    58, "attack", "遠程 at an empty position", "there has to be an enemy unit",
    attacks({"F1": "crossbow_3_1"}, {"F1": "foe_2_2"}), ["A attack unit=A.F1 position=B.B1"], UPRIGHT, at="last",
)
case(
    59, "attack", "滑行 into another lane", "to a free own position with somebody in front",
    attacks({"F1": "glider"}, {"B4": "foe_2_2"}), ["A attack unit=A.F1 slide_to=A.B4; A end_attacks"],
    has("A.B4", card="glider", state="attacking"), empty("A.F1"),
)
case(
    60, "attack", "滑行 in front of 阻擋", "it could not attack from there",
    attacks({"F1": "glider"}, {"F1": "foe_2_2", "F2": "wall_shield_2"}), ["A attack unit=A.F1 slide_to=A.F2"],
    has("A.F1", card="glider", state="upright"), at="last",
)
case(
    61, "attack", "滑行 and 禁錮", "no move, but the attack from where it stands",
    attacks({"F1": "glider_confined"}, {"F1": "foe_2_2", "F2": "yi2_2_2"}), ["A attack unit=A.F1 slide_to=A.F2"],
    has("A.F1", card="glider_confined", state="upright"), legal(type="attack", slide_to=None), at="last",
)
case(
    75, "attack", "貫穿 and 阻擋 in front", "貫穿 needs an attackable front unit",
    attacks({"F1": "spear", **ARCHER}, {"F1": "wall_shield_1", "F2": "yi2", "B1": "foe_3_2"}), ["A attack unit=A.F1"], UPRIGHT, at="last",
)
case(
    151, "attack", "nothing stands up by itself", "no phase turns units upright",
    position("draw", {"field": {"F1": {"card": "stone_3_2", "state": "rested"}, **ARCHER}}, {"field": {"F1": "foe_2_2", "F2": "yi2_2_2"}}),
    ["A summon_traveler at=A.F3; A end_phase; B pass; A choose_tactic tactic=attack; A attack unit=A.F1"],
    is_("A.F1.state", "rested"), at="last",
)

# ------------------------------------------------------------------------------------------ battle


def attacker(card, **more):
    return {"card": card, "state": "attacking", **more}


def battle(field, enemy, A=None, B=None, window="before_battle", **more):
    """The defence phase of B: every unit of A in the front row attacks unless it is written out."""
    field = {cell: attacker(card) if isinstance(card, str) else card for cell, card in field.items()}
    return position(window, {"field": field, **(A or {})}, {"field": enemy, **(B or {})}, active="B", **more)


def fight(won, attacker="A.F1", *defenders):
    found = {"attacker": place(attacker), "defenders": [place(defender) for defender in defenders or ["B.F1"]]}
    return {"battle": {**found, "won": won}}


A_WINS = "B pass; A pass; A pass; B pass"
B_WINS = "B pass; A pass; B pass; A pass"
B_SUMMONS = phase("summon", "B")
NO_BATTLE = trace("compare")


def won(*winners):
    return trace("battle_won", *winners)


def lost(*losers):
    return trace("battle_lost", *losers)


WEAKEN = {"hand": ["weaken"]}
case(
    62, "battle", "no attackers, no defence phase", "it is skipped, and its cards with it",
    battle({"F1": {"card": "stone_3_2"}}, {"F1": "foe_2_2"}, B=WEAKEN, window="defence"), ["B use_card card=B.hand.weaken"],
    B_SUMMONS, holds("B.hand", "weaken"), at="last",
)
case(
    63, "battle", "equal attack", "the attacker wins, the defender is destroyed, the attacker is rested",
    battle({"F1": "stone_3_2"}, {"F1": "foe_3_2"}), [A_WINS],
    won("stone_3_2"), holds("B.graveyard", "foe_3_2"), has("A.F1", card="stone_3_2", state="rested"), B_SUMMONS,
)
case(
    64, "battle", "the defender is stronger", "the attacker is destroyed",
    battle({"F1": "stone_3_2"}, {"F1": "foe_4_2"}), [B_WINS],
    won("foe_4_2"), holds("A.graveyard", "stone_3_2"), has("B.F1", card="foe_4_2", state="upright"),
)
case(
    65, "battle", "battles go by lanes", "however they were declared; the second attacker of a lane meets the next unit",
    battle({"F2": "jia2_3_2", "F4": "jia4_3_2", "B2": attacker("jia3_3_2")}, {"F2": "yi2", "F4": "yi4", "B2": "yi3"}),
    [A_WINS, A_WINS, A_WINS],
    won("jia2_3_2", "jia3_3_2", "jia4_3_2"),
    fought(("jia2_3_2", "yi2"), ("jia3_3_2", "yi3"), ("jia4_3_2", "yi4")),
    is_("A.F2.state", "rested"), is_("A.B2.state", "rested"), is_("A.F4.state", "rested"), is_("B.units", 0),
)
BOTH_ACT = ({"hand": ["raid"]}, {"hand": ["weaken"]})
case(
    66, "battle", "the window before a battle", "it closes when both pass in a row",
    battle({"F1": "stone_3_2"}, {"F1": "foe_3_2"}, *BOTH_ACT),
    ["B pass; A use_card card=A.hand.raid; A pass; B use_card card=B.hand.weaken; B choose_cards cards=[A.F1]; B pass; A pass"],
    is_("A.F1.attack", 2), won("foe_3_2"), is_("battle.won", "defender"),
)
case(
    67, "battle", "the attacker's player acts first", "the current player comes first",
    battle({"F1": "stone_3_2"}, {"F1": "foe_3_2"}, *BOTH_ACT), ["A use_card card=A.hand.raid"],
    holds("A.hand", "raid"), asked("before_battle", "B"), at="last",
)
AFTER_BATTLE = battle(
    {"F1": "stone_5_2"}, {"F1": "foe_3_2"}, {"hand": ["plunder"]}, {"hand": ["grief"], "deck": 5}, "winner", **fight("attacker")
)
case(
    68, "battle", "the loser acts before the winner", "the side that succeeded comes first",
    AFTER_BATTLE, ["B use_card card=B.hand.grief"], holds("B.hand", "grief"), asked("winner", "A"), at="last",
)
case(
    69, "battle", "winner, loser, destruction", "in this order",
    AFTER_BATTLE, ["A use_card card=A.hand.plunder; A pass; B use_card card=B.hand.grief; B pass"],
    is_("A.reward", 1), is_("B.deck.count", 4), has("B.F1", 3, card="foe_3_2"), holds("B.graveyard", "foe_3_2", "grief"),
)
RETREAT = {"hand": ["retreat"]}
case(
    70, "battle", "the defender goes away", "nobody is in front, so the attacker stands up at once",
    battle({"F1": "stone_3_2"}, {"F1": "foe_2_2"}, B=RETREAT), ["B use_card card=B.hand.retreat"],
    has("A.F1", card="stone_3_2", state="upright"), NO_BATTLE, B_SUMMONS, holds("B.hand", "foe_2_2"),
)
case(
    71, "battle", "the next unit defends", "the first in front when the battle is fought",
    battle({"F1": "stone_3_2"}, {"F1": "foe_2_2", "B1": "yi2_6_3"}, B=RETREAT),
    ["B use_card card=B.hand.retreat; B choose_cards cards=[B.F1]", B_WINS],
    fought(("stone_3_2", "yi2_6_3")), holds("A.graveyard", "stone_3_2"),
)
case(
    72, "battle", "after the defence phase", "its cards are over, and so is what lasts for a battle",
    battle(
        {"F1": {"card": "stone_3_2", "state": "rested"}}, {"F1": "foe_4_2"}, B=WEAKEN, window="battle_over", **fight("defender"),
        effects=[{"on": [place("B.F1")], "does": {"add": ["attack", 2]}, "until": "battle", "seat": 1}],
    ),
    ["B use_card card=B.hand.weaken"], B_SUMMONS, is_("B.F1.attack", 4), at="last",
)
case(
    155, "battle", "an attack made by an effect in the enemy's turn", "it is not bound to once a turn, and its lane comes first",
    battle(
        {"F1": {"card": "angry_cat", "state": "rested"}, "F4": "stone_3_2"}, {"F3": "runner", "F4": "yi4_2_1"},
    ),
    ["B activate source=B.F3; B place at=B.F1; A choose_yes_no accept=true; B pass; A pass"],
    is_("A.F1.state", "attacking", after=3), fought(("angry_cat", "runner")), won("angry_cat"),
)

# ------------------------------------------------------------------------------------------ keywords
case(
    73, "keywords", "貫穿 fights both units", "front battle, back battle, then destruction",
    battle({"F1": "spear"}, {"F1": "foe_3_2", "B1": "yi2_4_3"}), [A_WINS, "A pass; B pass"],
    fought(("spear", "foe_3_2"), ("spear", "yi2_4_3")), has("B.F1", 5, card="foe_3_2"), in_turn("destroy", "foe_3_2", "yi2_4_3"),
    holds("B.graveyard", "foe_3_2", "yi2_4_3"), has("A.F1", card="spear", state="rested"),
)
case(
    74, "keywords", "貫穿 and 阻擋 behind", "after the front battle it is rested",
    battle({"F1": "spear"}, {"F1": "foe_3_2", "B1": "wall_shield_1"}), [A_WINS],
    fought(("spear", "foe_3_2")), holds("B.graveyard", "foe_3_2"), has("B.B1", card="wall_shield_1"), has("A.F1", card="spear", state="rested"),
)
case(
    76, "keywords", "貫穿, 遠程, and 阻擋 in front", "any attackable unit is enough; only such units are fought",
    attacks({"F1": "ballista"}, {"F1": "wall_shield_1", "B1": "foe_5_2"}),
    ["A attack unit=A.F1; A end_attacks; A end_phase; B pass; A pass", B_WINS],
    fought(("ballista", "foe_5_2")), lost("ballista"), trace("destroy"), has("A.F1", card="ballista", state="rested"),
    has("B.F1", card="wall_shield_1"),
)
case(
    77, "keywords", "遠程 loses", "it is rested, not destroyed",
    battle({"B1": attacker("crossbow_2_1", designated=place("B.F1"))}, {"F1": "foe_6_2"}), [B_WINS],
    won("foe_6_2"), has("A.B1", card="crossbow_2_1", state="rested"), has("B.F1", card="foe_6_2"),
)
case(
    78, "keywords", "劇毒 and a winner with 效果抗性", "whoever fights it is destroyed too",
    battle({"F1": "stone_ward"}, {"F1": "spider"}), [A_WINS],
    won("stone_ward"), holds("B.graveyard", "spider"), holds("A.graveyard", "stone_ward"), in_turn("destroy", "spider", "stone_ward"),
)
case(
    79, "keywords", "破甲: score counts, attack does not", "阻擋 fights with its score",
    battle(
        {"F1": "breaker_4_2"}, {"F1": "wall_shield_3"},
        effects=[
            {"on": [place("B.F1")], "does": {"add": ["attack", 5]}, "until": "turn", "seat": 1},
            {"on": [place("B.F1")], "does": {"add": ["score", 2]}, "until": "turn", "seat": 1},
        ],
    ),
    [B_WINS],
    is_("B.F1.attack", 5, after=2), won("wall_shield_3"), holds("A.graveyard", "breaker_4_2"),
)
case(
    80, "keywords", "an attack turned onto 阻擋", "without 破甲 the attacker stands up at once",
    battle({"F1": "stone_5_2"}, {"F1": "foe_1_2", "F4": "wall_shield_3"}, B={"hand": ["quake"]}), ["B use_card card=B.hand.quake"],
    has("A.F1", card="stone_5_2", state="upright"), NO_BATTLE,
)
case(
    81, "keywords", "偷襲 and what it brings", "back to hand before it is rested; its own effect comes first",
    battle(
        {"F1": attacker("thief", magic=["whetstone"])}, {"F1": "foe_2_2"}, {"hand": ["surprise_cat"], "deck": 5},
    ),
    [A_WINS, "A choose_yes_no accept=true; A choose_yes_no accept=true; A place at=A.F1"],
    cards("A.hand", "thief", 1), holds("A.graveyard", "whetstone"), is_("A.deck.count", 4),
    has("A.F1", card="surprise_cat", state="upright"), is_("A.deck.count", 4, after=5), cards("A.hand", "surprise_cat", 1, after=5),
)
case(
    82, "keywords", "偷襲 after a lost battle", "only after a success",
    battle({"F1": "thief_sturdy"}, {"F1": "foe_5_2"}, window="destruction", **fight("defender")), ["A choose_yes_no accept=true"],
    has("A.F1", card="thief_sturdy", state="rested"), at="last",
)
case(
    83, "keywords", "偷襲 and 貫穿", "one success is enough",
    battle({"F1": "shadow_spear"}, {"F1": "foe_6_2", "B1": "yi2_2_1"}), [B_WINS, "A pass; B pass; A choose_yes_no accept=true"],
    won("foe_6_2", "shadow_spear"), lost("shadow_spear", "yi2_2_1"), holds("A.hand", "shadow_spear"), has("B.F1", card="foe_6_2"),
)
case(
    84, "keywords", "偷襲 of a combined unit", "the upper card returns, the rest stays upright",
    battle({"F1": attacker("mech_cat", under=[{"card": "gear_2_1", "edge": "attack"}])}, {"F1": "foe_5_2"}),
    [A_WINS, "A choose_yes_no accept=true"],
    is_("A.F1.attack", 6, after=2), holds("A.hand", "mech_cat"),
    has("A.F1", card="gear_2_1", combined=False, state="upright", attack=2, score=1, under=[]),
)
case(
    85, "keywords", "拆卸 against a combined unit", "attack does not matter, nor does 效果抗性",
    battle({"F1": "repairman"}, {"F1": {"card": "mechking_ward", "under": [{"card": "gear_4_1", "edge": "attack"}]}}), [A_WINS],
    won("repairman"), holds("B.graveyard", "mechking_ward", "gear_4_1"), has("A.F1", card="repairman", state="rested"),
)
case(
    86, "keywords", "an attacker is rested by an effect", "its attack is over",
    battle({"F1": "stone_9_2"}, {"F1": "foe_1_2"}, B={"hand": ["shield_doll"]}), ["B use_card card=B.hand.shield_doll"],
    has("A.F1", card="stone_9_2", state="rested"), NO_BATTLE, B_SUMMONS,
)
case(
    99, "keywords", "魔法抗性 and own magic", "magic of neither player",
    position("summon", {"field": {"F1": "mage_guard"}, "hand": ["cheer"]}), ["A use_card card=A.hand.cheer"],
    holds("A.hand", "cheer"), at="last",
)
case(
    100, "keywords", "敵方魔法抗性 and own magic", "only the enemy's is kept out",
    position("summon", {"field": {"F1": "mage_guard_enemy"}, "hand": ["cheer"]}), ["A use_card card=A.hand.cheer"],
    is_("A.F1.attack", 5),
)


def commanded(card):
    field = {"F1": {"card": card, "state": "rested"}, "F2": "commander_any", "F3": {"card": "stone_3_2", "state": "rested"}}
    return position("summon", {"field": field})


UPRIGHT_F1 = ["A activate source=A.F2; A choose_cards cards=[A.F1]"]
case(
    101, "keywords", "效果抗性 and an own unit", "effects of no unit at all",
    commanded("saint"), UPRIGHT_F1, is_("A.F1.state", "rested"), at="last",
)
case(
    102, "keywords", "敵方效果抗性 and an own unit", "only the enemy's are kept out",
    commanded("saint_enemy"), UPRIGHT_F1, is_("A.F1.state", "upright"),
)
case(
    103, "keywords", "破壞抗性 in a lost battle with 劇毒", "it is never destroyed",
    battle({"F1": "statue"}, {"F1": "poison_king"}), [B_WINS],
    won("poison_king"), has("A.F1", card="statue", state="rested"), has("B.F1", card="poison_king"),
)
case(
    104, "keywords", "變為 while attacking", "the new unit attacks in its place",
    battle({"F1": attacker("stone_9_2", magic=["amulet"])}, {"F1": "foe_4_2"}, B={"hand": ["goat"]}),
    ["B use_card card=B.hand.goat; B choose_cards cards=[A.F1]; B pass; A pass"],
    holds("A.graveyard", "stone_9_2", "amulet", after=2), has("A.F1", 2, card="goat", state="attacking", attack=3), won("foe_4_2"),
)
case(
    106, "keywords", "禁錮 and an effect of another card", "it may be put elsewhere",
    position("summon", {"hand": ["gale"]}, {"field": {"F1": "foe_confined"}}), ["A use_card card=A.hand.gale; A place at=B.B5"],
    has("B.B5", card="foe_confined"), count("B.B5.keywords", 1, "confined"),
)
case(
    108, "keywords", "衰退", "upright is rested, rested is destroyed, after all else of the unit, in its own end phase",
    position(
        "end",
        {"field": {"F1": "mushroom", "F2": {"card": "drunk", "state": "rested"}}},
        {"field": {"F1": {"card": "mushroom_yi", "state": "rested"}}}, normal_play=True,
    ),
    [],
    has("A.F1", card="mushroom", state="rested"), is_("A.reward", 1), in_turn("destroy", "drunk"), holds("A.graveyard", "drunk"),
    has("B.F1", card="mushroom_yi", state="rested"),
)
