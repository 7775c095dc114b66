//! The scenarios of rounds, cells, sequences and orders, each by its id.

use super::given::*;
use super::reading::*;
use super::*;
use Facing::{North, South};

// Rounds, phases, the count of plays

#[test]
fn th_s16() {
    let (mut given, ..) = duel(1, P1, Phase::Play);
    let [a, b, c] = [0; 3].map(|_| given.hand(P1, defence(1)));
    let mut game = given.start();
    play(&mut game, P1, pay(a, None));
    play(&mut game, P1, pay(b, Some(0)));
    illegal(&mut game, P1, pay(c, Some(0)), "no_plays_left", FIRST_ROUND);
    assert_eq!((paid(&game, P1), game.state.facts.plays), (vec![(0, vec![a, b])], BySeat(2, 0)));
}

#[test]
fn th_s20() {
    let (mut given, ..) = duel(9, P2, Phase::Play);
    let card = given.hand(P2, defence(1));
    given.state.facts.plays = BySeat(0, 5);
    let mut game = given.start();
    illegal(&mut game, P2, pay(card, None), "no_plays_left", FIVE);
    assert_eq!(Seat::BOTH.map(|seat| limit(&game, seat, 9)), [5, 5]);
}

#[test]
fn th_s21() {
    let (mut given, ..) = duel(3, P2, Phase::Recovery);
    given.state.facts.plays = BySeat(4, 5);
    let card = given.discarded(P2, defence(1));
    let mut game = given.start();
    ends(&mut game, P2);
    let facts = &game.state.facts;
    assert_eq!((facts.round, facts.active, facts.plays), (4, P1, BySeat(0, 0)));
    assert_eq!(asked(&game), Some((P1, Question::Maintenance)));
    assert!(lies(&game, card, Zone::Hand));
}

#[test]
fn th_s22() {
    let (given, ..) = duel(1, P1, Phase::Maintenance);
    let mut game = given.start();
    ends(&mut game, P1);
    attacks(&mut game, P1);
    assert_eq!(asked(&game), Some((P1, Question::Recovery)));
    ends(&mut game, P1);
    let facts = &game.state.facts;
    assert_eq!((facts.round, facts.active, facts.plays), (1, P2, BySeat(0, 0)));
    assert_eq!(asked(&game), Some((P2, Question::Maintenance)));
}

#[test]
fn th_s70() {
    let (mut given, one, _) = duel(1, P2, Phase::Recovery);
    given.on(one, defence(5), Some(North));
    (given.state.facts.debt, given.state.facts.plays) = (BySeat(1, 0), BySeat(2, 3));
    let [a, b, c] = [0; 3].map(|_| given.hand(P1, defence(1)));
    let mut game = given.start();
    ends(&mut game, P2);
    ends(&mut game, P1);
    play(&mut game, P1, pay(a, None));
    play(&mut game, P1, pay(b, Some(0)));
    illegal(&mut game, P1, pay(c, Some(0)), "no_plays_left", ONE_MORE);
    let facts = &game.state.facts;
    assert_eq!((facts.round, facts.plays, facts.debt), (2, BySeat(3, 0), BySeat(0, 0)));
}

#[test]
fn th_s178() {
    let mut given = Given::new(1, P2, Phase::Play);
    given.state.facts.first = P2;
    given.unit(P2, (0, 0), GUARD);
    given.unit(P1, (0, 1), RIDER);
    let [a, b] = [0; 2].map(|_| given.hand(P2, defence(1)));
    let unit = given.hand_unit(P2, SHIELD);
    let mut game = given.start();
    play(&mut game, P2, deploy(unit, (0, -1)));
    play(&mut game, P2, pay(a, None));
    illegal(&mut game, P2, pay(b, Some(0)), "no_plays_left", FIRST_ROUND);
    assert_eq!(Seat::BOTH.map(|seat| limit(&game, seat, 1)), [3, 2]);
    assert_eq!(unit_at(&game, Cell::new(0, -1)), Some(unit));
}

// The battlefield

#[test]
fn th_s32() {
    let (mut given, ..) = duel(5, P1, Phase::Play);
    given.down(P2, (2, 0), SHIELD);
    let unit = given.hand_unit(P1, ARCHER);
    let mut game = given.start();
    illegal(&mut game, P1, deploy(unit, (1, 0)), "adjacent_to_enemy", NEAR_ENEMY);
}

