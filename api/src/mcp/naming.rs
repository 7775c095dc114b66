//! Replaces cards that an act names by printed name, code or id by their numbers.

use rules_judge_replays::answer::{Fault, FaultCode, Query, Trace};
use rules_judge_replays::judging::Judge;
use serde_json::{Map, Value};

use crate::cli::card::id;
use crate::mcp::dispute::of_table;
use crate::mcp::lookups::{self, Found};
use crate::mcp::table::Table;
use crate::mcp::table::board::{NumberedCard, numbered};
use crate::mcp::table::{phrases, words_of};
use crate::mcp::tools::wrong;
use crate::mcp::words;

/// The field that marks such a card. No action has a field of this name.
const NAMED: &str = "named";

/// Replaces each `{"named": …}` in an act, with `seat` and `zone` where several such cards exist, by the
/// number of the card.
///
/// # Errors
/// The table has no such card, or several.
pub(super) fn numbered_act(
    judge: &Judge,
    table: &Table,
    mut act: Map<String, Value>,
    query: &Query,
) -> Result<Map<String, Value>, Fault> {
    let is_named = |value: &Value| value.get(NAMED).is_some();
    let has_names =
        |value: &Value| is_named(value) || value.as_array().is_some_and(|items| items.iter().any(is_named));
    if !act.values().any(has_names) {
        return Ok(act);
    }
    let query = Query { trace: Trace::None, ..*query };
    let verdict = judge.verify(&table.replay(&[])?, &query).map_err(of_table)?;
    let state = verdict.state.and_then(|state| state.read().ok()).unwrap_or_default();
    let cards = numbered(&state);
    for (field, value) in &mut act {
        let items = match value {
            Value::Array(items) => items.as_mut_slice(),
            other => std::slice::from_mut(other),
        };
        for item in items.iter_mut().filter(|item| is_named(item)) {
            *item = number(judge, table, &cards, item, &query)
                .map_err(|fault| fault.at(format!("/act/{field}")))?
                .into();
        }
    }
    Ok(act)
}

/// The number of the card that an object with [`NAMED`] names.
fn number(
    judge: &Judge,
    table: &Table,
    cards: &[NumberedCard],
    named: &Value,
    query: &Query,
) -> Result<u64, Fault> {
    let known = |name: &String| matches!(name.as_str(), NAMED | "seat" | "zone");
    let fields = named.as_object().filter(|fields| fields.keys().all(known));
    let word = fields.and_then(|fields| fields.get(NAMED)?.as_str());
    let word =
        word.ok_or_else(|| wrong("", "a card is {\"named\": NAME}, with \"seat\" and \"zone\" if needed"))?;
    let seat = named.get("seat").and_then(Value::as_u64);
    let board = judge.board(&table.game)?;
    let zones = || board.zones.iter().chain(&board.shared);
    let zone = match named.get("zone") {
        None => None,
        Some(word) => {
            let known = || zones().map(|zone| zone.id.as_str()).collect::<Vec<_>>().join(", ");
            let found = word.as_str().and_then(|word| words_of::zone(zones(), word));
            Some(
                found
                    .ok_or_else(|| Fault::new(FaultCode::WrongShape, phrases::no_zone(&known()).stopped()))?,
            )
        }
    };
    let pool = table.pool_name();
    let wanted = match lookups::find(judge, &table.game, word, pool, query.language)? {
        Found::One(card) => id(&card.card).to_owned(),
        Found::Several(several) => {
            return Err(Fault::new(FaultCode::UnknownCard, words::several_cards(&several.join("; "))));
        }
    };
    let is_it = |card: &&NumberedCard| {
        card.card == wanted
            && seat.is_none_or(|seat| card.is_of(seat))
            && zone.is_none_or(|zone| card.zone == zone.state)
    };
    let found: Vec<u64> = cards.iter().filter(is_it).map(|card| card.number).collect();
    match found.as_slice() {
        [number] => Ok(*number),
        [] => Err(Fault::new(FaultCode::UnknownCard, words::not_on_table(word))),
        several => {
            let numbers: Vec<String> = several.iter().map(|number| format!("#{number}")).collect();
            Err(Fault::new(FaultCode::UnknownCard, words::several_on_table(word, &numbers.join(", "))))
        }
    }
}
