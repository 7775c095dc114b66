//! Names of cards in the languages of the messages.

use rules_judge_engine::game_kit::name::{Name, NameTexts};

fn each(en: Option<&str>, zh_hans: Option<&str>, zh_hant: Option<&str>) -> Name {
    let [en, zh_hans, zh_hant] = [en, zh_hans, zh_hant].map(|text| text.map(str::to_owned));
    Name::Each(NameTexts { en, zh_hans, zh_hant })
}

#[test]
fn a_name_that_a_language_lacks_is_the_printed_one() {
    for (name, printed, texts) in [
        (Name::from("霜錨"), "霜錨", ["霜錨", "霜錨", "霜錨"]),
        (each(None, Some("霜锚"), Some("霜錨")), "霜錨", ["霜錨", "霜錨", "霜锚"]),
        (each(Some("Frost"), None, Some("霜錨")), "霜錨", ["Frost", "霜錨", "霜錨"]),
        (each(Some("Frost"), Some("霜锚"), None), "霜锚", ["Frost", "霜锚", "霜锚"]),
        (each(Some("Frost"), None, None), "Frost", ["Frost", "Frost", "Frost"]),
        (each(None, None, None), "", ["", "", ""]),
    ] {
        assert_eq!(name.printed(), printed);
        assert_eq!([0, 1, 2].map(|language| name.text(language)), texts);
    }
}
