//! A short run of `storm requests` and `storm kills`. `STORM_REQUESTS` and `STORM_KILLS` set the length.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::time::Duration;

use rules_judge_tests::served::{Served, program};
use rules_judge_tests::storm::bombs::{Attack, Attacks, Size};
use rules_judge_tests::storm::{Material, kills, send_requests};
use rules_judge_tests::wire::ask;

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
    let report = send_requests(served.address, &material, 0..number("STORM_REQUESTS", 3_000), 8).unwrap();
    println!("{:?}, {:?}, slowest {:?}", report.statuses(), report.codes, report.slowest);
    assert!(report.wrong.is_empty(), "{:#?}", report.wrong);
    assert!(report.normal.len() as u64 >= report.sent / 30);
    // A storm whose requests are all refused for one reason would test nothing.
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

/// A short run of `storm bombs` without measuring time: some words of every game, grown a little, are
/// answered. `STORM_BOMBS` is the step from one tested word to the next.
#[test]
fn words_that_grow_are_answered() {
    let folder = tempfile::tempdir().unwrap();
    let limits = ["--set", "rate-per-second=0"];
    let mut served = Served::start(&program().unwrap(), &folder.path().join("log"), &limits).unwrap();
    let attacks = Attacks::gather().unwrap();
    let (mut sent, mut judged, mut placed) = (0, 0, 0);
    let mut send = |attack: &Attack| {
        let answer = ask(served.address, &attack.request, Duration::from_secs(120));
        let answer = answer.unwrap_or_else(|error| panic!("{}: {error}", attack.name));
        let Attack { name, request } = attack;
        let body = || String::from_utf8_lossy(request.body.as_deref().unwrap_or_default()).into_owned();
        assert!(answer.status < 500, "{name}: {} to {} {}", answer.status, request.target, body());
        // A fault has a documented code.
        assert!(answer.status < 400 || !answer.code().is_empty(), "{name}: {} {}", answer.status, body());
        sent += 1;
        judged += usize::from(answer.status == 200);
        // Unlike time, the same in every run.
        let cost = answer.body.len() as u64;
        Some((answer, cost))
    };
    let step = usize::try_from(number("STORM_BOMBS", 16)).unwrap().max(1);
    for number in (0..attacks.words()).step_by(step) {
        placed += usize::from(attacks.search(number, Size::SMALL, &mut send).is_some());
    }
    attacks.tables(0, Size::SMALL, &mut send);
    attacks.others(0, Size::SMALL, &mut send);
    println!("{sent} sent, {judged} judged, {placed} of {} words", attacks.words().div_ceil(step));
    assert!(placed * 3 > attacks.words().div_ceil(step) * 2, "most words are placed on a card: {placed}");
    assert!(judged * 2 > sent, "most requests are judged: {judged} of {sent}");
    let log = served.log();
    assert!(served.is_running() && !log.contains("panic") && !log.contains("ERROR rules_judge"), "{log}");
}
