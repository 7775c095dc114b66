//! Links in answers (RFC 8288): to the next page of a list, and to the description of the answer.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::LazyLock;

use crate::fault::PROBLEM_JSON;
use crate::openapi::operations;

/// The value of a link header; `None`: the target is not ASCII.
pub fn header(target: &str, relation: &str) -> Option<String> {
    let is_header = |byte: u8| byte == b' ' || byte.is_ascii_graphic();
    target.bytes().all(is_header).then(|| format!("<{target}>; rel=\"{relation}\""))
}

/// The relative path from a path of the service to its root: `./`, or `../` for each folder. A proxy may
/// serve the service under a prefix that the service does not know; relative links work there as well.
pub fn root(path: &str) -> String {
    match path.matches('/').count() {
        0 | 1 => "./".to_owned(),
        slashes => "../".repeat(slashes - 1),
    }
}

/// The link from a path to a schema in the description of the service.
fn description(path: &str, schema: &str) -> Option<String> {
    header(&format!("{}openapi.json#/components/schemas/{schema}", root(path)), "describedby")
}

/// The links by method and pattern of the path. They are relative to the pattern, which has as many folders
/// as the path.
static DESCRIPTIONS: LazyLock<BTreeMap<(&str, &str), String>> = LazyLock::new(|| {
    let described = operations().into_iter().filter_map(|operation| {
        let link = description(operation.path, operation.gives.1?)?;
        Some(((operation.method, operation.path), link))
    });
    described.collect()
});

/// The link to the description of an answer; `None`: the answer is no JSON.
pub fn described_by(method: &str, path: &str, route: &str, kind: Option<&str>) -> Option<String> {
    if kind == Some(PROBLEM_JSON) {
        return description(path, "Problem");
    }
    let method = match method {
        "GET" | "HEAD" => "get",
        "POST" => "post",
        "PUT" => "put",
        _ => return None,
    };
    DESCRIPTIONS.get(&(method, route)).cloned()
}

/// The address of the next page of a list, relative to the current one: the same query with another offset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NextPage {
    /// The parameters of the query as they were sent, without the offset.
    query: Vec<String>,
}

impl NextPage {
    /// The query of the current page.
    pub fn of(query: &str) -> NextPage {
        let is_offset = |part: &str| {
            serde_urlencoded::from_str::<Vec<(String, String)>>(part)
                .is_ok_and(|pairs| pairs.iter().any(|(name, _)| name == "offset"))
        };
        let parts = query.split('&');
        let query = parts.filter(|part| !part.is_empty() && !is_offset(part)).map(ascii).collect();
        NextPage { query }
    }

    /// The address of the page after this one; `None`: there is none.
    pub fn after(mut self, has_more: bool, limit: usize, offset: usize) -> Option<String> {
        self.query.push(format!("offset={}", offset.saturating_add(limit)));
        has_more.then(|| format!("?{}", self.query.join("&")))
    }
}

/// A part of an address, with all characters encoded that a link header may not contain.
fn ascii(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_graphic() && !matches!(byte, b'<' | b'>' | b'"') {
            encoded.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_is_so_many_folders_up() {
        for (path, up) in
            [("/", "./"), ("/docs", "./"), ("/rules/a", "../"), ("/v1/games/a/rules/b", "../../../../")]
        {
            assert_eq!(root(path), up, "{path}");
        }
    }

    #[test]
    fn the_next_page_is_asked_for_with_the_same_words() {
        for (sent, next) in [
            ("/rules", "?offset=3"),
            ("/rules?limit=3", "?limit=3&offset=3"),
            ("/rules?offset=1&q=a%20b&kind=table", "?q=a%20b&kind=table&offset=3"),
            ("/rules?%6Fffset=2&q=offset", "?q=offset&offset=3"),
            ("/rules/%E4%B8%80?&q=%E9%81%A0", "?q=%E9%81%A0&offset=3"),
        ] {
            let link = NextPage::of(sent.split_once('?').map_or("", |(_, query)| query));
            assert_eq!(link.clone().after(true, 2, 1).as_deref(), Some(next), "{sent}");
            assert_eq!(link.after(false, 2, 1), None);
        }
        assert_eq!(ascii("/遠?\"<"), "/%E9%81%A0?%22%3C");
    }
}
