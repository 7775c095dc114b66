//! What players bring, as a list of lines.

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

/// The most copies of one line; far above any deck.
pub const COPY_LIMIT: u16 = 500;

fn in_limit<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u16, D::Error> {
    let n = u16::deserialize(deserializer)?;
    match n {
        1..=COPY_LIMIT => Ok(n),
        _ => Err(serde::de::Error::custom(format!("a line has from 1 to {COPY_LIMIT} copies"))),
    }
}

/// Every card id with its pointer in a deck's `cards`.
pub fn ids(lines: &[Line]) -> impl Iterator<Item = (String, String)> + '_ {
    let lines = lines.iter().enumerate();
    lines.map(|(index, line)| (format!("/cards/{index}/card"), line.card.to_string()))
}

/// Why lines are refused that are not as many cards as a deck needs, if they are not.
pub fn size_fault<R: Asking>(lines: &[Line], needs: u64, rule: Cite) -> Option<Refusal<R>> {
    let count: u64 = lines.iter().map(|line| u64::from(line.n)).sum();
    (count != needs).then(|| Refusal::new(R::wrong_deck_size(count, needs), rule).of("/cards"))
}

/// Lays the cards of lines into a place, in their order.
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

/// How many copies there are of what each line is counted by, and the first line of it, in the order of what
/// they are counted by. Lines that are counted by nothing are left out.
pub fn copies<'l, K: Ord>(lines: &'l [Line], by: impl Fn(&'l Line) -> Option<K>) -> Vec<(K, u64, usize)> {
    let mut copies: Vec<(K, u64, usize)> = Vec::with_capacity(lines.len());
    let counted = lines.iter().enumerate();
    copies.extend(counted.filter_map(|(index, line)| Some((by(line)?, u64::from(line.n), index))));
    // Those of one kind in their order, so that the first line stays.
    copies.sort_by(|one, other| one.0.cmp(&other.0));
    copies.dedup_by(|later, first| {
        let same = later.0 == first.0;
        first.1 += if same { later.1 } else { 0 };
        same
    });
    copies
}
