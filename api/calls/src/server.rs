//! What only a server does: it signs verdicts, publishes keys and counts.

use rules_judge_replays::answer::Verdict;

use crate::keys::KeysAnswer;

/// The server in which calls run.
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

/// For calls that run without a server.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NoServer;

impl Server for NoServer {}
