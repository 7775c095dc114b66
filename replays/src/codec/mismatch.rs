//! Explains why a value does not fit its type, in plain words: the first place where it differs from the
//! schema, what the schema expects there, and an example.
//!
//! `serde` reports faults in terms of Rust types, which callers do not know. They know the fields, so a
//! refused value is compared with the schema of its type.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use regex_lite::Regex;
use rules_judge_engine::schema::Described;
use rules_judge_engine::texts::Saying;
use rules_judge_engine::tree::join;
use serde_json::{Map, Value, json};

use crate::answer::detail::{self, Detail};
use crate::answer::{Fault, FaultCode, Language};
use crate::codec::described;
use crate::codec::json::shorten;
use crate::codec::nearest_words::{Known, nearest_words};

/// The longest value, and the longest example, that a detail repeats.
const LONGEST_SENT: usize = 60;
const LONGEST_EXAMPLE: usize = 160;
/// At most so many alternatives are described one by one.
const FEW: usize = 3;
/// The longest list of names in a detail, in characters.
const LONGEST_NAMES: usize = 240;
/// The most comparisons of a value with a schema; a mismatch that they do not find is left out.
const MOST_LOOKS: u32 = 250_000;
/// The depth of examples; deeper values are empty.
const DEEPEST_EXAMPLE: usize = 6;
/// The card number of examples, which a reader does not take for a seat or a count.
const CARD: u64 = 12;

/// A place where a value differs from its schema, and what the schema expects there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// The keys and indices from the value to the place.
    pub path: Vec<String>,
    /// The kind of the mismatch.
    pub wrong: Wrong,
    /// An example of a right value; `None` for an unknown field.
    pub example: Option<Value>,
}

/// The kind of a mismatch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wrong {
    /// The schema expects another value.
    Other {
        /// A description of what the schema expects.
        expected: Detail,
        /// The sent value.
        sent: Value,
        /// The accepted words that are nearest to the one sent.
        near: Vec<String>,
    },
    /// A field is missing.
    Missing {
        /// The field.
        field: String,
        /// A description of what the schema expects there.
        expected: Detail,
    },
    /// There is no such field.
    Unknown {
        /// The fields of the object.
        fields: Vec<String>,
    },
}

impl Mismatch {
    /// Whether this field is missing.
    pub(crate) fn is_missing(&self, name: &str) -> bool {
        matches!(&self.wrong, Wrong::Missing { field, .. } if field == name)
    }

    /// Replaces the wrong value by the example, so that the next mismatch can be found; `false`: there is no
    /// example.
    pub(crate) fn put_right(&self, value: &mut Value) -> bool {
        let pointer = |path: &[String]| join(path.iter().map(|part| Cow::Borrowed(part.as_str())));
        match (&self.wrong, self.path.split_last()) {
            (Wrong::Unknown { .. }, Some((name, above))) => {
                let fields = value.pointer_mut(&pointer(above)).and_then(Value::as_object_mut);
                fields.is_some_and(|fields| fields.remove(name).is_some())
            }
            (Wrong::Missing { field, .. }, _) => {
                let fields = value.pointer_mut(&pointer(&self.path)).and_then(Value::as_object_mut);
                let (Some(fields), Some(example)) = (fields, &self.example) else { return false };
                fields.insert(field.clone(), example.clone()).is_none()
            }
            (Wrong::Other { sent, .. }, _) => {
                let (Some(there), Some(example)) = (value.pointer_mut(&pointer(&self.path)), &self.example)
                else {
                    return false;
                };
                *there = example.clone();
                example != sent
            }
            (Wrong::Unknown { .. }, None) => false,
        }
    }

    /// The sentence about the mismatch.
    pub fn detail(&self) -> Detail {
        self.saying().into()
    }

    /// The sentence in every language.
    pub fn saying(&self) -> Saying {
        let languages = [Language::English, Language::TraditionalChinese, Language::SimplifiedChinese];
        Saying::new(languages.map(|language| self.detail_in(language)))
    }

