//! `rules-judge mcp`: answers an assistant over standard input and output.

use std::io;
use std::path::PathBuf;

use clap::Args;
use rules_judge_replays::answer::Language;
use rules_judge_replays::judging::Judge;

use super::Ending;
use super::serve::with_pools;
use crate::limits::Limits;
use crate::{mcp, params};

/// Options of `mcp`.
#[derive(Debug, Args)]
#[command(after_help = "\
The program of the assistant starts this one and speaks the Model Context Protocol with it: one JSON message a
line on standard input and standard output. Nothing is stored and no network is used. The limits are those
that are built into the service.

Exit codes:
  0  standard input was closed
  2  a pool cannot be used, the other side does not speak the protocol, or the command line is wrong")]
pub struct Arguments {
    /// Directory of further pools (*.json), which tools may name as game/name
    #[arg(long, value_name = "DIR")]
    pools: Option<PathBuf>,
    /// Language of answers that ask for none: en, zh-Hant or zh-Hans
    #[arg(long, visible_alias = "lang", value_name = "TAG", default_value =
        "en", value_parser = params::language)]
    language: Language,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> io::Result<Ending> {
    let mut judge = Judge::new();
    if let Some(directory) = &arguments.pools {
        judge = with_pools(judge, directory)?;
    }
    mcp::serve(judge, &Limits::default(), arguments.language)?;
    Ok(Ending::Good)
}
