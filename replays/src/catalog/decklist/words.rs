//! The words of posted lists that no game board gives. The table is the same for every game.
//!
//! Commas stand between words, and `each` gives them one by one. The reader looks each up by its folded name,
//! so that case, width, kana, dashes and inner spaces do not matter here.

/// The words of one entry of a table.
pub(crate) fn each(words: &'static str) -> impl Iterator<Item = &'static str> {
    words.split(',').map(str::trim)
}

/// Headings by the field of a part. A field that a game does not have makes its words foreign headings.
pub(crate) const PARTS: [(&str, &str); 9] = [
    (
        "cards",
        "main deck, maindeck, main, mainboard, main board, deck, cards, メインデッキ, メイン, デッキ, \
     本デッキ, 主卡组, 主卡組, 主牌组, 主牌組, 主牌, 主套牌, 主牌库, 主牌庫, 牌库, 牌庫, 牌组, 牌組, \
     卡组, 卡組, 套牌, 山札",
    ),
    ("d_deck", "d deck, d-deck, ddeck, dデッキ, d卡组, d卡組, d牌组, d牌組, d units, dユニット"),
    (
        "territory",
        "territory, territories, territory card, テリトリー, テリトリーカード, 领域, 領域, 领域卡, 領域卡, \
     领地, 領地",
    ),
    (
        "flagship",
        "flagship, flagships, flagship card, 旗艦, 旗舰, 旗艦卡, 旗舰卡, 旗艦カード, leader, リーダー",
    ),
    (
        "cubes",
        "cubes, cube, cube deck, 魔方, 魔方卡, 魔方牌组, 魔方牌組, 魔方卡组, 魔方卡組, メンタルキューブ, \
     キューブ, キューブデッキ",
    ),
    ("race", "race, 種族, 种族"),
    ("forest", "forest, forests, forest cards, 森林, 森林卡, 森林牌"),
    (
        "units",
        "units, unit, unit cards, unit deck, 单位, 單位, 单位牌, 單位牌, 单位卡, 單位卡, ユニット, 兵牌, \
     部队, 部隊, 部队牌, 部隊牌",
    ),
    (
        "orders",
        "orders, order, order cards, order deck, 指令, 指令牌, 指令卡, 命令, 命令牌, オーダー, 军令, 軍令",
    ),
];

/// Sub-headings: they sort the cards of a part by kind and do not change the part.
pub(crate) const SUBS: &str = "エース, エースカード, ace, aces, アイコンなし, アイコン無し, ショット, バスター, シールド, \
     トリガー, トリガーなし, ノーアイコン, shot, buster, ユニット, ユニットカード, コマンド, \
     コマンドカード, スピリット, スピリットカード, アルティメット, ネクサス, ネクサスカード, マジック, \
     マジックカード, ブレイヴ, ブレイヴカード, 契約カード, 契約スピリット, 契約, 創界神, キースピリット, \
     モンスター, モンスターカード, 魔法, 魔法カード, 罠, 罠カード, 通常モンスター, 効果モンスター, unit, \
     units, command, commands, spirit, spirits, nexus, nexuses, magic, magic cards, brave, braves, \
     monster, monsters, spell, spells, trap, traps, event, events, ship, ships, 艦船, 舰船, 艦船卡, \
     舰船卡, 事件, 事件卡, イベント, 単位, 单位, 單位, 单位卡, 單位卡, 魔法卡, 魔法牌, 法术, 法術, \
     核心卡, 灵魂卡, 靈魂卡, 戰魂, pokémon, pokemon, trainer, energy, creatures, creature, lands, land, \
     artifacts, enchantments, instants, sorceries";

/// Headings of parts that none of the five games has: what stands under them is never added.
pub(crate) const FOREIGN: &str = "sideboard, side board, side deck, side, sb, サイド, サイドデッキ, \
     サイドボード, 备牌, 備牌, 备用牌, \
     備用牌, 副卡组, 副卡組, 副牌组, 副牌組, extra deck, extra, ex deck, exデッキ, エクストラデッキ, \
     エクストラ, 额外卡组, 額外卡組, 额外, 額外, 额外区, 額外區, commander, commanders, command zone, \
     companion, maybeboard, maybe board, maybe, considering, 候補, 候补, 入替候補, tokens, token, \
     トークン, 衍生物, wishlist";

/// Words of a line that states a total.
pub(crate) const TOTALS: &str = "合計, 合计, 計, 计, 总计, 總計, 总数, 總數, 共, 共计, 共計, 総枚数, 合計枚数, 総数, total, totals, \
     total cards, sum, in total, デッキ枚数, 总张数";

/// Lines that say nothing about the deck.
pub(crate) const PLAIN: &str = "about, deck list, decklist, deck recipe, デッキレシピ, デッキリスト, レシピ, 牌表, 卡表, 卡组列表, \
     卡組列表, 牌组列表, 牌組列表, 構築, 构筑, 採用カード";

/// Labels whose value says nothing about the deck.
pub(crate) const LABELS: &str = "deck name, deckname, デッキ名, デッキ名称, 卡组名, 卡組名, 卡组名称, 卡組名稱, 牌组名, 牌組名, \
     牌组名称, 牌組名稱, deck code, deck id, dc, デッキコード, 卡组代码, 卡組代碼, 卡组码, 卡組碼, 牌组代码, \
     牌組代碼, deck link, デッキリンク, link, url, リンク, 链接, 連結, source, 出典, 来源, 來源, author, \
     by, 作者, 制作者, 製作者, 作成者, creator, created by, player, プレイヤー, 使用者, 選手, 选手, \
     event name, 大会, 大会名, 日付, date, 日期, format";

/// Words by which a first line shows that it is the title of a list.
pub(crate) const TITLES: &str =
    "deck, デッキ, 卡组, 卡組, 牌组, 牌組, 套牌, レシピ, recipe, 構築, 构筑, 分享, 牌表, 卡表";

/// Words beside a name that state a fact of the card or of the copy. They are never used, but a name may end
/// there.
pub(crate) const FACTS: &str = "c, u, r, rr, rrr, sr, ssr, sssr, assr, ur, hr, sec, ser, pr, mr, xr, lr, l, \
     m, n, p, sp, cp, ex, \
     xx, f, foil, promo, プロモ, シークレット, レア, コモン, アンコモン, red, blue, green, white, black, \
     yellow, purple, 赤, 青, 緑, 白, 黒, 黄, 紫, 红, 紅, 蓝, 藍, 绿, 綠, 黑, 黃, 無色, 无色, 異画, 异画, \
     異畫";

/// The meaning of a column by its heading.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Column {
    Count,
    Name,
    Code,
    /// The column is about something that is no part of a deck.
    Other,
    /// The heading is not known: each cell of the column stands among the unused words.
    Unknown,
}

