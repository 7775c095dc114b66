//! Statements about a table, and what each changes in its position.

use rules_judge_replays::answer::detail::Detail;
use rules_judge_replays::answer::{FaultCode, Language};
use rules_judge_replays::catalog::board::{Board, BoardControl, BoardSide, BoardZone, ControlForm, ZoneForm};
use rules_judge_replays::judging::Judge;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{Table, phrases, words_of};
use crate::cli::card::id;
use crate::mcp::lookups::{self, Found};

/// The most cards that one statement places.
pub(crate) const PLACED: u32 = 100;

/// A statement about a table.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
enum Statement {
    /// Begins with a template of the board: the moment, and how many unknown cards each zone has. It has the
    /// stand-in cards of the template only if the statement asks for them.
    Template {
        template: String,
        #[serde(default)]
        stand_ins: bool,
    },
    /// Sets a value of the table as a whole.
    Set { what: String, value: Value },
    /// Puts a card into a zone.
    Place {
        zone: String,
        seat: Option<usize>,
        card: Option<String>,
        cell: Option<Value>,
        #[serde(default = "one")]
        count: u32,
        #[serde(default)]
        state: Vec<String>,
        #[serde(default)]
        fields: Map<String, Value>,
    },
    /// States how many unknown cards a zone has.
    Unknown { zone: String, seat: Option<usize>, count: u32 },
    /// States the number, the counted pieces or the text of a zone.
    Number { zone: String, seat: Option<usize>, value: Value },
    /// Removes a card, or everything in a zone.
    Remove { zone: String, seat: Option<usize>, card: Option<String>, cell: Option<Value> },
}

const fn one() -> u32 {
    1
}

/// The JSON Schema of a statement.
pub(crate) fn schema() -> Value {
    let zone = json!({ "type": "string", "description": "A zone by its id or name: field, Hand, 手牌" });
    let seat = json!({ "type": "integer", "minimum": 0, "maximum": 1 });
    let card = json!({ "type": "string", "description": "A card by its name in any language, code or id" });
    let cell = json!({ "description": "A cell such as F2; in tianhai [x, y]" });
    let form = |word: &str, about: &str, mut fields: Value, required: &[&str]| {
        if let Some(fields) = fields.as_object_mut() {
            fields.insert("do".to_owned(), json!({ "const": word }));
        }
        let required: Vec<&str> = std::iter::once("do").chain(required.iter().copied()).collect();
        json!({ "type": "object", "description": about, "properties": fields, "required": required,
            "additionalProperties": false })
    };
    json!({ "oneOf": [
        form("template", "Begin with a template: its moment and counts; with stand_ins its cards, too",
            json!({ "template": { "type": "string" }, "stand_ins": { "type": "boolean", "default": false } }),
            &["template"]),
        form("set", "Set the turn, whose turn it is, the moment (window), an attack or a battle",
            json!({ "what": { "type": "string" }, "value": {} }), &["what", "value"]),
        form("place", "Put a card somewhere; in a pile it lies above the unknown cards at the bottom, besides \
            them; state has words such as rested, fields has numbers such as damage",
            json!({ "zone": zone, "seat": seat, "card": card, "cell": cell,
                "count": { "type": "integer", "minimum": 1, "maximum": PLACED, "default": 1 },
                "state": { "type": "array", "items": { "type": "string" } }, "fields": { "type":
                    "object" } }),
            &["zone"]),
        form("unknown", "A pile of which only the number of cards is known",
            json!({ "zone": zone, "seat": seat, "count": { "type": "integer", "minimum": 0 } }), &["zone",
                "count"]),
        form("number", "A number, counted pieces such as cubes or cores, or a text",
            json!({ "zone": zone, "seat": seat, "value": {} }), &["zone", "value"]),
        form("remove", "Take a card away, or everything in a zone",
            json!({ "zone": zone, "seat": seat, "card": card, "cell": cell }), &["zone"]),
    ] })
}

/// What carrying out a statement needs.
struct Work<'a> {
    judge: &'a Judge,
    board: &'a Board,
    table: &'a mut Table,
    language: Language,
}

