//! Carries rulings out: passes over refused entries, and records the effects of each ruling.

use rules_judge_engine::games::{Reader, Registered, Seen};
use rules_judge_engine::kernel::{MapCards, Match, NoChance, State};
use rules_judge_engine::verdict::Refusal;
use serde_json::Value;

use crate::answer::message::Perspective;
use crate::answer::ruling::{ChangeAnswer, RulingKind};
use crate::answer::{Fault, FaultCode, Query};
use crate::codec::entry::Entry;
use crate::codec::json;
use crate::codec::ruling::{ALLOW, Rules, Ruling};
use crate::judging::entry::{seen, shown};
use crate::judging::judgement::{End, Judgement, Run};
use crate::judging::refusal::{hidden_answer, refusal};
use crate::judging::ruling_effects::{
    CHANGE_LOOKS, CHANGES_SHOWN, Done, KeptRefusal, Overruled, Passed, PerView, RulingView, VIEWS,
    kept_refusals,
};

impl<G: Registered> Run<'_, G> {
    /// The index of the next entry, after those accepted or passed over, in each view that is rendered or
    /// kept.
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

    /// Passes over a refused entry that a ruling follows, so that the judgement goes on.
    pub(crate) fn pass_over(
        &self,
        judgement: &mut Judgement<'_, G>,
        entry: &Entry<G::Action>,
    ) -> Result<(), Fault> {
        let End::Refused(reasons) = std::mem::replace(&mut judgement.end, End::Open) else { return Ok(()) };
        let span = judgement.rulings.refused.take().unwrap_or_default();
        let mut views: PerView<Overruled> = [const { None }; 4];
        for ((listed, view), at) in views.iter_mut().zip(VIEWS).zip(self.places(judgement)) {
            let Some(at) = at else { continue };
            let query = Query { view, ..*self.query };
            let run = Run { query: &query, ..*self };
            let names = self.speech(&judgement.names).names;
            let reader = Perspective { game: &judgement.game, viewer: run.viewer(), names };
            let refusals = kept_refusals(|language| {
                let query = Query { language, ..query };
                Run { query: &query, ..run }.against(reader, entry, &reasons, at)
            });
            let action = run.shown_refused(&judgement.game, entry);
            let seat = entry.seat().map(rules_judge_engine::kernel::Seat::number);
            *listed = Some(Overruled { action, at, refusals, seat });
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

    /// After a ruling was carried out: records its effects, and accepts the entries that it overrules.
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
        let mut views: PerView<RulingView> = [const { None }; 4];
        for (number, (listed, at)) in views.iter_mut().zip(places).enumerate() {
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
            *listed = Some(RulingView {
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

    /// A match for rendering, which nothing is played on.
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

    /// The conditions that a ruling waived, as far as the viewer may know them.
    fn waived(
        &self,
        before: &Match<'_, G>,
        ruling: &Ruling<G::Action>,
        waived: &[Refusal<G::Reason>],
        at: usize,
    ) -> Vec<KeptRefusal> {
        let Rules::Allow(seat, action) = &ruling.rules else { return Vec::new() };
        let (place, named) = (format!("/actions/{at}/allow"), action.cards());
        let names = self.replay.names();
        let names = names.each_ref().map(Option::as_deref);
        let reader = Perspective { game: before, viewer: self.viewer(), names };
        let own = reader.viewer.is(*seat);
        kept_refusals(|language| {
            let public = |refusal: &&Refusal<G::Reason>| own || reader.may_read(&refusal.reason, &named);
            let read = waived.iter().filter(public);
            let read: Vec<_> = read.map(|each| refusal::<G>(Some(reader), each, &place, language)).collect();
            match read.is_empty() && !waived.is_empty() {
                true => vec![hidden_answer::<G>(place.clone(), language)],
                false => read,
            }
        })
    }

    /// The differences of two states, and the number of further ones; `None`: rendering them takes too many
    /// looks.
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
            *state = view.map_err(|error| Fault::unwritten(&error))?;
        }
        let [before, after] = states;
        let mut changes = Changes::default();
        changes.compare(&before, &after);
        Ok(Some((changes.listed, changes.left_out)))
    }
}

/// The differences of two values, in the order of their pointers.
#[derive(Default)]
struct Changes {
    pointer: String,
    listed: Vec<ChangeAnswer>,
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
            _ if self.listed.len() < CHANGES_SHOWN => self.listed.push(ChangeAnswer {
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
