//! Renders a judgement as a verdict for a view and a language.

use std::collections::BTreeSet;

use rules_judge_engine::game_kit::action::Actions;
use rules_judge_engine::game_kit::question::{AskedText, Named, public_text};
use rules_judge_engine::game_kit::sentence::Speech;
use rules_judge_engine::games::{Reader, Registered, Seen};
use rules_judge_engine::kernel::shape::{self, Shape};
use rules_judge_engine::kernel::{Asked, CardId, Due, Halt, MapCards, Match, Seat, Viewer};
use rules_judge_engine::verdict::Refusal;
use serde_json::{Value, json};

use crate::answer::message::Perspective;
use crate::answer::{
    CardPlace, ChanceAnswer, Fault, Illegal, Legal, ListingLimit, NextDecision, NotJudged, RefusalAnswer,
    Trace, Verdict, VerdictKind, View, WaitingAnswer, Written,
};
use crate::cache::record::Stopped;
use crate::codec::entry::{Entry, What};
use crate::codec::format::Opening;
use crate::codec::json;
use crate::codec::ruling::{ALLOW, Rules};
use crate::judging::chance_entry;
use crate::judging::entry::{Reasons, puts_down, seen, shown};
use crate::judging::judgement::{Conclusion, Digests, End, Judgement, Run, is_listed, state_digest};
use crate::judging::refusal::{cannot_be_allowed, hidden_answer, refusal};

