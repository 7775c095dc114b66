//! Keywords of orders: 指令牌与费用.14, 移动.2, 攻击.3; ruling-61 to ruling-74.

use super::super::rules::limits::KEYWORD_MOST;
use super::change::topics;
use super::range::{Pick, RangePart, Sight};
use crate::abilities::topics::Topical;
use crate::kernel::{MapCards, wire};

/// Declares the keywords, those with numbers and those without, and their names.
macro_rules! keywords {
    ($( $(#[$doc:meta])* $name:ident $(($($number:ty),+))?, )*) => {
        /// A keyword with its numbers.
        #[wire(Copy, MapCards, Topical)]
        #[topics(topics::KEYWORDS)]
        pub enum Keyword { $( $(#[$doc])* $name $(($($number),+))?, )* }

        /// A keyword by its name.
        #[wire(Copy, MapCards, Topical)]
        #[topics(topics::KEYWORDS)]
        pub enum KeywordName { $( $(#[$doc])* $name, )* }

        impl Keyword {
            /// The name of this keyword, without its number.
            pub const fn name(self) -> KeywordName {
                match self { $( Keyword::$name { .. } => KeywordName::$name, )* }
            }
        }
    };
}

keywords! {
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
    /// 抛射 [ruling-66].
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

/// The largest number of a keyword, and the longest path [ruling-20].
pub const LONGEST: u8 = KEYWORD_MOST.value as u8;

impl Keyword {
    /// Whether the numbers of this keyword are in their range [ruling-20].
    pub fn has_right_numbers(self) -> bool {
        let is_from = |least: u8, n: u8| (least..=LONGEST).contains(&n);
        match self {
            Keyword::Mobility(n) | Keyword::DirectFire(n) | Keyword::Charge(n) | Keyword::Steadfast(n) => {
                is_from(1, n)
            }
            Keyword::Barrage(n) => is_from(2, n),
            Keyword::Lob(m, n) => is_from(2, m) && is_from(m, n),
            Keyword::Diagonal
            | Keyword::Melee
            | Keyword::Sweep
            | Keyword::Flank
            | Keyword::Lasting
            | Keyword::Breach
            | Keyword::Frontal
            | Keyword::CounterAttack => true,
        }
    }

    /// The range part for which this keyword stands.
    pub fn range(self) -> Option<RangePart> {
        let part = |cells: Vec<(i16, i16)>, pick, sight, melee| Some(RangePart { cells, pick, sight, melee });
        match self {
            Keyword::Melee => part(vec![(1, 0)], Pick::ALL, Sight::Over, true),
            Keyword::Sweep => part(vec![(1, -1), (1, 0), (1, 1)], Pick::ALL, Sight::Over, true),
            Keyword::Flank => part(vec![(0, -1), (0, 1)], Pick::Exactly(1), Sight::Over, true),
            Keyword::DirectFire(n) => {
                part((1..=i16::from(n)).map(|d| (d, 0)).collect(), Pick::ALL, Sight::Direct, false)
            }
            Keyword::Lob(m, n) => part(
                (i16::from(m)..=i16::from(n)).map(|d| (d, 0)).collect(),
                Pick::Exactly(1),
                Sight::Over,
                false,
            ),
            Keyword::Barrage(n) => {
                let n = i16::from(n);
                let cells = (n - 1..=n + 1).flat_map(|d| (-1..=1).map(move |l| (d, l))).collect();
                part(cells, Pick::ALL, Sight::Over, false)
            }
            Keyword::Mobility(_)
            | Keyword::Diagonal
            | Keyword::Charge(_)
            | Keyword::Lasting
            | Keyword::Breach
            | Keyword::Frontal
            | Keyword::Steadfast(_)
            | Keyword::CounterAttack => None,
        }
    }
}
