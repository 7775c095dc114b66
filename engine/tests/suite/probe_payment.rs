//! Probe: a use paid with pieces that lie on cards.
//!
//! The payment is part of the draft: one piece short, and every byte is as before. A payer left with
//! nothing waits to leave from that moment, but nothing is worked off before the use is over. Then
//! the newest batch of triggers runs, the active seat picking among both seats'; what waits leaves
//! when its batch is empty, unless a trigger saved it, and what is saved is checked anew.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use crate::probe::*;
use rules_judge_engine::kernel::*;
use rules_judge_engine::verdict::{Cite, Refusal};

rules! {
    IN_GRIP "1.1" PAID "1.2" NOT_NOW "1.3" OWN_LAMPS "1.4" SEALED "1.5" SUNG "2.1" EMPTY "3.1" STAYS "4.1" TEXT "4.2"
}

words! {
    #[derive(Default)]
    struct Tallow;
    enum Zone { Row, Grip, Altar, Heap }
    /// Lamps carry drops; without one they gutter. A keeper then puts a drop on itself and stays, a
    /// miser stays without one, once. A mourner weeps over every lamp that gutters. When a chant is
    /// sung, a listener hums and a snuffer takes the first other lamp's last drop.
    enum Kind { Lamp, Keeper, Miser, Mourner, Listener, Snuffer, Chant }
    enum Verb { Announce, Pay, Sing, Gutter, Weep, Hum, Snuff, Kindle, Mark, End }
    enum Step { Sing(CardId), End(CardId), Call(Call) }
    enum Question { Turn, Order }
    struct Drop;
    struct Call { me: CardId, kind: Kind, about: CardId }
}

data! {
    enum Action { Use { card: CardId, pay: Payment }, Order(CardId), Pass }
}

const KINDS: [Kind; 7] = {
    use Kind::{Chant, Keeper, Lamp, Listener, Miser, Mourner, Snuffer};
    [Lamp, Keeper, Miser, Mourner, Listener, Snuffer, Chant]
};
const PRICE: u32 = 3;

type Play<'p> = Match<'p, Tallow>;

const fn place(zone: Zone, seat: Seat) -> PlaceId {
    PlaceId(zone as u16 * 2 + seat.number() as u16)
}

fn kind(game: &Play<'_>, card: CardId) -> Kind {
    KINDS[usize::from(game.state.table.card(card).unwrap().definition)]
}

fn drops(game: &Play<'_>, card: CardId) -> u32 {
    game.state.table.pieces(Holder::Card(card), Drop)
}

fn rows(game: &Play<'_>) -> Vec<CardId> {
    Seat::BOTH.map(|seat| game.state.table.list(place(Zone::Row, seat)).to_vec()).concat()
}

fn departs(game: &Play<'_>, card: CardId) -> bool {
    game.departing(game.state.table.object(card)).is_some()
}

fn drip<'p>(
    game: &mut impl Acts<'p, Tallow>,
    verb: Verb,
    seat: Seat,
    count: u32,
    (from, to): (Holder, Holder),
    rule: Cite,
) {
    let change = Change::Pieces(count, (from, Drop), (to, Drop));
    game.propose(Proposal::told(verb, seat, rule).changing(change));
}

fn put(verb: Verb, seat: Seat, card: CardId, zone: Zone, rule: Cite) -> Proposal<Tallow> {
    Proposal::moved(verb, seat, card, Spot::Place(place(zone, seat), Cell::NONE), End::Bottom, rule)
}

type Payment = Vec<(CardId, u32)>;

