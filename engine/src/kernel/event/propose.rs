//! From a proposal to its event, in this order: prohibitions, replacements, the moments before it, carrying
//! it out together with what moves along, the record.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::kernel::event::{Acts, Became, Event, Instead, Point, Proposal, Replacement, ReplacingText};
use crate::kernel::flow::agenda::Match;
use crate::kernel::flow::fuel::{FUEL_EVENTS, FUEL_NESTING};
use crate::kernel::table::{Change, End, Object, Spot, Table};
use crate::kernel::{Frame, Game, Halt, MapCards, PendingProposal, Replacing};
use crate::verdict::Cite;

/// Proposals that are carried out together; usually one.
pub type Together<G> = SmallVec<[Proposal<G>; 1]>;

/// A proposal with the object that it affects: if that object has changed zone meanwhile, the proposal is
/// withdrawn.
type WithSubject<G> = (Option<Object>, Proposal<G>);

/// The decision about the replacements that apply to a proposal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize)]
pub enum Decision {
    /// The seat has not answered yet.
    Open,
    /// No replacement happens.
    None,
    /// The replacement with this index happens.
    Replaced(u8),
}

/// Proposals for each of which, one after the other, a replacement may be chosen.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Deciding<G: Game> {
    /// The proposals that are still to be decided; the first one is decided now.
    undecided: Vec<WithSubject<G>>,
    /// The replacements that apply to the first one.
    pub replacements: Vec<Replacement<G>>,
    /// The decision about the first one.
    decision: Decision,
    /// The proposals that happen as they were made.
    decided: Vec<WithSubject<G>>,
}

impl<G: Game> Deciding<G> {
    /// The proposal that is decided now.
    pub fn proposal(&self) -> Option<&Proposal<G>> {
        self.undecided.first().map(|(_, proposal)| proposal)
    }

    /// Whether the seat may choose no replacement.
    pub fn is_optional(&self) -> bool {
        self.replacements.iter().all(|replacement| replacement.optional)
    }
}

impl<'p, G: Game> Match<'p, G> {
    /// Carries a proposal out, unless it is prohibited, replaced or impossible. If one of its rules is
    /// suspended, or an outcome is due, nothing happens and nothing is recorded.
    pub fn propose(&mut self, proposal: Proposal<G>) -> Became {
        if !self.in_force(proposal.rule) {
            return Became::Withdrawn(proposal.rule);
        }
        if self.declared.due.get().is_some() {
            return Became::Waiting;
        }
        if let Some(rule) = self.prohibition(&proposal) {
            self.withdraw(proposal, rule);
            return Became::Withdrawn(rule);
        }
        let replacements = self.replacements(&proposal);
        if replacements.is_empty() {
            return self.happen_now(proposal);
        }
        self.replace_or_ask(proposal, replacements)
    }

    fn prohibition(&self, proposal: &Proposal<G>) -> Option<Cite> {
        G::prohibited(self, proposal).filter(|rule| self.in_force(*rule))
    }

    fn replacements(&mut self, proposal: &Proposal<G>) -> Vec<Replacement<G>> {
        let mut replacements = G::replacements(self, proposal);
        if !replacements.is_empty() {
            let spent = self.replaced_by();
            let applies = |by: &ReplacingText| !spent.contains(by);
            replacements.retain(|replacement| self.in_force(replacement.rule) && applies(&replacement.by));
        }
        replacements.truncate(usize::from(u8::MAX));
        replacements
    }

    /// The texts that have already replaced something in the line of replacements that is running.
    fn replaced_by(&self) -> &[ReplacingText] {
        let replacing = self.state.agenda.iter().rev().find_map(|frame| match frame {
            Frame::Replacing(replacing) if replacing.begun => Some(replacing.texts.as_slice()),
            _ => None,
        });
        replacing.unwrap_or_default()
    }

    /// Carries out a single mandatory replacement; otherwise asks a seat. A draft cannot ask.
    #[cold]
    fn replace_or_ask(&mut self, proposal: Proposal<G>, mut replacements: Vec<Replacement<G>>) -> Became {
        if replacements.len() == 1
            && let Some(replacement) = replacements.pop_if(|replacement| !replacement.optional)
        {
            let rule = replacement.rule;
            let before = self.replaced_by().to_vec();
            self.replace(proposal, replacement, before);
            return Became::Replaced(rule);
        }
        if !self.journal.is_open {
            let subject = self.subject(&proposal).0;
            self.push_frame(Frame::Deciding(Box::new(Deciding {
                undecided: vec![(subject, proposal)],
                replacements,
                decision: Decision::Open,
                decided: Vec::new(),
            })));
        }
        Became::Waiting
    }