/// Carries out a statement. If it cannot, it returns the reason and changes nothing.
pub(super) fn carry_out(
    judge: &Judge,
    board: &Board,
    table: &mut Table,
    said: Value,
    language: Language,
) -> Result<(), Detail> {
    let statement: Statement =
        serde_json::from_value(said).map_err(|error| phrases::unreadable(&error.to_string()))?;
    let mut work = Work { judge, board, table, language };
    match statement {
        Statement::Template { template, stand_ins } => work.template(&template, stand_ins),
        Statement::Set { what, value } => work.set(&what, value),
        Statement::Place { zone, seat, card, cell, count, state, fields } => {
            let zone = work.zone(&zone)?;
            let card = card.map(|card| work.card(&card)).transpose()?;
            let piece = work.piece(zone, card.as_deref(), &state, fields)?;
            work.place(zone, seat, card, cell, count, piece)
        }
        Statement::Unknown { zone, seat, count } => {
            let zone = work.zone(&zone)?;
            if zone.form != ZoneForm::Pile {
                return Err(work.wrong_zone(zone));
            }
            *work.slot(zone, seat)? = json!({ "unknown": count });
            Ok(())
        }
        Statement::Number { zone, seat, value } => {
            let zone = work.zone(&zone)?;
            if !matches!(zone.form, ZoneForm::Counts | ZoneForm::Number | ZoneForm::Text) {
                return Err(work.wrong_zone(zone));
            }
            *work.slot(zone, seat)? = value;
            Ok(())
        }
        Statement::Remove { zone, seat, card, cell } => {
            let zone = work.zone(&zone)?;
            let card = card.map(|card| work.card(&card)).transpose()?;
            work.remove(zone, seat, card.as_deref(), cell)
        }
    }
}

