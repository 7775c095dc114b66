//! The five rulebooks. They meet in this registry and nowhere else.

/// The rule index of a game, as the build made it from `rules/<game>`, and `cite!`: the citation of an id. An id that the
/// index does not have does not compile. `$` is handed on to the inner macro.
macro_rules! rulebook {
    ($game:ident, $dollar:tt) => {
        #[allow(missing_docs)]
        pub mod rules {
            //! The rule index: ids, texts, rulings, messages, limits.

            use crate::verdict::citation::Texts;
            use crate::verdict::{Rule, RuleBook, RuleKind};

            include!(concat!(env!("OUT_DIR"), "/", stringify!($game), ".rs"));
        }

        /// The citation of an id; an id that the index does not have does not compile.
        macro_rules! cite {
                    ($dollar id:literal) => {
                        const { crate::verdict::citation::find(crate::games::$game::rules::IDS, $dollar id) }
                    };
                }
    };
}

/// What every [`Game`](crate::kernel::Game) says alike, among its items: its types and parts that are found in its
/// chapters, and that actions are declared with the kit.
macro_rules! in_chapters {
    () => {
        type Pool = printed::Pool;
        type Zone = table::Zone;
        type Verb = table::Verb;
        type Step = Step;
        type Stage = table::Phase;
        type Question = Question;
        type Action = action::Action;
        type Reason = reason::Reason;
        type Facts = Facts;
        type Ending = ending::Ending;

        fn check(
            draft: &mut crate::kernel::Draft<'_, '_, Self>,
            seat: crate::kernel::Seat,
            action: &action::Action,
        ) {
            crate::game_kit::action::time::check(draft, seat, action);
        }

        fn perform(
            game: &mut crate::kernel::Match<'_, Self>,
            seat: crate::kernel::Seat,
            action: &action::Action,
        ) {
            crate::game_kit::action::time::perform(game, seat, action);
        }

        fn answers(
            game: &mut crate::kernel::Match<'_, Self>,
            seat: crate::kernel::Seat,
        ) -> Vec<crate::kernel::shape::Shape> {
            let question = game.asked(seat).map(|asked| asked.question.clone());
            question.map_or_else(Vec::new, |question| {
                <action::Action as crate::game_kit::action::Actions<Self>>::shapes(game, seat, &question)
            })
        }

        fn can_be_waived(reason: &reason::Reason) -> bool {
            crate::game_kit::reason::Asking::can_be_waived(reason)
        }

        fn active(game: &crate::kernel::Match<'_, Self>) -> crate::kernel::Seat {
            game.state.facts.active
        }

        fn schedule(number: u8) -> &'static [crate::kernel::Stage<Self>] {
            turn::TABLES.get(usize::from(number)).copied().unwrap_or_default()
        }

        fn stage_ends(game: &mut crate::kernel::Match<'_, Self>, stage: table::Phase) -> bool {
            turn::stage_ends(game, stage)
        }

        fn sees(
            game: &crate::kernel::Match<'_, Self>,
            viewer: crate::kernel::Viewer,
            lies: &crate::kernel::Lies<Self>,
        ) -> bool {
            view::sees(game, viewer, lies)
        }

        fn is_answer(action: &action::Action) -> bool {
            crate::game_kit::action::Actions::when(action) == crate::game_kit::action::When::Asked
        }
    };
}

/// The types of a [`Game`](crate::kernel::Game) that it does without.
macro_rules! without {
    ($($name:ident)*) => { $( type $name = (); )* };
}

