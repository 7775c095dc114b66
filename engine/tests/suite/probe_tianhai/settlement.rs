//! The scenarios of the settlement and of the end, each by its id.

use super::given::*;
use super::reading::*;
use super::*;
use Facing::{East, North, South, West};

#[test]
fn th_s73() {
    let mut given = Given::new(5, P1, Phase::Play);
    let attackers = [
        given.attacker(P1, (0, -1), RIDER, attack(3, &[MELEE]), North),
        given.attacker(P1, (1, 0), RIDER, attack(4, &[MELEE]), West),
        given.attacker(P1, (-1, 0), SPEAR, attack(2, &[MELEE]), East),
    ];
    let two = given.unit(P2, (0, 0), GUARD);
    let mut game = given.start();
    attacks(&mut game, P1);
    assert_eq!((struck(&game, two), wounds(&game, two)), (Some((9, 4, 2)), 2));
    for (unit, order) in attackers {
        assert_eq!((carries(&game, unit), wounds(&game, unit)), (None, 0));
        assert!(lies(&game, order, Zone::DiscardPile));
    }
    assert_eq!(asked(&game), Some((P1, Question::Recovery)));
}

#[test]
fn th_s77() {
    let mut given = Given::new(5, P1, Phase::Play);
    given.attacker(P1, (0, 0), RIDER, attack(6, &[MELEE]), North);
    let strike = attack(8, &[MELEE]).keywords(&[Keyword::Lasting]);
    let (two, order) = given.attacker(P2, (0, 1), ("御", 3, 4), strike, South);
    let mut game = given.start();
    attacks(&mut game, P1);
    assert_eq!((struck(&game, two), wounds(&game, two)), (Some((6, 3, 2)), 2));
    assert_eq!((carries(&game, two), lies(&game, order, Zone::DiscardPile)), (None, true));
}

#[test]
fn th_s78() {
    let mut given = Given::new(5, P1, Phase::Play);
    given.annihilated(P2, 1);
    let (one, _) = given.attacker(P1, (0, 0), RIDER, attack(6, &[MELEE]), North);
    let (two, order) = given.attacker(P2, (0, 1), ("御", 4, 3), defence(6), South);
    given.wounds(two, 2);
    given.unit(P2, (0, 2), SHIELD);
    let mut game = given.start();
    attacks(&mut game, P1);
    // The unit, then what went along with it: one group, told when all of it has left.
    let told = cited(&mut game).into_iter().filter(|(_, verb, _)| *verb != Verb::ListTargets);
    let told: Vec<_> = told.map(|(_, verb, rule)| (verb, rule)).collect();
    let leaving = [(Verb::Annihilate, ANNIHILATED), (Verb::DiscardOrder, ORDER_OUT), (Verb::Wound, OUT)];
    assert_eq!(told, [&[(Verb::Strike, SUM), (Verb::Wound, MORE_WOUNDS)][..], &leaving].concat());
    assert_eq!(asked(&game), Some((P1, Question::Occupation)));
    ends(&mut game, P1);
    assert!(lies(&game, two, Zone::Out) && lies(&game, order, Zone::DiscardPile));
    assert_eq!((wounds(&game, two), size(&game, Zone::Out, P2)), (0, 2));
    assert_eq!((unit_at(&game, at((0, 1))), stands(&game, one)), (None, Some((0, 0))));
    assert_eq!(game.state.outcome, None);
}

#[test]
fn th_s81() {
    let mut given = Given::new(5, P1, Phase::Play);
    let (one, _) = given.attacker(P1, (0, 0), RIDER, attack(8, &[SWEEP]), North);
    let own = given.unit(P1, (1, 1), ARCHER);
    let two = given.unit(P2, (0, 1), GUARD);
    let three = given.unit(P2, (-1, 1), SHIELD);
    let mut game = given.start();
    attacks(&mut game, P1);
    assert_eq!(listed(&game, one), [three, two]);
    assert_eq!((struck(&game, two), struck(&game, three)), (Some((8, 4, 2)), Some((8, 4, 2))));
    assert_eq!((struck(&game, own), wounds(&game, own)), (None, 0));
}

