//! Probe: a loop inside a resolving item.
//! The amount is never stored: it is read anew before each point from the source as it is now and
//! from what the points turned over. The loop stops when its source has gone. Windows inside it stand
//! on a floor: what was on the chain before stays untouched until the loop is over.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use crate::probe::*;
use rules_judge_engine::kernel::*;
use rules_judge_engine::verdict::{Cite, Refusal};

rules! {
    IN_GRIP "1.1" HAS_WUG "1.2" NOT_NOW "1.3" TURNED "2.1" SPENT "2.2" GONE "2.3" ECHO "3.1"
    FLARE "3.2" HUSH "3.3"
}

type Play<'p> = Match<'p, Orrin>;

words! {
    #[derive(Default)]
    struct Orrin;
    enum Zone { Yard, Wall, Grip, Heap }
    /// A wug strikes, the number is its hit. Turned over: a spur raises the bonus, the text of an
    /// echo goes onto the chain, a damper or a feller may be used by its owner against the source.
    /// Used from the grip: a call makes the first wug strike, a hush is only told.
    enum Kind { Blank, Wug(i64), Spur, Echo, Damper, Feller, Call, Hush }
    /// What weakens the source.
    struct Strength(i64);
    enum Verb { Use, Turn, Weaken, Fell, Ring, Hush, Spent, Stopped }
    enum Step {
        /// The loop: its cursor is how many points are dealt and what they added.
        Blow { source: Object, on: Seat, dealt: i64, bonus: i64 },
        Weaken(Seat, Object), Fell(Seat, Object), Ring(Seat), Hush(Seat),
        /// An echo goes onto the chain.
        Rings(Seat, CardId),
    }
    enum Question { Open, Reply, Flare(CardId) }
    enum Action { Pass, Use(CardId), Flare }
}

/// A card's definition number is its place in this list.
const KINDS: [Kind; 9] = {
    use Kind::{Blank, Call, Damper, Echo, Feller, Hush, Spur, Wug};
    [Blank, Wug(1), Wug(3), Spur, Echo, Damper, Feller, Call, Hush]
};

impl Influence for Strength {}

const fn place(zone: Zone, seat: Seat) -> PlaceId {
    PlaceId(zone as u16 * 2 + seat.number() as u16)
}

fn kind(game: &Play<'_>, card: CardId) -> Kind {
    game.state.table.card(card).map_or(Kind::Blank, |card| KINDS[usize::from(card.definition)])
}

/// The hit of the source as it is now.
fn hit(game: &Play<'_>, source: Object) -> i64 {
    let Kind::Wug(printed) = kind(game, source.card) else { return 0 };
    let on_it = game.state.modifiers.iter().filter(|modifier| modifier.names(source));
    fold(
        printed,
        on_it.map(|modifier| (modifier.time, Adjustment::Add(modifier.influence.0))),
        Fold::Layers(None),
    )
}

fn to_heap<'p>(game: &mut impl Acts<'p, Orrin>, verb: Verb, card: CardId, rule: Cite) {
    let seat = owner(game.game(), card);
    let heap = Spot::Place(place(Zone::Heap, seat), Cell::NONE);
    game.propose(Proposal::moved(verb, seat, card, heap, End::Top, rule));
}

fn tell(game: &mut Play<'_>, verb: Verb, seat: Seat, rule: Cite) {
    game.propose(Proposal::told(verb, seat, rule));
}

fn blow(game: &mut Play<'_>, source: Object, on: Seat, dealt: i64, bonus: i64) {
    if !game.state.table.is_current(source) {
        return tell(game, Verb::Stopped, on, GONE);
    }
    let top = game.state.table.list(place(Zone::Wall, on)).first().copied();
    let left = hit(game, source).max(0) + bonus - dealt;
    let Some(top) = top.filter(|_| left > 0) else {
        return tell(game, Verb::Spent, on, SPENT);
    };
    let more = i64::from(kind(game, top) == Kind::Spur);
    game.push(Step::Blow { source, on, dealt: dealt + 1, bonus: bonus + more });
    let reply = Window::one(Question::Reply, on);
    game.open_window(Window { speaking: Speaking::BackToFirst, closing: Closing::ChainAtFloor, ..reply });
    if matches!(kind(game, top), Kind::Damper | Kind::Feller) {
        game.open_window(Window::one(Question::Flare(top), on));
    }
    to_heap(game, Verb::Turn, top, TURNED);
}

/// The source of the loop that is running.
fn source(game: &Play<'_>) -> Option<Object> {
    game.state.agenda.iter().rev().find_map(|frame| match frame {
        Frame::Step(Step::Blow { source, .. }) => Some(*source),
        _ => None,
    })
}

fn first_wug(game: &Play<'_>, seat: Seat) -> Option<Object> {
    game.state.table.list(place(Zone::Yard, seat)).first().map(|&card| game.state.table.object(card))
}

