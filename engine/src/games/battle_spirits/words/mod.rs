//! The vocabulary of abilities: the common words it takes over and the words it adds.

pub mod ability;

use std::borrow::Cow;

pub use ability::{Ability, Mode};

use super::BattleSpirits;
use super::printed::Kind;
use super::table::{self, Game, owner, printed};
use crate::abilities::amount::{ChosenNumber, Count};
use crate::abilities::condition::{Did, TurnIs};
use crate::abilities::effect::{If, May};
use crate::abilities::property::{Other, OwnerIs};
use crate::abilities::{Scene, SourceWord};
use crate::kernel::{self, CardId, EachCard, Object, Seat, held, wire};
use crate::verdict::Cite;
use crate::{property, words};

words! {
    /// Something that an effect does.
    pub enum Effect: Effect<BattleSpirits> {
        /// Do something if a condition holds.
        If(If<BattleSpirits>),
        /// 可.
        May(May<BattleSpirits>),
    }
}

words! {
    /// What has to be true.
    pub enum Condition: Condition<BattleSpirits> {
        /// The sentence before was carried out completely.
        Did(Did),
        /// Whose turn it is.
        Turn(TurnIs),
    }
}

words! {
    /// A property that a card has or does not have.
    pub enum Filter: Filter<BattleSpirits> {
        /// One of these kinds.
        Kind(KindIs),
        /// Another card than the one that the text stands on.
        Other(Other),
        /// Its owner, seen from the player of the ability.
        Owner(OwnerIs),
    }
}

property! { BattleSpirits: /// One of these kinds [用語集.靈魂卡].
KindIs(Vec<Kind>), cite!("用語集.靈魂卡"), |is, game, _scene, card| is.0.contains(&printed(game, card).kind) }

words! {
    /// Numbers that are read off the table.
    pub enum Quantity: Quantity<BattleSpirits> {
        /// How many cards fit.
        Count(Count<BattleSpirits>),
        /// The number chosen last.
        ChosenNumber(ChosenNumber),
    }
}

/// Where cards are looked for.
#[wire(Copy, Default)]
pub enum Source {
    /// 場地.
    #[default]
    Field,
    /// 手牌.
    Hand,
    /// 廢棄區.
    Trash,
}

impl SourceWord<BattleSpirits> for Source {
    fn cards<'g>(&self, game: &'g Game<'_>, _: &Scene<'_>, seat: Seat) -> Cow<'g, [CardId]> {
        let zone = match self {
            Source::Field => table::FIELD,
            Source::Hand => table::HAND,
            Source::Trash => table::TRASH,
        };
        Cow::Borrowed(game.state.table.list(zone.of(seat)))
    }

    fn is_seen(&self, owner: Seat, seat: Seat) -> bool {
        *self != Source::Hand || owner == seat
    }

    fn is_told(&self, _: Seat) -> bool {
        *self != Source::Hand
    }

    fn rule(&self) -> Cite {
        cite!("FAQ.指定效果.Q1")
    }
}

/// When a running effect ends.
#[wire(Copy, Default, EachCard)]
pub enum Until {
    /// 本次戰鬥中 [戰鬥步驟.⑦.2].
    Battle,
    /// Until the step ends.
    Step,
    /// 本回合中 [回合流程.⑧].
    #[default]
    Turn,
    /// As long as the card stays.
    Always,
}

/// What a running effect does.
#[held(Copy)]
pub enum Influence {
    /// Its BP changes.
    Bp(i64),
}

impl kernel::Influence for Influence {}

/// Whom a running effect covers that stays open.
#[held(Copy)]
pub enum Scope {}

/// What is last known of a card that left the field.
#[held]
pub struct Memory {
    /// The object.
    pub object: Object,
    /// Whose it was.
    pub owner: Seat,
}

impl Memory {
    /// What is known of a card that is about to leave.
    pub fn of(game: &Game<'_>, card: CardId) -> Memory {
        Memory { object: game.state.table.object(card), owner: owner(game, card) }
    }
}
