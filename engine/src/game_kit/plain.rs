//! Default chapters, for a game whose book has no special rules there or whose chapter is not written yet:
//! pools of cards that are played as they are written, no abilities, zones that are lists of cards, events
//! without further members. A game declares anything beyond in its own chapter.

use std::borrow::Cow;

use crate::schema::JsonSchema;
use serde::{Deserialize, Serialize};

use super::deck::{self, Line};
use super::pile::Pile;
use super::pool::{Indexed, Names};
use super::position::{Halves, lay};
use super::sentence::{Part, Speech};
use super::view::{CardRef, PlaceView, Way, way};
use super::zone::{open_zones, zone_of};
use crate::abilities::{
    self, ConditionWord, EffectWord, FilterWord, Language, Next, Pause, QuantityWord, Run, Scene, SourceWord,
};
use crate::game_kit::registered::{Faces, Registered};
use crate::kernel::{
    CardId, Event, Game, Lies, Match, Place, Point, Proposal, Seat, Spelled, State, Viewer, held, wire,
};
use crate::verdict::Cite;

/// What is declared or agreed where there is nothing to declare or to agree.
#[wire(Default)]
pub struct Nothing {}

/// Declares pools whose cards are played as they are written, without declared values.
macro_rules! cards_as_written {
    ($game:ty, $id:literal, $card:ty) => {
        impl crate::game_kit::pool::Printing for $game {
            const GAME: &'static str = $id;

            type Data = $card;
            type Declares = crate::game_kit::plain::Nothing;
            type Printed = $card;
            type Stated = crate::game_kit::fact::NoFact;
            type Interests = ();
            type Summary = ();

            fn vocabulary(_: &Self::Declares) -> crate::abilities::lint::Vocabulary {
                crate::abilities::lint::Vocabulary::default()
            }

            fn printed(card: &$card) -> $card {
                card.clone()
            }

            fn blank() -> $card {
                <$card>::default()
            }

            fn interests(_: &$card) {}

            fn summary(_: &[$card], _: &[()]) {}
        }

        /// The written form of a pool.
        pub type PoolData = crate::game_kit::pool::PoolData<$game>;
        /// A pool in the form for play.
        pub type Pool = crate::game_kit::pool::Pool<$game>;
    };
}
pub(crate) use cards_as_written;

/// A class of words of which a game has none.
#[held(Copy, crate::schema::JsonSchema)]
pub enum NoWord {}

impl<L: Language> abilities::Part<L> for NoWord {
    fn lint_part(&self, _: &mut abilities::Lint<'_, L>) {
        match *self {}
    }
}

impl<L: Language> EffectWord<L> for NoWord {
    fn run(&self, _: &mut Run<'_, '_, L>) -> Result<Next, Pause> {
        match *self {}
    }

    fn can_do_some(&self, _: &Match<'_, L>, _: &Scene<'_>) -> bool {
        match *self {}
    }
}

impl<L: Language> ConditionWord<L> for NoWord {
    fn is_true(&self, _: &Match<'_, L>, _: &Scene<'_>) -> bool {
        match *self {}
    }
}

impl<L: Language> FilterWord<L> for NoWord {
    fn fits(&self, _: &Match<'_, L>, _: &Scene<'_>, _: CardId) -> bool {
        match *self {}
    }

    fn rule(&self) -> Cite {
        match *self {}
    }
}

impl<L: Language> QuantityWord<L> for NoWord {
    fn value(&self, _: &Match<'_, L>, _: &Scene<'_>) -> i64 {
        match *self {}
    }
}

/// Where no text looks for cards.
#[held(Copy, Default, crate::schema::JsonSchema)]
pub struct Nowhere;

impl<L: Language> abilities::Part<L> for Nowhere {
    fn lint_part(&self, _: &mut abilities::Lint<'_, L>) {}
}

impl<L: Language> SourceWord<L> for Nowhere {
    fn cards<'g>(&self, _: &'g Match<'_, L>, _: &Scene<'_>, _: Seat) -> Cow<'g, [CardId]> {
        Cow::Borrowed(&[])
    }

    fn is_seen(&self, _: Seat, _: Seat) -> bool {
        true
    }

    fn is_told(&self, _: Seat) -> bool {
        true
    }

    fn rule(&self) -> Cite {
        L::CHOICE_RULES.text
    }
}

