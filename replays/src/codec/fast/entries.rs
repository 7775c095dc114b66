//! The fast reader of a log: it takes canonical bytes over without a copy, and reads the fields of an entry
//! straight into the game's action.
//!
//! It never refuses. It returns `None` for everything unusual (blanks inside an entry, keys in another order,
//! escapes, a mistake of any kind) and leaves it to the reader in [`crate::codec::format`], which alone
//! judges what is wrong and where.

use memchr::memmem::Finder;
use rules_judge_engine::games::Registered;
use rules_judge_engine::kernel::Seat;
use serde::de::value::Error;
use serde::de::{Deserializer, Visitor};
use serde::forward_to_deserialize_any;

use crate::codec::entry::{ENTRY_BYTES, Entry};
use crate::codec::fast::scan::Scan;
use crate::codec::fast::value::{Fields, TakesFields, Values, unusual};
use crate::codec::format::ENTRY_LIMIT;
use crate::codec::json::ALL_VALUES_LIMIT;

/// Room for entries is allocated in advance as if each had so many bytes.
const SHORT_ENTRY: usize = 32;
const MOST_ROOM: usize = 4_096;
/// The bytes before the kind of an entry.
const KIND: &str = "\"type\":\"";

/// Reads the list of entries that begins here.
pub(crate) fn entries<G: Registered>(scan: &mut Scan<'_>) -> Option<Vec<Entry<G::Action>>> {
    let kind = Finder::new(KIND);
    let mut entries = Vec::with_capacity((scan.rest().len() / SHORT_ENTRY).min(MOST_ROOM));
    scan.lines(|scan| {
        let entry = match scan.attempt(|scan| entry::<G>(scan, &kind)) {
            Some(entry) => entry,
            None => noncanonical::<G>(scan)?,
        };
        entries.push(entry);
        (entries.len() <= ENTRY_LIMIT).then_some(())
    })?;
    Some(entries)
}

fn entry<'a, G: Registered>(scan: &mut Scan<'a>, find: &Finder<'_>) -> Option<Entry<G::Action>> {
    let start = scan.at();
    let mut own = Own { fields: Fields::open(scan)?, seat: None, kind: None };
    // The kind decides how fields are read, but comes after most of them in canonical order. It is looked up
    // in advance, and checked when its field is read.
    let kind = match own.kind_comes_first() {
        Some(kind) => kind,
        None => {
            let scan = own.scan();
            scan.text_at(find.find(scan.rest())? + find.needle().len())?
        }
    };
    let action = G::read_action(kind, &mut own)?.ok()?;
    own.common("~")?;
    let (seat, is_of_kind) = (own.seat?, own.kind? == kind);
    own.fields.close()?;
    let sent = scan.since(start)?.as_bytes();
    (is_of_kind && sent.len() <= ENTRY_BYTES).then(|| Entry::sent_as(seat, action, sent))
}

/// Reads an entry in canonical bytes; `None`: this reader does not read it.
pub(crate) fn one<G: Registered>(canonical: &str) -> Option<Entry<G::Action>> {
    let mut scan = Scan::new(canonical, ALL_VALUES_LIMIT);
    entry::<G>(&mut scan, &Finder::new(KIND)).filter(|_| scan.is_over())
}

/// Whether this reader reads an entry in canonical bytes.
pub(crate) fn reads_entry<G: Registered>(canonical: &str) -> bool {
    one::<G>(canonical).is_some()
}

/// Reads an entry that is not in canonical bytes, because it has empty fields, or an outcome, with the
/// general reader. Logs with rulings are left to [`crate::codec::format`].
#[cold]
fn noncanonical<G: Registered>(scan: &mut Scan<'_>) -> Option<Entry<G::Action>> {
    let start = scan.at();
    scan.value()?;
    let entry: Entry<G::Action> = serde_json::from_str(scan.since(start)?).ok()?;
    (entry.is_bounded().is_ok() && entry.ruling().is_none()).then_some(entry)
}

/// Reads the fields of the action, and between them those that every entry has.
struct Own<'s, 'de> {
    fields: Fields<'s, 'de>,
    seat: Option<Seat>,
    kind: Option<&'de str>,
}

impl<'de> Own<'_, 'de> {
    #[inline]
    fn kind_comes_first(&mut self) -> Option<&'de str> {
        if self.fields.take("seat")? {
            self.seat = Some(self.seat()?);
            self.kind = self.fields.take("type")?.then(|| self.scan().string())?;
        }
        self.kind
    }

    #[inline]
    fn seat(&mut self) -> Option<Seat> {
        match self.scan().take(b'0') {
            Some(()) => Some(Seat::Zero),
            None => self.scan().take(b'1').map(|()| Seat::One),
        }
    }

    /// Reads the fields of every entry whose names come before this one.
    #[inline(always)]
    fn common(&mut self, name: &str) -> Option<()> {
        if self.seat.is_none() && "seat" < name {
            self.fields.take("seat")?.then_some(())?;
            self.seat = Some(self.seat()?);
        }
        if self.kind.is_none() && "type" < name {
            self.fields.take("type")?.then_some(())?;
            self.kind = Some(self.scan().string()?);
        }
        Some(())
    }
}

impl<'de> TakesFields<'de> for Own<'_, 'de> {
    #[inline(always)]
    fn take(&mut self, name: &'static str) -> Option<bool> {
        self.common(name)?;
        self.fields.take(name)
    }

    #[inline(always)]
    fn scan(&mut self) -> &mut Scan<'de> {
        self.fields.scan()
    }
}

impl<'de> Deserializer<'de> for &mut Own<'_, 'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Self::Error> {
        Err(unusual())
    }

    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        visitor.visit_seq(Values::of(self, names))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}
