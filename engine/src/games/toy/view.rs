//! What is seen by whom [chapter 5].

use schemars::JsonSchema;
use serde::Serialize;

use super::Toy;
use super::table::{self, Piles};
pub use crate::game_kit::plain::events;
use crate::game_kit::view::{PileView, Sight, pile};
use crate::kernel::{CardId, Match, Seat, Viewer};

/// An event as somebody sees it.
pub type EventView<'m> = crate::game_kit::plain::EventView<'m, Toy>;

/// A state as somebody sees it. Fields stand in the order of the canonical bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StateView<'m> {
    /// The active player.
    pub active: Seat,
    /// The light of both rows.
    pub light: [u32; 2],
    /// What lies on both halves.
    pub players: [Piles<PileView<'m>>; 2],
}

impl Sight for Toy {
    fn printed_id<'m>(game: &'m Match<'_, Toy>, card: CardId) -> &'m str {
        &table::printed(game, card).id
    }
}

/// The state as somebody sees it.
pub fn state<'m>(game: &'m Match<'_, Toy>, viewer: Viewer) -> StateView<'m> {
    let half = |seat| Piles::of(|zone| pile(game, viewer, table::zone(zone).of(seat)));
    StateView {
        active: game.state.facts.active,
        light: Seat::BOTH.map(|seat| table::light(game, seat)),
        players: Seat::BOTH.map(half),
    }
}
