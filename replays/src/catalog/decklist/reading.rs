//! Reads one line as a card with a count.
//!
//! Procedure: cut off the note, find names and codes, drop names that run on into unknown words, let them
//! agree on one card, find the count, and collect whatever was not used. Nothing is read where two readings
//! are possible.

use crate::catalog::decklist::counts::{self, Counted};
use crate::catalog::decklist::fold::name_key;
use crate::catalog::decklist::pool::{Pool, Sort, Span};
use crate::catalog::decklist::tokens::{Kind, Token};

/// The card that a line is about.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum What {
    Nothing,
    One(usize),
    Several(Vec<usize>),
}

/// A line read as a card.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    pub what: What,
    pub n: u32,
    /// The count was written on the line.
    pub counted: bool,
    pub unused: Vec<String>,
    /// Cards that stand on a line that was not read.
    pub seen: Vec<usize>,
    /// The line holds nothing but one number.
    pub lone: bool,
}

impl Reading {
    /// Whether the line was read as a card with every word of it.
    pub(crate) fn is_complete(&self) -> bool {
        self.what != What::Nothing && self.unused.is_empty()
    }

    /// Whether the line names a card, read or not.
    pub(crate) fn names_card(&self) -> bool {
        self.what != What::Nothing || !self.seen.is_empty()
    }
}

/// Reads the pieces `tokens` of a line. `given`: the count stands elsewhere.
pub(crate) fn read(pool: &Pool, facts: &[String], line: &str, tokens: &[Token], given: bool) -> Reading {
    let all = pool.spans(line, tokens);
    let inside = |at: usize| all.iter().any(|span| span.from <= at && at < span.to);
    let note =
        (1..tokens.len()).find(|at| tokens.get(*at).is_some_and(|t| t.kind == Kind::Note) && !inside(*at));
    let (body, remark) = tokens.split_at_checked(note.unwrap_or(tokens.len())).unwrap_or((tokens, &[]));
    let (spans, noted): (Vec<Span>, Vec<Span>) = all.into_iter().partition(|span| span.from < body.len());
    let counts_remark = has_number(remark) || noted.iter().any(|span| span.sort != Sort::Likely);
    let remark = if counts_remark { words(line, remark, &[]) } else { Vec::new() };

    let all_spans = spans.clone();
    let spans = bounded(facts, line, body, spans);
    let lone = spans.is_empty() && is_lone(body);
    let fail = |spans: &[Span]| unread(line, body, &remark, spans, lone);
    let (cards, spans) = agree(spans);
    let Some(cards) = cards.filter(|_| !spans.iter().any(|span| span.doubt)) else { return fail(&spans) };
    if is_repeated(line, body, &spans) {
        return fail(&spans);
    }

    // The name of another card within unknown words: the line is about more than one card, or about another
    // one.
    if all_spans
        .iter()
        .any(|span| span.sort == Sort::Name && !span.cards.iter().any(|card| cards.contains(card)))
    {
        return fail(&all_spans);
    }
    let mut taken = places(body.len(), &spans);
    let likely = spans.iter().any(|span| span.sort == Sort::Likely);
    let (n, counted) = match counts::count(line, body, &taken) {
        Counted::Doubt => return fail(&spans),
        // A likely code could as well be a set and a count, so it needs a count beside it.
        Counted::None if likely && !given => return fail(&spans),
        Counted::None => (1, false),
        Counted::One { n, from, to } => {
            if spans.iter().any(|span| runs_into(pool, line, body, span, from, to)) {
                return fail(&spans);
            }
            if let Some(places) = taken.get_mut(from..to) {
                places.fill(true);
            }
            (n, true)
        }
    };
    let mut unused = words(line, body, &taken);
    unused.extend(spans.iter().filter_map(|span| span.suffix.clone()));
    unused.extend(remark.iter().cloned());
    if !counted && !given && !unused.is_empty() {
        return fail(&spans);
    }
    let what = match cards.as_slice() {
        [one] => What::One(*one),
        _ => What::Several(cards),
    };
    Reading { what, n, counted, unused, seen: Vec::new(), lone: false }
}

/// A line that no card was read from: all its words, and the cards that it names.
fn unread(line: &str, body: &[Token], remark: &[String], spans: &[Span], lone: bool) -> Reading {
    let mut unused = words(line, body, &[]);
    unused.extend(remark.iter().cloned());
    let mut seen: Vec<usize> = spans.iter().flat_map(|span| span.cards.iter().copied()).collect();
    let mut once = std::collections::BTreeSet::new();
    seen.retain(|card| once.insert(*card));
    Reading { what: What::Nothing, n: 0, counted: false, unused, seen, lone }
}

/// Whether a note has a number in it, which could be a count for the deck.
fn has_number(remark: &[Token]) -> bool {
    remark.iter().any(|t| matches!(t.kind, Kind::Count(_) | Kind::Number(_)))
}

/// Whether a line has the same name or code twice: each may be a copy.
fn is_repeated(line: &str, tokens: &[Token], spans: &[Span]) -> bool {
    let mut content = std::collections::BTreeSet::new();
    spans.iter().any(|span| {
        let start = tokens.get(span.from).map_or(0, |t| t.start);
        let end = span.to.checked_sub(1).and_then(|at| tokens.get(at)).map_or(start, |t| t.end);
        !content.insert(name_key(line.get(start..end).unwrap_or_default()))
    })
}

