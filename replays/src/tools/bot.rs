//! Built-in bots that play seeded games.

use std::collections::BTreeMap;

use rules_judge_engine::games::{Registered, Visit};
use rules_judge_engine::kernel::shape::{self, Member, Shape};
use rules_judge_engine::kernel::{Halt, Match, Seat};
use rules_judge_engine::tree;
use serde_json::{Value, json};

use crate::answer::{Fault, FaultCode, detail};
use crate::catalog::cards::exact;
use crate::codec::canonical::canonical;
use crate::codec::digest::{Digest, Seed};
use crate::codec::entry::Entry;
use crate::codec::format::{self, FORMAT, PoolName, Replay};
use crate::codec::json::{self as strict, Limits};
use crate::judging::chance::{SeededChance, Stream};
use crate::judging::chance_entry;
use crate::judging::entry::{EntryResult, follows_ruling, take};
use crate::judging::{Judge, judgement};
use crate::tools::decks;

/// The names of the bots.
pub const BOTS: [&str; 4] = ["random", "keen", "curious", "gentle"];

/// A bot gives up after so many entries.
const PATIENCE: usize = 3_000;

/// A bot picks from at most so many outcomes.
const ANY_OUTCOME: usize = 1_000;

/// The seed of a game's number.
pub fn seed_of(number: u64) -> Seed {
    Seed(Digest::of(format!("rules-judge/bots/{number}").as_bytes()).0)
}

/// Returns a random number below its argument.
pub(crate) type Dice<'a> = dyn FnMut(u64) -> u64 + 'a;

fn internal(detail: &str) -> Fault {
    Fault::new(FaultCode::Internal, detail)
}

fn known(bots: [&str; 2]) -> Result<(), Fault> {
    match bots.iter().find(|bot| !BOTS.contains(bot)) {
        Some(unknown) => {
            Err(Fault::new(FaultCode::BadQuery, format!("no bot “{unknown}”; bots are {}", BOTS.join(", "))))
        }
        None => Ok(()),
    }
}

/// Plays a game between two bots and returns the replay's canonical bytes. `random` takes any legal action,
/// `keen` prefers those that are not a pass, `curious` prefers the kinds of action that were seen least in
/// this game, `gentle` is keen and does not attack.
///
/// # Errors
/// `BadQuery` for an unknown bot, decks that are against the rules, or a pool whose cards make no deck;
/// `Internal` if the game cannot be carried on.
pub(crate) fn play<G: Registered>(
    pool: &G::Pool,
    with: &With<'_>,
    number: u64,
    bots: [&str; 2],
) -> Result<Vec<u8>, Fault> {
    known(bots)?;
    let seed = seed_of(number);
    let mut dice = Stream::new(&seed, "bot/play").ok_or_else(|| internal("no stream"))?;
    let mut below = |bound: u64| dice.below(bound.max(1)).unwrap_or(0);
    let (decks, values) = match (&with.decks, &with.pool) {
        (Some([first, second]), _) => {
            let read = |deck: &Value| crate::codec::format::part::<G::Deck>(deck.clone(), "/deck");
            ([read(first)?, read(second)?], [first.clone(), second.clone()])
        }
        (None, Some((_, data))) => {
            // A game with inexact cards might not be judged to its end.
            let cards = exact(data);
            let [(first, first_value), (second, second_value)] =
                [decks::any::<G>(pool, &cards, &mut below)?, decks::any::<G>(pool, &cards, &mut below)?];
            ([first, second], [first_value, second_value])
        }
        (None, None) => {
            let bundled = BundledDecks::<G>::read()?;
            let mut pick = || usize::try_from(below(bundled.count() as u64)).unwrap_or(0);
            bundled.pair(pool, pick(), pick())?
        }
    };
    let played = between::<G>(pool, &decks, values, &seed, bots, &mut below)?;
    let mut replay = played.replay;
    if let Some((reference, _)) = &with.pool {
        replay["pool"] = reference.clone();
    }
    canonical(&replay)
}

