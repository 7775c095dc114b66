//! Tokens: a clean line becomes small pieces with their places in it.
//!
//! Procedure: spaces, brackets and separators cut the line into runs; from a run the harmless signs at both
//! ends are taken off, and what remains is cut where a count with its own sign (`4x`, `×4`, `4枚`) is attached
//! to it. The pieces stay small on purpose: a name is looked up over the text from one piece to a later one,
//! so that a cut never hides a longer known name.

use crate::catalog::decklist::fold::{is_dash, is_number_sign};

/// The kind of a piece of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    /// Letters, or anything that means something.
    Word,
    /// A bare number; none where it is too large to be any count.
    Number(Option<u32>),
    /// A number with its sign of a count.
    Count(Option<u32>),
    /// A sign of multiplication that stands alone.
    Times,
    /// A counter word that stands alone.
    Counter,
    Open,
    Close,
    Sep(char),
    /// A sign that means nothing.
    Punct,
    /// The beginning of a note to the reader.
    Note,
}

/// A piece of a clean line: its kind, its place, and whether a space stands before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub kind: Kind,
    pub start: usize,
    pub end: usize,
    pub spaced: bool,
}

impl Token {
    /// The text of the piece in its line.
    pub(crate) fn of<'a>(&self, line: &'a str) -> &'a str {
        line.get(self.start..self.end).unwrap_or_default()
    }

    /// Whether the piece is a sign without a meaning of its own.
    pub(crate) fn is_sign(&self) -> bool {
        matches!(self.kind, Kind::Punct | Kind::Sep(_) | Kind::Open | Kind::Close)
    }
}

/// A sign of multiplication.
pub(crate) fn is_times(c: char) -> bool {
    matches!(c, 'x' | 'X' | '×' | '✕' | '✖' | '⨯' | '╳' | '*' | '∗')
}

/// A word that counts cards.
pub(crate) fn is_counter(c: char) -> bool {
    matches!(c, '枚' | '張' | '张')
}

fn is_open(c: char) -> bool {
    matches!(
        c,
        '(' | '[' | '{' | '<' | '《' | '≪' | '〈' | '【' | '〔' | '〖' | '「' | '『' | '«' | '⟨' | '⟪'
    )
}

fn is_close(c: char) -> bool {
    matches!(
        c,
        ')' | ']' | '}' | '>' | '》' | '≫' | '〉' | '】' | '〕' | '〗' | '」' | '』' | '»' | '⟩' | '⟫'
    )
}

/// A separator of columns, or of a label and what it labels.
fn is_sep(c: char) -> bool {
    matches!(c, '\t' | ',' | ';' | '|' | ':' | '/' | '=' | '、' | '│' | '┃')
}

/// A sign that may say something, so that it stays a word of its line: every symbol but plain
/// punctuation, lines that are drawn, bullets, stars and pictures.
fn is_meaningful(c: char) -> bool {
    let is_plain = c.is_ascii()
        || matches!(c, '\u{a1}' | '\u{a7}' | '\u{ab}' | '\u{b4}'..='\u{b8}' | '\u{bb}' | '\u{bf}' | '\u{2bc}'
            | '\u{2010}'..='\u{205e}' | '\u{2212}' | '\u{2219}' | '\u{22c5}' | '\u{2500}'..='\u{25ff}'
            | '\u{2605}' | '\u{2606}' | '\u{2e00}'..='\u{2e7f}' | '\u{3000}'..='\u{303f}' | '\u{30a0}'
            | '\u{30fb}' | '\u{fe10}'..='\u{fe6f}'
            | '\u{1f300}'..='\u{1f4ff}' | '\u{1f520}'..='\u{1f6aa}' | '\u{1f6ac}'..='\u{1faff}');
    let is_symbol = !c.is_alphanumeric() && !c.is_whitespace() && !is_plain;
    is_symbol && !is_times(c)
        || is_number_sign(c)
        || matches!(c, '!' | '?' | '†' | '‡' | '&' | '+' | '%' | '~' | '@' | '$')
}

/// A sign at the end of a run that can be taken off.
fn is_loose(c: char) -> bool {
    !c.is_alphanumeric() && !is_meaningful(c) && c != 'ー' && !is_times(c)
}

/// The value of some digits; none where there is no digit or more than nine.
fn value(digits: &str) -> Option<u32> {
    if digits.is_empty() || digits.len() > 9 { None } else { digits.parse().ok() }
}

