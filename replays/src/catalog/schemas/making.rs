//! Makes the schemas of a game from the types that are read and written, so that no game can be without them.
//!
//! A part with alternatives is a union that tells its members apart by one field (`type`, `verb`, `kind`,
//! `code`); each member is a part of its own.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use rules_judge_engine::game_kit::question::About;
use rules_judge_engine::games::{self, Registered, Visit};
use rules_judge_engine::kernel::shape::Shape;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::catalog::limits::LONGEST_LISTING;
use crate::codec::described::making::schema;
use crate::codec::outcome;
use crate::codec::ruling::{self, RULING_TEXT_LIMIT};

pub use super::form::not_null;
use super::form::{as_written, only_word, simplify};
use super::{NAMES, PLACE, each_reference, pascal, reference};
pub use crate::codec::described::making::join_lines;

/// The parts that are the same in every game: those of the kernel and of the kit.
const COMMON: [&str; 38] = [
    "ActionChance",
    "At",
    "CardId",
    "CardView",
    "Case",
    "Colored",
    "Complete",
    "Domain",
    "DomainBy",
    "DomainMatching",
    "DomainMoves",
    "DomainNumber",
    "DomainOneOf",
    "DomainOrder",
    "DomainPartition",
    "DomainPath",
    "DomainSequence",
    "DomainSplit",
    "DomainSubset",
    "DomainSum",
    "EntryChance",
    "Keep",
    "Line",
    "Matching",
    "Moves",
    "NoFact",
    "Path",
    "Pile",
    "PileItem",
    "PileItemUnknown",
    "PileUnknown",
    "PileView",
    "Point",
    "Seat",
    "SeatZone",
    "Shape",
    "Share",
    "Weighed",
];

/// Whether a part is the same in every game.
pub fn is_common(name: &str) -> bool {
    COMMON.contains(&name) || matches!(name, "Slot" | "Value" | "ValueHeld")
}

/// The parts of a game by their names, which do not name the game.
pub type Parts = BTreeMap<String, Value>;

static ALL: LazyLock<BTreeMap<&'static str, Parts>> =
    LazyLock::new(|| games::IDS.iter().filter_map(|&id| Some((id, games::dispatch(id, Make)?))).collect());

/// The parts of every game.
pub fn all() -> &'static BTreeMap<&'static str, Parts> {
    &ALL
}

/// Makes the schemas that [`super::handed_in`] returns.
pub fn handed_in(game: &str, name: &str) -> Option<Value> {
    struct HandedIn<'a>(&'a str);

    impl Visit for HandedIn<'_> {
        type Out = Option<Value>;

        fn visit<G: Registered>(self) -> Option<Value> {
            Some(match self.0 {
                "action" => schema::<G::Action>(),
                "deck" => schema::<G::Deck>(),
                "facts" => schema::<G::Stated>(),
                "options" => schema::<G::Options>(),
                "pool" => schema::<G::PoolData>(),
                "position" => schema::<G::Position>(),
                _ => return None,
            })
        }
    }

    games::dispatch(game, HandedIn(name)).flatten()
}

/// A part, or `null`.
pub fn or_null(name: &str) -> Value {
    json!({ "oneOf": [{ "type": "null" }, reference(name)] })
}

/// An object with these fields and no other.
pub fn object(required: &[&str], properties: &Value) -> Value {
    json!({ "additionalProperties": false, "properties": properties, "required": required, "type": "object" })
}

/// The parts of a type and of everything in it; the type itself is named by the caller.
struct Collected {
    types: SchemaGenerator,
    /// The names of types, by their names among the parts.
    names: BTreeMap<String, String>,
    inline: Parts,
}

impl Collected {
    fn new(settings: SchemaSettings) -> Collected {
        let settings = settings.with(|settings| settings.definitions_path = "/components/schemas".into());
        Collected { types: settings.into_generator(), names: BTreeMap::new(), inline: Parts::new() }
    }

