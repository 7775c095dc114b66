//! Signs verdicts: a detached JWS (RFC 7515, appendix F) over the bytes of a verdict as they are sent (RFC
//! 7797), with Ed25519 (RFC 8037). The signature covers the protected header, a dot, and these bytes.
//!
//! The bytes of a verdict in the full view contain `log_digest`, which is chained from the digest of the
//! replay's header, so that the signature covers the header as well. The digest of the header is not signed
//! in addition: in a seat's view it would let the seat check guesses of the other seat's deck.
//!
//! The protected header also states when the signature was made. That time comes from the clock of the
//! service and is no part of the verdict, so that equal requests get equal verdicts at any time.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ed25519_dalek::ed25519::signature::MultipartSigner;
use ed25519_dalek::pkcs8::DecodePrivateKey;
use ed25519_dalek::pkcs8::spki::EncodePublicKey;
use ed25519_dalek::pkcs8::spki::der::pem::LineEnding;
use ed25519_dalek::{Signature, SigningKey, VerifyingKey};
pub use rules_judge_calls::keys::SIGNATURE;
use rules_judge_calls::keys::{KeysAnswer, PublicKey};
use rules_judge_replays::codec::digest::Digest;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::named_file;

/// The most bytes of a key file.
const KEY_BYTES: usize = 64 * 1024;

/// The last second that a signature can state: the end of the year 9999.
const LAST_SECOND: u64 = 253_402_300_799;

/// Signs the bytes of verdicts.
pub struct Signer {
    key: SigningKey,
    public: PublicKey,
}

/// The protected header of a signature. It has no further members.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Protected {
    alg: String,
    b64: bool,
    /// Seconds since 1970-01-01T00:00:00Z. Signatures of earlier versions do not state it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    created: Option<u64>,
    crit: Vec<String>,
    kid: String,
}

/// Public keys by their names, which are their thumbprints (RFC 7638).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KeySet(BTreeMap<String, VerifyingKey>);

/// Which key signed something, and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signed {
    /// The thumbprint of the key.
    pub kid: String,
    /// When the signature was made, by the clock of the service, in seconds since 1970-01-01T00:00:00Z.
    pub created: Option<u64>,
}

impl fmt::Debug for Signer {
    /// Shows the name of the key only.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Signer").field("kid", &self.public.kid).finish_non_exhaustive()
    }
}

impl Signer {
    /// Reads a secret key: PKCS#8 as PEM, as `openssl genpkey -algorithm ed25519` writes it.
    ///
    /// # Errors
    /// The file cannot be read, others than its owner and its group may read it, or it has no such key. No
    /// error quotes its contents.
    pub fn read(path: &Path) -> io::Result<Signer> {
        let wrong = |why: &str| io::Error::other(format!("{}: {why}", path.display()));
        let bytes = named_file::secret(path, KEY_BYTES)?;
        let text = String::from_utf8(bytes).map_err(|_| wrong("this is no key as PEM"))?;
        let key = SigningKey::from_pkcs8_pem(&text);
        // The error of the parser says no more than this.
        key.map_err(|_| wrong("this is no Ed25519 key in PKCS#8 as PEM (openssl genpkey -algorithm ed25519)"))
            .and_then(|key| Signer::new(key).ok_or_else(|| wrong("this key has no public key")))
    }

    fn new(key: SigningKey) -> Option<Signer> {
        let public = public_key(&key.verifying_key())?;
        Some(Signer { key, public })
    }

    /// The signature of some bytes at the current time.
    pub fn sign(&self, bytes: &[u8]) -> String {
        // A clock before 1970 is wrong. The signature then states second 0.
        self.sign_at(bytes, SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default())
    }

