//! Every case of every game is one test, named game/chapter/id.

#![allow(clippy::indexing_slicing)]

use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};
use rules_judge_replays::judge::Judge;
use rules_judge_tests::{load, run};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let suites = match load::suites() {
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
                    run::run(&judge, &suite, case).map_err(|fault| {
                        let path = chapter.path.display();
                        Failed::from(format!("{path}:{}: {}\n{fault}", case.id.referenced.line(), case.title))
                    })
                }));
            }
        }
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}
