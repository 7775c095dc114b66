//! Probe: a destruction with moments before, at and after.
//!
//! Triggers run at once, inside the running processing, and what one of them brings up is finished
//! before the next. In the middle the other seat answers from its hand, even with a destruction of
//! its own. A destruction can be replaced, and what replaces it can be prohibited; what has gone in
//! the meantime does not go again; several leave together, each at its own time. It cannot be a cost.
//! Every event carries its rule.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use crate::probe::*;
use rules_judge_engine::kernel::*;
use rules_judge_engine::verdict::{Cite, Refusal};

rules! {
    NOT_NOW "1.1" IN_FEN "1.2" IN_GRIP "1.3" CRUSHED "2.1" TEXT "2.2" ANSWER "2.3" FIRM "3.1" FLOATS "3.2"
    ROOTED "3.3" BALM "3.4"
}

words! {
    #[derive(Default)]
    struct Sedge;
    enum Zone { Fen, Grip, Silt }
    /// Reeds in the fen: a warden warns before another is crushed, a weeper wails while it is crushed,
    /// a witness marks what was crushed, a rock is not crushed, a floater returns to the grip instead,
    /// a rooted floater cannot return. Answers in the grip, while an own reed is crushed: a thorn
    /// crushes the first reed of the other seat, a burr the same reed, a balm saves it; a pyre costs the
    /// first own reed.
    enum Kind { Reed, Warden, Weeper, Witness, Rock, Floater, Rooted, Thorn, Burr, Balm, Pyre }
    enum Verb { Crush, Recall, Warn, Wail, Mark, Use }
    enum Step { Text(Verb, Seat), Ask(Seat, CardId), Crush(Seat, CardId) }
    enum Question { Turn, Answer(CardId) }
    enum Trigger { Text(Verb), Ask(CardId) }
}

data! {
    enum Action { Crush(Vec<CardId>), Use(CardId), Pass }
    #[derive(Default)]
    struct Facts { left_when_told: Vec<usize> }
}

const KINDS: [Kind; 11] = {
    use Kind::{Balm, Burr, Floater, Pyre, Reed, Rock, Rooted, Thorn, Warden, Weeper, Witness};
    [Reed, Warden, Weeper, Witness, Rock, Floater, Rooted, Thorn, Burr, Balm, Pyre]
};

type Play<'p> = Match<'p, Sedge>;

const fn place(zone: Zone, seat: Seat) -> PlaceId {
    PlaceId(zone as u16 * 2 + seat.number() as u16)
}

fn kind(game: &Play<'_>, card: CardId) -> Kind {
    KINDS[usize::from(game.state.table.card(card).unwrap().definition)]
}

fn list(game: &Play<'_>, zone: Zone, seat: Seat) -> Vec<CardId> {
    game.state.table.list(place(zone, seat)).to_vec()
}

fn put(game: &Play<'_>, verb: Verb, seat: Seat, card: CardId, zone: Zone, rule: Cite) -> Proposal<Sedge> {
    let spot = Spot::Place(place(zone, owner(game, card)), Cell::NONE);
    Proposal::moved(verb, seat, card, spot, End::Bottom, rule)
}

fn crush(game: &Play<'_>, seat: Seat, card: CardId) -> Proposal<Sedge> {
    put(game, Verb::Crush, seat, card, Zone::Silt, CRUSHED)
}

const CRUSH: &[Row<Sedge, Vec<CardId>>] = &[test(1, 1, &[IN_FEN], |game, _, cards| {
    let in_fen = |&card: &CardId| list(game, Zone::Fen, owner(game, card)).contains(&card);
    cards.iter().all(in_fen).then_some(()).ok_or("not in the fen".into())
})];

