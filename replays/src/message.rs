//! Messages: a template for each reason code and language, filled in with the reason's parameters.

use rules_judge_engine::games::Registered;
use rules_judge_engine::kernel::{CardId, Match};
use serde::Serialize;
use serde_json::Value;

use crate::answer::Language;

impl Language {
    /// The place of the language in the texts of the index.
    pub const fn place(self) -> usize {
        match self {
            Language::English => 0,
            Language::TraditionalChinese => 1,
            Language::SimplifiedChinese => 2,
        }
    }
}

/// The parameters that name a card.
const CARD_PARAMETERS: [&str; 4] = ["card", "target", "attacker", "base"];

/// Code, parameters and message of a reason.
pub fn explain<G: Registered, R: Serialize>(
    game: Option<&Match<'_, G>>,
    reason: &R,
    language: Language,
) -> (String, Value, String) {
    let value = serde_json::to_value(reason).unwrap_or(Value::Null);
    let code = value.get("code").and_then(Value::as_str).unwrap_or_default().to_owned();
    let params = value.get("params").cloned().unwrap_or_else(|| Value::Object(serde_json::Map::new()));
    let message = render::<G>(game, &code, &params, language);
    (code, params, message)
}

fn render<G: Registered>(
    game: Option<&Match<'_, G>>,
    code: &str,
    params: &Value,
    language: Language,
) -> String {
    let template = G::messages().iter().find(|(other, _)| *other == code);
    let Some(template) = template.and_then(|(_, texts)| texts.get(language.place())) else {
        return code.to_owned();
    };
    let (mut message, mut rest) = (String::with_capacity(template.len() + 32), *template);
    while let Some((before, after)) = rest.split_once('{') {
        message.push_str(before);
        let Some((name, after)) = after.split_once('}') else { break };
        message.push_str(&parameter(game, name, params.get(name), language));
        rest = after;
    }
    message.push_str(rest);
    message
}

fn parameter<G: Registered>(
    game: Option<&Match<'_, G>>,
    name: &str,
    value: Option<&Value>,
    language: Language,
) -> String {
    match value {
        Some(Value::Number(number)) if CARD_PARAMETERS.contains(&name) => {
            let id = number.as_u64().and_then(|id| u16::try_from(id).ok()).map(CardId);
            let label = id.zip(game).and_then(|(id, game)| G::card_label(game, id));
            label.unwrap_or_else(|| format!("#{number}"))
        }
        Some(Value::String(text)) => match G::rules().word(name, text) {
            Some(word) => word.text.get(language.place()).copied().unwrap_or(text).to_owned(),
            None => text.clone(),
        },
        Some(Value::Array(list)) => list.iter().map(ToString::to_string).collect::<Vec<_>>().join(" + "),
        Some(Value::Null) | None => "–".to_owned(),
        Some(other) => other.to_string(),
    }
}
