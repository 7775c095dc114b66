//! Lists as people post them, with the cards of all pools. Single lines are in [`forms`], whole lists in
//! [`lists`].
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod forms;
mod lists;
mod public_forms;
mod random;

use serde_json::Value;

use crate::catalog::board::Board;
use crate::catalog::decklist::{Card, DeckLists, Line, Part, Read};
use crate::judging::deck_check::{cards_of, parts_of};

struct Game {
    parts: Vec<Part>,
    cards: Vec<Card>,
    lists: DeckLists,
}

const POOLS: [(&str, &str); 9] = [
    ("azur-lane", "demo"),
    ("azur-lane", "official"),
    ("battle-spirits", "demo"),
    ("battle-spirits", "official"),
    ("build-divide", "demo"),
    ("build-divide", "official"),
    ("tianhai", "demo"),
    ("xinglingwang", "demo"),
    ("xinglingwang", "official"),
];

/// A file of the engine's data.
fn data(path: &str) -> Value {
    let path = format!("{}/../engine/{path}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// A list as it was posted.
fn text(name: &str) -> String {
    std::fs::read_to_string(format!("{}/src/catalog/decklist/tests/{name}", env!("CARGO_MANIFEST_DIR")))
        .unwrap()
}

fn json(name: &str) -> Value {
    serde_json::from_str(&text(name)).unwrap()
}

fn game(name: &str, pool: &str) -> Game {
    let board: Board = serde_json::from_value(data(&format!("rules/{name}/board.json"))).unwrap();
    let file = if pool == "demo" { "pool" } else { pool };
    let pool_data = data(&format!("cards/{name}/{file}.json"));
    let (parts, cards) = (parts_of(&board), cards_of(&board, &pool_data));
    let lists = DeckLists::new(parts.clone(), cards.clone());
    Game { parts, cards, lists }
}

impl Game {
    fn id(&self, card: usize) -> &str {
        &self.cards[card].id
    }
    /// The cards whose every name is theirs alone, so that a name must be read as that card.
    fn own_names(&self) -> Vec<(usize, String)> {
        let all = |name: &str| self.cards.iter().filter(|card| card.names.iter().any(|n| n == name)).count();
        let each = self
            .cards
            .iter()
            .enumerate()
            .flat_map(|(at, card)| card.names.iter().map(move |name| (at, name.clone())));
        each.filter(|(_, name)| all(name) == 1).collect()
    }
    /// The result of reading a text, one word a line: `id×n@field`, `#field:count`, `field=value`, `several`,
    /// `-`; `!` marks unused words.
    fn summaries(&self, text: &str) -> Vec<String> {
        self.lists.read(text).iter().map(|line| self.summary(line)).collect()
    }
    fn summary(&self, line: &Line) -> String {
        let field = |part: &usize| self.parts[*part].field.as_str();
        let text = match &line.read {
            Read::Nothing => "-".to_owned(),
            Read::Heading { part, count } => {
                format!("#{}{}", field(part), count.map(|n| format!(":{n}")).unwrap_or_default())
            }
            Read::Card { card, n, part } => format!("{}×{n}@{}", self.id(*card), field(part)),
            Read::Several { .. } => "several".to_owned(),
            Read::Value { part, value } => format!("{}={value}", field(part)),
        };
        if line.unused.is_empty() { text } else { format!("{text}!") }
    }
}
