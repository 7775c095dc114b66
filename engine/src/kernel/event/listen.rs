//! Listen masks: a game's summary of what the cards of one place, or of all places, react to, so that events
//! which concern no ability skip them. The kernel computes a mask on demand, caches it until a card with
//! abilities leaves or turns, and extends it when a card arrives.

use std::fmt::Debug;

use smallvec::SmallVec;

use crate::kernel::cache::Cached;
use crate::kernel::{BLANK, Card, CardId, Game, Match, PlaceId, Table};

pub use rules_judge_derive::Union;

/// What can be united: sets of bits, whether something is so, and what has such fields. The derive of this
/// name unites a struct field by field.
pub trait Union: Copy {
    /// What changes nothing in a union.
    const NONE: Self;

    /// The union of two.
    #[must_use]
    fn union(self, other: Self) -> Self;

    /// The union of several.
    fn of_all(several: impl IntoIterator<Item = Self>) -> Self {
        several.into_iter().fold(Self::NONE, Self::union)
    }
}

/// Unites by an operator, from a value that changes nothing.
macro_rules! united {
    ($($type:ty: $none:expr;)*) => { $(
        impl Union for $type {
            const NONE: Self = $none;

            fn union(self, other: Self) -> Self {
                self | other
            }
        }
    )* };
}

united! {
    u16: 0;
    u32: 0;
    u64: 0;
    bool: false;
}

impl Union for () {
    const NONE: Self = ();

    fn union(self, (): Self) -> Self {}
}

/// A summary of what some cards react to. It may include too much, never too little. A cached mask must equal
/// one computed anew, so that judging from a snapshot takes the same number of looks. [`Union::NONE`] is the
/// mask of no cards.
pub trait ListenMask<G: Game>: Union + Debug + PartialEq + Send + Sync + 'static {
    /// Whether cards in zones of this kind can have abilities; cards in other zones have no mask.
    fn listens(zone: G::Zone) -> bool;

    /// The mask of one card in a zone of this kind, wherever in it the card lies. [`Union::NONE`] if
    /// cards have no abilities there.
    fn of(pool: &G::Pool, zone: G::Zone, card: &Card<G>) -> Self;

    /// The mask of an unknown card in a zone of this kind, which may be any card of the pool.
    fn of_any(pool: &G::Pool, zone: G::Zone) -> Self;
}

/// For games that read every card.
impl<G: Game> ListenMask<G> for () {
    fn listens(_: G::Zone) -> bool {
        false
    }

    fn of(_: &G::Pool, _: G::Zone, _: &Card<G>) -> Self {}

    fn of_any(_: &G::Pool, _: G::Zone) -> Self {}
}

/// Values that a game caches until the table changes. They must depend on the table alone.
pub trait Derived<G: Game>: Clone + Debug + Send + Sync + 'static {
    /// Computes the values.
    fn of(table: &Table<G>) -> Self;
}

/// For games that cache nothing.
impl<G: Game> Derived<G> for () {
    fn of(_: &Table<G>) {}
}

/// The cached mask of one place, or of all.
pub(in crate::kernel) type CachedMask<G> = Cached<<G as Game>::ListenMask>;

impl<G: Game> Match<'_, G> {
    /// The values that the game caches about this table.
    #[inline]
    pub fn derived(&self) -> &G::Derived {
        self.state.table.derived(G::Derived::of)
    }

    /// The listen mask of the cards in a place and in their piles. An unknown card counts as any card of the
    /// pool; [`Match::may_matter`] decides whether it matters.
    #[inline]
    pub fn listen_mask(&self, place: PlaceId) -> G::ListenMask {
        let lies = self.state.table.place(place);
        lies.map_or(G::ListenMask::NONE, |lies| {
            *lies.listen_mask.get(|| self.mask_of(lies.zone, &lies.cards))
        })
    }

    /// The cards of a place that have abilities there, themselves or in their piles, in their order. If the
    /// table has unknown cards, all cards.
    #[inline]
    pub fn listeners(&self, place: PlaceId) -> &[CardId] {
        match self.state.table.place(place) {
            Some(lies) if self.state.unknown.is_empty() => {
                lies.listeners.get(|| self.listeners_of(lies.zone, &lies.cards))
            }
            Some(lies) => &lies.cards,
            None => &[],
        }
    }

    #[cold]
    fn listeners_of(&self, zone: G::Zone, cards: &[CardId]) -> SmallVec<[CardId; 8]> {
        cards.iter().copied().filter(|card| self.listens(zone, *card)).collect()
    }

    fn listens(&self, zone: G::Zone, id: CardId) -> bool {
        let table = &self.state.table;
        let alone = |card: &Card<G>| {
            card.definition == BLANK || G::ListenMask::of(self.pool, zone, card) != G::ListenMask::NONE
        };
        table.card(id).is_some_and(alone) || table.pile(id).iter().any(|under| self.listens(zone, *under))
    }

    /// The listen mask of all places together.
    #[inline]
    pub fn listen_mask_of_all(&self) -> G::ListenMask {
        let places = || self.state.table.places().filter(|(_, place)| G::ListenMask::listens(place.zone));
        let all = || Union::of_all(places().map(|(place, _)| self.listen_mask(place)));
        *self.state.table.listen_mask.get(all)
    }

    #[cold]
    fn mask_of(&self, zone: G::Zone, cards: &[CardId]) -> G::ListenMask {
        if !G::ListenMask::listens(zone) {
            return G::ListenMask::NONE;
        }
        let table = &self.state.table;
        let of = |id: CardId| match table.card(id) {
            Some(_) if !self.state.is_known(id) => G::ListenMask::of_any(self.pool, zone),
            Some(card) => G::ListenMask::of(self.pool, zone, card),
            None => G::ListenMask::NONE,
        };
        let with_pile = |card: CardId| match table.pile(card) {
            [] => of(card),
            pile => of(card).union(self.mask_of(zone, pile)),
        };
        Union::of_all(cards.iter().map(|&card| with_pile(card)))
    }
}
