//! Card references: a visitor of every card that plain data name, so that all references follow when a card
//! gets another number.
//!
//! The implementations for structures and enums are derived, and a field whose type does not implement
//! [`MapCards`] does not compile, so that no reference is missed.

use smallvec::{Array, SmallVec};
use smol_str::SmolStr;

pub use rules_judge_derive::{MapCards, held, wire};

use crate::kernel::table::{CardId, Cell, Object, PlaceId};
use crate::kernel::{BySeat, Game, Plain, Seat, State, Tracked};
use crate::verdict::Cite;

/// A change of the names of cards.
pub trait Rename {
    /// Called for a card that is named by its number, whatever object it is.
    fn card(&mut self, card: &mut CardId);

    /// Called for an object.
    fn object(&mut self, object: &mut Object) {
        self.card(&mut object.card);
    }
}

/// Data that may name cards.
pub trait MapCards {
    /// Calls `rename` for every card and object in the data, in the order of the fields.
    fn each_card(&mut self, rename: &mut dyn Rename);

    /// All cards in the data.
    fn cards(&self) -> Vec<CardId>
    where
        Self: Clone,
    {
        struct Seen(Vec<CardId>);

        impl Rename for Seen {
            fn card(&mut self, card: &mut CardId) {
                self.0.push(*card);
            }
        }

        let mut seen = Seen(Vec::new());
        self.clone().each_card(&mut seen);
        seen.0
    }
}

/// A value that is one word of a list on the wire.
pub trait Spelled {
    /// The number of words in the list.
    const COUNT: u32;

    /// The word on the wire.
    fn word(&self) -> &'static str;
}

/// Plain data in a state.
pub trait Held: Plain + MapCards {}

impl<T: Plain + MapCards> Held for T {}

/// Applies a function to every object, and ignores cards that are named by number.
pub(in crate::kernel) struct EachObject<F>(pub(in crate::kernel) F);

impl<F: FnMut(&mut Object)> Rename for EachObject<F> {
    fn card(&mut self, _: &mut CardId) {}

    fn object(&mut self, object: &mut Object) {
        (self.0)(object);
    }
}

impl MapCards for CardId {
    fn each_card(&mut self, rename: &mut dyn Rename) {
        rename.card(self);
    }
}

impl MapCards for Object {
    fn each_card(&mut self, rename: &mut dyn Rename) {
        rename.object(self);
    }
}

macro_rules! names_no_card {
    ($($type:ty),* $(,)?) => {
        $( impl MapCards for $type {
            fn each_card(&mut self, _: &mut dyn Rename) {}
        } )*
    };
}

names_no_card!(
    (),
    bool,
    u8,
    u16,
    u32,
    u64,
    i16,
    i32,
    i64,
    usize,
    String,
    &'static str,
    SmolStr,
    Seat,
    Cite,
    PlaceId,
    Cell
);

impl<T: MapCards> MapCards for Box<T> {
    fn each_card(&mut self, rename: &mut dyn Rename) {
        (**self).each_card(rename);
    }
}

macro_rules! several {
    ($([$($bounds:tt)*] $type:ty),* $(,)?) => {
        $( impl<$($bounds)*> MapCards for $type {
            fn each_card(&mut self, rename: &mut dyn Rename) {
                self.iter_mut().for_each(|value| value.each_card(rename));
            }
        } )*
    };
}

several!(
    [T: MapCards] Option<T>,
    [T: MapCards] Vec<T>,
    [T: MapCards, const N: usize] [T; N],
    [A: Array<Item: MapCards>] SmallVec<A>,
);

macro_rules! together {
    ($($name:ident)*) => {
        impl<$($name: MapCards),*> MapCards for ($($name,)*) {
            #[allow(non_snake_case)]
            fn each_card(&mut self, rename: &mut dyn Rename) {
                let ($($name,)*) = self;
                $( $name.each_card(rename); )*
            }
        }
    };
}

together!(A B);
together!(A B C);

impl<T: MapCards> MapCards for BySeat<T> {
    fn each_card(&mut self, rename: &mut dyn Rename) {
        let BySeat(zero, one) = self;
        zero.each_card(rename);
        one.each_card(rename);
    }
}

impl<T: MapCards, F> MapCards for Tracked<T, F> {
    fn each_card(&mut self, rename: &mut dyn Rename) {
        (**self).each_card(rename);
    }
}

/// All references in a state. The table and the unknown places exchange names themselves. Earlier questions
/// are forgotten, because cards had other names then.
impl<G: Game> MapCards for State<G> {
    fn each_card(&mut self, rename: &mut dyn Rename) {
        let State {
            table: _,
            unknown: _,
            agenda,
            chain,
            waiting,
            modifiers,
            asked,
            answers,
            outcome,
            facts,
            shuffles,
            picks,
            clock,
            items,
            batch,
            event_number,
            spent,
            circle,
        } = self;
        *circle = None;
        agenda.each_card(rename);
        chain.each_card(rename);
        waiting.each_card(rename);
        modifiers.each_card(rename);
        asked.each_card(rename);
        answers.each_card(rename);
        outcome.each_card(rename);
        facts.each_card(rename);
        shuffles.each_card(rename);
        picks.each_card(rename);
        clock.each_card(rename);
        items.each_card(rename);
        batch.each_card(rename);
        event_number.each_card(rename);
        spent.each_card(rename);
    }
}
