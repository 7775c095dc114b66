//! The events after each entry, written while the log is judged: at most [`TRACE_BYTES`], [`TRACE_STEPS`] and
//! [`TRACE_LOOKS`], and only the requested steps.

use std::ops::Range;

use rules_judge_engine::kernel::fuel::FUEL_TOTAL;
use rules_judge_engine::writer;
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::answer::{Fault, TraceStep, Written};

/// The most bytes of a trace; further pages have the rest.
pub const TRACE_BYTES: usize = 4 << 20;
/// The most steps of a trace.
pub const TRACE_STEPS: usize = 5_000;
/// The most looks for rendering the steps of a trace, without the last one: as many as a game may take.
pub const TRACE_LOOKS: u64 = FUEL_TOTAL;
/// The most bytes of the events and the state of one step, so that a page has at least the step of one entry.
pub const STEP_BYTES: usize = 1 << 20;

/// The trace that is being written.
#[derive(Debug)]
pub(crate) struct Tracing {
    /// The requested entries, by their index among those that the viewer sees.
    wanted: Range<usize>,
    steps: Vec<TraceStep>,
    bytes: usize,
    /// The last step, which may get further events.
    open: Option<Open>,
    /// The events of entries that are not accepted yet; they become part of the trace when the entries are
    /// accepted.
    held: Vec<Held>,
    held_bytes: usize,
    /// The looks for rendering the steps so far.
    looks: u64,
    /// The first entry whose step did not fit.
    next: Option<usize>,
}

/// The index of an entry that the viewer sees, and the entry as the viewer sees it, if its step is in the
/// trace.
pub(crate) type Shown = (usize, Option<Value>);

/// A step that is being written.
#[derive(Debug)]
struct Open {
    /// The index of its entry; `None`: the step before all entries.
    at: Option<usize>,
    action: Option<Value>,
    /// JSON texts.
    events: Vec<String>,
    /// The length of the events with commas between.
    bytes: usize,
    left_out: u64,
    state: Option<Written>,
    state_digest: Option<String>,
}

impl Open {
    const fn new(at: Option<usize>, action: Option<Value>) -> Open {
        Open { at, action, events: Vec::new(), bytes: 0, left_out: 0, state: None, state_digest: None }
    }

    fn add(&mut self, event: String) {
        if self.left_out == 0 && self.bytes + event.len() < STEP_BYTES {
            self.bytes += event.len() + 1;
            self.events.push(event);
        } else {
            self.left_out = self.left_out.saturating_add(1);
        }
    }
}

/// The step of an entry that is not accepted yet.
#[derive(Debug)]
struct Held {
    /// Whether the viewer sees the entry; otherwise its events belong to the step before it.
    listed: bool,
    /// Whether its step is requested.
    requested: bool,
    step: Open,
}

impl Tracing {
    /// A trace of the steps of these entries. The step before all entries belongs to entry 0.
    pub(crate) fn new(from: Option<usize>, to: Option<usize>) -> Tracing {
        let wanted = from.unwrap_or(0)..to.unwrap_or(usize::MAX);
        let (steps, held) = (Vec::new(), Vec::new());
        Tracing { wanted, steps, bytes: 0, open: None, held, held_bytes: 0, looks: 0, next: None }
    }

    /// Whether the step of an entry is part of the trace; `None`: the step before all entries.
    pub(crate) fn is_requested(&self, at: Option<usize>) -> bool {
        self.next.is_none() && at.map_or(self.wanted.start == 0, |at| self.wanted.contains(&at))
    }

    /// Whether the trace is full.
    pub(crate) fn is_over(&self) -> bool {
        self.next.is_some()
    }

    /// Begins an entry that is not accepted yet: its events wait for [`Tracing::release`].
    pub(crate) fn hold(&mut self) {
        let requested = self.is_open();
        self.held.push(Held { listed: false, requested, step: Open::new(None, None) });
    }

    /// Drops the events of a refused entry and its outcomes (`entries` together), and holds their steps for
    /// the ruling that overrules them. `first` and `last` are the entry and the outcome that showed it to be
    /// illegal, as the viewer sees them, with their indices.
    pub(crate) fn pass_over(
        &mut self,
        entries: usize,
        first: Option<Shown>,
        last: Option<Shown>,
    ) -> Result<(), Fault> {
        self.hold();
        let from = self.held.len().saturating_sub(entries);
        let mut steps = self.held.split_off(from).into_iter();
        if let Some(Held { requested, .. }) = steps.next() {
            self.held.push(Held { listed: false, requested, step: Open::new(None, None) });
            if let Some((at, action)) = first {
                self.begin(Some(at), action)?;
            }
        }
        // The steps of the outcomes stay, without events.
        self.held.extend(steps.map(|held| Held { step: Open::new(held.step.at, held.step.action), ..held }));
        if let Some((at, action)) = last.filter(|_| entries > 1) {
            self.begin(Some(at), action)?;
        }
        Ok(())
    }

