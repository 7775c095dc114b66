//! Probe: sealed answers, and places made at run time.
//!
//! Both seats answer in either order; the first answer is kept, but nothing of it shows before the
//! last is in, and both are performed in seat order. Each offer lies in a place of its own that is
//! opened, gets a number written on it, and is closed while the game runs. Giving up is no answer, so
//! it is never sealed.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use crate::probe::*;
use rules_judge_engine::kernel::*;
use rules_judge_engine::verdict::{Cite, Refusal};

rules! { NOT_NOW "1.1" IN_GRIP "1.2" OPENED "2.1" OFFERED "2.2" CLOSED "2.3" YIELDED "4.2" }

words! {
    #[derive(Default)]
    struct Loam;
    enum Zone { Grip, Heap, Offer }
    enum Verb { Open, Offer, Note, Close }
    enum Step { Begin, Compare }
    enum Question { Offer, Turn }
    enum Action { Offer(CardId), Yield }
}

type Play<'p> = Match<'p, Loam>;

const fn place(zone: Zone, seat: Seat) -> PlaceId {
    PlaceId(zone as u16 * 2 + seat.number() as u16)
}

fn offers(game: &Play<'_>) -> Vec<(PlaceId, Seat, u32)> {
    let open = game.state.table.places().filter(|(_, place)| place.zone == Zone::Offer);
    open.map(|(id, place)| (id, place.seat.unwrap(), place.note)).collect()
}

fn put<'p>(game: &mut impl Acts<'p, Loam>, verb: Verb, seat: Seat, card: CardId, to: PlaceId, rule: Cite) {
    let spot = Spot::Place(to, Cell::NONE);
    game.propose(Proposal::moved(verb, seat, card, spot, End::Top, rule));
}

fn change<'p>(game: &mut impl Acts<'p, Loam>, verb: Verb, seat: Seat, change: Change<Loam>, rule: Cite) {
    game.propose(Proposal::told(verb, seat, rule).changing(change));
}

/// The note is what the offer is worth: here its definition's number.
fn offer<'p>(game: &mut impl Acts<'p, Loam>, seat: Seat, card: CardId) {
    let (to, ..) = offers(game.game()).into_iter().find(|(_, owner, _)| *owner == seat).unwrap();
    let note = u32::from(game.game().state.table.card(card).unwrap().definition);
    put(game, Verb::Offer, seat, card, to, OFFERED);
    change(game, Verb::Note, seat, Change::Note(to, note), OFFERED);
}

const OFFER: &[Row<Loam, CardId>] = &[
    test(1, 1, &[IN_GRIP], |game, seat, card| {
        let grip = game.state.table.list(place(Zone::Grip, seat));
        grip.contains(card).then_some(()).ok_or("not in the grip".into())
    }),
    act(1, &[], |game, seat, &card| offer(game, seat, card)),
];

impl Game for Loam {
    const POLICY: Policy = Policy::new(Checks::BetweenProcessings, Triggers::AfterProcessing, true);
    type Note = u32;
    without! { Pool Role Piece Mark Detail Influence Scope Until Stage Trigger Facts Ending ListenMask Derived }
    own! { Zone Verb Step Question Action }
    type Reason = String;

    fn cannot_happen() -> String {
        "cannot happen".into()
    }

    fn run(game: &mut Play<'_>, step: Step) {
        match step {
            Step::Begin => {
                game.push(Step::Compare);
                for seat in Seat::BOTH {
                    change(game, Verb::Open, seat, Change::Open(Zone::Offer, Some(seat)), OPENED);
                    game.ask_sealed(seat, Question::Offer);
                }
            }
            Step::Compare => {
                let [zero, one] = offers(game)[..] else { panic!("two offers") };
                let first = if one.2 > zero.2 { Seat::One } else { Seat::Zero };
                for (id, seat, _) in [zero, one] {
                    let card = game.state.table.list(id)[0];
                    put(game, Verb::Close, seat, card, place(Zone::Heap, seat), CLOSED);
                    change(game, Verb::Close, seat, Change::Close(id), CLOSED);
                }
                game.ask(first, Question::Turn);
            }
        }
    }

    fn check(draft: &mut Draft<'_, '_, Self>, seat: Seat, action: &Action) {
        match (action, draft.game.asked(seat).map(|asked| asked.question)) {
            (Action::Yield, _) => {}
            (Action::Offer(card), Some(Question::Offer)) => draft.rows(OFFER, &["/card"], seat, card),
            _ => draft.refuse(Refusal::new("not asked that".into(), NOT_NOW)),
        }
    }

