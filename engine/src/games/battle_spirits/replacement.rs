//! Texts that send a destroyed card or lost life elsewhere than the rules do: ruling-87, ruling-116. They
//! change the destination alone: the card is destroyed and raises its effects while it waits, and the life is
//! reduced.

use super::ability::AbilityId;
use super::table::{DECK, Game, HAND, Means, RESERVE, TRASH, Verb, ZoneOf, is_on_field, owner};
use super::words::change::{Redirect, topics};
use super::words::{Effect, GameInfluence, Influence, Static};
use super::zone::{self, By};
use super::{BattleSpirits, Question, stat};
use crate::abilities::standing::running_on;
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

/// What of a card a text can redirect.
#[derive(Clone, Copy)]
enum Redirectable {
    /// The card itself, destroyed by these means.
    Destroyed(Means),
    /// The life that its attack takes.
    Life,
}

/// The redirections that texts have: each destination once, in the order in which the texts began.
fn redirections(game: &Game<'_>, card: CardId, what: Redirectable) -> Vec<(Elsewhere, Object, AbilityId)> {
    let mut found: Vec<(u32, Elsewhere, Object, AbilityId)> = Vec::new();
    let is_wanted = |word: &Redirect| match (what, word.to) {
        (Redirectable::Life, Elsewhere::LifeToTrash) => word.means.is_none(),
        (Redirectable::Destroyed(means), Elsewhere::DestroyedToDeckBottom | Elsewhere::DestroyedToHand) => {
            word.means.is_none_or(|only| only == means)
        }
        (Redirectable::Life, Elsewhere::DestroyedToDeckBottom | Elsewhere::DestroyedToHand)
        | (Redirectable::Destroyed(_), Elsewhere::LifeToTrash) => false,
    };
    let reaches = |scene: &Scene<'_>, each: &Static| {
        let Static::Redirect(word) = each else { return false };
        is_wanted(word) && word.what.takes_in(game, scene, card)
    };
    stat::each_standing(game, topics::ELSEWHERE, reaches, |_, each, (me, ability, time)| {
        if let Static::Redirect(word) = each {
            found.push((time, word.to, me, ability));
        }
    });
    let object = game.state.table.object(card);
    found.extend(running_on(game, topics::ELSEWHERE, object).filter_map(|modifier| {
        let Influence::Own(GameInfluence::Redirect(text)) = &modifier.influence else { return None };
        let Effect::Redirect(word) = text.word(game)? else { return None };
        let me = modifier.source.unwrap_or(object);
        is_wanted(word).then_some((modifier.time, word.to, me, text.ability))
    }));
    found.sort_by_key(|(time, ..)| *time);
    let mut redirections: Vec<(Elsewhere, Object, AbilityId)> = Vec::new();
    for (_, to, me, ability) in found {
        if redirections.iter().all(|(other, ..)| *other != to) {
            redirections.push((to, me, ability));
        }
    }
    redirections.retain(|_| game.in_force(cite!("ruling-116")));
    redirections
}

/// Where a destroyed card goes when its wait is over, if at most one text redirects it. If several do, its
/// owner chooses, see [`replacements`].
pub fn of_destroyed(game: &Game<'_>, card: CardId, means: Means) -> (ZoneOf, End) {
    match redirections(game, card, Redirectable::Destroyed(means)).as_slice() {
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
    let redirections = redirections(game, card, Redirectable::Destroyed(proposal.detail.means));
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
    let means = deciding.proposal().map(|proposal| proposal.detail.means);
    let of = |means: Means| redirections(game, card, Redirectable::Destroyed(means)).into_iter().next();
    let first = means.and_then(of).map(|(_, me, ability)| (me, ability));
    let nothing = (game.state.table.object(card), AbilityId { definition: game.definition(card), number: 0 });
    let (me, ability) = first.unwrap_or(nothing);
    let what = Choosable::Mode(u8::try_from(deciding.replacements.len()).unwrap_or(u8::MAX));
    let choice = Choice { what, ability, me, about: None, rule: cite!("ruling-87"), open: true };
    (owner(game, card), Question::Choice(choice))
}

/// Where the cores go that the attack of a spirit takes from a life.
pub fn of_life(game: &Game<'_>, attacker: CardId) -> ZoneOf {
    if redirections(game, attacker, Redirectable::Life).is_empty() { RESERVE } else { TRASH }
}
