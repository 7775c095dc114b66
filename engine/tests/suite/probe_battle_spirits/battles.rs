//! The scenarios of the attack step, each under its id: flash timing, battles, BP.

use super::position::*;
use super::*;

// ---------------------------------------------------------------- flash timing

#[test]
fn bs_085_pass_use_use_again() {
    let mut position = Position::new(5, A);
    let (a1, b1) = (position.field(A, "plain", 1, 0), position.field(B, "plain", 1, 0));
    for seat in Seat::BOTH {
        position.cores(seat, Zone::Reserve, 1, 0);
    }
    let walls = Seat::BOTH.map(|seat| position.hand(seat, "風壁"));
    let mut game = position.battle(TO_FLASH_1, a1, None);
    play(&mut game, B, Action::FlashPass);
    play(&mut game, A, magic(walls[0], true, &ONE));
    // Nothing is inserted while the effect is resolved.
    assert_eq!(refused_by(&mut game, B, magic(walls[1], true, &ONE)), rule("靈動時機.6"));
    play(&mut game, A, Action::Designate(a1));
    play(&mut game, B, magic(walls[1], true, &ONE));
    play(&mut game, B, Action::Designate(b1));
    play(&mut game, A, Action::FlashPass);
    play(&mut game, B, Action::FlashPass);
    assert_eq!([a1, b1].map(|card| bp(&game, card)), [6000, 6000]);
    assert_eq!(asked(&game), Some((B, Question::Block)));
}

#[test]
fn bs_087_two_uses_in_a_row() {
    let mut position = Position::new(5, A);
    position.cores(B, Zone::Reserve, 2, 0);
    let [a1, a2, a3] = ["plain"; 3].map(|name| position.field(A, name, 1, 0));
    let vines = ["束縛藤"; 2].map(|name| position.hand(B, name));
    let mut game = position.battle(TO_FLASH_1, a1, None);
    play(&mut game, B, magic(vines[0], true, &ONE));
    play(&mut game, B, Action::Designate(a2));
    assert_eq!(refused_by(&mut game, B, magic(vines[1], true, &ONE)), rule("靈動時機.4"));
    assert_eq!([a2, a3].map(|card| posture(&game, card)), [Posture::Exhausted, Posture::Refreshed]);
    assert_eq!(asked(&game), Some((A, Question::Flash)));
}

#[test]
fn bs_167_the_attacker_passes_first() {
    let mut position = Position::new(5, A);
    let a1 = position.field(A, "plain", 1, 0);
    let mut game = position.battle(TO_FLASH_1, a1, None);
    assert_eq!(refused_by(&mut game, A, Action::FlashPass), rule("靈動時機.4"));
    assert_eq!(asked(&game), Some((B, Question::Flash)));
}

#[test]
fn bs_179_flash_magic_while_the_block_is_asked() {
    let mut position = Position::new(5, A);
    position.cores(B, Zone::Reserve, 1, 0);
    let a1 = position.field(A, "plain", 1, 0);
    position.field(B, "plain", 1, 0);
    let vine = position.hand(B, "束縛藤");
    let mut game = position.battle(TO_BLOCK, a1, None);
    assert_eq!(refused_by(&mut game, B, magic(vine, true, &ONE)), rule("基本行動.魔法卡.2"));
    assert_eq!(asked(&game), Some((B, Question::Block)));
}

// ---------------------------------------------------------------- battle

#[test]
fn bs_098_a_battle_outlives_its_attacker() {
    let mut position = Position::new(5, A);
    let a1 = position.field(A, "2000", 1, 0);
    let (_, b1) = (position.field(B, "伏擊林", 0, 0), position.field(B, "plain", 1, 0));
    let mut game = position.attack_step();
    play(&mut game, A, Action::Attack(a1));
    assert!(in_trash(&game, a1) && asked(&game) == Some((B, Question::Flash)));
    both_pass(&mut game);
    assert_eq!(refused_by(&mut game, B, Action::Block(b1)), rule("戰鬥步驟.③"));
    assert!(told(&mut game).contains(&(Point::Done, Verb::BattleEnd)));
    assert_eq!(
        (posture(&game, b1), life(&game, B), asked(&game)),
        (Posture::Refreshed, 5, Some((A, Question::Attack)))
    );
}

