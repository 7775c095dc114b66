//! The linter. It reads the same declarations as the interpreter, so that the two cannot diverge.

use std::marker::PhantomData;

use super::{FilterWord, Language, Select, findings};
use crate::texts::Saying;

/// A fault in the data of a card or pool.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The code, which stays the same between versions.
    pub code: &'static str,
    /// JSON pointer into the card or pool.
    pub pointer: String,
    /// The fault in one sentence.
    pub message: Saying,
    /// The known word that is nearest to an unknown one.
    pub nearest: Option<String>,
}

/// The state of a walk through a card's words.
#[derive(Debug)]
pub struct Lint<'a, L: Language> {
    /// The faults found so far.
    pub findings: Vec<Finding>,
    /// Legal data with a consequence that their author should know. A pool with warnings is accepted.
    pub warnings: Vec<Finding>,
    /// The names that earlier sentences bound.
    pub bound: Vec<String>,
    /// The number of words compared so far to find nearest ones, in this pool.
    pub compared: usize,
    /// For each ability of the card, in order: whether another card can get it. Only for cards whose
    /// sentences name abilities by number.
    pub given: Vec<bool>,
    /// The indices of the abilities that a sentence gives.
    pub gives: Vec<usize>,
    /// What the words here cannot refer to, by the names in [`meant`] and those of the game.
    unavailable: Vec<&'static str>,
    /// What earlier sentences gave to refer to.
    learned: Vec<&'static str>,
    /// The names of cards that are not on the field when the words here are carried out.
    away: Vec<&'static str>,
    /// Whether the words here are the condition of an ability, looked at later than its event.
    looked_at_later: bool,
    /// Whether the change of a number may depend on the card whose number it is.
    changes_by_card: bool,
    pointer: String,
    depth: usize,
    /// Number of words read.
    pub words: usize,
    /// The declared values of the pool.
    pub pool: &'a Vocabulary,
    language: PhantomData<L>,
}

/// Names of what common words refer to, for [`Lint::refers_to`]. Games declare where each is unavailable;
/// roles have the names that texts use.
pub mod meant {
    /// The card that the text stands on.
    pub const THIS: &str = "this";
    /// The object of an event.
    pub const SUBJECT: &str = "subject";
    /// The other object of an event.
    pub const OTHER: &str = "other";
    /// The cards chosen last.
    pub const CHOSEN: &str = "chosen";
    /// The number chosen last.
    pub const NUMBER: &str = "number";
    /// The cards that the player looks at.
    pub const LOOKED: &str = "looked";
    /// Whether the previous sentence was carried out.
    pub const DID: &str = "did";
}

/// The values that a pool declares for open lists, such as types and camps.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Vocabulary {
    /// For each list name, the values in order.
    lists: Vec<(&'static str, Vec<String>)>,
}

