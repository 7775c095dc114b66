//! Two helpers for the state: values cached until their source changes, and values that record whether they
//! changed since the last check.

use std::cell::OnceCell;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A value that records whether somebody has borrowed it mutably. Equality and serialisation ignore the
/// record. `F` depends on the value alone: it is computed on demand, and cached until the next mutable
/// borrow.
#[derive(Debug, Clone)]
pub struct Tracked<T, F = ()> {
    value: T,
    touched: bool,
    derived: Cached<F>,
}

impl<T, F> Tracked<T, F> {
    /// The derived value, computed at the first call after a change.
    #[inline]
    pub(super) fn derived(&self, compute: impl FnOnce(&T) -> F) -> &F {
        self.derived.get(|| compute(&self.value))
    }

    /// Whether the value was borrowed mutably since the record was last cleared.
    pub(super) const fn touched(&self) -> bool {
        self.touched
    }

    /// Sets the record: `true`: changed, `false`: checked.
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

/// A value computed from its neighbours in a structure, and cached. Equality and serialisation ignore it.
#[derive(Debug, Clone)]
pub(in crate::kernel) struct Cached<T>(OnceCell<T>);

impl<T> Cached<T> {
    /// The cached value, computed if absent.
    #[inline]
    pub(in crate::kernel) fn get(&self, compute: impl FnOnce() -> T) -> &T {
        self.0.get_or_init(compute)
    }

    /// Drops the cached value, because its source has changed.
    #[inline]
    pub(in crate::kernel) fn forget(&mut self) {
        self.0.take();
    }

    /// Updates the cached value, because its source has only grown.
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
