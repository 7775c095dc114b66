//! What a player brings [1.2, 1.3].

use super::printed::Pool;
use super::reason::Reason;
use super::rules::limits::{COPIES, DECK_SIZE};
use super::setup::Options;
use crate::game_kit::deck::{copies, size_fault};
pub use crate::game_kit::plain::Deck;
use crate::verdict::Refusal;

impl Deck {
    /// Every fault of the deck; none: a game can be played with it.
    pub fn faults(&self, pool: &Pool, _: &Options) -> Vec<Refusal<Reason>> {
        let copies = copies(&self.cards, |line| pool.find(&line.card)).into_iter();
        let too_many =
            copies.filter(|(_, count, _)| *count > COPIES.value.into()).map(|(place, count, line)| {
                let reason = Reason::TooManyCopies { card: pool.card(place).id.clone(), count };
                Refusal::new(reason, COPIES.cite).of(format!("/cards/{line}/n"))
            });
        size_fault(&self.cards, DECK_SIZE.value.into(), DECK_SIZE.cite).into_iter().chain(too_many).collect()
    }
}
