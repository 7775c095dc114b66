//! How cards and cores move, turn and leave: 用語集.抽牌, 回合流程.④.1, 重疲勞.3, 重疲勞.4, 戰鬥步驟.⑥.2, 靈魂卡的消滅.2,
//! FAQ.靈魂卡等的狀態.Q1–Q3, FAQ.效果通則.Q10; ruling-18, ruling-21, ruling-74, ruling-75.

use super::ability::AbilityId;
use super::facts::Stayed;
use super::table::{
    self, Core, DECK, Detail, FIELD, Game, HAND, Means, OwnDetail, Posture, RESERVE, TRASH, Verb, ZoneOf,
    cores, holder, list, mark, owner,
};
use super::{BattleSpirits, replacement};
use crate::game_kit::proposing::{self, marked};
pub use crate::game_kit::proposing::{happen, put};
use crate::kernel::{Acts, CardId, Change, End, Holder, Object, Proposal, Seat, Together};
use crate::verdict::Cite;

/// Who lets something happen, by which means, by which text and rule.
pub type By = proposing::By<Means>;

type Proposed = Proposal<BattleSpirits>;

/// A source that is a rule of the battle.
pub const fn in_battle(seat: Seat, rule: Cite) -> By {
    By { seat, means: Means::Battle, source: None, rule }
}

/// A proposal that moves cores from one holder to another; the subject of the event is the holder that is a
/// card.
pub fn carried(verb: Verb, (count, core): (u32, Core), way: [Holder; 2], by: By) -> Proposed {
    let about = way.iter().find_map(|holder| match holder {
        Holder::Card(card) => Some(*card),
        _ => None,
    });
    let detail = Detail { amount: i64::from(count), ..by.detail() };
    let [from, to] = way;
    let change = Change::Pieces(count, (from, core), (to, core));
    Proposal { subject: about, ..by.proposal(verb).changing(change).with(detail) }
}

/// Moves cores of both kinds from one holder to another, as one instruction; returns whether all of it
/// happened.
pub fn carry<'p>(
    game: &mut impl Acts<'p, BattleSpirits>,
    verb: Verb,
    [normal, soul]: [u32; 2],
    way: [Holder; 2],
    by: By,
) -> bool {
    let mut happened = true;
    let mut total = i64::from(normal.saturating_add(soul));
    for (count, core) in [(normal, Core::Normal), (soul, Core::Soul)] {
        if count > 0 {
            let part = carried(verb, (count, core), way, by);
            // One event with one number, which its first part carries [ruling-74].
            let own = OwnDetail { whole: Some(std::mem::take(&mut total)), ..OwnDetail::default() };
            let detail = Detail { own, ..part.detail.clone() };
            happened &= game.propose(part.with(detail)).is_done();
        }
    }
    happened
}

/// A player draws [用語集.抽牌], from an empty deck nothing [ruling-3]; returns how many cards were drawn.
pub fn draw(game: &mut Game<'_>, verb: Verb, seat: Seat, count: usize, by: By) -> usize {
    from_deck(game, verb, (seat, HAND), count, by)
}

/// Mills the top cards of a deck into its player's trash; returns how many there were.
pub fn mill(game: &mut Game<'_>, seat: Seat, count: usize, by: By) -> usize {
    from_deck(game, Verb::Milled, (seat, TRASH), count, by)
}

fn from_deck(game: &mut Game<'_>, verb: Verb, (seat, to): (Seat, ZoneOf), count: usize, by: By) -> usize {
    let cards: Vec<CardId> = list(game, DECK, seat).into_iter().take(count).collect();
    let end = if to == TRASH { End::Top } else { End::Bottom };
    // One instruction with one number, which its first card carries [ruling-74].
    let amount_of =
        |place: usize| if place == 0 { i64::try_from(cards.len()).unwrap_or(i64::MAX) } else { 0 };
    let proposal = |(place, card): (usize, &CardId)| {
        let proposal = put(game, verb, *card, to, end, by);
        let detail = Detail { amount: amount_of(place), ..proposal.detail.clone() };
        proposal.with(detail)
    };
    let proposals: Vec<Proposed> = cards.iter().enumerate().map(proposal).collect();
    let moved =
        |game: &Game<'_>| cards.iter().filter(|card| !table::lies_in(game, **card, DECK, seat)).count();
    game.propose_together(proposals);
    moved(game)
}

/// A proposal that turns a field card; `None`: it has this orientation already [FAQ.靈魂卡等的狀態.Q3].
fn turn(game: &Game<'_>, verb: Verb, card: CardId, posture: Posture, by: By) -> Option<Proposed> {
    let before = mark(game, card);
    (before.posture != posture).then(|| marked(game, verb, card, by, |mark| mark.posture = posture))
}

/// 疲勞; `None`: the card is not upright [FAQ.靈魂卡等的狀態.Q3].
pub fn exhausting(game: &Game<'_>, card: CardId, by: By) -> Option<Proposed> {
    let posture = mark(game, card).posture;
    // An exhausted spirit that attacks stays as it is [重疲勞.4].
    let declared = by.means == Means::Battle && posture == Posture::Exhausted;
    if declared && !game.in_force(cite!("重疲勞.4")) {
        return heavy_exhausting(game, card, by);
    }
    turn(game, Verb::Exhausted, card, Posture::Exhausted, by).filter(|_| posture == Posture::Refreshed)
}

