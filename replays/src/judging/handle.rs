//! A game that is played on in memory: each step is one entry of its log, and nothing is written that nobody
//! asks for.
//!
//! A handle keeps what a judgement is between two entries. What it says is what the calls say of its log: an
//! entry is carried out by the same fold, a verdict is rendered by the same functions, and a refused entry is
//! judged with the whole log, so that its verdict is that of `POST /v1/moves`.

use std::collections::BTreeMap;
use std::sync::Arc;

use rules_judge_engine::game_kit::question::{AskedText, Named as _};
use rules_judge_engine::game_kit::view::card_ref;
use rules_judge_engine::games::{Reader, Registered, Visit};
use rules_judge_engine::kernel::shape::{self, Looks, Member, Shape};
use rules_judge_engine::kernel::{CardId, Chance, Seat, State, Viewer, Waits};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::answer::{Fault, FaultCode, ListingLimit, Query, Trace, Verdict, View, Written, detail};
use crate::codec::digest::Digest;
use crate::codec::entry::Entry;
use crate::codec::fast;
use crate::codec::format::{self, ENTRY_LIMIT, PoolName, Replay};
use crate::codec::json::{self, Limits, Object};
use crate::judging::entry::rulings_of;
use crate::judging::judgement::{Digests, End, Judgement, Run, Waiting, chance};
use crate::judging::moves::{one_more_ruling, one_too_many};
use crate::judging::render::{Answers, answers_of, bounded, member};
use crate::judging::ruling_effects::Rulings;
use crate::judging::{Judge, can_be_judged};
use crate::observation::write::{Numbers, Row};
use crate::observation::{Layout, NOTHING, OPTION_WIDTH, OPTIONS};

/// How many entries lie between two states that are kept to go back to, as long as these are few.
const SNAPSHOT_EVERY: usize = 16;
/// The most states that are kept to go back to: where there are more, every second one is dropped.
const MOST_SNAPSHOTS: usize = 8;

/// A game that is played on.
pub struct Handle(Box<dyn Playing>);

impl std::fmt::Debug for Handle {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_tuple("Handle").field(&self.summary()).finish()
    }
}

/// Where a game stands, without anything hidden.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Summary {
    /// How many entries the log has.
    pub entries: usize,
    /// Who is asked first; none: nobody.
    pub asks: Option<Asks>,
    /// Who won, once the game is over; none in it: a draw.
    pub outcome: Option<Option<u8>>,
}

/// Who is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asks {
    /// A seat.
    Seat(u8),
    /// Either seat, for an outcome of chance that the log has to declare.
    Chance,
}

/// What became of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// It is an entry of the log now.
    Taken,
    /// It is none, and the verdict of the log with it says why.
    Refused(Box<Verdict>),
}

/// What a seat is asked, without sentences.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Question {
    /// Whether the listing has all answers.
    pub complete: bool,
    /// How many there are; none: more than are counted.
    pub count: Option<u64>,
    /// What is asked.
    pub kind: &'static str,
    /// Answers without their seat.
    pub listing: Vec<Value>,
    /// Whether others see the answer only together with their own.
    pub sealed: bool,
    /// The seat.
    pub seat: u8,
    /// Every answer, as `openapi/shapes.md` describes shapes.
    pub shapes: Written,
}

/// Options of a choice that is made field by field, to be written as numbers.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
pub struct FieldOptions {
    /// The field that is chosen.
    pub field: String,
    /// The type of the answer, once it is chosen.
    #[serde(default, rename = "type")]
    pub kind: Option<String>,
    /// The options.
    pub values: Vec<Value>,
}

impl Handle {
    /// Where it stands.
    pub fn summary(&self) -> Summary {
        self.0.summary()
    }

    /// The last entry in canonical bytes; none: there is none.
    pub fn last(&self) -> Option<&[u8]> {
        self.0.last()
    }

    /// Plays an entry, read as strictly as a log is.
    ///
    /// # Errors
    /// As [`Judge::resume`], with pointers that begin at the entry.
    pub fn step(&mut self, entry: &[u8], query: &Query) -> Result<Step, Fault> {
        self.0.step(entry, query)
    }

    /// Plays the answer of a place in the listing of the seat that is asked first, which has at most as many
    /// answers as an observation has options.
    ///
    /// # Errors
    /// There is no such place.
    pub fn choose(&mut self, place: usize, query: &Query) -> Result<Step, Fault> {
        self.0.choose(place, query)
    }

