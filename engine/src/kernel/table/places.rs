//! Sets of places, to tell which of them were touched.

use serde::{Deserialize, Serialize};

use super::PlaceId;

/// Some of the places, and perhaps how the cards lie there. A place is touched when a card or a piece comes, leaves
/// or moves there, also under or on another card, or when a card shows another side; the rest (resting, the order
/// of a place) is how they lie. Places from number 62 on count as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Places(u64);

impl Places {
    /// None, and nothing else.
    pub const NONE: Places = Places(0);
    /// All, and how the cards lie.
    pub const ALL: Places = Places(u64::MAX);
    /// No place, but how the cards lie; part of every touch of the table.
    pub const HOW: Places = Places(1 << 63);

    /// One place.
    #[inline]
    pub const fn one(place: PlaceId) -> Places {
        Places(1 << if place.0 < 62 { place.0 } else { 62 })
    }

    /// Those of both.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Places) -> Places {
        Places(self.0 | other.0)
    }

    /// Whether the two have something in common.
    #[inline]
    pub const fn meets(self, other: Places) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether there is nothing in it.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_from_number_62_on_count_as_one() {
        let one = |place| Places::one(PlaceId(place));
        assert!(one(0) != one(1) && one(61) != one(62) && !one(61).meets(one(62)));
        assert!(one(62) == one(63) && one(62) == one(u16::MAX));
        assert!([0, 61, 62, u16::MAX].iter().all(|place| !one(*place).meets(Places::HOW)));
        assert!(one(61).or(Places::HOW).meets(one(61)) && Places::ALL.meets(one(61)));
        assert!(Places::NONE.is_empty() && !Places::ALL.meets(Places::NONE));
    }
}
