//! The scenarios, each under its id: the position, the entries, then verdict, first citation and facts.

use super::position::*;
use super::*;

// ---------------------------------------------------------------- turn

#[test]
fn bs_015_the_first_turn_has_no_core_step() {
    let mut position = Position::with_decks(1, A, [36, 20]);
    position.cores(A, Zone::Reserve, 3, 1);
    for _ in 0..4 {
        position.hand(A, "plain");
    }
    let mut game = position.before(SHORT_TURN, 0);
    assert_eq!(cited(&mut game), [(Point::Done, Verb::Draw, rule("回合流程.③"))]);
    assert_eq!(reserve(&game, A), [3, 1]);
    assert_eq!((count(&game, Zone::Hand, A), count(&game, Zone::Deck, A)), (5, 35));
    assert_eq!(asked(&game), Some((A, Question::Main)));
}

#[test]
fn bs_016_no_attack_in_the_first_turn() {
    let mut position = Position::new(1, A);
    let a1 = position.field(A, "赤羽斥候", 1, 0);
    let mut game = position.at(Name::Main, SHORT_TURN, 3);
    assert_eq!(refused_by(&mut game, A, Action::Attack(a1)), rule("回合流程.第一回合"));
    assert_eq!((posture(&game, a1), asked(&game)), (Posture::Refreshed, Some((A, Question::Main))));
}

#[test]
fn bs_018_everything_refreshes_one_stage() {
    let mut position = Position::new(5, A);
    position.cores(A, Zone::Reserve, 1, 0);
    position.cores(A, Zone::Trash, 3, 1);
    let turned = [("red symbol", Posture::Exhausted), ("red symbol", Posture::Heavy)];
    let [n1, n2] = turned.map(|(name, posture)| position.turned(A, Zone::Field, name, posture));
    let mut game = position.before(TURN, TO_REFRESH);
    assert_eq!([n1, n2].map(|card| posture(&game, card)), [Posture::Refreshed, Posture::Exhausted]);
    assert_eq!((reserve(&game, A), trash_cores(&game, A)), ([4, 1], [0, 0]));
    assert_eq!(cited(&mut game)[0], (Point::Done, Verb::Refresh, rule("回合流程.④.1")));
}

#[test]
fn bs_155_the_first_turn_goes_from_main_to_end() {
    let mut position = Position::with_decks(1, A, [35, 36]);
    position.field(A, "青樹守", 1, 0);
    position.cores(B, Zone::Reserve, 3, 1);
    for _ in 0..4 {
        position.hand(B, "plain");
    }
    let mut game = position.at(Name::Main, SHORT_TURN, 3);
    play(&mut game, A, Action::EndStep);
    assert_eq!(done(&mut game), [Verb::Gain, Verb::Draw], "nothing was milled");
    assert_eq!((game.state.facts.turn, asked(&game)), (2, Some((B, Question::Main))));
    assert_eq!(
        (reserve(&game, B), count(&game, Zone::Hand, B), count(&game, Zone::Deck, B)),
        ([4, 1], 5, 35)
    );
}

#[test]
fn bs_022_an_empty_attack_step_raises_its_effects() {
    let mut position = Position::new(5, A);
    let a1 = position.field(A, "青樹守", 1, 0);
    let mut game = position.main();
    exhaust(&mut game, A, a1, RAISED);
    play(&mut game, A, Action::EndStep);
    assert_eq!((count(&game, Zone::Deck, B), asked(&game)), (18, Some((A, Question::Attack))));
    play(&mut game, A, Action::EndStep);
    assert_eq!((game.state.facts.step, asked(&game)), (Name::SecondMain, Some((A, Question::Main))));
}

