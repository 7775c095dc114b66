//! The list of tools: name, arguments as JSON Schema, and the function that answers.

use std::sync::Arc;

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use rules_judge_replays::answer::{Fault, FaultCode, Language, View};
use rules_judge_replays::catalog::limits::{LONGEST_LISTING, SEARCH_LIMIT};
use rules_judge_replays::catalog::rulebook::KINDS;
use rules_judge_replays::catalog::schemas::GAMES;
use rules_judge_replays::judging::Judge;
use rules_judge_replays::judging::compare::LOGS_LIMIT;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::mcp::reply::{CITATIONS, Reply};
use crate::mcp::{dispute, lookups, table, verdicts};
use crate::params;

/// A tool.
pub struct ToolEntry {
    name: &'static str,
    title: &'static str,
    about: &'static str,
    required: &'static [&'static str],
    properties: fn() -> Value,
    answer: fn(&Judge, Language, Map<String, Value>) -> Result<Reply, Fault>,
}

impl ToolEntry {
    /// Answers a call with these arguments.
    pub(super) fn answer(
        &self,
        judge: &Judge,
        language: Language,
        arguments: Map<String, Value>,
    ) -> Result<Reply, Fault> {
        (self.answer)(judge, language, arguments)
    }

    fn schema(&self) -> JsonObject {
        let mut properties = (self.properties)();
        if let Some(fields) = properties.as_object_mut() {
            fields.insert(
                "language".to_owned(),
                json!({ "type": "string", "enum": ["en", "zh-Hant", "zh-Hans"],
                    "description": "Language of sentences and rule texts; the printed names of cards stay" }),
            );
        }
        let mut schema = JsonObject::new();
        schema.insert("type".to_owned(), "object".into());
        schema.insert("properties".to_owned(), properties);
        schema.insert("required".to_owned(), self.required.into());
        schema.insert("additionalProperties".to_owned(), false.into());
        schema
    }
}

fn game() -> Value {
    json!({ "type": "string", "enum": GAMES, "description": "The game" })
}

fn pool() -> Value {
    json!({ "type": "string", "description":
        "Card pool, such as azur-lane/official; without it the invented cards of GAME/demo" })
}

fn view() -> Value {
    json!({ "type": "string", "enum": ["full", "seat0", "seat1", "public"],
        "description": "Who looks: full shows everything, seat0 what the player of seat 0 may know" })
}

fn table() -> Value {
    json!({ "type": "object", "description":
        "A table as set_up_table answers it: {game, pool?, facts?, options?, chance?, position}" })
}

fn replay() -> Value {
    json!({ "type": ["object", "string"], "description":
        "A log in the format rules-judge/1, as an object or as its JSON text" })
}

