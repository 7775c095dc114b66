//! The chain: what goes on it, and what happens when it is resolved: 快速与连锁.1–快速与连锁.3, 主要阶段.卡牌的使用.1, 用语.起动能力,
//! 用语.自动能力, 用语.自动能力.2; ruling-17, ruling-18, ruling-19, ruling-21, ruling-22, ruling-23, ruling-35,
//! ruling-58, ruling-73, ruling-90.

use super::ability::{self, Raised};
use super::printed::Kind;
use super::table::{self, CHAIN, Came, Detail, GRAVEYARD, Game, Verb, owner, printed};
use super::words::AbilityId;
use super::words::ability::Body;
use super::zone::{self, By, Entry};
use super::{BuildDivide, Question, Step, targets};
use crate::abilities::{Bound, ConditionWord, Objects, Resolution};
use crate::kernel::{CardId, Closing, End, Item, ItemId, Object, Proposal, Seat, Speaking, Window, held};
use crate::verdict::Cite;

/// The resolution of an ability.
pub type Carried = Resolution<BuildDivide>;

/// What an item of the chain is.
#[held(Copy)]
pub enum What {
    /// A unit that was used.
    Unit,
    /// A command that was used, with its text.
    Command(AbilityId),
    /// An ability.
    Ability(AbilityId),
}

impl What {
    /// The ability whose text is carried out; `None`: a unit has none.
    pub const fn text(self) -> Option<AbilityId> {
        match self {
            What::Unit => None,
            What::Command(id) | What::Ability(id) => Some(id),
        }
    }

    /// The ability that is used; `None`: a card is used.
    pub const fn ability(self) -> Option<AbilityId> {
        match self {
            What::Ability(id) => Some(id),
            _ => None,
        }
    }
}

/// What an item of the chain does when it is resolved.
#[held]
pub struct Use {
    /// Whose it is.
    pub seat: Seat,
    /// The card on the chain, or the object that the ability stands on.
    pub source: Object,
    /// What it is.
    pub what: What,
    /// Of a command of which two modes are carried out: the second, else 0 [ruling-107].
    pub second: u8,
    /// Of a card: how a unit comes onto the field by it.
    pub came: Came,
    /// Of a card that is used with an Evol cost: the number of the ability that offers it, else 0
    /// [ruling-94].
    pub evol: u8,
    /// Of a card: whether it was used from hand [领域的解放.1].
    pub from_hand: bool,
    /// Of an ability that an effect gave to its card.
    pub given: bool,
    /// Its targets, a list for each group.
    pub targets: Vec<Objects>,
    /// What its text refers to: the value of X as the number chosen last, what was paid under `paid` with the
    /// form of cost.
    pub bound: Bound,
    /// The event of an automatic ability.
    pub raised: Option<Box<Raised>>,
}

impl Use {
    /// The use of a card or of an ability, without targets.
    pub const fn new(seat: Seat, source: Object, what: What) -> Use {
        Use {
            seat,
            source,
            what,
            second: 0,
            came: Came::Used,
            evol: 0,
            from_hand: false,
            given: false,
            targets: Vec::new(),
            bound: Bound::NONE,
            raised: None,
        }
    }

    /// The text of its second mode, if two are carried out.
    pub fn second_text(&self) -> Option<AbilityId> {
        let id = self.what.text().filter(|_| self.second > 0)?;
        Some(AbilityId { mode: self.second, ..id })
    }

    /// The resolution of its text, with what the use has bound; `None`: it has no text.
    pub fn resolution(&self, game: &Game<'_>) -> Option<Carried> {
        let id = self.what.text()?;
        let later = self.raised.as_ref().and_then(|raised| raised.later.as_ref());
        let mut resolution = match later {
            Some(made) => made.resolution(game, self.seat, self.source),
            None => Resolution::new(self.seat, self.source, id, cite!("快速与连锁.3")),
        };
        match &self.raised {
            Some(raised) => raised.refer(&mut resolution),
            None => resolution.bound = self.bound.clone(),
        }
        Some(resolution)
    }
}

/// The use that an item of the chain stands for.
pub fn used(item: &Item<BuildDivide>) -> Option<&Use> {
    match &item.step {
        Step::Resolve(used) => Some(used),
        _ => None,
    }
}

/// Whether an item is a card that was used, and not an ability.
pub fn is_card(item: &Item<BuildDivide>) -> bool {
    used(item).is_none_or(|used| used.what.ability().is_none())
}

/// The waiting item that an object refers to: the item that it names, else the used card that it is
/// [ruling-58, ruling-73].
pub fn item_of(game: &Game<'_>, object: Object) -> Option<ItemId> {
    let is_it = |item: &&Item<BuildDivide>| match object.item {
        Some(id) => item.id == id,
        None => is_card(item) && item.source == Some(object),
    };
    game.waiting_items().find(is_it).map(|item| item.id)
}