#[test]
fn th_s99() {
    let mut given = Given::new(5, P1, Phase::Play);
    given.attacker(P1, (0, 0), RIDER, attack(6, &[MELEE]), North);
    let two = given.unit(P2, (0, 1), ("御", 4, 2));
    let order = given.on(two, moves(3, 1), None);
    given.unit(P2, (3, 3), SHIELD);
    let mut game = given.start();
    attacks(&mut game, P1);
    assert_eq!(struck(&game, two), Some((6, 3, 2)));
    assert!(lies(&game, two, Zone::Out) && lies(&game, order, Zone::DiscardPile));
    assert_eq!(asked(&game), Some((P1, Question::Occupation)));
}

#[test]
fn th_s100() {
    let mut given = Given::new(5, P1, Phase::Play);
    given.attacker(P1, (0, 0), ("弓", 3, 3), attack(4, &[BARRAGE_2]), East);
    let own = given.unit(P1, (2, 0), SPEAR);
    let two = given.unit(P2, (1, 1), GUARD);
    let down = given.down(P2, (3, -1), ("弓", 2, 3));
    let outside = [given.unit(P2, (4, 0), SHIELD), given.unit(P2, (0, 1), SHIELD)];
    let mut game = given.start();
    attacks(&mut game, P1);
    assert_eq!((struck(&game, two), struck(&game, down)), (Some((4, 4, 1)), Some((4, 2, 2))));
    assert_eq!([outside[0], outside[1], own].map(|unit| wounds(&game, unit)), [0; 3]);
    assert_eq!(mark(&game, down), Mark::Known, "known, and still face down");
    assert_eq!(asked(&game), Some((P1, Question::Recovery)));
}

#[test]
fn th_s130() {
    let mut given = Given::new(5, P1, Phase::Play);
    given.attacker(P1, (0, 2), RIDER, attack(4, &[FLANK]), South);
    given.attacker(P1, (0, 0), RIDER, attack(4, &[FLANK]), North);
    let targets = [((1, 0), GUARD), ((-1, 0), GUARD), ((1, 2), SHIELD), ((-1, 2), SHIELD)];
    let targets = targets.map(|(cell, card)| given.unit(P2, cell, card));
    let mut game = given.start();
    ends(&mut game, P1);
    assert_eq!(asked(&game), Some((P1, Question::Targets)));
    illegal(&mut game, P1, choose((0, 2), &[(-1, 2)]), "another_attacker", CHOICE);
    illegal(&mut game, P1, choose((0, 0), &[(1, 0), (-1, 0)]), "wrong_count", CHOICE);
    illegal(&mut game, P1, choose((0, 0), &[(1, 2)]), "not_a_candidate", CHOICE);
    illegal(&mut game, P2, Action::DefendDone, "targets_open", TARGETS);
    play(&mut game, P1, choose((0, 0), &[(1, 0)]));
    play(&mut game, P1, choose((0, 2), &[(-1, 2)]));
    play(&mut game, P2, Action::DefendDone);
    assert_eq!(targets.map(|unit| wounds(&game, unit)), [1, 0, 0, 1]);
    assert_eq!(asked(&game), Some((P1, Question::Recovery)));
}

#[test]
fn th_s134() {
    let mut given = Given::new(5, P1, Phase::Play);
    let (one, order) = given.attacker(P1, (0, 0), ("骑", 2, 3), attack(6, &[MELEE]), North);
    let (flank, _) = given.attacker(P1, (1, 1), ("骑", 2, 3), attack(6, &[MELEE]), West);
    let guard = defence(5).keywords(&[Keyword::CounterAttack]);
    let (two, _) = given.attacker(P2, (0, 1), GUARD, guard, South);
    let mut game = given.start();
    attacks(&mut game, P1);
    assert_eq!((struck(&game, two), struck(&game, one)), (Some((12, 5, 2)), Some((5, 2, 2))));
    assert_eq!([two, one, flank].map(|unit| wounds(&game, unit)), [2, 2, 0]);
    assert_eq!((carries(&game, one), lies(&game, order, Zone::DiscardPile)), (None, true));
    assert_eq!(asked(&game), Some((P1, Question::Recovery)));
}

