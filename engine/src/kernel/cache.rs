//! What is cached until what it follows from changes, and parts of the state that note whether they were
//! changed since they were checked.

use std::cell::OnceCell;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A value that notes when it is changed. The note is no part of the value: it counts neither for equality
/// nor for what is written down. `F` follows from the value alone: it is computed on demand, and cached until
/// the value is changed.
#[derive(Debug, Clone)]
pub struct Tracked<T, F = ()> {
    value: T,
    touched: bool,
    derived: Cached<F>,
}

impl<T, F> Tracked<T, F> {
    /// What follows from the value alone.
    #[inline]
    pub(super) fn derived(&self, compute: impl FnOnce(&T) -> F) -> &F {
        self.derived.get(|| compute(&self.value))
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

impl<T, F> From<T> for Tracked<T, F> {
    fn from(value: T) -> Tracked<T, F> {
        Tracked { value, touched: true, derived: Cached::default() }
    }
}

impl<T: Default, F> Default for Tracked<T, F> {
    fn default() -> Tracked<T, F> {
        Tracked::from(T::default())
    }
}

impl<T, F> Deref for Tracked<T, F> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T, F> DerefMut for Tracked<T, F> {
    fn deref_mut(&mut self) -> &mut T {
        self.touched = true;
        self.derived.forget();
        &mut self.value
    }
}

impl<'a, T, F> IntoIterator for &'a Tracked<T, F>
where
    &'a T: IntoIterator,
{
    type Item = <&'a T as IntoIterator>::Item;
    type IntoIter = <&'a T as IntoIterator>::IntoIter;

    fn into_iter(self) -> Self::IntoIter {
        (&self.value).into_iter()
    }
}

impl<T: PartialEq, F> PartialEq for Tracked<T, F> {
    fn eq(&self, other: &Tracked<T, F>) -> bool {
        self.value == other.value
    }
}

impl<T: Eq, F> Eq for Tracked<T, F> {}

impl<T: PartialOrd, F> PartialOrd for Tracked<T, F> {
    fn partial_cmp(&self, other: &Tracked<T, F>) -> Option<std::cmp::Ordering> {
        self.value.partial_cmp(&other.value)
    }
}

impl<T: Ord, F> Ord for Tracked<T, F> {
    fn cmp(&self, other: &Tracked<T, F>) -> std::cmp::Ordering {
        self.value.cmp(&other.value)
    }
}

impl<T: std::hash::Hash, F> std::hash::Hash for Tracked<T, F> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.value.hash(state);
    }
}

impl<T: Serialize, F> Serialize for Tracked<T, F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>, F> Deserialize<'de> for Tracked<T, F> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tracked<T, F>, D::Error> {
        T::deserialize(deserializer).map(Tracked::from)
    }
}

/// What follows from other parts of a value, once it was worked out. It is no part of the value: it counts
/// neither for what is equal nor for what is written down.
#[derive(Debug, Clone)]
pub(in crate::kernel) struct Cached<T>(OnceCell<T>);

impl<T> Cached<T> {
    /// What it is, worked out only if it is not known.
    #[inline]
    pub(in crate::kernel) fn get(&self, compute: impl FnOnce() -> T) -> &T {
        self.0.get_or_init(compute)
    }

    /// What it follows from has changed.
    #[inline]
    pub(in crate::kernel) fn forget(&mut self) {
        self.0.take();
    }

    /// What it follows from has grown.
    #[inline]
    pub(in crate::kernel) fn grow(&mut self, grown: impl FnOnce(&T) -> T) {
        if let Some(known) = self.0.get_mut() {
            *known = grown(known);
        }
    }
}

impl<T> Default for Cached<T> {
    fn default() -> Cached<T> {
        Cached(OnceCell::new())
    }
}

impl<T> PartialEq for Cached<T> {
    fn eq(&self, _: &Cached<T>) -> bool {
        true
    }
}

impl<T> Eq for Cached<T> {}

impl<T> PartialOrd for Cached<T> {
    fn partial_cmp(&self, other: &Cached<T>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for Cached<T> {
    fn cmp(&self, _: &Cached<T>) -> Ordering {
        Ordering::Equal
    }
}

impl<T> Hash for Cached<T> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
