//! The quick way to read a header: two decks, perhaps names, an edition and a seed, and nothing else, in a
//! replay that stands in canonical bytes.
//!
//! It only ever says yes, as [`crate::entries`] does. Whatever is unusual or wrong is left to the reader in
//! [`crate::format`], so that there is one opinion about what is wrong and where.

use rules_judge_engine::games::Registered;
use serde::de::DeserializeOwned;

use crate::digest::{Digest, Seed};
use crate::entries::{Field, Whole, text};
use crate::format::{FORMAT, LIST_LIMIT, Opening, PoolName, Replay, is_too_long};

/// The replay without its log.
pub(crate) fn head<G: Registered>(whole: &Whole<'_>, demo: Digest) -> Option<Replay<G>> {
    let (mut edition, mut format, mut game, mut seed) = (None, None, None, None);
    for &(key, value) in &whole.fields {
        let value = Some(text(value)?);
        match key {
            "edition" => edition = value,
            "format" => format = value,
            "game" => game = value,
            "seed" => seed = value,
            _ => return None,
        }
    }
    if format != Some(FORMAT) || game != Some(G::ID) {
        return None;
    }
    let edition = edition.unwrap_or(G::EDITION);
    let mut players = whole.players.each();
    let (Some((zero, of_zero)), Some((one, of_one)), None) = (players.next(), players.next(), players.next())
    else {
        return None;
    };
    // As `format` writes it: fields in canonical order, and what stands in canonical bytes as it stands.
    let mut header = format!(
        r#"{{"edition":"{edition}","format":"{FORMAT}","game":"{}","players":[{zero},{one}],"pool":"{demo}""#,
        G::ID
    );
    if let Some(seed) = seed {
        header.extend([r#","seed":""#, seed, "\""]);
    }
    header.push('}');
    Some(Replay {
        opening: Opening::Decks(Box::new([deck(of_zero)?, deck(of_one)?]), G::Options::default()),
        actions: Vec::new(),
        claim: None,
        declared: false,
        seed: seed.map(str::parse::<Seed>).transpose().ok()?,
        edition: edition.to_owned(),
        pool: PoolName { digest: demo, inline: None },
        header: header.into_bytes(),
    })
}

/// The deck of a player who has one, perhaps a name, and nothing else. What is the same when it is written again
/// was not sent in another form, as a list in place of an object.
fn deck<T: DeserializeOwned + serde::Serialize>(player: &[Field<'_>]) -> Option<T> {
    let text = match player {
        [("deck", deck)] => *deck,
        [("deck", deck), ("name", name)] if !is_too_long(text(name)?) => *deck,
        _ => return None,
    };
    if text.bytes().filter(|byte| *byte == b',').count() >= LIST_LIMIT {
        return None;
    }
    let deck = serde_json::from_str(text).ok()?;
    (serde_json::to_vec(&deck).ok()? == text.as_bytes()).then_some(deck)
}
