//! A small storm: what `storm requests` and `storm kills` do at length. `STORM_REQUESTS` and `STORM_KILLS` set how long.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::time::Duration;

use rules_judge_tests::served::{Served, program};
use rules_judge_tests::storm::{Material, blow, kills};

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |number| number.parse().expect(name))
}

#[test]
fn nothing_that_is_sent_breaks_the_service() {
    let folder = tempfile::tempdir().unwrap();
    let limits =
        ["--set", "rate-per-second=0", "--set", "body-milliseconds=2000", "--set", "head-milliseconds=2000"];
    let mut served = Served::start(&program().unwrap(), &folder.path().join("log"), &limits).unwrap();
    let material = Material::gather(8, 8).unwrap();
    let report = blow(served.address, &material, 0..number("STORM_REQUESTS", 3_000), 8).unwrap();
    println!("{:?}, {:?}, slowest {:?}", report.statuses(), report.codes, report.slowest);
    assert!(report.wrong.is_empty(), "{:#?}", report.wrong);
    assert!(report.normal.iter().all(|time| *time < Duration::from_secs(10)), "{:?}", report.normal.last());
    assert!(report.normal.len() as u64 >= report.sent / 30);
    // A storm in which everything is refused for one reason shows nothing.
    assert!(report.statuses()[&200] > report.sent / 10 && report.codes.len() > 10, "{:?}", report.codes);
    let log = served.log();
    assert!(served.is_running() && !log.contains("panic") && !log.contains("ERROR rules_judge"), "{log}");
    assert!(served.stop().unwrap().success());
}

#[test]
fn a_store_that_was_killed_opens_again() {
    let report = kills::kills(&program().unwrap(), number("STORM_KILLS", 8)).unwrap();
    println!("{} judged, {} of {} found", report.judged, report.found, report.asked);
    assert!(report.wrong.is_empty(), "{:#?}", report.wrong);
    assert!(report.judged > 0 && report.found > 0, "{report:?}");
}
