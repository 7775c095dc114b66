//! `rules-judge rejudge`: compares two files of verdicts about the same archive, made under two pools,
//! editions or builds, and lists what changed, by rule. The command reads both files side by side, and holds
//! in memory only the verdicts whose counterpart has not come yet.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use rules_judge_replays::answer::Language;
use rules_judge_replays::answer::detail::Replays;
use rules_judge_replays::codec::digest::Digest;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Asking, Ending, phrases};
use crate::cli::packing::Packing;
use crate::cli::source::Lines;
use crate::cli::terminal::{self, printable};
use crate::limits::{VERDICT_BYTES, VERDICTS_APART};

const AFTER_HELP: &str = "\
OLD and NEW are what `verify --json` printed for the same files (also packed with gzip, xz or zstd), or the
answers of /v1/verify/batch. Verdicts are of one log where `file` and `line` are the same and their digests
do not say otherwise. What is left over is of one log where `log_digest` is the same, however its file is
called, or where `file` differs only in how it is packed (*.gz, *.xz, *.zst). What counts as changed, the
first that does: the verdict, the entry, the first reason or its first citation, the outcome (winner,
reason, first citation), the table that was reached. Changes are listed by the rule that the new verdict
cites first, or else the old one.

With --json every kind of change is one line, and the last line has \"done\" and the sums.

Exit codes:
  0  nothing changed
  1  something changed
  2  lines cannot be read, are in one file only, or are of other logs; or the command line is wrong";

/// Options of `rejudge`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    /// The earlier verdicts
    old: PathBuf,
    /// The later verdicts
    new: PathBuf,
    #[command(flatten)]
    asking: Asking,
}

/// The fields of a line that are compared.
#[derive(Deserialize)]
struct Line {
    file: Option<String>,
    line: Option<usize>,
    verdict: Option<VerdictFields>,
    problem: Option<Problem>,
    done: Option<bool>,
}

#[derive(Deserialize)]
struct Problem {
    code: String,
}

#[derive(Deserialize)]
struct VerdictFields {
    accepted: usize,
    edition: String,
    game: String,
    illegal: Option<Illegal>,
    log_digest: Option<String>,
    not_judged: Option<Reason>,
    outcome: Option<Outcome>,
    pool: String,
    state: Option<Value>,
    verdict: String,
}

#[derive(Deserialize)]
struct Illegal {
    refusals: Vec<Reason>,
}

#[derive(Deserialize)]
struct Reason {
    code: String,
    #[serde(default)]
    cites: Vec<String>,
}

#[derive(Deserialize)]
struct Outcome {
    #[serde(default)]
    cites: Vec<String>,
    kind: Option<String>,
    reason: Option<String>,
    winner: Option<u8>,
}

/// How a game ended: kind, reason, winner, and the first citation.
type Ended = (Option<String>, Option<String>, Option<u8>, Option<String>);

/// What a verdict says about one log.
struct Judged {
    game: String,
    /// Edition and pool. The digest of a log depends on them as well as on its bytes.
    under: Option<[String; 2]>,
    log: Option<String>,
    word: String,
    accepted: usize,
    /// The code of the first reason, and its first citation.
    reason: Option<(String, Option<String>)>,
    outcome: Option<Ended>,
    state: Option<Digest>,
}

impl From<VerdictFields> for Judged {
    fn from(fields: VerdictFields) -> Judged {
        let first = fields.illegal.and_then(|illegal| illegal.refusals.into_iter().next());
        Judged {
            game: fields.game,
            under: Some([fields.edition, fields.pool]),
            log: fields.log_digest,
            word: fields.verdict,
            accepted: fields.accepted,
            reason: first.or(fields.not_judged).map(|reason| (reason.code, reason.cites.into_iter().next())),
            outcome: fields.outcome.map(|ended| {
                let Outcome { cites, kind, reason, winner } = ended;
                (kind, reason, winner, cites.into_iter().next())
            }),
            // Hashed as a value: another program may have written the line again with other spaces or
            // escapes.
            state: fields.state.map(|state| Digest::of(state.to_string().as_bytes())),
        }
    }
}

