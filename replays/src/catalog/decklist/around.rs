//! The lines around the cards: comments, headings, headings with a card behind them, and rows of a table.
//!
//! Procedure: each of these kinds has its own function, which `session` calls when a line has that form.

use crate::catalog::decklist::counts::{self, Counted};
use crate::catalog::decklist::headings::{Head, Headed};
use crate::catalog::decklist::reading::{What, read, words};
use crate::catalog::decklist::session::{Outcome, Session, Under, passed};
use crate::catalog::decklist::tables::Row;
use crate::catalog::decklist::tokens::{Kind, Token, tokens};
use crate::catalog::decklist::{Form, Read};

impl Session<'_> {
    /// A comment adds nothing, unless it is a heading; a card in it marks the line as not read.
    pub(crate) fn comment(&mut self, text: &str, pieces: &[Token]) -> Outcome {
        let start = pieces.iter().position(|t| t.kind != Kind::Note).unwrap_or(pieces.len());
        let body = pieces.get(start..).unwrap_or_default();
        if let Some(Headed::Alone { head, count }) = self.lists.heads.read(text, body) {
            return match head {
                Head::Total | Head::Plain | Head::Label => passed(),
                _ => self.heading(text, body, head, count),
            };
        }
        let reading = self.card(text, body);
        if reading.what != What::Nothing || !reading.seen.is_empty() {
            return self.unread(text, body, &reading);
        }
        if self.lists.heads.has_foreign(text, body) {
            return self.heading(text, body, Head::Foreign, None);
        }
        let number = body.iter().any(|t| matches!(t.kind, Kind::Number(_) | Kind::Count(_)));
        let near = if number { self.near(text, body, &reading) } else { Vec::new() };
        if near.is_empty() {
            return passed();
        }
        Outcome { read: Read::Nothing, unused: words(text, body, &[]), near }
    }

    /// A heading that stands alone on its line.
    pub(crate) fn heading(
        &mut self,
        text: &str,
        pieces: &[Token],
        head: Head,
        count: Option<u32>,
    ) -> Outcome {
        let unused = words(text, pieces, &[]);
        match (head, self.lists.heads.form(head)) {
            (Head::Part(_), Some(Form::Value)) => Outcome { read: Read::Nothing, unused, near: Vec::new() },
            (Head::Part(part), _) => {
                self.under = Under::Part(part);
                Outcome { read: Read::Heading { part, count }, ..passed() }
            }
            (Head::Sub, _) => match self.under {
                Under::Part(part) => Outcome { read: Read::Heading { part, count }, ..passed() },
                Under::Own => passed(),
                Under::Foreign => Outcome { read: Read::Nothing, unused, near: Vec::new() },
            },
            (Head::Foreign, _) => {
                self.under = Under::Foreign;
                Outcome { read: Read::Nothing, unused, near: Vec::new() }
            }
            (Head::Total | Head::Plain | Head::Label, _) => passed(),
        }
    }

    /// A heading with more on its line: a card, the title of the list, or the value of a label.
    pub(crate) fn before(
        &mut self,
        text: &str,
        pieces: &[Token],
        head: Head,
        rest: usize,
        (colon, title): (bool, bool),
    ) -> Option<Outcome> {
        let tail = pieces.get(rest..).unwrap_or_default();
        let reading = self.card(text, tail);
        let found = reading.what != What::Nothing;
        match head {
            Head::Label if found || !reading.seen.is_empty() => Some(self.unread(text, pieces, &reading)),
            Head::Label if !colon && self.carded => None,
            Head::Label => Some(passed()),
            Head::Total | Head::Plain => None,
            Head::Part(part) if found && self.lists.heads.form(head) != Some(Form::Value) => {
                Some(self.put(text, reading, Under::Part(part)))
            }
            Head::Sub if found && colon => Some(self.put(text, reading, self.under)),
            Head::Foreign if found => {
                self.under = Under::Foreign;
                Some(self.put(text, reading, Under::Foreign))
            }
            _ => {
                let number = tail.iter().any(|t| matches!(t.kind, Kind::Number(_) | Kind::Count(_)));
                let may = title && !self.carded && !number && !found;
                (may && self.near(text, tail, &reading).is_empty()).then(passed)
            }
        }
    }

    /// A row under a heading row.
    pub(crate) fn row(&mut self, text: &str, pieces: &[Token], row: Row) -> Outcome {
        let cell = tokens(&row.card);
        let mut reading = read(&self.lists.pool, &self.lists.facts, &row.card, &cell, true);
        let count = row.count.unwrap_or_default();
        let content = tokens(&count);
        let none = vec![false; content.len()];
        let n = match counts::count(&count, &content, &none) {
            Counted::One { n, from, to }
                if words(&count, &content, &taken(content.len(), from, to)).is_empty() =>
            {
                Some(n)
            }
            _ => None,
        };
        let is_foreign = row.others.iter().any(|cell| self.lists.heads.has_foreign(cell, &tokens(cell)));
        match n.filter(|_| !row.unsure && !is_foreign && !reading.counted && reading.what != What::Nothing) {
            Some(n) => {
                reading.n = n;
                reading.counted = true;
                reading.unused.extend(row.unknown);
                self.put(text, reading, self.under)
            }
            None => self.unread(text, pieces, &reading),
        }
    }
}

/// Marks some of a number of tokens as taken.
fn taken(length: usize, from: usize, to: usize) -> Vec<bool> {
    (0..length).map(|at| from <= at && at < to).collect()
}
