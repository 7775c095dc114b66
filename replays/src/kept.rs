//! Judgements as records: what is kept of one, telling a kept one, and going on from it.

use rules_judge_engine::games::{Registered, Seen};
use rules_judge_engine::kernel::{Chance, Match};

use crate::answer::{Fault, Verdict, View};
use crate::chain::Chain;
use crate::digest::Digest;
use crate::format::{Entry, Header, Replay};
use crate::json;
use crate::outcome::{Step, seen, take};
use crate::run::{Digests, End, Fold, Run, chance, count_listed, halt_code, is_listed};
use crate::shelf::Shelf;
use crate::snapshot::{self, Ended, Record};

impl<'a, G: Registered> Run<'a, G> {
    /// Keeps what was judged.
    pub(crate) fn keep(
        &self,
        shelf: &Shelf,
        fold: &Fold<'_, G>,
        refused: Option<&Entry<G::Action>>,
        digests: &Digests,
        earlier: Vec<(u32, [u8; 32])>,
    ) {
        let (Some(listed), Ok(accepted)) = (fold.kept, u32::try_from(fold.accepted)) else { return };
        let (state, waits) = fold.game.to_write_down();
        let Some(state) = snapshot::write(state, waits) else { return };
        let ended = match (&fold.end, refused) {
            (End::Halted(code), _) => Ended::Halted(code.clone()),
            (End::Missing, _) => Ended::Missing,
            (End::Refused(_), Some(entry)) => Ended::Refused(entry.canonical().to_vec()),
            _ => Ended::Open,
        };
        let record = Record { accepted, earlier, listed, state, ..self.record(ended, digests) };
        snapshot::save(shelf, &digests.replay, &record);
    }

    /// Keeps that a log was not judged at all, and why.
    pub(crate) fn keep_end(&self, shelf: Option<&Shelf>, ended: Ended, digests: &Digests) {
        if let Some(shelf) = shelf {
            snapshot::save(shelf, &digests.replay, &self.record(ended, digests));
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
            pool: self.replay.pool.digest.0,
            seed: self.replay.seed.map(|seed| seed.0),
            state: Vec::new(),
        }
    }

