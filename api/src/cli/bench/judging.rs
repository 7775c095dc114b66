//! Measures judging: the engine alone, from bytes to the verdict, how the time grows with the entries, and
//! snapshots.

use std::collections::BTreeMap;
use std::hint::black_box;

use rules_judge_replays::answer::{Fault, Query};
use rules_judge_replays::codec::digest::Digest;
use rules_judge_replays::judging::Judge;
use rules_judge_replays::tools::bench;
use serde_json::Value;

use super::Sample;
use super::allocations;
use super::table::{Table, Times, in_turn};

/// The work that every judgement needs at least: parsing the bytes and hashing them once. Changing this
/// function would make ratios of different builds incomparable.
fn floor(bytes: &[u8]) -> (Option<Value>, Digest) {
    (serde_json::from_slice(bytes).ok(), Digest::of(bytes))
}

fn judge_once(judge: &Judge, bytes: &[u8]) -> Result<Vec<u8>, Fault> {
    let verdict = judge.verify(bytes, &Query::default())?;
    Ok(serde_json::to_vec(&verdict).unwrap_or_default())
}

/// Adds all rows about one game that need no other process.
pub(super) fn of_game(judge: &Judge, game: &str, samples: &[Sample], seconds: f64, table: &mut Table) {
    table.heading(&format!("{game}, {} games", samples.len()));
    entry_rows(samples, table);
    engine_rows(samples, seconds, table);
    ratio_row(judge, samples, table);
    game_by_game_row(samples, table);
    length_rows(judge, game, samples, seconds, table);
    snapshot_rows(samples, seconds, table);
}

/// How many entries the samples have, and of which kinds.
fn entry_rows(samples: &[Sample], table: &mut Table) {
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
    let generally: usize = samples.iter().map(|sample| sample.course.read_generally().len()).sum();
    table.note("entries that the quick reader leaves to the general one", &generally.to_string());
}

fn rate(count: usize, times: &Times) -> f64 {
    count as f64 / times.median().max(1e-9)
}

/// The engine alone, over all samples.
fn engine_rows(samples: &[Sample], seconds: f64, table: &mut Table) {
    let total: usize = samples.iter().map(|sample| sample.course.kinds().len()).sum();
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
}

/// How long judging takes in multiples of [`floor`].
fn ratio_row(judge: &Judge, samples: &[Sample], table: &mut Table) {
    let ratio = |sample: &Sample| {
        let mut judged = || drop(black_box(judge_once(judge, black_box(&sample.bytes)).ok()));
        let [read, judged] =
            in_turn(0.0, [&mut || drop(black_box(floor(black_box(&sample.bytes)))), &mut judged]);
        judged.median() / read.median().max(1e-9)
    };
    let mut ratios: Vec<f64> = samples.iter().map(ratio).collect();
    ratios.sort_by(f64::total_cmp);
    let of = |hundredths: usize| ratios.get(ratios.len().saturating_sub(1) * hundredths / 100).copied();
    let [low, median, high] = [25, 50, 75].map(|hundredths| of(hundredths).unwrap_or(0.0));
    let meaning = format!("{median:.2} × the floor; half of the games within {low:.2} and {high:.2}");
    table.note("bytes to verdict, game by game", &meaning);
}

/// The engine alone, with each sample counting as much as any other.
fn game_by_game_row(samples: &[Sample], table: &mut Table) {
    let mut buffer = Vec::new();
    let of_each = samples.iter().filter(|sample| !sample.course.kinds().is_empty()).map(|sample| {
        let mut play = || {
            black_box(sample.course.play(&mut buffer));
        };
        let [times] = in_turn(0.0, [&mut play]);
        times.per(sample.course.kinds().len())
    });
    let of_each = Times::from(of_each.collect::<Vec<_>>());
    let speed = 1e-6 / of_each.median().max(1e-12);
    table.row(
        "engine alone, per entry, game by game",
        &of_each,
        1.0,
        &format!("{speed:.2} million entries/s"),
    );
}

