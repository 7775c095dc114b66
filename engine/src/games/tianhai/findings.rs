//! The findings of the linter that only the cards of 天海战记 can have, each in three languages.

pub(crate) use crate::game_kit::findings::*;
use crate::texts;
use crate::texts::Saying;

texts! { pub(crate) Saying;
    unit_or_order() => "a card is either a unit or an order", "一張牌是單位牌或指令牌，須恰為其一", "一张牌是单位牌或指令牌，须恰为其一";
    unit_numbers() => "combat is from 0 to 99, hit points are from 1 to 99 [ruling-20]",
        "戰鬥力為 0 至 99，生命值為 1 至 99 [ruling-20]", "战斗力为 0 至 99，生命值为 1 至 99 [ruling-20]";
    order_numbers() => "cost is from 0 to 9, combat from 0 to 99 [ruling-20]",
        "費用為 0 至 9，戰鬥力為 0 至 99 [ruling-20]", "费用为 0 至 9，战斗力为 0 至 99 [ruling-20]";
    allowed_and_denied() => "the same unit cannot be both allowed and denied [指令牌与费用.15]",
        "同一單位不能既獲准許又遭拒絕 [指令牌与费用.15]", "同一单位不能既获准许又遭拒绝 [指令牌与费用.15]";
    order_ability_limit(most: usize) => "an order has at most {most} abilities",
        "一張指令牌至多有 {most} 個能力", "一张指令牌至多有 {most} 个能力";
    keywords_by_type() => "each type of order has its own keywords", "每種指令牌各有其關鍵詞", "每种指令牌各有其关键词";
    keyword_numbers() =>
        "the numbers of keywords are from 1 to 9, those of lob (抛射) and barrage (覆射) from 2 [ruling-20]",
        "關鍵詞的數字為 1 至 9，拋射與覆射的由 2 起 [ruling-20]", "关键词的数字为 1 至 9，抛射与覆射的由 2 起 [ruling-20]";
    keyword_twice() => "an order has each keyword once only", "一張指令牌的每個關鍵詞只能有一次", "一张指令牌的每个关键词只能有一次";
    mobility_once() => "a move order alone has mobility (机动), exactly once",
        "移動指令牌須恰有一次機動，其他指令牌沒有", "移动指令牌须恰有一次机动，其他指令牌没有";
    attack_has_range() => "only an attack order has range parts, and at least one",
        "攻擊指令牌至少須有一個範圍部分，其他指令牌沒有", "攻击指令牌至少须有一个范围部分，其他指令牌没有";
    range_part_needs() => "a range part needs cells and at least one target",
        "範圍部分須有方格與至少一個目標", "范围部分须有方格与至少一个目标";
    two_factions() => "there are two factions [ruling-7]", "陣營須為兩個 [ruling-7]", "阵营须为两个 [ruling-7]";
    not_declared() => "this is neither a mark nor a unit of the pool",
        "這既不是卡池中的標誌，也不是卡池中的單位", "这既不是卡池中的标志，也不是卡池中的单位";
    only_attack_orders() => "only an attack order has this", "只有攻擊指令牌有這一項", "只有攻击指令牌有这一项";
    only_units_have_number() => "only units have this number", "只有單位牌有這項數值", "只有单位牌有这项数值";
    only_of_orders_in_hand() => "this number can be changed only of orders in hand",
        "這項數值只能對手牌中的指令牌改變", "这项数值只能对手牌中的指令牌改变";
    number_fixed() => "no effect can change this number like this", "沒有效果能這樣改變這項數值", "没有效果能这样改变这项数值";
    keyword_not_for_order() => "an order on a unit cannot be given this keyword",
        "部署在單位上的指令牌不能獲得這個關鍵詞", "部署在单位上的指令牌不能获得这个关键词";
    orders_give_keywords() => "orders give keywords, not abilities", "指令牌賦予關鍵詞，不賦予能力", "指令牌赋予关键词，不赋予能力";
    plays_not_multiplied() => "the limit of plays cannot be multiplied", "打牌上限不能以倍數改變", "打牌上限不能以倍数改变";
    not_units_there() => "cards there are not units on the battlefield", "該處的牌不是戰場上的單位牌", "该处的牌不是战场上的单位牌";
    units_there() => "cards there are units", "該處的牌是單位牌", "该处的牌是单位牌";
    part_once() => "a cost can have each part once only", "費用的每一部分只能有一次", "费用的每一部分只能有一次";
    one_to_choose() => "at least one has to be chosen", "至少須選擇一個", "至少须选择一个";
    owner_of_order() => "the unit of an order always has the owner of the order",
        "指令牌所在的單位，其持有者必與指令牌相同", "指令牌所在的单位，其持有者必与指令牌相同";
}
