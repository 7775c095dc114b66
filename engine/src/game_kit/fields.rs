//! From the slots of a shape back to an action: the value of each field.

use smol_str::SmolStr;

pub use rules_judge_derive::fields;

use crate::kernel::shape::Value;
use crate::kernel::{CardId, MapCards, Seat, wire};

/// The values of an action's fields by name; a dot leads into an inner field.
#[derive(Debug, Clone, Copy)]
pub struct Fields<'a> {
    values: &'a [(&'static str, Value)],
    /// The outer field, while inner fields are read.
    inside: Option<&'a str>,
    /// Whether a missing field has not been filled in yet.
    partial: bool,
}

impl<'a> Fields<'a> {
    /// All fields of an action; missing ones are left out.
    pub const fn all(values: &'a [(&'static str, Value)]) -> Fields<'a> {
        Fields { values, inside: None, partial: false }
    }

    /// Some fields of an action; missing ones have not been filled in yet.
    pub const fn some(values: &'a [(&'static str, Value)]) -> Fields<'a> {
        Fields { values, inside: None, partial: true }
    }

    fn get(&self, name: &str) -> Option<&'a Value> {
        let is = |full: &str| match self.inside {
            None => full == name,
            Some(outer) => full.strip_prefix(outer).and_then(|rest| rest.strip_prefix('.')) == Some(name),
        };
        self.values.iter().find(|(full, _)| is(full)).map(|(_, value)| value)
    }

    /// The inner fields of a field; `None`: it has none.
    fn inner(&self, name: &'a str) -> Option<Fields<'a>> {
        // The names of fields have no dots of their own.
        let is = |rest: &str| rest.is_empty() || rest.starts_with('.');
        let mut names = self.values.iter().map(|(full, _)| full);
        let there = self.inside.is_none() && names.any(|full| full.strip_prefix(name).is_some_and(is));
        there.then_some(Fields { inside: Some(name), ..*self })
    }
}

/// A struct with fields declared by [`fields`](macro@fields).
pub trait Fielded: Sized {
    /// The JSON pointers of the fields in the order of their bits.
    const POINTERS: &'static [&'static str];

    /// The bits of all fields.
    const ALL: u16 = !(u16::MAX << Self::POINTERS.len());

    /// The bits of the fields that are always written.
    const NEEDED: u16;

    /// Reads every field; `None`: a required one is missing or has another form.
    fn read_fields(fields: &Fields<'_>) -> Option<Self>;
}

/// A type that a field can have.
pub trait FromField: Sized {
    /// The value of a field that has not been filled in yet.
    fn unfilled() -> Self;

    /// The value of a field that is left out; `None`: it is required.
    fn left_out() -> Option<Self> {
        None
    }

    /// The value from a slot; `None`: it has another form.
    fn from_value(value: &Value) -> Option<Self>;

    /// Reads a field; `None`: it is missing or has another form.
    fn read(fields: &Fields<'_>, name: &'static str) -> Option<Self> {
        match fields.get(name) {
            None | Some(Value::Nothing) => Self::left_out().or_else(|| fields.partial.then(Self::unfilled)),
            Some(value) => Self::from_value(value),
        }
    }
}

/// Implements [`FromField`] for a type that is one variant of [`Value`].
macro_rules! from_value {
    ($($type:ty = $unfilled:expr, $pattern:pat => $value:expr;)*) => {
        $( impl FromField for $type {
            fn unfilled() -> Self {
                $unfilled
            }

            fn from_value(value: &Value) -> Option<Self> {
                match value {
                    $pattern => $value,
                    _ => None,
                }
            }
        } )*
    };
}

from_value! {
    CardId = CardId(u16::MAX), Value::Card(card) => Some(*card);
    Seat = Seat::Zero, Value::Seat(seat) => Some(*seat);
    i64 = 0, Value::Number(number) => Some(*number);
    u16 = 0, Value::Number(number) => u16::try_from(*number).ok();
    At = At { cell: SmolStr::default(), seat: Seat::Zero },
        Value::Position(seat, cell) => Some(At { cell: SmolStr::new_static(cell), seat: *seat });
}

/// A flag; left out, where it may be, it is `false`.
impl FromField for bool {
    fn unfilled() -> Self {
        false
    }

    fn left_out() -> Option<Self> {
        Some(false)
    }

    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Flag(flag) => Some(*flag),
            _ => None,
        }
    }
}

