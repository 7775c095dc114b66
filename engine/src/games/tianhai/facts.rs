//! What the state holds besides the table.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::settlement::Settlement;
use super::table::Phase;
use crate::kernel::{BySeat, MapCards, Object, Seat, held, wire};

/// An agreed size of the battlefield [战场.5, ruling-4].
#[wire(Copy, MapCards)]
pub struct Board {
    /// So many columns.
    #[serde(deserialize_with = "at_least::<1, _>")]
    #[schemars(range(min = 1, max = 99))]
    pub columns: u8,
    /// So many rows: both vanguards stand on them.
    #[serde(deserialize_with = "at_least::<2, _>")]
    #[schemars(range(min = 2, max = 99))]
    pub rows: u8,
}

fn at_least<'de, const LEAST: u8, D: Deserializer<'de>>(reader: D) -> Result<u8, D::Error> {
    let n = u8::deserialize(reader)?;
    let fits = (LEAST..=99).contains(&n).then_some(n);
    fits.ok_or_else(|| serde::de::Error::custom(format!("this number has to be {LEAST} to 99")))
}

/// What happens to a player without a unit on the battlefield.
#[wire(Copy, Default, MapCards)]
pub enum BareField {
    /// The player loses [ruling-40].
    #[default]
    Loss,
    /// The game goes on.
    Continue,
}

/// What both players agreed on for the whole game.
#[wire(Copy, Default, MapCards)]
pub struct Agreed {
    /// With the rules that close order areas and discard piles to their owners [进阶规则.1, 进阶规则.2].
    #[optional(told)]
    pub advanced: bool,
    /// Whether a player without a unit on the battlefield loses [ruling-40].
    #[optional(told)]
    pub bare_field: BareField,
    /// The size of the battlefield; without it, it has none [战场.5].
    pub board: Option<Board>,
    /// The round after which the game is a draw [ruling-44].
    #[serde(deserialize_with = "super::setup::in_limit")]
    #[schemars(range(min = 1, max = 1000))]
    pub max_rounds: Option<u16>,
}

/// The form of the agreement in a state. A state is written without the names of fields, so that every field
/// has to be there, even one with its default.
mod in_full {
    use super::{Agreed, Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(agreed: &Agreed, to: S) -> Result<S::Ok, S::Error> {
        let Agreed { advanced, bare_field, board, max_rounds } = agreed;
        (advanced, bare_field, board, max_rounds).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Agreed, D::Error> {
        let (advanced, bare_field, board, max_rounds) = Deserialize::deserialize(from)?;
        Ok(Agreed { advanced, bare_field, board, max_rounds })
    }
}

/// What the state holds besides the table.
#[held(Default)]
pub struct Facts {
    /// What was agreed.
    #[serde(with = "in_full")]
    pub agreed: Agreed,
    /// The first player; none until it is known.
    pub first: Option<Seat>,
    /// Whose turn it is; while vanguards are placed, who places one.
    pub active: Seat,
    /// The round, counted from 1; 0 while vanguards are placed.
    pub round: u16,
    /// The phase, or the step of the settlement.
    pub phase: Phase,
    /// Cards counted against the limit of this round [打牌阶段.2].
    pub plays: BySeat<u16>,
    /// Reactions of this round, counted in the next [防御.4].
    pub debt: BySeat<u16>,
    /// Sequences opened so far [ruling-12].
    pub opened: BySeat<u16>,
    /// Whose offer of a draw is open [ruling-43].
    pub offer: Option<Seat>,
    /// The settlement.
    pub settlement: Settlement,
    /// How many cells units have moved in this turn.
    pub moved: Vec<(Object, u16)>,
    /// What is last known of what left in this turn [ruling-58].
    pub remembered: Vec<super::stat::Memory>,
}

impl Facts {
    /// The first player; seat 0 while none is known.
    pub fn first(&self) -> Seat {
        self.first.unwrap_or_default()
    }

    /// The phase of the turn; steps of the settlement belong to 结算阶段.
    pub const fn phase_of_turn(&self) -> Phase {
        match self.phase {
            Phase::Vanguard | Phase::Maintenance | Phase::Play | Phase::Recovery => self.phase,
            _ => Phase::Settlement,
        }
    }
}
