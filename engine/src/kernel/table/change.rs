//! Changes: what a proposal does to the table, how the table carries a change out and takes it back, and how
//! that updates the listen masks of places.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::{CardId, End, Holder, PlaceId, Spot, Table};
use crate::kernel::{BLANK, Game, ListenMask, MapCards, Seat, Union};

/// What carrying out a proposal does to the table.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize)]
#[serde(bound = "")]
pub enum Change<G: Game> {
    /// Nothing on the table changes; the proposal only announces something.
    Nothing,
    /// A card moves to a spot of another place or pile; if it becomes a new object there, it carries this
    /// mark.
    Move(CardId, Spot<G>, End, G::Mark),
    /// A card gets another mark: it turns, rests, wakes …
    Mark(CardId, G::Mark),
    /// `count` pieces of the first kind leave one holder and arrive as the second kind.
    Pieces(u32, (Holder, G::Piece), (Holder, G::Piece)),
    /// The cards of a place get this order.
    Arrange(PlaceId, Vec<CardId>),
    /// A new, empty place, with the number [`Table::next_place`].
    Open(G::Zone, Option<Seat>),
    /// An empty place closes.
    Close(PlaceId),
    /// The note on a place changes.
    Note(PlaceId, G::Note),
    /// Several changes as one event. Cards that move in it take nothing along, and the event shows only the
    /// face of its subject. Only the subject is looked up for prohibitions, replacements and moments, so a
    /// game whose proposals wait must handle the other cards itself.
    Together(Vec<Change<G>>),
}

/// How to undo one change.
#[derive(Debug)]
pub(in crate::kernel) enum Undo<G: Game> {
    Nothing,
    Move { card: CardId, spot: Spot<G>, index: usize, incarnation: u16, since: u32, mark: G::Mark },
    Mark(CardId, G::Mark),
    Pieces(u32, (Holder, G::Piece), (Holder, G::Piece)),
    Arrange(PlaceId, Vec<CardId>),
    Open(PlaceId, Option<Box<super::Place<G>>>),
    Close(PlaceId),
    Note(PlaceId, G::Note),
    Together(Vec<Undo<G>>),
}

/// What a card contributes to the listen mask of its place.
enum MaskShare<G: Game> {
    /// Nothing.
    Nothing,
    /// Its own mask only.
    This(G::ListenMask),
    /// The mask must be computed anew: the card has members in its pile, or its face is unknown.
    Unclear,
}

impl<G: Game> Table<G> {
    /// Drops what depends on the pieces of this holder, which are about to change.
    pub(in crate::kernel) fn pieces_change(&mut self, holder: Holder) {
        if matches!(holder, Holder::Card(_)) {
            self.hosts.forget();
        }
    }

    /// Takes up to `count` pieces away, and returns how many it took.
    fn take(&mut self, holder: Holder, piece: G::Piece, count: u32) -> u32 {
        if holder == Holder::Supply || count == 0 {
            return count;
        }
        self.pieces_change(holder);
        let mut taken = 0;
        self.pieces.change(holder, piece, |there| {
            taken = count.min(there);
            there - taken
        });
        taken
    }

    fn give(&mut self, holder: Holder, piece: G::Piece, count: u32) {
        if holder != Holder::Supply && count > 0 {
            self.pieces_change(holder);
            self.pieces.change(holder, piece, |there| there.saturating_add(count));
        }
    }

    /// The place in which a card lies and its share in the listen mask there; `None`: cards have no abilities
    /// in such a place.
    fn mask_share(&self, pool: &G::Pool, card: CardId) -> Option<(PlaceId, MaskShare<G>)> {
        let place = self.place_of(card)?;
        let zone = self.place(place).map(|place| place.zone).filter(|zone| G::ListenMask::listens(*zone))?;
        let alone = self.card(card).filter(|known| known.definition != BLANK && self.pile(card).is_empty());
        let share = match alone.map(|card| G::ListenMask::of(pool, zone, card)) {
            None => MaskShare::Unclear,
            Some(mask) if mask == G::ListenMask::NONE => MaskShare::Nothing,
            Some(mask) => MaskShare::This(mask),
        };
        Some((place, share))
    }

