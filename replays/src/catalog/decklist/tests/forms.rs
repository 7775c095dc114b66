//! Every form of a line of a card, for cards of all pools.

use super::{Game, POOLS, game};
use crate::catalog::decklist::Read;

/// A form of a line: its kind, and the line with N for the name, C for the code, and 4 for the count.
const FORMS: [(&str, &str); 66] = [
    ("count before", "4 {N}"),
    ("count and x", "4x {N}"),
    ("count, space and x", "4 x {N}"),
    ("x and count", "x4 {N}"),
    ("x, space and count", "x 4 {N}"),
    ("times and count", "×4 {N}"),
    ("full width x", "ｘ4 {N}"),
    ("star and count", "* 4 {N}"),
    ("sheets", "4枚 {N}"),
    ("sheets attached", "4枚{N}"),
    ("traditional counter", "4張 {N}"),
    ("simplified counter", "4张 {N}"),
    ("counter in kana", "4マ {N}"),
    ("full width digit", "４ {N}"),
    ("attached x", "4x{N}"),
    ("attached times", "4×{N}"),
    ("bracketed count", "(4) {N}"),
    ("full width bracketed count", "（４） {N}"),
    ("count after", "{N} 4"),
    ("tab and count", "{N}\t4"),
    ("times after", "{N} ×4"),
    ("times apart after", "{N} × 4"),
    ("times attached after", "{N}×４"),
    ("full width x after", "{N}ｘ4"),
    ("capital x after", "{N} X4"),
    ("x after", "{N} x4"),
    ("star after", "{N} * 4"),
    ("star attached after", "{N}*4"),
    ("sheets after", "{N} 4枚"),
    ("sheets attached after", "{N}4枚"),
    ("times and sheets", "{N}×4枚"),
    ("sheets with a space", "{N} 4 枚"),
    ("bracketed count after", "{N} (4)"),
    ("bracketed sheets after", "{N}（4枚）"),
    ("bracketed times after", "{N} [x4]"),
    ("bullet and times", "- {N} × 4"),
    ("middle dot and times", "・{N} ×4"),
    ("bullet", "• 4 {N}"),
    ("black circle", "●{N} 4枚"),
    ("diamond", "◆ {N}：4枚"),
    ("double angle brackets", "《{N}》 4枚"),
    ("double angle brackets and a bare count", "- 《{N}》4"),
    ("much less than", "≪ {N} ≫ 4枚"),
    ("corner brackets", "「{N}」×4"),
    ("white corner brackets", "『{N}』 4"),
    ("lenticular brackets", "【{N}】x4"),
    ("link brackets of a forum", "4 [[{N}]]"),
    ("bold of a chat", "4 **{N}**"),
    ("quotes", "\"{N}\" 4"),
    ("link to the card", "4 [{N}](https://example.com/card/7)"),
    ("note", "4 {N} // note"),
    ("hash note", "4 {N} # note"),
    ("colon", "{N}: 4"),
    ("full width colon", "{N}：４"),
    ("colon after the count", "4 : {N}"),
    ("equals", "{N} = 4"),
    ("dots of a table of contents", "{N} …… 4"),
    ("dash between", "{N} - 4"),
    ("bars", "| {N} | 4 |"),
    ("count in the first column", "4\t{N}"),
    ("semicolon", "{N};4"),
    ("comma", "4,{N}"),
    ("spaces of a typewriter", "   4    {N}   "),
    ("no-break and ideographic spaces", "4\u{a0}\u{3000}{N}"),
    ("direction marks", "\u{202b}4 {N}\u{202c}"),
    ("quoted reply", "> 4 {N}"),
];

/// Forms with a code.
const CODED: [(&str, &str); 23] = [
    ("count and code of a simulator", "4x{C}"),
    ("code and count", "{C} 4"),
    ("count and code", "4 {C}"),
    ("times and code", "{C}×4"),
    ("code, x", "4x {C}"),
    ("code in front in brackets", "[{C}] {N} x4"),
    ("code, name, count", "{C},{N},4"),
    ("count, code, name", "4,{C},{N}"),
    ("count, name, code", "4,{N},{C}"),
    ("code behind in parentheses", "4 {N} ({C})"),
    ("code behind in brackets", "4 {N} [{C}]"),
    ("code behind in full width parentheses", "{N}（{C}）×4"),
    ("code and name", "{C} {N} 4枚"),
    ("code with a colon", "{C}: {N} x4"),
    ("name and code", "4 {N} {C}"),
    ("tabs", "{C}\t{N}\t4"),
    ("bars", "| {C} | {N} | 4 |"),
    ("semicolons", "4;{C};{N}"),
    ("name over code", "《{N}》〈{C}〉 4枚"),
    ("note with code first", "4 {C} // note"),
    ("code with a slash", "{C} / {N} / 4"),
    ("count between code and name", "{C} 4 {N}"),
    ("count between code and name in bars", "{C} | 4 | {N}"),
];

