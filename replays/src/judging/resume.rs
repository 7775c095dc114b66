//! Continues a kept judgement by one entry.

use std::borrow::Cow;

use rules_judge_engine::games::Registered;
use rules_judge_engine::kernel::{Chance, Match};

use crate::answer::{Fault, Verdict};
use crate::cache::Cache;
use crate::cache::record::{self, Ended, Record};
use crate::codec::chain::Chain;
use crate::codec::digest::Digest;
use crate::codec::entry::Entry;
use crate::judging::entry::follows_ruling;
use crate::judging::judgement::{Conclusion, Digests, End, Judgement, Run, chance};
use crate::judging::kept::read;

impl<'a, G: Registered> Run<'a, G> {
    /// The kept judgement before `entry`: accepted entries leave it open, and a ruling passes over the entry
    /// that was refused last. `None`: the record cannot be read; `Some(None)`: the judgement has ended, and
    /// the entry is ignored.
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

    /// The verdict of a kept judgement, or of its log with one entry more. `None`: another build wrote the
    /// record, or a part cannot be read.
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
            // Entries after the end of a judgement are ignored.
            let conclusion = self.conclusion_of(record, &*chance);
            let verdict = conclusion.map(|conclusion| self.answer(conclusion, &digests)).transpose()?;
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
        let Some(waited) = refused_after_waiting(record, &judgement) else { return Ok(None) };
        let refused =
            matches!(judgement.end, End::Refused(_)).then(|| waited.map_or(Cow::Borrowed(entry), Cow::Owned));
        let earlier = match judgement.end {
            End::Open => thinned(cache, record, self.replay_digest_of(Digest(record.log), record)?),
            _ => Vec::new(),
        };
        self.is_waited_for()?;
        let conclusion = Conclusion::Ended(Box::new(judgement), refused);
        self.keep(cache, &conclusion, &digests, earlier);
        let verdict = self.answer(conclusion, &digests)?;
        self.is_waited_for()?;
        Ok(Some(verdict))
    }
}

/// The entry that waited and was refused when an outcome came; `Some(None)`: none was. `None`: its bytes
/// cannot be read.
fn refused_after_waiting<G: Registered>(
    record: &Record,
    judgement: &Judgement<'_, G>,
) -> Option<Option<Entry<G::Action>>> {
    let was_refused = judgement.waiting.is_none() && matches!(judgement.end, End::Refused(_));
    match record.waiting.as_ref().filter(|_| was_refused) {
        Some(waiting) => read(&waiting.entry).map(Some),
        None => Some(None),
    }
}

/// The judgements of the last 8 moves are all kept, of the 16 before them every second, and so on.
const KEPT_NEAR: u32 = 8;

/// The earlier judgements of a log, the fewer the older they are. Drops the others from the cache.
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
