//! Keeps judgements as records, and renders kept ones.

use std::borrow::Cow;
use std::cell::OnceCell;

use rules_judge_engine::games::{Registered, Seen};
use rules_judge_engine::kernel::{Chance, Game, Match};

use crate::answer::View;
use crate::cache::Cache;
use crate::cache::record::{self, Ended, Record, WaitingEntry};
use crate::codec::entry::Entry;
use crate::codec::format::{Header, Replay};
use crate::judging::Pools;
use crate::judging::entry::{EntryResult, Reasons, seen, take};
use crate::judging::judgement::{Conclusion, Digests, End, Judgement, Run, Waiting, chance};
use crate::judging::ruling_effects::{Rulings, Span};
use crate::judging::trace::Tracing;

/// A judgement at its end, and its refused entry.
type Ending<'g, G> = (Judgement<'g, G>, Option<Entry<<G as Game>::Action>>);

impl<'a, G: Registered> Run<'a, G> {
    /// Keeps a judgement.
    pub(crate) fn keep(
        &self,
        cache: &Cache,
        conclusion: &Conclusion<'_, G>,
        digests: &Digests,
        earlier: Vec<(u32, [u8; 32])>,
    ) {
        let record = match conclusion {
            Conclusion::Unjudged { stopped, edition } => {
                let (stopped, edition) = (stopped.clone(), edition.clone());
                Some(self.record(Ended::Unjudged { stopped, edition }, digests))
            }
            Conclusion::Header(_) => Some(self.record(Ended::Header(self.replay.header.clone()), digests)),
            Conclusion::Ended(judgement, refused) => {
                self.ended_record(judgement, refused.as_deref(), digests, earlier)
            }
        };
        if let Some(record) = record {
            record::save(cache, &digests.replay, &record);
        }
    }

    /// The record of a judgement of entries; `None`: it has no bytes.
    fn ended_record(
        &self,
        judgement: &Judgement<'_, G>,
        refused: Option<&Entry<G::Action>>,
        digests: &Digests,
        earlier: Vec<(u32, [u8; 32])>,
    ) -> Option<Record> {
        let listed = judgement.listed_by_others?;
        let accepted = u32::try_from(judgement.accepted).ok()?;
        let (state, waits) = match &judgement.end {
            End::Refused(Reasons::Rules(_, Some(waits))) => (&judgement.game.state, Some(&**waits)),
            _ => judgement.game.to_write_down(),
        };
        let (state, rulings) = (record::write(state, waits)?, judgement.rulings.to_bytes()?);
        let waiting = judgement.waiting.as_ref().map(|waiting| WaitingEntry {
            // A log has fewer entries than `u32::MAX`.
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
        Some(Record { accepted, earlier, listed, rulings, state, waiting, ..self.record(ended, digests) })
    }

    fn record(&self, ended: Ended, digests: &Digests) -> Record {
        Record {
            accepted: 0,
            accepted_log: digests.accepted.0,
            declared: self.replay.declared,
            earlier: Vec::new(),
            ended,
            // A log has fewer entries than `u32::MAX`.
            entries: u32::try_from(digests.entries).unwrap_or(u32::MAX),
            facts: self.replay.facts.to_bytes(),
            game: G::INFO.id.to_owned(),
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
    pub(super) const fn listed(&self, all: u32, [zero, one, public]: [u32; 3]) -> u32 {
        match self.query.view {
            View::Full => all,
            View::Seat0 => zero,
            View::Seat1 => one,
            View::Public => public,
        }
    }

    /// Restores a kept judgement, with the entry that was refused after it received outcomes.
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
        game.record = self.traces_last_entry.then(Vec::new);
        let mut end = End::Open;
        if let Some(waits) = waits
            && let Err(refusals) = game.wait_again(waits)
        {
            end = End::Refused(Reasons::Rules(refusals, None));
        }
        // An earlier trace had the events of the waiting entry.
        game.take_events();
        Some(Judgement {
            game,
            accepted: usize::try_from(record.accepted).ok()?,
            listed: usize::try_from(self.listed(record.accepted, record.listed)).ok()?,
            listed_by_others: Some(record.listed),
            waiting,
            trace: self.traces_last_entry.then(|| Tracing::new(None, None)),
            rulings,
            end,
            seen_cards: None,
            names: OnceCell::new(),
        })
    }

    /// Whether the viewer would see all of an entry after a kept judgement.
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

    /// A kept judgement. `None`: another build wrote the record, or a part cannot be read, and the log has to
    /// be judged again.
    pub(crate) fn conclusion_of<'g>(
        &self,
        record: &Record,
        chance: &'g dyn Chance,
    ) -> Option<Conclusion<'g, G>>
    where
        'a: 'g,
    {
        match &record.ended {
            Ended::Unjudged { stopped, edition } => {
                Some(Conclusion::Unjudged { stopped: stopped.clone(), edition: edition.clone() })
            }
            Ended::Header(header) => {
                let header = read::<Header>(header)?.with(Vec::new());
                let replay = Replay::<G>::resolve(header, Pools::only(self.replay.pool.digest)).ok()?;
                Run { replay: &replay, ..*self }.opened().err().map(Conclusion::Header)
            }
            _ => {
                let (judgement, refused) = self.ended(record, chance)?;
                Some(Conclusion::Ended(Box::new(judgement), refused.map(Cow::Owned)))
            }
        }
    }

    /// The kept judgement at its end, and its refused entry.
    pub(super) fn ended<'g>(&self, record: &Record, chance: &'g dyn Chance) -> Option<Ending<'g, G>>
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
}

/// A part of a record; `None`: it cannot be read.
pub(super) fn read<T: serde::de::DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    serde_json::from_slice(bytes).ok()
}
