"""The card pool of the Azur Lane cases: printed attributes and abilities as data."""

KINDS = {"旗艦": "flagship", "艦船": "ship", "事件": "event"}
COLORS = {"紅": "red", "藍": "blue", "黃": "yellow", "黑": "black"}
TYPES = {"驅逐": "destroyer", "輕巡": "light_cruiser", "戰列": "battleship", "航母": "carrier", "潛艇": "submarine"}
CAMPS = {"白鷹": "eagle_union", "重櫻": "sakura_empire"}
FORCES = {"碧藍航線": "azur_lane", "赤色中軸": "crimson_axis"}
RANGES = {"戰場": "field", "手牌": "hand"}

SHIP = {"kind": ["ship"]}
DRAW = {"draw": {}}


def cost(word, number):
    return {"cost": [word, number]}


def cards(take=1, side=None, where=None, fits=(), name=None):
    """A selection among cards; `take` is a number, "all" or ("up_to", n)."""
    inner = {}
    if side:
        inner["side"] = side
    if where:
        inner["from"] = where
    if fits:
        inner["fits"] = list(fits)
    if take == "all":
        inner["take"] = "all"
    elif isinstance(take, tuple):
        inner["take"] = {take[0]: take[1]}
    else:
        inner["take"] = {"exactly": take}
    if name:
        inner["name"] = name
    return {"cards": inner}


def use(effects, **more):
    return {**more, "do": effects}


def auto(on, effects, zone=None, **more):
    inner = {"on": on}
    if zone:
        inner["zone"] = zone
    return {"auto": {**inner, "use": use(effects, **more)}}


def activated(effects, **more):
    return {"activated": {"use": use(effects, **more)}}


def event(*effects):
    return {"event": use(list(effects))}


def counter(*effects, **more):
    return {"counter": use(list(effects), **more)}


def when(condition, *effects):
    return {"if": {"when": condition, "do": list(effects)}}


def add(stat, n, what, until):
    return {"modify": {"what": what, "stat": stat, "by": {"add": n}, "until": until}}


def static(*apply, **more):
    return {"continuous": {**more, "apply": list(apply)}}


def pays(*parts, optional=False):
    return {"optional": True, "pay": list(parts)} if optional else {"pay": list(parts)}


ENTERS = {"enters": "this"}
DISCARD_1 = {"discard": {"n": 1}}
ENTER_THIS = {"enter": {"what": "this"}}
COST_2 = [SHIP, cost("at_most", 2)]
COST_3 = [SHIP, cost("at_most", 3)]
AWAKE = {
    "state": {
        "becomes": {"compare": [{"durability": "own"}, "at_most", 1]},
        "use": use([{"flip": {"to": "back"}}]),
    }
}
DISCARD_TO_DRAW = activated([DRAW], once_per_turn=True, cost=pays(DISCARD_1))
REMODEL_2 = {"remodel": {"cubes": 1, "base": COST_2}}
ATTACKER = {"role": "attacker"}
OPPONENTS_SHIP = cards(side="opponent", fits=[SHIP])
OWN_SHIP = cards(fits=[SHIP])
OWN_SHIPS = cards("all", fits=[SHIP])