#[test]
fn th_s33() {
    let (mut given, ..) = duel(2, P1, Phase::Play);
    given.down(P1, (1, -1), ARCHER);
    let unit = given.hand_unit(P1, SPEAR);
    let mut game = given.start();
    illegal(&mut game, P1, deploy(unit, (2, -1)), "not_around_own_unit", AROUND);
}

#[test]
fn th_s59() {
    let (mut given, one, two) = duel(3, P1, Phase::Play);
    given.on(two, defence(7), Some(South));
    given.unit(P2, (2, 1), SPEAR);
    let card = given.hand(P1, moves(2, 3).marks(&["骑"]));
    let mut game = given.start();
    let before = game.state.table.object(one);
    play(&mut game, P1, moving(card, (0, 0), &[(1, 0), (1, 1), (1, 2)]));
    assert_eq!((stands(&game, one), wounds(&game, one)), (Some((1, 2)), 0));
    assert_eq!((carries(&game, one), game.state.table.object(one)), (Some(card), before));
}

#[test]
fn th_s60_to_s62() {
    let (mut given, ..) = duel(3, P1, Phase::Play);
    given.down(P1, (1, 0), ARCHER);
    let card = given.hand(P1, moves(2, 2).marks(&["骑"]));
    let mut game = given.start();
    illegal(&mut game, P1, moving(card, (0, 0), &[(1, 1)]), "diagonal_step", STRAIGHT);
    let long = [(-1, 0), (-1, 1), (-1, 2)];
    illegal(&mut game, P1, moving(card, (0, 0), &long), "path_too_long", PATH);
    illegal(&mut game, P1, moving(card, (0, 0), &[(1, 0), (2, 0)]), "cell_occupied", ONE_UNIT);
}

#[test]
fn th_s110() {
    let (mut given, ..) = duel(2, P2, Phase::Play);
    given.state.facts.board = Some((3, 3));
    let unit = given.hand_unit(P2, ARCHER);
    let mut game = given.start();
    illegal(&mut game, P2, deploy(unit, (0, 2)), "outside_board", BOARD);
}

// Sequences

#[test]
fn th_s38() {
    let (mut given, ..) = duel(3, P1, Phase::Play);
    let [b, c] = [0; 2].map(|_| given.hand(P1, defence(1)));
    let first = given.sequence(P1, 1, 1);
    let mut game = given.start();
    play(&mut game, P1, pay(b, Some(0)));
    play(&mut game, P1, pay(c, None));
    assert_eq!(paid(&game, P1), [(0, vec![first[0], b]), (1, vec![c])]);
    assert_eq!(game.state.facts.plays, BySeat(2, 0));
    let sees = |seat| game.sees_card(Viewer::Seat(seat), b);
    assert_eq!(Seat::BOTH.map(sees), [true, false]);
}

#[test]
fn th_s41() {
    let (mut given, ..) = duel(3, P1, Phase::Play);
    let card = given.hand(P1, defence(1));
    given.sequence(P2, 1, 2);
    let mut game = given.start();
    illegal(&mut game, P1, pay(card, Some(0)), "no_such_sequence", PAY);
}

/// A rider with an attack order of cost 2 in hand, and sequences with the rounds in which they were paid.
fn buyer(round: u32, sequences: &[(usize, u32)]) -> (Given, CardId, CardId) {
    let (mut given, one, _) = duel(round, P1, Phase::Play);
    let card = given.hand(P1, attack(5, &[MELEE]).cost(2).marks(&["骑"]));
    for &(cards, paid) in sequences {
        given.sequence(P1, cards, paid);
    }
    (given, one, card)
}

#[test]
fn th_s42() {
    let (given, one, card) = buyer(3, &[(2, 2), (1, 2)]);
    let mut game = given.start();
    let [(_, spent), (_, kept)] = &paid(&game, P1)[..] else { panic!("two sequences") };
    play(&mut game, P1, facing(card, (0, 0), North, Some(0)));
    assert_eq!((carries(&game, one), mark(&game, card)), (Some(card), Mark::Looks(North)));
    assert_eq!(paid(&game, P1), [(1, kept.clone())]);
    assert!(spent.iter().all(|card| lies(&game, *card, Zone::DiscardPile)));
    assert_eq!(game.state.facts.plays, BySeat(1, 0));
}

