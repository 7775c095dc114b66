//! A server for the shared shelf. It speaks the part of the Redis protocol that the service uses, and can
//! misbehave.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// How the server behaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// Correctly.
    Sound,
    /// It accepts connections and commands and never answers.
    Silent,
    /// It answers until it gets a request for a value.
    SilentForValues,
    /// It sends one byte of an answer at a time.
    Trickling,
    /// It answers with bytes that are not of the protocol.
    Babbling,
    /// It closes every connection.
    Closing,
    /// It refuses all writes.
    Full,
    /// It accepts probes and the canary, and refuses values.
    FullForValues,
    /// It refuses deletions.
    NoDelete,
    /// Every name has a value of another type.
    Other,
}

type Values = BTreeMap<Vec<u8>, Vec<u8>>;

#[derive(Debug)]
struct State {
    manner: Manner,
    values: Values,
    canary: Option<Vec<u8>>,
    asked: u64,
}

/// The server, which runs until the test ends.
#[derive(Debug, Clone)]
pub struct Fake {
    pub address: SocketAddr,
    state: Arc<Mutex<State>>,
}

impl Fake {
    pub fn start(manner: Manner) -> Fake {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let state = Arc::new(Mutex::new(State { manner, values: Values::new(), canary: None, asked: 0 }));
        let fake = Fake { address, state };
        let server = fake.clone();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let server = server.clone();
                // The connection ends when the client closes it, or when the server closes it.
                thread::spawn(move || server.serve(stream.unwrap()));
            }
        });
        fake
    }

    pub fn url(&self) -> String {
        format!("redis://{}", self.address)
    }

    pub fn behaves(&self, manner: Manner) {
        self.state.lock().unwrap().manner = manner;
    }

    /// Reads or changes the values.
    pub fn values<T>(&self, with: impl FnOnce(&mut Values) -> T) -> T {
        with(&mut self.state.lock().unwrap().values)
    }

    /// Removes the canary as if it had expired. Returns whether there was one.
    pub fn forgets_canary(&self) -> bool {
        self.state.lock().unwrap().canary.take().is_some()
    }

    /// How often it got a request for a value.
    pub fn asked(&self) -> u64 {
        self.state.lock().unwrap().asked
    }

    fn serve(&self, stream: TcpStream) -> Option<()> {
        let mut reader = BufReader::new(stream.try_clone().unwrap());
        let mut stream = stream;
        loop {
            let command = command(&mut reader)?;
            let (manner, answer) = {
                let mut state = self.state.lock().unwrap();
                let answer = state.answer(&command);
                (state.manner, answer)
            };
            match manner {
                Manner::Closing => return None,
                Manner::Silent => {}
                Manner::SilentForValues if is_for_value(&command) => {}
                Manner::Babbling => stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n<html>").ok()?,
                Manner::Trickling => {
                    for byte in answer {
                        thread::sleep(Duration::from_millis(20));
                        stream.write_all(&[byte]).ok()?;
                    }
                }
                _ => stream.write_all(&answer).ok()?,
            }
        }
    }
}

fn is_value(name: &[u8]) -> bool {
    !name.ends_with(b"probe") && !name.ends_with(b"canary")
}

fn is_for_value(command: &[Vec<u8>]) -> bool {
    command[0] == b"GETRANGE" && is_value(&command[1])
}

impl State {
    fn answer(&mut self, command: &[Vec<u8>]) -> Vec<u8> {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        self.asked += u64::from(is_for_value(command));
        match text(&command[0]).as_str() {
            "GETRANGE" if self.manner == Manner::Other && is_for_value(command) => {
                b"-WRONGTYPE Operation against a key holding the wrong kind of value\r\n".to_vec()
            }
            "GETRANGE" => {
                let last: usize = text(&command[3]).parse().unwrap();
                let value = match command[1].ends_with(b"canary") {
                    true => self.canary.as_deref(),
                    false => self.values.get(&command[1]).map(Vec::as_slice),
                };
                let value = value.unwrap_or_default();
                let value = &value[..value.len().min(last + 1)];
                [format!("${}\r\n", value.len()).as_bytes(), value, b"\r\n"].concat()
            }
            "SET" if self.manner == Manner::Full => b"-OOM command not allowed\r\n".to_vec(),
            "SET" if self.manner == Manner::FullForValues && is_value(&command[1]) => {
                b"-OOM command not allowed\r\n".to_vec()
            }
            "SET" => {
                assert_eq!((command.len(), command[3].as_slice()), (5, &b"EX"[..]));
                assert!(text(&command[4]).parse::<u64>().unwrap() > 0);
                if command[1].ends_with(b"canary") {
                    self.canary = Some(command[2].clone());
                } else if is_value(&command[1]) {
                    self.values.insert(command[1].clone(), command[2].clone());
                }
                b"+OK\r\n".to_vec()
            }
            "DEL" if self.manner == Manner::NoDelete => {
                b"-NOPERM User judge has no permissions to run the 'del' command\r\n".to_vec()
            }
            "DEL" => format!(":{}\r\n", u8::from(self.values.remove(&command[1]).is_some())).into_bytes(),
            "CLIENT" => b"+OK\r\n".to_vec(),
            other => format!("-ERR unknown command {other}\r\n").into_bytes(),
        }
    }
}

/// Reads a command: a list of byte strings; `None`: the client closed the connection.
fn command(reader: &mut impl BufRead) -> Option<Vec<Vec<u8>>> {
    let count = number(reader, '*')?;
    (0..count)
        .map(|_| {
            let mut bytes = vec![0; number(reader, '$')? + 2];
            reader.read_exact(&mut bytes).ok()?;
            bytes.truncate(bytes.len() - 2);
            Some(bytes)
        })
        .collect()
}

fn number(reader: &mut impl BufRead, kind: char) -> Option<usize> {
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    line.trim_end().strip_prefix(kind)?.parse().ok()
}
