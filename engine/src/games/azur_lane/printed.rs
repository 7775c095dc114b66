//! Printed attributes of cards, and the pool of all cards of a game.
//!
//! Chapter 2: 200.1 parts of a card, 201 name, 202 cost, 203 colour, 204 kind, 205 attributes,
//! 206 skills, 207 power, 208 support, 209 number, 210 durability.

use super::AzurLane;
use super::findings;
use super::words::filter::Filter;
use super::words::skill::{Body, Interests, Sides, Zone};
use super::words::{KeywordName, Skill};
use crate::abilities::lint::{FINDING_LIMIT, Vocabulary};
use crate::abilities::{Finding, Lint};
use crate::game_kit::name::Name;
use crate::game_kit::pool::{self, CardForm, Printing};
use crate::game_kit::registered::Registered;
use crate::kernel::{MapCards, Union, wire};

/// 卡牌種類 [204.2]. Cubes are counted pieces, not cards.
#[wire(Copy, Default, MapCards)]
pub enum Kind {
    /// 旗艦.
    Flagship,
    /// 艦船.
    Ship,
    /// 事件.
    #[default]
    Event,
}

/// 顏色 [308.1].
#[wire(Copy)]
pub enum Color {
    /// 紅.
    Red,
    /// 藍.
    Blue,
    /// 黃.
    Yellow,
    /// 黑.
    Black,
}

/// 勢力 [205.4].
#[wire(Copy)]
pub enum Force {
    /// 碧藍航線.
    AzurLane,
    /// 赤色中軸.
    CrimsonAxis,
}

/// 支援範圍 [208.2].
#[wire(Copy)]
pub enum Range {
    /// 戰場.
    Field,
    /// 手牌.
    Hand,
}

/// 支援欄 [208.1].
#[wire(Default)]
pub struct Support {
    /// From where it can support; may be empty.
    pub range: Vec<Range>,
    /// 支援值, 0 to 9900.
    pub value: u16,
}

/// The back of a flagship [204.3a].
#[wire]
pub struct Back {
    /// Its name, if it differs.
    pub name: Option<Name>,
    /// 戰力.
    pub power: u16,
    /// 支援欄.
    #[optional]
    pub support: Support,
    /// Skills of this side.
    #[optional]
    pub skills: Vec<Skill>,
}

/// A card as data.
#[wire(Default)]
pub struct CardData {
    /// How header and state name it; unique in its pool.
    pub id: String,
    /// 卡牌編號 [209.1]; without it, the id. Cards of one number count as one [209.3].
    pub number: Option<String>,
    /// 卡牌種類.
    pub kind: Kind,
    /// 名稱.
    pub name: Name,
    /// 費用; ships and events only [202.1a].
    pub cost: Option<u8>,
    /// 顏色; may be empty.
    #[optional]
    pub colors: Vec<Color>,
    /// 艦種; flagships and ships.
    #[serde(rename = "type")]
    pub ship_type: Option<String>,
    /// 陣營.
    #[optional]
    pub camps: Vec<String>,
    /// 勢力.
    pub force: Option<Force>,
    /// 戰力; flagships and ships.
    pub power: Option<u16>,
    /// 支援欄; flagships and ships.
    pub support: Option<Support>,
    /// 耐久值; flagships.
    pub durability: Option<u8>,
    /// Skills; of a flagship those of the front.
    #[optional]
    pub skills: Vec<Skill>,
    /// The back of a flagship.
    pub back: Option<Back>,
    /// The printed text, for people; it means nothing to the judge [206.2].
    pub text: Option<String>,
}

/// Values that a pool adds to the lists of the book [ruling-6].
#[wire(Default)]
pub struct Declares {
    /// Further ship types.
    #[optional]
    pub types: Vec<String>,
    /// Further camps.
    #[optional]
    pub camps: Vec<String>,
}

/// A set of cards as its JSON gives them.
pub type PoolData = pool::PoolData<AzurLane>;
/// A pool without faults, with what the rules look up of its cards.
pub type Pool = pool::Pool<AzurLane>;

/// The ship types of the book [205.2] in English.
pub const TYPES: [&str; 14] = [
    "destroyer",
    "light_cruiser",
    "heavy_cruiser",
    "large_cruiser",
    "battleship",
    "aviation_battleship",
    "carrier",
    "light_carrier",
    "repair",
    "munition",
    "monitor",
    "submarine",
    "submarine_carrier",
    "sailing",
];

/// The camps of the book [205.3] in English.
pub const CAMPS: [&str; 9] = [
    "eagle_union",
    "dragon_empery",
    "royal_navy",
    "iron_blood",
    "sakura_empire",
    "northern_parliament",
    "sardegna_empire",
    "vichya_dominion",
    "iris_libre",
];

