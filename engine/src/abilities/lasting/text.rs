//! Sentences as running effects keep them.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::super::{EffectWord, Language, Resolution, Run};
use super::Lasting;
use crate::kernel::{CardId, MapCards, Match, Object, Seat, wire};
use crate::schema::JsonSchema;

/// One sentence of an ability.
#[derive(
    Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize, JsonSchema,
)]
#[serde(bound = "")]
#[schemars(bound = "L: Language", rename = "Text")]
pub struct Text<L: Language> {
    /// The ability.
    pub ability: L::Ability,
    /// Where in its effects the sentence stands.
    #[schemars(with = "Vec<(u8, u8)>")]
    pub path: SmallVec<[(u8, u8); 4]>,
}

impl<L: Language> Text<L> {
    /// The sentence that a resolution is carrying out.
    pub fn of(resolution: &Resolution<L>) -> Text<L> {
        Text { ability: resolution.ability, path: resolution.path.clone() }
    }

    /// The words of the sentence.
    pub fn word<'p>(&self, game: &Match<'p, L>) -> Option<&'p L::Effect> {
        if let Some(definition) = L::definition_of(self.ability) {
            game.rely_on_text(None, definition);
        }
        let mut resolution = Resolution::new(Seat::Zero, NOBODY, self.ability, L::CHOICE_RULES.text);
        resolution.path.clone_from(&self.path);
        resolution.word(game)
    }
}

impl<L: Lasting> Text<L> {
    /// What the sentence forbids to cards or players; `None`: nothing.
    pub fn forbidden<'p>(&self, game: &Match<'p, L>) -> Option<&'p L::Forbidden> {
        self.word(game)?.lasts()?.forbidden()
    }

    /// What the sentence allows to cards or players; `None`: nothing.
    pub fn allowed<'p>(&self, game: &Match<'p, L>) -> Option<&'p L::Allowed> {
        self.word(game)?.lasts()?.allowed()
    }
}

/// A sentence that waits for its moment, and the cards that it means.
#[wire(MapCards)]
pub struct Made<L: Language> {
    /// The sentence.
    pub text: Text<L>,
    /// The cards that were chosen last, each as the object that it was then.
    pub chosen: Vec<Object>,
}

impl<L: Language> Made<L> {
    /// What the sentence makes that is being carried out.
    pub fn of(run: &Run<'_, '_, L>) -> Made<L> {
        Made { text: Text::of(run.resolution), chosen: run.scene().bound.chosen.to_vec() }
    }
}

/// A source that is no card, for an effect that no text began.
pub(crate) const NOBODY: Object = Object { card: CardId(0), incarnation: 0, item: None };
