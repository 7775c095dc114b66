//! What is printed on cards, and the pool of all cards of a game: 单位牌.2–单位牌.6, 单位牌.10, 指令牌与费用.2–指令牌与费用.9,
//! 指令牌与费用.11–指令牌与费用.18; ruling-7, ruling-17, ruling-18, ruling-20.

use crate::schema::JsonSchema;
use crate::texts::Saying;
use serde::Serialize;

use super::Tianhai;
use super::findings;
use super::words::ability::Interests;
use super::words::{Ability, Keyword, RangePart};
use crate::abilities::lint::Vocabulary;
use crate::abilities::{Finding, Lint};
use crate::either::number_or_word;
use crate::game_kit::name::Name;
use crate::game_kit::pool::{self, CardForm, Printing};
use crate::game_kit::registered::Registered;
use crate::kernel::{MapCards, Union, wire};

/// The type of an order [指令牌与费用.13].
#[wire(Copy, MapCards)]
pub enum OrderType {
    /// 移动.
    Move,
    /// 防御.
    Defence,
    /// 攻击.
    Attack,
}

/// “-” in place of a number [指令牌与费用.11].
#[wire(Copy)]
pub enum Dash {
    /// The base combat of the unit under the order.
    #[serde(rename = "-")]
    Base,
}

/// 战斗力 of an order [指令牌与费用.9, 指令牌与费用.11].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Combat {
    /// The number that is printed.
    Number(u8),
    /// “-”: the base combat of the unit under it.
    Base(Dash),
}

number_or_word!(Combat: Number or Base);

/// What is printed on a unit [单位牌.2].
#[wire]
pub struct UnitData {
    /// 单位标志 [单位牌.3, ruling-17].
    pub mark: String,
    /// 基本战斗力 [单位牌.4].
    pub combat: u8,
    /// 生命值 [单位牌.6].
    pub hp: u8,
}

/// What is printed on an order [指令牌与费用.2].
#[wire]
pub struct OrderData {
    /// Its type.
    #[serde(rename = "type")]
    pub kind: OrderType,
    /// 费用 [指令牌与费用.3].
    #[optional]
    pub cost: u8,
    /// The marks of units that it can be deployed on; none: 通用 [指令牌与费用.6–指令牌与费用.8].
    #[optional]
    pub marks: Vec<String>,
    /// Marks or ids of units: only these [指令牌与费用.15, ruling-18].
    #[optional]
    pub allow: Vec<String>,
    /// Marks or ids of units: not these.
    #[optional]
    pub deny: Vec<String>,
    /// 战斗力.
    pub combat: Combat,
    /// Keywords [指令牌与费用.14].
    #[optional]
    pub keywords: Vec<Keyword>,
    /// Range parts without a name [ruling-21].
    #[optional]
    pub range: Vec<RangePart>,
    /// Abilities without a name.
    #[optional]
    pub abilities: Vec<Ability>,
}

/// A card as data.
#[wire(Default)]
pub struct CardData {
    /// How header and state name it; unique in its pool.
    pub id: String,
    /// Its name.
    pub name: Name,
    /// Its faction [单位牌.10, 指令牌与费用.18].
    pub faction: String,
    /// Of a unit.
    pub unit: Option<UnitData>,
    /// Of an order.
    pub order: Option<OrderData>,
    /// The printed text, for people; it means nothing to the judge.
    pub text: Option<String>,
}

/// A set of cards as its JSON gives them.
pub type PoolData = pool::PoolData<Tianhai>;
/// A pool without faults, with what the rules look up of its cards.
pub type Pool = pool::Pool<Tianhai>;

/// What a pool declares.
#[wire(Default)]
pub struct Declares {
    /// The two factions [ruling-7].
    #[optional]
    pub factions: Vec<String>,
    /// The marks of its units [ruling-17].
    #[optional]
    pub marks: Vec<String>,
}

/// The most abilities of an order.
pub const ABILITY_LIMIT: usize = 16;
/// The largest combat and hit points [ruling-20].
const LARGEST: u8 = 99;
/// The largest cost [ruling-20].
const LARGEST_COST: u8 = 9;

impl CardData {
    /// The abilities of an order, in the order of their numbers; a unit has none.
    pub fn abilities(&self) -> &[Ability] {
        self.order.as_ref().map_or(&[], |order| &order.abilities)
    }
}

impl CardForm<Tianhai> for CardData {
    fn id(&self) -> &str {
        &self.id
    }

    fn lint(&self, lint: &mut Lint<'_, Tianhai>) {
        if self.id.trim().is_empty() {
            lint.find("empty_name", findings::no_id());
        }
        self.name.lint("name", lint);
        lint.inside("faction", |lint| lint.declared("faction", &self.faction));
        match (&self.unit, &self.order) {
            (Some(unit), None) => lint.inside("unit", |lint| unit.lint(lint)),
            (None, Some(order)) => lint.inside("order", |lint| order.lint(lint)),
            (Some(_), Some(_)) | (None, None) => lint.find("wrong_attribute", findings::unit_or_order()),
        }
    }
}

