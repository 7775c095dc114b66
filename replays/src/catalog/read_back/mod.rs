//! Reads abilities back: turns their data into text in the words of the rulebook. Each word of a game's
//! vocabulary has its phrase as data (`rules/<game>/phrases.<language>.tsv`). The schema of the game's pools
//! tells which words there are and what they contain, so that a word is read wherever a pool may have it.
//!
//! A row of phrases is found by the type of the schema (`of`; `-`: a type without a name) and by the word:
//! the name of a variant, `#` for a number alone, `-` for a type without variants. A word without a row is
//! read by the row of its content.
//!
//! - A template names parts in braces: `{field}`, `{field.inner}`, `{it}` for all that a word holds, `{1}`
//!   for the first of a list. A path from `/` begins at the whole ability. `{fits:noun}` reads a part by the
//!   rows of `Filter:noun`: of a list only the members that have such a row, and `{fits}` those that have one
//!   without.
//! - What stands in brackets vanishes when a part in it is not there; it may name what stands in its place:
//!   `[{n} cards|a card]`.
//! - The first row whose conditions hold is taken: `field`, `!field`, `field=word`, `field=!word`; `-`: none.
//! - A flag that is set is there and says nothing by itself. A number or text that begins with a sign is read
//!   by the row of the sign (`-#`, `<=#`), if there is one, `{it}` being what follows the sign.
//! - Lists are joined by the row (`list`, type of the members), and the last two by the row (`last`, type),
//!   if there is one. `{any:un/ or }` joins the last two by what follows `/`, and the others by the row
//!   (`list`, `-`).
//! - Members of a list that follow each other and last equally long say so once. A row (`again`, type of
//!   the members) joins the two and leaves the duration out of the second; a row (`yet`, type) leaves it out
//!   of the first; their conditions are those of the second. Of a single member, `{<do.2}` is what it says
//!   after one that lasts equally long, by the row `again`, and `{>do.1}` what it says before one, by the row
//!   `yet`; without such a member they are not there.
//! - Members of a list that follow each other and are the same word of two parts, of which they have the
//!   first in common (“A or B”, “A or C”), are read as one by a row (`common`, type of the members), whose
//!   condition is the word: `{any.1}` is what they have in common, `{any.2}` and on are the rest of each.
//! - Rows of `card` name the fields of a card that are read, in their order; its row `given` reads an ability
//!   (`{it}`) that the card gives by its number (`{n}`), and its rows `unknown` say what stands for a field
//!   that the pool does not know (`null`). Rows of `name` name identifiers. The name of a card is said as the
//!   pool gives it in the language. Sentences begin with a capital.
//! - A row of `as` names a type, and in its text another one: words of the first that have no row are read by
//!   the rows of the second, with nothing in their parts.

mod lists;
mod vocabulary;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use rules_judge_engine::game_kit::name::in_sentence;
use rules_judge_engine::game_kit::sentence::{AbilityAt, AbilityTexts};
use rules_judge_engine::games::Registered;
use serde_json::Value;

use crate::answer::Language;
use crate::catalog::cards;
use crate::codec::described;
use lists::{Shared, joined};

pub use vocabulary::{Word, words, words_without_phrase};

/// The name of the type of a card in every schema of pools.
pub(super) const CARD: &str = "CardData";
/// A type without a name.
const UNNAMED: &str = "-";

/// The phrases of one game in one language.
#[derive(Debug)]
struct Phrases {
    /// Ordered by `of` and `word`, and among equal ones as in the file.
    rows: Vec<Phrase<'static>>,
    names: BTreeMap<(&'static str, &'static str), &'static str>,
}

impl Phrases {
    /// Parses a table with the columns `of`, `word`, `when` and `text`; in rows of `name` the third is the
    /// identifier.
    fn read(table: &'static str) -> Phrases {
        let (mut rows, mut names) = (Vec::new(), BTreeMap::new());
        for line in table.lines().skip(1) {
            let mut columns = line.split('\t');
            let (Some(of), Some(word), Some(when), Some(text)) =
                (columns.next(), columns.next(), columns.next(), columns.next())
            else {
                continue;
            };
            match of {
                "name" => drop(names.insert((word, when), text)),
                _ => rows.push(Phrase { of, word, when, text }),
            }
        }
        rows.sort_by_key(|row| (row.of, row.word));
        Phrases { rows, names }
    }