fn reads(game: &Game, line: &str, card: usize, n: u32) -> bool {
    let read = game.lists.read(line);
    let part = game.cards[card].part;
    matches!(read.as_slice(), [one] if one.read == Read::Card { card, n, part } && one.unused.is_empty())
}

/// Names whose beginning or end makes a form ambiguous; the reader may leave such a line unread.
fn wild(name: &str) -> bool {
    let edge = |c: Option<char>| c.is_none_or(|c| c.is_ascii_digit() || matches!(c, 'x' | 'X' | '-' | '!'));
    edge(name.chars().next()) || edge(name.chars().next_back())
}

/// Of a large pool only some cards are tried, so that the tests stay quick.
fn step(game: &Game) -> usize {
    if game.cards.len() > 200 { 3 } else { 1 }
}

#[test]
fn every_form_of_a_name() {
    for (name, pool) in POOLS {
        let game = game(name, pool);
        let mut marked = 0;
        for (card, own) in game.own_names().into_iter().step_by(step(&game)) {
            for (kind, form) in FORMS {
                let line = form.replace("{N}", &own);
                if reads(&game, &line, card, 4) {
                    continue;
                }
                let summaries = game.summaries(&line);
                assert!(wild(&own), "{name} {pool} {kind}: {line} → {summaries:?}");
                assert!(
                    summaries.iter().all(|t| t.ends_with('!')),
                    "{name} {pool} {kind}: {line} → {summaries:?}"
                );
                marked += 1;
            }
        }
        assert!(marked < 200, "{name} {pool}: {marked}");
    }
}

