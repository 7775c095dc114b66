//! Runs the inputs that fuzzers found through the fuzzers' own functions, and some of their seeds, so that
//! the functions themselves are seen to work.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, unreachable_pub)]

#[path = "../../../fuzz/src/judging.rs"]
#[expect(unreachable_pub, reason = "shared with the fuzz targets, whose library exports it")]
mod judging;
#[path = "../../../fuzz/src/known.rs"]
#[expect(unreachable_pub, reason = "as above")]
mod known;

use std::path::Path;

use rules_judge_tests::storm::{Material, spoil};

/// The files of a target; empty if there are no finds yet.
fn findings(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("findings").join(target);
    let Ok(files) = std::fs::read_dir(folder) else { return Vec::new() };
    files.map(|file| std::fs::read(file.unwrap().path()).unwrap()).collect()
}

#[test]
fn what_was_found_is_not_found_again() {
    let targets: [(&str, fn(&[u8])); 3] =
        [("verify", judging::verify), ("lint", judging::lint), ("position", judging::position)];
    for (target, judge) in targets {
        let found = findings(target);
        println!("{target}: {} files", found.len());
        found.iter().for_each(|bytes| judge(bytes));
    }
}

#[test]
fn what_they_begin_with_passes_changed_or_not() {
    let material = Material::gather(4, 12).unwrap();
    let mut positions = 0;
    for (number, replay) in (0..).zip(&material.replays) {
        let mut changed = vec![(judging::verify as fn(&[u8]), replay.to_string())];
        if let Some(position) = replay.pointer("/start/position") {
            positions += 1;
            changed.push((judging::position, position.to_string()));
        }
        for (judge, text) in changed {
            judge(text.as_bytes());
            judge(&spoil::bytes(text.as_bytes(), number).unwrap());
        }
    }
    for pool in &material.pools {
        judging::lint(pool.to_string().as_bytes());
    }
    assert!(positions > 10, "{positions}");
}
