//! Bounds the messages over standard input and output in bytes and in number.

use std::future::Future;
use std::io;
use std::sync::Arc;

use rmcp::RoleServer;
use rmcp::model::{GetExtensions, JsonRpcMessage};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::transport::async_rw::AsyncRwTransport;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use crate::mcp::{MESSAGE_BYTES, REQUESTS_AT_ONCE};

/// A transport that stops reading while so many requests are being answered, or so many answers wait to be
/// written. So a client that sends faster than it reads has to wait, and memory stays bounded.
pub struct Bounded<R: AsyncRead, W: AsyncWrite> {
    inner: AsyncRwTransport<RoleServer, R, W>,
    requests: Arc<Semaphore>,
    unwritten: watch::Sender<usize>,
}

/// The place of a request. It becomes free when the last copy is dropped.
#[derive(Clone)]
struct Place {
    _permit: Arc<OwnedSemaphorePermit>,
}

impl<R, W> Bounded<R, W>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    /// A transport that reads from `read` and writes to `write`.
    pub fn new(read: R, write: W) -> Bounded<R, W> {
        Bounded {
            inner: AsyncRwTransport::new(read, write).with_max_line_length(MESSAGE_BYTES),
            requests: Arc::new(Semaphore::new(REQUESTS_AT_ONCE)),
            unwritten: watch::Sender::new(0),
        }
    }
}

impl<R, W> Transport<RoleServer> for Bounded<R, W>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let unwritten = self.unwritten.clone();
        unwritten.send_modify(|count| *count = count.saturating_add(1));
        let sent = self.inner.send(item);
        async move {
            let sent = sent.await;
            unwritten.send_modify(|count| *count = count.saturating_sub(1));
            sent
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        let place = Arc::clone(&self.requests).acquire_owned().await.ok()?;
        self.unwritten.subscribe().wait_for(|count| *count < REQUESTS_AT_ONCE).await.ok()?;
        let mut message = self.inner.receive().await?;
        if let JsonRpcMessage::Request(request) = &mut message {
            request.request.extensions_mut().insert(Place { _permit: Arc::new(place) });
        }
        Some(message)
    }

    async fn close(&mut self) -> io::Result<()> {
        self.inner.close().await
    }
}
