//! The quick way to read a header: two decks, perhaps names, an edition and a seed, and nothing else, in a
//! replay that stands in canonical bytes.
//!
//! It only ever says yes, as [`crate::entries`] does. Whatever is unusual or wrong is left to the reader in
//! [`crate::format`], so that there is one opinion about what is wrong and where.

use rules_judge_engine::games::Registered;
use serde::de::DeserializeOwned;

use crate::digest::Digest;
use crate::entries::{Field, Whole};
use crate::format::{FORMAT, HeaderField, LIST_LIMIT, Opening, PoolName, Replay, is_too_long, resolved};
use crate::scan::{object, text};

/// The replay without its log.
pub(crate) fn head<G: Registered>(whole: &Whole<'_>, demo: Digest) -> Option<Replay<G>> {
    let find = |name: &str| whole.fields.iter().find(|(key, _)| *key == name).map(|(_, value)| *value);
    if text(find("format")?) != Some(FORMAT) || text(find("game")?) != Some(G::ID) {
        return None;
    }
    let own_edition = format!("\"{}\"", G::EDITION);
    let edition = find("edition").unwrap_or(&own_edition);
    let seed = find("seed");
    let mut players = whole.players.each();
    let (Some((zero, of_zero)), Some((one, of_one)), None) = (players.next(), players.next(), players.next())
    else {
        return None;
    };
    let mut header: Vec<HeaderField<'_>> = vec![
        ("edition", edition.into()),
        ("format", find("format")?.into()),
        ("game", find("game")?.into()),
        ("players", format!("[{zero},{one}]").into()),
        ("pool", format!("\"{demo}\"").into()),
    ];
    header.extend(seed.map(|seed| ("seed", seed.into())));
    Some(Replay {
        opening: Opening::Decks(Box::new([deck(of_zero)?, deck(of_one)?]), G::Options::default()),
        actions: Vec::new(),
        claim: None,
        declared: false,
        seed: match seed {
            Some(seed) => Some(text(seed)?.parse().ok()?),
            None => None,
        },
        edition: text(edition)?.to_owned(),
        pool: PoolName { digest: demo, inline: None },
        header: resolved(header),
    })
}

/// The deck of a player who has one, perhaps a name, and nothing else.
fn deck<T: DeserializeOwned>(player: &[Field<'_>]) -> Option<T> {
    let text = match player {
        [("deck", deck)] => *deck,
        [("deck", deck), ("name", name)] if !is_too_long(text(name)?) => *deck,
        _ => return None,
    };
    if text.bytes().filter(|byte| *byte == b',').count() >= LIST_LIMIT {
        return None;
    }
    object(text)
}
