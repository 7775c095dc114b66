//! Probe: a sum over a grid, and an end that waits.
//!
//! An attack adds up several attackers around each target's cell; what runs on a stone is folded in
//! layers for its strength and step by step, with a floor, for its guard. The outcome is certain
//! before the action has been played to its end: the rest is carried out and heard, and only then is
//! nobody asked any more.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use crate::probe::*;
use rules_judge_engine::kernel::*;
use rules_judge_engine::verdict::Refusal;

rules! { NOT_NOW "1.1" TARGETS "3.1" AROUND "3.2" FELLED "3.4" HEART "4.1" TEXT "4.3" }

words! {
    #[derive(Default)]
    struct Loam;
    enum Zone { Field, Heap }
    /// The number is a stone's strength; the heart ends the game; a stone that grieves tells it.
    enum Kind { Stone(i64), Heart, Griever }
    enum Verb { Fell, Grieve, Hold, Shift }
    struct Turn;
    /// What runs on a stone: its strength in layers, or its guard step by step.
    enum Influence { Strength(i64), StrengthIs(i64), Guard(i64) }
    enum Ending { Heart }
}

data! {
    /// An attack has the targets that are left, in order, and everybody who takes part.
    enum Step { Storm { seat: Seat, at: Vec<CardId>, from: Vec<CardId> }, Grieve(Seat) }
    struct Storm { at: Vec<CardId>, from: Vec<CardId> }
}

const KINDS: [Kind; 5] = [Kind::Stone(1), Kind::Stone(2), Kind::Stone(3), Kind::Heart, Kind::Griever];
const FIELD: PlaceId = PlaceId(0);

type Play<'p> = Match<'p, Loam>;

impl rules_judge_engine::kernel::Influence for Influence {}

const fn place(zone: Zone, seat: Seat) -> PlaceId {
    PlaceId(zone as u16 * 2 + seat.number() as u16)
}

fn kind(game: &Play<'_>, card: CardId) -> Kind {
    KINDS[usize::from(game.state.table.card(card).unwrap().definition)]
}

fn folded(game: &Play<'_>, card: CardId, how: Fold, pick: fn(Influence) -> Option<Adjustment>) -> i64 {
    let base = if let Kind::Stone(strength) = kind(game, card) { strength } else { 1 };
    let object = game.state.table.object(card);
    let on_it = game.state.modifiers.iter().filter(|modifier| modifier.names(object));
    fold(base, on_it.filter_map(|modifier| Some((modifier.time, pick(modifier.influence)?))), how)
}

/// The latest fixed number, then every addition; it may fall below nothing.
fn strength(game: &Play<'_>, card: CardId) -> i64 {
    folded(game, card, Fold::Layers(None), |influence| match influence {
        Influence::Strength(more) => Some(Adjustment::Add(more)),
        Influence::StrengthIs(value) => Some(Adjustment::Set(value)),
        Influence::Guard(_) => None,
    })
}

/// One after the other, never below nothing in between.
fn guard(game: &Play<'_>, card: CardId) -> i64 {
    folded(game, card, Fold::Sequence(0), |influence| match influence {
        Influence::Guard(more) => Some(Adjustment::Add(more)),
        _ => None,
    })
}

fn cell(game: &Play<'_>, card: CardId) -> Option<Cell> {
    match game.state.table.card(card)?.spot {
        Spot::Place(FIELD, cell) => Some(cell),
        _ => None,
    }
}

fn storm(game: &mut Play<'_>, seat: Seat, mut at: Vec<CardId>, from: Vec<CardId>) {
    if at.is_empty() {
        if game.state.outcome.is_none() {
            game.ask(seat, Turn);
        }
        return;
    }
    let target = at.remove(0);
    let sum: i64 = from.iter().map(|&card| strength(game, card)).sum();
    game.push(Step::Storm { seat, at, from });
    if sum < guard(game, target) {
        game.propose(Proposal::told(Verb::Hold, seat, FELLED).to(target));
        return;
    }
    if kind(game, target) == Kind::Heart {
        game.end(Some(seat), Ending::Heart, &[HEART, FELLED]);
    }
    let heap = place(Zone::Heap, owner(game, target));
    let spot = Spot::Place(heap, Cell::NONE);
    game.propose(Proposal::moved(Verb::Fell, seat, target, spot, End::Top, FELLED));
}

const STORM: &[Row<Loam, Storm>] = &[
    test(1, 1, &[TARGETS], |game, seat, Storm { at, .. }| {
        let target = |&card: &CardId| cell(game, card).is_some() && owner(game, card) != seat;
        at.iter().all(target).then_some(()).ok_or("no target".into())
    }),
    test(2, 3, &[AROUND], |game, seat, Storm { at, from }| {
        let next_to =
            |a: &CardId, b: &CardId| cell(game, *a).zip(cell(game, *b)).is_some_and(|(a, b)| a.adjacent(b));
        let around = |card: &CardId| owner(game, *card) == seat && at.iter().all(|to| next_to(card, to));
        from.iter().all(around).then_some(()).ok_or("not around it".into())
    }),
];

impl Game for Loam {
    const POLICY: Policy = Policy::new(Checks::BetweenProcessings, Triggers::AfterProcessing, false);
    without! { Note Pool Role Piece Mark Detail Scope Until Stage Trigger Facts ListenMask Derived }
    own! { Zone Verb Influence Step Ending }
    type Question = Turn;
    type Action = Storm;
    type Reason = String;

