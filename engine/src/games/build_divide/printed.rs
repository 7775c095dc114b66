//! What is printed on cards, and the pool of all cards of a game: 卡牌种类.0, 卡牌种类.单位.①–⑩, 卡牌种类.指令, 卡牌种类.领域,
//! 卡牌种类.领域.2, 卡牌种类.领域.3; ruling-84, ruling-104, ruling-105.

use super::BuildDivide;
use super::findings;
use super::words::Ability;
use super::words::ability::{Interests, Printing as Stands, Setup};
use crate::abilities::Lint;
use crate::abilities::lint::Vocabulary;
use crate::game_kit::fields::words;
use crate::game_kit::name::Name;
use crate::game_kit::pool::{self, CardForm, Printing};
use crate::game_kit::registered::Registered;
use crate::kernel::{MapCards, Union, wire};
use crate::texts::Saying;

/// 卡牌种类 [卡牌种类.0].
#[wire(Copy, Default, MapCards)]
pub enum Kind {
    /// 单位.
    #[default]
    Unit,
    /// 指令.
    Command,
    /// 领域.
    Territory,
}

words! {
    /// Colours [卡牌种类.单位.⑩].
    Color {
        #[doc = "黑."] Black = "black",
        #[doc = "蓝."] Blue = "blue",
        #[doc = "白."] White = "white",
        #[doc = "红."] Red = "red",
    }
    /// 使用时点 [卡牌种类.单位.③].
    Timing {
        #[doc = "普通 [使用时点.普通]."] Normal = "normal",
        #[doc = "快速 [使用时点.快速]."] Quick = "quick",
    }
    /// 触发标志 [卡牌种类.单位.⑦].
    Icon {
        #[doc = "💀."] Buster = "buster",
        #[doc = "⭐."] Shot = "shot",
    }
}

/// 费用: the total, and the colours that are specified of it [卡牌种类.单位.①, 使用费用.1, 使用费用.2].
#[wire(Copy, Default)]
pub struct EnergyCost {
    /// How many energy cards.
    pub total: u8,
    /// So many of them black.
    #[optional]
    pub black: u8,
    /// So many of them blue.
    #[optional]
    pub blue: u8,
    /// So many of them white.
    #[optional]
    pub white: u8,
    /// So many of them red.
    #[optional]
    pub red: u8,
}

impl EnergyCost {
    /// How many cards of a colour the cost specifies.
    pub const fn of(&self, color: Color) -> u8 {
        match color {
            Color::Black => self.black,
            Color::Blue => self.blue,
            Color::White => self.white,
            Color::Red => self.red,
        }
    }

    /// How many cards the cost specifies a colour for.
    pub fn specified(&self) -> i64 {
        Color::ALL.iter().map(|color| i64::from(self.of(*color))).sum()
    }

    /// Reports what can never have an effect.
    pub fn lint(&self, lint: &mut Lint<'_, BuildDivide>) {
        if self.specified() > i64::from(self.total) {
            lint.find("wrong_cost", findings::specified_exceeds_total());
        }
    }
}

/// Power and hit of a territory as a unit [ruling-105].
#[wire(Copy)]
pub struct Assault {
    /// 力量.
    pub power: u32,
    /// 打击点.
    pub hit: u32,
}

/// A card as data.
#[wire(Default)]
pub struct CardData {
    /// How header and state name it; unique in its pool.
    pub id: String,
    /// 卡牌种类.
    pub kind: Kind,
    /// Its name [卡牌种类.单位.②].
    pub name: Name,
    /// Its colours; none: colourless.
    #[optional]
    pub colors: Vec<Color>,
    /// 费用.
    pub cost: EnergyCost,
    /// 使用时点; of a territory none.
    pub timing: Option<Timing>,
    /// 力量, of a unit.
    pub power: Option<u32>,
    /// 打击点, of a unit.
    pub hit: Option<u32>,
    /// 触发标志.
    pub icon: Option<Icon>,
    /// 王牌 [卡牌种类.单位.⑥].
    #[optional]
    pub ace: bool,
    /// 称号, of aces and territories.
    #[optional]
    pub titles: Vec<String>,
    /// 属性 [卡牌种类.单位.⑨].
    #[optional]
    pub attributes: Vec<String>,
    /// 识别名: names in 《》 beside the attributes, which are no card names.
    #[optional]
    pub identities: Vec<String>,
    /// Abilities of a unit or a command.
    #[optional]
    pub abilities: Vec<Ability>,
    /// Those of the back of a territory, which is up until the release [卡牌种类.领域.2].
    #[optional]
    pub back: Vec<Ability>,
    /// Those of its front.
    #[optional]
    pub front: Vec<Ability>,
    /// Of a territory that can be a unit: power and hit [ruling-105].
    pub assault: Option<Assault>,
    /// The printed text, for people; it means nothing to the judge.
    pub text: Option<String>,
}

/// A set of cards as data.
pub type PoolData = pool::PoolData<BuildDivide>;
/// A pool, ready to be played with.
pub type Pool = pool::Pool<BuildDivide>;

