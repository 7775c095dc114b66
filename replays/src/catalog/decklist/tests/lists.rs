//! Whole lists: headings, values, tables, titles, totals, numbering, and the lists of `data`.

use super::{POOLS, game, json, text};
use crate::catalog::decklist::Read;

#[test]
fn a_blog_list_of_build_divide() {
    let game = game("build-divide", "official");
    let list = "テリトリー：反撃の鐘楼\nデッキコード:qrMKT7anzQE\nデッキリンク: \
        https://build-divide.example/deck/4\nメインデッキ：\nエース（テリトリー解放カード 8枚）\n- 勇武の宿将 アルタミラ × 4\n- 巡り合う定め レダ × \
        4\nアイコンなし(18枚)\n- 臨戦態勢 傷の男× 2\nショット(12枚)\nバスター(12枚)\nDデッキ(12枚):\nユニット(12枚)\n- 慈愛の竜姫 レダ × 2\n合計 50枚\n";
    assert_eq!(
        game.summaries(list),
        [
            "T01×1@territory",
            "-",
            "-",
            "#cards",
            "#cards:8",
            "A02×4@cards",
            "A04×4@cards",
            "#cards:18",
            "A12×2@cards",
            "#cards:12",
            "#cards:12",
            "#d_deck:12",
            "#d_deck:12",
            "A16×2@d_deck",
            "-"
        ]
    );
    assert_eq!(
        game.summaries(
            "领域：反撃の鐘楼\n領域 反撃の鐘楼\n[領域] 反撃の鐘楼\n【テリトリー】反撃の鐘楼\nTerritory: \
        T01\nテリトリー\tT01\t1"
        ),
        vec!["T01×1@territory"; 6]
    );
}

#[test]
fn a_list_of_a_magazine_with_a_table_without_lines() {
    let game = game("build-divide", "official");
    // The columns ran together: the reader reads no line, and marks each.
    let summaries = game.summaries(
        "No.カード名コストパワーヒットタイプトリガー枚数\nA02勇武の宿将 アルタミラ560001ユニットB4\n\
         No. カード名 コスト パワー 枚数\nA02 勇武の宿将 アルタミラ 5 6000 4",
    );
    assert_eq!(summaries, ["-!", "-!", "-", "-!"]);
}

#[test]
fn tables_with_a_heading() {
    let game = game("build-divide", "official");
    let list = "No. | カード名 | コスト | パワー | ヒット | タイプ | トリガー | 枚数 |\n---|---|---|---|---|---|---|---|\nT01 | \
        反撃の鐘楼 | 5 | テリトリー | 1 | |||\nA02 | 勇武の宿将 アルタミラ | 7 | 6500 | 2 | ユニット | B | 4 |\nA04 | 巡り合う定め レダ | 5 \
        | 5500 | 1 | ユニット | | 3 |\n| 合計 | | | | | | | 7 |";
    assert_eq!(game.summaries(list), ["-", "-", "-!", "A02×4@cards", "A04×3@cards", "-"]);
    let markdown =
        "| Count | Name | Cost |\n|:-:|---|--:|\n| 4 | 勇武の宿将 アルタミラ | 5 |\n| x2 | A04 | 3 |";
    assert_eq!(game.summaries(markdown), ["-", "-", "A02×4@cards", "A04×2@cards"]);
    let csv = "Quantity,Name,Code,Rarity,Price\n4,\"勇武の宿将 アルタミラ\",A02,SR,100\n\"2\",巡り合う定め レダ,A04,\"R, \
        foil\",20\n2,巡り合う定め レダ,A02,R,20\n0,巡り合う定め レダ,A04,R,20\n,巡り合う定め レダ,A04,R,20";
    assert_eq!(game.summaries(csv), ["-", "A02×4@cards", "A04×2@cards", "-!", "-!", "-!"]);
    for (head, row) in [
        ("カード番号;カード名;コスト;枚数", "A02;勇武の宿将 アルタミラ;5;4"),
        ("编号\t卡名\t费用\t颜色\t稀有度\t数量", "A02\t勇武の宿将 アルタミラ\t5\t赤\tSR\t4"),
        ("編號\t卡名\t費用\t顏色\t張數", "A02\t勇武の宿将 アルタミラ\t5\t赤\t4"),
        ("枚数,カード名", "4枚,勇武の宿将 アルタミラ"),
        ("qty;id", "4;A02"),
        ("カード名\t俺のメモ\t枚数", "勇武の宿将 アルタミラ\t\t4"),
        ("枚数：カード名", "4 : 勇武の宿将 アルタミラ"),
    ] {
        assert_eq!(game.summaries(&format!("{head}\n{row}")), ["-", "A02×4@cards"], "{head}");
    }
    assert_eq!(
        game.summaries("カード名\t俺のメモ\t枚数\n勇武の宿将 アルタミラ\t強い\t4"),
        ["-", "A02×4@cards!"]
    );
    assert_eq!(
        game.summaries("main qty,side qty,name\n4,1,勇武の宿将 アルタミラ"),
        ["-!", "-!"],
        "two columns of numbers, and no heading that decides"
    );
}

