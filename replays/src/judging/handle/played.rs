//! A game of one rulebook that is played on, entry by entry.

use std::sync::Arc;

use rules_judge_engine::game_kit::question::Named as _;
use rules_judge_engine::games::Registered;
use rules_judge_engine::kernel::shape::Shape;
use rules_judge_engine::kernel::{Seat, Viewer};
use serde_json::{Map, Value};

use crate::answer::{Fault, FaultCode, ListingLimit, Query, Trace, Verdict, View, Written, detail};
use crate::codec::digest::Digest;
use crate::codec::entry::Entry;
use crate::codec::fast;
use crate::codec::format::{ENTRY_LIMIT, Replay};
use crate::codec::json::{self, Limits, Object};
use crate::judging::entry::rulings_of;
use crate::judging::handle::stand::{Snapshots, Stand};
use crate::judging::handle::{Asks, FieldOptions, Playing, Question, Step, Summary, laid_out};
use crate::judging::judgement::{Conclusion, Digests, End, Judgement, Run, chance};
use crate::judging::moves::{one_more_ruling, one_too_many};
use crate::judging::render::{Answers, answers_of, listed};
use crate::judging::{Judge, can_be_judged};
use crate::observation::{Layout, OPTIONS};

/// A game of one rulebook.
pub(super) struct Played<G: Registered> {
    judge: Judge,
    /// The header as it was sent, without its entries.
    header: Map<String, Value>,
    /// The header and the log so far.
    pub(super) replay: Replay<G>,
    pub(super) pool: Arc<G::Pool>,
    /// Where the game stands; none only while it is looked at.
    stand: Option<Stand<G>>,
    snapshots: Snapshots<G>,
    /// The answers of the seat that is asked first, as an observation has them.
    pub(super) answers: Option<(Seat, Answers)>,
}

impl<G: Registered> Played<G> {
    /// A game whose log and pool were read, before its first entry.
    pub(super) fn new(
        judge: Judge,
        header: Map<String, Value>,
        replay: Replay<G>,
        pool: Arc<G::Pool>,
    ) -> Played<G> {
        Played { judge, header, replay, pool, stand: None, snapshots: Snapshots::default(), answers: None }
    }

    fn run<'a>(&'a self, query: &'a Query) -> Run<'a, G> {
        self.judge.run(&self.replay, &self.pool, query)
    }

    /// The verdict on the whole log, judged from its start.
    pub(super) fn whole(&self, query: &Query) -> Result<Verdict, Fault> {
        let texts = self.judge.texts::<G>(&self.replay.pool, &self.pool, query);
        self.run(query).with_texts(texts.as_ref()).verdict(None)
    }

    /// Goes to where the game stood after so many entries, by the nearest state that is kept. `false`: the
    /// log is not legal so far.
    pub(super) fn go_to(&mut self, entries: usize) -> Result<bool, Fault> {
        (self.stand, self.answers) = (None, None);
        self.snapshots.go_back_to(entries);
        let query = Query::default();
        let run = self.judge.run(&self.replay, &self.pool, &query);
        let chance = chance(&self.replay);
        if run.replay.edition != G::INFO.edition {
            return Ok(false);
        }
        let all = self.replay.actions.get(..entries).unwrap_or(&self.replay.actions);
        let has_rulings = rulings_of(all) > 0;
        let kept = self.snapshots.last().filter(|_| !has_rulings);
        let judgement = match kept.and_then(Stand::copy) {
            Some(kept) => {
                let rest = all.get(kept.accepted..).unwrap_or_default();
                let mut judgement = kept.judgement(&run, &*chance);
                for entry in rest {
                    if run.take(&mut judgement, entry)?.is_some() || !matches!(judgement.end, End::Open) {
                        return Ok(false);
                    }
                }
                judgement
            }
            None => {
                let Ok(state) = run.opened() else { return Ok(false) };
                let mut judgement = run.begin(state, &*chance, true);
                if run.fold(&mut judgement, all)?.is_some() || !matches!(judgement.end, End::Open) {
                    return Ok(false);
                }
                judgement
            }
        };
        let stand = self.stand.insert(Stand::of(judgement));
        if self.snapshots.last().is_none() {
            self.snapshots.keep(stand);
        }
        Ok(true)
    }

