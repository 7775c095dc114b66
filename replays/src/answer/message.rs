//! Messages: a template for each reason code and language, filled in with the reason's parameters.

use std::collections::BTreeMap;

use rules_judge_engine::game_kit::cards::NamesParameters;
use rules_judge_engine::game_kit::name::in_sentence;
use rules_judge_engine::game_kit::sentence::{Speech, cell_text};
use rules_judge_engine::game_kit::view::{CardRef, card_ref};
use rules_judge_engine::games::{Readers, Registered};
use rules_judge_engine::kernel::{CardId, Match, Viewer};
use rules_judge_engine::maps::map_of;
use serde_json::Value;

use crate::answer::Language;
use crate::codec::json;

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

/// The match that a message is about, and its reader.
#[derive(Debug)]
pub struct Perspective<'m, 'p, G: Registered> {
    /// The table.
    pub game: &'m Match<'p, G>,
    /// The seat or view of the reader.
    pub viewer: Viewer,
    /// The names of the players that have one.
    pub names: [Option<&'m str>; 2],
}

impl<G: Registered> Clone for Perspective<'_, '_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Registered> Copy for Perspective<'_, '_, G> {}

impl<G: Registered> Perspective<'_, '_, G> {
    /// Whether the reader sees the face of each of these cards. Cards that do not exist hide nothing.
    pub fn sees(&self, cards: impl IntoIterator<Item = CardId>) -> bool {
        let mut there = cards.into_iter().filter(|card| self.game.state.table.card(*card).is_some());
        there.all(|card| self.game.sees_card(self.viewer, card))
    }

    /// The card as the reader sees it; `None` if its face is hidden from the reader.
    fn card(&self, card: CardId, language: Language) -> Option<CardRef<'_, G::Zone>> {
        self.game.state.table.card(card).filter(|_| self.game.sees_card(self.viewer, card))?;
        Some(card_ref(self.game, card, language.place()))
    }

    /// Whether the reader may learn a reason against an entry of its own. `has_history`: the reader has seen
    /// how the table came about.
    pub fn may_read_own(&self, reason: &G::Reason, has_history: bool) -> bool {
        match G::reason_readers(reason) {
            Readers::All | Readers::WhoSeesItsCards | Readers::Nobody => true,
            Readers::WhoKnowsWhereItLies => {
                has_history || self.sees(reason.cards().into_iter().map(|(_, card)| card))
            }
        }
    }

    /// Whether the reader may learn a reason against an entry of another seat that names these cards.
    pub fn may_read(&self, reason: &G::Reason, entry: &[CardId]) -> bool {
        let is_reader = match G::reason_readers(reason) {
            Readers::All => true,
            Readers::WhoSeesItsCards => self.sees(entry.iter().copied()),
            Readers::Nobody | Readers::WhoKnowsWhereItLies => false,
        };
        is_reader && self.sees(reason.cards().into_iter().map(|(_, card)| card))
    }
}

/// A reason in words.
#[derive(Debug)]
pub struct Explained {
    /// Its code.
    pub code: String,
    /// The template of the code with the parameters filled in.
    pub message: String,
    /// The cards that its parameters name, each with its id in the pool, its name and where it is.
    pub named_cards: BTreeMap<String, Value>,
    /// The parameters of the reason.
    pub params: Value,
}

/// Code, parameters, cards and message of a reason.
pub fn explain<G: Registered>(
    reader: Option<Perspective<'_, '_, G>>,
    reason: &G::Reason,
    language: Language,
) -> Explained {
    let value = json::tree(reason).unwrap_or(Value::Null);
    let code = value.get("code").and_then(Value::as_str).unwrap_or_default().to_owned();
    let params = value.get("params").cloned().unwrap_or_else(|| Value::Object(serde_json::Map::new()));
    let message = render::<G>(reader, reason, (&code, &params), language);
    let named = reason.cards().into_iter().filter_map(|(name, card)| {
        let card = json::tree(&reader?.card(card, language)?).ok()?;
        Some((name.to_owned(), card))
    });
    Explained { code, message, named_cards: map_of(named), params }
}

