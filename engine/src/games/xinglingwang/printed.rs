//! Printed attributes of cards, and the pool of all cards of a game.
//!
//! 一.2 race and mana; 七.2, 七.4 kinds of magic; 十二.3, 十二.4 stars; 十五.阻擋.4 no attack number;
//! 十五.亡魂.1 ghost values; ruling-5 the traveler; ruling-40 edges.

use crate::schema::JsonSchema;
use serde::Serialize;

use super::Xinglingwang;
use super::findings;
use super::interests::Interests;
use super::words::ability::{Ability, Frame, Mode, Text};
use super::words::trigger::{Timing, TimingName};
use super::words::{Amount, Effect, Filter, Keyword, KeywordName, effect, standing};
use crate::abilities::lint::Vocabulary;
use crate::abilities::{Lint, Part};
use crate::either::number_or_word;
use crate::game_kit::fact::{Fact, Stated};
use crate::game_kit::name::Name;
use crate::game_kit::pool::{self, CardForm, Printing};
use crate::game_kit::registered::Registered;
use crate::kernel::{Union, wire};

/// The race of cards that every deck may have [一.2(2)].
pub(crate) const NEUTRAL: &str = "neutral";
/// The id of travelers in states and positions.
pub(crate) const TRAVELER: &str = "traveler";

/// The attack number of a unit, or the shield instead of one [十五.阻擋.4].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Attack {
    /// 攻擊力.
    Number(i32),
    /// 盾.
    Shield(Shield),
}

number_or_word!(Attack: Number or Shield);

impl Default for Attack {
    fn default() -> Attack {
        Attack::Number(0)
    }
}

/// The word for the shield.
#[wire(Copy)]
pub enum Shield {
    /// 盾: the unit has 阻擋 and no attack number.
    Shield,
}

/// What has to be done to play a unit.
#[wire(Copy, Default)]
pub enum Requirement {
    /// Nothing: 無需祭品.
    #[default]
    None,
    /// A red star: so many tributes [十二.3].
    Red(u8),
    /// A blue star: what the card's `frame` says [十二.4].
    Blue,
}

/// The numbers of a unit.
#[wire(Default)]
pub struct UnitData {
    /// 攻擊力, or `"shield"`.
    pub attack: Attack,
    /// X in place of the attack number, which then is 0.
    pub attack_x: Option<Amount>,
    /// 分數.
    pub score: i32,
    /// The star in the corner.
    #[optional]
    pub requirement: Requirement,
    /// What the blue frame says.
    pub frame: Option<Frame>,
    /// It may be played to the enemy's half.
    #[optional]
    pub to_enemy_half: bool,
    /// Effects that summon it may put it on the enemy's half.
    #[optional]
    pub summoned_to_enemy_half: bool,
    /// On the enemy's half it enters in the back row only, whether or not the front row has room.
    #[optional]
    pub enemy_back_row: bool,
    /// It may enter in the back row although the front row has room.
    #[optional]
    pub to_back_row: bool,
    /// It enters rested.
    #[optional]
    pub enters_rested: bool,
    /// What its tributes have to be.
    #[optional]
    pub tributes: Vec<Filter>,
}

/// Kinds of magic.
#[wire(Copy)]
pub enum MagicType {
    /// 消耗 [七.2].
    OneShot,
    /// 永久 [七.4].
    Permanent,
    /// 場地 [七.4].
    Field,
}

/// What stands on a magic card.
#[wire]
pub struct MagicData {
    /// 法力值 [一.2(4)].
    pub mana: u8,
    /// 消耗, 永久 or 場地.
    #[serde(rename = "type")]
    pub kind: MagicType,
    /// A second kind that is printed on it; where it goes the first says.
    pub also: Option<MagicType>,
    /// When it can be used; one of these is enough [七.1]; `null`: the pool does not know it. Nobody is asked
    /// then whether to use it at an exact moment, and judging stops where it is used.
    #[serde(deserialize_with = "crate::game_kit::fact::required")]
    pub timing: Fact<Vec<Timing>>,
    /// What it does when it is used.
    #[optional]
    pub effect: Text,
    /// In place of it: several effects, one of which is chosen when it is used, before its targets.
    #[optional]
    pub modes: Vec<Mode>,
    /// The numbers that it has where it lies on the field as a unit.
    pub as_unit: Option<UnitData>,
}