#[test]
fn bs_019_an_empty_deck_in_the_own_start_step() {
    let mut position = Position::with_decks(8, B, [0, 20]);
    position.cores(A, Zone::Life, 3, 0);
    position.cores(B, Zone::Life, 1, 0);
    let mut game = position.at(Name::SecondMain, TURN, TO_SECOND_MAIN);
    play(&mut game, B, Action::EndStep);
    let outcome = game.state.outcome.clone().unwrap();
    assert_eq!(
        (outcome.winner, outcome.ending, outcome.cites[0]),
        (Some(B), Ending::Deck, rule("勝利條件.2"))
    );
    assert_eq!(refused_by(&mut game, A, Action::EndStep), rule("勝利條件"));
}

// ---------------------------------------------------------------- a use is one transaction

#[test]
fn bs_035_the_spirits_that_reduced_the_cost_pay_it() {
    let mut position = Position::new(5, A);
    position.cores(A, Zone::Reserve, 1, 0);
    let a3 = position.hand(A, "紅雲主");
    let [a1, a2] = ["赤羽斥候"; 2].map(|name| position.field(A, name, 2, 0));
    let mut game = position.main();
    let pay = [(Source::Card(a1), 2, 0), (Source::Card(a2), 2, 0)];
    withdrawn(&mut game, A, summon(a3, &pay, &ONE));
    play(&mut game, A, summon(a3, &pay, &ONE));
    let fixed = game.record.iter().flatten().find(|event| event.proposal.verb == Verb::FixCost).unwrap();
    assert_eq!((fixed.proposal.detail, fixed.rule), (4, rule("費用支付.③")));
    assert!(cited(&mut game).contains(&(Point::Done, Verb::Deplete, rule("靈魂卡的消滅.1"))));
    assert!(in_trash(&game, a1) && in_trash(&game, a2));
    assert_eq!(
        (list(&game, Zone::Field, A), on_card(&game, a3), trash_cores(&game, A)),
        (vec![a3], [1, 0], [4, 0])
    );
}

#[test]
fn bs_040_one_core_counted_twice() {
    let mut position = Position::new(5, A);
    position.cores(A, Zone::Reserve, 1, 0);
    let card = position.hand(A, "赤羽斥候");
    let mut game = position.main();
    let reasons = refused(&mut game, A, summon(card, &ONE, &ONE));
    assert_eq!((reasons[0].1, &*reasons[0].2), (rule("費用支付.⑤"), "/place"));
    assert_eq!((reserve(&game, A), list(&game, Zone::Hand, A)), ([1, 0], vec![card]));
}

#[test]
fn bs_045_the_card_used_is_shown_and_the_hand_is_not() {
    let mut position = Position::new(5, A);
    position.cores(A, Zone::Reserve, 2, 0);
    let a1 = position.hand(A, "赤羽斥候");
    let rest = ["plain"; 2].map(|name| position.hand(A, name));
    let mut game = position.main();
    play(&mut game, A, summon(a1, &ONE, &ONE));
    let events = game.record.take().unwrap();
    let revealed = events.iter().find(|event| event.proposal.verb == Verb::Reveal).unwrap();
    assert!(revealed.rule == rule("費用支付.①") && game.showed(Viewer::Seat(B), revealed));
    assert!(events.iter().any(|event| event.proposal.verb == Verb::Pay && event.proposal.detail == 1));
    assert_eq!(list(&game, Zone::Hand, A), rest);
    assert!(
        rest.iter()
            .all(|&card| !game.sees_card(Viewer::Seat(B), card) && game.sees_card(Viewer::Seat(A), card))
    );
}

#[test]
fn bs_051_a_wrong_cost_takes_the_exiled_cards_back() {
    let mut position = Position::new(7, A);
    position.cores(A, Zone::Reserve, 4, 0);
    let card = position.hand(A, "繼火翼龍");
    let keisho = ["餘燼精"; 3].map(|name| position.card(A, Zone::Trash, name)).to_vec();
    for _ in 0..2 {
        position.field(A, "red symbol", 0, 0);
    }
    let mut game = position.main();
    let used = |pay: &[_]| {
        Action::Summon(Use {
            card,
            keisho: keisho.clone(),
            pay: pay.to_vec(),
            place: ONE.to_vec(),
            flash: false,
        })
    };
    let reasons = refused(&mut game, A, used(&TWO));
    assert_eq!((&*reasons[0].0, reasons[0].1), ("cost 3, paid 2", rule("費用支付.④")));
    assert_eq!((list(&game, Zone::Trash, A), told(&mut game)), (keisho.clone(), vec![]));
    play(&mut game, A, used(&[(Source::Reserve, 3, 0)]));
    assert_eq!((list(&game, Zone::Exile, A), reserve(&game, A)), (keisho.clone(), [0, 0]));
}

