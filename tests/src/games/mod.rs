//! Facts about each game that tests need and the registry does not have. A further game is one more file and
//! one more row of [`ALL`]: a missing field does not compile, and a missing game fails the test
//! `every_game_has_the_facts_that_tests_need`.

mod azur_lane;
mod battle_spirits;
mod build_divide;
mod tianhai;
mod xinglingwang;

use rules_judge_engine::games::{self, Faces};
use serde_json::Value;

/// The facts about a game that tests need.
#[derive(Debug, Clone, Copy)]
pub struct Tested {
    /// The game.
    pub game: &'static str,
    /// The position of a state and its question; `None`: no position expresses it.
    pub position: fn(&Value, &str) -> Option<Value>,
    /// The number of cards of a half that a position numbers before those of its zones.
    pub before_zones: fn(&Value) -> usize,
    /// The cards of a position that a seat does not see, where they do not follow from the zones.
    pub unseen: Option<Unseen>,
    /// The limit of a card's list of abilities, and the code of one more.
    pub abilities: (usize, &'static str),
    /// A card with these abilities.
    pub card: fn(Vec<Value>) -> Value,
    /// An ability with so many sentences.
    pub ability: fn(usize) -> Value,
    /// An ability with a filter that has a list of plain values.
    pub values: fn(Vec<String>) -> Value,
    /// An ability that chooses a card under a name.
    pub naming: fn(&str) -> Value,
    /// The field of the pool that declares such values.
    pub declares: &'static str,
    /// The number of such values that the rulebook has itself.
    pub of_the_book: usize,
    /// A value that the demo pool declares there.
    pub known: &'static str,
    /// A continuous ability that works in hand and adds to a number of the given target. `None`: the game has
    /// no such abilities.
    pub in_hand: Option<fn(Target) -> Value>,
    /// The number of paragraphs in the texts of a card.
    pub texts: fn(&Value) -> usize,
    /// The kind of action, field and reason code of the sample that is against the rules.
    pub broken: (&'static str, &'static str, &'static str),
    /// Replays without a log from which bots reach rare endings and actions.
    pub directed: fn() -> Vec<Directed>,
    /// A table before the draw of a turn. `None`: the game has no draw.
    pub before_draw: Option<fn() -> BeforeDraw>,
    /// Whether entries that a view does not show answer questions that only some hands bring up. If every
    /// hand brings them up, no game without the entry looks the same.
    pub asks_some_hands: bool,
    /// The least numbers that the tests of secrets have to find.
    pub secrets: Secrets,
    /// The least number of kinds of action that name cards.
    pub naming_kinds: usize,
    /// Words of the common vocabulary that the game's linter refuses on every card.
    pub refused_words: &'static [&'static str],
    /// The least share of the samples' decisions that positions can express, as numerator and denominator.
    pub expressible: (usize, usize),
}

/// The least numbers that the tests of secrets have to find.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Secrets {
    /// The least number of windows in which refusals with other hidden cards are compared.
    pub windows: usize,
    /// The least number of accepted entries that name cards.
    pub named: usize,
    /// Whether bots make entries that some view does not show at all.
    pub unseen: bool,
}

impl Secrets {
    /// The numbers of most games.
    pub const MANY: Secrets = Secrets { windows: 9, named: 51, unseen: true };
}

/// A table before the card of a turn is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BeforeDraw {
    /// The window.
    pub window: &'static str,
    /// The fields of a half besides its deck.
    pub half: Value,
    /// The entries after which the card is drawn.
    pub entries: Vec<Value>,
}

/// The cards of a position that a seat does not see: pointers to them with their numbers, in lists within
/// which cards can be exchanged.
pub type Unseen = fn(&Value, usize) -> Vec<Vec<(String, u64)>>;

/// The cards whose number an ability in hand changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// The units on the field.
    Field,
    /// The cards in the same hand.
    Hand,
    /// The card itself.
    Itself,
}

/// A replay without a log, the bots for it, and the kind of action or the ending that they have to reach.
pub type Directed = (Value, [&'static str; 2], &'static str);

/// Every game.
pub const ALL: &[Tested] =
    &[azur_lane::TESTED, xinglingwang::TESTED, battle_spirits::TESTED, build_divide::TESTED, tianhai::TESTED];

/// The facts about a game that tests need.
pub fn of(game: &str) -> Option<&'static Tested> {
    ALL.iter().find(|tested| tested.game == game)
}

/// The first list of a deck that has cards.
pub fn list_of(deck: &Value) -> &str {
    let lists = deck.as_object().into_iter().flatten();
    lists.filter(|(_, list)| length(list) > 0).map(|(name, _)| name.as_str()).next().unwrap_or_default()
}

/// The zones of a player that are lists of cards, in the order in which a position numbers their cards, with
/// who sees them.
pub fn zones(game: &str) -> &'static [(&'static str, Faces)] {
    games::info(game).map_or(&[], |info| info.vocabulary.zones)
}

fn length(list: &Value) -> usize {
    list.as_array().map_or(0, Vec::len)
}

fn ids(cards: &Value) -> Vec<Value> {
    cards.as_array().map_or_else(Vec::new, |cards| cards.iter().map(|card| card["card"].clone()).collect())
}
