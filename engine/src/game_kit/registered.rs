//! What callers of the engine need of any game beyond its rules: [`GameInfo`], which is data, and
//! [`Registered`], which the registry implements for each game.

use std::fmt::Debug;

use crate::schema::{Described, JsonSchema};
use serde::de::DeserializeOwned;
use serde::{Deserializer, Serialize};

use crate::abilities::Finding;
use crate::game_kit::action::{Actions, Kit};
use crate::game_kit::cards::NamesParameters;
use crate::game_kit::fact::FactFault;
use crate::game_kit::pool::{Indexed, Names};
use crate::game_kit::position::{Halves, Made};
use crate::game_kit::reason::Asking;
use crate::game_kit::sentence::Speech;
use crate::game_kit::view::{Reader, Seen};
use crate::kernel::shape::{Shape, Value};
use crate::kernel::{ActionTable, Event, Match, Seat, Spelled, State, Viewer};
use crate::verdict::{Cite, Refusal, RuleBook, Texts};

/// The viewers who may read a reason, besides the seat that made the refused entry. A reason that names a
/// card is hidden from viewers who do not see that card's face.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readers {
    /// Everybody: the condition reads nothing hidden.
    All,
    /// A viewer who sees the face of every card that the entry names: earlier conditions may have read them.
    WhoSeesItsCards,
    /// Nobody else.
    Nobody,
    /// Nobody else; and not even the seat itself if the reason says in which zone a card lies that the seat
    /// cannot see there, unless it has seen it in the log.
    WhoKnowsWhereItLies,
}

/// The viewers who see the faces of a zone's cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Faces {
    /// Everybody.
    Everybody,
    /// The owner of the zone.
    Owner,
    /// Nobody.
    Nobody,
}

/// The words that a game can write on the wire. Tests ensure that each of them occurs.
#[derive(Debug, Clone, Copy)]
pub struct Vocabulary {
    /// Kinds of actions.
    pub actions: &'static [&'static str],
    /// Kinds of actions without which every game can be played: they are refused by their rule, or change
    /// nothing.
    pub needless: &'static [&'static str],
    /// Kinds of questions.
    pub questions: &'static [&'static str],
    /// Questions that are asked whenever their moment comes, even with one legal answer. All others need at
    /// least two.
    pub always: &'static [&'static str],
    /// Among the others, questions that are asked with a single legal answer among hidden cards, because a
    /// missing question would reveal them.
    pub sealed: &'static [&'static str],
    /// Verbs of events.
    pub verbs: &'static [&'static str],
    /// For each verb the members of its events, beyond those of every event.
    pub members: &'static [&'static [&'static str]],
    /// The verb with which a turn begins; its amount is the turn's number. Empty: turns have no numbers.
    pub turn: &'static str,
    /// The ways in which a game ends.
    pub endings: &'static [&'static str],
    /// Ways in which no game with the demo pool ends.
    pub unsampled: &'static [&'static str],
    /// Common reason codes that this game never uses, because it has codes of its own.
    pub unsaid: &'static [&'static str],
    /// Kinds of pieces with an endless supply.
    pub endless: &'static [&'static str],
    /// The names in answers of cards that are in no pool.
    pub tokens: &'static [&'static str],
    /// The zones of a player that are lists of cards, in the order in which a position numbers their cards,
    /// and who sees the faces there.
    pub zones: &'static [(&'static str, Faces)],
}

