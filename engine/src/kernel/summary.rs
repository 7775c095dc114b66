//! What a game wants to know of all cards of a place at once, and of all places together, so that what
//! no ability concerns is passed over. It is computed on demand, and cached with
//! the place until a card with abilities leaves or turns there; new cards are added.

use std::cell::OnceCell;
use std::cmp::Ordering;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

use smallvec::SmallVec;

use super::{BLANK, Card, CardId, Game, Match, PlaceId, Table};

/// What is to be known of some cards together. It may say too much of them, never too little; what is kept
/// is what would be worked out anew, so that judging from a snapshot takes as many looks.
pub trait Summary<G: Game>: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// Of no card.
    const NONE: Self;

    /// Whether cards can have abilities where they lie in such a place; others have no summary.
    fn speaks(zone: G::Zone) -> bool;

    /// Of one card, as it lies in such a place; where in it makes no difference.
    fn of(pool: &G::Pool, zone: G::Zone, card: &Card<G>) -> Self;

    /// Of a card in such a place that may be any card of the pool.
    fn of_any(pool: &G::Pool, zone: G::Zone) -> Self;

    /// Of these cards and those.
    #[must_use]
    fn and(self, other: Self) -> Self;
}

/// For games that look at every card.
impl<G: Game> Summary<G> for () {
    const NONE: Self = ();

    fn speaks(_: G::Zone) -> bool {
        false
    }

    fn of(_: &G::Pool, _: G::Zone, _: &Card<G>) -> Self {}

    fn of_any(_: &G::Pool, _: G::Zone) -> Self {}

    fn and(self, (): Self) -> Self {}
}

/// What is to be known of the table again and again until it is touched. It follows from what lies where and
/// how, and from nothing else.
pub trait Glance<G: Game>: Clone + Debug + Send + Sync + 'static {
    /// One look at the table.
    fn of(table: &Table<G>) -> Self;
}

/// For games that look every time.
impl<G: Game> Glance<G> for () {
    fn of(_: &Table<G>) {}
}

/// What follows from other parts of a value, once it was worked out. It is no part of the value: it counts
/// neither for what is equal nor for what is written down.
#[derive(Debug, Clone)]
pub(super) struct Kept<T>(OnceCell<T>);

/// The summary of a place, or of all.
pub(super) type KeptSummary<G> = Kept<<G as Game>::Summary>;

impl<T> Kept<T> {
    /// What it is, worked out only if it is not known.
    #[inline]
    pub(super) fn get(&self, work_out: impl FnOnce() -> T) -> &T {
        self.0.get_or_init(work_out)
    }

    /// What it follows from has changed.
    #[inline]
    pub(super) fn forget(&mut self) {
        self.0.take();
    }

    /// What it follows from has grown.
    #[inline]
    pub(super) fn grow(&mut self, grown: impl FnOnce(&T) -> T) {
        if let Some(known) = self.0.get_mut() {
            *known = grown(known);
        }
    }
}

impl<T> Default for Kept<T> {
    fn default() -> Kept<T> {
        Kept(OnceCell::new())
    }
}

impl<T> PartialEq for Kept<T> {
    fn eq(&self, _: &Kept<T>) -> bool {
        true
    }
}

impl<T> Eq for Kept<T> {}

impl<T> PartialOrd for Kept<T> {
    fn partial_cmp(&self, other: &Kept<T>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for Kept<T> {
    fn cmp(&self, _: &Kept<T>) -> Ordering {
        Ordering::Equal
    }
}

impl<T> Hash for Kept<T> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl<G: Game> Match<'_, G> {
    /// What follows from the table alone.
    #[inline]
    pub fn glance(&self) -> &G::Glance {
        self.state.table.follows(G::Glance::of)
    }

    /// The summary of all cards at a place, those of their piles among them. Of an unknown card it says
    /// what any card says there: whether it matters, [`Match::may_matter`] tells.
    #[inline]
    pub fn summary(&self, place: PlaceId) -> G::Summary {
        let lies = self.state.table.place(place);
        lies.map_or(G::Summary::NONE, |lies| *lies.summary.get(|| self.summary_of(lies.zone, &lies.cards)))
    }

    /// The cards of a place with abilities there, their own or those of others in their piles, in
    /// their order; with unknown cards on the table, all cards.
    #[inline]
    pub fn speakers(&self, place: PlaceId) -> &[CardId] {
        match self.state.table.place(place) {
            Some(lies) if self.state.unknown.is_empty() => {
                lies.speakers.get(|| self.speakers_of(lies.zone, &lies.cards))
            }
            Some(lies) => &lies.cards,
            None => &[],
        }
    }

    #[cold]
    fn speakers_of(&self, zone: G::Zone, cards: &[CardId]) -> SmallVec<[CardId; 8]> {
        cards.iter().copied().filter(|card| self.speaks(zone, *card)).collect()
    }

    fn speaks(&self, zone: G::Zone, id: CardId) -> bool {
        let table = &self.state.table;
        let alone = |card: &Card<G>| {
            card.definition == BLANK || G::Summary::of(self.pool, zone, card) != G::Summary::NONE
        };
        table.card(id).is_some_and(alone) || table.pile(id).iter().any(|under| self.speaks(zone, *under))
    }

    /// The summary of all places.
    #[inline]
    pub fn summary_of_all(&self) -> G::Summary {
        let places = || self.state.table.places().filter(|(_, place)| G::Summary::speaks(place.zone));
        let all = || places().fold(G::Summary::NONE, |all, (place, _)| all.and(self.summary(place)));
        *self.state.table.summary.get(all)
    }

    #[cold]
    fn summary_of(&self, zone: G::Zone, cards: &[CardId]) -> G::Summary {
        if !G::Summary::speaks(zone) {
            return G::Summary::NONE;
        }
        let table = &self.state.table;
        let of = |id: CardId| match table.card(id) {
            Some(_) if !self.state.is_known(id) => G::Summary::of_any(self.pool, zone),
            Some(card) => G::Summary::of(self.pool, zone, card),
            None => G::Summary::NONE,
        };
        let with_pile = |card: CardId| match table.pile(card) {
            [] => of(card),
            pile => of(card).and(self.summary_of(zone, pile)),
        };
        cards.iter().fold(G::Summary::NONE, |all, &card| all.and(with_pile(card)))
    }
}
