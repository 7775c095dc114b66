//! Reads which larger operation of the client a request belongs to: its own request id, and the trace of W3C
//! Trace Context. Both go into the log and the head of the answer, and never into a judged answer.

use actix_web::http::header::{HeaderMap, HeaderName};

/// The header with the id of a request.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// The header with the trace that a request belongs to.
pub const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");
/// Most characters of a request id from a client.
pub const MOST_ID: usize = 64;

/// The request id from the client. `None`: there is none, there are several, or it is not 1 to 64 ASCII
/// letters, digits, `.`, `_` or `-`. Others could break a line of the log.
pub fn request_id(headers: &HeaderMap) -> Option<String> {
    let id = only(headers, &REQUEST_ID)?;
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    ((1..=MOST_ID).contains(&id.len()) && id.bytes().all(is_plain)).then(|| id.to_owned())
}

/// The `traceparent` from the client. `None`: there is none, there are several, or it has not the form of
/// version 00 (`00-TRACE-PARENT-FLAGS` with 32, 16 and 2 hexadecimal digits in lower case, trace and parent
/// not all zeros).
pub fn traceparent(headers: &HeaderMap) -> Option<String> {
    let value = only(headers, &TRACEPARENT)?;
    let mut parts = value.split('-');
    let hex = |part: Option<&str>, digits: usize| {
        part.is_some_and(|part| {
            part.len() == digits && part.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
        })
    };
    let is_id = |part: Option<&str>, digits: usize| {
        hex(part, digits) && part.is_some_and(|part| part.bytes().any(|byte| byte != b'0'))
    };
    let is_valid = parts.next() == Some("00")
        && is_id(parts.next(), 32)
        && is_id(parts.next(), 16)
        && hex(parts.next(), 2)
        && parts.next().is_none();
    is_valid.then(|| value.to_owned())
}

/// The id of the trace in a valid `traceparent`.
pub fn trace_id(traceparent: &str) -> Option<&str> {
    traceparent.split('-').nth(1)
}

/// The value of a header that occurs once.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name);
    let value = values.next()?;
    if values.next().is_some() { None } else { value.to_str().ok() }
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::HeaderValue;

    use super::*;

    fn with(name: HeaderName, values: &[&'static str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(name.clone(), HeaderValue::from_static(value));
        }
        headers
    }

    #[test]
    fn a_request_id_is_short_and_plain() {
        let of = |values: &[&'static str]| request_id(&with(REQUEST_ID, values));
        let longest: &str = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
        assert_eq!(longest.len(), MOST_ID);
        for id in ["a", "6f1c-22_b.9", longest] {
            let mut headers = HeaderMap::new();
            assert!(HeaderValue::from_str(id).map(|value| headers.append(REQUEST_ID, value)).is_ok());
            assert_eq!(request_id(&headers).as_deref(), Some(id));
        }
        let too_long = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdefg";
        for values in
            [&[][..], &[""], &["a b"], &["a=b"], &["a\tb"], &["a\"b"], &[too_long], &["a", "b"], &["a", "a"]]
        {
            assert_eq!(of(values), None, "{values:?}");
        }
    }

    #[test]
    fn a_traceparent_has_the_form_of_version_00() {
        let of = |values: &[&'static str]| traceparent(&with(TRACEPARENT, values));
        let good = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        assert_eq!(of(&[good]).as_deref(), Some(good));
        assert_eq!(trace_id(good), Some("0af7651916cd43dd8448eb211c80319c"));
        for wrong in [
            "",
            "00",
            "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
            "00-00000000000000000000000000000000-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
            "00-0af7651916cd43dd8448eb211c80319-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b716920333-01",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-1",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-00",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01 ",
        ] {
            assert_eq!(of(&[wrong]), None, "{wrong:?}");
        }
        assert_eq!(of(&[good, good]), None);
    }
}
