"""The cards of the Xinglingwang cases.

A plain unit is named by what it is: `stone_3_2` is 石兵 with attack 3 and score 2, `wall_shield_2`
has the shield; it comes into the pool where a case uses it. All others are written out here.
"""

import re

# Names of plain units, and what else each of them has.
PLAIN = {
    "archer": "弓手",
    "dragon": "巨龍",
    "foe": "乙兵",
    "jelly": "膠球",
    "phantom": "幽影",
    "scout": "斥候",
    "stone": "石兵",
    "wall": "城牆",
    "blank": "素兵",
    "breaker": ("鑽兵", {"keywords": ["armor_break"]}),
    "bus": ("公車", {"types": ["vehicle"], "keywords": [{"carry": 2}]}),
    "crossbow": ("弩手", {"keywords": ["ranged"]}),
    "gear": ("齒輪", {"types": ["machine"], "keywords": ["overload"]}),
    "mecha": ("機甲", {"types": ["machine"], "keywords": ["mech_combine"]}),
    "mechking": ("機王", {"types": ["machine"]}),
    "scrap": ("壞機器", {"types": ["machine"]}),
    "tower": ("盾塔", {"types": ["machine"]}),
}
DIGITS = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"]
RACES = {"jia": "甲", "yi": "乙", "mid": "中"}


def numeral(number):
    tens, ones = divmod(number, 10)
    return ("" if not tens else "十" if tens == 1 else DIGITS[tens] + "十") + DIGITS[ones]


def plain(ident):
    """The card of a plain unit's id, or nothing."""
    match = re.fullmatch(r"([a-z]+?)(\d*)(?:_(shield|m?\d+)_(m?\d+))?", ident)
    if not match:
        return None
    kind, number, attack, score = match.groups()
    amount = lambda text: int(text.replace("m", "-"))
    if kind in RACES and number:
        name, more = RACES[kind] + numeral(int(number)), {}
    elif kind in PLAIN and not number and (attack or kind == "blank"):
        entry = PLAIN[kind]
        name, more = entry if isinstance(entry, tuple) else (entry, {})
    else:
        return None
    race = {"yi": "yi", "foe": "yi", "mid": "neutral", "blank": "neutral", "wall": "neutral"}.get(kind, "jia")
    attack = attack or "1"
    numbers = {"attack": attack if attack == "shield" else amount(attack), "score": amount(score or "1")}
    return {"id": ident, "name": name, "race": race, "unit": numbers, **more}


# ------------------------------------------------------------------------------------------ words
THIS, SUBJECT, HOST = "this", "subject", {"role": "host"}
T = {"named": "t"}


def cards(side="own", take="all", *fits, name=None, source=None, **more):
    """A selection of cards."""
    out = {"side": side}
    if source:
        out["from"] = source
    if fits:
        out["fits"] = list(fits)
    out["take"] = {"exactly": take} if isinstance(take, int) else take
    if name:
        out["name"] = name
    return {**out, **more}


def select(*arguments, **more):
    return {"cards": cards(*arguments, **more)}


def target(side, n=1, *fits, name="t", source=None):
    return cards(side, n, *fits, name=name, source=source)


def phase(name, turn="own"):
    return {"phase": {"phase": name, "turn": turn}}


MAIN = phase("main")
DEFENCE = phase("defence")


def body(*do, **more):
    out = {key: value for key, value in more.items() if value is not None}
    return {**out, "do": list(do)} if do else out


def triggered(on, *do, optional=False, zone=None, **more):
    out = {"on": on}
    if optional:
        out["optional"] = True
    if zone:
        out["zone"] = zone
    return {"triggered": {**out, "body": body(*do, **more)}}


def activated(timing, *do, limit="turn", **more):
    return {"activated": {"timing": [timing], "body": body(*do, limit=limit, **more)}}


def immediate(*do, **more):
    return {"immediate": {"body": body(*do, **more)}}


def continuous(*apply):
    return {"continuous": {"apply": list(apply)}}


def when(event, who=None, **more):
    """What an ability waits for."""
    return {"event": [event] if isinstance(event, str) else event, **({"who": who} if who else {}), **more}


