//! Guarantees of the kernel for every game: it finds repeated states, fuel ends everything else, and nothing
//! on the table is lost or doubled.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use std::collections::BTreeMap;

use crate::probe::*;
use proptest::prelude::*;
use rules_judge_engine::kernel::flow::loops::LOOP_WATCH;
use rules_judge_engine::kernel::fuel::{EFFECT_WEIGHT, FUEL_EVENTS, FUEL_NESTING, FUEL_STEPS, READING_DEPTH};
use rules_judge_engine::kernel::*;

rules! { MOVED "1.1" LOOP "1.2" }

words! {
    #[derive(Default)]
    struct Wheel;
    enum Verb { Tell, Move }
    enum Step {
        /// Counts up to a number and begins again.
        Round(u32), Grow, Dig, Shout,
        /// A card goes back and forth; an effect on it begins and ends.
        Swing,
        /// Each round of ten steps leaves something beneath: always the same, or a number that grows.
        Burrow(u8, bool), Stone(u32),
        /// Goes on for some steps, then asks.
        Run(u32),
    }
    enum Piece { Grain, Husk }
    #[derive(Default)]
    struct Facts { counted: u32, source: Option<Object> }
}

data! { struct Do { changes: Vec<Change<Wheel>> } }

const ZONE: u8 = 0;

fn swing(game: &mut Match<'_, Wheel>) {
    let (card, here) = (CardId(0), game.state.table.place_of(CardId(0)).unwrap());
    let there = Spot::Place(PlaceId(1 - here.0), Cell::NONE);
    game.propose(Proposal::moved(Verb::Move, Seat::Zero, card, there, End::Top, MOVED));
    let object = game.state.table.object(card);
    game.begin((), Reach::Objects([object].into_iter().collect()), (), Seat::Zero, Some(object), MOVED);
    game.state.facts.source = Some(object);
    game.push(Step::Swing);
}

impl Game for Wheel {
    const POLICY: Policy = Policy::new(Checks::AfterEachChange, Triggers::AtOnce, true);
    without! { Pool Role Detail Influence Scope Until Stage Question Trigger Ending ListenMask Derived }
    own! { Verb Step Piece Facts }
    type Zone = u8;
    type Note = u32;
    type Mark = u8;
    type Action = Do;
    type Reason = String;

    fn cannot_happen() -> String {
        "cannot happen".into()
    }

    fn run(game: &mut Match<'_, Self>, step: Step) {
        match step {
            Step::Round(until) => {
                game.state.facts.counted = (game.state.facts.counted + 1) % until;
                game.push(step);
            }
            Step::Grow => {
                game.state.facts.counted += 1;
                game.push(step);
            }
            Step::Dig => {
                game.push(step);
                game.push(step);
            }
            Step::Shout => {
                game.push(step);
                game.state.facts.counted += 1;
                for _ in 0..1000 {
                    game.propose(Proposal::told(Verb::Tell, Seat::Zero, MOVED));
                }
            }
            Step::Swing => swing(game),
            Step::Burrow(9, grows) => {
                let stone = if grows { game.state.agenda.len() as u32 } else { 0 };
                game.push(Step::Stone(stone));
                game.push(Step::Burrow(0, grows));
            }
            Step::Burrow(step, grows) => game.push(Step::Burrow(step + 1, grows)),
            Step::Stone(_) => {}
            Step::Run(0) => game.ask(Seat::Zero, ()),
            Step::Run(left) => game.push(Step::Run(left - 1)),
        }
    }

    fn check(draft: &mut Draft<'_, '_, Self>, seat: Seat, action: &Do) {
        const DO: &[Row<Wheel, Do>] = &[act(0, &[], |game, seat, action| {
            for change in &action.changes {
                game.propose(Proposal::told(Verb::Move, seat, MOVED).changing(change.clone()));
            }
        })];
        draft.rows(DO, &[], seat, action);
    }

    fn perform(_: &mut Match<'_, Self>, _: Seat, _: &Do) {}

    fn active(_: &Match<'_, Self>) -> Seat {
        Seat::Zero
    }

    fn loop_found(game: &mut Match<'_, Self>) {
        game.end(None, (), &[LOOP]);
    }

    fn trigger_step(_: Waiting<Self>) -> Step {
        Step::Grow
    }

    fn trigger_question() {}
}

fn run(step: Step) -> Match<'static, Wheel> {
    let mut state = State::default();
    state.table.set_place(ZONE, None);
    state.table.set_place(ZONE, None);
    state.table.set_card(0, Seat::Zero, PlaceId(0), Cell::NONE, 0);
    state.agenda.push(Frame::Step(step));
    start(state)
}

