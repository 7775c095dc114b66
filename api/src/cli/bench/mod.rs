//! `rules-judge bench`: how long judging takes, measured in one run, next to what merely reading
//! the same bytes takes.

mod allocations;
mod directory;
mod judging;
mod loopback;
mod table;

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

use actix_web::rt;
use clap::Args;
use rules_judge_replays::judging::Judge;
use rules_judge_replays::tools::bench::{self, BenchGame};
use serde_json::Value;

use self::table::Table;
use super::Ending;
use crate::cli::folders::{self, Folders};
use crate::cli::source::{self, Item};
use crate::cli::terminal;

/// Options of `bench`.
#[derive(Debug, Args)]
#[command(after_help = "\
One table: what was measured, the median, and the quartiles as a spread. Compare figures of one run
only; a busy machine is measured several times. Allocations are counted if the program was built with
--features count-allocations, which makes it slower.

Exit codes:
  0  the table is printed
  2  a sample could not be read or judged")]
pub struct Arguments {
    /// Files or directories with legal replays
    #[arg(value_name = "FILE", default_value = "replays/samples")]
    samples: Vec<PathBuf>,
    /// Seconds for each row
    #[arg(long, value_name = "S", default_value_t = 1.0)]
    seconds: f64,
    /// Games in the directory that `verify` is measured on; 0: it is left out
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    games: usize,
    /// Connections to the service at once, each number in turn; 0: the service is left out
    #[arg(long, value_name = "N", value_delimiter = ',', default_values_t = [1, 8, 64])]
    connections: Vec<usize>,
    /// Do nothing but serve the handler that the service is compared with
    #[arg(long, hide = true)]
    read_and_hash: bool,
}

struct Sample {
    entries: usize,
    bytes: Vec<u8>,
    course: Box<dyn BenchGame>,
}

fn game_of(bytes: &[u8]) -> Option<String> {
    let replay: Value = serde_json::from_slice(bytes).ok()?;
    Some(replay.get("game")?.as_str()?.to_owned())
}

/// A replay that the judge finds legal to its end; `None`: it does not.
fn sample(judge: &Judge, bytes: Vec<u8>) -> Option<Sample> {
    let course = bench::course(judge, &bytes).ok()?;
    let entries = course.kinds().len() + course.without_effect();
    Some(Sample { entries, bytes, course })
}

fn samples(judge: &Judge, files: &[PathBuf]) -> io::Result<BTreeMap<String, Vec<Sample>>> {
    let mut games: BTreeMap<String, Vec<Sample>> = BTreeMap::new();
    for item in source::Items::new(Folders::of(files, folders::is_of_logs).files, false) {
        let (path, bytes) = match item {
            Item::Whole { path, bytes } => {
                let bytes = bytes.unwrap_or_else(|| source::read(&path)).ok();
                (path, bytes)
            }
            Item::Line { path, bytes, .. } => (path, bytes.ok()),
        };
        let bytes = bytes.ok_or_else(|| io::Error::other(format!("{} cannot be read", path.display())))?;
        // Some samples are illegal on purpose.
        let (Some(game), Some(sample)) = (game_of(&bytes), sample(judge, bytes)) else { continue };
        games.entry(game).or_default().push(sample);
    }
    for samples in games.values_mut() {
        samples.sort_by_key(|sample| sample.entries);
    }
    Ok(games)
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> io::Result<Ending> {
    if arguments.read_and_hash {
        rt::System::new().block_on(loopback::read_and_hash())?;
        return Ok(Ending::Good);
    }
    let judge = Judge::new();
    let games = samples(&judge, &arguments.samples)?;
    for (game, samples) in &games {
        let mut table = Table::default();
        judging::of_game(&judge, game, samples, arguments.seconds, &mut table);
        terminal::write(&table.0)?;
    }
    if arguments.games > 0 {
        let all: Vec<&Sample> = games.values().flatten().collect();
        let mut table = Table::default();
        directory::rows(&all, arguments.games, &mut table)?;
        terminal::write(&table.0)?;
    }
    let connections: Vec<usize> = arguments.connections.iter().copied().filter(|count| *count > 0).collect();
    for (game, samples) in games.iter().filter(|_| !connections.is_empty()) {
        let Some(sample) = nearest(samples, 200) else { continue };
        let mut table = Table::default();
        loopback::rows(game, sample, &connections, arguments.seconds, &mut table)?;
        terminal::write(&table.0)?;
    }
    Ok(Ending::Good)
}

/// The sample whose number of entries is closest to this one.
fn nearest(samples: &[Sample], entries: usize) -> Option<&Sample> {
    samples.iter().min_by_key(|sample| sample.entries.abs_diff(entries))
}
