//! Compresses the description of the service, after removing the white space that is for human readers.

use std::error::Error;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde_json::Value;

fn main() -> Result<(), Box<dyn Error>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../openapi/openapi.json");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", path.display());
    let document: Value = serde_json::from_slice(&fs::read(path)?)?;
    let packed = PathBuf::from(std::env::var("OUT_DIR")?).join("openapi.zlib");
    let mut encoder = ZlibEncoder::new(File::create(packed)?, packing());
    encoder.write_all(&serde_json::to_vec(&document)?)?;
    encoder.finish()?;
    Ok(())
}

/// The level of compression. In the module for WebAssembly the description stays uncompressed, since the
/// module is compressed as a whole, which saves more than compressing its parts.
fn packing() -> Compression {
    let is_module = std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32");
    if is_module { Compression::none() } else { Compression::best() }
}