# One list per card, in the order of its paragraphs. Cards that are not here have no skill.
SKILLS = {
    "flag_awake": [AWAKE],
    "flag_hurt": [auto({"damage_received": "own"}, [DRAW]), AWAKE],
    "flag_end": [auto({"turn_ends": "own"}, [DRAW])],
    "flag_main": [DISCARD_TO_DRAW, AWAKE],
    "ev_freeze": [
        event(
            {"rest": {"what": OPPONENTS_SHIP}},
            {"forbid": {"what": "chosen", "forbidden": "become_active", "until": "opponent_reset"}},
        )
    ],
    "no_draw": [static({"forbid_player": {"what": "draw", "side": "both"}})],
    "ready4": [
        auto(
            {"phase_starts": {"phase": "ready"}},
            [when({"compare": [{"cubes": "own"}, "at_least", 4]}, DRAW)],
        )
    ],
    "ev_until": [event(add("power", 300, OWN_SHIP, {"start": "battle"}))],
    "enter_zero": [
        auto(ENTERS, [DRAW]),
        auto(ENTERS, [when({"compare": [{"hand": "own"}, "equal", 0]}, {"draw": {"n": 2}})]),
    ],
    "grave": [auto({"destroyed": {}}, [DRAW])],
    "ev_draw2": [
        event(
            {"draw": {"n": 2}},
            when({"exists": cards("all", where="retreat", fits=[{"kind": ["event"]}])}, DRAW),
        )
    ],
    "ev_ctr200": [counter(add("power", 200, cards(), "battle"))],
    "ev_dual": [event(DRAW), counter(add("power", 100, cards(), "battle"))],
    "ev_draw1": [event(DRAW)],
    "ev_kill3": [event({"destroy": {"what": cards(side="opponent", fits=COST_3)}}, DRAW)],
    "act2": [
        activated([DRAW], cost=pays(DISCARD_1)),
        activated([add("power", 100, OWN_SHIP, "turn")], cost=pays({"rest_this": {}})),
    ],
    "act_once": [DISCARD_TO_DRAW],
    "enter_opt": [auto(ENTERS, [DRAW], cost=pays(DISCARD_1, optional=True))],
    "enter_free": [
        auto(ENTERS, [{"may": [{"enter": {"what": cards(where="hand", fits=COST_3), "empty_only": True}}]}])
    ],
    "alt_cost": [{"alternative_cost": {"pay": [{"rest": {"n": 1}}]}}],
    "no_big": [static({"forbid_player": {"what": {"enter": [SHIP, cost("at_least", 5)]}, "side": "both"}})],
    "call_big": [
        auto(ENTERS, [{"may": [{"enter": {"what": cards(where="hand", fits=[SHIP, cost("at_least", 4)])}}]}])
    ],
    "killer": [auto({"destroys": {}}, [DRAW])],
    "from_grave": [static({"use_from_retreat": {"fits": COST_2}})],
    "atk_two": [auto({"attacks": {}}, [DRAW]), auto({"attacks": {}}, [add("power", 100, "this", "battle")])],
    "def_draw": [auto({"attacked": {}}, [DRAW])],
    "grave_x": [auto({"destroyed": {}}, [{"discard": {"who": "opponent"}}])],
    "ev_cycle": [event({"draw": {"n": 2}}, {"to_deck": {"what": cards(2, where="hand"), "end": "bottom"}})],
    "ev_draw3": [event({"draw": {"n": 3}})],
    "ev_both": [event({"draw": {"who": "both"}})],
    "ev_win": [event(DRAW, when({"compare": [{"hand": "own"}, "at_least", 6]}, {"end_game": "win"}))],
    "ev_lose": [event(when({"compare": [{"hand": "opponent"}, "equal", 0]}, {"end_game": "opponent_loses"}))],
    "ev_tie": [event({"end_game": "draw"})],
    "ev_noconcede": [event({"forbid_player": {"who": "both", "forbidden": "concede", "until": "turn"}})],
    "enter_500": [auto(ENTERS, [when({"matches": {"what": "this", "fits": [{"power": ["at_least", 500]}]}}, DRAW)])],
    "boost_dd": [
        static({"add": {"stat": "power", "n": 100, "to": cards("all", fits=[SHIP, {"type": ["destroyer"]}])}})
    ],
    "cond": [
        static(
            {"add": {"stat": "power", "n": 200, "to": "this"}},
            **{"while": {"compare": [{"durability": "own"}, "at_most", 2]}},
        )
    ],
    "ev_life": [event({"to_hand": {"what": cards("all", where={"durability_top": 1})}})],
    "enter_own": [counter(ENTER_THIS), auto(ENTERS, [DRAW], gates=["own_turn"])],
    "ev_disc": [event({"discard": {"who": "both"}})],
    "ev_sac": [event({"destroy": {"what": OWN_SHIP, "by": "both"}})],
    "ev_two": [event({"rest": {"what": OPPONENTS_SHIP}}, {"activate": {"what": OWN_SHIP}})],
    "enter1": [auto(ENTERS, [DRAW])],
    "long500": [{"keyword": "long_range"}],
    "see_act": [
        static(
            {"allow": {"what": {"attack_active": [SHIP, {"row": "back"}]}, "to": "this"}},
            **{"while": {"matches": {"what": "this", "fits": [{"row": "front"}]}}},
        )
    ],
    "rush400": [{"keyword": "rush"}],
    "atk_draw": [auto({"attacks": {}}, [DRAW])],
    "rest_draw": [auto({"becomes_rested": {}}, [DRAW])],
    "def_bounce": [
        auto(
            {"attacked": {}},
            [when({"matches": {"what": ATTACKER, "fits": COST_3}}, {"to_hand": {"what": ATTACKER}})],
        )
    ],
    "atk_kill": [auto({"attacks": {}}, [{"destroy": {"what": cards(side="opponent", fits=COST_2)}}])],
    "ev_ctr_lock": [
        counter({"forbid": {"what": cards(side="opponent"), "forbidden": {"attack": []}, "until": "turn"}})
    ],
    "sup_draw": [auto({"supports": {}}, [DRAW])],
    "supd_pump": [auto({"supported": {}}, [add("power", 100, "this", "battle")])],
    "dive400": [counter(ENTER_THIS), {"keyword": "dive"}],
    "ctr_cost": [counter(ENTER_THIS, cost=pays(DISCARD_1))],
    "ev_chase": [{"chase": use([add("power", 200, cards(), "battle")])}],
    "last400": [{"last_stand": {}}, auto(ENTERS, [DRAW])],
    "ev_last": [{"last_stand": {}}, event({"destroy": {"what": cards(side="opponent", fits=COST_3)}})],
    "dmg_draw": [auto({"deals_damage": "this"}, [DRAW])],
    "strike300": [{"keyword": {"strike": 100}}, {"keyword": {"strike": 200}}],
    "guard300": [{"keyword": {"guard": 200}}],
    "atk_pump": [auto({"attacks": {}}, [add("power", 100, "this", "battle")])],
    "ev_turn": [event(add("power", 200, OWN_SHIP, "turn"))],
    "end_opp": [auto({"turn_ends": "opponent"}, [DRAW])],
    "end_own": [auto({"turn_ends": "own"}, [DRAW])],
    "opp_sup": [static({"add": {"stat": "support", "n": 200, "to": "this"}}, gates=["opponent_turn"])],
    "own_pow": [static({"add": {"stat": "power", "n": 200, "to": "this"}}, gates=["own_turn"])],
    "mainwin": [
        auto({"enters": {"cards": {"side": "own", "fits": [SHIP, {"other": {}}]}}}, [DRAW], gates=["own_main_phase"])
    ],
    "oppmain": [
        auto({"enters": {"cards": {"side": "opponent", "fits": [SHIP]}}}, [DRAW], gates=["opponent_main_phase"])
    ],
    "ev_bounce": [event({"to_hand": {"what": cards(side="opponent")}})],
    "cang_kai": [{"remodel": {"cubes": 2, "base": [SHIP, {"name": "蒼嵐"}]}}],
    "kai_grave": [REMODEL_2, auto({"destroyed": {}}, [DRAW])],
    "leave_watch": [auto({"retreats_from_battlefield": {"cards": {"side": "own", "fits": [SHIP]}}}, [DRAW])],
    "under_rush": [
        static({"grant_above": {"keyword": "rush"}}, zone="under"),
        static({"add": {"stat": "power", "n": 100, "to": OWN_SHIPS}}),
    ],
    "kai_any": [REMODEL_2],
    "kai_count": [
        REMODEL_2,
        static(
            {
                "add": {
                    "stat": "power",
                    "n": {"times": [{"count": cards("all", where={"under": "this"})}, 100]},
                    "to": "this",
                }
            }
        ),
    ],
    "ev_bottom": [event({"to_deck": {"what": cards(2, where="retreat"), "end": "bottom"}})],
    "ev_stackinfo": [event({"to_hand": {"what": cards(where={"under": OWN_SHIPS})}})],
    "tuck_hand": [activated([DRAW], once_per_turn=True, cost=pays({"put_under": {"n": 1, "fits": [SHIP]}}))],
    "tuck": [auto(ENTERS, [{"may": [{"put_under": {"what": cards(fits=[SHIP, {"other": {}}])}}]}])],
    "ev_mass": [event({"destroy": {"what": cards(2, side="opponent", fits=COST_3)}})],
    "ev_twin": [event({"enter": {"what": cards(("up_to", 2), where="hand", fits=COST_2), "empty_only": True}})],
    "ev_steal": [event({"to_hand": {"what": OPPONENTS_SHIP}})],
    "ev_selfbounce": [event({"to_hand": {"what": OWN_SHIP}})],
    "ev_all100": [event(add("power", 100, OWN_SHIPS, "turn"))],
    "number_ship": [
        auto(
            ENTERS,
            [
                {"choose_number": {}},
                {
                    "forbid_player": {
                        "who": "opponent",
                        "forbidden": {"use": [{"kind": ["event"]}, cost("equal", {"chosen_number": {}})]},
                        "until": "turn",
                    }
                },
            ],
        )
    ],
    "enter_pick": [
        auto(
            ENTERS,
            [
                {"look": {"from": {"deck_top": 3}}},
                {"reveal": {"what": cards(("up_to", 1), where="looked", fits=[{"name": "蒼嵐"}], name="picked")}},
                {"to_hand": {"what": {"named": "picked"}}},
                {"to_deck": {"what": cards("all", where="looked"), "end": "bottom"}},
            ],
        )
    ],
    "enter_str": [
        auto(ENTERS, [{"to_hand": {"what": cards(where="retreat", fits=[SHIP, {"name_contains": "嵐"}])}}])
    ],
    "ev_reveal": [
        event(
            {"reveal": {"what": cards("all", side="opponent", where={"deck_top": 1}, name="shown")}},
            {"to_deck": {"what": {"named": "shown"}, "end": "bottom"}},
        )
    ],
    "ev_shuffle": [
        event({"to_deck": {"what": cards("all", where="retreat"), "order": "kept"}}, {"shuffle": {}})
    ],
    "disc_watch": [auto({"discards": {}}, [DRAW])],
    "ev_recall": [
        event(
            {
                "enter": {
                    "what": cards(where="retreat", fits=[SHIP, cost("at_most", 4)]),
                    "state": "rested",
                    "empty_only": True,
                }
            }
        )
    ],
    "ev_ctr_wake": [counter({"activate": {"what": OWN_SHIP}})],
}

