//! `GET /` and `GET /desk/…`: the page for judges, its modules and styles.

use std::io::Write as _;
use std::sync::LazyLock;

use actix_web::http::header::{CONTENT_SECURITY_POLICY, Encoding, HeaderValue, REFERRER_POLICY};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, Resource, web};
use flate2::Compression;
use flate2::write::GzEncoder;
use rules_judge_calls::answer::{HTML, POLICY, PUBLIC};
use rules_judge_replays::codec::digest::Digest;

use crate::http::extract;
use crate::http::fault;
use crate::http::refused::Refused;
use crate::http::service::Service;

pub(super) const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const PICTURE: &str = "image/svg+xml";
const TEXT: &str = "text/plain; charset=utf-8";
const ICON: &str = "image/png";
const MANIFEST: &str = "application/manifest+json";
const LOG: &str = "application/json";

macro_rules! files {
    ($( $kind:ident: $($name:literal)*; )* @samples: $($game:literal)*;) => {
        /// The files of the page by their paths below [`folder`]; the service worker keeps them all.
        pub const FILES: &[(&str, &str, &[u8])] = &[
            $( $(
                ($name, $kind, include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/desk/", $name))),
            )* )*
            $(
                (
                    concat!("examples/", $game, ".json"),
                    LOG,
                    include_bytes!(concat!(
                        env!("CARGO_MANIFEST_DIR"), "/../replays/samples/", $game, "/illegal.json"
                    )),
                ),
            )*
            ("desk.css", STYLE, include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/desk/bundle/desk.css"))),
        ];
    };
}

files! {
    PICTURE: "icon.svg";
    ICON: "icon-180.png" "icon-512.png";
    MANIFEST: "manifest.webmanifest";
    SCRIPT: "bundle/main.js" "bundle/chunk.js" "bundle/pages.js";
    TEXT: "bundle/LICENSES.txt";
    @samples: "azur-lane" "battle-spirits" "build-divide" "tianhai" "xinglingwang";
}

const INDEX: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/desk/index.html"));
const WORKER: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/desk/sw.js"));

/// How many digits of the digest of all files tell one version of the page from another.
const DIGITS: usize = 16;

/// The version of the page, which changes with every build that changes a file. It is part of the path of
/// each file: the files of one version fit each other, and those of another are not found.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let mut parts = vec![INDEX.as_bytes(), WORKER.as_bytes()];
    parts.extend(FILES.iter().map(|(_, _, bytes)| *bytes));
    Digest::of_parts(&parts).to_string().trim_start_matches("sha256:").chars().take(DIGITS).collect()
});

/// Where the files of the page lie, from the root of the service.
pub fn folder() -> String {
    format!("desk/{}/", *VERSION)
}

static START: LazyLock<Bytes> = LazyLock::new(|| INDEX.replace("desk/@version@/", &folder()).into());

/// The service worker, which knows the paths of all files.
static KNOWING_WORKER: LazyLock<Bytes> = LazyLock::new(|| {
    let paths: Vec<String> = FILES.iter().map(|(name, _, _)| format!("\"{}{name}\"", folder())).collect();
    WORKER.replace("@version@", &VERSION).replace("\"@files@\"", &paths.join(", ")).into()
});

/// A file of one version never changes.
const LASTING: &str = "public, max-age=31536000, immutable";
/// What names the files of a version has to be of that version.
const FRESH: &str = "no-cache";

/// The page of the start.
pub fn start() -> Resource {
    super::read("/", get_start)
}

/// The files of the page.
pub fn file() -> Resource {
    super::read("/desk/{path:.*}", get_file)
}

/// The service worker, which is served at the root, so that its scope is the whole page.
pub fn worker() -> Resource {
    super::read("/sw.js", get_worker)
}

