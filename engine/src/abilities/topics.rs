//! Topics: what effects are about, so that a question skips the effects that cannot answer it.

/// Declares the module of a game's topics, which are sets of bits. Each row takes the bits after those of the
/// row before: a topic is a set of one bit; a row `NAME[count]` keeps so many bits for the words of an enum,
/// from the bit `NAME` on. What is made of them follows in braces.
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
    (@rows $vis:vis $bits:ident, $at:expr; $name:ident[$count:expr], $($row:tt)*) => {
        const $name: u32 = $at;
        $crate::topics!(@rows $vis $bits, $name + $count; $($row)*);
    };
    (@rows $vis:vis $bits:ident, $at:expr; $(#[$doc:meta])* $name:ident, $($row:tt)*) => {
        $(#[$doc])*
        $vis const $name: $bits = 1 << ($at);
        $crate::topics!(@rows $vis $bits, $at + 1; $($row)*);
    };
}
