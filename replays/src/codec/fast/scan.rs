//! JSON in canonical bytes, looked through and read as it stands, without trees of values.
//!
//! It only ever says yes. Whatever is unusual — blanks where none are due, keys in another order, escapes, a
//! mistake of any kind — is `None`, and left to the strict reader, which reports what is wrong and where.

use std::marker::PhantomData;

use rules_judge_engine::game_kit::pool::first_bytes;
use serde::de::value::{BorrowedStrDeserializer, Error};
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error as _, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

/// How many lists and objects inside each other are looked through; fewer than may be anywhere.
const DEEPEST: u8 = 32;
const _: () = assert!((DEEPEST as usize) < crate::codec::json::DEPTH);

/// A place in a text up to which it was looked through or read.
#[derive(Clone, Copy)]
pub(crate) struct Scan<'a> {
    text: &'a str,
    at: usize,
    /// How many lists and objects may still be opened inside each other.
    depth: u8,
    /// The most values.
    most: usize,
    /// Lists, objects and commas so far.
    pub(crate) values: usize,
    /// Lists and objects so far.
    pub(crate) nodes: usize,
}

impl<'a> Scan<'a> {
    /// The beginning of a text, and the most lists, objects and commas that are looked through.
    pub(crate) const fn new(text: &'a str, most: usize) -> Scan<'a> {
        Scan { text, at: 0, depth: DEEPEST, most, values: 0, nodes: 0 }
    }

    /// The place.
    pub(crate) const fn at(&self) -> usize {
        self.at
    }

    /// Whether nothing comes any more.
    pub(crate) const fn is_over(&self) -> bool {
        self.at == self.text.len()
    }

    /// The rest of the text.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    /// The text that would begin so many bytes further on.
    pub(crate) fn text_at(&self, further: usize) -> Option<&'a str> {
        let start = self.at + further;
        self.text.get(start..start + plain(self.text.as_bytes().get(start..)?)?)
    }