    /// How many answers the seat that is asked first has, if all of them are options of one choice.
    pub fn choices(&mut self) -> Option<usize> {
        self.0.choices()
    }

    /// What a seat is asked, with up to `most` answers; none: nothing.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn question(&mut self, seat: u8, most: u64) -> Result<Option<Question>, Fault> {
        self.0.question(seat_of(seat)?, most)
    }

    /// The verdict on the log, as `POST /v1/verify` answers it.
    ///
    /// # Errors
    /// As [`Judge::verify`].
    pub fn verdict(&mut self, query: &Query) -> Result<Verdict, Fault> {
        self.0.verdict(query)
    }

    /// Takes the last entry back, and gives it; none: there is none.
    ///
    /// # Errors
    /// The log before it cannot be judged again, which no log does that was.
    pub fn undo(&mut self) -> Result<Option<Map<String, Value>>, Fault> {
        self.0.undo()
    }

    /// The log, as the calls take it.
    pub fn log(&self) -> Map<String, Value> {
        self.0.log()
    }

    /// How what a seat sees is laid out.
    ///
    /// # Errors
    /// The game has no schemas.
    pub fn layout(&self) -> Result<Arc<Layout>, Fault> {
        self.0.layout()
    }

    /// Writes what a seat sees, and the options that it has where all its answers are options of one choice.
    /// The row has as many numbers as the layout says; of a shorter one, what does not fit is left out.
    ///
    /// # Errors
    /// As [`Handle::layout`].
    pub fn observe(&mut self, seat: u8, row: &mut [i32]) -> Result<(), Fault> {
        self.0.observe(seat_of(seat)?, row)
    }

    /// Writes other options into an observation: those of a field that is chosen.
    ///
    /// # Errors
    /// As [`Handle::layout`].
    pub fn observe_options(&mut self, seat: u8, given: &FieldOptions, row: &mut [i32]) -> Result<(), Fault> {
        self.0.observe_options(seat_of(seat)?, given, row)
    }
}

fn seat_of(seat: u8) -> Result<Seat, Fault> {
    let found = Seat::BOTH.into_iter().find(|known| known.number() == seat);
    found.ok_or_else(|| Fault::new(FaultCode::WrongShape, detail::two_players()))
}

/// A game of any rulebook.
trait Playing: Send {
    fn summary(&self) -> Summary;
    fn last(&self) -> Option<&[u8]>;
    fn step(&mut self, entry: &[u8], query: &Query) -> Result<Step, Fault>;
    fn choose(&mut self, place: usize, query: &Query) -> Result<Step, Fault>;
    fn choices(&mut self) -> Option<usize>;
    fn question(&mut self, seat: Seat, most: u64) -> Result<Option<Question>, Fault>;
    fn verdict(&mut self, query: &Query) -> Result<Verdict, Fault>;
    fn undo(&mut self) -> Result<Option<Map<String, Value>>, Fault>;
    fn log(&self) -> Map<String, Value>;
    fn layout(&self) -> Result<Arc<Layout>, Fault>;
    fn observe(&mut self, seat: Seat, row: &mut [i32]) -> Result<(), Fault>;
    fn observe_options(&mut self, seat: Seat, given: &FieldOptions, row: &mut [i32]) -> Result<(), Fault>;
}

/// A game of one rulebook.
struct Played<G: Registered> {
    judge: Judge,
    /// The header as it was sent, without its entries.
    header: Map<String, Value>,
    /// The header and the log so far.
    replay: Replay<G>,
    pool: Arc<G::Pool>,
    /// Where the game stands; none only while it is looked at.
    stand: Option<Stand<G>>,
    /// States after so many entries, to go back to.
    snapshots: Vec<Stand<G>>,
    /// How many entries lie between two of them.
    spacing: usize,
    /// The answers of the seat that is asked first, as an observation has them.
    answers: Option<(Seat, Answers)>,
}

/// A judgement between two entries.
struct Stand<G: Registered> {
    accepted: usize,
    listed_by_others: [u32; 3],
    rulings: Rulings<State<G>>,
    state: State<G>,
    waiting: Option<Waiting<G::Action>>,
    waits: Option<Waits<G>>,
}

