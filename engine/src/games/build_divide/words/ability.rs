//! Abilities: each paragraph of a card is one. Kinds: 用语.起动能力, 用语.自动能力, 用语.永续能力, 卡牌种类.指令; ruling-45,
//! ruling-46, ruling-48, ruling-50, ruling-86, ruling-94, ruling-97, ruling-98, ruling-105.

#[cfg(feature = "schemas")]
use std::borrow::Cow;

#[cfg(feature = "schemas")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::super::BuildDivide;
use super::super::findings;
use super::super::printed::{EnergyCost, Kind, Pool, Timing};
use super::super::table::{self, Game, Means, Verb};
use super::change::Keyword;
use super::condition::Condition;
use super::effect::Effect;
use super::keyword::{JudgmentOf, KeywordAbility, Printed};
use super::target::{Group, lint_groups};
use super::trigger::{Trigger, Who};
use super::{Costs, Static, context};
use crate::abilities::effect::lint_list;
use crate::abilities::lasting::{Change, lint_continuous};
use crate::abilities::lint::meant;
use crate::abilities::{ConditionWord, LastingWord, Lint};
use crate::heads;
use crate::kernel::{Card, ListenMask, MapCards, wire};
use crate::texts::Saying;

/// How an ability is named: the card that it is printed on, and its number there from 0, of a territory those
/// of its back first.
#[wire(Copy, MapCards)]
pub struct AbilityId {
    /// The card, by its place in the pool.
    pub definition: u16,
    /// Its number.
    pub number: u8,
    /// Which of its modes was chosen, from 1; 0: it has none.
    pub mode: u8,
}

impl AbilityId {
    /// Card and ability as one number.
    pub fn text(self) -> u32 {
        u32::from(self.definition) << 8 | u32::from(self.number)
    }
}

/// Where an ability works.
#[wire(Copy, Default)]
#[schemars(rename = "WorksIn")]
pub enum Zone {
    /// 场; of a territory, the face that is up [ruling-45].
    #[default]
    Field,
    /// 手牌.
    Hand,
    /// 墓地.
    Graveyard,
    /// 能量区 [ruling-98].
    Energy,
}

/// How often an ability may be used, or triggers, by each object [ruling-48].
#[wire(Copy)]
pub enum Limit {
    /// Once in a turn [用语.起动能力.3].
    Turn,
}

/// What is done, and to which targets [ruling-22].
#[wire(Default)]
pub struct Text {
    /// The targets, chosen on use.
    #[optional]
    pub targets: Vec<Group>,
    /// What is done.
    #[serde(rename = "do")]
    pub effects: Vec<Effect>,
}

/// By which titles of the own territory, while it is released, an ability is awakened [ruling-44]: written as
/// one title, as several of which one is enough, or as `true`, where a text names none.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Awakened {
    /// By any.
    Any,
    /// By one of these.
    Titles(Vec<String>),
}

impl Awakened {
    /// Whether a territory with these titles awakens it.
    pub fn is_by(&self, game: &Game<'_>, titles: &[String]) -> bool {
        match self {
            Awakened::Any => true,
            Awakened::Titles(own) => {
                game.spend(own.len().saturating_mul(titles.len()))
                    && own.iter().any(|title| titles.contains(title))
            }
        }
    }

    fn lint(&self, lint: &mut Lint<'_, BuildDivide>) {
        let Awakened::Titles(titles) = self else { return };
        super::context::filled(lint, titles);
        titles.iter().for_each(|title| lint.declared("title", title));
    }
}

impl Serialize for Awakened {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Awakened::Any => serializer.serialize_bool(true),
            Awakened::Titles(titles) => match titles.as_slice() {
                [only] => serializer.serialize_str(only),
                several => several.serialize(serializer),
            },
        }
    }
}

impl<'de> Deserialize<'de> for Awakened {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl<'de> de::Visitor<'de> for Visitor {
            type Value = Awakened;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("a title, a list of titles, or true")
            }

            fn visit_bool<E: de::Error>(self, any: bool) -> Result<Awakened, E> {
                match any {
                    true => Ok(Awakened::Any),
                    false => Err(E::invalid_value(de::Unexpected::Bool(false), &self)),
                }
            }

            fn visit_str<E: de::Error>(self, title: &str) -> Result<Awakened, E> {
                Ok(Awakened::Titles(vec![title.to_owned()]))
            }

