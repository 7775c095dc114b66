//! Abilities: how they are named, where they are effective, how often they may be used. How they come to
//! wait is in [`listen`], how they are processed in [`process`].
//!
//! 六.1 and ruling-21 the order of one moment; 十五.合體.5 and ruling-40 what is covered; 十五.魔法抗性 and
//! 十五.效果抗性 who can be chosen; ruling-60 whose they are; ruling-72 limits.

mod granted;
mod listen;
mod process;

pub use granted::{each_continuous, given, is_giving, units};
pub use listen::{MOMENTS, moment_fits, on_event, waits_before_done};
pub use process::{begin, check, cost_fault, fault, offer_fault, pass_over, possible_modes, resolve, run};

use crate::schema::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::field::{self, Where};
use super::printed::{ABILITY_LIMIT, ZoneInterests};
use super::table::{self, Mark, Means, Verb};
use super::words::ability::{Ability, Activated, Body, Effective, Limit, Timing};
use super::words::later::Made;
use super::words::{Effect, Select, effect};
use super::{Xinglingwang, combination, magic, prohibition};
use crate::abilities::resolve::ResolutionStage;
use crate::abilities::{Resolution, Scene};
use crate::kernel::{CardId, Change, ListenMask, MapCards, Match, Object, PlaceId, Proposal, Seat, held};
use crate::verdict::Cite;

type Game<'p> = Match<'p, Xinglingwang>;

/// How an ability is named: definition, and place among its abilities.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize, JsonSchema,
)]
pub struct AbilityId {
    /// Place of the card in the pool.
    pub definition: u16,
    /// Place among its abilities, for the nth lower unit of a combined unit n times [`PER_CARD`] higher; or
    /// one of the numbers below.
    pub index: u8,
}

impl AbilityId {
    /// One number for the card and its ability.
    pub fn text(self) -> u32 {
        u32::from(self.definition) << 8 | u32::from(self.index)
    }

    /// The number of a text that was made for later at this time, beyond those of all abilities.
    pub fn made_later(time: u32) -> u32 {
        time.saturating_add(1 << 24)
    }
}

/// How many numbers the abilities of each card of a combined unit have.
pub const PER_CARD: u8 = ABILITY_LIMIT as u8;
/// The most lower units of a combined unit whose abilities have numbers: more than a side has positions for
/// tributes.
const MOST_LOWER: u8 = 11;

/// The effect of a magic card when it is used.
pub const USE: u8 = 200;
/// The same of a card with several effects, used at an exact moment [六.3].
pub const USE_AT: u8 = 204;
/// The first of several effects of a magic card, of which one is chosen when it is used.
pub const MODE: u8 = 210;
/// 掩護 [十五.掩護.1].
pub const COVER: u8 = 201;
/// 衰退 [十五.衰退.1].
pub const DECAY: u8 = 202;
/// What a blue frame asks to be done [十二.4].
pub const FRAME: u8 = 203;

/// An ability that waits to be worked off.
#[held]
pub struct Pending {
    /// Which.
    pub ability: AbilityId,
    /// The object that it stands on.
    pub me: Object,
    /// The object that the event happened to.
    pub subject: Option<Object>,
    /// The other object of the event.
    pub other: Option<Object>,
    /// Its place in the list of its moment [六.1, ruling-21].
    pub rank: u16,
    /// What was made for later, if it is that.
    pub later: Option<Box<Made>>,
}

impl Pending {
    /// An ability of a card, with the objects of the event that it waited for.
    pub const fn of(
        ability: AbilityId,
        me: Object,
        (subject, other): (Option<Object>, Option<Object>),
        rank: u16,
    ) -> Pending {
        Pending { ability, me, subject, other, rank, later: None }
    }
}