impl Vocabulary {
    /// No words.
    pub const NONE: Vocabulary = Vocabulary {
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

/// What a game says of itself, as data that needs none of its types: [`info`](crate::games::info) finds it by
/// the game's id.
#[derive(Debug)]
pub struct GameInfo {
    /// The game's id on the wire.
    pub id: &'static str,
    /// The game's name for people.
    pub title: Texts,
    /// The edition of the rulebook.
    pub edition: &'static str,
    /// The version of the semantics: rises whenever a log could be judged differently.
    pub semantics: u32,
    /// The rule index.
    pub rules: &'static RuleBook,
    /// The message template of each reason code.
    pub messages: &'static [(&'static str, Texts)],
    /// The conditions of each kind of action.
    pub action_tables: fn() -> Vec<ActionTable>,
    /// Actions that may be logged at any time.
    pub standing: &'static [&'static str],
    /// The words that the game can write.
    pub vocabulary: Vocabulary,
    /// The demo pool as JSON.
    pub demo_pool: &'static str,
    /// All bundled pools as JSON with their names, the demo pool first.
    pub pools: &'static [(&'static str, &'static str)],
    /// The bundled decks as JSON.
    pub decks: &'static [&'static str],
    /// Small tables to try one card on, as JSON.
    pub trials: &'static str,
    /// How a page draws the table and sets it up, as JSON.
    pub board: &'static str,
    /// The lists of abilities in a card, as JSON pointers, in the order in which abilities are numbered.
    pub ability_lists: &'static [&'static str],
    /// An ability that is legal and never does anything, as JSON; `null` if the game has no abilities.
    pub inert: &'static str,
    /// The rule or ruling about randomness.
    pub randomness: Cite,
    /// The rule that is cited instead of a reason that a viewer may not read.
    pub secrecy: Cite,
    /// The ruling about what a judge's rulings in a log can do.
    pub judge: Cite,
}

