//! The table: cards, places, piles and counted pieces. Only carrying out a [`Change`] moves anything, so that
//! nothing is lost or doubled.

mod change;
pub mod names;
pub mod pieces;
pub mod seat;

use std::collections::BTreeMap;

use crate::schema::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::{BLANK, Game, ItemId, MapCards, Seat};
use crate::kernel::cache::Cached;
use crate::kernel::event::listen::CachedMask;
use crate::maps::map_of;
pub use change::Change;
pub(super) use change::Undo;
use pieces::Pieces;

/// A physical card; counts through the header's lists (seat, then list order) from 0.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema,
)]
pub struct CardId(pub u16);

/// A place on the table, in the order in which places were opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct PlaceId(pub u16);

/// A card as one object: a change of zone makes a new object of the same card. It may be named as the source
/// of an item of the chain: then that item can be meant by it, too, also when the object is no more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Object {
    /// The physical card.
    pub card: CardId,
    /// How many objects the card was before.
    pub incarnation: u16,
    /// The item of the chain.
    pub item: Option<ItemId>,
}

impl Object {
    /// This object as the source of a chain item.
    #[must_use]
    pub const fn of_item(self, item: ItemId) -> Object {
        Object { item: Some(item), ..self }
    }

    /// The object without a chain item.
    #[must_use]
    pub const fn alone(self) -> Object {
        Object { item: None, ..self }
    }
}

/// A spot in a spatial place. Piles and rows use [`Cell::NONE`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Cell {
    /// Column, from the west or the owner's left.
    pub x: i16,
    /// Row, from the south or the owner's far side, as the game defines it.
    pub y: i16,
}

impl Cell {
    /// The cell of places without geometry.
    pub const NONE: Cell = Cell { x: 0, y: 0 };

    /// A cell by column and row.
    pub const fn new(x: i16, y: i16) -> Cell {
        Cell { x, y }
    }

    /// Whether the two share an edge.
    pub const fn adjacent(self, other: Cell) -> bool {
        self.x.abs_diff(other.x) as u32 + self.y.abs_diff(other.y) as u32 == 1
    }
}

/// Where a card lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize)]
#[serde(bound = "")]
pub enum Spot<G: Game> {
    /// In a place.
    Place(PlaceId, Cell),
    /// In the pile of another card.
    Member(CardId, G::Role),
}

/// An end of a pile; index 0 is the top.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize)]
pub enum End {
    /// The top: index 0.
    Top,
    /// The bottom: the last index.
    Bottom,
}

/// One card on the table.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Card<G: Game> {
    /// Index of its definition in the pool.
    pub definition: u16,
    /// The player who started the game with it.
    pub owner: Seat,
    /// Counts its changes of zone.
    pub incarnation: u16,
    /// When it became its present object, by the game's clock ([`super::State::clock`]).
    pub since: u32,
    /// Where it lies.
    pub spot: Spot<G>,
    /// What a change of zone clears: its state, its face, since when it is there.
    pub mark: G::Mark,
}

/// The owner, spot and mark of a card: what visibility depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Lies<G: Game> {
    /// The player who started the game with it.
    pub owner: Seat,
    /// Where it lies.
    pub spot: Spot<G>,
    /// Its mark there.
    pub mark: G::Mark,
}

impl<G: Game> Card<G> {
    /// Its owner, spot and mark.
    pub const fn lies(&self) -> Lies<G> {
        Lies { owner: self.owner, spot: self.spot, mark: self.mark }
    }
}

/// One place on the table.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Place<G: Game> {
    /// What kind of place it is.
    pub zone: G::Zone,
    /// The player to whom it belongs; `None`: shared.
    pub seat: Option<Seat>,
    /// Its cards, index 0 = top.
    pub cards: Vec<CardId>,
    /// Whether the place is open. A closed place is empty, and the next place that opens reuses its number.
    pub open: bool,
    /// The game's note on it.
    pub note: G::Note,
    #[serde(skip)]
    pub(super) listen_mask: CachedMask<G>,
    #[serde(skip)]
    pub(super) listeners: Cached<SmallVec<[CardId; 8]>>,
}

/// A holder of counted pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize)]
pub enum Holder {
    /// A place.
    Place(PlaceId),
    /// A card.
    Card(CardId),
    /// The endless supply outside of the table.
    Supply,
}

/// Everything that lies on the table.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Table<G: Game> {
    cards: Vec<Card<G>>,
    places: Vec<Place<G>>,
    piles: BTreeMap<CardId, Vec<CardId>>,
    pieces: Pieces<G::Piece>,
    /// The listen mask of all places together.
    #[serde(skip)]
    pub(super) listen_mask: CachedMask<G>,
    /// The cards with members in their pile or pieces on them.
    #[serde(skip)]
    hosts: Cached<SmallVec<[CardId; 8]>>,
    /// Whether any card is blank: not yet named by the log.
    #[serde(skip)]
    blank: Cached<bool>,
}

