//! Things that have state, each fact declared once: [`things!`](rules_judge_derive::things) makes the mark of
//! a card, what positions say, what views show, and the translations.

pub use rules_judge_derive::things;

use std::borrow::Cow;

use super::grid::Coordinates;
use super::pile::Pile;
use super::pool::Indexed;
use super::position::PositionBuilder;
use super::registered::Registered;
use super::view::{Reader, Sight};
use super::zone::owner;
use crate::kernel::{BLANK, CardId, Cell, Game, Match, PlaceId, Seat, Spot, State};

/// The most damage, or counters of one name, that a position says; far above any on a table.
pub const LARGEST: u32 = super::running::LARGEST;

/// A fact that the state holds: its forms in positions and in views.
pub trait StateFact<G: Game> {
    /// What a position says.
    type Said;
    /// What a view shows.
    type Seen;

    /// The fact in a position.
    fn said(&self, state: &State<G>) -> Self::Said;

    /// The fact in a view: without another form, that of a position.
    fn seen(&self, state: &State<G>) -> Self::Seen
    where
        Self::Said: Into<Self::Seen>,
    {
        self.said(state).into()
    }

    /// The fact in the state of a position, whose turn is known already.
    fn held(said: &Self::Said, state: &State<G>) -> Self;
}

/// A fact with one form.
pub trait Same: Clone {}

impl Same for bool {}
impl Same for u8 {}
impl Same for u16 {}
impl Same for u32 {}

impl<G: Game, T: Same> StateFact<G> for T {
    type Said = T;
    type Seen = T;

    fn said(&self, _: &State<G>) -> T {
        self.clone()
    }

    fn held(said: &T, _: &State<G>) -> T {
        said.clone()
    }
}

impl<G: Game, T: StateFact<G>> StateFact<G> for Option<T> {
    type Said = Option<T::Said>;
    type Seen = Option<T::Seen>;

    fn said(&self, state: &State<G>) -> Option<T::Said> {
        self.as_ref().map(|fact| fact.said(state))
    }

    fn held(said: &Option<T::Said>, state: &State<G>) -> Option<T> {
        said.as_ref().map(|said| T::held(said, state))
    }
}

/// A number that is 0 or more on a table, up to [`LARGEST`] in a position.
impl<G: Game> StateFact<G> for i64 {
    type Said = u32;
    type Seen = i64;

    fn said(&self, _: &State<G>) -> u32 {
        u32::try_from((*self).max(0)).unwrap_or(u32::MAX)
    }

    fn seen(&self, _: &State<G>) -> i64 {
        *self
    }

    fn held(said: &u32, _: &State<G>) -> i64 {
        i64::from((*said).min(LARGEST))
    }
}

/// A fact about a card that its mark does not hold.
pub trait Aspect<G: Registered + Sight> {
    /// What a position says.
    type Said;
    /// What a view shows.
    type Seen<'m>;

    /// The fact in a position; cards that it names get the next numbers.
    fn said(builder: &mut PositionBuilder<'_, '_, G>, card: CardId) -> Self::Said;

    /// The fact in a view.
    fn seen<'m>(game: &'m Match<'_, G>, reader: Reader, card: CardId) -> Self::Seen<'m>;

    /// Notes what is needed to lay the card.
    fn before(_: &Self::Said, _: &G::Pool, _: &mut Laid<G>) {}

    /// Adds to the state what belongs to the card that was laid.
    fn after(_: &Self::Said, _: &G::Pool, _: &mut State<G>, _: CardId) {}

    /// The ids of cards that a position names in the field at this pointer, each with its pointer.
    fn ids<'s>(_: &'s Self::Said, _: &str, _: &mut Vec<(String, &'s str)>) {}
}

/// A card of a position that is being laid.
#[derive(Debug, Clone, Copy)]
pub struct Laid<G: Game> {
    /// What it is; `None`: no card of the pool.
    pub definition: Option<u16>,
    /// Whose it is.
    pub owner: Seat,
    /// Where.
    pub spot: Spot<G>,
}

impl<G: Game> Laid<G> {
    /// A card that a player lays in a place.
    pub const fn by(owner: Seat, place: PlaceId) -> Laid<G> {
        Laid { definition: None, owner, spot: Spot::Place(place, Cell::NONE) }
    }