#[test]
fn rows_without_a_heading() {
    let game = game("build-divide", "official");
    assert_eq!(
        game.summaries(
            "A02 | 勇武の宿将 アルタミラ | 5 | 3000 | 4 |\nA02\t勇武の宿将 アルタミラ\t5\t4\n1\t勇武の宿将 \
        アルタミラ\t4"
        ),
        vec!["-!"; 3]
    );
    assert_eq!(
        game.summaries("A02 | 勇武の宿将 アルタミラ | 5 | 3000 | x4 |\nA02\t勇武の宿将 アルタミラ\t3000\t4"),
        vec!["A02×4@cards!"; 2]
    );
    assert_eq!(
        game.summaries(
            "4 勇武の宿将 アルタミラ 4\n4 勇武の宿将 アルタミラ (2)\n4枚 勇武の宿将 アルタミラ x4"
        ),
        vec!["-!"; 3]
    );
}

#[test]
fn the_spreadsheet_and_the_other_list_of_data() {
    let game = game("azur-lane", "demo");
    let sheet = text("spreadsheet.txt");
    let summaries = game.lists.read(&sheet);
    let mut copies = 0;
    for (line, raw) in summaries.iter().zip(sheet.lines()) {
        let (id, n) = (raw.split('\t').next().unwrap(), raw.rsplit('\t').next().unwrap());
        let Read::Card { card, n: read, .. } = line.read else { panic!("{raw}: {line:?}") };
        assert_eq!((game.id(card), read.to_string().as_str()), (id, n));
        assert_eq!(line.unused, ["name"], "the second column is not a name of the pool");
        copies += read;
    }
    assert_eq!(copies, 51);
    let summaries = game.summaries(&text("five_copies.txt"));
    assert_eq!(summaries.len(), 22);
    assert_eq!(
        (summaries[0].as_str(), summaries[15].as_str(), summaries[21].as_str()),
        ("rj-001×1@flagship", "rj-023×5@cards", "cubes=10")
    );
    assert!(summaries.iter().all(|line| !line.ends_with('!')));
}

#[test]
fn a_number_behind_a_name_is_the_count() {
    let page = json("misread.json");
    for case in page["numbers_behind"].as_array().unwrap() {
        let game = game(if case["game"] == "azur-lane" { "azur-lane" } else { "build-divide" }, "official");
        let lines = game.lists.read(case["text"].as_str().unwrap());
        for (line, meant) in lines.iter().zip(case["meant"].as_array().unwrap()) {
            match &line.read {
                Read::Card { card, n, .. } => assert_eq!(
                    (game.id(*card), u64::from(*n)),
                    (meant[0].as_str().unwrap(), meant[1].as_u64().unwrap())
                ),
                _ => assert!(line.text.contains("3000") && !line.unused.is_empty(), "{line:?}"),
            }
        }
        assert_eq!(lines.len(), case["meant"].as_array().unwrap().len());
    }
    let game = game("build-divide", "official");
    let summaries = game.summaries(page["parts_as_headings"].as_str().unwrap());
    assert_eq!(summaries, ["T01×1@territory", "#cards", "#cards:8", "A02×4@cards", "A04×4@cards"]);
}

#[test]
fn forms_with_counts_anywhere() {
    let page = json("misread.json");
    for (name, pool) in POOLS {
        let game = game(name, pool);
        let (card, own) = game
            .own_names()
            .into_iter()
            .find(|(_, name)| !name.contains(|c: char| c.is_ascii_digit()))
            .unwrap();
        let code = game.cards[card].id.clone();
        let wide: String = code.chars().map(|c| char::from_u32(c as u32 + 0xfee0).unwrap()).collect();
        let expected = format!("{code}×4@{}", game.parts[game.cards[card].part].field);
        for key in ["forms", "forms_of_names_with_spaces"] {
            for form in page[key].as_array().unwrap() {
                let line = match form.as_str().unwrap() {
                    "full-width code" => format!("{wide} 4"),
                    "lines ended by CR alone" => format!("4 {code}\r{own} 4"),
                    form => form.replace("Name", &own).replace("CODE", &code),
                };
                let summaries = game.summaries(&line);
                assert!(summaries.iter().all(|one| *one == expected), "{line}: {summaries:?}");
                assert_eq!(summaries.len(), 1 + usize::from(line.contains('\r')));
            }
        }
    }
}

