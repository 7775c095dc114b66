//! Counts: which number of a line is the number of copies.
//!
//! Procedure: every number outside the recognised names and codes is found and ranked. A number with its own
//! sign (`x4`, `4枚`) goes before a number alone in brackets or bare. Two numbers of the same rank that could
//! both be counts are a doubt, and then there is no count at all.

use rules_judge_engine::game_kit::deck::COPY_LIMIT;

use crate::catalog::decklist::fold::is_dash;
use crate::catalog::decklist::tokens::{Kind, Token};

/// The most copies that a line may ask for: as many as a line of a deck.
const MOST: u32 = COPY_LIMIT as u32;

/// A number of a line: the tokens it takes, its value, and whether it carries its own sign.
#[derive(Clone, Copy, Debug)]
struct Found {
    from: usize,
    to: usize,
    n: Option<u32>,
    signed: bool,
}

/// The count of a line.
#[derive(Debug, PartialEq)]
pub(crate) enum Counted {
    /// The line has no number that could be a count.
    None,
    /// One number is the count; the tokens it takes are `from` to before `to`.
    One { n: u32, from: usize, to: usize },
    /// Several numbers could be the count, or the only one is no possible count.
    Doubt,
}

/// Whether a number can be a number of copies.
fn fits(n: Option<u32>) -> Option<u32> {
    n.filter(|n| (1..=MOST).contains(n))
}

/// Reads the count of a line. `taken` tells for every token whether it is part of a name or code.
pub(crate) fn count(line: &str, tokens: &[Token], taken: &[bool]) -> Counted {
    let found = numbers(line, tokens, taken);
    let signed: Vec<&Found> = found.iter().filter(|f| f.signed).collect();
    let bare: Vec<&Found> = found.iter().filter(|f| !f.signed && fits(f.n).is_some()).collect();
    let chosen = match (signed.as_slice(), bare.as_slice(), found.as_slice()) {
        ([], [], []) => return Counted::None,
        ([one], _, _) | ([], [one], _) => *one,
        _ => return Counted::Doubt,
    };
    match fits(chosen.n) {
        Some(n) => Counted::One { n, from: chosen.from, to: chosen.to },
        None => Counted::Doubt,
    }
}

/// The numbers of a line that stand where a count can stand.
fn numbers(line: &str, tokens: &[Token], taken: &[bool]) -> Vec<Found> {
    let free = |at: usize| tokens.get(at).filter(|_| taken.get(at) == Some(&false));
    let kind = |at: usize| free(at).map(|t| t.kind);
    let mut out = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let next = kind(at + 1);
        let counter = |at: usize| usize::from(kind(at) == Some(Kind::Counter));
        let found = match (kind(at), next) {
            (Some(Kind::Count(n)), _) => {
                let to = at + 1 + counter(at + 1);
                Some(Found { from: at, to, n, signed: true })
            }
            (Some(Kind::Times), Some(Kind::Number(n) | Kind::Count(n))) => {
                Some(Found { from: at, to: at + 2 + counter(at + 2), n, signed: true })
            }
            (Some(Kind::Number(n)), Some(Kind::Times)) if !matches!(kind(at + 2), Some(Kind::Number(_))) => {
                Some(Found { from: at, to: at + 2, n, signed: true })
            }
            (Some(Kind::Number(n)), Some(Kind::Counter)) => {
                Some(Found { from: at, to: at + 2, n, signed: true })
            }
            (Some(Kind::Number(n)), _) if stands_alone(line, tokens, taken, at) => {
                Some(Found { from: at, to: at + 1, n, signed: false })
            }
            _ => None,
        };
        match found {
            Some(found) if !has_sign(line, tokens, at) && is_clear(tokens, taken, found.from, found.to) => {
                at = found.to;
                out.push(found);
            }
            _ => at += 1,
        }
    }
    out
}

/// Whether a sign is attached to a number that makes it something else: a change (`-4`, `+2`), stars, a
/// price.
fn has_sign(line: &str, tokens: &[Token], at: usize) -> bool {
    let attached = tokens.get(at).is_some_and(|t| !t.spaced);
    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
    let harmless = |c: char| {
        matches!(
            c,
            '・' | '•'
                | '·'
                | '●'
                | '○'
                | '■'
                | '□'
                | '◆'
                | '◇'
                | '▪'
                | '*'
                | '.'
                | '…'
                | '_'
                | '"'
                | '\''
                | '`'
        )
    };
    let sign = |t: &Token| match t.kind {
        Kind::Punct => !t.of(line).chars().all(harmless),
        _ => t.of(line).chars().all(|c| c != '=' && (c == '+' || is_dash(c))),
    };
    attached && before.is_some_and(sign)
}

/// Whether no foreign word stands in the same bracket as a number: a bracket with further words is a remark.
fn is_clear(tokens: &[Token], taken: &[bool], from: usize, to: usize) -> bool {
    let open = tokens
        .get(..from)
        .unwrap_or_default()
        .iter()
        .rposition(|t| matches!(t.kind, Kind::Open | Kind::Close));
    let Some(open) = open.filter(|at| tokens.get(*at).is_some_and(|t| t.kind == Kind::Open)) else {
        return true;
    };
    let rest = tokens.get(to..).unwrap_or_default();
    let Some(close) = rest.iter().position(|t| t.kind == Kind::Close) else { return true };
    let foreign = |at: usize| taken.get(at) == Some(&false) && tokens.get(at).is_some_and(|t| !t.is_sign());
    !(open + 1..from).chain(to..to + close).any(foreign)
}

/// Whether a bare number stands at an end of the line, in a column of its own, or between pieces that are
/// known.
fn stands_alone(line: &str, tokens: &[Token], taken: &[bool], at: usize) -> bool {
    let known = |at: usize| taken.get(at) == Some(&true) || tokens.get(at).is_some_and(Token::is_sign);
    let mut before = (0..at).rev().skip_while(|at| tokens.get(*at).is_some_and(|t| t.kind == Kind::Punct));
    let mut after =
        (at + 1..tokens.len()).skip_while(|at| tokens.get(*at).is_some_and(|t| t.kind == Kind::Punct));
    let (left, right) = (before.next(), after.next());
    let attached = |at: usize, it: usize| {
        let (first, second) = (at.min(it), at.max(it));
        let sign = tokens.get(it).is_some_and(Token::is_sign);
        !sign && second == first + 1 && tokens.get(second).is_some_and(|t| !t.spaced)
    };
    if left.is_some_and(|left| attached(at, left)) || right.is_some_and(|right| attached(at, right)) {
        return false;
    }
    let note = |at: usize| tokens.get(at).is_some_and(|t| t.kind == Kind::Note);
    let digits =
        |at: usize| tokens.get(at).is_some_and(|t| matches!(t.kind, Kind::Number(_)) || t.of(line) == ".");
    let left_edge = left.is_none();
    let right_edge = right.is_none_or(note);
    if left_edge || right_edge {
        return true;
    }
    let beside = |at: Option<usize>| at.is_some_and(|at| known(at) || digits(at));
    beside(left) && beside(right)
}
