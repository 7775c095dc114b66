//! Plays games with a bot that sees only the shapes of legal answers, and judges their logs: `shapes-bot
//! [GAMES]`, by default 1000 of each game. Exit code 1: an answer was refused, or a log is not legal.

use std::process::ExitCode;

use rules_judge_engine::games::{self, Registered, Visit};
use rules_judge_replays::answer::{Query, VerdictKind};
use rules_judge_replays::judging::Judge;
use rules_judge_tests::shapes;

struct Play<'a>(&'a Judge, u64);

impl Visit for Play<'_> {
    type Out = Result<String, String>;

    fn visit<G: Registered>(self) -> Self::Out {
        let Play(judge, games) = self;
        let (mut entries, mut ended) = (0, 0u64);
        for number in 0..games {
            let named = |error: String| format!("{}, game {number}: {error}", G::INFO.id);
            let replay = shapes::play::<G>(judge, number).map_err(named)?;
            let verdict = judge.verify(replay.to_string().as_bytes(), &Query::default());
            let verdict = verdict.map_err(|fault| named(fault.detail))?;
            if verdict.verdict != VerdictKind::Legal {
                return Err(named(format!("{:?}", verdict.illegal)));
            }
            entries += verdict.accepted;
            ended += u64::from(verdict.outcome.is_some());
        }
        Ok(format!("{}: {games} games, {entries} answers, none refused; {ended} games ended", G::INFO.id))
    }
}

fn main() -> ExitCode {
    let number = std::env::args().nth(1).map_or(Ok(1_000), |number| number.parse());
    let Ok(number) = number else {
        eprintln!("usage: shapes-bot [GAMES]");
        return ExitCode::FAILURE;
    };
    let judge = Judge::new();
    for game in games::IDS {
        match games::dispatch(game, Play(&judge, number)) {
            Some(Ok(line)) => println!("{line}"),
            Some(Err(error)) => {
                eprintln!("{error}");
                return ExitCode::FAILURE;
            }
            None => eprintln!("{game} is not a game"),
        }
    }
    ExitCode::SUCCESS
}
