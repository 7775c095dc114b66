//! Abilities of cards: their ids, what they do, their limits. [`granted`] has those that effects give,
//! [`place`] where abilities are effective, [`listen`] how events put them on the waiting list, [`target`]
//! what they can choose, [`process`] how they are processed.
//!
//! 六.1 use; 十五.合體.2 and ruling-40 lower units; 十五.魔法抗性 magic; ruling-21 the order of one moment; ruling-72
//! limits.

mod granted;
mod listen;
mod place;
mod process;
mod target;

pub(crate) use granted::{each_continuous, granted_to, grants_abilities, units};
pub(crate) use listen::{on_event, waits_before_done};
pub(crate) use place::{DEPARTED_RANK, Effectiveness, LATER_RANK, each_place_that, numbered_lower};
pub(crate) use process::{
    begin, check, cost_fault, fault, offer_fault, pass_over, possible_modes, resolve, run,
};
pub(crate) use target::{Purpose, has_modes, modes, purpose, purpose_of, target_fault};

use crate::schema::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Xinglingwang;
use super::printed::ABILITY_LIMIT;
use super::table::{self, Mark, Means, Verb};
use super::words::Effect;
use super::words::ability::{Ability, Limit, Text};
use crate::abilities::Resolution;
use crate::abilities::lasting::Made;
use crate::kernel::{CardId, Change, MapCards, Match, Object, Proposal, Seat, held};

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
    /// The card and its ability as one number, below 2^24.
    pub(crate) fn text(self) -> u32 {
        u32::from(self.definition) << 8 | u32::from(self.index)
    }

    /// The number of a sentence that an effect made for later at this clock time: above those of all
    /// abilities.
    pub(crate) fn made_later(time: u32) -> u32 {
        time.saturating_add(1 << 24)
    }
}

/// How many numbers each card of a combined unit has for its abilities.
pub const PER_CARD: u8 = ABILITY_LIMIT as u8;
/// The most lower units whose abilities have numbers: one more than the positions of a half, from which a
/// unit can swallow tributes.
pub(super) const MOST_LOWER: u8 = 11;

/// [`AbilityId::index`] of the effect of a magic card that a player uses.
pub const USE: u8 = 200;
/// [`AbilityId::index`] of a magic card with several effects that is used at an exact moment [六.3].
pub const USE_AT: u8 = 204;
/// [`AbilityId::index`] of the first of several effects of a magic card, of which its user chooses one.
pub const MODE: u8 = 210;
/// [`AbilityId::index`] of 掩護 [十五.掩護.1].
pub const COVER: u8 = 201;
/// [`AbilityId::index`] of 衰退 [十五.衰退.1].
pub const DECAY: u8 = 202;
/// [`AbilityId::index`] of what a blue frame asks its player to do [十二.4].
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
    pub later: Option<Box<Made<Xinglingwang>>>,
}

impl Pending {
    /// A triggered ability, with the subject and the other object of its event.
    pub(crate) const fn of(
        ability: AbilityId,
        me: Object,
        (subject, other): (Option<Object>, Option<Object>),
        rank: u16,
    ) -> Pending {
        Pending { ability, me, subject, other, rank, later: None }
    }
}

/// The printed ability of an id; `None` for the numbers from [`USE`] on.
pub(crate) fn ability<'p>(game: &Game<'p>, id: AbilityId) -> Option<&'p Ability> {
    let place = Some(id.index % PER_CARD).filter(|_| id.index < USE)?;
    game.pool.card(id.definition).ability(place.into())
}

/// What an ability or magic card does; `None` for keywords.
pub(crate) fn text<'p>(game: &Game<'p>, id: AbilityId) -> Option<&'p Text> {
    match id.index {
        USE | USE_AT => game.pool.card(id.definition).magic.as_ref().map(|magic| &magic.effect),
        MODE.. => {
            let magic = game.pool.card(id.definition).magic.as_ref()?;
            magic.modes.get(usize::from(id.index - MODE)).map(|mode| &mode.effect)
        }
        _ => ability(game, id).map(|ability| &ability.head.text),
    }
}

pub(crate) fn effects<'p>(game: &Game<'p>, id: AbilityId) -> &'p [Effect] {
    match id.index {
        FRAME => game.pool.card(id.definition).frame_effects(),
        _ => text(game, id).map_or(&[], |text| text.effects.as_slice()),
    }
}

pub(crate) fn id_of(game: &Game<'_>, card: CardId, index: u8) -> AbilityId {
    AbilityId { definition: game.definition(card), index }
}

pub(crate) fn id_at(game: &Game<'_>, place: Effectiveness, index: usize) -> AbilityId {
    id_under(game, place.card, (place.lower, index))
}

/// The id of an ability by its place on the card; `lower` says which lower unit the card is, 0: none
/// [十五.合體.2].
pub(crate) fn id_under(game: &Game<'_>, card: CardId, (lower, index): (u8, usize)) -> AbilityId {
    // The linter allows a card at most PER_CARD abilities, so nothing is cut off here.
    let index = u8::try_from(index).unwrap_or(u8::MAX).min(PER_CARD - 1);
    id_of(game, card, lower.saturating_mul(PER_CARD).saturating_add(index))
}

/// The number under which cards of one name share a limit [ruling-72]: the ability's place on its card,
/// [`USE`] for magic, or the number from [`MODE`] for one of several effects.
pub(crate) const fn counted_as(id: AbilityId) -> u8 {
    match id.index {
        USE | USE_AT => USE,
        index @ MODE.. => index,
        index => index % PER_CARD,
    }
}

pub(crate) fn is_used_up(game: &Game<'_>, seat: Seat, me: Object, id: AbilityId) -> bool {
    let Some(limit) = text(game, id).and_then(|text| text.limit) else { return false };
    match limit {
        Limit::Turn => {
            let used = table::mark(game, me.card).used;
            game.state.table.is_current(me) && used.contains(game.state.facts.turn, id.index)
        }
        Limit::Name => {
            let name = game.pool.card(id.definition).name.printed();
            game.state
                .facts
                .used_names
                .iter()
                .any(|(who, used, number)| *who == seat && used == name && *number == counted_as(id))
        }
    }
}

/// The most objects that one turn remembers as activated; far above any real turn.
const MOST_ACTIVATED: usize = 2_000;

/// Counts the use of an ability against its limit and announces it [六.1].
fn announce_use(game: &mut Game<'_>, resolution: &Resolution<Xinglingwang>) {
    let (seat, me, id) = (resolution.seat, resolution.me, resolution.ability);
    let limit = text(game, id).and_then(|text| text.limit);
    if limit == Some(Limit::Name) {
        let name = game.pool.card(id.definition).name.printed().to_owned();
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

pub(crate) fn means(game: &Game<'_>, me: Object) -> Means {
    let is_magic = table::printed(game, me.card).magic.is_some() && !table::is_unit(game, me.card);
    if is_magic { Means::Magic } else { Means::Unit }
}

/// Whether resistances treat the ability as magic: it is the effect of a used magic card [十五.魔法抗性].
pub(crate) const fn by_magic(id: AbilityId) -> bool {
    matches!(id.index, USE | USE_AT | MODE..)
}
