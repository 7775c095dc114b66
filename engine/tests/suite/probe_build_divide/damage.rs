//! Damage to life, drawing and the end phase, territories.

use super::*;

// Damage to life.

#[test]
fn s58() {
    let case = attack_on_player("灰烬斥候", &[(B, Life, &["黑钢巨像", "三重斩将", "白盾卫士", "7"])]);
    assert_eq!((case.names(B, Graveyard), case.life(B)), (vec!["黑钢巨像", "三重斩将", "白盾卫士"], 7));
    assert!(case.cites(&[BUSTER]));
}

#[test]
fn s59() {
    let case = attack_on_player("黑钢巨像", &[(B, Life, &["白盾卫士"])]);
    assert!(case.winner() == Some(A) && case.cites(&[NO_CARD, WON_BY_DAMAGE]));
}

#[test]
fn s61() {
    let case = attack_on_player("无刃信使", &[(B, Life, &[])]);
    assert!(case.at(AttackEnd) && case.is_rested("a1"));
}

#[test]
fn s62() {
    let mut case = attack_on_player("三重斩将", &[(B, Life, &["星落反击", "9"])]);
    case.go(B, Shot("星落反击", "a1"));
    assert!(case.asks(A, Question::DamageWindow), "the turn player speaks first");
    case.both();
    assert_eq!((case.names(A, Graveyard), case.names(B, Graveyard)), (vec!["三重斩将"], vec!["星落反击"]));
    assert!(case.life(B) == 9 && case.at(AttackEnd) && case.cites(&[SHOT, VOID]));
}

#[test]
fn s63() {
    let mut case = attack_on_player("黑钢巨像", &[(B, Life, &["星落反击", "9"])]);
    case.go(B, DeclineShot);
    assert!(case.life(B) == 8 && case.names(A, Field) == ["黑钢巨像"] && case.at(AttackEnd));
    assert!(case.cites(&[DECLINED]) && case.names(B, Graveyard).contains(&"星落反击"));
}

#[test]
fn s64() {
    let mut case =
        attack_on_player("灰烬斥候", &[(B, Life, &["星落反击", "9"]), (B, Field, &["白盾卫士 静置"])]);
    assert_eq!(case.no(A, Shot("星落反击", "b1")), SHOT);
    assert!(case.life(B) == 9 && case.names(B, Graveyard) == ["星落反击"]);
}

#[test]
fn s96() {
    let case = attack_on_player("灰烬斥候", &[(B, Life, &["黑钢巨像"])]);
    assert!(case.winner() == Some(A) && case.cites(&[BUSTER, NO_CARD, WON_BY_DAMAGE]));
}

#[test]
fn s98() {
    let zones: &[(Seat, Zone, &[&str])] = &[(B, Life, &[]), (B, Hand, &["烈焰箭"]), (B, Energy, &["红"])];
    let mut case = attack_on_player("灰烬斥候", zones);
    assert_eq!(case.no(B, Use("烈焰箭", "f1", "a1")), OVER);
    assert_eq!(case.winner(), Some(A));
}

#[test]
fn s112() {
    let zones: &[(Seat, Zone, &[&str])] = &[
        (A, Hand, &["烈焰箭", "裂空弹"]),
        (A, Energy, &["红", "红", "红"]),
        (A, Field, &["白盾卫士"]),
        (B, Life, &["星落反击", "9"]),
        (B, Field, &["灰烬斥候"]),
    ];
    let mut case = table(A, Main, zones);
    case.go(A, Use("烈焰箭", "e1", "b1")).go(A, Use("裂空弹", "e2 e3", NONE)).both();
    assert_eq!(case.chain(), ["烈焰箭", "裂空弹"], "what is resolved stays on the chain meanwhile");
    case.go(B, Shot("星落反击", "a1")).both();
    assert_eq!((case.names(A, Graveyard), case.life(B)), (vec!["白盾卫士", "裂空弹"], 9));
    assert!(case.chain() == ["烈焰箭"] && case.mark("b1").damage == 0 && case.at(Main));
}

#[test]
fn s113() {
    let mut case = table(A, Main, &[(A, Hand, &["自焚祭仪"]), (A, Energy, &["黑"]), (A, Life, &[])]);
    case.go(A, Use("自焚祭仪", "e1", NONE)).both();
    assert!(case.winner() == Some(B) && case.cites(&[NO_CARD, OWN_DAMAGE]));
}

#[test]
fn the_hit_is_read_before_each_point() {
    let mut case = attack_on_player("三重斩将", &[(B, Life, &["钝刃歌", "9"])]);
    case.go(B, Shot("钝刃歌", "a1")).both();
    assert!(case.life(B) == 8 && case.at(AttackEnd), "one of the two points that were left is not dealt");
}

