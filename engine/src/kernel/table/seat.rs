//! The two seats, in the order of the replay's `players`.

#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// One of the two players; 0 or 1 on the wire. Who starts is the game's own rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Seat {
    /// The first of `players`.
    #[default]
    Zero,
    /// The second of `players`.
    One,
}

impl Seat {
    /// Both seats in order.
    pub const BOTH: [Seat; 2] = [Seat::Zero, Seat::One];

    /// The other seat.
    #[must_use]
    pub const fn other(self) -> Seat {
        match self {
            Seat::Zero => Seat::One,
            Seat::One => Seat::Zero,
        }
    }

    /// 0 or 1.
    pub const fn number(self) -> u8 {
        match self {
            Seat::Zero => 0,
            Seat::One => 1,
        }
    }

    /// The seat of a number below 2.
    pub const fn from_number(number: u8) -> Option<Seat> {
        match number {
            0 => Some(Seat::Zero),
            1 => Some(Seat::One),
            _ => None,
        }
    }
}

impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.number())
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
        let number = u8::deserialize(deserializer)?;
        Seat::from_number(number).ok_or_else(|| {
            serde::de::Error::invalid_value(serde::de::Unexpected::Unsigned(number.into()), &"a seat, 0 or 1")
        })
    }
}

#[cfg(feature = "schemas")]
impl JsonSchema for Seat {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Seat".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "One of the two sides of the table, 0 or 1.",
            "type": "integer",
            "minimum": 0,
            "maximum": 1,
        })
    }
}

/// One value for each seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct BySeat<T>(pub T, pub T);

impl<T> BySeat<T> {
    /// The value of one seat.
    pub const fn get(&self, seat: Seat) -> &T {
        match seat {
            Seat::Zero => &self.0,
            Seat::One => &self.1,
        }
    }

    /// The value of one seat, to change.
    pub const fn get_mut(&mut self, seat: Seat) -> &mut T {
        match seat {
            Seat::Zero => &mut self.0,
            Seat::One => &mut self.1,
        }
    }

    /// A value made for each seat.
    pub fn from_fn(mut make: impl FnMut(Seat) -> T) -> BySeat<T> {
        BySeat(make(Seat::Zero), make(Seat::One))
    }
}
