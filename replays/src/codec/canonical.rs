//! Canonical bytes: one value, one text (RFC 8785, JCS).

use serde::Serialize;
use serde_json::Value;

use crate::answer::{Fault, FaultCode};
use crate::codec::digest::Digest;
use crate::codec::json::{self, Limits};

/// The canonical bytes of `value`: UTF-8, no blanks, keys in the order of their UTF-16 units.
///
/// # Errors
/// `Internal` if the value has no canonical form here: a number that is not an integer within
/// ±(2^53 − 1), a key that is not a text, two equal keys, or more than 127 levels. What came in
/// through [`json::read`] always has one.
pub fn canonical(value: &Value) -> Result<Vec<u8>, Fault> {
    let bytes = serde_json_canonicalizer::to_vec(value).map_err(|error| broken(&error.to_string()))?;
    // RFC 8785 writes integers as doubles, so that two of them above 2^53 could become one.
    json::guard(&bytes, &Limits { bytes: usize::MAX, depth: usize::MAX })
        .map_err(|fault| broken(&fault.detail))?;
    Ok(bytes)
}

/// As [`canonical`], of what becomes a tree first.
///
/// # Errors
/// As [`canonical`].
pub fn canonical_of<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, Fault> {
    canonical(&json::tree(value).map_err(|error| broken(&error.to_string()))?)
}

/// SHA-256 of the canonical bytes of `value`.
///
/// # Errors
/// As [`canonical`].
pub fn digest<T: Serialize + ?Sized>(value: &T) -> Result<Digest, Fault> {
    Ok(Digest::of(&canonical_of(value)?))
}

fn broken(detail: &str) -> Fault {
    Fault::new(FaultCode::Internal, format!("no canonical form: {detail}"))
}