#[test]
fn bs_140_the_core_left_on_a_spirit_that_was_spent() {
    let mut position = Position::new(5, A);
    let a2 = position.hand(A, "赤羽斥候");
    let a1 = position.field(A, "雙核機兵", 2, 0);
    let mut game = position.main();
    let one = [(Source::Card(a1), 1, 0)];
    play(&mut game, A, summon(a2, &one, &one));
    assert!(cited(&mut game).contains(&(Point::Done, Verb::Place, rule("費用支付.⑤"))));
    assert!(in_trash(&game, a1));
    assert_eq!((on_card(&game, a2), trash_cores(&game, A), reserve(&game, A)), ([1, 0], [1, 0], [0, 0]));
}

#[test]
fn bs_178_what_was_spent_and_what_is_new_raise_one_batch() {
    let mut position = Position::new(5, A);
    position.cores(A, Zone::Reserve, 2, 0);
    let a2 = position.hand(A, "豪飲獸");
    let a1 = position.field(A, "遺言者", 1, 0);
    let mut game = position.main();
    play(&mut game, A, summon(a2, &[(Source::Reserve, 1, 0), (Source::Card(a1), 1, 0)], &ONE));
    assert_eq!(asked(&game), Some((A, Question::Order)));
    assert!(waits(&game, a1) && list(&game, Zone::Field, A) == [a1, a2], "it waits and is still counted");
    let next = order(&game, a2, 0);
    assert_eq!(refused_by(&mut game, B, next.clone()), rule("效果的發揮.5"));
    play(&mut game, A, next);
    assert_eq!((count(&game, Zone::Hand, A), in_trash(&game, a1)), (1, true));
    let verbs = done(&mut game);
    assert_eq!(verbs[verbs.len() - 2..], [Verb::Draw, Verb::Deplete]);
}

// ---------------------------------------------------------------- depletion and the waiting state

#[test]
fn bs_059_swapping_the_only_cores_of_two_spirits() {
    let mut position = Position::new(5, A);
    let (a1, a2) = (position.field(A, "plain", 0, 1), position.field(A, "plain", 1, 0));
    let mut game = position.main();
    let (one, other) = (Source::Card(a1), Source::Card(a2));
    play(&mut game, A, Action::MoveCores(vec![moved(one, other, 0, 1), moved(other, one, 1, 0)]));
    assert_eq!((on_card(&game, a1), on_card(&game, a2)), ([1, 0], [0, 1]));
    assert_eq!(told(&mut game), [(Point::Done, Verb::Cores); 2], "nobody was depleted");
}

#[test]
fn bs_060_taking_the_last_core_away() {
    let mut position = Position::new(5, A);
    let a1 = position.field(A, "雙核機兵", 2, 0);
    let mut game = position.main();
    play(&mut game, A, Action::MoveCores(vec![moved(Source::Card(a1), Source::Reserve, 1, 0)]));
    let told = cited(&mut game);
    assert_eq!(told[1..3].iter().map(|event| event.2).collect::<Vec<_>>(), [rule("靈魂卡的消滅.1"); 2]);
    assert_eq!(told.last(), Some(&(Point::Done, Verb::Cores, rule("靈魂卡的消滅.2"))));
    assert!(in_trash(&game, a1));
    assert_eq!((reserve(&game, A), trash_cores(&game, A)), ([2, 0], [0, 0]));
}