#[test]
fn a_shot_is_asked_before_rule_processing_and_before_what_waits() {
    let zones: &[(Seat, Zone, &[&str])] =
        &[(B, Life, &["援护歌", "9"]), (B, Field, &["满墙守军 静置 1500", "城头哨兵 静置"])];
    let mut case = attack_on_player("灰烬斥候", zones);
    assert!(case.asks(B, Question::Shot(case.card(B, "援护歌"))));
    assert!(case.power("b1") == 1000 && case.names(B, Field).len() == 2, "it may still be chosen");
    case.go(B, Shot("援护歌", "b1"));
    assert_eq!(case.names(B, Field), ["城头哨兵"], "then the table is checked");
    assert!(case.asks(B, Question::ChooseCard) && case.chain() == ["援护歌"]);
    case.go(B, Choose("a1"));
    assert_eq!(case.chain(), ["援护歌", "城头哨兵"]);
    case.both().both();
    assert_eq!((case.mark("a1").damage, case.life(B)), (1000, 9));
    assert!(case.cites(&[ON_TARGETS]) && case.at(AttackEnd));
}

#[test]
fn rule_processing_is_done_before_what_waits_is_put_on_the_chain() {
    let field = ["护城守军 静置 1500", "城头哨兵 静置"];
    let mut case = attack_on_player("灰烬斥候", &[(B, Field, &field)]);
    assert!(case.asks(B, Question::ChooseCard) && case.names(B, Hand) == ["护城守军"]);
    assert_eq!(case.no(B, Choose("b1")), ON_TARGETS);
    case.go(B, Choose("a1")).both();
    assert!(case.mark("a1").damage == 1000 && case.at(AttackEnd) && case.cites(&[REPLACES]));
}

#[test]
fn what_is_resolved_cannot_be_countered() {
    let zones: &[(Seat, Zone, &[&str])] = &[
        (A, Hand, &["裂空弹"]),
        (A, Energy, &["红", "红"]),
        (B, Life, &["星幕射手", "9"]),
        (B, Hand, &["虚空断言"]),
        (B, Energy, &["蓝", "蓝"]),
    ];
    let mut case = table(A, Main, zones);
    case.go(A, Use("裂空弹", "e1 e2", NONE)).both().go(B, Shot("星幕射手", NONE)).go(A, Pass);
    assert_eq!(case.no(B, Use("虚空断言", "f1 f2", "裂空弹")), ON_TARGETS);
    case.go(B, Use("虚空断言", "f1 f2", "星幕射手")).both();
    assert!(case.at(Main) && case.names(B, Graveyard) == ["星幕射手", "虚空断言"] && case.life(B) == 9);
}

// Drawing and the end phase.

#[test]
fn s49() {
    let zones: &[(Seat, Zone, &[&str])] =
        &[(A, Energy, &["红"]), (A, Hand, &["烈焰箭"]), (B, Field, &["白盾卫士 静置 2000"])];
    let mut case = table(A, Line::End, zones);
    case.both().both().both().both();
    assert!(case.at(Main) && case.game.state.facts.active == B && case.names(B, Hand).len() == 1);
    case.go(B, Pass).go(A, Use("烈焰箭", "e1", "b1")).both();
    assert_eq!((case.mark("b1").damage, case.names(B, Field)), (3000, vec!["白盾卫士"]));
    assert!(case.cites(&[END, TURN_ENDS, STANDS, DRAWS]));
}

#[test]
fn s68_and_s69() {
    let mut case = table(A, Line::BeforeDraw, &[(A, Deck, &[]), (A, Life, &["星落反击", "4"])]);
    case.both();
    assert!(case.names(A, Hand) == ["星落反击"] && case.life(A) == 4 && case.cites(&[DRAWS_LIFE]));
    let mut case = table(A, Line::BeforeDraw, &[(A, Deck, &[]), (A, Life, &[])]);
    case.both();
    assert!(case.winner() == Some(B) && case.cites(&[CANNOT_DRAW, WON_BY_DECK]));
}

#[test]
fn s70() {
    let zones: &[(Seat, Zone, &[&str])] = &[
        (A, Hand, &["贪婪汲取"]),
        (A, Energy, &["黑", "黑"]),
        (A, Deck, &["白盾卫士"]),
        (A, Life, &["灰烬斥候"]),
    ];
    let mut case = table(A, Main, zones);
    case.go(A, Use("贪婪汲取", "e1 e2", NONE)).both();
    assert!(case.names(A, Hand) == ["白盾卫士", "灰烬斥候"] && case.winner() == Some(B));
    assert!(case.names(A, Graveyard) == ["贪婪汲取"], "judged when the item has been resolved");
    assert!(case.cites(&[TEXT_DRAW, TEXT_DRAW_LIFE, WON_BY_DECK]));
}

