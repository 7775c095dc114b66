//! Measures `rules-judge verify` over a directory: games per second, on one core and on all of them.

use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::Sample;
use super::table::{Table, Times};

/// How often the directory is judged with one core and with all, in turn.
const ROUNDS: usize = 3;

/// Writes `games` different games: the samples in turn, each time with another name of a player. Returns the
/// number of entries of all of them.
fn write(directory: &Path, samples: &[&Sample], games: usize) -> io::Result<usize> {
    let mut replays: Vec<(Value, usize)> = Vec::with_capacity(samples.len());
    for sample in samples {
        replays.push((serde_json::from_slice(&sample.bytes)?, sample.entries));
    }
    let mut entries = 0;
    for (number, index) in (0..games).zip((0..replays.len()).cycle()) {
        let Some((replay, length)) = replays.get_mut(index) else { break };
        if let Some(player) = replay.pointer_mut("/players/0").and_then(Value::as_object_mut) {
            player.insert("name".to_owned(), format!("game {number}").into());
        }
        entries += *length;
        fs::write(directory.join(format!("{number:06}.json")), serde_json::to_vec(replay)?)?;
    }
    Ok(entries)
}

/// Judges the directory in a process of its own.
fn judge(directory: &Path, cores: usize) -> io::Result<Duration> {
    let start = Instant::now();
    let status = Command::new(std::env::current_exe()?)
        .args(["verify", "--json", "--cores", &cores.to_string()])
        .arg(directory)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .status()?;
    match status.success() {
        true => Ok(start.elapsed()),
        false => Err(io::Error::other("a game of the directory is not legal")),
    }
}

/// Adds the rows about a directory with `games` games.
pub(super) fn rows(samples: &[&Sample], games: usize, table: &mut Table) -> io::Result<()> {
    let directory = tempfile::tempdir()?;
    let entries = write(directory.path(), samples, games)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let (mut one, mut all) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        one.push(judge(directory.path(), 1)?);
        all.push(judge(directory.path(), cores)?);
    }
    let (one, all) = (Times::from(one), Times::from(all));
    let rate = |times: &Times| games as f64 / times.median().max(1e-9);
    table.heading(&format!("verify of a directory, {games} games, {entries} entries"));
    table.row("one core, per game", &one, games as f64, &format!("{:.0} games/s", rate(&one)));
    let speed_up = one.median() / all.median().max(1e-9);
    let meaning = format!("{:.0} games/s, {speed_up:.2} × one core", rate(&all));
    table.row(&format!("{cores} cores, per game"), &all, games as f64, &meaning);
    Ok(())
}
