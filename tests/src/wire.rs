//! HTTP as bytes: whatever a hostile client can send, and the answers.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

/// One request, which [`Request::bytes`] writes without checks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The method.
    pub method: String,
    /// Path and query.
    pub target: String,
    /// The head's lines besides `host` and `content-length`.
    pub headers: Vec<(String, Vec<u8>)>,
    /// The body; `None`: the head has no length.
    pub body: Option<Vec<u8>>,
}

impl Request {
    /// A request without a body.
    pub fn get(target: impl Into<String>) -> Request {
        Request { method: "GET".to_owned(), target: target.into(), headers: Vec::new(), body: None }
    }

    /// A request with a body of JSON.
    pub fn post(target: impl Into<String>, body: impl Into<Vec<u8>>) -> Request {
        let headers = vec![("content-type".to_owned(), b"application/json".to_vec())];
        Request { method: "POST".to_owned(), target: target.into(), headers, body: Some(body.into()) }
    }

    /// Sets a line of the head in place of those of its name.
    pub fn set(&mut self, name: &str, value: impl Into<Vec<u8>>) {
        self.headers.retain(|(known, _)| known != name);
        self.headers.push((name.to_owned(), value.into()));
    }

    /// The bytes on the wire.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = format!("{} {} HTTP/1.1\r\nhost: judge\r\n", self.method, self.target).into_bytes();
        for (name, value) in &self.headers {
            bytes.extend_from_slice(name.as_bytes());
            bytes.extend_from_slice(b": ");
            bytes.extend_from_slice(value);
            bytes.extend_from_slice(b"\r\n");
        }
        if let Some(body) = &self.body {
            bytes.extend_from_slice(format!("content-length: {}\r\n\r\n", body.len()).as_bytes());
            bytes.extend_from_slice(body);
        } else {
            bytes.extend_from_slice(b"\r\n");
        }
        bytes
    }
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The head's lines, names in small letters.
    pub headers: Vec<(String, String)>,
    /// The body, decoded from its chunks.
    pub body: Vec<u8>,
}

impl Answer {
    /// A line of the head; empty if there is none.
    pub fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    /// The code of a fault; empty if it is none.
    pub fn code(&self) -> String {
        let body: serde_json::Value = serde_json::from_slice(&self.body).unwrap_or_default();
        body.get("code").and_then(serde_json::Value::as_str).unwrap_or("").to_owned()
    }
}

/// A connection to the service.
#[derive(Debug)]
pub struct Connection {
    stream: TcpStream,
    read: Vec<u8>,
    patience: Duration,
}

impl Connection {
    /// Opens a connection; an answer that takes longer than `patience` is an error.
    pub fn open(address: SocketAddr, patience: Duration) -> io::Result<Connection> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(patience))?;
        stream.set_write_timeout(Some(patience))?;
        Ok(Connection { stream, read: Vec::new(), patience })
    }

    /// Sends bytes.
    pub fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.write_all(bytes)
    }

    /// Closes the sending half.
    pub fn close_half(&mut self) -> io::Result<()> {
        self.stream.shutdown(Shutdown::Write)
    }

    /// The next answer; `None`: the service closed without one.
    ///
    /// # Errors
    /// An answer that is no HTTP, breaks off, or takes longer than the patience of the connection.
    pub fn answer(&mut self, to_head: bool) -> io::Result<Option<Answer>> {
        let deadline = Instant::now() + self.patience;
        loop {
            let Some(head) = self.head(deadline)? else { return Ok(None) };
            let mut lines = head.split("\r\n");
            let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok());
            let status: u16 = status.ok_or_else(|| broken("no status line"))?;
            let headers: Vec<(String, String)> = lines
                .filter_map(|line| line.split_once(':'))
                .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
                .collect();
            if status == 100 {
                continue;
            }
            let mut answer = Answer { status, headers, body: Vec::new() };
            let empty = to_head || status == 204 || status == 304;
            if empty {
            } else if answer.header("transfer-encoding").eq_ignore_ascii_case("chunked") {
                answer.body = self.chunks(deadline)?;
            } else if let Ok(length) = answer.header("content-length").parse() {
                answer.body = self.exactly(length, deadline)?;
            } else {
                while self.more(deadline)? {}
                answer.body = std::mem::take(&mut self.read);
            }
            return Ok(Some(answer));
        }
    }

    fn head(&mut self, deadline: Instant) -> io::Result<Option<String>> {
        loop {
            if let Some(end) = self.read.windows(4).position(|four| four == b"\r\n\r\n") {
                let head: Vec<u8> = self.read.drain(..end + 4).take(end).collect();
                return String::from_utf8(head).map(Some).map_err(|_| broken("a head that is not UTF-8"));
            }
            if !self.more(deadline)? {
                return if self.read.is_empty() { Ok(None) } else { Err(broken("the head broke off")) };
            }
        }
    }

    fn exactly(&mut self, length: usize, deadline: Instant) -> io::Result<Vec<u8>> {
        while self.read.len() < length {
            if !self.more(deadline)? {
                return Err(broken("the body broke off"));
            }
        }
        Ok(self.read.drain(..length).collect())
    }

    fn chunks(&mut self, deadline: Instant) -> io::Result<Vec<u8>> {
        let mut body = Vec::new();
        loop {
            let end = loop {
                if let Some(end) = self.read.windows(2).position(|two| two == b"\r\n") {
                    break end;
                }
                if !self.more(deadline)? {
                    return Err(broken("a chunk broke off"));
                }
            };
            let line: Vec<u8> = self.read.drain(..end + 2).take(end).collect();
            let length =
                std::str::from_utf8(&line).ok().and_then(|line| usize::from_str_radix(line, 16).ok());
            let length = length.ok_or_else(|| broken("a chunk without its length"))?;
            body.extend(self.exactly(length, deadline)?);
            self.exactly(2, deadline)?;
            if length == 0 {
                return Ok(body);
            }
        }
    }

    /// Reads further bytes; `false`: there are none.
    fn more(&mut self, deadline: Instant) -> io::Result<bool> {
        if Instant::now() > deadline {
            return Err(io::Error::new(io::ErrorKind::TimedOut, "the answer did not come in time"));
        }
        let mut part = [0; 16 * 1024];
        match self.stream.read(&mut part) {
            Ok(count) => {
                self.read.extend_from_slice(part.get(..count).unwrap_or_default());
                Ok(count > 0)
            }
            // The other side resets the connection if it gets bytes after closing it.
            Err(error) if error.kind() == io::ErrorKind::ConnectionReset => Ok(false),
            Err(error) => Err(error),
        }
    }
}

fn broken(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// Sends one request on a new connection.
///
/// # Errors
/// As [`Connection::answer`]; also if there is no answer.
pub fn ask(address: SocketAddr, request: &Request, patience: Duration) -> io::Result<Answer> {
    let mut connection = Connection::open(address, patience)?;
    connection.send(&request.bytes())?;
    connection.answer(request.method == "HEAD")?.ok_or_else(|| broken("no answer"))
}
