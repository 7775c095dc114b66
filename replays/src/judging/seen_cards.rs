//! Cards of hands that a viewer does not see but knows, because the table has shown them: they were seen when
//! they came there, or in the hand itself.

use std::collections::BTreeMap;

use rules_judge_engine::games::Registered;
use rules_judge_engine::kernel::{CardId, Change, Event, Match, Object, PlaceId, Point, Spot, Viewer};

/// The known cards, each as the object that it was when the viewer saw it, with its place.
#[derive(Debug)]
pub(crate) struct SeenCards {
    viewer: Viewer,
    known: BTreeMap<CardId, (Object, PlaceId)>,
}

impl SeenCards {
    /// A viewer that has seen nothing yet.
    pub(crate) const fn new(viewer: Viewer) -> SeenCards {
        SeenCards { viewer, known: BTreeMap::new() }
    }

    /// Forgets all cards: another table is there.
    pub(crate) fn forget(&mut self) {
        self.known.clear();
    }

    /// Takes over what events have shown. A card that leaves a place unseen may be any card of that place, so
    /// none of them is known any longer.
    pub(crate) fn take<G: Registered>(&mut self, game: &Match<'_, G>, events: &[Event<G>]) {
        for event in events.iter().filter(|event| event.point == Point::Done) {
            if matches!(event.proposal.change, Change::Together(_)) {
                // Such an event does not say where its other cards came from.
                self.forget();
                continue;
            }
            let is_seen = game.showed(self.viewer, event);
            let object = event.became.or(event.subject);
            if let (Change::Move(..), Some(Spot::Place(from, _)), false) =
                (&event.proposal.change, event.from, is_seen)
            {
                self.known.retain(|_, (_, place)| *place != from);
            }
            let table = &game.state.table;
            if let Some(object) = object.filter(|object| is_seen && table.is_current(*object))
                && let Some(place) = table.place_of(object.card)
            {
                self.known.insert(object.card, (object, place));
            }
        }
    }

    /// The cards that the viewer knows at a place that hides them, ascending.
    pub(crate) fn at<G: Registered>(&self, game: &Match<'_, G>, place: PlaceId) -> Vec<CardId> {
        let table = &game.state.table;
        let known = self.known.values().filter(|(object, at)| *at == place && table.is_current(*object));
        let known = known.map(|(object, _)| object.card);
        known.filter(|card| game.state.is_known(*card) && table.place_of(*card) == Some(place)).collect()
    }
}
