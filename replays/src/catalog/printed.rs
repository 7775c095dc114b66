//! The sentences of a rulebook as it prints them, which an organiser who has the right to them adds to our
//! own words. They stand beside ours in answers about rules and decide nothing.

use std::collections::BTreeMap;

use rules_judge_engine::abilities::lint::nearest;
use rules_judge_engine::abilities::spelling::composed;
use rules_judge_engine::games::{self, GameInfo};
use serde::Serialize;

use crate::answer::Language;
use crate::catalog::rulebook::look_alikes;
use crate::codec::digest::Digest;
use crate::shapes::ToSchema;

/// The most bytes of a file of printed sentences.
pub const PRINTED_BYTES: usize = 4 * 1024 * 1024;
/// The most characters of a printed sentence, or of what stands below one id.
pub const PRINTED_TEXT: usize = 4_000;

const LANGUAGES: [Language; 3] =
    [Language::English, Language::SimplifiedChinese, Language::TraditionalChinese];

/// Printed texts of a rule by language: `en`, `zh-Hans`, `zh-Hant`, as far as there are any.
pub type PrintedTexts = BTreeMap<&'static str, String>;

/// What an organiser added, by game and rule.
#[derive(Debug, Default, Clone)]
pub struct Printed(BTreeMap<&'static str, BTreeMap<&'static str, PrintedTexts>>);

/// What is printed of a game that this service knows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PrintedAnswer {
    /// Changes with every sentence: SHA-256 over ids, languages and texts.
    pub digest: String,
    /// How many rules have a printed text, by language.
    pub rules: BTreeMap<&'static str, usize>,
}

/// Why a file cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unusable {
    /// The line, counted from 1; nothing: the name of the file is wrong.
    pub line: Option<usize>,
    /// The reason, in English, for the log of the service.
    pub reason: String,
}

impl Unusable {
    fn new(line: impl Into<Option<usize>>, reason: impl Into<String>) -> Unusable {
        Unusable { line: line.into(), reason: reason.into() }
    }
}

/// A file of a game.
fn read(info: &GameInfo, file: &str) -> Result<Vec<(&'static str, String)>, Unusable> {
    let book = info.rules;
    let mut found: BTreeMap<&'static str, (usize, String)> = BTreeMap::new();
    for (line, text) in (1..).zip(file.lines()) {
        if text.trim().is_empty() || text.starts_with('#') {
            continue;
        }
        let wrong = |reason: String| Unusable::new(line, reason);
        let Some((id, text)) = text.split_once('\t') else {
            return Err(wrong("a line is an id, a tab and the printed text".to_owned()));
        };
        let (id, text) = (composed(id.trim()), text.trim());
        let Some(rule) = book.find(&id) else {
            let near = look_alikes(book, &id).join(", ");
            let near = if near.is_empty() { near } else { format!("; the nearest are {near}") };
            return Err(wrong(format!("{} has no rule {id:?}{near}", info.id)));
        };
        if rule.ruling.is_some() {
            return Err(wrong(format!("{id} is a ruling of this project, which no book prints")));
        }
        if text.is_empty() {
            return Err(wrong(format!("the text of {id} is missing")));
        }
        if text.chars().any(char::is_control) {
            return Err(wrong(format!("the text of {id} has a tab or another control character in it")));
        }
        if text.chars().count() > PRINTED_TEXT {
            return Err(wrong(format!("the text of {id} has more than {PRINTED_TEXT} characters")));
        }
        if let Some((before, _)) = found.insert(rule.id, (line, text.to_owned())) {
            return Err(wrong(format!("{id} stands in line {before} already")));
        }
    }
    Ok(found.into_iter().map(|(id, (_, text))| (id, text)).collect())
}

impl Printed {
    /// Adds a file, `name` being its name without `.tsv`: `game.language`. Says how many texts it has.
    ///
    /// # Errors
    /// Its name names no game or language, or a line is no text of a rule.
    pub fn add(&mut self, name: &str, text: &str) -> Result<usize, Unusable> {
        let Some((game, tag)) = name.rsplit_once('.') else {
            return Err(Unusable::new(None, "a file is called <game>.<language>.tsv"));
        };
        let Some(language) = LANGUAGES.into_iter().find(|language| language.tag() == tag) else {
            let known = LANGUAGES.map(Language::tag).join(", ");
            return Err(Unusable::new(None, format!("{tag:?} is none of the languages {known}")));
        };
        let Some(info) = games::info(game) else {
            let near = nearest(game, games::IDS.iter().copied());
            let near = near.map(|near| format!("; the nearest is {near}")).unwrap_or_default();
            return Err(Unusable::new(None, format!("there is no game {game:?}{near}")));
        };
        let texts = read(info, text)?;
        let count = texts.len();
        let rules = self.0.entry(info.id).or_default();
        for (id, text) in texts {
            rules.entry(id).or_default().insert(language.tag(), text);
        }
        Ok(count)
    }

    /// What is printed of a rule.
    pub(crate) fn of(&self, game: &str, id: &str) -> Option<PrintedTexts> {
        self.0.get(game)?.get(id).cloned()
    }

    /// What there is of a game; nothing: no text.
    pub(crate) fn answer(&self, game: &str) -> Option<PrintedAnswer> {
        let texts = self.0.get(game).filter(|texts| !texts.is_empty())?;
        let mut rules = BTreeMap::new();
        // Ids, languages and texts have no line breaks.
        let mut bytes = format!("rules-judge/printed\n{game}\n");
        for (id, texts) in texts {
            for (tag, text) in texts {
                *rules.entry(*tag).or_default() += 1;
                for part in [id, tag, text.as_str()] {
                    bytes.push_str(part);
                    bytes.push('\n');
                }
            }
        }
        Some(PrintedAnswer { digest: Digest::of(bytes.as_bytes()).to_string(), rules })
    }
}