/// Declares the language of a game whose cards have no abilities. The rule is cited where a language must
/// name one.
macro_rules! no_abilities {
    ($game:ty, $rule:expr) => {
        impl crate::abilities::Language for $game {
            type Effect = crate::game_kit::plain::NoWord;
            type Condition = crate::game_kit::plain::NoWord;
            type Filter = crate::game_kit::plain::NoWord;
            type Source = crate::game_kit::plain::Nowhere;
            type Quantity = crate::game_kit::plain::NoWord;
            type Ability = crate::game_kit::plain::NoWord;

            const ROLES: &'static [&'static str] = &[];
            const CHOICE_RULES: crate::abilities::ChoiceRules = {
                let (text, together, property, optional, number) = ($rule, $rule, $rule, $rule, $rule);
                crate::abilities::ChoiceRules { text, together, property, optional, number }
            };
            const LARGEST_NUMBER: i64 = 0;

            fn effects<'p>(_: &crate::kernel::Match<'p, Self>, ability: Self::Ability) -> &'p [Self::Effect] {
                match ability {}
            }

            fn resolution_step(resolution: crate::abilities::Resolution<Self>) -> Self::Step {
                match resolution.ability {}
            }

            fn resolution(_: &mut Self::Step) -> Option<&mut crate::abilities::Resolution<Self>> {
                None
            }

            fn choice_question(
                _: &crate::kernel::Match<'_, Self>,
                choice: crate::abilities::Choice<Self>,
            ) -> Self::Question {
                match choice.ability {}
            }

            fn choice(_: &Self::Question) -> Option<&crate::abilities::Choice<Self>> {
                None
            }

            fn role(
                _: &crate::kernel::Match<'_, Self>,
                _: &crate::abilities::Scene<'_>,
                _: &str,
            ) -> Option<crate::kernel::Object> {
                None
            }
        }
    };
}
pub(crate) use no_abilities;

/// Declares values for those zones of a player that are lists of cards: the cards of a position, their view.
/// Fields are in the order of their names; each declares who sees the faces.
macro_rules! piles {
    ($(#[$meta:meta])* $name:ident { $( $field:ident: $zone:ident for $faces:ident, )* }) => {
        $(#[$meta])*
        #[derive(
            Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize, crate::schema::JsonSchema,
        )]
        #[serde(deny_unknown_fields)]
        #[allow(missing_docs)]
        pub struct $name<T> { $( pub $field: T, )* }

        impl<T> $name<T> {
            /// Fills in a value for each zone.
            pub fn of(mut there: impl FnMut(Zone) -> T) -> Self {
                $name { $( $field: there(Zone::$zone), )* }
            }
        }

        impl crate::game_kit::plain::Half for $name<crate::game_kit::pile::Pile> {
            type Zone = Zone;

            fn piles(&self) -> Vec<(&'static str, Zone, &crate::game_kit::pile::Pile)> {
                vec![$( (stringify!($field), Zone::$zone, &self.$field) ),*]
            }
        }

        /// The zones that are lists of cards, with the viewers who see the faces there.
        pub const PILES: &[(&str, crate::game_kit::registered::Faces)] = &[
            $( (stringify!($field), crate::game_kit::registered::Faces::$faces) ),*
        ];

        /// Whether a viewer sees the face of a card, by its zone.
        pub fn sees<G: crate::kernel::Game<Zone = Zone>>(
            game: &crate::kernel::Match<'_, G>,
            viewer: crate::kernel::Viewer,
            lies: &crate::kernel::Lies<G>,
        ) -> bool {
            let faces = |zone: Zone| match zone {
                $( Zone::$zone => crate::game_kit::registered::Faces::$faces, )*
                #[allow(unreachable_patterns)]
                _ => crate::game_kit::registered::Faces::Everybody,
            };
            crate::game_kit::plain::is_seen(game, faces, viewer, lies)
        }
    };
}
pub(crate) use piles;

/// Whether a viewer sees the face of a card in a zone with these [`Faces`].
pub fn is_seen<G: Game>(
    game: &Match<'_, G>,
    faces: impl Fn(G::Zone) -> Faces,
    viewer: Viewer,
    lies: &Lies<G>,
) -> bool {
    let Some((zone, Some(owner))) = zone_of(game, lies.spot) else { return false };
    match faces(zone) {
        Faces::Everybody => true,
        Faces::Owner => viewer.is(owner),
        Faces::Nobody => false,
    }
}

/// One player's half of a position that consists of lists of cards, in the order in which cards are numbered.
pub trait Half {
    /// The kinds of zones.
    type Zone: Copy + PartialEq;

