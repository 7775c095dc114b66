//! The purpose of a declared outcome: which card the host of a physical game has to turn up, and for whom.

use crate::kernel::chance::declared::Wanted;
use crate::kernel::table::{CardId, Change, PlaceId, Spot};
use crate::kernel::{Game, Match, Seat, Viewer};

/// The use of an outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Purpose<G: Game> {
    /// Where the card lies; `None`: a number is needed.
    pub from: Option<Spot<G>>,
    /// The index of the card there, 0 being the top; `None`: it lies in another card's pile, or a number is
    /// needed.
    pub index: Option<u16>,
    /// Where the card goes; `None`: it stays.
    pub to: Option<Spot<G>>,
    /// The rulebook's term for the step that shows the card; `None`: only the rules need its face.
    pub verb: Option<G::Verb>,
    /// The card whose text requires the step; `None`: the rules alone.
    pub source: Option<CardId>,
    /// The seats that learn the outcome by this step.
    pub seen_by: Vec<Seat>,
}

impl<G: Game> Match<'_, G> {
    /// The use of the outcome that is due.
    pub fn purpose(&self) -> Option<Purpose<G>> {
        let due = self.due()?;
        let shows = due.shows.as_ref();
        let card = match due.wanted {
            Wanted::Card(card) => Some(card),
            Wanted::Number(_) => None,
        };
        let is_seen = |seat: &Seat| {
            let viewer = Viewer::Seat(*seat);
            due.is_seen(self, viewer) || card.is_some_and(|card| self.sees_card(viewer, card))
        };
        Some(Purpose {
            from: card.and_then(|card| self.state.table.card(card)).map(|card| card.spot),
            index: card.and_then(|card| self.lies_at(card)).and_then(|(_, index)| index),
            to: shows.and_then(|proposal| match proposal.change {
                Change::Move(_, to, ..) => Some(to),
                _ => None,
            }),
            verb: shows.map(|proposal| proposal.verb),
            source: shows.and_then(|proposal| proposal.source).map(|source| source.card),
            seen_by: Seat::BOTH.into_iter().filter(is_seen).collect(),
        })
    }

    /// The place of a card and its index there; the index is `None` in another card's pile.
    pub(super) fn lies_at(&self, card: CardId) -> Option<(PlaceId, Option<u16>)> {
        let place = self.state.table.place_of(card)?;
        let index = self.state.table.list(place).iter().position(|other| *other == card);
        Some((place, index.and_then(|index| u16::try_from(index).ok())))
    }
}
