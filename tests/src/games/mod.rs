//! What tests have to know of each game besides what the registry says. A further game is one more file and
//! one more line of [`ALL`]; a field that it leaves out does not compile, and a game that is not here fails
//! the test `every_game_says_what_tests_need`.

mod azur_lane;
mod battle_spirits;
mod build_divide;
mod tianhai;
mod xinglingwang;

use rules_judge_engine::games::{self, Faces, Registered, Visit};
use serde_json::Value;

/// What tests have to know of a game.
#[derive(Debug, Clone, Copy)]
pub struct Tested {
    /// The game.
    pub game: &'static str,
    /// The position of a state and what is asked there, if it can be said as one.
    pub position: fn(&Value, &str) -> Option<Value>,
    /// How many cards of a half are numbered before those of its zones.
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
    /// How many such values the book has itself.
    pub of_the_book: usize,
    /// A value that the demo pool declares there.
    pub known: &'static str,
    /// A continuous ability that is effective in hand and adds to a number: of the units on the field, of the
    /// cards in hand, or of the card itself. None: the game has no such abilities.
    pub in_hand: Option<fn(Target) -> Value>,
    /// How many texts a card of a pool has, each of which is a paragraph.
    pub texts: fn(&Value) -> usize,
    /// The kind of action, field and reason code of the sample that is against the rules.
    pub broken: (&'static str, &'static str, &'static str),
    /// Replays without a log that lead where bots hardly get by themselves.
    pub directed: fn() -> Vec<Directed>,
    /// What leads to the draw of a turn. None: none is drawn.
    pub before_draw: Option<fn() -> BeforeDraw>,
    /// Whether entries that a view does not show answer questions that only some hands bring up. Where every
    /// hand brings them up, no game without the entry looks the same.
    pub asks_some_hands: bool,
    /// What is to be found where secrets are looked for.
    pub secrets: Secrets,
    /// How many kinds of action name cards, at least.
    pub naming_kinds: usize,
    /// Words that the common vocabulary offers and the linter refuses on every card.
    pub refused_words: &'static [&'static str],
    /// The share of the decisions of samples that can be said as positions, as a numerator and a denominator.
    pub expressible: (usize, usize),
}

/// What is to be found where secrets are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Secrets {
    /// Windows in which refusals with other hidden cards can be compared, at least.
    pub windows: usize,
    /// Accepted entries that name cards to somebody else, at least.
    pub named: usize,
    /// Whether bots make entries of which some view shows nothing.
    pub unseen: bool,
}

impl Secrets {
    /// Of most games.
    pub const MANY: Secrets = Secrets { windows: 9, named: 51, unseen: true };
}

/// A table before the card of a turn is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BeforeDraw {
    /// The window.
    pub window: &'static str,
    /// What a half needs besides its deck.
    pub half: Value,
    /// The entries after which the card is drawn.
    pub entries: Vec<Value>,
}

/// The cards of a position that a seat does not see: pointers to them with their numbers, in lists within
/// which they can be exchanged.
pub type Unseen = fn(&Value, usize) -> Vec<Vec<(String, u64)>>;

/// What an ability in hand changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// What lies open.
    Field,
    /// What lies in the same hand.
    Hand,
    /// The card itself.
    Itself,
}

/// A replay without a log, the bots for it, and the kind of action or the ending that they shall get to.
pub type Directed = (Value, [&'static str; 2], &'static str);

/// Every game.
pub const ALL: &[Tested] =
    &[azur_lane::TESTED, xinglingwang::TESTED, battle_spirits::TESTED, build_divide::TESTED, tianhai::TESTED];

/// What tests have to know of a game.
pub fn of(game: &str) -> Option<&'static Tested> {
    ALL.iter().find(|tested| tested.game == game)
}

/// Which list of a deck is the first that has cards.
pub fn list_of(deck: &Value) -> &str {
    let lists = deck.as_object().into_iter().flatten();
    lists.filter(|(_, list)| length(list) > 0).map(|(name, _)| name.as_str()).next().unwrap_or_default()
}

/// The zones of a player that are lists of cards, in the order in which a position numbers their cards, with
/// who sees them.
pub fn zones(game: &str) -> &'static [(&'static str, Faces)] {
    struct Zones;

    impl Visit for Zones {
        type Out = &'static [(&'static str, Faces)];

        fn visit<G: Registered>(self) -> Self::Out {
            G::VOCABULARY.zones
        }
    }

    games::dispatch(game, Zones).unwrap_or_default()
}

fn length(list: &Value) -> usize {
    list.as_array().map_or(0, Vec::len)
}

fn ids(cards: &Value) -> Vec<Value> {
    cards.as_array().map_or_else(Vec::new, |cards| cards.iter().map(|card| card["card"].clone()).collect())
}
