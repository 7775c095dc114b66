//! Where the zones of both players lie: their places are opened seat by seat, for each seat in the same
//! order.

use crate::kernel::{PlaceId, Seat};

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
