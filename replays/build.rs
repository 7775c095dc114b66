//! Packs the schemas with which readers explain faults: for each game those of `openapi/schemas` that refer
//! to no other file, and those of `openapi/types`.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde::Deserialize;
use serde_json::{Map, Value};

/// The schemas that refer to no other file, `openapi/schemas/<game>.<name>.schema.json`.
const PUBLISHED: [&str; 7] = ["action", "deck", "facts", "options", "pool", "position", "state"];
/// The file of the types that every game has.
const OF_EVERY_GAME: &str = "every-game";

/// A file of types. A definition that several types share stands in it once: a type lists the names of its
/// definitions, and `Name@type` is a form of the definition that only this type has.
#[derive(Deserialize)]
struct Types {
    #[serde(rename = "$defs")]
    shared: BTreeMap<String, Value>,
    types: BTreeMap<String, Value>,
}

/// Puts the definitions of each type into it.
fn with_definitions(mut file: Types) -> Result<BTreeMap<String, Value>, Box<dyn Error>> {
    for schema in file.types.values_mut() {
        let Some(Value::Array(names)) = schema.get("$defs") else { continue };
        let mut own = Map::new();
        for name in names.iter().filter_map(Value::as_str) {
            let definition = file.shared.get(name).ok_or_else(|| format!("{name} is not defined"))?;
            own.insert(name.split('@').next().unwrap_or(name).to_owned(), definition.clone());
        }
        schema["$defs"] = own.into();
    }
    Ok(file.types)
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../openapi");
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    println!("cargo::rerun-if-changed=build.rs");
    let mut names: Vec<String> = Vec::new();
    for entry in fs::read_dir(folder.join("types"))? {
        let name = entry?.file_name().into_string().map_err(|name| format!("{name:?} is no text"))?;
        names.extend(name.strip_suffix(".json").map(str::to_owned));
    }
    names.sort();
    println!("cargo::rerun-if-changed={}", folder.join("types").display());
    let mut table = String::from("&[\n");
    for name in names {
        let read = |path: PathBuf| -> Result<Vec<u8>, Box<dyn Error>> {
            println!("cargo::rerun-if-changed={}", path.display());
            fs::read(&path).map_err(|error| format!("{}: {error}", path.display()).into())
        };
        let types = read(folder.join("types").join(format!("{name}.json")))?;
        let mut schemas = with_definitions(serde_json::from_slice(&types)?)?;
        if name != OF_EVERY_GAME {
            for of in PUBLISHED {
                let schema = read(folder.join("schemas").join(format!("{name}.{of}.schema.json")))?;
                schemas.insert(of.to_owned(), serde_json::from_slice(&schema)?);
            }
        }
        let packed = out.join(format!("{name}.zlib"));
        let mut encoder = ZlibEncoder::new(fs::File::create(&packed)?, packing());
        encoder.write_all(&serde_json::to_vec(&schemas)?)?;
        encoder.finish()?;
        let game = if name == OF_EVERY_GAME { "" } else { &name };
        writeln!(table, "    ({game:?}, include_bytes!({packed:?}).as_slice()),")?;
    }
    table.push(']');
    fs::write(out.join("schemas.rs"), table)?;
    Ok(())
}

/// The level of compression. The module for WebAssembly is compressed as a whole, which works better than
/// compressing its parts.
fn packing() -> Compression {
    let is_module = std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32");
    if is_module { Compression::none() } else { Compression::best() }
}