/// A card as data: a unit or a magic card.
#[wire(Default)]
pub struct CardData {
    /// How header and state name it; unique in its pool.
    pub id: String,
    /// 卡名.
    pub name: Name,
    /// 卡名 that it counts as having, too, wherever it is; for building a deck only its own counts.
    #[optional]
    #[serde(deserialize_with = "crate::abilities::spelling::read")]
    pub also_named: Vec<String>,
    /// 種族, or `neutral`.
    pub race: String,
    /// A unit's numbers.
    pub unit: Option<UnitData>,
    /// What stands on a magic card.
    pub magic: Option<MagicData>,
    /// 類型 of a unit, such as machine or vehicle.
    #[optional]
    pub types: Vec<String>,
    /// Keywords.
    #[optional]
    pub keywords: Vec<Keyword>,
    /// A deck may hold any number of this card.
    #[optional]
    pub any_number: bool,
    /// Its other abilities. Those of magic are effective where it lies on the field.
    #[optional]
    pub abilities: Vec<Ability>,
    /// Abilities on the edge, which can still be seen under another card [ruling-40].
    #[optional]
    pub edge_abilities: Vec<Ability>,
    /// The printed text, for people; it means nothing to the judge.
    pub text: Option<String>,
}

/// Values that a pool adds.
#[wire(Default)]
pub struct Declares {
    /// The races, without `neutral`.
    #[optional]
    pub races: Vec<String>,
    /// The types beyond `machine`.
    #[optional]
    pub types: Vec<String>,
}

/// A set of cards as data.
pub type PoolData = pool::PoolData<Xinglingwang>;
/// A pool, ready to be played with.
pub type Pool = pool::Pool<Xinglingwang>;

/// What the cards of a pool do together, computed once when the pool is compiled.
#[derive(Debug, Clone)]
pub struct Summary {
    /// What any card of the pool says, by where it lies.
    pub interests: Interests,
    /// Whether any text gives a continuous ability for a time.
    pub gives_continuous: bool,
    traveler: CardData,
}

/// The definition of the reverse of every card, which is in no pool [ruling-5].
pub(crate) const TRAVELER_DEFINITION: u16 = u16::MAX - 1;

/// The reverse of every card: attack 1, score 1, nothing else [ruling-5].
fn traveler() -> CardData {
    let unit = UnitData { attack: Attack::Number(1), score: 1, ..UnitData::default() };
    CardData {
        id: TRAVELER.to_owned(), name: Name::from("小旅人"), unit: Some(unit), ..CardData::default()
    }
}

impl UnitData {
    /// 攻擊力; `None`: the shield.
    pub(crate) fn attack(&self) -> Option<i64> {
        match self.attack {
            Attack::Number(number) => Some(number.into()),
            Attack::Shield(_) => None,
        }
    }

    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        if let Attack::Number(number) = self.attack
            && number.unsigned_abs() > 1_000
        {
            lint.find("number_out_of_range", findings::attack_range());
        }
        if let Some(x) = &self.attack_x {
            if self.attack != Attack::Number(0) {
                lint.find("wrong_attribute", findings::attack_of_x());
            }
            lint.excluding(standing::always(), |lint| lint.inside("attack_x", |lint| x.lint(lint)));
        }
        if self.score.unsigned_abs() > 1_000 {
            lint.find("number_out_of_range", findings::score_range());
        }
        if self.requirement == Requirement::Red(0) {
            lint.find("number_out_of_range", findings::red_star_of_nothing());
        }
        if (self.requirement == Requirement::Blue) != self.frame.is_some() {
            lint.find("wrong_attribute", findings::frame_of_blue_star());
        }
        if let Some(frame) = &self.frame {
            lint.inside("frame", |lint| frame.lint(lint));
        }
        if !self.tributes.is_empty() && !matches!(self.requirement, Requirement::Red(_)) {
            lint.find("wrong_attribute", findings::tributes_of_red_star());
        }
        if self.enemy_back_row && !self.to_enemy_half && !self.summoned_to_enemy_half {
            lint.find("wrong_attribute", findings::never_on_enemy_field());
        }
        lint.excluding(standing::always(), |lint| {
            self.tributes.lint_at("tributes", lint);
        });
    }
}

impl MagicData {
    /// Reports wrong kinds and modes: modes replace the single effect, and there have to be at least two.
    fn lint_modes(&self, lint: &mut Lint<'_, Xinglingwang>) {
        if self.also == Some(self.kind) {
            lint.find("wrong_attribute", findings::second_kind_alike());
        }
        if self.modes.is_empty() {
            return;
        }
        if self.effect != Text::default() || !(2..=MODE_LIMIT).contains(&self.modes.len()) {
            lint.find("wrong_mode_count", findings::mode_count(MODE_LIMIT));
        }
        lint.each("modes", &self.modes, |lint, mode| {
            mode.timing.lint_at("timing", lint);
            let printed = self.timing.known().map(Vec::as_slice);
            let meets = |timing: &Timing| {
                printed.is_none_or(|printed| printed.iter().any(|other| timing.meets(other)))
            };
            if !mode.timing.is_empty() && !mode.timing.iter().any(meets) {
                lint.find("never_heard", findings::mode_never_chosen());
            }
            let timing = if mode.timing.is_empty() { printed } else { Some(mode.timing.as_slice()) };
            lint_used(lint, timing, &mode.effect);
        });
    }
}

