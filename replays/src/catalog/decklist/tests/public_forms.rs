//! Forms found on public pages and in public code, and forms that look like a count and are none.

use super::game;
use crate::catalog::decklist::{Card, DeckLists, Form, Part, Read};

#[test]
fn exports_of_neighbours_with_more_than_a_card() {
    let game = game("battle-spirits", "demo");
    let marked = [
        "1 Ember Sprite (bs) 2 *F*",
        "1x Ember Sprite (bs) 002 [Ramp] ^Have,#37d67a^",
        "{\"card\": \"bs-002\", \"n\": 4},",
        "# 2x (1) Ember Sprite",
        "<Cards CatID=\"1\" Quantity=\"2\" Name=\"Ember Sprite\" />",
        "bs-002 x4 $0.50",
        "4 Ember Sprite 12円",
        "- [x] 4 Ember Sprite",
        "~~4 Ember Sprite~~",
        "4-Ember Sprite",
        "Ember Sprite ★4",
        "4 Ember Sprite ...and more",
    ];
    for line in marked {
        assert!(
            game.summaries(line).iter().all(|summaries| summaries.ends_with('!')),
            "{line}: {:?}",
            game.summaries(line)
        );
    }
    let read = [
        "\"bs-002\": 4,",
        "- [ ] 4 Ember Sprite",
        "* Ember Sprite ×4",
        "`4 Ember Sprite`",
        "__4 Ember Sprite__",
        "\u{feff}4 Ember Sprite",
        "> - 4x **Ember Sprite**",
        "Ember Sprite .... 4",
        "★ Ember Sprite ×4",
        "🔥 4 Ember Sprite",
    ];
    for line in read {
        assert_eq!(game.summaries(line), ["bs-002×4@cards"], "{line}");
    }
}

#[test]
fn a_list_of_a_player_of_build_divide() {
    let game = game("build-divide", "official");
    let list = "使用リスト\n\nテリトリー\n《反撃の鐘楼》\n《反撃の鐘楼》(重装)\n\nメインデッキ(43)\n《勇武の宿将 アルタミラ》 x 4\n《巡り合う定め レダ》 x \
        3\n\nDデッキ(12)\n《慈愛の竜姫 レダ》 x 1\n\ndc : Z2PbCmPby63";
    assert_eq!(
        game.summaries(list),
        [
            "-!",
            "-",
            "#territory",
            "T01×1@territory",
            "-!",
            "-",
            "#cards:43",
            "A02×4@cards",
            "A04×3@cards",
            "-",
            "#d_deck:12",
            "A16×1@d_deck",
            "-",
            "-"
        ]
    );
}

#[test]
fn exports_with_sections_of_neighbours() {
    let game = game("battle-spirits", "demo");
    let list = "// NAME: Blood Rush\n// DATE: 2013-05-03\n###monkey###\nCOMMANDER: 1 Ember \
        Sprite\nSIDEBOARD:\n2 bs-001\nMain Deck 50/50\n3 Ember Sprite (Set1 #437)\n・スピリット\n4xbs-003";
    assert_eq!(
        game.summaries(list),
        ["-", "-", "-", "-!", "-!", "-!", "#cards:50", "bs-002×3@cards!", "#cards", "bs-003×4@cards"]
    );
}

#[test]
fn line_ends() {
    let game = game("battle-spirits", "demo");
    for end in ["\n", "\r\n", "\r", "\u{2028}", "\u{85}", "\u{b}"] {
        let text = format!("\u{feff}Deck{end}4 Ember Sprite{end}{end}3 bs-001{end}");
        assert_eq!(game.summaries(&text), ["#cards", "bs-002×4@cards", "-", "bs-001×3@cards"], "{end:?}");
        assert_eq!(game.lists.read(&text)[3].line, 4);
    }
    assert!(game.summaries("").len() <= 1);
}

