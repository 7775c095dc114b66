//! What a declared outcome is needed for: the host of a physical game has to know which card to turn up, and
//! for whom.

use crate::kernel::chance::declared::Wanted;
use crate::kernel::table::{CardId, Change, PlaceId, Spot};
use crate::kernel::{Game, Match, Seat, Viewer};

/// What the outcome of a random step is needed for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Purpose<G: Game> {
    /// Where the card lies; `None`: a number is asked for.
    pub from: Option<Spot<G>>,
    /// The index of the card there, 0 being the top; `None`: it lies under another, or a number is asked for.
    pub index: Option<u16>,
    /// Where the card goes; `None`: it stays where it is.
    pub to: Option<Spot<G>>,
    /// What the rulebook calls the step that shows the card; `None`: only the rules need to know it.
    pub verb: Option<G::Verb>,
    /// The card whose text asks for the step; `None`: the rules alone.
    pub source: Option<CardId>,
    /// The seats that see the card or the number by this step.
    pub seen_by: Vec<Seat>,
}

impl<G: Game> Match<'_, G> {
    /// What the outcome is needed for that the step waits for.
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

    /// The place of a card and its index there, if it lies there by itself.
    pub(super) fn lies_at(&self, card: CardId) -> Option<(PlaceId, Option<u16>)> {
        let place = self.state.table.place_of(card)?;
        let index = self.state.table.list(place).iter().position(|other| *other == card);
        Some((place, index.and_then(|index| u16::try_from(index).ok())))
    }
}
