//! Continuous effects: what holds while the card is there.
//!
//! 六.7 prohibitions; 十五.耗能.2 cheaper energy; ruling-71 the order of numbers.

use super::super::Xinglingwang;
use super::ability::Effective;
use super::{Amount, Condition, Select};
use crate::abilities::lasting::{
    Change, CountsAsName, CountsAsType, Forbid, ForbidPlayer, Grant, GrantAbility, Lose, Modify,
};
use crate::abilities::{LastingWord, Lint, Side};
use crate::kernel::wire;
use crate::words;

words! {
    /// What a continuous effect does.
    pub enum Static: Static<Xinglingwang> {
        /// A number changes.
        Modify(Modify<Xinglingwang>),
        /// Cards get a keyword.
        Grant(Grant<Xinglingwang>),
        /// Cards lose a keyword.
        Lose(Lose<Xinglingwang>),
        /// Cards get an ability of this card, of any kind but a continuous one.
        GrantAbility(GrantAbility<Xinglingwang>),
        /// Cards count as a type, too.
        CountsAsType(CountsAsType<Xinglingwang>),
        /// Cards count as having a name, too.
        CountsAsName(CountsAsName<Xinglingwang>),
        /// Cards cannot do something.
        Forbid(Forbid<Xinglingwang>),
        /// Players cannot do something.
        ForbidPlayer(ForbidPlayer<Xinglingwang>),
        /// 耗能 costs a player less.
        CheaperEnergy(CheaperEnergy),
        /// Texts of units give more 獎勵.
        ExtraReward(ExtraReward),
    }
}

/// 耗能 costs a player so much less [十五.耗能.2].
#[wire]
pub struct CheaperEnergy {
    /// How much.
    pub n: Amount,
    /// Who.
    #[optional]
    pub who: Side,
}

impl LastingWord<Xinglingwang> for CheaperEnergy {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        lint.inside("n", |lint| self.n.lint(lint));
    }

    fn change(&self) -> Change<'_, Xinglingwang> {
        Change::Own(statics::ENERGY)
    }
}

/// Whenever the text of one of these units gives its player 獎勵, it is so much more [十五.獎勵.2].
#[wire]
pub struct ExtraReward {
    /// How much.
    pub n: Amount,
    /// Which units.
    pub of: Select,
}

impl LastingWord<Xinglingwang> for ExtraReward {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        lint.inside("n", |lint| self.n.lint(lint));
        lint.inside("of", |lint| self.of.lint(lint));
    }

    fn change(&self) -> Change<'_, Xinglingwang> {
        Change::Own(statics::REWARDS)
    }
}

/// Sets of what continuous abilities and running effects are about.
pub mod statics {
    use super::super::{ForbiddenName, KeywordNames, Stat};

    /// What gives types.
    pub const TYPES: u64 = 1 << 4;
    /// What gives names.
    pub const NAMES: u64 = 1 << 5;
    /// What makes energy cheaper.
    pub const ENERGY: u64 = 1 << 6;
    /// What gives more rewards.
    pub const REWARDS: u64 = 1 << 7;
    /// What is made for later.
    pub const LATER: u64 = 1 << 8;
    const KEYWORDS: u32 = 9;
    const CARDS: u32 = KEYWORDS + KeywordNames::COUNT;
    /// How many bits there are for what is forbidden: some of it shares one, which only costs a look more.
    const FORBIDDEN: u32 = 14;
    const PLAYERS: u32 = CARDS + FORBIDDEN;
    /// What gives abilities.
    pub const GRANT_ABILITIES: u64 = 1 << (PLAYERS + FORBIDDEN);
    const _: () = assert!(PLAYERS + FORBIDDEN < u64::BITS);
    /// What forbids anything to anybody.
    pub const FORBIDS: u64 = GRANT_ABILITIES - (1 << CARDS);

    /// What changes a number.
    pub const fn of(stat: Stat) -> u64 {
        1 << stat as u32
    }

    /// What gives or takes one of these keywords.
    pub const fn keywords(names: KeywordNames) -> u64 {
        (names.bits() as u64) << KEYWORDS
    }

    /// What forbids this to cards.
    pub const fn forbids_cards(what: ForbiddenName) -> u64 {
        1 << (CARDS + what as u32 % FORBIDDEN)
    }

    /// What forbids this to players.
    pub const fn forbids_players(what: ForbiddenName) -> u64 {
        1 << (PLAYERS + what as u32 % FORBIDDEN)
    }
}

/// An effect that holds while the card is there.
#[wire]
pub struct Continuous {
    /// What has to be true.
    pub when: Option<Condition>,
    /// Where the card has to be.
    #[optional]
    pub zone: Effective,
    /// What it does.
    pub apply: Vec<Static>,
}
