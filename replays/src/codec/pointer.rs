//! Finds the bytes that a JSON pointer (RFC 6901) names, so that a fault can be shown at its place in the
//! source.
//!
//! The scanner walks over the bytes without building anything and without recursion; on bytes that
//! are not JSON it may find nothing or too much, but it ends and stays inside the source.

use std::borrow::Cow;
use std::ops::Range;

/// The bytes of the value that the pointer names.
pub fn locate(source: &[u8], pointer: &str) -> Option<Range<usize>> {
    let (span, rest) = locate_nearest(source, pointer)?;
    rest.is_empty().then_some(span)
}

/// The bytes of the value that the pointer names, or of the innermost existing value around it, and the part
/// of the pointer that was not found.
pub fn locate_nearest<'a>(source: &[u8], pointer: &'a str) -> Option<(Range<usize>, &'a str)> {
    let mut scanner = Scanner { source, position: 0 };
    scanner.skip_space();
    let mut start = scanner.position;
    let mut rest = pointer;
    while let Some(after) = rest.strip_prefix('/') {
        let end = after.find('/').unwrap_or(after.len());
        let (token, following) = after.split_at_checked(end)?;
        if scanner.enter(&decode_token(token)).is_none() {
            break;
        }
        start = scanner.position;
        rest = following;
    }
    let mut scanner = Scanner { source, position: start };
    scanner.skip_value()?;
    Some((start..scanner.position, rest))
}

/// `~1` stands for a slash and `~0` for a tilde, in this order of decoding.
fn decode_token(token: &str) -> Cow<'_, str> {
    if token.contains('~') {
        Cow::Owned(token.replace("~1", "/").replace("~0", "~"))
    } else {
        Cow::Borrowed(token)
    }
}

struct Scanner<'a> {
    source: &'a [u8],
    position: usize,
}

impl Scanner<'_> {
    fn peek(&self) -> Option<u8> {
        self.source.get(self.position).copied()
    }

    fn take(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.position += 1;
        Some(byte)
    }

    fn expect(&mut self, wanted: u8) -> Option<()> {
        (self.take()? == wanted).then_some(())
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.position += 1;
        }
    }

    /// Moves from the start of a container to the start of the named member or item.
    fn enter(&mut self, token: &str) -> Option<()> {
        match self.take()? {
            b'{' => self.enter_object(token),
            b'[' => self.enter_array(token),
            _ => None,
        }
    }

    fn enter_object(&mut self, wanted: &str) -> Option<()> {
        loop {
            self.skip_space();
            let start = self.position;
            self.skip_string()?;
            let key = self.source.get(start..self.position)?;
            self.skip_space();
            self.expect(b':')?;
            self.skip_space();
            if is_key(key, wanted) {
                return Some(());
            }
            self.skip_value()?;
            self.skip_space();
            self.expect(b',')?;
        }
    }

    fn enter_array(&mut self, token: &str) -> Option<()> {
        // An index has no sign and no leading zero.
        let plain =
            token == "0" || (!token.starts_with('0') && token.bytes().all(|byte| byte.is_ascii_digit()));
        let index: usize = if plain { token.parse().ok()? } else { return None };
        self.skip_space();
        for _ in 0..index {
            self.skip_value()?;
            self.skip_space();
            self.expect(b',')?;
            self.skip_space();
        }
        (self.peek()? != b']').then_some(())
    }

    /// Moves over one string, quotes included.
    fn skip_string(&mut self) -> Option<()> {
        self.expect(b'"')?;
        loop {
            match self.take()? {
                b'"' => return Some(()),
                b'\\' => {
                    self.take()?;
                }
                _ => {}
            }
        }
    }

    /// Moves over one value; it counts nesting and does not recurse.
    fn skip_value(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            match self.peek()? {
                b'"' => self.skip_string()?,
                b'{' | b'[' => {
                    depth += 1;
                    self.position += 1;
                }
                b'}' | b']' => {
                    depth = depth.checked_sub(1)?;
                    self.position += 1;
                }
                b' ' | b'\t' | b'\n' | b'\r' | b',' | b':' if depth > 0 => {
                    self.position += 1;
                    continue;
                }
                _ => self.skip_scalar()?,
            }
            if depth == 0 {
                return Some(());
            }
        }
    }

    /// Moves over a number, `true`, `false` or `null`.
    fn skip_scalar(&mut self) -> Option<()> {
        let start = self.position;
        while self.peek().is_some_and(|byte| {
            !matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b',' | b':' | b'{' | b'}' | b'[' | b']' | b'"')
        }) {
            self.position += 1;
        }
        (self.position > start).then_some(())
    }
}

/// Whether the quoted key, with its escapes, is the wanted one.
fn is_key(quoted: &[u8], wanted: &str) -> bool {
    if quoted.contains(&b'\\') {
        return serde_json::from_slice::<String>(quoted).is_ok_and(|key| key == wanted);
    }
    quoted.len() == wanted.len() + 2 && quoted.get(1..quoted.len() - 1) == Some(wanted.as_bytes())
}