    /// The table of a kept judgement.
    fn unfold<'g>(&self, record: &Record, chance: &'g dyn Chance) -> Option<Fold<'g, G>>
    where
        'a: 'g,
    {
        let (state, waits) = snapshot::read::<G>(&record.state)?;
        let [zero, one, public] = record.listed;
        let listed = match self.query.view {
            View::Full => record.accepted,
            View::Seat0 => zero,
            View::Seat1 => one,
            View::Public => public,
        };
        let mut game = Match::new(self.pool, state, chance);
        if let Some(waits) = waits {
            game.wait_again(waits);
        }
        Some(Fold {
            game,
            accepted: usize::try_from(record.accepted).ok()?,
            listed: usize::try_from(listed).ok()?,
            kept: Some(record.listed),
            trace: None,
            end: End::Open,
        })
    }

    /// Whether the viewer sees all of an entry that would come after a kept judgement.
    pub(crate) fn shows(&self, record: &Record, entry: &Entry<G::Action>) -> bool {
        let chance = chance(self.replay);
        let fold = self.unfold(record, &*chance).filter(|_| record.ended == Ended::Open);
        self.query.view == View::Full
            || fold.is_some_and(|fold| seen(&fold.game, entry, self.viewer()) == Seen::Whole)
    }

    /// The verdict of a kept judgement. `None`: it was kept by another build.
    pub(crate) fn verdict_of_record(
        &self,
        record: &Record,
        chance: &dyn Chance,
        digests: &Digests,
    ) -> Result<Option<Verdict>, Fault> {
        match &record.ended {
            Ended::Unjudged { code, edition } => {
                let mut verdict = self.not_judged(code, digests);
                verdict.edition.clone_from(edition);
                return Ok(Some(verdict));
            }
            Ended::Header(header) => {
                let header = json::read::<Header>(header, &json::Limits::default())?;
                let replay = Replay::<G>::resolve(header.with(Vec::new()), self.replay.pool.digest)?;
                let faults = Run { replay: &replay, ..*self }.opened().err();
                return Ok(faults.map(|faults| self.header(faults, digests)));
            }
            _ => {}
        }
        let Some(mut fold) = self.unfold(record, chance) else { return Ok(None) };
        let refused = match &record.ended {
            Ended::Refused(bytes) => Some(json::read::<Entry<G::Action>>(bytes, &json::Limits::default())?),
            Ended::Halted(code) => {
                fold.end = End::Halted(code.clone());
                None
            }
            Ended::Missing => {
                fold.end = End::Missing;
                None
            }
            _ => None,
        };
        if let Some(entry) = &refused {
            match take(&mut fold.game, entry) {
                Step::Refused(reasons) => fold.end = End::Refused(reasons),
                Step::Taken | Step::Missing => return Ok(None),
            }
        }
        self.render(fold, refused.as_ref(), digests).map(Some)
    }

    /// The verdict of a kept judgement, or of its log with one entry more. `None`: it was kept by
    /// another build.
    ///
    /// # Errors
    /// As [`Run::verdict`].
    pub fn go_on(
        &self,
        shelf: &Shelf,
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
        let mut digests =
            Digests { accepted, entries: usize::try_from(entries).unwrap_or(usize::MAX), log, replay };
        let Some(entry) = more.filter(|_| record.ended == Ended::Open) else {
            // What comes after the end of what can be judged is not looked at.
            let verdict = self.verdict_of_record(record, &*chance, &digests)?;
            if more.is_some() && verdict.is_some() {
                snapshot::save(shelf, &replay, &Record { entries, log: log.0, ..record.clone() });
            }
            return Ok(verdict);
        };
        let Some(mut fold) = self.unfold(record, &*chance) else { return Ok(None) };
        let mut kept = record.listed;
        count_listed(&mut kept, &fold.game, entry);
        let seen = self.query.view == View::Full || is_listed(&fold.game, entry, self.viewer());
        let step = take(&mut fold.game, entry);
        if let Some(halt) = fold.game.halted() {
            let Some(before) = self.unfold(record, &*chance) else { return Ok(None) };
            fold = before;
            fold.end = End::Halted(halt_code(halt).to_owned());
        } else {
            match step {
                Step::Taken => {
                    fold.accepted += 1;
                    fold.listed += usize::from(seen);
                    fold.kept = Some(kept);
                    digests.accepted = log;
                }
                Step::Refused(reasons) => fold.end = End::Refused(reasons),
                Step::Missing => fold.end = End::Missing,
            }
        }
        let refused = matches!(fold.end, End::Refused(_)).then_some(entry);
        let earlier = match fold.end {
            End::Open => thinned(shelf, record, self.replay_digest_of(Digest(record.log), record)?),
            _ => Vec::new(),
        };
        self.keep(shelf, &fold, refused, &digests, earlier);
        self.render(fold, refused, &digests).map(Some)
    }
}

/// Of so many moves every judgement is kept, of twice as many before them every second, and so on.
const KEPT_NEAR: u32 = 8;

/// The judgements that one is gone on from, fewer the older they are: those that are left out are
/// forgotten.
fn thinned(shelf: &Shelf, record: &Record, name: Digest) -> Vec<(u32, [u8; 32])> {
    let now = record.accepted.saturating_add(1);
    let mut earlier = record.earlier.clone();
    earlier.push((record.accepted, name.0));
    let (kept, left): (Vec<_>, Vec<_>) = earlier.into_iter().partition(|(accepted, _)| {
        let step = (now.saturating_sub(*accepted) / KEPT_NEAR).next_power_of_two();
        accepted.is_multiple_of(step)
    });
    for (_, name) in left {
        shelf.forget(&Digest(name));
    }
    kept
}
