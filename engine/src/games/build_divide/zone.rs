//! How cards move, turn and leave, and how counters change: 用语.抽, 用语.抽.2, 抽卡阶段.3, 抽卡阶段.4, 用语.舍弃,
//! 用语.生命最上方的卡放到墓地, 用语.生命最上方的卡放到墓地.2, 主要阶段.能量的配置.2, 关键词.审判; ruling-10, ruling-12, ruling-38, ruling-39,
//! ruling-45, ruling-60, ruling-85, ruling-89, ruling-105.

use super::facts::Loss;
use super::table::{
    self, Body, CHAIN, Came, DECK, Detail, ENERGY, FIELD, GRAVEYARD, Game, HAND, InTurn, LIFE, Mark, Means,
    OwnDetail, Role, Verb, Zone, ZoneOf, controller, list, mark, owner,
};
use super::words::filter::State;
use super::{BuildDivide, ending, stat};
use crate::game_kit::proposing::{self, marked};
pub use crate::game_kit::proposing::{happen, put};
use crate::kernel::{Acts, CardId, Cell, Change, End, Object, Proposal, Seat, Spot, Together, held};
use crate::verdict::Cite;

/// Who lets something happen, by which means, by which text and rule.
pub type By = proposing::By<Means>;

/// A proposal of this game.
pub type Proposed = Proposal<BuildDivide>;

/// A proposal that puts a used card onto the chain, on top of the others.
pub fn onto_chain(game: &Game<'_>, verb: Verb, card: CardId, by: By) -> Proposed {
    put(game, verb, card, CHAIN, End::Bottom, by)
}

/// A proposal by which a card leaves its place; a territory that is a unit is closed instead [ruling-105].
pub fn leaving(game: &Game<'_>, verb: Verb, card: CardId, zone: ZoneOf, end: End, by: By) -> Proposed {
    match table::lies(game, card) {
        Some((Zone::Territory, _)) => closing(game, card, by.by(cite!("ruling-105"))),
        _ => put(game, verb, card, zone, end, by),
    }
}

/// A proposal that destroys a unit [ruling-10]; `other`: the object that destroys it.
pub fn destroying(game: &Game<'_>, card: CardId, other: Option<Object>, by: By) -> Proposed {
    let proposal = leaving(game, Verb::Destroy, card, GRAVEYARD, End::Top, by);
    let detail = Detail { other, ..proposal.detail.clone() };
    proposal.with(detail)
}

/// 静置; `None`: the card is not standing, or it is face-down energy, which neither rests nor stands
/// [ruling-89].
pub fn resting(game: &Game<'_>, card: CardId, by: By) -> Option<Proposed> {
    let rest = |mark: &mut Mark| mark.state = State::Rested;
    mark(game, card).stands().then(|| marked(game, Verb::Rest, card, by, rest))
}

/// 竖置; `None`: the card is not rested.
pub fn standing(game: &Game<'_>, card: CardId, by: By) -> Option<Proposed> {
    let stand = |mark: &mut Mark| mark.state = State::Standing;
    mark(game, card).is_rested().then(|| marked(game, Verb::Stand, card, by, stand))
}

/// A proposal that turns energy face down [ruling-89].
pub fn turning_down(game: &Game<'_>, card: CardId, by: By) -> Option<Proposed> {
    let down = |mark: &mut Mark| mark.state = State::FaceDown;
    (!mark(game, card).is_face_down()).then(|| marked(game, Verb::FaceDown, card, by, down))
}

/// A proposal that deals damage to a unit and marks it there, with what raises it. Damage of 0 or less is
/// none, and is not raised [ruling-31].
pub fn damaging(
    game: &Game<'_>,
    card: CardId,
    amount: i64,
    other: Option<Object>,
    by: By,
) -> Option<Proposed> {
    (amount > 0).then(|| {
        let amount = amount.saturating_add(stat::damage_raised(game, card));
        let more = |mark: &mut Mark| mark.damage = mark.damage.saturating_add(amount);
        let proposal = marked(game, Verb::DamageUnit, card, by, more);
        let detail = Detail { amount, other, ..proposal.detail.clone() };
        proposal.with(detail)
    })
}

/// A proposal that releases a territory; `other`: the ace that it is released with [领域的解放.3].
pub fn releasing(game: &Game<'_>, card: CardId, other: Option<Object>, by: By) -> Option<Proposed> {
    let now = InTurn(game.state.facts.turn);
    let up = |mark: &mut Mark| (mark.released, mark.fresh, mark.damage) = (true, now, 0);
    (!mark(game, card).released).then(|| {
        let proposal = marked(game, Verb::Release, card, by, up);
        let detail = Detail { other, ..proposal.detail.clone() };
        proposal.with(detail)
    })
}

