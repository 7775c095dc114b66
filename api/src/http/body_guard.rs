//! Keeps the body of a request until its answer is sent.
//!
//! If a handler drops a chunked body unread, actix reads it to its end before it closes the connection,
//! without a time limit: a client that never ends the body would keep its connection for ever. If the body
//! still exists, actix gives it up and closes the connection soon after the answer.
//!
//! Also keeps memory reserved for an answer until the client has taken it: otherwise clients that request
//! much and read slowly, or not at all, would fill the memory. A streamed answer reserves memory for each of
//! its lines itself.

use std::cell::RefCell;
use std::convert::Infallible;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};
use std::time::Duration;

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::error::PayloadError;
use actix_web::http::header;
use actix_web::middleware::Next;
use actix_web::web::{self, Bytes};
use actix_web::{Error, HttpMessage};
use futures_util::Stream;
use rules_judge_replays::answer::FaultCode;
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::mpsc::Receiver;

use crate::http::connection::{Open, Progress};
use crate::http::details;
use crate::http::middleware::is_always_answered;
use crate::http::refused::Refused;
use crate::http::service::Service;

/// A request body that the handler and the guard share.
#[derive(Clone)]
pub struct SharedBody(Rc<RefCell<Payload>>);

impl Stream for SharedBody {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Pin::new(&mut *self.0.borrow_mut()).poll_next(context)
    }
}

/// Takes a share of the request's body, so that the body outlives the handler.
pub fn share_body(request: &mut ServiceRequest) -> Option<SharedBody> {
    match request.take_payload() {
        Payload::None => None,
        payload => {
            let held = SharedBody(Rc::new(RefCell::new(payload)));
            request.set_payload(Payload::Stream { payload: Box::pin(held.clone()) });
            Some(held)
        }
    }
}

/// The bytes above which memory is reserved for an answer.
pub const SMALL: u64 = 4096;
/// An answer goes to the connection in parts of at most this size. A connection takes another part when
/// less than half of this is left, so its own buffer holds about as much of an answer that nothing accounts
/// for.
const PART: usize = 64 * 1024;

/// Reserves memory for an answer. It counts the bytes before compression, since the uncompressed answer stays
/// in memory. Compressed request bodies are refused before they are read: a few hundred bytes can unpack to
/// gigabytes.
pub async fn room<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<AnswerBody<Option<OwnedSemaphorePermit>>>, Error> {
    let service = request.app_data::<web::Data<Service>>().cloned();
    let within = service.as_ref().map(|service| service.limits().answer_time);
    let progress = request.conn_data::<Rc<Progress>>().cloned().zip(within);
    let watching = is_always_answered(request.match_pattern().as_deref());
    let mut response = if request.headers().contains_key(header::CONTENT_ENCODING) {
        let refused = Refused::new(FaultCode::UnsupportedMedia, details::no_encoding());
        let (request, _) = request.into_parts();
        ServiceResponse::from_err(refused, request)
    } else {
        next.call(request).await?.map_into_boxed_body()
    };
    let mut held = None;
    if let (Some(service), BodySize::Sized(size)) = (&service, response.response().body().size())
        && size > SMALL
        && !watching
    {
        match service.admission().hold_bytes(usize::try_from(size).unwrap_or(usize::MAX)) {
            Ok(permit) => held = Some(permit),
            Err(fault) => response = response.error_response(Refused::from(fault)),
        }
    }
    Ok(response.map_body(|_, body| AnswerBody { body, rest: Bytes::new(), progress, _kept: held }))
}

/// The body of an answer, which goes out part by part, with whatever must live until it is sent or given up.
pub struct AnswerBody<K> {
    body: BoxBody,
    rest: Bytes,
    /// The connection, and how long its client may take for the answer, or for each line of a streamed one.
    progress: Option<(Rc<Progress>, Duration)>,
    _kept: K,
}

/// An answer that keeps the body of its request, and counts as open until it is sent.
pub type HoldingBody = AnswerBody<(Option<SharedBody>, Option<Open>)>;

impl HoldingBody {
    /// The body of an answer that keeps the body of its request.
    pub fn new(body: BoxBody, held: Option<SharedBody>, open: Option<Open>) -> HoldingBody {
        AnswerBody { body, rest: Bytes::new(), progress: None, _kept: (held, open) }
    }
}

impl<K: Unpin> MessageBody for AnswerBody<K> {
    type Error = <BoxBody as MessageBody>::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        let this = self.get_mut();
        if this.rest.is_empty() {
            match Pin::new(&mut this.body).poll_next(context) {
                Poll::Ready(Some(Ok(bytes))) => this.rest = bytes,
                other => return other,
            }
            if let Some((progress, within)) = &this.progress {
                progress.hand_over(*within);
            }
        }
        let part = this.rest.len().min(PART);
        Poll::Ready(Some(Ok(this.rest.split_to(part))))
    }
}

/// The lines of a streamed answer. The memory reserved for a line is returned when the connection asks for
/// the next one.
pub struct Lines {
    lines: Receiver<Line>,
    held: Option<OwnedSemaphorePermit>,
}

/// A line, and the memory that is reserved for it.
#[derive(Debug)]
pub struct Line {
    /// The bytes.
    pub bytes: Bytes,
    /// Dropped when the connection has taken the bytes.
    pub held: Option<OwnedSemaphorePermit>,
}

impl Lines {
    /// The lines that this channel receives.
    pub fn new(lines: Receiver<Line>) -> Lines {
        Lines { lines, held: None }
    }
}

impl MessageBody for Lines {
    type Error = Infallible;

    fn size(&self) -> BodySize {
        BodySize::Stream
    }

    fn poll_next(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        let this = self.get_mut();
        this.held = None;
        this.lines.poll_recv(context).map(|line| {
            let Line { bytes, held } = line?;
            this.held = held;
            Some(Ok(bytes))
        })
    }
}