impl<G: Game> Default for Table<G> {
    fn default() -> Self {
        Table {
            cards: Vec::new(),
            places: Vec::new(),
            piles: BTreeMap::new(),
            pieces: Pieces::default(),
            listen_mask: Cached::default(),
            hosts: Cached::default(),
            blank: Cached::default(),
        }
    }
}

impl<G: Game> Table<G> {
    /// Drops all cached values.
    pub(super) fn forget_all(&mut self) {
        self.hosts.forget();
        self.blank.forget();
        self.listen_mask.forget();
        for place in &mut self.places {
            place.listen_mask.forget();
            place.listeners.forget();
        }
    }

    /// Adds a place during set-up.
    pub fn set_place(&mut self, zone: G::Zone, seat: Option<Seat>) -> PlaceId {
        self.listen_mask.forget();
        self.places.push(Place {
            zone,
            seat,
            cards: Vec::new(),
            open: true,
            note: G::Note::default(),
            listen_mask: Cached::default(),
            listeners: Cached::default(),
        });
        PlaceId((self.places.len() - 1) as u16)
    }

    /// Notes something on a place during set-up.
    pub fn set_note(&mut self, place: PlaceId, note: G::Note) {
        if let Some(place) = self.places.get_mut(usize::from(place.0)) {
            place.note = note;
        }
    }

    /// Adds a card during set-up, at the bottom of a place.
    pub fn set_card(
        &mut self,
        definition: u16,
        owner: Seat,
        place: PlaceId,
        cell: Cell,
        mark: G::Mark,
    ) -> CardId {
        let card = CardId(self.cards.len() as u16);
        self.cards.push(Card {
            definition,
            owner,
            incarnation: 0,
            since: 0,
            spot: Spot::Place(place, cell),
            mark,
        });
        self.blank.forget();
        if let Some(place) = self.places.get_mut(usize::from(place.0)) {
            place.cards.push(card);
        }
        self.changed(card);
        card
    }

    /// Adds copies of a card during set-up, at the bottom of a place without cells.
    pub fn set_copies(&mut self, definition: u16, copies: u16, owner: Seat, place: PlaceId, mark: G::Mark) {
        let spot = Spot::Place(place, Cell::NONE);
        let from = self.cards.len() as u16;
        let card = Card { definition, owner, incarnation: 0, since: 0, spot, mark };
        self.cards.extend(std::iter::repeat_n(card, usize::from(copies)));
        self.blank.forget();
        let to = self.cards.len() as u16;
        if let Some(place) = self.places.get_mut(usize::from(place.0)) {
            place.cards.extend((from..to).map(CardId));
        }
        self.forget(place);
    }

    /// Adds a card during set-up, at the bottom of another card's pile.
    pub fn set_member(
        &mut self,
        definition: u16,
        owner: Seat,
        host: CardId,
        role: G::Role,
        mark: G::Mark,
    ) -> CardId {
        let card = CardId(self.cards.len() as u16);
        self.cards.push(Card {
            definition,
            owner,
            incarnation: 0,
            since: 0,
            spot: Spot::Member(host, role),
            mark,
        });
        self.piles.entry(host).or_default().push(card);
        self.hosts.forget();
        self.blank.forget();
        self.changed(card);
        card
    }

    /// Adds pieces during set-up.
    pub fn set_pieces(&mut self, holder: Holder, piece: G::Piece, count: u32) {
        if count > 0 {
            self.pieces_change(holder);
            self.pieces.set(holder, piece, count);
        }
    }

    /// The card with this id; every id that the table has given out has one.
    #[inline]
    pub fn card(&self, card: CardId) -> Option<&Card<G>> {
        self.cards.get(usize::from(card.0))
    }

    /// Whether any card is blank: not yet named by the log.
    #[inline]
    pub fn has_blank(&self) -> bool {
        *self.blank.get(|| self.cards.iter().any(|card| card.definition == BLANK))
    }

    /// All cards in the order of their ids.
    pub fn cards(&self) -> impl Iterator<Item = (CardId, &Card<G>)> {
        self.cards.iter().enumerate().map(|(id, card)| (CardId(id as u16), card))
    }

    /// The number of cards.
    pub fn card_count(&self) -> usize {
        self.cards.len()
    }

    /// The present object of a card.
    #[inline]
    pub fn object(&self, card: CardId) -> Object {
        Object { card, incarnation: self.card(card).map_or(0, |card| card.incarnation), item: None }
    }

    /// Whether the card has not changed zone since it was this object.
    #[inline]
    pub fn is_current(&self, object: Object) -> bool {
        self.card(object.card).is_some_and(|card| card.incarnation == object.incarnation)
    }

