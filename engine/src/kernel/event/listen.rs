//! What a game wants to know of all cards of a place at once, and of all places together, so that what
//! no ability concerns is passed over. It is computed on demand, and cached with
//! the place until a card with abilities leaves or turns there; new cards are added.

use std::fmt::Debug;

use smallvec::SmallVec;

use crate::kernel::cache::Cached;
use crate::kernel::{BLANK, Card, CardId, Game, Match, PlaceId, Table};

/// What is to be known of some cards together. It may say too much of them, never too little; what is kept
/// is what would be worked out anew, so that judging from a snapshot takes as many looks.
pub trait ListenMask<G: Game>: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// Of no card.
    const NONE: Self;

    /// Whether cards can have abilities where they lie in such a place; others have no listen_mask.
    fn listens(zone: G::Zone) -> bool;

    /// Of one card, as it lies in such a place; where in it makes no difference. [`ListenMask::NONE`] in a
    /// place in which cards can have no abilities.
    fn of(pool: &G::Pool, zone: G::Zone, card: &Card<G>) -> Self;

    /// Of a card in such a place that may be any card of the pool.
    fn of_any(pool: &G::Pool, zone: G::Zone) -> Self;

    /// Of these cards and those.
    #[must_use]
    fn and(self, other: Self) -> Self;
}

/// For games that look at every card.
impl<G: Game> ListenMask<G> for () {
    const NONE: Self = ();

    fn listens(_: G::Zone) -> bool {
        false
    }

    fn of(_: &G::Pool, _: G::Zone, _: &Card<G>) -> Self {}

    fn of_any(_: &G::Pool, _: G::Zone) -> Self {}

    fn and(self, (): Self) -> Self {}
}

/// What is to be known of the table again and again until it is touched. It follows from what lies where and
/// how, and from nothing else.
pub trait Derived<G: Game>: Clone + Debug + Send + Sync + 'static {
    /// One look at the table.
    fn of(table: &Table<G>) -> Self;
}

/// For games that look every time.
impl<G: Game> Derived<G> for () {
    fn of(_: &Table<G>) {}
}

/// The listen_mask of a place, or of all.
pub(in crate::kernel) type CachedMask<G> = Cached<<G as Game>::ListenMask>;

impl<G: Game> Match<'_, G> {
    /// What follows from the table alone.
    #[inline]
    pub fn derived(&self) -> &G::Derived {
        self.state.table.derived(G::Derived::of)
    }

    /// The listen_mask of all cards at a place, those of their piles among them. Of an unknown card it says
    /// what any card says there: whether it matters, [`Match::may_matter`] says.
    #[inline]
    pub fn listen_mask(&self, place: PlaceId) -> G::ListenMask {
        let lies = self.state.table.place(place);
        lies.map_or(G::ListenMask::NONE, |lies| {
            *lies.listen_mask.get(|| self.mask_of(lies.zone, &lies.cards))
        })
    }

    /// The cards of a place with abilities there, their own or those of others in their piles, in
    /// their order; with unknown cards on the table, all cards.
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

    /// The listen_mask of all places.
    #[inline]
    pub fn listen_mask_of_all(&self) -> G::ListenMask {
        let places = || self.state.table.places().filter(|(_, place)| G::ListenMask::listens(place.zone));
        let all = || places().fold(G::ListenMask::NONE, |all, (place, _)| all.and(self.listen_mask(place)));
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
            pile => of(card).and(self.mask_of(zone, pile)),
        };
        cards.iter().fold(G::ListenMask::NONE, |all, &card| all.and(with_pile(card)))
    }
}
