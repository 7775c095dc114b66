//! `rules-judge play`: a seeded game between built-in bots, as a replay; or many games and their results.

use std::fmt::Write;
use std::io;
use std::path::PathBuf;

use clap::Args;
use indicatif::ProgressBar;
use rules_judge_replays::answer::Language;
use rules_judge_replays::judging::Judge;
use rules_judge_replays::tools::survey::{Plan, Survey};
use serde_json::{Value, json};

use super::Ending;
use super::report::Reporter;
use crate::cli::{files, terminal};
use crate::http::fault::Problem;
use crate::limits::POOL_FILE_BYTES;
use crate::named_file;

/// Options of `play`.
#[derive(Debug, Args)]
#[command(after_help = "\
The same game, seed and bots give the same bytes. A pool that is a file stands whole in the replay, so that
`verify` judges the replay as it stands. The folder of a file that is written is made.

With --games many games are played and judged again, with decks that are built around one card of the pool
after the other, or around the one that --card names, and only the totals are printed: how they ended, which
were not judged to their end, and which abilities of the pool, or of that card, no game used. An ability was
used in a game if an event names it, or if without it an entry of the log is illegal, something else happens,
or the table shows something else; one that had no effect in several games is tried in every eighth game only.
With --used-in a replay with this pool, such as that of a case, counts as a game, too.
Cards that the pool calls not exact are left out.

Exit codes:
  0  the replay is written; with --games, every game was judged to its end as it was played
  1  with --games, some game was not
  2  there is no such game or bot, the file could not be written, or the command line is wrong")]
pub struct Arguments {
    /// The game
    #[arg(long, value_name = "GAME")]
    game: String,
    /// The seed of shuffles and bots
    #[arg(long, value_name = "N", required_unless_present = "games")]
    seed: Option<u64>,
    /// The bots of both seats: random, keen, curious or gentle; without them random,random, and with --games
    /// another pair for each game
    #[arg(long, value_name = "BOT,BOT", value_parser = bots)]
    bots: Option<[String; 2]>,
    /// Play so many games, the first with --seed, or 1, and print the results
    #[arg(long, value_name = "N", conflicts_with = "out")]
    games: Option<u64>,
    /// With --games: write the abilities that no game used to this file, as tab-separated lines, and say
    /// which of them the tables of `try` use
    #[arg(long, value_name = "FILE", requires = "games")]
    unused: Option<PathBuf>,
    /// With --games: count what this replay uses as used in a game
    #[arg(long, value_name = "FILE", requires = "games")]
    used_in: Vec<PathBuf>,
    /// With --games: write the replays of games that were not judged to their end into this folder
    #[arg(long, value_name = "FOLDER", requires = "games")]
    faulty: Option<PathBuf>,
    /// The pool: its name, such as azur-lane/official, or a file; without it, demo of the game
    #[arg(long, value_name = "NAME|FILE")]
    pool: Option<String>,
    /// Build all decks around this card, by its id or the code of a printing
    #[arg(long, value_name = "CARD", conflicts_with = "deck")]
    card: Option<String>,
    /// A deck as a file, for one seat after the other; without decks, bundled ones, or any legal ones of the
    /// pool
    #[arg(long, value_name = "FILE")]
    deck: Vec<PathBuf>,
    /// The replay's file; - is standard output
    #[arg(long, value_name = "FILE", default_value = "-")]
    out: PathBuf,
    /// Say what was written as JSON
    #[arg(long)]
    json: bool,
}

/// How many unused abilities are listed one by one.
const SHOWN: usize = 20;

fn bots(word: &str) -> Result<[String; 2], String> {
    let names: Vec<String> = word.split(',').map(|name| name.trim().to_owned()).collect();
    names.try_into().map_err(|_| "two bots are needed, as in random,random".to_owned())
}

