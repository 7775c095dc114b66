//! Writes a table in words: what is in each zone, with the numbers of the cards if the table can be judged.

use std::collections::BTreeMap;

use rules_judge_replays::answer::Language;
use rules_judge_replays::catalog::board::{Board, BoardPiece, BoardWhen, BoardZone, ControlForm, ZoneForm};
use rules_judge_replays::catalog::cards::CardsQuery;
use rules_judge_replays::catalog::limits::PAGE_LIMIT;
use rules_judge_replays::judging::Judge;
use serde::Serialize;
use serde_json::Value;

use super::{Table, phrases, words_of};
use crate::cli::card::{id, name};

/// A card in a state, with a known face.
#[derive(Debug, Serialize)]
pub(crate) struct NumberedCard {
    /// The id of the card.
    pub(crate) card: String,
    /// Its printed name.
    name: String,
    /// The number by which acts name it.
    pub(crate) number: u64,
    /// The seat to which it belongs, if the state says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<usize>,
    /// The zone of the state in which it is.
    pub(crate) zone: String,
}

impl NumberedCard {
    /// Whether it is in the half of this seat.
    pub(crate) fn is_of(&self, seat: u64) -> bool {
        self.seat.is_some_and(|own| own as u64 == seat)
    }
}

/// The cards in a state whose faces the state shows.
pub(crate) fn numbered(state: &Value) -> Vec<NumberedCard> {
    let mut cards = Vec::new();
    for (zone, value) in state.as_object().into_iter().flatten().filter(|(zone, _)| *zone != "players") {
        collect(value, None, zone, &mut cards);
    }
    let halves = state.get("players").and_then(Value::as_array).into_iter().flatten();
    for (seat, half) in halves.enumerate() {
        for (zone, value) in half.as_object().into_iter().flatten() {
            collect(value, Some(seat), zone, &mut cards);
        }
    }
    cards.sort_by_key(|card| card.number);
    cards.dedup_by_key(|card| card.number);
    cards
}

fn collect(value: &Value, seat: Option<usize>, zone: &str, cards: &mut Vec<NumberedCard>) {
    let text = |field: &str| value.get(field).and_then(Value::as_str).map(str::to_owned);
    if let (Some(number), Some(card)) = (value.get("id").and_then(Value::as_u64), text("card")) {
        let name = text("name").unwrap_or_default();
        // In a shared zone the card itself names its seat.
        let own = value.get("seat").and_then(Value::as_u64).and_then(|seat| usize::try_from(seat).ok());
        let seat = seat.or(own);
        cards.push(NumberedCard { card, name, number, seat, zone: zone.to_owned() });
    }
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect(item, seat, zone, cards)),
        Value::Object(fields) => fields.values().for_each(|field| collect(field, seat, zone, cards)),
        _ => {}
    }
}

/// What writing a table needs.
struct Words<'a> {
    board: &'a Board,
    language: Language,
    names: BTreeMap<String, String>,
}

/// The lines of a table: one for each zone that is not empty.
pub(super) fn lines(
    judge: &Judge,
    board: &Board,
    table: &Table,
    state: Option<&Value>,
    language: Language,
) -> Vec<String> {
    let names = if state.is_some() { BTreeMap::new() } else { all_names(judge, table, language) };
    let words = Words { board, language, names };
    let mut lines = words.controls(&table.position);
    let whole = state.unwrap_or(&table.position);
    for seat in 0..2_usize {
        let half = whole.get("players").and_then(|players| players.get(seat));
        for zone in &board.zones {
            let cards = half.and_then(|half| words.zone(zone, at(half, words.path(zone, state)?)?));
            let name = words_of::text(&zone.name, language);
            lines.extend(cards.map(|cards| phrases::zone_of(seat as u64, name, &cards).into_text(language)));
        }
    }
    for zone in &board.shared {
        let cards = words.path(zone, state).and_then(|path| words.zone(zone, at(whole, path)?));
        let name = words_of::text(&zone.name, language);
        lines.extend(cards.map(|cards| phrases::zone(name, &cards).into_text(language)));
    }
    lines
}

/// The names of all cards of a pool, since a position has only ids.
fn all_names(judge: &Judge, table: &Table, language: Language) -> BTreeMap<String, String> {
    let mut names = BTreeMap::new();
    let pool = table.pool_name().map(str::to_owned);
    let mut query = CardsQuery { language, limit: PAGE_LIMIT, pool, ..CardsQuery::default() };
    // A pool that is missing has no names; the judge reports that it is missing.
    while let Ok(page) = judge.cards(&table.game, &query) {
        names.extend(page.cards.iter().map(|card| (id(card).to_owned(), name(card, language).to_owned())));
        query.offset += page.limit.max(1);
        if !page.has_more {
            break;
        }
    }
    names
}

/// The value at a path of steps separated by dots.
fn at<'v>(value: &'v Value, path: &str) -> Option<&'v Value> {
    path.split('.').try_fold(value, |value, step| value.get(step))
}

fn is_true(when: &BoardWhen, piece: &Value) -> bool {
    at(piece, &when.path).is_some_and(|value| when.is.contains(value))
}

