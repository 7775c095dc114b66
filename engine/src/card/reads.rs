//! What a word looks at, so that nobody asks again before that was touched.

use crate::kernel::Places;

/// What makes a condition true or not, a number large or small, or a property there or not. Of a property: besides
/// what a touch of the place of the card that it is asked of tells, as where in it that card lies, what lies under it
/// and which side is up. Who asks a property says that place himself, as a source of cards does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reads {
    /// The table alone, and of it these places.
    Table(Places),
    /// More than the table, or it is not known.
    Anything,
}

impl Reads {
    /// Nothing that may change.
    pub const NOTHING: Reads = Reads::Table(Places::NONE);
    /// What lies where and how, and nothing else.
    pub const TABLE: Reads = Reads::Table(Places::ALL);

    /// What both look at.
    #[must_use]
    pub const fn or(self, other: Reads) -> Reads {
        match (self, other) {
            (Reads::Table(one), Reads::Table(other)) => Reads::Table(one.or(other)),
            _ => Reads::Anything,
        }
    }

    /// What all of them look at.
    pub fn all(each: impl Iterator<Item = Reads>) -> Reads {
        each.fold(Reads::NOTHING, Reads::or)
    }

    /// Whether only what lies where and how counts: then nothing becomes of it until the table is touched.
    pub const fn follows_table(self) -> bool {
        matches!(self, Reads::Table(_))
    }
}
