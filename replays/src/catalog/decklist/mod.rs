//! A reader of deck lists as people post them.
//!
//! Procedure: `lines` cuts the text into bounded clean lines; `tokens` cuts a line into pieces; `pool` finds
//! known names and codes among them; `counts` finds the number of copies; `reading` puts these together as a
//! card; `headings` and `tables` read the lines around the cards, and `around` says what these add; `session`
//! goes over the lines and keeps the heading under which they stand.
//!
//! The reader never guesses. Whatever it did not use stands in `Line::unused`, and a line that can be read in
//! two ways is not read at all.

mod around;
mod counts;
mod fold;
mod headings;
mod lines;
mod near;
mod pool;
mod reading;
mod session;
mod tables;
#[cfg(test)]
mod tests;
mod tokens;
mod words;

pub(crate) use lines::LONGEST;
pub(crate) use session::PIECES;

/// The lines of a text that are read; all lines beyond are one line that is not read.
pub(crate) const LINES: usize = 1_000;

/// The form of a part of a deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Cards with counts.
    Lines,
    /// Ids of cards.
    Ids,
    /// A number or a word.
    Value,
}

/// A part of a deck, with its names in all languages.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) field: String,
    pub(crate) names: Vec<String>,
    pub(crate) form: Form,
}

/// A card of the pool, with its names in all languages and the part it belongs to if no heading says
/// otherwise.
#[derive(Clone, Debug)]
pub(crate) struct Card {
    pub(crate) id: String,
    pub(crate) codes: Vec<String>,
    pub(crate) names: Vec<String>,
    pub(crate) part: usize,
}

/// A line of a posted list, and what the reader took it for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// The number of the line, from 1.
    pub(crate) line: usize,
    pub(crate) text: String,
    pub(crate) read: Read,
    /// The words that were not used. Where it is empty, the line was read in full.
    pub(crate) unused: Vec<String>,
    /// The ids of at most three cards that the line may stand for.
    pub(crate) near: Vec<String>,
}

/// What the reader took a line for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Read {
    /// A blank line, a comment, a total or a title; or, where the line has unused words, a line that was not
    /// understood.
    Nothing,
    Heading {
        part: usize,
        count: Option<u32>,
    },
    Card {
        card: usize,
        n: u32,
        part: usize,
    },
    /// A name that several cards have, of which none was chosen.
    Several {
        cards: Vec<usize>,
    },
    Value {
        part: usize,
        value: String,
    },
}

/// The lookups for the deck lists of one pool, built once.
#[derive(Debug)]
pub(crate) struct DeckLists {
    cards: Vec<Card>,
    pool: pool::Pool,
    near: near::Near,
    heads: headings::Heads,
    columns: tables::Columns,
    facts: Vec<String>,
}

impl DeckLists {
    /// Folds the names of all parts and cards.
    #[must_use]
    pub(crate) fn new(parts: Vec<Part>, cards: Vec<Card>) -> DeckLists {
        let pool = pool::Pool::new(&cards);
        let near = near::Near::new(&pool);
        let heads = headings::Heads::new(&parts);
        let mut facts: Vec<String> = words::each(words::FACTS).map(fold::name_key).collect();
        facts.sort();
        DeckLists { cards, pool, near, heads, columns: tables::Columns::new(), facts }
    }

    /// Reads a posted list line by line.
    #[must_use]
    pub(crate) fn read(&self, text: &str) -> Vec<Line> {
        session::Session::new(self).read(text)
    }
}
