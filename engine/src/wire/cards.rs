//! Which cards a value names: known by its type, not by the names of its fields.

use smol_str::SmolStr;

use crate::kernel::{CardId, Seat};

/// A value that may name cards.
pub trait NamesCards {
    /// Calls `see` for every card that it names.
    fn each_card(&self, see: &mut dyn FnMut(CardId));

    /// All of them, in the order of the fields.
    fn cards(&self) -> Vec<CardId> {
        let mut cards = Vec::new();
        self.each_card(&mut |card| cards.push(card));
        cards
    }
}

/// A reason whose parameters may name cards.
pub trait NamesParameters {
    /// Every card that it names, with the name of the parameter.
    fn cards(&self) -> Vec<(&'static str, CardId)>;
}

impl NamesCards for CardId {
    fn each_card(&self, see: &mut dyn FnMut(CardId)) {
        see(*self);
    }
}

impl<T: NamesCards> NamesCards for Box<T> {
    fn each_card(&self, see: &mut dyn FnMut(CardId)) {
        (**self).each_card(see);
    }
}

impl<T: NamesCards> NamesCards for Option<T> {
    fn each_card(&self, see: &mut dyn FnMut(CardId)) {
        if let Some(value) = self {
            value.each_card(see);
        }
    }
}

impl<T: NamesCards> NamesCards for Vec<T> {
    fn each_card(&self, see: &mut dyn FnMut(CardId)) {
        for value in self {
            value.each_card(see);
        }
    }
}

/// Says of types that they name no card.
macro_rules! no_cards {
    ($($type:ty),* $(,)?) => {
        $( impl crate::wire::cards::NamesCards for $type {
            fn each_card(&self, _see: &mut dyn FnMut(crate::kernel::CardId)) {}
        } )*
    };
}
pub(crate) use no_cards;

no_cards!(&'static str, bool, u8, u32, u64, i64, usize, (u32, u32), String, SmolStr, Seat);