#[test]
fn every_form_of_a_code() {
    for (name, pool) in POOLS {
        let game = game(name, pool);
        for (card, one) in game.cards.iter().enumerate().step_by(step(&game)) {
            for code in std::iter::once(&one.id).chain(&one.codes) {
                for (kind, form) in CODED {
                    for own in &one.names {
                        let line = form.replace("{N}", own).replace("{C}", code);
                        let summaries = game.summaries(&line);
                        assert!(reads(&game, &line, card, 4), "{name} {pool} {kind}: {line} → {summaries:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn every_writing_of_a_code() {
    for (name, pool) in POOLS {
        let game = game(name, pool);
        let wide = |code: &str| -> String {
            code.chars()
                .map(|c| if c.is_ascii_graphic() { char::from_u32(c as u32 + 0xfee0).unwrap() } else { c })
                .collect()
        };
        for (card, one) in game.cards.iter().enumerate() {
            let code = &one.id;
            let mut ways = vec![code.to_lowercase(), code.to_uppercase(), wide(code)];
            ways.extend(["–", "—", "－", "‐", "−", "_"].map(|dash| code.replace('-', dash)));
            for way in ways {
                let line = format!("{way} 4");
                assert!(reads(&game, &line, card, 4), "{line} → {:?}", game.summaries(&line));
            }
            let line = format!("{} 4", code.replace('-', " "));
            let summaries = game.summaries(&line);
            assert!(reads(&game, &line, card, 4) || summaries[0].ends_with('!'), "{line} → {summaries:?}");
        }
    }
}

#[test]
fn codes_without_zeros() {
    let game = game("azur-lane", "official");
    assert_eq!(
        game.summaries("BP01-41 4\nbp1-041 x2\nBP01-0041 4\nBP01 041 4"),
        ["BP01-041×4@cards", "BP01-041×2@cards", "BP01-041×4@cards", "BP01-041×4@cards"]
    );
    assert_eq!(
        game.summaries("BP01 41 4\nBP01 4"),
        ["-!", "-!"],
        "a set and a number without zeros need a name that agrees"
    );
    let name = &game.cards.iter().find(|card| card.id == "BP01-041").unwrap().names[0];
    assert_eq!(
        game.summaries(&format!("4 {name} (BP01) 41\n4 {name} BP01 41\n4 {name} (BP01) 041")),
        vec!["BP01-041×4@cards"; 3]
    );
    assert_eq!(
        game.summaries("BP01-003<SEC> x2\nBP01-001<SEC>\nBP01-001＜SEC＞"),
        ["BP01-003×2@cards!", "BP01-001×1@flagship", "BP01-001×1@flagship"]
    );
    assert_eq!(
        game.summaries("BP01-003_P1 x2\nBP01-003-SP x2\nBP01-003-2 x2"),
        ["BP01-003×2@cards!", "BP01-003×2@cards!", "-!"]
    );
}

#[test]
fn a_code_with_a_number_behind_it_that_is_a_code_as_well_is_no_guess() {
    let game = super::game("xinglingwang", "official");
    let long = game.cards.iter().flat_map(|card| std::iter::once(&card.id).chain(&card.codes)).find(|code| {
        code.rsplit_once('-').is_some_and(|(head, n)| {
            n.len() == 1
                && game.cards.iter().any(|card| card.id == head || card.codes.iter().any(|c| c == head))
        })
    });
    let (head, n) = long.and_then(|code| code.rsplit_once('-')).unwrap();
    let of = |code: &str| {
        game.cards
            .iter()
            .find(|card| card.id == code || card.codes.iter().any(|c| c == code))
            .unwrap()
            .id
            .clone()
    };
    assert_eq!(
        game.summaries(&format!("{head} {n}\n{head}-{n} 3")),
        [format!("{}×{n}@cards", of(head)), format!("{}×3@cards", of(&format!("{head}-{n}")))]
    );
    let spaced = format!("{} {n}", head.replace('-', " "));
    assert_eq!(game.summaries(&format!("{spaced}\n{head}={n}")), ["-!", "-!"]);
}

#[test]
fn names_in_other_writings() {
    let divide = game("build-divide", "official");
    assert_eq!(
        divide.summaries("4 勇武の宿将アルタミラ\n4 勇武の宿将　あるたみら\n4 ゆうぶの宿将 アルタミラ"),
        ["A02×4@cards", "A02×4@cards", "-!"]
    );
    assert_eq!(
        divide.summaries("\"霹靂一閃・神速\" 我妻善逸 ×2\n「霹靂一閃神速」我妻善逸 ×2"),
        ["A07×2@cards", "A07×2@cards"]
    );
    assert_eq!(
        divide.summaries("超重力の雨 ｶﾐｰﾘｱ x2\n絆の力 レダ＆バドラトス x2\nカ\u{3099}"),
        ["A13×2@cards", "A26×2@cards", "-!"]
    );
    let spirits = game("battle-spirits", "official");
    assert_eq!(
        spirits.summaries("3 ゲン=ボー\n3 グン=カ\u{3099}タ\n3 最奥:風牙岩\n3 UTMOST DEPTH: WHITE SKYLINE"),
        ["26RSD01-002×3@cards", "26RSD01-005×3@cards", "26RSD01-010×3@cards", "26RSD04-010×3@cards"]
    );
    let tianhai = game("tianhai", "demo");
    let khan =
        tianhai.cards.iter().find(|card| card.names.iter().any(|n| n == "Khan's Decree")).unwrap().id.clone();
    assert_eq!(
        tianhai.summaries("3 Khan’s Decree\n3 khans decree\n3 Khan`s  Decree"),
        vec![format!("{khan}×3@{}", "orders"); 3]
            .iter()
            .map(|s| s
                .replace("orders", tianhai.summaries(&format!("3 {khan}"))[0].split('@').nth(1).unwrap()))
            .collect::<Vec<_>>()
    );
}

#[test]
fn a_name_is_never_matched_by_a_part_of_it() {
    let game = game("battle-spirits", "demo");
    assert_eq!(
        game.summaries("4 Ember Sprite Lord\n4 Great Ember Sprite\nEmber Sprites 4\n4 Ember"),
        vec!["-!"; 4]
    );
    assert_eq!(
        game.summaries("4 Ember Sprite (promo)\n4 Ember Sprite SR\n4 Ember Sprite [R] red"),
        ["bs-002×4@cards!", "bs-002×4@cards!", "bs-002×4@cards!"]
    );
    assert_eq!(
        game.summaries("Ember Sprite SR\nEmber Sprite foil"),
        ["-!", "-!"],
        "a line without a count has nothing left over"
    );
}

#[test]
fn names_that_end_in_a_number() {
    let game = game("azur-lane", "official");
    let z =
        |name: &str| game.cards.iter().find(|card| card.names.iter().any(|n| n == name)).unwrap().id.clone();
    let (z1, z18, u81) = (z("Z1"), z("Z18"), z("U-81"));
    assert_eq!(
        game.summaries("Z18 4\n4 Z18\nZ1 8\nZ18\nZ1x4\nU-81 2\nU81 2"),
        [
            format!("{z18}×4@cards"),
            format!("{z18}×4@cards"),
            format!("{z1}×8@cards"),
            format!("{z18}×1@cards"),
            format!("{z1}×4@cards"),
            format!("{u81}×2@cards"),
            format!("{u81}×2@cards")
        ]
    );
    assert_eq!(
        game.summaries("伊58\n伊58 3\n伊 58\nU 81"),
        vec![format!("{}×1@cards", z("伊58")), format!("{}×3@cards", z("伊58")), "-!".into(), "-!".into()]
    );
    let game = super::game("xinglingwang", "official");
    let id =
        |name: &str| game.cards.iter().find(|card| card.names.iter().any(|n| n == name)).unwrap().id.clone();
    assert_eq!(
        game.summaries("3077\n3077 2\n2 3077\n- -2度C 冷气旅人 x2\n-2度C 冷气旅人 2\n我要打5个 3\n3 3星菜刀"),
        [
            format!("{}×1@cards", id("3077")),
            format!("{}×2@cards", id("3077")),
            format!("{}×2@cards", id("3077")),
            format!("{}×2@cards", id("-2度C 冷气旅人")),
            format!("{}×2@cards", id("-2度C 冷气旅人")),
            format!("{}×3@cards", id("我要打5个")),
            format!("{}×3@cards", id("3星菜刀"))
        ]
    );
}
