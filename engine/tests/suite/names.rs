//! Names of cards in the languages of the messages.

use rules_judge_engine::game_kit::name::{Name, NameTexts, in_sentence, plain};

fn each(en: Option<&str>, zh_hans: Option<&str>, zh_hant: Option<&str>) -> Name {
    let [en, zh_hans, zh_hant] = [en, zh_hans, zh_hant].map(|text| text.map(str::to_owned));
    Name::from(NameTexts { en, zh_hans, zh_hant })
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

/// All characters that are invisible and change how their neighbours are shown.
const CONTROLS: [char; 26] = [
    '\0', '\n', '\r', '\t', '\u{7f}', '\u{85}', '\u{9b}', '\u{61c}', '\u{200e}', '\u{200f}', '\u{2028}',
    '\u{2029}', '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}', '\u{202e}', '\u{2060}', '\u{2066}',
    '\u{2067}', '\u{2068}', '\u{2069}', '\u{206a}', '\u{206f}', '\u{feff}', '\u{fff9}',
];

#[test]
fn a_name_is_told_without_controls() {
    for control in CONTROLS {
        assert_eq!(plain(&format!("{control}Bo{control}b{control}")), "Bob", "{control:?}");
        let name = each(Some(&format!("Fr{control}ost")), None, Some(&format!("霜{control}錨")));
        assert_eq!([0, 1, 2].map(|language| name.text(language)), ["Frost", "霜錨", "霜錨"], "{control:?}");
        // Rules and bytes keep the name as it was sent.
        assert_eq!(name.printed(), format!("霜{control}錨"));
        assert_eq!(serde_json::to_value(&name).unwrap()["en"], format!("Fr{control}ost"));
    }
    // Characters that join the parts of one letter are no controls.
    for name in ["霜錨", "Zoë", "👩\u{200d}🚀", "می\u{200c}خواهم", " a b "] {
        assert_eq!(plain(name), name);
    }
}

#[test]
fn a_name_from_right_to_left_stands_apart_in_a_sentence() {
    for name in ["דן", "سعید", "Bob דן", "\u{10800}", "\u{1e900}"] {
        assert_eq!(in_sentence(name), format!("\u{2068}{name}\u{2069}"));
        assert_eq!(in_sentence(&format!("\u{202e}{name}\n")), format!("\u{2068}{name}\u{2069}"));
    }
    for name in ["Bob", "霜錨", "Ω", ""] {
        assert_eq!(in_sentence(name), name);
    }
}