#[test]
fn attached_numbers_of_headings() {
    let azur = game("azur-lane", "official");
    assert_eq!(
        azur.summaries("魔方10\n主卡组50\n共51\n旗艦1\n魔方：10個\n魔方 10/20\n魔方：10a"),
        ["cubes=10", "#cards:50", "-", "#flagship:1", "cubes=10", "-!", "-!"]
    );
    let divide = game("build-divide", "official");
    assert_eq!(
        divide.summaries("メインデッキ50\nショット12枚\nショット 12\nショット×12"),
        ["#cards:50", "#cards:12", "-!", "-!"]
    );
}

#[test]
fn comments_headings_and_tables_that_hide_something() {
    let game = game("battle-spirits", "demo");
    assert_eq!(
        game.summaries("#4 Embr Sprite\n// 4 Embr Sprite\n#4 Ember Sprite\n# four of each"),
        ["-!", "-!", "-!", "-"]
    );
    assert_eq!(
        game.summaries(
            "| Name | Qty | |\n|---|---|---|\n| Ember Sprite | 4 | |\n| Ember Sprite | 4 | x3 \
        |\n| Ember Sprite | | |\n| Ember Sprite |"
        ),
        ["-", "-", "bs-002×4@cards", "bs-002×4@cards!", "-!", "-!"]
    );
    assert_eq!(
        game.summaries(
            "メインデッキ 計50枚\nメインデッキ（合計50枚）\n―――メイン―――\nMain deck – 50 \
        cards\n■スピリット（20枚）"
        ),
        ["#cards:50", "#cards:50", "#cards", "#cards:50", "#cards:20"]
    );
}

#[test]
fn a_code_run_into_its_name() {
    let game = game("azur-lane", "official");
    assert_eq!(game.summaries("BP01-003格里德利 4\nBP01-003克雷文 4\n格里德利、克雷文 各4枚\n格里德利 4 克雷文 3\nBP01-003～BP01-004 \
        各4"), ["BP01-003×4@cards", "-!", "-!", "-!", "-!"]);
}

#[test]
fn numbering_before_a_count() {
    let game = game("battle-spirits", "demo");
    assert_eq!(
        game.summaries("1. 4 Ember Sprite\n2. 3x bs-001\n\n1. bs-003 x2"),
        ["bs-002×4@cards", "bs-001×3@cards", "-", "bs-003×2@cards"]
    );
    assert_eq!(game.summaries("1. Ember Sprite"), ["-!"], "one number is no sequence");
    assert_eq!(game.summaries("1. 4 Ember Sprite\n3. 3x bs-001"), ["-!", "-!"]);
}

/// A small pool whose names and codes are easily mistaken for one another.
fn awkward() -> DeckLists {
    let card = |id: &str, names: &[&str]| Card {
        id: id.into(),
        codes: vec![],
        names: names.iter().map(|n| (*n).into()).collect(),
        part: 0,
    };
    let cards = vec![
        card("A-4", &["Deck"]),
        card("A", &["Onyx"]),
        card("B-10", &["Ony"]),
        card("B-1", &["Fire // Ice", "火、冰"]),
        card("X01", &["x4"]),
        card("C", &["Atraxa, Praetors' Voice"]),
        card("D", &["Unit 7"]),
        card("E", &["Unit"]),
        card("F", &["7"]),
        card("G", &["伊"]),
        card("H", &["伊5"]),
        card("I", &["Name (old)"]),
        card("J", &["Name"]),
        card("K", &["Total"]),
        card("L", &[""]),
    ];
    DeckLists::new(vec![Part { field: "cards".into(), names: vec!["Deck".into()], form: Form::Lines }], cards)
}