    /// Carries out a replacement; `texts` have replaced the proposal before. Its own proposals are not
    /// replaced again, but may be prohibited. A step's proposals can be replaced by other texts.
    #[cold]
    fn replace(&mut self, proposal: Proposal<G>, replacement: Replacement<G>, mut texts: Vec<ReplacingText>) {
        self.withdraw(proposal, replacement.rule);
        match replacement.instead {
            Instead::Step(step) => {
                texts.push(replacement.by);
                self.push_frame(Frame::Replacing(Replacing { texts, begun: false }));
                self.push(step);
            }
            Instead::Proposals(instead) => {
                for proposal in instead {
                    match self.prohibition(&proposal) {
                        Some(rule) => self.withdraw(proposal, rule),
                        None => {
                            self.happen_now(proposal);
                        }
                    }
                }
            }
        }
    }

    fn happen_now(&mut self, proposal: Proposal<G>) -> Became {
        if G::waits_before_done(self, &proposal) {
            if !self.journal.is_open {
                let subject = proposal.card().map(|card| self.state.table.object(card));
                self.wait_for_moments(vec![(subject, proposal)]);
            }
            return Became::Waiting;
        }
        self.carry_out_one(proposal)
    }

    /// Makes several proposals together. Prohibited and replaced ones drop out. The rest wait if one of them
    /// has moments; otherwise they are carried out at once.
    pub fn propose_together(&mut self, proposals: Vec<Proposal<G>>) {
        if self.declared.due.get().is_some() {
            return;
        }
        let table = &self.state.table;
        let undecided: Vec<WithSubject<G>> = proposals
            .into_iter()
            .filter(|proposal| self.in_force(proposal.rule))
            .map(|proposal| (proposal.card().map(|card| table.object(card)), proposal))
            .collect();
        self.decide(Deciding {
            undecided,
            replacements: Vec::new(),
            decision: Decision::Open,
            decided: Vec::new(),
        });
    }

    /// The choice of replacements on top of the agenda.
    pub fn deciding(&self) -> Option<&Deciding<G>> {
        match self.state.agenda.last() {
            Some(Frame::Deciding(deciding)) => Some(deciding),
            _ => None,
        }
    }

    /// Takes the asked seat's choice: the index of a replacement, or none.
    pub fn decide_replacement(&mut self, replacement: Option<u8>) {
        if let Some(Frame::Deciding(deciding)) = self.state.agenda.last_mut() {
            deciding.decision = replacement.map_or(Decision::None, Decision::Replaced);
        }
    }

    /// Decides one proposal after the other, until a seat has to be asked or all are decided.
    pub(in crate::kernel) fn decide(&mut self, mut deciding: Deciding<G>) {
        let mut replaced = Vec::new();
        while !deciding.undecided.is_empty() {
            let (subject, proposal) = deciding.undecided.remove(0);
            if subject.is_some_and(|subject| !self.state.table.is_current(subject)) {
                self.withdraw_of(subject, proposal);
                deciding.replacements.clear();
                deciding.decision = Decision::Open;
                continue;
            }
            if deciding.replacements.is_empty() {
                if let Some(rule) = self.prohibition(&proposal) {
                    self.withdraw(proposal, rule);
                    continue;
                }
                deciding.replacements = self.replacements(&proposal);
                if deciding.replacements.len() == 1 && !deciding.is_optional() {
                    deciding.decision = Decision::Replaced(0);
                }
            }
            match deciding.decision {
                Decision::Open if !deciding.replacements.is_empty() => {
                    deciding.undecided.insert(0, (subject, proposal));
                    let (seat, question) = G::replacement_question(self, &deciding);
                    self.push_frame(Frame::Deciding(Box::new(deciding)));
                    return self.ask(seat, question);
                }
                Decision::Open | Decision::None => deciding.decided.push((subject, proposal)),
                Decision::Replaced(index) => {
                    let index = usize::from(index).min(deciding.replacements.len().saturating_sub(1));
                    replaced.push((proposal, deciding.replacements.swap_remove(index)));
                }
            }
            deciding.replacements.clear();
            deciding.decision = Decision::Open;
        }
        let before = if replaced.is_empty() { Vec::new() } else { self.replaced_by().to_vec() };
        self.happen_decided(deciding.decided);
        for (proposal, replacement) in replaced {
            self.replace(proposal, replacement, before.clone());
        }
    }

