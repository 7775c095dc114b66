//! What happened in a turn: which abilities of a card were used, and what is counted.

use crate::kernel::{MapCards, held};

/// A set of numbers, one bit each. Numbers for which there is no bit are never in it.
pub trait Bits: MapCards + Copy + Default {
    /// Whether a number is in it.
    fn contains(self, number: u8) -> bool;

    /// The same with one more.
    #[must_use]
    fn with(self, number: u8) -> Self;
}

/// Numbers below 32.
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
    /// Whether an ability was used in that turn.
    pub fn contains(self, turn: u16, number: u8) -> bool {
        self.turn == turn && self.which.contains(number)
    }

    /// All that were used in that turn, in their order.
    pub fn numbers(self, turn: u16) -> impl Iterator<Item = u8> {
        let used = Some(self.which).filter(|_| self.turn == turn);
        used.into_iter().flat_map(|which| (0..=u8::MAX).filter(move |number| which.contains(*number)))
    }

    /// The same if the turn is that one; in another turn none of them was used.
    #[must_use]
    pub fn in_turn(self, turn: u16) -> UsedInTurn<B> {
        if self.turn == turn { self } else { UsedInTurn::default() }
    }

    /// The same with one more that is used in that turn.
    #[must_use]
    pub fn with(self, turn: u16, number: u8) -> UsedInTurn<B> {
        let used = if self.turn == turn { self.which } else { B::default() };
        UsedInTurn { turn, which: used.with(number) }
    }
}

/// Declares what is counted in a turn, as it is held and as positions and views write it: there, what did not
/// happen may be left out, which bytes of a snapshot cannot.
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
    };
}
pub(crate) use counted_in_turn;
