//! Parts of the state that know whether they were touched since they were looked at last, so that what
//! depends on nothing else is looked at only then.

use std::ops::{Deref, DerefMut};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A value that notes when it is taken to be changed. The note is written down with the value, so that who
/// goes on from it looks as often as who never wrote it down; it does not count for what is equal.
#[derive(Debug, Clone)]
pub struct Watched<T> {
    value: T,
    touched: bool,
}

impl<T> Watched<T> {
    /// Whether it was taken to be changed since it was looked at.
    pub(super) const fn is_touched(&self) -> bool {
        self.touched
    }

    /// Notes that it was changed, or that it has been looked at.
    pub(super) const fn set_touched(&mut self, touched: bool) {
        self.touched = touched;
    }
}

impl<T> From<T> for Watched<T> {
    fn from(value: T) -> Watched<T> {
        Watched { value, touched: true }
    }
}

impl<T: Default> Default for Watched<T> {
    fn default() -> Watched<T> {
        Watched::from(T::default())
    }
}

impl<T> Deref for Watched<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for Watched<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.touched = true;
        &mut self.value
    }
}

impl<'a, T> IntoIterator for &'a Watched<T>
where
    &'a T: IntoIterator,
{
    type Item = <&'a T as IntoIterator>::Item;
    type IntoIter = <&'a T as IntoIterator>::IntoIter;

    fn into_iter(self) -> Self::IntoIter {
        (&self.value).into_iter()
    }
}

impl<T: PartialEq> PartialEq for Watched<T> {
    fn eq(&self, other: &Watched<T>) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Watched<T> {}

impl<T: PartialOrd> PartialOrd for Watched<T> {
    fn partial_cmp(&self, other: &Watched<T>) -> Option<std::cmp::Ordering> {
        self.value.partial_cmp(&other.value)
    }
}

impl<T: Ord> Ord for Watched<T> {
    fn cmp(&self, other: &Watched<T>) -> std::cmp::Ordering {
        self.value.cmp(&other.value)
    }
}

impl<T: std::hash::Hash> std::hash::Hash for Watched<T> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.value.hash(state);
    }
}

impl<T: Serialize> Serialize for Watched<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.touched, &self.value).serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Watched<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Watched<T>, D::Error> {
        <(bool, T)>::deserialize(deserializer).map(|(touched, value)| Watched { value, touched })
    }
}
