//! Everything that moves, turns or leaves: 部署单位牌.1, 支付费用.1, 指令区与指令序列.6, 部署指令牌.4, 移动.2, 伤害结算.6a, 伤害结算.6b,
//! 伤害结算.7a, 伤害结算.7b, 伤害结算.7c, 单位牌.8, 回收阶段.2; ruling-12, ruling-32, ruling-37, ruling-49, ruling-50.

use super::cards::{Face, Mark};
use super::prohibition::{self, Forbidden};
use super::settlement;
use super::table::{
    self, Cause, DISCARD, Detail, FIELD, Facing, Game, HAND, Note, OUT, OwnDetail, Role, Verb, Zone, cell_of,
    list, mark, owner,
};
use super::{Tianhai, stat};
use crate::game_kit::proposing;
use crate::kernel::{Acts, CardId, Cell, Change, End, Object, PlaceId, Proposal, Seat, Spot, Together};

/// Who lets something happen, by which text and rule; no text asks by which means.
pub(crate) type By = proposing::By<()>;

pub(crate) type Proposed = Proposal<Tianhai>;

fn at(game: &Game<'_>, unit: CardId) -> OwnDetail {
    OwnDetail { at: cell_of(game, unit), ..OwnDetail::default() }
}

/// Puts a unit onto the battlefield.
pub(crate) fn onto_field(verb: Verb, card: CardId, cell: Cell, mark: Mark, by: By) -> Proposed {
    let change = Change::Move(card, Spot::Place(FIELD, cell), End::Bottom, mark);
    let detail = Detail::of(OwnDetail { at: Some(cell), ..OwnDetail::default() });
    by.proposal(verb).with(detail).changing(change)
}

fn marked(game: &Game<'_>, verb: Verb, unit: CardId, by: By, change: impl FnOnce(&mut Mark)) -> Proposed {
    let before = mark(game, unit);
    let mut after = before;
    change(&mut after);
    let wounds = Some(after.wounds).filter(|wounds| *wounds != before.wounds);
    let detail = Detail::of(OwnDetail { wounds, ..at(game, unit) });
    by.proposal(verb).with(detail).changing(Change::Mark(unit, after))
}

/// Turns a unit face up; `None`: it is so already.
pub(crate) fn flipping(game: &Game<'_>, unit: CardId, by: By) -> Option<Proposed> {
    let up = |mark: &mut Mark| (mark.face, mark.known) = (Face::Up, false);
    mark(game, unit).is_face_down().then(|| marked(game, Verb::Flipped, unit, by, up))
}

/// Makes a face-down unit known to everybody; `None`: it is known already, or lies face up [ruling-33].
pub(crate) fn making_known(game: &Game<'_>, unit: CardId, by: By) -> Option<Proposed> {
    mark(game, unit).is_covered().then(|| marked(game, Verb::UnitKnown, unit, by, |mark| mark.known = true))
}

/// Pays a card of the hand into a sequence, or into a new one [支付费用.1, ruling-12]; `None`: the player has no
/// such sequence.
pub(crate) fn paying(game: &Game<'_>, card: CardId, sequence: Option<u16>, by: By) -> Option<Proposed> {
    let (seat, round) = (by.seat, game.state.facts.round);
    let opened = *game.state.facts.opened.get(seat);
    let there = sequence
        .map(|number| table::sequence(game, seat, number))
        .map_or(Some(None), |found| found.map(Some))?;
    let (place, number) = match there {
        Some((place, note)) => (place, note.number),
        None => (game.state.table.next_place()?, opened),
    };
    // If that rule is suspended, the card lies before the others.
    let end = if game.in_force(cite!("指令区与指令序列.6")) { End::Bottom } else { End::Top };
    let open = there.is_none().then_some(Change::Open(Zone::Sequence, Some(seat)));
    let pay = [
        Change::Note(place, Note { number, paid_round: round }),
        Change::Move(card, Spot::Place(place, Cell::NONE), end, Mark::default()),
    ];
    let change = Change::Together(open.into_iter().chain(pay).collect());
    let detail = Detail::of(OwnDetail { sequence: Some(number), ..OwnDetail::default() });
    Some(by.proposal(Verb::CostPaid).with(detail).changing(change).to(card))
}

/// Discards all cards of a sequence and removes the sequence [部署指令牌.4].
pub(crate) fn spending(game: &Game<'_>, verb: Verb, (place, note): (PlaceId, Note), by: By) -> Proposed {
    let cards = game.state.table.list(place).to_vec();
    let mut changes: Vec<_> = cards.iter().map(|card| to_owners_zone(game, *card, DISCARD)).collect();
    changes.push(Change::Close(place));
    let number = u16::try_from(cards.len()).ok();
    let own = OwnDetail { sequence: Some(note.number), number, cards, ..OwnDetail::default() };
    by.proposal(verb).with(Detail::of(own)).changing(Change::Together(changes))
}