/// The number by which answers name a waiting item. A card has its own number. An ability has that of its
/// card, unless this number names another item: the card itself, or an ability of it higher on the chain.
/// Then its number is the count of all cards plus its place on the chain.
pub fn number_of(game: &Game<'_>, item: &Item<BuildDivide>) -> Option<CardId> {
    let card = item.source.filter(|_| game.waiting_items().any(|other| other.id == item.id))?.card;
    if named(game, card).is_some_and(|named| named.id == item.id) {
        return Some(card);
    }
    let place = game.state.chain.iter().position(|other| other.id == item.id)?;
    u16::try_from(game.state.table.card_count().checked_add(place)?).ok().map(CardId)
}

/// The waiting item that a number names.
pub fn named<'g>(game: &'g Game<'_>, number: CardId) -> Option<&'g Item<BuildDivide>> {
    let of_card = |item: &&Item<BuildDivide>| item.source.is_some_and(|source| source.card == number);
    match usize::from(number.0).checked_sub(game.state.table.card_count()) {
        None => {
            let card = game.waiting_items().filter(of_card).find(|item| is_card(item));
            card.or_else(|| game.waiting_items().rfind(of_card))
        }
        Some(place) => {
            let id = game.state.chain.get(place)?.id;
            let item = game.waiting_items().find(|item| item.id == id)?;
            let has_own = named(game, item.source?.card).is_none_or(|named| named.id != id);
            has_own.then_some(item)
        }
    }
}

/// The numbers of a player's items that wait on the chain, the lowest item first.
pub fn numbers(game: &Game<'_>, seat: Seat) -> Vec<CardId> {
    let own = game.waiting_items().filter(|item| game.spend(1) && item.seat == seat);
    own.filter_map(|item| number_of(game, item)).collect()
}

/// The card that a number names, or the card of the ability that it names.
pub fn card_of(game: &Game<'_>, number: CardId) -> CardId {
    let item = match game.state.table.card(number) {
        Some(_) => None,
        None => named(game, number),
    };
    item.and_then(|item| item.source).map_or(number, |source| source.card)
}

/// Puts a complete use on the chain, announces it, and makes the cards that it aims at its targets. Its card
/// lies on the chain already, and its cost is paid.
pub fn put_on(game: &mut Game<'_>, used: Use) {
    let (seat, source) = (used.seat, used.source);
    let aimed: Vec<Object> = used.targets.iter().flatten().copied().collect();
    let item = game.onto_chain(seat, Some(source), Step::Resolve(Box::new(used)));
    announce_targets(game, seat, &aimed, source.of_item(item));
}

/// Announces that cards become targets of an item of the chain. The source of these events is an ability,
/// even if a card is used [ruling-90].
pub fn announce_targets(game: &mut Game<'_>, seat: Seat, targets: &[Object], by: Object) {
    for target in targets {
        let item = target.item.and_then(|item| game.item(item));
        if item.is_none_or(is_card) {
            let detail = Detail { other: Some(by), ..Detail::default() };
            let announced = Proposal::told(Verb::Targeted, seat, cite!("ruling-90"));
            game.propose(announced.to(target.card).with(detail).by(Some(by.alone())));
        }
    }
}

/// The announcement of something about a use, with the name of its ability.
fn announcement(used: &Use, verb: Verb, rule: Cite) -> Proposal<BuildDivide> {
    let number = used
        .what
        .ability()
        .map(|id| if used.given { id.number.saturating_add(ability::GIVEN) } else { id.number });
    let detail = Detail { ability: number, ..Detail::default() };
    Proposal::told(verb, used.seat, rule).to(used.source.card).with(detail)
}

/// Resolves an item of the chain [快速与连锁.3].
pub fn resolve(game: &mut Game<'_>, mut used: Use) {
    let source = used.source;
    if matches!(used.what, What::Command(_)) {
        game.push(Step::CommandEnds(source));
    }
    if targets::recheck(game, &mut used) {
        game.propose(announcement(&used, Verb::Fizzle, cite!("ruling-22")));
        return;
    }
    if !game.propose(announcement(&used, Verb::Resolve, cite!("快速与连锁.3"))).is_done() {
        return;
    }
    if used.what == What::Unit {
        let entry = Entry { evol: used.evol, ..Entry::new(used.seat, used.came, false) };
        return enter_used(game, source.card, entry, used.from_hand);
    }
    let Some(mut resolution) = used.resolution(game) else { return };
    if let Some(id) = used.second_text() {
        let mut second = Carried::new(used.seat, used.source, id, cite!("ruling-107"));
        second.bound = used.bound.clone();
        targets::bind_second(game, &used, &mut second.bound);
        game.push(Step::Carry(Box::new(second)));
    }
    targets::bind(game, &used, &mut resolution.bound);
    let automatic = ability::by_id(game, resolution.ability).filter(|ability| ability.trigger().is_some());
    let is_own_text = used.raised.as_ref().is_some_and(|raised| raised.later.is_none());
    let when = automatic.filter(|_| is_own_text).and_then(|automatic| automatic.head.when.as_ref());
    if when.is_none_or(|when| when.is_true(game, &resolution.scene())) {
        game.push(Step::Carry(Box::new(resolution)));
    }
}