const USE: &[Row<Sedge, CardId>] = &[
    test(1, 1, &[IN_GRIP, ANSWER], |game, seat, card| {
        list(game, Zone::Grip, seat).contains(card).then_some(()).ok_or("not in the grip".into())
    }),
    test(1, 1, &[ANSWER], |game, _, &card| {
        let answers = matches!(kind(game, card), Kind::Thorn | Kind::Burr | Kind::Balm | Kind::Pyre);
        answers.then_some(()).ok_or("no answer".into())
    }),
    act(1, &[], |game, seat, &card| {
        if kind(game, card) == Kind::Pyre {
            game.propose(crush(game, seat, list(game, Zone::Fen, seat)[0]));
        }
        game.propose(put(game, Verb::Use, seat, card, Zone::Silt, ANSWER));
    }),
];

fn answer(game: &mut Play<'_>, seat: Seat, card: CardId, about: CardId) {
    match kind(game, card) {
        Kind::Balm => assert!(game.save(game.state.table.object(about), BALM)),
        Kind::Burr => game.push(Step::Crush(seat, about)),
        _ => game.push(Step::Crush(seat, list(game, Zone::Fen, seat.other())[0])),
    }
}

impl Game for Sedge {
    const POLICY: Policy = Policy::new(Checks::AfterEachChange, Triggers::AtOnce, true);
    without! { Note Pool Role Piece Mark Detail Influence Scope Until Stage Ending ListenMask Derived }
    own! { Zone Verb Step Question Action Trigger Facts }
    type Reason = String;

    fn cannot_happen() -> String {
        "cannot happen".into()
    }

    fn run(game: &mut Play<'_>, step: Step) {
        match step {
            Step::Text(verb, seat) => drop(game.propose(Proposal::told(verb, seat, TEXT))),
            Step::Ask(seat, about) => game.open_window(Window::one(Question::Answer(about), seat)),
            Step::Crush(seat, card) => drop(game.propose(crush(game, seat, card))),
        }
    }

    fn check(draft: &mut Draft<'_, '_, Self>, seat: Seat, action: &Action) {
        let question = draft.game.asked(seat).map(|asked| asked.question);
        match (action, question) {
            (Action::Crush(cards), Some(Question::Turn)) => draft.rows(CRUSH, &["/cards"], seat, cards),
            (Action::Use(card), Some(Question::Answer(_))) => draft.rows(USE, &["/card"], seat, card),
            (Action::Pass, Some(_)) => {}
            _ => draft.refuse(Refusal::new("not asked that".into(), NOT_NOW)),
        }
    }

    fn perform(game: &mut Play<'_>, seat: Seat, action: &Action) {
        let asked = std::mem::take(&mut game.state.asked);
        match (action, asked[0].question) {
            (Action::Crush(cards), _) => match cards[..] {
                [card] => drop(game.propose(crush(game, seat, card))),
                _ => game.propose_together(cards.iter().map(|&card| crush(game, seat, card)).collect()),
            },
            (Action::Use(card), Question::Answer(about)) => {
                game.pass();
                answer(game, seat, *card, about);
            }
            _ => game.pass(),
        }
    }

    fn active(_: &Play<'_>) -> Seat {
        Seat::Zero
    }

    fn prohibited(game: &Play<'_>, proposal: &Proposal<Self>) -> Option<Cite> {
        match (proposal.verb, kind(game, proposal.card()?)) {
            (Verb::Crush, Kind::Rock) => Some(FIRM),
            (Verb::Recall, Kind::Rooted) => Some(ROOTED),
            _ => None,
        }
    }

    fn replacements(game: &mut Play<'_>, proposal: &Proposal<Self>) -> Vec<Replacement<Self>> {
        let Some(card) = proposal.card() else { return Vec::new() };
        let floats = matches!(kind(game, card), Kind::Floater | Kind::Rooted) && proposal.verb == Verb::Crush;
        let instead = vec![put(game, Verb::Recall, proposal.seat, card, Zone::Grip, FLOATS)];
        let by = ReplacingText { object: game.state.table.object(card), number: 0 };
        let instead = Instead::Proposals(instead);
        let replacement = Replacement { instead, by, optional: false, rule: FLOATS };
        floats.then_some(replacement).into_iter().collect()
    }

