//! `rules-judge keys`: prints the public keys of key files as the service publishes them.

use std::io;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::Ending;
use crate::cli::terminal;
use crate::http::signing::{KeySet, Signer};

const AFTER_HELP: &str = "\
A FILE is a key that signs, as `serve --sign` takes it, or a JSON Web Key Set, such as the answer of
GET /v1/keys. The output is one JSON Web Key Set, for `serve --publish-keys` and for `check-signature --keys`.
It holds no private key.

Exit codes:
  0  the keys are printed
  2  a file cannot be read or holds no key, or the command line is wrong";

/// Options of `keys`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    /// Files with keys
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> io::Result<Ending> {
    let mut keys = KeySet::default();
    for file in &arguments.files {
        match KeySet::read_file(file) {
            Ok(set) => keys.add(set),
            // A file that is no key set is a secret key, and its permissions are checked.
            Err(_) => keys.add_signer(&Signer::read(file)?),
        }
    }
    terminal::write(&format!("{}\n", json!(keys.answer(None))))?;
    Ok(Ending::Good)
}