    fn happen_decided(&mut self, decided: Vec<WithSubject<G>>) {
        if decided.iter().any(|(_, proposal)| G::waits_before_done(self, proposal)) {
            self.wait_for_moments(decided);
        } else {
            self.carry_out(decided.into_iter().map(|(_, proposal)| proposal).collect());
        }
    }

    /// Puts proposals on the agenda to wait for their moments. If triggers wait for the end of the running
    /// processing, so do the proposals: the frame goes beneath that processing and its moments are announced
    /// at once, so that their triggers join the batch of that processing. All proposals of one processing
    /// share the frame.
    fn wait_for_moments(&mut self, proposals: Vec<WithSubject<G>>) {
        self.stepped = true;
        if !G::POLICY.triggers.wait_for_processing() {
            let pending = PendingProposal { proposals, batch: 0, next: Point::Before };
            self.push_frame(Frame::Pending(pending));
            return;
        }
        let running = |frame: &Frame<G>| match frame {
            Frame::Step(step) => G::is_processing(step),
            Frame::Deciding(_) | Frame::Replacing(_) => true,
            _ => false,
        };
        let place = self.state.agenda.iter().rposition(|frame| !running(frame)).map_or(0, |index| index + 1);
        let proposed: Together<G> = proposals.iter().map(|(_, proposal)| proposal.clone()).collect();
        let (full, batch) = (self.state.agenda.len() >= FUEL_NESTING, self.state.batch);
        let below = place.checked_sub(1).and_then(|index| self.state.agenda.get_mut(index));
        match below {
            Some(Frame::Pending(pending)) if pending.batch == batch => {
                pending.proposals.extend(proposals);
            }
            _ if full => return self.halt(Halt::StepLimit),
            _ => {
                let pending = PendingProposal { proposals, batch, next: Point::Done };
                self.state.agenda.insert(place, Frame::Pending(pending));
                self.lifted += 1;
            }
        }
        for point in [Point::Before, Point::At] {
            self.announce_point(point, &proposed);
        }
    }

    fn announce_point(&mut self, point: Point, proposals: &[Proposal<G>]) {
        for proposal in proposals {
            let event = self.event(point, proposal.clone(), proposal.rule);
            self.announce(event);
        }
    }

    #[inline(never)]
    pub(in crate::kernel) fn run_pending(&mut self, mut pending: PendingProposal<G>) {
        self.stepped = true;
        let point = pending.next;
        let table = &self.state.table;
        let is_gone = |subject: Option<Object>| subject.is_some_and(|subject| !table.is_current(subject));
        let gone: Vec<_> = pending.proposals.extract_if(.., |(subject, _)| is_gone(*subject)).collect();
        if point == Point::Done {
            self.carry_out(pending.proposals.into_iter().map(|(_, proposal)| proposal).collect());
        } else {
            let proposals: Together<G> =
                pending.proposals.iter().map(|(_, proposal)| proposal.clone()).collect();
            pending.next = if point == Point::Before { Point::At } else { Point::Done };
            self.push_frame(Frame::Pending(pending));
            self.announce_point(point, &proposals);
        }
        for (subject, proposal) in gone {
            self.withdraw_of(subject, proposal);
        }
    }

    /// The waiting proposal that takes an object out of its zone. Texts can read its destination, and save
    /// the object from it.
    pub fn departing(&self, object: Object) -> Option<&Proposal<G>> {
        let pending = self.state.agenda.iter().rev().filter_map(|frame| match frame {
            Frame::Pending(pending) => Some(pending),
            _ => None,
        });
        let mut waiting = pending.flat_map(|pending| &pending.proposals);
        waiting.find(|waiting| departs(waiting, object)).map(|(_, proposal)| proposal)
    }

    /// Withdraws the waiting proposal that takes an object away, by this rule. `false`: there is none.
    pub fn save(&mut self, object: Object, rule: Cite) -> bool {
        let mut saved = None;
        for frame in self.state.agenda.iter_mut().rev() {
            if let Frame::Pending(pending) = frame {
                let index = pending.proposals.iter().position(|waiting| departs(waiting, object));
                if let Some(index) = index {
                    saved = Some(pending.proposals.remove(index));
                    break;
                }
            }
        }
        match saved {
            Some((_, proposal)) => {
                self.stepped = true;
                self.withdraw(proposal, rule);
                true
            }
            None => false,
        }
    }

