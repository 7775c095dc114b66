//! The words of the language of a game's cards, with their phrases; words that lack one.

use std::collections::{BTreeMap, BTreeSet};

use rules_judge_engine::games::Registered;
use serde_json::Value;

use super::{CARD, Node, Phrase, Phrases, ReadBack, UNNAMED, is_variant, target};
use crate::answer::Language;
use crate::codec::described;

/// The words of a vocabulary without a phrase in a language, as type and word.
pub fn words_without_phrase<G: Registered>(language: Language) -> Vec<(String, String)> {
    let (schema, phrases) = (described::schema::<G::PoolData>(), Phrases::of::<G>(language));
    let Some(types) = schema.get("$defs") else { return Vec::new() };
    let name = |_: &str, _: &str| None;
    let (phrases, names, lists) = (&phrases.rows, &phrases.names, G::INFO.ability_lists);
    let reader = ReadBack { types, phrases, names, name: &name, lists, ability: None, said: None };
    reader.words_without_phrase()
}

/// A word of a vocabulary, with its phrase.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Word {
    /// The type of the schema.
    pub of: String,
    /// The word; `-`: the type has no alternatives.
    pub word: String,
    /// Its meaning.
    pub meaning: String,
    /// Its phrase without conditions, as a template; without one, the phrase of its content.
    pub phrase: String,
}

/// Every word of the language of a game's cards, ordered by type and word.
pub fn words<G: Registered>(language: Language) -> Vec<Word> {
    let (schema, phrases) = (described::schema::<G::PoolData>(), Phrases::of::<G>(language));
    let Some(types) = schema.get("$defs") else { return Vec::new() };
    let name = |_: &str, _: &str| None;
    let (phrases, names, lists) = (&phrases.rows, &phrases.names, G::INFO.ability_lists);
    let reader = ReadBack { types, phrases, names, name: &name, lists, ability: None, said: None };
    let word_of = |(of, word): (&str, SchemaWord<'_>)| {
        let of_held =
            word.held.and_then(|held| reader.phrase(held, "-").or_else(|| reader.phrase(held, "#")));
        let described = |schema: &Value| schema.get("description").and_then(Value::as_str).map(str::to_owned);
        let meaning =
            described(word.schema).or_else(|| described(word.schema.get("properties")?.get(word.word)?));
        let by_stand_in = || {
            let node = Node { of, schema: word.schema, value: &Value::from(word.word) };
            reader.stand_in(of).and_then(|_| reader.node(node, "", 0))
        };
        let phrase = reader.phrase(of, word.word).map(str::to_owned).or_else(by_stand_in);
        Word {
            of: of.to_owned(),
            word: word.word.to_owned(),
            meaning: meaning.unwrap_or_default(),
            phrase: phrase.unwrap_or_else(|| of_held.unwrap_or("{it}").to_owned()),
        }
    };
    let mut words: Vec<Word> = reader.words().into_iter().map(word_of).collect();
    words.sort();
    words.dedup();
    words
}

/// A word of a type, with the type of its content, and its schema.
struct SchemaWord<'a> {
    word: &'a str,
    held: Option<&'a str>,
    schema: &'a Value,
}

impl<'a> ReadBack<'a> {
    /// Every word of the language of cards, with its type.
    fn words(&self) -> Vec<(&'a str, SchemaWord<'a>)> {
        let (mut words, mut seen, mut next) = (Vec::new(), BTreeSet::new(), Vec::new());
        let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
        for row in self.rows("card", CARD) {
            let mut schema = self.types.get(CARD);
            for step in row.when.split('.') {
                let of = schema.and_then(target).and_then(|of| self.types.get(of));
                schema = of.or(schema).and_then(|schema| schema.get("properties")?.get(step));
            }
            next.extend(schema.into_iter().flat_map(references));
        }
        while let Some(of) = next.pop() {
            *uses.entry(of).or_default() += 1;
            if let Some(schema) = self.types.get(of).filter(|_| seen.insert(of)) {
                next.extend(references(schema));
                let mut of_type = Vec::new();
                self.words_of(of, schema, &mut of_type);
                words.extend(of_type.into_iter().map(|word| (of, word)));
            }
        }
        // Parameters that are only read as parts of the phrases of words that hold them are no words.
        for (of, word) in &words {
            let rows = self.own_rows(of, word.word);
            let is_in_parts = !rows.is_empty() && rows.iter().all(|row| !row.text.contains("{it"));
            if let Some(uses) = word.held.filter(|_| is_in_parts).and_then(|held| uses.get_mut(held)) {
                *uses = uses.saturating_sub(1);
            }
        }
        words.retain(|(of, word)| {
            word.word != "-" || self.has_phrase(of, "-") || uses.get(of).is_none_or(|uses| *uses > 0)
        });
        words
    }

    fn has_phrase(&self, of: &str, word: &str) -> bool {
        self.rows(of, word).first().is_some() || self.phrase(of, word).is_some()
    }

    /// The last phrase of a word, which has the fewest conditions; of a word with several roles, that of the
    /// first role.
    fn phrase(&self, of: &str, word: &str) -> Option<&'a str> {
        let is_role = |row: &&Phrase<'_>| row.of.split(':').next() == Some(of) && row.word == word;
        let first = self.phrases.iter().find(is_role)?;
        Some(self.rows(first.of, word).last()?.text)
    }

    fn words_without_phrase(&self) -> Vec<(String, String)> {
        let missing = self.words().into_iter().filter(|(of, word)| {
            let held_has_phrase = |held: &str| {
                ["-", "#"].into_iter().any(|role| self.has_phrase(held, role))
                    || self.types.get(held).is_some_and(|held| held.get("oneOf").is_some())
            };
            !self.has_phrase(of, word.word) && !word.held.is_some_and(held_has_phrase)
        });
        missing.map(|(of, word)| (of.to_owned(), word.word.to_owned())).collect()
    }

    fn words_of(&self, of: &str, schema: &'a Value, words: &mut Vec<SchemaWord<'a>>) {
        let branches = ["oneOf", "anyOf"].into_iter().filter_map(|key| schema.get(key)?.as_array());
        branches.flatten().for_each(|branch| self.words_of(of, branch, words));
        let enumerated = schema.get("enum").and_then(Value::as_array).into_iter().flatten();
        let plain = schema.get("const").into_iter().chain(enumerated).filter_map(Value::as_str);
        words.extend(plain.map(|word| SchemaWord { word, held: None, schema }));
        let properties = schema.get("properties").and_then(Value::as_object);
        match properties.and_then(|properties| properties.iter().next()) {
            Some((word, held)) if is_variant(schema) && !self.is_type(of, schema) => {
                words.push(SchemaWord { word, held: Some(target(held).unwrap_or(UNNAMED)), schema });
            }
            Some(_) => words.push(SchemaWord { word: "-", held: None, schema }),
            None => {
                words.extend(schema.get("prefixItems").map(|_| SchemaWord { word: "-", held: None, schema }))
            }
        }
    }
}

/// All types that a schema refers to.
fn references(schema: &Value) -> Vec<&str> {
    match schema {
        Value::Object(fields) => fields
            .iter()
            .flat_map(|(key, inner)| match inner.as_str().filter(|_| key == "$ref") {
                Some(name) => name.rsplit('/').next().into_iter().collect(),
                None => references(inner),
            })
            .collect(),
        Value::Array(list) => list.iter().flat_map(references).collect(),
        _ => Vec::new(),
    }
}
