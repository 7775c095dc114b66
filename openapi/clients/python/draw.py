"""The board, the question and the log of every game as lines of text, drawn from the generated types alone."""

from typing import assert_never

from rules_judge_client.models.azur_lane_card_ref import AzurLaneCardRef
from rules_judge_client.models.azur_lane_effect_view import AzurLaneEffectView
from rules_judge_client.models.azur_lane_place_view import AzurLanePlaceView
from rules_judge_client.models.azur_lane_question import AzurLaneQuestion
from rules_judge_client.models.azur_lane_stack_view import AzurLaneStackView
from rules_judge_client.models.azur_lane_state import AzurLaneState
from rules_judge_client.models.azur_lane_verdict import AzurLaneVerdict
from rules_judge_client.models.battle_spirits_card_ref import BattleSpiritsCardRef
from rules_judge_client.models.battle_spirits_cores_view import BattleSpiritsCoresView
from rules_judge_client.models.battle_spirits_field_view import BattleSpiritsFieldView
from rules_judge_client.models.battle_spirits_place_view import BattleSpiritsPlaceView
from rules_judge_client.models.battle_spirits_question import BattleSpiritsQuestion
from rules_judge_client.models.battle_spirits_state import BattleSpiritsState
from rules_judge_client.models.battle_spirits_verdict import BattleSpiritsVerdict
from rules_judge_client.models.build_divide_card_ref import BuildDivideCardRef
from rules_judge_client.models.build_divide_place_view import BuildDividePlaceView
from rules_judge_client.models.build_divide_question import BuildDivideQuestion
from rules_judge_client.models.build_divide_state import BuildDivideState
from rules_judge_client.models.build_divide_territory_view import BuildDivideTerritoryView
from rules_judge_client.models.build_divide_unit_view import BuildDivideUnitView
from rules_judge_client.models.build_divide_verdict import BuildDivideVerdict
from rules_judge_client.models.card_view import CardView
from rules_judge_client.models.pile_view import PileView
from rules_judge_client.models.tianhai_card_ref import TianhaiCardRef
from rules_judge_client.models.tianhai_place_view import TianhaiPlaceView
from rules_judge_client.models.tianhai_question import TianhaiQuestion
from rules_judge_client.models.tianhai_state import TianhaiState
from rules_judge_client.models.tianhai_unit_view import TianhaiUnitView
from rules_judge_client.models.tianhai_verdict import TianhaiVerdict
from rules_judge_client.models.xinglingwang_card_ref import XinglingwangCardRef
from rules_judge_client.models.xinglingwang_effect_view import XinglingwangEffectView
from rules_judge_client.models.xinglingwang_place_view import XinglingwangPlaceView
from rules_judge_client.models.xinglingwang_question import XinglingwangQuestion
from rules_judge_client.models.xinglingwang_state import XinglingwangState
from rules_judge_client.models.xinglingwang_unit_view import XinglingwangUnitView
from rules_judge_client.models.xinglingwang_verdict import XinglingwangVerdict
from rules_judge_client.types import Unset

Verdict = AzurLaneVerdict | XinglingwangVerdict | BattleSpiritsVerdict | BuildDivideVerdict | TianhaiVerdict
Question = AzurLaneQuestion | XinglingwangQuestion | BattleSpiritsQuestion | BuildDivideQuestion | TianhaiQuestion
Seen = (
    CardView
    | AzurLaneStackView
    | XinglingwangUnitView
    | BattleSpiritsFieldView
    | BuildDivideTerritoryView
    | BuildDivideUnitView
    | TianhaiUnitView
)
Reference = AzurLaneCardRef | XinglingwangCardRef | BattleSpiritsCardRef | BuildDivideCardRef | TianhaiCardRef
Place = (
    AzurLanePlaceView | XinglingwangPlaceView | BattleSpiritsPlaceView | BuildDividePlaceView | TianhaiPlaceView
)


def card(seen: Seen) -> str:
    """A card by its name."""
    return seen.name if isinstance(seen.name, str) else seen.card or "a card"


def place(there: Place) -> str:
    whose = "" if isinstance(there.seat, Unset) else f"seat {there.seat}'s "
    return f"{whose}{there.zone if isinstance(there.cell, Unset) else there.cell}"


def reference(seen: Reference) -> str:
    """A card by its name and place, as far as this view knows them."""
    name = seen.name if isinstance(seen.name, str) else "a card"
    return name if isinstance(seen.place, Unset) else f"{name} ({place(seen.place)})"