    fn cannot_happen() -> String {
        "cannot happen".into()
    }

    fn run(game: &mut Play<'_>, step: Step) {
        match step {
            Step::Storm { seat, at, from } => storm(game, seat, at, from),
            Step::Grieve(seat) => drop(game.propose(Proposal::told(Verb::Grieve, seat, TEXT))),
        }
    }

    fn check(draft: &mut Draft<'_, '_, Self>, seat: Seat, action: &Storm) {
        match draft.game.asked(seat) {
            Some(_) => draft.rows(STORM, &["/at", "/from"], seat, action),
            None => draft.refuse(Refusal::new("not asked".into(), NOT_NOW)),
        }
    }

    fn perform(game: &mut Play<'_>, seat: Seat, action: &Storm) {
        game.state.asked.clear();
        game.push(Step::Storm { seat, at: action.at.clone(), from: action.from.clone() });
    }

    fn is_processing(step: &Step) -> bool {
        !matches!(step, Step::Storm { .. })
    }

    fn active(_: &Play<'_>) -> Seat {
        Seat::Zero
    }

    fn on_event(game: &mut Play<'_>, event: &Event<Self>) {
        let card = event.proposal.card().filter(|_| event.proposal.verb == Verb::Fell);
        if let Some(card) = card.filter(|&card| kind(game, card) == Kind::Griever) {
            game.wait(owner(game, card), ());
        }
    }

    fn trigger_step(waiting: Waiting<Self>) -> Step {
        Step::Grieve(waiting.seat)
    }

    fn trigger_question() -> Turn {
        Turn
    }
}

/// Seat 0's stones 0, 1 and 2 of strength 1, 2 and 3 and seat 1's heart 3, griever 4 and stone 5 of
/// strength 3, on the cells `1 H 2 5` and below `0 G . .`.
fn table() -> Play<'static> {
    let mut state = places(&[Zone::Field, Zone::Heap]);
    let zero = [(0, Seat::Zero, 0, 0), (1, Seat::Zero, 0, 1), (2, Seat::Zero, 2, 1)];
    let one = [(3, Seat::One, 1, 1), (4, Seat::One, 1, 0), (2, Seat::One, 3, 1)];
    for (definition, seat, x, y) in [zero, one].concat() {
        state.table.set_card(definition, seat, FIELD, Cell::new(x, y), ());
    }
    let mut game = start(state);
    game.ask(Seat::Zero, Turn);
    game
}

fn storm_of(at: &[u16], from: &[u16]) -> Storm {
    let cards = |cards: &[u16]| cards.iter().copied().map(CardId).collect();
    Storm { at: cards(at), from: cards(from) }
}

fn run_on(game: &mut Play<'_>, card: u16, influence: Influence) {
    let object = game.state.table.object(CardId(card));
    game.begin(influence, Reach::Objects([object].into_iter().collect()), (), Seat::Zero, None, TEXT);
}

#[test]
fn attackers_add_up() {
    let mut game = table();
    run_on(&mut game, 3, Influence::Guard(-4));
    run_on(&mut game, 3, Influence::Guard(5));
    assert_eq!(guard(&game, CardId(3)), 5, "1 - 4 stops at nothing, then 5 are added");
    run_on(&mut game, 2, Influence::Strength(-9));
    run_on(&mut game, 2, Influence::StrengthIs(7));
    assert_eq!(strength(&game, CardId(2)), -2, "additions count whenever they began");
    play(&mut game, Seat::Zero, storm_of(&[3], &[1, 2]));
    assert_eq!(done(&mut game), [Verb::Hold]);
    run_on(&mut game, 1, Influence::Strength(5));
    play(&mut game, Seat::Zero, storm_of(&[3], &[1, 2]));
    assert_eq!(done(&mut game), [Verb::Fell], "7 - 2 are as much as the guard");
}

#[test]
fn the_action_is_played_to_its_end() {
    let mut game = table();
    game.propose(Proposal::moved(
        Verb::Hold,
        Seat::One,
        CardId(4),
        Spot::Place(FIELD, Cell::new(-1, 1)),
        End::Top,
        TEXT,
    ));
    done(&mut game);
    play(&mut game, Seat::Zero, storm_of(&[3, 4], &[1]));
    let told = done(&mut game);
    assert_eq!(told, [Verb::Fell, Verb::Fell, Verb::Grieve], "triggers are heard after the end, too");
    let outcome = game.state.outcome.as_ref().unwrap();
    assert_eq!((outcome.winner, outcome.cites.to_vec()), (Some(Seat::Zero), vec![HEART, FELLED]));
    assert!(!game.has_ended() && asked(&game).is_none() && game.state.agenda.is_empty());
}

#[test]
fn refusals_name_every_reason() {
    let mut game = table();
    let far = refused(&mut game, Seat::Zero, storm_of(&[3], &[0]));
    assert_eq!(far, [("not around it".to_owned(), AROUND, "/from".to_owned())]);
    let no_target = refused(&mut game, Seat::Zero, storm_of(&[0], &[3]));
    assert_eq!(no_target.len(), 1, "the second line reads the blamed targets");
    assert_eq!(no_target[0].1, TARGETS);
}
