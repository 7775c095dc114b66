//! Deck lists as players post them: how each line was read, and the faults of the deck.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use serde_json::{Value, json};

use crate::calls::{bytes, games, played, service};
use crate::common::{post, send};

async fn checked(request: &Value) -> Value {
    let answer = send(&service(), post("/v1/decks/check", &bytes(request))).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

/// A deck as a list, with a line for each entry, values first. The names of sections on the board are its
/// headings.
fn listed(game: &str, deck: &Value) -> String {
    let board: Value = serde_json::from_str(
        &std::fs::read_to_string(format!("{}/../engine/rules/{game}/board.json", env!("CARGO_MANIFEST_DIR")))
            .unwrap(),
    )
    .unwrap();
    let mut list = String::new();
    for section in board["deck"].as_array().unwrap() {
        let field = section["field"].as_str().unwrap();
        let name = section["name"]["zh-Hant"].as_str().unwrap();
        match &deck[field] {
            Value::Null => {}
            Value::Array(cards) => {
                list.push_str(&format!("【{name}】\n"));
                for card in cards {
                    match card {
                        Value::String(id) => list.push_str(&format!("{id}\n")),
                        line => list.push_str(&format!(
                            "{} ×{}\n",
                            line["card"].as_str().unwrap(),
                            line["n"].as_u64().unwrap_or(1)
                        )),
                    }
                }
            }
            Value::String(word) => list.push_str(&format!("{name}：{word}\n")),
            value => list.push_str(&format!("{name}：{value}\n")),
        }
    }
    list
}

#[actix_web::test]
async fn a_deck_as_a_list_is_that_deck() {
    for game in games() {
        let deck = played(game)["players"][0]["deck"].clone();
        let list = listed(game, &deck);
        let answer = checked(&json!({"game": game, "list": list})).await;
        assert_eq!(answer["legal"], true, "{game}: {answer}");
        let same = checked(&json!({"game": game, "deck": answer["deck"]})).await;
        assert_eq!(same["legal"], true, "{game}");
        assert!(same.get("lines").is_none() && same.get("deck").is_none());
        let lines = answer["lines"].as_array().unwrap();
        assert_eq!(lines.len(), list.lines().count(), "{game}");
        for (line, text) in lines.iter().zip(list.lines()) {
            assert_eq!((&line["text"], &line["unused"]), (&json!(text), &json!([])), "{game}");
            // The pointer of a line leads to the entry that was read from it.
            if let Some(read) = line["read"].as_object() {
                let at = answer.pointer(read["pointer"].as_str().unwrap()).unwrap();
                let card = read.get("card").unwrap_or(at);
                assert!(at == card || at["card"] == *card, "{game}: {line}");
            }
        }
    }
}

/// A spreadsheet's list with five copies of a card was once read as one copy, and called legal.
#[actix_web::test]
async fn five_copies_behind_a_code_are_five() {
    let list = include_str!("../../../replays/src/catalog/decklist/tests/five_copies.txt");
    let answer = checked(&json!({"game": "azur-lane", "list": list})).await;
    assert_eq!(answer["legal"], false, "{answer}");
    let line = answer["lines"].as_array().unwrap().iter().find(|line| line["text"] == "rj-023 5").unwrap();
    assert_eq!((&line["read"]["card"], &line["read"]["n"]), (&json!("rj-023"), &json!(5)));
    let at = line["read"]["pointer"].as_str().unwrap();
    let faults = answer["faults"].as_array().unwrap();
    assert!(faults.iter().any(|fault| fault["pointer"].as_str().unwrap().starts_with(at)), "{faults:?}");
}

/// A name that two published cards share.
const NAME_OF_TWO: &str = "地热发电兽";

#[actix_web::test]
async fn what_is_not_read_is_marked_and_not_guessed() {
    let deck = played("azur-lane")["players"][0]["deck"].clone();
    let list = listed("azur-lane", &deck) + "3 rj-0235\n2 rj-014 holographic\n";
    let answer = checked(&json!({"game": "azur-lane", "list": list})).await;
    let lines = answer["lines"].as_array().unwrap();
    let [.., unknown, beside] = lines.as_slice() else { panic!("{answer}") };
    assert_eq!(unknown["read"], Value::Null);
    assert!(unknown["unused"].as_array().is_some_and(|words| !words.is_empty()), "{unknown}");
    assert!(unknown["near"].as_array().is_some_and(|near| near.contains(&json!("rj-023"))), "{unknown}");
    assert_eq!(beside["unused"], json!(["holographic"]));
    // A name shared by two cards identifies neither.
    let twice = json!({
        "game": "xinglingwang", "pool": "xinglingwang/official", "list": format!("{}\n", NAME_OF_TWO),
    });
    let answer = checked(&twice).await;
    let line = &answer["lines"][0];
    assert_eq!((&line["read"], &line["unused"]), (&Value::Null, &json!([NAME_OF_TWO])), "{line}");
    assert!(line["near"].as_array().is_some_and(|near| near.len() > 1), "{line}");
    assert_eq!(answer["legal"], Value::Null);
    // A list that was not read completely is called neither legal nor illegal.
    let short = listed("azur-lane", &deck) + "???\n";
    let answer = checked(&json!({"game": "azur-lane", "list": short})).await;
    assert_eq!((&answer["legal"], &answer["faults"]), (&Value::Null, &json!([])), "{answer}");
}

#[actix_web::test]
async fn a_deck_and_a_list_are_one_too_many() {
    for (request, pointer) in [
        (json!({"game": "azur-lane", "deck": {}, "list": ""}), json!("/list")),
        (json!({"game": "azur-lane"}), json!("")),
        (json!({"game": "azur-lane", "list": 3}), json!("/list")),
    ] {
        let problem =
            send(&service(), post("/v1/decks/check", &bytes(&request))).await.is_fault(400, "wrong_shape");
        assert_eq!(problem["pointer"], pointer, "{problem}");
    }
    let answer = checked(&json!({"game": "azur-lane", "list": ""})).await;
    assert_eq!((&answer["legal"], &answer["deck"]["cards"]), (&json!(false), &Value::Null));
}

/// Every card that the pool lacks is listed, together with all other faults of the deck.
#[actix_web::test]
async fn unknown_cards_are_listed_beside_all_faults() {
    let deck =
        json!({"flagship": ["no-such"], "cards": [{"card": "rj-009", "n": 9}, {"card": "rj-09x", "n": 1}]});
    let answer = checked(&json!({"game": "azur-lane", "deck": deck})).await;
    let unknown = answer["unknown_cards"].as_array().unwrap();
    let found: Vec<_> = unknown.iter().map(|card| (card["card"].clone(), card["pointer"].clone())).collect();
    assert_eq!(
        found,
        [(json!("no-such"), json!("/deck/flagship/0")), (json!("rj-09x"), json!("/deck/cards/1/card"))]
    );
    let codes: Vec<&Value> =
        answer["faults"].as_array().unwrap().iter().map(|fault| &fault["code"]).collect();
    assert!(codes.contains(&&json!("too_many_of_one_number")), "{codes:?}");
    // With unknown cards as the only fault, nobody knows whether the deck is legal.
    let mut deck = played("battle-spirits")["players"][0]["deck"].clone();
    deck["cards"][0]["card"] = json!("zz-999");
    let answer = checked(&json!({"game": "battle-spirits", "deck": deck})).await;
    assert_eq!((&answer["legal"], &answer["faults"]), (&Value::Null, &json!([])), "{answer}");
}