/// One side of a card.
#[derive(Debug, Clone, Copy)]
pub struct CardFace<'p> {
    /// The name for people, by language.
    pub name: &'p Name,
    /// The printed name, and the name without its marks if it has any [201.4].
    pub names: &'p [String],
    /// 戰力.
    pub power: u16,
    /// 支援欄.
    pub support: &'p Support,
    /// Skills.
    pub skills: &'p [Skill],
}

/// A card, as the rules read it: its data, and what its names count as.
#[derive(Debug, Clone)]
pub struct Printed {
    data: CardData,
    /// The names of the front, and those of the back.
    names: [Vec<String>; 2],
}

impl std::ops::Deref for Printed {
    type Target = CardData;

    fn deref(&self) -> &CardData {
        &self.data
    }
}

impl Printed {
    fn of(card: &CardData) -> Printed {
        let back = card.back.as_ref().and_then(|back| back.name.as_ref());
        let names = [&card.name, back.unwrap_or(&card.name)].map(|name| names(name.printed()));
        Printed { data: card.clone(), names }
    }

    /// 卡牌編號 [209.1].
    pub fn number(&self) -> &str {
        self.number.as_ref().unwrap_or(&self.id)
    }

    /// The front.
    #[inline]
    pub fn front(&self) -> CardFace<'_> {
        static NONE: Support = Support { range: Vec::new(), value: 0 };
        let [names, _] = &self.names;
        CardFace {
            name: &self.name,
            names,
            power: self.power.unwrap_or(0),
            support: self.support.as_ref().unwrap_or(&NONE),
            skills: &self.skills,
        }
    }

    /// The back of a flagship.
    #[inline]
    pub fn reverse(&self) -> Option<CardFace<'_>> {
        let [_, names] = &self.names;
        self.back.as_ref().map(|back| CardFace {
            name: back.name.as_ref().unwrap_or(&self.name),
            names,
            power: back.power,
            support: &back.support,
            skills: &back.skills,
        })
    }

    /// The front, and the back of a flagship.
    pub fn faces(&self) -> impl Iterator<Item = CardFace<'_>> {
        std::iter::once(self.front()).chain(self.reverse())
    }

    /// A side by its number: 0 for the front, 1 for the back.
    pub fn face(&self, number: u8) -> Option<CardFace<'_>> {
        self.faces().nth(number.into())
    }
}

/// The marks that a name counts without [201.4].
const NAME_MARKS: [&str; 4] = [".改", "（μ兵裝）", "Ⅱ", "Zwei"];

/// The names of a card: the printed one, and the one without any mark [ruling-10].
pub fn names(printed: &str) -> Vec<String> {
    let mut stripped = printed.to_owned();
    for mark in NAME_MARKS {
        stripped = stripped.replace(mark, "");
    }
    let stripped = stripped.trim().to_owned();
    let mut names = vec![printed.to_owned()];
    if stripped != printed && !stripped.is_empty() {
        names.push(stripped);
    }
    names
}

impl CardForm<AzurLane> for CardData {
    fn id(&self) -> &str {
        &self.id
    }

    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        let fights = self.kind != Kind::Event;
        let flagship = self.kind == Kind::Flagship;
        let needed = |lint: &mut Lint<'_, AzurLane>, has: bool, needs: bool, name: &str, rule: &str| {
            if has != needs {
                let message = if needs { findings::needs(name, rule) } else { findings::has_no(name, rule) };
                lint.find("wrong_attribute", message);
            }
        };
        needed(lint, self.cost.is_some(), !flagship, "cost", "202.1a");
        needed(lint, self.power.is_some(), fights, "power", "207.1");
        needed(lint, self.support.is_some(), fights, "support", "208.1");
        needed(lint, self.ship_type.is_some(), fights, "type", "205.2");
        needed(lint, self.durability.is_some(), flagship, "durability", "210.1");
        needed(lint, self.back.is_some(), flagship, "back", "204.3a");
        if self.id.trim().is_empty() {
            lint.find("empty_name", findings::no_id());
        }
        self.name.lint("name", lint);
        if let Some(ship_type) = &self.ship_type {
            lint.inside("type", |lint| lint.declared("type", ship_type));
        }
        lint.each("camps", &self.camps, |lint, camp| lint.declared("camp", camp));
        self.lint_skills(lint, &self.skills);
        if let Some(back) = &self.back {
            lint.inside("back", |lint| {
                if let Some(name) = &back.name {
                    name.lint("name", lint);
                }
                self.lint_skills(lint, &back.skills);
            });
        }
    }
}

