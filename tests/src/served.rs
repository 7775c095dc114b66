//! The service as a process of its own, started from the same build.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::time::Duration;

/// The program of the service: the one that `RULES_JUDGE_BINARY` in the environment names, else the one
/// beside the running test, where `cargo test --workspace` and `cargo build --workspace` put it.
///
/// # Errors
/// One sentence, if it is not there.
pub fn program() -> Result<PathBuf, String> {
    if let Some(path) = std::env::var_os("RULES_JUDGE_BINARY") {
        return Ok(path.into());
    }
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    // Test programs lie one folder deeper.
    let beside =
        own.ancestors().skip(1).take(2).map(|folder| folder.join("rules-judge")).find(|path| path.is_file());
    beside.ok_or_else(|| {
        "the service is not built: cargo build --workspace, with --release for a storm in release".to_owned()
    })
}

/// A running service. It is killed when this is dropped.
#[derive(Debug)]
pub struct Served {
    child: Child,
    /// Kept open, since the service writes to it once more.
    _out: Option<BufReader<ChildStdout>>,
    /// The address at which it listens.
    pub address: SocketAddr,
    log: PathBuf,
}

impl Served {
    /// Starts it on a free port, its log at level `warn` in `log`.
    ///
    /// # Errors
    /// If it does not start.
    pub fn start(program: &Path, log: &Path, arguments: &[&str]) -> io::Result<Served> {
        let mut command = Command::new(program);
        command.args(["serve", "--listen", "127.0.0.1:0"]).args(arguments);
        Served::run(command, log)
    }

    /// As [`Served::start`], with a command that executes the service, for instance after setting limits of
    /// the process.
    ///
    /// # Errors
    /// If it does not start.
    pub fn run(mut command: Command, log: &Path) -> io::Result<Served> {
        // The service reports unknown variables of its prefix.
        command.env_remove("RULES_JUDGE_BINARY");
        command.env("RULES_JUDGE_LOG", "warn").stdout(Stdio::piped()).stderr(File::create(log)?);
        let mut child = command.spawn()?;
        let mut line = String::new();
        let mut out = child.stdout.take().map(BufReader::new);
        if let Some(out) = &mut out {
            out.read_line(&mut line)?;
        }
        match line.trim().strip_prefix("listening on http://").and_then(|address| address.parse().ok()) {
            Some(address) => Ok(Served { child, _out: out, address, log: log.to_owned() }),
            None => {
                let _ = child.kill();
                let status = child.wait()?;
                let log = std::fs::read_to_string(log).unwrap_or_default();
                Err(io::Error::other(format!("the service did not start ({status}): {line}{log}")))
            }
        }
    }

    /// A number of kilobytes that the system counts of the process, `VmHWM` (the most memory ever) or
    /// `VmRSS` (memory now).
    ///
    /// # Errors
    /// The process is gone, or the system has no `/proc`.
    pub fn kilobytes(&self, name: &str) -> io::Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find(|line| line.starts_with(name));
        let number = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
        number.ok_or_else(|| io::Error::other(format!("the system does not count {name}")))
    }

    /// Resets `VmHWM`.
    ///
    /// # Errors
    /// The process is gone, or the system cannot do that.
    pub fn forget_peak(&self) -> io::Result<()> {
        std::fs::write(format!("/proc/{}/clear_refs", self.child.id()), "5")
    }

    /// The processor time of all threads of the process.
    ///
    /// # Errors
    /// The process is gone, or the system does not count it.
    pub fn core_time(&self) -> io::Result<Duration> {
        let mut nanoseconds = 0_u64;
        let mut counted = false;
        for thread in std::fs::read_dir(format!("/proc/{}/task", self.child.id()))? {
            // A thread may end meanwhile.
            let Ok(times) = std::fs::read_to_string(thread?.path().join("schedstat")) else { continue };
            let time = times.split_whitespace().next().and_then(|time| time.parse::<u64>().ok());
            nanoseconds = nanoseconds.saturating_add(time.unwrap_or(0));
            counted |= time.is_some();
        }
        match counted {
            true => Ok(Duration::from_nanos(nanoseconds)),
            false => Err(io::Error::other("the system does not count the time of threads")),
        }
    }

    /// Whether it still runs.
    pub fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Kills it at once, as a power cut would.
    ///
    /// # Errors
    /// If the system does not let us.
    pub fn kill(mut self) -> io::Result<()> {
        self.child.kill()?;
        self.child.wait().map(|_| ())
    }

    /// Tells it to stop, and waits.
    ///
    /// # Errors
    /// If the system does not let us.
    pub fn stop(self) -> io::Result<ExitStatus> {
        self.signal("TERM")?;
        self.ended()
    }

    /// Sends it a signal, by its name.
    ///
    /// # Errors
    /// If the system does not let us.
    pub fn signal(&self, name: &str) -> io::Result<()> {
        Command::new("kill").args([&format!("-{name}"), &self.child.id().to_string()]).status().map(|_| ())
    }

    /// Waits for its end.
    ///
    /// # Errors
    /// If the system does not let us.
    pub fn ended(mut self) -> io::Result<ExitStatus> {
        self.child.wait()
    }

    /// Its log so far.
    pub fn log(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap_or_default()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