    /// Adds the held steps, whose entries are now accepted.
    pub(crate) fn release(&mut self) -> Result<(), Fault> {
        self.held_bytes = 0;
        for Held { listed, step, .. } in std::mem::take(&mut self.held) {
            if listed {
                self.begin(step.at, step.action)?;
            }
            if let Some(open) = &mut self.open {
                step.events.into_iter().for_each(|event| open.add(event));
                open.left_out = open.left_out.saturating_add(step.left_out);
                open.state = step.state.or(open.state.take());
                open.state_digest = step.state_digest.or(open.state_digest.take());
            }
        }
        Ok(())
    }

    /// Begins a step.
    pub(crate) fn begin(&mut self, at: Option<usize>, action: Option<Value>) -> Result<(), Fault> {
        let requested = self.is_requested(at);
        if let Some(held) = self.held.last_mut() {
            *held = Held { listed: true, requested, step: Open::new(at, action) };
            return Ok(());
        }
        self.close()?;
        if self.is_requested(at) {
            self.open = Some(Open::new(at, action));
        }
        Ok(())
    }

    /// Whether a step is being written.
    pub(crate) fn is_open(&self) -> bool {
        self.held.last().map_or(self.open.is_some(), |held| held.requested)
    }

    /// Adds events to the step.
    pub(crate) fn add(&mut self, events: impl IntoIterator<Item: Serialize>) -> Result<(), Fault> {
        let (open, held) = match self.held.last_mut() {
            Some(held) => (held.requested.then_some(&mut held.step), true),
            None => (self.open.as_mut(), false),
        };
        let Some(open) = open else { return Ok(()) };
        for event in events {
            if open.left_out == 0 {
                let text = writer::write(&event).map_err(|error| Fault::unwritten(&error))?;
                if !held {
                    open.add(text);
                    continue;
                }
                self.held_bytes += text.len();
                if self.held_bytes <= TRACE_BYTES {
                    open.add(text);
                    continue;
                }
            }
            open.left_out = open.left_out.saturating_add(1);
        }
        Ok(())
    }

    pub(crate) fn spend(&mut self, looks: u32) {
        self.looks = self.looks.saturating_add(u64::from(looks));
    }

    /// Sets the state after the step, and its digest. A state that is too long for the step is left out.
    pub(crate) fn state(&mut self, state: Option<Written>, digest: Option<String>) {
        let (open, held) = match self.held.last_mut() {
            Some(held) => (Some(&mut held.step), true),
            None => (self.open.as_mut(), false),
        };
        let Some(open) = open else { return };
        if held {
            self.held_bytes += state.as_ref().map_or(0, Written::bytes);
        }
        open.state = state.filter(|_| !held || self.held_bytes <= TRACE_BYTES);
        open.state_digest = digest;
    }

    /// Ends the step: adds it to the trace, or ends the trace before it.
    fn close(&mut self) -> Result<(), Fault> {
        let Some(Open { at, action, events, bytes, left_out, state, state_digest }) = self.open.take() else {
            return Ok(());
        };
        let events = ["[", &events.join(","), "]"].concat();
        let events = RawValue::from_string(events).map_err(|error| Fault::unwritten(&error))?;
        let left_out = (left_out > 0).then_some(left_out);
        let state = state.filter(|state| bytes + state.bytes() <= STEP_BYTES);
        let step = TraceStep { action, events: Written::of(events), left_out, state, state_digest };
        let bytes = serde_json::to_string(&step).map_err(|error| Fault::unwritten(&error))?.len();
        // A page has the step of at least one entry, so that paging ends.
        let is_first = self.steps.last().is_none_or(|step| step.action.is_none());
        let is_full = self.bytes + bytes > TRACE_BYTES || self.steps.len() >= TRACE_STEPS;
        let is_full = is_full || self.looks > TRACE_LOOKS;
        if at.is_some() && !is_first && is_full {
            self.next = at;
            return Ok(());
        }
        self.bytes += bytes;
        self.steps.push(step);
        Ok(())
    }

