//! The cards of the scenarios, by the names that they have there; one that differs between scenarios has the number of
//! its scenario.

use super::{Color, Do, Kind, On, Printed, Text, Until, What, Whom, Whose};

const fn card(kind: Kind, name: &'static str, cost: u32, levels: &'static [(u32, i64)]) -> Printed {
    Printed {
        name,
        kind,
        color: Color::Red,
        cost,
        reduction: 0,
        symbols: 1,
        ex: false,
        keisho: false,
        exiled_instead: false,
        levels,
        texts: &[],
    }
}

const fn spirit(name: &'static str, levels: &'static [(u32, i64)], texts: &'static [Text]) -> Printed {
    Printed { texts, ..card(Kind::Spirit, name, 3, levels) }
}

const fn nexus(name: &'static str, texts: &'static [Text]) -> Printed {
    Printed { texts, ..card(Kind::Nexus, name, 3, &[(0, 0)]) }
}

const fn magic(name: &'static str, cost: u32, texts: &'static [Text]) -> Printed {
    Printed { texts, symbols: 0, ..card(Kind::Magic, name, cost, &[]) }
}

const fn text(on: On, does: &'static [Do]) -> Text {
    Text { on, level: 1, may: false, does }
}

/// A text of the waiting state: it looks at no level.
const fn waiting(on: On, does: &'static [Do]) -> Text {
    Text { on, level: 0, may: false, does }
}

const fn standing(level: u8, by: i64) -> Text {
    Text { on: On::WhileAttacking(by), level, may: false, does: &[] }
}

/// All of them; a card's definition is its place in this list.
pub(super) const CARDS: &[Printed] = &[
    spirit("plain", &[(1, 3000)], &[]),
    spirit("2000", &[(1, 2000)], &[]),
    spirit("4000", &[(1, 4000)], &[]),
    spirit("5000", &[(1, 5000)], &[]),
    spirit("6000", &[(1, 6000)], &[]),
    Printed { color: Color::Green, ..nexus("green symbol", &[]) },
    nexus("red symbol", &[]),
    Printed { cost: 1, reduction: 1, ..spirit("赤羽斥候", &[(1, 2000), (2, 4000)], &[]) },
    Printed { cost: 6, reduction: 3, ..spirit("紅雲主", &[(1, 7000)], &[]) },
    Printed { ex: true, ..spirit("餘燼精", &[(1, 3000)], &[]) },
    Printed { cost: 7, reduction: 4, symbols: 2, keisho: true, ..spirit("繼火翼龍", &[(1, 8000)], &[]) },
    Printed { color: Color::White, ..spirit("雙核機兵", &[(2, 6000)], &[]) },
    spirit("雙核機兵.066", &[(2, 6000)], &[waiting(On::Depleted, &[Do::Draw(1)])]),
    spirit("遺言者", &[(1, 2000)], &[waiting(On::Depleted, &[Do::Draw(1)])]),
    Printed {
        color: Color::Purple,
        cost: 2,
        ..spirit(
            "豪飲獸",
            &[(1, 5000)],
            &[text(On::Summoned, &[Do::To(Whom::Hand(Whose::Own), What::Discard)])],
        )
    },
    spirit("焚身鳥", &[(1, 2000)], &[waiting(On::Destroyed, &[Do::Draw(1)])]),
    spirit(
        "焚身鳥.106",
        &[(1, 2000)],
        &[waiting(On::Destroyed, &[Do::To(Whom::Hand(Whose::Opposing), What::Discard)])],
    ),
    spirit(
        "焚身鳥.151",
        &[(1, 2000)],
        &[waiting(On::Destroyed, &[Do::To(Whom::Spirit(Whose::Opposing, 2000), What::Destroy)])],
    ),
    spirit("遺產鳥", &[(1, 2000)], &[waiting(On::Destroyed, &[Do::DrawByReserve(2)])]),
    spirit(
        "醫者",
        &[(1, 3000)],
        &[waiting(On::Destroyed, &[Do::Draw(1)]), text(On::DrawnByEffect, &[Do::Gain(1)])],
    ),
    spirit("復仇獸", &[(1, 3000)], &[Text { may: true, ..waiting(On::DestroyedByOpponent, &[Do::Stay]) }]),
    spirit(
        "殉爆鳥",
        &[(1, 3000)],
        &[waiting(On::Destroyed, &[Do::To(Whom::Spirit(Whose::Own, i64::MAX), What::Exhaust)])],
    ),
    spirit("獵隼", &[(1, 4000)], &[text(On::Attacks, &[Do::Draw(1)])]),
    nexus("警鐘", &[text(On::OpponentAttacks, &[Do::To(Whom::Hand(Whose::Opposing), What::Discard)])]),
    spirit(
        "炎角騎兵",
        &[(1, 4000)],
        &[text(On::Attacks, &[Do::To(Whom::Spirit(Whose::Opposing, 3000), What::Destroy)])],
    ),
    nexus("戰鼓", &[text(On::OwnAttacks, &[Do::Draw(1)])]),
    nexus("悼鐘", &[text(On::OwnDestroyed, &[Do::To(Whom::Hand(Whose::Opposing), What::Discard)])]),
    nexus("伏擊林", &[text(On::OpponentAttacks, &[Do::To(Whom::Subject(2000), What::Destroy)])]),
    nexus("終戰旗", &[text(On::BattleEnds, &[Do::Draw(1)])]),
    spirit("青樹守", &[(1, 4000)], &[text(On::AttackStepBegins, &[Do::Mill(2)])]),
    spirit("狂氣獸", &[(1, 1000)], &[standing(1, 3000), standing(1, -2000)]),
    spirit("衝鋒騎", &[(1, 4000), (2, 6000)], &[standing(2, 3000)]),
    spirit("學徒", &[(1, 1000), (2, 3000)], &[]),
    magic("灰燼術", 1, &[text(On::Main, &[Do::To(Whom::Spirit(Whose::Any, i64::MAX), What::Destroy)])]),
    magic("烈焰槍", 1, &[text(On::Flash, &[Do::To(Whom::Spirit(Whose::Opposing, 5000), What::Destroy)])]),
    magic(
        "風壁",
        1,
        &[text(On::Flash, &[Do::To(Whom::Spirit(Whose::Any, i64::MAX), What::Bp(3000, Until::Battle))])],
    ),
    magic("束縛藤", 1, &[text(On::Flash, &[Do::To(Whom::Spirit(Whose::Opposing, i64::MAX), What::Exhaust)])]),
    magic(
        "抽能咒",
        2,
        &[text(On::Flash, &[Do::To(Whom::Spirit(Whose::Opposing, i64::MAX), What::Drain(1))])],
    ),
    magic(
        "崩解",
        1,
        &[text(
            On::Main,
            &[
                Do::To(Whom::Spirit(Whose::Opposing, i64::MAX), What::Drain(u32::MAX)),
                Do::To(Whom::It, What::Destroy),
            ],
        )],
    ),
    magic("一度之光", 2, &[text(On::Flash, &[Do::EndBattle])]),
    magic("回風", 1, &[text(On::Flash, &[Do::To(Whom::Spirit(Whose::Own, i64::MAX), What::Return)])]),
    Printed { exiled_instead: true, ..spirit("替身獸", &[(1, 3000)], &[]) },
    magic("雙擊", 1, &[text(On::Main, &[Do::To(Whom::Spirit(Whose::Opposing, i64::MAX), What::Destroy); 2])]),
];
