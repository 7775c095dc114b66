//! A request to the service: the first line is method and target, then lines of the head, an empty line,
//! and the body.

use actix_web::body::to_bytes;
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::http::{Method, Uri};
use actix_web::test::{TestRequest, call_service, init_service};
use actix_web::{rt, web};
use rules_judge::http::service::{Service, app};
use rules_judge::limits::Limits;

use super::known;

thread_local! {
    static SERVICE: (rt::SystemRunner, web::Data<Service>) = {
        let service = Service::new(known::judge(), Limits { rate_per_second: 0, ..Limits::default() });
        (rt::System::new(), web::Data::new(service.expect("threads")))
    };
}

fn request(data: &[u8]) -> Option<TestRequest> {
    let end = data.windows(2).position(|two| two == b"\n\n")?;
    let (head, body) = data.split_at(end);
    let mut lines = head.split(|byte| *byte == b'\n');
    let first = std::str::from_utf8(lines.next()?).ok()?;
    let (method, target) = first.split_once(' ')?;
    // The server refuses a request without a valid target, so it does not reach the routes.
    target.parse::<Uri>().ok().filter(|uri| uri.path().starts_with('/'))?;
    let mut request = TestRequest::with_uri(target).method(Method::from_bytes(method.as_bytes()).ok()?);
    for line in lines {
        let colon = line.iter().position(|byte| *byte == b':')?;
        let (name, value) = line.split_at(colon);
        let name = HeaderName::from_bytes(name).ok()?;
        request = request.append_header((name, HeaderValue::from_bytes(value.get(1..)?).ok()?));
    }
    Some(request.set_payload(body.get(2..)?.to_vec()))
}

/// No request makes the service answer 500, and every fault is a problem document.
pub fn http(data: &[u8]) {
    let Some(request) = request(data) else { return };
    SERVICE.with(|(system, service)| {
        system.block_on(async {
            let app = init_service(app(service.clone())).await;
            let response = call_service(&app, request.to_request()).await;
            let status = response.status().as_u16();
            let to_head = response.request().method() == Method::HEAD;
            let kind = response
                .headers()
                .get("content-type")
                .and_then(|kind| kind.to_str().ok())
                .unwrap_or("")
                .to_owned();
            let bytes = to_bytes(response.into_body()).await.unwrap_or_default();
            assert!(status < 500 || status == 503, "{status}: {}", String::from_utf8_lossy(&bytes));
            assert!(status < 400 || to_head || kind == "application/problem+json", "{status} {kind}");
        });
    });
}