impl<'a> Work<'a> {
    fn zone(&self, word: &str) -> Result<&'a BoardZone, Detail> {
        let zones =
            || self.board.zones.iter().chain(&self.board.shared).filter(|zone| zone.position.is_some());
        words_of::zone(zones(), word).ok_or_else(|| {
            phrases::no_zone(&zones().map(|zone| zone.id.as_str()).collect::<Vec<_>>().join(", "))
        })
    }

    fn wrong_zone(&self, zone: &BoardZone) -> Detail {
        let with = match zone.form {
            ZoneForm::Pile => "place, unknown",
            ZoneForm::Counts | ZoneForm::Number | ZoneForm::Text => "number",
            ZoneForm::Cells | ZoneForm::Grid | ZoneForm::One | ZoneForm::Row => "place",
            ZoneForm::Piles => "table.position (get_schema: position)",
        };
        phrases::wrong_zone(words_of::text(&zone.name, self.language), with)
    }

    /// The id of the card with this id, code or name.
    fn card(&self, word: &str) -> Result<String, Detail> {
        let Table { game, .. } = &*self.table;
        match lookups::find(self.judge, game, word, self.table.pool_name(), self.language) {
            Ok(Found::One(card)) => Ok(id(&card.card).to_owned()),
            Ok(Found::Several(cards)) => Err(phrases::several(&cards.join("; "))),
            Err(fault) if fault.code == FaultCode::NoSuchCard => {
                let near = fault.nearest.first().map(|near| phrases::near(near).into_text(self.language));
                Err(phrases::unknown_card(word, &near.unwrap_or_default()))
            }
            Err(fault) => Err(Detail::from(fault.detail)),
        }
    }

    /// The place of a zone in the position.
    fn slot(&mut self, zone: &BoardZone, seat: Option<usize>) -> Result<&mut Value, Detail> {
        let is_shared = self.board.shared.iter().any(|shared| shared.id == zone.id);
        let whole = &mut self.table.position;
        let half = if is_shared {
            Some(whole)
        } else {
            let seat = seat.filter(|seat| *seat < 2).ok_or_else(phrases::no_seat)?;
            whole.get_mut("players").and_then(|players| players.get_mut(seat))
        };
        let fields = half.and_then(Value::as_object_mut).ok_or_else(phrases::no_seat)?;
        Ok(fields.entry(zone.position.clone().unwrap_or_default()).or_insert(Value::Null))
    }

    fn template(&mut self, word: &str, stand_ins: bool) -> Result<(), Detail> {
        let templates = &self.board.templates;
        let known = || templates.iter().map(|template| template.id.as_str()).collect::<Vec<_>>().join(", ");
        let template = templates.iter().find(|template| template.id == word.trim());
        let template = template.ok_or_else(|| phrases::no_template(&known()))?;
        let mut position = template.position.clone();
        if stand_ins {
            let demo = format!("{}/demo", self.table.game);
            let pool = self.table.pool_name().unwrap_or(&demo);
            let cast = self.board.casts.get(pool).ok_or_else(phrases::no_cast)?;
            each_text(&mut position, &mut |text| cast.get(text).cloned());
        } else {
            self.without_cards(&mut position);
        }
        self.table.position = position;
        self.table.straightened(self.board);
        Ok(())
    }

    /// Removes the stand-ins of a template: open zones become empty, and piles keep only their number.
    fn without_cards(&self, position: &mut Value) {
        let strip = |zones: &[BoardZone], half: &mut Value| {
            for zone in zones {
                let value = zone.position.as_ref().and_then(|path| half.get_mut(path));
                let Some(value) = value else { continue };
                match (zone.form, value.as_array().map(Vec::len)) {
                    (ZoneForm::Pile, Some(count)) if count > 0 => *value = json!({ "unknown": count }),
                    (ZoneForm::Row | ZoneForm::Grid | ZoneForm::Piles, _) => *value = json!([]),
                    (ZoneForm::Cells, _) => *value = json!({}),
                    (ZoneForm::One, _) => *value = Value::Null,
                    _ => {}
                }
            }
        };
        strip(&self.board.shared, position);
        for half in position.get_mut("players").and_then(Value::as_array_mut).into_iter().flatten() {
            strip(&self.board.zones, half);
            // A position omits a place for one card that is empty; it has no `null` there.
            if let Some(half) = half.as_object_mut() {
                half.retain(|_, value| !value.is_null());
            }
        }
        // Parts that name cards by their places, such as an attack, would name other cards now.
        if let Some(fields) = position.as_object_mut() {
            fields.retain(|name, value| name == "players" || !(value.is_array() || value.is_object()));
        }
    }

    fn set(&mut self, word: &str, value: Value) -> Result<(), Detail> {
        let controls = &self.board.table;
        let control = words_of::control(controls, word)
            .ok_or_else(|| phrases::no_control(word, &words_of::paths(controls)))?;
        let value = self.value(control, value)?;
        if let Some(fields) = self.table.position.as_object_mut() {
            fields.insert(control.path.clone(), value);
        }
        Ok(())
    }

    /// A value in the form that the control writes.
    fn value(&self, control: &BoardControl, said: Value) -> Result<Value, Detail> {
        let name = words_of::text(&control.name, self.language);
        match (control.form, said) {
            (ControlForm::Choice, said) => match words_of::value(&control.values, &said) {
                Some(value) => Ok(value.clone()),
                None => Err(phrases::no_value(name, &words_of::values(&control.values))),
            },
            (ControlForm::CardOfPool, Value::String(word)) => Ok(self.card(&word)?.into()),
            (ControlForm::CardsOfPool, Value::Array(words)) => {
                let cards = words.iter().map(|word| self.card(word.as_str().unwrap_or_default()));
                Ok(Value::from(cards.collect::<Result<Vec<_>, _>>()?))
            }
            (ControlForm::Fields, Value::Object(fields)) => {
                let mut values = Map::new();
                for (word, said) in fields {
                    let of = words_of::control(&control.fields, &word)
                        .ok_or_else(|| phrases::no_control(&word, &words_of::paths(&control.fields)))?;
                    values.insert(of.path.clone(), self.value(of, said)?);
                }
                Ok(Value::Object(values))
            }
            (ControlForm::Index, Value::String(word)) => match words_of::value(&control.values, &json!(word))
            {
                Some(value) => Ok(value.clone()),
                None => self.place_of(control, &word),
            },
            // The judge reports what is wrong with any other value.
            (_, said) => Ok(said),
        }
    }

    /// The place of a card, for a control that names a card of a zone.
    fn place_of(&self, control: &BoardControl, word: &str) -> Result<Value, Detail> {
        let zone = self.zone(control.zone.as_deref().unwrap_or_default())?;
        let card = self.card(word)?;
        let position = &self.table.position;
        let active = position.get("active").and_then(Value::as_u64).unwrap_or_default();
        let seat = match control.whose {
            Some(BoardSide::Other) => 1_u64.saturating_sub(active),
            Some(BoardSide::Active) | None => active,
        };
        let half = usize::try_from(seat).ok().and_then(|seat| position.get("players")?.get(seat));
        let cards = half.zip(zone.position.as_deref()).and_then(|(half, path)| half.get(path)?.as_array());
        let place = cards.and_then(|cards| cards.iter().position(|piece| is_card(piece, &card)));
        let not_there = || phrases::not_there(words_of::text(&zone.name, self.language));
        place.map(Value::from).ok_or_else(not_there)
    }

    /// A card in the form that its zone has.
    fn piece(
        &self,
        zone: &BoardZone,
        card: Option<&str>,
        state: &[String],
        fields: Map<String, Value>,
    ) -> Result<Map<String, Value>, Detail> {
        let piece = zone.piece.as_ref().and_then(|name| self.board.pieces.get(name));
        let controls = piece.map(|piece| piece.controls.as_slice()).unwrap_or_default();
        let mut values: Map<String, Value> =
            card.map(|card| ("card".to_owned(), card.into())).into_iter().collect();
        for word in state {
            let said = Value::from(word.as_str());
            let chosen = controls.iter().filter(|control| control.form == ControlForm::Choice);
            let chosen =
                chosen.filter_map(|control| Some((control, words_of::value(&control.values, &said)?)));
            let flag =
                || words_of::control(controls, word).filter(|control| control.form == ControlForm::Flag);
            let yes = Value::Bool(true);
            let first = chosen.map(|(control, value)| (control, value.clone())).next();
            let (control, value) = first.or_else(|| Some((flag()?, yes))).ok_or_else(|| {
                let choices = controls.iter().filter(|control| control.form == ControlForm::Choice);
                let flags = controls.iter().filter(|control| control.form == ControlForm::Flag);
                let known = choices.map(|control| words_of::values(&control.values));
                let known = known.chain(flags.map(|control| format!("{:?}", control.path)));
                phrases::no_value("state", &known.collect::<Vec<_>>().join(", "))
            })?;
            values.insert(control.path.clone(), value);
        }
        for (word, said) in fields {
            let control = words_of::control(controls, &word)
                .ok_or_else(|| phrases::no_control(&word, &words_of::paths(controls)))?;
            values.insert(control.path.clone(), self.value(control, said)?);
        }
        Ok(values)
    }

    fn place(
        &mut self,
        zone: &BoardZone,
        seat: Option<usize>,
        card: Option<String>,
        cell: Option<Value>,
        count: u32,
        mut piece: Map<String, Value>,
    ) -> Result<(), Detail> {
        if count > PLACED {
            return Err(phrases::too_many(PLACED));
        }
        let known = card.ok_or_else(phrases::no_card);
        let wrong = self.wrong_zone(zone);
        let has_piece = zone.piece.is_some();
        let slot = self.slot(zone, seat)?;
        match zone.form {
            ZoneForm::Cells => {
                known?;
                let cell = cell.as_ref().and_then(Value::as_str).map(str::trim);
                let cell = zone.cells.iter().flatten().find(|name| Some(name.as_str()) == cell);
                let cells: Vec<&str> = zone.cells.iter().flatten().map(String::as_str).collect();
                let cell = cell.ok_or_else(|| phrases::no_cell(&cells.join(", ")))?;
                match slot {
                    Value::Object(cells) => {
                        cells.insert(cell.clone(), Value::Object(piece));
                    }
                    other => *other = json!({ cell: piece }),
                }
            }
            ZoneForm::Grid => {
                piece.insert("at".to_owned(), cell.ok_or_else(|| phrases::no_cell("[x, y]"))?);
                piece.insert("seat".to_owned(), seat.ok_or_else(phrases::no_seat)?.into());
                push(slot, std::iter::once(Value::Object(piece)));
            }
            ZoneForm::Row => {
                known?;
                push(slot, (0..count).map(|_| Value::Object(piece.clone())));
            }
            ZoneForm::One if has_piece => {
                known?;
                *slot = Value::Object(piece);
            }
            ZoneForm::One => *slot = known?.into(),
            ZoneForm::Pile => {
                let card = known?;
                push_known(slot, (0..count).map(|_| Value::from(card.as_str())));
            }
            ZoneForm::Counts | ZoneForm::Number | ZoneForm::Piles | ZoneForm::Text => return Err(wrong),
        }
        Ok(())
    }

    fn remove(
        &mut self,
        zone: &BoardZone,
        seat: Option<usize>,
        card: Option<&str>,
        cell: Option<Value>,
    ) -> Result<(), Detail> {
        let not_there = phrases::not_there(words_of::text(&zone.name, self.language));
        let slot = self.slot(zone, seat)?;
        let is_it = |name: Option<&str>, piece: &Value| {
            card.is_none_or(|card| is_card(piece, card))
                && cell.as_ref().is_none_or(|cell| cell.as_str() == name || piece.get("at") == Some(cell))
        };
        match (&mut *slot, card.is_none() && cell.is_none()) {
            (Value::Object(cells), true) if zone.form == ZoneForm::Cells => cells.clear(),
            (Value::Array(cards), true) => cards.clear(),
            (_, true) => *slot = if zone.form == ZoneForm::Pile { json!([]) } else { Value::Null },
            (Value::Array(cards), false) => {
                let place = cards.iter().position(|piece| is_it(None, piece)).ok_or(not_there)?;
                cards.remove(place);
            }
            (Value::Object(cells), false) if zone.form == ZoneForm::Cells => {
                let found = cells.iter().find(|(name, piece)| is_it(Some(name), piece));
                let name = found.map(|(name, _)| name.clone()).ok_or(not_there)?;
                cells.remove(&name);
            }
            (piece, false) if is_it(None, piece) => *slot = Value::Null,
            _ => return Err(not_there),
        }
        Ok(())
    }
}

