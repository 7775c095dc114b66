//! Shows a refusal or a fault as a compiler shows an error: the place in the file with the
//! offending field underlined, the reason, and notes below.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use rules_judge_replays::answer::Language;
use rules_judge_replays::codec::layout::one_member_a_line;
use rules_judge_replays::codec::pointer;

use crate::cli::layout;
use crate::cli::phrases::levels;
use crate::cli::terminal::printable;

/// Longest line of a file that is shown unchanged; the entry in a longer one is laid out with one member a
/// line.
const LINE_BYTES: usize = 160;
/// Longest entry that is shown on one line when its file is one long line.
const ENTRY_BYTES: usize = 100;
/// The deepest level of an entry that is indented further than the one above, so that the size of its layout
/// stays within a multiple of the source.
pub const DEEPEST: usize = 16;
/// Most lines of an entry that are shown around the offending field.
const ENTRY_LINES: usize = 16;

/// Where a finding lies in its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place<'a> {
    /// Nowhere in particular.
    Nowhere,
    /// At the value that a JSON pointer names.
    Pointer(&'a str),
    /// At a line and column, counted from 1.
    LineColumn(usize, usize),
}

/// The file that a finding speaks of.
#[derive(Debug, Clone, Copy)]
pub struct File<'a> {
    /// Its name as the user gave it.
    pub name: &'a str,
    /// Its bytes, if they may be shown.
    pub bytes: Option<&'a [u8]>,
    /// Where every line of the file is a replay: the number of this replay's line, from 1. `bytes` is that
    /// line then.
    pub line: Option<usize>,
}

impl File<'_> {
    /// The name of the file, with the number of the line if every line is a replay.
    pub fn label(&self) -> String {
        match self.line {
            Some(line) => format!("{}:{line}", self.name),
            None => self.name.to_owned(),
        }
    }

    /// The line of the file with which the bytes start.
    fn first_line(&self) -> usize {
        self.line.unwrap_or(1)
    }
}

/// A line below the excerpt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// Says more about what happened.
    Note(String),
    /// Says what can be done.
    Help(String),
}

/// How much a finding matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// Something is against the rules, or has no meaning.
    Error,
    /// Something has a meaning, with a consequence that its author should know.
    Warning,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding<'a> {
    /// How much it matters.
    pub severity: Severity,
    /// Stable code.
    pub code: &'a str,
    /// The reason.
    pub message: &'a str,
    /// Where it lies.
    pub place: Place<'a>,
    /// What is written under the underlined field.
    pub label: String,
    /// Lines below.
    pub notes: Vec<Note>,
}

/// The finding as text that ends with an empty line.
pub fn render(finding: &Finding<'_>, file: &File<'_>, colours: bool, language: Language) -> String {
    let [error, warning, note_word, help_word] = levels(language);
    let renderer = if colours { Renderer::styled() } else { Renderer::plain() };
    let level = match finding.severity {
        Severity::Error => Level::ERROR.with_name(error),
        Severity::Warning => Level::WARNING.with_name(warning),
    };
    let title = level.primary_title(printable(finding.message)).id(printable(finding.code));
    let excerpt = file.bytes.and_then(|bytes| Excerpt::of(bytes, finding.place, file.first_line()));
    let mut group: Group<'_> = match excerpt {
        Some(excerpt) => {
            let mut primary = AnnotationKind::Primary.span(excerpt.span);
            if !finding.label.is_empty() {
                primary = primary.label(printable(&finding.label));
            }
            let snippet = Snippet::source(excerpt.text).fold(false).annotation(primary);
            match excerpt.laid_out {
                // Line numbers beside an entry that was laid out again count within the entry; the line and
                // column of the file stand above it.
                Some(LaidOut { entry, line, column }) => {
                    let name = printable(&format!("{}#{entry}", file.name));
                    let origin = Origin::path(name).line(line).char_column(column);
                    title.element(origin).element(snippet.line_start(excerpt.first_line))
                }
                None => title.element(snippet.path(printable(file.name)).line_start(excerpt.first_line)),
            }
        }
        None => title.element(Origin::path(printable(&place_name(finding.place, file)))),
    };
    for note in &finding.notes {
        group = group.element(match note {
            Note::Note(text) => Level::NOTE.with_name(note_word).message(printable(text)),
            Note::Help(text) => Level::HELP.with_name(help_word).message(printable(text)),
        });
    }
    let mut text = renderer.render(&[group]);
    text.push_str("\n\n");
    text
}

fn place_name(place: Place<'_>, file: &File<'_>) -> String {
    match place {
        Place::Nowhere | Place::Pointer("") => file.label(),
        Place::Pointer(pointer) => format!("{}#{pointer}", file.label()),
        Place::LineColumn(line, column) => {
            let line = file.first_line().saturating_add(line.saturating_sub(1));
            format!("{}:{line}:{column}", file.name)
        }
    }
}

/// The part of a file that is shown.
#[derive(Debug, PartialEq, Eq)]
struct Excerpt {
    text: String,
    first_line: usize,
    span: Range<usize>,
    /// The entry and its place, if the excerpt shows it laid out again.
    laid_out: Option<LaidOut>,
}

/// An entry that is shown laid out again.
#[derive(Debug, PartialEq, Eq)]
struct LaidOut {
    /// Its pointer.
    entry: String,
    /// The line of the file that has the underlined value, from 1.
    line: usize,
    /// The column there, in characters from 1.
    column: usize,
}

