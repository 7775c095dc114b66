//! A run over a replay, and the state of the fold over its log.

use std::borrow::Cow;
use std::cell::OnceCell;

use rules_judge_engine::game_kit::sentence::Speech;
use rules_judge_engine::games::{Reader, Registered, Seen};
use rules_judge_engine::kernel::{
    Chance, DeclaredChance, Match, NoChance, Seat, State, Stop as StopSignal, Viewer,
};
use rules_judge_engine::verdict::{Cite, Refusal};

use crate::answer::detail;
use crate::answer::{Fault, FaultCode, Query, RefusalAnswer, Trace, View};
use crate::cache::record::{Ended, Record, Stopped};
use crate::catalog::read_back::Texts;
use crate::codec::canonical;
use crate::codec::chain::{ReplayName, replay_digest};
use crate::codec::digest::Digest;
use crate::codec::entry::Entry;
use crate::codec::format::{FORMAT, Opening, PlayerNames, Replay};
use crate::judging::chance::SeededChance;
use crate::judging::entry::{Reasons, seen};
use crate::judging::refusal::refusal;
use crate::judging::ruling_effects::Rulings;
use crate::judging::seen_cards::SeenCards;
use crate::judging::trace::Tracing;

impl View {
    const fn viewer(self) -> Viewer {
        match self {
            View::Full => Viewer::Full,
            View::Seat0 => Viewer::Seat(Seat::Zero),
            View::Seat1 => Viewer::Seat(Seat::One),
            View::Public => Viewer::Public,
        }
    }
}

/// A replay about to be judged.
#[derive(Debug)]
pub struct Run<'a, G: Registered> {
    pub(crate) replay: &'a Replay<G>,
    pub(crate) pool: &'a G::Pool,
    pub(crate) query: &'a Query,
    pub(crate) suspended: Option<Cite>,
    /// The texts of abilities, if the query asks for them.
    pub(crate) texts: Option<&'a Texts>,
    /// Trace the last entry alone: the caller has the trace of the log before it.
    pub(crate) traces_last_entry: bool,
    /// Signals that nobody waits for the answer any more.
    pub(crate) stop: Option<&'a dyn StopSignal>,
}

/// The source of outcomes: declared, from the seed, or none.
pub fn chance<G: Registered>(replay: &Replay<G>) -> Box<dyn Chance> {
    match &replay.seed {
        _ if replay.declared => Box::new(DeclaredChance),
        Some(seed) => Box::new(SeededChance::new(*seed)),
        None => Box::new(NoChance),
    }
}

/// The first state of a replay, before any random step; `None`: its header is against the rules.
pub fn start<G: Registered>(replay: &Replay<G>, pool: &G::Pool) -> Option<State<G>> {
    match &replay.opening {
        Opening::Decks(decks, options) => {
            let legal = decks.iter().all(|deck| G::deck_faults(pool, deck, options).is_empty())
                && G::faults_together(pool, decks, options).is_empty();
            legal.then(|| G::from_decks(pool, decks, options))
        }
        Opening::Position(position) => G::from_position(pool, position).ok(),
    }
}

/// The state of the fold over a log.
pub(crate) struct Judgement<'g, G: Registered> {
    pub(crate) game: Match<'g, G>,
    pub(crate) accepted: usize,
    pub(crate) listed: usize,
    /// How many accepted entries each of [`OTHERS`] sees, if the judgement is kept.
    pub(crate) listed_by_others: Option<[u32; 3]>,
    /// The entry that waits for outcomes.
    pub(crate) waiting: Option<Waiting<G::Action>>,
    /// The trace, if one is requested.
    pub(crate) trace: Option<Tracing>,
    /// The effects of rulings.
    pub(crate) rulings: Rulings<State<G>>,
    pub(crate) end: End<G>,
    /// The cards of hidden hands that the viewer has seen, if the answer needs them.
    pub(super) seen_cards: Option<SeenCards>,
    /// The names of the players, computed for the first sentence that needs them.
    pub(crate) names: OnceCell<PlayerNames>,
}

/// An entry that waits for outcomes. It and the outcomes that it received are carried out on trial, and not
/// accepted.
pub(crate) struct Waiting<A> {
    pub(crate) entry: Entry<A>,
    /// The number of entries: it and its outcomes.
    pub(crate) entries: usize,
    /// How many of them the viewer sees.
    pub(crate) listed: usize,
    /// How many of them each of [`OTHERS`] sees.
    pub(crate) listed_by_others: [u32; 3],
}

/// Why an entry cannot be judged.
#[derive(Debug, Clone)]
pub(crate) struct Stop {
    pub(crate) stopped: Stopped,
    /// Whether the entry itself cannot be judged, and not the set-up before the first one.
    pub(super) at_entry: bool,
}

