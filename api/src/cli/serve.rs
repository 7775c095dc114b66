//! `rules-judge serve`: runs the HTTP service until it receives a signal to stop.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use actix_web::rt::signal;
use actix_web::{rt, web};
use clap::Args;
use rules_judge_replays::answer::Language;
use rules_judge_replays::cache::store::{Store, StoreLimits, StoreState};
use rules_judge_replays::catalog::printed::{PRINTED_BYTES, Printed, Unusable};
use rules_judge_replays::judging::Judge;
use tracing_subscriber::EnvFilter;

use super::Ending;
use crate::cli::files;
use crate::cli::hall;
use crate::cli::terminal;
use crate::config::{self, Origin};
use crate::http::routes::module::Module;
use crate::http::server;
use crate::http::service::Service;
use crate::http::signing::{KeySet, Signer};
use crate::limits::{Limits, POOL_FILE_BYTES};
use crate::named_file;
use crate::shared::link::Server;
use crate::shared::seal::{Seal, Seals};
use crate::shared::{Shelf, ShelfLimits};

/// Options of `serve`.
#[derive(Debug, Args)]
#[command(after_help = "\
The log goes to standard error; RULES_JUDGE_LOG sets its level (error, warn, info, debug; info if unset).
On SIGINT, SIGTERM or SIGHUP /readyz answers 503 for drain-seconds; then the service takes no new
connections, finishes requests under way and ends. A second signal ends the draining.

Exit codes:
  0  the service was told to stop
  2  the address could not be opened, a key, a pool or a printed text cannot be used, or the command line is
     wrong")]
pub struct Arguments {
    /// Address to listen on; port 0 takes any free port
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080", env = "RULES_JUDGE_LISTEN")]
    listen: String,

    /// Directory of the store of judgements; without it nothing is stored
    #[arg(long, value_name = "DIR", env = "RULES_JUDGE_DATA")]
    data: Option<PathBuf>,

    /// Directory of further pools (*.json), which requests may say as game/name
    #[arg(long, value_name = "DIR", env = "RULES_JUDGE_POOLS")]
    pools: Option<PathBuf>,

    /// Redis or Valkey server on which replicas share judgements and pools: redis://, rediss:// (TLS) or
    /// redis+cluster://. An address with a password is better said in the environment
    #[arg(
        long,
        value_name = "URL",
        env = "RULES_JUDGE_SHARED",
        hide_env_values = true,
        requires = "shared_key"
    )]
    shared: Option<String>,

    /// File with the secret of all replicas, at least 32 bytes: what is shared is sealed with it
    #[arg(long, value_name = "FILE", env = "RULES_JUDGE_SHARED_KEY", requires = "shared")]
    shared_key: Option<PathBuf>,

    /// File with a second secret: what other replicas sealed with it is opened, too. Name it while the
    /// replicas change from one secret to another
    #[arg(long, value_name = "FILE", env = "RULES_JUDGE_SHARED_KEY_ACCEPTED", requires = "shared_key")]
    shared_key_accepted: Option<PathBuf>,

    /// Directory of printed texts of rules (GAME.LANGUAGE.tsv: id, tab, text), which stand beside ours
    #[arg(long, value_name = "DIR", env = "RULES_JUDGE_TEXTS")]
    texts: Option<PathBuf>,

    /// File or directory with the judge as a module for WebAssembly, which pages keep and programs load
    #[arg(long, value_name = "DIR|FILE", env = "RULES_JUDGE_MODULE")]
    module: Option<PathBuf>,

    /// Write the log as one JSON object a line
    #[arg(long, env = "RULES_JUDGE_LOG_JSON")]
    log_json: bool,

    /// Sign verdicts with this Ed25519 key (PKCS#8 as PEM: `openssl genpkey -algorithm ed25519`), which
    /// nobody but its owner and its group may read; without it nothing is signed
    #[arg(long, value_name = "KEYFILE", env = "RULES_JUDGE_SIGN")]
    sign: Option<PathBuf>,

    /// JSON Web Key Set with further public keys that /v1/keys answers, as `rules-judge keys` prints it; may
    /// be given several times
    #[arg(long, value_name = "FILE", env = "RULES_JUDGE_PUBLISH_KEYS")]
    publish_keys: Vec<PathBuf>,

    #[command(flatten)]
    setting: Setting,
}

/// How limits are set: --set counts before the environment, the environment before the file.
#[derive(Debug, Args)]
pub struct Setting {
    /// File of limits (TOML), as `rules-judge config` prints it
    #[arg(long, value_name = "FILE", env = "RULES_JUDGE_CONFIG")]
    config: Option<PathBuf>,

    /// One limit; may be given several times. `rules-judge config` lists the names
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
}

impl Setting {
    /// What is in force.
    pub fn in_force(&self) -> io::Result<(Limits, Vec<Origin>)> {
        let environment = config::environment(std::env::vars_os()).map_err(io::Error::other)?;
        config::in_force(&self.set, &environment, self.config.as_deref()).map_err(io::Error::other)
    }