    /// Drops the cached mask of a place, and the mask of all places.
    pub(in crate::kernel) fn forget(&mut self, place: PlaceId) {
        if let Some(place) = self.places.get_mut(usize::from(place.0)) {
            place.listen_mask.forget();
            place.listeners.forget();
            self.listen_mask.forget();
        }
    }

    /// Drops the masks of a place if a card that is about to leave contributes to them.
    fn leaves(&mut self, pool: &G::Pool, card: CardId) {
        match self.mask_share(pool, card) {
            Some((place, MaskShare::This(_) | MaskShare::Unclear)) => self.forget(place),
            Some((_, MaskShare::Nothing)) | None => {}
        }
    }

    /// Adds the share of a card that has come to the masks of its place.
    fn arrives(&mut self, pool: &G::Pool, card: CardId) {
        match self.mask_share(pool, card) {
            Some((place, MaskShare::This(mask))) => {
                if let Some(place) = self.places.get_mut(usize::from(place.0)) {
                    place.listen_mask.grow(|known| known.union(mask));
                    place.listeners.forget();
                    self.listen_mask.grow(|known| known.union(mask));
                }
            }
            Some((place, MaskShare::Unclear)) => self.forget(place),
            Some((_, MaskShare::Nothing)) | None => {}
        }
    }

    /// Moves a card with `go`. A move within one place or pile keeps the mask, since only the order changes.
    fn relocate(&mut self, pool: &G::Pool, card: CardId, to: Spot<G>, go: impl FnOnce(&mut Self)) {
        match self.card(card).map(|card| card.spot) {
            Some(from) if Self::is_one_place(from, to) => {
                go(self);
                if let Spot::Place(place, _) = to
                    && let Some(place) = self.places.get_mut(usize::from(place.0))
                {
                    place.listeners.forget();
                }
            }
            _ => {
                self.leaves(pool, card);
                go(self);
                self.arrives(pool, card);
            }
        }
    }

    /// Drops the cached masks of a card's place, because the card's definition or mark has changed.
    pub(in crate::kernel) fn changed(&mut self, card: CardId) {
        if let Some(place) = self.place_of(card) {
            self.forget(place);
        }
    }

    /// Gives a card another mark and returns the former one.
    fn turn(&mut self, pool: &G::Pool, card: CardId, mark: G::Mark) -> Option<G::Mark> {
        let turn = |table: &mut Table<G>| {
            table.cards.get_mut(usize::from(card.0)).map(|card| std::mem::replace(&mut card.mark, mark))
        };
        if self.card(card).is_some_and(|card| !G::shows_other_side(card.mark, mark)) {
            return turn(self);
        }
        let before = self.mask_share(pool, card);
        let old = turn(self);
        match (before, self.mask_share(pool, card)) {
            (Some((_, MaskShare::Nothing)), Some((_, MaskShare::Nothing))) | (None, _) => {}
            (Some((_, MaskShare::This(before))), Some((_, MaskShare::This(now)))) if before == now => {}
            (Some((place, _)), _) => self.forget(place),
        }
        old
    }

    fn lift(&mut self, card: CardId) -> usize {
        let Some(spot) = self.card(card).map(|card| card.spot) else { return 0 };
        let list = match spot {
            Spot::Place(place, _) => self.places.get_mut(usize::from(place.0)).map(|place| &mut place.cards),
            Spot::Member(host, _) => {
                self.hosts.forget();
                self.piles.get_mut(&host)
            }
        };
        let Some(list) = list else { return 0 };
        let index = list.iter().position(|&other| other == card).unwrap_or(list.len());
        if index < list.len() {
            list.remove(index);
        }
        if let Spot::Member(host, _) = spot
            && self.pile(host).is_empty()
        {
            self.piles.remove(&host);
        }
        index
    }

    fn lay(&mut self, card: CardId, spot: Spot<G>, index: Option<usize>) {
        let list = match spot {
            Spot::Place(place, _) => match self.places.get_mut(usize::from(place.0)) {
                Some(place) => &mut place.cards,
                None => return,
            },
            Spot::Member(host, _) => {
                self.hosts.forget();
                self.piles.entry(host).or_default()
            }
        };
        let index = index.unwrap_or(list.len()).min(list.len());
        list.insert(index, card);
        if let Some(card) = self.cards.get_mut(usize::from(card.0)) {
            card.spot = spot;
        }
    }