/// Registers a game with what is to be said of it; what it does is found in its chapters, which have the same names in every game.
macro_rules! registered {
    (
        $game:ident: $id:literal, $edition:literal, $semantics:literal;
        title: $title:expr,
        $( pools { $( $pool:literal, )* } )?
        decks { $( $deck:literal, )* }
        abilities { $( $list:literal, )* }
        inert: $inert:literal,
        vocabulary { $( $word:ident: $words:expr, )* }
        randomness: $randomness:expr,
        secrecy: $secrecy:expr,
        judge: $judge:expr,
        name: $name:expr,
        $( together: $together:expr, )?
        $( hidden_zone: $hidden_zone:expr, )?
    ) => {
        impl crate::games::Registered for $game {
            const ID: &'static str = $id;
            const TITLE: crate::verdict::Texts = $title;
            const EDITION: &'static str = $edition;
            const SEMANTICS: u32 = $semantics;
            // Some games have every kind of word.
            #[allow(clippy::needless_update)]
            const VOCABULARY: crate::games::Vocabulary = crate::games::Vocabulary {
                actions: <super::action::Action as crate::game_kit::action::Actions<$game>>::KINDS,
                questions: super::Question::KINDS,
                always: super::Question::ALWAYS,
                verbs: super::table::Verb::WORDS,
                members: super::table::Verb::MEMBERS,
                endings: super::ending::Ending::WORDS,
                $( $word: $words, )*
                ..crate::games::Vocabulary::NONE
            };
            const DEMO_POOL: &'static str =
                include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/cards/", $id, "/pool.json"));
            const POOLS: &'static [(&'static str, &'static str)] = &[
                ("demo", Self::DEMO_POOL),
                $( $( ($pool, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/cards/", $id, "/", $pool, ".json"))), )* )?
            ];
            const BOARD: &'static str =
                include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/rules/", $id, "/board.json"));
            const DEMO_DECKS: &'static [&'static str] = &[$(
                include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/cards/", $id, "/decks/", $deck, ".json")),
            )*];

            const TRIALS: &'static str =
                include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/cards/", $id, "/trials.json"));
            const ABILITY_LISTS: &'static [&'static str] = &[$( $list, )*];
            const INERT: &'static str = $inert;

            type PoolData = super::printed::PoolData;
            type Deck = super::deck::Deck;
            type Options = super::setup::Options;
            type Position = super::position::Position;
            type StateView<'m> = super::view::StateView<'m>;
            type EventView<'m> = super::view::EventView<'m>;

            fn rules() -> &'static crate::verdict::RuleBook {
                &super::rules::RULES
            }

            fn messages() -> &'static [(&'static str, crate::verdict::Texts)] {
                super::rules::MESSAGES
            }

            fn compile(data: &Self::PoolData) -> Result<Self::Pool, Vec<crate::abilities::Finding>> {
                data.compile()
            }

            fn warnings(data: &Self::PoolData) -> Vec<crate::abilities::Finding> {
                data.warnings()
            }

            fn deck_faults(
                pool: &Self::Pool,
                deck: &Self::Deck,
                options: &Self::Options,
            ) -> Vec<crate::verdict::Refusal<Self::Reason>> {
                deck.faults(pool, options)
            }

            $( fn hidden_zone(
                position: &Self::Position,
                viewer: crate::kernel::Viewer,
                pointer: &str,
            ) -> Option<String> {
                $hidden_zone(position, viewer, pointer)
            } )?

            $( fn faults_together(
                pool: &Self::Pool,
                decks: &[Self::Deck; 2],
                _: &Self::Options,
            ) -> Vec<crate::verdict::Refusal<Self::Reason>> {
                $together(pool, decks)
            } )?

            fn from_decks(
                pool: &Self::Pool,
                decks: &[Self::Deck; 2],
                options: &Self::Options,
            ) -> crate::kernel::State<Self> {
                super::setup::table(pool, decks, options)
            }

            fn from_position(
                pool: &Self::Pool,
                position: &Self::Position,
            ) -> Result<crate::kernel::State<Self>, Vec<crate::verdict::Refusal<Self::Reason>>> {
                position.place(pool)
            }

            fn to_position(
                game: &crate::kernel::Match<'_, Self>,
                viewer: crate::kernel::Viewer,
            ) -> crate::game_kit::position::Made<Self::Position> {
                super::position::made(game, viewer)
            }

            fn state_view<'m>(
                game: &'m crate::kernel::Match<'_, Self>,
                reader: crate::game_kit::view::Reader,
            ) -> Self::StateView<'m> {
                super::view::state(game, reader)
            }

            fn event_views<'m>(
                game: &'m crate::kernel::Match<'_, Self>,
                events: &[crate::kernel::Event<Self>],
                viewer: crate::kernel::Viewer,
                speech: &crate::game_kit::sentence::Speech<'_>,
            ) -> Vec<Self::EventView<'m>> {
                super::view::events(game, events, viewer, speech)
            }

            fn card_id(pool: &Self::Pool, definition: u16) -> Option<&str> {
                pool.cards().get(usize::from(definition)).map(|card| card.id.as_str())
            }

            fn card_name(pool: &Self::Pool, definition: u16, language: usize) -> Option<&str> {
                let name: fn(&Self::Pool, u16, usize) -> Option<&str> = $name;
                name(pool, definition, language).filter(|name| !name.is_empty())
            }

            fn randomness() -> crate::verdict::Cite {
                $randomness
            }

            fn secrecy() -> crate::verdict::Cite {
                $secrecy
            }

            fn judge() -> crate::verdict::Cite {
                $judge
            }
        }
    };
}

