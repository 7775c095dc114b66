//! Declared chance: the log states the outcomes of random steps at the moment when a seat learns them.
//!
//! A shuffle only makes the order of a place unknown. A card is *due* when the rules have to read its face,
//! or when it comes to where a seat sees it; a number is due when a step draws one. The kernel then takes
//! back the entry that came to this step, and the entry waits. Once the log states the outcome, the kernel
//! puts it where it was unknown in the state before the entry, and carries the entry out again from its
//! start, up to the next such step. So no step needs to be able to stop in the middle, and an entry that is
//! refused in the end was never carried out.

use std::cell::{Cell, OnceCell};

use serde::{Deserialize, Serialize};

use crate::kernel::chance::unknown::Exchange;
use crate::kernel::event::Proposal;
use crate::kernel::table::{CardId, PlaceId};
use crate::kernel::{Game, Halt, MapCards, Match, Seat, State, Viewer};
use crate::verdict::{Cite, Refusal};

/// The number of outcomes that the kernel tries to find one that makes an entry legal.
const TRIED: usize = 64;

/// The kind of outcome that a random step needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// The card that lies at the slot of this stand-in.
    Card(CardId),
    /// A number in `0..bound`.
    Number(u64),
}

/// A random step that waits for its outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Due<G: Game> {
    /// Its label, used once in a game.
    pub label: String,
    /// The kind of outcome that it needs.
    pub wanted: Wanted,
    /// The rule of the step that asks.
    pub rule: Option<Cite>,
    /// The proposal that shows the card to a seat; `None`: only the rules need its face.
    pub(super) shows: Option<Proposal<G>>,
    /// Whether both seats learn the outcome.
    open: bool,
    /// The owner of the card.
    seat: Seat,
    /// The number of mixes in this entry before the step.
    mixes: u32,
}

/// The random step that waits, and how unknown cards were read.
#[derive(Debug)]
pub(in crate::kernel) struct Declared<G: Game> {
    /// The random step that waits for its outcome.
    pub(in crate::kernel) due: OnceCell<Box<Due<G>>>,
    /// The state at that step.
    pub(in crate::kernel) frozen: OnceCell<Box<State<G>>>,
    /// The entry that is being carried out, if the log declares outcomes.
    pub(in crate::kernel) pending: Option<Pending<G>>,
    /// The number of mixes since that entry began.
    pub(in crate::kernel) mixes: Cell<u32>,
    /// The number of the entry's events that the caller has already taken.
    pub(in crate::kernel) taken_events: usize,
    /// Whether an entry is being judged: only then a reading of an unknown card asks for its outcome.
    pub(in crate::kernel) judging: Cell<bool>,
    /// The unknown card that was read outside of judging.
    pub(in crate::kernel) guessed: Cell<Option<CardId>>,
    /// The card without which judging cannot go on.
    pub(in crate::kernel) unread: Cell<Option<Unread>>,
    /// The definition that a question supposes for an unknown card.
    pub(in crate::kernel) supposed: Cell<Option<(CardId, u16)>>,
    /// While [`Match::clear`] asks a question: whether it has read an unknown face. `None` at other times.
    pub(in crate::kernel) unclear: Cell<Option<bool>>,
}

impl<G: Game> Default for Declared<G> {
    fn default() -> Self {
        Declared {
            due: OnceCell::new(),
            frozen: OnceCell::new(),
            pending: None,
            mixes: Cell::new(0),
            taken_events: 0,
            judging: Cell::new(false),
            guessed: Cell::new(None),
            unread: Cell::new(None),
            supposed: Cell::new(None),
            unclear: Cell::new(None),
        }
    }
}

/// An outcome as the log states it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Revealed {
    /// This card.
    Card(CardId),
    /// A blank card, which gets this definition.
    Definition(u16),
    /// This number.
    Number(u64),
}

/// The outcomes that are possible for the step that is due.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Possible {
    /// Named cards, ascending by number.
    pub cards: Vec<CardId>,
    /// Definitions for a blank card, ascending.
    pub definitions: Vec<u16>,
    /// Numbers in `0..below`.
    pub below: Option<u64>,
}

