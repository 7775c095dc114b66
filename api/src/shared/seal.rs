//! Seals values on the shelf: without the secret nobody can read one, or write one that the replicas accept,
//! and a value is valid only under the name for which it was sealed.

use std::path::Path;

use chacha20poly1305::aead::{Aead, Generate, KeyInit, Payload};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};
use rules_judge_replays::codec::digest::Digest;

use crate::named_file;

/// The version of the format of a sealed value.
const VERSION: u8 = 1;
/// Bytes of the nonce. A value is the version, the nonce, the encrypted payload and a tag of 16 bytes.
const NONCE: usize = 24;
/// How many bytes a sealed value has more than its payload.
pub const SEALED: usize = 1 + NONCE + 16;
/// The least bytes of a secret: what `openssl rand -hex 16` prints.
pub const SECRET_BYTES: usize = 32;
/// The most bytes of a file with a secret.
pub const MOST_SECRET_BYTES: usize = 64 * 1024;
/// The prefix of all names on the shelf.
pub const PREFIX: &str = "rules-judge:1:";
/// The name and the payload of the canary, the only value whose name does not depend on the secret.
pub const CANARY: &str = "rules-judge:1:canary";

/// Seals and opens values with a secret. `Debug` does not show the secret.
pub struct Seal {
    cipher: XChaCha20Poly1305,
    names: Digest,
}

impl std::fmt::Debug for Seal {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Seal")
    }
}

impl Seal {
    /// The seal of a secret; `None`: the secret is too short.
    pub fn of(secret: &[u8]) -> Option<Seal> {
        let secret = secret.trim_ascii();
        if secret.len() < SECRET_BYTES {
            return None;
        }
        let values = Digest::of_parts(&[b"rules-judge/shared values\n", secret]);
        let names = Digest::of_parts(&[b"rules-judge/shared names\n", secret]);
        Some(Seal { cipher: XChaCha20Poly1305::new(&Key::from(values.0)), names })
    }

    /// The seal of the secret in a file.
    ///
    /// # Errors
    /// One sentence, if the file cannot be read, others may read it, or the secret is too short.
    pub fn read(path: &Path) -> Result<Seal, String> {
        let secret = named_file::secret(path, MOST_SECRET_BYTES);
        let secret = secret.map_err(|error| error.to_string())?;
        let short = || format!("{}: a secret has at least {SECRET_BYTES} bytes", path.display());
        Seal::of(&secret).ok_or_else(short)
    }

    /// The name of a key on the shelf. It hides the digest, since a digest gives access to its replay.
    pub fn name(&self, key: &Digest) -> String {
        // Both parts have a fixed length, so no two keys have the same concatenation.
        let name = Digest::of_parts(&[&self.names.0, &key.0]).to_string();
        format!("{PREFIX}{}", name.trim_start_matches("sha256:"))
    }

    /// Seals a payload for a key; `None`: the system has no random numbers.
    pub fn close(&self, key: &Digest, payload: &[u8]) -> Option<Vec<u8>> {
        let nonce = XNonce::try_generate().ok()?;
        let sealed = self.cipher.encrypt(&nonce, Payload { msg: payload, aad: &named(key) }).ok()?;
        let mut value = Vec::with_capacity(payload.len().saturating_add(SEALED));
        value.push(VERSION);
        value.extend_from_slice(&nonce);
        value.extend_from_slice(&sealed);
        Some(value)
    }

    /// Opens the value of a key; `None`: it was not sealed with this secret for this key.
    pub fn open(&self, key: &Digest, value: &[u8]) -> Option<Vec<u8>> {
        let (nonce, sealed) = value.strip_prefix(&[VERSION])?.split_first_chunk::<NONCE>()?;
        let nonce = XNonce::from(*nonce);
        self.cipher.decrypt(&nonce, Payload { msg: sealed, aad: &named(key) }).ok()
    }
}

