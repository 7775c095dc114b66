//! Probe: Build Divide, scenarios of its book on damage to life as a loop, shots, windows with floors, priority, normal
//! and quick timing, automatic abilities on the chain, blitz, the end phase, releases, payment. Tests `sNN` are
//! scenarios; the others are about what no scenario has.
//!
//! The game is built as it would be on this kernel: turn and attack are tables of stages, every question is asked in
//! one place, and the table is checked before windows and at the moments that the book names.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

mod cards;
mod damage;
mod game;
mod table;

use crate::probe::*;
use game::*;
use rules_judge_engine::kernel::*;
use rules_judge_engine::verdict::{Cite, Refusal};
use table::Entry::*;
use table::*;

rules! {
    OVER "胜利条件.0" WON_BY_DAMAGE "胜利条件.①" WON_BY_DECK "胜利条件.②" POWER "卡牌种类.单位.④" ICON "卡牌种类.单位.⑦"
    PHASES "回合的流程.3" STANDS "竖置阶段.1" DRAWS "抽卡阶段.1" FIRST_DRAW "抽卡阶段.2" DRAWS_LIFE "抽卡阶段.3"
    CANNOT_DRAW "抽卡阶段.4" MAIN "主要阶段.1" PLACES "主要阶段.能量的配置.1" PLACES_ONCE "主要阶段.能量的配置.3"
    USES "主要阶段.卡牌的使用.1" PAYS "主要阶段.卡牌的使用.3" TOTAL "使用费用.1" COLORS "使用费用.2" NORMAL "使用时点.普通"
    CHAIN "快速与连锁.3" ATTACKS "攻击阶段.1" TARGETS "攻击阶段.2" BLOCKS "阻挡.1" BLOCKED "阻挡.2" BATTLE "战斗.1"
    STRIKES "战斗.2" BLITZ "关键词.闪击" TURNED "生命受到伤害.①" NO_CARD "生命受到伤害.①.2"
    BUSTER "触发效果.buster" SHOT "触发效果.shot" DECLINED "触发效果.shot.2" VOID "触发效果.3"
    END "结束阶段.1" HAND_LIMIT "结束阶段.2" TURN_ENDS "结束阶段.3"
    FROM_HAND "领域的解放.1" RELEASES "领域的解放.3" DIFFERENCE "解放费用.1" TEXT_DRAW "用语.抽" TEXT_DRAW_LIFE "用语.抽.2"
    DISCARDS "用语.舍弃" DISCARDS_OWN "用语.舍弃.2" AUTOMATIC "用语.自动能力" TEXT "ruling-1" DRAWN_GAME "ruling-2"
    DESTROYS "ruling-10" NORMAL_CHAIN "ruling-15" PLACES_CHAIN "ruling-16" PRIORITY "ruling-18" NO_WINDOW "ruling-20"
    ORDER "ruling-21" ON_TARGETS "ruling-22" ONE_BLOCK "ruling-26" NO_DAMAGE "ruling-27" SHOT_NOW "ruling-34"
    RELEASED_ONCE "ruling-45" REPLACES "ruling-50" COUNTERS "ruling-58" OWN_DAMAGE "ruling-70"
}

use Line::{AttackEnd, ChooseAttack, Main};
use Zone::{Deck, Energy, Field, Graveyard, Hand, Life, Territory};

/// `attacker` attacks the player, and both pass after the declaration.
fn attack_on_player(attacker: &'static str, rest: &[(Seat, Zone, &[&str])]) -> Case {
    let mut zones: Vec<(Seat, Zone, &[&str])> = rest.to_vec();
    let field = [attacker];
    zones.push((A, Field, &field));
    let mut case = table(A, ChooseAttack, &zones);
    case.go(A, Attack("a1", PLAYER)).both();
    case
}

// Costs.

#[test]
fn s24() {
    let energy = ["黑", "黑", "红", "白", "无色"];
    let mut case = table(A, Main, &[(A, Hand, &["黑钢巨像"]), (A, Energy, &energy)]);
    case.go(A, Use("黑钢巨像", "e1 e2 e3 e4 e5", NONE)).both();
    assert!(case.is_rested("e1 e2 e3 e4 e5") && !case.mark("黑钢巨像").rested);
    assert_eq!(case.names(A, Field), ["黑钢巨像"]);
    assert!(case.cites(&[USES, PAYS, CHAIN]));
}

#[test]
fn s124() {
    let mut case = table(A, Main, &[(A, Hand, &["灰烬斥候"]), (A, Energy, &["红", "黑"])]);
    assert_eq!(case.no(A, Use("灰烬斥候", "e1 e1", NONE)), PAYS);
}