/// The number of digits that a text begins with.
fn digits_of(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// The pieces of a clean line.
pub(crate) fn tokens(line: &str) -> Vec<Token> {
    let mut out = Vec::new();
    let mut spaced = false;
    let mut run: Option<(usize, bool)> = None;
    let mut skip = 0_usize;
    for (at, c) in line.char_indices() {
        if at < skip {
            continue;
        }
        let rest = line.get(at..).unwrap_or_default();
        let note = rest.starts_with("//") || (c == '#' && (run.is_none()));
        if c == ' ' || is_open(c) || is_close(c) || is_sep(c) || note {
            if let Some((start, before)) = run.take() {
                push_run(&mut out, line, start, at, before);
            }
            if c == ' ' {
                spaced = true;
                continue;
            }
            let end = if rest.starts_with("//") { at + 2 } else { at + c.len_utf8() };
            let kind = match c {
                _ if note => Kind::Note,
                _ if is_open(c) => Kind::Open,
                _ if is_close(c) => Kind::Close,
                _ => Kind::Sep(c),
            };
            skip = end;
            out.push(Token { kind, start: at, end, spaced });
            spaced = false;
        } else if run.is_none() {
            run = Some((at, spaced));
            spaced = false;
        }
    }
    if let Some((start, before)) = run {
        push_run(&mut out, line, start, line.len(), before);
    }
    out
}

/// Cuts one run of a line into its pieces.
fn push_run(out: &mut Vec<Token>, line: &str, start: usize, end: usize, spaced: bool) {
    let text = line.get(start..end).unwrap_or_default();
    if let Some(kind) = kind_of_run(text) {
        out.push(Token { kind, start, end, spaced });
        return;
    }
    let mut from = start;
    let mut first = spaced;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let next = rest.get(c.len_utf8()..).unwrap_or_default();
        let times =
            is_times(c) && !c.is_ascii_alphabetic() && !next.starts_with(|d: char| d.is_ascii_digit());
        let Some(kind) = edge(c, times) else { break };
        out.push(Token { kind, start: from, end: from + c.len_utf8(), spaced: first });
        from += c.len_utf8();
        first = false;
        rest = next;
    }
    let mut until = end;
    let mut tail: Vec<Token> = Vec::new();
    while let Some(c) = rest.chars().next_back() {
        let digit = rest.bytes().rev().nth(c.len_utf8()).is_some_and(|b| b.is_ascii_digit());
        let times = is_times(c) && !c.is_ascii_alphabetic() && !digit;
        let Some(kind) = edge(c, times) else { break };
        tail.push(Token { kind, start: until - c.len_utf8(), end: until, spaced: false });
        until -= c.len_utf8();
        rest = rest.get(..rest.len() - c.len_utf8()).unwrap_or_default();
    }
    push_core(out, rest, from, first);
    out.extend(tail.into_iter().rev());
}

/// The kind of a sign at the edge of a run; `None`: it is part of the word.
fn edge(c: char, times: bool) -> Option<Kind> {
    match c {
        '*' | '∗' if times => Some(Kind::Punct),
        _ if times => Some(Kind::Times),
        _ if is_meaningful(c) => Some(Kind::Word),
        _ if is_loose(c) => Some(Kind::Punct),
        _ => None,
    }
}

/// A run that is a number or a count as a whole.
fn kind_of_run(text: &str) -> Option<Kind> {
    let n = digits_of(text);
    let after = text.get(n..).unwrap_or_default();
    let digits = text.get(..n).unwrap_or_default();
    let mut chars = after.chars();
    match (n, chars.next(), chars.next()) {
        (0, Some(c), None) if is_times(c) => Some(Kind::Times),
        (0, Some(c), None) if is_counter(c) => Some(Kind::Counter),
        (0, Some(c), Some(_)) if is_times(c) => {
            let inner = after.get(c.len_utf8()..).unwrap_or_default();
            match kind_of_run(inner) {
                Some(Kind::Number(n) | Kind::Count(n)) if inner.starts_with(|d: char| d.is_ascii_digit()) => {
                    Some(Kind::Count(n))
                }
                _ => None,
            }
        }
        (1.., None, _) => Some(Kind::Number(value(digits))),
        (1.., Some(c), None) if is_times(c) || is_counter(c) || c == 'マ' => {
            Some(Kind::Count(value(digits)))
        }
        _ => None,
    }
}

/// Cuts a count off a run that it is attached to: `4xName`, `4枚Name`, `Name×4`, `Name4枚`.
fn push_core(out: &mut Vec<Token>, text: &str, start: usize, spaced: bool) {
    if text.is_empty() {
        return;
    }
    let end = start + text.len();
    let mut push = |kind, start, end, spaced| out.push(Token { kind, start, end, spaced });
    if let Some(kind) = kind_of_run(text) {
        push(kind, start, end, spaced);
        return;
    }
    let n = digits_of(text);
    if let Some(c) = text.get(n..).and_then(|t| t.chars().next())
        && n > 0
        && (is_times(c) || is_counter(c))
    {
        let mid = n + c.len_utf8();
        let rest = text.get(mid..).unwrap_or_default();
        if !rest.starts_with(is_dash) && kind_of_run(rest).is_none() {
            push(Kind::Count(value(text.get(..n).unwrap_or_default())), start, start + mid, spaced);
            push(Kind::Word, start + mid, end, false);
            return;
        }
    }
    let counted = text.chars().next_back().filter(|c| is_counter(*c)).map_or(0, char::len_utf8);
    let body = text.get(..text.len() - counted).unwrap_or_default();
    let m = body.bytes().rev().take_while(u8::is_ascii_digit).count();
    let head = body.get(..body.len() - m).unwrap_or_default();
    let times = head.chars().next_back().filter(|c| is_times(*c)).map_or(0, char::len_utf8);
    let name = head.get(..head.len() - times).unwrap_or_default();
    if m > 0
        && (times > 0 || counted > 0)
        && digits_of(name) < name.len()
        && !name.ends_with(is_dash_but_vowel)
    {
        let mid = start + name.len();
        let digits = body.get(body.len() - m..).unwrap_or_default();
        push(Kind::Word, start, mid, spaced);
        push(Kind::Count(value(digits)), mid, end, false);
        return;
    }
    push(Kind::Word, start, end, spaced);
}

/// A dash that is not a long vowel: a count behind it is a number of something else.
fn is_dash_but_vowel(c: char) -> bool {
    is_dash(c) && c != 'ー'
}
