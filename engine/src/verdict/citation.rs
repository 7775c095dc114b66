//! Citations as values: a rule by the id of its rulebook, or a ruling of this project.

use serde::{Deserialize, Serialize};

/// A rule of one game's index. The number is a place in that index and never leaves the engine:
/// answers show the id.
///
/// It comes out of a rule index when the program is built, and an id that the index lacks does not compile:
///
/// ```
/// use rules_judge_engine::games::azur_lane::rules::IDS;
/// use rules_judge_engine::verdict::{Cite, citation::find};
/// const KNOWN: Cite = find(IDS, "101.1");
/// ```
/// ```compile_fail,E0080
/// use rules_judge_engine::games::azur_lane::rules::IDS;
/// use rules_judge_engine::verdict::{Cite, citation::find};
/// const UNKNOWN: Cite = find(IDS, "999.9z");
/// ```
///
/// It cannot be made up:
///
/// ```compile_fail,E0423
/// let made_up = rules_judge_engine::verdict::Cite(7);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Cite(pub(crate) u16);

/// The kind of statement that a rule makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleKind {
    /// The engine decides or does something because of it.
    Enforced,
    /// It defines a term.
    Definition,
    /// It holds by the form of the data.
    Structural,
    /// It concerns people at the table, not the game.
    Table,
    /// This project's own reading where the book is silent.
    Ruling,
}

/// One statement in English, zh-Hant, zh-Hans.
pub type Texts = [&'static str; 3];

/// One rule or ruling.
#[derive(Debug)]
pub struct Rule {
    /// The id, byte for byte as answers cite it.
    pub id: &'static str,
    /// What kind of statement it is.
    pub kind: RuleKind,
    /// What the rule says, in our words. For a ruling: the decision.
    pub text: Texts,
    /// For a ruling: the question and the reason.
    pub ruling: Option<(Texts, Texts)>,
    /// Questions of players that the rule answers, in each language; the search finds the rule by them as
    /// well.
    pub questions: [&'static [&'static str]; 3],
    /// For a ruling: the publisher's answers to its question.
    pub official: &'static [Official],
    /// The index of the rule above this one.
    pub parent: Option<u16>,
    /// The indices of the rules below it.
    pub children: &'static [u16],
    /// The indices of the rules and rulings that its texts name.
    pub cites: &'static [u16],
    /// The indices of the rules and rulings whose texts name it.
    pub cited_by: &'static [u16],
    /// The modules that cite it.
    pub enforced_in: &'static [&'static str],
    /// The reason codes that tests saw citing it.
    pub codes: &'static [&'static str],
    /// The cases that cite it.
    pub cases: &'static [&'static str],
    /// The proofs that tests saw: the kind of proof and the case.
    pub proofs: &'static [(&'static str, &'static str)],
    /// Why an enforced rule has no proof.
    pub unproven: Option<&'static str>,
}

/// The publisher's answer to the question of a ruling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Official {
    /// Whether it agrees with the ruling.
    pub confirms: bool,
    /// Its date as in the source: a year, a month or a day.
    pub date: Option<&'static str>,
    /// Its source.
    pub source: Texts,
}

/// A number that the rulebook sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// Its name in the index.
    pub name: &'static str,
    /// The number.
    pub value: u32,
    /// The rule that sets it.
    pub cite: Cite,
}

/// What is assumed of a field of a position, if the position leaves it out and asks for that.
#[derive(Debug, Clone, Copy)]
pub struct Assumption {
    /// The name of the field in a half; with `/` in front, in the position. `field/member`: a member of a
    /// field that an earlier row fills.
    pub field: &'static str,
    /// What it holds.
    pub holds: Assumed,
    /// The rule that says so.
    pub cite: Cite,
}

/// What a field of a position holds as the game begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Assumed {
    /// Nothing can be assumed: the position has to say it.
    Needed,
    /// Nothing, as a list.
    EmptyList,
    /// Nothing, as an object.
    EmptyObject,
    /// This number.
    Number(u32),
    /// This number, unless a field of this name stands elsewhere in the half.
    Once(u32),
    /// Unknown cards, so many.
    Unknown(u32),
    /// Of so many cards of the player's deck those that are nowhere else, unknown.
    Rest(u32),
}

