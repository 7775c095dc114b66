//! The replay format: a header with everything that is fixed before the first decision, and the log.

use std::ops::Range;

use rules_judge_engine::game_kit::name::plain;
use rules_judge_engine::games::Registered;
use rules_judge_engine::schema::{Described, JsonSchema};
use serde::de::{self, DeserializeOwned};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::answer::detail::{self, Detail};
use crate::answer::position::AssumedAnswer;
use crate::answer::{Fault, FaultCode};
use crate::codec::assumed::{self, LeftOut};
use crate::codec::canonical::canonical;
use crate::codec::described;
use crate::codec::digest::{Commit, Digest, Reveal, Seed};
use crate::codec::entry::Entry;
use crate::codec::facts::Facts;
use crate::codec::fast;
use crate::codec::json::{self, Limits, Outline};
use crate::codec::outcome::ChanceWord;
use crate::codec::resolved::{Fixed, header};
use crate::codec::ruling::RULING_LIMIT;
use crate::codec::salt::Salt;
use crate::judging::Pools;
use crate::judging::chance::seed_from;
use crate::judging::claim::Claim;
use crate::shapes::ToSchema;
use rules_judge_engine::tree::{self, Misread};

/// The name of the format in every replay.
pub const FORMAT: &str = "rules-judge/1";
/// The most entries of a log.
pub const ENTRY_LIMIT: usize = 20_000;
/// The most items of any list in a deck or a position.
pub const LIST_LIMIT: usize = 1_000;
/// The longest name of a player, in characters.
pub const NAME_LIMIT: usize = 100;

/// A player of the header.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// What the player is called.
    #[serde(default)]
    pub name: Option<String>,
    /// What the player brings.
    #[serde(default)]
    pub deck: Option<Value>,
}

/// What both seats committed to before the game, and what they revealed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeedCommit {
    /// SHA-256 of the reveals, by seat.
    #[schema(value_type = Vec<String>, min_items = 2, max_items = 2)]
    pub commits: [Commit; 2],
    /// 32 bytes of each seat's own choice.
    #[schema(value_type = Vec<String>, min_items = 2, max_items = 2)]
    pub reveals: [Reveal; 2],
}

impl SeedCommit {
    /// The seed of both reveals, which have to match their commits.
    fn seed(&self) -> Result<Seed, Fault> {
        seed_from(&self.commits, &self.reveals).map_err(|bad| {
            let pointer = format!("/seed_commit/reveals/{}", bad.seat);
            Fault::new(FaultCode::BadReveal, detail::bad_reveal(bad.seat)).at(pointer)
        })
    }
}

/// A table without a history.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// `assumed`: fields of the players that the position leaves out hold what the book sets up, as the
    /// verdict lists under `assumed`; without it, nothing.
    #[serde(default)]
    pub left_out: Option<LeftOut>,
    /// The position.
    pub position: Value,
}

/// A replay as it was sent, its game's own parts still unread.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "A: DeserializeOwned + Serialize + Described")]
#[schemars(bound = "A: JsonSchema", rename = "Replay")]
pub struct Sent<A> {
    /// The log.
    pub actions: Vec<Entry<A>>,
    /// `declared`, in place of a seed: the outcomes of random steps stand in the log.
    #[serde(default)]
    pub chance: Option<ChanceWord>,
    /// What the sender says happened.
    #[serde(default, deserialize_with = "json::maybe_object")]
    pub claim: Option<Claim>,
    /// The edition of the rulebook; without it, the newest.
    #[serde(default)]
    pub edition: Option<String>,
    /// What is printed on cards, in fields that the pool does not know: one item for each such card.
    #[serde(default)]
    pub facts: Option<Value>,
    /// The name of the format.
    pub format: String,
    /// The game's id.
    pub game: String,
    /// What was agreed.
    #[serde(default)]
    pub options: Option<Value>,
    /// The players.
    #[serde(deserialize_with = "json::objects")]
    pub players: Vec<Player>,
    /// A pool inline, or the digest or name of a known one; without it, `demo` of the game.
    #[serde(default)]
    pub pool: Option<Value>,
    /// Without a seed: what makes the digests impossible to guess.
    #[serde(default)]
    pub salt: Option<Salt>,
    /// The seed of everything random.
    #[serde(default)]
    pub seed: Option<Seed>,
    /// Commits and reveals in place of a seed.
    #[serde(default, deserialize_with = "json::maybe_object")]
    pub seed_commit: Option<SeedCommit>,
    /// A position in place of decks.
    #[serde(default, deserialize_with = "json::maybe_object")]
    pub start: Option<Start>,
}

