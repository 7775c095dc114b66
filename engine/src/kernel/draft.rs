//! A use is a transaction: its table of conditions runs on a draft that a refusal takes back and
//! that an acceptance hands over as a permit.

use super::agenda::Match;
use super::decision::{Does, Row};
use super::{Game, Halt, Seat};
use crate::verdict::{Cite, Refusal};

/// The most reasons that are told of one refused entry.
pub const REFUSAL_LIMIT: usize = 100;

/// A use being checked.
#[derive(Debug)]
pub struct Draft<'m, 'p, G: Game> {
    /// The match that the draft stands on.
    pub game: &'m mut Match<'p, G>,
    /// The reasons found so far.
    refusals: Vec<Refusal<G::Reason>>,
    /// Whether reading goes on after the first reason.
    explain: bool,
    /// The fields that are filled in; lines that read others are left out.
    known: u16,
    /// The fields that were blamed.
    blamed: u16,
}

impl<'p, G: Game> Draft<'_, 'p, G> {
    /// Reads a table, line by line.
    pub fn rows<A>(&mut self, rows: &[Row<G, A>], fields: &[&'static str], seat: Seat, action: &A) {
        for row in rows {
            if row.reads & self.blamed != 0 || row.reads & !self.known != 0 {
                continue;
            }
            if !self.explain && !self.refusals.is_empty() || self.game.must_wait() {
                return;
            }
            self.game.rule.set(row.cites.first().copied());
            match row.does {
                _ if !self.game.hold(row.cites) => {}
                Does::Test(test) => {
                    if let Err(reason) = test(self.game, seat, action) {
                        self.blamed |= row.blames;
                        self.note(reason, row.cites, row.field(fields));
                    }
                }
                Does::Act(act) => {
                    if self.refusals.is_empty() {
                        act(self.game, seat, action);
                    }
                }
            }
        }
    }

    #[cold]
    fn note(&mut self, reason: G::Reason, cites: &[Cite], field: &'static str) {
        if let Some((&cite, also)) = cites.split_first() {
            self.refusals.push(Refusal::new(reason, cite).also(also).of(field));
        }
    }

    /// Adds a reason that no table has a line for.
    pub fn refuse(&mut self, refusal: Refusal<G::Reason>) {
        let in_force = refusal.cites().all(|rule| self.game.holds(rule));
        let room = if self.explain { REFUSAL_LIMIT } else { 1 };
        if in_force && self.refusals.len() < room {
            self.refusals.push(refusal);
        }
    }

    /// Whether a reason was found.
    pub fn is_refused(&self) -> bool {
        !self.refusals.is_empty()
    }
}

/// Proof that an action may be. Dropping it takes the draft back.
#[derive(Debug)]
pub struct Permit<'m, 'p, G: Game> {
    game: &'m mut Match<'p, G>,
    seat: Seat,
    action: &'m G::Action,
    used: bool,
}

impl<G: Game> Permit<'_, '_, G> {
    /// Carries the action out and runs to the next decision.
    pub fn apply(mut self) {
        self.used = true;
        self.carry_out();
        let steps = self.game.steps;
        self.game.end_entry(steps);
    }

    fn carry_out(&mut self) {
        self.game.account(0);
        if self.game.due().is_some() {
            self.game.keep_draft();
            self.game.held.clear();
            return;
        }
        let asked = self.game.state.asked.iter().position(|asked| asked.seat == self.seat);
        if let Some(index) = asked.filter(|_| G::is_answer(self.action)) {
            let sealed = self.game.state.asked.get(index).is_some_and(|asked| asked.sealed);
            if sealed && self.game.state.asked.len() + self.game.state.answers.len() > 1 {
                return self.seal(index);
            }
        }
        self.game.keep_draft();
        let mut held = std::mem::take(&mut self.game.held);
        for event in held.drain(..) {
            self.game.announce(event);
        }
        self.game.held = held;
        G::perform(self.game, self.seat, self.action);
        self.game.go_on();
    }

    /// A sealed answer is put down; with the last of them all are carried out.
    #[cold]
    fn seal(&mut self, index: usize) {
        // What a sealed answer does must not be seen yet: nothing of its draft stays.
        self.game.roll_back();
        self.game.state.asked.remove(index);
        self.game.state.answers.push((self.seat, self.action.clone()));
        if !self.game.state.asked.is_empty() {
            return;
        }
        self.game.state.answers.sort_unstable_by_key(|(seat, _)| std::cmp::Reverse(*seat));
        // Those that are still to be carried out are part of the state: what they name may get another name.
        while let Some((seat, answer)) = self.game.state.answers.pop() {
            G::perform(self.game, seat, &answer);
        }
        self.game.go_on();
    }
}

impl<G: Game> Drop for Permit<'_, '_, G> {
    fn drop(&mut self) {
        if !self.used {
            self.game.take_back_entry();
        }
    }
}

impl<'p, G: Game> Match<'p, G> {
    /// An entry that was begun is not carried out.
    fn take_back_entry(&mut self) {
        self.roll_back();
        self.due.take();
        self.before_entry();
        self.end_entry(0);
    }

    /// What was drafted is what happened.
    fn keep_draft(&mut self) {
        self.drafting = false;
        self.journal.clear();
        self.undrafted = None;
    }

    fn roll_back(&mut self) {
        self.held.clear();
        self.drafting = false;
        if let Some(facts) = self.undrafted.take() {
            *self.state.facts = *facts;
        }
        while let Some(undo) = self.journal.pop() {
            self.state.table.take_back(self.pool, undo);
        }
        if !self.state.unknown.is_empty() {
            self.state.table.forget_summaries();
        }
        self.state.set_touched(self.touched);
        // What was found by a draft goes back into its pool, too.
        self.begin_again();
    }

    fn draft(
        &mut self,
        seat: Seat,
        action: &G::Action,
        explain: bool,
        known: u16,
    ) -> Vec<Refusal<G::Reason>> {
        self.drafting = true;
        self.journal.clear();
        self.touched = self.state.touched();
        let mut draft = Draft { game: self, refusals: Vec::new(), explain, known, blamed: 0 };
        G::check(&mut draft, seat, action);
        draft.refusals
    }

    /// Whether an action may be: the permit to carry it out, or every reason against it, the first
    /// being the one a judge would name. A refusal leaves no byte of the state changed.
    pub fn check<'m>(
        &'m mut self,
        seat: Seat,
        action: &'m G::Action,
    ) -> Result<Permit<'m, 'p, G>, Vec<Refusal<G::Reason>>> {
        self.refuel();
        self.begin_entry(Some((seat, action)));
        let refusals = self.draft(seat, action, false, u16::MAX);
        if refusals.is_empty() || self.due().is_some() {
            return Ok(Permit { game: self, seat, action, used: false });
        }
        self.roll_back();
        self.mixes.set(0);
        let halt = self.halt.get();
        let refusals = self.draft(seat, action, true, u16::MAX);
        // What further reasons would have to know changes nothing about the first.
        if halt.is_none() && self.halt.get() == Some(Halt::UnknownCard) {
            self.halt.set(None);
        }
        self.take_back_entry();
        Err(refusals)
    }

    /// Whether an action may still become legal once the fields outside `known` are filled in: the
    /// same table, read only as far as it can be.
    pub fn may_become_legal(&mut self, seat: Seat, action: &G::Action, known: u16) -> bool {
        self.guessed.set(false);
        let refusals = self.draft(seat, action, false, known);
        self.roll_back();
        refusals.is_empty() || self.guessed.get()
    }
}