    /// The phrases of a game, parsed once.
    fn of<G: Registered>(language: Language) -> Arc<Phrases> {
        static READ: Mutex<BTreeMap<(&str, &str), Arc<Phrases>>> = Mutex::new(BTreeMap::new());
        let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
        let table = G::INFO.rules.phrases.get(language.place()).copied().unwrap_or_default();
        let phrases =
            read.entry((G::INFO.id, language.tag())).or_insert_with(|| Arc::new(Phrases::read(table)));
        Arc::clone(phrases)
    }
}

/// The text of a card, a line for each ability; other data are left out.
pub fn card<G: Registered>(card: &Value, pool: &Value, language: Language) -> Vec<String> {
    lines::<G>(card, pool, language).into_iter().map(|line| line.text).collect()
}

/// A line of the text of a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The place of its data, as a JSON pointer into the card.
    pub place: String,
    /// The text.
    pub text: String,
}

/// As [`card`], with the places of the abilities.
pub fn lines<G: Registered>(card: &Value, pool: &Value, language: Language) -> Vec<Line> {
    reading::<G, _>(pool, language, |reader| reader.card(CARD, card)).unwrap_or_default()
}

/// Reads cards of a pool in a language; nothing: the schema of the game has no types.
pub(super) fn reading<G: Registered, T>(
    pool: &Value,
    language: Language,
    read: impl FnOnce(&ReadBack<'_>) -> T,
) -> Option<T> {
    let (schema, phrases) = (described::schema::<G::PoolData>(), Phrases::of::<G>(language));
    let name = |of: &str, id: &str| {
        let name = phrases.names.get(&(of, id)).copied().or_else(|| cards::translated(pool, id, language));
        name.map(|name| in_sentence(name).into_owned())
    };
    let types = schema.get("$defs")?;
    let (phrases, names) = (&phrases.rows, &phrases.names);
    let lists = G::INFO.ability_lists;
    Some(read(&ReadBack { types, phrases, names, name: &name, lists, ability: None, said: None }))
}

/// The texts of a pool's abilities, for questions and events about them.
pub(crate) struct Texts(Box<dyn Fn(u16, AbilityAt) -> Option<String>>);

impl std::fmt::Debug for Texts {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Texts")
    }
}

impl Texts {
    /// The texts of a pool; `data` is what `pool` was compiled from.
    pub(crate) fn of<G: Registered>(pool: Arc<G::Pool>, data: Arc<Value>, language: Language) -> Texts {
        // Each card is read back once for an answer.
        let read: RefCell<BTreeMap<u16, Vec<Line>>> = RefCell::default();
        Texts(Box::new(move |definition, at| {
            // A definition is the place of its card in the pool.
            let card = data.get("cards")?.get(usize::from(definition))?;
            debug_assert_eq!(card.get("id").and_then(Value::as_str), G::card_id(&pool, definition));
            let place = place_of::<G>(card, at)?;
            let mut read = read.borrow_mut();
            let lines = read.entry(definition).or_insert_with(|| lines::<G>(card, &data, language));
            let is_there = |line: &&Line| {
                let inner = line.place.strip_prefix(place.as_str());
                inner.is_some_and(|inner| inner.is_empty() || inner.starts_with('/'))
            };
            let texts: Vec<&str> = lines.iter().filter(is_there).map(|line| line.text.as_str()).collect();
            Some(texts.join("\n")).filter(|_| !texts.is_empty())
        }))
    }

    /// The texts in the form that sentences take.
    pub(crate) fn ability_texts(&self) -> AbilityTexts<'_> {
        AbilityTexts(&*self.0)
    }
}

/// The place of an ability, as a JSON pointer into its card.
pub(crate) fn place_of<G: Registered>(card: &Value, at: AbilityAt) -> Option<String> {
    match at {
        AbilityAt::Field(place) => Some(place.to_owned()),
        AbilityAt::Member(list, nth) => Some(format!("{list}/{nth}")),
        AbilityAt::Nth(nth) => place_of_nth(card, G::INFO.ability_lists, nth),
    }
}

/// The place of an ability by its number, from 0, in these lists of a card put together.
fn place_of_nth(card: &Value, lists: &[&str], mut nth: usize) -> Option<String> {
    for list in lists {
        let count = card.pointer(list).and_then(Value::as_array).map_or(0, Vec::len);
        match nth.checked_sub(count) {
            None => return Some(format!("{list}/{nth}")),
            Some(rest) => nth = rest,
        }
    }
    None
}