fn render<G: Registered>(
    reader: Option<Perspective<'_, '_, G>>,
    reason: &G::Reason,
    (code, params): (&str, &Value),
    language: Language,
) -> String {
    let (cards, cells) = (reason.cards(), reason.cells());
    let template = G::INFO.messages.iter().find(|(other, _)| *other == code);
    let Some(template) = template.and_then(|(_, texts)| texts.get(language.place())) else {
        return code.to_owned();
    };
    filled(template, params, language, |name| match name.strip_prefix('@') {
        Some(name) => player(reader.map(|reader| reader.names), params.get(name), language),
        None => match cells.iter().find(|(other, _)| *other == name) {
            Some((_, cell)) => cell_text(*cell),
            None => parameter(reader, &cards, (name, params.get(name)), language),
        },
    })
}

/// Fills a template: a range of two parameters (`{least..most}`), a number with its noun
/// (`{count|card|cards}`), a player (`{@seat}`), and of everything else what `parameter` returns.
fn filled(template: &str, params: &Value, language: Language, parameter: impl Fn(&str) -> String) -> String {
    let (mut message, mut rest) = (String::with_capacity(template.len() + 32), template);
    while let Some((before, after)) = rest.split_once('{') {
        message.push_str(before);
        let Some((name, after)) = after.split_once('}') else { break };
        if let Some((least, most)) = name.split_once("..") {
            message.push_str(&range(params.get(least), params.get(most), language));
            rest = after;
            continue;
        }
        if let Some((name, (one, many))) =
            name.split_once('|').and_then(|(name, words)| Some((name, words.split_once('|')?)))
        {
            let count = params.get(name).and_then(Value::as_u64).unwrap_or_default();
            message.push_str(&plural(count, one, many));
            rest = after;
            continue;
        }
        message.push_str(&parameter(name));
        rest = after;
    }
    message.push_str(rest);
    message
}

/// A player: by name, or else by the seat.
fn player(names: Option<[Option<&str>; 2]>, seat: Option<&Value>, language: Language) -> String {
    let Some(seat) = seat.and_then(Value::as_u64) else {
        return match language {
            Language::English => "another player",
            Language::TraditionalChinese => "另一名玩家",
            Language::SimplifiedChinese => "另一名玩家",
        }
        .to_owned();
    };
    let place = usize::try_from(seat).unwrap_or(usize::MAX);
    let name = names.and_then(|names| names.get(place).copied().flatten()).filter(|name| !name.is_empty());
    match (name, language) {
        (Some(name), _) => in_sentence(name).into_owned(),
        (None, Language::English) => format!("the player in seat {seat}"),
        (None, Language::TraditionalChinese | Language::SimplifiedChinese) => format!("座位{seat}的玩家"),
    }
}

