//! Bounds: what is public about a card that the log has not named, such as its kind by the place where it
//! lies, the faction of its player, or the copies that a deck still has. Each game declares them row by row
//! with the rules, and an outcome that a row excludes is impossible.

use crate::kernel::inexact::Definitions;
use crate::kernel::{CardId, Game, Match, Seat};
use crate::verdict::Cite;

/// A card that the log has not named, with what is known of other cards when its identity is asked for.
#[derive(Debug)]
pub struct Unnamed {
    /// The card.
    pub card: CardId,
    /// The player who started the game with it.
    pub owner: Seat,
    /// The definitions of this player's known cards, ascending.
    pub own: Vec<u16>,
    /// The definitions of the other player's known cards, ascending.
    pub others: Vec<u16>,
}

impl Unnamed {
    /// Whether fewer than `most` known cards of its owner are like this. `true` also if there are more
    /// already, because such a table does not keep the limit anyway.
    pub fn has_room(&self, most: u64, is_like: impl Fn(u16) -> bool) -> bool {
        self.own.iter().filter(|own| is_like(**own)).count() as u64 != most
    }
}

/// One public fact about unnamed cards.
#[derive(Debug)]
pub struct Bound<G: Game> {
    /// The rules that make it public.
    pub cites: &'static [Cite],
    /// Whether it depends on the place of the card alone.
    pub of_place: bool,
    /// Whether the card can have this definition.
    pub allows: fn(&Match<'_, G>, &Unnamed, u16) -> bool,
}

impl<G: Game> Match<'_, G> {
    /// The facts about an unnamed card for somebody who knows the cards for which `knows` holds.
    fn unnamed(&self, card: CardId, knows: &dyn Fn(CardId) -> bool) -> Unnamed {
        let owner = self.state.table.card(card).map_or(Seat::Zero, |card| card.owner);
        let mut unnamed = Unnamed { card, owner, own: Vec::new(), others: Vec::new() };
        for (id, other) in self.state.table.cards() {
            if !self.state.is_blank(id) && knows(id) {
                let known = if other.owner == owner { &mut unnamed.own } else { &mut unnamed.others };
                known.push(other.definition);
            }
        }
        unnamed.own.sort_unstable();
        unnamed.others.sort_unstable();
        unnamed
    }

    /// The definitions that are possible for an unnamed card by its place alone, ascending.
    pub(in crate::kernel) fn definitions_by_place(&self, card: CardId) -> Vec<u16> {
        let nothing_known = |_: CardId| false;
        self.allowed(&self.unnamed(card, &nothing_known), |bound| bound.of_place)
    }

    /// The definitions that are possible for an unnamed card, for somebody who knows certain other cards,
    /// ascending.
    pub(in crate::kernel) fn definitions_left(
        &self,
        card: CardId,
        knows: &dyn Fn(CardId) -> bool,
    ) -> Vec<u16> {
        self.allowed(&self.unnamed(card, knows), |_| true)
    }

    fn allowed(&self, unnamed: &Unnamed, counts: impl Fn(&Bound<G>) -> bool) -> Vec<u16> {
        let bounds: Vec<&Bound<G>> =
            G::BOUNDS.iter().filter(|bound| counts(bound) && self.all_in_force(bound.cites)).collect();
        let is_left =
            |definition: &u16| bounds.iter().all(|bound| (bound.allows)(self, unnamed, *definition));
        (0..self.pool.count()).filter(is_left).collect()
    }

    /// The rules by which an unnamed card cannot have this definition; empty: only its place excludes it.
    /// `None`: it can.
    pub(in crate::kernel) fn excluded(&self, card: CardId, definition: u16) -> Option<&'static [Cite]> {
        let unnamed = self.unnamed(card, &|_| true);
        let mut bounds = G::BOUNDS.iter().filter(|bound| self.all_in_force(bound.cites));
        let against = bounds.find(|bound| !(bound.allows)(self, &unnamed, definition))?;
        Some(if against.of_place { &[] } else { against.cites })
    }
}