/// The places of the data that are read back, as JSON pointers into a card.
pub fn fields<G: Registered>(language: Language) -> Vec<String> {
    let phrases = Phrases::of::<G>(language);
    let rows = phrases.rows.iter().filter(|row| (row.of, row.word) == ("card", CARD));
    rows.map(|row| format!("/{}", row.when.replace('.', "/"))).collect()
}

/// One phrase of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Phrase<'a> {
    /// The type of the schema, `Filter:noun` for a role; or `list`, `last`, `card`.
    of: &'a str,
    /// The word.
    word: &'a str,
    /// Its conditions, separated by spaces; `-`: none.
    when: &'a str,
    /// The template.
    text: &'a str,
}

/// The tables for reading abilities back.
#[derive(Clone, Copy)]
pub(super) struct ReadBack<'a> {
    /// `$defs` of the schema of pools.
    types: &'a Value,
    /// The phrases of one language, ordered by `of` and `word`, and among equal ones as in the file.
    phrases: &'a [Phrase<'a>],
    /// The names of identifiers of the book, by the type of the schema and the identifier.
    names: &'a BTreeMap<(&'static str, &'static str), &'static str>,
    /// The name of an identifier that the pool declares, by the type of the schema; `None`: the identifier
    /// itself.
    name: &'a dyn Fn(&str, &str) -> Option<String>,
    /// The lists of a card's abilities, which are numbered through them.
    lists: &'a [&'a str],
    /// The ability that is being read, with the name of its type; paths from `/` begin there.
    ability: Option<(&'a str, &'a Value)>,
    /// The duration that a sentence beside the one that is being read says for it.
    said: Option<&'a Value>,
}

/// A value, its schema, and the name of its type.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node<'v> {
    of: &'v str,
    schema: &'v Value,
    pub(super) value: &'v Value,
}

/// The deepest nesting that is read back; deeper data are shown as their word alone.
const DEPTH: usize = 64;

impl<'a> ReadBack<'a> {
    /// The text of a card, a line for each ability: the rows of `card` name the fields, in their order.
    fn card(&self, of: &'a str, card: &'a Value) -> Vec<Line> {
        let Some(schema) = self.types.get(of) else { return Vec::new() };
        let given = self.given(card);
        let mut lines = Vec::new();
        for row in self.rows("card", of) {
            let node = self.resolved(of, schema, card);
            let field = format!("/{}", row.when.replace('.', "/"));
            let Some(found) = self.inner(node, row.when) else {
                let unknown = self.rows("card", "unknown").iter().find(|unknown| unknown.when == row.when);
                if let Some(unknown) = unknown.filter(|_| card.pointer(&field).is_some_and(Value::is_null)) {
                    lines.push(Line { place: field, text: unknown.text.to_owned() });
                }
                continue;
            };
            let members: Vec<(String, Node<'_>)> = match found.value.as_array() {
                Some(members) => {
                    let places = (0..).map(|index: usize| format!("{field}/{index}"));
                    places.zip(self.members(found, members)).collect()
                }
                None => vec![(field, found)],
            };
            for (place, member) in members {
                let reader = Self { ability: Some((member.of, member.value)), ..*self };
                if let Some(text) = reader.node(member, "", 0) {
                    let text = match given.get(&place) {
                        Some(number) => self.given_text(*number, &capitals(&text)),
                        None => capitals(&text),
                    };
                    lines.push(Line { place, text: row.text.replace("{it}", &text) });
                }
            }
        }
        lines
    }

    /// The abilities that a card gives, by their places, with their numbers from 1.
    fn given(&self, card: &Value) -> BTreeMap<String, u64> {
        let (mut given, mut open) = (BTreeMap::new(), vec![card]);
        while let Some(value) = open.pop() {
            match value {
                Value::Object(fields) => {
                    let number = fields.get("grant_ability").and_then(|word| word.get("ability")?.as_u64());
                    let nth = number.and_then(|number| usize::try_from(number.checked_sub(1)?).ok());
                    let place = nth.and_then(|nth| place_of_nth(card, self.lists, nth));
                    given.extend(place.zip(number));
                    open.extend(fields.values());
                }
                Value::Array(members) => open.extend(members),
                _ => {}
            }
        }
        given
    }