    /// A place.
    #[inline]
    pub fn place(&self, place: PlaceId) -> Option<&Place<G>> {
        self.places.get(usize::from(place.0))
    }

    /// The number of the next place that opens: that of the first closed place, or a new one. `None`: the
    /// table has the maximum of places.
    pub fn next_place(&self) -> Option<PlaceId> {
        let closed = self.places.iter().position(|place| !place.open);
        u16::try_from(closed.unwrap_or(self.places.len())).ok().map(PlaceId)
    }

    /// All open places.
    pub fn places(&self) -> impl Iterator<Item = (PlaceId, &Place<G>)> {
        self.places
            .iter()
            .enumerate()
            .filter(|(_, place)| place.open)
            .map(|(id, place)| (PlaceId(id as u16), place))
    }

    /// The cards of a place, index 0 = top.
    #[inline]
    pub fn list(&self, place: PlaceId) -> &[CardId] {
        self.place(place).map_or(&[], |place| &place.cards)
    }

    /// The card on a cell of a spatial place.
    pub fn on_cell(&self, place: PlaceId, cell: Cell) -> Option<CardId> {
        self.list(place)
            .iter()
            .copied()
            // A card in a place's list lies in that place, so only the cell matters.
            .find(|&card| {
                self.card(card)
                    .is_some_and(|card| matches!(card.spot, Spot::Place(_, there) if there == cell))
            })
    }

    /// The members of a card's pile, top first.
    #[inline]
    pub fn pile(&self, host: CardId) -> &[CardId] {
        if self.piles.is_empty() {
            return &[];
        }
        self.piles.get(&host).map_or(&[], Vec::as_slice)
    }

    /// Whether a card has others in its pile or pieces on it.
    #[inline]
    pub fn is_host(&self, card: CardId) -> bool {
        self.piles.contains_key(&card) || self.pieces.has_any(Holder::Card(card))
    }

    /// The cards that have others in their pile or pieces on them, in the order of their ids.
    pub fn hosts(&self) -> &[CardId] {
        let holding = self.pieces.iter().filter_map(|(holder, ..)| match holder {
            Holder::Card(card) => Some(card),
            _ => None,
        });
        self.hosts.get(|| {
            let mut hosts: SmallVec<[CardId; 8]> = holding.collect();
            hosts.dedup();
            for host in self.piles.keys() {
                if let Err(place) = hosts.binary_search(host) {
                    hosts.insert(place, *host);
                }
            }
            hosts
        })
    }

    /// The place of a card: its own, or that of the host at the root of its pile.
    pub fn place_of(&self, mut card: CardId) -> Option<PlaceId> {
        for _ in 0..=self.cards.len() {
            match self.card(card)?.spot {
                Spot::Place(place, _) => return Some(place),
                Spot::Member(host, _) => card = host,
            }
        }
        None
    }

    /// How many pieces of a kind a holder has.
    pub fn pieces(&self, holder: Holder, piece: G::Piece) -> u32 {
        match holder {
            Holder::Supply => u32::MAX,
            _ => self.pieces.count(holder, piece),
        }
    }

    /// How many pieces a holder has, of all kinds together.
    pub fn all_pieces(&self, holder: Holder) -> u32 {
        match holder {
            Holder::Supply => u32::MAX,
            _ => self.pieces.total(holder),
        }
    }

    /// Exchanges the names of cards: whatever is stored under the name of each card is then stored under its
    /// new name. The map must be a permutation.
    pub(super) fn rename(&mut self, names: &BTreeMap<CardId, CardId>) {
        let new = |card: CardId| names.get(&card).copied().unwrap_or(card);
        let written: Vec<_> = names
            .iter()
            .filter_map(|(old, new)| {
                self.card(*old).map(|card| (*new, card.spot, card.incarnation, card.since, card.mark))
            })
            .collect();
        for (name, spot, incarnation, since, mark) in written {
            if let Some(card) = self.cards.get_mut(usize::from(name.0)) {
                (card.spot, card.incarnation, card.since, card.mark) = (spot, incarnation, since, mark);
            }
        }
        self.rename_places(new);
    }

    /// Renumbers all cards.
    pub(super) fn renumber(&mut self, new: impl Fn(CardId) -> CardId) {
        let cards = std::mem::take(&mut self.cards).into_iter().zip(0..);
        let mut cards: Vec<_> = cards.map(|(card, old)| (new(CardId(old)), card)).collect();
        cards.sort_by_key(|(number, _)| *number);
        self.cards = cards.into_iter().map(|(_, card)| card).collect();
        self.rename_places(new);
    }

