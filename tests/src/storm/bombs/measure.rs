//! Measures what each request costs the service: processor time, peak memory, and how long a normal request
//! at the same time waits.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::attack::{Ask, Attack, Attacks, Candidate, Size};
use crate::sample;
use crate::served::Served;
use crate::wire::{Answer, Connection, Request, ask};

/// The bounds on the cost of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// The most memory of the service, in KiB.
    pub memory: u64,
    /// Time on one core.
    pub core: Duration,
    /// The time of a normal request meanwhile.
    pub normal: Duration,
}

impl Bounds {
    /// The documented bounds.
    pub const PROMISED: Bounds =
        Bounds { memory: 400 << 10, core: Duration::from_secs(5), normal: Duration::from_secs(1) };
}

/// After this time the service is restarted.
const PATIENCE: Duration = Duration::from_secs(20);
/// The service gets at most so much memory, in KiB, so that it cannot exhaust the machine.
const ADDRESSES: u64 = 4 << 20;
/// The search continues from so many of the most expensive candidates.
const COSTLY: usize = 16;
/// The most lines of a table.
const REPORTED: usize = 15;

/// The cost of a request.
#[derive(Debug, Clone)]
pub struct Measured {
    /// The word or field that it grows.
    pub name: String,
    /// Its path and query.
    pub target: String,
    /// Bytes of its body.
    pub bytes: usize,
    /// The status of its answer; 0: there was none.
    pub status: u16,
    /// Bytes of its answer.
    pub answer: usize,
    /// Time on the processor.
    pub core: Duration,
    /// Time until the answer.
    pub time: Duration,
    /// The most memory meanwhile, in KiB.
    pub memory: u64,
    /// The increase of memory, in KiB.
    pub growth: u64,
    /// The slowest normal request meanwhile.
    pub normal: Duration,
    /// The file of the request, if it broke a bound.
    pub file: Option<PathBuf>,
}

impl Measured {
    /// Time, memory and answer as one number: microseconds, and the bytes that are written in that time. Of
    /// time and memory only the part beyond the usual variation counts.
    fn cost(&self) -> u64 {
        let core = u64::try_from(self.core.as_micros()).unwrap_or(u64::MAX);
        let beyond = |cost: u64, noise: u64| cost / noise * noise;
        beyond(core, 4_000).saturating_add(beyond(self.growth, 8_000)).saturating_add(self.answer as u64 / 50)
    }

    fn breaks(&self, bounds: &Bounds) -> bool {
        self.memory > bounds.memory
            || self.core > bounds.core
            || self.normal > bounds.normal
            || self.status == 0
            || (self.status >= 500 && self.status != 503)
    }
}

/// The result of the attacks.
#[derive(Debug, Clone)]
pub struct Report {
    bounds: Bounds,
    /// The number of requests sent.
    pub sent: usize,
    /// The number of searches, each with a word of its own.
    pub searches: usize,
    /// The number of words that no search began with before the time was over.
    pub unreached: usize,
    /// Words for which the linter accepted no card.
    pub unplaced: Vec<String>,
    /// The worst requests.
    pub worst: Vec<Measured>,
    /// Requests that broke a bound.
    pub broken: Vec<Measured>,
}

impl fmt::Display for Report {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            out,
            "{} requests of {} searches; {} broke a bound; {} words were not reached; words without a card \
            ({}): {}",
            self.sent,
            self.searches,
            self.broken.len(),
            self.unreached,
            self.unplaced.len(),
            self.unplaced.join(", ")
        )?;
        let head = "core s\ttime s\tmemory MiB\tgrowth MiB\tnormal s\tstatus\tbytes\tanswer\twhat";
        let mut table = |name: &str, all: &[Measured]| {
            writeln!(out, "\n{name}\n{head}")?;
            for each in all {
                write!(
                    out,
                    "{:.2}\t{:.2}\t{}\t{}\t{:.2}\t{}\t{}\t{}\t{} {}",
                    each.core.as_secs_f64(),
                    each.time.as_secs_f64(),
                    each.memory >> 10,
                    each.growth >> 10,
                    each.normal.as_secs_f64(),
                    each.status,
                    each.bytes,
                    each.answer,
                    each.name,
                    each.target
                )?;
                match &each.file {
                    Some(file) => writeln!(out, " {}", file.display())?,
                    None => writeln!(out)?,
                }
            }
            Ok(())
        };
        let mut worst = self.worst.clone();
        worst.sort_by_key(|each| std::cmp::Reverse(each.core));
        table("the longest", worst.get(..REPORTED.min(worst.len())).unwrap_or_default())?;
        worst.sort_by_key(|each| std::cmp::Reverse(each.growth));
        table("the largest", worst.get(..REPORTED.min(worst.len())).unwrap_or_default())?;
        worst.sort_by_key(|each| std::cmp::Reverse(each.normal));
        table(
            "the slowest normal requests beside",
            worst.get(..REPORTED.min(worst.len())).unwrap_or_default(),
        )?;
        let mut broken = self.broken.clone();
        broken.sort_by_key(|each| (each.name.clone(), std::cmp::Reverse(each.core)));
        broken.dedup_by_key(|each| each.name.clone());
        table("bounds that were broken, one of each name", &broken)
    }
}