impl UnitData {
    fn lint(&self, lint: &mut Lint<'_, Tianhai>) {
        lint.inside("mark", |lint| lint.declared("mark", &self.mark));
        if self.combat > LARGEST || !(1..=LARGEST).contains(&self.hp) {
            lint.find("number_out_of_range", findings::unit_numbers());
        }
    }
}

impl OrderData {
    fn lint(&self, lint: &mut Lint<'_, Tianhai>) {
        lint.each("marks", &self.marks, |lint, mark| lint.declared("mark", mark));
        if self.cost > LARGEST_COST || matches!(self.combat, Combat::Number(n) if n > LARGEST) {
            lint.find("number_out_of_range", findings::order_numbers());
        }
        if self.allow.iter().any(|one| self.deny.contains(one)) {
            lint.find("wrong_attribute", findings::allowed_and_denied());
        }
        for message in self.wrong_keywords() {
            lint.find("wrong_keyword", message);
        }
        if self.abilities.len() > ABILITY_LIMIT {
            lint.find("too_many_abilities", findings::order_ability_limit(ABILITY_LIMIT));
        }
        super::words::lint_order(lint, self);
    }

    /// Reports keywords and range parts that an order of this type cannot have, or lacks [ruling-20].
    fn wrong_keywords(&self) -> Vec<Saying> {
        use Keyword::{CounterAttack, Diagonal, Frontal, Mobility, Steadfast};
        let of = |keyword: &Keyword| match keyword {
            Mobility(_) | Diagonal => OrderType::Move,
            Frontal | Steadfast(_) | CounterAttack => OrderType::Defence,
            _ => OrderType::Attack,
        };
        let name = |keyword: &Keyword| std::mem::discriminant(keyword);
        let all = &self.keywords;
        let twice =
            all.iter().enumerate().any(|(at, one)| all.iter().take(at).any(|other| name(other) == name(one)));
        let mobile = all.iter().filter(|keyword| matches!(keyword, Mobility(_))).count();
        let ranges = all.iter().filter_map(|keyword| keyword.range()).count() + self.range.len();
        let attack = self.kind == OrderType::Attack;
        let checks: [(bool, fn() -> Saying); 6] = [
            (all.iter().all(|keyword| of(keyword) == self.kind), findings::keywords_by_type),
            (all.iter().all(|keyword| keyword.has_right_numbers()), findings::keyword_numbers),
            (!twice, findings::keyword_twice),
            (mobile == usize::from(self.kind == OrderType::Move), findings::mobility_once),
            (attack == (ranges > 0), findings::attack_has_range),
            (
                self.range.iter().all(|part| !part.cells.is_empty() && part.pick.is_possible()),
                findings::range_part_needs,
            ),
        ];
        checks.into_iter().filter(|(is_right, _)| !is_right).map(|(_, message)| message()).collect()
    }
}

impl Printing for Tianhai {
    const GAME: &'static str = Tianhai::INFO.id;

    type Data = CardData;
    type Declares = Declares;
    type Printed = CardData;
    type Interests = Interests;
    type Summary = Interests;
    type Stated = crate::game_kit::fact::NoFact;

    fn vocabulary(declares: &Declares) -> Vocabulary {
        Vocabulary::new(vec![("faction", declares.factions.clone()), ("mark", declares.marks.clone())])
    }

    /// Reports more or fewer than two factions [ruling-7], and entries of `allow` and `deny` that name no
    /// mark and no unit [ruling-18].
    fn lint_together(pool: &PoolData, findings: &mut Vec<Finding>) {
        let mut find = |code, pointer: String, message| {
            findings.push(Finding { code, pointer, message, nearest: None });
        };
        if pool.declares.factions.len() != 2 {
            find("wrong_attribute", "/declares/factions".into(), findings::two_factions());
        }
        let is_named = |name: &String| {
            pool.declares.marks.contains(name)
                || pool.cards.iter().any(|card| card.id == *name && card.unit.is_some())
        };
        for (index, card) in pool.cards.iter().enumerate() {
            let Some(order) = &card.order else { continue };
            for (field, names) in [("allow", &order.allow), ("deny", &order.deny)] {
                for (place, _) in names.iter().enumerate().filter(|(_, name)| !is_named(name)) {
                    let pointer = format!("/cards/{index}/order/{field}/{place}");
                    find("not_declared", pointer, findings::not_declared());
                }
            }
        }
    }

    fn printed(card: &CardData) -> CardData {
        card.clone()
    }

    fn blank() -> CardData {
        CardData::default()
    }

    fn interests(card: &CardData) -> Interests {
        Union::of_all(card.abilities().iter().map(Ability::interests))
    }

    fn summary(_: &[CardData], interests: &[Interests]) -> Interests {
        Union::of_all(interests.iter().copied())
    }
}
