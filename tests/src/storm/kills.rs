//! Kills the service while it writes, again and again; each time it has to find its store usable.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use super::material::Material;
use super::requests::PATIENCE;
use crate::mutation::Dice;
use crate::served::Served;
use crate::wire::{Request, ask};

/// The result of the rounds.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// Rounds after which the store was ready and every answer right.
    pub rounds: u64,
    /// Judgements answered in all.
    pub judged: u64,
    /// Earlier judgements that were asked for by their digest after a kill, and how many were there.
    pub asked: u64,
    /// See `asked`.
    pub found: u64,
    /// Wrong answers and failures.
    pub wrong: Vec<String>,
}

/// A replay that was not sent before, to be verified.
fn new_request(material: &Material, number: u64) -> Request {
    let mut dice = Dice::new(number);
    let mut replay = dice.pick(&material.replays).cloned().unwrap_or_default();
    if let Some(player) = replay.pointer_mut("/players/0").and_then(Value::as_object_mut) {
        player.insert("name".to_owned(), json!(format!("{number}")));
    }
    Request::post("/v1/verify", replay.to_string())
}

/// Kills and restarts the service `rounds` times.
///
/// # Errors
/// If the service cannot be started at all.
pub fn kills(program: &Path, rounds: u64) -> Result<Report, String> {
    let material = Material::gather(20, 20)?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let (data, log) = (folder.path().join("data"), folder.path().join("log"));
    let data = data.to_str().ok_or("a folder that is not UTF-8")?;
    let mut report = Report::default();
    let mut answered: Vec<Answered> = Vec::new();
    let mut dice = Dice::new(rounds);
    let mut number = 0;
    for round in 0..rounds {
        let served = Served::start(program, &log, &["--data", data, "--set", "rate-per-second=0"]);
        let served = served.map_err(|error| format!("round {round}: {error}"))?;
        let ready =
            ask(served.address, &Request::get("/readyz"), PATIENCE).map_err(|error| error.to_string())?;
        let state: Value = serde_json::from_slice(&ready.body).unwrap_or_default();
        if state.get("store").and_then(Value::as_str) != Some("ready") {
            report.wrong.push(format!("round {round}: the store is not ready: {state}; {}", served.log()));
        }
        check_answers(&served, &material, &answered, &mut dice, &mut report, round)?;
        let pause = Duration::from_millis(50 + dice.below(500) as u64);
        let (new, killed) = write_until_killed(served, &material, number, pause);
        if let Err(error) = killed {
            report.wrong.push(format!("round {round}: {error}"));
        }
        report.judged += new.len() as u64;
        number = new.iter().map(|(number, ..)| number + 1).max().unwrap_or(number).max(number) + 4;
        answered.extend(new);
        // A kill may lose the newest judgements, so the oldest are dropped.
        let surplus = answered.len().saturating_sub(2_000);
        answered.drain(..surplus);
        report.rounds += 1;
    }
    Ok(report)
}

/// An answer: the number of its request, its digest, and its body.
type Answered = (u64, String, Vec<u8>);

/// Checks that answers of earlier rounds are still stored, or judged again to the same bytes.
fn check_answers(
    served: &Served,
    material: &Material,
    answered: &[Answered],
    dice: &mut Dice,
    report: &mut Report,
    round: u64,
) -> Result<(), String> {
    for _ in 0..10 {
        let Some((number, digest, body)) = dice.pick(answered) else { break };
        report.asked += 1;
        let kept = ask(served.address, &Request::get(format!("/v1/verdicts/{digest}")), PATIENCE);
        match kept.map_err(|error| error.to_string())? {
            kept if kept.status == 200 && kept.body == *body => report.found += 1,
            kept if kept.status == 404 => {}
            kept => {
                report.wrong.push(format!("round {round}: judgement {number} came back as {}", kept.status));
            }
        }
        let again = ask(served.address, &new_request(material, *number), PATIENCE)
            .map_err(|error| error.to_string())?;
        if again.body != *body {
            report.wrong.push(format!("round {round}: log {number} is judged otherwise"));
        }
    }
    Ok(())
}

/// Sends new requests from the number `first` on from four threads, and kills the service after a pause.
/// Returns the answers, and whether the service could be killed.
fn write_until_killed(
    served: Served,
    material: &Material,
    first: u64,
    pause: Duration,
) -> (Vec<Answered>, std::io::Result<()>) {
    let address = served.address;
    std::thread::scope(|scope| {
        let write = move |writer: u64| {
            let mut done = Vec::new();
            for nth in 0..10_000 {
                let number = first + nth * 4 + writer;
                // The killed service gives no answer, which ends the round.
                let Ok(answer) = ask(address, &new_request(material, number), PATIENCE) else { break };
                let body: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
                if let Some(digest) = body.get("replay_digest").and_then(Value::as_str) {
                    done.push((number, digest.to_owned(), answer.body));
                }
            }
            done
        };
        let writers: Vec<_> = (0..4).map(|writer| scope.spawn(move || write(writer))).collect();
        std::thread::sleep(pause);
        let killed = served.kill();
        let new = writers.into_iter().flat_map(|writer| writer.join().unwrap_or_default()).collect();
        (new, killed)
    })
}
