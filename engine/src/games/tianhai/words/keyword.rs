//! Keywords and range parts: 指令牌与费用.14, 移动.2, 攻击.2, 攻击.3; ruling-20, ruling-21, ruling-61 to ruling-74.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::Tianhai;
use super::super::printed::OrderType;
use crate::abilities::Lint;
use crate::abilities::grid::lint_offsets;
use crate::kernel::{EachCard, wire};

/// A keyword with its number.
#[wire(Copy, EachCard)]
pub enum Keyword {
    /// 机动 [ruling-61].
    Mobility(u8),
    /// 斜行 [ruling-69].
    Diagonal,
    /// 近战 [ruling-62].
    Melee,
    /// 横扫 [ruling-63].
    Sweep,
    /// 侧击 [ruling-64].
    Flank,
    /// 直射 [ruling-65].
    DirectFire(u8),
    /// 抛射, from and to which distance [ruling-66].
    Lob(u8, u8),
    /// 覆射 [ruling-67].
    Barrage(u8),
    /// 冲锋 [ruling-68].
    Charge(u8),
    /// 驻留 [ruling-70].
    Lasting,
    /// 破阵 [ruling-71].
    Breach,
    /// 正面 [ruling-72].
    Frontal,
    /// 坚守 [ruling-73].
    Steadfast(u8),
    /// 反击 [ruling-74].
    CounterAttack,
}

/// A keyword by its name.
#[wire(Copy, EachCard)]
pub enum KeywordName {
    /// 机动 [ruling-61].
    Mobility,
    /// 斜行 [ruling-69].
    Diagonal,
    /// 近战 [ruling-62].
    Melee,
    /// 横扫 [ruling-63].
    Sweep,
    /// 侧击 [ruling-64].
    Flank,
    /// 直射 [ruling-65].
    DirectFire,
    /// 抛射 [ruling-66].
    Lob,
    /// 覆射 [ruling-67].
    Barrage,
    /// 冲锋 [ruling-68].
    Charge,
    /// 驻留 [ruling-70].
    Lasting,
    /// 破阵 [ruling-71].
    Breach,
    /// 正面 [ruling-72].
    Frontal,
    /// 坚守 [ruling-73].
    Steadfast,
    /// 反击 [ruling-74].
    CounterAttack,
}

impl Keyword {
    /// Its name.
    pub const fn name(self) -> KeywordName {
        match self {
            Keyword::Mobility(_) => KeywordName::Mobility,
            Keyword::Diagonal => KeywordName::Diagonal,
            Keyword::Melee => KeywordName::Melee,
            Keyword::Sweep => KeywordName::Sweep,
            Keyword::Flank => KeywordName::Flank,
            Keyword::DirectFire(_) => KeywordName::DirectFire,
            Keyword::Lob(..) => KeywordName::Lob,
            Keyword::Barrage(_) => KeywordName::Barrage,
            Keyword::Charge(_) => KeywordName::Charge,
            Keyword::Lasting => KeywordName::Lasting,
            Keyword::Breach => KeywordName::Breach,
            Keyword::Frontal => KeywordName::Frontal,
            Keyword::Steadfast(_) => KeywordName::Steadfast,
            Keyword::CounterAttack => KeywordName::CounterAttack,
        }
    }

    /// The range part that it stands for.
    pub fn part(self) -> Option<Part> {
        let line = |from: u8, to: u8| (from..=to).map(|ahead| (i16::from(ahead), 0)).collect();
        let part = |cells, pick, sight, melee| Some(Part { cells, pick, sight, melee });
        match self {
            Keyword::Melee => part(vec![(1, 0)], Pick::ALL, Sight::Over, true),
            Keyword::Sweep => part(vec![(1, -1), (1, 0), (1, 1)], Pick::ALL, Sight::Over, true),
            Keyword::Flank => part(vec![(0, -1), (0, 1)], Pick::Number(1), Sight::Over, true),
            Keyword::DirectFire(n) => part(line(1, n), Pick::ALL, Sight::Direct, false),
            Keyword::Lob(from, to) => part(line(from, to), Pick::Number(1), Sight::Over, false),
            Keyword::Barrage(n) => {
                let rows = i16::from(n).saturating_sub(1)..=i16::from(n).saturating_add(1);
                let block = rows.flat_map(|ahead| (-1..=1).map(move |right| (ahead, right)));
                part(block.collect(), Pick::ALL, Sight::Over, false)
            }
            _ => None,
        }
    }