    /// The signature of some bytes at a time since 1970. The same bytes and second give the same signature.
    pub fn sign_at(&self, bytes: &[u8], time: Duration) -> String {
        let protected = Protected {
            alg: "EdDSA".to_owned(),
            b64: false,
            created: Some(time.as_secs()),
            crit: vec!["b64".to_owned()],
            kid: self.public.kid.clone(),
        };
        // Plain data always serialises.
        let protected = URL_SAFE_NO_PAD.encode(serde_json::to_vec(&protected).unwrap_or_default());
        let signature: Signature = self.key.multipart_sign(&[protected.as_bytes(), b".", bytes]);
        format!("{protected}..{}", URL_SAFE_NO_PAD.encode(signature.to_bytes()))
    }

    /// The public key for checking signatures.
    pub fn public(&self) -> &PublicKey {
        &self.public
    }
}

/// A public key as a JSON Web Key.
fn public_key(key: &VerifyingKey) -> Option<PublicKey> {
    Some(PublicKey {
        alg: "EdDSA".to_owned(),
        crv: "Ed25519".to_owned(),
        kid: thumbprint(key),
        kty: "OKP".to_owned(),
        pem: key.to_public_key_pem(LineEnding::LF).ok()?,
        x: URL_SAFE_NO_PAD.encode(key.as_bytes()),
    })
}