    /// Looks at the game as it stands.
    pub(super) fn with<T>(
        &mut self,
        query: &Query,
        look: impl FnOnce(&Run<'_, G>, &mut Judgement<'_, G>) -> T,
    ) -> Option<T> {
        let stand = self.stand.take()?;
        let run = self.judge.run(&self.replay, &self.pool, query);
        let chance = chance(&self.replay);
        let mut judgement = stand.judgement(&run, &*chance);
        let seen = look(&run, &mut judgement);
        self.stand = Some(Stand::of(judgement));
        Some(seen)
    }

    /// Plays an entry that was read.
    fn play(&mut self, entry: Entry<G::Action>, query: &Query) -> Result<Step, Fault> {
        if self.replay.actions.len() >= ENTRY_LIMIT {
            return Err(one_too_many());
        }
        one_more_ruling(rulings_of(&self.replay.actions), &entry)?;
        can_be_judged::<G>(&self.pool, self.replay.declared, &entry)?;
        let silent = Query::default();
        let taken = self.with(&silent, |run, judgement| {
            let stopped = run.take(judgement, &entry)?;
            Ok(stopped.is_none() && matches!(judgement.end, End::Open))
        });
        self.answers = None;
        let entries = self.replay.actions.len();
        if let Some(Ok(true)) = taken {
            self.replay.actions.push(entry);
            if let Some(stand) = self.stand.as_ref().filter(|_| self.snapshots.lacks(entries + 1)) {
                self.snapshots.keep(stand);
            }
            return Ok(Step::Taken);
        }
        // What the entry did is taken back, and its verdict is that of the log with it.
        self.go_to(entries)?;
        if let Some(Err(fault)) = taken {
            return Err(fault);
        }
        self.replay.actions.push(entry);
        let verdict = self.whole(query);
        self.replay.actions.pop();
        Ok(Step::Refused(Box::new(verdict?)))
    }

    fn asked(&self) -> Option<Seat> {
        let stand = self.stand.as_ref().filter(|stand| stand.waits.is_none())?;
        stand.state.asked.first().map(|asked| asked.seat)
    }

    /// Finds the answers of the seat that is asked first.
    pub(super) fn find_answers(&mut self) {
        let Some(seat) = self.asked() else { return };
        if self.answers.is_none() {
            let limit = ListingLimit(OPTIONS as u64);
            let answers = self.with(&Query::default(), |_, judgement| {
                judgement.game.refuel();
                answers_of(&mut judgement.game, seat, Viewer::Seat(seat), limit)
            });
            self.answers = answers.map(|answers| (seat, answers));
        }
    }
}

impl<G: Registered> Playing for Played<G> {
    fn summary(&self) -> Summary {
        let entries = self.replay.actions.len();
        let Some(stand) = &self.stand else { return Summary { entries, asks: None, outcome: None } };
        let asks = match stand.waits {
            Some(_) => Some(Asks::Chance),
            None => self.asked().map(|seat| Asks::Seat(seat.number())),
        };
        let outcome = stand.state.outcome.as_ref().map(|outcome| outcome.winner.map(Seat::number));
        Summary { entries, asks, outcome }
    }

    fn last(&self) -> Option<&[u8]> {
        self.replay.actions.last().map(Entry::canonical)
    }

    fn step(&mut self, entry: &[u8], query: &Query) -> Result<Step, Fault> {
        let canonical = std::str::from_utf8(entry).ok().and_then(fast::entry::<G>);
        let entry = match canonical {
            Some(entry) => entry,
            None => {
                let Object(entry) = json::read::<Object<Entry<G::Action>>>(entry, &Limits::default())?;
                entry
            }
        };
        self.play(entry, query)
    }

