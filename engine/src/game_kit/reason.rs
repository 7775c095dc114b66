//! Reason codes: why something is refused, with the parameters of its message.

use crate::game_kit::registered::Readers;
use crate::kernel::CardId;

/// The reasons that every game has: about questions, decks and positions.
pub trait Asking {
    /// The game is over.
    fn game_over() -> Self;

    /// The entry answers no open question.
    fn no_such_choice() -> Self;

    /// The card is no candidate.
    fn not_among_choices(card: CardId) -> Self;

    /// No card has this number.
    fn no_such_card(card: CardId) -> Self;

    /// The deck has the wrong size.
    fn wrong_deck_size(count: u64, needs: u64) -> Self;

    /// The time is wrong; `asked` is the open question.
    fn not_the_time(asked: String) -> Self;

    /// The position is impossible.
    fn impossible_position(what: &'static str) -> Self;

    /// The viewers who may read the reason, besides the seat whose entry it refuses.
    fn readers(&self) -> Readers;

    /// Whether a judge's ruling may waive it: the effect of the action is defined without the condition.
    fn can_be_waived(&self) -> bool;
}

/// Declares a game's reason codes. After each stand the viewers who may read it besides the refused seat:
/// `for All` or `for WhoSeesItsCards` ([`Readers`](crate::game_kit::registered::Readers)), else nobody; `or
/// waived`: a judge's ruling may waive it. The codes about questions, which every game has, come first, and
/// [`crate::abilities::answer::Wrong`] converts into them. In a game in which hidden cards decide the time of
/// an action or open a choice, `time for …, choices for …;` before all reasons sets the readers of the
/// reasons about time and about answers.
macro_rules! reasons {
    (time for $time:ident, choices for $choices:ident; $($reasons:tt)*) => {
        reasons! { @all [for $time] [for $choices] $($reasons)* }
    };
    (
        @all [$($time:tt)*] [$($choices:tt)*]
        $(
            $(#[doc = $doc:literal])* $name:ident
            $({ $( $(#[doc = $field_doc:literal])* $field:ident: $type:ty ),* $(,)? })?
            $(for $readers:ident)? $(or $waived:ident)?
        ),* $(,)?
    ) => {
        reasons! { @declare
            /// The game is over.
            GameOver for All,
            /// Another seat is asked.
            NotAsked {
                /// Who is asked.
                asked: Option<crate::kernel::Seat>,
            } for All,
            /// Another answer is asked for.
            AnotherAnswer {
                /// What is asked.
                asked: String,
            } $($choices)*,
            /// Answers no question.
            NoSuchChoice $($choices)*,
            /// It is not the time for this, or not this player's.
            NotTheTime {
                /// What is asked now.
                asked: String,
            } $($time)*,
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
            } $($choices)* or waived,
            /// All of these cards have to be named, each once.
            NotAnOrder,
            /// The number is too small or too large.
            NumberOutOfRange {
                /// The smallest.
                least: i64,
                /// The largest.
                most: i64,
            } $($choices)*,
            /// The deck has another size.
            WrongDeckSize {
                /// How many cards it has.
                count: u64,
                /// How many it needs.
                needs: u64,
            },
            /// A position that cannot be.
            ImpossiblePosition {
                /// What is wrong with it.
                what: &'static str,
            },
            $(
                $(#[doc = $doc])* $name $({ $( $(#[doc = $field_doc])* $field: $type ),* })?
                $(for $readers)? $(or $waived)?
            ),*
        }

        impl From<crate::abilities::answer::Wrong> for Reason {
            fn from(wrong: crate::abilities::answer::Wrong) -> Reason {
                use crate::abilities::answer::Wrong;
                match wrong {
                    Wrong::Twice { card } => Reason::NamedTwice { card },
                    Wrong::Count { least, most, named } => Reason::WrongCount { least, most, named },
                    Wrong::Order => Reason::NotAnOrder,
                    Wrong::Number { least, most } => Reason::NumberOutOfRange { least, most },
                }
            }
        }
    };
    (@readers $readers:ident) => {
        crate::game_kit::registered::Readers::$readers
    };
    (@readers) => {
        crate::game_kit::registered::Readers::Nobody
    };
    (@waived waived) => {
        true
    };
    (@waived) => {
        false
    };
    (
        @declare $(
            $(#[doc = $doc:literal])* $name:ident
            $({ $( $(#[doc = $field_doc:literal])* $field:ident: $type:ty ),* $(,)? })?
            $(for $readers:ident)? $(or $waived:ident)?
        ),* $(,)?
    ) => {
        /// A reason code with its parameters.
        #[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
        #[serde(tag = "code", content = "params", rename_all = "snake_case")]
        pub enum Reason {
            $( $(#[doc = $doc])* $name $({ $( $(#[doc = $field_doc])* $field: $type ),* })? ),*
        }

        #[cfg(feature = "schemas")]
        impl crate::schema::JsonSchema for Reason {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                "Reason".into()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                use crate::game_kit::reason_schema::{Code, Parameter, schema};
                schema(generator, &[ $( Code {
                    name: stringify!($name),
                    comment: concat!($($doc, "\n"),*),
                    parameters: &[ $( $( Parameter {
                        name: stringify!($field),
                        comment: concat!($($field_doc, "\n"),*),
                        schema: schemars::SchemaGenerator::subschema_for::<$type>,
                    } ),* )? ],
                } ),* ])
            }
        }

        impl crate::game_kit::reason::Asking for Reason {
            fn game_over() -> Reason {
                Reason::GameOver
            }

            fn no_such_choice() -> Reason {
                Reason::NoSuchChoice
            }

            fn no_such_card(card: crate::kernel::CardId) -> Reason {
                Reason::NoSuchCard { card }
            }

            fn not_among_choices(card: crate::kernel::CardId) -> Reason {
                Reason::NotAmongChoices { card }
            }

            fn wrong_deck_size(count: u64, needs: u64) -> Reason {
                Reason::WrongDeckSize { count, needs }
            }

            fn not_the_time(asked: String) -> Reason {
                Reason::NotTheTime { asked }
            }

            fn impossible_position(what: &'static str) -> Reason {
                Reason::ImpossiblePosition { what }
            }

            fn readers(&self) -> crate::game_kit::registered::Readers {
                match self { $( Self::$name { .. } => reasons!(@readers $($readers)?), )* }
            }

            fn can_be_waived(&self) -> bool {
                match self { $( Self::$name { .. } => reasons!(@waived $($waived)?), )* }
            }
        }

        impl crate::game_kit::cards::NamesParameters for Reason {
            fn cards(&self) -> Vec<(&'static str, crate::kernel::CardId)> {
                let mut cards = Vec::new();
                match self {
                    $( Self::$name $({ $( $field ),* })? => {
                        $( $( crate::game_kit::cards::add_cards(
                            &mut cards,
                            stringify!($field),
                            crate::kernel::MapCards::cards($field),
                        ); )* )?
                    } )*
                }
                cards
            }

            fn cells(&self) -> Vec<(&'static str, crate::kernel::Cell)> {
                let mut cells = Vec::new();
                match self {
                    $( Self::$name $({ $( $field ),* })? => {
                        $( $( crate::game_kit::cards::add_cell(
                            &mut cells,
                            stringify!($field),
                            $field,
                        ); )* )?
                    } )*
                }
                cells
            }
        }

        impl Reason {
            /// The name of the code's variant.
            pub const fn name(&self) -> &'static str {
                match self { $( Self::$name $({ $( $field: _ ),* })? => stringify!($name), )* }
            }
        }
    };
    ($($reasons:tt)*) => {
        reasons! { @all [for All] [] $($reasons)* }
    };
}
pub(crate) use reasons;
