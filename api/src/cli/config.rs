//! `rules-judge config`: prints the limits in force, and the origin of each.

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
    // The level of the log is no limit, but a wrong level fails here as it does when the service starts.
    arguments.setting.log()?;
    terminal::write(&config::told(&limits, &origins))?;
    Ok(Ending::Good)
}
