//! Replacements, texts by which something happens instead: ruling-50.

use super::super::findings;
use super::super::table::{self, Game, Mark, Verb, controller};
use super::super::zone::Proposed;
use super::super::{BuildDivide, Question, Step, stat};
use super::AbilityId;
use super::ability::{Body, Replaced};
use super::effect::Running;
use super::filter::State;
use crate::abilities::{Bound, Choice, Choosable, EffectWord, Lint, Next, Pause, Resolution, Scene};
use crate::kernel::{
    CardId, Change, Deciding, Instead, Object, Proposal, Replacement, ReplacingText, Seat, held, wire,
};

/// The replacements, one for each text, of a unit that leaves the field or stands, of a territory that
/// closes, or of where a resolved command goes; at most one of them applies.
pub fn replacements(game: &mut Game<'_>, proposal: &Proposed) -> Vec<Replacement<BuildDivide>> {
    let is_there = |card: &CardId| match table::lies(game, *card) {
        Some((table::Zone::Chain, _)) => proposal.verb == Verb::ToGraveyard,
        _ => table::is_unit(game, *card) || proposal.verb == Verb::Close,
    };
    let card = proposal.card().filter(|card| game.pool.summary.replaces && is_there(card));
    let Some(subject) = card.map(|card| game.state.table.object(card)) else { return Vec::new() };
    let mut found = Vec::new();
    let territories = Seat::BOTH.into_iter().filter_map(|seat| table::territory(game, seat));
    for source in table::fields(game).into_iter().chain(territories) {
        let (me, seat) = (game.state.table.object(source), controller(game, source));
        stat::each_ability(game, source, |(id, _), ability| {
            let Body::Replacement { event, who, means, optional, then_happens } = &ability.body else {
                return;
            };
            let on_chain = matches!(table::lies(game, subject.card), Some((table::Zone::Chain, _)));
            let fits = event.iter().any(|event| {
                event.verb() == proposal.verb && on_chain == matches!(event, Replaced::Resolved)
            }) && means.is_none_or(|means| super::trigger::is_by(means, proposal.detail.means))
                && who.fits(game, (me, Bound::none()), proposal, (subject, proposal.detail.other));
            if fits {
                game.rely_on_text(Some(source), id.definition);
                let mut resolution = Resolution::new(seat, me, id, cite!("ruling-50"));
                resolution.subject = Some(subject);
                resolution.other = proposal.detail.other;
                let carry = Step::Carry(Box::new(resolution));
                let instead = Instead::Step(match *then_happens {
                    true => Step::PutOff(Box::new(PutOff { carry, subject, proposal: proposal.clone() })),
                    false => carry,
                });
                let by = ReplacingText { object: me, number: id.text() };
                found.push(Replacement { instead, by, optional: *optional, rule: cite!("ruling-50") });
            }
        });
    }
    found
}

/// Something that happens only after a text is carried out.
#[held]
pub struct PutOff {
    /// The text is carried out.
    carry: Step,
    /// The object to which it happens.
    subject: Object,
    /// What happens.
    proposal: Proposed,
}

impl PutOff {
    /// Puts the text on the agenda, and beneath it the event that was put off.
    pub fn run(self, game: &mut Game<'_>) {
        let PutOff { carry, subject, proposal } = self;
        game.push(Step::Happen(subject, Box::new(proposal)));
        game.push(carry);
    }
}

/// Carries out an event that was put off, if its object is still there and the text has not brought the event
/// about itself.
pub fn happen(game: &mut Game<'_>, subject: Object, mut proposal: Proposed) {
    let prevented = game.state.facts.prevented.contains(&subject);
    if prevented {
        game.facts_mut().prevented.retain(|object| *object != subject);
    }
    if !game.state.table.is_current(subject) || prevented {
        return;
    }
    // The text may have changed the mark of the card meanwhile.
    if let Change::Mark(card, after) = &mut proposal.change {
        let now = table::mark(game, *card);
        *after = match proposal.verb {
            Verb::Stand if now.is_rested() => Mark { state: State::Standing, ..now },
            Verb::Close if now.released => Mark { released: false, damage: 0, ..now },
            Verb::Stand | Verb::Close => return,
            _ => *after,
        };
    }
    game.propose(proposal);
}

/// What the text was put before does not happen.
#[wire(Part<BuildDivide>)]
pub struct Prevent {}

impl EffectWord<BuildDivide> for Prevent {
    fn lint(&self, lint: &mut Lint<'_, BuildDivide>) {
        if lint.is_unavailable(super::context::PUT_OFF) {
            lint.find("nothing_meant", findings::only_then_happens_prevents());
        }
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let subject = run.scene().subject;
        run.game.facts_mut().prevented.extend(subject);
        Ok(Next::Done(subject.is_some()))
    }

    fn can_do_some(&self, _: &Game<'_>, _: &Scene<'_>) -> bool {
        true
    }
}

/// The ability that a step carries out, and its source.
fn carried(step: &Step) -> Option<(AbilityId, Object)> {
    match step {
        Step::Carry(resolution) => Some((resolution.ability, resolution.me)),
        Step::PutOff(put_off) => carried(&put_off.carry),
        _ => None,
    }
}

/// Asks the controller of the unit: yes or no to a single text, else which of several.
pub fn replacement_question(game: &Game<'_>, deciding: &Deciding<BuildDivide>) -> (Seat, Question) {
    let card = deciding.proposal().and_then(Proposal::card);
    let seat = card.map_or(game.state.facts.active, |card| controller(game, card));
    let only = match deciding.replacements.as_slice() {
        [Replacement { instead: Instead::Step(step), .. }] => carried(step),
        _ => None,
    };
    let Some((ability, me)) = only else { return (seat, Question::ChooseReplacement) };
    let choice =
        Choice { what: Choosable::YesNo, ability, me, about: None, rule: cite!("ruling-50"), open: true };
    (seat, Question::Choice(choice))
}

/// Whether a choice is one of hand cards that are discarded: then the owner is asked for a discard [用语.舍弃.2].
pub fn asks_to_discard(game: &Game<'_>, choice: &Choice<BuildDivide>) -> bool {
    let Choosable::Cards { from, hidden, .. } = &choice.what else { return false };
    let of_hand = |card| matches!(table::lies(game, card), Some((table::Zone::Hand, _)));
    let by_discard = choice.rule == cite!("用语.舍弃") || *hidden && choice.rule == cite!("ruling-56");
    by_discard && from.iter().all(|card| of_hand(*card))
}
