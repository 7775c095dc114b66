//! The parts of words: how the fields of a word are linted, whether both players see its cards, and which
//! cards later sentences mean follow from the declaration of the fields.

pub use rules_judge_derive::Part as DerivePart;

use super::spelling::Spelling;
use super::{Amount, Cards, Language, Lint, Select};
use crate::kernel::Spelled;

/// A word, or a field of one. The derive of this name (`#[wire(Part<Game>)]`) visits each field.
pub trait Part<L: Language> {
    /// Lints its own parts, each at its key. What a word reports besides is in the `lint` of its own trait,
    /// which the enum of words calls; a field that holds such a word by its own type leaves that out.
    fn lint_part(&self, lint: &mut Lint<'_, L>);

    /// Lints it at the key that it has in its word.
    fn lint_at(&self, key: &str, lint: &mut Lint<'_, L>) {
        lint.inside(key, |lint| self.lint_part(lint));
    }

    /// Lints a list at the key that it has in its word.
    fn lint_list_at(list: &[Self], key: &str, lint: &mut Lint<'_, L>)
    where
        Self: Sized,
    {
        lint.inside(key, |lint| lint_items(list, lint));
    }

    /// Whether both players see the cards that the direct parts mean, or the candidates.
    fn is_open_part(&self) -> bool {
        true
    }

    /// The cards to which later sentences refer.
    fn selects(&self) -> Option<&Select<L>> {
        None
    }
}

/// Lints the items of a list, each at its index.
fn lint_items<L: Language, T: Part<L>>(list: &[T], lint: &mut Lint<'_, L>) {
    for (index, item) in list.iter().enumerate() {
        item.lint_at(&index.to_string(), lint);
    }
}

/// What has no parts.
macro_rules! plain {
    ($($type:ty),*) => { $( impl<L: Language> Part<L> for $type { plain!(@); } )* };
    (@) => {
        fn lint_part(&self, _: &mut Lint<'_, L>) {}
        fn lint_at(&self, _: &str, _: &mut Lint<'_, L>) {}
        fn lint_list_at(_: &[Self], _: &str, _: &mut Lint<'_, L>) {}
    };
}

plain!(bool, u8, u16, u32, u64, usize, i8, i16, i32, i64, String, Spelling);

/// A word of an enum of words.
impl<L: Language, T: Spelled> Part<L> for T {
    plain!(@);
}

impl<L: Language, T: Part<L>> Part<L> for Option<T> {
    fn lint_part(&self, lint: &mut Lint<'_, L>) {
        if let Some(part) = self {
            part.lint_part(lint);
        }
    }

    fn lint_at(&self, key: &str, lint: &mut Lint<'_, L>) {
        if let Some(part) = self {
            part.lint_at(key, lint);
        }
    }

    fn is_open_part(&self) -> bool {
        self.as_ref().is_none_or(T::is_open_part)
    }

    fn selects(&self) -> Option<&Select<L>> {
        self.as_ref().and_then(T::selects)
    }
}

impl<L: Language, T: Part<L>> Part<L> for Vec<T> {
    fn lint_part(&self, lint: &mut Lint<'_, L>) {
        lint_items(self, lint);
    }

    fn lint_at(&self, key: &str, lint: &mut Lint<'_, L>) {
        T::lint_list_at(self, key, lint);
    }

    fn is_open_part(&self) -> bool {
        self.iter().all(T::is_open_part)
    }
}

impl<L: Language> Part<L> for Amount<L> {
    fn lint_part(&self, lint: &mut Lint<'_, L>) {
        self.lint(lint);
    }
}

impl<L: Language> Part<L> for Select<L> {
    fn lint_part(&self, lint: &mut Lint<'_, L>) {
        self.lint(lint);
    }

    fn is_open_part(&self) -> bool {
        self.is_open()
    }

    fn selects(&self) -> Option<&Select<L>> {
        Some(self)
    }
}

impl<L: Language> Part<L> for Cards<L> {
    fn lint_part(&self, lint: &mut Lint<'_, L>) {
        self.lint(lint);
    }
}
