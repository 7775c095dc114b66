//! The linter's sentences that only cards of 星靈王 need, each once.

pub(crate) use crate::game_kit::findings::*;
use crate::texts;
use crate::texts::Saying;

texts! { pub(crate) Saying;
    attack_range() => "attack is between -1000 and 1000", "攻擊力為 -1000 至 1000", "攻击力为 -1000 至 1000";
    attack_of_x() => "a unit with attack X needs 0 as its attack number",
        "攻擊力為 X 的單位，攻擊力的數字須為 0", "攻击力为 X 的单位，攻击力的数字须为 0";
    score_range() => "score is between -1000 and 1000", "分數為 -1000 至 1000", "分数为 -1000 至 1000";
    red_star_of_nothing() => "a red star needs a number of at least 1 [十二.3]",
        "紅色星星的數字至少須為 1 [十二.3]", "红色星星的数字至少须为 1 [十二.3]";
    frame_of_blue_star() => "a blue star needs a frame, and nothing else has one [十二.4]",
        "藍色星星須有藍框，其他的沒有 [十二.4]", "蓝色星星须有蓝框，其他的没有 [十二.4]";
    tributes_of_red_star() => "only a unit with a red star has tributes [十二.3]",
        "只有紅色星星的單位有祭品 [十二.3]", "只有红色星星的单位有祭品 [十二.3]";
    never_on_enemy_field() => "the card cannot enter the enemy field", "此卡不能進入敵方場上", "此卡不能进入敌方场上";
    second_kind_alike() => "the second kind has to differ from the first", "第二個類型須與第一個不同", "第二个类型须与第一个不同";
    mode_count(most: usize) => "a card needs 2 to {most} effects to choose from, in place of the one",
        "卡牌須有 2 至 {most} 個可供選擇的效果，用以代替單獨一個效果", "卡牌须有 2 至 {most} 个可供选择的效果，用以代替单独一个效果";
    mode_never_chosen() => "the card cannot be used at a time when this effect could be chosen [七.1]",
        "能選擇這個效果之時，此卡不能使用 [七.1]", "能选择这个效果之时，此卡不能使用 [七.1]";
    no_id_or_traveler() => "a card needs an id, and a pool has no travelers",
        "卡牌須有編號，而卡池中沒有小旅人", "卡牌须有编号，而卡池中没有小旅人";
    unit_or_magic() => "a card is either a unit or magic", "一張卡是單位或魔法卡，須恰為其一", "一张卡是单位或魔法卡，须恰为其一";
    board_twice() => "a unit has board (搭乘) at most once [十五.搭乘.2]",
        "一個單位至多有一次搭乘 [十五.搭乘.2]", "一个单位至多有一次搭乘 [十五.搭乘.2]";
    board_of_nothing() => "board (搭乘) needs a number of at least 1 [十五.搭乘.1]",
        "搭乘的數字至少須為 1 [十五.搭乘.1]", "搭乘的数字至少须为 1 [十五.搭乘.1]";
    ghost_range() => "a ghost value is between -50 and 50", "亡魂的數值為 -50 至 50", "亡魂的数值为 -50 至 50";
    magic_without_timing() => "a magic card has to say when it can be used [七.1]",
        "魔法卡須說明何時可以使用 [七.1]", "魔法卡须说明何时可以使用 [七.1]";
    trigger_of_nothing() => "a trigger has to say what it waits for", "觸發須說明等待的是什麼", "触发须说明等待的是什么";
    never_awaited() => "no text can wait for one of these events", "所列事件中，有一項不能由任何文字等待", "所列事件中，有一项不能由任何文字等待";
    no_moment_before() => "one of these events has no moment before it", "所列事件中，有一項在發生之前沒有可用的時刻",
        "所列事件中，有一项在发生之前没有可用的时刻";
    no_moment_of_leaving() =>
        "only a card that is destroyed or sacrificed has this moment before it leaves [十.2, 十.3]",
        "只有被破壞或被獻祭的卡有離場前的這個時刻 [十.2, 十.3]", "只有被破坏或被献祭的卡有离场前的这个时刻 [十.2, 十.3]";
    target_limit() => "an ability can choose at most four times when it is used",
        "一個能力使用時至多可以選擇四次", "一个能力使用时至多可以选择四次";
    nameless_target() => "what is chosen when an ability is used needs a name",
        "能力使用時所選擇的，須有名稱", "能力使用时所选择的，须有名称";
    shown_continuous() => "a card that is shown has no continuous effects", "展示中的卡沒有持續效果", "展示中的卡没有持续效果";
    only_on_field() => "this happens only to cards on the field", "這只會發生在場上的卡", "这只会发生在场上的卡";
    shown_waits() => "a card that is shown can wait only for being shown", "展示中的卡只能等待自身被展示", "展示中的卡只能等待自身被展示";
    shown_activates() => "a card that is shown can activate only effects of that moment",
        "展示中的卡只能發動該時刻的效果", "展示中的卡只能发动该时刻的效果";
    ability_without_timing() => "an ability has to say when it can be used", "能力須說明何時可以使用", "能力须说明何时可以使用";
    activated_when() => "an effect can be activated only in a phase, or when a battle has been won or lost",
        "效果只能在階段中，或在戰鬥成功或失敗時發動", "效果只能在阶段中，或在战斗成功或失败时发动";
    only_leaving_replaced() => "only what takes a unit or field card off the field can be replaced",
        "只有令單位或場地卡離場的事件可以被代替", "只有令单位或场地卡离场的事件可以被代替";
    one_decides() => "only one player can decide, and only if the replacement is optional",
        "只有一名玩家可以決定，且代替須是可選的", "只有一名玩家可以决定，且代替须是可选的";
    only_this_anywhere() => "only this card can be named with `anywhere`",
        "使用「anywhere」時只能指定此卡", "使用“anywhere”时只能指定此卡";
    brought_in_by_effects() => "a unit that is never played from hand has to be brought in by effects",
        "不能從手牌打出的單位，須由效果入場", "不能从手牌打出的单位，须由效果入场";
    named_effects() => "only a unit that effects may bring in can name the effects that may",
        "只有可由效果入場的單位，才能指定是哪些效果", "只有可由效果入场的单位，才能指定是哪些效果";
    continuous_gives_continuous() => "a continuous ability cannot give a continuous ability",
        "持續能力不能賦予持續能力", "持续能力不能赋予持续能力";
    player_chooses_position() => "only a player can choose a position", "只有玩家可以選擇位置", "只有玩家可以选择位置";
    in_no_row() => "a unit that is not on the field yet is in no row", "尚未入場的單位不在任何一排", "尚未入场的单位不在任何一排";
    no_event() => "at least one event has to be named", "至少須指定一個事件", "至少须指定一个事件";
    later_not_before() => "an effect for later can come only at its moment, or after it",
        "留待之後的效果只能在其時刻，或在該時刻之後", "留待之后的效果只能在其时刻，或在该时刻之后";
    later_under_no_unit() => "an effect for later is under no unit", "留待之後的效果不在任何單位之下", "留待之后的效果不在任何单位之下";
    no_replaced_event() => "at least one event to be replaced has to be named",
        "至少須指定一個被代替的事件", "至少须指定一个被代替的事件";
    place_count(most: usize) => "2 to {most} places can be taken together",
        "可以合併 2 至 {most} 個地方", "可以合并 2 至 {most} 个地方";
    places_overlap() => "places that are taken together cannot have a card in common",
        "合併的地方不能有相同的卡", "合并的地方不能有相同的卡";
    nested_together() => "write all places that are taken together in one list",
        "請將所有合併的地方寫在同一個列表", "请将所有合并的地方写在同一个列表";
    events_of_no_card() => "these events happen to no card", "這些事件不會發生在任何卡上", "这些事件不会发生在任何卡上";
    events_without_other() => "these events have no other card", "這些事件不涉及另一張卡", "这些事件不涉及另一张卡";
    only_activated_awaited() => "only an activated effect can have waited for something",
        "只有發動的效果才會有等待的事件", "只有发动的效果才会有等待的事件";
    only_phase_events() => "only the beginning and the end of a phase have a phase",
        "只有階段的開始與結束有階段可言", "只有阶段的开始与结束有阶段可言";
    never_goes_there() => "in none of these events does a card go there", "在這些事件中，沒有卡會到該處", "在这些事件中，没有卡会到该处";
    never_from_zone() => "in none of these events does a card come from a zone",
        "在這些事件中，沒有卡來自某個區域", "在这些事件中，没有卡来自某个区域";
    never_to_position() => "in none of these events does a unit come to a position",
        "在這些事件中，沒有單位來到某個位置", "在这些事件中，没有单位来到某个位置";
    stays_where_it_is() => "the card would stay where it is", "此卡會留在原處", "此卡会留在原处";
    never_by_these_means() => "none of these events happens by these means",
        "這些事件都不會以這種方式發生", "这些事件都不会以这种方式发生";
    no_such_ability() => "the card has no ability of this number", "此卡沒有這個編號的能力", "此卡没有这个编号的能力";
    no_attack_or_battle() => "there is no attack or battle to last for", "此處沒有可作為期限的進攻或戰鬥", "此处没有可作为期限的进攻或战斗";
    lanes() => "lanes are numbered 1 to 5", "戰線的編號為 1 至 5", "战线的编号为 1 至 5";
    traveler_sources() => "travelers board either from the field or from the forest",
        "小旅人或從場上，或從森林搭乘", "小旅人或从场上，或从森林搭乘";
}