pub mod azur_lane;
pub mod battle_spirits;
pub mod build_divide;
pub mod tianhai;
#[cfg(feature = "toy")]
pub mod toy;
pub mod xinglingwang;

use std::fmt::Debug;

use schemars::JsonSchema;
use serde::Deserializer;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::abilities::Finding;
use crate::game_kit::action::{Actions, Kit};
use crate::game_kit::cards::NamesParameters;
use crate::game_kit::pool::{Indexed, Names};
use crate::game_kit::position::Made;
use crate::game_kit::reason::Asking;
use crate::game_kit::sentence::Speech;
pub use crate::game_kit::view::{Reader, Seen};
use crate::kernel::shape::{Shape, Value};
use crate::kernel::{ActionTable, Event, Match, Seat, State, Viewer};
use crate::verdict::{Cite, Refusal, RuleBook, Texts};

/// Who may read why an entry is refused, besides the seat that made it. A reason that names a card
/// whose face a viewer does not see is never read by them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readers {
    /// Everybody: it is found before anything hidden is looked at.
    All,
    /// A viewer who sees the face of every card that the entry names: the conditions before it may have
    /// looked at them.
    WhoSeesItsCards,
    /// Nobody.
    Nobody,
    /// Nobody; not even the seat that made the entry where it says in which zone a card lies that this seat does not see,
    /// and no history has shown it.
    WhoKnowsWhereItLies,
}

/// Who sees the faces of a zone's cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Faces {
    /// Everybody.
    Everybody,
    /// The player whose zone it is.
    Owner,
    /// Nobody.
    Nobody,
}

/// Every word of the wire that a game can say, so that tests can make sure that each is said.
#[derive(Debug, Clone, Copy)]
pub struct Vocabulary {
    /// Kinds of actions.
    pub actions: &'static [&'static str],
    /// Kinds of actions that no game needs: they are refused with their rule, or change nothing.
    pub needless: &'static [&'static str],
    /// Kinds of questions.
    pub questions: &'static [&'static str],
    /// Those of them that are asked whenever their moment comes, also if only one answer is legal. Any other is
    /// asked only if at least two are.
    pub always: &'static [&'static str],
    /// Those of the others that are asked also with one legal answer among hidden cards: not asking would tell of them.
    pub sealed: &'static [&'static str],
    /// Verbs of events.
    pub verbs: &'static [&'static str],
    /// What events of each verb can say besides what every event says.
    pub members: &'static [&'static [&'static str]],
    /// The verb with which a turn begins, its number being the amount; empty: turns have no numbers.
    pub turn: &'static str,
    /// Ways to end.
    pub endings: &'static [&'static str],
    /// Ways to end that no game with the demo pool comes to.
    pub unsampled: &'static [&'static str],
    /// Codes of refusals that every game can have and this one never says: it has others for what they mean.
    pub unsaid: &'static [&'static str],
    /// Kinds of pieces that come from an endless supply.
    pub endless: &'static [&'static str],
    /// What answers call cards that are in no pool.
    pub tokens: &'static [&'static str],
    /// The zones of a player that are lists of cards, in the order in which a position numbers their cards, and
    /// who sees the faces there.
    pub zones: &'static [(&'static str, Faces)],
}

impl Vocabulary {
    /// No word of any kind.
    const NONE: Vocabulary = Vocabulary {
        actions: &[],
        needless: &[],
        questions: &[],
        always: &[],
        sealed: &[],
        verbs: &[],
        members: &[],
        turn: "",
        endings: &[],
        unsampled: &[],
        unsaid: &[],
        endless: &[],
        tokens: &[],
        zones: &[],
    };
}