    /// Each list with its field and zone.
    fn piles(&self) -> Vec<(&'static str, Self::Zone, &Pile)>;
}

/// A table without a history, in the main phase of the active player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Position")]
pub struct Position<H> {
    /// Whose turn it is.
    pub active: Seat,
    /// Both halves, seat 0 first; lists are top first.
    pub players: [H; 2],
}

impl<H: Half> Position<H> {
    /// Each list with its player, pointer and zone.
    pub fn piles(&self) -> Vec<(Seat, String, H::Zone, &Pile)> {
        let mut piles = Vec::new();
        for (seat, half) in Seat::BOTH.into_iter().zip(&self.players) {
            for (name, zone, pile) in half.piles() {
                piles.push((seat, format!("/players/{}/{name}", seat.number()), zone, pile));
            }
        }
        piles
    }

    /// The pointer of the first list with unknown cards.
    pub fn unknown(&self) -> Option<String> {
        let mut piles = self.piles().into_iter();
        piles.find(|(.., pile)| pile.blank() > 0).map(|(_, pointer, ..)| pointer)
    }

    /// The table of this position.
    pub fn table<G: Game<Pool: Indexed, Zone = H::Zone>>(
        &self,
        pool: &G::Pool,
        zones: &[G::Zone],
    ) -> State<G> {
        let mut state = State::default();
        open_zones(&mut state, zones);
        for (seat, _, zone, pile) in self.piles() {
            let is_there = |place: &&Place<G>| place.zone == zone && place.seat == Some(seat);
            let place = state.table.places().find(|(_, place)| is_there(place)).map(|(place, _)| place);
            if let Some(place) = place {
                lay(&mut state, pool, seat, place, pile);
            }
        }
        state
    }
}

impl<H: Half> Names for Position<H> {
    fn ids(&self) -> Vec<(String, String)> {
        let mut ids = Vec::new();
        for (_, pointer, _, pile) in self.piles() {
            ids.extend(pile.known().map(|(index, id)| (format!("{pointer}/{index}"), id.to_owned())));
        }
        ids
    }

    fn too_much(&self) -> Option<(String, String)> {
        self.too_many_cards()
    }
}

impl<H: Half> Halves for Position<H> {
    fn counts(&self) -> Vec<usize> {
        let count =
            |half: &H| half.piles().iter().fold(0_usize, |sum, (.., pile)| sum.saturating_add(pile.len()));
        self.players.iter().map(count).collect()
    }
}

/// An event of a game whose proposals say nothing besides what every proposal says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(bound = "")]
#[schemars(bound = "G::Zone: JsonSchema, G::Verb: JsonSchema", rename = "EventView")]
pub struct EventView<'m, G: Game> {
    /// The card that it happened to, if its face is seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<CardRef<'m, G::Zone>>,
    /// The rule of this record.
    pub cite: &'static str,
    /// Where the card came from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<PlaceView<G::Zone>>,
    /// Done, or withdrawn by the rule cited.
    pub point: Point,
    /// Who carried it out, or to whom it happened.
    pub seat: Seat,
    /// The same as a sentence in the asked language.
    pub text: String,
    /// Where the card went.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<PlaceView<G::Zone>>,
    /// What happened.
    pub verb: G::Verb,
}

/// The events that a viewer sees, without further members.
pub fn events<'m, G: Registered + Game<Detail = ()>>(
    game: &'m Match<'_, G>,
    events: &[Event<G>],
    viewer: Viewer,
    speech: &Speech<'_>,
) -> Vec<EventView<'m, G>> {
    let view = |event: &Event<G>| {
        let Way { card, from, to } = way(game, event, viewer, speech.language);
        let (cite, point) = (G::INFO.rules.id(event.rule), event.point);
        let Proposal { seat, verb, .. } = event.proposal;
        let parts = [
            ("card", Part::card(card.as_ref())),
            ("from", Part::place(from.as_ref())),
            ("seat", Part::Seat(seat)),
            ("to", Part::place(to.as_ref())),
        ];
        let text = speech.event(verb.word(), point, &parts);
        EventView { card, cite, from, point, seat, text, to, verb }
    };
    events.iter().map(view).collect()
}

/// A deck that is nothing but cards.
#[wire(Default)]
pub struct Deck {
    /// The cards.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub cards: Vec<Line>,
}

impl Names for Deck {
    fn ids(&self) -> Vec<(String, String)> {
        deck::ids(&self.cards).collect()
    }
}

/// A table as a viewer sees it that is lists of cards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "StateView")]
pub struct StateView<H> {
    /// The active player.
    pub active: Seat,
    /// Both halves, seat 0 first.
    pub players: [H; 2],
}
