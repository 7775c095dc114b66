//! Games as handles, for programs that play many: requests and answers are numbers, with JSON only where
//! something is read by people or sent to the calls.
//!
//! A request is [`HEAD`] numbers of four bytes, the least significant first, and a body:
//!
//! | number | |
//! |---|---|
//! | 0 | what is asked: a place in [`Op::ALL`] |
//! | 1 | the handle |
//! | 2 | the place of an answer, in `choose` |
//! | 3 | the view: 0 and 1 are the seats, 2 an onlooker, 3 the full view |
//! | 4 | most answers that a question lists, in `question` and in every verdict |
//! | 5 | the language of a verdict or problem: 0 en, 1 zh-Hant, 2 zh-Hans |
//!
//! An answer has a [`Report`], a body, and numbers: observations, a row for each game that was asked about.

use rules_judge_replays::answer::{
    Fault, FaultCode, Language, ListingLimit, Query, Verdict, VerdictKind, View,
};
use rules_judge_replays::catalog::limits::LONGEST_LISTING;
use rules_judge_replays::judging::Judge;
use rules_judge_replays::judging::handle::{Asks, FieldOptions, Handle, Step};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::details;
use crate::fault::Refused;

/// Numbers before the body of a request.
pub const HEAD: usize = 6;

/// Most games that an instance holds at once. A game took 30 to 150 KiB where it was measured.
pub const MOST_GAMES: usize = 1_024;

/// What can be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    /// Begins a game with the log in the body; its handle is in the report.
    Begin,
    /// Gives a game up.
    End,
    /// Plays the entry in the body, and gives it in canonical bytes.
    Step,
    /// Plays the answer of a place in the listing of the seat that is asked first, and gives it in canonical
    /// bytes.
    Choose,
    /// What a seat is asked, as JSON; `null`: nothing.
    Question,
    /// The verdict of a view, as JSON.
    Verdict,
    /// Takes the last entry back and gives it as JSON; `null`: there is none.
    Undo,
    /// The log as JSON.
    Log,
    /// The layout of the observations of `{"game", "pool"}`, with the cards of the pool in order of their
    /// numbers.
    Layout,
    /// What a seat sees, as numbers.
    Observe,
    /// The same with the options of the field in the body.
    ObserveOptions,
    /// Steps many games: the body has two numbers for each, its handle and the place of an answer or -1 for
    /// none. The numbers of the answer are a report for each, and then what the seat that is asked first
    /// sees, or at the end that which acted.
    Many,
}

impl Op {
    /// All of them, in the order of their numbers.
    pub const ALL: [Op; 12] = [
        Op::Begin,
        Op::End,
        Op::Step,
        Op::Choose,
        Op::Question,
        Op::Verdict,
        Op::Undo,
        Op::Log,
        Op::Layout,
        Op::Observe,
        Op::ObserveOptions,
        Op::Many,
    ];
}

/// What became of a request, and where the game stands then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Report {
    /// Whether it was done.
    pub status: Status,
    /// The handle.
    pub handle: i32,
    /// How many entries the log has.
    pub entries: i32,
    /// Who is asked: a seat, 2 for an outcome of chance, -1 for nobody.
    pub asks: i32,
    /// 1 once the game is over.
    pub over: i32,
    /// Who won; -1: nobody.
    pub winner: i32,
    /// How many answers the seat that is asked has, of those that are one choice; -1: they are chosen field
    /// by field.
    pub choices: i32,
    /// The seat whose view the numbers are; -1: there are none.
    pub seen_by: i32,
}

/// Whether a request was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// It was.
    Done = 0,
    /// It cannot be answered: the body is a problem.
    Fault = 1,
    /// A log or an entry is against the rules, and nothing was done: the body is the verdict.
    Refused = 2,
    /// It cannot be judged, and nothing was done: the body is the verdict.
    NotJudged = 3,
}

impl Report {
    /// Numbers of a report.
    pub const LENGTH: usize = 8;

    const fn new(status: Status) -> Report {
        let nothing = -1;
        Report {
            status,
            handle: nothing,
            entries: 0,
            asks: nothing,
            over: 0,
            winner: nothing,
            choices: nothing,
            seen_by: nothing,
        }
    }

    /// Its numbers in their order.
    pub const fn numbers(&self) -> [i32; Report::LENGTH] {
        let Report { status, handle, entries, asks, over, winner, choices, seen_by } = *self;
        [status as i32, handle, entries, asks, over, winner, choices, seen_by]
    }
}

/// The games of an instance.
#[derive(Debug, Default)]
pub struct Handles {
    games: Vec<Option<Handle>>,
}

