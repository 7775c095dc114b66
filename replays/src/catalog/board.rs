//! The board of a game: zones, cells, how a page draws a card, and templates of positions. It is data
//! (`engine/rules/GAME/board.json`) that no judgement depends on.
//!
//! Paths are names and numbers with dots between. A zone's paths lead into a player's half of the state and
//! of the position, or into the whole table if the zone is shared; a piece's paths lead into a card of the
//! state.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::answer::{Fault, FaultCode, Language};
use crate::judging::Judge;
use crate::shapes::ToSchema;

/// A text in every language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardText {
    /// English.
    pub en: String,
    /// Simplified Chinese.
    #[serde(rename = "zh-Hans")]
    pub zh_hans: String,
    /// Traditional Chinese.
    #[serde(rename = "zh-Hant")]
    pub zh_hant: String,
}

impl BoardText {
    /// The text in a language.
    pub fn text(&self, language: Language) -> &str {
        match language {
            Language::English => &self.en,
            Language::SimplifiedChinese => &self.zh_hans,
            Language::TraditionalChinese => &self.zh_hant,
        }
    }
}

/// The board of a game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// What can be done with a card that is tapped, in the order in which it is offered.
    pub acts: Vec<BoardAct>,
    /// By the name of a pool, which card plays each role of the templates.
    pub casts: BTreeMap<String, BTreeMap<String, String>>,
    /// The sections of a deck, for lists that are pasted.
    pub deck: Vec<BoardDeckSection>,
    /// What is said of a card besides its name, as paths into its data.
    pub facts: Vec<BoardFact>,
    /// The game.
    pub game: String,
    /// The zones of a half as rows, from the middle of the table outwards.
    pub layout: Vec<Vec<String>>,
    /// Where controls take cards by their numbers: the lists of a half in the order in which a position
    /// numbers their cards, one half after the other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub numbering: Vec<String>,
    /// By the kind of an action, or by this kind and the kind of the question that it answers
    /// (`support.defence_window`), the rule that allows it, where that is not the rule of what happens first.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub permits: BTreeMap<String, String>,
    /// How cards are drawn and set up, by the names that zones give.
    pub pieces: BTreeMap<String, BoardPiece>,
    /// Cards that the state points at.
    pub pointers: Vec<BoardPointer>,
    /// The zones of both players together, in the middle of the table.
    pub shared: Vec<BoardZone>,
    /// What is said of the table as a whole.
    pub table: Vec<BoardControl>,
    /// Positions to begin with. Where a card's id would stand, the role stands that `casts` gives to a card.
    pub templates: Vec<BoardTemplate>,
    /// Words of the wire for people: kinds of actions, their fields and values.
    pub words: BTreeMap<String, BoardText>,
    /// The zones of a half.
    pub zones: Vec<BoardZone>,
}

/// Something that can be done with a card.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardAct {
    /// The field in which the card stands.
    pub field: String,
    /// How it stands there.
    #[serde(default)]
    pub form: ActForm,
    /// The kind of action.
    #[serde(rename = "type")]
    pub kind: String,
    /// Further fields with what they say of a card of a zone, by field and zone.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, BTreeMap<String, Value>>,
    /// The zones of its cards.
    pub zones: Vec<String>,
}

/// How a card stands in an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActForm {
    /// By its number.
    #[default]
    Card,
    /// By the cell of the grid where it stands.
    Cell,
}

/// A zone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardZone {
    /// Of `cells`: their names as rows, from the middle of the table outwards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<Vec<String>>,
    /// Of `counts`: what is counted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counts: Vec<BoardCount>,
    /// How it is laid out.
    pub form: ZoneForm,
    /// Names it in `layout`.
    pub id: String,
    /// Of `cells` that lie on lanes which both players share: where it stands at whose right the first lane
    /// is; that player where nothing is said: 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lanes: Option<String>,
    /// What people call it.
    pub name: BoardText,
    /// Whether its cards lie open beside each other rather than being counted.
    #[serde(default)]
    pub open: bool,
    /// How its cards are drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// Where it is in a position; left out: a position does not say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Where it is in the state.
    pub state: String,
}

/// How a zone is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ZoneForm {
    /// Named cells, each with a card or nothing.
    Cells,
    /// Counted pieces of several kinds.
    Counts,
    /// A grid without bounds, whose cards say where they are.
    Grid,
    /// A number.
    Number,
    /// One card or none.
    One,
    /// Cards that lie on each other or in a hand, each perhaps unknown.
    Pile,
    /// Piles beside each other.
    Piles,
    /// Cards beside each other.
    Row,
    /// A text.
    Text,
}

/// What is counted in a zone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardCount {
    /// The field.
    pub field: String,
    /// What people call it.
    pub name: BoardText,
    /// The same in a word or a sign.
    pub short: BoardText,
}

/// How a card is drawn and set up.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardPiece {
    /// Words that are shown on it where a value is one of these.
    #[serde(default)]
    pub badges: Vec<BoardBadge>,
    /// What can be set up of it.
    #[serde(default)]
    pub controls: Vec<BoardControl>,
    /// Where its direction stands: `N`, `E`, `S` or `W`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facing: Option<String>,
    /// Where it lies face down.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden: Option<BoardWhen>,
    /// Cards that lie under it or on it.
    #[serde(default)]
    pub lists: Vec<BoardList>,
    /// Its numbers.
    #[serde(default)]
    pub numbers: Vec<BoardNumber>,
    /// Where it lies sideways.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sideways: Option<BoardWhen>,
}

