//! The lines of the source: none is longer than what a reader sees beside another file.

use std::fs;
use std::path::Path;

/// As `max_width` in rustfmt.toml, which leaves comments, strings and the inside of macros alone.
const WIDTH: usize = 110;

fn long_lines(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() {
            if !name.starts_with('.') && name != "target" && name != "node_modules" {
                long_lines(&path, found);
            }
        } else if name.ends_with(".rs") {
            let text = fs::read_to_string(&path).unwrap();
            let numbered = text.lines().zip(1..).filter(|(line, _)| line.chars().count() > WIDTH);
            found.extend(numbered.map(|(_, number)| format!("{}:{number}", path.display())));
        }
    }
}

#[test]
fn no_line_is_longer_than_rustfmt_makes_one() {
    let mut found = Vec::new();
    long_lines(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."), &mut found);
    assert!(found.is_empty(), "lines of more than {WIDTH} characters:\n{}", found.join("\n"));
}
