//! `rules-judge play`: a seeded game between built-in bots, as a replay.

use std::io;
use std::path::PathBuf;

use clap::Args;
use rules_judge_replays::answer::Language;
use rules_judge_replays::judging::Judge;
use serde_json::json;

use super::Ending;
use super::report::Teller;
use crate::cli::terminal;
use crate::http::fault::Problem;

/// Options of `play`.
#[derive(Debug, Args)]
#[command(after_help = "\
The same game, seed and bots give the same bytes.

Exit codes:
  0  the replay is written
  2  there is no such game or bot, the file could not be written, or the command line is wrong")]
pub struct Arguments {
    /// The game
    #[arg(long, value_name = "GAME")]
    game: String,
    /// The seed of shuffles and bots
    #[arg(long, value_name = "N")]
    seed: u64,
    /// The bots of both seats
    #[arg(long, value_name = "BOT,BOT", default_value = "random,random", value_parser = bots)]
    bots: [String; 2],
    /// The replay's file; - is standard output
    #[arg(long, value_name = "FILE", default_value = "-")]
    out: PathBuf,
    /// Say what was written as JSON
    #[arg(long)]
    json: bool,
}

fn bots(word: &str) -> Result<[String; 2], String> {
    let names: Vec<String> = word.split(',').map(|name| name.trim().to_owned()).collect();
    names.try_into().map_err(|_| "two bots are needed, as in random,random".to_owned())
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> io::Result<Ending> {
    let judge = Judge::new();
    let Arguments { game, seed, bots, out, json } = arguments;
    let [first, second] = bots;
    let name = out.display().to_string();
    let replay = match judge.play(game, *seed, [first, second]) {
        Ok(replay) => replay,
        Err(fault) => {
            let teller = Teller { judge: &judge, language: Language::English, colours: terminal::colours() };
            return super::tell_problem(
                &teller,
                *json,
                &Problem::new(&fault, teller.language),
                &super::unseen("play"),
            );
        }
    };
    if out.as_os_str() == "-" {
        io::Write::write_all(&mut io::stdout().lock(), &replay)?;
        terminal::write("\n")?;
        return Ok(Ending::Good);
    }
    std::fs::write(out, &replay)?;
    if *json {
        let written = json!({ "file": name, "game": game, "bytes": replay.len() });
        terminal::write(&super::json_line(&written))?;
    } else {
        terminal::write(&terminal::printable(&format!("{name}: a replay of {} bytes\n", replay.len())))?;
    }
    Ok(Ending::Good)
}