    /// A card that belongs to another one, and to its owner.
    pub fn under(state: &State<G>, host: CardId, role: G::Role) -> Laid<G> {
        let owner = state.table.card(host).map(|card| card.owner).unwrap_or_default();
        Laid { definition: None, owner, spot: Spot::Member(host, role) }
    }

    /// Puts the card on the table; `None`: it is no card of the pool.
    pub fn put(self, state: &mut State<G>, mark: G::Mark) -> Option<CardId> {
        let (definition, owner) = (self.definition?, self.owner);
        Some(match self.spot {
            Spot::Place(place, cell) => state.table.set_card(definition, owner, place, cell, mark),
            Spot::Member(host, role) => state.table.set_member(definition, owner, host, role, mark),
        })
    }
}

/// The cards that belong to a card in a role, in their order.
pub fn members<'g, G: Game>(
    game: &'g Match<'_, G>,
    host: CardId,
    role: G::Role,
) -> impl Iterator<Item = CardId> + 'g {
    let has_role = move |card: &CardId| {
        game.state.table.card(*card).is_some_and(|card| card.spot == Spot::Member(host, role))
    };
    game.state.table.pile(host).iter().copied().filter(has_role)
}

/// What a position says of a kind of card on the table.
pub trait Thing<G: Registered> {
    /// What a position says of a card, which gets the next number.
    fn said(builder: &mut PositionBuilder<'_, '_, G>, card: CardId) -> Self;

    /// The mark of the card.
    fn mark(&self, state: &State<G>) -> G::Mark;

    /// Lays the card, with what belongs to it.
    fn lay(&self, pool: &G::Pool, state: &mut State<G>, laid: Laid<G>);

    /// The ids of its cards, in the order of their numbers, each with its pointer below this one.
    fn ids(&self) -> Vec<(String, &str)>;
}

/// What a card is.
#[derive(Debug)]
pub struct Face;

impl<G: Registered + Sight> Aspect<G> for Face {
    type Said = String;
    type Seen<'m> = &'m str;

    fn said(builder: &mut PositionBuilder<'_, '_, G>, card: CardId) -> String {
        builder.card(card)
    }

    fn seen<'m>(game: &'m Match<'_, G>, _: Reader, card: CardId) -> &'m str {
        G::printed_id(game, card)
    }

    fn before(id: &String, pool: &G::Pool, laid: &mut Laid<G>) {
        laid.definition = pool.index().find(id);
    }

    fn ids<'s>(id: &'s String, at: &str, ids: &mut Vec<(String, &'s str)>) {
        ids.push((at.to_owned(), id));
    }
}

/// What a card is that may lie face down: a position leaves it out where the viewer does not see it.
#[derive(Debug)]
pub struct FaceIfSeen;

impl<G: Registered + Sight> Aspect<G> for FaceIfSeen {
    type Said = Option<String>;
    type Seen<'m> = &'m str;

    fn said(builder: &mut PositionBuilder<'_, '_, G>, card: CardId) -> Option<String> {
        let game = builder.game;
        let is_seen = game.sees_card(builder.viewer, card) && game.state.is_known(card);
        Some(builder.card(card)).filter(|_| is_seen)
    }

    fn seen<'m>(game: &'m Match<'_, G>, _: Reader, card: CardId) -> &'m str {
        G::printed_id(game, card)
    }

    fn before(id: &Option<String>, pool: &G::Pool, laid: &mut Laid<G>) {
        laid.definition = id.as_ref().map_or(Some(BLANK), |id| pool.index().find(id));
    }

