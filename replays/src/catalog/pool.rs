//! Checks a card pool, and writes it in its shortest form.

use rules_judge_engine::games::{Registered, Visit};
use rules_judge_engine::writer;
use serde_json::{Value, json};

use crate::answer::{Fault, Language};
use crate::catalog::lint::{self, FindingAnswer, Found};
use crate::codec::format;
use crate::codec::json::{self, Limits};
use crate::judging::Judge;

impl Judge {
    /// Checks a card pool: `{"findings": [{"code", "message", "nearest", "pointer"}], "warnings": […]}`, with
    /// messages in a language; no pool is refused for a warning.
    ///
    /// # Errors
    /// A fault, if the pool cannot be read at all.
    pub fn lint_pool(&self, body: &[u8], language: Language) -> Result<Value, Fault> {
        struct LintPool<'a>(&'a [u8], Language);

        impl Visit for LintPool<'_> {
            type Out = Result<Value, Fault>;

            fn visit<G: Registered>(self) -> Self::Out {
                let value: Value = json::read(self.0, &Limits::default())?;
                let findings = lint::findings::<G>(&value);
                let warnings = lint::warnings::<G>(&value, !findings.is_empty());
                let answers = |found: &[Found]| -> Vec<FindingAnswer> {
                    found.iter().map(|found| found.answer(self.1)).collect()
                };
                Ok(json!({ "findings": answers(&findings), "warnings": answers(&warnings) }))
            }
        }

        self.dispatch(&format::game_of(body)?, LintPool(body, language))?
    }

    /// The canonical form of a pool, for people to read: each word in its shortest form, and no default
    /// values.
    ///
    /// # Errors
    /// The pool cannot be read.
    pub fn fix_pool(&self, body: &[u8]) -> Result<String, Fault> {
        struct FixPool<'a>(&'a [u8]);

        impl Visit for FixPool<'_> {
            type Out = Result<String, Fault>;

            fn visit<G: Registered>(self) -> Self::Out {
                let value: Value = json::read(self.0, &Limits::default())?;
                let data: G::PoolData = format::part(value, "")?;
                let text = writer::write(&data).map_err(|error| Fault::unwritten(&error))?;
                Ok(laid_out(&text))
            }
        }

        self.dispatch(&format::game_of(body)?, FixPool(body))?
    }
}

/// JSON without blanks, laid out for people as `serde_json` does: two blanks for each level.
fn laid_out(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    let (mut depth, mut is_text, mut is_escaped) = (0, false, false);
    let line = |out: &mut String, depth: usize| {
        out.push('\n');
        out.push_str(&"  ".repeat(depth));
    };
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if is_text {
            out.push(letter);
            is_text = is_escaped || letter != '"';
            is_escaped = !is_escaped && letter == '\\';
            continue;
        }
        match letter {
            '[' | '{' => {
                out.push(letter);
                if matches!(letters.peek(), Some(']' | '}')) {
                    out.extend(letters.next());
                } else {
                    depth += 1;
                    line(&mut out, depth);
                }
            }
            ']' | '}' => {
                depth = depth.saturating_sub(1);
                line(&mut out, depth);
                out.push(letter);
            }
            ',' => {
                out.push(letter);
                line(&mut out, depth);
            }
            ':' => out.push_str(": "),
            _ => {
                is_text = letter == '"';
                out.push(letter);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::laid_out;

    #[test]
    fn pools_are_laid_out_as_serde_json_does() {
        let value: Value = json!({
            "": [], "a\"b\\": {}, "c": [[1, -2], {"d": "x,[{:}]\n\u{7}\\"}, true, null], "e": {"f": {"g": "\\\""}}
        });
        assert_eq!(laid_out(&value.to_string()), serde_json::to_string_pretty(&value).unwrap());
    }
}