/// What callers of the engine need of a game, beyond its rules.
pub trait Registered:
    Kit<
        Pool: Indexed,
        Action: Described,
        Reason: NamesParameters + JsonSchema,
        Ending: JsonSchema,
        Verb: Spelled,
        Zone: JsonSchema,
    >
{
    /// What the game says of itself.
    const INFO: &'static GameInfo;

    /// A pool as data.
    type PoolData: Serialize + DeserializeOwned + Described + Send + Sync;
    /// What a player brings.
    type Deck: Names + Clone + Debug + Serialize + DeserializeOwned + Default + Described + Send + Sync;
    /// What players agree on before the game.
    type Options: Clone + Debug + Eq + Serialize + DeserializeOwned + Default + Described + Send + Sync;
    /// A table without a history.
    type Position: Names + Halves + Clone + Debug + Serialize + DeserializeOwned + Described + Send + Sync;
    /// The `facts` of a header: what is printed on cards, in fields that the pool does not know.
    type Stated: Clone + Debug + Eq + Serialize + DeserializeOwned + Default + Described + Send + Sync;
    /// A state for a viewer.
    type StateView<'m>: Serialize + JsonSchema;
    /// An event for a viewer.
    type EventView<'m>: Serialize + JsonSchema;

    /// The pool in the form for play.
    ///
    /// # Errors
    /// All faults of the pool.
    fn compile(data: &Self::PoolData) -> Result<Self::Pool, Vec<Finding>>;

    /// The warnings about a pool.
    fn warnings(data: &Self::PoolData) -> Vec<Finding>;

    /// The pool with facts that it does not know.
    ///
    /// # Errors
    /// The first item that cannot be taken over.
    fn with_facts(pool: &Self::Pool, facts: &Self::Stated) -> Result<Self::Pool, FactFault>;

    /// The ids of the cards of which facts are stated, in order.
    fn stated_cards(facts: &Self::Stated) -> Vec<&str>;

    /// All faults of a deck under these options.
    fn deck_faults(
        pool: &Self::Pool,
        deck: &Self::Deck,
        options: &Self::Options,
    ) -> Vec<Refusal<Self::Reason>>;

    /// All faults of the two decks together, if each is legal; each with the index of the player.
    fn faults_together(
        _pool: &Self::Pool,
        _decks: &[Self::Deck; 2],
        _options: &Self::Options,
    ) -> Vec<Refusal<Self::Reason>> {
        Vec::new()
    }

    /// The table of two legal decks before the first random step.
    fn from_decks(pool: &Self::Pool, decks: &[Self::Deck; 2], options: &Self::Options) -> State<Self>;

    /// The table of a position.
    ///
    /// # Errors
    /// All faults of the position.
    fn from_position(
        pool: &Self::Pool,
        position: &Self::Position,
    ) -> Result<State<Self>, Vec<Refusal<Self::Reason>>>;

    /// The zone that hides the end of a pointer into a position from this viewer; `None`: the viewer may see
    /// what the pointer leads to, or it is in another seat's half.
    fn hidden_zone(_position: &Self::Position, viewer: Viewer, pointer: &str) -> Option<String> {
        let (seat, rest) = of_half(viewer, pointer)?;
        let (zone, _) = rest.split_once('/')?;
        let mut zones = Self::INFO.vocabulary.zones.iter();
        let is_hidden = zones.any(|hidden| *hidden == (zone, Faces::Nobody));
        is_hidden.then(|| format!("/players/{}/{zone}", seat.number()))
    }

    /// The table as a position with a viewer's knowledge.
    fn to_position(game: &Match<'_, Self>, viewer: Viewer) -> Made<Self::Position>;

    /// The shapes of all legal answers of a seat; empty if it is not asked.
    fn shapes(game: &mut Match<'_, Self>, seat: Seat) -> Vec<Shape> {
        game.begin_listing();
        Self::answers(game, seat)
    }

    /// The shapes of a seat's answers with open fields, for when listing legal answers takes too many looks.
    fn open_shapes(game: &mut Match<'_, Self>, seat: Seat) -> Vec<Shape> {
        let question = game.asked(seat).map(|asked| asked.question.clone());
        question.map_or_else(Vec::new, |question| Self::Action::open_shapes(game, seat, &question))
    }

    /// The action of a shape's member.
    fn action_from_member(kind: &str, fields: &[(&'static str, Value)]) -> Option<Self::Action> {
        Self::Action::from_member(kind, fields)
    }

    /// Reads the other fields of an action of this kind. `None`: there is no such kind.
    fn read_action<'de, D: Deserializer<'de>>(
        kind: &str,
        fields: D,
    ) -> Option<Result<Self::Action, D::Error>> {
        Self::Action::read(kind, fields)
    }

    /// The state for a reader.
    fn state_view<'m>(game: &'m Match<'_, Self>, reader: Reader) -> Self::StateView<'m>;

    /// The events for a viewer, with sentences.
    fn event_views<'m>(
        game: &'m Match<'_, Self>,
        events: &[Event<Self>],
        viewer: Viewer,
        speech: &Speech<'_>,
    ) -> Vec<Self::EventView<'m>>;

    /// An entry for a viewer; called before the entry is carried out.
    fn action_view(game: &Match<'_, Self>, seat: Seat, action: &Self::Action, viewer: Viewer) -> Seen {
        if viewer.is(seat) { Seen::Whole } else { action.seen(game, seat, viewer) }
    }

    /// The definition of a card.
    fn find_card(pool: &Self::Pool, id: &str) -> Option<u16> {
        pool.index().find(id)
    }

    /// The id of a card by its definition.
    fn card_id(pool: &Self::Pool, definition: u16) -> Option<&str>;

    /// The known id that is nearest to an unknown one.
    fn nearest_card(pool: &Self::Pool, id: &str) -> Option<String> {
        pool.index().nearest(id)
    }

    /// The printed name of a card in the language at this index of [`Texts`]; for a card with two sides, its
    /// front. `None`: no card of the game has this definition.
    fn card_name(pool: &Self::Pool, definition: u16, language: usize) -> Option<&str>;

    /// The viewers who may read a reason, besides the seat whose entry it refuses.
    fn reason_readers(reason: &Self::Reason) -> Readers {
        reason.readers()
    }
}

/// Splits a pointer into the viewer's own half of a position: the seat, and the rest below the half.
pub(crate) fn of_half(viewer: Viewer, pointer: &str) -> Option<(Seat, &str)> {
    Seat::BOTH.into_iter().filter(|seat| viewer.is(*seat)).find_map(|seat| {
        let rest = pointer.strip_prefix(format!("/players/{}/", seat.number()).as_str())?;
        Some((seat, rest))
    })
}