#[test]
fn bs_096_the_block_stands_although_the_blocker_left() {
    let mut position = Position::new(5, A);
    let (a1, b1) = (position.field(A, "繼火翼龍", 1, 0), position.field(B, "plain", 2, 0));
    position.cores(B, Zone::Life, 4, 0);
    position.cores(B, Zone::Reserve, 1, 0);
    let used = position.hand(B, "回風");
    let mut game = position.battle(TO_FLASH_2, a1, Some(b1));
    play(&mut game, B, magic(used, true, &ONE));
    both_pass(&mut game);
    assert_eq!((list(&game, Zone::Hand, B), reserve(&game, B), life(&game, B)), (vec![b1], [2, 0], 4));
    assert!(lies_in(&game, a1, Zone::Field, A) && asked(&game) == Some((A, Question::Attack)));
}

#[test]
fn bs_099_the_last_life_core_ends_the_game() {
    let mut position = Position::new(5, A);
    let (a1, a2) = (position.field(A, "繼火翼龍", 1, 0), position.field(A, "plain", 1, 0));
    position.cores(B, Zone::Life, 2, 0);
    let mut game = position.battle(TO_BLOCK, a1, None);
    play(&mut game, B, Action::NoBlock);
    let outcome = game.state.outcome.clone().unwrap();
    assert_eq!((outcome.winner, life(&game, B), outcome.cites[0]), (Some(A), 0, rule("勝利條件.1")));
    assert_eq!(refused_by(&mut game, A, Action::Attack(a2)), rule("勝利條件"));
}

#[test]
fn bs_101_a_battle_that_an_effect_ends_has_its_end() {
    let mut position = Position::new(5, A);
    position.hand(A, "plain");
    position.field(A, "終戰旗", 0, 0);
    let (a1, a2) = (position.field(A, "plain", 1, 0), position.field(A, "plain", 1, 0));
    position.cores(B, Zone::Reserve, 2, 0);
    let used = position.hand(B, "一度之光");
    let mut game = position.battle(TO_FLASH_1, a1, None);
    play(&mut game, B, magic(used, true, &TWO));
    assert_eq!(
        (life(&game, B), count(&game, Zone::Hand, A), asked(&game)),
        (5, 2, Some((A, Question::Attack)))
    );
    play(&mut game, A, Action::Attack(a2));
    assert_eq!(asked(&game), Some((B, Question::Flash)));
}

// ---------------------------------------------------------------- BP

#[test]
fn bs_126_a_level_change_goes_through_the_chain_anew() {
    let mut position = Position::new(5, A);
    position.cores(A, Zone::Reserve, 2, 0);
    let used = position.hand(A, "抽能咒");
    let b1 = position.field(B, "學徒", 2, 0);
    let mut game = position.main();
    let reach = Reach::Objects([game.state.table.object(b1)].into_iter().collect());
    game.begin(Bp(-2000), reach, Until::Turn, A, None, RAISED);
    assert_eq!(bp(&game, b1), 1000);
    play(&mut game, A, magic(used, true, &TWO));
    assert_eq!((level(&game, b1), bp(&game, b1)), (1, 0));
    assert!(lies_in(&game, b1, Zone::Field, B) && !waits(&game, b1));
    play(&mut game, A, Action::EndStep);
    play(&mut game, A, Action::EndStep);
    play(&mut game, A, Action::EndStep);
    assert_eq!(bp(&game, b1), 1000, "the effect ended with the turn");
}

#[test]
fn bs_186_two_standing_effects_begin_together() {
    for (first, expected) in [(1, 3000), (0, 2000)] {
        let mut position = Position::new(5, A);
        let a1 = position.field(A, "狂氣獸", 1, 0);
        let mut game = position.attack_step();
        play(&mut game, A, Action::Attack(a1));
        assert_eq!(asked(&game), Some((A, Question::OrderStanding)));
        let next = order(&game, a1, first);
        assert_eq!(refused_by(&mut game, B, next.clone()), rule("效果的發揮.5"));
        play(&mut game, A, next);
        assert_eq!((bp(&game, a1), asked(&game)), (expected, Some((B, Question::Flash))));
    }
}

#[test]
fn bs_175_a_standing_bonus_goes_with_its_level() {
    let mut position = Position::new(5, A);
    let (a1, b1) = (position.field(A, "衝鋒騎", 2, 0), position.field(B, "5000", 1, 0));
    position.cores(B, Zone::Reserve, 2, 0);
    let used = position.hand(B, "抽能咒");
    let mut game = position.battle(TO_FLASH_2, a1, Some(b1));
    assert_eq!(bp(&game, a1), 9000);
    play(&mut game, B, magic(used, true, &TWO));
    assert_eq!(bp(&game, a1), 4000);
    both_pass(&mut game);
    assert_eq!(
        (in_trash(&game, a1), reserve(&game, A), lies_in(&game, b1, Zone::Field, B)),
        (true, [2, 0], true)
    );
}