#[test]
fn a_card_of_two_colours_fills_one_slot() {
    let zones: &[(Seat, Zone, &[&str])] =
        &[(A, Hand, &["双色旗手"]), (A, Energy, &["白红", "白", "白", "黑"])];
    let mut case = table(A, Main, zones);
    assert_eq!(case.no(A, Use("双色旗手", "e1 e4", NONE)), COLORS);
    assert_eq!(case.no(A, Use("双色旗手", "e2 e3", NONE)), COLORS);
    case.go(A, Use("双色旗手", "e1 e2", NONE)).both();
    assert_eq!(case.names(A, Field), ["双色旗手"]);
}

// Timing and the chain.

#[test]
fn s29() {
    let zones: &[(Seat, Zone, &[&str])] =
        &[(A, Hand, &["缚足锁"]), (A, Energy, &["蓝", "蓝"]), (B, Field, &["白盾卫士"])];
    let mut case = table(B, Main, zones);
    assert_eq!(case.go(B, Pass).no(A, Use("缚足锁", "e1 e2", "b1")), NORMAL);
}

#[test]
fn s30() {
    let zones: &[(Seat, Zone, &[&str])] =
        &[(A, Hand, &["烈焰箭", "缚足锁"]), (A, Energy, &["红", "蓝", "蓝"]), (B, Field, &["白盾卫士"])];
    let mut case = table(A, Main, zones);
    assert_eq!(case.go(A, Use("烈焰箭", "e1", "b1")).no(A, Use("缚足锁", "e2 e3", "b1")), NORMAL_CHAIN);
    assert!(case.chain() == ["烈焰箭"] && !case.is_rested("e2") && case.at(Main));
}

/// A's arrow at a scout, B's song for it.
fn arrow_and_song(more: &'static str) -> Case {
    let hand = ["烈焰箭", more];
    let zones: &[(Seat, Zone, &[&str])] = &[
        (A, Hand, &hand),
        (A, Energy, &["红", "蓝", "蓝"]),
        (B, Hand, &["坚守之歌"]),
        (B, Energy, &["白"]),
        (B, Field, &["灰烬斥候"]),
    ];
    let mut case = table(A, Main, zones);
    case.go(A, Use("烈焰箭", "e1", "b1"));
    case
}

#[test]
fn s31() {
    let mut case = arrow_and_song("素");
    case.go(A, Pass).go(B, Use("坚守之歌", "f1", "b1"));
    assert!(case.at(Main), "after a use the turn player speaks again");
    case.go(A, Pass).go(B, Pass);
    assert_eq!(
        (case.power("b1"), case.chain()),
        (4000, vec!["烈焰箭"]),
        "one pair of passes resolves one item"
    );
    case.go(A, Pass).go(B, Pass);
    assert_eq!((case.mark("b1").damage, case.names(B, Field)), (3000, vec!["灰烬斥候"]));
    assert_eq!((case.names(A, Graveyard), case.names(B, Graveyard)), (vec!["烈焰箭"], vec!["坚守之歌"]));
}

#[test]
fn s32() {
    let mut case = arrow_and_song("素");
    assert_eq!(case.no(B, Use("坚守之歌", "f1", "b1")), PRIORITY);
    assert!(case.chain() == ["烈焰箭"] && case.at(Main));
}

#[test]
fn s94() {
    let mut case = arrow_and_song("灰烬斥候");
    assert_eq!(case.no(A, Place("灰烬斥候")), PLACES_CHAIN);
    assert_eq!(case.chain(), ["烈焰箭"]);
}

#[test]
fn s100() {
    let mut case = arrow_and_song("虚空断言");
    case.go(A, Pass).go(B, Use("坚守之歌", "f1", "b1")).go(A, Use("虚空断言", "e2 e3", "坚守之歌"));
    assert_eq!(case.chain(), ["烈焰箭", "坚守之歌", "虚空断言"]);
    case.both();
    assert_eq!((case.chain(), case.names(B, Graveyard)), (vec!["烈焰箭"], vec!["坚守之歌"]));
    case.both();
    assert!(case.cites(&[COUNTERS, CHAIN]) && case.is_rested("f1"));
    assert_eq!(case.names(B, Graveyard), ["坚守之歌", "灰烬斥候"]);
}

#[test]
fn s106_and_s107() {
    assert_eq!(table(A, Main, &[]).no(B, Pass), PRIORITY);
    assert_eq!(table(A, ChooseAttack, &[(A, Field, &["白盾卫士"])]).no(A, Pass), NO_WINDOW);
}

