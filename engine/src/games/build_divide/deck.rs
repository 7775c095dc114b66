//! The deck that a player brings, and what makes it legal: 卡组构筑.1–卡组构筑.5; ruling-4, ruling-97, ruling-104.

use smol_str::SmolStr;

use super::BuildDivide;
use super::printed::{Icon, Kind, Pool};
use super::reason::Reason;
use super::rules::limits::{BUSTERS, COPIES, DECK_LEAST, DECK_MOST, SHOTS_MOST, TERRITORIES};
use super::setup::Options;
use super::table;
use super::words::ability::Setup;
use crate::game_kit::deck::{self, Line};
use crate::game_kit::pool::Names;
use crate::kernel::{Bound, wire};
use crate::verdict::Refusal;

/// The most cards of a D-deck [ruling-104].
pub const D_DECK_MOST: u64 = 10;

/// What a player brings.
#[wire(Default)]
pub struct Deck {
    /// The deck.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub cards: Vec<Line>,
    /// The D-deck.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub d_deck: Vec<Line>,
    /// The territory; a list so that another number than one can be refused.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub territory: Vec<SmolStr>,
}

impl Names for Deck {
    fn ids(&self) -> Vec<(String, String)> {
        let territories = self.territory.iter().enumerate();
        let territories = territories.map(|(index, id)| (format!("/territory/{index}"), id.to_string()));
        let beside = self.d_deck.iter().enumerate();
        let beside = beside.map(|(index, line)| (format!("/d_deck/{index}/card"), line.card.to_string()));
        territories.chain(deck::ids(&self.cards)).chain(beside).collect()
    }

    fn too_much(&self) -> Option<(String, String)> {
        (self.territory.len() > 100).then(|| ("/territory".into(), "a list of territories is short".into()))
    }
}

fn total(lines: &[Line]) -> u64 {
    lines.iter().map(|line| u64::from(line.n)).sum()
}

impl Deck {
    /// Every fault of the deck with its pointer, in the order of the book; empty if it may be played with.
    /// Unknown cards were refused before.
    pub fn faults(&self, pool: &Pool, _: &Options) -> Vec<Refusal<Reason>> {
        let mut faults = Vec::new();
        let count = total(&self.cards);
        let (least, most) = (u64::from(DECK_LEAST.value), u64::from(DECK_MOST.value));
        if !(least..=most).contains(&count) {
            let needs = if count < least { least } else { most };
            faults.push(Refusal::new(Reason::WrongDeckSize { count, needs }, DECK_LEAST.cite).of("/cards"));
        }
        self.name_faults(pool, &mut faults);
        self.territory_faults(pool, &mut faults);
        let count = |icon: Icon| -> u64 {
            let lines = self.cards.iter();
            let lines = lines.filter(|line| {
                pool.find(&line.card).is_some_and(|place| pool.card(place).icon == Some(icon))
            });
            lines.map(|line| u64::from(line.n)).sum()
        };
        let (busters, needs) = (count(Icon::Buster), u64::from(BUSTERS.value));
        if busters != needs {
            let reason = Reason::WrongBusterCount { count: busters, needs };
            faults.push(Refusal::new(reason, BUSTERS.cite).of("/cards"));
        }
        let (shots, most) = (count(Icon::Shot), u64::from(SHOTS_MOST.value));
        if shots > most {
            let reason = Reason::TooManyShots { count: shots, most };
            faults.push(Refusal::new(reason, SHOTS_MOST.cite).of("/cards"));
        }
        let beside = total(&self.d_deck);
        if beside > D_DECK_MOST {
            let reason = Reason::TooManyInDDeck { count: beside, most: D_DECK_MOST };
            faults.push(Refusal::new(reason, cite!("ruling-104")).of("/d_deck"));
        }
        faults
    }

    /// How many copies of a name the text of the territory allows, if it allows another number [ruling-97].
    fn copies(&self, pool: &Pool, number: impl Fn(&Setup) -> Option<u8>) -> Option<u64> {
        let territories = self.territory.iter().filter_map(|id| pool.find(id));
        territories.flat_map(|place| pool.card(place).setups()).filter_map(number).last().map(u64::from)
    }

    fn name_faults(&self, pool: &Pool, faults: &mut Vec<Refusal<Reason>>) {
        let each = self.copies(pool, |setup| setup.copies).unwrap_or_else(|| u64::from(COPIES.value));
        let main = self.copies(pool, |setup| setup.main_copies).unwrap_or(each);
        let together = self.copies(pool, |setup| setup.copies_in_all);
        let name = |line: &Line| Some(pool.card(pool.find(&line.card)?).called());
        let mut fault = |(name, count): (&str, u64), most: u64, part: &str, index: usize| {
            let reason = Reason::TooManyOfOneName { name: name.to_owned(), count, most };
            let fault = Refusal::new(reason, COPIES.cite).also(&[cite!("ruling-4")]);
            faults.push(fault.of(format!("/{part}/{index}/n")));
        };
        for (part, lines, most) in [("cards", &self.cards, main), ("d_deck", &self.d_deck, each)] {
            for (name, count, index) in deck::copies(lines, name) {
                if count > most {
                    fault((name, count), most, part, index);
                }
            }
        }
        let Some(most) = together else { return };
        let all: Vec<Line> = self.cards.iter().chain(&self.d_deck).cloned().collect();
        for (name, count, index) in deck::copies(&all, name) {
            if count > most {
                match index.checked_sub(self.cards.len()) {
                    Some(index) => fault((name, count), most, "d_deck", index),
                    None => fault((name, count), most, "cards", index),
                }
            }
        }
    }

    fn territory_faults(&self, pool: &Pool, faults: &mut Vec<Refusal<Reason>>) {
        let count = self.territory.len() as u64;
        if count != u64::from(TERRITORIES.value) {
            let reason = Reason::WrongTerritoryCount { count };
            faults.push(Refusal::new(reason, TERRITORIES.cite).of("/territory"));
        }
        let is_territory =
            |id: &str| pool.find(id).is_some_and(|place| pool.card(place).kind == Kind::Territory);
        for (index, id) in self.territory.iter().enumerate() {
            if !is_territory(id) {
                let reason = Reason::NotATerritory { card: id.to_string() };
                faults.push(Refusal::new(reason, cite!("卡组构筑.3")).of(format!("/territory/{index}")));
            }
        }
        for (part, lines) in [("cards", &self.cards), ("d_deck", &self.d_deck)] {
            for (index, line) in lines.iter().enumerate() {
                if is_territory(&line.card) {
                    let reason = Reason::TerritoryInDeck { card: line.card.to_string() };
                    faults
                        .push(Refusal::new(reason, cite!("卡组构筑.3")).of(format!("/{part}/{index}/card")));
                }
            }
        }
    }
}

/// What every player knows of an unknown card: a territory lies in the zone of territories alone [卡组构筑.3].
pub const BOUNDS: &[Bound<BuildDivide>] = &[Bound {
    cites: &[cite!("卡组构筑.3")],
    of_place: true,
    allows: |game, unnamed, definition| {
        let is_territory = matches!(table::lies(game, unnamed.card), Some((table::Zone::Territory, _)));
        (game.pool.card(definition).kind == Kind::Territory) == is_territory
    },
}];
