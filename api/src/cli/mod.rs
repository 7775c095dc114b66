//! The command `rules-judge`: one file per subcommand.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use rules_judge_replays::answer::{Fault, Language, Query, View};
use rules_judge_replays::judging::Judge;
use serde_json::{Value, json};

use crate::cli::diagnostic::File;
use crate::cli::report::Reporter;
use crate::http::fault::Problem;
use crate::limits::POOL_FILE_BYTES;
use crate::named_file;
use crate::params;

pub mod ahead;
pub mod bench;
pub mod card;
pub mod case;
pub mod check_signature;
pub mod config;
pub mod coverage;
pub mod deck;
pub mod diagnostic;
pub mod files;
pub mod folders;
pub mod hall;
pub mod keys;
pub mod layout;
pub mod legal;
pub mod lint;
pub mod mcp;
pub mod packing;
pub mod phrases;
pub mod play;
pub mod position;
pub mod rejudge;
pub mod report;
pub mod rules;
pub mod rulings;
pub mod serve;
pub mod source;
pub mod terminal;
pub mod try_card;
mod unpacked;
pub mod verify;

/// How a command ended; the number is the exit code. The worst of several results counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Ending {
    /// All is within the rules.
    Good = 0,
    /// Something is against the rules.
    Against = 1,
    /// Something could not be judged: not decided, malformed or unreadable.
    Unjudged = 2,
}

/// A rules judge for card games: takes a game's log, plays it again, and says the first illegal
/// action with the rule that it breaks.
#[derive(Debug, Parser)]
#[command(name = "rules-judge", version)]
pub struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the HTTP service
    Serve(serve::Arguments),
    /// Print the limits in force and where they come from
    Config(config::Arguments),
    /// Judge replays: files, directories, or - for standard input
    Verify(verify::Arguments),
    /// Compare the verdicts of an archive with earlier ones, and say what changed by rule
    Rejudge(rejudge::Arguments),
    /// Check who signed a verdict, without a service
    CheckSignature(check_signature::Arguments),
    /// Print the public keys of key files as a JSON Web Key Set
    Keys(keys::Arguments),
    /// Say who is asked after a replay, and every legal answer
    Legal(legal::Arguments),
    /// Say the state after a replay as a position that judging can begin with
    Position(position::Arguments),
    /// Check one deck
    Deck(deck::Arguments),
    /// Check a card pool
    Lint(lint::Arguments),
    /// Find cards and tell what they say
    Card(card::Arguments),
    /// Run cases: tables with what is done at them and what a judge says then
    Case(case::Arguments),
    /// Answer an assistant over standard input and output, in the Model Context Protocol
    Mcp(mcp::Arguments),
    /// Look up games and rules
    Rules(rules::Arguments),
    /// List our own rulings, and which of them an official answer confirms
    Rulings(rulings::Arguments),
    /// Say how each enforced rule of a game is proven: every case of a rule is judged with and
    /// without it
    Coverage(coverage::Arguments),
    /// Measure how long judging takes, on the samples of every game
    Bench(bench::Arguments),
    /// Set up small tables for one card, and show what it can do there
    Try(try_card::Arguments),
    /// Play a seeded game between built-in bots and write its replay
    Play(play::Arguments),
}

/// What all commands that ask the judge take.
#[derive(Debug, Clone, Args)]
pub struct Asking {
    /// Write JSON instead of text
    #[arg(long)]
    pub json: bool,
    /// Language of messages: en, zh-Hant or zh-Hans
    #[arg(
        long,
        visible_alias = "lang",
        value_name = "TAG",
        default_value = "en",
        value_parser = params::language
    )]
    pub language: Language,
}

/// Which part of a replay is looked at, and by whom.
#[derive(Debug, Clone, Args)]
pub struct Looking {
    /// Judge as if the log had only so many entries
    #[arg(long, value_name = "N", value_parser = params::at)]
    pub at: Option<usize>,
    /// Who looks: full, seat0, seat1 or public
    #[arg(long, value_name = "VIEW", default_value = "full", value_parser = params::view)]
    pub view: View,
}

/// The query that these options make.
fn query(asking: &Asking, looking: &Looking) -> Query {
    Query { at: looking.at, language: asking.language, view: looking.view, ..Query::default() }
}

/// Asks the judge for something that needs no file, and prints the answer or the fault.
fn looked_up(
    command: &str,
    asking: &Asking,
    answer: impl FnOnce(&Judge) -> Result<(String, Ending), Fault>,
) -> io::Result<Ending> {
    looked_up_in(command, asking, None, |judge, _| answer(judge))
}