NO_SUPPORT = {"range": [], "value": 0}


def support(written):
    return {"range": [RANGES[name] for name in written["range"]], "value": written["value"]}


def card(ident, written):
    """One card of the scenarios as CardData."""
    data = {"id": ident, "number": written["number"], "kind": written["kind"], "name": written["name"]}
    if "cost" in written:
        data["cost"] = written["cost"]
    data["colors"] = [COLORS[color] for color in written["colors"]]
    if "type" in written:
        data["type"] = TYPES[written["type"]]
    data["camps"] = [CAMPS[camp] for camp in written["camp"]]
    data["force"] = FORCES[written["force"]]
    skills = SKILLS.get(ident, [])
    if written["kind"] == "flagship":
        front, back = written["front"], written["back"]
        paragraphs = front["text"]
        assert not back["text"], ident
        data |= {"power": front["power"], "support": support(front["support"]), "durability": written["durability"]}
        data["back"] = {"power": back["power"], "support": support(back["support"])}
    else:
        paragraphs = written["text"]
        if written["kind"] == "ship":
            data |= {"power": written["power"], "support": support(written["support"])}
    assert len(paragraphs) == len(skills), f"{ident}: {len(paragraphs)} paragraphs, {len(skills)} skills"
    if skills:
        data["skills"] = skills
        data["text"] = "\n".join(paragraphs)
    return data


