//! Checks a card pool, and writes it in its shortest form.

use std::collections::{BTreeMap, BTreeSet};

use rules_judge_engine::games::{Registered, Visit};
use rules_judge_engine::writer;
use serde_json::{Map, Value, json};

use crate::answer::{Fault, FaultCode, Language};
use crate::catalog::cards::cards;
use crate::catalog::lint::{self, FindingAnswer, Found};
use crate::catalog::read_back;
use crate::codec::format;
use crate::codec::json::{self, Limits};
use crate::codec::layout::one_member_a_line;
use crate::judging::Judge;

impl Judge {
    /// Checks a card pool: `{"findings": [{"code", "message", "nearest", "pointer"}], "warnings": […]}`, with
    /// messages in a language; no pool is refused for a warning.
    ///
    /// # Errors
    /// A fault, if the pool cannot be read at all.
    pub fn lint_pool(&self, body: &[u8], language: Language) -> Result<Value, Fault> {
        struct LintPool<'a>(&'a [u8], Language);

        impl Visit for LintPool<'_> {
            type Out = Result<Value, Fault>;

            fn visit<G: Registered>(self) -> Self::Out {
                let value: Value = json::read(self.0, &Limits::default())?;
                let findings = lint::findings::<G>(&value);
                let warnings = lint::warnings::<G>(&value, !findings.is_empty());
                let answers = |found: &[Found]| -> Vec<FindingAnswer> {
                    found.iter().map(|found| found.answer(self.1)).collect()
                };
                Ok(json!({ "findings": answers(&findings), "warnings": answers(&warnings) }))
            }
        }

        self.dispatch(&format::game_of(body)?, LintPool(body, language))?
    }

    /// The canonical form of a pool, for people to read: each word in its shortest form, and no default
    /// values.
    ///
    /// # Errors
    /// The pool cannot be read.
    pub fn fix_pool(&self, body: &[u8]) -> Result<String, Fault> {
        struct FixPool<'a>(&'a [u8]);

        impl Visit for FixPool<'_> {
            type Out = Result<String, Fault>;

            fn visit<G: Registered>(self) -> Self::Out {
                let value: Value = json::read(self.0, &Limits::default())?;
                let data: G::PoolData = format::part(value, "")?;
                let text = writer::write(&data).map_err(|error| Fault::unwritten(&error))?;
                Ok(String::from_utf8_lossy(&one_member_a_line(text.as_bytes(), usize::MAX)).into_owned())
            }
        }

        self.dispatch(&format::game_of(body)?, FixPool(body))?
    }

    /// A pool to begin with: of every kind of card the shortest invented one, if there is one with an
    /// ability, with an id and a name to be replaced, and the words that these cards declare.
    ///
    /// # Errors
    /// There is no such game.
    pub fn new_pool(&self, game: &str) -> Result<String, Fault> {
        struct NewPool;

        impl Visit for NewPool {
            type Out = Result<Value, Fault>;

            fn visit<G: Registered>(self) -> Self::Out {
                let demo: Value = serde_json::from_str(G::INFO.demo_pool)
                    .map_err(|error| Fault::new(FaultCode::Internal, error.to_string()))?;
                // Cards with an ability come first, then shorter ones.
                let mut shortest: BTreeMap<Vec<&str>, ((bool, usize), Map<String, Value>)> = BTreeMap::new();
                for (_, card) in cards(&demo) {
                    let Some(fields) = card.as_object() else { continue };
                    let is_plain = read_back::card::<G>(card, &demo, Language::English).is_empty();
                    let rank = (is_plain, card.to_string().len());
                    if shortest.get(&kind(fields)).is_none_or(|(other, _)| rank < *other) {
                        shortest.insert(kind(fields), (rank, fields.clone()));
                    }
                }
                let mut new = Vec::new();
                for (number, (_, mut card)) in (1..).zip(shortest.into_values()) {
                    card.remove("text");
                    card.insert("id".to_owned(), format!("my-{number:02}").into());
                    let names = [
                        (Language::English, format!("New card {number}")),
                        (Language::TraditionalChinese, format!("新卡{number}")),
                        (Language::SimplifiedChinese, format!("新卡{number}")),
                    ];
                    let names = names.map(|(language, name)| (language.tag().to_owned(), name.into()));
                    card.insert("name".to_owned(), Value::Object(names.into_iter().collect()));
                    new.push(Value::Object(card));
                }
                let mut pool = json!({ "game": G::INFO.id, "name": "my-cards", "cards": new });
                pool["declares"] = declared(&demo, &pool);
                Ok(pool)
            }
        }

        let pool = self.about(game, NewPool)??;
        self.fix_pool(pool.to_string().as_bytes())
    }
}

/// The kind of a card: what it says of it, or else the names of its parts.
fn kind(card: &Map<String, Value>) -> Vec<&str> {
    match card.get("kind").and_then(Value::as_str) {
        Some(kind) => vec![kind],
        None => {
            let parts = card.iter().filter(|(name, part)| part.is_object() && *name != "name");
            parts.map(|(name, _)| name.as_str()).collect()
        }
    }
}

/// What a pool declares of the words that these cards use.
fn declared(pool: &Value, cards: &Value) -> Value {
    fn words<'v>(value: &'v Value, all: &mut BTreeSet<&'v str>) {
        match value {
            Value::String(word) => {
                all.insert(word);
            }
            Value::Array(items) => items.iter().for_each(|item| words(item, all)),
            Value::Object(fields) => fields.values().for_each(|field| words(field, all)),
            _ => {}
        }
    }
    let mut used = BTreeSet::new();
    words(cards, &mut used);
    let lists = pool.get("declares").and_then(Value::as_object).into_iter().flatten();
    let lists = lists.filter_map(|(name, list)| {
        let words =
            list.as_array()?.iter().filter(|word| word.as_str().is_some_and(|word| used.contains(word)));
        let words: Vec<Value> = words.cloned().collect();
        (!words.is_empty()).then(|| (name.clone(), Value::Array(words)))
    });
    Value::Object(lists.collect())
}