#[test]
fn headings_of_all_games() {
    let azur = game("azur-lane", "official");
    for heading in [
        "Flagship",
        "旗艦",
        "旗舰：",
        "【旗艦】",
        "== 旗艦 ==",
        "# 旗艦",
        "// flagship",
        "[旗舰]",
        "旗艦 (1)",
        "旗艦卡 1張",
        "◆旗艦",
        "**Flagship**",
        "<旗艦>",
        "旗艦×1",
    ] {
        assert!(azur.summaries(heading)[0].starts_with("#flagship"), "{heading}");
        assert_eq!(
            azur.summaries(&format!("{heading}\n4 BP01-041"))[1],
            "BP01-041×4@flagship",
            "the heading wins: {heading}"
        );
    }
    for (name, pool, field, headings) in [
        (
            "azur-lane",
            "demo",
            "cards",
            &[
                "Deck (50)",
                "主卡组 50",
                "卡組：50張",
                "メインデッキ（50枚）",
                "主牌組 [50]",
                "Main deck 50",
                "Main Deck: 50/50",
                "50 cards deck",
            ][..],
        ),
        (
            "battle-spirits",
            "demo",
            "cards",
            &["Deck (50)", "デッキ50枚", "メインデッキ：50枚", "牌組50張", "## Main Deck (50)"][..],
        ),
        (
            "build-divide",
            "demo",
            "d_deck",
            &["D deck 50", "D卡組（50張）", "Dデッキ(50枚):", "Ｄデッキ 50枚", "D-deck: 50"][..],
        ),
        (
            "tianhai",
            "demo",
            "units",
            &["Units (50)", "== Units == 50", "【單位】50", "单位牌：50张", "50 Units"][..],
        ),
        ("tianhai", "demo", "orders", &["Orders (50)", "【指令】50", "指令牌 50"][..]),
        ("xinglingwang", "official", "cards", &["牌库 (50)", "牌庫：50張", "Deck 50"][..]),
    ] {
        let game = game(name, pool);
        for heading in headings {
            if *heading == "50 cards deck" {
                assert!(
                    game.summaries(heading)[0].ends_with('!') || game.summaries(heading)[0] == "#cards:50"
                );
                continue;
            }
            assert_eq!(game.summaries(heading), [format!("#{field}:50")], "{name}: {heading}");
        }
    }
}

#[test]
fn headings_that_the_game_does_not_have() {
    let game = game("battle-spirits", "demo");
    assert_eq!(
        game.summaries(
            "Deck\n4 bs-001\n\nSideboard\n3 bs-002\nSpirits\n2 Red-Plume Scout\nMain deck\n1 \
        bs-003\nSB: 2 bs-004\n2 bs-005\n旗艦\n1 bs-006"
        ),
        [
            "#cards",
            "bs-001×4@cards",
            "-",
            "-!",
            "-!",
            "-!",
            "-!",
            "#cards",
            "bs-003×1@cards",
            "-!",
            "-!",
            "-!",
            "-!"
        ]
    );
    let lines = game.lists.read("サイドデッキ\n3 bs-002");
    assert_eq!(
        (lines[1].unused.as_slice(), lines[1].near.as_slice()),
        (["3 bs-002".to_owned()].as_slice(), ["bs-002".to_owned()].as_slice())
    );
    for heading in [
        "Sideboard (15)",
        "Extra Deck",
        "サイド",
        "备牌：",
        "額外卡組",
        "Maybeboard",
        "!side",
        "#extra",
        "// Sideboard",
        "Sideboard: 2 bs-001",
    ] {
        let summaries = game.summaries(&format!("{heading}\n2 bs-001"));
        assert_eq!(summaries, ["-!", "-!"], "{heading}");
    }
}

#[test]
fn values() {
    let azur = game("azur-lane", "official");
    for line in [
        "魔方：10",
        "魔方 10",
        "Cubes 10",
        "Cubes: 10",
        "10 Cubes",
        "魔方 x10",
        "魔方×10",
        "- 魔方：１０",
        "【魔方】10",
        "10枚 魔方",
        "魔方 10張",
        "cubes = 10",
        "キューブ：10枚",
    ] {
        assert_eq!(azur.summaries(line), ["cubes=10"], "{line}");
    }
    assert_eq!(azur.summaries("魔方\n魔方：10 20\nCubes 10 red blue"), ["-!", "-!", "-!"]);
    let star = game("xinglingwang", "official");
    assert_eq!(
        star.summaries(
            "race: artwork\n【Race】artwork\n种族：artwork\n種族＝喵\n森林 20\nForest: 20\n20 Forest"
        ),
        ["race=artwork", "race=artwork", "race=artwork", "race=喵", "forest=20", "forest=20", "forest=20"]
    );
}

