//! The findings of a pool, including mistakes for which parts of it cannot be read.

use std::borrow::Cow;

use rules_judge_engine::abilities::Finding;
use rules_judge_engine::abilities::lint::{FINDING_LIMIT, WORD_LIMIT, nearest};
use rules_judge_engine::game_kit::pool::{DECLARED_LIMIT, ITEM_LIMIT, POOL_LIMIT, TEXT_LIMIT};
use rules_judge_engine::games::Registered;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::answer::{Language, detail};
use crate::catalog::finding_texts;
use crate::codec::json;
use crate::codec::mismatch::{self, Mismatch};
use crate::shapes::ToSchema;
use rules_judge_engine::texts::Saying;
use rules_judge_engine::tree::{self, Misread};

/// At most so many reading mistakes of one card are reported.
pub(crate) const MISTAKES_OF_CARD: usize = 16;

/// One finding as it is answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FindingAnswer {
    /// Stable code.
    pub code: String,
    /// One sentence.
    pub message: String,
    /// The nearest known word.
    pub nearest: Option<String>,
    /// JSON pointer into the pool.
    pub pointer: String,
}

/// A finding, with its message in every language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Stable code.
    pub code: &'static str,
    /// One sentence.
    pub message: Saying,
    /// The nearest known word.
    pub nearest: Option<String>,
    /// JSON pointer into the pool.
    pub pointer: String,
}

impl Found {
    /// The answer in a language.
    pub fn answer(&self, language: Language) -> FindingAnswer {
        let Found { code, message, nearest, pointer } = self;
        FindingAnswer {
            code: (*code).to_owned(),
            message: message.text(language.place()).to_owned(),
            nearest: nearest.clone(),
            pointer: pointer.clone(),
        }
    }
}

/// Every finding.
pub fn findings<G: Registered>(pool: &Value) -> Vec<Found> {
    compiled::<G>(pool).err().unwrap_or_default()
}

/// Every warning; no pool is refused for one. A pool that cannot be read has none, and one with findings only
/// those of its game.
pub fn warnings<G: Registered>(pool: &Value, has_findings: bool) -> Vec<Found> {
    let data = tree::read::<G::PoolData>(pool);
    let warnings = data.map_or_else(|_| Vec::new(), |data| G::warnings(&data));
    let mut warnings: Vec<Found> = warnings.into_iter().map(|warning| found(pool, warning)).collect();
    if !has_findings {
        warnings.extend(crate::catalog::warn::warnings(pool));
    }
    warnings.truncate(FINDING_LIMIT);
    warnings
}

/// The finding at a pointer that exists in the sent pool: a word in short form has no places inside.
fn found(pool: &Value, finding: Finding) -> Found {
    let Finding { code, pointer, message, nearest } = finding;
    Found { code, message, nearest, pointer: there(pool, pointer) }
}

/// Compiles a pool.
///
/// # Errors
/// Every finding, and at least one. What cannot be read at all is reported card by card, so that one
/// mistake does not hide the next.
pub fn compiled<G: Registered>(pool: &Value) -> Result<G::Pool, Vec<Found>> {
    let mut found = too_much(pool);
    let compiled = read::<G>(pool).map_err(|more| found.extend(more));
    found.truncate(FINDING_LIMIT);
    match compiled {
        Ok(compiled) if found.is_empty() => Ok(compiled),
        _ => Err(found),
    }
}

fn read<G: Registered>(pool: &Value) -> Result<G::Pool, Vec<Found>> {
    let data: G::PoolData = match tree::read(pool) {
        Ok(data) => data,
        Err(first) => return Err(unreadable::<G>(pool, first)),
    };
    let compiled = G::compile(&data)
        .map_err(|findings| findings.into_iter().map(|finding| found(pool, finding)).collect::<Vec<_>>())?;
    match list(pool, &data) {
        Some(found) => Err(vec![found]),
        None => Ok(compiled),
    }
}

/// The parts of a pool beyond a limit: lists, the plain values in the lists of a card, which count as its
/// words, and texts.
fn too_much(pool: &Value) -> Vec<Found> {
    let mut measured = Measured::default();
    for (name, part) in pool.as_object().into_iter().flatten() {
        match part {
            Value::Array(cards) if name == "cards" => measured.inside(name, |measured| {
                // A pool of more cards is refused before they are read.
                for (index, card) in cards.iter().take(POOL_LIMIT).enumerate() {
                    measured.inside(index.to_string(), |measured| measured.card(card));
                }
            }),
            part => measured.inside(name, |measured| measured.part(part, DECLARED_LIMIT)),
        }
    }
    measured.found
}

/// Walks through the data of a pool.
#[derive(Default)]
struct Measured<'a> {
    found: Vec<Found>,
    place: Vec<Cow<'a, str>>,
    /// Plain values in lists of this card.
    values: usize,
}