/// Samples and other games of several lengths, and one with published cards.
fn length_rows(judge: &Judge, game: &str, samples: &[Sample], seconds: f64, table: &mut Table) {
    let longest = samples.last().map_or(0, |sample| sample.entries);
    for wanted in [50, 200, 500, longest] {
        if let Some(sample) = super::nearest(samples, wanted) {
            one_game(judge, sample, seconds, table);
        }
    }
    if let Some(long) = bench::longest(judge, game).ok().and_then(|bytes| super::sample(judge, bytes)) {
        table.note("one game", &format!("{} entries, bots that do not attack", long.entries));
        for length in [50, 200, 500, 1_000, long.entries] {
            let until = prefix(&long.bytes, length).filter(|_| length <= long.entries);
            if let Some(sample) = until.and_then(|bytes| super::sample(judge, bytes)) {
                one_game(judge, &sample, seconds, table);
            }
        }
    }
    if let Some(sample) =
        bench::published(judge, game).ok().flatten().and_then(|bytes| super::sample(judge, bytes))
    {
        table.note("one game with published cards", &format!("{} entries", sample.entries));
        one_game(judge, &sample, seconds, table);
    }
}

/// Snapshots in the middle of each sample, and the legal answers there.
fn snapshot_rows(samples: &[Sample], seconds: f64, table: &mut Table) {
    let count = samples.len() as f64;
    let mut bytes = 0;
    let [write, resume, legal, with_sentences] = in_turn(
        seconds,
        [
            &mut || bytes = samples.iter().map(|sample| sample.course.write_snapshot()).sum(),
            &mut || {
                black_box(samples.iter().filter(|sample| sample.course.resume()).count());
            },
            &mut || {
                black_box(samples.iter().map(|sample| sample.course.legal()).fold(0, u64::wrapping_add));
            },
            &mut || {
                black_box(samples.iter().map(|sample| sample.course.legal_with_sentences()).sum::<usize>());
            },
        ],
    );
    table.row("snapshot, written", &write, count, &format!("{:.0} bytes", bytes as f64 / count.max(1.0)));
    table.row("snapshot, read, and one entry", &resume, count, "");
    for (what, legal) in [("", legal), (", with sentences", with_sentences)] {
        let sets = rate(samples.len(), &legal) / 1e3;
        let title = format!("legal set in the middle of a game{what}");
        table.row(&title, &legal, count, &format!("{sets:.1} thousand sets/s"));
    }
}

/// The game with only its first `entries` entries.
fn prefix(bytes: &[u8], entries: usize) -> Option<Vec<u8>> {
    let mut replay: Value = serde_json::from_slice(bytes).ok()?;
    replay.get_mut("actions")?.as_array_mut()?.truncate(entries);
    serde_json::to_vec(&replay).ok()
}

/// The rows about one game.
fn one_game(judge: &Judge, sample: &Sample, seconds: f64, table: &mut Table) {
    let mut buffer = Vec::new();
    let (bytes, entries) = (&sample.bytes, sample.entries.max(1));
    let [read, judged, engine, set_up] = in_turn(
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
            &mut || {
                black_box(sample.course.set_up());
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
    let after = (engine.median() - set_up.median()).max(0.0);
    let meaning = format!(
        "{:.3} µs per entry, {:.3} after {:.1} µs of set-up",
        engine.median() * 1e6 / entries as f64,
        after * 1e6 / entries as f64,
        set_up.median() * 1e6,
    );
    table.row(&format!("{title}: engine alone"), &engine, 1.0, &meaning);
    let judging = allocations::count(|| drop(black_box(judge_once(judge, bytes).ok())));
    let playing = allocations::count(|| {
        black_box(sample.course.play(&mut buffer));
    });
    if let (Some(judging), Some(playing)) = (judging, playing) {
        let meaning = format!(
            "{:.1} per entry from bytes to verdict, {:.1} in the engine; at most {} KiB held",
            judging.times as f64 / entries as f64,
            playing.times as f64 / entries as f64,
            judging.most_held / 1024,
        );
        table.note(&format!("{title}: allocations"), &meaning);
    }
}
