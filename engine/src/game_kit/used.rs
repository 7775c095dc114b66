//! Which abilities of a card were used in a turn.

use crate::kernel::held;

/// Abilities by their numbers on a card, and the turn in which they were used: in another turn none of them was.
#[held(Copy, Default)]
pub struct UsedInTurn {
    turn: u16,
    /// One bit for each number.
    which: [u64; 4],
}

impl UsedInTurn {
    const fn bit(number: u8) -> u64 {
        1 << (number % 64)
    }

    /// Whether an ability was used in that turn.
    pub fn contains(self, turn: u16, number: u8) -> bool {
        let part = self.which.get(usize::from(number / 64));
        self.turn == turn && part.is_some_and(|part| part & UsedInTurn::bit(number) != 0)
    }

    /// All that were used in that turn, in their order.
    pub fn numbers(self, turn: u16) -> impl Iterator<Item = u8> {
        let parts = [0u8, 64, 128, 192].into_iter().zip(self.which).filter(|(_, part)| *part != 0);
        let numbers = parts.flat_map(|(first, _)| first..=first + 63);
        numbers.filter(move |number| self.contains(turn, *number))
    }

    /// The same with one more that is used in that turn.
    #[must_use]
    pub fn with(self, turn: u16, number: u8) -> UsedInTurn {
        let mut used = if self.turn == turn { self } else { UsedInTurn { turn, ..UsedInTurn::default() } };
        if let Some(part) = used.which.get_mut(usize::from(number / 64)) {
            *part |= UsedInTurn::bit(number);
        }
        used
    }
}
