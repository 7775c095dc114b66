//! A judgement: the fold of `check` and `apply` over a log.

use std::cell::OnceCell;

use rules_judge_engine::game_kit::sentence::Speech;
use rules_judge_engine::games::{Reader, Registered, Seen};
use rules_judge_engine::kernel::{
    Chance, DeclaredChance, Halt, InexactText, Match, NoChance, Seat, State, Stop as StopSignal, Unread,
    Viewer,
};
use rules_judge_engine::verdict::{Cite, Refusal};

use crate::answer::detail::{self, Entries};
use crate::answer::{Fault, FaultCode, Query, RefusalAnswer, Trace, Verdict, View};
use crate::cache::Cache;
use crate::cache::record::{self, Ended, InexactCard, Record, Stopped, UnreadCard};
use crate::catalog::read_back::Texts;
use crate::codec::canonical;
use crate::codec::chain::{Chain, ReplayName, replay_digest};
use crate::codec::digest::Digest;
use crate::codec::entry::Entry;
use crate::codec::format::{FORMAT, Opening, PlayerNames, Replay};
use crate::codec::json;
use crate::judging::chance::SeededChance;
use crate::judging::chance_entry::{EntryResult, Reasons, seen, take};
use crate::judging::moves::as_seen;
use crate::judging::render::{refusal, shown};
use crate::judging::ruling::{Rulings, Span, follows_ruling, rulings_of};
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
    pub(crate) caches_nothing: bool,
    /// What abilities say, where that is asked for.
    pub(crate) texts: Option<&'a Texts>,
    /// The trace is that of the last entry alone: the log before it has been traced already.
    pub(crate) tells_last: bool,
    /// What asks for an end because nobody waits for the answer any more.
    pub(crate) stop: Option<&'a dyn StopSignal>,
}

/// The answer to a random step: that of the seed, or none.
pub fn chance<G: Registered>(replay: &Replay<G>) -> Box<dyn Chance> {
    match &replay.seed {
        _ if replay.declared => Box::new(DeclaredChance),
        Some(seed) => Box::new(SeededChance::new(*seed)),
        None => Box::new(NoChance),
    }
}

/// Where a replay begins, before anything is random; `None`: its header is against the rules.
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

pub(crate) const fn halt_code(halt: Halt) -> &'static str {
    match halt {
        Halt::StepLimit => "step_limit",
        Halt::NoChance => "no_chance",
        Halt::UnknownCard => "unknown_card",
        Halt::CardFeature => "card_feature",
        // No answer has it: what was judged so far is thrown away.
        Halt::Stopped => "stopped",
    }
}

pub(crate) fn internal(error: &serde_json::Error) -> Fault {
    Fault::new(FaultCode::Internal, error.to_string())
}

/// Where the fold over a log stands.
pub(crate) struct Judgement<'g, G: Registered> {
    pub(crate) game: Match<'g, G>,
    pub(crate) accepted: usize,
    pub(crate) listed: usize,
    /// How many accepted entries each of [`OTHERS`] sees, if the judgement is kept.
    pub(crate) listed_by_others: Option<[u32; 3]>,
    /// The entry that was taken and waits for outcomes.
    pub(crate) waiting: Option<Waiting<G::Action>>,
    /// The trace, if one is requested.
    pub(crate) trace: Option<Tracing>,
    /// What rulings did.
    pub(crate) rulings: Rulings<State<G>>,
    pub(crate) end: End<G>,
    /// What the players are called, once a sentence needs it.
    pub(crate) names: OnceCell<PlayerNames>,
}

/// An entry that is not complete: it and the outcomes that it received are taken, and none of them is accepted.
pub(crate) struct Waiting<A> {
    pub(crate) entry: Entry<A>,
    /// How many entries these are.
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
    /// Whether it was an entry, not what comes before the first.
    at_entry: bool,
}

/// How the fold over a log came to its end.
pub(crate) enum End<G: Registered> {
    /// Everything was taken.
    Open,
    /// The next entry is against the rules.
    Refused(Reasons<G>),
    /// An outcome is due, and the next entry is none.
    Missing,
    /// The next entry cannot be judged.
    Halted(Stopped),
}

/// Those who may see less than everything, in the order of [`Record::listed`].
const OTHERS: [Viewer; 3] = [Viewer::Seat(Seat::Zero), Viewer::Seat(Seat::One), Viewer::Public];

/// Whether a viewer sees an entry at all.
pub(crate) fn is_listed<G: Registered>(
    game: &Match<'_, G>,
    entry: &Entry<G::Action>,
    viewer: Viewer,
) -> bool {
    seen(game, entry, viewer) != Seen::Nothing
}