impl CardData {
    fn lint_skills(&self, lint: &mut Lint<'_, AzurLane>, skills: &[Skill]) {
        if skills.len() > SKILL_LIMIT {
            lint.find("too_many_skills", findings::skill_limit(SKILL_LIMIT));
        }
        lint.given = skills.iter().map(|skill| skill.head.can_be_given).collect();
        lint.gives.clear();
        lint.each("skills", skills, |lint, skill| self.lint_skill(lint, skill));
        for (place, skill) in skills.iter().enumerate() {
            if skill.head.zone == Zone::Granted && !lint.gives.contains(&place) {
                lint.inside(&format!("skills/{place}"), |lint| {
                    lint.find("never_effective", findings::never_given());
                });
            }
        }
        // An action names the card and the keyword that it uses, not one of several skills with that keyword,
        // apart from those of a main phase, which have numbers.
        let use_of = |skill: &Skill| skill.head.keyword.filter(|name| *name != KeywordName::Main);
        for (place, skill) in skills.iter().enumerate() {
            let mut before = skills.iter().take(place).filter_map(use_of);
            if use_of(skill).is_some_and(|name| before.any(|other| other == name)) {
                lint.inside(&format!("skills/{place}"), |lint| {
                    lint.find("skill_twice", findings::skill_twice());
                });
            }
        }
        let has_alternative = skills.iter().any(|skill| matches!(skill.body, Body::AlternativeCost {}));
        let is_charged = |skill: &Skill| {
            matches!(skill.body, Body::Event {})
                && skill.head.cost.as_ref().is_some_and(|cost| !cost.optional)
        };
        if has_alternative && skills.iter().any(is_charged) {
            lint.find("cost_shared", findings::cost_of_both_kinds());
        }
    }

    fn lint_skill(&self, lint: &mut Lint<'_, AzurLane>, skill: &Skill) {
        skill.lint(lint);
        if skill.head.never_on.contains(&self.kind) {
            lint.find("wrong_skill_kind", findings::wrong_skill_kind());
        }
        let on_battlefield = skill.trigger().is_some() && skill.head.zone == Zone::Battlefield;
        if on_battlefield && self.kind == Kind::Event {
            lint.find("wrong_skill_kind", findings::event_on_battlefield());
        }
    }
}

/// The most comparisons of a ship with a property of a base that the linter makes in one pool.
pub const BASE_LOOKS: usize = 1_000_000;

/// The most skills of one side of a card. Both sides share the 32 bits that count uses in a turn [602.5].
pub const SKILL_LIMIT: usize = 16;

impl Printing for AzurLane {
    const GAME: &'static str = AzurLane::INFO.id;

    type Data = CardData;
    type Declares = Declares;
    type Printed = Printed;
    type Interests = Sides;
    type Summary = Interests;
    type Stated = crate::game_kit::fact::NoFact;

    fn vocabulary(declares: &Declares) -> Vocabulary {
        let list = |book: &[&str], more: &[String]| {
            book.iter().map(|word| (*word).to_owned()).chain(more.iter().cloned()).collect()
        };
        Vocabulary::new(vec![
            ("type", list(&TYPES, &declares.types)),
            ("camp", list(&CAMPS, &declares.camps)),
        ])
    }

    /// Finds 改造 onto a base that no ship of the pool can be [601.8].
    fn lint_together(pool: &PoolData, findings: &mut Vec<Finding>) {
        let ships: Vec<Printed> =
            pool.cards.iter().filter(|card| card.kind == Kind::Ship).map(Printed::of).collect();
        let mut looks = 0usize;
        for (index, card) in pool.cards.iter().enumerate() {
            for (place, skill) in card.skills.iter().enumerate() {
                let Body::Remodel { base, .. } = &skill.body else { continue };
                let size: usize = base.iter().map(Filter::size).sum();
                looks = looks.saturating_add(ships.len().saturating_mul(size));
                if looks > BASE_LOOKS {
                    return;
                }
                let could_be = |ship: &Printed| base.iter().all(|filter| filter.could_fit(ship));
                if findings.len() < FINDING_LIMIT && !ships.iter().any(could_be) {
                    findings.push(Finding {
                        code: "no_base",
                        pointer: format!("/cards/{index}/skills/{place}/remodel/base"),
                        message: findings::no_base(),
                        nearest: None,
                    });
                }
            }
        }
    }

    fn printed(card: &CardData) -> Printed {
        Printed::of(card)
    }

    fn blank() -> Printed {
        Printed::of(&CardData::default())
    }

    fn interests(card: &Printed) -> Sides {
        Sides::of(&card.skills, card.back.as_ref().map(|back| back.skills.as_slice()))
    }

    fn summary(_: &[Printed], interests: &[Sides]) -> Interests {
        Union::of_all(interests.iter().map(|sides| sides.either()))
    }
}