impl Report {
    fn new(bounds: Bounds) -> Report {
        Report {
            bounds,
            sent: 0,
            searches: 0,
            unreached: 0,
            unplaced: Vec::new(),
            worst: Vec::new(),
            broken: Vec::new(),
        }
    }

    /// Whether every bound held.
    pub fn is_good(&self) -> bool {
        self.broken.is_empty()
    }

    fn add(&mut self, measured: Measured) {
        self.sent += 1;
        if measured.breaks(&self.bounds) {
            self.broken.push(measured.clone());
        }
        self.worst.push(measured);
        if self.worst.len() > 400 {
            // Keep the worst by each measure.
            let mut kept = Vec::new();
            for key in [
                (|each| u128::from(each.growth)) as fn(&Measured) -> u128,
                |each| each.core.as_nanos(),
                |each| each.normal.as_nanos(),
            ] {
                self.worst.sort_by_key(|each| std::cmp::Reverse(key(each)));
                let rest = self.worst.split_off(REPORTED.min(self.worst.len()));
                kept.append(&mut self.worst);
                self.worst = rest;
            }
            self.worst = kept;
        }
    }
}

/// Sends new normal requests all the time.
struct Probe {
    /// The address of the service; `None` while it restarts.
    address: Mutex<Option<SocketAddr>>,
    /// The slowest answer since the last call of `slowest`, and since when a request waits.
    waited: Mutex<(Duration, Option<Instant>)>,
    over: AtomicBool,
    replay: Value,
}

impl Probe {
    fn request(&self, number: u64) -> Request {
        let mut replay = self.replay.clone();
        if let Some(player) = replay.pointer_mut("/players/0").and_then(Value::as_object_mut) {
            player.insert("name".to_owned(), format!("{number}").into());
        }
        Request::post("/v1/verify?view=seat0", replay.to_string())
    }

