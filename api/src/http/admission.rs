//! Bounds the work of the service: how many judgements run, how many wait, and how many bytes are in memory.
//!
//! Each judgement that may run has a thread, and all threads take work from one queue. With few threads, the
//! data that judgements read stay longer in the caches of the cores.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use actix_web::rt::time::timeout;
use rayon::{ThreadPool, ThreadPoolBuilder};
use rules_judge_replays::answer::detail::Detail;
use rules_judge_replays::answer::{Fault, FaultCode};
use rules_judge_replays::judging::Stop;
use tokio::sync::oneshot::{self, Receiver};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::http::details;
use crate::limits::Limits;

/// Bounds the work of the whole service.
#[derive(Debug)]
pub struct Admission {
    bytes: Arc<Semaphore>,
    places: Arc<Semaphore>,
    judges: ThreadPool,
    running: Arc<AtomicUsize>,
    batches: Arc<Semaphore>,
    limits: Limits,
}

impl Admission {
    /// An admission with these limits.
    ///
    /// # Errors
    /// The system cannot start another thread.
    pub fn new(limits: &Limits) -> io::Result<Admission> {
        let most = Semaphore::MAX_PERMITS;
        let judges = ThreadPoolBuilder::new()
            .num_threads(limits.running.max(1))
            .thread_name(|number| format!("judge-{number}"))
            // Without a handler, a panic while dropping a result that nobody awaits would end the process.
            // The panic hook has logged it, and a waiting request gets a fault, since the sender is gone.
            .panic_handler(drop)
            .build()
            .map_err(io::Error::other)?;
        Ok(Admission {
            bytes: Arc::new(Semaphore::new(limits.held_bytes.min(most))),
            places: Arc::new(Semaphore::new(limits.running.saturating_add(limits.waiting).min(most))),
            judges,
            running: Arc::default(),
            batches: Arc::new(Semaphore::new(limits.batches.min(most))),
            limits: *limits,
        })
    }

    /// Reserves memory for `count` bytes of request bodies or answers. Dropping the permit returns it.
    pub fn hold_bytes(&self, count: usize) -> Result<OwnedSemaphorePermit, Fault> {
        let count = u32::try_from(count).map_err(|_| overloaded(details::too_many_bytes()))?;
        Arc::clone(&self.bytes)
            .try_acquire_many_owned(count)
            .map_err(|_| overloaded(details::too_many_bytes()))
    }

    /// Runs the work on a judging thread when its turn in the queue has come.
    ///
    /// Nothing can stop a thread from outside, so the place becomes free when the work ends and not when the
    /// client leaves. [`Stop`] asks the work to end when its client has left or its time is up; work that has
    /// not begun is dropped when its client leaves. A panic of the work becomes a fault.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(Arc<dyn Stop>) -> T + Send + 'static,
    ) -> Result<T, Fault> {
        let place = Arc::clone(&self.places)
            .try_acquire_owned()
            .map_err(|_| overloaded(details::too_many_waiting()))?;
        let (asked, mut ended) = self.queue(work, Some(place));
        match timeout(self.limits.waiting_time, &mut ended).await {
            Ok(ended) => result(ended),
            Err(_) if asked.turn.give_up() => Err(overloaded(details::too_many_waiting())),
            Err(_) => result(ended.await),
        }
    }

    /// Takes one of the places for batches. Dropping the permit returns it.
    pub fn begin_batch(&self) -> Result<OwnedSemaphorePermit, Fault> {
        Arc::clone(&self.batches).try_acquire_owned().map_err(|_| overloaded(details::too_many_batches()))
    }

    /// As [`Admission::begin_batch`], for a batch that returned its place while it had no line. It waits for
    /// a place as long as a judgement waits for its turn.
    pub async fn resume_batch(&self) -> Result<OwnedSemaphorePermit, Fault> {
        timeout(self.limits.waiting_time, Arc::clone(&self.batches).acquire_owned())
            .await
            .map_err(|_| overloaded(details::too_many_batches()))?
            .map_err(|_| overloaded(details::too_many_batches()))
    }

    /// As [`Admission::run`], for a line of a batch. It waits in the same queue without a time limit. The
    /// number of waiting lines is bounded, since each batch with a place has at most `running` of them.
    pub async fn run_in_batch<T: Send + 'static>(
        &self,
        work: impl FnOnce(Arc<dyn Stop>) -> T + Send + 'static,
    ) -> Result<T, Fault> {
        let (_asked, ended) = self.queue(work, None);
        result(ended.await)
    }

    /// Puts the work at the end of the queue. The receiver gets its result.
    fn queue<T: Send + 'static>(
        &self,
        work: impl FnOnce(Arc<dyn Stop>) -> T + Send + 'static,
        place: Option<OwnedSemaphorePermit>,
    ) -> (QueuedTurn, Receiver<thread::Result<T>>) {
        let (sender, receiver) = oneshot::channel();
        let running = Arc::clone(&self.running);
        let end = Arc::new(End::within(self.limits.judging_time));
        let of_work = Arc::clone(&end);
        let turn = Turn::of(move || {
            running.fetch_add(1, Ordering::Relaxed);
            of_work.begin();
            let result = catch_unwind(AssertUnwindSafe(|| work(of_work)));
            running.fetch_sub(1, Ordering::Relaxed);
            drop(place);
            // The request may have been dropped meanwhile.
            let _left = sender.send(result);
        });
        let waiting = turn.clone();
        self.judges.spawn(move || {
            if let Some(work) = waiting.take() {
                work();
            }
        });
        (QueuedTurn { turn, end }, receiver)
    }

    /// The current numbers of running and waiting judgements and of reserved bytes.
    pub fn levels(&self) -> [(&'static str, u64); 3] {
        let Limits { running, waiting, held_bytes, .. } = self.limits;
        let most = Semaphore::MAX_PERMITS;
        let taken =
            |all: usize, semaphore: &Semaphore| all.min(most).saturating_sub(semaphore.available_permits());
        let runs = self.running.load(Ordering::Relaxed);
        let waits = taken(running.saturating_add(waiting), &self.places).saturating_sub(runs);
        let bytes = taken(held_bytes, &self.bytes);
        [("running", runs as u64), ("waiting", waits as u64), ("held_bytes", bytes as u64)]
    }
}

