//! Effects: which are raised, in which order they are carried out: 效果的發揮.1, 效果的發揮.4–6, 用語集.發揮時機, FAQ.效果通則.Q8;
//! ruling-26, ruling-38, ruling-68, ruling-73, ruling-85.

use super::table::{self, Detail, Game, Verb, owner, printed};
use super::words::{Ability, Effect};
use super::{BattleSpirits, Step, stat};
use crate::abilities::Resolution;
use crate::kernel::{CardId, EachCard, Event, Object, Proposal, Seat, Waiting, held, wire};

/// How an ability is named: the card that it is printed on, and its number there from 0.
#[wire(Copy, EachCard)]
pub struct AbilityId {
    /// The card, by its place in the pool.
    pub definition: u16,
    /// Its number.
    pub number: u8,
}

/// An effect that was raised and waits for its turn.
#[held]
pub struct Raised {
    /// The card that it stands on.
    pub me: Object,
    /// Which ability.
    pub ability: AbilityId,
    /// The object that the event happened to.
    pub subject: Option<Object>,
    /// The other object of the event.
    pub other: Option<Object>,
    /// The number of the event.
    pub amount: i64,
}

/// What an ability heard of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Heard {
    /// The object that the event happened to.
    pub subject: Option<Object>,
    /// The other object of the event.
    pub other: Option<Object>,
    /// Its number.
    pub amount: i64,
}

/// The abilities of a card, in the order of their numbers.
pub fn abilities(game: &Game<'_>, card: CardId) -> impl Iterator<Item = AbilityId> + use<> {
    let definition = game.definition(card);
    let count = printed(game, card).abilities.len();
    (0..).take(count).map(move |number| AbilityId { definition, number })
}

/// An ability by its name.
pub fn ability<'p>(game: &Game<'p>, ability: AbilityId) -> Option<&'p Ability> {
    game.pool.card(ability.definition).abilities.get(usize::from(ability.number))
}

/// What an ability does.
pub fn effects<'p>(game: &Game<'p>, id: AbilityId) -> &'p [Effect] {
    ability(game, id).map_or(&[], Ability::effects)
}

/// Whether an ability is there at the level that its card has now [能量增減.2, 基本行動.核心卡.5]. What waits to leave has
/// only those of the waiting state [FAQ.靈魂卡等的狀態.Q2], at the level that it had.
pub fn is_active(game: &Game<'_>, me: Object, id: AbilityId) -> bool {
    let Some(ability) = ability(game, id) else { return false };
    if table::waits(game, me.card) {
        return ability.is_of_waiting_state();
    }
    let levels = ability.levels();
    levels.is_empty() || levels.contains(&stat::level(game, me.card))
}

/// Whether a standing effect is in force: its level is there, its period runs, its condition holds.
pub fn stands(game: &Game<'_>, me: Object, id: AbilityId) -> bool {
    ability(game, id).is_some_and(|ability| {
        ability.is_standing() && is_active(game, me, id) && ability.is_in_period(game, me)
    })
}

/// Collects the effects that an event raises, of cards on the field whose ability is active just after it [ruling-73].
pub fn on_event(game: &mut Game<'_>, event: &Event<BattleSpirits>) {
    for card in table::fields(game) {
        let me = game.state.table.object(card);
        for id in abilities(game, card) {
            let Some(ability) = ability(game, id) else { continue };
            let heard = ability.hears(game, me, event).filter(|_| is_active(game, me, id));
            if let Some(Heard { subject, other, amount }) = heard {
                let seat = owner(game, card);
                game.wait(seat, Raised { me, ability: id, subject, other, amount });
            }
        }
    }
}

/// Whether a raised effect may still be carried out: its source is on the field, at a level that has it, and does not
/// wait unless it is an effect of the waiting state [ruling-26].
pub fn still_waits(game: &Game<'_>, waiting: &Waiting<BattleSpirits>) -> bool {
    let Raised { me, ability, .. } = waiting.trigger;
    !game.holds(cite!("ruling-26"))
        || game.state.table.is_current(me)
            && table::is_on_field(game, me.card)
            && is_active(game, me, ability)
}

/// A raised effect is carried out.
pub fn raise(game: &mut Game<'_>, seat: Seat, raised: Raised) {
    let told = Proposal::told(Verb::EffectRaised, seat, cite!("效果的發揮.1")).to(raised.me.card);
    let detail = Detail { ability: Some(raised.ability.number), ..Detail::default() };
    if !game.propose(told.with(detail)).is_done() {
        return;
    }
    let mut resolution = Resolution::new(seat, raised.me, raised.ability, cite!("效果的發揮.1"));
    resolution.subject = raised.subject;
    resolution.other = raised.other;
    resolution.bound.number = raised.amount;
    game.push(Step::Resolve(Box::new(resolution)));
}

/// An effect goes on.
pub fn resolve(game: &mut Game<'_>, resolution: Resolution<BattleSpirits>) {
    resolution.run_effects(game);
}
