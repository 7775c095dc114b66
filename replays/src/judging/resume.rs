//! Judgements as records: what is kept of one, rendering a kept one, and continuing it.

use std::cell::OnceCell;

use rules_judge_engine::games::{Registered, Seen};
use rules_judge_engine::kernel::{Chance, Game, Match};

use crate::answer::{Fault, Verdict, View};
use crate::cache::Cache;
use crate::cache::record::{self, Ended, Record, WaitingEntry};
use crate::codec::chain::Chain;
use crate::codec::digest::Digest;
use crate::codec::entry::Entry;
use crate::codec::format::{Header, Replay};
use crate::judging::Pools;
use crate::judging::chance_entry::{EntryResult, Reasons, seen, take};
use crate::judging::ruling::{Rulings, Span, follows_ruling};
use crate::judging::run::{Digests, End, Judgement, Run, Waiting, chance};
use crate::judging::trace::Tracing;

/// A judgement as it ended, and the entry that was refused.
type Ending<'g, G> = (Judgement<'g, G>, Option<Entry<<G as Game>::Action>>);

impl<'a, G: Registered> Run<'a, G> {
    /// Keeps what was judged.
    pub(crate) fn keep(
        &self,
        cache: &Cache,
        judgement: &Judgement<'_, G>,
        refused: Option<&Entry<G::Action>>,
        digests: &Digests,
        earlier: Vec<(u32, [u8; 32])>,
    ) {
        let (Some(listed), Ok(accepted)) = (judgement.listed_by_others, u32::try_from(judgement.accepted))
        else {
            return;
        };
        let (state, waits) = match &judgement.end {
            End::Refused(Reasons::Rules(_, Some(waits))) => (&judgement.game.state, Some(&**waits)),
            _ => judgement.game.to_write_down(),
        };
        let (Some(state), Some(rulings)) = (record::write(state, waits), judgement.rulings.to_bytes()) else {
            return;
        };
        let waiting = judgement.waiting.as_ref().map(|waiting| WaitingEntry {
            // No log has more than fit.
            entries: u32::try_from(waiting.entries).unwrap_or(u32::MAX),
            entry: waiting.entry.canonical().to_vec(),
            listed: waiting.listed_by_others,
        });
        let ended = match (&judgement.end, refused) {
            (End::Halted(stopped), _) => Ended::Halted(stopped.clone()),
            (End::Missing, _) => Ended::Missing,
            (End::Refused(_), Some(entry)) => Ended::Refused(entry.canonical().to_vec()),
            _ => Ended::Open,
        };
        let record =
            Record { accepted, earlier, listed, rulings, state, waiting, ..self.record(ended, digests) };
        record::save(cache, &digests.replay, &record);
    }

    /// Keeps that a log was not judged at all, and why.
    pub(crate) fn keep_end(&self, cache: Option<&Cache>, ended: Ended, digests: &Digests) {
        if let Some(cache) = cache {
            record::save(cache, &digests.replay, &self.record(ended, digests));
        }
    }

    fn record(&self, ended: Ended, digests: &Digests) -> Record {
        Record {
            accepted: 0,
            accepted_log: digests.accepted.0,
            declared: self.replay.declared,
            earlier: Vec::new(),
            ended,
            // No log has more than fit.
            entries: u32::try_from(digests.entries).unwrap_or(u32::MAX),
            game: G::ID.to_owned(),
            listed: [0; 3],
            log: digests.log.0,
            names: self.replay.names(),
            pool: self.replay.pool.digest.0,
            ruled: digests.rulings,
            rulings: Vec::new(),
            seed: self.replay.seed.map(|seed| seed.0),
            state: Vec::new(),
            waiting: None,
        }
    }

    /// How many entries the viewer sees.
    const fn listed(&self, all: u32, [zero, one, public]: [u32; 3]) -> u32 {
        match self.query.view {
            View::Full => all,
            View::Seat0 => zero,
            View::Seat1 => one,
            View::Public => public,
        }
    }