            fn visit_seq<A: de::SeqAccess<'de>>(self, titles: A) -> Result<Awakened, A::Error> {
                Deserialize::deserialize(de::value::SeqAccessDeserializer::new(titles)).map(Awakened::Titles)
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}

#[cfg(feature = "schemas")]
impl JsonSchema for Awakened {
    fn schema_name() -> Cow<'static, str> {
        "Awakened".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description":
            "By which titles of the own territory, while it is released, an ability is awakened \
                [ruling-44]: one title, several of which one is enough, or `true`, where a text names none.",
            "anyOf": [
                { "type": "string" },
                { "type": "array", "items": { "type": "string" } },
                { "type": "boolean", "const": true },
            ],
        })
    }
}

/// An automatic ability [用语.自动能力].
#[wire]
pub struct Automatic {
    /// The event.
    pub on: Trigger,
    /// 觉醒: it is there only while the own territory is released and has such a title [ruling-44].
    pub awakened: Option<Awakened>,
    /// Its condition, looked at when the event is heard and once more when it resolves.
    pub when: Option<Condition>,
    /// How often.
    pub limit: Option<Limit>,
    /// Where it works.
    #[optional]
    pub zone: Zone,
    /// The targets, chosen when it is put on the chain.
    #[optional]
    pub targets: Vec<Group>,
    /// What it does.
    #[optional]
    #[serde(rename = "do")]
    pub effects: Vec<Effect>,
    /// In place of both: several texts, one of which is chosen when it is put on the chain, before its
    /// targets [ruling-13].
    #[optional]
    pub modes: Vec<Text>,
}

/// An activated ability [用语.起动能力].
#[wire]
pub struct Activated {
    /// When it may be used.
    pub timing: Timing,
    /// What stands in 〔〕 besides; without it, it is free [用语.起动能力.2].
    pub cost: Option<Costs>,
    /// 觉醒: it is there only while the own territory is released and has such a title [ruling-44].
    pub awakened: Option<Awakened>,
    /// What has to be true for it to be used.
    pub when: Option<Condition>,
    /// How often.
    pub limit: Option<Limit>,
    /// Where it works.
    #[optional]
    pub zone: Zone,
    /// The targets, chosen on use.
    #[optional]
    pub targets: Vec<Group>,
    /// What it does.
    #[optional]
    #[serde(rename = "do")]
    pub effects: Vec<Effect>,
    /// In place of both: several texts, one of which is chosen on use [ruling-13].
    #[optional]
    pub modes: Vec<Text>,
}

/// A continuous ability [用语.永续能力].
#[wire]
pub struct Continuous {
    /// 觉醒: it is there only while the own territory is released and has such a title [ruling-44].
    pub awakened: Option<Awakened>,
    /// What has to be true.
    pub when: Option<Condition>,
    /// Where it works.
    #[optional]
    pub zone: Zone,
    /// What it does.
    pub apply: Vec<Static>,
}

/// The text of a command [卡牌种类.指令].
#[wire]
pub struct Command {
    /// What is paid besides energy [ruling-13].
    pub cost: Option<Costs>,
    /// What has to be true for it to be used.
    pub when: Option<Condition>,
    /// The targets, chosen on use.
    #[optional]
    pub targets: Vec<Group>,
    /// What it does.
    #[optional]
    #[serde(rename = "do")]
    pub effects: Vec<Effect>,
    /// In place of both: several texts, one of which is chosen on use [ruling-13].
    #[optional]
    pub modes: Vec<Text>,
}

/// Another whole cost, chosen on use [ruling-94].
#[wire]
pub struct Alternative {
    /// What is paid.
    pub cost: Costs,
}

/// Something else happens instead [ruling-50].
#[wire]
pub struct Replacement {
    /// What is replaced.
    pub event: Vec<Replaced>,
    /// To which unit it would happen.
    pub who: Who,
    /// By which means.
    pub means: Option<Means>,
    /// Whether its player decides.
    #[optional]
    pub optional: bool,
    /// 觉醒: it is there only while the own territory is released and has such a title [ruling-44].
    pub awakened: Option<Awakened>,
    /// What happens instead; the unit is `subject`.
    #[serde(rename = "do")]
    pub effects: Vec<Effect>,
    /// The event is only put off: it happens after what is done, as what it was, unless a sentence says
    /// `prevent`.
    #[optional]
    pub then_happens: bool,
}

