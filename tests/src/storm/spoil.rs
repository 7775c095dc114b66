//! The ways to spoil a request.

use serde_json::{Map, Value, json};

use super::material::Material;
use crate::mutation::{self, Dice};
use crate::wire::Request;

/// The bytes to send, and which answers are allowed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// The way in which it was spoilt.
    pub way: &'static str,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Whether these bytes are one HTTP request, so that one answer has to come.
    pub is_request: bool,
    /// Whether the answer has no body.
    pub to_head: bool,
    /// Whether nothing more is sent after it.
    pub half_closed: bool,
}

type Spoil = fn(&mut Request, &mut Dice);

/// Ways after which the bytes are still one HTTP request.
const OF_REQUESTS: [(&str, Spoil); 15] = [
    ("as it is", |_, _| {}),
    ("another log", other_log),
    ("odd values", odd_values),
    ("odd fields", odd_fields),
    ("bytes changed", bytes_changed),
    ("cut short", cut_short),
    ("equal keys", equal_keys),
    ("deep", deep),
    ("huge numbers", huge_numbers),
    ("look-alikes", look_alikes),
    ("head lines", head_lines),
    ("query", query),
    ("path", path),
    ("method", method),
    ("many items", many_items),
];

/// Ways after which the bytes are no HTTP request, or several.
const OF_WIRES: [(&str, fn(Vec<u8>, &mut Dice) -> Vec<u8>); 5] = [
    ("garbage before", |bytes, dice| [noise(dice), bytes].concat()),
    ("garbage after", |bytes, dice| [bytes, noise(dice)].concat()),
    ("head changed", head_changed),
    ("lengths changed", lengths_changed),
    ("cut on the wire", |mut bytes, dice| {
        bytes.truncate(dice.below(bytes.len()));
        bytes
    }),
];

/// The number of ways.
pub const WAYS: usize = OF_REQUESTS.len() + OF_WIRES.len();

/// The message of a number: a well-formed request, mostly spoilt in one way and sometimes in three.
pub fn message(material: &Material, number: u64) -> Message {
    let mut dice = Dice::new(number);
    let mut request = material.request(&mut dice);
    let way = dice.below(WAYS);
    let mut way_name = "";
    if let Some((name, spoil)) = OF_REQUESTS.get(way) {
        way_name = name;
        spoil(&mut request, &mut dice);
    }
    if dice.below(6) == 0 {
        for _ in 0..2 {
            if let Some((_, spoil)) = dice.pick(&OF_REQUESTS) {
                spoil(&mut request, &mut dice);
            }
        }
    }
    let mut message = Message {
        way: way_name,
        bytes: request.bytes(),
        is_request: true,
        to_head: request.method == "HEAD",
        half_closed: dice.below(16) == 0,
    };
    if let Some((name, spoil)) = way.checked_sub(OF_REQUESTS.len()).and_then(|way| OF_WIRES.get(way)) {
        message.way = name;
        message.bytes = spoil(message.bytes, &mut dice);
        message.is_request = false;
        message.half_closed = true;
    }
    message
}

/// Values that readers often mishandle.
fn odd(dice: &mut Dice) -> Value {
    let numbers =
        [0, 1, -1, 2, 255, 256, 65_536, i64::from(i32::MAX), i64::from(u32::MAX), (1 << 53) - 1, 1 << 53];
    match dice.below(12) {
        0 => Value::Null,
        1 => json!(dice.below(2) == 0),
        2..5 => json!(dice.pick(&numbers)),
        5 => json!([i64::MAX, i64::MIN].get(dice.below(2))),
        6 => json!(u64::MAX),
        7 => json!(1.5),
        8 => json!(
            ["", " ", "0", "seat0", "\u{0}", "null", "../..", "sha256:", "𝟎", "\u{feff}", "rj-001 "]
                .get(dice.below(11))
        ),
        9 => json!("長".repeat(dice.below(2_000))),
        10 => json!([]),
        _ => json!({}),
    }
}

