//! The facts of the cards of a game, for searches: which there are, what they are called, and what a card
//! says of each.
//!
//! Which facts there are, the schema of the game's pools says: every plain field of a card and of a record in
//! it, and the keywords among its abilities. `board.json` adds what people call them and their values.

use std::collections::{BTreeMap, BTreeSet};

use rules_judge_engine::abilities::lint::nearest;
use rules_judge_engine::games::Registered;
use serde_json::Value;

use super::query::{Compared, Sign, fault};
use crate::answer::{Fault, FaultCode, Language, detail};
use crate::catalog::board::{Board, BoardText};
use crate::catalog::read_back::{CARD, Node, ReadBack, fields};
use crate::catalog::search::folded;
use crate::codec::described;

/// How many fields inside each other name a fact.
const STEPS: usize = 2;
/// How every vocabulary calls keywords.
const KEYWORDS: [&str; 2] = ["keyword", "keywords"];
/// The same in Chinese.
const KEYWORDS_IN_CHINESE: [&str; 4] = ["關鍵字", "關鍵詞", "关键字", "关键词"];
/// The fields that are searched as texts.
const TEXTS: [&str; 3] = ["id", "name", "text"];

/// What a comparison reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Subject {
    /// Its id and the codes of its printings.
    Codes,
    /// Its names in every language.
    Names,
    /// What its abilities say in every language, and what is printed.
    Texts,
    /// Any of these facts, by their places.
    Facts(Vec<usize>),
}

/// A fact that cards of a game may have.
#[derive(Debug)]
struct Fact {
    /// The fields that lead to it.
    steps: Vec<String>,
    /// What it is called besides its path, in the form of [`named`].
    names: BTreeSet<String>,
    /// What people call its values.
    values: BTreeMap<String, Vec<String>>,
}

/// One value of a fact on a card.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Said {
    pub(super) number: Option<i64>,
    /// Its words, in the form of [`worded`].
    pub(super) words: BTreeSet<String>,
}

/// The facts of a game.
#[derive(Debug)]
pub(super) struct Facts {
    facts: Vec<Fact>,
    /// The names that a fault lists.
    known: BTreeSet<String>,
}

/// A name of a fact, however it is written: `Hit points`, `hit_points`; `family`, `families`.
fn named(name: &str) -> String {
    let name: String = folded(name).chars().filter(|letter| !matches!(letter, ' ' | '_')).collect();
    match name.strip_suffix("ies") {
        Some(stem) => format!("{stem}y"),
        None => name.strip_suffix('s').unwrap_or(&name).to_owned(),
    }
}

/// A value, however it is written: `long_range`, `Long range`; `【遠程】`, `遠程`.
pub(super) fn worded(value: &str) -> String {
    let letter = |letter: char| match letter {
        '_' => Some(' '),
        '【' | '】' | '《' | '》' | '「' | '」' => None,
        other => Some(other),
    };
    folded(value).chars().filter_map(letter).collect::<String>().trim().to_owned()
}

fn languages(text: &BoardText) -> [&str; 3] {
    let BoardText { en, zh_hans, zh_hant } = text;
    [en, zh_hans, zh_hant]
}

/// Collects the paths of facts out of a schema.
struct Paths<'s> {
    types: &'s Value,
    /// The fields that are read back as abilities.
    abilities: Vec<String>,
    found: Vec<Vec<String>>,
}

impl Paths<'_> {
    fn found(&mut self, path: &[&str]) {
        self.found.push(path.iter().map(|step| (*step).to_owned()).collect());
    }

    /// `left`: how many references are followed.
    fn walk(&mut self, schema: &Value, path: &[&str], left: usize) {
        let Some(left) = left.checked_sub(1) else { return };
        if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
            let name = name.rsplit('/').next().unwrap_or(name);
            if let Some(found) = self.types.get(name) {
                self.walk(found, path, left);
            }
            return;
        }
        let is_keyword = path.last().is_some_and(|last| KEYWORDS.contains(last));
        let is_ability = !is_keyword && self.abilities.contains(&format!("/{}", path.join("/")));
        let branches = schema.get("oneOf").or_else(|| schema.get("anyOf")).and_then(Value::as_array);
        if let Some(branches) = branches {
            let is_null = |branch: &&Value| branch.get("type").and_then(Value::as_str) == Some("null");
            let branches: Vec<&Value> = branches.iter().filter(|branch| !is_null(branch)).collect();
            if let [only] = branches.as_slice() {
                return self.walk(only, path, left);
            }
            if !is_ability && (is_keyword || branches.iter().any(|branch| is_plain(branch, self.types))) {
                return self.found(path);
            }
            // A keyword among abilities.
            let words = branches.iter().filter_map(|branch| branch.get("properties")?.as_object());
            for word in words.flat_map(|fields| fields.keys()).filter(|key| KEYWORDS.contains(&key.as_str()))
            {
                let path: Vec<&str> = path.iter().copied().chain([word.as_str()]).collect();
                self.found(&path);
            }
            return;
        }
        if let Some(items) = schema.get("items") {
            return self.walk(items, path, left);
        }
        if let Some(fields) = schema.get("properties").and_then(Value::as_object) {
            if path.len() < STEPS && !is_ability {
                for (field, inner) in fields.iter().filter(|(field, _)| !TEXTS.contains(&field.as_str())) {
                    let path: Vec<&str> = path.iter().copied().chain([field.as_str()]).collect();
                    self.walk(inner, &path, left);
                }
            }
            return;
        }
        if !is_ability && is_plain(schema, self.types) {
            self.found(path);
        }
    }
}

