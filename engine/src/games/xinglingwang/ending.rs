//! The end phase, and how a game ends.
//!
//! 十四.1–十四.5 and 十四.※; 三.1, 三.2, 三.※; 十二.1; 十五.衰退.1; 十五.獎勵.3; ruling-51, ruling-56,
//! ruling-65 to ruling-69, ruling-73, ruling-74.

use super::action::EarlyEnd;
use super::reason::Reason;
use super::table::{self, Means, State, Verb, Zone};
use super::zone::{self, By, put, silent};
use super::{Question, Xinglingwang, prohibition, stat};
use crate::game_kit::action::ActionKind;
use crate::game_kit::action::answers::each_once;
use crate::game_kit::action::legal::{Slots, each, whole};
use crate::game_kit::fields::{fields, words};
use crate::kernel::shape::Domain;
use crate::kernel::{CardId, End, Match, Object, Proposal, Row, Seat, ensure, refuse_if, test};
use crate::verdict::Cite;

type Game<'p> = Match<'p, Xinglingwang>;
type Time = crate::game_kit::action::Time<Xinglingwang>;

/// The most cards in hand after the end phase [十四.2].
pub(crate) const HAND_LIMIT: usize = super::rules::limits::HAND_LIMIT.value as usize;
/// The score that an early end needs [十四.4(1)].
pub(crate) const EARLY_END_SCORE: i64 = super::rules::limits::EARLY_END_SCORE.value as i64;
/// By how many units a player has to exceed the enemy for an early end [十四.4(2)].
pub(crate) const EARLY_END_UNITS: i64 = super::rules::limits::EARLY_END_UNITS.value as i64;
/// Star cards [四.4, ruling-2].
pub(crate) const STARS: u8 = super::rules::limits::STARS.value as u8;

words! {
    /// Ways to end.
    Ending {
        /// The countdown came to star card number one [三.1, 十四.5].
        Countdown = "countdown",
        /// An early end was declared and its condition still holds [三.2, 十二.1].
        EarlyEnd = "early_end",
        /// The same state came again without a decision [ruling-73].
        EndlessLoop = "endless_loop",
        /// A player gave up [ruling-74].
        Concession = "concession",
    }
}

/// Ends the game by the totals: the higher one wins, the second player in a tie [三.※].
fn score(game: &mut Game<'_>, ending: Ending, cites: &[Cite]) {
    let first = game.state.facts.first;
    let (one, two) = (stat::total(game, first), stat::total(game, first.other()));
    let winner = if one > two { first } else { first.other() };
    game.end(Some(winner), ending, cites);
}

/// 衰退 rests an upright unit and destroys a rested one [十五.衰退.1, ruling-51].
pub(crate) fn decay(game: &mut Game<'_>, seat: Seat, unit: Object) {
    if !table::stands(game, unit) || !stat::has_keyword(game, unit.card, super::words::KeywordName::Decay) {
        return;
    }
    let by = By { means: Means::Decay, ..By::rule(seat, cite!("十五.衰退.1")) };
    match table::mark(game, unit.card).state {
        State::Upright => drop(zone::turn(game, unit.card, State::Rested, by)),
        State::Rested => drop(zone::destroy(game, unit.card, by)),
        State::Attacking => {}
    }
}

fn excess(game: &Game<'_>, seat: Seat) -> usize {
    game.state.table.list(table::HAND.of(seat)).len().saturating_sub(HAND_LIMIT)
}

/// Asks the current player for the cards beyond the hand limit, if there are any [二.5(2), 十四.2].
pub(crate) fn hand_limit(game: &mut Game<'_>) {
    let seat = game.state.facts.active;
    if excess(game, seat) > 0 {
        game.ask(seat, Question::HandLimit);
    }
}

/// Hand cards beyond the limit are exiled [十四.2].
#[fields]
pub struct ExileExcess {
    /// The cards.
    pub cards: Vec<CardId>,
}

impl ActionKind<Xinglingwang> for ExileExcess {
    const CONDITIONS: &'static [Row<Xinglingwang, Self>] = &[
        test(Self::CARDS, Self::CARDS, &[cite!("十四.2")], |_, _, action| each_once(&action.cards)),
        test(Self::CARDS, Self::CARDS, &[cite!("十四.2")], |game, seat, action| {
            let other = action.cards.iter().find(|card| !table::lies_in(game, **card, table::HAND, seat));
            other.map_or(Ok(()), |card| Err(Reason::NotInHand { card: *card }))
        }),
        test(Self::CARDS, Self::CARDS, &[cite!("十四.2")], |game, seat, action| {
            let (needs, named) = (excess(game, seat), action.cards.len());
            ensure(named == needs, Reason::WrongCount { least: needs, most: needs, named })
        }),
    ];
    const SLOTS: Slots<Xinglingwang, Self> = &[&[whole("cards", Self::CARDS, |game, seat, _| {
        let (from, n) = (game.state.table.list(table::HAND.of(seat)).to_vec(), excess(game, seat));
        Some(Domain::Subset { from, max: n, min: n })
    })]];
    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::HandLimit);
    const TIME: Time = |_, _| &[cite!("十四.2")];

    /// Exiles the surplus; the proposals are silent because those cards activate nothing [十四.2].
    fn perform(&self, game: &mut Game<'_>, seat: Seat, _: Option<&Question>) {
        let mut cards = self.cards.clone();
        cards.sort_unstable();
        for card in cards {
            let by = By::rule(seat, cite!("十四.2"));
            let mut exiled = put(game, Verb::Exile, card, table::EXILE, End::Bottom, by);
            exiled.detail.own.into = Some(Zone::Exile);
            game.propose(silent(exiled));
        }
    }
}

