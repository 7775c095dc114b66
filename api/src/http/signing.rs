//! Signed verdicts: a detached JWS (RFC 7515, appendix F) over the bytes of a verdict as they are sent (RFC 7797), with
//! Ed25519 (RFC 8037). What is signed is the protected header, a dot, and the bytes.
//!
//! The bytes of a full view have `log_digest`, which is chained from the digest of the header, so that the signature
//! is over that as well. It is no part of what is signed besides: in a seat's view a digest of the header would let the seat try
//! out what the other seat's deck is.

use std::fmt;
use std::io;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ed25519_dalek::ed25519::signature::MultipartSigner;
use ed25519_dalek::pkcs8::DecodePrivateKey;
use ed25519_dalek::pkcs8::spki::EncodePublicKey;
use ed25519_dalek::pkcs8::spki::der::pem::LineEnding;
use ed25519_dalek::{Signature, SigningKey, VerifyingKey};
use rules_judge_replays::codec::digest::Digest;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::named_file;

/// The header of an answer that has the signature of its body.
pub const SIGNATURE: &str = "verdict-signature";

/// No key file is larger.
const KEY_BYTES: usize = 64 * 1024;

/// Signs the bytes of verdicts.
pub struct Signer {
    key: SigningKey,
    public: PublicKey,
    protected: String,
}

/// A public key as JSON Web Key (RFC 7517, RFC 8037).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PublicKey {
    /// `EdDSA`.
    pub alg: String,
    /// `Ed25519`.
    pub crv: String,
    /// Names the key: its thumbprint (RFC 7638).
    pub kid: String,
    /// `OKP`.
    pub kty: String,
    /// The same key as PEM, as `openssl` reads it.
    pub pem: String,
    /// The 32 bytes of the key, base64url without padding.
    pub x: String,
}

/// The keys that verdicts are signed with: a JSON Web Key Set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct KeysAnswer {
    /// How a signature is checked.
    pub how: String,
    /// None, where verdicts are not signed.
    pub keys: Vec<PublicKey>,
}

/// How a signature is checked, in one paragraph.
const HOW: &str = "The header verdict-signature of an answer, or the field signature of a line of a batch, is HEADER..SIGNATURE: \
    a detached JWS (RFC 7515, RFC 7797) with Ed25519 (RFC 8037). Signed are the bytes of HEADER, one dot, and the bytes of the \
    answer's body before any compression; of a line of a batch, the bytes of its verdict. HEADER and SIGNATURE are \
    base64url; the kid in HEADER names one of these keys. Store the body and the signature as they came, and get the keys \
    from the service itself. `rules-judge check-signature` does the rest.";

impl fmt::Debug for Signer {
    /// Nothing of the key but its name.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Signer").field("kid", &self.public.kid).finish_non_exhaustive()
    }
}

impl Signer {
    /// Reads the key: PKCS#8 as PEM, as `openssl genpkey -algorithm ed25519` writes it.
    ///
    /// # Errors
    /// The file cannot be read, others than its owner and its group may read it, or it holds no such key. What it holds
    /// is never said.
    pub fn read(path: &Path) -> io::Result<Signer> {
        let wrong = |why: &str| io::Error::other(format!("{}: {why}", path.display()));
        let bytes = named_file::secret(path, KEY_BYTES)?;
        let text = String::from_utf8(bytes).map_err(|_| wrong("this is no key as PEM"))?;
        let key = SigningKey::from_pkcs8_pem(&text);
        // The error would quote nothing, and says no more than this.
        key.map_err(|_| wrong("this is no Ed25519 key in PKCS#8 as PEM (openssl genpkey -algorithm ed25519)"))
            .and_then(|key| Signer::new(key).ok_or_else(|| wrong("this key has no public key")))
    }

    fn new(key: SigningKey) -> Option<Signer> {
        let public = PublicKey::of(&key.verifying_key())?;
        let protected = json!({ "alg": "EdDSA", "b64": false, "crit": ["b64"], "kid": public.kid });
        let protected = URL_SAFE_NO_PAD.encode(protected.to_string());
        Some(Signer { key, public, protected })
    }

    /// The signature of some bytes: the same for the same bytes.
    pub fn sign(&self, bytes: &[u8]) -> String {
        let signature: Signature = self.key.multipart_sign(&[self.protected.as_bytes(), b".", bytes]);
        format!("{}..{}", self.protected, URL_SAFE_NO_PAD.encode(signature.to_bytes()))
    }

    /// The key for those who check.
    pub fn public(&self) -> &PublicKey {
        &self.public
    }
}

