//! The declaration of a game's vocabulary.

/// Declares one class of words of one game: the enum on the wire (externally tagged, snake case),
/// and the dispatch of the class's trait to the word's own type. A word's parameters are the
/// fields of its type, which also says what it means.
#[macro_export]
macro_rules! words {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident: Effect<$language:ty> {
            $( $(#[$word_meta:meta])* $word:ident($payload:ty), )*
        }
    ) => {
        $crate::words!(@declare $(#[$meta])* $vis enum $name { $( $(#[$word_meta])* $word($payload), )* });

        impl $crate::card::EffectWord<$language> for $name {
            fn lint(&self, lint: &mut $crate::card::Lint<'_, $language>) {
                match self { $( Self::$word(word) => {
                    lint.inside($crate::card::lint::snake(stringify!($word)), |lint| {
                        $crate::card::EffectWord::<$language>::lint(word, lint);
                    });
                } )* }
            }
            fn run(
                &self,
                run: &mut $crate::card::Run<'_, '_, $language>,
            ) -> Result<$crate::card::Next, $crate::card::Pause> {
                match self { $( Self::$word(word) => $crate::card::EffectWord::<$language>::run(word, run), )* }
            }
            fn is_feasible(
                &self,
                game: &$crate::kernel::Match<'_, $language>,
                scene: &$crate::card::Scene<'_>,
            ) -> bool {
                match self { $( Self::$word(word) =>
                    $crate::card::EffectWord::<$language>::is_feasible(word, game, scene), )* }
            }
            fn is_open(&self) -> bool {
                match self { $( Self::$word(word) =>
                    $crate::card::EffectWord::<$language>::is_open(word), )* }
            }
            fn only_chooses(&self) -> bool {
                match self { $( Self::$word(word) =>
                    $crate::card::EffectWord::<$language>::only_chooses(word), )* }
            }
            fn selection(&self) -> Option<$crate::card::Select<$language>> {
                match self { $( Self::$word(word) =>
                    $crate::card::EffectWord::<$language>::selection(word), )* }
            }
            fn supposes(
                &self,
                game: &$crate::kernel::Match<'_, $language>,
                scene: &$crate::card::Scene<'_>,
                bound: &mut $crate::card::Bound,
            ) {
                match self { $( Self::$word(word) =>
                    $crate::card::EffectWord::<$language>::supposes(word, game, scene, bound), )* }
            }
            fn supposes_one(&self, bound: &mut $crate::card::Bound, nth: usize) -> bool {
                match self { $( Self::$word(word) =>
                    $crate::card::EffectWord::<$language>::supposes_one(word, bound, nth), )* }
            }
            fn comes_again(&self) -> bool {
                match self { $( Self::$word(word) =>
                    $crate::card::EffectWord::<$language>::comes_again(word), )* }
            }
            fn branch(&self, number: u8) -> &[$name] {
                match self { $( Self::$word(word) =>
                    $crate::card::EffectWord::<$language>::branch(word, number), )* }
            }
        }
    };
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident: Condition<$language:ty> {
            $( $(#[$word_meta:meta])* $word:ident($payload:ty), )*
        }
    ) => {
        $crate::words!(@declare $(#[$meta])* $vis enum $name { $( $(#[$word_meta])* $word($payload), )* });

        impl $crate::card::ConditionWord<$language> for $name {
            fn lint(&self, lint: &mut $crate::card::Lint<'_, $language>) {
                match self { $( Self::$word(word) => {
                    lint.inside($crate::card::lint::snake(stringify!($word)), |lint| {
                        $crate::card::ConditionWord::<$language>::lint(word, lint);
                    });
                } )* }
            }
            fn holds(
                &self,
                game: &$crate::kernel::Match<'_, $language>,
                scene: &$crate::card::Scene<'_>,
            ) -> bool {
                game.look() && match self { $( Self::$word(word) => word.holds(game, scene), )* }
            }
        }
    };
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident: Filter<$language:ty> {
            $( $(#[$word_meta:meta])* $word:ident($payload:ty), )*
        }
    ) => {
        $crate::words!(@declare $(#[$meta])* $vis enum $name { $( $(#[$word_meta])* $word($payload), )* });

        impl $crate::card::FilterWord<$language> for $name {
            fn lint(&self, lint: &mut $crate::card::Lint<'_, $language>) {
                match self { $( Self::$word(word) => {
                    lint.inside($crate::card::lint::snake(stringify!($word)), |lint| {
                        $crate::card::FilterWord::<$language>::lint(word, lint);
                    });
                } )* }
            }
            fn fits(
                &self,
                game: &$crate::kernel::Match<'_, $language>,
                scene: &$crate::card::Scene<'_>,
                card: $crate::kernel::CardId,
            ) -> bool {
                game.look() && match self { $( Self::$word(word) => word.fits(game, scene, card), )* }
            }
            fn fits_object(
                &self,
                game: &$crate::kernel::Match<'_, $language>,
                scene: &$crate::card::Scene<'_>,
                object: $crate::kernel::Object,
            ) -> bool {
                game.look() && match self { $( Self::$word(word) => word.fits_object(game, scene, object), )* }
            }
            fn rule(&self) -> $crate::verdict::Cite {
                match self { $( Self::$word(word) => $crate::card::FilterWord::<$language>::rule(word), )* }
            }
            fn also(&self) -> &'static [$crate::verdict::Cite] {
                match self { $( Self::$word(word) => $crate::card::FilterWord::<$language>::also(word), )* }
            }
        }
    };
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident: Quantity<$language:ty> {
            $( $(#[$word_meta:meta])* $word:ident($payload:ty), )*
        }
    ) => {
        $crate::words!(@declare $(#[$meta])* $vis enum $name { $( $(#[$word_meta])* $word($payload), )* });

        impl $crate::card::QuantityWord<$language> for $name {
            fn lint(&self, lint: &mut $crate::card::Lint<'_, $language>) {
                match self { $( Self::$word(word) => {
                    lint.inside($crate::card::lint::snake(stringify!($word)), |lint| {
                        $crate::card::QuantityWord::<$language>::lint(word, lint);
                    });
                } )* }
            }
            fn value(
                &self,
                game: &$crate::kernel::Match<'_, $language>,
                scene: &$crate::card::Scene<'_>,
            ) -> i64 {
                if !game.look() {
                    return 0;
                }
                match self { $( Self::$word(word) => word.value(game, scene), )* }
            }
            fn range(
                &self,
                game: &$crate::kernel::Match<'_, $language>,
                scene: &$crate::card::Scene<'_>,
            ) -> Option<(i64, i64)> {
                match self { $( Self::$word(word) =>
                    $crate::card::QuantityWord::<$language>::range(word, game, scene), )* }
            }
            fn is_missing(
                &self,
                game: &$crate::kernel::Match<'_, $language>,
                scene: &$crate::card::Scene<'_>,
            ) -> bool {
                match self { $( Self::$word(word) =>
                    $crate::card::QuantityWord::<$language>::is_missing(word, game, scene), )* }
            }
        }
    };
    (@declare $(#[$meta:meta])* $vis:vis enum $name:ident {
        $( $(#[$word_meta:meta])* $word:ident($payload:ty), )*
    }) => {
        $(#[$meta])*
        #[derive(
            Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash,
            serde::Serialize, serde::Deserialize, schemars::JsonSchema,
        )]
        #[serde(rename_all = "snake_case", deny_unknown_fields)]
        $vis enum $name { $( $(#[$word_meta])* $word($payload), )* }

        impl $name {
            /// Every word of this class, as it stands on the wire.
            pub fn words() -> Vec<String> {
                vec![ $( $crate::card::lint::snake(stringify!($word)), )* ]
            }

            /// The word on the wire.
            pub fn word(&self) -> String {
                match self { $( Self::$word(_) => $crate::card::lint::snake(stringify!($word)), )* }
            }
        }
    };
}

/// Declares a word with fields: the type on the wire.
#[macro_export]
macro_rules! word {
    ($(#[$meta:meta])* $name:ident { $( $(#[$field_meta:meta])* $field:ident: $type:ty, )* }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name { $( $(#[$field_meta])* pub $field: $type, )* }
    };
}

/// Declares a number that is counted for each seat of a side, on the wire the name of the side.
#[macro_export]
macro_rules! counted {
    ($language:ty: $( $(#[$meta:meta])* $name:ident, |$game:ident, $seat:ident| $count:expr; )*) => { $(
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(transparent)]
        pub struct $name(pub $crate::card::Side);

        impl $crate::card::QuantityWord<$language> for $name {
            fn value(
                &self,
                $game: &$crate::kernel::Match<'_, $language>,
                scene: &$crate::card::Scene<'_>,
            ) -> i64 {
                self.0.seats(scene.seat).iter().map(|&$seat| $count as i64).sum()
            }
        }
    )* };
}

/// Declares a property of cards with a value: the type on the wire, the rule by which it keeps cards
/// out, and what fits it.
#[macro_export]
macro_rules! property {
    // Each value of a list is spent: there may be many to compare with.
    ($language:ty: $(#[$meta:meta])* $name:ident(Vec<$inner:ty>), $rule:expr, |$self:ident, $game:ident, $scene:ident, $card:ident| $fits:expr $(, lint |$lself:ident, $lint:ident| $lint_body:expr)?) => {
        $crate::property!(@declare $language: $(#[$meta])* $name(Vec<$inner>), $rule, |$self, $game, $scene, $card| $game.spend($self.0.len()) && $fits $(, lint |$lself, $lint| $lint_body)?);
    };
    ($language:ty: $(#[$meta:meta])* $name:ident($inner:ty), $rule:expr, |$self:ident, $game:ident, $scene:ident, $card:ident| $fits:expr $(, lint |$lself:ident, $lint:ident| $lint_body:expr)?) => {
        $crate::property!(@declare $language: $(#[$meta])* $name($inner), $rule, |$self, $game, $scene, $card| $fits $(, lint |$lself, $lint| $lint_body)?);
    };
    (@declare $language:ty: $(#[$meta:meta])* $name:ident($inner:ty), $rule:expr, |$self:ident, $game:ident, $scene:ident, $card:ident| $fits:expr $(, lint |$lself:ident, $lint:ident| $lint_body:expr)?) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(transparent)]
        pub struct $name(pub $inner);

        impl $crate::card::FilterWord<$language> for $name {
            $(fn lint(&self, $lint: &mut $crate::card::Lint<'_, $language>) { let $lself = self; $lint_body })?

            #[allow(unused_variables)]
            fn fits(
                &self,
                $game: &$crate::kernel::Match<'_, $language>,
                $scene: &$crate::card::Scene<'_>,
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
