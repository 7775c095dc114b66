//! Measures times and prints them as a table.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// The times of the rounds of one row, sorted.
pub(super) struct Times(Vec<Duration>);

impl Times {
    /// The time, in seconds, that this many hundredths of the rounds did not exceed.
    pub(super) fn quantile(&self, hundredths: usize) -> f64 {
        let last = self.0.len().saturating_sub(1);
        self.0.get(last * hundredths / 100).map_or(0.0, Duration::as_secs_f64)
    }

    pub(super) fn median(&self) -> f64 {
        self.quantile(50)
    }

    /// The median divided by the number of parts.
    pub(super) fn per(&self, parts: usize) -> Duration {
        Duration::from_secs_f64(self.median() / parts.max(1) as f64)
    }

    /// The number of rounds.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }
}

impl From<Vec<Duration>> for Times {
    fn from(mut times: Vec<Duration>) -> Times {
        times.sort_unstable();
        Times(times)
    }
}

/// Measures several functions in turn, so that disturbances of the machine affect all of them alike.
pub(super) fn in_turn<const N: usize>(seconds: f64, mut each: [&mut dyn FnMut(); N]) -> [Times; N] {
    let mut times = [const { Vec::new() }; N];
    let start = Instant::now();
    let mut rounds = 0;
    while rounds < 15 || start.elapsed().as_secs_f64() < seconds {
        for (work, times) in each.iter_mut().zip(&mut times) {
            let start = Instant::now();
            work();
            times.push(start.elapsed());
        }
        rounds += 1;
    }
    times.map(Times::from)
}

/// The table as printed text.
#[derive(Default)]
pub(super) struct Table(pub(super) String);

impl Table {
    /// Adds a row: its name, the median and quartiles in microseconds, and what they mean.
    pub(super) fn row(&mut self, what: &str, times: &Times, scale: f64, meaning: &str) {
        let micro = |hundredths| times.quantile(hundredths) * 1e6 / scale;
        let (low, median, high) = (micro(25), micro(50), micro(75));
        let _ = writeln!(self.0, "{what:<46}{median:>11.3}{low:>11.3}{high:>11.3}  {meaning}");
    }

    /// Adds a heading for the rows below it.
    pub(super) fn heading(&mut self, what: &str) {
        let _ = writeln!(self.0, "\n{what}");
        let columns = "microseconds:    median        25 %       75 %";
        let _ = writeln!(self.0, "{columns:>79}");
    }

    /// Adds a row without times.
    pub(super) fn note(&mut self, what: &str, meaning: &str) {
        let _ = writeln!(self.0, "{what:<46}{meaning}");
    }
}
