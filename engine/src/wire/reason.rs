//! Reason codes: why something is refused, with what its message speaks of.

/// What reasons speak of.
pub trait Parameters {
    /// The parameters of all codes: their names, and their types as the code writes them.
    const PARAMETERS: &'static [(&'static str, &'static str)];

    /// Whether a parameter of this name holds the number of a card, in any code.
    fn names_card(name: &str) -> bool {
        Self::PARAMETERS.iter().any(|(other, kind)| *other == name && kind.contains("CardId"))
    }
}

/// Declares a game's reason codes. Those that speak of the asking itself every game has: they stand
/// first, and [`crate::card::answer::Wrong`] becomes one of them.
macro_rules! reasons {
    ($( $(#[$meta:meta])* $name:ident $({ $( $(#[$field_meta:meta])* $field:ident: $type:ty ),* $(,)? })? ),* $(,)?) => {
        reasons! { @declare
            /// The game is over.
            GameOver,
            /// Another seat is asked.
            NotAsked {
                /// Who is asked.
                asked: Option<crate::kernel::Seat>,
            },
            /// Another answer is asked for.
            AnotherAnswer {
                /// What is asked.
                asked: String,
            },
            /// Nobody asked for this.
            NoSuchChoice,
            /// It is not the time for this, or not this player's.
            NotTheTime {
                /// What is asked now.
                asked: String,
            },
            /// There is no such card.
            NoSuchCard {
                /// The number.
                card: crate::kernel::CardId,
            },
            /// The same card is named twice.
            NamedTwice {
                /// The card.
                card: crate::kernel::CardId,
            },
            /// The card cannot be chosen.
            NotAmongChoices {
                /// The card.
                card: crate::kernel::CardId,
            },
            /// Too many or too few cards.
            WrongCount {
                /// The least.
                least: usize,
                /// The most.
                most: usize,
                /// How many are named.
                named: usize,
            },
            /// All of these cards have to be named, each once.
            NotAnOrder,
            /// The number is too small or too large.
            NumberOutOfRange {
                /// The smallest.
                least: i64,
                /// The largest.
                most: i64,
            },
            $( $(#[$meta])* $name $({ $( $(#[$field_meta])* $field: $type ),* })? ),*
        }

        impl From<crate::card::answer::Wrong> for Reason {
            fn from(wrong: crate::card::answer::Wrong) -> Reason {
                use crate::card::answer::Wrong;
                match wrong {
                    Wrong::Twice { card } => Reason::NamedTwice { card },
                    Wrong::Count { least, most, named } => Reason::WrongCount { least, most, named },
                    Wrong::Order => Reason::NotAnOrder,
                    Wrong::Number { least, most } => Reason::NumberOutOfRange { least, most },
                }
            }
        }
    };
    (@declare $( $(#[$meta:meta])* $name:ident $({ $( $(#[$field_meta:meta])* $field:ident: $type:ty ),* $(,)? })? ),* $(,)?) => {
        /// A reason code with its parameters.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize)]
        #[serde(tag = "code", content = "params", rename_all = "snake_case")]
        pub enum Reason { $( $(#[$meta])* $name $({ $( $(#[$field_meta])* $field: $type ),* })? ),* }

        impl crate::wire::reason::Parameters for Reason {
            const PARAMETERS: &'static [(&'static str, &'static str)] =
                &[ $( $( $( (stringify!($field), stringify!($type)), )* )? )* ];
        }

        impl Reason {
            /// The name of the code's variant.
            pub const fn name(&self) -> &'static str {
                match self { $( Self::$name $({ $( $field: _ ),* })? => stringify!($name), )* }
            }

            /// Every code, as it stands on the wire.
            pub fn codes() -> Vec<String> {
                vec![ $( crate::card::lint::snake(stringify!($name)), )* ]
            }
        }
    };
}
pub(crate) use reasons;
