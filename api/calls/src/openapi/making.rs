//! Makes the description from the types and the table of calls. [`super::document`] is the published result.

use std::collections::BTreeMap;

use rules_judge_replays::answer::{Fault, FaultCode, Language, Query};
use rules_judge_replays::catalog::cards::CardsQuery;
use rules_judge_replays::catalog::limits::{LONGEST_LISTING, PAGE_LIMIT, SEARCH_LIMIT};
use rules_judge_replays::catalog::rulebook::RulesQuery;
use rules_judge_replays::catalog::schemas::making::{handed_in, join_lines};
use rules_judge_replays::catalog::schemas::{NAMES, reference};
use rules_judge_replays::codec::canonical;
use rules_judge_replays::judging::Judge;
use serde_json::{Map, Value, json};

use super::kept::assembled;
use super::operations::{Operation, operations};
use super::{games, schemas};
use crate::fault::{Problem, entry};
use crate::keys::SIGNATURE;

fn entry_code(code: FaultCode) -> &'static str {
    entry(code).code
}

/// What `q` of a list of cards takes.
const SEARCH_OF_CARDS: &str = "Conditions that all have to hold. `rush` and `\"two words\"` stand in an id, \
    a code, a name, the words of a fact or what the abilities say, in any language. `cost<=3`, `color:red`, \
    `name:\"two words\"` compare a fact with a value by `:` (has it in it), `=`, `!=`, `<`, `<=`, `>`, \
    `>=`. Facts are the fields of the game's cards, such as `family` for `families`, `keyword`, and what a \
    board calls them in any language; `id`, `name` and `text` are there always. `-` before a condition: it \
    does not hold. `or` stands between alternatives.";

fn parameter(of: &Operation, name: &str) -> Value {
    let whole = json!({ "minimum": 0, "type": "integer" });
    let (schema, text) = match name {
        "at" => (whole, "As if only so many entries had been sent."),
        "abilities" => (
            json!({ "enum": ["text"], "type": "string" }),
            "Adds the text of the ability to every question and event about one, in the language of the \
            answer: `about.text` of a question, `ability_text` or `skill_text` of an event, `ability_texts` \
            of answers that pick an ability which waits. Cards whose face the viewer does not see get no \
            text. Of a list of cards: adds `texts`, what each of them says.",
        ),
        "digest" => (json!({ "enum": ["state"], "type": "string" }), "Also tell the digest of the state."),
        "from" => (
            whole,
            "Of a trace only the steps of the entries from this index on; what happened before any entry \
            stands before the first of all. `trace_next` of a cut trace says where to go on.",
        ),
        "listing" => (
            json!({ "default": 64, "maximum": LONGEST_LISTING, "minimum": 0, "type": "integer" }),
            "The most legal answers that are listed of each who is asked; a listing has at most 1 MiB. \
            Those without fields to fill in stand first.",
        ),
        "to" => (whole, "Of a trace only the steps of the entries before this index."),
        "trace" => (
            json!({ "enum": ["none", "events", "states"], "type": "string" }),
            "Tell what happened after each entry, of moves after this one: at most 4 MiB and 5 000 steps, \
            of one step at most 1 MiB. With `states` in the full view also the table after it, and its \
            digest.",
        ),
        "view" => (json!({ "enum": ["full", "seat0", "seat1", "public"], "type": "string" }), "Who looks."),
        "kind" => {
            let kinds: Vec<&str> =
                rules_judge_replays::catalog::rulebook::KINDS.iter().map(|(name, _)| *name).collect();
            (json!({ "enum": kinds, "type": "string" }), "Only rules of this kind.")
        }
        "limit" => {
            (json!({ "maximum": PAGE_LIMIT, "minimum": 1, "type": "integer" }), "The most items of the page.")
        }
        "offset" => (whole, "How many items are passed over."),
        "pool" => (schemas::known_pool(), "The digest or name of a pool; without it, `demo` of the game."),
        _ => {
            let text = match of.tag {
                "cards" => SEARCH_OF_CARDS,
                _ => "What is searched for.",
            };
            (json!({ "maxLength": SEARCH_LIMIT, "minLength": 1, "type": "string" }), text)
        }
    };
    json!({ "description": text, "in": "query", "name": name, "required": false, "schema": schema })
}

/// Working examples of a body or parameter, by game.
type Examples = BTreeMap<&'static str, Value>;

