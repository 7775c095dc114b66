//! A judgement: the fold of `check` and `apply` over a log.

use std::borrow::Cow;

use rules_judge_engine::games::{Reader, Registered, Seen};
use rules_judge_engine::kernel::{Chance, Halt, InexactText, Match, Seat, Unread};

use crate::answer::detail::{self, Entries};
use crate::answer::{Fault, FaultCode, Trace, Verdict, View, Written};
use crate::cache::Cache;
use crate::cache::record::{self, InexactCard, Record, Stopped, UnreadCard};
use crate::codec::chain::Chain;
use crate::codec::digest::Digest;
use crate::codec::entry::Entry;
use crate::codec::json;
use crate::judging::entry::{
    EntryResult, Reasons, as_seen, follows_ruling, puts_down, rulings_of, seen, shown, take,
};
use crate::judging::judgement::{
    Conclusion, Digests, End, Judgement, OTHERS, Run, Stop, add, chance, count_listed, digest_of,
};
use crate::judging::ruling_effects::Span;
use crate::judging::trace::Tracing;

pub(crate) const fn halt_code(halt: Halt) -> &'static str {
    match halt {
        Halt::StepLimit => "step_limit",
        Halt::NoChance => "no_chance",
        Halt::UnknownCard => "unknown_card",
        Halt::CardFeature => "card_feature",
        // No answer has this code: the judgement is dropped.
        Halt::Stopped => "stopped",
    }
}

impl<'a, G: Registered> Run<'a, G> {
    pub(super) fn entries(&self) -> Result<&'a [Entry<G::Action>], Fault> {
        let all = &self.replay.actions;
        let until = self.query.at.unwrap_or(all.len());
        all.get(..until).ok_or_else(|| {
            // The number of entries would tell a seat how many it does not see.
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
        let chance = chance(self.replay);
        let (conclusion, digests) = self.conclude(cache, &*chance)?;
        let mut verdict = self.answer(conclusion, &digests)?;
        self.is_waited_for()?;
        let claim = self.replay.claim.as_ref();
        verdict.claim = claim.map(|claim| claim.check(&verdict, self.query.view));
        Ok(verdict)
    }

    /// The judgement of the log: the one that is kept, or a new one, which is kept then.
    fn conclude<'g>(
        &self,
        cache: Option<&Cache>,
        chance: &'g dyn Chance,
    ) -> Result<(Conclusion<'g, G>, Digests), Fault>
    where
        'a: 'g,
    {
        let entries = self.entries()?;
        let name = self.name(entries)?;
        let traces_all = self.query.trace != Trace::None && !self.traces_last_entry;
        // A judgement whose digest can be guessed could be asked for by anybody, so it is not kept.
        let cache = cache.filter(|cache| self.replay.has_secret && !traces_all && cache.is_there());
        let kept = cache.filter(|_| self.query.trace == Trace::None);
        if let Some(record) = kept.and_then(|cache| record::load_near(cache, &name.replay))
            && let Some(conclusion) = self.conclusion_of(&record, chance)
        {
            return Ok((conclusion, name.digests(&record)));
        }
        let conclusion = self.judge(entries, chance, cache.is_some())?;
        let accepted = match &conclusion {
            Conclusion::Ended(judgement, _) => name.after.get(judgement.accepted).copied(),
            Conclusion::Unjudged { .. } | Conclusion::Header(_) => None,
        };
        let digests = Digests {
            accepted: accepted.unwrap_or(name.log),
            entries: name.entries(),
            rulings: rulings_of(entries),
            log: name.log,
            replay: name.replay,
        };
        if let Some(cache) = cache {
            self.keep(cache, &conclusion, &digests, Vec::new());
        }
        Ok((conclusion, digests))
    }

    /// Judges entries from the start of the game.
    fn judge<'g>(
        &self,
        entries: &'a [Entry<G::Action>],
        chance: &'g dyn Chance,
        is_kept: bool,
    ) -> Result<Conclusion<'g, G>, Fault>
    where
        'a: 'g,
    {
        let unjudged = |stopped| Ok(Conclusion::Unjudged { stopped, edition: self.replay.edition.clone() });
        if self.replay.edition != G::INFO.edition {
            return unjudged(Stopped::with_code("unknown_edition"));
        }
        let state = match self.opened() {
            Ok(state) => state,
            Err(faults) => return Ok(Conclusion::Header(faults)),
        };
        let mut judgement = self.begin(state, chance, is_kept);
        if let Some(Stop { stopped, at_entry }) = self.fold(&mut judgement, entries)? {
            // The state has to be the one before the entry, so the entries before it are judged again.
            let passed = judgement.rulings.passed();
            let before = entries.get(..judgement.accepted + passed).unwrap_or(entries);
            let (true, Ok(state)) = (at_entry, self.opened()) else { return unjudged(stopped) };
            judgement = self.begin(state, chance, is_kept);
            if self.fold(&mut judgement, before)?.is_some() {
                return unjudged(stopped);
            }
            if let Some(entry) = entries.get(judgement.accepted + judgement.taken()).filter(|_| passed > 0) {
                self.pass_over(&mut judgement, entry)?;
            }
            judgement.end = End::Halted(stopped);
        }
        let entry = entries.get(judgement.accepted + judgement.taken());
        let refused = entry.filter(|_| matches!(judgement.end, End::Refused(_)));
        Ok(Conclusion::Ended(Box::new(judgement), refused.map(Cow::Borrowed)))
    }