impl PublicKey {
    fn of(key: &VerifyingKey) -> Option<PublicKey> {
        let x = URL_SAFE_NO_PAD.encode(key.as_bytes());
        let named = format!(r#"{{"crv":"Ed25519","kty":"OKP","x":"{x}"}}"#);
        Some(PublicKey {
            alg: "EdDSA".to_owned(),
            crv: "Ed25519".to_owned(),
            kid: URL_SAFE_NO_PAD.encode(Digest::of(named.as_bytes()).0),
            kty: "OKP".to_owned(),
            pem: key.to_public_key_pem(LineEnding::LF).ok()?,
            x,
        })
    }

    fn key(&self) -> Option<VerifyingKey> {
        let bytes = URL_SAFE_NO_PAD.decode(&self.x).ok()?;
        VerifyingKey::from_bytes(bytes.as_slice().try_into().ok()?).ok()
    }
}

impl KeysAnswer {
    /// What a service tells that signs with this key, or with none.
    pub fn of(signer: Option<&Signer>) -> KeysAnswer {
        let keys = signer.map(|signer| signer.public().clone());
        KeysAnswer { how: HOW.to_owned(), keys: keys.into_iter().collect() }
    }

    /// Whether one of the keys signed these bytes, and which.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, signature: &str, bytes: &[u8]) -> Result<&str, Unsigned> {
        /// The protected header, of which nothing else may be.
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Protected {
            alg: String,
            b64: bool,
            crit: Vec<String>,
            kid: String,
        }

        let (protected, signature) = signature.split_once("..").ok_or(Unsigned::Unreadable)?;
        let header = URL_SAFE_NO_PAD.decode(protected).map_err(|_| Unsigned::Unreadable)?;
        let header: Protected = serde_json::from_slice(&header).map_err(|_| Unsigned::Unreadable)?;
        if header.alg != "EdDSA" || header.b64 || header.crit != ["b64"] {
            return Err(Unsigned::Unreadable);
        }
        let signature = URL_SAFE_NO_PAD.decode(signature).map_err(|_| Unsigned::Unreadable)?;
        let signature = Signature::from_slice(&signature).map_err(|_| Unsigned::Unreadable)?;
        let named = self.keys.iter().find(|key| key.kid == header.kid).ok_or(Unsigned::UnknownKey)?;
        let key = named.key().ok_or(Unsigned::UnknownKey)?;
        match key.verify_strict(&[protected.as_bytes(), b".", bytes].concat(), &signature) {
            Ok(()) => Ok(&named.kid),
            Err(_) => Err(Unsigned::Differs),
        }
    }
}

/// Why bytes do not count as signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unsigned {
    /// The signature is no signature of ours.
    Unreadable,
    /// None of the keys has its name.
    UnknownKey,
    /// The bytes are not those that were signed, or the key is not the one that signed them.
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
        let told = format!("{signer:?}");
        assert!(!told.contains("nWGxne") && told.contains("kPrK_"), "{told}");
    }

    #[test]
    fn only_what_was_signed_holds() {
        let signer = |byte| Signer::new(SigningKey::from_bytes(&[byte; 32]));
        let (Some(one), Some(other)) = (signer(1), signer(2)) else { unreachable!("keys") };
        let (keys, others) = (KeysAnswer::of(Some(&one)), KeysAnswer::of(Some(&other)));
        let signature = one.sign(b"bytes");
        assert_eq!(signature, one.sign(b"bytes"));
        assert_eq!(keys.check(&signature, b"bytes"), Ok(one.public().kid.as_str()));
        assert_eq!(keys.check(&signature, b"byteS"), Err(Unsigned::Differs));
        assert_eq!(others.check(&signature, b"bytes"), Err(Unsigned::UnknownKey));
        assert_eq!(KeysAnswer::of(None).check(&signature, b"bytes"), Err(Unsigned::UnknownKey));
        // The other key under this key's name.
        let mut posing = others.clone();
        posing.keys.iter_mut().for_each(|key| key.kid.clone_from(&one.public().kid));
        assert_eq!(posing.check(&signature, b"bytes"), Err(Unsigned::Differs));
        for wrong in
            ["", "..", "a..b", signature.trim_end_matches(|_| true), &signature[..signature.len() - 2]]
        {
            assert_eq!(keys.check(wrong, b"bytes"), Err(Unsigned::Unreadable), "{wrong}");
        }
        let none = URL_SAFE_NO_PAD.encode(r#"{"alg":"none","b64":false,"crit":["b64"],"kid":"x"}"#);
        let (_, end) = signature.split_once("..").unwrap_or_default();
        assert_eq!(keys.check(&format!("{none}..{end}"), b"bytes"), Err(Unsigned::Unreadable));
    }
}
