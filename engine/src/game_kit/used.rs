//! Memory of a turn: the abilities of a card that were used, and counters.

use crate::kernel::{MapCards, held};

/// A set of numbers with one bit each. Numbers beyond the bits are never in it.
pub trait Bits: MapCards + Copy + Default {
    /// Whether a number is in the set.
    fn contains(self, number: u8) -> bool;

    /// The set with one more number.
    #[must_use]
    fn with(self, number: u8) -> Self;
}

/// The numbers below 32.
impl Bits for u32 {
    fn contains(self, number: u8) -> bool {
        1u32.checked_shl(number.into()).is_some_and(|bit| self & bit != 0)
    }

    fn with(self, number: u8) -> u32 {
        self | 1u32.checked_shl(number.into()).unwrap_or(0)
    }
}

/// All numbers.
impl Bits for [u64; 4] {
    fn contains(self, number: u8) -> bool {
        let part = self.get(usize::from(number / 64));
        part.is_some_and(|part| part & (1 << (number % 64)) != 0)
    }

    fn with(mut self, number: u8) -> [u64; 4] {
        if let Some(part) = self.get_mut(usize::from(number / 64)) {
            *part |= 1 << (number % 64);
        }
        self
    }
}

/// Abilities by their numbers on a card, and the turn in which they were used: in another turn none of them
/// was.
#[held(Copy, Default)]
pub struct UsedInTurn<B: Bits> {
    turn: u16,
    which: B,
}

impl<B: Bits> UsedInTurn<B> {
    /// Whether an ability was used in this turn.
    pub fn contains(self, turn: u16, number: u8) -> bool {
        self.turn == turn && self.which.contains(number)
    }

    /// All abilities used in this turn, in order.
    pub fn numbers(self, turn: u16) -> impl Iterator<Item = u8> {
        let used = Some(self.which).filter(|_| self.turn == turn);
        used.into_iter().flat_map(|which| (0..=u8::MAX).filter(move |number| which.contains(*number)))
    }

    /// The abilities used, if `turn` is their turn; otherwise none.
    #[must_use]
    pub fn in_turn(self, turn: u16) -> UsedInTurn<B> {
        if self.turn == turn { self } else { UsedInTurn::default() }
    }

    /// Adds an ability used in this turn.
    #[must_use]
    pub fn with(self, turn: u16, number: u8) -> UsedInTurn<B> {
        let used = if self.turn == turn { self.which } else { B::default() };
        UsedInTurn { turn, which: used.with(number) }
    }
}

/// Declares the counters of a turn: as the state holds them, and as positions and views write them, where a
/// counter of 0 may be missing. Bytes of a snapshot need every field.
macro_rules! counted_in_turn {
    ($( $doc:literal $name:ident; )*) => {
        /// What happened in a turn to or by a player, as texts ask for it.
        #[crate::kernel::held(Copy, Default)]
        pub struct Counted { $( #[doc = $doc] pub $name: u16, )* }

        /// The same on the wire. Fields stand in the order of the canonical bytes.
        #[crate::kernel::wire(Copy, Default, MapCards)]
        pub struct ThisTurn { $( #[doc = $doc] #[optional(told)] pub $name: u16, )* }

        impl From<Counted> for ThisTurn {
            fn from(Counted { $( $name, )* }: Counted) -> ThisTurn {
                ThisTurn { $( $name, )* }
            }
        }

        impl From<ThisTurn> for Counted {
            fn from(ThisTurn { $( $name, )* }: ThisTurn) -> Counted {
                Counted { $( $name, )* }
            }
        }

        impl<G: crate::kernel::Game> crate::game_kit::thing::StateFact<G> for Counted {
            type Said = ThisTurn;
            type Seen = ThisTurn;

            fn said(&self, _: &crate::kernel::State<G>) -> ThisTurn {
                (*self).into()
            }

            fn held(said: &ThisTurn, _: &crate::kernel::State<G>) -> Counted {
                (*said).into()
            }
        }
    };
}
pub(crate) use counted_in_turn;
