//! A judgement as a verdict for a view and a language.

use rules_judge_engine::game_kit::question::Named;
use rules_judge_engine::games::{Registered, Seen};
use rules_judge_engine::kernel::shape::{self, Shape};
use rules_judge_engine::kernel::{Due, EachCard, Match, Seat, Viewer};
use rules_judge_engine::verdict::Refusal;
use serde_json::{Value, json};

use crate::answer::message::{self, Perspective};
use crate::answer::{
    CardPlace, ChanceAnswer, Fault, Illegal, Language, Legal, ListingLimit, NextDecision, NotJudged,
    RefusalAnswer, Trace, Verdict, VerdictKind, View, WaitingAnswer, Written,
};
use crate::cache::Cache;
use crate::cache::record::{Ended, Stopped, UnreadCard};
use crate::codec::entry::{Entry, What};
use crate::judging::chance_entry::{self, Reasons, seen};
use crate::judging::run::{Digests, End, Judgement, Run, internal, is_listed, state_digest};

/// A refusal as it is answered, its pointer below `place`.
pub fn refusal<G: Registered>(
    reader: Option<Perspective<'_, '_, G>>,
    refusal: &Refusal<G::Reason>,
    place: &str,
    language: Language,
) -> RefusalAnswer {
    let (code, params, message) = message::explain::<G>(reader, &refusal.reason, language);
    let cites = refusal.cites().map(|cite| G::rules().id(cite).to_owned()).collect();
    RefusalAnswer { cites, code, message, params, pointer: format!("{place}{}", refusal.field) }
}

