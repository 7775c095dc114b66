//! Decks, and whether a game can be played with them.
//!
//! 101.1 all parts; 101.1a one flagship; 101.1b the deck; 101.1c the cube deck; 209.2, 209.3 copies;
//! ruling-8, ruling-9.

use smol_str::SmolStr;

use super::AzurLane;
use super::printed::{Kind, Pool};
use super::reason::Reason;
use super::rules::limits::{COPIES, CUBES, DECK_SIZE, FLAGSHIPS};
use super::setup::Options;
use crate::game_kit::deck::{self, Line};
use crate::game_kit::pool::Names;
use crate::kernel::{Bound, wire};
use crate::verdict::Refusal;

/// What a player brings [101.1].
#[wire(Default)]
pub struct Deck {
    /// The deck.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub cards: Vec<Line>,
    /// The number of cubes in the cube deck.
    pub cubes: Option<u32>,
    /// The flagship; a list so that another number than one can be refused.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub flagship: Vec<SmolStr>,
}

impl Names for Deck {
    fn ids(&self) -> Vec<(String, String)> {
        let flagships = self.flagship.iter().enumerate();
        let flagships = flagships.map(|(index, id)| (format!("/flagship/{index}"), id.to_string()));
        flagships.chain(deck::ids(&self.cards)).collect()
    }

    fn are_all(&self, known: &dyn Fn(&str) -> bool) -> bool {
        self.flagship.iter().all(|id| known(id)) && self.cards.iter().all(|line| known(&line.card))
    }
}

impl Deck {
    /// Every fault of the deck, each with a pointer into it; none: a game can be played with it. Cards that
    /// the pool lacks are not among the faults: reading a deck has refused them before.
    pub fn faults(&self, pool: &Pool, _: &Options) -> Vec<Refusal<Reason>> {
        let mut faults = Vec::new();
        let missing =
            |part, field: &'static str| Refusal::new(Reason::PartMissing { part }, cite!("101.1")).of(field);
        if self.flagship.is_empty() {
            faults.push(missing("flagship", "/flagship"));
        }
        if self.cards.is_empty() {
            faults.push(missing("deck", "/cards"));
        }
        if self.cubes.is_none() {
            faults.push(missing("cube_deck", "/cubes"));
        }
        let flagships: Vec<_> = self.flagship.iter().filter_map(|id| pool.find(id)).collect();
        let proper = flagships.iter().all(|&place| pool.card(place).kind == Kind::Flagship);
        if !self.flagship.is_empty() && (flagships.len() != FLAGSHIPS.value as usize || !proper) {
            let count = flagships.iter().filter(|&&place| pool.card(place).kind == Kind::Flagship).count();
            faults.push(Refusal::new(Reason::WrongFlagshipCount { count }, FLAGSHIPS.cite).of("/flagship"));
        }
        if !self.cards.is_empty() {
            faults.extend(deck::size_fault(&self.cards, DECK_SIZE.value.into(), DECK_SIZE.cite));
        }
        self.line_faults(pool, flagships.first().copied().filter(|_| proper), &mut faults);
        if let Some(count) = self.cubes.filter(|count| *count != CUBES.value) {
            let reason = Reason::WrongCubeCount { count, needs: CUBES.value };
            faults.push(Refusal::new(reason, CUBES.cite).of("/cubes"));
        }
        faults
    }

    fn line_faults(&self, pool: &Pool, flagship: Option<u16>, faults: &mut Vec<Refusal<Reason>>) {
        let colors = flagship.map(|place| &pool.card(place).colors);
        for (index, line) in self.cards.iter().enumerate() {
            let Some(place) = pool.find(&line.card) else { continue };
            let printed = pool.card(place);
            let field = || format!("/cards/{index}/card");
            if printed.kind == Kind::Flagship {
                let reason = Reason::NotADeckCard { card: line.card.to_string() };
                faults.push(Refusal::new(reason, cite!("101.1b")).of(field()));
                continue;
            }
            if let Some(colors) = colors
                && !printed.colors.iter().all(|color| colors.contains(color))
            {
                let reason = Reason::ColorNotInFlagship { card: line.card.to_string() };
                faults.push(Refusal::new(reason, cite!("101.1b")).also(&[cite!("ruling-9")]).of(field()));
            }
        }
        let most = u64::from(COPIES.value);
        let number = |line: &Line| {
            let printed = pool.card(pool.find(&line.card)?);
            (printed.kind != Kind::Flagship).then_some(printed.number())
        };
        for (number, count, index) in deck::copies(&self.cards, number) {
            if count > most {
                let reason = Reason::TooManyOfOneNumber { number: number.to_owned(), count, most };
                let cites = [cite!("209.2"), cite!("209.3")];
                let field = format!("/cards/{index}/n");
                faults.push(Refusal::new(reason, COPIES.cite).also(&cites).of(field));
            }
        }
    }
}

/// What both players know of a card that nobody has named: flagships lie on the battlefield and nowhere else
/// [400.4].
pub const BOUNDS: &[Bound<AzurLane>] = &[Bound {
    cites: &[cite!("400.4")],
    of_place: true,
    allows: |game, _, definition| game.pool.card(definition).kind != Kind::Flagship,
}];