/// Reports what the effect of a magic card cannot refer to at its timing; `None`: nobody knows the timing, so
/// that it may refer to everything.
fn lint_used(lint: &mut Lint<'_, Xinglingwang>, timing: Option<&[Timing]>, effect: &Text) {
    let (unavailable, away) = match timing {
        Some(timing) => (standing::when_used(timing), standing::away_when_used(timing)),
        None => (Vec::new(), Vec::new()),
    };
    lint.excluding(unavailable, |lint| lint.inside("effect", |lint| effect.lint(lint, away)));
}

/// The most effects of a magic card that its user chooses one of.
pub(crate) const MODE_LIMIT: usize = 10;

/// What a request says is printed on a card.
#[wire(Default)]
pub struct StatedCard {
    /// The id of the card, or the number of one of its printings.
    pub card: String,
    /// The phases and moments in the centre of a magic card; one of these is enough to use it [七.1].
    pub timing: Option<Vec<TimingName>>,
}

impl Stated<CardData> for StatedCard {
    fn card(&self) -> &str {
        &self.card
    }

    fn is_empty(&self) -> bool {
        self.timing.is_none()
    }

    fn state(&self, printed: &mut CardData) -> Result<(), &'static str> {
        let Some(stated) = &self.timing else { return Ok(()) };
        let stated = stated.iter().map(TimingName::timing).collect();
        let timing = printed.magic.as_mut().map(|magic| &mut magic.timing);
        timing.map_or(Err("timing"), |timing| timing.state(Some(&stated), "timing"))
    }
}

impl CardForm<Xinglingwang> for CardData {
    fn id(&self) -> &str {
        &self.id
    }

    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        lint.given = self.all_abilities().map(|ability| !ability.is_continuous()).collect();
        if self.id.trim().is_empty() || self.id == TRAVELER {
            lint.find("empty_name", findings::no_id_or_traveler());
        }
        self.name.lint("name", lint);
        if self.unit.is_some() == self.magic.is_some() {
            lint.find("wrong_attribute", findings::unit_or_magic());
        }
        if self.race != NEUTRAL {
            lint.inside("race", |lint| lint.declared("race", &self.race));
        }
        lint.each("types", &self.types, |lint, kind| lint.declared("type", kind));
        let unavailable = self.unavailable();
        lint.excluding(unavailable.iter().copied(), |lint| self.lint_kind(lint));
        let overloads = self.keywords.iter().filter(|keyword| keyword.name() == KeywordName::Carry).count();
        if overloads > 1 {
            lint.find("wrong_attribute", findings::board_twice());
        }
        if self.keywords.contains(&Keyword::Carry(0)) {
            lint.find("number_out_of_range", findings::board_of_nothing());
        }
        if self.keywords.iter().any(|keyword| matches!(keyword, Keyword::Ghost(n) if n.unsigned_abs() > 50)) {
            lint.find("number_out_of_range", findings::ghost_range());
        }
        if self.all_abilities().count() > ABILITY_LIMIT {
            lint.find("too_many_abilities", findings::ability_limit(ABILITY_LIMIT));
        }
        lint.excluding(unavailable, |lint| {
            lint.each("abilities", &self.abilities, |lint, ability| ability.lint(lint));
            lint.each("edge_abilities", &self.edge_abilities, |lint, ability| ability.lint(lint));
        });
    }
}

