//! The five rulebooks. They meet in this registry and nowhere else.

pub mod azur_lane;

use crate::card::Language;
use crate::kernel::Match;

/// What a caller outside the engine needs of any game, beyond its rules.
pub trait Registered: Language {
    /// The id on the wire.
    const ID: &'static str;
}

/// Something to be done with a game whose type is only known by its id.
pub trait Visit {
    /// What comes out.
    type Out;

    /// Does it.
    fn visit<G: Registered>(self) -> Self::Out;
}

macro_rules! registry {
    ($($game:ty),* $(,)?) => {
        /// The ids of all games, in the order of the registry.
        pub const IDS: &[&str] = &[$(<$game as Registered>::ID),*];

        /// Does something with the game of an id; `None`: there is no such game.
        pub fn dispatch<V: Visit>(id: &str, visit: V) -> Option<V::Out> {
            $( if id == <$game as Registered>::ID {
                return Some(visit.visit::<$game>());
            } )*
            None
        }
    };
}

registry!(azur_lane::AzurLane);
