//! Abilities: which ones a card has now, their limits, and which ones an event triggers: 卡牌种类.领域.2, 用语.自动能力,
//! 用语.自动能力.2, 用语.永续能力.3, 用语.起动能力.3, 领域的解放.2; ruling-21, ruling-44, ruling-45, ruling-48, ruling-76,
//! ruling-96, ruling-98, ruling-101.

use super::chain::Carried;
use super::printed::ABILITY_LIMIT;
use super::table::{
    self, ENERGY, GRAVEYARD, Game, HAND, Zone as Lies, controller, lies_in, mark, owner, printed,
};
use super::words::ability::{Interests, Limit, Zone};
use super::words::change::topics;
use super::words::{Ability, AbilityId, Effect};
use super::{BuildDivide, facts, stat};
use crate::abilities::lasting::Made;
use crate::abilities::memory::last_known;
use crate::abilities::trigger::Heard;
use crate::abilities::{Bound, ConditionWord, Scene};
use crate::kernel::{CardId, Event, Object, Point, Seat, held};

/// On the wire, the number of an ability that an effect gave is its number on its own card plus this.
pub const GIVEN: u8 = ABILITY_LIMIT as u8;

/// An automatic ability that waits to be put on the chain [用语.自动能力].
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
    /// Whether an effect gave it to the card.
    pub given: bool,
    /// Of an effect that was made for later: its sentence.
    pub later: Option<Box<Made<BuildDivide>>>,
}

impl Raised {
    /// Binds what the text refers to: the objects and the number of the event, and for a delayed effect the
    /// cards that were chosen when it was created.
    pub fn refer(&self, resolution: &mut Carried) {
        (resolution.subject, resolution.other) = (self.subject, self.other);
        resolution.bound.number = self.amount;
        if let Some(made) = &self.later {
            resolution.bound.chosen = made.chosen.iter().copied().collect();
        }
    }
}

/// The abilities that are printed on a card, in the order of their numbers.
pub fn of_card(game: &Game<'_>, card: CardId) -> impl Iterator<Item = AbilityId> + use<> {
    let definition = game.definition(card);
    let count = printed(game, card).all_abilities().count();
    (0..).take(count).map(move |number| AbilityId { definition, number, mode: 0 })
}

/// An ability by its id; `None`: its card has none of that number.
pub fn by_id<'p>(game: &Game<'p>, ability: AbilityId) -> Option<&'p Ability> {
    game.pool.card(ability.definition).ability(ability.number)
}

/// The sentences of an ability's effect, in its mode.
pub fn effects<'p>(game: &Game<'p>, id: AbilityId) -> &'p [Effect] {
    by_id(game, id).map_or(&[], |ability| ability.effects(id.mode))
}

/// What a card's abilities listen to and change: read before the abilities themselves, to pass most cards
/// over.
pub fn interests(game: &Game<'_>, card: CardId) -> Interests {
    game.pool.interests(game.definition(card)).copied().unwrap_or_default()
}

/// The number of an ability on the wire, counted from 1; of one that an effect gave, 16 more.
pub fn number(ability: AbilityId, given: bool) -> Option<u8> {
    ability.number.checked_add(if given { GIVEN + 1 } else { 1 })
}

/// Whether the face of a territory with this ability is up [卡牌种类.领域.2, ruling-45, ruling-96].
pub fn is_up(game: &Game<'_>, card: CardId, id: AbilityId) -> bool {
    let on_back = usize::from(id.number) < printed(game, card).back.len();
    let up = on_back != mark(game, card).released || !game.in_force(cite!("卡牌种类.领域.2"));
    up && (on_back || game.in_force(cite!("领域的解放.2")))
}

/// Whether an ability is awakened, or need not be: it is while the own territory is released and has a title
/// that awakens it [ruling-44].
pub fn is_awakened(game: &Game<'_>, seat: Seat, ability: &Ability) -> bool {
    let Some(awakened) = &ability.head.awakened else { return true };
    let territory = table::territory(game, seat).filter(|card| mark(game, *card).released);
    territory.is_some_and(|card| awakened.is_by(game, &printed(game, card).titles))
        || !game.in_force(cite!("ruling-44"))
}

