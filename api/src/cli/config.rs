//! `rules-judge config`: what is in force, and where each value comes from.

use std::io;

use clap::Args;

use super::Ending;
use super::serve::Setting;
use crate::cli::terminal;
use crate::config;

/// Options of `config`.
#[derive(Debug, Args)]
#[command(after_help = "\
What is printed could be given to --config again; limits that cannot be set follow as comments.

Exit codes:
  0  printed
  2  something that was set has no such name or value")]
pub struct Arguments {
    #[command(flatten)]
    setting: Setting,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> io::Result<Ending> {
    let (limits, origins) = arguments.setting.in_force()?;
    // It is not a limit, but as wrong here as at the start.
    arguments.setting.log()?;
    terminal::write(&config::told(&limits, &origins))?;
    Ok(Ending::Good)
}
