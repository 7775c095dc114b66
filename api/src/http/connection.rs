//! Bounds a connection: the time in which the head of each request has to arrive and each answer has to be
//! read, and the number of connections that one address may have.
//!
//! actix limits the time of the first head only. This module watches the bytes themselves: the clock starts
//! with the first byte after an answer, also on a connection that is kept alive.

use std::cell::Cell;
use std::collections::HashMap;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use actix_web::rt::net::TcpStream;
use actix_web::rt::time::{Instant, Sleep, sleep_until};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::Notify;

use crate::http::rate::network;

/// What a connection and the requests on it share.
#[derive(Debug, Default)]
pub struct Progress {
    /// Requests whose heads have arrived and whose answers are not completely handed to the connection.
    open: Cell<usize>,
    /// Whether a head has arrived since the last read. Its request may be answered already, so `open` alone
    /// does not show it.
    begun: Cell<bool>,
    /// When the connection gives up a client that has not read the pending answer.
    until: Cell<Option<Instant>>,
    /// Whether the client closed its side, or the connection failed.
    closed: Cell<bool>,
    closing: Notify,
}

/// How long work on an answer continues after the client closed its side of the connection: it may still
/// read.
const AFTER_CLOSING: Duration = Duration::from_secs(2);

impl Progress {
    /// Counts a request whose head has arrived, until the guard is dropped with its answer.
    pub fn begin(self: &Rc<Self>) -> Open {
        self.open.set(self.open.get().saturating_add(1));
        self.begun.set(true);
        self.until.set(None);
        Open(Rc::clone(self))
    }

    /// Records that the client sends nothing more.
    fn close(&self) {
        self.closed.set(true);
        self.closing.notify_waiters();
    }

    /// Completes when the client counts as gone, some time after it closed its side of the connection: a
    /// client that leaves closes both sides, one that only ended its request still reads.
    pub async fn is_left(&self) {
        let closing = self.closing.notified();
        if !self.closed.get() {
            closing.await;
        }
        sleep_until(Instant::now() + AFTER_CLOSING).await;
    }

    /// Starts the time in which the client has to read what is pending.
    pub fn hand_over(&self, within: Duration) {
        self.until.set(Some(Instant::now() + within));
    }
}

/// Counts a request as being answered, until it is dropped.
#[derive(Debug)]
pub struct Open(Rc<Progress>);

impl Drop for Open {
    fn drop(&mut self) {
        self.0.open.set(self.0.open.get().saturating_sub(1));
    }
}

/// A timer that can be set again.
#[derive(Debug, Default)]
struct Clock(Option<Pin<Box<Sleep>>>);

impl Clock {
    /// Ready at this moment; until then the task is woken when it comes.
    fn poll(&mut self, until: Instant, context: &mut Context<'_>) -> Poll<()> {
        let sleep = self.0.get_or_insert_with(|| Box::pin(sleep_until(until)));
        if sleep.deadline() != until {
            sleep.as_mut().reset(until);
        }
        sleep.as_mut().poll(context)
    }
}

/// A TCP stream with limits for the time of heads and answers.
#[derive(Debug)]
pub struct TimedStream {
    stream: TcpStream,
    progress: Rc<Progress>,
    head_time: Duration,
    /// When the connection gives up the head that has begun to arrive.
    head_until: Option<Instant>,
    head_clock: Clock,
    answer_clock: Clock,
    _admitted: Admitted,
}

impl TimedStream {
    /// A new connection.
    pub fn new(stream: TcpStream, head_time: Duration, admitted: Admitted) -> TimedStream {
        TimedStream {
            stream,
            progress: Rc::default(),
            head_time,
            head_until: None,
            head_clock: Clock::default(),
            answer_clock: Clock::default(),
            _admitted: admitted,
        }
    }

    /// The state that the requests on this connection share with it.
    pub fn progress(&self) -> Rc<Progress> {
        Rc::clone(&self.progress)
    }

    /// Waits until the client reads more, at most until its time for the answer is up.
    fn wait(&mut self, context: &mut Context<'_>) -> Poll<io::Result<usize>> {
        let Some(until) = self.progress.until.get() else { return Poll::Pending };
        self.answer_clock.poll(until, context).map(|()| Err(not_taken()))
    }
}

