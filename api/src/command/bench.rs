//! `rules-judge bench`: how long judging takes, measured in one run, next to what merely reading
//! the same bytes takes.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::hint::black_box;
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use rules_judge_replays::answer::{Fault, Query};
use rules_judge_replays::digest::Digest;
use rules_judge_replays::judge::Judge;
use rules_judge_replays::measured::{self, Course};
use serde_json::Value;

use super::Ending;
use crate::source::{self, Item};
use crate::terminal;

/// Options of `bench`.
#[derive(Debug, Args)]
#[command(after_help = "\
One table: what was measured, the median, and the quartiles as a spread. Compare figures of one run
only; on a busy machine run it on one core (taskset -c 1) and several times.

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
}

/// The floor of every judgement: parse the bytes, and hash them once. It stays as it is, so that
/// ratios of different builds can be compared.
fn floor(bytes: &[u8]) -> (Option<Value>, Digest) {
    (serde_json::from_slice(bytes).ok(), Digest::of(bytes))
}

/// The times that one row took, sorted.
struct Times(Vec<Duration>);

impl Times {
    fn quantile(&self, hundredths: usize) -> f64 {
        let last = self.0.len().saturating_sub(1);
        self.0.get(last * hundredths / 100).map_or(0.0, Duration::as_secs_f64)
    }

    fn median(&self) -> f64 {
        self.quantile(50)
    }
}

/// Measures several things in turn, so that all of them meet the same noise.
fn in_turn<const N: usize>(seconds: f64, mut each: [&mut dyn FnMut(); N]) -> [Times; N] {
    let mut times = [const { Vec::new() }; N];
    let start = Instant::now();
    let mut rounds = 0;
    while rounds < 15 || start.elapsed().as_secs_f64() < seconds {
        for (work, times) in each.iter_mut().zip(&mut times) {
            let start = Instant::now();
            work();
            times.push(start.elapsed());
        }
        rounds += 1;
    }
    times.map(|mut times| {
        times.sort_unstable();
        Times(times)
    })
}

struct Sample {
    entries: usize,
    bytes: Vec<u8>,
    course: Box<dyn Course>,
}

fn game_of(bytes: &[u8]) -> Option<String> {
    let replay: Value = serde_json::from_slice(bytes).ok()?;
    Some(replay.get("game")?.as_str()?.to_owned())
}

fn samples(judge: &Judge, files: &[PathBuf]) -> io::Result<BTreeMap<String, Vec<Sample>>> {
    let mut games: BTreeMap<String, Vec<Sample>> = BTreeMap::new();
    for item in source::Items::new(source::list(files)) {
        let bytes = match item {
            Item::Whole(path) => source::read(&path).ok(),
            Item::Line { bytes, .. } => bytes.ok(),
        };
        let bytes = bytes.ok_or_else(|| io::Error::other("a sample cannot be read"))?;
        // Some samples are there to be refused.
        let Ok(course) = measured::course(judge, &bytes) else { continue };
        let Some(game) = game_of(&bytes) else { continue };
        let entries = course.kinds().len() + course.without_effect();
        games.entry(game).or_default().push(Sample { entries, bytes, course });
    }
    for samples in games.values_mut() {
        samples.sort_by_key(|sample| sample.entries);
    }
    Ok(games)
}

struct Table(String);

impl Table {
    /// A row: what, its median and quartiles in microseconds, and what that means.
    fn row(&mut self, what: &str, times: &Times, scale: f64, meaning: &str) {
        let micro = |hundredths| times.quantile(hundredths) * 1e6 / scale;
        let (low, median, high) = (micro(25), micro(50), micro(75));
        let _ = writeln!(self.0, "{what:<44}{median:>11.3}{low:>11.3}{high:>11.3}  {meaning}");
    }

    fn note(&mut self, what: &str, meaning: &str) {
        let _ = writeln!(self.0, "{what:<44}{meaning}");
    }
}