    /// The type of order that can have it.
    pub const fn of_type(self) -> OrderType {
        match self {
            Keyword::Mobility(_) | Keyword::Diagonal => OrderType::Move,
            Keyword::Frontal | Keyword::Steadfast(_) | Keyword::CounterAttack => OrderType::Defence,
            _ => OrderType::Attack,
        }
    }

    /// Looks for what cannot be meant.
    pub fn lint(self, lint: &mut Lint<'_, Tianhai>) {
        let fits = match self {
            Keyword::Lob(from, to) => from >= 2 && to >= from && to <= FARTHEST,
            Keyword::Barrage(n) => (2..=FARTHEST).contains(&n),
            Keyword::Mobility(n) | Keyword::DirectFire(n) | Keyword::Charge(n) | Keyword::Steadfast(n) => {
                (1..=FARTHEST).contains(&n)
            }
            _ => true,
        };
        if !fits {
            lint.find("number_out_of_range", "the number of a keyword is out of its range");
        }
    }
}

/// The largest number of a keyword.
const FARTHEST: u8 = 99;

/// How many of the candidates become targets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Pick {
    /// `all`.
    Every(Every),
    /// So many, which the attacker chooses.
    Number(u8),
}

/// All candidates.
#[wire(Copy)]
pub enum Every {
    /// All of them.
    All,
}

impl Pick {
    /// All of them.
    pub const ALL: Pick = Pick::Every(Every::All);
}

impl Default for Pick {
    fn default() -> Pick {
        Pick::ALL
    }
}

/// Whether units in between matter.
#[wire(Copy, Default)]
pub enum Sight {
    /// Only the first cell that holds a unit.
    Direct,
    /// They do not matter.
    #[default]
    Over,
}

/// Cells in which an attack finds its targets [攻击.2, ruling-21].
#[wire]
pub struct Part {
    /// The cells, each by how many cells ahead it lies and how many to the right.
    pub cells: Vec<(i16, i16)>,
    /// How many.
    #[optional]
    pub pick: Pick,
    /// Whether units in between matter.
    #[optional]
    pub sight: Sight,
    /// Whether it is a melee attack.
    #[optional]
    pub melee: bool,
}

impl Part {
    /// Looks for what cannot be meant.
    pub fn lint(&self, lint: &mut Lint<'_, Tianhai>) {
        lint.inside("cells", |lint| lint_offsets(lint, &self.cells));
        if self.pick == Pick::Number(0) {
            lint.inside("pick", |lint| lint.find("number_out_of_range", "at least one is chosen"));
        }
    }
}

/// Looks for what cannot be meant by the keywords and range parts of an order [ruling-20].
pub fn lint(lint: &mut Lint<'_, Tianhai>, kind: OrderType, keywords: &[Keyword], range: &[Part]) {
    lint.inside("keywords", |lint| {
        for (place, keyword) in keywords.iter().enumerate() {
            lint.inside(place.to_string(), |lint| {
                keyword.lint(lint);
                if keyword.of_type() != kind {
                    lint.find("wrong_attribute", "an order of this type cannot have this keyword");
                }
                if keywords.iter().take(place).any(|other| other.name() == keyword.name()) {
                    lint.find("wrong_attribute", "an order has each keyword once");
                }
            });
        }
    });
    lint.each("range", range, |lint, part| part.lint(lint));
    let mobile = keywords.iter().any(|keyword| keyword.name() == KeywordName::Mobility);
    let parts = range.len() + keywords.iter().filter(|keyword| keyword.part().is_some()).count();
    if mobile != (kind == OrderType::Move) {
        lint.find("wrong_attribute", "move orders alone have mobility");
    }
    if (parts > 0) != (kind == OrderType::Attack) {
        lint.find("wrong_attribute", "attack orders alone have range parts");
    }
}