ME = {"this": {}}


def any_card(side, *fits):
    return {"card": {"side": side, **({"fits": list(fits)} if fits else {})}}


def draw(n):
    return {"draw": {"n": n}}


def reward(n):
    return {"reward": {"n": n}}


def do(verb, what=T, **more):
    return {verb: {"what": what, **more}}


def attack_up(n, until="turn", what=T):
    return {"modify": {"what": what, "stat": "attack", "by": {"add": n}, "until": until}}


def did(*then):
    return {"if": {"when": {"did": {}}, "do": list(then)}}


OWN_END = when("phase_starts", phase="end", of="own")
UNSCATHED = continuous({"forbid": {"what": "battle_destroyed", "to": THIS}})
HOST_UP_1 = continuous({"add": {"stat": "attack", "n": 1, "to": HOST}})


# ------------------------------------------------------------------------------------------ cards
def unit(ident, name, attack, score, *abilities, race="jia", requirement=None, frame=None, types=None, keywords=None, text=None):
    numbers = {"attack": attack, "score": score}
    if requirement:
        numbers["requirement"] = requirement
    if frame:
        numbers["frame"] = frame
    out = {"id": ident, "name": name, "race": race, "unit": numbers}
    for key, value in (("types", types), ("keywords", keywords), ("abilities", list(abilities)), ("text", text)):
        if value:
            out[key] = value
    return out


def magic(ident, name, timing, *do, kind="one_shot", mana=2, as_unit=None, abilities=None, keywords=None, text=None, **more):
    data = {"mana": mana, "type": kind, "timing": timing if isinstance(timing, list) else [timing]}
    effect = body(*do, **more)
    if effect:
        data["effect"] = effect
    if as_unit:
        data["as_unit"] = as_unit
    out = {"id": ident, "name": name, "race": "neutral", "magic": data}
    for key, value in (("keywords", keywords), ("abilities", abilities), ("text", text)):
        if value:
            out[key] = value
    return out


def counted(side, *fits, source=None):
    return {"count": select(side, "all", *fits, source=source)}


def near(relation, of=THIS):
    return {"near": {"relation": relation, "of": of}}


UNIT = {"kind": "unit"}
LOSING_8 = {"compare": [{"total": "own"}, "at_most", {"less": [{"total": "opponent"}, 8]}]}
DRAGON = {
    "phase": "summon",
    "when": {"compare": [counted("own", UNIT, source="graveyard"), "at_least", 3]},
}
CORE = {"phase": "summon", "pay": [do("exile", select("own", 2, {"other": {}}, source="hand_and_field"))]}
ANY_DESTROYED = when("destroy", any_card("both"))
ENEMY_MAGIC = {"moment": when("use_magic", of="opponent")}
RIGHT_UP = ("upright", {"state": "upright"})