/// 重疲勞 [重疲勞.4]; `None`: the card is heavily exhausted already.
pub fn heavy_exhausting(game: &Game<'_>, card: CardId, by: By) -> Option<Proposed> {
    let goes = game.in_force(cite!("重疲勞.1"));
    turn(game, Verb::HeavyExhausted, card, Posture::HeavyExhausted, by).filter(|_| goes)
}

/// 回復, by one stage [重疲勞.3]; `None`: the card is upright.
pub fn refreshing(game: &Game<'_>, card: CardId, by: By) -> Option<Proposed> {
    let posture = match mark(game, card).posture {
        Posture::HeavyExhausted if game.in_force(cite!("重疲勞.3")) => Posture::Exhausted,
        Posture::HeavyExhausted | Posture::Exhausted | Posture::Refreshed => Posture::Refreshed,
    };
    turn(game, Verb::Refreshed, card, posture, by)
}

/// A proposal that destroys a field card, which begins to wait [用語集.破壞, FAQ.靈魂卡等的狀態.Q1]. `other`: the card
/// that its BP was compared with.
pub fn destroying(game: &Game<'_>, card: CardId, other: Option<Object>, by: By) -> Proposed {
    let (zone, end) = replacement::of_destroyed(game, card, by.means);
    let proposal = put(game, Verb::Destroyed, card, zone, end, by);
    let detail = Detail { other, ..proposal.detail.clone() };
    proposal.with(detail)
}

/// A proposal that returns a field card to its owner's hand; it begins to wait.
pub fn returning(game: &Game<'_>, card: CardId, by: By) -> Proposed {
    put(game, Verb::Returned, card, HAND, End::Bottom, by)
}

/// A proposal that puts a card of any zone into its owner's deck; a field card begins to wait.
pub fn into_deck(game: &Game<'_>, card: CardId, end: End, by: By) -> Proposed {
    put(game, Verb::ToDeck, card, DECK, end, by)
}

/// Whether a proposal about a field card has to wait: destroying, depleting, returning it [FAQ.靈魂卡等的狀態.Q1].
pub fn waits_before_done(game: &Game<'_>, proposal: &Proposed) -> bool {
    let waiting = matches!(proposal.verb, Verb::Destroyed | Verb::Depleted | Verb::Returned | Verb::ToDeck);
    waiting
        && proposal.card().is_some_and(|card| table::is_on_field(game, card))
        && game.in_force(cite!("FAQ.靈魂卡等的狀態.Q1"))
}

/// Depletes spirits and nexuses below their lowest level, all at once [靈魂卡的消滅.1, ruling-23], by the effect
/// that took their cores, if one did.
pub fn deplete(game: &mut Game<'_>) {
    // A spirit with BP 0 stays [FAQ.BP.Q2, FAQ.BP.Q3].
    let stays = game.all_in_force(&[cite!("FAQ.BP.Q2"), cite!("FAQ.BP.Q3")]);
    let is_lost =
        |card: CardId| !stays && super::stat::is_spirit(game, card) && super::stat::bp(game, card) == 0;
    let below =
        |card: &CardId| (super::stat::is_empty(game, *card) || is_lost(*card)) && !table::waits(game, *card);
    let depleted = table::fields(game).into_iter().filter(below).map(|card| {
        let mut drained = game.state.facts.drained.iter().rev();
        let by = match drained.find(|(other, ..)| *other == card) {
            Some(&(_, seat, source)) => By::effect(seat, source, cite!("靈魂卡的消滅.1")),
            None => By::rule(owner(game, card), cite!("靈魂卡的消滅.1")),
        };
        put(game, Verb::Depleted, card, TRASH, End::Top, by)
    });
    let depleted: Vec<Proposed> = depleted.collect();
    if !game.state.facts.drained.is_empty() {
        game.facts_mut().drained.clear();
    }
    if !depleted.is_empty() {
        game.propose_together(depleted);
    }
}

/// The cores of a card that leaves the field move with it, to its owner's reserve.
pub fn moves_with(game: &Game<'_>, proposal: &Proposed) -> Together<BattleSpirits> {
    let Some(card) = proposal.card() else { return Together::new() };
    let seat = owner(game, card);
    if !table::lies_in(game, card, FIELD, seat) {
        return Together::new();
    }
    let rule = match proposal.verb {
        Verb::Depleted => cite!("靈魂卡的消滅.2"),
        Verb::Destroyed => cite!("戰鬥步驟.⑥.2"),
        _ => cite!("FAQ.靈魂卡等的狀態.Q1"),
    };
    let way = [Holder::Card(card), holder(RESERVE, seat)];
    let there = cores(game, Holder::Card(card)).into_iter().zip(Core::ALL);
    there
        .filter(|(count, _)| *count > 0)
        .map(|cores| carried(Verb::CoresMoved, cores, way, By::rule(seat, rule)))
        .collect()
}

/// Lets a card that waits to leave stay on the field. One effect can do this to a card once in a chain of
/// departures [FAQ.靈魂卡等的狀態.Q1, ruling-21].
pub fn stay(game: &mut Game<'_>, object: Object, by: (Object, AbilityId)) -> bool {
    let stayed = Stayed { card: object, by };
    if game.state.facts.stayed.contains(&stayed) && game.in_force(cite!("ruling-21")) {
        return false;
    }
    let saved = game.save(object, cite!("FAQ.靈魂卡等的狀態.Q1"));
    if saved {
        game.facts_mut().stayed.push(stayed);
    }
    saved
}
