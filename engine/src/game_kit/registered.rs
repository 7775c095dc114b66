//! What the engine's callers need of any game beyond its rules: [`Registered`], which the registry implements
//! for each game, and the words of the wire that a game can say.

use std::fmt::Debug;

use crate::schema::{Described, JsonSchema};
use serde::de::DeserializeOwned;
use serde::{Deserializer, Serialize};

use crate::abilities::Finding;
use crate::game_kit::action::{Actions, Kit};
use crate::game_kit::cards::NamesParameters;
use crate::game_kit::pool::{Indexed, Names};
use crate::game_kit::position::Made;
use crate::game_kit::reason::Asking;
use crate::game_kit::sentence::Speech;
use crate::game_kit::view::{Reader, Seen};
use crate::kernel::shape::{Shape, Value};
use crate::kernel::{ActionTable, Event, Match, Seat, Spelled, State, Viewer};
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
    /// Nobody; not even the seat that made the entry where it says in which zone a card lies that this seat
    /// does not see, and no history has shown it.
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
    /// Those of them that are asked whenever their moment comes, also if only one answer is legal. Any other
    /// is asked only if at least two are.
    pub always: &'static [&'static str],
    /// Those of the others that are asked also with one legal answer among hidden cards: not asking would
    /// tell of them.
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
    /// The zones of a player that are lists of cards, in the order in which a position numbers their cards,
    /// and who sees the faces there.
    pub zones: &'static [(&'static str, Faces)],
}

impl Vocabulary {
    /// No word of any kind.
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

/// What a caller outside the engine needs of any game, beyond its rules.
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
    /// The lists of abilities of a card, as JSON pointers into it, in the order in which its abilities are
    /// numbered.
    const ABILITY_LISTS: &'static [&'static str];
    /// An ability that a card can have and that never does anything, as JSON; of a game without abilities
    /// `null`.
    const INERT: &'static str;

    /// A pool as data.
    type PoolData: Serialize + DeserializeOwned + Described + Send + Sync;
    /// What a player brings.
    type Deck: Names + Clone + Debug + Serialize + DeserializeOwned + Default + Described + Send + Sync;
    /// What is agreed before the game.
    type Options: Clone + Debug + Serialize + DeserializeOwned + Default + PartialEq + Described + Send + Sync;
    /// A table without a history.
    type Position: Names + Clone + Debug + Serialize + DeserializeOwned + Described + Send + Sync;
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

    /// Every fault that decks have together, each of which may be legal by itself; with its place among the
    /// players.
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

    /// The zone at which a pointer into a position stops for a viewer who does not see the cards there;
    /// `None`: the viewer sees what stands at the pointer, or it is in the half of another seat.
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

    /// The shapes of what a seat may answer now where finding them took too many looks: whatever stands in
    /// their fields may be legal.
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

    /// The name that is printed on a card, in the language of this place in [`Texts`]; of a card with two
    /// sides, on its front. `None`: no card of the game has this definition.
    fn card_name(pool: &Self::Pool, definition: u16, language: usize) -> Option<&str>;

    /// Who may read a reason besides the seat whose entry it refuses.
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
