//! The parts of judging that the bench measures alone: playing a game again without reading bytes, snapshots,
//! and legal answers.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rules_judge_engine::game_kit::sentence::Speech;
use rules_judge_engine::games::{Registered, Visit};
use rules_judge_engine::kernel::{Chance, Event, Match, State, Viewer};
use serde_json::json;

use crate::answer::{Fault, FaultCode, ListingLimit};
use crate::cache::record;
use crate::codec::canonical::canonical;
use crate::codec::entry::Entry;
use crate::codec::fast;
use crate::codec::format::{FORMAT, PoolName, Replay, game_of};
use crate::codec::json;
use crate::judging::Judge;
use crate::judging::entry::{EntryResult, take};
use crate::judging::judgement;
use crate::judging::render::legal_of;
use crate::tools::bot::{BundledDecks, seed_of};

/// A parsed replay that the bench plays many times.
pub trait BenchGame {
    /// The kind of each entry that is played. Entries that change nothing are left out.
    fn kinds(&self) -> Vec<String>;

    /// The number of entries that change nothing.
    fn without_effect(&self) -> usize;

    /// The entries, in canonical bytes, that the fast reader leaves to the general one.
    fn read_generally(&self) -> &[String];

    /// Brings the game to its first question, as [`BenchGame::play`] does before the first entry, and returns
    /// the number of events.
    fn set_up(&self) -> usize;

    /// Plays the game: every event and its rule's id go to the start of `buffer`, once per entry. Returns the
    /// number of entries played and a checksum of all that was written.
    fn play(&self, buffer: &mut Vec<u8>) -> (usize, u64);

    /// Writes a snapshot of the state in the middle of the game, and returns its bytes.
    fn write_snapshot(&self) -> usize;

    /// Reads that snapshot and plays the next entry.
    fn resume(&self) -> bool;

    /// Computes the legal answers in the middle of the game, and returns their number.
    fn legal(&self) -> u64;

    /// Lists the legal answers there as an answer does, with sentences, and returns how many it lists.
    fn legal_with_sentences(&self) -> usize;
}

/// Reads a replay for the bench.
///
/// # Errors
/// Those of [`Judge::read`]; `Internal` for a log that is not legal to its end.
pub fn course(judge: &Judge, body: &[u8]) -> Result<Box<dyn BenchGame>, Fault> {
    struct Prepare<'a>(&'a Judge, &'a [u8]);

    impl Visit for Prepare<'_> {
        type Out = Result<Box<dyn BenchGame>, Fault>;

        fn visit<G: Registered>(self) -> Self::Out {
            Ok(Box::new(Prepared::<G>::new(self.0, self.1)?))
        }
    }

    judge.dispatch(&game_of(body)?, Prepare(judge, body))?
}

/// The seeds tried for a long game: with the first one some decks run out early.
const SEEDS: std::ops::RangeInclusive<u64> = 1..=4;

/// The longest game of bots that do not attack, with a bundled deck, against itself where that is legal.
///
/// # Errors
/// As [`Judge::play_on`].
pub fn longest(judge: &Judge, game: &str) -> Result<Vec<u8>, Fault> {
    struct Play<'a>(&'a Judge);

    impl Visit for Play<'_> {
        type Out = Result<Vec<u8>, Fault>;

        fn visit<G: Registered>(self) -> Self::Out {
            let mut longest = Vec::new();
            let name = PoolName { digest: self.0.pools.of_game(G::INFO.id)?.default, inline: None };
            let (pool, bundled) = (self.0.pool::<G>(&name)?, BundledDecks::<G>::read()?);
            for number in 0..bundled.count() {
                let (_, [one, other]) = bundled.pair(&pool, number, number)?;
                for seed in SEEDS {
                    let header = json!({
                        "actions": [],
                        "format": FORMAT,
                        "game": G::INFO.id,
                        "players": [{ "deck": one }, { "deck": other }],
                        "seed": seed_of(seed),
                    });
                    let played = self.0.play_on(&canonical(&header)?, seed, ["gentle", "gentle"])?;
                    // The headers differ only in the decks, so that more bytes mean more entries.
                    if played.len() > longest.len() {
                        longest = played;
                    }
                }
            }
            Ok(longest)
        }
    }

    judge.dispatch(game, Play(judge))?
}