/// A word on a card.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardBadge {
    /// The values with which it is shown.
    pub is: Vec<Value>,
    /// The word.
    pub name: BoardText,
    /// Where the value stands.
    pub path: String,
}

/// A condition on a value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardWhen {
    /// The values.
    pub is: Vec<Value>,
    /// Where the value stands.
    pub path: String,
}

/// Cards that lie with a card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardList {
    /// What people call them.
    pub name: BoardText,
    /// Where they stand.
    pub path: String,
}

/// A number of a card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardNumber {
    /// Whether 0 is left out.
    #[serde(default)]
    pub hide_zero: bool,
    /// What people call it.
    pub name: BoardText,
    /// Where it stands.
    pub path: String,
    /// A sign before it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub prefix: String,
    /// A sign after it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub suffix: String,
}

/// Something that can be set up.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardControl {
    /// What it is if nothing is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<Value>,
    /// Of `fields`: the parts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(no_recursion)]
    pub fields: Vec<BoardControl>,
    /// What kind of value it is.
    pub form: ControlForm,
    /// The most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<i64>,
    /// The least.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<i64>,
    /// What people call it.
    pub name: BoardText,
    /// Where it stands in the position, or in the card.
    pub path: String,
    /// Of `choice`, and beside cards: the values.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<BoardValue>,
    /// Where it is there at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when: Option<BoardWhen>,
    /// Of `index`: whose card is named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub whose: Option<BoardSide>,
    /// Of `index`: the zone whose card is named by its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zone: Option<String>,
}

/// One of the players, as the turn sees them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BoardSide {
    /// Whose turn it is.
    Active,
    /// The other one.
    Other,
}

/// What kind of value can be set up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ControlForm {
    /// A cell of a player: `{"cell": …, "seat": …}`.
    At,
    /// A card of the pool by its id.
    CardOfPool,
    /// Cards of the pool by their ids.
    CardsOfPool,
    /// A card on the table by its number.
    CardNumber,
    /// One of several values.
    Choice,
    /// Counted pieces of several kinds.
    Counts,
    /// Several values together.
    Fields,
    /// Yes or no.
    Flag,
    /// A card by its place in a zone.
    Index,
    /// A number.
    Number,
    /// A player.
    Seat,
}

/// A value and what people call it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardValue {
    /// What people call it.
    pub name: BoardText,
    /// The value.
    pub value: Value,
}

/// A fact of a card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardFact {
    /// What people call it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<BoardText>,
    /// Where it stands in the card's data.
    pub path: String,
    /// What people call its values.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, BoardText>,
}

impl BoardFact {
    /// This fact of a card, in a language; `None` if the card does not have it.
    fn said(&self, card: &Value, language: Language) -> Option<String> {
        let mut steps = self.path.split('.');
        let value = steps.try_fold(card, |at, step| match at {
            Value::Array(items) => items.get(step.parse::<usize>().ok()?),
            at => at.get(step),
        })?;
        let name =
            |word: &str| self.values.get(word).map_or(word.to_owned(), |text| text.text(language).to_owned());
        let text = |value: &Value| match value {
            Value::String(word) => name(word),
            Value::Object(texts) if texts.values().all(Value::is_number) => {
                let counts = texts.iter().map(|(word, count)| format!("{} {count}", name(word)));
                counts.collect::<Vec<_>>().join("·")
            }
            Value::Object(texts) => {
                let text = texts.get(language.tag()).or_else(|| texts.values().next());
                text.and_then(Value::as_str).unwrap_or_default().to_owned()
            }
            other => name(&other.to_string()),
        };
        let text = match value {
            Value::Null | Value::Bool(false) => return None,
            Value::Array(items) => items.iter().map(text).collect::<Vec<_>>().join("·"),
            one => text(one),
        };
        Some(self.name.as_ref().map_or(text.clone(), |name| format!("{} {text}", name.text(language))))
    }
}

impl Board {
    /// What is printed on a card besides its text, in the order of [`Board::facts`].
    pub fn facts_of(&self, card: &Value, language: Language) -> Vec<String> {
        self.facts.iter().filter_map(|fact| fact.said(card, language)).collect()
    }
}

/// A card that the state points at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardPointer {
    /// What is written on the card.
    pub name: BoardText,
    /// Where its number, or a list of numbers, stands in the state.
    pub state: String,
}

/// A section of a deck.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardDeckSection {
    /// What it is if a list does not say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<Value>,
    /// The field of the deck.
    pub field: String,
    /// What stands there.
    pub form: SectionForm,
    /// What people call it.
    pub name: BoardText,
    /// The cards that belong there, by a value of their data.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    pub holds: Option<BoardWhen>,
}

/// What stands in a section of a deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SectionForm {
    /// A list of ids.
    Ids,
    /// Ids with how many there are of each.
    Lines,
    /// A word or number.
    Value,
}

/// A position to begin with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardTemplate {
    /// Names it.
    pub id: String,
    /// What people call it.
    pub name: BoardText,
    /// The position.
    pub position: Value,
}

impl Judge {
    /// The board of a game.
    ///
    /// # Errors
    /// There is no such game.
    pub fn board(&self, game: &str) -> Result<Board, Fault> {
        serde_json::from_str(self.info(game)?.board)
            .map_err(|_| Fault::new(FaultCode::Internal, "The board of this game cannot be read."))
    }
}