const USE: &[Row<Tallow, (CardId, Payment)>] = &[
    test(1, 1, &[IN_GRIP], |game, seat, (card, _)| {
        let grip = game.state.table.list(place(Zone::Grip, seat));
        grip.contains(card).then_some(()).ok_or("not in the grip".into())
    }),
    test(2, 2, &[OWN_LAMPS], |game, seat, (_, pay)| {
        let own = |card| game.state.table.place_of(card) == Some(place(Zone::Row, seat));
        pay.iter().all(|&(card, _)| own(card)).then_some(()).ok_or("not your lamp".into())
    }),
    act(3, &[], |game, seat, (card, pay)| {
        game.propose(put(Verb::Announce, seat, *card, Zone::Altar, IN_GRIP));
        for &(lamp, count) in pay {
            drip(game, Verb::Pay, seat, count, (Holder::Card(lamp), Holder::Card(*card)), PAID);
        }
    }),
    test(2, 3, &[PAID, OWN_LAMPS], |game, _, (card, _)| {
        let paid = drops(game, *card);
        if paid == PRICE { Ok(()) } else { Err(format!("{paid} of {PRICE} paid")) }
    }),
];

fn call(game: &mut Play<'_>, Call { me, kind, about }: Call) {
    let (seat, object) = (owner(game, me), game.state.table.object(me));
    match kind {
        Kind::Keeper => {
            drip(game, Verb::Kindle, seat, 1, (Holder::Supply, Holder::Card(me)), STAYS);
            assert!(game.save(object, STAYS));
        }
        Kind::Miser => {
            game.propose(Proposal::marked(Verb::Mark, seat, me, true, STAYS));
            assert!(game.save(object, STAYS));
        }
        Kind::Mourner => drop(game.propose(Proposal::told(Verb::Weep, seat, TEXT).to(about))),
        Kind::Snuffer => {
            let lamp = game.state.table.list(place(Zone::Row, seat))[0];
            drip(game, Verb::Snuff, seat, 1, (Holder::Card(lamp), Holder::Supply), TEXT);
        }
        _ => drop(game.propose(Proposal::told(Verb::Hum, seat, TEXT))),
    }
}

impl Game for Tallow {
    const POLICY: Policy = Policy::new(Checks::AfterEachChange, Triggers::NewestBatch, true);
    without! { Note Pool Role Influence Scope Until Stage Facts Ending ListenMask Derived }
    own! { Zone Verb Step Question Action }
    type Piece = Drop;
    type Mark = bool;
    /// How many lamps were waiting to leave when it was announced.
    type Detail = usize;
    type Reason = String;
    type Trigger = Call;

    fn cannot_happen() -> String {
        "cannot happen".into()
    }

    fn run(game: &mut Play<'_>, step: Step) {
        match step {
            Step::Sing(card) => {
                game.push(Step::End(card));
                let waiting = rows(game).into_iter().filter(|&lamp| departs(game, lamp)).count();
                game.propose(Proposal::told(Verb::Sing, Seat::Zero, SUNG).with(waiting));
            }
            Step::End(card) => {
                drip(game, Verb::End, Seat::Zero, PRICE, (Holder::Card(card), Holder::Supply), SUNG);
                game.propose(put(Verb::End, Seat::Zero, card, Zone::Heap, SUNG));
            }
            Step::Call(of) => call(game, of),
        }
    }

    fn check(draft: &mut Draft<'_, '_, Self>, seat: Seat, action: &Action) {
        let question = draft.game.asked(seat).map(|asked| asked.question);
        match (action, question) {
            (Action::Use { card, pay }, Some(Question::Turn)) => {
                draft.rows(USE, &["/card", "/pay"], seat, &(*card, pay.clone()));
            }
            (Action::Order(card), Some(Question::Order)) if pick(draft.game, *card).is_some() => {}
            (Action::Pass, Some(Question::Turn)) => {}
            _ => draft.refuse(Refusal::new("not asked that".into(), NOT_NOW)),
        }
    }

    fn perform(game: &mut Play<'_>, _: Seat, action: &Action) {
        game.state.asked.clear();
        match action {
            Action::Use { card, .. } => game.push(Step::Sing(*card)),
            Action::Order(card) => game.start_waiting(pick(game, *card).unwrap()),
            Action::Pass => game.pass(),
        }
    }

    fn is_processing(_: &Step) -> bool {
        true
    }

    fn active(_: &Play<'_>) -> Seat {
        Seat::Zero
    }

