//! The service: what all requests share, and the application that they pass through.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use actix_cors::Cors;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::middleware::{Compress, from_fn};
use actix_web::web::Bytes;
use actix_web::{App, Error, HttpRequest, web};
use rules_judge_replays::answer::{Fault, FaultCode, Verdict};
use rules_judge_replays::judging::Judge;
use serde::Serialize;

use crate::http::admission::Admission;
use crate::http::body_guard::room;
use crate::http::connection::Addresses;
use crate::http::details;
use crate::http::extract::{self, Body};
use crate::http::metrics::Metrics;
use crate::http::middleware::{RequestIds, guard};
use crate::http::rate::Rate;
use crate::http::response_cache::{Answered, ResponseCache};
use crate::http::routes;
use crate::http::signing::{KeySet, KeysAnswer, Signer};
use crate::limits::Limits;

/// What all requests share.
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
    published: KeySet,
    draining: AtomicBool,
}

/// The bytes of an answer, and whether they were kept from before.
#[derive(Debug, Clone)]
pub struct Reply {
    /// The bytes, and their signature if there is one.
    pub answered: Answered,
    /// Whether they were kept; `None`: they are not kept.
    pub hit: Option<bool>,
}

/// Whether an answer may be kept, so that others could learn that it was given before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keeping {
    /// It may.
    Allowed,
    /// What was asked can be guessed: who tries all candidates would learn which one was asked.
    Forbidden,
}

impl Keeping {
    /// That of an answer to a header which holds what nobody can guess, or not.
    pub const fn of(has_secret: bool) -> Keeping {
        if has_secret { Keeping::Allowed } else { Keeping::Forbidden }
    }
}