def pile(held: PileView) -> str:
    if isinstance(held.cards, Unset):
        return str(held.count)
    return f"{held.count} [{', '.join(card(each) for each in held.cards)}]"


def does(running: AzurLaneEffectView | XinglingwangEffectView) -> str:
    effect = running.does
    if effect.kind == "add":
        return f"{effect.stat} {effect.value:+}"
    if effect.kind == "become":
        return f"{effect.stat} = {effect.value}"
    if effect.kind == "multiply":
        return f"{effect.stat} x {effect.times}"
    if effect.kind == "grant":
        return f"has {effect.what}"
    if effect.kind == "lose":
        return f"loses {effect.what or 'every ability'}"
    if effect.kind == "grant_ability" or effect.kind == "later":
        return f"{effect.kind}: ability {effect.number or '?'} of {effect.of}"
    if effect.kind == "counts_as_type" or effect.kind == "counts_as_name":
        return f"{effect.kind} {effect.what}"
    if effect.kind == "forbid" or effect.kind == "allow":
        return f"{effect.kind} {effect.what}{' (some)' if effect.partly else ''}"
    assert_never(effect)


def effects(state: AzurLaneState | XinglingwangState) -> list[str]:
    lines = []
    for running in state.effects:
        seat = running.on_seat
        on = ", ".join(card(each) for each in running.on) if isinstance(seat, Unset) else f"seat {seat}"
        source = "" if isinstance(running.source, Unset) else f", from {card(running.source)}"
        lines.append(f"  effect on {on}: {does(running)} until {running.until}{source} [{running.cite}]")
    return lines


def azur_lane(state: AzurLaneState) -> list[str]:
    step = f", {state.step}" if state.step else ""
    lines = [f"turn {state.turn}, {state.phase}{step}, seat {state.active} is active"]
    for seat, half in enumerate(state.players):
        cubes, there = half.cost_zone, half.battlefield
        lines.append(
            f"  seat {seat}: hand {pile(half.hand)}; deck {half.deck.count}; durability {half.durability.count};"
            f" cubes {cubes.up}/{cubes.up_rested} up, {cubes.down}/{cubes.down_rested} down;"
            f" retreat {half.retreat.count}"
        )
        cells = [
            ("F1", there.f1), ("F2", there.f2), ("F3", there.f3),
            ("B1", there.b1), ("B2", there.b2), ("B3", there.b3),
        ]
        for cell, stack in cells:
            if not isinstance(stack, Unset):
                lines.append(
                    f"    {cell} {card(stack)}: power {stack.power}, support {stack.support}, {stack.state}"
                )
    return lines + effects(state)


def xinglingwang(state: XinglingwangState) -> list[str]:
    lines = [f"turn {state.turn}, {state.phase}, seat {state.active} is current"]
    for seat, half in enumerate(state.players):
        there = half.field
        lines.append(
            f"  seat {seat} ({half.race}): score {half.score}; hand {pile(half.hand)}; deck {half.deck.count};"
            f" forest {half.forest}; energy {half.energy}; graveyard {half.graveyard.count}"
        )
        cells = [
            ("F1", there.f1), ("F2", there.f2), ("F3", there.f3), ("F4", there.f4), ("F5", there.f5),
            ("B1", there.b1), ("B2", there.b2), ("B3", there.b3), ("B4", there.b4), ("B5", there.b5),
        ]
        for cell, unit in cells:
            if not isinstance(unit, Unset):
                words = ", ".join([unit.state, *unit.keywords])
                attack = "none" if unit.attack is None else unit.attack
                lines.append(f"    {cell} {card(unit)}: attack {attack}, score {unit.score}, {words}")
    return lines + effects(state)


def cores(held: BattleSpiritsCoresView) -> str:
    return f"{held.normal} and the soul core" if held.soul else str(held.normal)


def battle_spirits(state: BattleSpiritsState) -> list[str]:
    lines = [f"turn {state.turn}, {state.phase}, seat {state.active} is the turn player"]
    for seat, half in enumerate(state.players):
        lines.append(
            f"  seat {seat}: life {cores(half.life)}; reserve {cores(half.reserve)}; hand {pile(half.hand)};"
            f" deck {half.deck.count}; trash {half.trash.count}"
        )
        for there in half.field:
            bp = "none" if there.bp is None else there.bp
            lines.append(
                f"    {card(there)}: Lv{there.level}, BP {bp}, cores {cores(there.cores)}, {there.state}"
            )
    for running in state.effects:
        seat_of = running.on_seat
        on = ", ".join(card(each) for each in running.on) if isinstance(seat_of, Unset) else f"seat {seat_of}"
        lines.append(f"  effect on {on}: {running.does.kind} until {running.until} [{running.cite}]")
    return lines


