//! Positions: a table without a history. Reading one places its cards and limits its running effects; writing
//! one describes a table, and lists what a position cannot express.

use serde::{Deserialize, Serialize};

use super::pile::Pile;
use super::pool::{Indexed, Names};
use super::reason::Asking;
use super::view::seen_effects;
use crate::game_kit::registered::Registered;
use crate::kernel::{
    BLANK, CardId, Cell, Game, Match, Modifier, NoChance, Object, PlaceId, Seat, State, Viewer, wire,
};
use crate::verdict::{Cite, Refusal};

/// The largest number of cards of one player; far above any table.
pub const CARD_LIMIT: usize = 300;

/// The cards of a position by their players.
pub trait Halves {
    /// How many cards each half has, unknown ones included.
    fn counts(&self) -> Vec<usize>;

    /// How many cards of each player's deck the position places, wherever they lie.
    fn from_decks(&self) -> Vec<usize> {
        self.counts()
    }

    /// The fault of the first half with more than [`CARD_LIMIT`] cards.
    fn too_many_cards(&self) -> Option<(String, String)> {
        let seat = self.counts().iter().position(|count| *count > CARD_LIMIT)?;
        Some((format!("/players/{seat}"), format!("a player has at most {CARD_LIMIT} cards here")))
    }
}

/// Puts the cards of a list into a place, top first.
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

/// The faults of a position found so far.
#[derive(Debug)]
pub struct Faults<R>(pub Vec<Refusal<R>>);

impl<R: Asking> Faults<R> {
    /// Adds that these rules make the position impossible: the fault and its field.
    pub fn fault(&mut self, what: &'static str, field: impl Into<String>, cites: &[Cite]) {
        let Some((first, more)) = cites.split_first() else { return };
        self.0.push(Refusal::new(R::impossible_position(what), *first).also(more).of(field.into()));
    }
}

/// The largest number of running effects.
pub const EFFECT_LIMIT: usize = 100;
/// The largest number of cards that one running effect is on.
pub const REACH_LIMIT: usize = 20;

/// Whether running effects keep the limits; `reaches` gives the number of cards for each.
pub fn may_run(mut reaches: impl ExactSizeIterator<Item = usize>) -> bool {
    reaches.len() <= EFFECT_LIMIT && reaches.all(|reach| reach <= REACH_LIMIT)
}

/// The fault of running effects that do not keep the limits.
pub fn too_many_effects() -> (String, String) {
    ("/effects".to_owned(), "there are more running effects than are accepted here".to_owned())
}

/// The card whose text began a running effect of a position.
#[wire]
pub struct Source {
    /// Its number in this position.
    #[schemars(extend("format" = "card"))]
    pub card: CardId,
    /// It has changed zone since then.
    #[optional(told)]
    pub former: bool,
}

impl Source {
    /// The object on a table; `None`: it is not there.
    pub fn object<G: Game>(&self, state: &State<G>) -> Option<Object> {
        state.table.card(self.card)?;
        let now = state.table.object(self.card);
        Some(if self.former { Object { incarnation: now.incarnation.wrapping_sub(1), ..now } } else { now })
    }
}

/// Why a position lacks a part of the table that it describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Inexpressible {
    /// The game is over.
    Over,
    /// Something is being carried out, and positions lie between entries.
    Underway,
    /// A running effect that no position can express.
    Effect,
    /// A reference to a card as it was before it changed zone.
    Former,
    /// The set of cards that remain for unknown places.
    Mixed,
    /// The counters of what happened this turn.
    ThisTurn,
    /// The order in time of what changes a number.
    OrderOfTime,
    /// Cards in a place for which positions have no field.
    Place,
    /// A table that is impossible as a position.
    Refused,
    /// Another difference between the table and that of the position.
    Other,
}