/// Bodies and parameters of paths that the service accepts, by operation and by the name of the parameter:
/// those of the beginning of a game between bots, for each game.
fn examples(judge: &Judge) -> Option<BTreeMap<(&'static str, &'static str), Examples>> {
    let mut examples: BTreeMap<(&'static str, &'static str), Examples> = BTreeMap::new();
    for game in judge.games().games.into_iter().map(|line| line.game) {
        let mut header: Value =
            serde_json::from_slice(&judge.play(game, 7, ["random", "keen"]).ok()?).ok()?;
        let Value::Array(mut log) = header.as_object_mut()?.remove("actions")? else { return None };
        log.truncate(SHOWN_ENTRIES);
        let with = |actions: &[Value]| {
            let mut replay = header.clone();
            replay.as_object_mut()?.insert("actions".to_owned(), actions.into());
            Some(replay)
        };
        let whole = with(&log)?;
        let (last, before) = log.split_last()?;
        let partial = json!({ "seat": last.get("seat")?, "type": last.get("type")? });
        let deck = header.pointer("/players/0/deck")?.clone();
        let body = serde_json::to_vec(&whole).ok()?;
        let verdict = judge.verify(&body, &Query::default()).ok()?;
        let cards = judge.cards(game, &CardsQuery { limit: 1, ..CardsQuery::default() }).ok()?;
        let card = cards.cards.first()?;
        let pool = judge.small_pool(game).ok()?;
        let rule =
            judge.rules(game, &RulesQuery { limit: 1, ..RulesQuery::default() }).ok()?.rules.first()?.id;
        for (call, name, example) in [
            ("verify", BODY, whole.clone()),
            ("verifyBatch", BODY, whole.clone()),
            ("legalActions", BODY, whole),
            ("move", BODY, json!({ "action": last, "replay": with(before)? })),
            ("compare", BODY, json!({ "header": header, "logs": [log, before] })),
            ("completeAct", BODY, json!({ "act": partial, "replay": with(before)? })),
            ("checkDeck", BODY, json!({ "deck": deck, "game": game })),
            ("getVerdict", "replay_digest", verdict.replay_digest.into()),
            ("getGame", "game", game.into()),
            ("getBoard", "game", game.into()),
            ("listRules", "game", game.into()),
            ("getRule", "game", game.into()),
            ("getRule", "id", rule.into()),
            ("getSchema", "game", game.into()),
            ("getSchema", "name", "state".into()),
            ("listCards", "game", game.into()),
            ("getCard", "game", game.into()),
            ("getCard", "id", card.get("id")?.clone()),
            ("putPool", "digest", canonical::digest(&pool).ok()?.to_string().into()),
            ("putPool", BODY, pool),
        ] {
            examples.entry((call, name)).or_default().insert(game, example);
        }
    }
    Some(examples)
}

/// The name of the body in [`examples`].
const BODY: &str = "";
/// The number of entries in the logs of examples.
const SHOWN_ENTRIES: usize = 12;

/// Examples in the form of OpenAPI.
fn shown(examples: &Examples) -> Value {
    examples.iter().map(|(game, value)| ((*game).to_owned(), json!({ "value": value }))).collect()
}

/// The problem document of a fault.
fn fault_example(code: FaultCode) -> Value {
    let problem =
        Problem::new(&Fault::new(code, entry(code).advice), Language::English).of_request("0123456789abcdef");
    json!({ "summary": entry(code).title, "value": problem })
}

/// The document.
pub fn document(judge: &Judge) -> Value {
    let used = operations().into_iter().flat_map(|operation| {
        let names = [operation.takes.map(|(_, name)| name), operation.gives.1, Some("Problem")];
        names.into_iter().flatten().map(str::to_owned)
    });
    let schemas = games::reachable(used);
    let faults: Map<String, Value> =
        FaultCode::ALL.iter().map(|code| (entry_code(*code).to_owned(), fault_example(*code))).collect();
    let examples = examples(judge).unwrap_or_default();
    let mut paths: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
    for operation in operations() {
        let item = describe(&operation, &examples);
        paths.entry(operation.path).or_default().insert(operation.method.to_owned(), item);
    }
    let mut document = json!({
        "components": { "examples": faults, "schemas": schemas },
        "info": {
            "description":
            "Re-executes logs of card games and cites the rulebook for the first illegal entry.",
            "license": { "identifier": "MIT", "name": "MIT" },
            "title": "Rules Judge",
            "version": env!("CARGO_PKG_VERSION"),
        },
        "openapi": "3.1.0",
        "paths": paths,
        "security": [],
        "servers": [{ "url": "." }],
        "tags": [
            { "description": "Logs in, verdicts out", "name": "judging" },
            { "description": "Games and their rulebooks", "name": "rules" },
            { "description": "Card pools", "name": "cards" },
            { "description": "For those who run the service", "name": "operations" },
        ],
    });
    join_lines(&mut document);
    document
}

