//! JSON in canonical bytes, looked through and read as it stands, without trees of values.
//!
//! It only ever says yes. Whatever is unusual — blanks where none are due, keys in another order, escapes, a
//! mistake of any kind — is `None`, and left to the strict reader, which reports what is wrong and where.

use rules_judge_engine::game_kit::pool::first_bytes;

/// How many lists and objects inside each other are looked through; fewer than may be anywhere.
pub(super) const DEEPEST: u8 = 32;
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
    pub(super) fn deeper(&mut self) -> Option<()> {
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
    pub(super) fn take_key(&mut self, lead: u8, name: &str) -> bool {
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

    /// A key and its colon, and its first eight bytes as a number: what comes before has the lower one. Other
    /// keys than ASCII are ordered by the units of UTF-16. No field begins with a dollar, and what does may
    /// be a key that is not taken.
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
        mut visit: impl FnMut(&mut Scan<'a>, &'a str) -> Option<()>,
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
            visit(self, key)?;
            if self.comma().is_none() {
                return self.close(b'}');
            }
        }
    }

    /// A list, perhaps with blanks around its items; the visitor reads each item.
    pub(crate) fn lines(&mut self, mut visit: impl FnMut(&mut Scan<'a>) -> Option<()>) -> Option<()> {
        self.open(b'[')?;
        self.blanks();
        if self.close(b']').is_some() {
            return Some(());
        }
        loop {
            visit(self)?;
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
    pub(super) fn number(&mut self) -> Option<(bool, u64)> {
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

    pub(super) fn word(&mut self, word: &str) -> Option<()> {
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

/// Among eight bytes, the lowest first, a bit that ends the first quote, backslash or control character, and
/// perhaps some of the bytes after it; 0: there is none.
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Scan;

    proptest! {
        /// Eight bytes at a time find what one at a time would.
        #[test]
        fn plain_bytes_end_at_the_first_that_is_not(
            bytes in prop::collection::vec(0x1E..=0x5Fu8, 0..40),
            high in any::<u64>(),
        ) {
            let highest = |at: usize| ((high >> (at % 64)) as u8 & 1) << 7;
            let bytes: Vec<u8> = bytes.iter().enumerate().map(|(at, byte)| byte | highest(at)).collect();
            let ends = |byte: &u8| matches!(byte, b'"' | b'\\' | 0..b' ');
            prop_assert_eq!(super::plain(&bytes), bytes.iter().position(ends));
        }

        /// A key is compared as it stands, however near the end of the text it is, and numbers order which of
        /// two comes first as far as eight bytes do.
        #[test]
        fn keys_are_told_as_they_stand(one in "[ -!#-\\[\\]-~é]{0,12}", other in "[ -~]{0,12}") {
            let key = |key: &str| {
                let text = format!("\"{key}\":");
                Scan::new(&text, 0).numbered_key().map(|(key, first)| (key.to_owned(), first))
            };
            let taken = one.is_ascii() && !one.starts_with('$');
            prop_assert_eq!(key(&one).map(|(key, _)| key), taken.then(|| one.clone()));
            if let (Some((one, first)), Some((other, second))) = (key(&one), key(&other)) {
                let head = |key: &str| key.bytes().take(8).collect::<Vec<u8>>();
                prop_assert_eq!(first.cmp(&second), head(&one).cmp(&head(&other)));
            }
        }
    }
}