#[test]
fn th_s135() {
    let mut given = Given::new(5, P1, Phase::Play);
    given.attacker(P1, (0, 0), RIDER, attack(0, &[MELEE]).dash(), North);
    let two = given.unit(P2, (0, 1), ("弓", 0, 5));
    let mut game = given.start();
    attacks(&mut game, P1);
    assert_eq!((struck(&game, two), wounds(&game, two)), (Some((3, 1, 3)), 3));
}

#[test]
fn th_s136() {
    const AHEAD_RIGHT: Part = Part { cells: &[(1, 1)], ..MELEE };
    let mut given = Given::new(5, P2, Phase::Play);
    let (two, _) = given.attacker(P2, (0, 1), GUARD, attack(6, &[AHEAD_RIGHT]), South);
    let [west, east] = [(-1, 0), (1, 0)].map(|cell| given.unit(P1, cell, RIDER));
    let mut game = given.start();
    attacks(&mut game, P2);
    assert_eq!(listed(&game, two), [west]);
    assert_eq!([west, east].map(|unit| wounds(&game, unit)), [2, 0]);
}

#[test]
fn th_s177() {
    let mut given = Given::new(5, P1, Phase::Play);
    let (one, _) = given.attacker(P1, (0, 0), RIDER, attack(4, &[FLANK]), North);
    let two = given.unit(P2, (1, 0), GUARD);
    given.unit(P2, (0, 1), ARCHER);
    let mut game = given.start();
    ends(&mut game, P1);
    assert_eq!((asked(&game), listed(&game, one)), (Some((P2, Question::Defence)), vec![two]));
    illegal(&mut game, P1, choose((0, 0), &[(1, 0)]), "no_such_choice", CHOICE);
}

// Occupation, the end

#[test]
fn th_s82_s83_s157_and_s168() {
    let mut given = Given::new(5, P1, Phase::Play);
    let (one, order) = given.attacker(P1, (0, 0), RIDER, attack(8, &[MELEE]), North);
    given.attacker(P1, (2, 1), ARCHER, attack(4, &[DIRECT_3]), West);
    let two = given.unit(P2, (0, 1), ("御", 4, 3));
    given.unit(P2, (0, 3), SHIELD);
    let card = given.hand(P2, defence(6));
    let mut game = given.start();
    attacks(&mut game, P1);
    assert_eq!((struck(&game, two), asked(&game)), (Some((12, 4, 3)), Some((P1, Question::Occupation))));
    illegal(&mut game, P1, occupy((0, 1), (2, 1)), "not_a_melee_attacker", OCCUPY);
    illegal(&mut game, P1, occupy((0, 2), (0, 0)), "cell_not_open", OCCUPY);
    illegal(&mut game, P2, occupy((0, 1), (0, 3)), "no_such_choice", OCCUPY);
    illegal(&mut game, P2, facing(card, (0, 3), South, None), "not_the_time", DEFENCE_TIME);
    play(&mut game, P1, occupy((0, 1), (0, 0)));
    assert_eq!((stands(&game, one), unit_at(&game, at((0, 0)))), (Some((0, 1)), None));
    assert_eq!((carries(&game, one), lies(&game, order, Zone::DiscardPile)), (None, true));
    assert_eq!(asked(&game), Some((P1, Question::Recovery)), "no cell is open any more");
}

#[test]
fn th_s89() {
    let mut given = Given::new(8, P1, Phase::Play);
    given.annihilated(P2, 4);
    let (one, order) = given.attacker(P1, (0, 0), RIDER, attack(8, &[MELEE]), North);
    given.unit(P2, (0, 1), ("御", 4, 2));
    let card = given.hand(P2, defence(1));
    let mut game = given.start();
    attacks(&mut game, P1);
    let outcome = game.state.outcome.clone().unwrap();
    assert_eq!((outcome.winner, outcome.ending, outcome.cites[0]), (Some(P1), Ending::Annihilation, WON));
    illegal(&mut game, P2, Action::Concede, "game_over", PLAYED_OUT);
    play(&mut game, P1, occupy((0, 1), (0, 0)));
    ends(&mut game, P1);
    assert_eq!((asked(&game), game.state.agenda.len()), (None, 0));
    assert_eq!((lies(&game, order, Zone::Hand), stands(&game, one)), (true, Some((0, 1))));
    illegal(&mut game, P2, pay(card, None), "game_over", PLAYED_OUT);
    assert_eq!(game.state.outcome, Some(outcome));
}

