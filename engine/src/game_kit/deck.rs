//! Decks as lists of lines.

use serde::Deserialize;
use smol_str::SmolStr;

use super::pool::Indexed;
use super::reason::Asking;
use crate::kernel::{Game, PlaceId, Seat, State, wire};
use crate::verdict::{Cite, Refusal};

/// So many of one card.
#[wire]
pub struct Line {
    /// The card's id in the pool.
    pub card: SmolStr,
    /// How many, 1 to 500.
    #[serde(deserialize_with = "in_limit")]
    #[schemars(range(min = 1, max = 500))]
    pub n: u16,
}

/// The largest number of copies in one line; far above any deck.
pub const COPY_LIMIT: u16 = 500;

fn in_limit<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u16, D::Error> {
    let n = u16::deserialize(deserializer)?;
    match n {
        1..=COPY_LIMIT => Ok(n),
        _ => Err(serde::de::Error::custom(format!("a line has from 1 to {COPY_LIMIT} copies"))),
    }
}

/// Every card id in the lines, with its pointer.
pub fn ids(lines: &[Line]) -> impl Iterator<Item = (String, String)> + '_ {
    let lines = lines.iter().enumerate();
    lines.map(|(index, line)| (format!("/cards/{index}/card"), line.card.to_string()))
}

/// The refusal of a deck of the wrong size; `None`: the size is right.
pub fn size_fault<R: Asking>(lines: &[Line], needs: u64, rule: Cite) -> Option<Refusal<R>> {
    let count: u64 = lines.iter().map(|line| u64::from(line.n)).sum();
    (count != needs).then(|| Refusal::new(R::wrong_deck_size(count, needs), rule).of("/cards"))
}

/// Puts the cards of the lines into a place, in their order.
pub fn lay<G: Game<Pool: Indexed>>(
    state: &mut State<G>,
    pool: &G::Pool,
    seat: Seat,
    place: PlaceId,
    lines: &[Line],
) {
    for line in lines {
        if let Some(definition) = pool.index().find(&line.card) {
            state.table.set_copies(definition, line.n, seat, place, G::Mark::default());
        }
    }
}

/// Sums the copies by a key, with the first line of each key, in the order of keys. Lines without a key do
/// not count.
pub fn copies<'l, K: Ord>(lines: &'l [Line], by: impl Fn(&'l Line) -> Option<K>) -> Vec<(K, u64, usize)> {
    let mut copies: Vec<(K, u64, usize)> = Vec::with_capacity(lines.len());
    let counted = lines.iter().enumerate();
    copies.extend(counted.filter_map(|(index, line)| Some((by(line)?, u64::from(line.n), index))));
    summed(copies)
}

/// Sums the copies of each key. Apart from [`copies`], which the compiler instantiates for each of its
/// callers.
fn summed<K: Ord>(mut copies: Vec<(K, u64, usize)>) -> Vec<(K, u64, usize)> {
    // The sort is stable, so the first line of a key stays first.
    copies.sort_by(|one, other| one.0.cmp(&other.0));
    copies.dedup_by(|later, first| {
        let same = later.0 == first.0;
        first.1 += if same { later.1 } else { 0 };
        same
    });
    copies
}