impl<G: Registered> Stand<G> {
    /// What is left of a judgement that can go on.
    fn of(judgement: Judgement<'_, G>) -> Stand<G> {
        let Judgement { accepted, game, listed_by_others, rulings, waiting, .. } = judgement;
        let waits = game.to_write_down().1.cloned();
        let state = if waits.is_some() { game.to_write_down().0.clone() } else { game.state };
        let listed_by_others = listed_by_others.unwrap_or_default();
        Stand { accepted, listed_by_others, rulings, state, waiting, waits }
    }

    /// The judgement again, for a run.
    fn judgement<'g>(self, run: &Run<'g, G>, chance: &'g dyn Chance) -> Judgement<'g, G>
    where
        G: 'g,
    {
        let mut judgement = run.begin(self.state, chance, true);
        judgement.accepted = self.accepted;
        // No log has more than fit.
        let all = u32::try_from(self.accepted).unwrap_or(u32::MAX);
        judgement.listed = usize::try_from(run.listed(all, self.listed_by_others)).unwrap_or(usize::MAX);
        judgement.listed_by_others = Some(self.listed_by_others);
        judgement.rulings = self.rulings;
        judgement.waiting = self.waiting;
        if let Some(waits) = self.waits
            && let Err(refusals) = judgement.game.wait_again(waits)
        {
            judgement.end = End::Refused(crate::judging::entry::Reasons::Rules(refusals, None));
        }
        judgement
    }

    /// A copy, if nothing is going on but the game.
    fn copy(&self) -> Option<Stand<G>> {
        let is_plain = !self.rulings.is_any()
            && self.rulings.passed() == 0
            && self.waiting.is_none()
            && self.waits.is_none();
        is_plain.then(|| Stand {
            accepted: self.accepted,
            listed_by_others: self.listed_by_others,
            rulings: Rulings::default(),
            state: self.state.clone(),
            waiting: None,
            waits: None,
        })
    }
}

impl Judge {
    /// Begins a game with a log, whose entries are played first. A log or header that is not legal has a
    /// verdict instead.
    ///
    /// # Errors
    /// As [`Judge::verify`].
    pub fn begin(&self, body: &[u8], query: &Query) -> Result<Result<Handle, Box<Verdict>>, Fault> {
        struct Begin<'a>(&'a Judge, &'a [u8], &'a Query);

        impl Visit for Begin<'_> {
            type Out = Result<Result<Handle, Box<Verdict>>, Fault>;

            fn visit<G: Registered>(self) -> Self::Out {
                let Begin(judge, body, query) = self;
                let (replay, pool) = judge.read::<G>(body)?;
                let Value::Object(mut header) = serde_json::from_slice(body).unwrap_or_default() else {
                    return Err(Fault::new(FaultCode::Internal, "a log that was read is no object"));
                };
                header.remove("actions");
                let judge = judge.clone();
                let (stand, snapshots, answers) = (None, Vec::new(), None);
                let spacing = SNAPSHOT_EVERY;
                let mut played = Played { judge, header, replay, pool, stand, snapshots, spacing, answers };
                match played.go_to(played.replay.actions.len())? {
                    true => Ok(Ok(Handle(Box::new(played)))),
                    false => played.whole(query).map(|verdict| Err(Box::new(verdict))),
                }
            }
        }

        self.dispatch(&format::game_of(body)?, Begin(self, body, query))?
    }

    /// How what a seat of a game sees is laid out, and the cards of a pool in the order of their numbers,
    /// from 1.
    ///
    /// # Errors
    /// There is no such game or pool.
    pub fn layout(&self, game: &str, pool: Option<&str>) -> Result<(Arc<Layout>, Vec<String>), Fault> {
        struct Lay<'a>(&'a Judge, Option<&'a str>);

        impl Visit for Lay<'_> {
            type Out = Result<(Arc<Layout>, Vec<String>), Fault>;

            fn visit<G: Registered>(self) -> Self::Out {
                let pools = self.0.pools.of_game(G::ID)?;
                let digest = self.1.map_or(Ok(pools.default), |said| pools.digest(said))?;
                let pool = self.0.pool::<G>(&PoolName { digest, inline: None })?;
                let cards = (0..).map_while(|card| G::card_id(&pool, card)).map(str::to_owned);
                Ok((laid_out::<G>()?, cards.collect()))
            }
        }

        self.dispatch(game, Lay(self, pool))?
    }
}