    /// Whether a move between the two spots makes a new object.
    pub(in crate::kernel) fn is_zone_change(from: Spot<G>, to: Spot<G>) -> bool {
        match (from, to) {
            (Spot::Place(from, _), Spot::Place(to, _)) => from != to && !G::are_one_zone(from, to),
            _ => !Self::is_one_place(from, to),
        }
    }

    /// Whether two spots belong to the same place or pile.
    fn is_one_place(from: Spot<G>, to: Spot<G>) -> bool {
        match (from, to) {
            (Spot::Place(from, _), Spot::Place(to, _)) => from == to,
            (Spot::Member(from, _), Spot::Member(to, _)) => from == to,
            _ => false,
        }
    }

    /// Whether a card can lie at a spot: an open place, or a host outside of its own pile.
    fn has_spot(&self, card: CardId, spot: Spot<G>) -> bool {
        match spot {
            Spot::Place(place, _) => self.place(place).is_some_and(|place| place.open),
            Spot::Member(mut host, _) => loop {
                match self.card(host).map(|above| above.spot) {
                    Some(_) if host == card => return false,
                    Some(Spot::Member(above, _)) => host = above,
                    Some(Spot::Place(..)) => return true,
                    None => return false,
                }
            },
        }
    }

    /// Whether this holder exists, so that it can get pieces.
    fn has_holder(&self, holder: Holder) -> bool {
        match holder {
            Holder::Place(place) => self.place(place).is_some_and(|place| place.open),
            Holder::Card(card) => self.card(card).is_some(),
            Holder::Supply => true,
        }
    }

    /// Whether any pieces lie on a place.
    fn holds_pieces(&self, place: PlaceId) -> bool {
        self.pieces.iter().any(|(holder, ..)| holder == Holder::Place(place))
    }

    /// Whether `order` is a permutation of the cards of a place.
    fn is_order_of(&self, place: PlaceId, order: &[CardId]) -> bool {
        let list = self.list(place);
        let mut lie_there: SmallVec<[bool; 256]> = SmallVec::from_elem(false, self.cards.len());
        for card in list {
            if let Some(lies_there) = lie_there.get_mut(usize::from(card.0)) {
                *lies_there = true;
            }
        }
        let mut strike = |card: &CardId| lie_there.get_mut(usize::from(card.0)).is_some_and(std::mem::take);
        order.len() == list.len() && order.iter().all(&mut strike)
    }

    /// Carries out one change and returns how to undo it. Afterwards `change` says what was done: pieces may
    /// be fewer than requested. A card that becomes a new object gets the time `now`, which then rises.
    /// `None`: the table has no room for the change and stays as it was.
    // Outlined: most proposals change nothing on the table.
    #[inline(never)]
    pub(in crate::kernel) fn carry_out(
        &mut self,
        pool: &G::Pool,
        change: &mut Change<G>,
        now: &mut u32,
    ) -> Option<Undo<G>> {
        Some(match *change {
            Change::Nothing => Undo::Nothing,
            Change::Move(id, to, end, fresh) => {
                let before = self.card(id).map(|card| (card.spot, card.incarnation, card.since, card.mark));
                let (spot, incarnation, since, mark) = before.filter(|_| self.has_spot(id, to))?;
                let mut index = 0;
                self.relocate(pool, id, to, |table| {
                    index = table.lift(id);
                    table.lay(id, to, (end == End::Top).then_some(0));
                    if Self::is_zone_change(spot, to)
                        && let Some(card) = table.cards.get_mut(usize::from(id.0))
                    {
                        card.incarnation = card.incarnation.wrapping_add(1);
                        card.mark = fresh;
                        card.since = *now;
                        *now = now.wrapping_add(1);
                    }
                });
                Undo::Move { card: id, spot, index, incarnation, since, mark }
            }
            Change::Mark(id, mark) => Undo::Mark(id, self.turn(pool, id, mark)?),
            Change::Pieces(ref mut count, from, to) => {
                let there = self.pieces(from.0, from.1).min(*count);
                if !self.has_holder(to.0) || there == 0 && *count > 0 {
                    return None;
                }
                *count = self.take(from.0, from.1, there);
                self.give(to.0, to.1, *count);
                Undo::Pieces(*count, from, to)
            }
            Change::Arrange(id, ref order) => self.arrange(id, order)?,
            Change::Open(zone, seat) => self.open(zone, seat)?,
            Change::Close(id) => self.close(id)?,
            Change::Note(id, note) => {
                let place = self.places.get_mut(usize::from(id.0))?;
                Undo::Note(id, std::mem::replace(&mut place.note, note))
            }
            Change::Together(ref mut changes) => self.carry_out_all(pool, changes, now)?,
        })
    }

