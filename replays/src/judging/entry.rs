//! Carries out one entry of a log, and decides what a viewer sees of it.

use rules_judge_engine::games::{Registered, Seen};
use rules_judge_engine::kernel::chance::declared::DeclaredOutcome;
use rules_judge_engine::kernel::{Match, Permit, Viewer, Waits};
use rules_judge_engine::tree;
use rules_judge_engine::verdict::{Cite, Refusal};
use serde_json::Value;

use crate::answer::{Fault, FaultCode, detail};
use crate::codec::entry::{Entry, What};
use crate::codec::ruling::{ALLOW, Rules};
use crate::judging::chance_entry::{self, Why};

/// Why an entry is refused.
#[derive(Debug)]
pub enum Reasons<G: Registered> {
    /// Its conditions fail; with the outcomes that it had received before they did.
    Rules(Vec<Refusal<G::Reason>>, Option<Box<Waits<G>>>),
    /// Its outcome is impossible, by these rules.
    Outcome(Vec<Cite>, Why),
    /// The position of a ruling is impossible.
    Position(Vec<Refusal<G::Reason>>),
}

/// The result of an entry.
#[derive(Debug)]
pub enum EntryResult<G: Registered> {
    /// It was carried out, or waits for an outcome.
    Taken,
    /// It is against the rules.
    Refused(Reasons<G>),
    /// A random step waits for an outcome, and this entry is none.
    Missing,
    /// It cannot be read although it was checked before; no such entry is known.
    Unread(Fault),
}

/// Carries out one entry of a log, if it is legal.
pub fn take<G: Registered>(game: &mut Match<'_, G>, entry: &Entry<G::Action>) -> EntryResult<G> {
    match &entry.what {
        What::Action(..) | What::Ruling(_) if game.due().is_some() => EntryResult::Missing,
        What::Action(seat, action) => carried_out(game.check(*seat, action)),
        What::Ruling(ruling) => match &ruling.rules {
            Rules::Allow(seat, action) => carried_out(game.allow(*seat, action)),
            Rules::Position(position) => match tree::read::<G::Position>(position) {
                Err(misread) => EntryResult::Unread(Fault::unwritten(&misread.error)),
                Ok(position) => match G::from_position(game.pool, &position) {
                    Ok(state) => {
                        game.put_down(state);
                        EntryResult::Taken
                    }
                    Err(faults) => EntryResult::Refused(Reasons::Position(faults)),
                },
            },
        },
        What::Outcome(outcome) => {
            let rule = game.due().and_then(|due| due.rule).unwrap_or(G::INFO.randomness);
            let taken = match chance_entry::revealed::<G>(outcome, game.pool) {
                Some(revealed) => game.declare_outcome(&outcome.label, revealed),
                None => DeclaredOutcome::Impossible(&[]),
            };
            match taken {
                DeclaredOutcome::Taken => EntryResult::Taken,
                DeclaredOutcome::Refused(refusals, waits) => {
                    EntryResult::Refused(Reasons::Rules(refusals, Some(waits)))
                }
                DeclaredOutcome::Impossible(rules) => {
                    let rules = if rules.is_empty() { vec![rule] } else { rules.to_vec() };
                    EntryResult::Refused(Reasons::Outcome(rules, Why::Impossible))
                }
                DeclaredOutcome::NotDue => EntryResult::Refused(Reasons::Outcome(vec![rule], Why::NotDue)),
            }
        }
    }
}

/// Whether an entry is a ruling that replaces the table.
pub(super) fn puts_down<A>(entry: &Entry<A>) -> bool {
    entry.ruling().is_some_and(|ruling| matches!(ruling.rules, Rules::Position(_)))
}

/// Applies the permit of an action, if it got one.
fn carried_out<G: Registered>(checked: Result<Permit<'_, '_, G>, Vec<Refusal<G::Reason>>>) -> EntryResult<G> {
    match checked {
        Ok(permit) => {
            permit.apply();
            EntryResult::Taken
        }
        Err(refusals) => EntryResult::Refused(Reasons::Rules(refusals, None)),
    }
}

/// What a viewer sees of an entry before it is carried out; the full view shows everything. The text of a
/// ruling is public, its position is not, and an entry that it allows is shown as that entry would be.
pub fn seen<G: Registered>(game: &Match<'_, G>, entry: &Entry<G::Action>, viewer: Viewer) -> Seen {
    match &entry.what {
        _ if viewer == Viewer::Full => Seen::Whole,
        What::Action(seat, action) => G::action_view(game, *seat, action, viewer),
        What::Outcome(outcome) => {
            let due = game.due().filter(|due| due.label == outcome.label);
            due.filter(|due| due.is_seen(game, viewer)).map_or(Seen::Nothing, |_| Seen::Whole)
        }
        What::Ruling(ruling) => match &ruling.rules {
            Rules::Position(_) => Seen::Without(ruling.field()),
            Rules::Allow(seat, action) => match G::action_view(game, *seat, action, viewer) {
                Seen::Nothing => Seen::Without(ruling.field()),
                seen => seen,
            },
        },
    }
}

/// The entry as a viewer sees it; `None`: not at all.
pub(crate) fn shown<A>(entry: &Entry<A>, seen: Seen) -> Option<Value> {
    let mut sent = entry.sent();
    match seen {
        Seen::Whole => {}
        Seen::Without(field) => {
            let allowed = sent.get_mut(ALLOW).and_then(Value::as_object_mut);
            match allowed.filter(|_| entry.ruling().is_some() && field != ALLOW) {
                Some(allowed) => allowed.remove(field),
                None => sent.remove(field),
            };
        }
        Seen::Nothing => return None,
    }
    Some(Value::Object(sent))
}

/// The fault of an entry for a view. One that does not show the entry learns neither the card that it names
/// nor the fault of a position.
pub(crate) fn as_seen(fault: Fault, is_seen: bool) -> Fault {
    match fault.code {
        _ if !is_seen && fault.pointer.as_deref().is_some_and(|place| place.starts_with("/position")) => {
            Fault::new(fault.code, detail::unseen_position()).at("")
        }
        FaultCode::UnknownCard if !is_seen => {
            Fault::new(FaultCode::UnknownCard, detail::unseen_unknown_card()).at("")
        }
        _ => fault,
    }
}

/// The number of rulings.
pub(crate) fn rulings_of<A>(entries: &[Entry<A>]) -> u32 {
    let rulings = entries.iter().filter(|entry| entry.ruling().is_some()).count();
    // A log has fewer entries than `u32::MAX`.
    u32::try_from(rulings).unwrap_or(u32::MAX)
}

/// Whether a ruling follows a refused entry, and so overrules it. A step that waits for an outcome gets it
/// first.
pub(crate) fn follows_ruling<G: Registered>(game: &Match<'_, G>, next: Option<&Entry<G::Action>>) -> bool {
    game.due().is_none() && next.is_some_and(|next| next.ruling().is_some())
}
