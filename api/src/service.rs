//! The service: what all requests share, and the application that they pass through.

use std::io;
use std::net::{SocketAddr, ToSocketAddrs};
use std::sync::Arc;

use actix_web::body::MessageBody;
use actix_web::dev::{Server, ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::middleware::{Compress, from_fn};
use actix_web::{App, Error, HttpServer, web};
use rules_judge_replays::answer::{Fault, FaultCode};
use rules_judge_replays::judge::Judge;
use serde::Serialize;

use crate::gate::Gate;
use crate::guard::{RequestIds, guard};
use crate::limits::Limits;
use crate::routes;

/// What all requests share.
#[derive(Debug)]
pub struct Service {
    gate: Gate,
    judge: Arc<Judge>,
    limits: Limits,
    request_ids: RequestIds,
}

impl Service {
    /// A service that asks this judge.
    pub fn new(judge: Judge, limits: Limits) -> Service {
        Service {
            gate: Gate::new(&limits),
            judge: Arc::new(judge),
            limits,
            request_ids: RequestIds::default(),
        }
    }

    /// What bounds the work.
    pub fn gate(&self) -> &Gate {
        &self.gate
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// A new request id.
    pub fn request_id(&self) -> String {
        self.request_ids.next_id()
    }

    /// Asks the judge on a thread that may take its time, and gives the answer's bytes.
    pub async fn ask<T: Serialize + 'static>(
        &self,
        question: impl FnOnce(&Judge) -> Result<T, Fault> + Send + 'static,
    ) -> Result<Vec<u8>, Fault> {
        let judge = Arc::clone(&self.judge);
        let written = self.gate.run(move || {
            let answer = question(&judge)?;
            serde_json::to_vec(&answer)
                .map_err(|_| Fault::new(FaultCode::Internal, "The answer could not be written."))
        });
        written.await?
    }
}

/// The application: all routes behind the guard.
pub fn app(
    service: web::Data<Service>,
) -> App<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<impl MessageBody>,
        Error = Error,
        InitError = (),
    >,
> {
    App::new()
        .app_data(service)
        .configure(routes::configure)
        .default_service(web::to(routes::not_found))
        .wrap(from_fn(guard))
        .wrap(Compress::default())
}

/// Opens the address; the server runs when it is awaited, until `stop` completes.
pub fn bind(
    service: web::Data<Service>,
    address: impl ToSocketAddrs,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<(Server, Vec<SocketAddr>)> {
    let limits = *service.limits();
    let server = HttpServer::new(move || app(service.clone()))
        .client_request_timeout(limits.head_time)
        .keep_alive(limits.idle_time)
        .max_connections(limits.connections)
        .shutdown_timeout(limits.shutdown_seconds)
        .shutdown_signal(stop)
        .bind(address)?;
    let addresses = server.addrs();
    Ok((server.run(), addresses))
}