/// The result of declaring an outcome.
#[derive(Debug)]
pub enum DeclaredOutcome<G: Game> {
    /// It was accepted.
    Taken,
    /// No step that is due has this label.
    NotDue,
    /// The outcome is impossible by these rules; empty: by the rule of the step.
    Impossible(&'static [Cite]),
    /// It was accepted, and makes the waiting entry illegal, for these reasons. The second value is that
    /// entry with its outcomes.
    Refused(Vec<Refusal<G::Reason>>, Box<Waits<G>>),
}

/// An outcome that a waiting entry has received.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum Given {
    /// After `mixes` mixes, the slot shows this card; a blank card gets the definition.
    Card { mixes: u32, slot: CardId, card: CardId, definition: Option<u16>, seat: Seat },
    /// A number for a label.
    Number { label: String, number: u64 },
}

/// An entry that waits for an outcome, with the outcomes that it has received.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Waits<G: Game> {
    /// The entry; `None`: what happens before the first entry, or before the first one after another table
    /// was put down.
    entry: Option<(Seat, G::Action)>,
    /// Whether a ruling makes the entry stand.
    is_by_ruling: bool,
    given: Vec<Given>,
    /// The looks that it took to come to the steps whose outcomes it has received.
    spent: u64,
}

/// The running entry, under declared chance.
#[derive(Debug)]
pub(in crate::kernel) struct Pending<G: Game> {
    /// The state before it.
    before: Box<State<G>>,
    /// That state with the received outcomes filled in; `None`: it received none.
    with_outcomes: Option<Box<State<G>>>,
    waits: Waits<G>,
    /// The looks that it took to come to the step that is due.
    attempt: u64,
}

/// A card whose face the rules need where no outcome can be declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unread {
    /// The card.
    pub card: CardId,
    /// The place of the card.
    pub place: PlaceId,
    /// Its index there; `None`: it lies in another card's pile.
    pub index: Option<u16>,
    /// The rule that reads its face.
    pub rule: Option<Cite>,
}

impl<G: Game> Due<G> {
    /// Whether a viewer sees the outcome through the step itself.
    pub fn is_seen(&self, game: &Match<'_, G>, viewer: Viewer) -> bool {
        let shows = || self.shows.as_ref().is_some_and(|proposal| game.shows(viewer, proposal));
        viewer == Viewer::Full || self.open || shows()
    }
}

/// Whether any player sees the face of the card that a proposal is about.
fn is_shown<G: Game>(game: &Match<'_, G>, proposal: &Proposal<G>) -> bool {
    Seat::BOTH.into_iter().any(|seat| game.shows(Viewer::Seat(seat), proposal))
}

impl<'p, G: Game> Match<'p, G> {
    /// The random step that waits for its outcome.
    pub fn due(&self) -> Option<&Due<G>> {
        self.declared.due.get().map(Box::as_ref)
    }

    /// Whether judging stops until an outcome or the face of a card is known.
    pub(in crate::kernel) fn is_stopped(&self) -> bool {
        self.declared.due.get().is_some() || self.halted().is_some()
    }

    /// Whether a table of conditions must not be read further, because a condition depends on something
    /// unknown.
    pub(in crate::kernel) fn must_wait(&self) -> bool {
        let stops = matches!(self.fuel.halt.get(), Some(Halt::UnknownCard | Halt::CardFeature));
        self.declared.due.get().is_some() || stops
    }

    /// Makes the card at this slot due, or ends judging if nothing can be declared here.
    pub(in crate::kernel) fn need(&self, slot: CardId, shows: Option<&Proposal<G>>, rule: Option<Cite>) {
        let place = self.state.table.place_of(slot).and_then(|place| self.state.table.place(place)?.seat);
        let owner = self.state.table.card(slot).map(|card| card.owner);
        let seat = place.or(owner).unwrap_or_default();
        let rule = rule.or(self.rule.get()).or_else(|| self.state.unknown.rule(slot));
        self.is_due(Due {
            label: format!(
                "draw/seat{}/{}",
                seat.number(),
                self.state.unknown.revealed(seat).saturating_add(1)
            ),
            wanted: Wanted::Card(slot),
            rule,
            shows: shows.cloned(),
            open: false,
            seat,
            mixes: self.declared.mixes.get(),
        });
    }

