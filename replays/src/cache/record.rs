//! Snapshots, which are states between two decisions as bytes, and the records of judgements in the store.

use postcard::{from_bytes, to_allocvec};
use rules_judge_engine::games::Registered;
use rules_judge_engine::kernel::{Asked, Game, Seat, State, Waits};
use rules_judge_engine::{tree, writer};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::cache::Cache;
use crate::codec::digest::Digest;

/// The version of the layout of the bytes.
const VERSION: u8 = 17;

/// The parts of a snapshot that are written as JSON, since actions have no other form.
type Actions<G> = (Vec<(Asked<G>, <G as Game>::Action)>, Option<Waits<G>>, Vec<(Seat, <G as Game>::Action)>);

/// Writes a state and the entry that waits for an outcome. Citations and words become numbers that only this
/// build of the engine knows; [`read`] refuses the bytes of another build.
pub fn write<G: Registered>(state: &State<G>, waits: Option<&Waits<G>>) -> Option<Vec<u8>> {
    let mut bytes = head();
    let circle = state.circle_entries();
    if state.answers.is_empty() && waits.is_none() && circle.is_empty() {
        bytes.extend(to_allocvec(&(state, None::<Vec<u8>>)).ok()?);
    } else {
        let actions = writer::write(&(&state.answers, waits, circle)).ok()?.into_bytes();
        let mut state = state.clone();
        state.answers.clear();
        bytes.extend(to_allocvec(&(state, Some(actions))).ok()?);
    }
    Some(bytes)
}

/// Reads a state; `None`: another build wrote it.
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

/// The number of this build of the engine, which changes with its code. [`read`] refuses bytes of another
/// build.
pub const ENGINE_BUILD: u64 = rules_judge_engine::BUILD;

/// The first bytes of every snapshot of this build.
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
    /// The log has to declare an outcome, and its next entry is none.
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
    /// The unknown card whose face the rules need.
    pub unread: Option<UnreadCard>,
    /// The card whose data do not say all that is printed on it, or of which a fact is unknown.
    pub inexact: Option<InexactCard>,
}

impl Stopped {
    /// A reason of this code, without a card.
    pub fn with_code(code: &str) -> Stopped {
        Stopped { code: code.to_owned(), unread: None, inexact: None }
    }
}

/// A card whose data do not say all that is printed on it, or of which a fact is unknown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InexactCard {
    /// Its id in the pool.
    pub card: String,
    /// The field that neither the pool nor the header knows.
    pub fact: Option<String>,
    /// Whether seat 0, seat 1 and the public view see it.
    pub seen: [bool; 3],
}

/// An unknown card whose face the rules need.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnreadCard {
    /// The rule that has to know it.
    pub cites: Option<String>,
    /// Its index in its zone; `None` if it lies under another card.
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
    /// The number of entries: the waiting one and its outcomes.
    pub entries: u32,
    /// The waiting entry in canonical bytes.
    pub entry: Vec<u8>,
    /// How many of them seat 0, seat 1 and the public view see.
    pub listed: [u32; 3],
}

/// The record of a judged log: enough to render its verdict for any view, and to continue it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// How many entries were accepted.
    pub accepted: u32,
    /// The chain digest after them.
    pub accepted_log: [u8; 32],
    /// Whether the log declares the outcomes of random steps.
    pub declared: bool,
    /// Kept judgements of beginnings of this log: how many entries each has, and its name.
    pub earlier: Vec<(u32, [u8; 32])>,
    /// How it ended.
    pub ended: Ended,
    /// How many entries the log has, judged or not.
    pub entries: u32,
    /// What the header says is printed on cards, as JSON; empty if it says nothing.
    pub facts: Vec<u8>,
    /// The game's id.
    pub game: String,
    /// How many of the accepted entries seat 0, seat 1 and the public view see.
    pub listed: [u32; 3],
    /// The chain digest of all entries.
    pub log: [u8; 32],
    /// The names of the players that have one.
    pub names: [Option<String>; 2],
    /// The digest of the card pool.
    pub pool: [u8; 32],
    /// How many rulings the log has, judged or not.
    pub ruled: u32,
    /// The effects of rulings, as JSON; empty without rulings.
    pub rulings: Vec<u8>,
    /// The seed.
    pub seed: Option<[u8; 32]>,
    /// The state after the accepted entries, as [`write`] writes it; empty if there is none.
    pub state: Vec<u8>,
    /// The entry that waits for outcomes.
    pub waiting: Option<WaitingEntry>,
}

/// Keeps a judgement. One that cannot be kept is judged again when it is needed.
pub fn save(cache: &Cache, key: &Digest, record: &Record) {
    if let Ok(record) = to_allocvec(record) {
        let mut bytes = head();
        bytes.extend(record);
        cache.put(key, &bytes);
    }
}

/// The judgement of a name, from memory, disk or the shared shelf.
pub fn load(cache: &Cache, key: &Digest) -> Option<Record> {
    of_this_build(&cache.get(key)?)
}

/// The judgement of a name, from memory or disk: the caller has the log, and judging it is faster than asking
/// the shared shelf.
pub fn load_near(cache: &Cache, key: &Digest) -> Option<Record> {
    of_this_build(&cache.get_near(key)?)
}

fn of_this_build(bytes: &[u8]) -> Option<Record> {
    from_bytes(bytes.strip_prefix(head().as_slice())?).ok()
}