/// A game that bots played.
pub(crate) struct Played {
    /// Its replay, without a pool.
    pub replay: Value,
    /// Why it could not be played to its end.
    pub halted: Option<Halt>,
}

/// Plays a game between two bots with these decks; each is given as read and as JSON.
///
/// # Errors
/// As [`play`].
pub(crate) fn between<G: Registered>(
    pool: &G::Pool,
    decks: &[G::Deck; 2],
    values: [Value; 2],
    seed: &Seed,
    bots: [&str; 2],
    below: &mut Dice<'_>,
) -> Result<Played, Fault> {
    known(bots)?;
    let options = G::Options::default();
    let is_legal = decks.iter().all(|deck| G::deck_faults(pool, deck, &options).is_empty());
    if !is_legal || !G::faults_together(pool, decks, &options).is_empty() {
        return Err(Fault::new(FaultCode::BadQuery, detail::deck_against_rules()));
    }
    let chance = SeededChance::new(*seed);
    let mut game = Match::new(pool, G::from_decks(pool, decks, &options), &chance);
    game.advance();
    let actions = carry_on::<G>(&mut game, bots, below)?;
    let players: Vec<Value> = bots
        .iter()
        .zip(values)
        .enumerate()
        .map(|(seat, (bot, deck))| json!({ "deck": deck, "name": format!("{bot} {seat}") }))
        .collect();
    let replay = json!({
        "actions": actions,
        "edition": G::INFO.edition,
        "format": FORMAT,
        "game": G::INFO.id,
        "players": players,
        "seed": seed.to_string(),
    });
    Ok(Played { replay, halted: game.halted() })
}

/// The pool and the decks of a game between bots.
#[derive(Debug, Clone, Default)]
pub(crate) struct With<'a> {
    /// A pool other than the default one: its reference in the log, and its data.
    pub pool: Option<(Value, &'a Value)>,
    /// The decks; without them bundled ones, or legal ones of the pool.
    pub decks: Option<[Value; 2]>,
}

/// The bundled decks of a game, as read and as JSON.
pub(crate) struct BundledDecks<G: Registered>(Vec<(G::Deck, Value)>);

impl<G: Registered> BundledDecks<G> {
    /// Reads all of them.
    pub(crate) fn read() -> Result<BundledDecks<G>, Fault> {
        let mut read = Vec::new();
        for text in G::INFO.decks {
            let value: Value = serde_json::from_str(text).map_err(|error| internal(&error.to_string()))?;
            read.push((crate::codec::format::part::<G::Deck>(value.clone(), "")?, value));
        }
        Ok(BundledDecks(read))
    }

    /// The number of decks.
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// A deck, and another one, or the next after it, that may be played against the first.
    pub(crate) fn pair(
        &self,
        pool: &G::Pool,
        one: usize,
        other: usize,
    ) -> Result<([G::Deck; 2], [Value; 2]), Fault> {
        let (first, first_value) = self.0.get(one).cloned().ok_or_else(|| internal("no bundled decks"))?;
        let mut after = self.0.iter().cycle().skip(other).take(self.0.len());
        let fits = |(second, _): &&(G::Deck, Value)| {
            let decks = [first.clone(), second.clone()];
            G::faults_together(pool, &decks, &G::Options::default()).is_empty()
        };
        let (second, second_value) =
            after.find(fits).cloned().ok_or_else(|| internal("no decks that may be played together"))?;
        Ok(([first, second], [first_value, second_value]))
    }
}