    /// Sends an object elsewhere when the waiting proposal that takes it away is carried out. `false`: none
    /// takes it away.
    pub fn send(&mut self, object: Object, to: Spot<G>, end: End) -> bool {
        let pending = self.state.agenda.iter_mut().rev().filter_map(|frame| match frame {
            Frame::Pending(pending) => Some(pending),
            _ => None,
        });
        let mut waiting = pending.flat_map(|pending| &mut pending.proposals);
        let Some((_, proposal)) = waiting.find(|waiting| departs(waiting, object)) else { return false };
        let Change::Move(_, spot, at, _) = &mut proposal.change else { return false };
        (*spot, *at) = (to, end);
        self.stepped = true;
        true
    }

    /// Withdraws a proposal by this rule: its event records the withdrawal, and nothing else happens.
    #[cold]
    pub fn withdraw(&mut self, proposal: Proposal<G>, rule: Cite) {
        let event = self.event(Point::Withdrawn, proposal, rule);
        self.record_event(event);
    }

    /// Withdraws a proposal whose object has changed zone.
    #[cold]
    fn withdraw_of(&mut self, subject: Option<Object>, proposal: Proposal<G>) {
        let rule = proposal.rule;
        let event = Event { subject, ..self.event(Point::Withdrawn, proposal, rule) };
        self.announce(event);
    }

    /// Records an event; an event of a draft is held back until the draft is accepted.
    fn record_event(&mut self, event: Event<G>) {
        if self.journal.is_open {
            self.journal.held.push(event);
        } else {
            self.announce(event);
        }
    }

    /// The affected object of a proposal and its spot.
    #[inline]
    fn subject(&self, proposal: &Proposal<G>) -> (Option<Object>, Option<Spot<G>>) {
        let Some(id) = proposal.card() else { return (None, None) };
        let card = self.state.table.card(id);
        let incarnation = card.map_or(0, |card| card.incarnation);
        (Some(Object { card: id, incarnation, item: None }), card.map(|card| card.spot))
    }

    fn mark_of(&self, subject: Option<Object>) -> G::Mark {
        let card = subject.and_then(|subject| self.state.table.card(subject.card));
        card.map_or_else(G::Mark::default, |card| card.mark)
    }

    /// The event that a proposal would be now, at this point and by this rule.
    pub fn event(&self, point: Point, proposal: Proposal<G>, rule: Cite) -> Event<G> {
        let (subject, from) = self.subject(&proposal);
        let mark = self.mark_of(subject);
        let number = self.state.event_number;
        Event { number, point, subject, became: subject, from, mark, rule, proposal }
    }

    /// Changes the table and returns the event, which the caller announces. If the table has no room, the
    /// proposal is withdrawn by its own rule.
    #[inline]
    fn change_table(&mut self, mut proposal: Proposal<G>) -> Event<G> {
        let (subject, from) = self.subject(&proposal);
        let (mut became, mut point, mark) = (subject, Point::Done, self.mark_of(subject));
        self.rely_on_moved(&proposal.change);
        if !matches!(proposal.change, Change::Nothing) {
            match self.state.table.carry_out(self.pool, &mut proposal.change, &mut self.state.clock) {
                Some(undo) if self.journal.is_open => self.journal.undo.push(undo),
                Some(_) => {}
                None => point = Point::Withdrawn,
            }
            if !self.state.unknown.is_empty() {
                // The table cannot tell stand-ins from known cards.
                self.state.table.forget_all();
            }
            became = subject.map(|subject| self.state.table.object(subject.card));
        }
        Event {
            number: self.state.event_number,
            point,
            subject,
            became,
            from,
            mark,
            rule: proposal.rule,
            proposal,
        }
    }

    /// Whether a proposal takes a card out of its zone.
    fn leaves(&self, proposal: &Proposal<G>) -> bool {
        match proposal.change {
            Change::Move(card, to, ..) => {
                let from = self.state.table.card(card).map(|card| card.spot);
                from.is_some_and(|from| Table::<G>::is_zone_change(from, to))
            }
            _ => false,
        }
    }

