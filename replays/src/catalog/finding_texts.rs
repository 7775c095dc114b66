//! The sentences of findings about the shape and size of a pool, and about data that every game has; those of
//! the linter are in the engine.

use rules_judge_engine::texts;
use rules_judge_engine::texts::Saying;

texts! { pub(crate) Saying;
    /// Too many plain values in the lists of a card.
    values_of_card(most: usize) => "the lists of a card have at most {most} values, all together",
        "一張卡的列表合計至多有 {most} 個值", "一张卡的列表合计至多有 {most} 个值";
    /// Too many plain values in a list.
    values_of_list(most: usize) => "a list has at most {most} values here", "此處的列表至多有 {most} 個值",
        "此处的列表至多有 {most} 个值";
    /// A text that is too long.
    text_limit(most: usize) => "a text has at most {most} characters here", "此處的文字至多有 {most} 個字元",
        "此处的文字至多有 {most} 个字符";
    /// A required field is missing.
    missing_field(name: &str) => "the field \"{name}\" is missing here", "此處缺少欄位「{name}」", "此处缺少字段“{name}”";
    /// The place has no words but another form.
    no_word(name: &str) => "there is no word \"{name}\" here, and no other",
        "此處沒有「{name}」一詞，也沒有其他詞", "此处没有“{name}”一词，也没有其他词";
    /// The place has one word.
    only_word(name: &str, one: &str) => "there is no word \"{name}\" here, only {one}",
        "此處沒有「{name}」一詞，只有 {one}", "此处没有“{name}”一词，只有 {one}";
    /// The place has several words.
    words_are(name: &str, words: &str) => "there is no word \"{name}\" here; there are {words}",
        "此處沒有「{name}」一詞；有 {words}", "此处没有“{name}”一词；有 {words}";
    /// The object has no fields.
    no_field(name: &str) => "there is no field \"{name}\" here, and no other",
        "此處沒有欄位「{name}」，也沒有其他欄位", "此处没有字段“{name}”，也没有其他字段";
    /// The object has one field.
    only_field(name: &str, one: &str) => "there is no field \"{name}\" here, only {one}",
        "此處沒有欄位「{name}」，只有 {one}", "此处没有字段“{name}”，只有 {one}";
    /// The object has several fields.
    fields_are(name: &str, fields: &str) => "there is no field \"{name}\" here; there are {fields}",
        "此處沒有欄位「{name}」；有 {fields}", "此处没有字段“{name}”；有 {fields}";
    /// A list that does nothing.
    empty_list() => "this does nothing: the list has no sentence",
        "此處不做任何事：列表中沒有指示", "此处不做任何事：列表中没有指示";
    /// A filter asks for a name that no card of the pool has.
    no_such_name(name: &str) => "no card of this pool has the name “{name}”",
        "卡池中沒有名為「{name}」的卡", "卡池中没有名为“{name}”的卡";
    /// Comparisons that exclude each other.
    never_all(word: &str) => "no card fits: nothing can have every “{word}” that this list asks for",
        "沒有卡符合：此列表所要求的各個「{word}」不可能兼有", "没有卡符合：此列表所要求的各个“{word}”不可能兼有";
}

/// An unknown word, with the known ones.
pub(crate) fn unknown_word(name: &str, known: &[&str]) -> Saying {
    match known {
        [] => no_word(name),
        [one] => only_word(name, one),
        several => words_are(name, &several.join(", ")),
    }
}

/// An unknown field, with the known ones.
pub(crate) fn unknown_field(name: &str, known: &[&str]) -> Saying {
    match known {
        [] => no_field(name),
        [one] => only_field(name, one),
        several => fields_are(name, &several.join(", ")),
    }
}
