//! Lasting words by their kinds: what all of them are asked.

use super::super::topics::Topical;
use super::super::{Language, Select, SourceWord};
use super::{
    Allow, AllowPlayer, CountsAsName, CountsAsType, Forbid, ForbidPlayer, Grant, GrantAbility, Lasting, Lose,
    Modify,
};
use crate::kernel::Seat;

/// A lasting word by its kind.
#[derive(Debug, Clone, Copy)]
pub enum Change<'a, L: Lasting> {
    /// Changes a number.
    Modify(&'a Modify<L>),
    /// Gives a keyword.
    Grant(&'a Grant<L>),
    /// Takes something away.
    Lose(&'a Lose<L>),
    /// Gives an ability.
    GrantAbility(&'a GrantAbility<L>),
    /// Gives a type.
    CountsAsType(&'a CountsAsType<L>),
    /// Gives a name.
    CountsAsName(&'a CountsAsName<L>),
    /// Forbids something to cards.
    Forbid(&'a Forbid<L>),
    /// Forbids something to players.
    ForbidPlayer(&'a ForbidPlayer<L>),
    /// Allows something to cards.
    Allow(&'a Allow<L>),
    /// Allows something to players.
    AllowPlayer(&'a AllowPlayer<L>),
    /// One of the game's own, with its topics.
    Own(u64),
}

impl<'a, L: Lasting> Change<'a, L> {
    /// What it forbids to cards or players; `None`: nothing.
    pub fn forbidden(self) -> Option<&'a L::Forbidden> {
        match self {
            Change::Forbid(word) => Some(&word.forbidden),
            Change::ForbidPlayer(word) => Some(&word.forbidden),
            Change::Modify(_) | Change::Grant(_) | Change::Lose(_) | Change::GrantAbility(_) => None,
            Change::CountsAsType(_) | Change::CountsAsName(_) | Change::Own(_) => None,
            Change::Allow(_) | Change::AllowPlayer(_) => None,
        }
    }

    /// What it allows to cards or players; `None`: nothing.
    pub fn allowed(self) -> Option<&'a L::Allowed> {
        match self {
            Change::Allow(word) => Some(&word.allowed),
            Change::AllowPlayer(word) => Some(&word.allowed),
            Change::Modify(_) | Change::Grant(_) | Change::Lose(_) | Change::GrantAbility(_) => None,
            Change::CountsAsType(_) | Change::CountsAsName(_) | Change::Own(_) => None,
            Change::Forbid(_) | Change::ForbidPlayer(_) => None,
        }
    }

    /// Its topics, as bits.
    pub fn about(&self) -> u64 {
        match self {
            Change::Modify(word) => word.stat.topics(),
            Change::Grant(word) => word.keyword.topics(),
            Change::Lose(word) => word.keyword.topics(),
            Change::GrantAbility(_) => L::TOPICS.abilities,
            Change::CountsAsType(_) => L::TOPICS.types,
            Change::CountsAsName(_) => L::TOPICS.names,
            Change::Forbid(word) => word.forbidden.topics(),
            Change::ForbidPlayer(word) => L::forbids_players(&word.forbidden),
            Change::Allow(_) | Change::AllowPlayer(_) => L::TOPICS.allows,
            Change::Own(about) => *about,
        }
    }

    /// Whether it changes cards on the field only: a number of those that only such cards have, keywords,
    /// abilities.
    pub fn is_of_field(&self, has_number: impl Fn(L::Stat) -> bool) -> bool {
        match self {
            Change::Modify(word) => has_number(word.stat),
            Change::Grant(_) | Change::GrantAbility(_) => true,
            _ => false,
        }
    }

    /// Whether both players see the change, if the text is on a hidden card.
    pub(super) fn is_seen(&self) -> bool {
        match self {
            Change::Modify(word) => L::is_seen(word.stat) && is_public(&word.what),
            Change::Grant(word) => is_public(&word.what),
            Change::Lose(word) => is_public(&word.what),
            Change::GrantAbility(word) => is_public(&word.what),
            _ => false,
        }
    }
}

/// Whether both players see some of the selected cards, if the text is on a hidden card.
pub(super) fn is_public<L: Language>(to: &Select<L>) -> bool {
    match to {
        Select::This => false,
        Select::Cards(cards) => cards.from.is_partly_told(Seat::Zero),
        Select::Subject | Select::Other | Select::Chosen | Select::Named(_) | Select::Role(_) => true,
    }
}
