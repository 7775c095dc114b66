//! Random texts: no text panics or takes long, and a list written from a template is read back or its lines
//! are marked.

use super::{Game, POOLS, game};
use crate::catalog::decklist::{LINES, LONGEST, PIECES, Read};

/// A small generator of numbers, so that every run sees the same texts.
struct Chance(u64);

impl Chance {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % below as u64) as usize
    }
}

/// Pieces of random texts, besides names and codes.
const SCRAPS: [&str; 64] = [
    " ",
    "\t",
    "\n",
    "\r",
    "\r\n",
    "4",
    "x4",
    "×",
    "枚",
    "張",
    "(",
    ")",
    "[",
    "]",
    "《",
    "》",
    "|",
    ",",
    ";",
    ":",
    "：",
    "//",
    "#",
    "-",
    "ー",
    "・",
    "*",
    "'",
    "\"",
    "“",
    "0",
    "501",
    "1.",
    "1)",
    "①",
    "②",
    "(1)",
    "Deck",
    "旗艦",
    "Sideboard",
    "魔方",
    "合計",
    "枚数",
    "カード名",
    "|---|",
    "\u{202e}",
    "\u{feff}",
    "\u{a0}",
    "\u{3000}",
    "４",
    "ｘ",
    "<",
    ">",
    "SEC",
    "SR",
    "http://",
    "=",
    "_",
    "ß",
    "İ",
    "ǆ",
    "\u{308}",
    "e\u{301}",
    "🔥",
];

fn checked(game: &Game, text: &str) {
    for (at, line) in game.lists.read(text).iter().enumerate() {
        assert_eq!(line.line, at + 1);
        assert!(line.near.len() <= 3);
        if let Read::Card { card, n, part } = line.read {
            assert!(card < game.cards.len() && (1..=500).contains(&n) && part < game.parts.len());
        }
        if let Read::Several { cards } = &line.read {
            assert!(cards.len() > 1);
        }
    }
}

#[test]
fn no_text_panics() {
    let mut chance = Chance(0x1234_5678_9abc_def1);
    for (name, pool) in POOLS {
        let game = game(name, pool);
        for _ in 0..250 {
            let bytes: Vec<u8> = (0..chance.next(200)).map(|_| chance.next(256) as u8).collect();
            checked(&game, &String::from_utf8_lossy(&bytes));
            let mut text = String::new();
            for _ in 0..chance.next(40) {
                match chance.next(6) {
                    0 => text.push_str(&game.cards[chance.next(game.cards.len())].names[0]),
                    1 => text.push_str(&game.cards[chance.next(game.cards.len())].id),
                    2 => text.extend(char::from_u32(chance.next(0x2_ffff) as u32)),
                    _ => text.push_str(SCRAPS[chance.next(SCRAPS.len())]),
                }
            }
            checked(&game, &text);
        }
    }
}

/// Templates in which a list is written out: the name, the code and the count stand for N, C and Q.
const TEMPLATES: [&str; 16] = [
    "{Q} {N}",
    "{N} x{Q}",
    "{Q}x {N} ({C})",
    "{N} {Q}",
    "- 《{N}》 ×{Q}",
    "{C}\t{N}\t{Q}",
    "{C},{N},{Q}",
    "| {Q} | {C} | {N} |",
    "{N}　{Q}枚",
    "[{C}] {N} {Q}張",
    "{C} {Q}",
    "{Q} {C}",
    "{N}×{Q}",
    "・{Q}x{N}",
    "{N} ({Q})",
    "{N} - {Q}",
];

#[test]
fn what_is_written_out_is_read_back_or_marked() {
    let mut chance = Chance(0x9e37_79b9_7f4a_7c15);
    for (name, pool) in POOLS {
        let game = game(name, pool);
        let (mut read, mut all) = (0, 0);
        for template in TEMPLATES {
            for end in ["\n", "\r\n", "\r"] {
                let chosen: Vec<(usize, u32)> =
                    (0..40).map(|_| (chance.next(game.cards.len()), 1 + chance.next(60) as u32)).collect();
                let line = |(card, n): &(usize, u32)| {
                    let one = &game.cards[*card];
                    let own = &one.names[n.wrapping_mul(7) as usize % one.names.len()];
                    template.replace("{N}", own).replace("{C}", &one.id).replace("{Q}", &n.to_string())
                };
                let text: Vec<String> = chosen.iter().map(line).collect();
                for (line, (card, n)) in game.lists.read(&text.join(end)).iter().zip(&chosen) {
                    all += 1;
                    match &line.read {
                        Read::Card { card: got, n: m, part } => {
                            assert_eq!(
                                (got, m, *part),
                                (card, n, game.cards[*card].part),
                                "{name} {pool}: {line:?}"
                            );
                            assert!(line.unused.is_empty(), "{line:?}");
                            read += 1;
                        }
                        Read::Several { cards } => assert!(cards.contains(card), "{line:?}"),
                        _ => assert!(!line.unused.is_empty(), "{name} {pool}: {line:?}"),
                    }
                }
            }
        }
        assert!(read * 100 >= all * 90, "{name} {pool}: {read} of {all}");
    }
}