/// As [`looked_up`], within a pool, which is given by its name or as a file.
fn looked_up_in(
    command: &str,
    asking: &Asking,
    pool: Option<&str>,
    answer: impl FnOnce(&Judge, Option<&str>) -> Result<(String, Ending), Fault>,
) -> io::Result<Ending> {
    let mut judge = Judge::new();
    let pool = pool_named(&mut judge, pool)?;
    match pool.and_then(|pool| answer(&judge, pool.as_deref())) {
        Ok((text, ending)) => terminal::write(&terminal::printable(&text)).map(|()| ending),
        Err(fault) => {
            let &Asking { json, language } = asking;
            let reporter = Reporter { judge: &judge, language, colours: terminal::colours() };
            report_problem(&reporter, json, &Problem::new(&fault, language), &unseen(command))
        }
    }
}

/// One file, or standard input.
#[derive(Debug, Clone, Args)]
pub struct OneFile {
    /// The file, or - for standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

/// Reads the command line and does what it says.
pub fn main() -> ExitCode {
    let ending = match CommandLine::parse().command {
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Config(arguments) => config::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Rejudge(arguments) => rejudge::run(&arguments),
        Command::CheckSignature(arguments) => check_signature::run(&arguments),
        Command::Keys(arguments) => keys::run(&arguments),
        Command::Legal(arguments) => legal::run(&arguments),
        Command::Position(arguments) => position::run(&arguments),
        Command::Deck(arguments) => deck::run(&arguments),
        Command::Lint(arguments) => lint::run(&arguments),
        Command::Card(arguments) => card::run(&arguments),
        Command::Case(arguments) => case::run(&arguments),
        Command::Mcp(arguments) => mcp::run(&arguments),
        Command::Rules(arguments) => rules::run(&arguments),
        Command::Rulings(arguments) => rulings::run(&arguments),
        Command::Coverage(arguments) => coverage::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Try(arguments) => try_card::run(&arguments),
        Command::Play(arguments) => play::run(&arguments),
    };
    match ending {
        Ok(ending) => ExitCode::from(ending as u8),
        Err(error) => {
            // A reader that closed the pipe needs no message.
            if error.kind() != io::ErrorKind::BrokenPipe {
                eprintln!("error: {error}");
            }
            ExitCode::from(Ending::Unjudged as u8)
        }
    }
}

/// Adds the pool to the judge if `name_or_file` is a file, and returns its name; otherwise it is the name of
/// a pool that the judge has.
fn pool_named(judge: &mut Judge, name_or_file: Option<&str>) -> io::Result<Result<Option<String>, Fault>> {
    let Some(name_or_file) = name_or_file else { return Ok(Ok(None)) };
    if !Path::new(name_or_file).is_file() {
        return Ok(Ok(Some(name_or_file.to_owned())));
    }
    let text = named_file::text(Path::new(name_or_file), POOL_FILE_BYTES)?;
    Ok(judge.add_pool(text).map(Some))
}

/// A file whose bytes a report cannot show.
fn unseen(name: &str) -> File<'_> {
    File { name, bytes: None, line: None }
}

/// Asks the judge about one file, and prints the answer or the fault.
fn about_file(
    file: &OneFile,
    asking: &Asking,
    answer: impl FnOnce(&Reporter<'_>, &File<'_>, &[u8]) -> Result<(String, Ending), Fault>,
) -> io::Result<Ending> {
    about_file_with(&Judge::new(), file, asking, answer)
}

/// As [`about_file`], with a judge that has further pools.
fn about_file_with(
    judge: &Judge,
    file: &OneFile,
    asking: &Asking,
    answer: impl FnOnce(&Reporter<'_>, &File<'_>, &[u8]) -> Result<(String, Ending), Fault>,
) -> io::Result<Ending> {
    let Asking { json, language } = *asking;
    let reporter = Reporter { judge, language, colours: terminal::colours() };
    let name = file.file.display().to_string();
    let bytes = match source::read(&file.file) {
        Ok(bytes) => bytes,
        Err(unread) => return report_problem(&reporter, json, &unread.problem(language), &unseen(&name)),
    };
    let file = File { name: &name, bytes: Some(&bytes), line: None };
    match answer(&reporter, &file, &bytes) {
        Ok((text, ending)) => terminal::write(&text).map(|()| ending),
        Err(fault) => report_problem(&reporter, json, &Problem::new(&fault, language), &file),
    }
}

/// The list in a field of an answer.
fn items<'v>(answer: &'v Value, field: &str) -> &'v [Value] {
    answer.get(field).and_then(Value::as_array).map(Vec::as_slice).unwrap_or(&[])
}

/// Prints why a file was not judged.
fn report_problem(
    reporter: &Reporter<'_>,
    json: bool,
    problem: &Problem,
    file: &File<'_>,
) -> io::Result<Ending> {
    let text = if json {
        json_line(&json!({ "file": file.name, "problem": problem }))
    } else {
        reporter.problem(problem, file)
    };
    terminal::write(&text)?;
    Ok(Ending::Unjudged)
}

fn json_line(value: &Value) -> String {
    format!("{value}\n")
}
