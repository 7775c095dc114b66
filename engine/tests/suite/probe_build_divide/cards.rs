//! The cards of the scenarios as data, and some more for what no scenario has: a replacement, abilities with
//! targets that one event starts on both sides, a hit that sinks, a cost of two colours.

use super::game::{On, Text};

/// What a card is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Unit,
    Command,
    Territory,
}

/// The icon of a card.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Icon {
    None,
    Buster,
    Shot,
}

/// What a card does as long as it lies there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Lasting {
    Nothing,
    /// Its owner's other units, or all of them if it is no unit, have 1000 more power.
    Banner,
    /// It has 2000 more power while its owner has ten life cards.
    Walls,
    /// The same, and instead of being destroyed it returns to the hand.
    Moat,
    /// It may return to the hand instead of being destroyed.
    Returns,
    /// It deals its battle damage first.
    Blitz,
}

/// A printed card. Colours are written as a string with a letter for each; so are the slots of a cost.
#[derive(Clone, Copy)]
pub(super) struct Card {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    pub(super) colors: &'static str,
    pub(super) cost: usize,
    pub(super) slots: &'static str,
    pub(super) quick: bool,
    pub(super) power: i64,
    pub(super) hit: i64,
    pub(super) icon: Icon,
    /// Of an ace or a territory.
    pub(super) title: &'static str,
    pub(super) lasting: Lasting,
    pub(super) text: Text,
    pub(super) automatic: &'static [(On, Text)],
}

const fn unit(
    name: &'static str,
    colors: &'static str,
    slots: &'static str,
    cost: usize,
    power: i64,
    hit: i64,
) -> Card {
    Card {
        name,
        kind: Kind::Unit,
        colors,
        cost,
        slots,
        quick: false,
        power,
        hit,
        icon: Icon::None,
        title: "",
        lasting: Lasting::Nothing,
        text: Text::Nothing,
        automatic: &[],
    }
}

const fn command(name: &'static str, slots: &'static str, cost: usize, quick: bool, text: Text) -> Card {
    Card { kind: Kind::Command, quick, text, ..unit(name, slots, slots, cost, 0, 0) }
}

const fn energy(colors: &'static str) -> Card {
    unit(colors, colors, "", 3, 3000, 1)
}

const fn shot(card: Card) -> Card {
    Card { icon: Icon::Shot, ..card }
}

const fn buster(card: Card) -> Card {
    Card { icon: Icon::Buster, ..card }
}

const fn titled(title: &'static str, card: Card) -> Card {
    Card { title, ..card }
}

const fn territory(title: &'static str, name: &'static str, lasting: Lasting) -> Card {
    Card { kind: Kind::Territory, lasting, ..titled(title, unit(name, "", "", 5, 0, 0)) }
}

const fn lasting(lasting: Lasting, card: Card) -> Card {
    Card { lasting, ..card }
}

const fn automatic(automatic: &'static [(On, Text)], card: Card) -> Card {
    Card { automatic, ..card }
}

/// A card's definition number is its place in this list.
pub(super) const CARDS: &[Card] = &[
    unit("素", "", "", 3, 3000, 1),
    energy("红"),
    energy("白"),
    energy("蓝"),
    energy("黑"),
    energy("无色"),
    energy("白红"),
    unit("灰烬斥候", "红", "红", 2, 2000, 1),
    unit("白盾卫士", "白", "白", 3, 4000, 1),
    buster(unit("黑钢巨像", "黑", "黑黑", 5, 6000, 2)),
    buster(unit("三重斩将", "红", "红红", 6, 6500, 3)),
    lasting(Lasting::Blitz, unit("雷光剑士", "红", "红", 3, 3000, 1)),
    Card { quick: true, ..unit("潜伏影豹", "黑", "黑", 3, 3000, 1) },
    shot(unit("星幕射手", "蓝", "蓝", 4, 3000, 1)),
    unit("无刃信使", "蓝", "蓝", 1, 1000, 0),
    lasting(Lasting::Banner, unit("军旗手", "红", "红", 3, 2000, 1)),
    titled("晨曦", unit("晨曦王女", "白", "白白", 4, 4500, 1)),
    titled("夜幕", buster(unit("夜幕君主", "黑", "黑黑", 6, 6500, 2))),
    territory("晨曦", "晨曦圣堂", Lasting::Banner),
    territory("夜幕", "夜幕回廊", Lasting::Nothing),
    automatic(&[(On::Enters, Text::MayDraw)], unit("引路祭司", "白", "白", 2, 1500, 1)),
    automatic(
        &[(On::Enters, Text::Draw(1)), (On::Enters, Text::Discard)],
        unit("双面信徒", "黑", "黑", 2, 2000, 1),
    ),
    automatic(&[(On::Battles, Text::Grow(2000))], unit("斗志学徒", "红", "红", 2, 2000, 1)),
    automatic(&[(On::Discarded, Text::Draw(1))], unit("余烬学徒", "红", "红", 2, 1500, 1)),
    command("烈焰箭", "红", 1, true, Text::Damage(3000)),
    command("缚足锁", "蓝", 2, false, Text::Rest),
    shot(command("星落反击", "蓝", 3, false, Text::Destroy)),
    command("坚守之歌", "白", 1, true, Text::Power(2000)),
    command("虚空断言", "蓝蓝", 2, true, Text::Counter),
    command("贪婪汲取", "黑", 2, false, Text::Draw(3)),
    command("削骨咒", "黑", 2, true, Text::Power(-3000)),
    command("亡者归来", "黑", 4, false, Text::Revive),
    command("招回之手", "白", 2, true, Text::Return),
    command("裂空弹", "红", 2, true, Text::DamageOpponent),
    command("自焚祭仪", "黑", 1, false, Text::DamageSelf),
    // Cards that no scenario has.
    shot(command("钝刃歌", "蓝", 2, true, Text::Hit(-1))),
    shot(command("援护歌", "白", 2, true, Text::Power(2000))),
    lasting(Lasting::Walls, unit("满墙守军", "白", "白", 3, 1000, 1)),
    lasting(Lasting::Moat, unit("护城守军", "白", "白", 3, 1000, 1)),
    lasting(Lasting::Returns, unit("归营老兵", "白", "白", 3, 2000, 1)),
    automatic(&[(On::LifeDamaged, Text::Damage(1000))], unit("城头哨兵", "白", "白", 3, 3000, 1)),
    unit("双色旗手", "白红", "白红", 2, 2000, 1),
];