/// How the fold over a log ended.
pub(crate) enum End<G: Registered> {
    /// Every entry was accepted or waits.
    Open,
    /// The next entry is against the rules.
    Refused(Reasons<G>),
    /// A random step waits for an outcome, and the next entry is none.
    Missing,
    /// The next entry cannot be judged.
    Halted(Stopped),
}

/// Where judging a log ended.
pub(crate) enum Conclusion<'g, G: Registered> {
    /// No entry was judged.
    Unjudged {
        /// Why.
        stopped: Stopped,
        /// The edition that the log names.
        edition: String,
    },
    /// The header is against the rules.
    Header(Vec<RefusalAnswer>),
    /// Entries were judged, as far as the refused one.
    Ended(Box<Judgement<'g, G>>, Option<Cow<'g, Entry<G::Action>>>),
}

/// The views that hide something, in the order of [`Record::listed`].
pub(super) const OTHERS: [Viewer; 3] = [Viewer::Seat(Seat::Zero), Viewer::Seat(Seat::One), Viewer::Public];

/// Whether a viewer sees an entry at all.
pub(crate) fn is_listed<G: Registered>(
    game: &Match<'_, G>,
    entry: &Entry<G::Action>,
    viewer: Viewer,
) -> bool {
    seen(game, entry, viewer) != Seen::Nothing
}

/// Adds an entry to the counts of those who see it.
pub(crate) fn count_listed<G: Registered>(
    listed_by_others: &mut [u32; 3],
    game: &Match<'_, G>,
    entry: &Entry<G::Action>,
) {
    for (count, viewer) in listed_by_others.iter_mut().zip(OTHERS) {
        *count = count.saturating_add(u32::from(is_listed(game, entry, viewer)));
    }
}

impl<G: Registered> Judgement<'_, G> {
    /// The index of the next entry, counting those that the viewer sees.
    pub(super) fn listed_at(&self) -> usize {
        self.listed + self.rulings.shown() + self.waiting.as_ref().map_or(0, |waiting| waiting.listed)
    }

    /// The number of entries that were carried out or passed over and are not accepted.
    pub(super) fn taken(&self) -> usize {
        self.rulings.passed() + self.waiting.as_ref().map_or(0, |waiting| waiting.entries)
    }

    pub(super) fn accept(&mut self, entries: usize, listed: usize, others: [u32; 3]) {
        self.accepted += entries;
        self.listed += listed;
        if let Some(counts) = &mut self.listed_by_others {
            add(counts, others);
        }
    }

    /// Adds an entry to those that wait.
    pub(super) fn wait(&mut self, entry: &Entry<G::Action>, listed: bool, others: [u32; 3]) {
        let waiting = self.waiting.get_or_insert_with(|| Waiting {
            entry: entry.clone(),
            entries: 0,
            listed: 0,
            listed_by_others: [0; 3],
        });
        waiting.entries += 1;
        waiting.listed += usize::from(listed);
        add(&mut waiting.listed_by_others, others);
    }
}

pub(super) fn add(counts: &mut [u32; 3], more: [u32; 3]) {
    for (count, more) in counts.iter_mut().zip(more) {
        *count = count.saturating_add(more);
    }
}

impl<'a, G: Registered> Run<'a, G> {
    /// A replay about to be judged.
    pub const fn new(replay: &'a Replay<G>, pool: &'a G::Pool, query: &'a Query) -> Run<'a, G> {
        Run { replay, pool, query, suspended: None, texts: None, traces_last_entry: false, stop: None }
    }

    /// Ends without an answer soon after `stop` signals.
    #[must_use]
    pub(crate) const fn stopping(mut self, stop: Option<&'a dyn StopSignal>) -> Run<'a, G> {
        self.stop = stop;
        self
    }

    /// Fails if nobody waits for the answer any more.
    ///
    /// # Errors
    /// The judgement so far is dropped and not kept.
    pub(super) fn is_waited_for(&self) -> Result<(), Fault> {
        match self.stop.is_some_and(StopSignal::is_asked) {
            true => Err(Fault::new(FaultCode::Overloaded, detail::stopped())),
            false => Ok(()),
        }
    }

    /// Adds the texts of abilities.
    #[must_use]
    pub(crate) const fn with_texts(mut self, texts: Option<&'a Texts>) -> Run<'a, G> {
        self.texts = texts;
        self
    }

    /// Puts one rule out of force; see [`Match::suspend`].
    #[must_use]
    pub const fn without(mut self, rule: Option<Cite>) -> Run<'a, G> {
        self.suspended = rule;
        self
    }

    /// Traces the last entry alone, if the query asks for a trace.
    #[must_use]
    pub(crate) fn tracing_last_entry(mut self) -> Run<'a, G> {
        self.traces_last_entry = self.query.trace != Trace::None;
        self
    }

    /// The state before any random step, or every fault of the header.
    pub(crate) fn opened(&self) -> Result<State<G>, Vec<RefusalAnswer>> {
        match &self.replay.opening {
            Opening::Decks(decks, options) => {
                let faults = self.deck_faults(decks, options);
                if faults.is_empty() { Ok(G::from_decks(self.pool, decks, options)) } else { Err(faults) }
            }
            Opening::Position(position) => G::from_position(self.pool, position).map_err(|faults| {
                let answer = |fault| refusal::<G>(None, fault, "/start/position", self.query.language);
                faults.iter().map(answer).collect()
            }),
        }
    }

    pub(super) fn begin<'g>(&self, state: State<G>, chance: &'g dyn Chance, kept: bool) -> Judgement<'g, G>
    where
        'a: 'g,
    {
        let mut game = Match::new(self.pool, state, chance);
        game.stop_when(self.stop);
        if let Some(rule) = self.suspended {
            game.suspend(rule);
        }
        let listed_by_others = kept.then_some([0; 3]);
        let is_traced = self.query.trace != Trace::None;
        let trace =
            (is_traced && !self.traces_last_entry).then(|| Tracing::new(self.query.from, self.query.to));
        game.record = is_traced.then(Vec::new);
        Judgement {
            game,
            accepted: 0,
            listed: 0,
            listed_by_others,
            waiting: None,
            trace,
            rulings: Rulings::default(),
            end: End::Open,
            seen_cards: None,
            names: OnceCell::new(),
        }
    }

