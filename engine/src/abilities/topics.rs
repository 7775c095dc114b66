//! Topics: what effects are about, so that a question skips the effects that cannot answer it. A topic is a
//! bit. Whatever has topics says them where it is declared.

pub use rules_judge_derive::Topical;

/// What has topics. The derive of this name takes them from the declaration: `#[topics(…)]` on a type or a
/// variant gives them; a variant without it has those of its only field.
pub trait Topical {
    /// Its topics, as bits.
    fn topics(&self) -> u64;
}

impl<T: Topical> Topical for Box<T> {
    fn topics(&self) -> u64 {
        T::topics(self)
    }
}

/// The topics of kinds of changes that have one topic each, whatever they say; 0: the game lacks the kind.
#[derive(Debug, Clone, Copy)]
pub struct Topics {
    /// Abilities that cards get.
    pub abilities: u64,
    /// Types that cards get.
    pub types: u64,
    /// Names that cards get.
    pub names: u64,
    /// All prohibitions.
    pub forbids: u64,
    /// Permissions.
    pub allows: u64,
}

/// Declares the module of a game's topics, which are sets of bits. Each row takes the bits after those of the
/// row before:
///
/// - `NAME,` is a topic of one bit;
/// - `NAME[Words],` has one bit for each word of the enum `Words`, which becomes [`Topical`]; `NAME` is the
///   set of them all;
/// - `NAME[Words] of,` has them, too, and `of` gives the bit of a word.
///
/// What is made of them follows in braces.
#[macro_export]
macro_rules! topics {
    ($(#[$meta:meta])* $vis:vis mod $module:ident: $bits:ident; { $($row:tt)* } { $($made:item)* }) => {
        $(#[$meta])*
        $vis mod $module {
            $crate::topics!(@rows $vis $bits, 0; $($row)*);
            $($made)*
        }
    };
    (@rows $vis:vis $bits:ident, $at:expr;) => {
        const _: () = assert!($at <= $bits::BITS, "there are more topics than bits");
    };
    (@rows $vis:vis $bits:ident, $at:expr; $(#[$doc:meta])* $name:ident[$words:ty], $($row:tt)*) => {
        $crate::topics!(@words $vis $bits, $at; $(#[$doc])* $name[$words]);

        impl $crate::abilities::topics::Topical for $words {
            fn topics(&self) -> u64 {
                1 << ($name.trailing_zeros() + *self as u32)
            }
        }

        $crate::topics!(@rows $vis $bits, $at + <$words as $crate::kernel::Spelled>::COUNT; $($row)*);
    };
    (
        @rows $vis:vis $bits:ident, $at:expr;
        $(#[$doc:meta])* $name:ident[$words:ty] $of:ident, $($row:tt)*
    ) => {
        $crate::topics!(@words $vis $bits, $at; $(#[$doc])* $name[$words]);

        $(#[$doc])*
        $vis const fn $of(word: $words) -> $bits {
            1 << ($name.trailing_zeros() + word as u32)
        }

        $crate::topics!(@rows $vis $bits, $at + <$words as $crate::kernel::Spelled>::COUNT; $($row)*);
    };
    (@rows $vis:vis $bits:ident, $at:expr; $(#[$doc:meta])* $name:ident, $($row:tt)*) => {
        $(#[$doc])*
        $vis const $name: $bits = 1 << ($at);
        $crate::topics!(@rows $vis $bits, $at + 1; $($row)*);
    };
    (@words $vis:vis $bits:ident, $at:expr; $(#[$doc:meta])* $name:ident[$words:ty]) => {
        $(#[$doc])*
        $vis const $name: $bits =
            ($bits::MAX >> ($bits::BITS - <$words as $crate::kernel::Spelled>::COUNT)) << ($at);
    };
}
