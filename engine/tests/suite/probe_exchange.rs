//! Probe: references to unknown cards. When an outcome puts a card at a slot, every reference to the slot
//! follows: waiting triggers, questions and answers, running effects, the game's facts. A reference to a card
//! as it was before keeps its name.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use crate::probe::*;
use rules_judge_engine::kernel::chance::declared::{DeclaredOutcome, Revealed};
use rules_judge_engine::kernel::*;
use smallvec::smallvec;

rules! { MIXED "1.1" SHOWN "1.2" PUT_DOWN "1.3" }

words! {
    #[derive(Default)]
    struct Cinder;
    enum Zone { Heap, Palm }
    enum Verb { Mix, Show, Put }
    /// Turns the named card over where it lies; sealed: puts it down.
    enum Action { Show(CardId), Put(CardId), Mix }
}

data! {
    #[derive(Default)]
    struct Detail { other: Option<Object>, beside: Vec<CardId> }
    enum Step { Begin, Hold { card: CardId, object: Object, cards: Vec<CardId> } }
    enum Question { Turn, Pick { from: Vec<CardId>, me: Object } }
    struct Trigger { me: Object, subject: Option<Object>, answers: Vec<Vec<CardId>> }
    enum Influence { Follows(Object) }
    #[derive(Default)]
    struct Facts {
        shown: Vec<CardId>,
        put: Vec<CardId>,
        seen: Vec<Object>,
        by: BySeat<Option<(CardId, Object)>>,
    }
}

impl rules_judge_engine::kernel::Influence for Influence {}

type Play<'p> = Match<'p, Cinder>;

const HEAP: PlaceId = PlaceId(0);

impl Game for Cinder {
    const POLICY: Policy = Policy::new(Checks::BetweenProcessings, Triggers::AfterProcessing, true);
    without! { Note Pool Role Piece Mark Scope Until Stage Ending ListenMask Derived }
    own! { Zone Verb Detail Step Question Action Trigger Influence Facts }
    type Reason = String;

    fn cannot_happen() -> String {
        "cannot happen".into()
    }

    fn run(game: &mut Play<'_>, step: Step) {
        if step == Step::Begin {
            game.shuffle(Verb::Mix, HEAP, Seat::Zero, MIXED);
            game.ask(Seat::Zero, Question::Turn);
        }
    }

    fn check(_: &mut Draft<'_, '_, Self>, _: Seat, _: &Action) {}

    fn is_answer(action: &Action) -> bool {
        matches!(action, Action::Put(_))
    }

    fn perform(game: &mut Play<'_>, seat: Seat, action: &Action) {
        match *action {
            Action::Show(card) => {
                game.propose(Proposal::told(Verb::Show, seat, SHOWN).to(card));
                game.facts_mut().shown.push(card);
            }
            Action::Put(card) => {
                // The first seat to put a card down mixes the rest, of which the second has named a card.
                game.facts_mut().put.push(card);
                if seat == Seat::Zero {
                    game.shuffle(Verb::Mix, HEAP, seat, MIXED);
                    let top = game.state.table.list(HEAP)[0];
                    game.propose(Proposal::told(Verb::Show, seat, PUT_DOWN).to(top));
                }
            }
            Action::Mix => game.shuffle(Verb::Mix, HEAP, seat, MIXED),
        }
    }

    fn active(_: &Play<'_>) -> Seat {
        Seat::Zero
    }

    fn trigger_step(_: Waiting<Self>) -> Step {
        Step::Begin
    }

    fn trigger_question() -> Question {
        Question::Turn
    }
}

/// Four mixed cards, and one known card.
fn mixed() -> Play<'static> {
    let mut state = places::<Cinder>(&[Zone::Heap, Zone::Palm]);
    for definition in 0..4 {
        state.table.set_card(definition, Seat::Zero, HEAP, Cell::NONE, ());
    }
    state.table.set_card(4, Seat::Zero, PlaceId(2), Cell::NONE, ());
    state.agenda.push(Frame::Step(Step::Begin));
    let mut game = Match::new(&(), state, &DeclaredChance);
    game.record = Some(Vec::new());
    game.advance();
    game
}

