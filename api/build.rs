//! Puts the module for WebAssembly into the program if the variable `RULES_JUDGE_BUILT_MODULE` names the
//! folder with the built module.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// The forms of the module: the name in the table of forms, and the file name.
const FORMS: [(&str, &str); 3] =
    [("wasm", "rules_judge.wasm"), ("br", "rules_judge.wasm.br"), ("gz", "rules_judge.wasm.gz")];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=RULES_JUDGE_BUILT_MODULE");
    let mut table = String::from("&[");
    if let Some(folder) = std::env::var_os("RULES_JUDGE_BUILT_MODULE").filter(|folder| !folder.is_empty()) {
        for (form, name) in FORMS {
            let path = Path::new(&folder).join(name);
            println!("cargo::rerun-if-changed={}", path.display());
            if path.exists() {
                let path = fs::canonicalize(&path)?;
                write!(table, "({form:?}, include_bytes!({path:?}).as_slice()),")?;
            } else if form == "wasm" {
                return Err(format!("RULES_JUDGE_BUILT_MODULE: {} is missing", path.display()).into());
            }
        }
    }
    table.push(']');
    fs::write(PathBuf::from(std::env::var("OUT_DIR")?).join("module.rs"), table)?;
    Ok(())
}
