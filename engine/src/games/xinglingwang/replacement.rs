//! Replacements: texts by which something else happens instead of a destruction, a sacrifice, or another way
//! off the field.
//!
//! 六.4 and 十.2: a replacement comes before the moments of the event that it replaces. ruling-59: a proposal
//! is replaced at most once, and a text that has replaced a proposal does not apply to what came of it. The
//! player on whose half the unit stands says yes or no to a single optional text, and picks one of several;
//! if all are optional, the last choice is “nothing instead”.

use super::ability::{self, AbilityId};
use super::reason::Reason;
use super::table::{self, Zone};
use super::words::ability::{Ability, Body, Effective};
use super::words::trigger::Whom;
use super::words::{events, later};
use super::{Question, Step, Xinglingwang};
use crate::abilities::filter::has_all;
use crate::abilities::resolve::ResolutionStage;
use crate::abilities::{Choice, Choosable, Resolution, Scene};
use crate::kernel::{CardId, Deciding, Instead, Match, Object, Proposal, Replacement, ReplacingText, Seat};
use crate::verdict::Refusal;

type Game<'p> = Match<'p, Xinglingwang>;

impl Whom {
    /// Whether a proposal about this card is one that the replacement refers to.
    pub(crate) fn concerns(&self, game: &Game<'_>, scene: &Scene<'_>, card: CardId) -> bool {
        match self {
            Whom::This => scene.me.card == card,
            Whom::Host => table::host(game, scene.me.card) == Some(card),
            Whom::Cards { side, fits } => {
                let seat = table::side(game, card).unwrap_or_else(|| table::owner(game, card));
                side.covers(scene.seat, seat) && has_all(game, scene, fits, card)
            }
        }
    }
}

/// The texts that can replace a proposal. Optional ones that cannot be used are noted as not offered.
pub(crate) fn of(game: &mut Game<'_>, proposal: &Proposal<Xinglingwang>) -> Vec<Replacement<Xinglingwang>> {
    // A return by 偷襲 and what it leaves behind are one act, which nothing replaces [十五.偷襲.5].
    let replaceable = events::REPLACEABLE & proposal.verb.bit() != 0
        && proposal.rule != cite!("十五.偷襲.1")
        && proposal.rule != cite!("十五.吞食合體.1");
    match proposal.card() {
        Some(card) if replaceable && (stands(game, card) || keeps_itself(game, proposal, card)) => {
            candidates(game, proposal, card)
        }
        _ => Vec::new(),
    }
}

/// Whether a card off the field has a replacement for itself that works there; a card exiled for the hand
/// limit activates nothing [十四.2].
fn keeps_itself(game: &Game<'_>, proposal: &Proposal<Xinglingwang>, card: CardId) -> bool {
    let by_itself = table::zone_of(game, card).is_some();
    let has_own_replacement =
        |game: &Game<'_>| table::printed(game, card).all_abilities().any(Ability::is_anywhere);
    by_itself && proposal.rule != cite!("十四.2") && game.answer_of(card, has_own_replacement)
}

fn stands(game: &Game<'_>, card: CardId) -> bool {
    table::is_unit(game, card) || matches!(table::zone_of(game, card), Some((Zone::FieldCard, _)))
}

/// The search for texts that can replace a proposal.
struct Candidates<'c, 'p> {
    game: &'c Game<'p>,
    proposal: &'c Proposal<Xinglingwang>,
    card: CardId,
    subject: Object,
    other: Option<Object>,
    found: Vec<Replacement<Xinglingwang>>,
    /// What is optional and cannot be used, with the object that it stands on and the reason.
    passed_over: Vec<(Object, Refusal<Reason>)>,
}

impl Candidates<'_, '_> {
    fn instead(&self, mut resolution: Resolution<Xinglingwang>) -> Instead<Xinglingwang> {
        (resolution.subject, resolution.other) = (Some(self.subject), self.other);
        Instead::Step(Step::resolve(resolution))
    }

    fn consider(&mut self, id: AbilityId, me: Object, seat: Seat, ability: &Ability) {
        let Body::Replacement { event, who, means, .. } = &ability.body else { return };
        let (game, proposal, optional) = (self.game, self.proposal, ability.head.optional);
        let scene = Scene { subject: Some(self.subject), other: self.other, ..Scene::of(seat, me) };
        let fits = event.contains(&proposal.verb)
            && means.is_none_or(|means| means == proposal.detail.means)
            && who.concerns(game, &scene, self.card);
        if !fits {
            return;
        }
        game.rely_on_text(Some(me.card), id.definition);
        let fault = match optional {
            true => ability::offer_fault(game, &scene, id),
            false => ability::fault(game, &scene, id),
        };
        match fault {
            None => {
                let mut resolution = Resolution::new(seat, me, id, cite!("ruling-59"));
                resolution.stage = ResolutionStage::Cost(0);
                let instead = self.instead(resolution);
                let by = ReplacingText { object: me, number: id.text() };
                let rule = cite!("ruling-59");
                self.found.push(Replacement { instead, by, optional, rule });
            }
            Some(fault) if optional => self.passed_over.push((me, fault)),
            Some(_) => {}
        }
    }

