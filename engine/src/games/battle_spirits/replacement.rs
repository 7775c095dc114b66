//! Texts that send a destroyed card or lost life elsewhere than the rules do: ruling-87, ruling-116. They
//! change the destination alone: the card is destroyed and raises its effects while it waits, and the life is
//! reduced.

use super::ability::AbilityId;
use super::table::{DECK, Game, HAND, RESERVE, TRASH, Verb, ZoneOf, is_on_field, owner};
use super::words::Static;
use super::words::change::topics;
use super::zone::{self, By};
use super::{BattleSpirits, Question, stat};
use crate::abilities::{Choice, Choosable, Scene};
use crate::kernel::{
    CardId, Deciding, End, Instead, Object, Proposal, Replacement, ReplacingText, Seat, wire,
};

/// What goes where instead.
#[wire(Copy)]
pub enum Elsewhere {
    /// When they are destroyed, to the bottom of the deck in place of the trash.
    DestroyedToDeckBottom,
    /// When they are destroyed, to the hand in place of the trash.
    DestroyedToHand,
    /// Cores of life by which their attack reduces it, to the trash in place of the reserve.
    LifeToTrash,
}

/// The redirections that texts have for a destroyed card, or for the life that its attack takes: each
/// destination once, in the order in which the texts began.
fn redirections(game: &Game<'_>, card: CardId, of_life: bool) -> Vec<(Elsewhere, Object, AbilityId)> {
    let mut found: Vec<(Elsewhere, Object, AbilityId)> = Vec::new();
    let is_wanted = |to: Elsewhere| (to == Elsewhere::LifeToTrash) == of_life;
    let reaches = |scene: &Scene<'_>, each: &Static| {
        let Static::Redirect(word) = each else { return false };
        is_wanted(word.to) && word.what.takes_in(game, scene, card)
    };
    stat::each_standing(game, topics::ELSEWHERE, reaches, |_, each, (me, ability, _)| {
        if let Static::Redirect(word) = each
            && found.iter().all(|(to, ..)| *to != word.to)
        {
            found.push((word.to, me, ability));
        }
    });
    found.retain(|_| game.in_force(cite!("ruling-116")));
    found
}

/// Where a destroyed card goes when its wait is over, if at most one text redirects it. If several do, its
/// owner chooses, see [`replacements`].
pub fn of_destroyed(game: &Game<'_>, card: CardId) -> (ZoneOf, End) {
    match redirections(game, card, false).as_slice() {
        [(to, ..)] => place(*to),
        _ => (TRASH, End::Top),
    }
}

const fn place(to: Elsewhere) -> (ZoneOf, End) {
    match to {
        Elsewhere::DestroyedToDeckBottom => (DECK, End::Bottom),
        Elsewhere::DestroyedToHand => (HAND, End::Bottom),
        Elsewhere::LifeToTrash => (TRASH, End::Top),
    }
}

/// The destinations among which the owner of a destroyed card chooses, if several texts redirect it: at most
/// one of them applies [ruling-87].
pub fn replacements(game: &Game<'_>, proposal: &Proposal<BattleSpirits>) -> Vec<Replacement<BattleSpirits>> {
    let Some(card) = proposal.card().filter(|card| is_on_field(game, *card)) else { return Vec::new() };
    if proposal.verb != Verb::Destroyed {
        return Vec::new();
    }
    let redirections = redirections(game, card, false);
    let (seat, means, source, rule) = (proposal.seat, proposal.detail.means, proposal.source, proposal.rule);
    let instead = |(to, me, ability): &(Elsewhere, Object, AbilityId)| {
        let (zone, end) = place(*to);
        let put = zone::put(game, Verb::Destroyed, card, zone, end, By { seat, means, source, rule });
        let instead = Instead::Proposals(vec![put.with(proposal.detail.clone())]);
        let by = ReplacingText { object: *me, number: ability.number.into() };
        Replacement { instead, by, optional: false, rule: cite!("ruling-87") }
    };
    if redirections.len() > 1 { redirections.iter().map(instead).collect() } else { Vec::new() }
}

/// Asks the owner of the card which redirection applies [ruling-87].
pub fn question(game: &Game<'_>, deciding: &Deciding<BattleSpirits>) -> (Seat, Question) {
    let card = deciding.proposal().and_then(Proposal::card).unwrap_or_default();
    let first = redirections(game, card, false).first().map(|(_, me, ability)| (*me, *ability));
    let nothing = (game.state.table.object(card), AbilityId { definition: game.definition(card), number: 0 });
    let (me, ability) = first.unwrap_or(nothing);
    let what = Choosable::Mode(u8::try_from(deciding.replacements.len()).unwrap_or(u8::MAX));
    let choice = Choice { what, ability, me, about: None, rule: cite!("ruling-87"), open: true };
    (owner(game, card), Question::Choice(choice))
}

/// Where the cores go that the attack of a spirit takes from a life.
pub fn of_life(game: &Game<'_>, attacker: CardId) -> ZoneOf {
    if redirections(game, attacker, true).is_empty() { RESERVE } else { TRASH }
}