#[test]
fn bs_064_depletion_is_not_destruction() {
    let mut position = Position::new(5, A);
    let a1 = position.field(A, "焚身鳥", 1, 0);
    let mut game = position.main();
    play(&mut game, A, Action::MoveCores(vec![moved(Source::Card(a1), Source::Reserve, 1, 0)]));
    assert_eq!((in_trash(&game, a1), count(&game, Zone::Hand, A)), (true, 0));
}

#[test]
fn bs_065_destruction_raises_its_effect_before_the_card_leaves() {
    let mut position = Position::new(5, A);
    position.cores(A, Zone::Reserve, 1, 0);
    let used = position.hand(A, "灰燼術");
    let a1 = position.field(A, "焚身鳥", 1, 0);
    let mut game = position.main();
    play(&mut game, A, magic(used, false, &ONE));
    use Verb::{Cores, Destroy, Draw, EndMagic, FixCost, Pay, Reveal};
    assert_eq!(done(&mut game), [Reveal, FixCost, Pay, EndMagic, Draw, Destroy, Cores]);
    assert!(in_trash(&game, a1) && in_trash(&game, used));
    assert_eq!((count(&game, Zone::Hand, A), reserve(&game, A), trash_cores(&game, A)), (1, [1, 0], [1, 0]));
}

#[test]
fn bs_066_depletion_effects_before_the_card_leaves() {
    let mut position = Position::new(6, B);
    position.cores(B, Zone::Reserve, 2, 0);
    let used = position.hand(B, "抽能咒");
    let a1 = position.field(A, "雙核機兵.066", 1, 1);
    let mut game = position.main();
    play(&mut game, B, magic(used, true, &TWO));
    assert!(matches!(asked(&game), Some((A, Question::Cores(_)))), "the owner of the cores chooses");
    assert_eq!(refused_by(&mut game, B, Action::ChooseCores(1, 0)), rule("FAQ.靈魂能量.Q2"));
    assert_eq!(refused_by(&mut game, A, Action::ChooseCores(1, 1)), rule("FAQ.指定效果.Q1"));
    play(&mut game, A, Action::ChooseCores(1, 0));
    let verbs = done(&mut game);
    assert_eq!(verbs[verbs.len() - 3..], [Verb::Draw, Verb::Deplete, Verb::Cores]);
    assert_eq!((in_trash(&game, a1), count(&game, Zone::Hand, A), reserve(&game, A)), (true, 1, [1, 1]));
}

/// A attacks with a spirit of so much BP, B has blocked with this one; the second flash timing ends.
fn compared(
    attacker: &str,
    blocker: &str,
    cores: u32,
    more: impl FnOnce(&mut Position),
) -> (Play<'static>, [CardId; 2]) {
    let mut position = Position::new(5, A);
    let (a1, b1) = (position.field(A, attacker, 1, 0), position.field(B, blocker, cores, 0));
    more(&mut position);
    let mut game = position.battle(TO_FLASH_2, a1, Some(b1));
    both_pass(&mut game);
    (game, [a1, b1])
}

#[test]
fn bs_095_equal_bp_leaves_together() {
    let (mut game, [a1, b1]) = compared("4000", "4000", 1, |_| {});
    assert!(in_trash(&game, a1) && in_trash(&game, b1));
    assert_eq!((reserve(&game, A), reserve(&game, B)), ([1, 0], [1, 0]));
    let verbs = cited(&mut game).into_iter().filter(|(_, verb, _)| *verb == Verb::Destroy);
    let points: Vec<_> = verbs.map(|(point, _, rule)| (point, rule)).collect();
    use Point::{At, Before, Done};
    assert_eq!(points, [Before, Before, At, At, Done, Done].map(|point| (point, rule("戰鬥步驟.⑥.1"))));
    assert_eq!(asked(&game), Some((A, Question::Attack)));
}

#[test]
fn bs_130_the_cores_of_a_waiting_spirit_are_not_in_the_reserve() {
    let (game, [_, b1]) = compared("5000", "遺產鳥", 3, |position| position.cores(B, Zone::Reserve, 1, 0));
    assert_eq!((count(&game, Zone::Hand, B), in_trash(&game, b1), reserve(&game, B)), (0, true, [4, 0]));
}

