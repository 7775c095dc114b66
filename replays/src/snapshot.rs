//! Snapshots: a state written down between two decisions, and judgements in the store.

use postcard::{from_bytes, to_allocvec};
use rules_judge_engine::games::Registered;
use rules_judge_engine::kernel::State;
use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::shelf::Shelf;

/// The layout of the bytes; rises when it changes.
const VERSION: u8 = 2;

/// Writes a state down. Bound to the game's semantics: bytes of another build are refused.
pub fn write<G: Registered>(state: &State<G>) -> Option<Vec<u8>> {
    let mut bytes = vec![VERSION];
    bytes.extend(G::SEMANTICS.to_be_bytes());
    bytes.extend(to_allocvec(state).ok()?);
    Some(bytes)
}

/// Reads a state back; `None`: it is not one of this build.
pub fn read<G: Registered>(bytes: &[u8]) -> Option<State<G>> {
    let (head, rest) = bytes.split_at_checked(5)?;
    let (version, semantics) = head.split_first()?;
    if *version != VERSION || semantics != G::SEMANTICS.to_be_bytes() {
        return None;
    }
    from_bytes(rest).ok()
}

/// What is kept of a judged log: enough to tell its verdict to anybody, and to go on from there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// How many entries were accepted.
    pub accepted: u32,
    /// The chain digest after them.
    pub accepted_log: [u8; 32],
    /// The game's id.
    pub game: String,
    /// How many of them seat 0, seat 1 and everybody see.
    pub listed: [u32; 3],
    /// The chain digest of all entries.
    pub log: [u8; 32],
    /// The digest of the card pool.
    pub pool: [u8; 32],
    /// The first illegal entry in canonical bytes, if there is one.
    pub refused: Option<Vec<u8>>,
    /// The seed.
    pub seed: Option<[u8; 32]>,
    /// The state after the accepted entries, as [`write`] writes it.
    pub state: Vec<u8>,
}

/// Keeps a judgement. What cannot be kept is judged again next time.
pub fn save(shelf: &Shelf, key: &Digest, record: &Record) {
    if let Ok(bytes) = to_allocvec(record) {
        shelf.put(key, &bytes);
    }
}

/// The judgement of a name, if it is kept.
pub fn load(shelf: &Shelf, key: &Digest) -> Option<Record> {
    from_bytes(&shelf.get(key)?).ok()
}