    /// The steps, and the first entry of the next page. Held steps are left out.
    pub(crate) fn end(mut self) -> Result<(Vec<TraceStep>, Option<usize>), Fault> {
        self.close()?;
        Ok((self.steps, self.next))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Traces of one event each, of so many bytes as JSON; the first one stands before all entries.
    fn trace_of(from: Option<usize>, events: &[usize]) -> Option<(Vec<TraceStep>, Option<usize>)> {
        let mut trace = Tracing::new(from, None);
        for (step, bytes) in events.iter().enumerate() {
            let at = step.checked_sub(1);
            trace.begin(at, at.map(|at| json!(at))).ok()?;
            trace.add(["x".repeat(bytes.checked_sub(2)?)]).ok()?;
        }
        trace.end().ok()
    }

    fn length(steps: &[TraceStep]) -> usize {
        steps.iter().map(|step| serde_json::to_string(step).map_or(0, |text| text.len())).sum()
    }

    #[test]
    fn a_trace_has_as_many_bytes_as_it_may_and_no_more() {
        // The keys and brackets of a step take some bytes.
        let fourth = STEP_BYTES - 100;
        let Some((steps, None)) = trace_of(Some(0), &[fourth, fourth, fourth, fourth, 2]) else {
            unreachable!()
        };
        let last = TRACE_BYTES - length(&steps) + 2;
        for (bytes, told_steps, next) in [(last, 5, None), (last + 1, 4, Some(3))] {
            let sizes = [fourth, fourth, fourth, fourth, bytes];
            let Some((steps, cut)) = trace_of(Some(0), &sizes) else { unreachable!() };
            assert_eq!((steps.len(), cut), (told_steps, next));
            assert_eq!(length(&steps) == TRACE_BYTES, next.is_none(), "to the last byte");
            // The page after it has the rest.
            let Some((steps, None)) = trace_of(next, &sizes) else { unreachable!() };
            assert_eq!(steps.len(), if next.is_some() { 1 } else { 5 });
        }
    }

    #[test]
    fn a_step_has_a_limit_of_bytes_and_counts_left_out_events() {
        for (bytes, left_out) in [(STEP_BYTES - 1, None), (STEP_BYTES, Some(1))] {
            let Some((steps, None)) = trace_of(Some(0), &[2, bytes]) else { unreachable!() };
            let last =
                steps.last().map(|step| (step.left_out, length(std::slice::from_ref(step)) > STEP_BYTES));
            assert_eq!(last, Some((left_out, left_out.is_none())));
        }
        // After the first event that does not fit, shorter ones are left out, too.
        let mut trace = Tracing::new(None, None);
        assert!(trace.begin(None, None).is_ok());
        assert!(trace.add([vec![0; 400_000], vec![0; 400_000], vec![0], vec![0]]).is_ok());
        assert!(trace.add([0]).is_ok());
        let steps = trace.end().map(|(steps, _)| steps).unwrap_or_default();
        assert_eq!(steps.first().and_then(|step| step.left_out), Some(4));
    }

    #[test]
    fn a_trace_takes_as_many_looks_as_it_may_and_no_more() {
        for (looks, next) in [(TRACE_LOOKS, None), (TRACE_LOOKS + 1, Some(1))] {
            let mut trace = Tracing::new(None, None);
            assert!(trace.begin(None, None).is_ok());
            assert!(trace.begin(Some(0), Some(json!(0))).is_ok());
            let mut left = looks;
            while left > 0 {
                let some = u32::try_from(left).unwrap_or(u32::MAX);
                trace.spend(some);
                left -= u64::from(some);
            }
            // Every page has the step of its first entry.
            assert!(trace.begin(Some(1), Some(json!(1))).is_ok());
            let Ok((steps, cut)) = trace.end() else { unreachable!() };
            assert_eq!((steps.len(), cut), (if next.is_some() { 2 } else { 3 }, next));
        }
    }

    #[test]
    fn a_trace_has_as_many_steps_as_it_may_and_no_more() {
        let counted = |count: usize| trace_of(None, &vec![2; count]).map(|(steps, next)| (steps.len(), next));
        assert_eq!(counted(TRACE_STEPS), Some((TRACE_STEPS, None)));
        assert_eq!(counted(TRACE_STEPS + 1), Some((TRACE_STEPS, Some(TRACE_STEPS - 1))));
    }
}