impl Judged {
    fn problem(code: String) -> Judged {
        Judged {
            game: String::new(),
            under: None,
            log: None,
            word: "problem".to_owned(),
            accepted: 0,
            reason: Some((code, None)),
            outcome: None,
            state: None,
        }
    }

    /// Whether the verdicts are certainly about different logs. Digests of the same log differ between
    /// editions and pools, so only those under the same ones are compared.
    fn is_of_other_log(&self, new: &Judged) -> bool {
        let (Some(old_under), Some(new_under)) = (&self.under, &new.under) else { return false };
        self.game != new.game || old_under == new_under && self.log != new.log
    }

    /// A key that identifies the log under any name of its file; `None`: a seat's view hides the digest.
    fn digest(&self) -> Option<String> {
        let [edition, pool] = self.under.as_ref()?;
        Some([&self.game, edition, pool, self.log.as_ref()?].map(String::as_str).join(" "))
    }

    fn rule(&self) -> Option<&str> {
        let of_reason = self.reason.as_ref().and_then(|(_, cite)| cite.as_deref());
        of_reason.or_else(|| self.outcome.as_ref()?.3.as_deref())
    }

    /// The first difference of a newer verdict, in the order of [`What`].
    fn change(&self, new: &Judged) -> Option<What> {
        let differs = [
            (What::Verdict, self.word != new.word),
            (What::Entry, self.accepted != new.accepted),
            (What::Reason, self.reason != new.reason),
            (What::Outcome, self.outcome != new.outcome),
            (What::State, self.state != new.state),
        ];
        differs.into_iter().find_map(|(what, differs)| differs.then_some(what))
    }
}

/// The kinds of differences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
enum What {
    Verdict,
    Entry,
    Reason,
    Outcome,
    State,
}

impl What {
    const fn phrase(self, language: Language) -> &'static str {
        let texts = match self {
            What::Verdict => ["another verdict", "判定不同", "判定不同"],
            What::Entry => ["at another entry", "位置不同", "位置不同"],
            What::Reason => ["for another reason", "理由不同", "理由不同"],
            What::Outcome => ["another outcome", "結果不同", "结果不同"],
            What::State => ["another table", "局面不同", "局面不同"],
        };
        let [english, traditional, simplified] = texts;
        match language {
            Language::English => english,
            Language::TraditionalChinese => traditional,
            Language::SimplifiedChinese => simplified,
        }
    }
}

/// The file and line of a log.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Name {
    file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
}

impl fmt::Display for Name {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(out, "{}:{line}", self.file),
            None => out.write_str(&self.file),
        }
    }
}

impl Name {
    /// The name without the ending of a packing, for archives that were packed between the two runs.
    fn unpacked(&self) -> Option<String> {
        let file = self.file.to_lowercase();
        let (_, inner) = Packing::of_name(&file);
        let inner =
            self.file.get(..inner.len()).filter(|_| file.len() == self.file.len()).unwrap_or(&self.file);
        Some(format!("{inner}:{}", self.line.unwrap_or(0)))
    }
}

/// The key under which equal changes are counted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    game: String,
    rule: Option<String>,
    change: What,
    old: String,
    new: String,
}

/// How many verdicts changed in one way, and the names of the first few.
#[derive(Debug, Default)]
struct Named {
    count: u64,
    first: Vec<Name>,
}

/// How many verdicts of each kind are named.
const MOST_NAMED: usize = 5;
/// More kinds than all rules of all games have. Changes of further kinds are counted with the last kind, so
/// that memory stays bounded.
const KINDS: usize = 10_000;

impl Named {
    fn add(&mut self, name: Name) {
        self.count += 1;
        if self.first.len() < MOST_NAMED {
            self.first.push(name);
        }
    }

    fn names(&self) -> String {
        let names: Vec<String> = self.first.iter().map(Name::to_string).collect();
        names.join(", ") + if self.count > MOST_NAMED as u64 { ", …" } else { "" }
    }
}

