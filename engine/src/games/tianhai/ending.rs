//! How a game ends: 战斗胜利.1–战斗胜利.3, 一个例子.6; ruling-39 to ruling-44.

use super::facts::{BareField, Facts};
use super::reason::Reason;
use super::rules::limits::ANNIHILATED_TO_WIN;
use super::table::{self, Detail, Game, OUT, OwnDetail, Verb};
use super::{Question, Tianhai};
use crate::game_kit::action::draw::Draws;
use crate::game_kit::action::{ActionKind, When};
use crate::game_kit::fields::{fields, words};
use crate::kernel::{Proposal, Row, Seat, ensure, test};
use crate::verdict::Cite;

type Time = crate::game_kit::action::Time<Tianhai>;

words! {
    /// Ways to end.
    Ending {
        /// All units of the opponent are annihilated [战斗胜利.1].
        Annihilation = "annihilation",
        /// The opponent has no unit on the battlefield [ruling-40].
        EmptyBattlefield = "empty_battlefield",
        /// Both are beaten at once [ruling-41].
        BothBeaten = "both_beaten",
        /// A player gave up [战斗胜利.2].
        Concession = "concession",
        /// Both agreed on a draw [战斗胜利.3].
        AgreedDraw = "agreed_draw",
        /// The last round is over [ruling-44].
        RoundLimit = "round_limit",
    }
}

/// Fixes the result, unless one is fixed already.
fn decide(game: &mut Game<'_>, winner: Option<Seat>, reason: Ending, cites: &[Cite]) {
    if game.state.outcome.is_some() {
        return;
    }
    game.end(winner, reason, cites);
    if let (Some(_), Some(rule)) = (&game.state.outcome, cites.first()) {
        let seat = winner.unwrap_or(game.state.facts.active);
        let detail = Detail::of(OwnDetail { winner, reason: Some(reason), ..OwnDetail::default() });
        game.propose(Proposal::told(Verb::Decided, seat, *rule).with(detail));
        if game.state.facts.offer.is_some() {
            game.facts_mut().offer = None;
        }
    }
}

/// Fixes a result if the printed condition is met, or else that of an empty battlefield [战斗胜利.1, ruling-40,
/// ruling-41]. The turn is still played to its end [ruling-39].
pub fn check(game: &mut Game<'_>) {
    if game.state.facts.round == 0 || game.state.outcome.is_some() {
        return;
    }
    let annihilated = |seat: &Seat| table::count(game, OUT, *seat) >= ANNIHILATED_TO_WIN.value as usize;
    let loses = game.state.facts.agreed.bare_field == BareField::Loss;
    let bare = |seat: &Seat| loses && table::units(game, *seat).is_empty();
    let by_annihilation: Vec<Seat> = Seat::BOTH.into_iter().filter(annihilated).collect();
    let by_bare: Vec<Seat> = Seat::BOTH.into_iter().filter(bare).collect();
    for (beaten, ending, rule) in [
        (by_annihilation, Ending::Annihilation, ANNIHILATED_TO_WIN.cite),
        (by_bare, Ending::EmptyBattlefield, cite!("ruling-40")),
    ] {
        match beaten.as_slice() {
            [] => {}
            [seat] => decide(game, Some(seat.other()), ending, &[rule]),
            _ => decide(game, None, Ending::BothBeaten, &[cite!("ruling-41"), rule]),
        }
    }
}

/// Ends the game in a draw after the last round, if the players agreed on one [ruling-44].
pub fn round_is_over(game: &mut Game<'_>) {
    let facts = &game.state.facts;
    if facts.agreed.max_rounds.is_some_and(|last| facts.round >= last) {
        decide(game, None, Ending::RoundLimit, &[cite!("ruling-44"), cite!("战斗胜利.3")]);
    }
}

/// Fixes the result and ends the game at once.
fn stop(game: &mut Game<'_>, winner: Option<Seat>, ending: Ending, cites: &[Cite]) {
    decide(game, winner, ending, cites);
    if game.state.outcome.is_some() {
        game.state.asked.clear();
        game.state.agenda.clear();
        game.state.waiting.clear();
    }
}

/// The game is given up [战斗胜利.2, ruling-42].
#[fields]
pub struct Concede {}

impl ActionKind<Tianhai> for Concede {
    const WHEN: When = When::Standing;
    const CONDITIONS: &'static [Row<Tianhai, Self>] =
        &[test(0, 0, Tianhai::FIXED, |game, _, _| ensure(game.state.outcome.is_none(), Reason::GameOver))];
    const TIME: Time = |_, _| &[cite!("战斗胜利.2"), cite!("ruling-42")];

    fn perform(&self, game: &mut Game<'_>, seat: Seat, _: Option<&Question>) {
        stop(game, Some(seat.other()), Ending::Concession, &[cite!("战斗胜利.2"), cite!("ruling-42")]);
    }
}

/// An offer of a draw ends with an answer, with an action of the other player, and with the turn [战斗胜利.3,
/// ruling-43].
impl Draws for Tianhai {
    const DRAW: &'static [Cite] = &[cite!("战斗胜利.3"), cite!("ruling-43")];
    const OPEN: &'static [Cite] = &[cite!("ruling-43")];
    const FIXED: &'static [Cite] = &[cite!("ruling-39")];
    const VERBS: [Verb; 3] = [Verb::DrawOffered, Verb::DrawDeclined, Verb::DrawLapsed];

    fn offer(facts: &Facts) -> Option<Seat> {
        facts.offer
    }

    fn offer_mut(facts: &mut Facts) -> &mut Option<Seat> {
        &mut facts.offer
    }

    fn agree(game: &mut Game<'_>) {
        stop(game, None, Ending::AgreedDraw, Self::DRAW);
    }

    fn offer_open() -> Reason {
        Reason::OfferOpen
    }

    fn no_offer() -> Reason {
        Reason::NoOffer
    }
}