#[test]
fn th_s90() {
    let (given, ..) = duel(4, P1, Phase::Play);
    let mut game = given.start();
    play(&mut game, P2, Action::Concede);
    let outcome = game.state.outcome.clone().unwrap();
    assert_eq!((outcome.winner, outcome.ending, outcome.cites[0]), (Some(P1), Ending::Concession, CONCEDED));
    assert_eq!((asked(&game), game.state.agenda.len()), (None, 0));
}

#[test]
fn th_s98() {
    let mut given = Given::new(9, P1, Phase::Maintenance);
    given.annihilated(P1, 1);
    given.annihilated(P2, 4);
    given.unit(P1, (0, -1), RIDER);
    let hidden = given.down(P1, (1, 0), ("骑", 4, 3));
    given.unit(P1, (0, 1), ARCHER);
    let spear = given.unit(P1, (-1, 0), SPEAR);
    let (two, _) = given.attacker(P2, (0, 0), GUARD, defence(6), South);
    given.wounds(two, 1);
    let orders = [
        attack(5, &[MELEE]).cost(1).marks(&["骑"]),
        attack(7, &[MELEE]).cost(2).marks(&["骑"]),
        attack(3, &[DIRECT_3]).marks(&["弓"]),
        attack(0, &[MELEE]).dash().cost(3).marks(&["枪"]),
    ];
    let [a, b, c, d] = orders.map(|order| given.hand(P1, order));
    for (cards, paid) in [(1, 6), (2, 7), (3, 8)] {
        given.sequence(P1, cards, paid);
    }
    let mut game = given.start();
    play(&mut game, P1, Action::Flip(at((1, 0))));
    assert_eq!(mark(&game, hidden), Mark::Up);
    ends(&mut game, P1);
    play(&mut game, P1, facing(a, (0, -1), North, Some(0)));
    play(&mut game, P1, facing(b, (1, 0), West, Some(1)));
    play(&mut game, P1, facing(c, (0, 1), South, None));
    play(&mut game, P1, facing(d, (-1, 0), East, Some(2)));
    attacks(&mut game, P1);
    assert_eq!(struck(&game, two), Some((18, 6, 3)));
    play(&mut game, P1, occupy((0, 0), (-1, 0)));
    ends(&mut game, P1);
    assert_eq!((size(&game, Zone::Out, P2), stands(&game, spear)), (5, Some((0, 0))));
    assert_eq!(game.state.outcome.as_ref().unwrap().winner, Some(P1));
    assert_eq!(
        (size(&game, Zone::Hand, P1), Seat::BOTH.map(|seat| size(&game, Zone::DiscardPile, seat))),
        (10, [0, 1])
    );
    assert_eq!((sequences(&game, P1), game.state.facts.plays), (vec![], BySeat(4, 0)));
}

#[test]
fn th_s146_and_s147() {
    for continues in [false, true] {
        let mut given = Given::new(2, P1, Phase::Play);
        given.state.facts.bare_field_continues = continues;
        given.attacker(P1, (0, 0), RIDER, attack(9, &[MELEE]), North);
        given.unit(P2, (0, 1), ("弓", 2, 4));
        let unit = given.hand_unit(P2, GUARD);
        let mut game = given.start();
        attacks(&mut game, P1);
        ends(&mut game, P1);
        ends(&mut game, P1);
        assert_eq!(size(&game, Zone::Out, P2), 1);
        if continues {
            ends(&mut game, P2);
            illegal(&mut game, P2, deploy(unit, (0, 2)), "not_around_own_unit", AROUND);
            assert_eq!(game.state.outcome, None);
        } else {
            let outcome = game.state.outcome.clone().unwrap();
            let expected = (Some(P1), Ending::EmptyBattlefield, BARE);
            assert_eq!((outcome.winner, outcome.ending, outcome.cites[0]), expected);
            assert_eq!((asked(&game), size(&game, Zone::Hand, P2)), (None, 14));
        }
    }
}