/// A table described as a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Made<P> {
    /// The position; `None`: the table is not at a decision that a position can express.
    pub position: Option<P>,
    /// The cards in the order in which the position numbers them.
    pub cards: Vec<CardId>,
    /// What the position lacks, each with a pointer into the state view.
    pub left_out: Vec<(String, Inexpressible)>,
}

impl<P> Made<P> {
    /// No position, for a reason that concerns the whole table.
    pub fn nothing(pointer: &str, why: Inexpressible) -> Made<P> {
        Made { position: None, cards: Vec::new(), left_out: vec![(pointer.to_owned(), why)] }
    }

    /// The new number of a card.
    pub fn number(&self, card: CardId) -> Option<CardId> {
        number_in(&self.cards, card)
    }

    /// The new number of each card, in the order of the old numbers; `None`: the position lacks some.
    pub fn numbers(&self) -> Option<Vec<CardId>> {
        let mut numbers: Vec<_> = self.cards.iter().copied().zip((0..).map(CardId)).collect();
        numbers.sort_unstable();
        let all = numbers.iter().zip(0..).all(|((card, _), old)| card.0 == old);
        all.then(|| numbers.into_iter().map(|(_, new)| new).collect())
    }
}

fn number_in(cards: &[CardId], card: CardId) -> Option<CardId> {
    let place = cards.iter().position(|other| *other == card)?;
    u16::try_from(place).ok().map(CardId)
}

/// The description of a table in progress: the cards numbered so far, and what the position lacks.
pub struct PositionBuilder<'m, 'p, G: Game> {
    /// The table.
    pub game: &'m Match<'p, G>,
    /// The viewer whose knowledge the position has.
    pub viewer: Viewer,
    /// The cards numbered so far, in order.
    pub cards: Vec<CardId>,
    left_out: Vec<(String, Inexpressible)>,
}

impl<G: Game> std::fmt::Debug for PositionBuilder<'_, '_, G> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("PositionBuilder").field("cards", &self.cards).finish_non_exhaustive()
    }
}

impl<'m, 'p, G: Registered> PositionBuilder<'m, 'p, G> {
    /// An empty description.
    pub const fn new(game: &'m Match<'p, G>, viewer: Viewer) -> PositionBuilder<'m, 'p, G> {
        PositionBuilder { game, viewer, cards: Vec::new(), left_out: Vec::new() }
    }

    /// The running effects that the viewer sees in the order of time, as they are `written`; the position
    /// lacks those for which there is no form.
    pub fn effects<R>(&mut self, written: impl Fn(&Self, &Modifier<G>) -> Option<R>) -> Vec<R> {
        let (game, mut effects) = (self.game, Vec::new());
        for (index, modifier) in seen_effects(game, self.viewer).enumerate() {
            match written(self, modifier) {
                Some(effect) => effects.push(effect),
                None => self.inexpressible(format!("/effects/{index}"), Inexpressible::Effect),
            }
        }
        effects
    }

    /// Records that the position lacks something.
    pub fn inexpressible(&mut self, pointer: impl Into<String>, why: Inexpressible) {
        self.left_out.push((pointer.into(), why));
    }

    /// The id of an open card, which gets the next number.
    pub fn card(&mut self, card: CardId) -> String {
        self.cards.push(card);
        self.id(card)
    }

    /// The id of a card in the pool.
    pub fn id(&self, card: CardId) -> String {
        let definition = self.game.state.table.card(card).map(|card| card.definition);
        definition.and_then(|place| G::card_id(self.game.pool, place)).unwrap_or_default().to_owned()
    }

    /// The number of a card that has one already.
    pub fn number(&self, card: CardId) -> Option<CardId> {
        number_in(&self.cards, card)
    }

    /// The source of a running effect, if the viewer knows it. A viewer other than the full one knows it if
    /// the card has stayed in its place since, or if it `was_seen` before.
    pub fn source(&self, object: Object, was_seen: impl Fn(CardId) -> bool) -> Option<Source> {
        let former = !self.game.state.table.is_current(object);
        let is_seen = match self.viewer {
            Viewer::Full => true,
            viewer => self.game.sees_card(viewer, object.card) && (!former || was_seen(object.card)),
        };
        let card = self.number(object.card).filter(|_| is_seen)?;
        Some(Source { card, former })
    }

