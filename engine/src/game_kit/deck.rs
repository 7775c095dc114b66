//! What players bring, as a list of lines.

use serde::Deserialize;
use smol_str::SmolStr;

use crate::kernel::wire;

/// So many of one card.
#[wire]
pub struct Line {
    /// The card's id in the pool.
    pub card: SmolStr,
    /// How many, 1 to 500.
    #[serde(deserialize_with = "copies")]
    #[schemars(range(min = 1, max = 500))]
    pub n: u16,
}

/// The most copies of one line; far above any deck.
pub const COPY_LIMIT: u16 = 500;

fn copies<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u16, D::Error> {
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