/// One of the two files.
struct Side {
    lines: Lines,
    /// Verdicts whose counterpart in the other file has not come yet.
    waiting: BTreeMap<Name, Judged>,
    unreadable: Named,
    only: Named,
}

impl Side {
    fn open(path: &Path) -> io::Result<Side> {
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        let lines = Lines::open(path, VERDICT_BYTES).map_err(named)?;
        Ok(Side { lines, waiting: BTreeMap::new(), unreadable: Named::default(), only: Named::default() })
    }

    /// Takes the waiting verdict of this name, unless it is certainly about another log.
    fn take(&mut self, name: &Name, other: &Judged) -> Option<Judged> {
        self.waiting.get(name).filter(|waiting| !waiting.is_of_other_log(other))?;
        self.waiting.remove(name)
    }

    fn next(&mut self, path: &Path) -> Option<(Name, Judged)> {
        for (number, bytes) in self.lines.by_ref() {
            let line = bytes.ok().and_then(|bytes| serde_json::from_slice::<Line>(&bytes).ok());
            match line {
                Some(Line { file, line, verdict: Some(fields), problem: None, .. }) => {
                    return Some((Name { file: file.unwrap_or_default(), line }, fields.into()));
                }
                Some(Line { file, line, verdict: None, problem: Some(problem), done: None }) => {
                    let name = Name { file: file.unwrap_or_default(), line };
                    return Some((name, Judged::problem(problem.code)));
                }
                // The closing line of a complete batch.
                Some(Line { done: Some(true), .. }) => {}
                _ => self.unreadable.add(Name { file: path.display().to_string(), line: Some(number) }),
            }
        }
        None
    }
}

#[derive(Default)]
struct Changes {
    compared: u64,
    changed: u64,
    kinds: BTreeMap<Kind, Named>,
    other_log: Named,
}

impl Changes {
    fn compare(&mut self, name: Name, old: &Judged, new: &Judged) {
        if old.is_of_other_log(new) {
            self.other_log.add(name);
            return;
        }
        self.compared += 1;
        let Some(change) = old.change(new) else { return };
        self.changed += 1;
        let kind = Kind {
            game: if new.game.is_empty() { &old.game } else { &new.game }.clone(),
            rule: new.rule().or(old.rule()).map(str::to_owned),
            change,
            old: old.word.clone(),
            new: new.word.clone(),
        };
        if self.kinds.len() < KINDS || self.kinds.contains_key(&kind) {
            self.kinds.entry(kind).or_default().add(name);
        } else if let Some(mut last) = self.kinds.last_entry() {
            last.get_mut().add(name);
        }
    }