/// Moves a card to a zone of its owner [ruling-37].
fn to_owners_zone(game: &Game<'_>, card: CardId, zone: table::ZoneOf) -> Change<Tianhai> {
    Change::Move(card, zone.spot(owner(game, card)), End::Bottom, Mark::default())
}

/// Takes the whole discard pile into hand [回收阶段.2, ruling-49].
pub(crate) fn recovering(game: &Game<'_>, seat: Seat, by: By) -> Proposed {
    let cards = list(game, DISCARD, seat);
    let changes = cards.iter().map(|card| to_owners_zone(game, *card, HAND)).collect();
    let own = OwnDetail { number: u16::try_from(cards.len()).ok(), cards, ..OwnDetail::default() };
    by.proposal(Verb::Recovered).with(Detail::of(own)).changing(Change::Together(changes))
}

/// Discards an order from hand.
pub(crate) fn discarding_from_hand(game: &Game<'_>, card: CardId, by: By) -> Proposed {
    by.proposal(Verb::HandDiscarded).changing(to_owners_zone(game, card, DISCARD))
}

/// The order on a unit; `None`: there is none, or an effect keeps it there [ruling-47].
fn removable_order(game: &Game<'_>, unit: CardId) -> Option<CardId> {
    let is_removable = prohibition::forbids(game, unit, Forbidden::LoseOrder).is_none();
    table::order_of(game, unit).filter(|_| is_removable)
}

/// Discards the order on a unit.
pub(crate) fn discarding(game: &Game<'_>, unit: CardId, cause: Cause, by: By) -> Option<Proposed> {
    let gone = to_owners_zone(game, removable_order(game, unit)?, DISCARD);
    let detail = Detail::of(OwnDetail { cause: Some(cause), ..at(game, unit) });
    Some(by.proposal(Verb::OrderDiscarded).with(detail).changing(gone))
}

/// Returns the order on a unit to its owner's hand.
pub(crate) fn returning(game: &Game<'_>, unit: CardId, by: By) -> Option<Proposed> {
    let gone = to_owners_zone(game, removable_order(game, unit)?, HAND);
    Some(by.proposal(Verb::OrderReturned).with(Detail::of(at(game, unit))).changing(gone))
}

/// Turns the order on a unit in another direction.
pub(crate) fn turning(game: &Game<'_>, unit: CardId, facing: Facing, by: By) -> Option<Proposed> {
    let order = table::order_of(game, unit)?;
    let before = mark(game, order);
    before.facing.filter(|before| *before != facing)?;
    let detail = Detail::of(OwnDetail { facing: Some(facing), ..at(game, unit) });
    let after = Mark { facing: Some(facing), ..before };
    Some(by.proposal(Verb::OrderTurned).with(detail).changing(Change::Mark(order, after)))
}

/// Moves a unit to a cell of the battlefield; the order on it travels along.
fn shifting(unit: CardId, to: Cell) -> Change<Tianhai> {
    Change::Move(unit, Spot::Place(FIELD, to), End::Bottom, Mark::default())
}

/// Moves a unit along a path; if it charges, its order gets a bonus [移动.2, ruling-68]. Returns whether the
/// unit moved.
pub(crate) fn move_along<'p>(
    game: &mut impl Acts<'p, Tianhai>,
    unit: CardId,
    path: &[Cell],
    bonus: u8,
    by: By,
) -> bool {
    let table = game.game();
    let (Some(&to), Some(from)) = (path.last(), cell_of(table, unit)) else { return false };
    let steps = u16::try_from(path.len()).unwrap_or(u16::MAX);
    let own = OwnDetail { at: Some(to), from: Some(from), path: path.to_vec(), ..OwnDetail::default() };
    let charged = table::order_of(table, unit).filter(|_| bonus > 0).map(|order| {
        let before = mark(table, order);
        Change::Mark(order, Mark { bonus: before.bonus.saturating_add(bonus), ..before })
    });
    let change = match charged {
        Some(charged) => Change::Together(vec![shifting(unit, to), charged]),
        None => shifting(unit, to),
    };
    let done =
        game.propose(by.proposal(Verb::Moved).with(Detail::of(own)).changing(change).to(unit)).is_done();
    if done {
        let unit = game.game().state.table.object(unit);
        let moved = &mut game.facts_mut().moved;
        match moved.iter_mut().find(|(object, _)| *object == unit) {
            Some((_, all)) => *all = all.saturating_add(steps),
            None => moved.push((unit, steps)),
        }
    }
    done
}