/// A card with abilities that may be effective where it lies.
#[derive(Debug, Clone, Copy)]
pub struct Effectiveness {
    /// The card whose abilities they are.
    pub card: CardId,
    /// The object that they stand on: for a lower unit's edge the combined unit.
    pub me: Object,
    /// Whose they are [ruling-60].
    pub seat: Seat,
    /// Which lower unit of the combined unit it is, from 1; 0: none.
    pub lower: u8,
    /// The first ability that is not covered [ruling-40].
    pub first: usize,
    /// Where it lies.
    pub effective: Effective,
    /// Its place in the order of 六.1.
    pub rank: u16,
}

const FIELD_CARD_RANK: u16 = 10;
const UNIT_RANK: u16 = 20;
const GRAVEYARD_RANK: u16 = 200;
const HAND_RANK: u16 = 210;
const SHOWN_RANK: u16 = 211;
/// What an effect made for later comes after what stands on cards.
pub const LATER_RANK: u16 = 220;
/// What comes after an event comes after what comes at it [六.4].
const AFTER: u16 = 1_000;

fn rank_of(at: Where) -> u16 {
    UNIT_RANK + u16::from(at.order()) * 4
}

/// Calls `look` for every place where abilities may be effective, each player's in the order of 六.1, whose
/// card has an ability that `asked` looks for. What is asked of one card has to be true of more cards
/// together, too. An unknown card has to be named if it may have one and `matters` then.
pub fn each_place_that<'p>(
    game: &Game<'p>,
    asks: impl Fn(&ZoneInterests) -> bool,
    matters: impl Fn(&Game<'p>, Effectiveness) -> bool,
    mut look: impl FnMut(Effectiveness),
) {
    if !asks(&game.listen_mask_of_all()) {
        return;
    }
    let state = &game.state.table;
    let says = |place: Effectiveness| {
        game.may_matter(place.card, &asks, |game| matters(game, place))
            && asks(table::interests(game, place.card).at(place.effective))
    };
    let any = |place: PlaceId| asks(&game.listen_mask(place));
    // If even silent cards are asked for, all are looked at.
    let everybody = asks(&ZoneInterests::NONE);
    let cards = |place: PlaceId| if everybody { state.list(place) } else { game.listeners(place) };
    let lying = |card: CardId, effective: Effective, rank: u16| Effectiveness {
        card,
        me: state.object(card),
        seat: table::owner(game, card),
        lower: 0,
        first: 0,
        effective,
        rank,
    };
    for side in Seat::BOTH {
        for &card in state.list(table::FIELD_CARD.of(side)) {
            let place = lying(card, Effective::Field, FIELD_CARD_RANK);
            if says(place) {
                look(place);
            }
        }
        if any(table::FIELD.of(side)) {
            let mut units: SmallVec<[(u16, CardId); 10]> = SmallVec::new();
            for &unit in cards(table::FIELD.of(side)) {
                let mut members = state.pile(unit).iter();
                let speaks = |card: CardId| says(lying(card, Effective::Field, UNIT_RANK));
                if speaks(unit) || members.any(|member| speaks(*member)) {
                    units.push((field::position(game, unit).map_or(UNIT_RANK, rank_of), unit));
                }
            }
            units.sort_by_key(|(rank, _)| *rank);
            for (rank, card) in units {
                let unit = lying(card, Effective::Field, rank);
                if says(unit) {
                    look(unit);
                }
                if state.pile(card).is_empty() {
                    continue;
                }
                for (number, card) in numbered_lower(game, card) {
                    if says(Effectiveness { card, ..unit }) {
                        let first = table::printed(game, card).edge;
                        look(Effectiveness { card, lower: number, first, ..unit });
                    }
                }
                for magic in table::conferred(game, card) {
                    let magic = lying(magic, Effective::Field, rank + 1);
                    if says(magic) {
                        look(magic);
                    }
                }
            }
        }
        for (zone, effective, rank) in [
            (table::GRAVEYARD, Effective::Graveyard, GRAVEYARD_RANK),
            (table::HAND, Effective::Hand, HAND_RANK),
        ] {
            if !any(zone.of(side)) {
                continue;
            }
            for &card in cards(zone.of(side)) {
                let place = lying(card, effective, rank);
                if says(place) {
                    look(place);
                }
            }
        }
    }
}