/// Changes a random place in a tree.
fn at_place(value: &mut Value, dice: &mut Dice, change: &mut dyn FnMut(&mut Value, &mut Dice)) {
    let size = match value {
        Value::Array(items) => items.len(),
        Value::Object(fields) => fields.len(),
        _ => 0,
    };
    if size == 0 || dice.below(6) == 0 {
        return change(value, dice);
    }
    let nth = dice.below(size);
    let inner = match value {
        Value::Array(items) => items.get_mut(nth),
        Value::Object(fields) => fields.values_mut().nth(nth),
        _ => None,
    };
    if let Some(inner) = inner {
        at_place(inner, dice, change);
    }
}

/// Changes the body as JSON, if it is JSON.
fn with_json(request: &mut Request, change: impl FnOnce(&mut Value)) {
    let Some(body) = &mut request.body else { return };
    let Ok(mut value) = serde_json::from_slice(body) else { return };
    change(&mut value);
    *body = value.to_string().into_bytes();
}

fn other_log(request: &mut Request, dice: &mut Dice) {
    with_json(request, |value| {
        for way in ["/actions", "/replay/actions", "/logs/0"] {
            if let Some(Value::Array(log)) = value.pointer_mut(way) {
                mutation::of_log(log, 100, dice);
            }
        }
        if let Some(action) = value.get_mut("action") {
            mutation::of_action(action, &[], 100, dice);
        }
    });
}

fn odd_values(request: &mut Request, dice: &mut Dice) {
    with_json(request, |value| {
        for _ in 0..=dice.below(3) {
            at_place(value, dice, &mut |place, dice| *place = odd(dice));
        }
    });
}

fn odd_fields(request: &mut Request, dice: &mut Dice) {
    with_json(request, |value| {
        let mut taken = Value::Null;
        at_place(value, dice, &mut |place, _| taken = place.clone());
        let names =
            ["x", "type", "seat", "", "card", "cards", "n", "unknown", "effects", "__proto__", "players"];
        at_place(value, dice, &mut |place, dice| match place {
            Value::Object(fields) => match dice.below(3) {
                0 => drop(fields.insert((*dice.pick(&names).unwrap_or(&"x")).to_owned(), taken.clone())),
                1 => {
                    let name = fields.keys().nth(dice.below(fields.len())).cloned();
                    if let Some(removed) = name.and_then(|name| fields.remove(&name)) {
                        fields.insert((*dice.pick(&names).unwrap_or(&"x")).to_owned(), removed);
                    }
                }
                _ => {
                    let name = fields.keys().nth(dice.below(fields.len())).cloned();
                    drop(name.and_then(|name| fields.remove(&name)));
                }
            },
            Value::Array(items) => match dice.below(3) {
                0 => items.push(taken.clone()),
                1 => drop(items.pop()),
                _ => items.extend(items.clone()),
            },
            other => *other = taken.clone(),
        });
    });
}

fn bytes_changed(request: &mut Request, dice: &mut Dice) {
    let Some(body) = &mut request.body else { return };
    let odd: [&[u8]; 9] =
        [b"\xff", b"\xc0\x80", b"\xef\xbb\xbf", b"\0", b"\\ud800", b"\xed\xa0\x80", b"//", b"NaN", b"\""];
    for _ in 0..=dice.below(4) {
        let at = dice.below(body.len() + 1);
        match dice.below(4) {
            0 => {
                if let Some(byte) = body.get_mut(at) {
                    *byte ^= 1 << dice.below(8);
                }
            }
            1 => drop(body.splice(at..at, dice.pick(&odd).copied().unwrap_or_default().iter().copied())),
            2 => {
                let end = (at + dice.below(40)).min(body.len());
                drop(body.drain(at..end));
            }
            _ => {
                let end = (at + dice.below(200)).min(body.len());
                let part = body.get(at..end).unwrap_or_default().to_vec();
                drop(body.splice(at..at, part));
            }
        }
    }
}

fn cut_short(request: &mut Request, dice: &mut Dice) {
    if let Some(body) = &mut request.body {
        body.truncate(dice.below(body.len()));
    }
}

fn equal_keys(request: &mut Request, dice: &mut Dice) {
    let Some(body) = &mut request.body else { return };
    let opened: Vec<usize> =
        body.iter().enumerate().filter(|(_, byte)| **byte == b'{').map(|(at, _)| at + 1).collect();
    let Some(at) = dice.pick(&opened).copied() else { return };
    let rest = body.get(at..).unwrap_or_default();
    let Some(end) = rest.iter().position(|byte| *byte == b':') else { return };
    let mut again = rest.get(..=end).unwrap_or_default().to_vec();
    again.extend_from_slice(b"null,");
    drop(body.splice(at..at, again));
}