WRITTEN = [
    # setup
    unit("windmill", "風車獸", 1, 1, keywords=["overload"]),
    unit(
        "herald", "司儀", 1, 1,
        continuous({"add": {"stat": "attack", "n": 1, "to": select("own", "all", near("left"))}}),
        continuous({"add": {"stat": "score", "n": 1, "to": select("own", "all", near("right"))}}),
        text="左邊的單位+1攻擊力。\n右邊的單位+1星。",
    ),
    *[magic(ident, name, MAIN, draw(1), mana=mana, text="主要階段:抽1張牌。") for ident, name, mana in (
        ("spell_4", "大術", 4), ("spell_3a", "中術甲", 3), ("spell_3b", "中術乙", 3), ("spell_2a", "小術甲", 2),
        ("spell_2b", "小術乙", 2), ("spell_2c", "小術丙", 2), ("spell_1", "微術", 1),
    )],
    # play
    unit("colossus_red1", "巨像", 7, 6, requirement={"red": 1}),
    unit("colossus_red2", "巨像", 7, 6, requirement={"red": 2}),
    unit("colossus_red3", "巨像", 7, 6, requirement={"red": 3}),
    unit("cavalry", "騎兵", 5, 4, requirement={"red": 1}),
    unit("priest", "祭司", 2, 2, triggered(when("sacrifice", ME), draw(1)), text="被獻祭時,抽1張牌。"),
    unit(
        "guide", "引路人", 2, 2,
        triggered(when("sacrifice", ME), do("to_hand"), targets=[target("own")]),
        text="被獻祭時,使你場上1單位回手牌。",
    ),
    unit("stone_confined", "石兵", 3, 2, keywords=["confined"]),
    unit("azure_dragon", "蒼龍", 8, 7, requirement="blue", frame=DRAGON),
    unit("core_beast", "核獸", 10, 6, requirement="blue", frame=CORE),
    unit("general", "將軍", 6, 5, immediate(draw(1)), requirement={"red": 2}, text="立即:抽1張牌。"),
    magic(
        "revive", "復活術", MAIN, do("summon"), targets=[target("own", 1, UNIT, {"may_enter": {}}, source="graveyard")],
        text="主要階段:使你墓地1張單位卡被召喚。",
    ),
    unit("scout_draw", "斥候", 2, 2, immediate(draw(1)), text="立即:抽1張牌。"),
    unit("scout_rest", "斥候", 2, 2, immediate(do("rest"), targets=[target("both")]), text="立即:使場上1單位橫放。"),
    unit("shieldguard", "盾衛", 3, 2, keywords=["cover"]),
    # attack
    magic("cheer", "鼓舞", MAIN, attack_up(2), targets=[target("both")], text="主要階段:使場上1單位+2攻擊力直到回合結束。"),
    unit(
        "bugler", "號手", 1, 1,
        triggered(when("attack", any_card("own", {"other": {}})), attack_up(1, "own_turn", SUBJECT), optional=True),
        text="你的其他單位進攻時,可使該單位+1攻擊力直到你的下個回合開始。",
    ),
    unit(
        "stone_rearing", "石兵", 3, 2, triggered(when("attack", ME), do("upright", THIS), optional=True),
        text="此單位進攻時,可使此單位轉正。",
    ),
    unit("wall_ward", "城牆", "shield", 2, race="neutral", keywords=["effect_resistance"]),
    unit("glider", "滑兵", 3, 2, keywords=["glide"]),
    unit("glider_confined", "滑兵", 3, 2, keywords=["glide", "confined"]),
    # battle
    magic("weaken", "削弱", DEFENCE, attack_up(-3), targets=[target("both")], text="防守階段:使場上1單位-3攻擊力直到回合結束。"),
    magic(
        "raid", "突襲令", phase("defence", "opponent"), attack_up(2), targets=[target("own", 1, {"state": "attacking"})],
        text="敵方防守階段:使你1進攻單位+2攻擊力直到回合結束。",
    ),
    magic("plunder", "掠奪", {"moment": when("battle_won", any_card("own"))}, reward(1), text="敵方防守階段,你的單位戰鬥成功時:獎勵+1。"),
    magic("grief", "悲憤", {"moment": when("battle_lost", any_card("own"))}, draw(1), text="防守階段,你的單位戰鬥失敗時:抽1張牌。"),
    magic("retreat", "撤退", DEFENCE, do("to_hand"), targets=[target("own")], text="防守階段:使你場上1單位回手牌。"),
    unit("spear", "槍兵", 4, 2, keywords=["pierce"]),
    unit("ballista", "弩砲", 4, 2, keywords=["pierce", "ranged"]),
    unit("stone_ward", "石兵", 5, 2, keywords=["effect_resistance"]),
    unit("spider", "毒蛛", 1, 1, race="yi", keywords=["poison"]),
    magic(
        "quake", "地震", DEFENCE, do("redirect", {"named": "a"}, to={"named": "t"}),
        targets=[
            target("opponent", 1, {"state": "attacking"}, name="a"),
            target("own", 1, {"row": "front"}, {"not": near("first_enemy_in_front", {"named": "a"})}),
        ],
        text="防守階段:使敵方1進攻單位改為進攻你前排戰線另一單位。",
    ),
    unit("thief", "盜賊", 4, 2, triggered(when("sneak_success", ME), draw(1)), keywords=["sneak"], text="此卡偷襲成功時,抽1張牌。"),
    magic(
        "whetstone", "磨刀", MAIN, do("confer"), kind="permanent", targets=[target("own")], abilities=[HOST_UP_1],
        text="主要階段:使你場上1單位被賦予此效果。\n+1攻擊力。",
    ),
    unit(
        "surprise_cat", "驚喜貓", 3, 3,
        triggered(when("sneak_success", any_card("own", {"other": {}})), do("extra_play", THIS), optional=True, zone="hand"),
        text="你的其他單位偷襲成功時,可從手牌額外打出此卡。",
    ),
    unit("thief_sturdy", "盜賊", 2, 2, UNSCATHED, keywords=["sneak"], text="此單位不會被戰鬥破壞。"),
    unit("shadow_spear", "影槍", 4, 2, UNSCATHED, keywords=["sneak", "pierce"], text="此單位不會被戰鬥破壞。"),
    unit("mech_cat", "機貓", 4, 2, types=["machine"], keywords=["sneak"]),
    unit("repairman", "維修員", 1, 2, keywords=["dismantle"]),
    unit("mechking_ward", "機王", 5, 4, race="yi", types=["machine"], keywords=["effect_resistance"]),
    magic(
        "shield_doll", "盾牌人偶", DEFENCE, do("rest"), targets=[target("opponent", 1, {"state": "attacking"})],
        text="防守階段:使敵方1進攻單位橫放。",
    ),
    unit(
        "angry_cat", "怒貓", 5, 2,
        triggered(
            when("move", any_card("opponent", near("directly_in_front"))), do("upright", THIS), do("attack", THIS),
            optional=True,
        ),
        text="有敵方單位移動至此單位正前方時,可使此單位轉正並進攻。",
    ),
    unit(
        "runner", "乙三", 2, 1, activated(DEFENCE, do("move", THIS, to={"any": {}})), race="yi",
        text="你的防守階段限一次,可使此單位移動至你場上任意位置。",
    ),
    # combination
    magic(
        "amulet", "護符", MAIN, do("confer"), kind="permanent", targets=[target("own")], abilities=[HOST_UP_1],
        text="主要階段:使你場上1單位被賦予此效果。\n+1攻擊力。",
    ),
    unit("scrap_pierce", "壞機器", 5, 2, types=["machine"], keywords=["pierce"]),
    unit(
        "mecha_reward", "機甲", 3, 1, triggered(when("combine", ME), reward(1)), types=["machine"],
        keywords=["mech_combine"], text="合體時,獎勵+1。",
    ),
    unit("cell", "電芯", 1, 1, triggered(when("combine", ME), draw(1)), types=["machine"], text="合體時,抽1張牌。"),
    unit("mech_dog", "機犬", 2, 1, types=["machine"], keywords=["mech_combine"]),
    unit("mecha_confined", "機甲", 3, 1, types=["machine"], keywords=["mech_combine", "confined"]),
    unit("slime", "史萊姆", 2, 2, keywords=["swallow", "poison"]),
    unit("slime_king_red1", "史萊姆王", 5, 4, requirement={"red": 1}),
    unit("slime_king_red2", "史萊姆王", 5, 4, requirement={"red": 2}),
    unit(
        "virus", "病毒", -3, -3,
        activated(MAIN, do("parasite"), targets=[target("opponent")]),
        triggered(when([], ME, into="graveyard"), draw(1)),
        text="你的主要階段限一次,可使此單位對敵方場上1單位發動寄生合體。\n此卡進入墓地時,抽1張牌。",
    ),
    magic("expel", "放逐", MAIN, do("to_graveyard"), targets=[target("opponent")], text="主要階段:使敵方場上1單位進入墓地。"),
    magic("unbox", "拆箱", MAIN, do("split"), targets=[target("own", 1, {"combined": {}})], text="主要階段:使你場上1合體後的單位分開。"),
    unit(
        "command_mech", "指揮機", 4, 3, activated(MAIN, do("upright"), targets=[target("own")]), types=["machine"],
        keywords=["mech_combine"], text="你的主要階段限一次,可使你場上1單位轉正。",
    ),
    # keywords
    unit("mage_guard", "魔衛", 3, 2, keywords=["magic_resistance"]),
    unit("mage_guard_enemy", "魔衛", 3, 2, keywords=["enemy_magic_resistance"]),
    unit("saint", "聖衛", 3, 2, keywords=["effect_resistance"]),
    unit("saint_enemy", "聖衛", 3, 2, keywords=["enemy_effect_resistance"]),
    unit(
        "commander_any", "指揮", 1, 1, activated(MAIN, do("upright"), targets=[target("both")]),
        text="你的主要階段限一次,可使場上1單位轉正。",
    ),
    unit(
        "commander", "指揮", 1, 1, activated(MAIN, do("upright"), targets=[target("own")]),
        text="你的主要階段限一次,可使你場上1單位轉正。",
    ),
    unit("statue", "石像", 2, 3, keywords=["destroy_resistance"]),
    unit("poison_king", "毒王", 5, 2, race="yi", keywords=["poison"]),
    magic(
        "goat", "山羊術", [MAIN, DEFENCE], do("transform", into={"this": {}}), kind="permanent", targets=[target("both")],
        as_unit={"attack": 3, "score": 1}, text="主要階段、防守階段:使場上1單位變為此卡。此卡在場時視為單位。",
    ),
    magic(
        "gale", "狂風", MAIN, do("move", to={"any": {}}), targets=[target("opponent")],
        text="主要階段:使敵方場上1單位移動至其場上任意位置。",
    ),
    unit("foe_confined", "乙兵", 2, 2, race="yi", keywords=["confined"]),
    unit("mushroom", "病菇", 3, 1, keywords=["decay"]),
    unit("mushroom_yi", "乙菇", 1, 1, race="yi", keywords=["decay"]),
    unit("drunk", "醉客", 2, 2, triggered(OWN_END, reward(1)), keywords=["decay"], text="你的結束階段時,獎勵+1。"),
    # counters
    magic("shock_rod", "電擊棒", MAIN, {"charge": {"n": 3}}, text="主要階段:充能3。"),
    unit(
        "eel", "電鰻", 1, 1, activated(MAIN, {"charge": {"n": {"stat": {"stat": "score", "of": select("own", "all")}}}}),
        text="你的主要階段限一次,可充能等同你場上單位的分數總和。",
    ),
    unit("minus_child", "負子", 2, -3),
    unit(
        "cannon", "電砲", 2, 2, activated(MAIN, draw(1), cost=[{"spend": {"n": 2}}]),
        text="你的主要階段限一次,可耗能2,若成功則抽1張牌。",
    ),
    unit("saver", "省電器", 1, 1, continuous({"cheaper_energy": {"n": 2, "side": "own"}}), text="你的耗能所需減少2。"),
    magic(
        "thunder", "雷陣", MAIN, do("destroy"), targets=[target("opponent")], cost=[{"spend": {"n": 3}}],
        text="主要階段:耗能3,若成功則使敵方場上1單位被破壞。",
    ),
    magic("counter", "反制", ENEMY_MAGIC, do("negate", SUBJECT), text="敵方使用魔法卡時:使該魔法卡無效化。"),
    unit(
        "stationmaster", "站長", 1, 1,
        activated(
            MAIN, do("board", on={"named": "c"}),
            targets=[target("own", 1, {"traveler": {}}), target("own", 1, {"keyword": "carry"}, {"has_room": {}}, name="c")],
        ),
        text="你的主要階段限一次,可使你場上1個小旅人與搭乘單位發動上車。",
    ),
    unit(
        "metro", "捷運", 4, 4,
        activated(
            MAIN, do("destroy"), targets=[target("opponent", 1, near("in_front"))], cost=[{"alight": {"n": 3}}], limit=None
        ),
        types=["vehicle"], keywords=[{"carry": 4}],
        text="你的主要階段,可下車3,若成功則使此卡前方1個敵方單位被破壞。",
    ),
    unit("ash_small", "小骨灰", 1, 1, keywords=[{"ghost": 2}]),
    unit("ash_mid", "中骨灰", 1, 1, keywords=[{"ghost": 3}]),
    unit("ash_big", "大骨灰", 1, 1, keywords=[{"ghost": 4}]),
    unit("dead_girl", "亡女", 2, 2, keywords=[{"ghost": 1}]),
    unit(
        "nurse", "護士", 2, 2, activated(MAIN, reward(2), cost=[{"return_ghosts": {"n": 5}}]),
        text="你的主要階段限一次,可還魂5,若成功則獎勵+2。",
    ),
    magic("liquidate", "清算", MAIN, {"lose_reward": {"who": "opponent", "n": 3}}, text="主要階段:使敵方獎勵-3。"),
    magic("banish", "流放", MAIN, do("exile"), targets=[target("own")], text="主要階段:使你場上1單位被除外。"),
    unit("bounty_hunter", "賞金人", 2, 2, triggered(when("battle_won", ME), reward(3)), text="戰鬥成功時,獎勵+3。"),
    # abilities
    unit("tither", "甲一", 1, 1, triggered(OWN_END, reward(1), optional=True), text="你的結束階段時,可獎勵+1。"),
    unit("reader", "甲二", 1, 1, triggered(OWN_END, draw(1), optional=True), text="你的結束階段時,可抽1張牌。"),
    magic("fireball", "火球", MAIN, do("destroy"), targets=[target("opponent")], text="主要階段:使敵方場上1單位被破壞。"),
    magic("mourning", "追悼", {"moment": ANY_DESTROYED}, draw(1), text="有單位被破壞時:抽1張牌。"),
    magic(
        "altar", "祭壇", MAIN, kind="field", abilities=[triggered(ANY_DESTROYED, reward(1))],
        text="主要階段。\n有單位被破壞時,獎勵+1。",
    ),
    unit(
        "undead", "亡靈", 1, 1, triggered(ANY_DESTROYED, do("to_hand", THIS), optional=True, zone="graveyard"),
        text="有單位被破壞時,可使墓地的此卡回手牌。",
    ),
    unit("undertaker", "收屍人", 1, 1, triggered(ANY_DESTROYED, reward(1)), text="有單位被破壞時,獎勵+1。"),
    unit("undertaker_yi", "乙二", 1, 1, triggered(ANY_DESTROYED, reward(1)), race="yi", text="有單位被破壞時,獎勵+1。"),
    magic(
        "double_blow", "雙擊", MAIN, do("rest"), did(draw(2)), targets=[target("opponent", 2)],
        text="主要階段:使敵方場上2個單位橫放,若成功則抽2張牌。",
    ),
    unit(
        "counting_officer", "計數官", 1, 1,
        activated(MAIN, {"draw": {"n": {"x": {}}}}, x=counted("own", {"state": "rested"})),
        text="你的主要階段限一次,可抽X張牌。X=你場上橫放的單位數量。",
    ),
    unit(
        "martyr", "烈士", 2, 2, activated(MAIN, do("destroy", THIS), draw(2), limit=None),
        text="你的主要階段,可使此單位被破壞,然後抽2張牌。",
    ),
    magic("double_thunder", "雙雷", MAIN, do("destroy"), targets=[target("opponent", 2)], text="主要階段:使敵方場上2個單位被破壞。"),
    unit(
        "recaller", "乙一", 2, 2, triggered(when("destroy", ME), do("to_hand"), optional=True, targets=[target("own")]),
        race="yi", text="此單位被破壞時,可使你場上1單位回手牌。",
    ),
    unit(
        "berserker", "狂戰士", 5, 2, activated(phase("tactics"), do("attack", THIS)),
        text="你的戰術階段限一次,可使此單位進攻。",
    ),
    unit(
        "peace_envoy", "和平使", 1, 1, continuous({"forbid_player": {"what": "attack", "side": "opponent"}}), race="yi",
        text="敵方玩家不得進攻。",
    ),
    unit(
        "altar_master", "祭壇師", 1, 1, activated(MAIN, do("destroy"), did(draw(2)), targets=[target("own")]),
        text="你的主要階段限一次,可使你場上1單位被破壞,若成功則抽2張牌。",
    ),
    # magic
    magic(
        "reversal", "逆轉", MAIN, do("destroy"), targets=[target("opponent")], when=LOSING_8,
        text="主要階段:若你總分低於敵方8點或以上,則使敵方場上1單位被破壞。",
    ),
    magic("miser", "守財", ENEMY_MAGIC, {"lose_reward": {"n": 1}}, text="敵方使用魔法卡時:你的獎勵-1。"),
    magic(
        "strengthen", "強化", MAIN, do("confer"), kind="permanent", targets=[target("both")],
        abilities=[continuous({"add": {"stat": "attack", "n": 2, "to": HOST}})],
        text="主要階段:使場上1單位被賦予此效果。\n+2攻擊力。",
    ),
    magic("new_city", "新城", MAIN, kind="field", text="主要階段。"),
    magic(
        "old_city", "舊城", MAIN, kind="field", abilities=[triggered(when("destroy", ME), draw(1))],
        text="主要階段。\n此卡被破壞時,抽1張牌。",
    ),
    magic("holy_city", "聖城", MAIN, kind="field", keywords=["destroy_resistance"], text="主要階段。"),
    magic(
        "ambush", "埋伏", phase("summon", "opponent"), do("rest"), targets=[target("opponent")],
        text="敵方召喚階段:使敵方場上1單位橫放。",
    ),
    # zones
    unit(
        "wisher", "遺願者", 2, 2,
        triggered(when("destroy", ME), do("summon"), targets=[target("own", 1, UNIT, {"may_enter": {}}, source="graveyard")]),
        text="此單位被破壞時,使你墓地1張單位卡被召喚。",
    ),
    magic(
        "seal", "封印", MAIN, do("exile"), did(draw(1)), targets=[target("opponent")],
        text="主要階段:使敵方場上1單位被除外,若成功則抽1張牌。",
    ),
    unit(
        "undercover", "臥底", -2, 0, triggered(when([], ME, into="graveyard"), draw(1)), race="yi",
        text="此卡進入墓地時,抽1張牌。",
    ),
    magic(
        "muster", "召集", MAIN, {"summon_travelers": {"n": 2}}, did(draw(1)),
        text="主要階段:召喚2個小旅人,若成功則抽1張牌。",
    ),
    magic(
        "repatriate", "遣返", MAIN, do("to_hand"), did(draw(1)), targets=[target("both")],
        text="主要階段:使場上1單位回手牌,若成功則抽1張牌。",
    ),
    magic(
        "landslide", "地陷", MAIN, do("destroy", select("both", "all", {"lane": [1]})),
        text="主要階段:使雙方1號戰線所有單位被破壞。",
    ),
    # ending
    unit("scribe", "書記", 1, 16, triggered(OWN_END, draw(1)), text="你的結束階段時,抽1張牌。"),
    unit(
        "uranium", "鈾棒", 1, 1,
        {"replacement": {"event": ["exile"], "who": ME, "body": body(do("summon", THIS))}},
        requirement={"red": 1}, text="此卡被除外時,改為使此卡被召喚。",
    ),
    magic(
        "cheer_turn", "鼓舞", phase("turn"), attack_up(2, "own_turn"), targets=[target("both")],
        text="你的回合:使場上1單位+2攻擊力直到你的下個回合。",
    ),
    unit(
        "recycler", "回收獸", 2, 1, triggered(when("turn_ended"), do("summon", THIS), optional=True, zone="graveyard"),
        text="結束階段結束後,可使墓地的此卡被召喚。",
    ),
]


def pool(used):
    """The pool with the written cards that are used, and the plain ones that the cases name."""
    written = {card["id"]: card for card in WRITTEN}
    assert len(written) == len(WRITTEN)
    for card in WRITTEN:
        bodies = len(card.get("abilities", [])) + ("magic" in card)
        assert bodies == len(card.get("text", "").splitlines()), f"{card['id']}: one paragraph, one ability"
    unused = [ident for ident in written if ident not in used]
    assert not unused, f"no case uses {unused}"
    units = [card for card in (plain(ident) for ident in sorted(used)) if card and card["id"] not in written]
    return {
        "game": "xinglingwang",
        "name": "Cards of the Xinglingwang cases",
        "declares": {"races": ["jia", "yi"], "types": ["vehicle"]},
        "cards": units + WRITTEN,
    }
