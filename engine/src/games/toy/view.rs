//! Views: who sees what [5.1–5.3].

use super::Toy;
pub use super::table::sees;
use super::table::{Piles, printed};
pub use crate::game_kit::plain::events;
use crate::game_kit::registered::Registered;
use crate::game_kit::view::{PileView, Reader, Sight, pile};
use crate::kernel::{CardId, Match, Seat, Viewer};

/// An event as a viewer sees it.
pub type EventView<'m> = crate::game_kit::plain::EventView<'m, Toy>;
/// A state as a viewer sees it.
pub type StateView<'m> = crate::game_kit::plain::StateView<Piles<PileView<'m>>>;

impl Sight for Toy {
    type Does = ();

    fn does(_: &Match<'_, Toy>, _: Viewer, (): &()) -> Option<()> {
        None
    }

    fn printed_id<'m>(game: &'m Match<'_, Toy>, card: CardId) -> &'m str {
        &printed(game, card).id
    }

    fn name<'m>(game: &'m Match<'_, Toy>, card: CardId, language: usize) -> Option<&'m str> {
        Toy::card_name(game.pool, game.definition(card), language)
    }
}

/// The state, as the reader sees it.
pub fn state<'m>(game: &'m Match<'_, Toy>, reader: Reader) -> StateView<'m> {
    let half = |seat| Piles::of(|lies| pile(game, reader, lies.place().of(seat)));
    StateView { active: game.state.facts.active, players: Seat::BOTH.map(half) }
}
