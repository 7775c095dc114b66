//! `rules-judge card`: cards of a pool, found by code or name, and what the data of one say.

use std::fmt::Write;
use std::io;

use clap::Args;
use rules_judge_replays::answer::{Fault, Language};
use rules_judge_replays::catalog::cards::{CardAnswer, CardsAnswer, CardsQuery};
use rules_judge_replays::catalog::limits::PAGE_LIMIT;
use rules_judge_replays::catalog::phrase::{LikeAbility, LikePhrase, LikeWord};
use rules_judge_replays::judging::Judge;
use serde_json::{Value, json};

use super::{Asking, Ending};
use crate::params;

/// Options of `card`.
#[derive(Debug, Args)]
#[command(after_help = "\
A card is told from its data in the words of the book, which is how somebody who transcribes it sees whether
they say what is printed. Without ID the cards of the pool are listed; --search finds them by texts of any
language and by their facts, such as 'cost<=3 color:red draw -keyword:rush' (docs/clients.md). --phrase finds
the words and the abilities that read most like what is printed, with their data.

Exit codes:
  0  the answer is printed
  1  no card fits what is searched for
  2  there is no such game, pool or card, or the command line is wrong")]
pub struct Arguments {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    /// The id of a card, or the code of a printing
    #[arg(value_name = "ID", conflicts_with = "search")]
    id: Option<String>,
    /// Find cards
    #[arg(long, value_name = "TEXT", value_parser = params::search)]
    search: Option<String>,
    /// Find words of the game's cards and abilities of the pool by what is printed, in any language
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["id", "search"])]
    phrase: Option<String>,
    /// The name of the pool, such as azur-lane/official; without it, demo of the game
    #[arg(long, value_name = "NAME")]
    pool: Option<String>,
    #[command(flatten)]
    asking: Asking,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> io::Result<Ending> {
    super::looked_up("card", &arguments.asking, |judge| answer(arguments, judge))
}

fn answer(arguments: &Arguments, judge: &Judge) -> Result<(String, Ending), Fault> {
    let Arguments { game, id, search, phrase, pool, asking } = arguments;
    let &Asking { json, language } = asking;
    if let Some(phrase) = phrase {
        let answer = judge.like_phrase(game, pool.as_deref(), phrase, language)?;
        let is_empty = answer.abilities.is_empty() && answer.words.is_empty();
        let ending = if is_empty { Ending::Against } else { Ending::Good };
        return Ok((if json { super::json_line(&json!(answer)) } else { phrase_text(&answer) }, ending));
    }
    if let Some(id) = id {
        let answer = judge.card(game, id, pool.as_deref(), language)?;
        let text = if json { super::json_line(&json!(answer)) } else { card_text(&answer, language) };
        return Ok((text, Ending::Good));
    }
    let (pool, search) = (pool.clone(), search.clone());
    let mut query = CardsQuery { limit: PAGE_LIMIT, pool, search, ..CardsQuery::default() };
    let mut all = judge.cards(game, &query)?;
    while all.has_more {
        query.offset += all.limit;
        let more = judge.cards(game, &query)?;
        all.cards.extend(more.cards);
        all.has_more = more.has_more;
    }
    all.limit = all.count;
    let ending = if all.cards.is_empty() { Ending::Against } else { Ending::Good };
    Ok((if json { super::json_line(&json!(all)) } else { cards_text(&all, language) }, ending))
}

/// The name of a card in this language, or its first name if it has none there.
pub(crate) fn name(card: &Value, language: Language) -> &str {
    let name = card.get("name").unwrap_or(&Value::Null);
    let texts = || name.as_object().into_iter().flat_map(|texts| texts.values()).find_map(Value::as_str);
    let found = name.as_str().or_else(|| name.get(language.tag())?.as_str());
    found.or_else(texts).unwrap_or_default()
}

pub(crate) fn id(card: &Value) -> &str {
    card.get("id").and_then(Value::as_str).unwrap_or_default()
}

fn cards_text(answer: &CardsAnswer, language: Language) -> String {
    answer.cards.iter().map(|card| format!("{} {}\n", id(card), name(card, language))).collect()
}

/// Words with their types, then abilities with their data.
fn phrase_text(answer: &LikePhrase) -> String {
    let mut text = String::new();
    for LikeWord { meaning, of, word } in &answer.words {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{of}: {word}: {meaning}");
    }
    for LikeAbility { card, data, place, text: says } in &answer.abilities {
        let _ = writeln!(text, "{card}{place}\n  {says}\n  {data}");
    }
    text
}

fn card_text(answer: &CardAnswer, language: Language) -> String {
    let mut text = format!("{} {}\n", id(&answer.card), name(&answer.card, language));
    let facts = Some(answer.facts.join(", ")).filter(|facts| !facts.is_empty());
    for line in facts.iter().chain(&answer.text) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {line}");
    }
    if !answer.printings.is_empty() {
        let _ = writeln!(text, "= {}", answer.printings.join(", "));
    }
    if let Some(lost) = &answer.not_exact {
        let _ = writeln!(text, "! {}: {}", lost.fidelity, lost.lost);
    }
    text
}