    fn is_due(&self, due: Due<G>) {
        if self.is_stopped() {
            return;
        }
        if self.declared.pending.is_none() {
            let halt = match due.wanted {
                Wanted::Card(card) => {
                    self.declared.unread.set(self.unread(card, due.rule));
                    Halt::UnknownCard
                }
                Wanted::Number(_) => Halt::NoChance,
            };
            self.fuel.halt.set(Some(halt));
            return;
        }
        // The running step goes on with no effect; the entry restarts from the frozen state.
        let frozen = self.declared.frozen.set(Box::new(self.state.clone()));
        debug_assert!(frozen.is_ok(), "only one step is due at a time");
        let set = self.declared.due.set(Box::new(due));
        debug_assert!(set.is_ok(), "only one step is due at a time");
    }

    /// The place of a card, and the rule that reads its face.
    fn unread(&self, card: CardId, rule: Option<Cite>) -> Option<Unread> {
        let (place, index) = self.lies_at(card)?;
        Some(Unread { card, place, index, rule })
    }

    /// The unknown card at which judging ended; `None`: it ended for another reason or not at all.
    pub fn unread_card(&self) -> Option<Unread> {
        self.declared.unread.get().filter(|_| self.fuel.halt.get() == Some(Halt::UnknownCard))
    }

    /// Whether all faces that these proposals show are known. If not, the first unknown one becomes due.
    #[inline]
    pub(in crate::kernel) fn knows_what_is_shown(&mut self, proposals: &[Proposal<G>]) -> bool {
        if self.is_all_known() {
            self.rule.set(proposals.last().map(|proposal| proposal.rule).or(self.rule.get()));
            return true;
        }
        self.finds_what_is_shown(proposals)
    }

    #[cold]
    fn finds_what_is_shown(&mut self, proposals: &[Proposal<G>]) -> bool {
        for proposal in proposals {
            self.rule.set(Some(proposal.rule));
            let Some(card) = proposal.card().filter(|card| !self.state.is_known(*card)) else { continue };
            if !is_shown(self, proposal) {
                continue;
            }
            if !self.declared.judging.get() {
                self.declared.guessed.set(Some(card));
            } else if self.state.is_blank(card) || self.state.unknown.has_choice(card) {
                self.need(card, Some(proposal), Some(proposal.rule));
                return false;
            } else {
                if self.journal.is_open && self.journal.unknown.is_none() {
                    self.journal.unknown = Some(self.state.unknown.clone());
                }
                self.state.found(card);
            }
        }
        true
    }

    /// A number in `0..bound`, as the log declares it. `open`: both seats learn it.
    pub(in crate::kernel) fn declared_number(
        &self,
        label: &str,
        bound: u64,
        rule: Cite,
        open: bool,
    ) -> Option<u64> {
        if bound == 1 {
            return Some(0);
        }
        let given = self.declared.pending.iter().flat_map(|pending| &pending.waits.given);
        let declared = given.clone().find_map(|given| match given {
            Given::Number { label: of, number } if of == label => Some(*number),
            _ => None,
        });
        if declared.is_none() {
            self.is_due(Due {
                label: label.to_owned(),
                wanted: Wanted::Number(bound),
                rule: Some(rule),
                shows: None,
                open,
                seat: Seat::default(),
                mixes: self.declared.mixes.get(),
            });
        }
        declared
    }

