//! The door to everything: bytes in, an answer or a fault out.

use serde::Serialize;
use serde_json::Value;

use crate::answer::{Fault, FaultCode, Language, Query, Verdict};

/// Judges requests. Holds the bundled card pools; cheap to share between threads.
#[derive(Debug, Default)]
pub struct Judge {}

/// Who is asked, and every legal answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LegalAnswer {
    /// Number of entries judged.
    pub accepted: usize,
    /// Who is asked what, with `shapes`, `listing` (at most 64) and `count` (exact up to 10 000).
    pub next: Vec<Value>,
    /// Actions that may be logged at any time besides.
    pub standing: Vec<String>,
}

impl Judge {
    /// A judge with the bundled pools.
    pub fn new() -> Judge {
        Judge {}
    }

    /// Judges a replay.
    pub fn verify(&self, _body: &[u8], _query: &Query) -> Result<Verdict, Fault> {
        Err(Fault::new(FaultCode::Internal, "not built yet"))
    }

    /// Who is asked after the replay, and what they may answer. A log that is not legal is
    /// answered by its verdict.
    pub fn legal_actions(&self, _body: &[u8], _query: &Query) -> Result<Result<LegalAnswer, Box<Verdict>>, Fault> {
        Err(Fault::new(FaultCode::Internal, "not built yet"))
    }

    /// Checks one deck: `{"game", "edition"?, "pool"?, "deck"}` → `{"legal": bool, "faults": […]}`.
    pub fn check_deck(&self, _body: &[u8], _query: &Query) -> Result<Value, Fault> {
        Err(Fault::new(FaultCode::Internal, "not built yet"))
    }

    /// Checks a card pool: `{"findings": [{"code", "pointer", "message", "nearest"?}]}`.
    pub fn lint_pool(&self, _body: &[u8]) -> Result<Value, Fault> {
        Err(Fault::new(FaultCode::Internal, "not built yet"))
    }

    /// Plays a seeded game between built-in bots and returns the replay's canonical bytes.
    pub fn play(&self, _game: &str, _seed: u64, _bots: [&str; 2]) -> Result<Vec<u8>, Fault> {
        Err(Fault::new(FaultCode::Internal, "not built yet"))
    }

    /// The text of a rule or ruling in our own words, if the game's index has it.
    pub fn rule_text(&self, _game: &str, _id: &str, _language: Language) -> Option<String> {
        None
    }
}
