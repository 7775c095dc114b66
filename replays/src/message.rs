//! Messages: a template for each reason code and language, filled in with the reason's parameters.

use std::collections::BTreeSet;

use rules_judge_engine::games::Registered;
use rules_judge_engine::kernel::{CardId, Match, Viewer};
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

/// The cards that a message may call by their names: those whose faces its reader is shown.
#[derive(Debug)]
pub struct Names<'a, 'g, G: Registered> {
    game: &'a Match<'g, G>,
    /// `None`: all of them.
    shown: Option<BTreeSet<u64>>,
}

impl<'a, 'g, G: Registered> Names<'a, 'g, G> {
    /// Those that somebody sees now. Without this a refused entry that names a hidden card by its
    /// number would tell its face.
    pub fn seen_by(game: &'a Match<'g, G>, viewer: Viewer) -> Names<'a, 'g, G> {
        let shown = (viewer != Viewer::Full).then(|| {
            let mut shown = BTreeSet::new();
            faces(&serde_json::to_value(G::state_view(game, viewer)).unwrap_or_default(), &mut shown);
            shown
        });
        Names { game, shown }
    }

    fn label(&self, id: CardId) -> Option<String> {
        let seen = self.shown.as_ref().is_none_or(|shown| shown.contains(&u64::from(id.0)));
        seen.then(|| G::card_label(self.game, id))?
    }
}

/// The numbers of the cards that a view of a table shows.
fn faces(view: &Value, shown: &mut BTreeSet<u64>) {
    match view {
        Value::Object(fields) => {
            shown.extend(fields.get("id").and_then(Value::as_u64));
            fields.values().for_each(|inner| faces(inner, shown));
        }
        Value::Array(items) => items.iter().for_each(|item| faces(item, shown)),
        _ => {}
    }
}

/// Code, parameters and message of a reason.
pub fn explain<G: Registered, R: Serialize>(
    game: Option<&Names<'_, '_, G>>,
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
    game: Option<&Names<'_, '_, G>>,
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
    game: Option<&Names<'_, '_, G>>,
    name: &str,
    value: Option<&Value>,
    language: Language,
) -> String {
    match value {
        Some(Value::Number(number)) if CARD_PARAMETERS.contains(&name) => {
            let id = number.as_u64().and_then(|id| u16::try_from(id).ok()).map(CardId);
            let label = id.zip(game).and_then(|(id, names)| names.label(id));
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
