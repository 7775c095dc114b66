//! Uses that an effect makes: FAQ.支付費用.Q3; ruling-54, ruling-77.

use crate::kernel::{CardId, held};

/// What an effect lets a player use.
#[held]
pub struct EffectUse {
    /// The cards that it allows.
    pub cards: Vec<CardId>,
    /// Without paying the cost.
    pub free: bool,
}