impl<'a> Measured<'a> {
    fn inside(&mut self, key: impl Into<Cow<'a, str>>, walk: impl FnOnce(&mut Self)) {
        self.place.push(key.into());
        walk(self);
        self.place.pop();
    }

    fn find(&mut self, code: &'static str, message: Saying) {
        if self.found.len() < FINDING_LIMIT {
            let pointer = rules_judge_engine::tree::join(self.place.iter().map(|key| Cow::Borrowed(&**key)));
            self.found.push(Found { code, message, nearest: None, pointer });
        }
    }

    fn card(&mut self, card: &'a Value) {
        self.values = 0;
        match card {
            Value::Object(fields) => {
                // The judge does not read the printed text.
                for (name, part) in fields.iter().filter(|(name, _)| *name != "text") {
                    self.inside(name, |measured| measured.part(part, ITEM_LIMIT));
                }
            }
            other => self.part(other, ITEM_LIMIT),
        }
        if self.values > WORD_LIMIT {
            self.find("too_many_words", finding_texts::values_of_card(WORD_LIMIT));
        }
    }

    fn part(&mut self, part: &'a Value, most: usize) {
        match part {
            Value::Array(items) => {
                let values = items.iter().filter(|item| !item.is_array() && !item.is_object()).count();
                self.values = self.values.saturating_add(values);
                if values > most {
                    self.find("too_many_items", finding_texts::values_of_list(most));
                }
                for (index, item) in items.iter().enumerate() {
                    self.inside(index.to_string(), |measured| measured.part(item, most));
                }
            }
            Value::Object(fields) => {
                for (name, part) in fields {
                    self.inside(name, |measured| measured.part(part, most));
                }
            }
            Value::String(text) if text.len() > TEXT_LIMIT && text.chars().count() > TEXT_LIMIT => {
                self.find("too_long_text", finding_texts::text_limit(TEXT_LIMIT));
            }
            _ => {}
        }
    }
}

/// A list in place of an object.
fn list<T: Serialize>(sent: &Value, data: &T) -> Option<Found> {
    let read = json::tree(data).ok()?;
    let place = crate::codec::json::list_for_object(sent, &read)?;
    Some(Found { code: "wrong_shape", message: detail::object_expected(), nearest: None, pointer: place })
}

fn unreadable<G: Registered>(pool: &Value, first: Misread) -> Vec<Found> {
    let mut found = Vec::new();
    let first =
        finding(there(pool, first.pointer), &first.error.to_string(), || mismatch::find::<G::PoolData>(pool));
    // A mistake outside of the cards is reported once; the rest of the pool does not matter to a card.
    if !first.pointer.starts_with("/cards/") {
        found.push(first.clone());
    }
    let mut readable: Vec<Readable> = Vec::new();
    if let (Some(cards), Some(shell)) = (pool.get("cards").and_then(Value::as_array), shell::<G>()) {
        for (index, card) in cards.iter().take(POOL_LIMIT).enumerate() {
            let mut alone = shell.clone();
            alone.insert("cards".to_owned(), Value::Array(vec![card.clone()]));
            let mut alone = Value::Object(alone);
            let mut mended = Vec::new();
            // Each mistake is replaced by an example, so that the next mistake of the card shows.
            for _ in 0..MISTAKES_OF_CARD {
                let Err(Misread { pointer, error }) = tree::read::<G::PoolData>(&alone) else {
                    let card = alone.pointer("/cards/0").cloned();
                    readable.extend(card.map(|card| Readable { index, card, mended: mended.clone() }));
                    break;
                };
                let place = match pointer.strip_prefix("/cards/0") {
                    Some(rest) => format!("/cards/{index}{rest}"),
                    None => pointer,
                };
                let wrong = mismatch::find::<G::PoolData>(&alone);
                // That pool has this card alone.
                let whole = || {
                    let mut found = wrong.clone()?;
                    if let [cards, at, ..] = found.path.as_mut_slice()
                        && cards == "cards"
                    {
                        *at = index.to_string();
                    }
                    Some(found)
                };
                let next = finding(there(pool, place), &error.to_string(), whole);
                mended.push(next.pointer.clone());
                if !found.contains(&next) {
                    found.push(next);
                }
                if found.len() >= FINDING_LIMIT || !wrong.is_some_and(|wrong| wrong.put_right(&mut alone)) {
                    break;
                }
            }
            if found.len() >= FINDING_LIMIT {
                break;
            }
        }
        found.extend(meanings::<G>(pool, shell, &readable));
    }
    if found.is_empty() {
        found.push(first);
    }
    found
}

/// A card that can be read, perhaps after mistakes in it were replaced by examples.
struct Readable {
    /// Its index in the pool.
    index: usize,
    /// The card.
    card: Value,
    /// Where the mistakes were, as pointers into the pool.
    mended: Vec<String>,
}

