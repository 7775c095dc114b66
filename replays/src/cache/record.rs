//! Snapshots: a state written down between two decisions, and judgements in the store.

use postcard::{from_bytes, to_allocvec};
use rules_judge_engine::games::Registered;
use rules_judge_engine::kernel::{Asked, Game, Seat, State, Waits};
use rules_judge_engine::tree;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::cache::Cache;
use crate::codec::digest::Digest;

/// The layout of the bytes; rises when it changes.
const VERSION: u8 = 16;

/// What of a snapshot is written as JSON: actions have a form for that and no other.
type Actions<G> = (Vec<(Asked<G>, <G as Game>::Action)>, Option<Waits<G>>, Vec<(Seat, <G as Game>::Action)>);

/// Writes a state down, with the entry that waits for an outcome. Citations and words are written as
/// numbers that only one build of the engine knows: bytes of another one are refused.
pub fn write<G: Registered>(state: &State<G>, waits: Option<&Waits<G>>) -> Option<Vec<u8>> {
    let mut bytes = head();
    let circle = state.circle_entries();
    if state.answers.is_empty() && waits.is_none() && circle.is_empty() {
        bytes.extend(to_allocvec(&(state, None::<Vec<u8>>)).ok()?);
    } else {
        let actions = serde_json::to_vec(&(&state.answers, waits, circle)).ok()?;
        let mut state = state.clone();
        state.answers.clear();
        bytes.extend(to_allocvec(&(state, Some(actions))).ok()?);
    }
    Some(bytes)
}

/// Reads a state back; `None`: it is not one of this build.
pub fn read<G: Registered>(bytes: &[u8]) -> Option<(State<G>, Option<Waits<G>>)> {
    let (mut state, actions): (State<G>, Option<Vec<u8>>) =
        from_bytes(bytes.strip_prefix(head().as_slice())?).ok()?;
    let Some(actions) = actions else { return Some((state, None)) };
    let actions: Value = serde_json::from_slice(&actions).ok()?;
    let (answers, waits, circle): Actions<G> = tree::read(&actions).ok()?;
    state.answers = answers;
    state.set_circle_entries(circle);
    Some((state, waits))
}

/// The number of this build of the engine, which changes with its code. What another one has written is not
/// read.
pub const ENGINE_BUILD: u64 = rules_judge_engine::BUILD;

/// What bytes of this build begin with.
fn head() -> Vec<u8> {
    let mut head = vec![VERSION];
    head.extend(ENGINE_BUILD.to_be_bytes());
    head
}

/// How a kept judgement ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ended {
    /// Everything was accepted.
    Open,
    /// The first illegal entry in canonical bytes.
    Refused(Vec<u8>),
    /// An outcome is due, and the next entry is none.
    Missing,
    /// The next entry cannot be judged.
    Halted(Stopped),
    /// The header is against the rules: its canonical bytes.
    Header(Vec<u8>),
    /// Nothing was judged.
    Unjudged {
        /// Why.
        stopped: Stopped,
        /// The edition that was asked for.
        edition: String,
    },
}

/// Why something was not judged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stopped {
    /// The code.
    pub code: String,
    /// The card that would have to be known.
    pub unread: Option<UnreadCard>,
    /// The card that matters and whose data do not say all that is printed on it.
    pub inexact: Option<InexactCard>,
}

impl Stopped {
    /// For a reason without details.
    pub fn with_code(code: &str) -> Stopped {
        Stopped { code: code.to_owned(), unread: None, inexact: None }
    }
}

/// A card whose data do not say all that is printed on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InexactCard {
    /// Its id in the pool.
    pub card: String,
    /// Whether seat 0, seat 1 and the public view see it.
    pub seen: [bool; 3],
}

/// A card that would have to be known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnreadCard {
    /// The rule that has to know it.
    pub cites: Option<String>,
    /// Where it lies in its zone, if it lies there by itself.
    pub index: Option<u16>,
    /// Whose zone it is.
    pub seat: Option<u8>,
    /// Whether seat 0, seat 1 and the public view see the cards of the zone.
    pub seen: [bool; 3],
    /// The zone.
    pub zone: String,
}

/// The entry that waits for outcomes, and the outcomes that it received.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaitingEntry {
    /// How many entries these are.
    pub entries: u32,
    /// The one that waits in canonical bytes.
    pub entry: Vec<u8>,
    /// How many of them seat 0, seat 1 and the public view see.
    pub listed: [u32; 3],
}

/// What is kept of a judged log: enough to render its verdict for any view, and to continue it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// How many entries were accepted.
    pub accepted: u32,
    /// The chain digest after them.
    pub accepted_log: [u8; 32],
    /// Whether the log tells what is random.
    pub declared: bool,
    /// The judgements that it continues, entry by entry: how many entries each has, and its name.
    pub earlier: Vec<(u32, [u8; 32])>,
    /// How it ended.
    pub ended: Ended,
    /// How many entries the log has, judged or not.
    pub entries: u32,
    /// The game's id.
    pub game: String,
    /// How many of the accepted entries seat 0, seat 1 and the public view see.
    pub listed: [u32; 3],
    /// The chain digest of all entries.
    pub log: [u8; 32],
    /// What the players are called.
    pub names: [Option<String>; 2],
    /// The digest of the card pool.
    pub pool: [u8; 32],
    /// How many rulings the log has, judged or not.
    pub ruled: u32,
    /// What rulings did, as JSON; empty if there is nothing to tell.
    pub rulings: Vec<u8>,
    /// The seed.
    pub seed: Option<[u8; 32]>,
    /// The state after the accepted entries, as [`write`] writes it; empty if there is none.
    pub state: Vec<u8>,
    /// The entry that was taken and is not accepted.
    pub waiting: Option<WaitingEntry>,
}

/// Keeps a judgement. What cannot be kept is judged again next time.
pub fn save(cache: &Cache, key: &Digest, record: &Record) {
    if let Ok(record) = to_allocvec(record) {
        let mut bytes = head();
        bytes.extend(record);
        cache.put(key, &bytes);
    }
}

/// The judgement of a name, if it is kept anywhere.
pub fn load(cache: &Cache, key: &Digest) -> Option<Record> {
    of_this_build(&cache.get(key)?)
}

/// The judgement of a log that is at hand, if it is kept near enough to be found sooner than it is judged.
pub fn load_near(cache: &Cache, key: &Digest) -> Option<Record> {
    of_this_build(&cache.get_near(key)?)
}

fn of_this_build(bytes: &[u8]) -> Option<Record> {
    from_bytes(bytes.strip_prefix(head().as_slice())?).ok()
}
