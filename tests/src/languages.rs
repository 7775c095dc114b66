//! Checks that messages exist in several languages.

use rules_judge_engine::abilities::Finding;

/// Whether a text contains Chinese and differs from the English one.
pub fn is_chinese(text: &str, english: &str) -> bool {
    text != english && text.chars().any(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter))
}

/// Checks that each finding of a linter has Chinese messages, and returns the findings.
///
/// # Panics
/// One is not.
pub fn in_every_language(findings: Vec<Finding>) -> Vec<Finding> {
    for finding in &findings {
        let [english, traditional, simplified] = finding.message.clone().into_languages();
        for chinese in [traditional, simplified] {
            assert!(is_chinese(&chinese, &english), "{}: {english}: {chinese}", finding.code);
        }
    }
    findings
}
