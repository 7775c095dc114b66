//! The quick way to read a header: two decks in canonical bytes, perhaps names, an edition and a seed, and
//! nothing else.
//!
//! It only ever says yes, as [`crate::entries`] does. Whatever is unusual or wrong is left to the reader in
//! [`crate::format`], so that there is one opinion about what is wrong and where.

use std::borrow::Cow;

use rules_judge_engine::games::Registered;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use crate::digest::{Digest, Seed};
use crate::entries::is_canonical;
use crate::format::{Entry, FORMAT, LIST_LIMIT, Opening, PoolName, Replay, Resolved, is_too_long};
use crate::json::Object;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sent<'a> {
    /// The log is read apart.
    #[serde(rename = "actions")]
    _actions: [(); 0],
    #[serde(default)]
    edition: Option<&'a str>,
    format: &'a str,
    game: &'a str,
    #[serde(borrow)]
    players: [Object<Player<'a>>; 2],
    #[serde(default)]
    seed: Option<Seed>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Player<'a> {
    #[serde(borrow, default)]
    name: Option<Cow<'a, str>>,
    #[serde(borrow)]
    deck: &'a RawValue,
}

/// The replay of a header without its log, and of the log. `Err`: something about it is unusual or wrong;
/// the log as it was.
pub(crate) fn replay<G: Registered>(
    header: &str,
    log: Vec<Entry<G::Action>>,
    demo: Digest,
) -> Result<Replay<G>, Vec<Entry<G::Action>>> {
    match head(header, demo) {
        Some(replay) if log.iter().all(|entry| entry.is_bounded().is_ok()) => {
            Ok(Replay { actions: log, ..replay })
        }
        _ => Err(log),
    }
}

/// The replay without its log.
fn head<G: Registered>(text: &str, demo: Digest) -> Option<Replay<G>> {
    let Sent { edition, format, game, players, seed, .. } = serde_json::from_str(text).ok()?;
    let [Object(zero), Object(one)] = players;
    let name_is_long = |player: &Player<'_>| player.name.as_deref().is_some_and(is_too_long);
    if format != FORMAT || game != G::ID || name_is_long(&zero) || name_is_long(&one) {
        return None;
    }
    let edition = edition.unwrap_or(G::EDITION);
    let players = [(zero.name.as_deref(), zero.deck), (one.name.as_deref(), one.deck)];
    let header = Resolved::of_decks(G::ID, edition, players, demo, seed.as_ref());
    Some(Replay {
        opening: Opening::Decks(Box::new([deck(zero.deck)?, deck(one.deck)?]), G::Options::default()),
        actions: Vec::new(),
        claim: None,
        declared: false,
        seed,
        edition: edition.to_owned(),
        pool: PoolName { digest: demo, inline: None },
        // Fields and the decks stand in canonical order, and texts are written as RFC 8785 has them.
        header: serde_json::to_vec(&header).ok()?,
    })
}

/// A deck in canonical bytes. What is the same when it is written again was not sent in another form, as a
/// list in place of an object.
fn deck<T: DeserializeOwned + serde::Serialize>(sent: &RawValue) -> Option<T> {
    let text = sent.get();
    if !is_canonical(text) || text.bytes().filter(|byte| *byte == b',').count() >= LIST_LIMIT {
        return None;
    }
    let deck = serde_json::from_str(text).ok()?;
    (serde_json::to_vec(&deck).ok()? == text.as_bytes()).then_some(deck)
}