    /// A lamp that is marked gives nothing for a chant.
    fn prohibited(game: &Play<'_>, proposal: &Proposal<Self>) -> Option<Cite> {
        let Change::Pieces(_, (Holder::Card(lamp), _), _) = proposal.change else { return None };
        (proposal.verb == Verb::Pay && game.state.table.card(lamp)?.mark).then_some(SEALED)
    }

    fn on_event(game: &mut Play<'_>, event: &Event<Self>) {
        let about = event.proposal.card().unwrap_or_default();
        for me in rows(game) {
            let (kind, seat, kept) =
                (kind(game, me), owner(game, me), game.state.table.card(me).unwrap().mark);
            let hears = match (event.point, event.proposal.verb, kind) {
                (Point::At, Verb::Gutter, Kind::Keeper | Kind::Miser) => me == about && !kept,
                (Point::At, Verb::Gutter, Kind::Mourner) => me != about,
                (point, verb, Kind::Listener | Kind::Snuffer) => (point, verb) == (Point::Done, Verb::Sing),
                _ => false,
            };
            if hears {
                game.wait(seat, Call { me, kind, about });
            }
        }
    }

    fn has_moments(_: &Play<'_>, proposal: &Proposal<Self>) -> bool {
        proposal.verb == Verb::Gutter
    }

    fn check_state(game: &mut Play<'_>) {
        let empty = rows(game).into_iter().filter(|&card| drops(game, card) == 0 && !departs(game, card));
        let leaving = empty.map(|card| put(Verb::Gutter, owner(game, card), card, Zone::Heap, EMPTY));
        game.propose_together(leaving.collect());
    }

    fn trigger_step(waiting: Waiting<Self>) -> Step {
        Step::Call(waiting.trigger)
    }

    fn trigger_question() -> Question {
        Question::Order
    }
}

fn pick(game: &Play<'_>, card: CardId) -> Option<usize> {
    let (_, indices) = game.next_waiting()?;
    indices.into_iter().find(|&index| game.state.waiting[index].trigger.me == card)
}

/// Card 0 is a chant in the grip of seat 0, then come the lamps of both rows with their drops.
fn table(zero: &[(Kind, u32)], one: &[(Kind, u32)]) -> Play<'static> {
    let mut state = places(&[Zone::Row, Zone::Grip, Zone::Altar, Zone::Heap]);
    state.table.set_card(6, Seat::Zero, place(Zone::Grip, Seat::Zero), Cell::NONE, false);
    for (seat, lamps) in [(Seat::Zero, zero), (Seat::One, one)] {
        for &(kind, count) in lamps {
            let definition = KINDS.iter().position(|&other| other == kind).unwrap() as u16;
            let card = state.table.set_card(definition, seat, place(Zone::Row, seat), Cell::NONE, false);
            state.table.set_pieces(Holder::Card(card), Drop, count);
        }
    }
    state.agenda.push(Frame::Window(Window::one(Question::Turn, Seat::Zero)));
    start(state)
}

fn sing(pay: &[(u16, u32)]) -> Action {
    let pay = pay.iter().map(|&(card, count)| (CardId(card), count)).collect();
    Action::Use { card: CardId(0), pay }
}

#[test]
fn one_drop_short_takes_everything_back() {
    let mut game = table(&[(Kind::Lamp, 2), (Kind::Lamp, 2)], &[(Kind::Lamp, 9)]);
    let short = refused(&mut game, Seat::Zero, sing(&[(1, 2)]));
    assert_eq!(short, [("2 of 3 paid".to_owned(), PAID, "/pay".to_owned())]);
    assert_eq!(refused(&mut game, Seat::Zero, sing(&[(1, 5)]))[0].0, "2 of 3 paid", "only what it has");
    assert_eq!(refused(&mut game, Seat::Zero, sing(&[(3, 3)]))[0].1, OWN_LAMPS);
    let both = Action::Use { card: CardId(1), pay: vec![(CardId(3), 3)] };
    let rules: Vec<_> = refused(&mut game, Seat::Zero, both).into_iter().map(|(_, rule, _)| rule).collect();
    assert_eq!(rules, [IN_GRIP, OWN_LAMPS], "every reason that does not presuppose another");
    withdrawn(&mut game, Seat::Zero, sing(&[(1, 2), (2, 1)]));
    assert_eq!(told(&mut game), [], "nothing is told before the use is certain");
}