fn tell(game: &mut Play<'_>, card: CardId) {
    let label = game.due().expect("an outcome is due").label.clone();
    assert!(matches!(game.declare_outcome(&label, Revealed::Card(card)), DeclaredOutcome::Taken));
}

fn enter(game: &mut Play<'_>, seat: Seat, action: Action) {
    match game.check(seat, &action) {
        Ok(permit) => permit.apply(),
        Err(refusals) => panic!("{refusals:?}"),
    }
}

/// Makes everything that a state can hold refer to one card, some of it to another one, and to the former
/// object of the first.
fn refer(state: &mut State<Cinder>, slot: CardId, other: CardId) {
    let (object, before) = (state.table.object(slot), Object { card: slot, incarnation: 0, item: None });
    let detail = Detail { other: Some(object), beside: vec![slot, other] };
    let to = Spot::Place(PlaceId(2), Cell::NONE);
    let moves = Proposal {
        source: Some(object),
        ..Proposal::moved(Verb::Put, Seat::Zero, slot, to, End::Top, MIXED)
    };
    let under = Proposal::told(Verb::Put, Seat::Zero, MIXED)
        .changing(Change::Move(other, Spot::Member(slot, ()), End::Top, ()))
        .with(detail);
    let arranges = Proposal::told(Verb::Mix, Seat::Zero, MIXED)
        .changing(Change::Arrange(HEAP, vec![slot, other]))
        .to(slot);
    let pieces = Change::Pieces(1, (Holder::Card(slot), ()), (Holder::Supply, ()));
    let pieces = Proposal::told(Verb::Put, Seat::Zero, MIXED).changing(pieces);
    let proposals = vec![(Some(object), moves), (None, under), (Some(before), arranges), (None, pieces)];
    let hold = Step::Hold { card: slot, object, cards: vec![other, slot] };
    state.agenda.push(Frame::Pending(PendingProposal { proposals, batch: 0, next: Point::At }));
    state.agenda.push(Frame::Step(hold.clone()));
    state.agenda.push(Frame::Window(Window::one(Question::Pick { from: vec![slot], me: object }, Seat::One)));
    state.chain.push(Item { id: ItemId(0), seat: Seat::One, source: None, step: hold });
    let trigger = Trigger { me: object, subject: Some(before), answers: vec![vec![slot], vec![other]] };
    state.waiting.push(Waiting { seat: Seat::Zero, batch: 0, event: 0, height: usize::MAX, trigger });
    state.modifiers.push(Modifier {
        time: 0,
        influence: Influence::Follows(object),
        reach: Reach::Objects(smallvec![object, before]),
        until: (),
        seat: Seat::Zero,
        source: Some(object),
        rule: MIXED,
    });
    let pick = Question::Pick { from: vec![slot, other], me: object };
    state.asked.push(Asked { seat: Seat::One, question: pick, sealed: true });
    let pick = Question::Pick { from: vec![other], me: object };
    let asked = Asked { seat: Seat::One, question: pick, sealed: true };
    state.answers.push((asked, Action::Put(slot)));
    state.facts.seen.extend([object, before]);
    state.facts.by = BySeat(Some((slot, object)), Some((other, before)));
}

