//! Findings of the linter about words that games have in common, and about faults that the card of any game
//! can have. Each sentence stands here once.

use crate::texts;
use crate::texts::Saying;

texts! { pub(crate) Saying;
    at_least_one() => "this number has to be at least 1", "此數字至少須為 1", "此数字至少须为 1";
    zero_changes_nothing() => "0 changes nothing here", "此處的 0 不會改變任何東西", "此处的 0 不会改变任何东西";
    number_limit() => "numbers in abilities are at most 1 000 000",
        "能力中的數字至多為 1 000 000", "能力中的数字至多为 1 000 000";
    fixed_comparison() => "this compares two fixed numbers, so the result never changes",
        "此處比較的是兩個固定的數字，結果永遠不變", "此处比较的是两个固定的数字，结果永远不变";
    sentence_limit(most: usize) => "a list has at most {most} sentences",
        "一個列表至多有 {most} 個指示", "一个列表至多有 {most} 个指示";
    wrong_mode_count() => "a choice needs 2 to 10 texts", "選擇其一時，須有 2 至 10 段文字", "选择其一时，须有 2 至 10 段文字";
    decision_sentences(most: usize) => "a decision needs 1 to {most} sentences",
        "一項決定須有 1 至 {most} 個指示", "一项决定须有 1 至 {most} 个指示";
    nothing_to_choose() => "there is nothing to choose", "此處沒有可以選擇的東西", "此处没有可以选择的东西";
    repeats_nothing() => "this repeats nothing: the list has no sentence",
        "此處不會重複任何東西：列表中沒有指示", "此处不会重复任何东西：列表中没有指示";
    no_cell() => "the list needs at least one cell", "列表至少須有一個方格", "列表至少须有一个方格";
    cell_limit(most: usize) => "the list has at most {most} cells", "列表至多有 {most} 個方格", "列表至多有 {most} 个方格";
    own_cell() => "this is the cell of the card itself", "這是該卡自身的方格", "这是该卡自身的方格";
    far_cell(most: u16) => "a cell can be at most {most} cells away",
        "方格至多可在 {most} 格以外", "方格至多可在 {most} 格以外";
    cell_twice() => "this cell is already in the list", "列表中已有此方格", "列表中已有此方格";
    ability_does_nothing() => "the ability does nothing", "此能力不做任何事", "此能力不做任何事";
    continuous_until() => "a continuous ability lasts as long as it is effective",
        "持續能力有效多久便持續多久，不另有期限", "持续能力有效多久便持续多久，不另有期限";
    cannot_double() => "a lasting effect cannot double a number", "持續一段時間的效果不能令數字加倍", "持续一段时间的效果不能令数字加倍";
    multiplied_by_one() => "multiplying by 1 does nothing", "乘以 1 不會改變任何東西", "乘以 1 不会改变任何东西";
    seen_from_hand() =>
        "everybody sees what this changes, and can tell from it that the card is in its player's hand",
        "此處所改變的人人可見，由此可知此卡在其玩家的手牌中", "此处所改变的人人可见，由此可知此卡在其玩家的手牌中";
    too_deep(most: usize) => "abilities are nested at most {most} keys and places deep",
        "能力的巢狀深度至多為 {most} 層（鍵與位置合計）", "能力的嵌套深度至多为 {most} 层（键与位置合计）";
    word_limit(most: usize) => "a card has at most {most} ability words",
        "一張卡的能力至多有 {most} 個詞", "一张卡的能力至多有 {most} 个词";
    nothing_meant(name: &str) => "“{name}” refers to nothing here", "「{name}」在此處無所指", "“{name}”在此处无所指";
    undeclared(list: &str, value: &str) => "the pool declares no {list} “{value}”",
        "卡池沒有宣告「{list}」的值「{value}」", "卡池没有宣告“{list}”的值“{value}”";
    step_limit(most: u8) => "a way has at most {most} steps", "一條路徑至多有 {most} 步", "一条路径至多有 {most} 步";
    only_empty_cells() => "only empty cells can be chosen", "只能選擇空的方格", "只能选择空的方格";
    nothing_at_random() => "this game chooses nothing at random", "此遊戲沒有任何隨機的選擇", "此游戏没有任何随机的选择";
    only_hand_discarded() => "only cards in hand can be discarded", "只有手牌中的卡可以捨棄", "只有手牌中的卡可以舍弃";
    blind_choice() => "the chooser does not see these cards: take all, or choose at random",
        "選擇者看不到這些卡：請取全部，或隨機選擇", "选择者看不到这些卡：请取全部，或随机选择";
    bad_name(most: usize) => "a name has 1 to {most} letters, digits, - or _",
        "名稱須為 1 至 {most} 個字母、數字、- 或 _", "名称须为 1 至 {most} 个字母、数字、- 或 _";
    unbound_name(name: &str) => "no earlier sentence chooses “{name}”",
        "之前沒有指示選擇「{name}」", "之前没有指示选择“{name}”";
    roles_are(roles: &str) => "the roles are {roles}", "角色有 {roles}", "角色有 {roles}";
    group_of_all() => "the cards of a group have to be chosen, and “all” chooses none",
        "一組對象的卡須經選擇，而「all」不作任何選擇", "一组对象的卡须经选择，而“all”不作任何选择";
    group_unseen() => "both players have to see the cards of a group", "雙方玩家都須看得到一組對象的卡", "双方玩家都须看得到一组对象的卡";
    group_limit(most: usize) => "a text has at most {most} groups of targets",
        "一段文字至多有 {most} 組對象", "一段文字至多有 {most} 组对象";
    nameless_group() => "a further group needs a name, so that sentences can refer to it",
        "第二組起的對象須有名稱，指示才能提到它", "第二组起的对象须有名称，指示才能提到它";
    forbidden_to_players() => "this is forbidden to players", "此事只能對玩家禁止", "此事只能对玩家禁止";
    forbidden_to_cards() => "this is forbidden to cards", "此事只能對卡牌禁止", "此事只能对卡牌禁止";
    not_on_field() => "cards there are not on the field", "該處的卡不在場上", "该处的卡不在场上";
    fits_nothing() => "an empty list fits nothing", "空的列表不符合任何東西", "空的列表不符合任何东西";
    only_turn_phases() => "only phases of a turn can be named", "只能指定回合中的階段", "只能指定回合中的阶段";
    not_givable() => "the card has no ability of this number that can be given",
        "此卡沒有這個編號且可以賦予的能力", "此卡没有这个编号且可以赋予的能力";
    no_end() => "an effect for later needs an end", "留待之後的效果須有終止之時", "留待之后的效果须有终止之时";
    part_asks_nothing() => "a part of a cost has to ask for at least one", "費用的每一部分至少須要求一個", "费用的每一部分至少须要求一个";
    not_there_then() => "the card is not on the field at that moment, so this does nothing",
        "此卡當時不在場上，因此不做任何事", "此卡当时不在场上，因此不做任何事";
    looked_at_later() => "in `when`, a property of this card is looked at when the ability is carried out, \
        and its text read back says so (“when this is carried out”); to look at it with the event, write it \
        into `on`",
        "寫在「when」的性質，在處理此能力時才查看，讀回的文字以「處理時」表明；如要在事件發生時查看，請寫在「on」",
        "写在“when”的性质，在处理此能力时才查看，读回的文字以“处理时”表明；如要在事件发生时查看，请写在“on”";
    no_such_kind_there() => "no card there is of this kind", "該處沒有這個種類的卡", "该处没有这个种类的卡";
    text_does_nothing() => "the text does nothing", "這段文字不做任何事", "这段文字不做任何事";
}

/// A prohibition that fits only players is on cards, or the reverse.
pub(crate) fn forbidden_to(players: bool) -> Saying {
    if players { forbidden_to_players() } else { forbidden_to_cards() }
}
