//! The pool: which cards a piece of a line can be.
//!
//! Procedure: all names and codes are folded once. `spans` finds every piece of a tokenised line that is a
//! whole known name or code; of pieces that overlap the longest stays. A looser code (without zeros, or with
//! spaces for dashes) is found too, but it is marked as such and counts only together with a sure name or
//! code.

use std::collections::{BTreeMap, BTreeSet};

use crate::catalog::decklist::Card;
use crate::catalog::decklist::fold::{clean, code_key, is_dash, literal, name_key, zero_key};
use crate::catalog::decklist::tokens::{Kind, Token};

/// Lookups over the folded names and codes of a pool.
#[derive(Debug, Default)]
pub(crate) struct Pool {
    names: BTreeMap<String, Vec<usize>>,
    literals: BTreeSet<String>,
    codes: BTreeMap<String, Vec<usize>>,
    zeros: BTreeMap<String, Vec<usize>>,
    fused: BTreeMap<String, Vec<usize>>,
}

/// How a piece of a line was recognised.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Sort {
    Code,
    /// A code that is only likely: it needs a name that agrees.
    Likely,
    Name,
}

/// A piece of a line that is a known name or code: the tokens from `from` to before `to`.
#[derive(Clone, Debug)]
pub(crate) struct Span {
    pub from: usize,
    pub to: usize,
    pub sort: Sort,
    pub cards: Vec<usize>,
    /// The text behind a known code in the same word, which nobody knows.
    pub suffix: Option<String>,
    /// A shorter reading of the same place is just as possible.
    pub doubt: bool,
}

/// Adds a card under a key once.
fn add(map: &mut BTreeMap<String, Vec<usize>>, key: String, card: usize) {
    if key.is_empty() {
        return;
    }
    let cards = map.entry(key).or_default();
    if !cards.contains(&card) {
        cards.push(card);
    }
}

impl Pool {
    /// Folds all names and codes of some cards.
    pub(crate) fn new(cards: &[Card]) -> Pool {
        let mut pool = Pool::default();
        for (at, card) in cards.iter().enumerate() {
            for name in card.names.iter().map(|name| clean(name)) {
                pool.literals.insert(literal(&name));
                add(&mut pool.names, name_key(&name), at);
            }
            for code in std::iter::once(&card.id).chain(&card.codes).map(|code| code_key(&clean(code))) {
                add(&mut pool.zeros, zero_key(&code), at);
                add(&mut pool.fused, code.replace('-', ""), at);
                add(&mut pool.codes, code, at);
            }
        }
        pool
    }

    /// All keys with their cards, names first.
    pub(crate) fn keys(&self) -> impl Iterator<Item = (&String, &Vec<usize>)> {
        self.names.iter().chain(&self.codes)
    }

    /// Whether a text is the whole name of a card.
    pub(crate) fn knows(&self, name: &str) -> bool {
        self.names.contains_key(&name_key(name))
    }

    /// The known names and codes of a line, none overlapping another, in their order.
    pub(crate) fn spans(&self, line: &str, tokens: &[Token]) -> Vec<Span> {
        let mut all = Vec::new();
        for from in 0..tokens.len() {
            self.names_from(line, tokens, from, &mut all);
            self.codes_from(line, tokens, from, &mut all);
        }
        let length = |span: &Span| {
            let end = span.to.checked_sub(1).and_then(|last| tokens.get(last)).map_or(0, |t| t.end);
            end.saturating_sub(tokens.get(span.from).map_or(0, |t| t.start))
        };
        all.sort_by_key(|span| {
            (std::cmp::Reverse(length(span)), span.sort == Sort::Likely, span.sort == Sort::Name, span.from)
        });
        let mut taken = vec![false; tokens.len()];
        let mut kept: Vec<Span> = Vec::new();
        for span in all {
            let place = span.from..span.to;
            if taken.get(place.clone()).is_none_or(|places| places.contains(&true)) {
                continue;
            }
            if let Some(places) = taken.get_mut(place) {
                places.fill(true);
            }
            kept.push(span);
        }
        kept.sort_by_key(|span| span.from);
        kept
    }

    /// The names that begin at a token, each over whole tokens.
    fn names_from(&self, line: &str, tokens: &[Token], from: usize, out: &mut Vec<Span>) {
        let Some(first) = tokens.get(from) else { return };
        if matches!(first.kind, Kind::Close | Kind::Sep(_)) {
            return;
        }
        for (to, last) in tokens.iter().enumerate().skip(from) {
            let text = line.get(first.start..last.end).unwrap_or_default();
            let key = name_key(text);
            if let Some(cards) = self.names.get(&key)
                && !matches!(last.kind, Kind::Open | Kind::Sep(_))
                && self.is_surely_name(text, &key, tokens.get(from..=to).unwrap_or_default())
            {
                let (cards, to) = (cards.clone(), to + 1);
                out.push(Span { from, to, sort: Sort::Name, cards, suffix: None, doubt: false });
            }
            let settled = key.trim_end_matches('-');
            let longer =
                self.names.range(settled.to_owned()..).next().is_some_and(|(k, _)| k.starts_with(settled));
            if !longer || to > from + 40 {
                return;
            }
        }
    }