const USE: &[Row<Orrin, CardId>] = &[
    test(1, 1, &[IN_GRIP], |game, seat, &card| {
        let grip = game.state.table.list(place(Zone::Grip, seat));
        grip.contains(&card).then_some(()).ok_or("not in the grip".into())
    }),
    test(0, 1, &[HAS_WUG, IN_GRIP], |game, seat, &card| {
        let lacks = kind(game, card) == Kind::Call && first_wug(game, seat).is_none();
        if lacks { Err("nobody strikes".into()) } else { Ok(()) }
    }),
    act(1, &[], |game, _, &card| to_heap(game, Verb::Use, card, IN_GRIP)),
];

impl Game for Orrin {
    const POLICY: Policy = Policy::new(Checks::BetweenProcessings, Triggers::OntoChain, true);
    without! { Note Pool Role Piece Mark Detail Scope Until Stage Facts Ending ListenMask Derived }
    own! { Zone Verb Step Question Action }
    type Influence = Strength;
    type Reason = String;
    type Trigger = CardId;

    fn cannot_happen() -> String {
        "cannot happen".into()
    }

    fn run(game: &mut Match<'_, Self>, step: Step) {
        match step {
            Step::Blow { source, on, dealt, bonus } => blow(game, source, on, dealt, bonus),
            Step::Weaken(seat, source) => {
                game.begin(
                    Strength(-1),
                    Reach::Objects([source].into_iter().collect()),
                    (),
                    seat,
                    None,
                    FLARE,
                );
                tell(game, Verb::Weaken, seat, FLARE);
            }
            Step::Fell(_, source) => to_heap(game, Verb::Fell, source.card, FLARE),
            Step::Rings(seat, card) => {
                let echo = Some(game.state.table.object(card));
                game.onto_chain(seat, echo, Step::Ring(seat));
            }
            Step::Ring(seat) => tell(game, Verb::Ring, seat, ECHO),
            Step::Hush(seat) => tell(game, Verb::Hush, seat, HUSH),
        }
    }

    fn check(draft: &mut Draft<'_, '_, Self>, seat: Seat, action: &Action) {
        let question = draft.game.asked(seat).map(|asked| asked.question);
        match (action, question) {
            (Action::Pass, Some(_)) | (Action::Flare, Some(Question::Flare(_))) => {}
            (Action::Use(card), Some(Question::Open | Question::Reply)) => {
                draft.rows(USE, &["/card"], seat, card)
            }
            _ => draft.refuse(Refusal::new("not asked that".into(), NOT_NOW)),
        }
    }

    fn perform(game: &mut Match<'_, Self>, seat: Seat, action: &Action) {
        let asked = std::mem::take(&mut game.state.asked);
        match (action, asked.first().map(|asked| &asked.question)) {
            (Action::Flare, Some(&Question::Flare(card))) => {
                let source = source(game).unwrap();
                let fells = kind(game, card) == Kind::Feller;
                game.onto_chain(
                    seat,
                    Some(game.state.table.object(card)),
                    if fells { Step::Fell(seat, source) } else { Step::Weaken(seat, source) },
                );
                game.pass();
            }
            (Action::Use(card), _) => {
                let source = first_wug(game, seat).filter(|_| kind(game, *card) == Kind::Call);
                let blow = |source| Step::Blow { source, on: seat.other(), dealt: 0, bonus: 0 };
                let used = Some(game.state.table.object(*card));
                game.onto_chain(seat, used, source.map_or(Step::Hush(seat), blow));
                game.used();
            }
            _ => game.pass(),
        }
    }

    fn active(_: &Match<'_, Self>) -> Seat {
        Seat::Zero
    }

    fn on_event(game: &mut Match<'_, Self>, event: &Event<Self>) {
        if let (Verb::Turn, Some(card)) = (event.proposal.verb, event.proposal.card())
            && kind(game, card) == Kind::Echo
        {
            game.wait(event.proposal.seat, card);
        }
    }

    fn trigger_step(waiting: Waiting<Self>) -> Step {
        Step::Rings(waiting.seat, waiting.trigger)
    }

    fn trigger_question() -> Question {
        Question::Reply
    }
}

/// Seat 0 has a wug and calls, seat 1 a wall; both have a hush. Returns the cards 0 wug, 1 call,
/// 2 and 3 hushes, then the wall.
fn table(wug: Kind, wall: &[Kind]) -> Play<'static> {
    let mut state = places(&[Zone::Yard, Zone::Wall, Zone::Grip, Zone::Heap]);
    let mut set = |kind: Kind, owner: Seat, zone: Zone| {
        let definition = KINDS.iter().position(|&other| other == kind).unwrap() as u16;
        state.table.set_card(definition, owner, place(zone, owner), Cell::NONE, ());
    };
    set(wug, Seat::Zero, Zone::Yard);
    set(Kind::Call, Seat::Zero, Zone::Grip);
    set(Kind::Hush, Seat::Zero, Zone::Grip);
    set(Kind::Hush, Seat::One, Zone::Grip);
    for &kind in wall {
        set(kind, Seat::One, Zone::Wall);
    }
    let open = Window::one(Question::Open, Seat::Zero);
    let open = Window { speaking: Speaking::BackToFirst, closing: Closing::TwoPasses, ..open };
    state.agenda.push(Frame::Window(open));
    start(state)
}