#[test]
fn titles_labels_and_totals() {
    let game = game("battle-spirits", "demo");
    for line in [
        "Deck: My deck",
        "デッキ名：赤の速攻",
        "Deck name: 4 of a kind",
        "赤速攻デッキ",
        "My red deck",
        "【デッキレシピ】",
        "牌組：紅色速攻",
        "作者：小明",
        "by Alice",
        "Player: Bob",
        "合計 50枚",
        "Total: 50",
        "Total Cards: 60",
        "計50枚",
        "共 50 張",
        "总计：50",
        "https://example.com/deck/4",
        "Deck: https://example.com/deck/4",
        "Link: https://example.com",
        "# comment",
        "// a note",
        "About",
        "-----",
        "======",
        "",
        "　",
    ] {
        assert_eq!(game.summaries(line).first().map_or("-", |summaries| summaries), "-", "{line}");
    }
    assert_eq!(
        game.summaries("About\nName Red Rush\n\nDeck\n4 Ember Sprite\n"),
        ["-", "-", "-", "#cards", "bs-002×4@cards"]
    );
    for line in [
        "Deck: Ember Sprit",
        "My red list",
        "ydke://AAAA!BBBB!",
        "89631139",
        "Author: Ember Sprite x4",
        "# 4 Ember Sprite",
        "// Ember Sprite",
        "50枚",
        "50",
        "4 Ember Sprite // x3",
        "4 Ember Sprite // bs-003",
    ] {
        assert!(game.summaries(line)[0].ends_with('!'), "{line}: {:?}", game.summaries(line));
    }
    assert_eq!(game.summaries("4 Ember Sprite\nMy red deck")[1], "-!", "only the first line is a title");
    assert_eq!(
        game.summaries("#created by Bob\n#main\n89631139\n#extra\n!side"),
        ["-", "#cards", "-!", "-!", "-!"],
        "a file of numbers is not readable and says so"
    );
}

#[test]
fn lists_of_neighbours() {
    let game = game("battle-spirits", "demo");
    let cards = "4 Ember Sprite (BS) 2\n3x Red-Plume Scout (bs) 001 *F*\n1 Bell-Dance Fay [bs-999]";
    let summaries = game.summaries(cards);
    assert_eq!(summaries[0], "bs-002×4@cards");
    assert_eq!(summaries[1], "bs-001×3@cards!");
    assert!(summaries[2].ends_with('!'));
    let live = "Pokémon: 7\n4 Ember Sprite bs 2\n3 Red-Plume Scout bs 001\n\nTrainer: 31\nEnergy: \
        13\n\nTotal Cards: 60";
    assert_eq!(game.summaries(live), ["-", "bs-002×4@cards", "bs-001×3@cards", "-", "-", "-", "-", "-"]);
    let duel = "【メインデッキ】(42枚)\n◆ モンスター(22枚)\n- 《Ember Sprite》3\n◆魔法カード：12枚\nRed-Plume Scout×3\nBell-Dance \
        Fay\n・コメント";
    assert_eq!(
        game.summaries(duel)[..6],
        [
            "#cards:42",
            "#cards:22",
            "bs-002×3@cards",
            "#cards:12",
            "bs-001×3@cards",
            game.summaries("1 Bell-Dance Fay")[0].as_str()
        ]
    );
    assert_eq!(
        game.summaries("枚数 : カード名\n3 : Ember Sprite\n2 : Red-Plume Scout"),
        ["-", "bs-002×3@cards", "bs-001×2@cards"]
    );
    assert_eq!(
        game.summaries("//Mainboard\n1 Ember Sprite\n//Sideboard\nSB: 1 Red-Plume Scout"),
        ["#cards", "bs-002×1@cards", "-!", "-!"]
    );
}