/// Headings of columns.
pub(crate) const COLUMNS: [(Column, &str); 4] = [
    (
        Column::Count,
        "枚数, 投入枚数, 採用枚数, 数量, 數量, 张数, 張數, 枚, 張, 张, 数, count, counts, qty, quantity, \
     copies, amount, number of cards, x, 投入数",
    ),
    (
        Column::Name,
        "name, card, card name, cardname, カード名, カード, カード名称, 名前, 名称, 名稱, 卡名, 卡牌, \
     卡牌名, 卡牌名称, 卡牌名稱, 卡片名称, 卡片名稱, 卡片, 牌名",
    ),
    (
        Column::Code,
        "code, card code, id, card id, no, no., card no, card no., card number, カード番号, カードno, \
     カードno., 番号, 品番, 型番, 編號, 编号, 卡号, 卡號, 卡片編號, 卡片编号, 卡牌编号, 卡牌編號",
    ),
    (
        Column::Other,
        "cost, color, colour, colors, type, types, kind, category, rarity, power, bp, hit, trigger, level, \
     lv, attack, hp, faction, camp, set, set name, price, notes, note, language, condition, foil, \
     コスト, 色, 種類, 種別, タイプ, カテゴリ, カテゴリー, レアリティ, レア度, パワー, ヒット, トリガー, \
     レベル, 属性, 系統, 軽減, 備考, 値段, 価格, 収録, 费用, 費用, 颜色, 顏色, 类型, 類型, 种类, 稀有度, \
     罕贵度, 罕貴度, 战力, 戰力, 力量, 攻击, 攻擊, 陣營, 阵营, 备注, 備註, 价格, 價格, #, no, no., hit数",
    ),
];