/// Work that has not begun. Either the thread that begins it takes it, or the request that queued it cancels
/// it, never both.
#[derive(Clone)]
struct Turn(Arc<Mutex<Option<Work>>>);

type Work = Box<dyn FnOnce() + Send>;

impl Turn {
    fn of(work: impl FnOnce() + Send + 'static) -> Turn {
        Turn(Arc::new(Mutex::new(Some(Box::new(work)))))
    }

    fn take(&self) -> Option<Work> {
        // Nothing panics while the lock is held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Cancels the work; `false`: it has begun.
    fn give_up(&self) -> bool {
        self.take().is_some()
    }
}

/// Asks work to end, when nobody waits for it any more or its time is up.
#[derive(Debug)]
struct End {
    is_left: AtomicBool,
    time: Duration,
    until: OnceLock<Instant>,
}

impl End {
    const fn within(time: Duration) -> End {
        End { is_left: AtomicBool::new(false), time, until: OnceLock::new() }
    }

    /// Starts the time of the work, when it begins.
    fn begin(&self) {
        self.until.get_or_init(|| Instant::now() + self.time);
    }
}

impl Stop for End {
    fn is_asked(&self) -> bool {
        self.is_left.load(Ordering::Relaxed) || self.until.get().is_some_and(|until| Instant::now() >= *until)
    }
}

/// Work that is queued or running. Dropping this cancels it, or asks it to end.
struct QueuedTurn {
    turn: Turn,
    end: Arc<End>,
}

impl Drop for QueuedTurn {
    fn drop(&mut self) {
        self.turn.give_up();
        self.end.is_left.store(true, Ordering::Relaxed);
    }
}

/// The result of the work, or a fault if the work panicked.
fn result<T, E>(ended: Result<thread::Result<T>, E>) -> Result<T, Fault> {
    match ended {
        Ok(Ok(result)) => Ok(result),
        Ok(Err(_)) | Err(_) => Err(Fault::new(FaultCode::Internal, details::internal())),
    }
}

fn overloaded(detail: Detail) -> Fault {
    Fault::new(FaultCode::Overloaded, detail)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn code<T>(result: Result<T, Fault>) -> Option<FaultCode> {
        result.err().map(|fault| fault.code)
    }

    fn admission(limits: Limits) -> Admission {
        Admission::new(&limits).expect("threads")
    }

    /// Occupies the only judging thread until the sender is dropped.
    fn occupy(admission: &Admission) -> mpsc::Sender<()> {
        let (occupied, until) = mpsc::channel();
        let (begins, begun) = mpsc::channel();
        admission.judges.spawn(move || {
            begins.send(()).expect("a receiver waits");
            assert_eq!(until.recv(), Err(mpsc::RecvError));
        });
        begun.recv().expect("it begins");
        occupied
    }

    #[actix_web::test]
    async fn a_panic_is_a_fault_and_the_next_work_runs() {
        let admission = admission(Limits { running: 1, waiting: 0, ..Limits::default() });
        let broken: Result<(), Fault> =
            admission.run(|_| std::panic::resume_unwind(Box::new("broken"))).await;
        assert_eq!(code(broken), Some(FaultCode::Internal));
        assert_eq!(admission.run(|_| 7).await, Ok(7));
        assert_eq!(admission.levels().map(|(_, level)| level), [0, 0, 0]);
    }

    #[actix_web::test]
    async fn without_a_place_nothing_runs() {
        let admission = admission(Limits { running: 0, waiting: 0, ..Limits::default() });
        assert_eq!(code(admission.run(|_| 7).await), Some(FaultCode::Overloaded));
    }

    #[actix_web::test]
    async fn who_waits_too_long_is_sent_away_and_the_work_is_not_done() {
        let waiting_time = Duration::from_millis(1);
        let admission = admission(Limits { running: 1, waiting: 1, waiting_time, ..Limits::default() });
        let occupied = occupy(&admission);
        let done = Arc::new(AtomicBool::new(false));
        let mark = Arc::clone(&done);
        let work = admission.run(move |_| mark.store(true, Ordering::SeqCst));
        assert_eq!(code(work.await), Some(FaultCode::Overloaded));
        nothing_was_done(&admission, occupied, &done).await;
    }

    #[actix_web::test]
    async fn who_leaves_before_its_turn_gives_up_its_place_and_the_work_is_not_done() {
        // Longer than the test runs, so that no request is refused because it waited.
        let waiting_time = Duration::from_secs(3_600);
        let admission = admission(Limits { running: 1, waiting: 1, waiting_time, ..Limits::default() });
        let occupied = occupy(&admission);
        let done = Arc::new(AtomicBool::new(false));
        let mark = Arc::clone(&done);
        let work = admission.run(move |_| mark.store(true, Ordering::SeqCst));
        assert!(timeout(Duration::ZERO, work).await.is_err());
        nothing_was_done(&admission, occupied, &done).await;
    }

    /// Asserts that nothing is queued, and that the judging thread, once it is free, does the next work and
    /// nothing before it.
    async fn nothing_was_done(admission: &Admission, occupied: mpsc::Sender<()>, done: &AtomicBool) {
        assert_eq!(admission.levels().map(|(_, level)| level), [0, 0, 0]);
        drop(occupied);
        assert_eq!(admission.run_in_batch(|_| 7).await, Ok(7));
        assert!(!done.load(Ordering::SeqCst));
    }

    #[actix_web::test]
    async fn work_that_has_begun_may_take_longer_than_the_wait() {
        let waiting_time = Duration::from_secs(1);
        let admission = admission(Limits { running: 1, waiting: 0, waiting_time, ..Limits::default() });
        let (done, until) = mpsc::channel::<()>();
        let work = admission.run(move |_| until.recv().is_err());
        let late = async move {
            actix_web::rt::time::sleep(waiting_time * 2).await;
            drop(done);
        };
        assert_eq!(futures_util::future::join(work, late).await.0, Ok(true));
    }

    /// Work that ends only when `Stop` asks it to.
    fn endless(end: &dyn Stop) -> bool {
        while !end.is_asked() {
            thread::yield_now();
        }
        true
    }

    #[actix_web::test]
    async fn work_is_asked_to_end_when_its_time_is_up() {
        let judging_time = Duration::from_millis(1);
        let admission = admission(Limits { running: 1, waiting: 0, judging_time, ..Limits::default() });
        assert_eq!(admission.run(|end| endless(&*end)).await, Ok(true));
    }

    #[actix_web::test]
    async fn work_is_asked_to_end_when_nobody_waits_for_it_any_more() {
        let judging_time = Duration::from_secs(3_600);
        let admission = admission(Limits { running: 1, waiting: 1, judging_time, ..Limits::default() });
        let (begins, begun) = mpsc::channel();
        let mut work = Box::pin(admission.run(move |end| {
            begins.send(()).expect("a receiver waits");
            endless(&*end)
        }));
        // The first poll queues the work, which begins on another thread.
        assert!(timeout(Duration::ZERO, &mut work).await.is_err());
        begun.recv().expect("it begins");
        drop(work);
        assert_eq!(admission.run_in_batch(|_| 7).await, Ok(7));
    }

    #[test]
    fn bytes_are_held_and_given_back() {
        let admission = admission(Limits { held_bytes: 10, ..Limits::default() });
        let held = admission.hold_bytes(8);
        assert!(held.is_ok());
        assert_eq!(code(admission.hold_bytes(3)), Some(FaultCode::Overloaded));
        drop(held);
        assert!(admission.hold_bytes(10).is_ok());
    }
}
