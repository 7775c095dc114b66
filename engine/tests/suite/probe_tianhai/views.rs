//! What each seat sees of a unit that lies face down: where it lies, and in what happens to it.

use super::given::*;
use super::*;

const SEATS: [Viewer; 2] = [Viewer::Seat(P1), Viewer::Seat(P2)];

fn sees(game: &Match<'_>, card: CardId) -> [bool; 2] {
    SEATS.map(|viewer| game.sees_card(viewer, card))
}

/// Who is shown the card in the events of a verb since the game began.
fn showed(game: &Match<'_>, verb: Verb, card: CardId) -> Vec<[bool; 2]> {
    let events = game.record.as_ref().unwrap().iter();
    let events = events.filter(|event| event.proposal.verb == verb && event.proposal.card() == Some(card));
    events.map(|event| SEATS.map(|viewer| game.showed(viewer, event))).collect()
}

/// An archer that shoots east past the vanguards.
fn shooter(combat: i64) -> Given {
    let mut given = Given::new(4, P1, Phase::Play);
    given.attacker(P1, (0, 0), ("弓", 3, 3), attack(combat, &[DIRECT_2]), Facing::East);
    given.unit(P2, (0, 1), ("御", 4, 4));
    given
}

#[test]
fn th_s30() {
    let mut given = Given::new(1, P1, Phase::Play);
    given.unit(P1, (0, 0), ("骑", 3, 3));
    given.unit(P2, (0, 1), ("御", 4, 4));
    let unit = given.hand_unit(P1, ("弓", 2, 2));
    let mut game = given.start();
    assert_eq!(sees(&game, unit), [true, false], "in hand");
    let action = DeployUnit { card: unit, at: at((1, 0)) };
    play(&mut game, P1, Action::DeployUnit(action));
    assert_eq!((mark(&game, unit), sees(&game, unit)), (Mark::Down, [true, false]));
    assert_eq!(showed(&game, Verb::DeployUnit, unit), [[true, false]]);
    assert!(!game.sees_card(Viewer::Public, unit) && game.sees_card(Viewer::Full, unit));
    let flip = Proposal::marked(Verb::Flip, P1, unit, Mark::Up, FLIP);
    assert_eq!(SEATS.map(|viewer| game.shows(viewer, &flip)), [true; 2], "a flip will show it");
    assert_eq!(sees(&game, unit), [true, false], "it has not happened");
    game.propose(flip);
    assert_eq!((sees(&game, unit), showed(&game, Verb::Flip, unit)), ([true; 2], vec![[true; 2]]));
    assert_eq!(showed(&game, Verb::DeployUnit, unit), [[true, false]], "what was hidden then stays so");
}

#[test]
fn th_s143_and_s144() {
    let mut given = shooter(4);
    let unit = given.down(P2, (2, 0), ("弓", 2, 3));
    let card = given.hand(P2, defence(5).marks(&["弓"]));
    let mut game = given.start();
    let peek = Action::Peek(Peek::Battlefield(at((2, 0))));
    assert_eq!(refused(&mut game, P1, peek.clone())[0].1, DEPLOY_UNIT);
    play(&mut game, P2, peek.clone());
    play(&mut game, P1, Action::EndPhase);
    assert_eq!(sees(&game, unit), [false, true], "a list of targets shows nothing");
    play(&mut game, P2, Action::DefendDone);
    assert_eq!((mark(&game, unit), sees(&game, unit)), (Mark::Known, [true; 2]));
    for verb in [Verb::MakeKnown, Verb::Strike, Verb::Wound] {
        assert_eq!(showed(&game, verb, unit), [[true; 2]]);
    }
    play(&mut game, P1, peek);
    play(&mut game, P1, Action::EndPhase);
    let order =
        DeployOrder { card, at: at((2, 0)), facing: Some(Facing::West), sequence: None, path: vec![] };
    play(&mut game, P2, Action::Flip(at((2, 0))));
    play(&mut game, P2, Action::EndPhase);
    play(&mut game, P2, Action::DeployOrder(order));
    assert_eq!((mark(&game, unit), order_on(&game, unit).unwrap().0), (Mark::Up, card));
    assert_eq!((sees(&game, unit), showed(&game, Verb::DeployOrder, card)), ([true; 2], vec![[true; 2]]));
}