/// The lists of a card whose members mean the same whatever stands in the others.
const ABILITIES: [&str; 2] = ["abilities", "skills"];
/// What is found of a card because of its other abilities, or of other cards.
const OF_OTHERS: [&str; 4] = ["id_twice", "never_effective", "no_base", "not_declared"];

impl Readable {
    /// Whether a finding of this card says nothing of the examples in it, nor of what they took away.
    fn is_meant(&self, pointer: &str) -> bool {
        self.mended.iter().all(|place| {
            ability_of(place).is_some_and(|mended| {
                ability_of(pointer).is_some_and(|found| found != mended) || is_fact(pointer)
            })
        })
    }
}

/// The ability that a pointer into a pool lies in: the name of the list and the index.
fn ability_of(pointer: &str) -> Option<(&str, &str)> {
    let mut keys = pointer.strip_prefix("/cards/")?.split('/').skip(1);
    let list = keys.next().filter(|list| ABILITIES.contains(list))?;
    Some((list, keys.next()?))
}

/// Whether a pointer into a pool lies in a card, outside of its abilities.
fn is_fact(pointer: &str) -> bool {
    let field = pointer.strip_prefix("/cards/").and_then(|place| place.split('/').nth(1));
    field.is_some_and(|field| !ABILITIES.contains(&field))
}

/// What the readable cards of an unreadable pool say wrongly, so that it is known in the same run.
fn meanings<G: Registered>(pool: &Value, mut shell: Map<String, Value>, readable: &[Readable]) -> Vec<Found> {
    shell.retain(|name, _| ["game", "name", "cards"].contains(&name.as_str()));
    shell.extend(pool.get("declares").map(|declares| ("declares".to_owned(), declares.clone())));
    let cards = readable.iter().map(|each| each.card.clone()).collect();
    shell.insert("cards".to_owned(), Value::Array(cards));
    // Where the declared words cannot be read, what the cards mean is not known.
    let Ok(data) = tree::read::<G::PoolData>(&Value::Object(shell)) else { return Vec::new() };
    let Err(findings) = G::compile(&data) else { return Vec::new() };
    let of_cards = findings.into_iter().filter(|finding| !OF_OTHERS.contains(&finding.code));
    let placed = of_cards.filter_map(|mut finding| {
        let (place, rest) = match finding.pointer.strip_prefix("/cards/")?.split_once('/') {
            Some((place, rest)) => (place, format!("/{rest}")),
            None => (finding.pointer.strip_prefix("/cards/")?, String::new()),
        };
        let card = readable.get(place.parse::<usize>().ok()?)?;
        finding.pointer = format!("/cards/{}{rest}", card.index);
        card.is_meant(&finding.pointer).then(|| found(pool, finding))
    });
    placed.collect()
}

/// The bundled pool without its cards, into which a card is put to be read alone.
fn shell<G: Registered>() -> Option<Map<String, Value>> {
    let mut shell: Map<String, Value> = serde_json::from_str(G::INFO.demo_pool).ok()?;
    shell.insert("cards".to_owned(), Value::Array(Vec::new()));
    Some(shell)
}

/// The innermost existing place on the way to `place`: a word in short form has no places inside.
fn there(pool: &Value, mut place: String) -> String {
    while pool.pointer(&place).is_none()
        && let Some(above) = place.rfind('/')
    {
        place.truncate(above);
    }
    place
}

/// Turns a reading error into a finding in words of the pool: an unknown word with the known ones and the
/// nearest. `mismatch` finds what else the schema expects, and where.
fn finding(mut pointer: String, message: &str, mismatch: impl FnOnce() -> Option<Mismatch>) -> Found {
    let mut words = message.split('`').skip(1).step_by(2);
    let named = words.next().unwrap_or_default();
    let known: Vec<&str> = words.collect();
    let is_unknown = message.starts_with("unknown");
    let near = is_unknown.then(|| nearest(named, known.iter().copied())).flatten();
    let (code, message) = match message {
        text if text.starts_with("unknown variant") => {
            ("unknown_word", finding_texts::unknown_word(named, &known))
        }
        text if text.starts_with("unknown field") => {
            ("unknown_field", finding_texts::unknown_field(named, &known))
        }
        text if text.starts_with("missing field") => {
            let missing = mismatch().filter(|found| found.is_missing(named));
            (
                "missing_field",
                missing.map_or_else(|| finding_texts::missing_field(named), |found| found.saying()),
            )
        }
        _ => match mismatch() {
            Some(found) => {
                pointer =
                    rules_judge_engine::tree::join(found.path.iter().map(|key| Cow::Borrowed(key.as_str())));
                ("wrong_shape", found.saying())
            }
            None => ("wrong_shape", detail::unreadable()),
        },
    };
    Found { code, message, nearest: near, pointer }
}