    fn has_moments(_: &Play<'_>, proposal: &Proposal<Self>) -> bool {
        proposal.verb == Verb::Crush
    }

    fn on_event(game: &mut Play<'_>, event: &Event<Self>) {
        let (Verb::Crush, Some(about)) = (event.proposal.verb, event.proposal.card()) else { return };
        let other = owner(game, about);
        if event.point == Point::At
            && other != event.proposal.seat
            && !list(game, Zone::Grip, other).is_empty()
        {
            game.wait(other, Trigger::Ask(about));
        }
        let fen = Seat::BOTH.map(|seat| list(game, Zone::Fen, seat)).concat();
        if event.point == Point::Done {
            game.state.facts.left_when_told.push(fen.len());
        }
        for me in fen {
            let verb = match (event.point, kind(game, me)) {
                (Point::Before, Kind::Warden) if me != about => Verb::Warn,
                (Point::At, Kind::Weeper) if me == about => Verb::Wail,
                (Point::Done, Kind::Witness) => Verb::Mark,
                _ => continue,
            };
            game.wait(owner(game, me), Trigger::Text(verb));
        }
    }

    fn trigger_step(waiting: Waiting<Self>) -> Step {
        match waiting.trigger {
            Trigger::Text(verb) => Step::Text(verb, waiting.seat),
            Trigger::Ask(about) => Step::Ask(waiting.seat, about),
        }
    }

    fn trigger_question() -> Question {
        Question::Turn
    }
}

/// The fens of both seats, then the grip of seat 1; cards count in this order.
fn table(fens: [&[Kind]; 2], grip: &[Kind]) -> Play<'static> {
    let mut state = places(&[Zone::Fen, Zone::Grip, Zone::Silt]);
    let sets =
        [(fens[0], Zone::Fen, Seat::Zero), (fens[1], Zone::Fen, Seat::One), (grip, Zone::Grip, Seat::One)];
    for (kinds, zone, seat) in sets {
        for kind in kinds {
            let definition = KINDS.iter().position(|other| other == kind).unwrap() as u16;
            state.table.set_card(definition, seat, place(zone, seat), Cell::NONE, ());
        }
    }
    state.agenda.push(Frame::Window(Window::one(Question::Turn, Seat::Zero)));
    start(state)
}

fn crush_cards(game: &mut Play<'_>, cards: &[u16]) {
    play(game, Seat::Zero, Action::Crush(cards.iter().copied().map(CardId).collect()));
}

use Point::{At, Before, Done, Withdrawn};
use Verb::{Crush, Mark, Recall, Use, Wail, Warn};

#[test]
fn moments_come_before_at_and_after() {
    let mut game = table([&[Kind::Witness], &[Kind::Weeper, Kind::Warden]], &[]);
    crush_cards(&mut game, &[1]);
    let expected = [(Before, Crush), (Done, Warn), (At, Crush), (Done, Wail), (Done, Crush), (Done, Mark)];
    assert_eq!(told(&mut game), expected);
    assert_eq!(asked(&game), Some((Seat::Zero, Question::Turn)));
}