/// The lower units of a combined unit with the numbers of their places, from 1.
pub fn numbered_lower(game: &Game<'_>, card: CardId) -> impl Iterator<Item = (u8, CardId)> {
    let numbers = 1..=MOST_LOWER.saturating_add(1);
    let numbered = numbers.zip(table::lower(game, card)).map(|(number, (lower, _))| (number, lower));
    numbered.take_while(|(number, _)| game.has_room(usize::from(*number) - 1, usize::from(MOST_LOWER)))
}

/// The ability of a name, if it is one of a card's own.
pub fn ability<'p>(game: &Game<'p>, id: AbilityId) -> Option<&'p Ability> {
    let place = Some(id.index % PER_CARD).filter(|_| id.index < USE)?;
    game.pool.card(id.definition).abilities.get(usize::from(place))
}

/// What an ability or magic card does.
pub fn body<'p>(game: &Game<'p>, id: AbilityId) -> Option<&'p Body> {
    match id.index {
        USE | USE_AT => game.pool.card(id.definition).magic.as_ref().map(|magic| &magic.effect),
        MODE.. => {
            let magic = game.pool.card(id.definition).magic.as_ref()?;
            magic.modes.get(usize::from(id.index - MODE)).map(|mode| &mode.effect)
        }
        _ => ability(game, id).and_then(Ability::body),
    }
}

/// The effects of an ability.
pub fn effects<'p>(game: &Game<'p>, id: AbilityId) -> &'p [Effect] {
    match id.index {
        FRAME => &game.pool.card(id.definition).frame_effects,
        _ => body(game, id).map_or(&[], |body| body.effects.as_slice()),
    }
}

/// The name of an ability of a card.
pub fn id_of(game: &Game<'_>, card: CardId, index: u8) -> AbilityId {
    AbilityId { definition: game.definition(card), index }
}

/// The name of one of the abilities of the card at a place.
pub fn id_at(game: &Game<'_>, place: Effectiveness, index: usize) -> AbilityId {
    id_under(game, place.card, (place.lower, index))
}

/// The name of an ability of a card that is this lower unit, or none (0) [十五.合體.2].
pub fn id_under(game: &Game<'_>, card: CardId, (lower, index): (u8, usize)) -> AbilityId {
    // A card has at most [`PER_CARD`] abilities.
    let index = u8::try_from(index).unwrap_or(u8::MAX).min(PER_CARD - 1);
    id_of(game, card, lower.saturating_mul(PER_CARD).saturating_add(index))
}

/// What an ability is counted as where cards of one name count together: its place on its card, for magic
/// [`USE`], or for one of several effects their number from [`MODE`] [ruling-72].
pub const fn counted_as(id: AbilityId) -> u8 {
    match id.index {
        USE | USE_AT => USE,
        index @ MODE.. => index,
        index => index % PER_CARD,
    }
}

/// Whether a limited ability was used this turn [ruling-72].
pub fn is_used_up(game: &Game<'_>, seat: Seat, me: Object, id: AbilityId) -> bool {
    let Some(limit) = body(game, id).and_then(|body| body.limit) else { return false };
    match limit {
        Limit::Turn => {
            let used = table::mark(game, me.card).used;
            game.state.table.is_current(me) && used.contains(game.state.facts.turn, id.index)
        }
        Limit::Name => {
            let name = &game.pool.card(id.definition).name;
            game.state
                .facts
                .used_names
                .iter()
                .any(|(who, used, number)| *who == seat && used == name && *number == counted_as(id))
        }
    }
}

/// The most objects whose effects were activated in one turn.
const MOST_ACTIVATED: usize = 2_000;