#[test]
fn numbering() {
    let game = game("battle-spirits", "demo");
    for (a, b, c) in [
        ("1. ", "2. ", "3. "),
        ("1) ", "2) ", "3) "),
        ("① ", "②", "③ "),
        ("(1) ", "(2) ", "（3）"),
        ("１．", "２．", "３．"),
        ("1、", "2、", "3、"),
        ("- 1. ", "- 2. ", "- 3. "),
    ] {
        let list = format!("{a}Ember Sprite x4\n{b}Red-Plume Scout x3\n{c}bs-003 x2");
        assert_eq!(game.summaries(&list), ["bs-002×4@cards", "bs-001×3@cards", "bs-003×2@cards"], "{list}");
    }
    assert_eq!(
        game.summaries("1. Ember Sprite\n2. Red-Plume Scout\n3. bs-003"),
        ["bs-002×1@cards", "bs-001×1@cards", "bs-003×1@cards"]
    );
    assert_eq!(
        game.summaries("4. Ember Sprite\n4. Red-Plume Scout\n2. bs-003"),
        ["-!", "-!", "-!"],
        "no rising numbers: a numbering and a count are possible"
    );
    assert_eq!(
        game.summaries("(4) Ember Sprite\n(4) Red-Plume Scout\n(2) bs-003"),
        ["bs-002×4@cards", "bs-001×4@cards", "bs-003×2@cards"]
    );
    assert_eq!(
        game.summaries("(1) Ember Sprite\n(2) Red-Plume Scout\n(3) bs-003"),
        ["-!", "-!", "-!"],
        "counts that rise, or a numbering"
    );
    assert_eq!(game.summaries("Ember Sprite ④"), ["-!"]);
    assert_eq!(
        game.summaries("1 Ember Sprite\n2 Red-Plume Scout\n3 bs-003"),
        ["bs-002×1@cards", "bs-001×2@cards", "bs-003×3@cards"]
    );
}

#[test]
fn counts_that_are_none() {
    let game = game("battle-spirits", "demo");
    for line in [
        "0 Ember Sprite",
        "501 Ember Sprite",
        "Ember Sprite x0",
        "Ember Sprite 3000",
        "99999999999 Ember Sprite",
        "Ember Sprite x99999999999",
        "-4 Ember Sprite",
        "+2 Ember Sprite",
        "Ember Sprite -4",
        "4.5 Ember Sprite",
        "4/5 Ember Sprite",
        "Ember Sprite4",
        "4Ember Sprite",
        "1-4 Ember Sprite",
        "4x4 Ember Sprite",
        "4 Ember Sprite, 3 Red-Plume Scout",
        "4 Ember Sprite 3 Red-Plume Scout",
        "4 bs-001 Ember Sprite",
        "bs-001 bs-002 4",
        "Ember Sprite / Red-Plume Scout",
        "²Ember Sprite",
        "4枚 Ember Sprite ×3",
    ] {
        let read = game.lists.read(line);
        assert!(
            read.iter().all(|line| line.read == Read::Nothing && !line.unused.is_empty()),
            "{line}: {read:?}"
        );
    }
    assert_eq!(game.summaries("500 Ember Sprite"), ["bs-002×500@cards"]);
    let both = &game.lists.read("4 bs-001 Ember Sprite")[0];
    assert_eq!(both.near, ["bs-001", "bs-002"]);
    assert_eq!(
        game.summaries("Ember Sprite\n4\nRed-Plume Scout\n3"),
        vec!["-!"; 4],
        "a count on a line of its own belongs to one of two lines"
    );
    assert_eq!(game.summaries("4\nEmber Sprite"), vec!["-!"; 2]);
}

#[test]
fn names_of_several_cards() {
    let game = game("azur-lane", "official");
    assert_eq!(
        game.summaries("4 光輝\n光辉\nSD02-011 光輝 4\n4 光輝 (BP01-026)\n薩拉托加 / 萨拉托加 x1"),
        [
            "several!",
            "several!",
            "SD02-011×4@cards",
            format!(
                "BP01-026×4@{}",
                game.parts[game.cards.iter().find(|c| c.id == "BP01-026").unwrap().part].field
            )
            .as_str(),
            "BP01-001×1@flagship"
        ]
    );
}

#[test]
fn proposals() {
    let game = game("battle-spirits", "demo");
    let near = |line: &str| game.lists.read(line)[0].near.clone();
    assert_eq!(near("4 Embr Sprite"), ["bs-002"]);
    assert_eq!(near("Ember Sprite4"), ["bs-002"]);
    assert_eq!(near("赤羽斥侯 x4"), ["bs-001"]);
    assert!(near("4 bs-0O1").contains(&"bs-001".to_owned()));
    assert!(near("something else").is_empty());
    let many = "4 Embr Sprit\n".repeat(900);
    assert!(
        game.lists.read(&many).iter().any(|line| line.near.is_empty()),
        "the comparisons of a text are bounded"
    );
}
