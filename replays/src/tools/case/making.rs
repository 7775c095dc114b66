//! Makes the schemas of the answers that cases look at and of the requests that they send from the types that
//! are written and read, so that no game can be without them.

use rules_judge_engine::game_kit::question::About;
use rules_judge_engine::game_kit::view::{CardRef, PlaceView};
use rules_judge_engine::games::Registered;
use rules_judge_engine::kernel::Seat;
use rules_judge_engine::kernel::shape::Shape;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Value, json};

use crate::codec::outcome;
use crate::codec::ruling::KIND;

fn part<T: JsonSchema>(types: &mut SchemaGenerator) -> Value {
    types.subschema_for::<T>().to_value()
}

/// The alternatives of a union, written out.
fn alternatives<T: JsonSchema>(types: &mut SchemaGenerator) -> Vec<Value> {
    let mut whole = T::json_schema(types).to_value();
    match whole.get_mut("oneOf").map(Value::take) {
        Some(Value::Array(list)) => list,
        _ => vec![whole],
    }
}

/// Adds fields to objects; fields that they have stay unchanged.
fn with(objects: &[Value], fields: &Value) -> Vec<Value> {
    let mut objects = objects.to_vec();
    for own in objects.iter_mut().filter_map(|object| object.get_mut("properties")?.as_object_mut()) {
        for (name, field) in fields.as_object().into_iter().flatten() {
            own.entry(name.clone()).or_insert_with(|| field.clone());
        }
    }
    objects
}

/// An object with all fields required.
fn object(fields: Value) -> Value {
    let names: Vec<&String> = fields.as_object().into_iter().flat_map(|fields| fields.keys()).collect();
    json!({"additionalProperties": false, "required": names, "type": "object", "properties": fields})
}

fn without_required(mut object: Value) -> Value {
    if let Some(fields) = object.as_object_mut() {
        fields.insert("required".to_owned(), json!(["type"]));
    }
    object
}

fn either(part: &Value) -> Value {
    json!({"anyOf": [part, {"type": "null"}]})
}

/// The fields of an outcome besides the seat.
fn outcome_fields() -> Value {
    json!({
        "card": {"anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "format": "card"}]},
        "label": {"type": "string", "examples": ["draw/seat0/1"]},
        "number": {"type": "integer", "minimum": 0},
        "type": {"const": outcome::KIND},
    })
}

/// A ruling with one of these entries or such a position.
fn ruling(entries: &[Value], position: &Value) -> Value {
    json!({
        "type": "object",
        "properties": {
            "allow": {"oneOf": entries},
            "position": position,
            "seat": {"type": "null"},
            "text": {"type": "string"},
            "type": {"const": KIND},
        },
        "required": ["seat", "text", "type"],
        "additionalProperties": false,
    })
}

/// The parts of an answer that the game defines, and the types that they are made of.
struct Own {
    about: Value,
    actions: Vec<Value>,
    card: Value,
    ending: Value,
    event: Value,
    place: Value,
    questions: &'static [&'static str],
    reasons: Vec<Value>,
    state: Value,
    types: SchemaGenerator,
}

/// The schema of the fields of a verdict that cases look at.
pub(crate) fn answer<G: Registered>() -> Value {
    let mut types = SchemaSettings::draft2020_12().for_serialize().into_generator();
    answer_of(Own {
        about: part::<About<'static, G>>(&mut types),
        actions: alternatives::<G::Action>(&mut types),
        card: part::<CardRef<'static, G::Zone>>(&mut types),
        ending: part::<G::Ending>(&mut types),
        event: part::<G::EventView<'static>>(&mut types),
        place: part::<PlaceView<G::Zone>>(&mut types),
        questions: G::INFO.vocabulary.questions,
        reasons: alternatives::<G::Reason>(&mut types),
        state: part::<G::StateView<'static>>(&mut types),
        types,
    })
}

