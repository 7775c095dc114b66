//! Goldens: the legal answers and the table at every step of some samples. A difference means that logs are
//! judged differently: either a mistake, or a reason to raise the game's `SEMANTICS`. `BLESS=1 cargo test -p
//! rules-judge-tests --test suite goldens` writes them.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use rules_judge_engine::games::{self, Registered, Visit};
use rules_judge_engine::kernel::Match;
use rules_judge_engine::kernel::shape;
use rules_judge_replays::codec::canonical::digest;
use rules_judge_replays::judging::Judge;
use rules_judge_replays::judging::judgement::state_digest;
use rules_judge_tests::sample;
use rules_judge_tests::walk::{self, Opened};

const COLUMNS: [&str; 5] = ["line", "step", "shapes", "count", "state"];

fn file(game: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("goldens").join(format!("{game}.tsv.zst"))
}

/// Every fifth sample, and the first of each ending and of each origin.
fn chosen(game: &str) -> Vec<usize> {
    let (mut seen, mut lines) = (BTreeSet::new(), Vec::new());
    for (line, row) in sample::manifest(game).unwrap().into_iter().enumerate() {
        if seen.insert((row[1].clone(), row[6].clone())) || line % 5 == 0 {
            lines.push(line);
        }
    }
    lines
}

fn first_digits(text: &str) -> &str {
    let digits = text.strip_prefix("sha256:").unwrap_or(text);
    &digits[..16]
}

/// The row of one step.
fn row<G: Registered>(line: usize, step: usize, game: &mut Match<'_, G>) -> String {
    let seats: Vec<_> = game.state.asked.iter().map(|asked| asked.seat).collect();
    let shapes: Vec<_> = seats.into_iter().map(|seat| (seat, G::shapes(game, seat))).collect();
    let total =
        shapes.iter().map(|(_, shapes)| shape::count(shapes)).try_fold(0, |sum, one| Some(sum + one?));
    let shapes = digest(&shapes).unwrap().to_string();
    let state = state_digest(game).unwrap().unwrap().to_string();
    let count = total.map_or_else(|| "-".to_owned(), |total| total.to_string());
    format!("{}\t{step}\t{}\t{count}\t{}", line + 1, first_digits(&shapes), first_digits(&state))
}

/// The rows of one sample.
fn rows<G: Registered>(line: usize, text: &[u8]) -> Vec<String> {
    let opened = Opened::<G>::read(&Judge::new(), text).unwrap();
    let mut game = opened.game().unwrap();
    let mut rows = vec![row(line, 0, &mut game)];
    for (index, entry) in opened.entries().iter().enumerate() {
        assert!(walk::step(&mut game, entry), "line {}, entry {index} is illegal", line + 1);
        rows.push(row(line, index + 1, &mut game));
    }
    rows
}

struct Compute;

impl Visit for Compute {
    type Out = Vec<String>;

    fn visit<G: Registered>(self) -> Vec<String> {
        let samples = sample::load(G::INFO.id).unwrap();
        let lines = chosen(G::INFO.id);
        let half = lines.len() / 2;
        let part = |lines: &[usize]| -> Vec<String> {
            lines.iter().flat_map(|line| rows::<G>(*line, &samples[*line])).collect()
        };
        std::thread::scope(|scope| {
            let first = scope.spawn(|| part(&lines[..half]));
            let second = part(&lines[half..]);
            let mut all = first.join().unwrap();
            all.extend(second);
            all
        })
    }
}

#[test]
fn what_is_legal_and_what_the_table_is_stays_the_same() {
    for game in games::IDS {
        let found = games::dispatch(game, Compute).unwrap();
        let path = file(game);
        if std::env::var_os("BLESS").is_some() {
            let text = COLUMNS.join("\t") + "\n" + &found.join("\n") + "\n";
            sample::pack(&path, text.as_bytes()).unwrap();
            continue;
        }
        let text = String::from_utf8(sample::unpack(&path).unwrap()).unwrap();
        let kept: Vec<&str> = text.lines().skip(1).collect();
        assert!(chosen(game).len() >= 40);
        let mut report = String::new();
        let mut differences = 0;
        for (kept, found) in kept.iter().zip(&found) {
            let (kept, found): (Vec<&str>, Vec<&str>) =
                (kept.split('\t').collect(), found.split('\t').collect());
            for (column, (kept, now)) in COLUMNS.iter().zip(kept.iter().zip(&found)) {
                if kept != now {
                    differences += 1;
                    if differences <= 20 {
                        let (line, step) = (found[0], found[1]);
                        writeln!(report, "game {line}, step {step}: {column} was {kept}, is {now}").unwrap();
                    }
                }
            }
        }
        if kept.len() != found.len() {
            differences += 1;
            writeln!(report, "{} steps were kept, {} were found", kept.len(), found.len()).unwrap();
        }
        assert!(differences == 0, "{}: {differences} differences\n{report}", path.display());
    }
}
