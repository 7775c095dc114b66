//! Plays games as handles and says how many moves a second: `cargo run --release -p rules-judge-replays
//! --example moves` with the folder of samples. For each game: a log played step by step, answers chosen of
//! the listing, and the same with the observation before each.

use std::error::Error;
use std::fs;
use std::time::{Duration, Instant};

use rules_judge_replays::answer::{Fault, Query};
use rules_judge_replays::judging::Judge;
use rules_judge_replays::judging::handle::{Asks, Handle, Step};
use serde_json::Value;

const SECONDS: Duration = Duration::from_secs(1);

/// How many times something happens in a second.
fn pace(mut work: impl FnMut() -> Result<usize, Fault>) -> Result<usize, Fault> {
    let (begun, mut count) = (Instant::now(), 0);
    while begun.elapsed() < SECONDS {
        count += work()?;
    }
    Ok((count as f64 / begun.elapsed().as_secs_f64()) as usize)
}

fn begun(judge: &Judge, header: &[u8]) -> Result<Handle, Fault> {
    let game = judge.begin(header, &Query::default())?;
    game.map_err(|verdict| {
        Fault::new(rules_judge_replays::answer::FaultCode::Internal, format!("{verdict:?}"))
    })
}

/// A game in which any listed answer is chosen, at most so many entries long.
fn chosen(judge: &Judge, header: &[u8], seed: &mut u64, observes: bool) -> Result<usize, Fault> {
    let mut game = begun(judge, header)?;
    let mut row = vec![0; game.layout()?.length];
    while let Some(Asks::Seat(seat)) = game.summary().asks
        && game.summary().entries < 1_000
    {
        if observes {
            game.observe(seat, &mut row)?;
        }
        let count = game.choices().unwrap_or(1);
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let place = (*seed >> 33) as usize % count;
        if let Step::Refused(_) = game.choose(place, &Query::default())? {
            break;
        }
    }
    Ok(game.summary().entries)
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "replays/samples".to_owned());
    let judge = Judge::new();
    println!("game\tsteps\tchosen\tchosen_and_observed");
    for game in rules_judge_engine::games::IDS {
        let log: Value = serde_json::from_slice(&fs::read(format!("{folder}/{game}/example.json"))?)?;
        let mut header = log.clone();
        header["actions"] = Value::Array(Vec::new());
        let header = serde_json::to_vec(&header)?;
        let entries = log["actions"].as_array().ok_or("a log without entries")?;
        let entries: Vec<Vec<u8>> = entries.iter().map(serde_json::to_vec).collect::<Result<_, _>>()?;
        let fault = |fault: Fault| format!("{fault:?}");
        let stepped = pace(|| {
            let mut handle = begun(&judge, &header)?;
            for entry in &entries {
                handle.step(entry, &Query::default())?;
            }
            Ok(entries.len())
        });
        let mut seed = 1;
        let free = pace(|| chosen(&judge, &header, &mut seed, false));
        let seen = pace(|| chosen(&judge, &header, &mut seed, true));
        let (stepped, free, seen) = (stepped.map_err(fault)?, free.map_err(fault)?, seen.map_err(fault)?);
        println!("{game}\t{stepped}\t{free}\t{seen}");
    }
    Ok(())
}