impl<A: Described> Described for Sent<A> {
    const GAME: &'static str = A::GAME;
    const NAME: &'static str = "replay";
}

/// A header without its log.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// `declared`, in place of a seed: the outcomes of random steps stand in the log.
    #[serde(default)]
    pub chance: Option<ChanceWord>,
    /// The edition of the rulebook; without it, the newest.
    #[serde(default)]
    pub edition: Option<String>,
    /// What is printed on cards, in fields that the pool does not know: one item for each such card.
    #[serde(default)]
    pub facts: Option<Value>,
    /// `rules-judge/1`.
    pub format: String,
    /// The game's id.
    pub game: String,
    /// What was agreed before the game.
    #[serde(default)]
    pub options: Option<Value>,
    /// The two players, seat 0 first.
    #[serde(deserialize_with = "json::objects")]
    pub players: Vec<Player>,
    /// A pool inline, or the digest or name of a known one; without it, `demo` of the game.
    #[serde(default)]
    pub pool: Option<Value>,
    /// Without a seed: 32 to 64 lower-case hexadecimal digits, drawn at random, that make the digests
    /// impossible to guess. They are part of the header's digest. A judgement of a header with neither is
    /// kept under no name.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub salt: Option<Salt>,
    /// The seed of everything random: 64 lower-case hexadecimal digits.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub seed: Option<Seed>,
    /// Commits and reveals in place of a seed.
    #[serde(default, deserialize_with = "json::maybe_object")]
    pub seed_commit: Option<SeedCommit>,
    /// A position in place of decks.
    #[serde(default, deserialize_with = "json::maybe_object")]
    pub start: Option<Start>,
}

impl Header {
    /// The replay of this header and a log.
    pub fn with<A>(self, actions: Vec<Entry<A>>) -> Sent<A> {
        let Header {
            chance,
            edition,
            facts,
            format,
            game,
            options,
            players,
            pool,
            salt,
            seed,
            seed_commit,
            start,
        } = self;
        let claim = None;
        Sent {
            actions,
            chance,
            claim,
            edition,
            facts,
            format,
            game,
            options,
            players,
            pool,
            salt,
            seed,
            seed_commit,
            start,
        }
    }
}

/// The fault of a log with more rulings than [`RULING_LIMIT`].
pub(crate) fn too_many_rulings() -> Fault {
    Fault::new(FaultCode::TooMany, format!("a log has at most {RULING_LIMIT} rulings"))
}

/// Whether a player's name has more than [`NAME_LIMIT`] characters.
pub(crate) fn is_too_long(name: &str) -> bool {
    name.chars().count() > NAME_LIMIT
}

/// Refuses a list of a deck or a position with more items than any that is played.
pub(crate) fn is_bounded(value: &Value, place: &str) -> Result<(), Fault> {
    match too_long(value) {
        Some(below) => {
            Err(Fault::new(FaultCode::TooMany, detail::list_limit(LIST_LIMIT)).at(format!("{place}{below}")))
        }
        None => Ok(()),
    }
}

/// The pointer of the first list of too many items, or of a number of cards in place of such a list.
fn too_long(value: &Value) -> Option<String> {
    match value {
        Value::Object(parts) if parts.get("unknown").and_then(Value::as_u64) > Some(LIST_LIMIT as u64) => {
            Some("/unknown".to_owned())
        }
        Value::Array(list) if list.len() > LIST_LIMIT => Some(String::new()),
        Value::Array(list) => {
            let mut items = list.iter().enumerate();
            items.find_map(|(index, item)| Some(format!("/{index}{}", too_long(item)?)))
        }
        Value::Object(parts) => {
            let mut parts = parts.iter();
            parts.find_map(|(name, part)| {
                let below = too_long(part)?;
                Some(format!("/{}{below}", name.replace('~', "~0").replace('/', "~1")))
            })
        }
        _ => None,
    }
}

/// The game that a request names.
pub fn game_of(body: &[u8]) -> Result<String, Fault> {
    game_of_outlined(&json::outline(body, &Limits::default())?)
}

pub(crate) fn game_of_outlined(outline: &Outline<'_>) -> Result<String, Fault> {
    outline.read::<Named>().map(|named| named.game)
}

