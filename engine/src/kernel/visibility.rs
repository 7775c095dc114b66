//! Visibility: which viewer sees the face of which card.

use super::{Event, Game, Match, Proposal, Seat};
use crate::kernel::table::{CardId, Cell, Change, Lies, PlaceId, Spot, Table};

/// The viewer of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Viewer {
    /// Sees everything: the holder of log and seed.
    Full,
    /// A player.
    Seat(Seat),
    /// Everybody else: sees what is open to both players.
    Public,
}

impl Viewer {
    /// Whether this viewer sees what only `seat` may see.
    pub fn is(self, seat: Seat) -> bool {
        match self {
            Viewer::Full => true,
            Viewer::Seat(own) => own == seat,
            Viewer::Public => false,
        }
    }
}

impl<G: Game> Match<'_, G> {
    /// Whether a viewer sees the face of a card with this owner, spot and mark.
    pub fn sees(&self, viewer: Viewer, lies: &Lies<G>) -> bool {
        viewer == Viewer::Full || G::sees(self, viewer, lies)
    }

    /// Whether a viewer sees the faces of the cards in a place, for an unmarked card of the place's owner.
    pub fn sees_place(&self, viewer: Viewer, place: PlaceId) -> bool {
        let owner = self.state.table.place(place).and_then(|place| place.seat).unwrap_or_default();
        let spot = Spot::Place(place, Cell::NONE);
        self.sees(viewer, &Lies { owner, spot, mark: G::Mark::default() })
    }

    /// Whether a viewer sees the face of a card as it lies now.
    pub fn sees_card(&self, viewer: Viewer, card: CardId) -> bool {
        viewer == Viewer::Full
            || self.state.table.card(card).is_some_and(|card| G::sees(self, viewer, &card.lies()))
    }

    /// Whether a viewer sees the face of the card in a proposal: the proposal shows it, or the card lies open
    /// before or after the change.
    pub fn shows(&self, viewer: Viewer, proposal: &Proposal<G>) -> bool {
        let card = proposal.card().and_then(|card| self.state.table.card(card));
        self.is_shown(viewer, proposal, card.map(super::Card::lies))
    }

    /// As [`Match::shows`], for an event that has happened.
    pub fn showed(&self, viewer: Viewer, event: &Event<G>) -> bool {
        let owner =
            event.subject.and_then(|subject| self.state.table.card(subject.card)).map(|card| card.owner);
        let lay = owner.zip(event.from).map(|(owner, spot)| Lies { owner, spot, mark: event.mark });
        self.is_shown(viewer, &event.proposal, lay)
    }

    fn is_shown(&self, viewer: Viewer, proposal: &Proposal<G>, lay: Option<Lies<G>>) -> bool {
        let after = lay.and_then(|lay| match proposal.change {
            // A move to another zone brings the mark of the new object; within a zone the card keeps its
            // mark.
            Change::Move(_, spot, _, mark) if Table::<G>::is_zone_change(lay.spot, spot) => {
                Some(Lies { spot, mark, ..lay })
            }
            Change::Move(_, spot, ..) => Some(Lies { spot, ..lay }),
            Change::Mark(_, mark) => Some(Lies { mark, ..lay }),
            _ => None,
        });
        viewer == Viewer::Full
            || G::is_told(proposal, viewer)
            || [lay, after].into_iter().flatten().any(|lies| G::sees(self, viewer, &lies))
    }
}
