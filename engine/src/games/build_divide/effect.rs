//! Abilities: which are there, and which an event raises: 卡牌种类.领域.2, 用语.自动能力, 用语.自动能力.2, 用语.永续能力.3,
//! 用语.起动能力.3, 领域的解放.2; ruling-21, ruling-44, ruling-45, ruling-48, ruling-76, ruling-96, ruling-98, ruling-101.

use super::printed::ABILITY_LIMIT;
use super::table::{
    self, ENERGY, GRAVEYARD, Game, HAND, Verb, Zone as Lies, controller, lies_in, mark, owner, printed,
};
use super::words::ability::{Limit, Traits, Zone};
use super::words::change::statics;
use super::words::later::Made;
use super::words::{Ability, AbilityId, Effect, Memory};
use super::{BuildDivide, facts, stat};
use crate::abilities::{Bound, ConditionWord, Scene, memory};
use crate::kernel::{CardId, Event, Object, Proposal, Seat, Waiting, held};

/// By how much the numbers of abilities that effects gave are more than those that they have on their own card.
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
    pub later: Option<Box<Made>>,
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

/// The abilities that are printed on a card, in the order of their numbers.
pub fn abilities(game: &Game<'_>, card: CardId) -> impl Iterator<Item = AbilityId> + use<> {
    let definition = game.definition(card);
    let count = printed(game, card).abilities.len();
    (0..).take(count).map(move |number| AbilityId { definition, number, mode: 0 })
}

/// An ability by its name.
pub fn ability<'p>(game: &Game<'p>, ability: AbilityId) -> Option<&'p Ability> {
    game.pool.card(ability.definition).abilities.get(usize::from(ability.number))
}

/// What an ability does.
pub fn effects<'p>(game: &Game<'p>, id: AbilityId) -> &'p [Effect] {
    ability(game, id).map_or(&[], |ability| ability.effects(id.mode))
}

/// What is asked of a card again and again.
pub fn traits(game: &Game<'_>, card: CardId) -> Traits {
    game.pool.traits(game.definition(card)).copied().unwrap_or_default()
}

/// The number of an ability on the wire, counted from 1; of one that an effect gave, 16 more.
pub fn number(ability: AbilityId, given: bool) -> Option<u8> {
    ability.number.checked_add(if given { GIVEN + 1 } else { 1 })
}

/// Whether a territory shows the face with this ability [卡牌种类.领域.2, ruling-45, ruling-96].
pub fn is_up(game: &Game<'_>, card: CardId, id: AbilityId) -> bool {
    let on_back = usize::from(id.number) < printed(game, card).on_back;
    let up = on_back != mark(game, card).released || !game.holds(cite!("卡牌种类.领域.2"));
    up && (on_back || game.holds(cite!("领域的解放.2")))
}

/// Whether an ability is awakened, if it has to be: the own territory is released and has the title [ruling-44].
pub fn is_awakened(game: &Game<'_>, seat: Seat, ability: &Ability) -> bool {
    let Some(title) = ability.awakened() else { return true };
    let territory = table::territory(game, seat).filter(|card| mark(game, *card).released);
    territory.is_some_and(|card| printed(game, card).titles.iter().any(|other| other == title))
        || !game.holds(cite!("ruling-44"))
}

/// Whether an ability works where its card lies, whatever its condition [用语.永续能力.3].
pub fn is_there(game: &Game<'_>, me: Object, id: AbilityId) -> bool {
    let Some(ability) = ability(game, id).filter(|_| game.state.table.is_current(me)) else { return false };
    let card = me.card;
    let seat = owner(game, card);
    let in_zone = match ability.zone() {
        Zone::Field => match table::lies(game, card) {
            Some((Lies::Field, _)) => !stat::is_blank(game, card),
            Some((Lies::Territory, _)) => is_up(game, card, id) && !stat::is_blank(game, card),
            _ => false,
        },
        Zone::Hand => lies_in(game, card, HAND, seat),
        Zone::Graveyard => lies_in(game, card, GRAVEYARD, seat),
        Zone::Energy => lies_in(game, card, ENERGY, seat) && !mark(game, card).face_down,
    };
    in_zone && is_awakened(game, controller(game, card), ability)
}

/// Whether a limit of an ability is used up [用语.起动能力.3, ruling-48].
pub fn is_used_up(game: &Game<'_>, me: Object, id: AbilityId) -> bool {
    let id = AbilityId { mode: 0, ..id };
    let limited = ability(game, id).and_then(Ability::limit) == Some(Limit::Turn);
    limited && game.state.facts.used.contains(&(me, id)) && game.holds(cite!("用语.起动能力.3"))
}

