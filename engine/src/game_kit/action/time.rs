//! What comes before an action's own conditions, namely whether its seat is asked for it; and carrying it
//! out.

use super::super::question::Named;
use super::super::reason::Asking;
use super::{Actions, Kit, When};
use crate::kernel::{Draft, MapCards, Match, Seat};
use crate::verdict::{Cite, Refusal};

/// Finds everything against an action: first that the game is over or another question is open, then its own
/// conditions. A ruling can waive a wrong time only if the effect is defined at that time.
pub fn check<G: Kit>(draft: &mut Draft<'_, '_, G>, seat: Seat, action: &G::Action) {
    draft.game.rely_on_entry(action.used(), || action.cards());
    match fault(draft.game, seat, action) {
        Some(refusal) if draft.is_by_ruling() && is_out_of_window(draft.game, seat, action) => {
            draft.waive(refusal);
            action.check(draft, seat);
        }
        Some(refusal) => draft.forbid(refusal),
        None => action.check(draft, seat),
    }
}

/// Whether an action comes in a window that is not its own, and its effect is defined there.
fn is_out_of_window<G: Kit>(game: &Match<'_, G>, seat: Seat, action: &G::Action) -> bool {
    G::over(game).is_none() && game.is_asked_by_window() && action.is_late(game, seat)
}

/// The reason against an action that comes before its own conditions.
fn fault<G: Kit>(game: &Match<'_, G>, seat: Seat, action: &G::Action) -> Option<Refusal<G::Reason>> {
    if let Some(rules) = G::over(game) {
        return refuse(G::Reason::game_over(), &rules);
    }
    if action.when() != When::Asked {
        return None;
    }
    let Some(asked) = game.state.asked.first() else {
        return Some(Refusal::new(G::Reason::no_such_choice(), G::NOTHING_ASKED));
    };
    if asked.seat == seat && action.answers(&asked.question) {
        return None;
    }
    Some(G::out_of_time(game, seat, action, asked))
}

/// A refusal by these rules, the first of which is the primary one.
pub fn refuse<R>(reason: R, rules: &[Cite]) -> Option<Refusal<R>> {
    let (first, also) = rules.split_first()?;
    Some(Refusal::new(reason, *first).also(also))
}

/// The refusal of an action at the wrong time, by the rules about its time.
pub fn not_the_time<G: Kit>(
    game: &Match<'_, G>,
    seat: Seat,
    action: &G::Action,
    reason: G::Reason,
) -> Refusal<G::Reason> {
    let (first, also) = action.time(game, seat).split_first().unwrap_or((&G::NOTHING_ASKED, &[]));
    Refusal::new(reason, *first).also(also)
}

/// The reason against an action that no open question asks for.
pub fn unasked<G: Kit>(action: &G::Action, asked: &G::Question) -> G::Reason {
    match action.is_choice() {
        true => G::Reason::no_such_choice(),
        false => G::Reason::not_the_time(asked.name().to_owned()),
    }
}

/// Carries an action out. It closes the question that it answers; a standing action closes none.
pub fn perform<G: Kit>(game: &mut Match<'_, G>, seat: Seat, action: &G::Action) {
    if action.when() != When::Asked {
        return action.perform(game, seat, None);
    }
    let mut asked = std::mem::take(&mut game.state.asked).into_iter();
    let question = asked.find(|asked| asked.seat == seat).map(|asked| asked.question);
    if !G::begins(game, seat, action, question.as_ref()) {
        action.perform(game, seat, question.as_ref());
    }
}
