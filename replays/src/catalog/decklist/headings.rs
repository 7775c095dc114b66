//! Headings, values, totals, titles and labels: the lines of a list that are no cards.
//!
//! Procedure: the words at the beginning of a line are looked up among the names that the game's board gives
//! and the words of the table. What stands behind them decides what the line is: nothing or a count, a value,
//! or a card.

use std::collections::BTreeMap;

use crate::catalog::decklist::fold::name_key;
use crate::catalog::decklist::reading::words;
use crate::catalog::decklist::tokens::{Kind, Token, is_counter, is_times};
use crate::catalog::decklist::words::{FOREIGN, LABELS, PARTS, PLAIN, SUBS, TITLES, TOTALS, each};
use crate::catalog::decklist::{Form, Part};

/// The meaning of the words of a heading.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Head {
    Part(usize),
    Sub,
    Foreign,
    Total,
    Plain,
    Label,
}

/// A line that begins with the words of a heading.
#[derive(Debug, PartialEq)]
pub(crate) enum Headed {
    /// A heading with nothing or a count behind it.
    Alone {
        head: Head,
        count: Option<u32>,
    },
    Value {
        part: usize,
        value: String,
    },
    /// A heading with text behind it that can be a card; `rest` is the token at which that text begins.
    Before {
        head: Head,
        rest: usize,
        colon: bool,
        title: bool,
    },
}

/// The headings of a game.
#[derive(Debug, Default)]
pub(crate) struct Heads {
    heads: BTreeMap<String, Head>,
    forms: Vec<Form>,
    titles: Vec<String>,
}

impl Heads {
    /// Collects the words of all headings; those of the game's board go before those of the table.
    pub(crate) fn new(parts: &[Part]) -> Heads {
        let mut heads: BTreeMap<String, Head> = BTreeMap::new();
        let mut put = |word: &str, head| {
            heads.entry(name_key(&crate::catalog::decklist::fold::clean(word))).or_insert(head);
        };
        for (at, part) in parts.iter().enumerate() {
            part.names.iter().chain(std::iter::once(&part.field)).for_each(|name| put(name, Head::Part(at)));
        }
        for (at, part) in parts.iter().enumerate() {
            let named = PARTS.iter().filter(|(field, _)| *field == part.field);
            named.flat_map(|(_, words)| each(words)).for_each(|word| put(word, Head::Part(at)));
        }
        each(SUBS).for_each(|word| put(word, Head::Sub));
        each(FOREIGN).for_each(|word| put(word, Head::Foreign));
        each(TOTALS).for_each(|word| put(word, Head::Total));
        each(PLAIN).for_each(|word| put(word, Head::Plain));
        each(LABELS).for_each(|word| put(word, Head::Label));
        PARTS.iter().flat_map(|(_, words)| each(words)).for_each(|word| put(word, Head::Foreign));
        let forms = parts.iter().map(|part| part.form).collect();
        Heads { heads, forms, titles: each(TITLES).map(name_key).collect() }
    }

    /// The longest words of a heading from a token on: what they mean, and the token behind them.
    fn phrase(&self, line: &str, tokens: &[Token], from: usize) -> Option<(Head, usize, String)> {
        let start = tokens.get(from).filter(|t| !t.is_sign() && t.kind != Kind::Note)?.start;
        let longest = (from..tokens.len().min(from + 6)).rev();
        longest.filter(|at| tokens.get(*at).is_some_and(|t| !t.is_sign())).find_map(|at| {
            let key = name_key(line.get(start..tokens.get(at)?.end)?);
            self.heads.get(&key).map(|head| (*head, at + 1, key))
        })
    }

    /// Whether a first line shows by a word that it is the title of a list.
    pub(crate) fn is_title(&self, line: &str, tokens: &[Token]) -> bool {
        let number = tokens.iter().any(|t| matches!(t.kind, Kind::Number(_) | Kind::Count(_)));
        let end = tokens.iter().rev().find(|t| !t.is_sign()).map_or(0, |t| t.end);
        let key = name_key(line.get(..end).unwrap_or_default());
        !number && self.titles.iter().any(|word| key.ends_with(word))
    }

    /// Whether a line has the words of a heading that the game does not have.
    pub(crate) fn has_foreign(&self, line: &str, tokens: &[Token]) -> bool {
        let head = |from| self.phrase(line, tokens, from).map(|(head, _, _)| head);
        (0..tokens.len()).any(|from| head(from) == Some(Head::Foreign))
    }