#[test]
fn s114() {
    let zones: &[(Seat, Zone, &[&str])] =
        &[(A, Hand, &["引路祭司", "灰烬斥候"]), (A, Energy, &["白", "白", "红", "红"])];
    let mut case = table(A, Main, zones);
    case.go(A, Use("引路祭司", "e1 e2", NONE)).both();
    assert_eq!(case.chain(), ["引路祭司"], "its ability went on the chain without an entry");
    assert_eq!(case.no(A, Use("灰烬斥候", "e3 e4", NONE)), NORMAL_CHAIN);
    assert!(case.names(A, Hand) == ["灰烬斥候"] && !case.is_rested("e3"));
}

// Automatic abilities.

#[test]
fn s108() {
    let zones: &[(Seat, Zone, &[&str])] =
        &[(A, Hand, &["引路祭司"]), (A, Energy, &["白", "白"]), (A, Deck, &["白盾卫士", "20"])];
    let mut case = table(A, Main, zones);
    case.go(A, Use("引路祭司", "e1 e2", NONE)).both().both();
    assert_eq!(case.no(A, Pass), NO_WINDOW);
    case.go(A, YesNo(false));
    assert!(case.at(Main) && case.names(A, Hand).is_empty() && case.names(A, Deck)[0] == "白盾卫士");
}

fn two_abilities() -> Case {
    let zones: &[(Seat, Zone, &[&str])] = &[
        (A, Hand, &["双面信徒", "黑钢巨像"]),
        (A, Energy, &["黑", "黑"]),
        (A, Field, &["素", "引路祭司"]),
        (A, Deck, &["白盾卫士", "20"]),
    ];
    let mut case = table(A, Main, zones);
    case.go(A, Use("双面信徒", "e1 e2", NONE)).both();
    case
}

#[test]
fn s109() {
    let mut case = two_abilities();
    assert!(case.asks(A, Question::ChooseTrigger));
    case.go(A, Trigger("双面信徒", 2));
    assert!(case.chain() == ["双面信徒", "双面信徒"] && case.at(Main), "the last one needs no answer");
    case.both();
    assert_eq!(case.names(A, Hand), ["黑钢巨像", "白盾卫士"], "the draw was resolved first");
    case.both().go(A, Discard("黑钢巨像"));
    assert_eq!((case.names(A, Hand), case.names(A, Graveyard)), (vec!["白盾卫士"], vec!["黑钢巨像"]));
    assert!(case.cites(&[AUTOMATIC, CHAIN, DISCARDS]));
}

#[test]
fn s110() {
    let mut case = two_abilities();
    assert_eq!(case.no(A, Trigger("a2", 1)), ORDER);
    assert!(case.chain().is_empty() && case.game.state.waiting.len() == 2);
}

#[test]
fn abilities_of_both_seats_choose_their_targets_as_they_are_put_on_the_chain() {
    let zones: &[(Seat, Zone, &[&str])] = &[
        (A, Hand, &["裂空弹"]),
        (A, Energy, &["红", "红"]),
        (A, Field, &["城头哨兵", "城头哨兵"]),
        (B, Field, &["城头哨兵"]),
    ];
    let mut case = table(A, Main, zones);
    case.go(A, Use("裂空弹", "e1 e2", NONE)).both();
    assert!(case.asks(A, Question::ChooseTrigger));
    case.go(A, Trigger("a2", 1));
    assert!(case.asks(A, Question::ChooseCard) && case.chain() == ["裂空弹"]);
    assert_eq!(case.no(A, Pass), NO_WINDOW);
    case.go(A, Choose("b1"));
    assert!(case.asks(A, Question::ChooseCard), "the last of A's leaves no order to choose, but a target");
    case.go(A, Choose("b1"));
    assert!(case.asks(B, Question::ChooseCard), "then the other seat's on top of them");
    case.go(B, Choose("a1"));
    assert!(case.asks(A, Question::DamageWindow) && case.chain().len() == 4);
    case.both();
    assert_eq!((case.mark("a1").damage, case.mark("b1").damage), (1000, 0));
    case.both().both();
    assert_eq!((case.mark("b1").damage, case.chain().len()), (2000, 0));
    assert!(case.at(Main));
}

// Attack and battle.

#[test]
fn s99() {
    let mut case = table(A, ChooseAttack, &[(A, Field, &["灰烬斥候"])]);
    assert_eq!(case.go(A, EndAttacks).no(A, Attack("a1", PLAYER)), ATTACKS);
    assert!(case.at(Line::End));
}