/// A request that was read.
struct Asked<'a> {
    handle: i32,
    place: i32,
    view: i32,
    query: Query,
    body: &'a [u8],
}

/// What a layout is asked for.
#[derive(Debug, Deserialize)]
struct OfGame {
    game: String,
    #[serde(default)]
    pool: Option<String>,
}

impl Handles {
    /// Answers a request: its report and body, and what it writes into the numbers.
    pub fn answer(&mut self, judge: &Judge, request: &[u8], numbers: &mut Vec<i32>) -> (Report, Vec<u8>) {
        numbers.clear();
        let read = read(request);
        let language = read.as_ref().map_or(Language::English, |(_, asked)| asked.query.language);
        let answer = read.ok_or_else(|| fault(details::no_request()));
        let answer = answer.and_then(|(op, asked)| self.answered(judge, op, &asked, numbers));
        answer.unwrap_or_else(|fault| {
            let problem = Refused::from(fault).problem(language).to_json();
            (Report::new(Status::Fault), problem.into())
        })
    }

    fn answered(
        &mut self,
        judge: &Judge,
        op: Op,
        asked: &Asked<'_>,
        numbers: &mut Vec<i32>,
    ) -> Result<(Report, Vec<u8>), Fault> {
        match op {
            Op::Begin => return self.begin(judge, asked),
            Op::Layout => return layout(judge, asked.body).map(|body| (Report::new(Status::Done), body)),
            Op::Many => return self.many(asked, numbers).map(|()| (Report::new(Status::Done), Vec::new())),
            _ => {}
        }
        let game = self.game(asked.handle)?;
        let seat = u8::try_from(asked.view).unwrap_or(u8::MAX);
        let mut seen_by = -1;
        let (status, body) = match op {
            Op::Step => {
                let step = game.step(asked.body, &asked.query)?;
                stepped(game, &step)?
            }
            Op::Choose => {
                let step = game.choose(place(asked.place), &asked.query)?;
                stepped(game, &step)?
            }
            Op::Question => (Status::Done, written(&game.question(seat, asked.query.listing.0)?)?),
            Op::Verdict => (Status::Done, written(&game.verdict(&asked.query)?)?),
            Op::Undo => (Status::Done, written(&game.undo()?)?),
            Op::Log => (Status::Done, written(&game.log())?),
            Op::Observe | Op::ObserveOptions => {
                numbers.resize(game.layout()?.length, 0);
                game.observe(seat, numbers)?;
                if op == Op::ObserveOptions {
                    let given: FieldOptions =
                        serde_json::from_slice(asked.body).map_err(|_| fault(details::no_request()))?;
                    game.observe_options(seat, &given, numbers)?;
                }
                seen_by = asked.view;
                (Status::Done, Vec::new())
            }
            Op::End => {
                let report = report(game, asked.handle, Status::Done);
                if let Some(place) = self.games.get_mut(place(asked.handle)) {
                    *place = None;
                }
                return Ok((report, Vec::new()));
            }
            Op::Begin | Op::Layout | Op::Many => (Status::Done, Vec::new()),
        };
        Ok((Report { seen_by, ..report(game, asked.handle, status) }, body))
    }

    fn game(&mut self, handle: i32) -> Result<&mut Handle, Fault> {
        let game = self.games.get_mut(place(handle)).and_then(Option::as_mut);
        game.ok_or_else(|| fault(details::no_handle()))
    }

    fn begin(&mut self, judge: &Judge, asked: &Asked<'_>) -> Result<(Report, Vec<u8>), Fault> {
        let free = self.games.iter().position(Option::is_none);
        if free.is_none() && self.games.len() >= MOST_GAMES {
            return Err(Fault::new(FaultCode::TooMany, details::many_games(MOST_GAMES)));
        }
        let game = match judge.begin(asked.body, &asked.query)? {
            Ok(game) => game,
            Err(verdict) => return Ok((Report::new(against(&verdict)), written(&verdict)?)),
        };
        let place = free.unwrap_or(self.games.len());
        if place == self.games.len() {
            self.games.push(None);
        }
        let handle = i32::try_from(place).unwrap_or(i32::MAX);
        let report = report(&game, handle, Status::Done);
        if let Some(free) = self.games.get_mut(place) {
            *free = Some(game);
        }
        Ok((report, Vec::new()))
    }