    /// The text of an ability that its card gives.
    fn given_text(&self, number: u64, text: &str) -> String {
        let row = self.rows("card", "given").first();
        row.map_or("{it}", |row| row.text).replace("{n}", &number.to_string()).replace("{it}", text)
    }

    /// What the abilities of a card say.
    pub(super) fn texts(&self, card: &'a Value) -> Vec<String> {
        self.card(CARD, card).into_iter().map(|line| line.text).collect()
    }

    /// A card as a value to be followed.
    pub(super) fn card_node<'v>(&self, card: &'v Value) -> Option<Node<'v>>
    where
        'a: 'v,
    {
        Some(self.resolved(CARD, self.types.get(CARD)?, card))
    }

    /// What stands in a field of a record or under a word; nothing: it is left out.
    pub(super) fn field<'v>(&self, node: Node<'v>, field: &str) -> Option<Node<'v>>
    where
        'a: 'v,
    {
        let schema = node.schema.get("properties")?.get(field)?;
        Some(self.resolved(UNNAMED, schema, node.value.get(field)?))
    }

    /// What an identifier is called, whatever the type of the schema calls it.
    pub(super) fn names_of(&self, id: &str) -> impl Iterator<Item = &'a str> {
        self.names.iter().filter(move |((_, other), _)| *other == id).map(|(_, name)| *name)
    }

    /// The phrases of a word: its own, or those of the type that stands in for its type.
    fn rows(&self, of: &str, word: &str) -> &'a [Phrase<'a>] {
        match self.own_rows(of, word) {
            [] => self.stand_in(of).map_or(&[], |other| self.own_rows(other, word)),
            own => own,
        }
    }

    /// The type whose phrases read the words of another type that have none.
    fn stand_in(&self, of: &str) -> Option<&'a str> {
        self.own_rows("as", of).first().map(|row| row.text)
    }

    fn own_rows(&self, of: &str, word: &str) -> &'a [Phrase<'a>] {
        let from = self.phrases.partition_point(|row| (row.of, row.word) < (of, word));
        let rows = self.phrases.get(from..).unwrap_or_default();
        let count = rows.partition_point(|row| (row.of, row.word) == (of, word));
        rows.get(..count).unwrap_or_default()
    }

    fn rows_in(&self, of: &str, role: &str, word: &str) -> &'a [Phrase<'a>] {
        if role.is_empty() { self.rows(of, word) } else { self.rows(&format!("{of}:{role}"), word) }
    }

    /// Follows references and alternatives to the schema of the value's own form.
    fn resolved<'v>(&self, of: &'v str, schema: &'v Value, value: &'v Value) -> Node<'v>
    where
        'a: 'v,
    {
        let (mut of, mut schema) = (of, schema);
        for _ in 0..DEPTH {
            if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
                of = name.rsplit('/').next().unwrap_or(name);
                match self.types.get(of) {
                    Some(found) => schema = found,
                    None => break,
                }
                continue;
            }
            let branches = schema.get("anyOf").or_else(|| schema.get("oneOf")).and_then(Value::as_array);
            let Some(branch) =
                branches.and_then(|branches| branches.iter().find(|branch| self.fits(branch, value)))
            else {
                break;
            };
            schema = branch;
        }
        Node { of, schema, value }
    }

    /// Whether a value has the form of a schema, judged by its first key.
    fn fits(&self, schema: &Value, value: &Value) -> bool {
        if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
            let found = self.types.get(name.rsplit('/').next().unwrap_or(name));
            return found.is_some_and(|found| self.fits(found, value));
        }
        if let Some(branches) = schema.get("anyOf").or_else(|| schema.get("oneOf")).and_then(Value::as_array)
        {
            return branches.iter().any(|branch| self.fits(branch, value));
        }
        if let Some(only) = schema.get("const") {
            return only == value;
        }
        if let Some(several) = schema.get("enum").and_then(Value::as_array) {
            return several.contains(value);
        }
        match value {
            Value::Null => is_type(schema, "null"),
            Value::Bool(_) => is_type(schema, "boolean"),
            Value::Number(_) => is_type(schema, "integer"),
            Value::String(_) => is_type(schema, "string"),
            Value::Array(_) => is_type(schema, "array"),
            Value::Object(map) => {
                let properties = schema.get("properties").and_then(Value::as_object);
                let required = schema.get("required").and_then(Value::as_array);
                is_type(schema, "object")
                    && properties.is_some_and(|properties| map.keys().all(|key| properties.contains_key(key)))
                    && required.is_none_or(|keys| {
                        keys.iter().filter_map(Value::as_str).all(|key| map.contains_key(key))
                    })
            }
        }
    }

    /// The members of a list.
    pub(super) fn members<'v>(&self, list: Node<'v>, members: &'v [Value]) -> impl Iterator<Item = Node<'v>>
    where
        'a: 'v,
    {
        let items = list.schema.get("items");
        let tuple = list.schema.get("prefixItems").and_then(Value::as_array);
        members.iter().enumerate().filter_map(move |(place, member)| {
            let schema = tuple.and_then(|tuple| tuple.get(place)).or(items)?;
            Some(self.resolved(list.of, schema, member))
        })
    }

    /// The value at a path of fields; for an absent field, its default.
    fn inner<'v>(&self, node: Node<'v>, path: &str) -> Option<Node<'v>>
    where
        'a: 'v,
    {
        let (node, path) = match (path.strip_prefix('/'), self.ability) {
            (Some(path), Some((of, ability))) => (self.resolved(of, self.types.get(of)?, ability), path),
            _ => (node, path),
        };
        path.split('.').try_fold(node, |node, step| {
            let node = self.payload(node, step);
            if let Some(members) = node.value.as_array() {
                let place = step.parse::<usize>().ok()?.checked_sub(1)?;
                return self.members(node, members).nth(place);
            }
            if step == "it" {
                return Some(node);
            }
            let schema = node.schema.get("properties")?.get(step)?;
            let value = node.value.get(step).or_else(|| schema.get("default"))?;
            let empty = value.is_null() || value.as_array().is_some_and(Vec::is_empty);
            (!empty).then(|| self.resolved(UNNAMED, schema, value))
        })
    }

    /// The content of a word, unless the step is the word itself.
    fn payload<'v>(&self, node: Node<'v>, step: &str) -> Node<'v>
    where
        'a: 'v,
    {
        match self.word(node) {
            Some((word, Some(held))) if word != step => held,
            _ => node,
        }
    }

    /// The word of a variant, and its content.
    pub(super) fn word<'v>(&self, node: Node<'v>) -> Option<(&'v str, Option<Node<'v>>)>
    where
        'a: 'v,
    {
        match node.value {
            Value::String(word) => Some((word, None)),
            // A type with fields is no word, even if it has only one field.
            Value::Object(map) if is_variant(node.schema) && !self.is_type(node.of, node.schema) => {
                let (word, value) = map.iter().next()?;
                let schema = node.schema.get("properties")?.get(word)?;
                Some((word, Some(self.resolved(UNNAMED, schema, value))))
            }
            _ => None,
        }
    }

    /// What a value says in a role.
    pub(super) fn node(&self, node: Node<'_>, role: &str, depth: usize) -> Option<String> {
        if depth > DEPTH {
            return None;
        }
        if let Some(members) = node.value.as_array() {
            if node.schema.get("prefixItems").is_some() || !self.rows_in(node.of, role, "-").is_empty() {
                return self.filled(self.rows_in(node.of, role, "-"), node, depth);
            }
            return self.list(node, members, role, depth);
        }
        match node.value {
            Value::Null => None,
            Value::Bool(flag) => match self.rows_in(node.of, role, if *flag { "true" } else { "false" }) {
                // A flag that is set has no text, but counts as present.
                [] if role.is_empty() => flag.then(String::new),
                rows => self.filled(rows, node, depth),
            },
            Value::Number(_) | Value::String(_) if self.signed(node, role).is_some() => {
                let (rows, rest) = self.signed(node, role)?;
                self.filled(rows, Node { value: &rest, ..node }, depth)
            }
            Value::Number(number) => match self.rows_in(node.of, role, "#") {
                [] if role.is_empty() => Some(number.to_string()),
                rows => self.filled(rows, node, depth),
            },
            Value::String(word) => match self.rows_in(node.of, role, word) {
                [] if !role.is_empty() => None,
                [] if node.schema.get("const").is_some() => Some(placeholder(node.of, word)),
                [] => Some((self.name)(node.of, word).unwrap_or_else(|| word.clone())),
                rows => self.filled(rows, node, depth),
            },
            _ => match self.word(node) {
                Some((word, Some(held))) => match self.rows_in(node.of, role, word) {
                    [] if self.rows_in(held.of, role, "-").is_empty() && !role.is_empty() => None,
                    [] if self.rows_in(held.of, role, "-").is_empty() && is_record(held) => {
                        Some(placeholder(node.of, word))
                    }
                    [] => self.node(held, role, depth + 1),
                    rows => self.filled(rows, node, depth),
                },
                _ => match self.rows_in(node.of, role, "-") {
                    [] if role.is_empty() => Some(placeholder(node.of, "-")),
                    rows => self.filled(rows, node, depth),
                },
            },
        }
    }

    /// The rows of a number or text that begins with a sign, such as `-5` or `<=3` (rows `-#`, `<=#`), and
    /// what follows the sign.
    fn signed(&self, node: Node<'_>, role: &str) -> Option<(&'a [Phrase<'a>], Value)> {
        let text = plain(node.value);
        let (sign, rest) = text.split_at(text.find(|letter: char| letter.is_ascii_digit())?);
        let is_number = !sign.is_empty() && rest.chars().all(|letter| letter.is_ascii_digit());
        let rows = if is_number { self.rows_in(node.of, role, &format!("{sign}#")) } else { &[] };
        (!rows.is_empty()).then(|| (rows, Value::from(rest)))
    }

    /// Whether a member of a list has a row of this role; for the empty role, whether it has none of any
    /// role.
    fn has(&self, node: Node<'_>, role: &str) -> bool {
        let word = self.word(node).map_or("-", |(word, _)| word);
        if !role.is_empty() {
            return !self.rows_in(node.of, role, word).is_empty();
        }
        if !self.rows(node.of, word).is_empty() {
            return true;
        }
        // All its rows have roles, so that a part without a role does not read it.
        let from = self.phrases.partition_point(|row| row.of <= node.of);
        let roles = self.phrases.get(from..).unwrap_or_default();
        let mut roles = roles.iter().take_while(|row| row.of.split(':').next() == Some(node.of));
        !roles.any(|row| row.word == word)
    }

    /// Fills in the first phrase whose conditions hold.
    fn filled(&self, rows: &[Phrase<'_>], node: Node<'_>, depth: usize) -> Option<String> {
        let row = rows.iter().find(|row| self.is_true(row.when, node))?;
        let mut out = String::new();
        self.fill(row.text, node, depth, &mut out);
        Some(out)
    }

    /// `field`, `!field`, `field=word`, `field=!word`; each with a path.
    fn is_true(&self, when: &str, node: Node<'_>) -> bool {
        when == "-"
            || when.split(' ').all(|condition| match condition.split_once('=') {
                Some((path, word)) => {
                    let is = self
                        .inner(node, path)
                        .is_some_and(|found| self.is(found, word.trim_start_matches('!')));
                    is != word.starts_with('!')
                }
                None => match condition.strip_prefix('!') {
                    Some(path) => !self.is_there(path, node),
                    None => self.is_there(condition, node),
                },
            })
    }

    /// Whether a part has a text. A part of the whole ability may hold the node itself, so that it is only
    /// looked up and not read.
    fn is_there(&self, path: &str, node: Node<'_>) -> bool {
        match path.starts_with('/') {
            true => self.inner(node, path).is_some(),
            // A duration that is left out is there all the same.
            false => Self { said: None, ..*self }.part(path, node, 0).is_some(),
        }
    }

    fn is(&self, node: Node<'_>, word: &str) -> bool {
        match node.value {
            Value::Number(number) => {
                word == "#"
                    || number.to_string() == word
                    || (word == "-#" && number.to_string().starts_with('-'))
            }
            Value::Bool(flag) => flag.to_string() == word,
            // A list of one member is read as that member.
            Value::Array(members) if members.len() == 1 => {
                self.members(node, members).next().is_some_and(|member| self.is(member, word))
            }
            _ => self.word(node).is_some_and(|(own, _)| own == word),
        }
    }

    /// Reads a part, named by its path and perhaps a role and what joins the last two members.
    fn part(&self, name: &str, node: Node<'_>, depth: usize) -> Option<String> {
        if let Some((shared, name)) = Shared::asked(name) {
            return self.beside(shared, name, node, depth);
        }
        let (path, role) = name.split_once(':').unwrap_or((name, ""));
        if let Some((role, last)) = role.split_once('/') {
            let list = self.inner(node, path)?;
            let texts = self.texts_of(list, list.value.as_array()?, role, depth + 1);
            let others = self.rows("list", "-").first().map_or("{list}{next}", |row| row.text);
            return joined(texts, others, &format!("{{list}}{last}{{next}}"));
        }
        let found = match path {
            "it" => match self.word(node) {
                Some((_, Some(held))) => held,
                _ if node.value.is_number() || node.value.is_string() => return Some(plain(node.value)),
                _ if node.value.is_array() => {
                    let members = node.value.as_array()?;
                    return self.list(node, members, role, depth);
                }
                _ => node,
            },
            path => self.inner(node, path)?,
        };
        if self.said.is_some_and(|said| std::ptr::eq(said, found.value)) {
            return None;
        }
        self.node(found, role, depth + 1)
    }

    /// Fills in a template, and returns whether all of its parts were present.
    fn fill(&self, template: &str, node: Node<'_>, depth: usize, out: &mut String) -> bool {
        let (mut rest, mut complete) = (template, true);
        while let Some(at) = rest.find(['{', '[']) {
            let (before, after) = rest.split_at(at);
            out.push_str(before);
            let Some((inner, after)) = bracketed(after) else { break };
            if rest.get(at..).is_some_and(|rest| rest.starts_with('[')) {
                for alternative in alternatives(inner) {
                    let length = out.len();
                    if self.fill(alternative, node, depth, out) {
                        break;
                    }
                    out.truncate(length);
                }
            } else {
                match self.part(inner, node, depth) {
                    Some(text) => out.push_str(&text),
                    None => complete = false,
                }
            }
            rest = after;
        }
        out.push_str(rest);
        complete
    }

    /// Whether a schema is the definition of a type.
    fn is_type(&self, of: &str, schema: &Value) -> bool {
        self.types.get(of).is_some_and(|own| std::ptr::eq(own, schema))
    }
}

/// The type that a schema refers to.
fn target(schema: &Value) -> Option<&str> {
    match schema.get("$ref").and_then(Value::as_str) {
        Some(name) => name.rsplit('/').next(),
        None => schema.get("anyOf")?.as_array()?.iter().find_map(target),
    }
}

/// A word without a phrase.
fn placeholder(of: &str, word: &str) -> String {
    format!("⟨{of} {word}⟩")
}

/// Begins sentences with a capital. Text in 【】 is a word of the rulebook, and begins no sentence.
fn capitals(text: &str) -> String {
    let (mut begins, mut in_word, mut last) = (true, false, ' ');
    let letters = text.chars().map(|letter| {
        begins |= last == '.' && matches!(letter, ' ' | ')');
        in_word = letter == '【' || in_word && last != '】';
        last = letter;
        if in_word || !letter.is_alphanumeric() {
            return letter;
        }
        if std::mem::take(&mut begins) { letter.to_ascii_uppercase() } else { letter }
    });
    letters.collect()
}

/// Whether the value is an object with fields, and no variant.
fn is_record(node: Node<'_>) -> bool {
    node.value.is_object() && !is_variant(node.schema)
}

/// The text of a plain value.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), |text| in_sentence(text).into_owned())
}

fn is_type(schema: &Value, name: &str) -> bool {
    match schema.get("type") {
        Some(Value::String(only)) => only == name,
        Some(Value::Array(several)) => several.iter().any(|one| one.as_str() == Some(name)),
        _ => false,
    }
}

/// A variant with content: an object of one field, which is required.
fn is_variant(schema: &Value) -> bool {
    let properties = schema.get("properties").and_then(Value::as_object);
    let required = schema.get("required").and_then(Value::as_array);
    properties.is_some_and(|properties| properties.len() == 1)
        && required.is_some_and(|required| required.len() == 1)
}

/// The content of the bracket at the beginning of a text, and the text after it.
fn bracketed(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0_usize;
    for (at, letter) in text.char_indices() {
        match letter {
            '{' | '[' => depth += 1,
            '}' | ']' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some((text.get(1..at)?, text.get(at + 1..)?));
                }
            }
            _ => {}
        }
    }
    None
}

/// The alternatives of a bracket.
fn alternatives(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    text.split(move |letter| {
        match letter {
            '{' | '[' => depth += 1,
            '}' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        letter == '|' && depth == 0
    })
}