#[test]
fn a_text_is_bounded() {
    let game = game("xinglingwang", "official");
    let code = &game.cards[0].id;
    let list = format!("{code} 4\n").repeat(LINES + 300);
    let lines = game.lists.read(&list);
    assert_eq!(lines.len(), LINES + 1);
    assert!(matches!(lines[LINES - 1].read, Read::Card { n: 4, .. }));
    let rest = &lines[LINES];
    assert_eq!((&rest.read, rest.unused.len()), (&Read::Nothing, 1));
    assert!(rest.text.chars().count() <= 81 && rest.near.is_empty());
    // The longest line that is read, and one character, one piece and one line more.
    for (line, is_read) in [
        (format!("{code} 4{}", " ".repeat(LONGEST - code.len() - 2)), true),
        (format!("{code} 4{}", " ".repeat(LONGEST - code.len() - 1)), false),
        (format!("{code} 4{}", " -".repeat(PIECES - 2)), true),
        (format!("{code} 4{}", " -".repeat(PIECES - 1)), false),
    ] {
        let read = &game.lists.read(&line)[0];
        assert_eq!(matches!(read.read, Read::Card { n: 4, .. }), is_read, "{line}");
        assert_eq!(read.unused.is_empty(), is_read, "{line}");
    }
    assert_eq!(game.lists.read(&format!("{code} 4\n").repeat(LINES)).len(), LINES);
    let long = format!("{code} 4 {}", "x".repeat(600));
    let line = &game.lists.read(&long)[0];
    assert!(line.read == Read::Nothing && !line.unused.is_empty() && line.text.chars().count() <= 501);
    assert_eq!(game.lists.read(&format!("{code} 4\n")).len(), 1);
    assert_eq!(game.lists.read(&format!("{code} 4{}", "\n".repeat(5_000))).len(), LINES);
}

#[test]
fn a_large_text_has_no_more_lines_than_are_read() {
    let game = game("xinglingwang", "official");
    let name = &game.cards[7].names[0];
    let texts = [
        "a".repeat(8 << 20),
        "\n".repeat(8 << 20),
        format!("4 {name}\n").repeat(400_000),
        format!("{}\n", "- ( 4 ".repeat(83)).repeat(16_000),
        format!("{}\n", "ー-".repeat(249)).repeat(8_000),
        format!("{}\n", "発电兽 地震 ".repeat(70)).repeat(8_000),
        format!("{}\n", name.repeat(500 / name.chars().count())).repeat(5_000),
        format!("{}\n", "(\"'[".repeat(120)).repeat(12_000),
        format!("{}\n", "R-NMS 0017 ".repeat(45)).repeat(12_000),
        "http://".repeat(70_000),
        format!("{}a\n", format!("{name} ").repeat(480 / (name.chars().count() + 1))).repeat(5_000),
        format!("{}a\n", "喵 ".repeat(240)).repeat(5_000),
        format!("{}\n", "4 x 3 ( ".repeat(62)).repeat(5_000),
    ];
    for text in texts {
        let lines = game.lists.read(&text);
        assert!(lines.len() <= LINES + 1, "{} lines", lines.len());
    }
}

#[test]
fn a_name_with_a_fault_is_never_read_without_a_word() {
    let mut chance = Chance(0x0dd0_5eed_1357_9bdf);
    for (name, pool) in POOLS {
        let game = game(name, pool);
        let letters = |text: &str| -> String {
            text.replace('Ⅱ', "ii")
                .chars()
                .filter(|c| c.is_alphanumeric())
                .flat_map(char::to_lowercase)
                .collect()
        };
        let known: std::collections::BTreeSet<String> = game
            .cards
            .iter()
            .flat_map(|card| card.names.iter().chain([&card.id]).chain(&card.codes))
            .map(|n| letters(n))
            .collect();
        let mut pick = |game: &Game| game.cards[chance.next(game.cards.len())].names[0].clone();
        let mut wrong = Vec::new();
        for _ in 0..100 {
            let (one, two) = (pick(&game), pick(&game));
            if letters(&one) == letters(&two) {
                continue;
            }
            let half = |text: &str, back: bool| -> String {
                let all: Vec<char> = text.chars().collect();
                let (left, right) = all.split_at(all.len().div_ceil(2));
                if back { right.iter().collect() } else { left.iter().collect() }
            };
            let mut swapped: Vec<char> = one.chars().collect();
            swapped.reverse();
            wrong.extend([
                half(&one, false),
                half(&one, true),
                format!("{one}{two}"),
                format!("{one} {two}"),
                format!("{one}{}", half(&two, true)),
                format!("{}{one}", half(&two, false)),
                format!("{one} {}", half(&two, true)),
                swapped.iter().collect(),
                format!("{one}改"),
                format!("真{one}"),
                format!("{one}7"),
                format!("{one} II"),
            ]);
        }
        let heading = |text: &str| game.summaries(text).iter().all(|summaries| !summaries.ends_with('!'));
        for text in
            wrong.iter().filter(|text| !known.contains(&letters(text)) && !text.is_empty() && !heading(text))
        {
            for line in
                [format!("4 {text}"), format!("{text} x4"), format!("{text}×4枚"), format!("・{text}　4枚")]
            {
                let summaries = game.summaries(&line);
                assert!(summaries.iter().all(|t| t.ends_with('!')), "{name} {pool}: {line} → {summaries:?}");
            }
        }
    }
}
