//! Writes to standard output for people: coloured only if they want it, and without characters that control
//! the terminal.

use std::io::{self, IsTerminal, Write};

/// Whether standard output takes colours: a terminal that is not `dumb`, without `NO_COLOR`.
pub fn colours() -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
    !refused && !dumb && io::stdout().is_terminal()
}

/// Writes to standard output.
pub fn write(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// The text without characters that control a terminal or change the direction of reading: names and messages
/// may quote any text from a file.
pub fn printable(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    for character in text.chars() {
        if is_obeyed(character) {
            clean.extend(character.escape_unicode());
        } else {
            clean.push(character);
        }
    }
    clean
}

/// Whether a character controls a terminal or changes the direction of reading.
fn is_obeyed(character: char) -> bool {
    let steers = character.is_control() && character != '\n';
    let turns =
        matches!(character, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    steers || turns
}

/// The same for JSON. Such characters are written as escapes, so that the value does not change.
pub fn printable_json(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    for character in text.chars() {
        if is_obeyed(character) {
            clean.push_str(&format!("\\u{:04x}", u32::from(character)));
        } else {
            clean.push(character);
        }
    }
    clean
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_sequences_are_shown_and_not_obeyed() {
        assert_eq!(printable("a\u{1b}[31mb\u{202e}c\n戰"), "a\\u{1b}[31mb\\u{202e}c\n戰");
    }
}