    /// What stands between a place before and this one.
    #[inline]
    pub(crate) fn since(&self, start: usize) -> Option<&'a str> {
        self.text.get(start..self.at)
    }

    /// The byte that comes next.
    #[inline]
    pub(crate) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Takes a byte.
    #[inline]
    pub(crate) fn take(&mut self, byte: u8) -> Option<()> {
        (self.peek() == Some(byte)).then(|| self.at += 1)
    }

    /// Takes a bracket that opens a list or an object.
    #[inline]
    pub(crate) fn open(&mut self, bracket: u8) -> Option<()> {
        self.take(bracket)?;
        self.deeper()
    }

    #[inline]
    fn deeper(&mut self) -> Option<()> {
        self.depth = self.depth.checked_sub(1)?;
        self.nodes += 1;
        self.count();
        Some(())
    }

    /// Counts a list, an object or a comma. Behind one too many reading ends, so that no caller takes what
    /// is left for the whole.
    #[inline]
    fn count(&mut self) {
        self.values += 1;
        if self.values > self.most {
            self.text = "";
        }
    }

    /// Takes a bracket that closes a list or an object.
    #[inline]
    pub(crate) fn close(&mut self, bracket: u8) -> Option<()> {
        self.take(bracket)?;
        self.depth += 1;
        Some(())
    }

    /// Takes a comma.
    #[inline]
    pub(crate) fn comma(&mut self) -> Option<()> {
        self.take(b',')?;
        self.count();
        Some(())
    }

    /// Takes a bracket or a comma, and behind it this key and its colon.
    #[inline(always)]
    fn take_key(&mut self, lead: u8, name: &str) -> bool {
        let Some(next) = self.text.as_bytes().get(self.at..self.at + name.len() + 4) else { return false };
        let found =
            matches!(next, [first, b'"', key @ .., b'"', b':'] if *first == lead && key == name.as_bytes());
        if found {
            self.at += next.len();
            if lead == b',' {
                self.count();
            }
        }
        found
    }

    /// Passes blanks over.
    pub(crate) fn blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// Reads something with no more than so many lists, objects and commas.
    pub(crate) fn within<T>(
        &mut self,
        values: usize,
        read: impl FnOnce(&mut Scan<'a>) -> Option<T>,
    ) -> Option<T> {
        let most = self.most;
        self.most = most.min(self.values + values);
        let value = read(self)?;
        self.most = most;
        Some(value)
    }

    /// Reads something, or goes back to where it would have begun.
    pub(crate) fn attempt<T>(&mut self, read: impl FnOnce(&mut Scan<'a>) -> Option<T>) -> Option<T> {
        let before = *self;
        let found = read(self);
        if found.is_none() {
            *self = before;
        }
        found
    }

    /// A key and its colon.
    pub(crate) fn key(&mut self) -> Option<&'a str> {
        self.numbered_key().map(|(key, _)| key)
    }

    /// A key and its colon, and its first eight bytes as a number: what comes before has the lower one. Other keys
    /// than ASCII are ordered by the units of UTF-16. No field begins with a dollar, and what does may be a key that
    /// is not taken.
    #[inline]
    fn numbered_key(&mut self) -> Option<(&'a str, u64)> {
        self.take(b'"')?;
        let bytes = self.text.as_bytes().get(self.at..)?;
        let first = first_bytes(bytes).swap_bytes();
        let (length, first) = match ends(first) {
            0 => (long(bytes)?, first),
            end => (end.trailing_zeros() as usize / 8, first & (end ^ end.wrapping_sub(1)) >> 8),
        };
        let key = self.text.get(self.at..self.at + length)?;
        self.at += length;
        self.take(b'"')?;
        self.take(b':')?;
        (first & HIGHEST == 0 && first as u8 != b'$').then_some((key, first.swap_bytes()))
    }

    /// An object; the visitor gets each key and reads the value.
    pub(crate) fn object(
        &mut self,
        mut tell: impl FnMut(&mut Scan<'a>, &'a str) -> Option<()>,
    ) -> Option<()> {
        self.open(b'{')?;
        if self.close(b'}').is_some() {
            return Some(());
        }
        let mut before = ("", 0);
        loop {
            let (key, first) = self.numbered_key()?;
            if first < before.1 || (first == before.1 && key <= before.0) {
                return None;
            }
            before = (key, first);
            tell(self, key)?;
            if self.comma().is_none() {
                return self.close(b'}');
            }
        }
    }

    /// A list, perhaps with blanks around its items; the visitor reads each item.
    pub(crate) fn lines(&mut self, mut tell: impl FnMut(&mut Scan<'a>) -> Option<()>) -> Option<()> {
        self.open(b'[')?;
        self.blanks();
        if self.close(b']').is_some() {
            return Some(());
        }
        loop {
            tell(self)?;
            self.blanks();
            if self.comma().is_none() {
                return self.close(b']');
            }
            self.blanks();
        }
    }

    fn list(&mut self) -> Option<()> {
        self.open(b'[')?;
        if self.close(b']').is_some() {
            return Some(());
        }
        loop {
            self.value()?;
            if self.comma().is_none() {
                return self.close(b']');
            }
        }
    }

    /// Passes a value over.
    pub(crate) fn value(&mut self) -> Option<()> {
        match self.peek()? {
            b'"' => self.string().map(|_| ()),
            b'{' => self.object(|scan, _| scan.value()),
            b'[' => self.list(),
            b'0'..=b'9' | b'-' => self.number().map(|_| ()),
            b't' => self.word("true"),
            b'f' => self.word("false"),
            b'n' => self.word("null"),
            _ => None,
        }
    }

    /// A text without escapes: its canonical bytes are those that stand there.
    #[inline]
    pub(crate) fn string(&mut self) -> Option<&'a str> {
        self.take(b'"')?;
        let start = self.at;
        self.at += plain(self.text.as_bytes().get(start..)?)?;
        let inside = self.text.get(start..self.at)?;
        self.take(b'"')?;
        Some(inside)
    }

    /// A number that every reader represents exactly, as nearly all are; whether it is negative, and
    /// its digits.
    fn number(&mut self) -> Option<(bool, u64)> {
        let negative = self.take(b'-').is_some();
        let (start, mut number) = (self.at, 0u64);
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            // Too many digits are refused below.
            number = number.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
            self.at += 1;
        }
        let digits = self.at - start;
        let zero_first = self.text.as_bytes().get(start) == Some(&b'0');
        let usual = (1..16).contains(&digits) && !(zero_first && (digits > 1 || negative));
        usual.then_some((negative, number))
    }

    fn word(&mut self, word: &str) -> Option<()> {
        self.text.get(self.at..)?.starts_with(word).then(|| self.at += word.len())
    }
}