    /// Replaces the card ids in the lists of places and piles.
    fn rename_places(&mut self, new: impl Fn(CardId) -> CardId) {
        for card in &mut self.cards {
            if let Spot::Member(host, _) = &mut card.spot {
                *host = new(*host);
            }
        }
        self.forget_all();
        for card in self.places.iter_mut().flat_map(|place| &mut place.cards) {
            *card = new(*card);
        }
        for pile in self.piles.values_mut() {
            pile.iter_mut().for_each(|card| *card = new(*card));
        }
        self.piles = renamed(std::mem::take(&mut self.piles), &new);
        self.pieces.rename(|holder| match holder {
            Holder::Card(card) => Holder::Card(new(card)),
            other => other,
        });
    }

    /// Exchanges two cards in the order of a place.
    pub(super) fn swap(&mut self, place: PlaceId, one: CardId, other: CardId) {
        let Some(place) = self.places.get_mut(usize::from(place.0)) else { return };
        place.listeners.forget();
        for card in &mut place.cards {
            *card = match *card {
                card if card == one => other,
                card if card == other => one,
                card => card,
            };
        }
    }

    /// Sets the number of zone changes of a card.
    pub(super) fn set_incarnation(&mut self, card: CardId, incarnation: u16) {
        if let Some(card) = self.cards.get_mut(usize::from(card.0)) {
            card.incarnation = incarnation;
        }
    }

    /// Gives a blank card its definition.
    pub(super) fn define(&mut self, card: CardId, definition: u16) {
        self.changed(card);
        self.blank.forget();
        if let Some(card) = self.cards.get_mut(usize::from(card.0)) {
            card.definition = definition;
        }
    }

    /// When a card became its present object, by the game's clock.
    #[inline]
    pub fn since(&self, card: CardId) -> u32 {
        self.card(card).map_or(0, |card| card.since)
    }

    /// Replaces the time of each card, to compare states.
    pub(super) fn set_times(&mut self, time: impl Fn(u32) -> u32) {
        for card in &mut self.cards {
            card.since = time(card.since);
        }
    }

    /// Sets all incarnations to 0, to compare states.
    pub(super) fn forget_incarnations(&mut self) {
        for card in &mut self.cards {
            card.incarnation = 0;
        }
    }

    /// Sorts the cards of places with cells by cell, to compare states; piles keep their order.
    pub(super) fn sort_cells(&mut self) {
        let cells: Vec<Cell> = self
            .cards
            .iter()
            .map(|card| match card.spot {
                Spot::Place(_, cell) => cell,
                Spot::Member(..) => Cell::NONE,
            })
            .collect();
        for place in &mut self.places {
            place.cards.sort_by_key(|card| cells.get(usize::from(card.0)).map(|cell| (cell.y, cell.x)));
            place.listeners.forget();
        }
    }

    /// Sorts the cards of a place by their ids, to compare states in which their order does not matter.
    pub fn sort_place(&mut self, place: PlaceId) {
        if let Some(place) = self.places.get_mut(usize::from(place.0)) {
            place.cards.sort_unstable();
            place.listeners.forget();
        }
    }

    /// Renumbers the places from `fixed` on, to compare states: open ones in the order of their keys; closed
    /// ones are dropped. The number that a place got during the game does not matter.
    pub fn arrange_places<K: Ord>(&mut self, fixed: u16, key: impl Fn(&Place<G>) -> K) {
        let later = self.places.split_off(usize::from(fixed).min(self.places.len()));
        let mut later: Vec<(PlaceId, Place<G>)> = (fixed..).map(PlaceId).zip(later).collect();
        later.retain(|(_, place)| place.open);
        later.sort_by_key(|(_, place)| key(place));
        let names = map_of(later.iter().map(|(old, _)| *old).zip((fixed..).map(PlaceId)));
        let new = |place: PlaceId| names.get(&place).copied().unwrap_or(place);
        for card in &mut self.cards {
            if let Spot::Place(place, _) = &mut card.spot {
                *place = new(*place);
            }
        }
        self.pieces.rename(|holder| match holder {
            Holder::Place(place) => Holder::Place(new(place)),
            other => other,
        });
        self.places.extend(later.into_iter().map(|(_, place)| place));
        self.forget_all();
    }

    /// Replaces the mark of each card, to compare states.
    pub fn set_marks(&mut self, mark: impl Fn(G::Mark) -> G::Mark) {
        for card in &mut self.cards {
            card.mark = mark(card.mark);
        }
        self.forget_all();
    }

    /// A copy of the list of a place, so that cards can move while a caller iterates.
    pub fn snapshot(&self, place: PlaceId) -> SmallVec<[CardId; 8]> {
        SmallVec::from_slice(self.list(place))
    }
}

/// A map with its cards under their new names.
pub(in crate::kernel) fn renamed<V>(
    map: BTreeMap<CardId, V>,
    new: &dyn Fn(CardId) -> CardId,
) -> BTreeMap<CardId, V> {
    map_of(map.into_iter().map(|(card, value)| (new(card), value)))
}