/// All tools, in the order in which clients see them.
static TOOLS: [ToolEntry; 11] = [
    ToolEntry {
        name: "list_games",
        title: "Games and card pools",
        about: "The games that are judged, their editions and the card pools of each.",
        required: &[],
        properties: || json!({}),
        answer: lookups::games,
    },
    ToolEntry {
        name: "search_rules",
        title: "Search rules and rulings",
        about: "Find rules and rulings by everyday words, by words of the book or by id, in any of the \
            three languages. To decide whether an act is allowed, use set_up_table and judge_act instead of \
            concluding from texts.",
        required: &["game", "query"],
        properties: || {
            json!({ "game": game(),
                "query": { "type": "string", "minLength": 1, "maxLength": SEARCH_LIMIT },
                "kind": { "type": "string", "enum": KINDS.map(|(name, _)| name) },
                "limit": { "type": "integer", "minimum": 1, "maximum": CITATIONS,
                    "default": lookups::FOUND } })
        },
        answer: lookups::search,
    },
    ToolEntry {
        name: "get_rule",
        title: "One rule or ruling",
        about: "A rule of the book or a ruling of this project by its id, with its text, its place and what \
            refers to it.",
        required: &["game", "id"],
        properties: || {
            json!({ "game": game(),
                "id": { "type": "string", "description": "As answers cite it: 攻击阶段.2, ruling-7" } })
        },
        answer: lookups::rule,
    },
    ToolEntry {
        name: "get_card",
        title: "One card, read back",
        about: "A card by its name in any language, the code of a printing, or its id: its data, and what \
            the judge takes them to say. Compare that with the print.",
        required: &["game", "card"],
        properties: || {
            json!({ "game": game(), "pool": pool(),
                "card": { "type": "string", "minLength": 1, "maxLength": SEARCH_LIMIT } })
        },
        answer: lookups::card,
    },
    ToolEntry {
        name: "check_deck",
        title: "Check a deck list",
        about: "Whether a deck may be played with: a list as players post it, with everything that is \
            against the rules.",
        required: &["game", "list"],
        properties: || {
            json!({ "game": game(), "pool": pool(),
                "list": { "type": "string", "description": "A card a line with its count, by code or name" },
                "options": { "type": "object", "description": "Options of the game on which decks depend" } })
        },
        answer: lookups::deck,
    },
    ToolEntry {
        name: "set_up_table",
        title: "Set a table up, step by step",
        about: "Builds the position of a dispute from simple statements, since a position in JSON is hard \
            to write. Begin with {game, statements: [{\"do\": \"template\", \"template\": …}]}; then send \
            the `table` of the answer with further statements. The answer shows the board in words with the \
            numbers of cards, what is missing, and which statement says it. State only what people said: \
            cards that nobody knows stay unknown.",
        required: &["statements"],
        properties: || {
            json!({ "game": game(), "pool": pool(), "table": table(),
                "statements": { "type": "array", "maxItems": table::STATEMENTS,
                    "items": table::statement_schema() } })
        },
        answer: table::set_up,
    },
    ToolEntry {
        name: "judge_act",
        title: "Decide a dispute",
        about: "Decides whether an act is allowed at a table, with the rules that decide, what happens then \
            or what is legal instead. An act that lacks fields is judged over its completions.",
        required: &["table", "act"],
        properties: || {
            json!({ "table": table(),
                "act": { "type": "object", "description":
                    "{seat, type, …}: as legal_answers lists acts. A card is its number at the table, or \
                     {\"named\": NAME}, with \"seat\" and \"zone\" if there are several" },
                "view": view() })
        },
        answer: dispute::judge_act,
    },
    ToolEntry {
        name: "legal_answers",
        title: "What is legal now",
        about: "Who has to act at a table or after a log, and every legal answer, ready to be sent to \
            judge_act.",
        required: &[],
        properties: || {
            json!({ "table": table(), "replay": replay(), "view": view(),
                "listing": { "type": "integer", "minimum": 0, "maximum": LONGEST_LISTING } })
        },
        answer: dispute::legal_answers,
    },
    ToolEntry {
        name: "judge_log",
        title: "Judge a log",
        about: "Executes the log of a whole game and says whether it is within the rules, or its first \
            illegal entry.",
        required: &["replay"],
        properties: || {
            json!({ "replay": replay(), "view": view(),
                "at": { "type": "integer", "minimum": 0, "description": "Judge only so many entries" } })
        },
        answer: verdicts::judge_log,
    },
    ToolEntry {
        name: "compare_accounts",
        title: "Compare accounts of a game",
        about: "Where two to eight accounts of one game part, and what the rules say of each from there.",
        required: &["header", "logs"],
        properties: || {
            json!({ "logs": { "type": "array", "minItems": 2, "maxItems": LOGS_LIMIT,
                    "items": { "type": "array" } },
                "header": { "type": "object",
                    "description": "A log in the format rules-judge/1 without its actions" } })
        },
        answer: verdicts::compare,
    },
    ToolEntry {
        name: "get_schema",
        title: "JSON Schema of a table or an act",
        about: "The JSON Schema of something of a game, such as position or action, where statements are \
            not enough.",
        required: &["game", "name"],
        properties: || {
            json!({ "game": game(),
                "name": { "type": "string", "description": "position, action, header, deck" } })
        },
        answer: lookups::schema,
    },
];

/// The tools as clients see them. None of them changes anything or reaches beyond this program.
pub fn listed() -> Vec<Tool> {
    let tool = |tool: &ToolEntry| {
        let annotations = ToolAnnotations::with_title(tool.title)
            .read_only(true)
            .destructive(false)
            .idempotent(true)
            .open_world(false);
        let mut listed = Tool::new(tool.name, tool.about, Arc::new(tool.schema()));
        listed.title = Some(tool.title.to_owned());
        listed.annotations = Some(annotations);
        listed
    };
    TOOLS.iter().map(tool).collect()
}

/// The names of all tools.
pub fn names() -> Vec<&'static str> {
    TOOLS.iter().map(|tool| tool.name).collect()
}

pub(super) fn of_name(name: &str) -> Option<&'static ToolEntry> {
    TOOLS.iter().find(|tool| tool.name == name)
}

/// A fault of an argument.
pub(super) fn wrong(pointer: &str, detail: impl Into<String>) -> Fault {
    Fault::new(FaultCode::WrongShape, detail.into()).at(pointer)
}

/// Removes the language from the arguments; every tool takes it.
pub(super) fn language(arguments: &mut Map<String, Value>, unsaid: Language) -> Result<Language, Fault> {
    match arguments.remove("language") {
        None | Some(Value::Null) => Ok(unsaid),
        Some(Value::String(tag)) => params::language(&tag).map_err(|why| wrong("/language", why)),
        Some(_) => Err(wrong("/language", "language is one of en, zh-Hant, zh-Hans")),
    }
}

/// Reads the arguments of a tool. An unknown argument is a fault.
pub(super) fn read<T: DeserializeOwned>(arguments: Map<String, Value>) -> Result<T, Fault> {
    serde_json::from_value(Value::Object(arguments)).map_err(|error| wrong("", error.to_string()))
}

/// Reads a view; without one it is the full view.
pub(super) fn view_of(word: Option<&str>) -> Result<View, Fault> {
    word.map_or(Ok(View::Full), |word| params::view(word).map_err(|why| wrong("/view", why)))
}