/// The entries with which two bots play a replay to its end; `None`: it is not legal.
///
/// # Errors
/// As [`play`].
pub fn play_on<G: Registered>(
    replay: &Replay<G>,
    pool: &G::Pool,
    number: u64,
    bots: [&str; 2],
) -> Result<Vec<Value>, Fault> {
    known(bots)?;
    let Some(state) = judgement::start(replay, pool) else { return Ok(Vec::new()) };
    let chance = judgement::chance(replay);
    let mut game = Match::new(pool, state, &*chance);
    game.advance();
    let mut entries = replay.actions.iter();
    while let Some(entry) = entries.next() {
        match take(&mut game, entry) {
            EntryResult::Taken => {}
            EntryResult::Refused(_) if follows_ruling(&game, entries.as_slice().first()) => {}
            _ => return Ok(Vec::new()),
        }
    }
    let seed = seed_of(number);
    let mut dice = Stream::new(&seed, "bot/play").ok_or_else(|| internal("no stream"))?;
    carry_on::<G>(&mut game, bots, &mut |bound| dice.below(bound.max(1)).unwrap_or(0))
}

fn carry_on<G: Registered>(
    game: &mut Match<'_, G>,
    bots: [&str; 2],
    below: &mut Dice<'_>,
) -> Result<Vec<Value>, Fault> {
    let mut actions = Vec::new();
    let mut seen = BTreeMap::new();
    while game.halted().is_none() && actions.len() < crate::codec::format::ENTRY_LIMIT {
        if game.due().is_some() {
            actions.push(come_out(game, below)?);
            continue;
        }
        let Some(seat) = game.state.asked.first().map(|asked| asked.seat) else { break };
        let [first, second] = bots;
        let bot = if seat == Seat::Zero { first } else { second };
        let action = match actions.len() < PATIENCE {
            true => choose::<G>(game, seat, bot, &mut seen, below),
            false => None,
        };
        let action = action.or_else(|| G::action_from_member("concede", &[]));
        let action = action.ok_or_else(|| internal("nothing can be done"))?;
        let refusals = match game.check(seat, &action) {
            Ok(permit) => {
                permit.apply();
                Vec::new()
            }
            Err(refusals) => refusals,
        };
        if game.halted().is_some() {
            break;
        }
        if !refusals.is_empty() {
            return Err(internal(&format!("a listed action was refused: {refusals:?}")));
        }
        actions.push(Value::Object(Entry::new(seat, action)?.sent()));
    }
    Ok(actions)
}

/// Picks a possible outcome.
fn come_out<G: Registered>(game: &mut Match<'_, G>, below: &mut Dice<'_>) -> Result<Value, Fault> {
    let (outcomes, _) = chance_entry::possible(game, ANY_OUTCOME);
    let index = usize::try_from(below(outcomes.len() as u64)).unwrap_or(0);
    let mut entry = outcomes.into_iter().nth(index).ok_or_else(|| internal("nothing can come out"))?;
    if let Some(fields) = entry.as_object_mut() {
        fields.insert("seat".to_owned(), Value::Null);
    }
    let read: Entry<G::Action> =
        tree::read(&entry).map_err(|misread| internal(&misread.error.to_string()))?;
    match take(game, &read) {
        EntryResult::Taken => Ok(entry),
        other => Err(internal(&format!("a listed outcome was refused: {other:?}"))),
    }
}

fn choose<G: Registered>(
    game: &mut Match<'_, G>,
    seat: Seat,
    bot: &str,
    seen: &mut BTreeMap<&'static str, u64>,
    below: &mut Dice<'_>,
) -> Option<G::Action> {
    let mut shapes: Vec<Shape> = G::shapes(game, seat);
    let is_peaceful = |shape: &Shape| shape.kind != "attack";
    if bot == "gentle" && shapes.iter().any(is_peaceful) {
        shapes.retain(is_peaceful);
    }
    let says_more = |shape: &Shape| !shape.slots.is_empty();
    if bot != "random" && shapes.len() > 1 && below(8) > 0 && shapes.iter().any(says_more) {
        shapes.retain(says_more);
    }
    if bot == "curious" && below(8) > 0 {
        let count = |shape: &Shape| seen.get(shape.kind).copied().unwrap_or(0);
        let least = shapes.iter().map(count).min().unwrap_or(0);
        shapes.retain(|shape| count(shape) == least);
    }
    let index = usize::try_from(below(shapes.len() as u64)).unwrap_or(0);
    let shape = shapes.get(index)?;
    *seen.entry(shape.kind).or_default() += 1;
    let number = below(shape.count().min(1 << 40));
    let member = shape.member(number).map(|fields| Member { kind: shape.kind, fields });
    // Where finding the member of this number takes too long, the first member is taken.
    let member = member.or_else(|| shape::listing(std::slice::from_ref(shape), 1).pop())?;
    G::action_from_member(member.kind, &member.fields)
}