/// A term of the rulebook with its definition.
#[derive(Debug)]
pub struct Term {
    /// The word.
    pub term: Texts,
    /// The definition, in our words.
    pub definition: Texts,
}

/// The text of a wire word in messages, where it is the value of one parameter.
#[derive(Debug)]
pub struct Word {
    /// The name of the parameter.
    pub parameter: &'static str,
    /// The word on the wire.
    pub word: &'static str,
    /// The text in messages.
    pub text: Texts,
}

/// A template of a sentence.
#[derive(Debug)]
pub struct Template {
    /// Its class: `event`, `question`, `action`, `point` of an event, or a `part` of other sentences.
    pub of: &'static str,
    /// The word within the class, as on the wire.
    pub word: &'static str,
    /// The conditions for choosing it; `-`: none.
    pub when: &'static str,
    /// The template.
    pub text: Texts,
}

/// An example of a reason: an entry of a case that is refused for it.
#[derive(Debug)]
pub struct Refused {
    /// The code of the reason.
    pub code: &'static str,
    /// The id of the case.
    pub case: &'static str,
    /// The blamed value, as a JSON pointer into the replay.
    pub pointer: &'static str,
    /// The entry as JSON; `None`: the header is refused.
    pub entry: Option<&'static str>,
    /// The message about it.
    pub message: Texts,
}

/// The rules of one game, in the order of its book, rulings last.
#[derive(Debug)]
pub struct RuleBook {
    /// All rules and rulings.
    pub rules: &'static [Rule],
    /// The terms of the book.
    pub glossary: &'static [Term],
    /// Everyday words, each with the term for which players use it.
    pub synonyms: &'static [(&'static str, &'static str)],
    /// The numbers that the book sets.
    pub limits: &'static [Limit],
    /// What is assumed of a half of a position, in the order in which it is worked out.
    pub assumed: &'static [Assumption],
    /// The texts of wire words in messages.
    pub words: &'static [Word],
    /// The templates of sentences, sorted by word and class.
    pub sentences: &'static [Template],
    /// An example of every reason code, as the tests observed it.
    pub refused: &'static [Refused],
    /// The phrases for reading abilities back, as tables: English, zh-Hant, zh-Hans.
    pub phrases: [&'static str; 3],
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

    /// The rule before another one; rules and rulings are separate sequences.
    pub fn previous(&self, rule: &Rule) -> Option<&'static Rule> {
        let place = self.rules.iter().position(|other| other.id == rule.id)?;
        self.beside(rule, place.checked_sub(1)?)
    }

    /// The rule after another one.
    pub fn next(&self, rule: &Rule) -> Option<&'static Rule> {
        let place = self.rules.iter().position(|other| other.id == rule.id)?;
        self.beside(rule, place + 1)
    }

    fn beside(&self, rule: &Rule, place: usize) -> Option<&'static Rule> {
        self.rules.get(place).filter(|other| other.ruling.is_some() == rule.ruling.is_some())
    }

    /// The templates of a word, in the order in which they are tried.
    pub fn sentences(&self, of: &str, word: &str) -> &'static [Template] {
        let key = |row: &Template| (row.word, row.of);
        let from = self.sentences.partition_point(|row| key(row) < (word, of));
        let rows = self.sentences.get(from..).unwrap_or_default();
        let count = rows.iter().take_while(|row| key(row) == (word, of)).count();
        rows.get(..count).unwrap_or_default()
    }

    /// The text of a wire word in messages.
    pub fn word(&self, parameter: &str, word: &str) -> Option<&'static Word> {
        let of = |entry: &Word| (entry.parameter, entry.word);
        let place = self.words.partition_point(|entry| of(entry) < (parameter, word));
        self.words.get(place).filter(|entry| of(entry) == (parameter, word))
    }
}

/// The citation of an id, at compile time.
///
/// # Panics
/// If the index lacks the id, which makes compiling fail.
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

/// Whether two texts are the same; for constants.
#[allow(clippy::indexing_slicing)]
pub(crate) const fn same(left: &[u8], right: &[u8]) -> bool {
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