    fn add<T: JsonSchema>(&mut self, name: &str) {
        let mut schema = self.types.subschema_for::<T>().to_value();
        match schema.get("$ref").and_then(Value::as_str).and_then(|place| place.strip_prefix(PLACE)) {
            Some(own) => drop(self.names.insert(own.to_owned(), name.to_owned())),
            None => {
                simplify(&mut schema);
                self.inline.insert(name.to_owned(), schema);
            }
        }
    }

    fn parts(mut self) -> Parts {
        let mut parts = self.inline;
        let names = self.names;
        // A type of a game may have the name of another part.
        let renamed = |own: &str| match names.get(own) {
            Some(name) => Some(name.clone()),
            None => NAMES.iter().any(|name| pascal(name) == own).then(|| format!("{own}Word")),
        };
        for (own, mut schema) in self.types.take_definitions(true) {
            simplify(&mut schema);
            each_reference(&mut schema, &mut |name| renamed(name));
            parts.insert(renamed(&own).unwrap_or(own), schema);
        }
        parts
    }
}

/// The value that tells a member of a union from the others.
fn word_of<'v>(member: &'v Value, field: &str) -> Option<&'v str> {
    only_word(member.get("properties")?.get(field)?)?.as_str()
}

/// The union of these members, each of which becomes a part of its own, named after the union and its word.
fn union(parts: &mut Parts, name: &str, field: &str, description: &str, members: Vec<Value>) {
    let mut mapping = Map::new();
    let mut refs = Vec::new();
    for member in members {
        let Some(word) = word_of(&member, field).map(str::to_owned) else { continue };
        let part = format!("{name}{}", pascal(&word));
        refs.push(reference(&part));
        mapping.insert(word, format!("{PLACE}{part}").into());
        parts.insert(part, member);
    }
    let union = json!({
        "description": description,
        "discriminator": { "mapping": mapping, "propertyName": field },
        "oneOf": refs,
    });
    parts.insert(name.to_owned(), union);
}

/// The members of a union that are not parts yet.
fn members(parts: &Parts, name: &str) -> Vec<Value> {
    let members = parts.get(name).and_then(|part| part.get("oneOf")?.as_array());
    members.cloned().unwrap_or_default()
}

/// Adds required fields to a member.
fn with(mut member: Value, fields: &[(&str, Value)]) -> Value {
    for (name, field) in fields {
        if let Some(properties) = member.get_mut("properties").and_then(Value::as_object_mut) {
            properties.insert((*name).to_owned(), field.clone());
        }
        if let Some(object) = member.as_object_mut() {
            let required = object.entry("required").or_insert_with(|| json!([]));
            if let Some(required) = required.as_array_mut()
                && !required.iter().any(|known| known == name)
            {
                required.push((*name).into());
            }
        }
    }
    member
}

/// Adds an optional field to a member.
fn may_have(mut member: Value, name: &str, field: &Value) -> Value {
    if let Some(properties) = member.get_mut("properties").and_then(Value::as_object_mut) {
        properties.insert(name.to_owned(), field.clone());
    }
    member
}

/// A member in which only these fields are required.
fn requiring(mut member: Value, required: &[&str]) -> Value {
    if let Some(object) = member.as_object_mut() {
        object.insert("required".to_owned(), required.into());
    }
    member
}

/// The fields of an outcome besides the seat.
fn outcome_entry() -> Value {
    let fields = json!({
        "card": { "anyOf": [{ "minimum": 0, "type": "integer" }, { "format": "card", "type": "string" }] },
        "label": { "type": "string" },
        "number": { "minimum": 0, "type": "integer" },
        "type": { "enum": [outcome::KIND], "type": "string" },
    });
    let mut entry = object(&["label", "type"], &fields);
    describe(
        &mut entry,
        "With declared chance: the outcome of a random step. `card` is the card's number, or its id in the \
        pool if it has no number yet.",
    );
    entry
}

struct Make;

impl Visit for Make {
    type Out = Parts;

