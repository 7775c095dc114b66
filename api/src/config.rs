//! Reads the limits of the service. A value of `--set` on the command line replaces one of the environment,
//! that one a value of the configuration file, and that one the built-in default.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use rules_judge_replays::catalog::limits::{FIXED, FixedLimit};
use tracing_subscriber::EnvFilter;

use crate::limits::{CONFIG_BYTES, Limits};
use crate::named_file;

/// One number that may be set.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// Its name on the command line and in the file. The variable of the environment is `RULES_JUDGE_` and
    /// this name in capitals with underscores.
    pub name: &'static str,
    /// What is counted or timed.
    pub about: &'static str,
    /// What the service does beyond the limit; empty for a number that limits nothing.
    pub beyond: &'static str,
    /// The least and the most that it may be.
    pub range: (u64, u64),
    /// Reads it.
    pub get: fn(&Limits) -> u64,
    /// Sets it.
    pub set: fn(&mut Limits, u64),
}

/// Where a value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The command line.
    CommandLine,
    /// The environment.
    Environment,
    /// The file.
    File,
    /// It is built in.
    BuiltIn,
}

impl Origin {
    /// Its name.
    pub const fn word(self) -> &'static str {
        match self {
            Origin::CommandLine => "command line",
            Origin::Environment => "environment",
            Origin::File => "file",
            Origin::BuiltIn => "built in",
        }
    }
}

fn size(value: u64) -> usize {
    usize::try_from(value).unwrap_or(usize::MAX)
}

fn small(value: u64) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

macro_rules! settings {
    ($(
        $field:ident: $name:literal, $least:literal to $most:literal,
        $about:literal, $beyond:literal, $get:expr, $set:expr;
    )*) => {
        /// Everything that may be set. Fuel is not here: it is part of a game's semantics.
        pub const SETTINGS: &[Setting] = &[$(Setting {
            name: $name,
            about: $about,
            beyond: $beyond,
            range: ($least, $most),
            get: |limits| { let get: fn(_) -> u64 = $get; get(limits.$field) },
            set: |limits, value| limits.$field = $set(value),
        }),*];
    };
}