    /// Compares the waiting verdicts of both files that have the same key, in the order of their names.
    fn meet(&mut self, old: &mut Side, new: &mut Side, key: impl Fn(&Name, &Judged) -> Option<String>) {
        let mut keys: BTreeMap<String, Vec<Name>> = BTreeMap::new();
        for (name, judged) in new.waiting.iter().rev() {
            if let Some(key) = key(name, judged) {
                keys.entry(key).or_default().push(name.clone());
            }
        }
        for (name, before) in std::mem::take(&mut old.waiting) {
            let same = key(&name, &before).and_then(|key| keys.get_mut(&key)?.pop());
            match same.and_then(|same| Some((new.waiting.remove(&same)?, same))) {
                Some((after, same)) => self.compare(same, &before, &after),
                None => {
                    old.waiting.insert(name, before);
                }
            }
        }
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> io::Result<Ending> {
    let Arguments { old: old_path, new: new_path, asking } = arguments;
    let (mut old, mut new) = (Side::open(old_path)?, Side::open(new_path)?);
    let mut changes = Changes::default();
    loop {
        let (from_old, from_new) = (old.next(old_path), new.next(new_path));
        match (from_old, from_new) {
            (None, None) => break,
            (Some((name, before)), Some((same, after)))
                if name == same && !before.is_of_other_log(&after) =>
            {
                changes.compare(name, &before, &after);
            }
            (before, after) => {
                if let Some((name, before)) = before {
                    match new.take(&name, &before) {
                        Some(after) => changes.compare(name, &before, &after),
                        None => wait(&mut old, name, before),
                    }
                }
                if let Some((name, after)) = after {
                    match old.take(&name, &after) {
                        Some(before) => changes.compare(name, &before, &after),
                        None => wait(&mut new, name, after),
                    }
                }
            }
        }
        if old.waiting.len().max(new.waiting.len()) > VERDICTS_APART {
            changes.meet(&mut old, &mut new, |_, judged| judged.digest());
            // Each pass looks through all waiting verdicts, so it must remove many of them; otherwise the
            // command would pass through them again and again.
            if old.waiting.len().max(new.waiting.len()) > VERDICTS_APART / 2 {
                let why = phrases::too_far_apart(VERDICTS_APART);
                return Err(io::Error::other(why.into_text(asking.language)));
            }
        }
    }
    // A name may stand for another log in the newer file, and a log may have another name there.
    changes.meet(&mut old, &mut new, |_, judged| judged.digest());
    changes.meet(&mut old, &mut new, |name, _| Some(name.to_string()));
    changes.meet(&mut old, &mut new, |name, _| name.unpacked());
    for side in [&mut old, &mut new] {
        for name in std::mem::take(&mut side.waiting).into_keys() {
            side.only.add(name);
        }
    }
    let text = if asking.json {
        as_json(&changes, &old, &new)
    } else {
        printable(&as_text(&changes, [(&old, old_path), (&new, new_path)], asking.language))
    };
    terminal::write(&text)?;
    let unfit = [&old, &new].map(|side| side.only.count + side.unreadable.count);
    Ok(match (unfit.iter().sum::<u64>() + changes.other_log.count, changes.changed) {
        (0, 0) => Ending::Good,
        (0, _) => Ending::Against,
        _ => Ending::Unjudged,
    })
}

/// Of two verdicts with the same name, the earlier has no counterpart.
fn wait(side: &mut Side, name: Name, judged: Judged) {
    if side.waiting.insert(name.clone(), judged).is_some() {
        side.only.add(name);
    }
}

fn as_json(changes: &Changes, old: &Side, new: &Side) -> String {
    let mut text = String::new();
    for (kind, some) in &changes.kinds {
        let line = json!({
            "change": kind.change, "count": some.count, "first": some.first, "game": kind.game,
            "new": kind.new, "old": kind.old, "rule": kind.rule,
        });
        text.push_str(&format!("{line}\n"));
    }
    let some = |some: &Named| json!({ "count": some.count, "first": some.first });
    let side = |side: &Side| json!({ "only": some(&side.only), "unreadable": some(&side.unreadable) });
    let last = json!({
        "changed": changes.changed,
        "compared": changes.compared,
        "done": true,
        "new": side(new),
        "old": side(old),
        "other_log": some(&changes.other_log),
    });
    text + &format!("{last}\n")
}

fn as_text(changes: &Changes, sides: [(&Side, &PathBuf); 2], language: Language) -> String {
    let mut lines = Vec::new();
    for (kind, some) in &changes.kinds {
        let what = match kind.change {
            What::Verdict => format!("{} -> {}", kind.old, kind.new),
            change => format!("{}, {}", kind.new, change.phrase(language)),
        };
        let rule = [kind.game.as_str(), kind.rule.as_deref().unwrap_or("-")].join(" ");
        lines.push(phrases::changed(rule.trim_start(), &what, Replays(some.count), &some.names()));
    }
    for (side, path) in sides {
        let path = path.display().to_string();
        if side.unreadable.count > 0 {
            lines.push(phrases::unreadable_lines(side.unreadable.count, &side.unreadable.names()));
        }
        if side.only.count > 0 {
            lines.push(phrases::only_in(Replays(side.only.count), &path, &side.only.names()));
        }
    }
    if changes.other_log.count > 0 {
        lines.push(phrases::other_logs(Replays(changes.other_log.count), &changes.other_log.names()));
    }
    let same = changes.compared.saturating_sub(changes.changed);
    lines.push(phrases::compared(Replays(changes.compared), same, changes.changed));
    lines.into_iter().map(|line| line.into_text(language) + "\n").collect()
}