/// An ability is used: its limit is counted, and its use is announced [六.1].
fn told(game: &mut Game<'_>, resolution: &Resolution<Xinglingwang>) {
    let (seat, me, id) = (resolution.seat, resolution.me, resolution.ability);
    let limit = body(game, id).and_then(|body| body.limit);
    if limit == Some(Limit::Name) {
        let name = game.pool.card(id.definition).name.clone();
        game.facts_mut().used_names.push((seat, name, counted_as(id)));
    }
    let mut proposal: Proposal<Xinglingwang> =
        Proposal::told(Verb::Activate, seat, resolution.rule).to(me.card).by(Some(me));
    proposal.detail.ability = Some(id);
    proposal.detail.means = means(game, me);
    let activated = &game.state.facts.activated;
    if !activated.contains(&me) && game.has_room(activated.len(), MOST_ACTIVATED) {
        game.facts_mut().activated.push(me);
    }
    if limit == Some(Limit::Turn) && game.state.table.is_current(me) {
        let (turn, mark) = (game.state.facts.turn, table::mark(game, me.card));
        let mark = Mark { used: mark.used.with(turn, id.index), ..mark };
        proposal = proposal.changing(Change::Mark(me.card, mark));
    }
    game.propose(proposal);
}

/// By which means an object does something: a unit, or magic.
pub fn means(game: &Game<'_>, me: Object) -> Means {
    let is_magic = table::printed(game, me.card).magic.is_some() && !table::is_unit(game, me.card);
    if is_magic { Means::Magic } else { Means::Unit }
}

/// Whether it is magic that is being used, for resistances.
pub const fn by_magic(id: AbilityId) -> bool {
    matches!(id.index, USE | USE_AT | MODE..)
}

/// The effects of a magic card of which one is chosen when it is used, those that can be chosen there by
/// their timing, each with its number from 1; none: it has one effect alone.
pub fn modes(game: &Game<'_>, scene: &Scene<'_>, id: AbilityId) -> SmallVec<[(u8, AbilityId); 2]> {
    let magic = game.pool.card(id.definition).magic.as_ref().filter(|_| matches!(id.index, USE | USE_AT));
    let modes = magic.map_or(&[][..], |magic| &magic.modes).iter();
    let is_time = |timing: &[Timing]| match (timing, id.index) {
        ([], _) => true,
        (timing, USE) => magic::is_time(game, scene, timing),
        (timing, _) => {
            timing.iter().any(|timing| matches!(timing, Timing::Moment(on) if !magic::is_battle_moment(on)))
        }
    };
    let numbered = (1..).zip(modes).filter(|(_, mode)| is_time(&mode.timing));
    numbered.map(|(number, _)| (number, AbilityId { index: MODE - 1 + number, ..id })).collect()
}

/// Whether it is the use of a magic card with several effects, none of which is chosen yet.
pub fn has_modes(game: &Game<'_>, id: AbilityId) -> bool {
    let magic = game.pool.card(id.definition).magic.as_ref().filter(|_| matches!(id.index, USE | USE_AT));
    magic.is_some_and(|magic| !magic.modes.is_empty())
}

/// What an ability chooses cards for, as far as a rule restricts it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Whatever its text says.
    Any,
    /// To go under one of them with 寄生合體.
    Parasite,
}

/// What the cards of a selection under a name are chosen for.
pub fn purpose_of(effects: &[Effect], name: Option<&str>) -> Purpose {
    let is_meant = |select: &Select| matches!(select, Select::Named(named) if Some(named.as_str()) == name);
    if effect::goes_under(effects, is_meant) { Purpose::Parasite } else { Purpose::Any }
}

/// What the cards that a resolution chooses now are chosen for.
pub fn purpose(game: &Game<'_>, resolution: &Resolution<Xinglingwang>) -> Purpose {
    if let ResolutionStage::Cost(part) = resolution.stage {
        let body = body(game, resolution.ability);
        let target = body.and_then(|body| body.targets.get(usize::from(part)));
        return target.map_or(Purpose::Any, |target| {
            purpose_of(effects(game, resolution.ability), target.name.as_deref())
        });
    }
    match resolution.word(game) {
        Some(Effect::Parasite(_)) => Purpose::Parasite,
        Some(Effect::Choose(word)) => {
            let later = resolution.later(game);
            let next = later.get(..1).unwrap_or_default();
            let name = match &word.0 {
                Select::Cards(cards) => cards.name.as_deref(),
                _ => None,
            };
            match effect::goes_under(next, |select| *select == Select::Chosen) {
                true => Purpose::Parasite,
                false => purpose_of(later, name),
            }
        }
        _ => Purpose::Any,
    }
}

