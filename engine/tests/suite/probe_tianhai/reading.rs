//! Actions, and what is read of a table, in the words of the scenarios.

use super::given::*;
use super::*;

/// The mark, combat and hit points that most units of the scenarios have.
pub(super) const RIDER: (&str, i64, u32) = ("骑", 3, 3);
pub(super) const ARCHER: (&str, i64, u32) = ("弓", 2, 2);
pub(super) const SPEAR: (&str, i64, u32) = ("枪", 3, 3);
pub(super) const GUARD: (&str, i64, u32) = ("御", 4, 4);
pub(super) const SHIELD: (&str, i64, u32) = ("盾", 4, 3);

pub(super) fn order(card: CardId, cell: (i16, i16)) -> DeployOrder {
    DeployOrder { card, at: at(cell), facing: None, sequence: None, path: Vec::new() }
}

pub(super) fn facing(card: CardId, cell: (i16, i16), facing: Facing, sequence: Option<u32>) -> Action {
    Action::DeployOrder(DeployOrder { facing: Some(facing), sequence, ..order(card, cell) })
}

pub(super) fn moving(card: CardId, cell: (i16, i16), path: &[(i16, i16)]) -> Action {
    Action::DeployOrder(DeployOrder { path: path.iter().copied().map(at).collect(), ..order(card, cell) })
}

pub(super) fn pay(card: CardId, sequence: Option<u32>) -> Action {
    Action::Pay(Pay { card, sequence })
}

pub(super) fn deploy(card: CardId, cell: (i16, i16)) -> Action {
    Action::DeployUnit(DeployUnit { card, at: at(cell) })
}

pub(super) fn occupy(cell: (i16, i16), from: (i16, i16)) -> Action {
    Action::Occupy(Occupy { at: at(cell), from: at(from) })
}

pub(super) fn choose(cell: (i16, i16), targets: &[(i16, i16)]) -> Action {
    Action::ChooseTargets(ChooseTargets { at: at(cell), targets: targets.iter().copied().map(at).collect() })
}

pub(super) fn ends(game: &mut Match<'_>, seat: Seat) {
    play(game, seat, Action::EndPhase);
}

/// The play phase ends and the other seat does not react.
pub(super) fn attacks(game: &mut Match<'_>, seat: Seat) {
    ends(game, seat);
    play(game, seat.other(), Action::DefendDone);
}

/// The reason and the primary citation.
pub(super) fn illegal(game: &mut Match<'_>, seat: Seat, action: Action, reason: &str, rule: Cite) {
    let (found, cite, _) = refused(game, seat, action).remove(0);
    assert_eq!((found, IDS[cite_index(cite)]), (reason, IDS[cite_index(rule)]));
}

pub(super) fn cite_index(cite: Cite) -> usize {
    (0..IDS.len())
        .find(|&index| rules_judge_engine::verdict::citation::find(IDS, IDS[index]) == cite)
        .unwrap()
}

pub(super) fn lies(game: &Match<'_>, card: CardId, zone: Zone) -> bool {
    in_place(game, place(zone, owner(game, card)), card)
}

pub(super) fn stands(game: &Match<'_>, unit: CardId) -> Option<(i16, i16)> {
    cell(game, unit).map(|cell| (cell.x, cell.y))
}

pub(super) fn carries(game: &Match<'_>, unit: CardId) -> Option<CardId> {
    order_on(game, unit).map(|(order, _)| order)
}

pub(super) fn wounds(game: &Match<'_>, unit: CardId) -> u32 {
    game.state.table.pieces(Holder::Card(unit), Wound)
}

pub(super) fn size(game: &Match<'_>, zone: Zone, seat: Seat) -> usize {
    game.state.table.list(place(zone, seat)).len()
}

/// Attack, defence and damage, as they were last known of a unit.
pub(super) fn struck(game: &Match<'_>, unit: CardId) -> Option<(i64, i64, i64)> {
    let events = game.record.as_ref().unwrap().iter().rev();
    let mut numbers = events.filter(|event| event.proposal.card() == Some(unit));
    let numbers = numbers.find_map(|event| event.proposal.detail)?;
    Some((numbers.attack, numbers.defence, numbers.damage))
}

/// The targets on an attacker's list, in canonical order.
pub(super) fn listed(game: &Match<'_>, attacker: CardId) -> Vec<CardId> {
    let attacks = game.state.facts.attacks.iter().filter(|attack| attack.attacker.card == attacker);
    let mut targets: Vec<_> = attacks.map(|attack| attack.target.card).collect();
    canonical(game, &mut targets);
    targets
}

pub(super) fn paid(game: &Match<'_>, seat: Seat) -> Vec<(u32, Vec<CardId>)> {
    let cards = |(place, note): (PlaceId, Note)| (note.number, game.state.table.list(place).to_vec());
    sequences(game, seat).into_iter().map(cards).collect()
}

/// Two units that stand in each other's way: [0, 0] and [0, 1].
pub(super) fn duel(round: u32, active: Seat, phase: Phase) -> (Given, CardId, CardId) {
    let mut given = Given::new(round, active, phase);
    let one = given.unit(P1, (0, 0), RIDER);
    let two = given.unit(P2, (0, 1), GUARD);
    (given, one, two)
}