    /// The fault of an entry, its index among those that the viewer sees. If an earlier entry is against the
    /// rules, nobody knows who would see this one, and the pointer is that of the log.
    pub(crate) fn fault_of_entry(&self, at: usize, fault: Fault) -> Fault {
        if self.query.view == View::Full {
            return fault.below(&format!("/actions/{at}"));
        }
        match self.listed_before(at) {
            Some((listed, is_seen)) => as_seen(fault, is_seen).below(&format!("/actions/{listed}")),
            None => as_seen(fault, false).below("/actions"),
        }
    }

    /// As [`Run::fault_of_entry`], of the last entry, with the pointer beginning at the entry.
    pub(crate) fn fault_of_last(&self, fault: Fault) -> Fault {
        let last = self.replay.actions.len().saturating_sub(1);
        let is_seen =
            self.query.view == View::Full || self.listed_before(last).is_some_and(|(_, is_seen)| is_seen);
        as_seen(fault, is_seen)
    }

    /// The number of earlier entries that the viewer sees, and whether it sees this one. `None`: an earlier
    /// entry is against the rules.
    fn listed_before(&self, at: usize) -> Option<(usize, bool)> {
        let (before, from) = self.replay.actions.split_at_checked(at)?;
        let state = self.opened().ok().filter(|_| self.replay.edition == G::INFO.edition)?;
        let chance = chance(self.replay);
        let mut judgement = self.begin(state, &*chance, false);
        let is_judged = matches!(self.fold(&mut judgement, before), Ok(None))
            && judgement.accepted + judgement.taken() == at;
        let is_seen = seen(&judgement.game, from.first()?, self.viewer()) == Seen::Whole;
        is_judged.then_some((judgement.listed_at(), is_seen))
    }

    /// Folds the log. `end` has why it ended; the result, why the next entry cannot be judged.
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
            if self.traces_last_entry && entries.len() - next.as_slice().len() == self.replay.actions.len() {
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

    /// Carries out one more entry, and accepts it unless it waits for outcomes.
    pub(crate) fn take(
        &self,
        judgement: &mut Judgement<'_, G>,
        entry: &Entry<G::Action>,
    ) -> Result<Option<Stopped>, Fault> {
        let seen = seen(&judgement.game, entry, self.viewer());
        let (listed, at) = (seen != Seen::Nothing, judgement.listed_at());
        let is_traced = listed && judgement.trace.as_ref().is_some_and(|trace| trace.is_requested(Some(at)));
        let shown_entry = if is_traced { shown(entry, seen) } else { None };
        let mut others = [0; 3];
        if judgement.listed_by_others.is_some() {
            count_listed(&mut others, &judgement.game, entry);
        }
        if entry.ruling().is_some() {
            judgement.rulings.begin(judgement.game.state.clone());
        }
        let step = take(&mut judgement.game, entry);
        if let (Some(seen_cards), true) = (&mut judgement.seen_cards, puts_down(entry)) {
            seen_cards.forget();
        }
        self.is_waited_for()?;
        // A refusal by a table that could not be read to its end is void.
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
                let span = refused_span(judgement, &reasons, listed, others);
                judgement.rulings.refuse(span, listed.then_some((at, shown_entry)));
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
            if self.traces_last_entry && !listed {
                trace.begin(None, None)?;
            }
            if waits || overrules {
                trace.hold();
            }
            if listed {
                trace.begin(Some(at), shown_entry)?;
            }
        }
        self.trace_step(judgement)?;
        self.complete(judgement, overrules && !waits)?;
        Ok(None)
    }

