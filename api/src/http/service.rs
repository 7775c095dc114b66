//! The service: the state that all requests share, and the application with its middleware.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use actix_cors::Cors;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::middleware::{Compress, from_fn};
use actix_web::{App, Error, web};
use rules_judge_calls::answer::{Given, Head, Keeping};
use rules_judge_calls::call::Question;
use rules_judge_calls::keys::KeysAnswer;
use rules_judge_calls::server::Server;
use rules_judge_replays::answer::{Fault, Query, Verdict};
use rules_judge_replays::judging::Judge;

use crate::http::admission::Admission;
use crate::http::body_guard::room;
use crate::http::connection::Addresses;
use crate::http::extract::Body;
use crate::http::metrics::Metrics;
use crate::http::middleware::{RequestIds, guard};
use crate::http::rate::Rate;
use crate::http::response_cache::{Answered, ResponseCache};
use crate::http::routes;
use crate::http::routes::module::Module;
use crate::http::signing::{KeySet, Signer};
use crate::limits::Limits;

/// The state that all requests share.
#[derive(Debug)]
pub struct Service {
    gate: Admission,
    judge: Arc<Judge>,
    limits: Limits,
    answers: ResponseCache,
    measures: Arc<Metrics>,
    rate: Rate,
    addresses: Arc<Addresses>,
    request_ids: RequestIds,
    signer: Option<Arc<Signer>>,
    published: Arc<KeySet>,
    module: Option<Module>,
    draining: AtomicBool,
}

/// The parts of the service that calls use: metrics, the key that signs, the published keys.
#[derive(Debug, Clone)]
pub struct Served {
    measures: Arc<Metrics>,
    signer: Option<Arc<Signer>>,
    published: Arc<KeySet>,
}

impl Server for Served {
    fn judged(&self, verdict: &Verdict) {
        self.measures.judged(verdict);
    }

    fn sign(&self, bytes: &[u8]) -> Option<String> {
        self.signer.as_ref().map(|signer| signer.sign(bytes))
    }

    fn keys(&self) -> KeysAnswer {
        self.published.answer(self.signer.as_deref())
    }
}

impl Service {
    /// A service with this judge.
    ///
    /// # Errors
    /// The system cannot start the judging threads.
    pub fn new(judge: Judge, limits: Limits) -> io::Result<Service> {
        Ok(Service {
            gate: Admission::new(&limits)?,
            limits,
            answers: ResponseCache::new(limits.answer_bytes),
            measures: Arc::new(Metrics::new(&judge.games().games)),
            rate: Rate::new(&limits),
            addresses: Addresses::new(limits.connections_per_address),
            request_ids: RequestIds::default(),
            signer: None,
            judge: Arc::new(judge.with_memory(limits.kept_bytes).with_pools(limits.pool_bytes)),
            published: Arc::default(),
            module: None,
            draining: AtomicBool::new(false),
        })
    }

    /// The same service, which signs its verdicts.
    #[must_use]
    pub fn signing(self, signer: Signer) -> Service {
        Service { signer: Some(Arc::new(signer)), ..self }
    }

    /// The same service, which publishes further public keys beside the one that signs.
    #[must_use]
    pub fn publishing(self, published: KeySet) -> Service {
        Service { published: Arc::new(published), ..self }
    }

    /// The same service, which offers the module for WebAssembly.
    #[must_use]
    pub fn offering(self, module: Module) -> Service {
        Service { module: Some(module), ..self }
    }

    /// The module for WebAssembly, if the service offers it.
    pub fn module(&self) -> Option<&Module> {
        self.module.as_ref()
    }

    /// The parts of the service that calls use.
    pub fn served(&self) -> Served {
        Served {
            measures: Arc::clone(&self.measures),
            signer: self.signer.clone(),
            published: Arc::clone(&self.published),
        }
    }

    /// Prepares to stop: from now on `/readyz` answers 503, and answers close their connections.
    pub fn drain(&self) {
        self.draining.store(true, Relaxed);
    }

    /// Whether the service is about to stop.
    pub fn is_draining(&self) -> bool {
        self.draining.load(Relaxed)
    }

    /// Bounds the work of the service.
    pub fn admission(&self) -> &Admission {
        &self.gate
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The judge, for questions that take no time.
    pub fn judge(&self) -> &Arc<Judge> {
        &self.judge
    }

    /// The metrics for operators.
    pub fn metrics(&self) -> &Arc<Metrics> {
        &self.measures
    }

    /// Limits the requests of one address.
    pub fn rate(&self) -> &Rate {
        &self.rate
    }

    /// Counts the connections of each address.
    pub fn addresses(&self) -> &Arc<Addresses> {
        &self.addresses
    }

    /// A new request id.
    pub fn new_request_id(&self) -> String {
        self.request_ids.next_id()
    }

    /// Asks the judge on a judging thread. The signature is made there, too, because hashing all bytes takes
    /// time.
    pub async fn ask(&self, question: Question, body: Body) -> Result<Given, Fault> {
        let (judge, served) = (Arc::clone(&self.judge), self.served());
        self.gate.run(move |end| question.ask(&judge.stopping(end), body.bytes(), &served)).await?
    }

    /// As [`Service::ask`], unless the cache has the answer. Also returns whether it was cached; `None`: it
    /// may not be cached.
    pub async fn ask_once(
        &self,
        (path, query): (&str, &Query),
        question: Question,
        body: Body,
    ) -> Result<(Given, Option<bool>), Fault> {
        let key = self.answers.key(path, query, body.bytes());
        if let Some(Answered { bytes, signature }) = key.as_ref().and_then(|key| self.answers.get(key)) {
            self.measures.looked_up(true);
            return Ok((Given { signature, ..Given::lying(bytes, Head::Judged) }, Some(true)));
        }
        let given = self.ask(question, body).await?;
        let key = key.filter(|_| given.keeping == Keeping::Allowed);
        if let Some(key) = key {
            self.measures.looked_up(false);
            self.answers
                .put(key, &Answered { bytes: given.bytes.clone(), signature: given.signature.clone() });
        }
        Ok((given, key.map(|_| false)))
    }
}

/// The application: all routes within the guard, which sees every request and every answer. `room` is within
/// the compression, so that it counts bytes before they are compressed.
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
        .wrap(from_fn(room))
        .wrap(Compress::default())
        .wrap(cors())
        .wrap(from_fn(guard))
}

/// Pages of any origin may send any request: no answer depends on who asks, and refusals of the service reach
/// such a page readably.
fn cors() -> Cors {
    Cors::default().allow_any_origin().send_wildcard().allow_any_method().allow_any_header().max_age(86_400)
}
