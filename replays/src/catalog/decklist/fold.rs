//! Folding: the reader of deck lists compares only folded text.
//!
//! Procedure: `clean` makes one plain line of a raw line (compatibility forms, one kind of space, no
//! invisible characters, no links); `name_key` and `code_key` make of a piece of a clean line the key by
//! which the pool is asked; `zero_key` is the looser key of a code, in which leading zeros do not count.

use icu_normalizer::ComposingNormalizerBorrowed;

/// An invisible character that no comparison may see: direction marks, joiners, selectors, tags.
pub(crate) fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// A number in a circle: it numbers a list and is never a count, so it must not become a plain digit.
pub(crate) fn circled(c: char) -> Option<u32> {
    let base = match c {
        '①'..='⑳' => '①',
        '❶'..='❿' => '❶',
        '➀'..='➉' => '➀',
        '➊'..='➓' => '➊',
        '㉑'..='㉟' => return u32::from(c).checked_sub(u32::from('㉑')).map(|n| n + 21),
        '㊱'..='㊿' => return u32::from(c).checked_sub(u32::from('㊱')).map(|n| n + 36),
        _ => return None,
    };
    u32::from(c).checked_sub(u32::from(base)).map(|n| n + 1)
}

/// A number in a circle, raised, lowered, or as a fraction: it must not become plain digits beside others.
pub(crate) fn is_number_sign(c: char) -> bool {
    circled(c).is_some()
        || matches!(c, '\u{b2}' | '\u{b3}' | '\u{b9}' | '\u{bc}'..='\u{be}' | '\u{2070}'..='\u{2089}'
            | '\u{2150}'..='\u{215f}' | '\u{2460}'..='\u{249b}' | '\u{24ea}'..='\u{24ff}'
            | '\u{2776}'..='\u{2793}' | '\u{1f100}'..='\u{1f10c}')
}

/// A character that people use as a dash in names and codes; the long vowel mark is among them on purpose.
pub(crate) fn is_dash(c: char) -> bool {
    matches!(
        c,
        '-' | '_' | '=' | '~' | '\u{2010}'
            ..='\u{2015}'
                | '\u{2212}'
                | '\u{2e3a}'
                | '\u{2e3b}'
                | '\u{301c}'
                | '\u{3030}'
                | '\u{30a0}'
                | 'ー'
                | '\u{ff0d}'
                | '─'
                | '━'
    )
}

/// A character of a name that folding drops: quotes, apostrophes and middle dots.
fn is_dropped(c: char) -> bool {
    matches!(
        c,
        '\'' | '"'
            | '`'
            | '´'
            | '‘'
            | '’'
            | '‚'
            | '‛'
            | '“'
            | '”'
            | '„'
            | '‟'
            | 'ʼ'
            | '′'
            | '″'
            | '「'
            | '」'
            | '『'
            | '』'
            | '〝'
            | '〞'
            | '〟'
            | '・'
            | '·'
            | '•'
            | '∙'
            | '⋅'
            | '‧'
            | '･'
    )
}

/// Puts a text into compatibility composition and leaves signs of numbers alone.
fn compose(text: &str) -> String {
    let nfkc = const { ComposingNormalizerBorrowed::new_nfkc() };
    if !text.chars().any(is_number_sign) {
        return nfkc.normalize(text).into_owned();
    }
    let mut out = String::new();
    let mut piece = String::new();
    for c in text.chars() {
        if is_number_sign(c) {
            out.push_str(&nfkc.normalize(&piece));
            piece.clear();
            out.push(c);
        } else {
            piece.push(c);
        }
    }
    out.push_str(&nfkc.normalize(&piece));
    out
}

/// Takes the web links out of a line: a link is never part of a deck.
fn without_links(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = ["https://", "http://"].iter().filter_map(|scheme| rest.find(scheme)).min() {
        let (before, link) = rest.split_at(at);
        out.push_str(before);
        let ends = |c: char| c.is_whitespace() || !c.is_ascii() || matches!(c, ')' | '>' | ']' | '"' | '|');
        let end = link.find(ends).unwrap_or(link.len());
        rest = link.split_at(end).1;
    }
    out.push_str(rest);
    out
}

/// A raw line as the reader sees it: composed, without invisible characters and links, with plain spaces
/// (tabs stay).
pub(crate) fn clean(raw: &str) -> String {
    let seen: String = raw.chars().filter(|c| !is_invisible(*c)).collect();
    let spaced = |c: char| if c != '\t' && (c.is_whitespace() || c.is_control()) { ' ' } else { c };
    let composed: String = compose(&seen).chars().filter(|c| !is_invisible(*c)).map(spaced).collect();
    let bare = if composed.contains("http") { without_links(&composed) } else { composed };
    bare.trim_matches(' ').to_owned()
}

/// Lower case, and katakana as hiragana.
fn lower(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().flat_map(char::to_lowercase).map(|c| match c {
        'ァ'..='ヶ' | 'ヽ' | 'ヾ' => char::from_u32(u32::from(c).saturating_sub(0x60)).unwrap_or(c),
        _ => c,
    })
}

/// The gap between two letters of a name; the next letter decides whether it counts.
#[derive(Clone, Copy, PartialEq)]
enum Gap {
    None,
    Space,
    Dash,
}

/// The key of a name. A gap is kept only where two words or two numbers would run together.
pub(crate) fn name_key(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut gap = Gap::None;
    let mut last: Option<char> = None;
    for c in lower(text) {
        if is_dropped(c) || is_invisible(c) {
            continue;
        }
        if is_dash(c) {
            gap = Gap::Dash;
            continue;
        }
        if c.is_whitespace() || c.is_control() {
            gap = if gap == Gap::Dash { gap } else { Gap::Space };
            continue;
        }
        let between = last.filter(|l| l.is_ascii_alphanumeric() && c.is_ascii_alphanumeric());
        match (gap, between) {
            (Gap::None, _) | (Gap::Space, None) => {}
            (Gap::Dash, None) => out.push('-'),
            (_, Some(l)) if l.is_ascii_digit() != c.is_ascii_digit() => {}
            (_, Some(_)) => out.push(' '),
        }
        gap = Gap::None;
        out.push(c);
        last = Some(c);
    }
    if gap == Gap::Dash {
        out.push('-');
    }
    out
}

/// A name letter for letter, with only case and runs of spaces folded: it decides where the looser key would
/// guess.
pub(crate) fn literal(text: &str) -> String {
    lower(text).collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The key of a code: dashes and spaces are one dash, the pointed brackets of a printing are dropped.
pub(crate) fn code_key(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut gap = false;
    for c in text.chars().flat_map(char::to_lowercase) {
        if matches!(c, '<' | '>') || is_invisible(c) {
            continue;
        }
        if is_dash(c) || c.is_whitespace() {
            gap = !out.is_empty();
            continue;
        }
        if gap {
            out.push('-');
            gap = false;
        }
        out.push(c);
    }
    out
}

/// The key of a code without the zeros that lead its numbers.
pub(crate) fn zero_key(code: &str) -> String {
    let mut out = String::with_capacity(code.len());
    let mut chars = code.chars().peekable();
    let mut in_number = false;
    while let Some(c) = chars.next() {
        let more = chars.peek().is_some_and(char::is_ascii_digit);
        if c == '0' && !in_number && more {
            continue;
        }
        in_number = c.is_ascii_digit();
        out.push(c);
    }
    out
}

/// A text cut to a number of characters, with a sign of the cut.
pub(crate) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}
