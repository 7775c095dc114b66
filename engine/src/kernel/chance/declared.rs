//! Declared chance: outcomes of random steps stand in the log, at the moment when a seat learns them.
//!
//! A shuffle only makes the order of a place unknown. A card is *due* when the rules have to read its
//! face or when it comes to where a seat sees it; a number is due when a step asks for one. The entry
//! that came to such a step is then taken back and waits: it is carried out once more from the state
//! before it with what has been told put where it was unknown, up to the next step of that kind. So no
//! step has to be able to stop in the middle, and an entry that is refused at last was never carried out.

use std::cell::{Cell, OnceCell};

use serde::{Deserialize, Serialize};

use crate::kernel::chance::unknown::Exchange;
use crate::kernel::event::Proposal;
use crate::kernel::table::{CardId, PlaceId};
use crate::kernel::{Game, Halt, MapCards, Match, Seat, State, Viewer};
use crate::verdict::{Cite, Refusal};

/// So many outcomes are tried out to find one that lets an entry stand.
const TRIED: usize = 64;

/// What a random step has to be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// Which card lies at the slot of this stand-in.
    Card(CardId),
    /// A number from 0, below this.
    Number(u64),
}

/// A random step that waits for its outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Due<G: Game> {
    /// Its label, used once in a game.
    pub label: String,
    /// What it has to be told.
    pub wanted: Wanted,
    /// The rule of the step that asks.
    pub rule: Option<Cite>,
    /// What makes it known to a seat; without it, only the rules need it.
    pub(super) shows: Option<Proposal<G>>,
    /// Whether both seats learn the outcome.
    open: bool,
    /// Whose card it is.
    seat: Seat,
    /// Mixes before it, since the entry began.
    mixes: u32,
}

/// Random steps that wait for their outcomes, and what is read of unknown cards.
#[derive(Debug)]
pub(in crate::kernel) struct Declared<G: Game> {
    /// The random step that waits for its outcome.
    pub(in crate::kernel) due: OnceCell<Box<Due<G>>>,
    /// The state at that step.
    pub(in crate::kernel) frozen: OnceCell<Box<State<G>>>,
    /// The entry that is being carried out, if the log gives what is random.
    pub(in crate::kernel) pending: Option<Pending<G>>,
    /// Mixes since that entry began.
    pub(in crate::kernel) mixes: Cell<u32>,
    /// Events of the entry that were handed out before it waited.
    pub(in crate::kernel) told_events: usize,
    /// Whether an entry is being judged: only then an unknown card is asked for.
    pub(in crate::kernel) judging: Cell<bool>,
    /// The unknown card that was looked at otherwise.
    pub(in crate::kernel) guessed: Cell<Option<CardId>>,
    /// The card without which judging cannot go on.
    pub(in crate::kernel) unread: Cell<Option<Unread>>,
    /// The definition that a question supposes of an unknown card.
    pub(in crate::kernel) supposed: Cell<Option<(CardId, u16)>>,
    /// Whether a question that asks for nothing has read an unknown face.
    pub(in crate::kernel) unclear: Cell<Option<bool>>,
}

impl<G: Game> Default for Declared<G> {
    fn default() -> Self {
        Declared {
            due: OnceCell::new(),
            frozen: OnceCell::new(),
            pending: None,
            mixes: Cell::new(0),
            told_events: 0,
            judging: Cell::new(false),
            guessed: Cell::new(None),
            unread: Cell::new(None),
            supposed: Cell::new(None),
            unclear: Cell::new(None),
        }
    }
}

/// An outcome as it stands in a log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Revealed {
    /// This card.
    Card(CardId),
    /// A card that has no number yet: its definition.
    Definition(u16),
    /// This number.
    Number(u64),
}

/// What can be told to a random step.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Possible {
    /// Cards by their numbers, ascending.
    pub cards: Vec<CardId>,
    /// Definitions of cards that were never named, ascending.
    pub definitions: Vec<u16>,
    /// Numbers from 0, below this.
    pub below: Option<u64>,
}

/// What became of an outcome.
#[derive(Debug)]
pub enum DeclaredOutcome<G: Game> {
    /// It was taken.
    Taken,
    /// No step is due that it belongs to.
    NotDue,
    /// The step that asks cannot come out so, by these rules; none: by the rule of the step.
    Impossible(&'static [Cite]),
    /// It was taken, and shows that the entry that came to the step is against the rules: with the outcomes
    /// that the entry received.
    Refused(Vec<Refusal<G::Reason>>, Box<Waits<G>>),
}

/// Something told to an entry that is being carried out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum Given {
    /// After so many mixes, this card is found at that slot; a blank one gets a definition.
    Card { mixes: u32, slot: CardId, card: CardId, definition: Option<u16>, seat: Seat },
    /// A number for a label.
    Number { label: String, number: u64 },
}