/// Known or not, it takes no order before it is flipped (TH-S49).
#[test]
fn th_s49() {
    for down in [Mark::Down, Mark::Known] {
        let mut given = Given::new(3, P1, Phase::Play);
        given.unit(P1, (0, 0), ("骑", 3, 3));
        let unit = given.down(P1, (1, 0), ("骑", 3, 3));
        given.unit(P2, (0, 1), ("御", 4, 4));
        let card = given.hand(P1, moves(2, 2).marks(&["骑"]));
        let mut game = given.start();
        game.propose(Proposal::marked(Verb::MakeKnown, P2, unit, down, KNOWN));
        let path = vec![at((2, 0))];
        let order = DeployOrder { card, at: at((1, 0)), facing: None, sequence: None, path };
        assert_eq!(refused(&mut game, P1, Action::DeployOrder(order))[0].1, FACE_UP);
    }
}

#[test]
fn a_hidden_unit_that_is_annihilated_is_shown() {
    let mut given = shooter(9);
    let unit = given.down(P2, (2, 0), ("弓", 2, 3));
    let mut game = given.start();
    play(&mut game, P1, Action::EndPhase);
    let to = Spot::Place(place(Zone::Out, P2), Cell::NONE);
    let leave = Proposal::moved(Verb::Annihilate, P1, unit, to, End::Bottom, ANNIHILATED);
    assert_eq!(SEATS.map(|viewer| game.shows(viewer, &leave)), [true; 2]);
    play(&mut game, P2, Action::DefendDone);
    assert_eq!((cell(&game, unit), sees(&game, unit)), (None, [true; 2]));
    assert_eq!(showed(&game, Verb::Annihilate, unit), [[true; 2]]);
    assert_eq!(asked(&game), Some((P1, Question::Recovery)), "a shot opens no cell");
}

/// The mark that a move names is for a new object; within the battlefield a unit lies as it lay.
#[test]
fn a_unit_that_is_shifted_face_down_is_not_shown() {
    let mut given = shooter(4);
    let unit = given.down(P2, (2, 5), ("弓", 2, 3));
    let mut game = given.start();
    let to = Spot::Place(FIELD, Cell::new(-3, 5));
    let shift = Proposal::moved(Verb::Move, P2, unit, to, End::Bottom, PATH);
    assert_eq!(SEATS.map(|viewer| game.shows(viewer, &shift)), [false, true]);
    game.propose(shift);
    assert_eq!((cell(&game, unit), mark(&game, unit)), (Some(Cell::new(-3, 5)), Mark::Down));
    assert_eq!((sees(&game, unit), showed(&game, Verb::Move, unit)), ([false, true], vec![[false, true]]));
}

/// TH-S93, TH-S95 and TH-S96.
#[test]
fn th_s93_s95_and_s96() {
    for advanced in [false, true] {
        let mut given = Given::new(4, P1, Phase::Play);
        given.state.facts.advanced = advanced;
        given.unit(P1, (0, 0), ("骑", 3, 3));
        given.unit(P2, (0, 1), ("御", 4, 4));
        let cost = given.sequence(P1, 1, 2)[0];
        let spent = given.discarded(P1, defence(1));
        let hidden = given.discarded(P2, defence(1));
        let mut game = given.start();
        let [area, pile] = [Peek::OrderArea(P1), Peek::DiscardPile(P1)].map(Action::Peek);
        if advanced {
            assert_eq!(refused(&mut game, P1, area.clone())[0].1, HIDDEN_AREA);
            assert_eq!(refused(&mut game, P1, pile)[0].1, HIDDEN_PILE);
        } else {
            play(&mut game, P1, area.clone());
            play(&mut game, P1, pile);
        }
        assert_eq!(refused(&mut game, P2, area)[0].1, PAY);
        assert_eq!(refused(&mut game, P1, Action::Peek(Peek::DiscardPile(P2)))[0].1, PILE_DOWN);
        let own = !advanced;
        assert_eq!((sees(&game, cost), sees(&game, spent)), ([own, false], [own, false]));
        assert_eq!(sees(&game, hidden), [false, own]);
    }
}