/// One in each of eight bytes.
const EACH: u64 = u64::MAX / 0xFF;
/// The highest bit of each of eight bytes.
const HIGHEST: u64 = EACH << 7;

/// How many bytes a key has that is no shorter than eight, if it is ASCII.
#[cold]
fn long(bytes: &[u8]) -> Option<usize> {
    let length = plain(bytes)?;
    bytes.get(..length).filter(|key| key.is_ascii()).map(|_| length)
}

/// Among eight bytes, the lowest first, a bit that ends the first quote, backslash or control character, and perhaps
/// some of the bytes after it; 0: there is none.
#[inline]
const fn ends(word: u64) -> u64 {
    // A byte below the limit gets its highest bit; the first one does so truly.
    const fn below(word: u64, limit: u8) -> u64 {
        word.wrapping_sub(EACH * limit as u64) & !word
    }
    const fn same(word: u64, byte: u8) -> u64 {
        below(word ^ (EACH * byte as u64), 1)
    }
    (same(word, b'"') | same(word, b'\\') | below(word, b' ')) & HIGHEST
}

/// How many bytes stand before the first quote, backslash or control character; eight bytes at a time.
#[inline]
fn plain(bytes: &[u8]) -> Option<usize> {
    let mut rest = bytes;
    while let Some((word, after)) = rest.split_first_chunk() {
        let end = ends(u64::from_le_bytes(*word));
        if end != 0 {
            return Some(bytes.len() - rest.len() + end.trailing_zeros() as usize / 8);
        }
        rest = after;
    }
    let last = rest.iter().position(|byte| *byte == b'"' || *byte == b'\\' || *byte < b' ')?;
    Some(bytes.len() - rest.len() + last)
}

/// What is not read here is left to the strict reader.
pub(crate) fn unusual() -> Error {
    Error::custom("unusual")
}

/// Reads one value; a list only where a list is due, and an object only where its names are known, so that neither is
/// taken for the other.
pub(crate) struct ValueReader<'s, 'de>(pub(crate) &'s mut Scan<'de>);

impl<'de> ValueReader<'_, 'de> {
    fn list<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.0.open(b'[').ok_or_else(unusual)?;
        let value = visitor.visit_seq(Items { scan: &mut *self.0, first: true })?;
        self.0.close(b']').ok_or_else(unusual)?;
        Ok(value)
    }
}

impl<'de> Deserializer<'de> for ValueReader<'_, 'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let scan = self.0;
        match scan.peek() {
            Some(b'"') => visitor.visit_borrowed_str(scan.string().ok_or_else(unusual)?),
            Some(b'0'..=b'9' | b'-') => match scan.number().ok_or_else(unusual)? {
                (false, number) => visitor.visit_u64(number),
                (true, number) => visitor.visit_i64(0i64.saturating_sub_unsigned(number)),
            },
            Some(b't') => {
                scan.word("true").ok_or_else(unusual)?;
                visitor.visit_bool(true)
            }
            Some(b'f') => {
                scan.word("false").ok_or_else(unusual)?;
                visitor.visit_bool(false)
            }
            _ => Err(unusual()),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.list(visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.list(visitor)
    }

    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let mut fields = Fields::open(self.0).ok_or_else(unusual)?;
        let value = visitor.visit_seq(Values::of(&mut fields, names))?;
        fields.close().ok_or_else(unusual)?;
        Ok(value)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0.word("null") {
            Some(()) => visitor.visit_none(),
            None => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(BorrowedStrDeserializer::new(self.0.string().ok_or_else(unusual)?))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct tuple_struct map identifier ignored_any
    }
}

/// What stands inside a list.
struct Items<'s, 'de> {
    scan: &'s mut Scan<'de>,
    first: bool,
}

impl<'de> SeqAccess<'de> for Items<'_, 'de> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        if self.scan.peek() == Some(b']') {
            return Ok(None);
        }
        if !std::mem::take(&mut self.first) {
            self.scan.comma().ok_or_else(unusual)?;
        }
        seed.deserialize(ValueReader(&mut *self.scan)).map(Some)
    }
}

