//! Lines: a text becomes a bounded number of bounded clean lines, and numbers that only number its lines go.
//!
//! Procedure: cut the text at every kind of line end, clean each line, then look at the numbers with a dot or
//! a bracket that begin the lines. Only where they rise by one from one over the whole list are they a
//! numbering.

use crate::catalog::decklist::LINES;
use crate::catalog::decklist::fold::{circled, clean, cut};

/// The longest line that is read, in characters.
pub(crate) const LONGEST: usize = 500;

/// A line ready to be read.
#[derive(Clone, Debug)]
pub(crate) struct Prepared {
    /// The line as it was written, cut where it is too long.
    pub raw: String,
    /// The clean text to read; empty for a line that is too long.
    pub text: String,
    /// The line is too long, or it stands for all lines beyond the bound.
    pub beyond: bool,
    /// The number at the beginning can be neither a numbering nor a count, or the line is displayed otherwise
    /// than it is written.
    pub unclear: bool,
}

/// The sign by which a number at the beginning of a line can be a numbering.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mark {
    Dot,
    Bracket,
    Both,
    Circle,
}

/// A number with such a sign: its sign, its value, and where the rest of the line begins.
#[derive(Clone, Copy, Debug)]
struct Numbered {
    mark: Mark,
    value: u32,
    rest: usize,
}

/// Cuts a text at LF, CRLF, CR and the other line ends, at most `LINES` times, and gives back what remains.
fn split(text: &str) -> (Vec<&str>, &str) {
    let ends = |c: char| matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}');
    let mut rest = text;
    let mut out = Vec::new();
    while out.len() < LINES {
        let Some(at) = rest.find(ends) else {
            // Text after the last line end is a line only if it is not empty.
            if !rest.is_empty() || out.is_empty() {
                out.push(rest);
            }
            return (out, "");
        };
        let (line, after) = rest.split_at(at);
        out.push(line);
        let c = after.chars().next().map_or(0, char::len_utf8);
        let after = after.strip_prefix("\r\n").unwrap_or_else(|| after.get(c..).unwrap_or_default());
        rest = after;
    }
    (out, rest)
}

/// Whether a character forces a direction of reading, so that the line is displayed otherwise than it is
/// written.
fn turns(c: char) -> bool {
    matches!(c, '\u{202d}' | '\u{202e}')
}

/// The lines of a text, ready to be read.
pub(crate) fn prepare(text: &str) -> Vec<Prepared> {
    let (lines, rest) = split(text);
    let mut out: Vec<Prepared> = lines
        .into_iter()
        .map(|raw| {
            let is_long = |text: &str| text.chars().nth(LONGEST).is_some();
            // A character may stand for twenty.
            let text = Some(raw).filter(|raw| !is_long(raw)).map(clean).filter(|text| !is_long(text));
            let (beyond, text) = (text.is_none(), text.unwrap_or_default());
            Prepared { raw: cut(raw, LONGEST), text, beyond, unclear: raw.contains(turns) }
        })
        .collect();
    if !rest.trim().is_empty() {
        let raw = cut(rest.trim_start(), 80).replace(['\n', '\r'], " ");
        out.push(Prepared { raw, text: String::new(), beyond: true, unclear: false });
    }
    unnumber(&mut out);
    out
}

/// The number with a dot or bracket at the beginning of a clean line.
fn numbered(text: &str) -> Option<Numbered> {
    let lead = text.len() - text.trim_start_matches([' ', '-', '・', '•', '*', '●']).len();
    let body = text.get(lead..)?;
    let first = body.chars().next()?;
    let found = |mark, value: u32, used: usize| {
        let rest = lead + used;
        let more = text.get(rest..).is_some_and(|t| !t.trim().is_empty());
        more.then_some(Numbered { mark, value, rest })
    };
    if let Some(value) = circled(first) {
        return found(Mark::Circle, value, first.len_utf8());
    }
    let open = usize::from(first == '(');
    let inner = body.get(open..)?;
    let n = inner.bytes().take_while(u8::is_ascii_digit).count();
    if n == 0 || n > 3 {
        return None;
    }
    let value = inner.get(..n)?.parse().ok()?;
    let after = inner.get(n..)?;
    let sign = after.chars().next()?;
    let used = open + n + sign.len_utf8();
    let next = body.get(used..).and_then(|t| t.chars().next());
    match (open, sign) {
        (1, ')') => found(Mark::Both, value, used),
        (0, ')') => found(Mark::Bracket, value, used),
        (0, '.' | '、') if !next.is_some_and(|c| c.is_ascii_digit()) => found(Mark::Dot, value, used),
        _ => None,
    }
}

/// Whether a line has a count of its own behind its numbering, as far as its signs show.
fn has_count(text: &str) -> bool {
    let tokens = crate::catalog::decklist::tokens::tokens(text);
    let number = |t: &crate::catalog::decklist::tokens::Token| {
        matches!(
            t.kind,
            crate::catalog::decklist::tokens::Kind::Number(_)
                | crate::catalog::decklist::tokens::Kind::Count(_)
        )
    };
    let mut content = tokens.iter().filter(|t| !t.is_sign());
    content.next().is_some_and(number)
        || content.next_back().is_some_and(number)
        || tokens.iter().any(|t| matches!(t.kind, crate::catalog::decklist::tokens::Kind::Count(_)))
}

/// Takes a clear numbering off all lines, and marks the lines whose number stays unclear.
fn unnumber(lines: &mut [Prepared]) {
    for mark in [Mark::Dot, Mark::Bracket, Mark::Both, Mark::Circle] {
        let mut values = Vec::new();
        let mut counted = true;
        for line in lines.iter() {
            if let Some(found) = numbered(&line.text).filter(|found| found.mark == mark) {
                values.push(found.value);
                counted &= has_count(line.text.get(found.rest..).unwrap_or_default());
            }
        }
        let (mut rises, mut run, mut longest) = (values.first() == Some(&1), 0_u32, 0_u32);
        for value in &values {
            let expected = run + 1;
            rises &= *value == expected || *value == 1;
            run = *value;
            longest = longest.max(if rises { run } else { 0 });
        }
        let clear = rises
            && if mark == Mark::Both {
                counted && longest > 1
            } else {
                longest > 2 || (counted && longest > 1)
            };
        let plain = mark == Mark::Both && !(rises && longest > 2);
        if plain && !clear {
            continue;
        }
        for line in lines.iter_mut() {
            let Some(found) = numbered(&line.text).filter(|found| found.mark == mark) else { continue };
            if clear {
                line.text = line.text.get(found.rest..).unwrap_or_default().trim().to_owned();
            } else {
                line.unclear = true;
            }
        }
    }
}