    /// The table of a kept judgement as it was when it was kept, with an entry that was refused after it received
    /// outcomes.
    fn restore<'g>(&self, record: &Record, chance: &'g dyn Chance) -> Option<Judgement<'g, G>>
    where
        'a: 'g,
    {
        let (state, waits) = record::read::<G>(&record.state)?;
        let shown =
            |span: &Span| usize::try_from(self.listed(span.entries, span.listed)).unwrap_or(usize::MAX);
        let mut rulings = Rulings::from_bytes(&record.rulings, shown)?;
        let waiting = match &record.waiting {
            Some(waiting) => Some(Waiting {
                entry: read(&waiting.entry)?,
                entries: usize::try_from(waiting.entries).ok()?,
                listed: usize::try_from(self.listed(waiting.entries, waiting.listed)).ok()?,
                listed_by_others: waiting.listed,
            }),
            None => None,
        };
        if waiting.as_ref().is_some_and(|waiting| waiting.entry.ruling().is_some()) {
            rulings.begin(state.clone());
        }
        let mut game = Match::new(self.pool, state, chance);
        game.stop_when(self.stop);
        game.record = self.tells_last.then(Vec::new);
        let mut end = End::Open;
        if let Some(waits) = waits
            && let Err(refusals) = game.wait_again(waits)
        {
            end = End::Refused(Reasons::Rules(refusals, None));
        }
        // The events of the entry that waits were in the trace when it came in.
        game.take_events();
        Some(Judgement {
            game,
            accepted: usize::try_from(record.accepted).ok()?,
            listed: usize::try_from(self.listed(record.accepted, record.listed)).ok()?,
            listed_by_others: Some(record.listed),
            waiting,
            trace: self.tells_last.then(|| Tracing::new(None, None)),
            rulings,
            end,
            names: OnceCell::new(),
        })
    }

    /// Whether the viewer sees all of an entry that would come after a kept judgement.
    pub(crate) fn shows(&self, record: &Record, entry: &Entry<G::Action>) -> bool {
        if self.query.view == View::Full {
            return true;
        }
        if record.ended != Ended::Open {
            return false;
        }
        let chance = chance(self.replay);
        let judgement = self.restore(record, &*chance);
        judgement.is_some_and(|judgement| seen(&judgement.game, entry, self.viewer()) == Seen::Whole)
    }

    /// The verdict of a kept judgement. `None`: it was kept by another build, or a part of it cannot be read, so that
    /// the log has to be judged again.
    pub(crate) fn verdict_of_record(
        &self,
        record: &Record,
        chance: &dyn Chance,
        digests: &Digests,
    ) -> Result<Option<Verdict>, Fault> {
        match &record.ended {
            Ended::Unjudged { stopped, edition } => {
                let mut verdict = self.not_judged(stopped, digests);
                verdict.edition.clone_from(edition);
                return Ok(Some(verdict));
            }
            Ended::Header(header) => {
                let Some(header) = read::<Header>(header) else { return Ok(None) };
                let resolved =
                    Replay::<G>::resolve(header.with(Vec::new()), Pools::only(self.replay.pool.digest));
                let Ok(replay) = resolved else { return Ok(None) };
                let faults = Run { replay: &replay, ..*self }.opened().err();
                return Ok(faults.map(|faults| self.header(faults, digests)));
            }
            _ => {}
        }
        let Some((judgement, refused)) = self.ended(record, chance) else { return Ok(None) };
        self.render(judgement, refused.as_ref(), digests).map(Some)
    }

    /// A kept judgement as it ended, and the entry that was refused.
    fn ended<'g>(&self, record: &Record, chance: &'g dyn Chance) -> Option<Ending<'g, G>>
    where
        'a: 'g,
    {
        let mut judgement = self.restore(record, chance)?;
        match &record.ended {
            Ended::Refused(bytes) => {
                let entry: Entry<G::Action> = read(bytes)?;
                if matches!(judgement.end, End::Open) {
                    let EntryResult::Refused(reasons) = take(&mut judgement.game, &entry) else {
                        return None;
                    };
                    judgement.end = End::Refused(reasons);
                }
                return Some((judgement, Some(entry)));
            }
            Ended::Halted(stopped) => judgement.end = End::Halted(stopped.clone()),
            Ended::Missing => judgement.end = End::Missing,
            _ => {}
        }
        Some((judgement, None))
    }

    /// A kept judgement that an entry continues: what was accepted is open, and what was refused last is passed over by
    /// a ruling that follows at once. `None`: it cannot be read; `Some(None)`: the entry is not looked at.
    fn continued<'g>(
        &self,
        record: &Record,
        chance: &'g dyn Chance,
        entry: &Entry<G::Action>,
    ) -> Result<Option<Option<Judgement<'g, G>>>, Fault>
    where
        'a: 'g,
    {
        let is_open = record.ended == Ended::Open;
        if !is_open && (entry.ruling().is_none() || !matches!(record.ended, Ended::Refused(_))) {
            return Ok(Some(None));
        }
        let Some((mut judgement, refused)) = self.ended(record, chance) else { return Ok(None) };
        let Some(refused) = refused else {
            return Ok(matches!(judgement.end, End::Open).then_some(Some(judgement)));
        };
        let judged = judgement.accepted + judgement.rulings.passed();
        let judged = judged.saturating_add(judgement.rulings.refused() as usize);
        let is_last = usize::try_from(record.entries).is_ok_and(|entries| entries == judged);
        if !is_last || !follows_ruling(&judgement.game, Some(entry)) {
            return Ok(Some(None));
        }
        self.pass_over(&mut judgement, &refused)?;
        Ok(Some(Some(judgement)))
    }

    /// The verdict of a kept judgement, or of its log with one entry more. `None`: it was kept by another build, or a
    /// part of it cannot be read.
    ///
    /// # Errors
    /// As [`Run::verdict`].
    pub fn resume(
        &self,
        cache: &Cache,
        record: &Record,
        more: Option<&Entry<G::Action>>,
    ) -> Result<Option<Verdict>, Fault> {
        let chance = chance(self.replay);
        let mut chain = Chain::resume(Digest(record.log));
        if let Some(entry) = more {
            chain.push_canonical(entry.canonical());
        }
        let log = chain.digest();
        let replay = self.replay_digest_of(log, record)?;
        let entries = record.entries.saturating_add(u32::from(more.is_some()));
        let accepted = Digest(record.accepted_log);
        let is_ruling = more.is_some_and(|entry| entry.ruling().is_some());
        let rulings = record.ruled.saturating_add(u32::from(is_ruling));
        let all = usize::try_from(entries).unwrap_or(usize::MAX);
        let mut digests = Digests { accepted, entries: all, rulings, log, replay };
        let open = match more {
            Some(entry) => match self.continued(record, &*chance, entry)? {
                Some(judgement) => Some(entry).zip(judgement),
                None => return Ok(None),
            },
            None => None,
        };
        let Some((entry, mut judgement)) = open else {
            // What comes after the end of what can be judged is not looked at.
            let verdict = self.verdict_of_record(record, &*chance, &digests)?;
            self.is_waited_for()?;
            if more.is_some() && verdict.is_some() {
                let longer = Record { entries, log: log.0, ruled: rulings, ..record.clone() };
                record::save(cache, &replay, &longer);
            }
            return Ok(verdict);
        };
        if let Some(stopped) = self.take(&mut judgement, entry)? {
            let Some(Some(mut before)) = self.continued(record, &*chance, entry)? else { return Ok(None) };
            if let Some(state) = before.game.before_waiting().cloned() {
                before.game = Match::new(self.pool, state, &*chance);
            }
            judgement = Judgement { waiting: None, end: End::Halted(stopped), ..before };
        }
        if matches!(judgement.end, End::Open) && judgement.waiting.is_none() {
            digests.accepted = log;
        }
        let waited = record.waiting.as_ref().map(|waiting| &waiting.entry);
        let waited =
            waited.filter(|_| judgement.waiting.is_none() && matches!(judgement.end, End::Refused(_)));
        let waited = match waited.map(|entry| read(entry)) {
            Some(None) => return Ok(None),
            waited => waited.flatten(),
        };
        let refused = matches!(judgement.end, End::Refused(_)).then(|| waited.as_ref().unwrap_or(entry));
        let earlier = match judgement.end {
            End::Open => thinned(cache, record, self.replay_digest_of(Digest(record.log), record)?),
            _ => Vec::new(),
        };
        self.is_waited_for()?;
        self.keep(cache, &judgement, refused, &digests, earlier);
        let verdict = self.render(judgement, refused, &digests)?;
        self.is_waited_for()?;
        Ok(Some(verdict))
    }
}

/// A part of a record; `None`: it cannot be read.
fn read<T: serde::de::DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    serde_json::from_slice(bytes).ok()
}

/// Of so many moves every judgement is kept, of twice as many before them every second, and so on.
const KEPT_NEAR: u32 = 8;

/// The judgements that one continues, fewer the older they are: those that are left out are
/// forgotten.
fn thinned(cache: &Cache, record: &Record, name: Digest) -> Vec<(u32, [u8; 32])> {
    let now = record.entries.saturating_add(1);
    let mut earlier = record.earlier.clone();
    earlier.push((record.entries, name.0));
    let (kept, left): (Vec<_>, Vec<_>) = earlier.into_iter().partition(|(entries, _)| {
        let step = (now.saturating_sub(*entries) / KEPT_NEAR).next_power_of_two();
        entries.is_multiple_of(step)
    });
    for (_, name) in left {
        cache.forget(&Digest(name));
    }
    kept
}
