//! `docs/cards.md`: each card of it can be used, and is read back as the page says. `docs/card-words.md`: the words and
//! their phrases. With `UPDATE_CARDS=1` in the environment what is read back and the words are written anew instead.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use rules_judge_engine::games::{self, Registered, Visit};
use rules_judge_replays::answer::Language;
use rules_judge_replays::catalog::read_back::{self, Word};
use rules_judge_replays::judging::Judge;
use serde_json::{Value, json};

fn page(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(name)
}

fn compare(name: &str, text: &str) {
    if std::env::var_os("UPDATE_CARDS").is_some_and(|value| value == "1") {
        std::fs::write(page(name), text).unwrap();
    }
    let published = std::fs::read_to_string(page(name)).unwrap_or_default();
    assert!(published == text, "docs/{name} has changed; UPDATE_CARDS=1 writes it anew");
}

/// A card of the page with its game.
struct Shown {
    game: String,
    card: Value,
}

/// A card read back in the languages of the page.
struct Told<'a>(&'a Value);

impl Visit for Told<'_> {
    type Out = String;

    fn visit<G: Registered>(self) -> String {
        let mut told = String::new();
        for language in [Language::English, Language::TraditionalChinese] {
            for line in read_back::card::<G>(self.0, language) {
                let _ = writeln!(told, "{:7} {line}", language.tag());
            }
        }
        told
    }
}

/// The page with its cards read back anew, and the cards. A heading of a game gives its id in backquotes; after a card in
/// a block `json` stands what is read back in a block `text`.
fn read(text: &str) -> (String, Vec<Shown>) {
    let (mut out, mut cards) = (String::new(), Vec::<Shown>::new());
    let (mut game, mut is_told) = (String::new(), false);
    let mut block: Option<(&str, String)> = None;
    for line in text.lines() {
        match (line, &mut block) {
            ("```", Some((kind, body))) => {
                if *kind == "json" {
                    let card = serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {body}"));
                    cards.push(Shown { game: game.clone(), card });
                }
                (block, is_told) = (None, false);
            }
            ("```json", None) => block = Some(("json", String::new())),
            ("```text", None) => {
                let shown = cards.last().unwrap();
                block = Some(("text", String::new()));
                let told = games::dispatch(&shown.game, Told(&shown.card)).unwrap();
                out.push_str("```text\n");
                out.push_str(&told);
                is_told = true;
                continue;
            }
            (line, Some((_, body))) => {
                body.push_str(line);
                body.push('\n');
            }
            (heading, None) if heading.starts_with("## ") => {
                game = heading.split('`').nth(1).unwrap_or_default().to_owned();
            }
            _ => {}
        }
        if !is_told {
            out.push_str(line);
            out.push('\n');
        }
    }
    (out, cards)
}

#[test]
fn the_cards_of_the_page_are_read_back_as_it_says() {
    let (text, cards) = read(&std::fs::read_to_string(page("cards.md")).unwrap());
    compare("cards.md", &text);
    let (judge, mut pools) = (Judge::new(), BTreeMap::<&str, Vec<&Value>>::new());
    for shown in &cards {
        pools.entry(&shown.game).or_default().push(&shown.card);
    }
    assert!(cards.len() >= 20 && pools.keys().copied().collect::<Vec<_>>().len() == games::IDS.len());
    for (game, cards) in pools {
        assert!(cards.len() >= 3, "{game}");
        let mut pool = games::dispatch(game, Demo).unwrap();
        pool["cards"] = json!(cards);
        let report = judge.lint_pool(pool.to_string().as_bytes()).unwrap();
        assert_eq!(report, json!({ "findings": [], "warnings": [] }), "{game}");
    }
}

/// The demo pool.
struct Demo;

impl Visit for Demo {
    type Out = Value;

    fn visit<G: Registered>(self) -> Value {
        serde_json::from_str(G::DEMO_POOL).unwrap()
    }
}

/// A game's title and words in the languages of the page.
struct Words;

impl Visit for Words {
    type Out = (&'static str, [Vec<Word>; 2]);

    fn visit<G: Registered>(self) -> Self::Out {
        let languages = [Language::English, Language::TraditionalChinese];
        (G::TITLE[0], languages.map(read_back::words::<G>))
    }
}

#[test]
fn the_page_of_words_has_every_word() {
    let mut text = String::from(HEAD);
    let cell = |text: &str| text.replace('|', "\\|").replace('\n', " ");
    for game in games::IDS {
        let (title, [english, chinese]) = games::dispatch(game, Words).unwrap();
        assert!(english.len() > 50 && english.len() == chinese.len(), "{game}");
        let _ = writeln!(text, "\n## {title} (`{game}`)");
        let mut of = "";
        for (english, chinese) in english.iter().zip(&chinese) {
            assert_eq!((&english.of, &english.word), (&chinese.of, &chinese.word), "{game}");
            if english.of != of {
                of = &english.of;
                let _ = writeln!(text, "\n**{of}**\n\n| word | meaning | phrase | |\n|---|---|---|---|");
            }
            let word = if english.word == "-" { String::new() } else { format!("`{}`", english.word) };
            let [meaning, en, zh] =
                [&english.meaning, &english.phrase, &chinese.phrase].map(|part| cell(part));
            let _ = writeln!(text, "| {word} | {meaning} | {en} | {zh} |");
        }
    }
    compare("card-words.md", &text);
}

const HEAD: &str = "\
# Every word of cards, with its phrase

Written by `UPDATE_CARDS=1 cargo test -p rules-judge-tests --test suite card_texts`. How words are put together is in
[cards.md](cards.md); what stands in which field say the JSON Schemas of pools (`openapi/schemas/*.pool.schema.json`), whose
types are the headings here. A word without a name is a type that has fields and no alternatives. The phrase is that of the
plain form, in English and in Traditional Chinese: `{…}` is a field, `{it}` all that the word holds, what stands in `[…]` is
left out where its field is, or after `|` replaced. Where a word has several phrases, this is the one that asks the least.
";