/// Lets a used unit enter the field; an ace that was used from hand may release the territory [领域的解放.1,
/// 领域的解放.3].
fn enter_used(game: &mut Game<'_>, card: CardId, entry: Entry, from_hand: bool) {
    let by = By::rule(entry.seat, cite!("主要阶段.卡牌的使用.1"));
    enter(game, card, entry, by);
    let object = game.state.table.object(card);
    let entered = printed(game, card).ace && table::lies_in(game, card, table::FIELD, entry.seat);
    let facts = game.facts_mut();
    if let Some(last) = facts.just_now.entered.last_mut().filter(|(other, _)| *other == object) {
        last.1 = from_hand;
    }
    if entered && from_hand {
        facts.offers.push(object);
    }
}

/// Lets a unit enter the field [ruling-9]; returns whether it did.
pub fn enter(game: &mut Game<'_>, card: CardId, entry: Entry, by: By) -> bool {
    let entering = zone::entering(game, card, entry, by);
    let entered = game.propose(entering).is_done();
    if entered && printed(game, card).ace {
        let object = game.state.table.object(card);
        game.facts_mut().just_now.entered.push((object, false));
    }
    entered
}

/// Puts a resolved command into the graveyard.
pub fn command_ends(game: &mut Game<'_>, card: Object) {
    let lies = table::lies_in(game, card.card, CHAIN, owner(game, card.card));
    if lies && game.state.table.is_current(card) {
        let by = By::rule(owner(game, card.card), cite!("快速与连锁.3"));
        let gone = zone::put(game, Verb::ToGraveyard, card.card, GRAVEYARD, End::Top, by);
        game.propose(gone);
    }
}

/// Counters an item: a card goes to its owner's graveyard, an ability vanishes [ruling-58]. Returns whether
/// it did.
pub fn counter(game: &mut Game<'_>, object: Object, by: By) -> bool {
    let Some(id) = item_of(game, object) else { return false };
    let number = game.item(id).and_then(used).and_then(|used| used.what.ability()).map(|id| id.number);
    let by = by.by(cite!("ruling-58"));
    let proposal = match number {
        None => zone::put(game, Verb::Counter, object.card, GRAVEYARD, End::Top, by),
        Some(_) => Proposal::told(Verb::Counter, by.seat, by.rule).to(object.card).by(by.source),
    };
    let detail = Detail { ability: number, means: by.means, ..Detail::default() };
    let happened = game.propose(proposal.with(detail)).is_done();
    if happened {
        game.take_off_chain(id);
    }
    happened
}

/// A waiting ability that is put on the chain: its mode and its targets are chosen first [ruling-13,
/// ruling-21, ruling-22].
#[held]
pub struct Put {
    /// Whose it is.
    pub seat: Seat,
    /// What waits.
    pub raised: Raised,
    /// What was chosen so far.
    pub resolution: Carried,
}

impl Put {
    /// A waiting ability of which nothing has been chosen yet.
    pub fn new(seat: Seat, raised: Raised) -> Put {
        let mut resolution = Resolution::new(seat, raised.me, raised.ability, cite!("ruling-22"));
        raised.refer(&mut resolution);
        Put { seat, raised, resolution }
    }
}

/// Goes on with putting a waiting ability on the chain.
pub fn put(game: &mut Game<'_>, mut put: Put) {
    if !game.in_force(cite!("用语.自动能力.2")) {
        return;
    }
    let mode = match put.raised.later {
        Some(_) => Ok(()),
        None => targets::choose_mode(game, &mut put.resolution),
    };
    let chosen = mode.and_then(|()| targets::choose(game, &put.raised, &mut put.resolution));
    let Ok(chosen) = chosen else { return game.push(Step::Put(Box::new(put))) };
    let Put { seat, raised, resolution } = put;
    let used = Use {
        given: raised.given,
        targets: chosen,
        raised: Some(Box::new(raised.clone())),
        ..Use::new(seat, raised.me, What::Ability(resolution.ability))
    };
    if game.propose(announcement(&used, Verb::Trigger, cite!("用语.自动能力"))).is_done() {
        put_on(game, used);
    }
}

/// What a used card is on the chain: a unit, or a command in a mode; `None`: it is neither.
pub fn what(game: &Game<'_>, card: CardId, mode: u8) -> Option<What> {
    if table::is_printed(game, card, Kind::Unit) {
        return Some(What::Unit);
    }
    let mut texts = ability::of_card(game, card);
    let text = texts.find(|id| {
        ability::by_id(game, *id).is_some_and(|ability| matches!(ability.body, Body::Command {}))
    })?;
    Some(What::Command(AbilityId { mode, ..text }))
}

/// Opens a window for what goes on the chain from now on, on top of what lies there [ruling-35, ruling-73].
pub fn open_on_floor(game: &mut Game<'_>, question: Question) {
    let window = Window::one(question, game.state.facts.active);
    game.open_window(Window { speaking: Speaking::BackToFirst, closing: Closing::ChainAtFloor, ..window });
}
