//! What happens instead of something: ruling-50.

use super::super::table::{self, Game, controller};
use super::super::zone::Proposed;
use super::super::{BuildDivide, Question, Step, stat};
use super::{Ability, AbilityId};
use crate::abilities::{Bound, Choice, Choosable, Resolution};
use crate::kernel::{Deciding, Instead, Object, Proposal, Replacement, Seat};

/// What could happen instead of a unit's leaving the field, of every text that says so; at most one of them does.
pub fn replacements(game: &mut Game<'_>, proposal: &Proposed) -> Vec<Replacement<BuildDivide>> {
    let card = proposal.card().filter(|card| game.pool.summary.replaces && table::is_unit(game, *card));
    let Some(subject) = card.map(|card| game.state.table.object(card)) else { return Vec::new() };
    let mut found = Vec::new();
    let territories = Seat::BOTH.into_iter().filter_map(|seat| table::territory(game, seat));
    for source in table::fields(game).into_iter().chain(territories) {
        let (me, seat) = (game.state.table.object(source), controller(game, source));
        stat::each_ability(game, source, |(id, _), ability| {
            let Ability::Replacement(word) = ability else { return };
            let fits = word.event.iter().any(|event| event.verb() == proposal.verb)
                && word.means.is_none_or(|means| super::trigger::is_by(means, proposal.detail.means))
                && word.who.fits(game, (me, &Bound::NONE), proposal, (subject, proposal.detail.other));
            if fits {
                let mut resolution = Resolution::new(seat, me, id, cite!("ruling-50"));
                resolution.subject = Some(subject);
                resolution.other = proposal.detail.other;
                let instead = Instead::Step(Step::Carry(Box::new(resolution)));
                found.push(Replacement { instead, optional: word.optional, rule: cite!("ruling-50") });
            }
        });
    }
    found
}

/// The controller of the unit decides: yes or no to a single text, else which.
pub fn replacement_question(game: &Game<'_>, deciding: &Deciding<BuildDivide>) -> (Seat, Question) {
    let card = deciding.proposal().and_then(Proposal::card);
    let seat = card.map_or(game.state.facts.active, |card| controller(game, card));
    let (ability, me): (AbilityId, Object) = match deciding.replacements.as_slice() {
        [Replacement { instead: Instead::Step(Step::Carry(resolution)), .. }] => {
            (resolution.ability, resolution.me)
        }
        _ => return (seat, Question::ChooseReplacement),
    };
    let choice = Choice { what: Choosable::YesNo, ability, me, rule: cite!("ruling-50"), open: true };
    (seat, Question::Choice(choice))
}

/// Whether a choice is one of hand cards that are discarded: its owner is asked for a discard [用语.舍弃.2].
pub fn asks_to_discard(game: &Game<'_>, choice: &Choice<BuildDivide>) -> bool {
    let Choosable::Cards { from, hidden, .. } = &choice.what else { return false };
    let of_hand = |card| matches!(table::lies(game, card), Some((table::Zone::Hand, _)));
    let by_discard = choice.rule == cite!("用语.舍弃") || *hidden && choice.rule == cite!("ruling-56");
    by_discard && from.iter().all(|card| of_hand(*card))
}
