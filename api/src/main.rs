//! The command `rules-judge`; everything it does is in the library of the same name.

use std::process::ExitCode;

fn main() -> ExitCode {
    rules_judge::command::main()
}
