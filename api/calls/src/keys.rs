//! The public keys of a service, and how to check a signature.

use rules_judge_replays::shapes::ToSchema;
use serde::Serialize;

/// The header with the signature of the body.
pub const SIGNATURE: &str = "verdict-signature";

/// A public key as JSON Web Key (RFC 7517, RFC 8037).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
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

/// The public keys of a service: a JSON Web Key Set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct KeysAnswer {
    /// How a signature is checked.
    pub how: String,
    /// The key that signs, if there is one, and then the keys that the operator publishes besides.
    pub keys: Vec<PublicKey>,
}

/// How a signature is checked, in one paragraph.
const HOW: &str = "The header verdict-signature of an answer, the field signature of a line of a batch, and \
each \
    item of the field signatures of an answer of compare is HEADER..SIGNATURE: a detached JWS (RFC 7515, RFC \
    7797) \
    with Ed25519 (RFC 8037). Signed are the bytes of HEADER, one dot, and the bytes of the answer's body \
    before any \
    compression; of a line of a batch and of an answer of compare, the bytes of the verdict. HEADER and \
    SIGNATURE \
    are base64url. In HEADER, kid names one of these keys by its thumbprint (RFC 7638), and created is the \
    time of \
    signing by the clock of the service, in seconds since 1970. Store the body and the signature as they \
    came, and \
    get the keys from the service itself. `rules-judge check-signature` checks both.";

impl KeysAnswer {
    /// The answer of a service with these keys.
    pub fn new(keys: Vec<PublicKey>) -> KeysAnswer {
        KeysAnswer { how: HOW.to_owned(), keys }
    }
}
