//! The service as a process of its own, started from the same build.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::time::Duration;

/// The service's program: with `RULES_JUDGE_BINARY` in the environment that one, else the one that lies
/// where this program was built. `cargo test --workspace` and `cargo build --workspace` put it there.
///
/// # Errors
/// One sentence, if it is not there.
pub fn program() -> Result<PathBuf, String> {
    if let Some(path) = std::env::var_os("RULES_JUDGE_BINARY") {
        return Ok(path.into());
    }
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    // Tests lie one folder deeper than programs.
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
    /// Held open, since the service writes there once more.
    _out: Option<BufReader<ChildStdout>>,
    /// Where it listens.
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

    /// As [`Served::start`], with a command that comes to be the service, for instance after setting
    /// limits of the process.
    ///
    /// # Errors
    /// If it does not start.
    pub fn run(mut command: Command, log: &Path) -> io::Result<Served> {
        // The service knows no such name, and says so.
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

    /// A number of kilobytes that the system tells of the process, `VmHWM` (the most memory ever) or
    /// `VmRSS` (memory now); 0 where the system does not tell it.
    pub fn kilobytes(&self, name: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with(name));
        line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok()).unwrap_or(0)
    }

    /// From now on `VmHWM` counts anew, where the system can do that.
    pub fn forget_peak(&self) {
        // Elsewhere it goes on counting, and tells of the most memory since the start.
        let _ = std::fs::write(format!("/proc/{}/clear_refs", self.child.id()), "5");
    }

    /// How long the threads of the process were on a processor; nothing where the system does not tell it.
    pub fn core_time(&self) -> Duration {
        let threads =
            std::fs::read_dir(format!("/proc/{}/task", self.child.id())).into_iter().flatten().flatten();
        let time = threads.filter_map(|thread| {
            let told = std::fs::read_to_string(thread.path().join("schedstat")).ok()?;
            told.split_whitespace().next()?.parse::<u64>().ok()
        });
        Duration::from_nanos(time.sum())
    }

    /// Whether it still runs.
    pub fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Ends it at once, as a power cut would.
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
    pub fn stop(mut self) -> io::Result<ExitStatus> {
        Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status()?;
        self.child.wait()
    }

    /// What it logged so far.
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
