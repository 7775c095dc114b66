//! The functions of the fuzz targets, and the mutation of their inputs.

mod http;
mod judging;
mod known;

pub use http::http;
pub use judging::{lint, position, verify};
use rules_judge_tests::storm::spoil;

/// Mutates an input: half of the time as bytes, otherwise as JSON if it is JSON.
pub fn mutate(
    data: &mut [u8],
    size: usize,
    max_size: usize,
    seed: u32,
    by_bytes: fn(&mut [u8], usize, usize) -> usize,
) -> usize {
    if seed % 2 == 0 {
        return by_bytes(data, size, max_size);
    }
    let Some(changed) = data.get(..size).and_then(|bytes| spoil::bytes(bytes, u64::from(seed))) else {
        return by_bytes(data, size, max_size);
    };
    match data.get_mut(..changed.len()) {
        Some(place) if changed.len() <= max_size => {
            place.copy_from_slice(&changed);
            changed.len()
        }
        _ => by_bytes(data, size, max_size),
    }
}
