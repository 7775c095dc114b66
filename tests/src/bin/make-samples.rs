//! Makes the samples of every game, or of the named ones:
//! `cargo run --release -p rules-judge-tests --bin make-samples [GAME…]`.

#![allow(clippy::indexing_slicing)]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use rules_judge_engine::games;
use rules_judge_replays::answer::{Query, Verdict, VerdictKind};
use rules_judge_replays::codec::canonical::canonical;
use rules_judge_replays::judging::Judge;
use rules_judge_tests::games as tested;
use rules_judge_tests::mutation::Dice;
use rules_judge_tests::sample::{self, Wanted};
use serde_json::{Value, json};

/// Games between bots, before the search for what they left out.
const PLAIN: u64 = 216;
/// The last number of the search for rare endings.
const LAST: u64 = 3_000;
/// The wanted number of games for each ending.
const EACH: usize = 3;
/// The most games in which bots try to reach a wanted ending or action.
const TRIES: u64 = 200;
const PAIRS: [[&str; 2]; 6] = [
    ["random", "random"],
    ["keen", "keen"],
    ["curious", "curious"],
    ["random", "keen"],
    ["keen", "curious"],
    ["curious", "random"],
];

/// One sample.
struct Sample {
    how: &'static str,
    number: u64,
    bots: [&'static str; 2],
    replay: Value,
    kinds: BTreeSet<String>,
    ending: String,
    winner: String,
}

fn main() -> Result<(), String> {
    let named: Vec<String> = std::env::args().skip(1).collect();
    let asked = |game: &&&str| named.is_empty() || named.iter().any(|name| name == **game);
    games::IDS.iter().filter(asked).try_for_each(|game| make(game))
}

fn make(game: &str) -> Result<(), String> {
    let judge = Judge::new();
    let wanted = sample::wanted(game).ok_or_else(|| format!("{game}: nothing is said about its samples"))?;
    let mut samples = Vec::new();
    for number in 1..=PLAIN {
        samples.push(played(&judge, game, number)?);
    }
    let tested = tested::of(game).ok_or_else(|| format!("{game}: nothing is said about its tests"))?;
    for (header, bots, wanted) in (tested.directed)() {
        let header = bytes(&header)?;
        let mut tries = (1..=TRIES).map(|number| {
            let text = judge.play_on(&header, number, bots).map_err(|fault| format!("{fault:?}"))?;
            judged(&judge, "directed", number, bots, &text)
        });
        let fits = |sample: &Sample| sample.ending == wanted || sample.kinds.contains(wanted);
        let found = tries.find(|sample| sample.as_ref().map_or(true, fits));
        samples.push(found.ok_or_else(|| format!("{game}: no bot gets to {wanted}"))??);
    }
    // Some games for each rare ending.
    let rare = |samples: &[Sample], ending: &str| {
        ending != "concession" && samples.iter().filter(|sample| sample.ending == ending).count() < EACH
    };
    for number in PLAIN + 1..=LAST {
        if !wanted.endings.iter().any(|ending| rare(&samples, ending)) {
            break;
        }
        let next = played(&judge, game, number)?;
        if rare(&samples, &next.ending) {
            samples.push(Sample { how: "searched", ..next });
        }
    }
    vary(&judge, game, &wanted, &mut samples)?;
    let kinds: BTreeSet<String> = samples.iter().flat_map(|sample| sample.kinds.iter().cloned()).collect();
    let endings: BTreeSet<String> = samples.iter().map(|sample| sample.ending.clone()).collect();
    let (no_kinds, no_endings) = (&wanted.kinds - &kinds, &wanted.endings - &endings);
    if !no_kinds.is_empty() || !no_endings.is_empty() {
        eprintln!("{game}: no sample has {no_kinds:?}, none ends by {no_endings:?}");
    }
    write(&judge, game, &samples)
}

/// Changes plain games: every eighth is conceded somewhere, and in every eighth a player arranges cards.
fn vary(judge: &Judge, game: &str, wanted: &Wanted, samples: &mut [Sample]) -> Result<(), String> {
    let mut dice = Dice::new(0);
    for (index, sample) in samples.iter_mut().enumerate().take(usize::try_from(PLAIN).unwrap_or(0)) {
        let how = match index % 8 {
            3 => "given up",
            6 if wanted.standing.contains("arrange") => "arranged",
            _ => continue,
        };
        let Some(Value::Array(log)) = sample.replay.get_mut("actions") else { continue };
        for _ in 0..4 {
            let (at, seat) = (dice.below(log.len()), dice.below(2));
            if how == "given up" {
                log.truncate(at);
                log.push(json!({ "seat": seat, "type": "concede" }));
                break;
            }
            let zone = ["hand", "retreat", "cost_zone"][dice.below(3)];
            log.insert(at, json!({ "of": seat, "seat": seat, "type": "arrange", "zone": zone }));
        }
        let text = bytes(&sample.replay)?;
        let verdict = judge.verify(&text, &Query::default()).map_err(|fault| format!("{fault:?}"))?;
        if verdict.verdict == VerdictKind::Legal {
            *sample = judged(judge, how, sample.number, sample.bots, &text)?;
        } else {
            *sample = played(judge, game, sample.number)?;
        }
    }
    Ok(())
}

fn bytes(value: &Value) -> Result<Vec<u8>, String> {
    canonical(value).map_err(|fault| format!("{fault:?}"))
}

fn played(judge: &Judge, game: &str, number: u64) -> Result<Sample, String> {
    let bots = PAIRS[usize::try_from(number).unwrap_or(0) % PAIRS.len()];
    let text = judge.play(game, number, bots).map_err(|fault| format!("{game}, {number}: {fault:?}"))?;
    judged(judge, "played", number, bots, &text)
}

fn judged(
    judge: &Judge,
    how: &'static str,
    number: u64,
    bots: [&'static str; 2],
    text: &[u8],
) -> Result<Sample, String> {
    let verdict =
        judge.verify(text, &Query::default()).map_err(|fault| format!("{how}, {number}: {fault:?}"))?;
    if verdict.verdict != VerdictKind::Legal {
        return Err(format!("{how}, {number}: {:?}", verdict.illegal));
    }
    let replay: Value = serde_json::from_slice(text).map_err(|error| error.to_string())?;
    let log = replay["actions"].as_array().cloned().unwrap_or_default();
    let kinds = log.iter().filter_map(|entry| entry["type"].as_str().map(str::to_owned)).collect();
    let (ending, winner) = ending(&verdict);
    Ok(Sample { how, number, bots, replay, kinds, ending, winner })
}

fn ending(verdict: &Verdict) -> (String, String) {
    let outcome = verdict.outcome.clone().unwrap_or_default();
    let word = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    (word(&outcome["reason"]), word(&outcome["winner"]))
}

fn entries(replay: &Value) -> usize {
    replay["actions"].as_array().map_or(0, Vec::len)
}

fn deck_names(replay: &Value, game: &str) -> String {
    let decks = games::info(game).map_or(&[][..], |info| info.decks);
    let known: Vec<Value> = decks.iter().filter_map(|deck| serde_json::from_str(deck).ok()).collect();
    let name = |seat: usize| match known.iter().position(|deck| *deck == replay["players"][seat]["deck"]) {
        Some(index) => (index + 1).to_string(),
        None => "-".to_owned(),
    };
    format!("{},{}", name(0), name(1))
}

fn write(judge: &Judge, game: &str, samples: &[Sample]) -> Result<(), String> {
    let folder = sample::folder(game);
    let (mut lines, mut manifest) = (Vec::new(), sample::COLUMNS.join("\t") + "\n");
    for (line, each) in samples.iter().enumerate() {
        lines.extend(bytes(&each.replay)?);
        lines.push(b'\n');
        let _ = writeln!(
            manifest,
            "{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}",
            line + 1,
            each.how,
            each.number,
            each.bots.join(","),
            deck_names(&each.replay, game),
            entries(&each.replay),
            each.ending,
            each.winner,
        );
    }
    sample::pack(&folder.join("games.ndjson.zst"), &lines)?;
    put(&folder.join("manifest.tsv"), &manifest)?;
    // The example is the game of bots whose log has the most kinds of action, among those of 60 to 120
    // entries; if there is none, the first further game of that length.
    let is_readable = |each: &Sample| (60..=120).contains(&entries(&each.replay));
    let mut examples: Vec<&Sample> =
        samples.iter().filter(|each| each.how == "played" && is_readable(each)).collect();
    examples.sort_by_key(|each| (std::cmp::Reverse(each.kinds.len()), each.number));
    let further = (LAST + 1..=LAST + LAST).filter_map(|number| played(judge, game, number).ok());
    let further: Vec<Sample> = match examples.is_empty() {
        true => further.filter(is_readable).take(1).collect(),
        false => Vec::new(),
    };
    let example = examples
        .into_iter()
        .chain(&further)
        .find(|each| broken(judge, game, &each.replay).is_some())
        .ok_or_else(|| format!("{game}: no example"))?;
    put(&folder.join("example.json"), &readable(&example.replay))?;
    let broken = broken(judge, game, &example.replay).ok_or_else(|| format!("{game}: nothing to break"))?;
    put(&folder.join("illegal.json"), &readable(&broken))?;
    println!("{game}: {} samples, {} bytes of log", samples.len(), lines.len());
    Ok(())
}

fn put(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// A replay with a line for each field and each entry.
fn readable(replay: &Value) -> String {
    let Value::Object(fields) = replay else { return replay.to_string() };
    let mut text = String::from("{\n");
    for (index, (name, value)) in fields.iter().enumerate() {
        let end = if index + 1 < fields.len() { "," } else { "" };
        let written = match value {
            Value::Array(items) => {
                let items: Vec<String> = items.iter().map(|item| format!("    {item}")).collect();
                format!("[\n{}\n  ]", items.join(",\n"))
            }
            value => value.to_string(),
        };
        let _ = writeln!(text, "  {}: {written}{end}", Value::from(name.as_str()));
    }
    text + "}\n"
}

/// The replay with one entry against the rules.
fn broken(judge: &Judge, game: &str, replay: &Value) -> Option<Value> {
    let (kind, field, code) = tested::of(game)?.broken;
    let log = replay["actions"].as_array()?;
    let places = log.iter().enumerate().skip(log.len() / 2).filter(|(_, entry)| entry["type"] == kind);
    for (at, _) in places {
        for card in 0..200 {
            let mut changed = replay.clone();
            changed["actions"][at][field] = Value::from(card);
            let verdict = judge.verify(&bytes(&changed).ok()?, &Query::default()).ok()?;
            if verdict
                .illegal
                .is_some_and(|illegal| illegal.at == Some(at) && illegal.refusals[0].code == code)
            {
                return Some(changed);
            }
        }
    }
    None
}