/// Sets the security policy of the page, which allows WebAssembly if the service offers the module.
pub(super) fn guarded(mut response: HttpResponse, service: &Service) -> HttpResponse {
    let own = "script-src 'self'";
    let policy = match service.module() {
        Some(_) => POLICY.replace(own, &format!("{own} 'wasm-unsafe-eval'")),
        None => POLICY.to_owned(),
    };
    let headers = response.headers_mut();
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

/// Any query is accepted, since messengers and search engines add parameters to links.
async fn get_start(request: HttpRequest, service: web::Data<Service>) -> HttpResponse {
    guarded(super::tagged(&request, START.clone(), HTML, FRESH), &service)
}

async fn get_file(
    request: HttpRequest,
    path: web::Path<String>,
    service: web::Data<Service>,
) -> Result<HttpResponse, Refused> {
    extract::request(&request).no_query()?;
    let versioned = path.strip_prefix(VERSION.as_str()).and_then(|rest| rest.strip_prefix('/'));
    // Pages without scripts name the style and the icon of whichever version there is; scripts belong to one.
    let (name, cache) = versioned.map_or((path.as_str(), PUBLIC), |name| (name, LASTING));
    let lone_script = versioned.is_none() && name.ends_with(".js");
    let mut files = FILES.iter().enumerate().filter(|_| !lone_script);
    let found = files.find(|(_, (path, _, _))| *path == name);
    let (place, (_, kind, bytes)) = found.ok_or_else(fault::Refused::nothing_there)?;
    let response = super::tagged(&request, Bytes::from_static(bytes), kind, cache);
    let forms = PACKED.get(place).map_or(&[][..], |forms| forms);
    Ok(guarded(super::packed(&request, response, forms), &service))
}

/// Every file compressed with gzip at its best level, once for all requests.
static PACKED: LazyLock<Vec<[(Encoding, Bytes); 1]>> = LazyLock::new(|| {
    let pack = |bytes: &[u8]| {
        let mut packer = GzEncoder::new(Vec::new(), Compression::best());
        // Writing to memory cannot fail.
        packer.write_all(bytes).and_then(|()| packer.finish()).unwrap_or_default().into()
    };
    FILES.iter().map(|(_, _, bytes)| [(Encoding::gzip(), pack(bytes))]).collect()
});

async fn get_worker(request: HttpRequest, service: web::Data<Service>) -> Result<HttpResponse, Refused> {
    extract::request(&request).no_query()?;
    Ok(guarded(super::tagged(&request, KNOWING_WORKER.clone(), SCRIPT, FRESH), &service))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    /// A file that is not in the table would be missing where the program runs.
    #[test]
    fn every_file_of_the_page_is_served() {
        let desk = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/desk"));
        let mut there: BTreeSet<String> = std::fs::read_dir(desk.join("bundle"))
            .into_iter()
            .flatten()
            .flatten()
            .map(|file| format!("bundle/{}", file.file_name().to_string_lossy()))
            .collect();
        assert!(there.remove("bundle/sources.txt") && there.remove("bundle/desk.css"));
        let served: BTreeSet<String> = FILES.iter().map(|(name, _, _)| (*name).to_owned()).collect();
        assert!(there.is_subset(&served), "not in the table: {:?}", there.difference(&served));
        let worker = String::from_utf8_lossy(&KNOWING_WORKER);
        assert!(served.iter().all(|name| worker.contains(&format!("\"{}{name}\"", folder()))));
        for text in [&*worker, &*String::from_utf8_lossy(&START)] {
            assert!(!text.contains("@version@") && !text.contains("@files@"));
        }
    }

    /// `bundle.sh` writes the digests of what it read; `tests/desk.sh` compares what it writes.
    #[test]
    fn the_bundle_is_made_from_the_sources() {
        let desk = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/desk"));
        let list = std::fs::read_to_string(desk.join("bundle/sources.txt")).unwrap_or_default();
        let listed: BTreeSet<(&str, &str)> = list
            .lines()
            .filter_map(|line| line.split_once("  "))
            .map(|(digest, name)| (name, digest))
            .collect();
        let modules = std::fs::read_dir(desk.join("app")).into_iter().flatten().flatten();
        let mut names: Vec<String> =
            modules.map(|file| format!("app/{}", file.file_name().to_string_lossy())).collect();
        names.extend(["desk.css".to_owned(), "package-lock.json".to_owned()]);
        let digests: Vec<String> = names
            .iter()
            .map(|name| Digest::of_parts(&[&std::fs::read(desk.join(name)).unwrap_or_default()]).to_string())
            .collect();
        let there: BTreeSet<(&str, &str)> = names
            .iter()
            .zip(&digests)
            .map(|(name, digest)| (name.as_str(), digest.trim_start_matches("sha256:")))
            .collect();
        assert_eq!(there, listed, "the sources changed: run api/desk/bundle.sh");
    }
}