/// Puts a unit on another cell, without a path.
pub(crate) fn placing(game: &Game<'_>, verb: Verb, unit: CardId, to: Cell, by: By) -> Option<Proposed> {
    let own = OwnDetail { at: Some(to), from: Some(cell_of(game, unit)?), ..OwnDetail::default() };
    Some(by.proposal(verb).with(Detail::of(own)).changing(shifting(unit, to)))
}

/// Lets two units change cells.
pub(crate) fn swapping(game: &Game<'_>, one: CardId, other: CardId, by: By) -> Option<Proposed> {
    let (from, to) = (cell_of(game, one)?, cell_of(game, other)?);
    let own = OwnDetail { at: Some(to), from: Some(from), ..OwnDetail::default() };
    let detail = Detail { other: Some(game.state.table.object(other)), ..Detail::of(own) };
    let change = Change::Together(vec![shifting(one, to), shifting(other, from)]);
    (one != other).then(|| by.proposal(Verb::Swapped).with(detail).changing(change).to(one))
}

/// Heals up to `amount` wounds of a unit; `None`: it has none.
pub(crate) fn healing(game: &Game<'_>, unit: CardId, amount: i64, by: By) -> Option<Proposed> {
    let wounds = mark(game, unit).wounds;
    let less = u32::try_from(amount.clamp(0, i64::from(wounds))).unwrap_or(0);
    (less > 0).then(|| marked(game, Verb::Healed, unit, by, |mark| mark.wounds = wounds - less))
}

/// Places damage on a unit; 0 changes nothing [伤害结算.6a, 伤害结算.6b, ruling-32]. Returns whether any was placed.
pub(crate) fn wound(game: &mut Game<'_>, unit: CardId, damage: i64, source: Option<Object>) -> bool {
    let Ok(damage) = u32::try_from(damage.clamp(0, i64::from(u32::MAX))) else { return false };
    if damage == 0 {
        return false;
    }
    let before = mark(game, unit).wounds;
    let rule = if before == 0 { cite!("伤害结算.6a") } else { cite!("伤害结算.6b") };
    let by = By { source, ..By::rule(owner(game, unit), rule) };
    let after = before.saturating_add(damage);
    let wounded = marked(game, Verb::Wounded, unit, by, |mark| mark.wounds = after);
    game.propose(wounded).is_done()
}

/// Annihilates a unit with as many wounds as hit points [伤害结算.7a, 单位牌.8]. Returns whether it was.
pub(crate) fn fall(game: &mut Game<'_>, unit: CardId, source: Option<Object>) -> bool {
    let falls =
        i64::from(mark(game, unit).wounds) >= stat::hp(game, unit) && game.in_force(cite!("单位牌.8"));
    falls && cell_of(game, unit).is_some() && {
        let by = By { source, ..By::rule(owner(game, unit), cite!("伤害结算.7a")) };
        annihilate(game, unit, by)
    }
}

/// Removes a unit from the game, with its wounds; its order goes to the discard pile [伤害结算.7b, 伤害结算.7c].
/// Returns whether it left.
pub(crate) fn annihilate(game: &mut Game<'_>, unit: CardId, by: By) -> bool {
    let object = game.state.table.object(unit);
    let fallen = settlement::fallen(game, object);
    let out = by.proposal(Verb::Annihilated).with(Detail::of(at(game, unit))).to(unit);
    let out = match game.in_force(cite!("伤害结算.7b")) {
        true => out.changing(to_owners_zone(game, unit, OUT)),
        false => out,
    };
    let done = game.propose(out).is_done();
    if done {
        game.facts_mut().settlement.fallen.extend(fallen);
    }
    done
}

/// Discards the order on a unit that leaves the game [伤害结算.7c, ruling-37].
pub(crate) fn moves_with(game: &Game<'_>, proposal: &Proposed) -> Together<Tianhai> {
    let Some(unit) = proposal.card().filter(|_| proposal.verb == Verb::Annihilated) else {
        return Together::new();
    };
    let Some(order) = table::order_of(game, unit) else { return Together::new() };
    let detail = Detail::of(OwnDetail { cause: Some(Cause::Annihilated), ..at(game, unit) });
    let by = By::rule(owner(game, order), cite!("伤害结算.7c"));
    Together::from_elem(
        by.proposal(Verb::OrderDiscarded).with(detail).changing(to_owners_zone(game, order, DISCARD)),
        1,
    )
}

/// Lays an order on a unit [部署指令牌.1].
pub(crate) fn laying(
    game: &Game<'_>,
    order: CardId,
    unit: CardId,
    facing: Option<Facing>,
    by: By,
) -> Proposed {
    let mark = Mark { facing, ..Mark::default() };
    let change = Change::Move(order, Spot::Member(unit, Role::Order), End::Bottom, mark);
    let detail = Detail::of(OwnDetail { facing, ..at(game, unit) });
    by.proposal(Verb::OrderDeployed).with(detail).changing(change)
}