impl Service {
    /// A service that asks this judge.
    ///
    /// # Errors
    /// The system has no threads left to judge on.
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
            published: KeySet::default(),
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
        Service { published, ..self }
    }

    /// The public keys of the service.
    pub fn keys(&self) -> KeysAnswer {
        KeysAnswer::of(self.signer.as_deref(), &self.published)
    }

    /// What verdicts are signed with.
    pub fn signer(&self) -> Option<&Arc<Signer>> {
        self.signer.as_ref()
    }

    /// From now on `/readyz` answers 503 and answers close their connections: the service stops soon.
    pub fn drain(&self) {
        self.draining.store(true, Relaxed);
    }

    /// Whether the service stops soon.
    pub fn is_draining(&self) -> bool {
        self.draining.load(Relaxed)
    }

    /// What bounds the work.
    pub fn admission(&self) -> &Admission {
        &self.gate
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The judge, for what takes no time.
    pub fn judge(&self) -> &Arc<Judge> {
        &self.judge
    }

    /// The numbers for operators.
    pub fn metrics(&self) -> &Arc<Metrics> {
        &self.measures
    }

    /// How often one address may ask.
    pub fn rate(&self) -> &Rate {
        &self.rate
    }

    /// How many connections each address has.
    pub fn addresses(&self) -> &Arc<Addresses> {
        &self.addresses
    }

    /// As [`Service::ask`], unless the same was answered before. The question says of its answer whether it may be kept.
    pub async fn ask_once<T: Serialize + 'static>(
        &self,
        request: &HttpRequest,
        body: Body,
        question: impl FnOnce(&Judge, &[u8]) -> Result<(T, Keeping), Fault> + Send + 'static,
    ) -> Result<Reply, Fault> {
        self.once(request, body, None, question).await
    }

    /// As [`Service::ask_once`], for a verdict, which is signed if this service signs.
    pub async fn verdict_once(
        &self,
        request: &HttpRequest,
        body: Body,
        question: impl FnOnce(&Judge, &[u8]) -> Result<Verdict, Fault> + Send + 'static,
    ) -> Result<Reply, Fault> {
        let question = move |judge: &Judge, body: &[u8]| {
            let verdict = question(judge, body)?;
            let keeping = Keeping::of(verdict.has_secret);
            Ok((verdict, keeping))
        };
        self.once(request, body, self.signer.clone(), question).await
    }

    async fn once<T: Serialize + 'static>(
        &self,
        request: &HttpRequest,
        body: Body,
        signer: Option<Arc<Signer>>,
        question: impl FnOnce(&Judge, &[u8]) -> Result<(T, Keeping), Fault> + Send + 'static,
    ) -> Result<Reply, Fault> {
        let pairs = extract::pairs(request)?;
        let key = self.answers.key(request.path(), &pairs, extract::language(request), body.bytes());
        if let Some(answered) = key.as_ref().and_then(|key| self.answers.get(key)) {
            self.measures.looked_up(true);
            return Ok(Reply { answered, hit: Some(true) });
        }
        let asked = self.ask_signed(signer, move |judge| question(judge, body.bytes()));
        let (answered, keeping) = asked.await?;
        let key = key.filter(|_| keeping == Keeping::Allowed);
        if let Some(key) = key {
            self.measures.looked_up(false);
            self.answers.put(key, &answered);
        }
        Ok(Reply { answered, hit: key.map(|_| false) })
    }

    /// A new request id.
    pub fn new_request_id(&self) -> String {
        self.request_ids.next_id()
    }

    /// Asks the judge on a thread that may take its time, and gives the answer's bytes.
    pub async fn ask<T: Serialize + 'static>(
        &self,
        question: impl FnOnce(&Judge) -> Result<T, Fault> + Send + 'static,
    ) -> Result<Bytes, Fault> {
        let (bytes, ()) = self.ask_with_note(|judge| Ok((question(judge)?, ()))).await?;
        Ok(bytes)
    }

    /// As [`Service::ask`], for a verdict, which is signed if this service signs.
    pub async fn verdict(
        &self,
        question: impl FnOnce(&Judge) -> Result<Verdict, Fault> + Send + 'static,
    ) -> Result<Answered, Fault> {
        let asked = self.ask_signed(self.signer.clone(), |judge| Ok((question(judge)?, ())));
        Ok(asked.await?.0)
    }

    /// As [`Service::ask`], with a note that is not part of the answer.
    pub async fn ask_with_note<T: Serialize + 'static, N: Send + 'static>(
        &self,
        question: impl FnOnce(&Judge) -> Result<(T, N), Fault> + Send + 'static,
    ) -> Result<(Bytes, N), Fault> {
        let (answered, note) = self.ask_signed(None, question).await?;
        Ok((answered.bytes, note))
    }

    /// Signing goes over all bytes, so that it is done where judging is done.
    async fn ask_signed<T: Serialize + 'static, N: Send + 'static>(
        &self,
        signer: Option<Arc<Signer>>,
        question: impl FnOnce(&Judge) -> Result<(T, N), Fault> + Send + 'static,
    ) -> Result<(Answered, N), Fault> {
        let judge = Arc::clone(&self.judge);
        let written = self.gate.run(move |end| {
            let (answer, note) = question(&judge.stopping(end))?;
            let mut bytes = serde_json::to_vec(&answer)
                .map_err(|_| Fault::new(FaultCode::Internal, details::unwritten()))?;
            // It may be kept for long, and then weighs no more than it has.
            bytes.shrink_to_fit();
            let signature = signer.map(|signer| signer.sign(&bytes).into());
            Ok((Answered { bytes: bytes.into(), signature }, note))
        });
        written.await?
    }
}

/// The application: all routes behind the guard, which sees every request and every answer. The room of an
/// answer is that of its bytes before they are compressed.
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

/// Pages of any origin may ask anything; nothing depends on who they are, and what is not to be asked is
/// refused as everywhere, where the page can read why.
fn cors() -> Cors {
    Cors::default().allow_any_origin().send_wildcard().allow_any_method().allow_any_header().max_age(86_400)
}
