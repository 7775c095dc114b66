//! Facts that a pool may not know: what is printed on a card, where the sources of the pool do not say it.
//! A request can state it. Judging stops where an unknown fact is read.

#[cfg(feature = "schemas")]
use std::borrow::Cow;
use std::fmt::Debug;

#[cfg(feature = "schemas")]
use schemars::{Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::kernel::{CardId, Game, Match, Plain, wire};
use crate::schema::JsonSchema;

/// What is printed in one field of a card; on the wire the value, or `null` if the pool does not know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fact<T> {
    /// The pool or the request says it.
    Known(T),
    /// Neither the pool nor the request says it.
    Unknown,
}

impl<T: Default> Default for Fact<T> {
    fn default() -> Fact<T> {
        Fact::Known(T::default())
    }
}

impl<T> Fact<T> {
    /// The value; `None`: it is unknown.
    pub const fn known(&self) -> Option<&T> {
        match self {
            Fact::Known(value) => Some(value),
            Fact::Unknown => None,
        }
    }

    /// Whether it is unknown.
    pub const fn is_unknown(&self) -> bool {
        matches!(self, Fact::Unknown)
    }

    /// The value for a rule that reads the field `name` of this card. Judging stops if it is unknown.
    #[inline]
    pub fn read<G: Game>(&self, game: &Match<'_, G>, card: CardId, name: &'static str) -> Option<&T> {
        if self.is_unknown() {
            game.rely_on_fact(card, name);
        }
        self.known()
    }
}

impl<T: Clone + Ord> Fact<Vec<T>> {
    /// Takes over a list that is stated, in whatever order its items stand.
    ///
    /// # Errors
    /// The pool knows another one: the name of the field.
    pub fn state(&mut self, stated: Option<&Vec<T>>, name: &'static str) -> Result<(), &'static str> {
        let sorted = |list: &Vec<T>| {
            let mut list = list.clone();
            list.sort_unstable();
            list
        };
        match (stated, &*self) {
            (None, _) => Ok(()),
            (Some(stated), Fact::Unknown) => {
                *self = Fact::Known(stated.clone());
                Ok(())
            }
            (Some(stated), Fact::Known(known)) if sorted(stated) == sorted(known) => Ok(()),
            (Some(_), Fact::Known(_)) => Err(name),
        }
    }
}

impl<T: Serialize> Serialize for Fact<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.known().serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Fact<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fact<T>, D::Error> {
        Ok(Option::deserialize(deserializer)?.map_or(Fact::Unknown, Fact::Known))
    }
}

#[cfg(feature = "schemas")]
impl<T: JsonSchema> JsonSchema for Fact<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("Fact_{}", T::schema_name()).into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let known = generator.subschema_for::<T>();
        json_schema!({ "oneOf": [{ "type": "null" }, known] })
    }
}

/// Reads a field that has to be there, be it as `null`.
///
/// # Errors
/// The value has another form.
pub fn required<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Fact<T>, D::Error> {
    Fact::deserialize(from)
}

/// An item of the `facts` of a header: what is printed on a card, in fields that the pool may not know.
pub trait Stated<P>: Plain + JsonSchema {
    /// The id of the card.
    fn card(&self) -> &str;

    /// Whether it states no field.
    fn is_empty(&self) -> bool;

    /// Takes over what is stated.
    ///
    /// # Errors
    /// The pool knows another value of a field: its name.
    fn state(&self, printed: &mut P) -> Result<(), &'static str>;
}

/// For a game whose pools know everything that its rules read.
#[wire(Default)]
pub struct NoFact {
    /// The id of a card.
    pub card: String,
}

impl<P> Stated<P> for NoFact {
    fn card(&self) -> &str {
        &self.card
    }

    fn is_empty(&self) -> bool {
        true
    }

    fn state(&self, _: &mut P) -> Result<(), &'static str> {
        Ok(())
    }
}

/// Why the facts of a header cannot be taken over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FactFault {
    /// The index of the item.
    pub at: usize,
    /// What is wrong with it.
    pub kind: FactFaultKind,
}

/// What is wrong with a stated fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FactFaultKind {
    /// The pool has no such card; the nearest known id.
    UnknownCard(Option<String>),
    /// An earlier item is about the same card: its index.
    Again(usize),
    /// It states no field.
    Nothing,
    /// The pool knows another value of this field.
    Contradicts(&'static str),
}
