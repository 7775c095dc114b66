//! The findings of the linter that only Battle Spirits has, each sentence once.

pub(crate) use crate::game_kit::findings::*;
use crate::texts;
use crate::texts::Saying;

texts! { pub(crate) Saying;
    only_magic_has_soul_magic() => "only a magic can have soul magic [用語集.靈魂魔法]",
        "只有魔法卡可以有《靈魂魔法》 [用語集.靈魂魔法]", "只有魔法卡可以有《灵魂魔法》 [用語集.靈魂魔法]";
    never_given() => "no sentence of this card gives this ability to a card",
        "此卡沒有指示將這個能力賦予卡牌", "此卡没有指示将这个能力赋予卡牌";
    levels_ascend() => "levels have to be in ascending order of level and cores, from level 1 [卡牌解說.⑥]",
        "Lv 須由 Lv1 起，依 Lv 與能量由低至高排列 [卡牌解說.⑥]", "Lv 须由 Lv1 起，依 Lv 与能量由低至高排列 [卡牌解說.⑥]";
    shinkaiho_on_lowest() => "shinkaiho cannot be on the lowest level [真界放.1]",
        "《真界放》不能在最低 Lv [真界放.1]", "《真界放》不能在最低 Lv [真界放.1]";
    spirit_needs_core() => "a spirit's lowest level needs a core [靈魂卡的消滅.1]",
        "靈魂卡的最低 Lv 須有能量 [靈魂卡的消滅.1]", "灵魂卡的最低 Lv 须有能量 [靈魂卡的消滅.1]";
    spirit_needs_bp() => "every level of a spirit needs BP [卡牌解說.⑥]",
        "靈魂卡的每個 Lv 都須有 BP [卡牌解說.⑥]", "灵魂卡的每个 Lv 都须有 BP [卡牌解說.⑥]";
    nexus_needs_level() => "a nexus needs level 1 with 0 cores [主要階段.配置核心卡.1]",
        "核心卡須有能量為 0 的 Lv1 [主要階段.配置核心卡.1]", "核心卡须有能量为 0 的 Lv1 [主要階段.配置核心卡.1]";
    nexus_has_no_bp() => "a nexus has no BP [卡牌解說.⑥]", "核心卡沒有 BP [卡牌解說.⑥]", "核心卡没有 BP [卡牌解說.⑥]";
    magic_has_no_levels() => "a magic has no levels [卡牌解說.⑥]", "魔法卡沒有 Lv [卡牌解說.⑥]", "魔法卡没有 Lv [卡牌解說.⑥]";
    magic_needs_effect() => "a magic needs a main or a flash effect [基本行動.魔法卡.2]",
        "魔法卡須有主要效果或靈動效果 [基本行動.魔法卡.2]", "魔法卡须有主要效果或灵动效果 [基本行動.魔法卡.2]";
    no_such_level() => "the card has no such level", "此卡沒有這個 Lv", "此卡没有这个 Lv";
    only_spirits_fight() => "only spirits attack and block", "只有靈魂卡會攻擊與防禦", "只有灵魂卡会攻击与防御";
    given_needs_event() => "an effect that is given has to be raised by an event, at any level",
        "所賦予的效果須在事件發生時發揮，且不限 Lv", "所赋予的效果须在事件发生时发挥，且不限 Lv";
    magic_effects() => "a magic has main and flash effects, and no other card has any",
        "魔法卡有主要效果與靈動效果，其他卡牌沒有", "魔法卡有主要效果与灵动效果，其他卡牌没有";
    only_spirits_summoned() => "only a spirit can be summoned, and not while it attacks or blocks",
        "只有靈魂卡可以召喚，且不是在其攻擊或防禦時", "只有灵魂卡可以召唤，且不是在其攻击或防御时";
    same_moment() => "they are raised at this moment anyway", "這些效果本來就在此時機發揮", "这些效果本来就在此时机发挥";
    no_reduction_symbols() => "no reduction symbol is printed on this card",
        "此卡沒有減輕標誌", "此卡没有减轻标志";
    family_by_family() => "families cannot be asked for here: they depend on this text",
        "此處不能詢問系統，因為系統取決於這段文字", "此处不能询问系统，因为系统取决于这段文字";
    follows_from_level() => "what follows from the level depends on this text and cannot be asked for here",
        "此處不能詢問由 Lv 決定的事，因為 Lv 取決於這段文字", "此处不能询问由 Lv 决定的事，因为 Lv 取决于这段文字";
    has_this_cost() => "this cost is printed on the card", "此卡本來就是這個費用", "此卡本来就是这个费用";
    no_battle() => "no battle is going on here, so this does nothing [ruling-58]",
        "此處沒有進行中的戰鬥，因此不做任何事 [ruling-58]", "此处没有进行中的战斗，因此不做任何事 [ruling-58]";
    keyword_as_ability() => "a keyword with parameters has to be given as an ability",
        "帶參數的關鍵字須以能力的形式賦予", "带参数的关键字须以能力的形式赋予";
    payment_of_nothing() => "a payment has to be at least 1", "支付的數目至少須為 1", "支付的数目至少须为 1";
    kind_by_originally() => "use `originally` to ask for a kind here",
        "此處要問卡牌種類，請用「originally」", "此处要问卡牌种类，请用“originally”";
    total_only_from_cards() => "a number in total can be taken only from cards",
        "只有從卡牌上才能合計取走若干", "只有从卡牌上才能合计取走若干";
    means_of_life() => "only what is destroyed has means", "只有被破壞的卡牌才有原因可言", "只有被破坏的卡牌才有原因可言";
    cores_stay() => "cores have to go from one place to another", "能量須由一處移至另一處", "能量须由一处移至另一处";
    before_arrow() => "the part before ▶ needs something to do", "▶ 之前的部分須有要做的事", "▶ 之前的部分须有要做的事";
    one_part_takes_cores() => "at most one part of a cost can take cores",
        "費用中至多一個部分可以取走能量", "费用中至多一个部分可以取走能量";
    no_such_keyword() => "a card of this kind has no such keyword", "此類卡牌沒有這個關鍵字", "此类卡牌没有这个关键字";
    which_abilities() => "a timing word or a keyword has to say which abilities",
        "須以時機或關鍵字說明是哪些能力", "须以时机或关键字说明是哪些能力";
    one_owner() => "one card has only one owner, so the side need not be named",
        "一張卡只有一名持有者，無須指明哪一方", "一张卡只有一名持有者，无须指明哪一方";
    not_to_this_kind() => "this does not happen to a card of this kind", "此類卡牌不會發生這件事", "此类卡牌不会发生这件事";
    bp_below_zero() => "BP is never below 0", "BP 永遠不會低於 0", "BP 永远不会低于 0";
}