    /// Steps many games of one rulebook.
    fn many(&mut self, asked: &Asked<'_>, numbers: &mut Vec<i32>) -> Result<(), Fault> {
        let (steps, rest) = asked.body.as_chunks::<8>();
        if !rest.is_empty() || steps.len() > MOST_GAMES {
            return Err(fault(details::no_request()));
        }
        let mut width = None;
        for (index, step) in steps.iter().enumerate() {
            let [handle, choice] = two(step);
            let game = self.game(handle)?;
            let length = game.layout()?.length;
            // Of another game than the first, the rows would be of another length.
            if *width.get_or_insert(length) != length {
                return Err(fault(details::other_game()));
            }
            let before = game.summary().asks;
            let mut status = Status::Done;
            if choice >= 0
                && let Step::Refused(verdict) = game.choose(place(choice), &asked.query)?
            {
                status = against(&verdict);
            }
            let now = game.summary().asks;
            let seat = [now, before].into_iter().find_map(|asks| match asks {
                Some(Asks::Seat(seat)) => Some(seat),
                _ => None,
            });
            let seat = seat.unwrap_or_default();
            let rows = steps.len() * Report::LENGTH;
            numbers.resize(rows + steps.len() * length, 0);
            let from = rows + index * length;
            game.observe(seat, numbers.get_mut(from..from + length).unwrap_or_default())?;
            let choices = game.choices().and_then(|count| i32::try_from(count).ok()).unwrap_or(-1);
            let report = Report { choices, seen_by: seat.into(), ..report(game, handle, status) };
            let from = index * Report::LENGTH;
            if let Some(place) = numbers.get_mut(from..from + Report::LENGTH) {
                place.copy_from_slice(&report.numbers());
            }
        }
        Ok(())
    }
}

fn fault(detail: rules_judge_replays::answer::detail::Detail) -> Fault {
    Fault::new(FaultCode::WrongShape, detail)
}

fn written<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, Fault> {
    serde_json::to_vec(value).map_err(|_| Fault::new(FaultCode::Internal, details::unwritten()))
}

fn place(number: i32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

fn two(bytes: &[u8; 8]) -> [i32; 2] {
    let [a, b, c, d, e, f, g, h] = *bytes;
    [i32::from_le_bytes([a, b, c, d]), i32::from_le_bytes([e, f, g, h])]
}

fn stepped(game: &Handle, step: &Step) -> Result<(Status, Vec<u8>), Fault> {
    match step {
        Step::Taken => Ok((Status::Done, game.last().unwrap_or_default().to_vec())),
        Step::Refused(verdict) => Ok((against(verdict), written(verdict)?)),
    }
}

/// Why a log is not taken.
fn against(verdict: &Verdict) -> Status {
    if verdict.verdict == VerdictKind::NotJudged { Status::NotJudged } else { Status::Refused }
}

fn report(game: &Handle, handle: i32, status: Status) -> Report {
    let now = game.summary();
    let asks = match now.asks {
        None => -1,
        Some(Asks::Seat(seat)) => seat.into(),
        Some(Asks::Chance) => 2,
    };
    let entries = i32::try_from(now.entries).unwrap_or(i32::MAX);
    let winner = now.outcome.flatten().map_or(-1, i32::from);
    let over = i32::from(now.outcome.is_some());
    Report { handle, entries, asks, over, winner, ..Report::new(status) }
}

fn layout(judge: &Judge, body: &[u8]) -> Result<Vec<u8>, Fault> {
    let OfGame { game, pool } = serde_json::from_slice(body).map_err(|_| fault(details::no_request()))?;
    let (layout, cards) = judge.layout(&game, pool.as_deref())?;
    written(&json!({ "cards": cards, "length": layout.length, "parts": layout.parts, "words": layout.words }))
}

fn read(request: &[u8]) -> Option<(Op, Asked<'_>)> {
    let (head, body) = request.split_at_checked(4 * HEAD)?;
    let (numbers, _) = head.as_chunks::<4>();
    let mut numbers = numbers.iter().map(|number| i32::from_le_bytes(*number));
    let mut next = || numbers.next();
    let op = *Op::ALL.get(place(next()?))?;
    let (handle, place, view, listing, language) = (next()?, next()?, next()?, next()?, next()?);
    let query = Query {
        language: match language {
            1 => Language::TraditionalChinese,
            2 => Language::SimplifiedChinese,
            _ => Language::English,
        },
        listing: ListingLimit(u64::try_from(listing).unwrap_or_default().min(LONGEST_LISTING)),
        view: match view {
            0 => View::Seat0,
            1 => View::Seat1,
            2 => View::Public,
            _ => View::Full,
        },
        ..Query::default()
    };
    Some((op, Asked { handle, place, view, query, body }))
}
