//! What rulings did to a judgement, as it is kept and as it is answered.
//!
//! Reasons are rendered where they are found, in every language and for every view that is asked for or kept: the table
//! that they speak of is gone after the ruling.

use std::collections::BTreeMap;

use rules_judge_engine::games::{Reader, Registered, Seen};
use rules_judge_engine::kernel::fuel::FUEL_TOTAL;
use rules_judge_engine::kernel::{EachCard, Match, NoChance, State};
use rules_judge_engine::verdict::{Refusal, Texts};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::answer::message::Perspective;
use crate::answer::ruling::{ChangeAnswer, OverruledAnswer, RulingAnswer, RulingKind};
use crate::answer::{Fault, FaultCode, Language, Query, RefusalAnswer, View};
use crate::codec::entry::Entry;
use crate::codec::json;
use crate::codec::ruling::{Rules, Ruling};
use crate::judging::chance_entry::seen;
use crate::judging::render::{hidden_answer, refusal, shown};
use crate::judging::run::{End, Judgement, Run, internal};
use crate::judging::trace::Shown;

/// The most changes of the state that the answer lists for a ruling.
pub const CHANGES_TOLD: usize = 64;
/// The most looks that telling the changes of a log's rulings takes in one view.
pub const CHANGE_LOOKS: u64 = FUEL_TOTAL / 4;

/// The views, in the order in which something is kept of each.
const VIEWS: [View; 4] = [View::Full, View::Seat0, View::Seat1, View::Public];
const LANGUAGES: [Language; 3] =
    [Language::English, Language::TraditionalChinese, Language::SimplifiedChinese];

/// Something of each view that is asked for or kept.
type PerView<T> = [Option<T>; 4];

/// What rulings did so far.
#[derive(Debug)]
pub(crate) struct Rulings<S> {
    /// The rulings that were carried out.
    done: Vec<Done>,
    /// Refused entries that the ruling which comes next overrules.
    passed: Vec<Passed>,
    /// The entries that were refused last.
    refused: Option<Span>,
    /// The last of these, if the viewer sees it.
    shown: Option<Shown>,
    /// The looks that telling took, per view.
    looks: [u64; 4],
    /// The table before the ruling that is being carried out.
    before: Option<Box<S>>,
}

impl<S> Default for Rulings<S> {
    fn default() -> Self {
        let (done, passed) = (Vec::new(), Vec::new());
        Rulings { done, passed, refused: None, shown: None, looks: [0; 4], before: None }
    }
}

