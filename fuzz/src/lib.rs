//! What the fuzz targets do with their bytes, and how bytes are changed.

mod http;
mod judging;
mod known;

pub use http::http;
pub use judging::{lint, position, verify};
use rules_judge_tests::storm::spoil;

/// Changes bytes: every other time as bytes, else as the JSON that they are, if they are some.
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