/// The fields of an object, asked for by name in canonical order.
pub(crate) struct Fields<'s, 'de> {
    scan: &'s mut Scan<'de>,
    /// What stands before the next one: the bracket or a comma.
    lead: u8,
    /// The first eight bytes of the one that was there last, and all of it.
    before: (u64, &'static str),
}

impl<'s, 'de> Fields<'s, 'de> {
    /// Those of the object that comes next.
    #[inline]
    pub(crate) fn open(scan: &'s mut Scan<'de>) -> Option<Fields<'s, 'de>> {
        scan.deeper()?;
        Some(Fields { scan, lead: b'{', before: (0, "") })
    }

    /// Takes the bracket that closes the object, if nothing else comes.
    #[inline]
    pub(crate) fn close(self) -> Option<()> {
        if self.lead == b'{' {
            self.scan.take(b'{')?;
        }
        self.scan.close(b'}')
    }
}

/// Who takes the fields of an object by their names, in canonical order.
pub(crate) trait TakesFields<'de> {
    /// Takes the key of this name, if it is the next one. `None`: what comes is not read here.
    fn take(&mut self, name: &'static str) -> Option<bool>;

    /// Where its value stands then.
    fn scan(&mut self) -> &mut Scan<'de>;
}

impl<'de> TakesFields<'de> for Fields<'_, 'de> {
    /// What is asked for out of order is none, so that its object is not read to its end. Names are known when the
    /// program is built, and so are their first eight bytes as numbers. Before the first name there is an empty text:
    /// the C library compares that, too, with masked loads from where no memory is, which are slow.
    #[inline(always)]
    fn take(&mut self, name: &'static str) -> Option<bool> {
        let (before, name_before) = self.before;
        let number = first_bytes(name.as_bytes());
        let in_order = before < number || (before == number && name_before < name);
        let found = in_order && self.scan.take_key(self.lead, name);
        if found {
            self.lead = b',';
            self.before = (number, name);
        }
        Some(found)
    }

    #[inline(always)]
    fn scan(&mut self) -> &mut Scan<'de> {
        self.scan
    }
}

/// The fields of an object as the list of their values, as a reader wants them that knows their names: those
/// that are left out are said to be none.
pub(crate) struct Values<'f, F> {
    fields: &'f mut F,
    names: std::slice::Iter<'static, &'static str>,
}