    /// The language, names and texts of the sentences of the answer.
    pub(crate) fn speech<'n>(&self, names: &'n OnceCell<PlayerNames>) -> Speech<'n>
    where
        'a: 'n,
    {
        let names = names.get_or_init(|| self.replay.names()).each_ref().map(Option::as_deref);
        let abilities = self.texts.map(Texts::ability_texts);
        Speech { book: G::INFO.rules, language: self.query.language.place(), names, abilities }
    }

    fn deck_faults(&self, decks: &[G::Deck; 2], options: &G::Options) -> Vec<RefusalAnswer> {
        let language = self.query.language;
        let answers = |mut faults: Vec<Refusal<G::Reason>>, at: &str| {
            faults.retain(|fault| fault.cites().all(|rule| self.suspended != Some(rule)));
            faults.iter().map(|fault| refusal::<G>(None, fault, at, language)).collect::<Vec<_>>()
        };
        let of = |(seat, deck): (usize, &G::Deck)| {
            answers(G::deck_faults(self.pool, deck, options), &format!("/players/{seat}/deck"))
        };
        let together = answers(G::faults_together(self.pool, decks, options), "/players");
        decks.iter().enumerate().flat_map(of).chain(together).collect()
    }

    pub(crate) fn viewer(&self) -> Viewer {
        self.query.view.viewer()
    }

    /// The match after the accepted entries, if a further entry waits for outcomes.
    pub(super) fn before_waiting<'g>(&self, game: &Match<'g, G>) -> Option<Match<'g, G>>
    where
        'a: 'g,
    {
        let mut before = Match::new(self.pool, game.before_waiting()?.clone(), &NoChance);
        if let Some(rule) = self.suspended {
            before.suspend(rule);
        }
        Some(before)
    }

    /// The name of the judgement of a log with this chain digest and the header of the record.
    pub(crate) fn replay_digest_of(&self, log: Digest, record: &Record) -> Result<Digest, Fault> {
        match &record.ended {
            Ended::Unjudged { edition, .. } => self.replay_digest_in(edition, log),
            _ => self.replay_digest(log),
        }
    }

    pub(super) fn replay_digest(&self, log: Digest) -> Result<Digest, Fault> {
        self.replay_digest_in(&self.replay.edition, log)
    }

    fn replay_digest_in(&self, edition: &str, log: Digest) -> Result<Digest, Fault> {
        replay_digest(&ReplayName {
            edition,
            format: FORMAT,
            game: G::INFO.id,
            log,
            pool: self.replay.pool.digest,
            semantics: G::INFO.semantics,
        })
    }
}

/// The digests of a verdict, and the numbers of entries and rulings of its log.
pub(crate) struct Digests {
    pub(crate) accepted: Digest,
    pub(crate) entries: usize,
    pub(crate) rulings: u32,
    pub(crate) log: Digest,
    pub(crate) replay: Digest,
}

/// The digest of the full state, written without names of cards, so that it is the same in every language;
/// `None`: computing its numbers takes more fuel than an entry may.
pub fn state_digest<G: Registered>(game: &Match<'_, G>) -> Result<Option<Digest>, Fault> {
    digest_of(game).map(|(digest, _)| digest)
}

/// As [`state_digest`], with the looks that it took.
pub(super) fn digest_of<G: Registered>(game: &Match<'_, G>) -> Result<(Option<Digest>, u32), Fault> {
    let reader = Reader { viewer: Viewer::Full, language: None };
    let (digest, stopped, looks) = game.telling(|game| canonical::digest(&G::state_view(game, reader)));
    digest.map(|digest| (Some(digest).filter(|_| stopped.is_none()), looks))
}
