//! A judgement: the fold of `check` and `apply` over a log, and its rendering for a view and a
//! language.

use rules_judge_engine::games::{Registered, Seen};
use rules_judge_engine::kernel::shape::{self, Shape};
use rules_judge_engine::kernel::{Chance, Halt, Match, NoChance, Seat, State, Viewer};
use rules_judge_engine::verdict::{Cite, Refusal};
use serde_json::{Map, Value, json};

use crate::answer::{
    Fault, FaultCode, Illegal, NotJudged, Query, RefusalAnswer, Trace, Verdict, VerdictKind, View,
};
use crate::canonical;
use crate::chain::{Chain, ReplayName, replay_digest};
use crate::chance::SeededChance;
use crate::digest::Digest;
use crate::format::{Entry, FORMAT, Opening, Replay};
use crate::json;
use crate::message;
use crate::shelf::Shelf;
use crate::snapshot::{self, Record};

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
    replay: &'a Replay<G>,
    pool: &'a G::Pool,
    query: &'a Query,
    suspended: Option<Cite>,
}

/// A refusal as it is answered, its pointer below `place`.
pub fn refusal<G: Registered>(
    game: Option<&Match<'_, G>>,
    refusal: &Refusal<G::Reason>,
    place: &str,
    language: crate::answer::Language,
) -> RefusalAnswer {
    let (code, params, message) = message::explain::<G, _>(game, &refusal.reason, language);
    let cites = refusal.cites().map(|cite| G::rules().id(cite).to_owned()).collect();
    RefusalAnswer { cites, code, message, params, pointer: format!("{place}{}", refusal.field) }
}

/// The answer to a random step: that of the seed, or none.
pub fn chance<G: Registered>(replay: &Replay<G>) -> Box<dyn Chance> {
    match &replay.seed {
        Some(seed) => Box::new(SeededChance::new(*seed)),
        None => Box::new(NoChance),
    }
}

/// Where a replay begins, before anything is random; `None`: its header is against the rules.
pub fn start<G: Registered>(replay: &Replay<G>, pool: &G::Pool) -> Option<State<G>> {
    match &replay.opening {
        Opening::Decks(decks, options) => {
            let legal = decks.iter().all(|deck| G::deck_faults(pool, deck).is_empty());
            legal.then(|| G::from_decks(pool, decks, options))
        }
        Opening::Position(position) => G::from_position(pool, position).ok(),
    }
}

const fn halt_code(halt: Halt) -> &'static str {
    match halt {
        Halt::StepLimit => "step_limit",
        Halt::NoChance => "no_chance",
    }
}

fn internal(error: &serde_json::Error) -> Fault {
    Fault::new(FaultCode::Internal, error.to_string())
}

/// Where the fold over a log stands.
struct Fold<'g, G: Registered> {
    game: Match<'g, G>,
    accepted: usize,
    listed: usize,
    /// How many accepted entries each of [`OTHERS`] sees, if the judgement is kept.
    kept: Option<[u32; 3]>,
    trace: Vec<Value>,
    refusals: Vec<Refusal<G::Reason>>,
}

/// Those who may see less than everything, in the order of [`Record::listed`].
const OTHERS: [Viewer; 3] = [Viewer::Seat(Seat::Zero), Viewer::Seat(Seat::One), Viewer::Public];

/// Whether somebody sees an entry at all.
fn is_listed<G: Registered>(game: &Match<'_, G>, entry: &Entry<G::Action>, viewer: Viewer) -> bool {
    G::action_view(game, entry.seat, &entry.action, viewer) != Seen::Nothing
}

/// One entry more is listed for those who see it.
fn count_listed<G: Registered>(kept: &mut [u32; 3], game: &Match<'_, G>, entry: &Entry<G::Action>) {
    for (count, viewer) in kept.iter_mut().zip(OTHERS) {
        *count = count.saturating_add(u32::from(is_listed(game, entry, viewer)));
    }
}

