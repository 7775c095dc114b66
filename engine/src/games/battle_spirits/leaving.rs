//! What goes elsewhere than the rules say, by a text: ruling-87, ruling-116. Only the destination changes: a card was destroyed
//! and raises its effects while it waits; life was reduced.

use super::stat;
use super::table::{DECK, Game, HAND, RESERVE, TRASH, ZoneOf};
use super::words::Static;
use super::words::change::statics;
use crate::kernel::{CardId, End, wire};

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

/// What is said of a card: what began first counts, so that at most one is done instead [ruling-87].
fn said(game: &Game<'_>, card: CardId, is_it: impl Fn(Elsewhere) -> bool) -> Option<Elsewhere> {
    let mut found = None;
    stat::each_standing(game, statics::ELSEWHERE, |scene, each, _| {
        if let Static::Redirect(word) = each
            && found.is_none()
            && is_it(word.to)
            && word.what.takes_in(game, scene, card)
        {
            found = Some(word.to);
        }
    });
    found.filter(|_| game.holds(cite!("ruling-116")))
}

/// Where a destroyed card goes when its wait is over.
pub fn of_destroyed(game: &Game<'_>, card: CardId) -> (ZoneOf, End) {
    match said(game, card, |to| !matches!(to, Elsewhere::LifeToTrash)) {
        Some(Elsewhere::DestroyedToDeckBottom) => (DECK, End::Bottom),
        Some(Elsewhere::DestroyedToHand) => (HAND, End::Bottom),
        _ => (TRASH, End::Top),
    }
}

/// Where the cores go by which the attack of a spirit reduces life.
pub fn of_life(game: &Game<'_>, attacker: CardId) -> ZoneOf {
    match said(game, attacker, |to| matches!(to, Elsewhere::LifeToTrash)) {
        Some(_) => TRASH,
        None => RESERVE,
    }
}
