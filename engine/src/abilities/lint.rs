//! The linter: it reads the same declarations as the interpreter, so the two cannot part.

use std::marker::PhantomData;

use super::{Language, findings};
use crate::texts::Saying;

/// Something that a card's data cannot mean.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// Stable code.
    pub code: &'static str,
    /// JSON pointer into the card or pool.
    pub pointer: String,
    /// What is wrong, in one sentence.
    pub message: Saying,
    /// The nearest known word, where one was not known.
    pub nearest: Option<String>,
}

/// The walk through a card's words.
#[derive(Debug)]
pub struct Lint<'a, L: Language> {
    /// What was found so far.
    pub findings: Vec<Finding>,
    /// What can be meant, and has a consequence that its author should know; no pool is refused for it.
    pub warnings: Vec<Finding>,
    /// The names that an earlier sentence bound.
    pub bound: Vec<String>,
    /// How many words were compared so far, in this card and those of the pool before it, to find the
    /// nearest.
    pub compared: usize,
    /// The abilities of the card in their order, where its sentences may name them by number: whether
    /// each can be given to another card.
    pub given: Vec<bool>,
    /// The places of those that a sentence gives.
    pub gives: Vec<usize>,
    /// What the words cannot refer to where they stand, by names that words agree on.
    unavailable: Vec<&'static str>,
    /// What sentences before gave them to refer to.
    learned: Vec<&'static str>,
    pointer: String,
    depth: usize,
    /// Number of words read.
    pub words: usize,
    /// What the game needs to know besides (the declared values of the pool).
    pub pool: &'a Vocabulary,
    language: PhantomData<L>,
}

/// What common words cannot refer to everywhere, as [`Lint::lacks`] names it. A game says where; roles are
/// named as they are written.
pub mod meant {
    /// The object that an event happened to.
    pub const SUBJECT: &str = "subject";
    /// The other object of an event.
    pub const OTHER: &str = "other";
    /// The cards chosen last.
    pub const CHOSEN: &str = "chosen";
    /// The number chosen last.
    pub const NUMBER: &str = "number";
    /// The cards that the player looks at.
    pub const LOOKED: &str = "looked";
    /// A sentence before, which was carried out or not.
    pub const DID: &str = "did";
}

/// The values that a pool may use for open lists, such as types and camps.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Vocabulary {
    /// By list name, the known values, sorted.
    lists: Vec<(&'static str, Vec<String>)>,
}