/// One entry more is listed for those who see it.
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

    /// How many entries were taken or passed over and are not accepted.
    fn taken(&self) -> usize {
        self.rulings.passed() + self.waiting.as_ref().map_or(0, |waiting| waiting.entries)
    }

    pub(super) fn accept(&mut self, entries: usize, listed: usize, others: [u32; 3]) {
        self.accepted += entries;
        self.listed += listed;
        if let Some(counts) = &mut self.listed_by_others {
            add(counts, others);
        }
    }

    /// One entry more belongs to the one that waits, or begins to wait.
    fn wait(&mut self, entry: &Entry<G::Action>, listed: bool, others: [u32; 3]) {
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

fn add(counts: &mut [u32; 3], more: [u32; 3]) {
    for (count, more) in counts.iter_mut().zip(more) {
        *count = count.saturating_add(more);
    }
}

impl<'a, G: Registered> Run<'a, G> {
    /// A replay about to be judged.
    pub const fn new(replay: &'a Replay<G>, pool: &'a G::Pool, query: &'a Query) -> Run<'a, G> {
        Run {
            replay,
            pool,
            query,
            suspended: None,
            caches_nothing: false,
            texts: None,
            tells_last: false,
            stop: None,
        }
    }

    /// The same, which ends without an answer soon after a signal asks for it.
    #[must_use]
    pub(crate) const fn stopping(mut self, stop: Option<&'a dyn StopSignal>) -> Run<'a, G> {
        self.stop = stop;
        self
    }

    /// Whether somebody still waits for the answer.
    ///
    /// # Errors
    /// Nobody does: what was judged so far is thrown away and not kept.
    pub(super) fn is_waited_for(&self) -> Result<(), Fault> {
        match self.stop.is_some_and(StopSignal::is_asked) {
            true => Err(Fault::new(FaultCode::Overloaded, detail::stopped())),
            false => Ok(()),
        }
    }

    /// The same with what abilities say.
    #[must_use]
    pub(crate) const fn with_texts(mut self, texts: Option<&'a Texts>) -> Run<'a, G> {
        self.texts = texts;
        self
    }

    /// The same with one rule out of force; see [`Match::suspend`].
    #[must_use]
    pub const fn without(mut self, rule: Option<Cite>) -> Run<'a, G> {
        self.suspended = rule;
        self
    }

    /// The same with everything worked out anew in every round; see [`Match::cache_nothing`]. For tests.
    /// With a trace of the last entry alone, if any is asked for.
    #[must_use]
    pub(crate) fn telling_last(mut self) -> Run<'a, G> {
        self.tells_last = self.query.trace != Trace::None;
        self
    }

    #[doc(hidden)]
    #[must_use]
    pub const fn caching_nothing(mut self, caches_nothing: bool) -> Run<'a, G> {
        self.caches_nothing = caches_nothing;
        self
    }

    pub(super) fn entries(&self) -> Result<&'a [Entry<G::Action>], Fault> {
        let all = &self.replay.actions;
        let until = self.query.at.unwrap_or(all.len());
        all.get(..until).ok_or_else(|| {
            // The number of entries would give away to a seat how many it does not see.
            let detail = match self.query.view {
                View::Full => detail::log_has(Entries(all.len() as u64)),
                _ => detail::log_has_fewer(),
            };
            Fault::new(FaultCode::BeyondLog, detail).at("/actions")
        })
    }

    /// The verdict of the replay.
    ///
    /// # Errors
    /// A fault, if the request cannot be judged at all.
    pub fn verdict(&self, cache: Option<&Cache>) -> Result<Verdict, Fault> {
        let mut verdict = self.judge(cache)?;
        self.is_waited_for()?;
        let claim = self.replay.claim.as_ref();
        verdict.claim = claim.map(|claim| claim.check(&verdict, self.query.view));
        Ok(verdict)
    }

    fn judge(&self, cache: Option<&Cache>) -> Result<Verdict, Fault> {
        let entries = self.entries()?;
        let name = self.name(entries)?;
        let tells_all = self.query.trace != Trace::None && !self.tells_last;
        // What anybody could ask for by a digest that can be guessed is not kept at all.
        let cache = cache.filter(|cache| self.replay.has_secret && !tells_all && cache.is_there());
        let chance = chance(self.replay);
        let kept = cache.filter(|_| self.query.trace == Trace::None);
        if let Some(record) = kept.and_then(|cache| record::load_near(cache, &name.replay)) {
            let digests = name.digests(&record);
            if let Some(verdict) = self.verdict_of_record(&record, &*chance, &digests)? {
                return Ok(verdict);
            }
        }
        let whole = Digests {
            accepted: name.log,
            entries: name.entries(),
            rulings: rulings_of(entries),
            log: name.log,
            replay: name.replay,
        };
        if self.replay.edition != G::EDITION {
            return self.unjudged(cache, Stopped::plainly("unknown_edition"), &whole);
        }
        let state = match self.opened() {
            Ok(state) => state,
            Err(faults) => {
                let ended = Ended::Header(self.replay.header.clone());
                self.keep_end(cache, ended, &whole);
                return Ok(self.header(faults, &whole));
            }
        };
        let mut judgement = self.begin(state, &*chance, cache.is_some());
        if let Some(Stop { stopped, at_entry }) = self.fold(&mut judgement, entries)? {
            // The state is that before the entry: the prefix is judged again.
            let passed = judgement.rulings.passed();
            let before = entries.get(..judgement.accepted + passed).unwrap_or(entries);
            let (true, Ok(state)) = (at_entry, self.opened()) else {
                return self.unjudged(cache, stopped, &whole);
            };
            judgement = self.begin(state, &*chance, cache.is_some());
            if self.fold(&mut judgement, before)?.is_some() {
                return self.unjudged(cache, stopped, &whole);
            }
            if let Some(entry) = entries.get(judgement.accepted + judgement.taken()).filter(|_| passed > 0) {
                self.pass_over(&mut judgement, entry)?;
            }
            judgement.end = End::Halted(stopped);
        }
        let entry = entries.get(judgement.accepted + judgement.taken());
        let refused = entry.filter(|_| matches!(judgement.end, End::Refused(_)));
        let accepted = name.after.get(judgement.accepted).copied().unwrap_or(name.log);
        let digests = Digests { accepted, ..whole };
        if let Some(cache) = cache {
            self.keep(cache, &judgement, refused, &digests, Vec::new());
        }
        self.render(judgement, refused, &digests)
    }

    /// The table before anything is random, or every fault of the header.
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
        if self.caches_nothing {
            game.cache_nothing();
        }
        let listed_by_others = kept.then_some([0; 3]);
        let tells = self.query.trace != Trace::None;
        let trace = (tells && !self.tells_last).then(|| Tracing::new(self.query.from, self.query.to));
        game.record = tells.then(Vec::new);
        Judgement {
            game,
            accepted: 0,
            listed: 0,
            listed_by_others,
            waiting: None,
            trace,
            rulings: Rulings::default(),
            end: End::Open,
            names: OnceCell::new(),
        }
    }

    /// In which words the answer speaks.
    pub(crate) fn speech<'n>(&self, names: &'n OnceCell<PlayerNames>) -> Speech<'n>
    where
        'a: 'n,
    {
        let names = names.get_or_init(|| self.replay.names()).each_ref().map(Option::as_deref);
        let abilities = self.texts.map(Texts::tell);
        Speech { book: G::rules(), language: self.query.language.place(), names, abilities }
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

    /// The fault of an entry, whose pointer begins there, as the viewer may know it: the entry counts among those that
    /// the viewer sees. Where an entry before it is not within the rules it is undecided who would see it: then the
    /// pointer is that of the log.
    pub(crate) fn fault_of_entry(&self, at: usize, fault: Fault) -> Fault {
        if self.query.view == View::Full {
            return fault.below(&format!("/actions/{at}"));
        }
        match self.listed_before(at) {
            Some((listed, is_seen)) => as_seen(fault, is_seen).below(&format!("/actions/{listed}")),
            None => as_seen(fault, false).below("/actions"),
        }
    }

    /// The same of the last entry, its pointer still beginning there.
    pub(crate) fn fault_of_last(&self, fault: Fault) -> Fault {
        let last = self.replay.actions.len().saturating_sub(1);
        let is_seen =
            self.query.view == View::Full || self.listed_before(last).is_some_and(|(_, is_seen)| is_seen);
        as_seen(fault, is_seen)
    }

    /// How many of the entries before one the viewer sees, and whether it sees that one. `None`: one of those before
    /// it is not within the rules.
    fn listed_before(&self, at: usize) -> Option<(usize, bool)> {
        let (before, from) = self.replay.actions.split_at_checked(at)?;
        let state = self.opened().ok().filter(|_| self.replay.edition == G::EDITION)?;
        let chance = chance(self.replay);
        let mut judgement = self.begin(state, &*chance, false);
        let is_judged = matches!(self.fold(&mut judgement, before), Ok(None))
            && judgement.accepted + judgement.taken() == at;
        let is_seen = seen(&judgement.game, from.first()?, self.viewer()) == Seen::Whole;
        is_judged.then_some((judgement.listed_at(), is_seen))
    }

    pub(crate) fn viewer(&self) -> Viewer {
        self.query.view.viewer()
    }

    /// Folds the log; why it stops early is in `end` or is returned.
    pub(super) fn fold(
        &self,
        judgement: &mut Judgement<'_, G>,
        entries: &[Entry<G::Action>],
    ) -> Result<Option<Stop>, Fault> {
        judgement.game.advance();
        self.is_waited_for()?;
        if let Some(stopped) = self.stopped(&judgement.game) {
            return Ok(Some(Stop { stopped, at_entry: false }));
        }
        if let Some(trace) = &mut judgement.trace {
            trace.begin(None, None)?;
        }
        self.trace_step(judgement)?;
        let mut next = entries.iter();
        while let Some(entry) = next.next() {
            if self.tells_last && entries.len() - next.as_slice().len() == self.replay.actions.len() {
                judgement.trace = Some(Tracing::new(None, None));
            }
            let stopped = self.take(judgement, entry)?;
            if stopped.is_some() {
                return Ok(stopped.map(|stopped| Stop { stopped, at_entry: true }));
            }
            match judgement.end {
                End::Open => {}
                End::Refused(_) if follows_ruling(&judgement.game, next.as_slice().first()) => {
                    let refused = entries.get(judgement.accepted + judgement.taken()).unwrap_or(entry);
                    self.pass_over(judgement, refused)?;
                }
                _ => return Ok(None),
            }
        }
        Ok(None)
    }

    /// Takes one entry more. It is accepted once it is complete.
    pub(crate) fn take(
        &self,
        judgement: &mut Judgement<'_, G>,
        entry: &Entry<G::Action>,
    ) -> Result<Option<Stopped>, Fault> {
        let seen = seen(&judgement.game, entry, self.viewer());
        let (listed, at) = (seen != Seen::Nothing, judgement.listed_at());
        let is_told = listed && judgement.trace.as_ref().is_some_and(|trace| trace.tells(Some(at)));
        let told = if is_told { shown(entry, seen) } else { None };
        let mut others = [0; 3];
        if judgement.listed_by_others.is_some() {
            count_listed(&mut others, &judgement.game, entry);
        }
        if entry.ruling().is_some() {
            judgement.rulings.begin(judgement.game.state.clone());
        }
        let step = take(&mut judgement.game, entry);
        self.is_waited_for()?;
        // A table that could not be read to its end refuses nothing.
        if let Some(stopped) = self.stopped(&judgement.game) {
            return Ok(Some(stopped));
        }
        match step {
            EntryResult::Taken => {}
            EntryResult::Missing => {
                judgement.end = End::Missing;
                return Ok(None);
            }
            EntryResult::Unread(fault) => return Err(fault),
            EntryResult::Refused(reasons) => {
                let mut span = Span { entries: 1, shown: usize::from(listed), listed: others };
                if let Reasons::Rules(..) = reasons
                    && let Some(waiting) = judgement.waiting.take()
                {
                    // No log has more than fit.
                    span.entries += u32::try_from(waiting.entries).unwrap_or(u32::MAX);
                    span.shown += waiting.listed;
                    add(&mut span.listed, waiting.listed_by_others);
                }
                judgement.rulings.refuse(span, listed.then_some((at, told)));
                judgement.end = End::Refused(reasons);
                return Ok(None);
            }
        }
        let waits = judgement.game.before_waiting().is_some() || judgement.waiting.is_some();
        let overrules = judgement.rulings.passed() > 0;
        match waits {
            true => judgement.wait(entry, listed, others),
            false => {
                self.ruled(judgement, entry)?;
                judgement.accept(1, usize::from(listed), others);
            }
        }
        if let Some(trace) = &mut judgement.trace {
            if self.tells_last && !listed {
                trace.begin(None, None)?;
            }
            if waits || overrules {
                trace.hold();
            }
            if listed {
                trace.begin(Some(at), told)?;
            }
        }
        self.trace_step(judgement)?;
        if judgement.game.before_waiting().is_none()
            && let Some(waiting) = judgement.waiting.take()
        {
            self.ruled(judgement, &waiting.entry)?;
            judgement.accept(waiting.entries, waiting.listed, waiting.listed_by_others);
            if let Some(trace) = &mut judgement.trace {
                trace.release()?;
            }
        } else if let Some(trace) = judgement.trace.as_mut().filter(|_| overrules && !waits) {
            trace.release()?;
        }
        Ok(None)
    }

    /// Why judging cannot go on, if it cannot.
    fn stopped(&self, game: &Match<'_, G>) -> Option<Stopped> {
        let halt = game.halted()?;
        let unread = game.unread_card().and_then(|unread| self.unread(game, unread));
        let inexact = game.inexact_text().and_then(|text| self.inexact(game, text));
        Some(Stopped { unread, inexact, ..Stopped::plainly(halt_code(halt)) })
    }

    /// The card whose data do not say all that is printed, and who sees where its text works.
    fn inexact(&self, game: &Match<'_, G>, text: InexactText) -> Option<InexactCard> {
        let card = G::card_id(self.pool, text.definition)?.to_owned();
        let sees = |viewer| text.card.is_none_or(|card| game.sees_card(viewer, card));
        Some(InexactCard { card, seen: OTHERS.map(sees) })
    }

    fn unread(&self, game: &Match<'_, G>, unread: Unread) -> Option<UnreadCard> {
        let place = game.state.table.place(unread.place)?;
        let is_open = |viewer| game.sees_card(viewer, unread.card);
        let zone = json::tree(&place.zone).ok()?.as_str()?.to_owned();
        Some(UnreadCard {
            cites: unread.rule.map(|rule| G::rules().id(rule).to_owned()),
            index: unread.index,
            seat: place.seat.map(Seat::number),
            seen: OTHERS.map(is_open),
            zone,
        })
    }

    /// The table after the accepted entries, if an entry waits for outcomes.
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

    fn name(&self, entries: &[Entry<G::Action>]) -> Result<Name, Fault> {
        let mut chain = Chain::start_canonical(&self.replay.header);
        let mut digests = Vec::with_capacity(entries.len() + 1);
        digests.push(chain.digest());
        for entry in entries {
            digests.push(chain.push_canonical(entry.canonical()));
        }
        let log = chain.digest();
        let replay = self.replay_digest(log)?;
        Ok(Name { log, replay, after: digests })
    }

    /// The name of a kept judgement's log, or of one that continues it.
    pub(crate) fn replay_digest_of(&self, log: Digest, record: &Record) -> Result<Digest, Fault> {
        match &record.ended {
            Ended::Unjudged { edition, .. } => self.replay_digest_in(edition, log),
            _ => self.replay_digest(log),
        }
    }

    fn replay_digest(&self, log: Digest) -> Result<Digest, Fault> {
        self.replay_digest_in(&self.replay.edition, log)
    }

    fn replay_digest_in(&self, edition: &str, log: Digest) -> Result<Digest, Fault> {
        replay_digest(&ReplayName {
            edition,
            format: FORMAT,
            game: G::ID,
            log,
            pool: self.replay.pool.digest,
            semantics: G::SEMANTICS,
        })
    }
}