    /// Reads a line as one with the words of a heading.
    pub(crate) fn read(&self, line: &str, tokens: &[Token]) -> Option<Headed> {
        let skip = |t: &Token| t.is_sign() || t.kind == Kind::Note || matches!(t.of(line), "!" | "*");
        let first = tokens.iter().position(|t| !skip(t))?;
        let Some((head, after, key)) = self.phrase(line, tokens, first) else {
            return self.attached(line, tokens, first).or_else(|| self.counted_before(line, tokens, first));
        };
        let rest = (after..tokens.len())
            .find(|at| tokens.get(*at).is_some_and(|t| !t.is_sign()))
            .unwrap_or(tokens.len());
        let signs = tokens.get(after..rest).unwrap_or_default();
        let colon = signs.iter().any(|t| matches!(t.kind, Kind::Sep(_)));
        let tail = tokens.get(rest..).unwrap_or_default();
        let content: Vec<&Token> = tail.iter().filter(|t| !t.is_sign()).collect();
        let joined = signs.is_empty() && content.first().is_some_and(|t| t.kind == Kind::Word && !t.spaced);
        if joined {
            return None;
        }
        if content.is_empty() {
            return Some(Headed::Alone { head, count: None });
        }
        if head == Head::Label {
            return (colon || key == "by").then_some(Headed::Before { head, rest, colon, title: false });
        }
        let count = amount(line, tail);
        if let (Head::Part(part), Some(Form::Value)) = (head, self.form(head)) {
            let parted = colon || signs.iter().any(|t| t.kind == Kind::Close);
            let value = value_of(line, &content, count, parted)?;
            return Some(Headed::Value { part, value });
        }
        // A word of a kind with a bare count behind it could as well be a card that the pool does not have.
        let counter =
            content.iter().any(|t| t.of(line).ends_with(is_counter) && !t.of(line).contains(is_times));
        if count.is_some() && (head != Head::Sub || !signs.is_empty() || counter) {
            return Some(Headed::Alone { head, count });
        }
        let bracket = signs.last().is_some_and(|t| t.kind == Kind::Open)
            && tokens.last().is_some_and(|t| t.kind == Kind::Close);
        if head == Head::Sub && bracket {
            let count = content
                .iter()
                .rev()
                .find_map(|t| if let Kind::Number(n) | Kind::Count(n) = t.kind { n } else { None });
            return Some(Headed::Alone { head, count });
        }
        if head == Head::Total {
            return None;
        }
        let title = colon && self.titles.contains(&key);
        let from =
            (after..rest).find(|at| tokens.get(*at).is_some_and(|t| t.kind == Kind::Open)).unwrap_or(rest);
        Some(Headed::Before { head, rest: from, colon, title })
    }

    /// Reads a line that has its count before the words of the heading: `20 Units`, `10 Cubes`.
    fn counted_before(&self, line: &str, tokens: &[Token], first: usize) -> Option<Headed> {
        let from = (first..tokens.len()).find(|at| tokens.get(*at).is_some_and(|t| t.kind == Kind::Word))?;
        let count = amount(line, tokens.get(first..from)?)?;
        let (head, after, _) = self.phrase(line, tokens, from)?;
        let behind = words(line, tokens.get(after..)?, &[]);
        if !behind.is_empty() || !matches!(head, Head::Part(_) | Head::Foreign) {
            return None;
        }
        match (head, self.form(head)) {
            (Head::Part(part), Some(Form::Value)) => Some(Headed::Value { part, value: count.to_string() }),
            _ => Some(Headed::Alone { head, count: Some(count) }),
        }
    }

    /// Reads a heading of a part or a total with its number attached: `魔方10`, `メインデッキ50`, `共51`.
    fn attached(&self, line: &str, tokens: &[Token], first: usize) -> Option<Headed> {
        let word = tokens.get(first)?.of(line);
        let name = word.trim_end_matches(|c: char| c.is_ascii_digit());
        let n: u32 = word.get(name.len()..)?.parse().ok()?;
        let head = *self.heads.get(&name_key(name))?;
        if !words(line, tokens.get(first + 1..)?, &[]).is_empty() || name.ends_with(|c: char| c.is_ascii()) {
            return None;
        }
        match (head, self.form(head)) {
            (Head::Part(part), Some(Form::Value)) => Some(Headed::Value { part, value: n.to_string() }),
            (Head::Part(_) | Head::Foreign | Head::Total, _) => Some(Headed::Alone { head, count: Some(n) }),
            _ => None,
        }
    }

    /// The form of the part of a heading.
    pub(crate) fn form(&self, head: Head) -> Option<Form> {
        if let Head::Part(part) = head { self.forms.get(part).copied() } else { None }
    }
}

/// The value behind a heading: its only number, or its only word where a colon or a bracket (`parted`) stands
/// between.
fn value_of(line: &str, content: &[&Token], count: Option<u32>, parted: bool) -> Option<String> {
    let numbers = content.iter().filter(|t| matches!(t.kind, Kind::Number(_) | Kind::Count(_))).count();
    match (count, content) {
        (Some(n), _) if numbers == 1 => Some(n.to_string()),
        (None, [one]) if parted => {
            let word = one.of(line);
            let bare = word.trim_end_matches(['個', '个', '颗', '顆']);
            let number = bare.bytes().all(|b| b.is_ascii_digit()) && !bare.is_empty();
            if !number && word.starts_with(|c: char| c.is_ascii_digit()) {
                return None;
            }
            Some(if number { bare.to_owned() } else { word.to_owned() })
        }
        _ => None,
    }
}

/// The number of cards that a heading states: one number, with or without its sign, or `40/40`.
fn amount(line: &str, tokens: &[Token]) -> Option<u32> {
    let mut number = None;
    let mut slash = false;
    for token in tokens {
        match token.kind {
            Kind::Number(n) | Kind::Count(n) if number.is_none() || slash => {
                number = number.or(n);
                n?;
                slash = false;
            }
            Kind::Sep('/') => slash = true,
            Kind::Times | Kind::Counter => {}
            Kind::Word
                if matches!(
                    name_key(token.of(line)).as_str(),
                    "cards" | "card" | "計" | "合計" | "合计" | "全" | "共" | "total"
                ) => {}
            _ if token.is_sign() => {}
            _ => return None,
        }
    }
    number
}