/// A small number; left out, where it may be, it is 0.
impl FromField for u8 {
    fn unfilled() -> Self {
        0
    }

    fn left_out() -> Option<Self> {
        Some(0)
    }

    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Number(number) => u8::try_from(*number).ok(),
            _ => None,
        }
    }
}

impl FromField for Vec<CardId> {
    fn unfilled() -> Self {
        Vec::new()
    }

    fn left_out() -> Option<Self> {
        Some(Vec::new())
    }

    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Cards(cards) => Some(cards.clone()),
            _ => None,
        }
    }
}

impl FromField for Vec<u8> {
    fn unfilled() -> Self {
        Vec::new()
    }

    fn left_out() -> Option<Self> {
        Some(Vec::new())
    }

    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Numbers(numbers) => numbers.iter().map(|number| u8::try_from(*number).ok()).collect(),
            _ => None,
        }
    }
}

impl<T: FromField> FromField for Option<T> {
    fn unfilled() -> Self {
        None
    }

    fn left_out() -> Option<Self> {
        Some(None)
    }

    fn from_value(value: &Value) -> Option<Self> {
        T::from_value(value).map(Some)
    }

    fn read(fields: &Fields<'_>, name: &'static str) -> Option<Self> {
        let is_there = match fields.get(name) {
            Some(value) => *value != Value::Nothing,
            None => fields.inner(name).is_some(),
        };
        if is_there { T::read(fields, name).map(Some) } else { Some(None) }
    }
}

/// A struct inside a field; left out, it is the default.
impl<T: Fielded + Default> FromField for Box<T> {
    fn unfilled() -> Self {
        Box::default()
    }

    fn left_out() -> Option<Self> {
        Some(Box::default())
    }

    fn from_value(_: &Value) -> Option<Self> {
        None
    }

    fn read(fields: &Fields<'_>, name: &'static str) -> Option<Self> {
        fields.inner(name).map_or_else(Self::left_out, |inner| T::read_fields(&inner).map(Box::new))
    }
}

/// A position on a player's side of the table.
#[wire(MapCards)]
pub struct At {
    /// Its name, F1 and on in front, B1 and on behind, seen from its player; anything else is no position.
    #[schemars(example = &"F1")]
    pub cell: SmolStr,
    /// Whose side.
    pub seat: Seat,
}

/// Declares words that a field can have, or verbs; `with` lists the further members of a verb's events.
macro_rules! words {
    (
        $( $(#[$meta:meta])* $name:ident {
            $( $(#[$word_meta:meta])* $word:ident = $wire:literal $(with $($member:ident)+)?, )*
        } )*
    ) => {
        $(
            $(#[$meta])*
            #[derive(
                Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash,
                crate::kernel::MapCards, serde::Serialize, serde::Deserialize, crate::schema::JsonSchema,
            )]
            pub enum $name { $( $(#[$word_meta])* #[serde(rename = $wire)] $word, )* }

            impl $name {
                /// All words.
                pub const ALL: &'static [$name] = &[$($name::$word),*];

                /// All words on the wire.
                pub const WORDS: &'static [&'static str] = &[$($wire),*];

                /// For verbs: the members of each verb's events, beyond those of every event.
                #[allow(dead_code)]
                pub const MEMBERS: &'static [&'static [&'static str]] =
                    &[$( &[$( $(stringify!($member)),+ )?] ),*];

                /// The word on the wire.
                pub const fn word(self) -> &'static str {
                    match self { $( $name::$word => $wire, )* }
                }

                /// All words as values of a field.
                #[allow(dead_code)]
                pub fn values() -> Vec<crate::kernel::shape::Value> {
                    Self::ALL.iter().map(|word| crate::kernel::shape::Value::Word(word.word())).collect()
                }
            }

            impl crate::kernel::Spelled for $name {
                const COUNT: u32 = $name::ALL.len() as u32;

                fn word(&self) -> &'static str {
                    $name::word(*self)
                }
            }

            impl crate::game_kit::fields::FromField for $name {
                fn unfilled() -> Self {
                    [$($name::$word),*][0]
                }

                fn from_value(value: &crate::kernel::shape::Value) -> Option<Self> {
                    match value {
                        $( crate::kernel::shape::Value::Word($wire) => Some($name::$word), )*
                        _ => None,
                    }
                }
            }
        )*
    };
}
pub(crate) use words;
