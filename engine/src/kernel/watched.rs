//! Parts of the state that know whether they were touched since they were looked at last, so that what
//! depends on nothing else is looked at only then.

use std::ops::{Deref, DerefMut};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::summary::Kept;

/// A value that notes when it is taken to be changed. The note is no part of the value: it counts neither for what
/// is equal nor for what is written down. `F` is what follows from the value alone: worked out when it is asked for, and kept until the value is
/// touched.
#[derive(Debug, Clone)]
pub struct Watched<T, F = ()> {
    value: T,
    touched: bool,
    follows: Kept<F>,
}

impl<T, F> Watched<T, F> {
    /// What follows from the value alone.
    #[inline]
    pub(super) fn follows(&self, work_out: impl FnOnce(&T) -> F) -> &F {
        self.follows.get(|| work_out(&self.value))
    }

    /// Whether it was taken to be changed since it was looked at.
    pub(super) const fn touched(&self) -> bool {
        self.touched
    }

    /// Notes that it was changed, or that it has been looked at.
    pub(super) const fn set_touched(&mut self, touched: bool) {
        self.touched = touched;
    }
}

impl<T, F> From<T> for Watched<T, F> {
    fn from(value: T) -> Watched<T, F> {
        Watched { value, touched: true, follows: Kept::default() }
    }
}

impl<T: Default, F> Default for Watched<T, F> {
    fn default() -> Watched<T, F> {
        Watched::from(T::default())
    }
}

impl<T, F> Deref for Watched<T, F> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T, F> DerefMut for Watched<T, F> {
    fn deref_mut(&mut self) -> &mut T {
        self.touched = true;
        self.follows.forget();
        &mut self.value
    }
}

impl<'a, T, F> IntoIterator for &'a Watched<T, F>
where
    &'a T: IntoIterator,
{
    type Item = <&'a T as IntoIterator>::Item;
    type IntoIter = <&'a T as IntoIterator>::IntoIter;

    fn into_iter(self) -> Self::IntoIter {
        (&self.value).into_iter()
    }
}

impl<T: PartialEq, F> PartialEq for Watched<T, F> {
    fn eq(&self, other: &Watched<T, F>) -> bool {
        self.value == other.value
    }
}

impl<T: Eq, F> Eq for Watched<T, F> {}

impl<T: PartialOrd, F> PartialOrd for Watched<T, F> {
    fn partial_cmp(&self, other: &Watched<T, F>) -> Option<std::cmp::Ordering> {
        self.value.partial_cmp(&other.value)
    }
}

impl<T: Ord, F> Ord for Watched<T, F> {
    fn cmp(&self, other: &Watched<T, F>) -> std::cmp::Ordering {
        self.value.cmp(&other.value)
    }
}

impl<T: std::hash::Hash, F> std::hash::Hash for Watched<T, F> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.value.hash(state);
    }
}

impl<T: Serialize, F> Serialize for Watched<T, F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>, F> Deserialize<'de> for Watched<T, F> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Watched<T, F>, D::Error> {
        T::deserialize(deserializer).map(Watched::from)
    }
}