/// What a caller outside the engine needs of any game, beyond its rules.
pub trait Registered:
    Kit<
        Pool: Indexed,
        Action: JsonSchema,
        Reason: NamesParameters + JsonSchema,
        Ending: JsonSchema,
        Zone: JsonSchema,
    >
{
    /// The id on the wire.
    const ID: &'static str;
    /// What people call it.
    const TITLE: Texts;
    /// The edition of the rulebook.
    const EDITION: &'static str;
    /// Rises when any log of the game could be judged differently.
    const SEMANTICS: u32;
    /// Actions that may be logged at any time.
    const STANDING: &'static [&'static str] = <Self::Action as Actions<Self>>::STANDING;
    /// The bundled demo pool as JSON.
    const DEMO_POOL: &'static str;
    /// The bundled pools as JSON with their names, the demo pool first.
    const POOLS: &'static [(&'static str, &'static str)];
    /// How a page draws its table and sets it up, as JSON.
    const BOARD: &'static str;
    /// The bundled decks as JSON.
    const DEMO_DECKS: &'static [&'static str];
    /// Small tables on which one card is tried, as JSON.
    const TRIALS: &'static str;
    /// The lists of abilities of a card, as JSON pointers into it, in the order in which its abilities are numbered.
    const ABILITY_LISTS: &'static [&'static str];
    /// An ability that a card can have and that never does anything, as JSON; of a game without abilities `null`.
    const INERT: &'static str;

    /// A pool as data.
    type PoolData: Serialize + DeserializeOwned + JsonSchema + Send + Sync;
    /// What a player brings.
    type Deck: Names + Clone + Debug + Serialize + DeserializeOwned + Default + JsonSchema + Send + Sync;
    /// What is agreed before the game.
    type Options: Clone
        + Debug
        + Serialize
        + DeserializeOwned
        + Default
        + PartialEq
        + JsonSchema
        + Send
        + Sync;
    /// A table without a history.
    type Position: Names + Clone + Debug + Serialize + DeserializeOwned + JsonSchema + Send + Sync;
    /// A state as a viewer sees it.
    type StateView<'m>: Serialize + JsonSchema;
    /// An event as a viewer sees it.
    type EventView<'m>: Serialize + JsonSchema;

    /// Every word that it can say.
    const VOCABULARY: Vocabulary;

    /// The rule index.
    fn rules() -> &'static RuleBook;

    /// The conditions of every kind of action, in the order of the kinds.
    fn action_tables() -> Vec<ActionTable> {
        Self::Action::tables()
    }

    /// The template of every reason code.
    fn messages() -> &'static [(&'static str, Texts)];

    /// The pool, ready to be played with, or what cannot be meant.
    fn compile(data: &Self::PoolData) -> Result<Self::Pool, Vec<Finding>>;

    /// What of a pool can be meant, and has a consequence that its author should know.
    fn warnings(data: &Self::PoolData) -> Vec<Finding>;

    /// Every fault of a deck in a game with these options.
    fn deck_faults(
        pool: &Self::Pool,
        deck: &Self::Deck,
        options: &Self::Options,
    ) -> Vec<Refusal<Self::Reason>>;

    /// Every fault that decks have together, each of which may be legal by itself; with its place among the players.
    fn faults_together(
        _pool: &Self::Pool,
        _decks: &[Self::Deck; 2],
        _options: &Self::Options,
    ) -> Vec<Refusal<Self::Reason>> {
        Vec::new()
    }

    /// The table of two legal decks before anything is random.
    fn from_decks(pool: &Self::Pool, decks: &[Self::Deck; 2], options: &Self::Options) -> State<Self>;

    /// The table of a position, or every fault of it.
    fn from_position(
        pool: &Self::Pool,
        position: &Self::Position,
    ) -> Result<State<Self>, Vec<Refusal<Self::Reason>>>;

    /// The zone at which a pointer into a position stops for a viewer who does not see the cards there; `None`: the
    /// viewer sees what stands at the pointer, or it is in the half of another seat.
    fn hidden_zone(_position: &Self::Position, viewer: Viewer, pointer: &str) -> Option<String> {
        let (seat, rest) = of_half(viewer, pointer)?;
        let (zone, _) = rest.split_once('/')?;
        let mut zones = Self::VOCABULARY.zones.iter();
        let is_hidden = zones.any(|hidden| *hidden == (zone, Faces::Nobody));
        is_hidden.then(|| format!("/players/{}/{zone}", seat.number()))
    }

    /// The table as a position, as a viewer sees it.
    fn to_position(game: &Match<'_, Self>, viewer: Viewer) -> Made<Self::Position>;

    /// Every shape of what a seat may answer now; none if it is not asked.
    fn shapes(game: &mut Match<'_, Self>, seat: Seat) -> Vec<Shape> {
        game.begin_listing();
        Self::answers(game, seat)
    }

    /// The shapes of what a seat may answer now where finding them took too many looks: whatever stands in their fields may
    /// be legal.
    fn open_shapes(game: &mut Match<'_, Self>, seat: Seat) -> Vec<Shape> {
        let question = game.asked(seat).map(|asked| asked.question.clone());
        question.map_or_else(Vec::new, |question| Self::Action::open_shapes(game, seat, &question))
    }

    /// The action of a shape's member.
    fn action_from_member(kind: &str, fields: &[(&'static str, Value)]) -> Option<Self::Action> {
        Self::Action::from_member(kind, fields)
    }

    /// Reads an action whose kind is known from its other fields. `None`: there is no such kind.
    fn read_action<'de, D: Deserializer<'de>>(
        kind: &str,
        fields: D,
    ) -> Option<Result<Self::Action, D::Error>> {
        Self::Action::read(kind, fields)
    }

    /// The state as its reader sees it.
    fn state_view<'m>(game: &'m Match<'_, Self>, reader: Reader) -> Self::StateView<'m>;

    /// Events as a viewer sees them, with sentences.
    fn event_views<'m>(
        game: &'m Match<'_, Self>,
        events: &[Event<Self>],
        viewer: Viewer,
        speech: &Speech<'_>,
    ) -> Vec<Self::EventView<'m>>;

    /// An entry as a viewer sees it; asked before it is carried out.
    fn action_view(game: &Match<'_, Self>, seat: Seat, action: &Self::Action, viewer: Viewer) -> Seen {
        if viewer.is(seat) { Seen::Whole } else { action.seen(game, seat, viewer) }
    }

    /// The place of a card in the pool.
    fn find_card(pool: &Self::Pool, id: &str) -> Option<u16> {
        pool.index().find(id)
    }

    /// The id of a card by its place in the pool.
    fn card_id(pool: &Self::Pool, definition: u16) -> Option<&str>;

    /// The nearest id to one that the pool does not have.
    fn nearest_card(pool: &Self::Pool, id: &str) -> Option<String> {
        pool.index().nearest(id)
    }

    /// The name that is printed on a card, in the language of this place in [`Texts`]; of a card with two sides, on its
    /// front. `None`: no card of the game has this definition.
    fn card_name(pool: &Self::Pool, definition: u16, language: usize) -> Option<&str>;

    /// Who may read a reason besides the seat that it is said to.
    fn reason_readers(reason: &Self::Reason) -> Readers {
        reason.readers()
    }

    /// The rule or ruling that makes something random.
    fn randomness() -> Cite;

    /// The rule that is cited in place of a reason that a viewer may not read.
    fn secrecy() -> Cite;

    /// The ruling that says what rulings of a judge in a log can do.
    fn judge() -> Cite;
}

/// Of a pointer into the viewer's own half of a position: whose it is, and what comes below the half.
pub(crate) fn of_half(viewer: Viewer, pointer: &str) -> Option<(Seat, &str)> {
    Seat::BOTH.into_iter().filter(|seat| viewer.is(*seat)).find_map(|seat| {
        let rest = pointer.strip_prefix(format!("/players/{}/", seat.number()).as_str())?;
        Some((seat, rest))
    })
}

/// Something to be done with a game whose type is only known by its id.
pub trait Visit {
    /// What comes out.
    type Out;

    /// Does it.
    fn visit<G: Registered>(self) -> Self::Out;
}

macro_rules! registry {
    ($($game:ty),*; unlisted: $($feature:literal $unlisted:ty,)*) => {
        /// The ids of all games, in the order of the registry.
        pub const IDS: &[&str] = &[$(<$game as Registered>::ID),*];

        /// The ids of games that a feature adds and no list has.
        pub const UNLISTED: &[&str] = &[$( #[cfg(feature = $feature)] <$unlisted as Registered>::ID ),*];

        /// Does something with the game of an id; `None`: there is no such game.
        pub fn dispatch<V: Visit>(id: &str, visit: V) -> Option<V::Out> {
            $( if id == <$game as Registered>::ID {
                return Some(visit.visit::<$game>());
            } )*
            $( #[cfg(feature = $feature)]
            if id == <$unlisted as Registered>::ID {
                return Some(visit.visit::<$unlisted>());
            } )*
            None
        }
    };
}

registry!(azur_lane::AzurLane, xinglingwang::Xinglingwang, battle_spirits::BattleSpirits, build_divide::BuildDivide, tianhai::Tianhai; unlisted: "toy" toy::Toy,);