#[test]
fn whatever_refers_to_a_stand_in_follows_it() {
    let mut game = mixed();
    let heap = game.state.table.list(HEAP).to_vec();
    let (slot, other, third) = (heap[0], heap[1], heap[2]);
    refer(&mut game.state, slot, other);
    let incarnation = game.state.table.object(slot).incarnation;
    assert!(incarnation > 0, "a mixed card is no object that it was before");
    // Everything in the state that names cards, written as text, with the names exchanged.
    let written = |state: &State<Cinder>| {
        let State { agenda, chain, waiting, modifiers, asked, answers, facts, .. } = state;
        format!(
            "{agenda:?} {chain:?} {waiting:?} {:?} {asked:?} {answers:?} {:?} {:?}",
            **modifiers, facts.seen, facts.by
        )
    };
    let before = written(&game.state);
    enter(&mut game, Seat::Zero, Action::Show(slot));
    assert!(matches!(game.due().unwrap().wanted, Wanted::Card(card) if card == slot));
    assert_eq!(written(game.before_waiting().unwrap()), before, "what waits has not happened");
    tell(&mut game, third);
    assert!(game.due().is_none());
    let name = |card: CardId| format!("CardId({})", card.0);
    let dead = format!("card: {}, incarnation: 0", name(slot));
    let expected = before
        .replace(&dead, "the dead")
        .replace(&name(third), "the slot of the third")
        .replace(&name(slot), &name(third))
        .replace("the slot of the third", &name(slot))
        .replace("the dead", &dead);
    assert_eq!(written(&game.state), expected);
    assert!(!expected.contains(&format!("card: {}, incarnation: {incarnation}", name(slot))));
    // The waiting entry had named the slot as well.
    assert_eq!(game.state.facts.shown, [third]);
    assert_eq!(game.state.table.list(HEAP), [third, other, slot, heap[3]]);
}

/// The visitor reports every card and object, and nothing else.
#[test]
fn every_name_is_handed_out() {
    let mut game = mixed();
    let (slot, other) = (CardId(2), CardId(3));
    refer(&mut game.state, slot, other);
    let written = format!("{:?}", {
        let State { agenda, chain, waiting, modifiers, asked, answers, facts, .. } = &game.state;
        (agenda, chain, waiting, modifiers, asked, answers, facts)
    });
    let named = game.state.cards();
    assert_eq!(named.len(), written.matches("CardId(").count());
    for card in [slot, other] {
        let count = named.iter().filter(|name| **name == card).count();
        assert_eq!(count, written.matches(&format!("CardId({})", card.0)).count(), "{card:?}");
    }
}

/// Sealed answers that wait for the others are part of the state: a card that one of them names may get
/// another name before the answer is carried out.
#[test]
fn a_sealed_answer_names_the_card_that_it_named() {
    let put = |game: &Play<'_>| {
        let named = |(_, action): &(Asked<Cinder>, Action)| match action {
            Action::Put(card) => *card,
            other => panic!("{other:?}"),
        };
        game.state.answers.iter().map(named).collect::<Vec<_>>()
    };
    let mut game = mixed();
    let heap = game.state.table.list(HEAP).to_vec();
    game.state.asked.clear();
    for seat in Seat::BOTH {
        game.ask_sealed(seat, Question::Turn);
    }
    enter(&mut game, Seat::One, Action::Put(heap[3]));
    assert_eq!(put(&game), [heap[3]]);
    // The card that the answer names is found at another slot: the answer follows to the other name.
    enter(&mut game, Seat::Zero, Action::Show(heap[1]));
    tell(&mut game, heap[3]);
    assert_eq!(put(&game), [heap[1]]);
    enter(&mut game, Seat::Zero, Action::Put(CardId(4)));
    tell(&mut game, heap[0]);
    assert_eq!(game.state.facts.put, [CardId(4), heap[1]]);
}

/// In a place that has just been mixed an outcome only decides the order: references to its cards keep their
/// meaning.
#[test]
fn what_is_told_of_a_fresh_mix_is_an_order() {
    let mut game = mixed();
    let heap = game.state.table.list(HEAP).to_vec();
    refer(&mut game.state, CardId(4), heap[3]);
    let seen = game.state.facts.seen.clone();
    game.state.asked.clear();
    game.ask(Seat::Zero, Question::Turn);
    enter(&mut game, Seat::Zero, Action::Put(heap[3]));
    assert!(matches!(game.due().unwrap().wanted, Wanted::Card(card) if card == heap[0]));
    tell(&mut game, heap[3]);
    assert_eq!(game.state.table.list(HEAP)[0], heap[3]);
    assert_eq!((&game.state.facts.put[..], &game.state.facts.seen), (&[heap[3]][..], &seen));
}