    /// Called after the cards of a place were mixed: fills in the outcomes that the log has declared for it.
    pub(in crate::kernel) fn mixed(&mut self, place: PlaceId) {
        let mixes = self.declared.mixes.get().saturating_add(1);
        self.declared.mixes.set(mixes);
        let given = self.declared.pending.as_ref().map_or(&[][..], |pending| pending.waits.given.as_slice());
        for given in given {
            let mut given = given.clone();
            let Given::Card { mixes: after, slot, card, .. } = &mut given else { continue };
            if *after != mixes {
                continue;
            }
            // Until now nothing refers to the new order of the place, so only cards of this place may be
            // exchanged.
            let lies_there = |card: CardId| self.state.table.list(place).contains(&card);
            if lies_there(*slot) && lies_there(*card) {
                self.state.table.swap(place, *slot, *card);
                *slot = *card;
            }
            let _exchanged = find(&mut self.state, &given);
        }
    }

    /// Begins an entry, or, with `None`, what happens before the first one.
    pub(in crate::kernel) fn begin_entry(&mut self, entry: Option<(Seat, &G::Action)>, is_by_ruling: bool) {
        if self.chance.is_declared() && self.declared.pending.is_none() {
            self.keep_before(entry, is_by_ruling);
        }
        self.declared.mixes.set(0);
        self.rule.set(None);
        self.declared.judging.set(true);
    }

    #[cold]
    fn keep_before(&mut self, entry: Option<(Seat, &G::Action)>, is_by_ruling: bool) {
        let entry = entry.map(|(seat, action)| (seat, action.clone()));
        let waits = Waits { entry, is_by_ruling, given: Vec::new(), spent: 0 };
        self.declared.pending =
            Some(Pending { before: Box::new(self.state.clone()), with_outcomes: None, waits, attempt: 0 });
        self.declared.taken_events = 0;
    }

    /// Ends an entry, which was carried out or waits for an outcome.
    pub(in crate::kernel) fn end_entry(&mut self) {
        self.declared.judging.set(false);
        if self.declared.due.get().is_none() {
            self.declared.pending = None;
        } else {
            self.wait_for_outcome();
        }
    }

    #[cold]
    fn wait_for_outcome(&mut self) {
        // The looks of an attempt that was taken back are spent as well.
        if let Some(pending) = &mut self.declared.pending {
            let began = pending.with_outcomes.as_ref().unwrap_or(&pending.before).spent;
            pending.attempt = self.state.spent.saturating_sub(began);
        }
        if let Some(frozen) = self.declared.frozen.take() {
            self.state = *frozen;
        }
    }

    /// Resets the state to the start of the running entry, with the received outcomes filled in.
    pub(in crate::kernel) fn begin_again(&mut self) {
        if let Some(pending) = &self.declared.pending {
            self.state = (**pending.with_outcomes.as_ref().unwrap_or(&pending.before)).clone();
            self.state.set_touched(true);
        }
        self.declared.frozen.take();
    }

    /// Resets the state to before the running entry, which is dropped.
    pub(in crate::kernel) fn before_entry(&mut self) {
        if let Some(pending) = &self.declared.pending {
            self.state = (*pending.before).clone();
            self.state.set_touched(true);
        }
        self.declared.frozen.take();
    }

    /// The state before the entry that waits for an outcome; `None`: no entry waits. What happens before the
    /// first entry waits without one.
    pub fn before_waiting(&self) -> Option<&State<G>> {
        let pending = self.declared.pending.as_ref().filter(|pending| pending.waits.entry.is_some());
        pending.filter(|_| self.due().is_some()).map(|pending| &*pending.before)
    }

    /// The named cards that may lie at a slot, and the definitions that a blank card may have there.
    pub(in crate::kernel) fn candidates(&self, slot: CardId) -> (Vec<CardId>, Vec<u16>) {
        let cards = match self.state.unknown.stands_in(slot) {
            true => self.state.unknown.possible(slot),
            false => vec![slot],
        };
        let (blank, named) = cards.into_iter().partition::<Vec<_>, _>(|card| self.state.is_blank(*card));
        (named, if blank.is_empty() { Vec::new() } else { self.definitions_by_place(slot) })
    }

