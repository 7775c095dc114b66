//! A use as a transaction: its table of conditions runs on a draft of the state. A refusal takes the draft
//! back; an acceptance returns a permit that owns it.

use crate::kernel::flow::agenda::Match;
use std::ops::Deref;

use crate::kernel::action::condition::{Does, Row, blamed_field};
use crate::kernel::event::{Acts, Became, Event, Proposal};
use crate::kernel::table::Undo;
use crate::kernel::{Card, CardId, Definitions, Game, Halt, Seat, Unknown};
use crate::verdict::{Cite, Refusal};

/// The bits of all fields.
pub const ALL_FIELDS: u16 = u16::MAX;

/// The largest number of reasons for one refused entry.
pub const REFUSAL_LIMIT: usize = 100;

/// How to take back the open draft.
#[derive(Debug)]
pub(in crate::kernel) struct Journal<G: Game> {
    /// Whether a draft is open.
    pub(in crate::kernel) is_open: bool,
    /// How to undo its changes of the table.
    pub(in crate::kernel) undo: Vec<Undo<G>>,
    /// Its events, announced once it is accepted.
    pub(in crate::kernel) held: Vec<Event<G>>,
    /// The facts before it, if it changed them.
    pub(in crate::kernel) facts: Option<Box<G::Facts>>,
    /// The unknown places before it, if it mixed or revealed cards.
    pub(in crate::kernel) unknown: Option<Unknown>,
    /// Whether checks had anything to look at before it.
    pub(in crate::kernel) touched: bool,
    /// The clock before it.
    pub(in crate::kernel) clock: u32,
}

impl<G: Game> Default for Journal<G> {
    fn default() -> Self {
        Journal {
            is_open: false,
            undo: Vec::new(),
            held: Vec::new(),
            facts: None,
            unknown: None,
            touched: false,
            clock: 0,
        }
    }
}

/// What an acting row may use: it reads the match, and changes only what a refusal takes back.
#[derive(Debug)]
pub struct Payment<'m, 'p, G: Game> {
    game: &'m mut Match<'p, G>,
    /// The rule that stopped the first proposal that did not happen.
    stopped_by: Option<Cite>,
    /// Whether a judge's ruling makes the action stand.
    is_by_ruling: bool,
}

impl<G: Game> Payment<'_, '_, G> {
    /// Whether a judge's ruling makes the action stand. Then the payment named may not cover the cost.
    pub const fn is_by_ruling(&self) -> bool {
        self.is_by_ruling
    }
}

impl<'p, G: Game> Deref for Payment<'_, 'p, G> {
    type Target = Match<'p, G>;

    fn deref(&self) -> &Match<'p, G> {
        self.game
    }
}

impl<'p, G: Game> Acts<'p, G> for Payment<'_, 'p, G> {
    fn game(&self) -> &Match<'p, G> {
        self.game
    }

    /// A draft cannot wait for moments, so a cost that opens any is paid when the use is carried out.
    fn propose(&mut self, proposal: Proposal<G>) -> Became {
        let own = proposal.rule;
        let became = self.game.propose(proposal);
        let stopped_by = match became {
            // A suspended rule stops nothing.
            Became::Withdrawn(rule) => self.game.in_force(rule).then_some(rule),
            Became::Replaced(rule) => Some(rule),
            Became::Waiting if self.game.due().is_none() => Some(own),
            Became::Done | Became::Waiting => None,
        };
        self.stopped_by = self.stopped_by.or(stopped_by);
        became
    }

    fn facts_mut(&mut self) -> &mut G::Facts {
        self.game.facts_mut()
    }
}

/// The purpose of reading a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// To decide whether the action is legal: stops at the first reason against it.
    Decide,
    /// To decide whether the action is possible by a judge's ruling: conditions that a ruling can waive
    /// ([`Game::can_be_waived`]) are recorded and refuse nothing.
    Allow,
    /// To collect every reason against it.
    Explain,
    /// To repeat what the acting rows of an accepted action did.
    Repeat,
}

