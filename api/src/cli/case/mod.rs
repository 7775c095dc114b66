//! `rules-judge case`: runs files of cases and reports each difference between a case and the judge.

mod explain;

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use rules_judge_replays::answer::Language;
use rules_judge_replays::answer::detail::{Cases, Files};
use rules_judge_replays::judging::Judge;
use rules_judge_replays::tools::case::{
    Case, Chapter, Failure, Suite, Unread, explain as explain_case, export, export::export as export_case,
    load, run as run_case,
};
use serde_json::{Value, json};

use super::{Asking, Ending, phrases};
use crate::cli::packing::{Packing, lowercase_name};
use crate::cli::{source, terminal};

/// Options of `case`.
#[derive(Debug, Args)]
#[command(after_help = "\
A directory stands for all case files in it and below: *.yaml and *.yml, also packed as *.gz, *.xz or *.zst.
tests/cases/README.md says how one is written. With --json every case gives one line, {\"file\", \"line\",
    \"id\", \"passed\", \"failures\"}, and
every unreadable file one, {\"file\", \"line\", \"column\", \"problem\"}. With --explain only the cases of \
    that id
are run, and each is explained step by step: what happened, who is asked then, and every answer that would be
legal, as an entry of a case; with --json in \"steps\". With --export every case that passes gives one line
for other engines, after a line for their pool; docs/conformance.md says what is in them.

Exit codes:
  0  every case passes
  1  a case fails, and every file is readable
  2  a file is unreadable or no file of cases, a directory has none, no case has the id, or the command line \
  is wrong")]
pub struct Arguments {
    /// Files or directories
    #[arg(required = true, value_name = "FILE|DIR")]
    files: Vec<PathBuf>,
    /// Tell the case of this id step by step
    #[arg(long, value_name = "ID")]
    explain: Option<String>,
    /// Write each case that passes as a line for other engines
    #[arg(long, conflicts_with = "explain")]
    export: bool,
    #[command(flatten)]
    asking: Asking,
}

#[derive(Default)]
struct Counts {
    passed: usize,
    failed: usize,
    unread: usize,
}

impl Counts {
    fn summary(&self, language: Language) -> String {
        let all = Cases((self.passed + self.failed) as u64);
        let mut line = phrases::cases(all, self.passed, self.failed).into_text(language);
        if self.unread > 0 {
            line.push_str(phrases::unreadable(Files(self.unread as u64)).text(language));
        }
        line
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> io::Result<Ending> {
    let judge = Judge::new();
    let language = arguments.asking.language;
    let (listed, empty) = listed_files(arguments);
    let counts = run_files(&judge, arguments, listed)?;
    if let Some(id) = arguments.explain.as_deref().filter(|_| counts.passed + counts.failed == 0) {
        terminal::write(&terminal::printable(&(phrases::no_case(id).into_text(language) + "\n")))?;
        return Ok(Ending::Unjudged);
    }
    if !arguments.asking.json && !arguments.export && arguments.explain.is_none() {
        terminal::write(&(counts.summary(language) + "\n"))?;
    }
    for folder in &empty {
        let message = phrases::nothing_read(&folder.display().to_string()).into_text(language);
        eprintln!("{}", terminal::printable(&message));
    }
    Ok(match (counts.unread + empty.len(), counts.failed) {
        (0, 0) => Ending::Good,
        (0, _) => Ending::Against,
        _ => Ending::Unjudged,
    })
}

/// The case files that the arguments name, and the arguments without one.
fn listed_files(arguments: &Arguments) -> (Vec<Result<PathBuf, Unread>>, Vec<&PathBuf>) {
    let (mut listed, mut empty) = (Vec::new(), Vec::new());
    for argument in &arguments.files {
        let mut files = files(argument);
        if files.is_empty() {
            empty.push(argument);
        }
        listed.append(&mut files);
    }
    (listed, empty)
}

/// Runs, explains or exports the cases of all files.
fn run_files(
    judge: &Judge,
    arguments: &Arguments,
    listed: Vec<Result<PathBuf, Unread>>,
) -> io::Result<Counts> {
    let json = arguments.asking.json;
    let mut counts = Counts::default();
    // Reasons that were printed: a faulty pool makes every file beside it unreadable.
    let mut reported = BTreeSet::new();
    let mut pools = BTreeSet::new();
    for path in listed {
        let suite = path.and_then(|path| load::file_by(&path, source::text));
        match suite.and_then(|suite| suite.pool_can_be_used(judge).map(|()| suite)) {
            Ok(suite) => {
                // The pool is written once, in front of all cases of its folder.
                if let Some(pool) = export::pool(&suite)
                    && arguments.export
                    && pools.insert(suite.digest)
                {
                    terminal::write(&super::json_line(&pool))?;
                }
                for chapter in &suite.chapters {
                    match &arguments.explain {
                        Some(id) => {
                            explain_cases(judge, &suite, chapter, (id, &arguments.asking), &mut counts)?
                        }
                        None if arguments.export => export_chapter(judge, &suite, chapter, &mut counts)?,
                        None => report_chapter(judge, &suite, chapter, json, &mut counts)?,
                    }
                }
            }
            Err(unread) => {
                if reported.insert(unread.to_string()) {
                    counts.unread += 1;
                    report_unread(&unread, json)?;
                }
            }
        }
    }
    Ok(counts)
}

/// The case files that an argument names, sorted by name. The walk does not follow links to directories.
fn files(path: &Path) -> Vec<Result<PathBuf, Unread>> {
    if !path.is_dir() {
        return vec![Ok(path.to_owned())];
    }
    let listed = match load::listed(path) {
        Ok(listed) => listed,
        Err(unread) => return vec![Err(unread)],
    };
    let inside = listed.into_iter().flat_map(|path| match path.is_dir() {
        true if path.is_symlink() => Vec::new(),
        true => files(&path),
        false if is_case_file(&path) => vec![Ok(path)],
        false => Vec::new(),
    });
    inside.collect()
}

/// Whether a file holds cases, by its name.
fn is_case_file(path: &Path) -> bool {
    let name = lowercase_name(path);
    load::is_case_file(Path::new(Packing::of_name(&name).1))
}

/// Writes the cases of a chapter for other engines, and to standard error why a case does not pass.
fn export_chapter(judge: &Judge, suite: &Suite, chapter: &Chapter, counts: &mut Counts) -> io::Result<()> {
    for case in &chapter.cases {
        match export_case(judge, suite, case) {
            Ok(exported) => {
                counts.passed += 1;
                terminal::write(&super::json_line(&json!(exported)))?;
            }
            Err(failure) => {
                counts.failed += 1;
                let (line, column) = failure.place;
                let file = chapter.path.display();
                eprint!(
                    "{}",
                    terminal::printable(&format!("{file}:{line}:{column}: {}: {failure}\n", case.id.value))
                );
            }
        }
    }
    Ok(())
}

fn report_chapter(
    judge: &Judge,
    suite: &Suite,
    chapter: &Chapter,
    json: bool,
    counts: &mut Counts,
) -> io::Result<()> {
    let file = chapter.path.display().to_string();
    for case in &chapter.cases {
        let outcome = run_case(judge, suite, case);
        if outcome.passed() {
            counts.passed += 1;
        } else {
            counts.failed += 1;
        }
        if json {
            terminal::write(&super::json_line(&line(&file, case, &outcome.failures)))?;
            continue;
        }
        for failure in &outcome.failures {
            let (line, column) = failure.place;
            let text = format!("{file}:{line}:{column}: {}: {failure}\n", case.id.value);
            terminal::write(&terminal::printable(&text))?;
        }
    }
    Ok(())
}

/// The result of a case with `--json`.
fn line(file: &str, case: &Case, failures: &[Failure]) -> Value {
    let failure = |failure: &Failure| {
        let (line, column) = failure.place;
        let part = failure.part.to_string();
        json!({ "line": line, "column": column, "part": part, "message": failure.message })
    };
    json!({
        "file": file,
        "line": case.id.referenced.line(),
        "id": case.id.value,
        "passed": failures.is_empty(),
        "failures": failures.iter().map(failure).collect::<Vec<_>>(),
    })
}

/// Prints the cases with this id step by step.
fn explain_cases(
    judge: &Judge,
    suite: &Suite,
    chapter: &Chapter,
    (id, asking): (&str, &Asking),
    counts: &mut Counts,
) -> io::Result<()> {
    let file = chapter.path.display().to_string();
    for case in chapter.cases.iter().filter(|case| case.id.value == id) {
        let explained = explain_case(judge, suite, case, asking.language);
        let failures = match &explained {
            Ok(explanation) => explanation.failures.as_slice(),
            Err(failure) => std::slice::from_ref(failure),
        };
        match failures.is_empty() {
            true => counts.passed += 1,
            false => counts.failed += 1,
        }
        let text = match &explained {
            _ if asking.json => {
                let mut line = line(&file, case, failures);
                if let (Some(fields), Ok(explanation)) = (line.as_object_mut(), &explained) {
                    fields.insert("steps".to_owned(), json!(explanation.steps));
                }
                super::json_line(&line)
            }
            Ok(explanation) => terminal::printable(&explain::text(case, &file, explanation, asking.language)),
            Err(failure) => {
                let (line, column) = failure.place;
                terminal::printable(&format!("{file}:{line}:{column}: {id}: {failure}\n"))
            }
        };
        terminal::write(&text)?;
    }
    Ok(())
}

fn report_unread(unread: &Unread, json: bool) -> io::Result<()> {
    if json {
        let (line, column) = unread.place.unzip();
        let file = unread.path.display().to_string();
        let line = json!({ "file": file, "line": line, "column": column, "problem": unread.message });
        return terminal::write(&super::json_line(&line));
    }
    terminal::write(&terminal::printable(&format!("{unread}\n")))
}