    fn visit<G: Registered>(self) -> Parts {
        let mut sent = Collected::new(SchemaSettings::draft2020_12());
        sent.add::<G::Action>("Action");
        sent.add::<G::Deck>("Deck");
        sent.add::<G::Stated>("Facts");
        sent.add::<G::Options>("Options");
        sent.add::<G::Position>("Position");
        let mut answered = Collected::new(SchemaSettings::draft2020_12().for_serialize());
        answered.add::<G::StateView<'static>>("State");
        answered.add::<G::EventView<'static>>("Event");
        answered.add::<G::Ending>("Ending");
        answered.add::<G::Reason>("Refusal");
        answered.add::<Shape>("Shape");
        answered.add::<About<'static, G>>("About");
        let mut parts = answered.parts();
        parts.values_mut().for_each(as_written);
        for (name, part) in sent.parts() {
            // Types that are written may have words that are not read; the schema that is read is the
            // narrower one.
            parts.entry(name).or_insert(part);
        }
        entries(&mut parts);
        refusals(&mut parts);
        events::<G>(&mut parts);
        questions(&mut parts, G::INFO.vocabulary.questions, G::INFO.vocabulary.verbs);
        inner_unions(&mut parts);
        parts
    }
}

/// Makes the parts of listed actions, of entries of a log, and of entries as a view shows them.
fn entries(parts: &mut Parts) {
    let actions = members(parts, "Action");
    let (seat, chance) = (reference("Seat"), outcome_entry());
    // Generators of clients treat a field that is always `null` as absent.
    let mut nobody = or_null("Seat");
    describe(&mut nobody, "Always `null`: it is of no seat.");
    let mut logged: Vec<Value> =
        actions.iter().map(|action| with(action.clone(), &[("seat", seat.clone())])).collect();
    let shown: Vec<Value> = logged.iter().map(|entry| requiring(entry.clone(), &["seat", "type"])).collect();
    let logged_outcome = with(chance.clone(), &[("seat", nobody.clone())]);
    players(parts, "PlayerEntry", "Entry", &actions);
    players(parts, "ShownPlayerEntry", "ShownEntry", &actions);
    let ruled = ruling(&nobody, "PlayerEntry");
    let shown_ruling = requiring(ruling(&nobody, "ShownPlayerEntry"), &["seat", "type"]);
    logged.extend([logged_outcome.clone(), ruled]);
    let shown = [shown, vec![logged_outcome, shown_ruling]].concat();
    let listed = [actions, vec![chance]].concat();
    union(parts, "Action", "type", "An answer that is legal: an entry but for its seat.", listed);
    union(parts, "Entry", "type", "An entry of a log.", logged);
    let description = "An entry as a view shows it: fields that are hidden are left out.";
    let same: Vec<(String, Value)> =
        shown.iter().filter_map(|entry| Some((pascal(word_of(entry, "type")?), entry.clone()))).collect();
    union(parts, "ShownEntry", "type", description, shown);
    // Of an entry in which nothing can be hidden, the shown form is the same.
    let mut instead = BTreeMap::new();
    for (word, entry) in same {
        let (logged, shown) = (format!("Entry{word}"), format!("ShownEntry{word}"));
        if parts.get(&logged).is_some_and(|logged| same_fields(logged, &entry)) {
            parts.remove(&shown);
            instead.insert(shown, logged);
        }
    }
    for name in ["ShownEntry", "ShownPlayerEntry"] {
        if let Some(union) = parts.get_mut(name) {
            each_reference(union, &mut |name| instead.get(name).cloned());
        }
    }
}