#[test]
fn th_s43_and_s44() {
    for sequences in [&[(3, 2)][..], &[(1, 2), (1, 2)]] {
        let (given, _, card) = buyer(3, sequences);
        let mut game = given.start();
        illegal(&mut game, P1, facing(card, (0, 0), North, Some(0)), "wrong_sequence_length", COST);
    }
}

#[test]
fn th_s45() {
    let (mut given, _, card) = buyer(4, &[(1, 3)]);
    let cost = given.hand(P1, defence(1));
    let mut game = given.start();
    play(&mut game, P1, pay(cost, Some(0)));
    illegal(&mut game, P1, facing(card, (0, 0), North, Some(0)), "paid_this_round", LOCKED);
    assert_eq!(paid(&game, P1)[0].1.len(), 2);
}

/// Further than the scenario: a new sequence gets a number of its own in the place of the one that was spent.
#[test]
fn th_s46() {
    let (mut given, one, card) = buyer(4, &[(2, 3), (1, 3)]);
    let [a, b] = [0; 2].map(|_| given.hand(P1, defence(1)));
    let mut game = given.start();
    let (spent, _) = sequence(&game, P1, 0).unwrap();
    play(&mut game, P1, pay(a, Some(1)));
    play(&mut game, P1, facing(card, (0, 0), North, Some(0)));
    assert_eq!((carries(&game, one), paid(&game, P1).len(), paid(&game, P1)[0].1.len()), (Some(card), 1, 2));
    withdrawn(&mut game, P1, pay(b, None));
    play(&mut game, P1, pay(b, None));
    let note = Note { number: 2, paid_round: 4 };
    assert_eq!(sequence(&game, P1, 2), Some((spent, note)), "the place is used again");
    assert_eq!(
        paid(&game, P1).iter().map(|(number, _)| *number).collect::<Vec<_>>(),
        [1, 2],
        "top to bottom"
    );
    assert!(sequence(&game, P1, 0).is_none());
}

#[test]
fn th_s48() {
    let (mut given, ..) = duel(3, P1, Phase::Play);
    let card = given.hand(P1, attack(0, &[MELEE]).dash().marks(&["骑"]));
    given.sequence(P1, 1, 1);
    let mut game = given.start();
    illegal(&mut game, P1, facing(card, (0, 0), North, Some(0)), "sequence_not_needed", COST);
}

#[test]
fn th_s101() {
    let (mut given, ..) = duel(3, P1, Phase::Play);
    given.down(P1, (1, 0), SPEAR);
    let card = given.hand(P1, attack(6, &[MELEE]).cost(2).marks(&["骑"]));
    let mut game = given.start();
    let reasons = refused(&mut game, P1, facing(card, (1, 0), North, None));
    let rules: Vec<_> = reasons.iter().map(|(_, rule, _)| *rule).collect();
    assert_eq!(rules, [COST, FACE_UP, SAME_MARK], "first the cost, then the unit");
}

// Orders on units, reactions

#[test]
fn th_s26() {
    let (mut given, one, two) = duel(2, P2, Phase::Recovery);
    let [own, other] = [given.on(one, moves(2, 2), None), given.on(two, moves(2, 1), None)];
    let mut game = given.start();
    ends(&mut game, P2);
    assert_eq!(asked(&game), Some((P1, Question::Maintenance)));
    assert_eq!((carries(&game, one), carries(&game, two)), (None, Some(other)));
    assert!(lies(&game, own, Zone::DiscardPile));
}

#[test]
fn th_s64() {
    let mut given = Given::new(3, P1, Phase::Recovery);
    let one = given.unit(P1, (1, 0), RIDER);
    let card = given.on(one, moves(2, 3), None);
    given.unit(P2, (0, 1), GUARD);
    let mut game = given.start();
    illegal(&mut game, P1, Action::DiscardOrder(at((1, 0))), "stays_on_unit", MOVE_STAYS);
    assert_eq!(carries(&game, one), Some(card));
}