    fn is_answer(action: &Action) -> bool {
        *action != Action::Yield
    }

    fn perform(game: &mut Play<'_>, seat: Seat, action: &Action) {
        game.state.asked.clear();
        // The table of the action has put the offer down.
        if *action == Action::Yield {
            game.end(Some(seat.other()), (), &[YIELDED]);
        }
    }

    fn active(_: &Play<'_>) -> Seat {
        Seat::Zero
    }

    fn trigger_step(_: Waiting<Self>) -> Step {
        Step::Compare
    }

    fn trigger_question() -> Question {
        Question::Turn
    }
}

fn sealed(seat: Seat) -> Asked<Loam> {
    Asked { seat, question: Question::Offer, sealed: true }
}

/// Each seat has one card in its grip: 0 and 1.
fn table() -> Play<'static> {
    let mut state = places(&[Zone::Grip, Zone::Heap]);
    for (definition, seat) in [(1, Seat::Zero), (2, Seat::One)] {
        state.table.set_card(definition, seat, place(Zone::Grip, seat), Cell::NONE, ());
    }
    state.agenda.push(Frame::Step(Step::Begin));
    start(state)
}

#[test]
fn sealed_answers_come_in_either_order() {
    let mut ends = Vec::new();
    for [first, last] in [[Seat::Zero, Seat::One], [Seat::One, Seat::Zero]] {
        let mut game = table();
        done(&mut game);
        let own = |seat: Seat| Action::Offer(CardId(u16::from(seat.number())));
        assert_eq!(refused(&mut game, first, own(last))[0].1, IN_GRIP);
        withdrawn(&mut game, first, own(first));
        let before = game.state.table.clone();
        play(&mut game, first, own(first));
        assert_eq!(game.state.answers, [(sealed(first), own(first))]);
        assert_eq!(asked(&game), Some((last, Question::Offer)));
        assert_eq!(game.state.table, before, "nothing of the answer shows");
        assert_eq!(done(&mut game), []);
        assert_eq!(refused(&mut game, first, own(first))[0].1, NOT_NOW);
        play(&mut game, last, own(last));
        let told = game.record.take().unwrap();
        let offered: Vec<_> = told.iter().filter(|event| event.proposal.verb == Verb::Offer).collect();
        assert_eq!(offered.iter().map(|event| event.proposal.seat).collect::<Vec<_>>(), Seat::BOTH);
        assert_eq!(asked(&game), Some((Seat::One, Question::Turn)), "the larger note goes first");
        // What the acting lines of both do happens once, with the last answer.
        assert_eq!(told.iter().filter(|event| event.proposal.verb == Verb::Note).count(), 2);
        ends.push(game.state);
    }
    assert_eq!(ends[0], ends[1]);
}

#[test]
fn places_open_and_close_while_the_game_runs() {
    let mut game = table();
    assert_eq!(offers(&game), [(PlaceId(4), Seat::Zero, 0), (PlaceId(5), Seat::One, 0)]);
    play(&mut game, Seat::Zero, Action::Offer(CardId(0)));
    play(&mut game, Seat::One, Action::Offer(CardId(1)));
    assert_eq!(offers(&game), []);
    let closed = game.state.table.place(PlaceId(5)).unwrap();
    assert!(!closed.open && closed.cards.is_empty(), "it keeps its number and stays empty");
    let told = cited(&mut game);
    assert_eq!(told.first(), Some(&(Point::Done, Verb::Open, OPENED)));
    assert_eq!(told.last(), Some(&(Point::Done, Verb::Close, CLOSED)));
    put(&mut game, Verb::Offer, Seat::Zero, CardId(0), PlaceId(5), OFFERED);
    assert_eq!(game.state.table.list(place(Zone::Heap, Seat::Zero)), [CardId(0)], "nothing enters it");
}

#[test]
fn giving_up_is_not_sealed() {
    let mut game = table();
    play(&mut game, Seat::Zero, Action::Yield);
    let outcome = game.state.outcome.as_ref().unwrap();
    assert_eq!((outcome.winner, outcome.cites[0]), (Some(Seat::One), YIELDED));
    assert_eq!((asked(&game), game.state.agenda.len()), (None, 0));
}