fn laid_out<G: Registered>() -> Result<Arc<Layout>, Fault> {
    Layout::of::<G>().ok_or_else(|| Fault::new(FaultCode::UnknownGame, detail::no_layout()))
}

impl<G: Registered> Played<G> {
    fn run<'a>(&'a self, query: &'a Query) -> Run<'a, G> {
        self.judge.run(&self.replay, &self.pool, query)
    }

    /// The verdict on the whole log, judged from its start.
    fn whole(&self, query: &Query) -> Result<Verdict, Fault> {
        let texts = self.judge.texts::<G>(&self.replay.pool, &self.pool, query);
        self.run(query).with_texts(texts.as_ref()).verdict(None)
    }

    /// Goes to where the game stood after so many entries, by the nearest state that is kept. `false`: the
    /// log is not legal so far.
    fn go_to(&mut self, entries: usize) -> Result<bool, Fault> {
        (self.stand, self.answers) = (None, None);
        self.snapshots.retain(|kept| kept.accepted <= entries);
        let query = Query::default();
        let run = self.judge.run(&self.replay, &self.pool, &query);
        let chance = chance(&self.replay);
        if run.replay.edition != G::EDITION {
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
        self.stand = Some(Stand::of(judgement));
        if self.snapshots.is_empty() {
            self.keep();
        }
        Ok(true)
    }

    /// Keeps the state, to go back to.
    fn keep(&mut self) {
        self.snapshots.extend(self.stand.as_ref().and_then(Stand::copy));
        if self.snapshots.len() > MOST_SNAPSHOTS {
            let mut number = 0usize;
            self.snapshots.retain(|_| {
                number += 1;
                number % 2 == 1
            });
            self.spacing = self.spacing.saturating_mul(2);
        }
    }

    /// Looks at the game as it stands.
    fn with<T>(
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
            let last = self.snapshots.last().map_or(0, |kept| kept.accepted);
            if entries + 1 >= last + self.spacing {
                self.keep();
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
    fn find_answers(&mut self) {
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
        let listing = bounded(answers.members.iter().filter_map(member::<G>));
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
        let mut verdict = run.render(judgement, None, &digests)?;
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
        let layout = laid_out::<G>()?;
        row.fill(NOTHING);
        self.find_answers();
        let kept = self.answers.take();
        let pool = Arc::clone(&self.pool);
        let card = |id: &str| number_of(G::find_card(&pool, id));
        let numbers = Numbers { layout: &layout, card: &card, seat: seat.number() };
        let is_whole = |(asked, answers): &&(Seat, Answers)| *asked == seat && answers.is_one_choice();
        let options = kept.as_ref().filter(is_whole).map(|(_, answers)| &answers.members);
        self.with(&Query::default(), |run, judgement| {
            let game = &judgement.game;
            let reader = Reader { viewer: Viewer::Seat(seat), language: None };
            game.telling(|game| numbers.write(&G::state_view(game, reader), row));
            let asked = game.asked(seat).filter(|_| game.due().is_none());
            set(row, 0, asked.map_or(NOTHING, |asked| numbers.word(asked.question.name())));
            set(row, 2, 0);
            set(row, 3, i32::from(asked.is_some()));
            let Some(members) = options else { return };
            let first =
                |each: &Member| each.fields.iter().find_map(|(_, value)| value.named().first().copied());
            let firsts: Vec<_> = members.iter().map(first).collect();
            let faces = faces(run, judgement, seat, &firsts, &card);
            set(row, 1, numbers.word(ANSWER));
            set(row, 2, narrow(members.len()));
            let places = row.get_mut(layout.options..).unwrap_or_default().chunks_exact_mut(OPTION_WIDTH);
            for ((place, each), face) in places.zip(members).zip(faces) {
                let mut row = Row::new(numbers.word(each.kind), face);
                each.fields.iter().for_each(|(_, value)| numbers.values(value, &mut row));
                place.copy_from_slice(&row.numbers);
            }
        });
        self.answers = kept;
        Ok(())
    }

    fn observe_options(&mut self, seat: Seat, given: &FieldOptions, row: &mut [i32]) -> Result<(), Fault> {
        let layout = laid_out::<G>()?;
        self.find_answers();
        let kept = self.answers.take();
        let pool = Arc::clone(&self.pool);
        let card = |id: &str| number_of(G::find_card(&pool, id));
        let numbers = Numbers { layout: &layout, card: &card, seat: seat.number() };
        let shapes =
            kept.as_ref().filter(|(asked, _)| *asked == seat).map(|(_, answers)| answers.shapes.as_slice());
        let takes_cards = given.kind.as_deref().zip(shapes).is_some_and(|(kind, shapes)| {
            let shapes = shapes.iter().filter(|shape| shape.kind == kind);
            let mut slots = shapes.flat_map(|shape| &shape.slots).filter(|slot| slot.name == given.field);
            slots.any(|slot| {
                slot.domain.members(&Looks::default()).take(OPTIONS).any(|value| !value.named().is_empty())
            })
        });
        let firsts: Vec<_> =
            given.values.iter().map(|value| first_number(value).filter(|_| takes_cards)).collect();
        self.with(&Query::default(), |run, judgement| {
            let faces = faces(run, judgement, seat, &firsts, &card);
            let field = given.field.rsplit('.').next().unwrap_or_default();
            set(row, 1, numbers.word(field));
            set(row, 2, narrow(given.values.len()));
            let options = row.get_mut(layout.options..).unwrap_or_default();
            options.fill(NOTHING);
            for ((place, value), face) in options.chunks_exact_mut(OPTION_WIDTH).zip(&given.values).zip(faces)
            {
                let own = value.get("type").and_then(Value::as_str);
                let kind = own.or(given.kind.as_deref()).map_or(NOTHING, |kind| numbers.word(kind));
                let mut row = Row::new(kind, face);
                if own.is_none() {
                    numbers.json_values(value, &mut row);
                }
                place.copy_from_slice(&row.numbers);
            }
        });
        self.answers = kept;
        Ok(())
    }
}

/// The field of a choice among whole answers.
const ANSWER: &str = "answer";

/// The number of a card in the pool, from 1; 0: the pool does not have it.
fn number_of(place: Option<u16>) -> i32 {
    place.map_or(0, |place| i32::from(place) + 1)
}

fn narrow(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

fn set(row: &mut [i32], place: usize, number: i32) {
    if let Some(found) = row.get_mut(place) {
        *found = number;
    }
}

/// The first whole number of an option that is chosen by itself.
fn first_number(value: &Value) -> Option<CardId> {
    match value {
        Value::Number(number) => Some(CardId(u16::try_from(number.as_u64()?).ok()?)),
        Value::Array(items) => items.iter().find_map(first_number),
        Value::Object(fields) => fields.values().find_map(first_number),
        _ => None,
    }
}

/// The numbers of cards in the pool, as far as a seat that is asked about them knows their faces.
fn faces<G: Registered>(
    run: &Run<'_, G>,
    judgement: &Judgement<'_, G>,
    seat: Seat,
    cards: &[Option<CardId>],
    number: &dyn Fn(&str) -> i32,
) -> Vec<i32> {
    let (game, viewer) = (&judgement.game, Viewer::Seat(seat));
    let face = |id: CardId| card_ref(game, id, 0).card.map_or(NOTHING, number);
    // What a text shows to the seat, though it lies hidden.
    let hidden = cards.iter().flatten().filter(|card| !game.sees_card(viewer, **card)).copied();
    let hidden: Vec<CardId> = hidden.collect();
    let mut shown: BTreeMap<CardId, i32> = BTreeMap::new();
    if !hidden.is_empty()
        && let Some(asked) = game.asked(seat)
    {
        let speech = run.speech(&judgement.names);
        let naming = Member { kind: ANSWER, fields: vec![(ANSWER, shape::Value::Cards(hidden))] };
        let (known, ..) = game.telling(|game| {
            let told = AskedText::of(game, asked, viewer, &speech);
            told.answers(game, asked, viewer, &[naming], &speech).cards
        });
        shown.extend(known.iter().filter_map(|known| Some((known.id?, known.card.map_or(NOTHING, number)))));
    }
    let seen = |card: &Option<CardId>| match card {
        Some(card) if game.sees_card(viewer, *card) => face(*card),
        Some(card) => shown.get(card).copied().unwrap_or(NOTHING),
        None => NOTHING,
    };
    cards.iter().map(seen).collect()
}