impl<'a> Words<'a> {
    /// The turn, the moment and the other values of the table as a whole.
    fn controls(&self, position: &Value) -> Vec<String> {
        let said = self.board.table.iter().filter_map(|control| {
            let value = at(position, &control.path).filter(|value| !value.is_null())?;
            let chosen = control.values.iter().find(|other| other.value == *value);
            let value = match (control.form, chosen) {
                (ControlForm::Choice, Some(chosen)) => words_of::text(&chosen.name, self.language).to_owned(),
                (ControlForm::Seat, _) => phrases::card_of(value.as_u64()?).into_text(self.language),
                _ => value.to_string(),
            };
            let name = words_of::text(&control.name, self.language);
            Some(phrases::control(name, &value).into_text(self.language))
        });
        said.collect()
    }

    fn path(&self, zone: &'a BoardZone, state: Option<&Value>) -> Option<&'a str> {
        if state.is_some() { Some(&zone.state) } else { zone.position.as_deref() }
    }

    /// The line of a zone; `None`: it is empty.
    fn zone(&self, zone: &BoardZone, value: &Value) -> Option<String> {
        let piece = zone.piece.as_ref().and_then(|name| self.board.pieces.get(name));
        let list = |items: &[Value]| self.cards(zone, items, piece);
        match (zone.form, value) {
            (_, Value::Null) => None,
            (ZoneForm::Counts, counts) => {
                let said = zone.counts.iter().filter_map(|count| {
                    let number = counts.get(&count.field)?.as_u64().filter(|number| *number > 0)?;
                    Some(format!("{number} {}", words_of::text(&count.name, self.language)))
                });
                joined(said.collect())
            }
            (ZoneForm::Cells, Value::Object(cells)) => {
                let names = zone.cells.iter().flatten();
                let said = names.filter_map(|cell| {
                    let card = cells.get(cell).filter(|card| !card.is_null())?;
                    Some(format!("{cell} {}", self.card(zone, card, piece)))
                });
                joined(said.collect())
            }
            (_, Value::Array(items)) => list(items),
            (ZoneForm::Pile | ZoneForm::Piles, value) => match value.get("cards").and_then(Value::as_array) {
                Some(items) => list(items),
                None => {
                    let unknown = value.get("unknown").and_then(Value::as_u64).filter(|count| *count > 0)?;
                    Some(phrases::unknown(unknown).into_text(self.language))
                }
            },
            (ZoneForm::One, card) => Some(self.card(zone, card, piece)),
            (_, Value::String(text)) => Some(text.clone()).filter(|text| !text.is_empty()),
            (_, value) => Some(value.to_string()),
        }
    }

    /// Cards in a list. Those without a face are counted.
    fn cards(&self, zone: &BoardZone, items: &[Value], piece: Option<&BoardPiece>) -> Option<String> {
        // In a state each unknown card is an item, in a position an item is a number of them.
        let faceless = |item: &Value| match item.get("unknown").and_then(Value::as_u64) {
            Some(count) => count,
            None => u64::from(zone.form == ZoneForm::Pile && item.get("card").is_some_and(Value::is_null)),
        };
        let unknown = items.iter().map(faceless).fold(0, u64::saturating_add);
        let open = items.iter().filter(|item| faceless(item) == 0);
        let mut said: Vec<String> = open.map(|item| self.card(zone, item, piece)).collect();
        if unknown > 0 {
            said.push(phrases::unknown(unknown).into_text(self.language));
        }
        joined(said)
    }

    /// A card: its number, its name, and its condition.
    fn card(&self, zone: &BoardZone, card: &Value, piece: Option<&BoardPiece>) -> String {
        let number = card.get("id").and_then(Value::as_u64).map(|number| format!("#{number} "));
        let own = card.as_str().or_else(|| card.get("card")?.as_str());
        let name = card.get("name").and_then(Value::as_str);
        let name = name.or_else(|| self.names.get(own?).map(String::as_str)).or(own).unwrap_or("?");
        let mut how = Vec::new();
        if zone.form == ZoneForm::Grid {
            how.extend(card.get("at").map(Value::to_string));
            let seat = card.get("seat").and_then(Value::as_u64);
            how.extend(seat.map(|seat| phrases::card_of(seat).into_text(self.language)));
        }
        if let Some(piece) = piece {
            let badges = piece
                .badges
                .iter()
                .filter(|badge| at(card, &badge.path).is_some_and(|v| badge.is.contains(v)));
            how.extend(badges.map(|badge| words_of::text(&badge.name, self.language).to_owned()));
            if how.is_empty() && piece.sideways.as_ref().is_some_and(|when| is_true(when, card)) {
                let state = piece.sideways.as_ref().and_then(|when| at(card, &when.path));
                how.extend(state.and_then(Value::as_str).map(str::to_owned));
            }
            for number in &piece.numbers {
                let value = at(card, &number.path).and_then(Value::as_i64);
                let value = value.filter(|value| *value != 0 || !number.hide_zero);
                let name = words_of::text(&number.name, self.language);
                how.extend(value.map(|value| format!("{name} {value}")));
            }
            for list in &piece.lists {
                let under = at(card, &list.path).and_then(Value::as_array).filter(|cards| !cards.is_empty());
                let name = words_of::text(&list.name, self.language);
                how.extend(under.map(|cards| {
                    let cards: Vec<String> = cards.iter().map(|card| self.card(zone, card, None)).collect();
                    format!("{name}: {}", cards.join(", "))
                }));
            }
        }
        let how = if how.is_empty() { String::new() } else { format!(" ({})", how.join(", ")) };
        format!("{}{name}{how}", number.unwrap_or_default())
    }
}

/// Several parts of a sentence; `None`: there is none.
fn joined(said: Vec<String>) -> Option<String> {
    (!said.is_empty()).then(|| said.join("; "))
}
