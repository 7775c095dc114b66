//! Continuous abilities about tributes.
//!
//! 十二.3 tributes; ruling-15 what they count for.

use super::super::Xinglingwang;
use super::continuous::topics;
use super::{Amount, Filter, Select, standing};
use crate::abilities::LastingWord;
use crate::abilities::lasting::Change;
use crate::kernel::wire;

/// Units may count as so many tributes [十二.3, ruling-15].
#[wire(Part<Xinglingwang>)]
pub struct CountsAsTributes {
    /// Which units.
    pub what: Select,
    /// Up to how many tributes each counts as.
    #[part(count)]
    pub n: Amount,
    /// For which units they are tributes; without a word, for all.
    #[optional]
    #[part(excluding(standing::ON_FIELD))]
    pub of: Vec<Filter>,
    /// Only if a card in hand with these properties is shown while the tributes are chosen.
    #[optional]
    #[part(excluding(standing::ON_FIELD))]
    pub showing: Vec<Filter>,
    /// Only where other effects let a unit count as so many.
    #[part(count)]
    pub instead_of: Option<Amount>,
}

impl LastingWord<Xinglingwang> for CountsAsTributes {
    fn change(&self) -> Change<'_, Xinglingwang> {
        Change::Own(topics::TRIBUTES)
    }
}

/// Cards in its player's hand can be tributes [十二.3, ruling-15].
#[wire(Part<Xinglingwang>)]
pub struct TributesFromHand {
    /// Which cards.
    #[part(excluding(standing::ON_FIELD))]
    pub fits: Vec<Filter>,
    /// How many tributes each counts as.
    #[serde(default = "Amount::one")]
    #[part(count)]
    pub n: Amount,
    /// For which units they are tributes; without a word, for all.
    #[optional]
    #[part(excluding(standing::ON_FIELD))]
    pub of: Vec<Filter>,
    /// Only one card each turn.
    #[optional]
    pub once: bool,
    /// The cards go to the graveyard without being sacrificed, so that no effect of a sacrifice is activated.
    #[optional]
    pub unsacrificed: bool,
}

impl LastingWord<Xinglingwang> for TributesFromHand {
    fn change(&self) -> Change<'_, Xinglingwang> {
        Change::Own(topics::TRIBUTES)
    }
}