/// The rule by which a card cannot be chosen by an ability of a player on an object [十五.魔法抗性,
/// 十五.效果抗性, 十二.※1, 十五.合體.1].
pub fn target_fault(
    game: &Game<'_>,
    (seat, me): (Seat, Object),
    id: AbilityId,
    purpose: Purpose,
    card: CardId,
) -> Option<Cite> {
    let resisted = prohibition::choosing(game, seat, me, by_magic(id), card);
    resisted.or_else(|| match purpose {
        Purpose::Any => None,
        Purpose::Parasite => combination::parasite_fault(game, me, card),
    })
}

/// The abilities at a place that can be activated there, with their indices.
fn activated_at<'p>(
    game: &Game<'p>,
    place: Effectiveness,
) -> impl Iterator<Item = (AbilityId, &'p Activated)> {
    let abilities = (0..).zip(&table::printed(game, place.card).abilities).skip(place.first);
    abilities.filter_map(move |(index, ability)| match ability {
        Ability::Activated(activated) if activated.zone == place.effective => {
            Some((id_at(game, place, index), activated))
        }
        _ => None,
    })
}

/// The activated abilities that effects give to a unit, in the order in which they are found.
fn activated_given<'p>(game: &Game<'p>, card: CardId) -> Vec<(AbilityId, &'p Activated)> {
    if !table::is_unit(game, card) {
        return Vec::new();
    }
    let activated = |(id, ability): (AbilityId, &'p Ability)| match ability {
        Ability::Activated(activated) if activated.zone == Effective::Field => Some((id, activated)),
        _ => None,
    };
    given(game, card).into_iter().filter_map(activated).collect()
}

/// The cards of a player with abilities that can be activated where they lie, in the order of 六.1.
pub fn with_activated(game: &Game<'_>, seat: Seat) -> Vec<CardId> {
    let mut cards = Vec::new();
    let has = |game: &Game<'_>, place: Effectiveness| {
        let here =
            || activated_at(game, place).next().is_some() || !activated_given(game, place.me.card).is_empty();
        place.seat == seat && here()
    };
    each_place_that(
        game,
        |_| true,
        has,
        |place| {
            if !cards.contains(&place.me.card) && has(game, place) {
                cards.push(place.me.card);
            }
        },
    );
    cards
}

/// What is added to the numbers of given abilities, which count in the order in which they are found.
const GIVEN: u8 = (MOST_LOWER + 1) * PER_CARD;

/// The abilities of a card that can be activated where it lies, with their numbers from 1, by place: its own,
/// then those of each lower unit, then those given to it.
pub fn activated<'p>(game: &Game<'p>, card: CardId) -> Vec<(u8, AbilityId, Object, &'p Activated)> {
    let mut found = Vec::new();
    let is_meant = |_: &Game<'_>, place: Effectiveness| place.me.card == card;
    each_place_that(
        game,
        |_| true,
        is_meant,
        |place| {
            if place.me.card == card {
                for (id, activated) in activated_at(game, place) {
                    found.push((id.index.saturating_add(1), id, place.me, activated));
                }
            }
        },
    );
    let me = game.state.table.object(card);
    let given = activated_given(game, card);
    if let Some(last) = given.len().checked_sub(1) {
        game.has_room(last, usize::from(u8::MAX - GIVEN));
    }
    for (number, (id, activated)) in (GIVEN + 1..=u8::MAX).zip(given) {
        found.push((number, id, me, activated));
    }
    found
}