/// Whether an ability works where its card lies, whatever its condition [用语.永续能力.3].
pub fn is_there(game: &Game<'_>, me: Object, id: AbilityId) -> bool {
    let Some(ability) = by_id(game, id).filter(|_| game.state.table.is_current(me)) else { return false };
    let card = me.card;
    let seat = owner(game, card);
    let in_zone = match ability.head.zone {
        Zone::Field => match table::lies(game, card) {
            Some((Lies::Field, _)) => !stat::is_blank(game, card),
            Some((Lies::Territory, _)) => is_up(game, card, id) && !stat::is_blank(game, card),
            _ => false,
        },
        Zone::Hand => lies_in(game, card, HAND, seat),
        Zone::Graveyard => lies_in(game, card, GRAVEYARD, seat),
        Zone::Energy => lies_in(game, card, ENERGY, seat) && !mark(game, card).is_face_down(),
    };
    in_zone && is_awakened(game, controller(game, card), ability)
}

/// Whether a limit of an ability is used up [用语.起动能力.3, ruling-48].
pub fn is_used_up(game: &Game<'_>, me: Object, id: AbilityId) -> bool {
    let id = AbilityId { mode: 0, ..id };
    let limited = by_id(game, id).and_then(|ability| ability.head.limit) == Some(Limit::Turn);
    limited && game.state.facts.used.contains(&(me, id)) && game.in_force(cite!("用语.起动能力.3"))
}

/// Notes that an ability was used or triggered, if its uses are limited.
pub fn note_use(game: &mut Game<'_>, me: Object, id: AbilityId) {
    let id = AbilityId { mode: 0, ..id };
    if by_id(game, id).and_then(|ability| ability.head.limit).is_some() {
        game.facts_mut().used.push((me, id));
    }
}

/// Collects the automatic abilities that an event triggers: those that cards have just after it, and those
/// that a card had that has just left, also of other cards that left together with it [ruling-21, ruling-76].
pub fn on_event(game: &mut Game<'_>, event: &Event<BuildDivide>) {
    facts::note(game, event);
    super::words::later::on_event(game, event);
    super::words::field::on_event(game, event);
    let bit = event.proposal.verb.bit();
    let (here, elsewhere) = (game.pool.summary.listens & bit, game.pool.summary.listens_elsewhere & bit);
    if here | elsewhere == 0 || event.point != Point::Done {
        return;
    }
    let mut listening: Vec<CardId> = Vec::new();
    if here != 0 {
        let given = !game.running_effects(topics::ABILITIES).is_empty();
        if given || game.listen_mask_of_all().listens & bit != 0 {
            let territories = Seat::BOTH.into_iter().filter_map(|seat| table::territory(game, seat));
            let all = table::fields(game).into_iter().chain(territories);
            listening.extend(all.filter(|card| given || interests(game, *card).listens & bit != 0));
        }
    }
    if elsewhere != 0 {
        for place in [HAND, GRAVEYARD, ENERGY] {
            let places = Seat::BOTH.into_iter().map(|seat| place.of(seat));
            let places = places.filter(|place| game.listen_mask(*place).listens_elsewhere & bit != 0);
            let all = places.flat_map(|place| game.listeners(place)).copied();
            let listens =
                |card: CardId| move |game: &Game<'_>| interests(game, card).listens_elsewhere & bit != 0;
            listening.extend(all.filter(|card| game.answer_of(*card, listens(*card))));
        }
    }
    for card in listening {
        let mut names = Vec::new();
        stat::each_ability(game, card, |name, _| names.push(name));
        hear(game, game.state.table.object(card), &names, event);
    }
    let left = event.subject.filter(|subject| event.became != Some(*subject));
    if let Some(memory) = left.and_then(|left| last_known(game, left)) {
        let together = memory.events;
        let gone = game.state.facts.remembered.iter().filter(|memory| memory.events == together);
        let gone: Vec<_> = gone.map(|memory| (memory.object, memory.abilities.clone())).collect();
        let looks_back = game.in_force(cite!("ruling-76"));
        for (me, names) in gone.into_iter().filter(|_| looks_back) {
            hear(game, me, &names, event);
        }
    }
}

fn hear(game: &mut Game<'_>, me: Object, names: &[(AbilityId, bool)], event: &Event<BuildDivide>) {
    for &(id, given) in names {
        let Some(ability) = by_id(game, id) else { continue };
        let heard = ability.trigger().and_then(|on| on.hears(game, me, event, Bound::none()));
        let Some(heard) = heard else { continue };
        let Heard { subject, other, amount } = heard;
        let seat = stat::controller_of(game, me);
        let scene = Scene { subject, other, ..Scene::of(seat, me) };
        let is_met = ability.head.when.as_ref().is_none_or(|when| when.is_true(game, &scene));
        if is_met && !is_used_up(game, me, id) && game.in_force(cite!("用语.自动能力")) {
            note_use(game, me, id);
            game.wait(seat, Raised { me, ability: id, subject, other, amount, given, later: None });
        }
    }
}
