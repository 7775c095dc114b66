//! How many judgements run, how many wait, and how many bytes are held: never more than the limits.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use actix_web::rt::time::timeout;
use actix_web::web;
use rules_judge_replays::answer::{Fault, FaultCode};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::limits::Limits;

/// Bounds the work of the whole service.
#[derive(Debug)]
pub struct Gate {
    bytes: Arc<Semaphore>,
    places: Arc<Semaphore>,
    turns: Arc<Semaphore>,
    batches: Arc<Semaphore>,
    limits: Limits,
}

impl Gate {
    /// A gate of these limits.
    pub fn new(limits: &Limits) -> Gate {
        let most = Semaphore::MAX_PERMITS;
        Gate {
            bytes: Arc::new(Semaphore::new(limits.held_bytes.min(most))),
            places: Arc::new(Semaphore::new(limits.running.saturating_add(limits.waiting).min(most))),
            turns: Arc::new(Semaphore::new(limits.running.min(most))),
            batches: Arc::new(Semaphore::new(limits.batches.min(most))),
            limits: *limits,
        }
    }

    /// Takes room for so many bytes of request bodies, given back when the permit is dropped.
    pub fn hold_bytes(&self, count: usize) -> Result<OwnedSemaphorePermit, Fault> {
        let count = u32::try_from(count).map_err(|_| overloaded(BYTES))?;
        Arc::clone(&self.bytes).try_acquire_many_owned(count).map_err(|_| overloaded(BYTES))
    }

    /// Runs the work on a thread of its own kind, when its turn has come.
    ///
    /// A thread cannot be stopped from outside, so the turn is given back by the work's end and not
    /// by the client's leaving. A panic of the work is a fault and nothing else.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Fault> {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| overloaded(WAITING))?;
        let turn = timeout(self.limits.waiting_time, Arc::clone(&self.turns).acquire_owned())
            .await
            .map_err(|_| overloaded(WAITING))?
            .map_err(|_| overloaded(WAITING))?;
        work_off(work, (turn, Some(place))).await
    }

    /// Takes the place of a batch, given back when the permit is dropped.
    pub fn begin_batch(&self) -> Result<OwnedSemaphorePermit, Fault> {
        Arc::clone(&self.batches).try_acquire_owned().map_err(|_| overloaded(BATCHES))
    }

    /// As [`Gate::begin_batch`], for a batch that gave its place back while it had no line: it waits for
    /// another one, as long as a judgement waits for its turn.
    pub async fn resume_batch(&self) -> Result<OwnedSemaphorePermit, Fault> {
        timeout(self.limits.waiting_time, Arc::clone(&self.batches).acquire_owned())
            .await
            .map_err(|_| overloaded(BATCHES))?
            .map_err(|_| overloaded(BATCHES))
    }

    /// As [`Gate::run`], for a line of a batch: it waits for its turn as long as it takes, in one queue
    /// with the others. What bounds the lines that wait here is that each batch with a place has no more
    /// than `running` of them.
    pub async fn run_in_batch<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Fault> {
        let turn = Arc::clone(&self.turns).acquire_owned().await.map_err(|_| overloaded(WAITING))?;
        work_off(work, (turn, None)).await
    }

    /// What is going on: judgements running and waiting, bytes held.
    pub fn levels(&self) -> [(&'static str, u64); 3] {
        let Limits { running, waiting, held_bytes, .. } = self.limits;
        let most = Semaphore::MAX_PERMITS;
        let taken =
            |all: usize, semaphore: &Semaphore| all.min(most).saturating_sub(semaphore.available_permits());
        let runs = taken(running, &self.turns);
        let waits = taken(running.saturating_add(waiting), &self.places).saturating_sub(runs);
        let bytes = taken(held_bytes, &self.bytes);
        [("running", runs as u64), ("waiting", waits as u64), ("held_bytes", bytes as u64)]
    }
}

/// Does the work on a thread of its own kind; the permits are given back when it has ended.
async fn work_off<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
    permits: (OwnedSemaphorePermit, Option<OwnedSemaphorePermit>),
) -> Result<T, Fault> {
    let ended = web::block(move || {
        let result = catch_unwind(AssertUnwindSafe(work));
        drop(permits);
        result
    })
    .await;
    match ended {
        Ok(Ok(result)) => Ok(result),
        Ok(Err(_)) | Err(_) => Err(Fault::new(
            FaultCode::Internal,
            "An invariant of the judge did not hold. The request id finds it in the log.",
        )),
    }
}

/// `what` is there too much of.
fn overloaded(what: &str) -> Fault {
    let detail = format!("{what} Nothing was judged; send the request again.");
    Fault::new(FaultCode::Overloaded, detail)
}

const WAITING: &str = "Too many judgements are waiting.";
const BATCHES: &str = "Too many batches are judged.";
const BYTES: &str = "Too many bytes of requests and answers are held.";

#[cfg(test)]
mod tests {
    use super::*;

    fn code<T>(result: Result<T, Fault>) -> Option<FaultCode> {
        result.err().map(|fault| fault.code)
    }

    #[actix_web::test]
    async fn a_panic_is_a_fault_and_the_next_work_runs() {
        let gate = Gate::new(&Limits { running: 1, waiting: 0, ..Limits::default() });
        let broken: Result<(), Fault> = gate.run(|| std::panic::resume_unwind(Box::new("broken"))).await;
        assert_eq!(code(broken), Some(FaultCode::Internal));
        assert_eq!(gate.run(|| 7).await, Ok(7));
    }

    #[actix_web::test]
    async fn without_a_place_nothing_runs() {
        let gate = Gate::new(&Limits { running: 0, waiting: 0, ..Limits::default() });
        assert_eq!(code(gate.run(|| 7).await), Some(FaultCode::Overloaded));
    }

    #[actix_web::test]
    async fn who_waits_too_long_is_sent_away() {
        let limits =
            Limits { running: 0, waiting: 1, waiting_time: std::time::Duration::ZERO, ..Limits::default() };
        let gate = Gate::new(&limits);
        assert_eq!(code(gate.run(|| 7).await), Some(FaultCode::Overloaded));
    }

    #[test]
    fn bytes_are_held_and_given_back() {
        let gate = Gate::new(&Limits { held_bytes: 10, ..Limits::default() });
        let held = gate.hold_bytes(8);
        assert!(held.is_ok());
        assert_eq!(code(gate.hold_bytes(3)), Some(FaultCode::Overloaded));
        drop(held);
        assert!(gate.hold_bytes(10).is_ok());
    }
}
