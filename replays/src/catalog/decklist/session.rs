//! Reads a whole list: decides what each line is, under the heading that it stands under.
//!
//! Procedure for a line: comment, heading row or row of a table, complete card, heading or value, card with
//! words left over, title; any other line is not read. A line that is both a complete card and a heading is
//! not read either.

use crate::catalog::decklist::fold::{code_key, name_key};
use crate::catalog::decklist::headings::{Head, Headed};
use crate::catalog::decklist::lines::{Prepared, prepare};
use crate::catalog::decklist::near::COMPARISONS;
use crate::catalog::decklist::reading::{Reading, What, read, words};
use crate::catalog::decklist::tables::Table;
use crate::catalog::decklist::tokens::{Kind, Token, tokens};
use crate::catalog::decklist::{DeckLists, Line, Read};

/// The most pieces of a line that is read: the work grows with their square.
pub(crate) const PIECES: usize = 100;

/// The heading that the lines stand under.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Under {
    /// No heading was read: every card is of its own part.
    Own,
    Part(usize),
    /// A heading that the game does not have.
    Foreign,
}

/// The state of reading one list.
pub(crate) struct Session<'a> {
    pub lists: &'a DeckLists,
    pub under: Under,
    /// The columns, once a row has named them.
    pub table: Option<Table>,
    /// How many more comparisons the search for close names may make.
    pub budget: usize,
    pub out: Vec<Line>,
    /// A line with words was read.
    pub begun: bool,
    /// A card was read.
    pub carded: bool,
    /// The line before is a label of what the list is about.
    pub about: bool,
    /// The place of the last line with words, where that is a card without a count.
    pub uncounted: Option<usize>,
    /// The last line with words is a number alone.
    pub lone: bool,
}

/// The result of a line: its reading, its unused words, and the cards that it could be about.
pub(crate) struct Outcome {
    pub read: Read,
    pub unused: Vec<String>,
    pub near: Vec<String>,
}

/// A line that was understood and adds nothing.
pub(crate) fn passed() -> Outcome {
    Outcome { read: Read::Nothing, unused: Vec::new(), near: Vec::new() }
}

/// A line of more bytes or pieces than are read, with its beginning.
fn too_long(text: &str) -> Outcome {
    Outcome {
        read: Read::Nothing,
        unused: vec![crate::catalog::decklist::fold::cut(text, 80)],
        near: Vec::new(),
    }
}