fn describe(operation: &Operation, examples: &BTreeMap<(&str, &str), Examples>) -> Value {
    let mut parameters: Vec<Value> = Vec::new();
    for part in operation.path.split('/') {
        if let Some(name) = part.strip_prefix('{').and_then(|part| part.strip_suffix('}')) {
            let schema = match name.ends_with("digest") {
                true => json!({ "pattern": "^sha256:[0-9a-f]{64}$", "type": "string" }),
                false if operation.id == "getSchema" && name == "name" => {
                    json!({ "enum": NAMES, "type": "string" })
                }
                false => json!({ "type": "string" }),
            };
            let mut parameter = json!({ "in": "path", "name": name, "required": true, "schema": schema });
            let examples = examples.get(&(operation.id, name));
            if let Some((examples, parameter)) = examples.zip(parameter.as_object_mut()) {
                parameter.insert("examples".to_owned(), shown(examples));
            }
            parameters.push(parameter);
        }
    }
    parameters.extend(operation.query.iter().map(|name| parameter(operation, name)));
    let (kind, schema) = operation.gives;
    let schema = schema.map_or_else(|| json!({ "type": "string" }), reference);
    let mut content = Map::new();
    content.insert(kind.split(';').next().unwrap_or(kind).to_owned(), json!({ "schema": schema }));
    let mut good = json!({ "content": content, "description": operation.summary });
    if operation.is_signed()
        && let Some(good) = good.as_object_mut()
    {
        let header = json!({ "description":
        "Only where the service signs.", "required": false, "schema": schemas::signature() });
        good.insert("headers".to_owned(), json!({ SIGNATURE: header }));
    }
    let mut responses = Map::new();
    if operation.method == "put" {
        responses.insert("201".to_owned(), good.clone());
    }
    if operation.is_tagged() {
        responses
            .insert("304".to_owned(), json!({ "description": "Not changed since the tag that was sent." }));
    }
    if operation.id == "ready" {
        let mut stopping = good.clone();
        stopping["description"] = "The service stops soon (`draining`).".into();
        responses.insert("503".to_owned(), stopping);
    }
    responses.insert("200".to_owned(), good);
    let mut faults: BTreeMap<u16, Vec<FaultCode>> = BTreeMap::new();
    for code in operation.all_faults() {
        faults.entry(entry(code).status).or_default().push(code);
    }
    for (status, codes) in faults {
        let titles: Vec<String> =
            codes.iter().map(|code| format!("`{}`: {}.", entry_code(*code), entry(*code).title)).collect();
        // All faults have one type; the examples of a response list the codes that it may have.
        let shown: Map<String, Value> = codes
            .iter()
            .map(|code| entry_code(*code))
            .map(|code| (code.to_owned(), json!({ "$ref": format!("#/components/examples/{code}") })))
            .collect();
        let content =
            json!({ "application/problem+json": { "examples": shown, "schema": reference("Problem") } });
        let response = json!({ "content": content, "description": titles.join(" ") });
        responses.insert(status.to_string(), response);
    }
    let mut item = json!({
        "operationId": operation.id,
        "parameters": parameters,
        "responses": responses,
        "summary": operation.summary,
        "tags": [operation.tag],
    });
    if let (Some((kind, schema)), Some(item)) = (operation.takes, item.as_object_mut()) {
        let mut media = Map::new();
        media.insert("schema".to_owned(), reference(schema));
        if let Some(examples) = examples.get(&(operation.id, BODY)) {
            media.insert("examples".to_owned(), shown(examples));
        }
        let mut content = Map::new();
        content.insert(kind.to_owned(), Value::Object(media));
        item.insert("requestBody".to_owned(), json!({ "content": content, "required": true }));
    }
    item
}

/// The answer of [`super::json_schema`], made from the types.
pub fn json_schema(game: &str, name: &str) -> Value {
    let mut schema = assembled(game, name, handed_in(game, name), &games::ALL);
    join_lines(&mut schema);
    schema
}
