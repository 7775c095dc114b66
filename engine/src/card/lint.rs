//! The linter: it reads the same declarations as the interpreter, so the two cannot part.

use std::marker::PhantomData;

use super::{Amount, Language};

/// Something that a card's data cannot mean.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// Stable code.
    pub code: &'static str,
    /// JSON pointer into the card or pool.
    pub pointer: String,
    /// What is wrong, in one sentence.
    pub message: String,
    /// The nearest known word, where one was not known.
    pub nearest: Option<String>,
}

/// The walk through a card's words.
#[derive(Debug)]
pub struct Lint<'a, L: Language> {
    /// What was found so far.
    pub findings: Vec<Finding>,
    /// The names that an earlier sentence bound.
    pub bound: Vec<String>,
    /// The abilities of the card in their order, where its sentences may name them by number: whether
    /// each can be given to another card.
    pub given: Vec<bool>,
    /// Whether an earlier sentence looks at cards.
    pub looked: bool,
    /// What the words cannot speak of where they stand, by names that words agree on.
    lacking: Vec<&'static str>,
    pointer: String,
    depth: usize,
    /// Number of words read.
    pub words: usize,
    /// What the game needs to know besides (the declared values of the pool).
    pub pool: &'a Vocabulary,
    language: PhantomData<L>,
}

/// The values that a pool may use for open lists, such as types and camps.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Vocabulary {
    /// By list name, the known values.
    pub lists: Vec<(&'static str, Vec<String>)>,
}

impl Vocabulary {
    /// The known values of a list.
    pub fn list(&self, name: &str) -> &[String] {
        self.lists.iter().find(|(list, _)| *list == name).map_or(&[], |(_, values)| values)
    }
}

/// What [`Lint::lacks`] calls the card that the event happened to.
pub const SUBJECT: &str = "subject";
/// The other card of the event.
pub const OTHER: &str = "other";

/// How deep a word may lie in a card, counted in the keys and places of its JSON pointer from the card.
pub const DEPTH_LIMIT: usize = 24;
/// The most findings that are told of one card, and of one pool.
pub const FINDING_LIMIT: usize = 100;
/// How many words one card may have.
pub const WORD_LIMIT: usize = 400;

impl<'a, L: Language> Lint<'a, L> {
    /// A walk that begins at a pointer.
    pub fn new(pointer: impl Into<String>, pool: &'a Vocabulary) -> Lint<'a, L> {
        Lint {
            findings: Vec::new(),
            bound: Vec::new(),
            given: Vec::new(),
            looked: false,
            lacking: Vec::new(),
            pointer: pointer.into(),
            depth: 0,
            words: 0,
            pool,
            language: PhantomData,
        }
    }

    /// Walks a part under its key, or under several with `/` between them.
    pub fn inside(&mut self, key: impl AsRef<str>, walk: impl FnOnce(&mut Self)) {
        let (length, key) = (self.pointer.len(), key.as_ref());
        let keys = key.split('/').count();
        self.pointer.push('/');
        self.pointer.push_str(key);
        self.depth += keys;
        self.words += 1;
        if self.depth > DEPTH_LIMIT {
            self.find("too_deep", format!("abilities lie at most {DEPTH_LIMIT} keys and places deep"));
        } else if self.words == WORD_LIMIT + 1 {
            self.find("too_many_words", format!("a card has at most {WORD_LIMIT} ability words"));
        } else if self.words <= WORD_LIMIT {
            walk(self);
        }
        self.depth -= keys;
        self.pointer.truncate(length);
    }

    /// Walks the items of a list.
    pub fn each<T>(&mut self, key: &str, items: &[T], mut walk: impl FnMut(&mut Self, &T)) {
        self.inside(key, |lint| {
            for (index, item) in items.iter().enumerate() {
                lint.inside(index.to_string(), |lint| walk(lint, item));
            }
        });
    }

    /// Walks words that cannot speak of some things more where they stand.
    pub fn without(&mut self, names: impl IntoIterator<Item = &'static str>, walk: impl FnOnce(&mut Self)) {
        let length = self.lacking.len();
        self.lacking.extend(names);
        walk(self);
        self.lacking.truncate(length);
    }

    /// Walks words that can speak of other things than those around them: of all but these.
    pub fn anew(&mut self, names: Vec<&'static str>, walk: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.lacking, names);
        walk(self);
        self.lacking = before;
    }

    /// Whether words cannot speak of something here.
    pub fn lacks(&self, name: &str) -> bool {
        self.lacking.iter().any(|other| *other == name)
    }

    /// A word that speaks of something which is not there.
    pub fn speaks_of(&mut self, name: &str) {
        if self.lacks(name) {
            self.find("never_there", format!("nothing is meant by “{name}” where this stands"));
        }
    }

    /// A number that has to be at least one for anything to be done.
    pub fn at_least_one(&mut self, amount: &Amount<L>) {
        if matches!(amount, Amount::Number(number) if *number < 1) {
            self.find("does_nothing", "with a number below 1 this does nothing");
        }
    }

    /// Notes a finding here.
    pub fn find(&mut self, code: &'static str, message: impl Into<String>) {
        if self.findings.len() >= FINDING_LIMIT {
            return;
        }
        let pointer = self.pointer.clone();
        self.findings.push(Finding { code, pointer, message: message.into(), nearest: None });
    }

    /// Notes a value that is not in an open list of the pool.
    pub fn declared(&mut self, list: &'static str, value: &str) {
        let known = self.pool.list(list);
        if !known.iter().any(|other| other == value) && self.findings.len() < FINDING_LIMIT {
            let nearest = nearest(value, known.iter().map(String::as_str));
            self.findings.push(Finding {
                code: "undeclared_value",
                pointer: self.pointer.clone(),
                message: format!("the pool declares no {list} “{value}”"),
                nearest,
            });
        }
    }
}

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