/// Every member of shapes up to a limit, as actions.
pub fn members<G: Registered>(shapes: &[Shape], limit: u64) -> Vec<G::Action> {
    let members = shape::listing(shapes, limit);
    members.iter().filter_map(|member| G::action_from_member(member.kind, &member.fields)).collect()
}

impl Judge {
    /// Plays a seeded game between built-in bots and returns the replay's canonical bytes.
    ///
    /// # Errors
    /// An unknown game or bot, or a game that could not be judged to its end.
    pub fn play(&self, game: &str, seed: u64, bots: [&str; 2]) -> Result<Vec<u8>, Fault> {
        self.play_with(game, seed, bots, None, None)
    }

    /// As [`Judge::play`], with a named pool and with decks; without decks, any legal ones of that pool.
    ///
    /// # Errors
    /// As [`Judge::play`], and decks that are against the rules.
    pub fn play_with(
        &self,
        game: &str,
        seed: u64,
        bots: [&str; 2],
        pool: Option<&str>,
        decks: Option<[Value; 2]>,
    ) -> Result<Vec<u8>, Fault> {
        struct Play<'a>(&'a Judge, u64, [&'a str; 2], Option<&'a str>, Option<[Value; 2]>);

        impl Visit for Play<'_> {
            type Out = Result<Vec<u8>, Fault>;

            fn visit<G: Registered>(self) -> Self::Out {
                let Play(judge, seed, bots, pool, decks) = self;
                let pools = judge.pools.of_game(G::INFO.id)?;
                let digest = pool.map_or(Ok(pools.default), |name| pools.digest(name))?;
                let pool = judge.pool::<G>(&PoolName { digest, inline: None })?;
                let named = judge.pools.find(G::INFO.id, &digest).filter(|_| digest != pools.default);
                let reference = || judge.pools.reference(G::INFO.id, &digest);
                let with = With { pool: named.map(|named| (reference(), &*named.data)), decks };
                self::play::<G>(&pool, &with, seed, bots)
            }
        }

        self.dispatch(game, Play(self, seed, bots, pool, decks))?
    }

    /// Lets built-in bots play a replay to its end: its header may be any, also with a position, and its log
    /// is kept. Returns the canonical bytes; a log that is not legal comes back unchanged.
    ///
    /// # Errors
    /// A fault, if the replay cannot be judged at all, or an unknown bot.
    pub fn play_on(&self, body: &[u8], number: u64, bots: [&str; 2]) -> Result<Vec<u8>, Fault> {
        struct PlayOn<'a>(&'a Judge, &'a [u8], u64, [&'a str; 2]);

        impl Visit for PlayOn<'_> {
            type Out = Result<Vec<u8>, Fault>;

            fn visit<G: Registered>(self) -> Self::Out {
                let (replay, pool) = self.0.read::<G>(self.1)?;
                let more = self::play_on::<G>(&replay, &pool, self.2, self.3)?;
                let mut whole: Value = strict::read(self.1, &Limits::default())?;
                if let Some(Value::Array(actions)) = whole.get_mut("actions") {
                    actions.extend(more);
                }
                canonical(&whole)
            }
        }

        self.dispatch(&format::game_of(body)?, PlayOn(self, body, number, bots))?
    }
}
