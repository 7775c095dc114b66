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

/// One paragraph of a card.
#[wire]
pub enum Ability {
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
            let (listens, about) = (ability.automatic().map_or(0, |word| word.on.listens()), ability.about());
            let there = ability.zone() == Zone::Field;
            let (here, elsewhere) = if there { (u64::MAX, 0) } else { (0, u64::MAX) };
            all.and(Interests {
                listens: listens & here,
                listens_elsewhere: listens & elsewhere,
                about: about & here,
                about_elsewhere: about & elsewhere,
                replaces: matches!(ability, Ability::Replacement(_)),
            })
        })
    }
}

/// Declares accessors: a value that some kinds of abilities have, and the value for the others.
macro_rules! accessors {
    ($(
        $(#[$doc:meta])* $name:ident -> $type:ty, [$($kind:ident)*], |$word:ident| $value:expr, $none:expr;
    )*) => { $(
        $(#[$doc])*
        pub fn $name(&self) -> $type {
            match self {
                $( Ability::$kind($word) => $value, )*
                _ => $none,
            }
        }
    )* };
}

impl Ability {
    /// The targets and effects of a mode, counted from 1; 0: of a text without modes.
    fn text(&self, mode: u8) -> (&[Group], &[Effect]) {
        let (targets, effects, modes): (&[Group], &[Effect], &[Text]) = match self {
            Ability::Automatic(word) => (&word.targets, &word.effects, &word.modes),
            Ability::Activated(word) => (&word.targets, &word.effects, &word.modes),
            Ability::Command(word) => (&word.targets, &word.effects, &word.modes),
            Ability::Replacement(word) => (&[], &word.effects, &[]),
            Ability::Keyword(word) => (&[], word.stands_for.as_ref().map_or(&[], |word| &word.effects), &[]),
            Ability::Continuous(_) | Ability::Evol(_) | Ability::Alternative(_) | Ability::Setup(_) => {
                (&[], &[], &[])
            }
        };
        match usize::from(mode).checked_sub(1) {
            None => (targets, effects),
            Some(index) => modes.get(index).map_or((&[], &[]), |text| (&text.targets, &text.effects)),
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
    pub const fn keyword(&self) -> Option<Keyword> {
        match self {
            Ability::Keyword(word) => Some(word.printed.name()),
            _ => None,
        }
    }

    /// The ability as an automatic one, if it is one or stands for one.
    pub fn automatic(&self) -> Option<&Automatic> {
        match self {
            Ability::Automatic(word) => Some(word),
            Ability::Keyword(word) => word.stands_for.as_deref(),
            _ => None,
        }
    }

    /// The cost of the text, besides the energy of a used card.
    pub const fn cost(&self) -> Option<&Costs> {
        match self {
            Ability::Activated(Activated { cost, .. }) | Ability::Command(Command { cost, .. }) => {
                cost.as_ref()
            }
            Ability::Alternative(word) => Some(&word.cost),
            _ => None,
        }
    }

    accessors! {
        /// How many modes the ability has; 0: it has one text.
        modes -> usize, [Automatic Activated Command], |word| word.modes.len(), 0;
        /// The ability as an activated one, if it is one.
        activated -> Option<&Activated>, [Activated], |word| Some(word), None;
        /// The ability as a continuous one, if it is one.
        continuous -> Option<&Continuous>, [Continuous], |word| Some(word), None;
        /// The ability as the text of a command, if it is one.
        command -> Option<&Command>, [Command], |word| Some(word), None;
        /// The ability as a rule for the set-up, if it is one.
        setup -> Option<&Setup>, [Setup], |word| Some(word), None;
        /// The condition of the ability, if it has one.
        when -> Option<&Condition>, [Automatic Activated Continuous Command], |word| word.when.as_ref(), None;
        /// The titles by which it is awakened.
        awakened -> Option<&Awakened>, [Automatic Activated Continuous Replacement],
            |word| word.awakened.as_ref(), None;
        /// The limit of its uses or triggers, if it has one.
        limit -> Option<Limit>, [Automatic Activated], |word| word.limit, None;
        /// The zone in which the ability works.
        zone -> Zone, [Automatic Activated Continuous], |word| word.zone, Zone::Field;
    }

    /// What a continuous ability does while it works; empty for other kinds.
    pub fn apply(&self) -> &[Static] {
        self.continuous().map_or(&[], |word| &word.apply)
    }

    fn about(&self) -> u64 {
        let keyword = match self {
            Ability::Keyword(_) => super::change::topics::KEYWORDS,
            _ => 0,
        };
        self.apply().iter().fold(keyword, |all, each| all | each.change().about())
    }

    /// Whether a text can give the ability to another unit.
    pub fn can_be_given(&self) -> bool {
        let given = matches!(
            self,
            Ability::Automatic(_) | Ability::Activated(_) | Ability::Continuous(_) | Ability::Replacement(_)
        );
        given && matches!(self.zone(), Zone::Field)
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
        let word = match self {
            Ability::Keyword(_) => "keyword",
            Ability::Automatic(_) => "automatic",
            Ability::Activated(_) => "activated",
            Ability::Continuous(_) => "continuous",
            Ability::Command(_) => "command",
            Ability::Evol(_) => "evol",
            Ability::Alternative(_) => "alternative",
            Ability::Replacement(_) => "replacement",
            Ability::Setup(_) => "setup",
        };
        lint.inside(word, |lint| {
            if let Some(message) = self.misplaced(on) {
                lint.find("wrong_attribute", message);
            }
            if let Some(awakened) = self.awakened() {
                lint.inside("awakened", |lint| awakened.lint(lint));
            }
            let away = self.away(on);
            self.lint_words(lint, away);
        });
    }

    /// The names of the cards that are not on the field when the ability is carried out.
    fn away(&self, on: Printing) -> Vec<&'static str> {
        let mut away = match self {
            Ability::Automatic(word) => word.on.away(),
            _ => Vec::new(),
        };
        let elsewhere = self.zone() != Zone::Field || on.kind == Kind::Command;
        away.extend(elsewhere.then_some(meant::THIS));
        away
    }

    /// The finding about an ability that cannot be printed there.
    fn misplaced(&self, on: Printing) -> Option<Saying> {
        let is = |kind: Kind| on.kind == kind;
        let elsewhere = self.zone() != Zone::Field;
        let message = match self {
            Ability::Command(_) if !is(Kind::Command) => findings::only_commands(),
            Ability::Evol(_) | Ability::Alternative(_) if is(Kind::Territory) => {
                findings::territory_never_used()
            }
            Ability::Setup(_) if !on.back => findings::setup_on_back(),
            Ability::Keyword(word) if word.printed.name() == Keyword::Assault => {
                if is(Kind::Territory) && !on.back {
                    return None;
                }
                findings::only_front_of_territory()
            }
            Ability::Keyword(_) if is(Kind::Command) => findings::command_without_keywords(),
            Ability::Automatic(_) | Ability::Activated(_) | Ability::Continuous(_)
                if is(Kind::Command) && !elsewhere =>
            {
                findings::command_never_on_field()
            }
            Ability::Automatic(_) | Ability::Activated(_) | Ability::Continuous(_)
                if is(Kind::Territory) && elsewhere =>
            {
                findings::territory_in_own_zone()
            }
            Ability::Replacement(_) if is(Kind::Command) => findings::command_never_on_field(),
            _ => return None,
        };
        Some(message)
    }

    fn lint_words(&self, lint: &mut Lint<'_, BuildDivide>, away: Vec<&'static str>) {
        let mut unavailable = context::SENTENCES.to_vec();
        unavailable.push(context::PUT_OFF);
        unavailable.extend(self.cost().is_none().then_some(context::PAID));
        unavailable.extend_from_slice(match self {
            Ability::Automatic(word) => word.on.unavailable(),
            Ability::Replacement(_) => &[meant::OTHER],
            _ => &context::EVENT,
        });
        match self {
            Ability::Keyword(KeywordAbility { printed: Printed::Judgment(JudgmentOf { n: 0 }), .. }) => {
                lint.find("number_out_of_range", findings::at_least_one());
            }
            Ability::Automatic(word) => lint.inside("on", |lint| word.on.lint(lint)),
            Ability::Replacement(word) => {
                lint.inside("who", |lint| word.who.lint(lint, &[]));
                context::filled(lint, &word.event);
                if word.then_happens {
                    unavailable.retain(|name| *name != context::PUT_OFF);
                }
            }
            Ability::Setup(Setup {
                hand: None,
                energy: None,
                copies: None,
                main_copies: None,
                copies_in_all: None,
            }) => {
                lint.find("nothing_meant", findings::setup_changes_number());
            }
            _ => {}
        }
        lint.nested(unavailable, |lint| {
            if let Some(when) = self.when() {
                lint.condition_of_event(&away, |lint| lint.inside("when", |lint| when.lint(lint)));
            }
            if let Some(cost) = self.cost() {
                lint.inside("cost", |lint| cost.lint(lint));
            }
            match self {
                Ability::Continuous(word) => {
                    lint_continuous(lint, &word.apply, word.zone == Zone::Hand);
                    let takes_all =
                        |each: &Static| matches!(each.change(), Change::Lose(word) if word.keyword.is_none());
                    if word.apply.iter().any(takes_all) {
                        lint.find("wrong_attribute", findings::takes_keyword_only());
                    }
                }
                Ability::Automatic(Automatic { modes, .. })
                | Ability::Activated(Activated { modes, .. })
                | Ability::Command(Command { modes, .. }) => {
                    lint.while_away(away, |lint| lint_modes(lint, self.text(0), modes));
                }
                Ability::Replacement(_) => lint_modes(lint, self.text(0), &[]),
                _ => {}
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
