//! Setting the game up [1.4, 1.5].

use super::rules::limits::STARTING_HAND;
use super::table::{DECK, Verb, Zone};
use super::{Step, Toy, deck::Deck, printed::Pool, turn};
pub use crate::game_kit::plain::Nothing as Options;
use crate::game_kit::{deck::lay, zone::open_zones};
use crate::kernel::{Frame, Match, Seat, State};

/// The state of two legal decks before anything happens.
pub fn table(pool: &Pool, decks: &[Deck; 2], _: &Options) -> State<Toy> {
    let mut state = State::default();
    open_zones(&mut state, Zone::ALL);
    for (seat, deck) in Seat::BOTH.into_iter().zip(decks) {
        lay(&mut state, pool, seat, DECK.of(seat), &deck.cards);
    }
    state.agenda.push(Frame::Step(Step::SetUp));
    state
}

/// Shuffles the decks, draws the hands, and lets seat 0 begin.
pub fn run(game: &mut Match<'_, Toy>) {
    for seat in Seat::BOTH {
        game.shuffle(Verb::Shuffle, DECK.of(seat), seat, cite!("1.4"));
        turn::draw(game, seat, STARTING_HAND.value, STARTING_HAND.cite);
    }
    game.begin_stage(0, 0);
}
