//! The hash chain of a log gives every prefix of every log one name, which identifies the whole prefix. `h0 =
//! SHA-256("rules-judge/1\n" ‖ JCS(header))`, `h(i+1) = SHA-256(h(i) ‖ JCS(entry i))`.

use serde::Serialize;

use crate::answer::{Fault, FaultCode};
use crate::codec::canonical::canonical_of;
use crate::codec::digest::Digest;
use crate::codec::format::FORMAT;

/// The chain after some entries of a log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chain {
    latest: Digest,
}

impl Chain {
    /// The chain before the first entry. `header` is the resolved header: edition filled in, pool
    /// as digest, neither `actions` nor `claim`.
    ///
    /// # Errors
    /// As [`canonical`].
    pub fn start<T: Serialize>(header: &T) -> Result<Chain, Fault> {
        Ok(Chain::start_canonical(&canonical_of(header)?))
    }

    /// As [`Chain::start`], for a header in canonical bytes.
    pub fn start_canonical(header: &[u8]) -> Chain {
        Chain { latest: Digest::of_parts(&[FORMAT.as_bytes(), b"\n", header]) }
    }

    /// The chain that continues `latest`, the digest of an earlier one.
    pub fn resume(latest: Digest) -> Chain {
        Chain { latest }
    }

    /// Adds one entry, in the form in which it was sent, and returns the new digest.
    ///
    /// # Errors
    /// As [`canonical`]; the chain is unchanged then.
    pub fn push<T: Serialize>(&mut self, entry: &T) -> Result<Digest, Fault> {
        Ok(self.push_canonical(&canonical_of(entry)?))
    }

    /// As [`Chain::push`], for an entry in canonical bytes.
    pub fn push_canonical(&mut self, entry: &[u8]) -> Digest {
        self.latest = self.latest.followed_by(entry);
        self.latest
    }

    /// The digest of everything so far.
    pub fn digest(&self) -> Digest {
        self.latest
    }
}

/// The values that determine a judgement; their digest is its name.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct ReplayName<'a> {
    /// Edition of the rulebook.
    pub edition: &'a str,
    /// [`FORMAT`].
    pub format: &'a str,
    /// Game id.
    pub game: &'a str,
    /// Chain digest of all entries sent.
    pub log: Digest,
    /// Digest of the card pool.
    pub pool: Digest,
    /// Number that rises when any log of the game could be judged differently.
    pub semantics: u32,
}

/// `SHA-256(JCS({edition, format, game, log, pool, semantics}))`, digests in their text form. It
/// is as secret as the seed: everyone who has it can ask for the stored judgement.
///
/// # Errors
/// `Internal`; none is known.
pub fn replay_digest(name: &ReplayName<'_>) -> Result<Digest, Fault> {
    // Serde writes the fields in canonical order, and strings as RFC 8785 does.
    let bytes = serde_json::to_vec(name);
    bytes.map(|bytes| Digest::of(&bytes)).map_err(|error| Fault::new(FaultCode::Internal, error.to_string()))
}