/// What a request names as its game.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct Named {
    /// The game's id.
    pub(crate) game: String,
}

impl Described for Named {
    const GAME: &'static str = "";
    const NAME: &'static str = "named_game";
}

/// Reads a value of the game's own, with pointers below `place`.
pub fn part<T: de::DeserializeOwned + Serialize + Described>(value: Value, place: &str) -> Result<T, Fault> {
    canonical_part(value, place).map(|(part, _)| part)
}

/// As [`part`], with the canonical form of the value, without empty fields.
pub(crate) fn canonical_part<T: de::DeserializeOwned + Serialize + Described>(
    value: Value,
    place: &str,
) -> Result<(T, Value), Fault> {
    let part: T = tree::read(&value).map_err(|Misread { pointer, error }| {
        let fault = Fault::new(FaultCode::WrongShape, error.to_string()).at(pointer);
        json::in_words::<T>(&value, fault).below(place)
    })?;
    let read = json::tree(&part);
    let read = read.map_err(|error| Fault::new(FaultCode::Internal, error.to_string()))?;
    match json::of_other_form::<T>(&value, &read) {
        Some(fault) => Err(fault.below(place)),
        None => Ok((part, read)),
    }
}

/// `None` for an empty object, which canonical form leaves out.
fn unless_empty(part: Value) -> Option<Value> {
    Some(part).filter(|part| !part.as_object().is_some_and(serde_json::Map::is_empty))
}

/// Whether an object with these fields can be the state of a verdict, or a verdict: it has no field that
/// those lack.
fn is_shown_state<G: Registered>(fields: &[String]) -> bool {
    let has = |name: &str| fields.iter().any(|field| field == name);
    if has("state") && has("verdict") {
        return true;
    }
    let schema = described::kept(G::INFO.id, described::STATE).unwrap_or_default();
    let shown = schema.get("properties").and_then(Value::as_object);
    let is_shown = |name: &String| shown.is_some_and(|shown| shown.contains_key(name));
    !fields.is_empty() && fields.iter().all(is_shown)
}

/// The fault of a state copied from a verdict in place of a position.
fn pasted_state() -> Fault {
    let detail = "this is a state as a verdict shows it, and no position: POST /v1/positions makes the \
        position of the \
                  replay that led to it";
    Fault::new(FaultCode::WrongShape, detail).at("/start/position")
}

/// The beginning of a game.
#[derive(Debug, Clone)]
pub enum Opening<G: Registered> {
    /// With decks.
    Decks(Box<[G::Deck; 2]>, G::Options),
    /// In a position.
    Position(Box<G::Position>),
}

/// A replay whose parts are all read; whether any of it is legal is not known yet.
#[derive(Debug, Clone)]
pub struct Replay<G: Registered> {
    /// How it begins.
    pub opening: Opening<G>,
    /// The log.
    pub actions: Vec<Entry<G::Action>>,
    /// What was assumed of the position. No digest depends on it but through the position.
    pub assumed: Vec<AssumedAnswer>,
    /// What the sender says happened.
    pub claim: Option<Claim>,
    /// Whether the outcomes of random steps stand in the log.
    pub declared: bool,
    /// The seed, also that of reveals.
    pub seed: Option<Seed>,
    /// Whether the header has a seed or a salt, which nobody can guess. Without either, somebody who knows
    /// all of a log but a hidden card could compute the digest of each candidate, so the judgement gets no
    /// name.
    pub has_secret: bool,
    /// The edition of the rulebook.
    pub edition: String,
    /// What the header says is printed on cards.
    pub facts: Facts<G>,
    /// The card pool.
    pub pool: PoolName,
    /// Canonical bytes of the resolved header: edition filled in, pool as digest, without log. Of a kept
    /// judgement only the names of the players are in it.
    pub header: Vec<u8>,
}

/// The names of the players that have one.
pub type PlayerNames = [Option<String>; 2];

/// The pool that a replay uses.
#[derive(Debug, Clone)]
pub struct PoolName {
    /// Its digest.
    pub digest: Digest,
    /// The pool, if it was sent inline.
    pub inline: Option<Value>,
}