#[test]
fn a_repeated_state_is_found() {
    for step in [Step::Round(1), Step::Round(7), Step::Round(2000), Step::Swing, Step::Burrow(0, false)] {
        let game = run(step);
        let outcome = game.state.outcome.as_ref().unwrap();
        assert_eq!((outcome.winner, &outcome.cites[..]), (None, &[LOOP][..]), "{step:?}");
        assert_eq!(game.halted(), None);
    }
}

#[test]
fn a_short_run_is_not_looked_at() {
    for length in [0, LOOP_WATCH - 2, LOOP_WATCH * 4] {
        let game = run(Step::Run(length));
        assert_eq!((game.state.outcome.is_none(), game.state.asked.len()), (true, 1));
    }
}

#[test]
fn fuel_ends_what_grows_forever() {
    let game = run(Step::Grow);
    assert_eq!((game.halted(), game.state.facts.counted), (Some(Halt::StepLimit), FUEL_STEPS));
    let game = run(Step::Dig);
    assert_eq!((game.halted(), game.state.agenda.len()), (Some(Halt::StepLimit), FUEL_NESTING));
    let game = run(Step::Burrow(0, true));
    assert_eq!((game.halted(), game.state.agenda.len()), (Some(Halt::StepLimit), FUEL_NESTING));
    let game = run(Step::Shout);
    assert_eq!((game.halted(), game.state.facts.counted), (Some(Halt::StepLimit), FUEL_EVENTS / 1000 + 1));
}

#[test]
fn running_effects_weigh_as_many_objects_as_they_reach() {
    let cards: Vec<Object> =
        table().state.table.cards().map(|(card, _)| table().state.table.object(card)).collect();
    for (reach, weight) in
        [(Reach::Seat(Seat::Zero), 1), (Reach::Objects(cards.iter().copied().collect()), cards.len())]
    {
        let mut game = table();
        while game.halted().is_none() {
            // Each starts with the fuel of an entry of its own.
            game.refuel();
            game.begin((), reach.clone(), (), Seat::Zero, None, MOVED);
        }
        assert_eq!(game.halted(), Some(Halt::StepLimit));
        assert_eq!(game.state.modifiers.len(), EFFECT_WEIGHT / weight);
    }
}

#[test]
fn effects_that_depend_on_each_other_without_end_are_not_judged() {
    fn deep(game: &Match<'_, Wheel>, depth: u8, read: &std::cell::Cell<u8>) {
        if depth > 0 {
            game.reading(|| {
                read.set(read.get() + 1);
                deep(game, depth - 1, read);
            });
        }
    }
    for (depth, halted) in [(READING_DEPTH, None), (READING_DEPTH + 1, Some(Halt::StepLimit))] {
        let (game, read) = (table(), std::cell::Cell::new(0));
        deep(&game, depth, &read);
        assert_eq!((read.get(), game.halted()), (READING_DEPTH, halted));
    }
}

#[test]
fn numbers_and_lists_have_an_edge() {
    let game = table();
    assert_eq!((game.counted(-5, 5), game.counted(5, 5), game.has_room(4, 5)), (-5, 5, true));
    assert_eq!(game.halted(), None);
    assert_eq!((game.counted(6, 5), game.halted()), (5, Some(Halt::StepLimit)));
    let game = table();
    assert_eq!((game.has_room(5, 5), game.halted()), (false, Some(Halt::StepLimit)));
}

/// Four places, one of them closed; six cards, one of them under another; some pieces.
fn table() -> Match<'static, Wheel> {
    let mut state = State::<Wheel>::default();
    for _ in 0..4 {
        state.table.set_place(ZONE, None);
    }
    for card in 0..5 {
        state.table.set_card(card, Seat::Zero, PlaceId(card % 3), Cell::NONE, 0);
    }
    state.table.set_member(5, Seat::One, CardId(0), (), 0);
    state.table.set_pieces(Holder::Place(PlaceId(0)), Piece::Grain, 5);
    state.table.set_pieces(Holder::Card(CardId(1)), Piece::Husk, 3);
    let mut game = start(state);
    game.propose(Proposal::told(Verb::Move, Seat::Zero, MOVED).changing(Change::Close(PlaceId(3))));
    game
}

/// Some numbers lie outside of the table, because changes of missing things must do no harm.
fn change() -> impl Strategy<Value = Change<Wheel>> {
    let together = prop::collection::vec(simple_change(), 0..4).prop_map(Change::Together);
    prop_oneof![8 => simple_change(), 1 => together]
}

