//! Snapshots: a state written down between two decisions, and judgements in the store.

use postcard::{from_bytes, to_allocvec};
use rules_judge_engine::games::Registered;
use rules_judge_engine::kernel::State;
use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::store::Store;

/// The layout of the bytes; rises when it changes.
const VERSION: u8 = 1;

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

/// What the store keeps of a judged log.
#[derive(Debug)]
pub struct Judgement<G: Registered> {
    /// How many entries were accepted.
    pub accepted: usize,
    /// The state after them.
    pub state: State<G>,
}

#[derive(Serialize, Deserialize)]
struct Kept {
    accepted: u32,
    state: Vec<u8>,
}

/// Keeps a judgement. What cannot be kept is judged again next time.
pub fn save<G: Registered>(store: &Store, key: &Digest, accepted: usize, state: &State<G>) {
    let Some(state) = write(state) else { return };
    let Ok(accepted) = u32::try_from(accepted) else { return };
    if let Ok(bytes) = to_allocvec(&Kept { accepted, state }) {
        store.put(key, &bytes);
    }
}

/// The judgement of a name, if it is kept.
pub fn load<G: Registered>(store: &Store, key: &Digest) -> Option<Judgement<G>> {
    let kept: Kept = from_bytes(&store.get(key)?).ok()?;
    Some(Judgement { accepted: usize::try_from(kept.accepted).ok()?, state: read(&kept.state)? })
}
