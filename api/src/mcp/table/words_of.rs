//! Finds a zone, a value or a control of a board by its name on the wire or for people.

use rules_judge_replays::answer::Language;
use rules_judge_replays::catalog::board::{BoardControl, BoardText, BoardValue, BoardZone};
use serde_json::Value;

/// A text of a board in a language.
pub(crate) fn text(text: &BoardText, language: Language) -> &str {
    match language {
        Language::English => &text.en,
        Language::TraditionalChinese => &text.zh_hant,
        Language::SimplifiedChinese => &text.zh_hans,
    }
}

/// Whether a word is a name in any language, in upper or lower case.
fn is_called(name: &BoardText, word: &str) -> bool {
    let word = word.trim().to_lowercase();
    [&name.en, &name.zh_hans, &name.zh_hant].into_iter().any(|name| name.to_lowercase() == word)
}

/// Finds a zone by its id, its field in a position, or a name.
pub(crate) fn zone<'b>(mut zones: impl Iterator<Item = &'b BoardZone>, word: &str) -> Option<&'b BoardZone> {
    let word = word.trim();
    zones
        .find(|zone| zone.id == word || zone.position.as_deref() == Some(word) || is_called(&zone.name, word))
}

/// Finds a control by its path or a name.
pub(crate) fn control<'b>(controls: &'b [BoardControl], word: &str) -> Option<&'b BoardControl> {
    let word = word.trim();
    let by_path = controls.iter().find(|control| control.path == word);
    by_path.or_else(|| controls.iter().find(|control| is_called(&control.name, word)))
}

/// Finds a value of a choice by the value itself or by a name.
pub(crate) fn value<'b>(values: &'b [BoardValue], said: &Value) -> Option<&'b Value> {
    let is_it = |value: &&BoardValue| {
        value.value == *said
            || said
                .as_str()
                .is_some_and(|word| value.value.as_str() == Some(word.trim()) || is_called(&value.name, word))
    };
    values.iter().find(is_it).map(|value| &value.value)
}

/// The values of a choice as a list.
pub(crate) fn values(values: &[BoardValue]) -> String {
    values.iter().map(|value| value.value.to_string()).collect::<Vec<_>>().join(", ")
}

/// The paths of controls as a list.
pub(crate) fn paths(controls: &[BoardControl]) -> String {
    controls.iter().map(|control| control.path.as_str()).collect::<Vec<_>>().join(", ")
}