fn simple_change() -> impl Strategy<Value = Change<Wheel>> {
    let card = || (0..7u16).prop_map(CardId);
    let place = || (0..7u16).prop_map(PlaceId);
    let spot = || {
        prop_oneof![
            place().prop_map(|place| Spot::Place(place, Cell::NONE)),
            card().prop_map(|host| Spot::Member(host, ())),
        ]
    };
    let holder = || prop_oneof![place().prop_map(Holder::Place), card().prop_map(Holder::Card)];
    let held = move || (holder(), prop_oneof![Just(Piece::Grain), Just(Piece::Husk)]);
    let end = prop_oneof![Just(End::Top), Just(End::Bottom)];
    prop_oneof![
        4 => (card(), spot(), end, 0..3u8)
            .prop_map(|(card, to, end, mark)| Change::Move(card, to, end, mark)),
        1 => (card(), 0..3u8).prop_map(|(card, mark)| Change::Mark(card, mark)),
        3 => (0..7u32, held(), held()).prop_map(|(count, from, to)| Change::Pieces(count, from, to)),
        1 => (place(), prop::collection::vec(card(), 0..4))
            .prop_map(|(place, to)| Change::Arrange(place, to)),
        1 => Just(Change::Open(ZONE, None)),
        1 => place().prop_map(Change::Close),
        1 => (place(), 0..9u32).prop_map(|(place, note)| Change::Note(place, note)),
    ]
}

/// Every card is exactly where its spot says, and every pile and place in use can be reached.
fn assert_conserved(table: &Table<Wheel>) {
    let holders = (0..12).map(|id| Holder::Place(PlaceId(id)));
    let holders = holders.chain(table.cards().map(|(card, _)| Holder::Card(card)));
    let pieces: u32 = holders.map(|holder| table.all_pieces(holder)).sum();
    assert_eq!((table.card_count(), pieces), (6, 8));
    let mut seen: BTreeMap<CardId, Spot<Wheel>> = BTreeMap::new();
    for (id, place) in (0..12).map(PlaceId).filter_map(|id| Some((id, table.place(id)?))) {
        assert!(place.open || place.cards.is_empty());
        assert!(
            place.open || [Piece::Grain, Piece::Husk].map(|p| table.pieces(Holder::Place(id), p)) == [0, 0]
        );
        for &card in &place.cards {
            assert_eq!(seen.insert(card, Spot::Place(id, Cell::NONE)), None);
        }
    }
    for (host, _) in table.cards() {
        for &card in table.pile(host) {
            assert_eq!(seen.insert(card, Spot::Member(host, ())), None);
        }
        assert!(table.place_of(host).is_some_and(|place| table.place(place).unwrap().open));
    }
    assert_eq!(seen, table.cards().map(|(id, card)| (id, card.spot)).collect());
}

/// The event of a change has the number of pieces that moved. An impossible change is withdrawn and leaves
/// the table as it was.
fn assert_recorded(event: &Event<Wheel>, became: Became, before: &Table<Wheel>, now: &Table<Wheel>) {
    match became {
        Became::Done => assert_eq!(event.point, Point::Done),
        Became::Withdrawn(rule) => {
            assert_eq!((event.point, event.rule, rule), (Point::Withdrawn, MOVED, MOVED));
            assert_eq!(before, now);
        }
        other => panic!("nothing replaces it and it does not wait: {other:?}"),
    }
    if let (Point::Done, Change::Pieces(count, from, to)) = (event.point, &event.proposal.change)
        && (from != to)
    {
        let moved =
            |side: &(Holder, Piece)| now.pieces(side.0, side.1).abs_diff(before.pieces(side.0, side.1));
        assert_eq!((moved(from), moved(to)), (*count, *count));
    }
}

proptest! {
    #[test]
    fn nothing_is_lost_or_doubled(changes in prop::collection::vec(change(), 1..24), split in 0..24usize) {
        let mut game = table();
        let (first, second) = changes.split_at(split.min(changes.len()));
        for change in first {
            let before = game.state.table.clone();
            let became = game.propose(Proposal::told(Verb::Move, Seat::Zero, MOVED).changing(change.clone()));
            assert_conserved(&game.state.table);
            let event = game.record.as_mut().unwrap().pop().unwrap();
            assert_recorded(&event, became, &before, &game.state.table);
        }
        let before = game.state.clone();
        let action = Do { changes: second.to_vec() };
        // A use with an impossible part is refused, and a draft that is dropped leaves nothing behind.
        let is_legal = game.check(Seat::Zero, &action).is_ok();
        prop_assert_eq!(&game.state, &before);
        if is_legal {
            play(&mut game, Seat::Zero, action);
        } else {
            let refusals = refused(&mut game, Seat::Zero, action);
            prop_assert_eq!(&refusals, &[("cannot happen".to_owned(), MOVED, String::new())]);
        }
        assert_conserved(&game.state.table);
    }
}
