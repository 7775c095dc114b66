//! The resolved header: what is fixed before the first decision, in canonical bytes, on which every digest of
//! the replay depends.

use std::borrow::Cow;

use rules_judge_engine::games::Registered;
use rules_judge_engine::writer;
use serde::Serialize;
use serde_json::Value;

use crate::answer::{Fault, FaultCode};
use crate::codec::canonical;
use crate::codec::facts::Facts;
use crate::codec::format::{FORMAT, PoolName, Sent};

/// A field of the resolved header and its canonical text.
pub(crate) type HeaderField<'a> = (&'static str, Cow<'a, str>);

/// The canonical bytes of a resolved header: edition filled in, pool as digest, without log.
pub(crate) fn resolved(mut fields: Vec<HeaderField<'_>>) -> Vec<u8> {
    fields.sort_unstable_by_key(|(name, _)| *name);
    let mut text =
        String::with_capacity(fields.iter().map(|(name, value)| name.len() + value.len() + 4).sum());
    for (name, value) in &fields {
        text.push(if text.is_empty() { '{' } else { ',' });
        text.extend(["\"", name, "\":", value]);
    }
    text.push('}');
    text.into_bytes()
}

/// The parts of a header that the game defines, in canonical form.
#[derive(Default)]
pub(super) struct Fixed {
    pub(super) options: Option<Value>,
    pub(super) players: [FixedPlayer; 2],
    pub(super) position: Option<Value>,
}

/// The parts of a player that the game defines, and the name.
#[derive(Default, Serialize)]
pub(super) struct FixedPlayer {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) deck: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<String>,
}

#[derive(Serialize)]
struct FixedStart<'a> {
    position: &'a Value,
}

/// The resolved header of a request.
///
/// # Errors
/// A part that cannot be written.
pub(super) fn header<G: Registered>(
    edition: &str,
    pool: &PoolName,
    sent: &Sent<G::Action>,
    facts: &Facts<G>,
    fixed: &Fixed,
) -> Result<Vec<u8>, Fault> {
    let start = fixed.position.as_ref().map(|position| FixedStart { position });
    let mut fields = vec![
        ("edition", written(&edition)?),
        ("format", written(&FORMAT)?),
        ("game", written(&G::INFO.id)?),
        ("players", written(&fixed.players)?),
        ("pool", written(&pool.digest)?),
    ];
    let perhaps = [
        ("chance", sent.chance.as_ref().map(written)),
        ("facts", facts.canonical().map(|items| written(&items))),
        ("options", fixed.options.as_ref().map(written)),
        ("salt", sent.salt.as_ref().map(written)),
        ("seed", sent.seed.as_ref().map(written)),
        ("seed_commit", sent.seed_commit.as_ref().map(written)),
        ("start", start.as_ref().map(written)),
    ];
    for (name, value) in perhaps {
        fields.extend(value.transpose()?.map(|value| (name, value)));
    }
    Ok(resolved(fields))
}

/// The canonical text of a part of the header. Keys are ASCII, so that sorting by bytes is the canonical
/// order; numbers are integers that doubles represent exactly.
fn written<T: Serialize>(part: &T) -> Result<Cow<'static, str>, Fault> {
    let internal = |error: String| Fault::new(FaultCode::Internal, error);
    match writer::write(part) {
        Ok(text) if text.is_ascii() => Ok(text.into()),
        _ => String::from_utf8(canonical::canonical_of(part)?)
            .map(Cow::from)
            .map_err(|error| internal(error.to_string())),
    }
}
