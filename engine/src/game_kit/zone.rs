//! Where the zones of both players lie: their places are opened seat by seat, for each seat in the same
//! order.

use crate::kernel::{Cell, Game, Match, PlaceId, Seat, Spot, State};

/// Declares the zones of a player in the order in which their places are opened, each with its name on the wire.
macro_rules! zones {
    ($(#[$meta:meta])* $name:ident {
        $( $(#[$zone_meta:meta])* $zone:ident = $place:ident $wire:literal, )*
    }) => {
        crate::game_kit::fields::words! {
            $(#[$meta])*
            $name { $( $(#[$zone_meta])* $zone = $wire, )* }
        }

        /// The zones in the order in which their places are opened, seat by seat.
        pub const ZONES: &[$name] = $name::ALL;

        /// Where each player has a zone.
        pub type ZoneOf = crate::game_kit::zone::ZoneOf<{ ZONES.len() as u16 }>;

        $( $(#[$zone_meta])* pub const $place: ZoneOf = ZoneOf::new($name::$zone as u16); )*

        /// Where each player has this zone.
        #[allow(dead_code)]
        pub const fn zone(zone: $name) -> ZoneOf {
            ZoneOf::new(zone as u16)
        }
    };
}
pub(crate) use zones;

/// Opens both players' zones.
pub fn open_zones<G: Game>(state: &mut State<G>, zones: &[G::Zone]) {
    for seat in Seat::BOTH {
        for zone in zones {
            state.table.set_place(*zone, Some(seat));
        }
    }
}

/// The zone that a spot is in, and whose it is; that of a card in a pile is its host's.
pub fn zone_of<G: Game>(game: &Match<'_, G>, spot: Spot<G>) -> Option<(G::Zone, Option<Seat>)> {
    let place = match spot {
        Spot::Place(place, _) => place,
        Spot::Member(host, _) => game.state.table.place_of(host)?,
    };
    game.state.table.place(place).map(|place| (place.zone, place.seat))
}

/// Where each player has a zone of one kind, of so many that each has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ZoneOf<const ZONES: u16>(u16);

impl<const ZONES: u16> ZoneOf<ZONES> {
    /// The zone of a number in the order of the zones.
    pub const fn new(number: u16) -> Self {
        ZoneOf(number)
    }

    /// The place of a player.
    pub const fn of(self, seat: Seat) -> PlaceId {
        PlaceId(seat.number() as u16 * ZONES + self.0)
    }

    /// The spot of a player, where the zone has no positions.
    pub const fn spot<G: Game>(self, seat: Seat) -> Spot<G> {
        Spot::Place(self.of(seat), Cell::NONE)
    }

    /// The player whose zone of this kind a place is.
    #[inline]
    pub fn seat(self, place: PlaceId) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| self.of(*seat) == place)
    }

    /// The number of the zone that a place is, and the player whose it is.
    pub fn at(place: PlaceId) -> Option<(usize, Seat)> {
        let seat = Seat::from_number((place.0 / ZONES) as u8)?;
        Some((usize::from(place.0 % ZONES), seat))
    }
}