def filler(color, number):
    """A legal card that fills decks: ships 1 to 10, events 11 to 13."""
    colors = [color] if color else []
    word, sign = ("blue", "碧") if color else ("plain", "素")
    data = {
        "id": f"filler_{word}_{number}",
        "number": f"AL-D-FILL-{word.upper()}-{number}",
        "kind": "event" if number > 10 else "ship",
        "name": f"{sign}補{number}",
        "cost": 1 + number % 5,
        "colors": colors,
    }
    if number > 10:
        return data | {"camps": ["eagle_union"], "force": "azur_lane", "skills": [event(DRAW)], "text": "【主階段啟動】抽1張卡。"}
    more = {"type": "destroyer", "camps": ["eagle_union"], "force": "azur_lane", "power": 100 + 100 * (number % 5)}
    return data | more | {"support": {"range": ["field", "hand"], "value": 100}}


def running(ident, name, n):
    """An event whose running effect stands in positions: one card has n more power this turn."""
    return {
        "id": ident,
        "number": f"AL-D-{ident.upper()}",
        "kind": "event",
        "name": name,
        "cost": 1,
        "colors": [],
        "camps": [],
        "skills": [event(add("power", n, cards(side="both"), "turn"))],
        "text": f"【主階段啟動】本回合中，雙方戰場上的1張卡牌戰力{n:+}。",
    }


def pool(scenarios):
    """All cards of the scenarios and the helpers, as PoolData."""
    found = {}
    for scenario in scenarios:
        for ident, written in (scenario["given"].get("cards") or {}).items():
            if written["kind"] != "note":
                assert found.setdefault(ident, written) == written, ident
    assert not set(SKILLS) - set(found), set(SKILLS) - set(found)
    out = [card(ident, written) for ident, written in found.items()]
    if "blank" not in found:
        blank = {"id": "blank", "number": "AL-D-BLANK", "kind": "ship", "name": "白紙艦", "cost": 9, "colors": []}
        blank |= {"type": "destroyer", "camps": [], "power": 100, "support": NO_SUPPORT}
        out.append(blank)
    out += [filler("blue", number) for number in range(1, 14)]
    out += [filler(None, number) for number in range(1, 14)]
    out += [running("fx_plus200", "增幅令", 200), running("fx_minus500", "減幅令", -500)]
    return {"game": "azur-lane", "name": "Cards of the Azur Lane cases", "declares": {}, "cards": out}


def skill_number(scenarios, ident, keyword, nth):
    """The number of the nth paragraph of a card that begins with 【keyword】."""
    for scenario in scenarios:
        written = (scenario["given"].get("cards") or {}).get(ident)
        if written:
            paragraphs = written["front"]["text"] if written["kind"] == "flagship" else written["text"]
            fitting = [place for place, text in enumerate(paragraphs) if text.startswith(f"【{keyword}】")]
            return fitting[nth - 1] + 1
    raise KeyError(ident)