/// A proposal that closes a territory, which is no unit any more [ruling-45, ruling-105].
pub fn closing(game: &Game<'_>, card: CardId, by: By) -> Proposed {
    marked(game, Verb::Close, card, by, |mark| (mark.released, mark.damage) = (false, 0))
}

/// How a unit enters.
#[held(Copy)]
pub struct Entry {
    /// On whose side.
    pub seat: Seat,
    /// How it came.
    pub came: Came,
    /// Whether it enters rested.
    pub rested: bool,
    /// With which Evol cost it was used: the number of the ability that offers it; 0: with none [ruling-94].
    pub evol: u8,
    /// Of a command: as what it enters [ruling-100].
    pub body: Option<Body>,
}

impl Entry {
    /// The entry of a unit that was not used by an Evol cost.
    pub const fn new(seat: Seat, came: Came, rested: bool) -> Entry {
        Entry { seat, came, rested, evol: 0, body: None }
    }
}

/// A proposal by which a unit enters the field [主要阶段.卡牌的使用.1, ruling-9].
pub fn entering(game: &Game<'_>, card: CardId, entry: Entry, by: By) -> Proposed {
    let from_graveyard = matches!(table::lies(game, card), Some((Zone::Graveyard, _)));
    let Entry { seat, came, rested, evol, body: as_unit } = entry;
    let (state, fresh) = (State::of(rested), InTurn(game.state.facts.turn));
    let mark = Mark { state, came, evol, as_unit, from_graveyard, fresh, ..Mark::default() };
    let change = Change::Move(card, Spot::Place(FIELD.of(seat), Cell::NONE), End::Bottom, mark);
    let detail = Detail { own: OwnDetail { came, ..OwnDetail::default() }, ..by.means.into() };
    Proposal::told(Verb::Enter, by.seat, by.rule).changing(change).with(detail).by(by.source)
}

/// A proposal that makes a card energy, standing or rested [主要阶段.能量的配置.2].
pub fn to_energy(game: &Game<'_>, verb: Verb, card: CardId, rested: bool, by: By) -> Proposed {
    let to = Spot::Place(ENERGY.of(owner(game, card)), Cell::NONE);
    let change = Change::Move(card, to, End::Bottom, Mark { state: State::of(rested), ..Mark::default() });
    by.proposal(verb).changing(change)
}

/// A proposal that makes a card an aura of another one [ruling-85].
pub fn putting_under(card: CardId, host: Object, by: By) -> Proposed {
    let change = Change::Move(card, Spot::Member(host.card, Role::Aura), End::Bottom, Mark::default());
    let detail = Detail { other: Some(host), ..by.means.into() };
    Proposal::told(Verb::PutUnder, by.seat, by.rule).changing(change).with(detail).by(by.source)
}

/// A proposal by which a player takes control of a unit, which keeps its state [ruling-60]; `None`: the
/// player has it already.
pub fn taking_control(game: &Game<'_>, card: CardId, seat: Seat, by: By) -> Option<Proposed> {
    let goes = table::is_unit(game, card) && controller(game, card) != seat;
    let to = Spot::Place(FIELD.of(seat), Cell::NONE);
    let change = Change::Move(card, to, End::Bottom, mark(game, card));
    (goes && matches!(table::lies(game, card), Some((Zone::Field, _))))
        .then(|| by.proposal(Verb::TakeControl).changing(change))
}

/// The rules that a draw cites: from the deck, from life, and if neither has a card.
#[derive(Debug, Clone, Copy)]
pub struct DrawRules {
    deck: Cite,
    life: Cite,
    neither: Cite,
    loss: Loss,
}

impl DrawRules {
    /// The rules for the draw of the draw phase.
    pub const PHASE: DrawRules = DrawRules {
        deck: cite!("抽卡阶段.1"),
        life: cite!("抽卡阶段.3"),
        neither: cite!("抽卡阶段.4"),
        loss: Loss::DrawPhase,
    };
    /// The rules for a draw by a text.
    pub const TEXT: DrawRules = DrawRules {
        deck: cite!("用语.抽"),
        life: cite!("用语.抽.2"),
        neither: cite!("用语.抽.2"),
        loss: Loss::Text,
    };
    /// The rule for the draws of the set-up.
    pub const fn set_up(rule: Cite) -> DrawRules {
        DrawRules { deck: rule, life: rule, neither: rule, loss: Loss::Text }
    }
}

