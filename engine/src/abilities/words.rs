//! The macros that declare a game's vocabulary.

/// Declares one class of words of one game: the enum on the wire (externally tagged, snake case; a word
/// without parameters is a plain string), which asks the word that it holds as the trait of the class says
/// ([`class`](crate::abilities::class)). The fields of a type are the word's parameters; its comment
/// describes the word.
///
/// A property whose row ends with `may_change` is one that a card that stays where it is may get or lose; of
/// the others their types say so ([`FilterWord::may_change`](crate::abilities::FilterWord::may_change)).
#[macro_export]
macro_rules! words {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident: $class:ident<$language:ty> {
            $( $(#[$word_meta:meta])* $word:ident($payload:ty) $($in_row:ident)?, )*
        }
    ) => {
        $crate::words!(@declare $(#[$meta])* $vis enum $name { $( $(#[$word_meta])* $word($payload), )* });

        $crate::abilities::class::$class! { $name, $language; $( $word $(= $in_row)?, )* }
    };
    (@declare $(#[$meta:meta])* $vis:vis enum $name:ident {
        $( $(#[$word_meta:meta])* $word:ident($payload:ty), )*
    }) => {
        $(#[$meta])*
        #[derive(
            Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash,
            serde::Serialize, serde::Deserialize, crate::schema::JsonSchema,
        )]
        #[serde(rename_all = "snake_case", deny_unknown_fields, remote = "Self")]
        #[schemars(transform = Self::or_alone)]
        $vis enum $name { $( $(#[$word_meta])* $word($payload), )* }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let has_parameters = match self { $( Self::$word(_) => size_of::<$payload>() > 0, )* };
                match has_parameters {
                    true => $name::serialize(self, serializer),
                    false => serializer.serialize_str(&self.word()),
                }
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Visitor;

                impl<'de> serde::de::Visitor<'de> for Visitor {
                    type Value = $name;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        formatter.write_str("a word")
                    }

                    fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<$name, E> {
                        $crate::tree::read_word(word, self)
                    }

                    fn visit_map<A: serde::de::MapAccess<'de>>(self, map: A) -> Result<$name, A::Error> {
                        $name::deserialize(serde::de::value::MapAccessDeserializer::new(map))
                    }
                }

                deserializer.deserialize_any(Visitor)
            }
        }

        impl $name {
            /// Adds the words without parameters to what a schema allows.
            #[cfg(feature = "schemas")]
            fn or_alone(schema: &mut schemars::Schema) {
                let mut alone: Vec<String> = Vec::new();
                $( if size_of::<$payload>() == 0 {
                    alone.push($crate::abilities::lint::snake(stringify!($word)));
                } )*
                let forms = schema.get_mut("oneOf").and_then(|forms| forms.as_array_mut());
                if let Some(forms) = forms.filter(|_| !alone.is_empty()) {
                    forms.push(schemars::json_schema!({ "type": "string", "enum": alone }).to_value());
                }
            }

            /// The words of this class on the wire.
            pub fn words() -> Vec<String> {
                const NAMES: &[&str] = &[ $( stringify!($word), )* ];
                NAMES.iter().copied().map($crate::abilities::lint::snake).collect()
            }

            /// The word on the wire.
            pub fn word(&self) -> String {
                $crate::abilities::lint::snake(match self { $( Self::$word(_) => stringify!($word), )* })
            }
        }
    };
}

/// Declares a number that is counted for each seat of a side; on the wire it is the name of the side.
#[macro_export]
macro_rules! counted {
    ($language:ty: $( $(#[$meta:meta])* $name:ident, |$game:ident, $seat:ident| $count:expr; )*) => { $(
        $(#[$meta])*
        #[$crate::kernel::wire(Part<$language>)]
        pub struct $name(pub $crate::abilities::Side);

        impl $crate::abilities::QuantityWord<$language> for $name {
            fn value(
                &self,
                $game: &$crate::kernel::Match<'_, $language>,
                scene: &$crate::abilities::Scene<'_>,
            ) -> i64 {
                self.0.seats(scene.seat).iter().map(|&$seat| $count as i64).sum()
            }
        }
    )* };
}

/// Declares what a game counts during a turn, as quantities of texts: each with the counter of the facts that
/// it reads.
#[macro_export]
macro_rules! happened_this_turn {
    (
        $(#[$meta:meta])* $language:ty:
        $( $(#[$doc:meta])* $what:ident = $counted:ident, )*
    ) => {
        $(#[$meta])*
        #[$crate::kernel::wire(Copy, Part<$language>)]
        pub struct HappenedThisTurn {
            /// To or by whom.
            #[optional]
            pub of: $crate::abilities::Side,
            /// What.
            pub what: Remembered,
        }

        /// What is remembered of a turn.
        #[$crate::kernel::wire(Copy)]
        pub enum Remembered { $( $(#[$doc])* $what, )* }

        impl $crate::abilities::QuantityWord<$language> for HappenedThisTurn {
            fn value(
                &self,
                game: &$crate::kernel::Match<'_, $language>,
                scene: &$crate::abilities::Scene<'_>,
            ) -> i64 {
                let of = |seat: &$crate::kernel::Seat| {
                    let turn = game.state.facts.this_turn.get(*seat);
                    i64::from(match self.what { $( Remembered::$what => turn.$counted, )* })
                };
                self.of.seats(scene.seat).iter().map(of).sum()
            }
        }
    };
}

/// Declares a property of cards that has a value: the type on the wire, the rule that refuses a card, and the
/// test.
#[macro_export]
macro_rules! property {
    // Each value of a list costs a look: a text may have many of them.
    (
        $language:ty: $(#[$meta:meta])* $name:ident(Vec<$inner:ty>), $rule:expr,
        |$self:ident, $game:ident, $scene:ident, $card:ident| $fits:expr
        $(, lint |$lself:ident, $lint:ident| $lint_body:expr)?
    ) => {
        $crate::property!(
            @declare $language: $(#[$meta])* $name(Vec<$inner>), $rule,
            |$self, $game, $scene, $card| $game.spend($self.0.len()) && $fits
            $(, lint |$lself, $lint| $lint_body)?
        );
    };
    (
        $language:ty: $(#[$meta:meta])* $name:ident($inner:ty), $rule:expr,
        |$self:ident, $game:ident, $scene:ident, $card:ident| $fits:expr
        $(, lint |$lself:ident, $lint:ident| $lint_body:expr)?
    ) => {
        $crate::property!(
            @declare $language: $(#[$meta])* $name($inner), $rule,
            |$self, $game, $scene, $card| $fits
            $(, lint |$lself, $lint| $lint_body)?
        );
    };
    (
        @declare $language:ty: $(#[$meta:meta])* $name:ident($inner:ty), $rule:expr,
        |$self:ident, $game:ident, $scene:ident, $card:ident| $fits:expr
        $(, lint |$lself:ident, $lint:ident| $lint_body:expr)?
    ) => {
        $(#[$meta])*
        #[$crate::kernel::wire(Part<$language>)]
        pub struct $name(#[part(plain)] pub $inner);

        impl $crate::abilities::FilterWord<$language> for $name {
            $(
                fn lint(&self, $lint: &mut $crate::abilities::Lint<'_, $language>) {
                    let $lself = self;
                    $lint_body
                }
            )?

            #[allow(unused_variables)]
            fn fits(
                &self,
                $game: &$crate::kernel::Match<'_, $language>,
                $scene: &$crate::abilities::Scene<'_>,
                $card: $crate::kernel::CardId,
            ) -> bool {
                let $self = self;
                $fits
            }

            fn rule(&self) -> $crate::verdict::Cite {
                $rule
            }
        }
    };
}

/// Implements a word that acts on the cards of its selection `what`: its linter, when it is offered, and what
/// later sentences refer to.
#[macro_export]
macro_rules! by_selection {
    ($language:ty: |$word:ident, $game:ident, $scene:ident, $object:ident| $can:expr
        $(, lint |$this:ident, $lint:ident| $more:expr)?) => {
        $(fn lint(&self, lint: &mut $crate::abilities::Lint<'_, $language>) {
            $crate::abilities::Part::<$language>::lint_part(self, lint);
            let ($this, $lint) = (self, lint);
            $more;
        })?

        #[allow(unused_variables)]
        fn can_do_some(
            &self,
            $game: &$crate::kernel::Match<'_, $language>,
            $scene: &$crate::abilities::Scene<'_>,
        ) -> bool {
            let $word = self;
            $crate::abilities::can_any($game, $scene, &self.what, |$object| $can)
        }

        #[allow(unused_variables)]
        fn can_do_all(
            &self,
            $game: &$crate::kernel::Match<'_, $language>,
            $scene: &$crate::abilities::Scene<'_>,
        ) -> bool {
            let $word = self;
            $crate::abilities::can_all($game, $scene, &self.what, |$object| $can)
        }
    };
}

/// Declares the type of a word: with the given fields, or as an object without any.
#[macro_export]
macro_rules! word_type {
    ($(#[$meta:meta])* $name:ident { }) => {
        $(#[$meta])*
        #[$crate::kernel::wire]
        pub struct $name {}
    };
    ($(#[$meta:meta])* $name:ident { $inner:ty }) => {
        $(#[$meta])*
        #[$crate::kernel::wire]
        pub struct $name(pub $inner);
    };
}

/// Declares properties of objects, tested on the present card or, after it has left, on its memory. The
/// linter requires the reference `at` wherever one of them is used.
#[macro_export]
macro_rules! properties_of_objects {
    ($language:ty, $rule:expr, at $place:expr;
        $( $(#[$meta:meta])* $name:ident { $($inner:ty)? },
        |$this:ident, $game:ident, $scene:ident, $object:ident| $fits:expr
        $(, lint |$lthis:ident, $lint:ident| $lint_body:expr)?; )*
    ) => { $(
        $crate::word_type! { $(#[$meta])* $name { $($inner)? } }

        impl $crate::abilities::Part<$language> for $name {
            fn lint_part(&self, _: &mut $crate::abilities::Lint<'_, $language>) {}
        }

        impl $crate::abilities::FilterWord<$language> for $name {
            fn lint(&self, lint: &mut $crate::abilities::Lint<'_, $language>) {
                $place(lint);
                $( let ($lthis, $lint) = (self, lint); $lint_body; )?
            }

            fn fits(
                &self,
                game: &$crate::kernel::Match<'_, $language>,
                scene: &$crate::abilities::Scene<'_>,
                card: $crate::kernel::CardId,
            ) -> bool {
                self.fits_object(game, scene, game.state.table.object(card))
            }

            #[allow(unused_variables)]
            fn fits_object(
                &self,
                $game: &$crate::kernel::Match<'_, $language>,
                $scene: &$crate::abilities::Scene<'_>,
                $object: $crate::kernel::Object,
            ) -> bool {
                let $this = self;
                $fits
            }

            fn rule(&self) -> $crate::verdict::Cite {
                $rule
            }
        }
    )* };
}

/// Declares actions on one card after the other: the test of a card, and the act. With a verb, the
/// interpreter looks up afterwards whether it happened.
#[macro_export]
macro_rules! card_actions {
    ($language:ty: $(
        $(#[$meta:meta])* $name:ident $(: $verb:expr)?,
        can |$see:ident, $scene:ident, $seen:ident| $can:expr,
        |$game:ident, $actor:ident, $object:ident| $act:expr
        $(, { $($more:tt)* })?;
    )*) => { $(
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name;

        impl $crate::abilities::CardAction<$language> for $name {
            $(const VERB: Option<<$language as $crate::kernel::Game>::Verb> = Some($verb);)?

            #[allow(unused_variables)]
            fn can(
                $see: &$crate::kernel::Match<'_, $language>,
                $scene: &$crate::abilities::Scene<'_>,
                $seen: $crate::kernel::Object,
            ) -> bool {
                $can
            }

            #[allow(unused_variables)]
            fn act(
                $game: &mut $crate::kernel::Match<'_, $language>,
                $actor: $crate::abilities::Actor,
                $object: $crate::kernel::Object,
            ) -> bool {
                $act
            }

            $($($more)*)?
        }
    )* };
}

/// Declares an enum whose words may have parameters, the enum of their names, and sets of such names.
#[macro_export]
macro_rules! named {
    (
        $(#[$meta:meta])* enum $word:ident;
        $(#[$name_meta:meta])* names $name:ident, sets $set:ident;
        $( $(#[$doc:meta])* $variant:ident $(($inner:ty))?, )*
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "snake_case", deny_unknown_fields)]
        pub enum $word { $( $(#[$doc])* $variant $(($inner))?, )* }

        $(#[$name_meta])*
        #[$crate::kernel::wire(Copy, MapCards)]
        pub enum $name { $( $(#[$doc])* $variant, )* }

        impl $word {
            /// The name without parameters.
            pub const fn name(&self) -> $name {
                match self { $( Self::$variant { .. } => $name::$variant, )* }
            }
        }

        impl $crate::abilities::topics::Topical for $word {
            fn topics(&self) -> u64 {
                $crate::abilities::topics::Topical::topics(&self.name())
            }
        }

        /// A set of names.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, MapCards)]
        pub struct $set(u32);

        impl $crate::kernel::Union for $set {
            const NONE: Self = $set(0);

            fn union(self, other: Self) -> Self {
                self.or(other)
            }
        }

        impl $set {
            /// The number of names.
            pub const COUNT: u32 = [$( $name::$variant, )*].len() as u32;
            /// The empty set.
            pub const NONE: $set = $set(0);
            /// The set of all names.
            pub const ALL: $set = $set((1 << Self::COUNT) - 1);

            /// The set of these names.
            pub const fn of(names: &[$name]) -> $set {
                let (mut set, mut rest) = (0, names);
                while let [name, more @ ..] = rest {
                    set |= 1 << *name as u32;
                    rest = more;
                }
                $set(set)
            }

            /// Whether the set has this name.
            pub const fn has(self, name: $name) -> bool {
                self.0 & (1 << name as u32) != 0
            }

            /// Whether the set is empty.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// The intersection.
            #[must_use]
            pub const fn and(self, other: $set) -> $set {
                $set(self.0 & other.0)
            }

            /// The union.
            #[must_use]
            pub const fn or(self, other: $set) -> $set {
                $set(self.0 | other.0)
            }

            /// The difference.
            #[must_use]
            pub const fn without(self, other: $set) -> $set {
                $set(self.0 & !other.0)
            }

            /// One bit for each name, the first name lowest.
            pub const fn bits(self) -> u32 {
                self.0
            }
        }
    };
}