    /// The sentence in one language.
    pub fn detail_in(&self, language: Language) -> String {
        let said = |text: Detail| text.into_text(language);
        let field = self.path.iter().rev().find(|part| part.parse::<usize>().is_err());
        let field = field.map(|field| said(detail::in_field(&shorten(field, LONGEST_SENT))));
        let example = self.example.as_ref().map(|example| said(detail::for_example(&example.to_string())));
        let (field, example) = (field.unwrap_or_default(), example.unwrap_or_default());
        match &self.wrong {
            Wrong::Other { expected, sent, near } => {
                let (expected, sent) = (expected.text(language), shorten(&sent.to_string(), LONGEST_SENT));
                let near = near.iter().map(|word| Value::from(word.as_str()).to_string());
                let near = near.collect::<Vec<String>>().join(", ");
                field
                    + &said(match near.as_str() {
                        "" => detail::wrong_value(expected, &example, &sent),
                        near => detail::wrong_value_near(expected, &sent, near),
                    })
            }
            Wrong::Missing { field, expected } => {
                said(detail::missing_value(field, expected.text(language), &example))
            }
            Wrong::Unknown { fields } if fields.is_empty() => field + &said(detail::no_fields()),
            Wrong::Unknown { fields } => {
                field + &said(detail::fields_are(&shorten(&fields.join(", "), LONGEST_NAMES)))
            }
        }
    }

    /// The fault, with its pointer below `place`.
    pub(crate) fn fault(&self, place: &str) -> Fault {
        let below = join(self.path.iter().map(|part| Cow::Borrowed(part.as_str())));
        let fault = Fault::new(FaultCode::WrongShape, self.detail()).at(format!("{place}{below}"));
        match &self.wrong {
            Wrong::Other { near, .. } => fault.near(near),
            Wrong::Missing { .. } | Wrong::Unknown { .. } => fault,
        }
    }
}

/// The first mismatch of a value with the schema of `T`; `None`: the schema shows none.
pub fn find<T: Described + ?Sized>(value: &Value) -> Option<Mismatch> {
    let (root, looks, patterns) = (described::schema::<T>(), Cell::new(0), RefCell::default());
    Schema { root: &root, of: &root, looks: &looks, patterns: &patterns }.find(value, &mut Vec::new())
}

/// A schema, with the root that has its definitions.
#[derive(Clone, Copy)]
struct Schema<'s> {
    root: &'s Value,
    of: &'s Value,
    /// The number of comparisons so far.
    looks: &'s Cell<u32>,
    /// The regular expressions so far, by their source; `None` for one that cannot be read.
    patterns: &'s RefCell<BTreeMap<&'s str, Option<Regex>>>,
}

impl<'s> Schema<'s> {
    fn with(self, of: &'s Value) -> Schema<'s> {
        Schema { of, ..self }
    }

    /// The definition that the schema refers to, with its name.
    fn resolved(self) -> (Option<&'s str>, Schema<'s>) {
        let reference = self.of.get("$ref").and_then(Value::as_str);
        let name = reference.and_then(|reference| reference.strip_prefix("#/$defs/"));
        let of = name.and_then(|name| self.root.get("$defs")?.get(name));
        of.map_or((None, self), |of| (name, self.with(of)))
    }

    fn list(self, key: &str) -> &'s [Value] {
        self.of.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    /// The alternatives of a union, references unresolved.
    fn alternatives(self) -> Vec<Schema<'s>> {
        self.list("oneOf").iter().chain(self.list("anyOf")).map(|of| self.with(of)).collect()
    }

