//! The findings of the linter that only Azur Lane's cards can have, each in three languages.

pub(crate) use crate::game_kit::findings::*;
use crate::texts;
use crate::texts::Saying;

texts! { pub(crate) Saying;
    needs(field: &str, rule: &str) => "this kind of card needs {field} [{rule}]",
        "此類卡牌須有「{field}」 [{rule}]", "此类卡牌须有“{field}” [{rule}]";
    has_no(field: &str, rule: &str) => "this kind of card has no {field} [{rule}]",
        "此類卡牌沒有「{field}」 [{rule}]", "此类卡牌没有“{field}” [{rule}]";
    skill_limit(most: usize) => "a side has at most {most} skills", "一面至多有 {most} 個技能", "一面至多有 {most} 个技能";
    never_given() => "no sentence of this side gives this skill to a card",
        "此面沒有指示將這個技能賦予卡牌", "此面没有指示将这个技能赋予卡牌";
    skill_twice() => "a side has one skill of this kind, and this one is never used",
        "一面只有一個此類技能，這一個永遠用不到", "一面只有一个此类技能，这一个永远用不到";
    cost_of_both_kinds() => "an event has either an alternative cost or a cost in addition, not both",
        "事件可有替代費用或追加費用，不得兼有", "事件可有替代费用或追加费用，不得兼有";
    wrong_skill_kind() => "this kind of card cannot have this kind of skill", "此類卡牌不能有此類技能", "此类卡牌不能有此类技能";
    event_on_battlefield() => "an event is never on the battlefield [400.4]",
        "事件永遠不在戰場上 [400.4]", "事件永远不在战场上 [400.4]";
    no_base() => "no ship of the pool fits what this remodels", "卡池中沒有艦船符合此改造的對象", "卡池中没有舰船符合此改造的对象";
    skill_not_givable() => "this kind of skill cannot be given to another card",
        "此類技能不能賦予另一張卡", "此类技能不能赋予另一张卡";
    no_such_skill() => "this side of the card has no such skill", "此卡的這一面沒有這個技能", "此卡的这一面没有这个技能";
    phase_needed() => "at least one phase of a turn has to be named, and the set-up is none",
        "至少須指定一個回合中的階段，開局準備不算", "至少须指定一个回合中的阶段，开局准备不算";
    fights_nowhere() => "this card fights in no battle here", "此卡在此處不會參與戰鬥", "此卡在此处不会参与战斗";
    under_another() => "this skill is effective only while its card is under no other card",
        "只有此卡不在其他卡牌之下時，這個技能才有效", "只有此卡不在其他卡牌之下时，这个技能才有效";
    never_in_battlefield() => "this card is never in the battlefield when this is checked",
        "檢查這一項時，此卡永遠不在戰場", "检查这一项时，此卡永远不在战场";
    never_in_hand() => "this card is never in hand when this is checked",
        "檢查這一項時，此卡永遠不在手牌", "检查这一项时，此卡永远不在手牌";
    never_in_retreat() => "this card is never in the retreat zone when this is checked",
        "檢查這一項時，此卡永遠不在撤退區", "检查这一项时，此卡永远不在撤退区";
    never_in_deck() => "this card is never in the deck when this is checked",
        "檢查這一項時，此卡永遠不在卡組", "检查这一项时，此卡永远不在卡组";
    never_in_durability() => "this card is never in the durability zone when this is checked",
        "檢查這一項時，此卡永遠不在旗艦耐久區", "检查这一项时，此卡永远不在旗舰耐久区";
    no_zone() => "at least one zone has to be named", "至少須指定一個區域", "至少须指定一个区域";
    part_range() => "a part of a cost is from 1 to 50", "費用每一部分的數目為 1 至 50", "费用每一部分的数目为 1 至 50";
    paid_elsewhere() => "this card is not on the battlefield where this is paid",
        "支付這項費用時，此卡不在戰場上", "支付这项费用时，此卡不在战场上";
    no_cost() => "a cost needs at least one part", "費用至少須有一個部分", "费用至少须有一个部分";
    cost_limit(most: usize) => "a cost has at most {most} parts", "費用至多有 {most} 個部分", "费用至多有 {most} 个部分";
    cost_twice() => "this form of cost is there twice; write it once with the sum",
        "這種費用出現了兩次；請合計後只寫一次", "这种费用出现了两次；请合计后只写一次";
    cost_shared() => "an earlier part of the cost is paid from the same cards or cubes",
        "費用中較前的部分以同樣的卡牌或魔方支付", "费用中较前的部分以同样的卡牌或魔方支付";
    only_skills_at_random() => "only the cost of a skill can be paid in a random order",
        "只有技能的費用可以依隨機順序支付", "只有技能的费用可以依随机顺序支付";
    no_such_kind() => "no card there can be of this kind [400.4]",
        "該處的卡牌不可能屬於此類 [400.4]", "该处的卡牌不可能属于此类 [400.4]";
    only_on_battlefield() => "only cards on the battlefield can be like this", "只有戰場上的卡牌可能如此", "只有战场上的卡牌可能如此";
    positions() => "the positions are F1, F2, F3, B1, B2 and B3",
        "位置有 F1、F2、F3、B1、B2 與 B3", "位置有 F1、F2、F3、B1、B2 与 B3";
    no_other_face() => "only a flagship has another face, and it is on the battlefield",
        "只有旗艦有另一面，而旗艦在戰場上", "只有旗舰有另一面，而旗舰在战场上";
    added_range() => "強擊+X and 固守+X add from 1 to 1 000 000",
        "強擊+X 與固守+X 所加的為 1 至 1 000 000", "强击+X 与固守+X 所加的为 1 至 1 000 000";
    no_battle() => "no battle is going on here, so this does nothing [ruling-66]",
        "此處沒有進行中的戰鬥，因此不做任何事 [ruling-66]", "此处没有进行中的战斗，因此不做任何事 [ruling-66]";
    setup_is_no_phase() => "no phase of a turn is the set-up", "開局準備不是回合中的階段", "开局准备不是回合中的阶段";
    last_stand_elsewhere() => "only cards in the durability zone can use last stand (絕地反擊)",
        "只有旗艦耐久區中的卡牌能使用絕地反擊", "只有旗舰耐久区中的卡牌能使用绝地反击";
    skill_does_nothing() => "the skill does nothing", "這個技能不做任何事", "这个技能不做任何事";
    windows_never_open() => "these windows are never open for this skill",
        "這些時機對這個技能永遠不會出現", "这些时机对这个技能永远不会出现";
    in_deck_own_numbers() => "in a deck a skill only changes numbers of its own card",
        "在卡組中，技能只改變自身卡牌的數值", "在卡组中，技能只改变自身卡牌的数值";
    takes_keyword_only() => "a continuous skill can take away a keyword only, not every skill",
        "常備技能只能奪去一個關鍵詞，不能奪去所有技能", "常备技能只能夺去一个关键词，不能夺去所有技能";
    in_deck_continuous_only() => "only a continuous skill works in a deck", "在卡組中只有常備技能有效", "在卡组中只有常备技能有效";
    need_not_activate() => "a player who does not want to pay need not activate it",
        "不想支付的玩家不發動即可", "不想支付的玩家不发动即可";
    printed_last_stand() => "a printed 絕地反擊 is written as the skill `last_stand`",
        "印在卡上的絕地反擊須寫成技能「last_stand」", "印在卡上的绝地反击须写成技能“last_stand”";
    keyword_unused_there() => "cards there cannot use this keyword", "該處的卡牌不能使用這個關鍵詞", "该处的卡牌不能使用这个关键词";
    event_count(least: usize, most: usize) => "a list of events has {least} to {most} of them",
        "事件的列表須有 {least} 至 {most} 項", "事件的列表须有 {least} 至 {most} 项";
    nested_any() => "write its events in the outer list", "請將其中的事件寫在外層的列表", "请将其中的事件写在外层的列表";
}