/// A player draws one card at a time: from the deck, from life if the deck is empty; a draw that finds
/// neither loses [用语.抽, 用语.抽.2, ruling-39]. Returns how many cards were drawn.
pub fn draw(game: &mut Game<'_>, seat: Seat, count: usize, rules: DrawRules, by: By) -> usize {
    let mut drawn = 0;
    for _ in 0..count {
        let top = |zone: ZoneOf| game.state.table.list(zone.of(seat)).first().copied();
        let (card, rule) = match (top(DECK), top(LIFE)) {
            (Some(card), _) => (card, rules.deck),
            (None, Some(card)) => (card, rules.life),
            (None, None) => {
                ending::mark_lost(game, seat, rules.loss, rules.neither);
                break;
            }
        };
        let proposal = put(game, Verb::Draw, card, HAND, End::Bottom, By { rule, ..by });
        drawn += usize::from(game.propose(proposal).is_done());
    }
    drawn
}

/// Puts the top cards of a deck into the graveyard, as many as there are [ruling-39]; returns how many went.
pub fn mill(game: &mut Game<'_>, seat: Seat, count: usize, by: By) -> usize {
    from_top(game, Verb::Mill, (seat, DECK), count, by)
}

/// Puts the top cards of a player's life into the graveyard, as many as there are. This is no damage: no
/// check, no loss [用语.生命最上方的卡放到墓地, 用语.生命最上方的卡放到墓地.2, ruling-38]. Returns how many went.
pub fn life_to_graveyard(game: &mut Game<'_>, seat: Seat, count: usize, by: By) -> usize {
    let lacks = table::count(game, LIFE, seat) < count;
    let moved = from_top(game, Verb::LifeToGraveyard, (seat, LIFE), count, by);
    if lacks && !game.in_force(cite!("用语.生命最上方的卡放到墓地.2")) {
        ending::mark_lost(game, seat, Loss::Damage, by.rule);
    }
    moved
}

fn from_top(game: &mut Game<'_>, verb: Verb, (seat, zone): (Seat, ZoneOf), count: usize, by: By) -> usize {
    let cards: Vec<CardId> = list(game, zone, seat).into_iter().take(count).collect();
    let one = |card: &CardId| put(game, verb, *card, GRAVEYARD, End::Top, by);
    game.propose_together(cards.iter().map(one).collect());
    cards.iter().filter(|card| !table::lies_in(game, **card, zone, seat)).count()
}

/// Discards cards of a hand together [用语.舍弃].
pub fn discard(game: &mut Game<'_>, cards: &[CardId], by: By) {
    let one = |card: &CardId| put(game, Verb::Discard, *card, GRAVEYARD, End::Top, by);
    game.propose_together(cards.iter().map(one).collect());
}

/// Changes a player's counters, which do not go below 0; returns whether all of the change took place.
pub fn change_counters<'p>(
    game: &mut impl Acts<'p, BuildDivide>,
    seat: Seat,
    (name, more): (&str, i64),
    by: By,
) -> bool {
    let before = i64::from(game.game().state.facts.counters(seat, name));
    let after = before.saturating_add(more).clamp(0, i64::from(u32::MAX));
    if after == before {
        return more == 0;
    }
    let own = OwnDetail { kind: Some(name.to_owned()), ..OwnDetail::default() };
    let detail = Detail { amount: after - before, own, ..by.means.into() };
    let announced = Proposal::told(Verb::Counters, seat, by.rule).with(detail).by(by.source);
    if !game.propose(announced).is_done() {
        return false;
    }
    let all = game.facts_mut().counters.get_mut(seat);
    all.retain(|(other, _)| other != name);
    if let (Ok(count), true) = (u32::try_from(after), after > 0) {
        all.push((name.to_owned(), count));
        all.sort_unstable();
    }
    after - before == more
}

/// The cards that move with another: auras of a card that leaves the field go to their owners' graveyards;
/// cards that a unit was paid for with enter as its auras [ruling-85].
pub fn moves_with(game: &Game<'_>, proposal: &Proposed) -> Together<BuildDivide> {
    let Some(card) = proposal.card() else { return Together::new() };
    if matches!(proposal.verb, Verb::TakeControl | Verb::Enter) {
        return Together::new();
    }
    let auras = game.state.table.pile(card).iter().copied();
    let by = By::rule(controller(game, card), cite!("ruling-85"));
    auras.map(|aura| put(game, Verb::ToGraveyard, aura, GRAVEYARD, End::Top, by)).collect()
}

/// A proposal that takes all damage off a unit [结束阶段.1].
pub fn healing(game: &Game<'_>, card: CardId, by: By) -> Option<Proposed> {
    (mark(game, card).damage != 0).then(|| marked(game, Verb::WearOff, card, by, |mark| mark.damage = 0))
}
