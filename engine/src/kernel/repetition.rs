//! The search for a state that came before without a decision in between.

use super::table::Object;
use super::{Frame, Game, Match, Reach, State};

/// Steps without a decision after which repeated states are looked for.
pub const LOOP_WATCH: u32 = 256;

/// The search for a repeated state: one remembered state, replaced at growing distances, finds
/// every cycle and needs the memory of one.
#[derive(Debug)]
pub(super) struct LoopWatch<G: Game> {
    remembered: Option<Box<State<G>>>,
    age: u32,
    limit: u32,
}

impl<G: Game> LoopWatch<G> {
    /// Nothing seen yet.
    pub(super) const fn new() -> LoopWatch<G> {
        LoopWatch { remembered: None, age: 0, limit: 1 }
    }
}

impl<G: Game> Match<'_, G> {
    /// Compares states up to the names of objects and the counters of time.
    pub(super) fn watch_for_loops(&mut self) {
        if self.steps < LOOP_WATCH {
            return;
        }
        let mut likeness = self.state.clone();
        likeness.clock = 0;
        likeness.batch = 0;
        likeness.told = 0;
        likeness.spent = 0;
        for (time, modifier) in likeness.modifiers.iter_mut().enumerate() {
            modifier.time = time as u32;
        }
        let mut batches: Vec<u32> = likeness.waiting.iter().map(|waiting| waiting.batch).collect();
        batches.sort_unstable();
        batches.dedup();
        let mut events: Vec<u32> = likeness.waiting.iter().map(|waiting| waiting.event).collect();
        events.sort_unstable();
        events.dedup();
        for waiting in &mut likeness.waiting {
            waiting.batch = batches.iter().position(|&batch| batch == waiting.batch).unwrap_or(0) as u32;
            waiting.event = events.iter().position(|&event| event == waiting.event).unwrap_or(0) as u32;
        }
        let current: Vec<u16> = likeness.table.cards().map(|(_, card)| card.incarnation).collect();
        let mut rename = |object: &mut Object| {
            let now = current.get(usize::from(object.card.0)).copied().unwrap_or(0);
            object.incarnation = now.wrapping_sub(object.incarnation);
        };
        for modifier in &mut likeness.modifiers {
            if let Reach::Objects(objects) = &mut modifier.reach {
                objects.iter_mut().for_each(&mut rename);
            }
            if let Some(source) = &mut modifier.source {
                rename(source);
            }
        }
        for frame in &mut likeness.agenda {
            if let Frame::Proposal(proposal) = frame {
                for (subject, happening) in &mut proposal.happenings {
                    subject.iter_mut().chain(&mut happening.source).for_each(&mut rename);
                }
            }
        }
        G::each_object(&mut likeness, &mut rename);
        likeness.table.forget_incarnations();
        if self.watch.remembered.as_deref() == Some(&likeness) {
            G::loop_found(self);
            return;
        }
        self.watch.age += 1;
        if self.watch.remembered.is_none() || self.watch.age >= self.watch.limit {
            self.watch = LoopWatch {
                remembered: Some(Box::new(likeness)),
                age: 0,
                limit: self.watch.limit.saturating_mul(2),
            };
        }
    }
}