/// The union of the entries of players.
fn players(parts: &mut Parts, name: &str, of: &str, actions: &[Value]) {
    let words = actions.iter().filter_map(|action| word_of(action, "type"));
    let members = words.map(|word| (word.to_owned(), format!("{of}{}", pascal(word))));
    let members: Vec<(String, String)> = members.collect();
    let mapping: BTreeMap<&String, String> =
        members.iter().map(|(word, part)| (word, format!("{PLACE}{part}"))).collect();
    let union = json!({
        "description": "An entry that is done by a player.",
        "discriminator": { "mapping": mapping, "propertyName": "type" },
        "oneOf": members.iter().map(|(_, part)| reference(part)).collect::<Vec<_>>(),
    });
    parts.insert(name.to_owned(), union);
}

/// A judge's ruling as an entry.
fn ruling(nobody: &Value, allowed: &str) -> Value {
    let fields = json!({
        "allow": reference(allowed),
        "position": reference("Position"),
        "seat": nobody,
        "text": { "description": "Why, for people.", "maxLength": RULING_TEXT_LIMIT, "type": "string" },
        "type": { "enum": [ruling::KIND], "type": "string" },
    });
    let mut ruling = object(&["seat", "text", "type"], &fields);
    describe(
        &mut ruling,
        "A judge's ruling: either an entry that stands (`allow`), or the table from here on (`position`).",
    );
    ruling
}

/// Whether two objects have the same fields, in any order of `required`.
fn same_fields(one: &Value, other: &Value) -> bool {
    let required = |of: &Value| {
        let names = of.get("required").and_then(Value::as_array).into_iter().flatten();
        let mut names: Vec<String> = names.filter_map(|name| name.as_str().map(str::to_owned)).collect();
        names.sort_unstable();
        names
    };
    one.get("properties") == other.get("properties") && required(one) == required(other)
}

/// Reasons with their rules and messages.
fn refusals(parts: &mut Parts) {
    let text = json!({ "type": "string" });
    let cards = json!({
        "additionalProperties": reference("CardRef"),
        "description": "The cards that `params` names and whose faces the viewer sees, by the name of the \
            parameter; left out if there is none.",
        "type": "object",
    });
    let nothing = object(&[], &json!({}));
    let outcome = object(
        &["label"],
        &json!({
            "card": {
                "anyOf": [{ "minimum": 0, "type": "integer" }, { "format": "card", "type": "string" }],
            },
            "label": text,
            "number": { "minimum": 0, "type": "integer" },
        }),
    );
    let mut reasons = members(parts, "Refusal");
    let code = |code: &str, description: &str, params: &Value| {
        let mut reason = object(
            &["code", "params"],
            &json!({ "code": { "enum": [code], "type": "string" }, "params": params }),
        );
        describe(&mut reason, description);
        reason
    };
    reasons.extend([
        code(
            "cannot_be_allowed",
            "Its effect is not defined here, so that no ruling can let it stand.",
            &nothing,
        ),
        code("impossible_outcome", "The outcome is not among those that are left.", &outcome),
        code("no_outcome_due", "No random step asks for an outcome of this label.", &outcome),
        code("hidden_reason", "The reason is hidden from this view.", &nothing),
    ]);
    let fields = [
        (
            "cites",
            json!({ "description":
            "Rule ids and rulings, the first is the primary one.", "items": text, "type": "array" }),
        ),
        ("message", json!({ "description": "Rendered in the asked language.", "type": "string" })),
        (
            "pointer",
            json!({ "description": "JSON pointer into the replay; in a seat's view it counts the entries \
                that the seat sees. Of `moves` the replay is the whole log, the last entry of which is the \
                one sent.", "type": "string" }),
        ),
    ];
    let reasons = reasons.into_iter().map(|reason| {
        let params = reason.pointer("/properties/params").cloned().unwrap_or_else(|| nothing.clone());
        let reason = with(with(reason, &[("params", params)]), &fields);
        may_have(reason, "named_cards", &cards)
    });
    let reasons = reasons.collect();
    union(parts, "Refusal", "code", "One reason why something is refused.", reasons);
}

