//! What the tools say around the answers of the judge, in every language.

use rules_judge_replays::answer::detail::Detail;
use rules_judge_replays::texts;

texts! { pub(super) Detail;
    /// What stands below every answer.
    notice() => "The texts of rules are restated in other words: the printed rule prevails. An id ruling-N \
        is a reading of this project, not of the publisher. The judge does not decide whether a shuffle was \
        fair, whether what was reported happened, or penalties and tournament policy.",
        "規則文字為另行重述，以印刷規則為準。ruling-N 是本專案的解釋，並非發行方的解釋。裁判不判定洗牌是否公平、所述是否屬實，也不判定罰則與賽事規定。",
        "规则文字为另行重述，以印刷规则为准。ruling-N 是本项目的解释，并非发行方的解释。裁判不判定洗牌是否公平、所述是否属实，也不判定罚则与赛事规定。";
    /// A rule with its text.
    rule(id: &str, text: &str) => "Rule {id}: {text}", "規則 {id}：{text}", "规则 {id}：{text}";
    /// A ruling with its question and reason.
    ruling(id: &str, question: &str, text: &str, reason: &str) =>
        "{id}, a reading of this project: {question} {text} Reason: {reason}",
        "{id}，本專案的解釋：{question}{text}理由：{reason}", "{id}，本项目的解释：{question}{text}理由：{reason}";
    /// Names that look like one that is not known.
    nearest(names: &str) => "Known and similar: {names}.", "相近而已知的有：{names}。", "相近而已知的有：{names}。";
    /// A game and its pools.
    game(game: &str, title: &str, edition: &str, pools: &str) =>
        "{game}: {title}, edition {edition}, card pools {pools}.",
        "{game}：{title}，版本 {edition}，卡池 {pools}。", "{game}：{title}，版本 {edition}，卡池 {pools}。";
    /// Nothing was found.
    nothing_found() => "Nothing fits. Try other words, or fewer; do not answer from memory.",
        "沒有符合的結果。請換用或減少詞語；不要憑記憶回答。", "没有符合的结果。请换用或减少词语；不要凭记忆回答。";
    /// How many were found.
    found(shown: usize, count: usize) => "{shown} of {count} that fit, the best first:",
        "符合的 {count} 項中最相近的 {shown} 項：", "符合的 {count} 项中最相近的 {shown} 项：";
    /// A word of the book.
    term(term: &str, definition: &str) => "Word {term}: {definition}", "詞語 {term}：{definition}", "词语 \
        {term}：{definition}";
    /// Several cards have this name.
    several_cards(cards: &str) => "Several cards fit; ask for one by its id: {cards}.",
        "有多張卡符合，請以編號指定其一：{cards}。", "有多张卡符合，请以编号指定其一：{cards}。";
    /// A card that an act names and the table does not show.
    not_on_table(card: &str) => "No card {card:?} lies open on the table.", "局面上沒有公開的 {card:?}。",
        "局面上没有公开的 {card:?}。";
    /// A card of which the table shows several.
    several_on_table(card: &str, numbers: &str) => "The table has several {card:?}; say which: {numbers}.",
        "局面上有多張 {card:?}，請指明：{numbers}。", "局面上有多张 {card:?}，请指明：{numbers}。";
    /// What stands above a card that is read back.
    card(id: &str, name: &str) => "{id} {name}. The judge reads its data so:",
        "{id} {name}。裁判對其資料的讀法：", "{id} {name}。裁判对其数据的读法：";
    /// A card without abilities.
    no_ability() => "It has no ability.", "它沒有能力。", "它没有能力。";
    /// A card whose data are not exact.
    not_exact(card: &str, lost: &str) =>
        "The data of {card} do not say all that is printed: {lost} Where that matters there is no verdict.",
        "{card} 的資料未包含全部印刷內容：{lost}涉及之處不作判定。",
        "{card} 的数据未包含全部印刷内容：{lost}涉及之处不作判定。";
    /// An act that is within the rules.
    allowed() => "Allowed.", "允許。", "允许。";
    /// A log that is within the rules.
    legal_log(entries: usize) => "The log is within the rules: {entries} of its entries were carried out.",
        "紀錄符合規則：已執行 {entries} 條。", "记录符合规则：已执行 {entries} 条。";
    /// The same with rulings of a judge.
    legal_with_rulings(entries: usize) =>
        "With the rulings in it the log stands: {entries} of its entries were carried out or stand.",
        "依其中的裁決，紀錄成立：{entries} 條已執行或成立。", "依其中的裁决，记录成立：{entries} 条已执行或成立。";
    /// An act that is against the rules.
    not_allowed() => "Not allowed:", "不允許：", "不允许：";
    /// An entry that is against the rules.
    illegal_entry(at: usize) => "Entry {at}, counted from 0, is not allowed:",
        "第 {at} 條（自 0 起）不允許：", "第 {at} 条（自 0 起）不允许：";
    /// A table that cannot be.
    illegal_table() => "The table or the header is not possible:", "局面或標頭不可能：", "局面或标头不可能：";
    /// A reason.
    reason(message: &str, code: &str, cites: &str) => "- {message} ({code}; {cites})",
        "- {message}（{code}；{cites}）", "- {message}（{code}；{cites}）";
    /// What is legal in place of an act.
    instead(answers: &str) => "Legal here: {answers}.", "此處合法的有：{answers}。", "此处合法的有：{answers}。";
    /// How many answers are legal in place of an act.
    instead_counted(count: u64) => "Legal here: {count} answers; legal_answers lists them.",
        "此處有 {count} 種合法回應；legal_answers 會列出。", "此处有 {count} 种合法回应；legal_answers 会列出。";
    /// There is no verdict.
    no_verdict(message: &str) => "No verdict: {message} Say that the judge does not decide this, and do not \
        decide it yourself.",
        "不作判定：{message}請說明裁判對此不作判定，也不要自行判定。", "不作判定：{message}请说明裁判对此不作判定，也不要自行判定。";
    /// What happens then.
    happens() => "What happens:", "其後發生：", "其后发生：";
    /// Outcomes that are not declared.
    waits(labels: &str) => "It is not complete: declare the outcomes {labels}.",
        "尚未完成：請宣告結果 {labels}。", "尚未完成：请宣告结果 {labels}。";
    /// Who has to act.
    next(asked: &str) => "Next: {asked}.", "接下來：{asked}。", "接下来：{asked}。";
    /// The end of a game.
    ended(outcome: &str) => "The game is over: {outcome}.", "遊戲已結束：{outcome}。", "游戏已结束：{outcome}。";
    /// An act of which something is missing, in front of what it lacks.
    incomplete(detail: &str) => "The act is not complete: {detail}.", "行動不完整：{detail}。", "行动不完整：{detail}。";
    /// Completions of an act that are legal.
    completions(count: usize) => "Legal answers that fit what was stated: {count}. Say which one it is:",
        "與所述相符的合法回應有 {count} 種，請指明是哪一種：", "与所述相符的合法回应有 {count} 种，请指明是哪一种：";
    /// There are further ones.
    more_completions() => "There may be more that are not listed here.", "可能另有未列出者。", "可能另有未列出者。";
    /// No completion of an act is legal.
    no_completion() => "Not allowed, however it is completed: no legal answer fits what was stated.",
        "無論如何補充都不允許：沒有合法回應與所述相符。", "无论如何补充都不允许：没有合法回应与所述相符。";
    /// No completion was found, but the list is not complete.
    unknown_completion() => "No verdict: the list of legal answers is not complete, and none on it fits \
        what was stated. Complete the act and ask again.",
        "不作判定：合法回應未能全部列出，列出者均與所述不符。請補充行動後再問。", "不作判定：合法回应未能全部列出，列出者均与所述不符。请补充行动后再问。";
    /// How many entries logs have in common.
    common(entries: usize) => "The accounts agree on the first {entries} entries.",
        "各份紀錄的前 {entries} 條相同。", "各份记录的前 {entries} 条相同。";
    /// Logs are the same.
    no_difference() => "They do not differ.", "各份紀錄沒有差異。", "各份记录没有差异。";
    /// What an account has where they differ.
    account(number: usize, entry: &str) => "Account {number} has {entry} there:",
        "第 {number} 份在該處為 {entry}：", "第 {number} 份在该处为 {entry}：";
    /// An account ends where others go on.
    account_ends(number: usize) => "Account {number} ends there:", "第 {number} 份到此為止：", "第 {number} 份到此为止：";
    /// A deck that may be played with.
    legal_deck() => "The deck is within the rules.", "牌組符合規則。", "牌组符合规则。";
    /// A deck that may not be played with.
    illegal_deck() => "The deck is against the rules:", "牌組違反規則：", "牌组违反规则：";
    /// A deck that could not be judged.
    unjudged_deck() => "No verdict on the deck, since not all of it was read:",
        "未能讀懂全部內容，對牌組不作判定：", "未能读懂全部内容，对牌组不作判定：";
    /// A line of a list that was not read.
    unread_line(line: usize, words: &str) => "- line {line}: not read: {words}", "- 第 {line} 行：未讀懂：{words}",
        "- 第 {line} 行：未读懂：{words}";
    /// A card that the pool does not have.
    unknown_card(card: &str) => "- the pool has no card {card}", "- 卡池中沒有 {card}", "- 卡池中没有 {card}";
}