#[test]
fn a_prohibited_part_of_a_payment_refuses_the_use() {
    let mut game = table(&[(Kind::Lamp, 2), (Kind::Lamp, 3)], &[]);
    game.propose(Proposal::marked(Verb::Mark, Seat::Zero, CardId(2), true, STAYS));
    let reasons = refused(&mut game, Seat::Zero, sing(&[(1, 2), (2, 1)]));
    assert_eq!(reasons[0], ("cannot happen".to_owned(), SEALED, String::new()));
    play(&mut game, Seat::Zero, Action::Pass);
}

#[test]
fn the_payer_waits_until_the_batch_is_empty() {
    let mut game = table(&[(Kind::Lamp, 3), (Kind::Mourner, 1)], &[(Kind::Mourner, 1), (Kind::Listener, 1)]);
    play(&mut game, Seat::Zero, sing(&[(1, 3)]));
    let events = game.record.as_ref().unwrap();
    let sung = events.iter().find(|event| event.proposal.verb == Verb::Sing).unwrap();
    assert_eq!(sung.proposal.detail, 1, "while it is sung the payer is already waiting to leave");
    use Verb::{Announce, End, Gutter, Hum, Pay, Sing, Weep};
    assert_eq!(done(&mut game), [Announce, Pay, Sing, End, End], "the use comes first");
    assert!(departs(&game, CardId(1)) && rows(&game).contains(&CardId(1)));
    // One batch of both seats, and the active seat picks, also the other seat's.
    assert_eq!(asked(&game), Some((Seat::Zero, Question::Order)));
    assert_eq!(refused(&mut game, Seat::Zero, Action::Order(CardId(1)))[0].1, NOT_NOW);
    play(&mut game, Seat::Zero, Action::Order(CardId(4)));
    play(&mut game, Seat::Zero, Action::Order(CardId(3)));
    assert_eq!(done(&mut game), [Hum, Weep, Weep, Gutter], "the last one leaves no choice; then it leaves");
    assert!(asked(&game) == Some((Seat::Zero, Question::Turn)) && !rows(&game).contains(&CardId(1)));
}

#[test]
fn a_saved_payer_stays() {
    let mut game = table(&[(Kind::Keeper, 3)], &[]);
    let before = game.state.table.object(CardId(1));
    play(&mut game, Seat::Zero, sing(&[(1, 3)]));
    let told = cited(&mut game);
    assert!(told.contains(&(Point::At, Verb::Gutter, EMPTY)));
    assert!(told.contains(&(Point::Withdrawn, Verb::Gutter, STAYS)));
    assert_eq!((departs(&game, CardId(1)), drops(&game, CardId(1))), (false, 1));
    assert_eq!(game.state.table.object(CardId(1)), before, "it is no new object");
}

#[test]
fn what_stays_is_checked_anew() {
    let mut game = table(&[(Kind::Miser, 3)], &[]);
    play(&mut game, Seat::Zero, sing(&[(1, 3)]));
    let told = told(&mut game).into_iter().filter(|(_, verb)| *verb == Verb::Gutter);
    let points: Vec<_> = told.map(|(point, _)| point).collect();
    use Point::{At, Before, Done, Withdrawn};
    assert_eq!(points, [Before, At, Withdrawn, Before, At, Done]);
}

#[test]
fn a_newer_batch_and_its_departure_come_first() {
    let mut game = table(&[(Kind::Lamp, 3)], &[(Kind::Lamp, 1), (Kind::Snuffer, 1), (Kind::Mourner, 1)]);
    play(&mut game, Seat::Zero, sing(&[(1, 3)]));
    done(&mut game);
    play(&mut game, Seat::Zero, Action::Order(CardId(3)));
    // The snuffed lamp is wept over and has left before the older batch and its departure go on.
    use Verb::{Gutter, Snuff, Weep};
    assert_eq!(done(&mut game), [Snuff, Weep, Gutter, Weep, Gutter]);
}
