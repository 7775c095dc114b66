//! `rules-judge verify`: judges replays on all cores and prints the results in the order of the files.

use std::borrow::Cow;
use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use rules_judge_replays::answer::detail::{Detail, Replays};
use rules_judge_replays::answer::narration::Narration;
use rules_judge_replays::answer::{Fault, FaultCode, Language, Query, Trace, Verdict};
use rules_judge_replays::judging::Judge;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::report::{self, Reporter};
use super::serve::with_pools;
use super::{Asking, Ending, Looking, phrases, query};
use crate::cli::ahead::Ahead;
use crate::cli::diagnostic::File;
use crate::cli::folders::{self, Folders};
use crate::cli::source::{self, Item, Unread};
use crate::cli::terminal::{self, printable};
use crate::http::details;
use crate::http::fault::Problem;
use crate::params;

const AFTER_HELP: &str = "\
A file holds one replay, or one a line, and may be packed with gzip, xz or zstd; what it holds tells, also
of standard input, and its name where that leaves doubt (*.ndjson and *.jsonl: lines). A directory stands
for all replays in it and below: *.json, *.ndjson, *.jsonl, also with .gz, .xz or .zst behind. What else
lies there is named on standard error. With --json every replay gives one line, {\"file\": …, \"verdict\":
{…}} or {\"file\": …, \"problem\": {…}}, with \"line\" besides where a file has one replay a line.

As a worker of another program, `verify --json --lines -` gives one line for every line that it is sent, in
the same order, also for those that cannot be read. What was sent is answered before more is waited for, and
nothing more is read while 64 MiB or 512 lines wait to be judged.

Exit codes:
  0  every replay is legal
  1  a replay is illegal, and none is worse
  2  a replay was not judged, malformed or unreadable, a file or directory has none, or the command line
     is wrong";

/// Options of `verify`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    /// Files or directories; - is standard input
    #[arg(required = true, value_name = "FILE|DIR")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    asking: Asking,
    #[command(flatten)]
    looking: Looking,
    /// How detailed the trace is with --json: none, events, or states, which adds the table after each entry
    #[arg(long, value_name = "HOW", default_value = "none", value_parser = params::trace)]
    trace: Trace,
    /// Tell the game line by line before the result: the turn, what happened, the rule
    #[arg(long, conflicts_with_all = ["json", "trace", "from", "to"])]
    narrate: bool,
    /// Of a trace only the steps of the entries from this index on
    #[arg(long, value_name = "N", value_parser = params::entry)]
    from: Option<usize>,
    /// Of a trace only the steps of the entries before this index
    #[arg(long, value_name = "N", value_parser = params::entry)]
    to: Option<usize>,
    /// Each file holds one replay a line, whatever its name, standard input included; blank lines are
    /// answered, too
    #[arg(long)]
    lines: bool,
    /// Directory of further pools (*.json), which replays may say as game/name or by their digest
    #[arg(long, value_name = "DIR")]
    pools: Option<PathBuf>,
    /// How many replays are judged at once; without it, as many as there are cores
    #[arg(long, value_name = "N")]
    cores: Option<NonZeroUsize>,
}

/// One line with `--json`.
#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<&'a Problem>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<&'a Verdict>,
}