/// The longest of some games with published cards; `None`: the game has no pool of them, or one of too few
/// for a deck.
///
/// # Errors
/// Those of [`Judge::play_around`].
pub fn published(judge: &Judge, game: &str) -> Result<Option<Vec<u8>>, Fault> {
    let pool = format!("{game}/official");
    let mut longest: Option<Vec<u8>> = None;
    for seed in SEEDS {
        match judge.play_around(game, Some(&pool), seed, ["keen", "curious"]) {
            Ok(replay) if longest.as_ref().is_none_or(|longest| replay.len() > longest.len()) => {
                longest = Some(replay);
            }
            Ok(_) => {}
            Err(Fault { code: FaultCode::UnknownPool | FaultCode::BadQuery, .. }) if longest.is_none() => {
                return Ok(None);
            }
            Err(fault) => return Err(fault),
        }
    }
    Ok(longest)
}

struct Prepared<G: Registered> {
    pool: Arc<G::Pool>,
    chance: Box<dyn Chance>,
    start: State<G>,
    middle: State<G>,
    snapshot: Vec<u8>,
    /// The index of the entry after the middle.
    next: usize,
    entries: Vec<Entry<G::Action>>,
    without_effect: usize,
    read_generally: Vec<String>,
}

fn step<G: Registered>(game: &mut Match<'_, G>, entry: &Entry<G::Action>) -> bool {
    matches!(take(game, entry), EntryResult::Taken)
}

impl<G: Registered> Prepared<G> {
    fn new(judge: &Judge, body: &[u8]) -> Result<Prepared<G>, Fault> {
        let broken = |what: &str| Fault::new(FaultCode::Internal, what);
        let (replay, pool): (Replay<G>, _) = judge.read(body)?;
        let chance = judgement::chance(&replay);
        let start = judgement::start(&replay, &pool).ok_or_else(|| broken("a header against the rules"))?;
        let half = replay.actions.len() / 2;
        let canonical = |entry: &Entry<G::Action>| String::from_utf8_lossy(entry.canonical()).into_owned();
        let all_canonical = replay.actions.iter().map(canonical);
        let read_generally = all_canonical.filter(|entry| !fast::reads_entry::<G>(entry)).collect();
        let (mut entries, mut next, mut middle, mut all) = (Vec::new(), 0, None, 0);
        {
            let mut game = Match::new(&*pool, start.clone(), &*chance);
            game.advance();
            for entry in replay.actions {
                if all == half {
                    middle = Some(game.state.clone());
                    next = entries.len();
                }
                all += 1;
                let before = game.state.clone();
                if !step(&mut game, &entry) {
                    return Err(broken("a log that is not legal"));
                }
                let mut likeness = game.state.clone();
                likeness.spent = before.spent;
                if likeness != before {
                    entries.push(entry);
                }
            }
        }
        let middle = middle.ok_or_else(|| broken("a log without entries"))?;
        let snapshot = record::write::<G>(&middle, None).ok_or_else(|| broken("no snapshot"))?;
        let without_effect = all - entries.len();
        Ok(Prepared { pool, chance, start, middle, snapshot, next, entries, without_effect, read_generally })
    }

    /// The game at its first question, with a record of events.
    fn opened(&self) -> Match<'_, G> {
        let mut game = Match::new(&*self.pool, self.start.clone(), &*self.chance);
        game.record = Some(Vec::new());
        game.advance();
        game
    }
}

impl<G: Registered> BenchGame for Prepared<G> {
    fn kinds(&self) -> Vec<String> {
        let kind = |entry: &Entry<G::Action>| {
            let action = json::tree(entry.action()?.1).ok()?;
            Some(action.get("type")?.as_str()?.to_owned())
        };
        self.entries.iter().map(|entry| kind(entry).unwrap_or_default()).collect()
    }

    fn without_effect(&self) -> usize {
        self.without_effect
    }

    fn read_generally(&self) -> &[String] {
        &self.read_generally
    }

    fn set_up(&self) -> usize {
        self.opened().record.map_or(0, |events| events.len())
    }

    fn play(&self, buffer: &mut Vec<u8>) -> (usize, u64) {
        let mut game = self.opened();
        let mut record: Vec<Event<G>> = Vec::new();
        let (mut played, mut sum) = (0, Sum::default());
        for entry in &self.entries {
            if !step(&mut game, entry) {
                break;
            }
            played += 1;
            // Swapping the two buffers keeps both allocated.
            if let Some(events) = &mut game.record {
                std::mem::swap(events, &mut record);
            }
            let length = write_down(&record, buffer);
            record.clear();
            sum.add(buffer.get(..length).unwrap_or_default());
        }
        (played, sum.total())
    }

    fn write_snapshot(&self) -> usize {
        record::write::<G>(&self.middle, None).map_or(0, |bytes| bytes.len())
    }

