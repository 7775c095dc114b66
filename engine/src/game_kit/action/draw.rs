//! Draws by agreement: one player offers, the other accepts or declines.

use super::{ActionKind, Kit, Time, When};
use crate::game_kit::fields::fields;
use crate::game_kit::reason::Asking;
use crate::kernel::{Match, Proposal, Row, Seat, ensure, test};
use crate::verdict::Cite;

/// Games that can be drawn by agreement.
pub trait Draws: Kit {
    /// The rules of offers and answers; the first one is that of making an offer.
    const DRAW: &'static [Cite];

    /// The rule about how long an offer stays open.
    const OPEN: &'static [Cite];

    /// The rules by which there is no agreement once the result is fixed.
    const FIXED: &'static [Cite];

    /// The verbs for an offer that is made, declined, lapsed.
    const VERBS: [Self::Verb; 3];

    /// The seat whose offer is open.
    fn offer(facts: &Self::Facts) -> Option<Seat>;

    /// The seat whose offer is open, to change.
    fn offer_mut(facts: &mut Self::Facts) -> &mut Option<Seat>;

    /// Ends the game in a draw.
    fn agree(game: &mut Match<'_, Self>);

    /// The reason that an offer is open already.
    fn offer_open() -> Self::Reason;

    /// The reason that the other player has not offered.
    fn no_offer() -> Self::Reason;
}

fn is_not_fixed<G: Draws>(game: &Match<'_, G>) -> Result<(), G::Reason> {
    ensure(game.state.outcome.is_none(), G::Reason::game_over())
}

/// Passes if the other player's offer is open.
fn is_offered<G: Draws>(game: &Match<'_, G>, seat: Seat) -> Result<(), G::Reason> {
    ensure(G::offer(&game.state.facts) == Some(seat.other()), G::no_offer())
}

/// Announces what happens to an offer, by the first of these rules; `false`: it did not happen.
fn tell<G: Draws>(game: &mut Match<'_, G>, verb: G::Verb, seat: Seat, rules: &[Cite]) -> bool {
    rules.first().is_some_and(|rule| game.propose(Proposal::told(verb, seat, *rule)).is_done())
}

/// Lets the open offer of a player lapse.
pub fn lapse<G: Draws>(game: &mut Match<'_, G>, of: Seat) {
    if G::offer(&game.state.facts) == Some(of) {
        let [.., lapsed] = G::VERBS;
        *G::offer_mut(game.facts_mut()) = None;
        tell(game, lapsed, of, G::OPEN);
    }
}

/// A draw is offered.
#[fields]
pub struct OfferDraw {}

impl<G: Draws + Kit<Action: From<OfferDraw>>> ActionKind<G> for OfferDraw {
    const WHEN: When = When::Standing;
    const CONDITIONS: &'static [Row<G, Self>] = &[
        test(0, 0, G::FIXED, |game, _, _| is_not_fixed(game)),
        test(0, 0, G::OPEN, |game, _, _| ensure(G::offer(&game.state.facts).is_none(), G::offer_open())),
    ];
    const TIME: Time<G> = |_, _| G::DRAW;

    fn perform(&self, game: &mut Match<'_, G>, seat: Seat, _: Option<&G::Question>) {
        let [offered, ..] = G::VERBS;
        if tell(game, offered, seat, G::DRAW) {
            *G::offer_mut(game.facts_mut()) = Some(seat);
        }
    }
}

/// An offered draw is accepted.
#[fields]
pub struct AcceptDraw {}

impl<G: Draws + Kit<Action: From<AcceptDraw>>> ActionKind<G> for AcceptDraw {
    const WHEN: When = When::Standing;
    const CONDITIONS: &'static [Row<G, Self>] = &[
        test(0, 0, G::FIXED, |game, _, _| is_not_fixed(game)),
        test(0, 0, G::DRAW, |game, seat, _| is_offered(game, seat)),
    ];
    const TIME: Time<G> = |_, _| G::DRAW;

    fn perform(&self, game: &mut Match<'_, G>, _: Seat, _: Option<&G::Question>) {
        G::agree(game);
    }
}

/// An offered draw is declined.
#[fields]
pub struct DeclineDraw {}

impl<G: Draws + Kit<Action: From<DeclineDraw>>> ActionKind<G> for DeclineDraw {
    const WHEN: When = When::Standing;
    const CONDITIONS: &'static [Row<G, Self>] = &[
        test(0, 0, G::FIXED, |game, _, _| is_not_fixed(game)),
        test(0, 0, G::DRAW, |game, seat, _| is_offered(game, seat)),
    ];
    const TIME: Time<G> = |_, _| G::DRAW;

    fn perform(&self, game: &mut Match<'_, G>, seat: Seat, _: Option<&G::Question>) {
        let [_, declined, _] = G::VERBS;
        *G::offer_mut(game.facts_mut()) = None;
        tell(game, declined, seat, G::OPEN);
    }
}