impl<'a, G: Registered> Run<'a, G> {
    /// A replay about to be judged.
    pub const fn new(replay: &'a Replay<G>, pool: &'a G::Pool, query: &'a Query) -> Run<'a, G> {
        Run { replay, pool, query, suspended: None }
    }

    /// The same with one rule out of force; see [`Match::suspend`].
    #[must_use]
    pub const fn without(mut self, rule: Option<Cite>) -> Run<'a, G> {
        self.suspended = rule;
        self
    }

    fn entries(&self) -> Result<&'a [Entry<G::Action>], Fault> {
        let all = &self.replay.actions;
        let until = self.query.at.unwrap_or(all.len());
        all.get(..until).ok_or_else(|| {
            Fault::new(FaultCode::BeyondLog, format!("the log has {} entries", all.len())).at("/actions")
        })
    }

    /// The verdict of the replay.
    ///
    /// # Errors
    /// A fault, if the request cannot be judged at all.
    pub fn verdict(&self, shelf: Option<&Shelf>) -> Result<Verdict, Fault> {
        let mut verdict = self.judge(shelf)?;
        let claim = self.replay.claim.as_ref();
        verdict.claim = claim.map(|claim| claim.check(&verdict, self.query.view));
        Ok(verdict)
    }

    fn judge(&self, shelf: Option<&Shelf>) -> Result<Verdict, Fault> {
        let entries = self.entries()?;
        if self.replay.edition != G::EDITION {
            return self.not_judged(NotJudged { at: None, code: "unknown_edition".to_owned() });
        }
        let state = match &self.replay.opening {
            Opening::Decks(decks, options) => {
                let faults = self.deck_faults(decks);
                if !faults.is_empty() {
                    return self.header(faults);
                }
                G::from_decks(self.pool, decks, options)
            }
            Opening::Position(position) => match G::from_position(self.pool, position) {
                Ok(state) => state,
                Err(faults) => {
                    let language = self.query.language;
                    let faults =
                        faults.iter().map(|fault| refusal::<G>(None, fault, "/start/position", language));
                    return self.header(faults.collect());
                }
            },
        };
        let chance = chance(self.replay);
        let name = self.name(entries)?;
        let shelf = shelf.filter(|shelf| self.query.trace == Trace::None && shelf.is_there());
        if let Some(record) = shelf.and_then(|shelf| snapshot::load(shelf, &name.replay))
            && let Some(mut fold) = self.unfold(&record, &*chance)
        {
            let refused = entries.get(fold.accepted);
            if let Some(entry) = refused
                && let Err(refusals) = fold.game.check(entry.seat, &entry.action)
            {
                fold.refusals = refusals;
            }
            return self.render(fold, refused, &name.digests(&record));
        }
        let mut fold = Fold {
            game: Match::new(self.pool, state, &*chance),
            accepted: 0,
            listed: 0,
            kept: shelf.map(|_| [0; 3]),
            trace: Vec::new(),
            refusals: Vec::new(),
        };
        if let Some(rule) = self.suspended {
            fold.game.suspend(rule);
        }
        let halted = self.fold(&mut fold, entries)?;
        if let Some(halt) = halted {
            let code = halt_code(halt).to_owned();
            let at = fold.accepted.checked_sub(1);
            let Some(at) = at else {
                return self.not_judged(NotJudged { at: None, code });
            };
            // The state is that before the entry: the prefix is judged again.
            let query = Query { at: Some(at), ..*self.query };
            let mut verdict = Run { query: &query, ..*self }.judge(None)?;
            if verdict.verdict == VerdictKind::Legal {
                let digests = Digests { accepted: name.log, log: name.log, replay: name.replay };
                self.halt(&mut verdict, at, &code, &digests);
            }
            return Ok(verdict);
        }
        let refused = entries.get(fold.accepted).filter(|_| !fold.refusals.is_empty());
        let accepted = name.after.get(fold.accepted).copied().unwrap_or(name.log);
        let digests = Digests { accepted, log: name.log, replay: name.replay };
        if let Some(shelf) = shelf {
            self.keep(shelf, &fold, refused, &digests)?;
        }
        self.render(fold, refused, &digests)
    }

    /// Keeps what was judged.
    fn keep(
        &self,
        shelf: &Shelf,
        fold: &Fold<'_, G>,
        refused: Option<&Entry<G::Action>>,
        digests: &Digests,
    ) -> Result<(), Fault> {
        let (Some(listed), Ok(accepted)) = (fold.kept, u32::try_from(fold.accepted)) else { return Ok(()) };
        let Some(state) = snapshot::write(&fold.game.state) else { return Ok(()) };
        let record = Record {
            accepted,
            accepted_log: digests.accepted.0,
            game: G::ID.to_owned(),
            listed,
            log: digests.log.0,
            pool: self.replay.pool.digest.0,
            refused: refused.map(|entry| entry.canonical().to_vec()),
            seed: self.replay.seed.map(|seed| seed.0),
            state,
        };
        snapshot::save(shelf, &digests.replay, &record);
        Ok(())
    }

    /// The table of a kept judgement.
    fn unfold<'g>(&self, record: &Record, chance: &'g dyn Chance) -> Option<Fold<'g, G>>
    where
        'a: 'g,
    {
        let state = snapshot::read::<G>(&record.state)?;
        let [zero, one, public] = record.listed;
        let listed = match self.query.view {
            View::Full => record.accepted,
            View::Seat0 => zero,
            View::Seat1 => one,
            View::Public => public,
        };
        Some(Fold {
            game: Match::new(self.pool, state, chance),
            accepted: usize::try_from(record.accepted).ok()?,
            listed: usize::try_from(listed).ok()?,
            kept: Some(record.listed),
            trace: Vec::new(),
            refusals: Vec::new(),
        })
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
        let Some(mut fold) = self.unfold(record, &*chance) else { return Ok(None) };
        let mut chain = Chain::resume(Digest(record.log));
        if let Some(entry) = more {
            chain.push_canonical(entry.canonical());
        }
        let log = chain.digest();
        let replay = self.replay_digest(log)?;
        let mut digests = Digests { accepted: Digest(record.accepted_log), log, replay };
        let earlier = match &record.refused {
            Some(bytes) => Some(json::read::<Entry<G::Action>>(bytes, &json::Limits::default())?),
            None => None,
        };
        // What comes after an illegal entry is not looked at.
        let Some(entry) = earlier.as_ref().or(more) else {
            return self.render(fold, None, &digests).map(Some);
        };
        let mut kept = record.listed;
        count_listed(&mut kept, &fold.game, entry);
        let seen = self.query.view == View::Full || is_listed(&fold.game, entry, self.viewer());
        match fold.game.check(entry.seat, &entry.action) {
            Ok(permit) => permit.apply(),
            Err(refusals) => fold.refusals = refusals,
        }
        if let Some(halt) = fold.game.halted() {
            let before = Digests { accepted: digests.accepted, log: digests.accepted, replay };
            let Some(fold) = self.unfold(record, &*chance) else { return Ok(None) };
            let mut verdict = self.render(fold, None, &before)?;
            self.halt(&mut verdict, fold_index(record), halt_code(halt), &digests);
            return Ok(Some(verdict));
        }
        let refused = (!fold.refusals.is_empty()).then_some(entry);
        if refused.is_none() {
            fold.accepted += 1;
            fold.listed += usize::from(seen);
            fold.kept = Some(kept);
            digests.accepted = log;
        }
        if more.is_some() {
            self.keep(shelf, &fold, refused, &digests)?;
        }
        self.render(fold, refused, &digests).map(Some)
    }

    /// Makes the verdict of a prefix that of a log which cannot be judged further.
    fn halt(&self, verdict: &mut Verdict, at: usize, code: &str, digests: &Digests) {
        verdict.verdict = VerdictKind::NotJudged;
        verdict.not_judged = Some(NotJudged { at: Some(at), code: code.to_owned() });
        verdict.next = Vec::new();
        if self.query.view == View::Full {
            verdict.log_digest = Some(digests.log.to_string());
            verdict.replay_digest = Some(digests.replay.to_string());
        }
    }

    fn deck_faults(&self, decks: &[G::Deck; 2]) -> Vec<RefusalAnswer> {
        let language = self.query.language;
        let of = |(seat, deck): (usize, &G::Deck)| {
            let place = format!("/players/{seat}/deck");
            let mut faults = G::deck_faults(self.pool, deck);
            faults.retain(|fault| fault.cites().all(|rule| self.suspended != Some(rule)));
            faults.iter().map(|fault| refusal::<G>(None, fault, &place, language)).collect::<Vec<_>>()
        };
        decks.iter().enumerate().flat_map(of).collect()
    }

    fn viewer(&self) -> Viewer {
        self.query.view.viewer()
    }

    /// Folds the log; the reason to stop early is in `refusals` or is returned.
    fn fold(&self, fold: &mut Fold<'_, G>, entries: &[Entry<G::Action>]) -> Result<Option<Halt>, Fault> {
        let viewer = self.viewer();
        if self.query.trace != Trace::None {
            fold.game.record = Some(Vec::new());
        }
        fold.game.advance();
        self.trace_step(fold, None, true)?;
        for entry in entries {
            if let Some(halt) = fold.game.halted() {
                return Ok(Some(halt));
            }
            // The holder of the log sees every entry as it stands.
            let seen = (viewer != Viewer::Full)
                .then(|| G::action_view(&fold.game, entry.seat, &entry.action, viewer));
            let listed = seen != Some(Seen::Nothing);
            let told = fold.game.record.is_some().then(|| match &seen {
                Some(seen) => shown(entry, seen),
                None => Value::Object(entry.sent()),
            });
            let kept = fold.kept.map(|mut kept| {
                count_listed(&mut kept, &fold.game, entry);
                kept
            });
            let refusals = match fold.game.check(entry.seat, &entry.action) {
                Ok(permit) => {
                    permit.apply();
                    Vec::new()
                }
                Err(refusals) => refusals,
            };
            if !refusals.is_empty() {
                // A table that could not be read to its end refuses nothing.
                let halted = fold.game.halted();
                match halted {
                    Some(_) => fold.accepted += 1,
                    None => fold.refusals = refusals,
                }
                return Ok(halted);
            }
            fold.accepted += 1;
            fold.listed += usize::from(listed);
            fold.kept = kept;
            self.trace_step(fold, told, listed)?;
        }
        Ok(fold.game.halted())
    }

    fn trace_step(&self, fold: &mut Fold<'_, G>, entry: Option<Value>, listed: bool) -> Result<(), Fault> {
        let Some(events) = fold.game.record.as_mut().map(std::mem::take) else { return Ok(()) };
        let views = G::event_views(&fold.game, &events, self.viewer());
        let events = serde_json::to_value(views).map_err(|error| internal(&error))?;
        let mut step = Map::new();
        if let Some(entry) = entry {
            step.insert("action".to_owned(), entry);
        }
        step.insert("events".to_owned(), events);
        if self.query.trace == Trace::States && self.query.view == View::Full {
            let digest = state_digest(&fold.game)?;
            step.insert("state_digest".to_owned(), Value::from(digest.to_string()));
        }
        if listed {
            fold.trace.push(Value::Object(step));
        } else if let (Some(Value::Object(last)), Some(Value::Array(more))) =
            (fold.trace.last_mut(), step.remove("events"))
            && let Some(Value::Array(events)) = last.get_mut("events")
        {
            // What an unlisted entry leads to belongs to the listed one before it.
            events.extend(more);
        }
        Ok(())
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

    fn replay_digest(&self, log: Digest) -> Result<Digest, Fault> {
        replay_digest(&ReplayName {
            edition: &self.replay.edition,
            format: FORMAT,
            game: G::ID,
            log,
            pool: self.replay.pool.digest,
            semantics: G::SEMANTICS,
        })
    }

    fn blank(&self, verdict: VerdictKind) -> Verdict {
        Verdict {
            accepted: 0,
            accepted_digest: None,
            claim: None,
            edition: self.replay.edition.clone(),
            game: G::ID.to_owned(),
            illegal: None,
            log_digest: None,
            next: Vec::new(),
            not_judged: None,
            outcome: None,
            pool: self.replay.pool.digest.to_string(),
            replay_digest: None,
            semantics: G::SEMANTICS,
            standing: Vec::new(),
            state: None,
            state_digest: None,
            trace: None,
            verdict,
        }
    }

    fn not_judged(&self, why: NotJudged) -> Result<Verdict, Fault> {
        Ok(Verdict { not_judged: Some(why), ..self.blank(VerdictKind::NotJudged) })
    }

    fn header(&self, refusals: Vec<RefusalAnswer>) -> Result<Verdict, Fault> {
        let pointer = refusals.first().map_or_else(String::new, |first| first.pointer.clone());
        let illegal = Illegal {
            action: None,
            at: None,
            legal: None,
            pointer,
            refusals,
            seat: None,
            stage: "header".to_owned(),
        };
        let mut verdict = self.blank(VerdictKind::Illegal);
        if self.query.view == View::Full {
            let name = self.name(self.entries()?)?;
            verdict.log_digest = Some(name.log.to_string());
            verdict.replay_digest = Some(name.replay.to_string());
        }
        Ok(Verdict { illegal: Some(illegal), ..verdict })
    }

    fn render(
        &self,
        mut fold: Fold<'_, G>,
        refused: Option<&Entry<G::Action>>,
        digests: &Digests,
    ) -> Result<Verdict, Fault> {
        let viewer = self.viewer();
        let kind = if fold.refusals.is_empty() { VerdictKind::Legal } else { VerdictKind::Illegal };
        let mut verdict = self.blank(kind);
        let refusals = std::mem::take(&mut fold.refusals);
        if let Some(entry) = refused.filter(|_| !refusals.is_empty()) {
            verdict.illegal = Some(self.illegal(&mut fold, entry, &refusals)?);
        }
        verdict.accepted = fold.listed;
        verdict.next = next(&mut fold.game, viewer);
        verdict.outcome = fold.game.state.outcome.as_ref().map(|outcome| {
            let cites: Vec<_> = outcome.cites.iter().map(|cite| G::rules().id(*cite)).collect();
            let kind = if outcome.winner.is_some() { "win" } else { "draw" };
            json!({ "cites": cites, "kind": kind, "reason": outcome.ending, "winner": outcome.winner })
        });
        if fold.game.state.outcome.is_none() {
            verdict.standing = G::STANDING.iter().map(|word| (*word).to_owned()).collect();
        }
        let state = G::state_view(&fold.game, viewer);
        verdict.state = Some(serde_json::to_value(state).map_err(|error| internal(&error))?);
        if viewer == Viewer::Full {
            verdict.accepted_digest = Some(digests.accepted.to_string());
            verdict.log_digest = Some(digests.log.to_string());
            verdict.replay_digest = Some(digests.replay.to_string());
            let claimed = self.replay.claim.as_ref().is_some_and(|claim| claim.state.is_some());
            if claimed || self.query.state_digest || self.query.trace == Trace::States {
                verdict.state_digest = Some(state_digest(&fold.game)?.to_string());
            }
        }
        if let Some(halt) = fold.game.halted() {
            return self.not_judged(NotJudged { at: None, code: halt_code(halt).to_owned() });
        }
        verdict.trace = (self.query.trace != Trace::None).then_some(fold.trace);
        Ok(verdict)
    }

    fn illegal(
        &self,
        fold: &mut Fold<'_, G>,
        entry: &Entry<G::Action>,
        refusals: &[Refusal<G::Reason>],
    ) -> Result<Illegal, Fault> {
        let viewer = self.viewer();
        let seen = match viewer {
            Viewer::Full => Seen::Whole(entry.action.clone()),
            _ => G::action_view(&fold.game, entry.seat, &entry.action, viewer),
        };
        let at = fold.listed;
        let place = format!("/actions/{at}");
        let own = viewer.is(entry.seat);
        let readable = own || refusals.first().is_some_and(|first| G::reason_is_public(&first.reason));
        let mut answers: Vec<RefusalAnswer> = refusals
            .iter()
            .filter(|refusal| own || G::reason_is_public(&refusal.reason))
            .map(|each| refusal::<G>(Some(&fold.game), each, &place, self.query.language))
            .collect();
        if !readable {
            answers = vec![RefusalAnswer {
                cites: vec![G::rules().id(G::secrecy()).to_owned()],
                code: "hidden_reason".to_owned(),
                message: hidden_reason(self.query.language).to_owned(),
                params: json!({}),
                pointer: place.clone(),
            }];
        }
        let asked = fold.game.state.asked.first().map(|asked| asked.seat);
        let legal = asked.filter(|seat| viewer.is(*seat)).map(|seat| legal_of(&mut fold.game, seat));
        let pointer = answers.first().map_or(place, |first| first.pointer.clone());
        let action = match seen {
            Seen::Nothing => None,
            seen => Some(shown(entry, &seen)),
        };
        Ok(Illegal {
            action,
            at: Some(at),
            legal,
            pointer,
            refusals: answers,
            seat: Some(entry.seat.number()),
            stage: "log".to_owned(),
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
    fn digests(&self, record: &Record) -> Digests {
        Digests { accepted: Digest(record.accepted_log), log: self.log, replay: self.replay }
    }
}

/// The digests that a verdict tells.
struct Digests {
    accepted: Digest,
    log: Digest,
    replay: Digest,
}

/// The index of the entry after those that a record accepted.
fn fold_index(record: &Record) -> usize {
    usize::try_from(record.accepted).unwrap_or(usize::MAX)
}

const fn hidden_reason(language: crate::answer::Language) -> &'static str {
    match language {
        crate::answer::Language::English => "Why this is illegal is hidden from this view.",
        crate::answer::Language::TraditionalChinese => "此視角不得得知違規的理由。",
        crate::answer::Language::SimplifiedChinese => "此视角不得得知违规的理由。",
    }
}

/// An entry as somebody sees it.
fn shown<A>(entry: &Entry<A>, seen: &Seen<A>) -> Value {
    let mut sent = entry.sent();
    if let Seen::Without(_, fields) = seen {
        for field in fields {
            sent.remove(*field);
        }
    }
    Value::Object(sent)
}

/// The digest of the full state.
pub fn state_digest<G: Registered>(game: &Match<'_, G>) -> Result<Digest, Fault> {
    canonical::digest(&G::state_view(game, Viewer::Full))
}

/// A member of a shape as an entry without its seat.
fn member<G: Registered>(member: &shape::Member) -> Option<Value> {
    let action = G::action_from_member(member.kind, &member.fields)?;
    serde_json::to_value(action).ok()
}

/// Shapes, listing and count of what a seat may answer.
pub fn legal_of<G: Registered>(game: &mut Match<'_, G>, seat: Seat) -> Value {
    let shapes: Vec<Shape> = G::shapes(game, seat);
    let count = shape::count(&shapes);
    let members = shape::listing(&shapes, shape::LISTING_LIMIT);
    let listing: Vec<Value> = members.iter().filter_map(|each| member::<G>(each)).collect();
    json!({ "count": count, "listing": listing, "shapes": shapes })
}

fn next<G: Registered>(game: &mut Match<'_, G>, viewer: Viewer) -> Vec<Value> {
    let asked: Vec<_> = game
        .state
        .asked
        .iter()
        .map(|asked| (asked.seat, G::question_name(&asked.question), asked.sealed))
        .collect();
    asked
        .into_iter()
        .map(|(seat, kind, sealed)| {
            let mut item = json!({ "kind": kind, "sealed": sealed, "seat": seat });
            if viewer.is(seat)
                && let (Value::Object(item), Value::Object(legal)) = (&mut item, legal_of(game, seat))
            {
                item.extend(legal);
            }
            item
        })
        .collect()
}