/// Whether a schema is that of a number, a word, or yes and no.
fn is_plain(schema: &Value, types: &Value) -> bool {
    if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
        let found = types.get(name.rsplit('/').next().unwrap_or(name));
        return found.is_some_and(|found| found.get("$ref").is_none() && is_plain(found, types));
    }
    let is = |kind: &Value| matches!(kind.as_str(), Some("boolean" | "integer" | "string"));
    schema.get("const").is_some()
        || schema.get("enum").is_some()
        || match schema.get("type") {
            Some(Value::Array(kinds)) => kinds.iter().any(is),
            Some(kind) => is(kind),
            None => false,
        }
}

impl Facts {
    /// Those of a game.
    ///
    /// # Errors
    /// The board of the game cannot be read, which a test makes sure of.
    pub(super) fn of<G: Registered>() -> Result<Facts, Fault> {
        let board: Board = serde_json::from_str(G::INFO.board)
            .map_err(|_| Fault::new(FaultCode::Internal, "The board of this game cannot be read."))?;
        let schema = described::schema::<G::PoolData>();
        let types = schema.get("$defs").unwrap_or(&Value::Null);
        let mut paths = Paths { types, abilities: fields::<G>(Language::English), found: Vec::new() };
        if let Some(card) = types.get(CARD) {
            paths.walk(card, &[], 64);
        }
        let fact = |steps: Vec<String>| {
            let last = steps.last().map(String::as_str).unwrap_or_default();
            let mut names = BTreeSet::from([named(last)]);
            if KEYWORDS.contains(&last) {
                names.extend(KEYWORDS_IN_CHINESE.map(named));
            }
            Fact { steps, names, values: BTreeMap::new() }
        };
        let mut facts: Vec<Fact> = paths.found.into_iter().map(fact).collect();
        let mut known: BTreeSet<String> = TEXTS.map(str::to_owned).into();
        known.extend(facts.iter().filter_map(|fact| fact.steps.last().cloned()));
        for shown in &board.facts {
            let steps: Vec<String> = shown.path.split('.').map(str::to_owned).collect();
            let place = facts.iter().position(|fact| fact.steps == steps).unwrap_or_else(|| {
                facts.push(Fact { steps, names: BTreeSet::new(), values: BTreeMap::new() });
                facts.len() - 1
            });
            let Some(fact) = facts.get_mut(place) else { continue };
            if let Some(name) = &shown.name {
                fact.names.extend(languages(name).map(named));
                known.insert(name.en.to_lowercase().replace(' ', "_"));
            }
            for (value, texts) in &shown.values {
                fact.values.insert(value.clone(), languages(texts).map(worded).to_vec());
            }
        }
        Ok(Facts { facts, known })
    }