/// Whether a piece, or an id in a pile, is this card.
fn is_card(piece: &Value, card: &str) -> bool {
    piece.as_str() == Some(card) || piece.get("card").and_then(Value::as_str) == Some(card)
}

/// Appends to the list at a place. Any other value there is replaced by a list.
fn push(slot: &mut Value, items: impl Iterator<Item = Value>) {
    match slot {
        Value::Array(list) => list.extend(items),
        other => *other = Value::Array(items.collect()),
    }
}

/// Puts known cards into a pile behind those that are there, but above unknown cards at its bottom.
fn push_known(slot: &mut Value, cards: impl Iterator<Item = Value>) {
    let is_number = |item: &Value| item.get("unknown").is_some();
    if slot.get("unknown").and_then(Value::as_u64).is_some_and(|count| count > 0) {
        *slot = Value::Array(vec![slot.take()]);
    }
    match slot {
        Value::Array(list) => {
            let unknown = list.pop_if(|last| is_number(last));
            list.extend(cards.chain(unknown));
        }
        other => *other = Value::Array(cards.collect()),
    }
}

/// Replaces each text for which `other` has a replacement.
fn each_text(value: &mut Value, other: &mut dyn FnMut(&str) -> Option<String>) {
    match value {
        Value::String(text) => {
            if let Some(new) = other(text) {
                *text = new;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| each_text(item, other)),
        Value::Object(fields) => fields.values_mut().for_each(|field| each_text(field, other)),
        _ => {}
    }
}