impl<'a> Session<'a> {
    /// Begins a list.
    pub(crate) fn new(lists: &'a DeckLists) -> Session<'a> {
        let (under, table, budget, out) = (Under::Own, None, COMPARISONS, Vec::new());
        Session {
            lists,
            under,
            table,
            budget,
            out,
            begun: false,
            carded: false,
            about: false,
            uncounted: None,
            lone: false,
        }
    }

    /// Reads all lines of a text.
    pub(crate) fn read(mut self, text: &str) -> Vec<Line> {
        for (at, line) in prepare(text).into_iter().enumerate() {
            let result = self.line(&line);
            self.out.push(Line {
                line: at + 1,
                text: line.raw,
                read: result.read,
                unused: result.unused,
                near: result.near,
            });
        }
        self.out
    }

    /// Reads one line.
    fn line(&mut self, line: &Prepared) -> Outcome {
        if line.beyond {
            return too_long(line.raw.trim());
        }
        let text = line.text.as_str();
        let pieces = tokens(text);
        if text.trim().is_empty() || pieces.is_empty() {
            return passed();
        }
        if pieces.len() > PIECES {
            return too_long(text);
        }
        let (uncounted, lone) = (self.uncounted.take(), std::mem::take(&mut self.lone));
        if pieces.first().is_some_and(|t| t.kind == Kind::Note) {
            return self.comment(text, &pieces);
        }
        let first = !std::mem::replace(&mut self.begun, true);
        let about = std::mem::take(&mut self.about);
        if line.unclear {
            let reading = self.card(text, &pieces);
            let near = self.near(text, &pieces, &reading);
            return Outcome { read: Read::Nothing, unused: words(text, &pieces, &[]), near };
        }
        if let Some(table) = self.lists.columns.heading(text) {
            self.table = Some(table);
            return passed();
        }
        if self.lists.columns.is_bare_heading(text) {
            return passed();
        }
        let headed = self.lists.heads.read(text, &pieces);
        let reading = self.card(text, &pieces);
        let plain =
            matches!(headed, Some(Headed::Alone { head: Head::Total | Head::Plain | Head::Label, .. }));
        // The words of a heading before a link name the link: `Deck: https://…`.
        let linked = line.raw.contains("://")
            && matches!(headed, Some(Headed::Alone { head, count: None }) if head != Head::Foreign);
        // A line that names a card is no heading and no title.
        if (plain || linked) && !reading.names_card() {
            self.about = matches!(headed, Some(Headed::Alone { head: Head::Plain, .. }));
            return passed();
        }
        let heads = matches!(headed, Some(Headed::Alone { .. }));
        if let Some(row) = self.table.as_ref().and_then(|table| table.row(text)).filter(|_| !heads) {
            return self.row(text, &pieces, row);
        }
        if reading.is_complete() && lone && !reading.counted {
            return self.unread(text, &pieces, &reading);
        }
        if let Some(result) = headed.and_then(|headed| self.headed(text, &pieces, &reading, headed)) {
            return result;
        }
        if reading.what != What::Nothing {
            self.uncounted = Some(self.out.len()).filter(|_| !reading.counted);
            return self.put(text, reading, self.under);
        }
        self.without_card(text, &pieces, reading, uncounted, (first, about))
    }

    /// A line without a card: a number for the line before, a title or a name of the list, or a line not
    /// read.
    fn without_card(
        &mut self,
        text: &str,
        pieces: &[Token],
        reading: Reading,
        uncounted: Option<usize>,
        (first, about): (bool, bool),
    ) -> Outcome {
        if reading.lone {
            self.lone = true;
            self.take_back(uncounted);
        }
        let named = about && name_key(text).starts_with("name");
        let near = self.near(text, pieces, &reading);
        let heads = &self.lists.heads;
        let is_title = first && heads.is_title(text, pieces) && !heads.has_foreign(text, pieces);
        if near.is_empty() && (named || is_title) {
            return passed();
        }
        Outcome { read: Read::Nothing, unused: reading.unused, near }
    }

    /// Reads a line with the words of a heading; `None`: they do not decide what the line is.
    fn headed(&mut self, text: &str, pieces: &[Token], reading: &Reading, headed: Headed) -> Option<Outcome> {
        match headed {
            Headed::Alone { .. } if reading.names_card() => Some(self.unread(text, pieces, reading)),
            Headed::Value { .. } if reading.is_complete() => Some(self.unread(text, pieces, reading)),
            Headed::Alone { head, count } => Some(self.heading(text, pieces, head, count)),
            Headed::Value { part, value } => Some(Outcome { read: Read::Value { part, value }, ..passed() }),
            Headed::Before { head, rest, colon, title } if !reading.is_complete() => {
                self.before(text, pieces, head, rest, (colon, title))
            }
            Headed::Before { .. } => None,
        }
    }

    /// Reads some pieces of a line as a card.
    pub(crate) fn card(&self, text: &str, pieces: &[Token]) -> Reading {
        read(&self.lists.pool, &self.lists.facts, text, pieces, false)
    }

    /// A line that was not read, with all its words.
    pub(crate) fn unread(&mut self, text: &str, pieces: &[Token], reading: &Reading) -> Outcome {
        let near = match &reading.what {
            What::One(card) => self.ids(&[*card]),
            What::Several(cards) => self.ids(cards),
            What::Nothing => self.near(text, pieces, reading),
        };
        Outcome { read: Read::Nothing, unused: words(text, pieces, &[]), near }
    }

    /// Puts a card under its heading. Under a foreign heading it is named, but never added.
    pub(crate) fn put(&mut self, text: &str, reading: Reading, under: Under) -> Outcome {
        self.carded = true;
        let unused = reading.unused;
        match (reading.what, under) {
            (What::One(card), Under::Foreign) => {
                Outcome { read: Read::Nothing, unused: vec![text.to_owned()], near: self.ids(&[card]) }
            }
            (What::Several(cards), Under::Foreign) => {
                Outcome { read: Read::Nothing, unused: vec![text.to_owned()], near: self.ids(&cards) }
            }
            (What::One(card), _) => {
                let own = self.lists.cards.get(card).map_or(0, |card| card.part);
                let part = if let Under::Part(part) = under { part } else { own };
                Outcome { read: Read::Card { card, n: reading.n, part }, unused, near: Vec::new() }
            }
            // No card was chosen, so that the name was not used.
            (What::Several(cards), _) => {
                Outcome { read: Read::Several { cards }, unused: vec![text.to_owned()], near: Vec::new() }
            }
            (What::Nothing, _) => Outcome { read: Read::Nothing, unused, near: Vec::new() },
        }
    }

    /// Takes back a card without a count, when the next line is a number that could be its count.
    fn take_back(&mut self, uncounted: Option<usize>) {
        let Some(line) = uncounted.and_then(|at| self.out.get_mut(at)) else { return };
        let card = if let Read::Card { card, .. } = line.read { Some(card) } else { None };
        line.read = Read::Nothing;
        line.unused = vec![line.text.trim().to_owned()];
        line.near = card
            .and_then(|card| self.lists.cards.get(card))
            .map(|card| card.id.clone())
            .into_iter()
            .collect();
    }

    /// The ids of at most three cards.
    pub(crate) fn ids(&self, cards: &[usize]) -> Vec<String> {
        cards
            .iter()
            .filter_map(|card| self.lists.cards.get(*card))
            .take(3)
            .map(|card| card.id.clone())
            .collect()
    }

    /// The cards that a line could be about: those that stand on it, else those whose name or code is close.
    pub(crate) fn near(&mut self, text: &str, pieces: &[Token], reading: &Reading) -> Vec<String> {
        if !reading.seen.is_empty() {
            return self.ids(&reading.seen);
        }
        let numbers: Vec<bool> = pieces
            .iter()
            .map(|t| matches!(t.kind, Kind::Number(_) | Kind::Count(_) | Kind::Times | Kind::Counter))
            .collect();
        let mut keys: Vec<String> = Vec::new();
        for word in words(text, pieces, &numbers).into_iter().take(4) {
            keys.extend([
                name_key(&word),
                code_key(&word),
                name_key(word.trim_matches(|c: char| c.is_ascii_digit())),
            ]);
        }
        keys.sort();
        keys.dedup();
        let cards = self.lists.near.cards(&keys, &mut self.budget);
        self.ids(&cards)
    }
}