fn deep(request: &mut Request, dice: &mut Dice) {
    let Some(body) = &mut request.body else { return };
    let depths = [50, 63, 64, 65, 127, 128, 129, 1_000, 100_000];
    let depth = *dice.pick(&depths).unwrap_or(&64);
    let (open, close) = if dice.below(2) == 0 { ("[", "]") } else { ("{\"not\":", "}") };
    let nested = [open.repeat(depth), "0".to_owned(), close.repeat(depth)].concat();
    let colons: Vec<usize> =
        body.iter().enumerate().filter(|(_, byte)| **byte == b':').map(|(at, _)| at + 1).collect();
    match dice.pick(&colons) {
        Some(at) if dice.below(4) > 0 => {
            let nested = if dice.below(8) == 0 { nested } else { nested + ",\"x\":" };
            drop(body.splice(at..at, nested.into_bytes()));
        }
        _ => *body = nested.into_bytes(),
    }
}

fn huge_numbers(request: &mut Request, dice: &mut Dice) {
    let Some(body) = &mut request.body else { return };
    let numbers = [
        "9007199254740991",
        "9007199254740992",
        "9007199254740993",
        "-9007199254740992",
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775809",
        "18446744073709551616",
        "1e400",
        "-1e400",
        "1e-400",
        "1E2",
        "-0",
        "0.0",
        "00",
        "1e5",
        "4294967296",
        "65536",
        "256",
    ];
    let number = dice.pick(&numbers).copied().unwrap_or("0");
    let starts: Vec<usize> = (1..body.len())
        .filter(|at| {
            body.get(*at).is_some_and(u8::is_ascii_digit)
                && body.get(at - 1).is_some_and(|before| b":,[".contains(before))
        })
        .collect();
    let Some(at) = dice.pick(&starts).copied() else { return };
    let end = body.iter().skip(at).position(|byte| !byte.is_ascii_digit()).map_or(body.len(), |end| at + end);
    drop(body.splice(at..end, number.bytes()));
}

fn look_alike(text: &str, dice: &mut Dice) -> String {
    let at = dice.below(text.chars().count().max(1));
    let mut out = String::new();
    for (nth, sign) in text.chars().enumerate() {
        if nth != at {
            out.push(sign);
            continue;
        }
        match dice.below(5) {
            0 => out.extend([sign, '\u{200d}']),
            1 => out.extend([sign, '\u{301}']),
            // Full-width forms are at a fixed distance from ASCII.
            2 => out.push(char::from_u32(u32::from(sign) + 0xfee0).unwrap_or(sign)),
            3 => out.push(match sign {
                'a' => 'а',
                'e' => 'е',
                'o' => 'о',
                '-' => '‐',
                '0' => 'O',
                '1' => 'l',
                '.' => '․',
                other => other,
            }),
            _ => out.extend(sign.to_uppercase()),
        }
    }
    out
}

fn look_alikes(request: &mut Request, dice: &mut Dice) {
    if request.body.is_none() || dice.below(3) == 0 {
        let target = look_alike(&request.target, dice);
        let encoded = |sign: char| match sign.is_ascii_graphic() {
            true => sign.to_string(),
            false => {
                sign.to_string().bytes().fold(String::new(), |text, byte| text + &format!("%{byte:02X}"))
            }
        };
        request.target = target.chars().map(encoded).collect();
        return;
    }
    with_json(request, |value| {
        at_place(value, dice, &mut |place, dice| match place {
            Value::String(text) => *text = look_alike(text, dice),
            Value::Object(fields) => {
                let mut name_of =
                    |name: String| if dice.below(3) == 0 { look_alike(&name, dice) } else { name };
                let changed: Map<String, Value> =
                    std::mem::take(fields).into_iter().map(|(name, inner)| (name_of(name), inner)).collect();
                *fields = changed;
            }
            other => *other = Value::String(look_alike(&other.to_string(), dice)),
        });
    });
}