    /// What a comparison is about.
    ///
    /// # Errors
    /// `BadQuery`: cards of the game have no fact of this name; or its value has to be a number.
    pub(super) fn subject(&self, at: usize, of: &Compared, value: &str) -> Result<Subject, Fault> {
        let name = named(&of.name);
        let is_number = matches!(of.sign, Sign::Below | Sign::AtMost | Sign::Above | Sign::AtLeast);
        let subject = match name.as_str() {
            "id" | "編號" | "编号" => Subject::Codes,
            "name" | "卡名" | "名稱" | "名称" => Subject::Names,
            "text" | "文字" | "效果" => Subject::Texts,
            _ => {
                let all = || self.facts.iter().enumerate();
                let path = |fact: &Fact| named(&fact.steps.join("."));
                let exactly: Vec<usize> =
                    all().filter(|(_, fact)| path(fact) == name).map(|(place, _)| place).collect();
                let by_name =
                    || all().filter(|(_, fact)| fact.names.contains(&name)).map(|(place, _)| place).collect();
                Subject::Facts(if exactly.is_empty() { by_name() } else { exactly })
            }
        };
        let Subject::Facts(facts) = &subject else {
            return if is_number {
                Err(fault(at, detail::search_no_number(&of.name, at)))
            } else {
                Ok(subject)
            };
        };
        if facts.is_empty() {
            let known: Vec<&str> = self.known.iter().map(String::as_str).collect();
            let near = nearest(&of.name.to_lowercase(), known.iter().copied());
            return Err(fault(at, detail::search_no_fact(&of.name, at, &known.join(", "))).near(near));
        }
        if is_number && value.parse::<i64>().is_err() {
            return Err(fault(at, detail::search_needs_number(&of.name, at)));
        }
        Ok(subject)
    }

    pub(super) fn len(&self) -> usize {
        self.facts.len()
    }

    /// Adds what a card says of each fact, in the language of the reader, to what was said before.
    pub(super) fn read<'v>(&self, reader: &ReadBack<'v>, card: &'v Value, said: &mut [Vec<Said>]) {
        for (fact, said) in self.facts.iter().zip(said) {
            for (nth, node) in fact.nodes(reader, card).into_iter().enumerate() {
                if said.len() <= nth {
                    said.push(Said::default());
                }
                if let Some(said) = said.get_mut(nth) {
                    fact.value(reader, node, said);
                }
            }
        }
    }
}

impl Fact {
    /// The values that stand at the path, through lists.
    fn nodes<'v>(&self, reader: &ReadBack<'v>, card: &'v Value) -> Vec<Node<'v>> {
        let mut nodes: Vec<Node<'v>> = reader.card_node(card).into_iter().collect();
        for step in &self.steps {
            let mut inner = Vec::new();
            for node in nodes {
                match node.value.as_array() {
                    Some(members) if step.bytes().all(|byte| byte.is_ascii_digit()) => {
                        inner.extend(reader.members(node, members).nth(step.parse().unwrap_or(usize::MAX)));
                    }
                    Some(members) => {
                        let members = reader.members(node, members);
                        inner.extend(members.filter_map(|member| reader.field(member, step)));
                    }
                    None => inner.extend(reader.field(node, step)),
                }
            }
            nodes = inner;
        }
        let spread = |node: Node<'v>| match node.value.as_array() {
            Some(members) => reader.members(node, members).collect(),
            None => vec![node],
        };
        nodes.into_iter().flat_map(spread).filter(|node| !node.value.is_null()).collect()
    }

    fn value(&self, reader: &ReadBack<'_>, node: Node<'_>, said: &mut Said) {
        let mut words = |word: &str| {
            said.words.insert(worded(word));
            said.words.extend(self.values.get(word).into_iter().flatten().cloned());
        };
        match node.value {
            Value::Number(number) => said.number = number.as_i64(),
            Value::Bool(flag) => words(if *flag { "true" } else { "false" }),
            Value::String(word) => {
                words(word);
                reader.names_of(word).for_each(words);
            }
            Value::Object(fields) => match reader.word(node) {
                Some((word, held)) => {
                    words(word);
                    said.number = held.and_then(|held| held.value.as_i64());
                }
                // Of a record each field that says something, and the words in them.
                None => {
                    for (field, held) in fields {
                        match held {
                            Value::String(word) => words(word),
                            Value::Object(inner) => inner.keys().for_each(|word| words(word)),
                            Value::Bool(true) => words(field),
                            Value::Number(number) if number.as_i64() != Some(0) => words(field),
                            _ => {}
                        }
                    }
                }
            },
            Value::Array(_) | Value::Null => {}
        }
        if matches!(node.value, Value::String(_) | Value::Object(_))
            && let Some(text) = reader.node(node, "", 0).filter(|text| !text.contains('⟨'))
        {
            said.words.insert(worded(&text));
        }
        said.words.remove("");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values_are_read_however_they_are_written() {
        for (one, other) in
            [("family", "Families"), ("color", "colors"), ("Hit points", "hit_points"), ("ＣＯＳＴ", "cost")]
        {
            assert_eq!(named(one), named(other));
        }
        for (one, other) in
            [("long_range", "Long range"), ("【遠程】", "遠程"), ("《Royal Navy》", "royal_navy")]
        {
            assert_eq!(worded(one), worded(other));
        }
        assert_ne!(named("cost"), named("color"));
    }
}
