//! Properties of cards: the words that games have in common.

use super::{FilterWord, Language, Scene};
use crate::kernel::{CardId, Match, Object, Seat, wire};
use crate::verdict::Cite;

/// Whether a card has all of these properties; an unknown card, if it has them for every definition that it
/// may have, else its face becomes due.
pub fn has_all<L: Language>(
    game: &Match<'_, L>,
    scene: &Scene<'_>,
    properties: &[L::Filter],
    card: CardId,
) -> bool {
    let has = |game: &Match<'_, L>| properties.iter().all(|property| property.fits(game, scene, card));
    properties.is_empty() || game.answer_of(card, has)
}

/// As [`has_all`], for an object; one that has left counts as it was last known.
pub fn has_all_of_object<L: Language>(
    game: &Match<'_, L>,
    scene: &Scene<'_>,
    properties: &[L::Filter],
    object: Object,
) -> bool {
    let has =
        |game: &Match<'_, L>| properties.iter().all(|property| property.fits_object(game, scene, object));
    properties.is_empty() || game.answer_of(object.card, has)
}

/// Common word: at least one of these properties.
#[wire(Part)]
pub struct AnyOf<L: Language>(pub Vec<L::Filter>);

impl<L: Language> FilterWord<L> for AnyOf<L> {
    fn fits(&self, game: &Match<'_, L>, scene: &Scene<'_>, card: CardId) -> bool {
        self.0.iter().any(|filter| filter.fits(game, scene, card))
    }

    fn fits_object(&self, game: &Match<'_, L>, scene: &Scene<'_>, object: Object) -> bool {
        self.0.iter().any(|filter| filter.fits_object(game, scene, object))
    }

    fn rule(&self) -> Cite {
        self.0.first().map_or(L::CHOICE_RULES.property, FilterWord::rule)
    }

    fn also(&self) -> &'static [Cite] {
        self.0.first().map_or(&[], FilterWord::also)
    }

    fn may_change(&self) -> bool {
        self.0.iter().any(FilterWord::may_change)
    }
}

/// Common word: not this property.
#[wire(Part)]
pub struct NotThis<L: Language>(pub Box<L::Filter>);

impl<L: Language> FilterWord<L> for NotThis<L> {
    fn fits(&self, game: &Match<'_, L>, scene: &Scene<'_>, card: CardId) -> bool {
        !self.0.fits(game, scene, card)
    }

    fn fits_object(&self, game: &Match<'_, L>, scene: &Scene<'_>, object: Object) -> bool {
        !self.0.fits_object(game, scene, object)
    }

    fn rule(&self) -> Cite {
        self.0.rule()
    }

    fn also(&self) -> &'static [Cite] {
        self.0.also()
    }

    fn may_change(&self) -> bool {
        self.0.may_change()
    }
}

/// The cards of a seat that an ability is looking at.
pub fn looked_at<L: Language>(game: &Match<'_, L>, scene: &Scene<'_>, seat: Seat) -> Vec<CardId> {
    let current = scene.bound.looked.iter().filter(|object| game.state.table.is_current(**object));
    current.map(|object| object.card).filter(|card| L::owner(game, *card) == seat).collect()
}