impl CardData {
    /// What the texts of a card cannot refer to, because it is no unit or no magic card.
    fn unavailable(&self) -> Vec<&'static str> {
        let mut unavailable = Vec::new();
        if self.magic.is_none() {
            unavailable.extend([standing::HOST, standing::OWN_MAGIC]);
        } else if self.magic.as_ref().is_some_and(|magic| magic.as_unit.is_none()) {
            unavailable.extend([standing::OWN_UNIT, standing::TRIBUTES]);
        }
        unavailable
    }

    fn lint_kind(&self, lint: &mut Lint<'_, Xinglingwang>) {
        if let Some(unit) = &self.unit {
            lint.inside("unit", |lint| unit.lint(lint));
        }
        if let Some(magic) = &self.magic {
            lint.inside("magic", |lint| {
                let timing = magic.timing.known().map(Vec::as_slice);
                if timing.is_some_and(<[Timing]>::is_empty) {
                    lint.find("empty_list", findings::magic_without_timing());
                }
                if let Some(timing) = magic.timing.known() {
                    timing.lint_at("timing", lint);
                }
                lint_used(lint, timing, &magic.effect);
                magic.lint_modes(lint);
                if let Some(unit) = &magic.as_unit {
                    lint.inside("as_unit", |lint| unit.lint(lint));
                }
            });
        }
    }

    /// The numbers that the card has as a unit on the field.
    #[inline]
    pub(crate) fn as_unit(&self) -> Option<&UnitData> {
        self.unit.as_ref().or_else(|| self.magic.as_ref()?.as_unit.as_ref())
    }

    /// What is done before the unit of the frame is placed.
    pub(crate) fn frame_effects(&self) -> &[Effect] {
        self.as_unit().and_then(|unit| unit.frame.as_ref()).map_or(&[], |frame| &frame.pay)
    }

    /// All abilities in the order of their numbers, those on the edge last.
    #[inline]
    pub(crate) fn all_abilities(&self) -> impl Iterator<Item = &Ability> {
        self.abilities.iter().chain(&self.edge_abilities)
    }

    /// The ability at this place of the list.
    pub(crate) fn ability(&self, place: usize) -> Option<&Ability> {
        let edge = place.checked_sub(self.abilities.len());
        edge.map_or_else(|| self.abilities.get(place), |place| self.edge_abilities.get(place))
    }

    /// Where the abilities on the edge begin.
    pub(crate) fn edge(&self) -> usize {
        self.abilities.len()
    }

    /// Whether the card is a unit card, wherever it lies.
    pub(crate) fn is_unit_card(&self) -> bool {
        self.unit.is_some() && self.magic.is_none() && self.id != TRAVELER
    }

    /// Whether it has a shield in place of an attack number.
    pub(crate) fn has_shield(&self) -> bool {
        self.as_unit().is_some_and(|unit| unit.attack().is_none())
    }

    /// Whether a text of the card gives one of its continuous abilities to cards for a time.
    fn gives_continuous(&self) -> bool {
        let is_continuous = |number: u8| {
            let ability = number.checked_sub(1).and_then(|place| self.ability(place.into()));
            ability.is_some_and(Ability::is_continuous)
        };
        let gives =
            |effect: &Effect| matches!(effect, Effect::GrantAbility(word) if is_continuous(word.ability));
        let bodies = self.all_abilities().map(|ability| ability.head.text.effects.as_slice());
        let used = self.magic.iter().flat_map(|magic| {
            let modes = magic.modes.iter().map(|mode| mode.effect.effects.as_slice());
            std::iter::once(magic.effect.effects.as_slice()).chain(modes)
        });
        bodies.chain(used).chain([self.frame_effects()]).any(|effects| effect::any_word(effects, &gives))
    }

    /// The card as it is processed: see [`Text::prepared`].
    fn prepared(&self) -> CardData {
        let mut card = self.clone();
        for ability in card.abilities.iter_mut().chain(&mut card.edge_abilities) {
            ability.head.text = ability.head.text.prepared();
        }
        if let Some(magic) = &mut card.magic {
            magic.effect = magic.effect.prepared();
            magic.modes.iter_mut().for_each(|mode| *mode = mode.prepared());
        }
        card
    }
}

/// The most abilities of a card: the marks of used abilities [ruling-72] have room for so many.
pub const ABILITY_LIMIT: usize = 16;

impl Printing for Xinglingwang {
    const GAME: &'static str = Xinglingwang::INFO.id;

    type Data = CardData;
    type Declares = Declares;
    type Printed = CardData;
    type Interests = Interests;
    type Summary = Summary;
    type Stated = StatedCard;

    fn vocabulary(declares: &Declares) -> Vocabulary {
        let mut types = vec!["machine".to_owned()];
        types.extend(declares.types.iter().cloned());
        let mut races = vec![NEUTRAL.to_owned()];
        races.extend(declares.races.iter().cloned());
        Vocabulary::new(vec![("race", races), ("type", types)])
    }

    fn printed(card: &CardData) -> CardData {
        card.prepared()
    }

    fn lacks_fact(card: &CardData) -> bool {
        card.magic.as_ref().is_some_and(|magic| magic.timing.is_unknown())
    }

    fn blank() -> CardData {
        CardData::default()
    }

    fn interests(card: &CardData) -> Interests {
        Interests::of(card)
    }

    fn summary(cards: &[CardData], interests: &[Interests]) -> Summary {
        let interests = Union::of_all(interests.iter().copied());
        let gives_continuous = cards.iter().any(CardData::gives_continuous);
        Summary { interests, gives_continuous, traveler: traveler() }
    }

    fn in_no_pool(summary: &Summary, definition: u16) -> Option<&CardData> {
        (definition == TRAVELER_DEFINITION).then_some(&summary.traveler)
    }
}