impl<G: Registered> Run<'_, G> {
    fn blank(&self, verdict: VerdictKind) -> Verdict {
        Verdict {
            accepted: 0,
            accepted_digest: None,
            assumed: self.replay.assumed.clone(),
            chance: self.replay.declared.then(ChanceAnswer::declared),
            claim: None,
            edition: self.replay.edition.clone(),
            facts: self.facts(None),
            game: G::INFO.id.to_owned(),
            has_secret: self.replay.has_secret,
            illegal: None,
            log_digest: None,
            next: Vec::new(),
            not_judged: None,
            outcome: None,
            pool: self.replay.pool.digest.to_string(),
            replay_digest: None,
            rulings: Vec::new(),
            semantics: G::INFO.semantics,
            standing: Vec::new(),
            state: None,
            state_digest: None,
            trace: None,
            trace_next: None,
            verdict,
            waiting: None,
        }
    }

    /// The facts of the header about cards whose faces the viewer sees on this table; in the full view all.
    fn facts(&self, table: Option<&Match<'_, G>>) -> Vec<Value> {
        let viewer = self.viewer();
        let sees = |game: &Match<'_, G>, id: &str| {
            let definition = G::find_card(self.pool, id);
            let is_seen = |card: CardId| game.state.is_known(card) && game.sees_card(viewer, card);
            let mut cards = game.state.table.cards();
            cards.any(|(card, each)| Some(each.definition) == definition && is_seen(card))
        };
        let about = self.replay.facts.by_card();
        let seen = about.filter(|(id, _)| viewer == Viewer::Full || table.is_some_and(|game| sees(game, id)));
        seen.map(|(_, item)| item.clone()).collect()
    }

    /// The answer of a judgement.
    pub(crate) fn answer(&self, conclusion: Conclusion<'_, G>, digests: &Digests) -> Result<Verdict, Fault> {
        match conclusion {
            Conclusion::Unjudged { stopped, edition } => {
                Ok(Verdict { edition, ..self.not_judged(&stopped, digests) })
            }
            Conclusion::Header(faults) => Ok(self.header(faults, digests)),
            Conclusion::Ended(judgement, refused) => self.render(*judgement, refused.as_deref(), digests),
        }
    }

    fn not_judged(&self, stopped: &Stopped, digests: &Digests) -> Verdict {
        let not_judged = Some(self.why_not_judged(None, stopped));
        self.named(Verdict { not_judged, ..self.blank(VerdictKind::NotJudged) }, digests)
    }

    /// Why a log was not judged. The place of an unknown card is part of it only in views that show the cards
    /// of that place.
    fn why_not_judged(&self, at: Option<usize>, stopped: &Stopped) -> NotJudged {
        let sees = |[seat_0, seat_1, public]: [bool; 3]| match self.query.view {
            View::Full => true,
            View::Seat0 => seat_0,
            View::Seat1 => seat_1,
            View::Public => public,
        };
        let mut not_judged = NotJudged::new(at, stopped.code.as_str(), self.query.language);
        if let Some(unread) = stopped.unread.as_ref().filter(|unread| sees(unread.seen)) {
            not_judged.cites.extend(unread.cites.clone());
            let (index, seat, zone) = (unread.index, unread.seat, unread.zone.clone());
            not_judged.place = Some(CardPlace { index, seat, zone });
        }
        let inexact = stopped.inexact.as_ref().filter(|inexact| sees(inexact.seen));
        not_judged.card = inexact.map(|inexact| inexact.card.clone());
        match inexact.and_then(|inexact| inexact.fact.clone()) {
            Some(fact) => not_judged.lacking(fact, self.query.language),
            None => not_judged,
        }
    }

    /// Adds the digests that name the log and its judgement, in the full view.
    fn named(&self, mut verdict: Verdict, digests: &Digests) -> Verdict {
        if self.query.view == View::Full {
            verdict.log_digest = Some(digests.log.to_string());
            verdict.replay_digest = Some(digests.replay.to_string());
        }
        verdict
    }

    fn header(&self, refusals: Vec<RefusalAnswer>, digests: &Digests) -> Verdict {
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

    /// The faults of a header for a view: those of the other seat's deck or half of the table become one
    /// fault without details.
    fn readable(&self, mut refusals: Vec<RefusalAnswer>) -> Vec<RefusalAnswer> {
        let viewer = self.viewer();
        if viewer == Viewer::Full {
            return refusals;
        }
        if let Opening::Position(position) = &self.replay.opening {
            self.stop_at_hidden_zones(position, &mut refusals);
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

    /// Replaces the faults at cards that the viewer does not see, also in its own zones, by one fault without
    /// details for each zone.
    fn stop_at_hidden_zones(&self, position: &G::Position, refusals: &mut Vec<RefusalAnswer>) {
        let start = "/start/position";
        let mut zones = BTreeSet::new();
        refusals.retain(|refusal| {
            let pointer = refusal.pointer.strip_prefix(start);
            let zone = pointer.and_then(|pointer| G::hidden_zone(position, self.viewer(), pointer));
            let is_seen = zone.is_none();
            zones.extend(zone);
            is_seen
        });
        let hidden = |zone| hidden_answer::<G>(format!("{start}{zone}"), self.query.language);
        refusals.extend(zones.into_iter().map(hidden));
    }

    fn render(
        &self,
        mut judgement: Judgement<'_, G>,
        refused: Option<&Entry<G::Action>>,
        digests: &Digests,
    ) -> Result<Verdict, Fault> {
        let viewer = self.viewer();
        // Judging is over: rendering has fuel of its own.
        judgement.game.refuel();
        let is_missing = matches!(judgement.end, End::Missing);
        let (kind, reasons, unjudged, over) = match std::mem::replace(&mut judgement.end, End::Open) {
            End::Open if judgement.rulings.is_any() => (VerdictKind::LegalWithRulings, None, None, false),
            End::Open => (VerdictKind::Legal, None, None, false),
            End::Refused(reasons) => (VerdictKind::Illegal, Some(reasons), None, false),
            End::Missing => {
                (VerdictKind::NotJudged, None, Some(Stopped::with_code("missing_outcome")), false)
            }
            End::Halted(stopped) => (VerdictKind::NotJudged, None, Some(stopped), true),
        };
        let mut verdict = self.blank(kind);
        if let Some((entry, reasons)) = refused.zip(reasons) {
            verdict.illegal = Some(self.illegal(&mut judgement, entry, &reasons)?);
        }
        if let Some(stopped) = unjudged {
            verdict.not_judged = Some(self.reason_not_judged(&judgement, &stopped, is_missing));
        }
        verdict.accepted = judgement.listed;
        verdict.rulings = judgement.rulings.answers(self.query.view, self.query.language);
        if !over {
            let speech = self.speech(&judgement.names);
            verdict.next = next(&mut judgement.game, viewer, &speech, self.query.listing)?;
        }
        // The effects of a waiting entry do not count yet.
        let before = self.before_waiting(&judgement.game);
        verdict.waiting = judgement.game.due().map(|due| self.waiting(&judgement, before.as_ref(), due));
        let game = before.as_ref().unwrap_or(&judgement.game);
        verdict.facts = self.facts(Some(game));
        verdict.outcome = outcome_of(game);
        if game.state.outcome.is_none() && judgement.game.due().is_none() {
            verdict.standing = G::INFO.standing.iter().map(|word| (*word).to_owned()).collect();
        }
        let reader = Reader { viewer, language: Some(self.query.language.place()) };
        let (state, stopped, _) = game.telling(|game| Written::new(&G::state_view(game, reader)));
        let state = state.map_err(|error| Fault::unwritten(&error))?;
        verdict.state = stopped.is_none().then_some(state);
        if viewer == Viewer::Full {
            self.add_digests(&mut verdict, game, digests)?;
        }
        if let Some(trace) = judgement.trace {
            let (steps, next) = trace.end()?;
            verdict.trace = Some(steps);
            verdict.trace_next = next;
        } else if self.traces_last_entry {
            verdict.trace = Some(Vec::new());
        }
        Ok(verdict)
    }

    /// Why judging stopped, with the label of the missing outcome if the viewer may know it.
    fn reason_not_judged(
        &self,
        judgement: &Judgement<'_, G>,
        stopped: &Stopped,
        is_missing: bool,
    ) -> NotJudged {
        let why = self.why_not_judged(Some(judgement.listed_at()), stopped);
        let is_seen = |due: &&Due<G>| is_missing && due.is_seen(&judgement.game, self.viewer());
        match judgement.game.due().filter(is_seen) {
            Some(due) => why.awaiting(&due.label, self.query.language),
            None => why,
        }
    }

    /// Adds the digests, which only the full view shows.
    fn add_digests(
        &self,
        verdict: &mut Verdict,
        game: &Match<'_, G>,
        digests: &Digests,
    ) -> Result<(), Fault> {
        verdict.accepted_digest = Some(digests.accepted.to_string());
        verdict.log_digest = Some(digests.log.to_string());
        verdict.replay_digest = Some(digests.replay.to_string());
        let claimed = self.replay.claim.as_ref().is_some_and(|claim| claim.state.is_some());
        if claimed || self.query.state_digest || self.query.trace == Trace::States {
            verdict.state_digest = state_digest(game)?.map(|digest| digest.to_string());
        }
        Ok(())
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
        let at = judgement.listed + judgement.rulings.shown();
        WaitingAnswer { at: is_seen.then_some(at), labels: label.into_iter().collect() }
    }

    fn illegal(
        &self,
        judgement: &mut Judgement<'_, G>,
        entry: &Entry<G::Action>,
        reasons: &Reasons<G>,
    ) -> Result<Illegal, Fault> {
        let viewer = self.viewer();
        let at = judgement.listed_at();
        let names = self.speech(&judgement.names).names;
        let reader = Perspective { game: &judgement.game, viewer, names };
        let refusals = self.against(reader, entry, reasons, at);
        let action = self.shown_refused(&judgement.game, entry);
        let asked = judgement.game.state.asked.first().map(|asked| asked.seat);
        let (speech, limit) = (self.speech(&judgement.names), self.query.listing);
        let legal = match judgement.game.due() {
            Some(due) => due
                .is_seen(&judgement.game, viewer)
                .then(|| chance_entry::legal(&judgement.game, due, viewer, &speech, limit)),
            None => asked
                .filter(|seat| viewer.is(*seat))
                .map(|seat| legal_of(&mut judgement.game, seat, viewer, &speech, limit)),
        }
        .transpose()?;
        let pointer = refusals.first().map_or_else(String::new, |first| first.pointer.clone());
        let seat = entry.seat().map(Seat::number);
        Ok(Illegal { action, at: Some(at), legal, pointer, refusals, seat, stage: "log".to_owned() })
    }

    /// The reasons against an entry, as far as the viewer may know them; at least one.
    pub(super) fn against(
        &self,
        reader: Perspective<'_, '_, G>,
        entry: &Entry<G::Action>,
        reasons: &Reasons<G>,
        at: usize,
    ) -> Vec<RefusalAnswer> {
        let language = self.query.language;
        let mut place = format!("/actions/{at}");
        let own = self.is_own(reader.game, entry);
        let mut answers: Vec<RefusalAnswer> = match (reasons, &entry.what) {
            (Reasons::Outcome(rules, why), What::Outcome(outcome)) if own => {
                vec![chance_entry::refusal::<G>((rules, *why), outcome, &place, language)]
            }
            (Reasons::Outcome(..), _) => Vec::new(),
            (Reasons::Position(faults), _) => {
                place.push_str("/position");
                let read = faults.iter().filter(|_| own);
                read.map(|each| refusal::<G>(None, each, &place, language)).collect()
            }
            (Reasons::Rules(refusals, _), what) => {
                let named = named(what);
                let has_history = self.has_history();
                let public = |refusal: &&Refusal<G::Reason>| {
                    own && reader.may_read_own(&refusal.reason, has_history)
                        || reader.may_read(&refusal.reason, &named)
                };
                let readable = refusals.first().filter(public).is_some();
                let mut answers = Vec::new();
                if let What::Ruling(_) = what {
                    place.push_str("/allow");
                    answers.extend(readable.then(|| cannot_be_allowed::<G>(&place, language)));
                }
                let read = refusals.iter().filter(|_| readable).filter(public);
                answers.extend(read.map(|each| refusal::<G>(Some(reader), each, &place, language)));
                answers
            }
        };
        if answers.is_empty() {
            answers = vec![hidden_answer::<G>(place, language)];
        }
        answers
    }

    /// Whether the players have seen all of the game's history: it began with decks, and no ruling replaced
    /// the table.
    fn has_history(&self) -> bool {
        let mut actions = self.replay.actions.iter();
        matches!(self.replay.opening, Opening::Decks(..)) && !actions.any(puts_down)
    }

    /// Whether an entry is the viewer's own: then the viewer may learn every reason against it.
    fn is_own(&self, game: &Match<'_, G>, entry: &Entry<G::Action>) -> bool {
        let viewer = self.viewer();
        match &entry.what {
            What::Action(seat, _) => viewer.is(*seat),
            What::Outcome(_) => seen(game, entry, viewer) != Seen::Nothing,
            What::Ruling(ruling) => match &ruling.rules {
                Rules::Allow(seat, _) => viewer.is(*seat),
                Rules::Position(_) => viewer == Viewer::Full,
            },
        }
    }

    /// A refused entry as a viewer sees it. A refusal makes nothing public: if the entry names a card that
    /// others do not see, they see only its seat and its kind.
    pub(super) fn shown_refused(&self, game: &Match<'_, G>, entry: &Entry<G::Action>) -> Option<Value> {
        let viewer = self.viewer();
        let reader = Perspective { game, viewer, names: [None; 2] };
        let whole = self.is_own(game, entry) || reader.sees(named(&entry.what));
        let mut shown = shown(entry, seen(game, entry, viewer))?;
        let action = match shown.get_mut(ALLOW) {
            Some(action) if entry.ruling().is_some() => action,
            _ => &mut shown,
        };
        if let Value::Object(fields) = action
            && !whole
        {
            let is_ruling = entry.ruling().is_some();
            let shows = refused_shows::<G>(&entry.what);
            fields.retain(|name, _| {
                let name = name.as_str();
                matches!(name, "seat" | "type") || shows.contains(&name) || is_ruling && name == "text"
            });
        }
        Some(shown)
    }
}

/// How the game ended, if it did.
fn outcome_of<G: Registered>(game: &Match<'_, G>) -> Option<Value> {
    let outcome = game.state.outcome.as_ref()?;
    let cites: Vec<_> = outcome.cites.iter().map(|cite| G::INFO.rules.id(*cite)).collect();
    let kind = if outcome.winner.is_some() { "win" } else { "draw" };
    Some(json!({ "cites": cites, "kind": kind, "reason": outcome.ending, "winner": outcome.winner }))
}

/// The fields of a refused entry that others see in any case.
fn refused_shows<G: Registered>(what: &What<G::Action>) -> &'static [&'static str] {
    match what {
        What::Action(_, action) => action.refused_shows(),
        What::Outcome(_) => &[],
        What::Ruling(ruling) => match &ruling.rules {
            Rules::Allow(_, action) => action.refused_shows(),
            Rules::Position(_) => &[],
        },
    }
}

/// The cards that an entry of a seat names, also one that a ruling lets stand.
fn named<A: MapCards + Clone>(what: &What<A>) -> Vec<CardId> {
    match what {
        What::Action(_, action) => action.cards(),
        What::Outcome(_) => Vec::new(),
        What::Ruling(ruling) => match &ruling.rules {
            Rules::Allow(_, action) => action.cards(),
            Rules::Position(_) => Vec::new(),
        },
    }
}

/// Members of a shape as entries without their seat, as many as fit into [`LISTING_BYTES`].
pub(super) fn listed<G: Registered>(members: &[shape::Member]) -> Vec<Value> {
    let entry = |member: &shape::Member| {
        let action = G::action_from_member(member.kind, &member.fields)?;
        json::measured_tree(&action).ok()
    };
    let mut bytes = 0usize;
    let has_room = |(_, length): &(Value, usize)| {
        bytes = bytes.saturating_add(*length);
        bytes <= LISTING_BYTES
    };
    members.iter().filter_map(entry).take_while(has_room).map(|(entry, _)| entry).collect()
}

/// The most bytes of a listing; answers without fields always fit.
pub const LISTING_BYTES: usize = 1 << 20;

/// What a seat may answer, before anything of it is written.
pub(crate) struct Answers {
    /// Every shape.
    pub(crate) shapes: Vec<Shape>,
    /// As many members as were asked for, which can be judged to their end as far as the viewer may know.
    pub(crate) members: Vec<shape::Member>,
    /// How many there are; `None`: more than are counted, or nobody can say.
    pub(crate) count: Option<u64>,
}

impl Answers {
    /// Whether the members are all that there is, and one of them can be picked.
    pub(crate) fn is_one_choice(&self) -> bool {
        !self.members.is_empty() && self.count == Some(self.members.len() as u64)
    }
}

/// Finds what a seat may answer.
pub(crate) fn answers_of<G: Registered>(
    game: &mut Match<'_, G>,
    seat: Seat,
    viewer: Viewer,
    limit: ListingLimit,
) -> Answers {
    let ((shapes, stopped), leaves_out): ((Vec<Shape>, _), _) =
        game.listing(|game| game.aside(|game| G::shapes(game, seat)));
    // An incomplete search gives open shapes, not a part of the answers.
    let shapes = match stopped {
        None => shapes,
        Some(_) => game.aside(|game| G::open_shapes(game, seat)).0,
    };
    let mut members = shape::listing(&shapes, limit.0);
    let listed = members.len();
    if game.may_end_early() {
        members.retain(|each| is_judged::<G>(game, seat, viewer, each));
    }
    // An answer that could not be judged may be legal, so that the number is unknown.
    let is_whole = !leaves_out && members.len() == listed;
    let count = if is_whole { shape::count(&shapes) } else { None };
    Answers { shapes, members, count }
}

/// Shapes, listing and count of what a seat may answer, and the listed answers as sentences for a viewer who
/// may read them.
pub fn legal_of<G: Registered>(
    game: &mut Match<'_, G>,
    seat: Seat,
    viewer: Viewer,
    speech: &Speech<'_>,
    limit: ListingLimit,
) -> Result<Legal, Fault> {
    let Answers { shapes, mut members, count } = answers_of(game, seat, viewer, limit);
    let mut listing = listed::<G>(&members);
    if listing.len() < members.len() {
        // Cutting at the limit of bytes would drop the last kinds; a shorter listing has some answers of
        // every kind.
        let judged = members;
        members = shape::listing(&shapes, listing.len() as u64);
        members.retain(|each| judged.contains(each));
        listing = listed::<G>(&members);
    }
    let shapes = Written::new(&shapes).map_err(|error| Fault::unwritten(&error))?;
    let members = members.get(..listing.len()).unwrap_or(&members);
    let (asked_text, ..) = game.telling(|game| {
        let Some(asked) = game.asked(seat) else {
            return Ok((Written::new(&[(); 0])?, Vec::new(), Vec::new()));
        };
        let asked_text = AskedText::of(game, asked, viewer, speech);
        let answers = asked_text.answers(game, asked, viewer, members, speech);
        Ok((Written::new(&answers.cards)?, answers.texts, answers.abilities))
    });
    let (named_cards, texts, ability_texts) = asked_text.map_err(|error| Fault::unwritten(&error))?;
    let complete = count == Some(listing.len() as u64);
    Ok(Legal { ability_texts, complete, count, listing, named_cards, shapes, texts })
}

/// Whether an answer can be judged to its end, as far as the viewer may know: a card that only others see
/// must not make the difference.
fn is_judged<G: Registered>(game: &Match<'_, G>, seat: Seat, viewer: Viewer, member: &shape::Member) -> bool {
    let action = G::action_from_member(member.kind, &member.fields);
    let stops = |(halt, card): (Halt, Option<CardId>)| match halt {
        Halt::NoChance => true,
        Halt::UnknownCard | Halt::CardFeature => card.is_none_or(|card| game.sees_card(viewer, card)),
        Halt::StepLimit | Halt::Stopped => false,
    };
    !action.and_then(|action| game.try_out(seat, &action)).is_some_and(stops)
}

fn next<G: Registered>(
    game: &mut Match<'_, G>,
    viewer: Viewer,
    speech: &Speech<'_>,
    limit: ListingLimit,
) -> Result<Vec<NextDecision>, Fault> {
    if let Some(due) = game.due() {
        return Ok(vec![chance_entry::next(game, due, viewer, speech, limit)?]);
    }
    let asked = game.state.asked.clone();
    asked.iter().map(|asked| decision(game, asked, viewer, speech, limit)).collect()
}

/// The item of `next` for a question. Only viewers who may see its answers learn what it is about.
fn decision<G: Registered>(
    game: &mut Match<'_, G>,
    asked: &Asked<G>,
    viewer: Viewer,
    speech: &Speech<'_>,
    limit: ListingLimit,
) -> Result<NextDecision, Fault> {
    let seat = asked.seat;
    let (about, text, legal) = if viewer.is(seat) {
        let (asked_text, ..) = game.telling(|game| {
            let asked_text = AskedText::of(game, asked, viewer, speech);
            Ok((Some(Written::new(&asked_text.about)?), asked_text.text(asked, speech)))
        });
        let (about, text) = asked_text.map_err(|error| Fault::unwritten(&error))?;
        (about, text, Some(legal_of(game, seat, viewer, speech, limit)?))
    } else {
        (None, public_text(asked, speech), None)
    };
    let (kind, sealed) = (asked.question.name(), asked.sealed);
    let (label, purpose, seat) = (None, None, Some(seat.number()));
    Ok(NextDecision { about, kind, label, legal, purpose, sealed, seat, text })
}
