//! How long judging takes: `cargo run --release -p rules-judge-tests --bin time-verify`. Prints the
//! median of many runs from bytes to verdict, without a store, for samples of several lengths.

#![allow(clippy::indexing_slicing)]

use std::time::Instant;

use rules_judge_engine::games;
use rules_judge_replays::answer::Query;
use rules_judge_replays::judge::Judge;
use rules_judge_tests::sample;
use serde_json::Value;

const RUNS: usize = 301;

fn main() -> Result<(), String> {
    let judge = Judge::new();
    for game in games::IDS {
        let mut samples = Vec::new();
        for text in sample::load(game)? {
            let replay: Value = serde_json::from_slice(&text).map_err(|error| error.to_string())?;
            samples.push((replay["actions"].as_array().map_or(0, Vec::len), text));
        }
        samples.sort();
        let longest = samples.last().map_or(0, |(entries, _)| *entries);
        println!("game\tentries\tbytes\tmedian_us\tus_per_entry");
        for wanted in [50, 200, longest] {
            let nearest = samples.iter().min_by_key(|(entries, _)| entries.abs_diff(wanted));
            let Some((entries, text)) = nearest else { continue };
            let mut times = Vec::with_capacity(RUNS);
            for _ in 0..RUNS {
                let start = Instant::now();
                let verdict = judge.verify(text, &Query::default()).map_err(|fault| format!("{fault:?}"))?;
                times.push(start.elapsed());
                assert_eq!(verdict.accepted, *entries);
            }
            times.sort();
            let median = times[RUNS / 2].as_secs_f64() * 1e6;
            println!(
                "{game}\t{entries}\t{}\t{median:.0}\t{:.2}",
                text.len(),
                median / (*entries).max(1) as f64
            );
        }
    }
    Ok(())
}