#[test]
fn s45() {
    let mut case = attack_on_player("白盾卫士", &[(B, Field, &["灰烬斥候", "灰烬斥候"])]);
    assert_eq!(case.go(B, Block("b1")).no(B, Block("b2")), ONE_BLOCK);
    assert!(case.is_rested("b1") && !case.is_rested("b2"));
}

fn battle(attacker: &'static str, target: &'static str) -> Case {
    let (field, other) = ([attacker], [target]);
    let mut case = table(A, ChooseAttack, &[(A, Field, &field), (B, Field, &other)]);
    case.go(A, Attack("a1", "b1")).both();
    case
}

#[test]
fn s50() {
    let case = battle("雷光剑士", "潜伏影豹 静置");
    assert_eq!((case.names(B, Graveyard), case.mark("a1").damage), (vec!["潜伏影豹"], 0));
    assert!(case.is_rested("a1") && case.cites(&[BLITZ]) && !case.cites(&[STRIKES]));
}

#[test]
fn s52() {
    let case = battle("雷光剑士", "白盾卫士 静置");
    assert_eq!((case.names(A, Graveyard), case.mark("b1").damage), (vec!["雷光剑士"], 3000));
    assert!(case.cites(&[BLITZ, STRIKES]));
}

#[test]
fn s91() {
    let zones: &[(Seat, Zone, &[&str])] =
        &[(A, Field, &["军旗手", "灰烬斥候 2000"]), (B, Hand, &["烈焰箭"]), (B, Energy, &["红"])];
    let mut case = table(B, Main, zones);
    case.go(B, Use("烈焰箭", "f1", "a1")).both();
    assert_eq!(case.names(A, Graveyard), ["军旗手", "灰烬斥候"], "in the same rule processing");
}

#[test]
fn s116() {
    let zones: &[(Seat, Zone, &[&str])] = &[
        (A, Field, &["黑钢巨像"]),
        (B, Hand, &["招回之手"]),
        (B, Energy, &["白", "白"]),
        (B, Field, &["白盾卫士"]),
    ];
    let mut case = table(A, ChooseAttack, zones);
    case.go(A, Attack("a1", PLAYER)).go(A, Pass).go(B, Use("招回之手", "f1 f2", "a1")).both().both();
    assert_eq!(case.no(B, Block("b1")), BLOCKS);
    assert!(case.at(AttackEnd) && case.names(A, Hand) == ["黑钢巨像"] && case.life(B) == 10);
    assert!(case.cites(&[NO_DAMAGE]));
}

#[test]
fn s121() {
    let mut case = table(A, ChooseAttack, &[(A, Field, &["斗志学徒"]), (B, Field, &["潜伏影豹"])]);
    case.go(A, Attack("a1", PLAYER)).both().go(B, Block("b1")).both();
    assert!(case.asks(A, Question::BattleWindow) && case.mark("b1").damage == 0);
    case.both();
    assert_eq!((case.power("a1"), case.mark("a1").damage), (4000, 3000));
    assert!(case.names(B, Graveyard) == ["潜伏影豹"] && case.at(AttackEnd) && case.is_rested("a1"));
}

#[test]
fn s122() {
    let case = attack_on_player("斗志学徒", &[]);
    assert_eq!((case.life(B), case.power("a1")), (9, 2000));
    assert!(case.chain().is_empty() && case.at(AttackEnd));
}

#[test]
fn s131() {
    let mut case = attack_on_player("灰烬斥候", &[(B, Field, &["白盾卫士 静置"])]);
    assert_eq!(case.no(B, NoBlock), BLOCKS);
    assert!(case.life(B) == 9 && case.at(AttackEnd));
}

#[test]
fn what_is_destroyed_together_waits_for_a_replacement() {
    let mut case = battle("灰烬斥候", "归营老兵 静置");
    assert!(case.asks(B, Question::ChooseReplacement) && case.names(A, Field) == ["灰烬斥候"]);
    assert_eq!(case.no(A, Replace(Some(0))), REPLACES);
    case.go(B, Replace(Some(0)));
    assert_eq!((case.names(A, Graveyard), case.names(B, Hand)), (vec!["灰烬斥候"], vec!["归营老兵"]));
    assert!(case.names(B, Graveyard).is_empty() && case.at(AttackEnd) && case.cites(&[REPLACES]));

    let mut case = battle("灰烬斥候", "归营老兵 静置");
    case.go(B, Replace(None));
    assert_eq!((case.names(A, Graveyard), case.names(B, Graveyard)), (vec!["灰烬斥候"], vec!["归营老兵"]));
}
