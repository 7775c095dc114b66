//! What is said about a table that is being set up, in every language.

use rules_judge_replays::answer::detail::Detail;
use rules_judge_replays::texts;

texts! { pub(crate) Detail;
    /// A table that can be judged.
    ready() => "The table is complete. Check it against what people said: what they did not state comes \
        from the template.",
        "局面完整。請與當事人所述核對：未說明的部分來自範本。", "局面完整。请与当事人所述核对：未说明的部分来自模板。";
    /// A table that cannot be judged yet.
    not_ready() => "The table cannot be judged yet:", "局面尚不能判定：", "局面尚不能判定：";
    /// What is missing or wrong.
    missing(message: &str) => "- {message}", "- {message}", "- {message}";
    /// A statement that says what is missing.
    say(statement: &str) => "  say it so: {statement}", "  可如此說明：{statement}", "  可如此说明：{statement}";
    /// A statement that was not carried out.
    not_carried_out(place: usize, message: &str) => "- statement {place}, counted from 0, was not carried \
        out: {message}",
        "- 第 {place} 句（自 0 起）未執行：{message}", "- 第 {place} 句（自 0 起）未执行：{message}";
    /// The table for the next step.
    table(table: &str) => "table: {table}", "table：{table}", "table：{table}";
    /// A player, in front of a zone.
    zone_of(seat: u64, zone: &str, cards: &str) => "Seat {seat}, {zone}: {cards}",
        "座位 {seat}，{zone}：{cards}", "座位 {seat}，{zone}：{cards}";
    /// A zone of both.
    zone(zone: &str, cards: &str) => "{zone}: {cards}", "{zone}：{cards}", "{zone}：{cards}";
    /// A number, a moment, a player of the table as a whole.
    control(name: &str, value: &str) => "{name}: {value}", "{name}：{value}", "{name}：{value}";
    /// Cards that nobody knows.
    unknown(count: u64) => "{count} unknown", "{count} 張未知", "{count} 张未知";
    /// A card of a seat on a shared zone.
    card_of(seat: u64) => "seat {seat}", "座位 {seat}", "座位 {seat}";
    /// A statement that cannot be read.
    unreadable(error: &str) => "it cannot be read: {error}", "無法讀取：{error}", "无法读取：{error}";
    /// No such template.
    no_template(known: &str) => "there is no such template; there are {known}",
        "沒有這個範本；可用的有 {known}", "没有这个模板；可用的有 {known}";
    /// A pool for which there are no stand-ins.
    no_cast() => "templates of this pool have no stand-ins; leave stand_ins out",
        "此卡池的範本沒有代用卡；請省略 stand_ins", "此卡池的模板没有代用卡；请省略 stand_ins";
    /// No such thing can be set.
    no_control(word: &str, known: &str) => "there is nothing called {word:?} to set; there are {known}",
        "沒有名為 {word:?} 的項目；可設定的有 {known}", "没有名为 {word:?} 的项目；可设定的有 {known}";
    /// A value that a thing cannot have.
    no_value(name: &str, known: &str) => "{name} takes {known}", "{name} 可為 {known}", "{name} 可为 {known}";
    /// No such zone.
    no_zone(known: &str) => "there is no such zone; there are {known}", "沒有這個區域；可用的有 {known}",
        "没有这个区域；可用的有 {known}";
    /// A statement without its player.
    no_seat() => "say the seat, 0 or 1", "請說明座位，0 或 1", "请说明座位，0 或 1";
    /// A statement without its cell.
    no_cell(known: &str) => "say the cell: {known}", "請說明格位：{known}", "请说明格位：{known}";
    /// A statement without its card.
    no_card() => "say the card by its name, code or id", "請以卡名、卡號或編號說明卡牌", "请以卡名、卡号或编号说明卡牌";
    /// No such card.
    unknown_card(card: &str, near: &str) => "the pool has no card {card:?}{near}",
        "卡池中沒有 {card:?}{near}", "卡池中没有 {card:?}{near}";
    /// A card with a similar name.
    near(card: &str) => "; similar is {card}", "；相近的有 {card}", "；相近的有 {card}";
    /// Several cards have this name.
    several(cards: &str) => "several cards fit, so say one by its id: {cards}",
        "有多張卡符合，請以編號指定：{cards}", "有多张卡符合，请以编号指定：{cards}";
    /// A statement that does not fit its zone.
    wrong_zone(zone: &str, with: &str) => "{zone} is stated with {with}", "{zone} 請以 {with} 說明", "{zone} 请以 \
        {with} 说明";
    /// A card that is not there.
    not_there(zone: &str) => "this card does not lie in {zone}", "{zone} 中沒有這張卡", "{zone} 中没有这张卡";
    /// Too many cards.
    too_many(most: u32) => "a statement places at most {most} cards", "一句至多放置 {most} 張卡", "一句至多放置 {most} 张卡";
}