fn answer_of(game: Own) -> Value {
    let Own { about, actions, card, ending, event, place, questions, mut reasons, state, mut types } = game;
    let (text, number, flag) =
        (json!({"type": "string"}), json!({"type": "integer"}), json!({"type": "boolean"}));
    let seat = part::<Seat>(&mut types);
    let outcome_form =
        json!({"type": "object", "properties": outcome_fields(), "additionalProperties": false});
    // A view may show no more of an entry than its kind.
    let actions: Vec<Value> = actions.into_iter().map(without_required).collect();
    let listing = [actions.as_slice(), std::slice::from_ref(&outcome_form)].concat();
    let mut entries = with(&actions, &json!({"seat": seat}));
    // The trace shows a position as it was sent.
    let ruling = ruling(&entries, &json!({"type": "object", "additionalProperties": true}));
    let allowed = json!({"oneOf": entries});
    entries.extend(with(&[outcome_form], &json!({"seat": {"type": "null"}})));
    entries.push(ruling);
    let legal = json!({
        "named_cards": {"type": "array", "items": card},
        "complete": flag,
        "count": {"type": ["integer", "null"]},
        "listing": {"type": "array", "items": {"oneOf": listing}},
        "shapes": {"type": "array", "items": part::<Shape>(&mut types)},
        "texts": {"type": "array", "items": text},
    });
    let kinds: Vec<&str> = questions.iter().copied().chain([outcome::KIND]).collect();
    let purpose = json!({
        "type": "object",
        "properties": {
            "cites": {"type": "array", "items": text},
            "depth": {"type": "integer", "minimum": 0},
            "from": place,
            "seen_by": {"type": "array", "items": seat},
            "source": card,
            "to": place,
            "verb": text,
        },
        "required": ["cites", "seen_by"],
        "additionalProperties": false,
    });
    let asked = json!({
        "type": "object",
        "properties": {
            "about": about,
            "kind": {"enum": kinds},
            "label": text,
            "purpose": purpose,
            "sealed": flag,
            "seat": either(&seat),
            "text": text,
        },
        "required": ["kind", "sealed", "seat", "text"],
        "additionalProperties": false,
    });
    let asked = with(&[asked], &legal);
    let own = ["cannot_be_allowed", "impossible_outcome", "no_outcome_due", "hidden_reason"];
    let own = own.map(|code| json!({"type": "object", "properties": {"code": {"const": code}}}));
    // A code without parameters has an empty object.
    reasons = with(&reasons, &json!({"params": {"type": "object", "properties": {}}}));
    reasons.extend(with(&own, &json!({"params": {"type": "object", "properties": outcome_fields()}})));
    let cites = json!({"type": "array", "items": text});
    let cards = json!({"type": "object", "additionalProperties": card});
    let refusals =
        with(&reasons, &json!({"named_cards": cards, "cites": cites, "message": text, "pointer": text}));
    let refusals = json!({"type": "array", "items": {"oneOf": refusals}});
    let illegal = object(json!({
        "action": either(&json!({"oneOf": entries})),
        "at": {"type": ["integer", "null"]},
        "legal": either(&object(legal)),
        "pointer": text,
        "refusals": refusals,
        "seat": either(&seat),
        "stage": {"enum": ["header", "log"]},
    }));
    let outcome = object(json!({
        "cites": cites, "kind": {"enum": ["win", "draw"]}, "reason": ending, "winner": either(&seat),
    }));
    let step = json!({
        "type": "object",
        "properties": {
            "action": {"oneOf": entries},
            "events": {"type": "array", "items": event},
            "left_out": number,
            "state": state,
            "state_digest": text,
        },
        "required": ["events"],
        "additionalProperties": false,
    });
    let index = json!({"type": ["integer", "null"]});
    let place = json!({
        "type": "object",
        "properties": {"index": number, "seat": either(&seat), "zone": text},
        "required": ["seat", "zone"],
        "additionalProperties": false,
    });
    let not_judged = json!({
        "type": "object",
        "properties": {
            "at": index, "card": text, "cites": cites, "code": text, "fact": text, "label": text,
            "message": text, "place": place,
        },
        "required": ["at", "code", "message"],
        "additionalProperties": false,
    });
    let waiting = object(json!({"at": index, "for": {"type": "array", "items": text}}));
    let overruled = object(json!({
        "action": either(&json!({"oneOf": entries})), "at": number, "refusals": refusals,
        "seat": either(&seat),
    }));
    let change = object(json!({"after": true, "before": true, "pointer": text}));
    let ruled = json!({
        "type": "object",
        "properties": {
            "allow": allowed,
            "at": number,
            "changed": either(&json!({"type": "array", "items": change})),
            "changes_left_out": number,
            "kind": {"enum": ["allow", "position"]},
            "overruled": {"type": "array", "items": overruled},
            "text": text,
            "waived": refusals,
        },
        "required": ["at", "changed", "kind", "overruled", "text", "waived"],
        "additionalProperties": false,
    });
    let fields = object(json!({
        "accepted": number,
        "illegal": either(&illegal),
        "next": {"type": "array", "items": {"oneOf": asked}, "maxItems": 2},
        "not_judged": either(&not_judged),
        "outcome": either(&outcome),
        "rulings": either(&json!({"type": "array", "items": ruled})),
        "state": either(&state),
        "trace": either(&json!({"type": "array", "items": step})),
        "waiting": either(&waiting),
    }));
    document(types, fields)
}

