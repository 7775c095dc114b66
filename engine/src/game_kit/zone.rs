//! Zones: where the zones of both players lie, and facts about a card in them. Places are opened seat by
//! seat, for each seat in the same order.

use crate::kernel::{CardId, Cell, Game, Match, PlaceId, Seat, Spot, State};

/// The zone of a spot and its owner; for a card in a pile, those of its host.
pub fn zone_of<G: Game>(game: &Match<'_, G>, spot: Spot<G>) -> Option<(G::Zone, Option<Seat>)> {
    let place = match spot {
        Spot::Place(place, _) => place,
        Spot::Member(host, _) => game.state.table.place_of(host)?,
    };
    game.state.table.place(place).map(|place| (place.zone, place.seat))
}

/// The places of one kind of zone, of which each player has one; `ZONES` is the number of kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ZoneOf<const ZONES: u16>(u16);

impl<const ZONES: u16> ZoneOf<ZONES> {
    /// The kind of zone with this number.
    pub const fn new(number: u16) -> Self {
        ZoneOf(number)
    }

    /// The place of a player.
    pub const fn of(self, seat: Seat) -> PlaceId {
        PlaceId(seat.number() as u16 * ZONES + self.0)
    }

    /// The spot of a player, for zones without positions.
    pub const fn spot<G: Game>(self, seat: Seat) -> Spot<G> {
        Spot::Place(self.of(seat), Cell::NONE)
    }

    /// The player to whom a place of this kind belongs; `None`: it is of another kind.
    #[inline]
    pub fn seat(self, place: PlaceId) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| self.of(*seat) == place)
    }

    /// The number of the kind of a place, and its player.
    pub fn at(place: PlaceId) -> Option<(usize, Seat)> {
        let seat = Seat::from_number((place.0 / ZONES) as u8)?;
        Some((usize::from(place.0 % ZONES), seat))
    }
}

/// Opens the zones of both players.
pub fn open_zones<G: Game>(state: &mut State<G>, zones: &[G::Zone]) {
    for seat in Seat::BOTH {
        for zone in zones {
            state.table.set_place(*zone, Some(seat));
        }
    }
}

/// The mark of a card.
#[inline]
pub fn mark<G: Game>(game: &Match<'_, G>, card: CardId) -> G::Mark {
    game.state.table.card(card).map_or_else(G::Mark::default, |card| card.mark)
}

/// The owner of a card: the player who started the game with it.
#[inline]
pub fn owner<G: Game>(game: &Match<'_, G>, card: CardId) -> Seat {
    game.state.table.card(card).map_or(Seat::Zero, |card| card.owner)
}

/// The card in whose pile a card lies.
pub fn host<G: Game>(game: &Match<'_, G>, card: CardId) -> Option<CardId> {
    match game.state.table.card(card)?.spot {
        Spot::Member(host, _) => Some(host),
        Spot::Place(..) => None,
    }
}

/// Whether a card lies in a player's zone itself, not in a pile there.
pub fn lies_in<G: Game, const ZONES: u16>(
    game: &Match<'_, G>,
    card: CardId,
    zone: ZoneOf<ZONES>,
    seat: Seat,
) -> bool {
    let spot = game.state.table.card(card).map(|card| card.spot);
    matches!(spot, Some(Spot::Place(place, _)) if place == zone.of(seat))
}

/// Declares the zones of each player in the order in which their places are opened: the name on the wire, and
/// the constant for the places.
macro_rules! zones {
    ($(#[$meta:meta])* $name:ident { $(
        #[doc = $text:literal] $(#[$more:meta])* $zone:ident = $wire:literal as $place:ident,
    )* }) => {
        crate::game_kit::fields::words! {
            $(#[$meta])*
            $name { $( #[doc = $text] $(#[$more])* $zone = $wire, )* }
        }

        /// The places of one kind of zone.
        pub type ZoneOf = crate::game_kit::zone::ZoneOf<{ $name::ALL.len() as u16 }>;

        $( #[doc = $text] pub const $place: ZoneOf = $name::$zone.place(); )*

        impl $name {
            /// The places of this kind.
            pub const fn place(self) -> ZoneOf {
                ZoneOf::new(self as u16)
            }

            /// The zone of a place, and its player.
            pub fn at(place: crate::kernel::PlaceId) -> Option<($name, crate::kernel::Seat)> {
                let (number, seat) = ZoneOf::at(place)?;
                $name::ALL.get(number).map(|zone| (*zone, seat))
            }
        }
    };
}
pub(crate) use zones;
