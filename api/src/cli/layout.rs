//! Lines of a file around a place.

use std::ops::Range;

/// The line that holds the byte, counted from 1.
pub fn line_of(source: &[u8], position: usize) -> usize {
    1 + source.iter().take(position).filter(|&&byte| byte == b'\n').count()
}

/// The bytes from the start of the line that holds `span.start` to the end of the line that holds `span.end`.
pub fn lines_around(source: &[u8], span: &Range<usize>) -> Range<usize> {
    let before = source.get(..span.start).unwrap_or(source);
    let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |position| position + 1);
    let after = source.get(span.end..).unwrap_or(&[]);
    let length = after.iter().position(|&byte| byte == b'\n').unwrap_or(after.len());
    start..source.len().min(span.end.saturating_add(length)).max(start)
}

/// The byte offset of a line and column, both counted from 1; columns count characters.
pub fn offset_of(source: &[u8], line: usize, column: usize) -> usize {
    let mut start = 0;
    for _ in 1..line {
        let rest = source.get(start..).unwrap_or(&[]);
        match rest.iter().position(|&byte| byte == b'\n') {
            Some(length) => start += length + 1,
            None => break,
        }
    }
    // In UTF-8 every byte starts a character that is not of the form 10xxxxxx.
    let starts = source.iter().enumerate().skip(start).filter(|&(_, &byte)| byte & 0xc0 != 0x80);
    starts.map(|(offset, _)| offset).nth(column.saturating_sub(1)).unwrap_or(source.len())
}

/// The part of a value that is underlined: all of it if it is on one line, otherwise its first line.
pub fn underlined(source: &[u8], span: Range<usize>) -> Range<usize> {
    let value = source.get(span.clone()).unwrap_or(&[]);
    match value.iter().position(|&byte| byte == b'\n') {
        Some(length) => span.start..span.start + length.max(1),
        None => span,
    }
}
