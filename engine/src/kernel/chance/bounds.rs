//! What is public about a card that nobody has named: its kind where it lies, the faction of its player, how
//! many of a kind a deck still has. A game declares it line by line, each with its rules, and an outcome that
//! a line excludes cannot come out.

use crate::kernel::inexact::Definitions;
use crate::kernel::{CardId, Game, Match, Seat};
use crate::verdict::Cite;

/// A card that nobody has named, and what is known of the others when it is asked which it is.
#[derive(Debug)]
pub struct Unnamed {
    /// The card.
    pub card: CardId,
    /// Who started the game with it.
    pub owner: Seat,
    /// The definitions of the cards that this player started with and that are known, ascending.
    pub own: Vec<u16>,
    /// Those of the other player.
    pub others: Vec<u16>,
}

impl Unnamed {
    /// Whether there is room for one more among at most so many known cards like this. Where more are known
    /// already, the table does not keep to that.
    pub fn has_room(&self, most: u64, is_like: impl Fn(u16) -> bool) -> bool {
        self.own.iter().filter(|own| is_like(**own)).count() as u64 != most
    }
}

/// One line of what is public about such a card.
#[derive(Debug)]
pub struct Bound<G: Game> {
    /// The rules that say so.
    pub cites: &'static [Cite],
    /// Whether it follows from the place of the card alone.
    pub of_place: bool,
    /// Whether the card can have a definition.
    pub allows: fn(&Match<'_, G>, &Unnamed, u16) -> bool,
}

impl<G: Game> Match<'_, G> {
    /// What those who know certain cards know when they ask which card this is.
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

    /// The definitions that the place of a card that nobody has named leaves it, ascending.
    pub(in crate::kernel) fn definitions_by_place(&self, card: CardId) -> Vec<u16> {
        let nothing_known = |_: CardId| false;
        self.allowed(&self.unnamed(card, &nothing_known), |bound| bound.of_place)
    }

    /// The definitions that a card can have that nobody has named, for those who know certain other cards,
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

    /// The rules by which a card that nobody has named cannot be this one, none where only its place says so;
    /// `None`: it can be.
    pub(in crate::kernel) fn excluded(&self, card: CardId, definition: u16) -> Option<&'static [Cite]> {
        let unnamed = self.unnamed(card, &|_| true);
        let mut bounds = G::BOUNDS.iter().filter(|bound| self.all_in_force(bound.cites));
        let against = bounds.find(|bound| !(bound.allows)(self, &unnamed, definition))?;
        Some(if against.of_place { &[] } else { against.cites })
    }
}
