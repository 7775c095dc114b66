//! A scanner of JSON in canonical bytes, which builds no trees of values.
//!
//! It never refuses. For everything unusual (blanks, keys in another order, escapes, a mistake of any kind)
//! it returns `None`, and the strict reader reports what is wrong and where.

use rules_judge_engine::game_kit::pool::first_bytes;

/// The deepest nesting of lists and objects that the scanner reads; the strict reader allows more.
pub(super) const DEEPEST: u8 = 32;
const _: () = assert!((DEEPEST as usize) < crate::codec::json::DEPTH);

/// A position in a text.
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
    /// A scan from the beginning of a text, of at most so many lists, objects and commas.
    pub(crate) const fn new(text: &'a str, most: usize) -> Scan<'a> {
        Scan { text, at: 0, depth: DEEPEST, most, values: 0, nodes: 0 }
    }

    /// The offset in bytes.
    pub(crate) const fn at(&self) -> usize {
        self.at
    }

    /// Whether the text is at its end.
    pub(crate) const fn is_over(&self) -> bool {
        self.at == self.text.len()
    }

    pub(crate) fn rest(&self) -> &'a [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    /// The text from so many bytes after this position.
    pub(crate) fn text_at(&self, further: usize) -> Option<&'a str> {
        let start = self.at + further;
        self.text.get(start..start + plain(self.text.as_bytes().get(start..)?)?)
    }

    /// The text from `start` to this position.
    #[inline]
    pub(crate) fn since(&self, start: usize) -> Option<&'a str> {
        self.text.get(start..self.at)
    }

    /// The next byte.
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

    /// Counts a list, an object or a comma. After one too many the text counts as ended, so that no caller
    /// takes the part read for the whole.
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

    /// Takes a bracket or a comma, and after it this key and its colon.
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

    /// Skips blanks.
    pub(crate) fn blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// Runs `read` with at most so many lists, objects and commas.
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

    /// Runs `read`, and goes back to where it began if it fails.
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

    /// Reads a key and its colon. The number is the key's first eight bytes: of two keys the earlier has the
    /// lower number. Keys that are not ASCII are left out, since canonical order compares units of UTF-16,
    /// and so are keys that begin with a dollar sign, which no field does and `serde_json` reserves.
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

    /// Reads an object; the visitor gets each key and reads its value.
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

    /// Reads a list, perhaps with blanks around its items; the visitor reads each item.
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

    /// Skips a value.
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

    /// Reads a string without escapes, whose text is its canonical form.
    #[inline]
    pub(crate) fn string(&mut self) -> Option<&'a str> {
        self.take(b'"')?;
        let start = self.at;
        self.at += plain(self.text.as_bytes().get(start..)?)?;
        let inside = self.text.get(start..self.at)?;
        self.take(b'"')?;
        Some(inside)
    }

    /// Reads a number that every JSON reader represents exactly: whether it is negative, and its absolute
    /// value.
    pub(super) fn number(&mut self) -> Option<(bool, u64)> {
        let negative = self.take(b'-').is_some();
        let (start, mut number) = (self.at, 0u64);
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            // An overflow is refused below.
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

/// The number 1 in each of eight bytes.
const EACH: u64 = u64::MAX / 0xFF;
/// The highest bit of each of eight bytes.
const HIGHEST: u64 = EACH << 7;

/// The length of a key of eight bytes or more, if it is ASCII.
#[cold]
fn long(bytes: &[u8]) -> Option<usize> {
    let length = plain(bytes)?;
    bytes.get(..length).filter(|key| key.is_ascii()).map(|_| length)
}

/// Marks with its highest bit the first of eight bytes, the lowest first, that is a quote, a backslash or a
/// control character, and perhaps bytes after it; 0: none is.
#[inline]
const fn ends(word: u64) -> u64 {
    // Sets the highest bit of bytes below the limit; only of the first such byte it is certain.
    const fn below(word: u64, limit: u8) -> u64 {
        word.wrapping_sub(EACH * limit as u64) & !word
    }
    const fn same(word: u64, byte: u8) -> u64 {
        below(word ^ (EACH * byte as u64), 1)
    }
    (same(word, b'"') | same(word, b'\\') | below(word, b' ')) & HIGHEST
}

/// The number of bytes before the first quote, backslash or control character, eight at a time.
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
        /// Scanning eight bytes at a time gives the same result as one at a time.
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

        /// A key is read to its end, however near the end of the text it is, and the numbers of two keys
        /// order them as their first eight bytes do.
        #[test]
        fn keys_are_read_to_their_end_and_ordered(one in "[ -!#-\\[\\]-~é]{0,12}", other in "[ -~]{0,12}") {
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
