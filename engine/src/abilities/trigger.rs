//! The table of a game's triggers.

/// Declares what abilities wait for, one row for each trigger: its text, the verbs of the events that it
/// waits for, the function of `Hearing` that reads such an event with the text, and what else the game's
/// `Row` says of it. What a row leaves out is as in `Row::PLAIN`.
///
/// The game has `Verb` and `Heard` in scope, and besides the table `Row`, `Hearing` and `TriggerText`, what
/// the texts have in common.
#[macro_export]
macro_rules! triggers {
    ($(
        $(#[$doc:meta])*
        $name:ident($text:ty), [$($verb:ident)*], $hears:ident $(, $member:ident = $value:expr)*;
    )*) => {
        $crate::words! {
            @declare
            /// What an ability waits for.
            pub enum Trigger { $( $(#[$doc])* $name($text), )* }
        }

        impl Trigger {
            /// What is fixed for the trigger, whatever its text says.
            const fn row(&self) -> &'static Row {
                match self { $( Trigger::$name(_) => const {
                    &Row { listens: 0 $( | Verb::$verb.bit() )*, $( $member: $value, )* ..Row::PLAIN }
                }, )* }
            }

            /// The text of the trigger.
            fn text(&self) -> &dyn TriggerText {
                match self { $( Trigger::$name(text) => text, )* }
            }

            /// What an ability hears of an event whose verb the trigger waits for.
            fn read(&self, hearing: &Hearing<'_, '_>) -> Option<Heard> {
                match self { $( Trigger::$name(text) => hearing.$hears(text), )* }
            }
        }
    };
}
