//! Keeps a request body in hand until the answer is sent.
//!
//! The server takes a chunked body that was dropped unread for one that is worth reading to its
//! end, and waits for that end without a limit: a client that never ends it would keep its
//! connection for ever. A body still in hand is given up, and the connection closed, soon after
//! the answer.

use std::cell::RefCell;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use actix_web::HttpMessage;
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest};
use actix_web::error::PayloadError;
use actix_web::web::Bytes;
use futures_util::Stream;

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

/// The body of an answer that holds the body of its request.
pub struct HoldingBody {
    body: BoxBody,
    _held: Option<Held>,
}

impl HoldingBody {
    /// The answer's body, holding the request's.
    pub fn new(body: BoxBody, held: Option<Held>) -> HoldingBody {
        HoldingBody { body, _held: held }
    }
}

impl MessageBody for HoldingBody {
    type Error = <BoxBody as MessageBody>::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        Pin::new(&mut self.get_mut().body).poll_next(context)
    }
}
