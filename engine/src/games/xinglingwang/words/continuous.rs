//! Continuous effects, which last while their card lies in its zone.
//!
//! 六.7 prohibitions; 十五.耗能.2 cheaper energy; ruling-71 the order of numbers.

use super::super::Xinglingwang;
use super::tribute::{CountsAsTributes, TributesFromHand};
use super::{Amount, Filter, Select, standing};
use crate::abilities::lasting::{
    AllowPlayer, Change, CountsAsName, CountsAsType, Forbid, ForbidPlayer, Grant, GrantAbility, Lose, Modify,
};
use crate::abilities::{LastingWord, Side};
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
        /// Players may do something beyond the rules.
        AllowPlayer(AllowPlayer<Xinglingwang>),
        /// Cards that return as ghosts with this one are summoned instead.
        SummonsGhosts(SummonsGhosts),
        /// Cards are destroyed at once.
        Destroys(Destroys),
        /// Units may count as more than one tribute.
        CountsAsTributes(CountsAsTributes),
        /// Cards in hand can be tributes.
        TributesFromHand(TributesFromHand),
        /// Ranged attacks may designate any position of the enemy's half.
        AimsAnywhere(AimsAnywhere),
        /// 耗能 costs a player less.
        CheaperEnergy(CheaperEnergy),
        /// Texts of units give more 獎勵.
        ExtraReward(ExtraReward),
    }
}

/// Ranged attacks of units may designate any position of the enemy's half, not only those in front
/// [十五.遠程.1]; it takes the place of an enemy unit in front [十一.1].
#[wire(Part<Xinglingwang>)]
pub struct AimsAnywhere {
    /// Which units.
    pub what: Select,
    /// The enemy chooses the position when the unit attacks.
    #[optional]
    pub chosen_by_enemy: bool,
}

impl LastingWord<Xinglingwang> for AimsAnywhere {
    fn change(&self) -> Change<'_, Xinglingwang> {
        Change::Own(topics::ALLOWS)
    }
}

/// 耗能 costs a player so much less [十五.耗能.2].
#[wire(Part<Xinglingwang>)]
pub struct CheaperEnergy {
    /// How much.
    pub n: Amount,
    /// Who.
    #[optional]
    pub who: Side,
}

impl LastingWord<Xinglingwang> for CheaperEnergy {
    fn change(&self) -> Change<'_, Xinglingwang> {
        Change::Own(topics::ENERGY)
    }
}

/// When the card is one of those that return as ghosts, the others of them with these properties are summoned
/// in place of returning to hand [十五.還魂.1].
#[wire(Part<Xinglingwang>)]
pub struct SummonsGhosts {
    /// Which of the others.
    #[part(excluding(standing::ON_FIELD))]
    pub fits: Vec<Filter>,
}

impl LastingWord<Xinglingwang> for SummonsGhosts {
    fn change(&self) -> Change<'_, Xinglingwang> {
        Change::Own(topics::GHOSTS)
    }
}

/// Units are destroyed as soon as the ability is about them [十.2].
#[wire(Part<Xinglingwang>)]
pub struct Destroys {
    /// Which.
    pub what: Select,
}

impl LastingWord<Xinglingwang> for Destroys {
    fn change(&self) -> Change<'_, Xinglingwang> {
        Change::Own(topics::DESTROYS)
    }
}

/// Whenever the text of one of these units gives its player 獎勵, it is so much more [十五.獎勵.2].
#[wire(Part<Xinglingwang>)]
pub struct ExtraReward {
    /// How much.
    pub n: Amount,
    /// Which units.
    pub of: Select,
}

impl LastingWord<Xinglingwang> for ExtraReward {
    fn change(&self) -> Change<'_, Xinglingwang> {
        Change::Own(topics::REWARDS)
    }
}

crate::topics! {
    /// What continuous abilities and running effects can change, as bits: a question reads only those on its
    /// topic.
    pub(crate) mod topics: u64;
    {
        NUMBERS[super::super::Stat],
        TYPES,
        NAMES,
        ENERGY,
        REWARDS,
        /// Sentences that wait for a later moment.
        LATER,
        KEYWORDS[super::super::KeywordName],
        CARDS[super::super::ForbiddenName],
        FORBIDS_PLAYERS,
        GRANT_ABILITIES,
        ALLOWS,
        TRIBUTES,
        /// Units that are destroyed at once.
        DESTROYS,
        /// Ghosts that are summoned instead of returning to hand.
        GHOSTS,
    }
    {
        use super::super::KeywordNames;

        /// All prohibitions, for cards and for players.
        pub(crate) const FORBIDS: u64 = CARDS | FORBIDS_PLAYERS;

        /// The topics of giving or taking these keywords.
        pub(crate) const fn keywords(names: KeywordNames) -> u64 {
            (names.bits() as u64) << KEYWORDS.trailing_zeros()
        }
    }
}