/// Whether to read a row.
enum Reading {
    /// Read it.
    Read,
    /// Skip it.
    Passed,
    /// Stop: skip this one and all after it.
    Last,
}

/// The check of one use.
#[derive(Debug)]
pub struct Draft<'m, 'p, G: Game> {
    /// The match that has the draft.
    pub game: &'m mut Match<'p, G>,
    /// The reasons found so far.
    refusals: Vec<Refusal<G::Reason>>,
    /// The reasons that a ruling waives.
    waived: Vec<Refusal<G::Reason>>,
    purpose: Purpose,
    /// The fields that are filled in: rows that read others are skipped.
    known: u16,
    /// The fields that were filled in last: tests that read none of them have passed before.
    latest: u16,
    /// The fields that reasons point to.
    blamed: u16,
}

impl<'p, G: Game> Draft<'_, 'p, G> {
    /// Reads a table, row by row.
    pub fn rows<A>(&mut self, rows: &[Row<G, A>], fields: &[&'static str], seat: Seat, action: &A) {
        // The compiler instantiates this loop for each kind of action, so everything that does not depend on
        // the kind is in other functions.
        for row in rows {
            if matches!(row.does, Does::Test(_)) && !self.is_tested(row.reads) {
                continue;
            }
            match (self.reading(row.reads, row.cites), &row.does) {
                (Reading::Passed, _) => {}
                (Reading::Last, _) => return,
                (Reading::Read, Does::Test(test)) => {
                    if let Err(reason) = test(self.game, seat, action) {
                        self.blame(row.blames, reason, row.cites, fields);
                    }
                }
                (Reading::Read, Does::Act(act)) => {
                    if let Some(mut payment) = self.begin_payment(row.reads) {
                        act(&mut payment, seat, action);
                        let stopped_by = payment.stopped_by;
                        self.end_payment(stopped_by, row.cites);
                    }
                }
            }
        }
    }

    /// Whether to read a row that reads these fields.
    fn reading(&mut self, reads: u16, cites: &'static [Cite]) -> Reading {
        // Rows behind a waived condition are read on, because one of them may still refuse.
        if reads & self.blamed != 0 && !self.is_by_ruling() || reads & !self.known != 0 {
            return Reading::Passed;
        }
        if self.purpose != Purpose::Explain && !self.refusals.is_empty() || self.game.must_wait() {
            return Reading::Last;
        }
        self.game.rule.set(cites.first().copied());
        if self.game.all_in_force(cites) { Reading::Read } else { Reading::Passed }
    }

    /// Whether a test that reads these fields must run.
    fn is_tested(&self, reads: u16) -> bool {
        self.purpose != Purpose::Repeat && (self.latest == ALL_FIELDS || reads & self.latest != 0)
    }

    /// Begins an acting row; `None`: a reason was found before it.
    fn begin_payment(&mut self, reads: u16) -> Option<Payment<'_, 'p, G>> {
        if reads & self.latest != 0 {
            // Later tests must read what this row changes.
            self.latest = ALL_FIELDS;
        }
        let is_by_ruling = self.is_by_ruling();
        self.refusals.is_empty().then(|| Payment { game: self.game, stopped_by: None, is_by_ruling })
    }

    /// Records the rule that stopped a proposal of an acting row.
    fn end_payment(&mut self, stopped_by: Option<Cite>, cites: &[Cite]) {
        let Some(rule) = stopped_by else { return };
        let refusal = Refusal::new(G::cannot_happen(), rule).also(cites);
        match self.is_by_ruling() {
            true => self.waive(refusal),
            false => self.refuse(refusal),
        }
    }

    #[cold]
    fn blame(&mut self, blames: u16, reason: G::Reason, cites: &[Cite], fields: &[&'static str]) {
        self.blamed |= blames;
        self.note(reason, cites, blamed_field(blames, fields));
    }

    #[cold]
    fn note(&mut self, reason: G::Reason, cites: &[Cite], field: &'static str) {
        if let Some((&cite, also)) = cites.split_first() {
            let refusal = Refusal::new(reason, cite).also(also).of(field);
            match self.is_by_ruling() && G::can_be_waived(&refusal.reason) {
                true => self.waive(refusal),
                false => self.refusals.push(refusal),
            }
        }
    }

    /// Records a condition that the ruling waives.
    pub fn waive(&mut self, refusal: Refusal<G::Reason>) {
        if self.waived.len() < REFUSAL_LIMIT {
            self.waived.push(refusal);
        }
    }

    /// Whether a judge's ruling makes the action stand, so that conditions may be waived.
    pub fn is_by_ruling(&self) -> bool {
        self.purpose == Purpose::Allow
    }

    /// Adds a reason that no row states.
    pub fn refuse(&mut self, refusal: Refusal<G::Reason>) {
        match self.is_by_ruling() && G::can_be_waived(&refusal.reason) {
            true => self.waive(refusal),
            false => self.forbid(refusal),
        }
    }

    /// Adds a reason that no ruling can waive.
    pub fn forbid(&mut self, refusal: Refusal<G::Reason>) {
        let in_force = refusal.cites().all(|rule| self.game.in_force(rule));
        let room = match self.purpose {
            Purpose::Decide | Purpose::Allow => 1,
            Purpose::Explain => REFUSAL_LIMIT,
            Purpose::Repeat => 0,
        };
        if in_force && self.refusals.len() < room {
            self.refusals.push(refusal);
        }
    }

    /// Whether these fields are filled in.
    pub const fn knows(&self, fields: u16) -> bool {
        fields & !self.known == 0
    }

    /// Whether a reason was found.
    pub fn is_refused(&self) -> bool {
        !self.refusals.is_empty()
    }
}

/// The proof that an action is legal. Dropping it takes the draft back.
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
        self.game.end_entry();
        self.game.watch_for_circles(self.seat, self.action);
    }

    fn carry_out(&mut self) {
        if self.game.due().is_some() {
            self.game.account(0);
            self.game.keep_draft();
            self.game.journal.held.clear();
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
        self.game.announce_held();
        G::perform(self.game, self.seat, self.action);
        self.game.go_on();
    }

    /// Stores a sealed answer; the last one carries all of them out.
    #[cold]
    fn seal(&mut self, index: usize) {
        // The effects of a sealed answer must stay hidden, so its draft is taken back.
        self.game.roll_back();
        let asked = self.game.state.asked.remove(index);
        self.game.state.answers.push((asked, self.action.clone()));
        if !self.game.state.asked.is_empty() {
            self.game.account(0);
            return;
        }
        let mut answers = self.game.state.answers.clone();
        // One of each seat, in the order of the seats.
        if answers.first().is_some_and(|(asked, _)| asked.seat == Seat::One) {
            answers.reverse();
        }
        // All of them together: first all payments, then all effects.
        self.game.state.asked.extend(answers.iter().map(|(asked, _)| asked.clone()));
        for (asked, answer) in &answers {
            let _none = self.game.draft(asked.seat, answer, Purpose::Repeat, ALL_FIELDS, ALL_FIELDS);
            self.game.keep_draft();
        }
        self.game.announce_held();
        // Answers that are still to be carried out stay in the state, so that renaming reaches the cards they
        // name.
        if self.game.state.answers.first().is_some_and(|(asked, _)| asked.seat == Seat::Zero) {
            self.game.state.answers.reverse();
        }
        while let Some((asked, answer)) = self.game.state.answers.pop() {
            G::perform(self.game, asked.seat, &answer);
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
    /// Drops the begun entry.
    fn take_back_entry(&mut self) {
        self.roll_back();
        self.declared.due.take();
        self.before_entry();
        self.end_entry();
    }

    /// Turns the draft into what happened.
    fn keep_draft(&mut self) {
        self.journal.is_open = false;
        self.journal.undo.clear();
        self.journal.facts = None;
        self.journal.unknown = None;
    }

    /// Announces the events of accepted drafts.
    fn announce_held(&mut self) {
        let mut held = std::mem::take(&mut self.journal.held);
        for event in held.drain(..) {
            self.announce(event);
        }
        self.journal.held = held;
    }

    fn roll_back(&mut self) {
        self.journal.held.clear();
        self.journal.is_open = false;
        if let Some(facts) = self.journal.facts.take() {
            *self.state.facts = *facts;
        }
        if let Some(unknown) = self.journal.unknown.take() {
            self.state.unknown = unknown;
        }
        while let Some(undo) = self.journal.undo.pop() {
            self.state.table.take_back(self.pool, undo);
        }
        if !self.state.unknown.is_empty() {
            self.state.table.forget_all();
        }
        self.state.clock = self.journal.clock;
        self.state.set_touched(self.journal.touched);
        // What the draft revealed becomes unknown again.
        self.begin_again();
    }

    fn draft(
        &mut self,
        seat: Seat,
        action: &G::Action,
        purpose: Purpose,
        known: u16,
        latest: u16,
    ) -> Vec<Refusal<G::Reason>> {
        self.journal.is_open = true;
        self.journal.undo.clear();
        self.journal.touched = self.state.touched();
        self.journal.clock = self.state.clock;
        let (refusals, waived) = (Vec::new(), Vec::new());
        let mut draft = Draft { game: self, refusals, waived, purpose, known, latest, blamed: 0 };
        G::check(&mut draft, seat, action);
        let Draft { refusals, waived, .. } = draft;
        if purpose == Purpose::Allow {
            self.waived = waived;
        }
        refusals
    }

    /// Checks an action: returns the permit to carry it out, or every reason against it, the most important
    /// first. A refusal leaves the state as it was.
    pub fn check<'m>(
        &'m mut self,
        seat: Seat,
        action: &'m G::Action,
    ) -> Result<Permit<'m, 'p, G>, Vec<Refusal<G::Reason>>> {
        self.check_as(seat, action, false)
    }

    /// As [`Match::check`], for an action that a judge's ruling makes stand: conditions that can be waived do
    /// not refuse, and payments pay what they can. [`Match::waived`] lists those conditions.
    pub fn allow<'m>(
        &'m mut self,
        seat: Seat,
        action: &'m G::Action,
    ) -> Result<Permit<'m, 'p, G>, Vec<Refusal<G::Reason>>> {
        self.check_as(seat, action, true)
    }

    /// The conditions that the latest ruling waived.
    pub fn waived(&self) -> &[Refusal<G::Reason>] {
        &self.waived
    }

    pub(in crate::kernel) fn check_as<'m>(
        &'m mut self,
        seat: Seat,
        action: &'m G::Action,
        is_by_ruling: bool,
    ) -> Result<Permit<'m, 'p, G>, Vec<Refusal<G::Reason>>> {
        self.refuel();
        self.forget();
        self.begin_entry(Some((seat, action)), is_by_ruling);
        let purpose = if is_by_ruling { Purpose::Allow } else { Purpose::Decide };
        let refusals = self.draft(seat, action, purpose, ALL_FIELDS, ALL_FIELDS);
        if refusals.is_empty() || self.due().is_some() {
            return Ok(Permit { game: self, seat, action, used: false });
        }
        self.roll_back();
        self.declared.mixes.set(0);
        if is_by_ruling {
            // What a ruling cannot waive refuses, alone: the conditions that it could waive do not matter
            // then.
            self.take_back_entry();
            return Err(refusals);
        }
        // Reading on cannot change the first reason, and rows read without fuel are unreliable.
        let (explained, stopped) =
            self.aside(|game| game.draft(seat, action, Purpose::Explain, ALL_FIELDS, ALL_FIELDS));
        self.take_back_entry();
        Err(if stopped == Some(Halt::StepLimit) { refusals } else { explained })
    }

    /// Whether an action may become legal once the fields outside of `known` are filled in: reads only the
    /// rows whose fields are all known. `latest` are the fields filled in since the last call, [`ALL_FIELDS`]
    /// at the first: tests that read none of them are not repeated.
    pub fn may_become_legal(&mut self, seat: Seat, action: &G::Action, known: u16, latest: u16) -> bool {
        let refuses = self.refuses_so_far(seat, action, known, latest);
        match self.declared.guessed.get() {
            _ if self.reliance.was_met.get() => {
                self.omit();
                false
            }
            None => !refuses,
            // Nobody can declare which card it is.
            Some(_) if !self.chance.is_declared() => {
                self.omit();
                false
            }
            Some(_) if !refuses => true,
            Some(card) => {
                let mut left = self.definitions_left_of(card).into_iter();
                left.any(|definition| {
                    self.spend(1) && self.may_be_legal_if(card, definition, (seat, action), known)
                })
            }
        }
    }

    /// Reads the rows of an action whose fields are known, outside of judging. `true`: one refuses.
    fn refuses_so_far(&mut self, seat: Seat, action: &G::Action, known: u16, latest: u16) -> bool {
        self.declared.guessed.set(None);
        self.reliance.was_met.set(false);
        let refusals = self.draft(seat, action, Purpose::Decide, known, latest);
        self.roll_back();
        !refusals.is_empty()
    }

    /// Whether an action may become legal if an unknown card has this definition.
    pub(in crate::kernel) fn may_be_legal_if(
        &mut self,
        card: CardId,
        definition: u16,
        (seat, action): (Seat, &G::Action),
        known: u16,
    ) -> bool {
        let outer = self.declared.supposed.replace(Some((card, definition)));
        let refuses = self.refuses_so_far(seat, action, known, ALL_FIELDS);
        self.declared.supposed.set(outer);
        (!refuses || self.declared.guessed.get().is_some()) && !self.reliance.was_met.get()
    }

    /// Whether unknown cards, inexact texts, unknown facts or missing randomness may end judging early.
    pub fn may_end_early(&self) -> bool {
        let is_inexact =
            |card: &Card<G>| self.is_inexact(card.definition) || self.pool.lacks_fact(card.definition);
        !self.is_all_known()
            || !self.chance.has_answers()
            || self.pool.has_inexact() && self.state.table.cards().any(|(_, card)| is_inexact(card))
    }

    /// Tries a legal action on a copy of the match: why judging stops before its end, and the card that it
    /// needs. `None`: it does not stop.
    pub fn try_out(&self, seat: Seat, action: &G::Action) -> Option<(Halt, Option<CardId>)> {
        let mut game = self.beside(self.state.clone());
        if let Ok(permit) = game.check(seat, action) {
            permit.apply();
        }
        if game.due().is_some() && !game.has_way_out() {
            return Some((Halt::UnknownCard, None));
        }
        let halt = game.halted()?;
        let unread = game.unread_card().map(|unread| unread.card);
        Some((halt, unread.or_else(|| game.inexact_text()?.card)))
    }

    /// A view of the state after a payment; `None`: part of the payment does not happen.
    pub fn after_payment<T>(
        &mut self,
        pay: impl FnOnce(&mut Payment<'_, 'p, G>),
        look: impl FnOnce(&Self) -> T,
    ) -> Option<T> {
        self.journal.is_open = true;
        self.journal.undo.clear();
        self.journal.touched = self.state.touched();
        self.journal.clock = self.state.clock;
        let mut payment = Payment { game: self, stopped_by: None, is_by_ruling: false };
        pay(&mut payment);
        let happens = payment.stopped_by.is_none();
        let seen = happens.then(|| look(self));
        self.roll_back();
        seen
    }
}
