//! The resources, which have addresses: games, rules and rulings by id, schemas.

use actix_web::web;
use rmcp::model::{Resource, ResourceTemplate};
use rules_judge_replays::answer::{Fault, FaultCode, Language};
use rules_judge_replays::catalog::schemas::GAMES;
use rules_judge_replays::judging::Judge;
use serde_json::{Map, Value, json};

use crate::http::details;
use crate::http::fault::JSON;
use crate::http::openapi::json_schema;
use crate::mcp::tools::wrong;
use crate::mcp::{lookups, structured};
use crate::params;

/// The prefix of every address.
const SCHEME: &str = "rules-judge://";
/// The schemas that are listed. The template of addresses gives the others by name.
const LISTED: [&str; 2] = ["position", "action"];

/// The resources that are listed.
pub fn listed() -> Vec<Resource> {
    let games = Resource::new(format!("{SCHEME}games"), "games")
        .with_title("Games and card pools")
        .with_mime_type(JSON);
    let schema = |(game, name): (&str, &str)| {
        Resource::new(format!("{SCHEME}{game}/schemas/{name}"), format!("{game} {name}"))
            .with_title(format!("JSON Schema: {name} of {game}"))
            .with_mime_type(JSON)
    };
    let schemas = GAMES.iter().flat_map(|game| LISTED.map(|name| (*game, name)));
    std::iter::once(games).chain(schemas.map(schema)).collect()
}

/// The templates of addresses.
pub fn templates() -> Vec<ResourceTemplate> {
    let template = |path: &str, name: &str, about: &str| {
        ResourceTemplate::new(format!("{SCHEME}{path}"), name).with_description(about).with_mime_type(JSON)
    };
    vec![
        template(
            "{game}/rules/{id}{?language}",
            "rule",
            "A rule or ruling by its id; language is en, zh-Hant or zh-Hans",
        ),
        template(
            "{game}/schemas/{name}",
            "schema",
            "A JSON Schema: position, action, header, deck and others",
        ),
    ]
}

/// Decodes the percent signs in a part of an address.
fn decoded(part: &str) -> Result<String, Fault> {
    // A form decoder would read a plus sign as a space.
    let query = format!("part={}", part.replace('+', "%2B"));
    let pairs = web::Query::<Vec<(String, String)>>::from_query(&query);
    let pairs = pairs.map_err(|_| Fault::new(FaultCode::NotFound, details::unreadable_path()))?;
    match pairs.into_inner().as_mut_slice() {
        [(_, text)] => Ok(std::mem::take(text)),
        _ => Err(Fault::new(FaultCode::NotFound, details::unreadable_path())),
    }
}

/// The language that an address asks for; `unsaid` if it asks for none.
fn language_of(query: Option<&str>, unsaid: Language) -> Result<Language, Fault> {
    let Some(query) = query else { return Ok(unsaid) };
    let tag = query.strip_prefix("language=").ok_or_else(|| wrong("", "an address takes language alone"))?;
    params::language(tag).map_err(|why| wrong("", why))
}

/// Reads the resource at an address.
///
/// # Errors
/// There is no resource at the address.
pub(super) fn read(judge: &Judge, uri: &str, unsaid: Language) -> Result<Value, Fault> {
    let nothing = || Fault::new(FaultCode::NotFound, details::nothing_there());
    let address = uri.strip_prefix(SCHEME).ok_or_else(nothing)?;
    let (path, query) = address.split_once('?').map_or((address, None), |(path, query)| (path, Some(query)));
    let language = language_of(query, unsaid)?;
    let parts: Vec<&str> = path.split('/').collect();
    match parts.as_slice() {
        ["games"] => Ok(structured(lookups::games(judge, language, Map::new())?, judge, language)),
        [game, "rules", id] => {
            let id = decoded(id)?;
            let Value::Object(arguments) = json!({ "game": game, "id": id }) else { return Err(nothing()) };
            Ok(structured(lookups::rule(judge, language, arguments)?, judge, language))
        }
        [game, "schemas", name] => json_schema(game, name),
        _ => Err(nothing()),
    }
}
