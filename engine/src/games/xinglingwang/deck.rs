//! Decks: what players bring to a game, and what makes a deck illegal.
//!
//! 一.1 race; 一.2(1) twenty different names; 一.2(2), 一.2(3) races; 一.2(4) mana; 一.3, 四.6 forest; 十五.超載.1;
//! ruling-6, ruling-76.

use std::collections::BTreeMap;

use super::Xinglingwang;
use super::printed::{CardData, NEUTRAL, Pool};
use super::reason::Reason;
use super::setup::Options;
use super::words::KeywordName;
use crate::game_kit::deck::{self, Line};
use crate::game_kit::pool::Names;
use crate::kernel::{Bound, wire};
use crate::verdict::Refusal;

/// Cards in a deck [一.2(1)].
pub(crate) const DECK_SIZE: u64 = super::rules::limits::DECK_SIZE.value as u64;
/// Copies of a name with 超載 [十五.超載.1].
pub(crate) const OVERLOADED: u64 = super::rules::limits::OVERLOADED.value as u64;
/// The most mana of a deck's magic [一.2(4)].
pub(crate) const MANA: i64 = super::rules::limits::MANA.value as i64;
/// Travelers of a forest where a deck names no number [ruling-6].
pub(crate) const FOREST: u32 = super::rules::limits::FOREST.value;
/// The largest forest that the service accepts; far above any on a table.
pub(crate) const FOREST_LIMIT: u32 = 10_000;
/// What a player brings.
#[wire(Default)]
pub struct Deck {
    /// The deck.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub cards: Vec<Line>,
    /// The number of travelers in the forest.
    pub forest: Option<u32>,
    /// The declared race.
    pub race: Option<String>,
}

/// The most copies of a card in a deck [一.2(1), 十五.超載.1].
fn most(card: &CardData) -> u64 {
    let overloads = card.keywords.iter().any(|keyword| keyword.name() == KeywordName::Overload);
    match (card.any_number, overloads) {
        (true, _) => DECK_SIZE,
        (false, true) => OVERLOADED,
        (false, false) => 1,
    }
}

impl Names for Deck {
    fn ids(&self) -> Vec<(String, String)> {
        deck::ids(&self.cards).collect()
    }

    fn are_all(&self, known: &dyn Fn(&str) -> bool) -> bool {
        self.cards.iter().all(|line| known(&line.card))
    }

    fn too_much(&self) -> Option<(String, String)> {
        let detail = format!("a forest has at most {FOREST_LIMIT} travelers here");
        (self.travelers() > FOREST_LIMIT).then(|| ("/forest".to_owned(), detail))
    }
}

impl Deck {
    pub(crate) fn travelers(&self) -> u32 {
        self.forest.unwrap_or(FOREST)
    }

    /// Every fault of a deck, with a pointer into it; none: the deck is legal. The caller has refused unknown
    /// cards before.
    pub(crate) fn faults(&self, pool: &Pool, _: &Options) -> Vec<Refusal<Reason>> {
        let mut faults = Vec::new();
        if self.race.as_deref().is_none_or(|race| race.is_empty() || race == NEUTRAL) {
            faults.push(Refusal::new(Reason::NoRace, cite!("一.1")).of("/race"));
        }
        faults.extend(deck::size_fault(&self.cards, DECK_SIZE, cite!("一.2(1)")));
        let printed = |line: &Line| pool.find(&line.card).map(|place| pool.card(place));
        let cards: Vec<Option<&CardData>> = self.cards.iter().map(printed).collect();
        self.name_faults(&cards, &mut faults);
        self.race_faults(&cards, &mut faults);
        let mana = |(line, card): (&Line, &Option<&CardData>)| -> i64 {
            let mana = card.and_then(|card| card.magic.as_ref()).map_or(0, |magic| i64::from(magic.mana));
            mana * i64::from(line.n)
        };
        let total: i64 = self.cards.iter().zip(&cards).map(mana).sum();
        if total > MANA {
            let reason = Reason::TooMuchMana { total, most: MANA };
            faults.push(Refusal::new(reason, cite!("一.2(4)")).of("/cards"));
        }
        faults
    }

    fn name_faults(&self, cards: &[Option<&CardData>], faults: &mut Vec<Refusal<Reason>>) {
        let mut names: BTreeMap<&str, (u64, usize, u64)> = BTreeMap::new();
        for (index, (line, card)) in self.cards.iter().zip(cards).enumerate() {
            let Some(card) = card else { continue };
            let entry = names.entry(card.name.printed()).or_insert((0, index, DECK_SIZE));
            entry.0 += u64::from(line.n);
            entry.2 = entry.2.min(most(card));
        }
        for (name, (count, index, most)) in names {
            // A card without a limit has DECK_SIZE as its number: more copies are refused as a deck of the
            // wrong size.
            if count > most && most < DECK_SIZE {
                let reason = Reason::TooManyOfOneName { name: name.to_owned(), count, most };
                let field = format!("/cards/{index}/n");
                faults.push(match most > 1 {
                    true => Refusal::new(reason, cite!("十五.超載.1")).also(&[cite!("ruling-76")]).of(field),
                    false => Refusal::new(reason, cite!("一.2(1)")).also(&[cite!("十五.超載.1")]).of(field),
                });
            }
        }
    }

    fn race_faults(&self, cards: &[Option<&CardData>], faults: &mut Vec<Refusal<Reason>>) {
        let Some(race) = self.race.as_deref() else { return };
        let mut own = false;
        for (index, (line, card)) in self.cards.iter().zip(cards).enumerate() {
            let Some(card) = card else { continue };
            own |= card.race == race;
            if card.race != race && card.race != NEUTRAL {
                let reason = Reason::WrongRace { card: line.card.to_string() };
                let field = format!("/cards/{index}/card");
                faults.push(Refusal::new(reason, cite!("一.2(2)")).of(field));
            }
        }
        if !own && !self.cards.is_empty() {
            faults.push(Refusal::new(Reason::NoCardOfRace, cite!("一.2(3)")).of("/cards"));
        }
    }
}

/// What is public about a card whose face nobody has declared: it is of its owner's race or neutral [一.2(2)].
pub(crate) const BOUNDS: &[Bound<Xinglingwang>] = &[Bound {
    cites: &[cite!("一.2(2)")],
    of_place: false,
    allows: |game, unnamed, definition| {
        let declared = game.state.facts.races.get(unnamed.owner).as_str();
        let own = game.pool.card(definition).race.as_str();
        declared.is_empty() || own == NEUTRAL || own == declared
    },
}];