fn head_lines(request: &mut Request, dice: &mut Dice) {
    let lines: [(&str, &[u8]); 22] = [
        ("content-type", b"text/plain"),
        ("content-type", b"application/json; charset=utf-16"),
        ("content-type", b"\xff\xfe"),
        ("content-type", b""),
        ("content-type", b"application/x-ndjson"),
        ("content-encoding", b"gzip"),
        ("content-encoding", b"br, zstd"),
        ("content-encoding", b"identity"),
        ("accept", b"image/png"),
        ("accept-encoding", b"gzip, br, zstd;q=0.1, *;q=0"),
        ("accept-encoding", b"\x80"),
        ("accept-language", b"zh-Hant;q=2, zh;q=x, *;q=0.00000001, \xff"),
        ("accept-language", b"zh-Hans"),
        ("if-none-match", b"W/\"0\", *, \"\\\""),
        ("range", b"bytes=0-1,5-,-9999999999999999999"),
        ("expect", b"100-continue"),
        ("origin", b"null"),
        ("access-control-request-method", b"DELETE"),
        ("connection", b"close, x"),
        ("upgrade", b"h2c"),
        ("cookie", b"a=\"; b"),
        ("x-forwarded-for", b"127.0.0.1, ::1, x"),
    ];
    for _ in 0..=dice.below(3) {
        if let Some((name, value)) = dice.pick(&lines) {
            request.set(name, *value);
        }
    }
    match dice.below(24) {
        0 => request.set("x-long", "x".repeat(dice.below(200_000))),
        1 => (0..dice.below(300)).for_each(|nth| request.set(&format!("x-{nth}"), "x")),
        _ => {}
    }
}

fn query(request: &mut Request, dice: &mut Dice) {
    let parts = [
        "at=0",
        "at=1",
        "at=-1",
        "at=18446744073709551616",
        "at=%31",
        "at=1&at=2",
        "at=",
        "view=seat2",
        "view=FULL",
        "view=full%00",
        "view",
        "trace=all",
        "trace=states",
        "digest=state",
        "digest",
        "limit=0",
        "limit=501",
        "limit=1",
        "offset=99999999999",
        "offset=-1",
        "q=",
        "q=%E9%81%A0",
        "q=%FF",
        "q=%",
        "q=a+b+c",
        "kind=enforced",
        "kind=x",
        "pool=sha256:0",
        "=",
        "&&&",
        "x=1",
        "view=seat1",
    ];
    let long = format!("q={}", "x".repeat(dice.below(3_000)));
    for _ in 0..=dice.below(3) {
        let part = if dice.below(20) == 0 { long.as_str() } else { dice.pick(&parts).copied().unwrap_or("") };
        let mark = if request.target.contains('?') { '&' } else { '?' };
        request.target = format!("{}{mark}{part}", request.target);
    }
}

fn path(request: &mut Request, dice: &mut Dice) {
    let parts = [
        "/..",
        "/%2e%2e",
        "/../../../../etc/passwd",
        "//",
        "/%2f",
        "/%00",
        "/%",
        "/%zz",
        "/.",
        "/%C0%AE",
        "/x",
        "/%FF",
        ";x=y",
        "/%25%32%65",
        "/%E2%80%8D",
        "\\..\\..",
        "/~",
        "/*",
        "/{id}",
        "/CON",
        "/azur-lane",
        "#x",
        "/%0d%0aset-cookie:x",
    ];
    let part = dice.pick(&parts).copied().unwrap_or("/");
    match dice.below(4) {
        0 => request.target = format!("{part}{}", request.target),
        1 => {
            let slashes: Vec<usize> = request.target.match_indices('/').map(|(at, _)| at).collect();
            request.target.insert_str(dice.pick(&slashes).copied().unwrap_or(0), part);
        }
        2 => request.target = format!("/{}", "a/".repeat(dice.below(4_000))),
        _ => {
            let end = request.target.find('?').unwrap_or(request.target.len());
            request.target.insert_str(end, part);
        }
    }
    request.target.retain(|sign| sign != ' ');
    if !request.target.starts_with('/') {
        request.target.insert(0, '/');
    }
}

fn method(request: &mut Request, dice: &mut Dice) {
    let methods =
        ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "BREW", "get"];
    request.method = (*dice.pick(&methods).unwrap_or(&"GET")).to_owned();
    if dice.below(2) == 0 {
        request.set("origin", "https://example.org");
        request.set("access-control-request-method", "POST");
    }
}