/// What can be replaced: the ways off the field, the closing of a territory, standing, and the way of a
/// command that was carried out.
#[wire(Copy)]
pub enum Replaced {
    /// 破坏 [ruling-10].
    Destroy,
    /// Going to a hand.
    ToHand,
    /// Going into a deck.
    ToDeck,
    /// Being removed.
    Exile,
    /// Of a territory: being closed [ruling-45].
    Close,
    /// Standing, by the rule or by an effect [ruling-92].
    Stand,
    /// Of a command that was carried out: going to the graveyard [快速与连锁.3].
    Resolved,
}

impl Replaced {
    /// The verb of the event that it replaces.
    pub const fn verb(self) -> Verb {
        match self {
            Replaced::Destroy => Verb::Destroy,
            Replaced::ToHand => Verb::ToHand,
            Replaced::ToDeck => Verb::ToDeck,
            Replaced::Exile => Verb::Remove,
            Replaced::Close => Verb::Close,
            Replaced::Stand => Verb::Stand,
            Replaced::Resolved => Verb::ToGraveyard,
        }
    }
}

/// A rule for the set-up, on the back of a territory [ruling-97].
#[wire(Copy)]
pub struct Setup {
    /// So many cards in the starting hand.
    pub hand: Option<u8>,
    /// So many starting energy.
    pub energy: Option<u8>,
    /// So many cards of one name in the deck, and so many in the D-deck.
    pub copies: Option<u8>,
    /// So many cards of one name in the deck alone.
    pub main_copies: Option<u8>,
    /// So many cards of one name in deck and D-deck together.
    pub copies_in_all: Option<u8>,
}

/// One paragraph of a card, as a pool writes it.
#[wire]
#[schemars(rename = "Ability", description = "One paragraph of a card.")]
pub enum Written {
    /// A keyword.
    Keyword(KeywordAbility),
    /// Raised by an event.
    Automatic(Automatic),
    /// Used by a player.
    Activated(Activated),
    /// In force as long as it is there.
    Continuous(Continuous),
    /// The text of a command.
    Command(Command),
    /// 进化: another energy cost, chosen on use [ruling-94].
    Evol(EnergyCost),
    /// Another whole cost, chosen on use [ruling-94].
    Alternative(Alternative),
    /// Something else happens instead.
    Replacement(Replacement),
    /// A rule for the set-up.
    Setup(Setup),
}

/// What abilities of every kind can have; what a kind lacks is at its default.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Head {
    /// The keyword that the ability is.
    pub keyword: Option<KeywordAbility>,
    /// The titles by which it is awakened; without it, it need not be.
    pub awakened: Option<Awakened>,
    /// Its condition.
    pub when: Option<Condition>,
    /// The limit of its uses or triggers.
    pub limit: Option<Limit>,
    /// The zone in which it works.
    pub zone: Zone,
    /// The cost of its text, besides the energy of a used card.
    pub cost: Option<Costs>,
    /// What a continuous ability does while it works.
    pub apply: Vec<Static>,
    /// The targets of its text.
    pub targets: Vec<Group>,
    /// The effects of its text.
    pub effects: Vec<Effect>,
    /// In place of both: several texts.
    pub modes: Vec<Text>,
}

heads! {
    /// One paragraph of a card.
    Ability of Written, Head;
    /// What one kind of ability has alone.
    Body {
        /// Raised by an event.
        Automatic(Automatic { on, awakened, when, limit, zone, targets, effects, modes }):
            [awakened when limit zone targets effects modes], {
            /// The event.
            on: Trigger
        };
        /// Used by a player.
        Activated(Activated { timing, cost, awakened, when, limit, zone, targets, effects, modes }):
            [cost awakened when limit zone targets effects modes], {
            /// When it may be used.
            timing: Timing
        };
        /// In force as long as it is there.
        Continuous(Continuous { awakened, when, zone, apply }): [awakened when zone apply];
        /// The text of a command.
        Command(Command { cost, when, targets, effects, modes }): [cost when targets effects modes];
        /// Another energy cost, chosen on use.
        Evol(energy): [], {
            /// What is paid.
            energy: EnergyCost
        };
        /// Another whole cost, chosen on use.
        Alternative(Alternative { cost }): [], {
            /// What is paid.
            cost: Costs
        };
        /// Something else happens instead.
        Replacement(Replacement { event, who, means, optional, awakened, effects, then_happens }):
            [awakened effects], {
            /// What is replaced.
            event: Vec<Replaced>,
            /// To which unit it would happen.
            who: Who,
            /// By which means.
            means: Option<Means>,
            /// Whether its player decides.
            optional: bool,
            /// The event is only put off.
            then_happens: bool
        };
        /// A rule for the set-up.
        Setup(setup): [], {
            /// Its numbers.
            setup: Setup
        };
    }
    Keyword is keyword;
}

