//! Costs besides the energy of a card.

use crate::game_kit::fields::fields;
use crate::kernel::CardId;

/// What else is paid for a use, one list of cards for each form of cost that needs a choice.
#[fields]
#[derive(Default)]
pub struct EffectCost {
    /// Auras of the card that are discarded.
    #[optional]
    pub auras: Vec<CardId>,
    /// Own units that are destroyed.
    #[optional]
    pub destroy: Vec<CardId>,
    /// Hand cards that are discarded.
    #[optional]
    pub discard: Vec<CardId>,
    /// Energy that goes to the graveyard.
    #[optional]
    pub energy: Vec<CardId>,
    /// Cards of the own graveyard that are removed.
    #[optional]
    pub exile: Vec<CardId>,
    /// Energy that is turned face down.
    #[optional]
    pub face_down: Vec<CardId>,
    /// Hand cards that become auras.
    #[optional]
    pub put_under: Vec<CardId>,
    /// Own units that are rested.
    #[optional]
    pub rest: Vec<CardId>,
    /// Own units that go back to the hand.
    #[optional]
    #[serde(rename = "return")]
    pub to_hand: Vec<CardId>,
}