    /// The alternatives of a union, with those of unions among them in their place.
    fn all_alternatives(self) -> Vec<Schema<'s>> {
        let inner = |one: Schema<'s>| match one.resolved().1 {
            union if union.alternatives().is_empty() => vec![one],
            union => union.all_alternatives(),
        };
        self.alternatives().into_iter().flat_map(inner).collect()
    }

    /// The regular expression of a text.
    fn pattern(self) -> Option<&'s str> {
        self.resolved().1.of.get("pattern").and_then(Value::as_str)
    }

    fn takes_form_of(self, value: &Value) -> bool {
        let (Value::String(text), Some(pattern)) = (value, self.pattern()) else { return true };
        let mut patterns = self.patterns.borrow_mut();
        let regex = patterns.entry(pattern).or_insert_with(|| Regex::new(pattern).ok());
        regex.as_ref().is_none_or(|regex| regex.is_match(text))
    }

    fn fields(self) -> Option<&'s Map<String, Value>> {
        self.resolved().1.of.get("properties").and_then(Value::as_object)
    }

    fn field(self, name: &str) -> Option<Schema<'s>> {
        self.fields().and_then(|fields| fields.get(name)).map(|of| self.with(of))
    }

    fn required(self) -> impl Iterator<Item = &'s str> {
        self.resolved().1.list("required").iter().filter_map(Value::as_str)
    }

    /// The values of `enum` or `const`.
    fn values(self) -> Vec<&'s Value> {
        let (_, schema) = self.resolved();
        schema.of.get("const").into_iter().chain(schema.list("enum")).collect()
    }

    /// The words of the schema nearest to a text.
    fn near(self, value: &Value) -> Vec<String> {
        let Some(sent) = value.as_str() else { return Vec::new() };
        let words = self.values().into_iter().filter_map(|word| word.as_str().map(Known::word));
        let described = self.alternatives().into_iter().filter_map(|one| Known::of(one.of));
        nearest_words(sent, &words.chain(described).collect::<Vec<Known<'_>>>())
    }

    /// The JSON types that the schema accepts; none: any.
    fn kinds(self) -> Vec<&'s str> {
        match self.resolved().1.of.get("type") {
            Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect(),
            Some(Value::String(kind)) => vec![kind],
            _ => Vec::new(),
        }
    }

    fn takes_kind_of(self, value: &Value) -> bool {
        let kinds = self.kinds();
        kinds.is_empty() || kinds.iter().any(|kind| is_of(value, kind))
    }

    fn find(self, value: &Value, path: &mut Vec<String>) -> Option<Mismatch> {
        let (_, schema) = self.resolved();
        self.looks.set(self.looks.get().saturating_add(1));
        if schema.of == &Value::Bool(true) || self.looks.get() > MOST_LOOKS {
            return None;
        }
        let other = |path: &[String]| Mismatch {
            path: path.to_vec(),
            wrong: Wrong::Other { expected: self.expected(), sent: value.clone(), near: schema.near(value) },
            example: self.example(0),
        };
        let values = schema.values();
        let is_one = values.is_empty() || values.contains(&value);
        if !is_one || !schema.takes_kind_of(value) || !schema.takes_form_of(value) {
            return Some(other(path));
        }
        let alternatives = schema.alternatives();
        if !alternatives.is_empty() {
            if let Some(wrong) = untagged(&alternatives, value) {
                return Some(Mismatch { path: [path.as_slice(), wrong.path.as_slice()].concat(), ..wrong });
            }
            let found = match intended(&schema.all_alternatives(), value) {
                Some(intended) => intended.find(value, path),
                None => alternatives.iter().all(|one| one.find(value, path).is_some()).then(|| other(path)),
            };
            if found.is_some() {
                return found;
            }
        }
        match value {
            Value::Number(number) => (!schema.holds(number.as_i64())).then(|| other(path)),
            Value::Array(items) => schema
                .find_in_list(items, path)
                .or_else(|| (!schema.takes_length(items.len())).then(|| other(path))),
            Value::Object(fields) => schema.find_in_object(fields, path),
            _ => None,
        }
    }

    /// Whether a whole number is within the bounds.
    fn holds(self, number: Option<i64>) -> bool {
        let (least, most) = self.bounds();
        number.is_some_and(|number| {
            least.is_none_or(|least| number >= least) && most.is_none_or(|most| number <= most)
        })
    }

    /// The smallest and the largest integer, from the bounds or else from the format.
    fn bounds(self) -> (Option<i64>, Option<i64>) {
        let of_format = match self.of.get("format").and_then(Value::as_str) {
            Some("uint8") => (Some(0), Some(u8::MAX.into())),
            Some("uint16") => (Some(0), Some(u16::MAX.into())),
            Some("uint32") => (Some(0), Some(u32::MAX.into())),
            Some("int8") => (Some(i8::MIN.into()), Some(i8::MAX.into())),
            Some("int16") => (Some(i16::MIN.into()), Some(i16::MAX.into())),
            Some("int32") => (Some(i32::MIN.into()), Some(i32::MAX.into())),
            _ => (None, None),
        };
        let bound = |name: &str| self.of.get(name).and_then(Value::as_i64);
        (bound("minimum").or(of_format.0), bound("maximum").or(of_format.1))
    }

    fn takes_length(self, length: usize) -> bool {
        let bound = |name: &str| self.of.get(name).and_then(Value::as_u64);
        let length = length as u64;
        bound("minItems").is_none_or(|least| length >= least)
            && bound("maxItems").is_none_or(|most| length <= most)
    }

    /// The schema of an item of a list.
    fn item(self, index: usize) -> Option<Schema<'s>> {
        self.list("prefixItems").get(index).or_else(|| self.of.get("items")).map(|of| self.with(of))
    }

    fn find_in_list(self, items: &[Value], path: &mut Vec<String>) -> Option<Mismatch> {
        items.iter().enumerate().find_map(|(index, item)| {
            path.push(index.to_string());
            let found = self.item(index).and_then(|schema| schema.find(item, path));
            path.pop();
            found
        })
    }

    fn find_in_object(self, fields: &Map<String, Value>, path: &mut Vec<String>) -> Option<Mismatch> {
        let is_closed = self.of.get("additionalProperties") == Some(&Value::Bool(false));
        let known = || self.fields().into_iter().flat_map(Map::keys).cloned().collect();
        for (name, value) in fields {
            path.push(name.clone());
            let found = match self.field(name) {
                Some(schema) => schema.find(value, path),
                None if is_closed => Some(Mismatch {
                    path: path.clone(),
                    wrong: Wrong::Unknown { fields: known() },
                    example: None,
                }),
                None => {
                    let others = self.of.get("additionalProperties").filter(|others| others.is_object());
                    others.and_then(|of| self.with(of).find(value, path))
                }
            };
            path.pop();
            if found.is_some() {
                return found;
            }
        }
        let missing = self.required().find(|name| !fields.contains_key(*name))?;
        let schema = self.field(missing);
        Some(Mismatch {
            path: path.clone(),
            wrong: Wrong::Missing {
                field: missing.to_owned(),
                expected: schema.map_or_else(detail::a_value, Schema::expected),
            },
            example: schema.and_then(|schema| schema.example(0)),
        })
    }

    /// The field that tells the members of a union apart, and its value in this member.
    fn tag(self) -> Option<(&'s str, &'s Value)> {
        let fields = self.fields()?.iter();
        let mut tags = fields.filter_map(|(name, of)| Some((name.as_str(), of.get("const")?)));
        tags.next()
    }

    /// The name of the only field of an object, if it is required.
    fn variant(self) -> Option<&'s str> {
        let fields = self.fields().filter(|fields| fields.len() == 1)?;
        let (name, _) = fields.iter().next()?;
        self.required().any(|needed| needed == name).then_some(name)
    }

    /// Describes what the schema expects.
    fn expected(self) -> Detail {
        let (name, schema) = self.resolved();
        let values = schema.values();
        match (name, values.as_slice()) {
            (Some("CardId"), _) => return detail::a_card(),
            (Some("Seat"), _) => return detail::a_seat(),
            (_, []) => {}
            (_, [value]) => return Detail::from(value.to_string()),
            (_, values) => return detail::one_of(&names(values.iter().map(|value| value.to_string()))),
        }
        let alternatives = schema.alternatives();
        if !alternatives.is_empty() {
            return schema.expected_of(&alternatives);
        }
        let kinds = schema.kinds();
        let Some(kind) = kinds.iter().find(|kind| **kind != "null") else {
            return if kinds.is_empty() { detail::a_value() } else { Detail::from("null") };
        };
        match *kind {
            "integer" => schema.expected_number(),
            "boolean" => detail::true_or_false(),
            "string" => match schema.pattern() {
                Some(pattern) => detail::a_text_like(pattern.trim_matches(['^', '$'])),
                None => detail::a_text(),
            },
            "array" => match schema.of.get("items").filter(|items| items.is_object()) {
                Some(items) => detail::of_each(&schema.with(items).expected(), detail::a_list_of),
                None => detail::a_list(),
            },
            _ => match schema.fields() {
                Some(fields) if !fields.is_empty() => detail::an_object_with(&names(fields.keys().cloned())),
                _ => detail::an_object(),
            },
        }
    }

    fn expected_number(self) -> Detail {
        match self.bounds() {
            (Some(least), Some(most)) => detail::a_number(least, most),
            (Some(least), None) => detail::a_number_from(least),
            (None, Some(most)) => detail::a_number_to(most),
            (None, None) => detail::any_number(),
        }
    }

    /// Describes a union.
    fn expected_of(self, alternatives: &[Schema<'s>]) -> Detail {
        if let Some((name, _)) = alternatives.iter().find_map(|one| one.tag()) {
            let words = alternatives.iter().filter_map(|one| one.tag()).map(|(_, word)| word.to_string());
            return detail::an_object_whose(name, &names(words));
        }
        let variants: Vec<&str> = alternatives.iter().filter_map(|one| one.variant()).collect();
        if variants.len() > FEW && variants.len() == alternatives.len() {
            return detail::a_word_of(&names(variants.into_iter().map(str::to_owned)));
        }
        let is_null = |one: &&Schema<'s>| one.kinds() == ["null"];
        let words: Vec<&Value> = alternatives.iter().flat_map(|one| one.values()).collect();
        let others = alternatives.iter().filter(|one| one.values().is_empty() && !is_null(one));
        let mut expected: Vec<Detail> = others.map(|one| one.expected()).collect();
        if !words.is_empty() {
            expected.insert(0, detail::one_of(&names(words.iter().map(|word| word.to_string()))));
        }
        expected.dedup();
        detail::either(&expected, LONGEST_NAMES)
    }

    /// An example of a right value.
    fn example(self, depth: usize) -> Option<Value> {
        let example = self.built(depth);
        example.filter(|example| depth > 0 || example.to_string().len() <= LONGEST_EXAMPLE)
    }

    fn built(self, depth: usize) -> Option<Value> {
        let shown = |of: &Value| of.get("examples").and_then(|all| all.get(0)).cloned();
        let (name, schema) = self.resolved();
        if name == Some("CardId") {
            return Some(CARD.into());
        }
        if let Some(example) = shown(self.of).or_else(|| shown(schema.of)) {
            return Some(example);
        }
        if let Some(value) = schema.values().first() {
            return Some((*value).clone());
        }
        if depth > DEEPEST_EXAMPLE {
            return None;
        }
        let alternatives = schema.alternatives();
        if !alternatives.is_empty() {
            return alternatives.iter().find_map(|one| one.example(depth + 1));
        }
        let kinds = schema.kinds();
        match *kinds.iter().find(|kind| **kind != "null")? {
            "integer" => Some(schema.example_number().into()),
            "boolean" => Some(true.into()),
            "string" => schema.pattern().is_none().then(|| "text".into()),
            "array" => {
                let least = schema.of.get("minItems").and_then(Value::as_u64).unwrap_or(1).max(1);
                let items = (0..usize::try_from(least).unwrap_or(1))
                    .map(|index| schema.item(index).map_or(Some(json!([])), |item| item.example(depth + 1)));
                items.collect::<Option<Vec<Value>>>().map(Value::Array)
            }
            "object" => {
                let mut names: Vec<&str> = schema.required().collect();
                if names.is_empty() {
                    names.extend(schema.fields().and_then(|fields| fields.keys().next()).map(String::as_str));
                }
                let field = |name: &str| Some((name.to_owned(), schema.field(name)?.example(depth + 1)?));
                names.into_iter().map(field).collect::<Option<Map<String, Value>>>().map(Value::Object)
            }
            _ => None,
        }
    }

    /// A number within the bounds, 1 if it is one.
    fn example_number(self) -> i64 {
        let (least, most) = self.bounds();
        let at_least = least.map_or(1, |least| least.max(1));
        most.map_or(at_least, |most| most.min(at_least))
    }
}