impl PoolName {
    /// The pool of a request: by its digest or name, inline, or the bundled one.
    pub(crate) fn of(sent: Option<Value>, pools: Pools<'_>) -> Result<PoolName, Fault> {
        Ok(match sent {
            None => PoolName { digest: pools.default, inline: None },
            Some(Value::String(text)) => PoolName { digest: pools.digest(&text)?, inline: None },
            Some(inline) => PoolName { digest: Digest::of(&canonical(&inline)?), inline: Some(inline) },
        })
    }
}

impl<G: Registered> Replay<G> {
    /// The replay of a kept judgement, of which only pool, facts, seed and names are known.
    pub(crate) fn kept(
        pool: Digest,
        facts: Facts<G>,
        seed: Option<Seed>,
        declared: bool,
        names: &PlayerNames,
    ) -> Replay<G> {
        let player = |name: &Option<String>| json!({ "name": name });
        let header = json!({ "players": names.each_ref().map(player) });
        Replay {
            opening: Opening::Decks(Box::default(), G::Options::default()),
            actions: Vec::new(),
            assumed: Vec::new(),
            claim: None,
            declared,
            seed,
            // Judgements without a secret are not kept.
            has_secret: true,
            edition: G::INFO.edition.to_owned(),
            facts,
            pool: PoolName { digest: pool, inline: None },
            header: header.to_string().into_bytes(),
        }
    }

    /// The names of the players, without control characters.
    pub(crate) fn names(&self) -> PlayerNames {
        #[derive(Deserialize)]
        struct Players {
            players: [Player; 2],
        }

        #[derive(Deserialize)]
        struct Player {
            #[serde(default)]
            name: Option<String>,
        }

        // This header was written here, so it can be read.
        let read = serde_json::from_slice::<Players>(&self.header);
        let cleaned = |name: String| Some(plain(&name).into_owned()).filter(|name| !name.is_empty());
        read.map(|header| header.players.map(|player| player.name.and_then(cleaned))).unwrap_or_default()
    }

    /// Reads a replay.
    ///
    /// # Errors
    /// The faults of [`json::read`]; `WrongShape` for another format or count of players, `TooMany`
    /// for more than [`ENTRY_LIMIT`] entries, `BadReveal` for a reveal without its commitment.
    pub fn read(body: &[u8], pools: Pools<'_>) -> Result<Replay<G>, Fault> {
        let limits = Limits::default();
        let text = json::decode(body, &limits)?;
        match fast::replay(text, pools) {
            Some(replay) => Ok(replay),
            None => Self::read_outlined(&json::outline_text(text, limits.depth)?, pools),
        }
    }

    /// As [`Replay::read`], for a body that the guard has checked and the fast reader has left.
    pub(crate) fn read_outlined(outline: &Outline<'_>, pools: Pools<'_>) -> Result<Replay<G>, Fault> {
        Self::resolve(outline.read()?, pools)
    }

    /// As [`Replay::read`], for an unambiguous body whose log was read already. `None`: the rest of the body
    /// is faulty.
    pub(crate) fn read_around(
        text: &str,
        log: Range<usize>,
        actions: Vec<Entry<G::Action>>,
        pools: Pools<'_>,
    ) -> Option<Replay<G>> {
        let (before, after) = (text.get(..log.start)?, text.get(log.end..)?);
        let sent: Sent<G::Action> = serde_json::from_str(&[before, "[]", after].concat()).ok()?;
        Self::resolve(Sent { actions, ..sent }, pools).ok()
    }

    /// Reads the parts of a replay that the game defines: decks, options, position.
    pub(crate) fn resolve(mut sent: Sent<G::Action>, pools: Pools<'_>) -> Result<Replay<G>, Fault> {
        check_limits(&sent)?;
        let edition = sent.edition.clone().unwrap_or_else(|| G::INFO.edition.to_owned());
        let pool = PoolName::of(sent.pool.take(), pools)?;
        let seed = seed_of(&sent)?;
        let declared = sent.chance.is_some();
        let has_secret = seed.is_some() || sent.salt.is_some();
        let mut fixed = Fixed::default();
        for (player, fixed) in sent.players.iter_mut().zip(&mut fixed.players) {
            fixed.name = player.name.take();
        }
        let (opening, assumed) = match sent.start.take() {
            Some(start) => Self::position(start, &sent, &mut fixed)?,
            None => (Self::decks(&mut sent, &mut fixed)?, Vec::new()),
        };
        let facts = sent.facts.take().map(Facts::read).transpose()?.unwrap_or_default();
        let header = header(&edition, &pool, &sent, &facts, &fixed)?;
        Ok(Replay {
            opening,
            actions: sent.actions,
            assumed,
            claim: sent.claim,
            declared,
            seed,
            has_secret,
            edition,
            facts,
            pool,
            header,
        })
    }