/// Events by their verbs, each with the members that it can have.
fn events<G: Registered>(parts: &mut Parts) {
    let Some(event) = parts.get("Event").cloned() else { return };
    let verb = G::INFO.vocabulary.verbs.iter().zip(G::INFO.vocabulary.members);
    let verbs = verb.map(|(verb, members)| {
        let mut event = event.clone();
        if let Some(properties) = event.get_mut("properties").and_then(Value::as_object_mut) {
            // The text of an ability comes with its number.
            properties.retain(|name, _| {
                let of = name.strip_suffix("_text").unwrap_or(name);
                EVERY_EVENT.contains(&name.as_str()) || members.contains(&of)
            });
            properties.insert("verb".to_owned(), json!({ "enum": [verb], "type": "string" }));
        }
        if let Some(event) = event.as_object_mut() {
            event.insert("additionalProperties".to_owned(), false.into());
        }
        event
    });
    let verbs = verbs.collect();
    union(parts, "Event", "verb", "What happened, as a viewer sees it.", verbs);
    // Each event has its own verb now; timings of cards may name verbs, too.
    let verb = reference("Verb");
    if !parts.values().any(|part| refers(part, &verb)) {
        parts.remove("Verb");
    }
}

/// Whether a schema has this reference in it.
fn refers(schema: &Value, reference: &Value) -> bool {
    match schema {
        Value::Object(fields) => {
            fields.get("$ref").is_some_and(|to| reference.get("$ref") == Some(to))
                || fields.values().any(|inner| refers(inner, reference))
        }
        Value::Array(items) => items.iter().any(|inner| refers(inner, reference)),
        _ => false,
    }
}

/// The fields of every event.
const EVERY_EVENT: [&str; 5] = ["cite", "point", "seat", "text", "verb"];

/// Makes the parts of questions, legal answers and endings.
fn questions(parts: &mut Parts, questions: &[&'static str], verbs: &[&'static str]) {
    let kinds: Vec<&str> = questions.iter().copied().chain([outcome::KIND]).collect();
    let count = json!({ "description":
        "How many legal answers there are; null: more than are counted.", "type": ["integer", "null"] });
    let complete = json!({ "description": "Whether the listing has all legal answers.", "type": "boolean" });
    let listing = json!({ "items": reference("Action"), "maxItems": LONGEST_LISTING, "type": "array" });
    let shapes = json!({ "items": reference("Shape"), "type": "array" });
    let cards = json!({ "description": "The cards that the listing names, as far as the seat knows them, in \
        the order of their numbers.", "items": reference("CardRef"), "type": "array" });
    let texts = json!({ "description": "The listed answers as sentences in the asked \
        language.", "items": { "type": "string" }, "type": "array" });
    let abilities = json!({ "description": "For each of the listed answers what the data of the waiting \
        ability say that it picks, or `null` where no text of a seen card says it; left out where that is \
        not asked for, or no ability is picked.", "items": { "type": ["string", "null"] }, "type": "array" });
    let mut purpose = object(
        &["cites", "seen_by"],
        &json!({
            "cites": { "description":
            "The rules of the step that asks.", "items": { "type": "string" }, "type": "array" },
            "depth": { "description": "In the full view, how many cards lie above the card there; left out \
                of a card under another.", "minimum": 0, "type": "integer" },
            "from": { "allOf": [reference("PlaceView")], "description":
            "Where the card lies; left out where a number is asked for." },
            "seen_by": { "description": "The seats that see the outcome by this step; none where only the \
                rules need it so far.", "items": reference("Seat"), "type": "array" },
            "source": { "allOf": [reference("CardRef")], "description":
            "The card whose text asks, if the viewer sees it; left out where the rules alone ask." },
            "to": { "allOf": [reference("PlaceView")], "description":
            "Where the card goes; left out where it stays." },
            "verb": { "description": "The verb of the event that shows the card; left out where only the \
                rules need to know it.", "enum": verbs, "type": "string" },
        }),
    );
    describe(&mut purpose, "What an outcome is needed for: which card a host turns up, and for whom.");
    parts.insert("Purpose".to_owned(), purpose);
    let mut question = object(
        &["kind", "sealed", "seat", "text"],
        &json!({
            "ability_texts": abilities,
            "about": reference("About"),
            "complete": complete,
            "count": count,
            "kind": { "description": "The question; `chance`: an outcome is due, and the seat is \
                `null`.", "enum": kinds, "type": "string" },
            "label": { "description": "Of an outcome: the label of its step.", "type": "string" },
            "listing": listing,
            "named_cards": cards,
            "purpose": { "allOf": [reference("Purpose")], "description":
            "Of an outcome whose label the viewer may know: what it is needed for." },
            "sealed": { "description":
            "Whether others see the answer only together with their own.", "type": "boolean" },
            "seat": or_null("Seat"),
            "shapes": shapes,
            "text": { "description": "The question as a sentence in the asked language.", "type": "string" },
            "texts": texts,
        }),
    );
    describe(&mut question, "Who is asked what. Only a viewer who may see the answers gets them.");
    parts.insert("Question".to_owned(), question);
    let mut legal = object(
        &["complete", "count", "listing", "named_cards", "shapes", "texts"],
        &json!({ "ability_texts": abilities, "complete": complete, "count": count, "listing": listing,
        "named_cards": cards, "shapes": shapes, "texts": texts }),
    );
    describe(&mut legal, "What would be legal.");
    parts.insert("Legal".to_owned(), legal);
    let cites = json!({ "items": { "type": "string" }, "type": "array" });
    let mut outcome = object(
        &["cites", "kind", "reason", "winner"],
        &json!({
            "cites": cites,
            "kind": { "enum": ["draw", "win"], "type": "string" },
            "reason": reference("Ending"),
            "winner": or_null("Seat"),
        }),
    );
    describe(&mut outcome, "How a game ended.");
    parts.insert("Outcome".to_owned(), outcome);
}