/// Whether a value is of a kind.
fn is_of(value: &Value, kind: &str) -> bool {
    match value {
        Value::Null => kind == "null",
        Value::Bool(_) => kind == "boolean",
        Value::Number(_) => kind == "integer" || kind == "number",
        Value::String(_) => kind == "string",
        Value::Array(_) => kind == "array",
        Value::Object(_) => kind == "object",
    }
}

/// Names with commas between, shortened to [`LONGEST_NAMES`].
fn names(names: impl Iterator<Item = String>) -> String {
    shorten(&names.collect::<Vec<String>>().join(", "), LONGEST_NAMES)
}

/// The mismatch of the field that tells the members of a union apart, if it has such a field.
fn untagged(alternatives: &[Schema<'_>], value: &Value) -> Option<Mismatch> {
    let (name, first) = alternatives.iter().find_map(|one| one.tag())?;
    let fields = value.as_object()?;
    let words: Vec<&Value> = alternatives.iter().filter_map(|one| one.tag()).map(|(_, word)| word).collect();
    let expected = detail::one_of(&names(words.iter().map(|word| word.to_string())));
    let near = |sent: &Value| {
        let known: Vec<Known<'_>> = words.iter().filter_map(|word| word.as_str().map(Known::word)).collect();
        sent.as_str().map(|sent| nearest_words(sent, &known)).unwrap_or_default()
    };
    let example = Some(first.clone());
    match fields.get(name) {
        Some(word) if words.contains(&word) => None,
        Some(sent) => Some(Mismatch {
            path: vec![name.to_owned()],
            wrong: Wrong::Other { expected, sent: sent.clone(), near: near(sent) },
            example,
        }),
        None => Some(Mismatch {
            path: Vec::new(),
            wrong: Wrong::Missing { field: name.to_owned(), expected },
            example,
        }),
    }
}

/// The alternative that a value probably stands for: by its tag, a required field, or its JSON type alone.
fn intended<'s>(alternatives: &[Schema<'s>], value: &Value) -> Option<Schema<'s>> {
    let has = |name: &str| value.as_object().is_some_and(|fields| fields.contains_key(name));
    let says = |one: &&Schema<'s>| one.tag().is_some_and(|(name, word)| value.get(name) == Some(word));
    if let Some(tagged) = alternatives.iter().find(says) {
        return Some(*tagged);
    }
    let fits = || alternatives.iter().filter(|one| one.takes_kind_of(value) && one.values().is_empty());
    let keyed = fits().find(|one| one.required().any(has));
    keyed.or_else(|| fits().next().filter(|_| fits().count() == 1)).copied()
}
