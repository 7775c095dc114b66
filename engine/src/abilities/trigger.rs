//! The table of a game's triggers.

use crate::kernel::Object;

/// What an ability hears of an event: the objects and the number to which its text can refer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Heard {
    /// The object that the event happened to.
    pub subject: Option<Object>,
    /// The other object of the event.
    pub other: Option<Object>,
    /// The number of the event; 0 in a game whose events have none.
    pub amount: i64,
}

/// Declares what abilities wait for, one row for each trigger: its text, the verbs of the events that it
/// waits for, the function of `Hearing` that reads such an event with the text, and what else the game's
/// `Row` says of it. What a row leaves out is as in `Row::PLAIN`.
///
/// The game has `Verb` and `Heard` in scope, and besides the table `Row`, `Hearing` and `TriggerText`, what
/// the texts have in common. Its `Trigger::listens` gives the events that a trigger waits for, as a set of
/// bits: those of its row, and those that its text adds.
///
/// The triggers are words of the ability language. A table that begins with `#[wire] pub enum Trigger;`
/// declares them as other data on the wire, where no word stands for its text; there a row can leave its text
/// out, which then is `()`.
#[macro_export]
macro_rules! triggers {
    (
        $(#[$meta:meta])*
        pub enum Trigger;
        $(
            $(#[$doc:meta])*
            $name:ident $(($text:ty))?, [$($verb:ident)*], $hears:ident $(, $member:ident = $value:expr)*;
        )*
    ) => {
        $(#[$meta])*
        pub enum Trigger { $( $(#[$doc])* $name $(($text))?, )* }

        impl Trigger {
            /// The word on the wire.
            pub fn word(&self) -> String {
                let name = match self { $( Trigger::$name { .. } => stringify!($name), )* };
                $crate::abilities::lint::snake(name)
            }
        }

        $crate::triggers! {
            @table $( $name $(($text))?, [$($verb)*], $hears $(, $member = $value)*; )*
        }
    };
    (
        @table
        $( $name:ident $(($text:ty))?, [$($verb:ident)*], $hears:ident $(, $member:ident = $value:expr)*; )*
    ) => {
        impl Trigger {
            /// What is fixed for the trigger, whatever its text says.
            const fn row(&self) -> &'static Row {
                match self { $( Trigger::$name { .. } => const {
                    &Row { listens: 0 $( | Verb::$verb.bit() )*, $( $member: $value, )* ..Row::PLAIN }
                }, )* }
            }

            /// The text of the trigger.
            fn text(&self) -> &dyn TriggerText {
                match self { $(
                    Trigger::$name $(($crate::triggers!(@bound $text, text)))? =>
                        $crate::triggers!(@text $($text)?, text),
                )* }
            }

            /// What an ability hears of an event with this bit. `hearing` reads the event for the ability, if
            /// abilities hear it at all; it is called only if the trigger listens to the bit.
            fn hear<'h, 'p: 'h>(
                &self,
                bit: u64,
                hearing: impl FnOnce(&'static Row) -> Option<Hearing<'h, 'p>>,
            ) -> Option<Heard> {
                let listens = self.listens() & bit != 0;
                self.read(&listens.then(|| hearing(self.row()))??)
            }

            /// What an ability hears of an event whose verb the trigger waits for.
            fn read(&self, hearing: &Hearing<'_, '_>) -> Option<Heard> {
                match self { $(
                    Trigger::$name $(($crate::triggers!(@bound $text, text)))? =>
                        hearing.$hears($crate::triggers!(@text $($text)?, text)),
                )* }
            }
        }
    };
    (@bound $text:ty, $bound:ident) => { $bound };
    (@text $text:ty, $bound:ident) => { $bound };
    (@text , $bound:ident) => { &() };
    ($(
        $(#[$doc:meta])*
        $name:ident($text:ty), [$($verb:ident)*], $hears:ident $(, $member:ident = $value:expr)*;
    )*) => {
        $crate::words! {
            @declare
            /// What an ability waits for.
            pub enum Trigger { $( $(#[$doc])* $name($text), )* }
        }

        $crate::triggers! {
            @table $( $name($text), [$($verb)*], $hears $(, $member = $value)*; )*
        }
    };
}

/// Leaves the description out of the schema of a text, which the trigger's stands for.
#[cfg(feature = "schemas")]
pub(crate) fn undescribed(schema: &mut schemars::Schema) {
    schema.remove("description");
}