/// A limited ability was used, or triggered.
pub fn note_use(game: &mut Game<'_>, me: Object, id: AbilityId) {
    let id = AbilityId { mode: 0, ..id };
    if ability(game, id).and_then(Ability::limit).is_some() {
        game.facts_mut().used.push((me, id));
    }
}

/// Collects the automatic abilities that an event starts: those that are there just then, and of a card that leaves those
/// that it had where it was [ruling-21, ruling-76].
pub fn on_event(game: &mut Game<'_>, event: &Event<BuildDivide>) {
    facts::note(game, event);
    super::words::later::on_event(game, event);
    super::words::field::on_event(game, event);
    let bit = event.proposal.verb.bit();
    hear_what_left(game, event);
    if game.pool.summary.listens & bit != 0 {
        let territories = Seat::BOTH.map(|seat| table::territory(game, seat));
        let all = table::fields(game).into_iter().chain(territories.into_iter().flatten());
        let giving = !game.running_effects(statics::ABILITIES).is_empty();
        for card in all.collect::<Vec<_>>() {
            if giving || traits(game, card).listens & bit != 0 {
                hear(game, card, event);
            }
        }
    }
    if game.pool.summary.listens_elsewhere & bit != 0 {
        for place in [HAND, GRAVEYARD, ENERGY] {
            for card in Seat::BOTH.map(|seat| table::list(game, place, seat)).concat() {
                let listens = |game: &Game<'_>| traits(game, card).listens_elsewhere & bit != 0;
                if game.answer_of(card, listens) {
                    hear(game, card, event);
                }
            }
        }
    }
}

/// A card is about to leave its zone: what it hears of that it hears while it still lies there [ruling-76].
pub fn departs(game: &mut Game<'_>, proposal: &Proposal<BuildDivide>) {
    super::words::remember(game, proposal);
}

/// What left together with the subject of an event hears of it by the abilities that it had where it was [ruling-76].
fn hear_what_left(game: &mut Game<'_>, event: &Event<BuildDivide>) {
    let left = event.subject.filter(|subject| event.became != Some(*subject));
    let last = left.and_then(|left| memory::last_known(game, left));
    let Some(events) = last.map(|last| last.events).filter(|_| game.holds(cite!("ruling-76"))) else {
        return;
    };
    let all = game.state.facts.remembered.iter().rev().take_while(|memory| memory.events == events);
    let names = |memory: &Memory| {
        let me = memory.object;
        memory.abilities.iter().map(|name| (me, *name)).collect::<Vec<_>>()
    };
    let all: Vec<_> = all.flat_map(names).collect();
    for (me, name) in all {
        hear_one(game, me, name, event);
    }
}

fn hear(game: &mut Game<'_>, card: CardId, event: &Event<BuildDivide>) {
    let mut names = Vec::new();
    stat::each_ability(game, card, |name, ability| names.extend(ability.automatic().map(|_| name)));
    let me = game.state.table.object(card);
    for name in names {
        hear_one(game, me, name, event);
    }
}

fn hear_one(game: &mut Game<'_>, me: Object, (id, given): (AbilityId, bool), event: &Event<BuildDivide>) {
    let automatic =
        ability(game, id).and_then(Ability::automatic).filter(|_| game.holds(cite!("用语.自动能力")));
    let heard = automatic.and_then(|word| word.on.hears(game, me, event, &Bound::NONE));
    let (Some(automatic), Some(Heard { subject, other, amount })) = (automatic, heard) else { return };
    let seat = stat::controller_of(game, me);
    let scene = Scene { seat, me, subject, other, bound: &Bound::NONE };
    let is_met = automatic.when.as_ref().is_none_or(|when| when.holds(game, &scene));
    if is_met && !is_used_up(game, me, id) {
        note_use(game, me, id);
        game.wait(seat, Raised { me, ability: id, subject, other, amount, given, later: None });
    }
}

/// Two effects made for later are named alike only if all of them is alike.
pub fn named_alike(one: &Waiting<BuildDivide>, other: &Waiting<BuildDivide>) -> bool {
    let _ = (one, other);
    false
}

/// The verb of an event as its sentence says it.
pub const fn is_departure(verb: Verb) -> bool {
    matches!(
        verb,
        Verb::Destroy
            | Verb::ToHand
            | Verb::ToDeck
            | Verb::ToEnergy
            | Verb::ToLife
            | Verb::ToGraveyard
            | Verb::Remove
            | Verb::PutUnder
            | Verb::Close
    )
}
