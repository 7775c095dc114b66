//! What only a server does with answers: it signs verdicts, publishes keys and counts.

use rules_judge_replays::answer::Verdict;

use crate::keys::KeysAnswer;

/// What calls ask of the server that they run in.
pub trait Server {
    /// Counts a verdict.
    fn judged(&self, _verdict: &Verdict) {}

    /// The signature of the bytes of a verdict, if this server signs.
    fn sign(&self, _bytes: &[u8]) -> Option<String> {
        None
    }

    /// The public keys of this server.
    fn keys(&self) -> KeysAnswer {
        KeysAnswer::new(Vec::new())
    }
}

/// There is no server.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NoServer;

impl Server for NoServer {}