/// An entry that waits for an outcome, and the outcomes that it received so far.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Waits<G: Game> {
    /// `None`: what comes before the first entry, or before the first one after another table was put down.
    entry: Option<(Seat, G::Action)>,
    /// Whether a ruling lets the entry stand.
    is_by_ruling: bool,
    given: Vec<Given>,
    /// What it cost to come to the steps that have been told.
    spent: u64,
}

/// An entry that is being carried out with declared chance.
#[derive(Debug)]
pub(in crate::kernel) struct Pending<G: Game> {
    /// The state before it, as it was accepted.
    before: Box<State<G>>,
    /// The same with the outcomes that were received; `None`: there were none.
    told: Option<Box<State<G>>>,
    waits: Waits<G>,
    /// What it cost to come to the step that is due.
    attempt: u64,
}

/// A card that has to be known where it cannot be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unread {
    /// The card.
    pub card: CardId,
    /// The place where it lies.
    pub place: PlaceId,
    /// Where in it, if it lies there by itself.
    pub index: Option<u16>,
    /// The rule that has to know it.
    pub rule: Option<Cite>,
}

impl<G: Game> Due<G> {
    /// Whether a seat learns the outcome from the step itself.
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

    /// Whether judging stops until an outcome or a card is known.
    pub(in crate::kernel) fn is_stopped(&self) -> bool {
        self.declared.due.get().is_some() || self.halted().is_some()
    }

    /// Whether a table of conditions is not read further: something in it is not known.
    pub(in crate::kernel) fn must_wait(&self) -> bool {
        let stops = matches!(self.fuel.halt.get(), Some(Halt::UnknownCard | Halt::CardFeature));
        self.declared.due.get().is_some() || stops
    }

    /// Which card this is has to be told.
    pub(in crate::kernel) fn need(&self, slot: CardId, shows: Option<&Proposal<G>>, rule: Option<Cite>) {
        let place = self.state.table.place_of(slot).and_then(|place| self.state.table.place(place)?.seat);
        let owner = self.state.table.card(slot).map(|card| card.owner);
        let seat = place.or(owner).unwrap_or_default();
        let rule = rule.or(self.rule.get()).or_else(|| self.state.unknown.rule(slot));
        self.is_due(Due {
            label: format!("draw/seat{}/{}", seat.number(), self.state.unknown.told(seat).saturating_add(1)),
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
        // Whatever the running step still does is not done.
        let frozen = self.declared.frozen.set(Box::new(self.state.clone()));
        debug_assert!(frozen.is_ok(), "only one step is due at a time");
        let set = self.declared.due.set(Box::new(due));
        debug_assert!(set.is_ok(), "only one step is due at a time");
    }

    /// Where a card lies, and the rule that has to know it.
    fn unread(&self, card: CardId, rule: Option<Cite>) -> Option<Unread> {
        let (place, index) = self.lies_at(card)?;
        Some(Unread { card, place, index, rule })
    }

    /// The unknown card that ended judging, if that is why.
    pub fn unread_card(&self) -> Option<Unread> {
        self.declared.unread.get().filter(|_| self.fuel.halt.get() == Some(Halt::UnknownCard))
    }

    /// Whether all that proposals show is known; otherwise it is asked for.
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

    /// A number below `bound` as it stands in the log. `open`: both seats learn it.
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
        let told = given.clone().find_map(|given| match given {
            Given::Number { label: told, number } if told == label => Some(*number),
            _ => None,
        });
        if told.is_none() {
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
        told
    }

    /// The cards of a place were mixed: their declared outcomes are looked up.
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
            // Within the place only its new order is at stake, to which nothing refers yet.
            let lies_there = |card: CardId| self.state.table.list(place).contains(&card);
            if lies_there(*slot) && lies_there(*card) {
                self.state.table.swap(place, *slot, *card);
                *slot = *card;
            }
            let _exchanged = find(&mut self.state, &given);
        }
    }