fn both_pass(game: &mut Play<'_>) {
    for _ in 0..2 {
        let (seat, _) = asked(game).unwrap();
        play(game, seat, Action::Pass);
    }
}

#[test]
fn every_point_turns_one_card_and_spurs_add() {
    let mut game = table(Kind::Wug(1), &[Kind::Spur, Kind::Spur, Kind::Blank, Kind::Blank]);
    play(&mut game, Seat::Zero, Action::Use(CardId(1)));
    both_pass(&mut game);
    assert_eq!(done(&mut game), [Verb::Use, Verb::Turn, Verb::Turn, Verb::Turn, Verb::Spent]);
    assert_eq!(game.state.table.list(place(Zone::Wall, Seat::One)).len(), 1);
}

#[test]
fn the_amount_is_read_before_each_point() {
    let wall = [Kind::Blank, Kind::Damper, Kind::Blank, Kind::Blank];
    for (answer, turned) in [(Action::Flare, 2), (Action::Pass, 3)] {
        let mut game = table(Kind::Wug(3), &wall);
        play(&mut game, Seat::Zero, Action::Use(CardId(1)));
        both_pass(&mut game);
        assert_eq!(asked(&game), Some((Seat::One, Question::Flare(CardId(5)))));
        let used = answer == Action::Flare;
        play(&mut game, Seat::One, answer);
        if used {
            assert_eq!(asked(&game), Some((Seat::One, Question::Reply)));
            both_pass(&mut game);
        }
        let verbs = done(&mut game);
        assert_eq!(verbs.iter().filter(|verb| **verb == Verb::Turn).count(), turned);
        assert_eq!(verbs.last(), Some(&Verb::Spent));
    }
}

#[test]
fn it_stops_when_its_source_has_gone() {
    let mut game = table(Kind::Wug(3), &[Kind::Feller, Kind::Blank, Kind::Blank]);
    play(&mut game, Seat::Zero, Action::Use(CardId(1)));
    both_pass(&mut game);
    play(&mut game, Seat::One, Action::Flare);
    both_pass(&mut game);
    let told = cited(&mut game);
    assert_eq!(told.last(), Some(&(Point::Done, Verb::Stopped, GONE)));
    assert_eq!(told.iter().filter(|(_, verb, _)| *verb == Verb::Turn).count(), 1);
    assert_eq!(asked(&game), Some((Seat::Zero, Question::Open)), "the outer window goes on");
    both_pass(&mut game);
    assert_eq!(asked(&game), None, "both passed on an empty chain: it has closed");
}

#[test]
fn what_lay_on_the_chain_before_waits_for_the_loop() {
    let mut game = table(Kind::Wug(3), &[Kind::Echo, Kind::Blank, Kind::Echo]);
    play(&mut game, Seat::Zero, Action::Use(CardId(2)));
    assert_eq!(asked(&game), Some((Seat::Zero, Question::Open)), "after a use the first seat speaks again");
    play(&mut game, Seat::Zero, Action::Use(CardId(1)));
    both_pass(&mut game);
    // Point 1 turned an echo: it lies above the blow that is being resolved, which lies above the older hush. Only
    // the echo can be resolved here.
    assert_eq!(game.state.chain.len(), 3);
    assert_eq!(game.state.chain[0].step, Step::Hush(Seat::Zero));
    play(&mut game, Seat::One, Action::Use(CardId(3)));
    assert_eq!(game.state.chain.len(), 4);
    both_pass(&mut game);
    both_pass(&mut game);
    // Point 2 was a blank: nobody was asked on an empty part of the chain. Point 3 turned an echo.
    assert_eq!(asked(&game), Some((Seat::One, Question::Reply)));
    both_pass(&mut game);
    use Verb::{Hush, Ring, Spent, Turn, Use};
    assert_eq!(done(&mut game), [Use, Use, Turn, Use, Hush, Ring, Turn, Turn, Ring, Spent]);
    assert_eq!(game.state.chain.len(), 1, "the older item is still there");
    assert_eq!(asked(&game), Some((Seat::Zero, Question::Open)));
    both_pass(&mut game);
    assert_eq!(done(&mut game), [Hush]);
}

#[test]
fn refusals_cite_and_change_nothing() {
    let mut game = table(Kind::Blank, &[]);
    let not_mine = refused(&mut game, Seat::Zero, Action::Use(CardId(3)));
    assert_eq!(not_mine, [("not in the grip".to_owned(), IN_GRIP, "/card".to_owned())]);
    assert_eq!(refused(&mut game, Seat::Zero, Action::Flare)[0].1, NOT_NOW);
    assert_eq!(refused(&mut game, Seat::One, Action::Pass)[0].1, NOT_NOW);
    withdrawn(&mut game, Seat::Zero, Action::Use(CardId(2)));
    let mut bare = table(Kind::Wug(1), &[]);
    let wug = bare.state.table.object(CardId(0));
    to_heap(&mut bare, Verb::Fell, wug.card, FLARE);
    let refusals = refused(&mut bare, Seat::Zero, Action::Use(CardId(1)));
    assert_eq!(refusals, [("nobody strikes".to_owned(), HAS_WUG, String::new())]);
}
