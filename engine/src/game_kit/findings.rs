//! Findings of the linter about pools, names and costs of any game, each sentence once.

pub(crate) use crate::abilities::findings::*;
use crate::texts;
use crate::texts::Saying;

texts! { pub(crate) Saying;
    part_limit(most: usize) => "a cost has 1 to {most} parts",
        "一項費用須有 1 至 {most} 個部分", "一项费用须有 1 至 {most} 个部分";
    parts_alike() => "an earlier part of the cost has the same form, or takes from the same cards",
        "費用中較前的部分與此同形，或取自同樣的卡", "费用中较前的部分与此同形，或取自同样的卡";
    empty_name() => "a name is not empty", "名稱不可為空", "名称不可为空";
    nameless() => "a name has a text in at least one language", "名稱至少須有一種語言的文字", "名称至少须有一种语言的文字";
    another_game() => "this is a pool of another game", "這是另一個遊戲的卡池", "这是另一个游戏的卡池";
    card_limit(most: usize) => "a pool has at most {most} cards", "卡池至多有 {most} 張卡", "卡池至多有 {most} 张卡";
    id_of_another(first: usize) => "card {first} has this id too", "卡 {first} 也用這個編號", "卡 {first} 也用这个编号";
    unknown_card(id: &str) => "the pool has no card {id}", "卡池中沒有卡 {id}", "卡池中没有卡 {id}";
    code_of_another() => "another card or printing has this code", "另一張卡或另一版本也用這個代碼", "另一张卡或另一版本也用这个代码";
    no_id() => "a card needs an id", "卡牌須有編號", "卡牌须有编号";
    ability_limit(most: usize) => "a card has at most {most} abilities",
        "一張卡至多有 {most} 個能力", "一张卡至多有 {most} 个能力";
}