fn judge_once(judge: &Judge, bytes: &[u8]) -> Result<Vec<u8>, Fault> {
    let verdict = judge.verify(bytes, &Query::default())?;
    Ok(serde_json::to_vec(&verdict).unwrap_or_default())
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> io::Result<Ending> {
    let judge = Judge::new();
    let mut table = Table(String::new());
    for (game, samples) in samples(&judge, &arguments.samples)? {
        of_game(&judge, &game, &samples, arguments.seconds, &mut table);
    }
    terminal::write(&table.0)?;
    Ok(Ending::Good)
}

fn of_game(judge: &Judge, game: &str, samples: &[Sample], seconds: f64, table: &mut Table) {
    let header = "microseconds:    median        25 %       75 %";
    let _ = writeln!(table.0, "{game}, {} games{:>64}", samples.len(), header);
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for kind in samples.iter().flat_map(|sample| sample.course.kinds()) {
        *kinds.entry(kind).or_default() += 1;
    }
    let mut mix: Vec<_> = kinds.into_iter().collect();
    mix.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let total: usize = mix.iter().map(|(_, count)| count).sum();
    let skipped: usize = samples.iter().map(|sample| sample.course.without_effect()).sum();
    let mix: Vec<String> = mix
        .iter()
        .map(|(kind, count)| format!("{kind} {:.1} %", *count as f64 * 100.0 / total.max(1) as f64))
        .collect();
    table.note("entries played by the engine", &format!("{total}, without {skipped} that change nothing"));
    table.note("kinds", &mix.join(", "));

    let (mut buffer, mut sum) = (Vec::new(), 0u64);
    let [engine] = in_turn(
        seconds,
        [&mut || {
            sum = 0;
            for sample in samples {
                sum = sum.rotate_left(1) ^ sample.course.play(&mut buffer).1;
            }
        }],
    );
    let rate = |count: usize, times: &Times| count as f64 / times.median().max(1e-9);
    let speed = rate(total, &engine) / 1e6;
    table.row("engine alone, per entry", &engine, total as f64, &format!("{speed:.2} million entries/s"));
    let games = rate(samples.len(), &engine) / 1e3;
    table.row(
        "engine alone, per game",
        &engine,
        samples.len() as f64,
        &format!("{games:.1} thousand games/s"),
    );
    table.note("checksum of all events", &format!("{sum:016x}"));

    let longest = samples.last().map_or(0, |sample| sample.entries);
    for wanted in [50, 200, 500, longest] {
        let Some(sample) = samples.iter().min_by_key(|sample| sample.entries.abs_diff(wanted)) else {
            continue;
        };
        let (bytes, entries) = (&sample.bytes, sample.entries.max(1));
        let [read, judged, engine] = in_turn(
            seconds,
            [
                &mut || {
                    black_box(floor(black_box(bytes)));
                },
                &mut || {
                    black_box(judge_once(judge, black_box(bytes)).ok());
                },
                &mut || {
                    black_box(sample.course.play(&mut buffer));
                },
            ],
        );
        let title = format!("{entries} entries, {} bytes", bytes.len());
        table.row(&format!("{title}: floor"), &read, 1.0, "");
        let meaning = format!(
            "{:.2} × the floor, {:.3} µs per entry, {:.0} games/s",
            judged.median() / read.median().max(1e-9),
            judged.median() * 1e6 / entries as f64,
            1.0 / judged.median().max(1e-9),
        );
        table.row(&format!("{title}: bytes to verdict"), &judged, 1.0, &meaning);
        let meaning = format!("{:.3} µs per entry", engine.median() * 1e6 / entries as f64);
        table.row(&format!("{title}: engine alone"), &engine, 1.0, &meaning);
    }

    let count = samples.len() as f64;
    let mut bytes = 0;
    let [write, resume, legal] = in_turn(
        seconds,
        [
            &mut || bytes = samples.iter().map(|sample| sample.course.write_snapshot()).sum(),
            &mut || {
                black_box(samples.iter().filter(|sample| sample.course.resume()).count());
            },
            &mut || {
                black_box(samples.iter().map(|sample| sample.course.legal()).fold(0, u64::wrapping_add));
            },
        ],
    );
    table.row("snapshot, written", &write, count, &format!("{:.0} bytes", bytes as f64 / count.max(1.0)));
    table.row("snapshot, read, and one entry", &resume, count, "");
    let sets = rate(samples.len(), &legal) / 1e3;
    table.row("legal set in the middle of a game", &legal, count, &format!("{sets:.1} thousand sets/s"));
}