/// The result of one replay.
struct ReplayLine {
    text: String,
    class: Class,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Legal,
    Illegal,
    NotJudged,
    Malformed,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> io::Result<Ending> {
    let Arguments { trace, from, to, .. } = *arguments;
    let query = Query { trace, from, to, ..query(&arguments.asking, &arguments.looking) };
    params::is_page(&query)
        .map_err(|why| io::Error::new(io::ErrorKind::InvalidInput, why.into_text(query.language)))?;
    let mut named = Folders::of(&arguments.files, folders::is_of_logs);
    named.report_left_out(folders::LOGS, query.language)?;
    let files = std::mem::take(&mut named.files);
    let bar = progress(&files);
    let mut judge = Judge::new();
    if let Some(directory) = &arguments.pools {
        judge = with_pools(judge, directory)?;
    }
    let asker = Asker {
        judge: &judge,
        json: arguments.asking.json,
        narrate: arguments.narrate,
        is_one: !arguments.asking.json && !arguments.lines && files.len() == 1,
        query,
        colours: terminal::colours(),
        cores: arguments.cores.or_else(|| std::thread::available_parallelism().ok()).map_or(1, usize::from),
    };
    let mut counts = Counts::default();
    let mut items = Ahead::read(files, arguments.lines);
    loop {
        let batch = items.take()?;
        if batch.is_empty() {
            break;
        }
        let results = asker.judge_all(&batch, &bar);
        let text: String = results.iter().map(|result| result.text.as_str()).collect();
        results.iter().for_each(|result| counts.add(result.class));
        bar.suspend(|| terminal::write(&text))?;
    }
    bar.finish_and_clear();
    if !arguments.asking.json && counts.all() != 1 {
        terminal::write(&counts.summary(query.language))?;
    }
    let mut is_empty = named.report_empty(counts.all(), query.language)?;
    // A program may send no line at all; a file that a person names should have a replay.
    if counts.all() == 0 && !is_empty && !arguments.lines {
        is_empty = true;
        for file in &arguments.files {
            let message: Detail = phrases::no_replay(&file.display().to_string());
            folders::to_stderr(&message.into_text(query.language))?;
        }
    }
    Ok(if is_empty { Ending::Unjudged } else { counts.ending() })
}

/// A progress bar on standard error; hidden if that is no terminal.
fn progress(files: &[PathBuf]) -> ProgressBar {
    if files.len() < 2 && !files.iter().any(|file| folders::has_lines(file)) || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    if files.iter().any(|file| folders::has_lines(file)) {
        // The number of lines is not known until all are read.
        return ProgressBar::no_length();
    }
    let bar = ProgressBar::new(u64::try_from(files.len()).unwrap_or(u64::MAX));
    match ProgressStyle::with_template("{bar:40} {pos}/{len} replays, {per_sec}, {eta} left") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

struct Asker<'a> {
    judge: &'a Judge,
    json: bool,
    narrate: bool,
    /// Whether the arguments name one file and the answer is text for a person.
    is_one: bool,
    query: Query,
    colours: bool,
    cores: usize,
}

impl Asker<'_> {
    /// Judges a batch on all cores. The results are in the order of the items.
    fn judge_all(&self, batch: &[Item], bar: &ProgressBar) -> Vec<ReplayLine> {
        let cores = self.cores.min(batch.len());
        let next = AtomicUsize::new(0);
        let done: Mutex<Vec<(usize, ReplayLine)>> = Mutex::new(Vec::with_capacity(batch.len()));
        std::thread::scope(|scope| {
            for _ in 0..cores {
                scope.spawn(|| {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(item) = batch.get(index) else { break };
                        let result = self.judge_item(item);
                        bar.inc(1);
                        done.lock().unwrap_or_else(PoisonError::into_inner).push((index, result));
                    }
                });
            }
        });
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.sort_by_key(|(index, _)| *index);
        done.into_iter().map(|(_, result)| result).collect()
    }

    fn judge_item(&self, item: &Item) -> ReplayLine {
        match item {
            Item::Whole { path, bytes } => {
                let name = path.display().to_string();
                let read = || Cow::Owned(source::read(path));
                match bytes.as_ref().map_or_else(read, Cow::Borrowed).as_ref() {
                    Ok(bytes) => self.judged(&name, None, bytes),
                    Err(unread) => self.unread(&name, None, unread),
                }
            }
            Item::Line { path, line, bytes } => {
                let name = path.display().to_string();
                match bytes {
                    Ok(bytes) => self.judged(&name, Some(*line), bytes),
                    Err(unread) => self.unread(&name, Some(*line), unread),
                }
            }
        }
    }

    fn judged(&self, name: &str, line: Option<usize>, bytes: &[u8]) -> ReplayLine {
        let file = File { name, bytes: Some(bytes), line };
        // If one replay makes the judge panic, the results of the others must not be lost.
        let judge = || {
            if self.narrate {
                return self.narrated(bytes);
            }
            let verdict = self.judge.verify(bytes, &self.query)?;
            match self.is_one && line.is_none() && verdict.accepted <= FEW_ENTRIES && is_dispute(bytes) {
                true => self.narrated(bytes),
                false => Ok((String::new(), verdict)),
            }
        };
        let answer = catch_unwind(AssertUnwindSafe(judge));
        let broken = |_| Err(Fault::new(FaultCode::Internal, details::internal()));
        match answer.unwrap_or_else(broken) {
            Err(fault) => self.problem(&Problem::new(&fault, self.query.language), &file, line),
            Ok((story, verdict)) => {
                let class = match report::ending(&verdict) {
                    Ending::Good => Class::Legal,
                    Ending::Against => Class::Illegal,
                    Ending::Unjudged => Class::NotJudged,
                };
                let text = if self.json {
                    json_line(&Line { file: name, line, problem: None, verdict: Some(&verdict) })
                } else {
                    story + &self.reporter().verdict(&verdict, &file, self.query.view)
                };
                ReplayLine { text, class }
            }
        }
    }

    /// The sentences of the whole game, requested page by page, and its verdict.
    fn narrated(&self, bytes: &[u8]) -> Result<(String, Verdict), Fault> {
        let mut narration = Narration::new(self.query.language);
        let mut story = String::new();
        let mut query = Query { trace: Trace::Events, ..self.query };
        loop {
            let verdict = self.judge.verify(bytes, &query)?;
            let lines = narration.lines(&verdict);
            let lines = lines.map_err(|error| Fault::new(FaultCode::Internal, error.to_string()))?;
            story.extend(lines.iter().map(|line| format!("{}\n", printable(line))));
            match verdict.trace_next {
                Some(next) => query.from = Some(next),
                None => return Ok((story, verdict)),
            }
        }
    }

    fn unread(&self, name: &str, line: Option<usize>, unread: &Unread) -> ReplayLine {
        self.problem(&unread.problem(self.query.language), &File { name, bytes: None, line }, line)
    }

    fn problem(&self, problem: &Problem, file: &File<'_>, line: Option<usize>) -> ReplayLine {
        let text = if self.json {
            json_line(&Line { file: file.name, line, problem: Some(problem), verdict: None })
        } else {
            self.reporter().problem(problem, file)
        };
        ReplayLine { text, class: Class::Malformed }
    }

    fn reporter(&self) -> Reporter<'_> {
        Reporter { judge: self.judge, language: self.query.language, colours: self.colours }
    }
}