    /// What is logged.
    pub fn log(&self) -> io::Result<EnvFilter> {
        let environment = config::environment(std::env::vars_os()).map_err(io::Error::other)?;
        let said = environment.get(config::LOG_VARIABLE).map(String::as_str);
        config::log_filter(said).map_err(io::Error::other)
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> io::Result<Ending> {
    let filter = arguments.setting.log()?;
    let (limits, _) = arguments.setting.in_force()?;
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr).with_ansi(false);
    if arguments.log_json {
        log.json().init()
    } else {
        log.init()
    }
    log_panics();
    // The umask is set while there is one thread, since the threads of the store create files.
    files::keep_private();
    rt::System::new().block_on(serve(arguments, limits))
}

async fn serve(arguments: &Arguments, limits: Limits) -> io::Result<Ending> {
    let mut judge = Judge::new();
    if let Some(directory) = &arguments.pools {
        judge = with_pools(judge, directory)?;
    }
    if let Some(directory) = &arguments.texts {
        judge = judge.with_printed(printed(directory)?);
    }
    if let Some(directory) = &arguments.data {
        let store = Store::open(directory, StoreLimits::default());
        if store.was_open() {
            tracing::warn!(
                directory = %directory.display(),
                "others could read the store, which has seeds and hidden cards; only its owner can now"
            );
        }
        if let StoreState::Off(reason) = store.state() {
            tracing::warn!(reason, "the store is off, judging goes on without it");
        }
        judge = judge.with_store(store);
    }
    if let (Some(address), Some(secret)) = (&arguments.shared, &arguments.shared_key) {
        let read = |path: &PathBuf| Seal::read(path).map_err(io::Error::other);
        let seals = Seals {
            own: read(secret)?,
            accepted: arguments.shared_key_accepted.as_ref().map(read).transpose()?,
        };
        let server = Server::of(address).map_err(io::Error::other)?;
        judge = judge.with_shared(Arc::new(Shelf::open(server, seals, ShelfLimits::from(&limits))?));
    }
    let limits = Limits { connections: connections(&limits), ..limits };
    let mut service = Service::new(judge, limits)?;
    if let Some(file) = &arguments.sign {
        let signer = Signer::read(file)?;
        tracing::info!(key = signer.public().kid, "verdicts are signed");
        service = service.signing(signer);
    }
    let mut published = KeySet::default();
    for file in &arguments.publish_keys {
        published.add(KeySet::read_file(file)?);
    }
    service = service.publishing(published);
    let module = arguments.module.as_deref().map(Module::read).transpose()?;
    if let Some(module) = module.or_else(Module::built_in) {
        service = service.offering(module);
    }
    let service = web::Data::new(service);
    rt::spawn(watch_store(service.clone()));
    let stop = stop(service.clone(), StopSignals::listen()?);
    let (server, addresses) = server::bind(service, arguments.listen.as_str(), stop).map_err(|error| {
        io::Error::new(error.kind(), format!("cannot listen on {}: {error}", arguments.listen))
    })?;
    for address in &addresses {
        terminal::write(&format!("listening on http://{address}\n"))?;
    }
    if let Some(address) = addresses.iter().find_map(|address| hall::address(*address)) {
        let url = format!("http://{address}/");
        terminal::write(&format!("in this network: {url}\n"))?;
        if io::stdout().is_terminal() {
            terminal::write(&hall::qr(&url).unwrap_or_default())?;
        }
    }
    if let Some(address) = addresses.first() {
        terminal::write(&format!(
            "try it:\n  curl -s http://{address}/v1/verify -H 'content-type: application/json' \
             --data-binary @replays/samples/azur-lane/example.json\n"
        ))?;
    }
    tracing::info!(addresses = addresses.len(), "started");
    server.await?;
    tracing::info!("stopped");
    Ok(Ending::Good)
}

/// Adds the pools of a directory to the judge, in the order of their file names. A pool that cannot be used
/// ends the service, so that nobody finds out at a table that it is missing.
pub(super) fn with_pools(mut judge: Judge, directory: &Path) -> io::Result<Judge> {
    for path in files_of(directory, "json")? {
        let text = named_file::text(&path, POOL_FILE_BYTES)?;
        let name = judge.add_pool(text).map_err(|fault| {
            let place = fault.pointer.as_deref().unwrap_or_default();
            let what = fault
                .findings
                .first()
                .map_or_else(|| fault.detail.clone(), |found| found.answer(Language::English).message);
            io::Error::other(format!("{}: {place}: {what}", path.display()))
        })?;
        tracing::info!(file = %path.display(), name, "a pool is loaded");
    }
    Ok(judge)
}

/// The files of a directory with an extension, in the order of their names.
fn files_of(directory: &Path, extension: &str) -> io::Result<Vec<PathBuf>> {
    let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", directory.display()));
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(directory).map_err(named)? {
        paths.push(entry.map_err(named)?.path());
    }
    paths.retain(|path| path.extension().is_some_and(|other| other == extension));
    paths.sort();
    Ok(paths)
}

/// The printed texts of a directory. One that cannot be used ends the service, as a pool does.
fn printed(directory: &Path) -> io::Result<Printed> {
    let mut printed = Printed::default();
    let mut count = 0;
    for path in files_of(directory, "tsv")? {
        let text = named_file::text(&path, PRINTED_BYTES)?;
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let added = printed.add(&name, &text).map_err(|Unusable { line, reason }| {
            let line = line.map(|line| format!("line {line}: ")).unwrap_or_default();
            io::Error::other(format!("{}: {line}{reason}", path.display()))
        })?;
        tracing::info!(file = %path.display(), texts = added, "printed texts are loaded");
        count += added;
    }
    if count == 0 {
        let why = format!("{}: there is no printed text in any file *.tsv here", directory.display());
        return Err(io::Error::new(io::ErrorKind::NotFound, why));
    }
    Ok(printed)
}

/// How many connections each worker may keep open: the configured number, or fewer if the system limits the
/// open files of the process. Without a file descriptor a new connection and all behind it would wait.
fn connections(limits: &Limits) -> usize {
    let workers = server::workers();
    let needed = files::BESIDES.saturating_add(limits.connections.saturating_mul(workers) as u64);
    let Some(open) = files::allow(needed) else { return limits.connections };
    let possible = files::connections(open, workers);
    if possible >= limits.connections {
        tracing::info!(open_files = open, connections = limits.connections, workers, "open files");
        return limits.connections;
    }
    tracing::warn!(
        open_files = open,
        needed,
        connections = possible,
        workers,
        "the limit of open files (LimitNOFILE, ulimit -n) is too low, each worker keeps fewer connections"
    );
    possible
}

/// How long the service waits before it tries again to use a store that is off.
const RECOVERING: Duration = Duration::from_secs(10);

/// Logs when the store goes off or has faults while the service runs, for example because the disk is full or
/// a file damaged, and tries again to use it. Judging continues without it.
async fn watch_store(service: web::Data<Service>) {
    let Some(store) = service.judge().store() else { return };
    let (mut faults, mut was_ready) = (0, store.state() == StoreState::Ready);
    loop {
        rt::time::sleep(if was_ready { Duration::from_secs(1) } else { RECOVERING }).await;
        let tried = service.clone();
        let done = web::block(move || {
            let Some(store) = tried.judge().store() else { return };
            match store.state() {
                // The store writes from memory to the disk in the background; only flushing shows a failure.
                StoreState::Ready => store.flush(),
                StoreState::Off(_) => store.recover(),
            }
        });
        if done.await.is_err() {
            return;
        }
        let now = store.counts().faults;
        if now > faults {
            tracing::warn!(faults = now, "the store has faults, what it cannot keep is judged again");
            faults = now;
        }
        match store.state() {
            StoreState::Off(reason) if was_ready => {
                tracing::warn!(reason, "the store is off, judging goes on without it");
                was_ready = false;
            }
            StoreState::Ready if !was_ready => {
                tracing::info!("the store is there again");
                was_ready = true;
            }
            _ => {}
        }
    }
}

/// Logs the place of a panic and not its message, which may quote what a client sent.
fn log_panics() {
    std::panic::set_hook(Box::new(|information| {
        let place = information.location().map(|place| format!("{}:{}", place.file(), place.line()));
        tracing::error!(place, "panic");
    }));
}

/// The signals that stop the service.
struct StopSignals {
    #[cfg(unix)]
    terminate: signal::unix::Signal,
    #[cfg(unix)]
    interrupt: signal::unix::Signal,
    /// `None`: the process was started with SIGHUP ignored, as by `nohup`, and survives the end of its
    /// terminal.
    #[cfg(unix)]
    hang_up: Option<signal::unix::Signal>,
}

impl StopSignals {
    #[cfg(unix)]
    fn listen() -> io::Result<StopSignals> {
        use signal::unix::{SignalKind, signal};
        // Must come before the handlers are installed, which changes the answer.
        let ignores = ignores_hang_up();
        Ok(StopSignals {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
            hang_up: if ignores { None } else { Some(signal(SignalKind::hangup())?) },
        })
    }

    #[cfg(not(unix))]
    fn listen() -> io::Result<StopSignals> {
        Ok(StopSignals {})
    }

    /// Completes at the next signal.
    #[cfg(unix)]
    async fn next(&mut self) {
        let hang_up = async {
            match &mut self.hang_up {
                Some(hang_up) => hang_up.recv().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
            _ = hang_up => {}
        }
    }

    #[cfg(not(unix))]
    async fn next(&mut self) {
        let _ = signal::ctrl_c().await;
    }
}

/// Completes when the listener must close: when the time to drain after a signal is over, or at a second
/// signal.
async fn stop(service: web::Data<Service>, mut signals: StopSignals) {
    signals.next().await;
    service.drain();
    let drain_seconds = service.limits().drain_seconds;
    tracing::info!(drain_seconds, "stopping");
    tokio::select! {
        () = rt::time::sleep(Duration::from_secs(drain_seconds)) => {}
        () = signals.next() => {}
    }
}

/// Whether the process was started with SIGHUP ignored; `false` where the system does not say.
#[cfg(unix)]
fn ignores_hang_up() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    // The ignored signals as bits; the lowest bit is SIGHUP.
    ignored.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok()).is_some_and(|bits| bits & 1 == 1)
}
