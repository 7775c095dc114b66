//! Checks a card pool, and writes it in its shortest form.

use rules_judge_engine::games::{Registered, Visit};
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
                serde_json::to_string_pretty(&data).map_err(|error| Fault::unwritten(&error))
            }
        }

        self.dispatch(&format::game_of(body)?, FixPool(body))?
    }
}
