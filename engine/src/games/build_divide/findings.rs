//! The findings of the linter that only Build Divide has, each sentence once.

pub(crate) use crate::game_kit::findings::*;
use crate::texts;
use crate::texts::Saying;

texts! { pub(crate) Saying;
    specified_exceeds_total() => "the specified colours cannot be more than the total cost [卡牌种类.单位.①]",
        "指定顏色費用不能多於總費用 [卡牌种类.单位.①]", "指定颜色费用不能多于总费用 [卡牌种类.单位.①]";
    power_and_hit() => "a unit alone has power and hit [卡牌种类.指令]",
        "單位須有力量與打擊點，其他卡牌沒有 [卡牌种类.指令]", "单位须有力量与打击点，其他卡牌没有 [卡牌种类.指令]";
    timing_needed() => "units and commands have a timing [卡牌种类.单位.③]",
        "單位與指令須有使用時點，領域沒有 [卡牌种类.单位.③]", "单位与指令须有使用时点，领域没有 [卡牌种类.单位.③]";
    territory_has_no_icon() => "a territory has no icon [卡牌种类.单位.⑦]",
        "領域沒有觸發標誌 [卡牌种类.单位.⑦]", "领域没有触发标志 [卡牌种类.单位.⑦]";
    only_units_are_aces() => "only a unit is an ace [卡牌种类.单位.⑥]",
        "只有單位可以是王牌 [卡牌种类.单位.⑥]", "只有单位可以是王牌 [卡牌种类.单位.⑥]";
    titles() => "aces and territories have titles [卡牌种类.单位.⑥]",
        "王牌與領域須有稱號，其他卡牌沒有 [卡牌种类.单位.⑥]", "王牌与领域须有称号，其他卡牌没有 [卡牌种类.单位.⑥]";
    two_faces() => "only a territory has two faces [卡牌种类.领域.2]", "只有領域有兩面 [卡牌种类.领域.2]", "只有领域有两面 [卡牌种类.领域.2]";
    abilities_on_faces() => "the abilities of a territory have to be on its faces [卡牌种类.领域.2]",
        "領域的能力須寫在其兩面上 [卡牌种类.领域.2]", "领域的能力须写在其两面上 [卡牌种类.领域.2]";
    only_territories_assault() => "only a territory becomes a unit [ruling-105]",
        "只有領域會成為單位 [ruling-105]", "只有领域会成为单位 [ruling-105]";
    only_commands() => "only a command has the text of one", "只有指令有指令的文字", "只有指令有指令的文字";
    territory_never_used() => "a territory is never used", "領域永遠不會被使用", "领域永远不会被使用";
    setup_on_back() => "rules for the set-up have to be on the back of a territory",
        "遊戲準備的規則須寫在領域未解放的一面「back」", "游戏准备的规则须写在领域未解放的一面“back”";
    only_front_of_territory() => "only the front of a territory has this keyword",
        "只有領域解放後的一面「front」有這個關鍵詞", "只有领域解放后的一面“front”有这个关键词";
    command_without_keywords() => "a command has no keywords", "指令沒有關鍵詞", "指令没有关键词";
    command_never_on_field() => "a command is never on the field", "指令永遠不在場上", "指令永远不在场上";
    territory_in_own_zone() => "a territory is only in its own zone", "領域只在其自身的區域", "领域只在其自身的区域";
    setup_changes_number() => "a rule for the set-up has to change a number",
        "遊戲準備的規則須改變一個數字", "游戏准备的规则须改变一个数字";
    takes_keyword_only() => "a continuous ability can take away a keyword only",
        "永續能力只能奪去一個關鍵詞", "永续能力只能夺去一个关键词";
    ability_modes() => "an ability needs 2 to 10 modes to choose from, in place of one text",
        "能力須有 2 至 10 項可供選擇，用以代替單獨一段文字", "能力须有 2 至 10 项可供选择，用以代替单独一段文字";
    lasts_with_card() => "an effect on a card lasts at most as long as the card stays",
        "對卡牌的效果，至多持續到該卡離開為止", "对卡牌的效果，至多持续到该卡离开为止";
    keyword_printed_or_given() => "this keyword has to be printed, or given as an ability",
        "這個關鍵詞須印在卡上，或以能力的形式賦予", "这个关键词须印在卡上，或以能力的形式赋予";
    no_such_limit() => "this part of a cost has no such limit", "費用的這一部分沒有這種限制", "费用的这一部分没有这种限制";
    one_player_pays() => "only one player can pay", "只有一名玩家可以支付", "只有一名玩家可以支付";
    x_only_when_used() => "X is chosen only when a card or ability is used",
        "X 只在使用卡牌或能力時選擇", "X 只在使用卡牌或能力时选择";
    not_leaving_so() => "nothing leaves the field like this", "沒有任何東西會這樣離場", "没有任何东西会这样离场";
    neither_standing_nor_rested() => "cards there are neither standing nor rested",
        "該處的卡沒有豎置與靜置之分", "该处的卡没有竖置与静置之分";
    not_on_chain() => "cards there are not on the chain", "該處的卡不在連鎖中", "该处的卡不在连锁中";
    only_then_happens_prevents() => "only a replacement with then_happens can prevent what happens",
        "只有帶「then_happens」的代替能力可以令事情不發生", "只有带“then_happens”的代替能力可以令事情不发生";
    nameless_counters() => "counters need a name", "指示物須有名稱", "指示物须有名称";
    one_winner() => "only one player can win", "只有一名玩家可以獲勝", "只有一名玩家可以获胜";
    total_needs_bound() => "a total needs at_most or at_least",
        "合計須有「at_most」或「at_least」", "合计须有“at_most”或“at_least”";
    no_such_part() => "this event has no such part", "這個事件沒有這個部分", "这个事件没有这个部分";
    one_controller() => "one card has only one controller, so the side need not be named",
        "一張卡只有一名控制者，無須指明哪一方", "一张卡只有一名控制者，无须指明哪一方";
}