    fn choose(&mut self, place: usize, query: &Query) -> Result<Step, Fault> {
        self.find_answers();
        let listed = self.answers.as_ref();
        let member = listed.and_then(|(seat, answers)| Some((*seat, answers.members.get(place)?)));
        let action = member
            .and_then(|(seat, member)| Some((seat, G::action_from_member(member.kind, &member.fields)?)));
        let Some((seat, action)) = action else {
            let listed = listed.map_or(0, |(_, answers)| answers.members.len());
            return Err(Fault::new(FaultCode::WrongShape, detail::unlisted_answer(listed)));
        };
        self.play(Entry::new(seat, action)?, query)
    }

    fn choices(&mut self) -> Option<usize> {
        self.find_answers();
        let (_, answers) = self.answers.as_ref()?;
        answers.is_one_choice().then_some(answers.members.len())
    }

    fn question(&mut self, seat: Seat, most: u64) -> Result<Option<Question>, Fault> {
        self.find_answers();
        let kept = self.answers.take_if(|(asked, _)| *asked == seat && most == OPTIONS as u64);
        let found = self.with(&Query::default(), |_, judgement| {
            let game = &mut judgement.game;
            let asked = game.asked(seat).filter(|_| game.due().is_none())?;
            let (kind, sealed) = (asked.question.name(), asked.sealed);
            let answers = match kept {
                Some((_, answers)) => answers,
                None => {
                    game.refuel();
                    answers_of(game, seat, Viewer::Seat(seat), ListingLimit(most))
                }
            };
            Some((kind, sealed, answers))
        });
        let Some((kind, sealed, answers)) = found.flatten() else { return Ok(None) };
        let listing = listed::<G>(&answers.members);
        let shapes: &[Shape] = &answers.shapes;
        let shapes = Written::new(&shapes).map_err(|error| Fault::unwritten(&error))?;
        let count = answers.count;
        let complete = count == Some(listing.len() as u64);
        if most == OPTIONS as u64 && self.asked() == Some(seat) {
            self.answers = Some((seat, answers));
        }
        Ok(Some(Question { complete, count, kind, listing, sealed, seat: seat.number(), shapes }))
    }

    fn verdict(&mut self, query: &Query) -> Result<Verdict, Fault> {
        let copy = self.stand.as_ref().and_then(Stand::copy);
        let is_whole = query.trace == Trace::None && query.at.is_none();
        let Some(copy) = copy.filter(|_| is_whole) else { return self.whole(query) };
        let texts = self.judge.texts::<G>(&self.replay.pool, &self.pool, query);
        let run = self.run(query).with_texts(texts.as_ref());
        let entries = self.replay.actions.len();
        let nothing = Digest([0; 32]);
        let mut digests = Digests { accepted: nothing, entries, rulings: 0, log: nothing, replay: nothing };
        if query.view == View::Full {
            let name = run.name(&self.replay.actions)?;
            (digests.accepted, digests.log, digests.replay) = (name.log, name.log, name.replay);
        }
        let chance = chance(&self.replay);
        let judgement = copy.judgement(&run, &*chance);
        let mut verdict = run.answer(Conclusion::Ended(Box::new(judgement), None), &digests)?;
        let claim = self.replay.claim.as_ref();
        verdict.claim = claim.map(|claim| claim.check(&verdict, query.view));
        Ok(verdict)
    }

    fn undo(&mut self) -> Result<Option<Map<String, Value>>, Fault> {
        let Some(entry) = self.replay.actions.pop() else { return Ok(None) };
        if !self.go_to(self.replay.actions.len())? {
            return Err(Fault::new(FaultCode::Internal, "a log that was legal is not"));
        }
        Ok(Some(entry.sent()))
    }

    fn log(&self) -> Map<String, Value> {
        let mut log = self.header.clone();
        let entries = self.replay.actions.iter().map(|entry| Value::Object(entry.sent()));
        log.insert("actions".to_owned(), entries.collect());
        log
    }

    fn layout(&self) -> Result<Arc<Layout>, Fault> {
        laid_out::<G>()
    }

    fn observe(&mut self, seat: Seat, row: &mut [i32]) -> Result<(), Fault> {
        self.write_seen(seat, row)
    }

    fn observe_options(&mut self, seat: Seat, given: &FieldOptions, row: &mut [i32]) -> Result<(), Fault> {
        self.write_options(seat, given, row)
    }
}