impl<G: Registered> Run<'_, G> {
    fn blank(&self, verdict: VerdictKind) -> Verdict {
        Verdict {
            accepted: 0,
            accepted_digest: None,
            chance: self.replay.declared.then(ChanceAnswer::declared),
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
            trace_next: None,
            verdict,
            waiting: None,
        }
    }

    /// A log of which nothing was judged.
    pub(super) fn unjudged(
        &self,
        cache: Option<&Cache>,
        stopped: Stopped,
        digests: &Digests,
    ) -> Result<Verdict, Fault> {
        let verdict = self.not_judged(&stopped, digests);
        self.keep_end(cache, Ended::Unjudged { stopped, edition: self.replay.edition.clone() }, digests);
        Ok(verdict)
    }

    pub(crate) fn not_judged(&self, stopped: &Stopped, digests: &Digests) -> Verdict {
        let not_judged = Some(self.why_not_judged(None, stopped));
        self.named(Verdict { not_judged, ..self.blank(VerdictKind::NotJudged) }, digests)
    }

    /// Why a log was not judged, as the viewer may know it: the place of an unknown card is part of it in views that
    /// show the cards of that place.
    fn why_not_judged(&self, at: Option<usize>, stopped: &Stopped) -> NotJudged {
        let sees = |unread: &&UnreadCard| match self.query.view {
            View::Full => true,
            View::Seat0 => unread.seen[0],
            View::Seat1 => unread.seen[1],
            View::Public => unread.seen[2],
        };
        let mut not_judged = NotJudged::new(at, stopped.code.as_str(), self.query.language);
        if let Some(unread) = stopped.unread.as_ref().filter(sees) {
            not_judged.cites.extend(unread.cites.clone());
            let (index, seat, zone) = (unread.index, unread.seat, unread.zone.clone());
            not_judged.place = Some(CardPlace { index, seat, zone });
        }
        not_judged
    }

    /// The same with the names of the log, for those who may know them.
    fn named(&self, mut verdict: Verdict, digests: &Digests) -> Verdict {
        if self.query.view == View::Full {
            verdict.log_digest = Some(digests.log.to_string());
            verdict.replay_digest = Some(digests.replay.to_string());
        }
        verdict
    }

    pub(crate) fn header(&self, refusals: Vec<RefusalAnswer>, digests: &Digests) -> Verdict {
        let refusals = self.readable(refusals);
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
        self.named(Verdict { illegal: Some(illegal), ..self.blank(VerdictKind::Illegal) }, digests)
    }

    /// The faults of a header that the viewer may read: those of the other seat's deck or half become one
    /// without details.
    fn readable(&self, mut refusals: Vec<RefusalAnswer>) -> Vec<RefusalAnswer> {
        let viewer = self.viewer();
        if viewer == Viewer::Full {
            return refusals;
        }
        for seat in Seat::BOTH.into_iter().filter(|seat| !viewer.is(*seat)) {
            let half = format!("/players/{}", seat.number());
            let places = [half.clone(), format!("/start/position{half}")];
            let of = |refusal: &RefusalAnswer| {
                let mut below =
                    places.iter().filter_map(|place| refusal.pointer.strip_prefix(place.as_str()));
                below.any(|rest| rest.is_empty() || rest.starts_with('/'))
            };
            let before = refusals.len();
            refusals.retain(|refusal| !of(refusal));
            if refusals.len() < before {
                refusals.push(hidden_answer::<G>(half, self.query.language));
            }
        }
        refusals
    }

    pub(crate) fn render(
        &self,
        mut judgement: Judgement<'_, G>,
        refused: Option<&Entry<G::Action>>,
        digests: &Digests,
    ) -> Result<Verdict, Fault> {
        let viewer = self.viewer();
        // Judging is over: rendering has fuel of its own.
        judgement.game.refuel();
        let (kind, reasons, unjudged, over) = match std::mem::replace(&mut judgement.end, End::Open) {
            End::Open => (VerdictKind::Legal, None, None, false),
            End::Refused(reasons) => (VerdictKind::Illegal, Some(reasons), None, false),
            End::Missing => (VerdictKind::NotJudged, None, Some(Stopped::plainly("missing_outcome")), false),
            End::Halted(stopped) => (VerdictKind::NotJudged, None, Some(stopped), true),
        };
        let mut verdict = self.blank(kind);
        if let Some((entry, reasons)) = refused.zip(reasons) {
            verdict.illegal = Some(self.illegal(&mut judgement, entry, &reasons)?);
        }
        if let Some(stopped) = unjudged {
            verdict.not_judged = Some(self.why_not_judged(Some(judgement.listed_at()), &stopped));
        }
        verdict.accepted = judgement.listed;
        if !over {
            verdict.next = next(&mut judgement.game, viewer, self.query.listing)?;
        }
        // What an entry that waits has done so far does not count.
        let before = self.before_waiting(&judgement.game);
        verdict.waiting = judgement.game.due().map(|due| self.waiting(&judgement, before.as_ref(), due));
        let game = before.as_ref().unwrap_or(&judgement.game);
        verdict.outcome = game.state.outcome.as_ref().map(|outcome| {
            let cites: Vec<_> = outcome.cites.iter().map(|cite| G::rules().id(*cite)).collect();
            let kind = if outcome.winner.is_some() { "win" } else { "draw" };
            json!({ "cites": cites, "kind": kind, "reason": outcome.ending, "winner": outcome.winner })
        });
        if game.state.outcome.is_none() && judgement.game.due().is_none() {
            verdict.standing = G::STANDING.iter().map(|word| (*word).to_owned()).collect();
        }
        let (state, stopped, _) = game.telling(|game| Written::new(&G::state_view(game, viewer)));
        let state = state.map_err(|error| internal(&error))?;
        verdict.state = stopped.is_none().then_some(state);
        if viewer == Viewer::Full {
            verdict.accepted_digest = Some(digests.accepted.to_string());
            verdict.log_digest = Some(digests.log.to_string());
            verdict.replay_digest = Some(digests.replay.to_string());
            let claimed = self.replay.claim.as_ref().is_some_and(|claim| claim.state.is_some());
            if claimed || self.query.state_digest || self.query.trace == Trace::States {
                verdict.state_digest = state_digest(game)?.map(|digest| digest.to_string());
            }
        }
        if let Some(trace) = judgement.trace {
            let (steps, next) = trace.end()?;
            verdict.trace = Some(steps);
            verdict.trace_next = next;
        }
        Ok(verdict)
    }

    /// The entry that waits for outcomes, as the viewer sees it at the table before it.
    fn waiting(
        &self,
        judgement: &Judgement<'_, G>,
        before: Option<&Match<'_, G>>,
        due: &Due<G>,
    ) -> WaitingAnswer {
        let viewer = self.viewer();
        let entry = judgement.waiting.as_ref().zip(before);
        let is_seen = entry.is_some_and(|(waiting, before)| is_listed(before, &waiting.entry, viewer));
        let label = due.is_seen(&judgement.game, viewer).then(|| due.label.clone());
        WaitingAnswer { at: is_seen.then_some(judgement.listed), labels: label.into_iter().collect() }
    }

    fn illegal(
        &self,
        judgement: &mut Judgement<'_, G>,
        entry: &Entry<G::Action>,
        reasons: &Reasons<G>,
    ) -> Result<Illegal, Fault> {
        let viewer = self.viewer();
        let seen = seen(&judgement.game, entry, viewer);
        let at = judgement.listed_at();
        let place = format!("/actions/{at}");
        let seat = entry.seat();
        let own = match seat {
            Some(seat) => viewer.is(seat),
            None => seen != Seen::Nothing,
        };
        let language = self.query.language;
        let reader = Perspective { game: &judgement.game, viewer };
        let named = match &entry.what {
            What::Action(_, action) => action.cards(),
            What::Outcome(_) => Vec::new(),
        };
        let mut answers: Vec<RefusalAnswer> = match (reasons, &entry.what) {
            (Reasons::Outcome(rule, why), What::Outcome(outcome)) if own => {
                vec![chance_entry::refusal::<G>((*rule, *why), outcome, &place, language)]
            }
            (Reasons::Outcome(..), _) => Vec::new(),
            (Reasons::Rules(refusals, _), _) => {
                let public = |refusal: &&Refusal<G::Reason>| own || reader.may_read(&refusal.reason, &named);
                let readable = refusals.first().filter(public).is_some();
                let read = refusals.iter().filter(|_| readable).filter(public);
                read.map(|each| refusal::<G>(Some(reader), each, &place, language)).collect()
            }
        };
        if answers.is_empty() {
            answers = vec![hidden_answer::<G>(place.clone(), language)];
        }
        // A refused entry makes nothing public: of one that names a card that others do not see they are
        // told only whose it is and of which kind.
        let whole = own || reader.sees(named.iter().copied());
        let action = shown(entry, seen).map(|mut shown| {
            if let Value::Object(fields) = &mut shown {
                fields.retain(|name, _| whole || matches!(name.as_str(), "seat" | "type"));
            }
            shown
        });
        let asked = judgement.game.state.asked.first().map(|asked| asked.seat);
        let limit = self.query.listing;
        let legal = match judgement.game.due() {
            Some(due) => due
                .is_seen(&judgement.game, viewer)
                .then(|| chance_entry::legal(&judgement.game, due, viewer, limit)),
            None => {
                asked.filter(|seat| viewer.is(*seat)).map(|seat| legal_of(&mut judgement.game, seat, limit))
            }
        }
        .transpose()?;
        let pointer = answers.first().map_or(place, |first| first.pointer.clone());
        Ok(Illegal {
            action,
            at: Some(at),
            legal,
            pointer,
            refusals: answers,
            seat: seat.map(Seat::number),
            stage: "log".to_owned(),
        })
    }
}