#[test]
fn bs_131_a_waiting_spirit_raises_nothing_else() {
    let (game, [_, b1]) = compared("5000", "醫者", 1, |_| {});
    assert_eq!((count(&game, Zone::Hand, B), in_trash(&game, b1), reserve(&game, B)), (1, true, [1, 0]));
}

#[test]
fn bs_133_it_stays_on_the_field() {
    let (mut game, [_, b1]) = compared("5000", "復仇獸", 2, |_| {});
    assert!(waits(&game, b1) && matches!(asked(&game), Some((B, Question::Optional(_)))));
    assert_eq!(refused_by(&mut game, A, Action::Optional(true)), rule("FAQ.效果通則.Q2"));
    let before = game.state.table.object(b1);
    play(&mut game, B, Action::Optional(true));
    let told = cited(&mut game);
    assert!(told.contains(&(Point::Withdrawn, Verb::Destroy, rule("FAQ.靈魂卡等的狀態.Q1"))));
    assert!(!told.contains(&(Point::Done, Verb::Destroy, rule("戰鬥步驟.⑥.1"))));
    assert_eq!((game.state.table.object(b1), waits(&game, b1)), (before, false));
    assert_eq!((on_card(&game, b1), posture(&game, b1)), ([2, 0], Posture::Exhausted));
}

#[test]
fn bs_149_the_first_removal_stands() {
    let mut position = Position::new(5, A);
    position.cores(A, Zone::Reserve, 1, 0);
    let used = position.hand(A, "崩解");
    let b1 = position.field(B, "焚身鳥", 2, 0);
    let mut game = position.main();
    play(&mut game, A, magic(used, false, &ONE));
    let told = cited(&mut game);
    assert!(told.contains(&(Point::Withdrawn, Verb::Destroy, rule("FAQ.靈魂卡等的狀態.Q2"))));
    assert!(told.contains(&(Point::Done, Verb::Deplete, rule("靈魂卡的消滅.1"))));
    assert_eq!((count(&game, Zone::Hand, B), reserve(&game, B), in_trash(&game, b1)), (0, [2, 0], true));
}

#[test]
fn bs_180_a_waiting_card_is_no_target() {
    let mut others = Vec::new();
    let (mut game, [_, b1]) = compared("5000", "殉爆鳥", 1, |position| {
        others = ["plain"; 2].map(|name| position.field(B, name, 1, 0)).to_vec();
    });
    assert!(waits(&game, b1) && matches!(asked(&game), Some((B, Question::Designate(_)))));
    assert_eq!(refused_by(&mut game, B, Action::Designate(b1)), rule("FAQ.靈魂卡等的狀態.Q2"));
    play(&mut game, B, Action::Designate(others[1]));
    assert_eq!(
        [others[0], others[1]].map(|card| posture(&game, card)),
        [Posture::Refreshed, Posture::Exhausted]
    );
    assert!(in_trash(&game, b1));
}

/// No scenario, but the ruling: what a seat is asked in the middle of an effect belongs to that effect.
#[test]
fn ruling_87_what_happens_instead_is_asked_inside_the_effect() {
    for (yes, zone) in [(true, Zone::Exile), (false, Zone::Trash)] {
        let mut position = Position::new(5, A);
        position.cores(A, Zone::Reserve, 1, 0);
        let used = position.hand(A, "雙擊");
        let (b1, b2) = (position.field(B, "焚身鳥", 1, 0), position.field(B, "替身獸", 1, 0));
        let mut game = position.main();
        play(&mut game, A, magic(used, false, &ONE));
        play(&mut game, A, Action::Designate(b1));
        assert_eq!(asked(&game), Some((B, Question::Instead)));
        assert!(waits(&game, b1) && count(&game, Zone::Hand, B) == 0, "nothing is raised inside the effect");
        assert_eq!(refused_by(&mut game, A, Action::Optional(yes)), rule("FAQ.效果通則.Q2"));
        play(&mut game, B, Action::Optional(yes));
        assert!(in_trash(&game, b1) && lies_in(&game, b2, zone, B));
        assert_eq!((count(&game, Zone::Hand, B), reserve(&game, B)), (1, [2, 0]));
    }
}

