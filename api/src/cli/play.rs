//! `rules-judge play`: a seeded game between built-in bots, as a replay.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use rules_judge_replays::answer::Language;
use rules_judge_replays::judging::Judge;
use serde_json::{Value, json};

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
    /// The pool: its name, such as azur-lane/official, or a file; without it, demo of the game
    #[arg(long, value_name = "NAME|FILE")]
    pool: Option<String>,
    /// A deck as a file, for one seat after the other; without decks, bundled ones, or any legal ones of the pool
    #[arg(long, value_name = "FILE")]
    deck: Vec<PathBuf>,
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
    let mut judge = Judge::new();
    let Arguments { game, seed, bots, pool, deck, out, json } = arguments;
    let [first, second] = bots;
    let name = out.display().to_string();
    let read = |path: &PathBuf| {
        std::fs::read_to_string(path)
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
    };
    let pool = match pool {
        Some(file) if Path::new(file).is_file() => Some(judge.add_pool(read(&file.into())?)),
        named => named.clone().map(Ok),
    };
    let decks = deck.iter().map(|path| {
        let text = read(path)?;
        serde_json::from_str(&text).map_err(|error| io::Error::other(format!("{}: {error}", path.display())))
    });
    let decks = decks.collect::<io::Result<Vec<Value>>>()?;
    let decks = match <[Value; 2]>::try_from(decks) {
        Ok(both) => Some(both),
        Err(none) if none.is_empty() => None,
        Err(_) => return Err(io::Error::other("--deck is given for both seats, or for none")),
    };
    let played = pool
        .transpose()
        .and_then(|pool| judge.play_with(game, *seed, [first, second], pool.as_deref(), decks));
    let replay = match played {
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