/// What a card's abilities listen to and change: read before the abilities themselves, to pass most cards
/// over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Interests {
    /// The events that its abilities wait for on the field, by the bits of their verbs.
    pub listens: u64,
    /// The events that they wait for in other zones, as bits of their verbs.
    pub listens_elsewhere: u64,
    /// The topics of its continuous abilities that work on the field, as bits.
    pub about: u64,
    /// The topics of those that work in other zones, as bits.
    pub about_elsewhere: u64,
    /// Whether it replaces something.
    pub replaces: bool,
}

/// The zones in which an ability works that names no zone.
const ON_TABLE: [table::Zone; 2] = [table::Zone::Field, table::Zone::Territory];
/// The zones that an ability can name.
const ELSEWHERE: [table::Zone; 3] = [table::Zone::Hand, table::Zone::Graveyard, table::Zone::Energy];

impl ListenMask<BuildDivide> for Interests {
    const NONE: Interests =
        Interests { listens: 0, listens_elsewhere: 0, about: 0, about_elsewhere: 0, replaces: false };

    fn listens(zone: table::Zone) -> bool {
        ON_TABLE.contains(&zone) || ELSEWHERE.contains(&zone)
    }

    fn of(pool: &Pool, zone: table::Zone, card: &Card<BuildDivide>) -> Interests {
        pool.interests(card.definition).map_or(Interests::NONE, |interests| interests.within(zone))
    }

    fn of_any(pool: &Pool, zone: table::Zone) -> Interests {
        pool.summary.within(zone)
    }

    fn and(self, other: Interests) -> Interests {
        Interests {
            listens: self.listens | other.listens,
            listens_elsewhere: self.listens_elsewhere | other.listens_elsewhere,
            about: self.about | other.about,
            about_elsewhere: self.about_elsewhere | other.about_elsewhere,
            replaces: self.replaces || other.replaces,
        }
    }
}

impl Interests {
    /// The interests of a card that lies in a zone.
    fn within(self, zone: table::Zone) -> Interests {
        let bits = |zones: &[table::Zone]| if zones.contains(&zone) { u64::MAX } else { 0 };
        let (here, elsewhere) = (bits(&ON_TABLE), bits(&ELSEWHERE));
        Interests {
            listens: self.listens & here,
            listens_elsewhere: self.listens_elsewhere & elsewhere,
            about: self.about & here,
            about_elsewhere: self.about_elsewhere & elsewhere,
            replaces: self.replaces && here != 0,
        }
    }

    /// The interests of several abilities.
    pub fn of<'a>(abilities: impl IntoIterator<Item = &'a Ability>) -> Interests {
        abilities.into_iter().fold(Interests::default(), |all, ability| {
            let (listens, about) = (ability.trigger().map_or(0, Trigger::listens), ability.about());
            let there = ability.head.zone == Zone::Field;
            let (here, elsewhere) = if there { (u64::MAX, 0) } else { (0, u64::MAX) };
            all.and(Interests {
                listens: listens & here,
                listens_elsewhere: listens & elsewhere,
                about: about & here,
                about_elsewhere: about & elsewhere,
                replaces: matches!(ability.body, Body::Replacement { .. }),
            })
        })
    }
}

impl Ability {
    /// The targets and effects of a mode, counted from 1; 0: of a text without modes.
    fn text(&self, mode: u8) -> (&[Group], &[Effect]) {
        match usize::from(mode).checked_sub(1) {
            None => (&self.head.targets, &self.head.effects),
            Some(index) => {
                let text = self.head.modes.get(index);
                text.map_or((&[], &[]), |text| (&text.targets, &text.effects))
            }
        }
    }

    /// The effects of a mode.
    pub fn effects(&self, mode: u8) -> &[Effect] {
        self.text(mode).1
    }