impl<'f, F> Values<'f, F> {
    /// Of fields with these names.
    #[inline]
    pub(crate) fn of(fields: &'f mut F, names: &'static [&'static str]) -> Values<'f, F> {
        Values { fields, names: names.iter() }
    }
}

impl<'de, F: TakesFields<'de>> SeqAccess<'de> for Values<'_, F> {
    type Error = Error;

    #[inline(always)]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        // Inlined, every name is known where it is asked for, and compared as a number.
        let Some(name) = self.names.next() else { return Ok(None) };
        match self.fields.take(name).ok_or_else(unusual)? {
            true => seed.deserialize(ValueReader(self.fields.scan())).map(Some),
            false => Ok(None),
        }
    }

    #[inline(always)]
    fn next_element<T: Deserialize<'de>>(&mut self) -> Result<Option<T>, Error> {
        self.next_element_seed(PhantomData)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde::Deserialize;

    use super::Scan;

    proptest! {
        /// Eight bytes at a time find what one at a time would.
        #[test]
        fn plain_bytes_end_at_the_first_that_is_not(bytes in prop::collection::vec(0x1E..=0x5Fu8, 0..40), high in any::<u64>()) {
            let bytes: Vec<u8> =
                bytes.iter().enumerate().map(|(at, byte)| byte | (((high >> (at % 64)) as u8 & 1) << 7)).collect();
            let ends = |byte: &u8| matches!(byte, b'"' | b'\\' | 0..b' ');
            prop_assert_eq!(super::plain(&bytes), bytes.iter().position(ends));
        }

        /// A key is compared as it stands, however near the end of the text it is, and numbers order which of two comes
        /// first as far as eight bytes do.
        #[test]
        fn keys_are_told_as_they_stand(one in "[ -!#-\\[\\]-~é]{0,12}", other in "[ -~]{0,12}") {
            let key = |key: &str| Scan::new(&format!("\"{key}\":"), 0).numbered_key().map(|(key, first)| (key.to_owned(), first));
            let taken = one.is_ascii() && !one.starts_with('$');
            prop_assert_eq!(key(&one).map(|(key, _)| key), taken.then(|| one.clone()));
            if let (Some((one, first)), Some((other, second))) = (key(&one), key(&other)) {
                let head = |key: &str| key.bytes().take(8).collect::<Vec<u8>>();
                prop_assert_eq!(first.cmp(&second), head(&one).cmp(&head(&other)));
            }
        }
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Inner {
        a: i8,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Outer {
        flag: bool,
        inner: Option<Inner>,
        list: Vec<Inner>,
        pair: (u8, String),
    }

    #[test]
    fn a_list_is_read_where_a_list_is_due_and_nowhere_else() {
        let read = |text| {
            let mut scan = Scan::new(text, 100);
            Outer::deserialize(super::ValueReader(&mut scan)).ok().filter(|_| scan.is_over())
        };
        let inner = |a| Inner { a };
        let outer = Outer {
            flag: true,
            inner: Some(inner(-3)),
            list: vec![inner(0), inner(12)],
            pair: (255, "é".into()),
        };
        let text = r#"{"flag":true,"inner":{"a":-3},"list":[{"a":0},{"a":12}],"pair":[255,"é"]}"#;
        assert_eq!(read(text), Some(outer));
        let bare = r#"{"flag":false,"inner":null,"list":[],"pair":[0,""]}"#;
        assert_eq!(
            read(bare),
            Some(Outer { flag: false, inner: None, list: Vec::new(), pair: (0, String::new()) })
        );
        for unusual in [
            r#"{"flag":true,"inner":[-3],"list":[],"pair":[0,""]}"#,
            r#"{"flag":true,"inner":null,"list":[[1]],"pair":[0,""]}"#,
            r#"[true,null,[],[0,""]]"#,
            r#"{"flag":true,"inner":null,"list":[],"pair":[0,"",1]}"#,
            r#"{"flag":true,"inner":null,"list":[],"pair":[0]}"#,
            r#"{"flag":true,"inner":{"a":-129},"list":[],"pair":[0,""]}"#,
            r#"{"flag":true,"inner":{"a":1,"b":2},"list":[],"pair":[0,""]}"#,
            r#"{"flag":true,"inner":null,"list":[],"pair":[0,"\n"]}"#,
            r#"{"flag":true,"inner":null,"list":[],"pair":[0,""#,
            r#"{"flag":true,"inner":null,"pair":[0,""],"list":[]}"#,
            r#"{"flag":true,"flag":true,"inner":null,"list":[],"pair":[0,""]}"#,
            r#"{"flag":true,"inner":null,"list":[],"pair":[0, ""]}"#,
            r#"{"flag":true,"inner":null,"list":[],"pair":[0,""],}"#,
            r#"{"flag":true,"inner":null,"list":[{"a":0},],"pair":[0,""]}"#,
            r#"{"flag":true,"inner":null,"list":[],"pair":[00,""]}"#,
        ] {
            assert_eq!(read(unusual), None, "{unusual}");
        }
    }

    /// Each limit holds at its edge.
    #[test]
    fn no_more_is_looked_through_than_there_may_be() {
        let passes = |text: &str, most| Scan::new(text, most).value().is_some();
        let deep = |depth| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(passes(&deep(usize::from(super::DEEPEST)), 40));
        assert!(!passes(&deep(usize::from(super::DEEPEST) + 1), 40));
        // A bracket and three commas.
        assert!(passes("[1,2,3,4]", 4));
        assert!(!passes("[1,2,3,4]", 3));
        // What is one too many is not passed over as if it were not there.
        for end in ["[1,2,3,]", r#"{"a":{},"b":1,}"#, r#"{"a":[1,2,],}"#, "[{},{},{}]"] {
            assert!((0..4).all(|most| !passes(end, most)), "{end}");
        }
        let read = |text, most| {
            let mut scan = Scan::new(text, most);
            Outer::deserialize(super::ValueReader(&mut scan)).ok().filter(|_| scan.is_over())
        };
        let text = r#"{"flag":true,"inner":null,"list":[],"pair":[0,""]}"#;
        assert!(read(text, 7).is_some() && (0..7).all(|most| read(text, most).is_none()));
        assert!((0..9).all(|most| read(r#"{"flag":true,"inner":,"list":[],"pair":[0,""]}"#, most).is_none()));
        let within = |values| {
            let mut scan = Scan::new("[1,2,3,4][1,2]", 6);
            let first = scan.within(values, Scan::value).is_some();
            first && scan.value().is_some() && scan.is_over() && scan.values == 6 && scan.nodes == 2
        };
        assert!(within(4));
        assert!(!within(3));
    }
}