#[test]
fn an_answer_in_the_middle_is_finished_first() {
    let mut game = table([&[Kind::Weeper, Kind::Witness], &[Kind::Weeper]], &[Kind::Thorn, Kind::Reed]);
    crush_cards(&mut game, &[2]);
    assert_eq!(asked(&game), Some((Seat::One, Question::Answer(CardId(2)))));
    assert!(game.departing(game.state.table.object(CardId(2))).is_some(), "it is still in place");
    let reasons = refused(&mut game, Seat::One, Action::Use(CardId(4)));
    assert_eq!(reasons, [("no answer".to_owned(), ANSWER, "/card".to_owned())]);
    assert_eq!(refused(&mut game, Seat::One, Action::Use(CardId(0)))[0].1, IN_GRIP);
    assert_eq!(refused(&mut game, Seat::Zero, Action::Pass)[0].1, NOT_NOW);
    withdrawn(&mut game, Seat::One, Action::Use(CardId(3)));
    told(&mut game);
    play(&mut game, Seat::One, Action::Use(CardId(3)));
    // The inner destruction with its own moments, then the older wail, then the outer destruction.
    let inner = [(Done, Use), (Before, Crush), (At, Crush), (Done, Wail), (Done, Crush), (Done, Mark)];
    let outer = [(Done, Wail), (Done, Crush), (Done, Mark)];
    assert_eq!(told(&mut game), [&inner[..], &outer[..]].concat());
}

#[test]
fn what_has_gone_does_not_go_again() {
    let mut game = table([&[Kind::Reed], &[Kind::Reed]], &[Kind::Burr]);
    crush_cards(&mut game, &[1]);
    told(&mut game);
    play(&mut game, Seat::One, Action::Use(CardId(2)));
    assert_eq!(
        told(&mut game),
        [(Done, Use), (Before, Crush), (At, Crush), (Done, Crush), (Withdrawn, Crush)]
    );
    assert_eq!(game.state.table.object(CardId(1)).incarnation, 1);
}

#[test]
fn a_saved_reed_stays() {
    let mut game = table([&[Kind::Reed], &[Kind::Reed]], &[Kind::Balm]);
    crush_cards(&mut game, &[1]);
    play(&mut game, Seat::One, Action::Use(CardId(2)));
    assert_eq!(cited(&mut game).last(), Some(&(Withdrawn, Crush, BALM)));
    assert_eq!(list(&game, Zone::Fen, Seat::One), [CardId(1)]);
}

#[test]
fn replacements_and_prohibitions_carry_their_rule() {
    for (kind, expected, stays) in [
        (Kind::Rock, vec![(Withdrawn, Crush, FIRM)], true),
        (Kind::Floater, vec![(Withdrawn, Crush, FLOATS), (Done, Recall, FLOATS)], false),
        (Kind::Rooted, vec![(Withdrawn, Crush, FLOATS), (Withdrawn, Recall, ROOTED)], true),
    ] {
        let mut game = table([&[], &[kind]], &[]);
        crush_cards(&mut game, &[0]);
        assert_eq!(cited(&mut game), expected);
        assert_eq!(list(&game, Zone::Fen, Seat::One).is_empty(), !stays);
    }
}

#[test]
fn several_leave_together() {
    let mut game = table([&[Kind::Reed], &[Kind::Witness, Kind::Floater, Kind::Reed]], &[]);
    crush_cards(&mut game, &[0, 1, 2, 3]);
    for about in [1, 3] {
        assert_eq!(asked(&game), Some((Seat::One, Question::Answer(CardId(about)))));
        play(&mut game, Seat::One, Action::Pass);
    }
    // No listener is left when the first departure is announced: the witness went with the others.
    assert_eq!(game.state.facts.left_when_told, [0, 0, 0]);
    assert_eq!(done(&mut game), [Recall, Crush, Crush, Crush]);
    assert_eq!(list(&game, Zone::Grip, Seat::One), [CardId(2)]);
    // Each has its own time, in the order in which they left.
    let times = [2, 0, 1, 3].map(|card| game.state.table.since(CardId(card)));
    assert!(times.is_sorted_by(|one, next| one < next), "{times:?}");
}

#[test]
fn a_cost_that_others_may_answer_is_refused() {
    let mut game = table([&[], &[Kind::Reed]], &[Kind::Pyre, Kind::Thorn]);
    crush_cards(&mut game, &[0]);
    let reasons = refused(&mut game, Seat::One, Action::Use(CardId(1)));
    assert_eq!(reasons, [("cannot happen".to_owned(), CRUSHED, String::new())]);
}