#[test]
fn th_s66() {
    let (mut given, one, two) = duel(3, P1, Phase::Play);
    given.on(one, attack(9, &[MELEE]), Some(North));
    let card = given.hand(P2, defence(5).cost(1).marks(&["御"]));
    let cost = given.sequence(P2, 1, 2);
    let mut game = given.start();
    ends(&mut game, P1);
    play(&mut game, P2, facing(card, (0, 1), South, Some(0)));
    assert_eq!(asked(&game), Some((P2, Question::Defence)), "any number of reactions");
    play(&mut game, P2, Action::DefendDone);
    assert_eq!((struck(&game, two), wounds(&game, two)), (Some((9, 5, 1)), 1));
    assert_eq!((carries(&game, two), lies(&game, cost[0], Zone::DiscardPile)), (Some(card), true));
    assert_eq!((game.state.facts.debt, game.state.facts.plays), (BySeat(0, 1), BySeat(1, 0)));
}

#[test]
fn th_s63_s67_and_s69() {
    let (mut given, one, _) = duel(3, P1, Phase::Play);
    let [step, strike, guard] =
        [moves(2, 3), attack(5, &[MELEE]), defence(5)].map(|card| given.hand(P2, card));
    given.on(one, attack(6, &[MELEE]), Some(North));
    let mut game = given.start();
    illegal(&mut game, P2, facing(guard, (0, 1), South, None), "not_the_time", DEFENCE_TIME);
    ends(&mut game, P1);
    illegal(&mut game, P2, moving(step, (0, 1), &[(1, 1)]), "not_the_time", MOVE_TIME);
    illegal(&mut game, P2, facing(strike, (0, 1), South, None), "not_the_time", ATTACK_TIME);
}

#[test]
fn th_s68() {
    let (mut given, one, _) = duel(3, P1, Phase::Play);
    given.on(one, attack(9, &[MELEE]), Some(North));
    let card = given.hand(P2, defence(8).cost(2));
    given.sequence(P2, 1, 2);
    let mut game = given.start();
    ends(&mut game, P1);
    illegal(&mut game, P2, facing(card, (0, 1), South, Some(0)), "wrong_sequence_length", COST);
}

#[test]
fn th_s84_and_s117() {
    let (mut given, one, two) = duel(5, P1, Phase::Play);
    given.on(one, attack(8, &[MELEE]), Some(North));
    let mut game = given.start();
    ends(&mut game, P1);
    illegal(&mut game, P1, Action::DefendDone, "not_your_window", DEFENCE_TIME);
    illegal(&mut game, P1, Action::EndPhase, "step_not_over", SETTLEMENT);
    assert_eq!((asked(&game), wounds(&game, two)), (Some((P2, Question::Defence)), 0));
}

#[test]
fn th_s105() {
    let (mut given, one, two) = duel(4, P1, Phase::Recovery);
    given.on(two, attack(6, &[MELEE]).keywords(&[Keyword::Lasting]), Some(South));
    let card = given.discarded(P1, defence(6));
    let mut game = given.start();
    ends(&mut game, P1);
    ends(&mut game, P2);
    ends(&mut game, P2);
    play(&mut game, P1, facing(card, (0, 0), North, None));
    play(&mut game, P1, Action::DefendDone);
    assert_eq!((carries(&game, one), wounds(&game, one)), (Some(card), 1));
    assert_eq!((game.state.facts.round, game.state.facts.debt), (4, BySeat(1, 0)));
    assert_eq!(asked(&game), Some((P2, Question::Recovery)));
}

#[test]
fn th_s118() {
    let (mut given, _, two) = duel(3, P1, Phase::Play);
    let [guard, strike] = [defence(5), attack(6, &[MELEE])].map(|card| given.hand(P2, card));
    let mut game = given.start();
    ends(&mut game, P1);
    play(&mut game, P2, facing(guard, (0, 1), South, None));
    play(&mut game, P2, Action::DefendDone);
    ends(&mut game, P1);
    ends(&mut game, P2);
    illegal(&mut game, P2, facing(strike, (0, 1), South, None), "has_order", ONE_ORDER);
    let facts = &game.state.facts;
    assert_eq!((facts.round, facts.active, facts.debt, facts.plays), (3, P2, BySeat(0, 1), BySeat(0, 0)));
    assert_eq!(carries(&game, two), Some(guard));
}