fn many_items(request: &mut Request, dice: &mut Dice) {
    // Sometimes megabytes, otherwise counts around the limits.
    let counts = [7, 9, 64, 999, 1_001, 2_001, 10_001, 20_001];
    let count = if dice.below(40) == 0 { 500_000 } else { *dice.pick(&counts).unwrap_or(&9) };
    with_json(request, |value| {
        let mut done = false;
        at_place(value, dice, &mut |place, _| {
            if let Value::Array(items) = place {
                let item = items.first().cloned().unwrap_or_else(|| json!(0));
                let size = item.to_string().len().max(1);
                items.resize(count.min((7 << 20) / size), item);
                done = true;
            }
        });
        if let (false, Some(Value::Array(items))) = (done, value.get_mut("actions")) {
            items.resize(count, json!(0));
        }
    });
}

fn noise(dice: &mut Dice) -> Vec<u8> {
    let odd: [&[u8]; 8] = [
        b"\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"\x16\x03\x01\x02\x00",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"\0\0\0\0",
        b"POST /v1/verify HTTP/1.1\r\ncontent-length: 5\r\n\r\n",
        b"0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n\r\n",
    ];
    if dice.below(2) == 0 {
        return dice.pick(&odd).copied().unwrap_or_default().to_vec();
    }
    (0..dice.below(3_000)).map(|_| u8::try_from(dice.below(256)).unwrap_or(0)).collect()
}

fn head_end(bytes: &[u8]) -> usize {
    bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or(bytes.len())
}

fn head_changed(mut bytes: Vec<u8>, dice: &mut Dice) -> Vec<u8> {
    for _ in 0..=dice.below(4) {
        let at = dice.below(head_end(&bytes));
        match dice.below(3) {
            0 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << dice.below(8);
                }
            }
            1 => drop(bytes.splice(at..at, noise(dice).into_iter().take(8))),
            _ => drop(bytes.drain(at..(at + dice.below(8)).min(bytes.len()))),
        }
    }
    bytes
}

fn lengths_changed(bytes: Vec<u8>, dice: &mut Dice) -> Vec<u8> {
    let lines: [&[u8]; 9] = [
        b"\r\ncontent-length: 0",
        b"\r\ncontent-length: 18446744073709551616",
        b"\r\ncontent-length: -1",
        b"\r\ncontent-length: 99999999999",
        b"\r\ncontent-length: 5, 5",
        b"\r\ntransfer-encoding: chunked",
        b"\r\ntransfer-encoding: gzip, chunked",
        b"\r\ntransfer-encoding: chunked\r\ncontent-length: 3",
        b"\r\ntransfer-encoding: identity",
    ];
    let end = head_end(&bytes);
    let (head, body) = bytes.split_at(end);
    let line = dice.pick(&lines).copied().unwrap_or_default();
    let without: Vec<u8> = if dice.below(2) == 0 {
        let text = String::from_utf8_lossy(head).into_owned();
        text.split("\r\n")
            .filter(|line| !line.starts_with("content-length"))
            .collect::<Vec<_>>()
            .join("\r\n")
            .into_bytes()
    } else {
        head.to_vec()
    };
    let chunks: &[u8] = dice
        .pick(&[b"\r\n\r\n5\r\nabcde\r\n0\r\n\r\n".as_slice(), b"\r\n\r\nffffffffffffffff1\r\nx", body])
        .copied()
        .unwrap_or(body);
    [without.as_slice(), line, chunks].concat()
}

/// Changes bytes as a body; `None`: they are no JSON.
pub fn bytes(from: &[u8], number: u64) -> Option<Vec<u8>> {
    // The body of a complete request follows the first empty line.
    let body = from.windows(2).position(|two| two == b"\n\n").map_or(0, |end| end + 2);
    let (head, body) = from.split_at(body);
    serde_json::from_slice::<serde::de::IgnoredAny>(body).ok()?;
    let mut dice = Dice::new(number);
    let mut request = Request::post("/", body);
    let ways: [Spoil; 5] = [other_log, odd_values, odd_fields, huge_numbers, look_alikes];
    dice.pick(&ways)?(&mut request, &mut dice);
    Some([head, &request.body.unwrap_or_default()].concat())
}
