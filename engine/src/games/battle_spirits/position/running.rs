//! Running effects of a position: what they do, by the ability that began them or by a number.

use super::super::words::{Influence, Stat, Until};
use crate::game_kit::position::Source;
use crate::kernel::{CardId, Seat, wire};

/// What a running effect does.
#[wire]
pub enum Does {
    /// Adds to the BP.
    Bp(i32),
}

impl Does {
    /// What it is in a game.
    pub(super) fn influence(&self) -> Influence {
        match self {
            Does::Bp(by) => Influence::Add(Stat::Bp, i64::from(*by)),
        }
    }

    /// The amount in it.
    pub(super) const fn amount(&self) -> u32 {
        match self {
            Does::Bp(by) => by.unsigned_abs(),
        }
    }

    /// How an influence is said; `None`: it cannot be.
    pub(super) fn of(influence: &Influence) -> Option<Does> {
        match influence {
            Influence::Add(Stat::Bp, by) => i32::try_from(*by).ok().map(Does::Bp),
            _ => None,
        }
    }
}

/// A running effect.
#[wire]
pub struct Running {
    /// Whose effect it is.
    pub seat: Seat,
    /// What it does.
    pub does: Does,
    /// The field cards that it is on, by their numbers in this position.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub on: Vec<CardId>,
    /// When it ends.
    pub until: Until,
    /// The card whose text began it.
    pub source: Option<Source>,
    /// The rule that it rests on.
    #[schemars(example = &"效果的發揮.1")]
    pub rule: Option<String>,
}

impl Running {
    /// Every card id with its pointer in this effect.
    pub(super) fn ids(&self) -> Vec<(String, String)> {
        Vec::new()
    }
}