#[test]
fn names_and_codes_that_look_alike() {
    let lists = awkward();
    let summaries = |line: &str| match lists.read(line).remove(0) {
        line if line.read == Read::Nothing => "-".to_owned() + if line.unused.is_empty() { "" } else { "!" },
        line => match line.read {
            Read::Card { card, n, .. } => {
                format!("{card}×{n}{}", if line.unused.is_empty() { "" } else { "!" })
            }
            read => format!("{read:?}"),
        },
    };
    let cases = [
        ("A 4", "-!"),
        ("A-4 2", "0×2"),
        ("A x4", "-!"),
        ("Deck", "-!"),
        ("Onyx4", "-!"),
        ("Onyx 4", "1×4"),
        ("Onyx x4", "-!"),
        ("Ony ×4", "2×4"),
        ("Fire // Ice 4", "3×4"),
        ("4 Fire // Ice // note", "3×4"),
        ("火、冰 4", "3×4"),
        ("C,\"Atraxa, Praetors' Voice\",4", "5×4"),
        ("4 Atraxa, Praetors' Voice", "5×4"),
        ("Unit 7", "6×1"),
        ("Unit 7 2", "6×2"),
        ("7 7", "-!"),
        ("F 2", "8×2"),
        ("伊58枚", "-!"),
        ("伊5 8枚", "10×8"),
        ("伊 8枚", "9×8"),
        ("4 Name (old)", "11×4"),
        ("4 Name", "12×4"),
        ("4 Name (new)", "12×4!"),
        ("Total", "-!"),
        ("B-10", "2×1"),
        ("B-1 0", "-!"),
        ("B-1 2", "3×2"),
        ("B 10", "2×1"),
        ("B 1 0", "-!"),
    ];
    for (line, expected) in cases {
        assert_eq!(summaries(line), expected, "{line}");
    }
    assert!(
        DeckLists::new(vec![], vec![])
            .read("4 Name\nDeck\n魔方 10")
            .iter()
            .all(|line| line.read == Read::Nothing && !line.unused.is_empty())
    );
}

/// Words that could be a card, a count or a heading count as unused.
#[test]
fn ambiguous_words_mark_their_line() {
    let azur = game("azur-lane", "demo");
    for line in [
        "Ship (4 rj-009)",
        "Event [rj-009 x5]",
        "rj-009, rj-009, rj-009",
        "rj-009 \u{1f51f}",
        "rj-009 \u{2685}",
        "rj-009 // 9 copies",
        "rj-009 # qty 9",
        "4 rj-009 // 5 in fact",
        "rj-009 https://a.example/c\u{ff08}9枚\u{ff09}",
        "\u{274c} 4 rj-009",
        "\u{2796} 4 rj-009",
        "\u{2265} 4 rj-009",
        "rj-009 ×4\u{b2}",
        "\u{3251} rj-009",
        "rj-\u{202e}011\u{202c} ×4",
        "Cubes \u{2260} 10",
    ] {
        let summaries = azur.lists.read(line);
        assert!(summaries.iter().any(|line| !line.unused.is_empty()), "{line}: {summaries:?}");
    }
    // No card is added under a heading that the game does not have.
    for list in [
        "1 rj-001\nSideboard https://a.example/c\n4 rj-009",
        "1 rj-001\n// Sideboard (bo3 only)\n4 rj-009",
        "My side deck\n4 rj-009",
        "Category,Name,Count\nSideboard,rj-009,4",
    ] {
        let summaries = azur.lists.read(list);
        assert!(summaries.iter().any(|line| !line.unused.is_empty()), "{list}: {summaries:?}");
    }
}

/// A line of many pieces is not read: reading it takes time that grows with their square.
#[test]
fn a_line_of_many_pieces_is_not_read() {
    let azur = game("azur-lane", "demo");
    for line in ["'-".repeat(240), "\u{fdfa}".repeat(300), "( 4 ".repeat(120)] {
        let summaries = azur.lists.read(&line);
        assert!(
            matches!(summaries.as_slice(), [one] if one.read == Read::Nothing && !one.unused.is_empty()),
            "{summaries:?}"
        );
    }
}