/// Makes a part of each member of a union that is still inline.
fn inner_unions(parts: &mut Parts) {
    let names: Vec<String> = parts.keys().cloned().collect();
    for name in names {
        let all = members(parts, &name);
        let description = parts.get(&name).and_then(|part| part.get("description")?.as_str());
        let description = description.unwrap_or_default().to_owned();
        let tagged = ["kind", "type"]
            .into_iter()
            .find(|field| !all.is_empty() && all.iter().all(|member| word_of(member, field).is_some()));
        if let Some(field) = tagged {
            // A game that lacks a word has no member for it.
            let there = all.into_iter().filter(|member| !needs_nothing(member)).collect();
            union(parts, &name, field, &description, there);
            continue;
        }
        let (mut changed, mut words) = (Vec::new(), Vec::new());
        for mut member in all {
            // Words without content make one member.
            if let Some(Value::Array(more)) = member.get("enum") {
                words.extend(more.clone());
                continue;
            }
            let key = match member.get("required").and_then(Value::as_array).map(Vec::as_slice) {
                Some([key]) if member.get("type").is_some_and(|kind| kind == "object") => key.as_str(),
                _ => None,
            };
            if let Some(part) = key.map(|key| format!("{name}{}", pascal(key))) {
                parts.insert(part.clone(), member);
                member = reference(&part);
            }
            changed.push(member);
        }
        if !words.is_empty() {
            changed.insert(0, json!({ "enum": words, "type": "string" }));
        }
        if let Some(union) = parts.get_mut(&name).and_then(|part| part.get_mut("oneOf")) {
            *union = changed.into();
        }
    }
}

/// Whether a required field of an object can only be `null`.
fn needs_nothing(member: &Value) -> bool {
    let fields = member.get("properties").and_then(Value::as_object).into_iter().flatten();
    fields.into_iter().any(|(_, field)| field.get("type").is_some_and(|kind| kind == "null"))
}

/// Sets the description of a schema.
fn describe(schema: &mut Value, text: &str) {
    if let Some(schema) = schema.as_object_mut() {
        schema.insert("description".to_owned(), text.into());
    }
}