/// The secrets of the replicas. While the replicas change from one secret to another, each accepts both.
#[derive(Debug)]
pub struct Seals {
    /// Seals, and opens.
    pub own: Seal,
    /// Opens what replicas with the other secret sealed.
    pub accepted: Option<Seal>,
}

impl From<Seal> for Seals {
    fn from(own: Seal) -> Seals {
        Seals { own, accepted: None }
    }
}

impl Seals {
    /// Every seal that may open a value, the own one first.
    pub fn all(&self) -> impl Iterator<Item = &Seal> {
        std::iter::once(&self.own).chain(&self.accepted)
    }

    /// The value of the canary. Replicas that cannot open it have another secret.
    pub fn canary(&self) -> Option<Vec<u8>> {
        self.own.close(&Digest::of(CANARY.as_bytes()), CANARY.as_bytes())
    }

    /// Whether a value is a canary sealed with one of these secrets.
    pub fn is_canary(&self, value: &[u8]) -> bool {
        let key = Digest::of(CANARY.as_bytes());
        self.all().any(|seal| seal.open(&key, value).is_some())
    }
}

/// The associated data of a value: the version and the key.
fn named(key: &Digest) -> [u8; 33] {
    let mut named = [VERSION; 33];
    if let Some(rest) = named.last_chunk_mut::<32>() {
        *rest = key.0;
    }
    named
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]

    use std::fs;

    use super::*;

    #[test]
    fn only_what_was_sealed_for_a_name_is_opened() {
        let seal = Seal::of(&[b'a'; SECRET_BYTES]).unwrap();
        let (key, payload) = (Digest::of(b"key"), b"payload".as_slice());
        let value = seal.close(&key, payload).unwrap();
        assert_eq!(
            (value.len(), seal.open(&key, &value).as_deref()),
            (payload.len() + SEALED, Some(payload))
        );
        // Sealing the same payload twice gives different values, and neither contains the payload.
        assert_ne!(seal.close(&key, payload).unwrap(), value);
        assert!(!value.windows(payload.len()).any(|part| part == payload));
        assert!(!seal.name(&key).contains(key.to_string().trim_start_matches("sha256:")));
        assert_eq!(seal.name(&key).len(), PREFIX.len() + 64);
        let other = Seal::of(&[b'b'; SECRET_BYTES]).unwrap();
        assert_ne!(seal.name(&key), other.name(&key));
        assert_eq!(other.open(&key, &value), None);
        assert_eq!(seal.open(&Digest::of(b"other"), &value), None);
        for at in 0..value.len() {
            let mut spoilt = value.clone();
            spoilt[at] ^= 1;
            assert_eq!(seal.open(&key, &spoilt), None, "{at}");
            assert_eq!(seal.open(&key, &value[..at]), None, "{at}");
        }
    }

    #[test]
    fn a_canary_shows_whether_secrets_agree() {
        let seal = |byte| Seal::of(&[byte; SECRET_BYTES]).unwrap();
        let (one, other) = (Seals::from(seal(b'a')), Seals::from(seal(b'b')));
        let both = Seals { own: seal(b'b'), accepted: Some(seal(b'a')) };
        let canary = one.canary().unwrap();
        assert_eq!(
            (one.is_canary(&canary), other.is_canary(&canary), both.is_canary(&canary)),
            (true, false, true)
        );
        assert!(other.is_canary(&both.canary().unwrap()), "the own secret seals");
        assert!(!one.is_canary(b"") && !one.is_canary(b"canary"));
    }

    #[test]
    fn secrets_are_long_and_of_their_owner() {
        assert!(Seal::of(&[b'a'; SECRET_BYTES - 1]).is_none());
        assert!(Seal::of(&[b' '; 2 * SECRET_BYTES]).is_none());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("secret");
        assert!(Seal::read(&path).is_err());
        fs::write(&path, [b'a'; SECRET_BYTES]).unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            for (mode, taken) in [(0o600, true), (0o440, true), (0o644, false), (0o602, false)] {
                fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
                assert_eq!(Seal::read(&path).is_ok(), taken, "{mode:o}");
            }
        }
    }
}