    /// The cards of a place, which get the next numbers. If the viewer would know which cards remain for
    /// unknown places, the result lacks that.
    pub fn pile(&mut self, pointer: &str, place: PlaceId) -> Pile {
        let (state, listed) = (&self.game.state, self.game.state.table.list(place));
        self.cards.extend_from_slice(listed);
        if !self.game.sees_place(self.viewer, place) {
            return Pile::unknown(listed.len());
        }
        let may_be_named = |slot: &CardId| {
            let mut cards = state.unknown.possible(*slot).into_iter();
            cards.any(|card| !state.is_blank(card))
        };
        if listed.iter().any(may_be_named) {
            self.inexpressible(pointer, Inexpressible::Mixed);
        }
        listed.iter().map(|card| state.is_known(*card).then(|| self.id(*card))).collect()
    }

    /// The finished position. In the full view its table is compared with the original, and an unrecorded
    /// difference is recorded. `forget` removes from a state what no longer matters.
    pub fn done(mut self, position: G::Position, forget: impl Fn(&mut State<G>)) -> Made<G::Position> {
        if self.left_out.iter().any(|(_, why)| matches!(why, Inexpressible::Over | Inexpressible::Underway)) {
            return Made { position: None, cards: Vec::new(), left_out: self.left_out };
        }
        let placed =
            G::from_position(self.game.pool, &position).ok().filter(|_| position.too_much().is_none());
        let Some(placed) = placed else {
            self.inexpressible("", Inexpressible::Refused);
            return Made { position: None, cards: Vec::new(), left_out: self.left_out };
        };
        let is_checked = self.viewer == Viewer::Full && self.left_out.is_empty();
        if is_checked && !self.is_alike(placed, forget) {
            self.inexpressible("", Inexpressible::Other);
        }
        Made { position: Some(position), cards: self.cards, left_out: self.left_out }
    }

    /// Whether the table of a position equals this one up to the numbers of cards.
    fn is_alike(&self, placed: State<G>, forget: impl Fn(&mut State<G>)) -> bool {
        let made = Made::<()> { position: None, cards: self.cards.clone(), left_out: Vec::new() };
        let mut before = self.game.state.clone();
        if !made.numbers().is_some_and(|numbers| before.renumber(&numbers)) {
            return false;
        }
        let mut placed = Match::new(self.game.pool, placed, &NoChance);
        placed.advance();
        placed.halted().is_none() && placed.state.is_alike(&before, forget)
    }
}

/// Declares values for the named positions of one side: first the fields in the order of their names, then
/// the names in the order of the positions' numbers.
macro_rules! positions {
    ($(#[$meta:meta])* $name:ident { $( $field:ident ),* } in [ $( $cell:ident ),* ]) => {
        #[derive(
            Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash,
            serde::Serialize, serde::Deserialize, crate::schema::JsonSchema,
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
            /// Fills each position by its number.
            #[allow(non_snake_case)]
            pub fn of(mut there: impl FnMut(u8) -> Option<T>) -> Self {
                let mut numbers = 0u8..;
                $( let $cell = numbers.next().and_then(&mut there); )*
                $name { $( $field ),* }
            }

            /// The values with the names of the positions, in the order of the positions' numbers.
            pub fn cells(&self) -> impl Iterator<Item = (&'static str, &T)> {
                let cells = [$( (stringify!($cell), self.$cell.as_ref()) ),*];
                cells.into_iter().filter_map(|(name, there)| Some((name, there?)))
            }

            /// The value on the position with this name.
            pub fn at(&self, name: &str) -> Option<&T> {
                self.cells().find(|(other, _)| *other == name).map(|(_, there)| there)
            }
        }
    };
}
pub(crate) use positions;