    /// Whether a piece is surely a name: a number at its edge belongs to the name only if it is written
    /// exactly so.
    fn is_surely_name(&self, text: &str, key: &str, tokens: &[Token]) -> bool {
        let number = |t: Option<&Token>| {
            t.is_some_and(|t| {
                matches!(t.kind, Kind::Number(_) | Kind::Count(_) | Kind::Times | Kind::Counter)
            })
        };
        if tokens.len() == 1 {
            let small = key.len() < 4 && key.bytes().all(|b| b.is_ascii_digit());
            return !small
                && !matches!(tokens.first().map(|t| t.kind), Some(Kind::Punct | Kind::Open | Kind::Note));
        }
        if number(tokens.first()) || number(tokens.last()) {
            self.literals.contains(&literal(text))
        } else {
            true
        }
    }

    /// The code whose set stands in brackets: `(BP01) 41`.
    fn bracketed_code(&self, line: &str, tokens: &[Token], from: usize) -> Option<Span> {
        let (key, to) = bracketed_set(line, tokens, from)?;
        let (sort, cards) = match (self.codes.get(&key), self.zeros.get(&zero_key(&key))) {
            (Some(cards), _) => (Sort::Code, cards),
            (None, Some(cards)) => (Sort::Likely, cards),
            (None, None) => return None,
        };
        Some(Span { from, to, sort, cards: cards.clone(), suffix: None, doubt: false })
    }

    /// The codes that begin at a token.
    fn codes_from(&self, line: &str, tokens: &[Token], from: usize, out: &mut Vec<Span>) {
        let Some(first) = tokens.get(from) else { return };
        if first.kind == Kind::Open {
            out.extend(self.bracketed_code(line, tokens, from));
            return;
        }
        let mut push = |to, sort, cards: &Vec<usize>, suffix, doubt| {
            out.push(Span { from, to, sort, cards: cards.clone(), suffix, doubt });
        };
        if !matches!(first.kind, Kind::Word | Kind::Count(_)) {
            return;
        }
        let word = code_key(first.of(line));
        let mut known = true;
        if let Some(cards) = self.codes.get(&word).or_else(|| self.zeros.get(&zero_key(&word))) {
            push(from + 1, Sort::Code, cards, None, false);
        } else if let Some(cards) =
            self.fused.get(&word).filter(|_| word.bytes().any(|b| b.is_ascii_alphabetic()))
        {
            push(from + 1, Sort::Code, cards, None, false);
        } else if let Some((cards, suffix)) = self.with_suffix(first.of(line)) {
            // A name without a space behind the code belongs to it, if it is the name of the same card.
            match self.names.get(&name_key(&suffix)) {
                Some(named) if named.iter().any(|card| cards.contains(card)) => {
                    push(from + 1, Sort::Code, cards, None, false)
                }
                Some(_) => known = false,
                None => push(from + 1, Sort::Code, cards, Some(suffix), false),
            }
        } else {
            known = false;
        }
        for (to, last) in tokens.iter().enumerate().skip(from + 1).take(5) {
            let text = line.get(first.start..last.end).unwrap_or_default();
            let tight = !text.contains(' ');
            match last.kind {
                Kind::Word | Kind::Number(_) | Kind::Count(_) | Kind::Punct => {}
                Kind::Open | Kind::Close | Kind::Sep(_) if tight => {}
                _ => return,
            }
            // Somebody who writes the dashes of a code does not write a space for the last one.
            let mixed = !tight && word.contains('-');
            if matches!(last.kind, Kind::Punct | Kind::Open | Kind::Sep(_)) || mixed {
                continue;
            }
            let key = code_key(text);
            if let Some(cards) = self.codes.get(&key).filter(|_| key != word) {
                let number = matches!(last.kind, Kind::Number(_));
                let shorter = to.checked_sub(1).and_then(|at| tokens.get(at)).map_or(first.end, |t| t.end);
                let named = || line.get(first.start..shorter).is_some_and(|text| self.knows(text));
                push(to + 1, Sort::Code, cards, None, number && (known || named()));
                known = true;
            } else if let Some(cards) = self.zeros.get(&zero_key(&key)).filter(|_| !known && key != word) {
                push(to + 1, Sort::Likely, cards, None, false);
            }
        }
    }

    /// A known code with further letters behind it. A number there could be a count, and letters behind a
    /// code as short as a word more likely make another word.
    fn with_suffix(&self, word: &str) -> Option<(&Vec<usize>, String)> {
        let mut last: Option<char> = None;
        let mut found = None;
        for (at, c) in word.char_indices() {
            let (code, rest) = word.split_at_checked(at)?;
            let next_letter = rest.trim_start_matches(|d: char| !d.is_alphanumeric()).chars().next();
            let edge = last.is_some_and(|l| l.is_ascii_digit()) && !c.is_ascii_digit();
            let likely = rest.is_ascii() || code.contains(is_dash);
            if edge && likely && next_letter.is_none_or(|l| !l.is_numeric()) {
                found = self.codes.get(&code_key(code)).map(|cards| (cards, rest.to_owned())).or(found);
            }
            last = Some(c);
        }
        found
    }
}

/// A set in brackets with the number behind it, as `(BP01) 041`: the key of that code and the token after it.
fn bracketed_set(line: &str, tokens: &[Token], from: usize) -> Option<(String, usize)> {
    let piece = |at: usize| tokens.get(from + at);
    let (set, close, number) = (piece(1)?, piece(2)?, piece(3)?);
    let fits = set.kind == Kind::Word
        && close.kind == Kind::Close
        && matches!(number.kind, Kind::Number(_) | Kind::Word);
    fits.then(|| (code_key(&format!("{}-{}", set.of(line), number.of(line))), from + 4))
}
