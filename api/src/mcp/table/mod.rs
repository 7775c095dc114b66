//! The tool that sets a table up: it takes a table and simple statements, and returns the changed table.
//!
//! The server keeps nothing between two steps. [`statement`] carries statements out by the game's board,
//! which has the place of each zone in a position; [`board`] writes the table in words.

use rules_judge_replays::answer::{Fault, FaultCode, Language, Query, Verdict};
use rules_judge_replays::catalog::board::Board;
use rules_judge_replays::judging::Judge;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::cli::report;
use crate::cli::terminal::printable_json;
use crate::http::details;
use crate::mcp::reply::Reply;
use crate::mcp::tools::{read, wrong};
use crate::mcp::verdicts::LISTING;

pub(super) mod board;
mod hint;
pub(super) mod phrases;
mod statement;
pub(super) mod words_of;

pub(super) use statement::{PLACED, schema as statement_schema};

/// The most statements in a step.
pub(super) const STATEMENTS: usize = 100;

/// A table without a history, as steps and disputes send it.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Table {
    /// The game.
    pub(super) game: String,
    /// The name or digest of a pool, or a pool; without it the pool `demo` of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) pool: Option<Value>,
    /// What is printed on cards, in fields that their pool does not know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) facts: Option<Value>,
    /// Options of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) options: Option<Value>,
    /// `declared`: the log declares outcomes of chance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) chance: Option<String>,
    /// What is where.
    pub(super) position: Value,
}

impl Table {
    /// The bytes of a log that begins with this table.
    pub(super) fn replay(&self, actions: &[Value]) -> Result<Vec<u8>, Fault> {
        let mut replay = json!({
            "format": "rules-judge/1", "game": self.game, "players": [{}, {}],
            "start": { "position": self.position }, "actions": actions
        });
        let parts = [
            ("pool", self.pool.clone()),
            ("facts", self.facts.clone()),
            ("options", self.options.clone()),
            ("chance", self.chance.clone().map(Value::from)),
        ];
        if let Some(fields) = replay.as_object_mut() {
            let said = parts.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
            fields.extend(said);
        }
        serde_json::to_vec(&replay).map_err(|_| Fault::new(FaultCode::Internal, details::unwritten()))
    }

    /// The name of the pool, unless the table contains a pool.
    pub(super) fn pool_name(&self) -> Option<&str> {
        self.pool.as_ref().and_then(Value::as_str)
    }

    /// Makes the position an object with two halves, whatever the client sent.
    fn straightened(&mut self, board: &Board) {
        if !self.position.is_object() {
            self.position = json!({});
        }
        let Some(fields) = self.position.as_object_mut() else { return };
        let players = fields.entry("players").or_insert_with(|| json!([{}, {}]));
        if players.as_array().is_none_or(|halves| halves.len() != 2) {
            *players = json!([{}, {}]);
        }
        for half in players.as_array_mut().into_iter().flatten() {
            if !half.is_object() {
                *half = json!({});
            }
            let Some(half) = half.as_object_mut() else { continue };
            // A zone of cells exists even without cards.
            for zone in board.zones.iter().filter(|zone| !zone.cells.is_empty()) {
                if let Some(path) = &zone.position {
                    half.entry(path.clone()).or_insert_with(|| json!({}));
                }
            }
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    game: Option<String>,
    pool: Option<String>,
    table: Option<Table>,
    statements: Vec<Value>,
}

/// What a statement or the table lacks.
#[derive(Debug, Serialize)]
struct Lack {
    /// The rules that demand it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cites: Vec<String>,
    /// What is wrong or missing.
    message: String,
    /// The place in the table, as a JSON pointer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pointer: Option<String>,
    /// A statement that adds it, with parts in angle brackets for the client to fill in.
    #[serde(skip_serializing_if = "Option::is_none")]
    say: Option<Value>,
    /// The index of the statement that was not carried out.
    #[serde(skip_serializing_if = "Option::is_none")]
    statement: Option<usize>,
}

/// Carries out the statements of a step.
pub(super) fn set_up(
    judge: &Judge,
    language: Language,
    arguments: Map<String, Value>,
) -> Result<Reply, Fault> {
    let Step { game, pool, table, statements } = read(arguments)?;
    if statements.len() > STATEMENTS {
        let detail = format!("a step has at most {STATEMENTS} statements");
        return Err(Fault::new(FaultCode::TooMany, detail).at("/statements"));
    }
    let mut table = match (table, game) {
        (Some(table), None) => table,
        (Some(table), Some(game)) if table.game == game => table,
        (Some(_), Some(_)) => return Err(wrong("/game", "the table is of another game")),
        (None, Some(game)) => {
            Table { game, pool: None, facts: None, options: None, chance: None, position: json!({}) }
        }
        (None, None) => return Err(wrong("", "send game in the first step, and table in every further one")),
    };
    if let Some(pool) = pool {
        table.pool = Some(pool.into());
    }
    let board = judge.board(&table.game)?;
    table.straightened(&board);
    let mut lacks = Vec::new();
    for (place, said) in statements.into_iter().enumerate() {
        if let Err(detail) = statement::carry_out(judge, &board, &mut table, said, language) {
            lacks.push(Lack {
                cites: Vec::new(),
                message: detail.into_text(language),
                pointer: None,
                say: None,
                statement: Some(place),
            });
        }
    }
    // The client that states a table knows all of it, so that the full view shows it nothing new.
    let query = Query { language, listing: LISTING, ..Query::default() };
    let judged = judge.verify(&table.replay(&[])?, &query);
    let is_understood = lacks.is_empty();
    lacks.extend(hint::missing(&board, &judged, language)?);
    let verdict = judged.ok().filter(|verdict| verdict.verdict.is_legal());
    Ok(answered(judge, &board, &table, lacks, verdict.as_ref(), is_understood, language))
}

/// The answer to a step.
fn answered(
    judge: &Judge,
    board: &Board,
    table: &Table,
    lacks: Vec<Lack>,
    verdict: Option<&Verdict>,
    is_understood: bool,
    language: Language,
) -> Reply {
    let state = verdict.and_then(|verdict| verdict.state.as_ref()?.read().ok());
    let is_ready = verdict.is_some() && is_understood;
    let lines = board::lines(judge, board, table, state.as_ref(), language);
    let data = json!({
        "board": lines, "cards": state.as_ref().map(board::numbered), "missing": lacks, "ready": is_ready,
        "table": table, "next": verdict.map(|verdict| &verdict.next) });
    let mut reply = Reply::of(&table.game, data);
    reply.lines = lines;
    if is_ready {
        reply.say(phrases::ready().text(language));
        let asked = verdict.and_then(|verdict| report::asked(&verdict.next, language));
        reply.lines.extend(asked.map(|asked| crate::mcp::words::next(&asked).into_text(language)));
    } else {
        reply.say(phrases::not_ready().text(language));
    }
    for Lack { message, say, statement, .. } in &lacks {
        let line = match statement {
            Some(place) => phrases::not_carried_out(*place, message),
            None => phrases::missing(message),
        };
        reply.say(line.text(language));
        reply.lines.extend(say.as_ref().map(|say| phrases::say(&say.to_string()).into_text(language)));
    }
    // The client sends the table with the next step. The text has it for clients that do not show structured
    // content.
    reply.say(phrases::table(&printable_json(&json!(table).to_string())).text(language));
    reply
}