    /// Considers the card's own texts that work wherever it lies.
    fn consider_itself(&mut self) {
        let (game, card) = (self.game, self.card);
        for (index, ability) in table::printed(game, card).all_abilities().enumerate() {
            if ability.is_anywhere() {
                let id = ability::id_under(game, card, (0, index));
                self.consider(id, self.subject, table::owner(game, card), ability);
            }
        }
    }

    /// Considers the texts of cards on the field, then those that effects grant to units.
    fn consider_field(&mut self) {
        let game = self.game;
        ability::each_place_that(
            game,
            |interests| interests.replaces,
            |_, place| place.effective == Effective::Field,
            |place| {
                let abilities = table::printed(game, place.card).all_abilities();
                for (index, ability) in abilities.enumerate().skip(place.first) {
                    if place.effective == Effective::Field {
                        let id = ability::id_at(game, place, index);
                        self.consider(id, place.me, place.seat, ability);
                    }
                }
            },
        );
        if ability::grants_abilities(game) {
            for (unit, seat) in ability::units(game) {
                for (id, ability) in ability::granted_to(game, unit) {
                    self.consider(id, game.state.table.object(unit), seat, ability);
                }
            }
        }
    }

    /// Considers the sentences that earlier effects made for a time.
    fn consider_made(&mut self) {
        for (seat, me, time, made) in later::instead(self.game, self.proposal, self.subject) {
            let instead = self.instead(made.resolution(seat, me, cite!("ruling-59")));
            let by = ReplacingText { object: me, number: AbilityId::made_later(time) };
            self.found.push(Replacement { instead, by, optional: false, rule: cite!("ruling-59") });
        }
    }
}

fn candidates(
    game: &mut Game<'_>,
    proposal: &Proposal<Xinglingwang>,
    card: CardId,
) -> Vec<Replacement<Xinglingwang>> {
    let mut candidates = Candidates {
        game: &*game,
        proposal,
        card,
        subject: game.state.table.object(card),
        other: proposal.detail.other.or(proposal.source),
        found: Vec::new(),
        passed_over: Vec::new(),
    };
    if !stands(game, card) {
        candidates.consider_itself();
    }
    candidates.consider_field();
    candidates.consider_made();
    let Candidates { found, passed_over, .. } = candidates;
    let seat = table::side(game, card).unwrap_or_else(|| table::owner(game, card));
    for (me, fault) in passed_over {
        ability::pass_over(game, seat, me, &fault);
    }
    found
}

/// The question which text replaces the proposal. It goes to the player on whose half the unit stands; a
/// single text may name another player.
pub(crate) fn question(game: &Game<'_>, deciding: &Deciding<Xinglingwang>) -> (Seat, Question) {
    let card = deciding.proposal().and_then(Proposal::card).unwrap_or_default();
    let seat = decides(game, deciding)
        .or_else(|| table::side(game, card))
        .unwrap_or_else(|| table::owner(game, card));
    let count = u8::try_from(deciding.replacements.len()).unwrap_or(u8::MAX);
    let what = match count {
        1 => Choosable::YesNo,
        _ => Choosable::Mode(count.saturating_add(u8::from(deciding.is_optional()))),
    };
    let first = deciding.replacements.first().map(|replacement| &replacement.instead);
    let (ability, me) = match first {
        Some(Instead::Step(Step::Resolve(resolution))) => (resolution.ability, resolution.me),
        _ => (AbilityId { definition: 0, index: 0 }, game.state.table.object(card)),
    };
    let choice = Choice { what, ability, me, about: None, rule: cite!("ruling-59"), open: true };
    (seat, Question::Choice(choice))
}

/// The player whom the only candidate names to decide.
fn decides(game: &Game<'_>, deciding: &Deciding<Xinglingwang>) -> Option<Seat> {
    let [only] = deciding.replacements.as_slice() else { return None };
    let Instead::Step(Step::Resolve(resolution)) = &only.instead else { return None };
    let Body::Replacement { decides, .. } = &ability::ability(game, resolution.ability)?.body else {
        return None;
    };
    (*decides)?.seats(resolution.seat).first().copied()
}
