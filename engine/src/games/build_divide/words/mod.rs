//! The vocabulary of abilities: the common words it takes over and the words it adds.

pub mod ability;
pub mod cost;
pub mod later;

use std::borrow::Cow;

pub use ability::{Ability, AbilityId};

use super::printed::Kind;
use super::table::{self, Game, printed};
use super::{BuildDivide, Question};
use crate::abilities::amount::{ChosenNumber, Count};
use crate::abilities::condition::{Did, TurnIs};
use crate::abilities::effect::{If, May};
use crate::abilities::property::{Other, OwnerIs};
use crate::abilities::{Choice, Scene, SourceWord};
use crate::kernel::{self, CardId, Deciding, EachCard, Object, Proposal, Replacement, Seat, held, wire};
use crate::verdict::Cite;
use crate::{property, words};

words! {
    /// Something that an effect does.
    pub enum Effect: Effect<BuildDivide> {
        /// Do something if a condition holds.
        If(If<BuildDivide>),
        /// 可以.
        May(May<BuildDivide>),
    }
}

words! {
    /// What has to be true.
    pub enum Condition: Condition<BuildDivide> {
        /// The sentence before was carried out completely.
        Did(Did),
        /// Whose turn it is.
        Turn(TurnIs),
    }
}

words! {
    /// A property that a card has or does not have.
    pub enum Filter: Filter<BuildDivide> {
        /// One of these kinds.
        Kind(KindIs),
        /// Another card than the one that the text stands on.
        Other(Other),
        /// Its owner, seen from the player of the ability.
        Owner(OwnerIs),
    }
}

property! { BuildDivide: /// One of these kinds [卡牌种类.0].
KindIs(Vec<Kind>), cite!("ruling-22"), |is, game, _scene, card| is.0.contains(&printed(game, card).kind) }

words! {
    /// Numbers that are read off the table.
    pub enum Quantity: Quantity<BuildDivide> {
        /// How many cards fit.
        Count(Count<BuildDivide>),
        /// The number chosen last.
        ChosenNumber(ChosenNumber),
    }
}

/// Where cards are looked for.
#[wire(Copy, Default)]
pub enum Source {
    /// 场.
    #[default]
    Field,
}

impl SourceWord<BuildDivide> for Source {
    fn cards<'g>(&self, game: &'g Game<'_>, _: &Scene<'_>, seat: Seat) -> Cow<'g, [CardId]> {
        Cow::Borrowed(game.state.table.list(table::FIELD.of(seat)))
    }

    fn is_seen(&self, _: Seat, _: Seat) -> bool {
        true
    }

    fn is_told(&self, _: Seat) -> bool {
        true
    }

    fn rule(&self) -> Cite {
        cite!("ruling-22")
    }
}

/// The names of keywords.
#[wire(Copy, EachCard)]
pub enum Keyword {
    /// 诱导 [关键词.诱导].
    Decoy,
    /// 闪击 [关键词.闪击].
    Blitz,
    /// 审判 [关键词.审判].
    Judgment,
    /// 狂暴 [ruling-86].
    Berserk,
    /// 突击领域 [ruling-105].
    Assault,
}

/// What cards have to do if they can.
#[wire(Copy, EachCard)]
pub enum Duty {
    /// Attacking.
    Attack,
    /// Blocking.
    Block,
    /// Being the target of an attack.
    BeAttacked,
}

/// What a player leaves out once.
#[wire(Copy, EachCard)]
pub enum Skipped {
    /// Standing.
    Stand,
    /// The draw.
    Draw,
}

/// When a running effect ends.
#[wire(Copy, Default, EachCard)]
pub enum Until {
    /// When the attack ends.
    Battle,
    /// 该回合中 [结束阶段.1].
    Turn,
    /// Until the next own turn begins.
    OwnNextTurn,
    /// Until the end of the opponent's turn.
    OpponentTurnEnd,
    /// As long as the card stays where it is.
    #[default]
    Leaves,
    /// For the rest of the game.
    Game,
}

/// What a running effect does.
#[held(Copy)]
pub enum Influence {
    /// Power changes.
    Power(i64),
}

impl kernel::Influence for Influence {}

/// Whom a running effect covers that stays open.
#[held(Copy)]
pub enum Scope {}

/// What is last known of a card that left.
#[held]
pub struct Memory {
    /// The object.
    pub object: Object,
    /// Whose side it was on.
    pub seat: Seat,
}

/// Keeps what is last known of a card that is about to leave.
pub fn remember(_: &mut Game<'_>, _: &Proposal<BuildDivide>) {}

/// What could happen instead [ruling-50].
pub fn replacements(_: &mut Game<'_>, _: &Proposal<BuildDivide>) -> Vec<Replacement<BuildDivide>> {
    Vec::new()
}

/// Who decides which effect replaces something.
pub fn replacement_question(game: &Game<'_>, deciding: &Deciding<BuildDivide>) -> (Seat, Question) {
    let card = deciding.proposal().and_then(Proposal::card);
    let seat = card.map_or(game.state.facts.active, |card| table::controller(game, card));
    (seat, Question::ChooseReplacement)
}

/// Whether a choice is one of hand cards that are discarded.
pub fn asks_to_discard(_: &Game<'_>, _: &Choice<BuildDivide>) -> bool {
    false
}