def build_divide(state: BuildDivideState) -> list[str]:
    lines = [f"turn {state.turn}, {state.phase}, seat {state.active} is the turn player"]
    for seat, half in enumerate(state.players):
        standing = sum(there.state == "standing" for there in half.energy)
        lines.append(
            f"  seat {seat}: life {half.yellow_life} yellow, {half.red_life} red;"
            f" energy {standing}/{len(half.energy)}; hand {pile(half.hand)};"
            f" deck {half.deck.count}; graveyard {half.graveyard.count}"
        )
        if half.territory is not None:
            released = "released" if half.territory.released else "not released"
            lines.append(f"    territory {card(half.territory)}: {released}, {half.territory.state}")
        lines += [
            f"    {card(unit)}: power {unit.power}, hit {unit.hit}, damage {unit.damage}, {unit.state}"
            for unit in half.field
        ]
    for item in state.chain:
        named = item.name if isinstance(item.name, str) else "a card"
        lines.append(f"  on the chain: {named} of seat {item.seat}")
    for running in state.effects:
        seat_of = running.on_seat
        on = ", ".join(card(each) for each in running.on) if isinstance(seat_of, Unset) else f"seat {seat_of}"
        lines.append(f"  effect on {on}: {running.does.kind} [{running.cite}]")
    return lines


def tianhai(state: TianhaiState) -> list[str]:
    lines = [f"round {state.round_}, {state.phase}, seat {state.active} is the active player"]
    for seat, half in enumerate(state.players):
        lines.append(
            f"  seat {seat}: hand {half.hand.units} units and {half.hand.orders} orders; played {half.plays} of"
            f" {half.limit}; discard pile {half.discard_pile.count}; out of the game {pile(half.out)}"
        )
        lines += [
            f"    sequence {each.number}: {each.count} cards, paid for in round {each.paid_round}"
            for each in half.sequences
        ]
    for unit in state.field:
        order = "no order" if unit.order is None else f"order {unit.order.card} with {unit.combat}"
        lines.append(f"    ({unit.at}) {card(unit)} of seat {unit.seat}, face {unit.face}: wounds {unit.wounds}, {order}")
    for running in state.effects:
        seat_of = running.on_seat
        on = ", ".join(card(each) for each in running.on) if isinstance(seat_of, Unset) else f"seat {seat_of}"
        lines.append(f"  effect on {on}: {running.does.kind} [{running.cite}]")
    return lines


def board(verdict: Verdict) -> list[str]:
    """The table of a verdict."""
    if verdict.state is None:
        return []
    if isinstance(verdict.state, AzurLaneState):
        return azur_lane(verdict.state)
    if isinstance(verdict.state, BattleSpiritsState):
        return battle_spirits(verdict.state)
    if isinstance(verdict.state, BuildDivideState):
        return build_divide(verdict.state)
    if isinstance(verdict.state, TianhaiState):
        return tianhai(verdict.state)
    return xinglingwang(verdict.state)


def question(asked: Question) -> list[str]:
    """What is asked, about what, and what may be answered."""
    lines = [f"? seat {asked.seat}: {asked.text} ({asked.kind})"]
    if not isinstance(asked.about, Unset):
        cards = [reference(seen) for seen in (asked.about.card, asked.about.other) if not isinstance(seen, Unset)]
        about = f", about {' and '.join(cards)}" if cards else ""
        lines.append(f"    for {asked.about.purpose}{about} [{asked.about.rule}]")
    texts = [] if isinstance(asked.texts, Unset) else asked.texts
    return lines + [f"    - {text}" for text in texts[:8]]


def log(verdict: Verdict) -> list[str]:
    """What happened, entry by entry."""
    lines: list[str] = []
    if isinstance(verdict.trace, Unset):
        return lines
    for step in verdict.trace:
        if not isinstance(step.action, Unset):
            lines.append(f"> {step.action.seat} {step.action.type_}")
        for event in step.events:
            point = "" if event.point == "done" else f" ({event.point})"
            lines.append(f"    {event.text} [{event.cite}]{point}")
    return lines
