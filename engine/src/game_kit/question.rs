//! What seats are asked.

/// A question as the wire names it.
pub trait Named {
    /// Its name on the wire.
    fn name(&self) -> &'static str;
}

/// Declares what a game asks: its questions with their names on the wire, those that are `always` asked when their moment
/// comes (any other only if at least two answers are legal), and the names of the choices inside abilities. Names
/// after `and` are those of other questions, or are never asked. A game without abilities has no choices.
macro_rules! questions {
    (
        $game:ty;
        $( $(#[$meta:meta])* $name:ident $(($holds:ty))? = $wire:literal $($always:ident)? ),*;
        $(
            $choices:ident { $( $what:ident = $choice:literal, )* }
            and { $( $other:ident = $other_wire:literal, )* }
        )?
    ) => {
        /// What a seat is asked.
        #[derive(
            Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash,
            crate::kernel::EachCard, serde::Serialize, serde::Deserialize,
        )]
        pub enum Question {
            $( $(#[$meta])* $name $(($holds))?, )*
            $(
                #[doc = concat!("One of the ", stringify!($choices), " inside abilities.")]
                Choice(crate::abilities::Choice<$game>),
            )?
        }

        impl Question {
            /// Every kind on the wire.
            pub const KINDS: &'static [&'static str] = &[$($wire,)* $($($choice,)*)?];

            /// The kinds that are asked also if only one answer is legal.
            pub const ALWAYS: &'static [&'static str] = &[$( $( questions!(@kind $always $wire), )? )*];

            /// Its name on the wire.
            pub const fn name(&self) -> &'static str {
                match self {
                    $( Question::$name { .. } => $wire, )*
                    $( Question::Choice(choice) => match choice.what {
                        $( crate::abilities::Choosable::$what { .. } => $choice, )*
                        $( crate::abilities::Choosable::$other { .. } => $other_wire, )*
                    }, )?
                }
            }
        }

        impl crate::game_kit::question::Named for Question {
            fn name(&self) -> &'static str {
                Question::name(self)
            }
        }
    };
    (@kind always $wire:literal) => {
        $wire
    };
}
pub(crate) use questions;
