//! Opens the address, accepts connections within the limits, and serves HTTP on them.

use std::io;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::time::Duration;

use actix_http::error::DispatchError;
use actix_http::{HttpService, Protocol};
use actix_server::{Server, ServerBuilder};
use actix_service::{IntoServiceFactory, ServiceFactoryExt, fn_service, map_config};
use actix_web::dev::AppConfig;
use actix_web::rt::net::TcpStream;
use actix_web::{Error, web};

use crate::http::connection::TimedStream;
use crate::http::service::{Service, app};
use crate::limits::Limits;

/// The answer to a connection beyond the limit of its address. The connection is closed even if the client
/// does not read it.
const TOO_MANY: &[u8] = b"HTTP/1.1 429 Too Many Requests\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";

/// The number of threads that serve connections.
pub fn workers() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Opens the address. The server runs when it is awaited, until `stop` completes.
///
/// # Errors
/// None of the addresses to which the name resolves can be opened.
pub fn bind(
    service: web::Data<Service>,
    address: impl ToSocketAddrs,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<(Server, Vec<SocketAddr>)> {
    let limits = *service.limits();
    let mut server = Server::build()
        .workers(workers())
        .max_concurrent_connections(limits.connections)
        .shutdown_timeout(limits.shutdown_seconds)
        .shutdown_signal(stop);
    let mut addresses = Vec::new();
    for listener in listeners(address)? {
        addresses.push(listener.local_addr()?);
        server = listen(server, listener, service.clone(), limits)?;
    }
    Ok((server.run(), addresses))
}

/// A listener on every address of the name that can be opened; at least one.
fn listeners(address: impl ToSocketAddrs) -> io::Result<Vec<TcpListener>> {
    let mut open = Vec::new();
    let mut why = io::Error::new(io::ErrorKind::AddrNotAvailable, "the name stands for no address");
    for address in address.to_socket_addrs()? {
        match TcpListener::bind(address) {
            Ok(listener) => open.push(listener),
            Err(error) => why = error,
        }
    }
    if open.is_empty() { Err(why) } else { Ok(open) }
}

fn listen(
    server: ServerBuilder,
    listener: TcpListener,
    service: web::Data<Service>,
    limits: Limits,
) -> io::Result<ServerBuilder> {
    let name = format!("rules-judge-{}", listener.local_addr()?);
    let stopping = server.graceful_shutdown_signal();
    server.listen(name, listener, move || {
        let stopping = stopping.clone();
        let app = app(service.clone()).into_factory().map_err(|error: Error| error.error_response());
        let http = HttpService::build()
            .graceful_shutdown_signal(move || {
                let stopping = stopping.clone();
                async move { stopping.notified().await }
            })
            .client_request_timeout(limits.head_time)
            .keep_alive(limits.idle_time)
            .on_connect_ext(|connection: &TimedStream, data| drop(data.insert(connection.progress())))
            .finish(map_config(app, |()| AppConfig::default()));
        let service = service.clone();
        fn_service(move |stream: TcpStream| {
            let connection = begin(stream, &service, limits);
            async move { connection }
        })
        .and_then(http)
    })
}

type Begun = (TimedStream, Protocol, Option<SocketAddr>);

/// Starts serving a connection, unless its address has as many as it may.
fn begin(stream: TcpStream, service: &Service, limits: Limits) -> Result<Begun, DispatchError> {
    // A connection without a peer address was closed by its client, so it does not count as refused.
    let peer = stream.peer_addr().map_err(DispatchError::Io)?;
    let Some(admitted) = service.addresses().admit(peer.ip()) else {
        service.metrics().connection_refused();
        let _ = stream.try_write(TOO_MANY);
        return Err(DispatchError::Io(io::ErrorKind::QuotaExceeded.into()));
    };
    give_up_stuck(&stream, limits.body_time);
    Ok((TimedStream::new(stream, limits.head_time, admitted), Protocol::Http1, Some(peer)))
}

/// Lets the system close a connection whose client acknowledges nothing for so long, if the system supports
/// it.
fn give_up_stuck(stream: &TcpStream, after: Duration) {
    #[cfg(target_os = "linux")]
    if let Err(error) = socket2::SockRef::from(stream).set_tcp_user_timeout(Some(after)) {
        tracing::warn!(%error, "a connection without a time-out for its answers");
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (stream, after);
}
