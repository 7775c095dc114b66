//! What is printed on cards [3.1, 3.2].

use super::Toy;
use super::findings;
use crate::abilities::Lint;
use crate::game_kit::{name::Name, plain::cards_as_written, pool::CardForm};
use crate::kernel::wire;

/// A card.
#[wire(Default)]
pub struct Card {
    /// How decks and states name it.
    pub id: String,
    /// Its name.
    pub name: Name,
    /// The lanterns that have to be lit before it [2.4].
    pub needs: u8,
    /// Its light [3.1].
    pub light: u8,
    /// The cards that its player draws when it is lit [3.2].
    #[optional]
    pub draws: u32,
}

cards_as_written!(Toy, "toy", Card);

impl CardForm<Toy> for Card {
    fn id(&self) -> &str {
        &self.id
    }

    fn lint(&self, lint: &mut Lint<'_, Toy>) {
        if self.light == 0 {
            lint.find("no_light", findings::no_light());
        }
        self.name.lint("name", lint);
    }
}
