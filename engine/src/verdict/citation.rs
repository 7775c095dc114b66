//! A citation is a value: a rule id as its rulebook numbers it, or a ruling of ours.

use serde::{Deserialize, Serialize};

/// A rule of one game's index. The number is a place in that index and never leaves the engine:
/// answers show the id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Cite(pub(crate) u16);

/// What kind of statement a rule is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleKind {
    /// The judge decides or does something because of it.
    Enforced,
    /// It says what a word means.
    Definition,
    /// It holds by the shape of the data.
    Structural,
    /// It concerns people at the table, not the game.
    Table,
    /// Our own reading where the book is silent.
    Ruling,
}

/// The text of one statement in the three languages, in that order: English, zh-Hant, zh-Hans.
pub type Texts = [&'static str; 3];

/// One rule or ruling.
#[derive(Debug)]
pub struct Rule {
    /// The id, byte for byte as it is cited.
    pub id: &'static str,
    /// What kind of statement it is.
    pub kind: RuleKind,
    /// What it says, restated. For a ruling: what was ruled.
    pub text: Texts,
    /// For a ruling: the question and the reason.
    pub ruling: Option<(Texts, Texts)>,
}

/// The rules of one game, in the order of its book, rulings last.
#[derive(Debug)]
pub struct RuleBook {
    /// All of them.
    pub rules: &'static [Rule],
}

impl RuleBook {
    /// The rule of a citation.
    pub fn rule(&self, cite: Cite) -> Option<&'static Rule> {
        self.rules.get(usize::from(cite.0))
    }

    /// The id of a citation, as answers show it.
    pub fn id(&self, cite: Cite) -> &'static str {
        self.rule(cite).map_or("", |rule| rule.id)
    }

    /// The citation of an id.
    pub fn cite(&self, id: &str) -> Option<Cite> {
        let place = self.rules.iter().position(|rule| rule.id == id)?;
        u16::try_from(place).ok().map(Cite)
    }

    /// The rule with this id.
    pub fn find(&self, id: &str) -> Option<&'static Rule> {
        self.rules.iter().find(|rule| rule.id == id)
    }
}

/// The place of an id in an index, at compile time.
///
/// # Panics
/// While compiling, when the index does not have the id: that is the point of it.
#[allow(clippy::panic, clippy::indexing_slicing, clippy::cast_possible_truncation)]
pub const fn find(ids: &[&str], wanted: &str) -> Cite {
    let mut place = 0;
    while place < ids.len() {
        if same(ids[place].as_bytes(), wanted.as_bytes()) {
            return Cite(place as u16);
        }
        place += 1;
    }
    panic!("the rule index of this game has no such id")
}

#[allow(clippy::indexing_slicing)]
const fn same(left: &[u8], right: &[u8]) -> bool {
    if left.len() != right.len() {
        return false;
    }
    let mut place = 0;
    while place < left.len() {
        if left[place] != right[place] {
            return false;
        }
        place += 1;
    }
    true
}