    /// The groups of targets of a mode.
    pub fn targets(&self, mode: u8) -> &[Group] {
        self.text(mode).0
    }

    /// The keyword that the ability is, if any.
    pub fn keyword(&self) -> Option<Keyword> {
        self.head.keyword.as_ref().map(|keyword| keyword.printed.name())
    }

    /// The event that triggers it, if one does.
    pub const fn trigger(&self) -> Option<&Trigger> {
        if let Body::Automatic { on } = &self.body { Some(on) } else { None }
    }

    /// The cost of the text, besides the energy of a used card.
    pub const fn cost(&self) -> Option<&Costs> {
        if let Body::Alternative { cost } = &self.body { Some(cost) } else { self.head.cost.as_ref() }
    }

    /// How many modes the ability has; 0: it has one text.
    pub const fn modes(&self) -> usize {
        self.head.modes.len()
    }

    /// Whether players use it.
    pub const fn is_activated(&self) -> bool {
        matches!(self.body, Body::Activated { .. })
    }

    /// The rule for the set-up that the ability is, if it is one.
    pub const fn setup(&self) -> Option<&Setup> {
        if let Body::Setup { setup } = &self.body { Some(setup) } else { None }
    }

    fn about(&self) -> u64 {
        let keyword = if self.head.keyword.is_some() { super::change::topics::KEYWORDS } else { 0 };
        self.head.apply.iter().fold(keyword, |all, each| all | each.change().about())
    }

    /// Whether a text can give the ability to another unit.
    pub const fn can_be_given(&self) -> bool {
        let given = match self.body {
            Body::Automatic { .. }
            | Body::Activated { .. }
            | Body::Continuous {}
            | Body::Replacement { .. } => self.head.keyword.is_none(),
            Body::Command {} | Body::Evol { .. } | Body::Alternative { .. } | Body::Setup { .. } => false,
        };
        given && matches!(self.head.zone, Zone::Field)
    }
}

/// Where an ability is printed: the kind of its card, and for a territory the face.
#[derive(Debug, Clone, Copy)]
pub struct Printing {
    /// The kind of the card.
    pub kind: Kind,
    /// Whether it is on the back of a territory.
    pub back: bool,
}

impl Ability {
    /// Reports what can never have an effect.
    pub fn lint(&self, lint: &mut Lint<'_, BuildDivide>, on: Printing) {
        let word = match self.body {
            _ if self.head.keyword.is_some() => "keyword",
            Body::Automatic { .. } => "automatic",
            Body::Activated { .. } => "activated",
            Body::Continuous {} => "continuous",
            Body::Command {} => "command",
            Body::Evol { .. } => "evol",
            Body::Alternative { .. } => "alternative",
            Body::Replacement { .. } => "replacement",
            Body::Setup { .. } => "setup",
        };
        lint.inside(word, |lint| {
            if let Some(message) = self.misplaced(on) {
                lint.find("wrong_attribute", message);
            }
            if let Some(awakened) = &self.head.awakened {
                lint.inside("awakened", |lint| awakened.lint(lint));
            }
            let away = self.away(on);
            self.lint_words(lint, away);
        });
    }

