//! Where abilities are effective, and in which order.
//!
//! 六.1 and ruling-21 the order of one moment; 六.※1 line order; 十五.合體.2, 十五.合體.5 and ruling-40 what is
//! covered; ruling-60 whose they are.

use smallvec::SmallVec;

use super::super::field::{self, Where};
use super::super::interests::ZoneInterests;
use super::super::table;
use super::super::words::ability::Effective;
use super::{Game, MOST_LOWER};
use crate::kernel::{CardId, Object, PlaceId, Seat, Union};

/// A card whose abilities may be effective where it lies.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Effectiveness {
    /// The card whose abilities they are.
    pub card: CardId,
    /// The object that they stand on: for a lower unit's edge the combined unit.
    pub me: Object,
    /// Whose they are [ruling-60].
    pub seat: Seat,
    /// Which lower unit of the combined unit it is, from 1; 0: none.
    pub lower: u8,
    /// The first ability that is not covered [ruling-40].
    pub first: usize,
    /// Where it lies.
    pub effective: Effective,
    /// Its place in the order of 六.1.
    pub rank: u16,
}

const FIELD_CARD_RANK: u16 = 10;
const UNIT_RANK: u16 = 20;
const GRAVEYARD_RANK: u16 = 200;
const HAND_RANK: u16 = 210;
pub(super) const SHOWN_RANK: u16 = 211;
/// Sentences that effects made for later come after all abilities of cards.
pub(crate) const LATER_RANK: u16 = 220;
/// The rank of a card that left the field, for the event by which it left: after all others of its player.
pub(crate) const DEPARTED_RANK: u16 = 1_000;
/// Added to the ranks of abilities of the moment 後: they come after all of the moment 時, those of both
/// players [六.4].
pub(super) const AFTER: u16 = 1_000;
/// Added to the ranks of abilities of the last instant before a card leaves: they come after all others of
/// their event, those of both players [十.2, 十.3, ruling-87].
pub(super) const LEAVING: u16 = 2_000;

fn rank_of(at: Where) -> u16 {
    UNIT_RANK + u16::from(at.order()) * 4
}

/// Calls `visit` for every place where abilities may be effective and whose card has an interest that `asks`
/// looks for: each player's places in the order of 六.1. `asks` has to be true of the interests of several
/// cards together if it is true of those of one of them. A card whose face is unknown becomes needed where it
/// may have such an interest and `matters` is true of it.
pub(crate) fn each_place_that<'p>(
    game: &Game<'p>,
    asks: impl Fn(&ZoneInterests) -> bool,
    matters: impl Fn(&Game<'p>, Effectiveness) -> bool,
    mut visit: impl FnMut(Effectiveness),
) {
    if !asks(&game.listen_mask_of_all()) {
        return;
    }
    let search = Search { game, asks, matters };
    for side in Seat::BOTH {
        search.field_card(side, &mut visit);
        search.units(side, &mut visit);
        search.lying_in(table::GRAVEYARD.of(side), (Effective::Graveyard, GRAVEYARD_RANK), &mut visit);
        search.lying_in(table::HAND.of(side), (Effective::Hand, HAND_RANK), &mut visit);
    }
}

/// The search of [`each_place_that`].
struct Search<'s, 'p, A, M> {
    game: &'s Game<'p>,
    asks: A,
    matters: M,
}

impl<'p, A, M> Search<'_, 'p, A, M>
where
    A: Fn(&ZoneInterests) -> bool,
    M: Fn(&Game<'p>, Effectiveness) -> bool,
{
    fn is_relevant(&self, place: Effectiveness) -> bool {
        self.game.may_matter(place.card, &self.asks, |game| (self.matters)(game, place))
            && (self.asks)(table::interests(self.game, place.card).at(place.effective))
    }

    fn visit(&self, place: Effectiveness, visit: &mut impl FnMut(Effectiveness)) {
        if self.is_relevant(place) {
            visit(place);
        }
    }

    /// The cards of a place to look at: all if `asks` accepts even a card without interests.
    fn cards(&self, place: PlaceId) -> &[CardId] {
        match (self.asks)(&ZoneInterests::NONE) {
            true => self.game.state.table.list(place),
            false => self.game.listeners(place),
        }
    }

    fn lying(&self, card: CardId, effective: Effective, rank: u16) -> Effectiveness {
        let (me, seat) = (self.game.state.table.object(card), table::owner(self.game, card));
        Effectiveness { card, me, seat, lower: 0, first: 0, effective, rank }
    }

    fn field_card(&self, side: Seat, visit: &mut impl FnMut(Effectiveness)) {
        for &card in self.game.state.table.list(table::FIELD_CARD.of(side)) {
            self.visit(self.lying(card, Effective::Field, FIELD_CARD_RANK), visit);
        }
    }

    /// Visits the units of a half in line order, each followed by what lies under it.
    fn units(&self, side: Seat, visit: &mut impl FnMut(Effectiveness)) {
        if !(self.asks)(&self.game.listen_mask(table::FIELD.of(side))) {
            return;
        }
        let mut units: SmallVec<[(u16, CardId); 10]> = SmallVec::new();
        for &unit in self.cards(table::FIELD.of(side)) {
            let mut members = self.game.state.table.pile(unit).iter();
            let speaks = |card: CardId| self.is_relevant(self.lying(card, Effective::Field, UNIT_RANK));
            if speaks(unit) || members.any(|member| speaks(*member)) {
                units.push((field::position(self.game, unit).map_or(UNIT_RANK, rank_of), unit));
            }
        }
        sort_by_rank(&mut units);
        for (rank, card) in units {
            let unit = self.lying(card, Effective::Field, rank);
            self.visit(unit, visit);
            if !self.game.state.table.pile(card).is_empty() {
                self.under(unit, visit);
            }
        }
    }

    /// Visits the lower units of a unit, of which only the edges count, then the magic conferred to it.
    fn under(&self, unit: Effectiveness, visit: &mut impl FnMut(Effectiveness)) {
        for (number, card) in numbered_lower(self.game, unit.card) {
            if self.is_relevant(Effectiveness { card, ..unit }) {
                let first = table::printed(self.game, card).edge();
                visit(Effectiveness { card, lower: number, first, ..unit });
            }
        }
        for magic in table::conferred(self.game, unit.card) {
            self.visit(self.lying(magic, Effective::Field, unit.rank + 1), visit);
        }
    }

    fn lying_in(
        &self,
        place: PlaceId,
        (effective, rank): (Effective, u16),
        visit: &mut impl FnMut(Effectiveness),
    ) {
        if (self.asks)(&self.game.listen_mask(place)) {
            for &card in self.cards(place) {
                self.visit(self.lying(card, effective, rank), visit);
            }
        }
    }
}

/// Apart from [`Search`], which the compiler instantiates for each of its callers.
fn sort_by_rank(units: &mut [(u16, CardId)]) {
    units.sort_by_key(|(rank, _)| *rank);
}

/// The lower units of a combined unit with the numbers of their places, from 1.
pub(crate) fn numbered_lower(game: &Game<'_>, card: CardId) -> impl Iterator<Item = (u8, CardId)> {
    let numbers = 1..=MOST_LOWER.saturating_add(1);
    let numbered = numbers.zip(table::lower(game, card)).map(|(number, (lower, _))| (number, lower));
    numbered.take_while(|(number, _)| game.has_room(usize::from(*number) - 1, usize::from(MOST_LOWER)))
}