/// The schema of what a case sends: an object with the fields `header`, `position`, `entry` and `pool`.
pub(crate) fn request<G: Registered>() -> Value {
    let mut types = SchemaSettings::draft2020_12().into_generator();
    let text = json!({"type": "string"});
    // In a case the seats have names.
    let seat = json!({"enum": ["A", "B", 0, 1]});
    let actions = alternatives::<G::Action>(&mut types);
    let mut entries = with(&actions, &json!({"seat": seat}));
    let outcome_form =
        json!({"type": "object", "properties": outcome_fields(), "additionalProperties": false});
    entries.extend(with(&[outcome_form], &json!({"seat": {"type": "null"}})));
    for entry in &mut entries {
        if let Some(Value::Array(names)) = entry.get_mut("required") {
            names.insert(0, "seat".into());
        }
    }
    let acted = entries.get(..actions.len()).unwrap_or_default();
    let ruling = ruling(acted, &part::<G::Position>(&mut types));
    entries.push(ruling);
    let player = json!({
        "type": "object",
        "properties": {"deck": part::<G::Deck>(&mut types), "name": text},
        "additionalProperties": false,
    });
    let pair = json!({"type": "array", "items": text, "minItems": 2, "maxItems": 2});
    let header = json!({
        "type": "object",
        "properties": {
            "claim": {"type": "object", "additionalProperties": true},
            "edition": {"type": "string", "examples": [G::INFO.edition]},
            "facts": part::<G::Stated>(&mut types),
            "options": part::<G::Options>(&mut types),
            "players": {"type": "array", "items": player, "minItems": 2, "maxItems": 2},
            "seed_commit": object(json!({"commits": pair, "reveals": pair})),
        },
        "required": ["players"],
        "additionalProperties": false,
    });
    let (position, pool) = (part::<G::Position>(&mut types), part::<G::PoolData>(&mut types));
    let fields = json!({"entry": {"oneOf": entries}, "header": header, "pool": pool, "position": position});
    let mut whole = document(types, object(fields));
    // In a case cards have references, and piles the ids of cards.
    for (place, kind) in [("/$defs/CardId", "integer"), ("/$defs/PileItem/oneOf/0", "string")] {
        if let Some(part) = whole.pointer_mut(place) {
            *part = json!({"type": kind, "format": "card"});
        }
    }
    whole
}

/// A schema with the definitions that it refers to.
fn document(mut types: SchemaGenerator, mut whole: Value) -> Value {
    if let Some(fields) = whole.as_object_mut() {
        fields.insert("$defs".to_owned(), Value::Object(types.take_definitions(true)));
    }
    whole
}