/// Values that a pool adds to the lists of the book.
#[wire(Default)]
pub struct Declares {
    /// The titles of its cards.
    #[optional]
    pub titles: Vec<String>,
    /// The attributes of its cards.
    #[optional]
    pub attributes: Vec<String>,
    /// The identity names of its cards.
    #[optional]
    pub identities: Vec<String>,
}

/// The most abilities of a card.
pub const ABILITY_LIMIT: usize = 16;

impl CardForm<BuildDivide> for CardData {
    fn id(&self) -> &str {
        &self.id
    }

    fn lint(&self, lint: &mut Lint<'_, BuildDivide>) {
        if self.id.trim().is_empty() {
            lint.find("empty_name", findings::no_id());
        }
        self.name.lint("name", lint);
        lint.inside("cost", |lint| self.cost.lint(lint));
        lint.each("titles", &self.titles, |lint, title| lint.declared("title", title));
        lint.each("attributes", &self.attributes, |lint, attribute| lint.declared("attribute", attribute));
        lint.each("identities", &self.identities, |lint, identity| lint.declared("identity", identity));
        for message in self.wrong_attributes() {
            lint.find("wrong_attribute", message);
        }
        if self.all_abilities().count() > ABILITY_LIMIT {
            lint.find("too_many_abilities", findings::ability_limit(ABILITY_LIMIT));
        }
        lint.given = self.all_abilities().map(Ability::can_be_given).collect();
        lint.gives.clear();
        for (part, abilities, back) in
            [("abilities", &self.abilities, false), ("back", &self.back, true), ("front", &self.front, false)]
        {
            let stands = Stands { kind: self.kind, back };
            lint.each(part, abilities, |lint, ability| ability.lint(lint, stands));
        }
    }
}

impl CardData {
    /// Reports attributes that the kind of the card does not have, and those that it lacks.
    fn wrong_attributes(&self) -> Vec<Saying> {
        let (unit, territory) = (self.kind == Kind::Unit, self.kind == Kind::Territory);
        let checks: [(bool, fn() -> Saying); 8] = [
            (unit == self.power.is_some() && unit == self.hit.is_some(), findings::power_and_hit),
            (territory != self.timing.is_some(), findings::timing_needed),
            (!(territory && self.icon.is_some()), findings::territory_has_no_icon),
            (unit || !self.ace, findings::only_units_are_aces),
            ((self.ace || territory) != self.titles.is_empty(), findings::titles),
            (territory || self.back.is_empty() && self.front.is_empty(), findings::two_faces),
            (!territory || self.abilities.is_empty(), findings::abilities_on_faces),
            (territory || self.assault.is_none(), findings::only_territories_assault),
        ];
        checks.into_iter().filter(|(is_right, _)| !is_right).map(|(_, message)| message()).collect()
    }

    /// The name by which deck construction and texts compare cards [ruling-4].
    pub fn called(&self) -> &str {
        self.name.printed()
    }

    /// 使用时点.
    pub fn timing(&self) -> Timing {
        self.timing.unwrap_or(Timing::Normal)
    }

    /// 力量; of a territory that can be a unit, the power that it has then.
    pub fn power(&self) -> i64 {
        self.power.or(self.assault.map(|assault| assault.power)).map_or(0, i64::from)
    }

    /// 打击点.
    pub fn hit(&self) -> i64 {
        self.hit.or(self.assault.map(|assault| assault.hit)).map_or(0, i64::from)
    }

    /// All abilities in the order of their numbers; of a territory first those of the back, then those of the
    /// front.
    pub fn all_abilities(&self) -> impl Iterator<Item = &Ability> {
        self.abilities.iter().chain(&self.back).chain(&self.front)
    }

    /// The ability of this number, counted from 0.
    pub fn ability(&self, number: u8) -> Option<&Ability> {
        self.all_abilities().nth(number.into())
    }

    /// The texts on the back of a territory about the set-up [ruling-97].
    pub fn setups(&self) -> impl Iterator<Item = &Setup> {
        self.back.iter().filter_map(Ability::setup)
    }
}

impl Printing for BuildDivide {
    const GAME: &'static str = BuildDivide::INFO.id;

    type Data = CardData;
    type Declares = Declares;
    type Printed = CardData;
    type Interests = Interests;
    type Summary = Interests;
    type Stated = crate::game_kit::fact::NoFact;

    fn vocabulary(declares: &Declares) -> Vocabulary {
        Vocabulary::new(vec![
            ("title", declares.titles.clone()),
            ("attribute", declares.attributes.clone()),
            ("identity", declares.identities.clone()),
        ])
    }

    fn printed(card: &CardData) -> CardData {
        card.clone()
    }

    fn blank() -> CardData {
        CardData::default()
    }

    fn interests(card: &CardData) -> Interests {
        Interests::of(card.all_abilities())
    }

    fn summary(_: &[CardData], interests: &[Interests]) -> Interests {
        Union::of_all(interests.iter().copied())
    }
}