    /// The names of the cards that are not on the field when the ability is carried out.
    fn away(&self, on: Printing) -> Vec<&'static str> {
        let mut away =
            self.trigger().filter(|_| self.head.keyword.is_none()).map_or_else(Vec::new, Trigger::away);
        let elsewhere = self.head.zone != Zone::Field || on.kind == Kind::Command;
        away.extend(elsewhere.then_some(meant::THIS));
        away
    }

    /// The finding about an ability that cannot be printed there.
    fn misplaced(&self, on: Printing) -> Option<Saying> {
        let is = |kind: Kind| on.kind == kind;
        let elsewhere = self.head.zone != Zone::Field;
        if self.keyword() == Some(Keyword::Assault) {
            return (!is(Kind::Territory) || on.back).then(findings::only_front_of_territory);
        }
        if self.head.keyword.is_some() {
            return is(Kind::Command).then(findings::command_without_keywords);
        }
        let message = match self.body {
            Body::Command {} if !is(Kind::Command) => findings::only_commands(),
            Body::Evol { .. } | Body::Alternative { .. } if is(Kind::Territory) => {
                findings::territory_never_used()
            }
            Body::Setup { .. } if !on.back => findings::setup_on_back(),
            Body::Automatic { .. } | Body::Activated { .. } | Body::Continuous {}
                if is(Kind::Command) && !elsewhere =>
            {
                findings::command_never_on_field()
            }
            Body::Automatic { .. } | Body::Activated { .. } | Body::Continuous {}
                if is(Kind::Territory) && elsewhere =>
            {
                findings::territory_in_own_zone()
            }
            Body::Replacement { .. } if is(Kind::Command) => findings::command_never_on_field(),
            Body::Automatic { .. }
            | Body::Activated { .. }
            | Body::Continuous {}
            | Body::Command {}
            | Body::Evol { .. }
            | Body::Alternative { .. }
            | Body::Replacement { .. }
            | Body::Setup { .. } => return None,
        };
        Some(message)
    }

    fn lint_words(&self, lint: &mut Lint<'_, BuildDivide>, away: Vec<&'static str>) {
        if let Some(keyword) = &self.head.keyword {
            if matches!(keyword.printed, Printed::Judgment(JudgmentOf { n: 0 })) {
                lint.find("number_out_of_range", findings::at_least_one());
            }
            return;
        }
        let mut unavailable = context::SENTENCES.to_vec();
        unavailable.push(context::PUT_OFF);
        unavailable.extend(self.cost().is_none().then_some(context::PAID));
        match &self.body {
            Body::Automatic { on } => {
                unavailable.extend_from_slice(on.unavailable());
                lint.inside("on", |lint| on.lint(lint));
            }
            Body::Replacement { event, who, then_happens, .. } => {
                unavailable.push(meant::OTHER);
                lint.inside("who", |lint| who.lint(lint, &[]));
                context::filled(lint, event);
                if *then_happens {
                    unavailable.retain(|name| *name != context::PUT_OFF);
                }
            }
            body => {
                unavailable.extend(context::EVENT);
                let none =
                    Setup { hand: None, energy: None, copies: None, main_copies: None, copies_in_all: None };
                if matches!(body, Body::Setup { setup } if *setup == none) {
                    lint.find("nothing_meant", findings::setup_changes_number());
                }
            }
        }
        lint.nested(unavailable, |lint| {
            if let Some(when) = &self.head.when {
                let look = |lint: &mut Lint<'_, BuildDivide>| lint.inside("when", |lint| when.lint(lint));
                if self.trigger().is_some() {
                    lint.condition_of_event(&away, look);
                } else {
                    look(lint);
                }
            }
            if let Some(cost) = self.cost() {
                lint.inside("cost", |lint| cost.lint(lint));
            }
            match self.body {
                Body::Continuous {} => {
                    lint_continuous(lint, &self.head.apply, self.head.zone == Zone::Hand);
                    let takes_all =
                        |each: &Static| matches!(each.change(), Change::Lose(word) if word.keyword.is_none());
                    if self.head.apply.iter().any(takes_all) {
                        lint.find("wrong_attribute", findings::takes_keyword_only());
                    }
                }
                Body::Automatic { .. } | Body::Activated { .. } | Body::Command {} => {
                    lint.while_away(away, |lint| lint_modes(lint, self.text(0), &self.head.modes));
                }
                Body::Replacement { .. } => lint_modes(lint, self.text(0), &[]),
                Body::Evol { .. } | Body::Alternative { .. } | Body::Setup { .. } => {}
            }
        });
    }
}

fn lint_text(lint: &mut Lint<'_, BuildDivide>, targets: &[Group], effects: &[Effect]) {
    if effects.is_empty() {
        lint.find("empty_list", findings::text_does_nothing());
    }
    lint_groups(lint, targets);
    lint_list(lint, "do", effects);
}

/// Reports faults in a text, which is one list of sentences or has two to ten modes.
fn lint_modes(lint: &mut Lint<'_, BuildDivide>, text: (&[Group], &[Effect]), modes: &[Text]) {
    if modes.is_empty() {
        return lint_text(lint, text.0, text.1);
    }
    if !text.0.is_empty() || !text.1.is_empty() || modes.len() < 2 || modes.len() > 10 {
        lint.find("wrong_mode_count", findings::ability_modes());
    }
    let bound = lint.bound.clone();
    lint.each("modes", modes, |lint, mode| {
        lint.bound.clone_from(&bound);
        lint_text(lint, &mode.targets, &mode.effects);
    });
}
