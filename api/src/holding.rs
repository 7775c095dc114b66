//! Keeps a request body in hand until the answer is sent.
//!
//! The server takes a chunked body that was dropped unread for one that is worth reading to its
//! end, and waits for that end without a limit: a client that never ends it would keep its
//! connection for ever. A body still in hand is given up, and the connection closed, soon after
//! the answer.
//!
//! And keeps the room of an answer until it is taken: many clients that ask for much and read nothing
//! would else fill the memory.

use std::cell::RefCell;
use std::error::Error;
use std::fmt;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};
use std::time::Instant;

use actix_web::HttpMessage;
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest};
use actix_web::error::PayloadError;
use actix_web::web::Bytes;
use futures_util::Stream;
use tokio::sync::OwnedSemaphorePermit;

/// A request body that has a second holder.
#[derive(Clone)]
pub struct Held(Rc<RefCell<Payload>>);

impl Stream for Held {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Pin::new(&mut *self.0.borrow_mut()).poll_next(context)
    }
}

/// Takes hold of the request's body; its readers go on reading.
pub fn hold(request: &mut ServiceRequest) -> Option<Held> {
    match request.take_payload() {
        Payload::None => None,
        payload => {
            let held = Held(Rc::new(RefCell::new(payload)));
            request.set_payload(Payload::Stream { payload: Box::pin(held.clone()) });
            Some(held)
        }
    }
}

/// Larger answers are counted among the bytes that are held.
pub const SMALL: u64 = 4096;
/// As much of an answer is handed to the connection at once. A connection takes another part when it has
/// less than half of this left, so about as much of an answer lies uncounted in its own memory.
const PART: usize = 64 * 1024;

/// The room of an answer in the service's account, and until when it is there.
pub struct Room {
    /// Given back when the answer is on its way, or given up.
    pub _held: OwnedSemaphorePermit,
    /// A client that has not taken the answer by then is given up.
    pub until: Instant,
}

/// The body of an answer that holds the body of its request, and its own room.
pub struct HoldingBody {
    body: BoxBody,
    rest: Bytes,
    room: Option<Room>,
    _held: Option<Held>,
}

impl HoldingBody {
    /// The answer's body, holding the request's.
    pub fn new(body: BoxBody, room: Option<Room>, held: Option<Held>) -> HoldingBody {
        HoldingBody { body, rest: Bytes::new(), room, _held: held }
    }
}

/// The client did not take its answer.
#[derive(Debug)]
struct NotTaken;

impl fmt::Display for NotTaken {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("the answer was not taken in time")
    }
}

impl Error for NotTaken {}

impl MessageBody for HoldingBody {
    type Error = <BoxBody as MessageBody>::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        let this = self.get_mut();
        if this.room.as_ref().is_some_and(|room| Instant::now() > room.until) {
            return Poll::Ready(Some(Err(NotTaken.into())));
        }
        if this.rest.is_empty() {
            match Pin::new(&mut this.body).poll_next(context) {
                Poll::Ready(Some(Ok(bytes))) => this.rest = bytes,
                other => return other,
            }
        }
        let part = this.rest.len().min(PART);
        Poll::Ready(Some(Ok(this.rest.split_to(part))))
    }
}
