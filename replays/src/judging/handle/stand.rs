//! A game between two entries, and states to go back to.

use rules_judge_engine::games::Registered;
use rules_judge_engine::kernel::{Chance, State, Waits};

use crate::judging::entry::Reasons;
use crate::judging::judgement::{End, Judgement, Run, Waiting};
use crate::judging::ruling_effects::Rulings;

/// How many entries lie between two states that are kept to go back to, as long as these are few.
const SNAPSHOT_EVERY: usize = 16;
/// The most states that are kept to go back to: where there are more, every second one is dropped.
const MOST_SNAPSHOTS: usize = 8;

/// A judgement between two entries.
pub(super) struct Stand<G: Registered> {
    pub(super) accepted: usize,
    listed_by_others: [u32; 3],
    rulings: Rulings<State<G>>,
    pub(super) state: State<G>,
    waiting: Option<Waiting<G::Action>>,
    pub(super) waits: Option<Waits<G>>,
}

impl<G: Registered> Stand<G> {
    /// What is left of a judgement that can go on.
    pub(super) fn of(judgement: Judgement<'_, G>) -> Stand<G> {
        let Judgement { accepted, game, listed_by_others, rulings, waiting, .. } = judgement;
        let waits = game.to_write_down().1.cloned();
        let state = if waits.is_some() { game.to_write_down().0.clone() } else { game.state };
        let listed_by_others = listed_by_others.unwrap_or_default();
        Stand { accepted, listed_by_others, rulings, state, waiting, waits }
    }

    /// The judgement again, for a run.
    pub(super) fn judgement<'g>(self, run: &Run<'g, G>, chance: &'g dyn Chance) -> Judgement<'g, G>
    where
        G: 'g,
    {
        let mut judgement = run.begin(self.state, chance, true);
        judgement.accepted = self.accepted;
        // No log has more than fit.
        let all = u32::try_from(self.accepted).unwrap_or(u32::MAX);
        judgement.listed = usize::try_from(run.listed(all, self.listed_by_others)).unwrap_or(usize::MAX);
        judgement.listed_by_others = Some(self.listed_by_others);
        judgement.rulings = self.rulings;
        judgement.waiting = self.waiting;
        if let Some(waits) = self.waits
            && let Err(refusals) = judgement.game.wait_again(waits)
        {
            judgement.end = End::Refused(Reasons::Rules(refusals, None));
        }
        judgement
    }

    /// A copy, if nothing is going on but the game.
    pub(super) fn copy(&self) -> Option<Stand<G>> {
        let is_plain = !self.rulings.is_any()
            && self.rulings.passed() == 0
            && self.waiting.is_none()
            && self.waits.is_none();
        is_plain.then(|| Stand {
            accepted: self.accepted,
            listed_by_others: self.listed_by_others,
            rulings: Rulings::default(),
            state: self.state.clone(),
            waiting: None,
            waits: None,
        })
    }
}

/// States after so many entries, to go back to.
pub(super) struct Snapshots<G: Registered> {
    kept: Vec<Stand<G>>,
    /// How many entries lie between two of them.
    spacing: usize,
}

impl<G: Registered> Default for Snapshots<G> {
    fn default() -> Self {
        Snapshots { kept: Vec::new(), spacing: SNAPSHOT_EVERY }
    }
}

impl<G: Registered> Snapshots<G> {
    /// The last of them.
    pub(super) fn last(&self) -> Option<&Stand<G>> {
        self.kept.last()
    }

    /// Whether so many entries lie far enough from the last of them.
    pub(super) fn lacks(&self, entries: usize) -> bool {
        entries >= self.last().map_or(0, |kept| kept.accepted) + self.spacing
    }

    /// Keeps a state, unless more is going on than the game.
    pub(super) fn keep(&mut self, stand: &Stand<G>) {
        self.kept.extend(stand.copy());
        if self.kept.len() > MOST_SNAPSHOTS {
            let mut number = 0usize;
            self.kept.retain(|_| {
                number += 1;
                number % 2 == 1
            });
            self.spacing = self.spacing.saturating_mul(2);
        }
    }

    /// Drops those after more entries than these.
    pub(super) fn go_back_to(&mut self, entries: usize) {
        self.kept.retain(|kept| kept.accepted <= entries);
    }
}