    fn run(&self) {
        let mut number = 0;
        while !self.over.load(Ordering::Relaxed) {
            let address = *self.address.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(address) = address {
                number += 1;
                let (request, started) = (self.request(number), Instant::now());
                self.waited().1 = Some(started);
                // A request without an answer counts its time of waiting.
                let _ = ask(address, &request, PATIENCE);
                let mut waited = self.waited();
                waited.0 = waited.0.max(started.elapsed());
                waited.1 = None;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    fn waited(&self) -> MutexGuard<'_, (Duration, Option<Instant>)> {
        self.waited.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The slowest answer since the last call, including a request that still waits.
    fn slowest(&self) -> Duration {
        let mut waited = self.waited();
        let slowest = std::mem::take(&mut waited.0);
        slowest.max(waited.1.map_or(Duration::ZERO, |since| since.elapsed()))
    }
}

/// The service under attack, restarted when it does not answer.
struct Target<'a> {
    program: &'a Path,
    folder: &'a Path,
    served: Option<Served>,
    starts: usize,
    probe: &'a Probe,
}

impl Target<'_> {
    fn served(&mut self) -> Result<&mut Served, String> {
        let alive = self.served.as_mut().is_some_and(Served::is_running);
        if !alive {
            // Drop the ended process.
            drop(self.served.take());
            self.starts += 1;
            let mut command = Command::new("sh");
            command.args(["-c", &format!("ulimit -v {ADDRESSES}; exec \"$@\""), "sh"]).arg(self.program);
            command.args(["serve", "--listen", "127.0.0.1:0", "--set", "rate-per-second=0"]);
            let log = self.folder.join(format!("log-{}", self.starts));
            let served = Served::run(command, &log).map_err(|error| error.to_string())?;
            // The first request builds the data that all others share.
            ask(served.address, &self.probe.request(0), PATIENCE).map_err(|error| error.to_string())?;
            *self.probe.address.lock().unwrap_or_else(PoisonError::into_inner) = Some(served.address);
            self.served = Some(served);
        }
        self.served.as_mut().ok_or_else(|| "no service".to_owned())
    }

    fn measure(&mut self, attack: &Attack) -> Result<(Measured, Option<Answer>), String> {
        let probe = self.probe;
        let served = self.served()?;
        probe.slowest();
        let (before, core_before) = idle_cost(served)
            .map_err(|error| format!("the cost of the service cannot be measured here: {error}"))?;
        let started = Instant::now();
        let answer = Connection::open(served.address, PATIENCE).and_then(|mut connection| {
            connection.send(&attack.request.bytes())?;
            connection.answer(false)
        });
        let time = started.elapsed();
        let normal = probe.slowest();
        let mut answer = answer.ok().flatten();
        let (memory, core) =
            match served.kilobytes("VmHWM").and_then(|memory| Ok((memory, served.core_time()?))) {
                Ok((memory, core)) => (memory, core.saturating_sub(core_before)),
                Err(_) => {
                    // The process has ended, even if it answered before.
                    answer = None;
                    (before, Duration::ZERO)
                }
            };
        if answer.is_none() {
            // It may work for long, or have ended, so it is restarted.
            *probe.address.lock().unwrap_or_else(PoisonError::into_inner) = None;
            drop(self.served.take());
        }
        let measured = Measured {
            name: attack.name.clone(),
            target: attack.request.target.clone(),
            bytes: attack.request.body.as_ref().map_or(0, Vec::len),
            status: answer.as_ref().map_or(0, |answer| answer.status),
            answer: answer.as_ref().map_or(0, |answer| answer.body.len()),
            core,
            time,
            memory,
            growth: memory.saturating_sub(before),
            normal,
            file: None,
        };
        Ok((measured, answer))
    }
}

/// The memory of the service before a request, in KiB, and its processor time; resets the peak.
fn idle_cost(served: &Served) -> io::Result<(u64, Duration)> {
    served.forget_peak()?;
    Ok((served.kilobytes("VmRSS")?, served.core_time()?))
}

/// Attacks the service for `time`, with all words whose names contain `only`, in rounds. Writes requests that
/// break a bound into `folder`.
///
/// # Errors
/// The service cannot be started, its cost cannot be measured on this system, or `only` stands in the name of
/// no word.
pub fn run(
    program: &Path,
    folder: &Path,
    time: Duration,
    only: &str,
    bounds: Bounds,
) -> Result<Report, String> {
    let attacks = Attacks::gather()?;
    std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    let game = rules_judge_engine::games::IDS.first().ok_or("no game")?;
    let normal = sample::load(game)?.into_iter().min_by_key(Vec::len).unwrap_or_default();
    let probe = Probe {
        address: Mutex::default(),
        waited: Mutex::default(),
        over: AtomicBool::new(false),
        replay: serde_json::from_slice(&normal).map_err(|error| error.to_string())?,
    };
    std::thread::scope(|scope| {
        scope.spawn(|| probe.run());
        let target = Target { program, folder, served: None, starts: 0, probe: &probe };
        let report = attack(target, &attacks, time, only, bounds);
        probe.over.store(true, Ordering::Relaxed);
        report
    })
}

fn attack(
    mut target: Target<'_>,
    attacks: &Attacks,
    time: Duration,
    only: &str,
    bounds: Bounds,
) -> Result<Report, String> {
    let words = attacks.words();
    let chosen: Vec<usize> = (0..words).filter(|number| attacks.name(*number).contains(only)).collect();
    if chosen.is_empty() {
        return Err(format!("no word has “{only}” in its name"));
    }
    let mut report = Report::new(bounds);
    let started = Instant::now();
    let (mut failed, mut costly, mut unplaced) = (None, Vec::new(), Vec::new());
    let rounds = (0_usize..).step_by(words);
    for number in rounds.flat_map(|round| chosen.iter().map(move |number| round + number)) {
        if started.elapsed() > time || failed.is_some() {
            break;
        }
        let mut sent = |attack: &Attack| {
            let (mut measured, answer) = match target.measure(attack) {
                Ok(measured) => measured,
                Err(why) => {
                    failed = Some(why);
                    return None;
                }
            };
            let breaks = measured.breaks(&bounds);
            if breaks {
                let file = target.folder.join(format!("{}.http", report.broken.len()));
                // If the file cannot be written, the table has enough to find the request.
                measured.file = std::fs::write(&file, attack.request.bytes()).is_ok().then_some(file);
            }
            let cost = measured.cost();
            report.add(measured);
            // The search ends when a bound is broken or the time is over.
            answer.filter(|_| !breaks && started.elapsed() < time).map(|answer| (answer, cost))
        };
        match attacks.search(number, Size::LARGE, &mut sent) {
            Some(candidate) => costly.push((0, candidate)),
            None => unplaced.extend((number < words).then(|| attacks.name(number))),
        }
        search_further(attacks, &mut costly, number, &mut sent);
        if number % 8 == 0 {
            attacks.tables(number / 8, Size::LARGE, &mut sent);
        }
        if number % 64 == 0 {
            attacks.others(number / 64, Size::LARGE, &mut sent);
        }
        report.searches += 1;
    }
    report.unplaced = unplaced;
    report.unreached = chosen.len().saturating_sub(report.searches);
    match failed {
        Some(why) => Err(why),
        None => Ok(report),
    }
}

/// Continues the search from one of the most expensive candidates so far, each a few times.
fn search_further(attacks: &Attacks, costly: &mut Vec<(usize, Candidate)>, number: usize, ask: Ask<'_>) {
    costly.sort_by_key(|(times, candidate)| std::cmp::Reverse(candidate.cost() >> times));
    costly.truncate(COSTLY);
    if let Some((times, candidate)) = costly.get_mut(number % COSTLY) {
        *times += 1;
        let next = attacks.search_on(candidate, number, Size::LARGE, ask);
        *candidate = next.unwrap_or_else(|| candidate.clone());
    }
}