    /// Reads the position that takes the place of decks and options.
    fn position(
        mut start: Start,
        sent: &Sent<G::Action>,
        fixed: &mut Fixed,
    ) -> Result<(Opening<G>, Vec<AssumedAnswer>), Fault> {
        for (seat, player) in sent.players.iter().enumerate() {
            if player.deck.is_some() {
                return Err(wrong_shape(detail::position_for_decks(), &format!("/players/{seat}/deck")));
            }
        }
        if sent.options.is_some() {
            return Err(wrong_shape(detail::position_for_options(), "/options"));
        }
        is_bounded(&start.position, "/start/position")?;
        let fields = start.position.as_object().map(|fields| fields.keys().cloned().collect());
        let fields: Vec<String> = fields.unwrap_or_default();
        let assumed = match start.left_out {
            Some(LeftOut::Assumed) => assumed::fill::<G>(&mut start.position)?,
            None => Vec::new(),
        };
        let (position, canonical) = canonical_part(start.position, "/start/position")
            .map_err(|fault| if is_shown_state::<G>(&fields) { pasted_state() } else { fault })?;
        fixed.position = Some(canonical);
        Ok((Opening::Position(Box::new(position)), assumed))
    }

    /// Reads the decks and the options; what the header leaves out is the default.
    fn decks(sent: &mut Sent<G::Action>, fixed: &mut Fixed) -> Result<Opening<G>, Fault> {
        let mut decks = [G::Deck::default(), G::Deck::default()];
        let players = sent.players.iter_mut().zip(&mut fixed.players).zip(&mut decks);
        for (seat, ((player, fixed), deck)) in players.enumerate() {
            if let Some(value) = player.deck.take() {
                is_bounded(&value, &format!("/players/{seat}/deck"))?;
                let canonical;
                (*deck, canonical) = canonical_part(value, &format!("/players/{seat}/deck"))?;
                fixed.deck = unless_empty(canonical);
            }
        }
        let mut agreed = G::Options::default();
        if let Some(options) = sent.options.take() {
            let canonical;
            (agreed, canonical) = canonical_part(options, "/options")?;
            fixed.options = unless_empty(canonical);
        }
        Ok(Opening::Decks(Box::new(decks), agreed))
    }
}

fn wrong_shape(detail: Detail, pointer: &str) -> Fault {
    Fault::new(FaultCode::WrongShape, detail).at(pointer)
}

/// Refuses another format, and more entries, rulings, players or letters of a name than a replay may have.
fn check_limits<A>(sent: &Sent<A>) -> Result<(), Fault> {
    if sent.format != FORMAT {
        return Err(wrong_shape(detail::format_is(FORMAT), "/format"));
    }
    if sent.actions.len() > ENTRY_LIMIT {
        return Err(Fault::new(FaultCode::TooMany, detail::entry_limit(ENTRY_LIMIT)).at("/actions"));
    }
    if sent.actions.iter().filter(|entry| entry.ruling().is_some()).count() > RULING_LIMIT {
        return Err(too_many_rulings().at("/actions"));
    }
    if sent.players.len() != 2 {
        return Err(wrong_shape(detail::two_players(), "/players"));
    }
    for (seat, player) in sent.players.iter().enumerate() {
        if player.name.as_deref().is_some_and(is_too_long) {
            return Err(wrong_shape(detail::name_limit(NAME_LIMIT), &format!("/players/{seat}/name")));
        }
    }
    Ok(())
}

/// The seed of the header or of its reveals. A header with a seed has neither declared chance nor a salt.
fn seed_of<A>(sent: &Sent<A>) -> Result<Option<Seed>, Fault> {
    let seed = match &sent.seed_commit {
        Some(_) if sent.seed.is_some() => {
            return Err(wrong_shape(detail::commits_for_seed(), "/seed_commit"));
        }
        Some(commit) => Some(commit.seed()?),
        None => sent.seed,
    };
    if sent.chance.is_some() && seed.is_some() {
        return Err(wrong_shape(detail::chance_for_seed(), "/chance"));
    }
    if sent.salt.is_some() && seed.is_some() {
        return Err(wrong_shape(detail::salt_beside_seed(), "/salt"));
    }
    Ok(seed)
}
