//! Requests with which the fuzzer once found a bug. Every run sends them again through the fuzzer's own
//! function.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, unreachable_pub)]

#[path = "../../../fuzz/src/http.rs"]
#[expect(unreachable_pub, reason = "shared with the fuzz targets, whose library exports it")]
mod http;
#[path = "../../../fuzz/src/known.rs"]
#[expect(unreachable_pub, reason = "as above")]
mod known;

use std::path::Path;

#[test]
fn what_was_found_is_not_found_again() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/findings/http");
    let files = std::fs::read_dir(folder).into_iter().flatten().map(|file| file.unwrap().path());
    let mut found: Vec<Vec<u8>> = files.map(|file| std::fs::read(file).unwrap()).collect();
    println!("{} files", found.len());
    found.push(b"POST /v1/verify?view=seat0\ncontent-type:application/json\n\n{}".to_vec());
    found.push(b"GET /v1/games/azur-lane/rules/505.2a\n\n".to_vec());
    found.push(b"PUT /v1/pools/%ff\nx:\xff\n\n\0".to_vec());
    found.iter().for_each(|bytes| http::http(bytes));
}
