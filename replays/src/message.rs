//! Messages: a template for each reason code and language, filled in with the reason's parameters.

use rules_judge_engine::games::Registered;
use rules_judge_engine::kernel::{CardId, Match, Viewer};
use rules_judge_engine::wire::reason::Parameters;
use rules_judge_engine::wire::view::is_seen;
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

/// The table that a message speaks of, and who reads it.
#[derive(Debug)]
pub struct Reader<'m, 'p, G: Registered> {
    /// The table.
    pub game: &'m Match<'p, G>,
    /// Who reads.
    pub viewer: Viewer,
}

impl<G: Registered> Clone for Reader<'_, '_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Registered> Copy for Reader<'_, '_, G> {}

impl<G: Registered> Reader<'_, '_, G> {
    /// Whether the reader sees the face of every card that a value may name.
    pub fn sees_all(&self, value: &Value) -> bool {
        match value {
            Value::Number(number) => {
                let id = number.as_u64().and_then(|id| u16::try_from(id).ok()).map(CardId);
                let id = id.filter(|id| self.game.state.table.card(*id).is_some());
                id.is_none_or(|id| is_seen(self.game, self.viewer, id))
            }
            Value::Array(list) => list.iter().all(|item| self.sees_all(item)),
            Value::Object(fields) => fields.values().all(|field| self.sees_all(field)),
            Value::Null | Value::Bool(_) | Value::String(_) => true,
        }
    }
}

/// Whether the parameters of a reason name no card whose face the reader does not see.
pub fn names_only_seen<G: Registered, R: Serialize>(reader: Reader<'_, '_, G>, reason: &R) -> bool {
    let value = serde_json::to_value(reason).unwrap_or(Value::Null);
    let params = value.get("params").and_then(Value::as_object);
    let mut cards = params.into_iter().flatten().filter(|(name, _)| G::Reason::names_card(name));
    cards.all(|(_, value)| reader.sees_all(value))
}

/// Code, parameters and message of a reason.
pub fn explain<G: Registered, R: Serialize>(
    reader: Option<Reader<'_, '_, G>>,
    reason: &R,
    language: Language,
) -> (String, Value, String) {
    let value = serde_json::to_value(reason).unwrap_or(Value::Null);
    let code = value.get("code").and_then(Value::as_str).unwrap_or_default().to_owned();
    let params = value.get("params").cloned().unwrap_or_else(|| Value::Object(serde_json::Map::new()));
    let message = render::<G>(reader, &code, &params, language);
    (code, params, message)
}

fn render<G: Registered>(
    reader: Option<Reader<'_, '_, G>>,
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
        message.push_str(&parameter(reader, name, params.get(name), language));
        rest = after;
    }
    message.push_str(rest);
    message
}

fn parameter<G: Registered>(
    reader: Option<Reader<'_, '_, G>>,
    name: &str,
    value: Option<&Value>,
    language: Language,
) -> String {
    match value {
        Some(Value::Number(number)) if G::Reason::names_card(name) => {
            let id = number.as_u64().and_then(|id| u16::try_from(id).ok()).map(CardId);
            let seen = id.zip(reader).filter(|(id, reader)| is_seen(reader.game, reader.viewer, *id));
            let label = seen.and_then(|(id, reader)| G::card_label(reader.game, id));
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
