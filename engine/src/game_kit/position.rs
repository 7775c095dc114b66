//! Positions: the cards of a table without a history, and how much may be running on it.

use super::pile::Pile;
use super::pool::Indexed;
use crate::kernel::{BLANK, Cell, Game, PlaceId, Seat, State};

/// The most cards of one player in a position; far above any on a table.
pub const CARD_LIMIT: usize = 300;

/// Lays the cards of a list into a place, top first.
pub fn lay<G: Game<Pool: Indexed>>(
    state: &mut State<G>,
    pool: &G::Pool,
    seat: Seat,
    place: PlaceId,
    pile: &Pile,
) {
    for id in pile.cards() {
        let definition = id.map_or(Some(BLANK), |id| pool.index().find(id));
        if let Some(definition) = definition {
            state.table.set_card(definition, seat, place, Cell::NONE, G::Mark::default());
        }
    }
}

/// The most running effects of a position.
pub const EFFECT_LIMIT: usize = 100;
/// The most cards that one of them is on.
pub const REACH_LIMIT: usize = 20;

/// Whether running effects, by the number of cards that each is on, are no more than may be.
pub fn may_run(mut reaches: impl ExactSizeIterator<Item = usize>) -> bool {
    reaches.len() <= EFFECT_LIMIT && reaches.all(|reach| reach <= REACH_LIMIT)
}

/// Declares what stands on the named positions of one side, of whatever form: the fields in the order of their names,
/// then their names in the order of the positions' numbers.
macro_rules! positions {
    ($(#[$meta:meta])* $name:ident { $( $field:ident ),* } in [ $( $cell:ident ),* ]) => {
        #[derive(
            Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash,
            serde::Serialize, serde::Deserialize, schemars::JsonSchema,
        )]
        $(#[$meta])*
        #[serde(deny_unknown_fields)]
        #[allow(non_snake_case, missing_docs)]
        pub struct $name<T> { $(
            #[serde(skip_serializing_if = "Option::is_none")]
            pub $field: Option<T>,
        )* }

        impl<T> Default for $name<T> {
            fn default() -> Self {
                $name { $( $field: None ),* }
            }
        }

        impl<T> $name<T> {
            /// What stands on each position, by its number.
            #[allow(non_snake_case)]
            pub fn of(mut there: impl FnMut(u8) -> Option<T>) -> Self {
                let mut numbers = 0u8..;
                $( let $cell = numbers.next().and_then(&mut there); )*
                $name { $( $field ),* }
            }

            /// What stands there, with the names of the positions, in the order of their numbers.
            pub fn cells(&self) -> impl Iterator<Item = (&'static str, &T)> {
                let cells = [$( (stringify!($cell), self.$cell.as_ref()) ),*];
                cells.into_iter().filter_map(|(name, there)| Some((name, there?)))
            }

            /// What stands on the position of a name.
            pub fn at(&self, name: &str) -> Option<&T> {
                self.cells().find(|(other, _)| *other == name).map(|(_, there)| there)
            }
        }
    };
}
pub(crate) use positions;
