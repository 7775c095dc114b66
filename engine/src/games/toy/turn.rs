//! The turn as a table of stages [2.1, 2.2], and the texts of lanterns [3.2].

use super::rules::limits::CARDS_PER_TURN;
use super::table::{DECK, HAND, Phase, Verb, printed};
use super::{Question, Toy, ending};
use crate::kernel::{Asks, Automatic, End, Event, Match, Point, Proposal, Seat, Stage};
use crate::verdict::Cite;

/// The parts of a turn [2.1].
pub const TABLES: &[&[Stage<Toy>]] = &[&[Stage {
    name: Phase::Main,
    rule: cite!("2.1"),
    automatic: &[Automatic {
        rule: CARDS_PER_TURN.cite,
        run: |game, rule| draw(game, game.state.facts.active, CARDS_PER_TURN.value, rule),
    }],
    window: Some(Asks::one(Question::Main, |game| game.state.facts.active)),
}]];

/// Ends the turn and begins that of the other player. No further stage of this table follows.
pub fn stage_ends(game: &mut Match<'_, Toy>, _: Phase) -> bool {
    game.facts_mut().active = game.state.facts.active.other();
    game.begin_stage(0, 0);
    false
}

/// Lets a player draw `n` cards; who cannot draw loses [4.2].
pub fn draw(game: &mut Match<'_, Toy>, seat: Seat, n: u32, rule: Cite) {
    for _ in 0..n {
        let Some(&top) = game.state.table.list(DECK.of(seat)).first() else {
            return ending::deck_out(game, seat);
        };
        game.propose(Proposal::moved(Verb::Draw, seat, top, HAND.spot(seat), End::Bottom, rule));
    }
}

/// Lets the text of a lantern wait when the lantern is lit.
pub fn on_event(game: &mut Match<'_, Toy>, event: &Event<Toy>) {
    let lit = event.became.filter(|_| event.point == Point::Done && event.proposal.verb == Verb::Light);
    if let Some(lit) = lit.filter(|lit| printed(game, lit.card).draws > 0) {
        game.wait(event.proposal.seat, lit.card);
    }
}