settings! {
    body_bytes: "body-bytes", 1 to 8_388_608,
        "bytes of a body, or of a line of a batch",
        "413 `too_large`",
        |v: usize| v as u64, size;
    held_bytes: "held-bytes", 1 to 4_294_967_295,
        "bytes of all bodies and of all answers that are not taken yet, together",
        "503 `overloaded`; for a line of a batch, the problem `overloaded` in its place",
        |v: usize| v as u64, size;
    body_time: "body-milliseconds", 1 to 3_600_000,
        "time for a body to arrive, or the next line of a batch that is not blank; on Linux, also the time \
        in which \
         a client takes nothing of its answer",
        "408 `request_timeout`, and the connection is closed",
        |v: Duration| millis(v), Duration::from_millis;
    answer_time: "answer-milliseconds", 1 to 86_400_000,
        "time for a client to take an answer, or a line of a batch, however steadily it reads",
        "the connection is closed",
        |v: Duration| millis(v), Duration::from_millis;
    head_time: "head-milliseconds", 1 to 3_600_000,
        "time for the head of a request, from its first byte; for the first request, from the connection",
        "the connection is closed",
        |v: Duration| millis(v), Duration::from_millis;
    idle_time: "idle-milliseconds", 1 to 3_600_000,
        "time that an idle connection stays open",
        "the connection is closed",
        |v: Duration| millis(v), Duration::from_millis;
    running: "running", 1 to 1_024,
        "judgements that run at once, each on a thread of its own",
        "they wait in one queue",
        |v: usize| v as u64, size;
    waiting: "waiting", 0 to 1_000_000,
        "judgements that wait",
        "503 `overloaded`",
        |v: usize| v as u64, size;
    waiting_time: "waiting-milliseconds", 1 to 3_600_000,
        "time that a judgement waits for its turn",
        "503 `overloaded`",
        |v: Duration| millis(v), Duration::from_millis;
    judging_time: "judging-milliseconds", 1 to 3_600_000,
        "time of one judgement, from when its turn has come",
        "503 `overloaded`, and nothing is judged or kept; for a line of a batch, the problem `overloaded` \
        in its \
         place",
        |v: Duration| millis(v), Duration::from_millis;
    faulty_lines: "faulty-lines", 1 to 1_000_000,
        "lines of a batch in a row that are no logs",
        "the batch ends with `\"done\": false` and the problem `too_many`; the rest is not read",
        |v: usize| v as u64, size;
    batches: "batches", 0 to 1_024,
        "batches that judge a line or wait for their turn; a client that sends or reads nothing holds no \
        place",
        "503 `overloaded`; for a later line, the problem `overloaded` in its place",
        |v: usize| v as u64, size;
    rate_per_second: "rate-per-second", 0 to 1_000_000,
        "requests of one address (IPv4 address, IPv6 /64) each second; 0: any number",
        "429 `too_often`, with the limit in its detail and in `limit`",
        |v: u32| u64::from(v), small;
    rate_burst: "rate-burst", 1 to 1_000_000,
        "requests of one address at once",
        "429 `too_often`",
        |v: u32| u64::from(v), small;
    rate_loopback: "rate-loopback", 0 to 1,
        "1: requests from this machine (127.0.0.0/8, ::1) count as those of an address; 0: they do not",
        "",
        |v: bool| u64::from(v), |value| value == 1;
    answer_bytes: "answer-bytes", 0 to 4_294_967_295,
        "bytes of answers in memory; 0: none",
        "the answers that were used least are forgotten",
        |v: u64| v, u64::from;
    kept_bytes: "kept-bytes", 0 to 4_294_967_295,
        "bytes of judgements and pools in memory; 0: none",
        "those that were used least are forgotten",
        |v: u64| v, u64::from;
    pool_bytes: "pool-bytes", 0 to 4_294_967_295,
        "bytes of compiled pools in memory, each 16 times its JSON; 0: none",
        "a pool is compiled again",
        |v: u64| v, u64::from;
    shared_time: "shared-milliseconds", 1 to 1_000,
        "time to wait for the shared shelf",
        "the request goes on without it",
        |v: Duration| millis(v), Duration::from_millis;
    shared_seconds: "shared-seconds", 1 to 31_536_000,
        "seconds that the shared shelf keeps something",
        "it is forgotten",
        |v: u64| v, u64::from;
    shared_value_bytes: "shared-value-bytes", 1 to 16_777_216,
        "bytes of one judgement or pool on the shared shelf",
        "it is not shared",
        |v: usize| v as u64, size;
    shared_queue_bytes: "shared-queue-bytes", 1 to 4_294_967_295,
        "bytes that wait to be written to the shared shelf",
        "it is not shared",
        |v: u64| v, u64::from;
    retry_after_seconds: "retry-after-seconds", 1 to 3_600,
        "seconds that a 503 asks the client to wait",
        "",
        |v: u32| u64::from(v), small;
    connections: "connections", 1 to 1_000_000,
        "connections of each worker thread",
        "they wait to be accepted",
        |v: usize| v as u64, size;
    connections_per_address: "connections-per-address", 0 to 1_000_000,
        "connections of one address (IPv4 address, IPv6 /64); 0: any number",
        "a bare 429, and the connection is closed",
        |v: usize| v as u64, size;
    drain_seconds: "drain-seconds", 0 to 3_600,
        "seconds after a signal to stop in which the service takes connections and answers 503 to `/readyz`",
        "it takes no new connections",
        |v: u64| v, u64::from;
    shutdown_seconds: "shutdown-seconds", 0 to 3_600,
        "seconds to finish what has begun, after the draining",
        "connections are cut",
        |v: u64| v, u64::from;
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl Setting {
    /// Its name in the environment.
    pub fn variable(&self) -> String {
        format!("RULES_JUDGE_{}", self.name.replace('-', "_").to_uppercase())
    }

    fn read(&self, text: &str, origin: Origin) -> Result<u64, String> {
        let (least, most) = self.range;
        match text.trim().parse::<u64>() {
            Ok(value) if (least..=most).contains(&value) => Ok(value),
            _ => Err(format!(
                "{} ({}) is a number from {least} to {most}, not {text:?}",
                self.name,
                origin.word()
            )),
        }
    }
}

/// Variables of the environment that are no limits.
const OTHERS: [&str; 12] = [
    "RULES_JUDGE_CONFIG",
    "RULES_JUDGE_DATA",
    "RULES_JUDGE_LISTEN",
    LOG_VARIABLE,
    "RULES_JUDGE_LOG_JSON",
    "RULES_JUDGE_MODULE",
    "RULES_JUDGE_POOLS",
    "RULES_JUDGE_SHARED",
    "RULES_JUDGE_SHARED_KEY",
    "RULES_JUDGE_SHARED_KEY_ACCEPTED",
    "RULES_JUDGE_SIGN",
    "RULES_JUDGE_TEXTS",
];
/// Names the level of the log.
pub const LOG_VARIABLE: &str = "RULES_JUDGE_LOG";

/// Picks the variables of the service, those that begin with `RULES_JUDGE_`, out of the environment.
///
/// # Errors
/// One sentence, if no setting has the name of such a variable, or its value is not UTF-8: ignoring a
/// misspelt limit in silence would be worse than not starting.
pub fn environment(
    all: impl Iterator<Item = (OsString, OsString)>,
) -> Result<BTreeMap<String, String>, String> {
    let mut ours = BTreeMap::new();
    for (name, value) in all {
        let Some(name) = name.to_str().filter(|name| name.starts_with("RULES_JUDGE_")) else { continue };
        if !OTHERS.contains(&name) && !SETTINGS.iter().any(|setting| setting.variable() == name) {
            let names: Vec<String> = SETTINGS.iter().map(Setting::variable).collect();
            let others = OTHERS.join(", ");
            return Err(format!(
                "the environment has {name}, which means nothing; there are {others}, {}",
                names.join(", ")
            ));
        }
        let value = value.into_string().map_err(|_| format!("{name} in the environment is no text"))?;
        ours.insert(name.to_owned(), value);
    }
    Ok(ours)
}

/// The filter of the log, from the value of [`LOG_VARIABLE`]: a level, or levels of single parts of the
/// program (`target=level`), separated by commas.
///
/// # Errors
/// One sentence, if the value is neither.
pub fn log_filter(said: Option<&str>) -> Result<EnvFilter, String> {
    const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];
    let said = said.unwrap_or("info");
    // `EnvFilter` would take any other word for the name of a part.
    let is_known = |word: &str| word.contains('=') || LEVELS.contains(&word.to_ascii_lowercase().as_str());
    let wrong = || format!("{LOG_VARIABLE} is one of {} (or target=level), not {said:?}", LEVELS.join(", "));
    if !said.split(',').all(|word| is_known(word.trim())) {
        return Err(wrong());
    }
    // actix logs bytes that are no HTTP as errors of the server, although a client sent them; the redis
    // client logs each failed attempt to connect, while our shelf logs an unreachable server once.
    EnvFilter::try_new(format!("actix_http=off,redis=off,{said}")).map_err(|_| wrong())
}

