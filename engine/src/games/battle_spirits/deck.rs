//! The deck that a player brings, and what makes it legal: 卡牌種類.1, 牌組.3–牌組.7, 卡牌限制.1, 卡牌限制.2; ruling-45.

#[cfg(feature = "schemas")]
use std::borrow::Cow;

#[cfg(feature = "schemas")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize};

use super::BattleSpirits;
use super::printed::{Kind, Pool};
use super::reason::Reason;
use super::rules::limits::{COPIES, DECK_MINIMUM};
use super::setup::Options;
use crate::game_kit::deck::{self, Line};
use crate::game_kit::pool::Names;
use crate::kernel::{Bound, wire};
use crate::verdict::Refusal;

/// What a player brings.
#[wire(Default)]
pub struct Deck {
    /// The deck.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub cards: Vec<Line>,
}

impl Names for Deck {
    fn ids(&self) -> Vec<(String, String)> {
        deck::ids(&self.cards).collect()
    }

    fn are_all(&self, known: &dyn Fn(&str) -> bool) -> bool {
        self.cards.iter().all(|line| known(&line.card))
    }
}

/// A day, as YYYY-MM-DD: days compare as their texts do.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Date(String);

impl Date {
    /// A day by its text, `YYYY-MM-DD`; `None`: there is no such day.
    fn new(text: String) -> Option<Date> {
        let digits = |part: &str, count: usize| {
            let is_number = part.len() == count && part.bytes().all(|digit| digit.is_ascii_digit());
            part.parse::<u32>().ok().filter(|_| is_number)
        };
        let mut parts = text.split('-');
        let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
        let (year, month, day) = (digits(year, 4)?, digits(month, 2)?, digits(day, 2)?);
        let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let days = match month {
            2 if is_leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => return None,
        };
        (parts.next().is_none() && (1..=days).contains(&day)).then_some(Date(text))
    }
}

impl<'de> Deserialize<'de> for Date {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Date::new(text)
            .ok_or_else(|| serde::de::Error::custom("a date is a day of the calendar as YYYY-MM-DD"))
    }
}

#[cfg(feature = "schemas")]
impl JsonSchema for Date {
    fn schema_name() -> Cow<'static, str> {
        "Date".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A day of the calendar as YYYY-MM-DD.",
            "type": "string",
            "format": "date",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
        })
    }
}

/// The block icons that are allowed from one day to another, both included; on other days any letter is
/// allowed [卡牌限制.2, ruling-45].
const ICONS: &[(&str, &str, &[&str])] = &[("2026-04-01", "2027-03-31", &["A"])];

/// The icons of a day; without a day the newest ones.
fn icons(date: Option<&Date>) -> Option<&'static [&'static str]> {
    let Some(Date(day)) = date else { return ICONS.last().map(|(.., icons)| *icons) };
    let mut ranges = ICONS.iter();
    let range = ranges.find(|(first, last, _)| (*first..=*last).contains(&day.as_str()));
    range.map(|(.., icons)| *icons)
}

impl Deck {
    /// Every fault of the deck, with its pointer; empty if the deck may be played with. Unknown cards were
    /// refused before.
    pub fn faults(&self, pool: &Pool, options: &Options) -> Vec<Refusal<Reason>> {
        let mut faults = Vec::new();
        self.size_faults(pool, &mut faults);
        let allowed = icons(options.date.as_ref());
        for (index, line) in self.cards.iter().enumerate() {
            let Some(place) = pool.find(&line.card) else { continue };
            let (printed, card) = (pool.card(place), line.card.to_string());
            let icon = printed.icon.clone();
            let mut letters = icon.chars();
            let is_letter = letters.next().is_some_and(char::is_alphabetic) && letters.next().is_none();
            let fault = match (printed.kind, allowed) {
                (Kind::Other, _) => Refusal::new(Reason::KindNotAllowed { card }, cite!("卡牌種類.1")),
                _ if !is_letter => Refusal::new(Reason::IconNotALetter { card, icon }, cite!("卡牌限制.1")),
                (_, Some(icons)) if !icons.contains(&icon.as_str()) => {
                    Refusal::new(Reason::IconNotCurrent { card, icon }, cite!("卡牌限制.2"))
                        .also(&[cite!("ruling-45")])
                }
                _ => continue,
            };
            faults.push(fault.of(format!("/cards/{index}/card")));
        }
        faults
    }

    fn size_faults(&self, pool: &Pool, faults: &mut Vec<Refusal<Reason>>) {
        let count: u64 = self.cards.iter().map(|line| u64::from(line.n)).sum();
        if count < DECK_MINIMUM.value.into() {
            let reason = Reason::TooFewCards { count, least: DECK_MINIMUM.value.into() };
            faults.push(Refusal::new(reason, DECK_MINIMUM.cite).of("/cards"));
        }
        let name = |line: &Line| Some(pool.card(pool.find(&line.card)?).called());
        for (name, count, index) in deck::copies(&self.cards, name) {
            let most = COPIES.value.into();
            if count <= most {
                continue;
            }
            // Two printings of a name are the same card; names that differ in their number are different
            // cards [牌組.6, 牌組.7].
            let reason = Reason::TooManyCopies { name: name.to_owned(), count, most };
            let fault = Refusal::new(reason, COPIES.cite).also(&[cite!("牌組.6"), cite!("牌組.7")]);
            faults.push(fault.of(format!("/cards/{index}/n")));
        }
    }
}

/// What every player knows of an unknown card: decks have only cards of these kinds [卡牌種類.1].
pub const BOUNDS: &[Bound<BattleSpirits>] = &[Bound {
    cites: &[cite!("卡牌種類.1")],
    of_place: false,
    allows: |game, _, definition| game.pool.card(definition).kind != Kind::Other,
}];