/// A number with its noun in the singular or plural.
pub fn plural(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Writes a range from the least to the most; one number if both are equal.
fn range(least: Option<&Value>, most: Option<&Value>, language: Language) -> String {
    let [least, most] = [least, most].map(|value| value.unwrap_or(&Value::Null).to_string());
    match language {
        _ if least == most => least,
        Language::English => format!("{least} to {most}"),
        Language::TraditionalChinese | Language::SimplifiedChinese => format!("{least}至{most}"),
    }
}

fn parameter<G: Registered>(
    reader: Option<Perspective<'_, '_, G>>,
    cards: &[(&'static str, CardId)],
    (name, value): (&str, Option<&Value>),
    language: Language,
) -> String {
    match value {
        Some(Value::Number(number)) if cards.iter().any(|(other, _)| *other == name) => {
            let id = cards.iter().find(|(other, _)| *other == name).map(|(_, card)| *card);
            let label = id.zip(reader.as_ref()).and_then(|(id, reader)| {
                let card = reader.card(id, language)?;
                let name = card.name.filter(|name| !name.is_empty())?;
                let speech = Speech {
                    book: G::INFO.rules,
                    language: language.place(),
                    names: reader.names,
                    abilities: None,
                };
                let text = speech.card_text(&card);
                // A number tells cards apart that name and place do not.
                let is_alike = |other: CardId| {
                    let other = reader.card(other, language).filter(|other| other.name == Some(name));
                    other.is_some_and(|other| speech.card_text(&other) == text)
                };
                let mut others = reader.game.state.table.cards().map(|(other, _)| other);
                Some(match others.any(|other| other != id && is_alike(other)) {
                    true => format!("#{number} {text}"),
                    false => text,
                })
            });
            label.unwrap_or_else(|| format!("#{number}"))
        }
        Some(Value::String(text)) => match G::INFO.rules.word(name, text) {
            Some(word) => word.text.get(language.place()).copied().unwrap_or(text).to_owned(),
            None => in_sentence(text).into_owned(),
        },
        Some(Value::Array(list)) => list.iter().map(ToString::to_string).collect::<Vec<_>>().join(" + "),
        Some(Value::Null) | None => "–".to_owned(),
        Some(other) => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use rules_judge_engine::games;

    use super::*;

    fn names(template: &str) -> Vec<&str> {
        let inside = template.split('{').skip(1).filter_map(|part| part.split('}').next());
        inside.flat_map(|name| name.split('|').next().unwrap_or(name).split("..")).collect()
    }

    #[test]
    fn a_player_is_named_or_counted_by_the_seat() {
        let names = Some([Some("Ann"), None]);
        let [zero, one] = [0, 1].map(Value::from);
        assert_eq!(player(names, Some(&zero), Language::English), "Ann");
        assert_eq!(player(names, Some(&one), Language::English), "the player in seat 1");
        assert_eq!(player(names, Some(&one), Language::SimplifiedChinese), "座位1的玩家");
        assert_eq!(player(None, Some(&zero), Language::TraditionalChinese), "座位0的玩家");
        assert_eq!(player(Some([Some(""); 2]), Some(&zero), Language::English), "the player in seat 0");
        assert_eq!(player(names, Some(&Value::Null), Language::English), "another player");
    }

    #[test]
    fn every_number_of_every_message_has_the_word_that_goes_with_it() {
        let languages = [Language::English, Language::TraditionalChinese, Language::SimplifiedChinese];
        let all = games::IDS.iter().filter_map(|game| games::info(game)).flat_map(|info| info.messages);
        let mut count = 0;
        for (code, texts) in all {
            for (number, (template, language)) in
                (0..=2).flat_map(|number| texts.iter().zip(languages).map(move |each| (number, each)))
            {
                let params =
                    names(template).into_iter().map(|name| (name.to_owned(), number.into())).collect();
                let message = filled(template, &Value::Object(params), language, |name| match name {
                    "@asked" => "Ann".to_owned(),
                    "attacker" | "base" | "card" | "target" => format!("#{number}"),
                    "name" => "X".to_owned(),
                    _ => number.to_string(),
                });
                assert!(!message.contains("  ") && !message.contains('{'), "{code}: {message}");
                let words: Vec<&str> = message.split([' ', ',', '.', ';', ':']).collect();
                for pair in words.windows(2) {
                    let [first, second] = pair else { continue };
                    let is_many =
                        second.ends_with('s') && !matches!(*second, "is" | "times" | "does" | "has");
                    assert!(
                        !(*first == "1" && (is_many || *second == "times" || *second == "are")),
                        "{code}: {message}"
                    );
                    let is_one = matches!(*second, "card" | "cube" | "unit" | "time" | "copy");
                    assert!(!(matches!(*first, "0" | "2") && is_one), "{code}: {message}");
                    count += 1;
                }
            }
        }
        assert!(count > 1_000, "{count}");
    }
}