impl Vocabulary {
    /// The values of each list, by its name.
    pub fn new(mut lists: Vec<(&'static str, Vec<String>)>) -> Vocabulary {
        lists.iter_mut().for_each(|(_, values)| values.sort_unstable());
        Vocabulary { lists }
    }

    /// The values of a list, sorted.
    pub fn list(&self, name: &str) -> &[String] {
        self.lists.iter().find(|(list, _)| *list == name).map_or(&[], |(_, values)| values)
    }
}

/// The depth limit of a word in a card, in segments of its JSON pointer from the card.
pub const DEPTH_LIMIT: usize = 24;
/// The largest number of findings for one card, and for one pool, and of warnings.
pub const FINDING_LIMIT: usize = 100;
/// The largest number of words in one card.
pub const WORD_LIMIT: usize = 400;

impl<'a, L: Language> Lint<'a, L> {
    /// A walk that starts at this pointer.
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
            away: Vec::new(),
            looked_at_later: false,
            changes_by_card: false,
            pointer: pointer.into(),
            depth: 0,
            words: 0,
            pool,
            language: PhantomData,
        }
    }

    /// Lints a part under its key, or under a path of keys separated by `/`.
    pub fn inside(&mut self, key: &str, walk: impl FnOnce(&mut Self)) {
        // The compiler instantiates this function for each of hundreds of callers, so everything that does
        // not depend on `walk` is in other functions.
        let above = self.above();
        if self.enter(key) {
            walk(self);
        }
        self.leave(above);
    }

    /// The depth and the length of the pointer.
    fn above(&self) -> (usize, usize) {
        (self.depth, self.pointer.len())
    }

    fn leave(&mut self, (depth, length): (usize, usize)) {
        self.depth = depth;
        self.pointer.truncate(length);
    }

    /// Enters a key; `false`: the limit of depth is reached, and the part is not linted.
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

    /// Lints the items of a list.
    pub fn each<T>(&mut self, key: &str, items: &[T], mut walk: impl FnMut(&mut Self, &T)) {
        self.inside(key, |lint| {
            for (index, item) in items.iter().enumerate() {
                lint.inside(&index.to_string(), |lint| walk(lint, item));
            }
        });
    }

    /// Lints words that cannot refer to these names either.
    pub fn excluding(&mut self, names: impl IntoIterator<Item = &'static str>, walk: impl FnOnce(&mut Self)) {
        let length = self.unavailable.len();
        self.unavailable.extend(names);
        walk(self);
        self.unavailable.truncate(length);
    }

    /// Lints words that cannot refer to these names only, apart from what earlier sentences gave.
    pub fn with_unavailable(&mut self, names: Vec<&'static str>, walk: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.unavailable, names);
        walk(self);
        self.unavailable = before;
    }

    /// Lints words that cannot refer to some names, but to others that are unavailable around them.
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

    /// Lints words that run at another time than those around them, and so cannot refer to what earlier
    /// sentences gave.
    pub fn nested(&mut self, names: Vec<&'static str>, walk: impl FnOnce(&mut Self)) {
        self.apart(|lint| lint.with_unavailable(names, walk));
    }

    /// Lints sentences that run at another time than those before them, and so cannot refer to what those
    /// gave.
    pub fn apart(&mut self, walk: impl FnOnce(&mut Self)) {
        let (bound, learned) = (std::mem::take(&mut self.bound), std::mem::take(&mut self.learned));
        let away = std::mem::take(&mut self.away);
        walk(self);
        (self.bound, self.learned, self.away) = (bound, learned, away);
    }

    /// Lints words that are carried out while the cards of these names are not on the field.
    pub fn while_away(&mut self, names: Vec<&'static str>, walk: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.away, names);
        walk(self);
        self.away = before;
    }

    /// Lints the condition of an ability that waits for an event. It is looked at later than the event, of
    /// which `away` names the cards that are not on the field any more, and so do not change.
    pub fn condition_of_event(&mut self, away: &[&'static str], walk: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.looked_at_later, !away.contains(&meant::SUBJECT));
        walk(self);
        self.looked_at_later = before;
    }

    /// Lints a word of a continuous ability, in a game that may read the change of a number off each card.
    pub fn changing_by_card(&mut self, may: bool, walk: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.changes_by_card, may);
        walk(self);
        self.changes_by_card = before;
    }

    /// Lints the change of a number, which may refer to the card whose number it is where it is read off it.
    pub fn of_changed_card(&mut self, walk: impl FnOnce(&mut Self)) {
        match self.changes_by_card {
            true => self.instead_of(&[meant::SUBJECT], Vec::new(), walk),
            false => walk(self),
        }
    }

    /// Warns of properties of the card of the event that may change before they are looked at.
    pub fn asks_later(&mut self, what: &Select<L>, fits: &[L::Filter]) {
        let of_event = matches!(what, Select::Subject);
        if self.looked_at_later && of_event && fits.iter().any(FilterWord::may_change) {
            self.warn("looked_at_later", findings::looked_at_later());
        }
    }

    /// Warns of a sentence that does something to cards on the field only and means one that is not there.
    /// Whatever else is done to such a card may bring it back, so later sentences are not looked at.
    pub fn acts_on(&mut self, what: &Select<L>, only_on_field: bool) {
        let name = match what {
            Select::This => meant::THIS,
            Select::Subject => meant::SUBJECT,
            _ => return,
        };
        if only_on_field && self.away.contains(&name) {
            self.warn("never_effective", findings::not_there_then());
        }
        if !only_on_field {
            self.away.retain(|away| *away != name);
        }
    }

    /// Lets later sentences refer to this name.
    pub fn learn(&mut self, name: &'static str) {
        if !self.learned.contains(&name) {
            self.learned.push(name);
        }
    }

    /// Whether the words here cannot refer to this name.
    pub fn is_unavailable(&self, name: &str) -> bool {
        let is_it = |other: &&'static str| *other == name;
        self.unavailable.iter().any(is_it) && !self.learned.iter().any(is_it)
    }

    /// Reports a reference that is unavailable here.
    pub fn refers_to(&mut self, name: &str) {
        if self.is_unavailable(name) {
            self.find("nothing_meant", findings::nothing_meant(name));
        }
    }

    /// Reports an empty list of alternatives, which nothing fits.
    pub fn filled<T>(&mut self, list: &[T]) {
        if list.is_empty() {
            self.find("empty_list", findings::fits_nothing());
        }
    }

    /// Adds a finding at this place.
    pub fn find(&mut self, code: &'static str, message: Saying) {
        if self.findings.len() >= FINDING_LIMIT {
            return;
        }
        let pointer = self.pointer.clone();
        self.findings.push(Finding { code, pointer, message, nearest: None });
    }

    /// Adds a warning at this place.
    pub fn warn(&mut self, code: &'static str, message: Saying) {
        if self.warnings.len() >= FINDING_LIMIT {
            return;
        }
        let pointer = self.pointer.clone();
        self.warnings.push(Finding { code, pointer, message, nearest: None });
    }

    /// Reports a value that an open list of the pool does not declare.
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

/// The largest number of comparisons in one pool to find nearest words; later findings have none.
pub const COMPARED_LIMIT: usize = 2_000;
/// The longest word in bytes for which, and as which, a nearest word is searched.
pub const NEAREST_LIMIT: usize = 64;

/// The known word nearest to an unknown one; `None`: none is near, or a word is too long.
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

/// A type name in snake case, as on the wire.
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
