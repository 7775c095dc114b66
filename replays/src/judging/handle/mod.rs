//! A game that is played on in memory: each step is one entry of its log, and nothing is written that nobody
//! asks for.
//!
//! A handle keeps what a judgement is between two entries. What it says is what the calls say of its log: an
//! entry is carried out by the same fold, a verdict is rendered by the same functions, and a refused entry is
//! judged with the whole log, so that its verdict is that of `POST /v1/moves`.
//!
//! [`stand`] is the game between two entries, [`played`] plays on, and [`observed`] writes what a seat sees.

mod observed;
mod played;
mod stand;

use std::sync::Arc;

use rules_judge_engine::games::{Registered, Visit};
use rules_judge_engine::kernel::Seat;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::answer::{Fault, FaultCode, Query, Verdict, Written, detail};
use crate::codec::format::{self, PoolName};
use crate::judging::Judge;
use crate::judging::handle::played::Played;
use crate::observation::Layout;

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
                let mut played = Played::new(judge.clone(), header, replay, pool);
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
                let pools = self.0.pools.of_game(G::INFO.id)?;
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
