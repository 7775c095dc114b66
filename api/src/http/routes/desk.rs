//! The judge's desk: the page of the start, its modules and styles.

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
        /// The files of the page by their paths below `/desk/`; the service worker keeps them all.
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
        ];
    };
}

files! {
    STYLE: "desk.css";
    PICTURE: "icon.svg";
    ICON: "icon-180.png" "icon-512.png";
    MANIFEST: "manifest.webmanifest";
    SCRIPT:
        "app/acts.js" "app/address.js" "app/answer.js" "app/api.js" "app/board.js" "app/cards.js"
        "app/casefile.js" "app/compare.js" "app/controls.js" "app/decide.js" "app/deck.js"
        "app/dispute.js" "app/form.js" "app/games.js" "app/i18n.js" "app/keeper.js" "app/lib.js"
        "app/log.js" "app/main.js" "app/names.js" "app/prefs.js" "app/qr.js" "app/reading.js" "app/recent.js"
        "app/report.js" "app/rules.js" "app/shapes.js" "app/share.js" "app/sheets.js" "app/slip.js"
        "app/table.js" "app/texts.js" "app/types.js" "app/ui.js" "app/ways.js"
        "vendor/hooks.js" "vendor/htm.js" "vendor/preact.js" "vendor/signals-core.js" "vendor/signals.js";
    TEXT: "vendor/LICENSES.txt";
    @samples: "azur-lane" "battle-spirits" "build-divide" "tianhai" "xinglingwang";
}

const INDEX: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/desk/index.html"));
const WORKER: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/desk/sw.js"));

/// The service worker, which knows the names of all files, and changes with every build that changes a file.
static KNOWING_WORKER: LazyLock<Bytes> = LazyLock::new(|| {
    let mut parts: Vec<&[u8]> = vec![INDEX, WORKER.as_bytes()];
    parts.extend(FILES.iter().map(|(_, _, bytes)| *bytes));
    let paths: Vec<String> = FILES.iter().map(|(name, _, _)| format!("\"desk/{name}\"")).collect();
    let version = Digest::of_parts(&parts).to_string();
    WORKER.replace("@version@", &version).replace("\"@files@\"", &paths.join(", ")).into()
});

/// The page of the start.
pub fn start() -> Resource {
    super::read("/", get_start)
}

/// The files of the page.
pub fn file() -> Resource {
    super::read("/desk/{name:.*}", get_file)
}

/// The service worker, which is served at the root, so that its scope is the whole page.
pub fn worker() -> Resource {
    super::read("/sw.js", get_worker)
}

/// An answer under the policy of the page, which may run the module if the service has it.
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

/// Messengers and search engines add parameters of theirs to a link: the page takes any.
async fn get_start(request: HttpRequest, service: web::Data<Service>) -> HttpResponse {
    guarded(super::lying(&request, Bytes::from_static(INDEX), HTML, PUBLIC), &service)
}

async fn get_file(
    request: HttpRequest,
    name: web::Path<String>,
    service: web::Data<Service>,
) -> Result<HttpResponse, Refused> {
    extract::request(&request).no_query()?;
    let mut files = FILES.iter().enumerate();
    let found = files.find(|(_, (path, _, _))| *path == name.as_str());
    let (place, (_, kind, bytes)) = found.ok_or_else(fault::Refused::nothing_there)?;
    let response = super::lying(&request, Bytes::from_static(bytes), kind, PUBLIC);
    let forms = PACKED.get(place).map_or(&[][..], |forms| forms);
    Ok(guarded(super::packed(&request, response, forms), &service))
}

/// Every file as small as gzip makes it: what is compressed once for all requests may take its time.
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
    Ok(guarded(super::lying(&request, KNOWING_WORKER.clone(), SCRIPT, "no-cache"), &service))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    /// A module that is not in the table would be missing where the program runs.
    #[test]
    fn every_file_of_the_page_is_served() {
        let desk = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/desk"));
        let mut there = BTreeSet::new();
        for folder in ["app", "vendor"] {
            let files = std::fs::read_dir(desk.join(folder)).into_iter().flatten().flatten();
            let names = files.map(|file| format!("{folder}/{}", file.file_name().to_string_lossy()));
            // Declarations are for the checker of types.
            there.extend(names.filter(|name| !name.ends_with(".d.ts")));
        }
        let served: BTreeSet<String> = FILES.iter().map(|(name, _, _)| (*name).to_owned()).collect();
        assert!(there.is_subset(&served), "not in the table: {:?}", there.difference(&served));
        let worker = String::from_utf8_lossy(&KNOWING_WORKER);
        assert!(served.iter().all(|name| worker.contains(&format!("\"desk/{name}\""))));
        for placeholder in ["@version@", "@files@"] {
            assert!(!worker.contains(placeholder));
        }
    }
}