/// The JSON values in files.
fn values(paths: &[PathBuf]) -> io::Result<Vec<Value>> {
    let value = |path: &PathBuf| {
        let text = named_file::text(path, POOL_FILE_BYTES)?;
        serde_json::from_str(&text).map_err(|error| io::Error::other(format!("{}: {error}", path.display())))
    };
    paths.iter().map(value).collect()
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> io::Result<Ending> {
    let mut judge = Judge::new();
    let Arguments { game, seed, bots, games, pool, card, deck, out, json, .. } = arguments;
    let bots = bots.as_ref().map(|bots| bots.each_ref().map(String::as_str));
    let name = out.display().to_string();
    let pool = super::pool_named(&mut judge, pool.as_deref())?;
    let decks = match <[Value; 2]>::try_from(values(deck)?) {
        Ok(both) => Some(both),
        Err(none) if none.is_empty() => None,
        Err(_) => return Err(io::Error::other("--deck is given for both seats, or for none")),
    };
    let tell = |fault| {
        let reporter = Reporter { judge: &judge, language: Language::English, colours: terminal::colours() };
        let problem = Problem::new(&fault, reporter.language);
        super::report_problem(&reporter, *json, &problem, &super::unseen("play"))
    };
    let pool = match pool {
        Ok(pool) => pool,
        Err(fault) => return tell(fault),
    };
    if let Some(games) = *games {
        let plan = Plan {
            game,
            pool: pool.as_deref(),
            card: card.as_deref(),
            games,
            first: seed.unwrap_or(1),
            bots,
            decks,
            logs: values(&arguments.used_in)?,
            tables: arguments.unused.is_some(),
        };
        return match judge.survey(&plan, &mut progress(games)) {
            Ok(survey) => print_results(arguments, &survey),
            Err(fault) => tell(fault),
        };
    }
    let bots = bots.unwrap_or(["random"; 2]);
    let (seed, pool) = (seed.unwrap_or(1), pool.as_deref());
    let played = match card {
        Some(card) => judge.play_card(game, pool, card, seed, bots),
        None => judge.play_with(game, seed, bots, pool, decks),
    };
    let replay = match played {
        Ok(replay) => replay,
        Err(fault) => return tell(fault),
    };
    if out.as_os_str() == "-" {
        io::Write::write_all(&mut io::stdout().lock(), &replay)?;
        terminal::write("\n")?;
        return Ok(Ending::Good);
    }
    files::write(out, &replay)?;
    if *json {
        let written = json!({ "file": name, "game": game, "bytes": replay.len() });
        terminal::write(&super::json_line(&written))?;
    } else {
        terminal::write(&terminal::printable(&format!("{name}: a replay of {} bytes\n", replay.len())))?;
    }
    Ok(Ending::Good)
}

/// Shows on the terminal how many games were played.
fn progress(games: u64) -> impl FnMut(u64) {
    let bar = ProgressBar::new(games);
    move |played| match played {
        all if all == games => bar.finish_and_clear(),
        played => bar.set_position(played),
    }
}

/// Prints the results of the games, and writes the files that the options name.
fn print_results(arguments: &Arguments, survey: &Survey) -> io::Result<Ending> {
    if let Some(file) = &arguments.unused {
        files::write(file, survey.unused_lines().as_bytes())?;
    }
    if let Some(folder) = &arguments.faulty {
        files::make_folder(folder)?;
        for fault in &survey.faults {
            let file = folder.join(format!("{}-{}.json", survey.game, fault.number));
            files::write(&file, super::json_line(&fault.replay).as_bytes())?;
        }
    }
    let ending = if survey.faults.is_empty() { Ending::Good } else { Ending::Against };
    if arguments.json {
        terminal::write(&super::json_line(&json!(survey)))?;
        return Ok(ending);
    }
    let mut text = format!("{}: {} games, {} entries\n", survey.game, survey.games, survey.entries);
    for (reason, games) in &survey.endings {
        let _ = writeln!(text, "  {games:>6}  {reason}");
    }
    for fault in &survey.faults {
        let [one, other] = &fault.bots;
        let _ = writeln!(text, "  game {}, {one} against {other}: {}", fault.number, fault.code);
    }
    let used = survey.abilities - survey.unused.len();
    let _ = writeln!(text, "  {used} of {} abilities were used", survey.abilities);
    for unused in survey.unused.iter().take(SHOWN) {
        let _ = writeln!(text, "  not used: {} {} {}", unused.card, unused.place, unused.text);
    }
    if survey.unused.len() > SHOWN {
        let _ = writeln!(text, "  and {} more; --unused FILE writes all", survey.unused.len() - SHOWN);
    }
    terminal::write(&terminal::printable(&text))?;
    Ok(ending)
}