    fn ids<'s>(id: &'s Option<String>, at: &str, ids: &mut Vec<(String, &'s str)>) {
        ids.extend(id.iter().map(|id| (at.to_owned(), id.as_str())));
    }
}

/// The name of a card, where a language is asked for.
pub fn name<'m, G: Sight>(game: &'m Match<'_, G>, reader: Reader, card: CardId) -> Option<&'m str> {
    reader.language.and_then(|language| G::name(game, card, language))
}

/// The owner of a card, which a position says where it is not the player of its zone.
#[derive(Debug)]
pub struct Owner;

impl<G: Registered + Sight> Aspect<G> for Owner {
    type Said = Option<Seat>;
    type Seen<'m> = Seat;

    fn said(builder: &mut PositionBuilder<'_, '_, G>, card: CardId) -> Option<Seat> {
        let game = builder.game;
        let place = game.state.table.place_of(card).and_then(|place| game.state.table.place(place));
        let owner = owner(game, card);
        Some(owner).filter(|owner| place.and_then(|place| place.seat) != Some(*owner))
    }

    fn seen(game: &Match<'_, G>, _: Reader, card: CardId) -> Seat {
        owner(game, card)
    }

    fn before(owner: &Option<Seat>, _: &G::Pool, laid: &mut Laid<G>) {
        laid.owner = owner.unwrap_or(laid.owner);
    }
}

/// The owner of a card in a place that no player has.
#[derive(Debug)]
pub struct Whose;

impl<G: Registered + Sight> Aspect<G> for Whose {
    type Said = Seat;
    type Seen<'m> = Seat;

    fn said(builder: &mut PositionBuilder<'_, '_, G>, card: CardId) -> Seat {
        owner(builder.game, card)
    }

    fn seen(game: &Match<'_, G>, _: Reader, card: CardId) -> Seat {
        owner(game, card)
    }

    fn before(owner: &Seat, _: &G::Pool, laid: &mut Laid<G>) {
        laid.owner = *owner;
    }
}

/// The cell of a card on a grid.
#[derive(Debug)]
pub struct At;

impl At {
    fn of<G: Game>(game: &Match<'_, G>, card: CardId) -> Coordinates {
        match game.state.table.card(card).map(|card| card.spot) {
            Some(Spot::Place(_, cell)) => Coordinates(cell),
            _ => Coordinates::default(),
        }
    }
}

impl<G: Registered + Sight> Aspect<G> for At {
    type Said = Coordinates;
    type Seen<'m> = Coordinates;

    fn said(builder: &mut PositionBuilder<'_, '_, G>, card: CardId) -> Coordinates {
        At::of(builder.game, card)
    }

    fn seen(game: &Match<'_, G>, _: Reader, card: CardId) -> Coordinates {
        At::of(game, card)
    }

    fn before(at: &Coordinates, _: &G::Pool, laid: &mut Laid<G>) {
        if let Spot::Place(_, cell) = &mut laid.spot {
            *cell = at.0;
        }
    }
}

/// What a player has that is neither one zone nor a fact of its own: places that open and close in the game,
/// or a fact that follows from others.
pub trait Holding<G: Registered + Sight> {
    /// What a position says.
    type Said;
    /// What a view shows.
    type Seen<'m>;

    /// It in a position, at this pointer into the state view; its cards get the next numbers.
    fn said(builder: &mut PositionBuilder<'_, '_, G>, seat: Seat, at: &str) -> Self::Said;

    /// It in a view.
    fn seen<'m>(game: &'m Match<'_, G>, reader: Reader, seat: Seat) -> Self::Seen<'m>;

    /// Adds it to the state of a position, after the rows above.
    fn lay(said: &Self::Said, pool: &G::Pool, state: &mut State<G>, seat: Seat);

    /// The lists of its cards in the order of their numbers, each with its pointer, which begins with `at`.
    fn lists<'s>(_: &'s Self::Said, _: &str) -> Vec<(Cow<'static, str>, &'s Pile)> {
        Vec::new()
    }
}
