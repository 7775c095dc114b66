//! Abilities in play: a head, which has what abilities of every kind can have, and a body, which has what one
//! kind has alone.

/// Declares the abilities of a game in play. A pool writes them in the form of an enum with one variant for
/// each kind; when it is read, the fields of a kind are moved into the head and the body.
///
/// A row is a kind: the variant of the written form with the names of its fields, those that are fields of
/// the head, fields of the head that have the same value in every ability of the kind (the head has its
/// default for the others), and the fields of the variant of the body. A last row `Kind is field` names a
/// kind that is a word for another ability: `plain` of its content is that ability, and the field of the head
/// keeps the content.
#[macro_export]
macro_rules! heads {
    (
        $(#[$meta:meta])* $name:ident of $written:ident, $head:ident;
        $(#[$body_meta:meta])* $body:ident {
            $(
                $(#[$doc:meta])*
                $kind:ident($($form:tt)*): [$($common:ident)*] $(, $fixed:ident = $value:expr)*
                $(, { $( $(#[$own_doc:meta])* $own:ident: $type:ty ),* })?;
            )*
        }
        $( $word:ident is $field:ident; )?
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name {
            /// What abilities of every kind can have.
            pub head: $head,
            /// What its kind has alone.
            pub body: $body,
        }

        $(#[$body_meta])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $body {
            $( $(#[$doc])* $kind { $($( $(#[$own_doc])* $own: $type ),*)? }, )*
        }

        impl From<$written> for $name {
            fn from(written: $written) -> Self {
                match written {
                    $( $written::$kind($($form)*) => $name {
                        head: $head { $($common,)* $($fixed: $value,)* ..$head::default() },
                        body: $body::$kind { $($($own),*)? },
                    }, )*
                    $( $written::$word(word) => {
                        let plain = $name::clone(&word.plain);
                        $name { head: $head { $field: Some(word), ..plain.head }, body: plain.body }
                    } )?
                }
            }
        }

        impl From<$name> for $written {
            fn from(ability: $name) -> Self {
                let $name { head, body } = ability;
                $( if let Some(word) = head.$field {
                    return $written::$word(word);
                } )?
                match body {
                    $( $body::$kind { $($($own),*)? } => {
                        let $head { $($common,)* .. } = head;
                        $written::$kind($($form)*)
                    } )*
                }
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $written::from(self.clone()).serialize(serializer)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                <$written as serde::Deserialize>::deserialize(deserializer).map($name::from)
            }
        }

        #[cfg(feature = "schemas")]
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                <$written as schemars::JsonSchema>::schema_name()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                <$written as schemars::JsonSchema>::json_schema(generator)
            }
        }
    };
}