    /// Accepts the entry that waited, with its outcomes, once the last of them has come. `overruled`: a
    /// ruling was taken, and the steps that it overrules join the trace.
    fn complete(&self, judgement: &mut Judgement<'_, G>, overruled: bool) -> Result<(), Fault> {
        if judgement.game.before_waiting().is_none()
            && let Some(waiting) = judgement.waiting.take()
        {
            self.ruled(judgement, &waiting.entry)?;
            judgement.accept(waiting.entries, waiting.listed, waiting.listed_by_others);
            if let Some(trace) = &mut judgement.trace {
                trace.release()?;
            }
        } else if let Some(trace) = judgement.trace.as_mut().filter(|_| overruled) {
            trace.release()?;
        }
        Ok(())
    }

    /// The reason why the match halted, if it did.
    fn stopped(&self, game: &Match<'_, G>) -> Option<Stopped> {
        let halt = game.halted()?;
        let unread = game.unread_card().and_then(|unread| self.unread(game, unread));
        let inexact = game.inexact_text().and_then(|text| self.inexact(game, text));
        Some(Stopped { unread, inexact, ..Stopped::with_code(halt_code(halt)) })
    }

    /// The card whose data do not say all that is printed on it, and who sees the card where its text counts.
    fn inexact(&self, game: &Match<'_, G>, text: InexactText) -> Option<InexactCard> {
        let card = G::card_id(self.pool, text.definition)?.to_owned();
        let sees = |viewer| text.card.is_none_or(|card| game.sees_card(viewer, card));
        Some(InexactCard { card, fact: game.unknown_fact().map(str::to_owned), seen: OTHERS.map(sees) })
    }

    fn unread(&self, game: &Match<'_, G>, unread: Unread) -> Option<UnreadCard> {
        let place = game.state.table.place(unread.place)?;
        let is_open = |viewer| game.sees_card(viewer, unread.card);
        let zone = json::tree(&place.zone).ok()?.as_str()?.to_owned();
        Some(UnreadCard {
            cites: unread.rule.map(|rule| G::INFO.rules.id(rule).to_owned()),
            index: unread.index,
            seat: place.seat.map(Seat::number),
            seen: OTHERS.map(is_open),
            zone,
        })
    }

    /// Adds the latest events to the trace. Events of an entry that the viewer does not see belong to the
    /// step of the last one that it sees.
    fn trace_step(&self, judgement: &mut Judgement<'_, G>) -> Result<(), Fault> {
        let Some(events) = judgement.game.take_events() else { return Ok(()) };
        if let Some(seen_cards) = &mut judgement.seen_cards {
            seen_cards.take(&judgement.game, &events);
        }
        let Some(trace) = &mut judgement.trace else { return Ok(()) };
        if trace.is_over() {
            judgement.game.record = None;
        } else if trace.is_open() {
            let viewer = self.viewer();
            let speech = self.speech(&judgement.names);
            let add_events = |game| trace.add(G::event_views(game, &events, viewer, &speech));
            let (added, _, looks) = judgement.game.telling(add_events);
            added?;
            trace.spend(looks);
            if self.query.trace == Trace::States && self.query.view == View::Full {
                let before = self.before_waiting(&judgement.game);
                let game = before.as_ref().unwrap_or(&judgement.game);
                let (digest, looks) = digest_of(game)?;
                trace.spend(looks);
                let reader = Reader { viewer, language: Some(self.query.language.place()) };
                let (state, stopped, looks) = game.telling(|game| Written::new(&G::state_view(game, reader)));
                trace.spend(looks);
                let state = state.map_err(|error| Fault::unwritten(&error))?;
                trace.state(stopped.is_none().then_some(state), digest.map(|digest| digest.to_string()));
            }
        }
        Ok(())
    }

    pub(super) fn name(&self, entries: &[Entry<G::Action>]) -> Result<Name, Fault> {
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
}

/// The names of a log and of its judgement.
pub(super) struct Name {
    pub(super) log: Digest,
    pub(super) replay: Digest,
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

/// The entries that a refusal takes back: the entry, and where it broke a rule also the entry and the
/// outcomes that waited.
fn refused_span<G: Registered>(
    judgement: &mut Judgement<'_, G>,
    reasons: &Reasons<G>,
    listed: bool,
    listed_by_others: [u32; 3],
) -> Span {
    let mut span = Span { entries: 1, shown: usize::from(listed), listed: listed_by_others };
    if let Reasons::Rules(..) = reasons
        && let Some(waiting) = judgement.waiting.take()
    {
        // A log has fewer entries than `u32::MAX`.
        span.entries += u32::try_from(waiting.entries).unwrap_or(u32::MAX);
        span.shown += waiting.listed;
        add(&mut span.listed, waiting.listed_by_others);
    }
    span
}