const SIX: &[&str] = &["余烬学徒", "灰烬斥候", "白盾卫士", "烈焰箭", "缚足锁", "黑钢巨像"];

#[test]
fn s71_and_s72() {
    let mut case = table(A, Line::CleanUp, &[(A, Hand, SIX), (B, Hand, &["8"])]);
    assert_eq!(case.no(A, Discard("缚足锁 烈焰箭")), HAND_LIMIT);
    case.go(A, Discard("缚足锁"));
    assert!(case.at(Line::Stand) && case.game.state.facts.active == B && case.cites(&[TURN_ENDS]));
    assert_eq!((case.names(A, Hand).len(), case.names(B, Hand).len()), (5, 8));
}

#[test]
fn s73() {
    let mut case = table(A, Line::End, &[(A, Hand, &SIX[1..])]);
    assert_eq!(case.no(A, Discard("缚足锁")), HAND_LIMIT);
}

#[test]
fn s128() {
    let mut case = table(A, Line::CleanUp, &[(A, Hand, SIX), (A, Deck, &["雷光剑士", "20"])]);
    case.go(A, Discard("余烬学徒"));
    assert!(case.at(Line::EndAgain) && case.chain() == ["余烬学徒"]);
    case.both();
    assert_eq!(case.names(A, Hand).last(), Some(&"雷光剑士"));
    case.both();
    assert!(case.asks(A, Question::Discard { count: 1, limit: true }));
    case.go(A, Discard("缚足锁"));
    assert!(case.at(Line::Stand) && case.game.state.facts.active == B);
    assert!(case.cites(&[HAND_LIMIT, AUTOMATIC]));
}

// Territories.

fn ace(ace: &'static str, territory: &'static str, energy: &[&str], pay: &'static str) -> Case {
    let (hand, territory) = ([ace], [territory]);
    let mut case = table(A, Main, &[(A, Hand, &hand), (A, Territory, &territory), (A, Energy, energy)]);
    case.go(A, Use(ace, pay, NONE)).both();
    case
}

fn princess(territory: &'static str, energy: &[&str]) -> Case {
    ace("晨曦王女", territory, energy, "e1 e2 e3 e4")
}

const FIVE: &[&str] = &["白", "白", "红", "红", "黑"];

#[test]
fn s75() {
    let mut case = princess("晨曦圣堂", FIVE);
    assert!(case.chain().is_empty(), "the ace has left the chain when the table is checked");
    case.go(A, Release("e5"));
    assert!(case.mark("晨曦圣堂").released && case.is_rested("e1 e2 e3 e4 e5") && case.at(Main));
    assert_eq!(case.power("晨曦王女"), 5500);
    assert!(case.cites(&[RELEASES, DIFFERENCE]));
}

#[test]
fn s76() {
    let mut case = princess("晨曦圣堂", &FIVE[..4]);
    assert_eq!(case.no(A, Release(NONE)), DIFFERENCE);
    assert!(case.at(Main) && case.power("晨曦王女") == 4500);
}

#[test]
fn s78() {
    let mut case = princess("夜幕回廊", FIVE);
    assert_eq!(case.no(A, Release("e5")), RELEASES);
    assert!(case.at(Main) && case.names(A, Field) == ["晨曦王女"]);
}

#[test]
fn s79() {
    let zones: &[(Seat, Zone, &[&str])] = &[
        (A, Hand, &["亡者归来"]),
        (A, Graveyard, &["晨曦王女"]),
        (A, Energy, &["黑", "红", "红", "红", "白"]),
        (A, Territory, &["晨曦圣堂"]),
    ];
    let mut case = table(A, Main, zones);
    case.go(A, Use("亡者归来", "e1 e2 e3 e4", "晨曦王女")).both();
    assert_eq!(case.no(A, Release("e5")), FROM_HAND);
    assert_eq!(case.names(A, Field), ["晨曦王女"]);
}

#[test]
fn s115() {
    let mut case = princess("晨曦圣堂", FIVE);
    assert!(case.asks(A, Question::Release(case.card(A, "晨曦王女"))));
    assert_eq!(case.no(A, Pass), NO_WINDOW);
    case.go(A, DeclineRelease);
    assert!(case.at(Main) && !case.mark("晨曦圣堂").released);
}
