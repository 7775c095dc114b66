//! Every case of every game is one test, named game/chapter/id.

#![allow(clippy::indexing_slicing)]

use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};
use rules_judge_replays::judging::Judge;
use rules_judge_replays::tools::case;
use rules_judge_replays::tools::case::format::Expected;
use rules_judge_tests::cases;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let suites = match cases::suites() {
        Ok(suites) => suites,
        Err(fault) => {
            eprintln!("{fault}");
            return ExitCode::FAILURE;
        }
    };
    let judge = Arc::new(Judge::new());
    let mut trials = Vec::new();
    for suite in suites.into_iter().map(Arc::new) {
        for (place, chapter) in suite.chapters.iter().enumerate() {
            for number in 0..chapter.cases.len() {
                let (judge, suite) = (Arc::clone(&judge), Arc::clone(&suite));
                let id = &chapter.cases[number].id.value;
                let name = format!("{}/{}/{id}", suite.game, chapter.name);
                trials.push(Trial::test(name, move || {
                    let chapter = &suite.chapters[place];
                    let case = &chapter.cases[number];
                    // The project's own cases show rules; those of an author need not.
                    if case.rules().next().is_none() {
                        let place = chapter.path.display();
                        return Err(Failed::from(format!("{place}: the case names no rule")));
                    }
                    let illegal = matches!(
                        case.then.value.verdict,
                        Expected::IllegalHeader | Expected::IllegalEntry(_)
                    );
                    if illegal && case.cites.is_empty() {
                        let place = chapter.path.display();
                        return Err(Failed::from(format!(
                            "{place}: an illegal case has a rule under `cites`"
                        )));
                    }
                    let outcome = case::run(&judge, &suite, case);
                    let messages = outcome.failures.iter().map(|failure| {
                        let (line, column) = failure.place;
                        format!("{}:{line}:{column}: {failure}", chapter.path.display())
                    });
                    let messages: Vec<String> = messages.collect();
                    if messages.is_empty() { Ok(()) } else { Err(Failed::from(messages.join("\n"))) }
                }));
            }
        }
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}