/// The names of a log and of its judgement.
struct Name {
    log: Digest,
    replay: Digest,
    /// The chain digest after so many entries.
    after: Vec<Digest>,
}

impl Name {
    fn entries(&self) -> usize {
        self.after.len().saturating_sub(1)
    }

    fn digests(&self, record: &Record) -> Digests {
        let entries = self.entries();
        let (accepted, rulings) = (Digest(record.accepted_log), record.ruled);
        Digests { accepted, entries, rulings, log: self.log, replay: self.replay }
    }
}

/// The digests in a verdict, and how many entries the log has, and rulings among them.
pub(crate) struct Digests {
    pub(crate) accepted: Digest,
    pub(crate) entries: usize,
    pub(crate) rulings: u32,
    pub(crate) log: Digest,
    pub(crate) replay: Digest,
}

/// The digest of the full state, which is written without the names of cards, so that it is the same in every language;
/// `None`: working out its numbers takes more than an entry may.
pub fn state_digest<G: Registered>(game: &Match<'_, G>) -> Result<Option<Digest>, Fault> {
    digest_of(game).map(|(digest, _)| digest)
}

/// The same with how many looks it took.
pub(super) fn digest_of<G: Registered>(game: &Match<'_, G>) -> Result<(Option<Digest>, u32), Fault> {
    let reader = Reader { viewer: Viewer::Full, language: None };
    let (digest, stopped, looks) = game.telling(|game| canonical::digest(&G::state_view(game, reader)));
    digest.map(|digest| (Some(digest).filter(|_| stopped.is_none()), looks))
}
