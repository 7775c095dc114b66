//! Tables with a heading row: the heading decides which column is the count.
//!
//! Procedure: a row whose cells name columns becomes a `Table`; the rows under it are cut at the same
//! separator, their cells are given to the columns, and the columns about something else are dropped.

use std::collections::BTreeMap;

use crate::catalog::decklist::fold::name_key;
use crate::catalog::decklist::words::{COLUMNS, Column, each};

/// The columns under a heading row, and the sign that parts them.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    sep: char,
    columns: Vec<Column>,
}

/// A row of a table: the text that names the card, the text of the count, and what no column explains.
#[derive(Debug)]
pub(crate) struct Row {
    pub card: String,
    pub count: Option<String>,
    pub unknown: Vec<String>,
    /// Cells of columns that are no part of a deck.
    pub others: Vec<String>,
    /// The row has more cells than the heading, or the table has not exactly one column of counts.
    pub unsure: bool,
}

/// The headings of columns.
#[derive(Debug)]
pub(crate) struct Columns(BTreeMap<String, Column>);

impl Columns {
    /// Folds the words of the table.
    pub(crate) fn new() -> Columns {
        let words =
            COLUMNS.iter().flat_map(|(column, words)| each(words).map(|word| (name_key(word), *column)));
        Columns(words.collect())
    }

    /// The table that a line begins, if the line is a heading row.
    pub(crate) fn heading(&self, line: &str) -> Option<Table> {
        let sep = ['|', '\t', ';', ','].into_iter().find(|sep| line.contains(*sep))?;
        let cells = cells(line, sep);
        let columns: Vec<Column> = cells.iter().map(|cell| self.column(cell)).collect();
        let has = |column| columns.contains(&column);
        let known = columns.iter().filter(|column| **column != Column::Unknown).count();
        let strange = |(cell, column): (&String, &Column)| !cell.is_empty() && *column == Column::Unknown;
        let unknown = cells.iter().zip(&columns).filter(|pair| strange(*pair)).count();
        let fits = (has(Column::Name) || has(Column::Code)) && known >= 2 && unknown * 2 <= known;
        fits.then_some(Table { sep, columns })
    }

    /// Whether a line names columns without parting them by a sign that its rows could share.
    pub(crate) fn is_bare_heading(&self, line: &str) -> bool {
        let words: Vec<&str> = line.split([' ', ':', '/']).filter(|word| !word.is_empty()).collect();
        let columns: Vec<Column> = words.iter().map(|word| self.column(word)).collect();
        let subject = columns.iter().any(|column| matches!(column, Column::Name | Column::Code));
        columns.len() >= 2
            && subject
            && columns.contains(&Column::Count)
            && !columns.contains(&Column::Unknown)
    }

    /// The meaning of one cell of a heading row.
    fn column(&self, cell: &str) -> Column {
        let bare = cell.trim_matches(|c: char| {
            matches!(c, '*' | '"' | '\'' | '(' | ')' | '[' | ']' | ' ' | '【' | '】')
        });
        self.0.get(&name_key(bare)).copied().unwrap_or(Column::Unknown)
    }
}

impl Table {
    /// Cuts a line into the columns of this table; none where the line has another form.
    pub(crate) fn row(&self, line: &str) -> Option<Row> {
        if !line.contains(self.sep) {
            return None;
        }
        let cells = cells(line, self.sep);
        let filled = cells.iter().filter(|cell| !cell.is_empty()).count();
        if filled == 0 {
            return None;
        }
        let counts = self.columns.iter().filter(|column| **column == Column::Count).count();
        let over = cells.iter().skip(self.columns.len()).any(|cell| !cell.is_empty());
        let mut row = Row {
            card: String::new(),
            count: None,
            unknown: Vec::new(),
            others: Vec::new(),
            unsure: over || filled < 2 || counts != 1,
        };
        for (cell, column) in cells.into_iter().zip(&self.columns).filter(|(cell, _)| !cell.is_empty()) {
            match column {
                Column::Count => row.count = Some(cell),
                Column::Unknown => row.unknown.push(cell),
                Column::Other => row.others.push(cell),
                Column::Name | Column::Code if row.card.is_empty() => row.card = cell,
                Column::Name | Column::Code => {
                    row.card.push_str(" | ");
                    row.card.push_str(&cell);
                }
            }
        }
        Some(row)
    }
}

/// The cells of a row: quotes keep a separator within a cell, and the outer bars of a row make no cells.
fn cells(line: &str, sep: char) -> Vec<String> {
    let line = line.trim_matches(' ');
    let line = if sep == '|' { line.strip_prefix('|').unwrap_or(line) } else { line };
    let line = if sep == '|' { line.strip_suffix('|').unwrap_or(line) } else { line };
    let mut out = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        let last = out.last_mut();
        match (c, last) {
            ('"', Some(cell)) if quoted || cell.trim().is_empty() => quoted = !quoted,
            (c, Some(cell)) if c != sep || quoted => cell.push(c),
            _ => out.push(String::new()),
        }
    }
    out.into_iter().map(|cell| cell.trim().to_owned()).collect()
}
