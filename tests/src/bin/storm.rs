//! Hostile and heavy use of the service, started as a process of its own, after
//! `cargo build --release --workspace`:
//!
//! `target/release/storm requests 100000`
//! `target/release/storm load 300 [PER_SECOND]`
//! `target/release/storm kills 200`
//! `target/release/storm bombs [SECONDS [WORD]]`
//! `target/release/storm show NUMBER` writes the request of a number, as it was sent
//!
//! Exit code 1: the service gave a wrong answer.

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use rules_judge_tests::served::{Served, program};
use rules_judge_tests::storm::{Material, bombs, kills, load, send_requests, spoil};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["requests", count] => count.parse().map_err(|_| "no number".to_owned()).and_then(requests),
        ["load", seconds] => {
            seconds.parse().map_err(|_| "no number".to_owned()).and_then(|time| under_load(time, 0))
        }
        ["load", seconds, rate] => match (seconds.parse(), rate.parse()) {
            (Ok(seconds), Ok(rate)) => under_load(seconds, rate),
            _ => Err("no number".to_owned()),
        },
        ["show", number] => number.parse().map_err(|_| "no number".to_owned()).and_then(show),
        ["kills", rounds] => rounds.parse().map_err(|_| "no number".to_owned()).and_then(killed),
        ["bombs"] => bombed(900, ""),
        ["bombs", seconds, only @ ..] => match (seconds.parse(), only) {
            (Ok(seconds), []) => bombed(seconds, ""),
            (Ok(seconds), [only]) => bombed(seconds, only),
            _ => Err("no number, or more than one word".to_owned()),
        },
        _ => Err("usage: storm requests COUNT | load SECONDS [PER_SECOND] | kills ROUNDS | bombs \
                [SECONDS [WORD]] \
                      | show NUMBER"
            .to_owned()),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::from(2)
        }
    }
}

fn start(arguments: &[&str]) -> Result<(Served, std::path::PathBuf), String> {
    let log = std::env::temp_dir().join(format!("rules-judge-storm-{}.log", std::process::id()));
    let mut all = vec!["--set", "rate-per-second=0"];
    all.extend(arguments);
    let served = Served::start(&program()?, &log, &all).map_err(|error| error.to_string())?;
    println!("the log of the service: {}", log.display());
    Ok((served, log))
}

fn requests(count: u64) -> Result<bool, String> {
    let material = Material::gather(40, 1)?;
    let (mut served, _) = start(&["--set", "body-milliseconds=3000", "--set", "head-milliseconds=3000"])?;
    let report = send_requests(served.address, &material, 0..count, 16).map_err(|error| error.to_string())?;
    for ((way, status), count) in &report.answers {
        println!("{way}\t{status}\t{count}");
    }
    println!("sent {}, by status {:?}", report.sent, report.statuses());
    println!("codes {:?}", report.codes);
    let normal = |part: usize| report.normal.get(report.normal.len().saturating_sub(1) * part / 1000);
    println!(
        "normal requests: {}, median {:?}, p99 {:?}, slowest {:?}",
        report.normal.len(),
        normal(500),
        normal(990),
        normal(1000)
    );
    match served.kilobytes("VmHWM") {
        Ok(memory) => println!("slowest answer {:?}; most memory {memory} KiB", report.slowest),
        Err(error) => println!("slowest answer {:?}; most memory not known: {error}", report.slowest),
    }
    for (number, wrong) in report.wrong.iter().take(50) {
        println!("WRONG {number}: {wrong}");
    }
    let log = served.log();
    let panics =
        log.lines().filter(|line| line.contains("panic") || line.contains("ERROR rules_judge")).count();
    let running = served.is_running();
    println!(
        "wrong answers {}, panics and errors logged {panics}, still running {running}",
        report.wrong.len()
    );
    Ok(report.wrong.is_empty() && panics == 0 && running)
}

fn show(number: u64) -> Result<bool, String> {
    let message = spoil::message(&Material::gather(40, 1)?, number);
    eprintln!("{}, a request: {}, half closed: {}", message.way, message.is_request, message.half_closed);
    std::io::stdout().write_all(&message.bytes).map_err(|error| error.to_string())?;
    Ok(true)
}

fn under_load(seconds: u64, rate: u64) -> Result<bool, String> {
    let (served, _) = start(&[])?;
    let report = load::load(&served, 64, Duration::from_secs(seconds), rate)?;
    print!("{report}");
    Ok(report.lost == 0)
}

fn killed(rounds: u64) -> Result<bool, String> {
    let report = kills::kills(&program()?, rounds)?;
    println!("{report:?}");
    Ok(report.wrong.is_empty())
}

fn bombed(seconds: u64, only: &str) -> Result<bool, String> {
    let folder = std::env::temp_dir().join(format!("rules-judge-bombs-{}", std::process::id()));
    let time = Duration::from_secs(seconds);
    let report = bombs::run(&program()?, &folder, time, only, bombs::Bounds::PROMISED)?;
    println!("{report}");
    Ok(report.is_good())
}