    /// The outcomes that are possible for the step that is due.
    pub fn possible(&self) -> Possible {
        match self.due().map(|due| due.wanted) {
            Some(Wanted::Number(bound)) => Possible { below: Some(bound), ..Possible::default() },
            Some(Wanted::Card(slot)) => {
                let (cards, mut definitions) = self.candidates(slot);
                if !definitions.is_empty() {
                    definitions = self.definitions_left(slot, &|_| true);
                }
                Possible { cards, definitions, below: None }
            }
            None => Possible::default(),
        }
    }

    /// Whether any outcome of the step that is due can make an entry illegal.
    pub fn may_refute(&self) -> bool {
        let entry = self.declared.pending.as_ref().and_then(|pending| pending.waits.entry.as_ref());
        entry.is_some() && self.due().is_some_and(|due| matches!(due.wanted, Wanted::Card(_)))
    }

    /// Whether this outcome makes the waiting entry illegal; tried on a copy of the match.
    pub fn refutes(&self, outcome: Revealed) -> bool {
        let (Some(due), Some(pending)) = (self.due(), &self.declared.pending) else { return false };
        let mut copy = self.beside((*pending.before).clone());
        copy.wait_again(pending.waits.clone()).is_err()
            || matches!(copy.declare_outcome(&due.label, outcome), DeclaredOutcome::Refused(..))
    }

    /// Whether one of the first [`TRIED`] possible outcomes keeps the waiting entry legal.
    pub(in crate::kernel) fn has_way_out(&self) -> bool {
        let Possible { cards, definitions, .. } = self.possible();
        let cards = cards.into_iter().map(Revealed::Card);
        let mut first = cards.chain(definitions.into_iter().map(Revealed::Definition)).take(TRIED);
        !self.may_refute() || first.any(|outcome| !self.refutes(outcome))
    }

    /// The possible outcomes of the step that is due, for a view to which `hidden` cards are unknown: it
    /// cannot exclude an outcome by knowing them.
    pub fn possible_for(&self, hidden: impl Fn(CardId) -> bool) -> Possible {
        let Some(Wanted::Card(slot)) = self.due().map(|due| due.wanted) else { return self.possible() };
        let owner = |card: CardId| self.state.table.card(card).map(|card| card.owner);
        let cards = self.state.table.cards().map(|(card, _)| card);
        let cards = cards.filter(|card| owner(*card) == owner(slot) && hidden(*card));
        let (blank, cards) = cards.partition::<Vec<_>, _>(|card| self.state.is_blank(*card));
        let knows = |card: CardId| !hidden(card);
        let definitions = if blank.is_empty() { Vec::new() } else { self.definitions_left(slot, &knows) };
        Possible { cards, definitions, below: None }
    }