/// A log with a position and at most this many entries counts as a question about a table.
const FEW_ENTRIES: usize = 8;

/// Whether a log is a question about a table. The answer then tells what happens and by which rules even if
/// everything is legal.
fn is_dispute(bytes: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Head {
        start: IgnoredAny,
        actions: Vec<IgnoredAny>,
    }
    // Unreadable bytes are no such question; the judge reports the fault.
    serde_json::from_slice(bytes)
        .is_ok_and(|Head { start: IgnoredAny, actions }| actions.len() <= FEW_ENTRIES)
}

fn json_line(line: &Line<'_>) -> String {
    // Plain data always serialises. If it did not, an empty object would stand in its line.
    let mut text = serde_json::to_string(line).unwrap_or_else(|_| "{}".to_owned());
    text.push('\n');
    text
}

#[derive(Default)]
struct Counts {
    legal: usize,
    illegal: usize,
    not_judged: usize,
    malformed: usize,
}

impl Counts {
    fn add(&mut self, class: Class) {
        match class {
            Class::Legal => self.legal += 1,
            Class::Illegal => self.illegal += 1,
            Class::NotJudged => self.not_judged += 1,
            Class::Malformed => self.malformed += 1,
        }
    }

    fn all(&self) -> usize {
        self.legal + self.illegal + self.not_judged + self.malformed
    }

    fn summary(&self, language: Language) -> String {
        let Counts { legal, illegal, not_judged, malformed } = self;
        let all = Replays(self.all() as u64);
        phrases::replays(all, *legal, *illegal, *not_judged, *malformed).into_text(language) + "\n"
    }

    fn ending(&self) -> Ending {
        match (self.not_judged + self.malformed, self.illegal) {
            (0, 0) => Ending::Good,
            (0, _) => Ending::Against,
            _ => Ending::Unjudged,
        }
    }
}