impl AsyncRead for TimedStream {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        if this.progress.begun.take() {
            // The head that was timed has arrived completely.
            this.head_until = None;
        }
        let before = buffer.filled().len();
        let polled = Pin::new(&mut this.stream).poll_read(context, buffer);
        let is_end = matches!(&polled, Poll::Ready(Ok(()))) && buffer.filled().len() == before;
        if is_end && buffer.remaining() > 0 || matches!(&polled, Poll::Ready(Err(_))) {
            this.progress.close();
        }
        if this.progress.open.get() > 0 {
            // Bodies have their own limit, and a next head is not timed while an answer is pending.
            this.head_until = None;
            return polled;
        }
        if buffer.filled().len() > before && this.head_until.is_none() {
            this.head_until = Some(Instant::now() + this.head_time);
        }
        match this.head_until {
            // While single bytes keep coming the stream is never pending, so the clock is not polled; the
            // time counts all the same.
            Some(until) if Instant::now() >= until => Poll::Ready(Err(late())),
            Some(until) if polled.is_pending() => this.head_clock.poll(until, context).map(|()| Err(late())),
            _ => polled,
        }
    }
}

fn late() -> io::Error {
    io::Error::new(io::ErrorKind::TimedOut, "the head did not arrive in time")
}

fn not_taken() -> io::Error {
    io::Error::new(io::ErrorKind::TimedOut, "the answer was not taken in time")
}

impl AsyncWrite for TimedStream {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        // While the client reads a little now and then the stream is never pending, so the clock is not
        // polled; the time counts all the same.
        if this.progress.until.get().is_some_and(|until| Instant::now() >= until) {
            return Poll::Ready(Err(not_taken()));
        }
        match Pin::new(&mut this.stream).poll_write(context, bytes) {
            Poll::Pending => this.wait(context),
            written => written,
        }
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}

/// Counts the connections of each address.
#[derive(Debug)]
pub struct Addresses {
    most: usize,
    open: Mutex<HashMap<IpAddr, usize>>,
}

impl Addresses {
    /// Limits each address to `most` connections; 0: no limit.
    pub fn new(most: usize) -> Arc<Addresses> {
        Arc::new(Addresses { most, open: Mutex::default() })
    }

    /// Counts a connection of an address until the guard is dropped. `None`: the address has as many as it
    /// may.
    pub fn admit(self: &Arc<Self>, address: IpAddr) -> Option<Admitted> {
        let network = network(address);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(network).or_default();
        if self.most > 0 && *count >= self.most {
            return None;
        }
        *count = count.saturating_add(1);
        Some(Admitted { addresses: Arc::clone(self), network })
    }

    /// The number of open connections.
    pub fn count(&self) -> usize {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).values().sum()
    }
}

/// Counts a connection until it is dropped.
#[derive(Debug)]
pub struct Admitted {
    addresses: Arc<Addresses>,
    network: IpAddr,
}

impl Drop for Admitted {
    fn drop(&mut self) {
        let mut open = self.addresses.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.network) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                open.remove(&self.network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_as_many_connections_as_it_may_and_no_more() {
        let address = |text: &str| text.parse::<IpAddr>().unwrap_or(IpAddr::from([0, 0, 0, 0]));
        let addresses = Addresses::new(2);
        let one = addresses.admit(address("192.0.2.1"));
        // An IPv4 address counts as one in each of its notations, and so does a /64 network of IPv6.
        let two = addresses.admit(address("::ffff:192.0.2.1"));
        assert!(one.is_some() && two.is_some());
        assert!(addresses.admit(address("192.0.2.1")).is_none(), "one more");
        let others = [addresses.admit(address("2001:db8::1")), addresses.admit(address("2001:db8::ffff:1"))];
        assert!(others.iter().all(Option::is_some));
        assert!(addresses.admit(address("2001:db8::2")).is_none(), "one more of the network");
        assert_eq!(addresses.count(), 4);
        drop(one);
        assert!(addresses.admit(address("192.0.2.1")).is_some(), "the place of the one that ended");
        drop((two, others));
        assert_eq!(addresses.count(), 0);
        assert!(addresses.open.lock().is_ok_and(|open| open.is_empty()), "nothing is left of them");
        let any = Addresses::new(0);
        let many: Vec<_> = (0..10_000).map(|_| any.admit(address("192.0.2.1"))).collect();
        assert!(many.iter().all(Option::is_some));
    }
}