impl Excerpt {
    fn of(bytes: &[u8], place: Place<'_>, first_line: usize) -> Option<Excerpt> {
        match place {
            Place::Nowhere => None,
            Place::LineColumn(line, column) => Some(Excerpt::of_position(bytes, line, column, first_line)),
            Place::Pointer(pointer) => Excerpt::of_pointer(bytes, pointer, first_line),
        }
    }

    /// The line, or as much of it around the column as fits.
    fn of_position(bytes: &[u8], line: usize, column: usize, first_line: usize) -> Excerpt {
        let offset = layout::offset_of(bytes, line, column);
        let span = offset..bytes.len().min(offset.saturating_add(1));
        let lines = layout::lines_around(bytes, &(offset..offset));
        let start = lines.start.max(offset.saturating_sub(LINE_BYTES / 2));
        let end = lines.end.min(offset.saturating_add(LINE_BYTES / 2)).max(span.end);
        Excerpt::cut(bytes, start..end, span, first_line.saturating_add(line.saturating_sub(1)))
    }

    fn of_pointer(bytes: &[u8], pointer: &str, first_line: usize) -> Option<Excerpt> {
        let (span, rest) = pointer::locate_nearest(bytes, pointer)?;
        let found = pointer.strip_suffix(rest).unwrap_or(pointer);
        let span = layout::underlined(bytes, span);
        let around = surrounding(found);
        let entry = pointer::locate(bytes, around).unwrap_or_else(|| span.clone());

        let whole = layout::lines_around(bytes, &entry);
        let near = layout::lines_around(bytes, &span);
        let shown = if count_lines(bytes, &whole) <= ENTRY_LINES { whole } else { near.clone() };
        if longest_line(bytes, &shown) <= LINE_BYTES {
            let line = first_line.saturating_add(layout::line_of(bytes, shown.start) - 1);
            return Some(Excerpt::cut(bytes, shown, span, line));
        }
        let line = first_line.saturating_add(layout::line_of(bytes, span.start) - 1);
        let before = bytes.get(near.start..span.start).unwrap_or(&[]);
        let column = 1 + String::from_utf8_lossy(before).chars().count();
        let excerpt = Excerpt::laid_out(bytes.get(entry)?, found, around)?;
        Some(Excerpt { laid_out: Some(LaidOut { entry: around.to_owned(), line, column }), ..excerpt })
    }

    /// The entry alone: on one line if it is short, otherwise one member a line.
    fn laid_out(entry: &[u8], found: &str, around: &str) -> Option<Excerpt> {
        let inner = found.strip_prefix(around)?;
        let laid = if entry.len() <= ENTRY_BYTES && !entry.contains(&b'\n') {
            entry.to_vec()
        } else {
            one_member_a_line(entry, DEEPEST)
        };
        let (span, _) = pointer::locate_nearest(&laid, inner)?;
        let span = layout::underlined(&laid, span);
        let all = 0..laid.len();
        let shown =
            if count_lines(&laid, &all) <= ENTRY_LINES { all } else { layout::lines_around(&laid, &span) };
        if longest_line(&laid, &shown) > LINE_BYTES {
            let line = layout::line_of(&laid, span.start);
            let end = layout::lines_around(&laid, &span).end.min(span.start.saturating_add(LINE_BYTES));
            let span = span.start..span.end.min(end);
            let start = shown.start.max(span.start.saturating_sub(LINE_BYTES / 2));
            return Some(Excerpt::cut(&laid, start..end, span, line));
        }
        let line = layout::line_of(&laid, shown.start);
        Some(Excerpt::cut(&laid, shown, span, line))
    }

    /// Text of the shown bytes; bytes that are not UTF-8 are replaced without moving the span.
    fn cut(bytes: &[u8], shown: Range<usize>, span: Range<usize>, first_line: usize) -> Excerpt {
        let part = |range: Range<usize>| String::from_utf8_lossy(bytes.get(range).unwrap_or(&[]));
        let mut text = part(shown.start..span.start).into_owned();
        let start = text.len();
        text.push_str(&part(span.clone()));
        let end = text.len();
        text.push_str(&part(span.end..shown.end));
        Excerpt { text, first_line, span: start..end, laid_out: None }
    }
}

/// The pointer of the entry or card around a value; of the value's parent elsewhere.
fn surrounding(pointer: &str) -> &str {
    if let Some(inside) = pointer.strip_prefix("/actions/").or_else(|| pointer.strip_prefix("/cards/")) {
        let length = inside.find('/').unwrap_or(inside.len());
        return pointer.get(..pointer.len() - inside.len() + length).unwrap_or(pointer);
    }
    pointer.rfind('/').and_then(|end| pointer.get(..end)).unwrap_or(pointer)
}

fn count_lines(bytes: &[u8], range: &Range<usize>) -> usize {
    bytes.get(range.clone()).unwrap_or(&[]).iter().filter(|&&byte| byte == b'\n').count() + 1
}

fn longest_line(bytes: &[u8], range: &Range<usize>) -> usize {
    bytes.get(range.clone()).unwrap_or(&[]).split(|&byte| byte == b'\n').map(<[u8]>::len).max().unwrap_or(0)
}