/// Entries that are refused together: one, with the outcomes that it received.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub(crate) struct Span {
    /// How many these are.
    pub(crate) entries: u32,
    /// How many of them the viewer sees.
    #[serde(skip)]
    pub(crate) shown: usize,
    /// How many of them seat 0, seat 1 and the public view see.
    pub(crate) listed: [u32; 3],
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Passed {
    span: Span,
    views: PerView<Overruled>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Overruled {
    action: Option<Value>,
    at: usize,
    refusals: Vec<Said>,
    seat: Option<u8>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Done {
    kind: RulingKind,
    text: String,
    views: PerView<Told>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Told {
    allow: Option<Value>,
    at: usize,
    changed: Option<Vec<ChangeAnswer>>,
    left_out: Option<usize>,
    overruled: Vec<Overruled>,
    waived: Vec<Said>,
}

/// A refusal in every language.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Said {
    cites: Vec<String>,
    code: String,
    params: Value,
    pointer: String,
    /// What is said in each language: the message, and the cards by name.
    words: Vec<(String, BTreeMap<String, Value>)>,
}

impl Said {
    fn answer(&self, language: Language) -> RefusalAnswer {
        let (message, named_cards) = self.words.get(language.place()).cloned().unwrap_or_default();
        RefusalAnswer {
            cites: self.cites.clone(),
            code: self.code.clone(),
            message,
            named_cards,
            params: self.params.clone(),
            pointer: self.pointer.clone(),
        }
    }
}

/// Refusals in every language.
fn said(tell: impl Fn(Language) -> Vec<RefusalAnswer>) -> Vec<Said> {
    let mut languages = LANGUAGES.into_iter();
    let first = languages.next().map(&tell).unwrap_or_default();
    let mut all: Vec<Said> = first
        .into_iter()
        .map(|RefusalAnswer { cites, code, message, named_cards, params, pointer }| Said {
            cites,
            code,
            params,
            pointer,
            words: vec![(message, named_cards)],
        })
        .collect();
    for language in languages {
        for (said, answer) in all.iter_mut().zip(tell(language)) {
            said.words.push((answer.message, answer.named_cards));
        }
    }
    all
}

impl Overruled {
    fn answer(&self, language: Language) -> OverruledAnswer {
        OverruledAnswer {
            action: self.action.clone(),
            at: self.at,
            refusals: self.refusals.iter().map(|said| said.answer(language)).collect(),
            seat: self.seat,
        }
    }
}

impl<S> Rulings<S> {
    /// Whether a ruling was carried out.
    pub(crate) fn is_any(&self) -> bool {
        !self.done.is_empty()
    }

    /// How many entries were passed over and are not accepted.
    pub(crate) fn passed(&self) -> usize {
        self.passed.iter().map(|passed| passed.span.entries as usize).sum()
    }

    /// How many of them the viewer sees.
    pub(crate) fn shown(&self) -> usize {
        self.passed.iter().map(|passed| passed.span.shown).sum()
    }

    /// How many of them others see.
    pub(crate) fn listed(&self) -> [u32; 3] {
        let mut listed = [0; 3];
        for passed in &self.passed {
            for (count, more) in listed.iter_mut().zip(passed.span.listed) {
                *count = u32::saturating_add(*count, more);
            }
        }
        listed
    }

    /// Notes which entries are refused.
    pub(crate) fn refuse(&mut self, span: Span, shown: Option<Shown>) {
        self.refused = Some(span);
        self.shown = shown;
    }

    /// How many entries are refused together.
    pub(crate) fn refused(&self) -> u32 {
        self.refused.map_or(0, |span| span.entries)
    }

    /// What is known of the table before a ruling that is about to be carried out.
    pub(crate) fn begin(&mut self, before: S) {
        self.before = Some(Box::new(before));
    }

    /// As it is kept; empty if there is nothing to keep.
    pub(crate) fn to_bytes(&self) -> Option<Vec<u8>> {
        if self.done.is_empty() && self.passed.is_empty() && self.refused.is_none() {
            return Some(Vec::new());
        }
        let kept = (&self.done, &self.passed, self.refused, self.looks);
        serde_json::to_vec(&kept).ok()
    }

    /// What was kept, for a viewer who sees so many of a span's entries; `None`: it cannot be read.
    pub(crate) fn from_bytes(bytes: &[u8], shown: impl Fn(&Span) -> usize) -> Option<Rulings<S>> {
        if bytes.is_empty() {
            return Some(Rulings::default());
        }
        let (done, mut passed, mut refused, looks): (Vec<Done>, Vec<Passed>, Option<Span>, [u64; 4]) =
            serde_json::from_slice(bytes).ok()?;
        for span in passed.iter_mut().map(|passed| &mut passed.span).chain(&mut refused) {
            span.shown = shown(span);
        }
        Some(Rulings { done, passed, refused, looks, ..Rulings::default() })
    }

    /// The rulings for a view and a language.
    pub(crate) fn answers(&self, view: View, language: Language) -> Vec<RulingAnswer> {
        let place = VIEWS.iter().position(|other| *other == view).unwrap_or_default();
        let told = |done: &Done| {
            let told = done.views.get(place)?.as_ref()?;
            Some(RulingAnswer {
                allow: told.allow.clone(),
                at: told.at,
                changed: told.changed.clone(),
                changes_left_out: told.left_out,
                kind: done.kind,
                overruled: told.overruled.iter().map(|each| each.answer(language)).collect(),
                text: done.text.clone(),
                waived: told.waived.iter().map(|said| said.answer(language)).collect(),
            })
        };
        self.done.iter().filter_map(told).collect()
    }
}

impl<G: Registered> Run<'_, G> {
    /// The index of the entry after those that are accepted or passed over, for each view that is asked for or kept.
    fn places(&self, judgement: &Judgement<'_, G>) -> PerView<usize> {
        let mut places = [None; 4];
        let passed = &judgement.rulings;
        match judgement.listed_by_others {
            Some(others) => {
                let others = others.into_iter().zip(passed.listed());
                let others = others.map(|(accepted, passed)| accepted.saturating_add(passed) as usize);
                let all = std::iter::once(judgement.accepted + passed.passed()).chain(others);
                for (place, index) in places.iter_mut().zip(all) {
                    *place = Some(index);
                }
            }
            None => {
                let views = places.iter_mut().zip(VIEWS);
                for (place, _) in views.filter(|(_, view)| *view == self.query.view) {
                    *place = Some(judgement.listed + passed.shown());
                }
            }
        }
        places
    }

    /// The refused entry is directly followed by a ruling: it does not end the judgement.
    pub(crate) fn pass_over(
        &self,
        judgement: &mut Judgement<'_, G>,
        entry: &Entry<G::Action>,
    ) -> Result<(), Fault> {
        let End::Refused(reasons) = std::mem::replace(&mut judgement.end, End::Open) else { return Ok(()) };
        let span = judgement.rulings.refused.take().unwrap_or_default();
        let mut views: PerView<Overruled> = [const { None }; 4];
        for ((told, view), at) in views.iter_mut().zip(VIEWS).zip(self.places(judgement)) {
            let Some(at) = at else { continue };
            let query = Query { view, ..*self.query };
            let run = Run { query: &query, ..*self };
            let names = self.speech(&judgement.names).names;
            let reader = Perspective { game: &judgement.game, viewer: run.viewer(), names };
            let refusals = said(|language| {
                let query = Query { language, ..query };
                Run { query: &query, ..run }.against(reader, entry, &reasons, at)
            });
            let action = run.shown_refused(&judgement.game, entry);
            let seat = entry.seat().map(rules_judge_engine::kernel::Seat::number);
            *told = Some(Overruled { action, at, refusals, seat });
        }
        let is_listed = seen(&judgement.game, entry, self.viewer()) != Seen::Nothing;
        let at = judgement.listed_at();
        if let Some(trace) = &mut judgement.trace {
            let first = is_listed.then(|| (at, self.shown_refused(&judgement.game, entry)));
            trace.pass_over(span.entries as usize, first, judgement.rulings.shown.take())?;
        }
        judgement.rulings.passed.push(Passed { span, views });
        Ok(())
    }

    /// A ruling was carried out: what it did is noted, and what it overrules is accepted.
    pub(crate) fn ruled(
        &self,
        judgement: &mut Judgement<'_, G>,
        entry: &Entry<G::Action>,
    ) -> Result<(), Fault> {
        let Some(ruling) = entry.ruling() else { return Ok(()) };
        let Some(before) = judgement.rulings.before.take() else {
            return Err(Fault::new(FaultCode::Internal, "a ruling without the table before it"));
        };
        let before = self.aside(*before);
        let places = self.places(judgement);
        let mut looks = judgement.rulings.looks;
        let passed = std::mem::take(&mut judgement.rulings.passed);
        judgement.rulings.refused = None;
        let mut views: PerView<Told> = [const { None }; 4];
        for (number, (told, at)) in views.iter_mut().zip(places).enumerate() {
            let (Some(at), Some(view), Some(looks)) = (at, VIEWS.get(number), looks.get_mut(number)) else {
                continue;
            };
            let query = Query { view: *view, ..*self.query };
            let run = Run { query: &query, ..*self };
            let changes = run.changes([&before, &judgement.game], looks)?;
            let (changed, left_out) = match changes {
                Some((changed, left_out)) => (Some(changed), (left_out > 0).then_some(left_out)),
                None => (None, None),
            };
            *told = Some(Told {
                allow: run.allowed(&before, entry),
                at,
                changed,
                left_out,
                overruled: passed.iter().filter_map(|passed| passed.views.get(number)?.clone()).collect(),
                waived: run.waived(&before, ruling, judgement.game.waived(), at),
            });
        }
        judgement.rulings.looks = looks;
        for Passed { span, .. } in passed {
            judgement.accept(span.entries as usize, span.shown, span.listed);
        }
        let kind = match ruling.rules {
            Rules::Allow(..) => RulingKind::Allow,
            Rules::Position(_) => RulingKind::Position,
        };
        judgement.rulings.done.push(Done { kind, text: ruling.text.clone(), views });
        Ok(())
    }

    /// A table that is only looked at.
    fn aside(&self, state: State<G>) -> Match<'_, G> {
        let mut game = Match::new(self.pool, state, &NoChance);
        if let Some(rule) = self.suspended {
            game.suspend(rule);
        }
        game
    }

    /// The entry that a ruling lets stand, as the viewer sees it.
    fn allowed(&self, before: &Match<'_, G>, entry: &Entry<G::Action>) -> Option<Value> {
        let mut shown = shown(entry, seen(before, entry, self.viewer()))?;
        Some(shown.get_mut(ALLOW)?.take())
    }

    /// The conditions that a ruling passed over, as far as the viewer may know them.
    fn waived(
        &self,
        before: &Match<'_, G>,
        ruling: &Ruling<G::Action>,
        waived: &[Refusal<G::Reason>],
        at: usize,
    ) -> Vec<Said> {
        let Rules::Allow(seat, action) = &ruling.rules else { return Vec::new() };
        let (place, named) = (format!("/actions/{at}/allow"), action.cards());
        let names = self.replay.names();
        let names = names.each_ref().map(Option::as_deref);
        let reader = Perspective { game: before, viewer: self.viewer(), names };
        let own = reader.viewer.is(*seat);
        said(|language| {
            let public = |refusal: &&Refusal<G::Reason>| own || reader.may_read(&refusal.reason, &named);
            let read = waived.iter().filter(public);
            let read: Vec<_> = read.map(|each| refusal::<G>(Some(reader), each, &place, language)).collect();
            match read.is_empty() && !waived.is_empty() {
                true => vec![hidden_answer::<G>(place.clone(), language)],
                false => read,
            }
        })
    }

    /// What of the state is another in the second table, and how many more changes there are; `None`: telling it takes
    /// too many looks.
    fn changes(
        &self,
        tables: [&Match<'_, G>; 2],
        looks: &mut u64,
    ) -> Result<Option<(Vec<ChangeAnswer>, usize)>, Fault> {
        let mut states = [Value::Null, Value::Null];
        for (state, game) in states.iter_mut().zip(tables) {
            if *looks > CHANGE_LOOKS {
                return Ok(None);
            }
            let reader = Reader { viewer: self.viewer(), language: None };
            let view = |game| json::tree(&G::state_view(game, reader));
            let (view, stopped, spent) = game.telling(view);
            *looks = looks.saturating_add(u64::from(spent));
            if stopped.is_some() {
                return Ok(None);
            }
            *state = view.map_err(|error| internal(&error))?;
        }
        let [before, after] = states;
        let mut changes = Changes::default();
        changes.compare(&before, &after);
        Ok(Some((changes.told, changes.left_out)))
    }
}

/// The differences of two values, in the order of their pointers.
#[derive(Default)]
struct Changes {
    pointer: String,
    told: Vec<ChangeAnswer>,
    left_out: usize,
}

impl Changes {
    fn compare(&mut self, before: &Value, after: &Value) {
        match (before, after) {
            _ if before == after => {}
            (Value::Object(left), Value::Object(right)) => {
                let more = right.keys().filter(|name| !left.contains_key(*name));
                let mut names: Vec<&String> = left.keys().chain(more).collect();
                names.sort_unstable();
                for name in names {
                    let [left, right] = [left, right].map(|fields| fields.get(name).unwrap_or(&Value::Null));
                    self.below(&name.replace('~', "~0").replace('/', "~1"), left, right);
                }
            }
            (Value::Array(left), Value::Array(right)) => {
                for index in 0..left.len().max(right.len()) {
                    let [left, right] = [left, right].map(|items| items.get(index).unwrap_or(&Value::Null));
                    self.below(&index.to_string(), left, right);
                }
            }
            _ if self.told.len() < CHANGES_TOLD => self.told.push(ChangeAnswer {
                after: after.clone(),
                before: before.clone(),
                pointer: self.pointer.clone(),
            }),
            _ => self.left_out += 1,
        }
    }

    fn below(&mut self, name: &str, before: &Value, after: &Value) {
        let length = self.pointer.len();
        self.pointer.push('/');
        self.pointer.push_str(name);
        self.compare(before, after);
        self.pointer.truncate(length);
    }
}

/// How many rulings there are among entries.
pub(crate) fn rulings_of<A>(entries: &[Entry<A>]) -> u32 {
    let rulings = entries.iter().filter(|entry| entry.ruling().is_some()).count();
    // No log has more than fit.
    u32::try_from(rulings).unwrap_or(u32::MAX)
}

/// Whether the entry after a refused one is a ruling, which overrules it. Outcomes that are due come first.
pub(crate) fn follows_ruling<G: Registered>(game: &Match<'_, G>, next: Option<&Entry<G::Action>>) -> bool {
    game.due().is_none() && next.is_some_and(|next| next.ruling().is_some())
}

/// The field with the entry that a ruling lets stand.
pub(super) const ALLOW: &str = "allow";

/// What no ruling can let stand: its code and message.
pub(crate) const CANNOT_BE_ALLOWED: (&str, Texts) = (
    "cannot_be_allowed",
    [
        "A ruling lets an entry stand only if it can be carried out, and this one cannot; the reasons follow.",
        "裁定只能讓可以執行的項目成立，而此項無法執行；理由如下。",
        "裁定只能让可以执行的项目成立，而此项无法执行；理由如下。",
    ],
);

/// What stands before the reasons against an entry that no ruling can let stand.
pub(super) fn cannot_be_allowed<G: Registered>(place: &str, language: Language) -> RefusalAnswer {
    let (code, texts) = CANNOT_BE_ALLOWED;
    RefusalAnswer {
        cites: vec![G::rules().id(G::judge()).to_owned()],
        code: code.to_owned(),
        message: texts.get(language.place()).copied().unwrap_or_default().to_owned(),
        named_cards: BTreeMap::new(),
        params: serde_json::json!({}),
        pointer: place.to_owned(),
    }
}
