//! `GET /module` and below: the judge as a module for WebAssembly, with the scripts that load it.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::Path;

use actix_web::body::BoxBody;
use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_ENCODING, Encoding, HeaderValue};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, Resource, web};
use flate2::Compression;
use flate2::write::GzEncoder;
use rules_judge_calls::answer::PUBLIC;
use rules_judge_replays::codec::digest::Digest;
use serde::Serialize;

use super::desk::{SCRIPT, guarded};
use crate::http::extract;
use crate::http::fault::{self, JSON};
use crate::http::refused::Refused;
use crate::http::service::Service;
use crate::limits::MODULE_BYTES;
use crate::named_file;

/// The content type of modules.
const WASM: &str = "application/wasm";
/// The file name of the module.
const NAME: &str = "rules_judge.wasm";
/// The scripts that load the module: one for a page or a program, one for a worker.
const LOADERS: [(&str, &[u8]); 2] = [
    ("loader.js", include_bytes!("../../../../openapi/clients/wasm-js/loader.js")),
    ("worker.js", include_bytes!("../../../../openapi/clients/wasm-js/worker.js")),
];
/// Compressed forms of the module that may lie beside it: the ending of the file name, and the encoding's
/// name in HTTP. The smallest comes first.
const PACKED: [(&str, fn() -> Encoding); 2] = [("br", Encoding::brotli), ("gz", Encoding::gzip)];
/// The module that the program was built with, in each form that the build found.
const BUILT_IN: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/module.rs"));

/// The module, in its plain and compressed forms.
#[derive(Debug, Clone)]
pub struct Module {
    bytes: Bytes,
    packed: Vec<(Encoding, Bytes)>,
    version: String,
}

impl Module {
    /// The module that the program was built with, if there is one.
    pub fn built_in() -> Option<Module> {
        let find = |name: &str| {
            let found = BUILT_IN.iter().find(|(known, _)| *known == name);
            found.map(|(_, bytes)| Bytes::from_static(bytes))
        };
        Some(Module::new(find("wasm")?, |end| find(end)))
    }

    /// Reads the module from a file, or from a folder that contains it, with the compressed forms beside it.
    /// Without one of these it is compressed here.
    ///
    /// # Errors
    /// It cannot be read, or is no module.
    pub fn read(path: &Path) -> io::Result<Module> {
        let file: Cow<'_, Path> = if path.is_dir() { path.join(NAME).into() } else { path.into() };
        let bytes = named_file::bytes(&file, MODULE_BYTES)?;
        if !bytes.starts_with(b"\0asm") {
            return Err(io::Error::other(format!("{}: this is no module for WebAssembly", file.display())));
        }
        let mut packed = Vec::new();
        for (end, _) in PACKED {
            let mut name = file.as_os_str().to_owned();
            name.push(".");
            name.push(end);
            let beside = Path::new(&name);
            if beside.exists() {
                packed.push((end, Bytes::from(named_file::bytes(beside, MODULE_BYTES)?)));
            }
        }
        if packed.is_empty() {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
            encoder.write_all(&bytes)?;
            packed.push(("gz", encoder.finish()?.into()));
        }
        let find = |end: &str| packed.iter().find(|(known, _)| *known == end).map(|(_, bytes)| bytes.clone());
        Ok(Module::new(bytes.into(), find))
    }

    fn new(bytes: Bytes, find: impl Fn(&str) -> Option<Bytes>) -> Module {
        let packed = PACKED.iter().filter_map(|(end, coding)| Some((coding(), find(end)?))).collect();
        let mut parts: Vec<&[u8]> = vec![&bytes];
        parts.extend(LOADERS.iter().map(|(_, loader)| *loader));
        let version = Digest::of_parts(&parts).to_string();
        Module { bytes, packed, version }
    }
}

/// The list of the module's files.
pub fn list() -> Resource {
    super::read("/module", get_list)
}

/// A file of the module.
pub fn file() -> Resource {
    super::read("/module/{name}", get_file)
}

/// The files that a page needs to run the judge; empty if the service offers no module.
#[derive(Debug, Default, Serialize)]
struct Files {
    files: Vec<File>,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
}

#[derive(Debug, Serialize)]
struct File {
    bytes: usize,
    name: &'static str,
    /// The number of bytes that a browser downloads.
    sent: usize,
}

async fn get_list(request: HttpRequest, service: web::Data<Service>) -> Result<HttpResponse, Refused> {
    extract::request(&request).no_query()?;
    let files = service.module().map_or_else(Files::default, |module| {
        let sent = module.packed.first().map_or(module.bytes.len(), |(_, bytes)| bytes.len());
        let mut files = vec![File { bytes: module.bytes.len(), name: NAME, sent }];
        files.extend(LOADERS.iter().map(|(name, bytes)| File {
            bytes: bytes.len(),
            name,
            sent: bytes.len(),
        }));
        Files { files, version: Some(module.version.clone()) }
    });
    // Plain data always serialises.
    let bytes = serde_json::to_vec(&files).unwrap_or_default();
    Ok(guarded(super::tagged(&request, bytes.into(), JSON, "no-cache"), &service))
}

async fn get_file(
    request: HttpRequest,
    name: web::Path<String>,
    service: web::Data<Service>,
) -> Result<HttpResponse, Refused> {
    extract::request(&request).no_query()?;
    let module = service.module().ok_or_else(fault::Refused::nothing_there)?;
    if let Some((_, bytes)) = LOADERS.iter().find(|(known, _)| *known == name.as_str()) {
        return Ok(guarded(super::tagged(&request, Bytes::from_static(bytes), SCRIPT, PUBLIC), &service));
    }
    if name.as_str() != NAME {
        return Err(fault::Refused::nothing_there().into());
    }
    // The tag is that of the version, since hashing the module for each request would take too long.
    let response = super::tagged(&request, module.version.clone().into(), WASM, PUBLIC);
    let mut response = match response.status() {
        StatusCode::OK => response.set_body(BoxBody::new(module.bytes.clone())),
        _ => response,
    };
    // Keeps the middleware from compressing the module.
    response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("identity"));
    Ok(guarded(super::packed(&request, response, &module.packed), &service))
}