/// Begins the countdown when the current player's deck is empty, or turns over its next star card [二.5(3),
/// 十四.3, ruling-65, ruling-66].
pub(crate) fn countdown(game: &mut Game<'_>, rule: Cite) {
    let seat = game.state.facts.active;
    if game.state.facts.countdown {
        let number = game.state.facts.stars;
        if number > 0 {
            game.facts_mut().stars = number - 1;
            let mut proposal: Proposal<Xinglingwang> = Proposal::told(Verb::StarTurned, seat, rule);
            proposal.detail.amount = i64::from(number);
            game.propose(proposal);
        }
    } else if game.state.table.list(table::DECK.of(seat)).is_empty() {
        game.facts_mut().countdown = true;
        game.propose(Proposal::told(Verb::CountdownStarts, seat, cite!("三.1")));
    }
}

/// Whether this is the last turn of the countdown [十三.1].
pub(crate) const fn is_last_turn(facts: &super::Facts) -> bool {
    facts.countdown && facts.stars == 1
}

/// 宣告提早結束 [十四.4].
#[fields]
pub struct DeclareEarlyEnd {
    /// By which condition.
    pub condition: EarlyEnd,
}

impl ActionKind<Xinglingwang> for DeclareEarlyEnd {
    const CONDITIONS: &'static [Row<Xinglingwang, Self>] = &[
        test(0, 0, &[cite!("十四.4")], |game, _, _| {
            refuse_if(game.state.facts.countdown, Reason::CountdownRuns)
        }),
        test(
            Self::CONDITION,
            Self::CONDITION,
            &[cite!("十四.4(1)"), cite!("三.2")],
            |game, seat, action| {
                let score = stat::total(game, seat);
                refuse_if(
                    action.condition == EarlyEnd::Score && !is_fulfilled(game, seat, EarlyEnd::Score),
                    Reason::ScoreTooLow { score, needs: EARLY_END_SCORE },
                )
            },
        ),
        test(
            Self::CONDITION,
            Self::CONDITION,
            &[cite!("十四.4(2)"), cite!("三.2")],
            |game, seat, action| {
                let count = |seat: Seat| game.state.table.list(table::FIELD.of(seat)).len() as i64;
                refuse_if(
                    action.condition == EarlyEnd::Units && !is_fulfilled(game, seat, EarlyEnd::Units),
                    Reason::TooFewUnits { own: count(seat), enemy: count(seat.other()) },
                )
            },
        ),
        test(0, 0, &[cite!("六.7")], |game, seat, _| {
            refuse_if(prohibition::early_end(game, seat), Reason::ForbiddenByEffect { card: None })
        }),
    ];
    const SLOTS: Slots<Xinglingwang, Self> =
        &[&[each("condition", Self::CONDITION, |_, _, _| EarlyEnd::values())]];
    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::EarlyEnd);
    const TIME: Time = |_, _| &[cite!("十四.4")];

    /// Notes the declaration, which 十二.1 tests again in the player's next turn [十四.4, ruling-67].
    fn perform(&self, game: &mut Game<'_>, seat: Seat, _: Option<&Question>) {
        game.pass();
        *game.facts_mut().early_end.get_mut(seat) = Some(self.condition);
        let mut proposal: Proposal<Xinglingwang> =
            Proposal::told(Verb::DeclareEarlyEnd, seat, cite!("十四.4"));
        proposal.detail.amount = if self.condition == EarlyEnd::Score { 1 } else { 2 };
        game.propose(proposal);
    }
}

/// Whether a player meets a condition of an early end [十四.4(1), 十四.4(2)].
fn is_fulfilled(game: &Game<'_>, seat: Seat, condition: EarlyEnd) -> bool {
    let count = |seat: Seat| game.state.table.list(table::FIELD.of(seat)).len() as i64;
    match condition {
        EarlyEnd::Score => stat::total(game, seat) >= EARLY_END_SCORE,
        EarlyEnd::Units => count(seat) >= count(seat.other()) + EARLY_END_UNITS,
    }
}

/// Tests the early end that the current player declared in the last own turn: the game ends, or the
/// declaration is void [十二.1, 三.2, ruling-67].
pub(crate) fn check_declared(game: &mut Game<'_>, rule: Cite) {
    let seat = game.state.facts.active;
    let Some(condition) = game.facts_mut().early_end.get_mut(seat).take() else { return };
    if is_fulfilled(game, seat, condition) {
        score(game, Ending::EarlyEnd, &[rule, cite!("三.2"), cite!("三.※")]);
    } else {
        game.propose(Proposal::told(Verb::EarlyEndVoid, seat, rule));
    }
}

/// Ends the game with the turn in which star card number one was turned over [二.5(5), 十四.5].
pub(crate) fn turn_end(game: &mut Game<'_>, rule: Cite) {
    if game.state.facts.countdown && game.state.facts.stars == 0 {
        score(game, Ending::Countdown, &[rule, cite!("三.1"), cite!("三.※")]);
    }
}

/// Ends a game that compulsory parts alone repeat without end: the totals decide at once [ruling-73].
pub(crate) fn endless(game: &mut Game<'_>) {
    score(game, Ending::EndlessLoop, &[cite!("ruling-73"), cite!("三.※")]);
}