    /// An entry begins, or what comes before the first one.
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
            Some(Pending { before: Box::new(self.state.clone()), told: None, waits, attempt: 0 });
        self.declared.told_events = 0;
    }

    /// An entry was carried out, or waits for an outcome.
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
        // What was done in vain is paid for.
        if let Some(pending) = &mut self.declared.pending {
            let began = pending.told.as_ref().unwrap_or(&pending.before).spent;
            pending.attempt = self.state.spent.saturating_sub(began);
        }
        if let Some(frozen) = self.declared.frozen.take() {
            self.state = *frozen;
        }
    }

    /// The state with which the running entry began, with the outcomes that it received.
    pub(in crate::kernel) fn begin_again(&mut self) {
        if let Some(pending) = &self.declared.pending {
            self.state = (**pending.told.as_ref().unwrap_or(&pending.before)).clone();
            self.state.set_touched(true);
        }
        self.declared.frozen.take();
    }

    /// The state before the running entry, which is not carried out.
    pub(in crate::kernel) fn before_entry(&mut self) {
        if let Some(pending) = &self.declared.pending {
            self.state = (*pending.before).clone();
            self.state.set_touched(true);
        }
        self.declared.frozen.take();
    }

    /// The state before the entry that waits for an outcome; `None`: none does. What comes before the first
    /// entry waits for itself.
    pub fn before_waiting(&self) -> Option<&State<G>> {
        let pending = self.declared.pending.as_ref().filter(|pending| pending.waits.entry.is_some());
        pending.filter(|_| self.due().is_some()).map(|pending| &*pending.before)
    }

    /// The cards with a name that may lie at a slot, and the definitions that a card without one may have
    /// there.
    pub(in crate::kernel) fn candidates(&self, slot: CardId) -> (Vec<CardId>, Vec<u16>) {
        let cards = match self.state.unknown.stands_in(slot) {
            true => self.state.unknown.possible(slot),
            false => vec![slot],
        };
        let (blank, named) = cards.into_iter().partition::<Vec<_>, _>(|card| self.state.is_blank(*card));
        (named, if blank.is_empty() { Vec::new() } else { self.definitions_by_place(slot) })
    }

    /// What can be told to the step that is due.
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

    /// Whether an outcome of the step that is due can show that an entry is against the rules.
    pub fn may_refute(&self) -> bool {
        let entry = self.declared.pending.as_ref().and_then(|pending| pending.waits.entry.as_ref());
        entry.is_some() && self.due().is_some_and(|due| matches!(due.wanted, Wanted::Card(_)))
    }

    /// Whether an outcome of the waiting step shows that the waiting entry is against the rules. A copy of
    /// the match takes the outcome.
    pub fn refutes(&self, outcome: Revealed) -> bool {
        let (Some(due), Some(pending)) = (self.due(), &self.declared.pending) else { return false };
        let mut copy = self.beside((*pending.before).clone());
        copy.wait_again(pending.waits.clone()).is_err()
            || matches!(copy.declare_outcome(&due.label, outcome), DeclaredOutcome::Refused(..))
    }

    /// Whether one of the first outcomes that are possible lets the waiting entry stand.
    pub(in crate::kernel) fn has_way_out(&self) -> bool {
        let Possible { cards, definitions, .. } = self.possible();
        let cards = cards.into_iter().map(Revealed::Card);
        let mut first = cards.chain(definitions.into_iter().map(Revealed::Definition)).take(TRIED);
        !self.may_refute() || first.any(|outcome| !self.refutes(outcome))
    }

    /// The possible outcomes of the step that is due for a view that does not show these cards: each of
    /// them, with everything else that is known.
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

    /// What an outcome says about a slot; else the rules by which it cannot be, if any but that of the step
    /// says so.
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

    /// Takes an outcome of the log.
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

    /// Carries the waiting entry out once more, from its start.
    fn carry_out_again(&mut self) -> Result<(), Vec<Refusal<G::Reason>>> {
        self.declared.due.take();
        if let Some(record) = &mut self.record {
            record.clear();
        }
        let Some(pending) = &mut self.declared.pending else { return Ok(()) };
        let (mut told, mut entry) = (pending.before.clone(), pending.waits.entry.clone());
        told.spent = told.spent.saturating_add(pending.waits.spent);
        for given in &pending.waits.given {
            if matches!(given, Given::Card { mixes: 0, .. })
                && let Some(mut exchanged) = find(&mut told, given)
                && let Some((_, action)) = &mut entry
            {
                action.each_card(&mut exchanged);
            }
        }
        pending.told = Some(told);
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

    /// What happened since this was last asked, if it is recorded. Of an entry that waits for an
    /// outcome: as far as it has come.
    pub fn take_events(&mut self) -> Option<Vec<crate::kernel::Event<G>>> {
        let mut events = self.record.as_mut().map(std::mem::take)?;
        let all = if self.due().is_some() { events.len() } else { 0 };
        let told = std::mem::replace(&mut self.declared.told_events, all).min(events.len());
        events.drain(..told);
        Some(events)
    }

    /// The state to write down, and the entry that waits for an outcome.
    pub fn to_write_down(&self) -> (&State<G>, Option<&Waits<G>>) {
        match &self.declared.pending {
            Some(pending) if self.declared.due.get().is_some() => (&pending.before, Some(&pending.waits)),
            _ => (&self.state, None),
        }
    }

    /// Goes on waiting: the entry that was written down with this match's state is carried out as
    /// far as it had come, or refused once more.
    ///
    /// # Errors
    /// What is against the entry.
    pub fn wait_again(&mut self, waits: Waits<G>) -> Result<(), Vec<Refusal<G::Reason>>> {
        let before = Box::new(self.state.clone());
        self.declared.pending = Some(Pending { before, told: None, waits, attempt: 0 });
        self.carry_out_again()
    }
}

/// Puts a card where it was declared to be; which cards changed places with each other.
fn find<G: Game>(state: &mut State<G>, given: &Given) -> Option<Exchange> {
    let Given::Card { slot, card, definition, seat, .. } = given else { return None };
    let exchanged = if state.unknown.stands_in(*slot) { state.find_at(*slot, *card) } else { None };
    if let Some(definition) = definition {
        state.table.define(*card, *definition);
    }
    state.unknown.count_told(*seat);
    exchanged
}