/// Whether a line holds one number and nothing else.
fn is_lone(body: &[Token]) -> bool {
    let mut content = body.iter().filter(|t| !t.is_sign() && !matches!(t.kind, Kind::Times | Kind::Counter));
    matches!((content.next().map(|t| t.kind), content.next()), (Some(Kind::Number(_) | Kind::Count(_)), None))
}

/// The spans without those names that have an unknown word at their side: a name is never matched by a part
/// of it.
fn bounded(facts: &[String], line: &str, tokens: &[Token], spans: Vec<Span>) -> Vec<Span> {
    let mut kept = spans;
    loop {
        let covered = places(tokens.len(), &kept);
        let ends = |at: Option<usize>, from_left: bool| {
            let Some((at, token)) = at.and_then(|at| tokens.get(at).map(|t| (at, t))) else { return true };
            if token.kind != Kind::Word || covered.get(at) == Some(&true) {
                return true;
            }
            let fact = facts.binary_search(&name_key(token.of(line))).is_ok();
            let next = if from_left { at.checked_sub(1) } else { Some(at + 1) };
            let next = next.and_then(|at| tokens.get(at)).filter(|t| t.kind == Kind::Word);
            fact && next.is_none_or(|t| t.spaced || token.spaced) && (token.spaced || !from_left)
        };
        let sign = |at: &usize| tokens.get(*at).is_some_and(|t| t.kind == Kind::Punct);
        let before = kept.len();
        let bound = |span: &Span| {
            let left = (0..span.from).rev().find(|at| !sign(at));
            let right = (span.to..tokens.len()).find(|at| !sign(at));
            span.sort != Sort::Name || (ends(left, true) && ends(right, false))
        };
        kept = kept.iter().filter(|span| bound(span)).cloned().collect();
        if kept.len() == before {
            return kept;
        }
    }
}

/// Which of some tokens are part of a span.
fn places(length: usize, spans: &[Span]) -> Vec<bool> {
    let mut taken = vec![false; length];
    for span in spans {
        if let Some(places) = taken.get_mut(span.from..span.to) {
            places.fill(true);
        }
    }
    taken
}

/// The cards that all names and codes of a line can mean, and the spans that were used for it.
fn agree(spans: Vec<Span>) -> (Option<Vec<usize>>, Vec<Span>) {
    let mut cards: Option<Vec<usize>> = None;
    for span in spans.iter().filter(|span| span.sort != Sort::Likely) {
        let both = match cards {
            None => span.cards.clone(),
            Some(cards) => cards.into_iter().filter(|card| span.cards.contains(card)).collect(),
        };
        if both.is_empty() {
            return (None, spans);
        }
        cards = Some(both);
    }
    let Some(cards) = cards else { return (None, spans) };
    let agrees =
        |span: &Span| span.sort != Sort::Likely || span.cards.iter().any(|card| cards.contains(card));
    let narrow = |cards: &[usize]| -> Vec<usize> {
        let likely = spans.iter().filter(|span| span.sort == Sort::Likely && agrees(span));
        likely.fold(cards.to_vec(), |cards, span| {
            cards.into_iter().filter(|card| span.cards.contains(card)).collect()
        })
    };
    let narrowed = narrow(&cards);
    if narrowed.is_empty() {
        return (None, spans);
    }
    let used = spans.iter().filter(|span| agrees(span)).cloned().collect();
    (Some(narrowed), used)
}

/// Whether an attached count could as well be the end or the beginning of a longer known name.
fn runs_into(pool: &Pool, line: &str, tokens: &[Token], span: &Span, from: usize, to: usize) -> bool {
    let text = |from: usize, to: usize| {
        let start = tokens.get(from).map_or(0, |t| t.start);
        let end = to.checked_sub(1).and_then(|at| tokens.get(at)).map_or(start, |t| t.end);
        line.get(start..end).unwrap_or_default()
    };
    let (name, count) = (text(span.from, span.to), text(from, to));
    let attached = |at: usize| tokens.get(at).is_some_and(|t| !t.spaced);
    if span.to == from && attached(from) {
        let mut longer = name.to_owned();
        for c in count.chars().take(count.chars().count().saturating_sub(1)) {
            longer.push(c);
            if pool.knows(&longer) {
                return true;
            }
        }
    }
    let sign = count.chars().next_back().filter(|c| matches!(c, 'x' | 'X'));
    sign.is_some_and(|sign| span.from == to && attached(to) && pool.knows(&format!("{sign}{name}")))
}

/// The words of some tokens that are not taken, joined where they stood together.
pub(crate) fn words(line: &str, tokens: &[Token], taken: &[bool]) -> Vec<String> {
    let mut out = Vec::new();
    let mut run: Option<(usize, usize)> = None;
    for (at, token) in tokens.iter().enumerate() {
        let sign = token.is_sign() || token.kind == Kind::Note;
        let harmless = token.kind == Kind::Times && !matches!(token.of(line), "x" | "X");
        if taken.get(at) == Some(&true) || (sign && token.kind != Kind::Punct) || harmless {
            out.extend(run.take().and_then(|(start, end)| line.get(start..end)).map(str::to_owned));
        } else if !sign {
            run = Some((run.map_or(token.start, |(start, _)| start), token.end));
        }
    }
    out.extend(run.and_then(|(start, end)| line.get(start..end)).map(str::to_owned));
    out
}