    /// Carries out all of these changes, or none of them.
    #[cold]
    fn carry_out_all(&mut self, pool: &G::Pool, changes: &mut [Change<G>], now: &mut u32) -> Option<Undo<G>> {
        let (mut undo, before) = (Vec::with_capacity(changes.len()), *now);
        for change in changes {
            match self.carry_out(pool, change, now) {
                Some(done) => undo.push(done),
                None => {
                    self.take_back(pool, Undo::Together(undo));
                    *now = before;
                    return None;
                }
            }
        }
        Some(Undo::Together(undo))
    }

    #[cold]
    fn arrange(&mut self, id: PlaceId, order: &[CardId]) -> Option<Undo<G>> {
        if !self.is_order_of(id, order) {
            return None;
        }
        let place = self.places.get_mut(usize::from(id.0))?;
        place.listeners.forget();
        Some(Undo::Arrange(id, std::mem::replace(&mut place.cards, order.to_vec())))
    }

    #[cold]
    fn open(&mut self, zone: G::Zone, seat: Option<Seat>) -> Option<Undo<G>> {
        let id = self.next_place()?;
        self.set_place(zone, seat);
        let closed = usize::from(id.0) + 1 < self.places.len();
        let before = closed.then(|| Box::new(self.places.swap_remove(usize::from(id.0))));
        Some(Undo::Open(id, before))
    }

    #[cold]
    fn close(&mut self, id: PlaceId) -> Option<Undo<G>> {
        if self.holds_pieces(id) {
            return None;
        }
        let place = self.places.get_mut(usize::from(id.0))?;
        (place.open && place.cards.is_empty()).then(|| {
            place.open = false;
            Undo::Close(id)
        })
    }

    /// Undoes the latest change.
    pub(in crate::kernel) fn take_back(&mut self, pool: &G::Pool, undo: Undo<G>) {
        match undo {
            Undo::Nothing => {}
            Undo::Move { card, spot, index, incarnation, since, mark } => {
                self.relocate(pool, card, spot, |table| {
                    table.lift(card);
                    table.lay(card, spot, Some(index));
                    if let Some(card) = table.cards.get_mut(usize::from(card.0)) {
                        card.incarnation = incarnation;
                        card.since = since;
                        card.mark = mark;
                    }
                });
            }
            Undo::Mark(card, mark) => {
                self.turn(pool, card, mark);
            }
            Undo::Pieces(count, from, to) => {
                self.take(to.0, to.1, count);
                self.give(from.0, from.1, count);
            }
            Undo::Arrange(place, order) => {
                if let Some(place) = self.places.get_mut(usize::from(place.0)) {
                    place.listeners.forget();
                    place.cards = order;
                }
            }
            Undo::Open(id, before) => match (before, self.places.get_mut(usize::from(id.0))) {
                (Some(before), Some(place)) => *place = *before,
                _ => {
                    self.places.pop();
                }
            },
            Undo::Close(place) => {
                if let Some(place) = self.places.get_mut(usize::from(place.0)) {
                    place.open = true;
                }
            }
            Undo::Together(undo) => {
                for undo in undo.into_iter().rev() {
                    self.take_back(pool, undo);
                }
            }
            Undo::Note(place, note) => {
                if let Some(place) = self.places.get_mut(usize::from(place.0)) {
                    place.note = note;
                }
            }
        }
    }
}