    /// Carries out one proposal and what moves along with it.
    fn carry_out_one(&mut self, proposal: Proposal<G>) -> Became {
        if self.declared.due.get().is_some() || !self.knows_what_is_shown(std::slice::from_ref(&proposal)) {
            return Became::Waiting;
        }
        if self.leaves(&proposal) {
            G::departs(self, &proposal);
            let along = self.moving_along(&proposal);
            if !along.is_empty() {
                return self.carry_out_with(proposal, along);
            }
        }
        let event = self.change_table(proposal);
        let became = match event.point {
            Point::Withdrawn => Became::Withdrawn(event.rule),
            _ => Became::Done,
        };
        self.record_event(event);
        became
    }

    /// The proposals that move along with a card that leaves: for its members and pieces, and theirs in turn.
    fn moving_along(&mut self, proposal: &Proposal<G>) -> Together<G> {
        let hosts = |proposal: &Proposal<G>| match proposal.change {
            Change::Move(card, ..) => Some(card),
            _ => None,
        };
        let mut along = Together::new();
        let mut next =
            hosts(proposal).filter(|card| self.state.table.is_host(*card)).map(|_| proposal.clone());
        let mut looked_at = 0;
        while let Some(leaving) = next {
            if !self.spend(1) {
                return along;
            }
            let more = G::moves_with(self, &leaving);
            along.extend(more.into_iter().filter(|proposal| self.in_force(proposal.rule)));
            // Each card moves along once, so the loop ends.
            next = None;
            while let Some(candidate) = along.get(looked_at) {
                looked_at += 1;
                let host = hosts(candidate).filter(|card| self.state.table.is_host(*card));
                if host.is_some() && looked_at <= self.state.table.card_count() {
                    next = Some(candidate.clone());
                    break;
                }
            }
        }
        along
    }

    #[cold]
    fn carry_out_with(&mut self, proposal: Proposal<G>, along: Together<G>) -> Became {
        if !self.knows_what_is_shown(&along) {
            return Became::Waiting;
        }
        let first = self.change_table(proposal);
        if first.point == Point::Withdrawn {
            let rule = first.rule;
            self.record_event(first);
            return Became::Withdrawn(rule);
        }
        let rest: SmallVec<[_; 4]> = along.into_iter().map(|proposal| self.change_table(proposal)).collect();
        self.record_event(first);
        for event in rest {
            self.record_event(event);
        }
        Became::Done
    }

    /// Carries everything out first and announces it afterwards, so that triggers see a table that all the
    /// cards have left.
    fn carry_out(&mut self, proposals: Together<G>) {
        if self.declared.due.get().is_some() || !self.knows_what_is_shown(&proposals) {
            return;
        }
        let mut all = Together::with_capacity(proposals.len());
        for proposal in proposals {
            let along = match self.leaves(&proposal) {
                true => {
                    G::departs(self, &proposal);
                    self.moving_along(&proposal)
                }
                false => Together::new(),
            };
            all.push(proposal);
            all.extend(along);
        }
        if !self.knows_what_is_shown(&all) {
            return;
        }
        let events: SmallVec<[_; 1]> = all.into_iter().map(|proposal| self.change_table(proposal)).collect();
        for event in events {
            self.record_event(event);
        }
    }

    pub(in crate::kernel) fn announce(&mut self, mut event: Event<G>) {
        if self.declared.due.get().is_some() {
            return;
        }
        self.fuel.events += 1;
        if self.fuel.events > FUEL_EVENTS || !self.spend(1) {
            self.halt(Halt::StepLimit);
            return;
        }
        event.number = self.state.event_number;
        self.state.event_number = event.number.wrapping_add(1);
        if !self.has_ended() {
            G::on_event(self, &event);
        }
        if let Some(record) = &mut self.record {
            record.push(event);
        }
    }
}

impl<'p, G: Game> Acts<'p, G> for Match<'p, G> {
    fn game(&self) -> &Match<'p, G> {
        self
    }

    fn propose(&mut self, proposal: Proposal<G>) -> Became {
        Match::propose(self, proposal)
    }

    fn facts_mut(&mut self) -> &mut G::Facts {
        Match::facts_mut(self)
    }
}

/// Whether a waiting proposal takes an object out of its zone.
fn departs<G: Game>(waiting: &WithSubject<G>, object: Object) -> bool {
    waiting.0 == Some(object) && matches!(waiting.1.change, Change::Move(..))
}