impl Vocabulary {
    /// The known values, by list name.
    pub fn new(mut lists: Vec<(&'static str, Vec<String>)>) -> Vocabulary {
        lists.iter_mut().for_each(|(_, values)| values.sort_unstable());
        Vocabulary { lists }
    }

    /// The known values of a list, sorted.
    pub fn list(&self, name: &str) -> &[String] {
        self.lists.iter().find(|(list, _)| *list == name).map_or(&[], |(_, values)| values)
    }
}

/// How deep a word may lie in a card, counted in the keys and places of its JSON pointer from the card.
pub const DEPTH_LIMIT: usize = 24;
/// The most findings reported for one card, and for one pool, and the most warnings.
pub const FINDING_LIMIT: usize = 100;
/// How many words one card may have.
pub const WORD_LIMIT: usize = 400;

impl<'a, L: Language> Lint<'a, L> {
    /// A walk that begins at a pointer.
    pub fn new(pointer: impl Into<String>, pool: &'a Vocabulary) -> Lint<'a, L> {
        Lint {
            findings: Vec::new(),
            warnings: Vec::new(),
            bound: Vec::new(),
            compared: 0,
            given: Vec::new(),
            gives: Vec::new(),
            unavailable: Vec::new(),
            learned: Vec::new(),
            pointer: pointer.into(),
            depth: 0,
            words: 0,
            pool,
            language: PhantomData,
        }
    }

    /// Walks a part under its key, or under several with `/` between them.
    pub fn inside(&mut self, key: impl AsRef<str>, walk: impl FnOnce(&mut Self)) {
        // Hundreds of parts call it, each with a function of its own: what does not depend on that stands in
        // one place.
        let above = self.above();
        if self.enter(key.as_ref()) {
            walk(self);
        }
        self.leave(above);
    }

    /// How deep it is, and how long the pointer.
    fn above(&self) -> (usize, usize) {
        (self.depth, self.pointer.len())
    }

    fn leave(&mut self, (depth, length): (usize, usize)) {
        self.depth = depth;
        self.pointer.truncate(length);
    }

    /// Goes to what lies below a key; `false`: it is not walked.
    fn enter(&mut self, key: &str) -> bool {
        self.pointer.push('/');
        self.pointer.push_str(key);
        self.depth += key.split('/').count();
        self.words += 1;
        if self.depth > DEPTH_LIMIT {
            self.find("too_deep", findings::too_deep(DEPTH_LIMIT));
        } else if self.words == WORD_LIMIT + 1 {
            self.find("too_many_words", findings::word_limit(WORD_LIMIT));
        }
        self.depth <= DEPTH_LIMIT && self.words <= WORD_LIMIT
    }

    /// Walks the items of a list.
    pub fn each<T>(&mut self, key: &str, items: &[T], mut walk: impl FnMut(&mut Self, &T)) {
        self.inside(key, |lint| {
            for (index, item) in items.iter().enumerate() {
                lint.inside(index.to_string(), |lint| walk(lint, item));
            }
        });
    }

    /// Walks words that cannot refer to some more things where they stand.
    pub fn excluding(&mut self, names: impl IntoIterator<Item = &'static str>, walk: impl FnOnce(&mut Self)) {
        let length = self.unavailable.len();
        self.unavailable.extend(names);
        walk(self);
        self.unavailable.truncate(length);
    }

    /// Walks words that cannot refer to other things than those around them, but of what sentences before
    /// gave.
    pub fn with_unavailable(&mut self, names: Vec<&'static str>, walk: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.unavailable, names);
        walk(self);
        self.unavailable = before;
    }

    /// Walks words that cannot refer to these things in place of those, and of nothing else less than those
    /// around them.
    pub fn instead_of(
        &mut self,
        those: &[&'static str],
        these: Vec<&'static str>,
        walk: impl FnOnce(&mut Self),
    ) {
        let kept = self.unavailable.iter().copied().filter(|name| !those.contains(name));
        let names = kept.chain(these).collect();
        self.with_unavailable(names, walk);
    }

    /// Walks words that are read at another time than those around them: they know nothing of what other
    /// sentences gave.
    pub fn nested(&mut self, names: Vec<&'static str>, walk: impl FnOnce(&mut Self)) {
        self.apart(|lint| lint.with_unavailable(names, walk));
    }

    /// Walks sentences that are read at another time than those before them: what those gave is not known to
    /// them.
    pub fn apart(&mut self, walk: impl FnOnce(&mut Self)) {
        let (bound, learned) = (std::mem::take(&mut self.bound), std::mem::take(&mut self.learned));
        walk(self);
        (self.bound, self.learned) = (bound, learned);
    }

    /// From here on sentences can refer to this.
    pub fn learn(&mut self, name: &'static str) {
        if !self.learned.contains(&name) {
            self.learned.push(name);
        }
    }

    /// Whether words cannot refer to something here.
    pub fn is_unavailable(&self, name: &str) -> bool {
        let is_it = |other: &&'static str| *other == name;
        self.unavailable.iter().any(is_it) && !self.learned.iter().any(is_it)
    }

    /// A word that refers to something which may not be there.
    pub fn refers_to(&mut self, name: &str) {
        if self.is_unavailable(name) {
            self.find("nothing_meant", findings::nothing_meant(name));
        }
    }

    /// Notes a finding here.
    pub fn find(&mut self, code: &'static str, message: Saying) {
        if self.findings.len() >= FINDING_LIMIT {
            return;
        }
        let pointer = self.pointer.clone();
        self.findings.push(Finding { code, pointer, message, nearest: None });
    }

    /// Notes a warning here.
    pub fn warn(&mut self, code: &'static str, message: Saying) {
        if self.warnings.len() >= FINDING_LIMIT {
            return;
        }
        let pointer = self.pointer.clone();
        self.warnings.push(Finding { code, pointer, message, nearest: None });
    }

    /// Notes a value that is not in an open list of the pool.
    pub fn declared(&mut self, list: &'static str, value: &str) {
        let known = self.pool.list(list);
        let is_known = known.binary_search_by(|other| other.as_str().cmp(value)).is_ok();
        if !is_known && self.findings.len() < FINDING_LIMIT {
            self.compared = self.compared.saturating_add(known.len());
            let within = self.compared <= COMPARED_LIMIT;
            let nearest = within.then(|| nearest(value, known.iter().map(String::as_str))).flatten();
            self.findings.push(Finding {
                code: "undeclared_value",
                pointer: self.pointer.clone(),
                message: findings::undeclared(list, value),
                nearest,
            });
        }
    }
}

/// How many words are compared in a pool to find the nearest; later findings name no nearest word.
pub const COMPARED_LIMIT: usize = 2_000;
/// The longest word, in bytes, that a nearest one is looked for, and that is taken for one.
pub const NEAREST_LIMIT: usize = 64;

/// The known word nearest to an unknown one, if there is one near and both are of a word's length.
pub fn nearest<'w>(unknown: &str, known: impl Iterator<Item = &'w str>) -> Option<String> {
    if unknown.len() > NEAREST_LIMIT {
        return None;
    }
    known
        .filter(|word| word.len() <= NEAREST_LIMIT)
        .map(|word| (strsim::damerau_levenshtein(unknown, word), word))
        .filter(|(distance, word)| *distance <= word.chars().count().max(3) / 2 + 1)
        .min()
        .map(|(_, word)| word.to_owned())
}

/// A type name as it stands on the wire.
pub fn snake(name: &str) -> String {
    let mut snake = String::with_capacity(name.len() + 4);
    for (index, letter) in name.chars().enumerate() {
        if letter.is_ascii_uppercase() && index > 0 {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
    }
    snake
}