/// The limits in force, and the origin of each of [`SETTINGS`], in the order of that list.
///
/// # Errors
/// One sentence, if a setting that was given is unknown or its value is out of range.
pub fn in_force(
    set: &[String],
    environment: &BTreeMap<String, String>,
    file: Option<&Path>,
) -> Result<(Limits, Vec<Origin>), String> {
    let mut table = toml::Table::new();
    if let Some(path) = file {
        let text = named_file::text(path, CONFIG_BYTES).map_err(|error| error.to_string())?;
        table = text.parse().map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let mut pairs = Vec::new();
    for pair in set {
        let pair = pair.split_once('=').ok_or_else(|| format!("{pair:?} is not NAME=VALUE"))?;
        pairs.push(pair);
    }
    let known = |name: &str| SETTINGS.iter().any(|setting| setting.name == name);
    let named = pairs.iter().map(|(name, _)| *name).chain(table.keys().map(String::as_str));
    if let Some(unknown) = named.into_iter().find(|name| !known(name)) {
        let names: Vec<&str> = SETTINGS.iter().map(|setting| setting.name).collect();
        return Err(format!("there is no setting {unknown:?}; there are {}", names.join(", ")));
    }
    let mut limits = Limits::default();
    let mut origins = Vec::new();
    for setting in SETTINGS {
        let here =
            pairs.iter().rev().find(|(name, _)| *name == setting.name).map(|(_, value)| (*value).to_owned());
        let said = here
            .map(|text| (text, Origin::CommandLine))
            .or_else(|| Some((environment.get(&setting.variable())?.clone(), Origin::Environment)))
            .or_else(|| Some((table.get(setting.name)?.to_string(), Origin::File)));
        let origin = match said {
            Some((text, origin)) => {
                (setting.set)(&mut limits, setting.read(&text, origin)?);
                origin
            }
            None => Origin::BuiltIn,
        };
        origins.push(origin);
    }
    Ok((limits, origins))
}

/// The same as a configuration file. Values that a file cannot set stand there as comments.
pub fn told(limits: &Limits, origins: &[Origin]) -> String {
    let mut text = String::new();
    for (setting, origin) in SETTINGS.iter().zip(origins) {
        let value = (setting.get)(limits);
        let (name, origin, about) = (setting.name, origin.word(), setting.about);
        text.push_str(&format!("{name} = {value} # {origin}: {about}"));
        if !setting.beyond.is_empty() {
            text.push_str("; beyond: ");
            text.push_str(setting.beyond);
        }
        text.push('\n');
    }
    text.push_str("\n# not for setting, the most of each:\n");
    for FixedLimit { about, most, beyond } in FIXED {
        text.push_str(&format!("# {most} {about}; beyond: {beyond}\n"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_that_says_something_counts() {
        let file = std::env::temp_dir().join(format!("rules-judge-config-{}", std::process::id()));
        let text = "batches = 1\nwaiting = 2\nrunning = 3\n";
        assert!(std::fs::write(&file, text).is_ok());
        let said = [("RULES_JUDGE_BATCHES", "4"), ("RULES_JUDGE_WAITING", "5"), ("PATH", "/bin")];
        let Ok(environment) = environment(said.map(|(name, value)| (name.into(), value.into())).into_iter())
        else {
            unreachable!("all of it means something, or is not ours")
        };
        assert_eq!(environment.len(), 2);
        let force = in_force(&["batches=6".to_owned()], &environment, Some(&file));
        assert!(std::fs::remove_file(&file).is_ok());
        let Ok((limits, origins)) = force else { unreachable!("{force:?}") };
        assert_eq!((limits.batches, limits.waiting, limits.running), (6, 5, 3));
        let told = told(&limits, &origins);
        assert!(told.contains("batches = 6 # command line") && told.contains("waiting = 5 # environment"));
        assert!(told.contains("running = 3 # file") && told.contains("# built in"));
        assert!(told.parse::<toml::Table>().is_ok_and(|table| table.len() == SETTINGS.len()));
        assert!(told.contains("# 20000 entries of a log; beyond: 413 `too_many`\n"), "{told}");
    }

    #[test]
    fn the_environment_is_taken_at_its_word() {
        let of = |name: &str, value: &str| environment([(name.into(), value.into())].into_iter());
        for name in OTHERS.into_iter().map(str::to_owned).chain(SETTINGS.iter().map(Setting::variable)) {
            assert!(of(&name, "1").is_ok_and(|ours| ours.contains_key(&name)), "{name}");
        }
        for name in ["RULES_JUDGE_", "RULES_JUDGE_WAITNG", "RULES_JUDGE_waiting"] {
            assert!(
                of(name, "1").is_err_and(|why| why.contains(name) && why.contains("RULES_JUDGE_WAITING"))
            );
        }
        assert!(of("RULES", "1").is_ok_and(|ours| ours.is_empty()));
    }

    #[test]
    fn a_level_of_the_log_is_one_that_there_is() {
        for said in [None, Some("warn"), Some("INFO"), Some("off"), Some("warn,rules_judge=debug")] {
            assert!(log_filter(said).is_ok(), "{said:?}");
        }
        for said in ["", "verbose", "warn,,info", "rules_judge=loud", "info;debug"] {
            assert!(log_filter(Some(said)).is_err(), "{said}");
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        for set in ["batches", "batches=x", "batches=-1", "batches=1025", "body-bytes=0", "nothing=1"] {
            assert!(in_force(&[set.to_owned()], &BTreeMap::new(), None).is_err(), "{set}");
        }
        for setting in SETTINGS {
            let (least, most) = setting.range;
            for value in [least, most] {
                let force = in_force(&[format!("{}={value}", setting.name)], &BTreeMap::new(), None);
                assert_eq!(force.map(|(limits, _)| (setting.get)(&limits)), Ok(value), "{}", setting.name);
            }
        }
    }
}