// ---------------------------------------------------------------- batches

#[test]
fn bs_105_the_turn_player_orders_the_effects_of_both() {
    let mut position = Position::new(5, A);
    let a1 = position.field(A, "獵隼", 1, 0);
    let n1 = position.field(B, "警鐘", 0, 0);
    let mut game = position.attack_step();
    play(&mut game, A, Action::Attack(a1));
    let bell = order(&game, n1, 0);
    assert_eq!(refused_by(&mut game, B, bell.clone()), rule("效果的發揮.5"));
    assert_eq!(asked(&game), Some((A, Question::Order)));
    play(&mut game, A, bell);
    assert_eq!((count(&game, Zone::Hand, A), asked(&game)), (1, Some((B, Question::Flash))));
}

#[test]
fn bs_106_newly_raised_effects_first() {
    let mut position = Position::new(5, A);
    let h1 = position.hand(A, "plain");
    let (a1, _) = (position.field(A, "炎角騎兵", 1, 0), position.field(A, "戰鼓", 0, 0));
    let b1 = position.field(B, "焚身鳥.106", 1, 0);
    let mut game = position.attack_step();
    play(&mut game, A, Action::Attack(a1));
    done(&mut game);
    let next = order(&game, a1, 0);
    play(&mut game, A, next);
    use Verb::{Cores, Destroy, Discard, Draw};
    assert_eq!(done(&mut game), [Discard, Destroy, Cores, Draw]);
    assert!(in_trash(&game, h1) && in_trash(&game, b1) && count(&game, Zone::Hand, A) == 1);
}

#[test]
fn bs_168_an_effect_of_the_older_batch() {
    let mut position = Position::new(5, A);
    position.hand(A, "plain");
    let (a1, n1) = (position.field(A, "炎角騎兵", 1, 0), position.field(A, "戰鼓", 0, 0));
    let (b1, n2) = (position.field(B, "焚身鳥", 1, 0), position.field(B, "悼鐘", 0, 0));
    let mut game = position.attack_step();
    play(&mut game, A, Action::Attack(a1));
    let (rider, drum) = (order(&game, a1, 0), order(&game, n1, 0));
    play(&mut game, A, rider);
    assert_eq!(refused_by(&mut game, A, drum), rule("效果的發揮.6"));
    assert!(waits(&game, b1) && asked(&game) == Some((A, Question::Order)));
    let (_, batch) = game.next_waiting().unwrap();
    let sources: Vec<_> = batch.iter().map(|&index| game.state.waiting[index].trigger.source.card).collect();
    assert_eq!((sources, count(&game, Zone::Hand, A)), (vec![b1, n2], 1));
}

#[test]
fn bs_151_the_newer_layer_leaves_first() {
    let mut position = Position::new(5, A);
    let (a1, a2) = (position.field(A, "6000", 1, 0), position.field(A, "焚身鳥.151", 1, 0));
    let (b1, _) = (position.field(B, "2000", 1, 0), position.field(B, "5000", 1, 0));
    position.cores(B, Zone::Reserve, 1, 0);
    let used = position.hand(B, "烈焰槍");
    let mut game = position.battle(TO_FLASH_1, a1, None);
    play(&mut game, B, magic(used, true, &ONE));
    let events = game.record.take().unwrap();
    let left =
        events.iter().filter(|event| event.point == Point::Done && event.proposal.verb == Verb::Destroy);
    assert_eq!(left.filter_map(|event| event.proposal.card()).collect::<Vec<_>>(), [b1, a2]);
    assert_eq!(asked(&game), Some((A, Question::Flash)));
    game.record = Some(Vec::new());
    play(&mut game, A, Action::FlashPass);
    assert_eq!(asked(&game), Some((B, Question::Flash)));
}