/// The thumbprint of a key (RFC 7638).
fn thumbprint(key: &VerifyingKey) -> String {
    let x = URL_SAFE_NO_PAD.encode(key.as_bytes());
    let members = format!(r#"{{"crv":"Ed25519","kty":"OKP","x":"{x}"}}"#);
    URL_SAFE_NO_PAD.encode(Digest::of(members.as_bytes()).0)
}

impl KeySet {
    /// The keys that a service publishes: these, and that of the signer if there is one.
    pub fn answer(&self, signer: Option<&Signer>) -> KeysAnswer {
        let first = signer.map(Signer::public);
        let others = self.0.values().filter_map(public_key);
        let others = others.filter(|key| Some(key) != first);
        KeysAnswer::new(first.cloned().into_iter().chain(others).collect())
    }

    /// Reads a JSON Web Key Set (RFC 7517), such as the answer of `/v1/keys`. It ignores keys of other types
    /// and for other uses, as the RFC demands. A key gets its thumbprint as name, whatever `kid` the set
    /// gives it.
    ///
    /// # Errors
    /// These bytes are no such set.
    pub fn read(bytes: &[u8]) -> serde_json::Result<KeySet> {
        /// The member of a set that is read.
        #[derive(Deserialize)]
        struct Set {
            keys: Vec<Value>,
        }

        let Set { keys } = serde_json::from_slice(bytes)?;
        let keys = keys.iter().filter_map(verifying_key);
        Ok(KeySet(keys.map(|key| (thumbprint(&key), key)).collect()))
    }

    /// Reads a file with a JSON Web Key Set.
    ///
    /// # Errors
    /// The file cannot be read, is larger than a key file may be, or contains no such set.
    pub fn read_file(path: &Path) -> io::Result<KeySet> {
        let bytes = named_file::bytes(path, KEY_BYTES)?;
        KeySet::read(&bytes).map_err(|error| io::Error::other(format!("{}: {error}", path.display())))
    }

    /// Adds the keys of another set.
    pub fn add(&mut self, other: KeySet) {
        self.0.extend(other.0);
    }

    /// Adds the public key of a signer.
    pub fn add_signer(&mut self, signer: &Signer) {
        self.0.insert(signer.public.kid.clone(), signer.key.verifying_key());
    }

    /// Finds the key of the set that signed these bytes.
    ///
    /// # Errors
    /// Why the signature is not valid.
    pub fn check(&self, signature: &str, bytes: &[u8]) -> Result<Signed, Unsigned> {
        let (protected, signature) = signature.split_once("..").ok_or(Unsigned::Unreadable)?;
        let header = URL_SAFE_NO_PAD.decode(protected).map_err(|_| Unsigned::Unreadable)?;
        let header: Protected = serde_json::from_slice(&header).map_err(|_| Unsigned::Unreadable)?;
        let is_late = header.created.is_some_and(|created| created > LAST_SECOND);
        if header.alg != "EdDSA" || header.b64 || header.crit != ["b64"] || is_late {
            return Err(Unsigned::Unreadable);
        }
        let signature = URL_SAFE_NO_PAD.decode(signature).map_err(|_| Unsigned::Unreadable)?;
        let signature = Signature::from_slice(&signature).map_err(|_| Unsigned::Unreadable)?;
        let key = self.0.get(&header.kid).ok_or(Unsigned::UnknownKey)?;
        match key.verify_strict(&[protected.as_bytes(), b".", bytes].concat(), &signature) {
            Ok(()) => Ok(Signed { kid: header.kid, created: header.created }),
            Err(_) => Err(Unsigned::Differs),
        }
    }
}

/// The Ed25519 key in a JSON Web Key, if it is for checking signatures.
fn verifying_key(key: &Value) -> Option<VerifyingKey> {
    let text = |name: &str| key.get(name).map(|value| value.as_str().unwrap_or_default());
    let checks = match key.get("key_ops") {
        None => true,
        Some(operations) => {
            operations.as_array().is_some_and(|all| all.iter().any(|operation| operation == "verify"))
        }
    };
    let is_ours = text("kty") == Some("OKP")
        && text("crv") == Some("Ed25519")
        && matches!(text("alg"), None | Some("EdDSA" | "Ed25519"))
        && matches!(text("use"), None | Some("sig"))
        && checks;
    let bytes = URL_SAFE_NO_PAD.decode(text("x").filter(|_| is_ours)?).ok()?;
    VerifyingKey::from_bytes(bytes.as_slice().try_into().ok()?).ok()
}

/// Why a signature of some bytes is not valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unsigned {
    /// It has not the form of a signature of this service.
    Unreadable,
    /// The set has no key of the name that it states.
    UnknownKey,
    /// The key did not sign these bytes.
    Differs,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The vectors of RFC 8037, appendix A: the key, its thumbprint and its public half.
    #[test]
    fn keys_are_named_as_the_standard_has_it() {
        let secret =
            URL_SAFE_NO_PAD.decode("nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A").unwrap_or_default();
        let secret: [u8; 32] = secret.as_slice().try_into().unwrap_or_default();
        let Some(signer) = Signer::new(SigningKey::from_bytes(&secret)) else { unreachable!("a key") };
        assert_eq!(signer.public().x, "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo");
        assert_eq!(signer.public().kid, "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k");
        let shown = format!("{signer:?}");
        assert!(!shown.contains("nWGxne") && shown.contains("kPrK_"), "{shown}");
    }

    fn signer(byte: u8) -> Signer {
        Signer::new(SigningKey::from_bytes(&[byte; 32])).unwrap_or_else(|| unreachable!("a key"))
    }

    fn keys_of(signers: &[&Signer]) -> KeySet {
        let mut keys = KeySet::default();
        signers.iter().for_each(|signer| keys.add_signer(signer));
        keys
    }

    #[test]
    fn only_what_was_signed_holds() {
        let (one, other) = (signer(1), signer(2));
        let (keys, others) = (keys_of(&[&one]), keys_of(&[&other]));
        let time = Duration::from_secs(1_800_000_000);
        let signature = one.sign_at(b"bytes", time);
        assert_eq!(signature, one.sign_at(b"bytes", time));
        let signed = Signed { kid: one.public().kid.clone(), created: Some(1_800_000_000) };
        assert_eq!(keys.check(&signature, b"bytes"), Ok(signed.clone()));
        assert_eq!(keys.check(&signature, b"byteS"), Err(Unsigned::Differs));
        assert_eq!(others.check(&signature, b"bytes"), Err(Unsigned::UnknownKey));
        assert_eq!(keys_of(&[]).check(&signature, b"bytes"), Err(Unsigned::UnknownKey));
        assert_eq!(keys_of(&[&one, &other]).check(&signature, b"bytes"), Ok(signed));
        let beyond = one.sign_at(b"bytes", Duration::from_secs(LAST_SECOND + 1));
        for wrong in [
            "",
            "..",
            "a..b",
            signature.trim_end_matches(|_| true),
            &signature[..signature.len() - 2],
            &beyond,
        ] {
            assert_eq!(keys.check(wrong, b"bytes"), Err(Unsigned::Unreadable), "{wrong}");
        }
        let (header, end) = signature.split_once("..").unwrap_or_default();
        let decoded = URL_SAFE_NO_PAD.decode(header).ok().and_then(|header| String::from_utf8(header).ok());
        let header = decoded.unwrap_or_default();
        let bent = |from: &str, to: &str| {
            assert!(header.contains(from), "{header}");
            let bent = format!("{}..{end}", URL_SAFE_NO_PAD.encode(header.replace(from, to)));
            keys.check(&bent, b"bytes")
        };
        assert_eq!(bent("EdDSA", "none"), Err(Unsigned::Unreadable));
        assert_eq!(bent("1800000000", "1800000001"), Err(Unsigned::Differs));
        assert_eq!(bent(r#""created":1800000000,"#, ""), Err(Unsigned::Differs));
    }

    /// A signature by the key of the RFC, from a version that did not state the time.
    #[test]
    fn a_signature_without_a_time_holds() {
        let one = signer(1);
        let header = format!(r#"{{"alg":"EdDSA","b64":false,"crit":["b64"],"kid":"{}"}}"#, one.public().kid);
        let header = URL_SAFE_NO_PAD.encode(header);
        let made: Signature = one.key.multipart_sign(&[header.as_bytes(), b".", b"bytes"]);
        let signature = format!("{header}..{}", URL_SAFE_NO_PAD.encode(made.to_bytes()));
        let signed = Signed { kid: one.public().kid.clone(), created: None };
        assert_eq!(keys_of(&[&one]).check(&signature, b"bytes"), Ok(signed));
    }

    #[test]
    fn a_plain_key_set_is_read() {
        let (one, other) = (signer(1), signer(2));
        let read = |text: &str| KeySet::read(text.as_bytes()).ok();
        let x = &one.public().x;
        let key = |further: &str| format!(r#"{{"crv":"Ed25519","kty":"OKP","x":"{x}"{further}}}"#);
        let set = |keys: &[String]| read(&format!(r#"{{"keys":[{}],"issuer":"x"}}"#, keys.join(",")));
        for further in [
            "",
            r#","kid":"2026","use":"sig","alg":"Ed25519","key_ops":["sign","verify"],"x5c":[]"#,
            r#","alg":"EdDSA""#,
        ] {
            assert_eq!(set(&[key(further)]), Some(keys_of(&[&one])), "{further}");
        }
        let none = Some(KeySet::default());
        for further in
            [r#","use":"enc""#, r#","alg":"RS256""#, r#","key_ops":["sign"]"#, r#","key_ops":"verify""#]
        {
            assert_eq!(set(&[key(further)]), none, "{further}");
        }
        let strange =
            ["{}", "1", r#"{"kty":"RSA","n":"AQ","e":"AQAB"}"#, r#"{"crv":"Ed25519","kty":"OKP","x":"AA"}"#];
        assert_eq!(set(&strange.map(str::to_owned)), none);
        assert_eq!(set(&[]), none);
        // A key that claims the name of another.
        let posing = key(&format!(r#","kid":"{}""#, other.public().kid));
        let posing = set(&[posing]).unwrap_or_default();
        assert_eq!(posing.check(&other.sign(b"bytes"), b"bytes"), Err(Unsigned::UnknownKey));
        for text in ["", "[]", "{}", r#"{"keys":{}}"#, r#"{"how":""}"#] {
            assert_eq!(read(text), None, "{text}");
        }
        let mut published = keys_of(&[&one, &other]);
        let answer = serde_json::to_vec(&published.answer(Some(&one))).unwrap_or_default();
        assert_eq!(KeySet::read(&answer).ok(), Some(published.clone()));
        published.add(keys_of(&[&other]));
        let kids: Vec<String> = published.answer(Some(&other)).keys.into_iter().map(|key| key.kid).collect();
        assert_eq!(kids, [other.public().kid.clone(), one.public().kid.clone()]);
    }
}
