//! What a game wants to know of all cards of a place at once, so that a place where no card has
//! anything to say is passed over. It is worked out when it is asked for, and kept with the place until
//! a card comes, leaves or turns there.

use std::cell::OnceCell;
use std::cmp::Ordering;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

use super::{BLANK, Card, CardId, Game, Match, PlaceId};

/// What is to be known of some cards together. It may say too much, never too little.
pub trait Summary<G: Game>: Copy + Debug + Send + Sync + 'static {
    /// Of no card.
    const NONE: Self;

    /// Of one card, as it lies.
    fn of(pool: &G::Pool, card: &Card<G>) -> Self;

    /// Of a card that may be any card of the pool.
    fn of_any(pool: &G::Pool) -> &Self;

    /// Of these cards and those.
    #[must_use]
    fn and(self, other: Self) -> Self;
}

/// For games that look at every card.
impl<G: Game> Summary<G> for () {
    const NONE: Self = ();

    fn of(_: &G::Pool, _: &Card<G>) -> Self {}

    fn of_any(_: &G::Pool) -> &Self {
        &()
    }

    fn and(self, (): Self) -> Self {}
}

/// The summary of a place, once it was worked out. It is no part of the value: it counts neither for
/// what is equal nor for what is written down.
#[derive(Debug, Clone)]
pub(super) struct Kept<G: Game>(OnceCell<G::Summary>);

impl<G: Game> Kept<G> {
    /// What it follows from has changed.
    pub(super) fn forget(&mut self) {
        self.0.take();
    }
}

impl<G: Game> Default for Kept<G> {
    fn default() -> Kept<G> {
        Kept(OnceCell::new())
    }
}

impl<G: Game> PartialEq for Kept<G> {
    fn eq(&self, _: &Kept<G>) -> bool {
        true
    }
}

impl<G: Game> Eq for Kept<G> {}

impl<G: Game> PartialOrd for Kept<G> {
    fn partial_cmp(&self, other: &Kept<G>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<G: Game> Ord for Kept<G> {
    fn cmp(&self, _: &Kept<G>) -> Ordering {
        Ordering::Equal
    }
}

impl<G: Game> Hash for Kept<G> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl<G: Game> Match<'_, G> {
    /// The summary of all cards at a place, those of their piles among them.
    #[inline]
    pub fn summary(&self, place: PlaceId) -> &G::Summary {
        match self.state.table.place(place) {
            Some(lies) if self.state.unknown.is_empty() => {
                lies.summary.0.get_or_init(|| self.summary_of(&lies.cards))
            }
            // What is unknown may come out as anything, and the rules ask for it when they read its face.
            _ => G::Summary::of_any(self.pool),
        }
    }

    #[cold]
    fn summary_of(&self, cards: &[CardId]) -> G::Summary {
        let table = &self.state.table;
        let of = |card: CardId| match table.card(card) {
            Some(card) if card.definition == BLANK => *G::Summary::of_any(self.pool),
            Some(card) => G::Summary::of(self.pool, card),
            None => G::Summary::NONE,
        };
        let with_pile = |card: CardId| match table.pile(card) {
            [] => of(card),
            pile => of(card).and(self.summary_of(pile)),
        };
        cards.iter().fold(G::Summary::NONE, |all, &card| all.and(with_pile(card)))
    }
}
