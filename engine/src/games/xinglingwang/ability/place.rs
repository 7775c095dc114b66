//! Where abilities are effective, and in which order.
//!
//! 六.1 and ruling-21 the order of one moment; 六.※1 line order; 十五.合體.2, 十五.合體.5 and ruling-40 what is
//! covered; ruling-60 whose they are.

use smallvec::SmallVec;

use super::super::field::{self, Where};
use super::super::printed::ZoneInterests;
use super::super::table;
use super::super::words::ability::Effective;
use super::{Game, MOST_LOWER};
use crate::kernel::{CardId, ListenMask, Object, PlaceId, Seat};

/// A card with abilities that may be effective where it lies.
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
/// What an effect made for later comes after what stands on cards.
pub(crate) const LATER_RANK: u16 = 220;
/// What comes after an event comes after what comes at it [六.4].
pub(super) const AFTER: u16 = 1_000;

fn rank_of(at: Where) -> u16 {
    UNIT_RANK + u16::from(at.order()) * 4
}

/// Calls `look` for every place where abilities may be effective, each player's in the order of 六.1, whose
/// card has an ability that `asked` looks for. What is asked of one card has to be true of more cards
/// together, too. An unknown card has to be named if it may have one and `matters` then.
pub(crate) fn each_place_that<'p>(
    game: &Game<'p>,
    asks: impl Fn(&ZoneInterests) -> bool,
    matters: impl Fn(&Game<'p>, Effectiveness) -> bool,
    mut visit: impl FnMut(Effectiveness),
) {
    if !asks(&game.listen_mask_of_all()) {
        return;
    }
    let state = &game.state.table;
    let is_relevant = |place: Effectiveness| {
        game.may_matter(place.card, &asks, |game| matters(game, place))
            && asks(table::interests(game, place.card).at(place.effective))
    };
    let any_at = |place: PlaceId| asks(&game.listen_mask(place));
    // If even silent cards are asked for, all are looked at.
    let even_silent = asks(&ZoneInterests::NONE);
    let cards = |place: PlaceId| if even_silent { state.list(place) } else { game.listeners(place) };
    let lying = |card: CardId, effective: Effective, rank: u16| Effectiveness {
        card,
        me: state.object(card),
        seat: table::owner(game, card),
        lower: 0,
        first: 0,
        effective,
        rank,
    };
    for side in Seat::BOTH {
        for &card in state.list(table::FIELD_CARD.of(side)) {
            let place = lying(card, Effective::Field, FIELD_CARD_RANK);
            if is_relevant(place) {
                visit(place);
            }
        }
        if any_at(table::FIELD.of(side)) {
            let mut units: SmallVec<[(u16, CardId); 10]> = SmallVec::new();
            for &unit in cards(table::FIELD.of(side)) {
                let mut members = state.pile(unit).iter();
                let speaks = |card: CardId| is_relevant(lying(card, Effective::Field, UNIT_RANK));
                if speaks(unit) || members.any(|member| speaks(*member)) {
                    units.push((field::position(game, unit).map_or(UNIT_RANK, rank_of), unit));
                }
            }
            units.sort_by_key(|(rank, _)| *rank);
            for (rank, card) in units {
                let unit = lying(card, Effective::Field, rank);
                if is_relevant(unit) {
                    visit(unit);
                }
                if state.pile(card).is_empty() {
                    continue;
                }
                for (number, card) in numbered_lower(game, card) {
                    if is_relevant(Effectiveness { card, ..unit }) {
                        let first = table::printed(game, card).edge;
                        visit(Effectiveness { card, lower: number, first, ..unit });
                    }
                }
                for magic in table::conferred(game, card) {
                    let magic = lying(magic, Effective::Field, rank + 1);
                    if is_relevant(magic) {
                        visit(magic);
                    }
                }
            }
        }
        for (zone, effective, rank) in [
            (table::GRAVEYARD, Effective::Graveyard, GRAVEYARD_RANK),
            (table::HAND, Effective::Hand, HAND_RANK),
        ] {
            if !any_at(zone.of(side)) {
                continue;
            }
            for &card in cards(zone.of(side)) {
                let place = lying(card, effective, rank);
                if is_relevant(place) {
                    visit(place);
                }
            }
        }
    }
}

/// The lower units of a combined unit with the numbers of their places, from 1.
pub(crate) fn numbered_lower(game: &Game<'_>, card: CardId) -> impl Iterator<Item = (u8, CardId)> {
    let numbers = 1..=MOST_LOWER.saturating_add(1);
    let numbered = numbers.zip(table::lower(game, card)).map(|(number, (lower, _))| (number, lower));
    numbered.take_while(|(number, _)| game.has_room(usize::from(*number) - 1, usize::from(MOST_LOWER)))
}