    fn resume(&self) -> bool {
        let Some((state, _)) = record::read::<G>(&self.snapshot) else { return false };
        let mut game = Match::new(&*self.pool, state, &*self.chance);
        self.entries.get(self.next).is_none_or(|entry| step(&mut game, entry))
    }

    fn legal(&self) -> u64 {
        let mut game = Match::new(&*self.pool, self.middle.clone(), &*self.chance);
        let Some(seat) = game.state.asked.first().map(|asked| asked.seat) else { return 0 };
        rules_judge_engine::kernel::shape::count(&G::shapes(&mut game, seat)).unwrap_or(u64::MAX)
    }

    fn legal_with_sentences(&self) -> usize {
        let mut game = Match::new(&*self.pool, self.middle.clone(), &*self.chance);
        let Some(seat) = game.state.asked.first().map(|asked| asked.seat) else { return 0 };
        let speech = Speech { book: G::INFO.rules, language: 0, names: [None; 2], abilities: None };
        let legal = legal_of(&mut game, seat, Viewer::Seat(seat), &speech, ListingLimit::default());
        legal.map_or(0, |legal| legal.listing.len())
    }
}

/// Writes events with the ids of their rules to the start of a buffer, which grows if need be, and returns
/// the number of bytes.
fn write_down<G: Registered>(events: &[Event<G>], buffer: &mut Vec<u8>) -> usize {
    loop {
        let mut written = Written { room: buffer, missing: 0 };
        for event in events {
            event.hash(&mut written);
            written.write(G::INFO.rules.id(event.rule).as_bytes());
        }
        let (left, missing) = (written.room.len(), written.missing);
        if missing == 0 {
            return buffer.len() - left;
        }
        buffer.resize(buffer.len() + missing, 0);
    }
}

/// Writes what `Hash` reads of an event as plain bytes, without text. Asking a vector for room at every
/// number took a fifth of the time of writing.
struct Written<'a> {
    /// The free part of the buffer.
    room: &'a mut [u8],
    /// The number of bytes that did not fit; after the first of them nothing is written.
    missing: usize,
}

impl Written<'_> {
    #[cold]
    fn misses(&mut self, bytes: usize) {
        self.missing += bytes;
    }

    #[inline]
    fn put<const BYTES: usize>(&mut self, bytes: [u8; BYTES]) {
        match std::mem::take(&mut self.room).split_first_chunk_mut() {
            Some((room, rest)) => {
                *room = bytes;
                self.room = rest;
            }
            None => self.misses(BYTES),
        }
    }
}

macro_rules! little_endian {
    ($($write:ident($number:ty)),* $(,)?) => {
        $(fn $write(&mut self, number: $number) {
            self.put(number.to_le_bytes());
        })*
    };
}

impl Hasher for Written<'_> {
    fn finish(&self) -> u64 {
        0
    }

    fn write(&mut self, bytes: &[u8]) {
        match std::mem::take(&mut self.room).split_at_mut_checked(bytes.len()) {
            Some((room, rest)) => {
                room.copy_from_slice(bytes);
                self.room = rest;
            }
            None => self.misses(bytes.len()),
        }
    }

    little_endian!(
        write_u8(u8),
        write_u16(u16),
        write_u32(u32),
        write_u64(u64),
        write_i8(i8),
        write_i16(i16),
        write_i32(i32),
        write_i64(i64),
    );

    // Discriminants and lengths are all small.
    fn write_isize(&mut self, number: isize) {
        self.put([number.to_le_bytes()[0]]);
    }

    fn write_usize(&mut self, number: usize) {
        self.put((number as u32).to_le_bytes());
    }
}

/// A checksum over every byte and its place, as four sums side by side, so that no addition waits for the one
/// before.
#[derive(Default)]
struct Sum([u64; 4]);

impl Sum {
    const fn step(sum: u64, word: u64) -> u64 {
        (sum.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn add(&mut self, bytes: &[u8]) {
        let (chunks, rest) = bytes.as_chunks::<32>();
        let mut last = [0; 32];
        for (to, from) in last.iter_mut().zip(rest) {
            *to = *from;
        }
        for chunk in chunks.iter().chain([&last]) {
            for (sum, word) in self.0.iter_mut().zip(chunk.as_chunks::<8>().0) {
                *sum = Self::step(*sum, u64::from_le_bytes(*word));
            }
        }
    }

    fn total(self) -> u64 {
        self.0.into_iter().fold(0, Self::step)
    }
}