/// What stands in place of reasons that a view hides.
fn hidden_answer<G: Registered>(pointer: String, language: Language) -> RefusalAnswer {
    RefusalAnswer {
        cites: vec![G::rules().id(G::secrecy()).to_owned()],
        code: "hidden_reason".to_owned(),
        message: hidden_reason(language).to_owned(),
        params: json!({}),
        pointer,
    }
}

const fn hidden_reason(language: Language) -> &'static str {
    match language {
        Language::English => "Why this is illegal is hidden from this view.",
        Language::TraditionalChinese => "此視角不得得知違規的理由。",
        Language::SimplifiedChinese => "此视角不得得知违规的理由。",
    }
}

/// An entry as a viewer sees it, if at all.
pub(super) fn shown<A>(entry: &Entry<A>, seen: Seen) -> Option<Value> {
    let mut sent = entry.sent();
    match seen {
        Seen::Whole => {}
        Seen::Without(field) => {
            sent.remove(field);
        }
        Seen::Nothing => return None,
    }
    Some(Value::Object(sent))
}

/// A member of a shape as an entry without its seat.
fn member<G: Registered>(member: &shape::Member) -> Option<Value> {
    let action = G::action_from_member(member.kind, &member.fields)?;
    serde_json::to_value(action).ok()
}

/// The most bytes of a listing; answers without fields to fill in always have room.
pub const LISTING_BYTES: usize = 1 << 20;

/// Shapes, listing and count of what a seat may answer.
pub fn legal_of<G: Registered>(
    game: &mut Match<'_, G>,
    seat: Seat,
    limit: ListingLimit,
) -> Result<Legal, Fault> {
    let (shapes, stopped): (Vec<Shape>, _) = game.aside(|game| G::shapes(game, seat));
    let is_looked_through = stopped.is_none();
    // What was not looked through to its end is not told in part.
    let shapes = if is_looked_through { shapes } else { Vec::new() };
    let count = if is_looked_through { shape::count(&shapes) } else { None };
    let members = shape::listing(&shapes, limit.0);
    let listing = bounded(members.iter().filter_map(|each| member::<G>(each)));
    let shapes = Written::new(&shapes).map_err(|error| internal(&error))?;
    Ok(Legal { complete: count == Some(listing.len() as u64), count, listing, shapes })
}

/// As many answers as have room.
fn bounded(answers: impl Iterator<Item = Value>) -> Vec<Value> {
    let mut bytes = 0usize;
    let has_room = |answer: &Value| {
        bytes = bytes.saturating_add(answer.to_string().len());
        bytes <= LISTING_BYTES
    };
    answers.take_while(has_room).collect()
}

fn next<G: Registered>(
    game: &mut Match<'_, G>,
    viewer: Viewer,
    limit: ListingLimit,
) -> Result<Vec<NextDecision>, Fault> {
    if let Some(due) = game.due() {
        return Ok(vec![chance_entry::next(game, due, viewer, limit)?]);
    }
    let asked: Vec<_> =
        game.state.asked.iter().map(|asked| (asked.seat, asked.question.name(), asked.sealed)).collect();
    asked
        .into_iter()
        .map(|(seat, kind, sealed)| {
            let legal = viewer.is(seat).then(|| legal_of(game, seat, limit)).transpose()?;
            Ok(NextDecision { kind, label: None, legal, sealed, seat: Some(seat.number()) })
        })
        .collect()
}