    /// The card and definition that an outcome puts at a slot.
    ///
    /// # Errors
    /// The rules by which the outcome is impossible; empty: the rule of the step.
    fn found_at(&self, slot: CardId, outcome: Revealed) -> Result<(CardId, Option<u16>), &'static [Cite]> {
        let stands_in = self.state.unknown.stands_in(slot);
        match outcome {
            Revealed::Card(card) => {
                let may = stands_in && self.state.unknown.is_possible(slot, card);
                (may && !self.state.is_blank(card)).then_some((card, None)).ok_or(&[])
            }
            Revealed::Definition(definition) => {
                if let Some(rules) = self.excluded(slot, definition) {
                    return Err(rules);
                }
                let mut blank = if stands_in { self.state.unknown.possible(slot) } else { vec![slot] };
                blank.retain(|card| self.state.is_blank(*card));
                let own = blank.contains(&slot).then_some(slot);
                let card = own.or_else(|| blank.first().copied()).ok_or(&[][..])?;
                Ok((card, Some(definition)))
            }
            Revealed::Number(_) => Err(&[]),
        }
    }

    /// Declares an outcome of the log.
    pub fn declare_outcome(&mut self, label: &str, outcome: Revealed) -> DeclaredOutcome<G> {
        let Some(due) = self.due().filter(|due| due.label == label) else { return DeclaredOutcome::NotDue };
        let given = match (due.wanted, outcome) {
            (Wanted::Number(bound), Revealed::Number(number)) if number < bound => {
                Given::Number { label: label.to_owned(), number }
            }
            (Wanted::Card(slot), outcome) => match self.found_at(slot, outcome) {
                Ok((card, definition)) => {
                    Given::Card { mixes: due.mixes, slot, card, definition, seat: due.seat }
                }
                Err(rules) => return DeclaredOutcome::Impossible(rules),
            },
            _ => return DeclaredOutcome::Impossible(&[]),
        };
        let Some(pending) = &mut self.declared.pending else { return DeclaredOutcome::NotDue };
        pending.waits.spent = pending.waits.spent.saturating_add(pending.attempt);
        pending.waits.given.push(given);
        let waits = Box::new(pending.waits.clone());
        match self.carry_out_again() {
            Ok(()) => DeclaredOutcome::Taken,
            Err(refusals) => DeclaredOutcome::Refused(refusals, waits),
        }
    }

    /// Carries the waiting entry out again from its start.
    fn carry_out_again(&mut self) -> Result<(), Vec<Refusal<G::Reason>>> {
        self.declared.due.take();
        if let Some(record) = &mut self.record {
            record.clear();
        }
        let Some(pending) = &mut self.declared.pending else { return Ok(()) };
        let (mut with_outcomes, mut entry) = (pending.before.clone(), pending.waits.entry.clone());
        with_outcomes.spent = with_outcomes.spent.saturating_add(pending.waits.spent);
        for given in &pending.waits.given {
            if matches!(given, Given::Card { mixes: 0, .. })
                && let Some(mut exchanged) = find(&mut with_outcomes, given)
                && let Some((_, action)) = &mut entry
            {
                action.each_card(&mut exchanged);
            }
        }
        pending.with_outcomes = Some(with_outcomes);
        let is_by_ruling = pending.waits.is_by_ruling;
        self.begin_again();
        match entry {
            None => {
                self.advance();
                Ok(())
            }
            Some((seat, action)) => {
                self.check_as(seat, &action, is_by_ruling).map(crate::kernel::Permit::apply)
            }
        }
    }

    /// The events since the last call, if they are recorded. For an entry that waits for an outcome: the
    /// events up to the step that is due.
    pub fn take_events(&mut self) -> Option<Vec<crate::kernel::Event<G>>> {
        let mut events = self.record.as_mut().map(std::mem::take)?;
        let all = if self.due().is_some() { events.len() } else { 0 };
        let taken = std::mem::replace(&mut self.declared.taken_events, all).min(events.len());
        events.drain(..taken);
        Some(events)
    }

    /// The state to serialise, and the entry that waits for an outcome.
    pub fn to_write_down(&self) -> (&State<G>, Option<&Waits<G>>) {
        match &self.declared.pending {
            Some(pending) if self.declared.due.get().is_some() => (&pending.before, Some(&pending.waits)),
            _ => (&self.state, None),
        }
    }

    /// Restores a waiting entry after this match's state was read: carries it out up to the step that is due,
    /// or refuses it again.
    ///
    /// # Errors
    /// The reasons against the entry.
    pub fn wait_again(&mut self, waits: Waits<G>) -> Result<(), Vec<Refusal<G::Reason>>> {
        let before = Box::new(self.state.clone());
        self.declared.pending = Some(Pending { before, with_outcomes: None, waits, attempt: 0 });
        self.carry_out_again()
    }
}

/// Puts a card where an outcome says that it lies, and returns which cards exchanged their slots.
fn find<G: Game>(state: &mut State<G>, given: &Given) -> Option<Exchange> {
    let Given::Card { slot, card, definition, seat, .. } = given else { return None };
    let exchanged = if state.unknown.stands_in(*slot) { state.find_at(*slot, *card) } else { None };
    if let Some(definition) = definition {
        state.table.define(*card, *definition);
    }
    state.unknown.count_revealed(*seat);
    exchanged
}
