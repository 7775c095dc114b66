//! The sentences of the command around messages of the judge, in every language.

use rules_judge_replays::answer::Language;
use rules_judge_replays::answer::detail::{Answers, Cases, Detail, Entries, Files, Replays, Rules, Warnings};
use rules_judge_replays::texts;

/// The words in front of a message: of an error, a warning, a note, and a way out.
pub const fn levels(language: Language) -> [&'static str; 4] {
    match language {
        Language::English => ["error", "warning", "note", "help"],
        Language::TraditionalChinese => ["錯誤", "警告", "註", "提示"],
        Language::SimplifiedChinese => ["错误", "警告", "注", "提示"],
    }
}

texts! { pub Detail;
    /// Verdicts that changed in one way.
    changed(rule: &str, what: &str, count: Replays, names: &str) => "{rule}: {what}: {count:#} ({names})",
        "{rule}：{what}：{count} 份（{names}）", "{rule}：{what}：{count} 份（{names}）";
    /// How many verdicts were compared.
    compared(all: Replays, same: u64, changed: u64) =>
        "{all:#} compared: {same} as before, {changed} changed",
        "已比較 {all} 份：{same} 份不變，{changed} 份不同", "已比较 {all} 份：{same} 份不变，{changed} 份不同";
    /// Verdicts that one file has alone.
    only_in(count: Replays, file: &str, names: &str) => "only in {file}: {count:#} ({names})",
        "僅見於 {file}：{count} 份（{names}）", "仅见于 {file}：{count} 份（{names}）";
    /// Verdicts of one name about different logs.
    other_logs(count: Replays, names: &str) => "of other logs, not compared: {count:#} ({names})",
        "紀錄不同，未予比較：{count} 份（{names}）", "记录不同，未予比较：{count} 份（{names}）";
    /// Lines that are no verdicts.
    unreadable_lines(count: u64, names: &str) => "lines without a verdict: {count} ({names})",
        "沒有判定的行：{count}（{names}）", "没有判定的行：{count}（{names}）";
    /// Two files in different orders.
    too_far_apart(most: usize) => "the files have the same logs in too different an order: more than {most} \
        verdicts wait for their counterparts",
        "兩個檔案的順序相差太遠：超過 {most} 份判定仍未找到對應者", "两个文件的顺序相差太远：超过 {most} 份判定仍未找到对应者";
    /// A good signature.
    signed_by(key: &str) => "signed by {key}", "由 {key} 簽署", "由 {key} 签署";
    /// A good signature, and when it was made.
    signed_at(key: &str, time: &str) => "signed by {key} at {time}", "由 {key} 於 {time} 簽署",
        "由 {key} 于 {time} 签署";
    /// A batch without all of its lines.
    missing_lines() => "lines of the batch are missing, or its last line, which gives their number",
        "批次缺少部分行，或缺少註明行數的最後一行", "批次缺少部分行，或缺少注明行数的最后一行";
    /// A verdict without a signature.
    no_signature() => "there is no signature", "沒有簽章", "没有签名";
    /// Other bytes than were signed.
    not_signed() => "these are not the bytes that were signed, or another key signed them",
        "這些位元組並非所簽署者，或是由其他金鑰簽署", "这些字节并非所签署者，或是由其他密钥签署";
    /// A text that is no signature.
    unreadable_signature() => "this is no signature of a verdict", "這不是判定的簽章", "这不是判定的签名";
    /// A key that is not among those that count.
    unknown_key() => "it was signed by a key that is not among these", "簽署的金鑰不在其中", "签署的密钥不在其中";
    /// A verdict about something else.
    of_other_log() => "it is signed, but is about another log", "確有簽章，但判定的是另一份紀錄", "确有签名，但判定的是另一份记录";
    /// A verdict that has no digest.
    of_no_log() => "it is signed, but does not say about which log", "確有簽章，但未說明判定的是哪份紀錄", "确有签名，但未说明判定的是哪份记录";
    /// A file without what is looked for.
    no_verdicts() => "there is no verdict in it", "其中沒有判定", "其中没有判定";
    /// A header or a log that is illegal, without a reason.
    illegal() => "illegal", "違規", "违规";
    /// In front of further reasons.
    also(message: &str, code: &str, cites: &str) => "also: {message} ({code}; {cites})",
        "此外：{message}（{code}；{cites}）", "此外：{message}（{code}；{cites}）";
    /// In front of where the table stands.
    position(parts: &str) => "position: {parts}", "局面：{parts}", "局面：{parts}";
    /// The rule that is broken.
    against(id: &str) => "against {id}", "違反 {id}", "违反 {id}";
    /// The text of a rule.
    rule(id: &str, text: &str) => "rule {id}: {text}", "規則 {id}：{text}", "规则 {id}：{text}";
    /// A rule without a text.
    bare_rule(id: &str) => "rule {id}", "規則 {id}", "规则 {id}";
    /// How far a log is legal that is not judged to its end.
    legal_before(entries: Entries) => "{entries:#} before it are within the rules",
        "之前的 {entries} 筆皆合規則", "之前的 {entries} 条皆合规则";
    /// The same of one entry.
    one_legal_before() => "1 entry before it is within the rules", "之前的 1 筆合於規則", "之前的 1 条合于规则";
    /// Where a card lies.
    card_lies(place: &str) => "the card is here: {place}", "該卡位於：{place}", "该卡位于：{place}";
    /// The number of a card in its zone.
    from_top(index: u16) => ", number {index} from the top", "，由上數第 {index} 張", "，由上数第 {index} 张";
    /// Where in a file.
    at_pointer(pointer: &str) => "at {pointer}", "位於 {pointer}", "位于 {pointer}";
    /// The title and the detail of a problem.
    titled(title: &str, detail: &str) => "{title}: {detail}", "{title}：{detail}", "{title}：{detail}";
    /// The known word most like the unknown one.
    nearest(word: &str) => "the nearest known word is {word}", "最相近的已知詞為 {word}", "最相近的已知词为 {word}";
    /// A legal log: its file, and the number of its entries.
    legal(name: &str, entries: Entries) => "{name}: legal, {entries:#}", "{name}：合規，{entries} 筆",
        "{name}：合规，{entries} 条";
    /// The same of a log with rulings.
    legal_with_rulings(name: &str, entries: Entries) => "{name}: legal with rulings, {entries:#}",
        "{name}：依裁定合規，{entries} 筆", "{name}：依裁定合规，{entries} 条";
    /// A ruling by which an entry stands.
    ruling_allows(at: usize, text: &str) => "entry {at}: ruling, an entry stands: {text}",
        "第 {at} 筆：裁定某項成立：{text}", "第 {at} 条：裁定某项成立：{text}";
    /// A ruling that puts another table down.
    ruling_position(at: usize, text: &str) => "entry {at}: ruling, another position: {text}",
        "第 {at} 筆：裁定改為另一局面：{text}", "第 {at} 条：裁定改为另一局面：{text}";
    /// A reason that a ruling passes over.
    ruled_reason(message: &str, code: &str, cites: &str) => "{message} ({code}; {cites})",
        "{message}（{code}；{cites}）", "{message}（{code}；{cites}）";
    /// An illegal entry that a ruling follows.
    overrules(at: usize, reason: &str) => "overrules entry {at}: {reason}",
        "否定第 {at} 筆：{reason}", "否定第 {at} 条：{reason}";
    /// A condition that a ruling passes over.
    waives(reason: &str) => "waives: {reason}", "免除：{reason}", "免除：{reason}";
    /// An entry that waits.
    not_complete(at: usize) => "; entry {at} is not complete", "；第 {at} 筆尚不完整", "；第 {at} 条尚不完整";
    /// Who wins.
    wins(who: &str) => ", {who} wins", "，{who}獲勝", "，{who}获胜";
    /// Nobody wins.
    draw() => ", a draw", "，平局", "，平局";
    /// Why a game ended.
    because(reason: &str) => " ({reason})", "（{reason}）", "（{reason}）";
    /// How many rules were found beside those that are printed.
    more_rules(count: Rules) => "{count:#} more; --limit N prints more of them",
        "還有{count}條；--limit N 可多列出一些", "还有{count}条；--limit N 可多列出一些";
    /// A further part of a line.
    further(text: &str) => "; {text}", "；{text}", "；{text}";
    /// A player by the number of the seat.
    seat(number: u64) => "seat {number}", "座位{number}", "座位{number}";
    /// An entry.
    entry(at: usize) => "entry {at}", "第 {at} 筆", "第 {at} 条";
    /// An entry and who made it.
    entry_by(at: usize, who: &str) => "entry {at} by {who}", "第 {at} 筆，出自{who}", "第 {at} 条，出自{who}";
    /// How far a log is legal.
    entries_before(entries: Entries) => "; the {entries:#} before it are within the rules",
        "；之前的 {entries} 筆皆合規則", "；之前的 {entries} 条皆合规则";
    /// The same of one entry.
    one_before() => "; the 1 entry before it is within the rules",
        "；之前的 1 筆合於規則", "；之前的 1 条合于规则";
    /// The same of an entry that waits for outcomes.
    entries_before_waiting(entries: Entries, waiting: usize) =>
        "; the {entries:#} before entry {waiting}, which waits for it, are within the rules",
        "；第 {waiting} 筆等候其結果，之前的 {entries} 筆皆合規則",
        "；第 {waiting} 条等候其结果，之前的 {entries} 条皆合规则";
    /// The same of one entry.
    one_before_waiting(waiting: usize) =>
        "; the 1 entry before entry {waiting}, which waits for it, is within the rules",
        "；第 {waiting} 筆等候其結果，之前的 1 筆合於規則",
        "；第 {waiting} 条等候其结果，之前的 1 条合于规则";
    /// What is legal.
    legal_here(kinds: &str) => "legal here: {kinds}", "此處合規的有：{kinds}", "此处合规的有：{kinds}";
    /// The same with its number.
    legal_here_counted(answers: Answers, kinds: &str) => "legal here ({answers:#}): {kinds}",
        "此處合規的有（{answers} 種答案）：{kinds}", "此处合规的有（{answers} 种答案）：{kinds}";
    /// After how many entries.
    after(entries: Entries) => "after {entries:#}", "{entries} 筆之後", "{entries} 条之后";
    /// Nobody is asked.
    nobody() => "nobody is asked: nothing more may be logged", "無人須決定：紀錄不得再續", "无人须决定：记录不得再续";
    /// Who has how many answers.
    has_answers(who: &str, answers: Answers) => "{who}: {answers:#}", "{who}：{answers} 種答案",
        "{who}：{answers} 种答案";
    /// Who has more answers than are counted.
    has_many_answers(who: &str) => "{who}: more answers than are counted", "{who}：答案多於所計之數", "{who}：答案多于所计之数";
    /// Answers that are not listed.
    others() => "and others, which are not listed", "其餘未列出", "其余未列出";
    /// What may be logged at any time.
    at_any_time(kinds: &str) => "at any time besides: {kinds}", "此外隨時可用：{kinds}", "此外随时可用：{kinds}";
    /// A legal deck.
    legal_deck(name: &str) => "{name}: the deck is legal", "{name}：牌組合規", "{name}：牌组合规";
    /// Words of a list of cards that were not used.
    not_read(words: &str) => "not read: {words}", "未讀取：{words}", "未读取：{words}";
    /// The known cards most like the unknown words.
    perhaps(names: &str) => "; perhaps {names}", "；也許是 {names}", "；也许是 {names}";
    /// A card of a deck that the pool lacks.
    card_not_there(card: &str) => "the pool has no card {card}", "卡池中沒有 {card}", "卡池中没有 {card}";
    /// A deck of which something was not read.
    unread_deck(name: &str) => "{name}: nothing is against the deck as far as it was read",
        "{name}：就已讀取的部分而言，牌組沒有不合規之處", "{name}：就已读取的部分而言，牌组没有不合规之处";
    /// A pool in which nothing is wrong.
    no_findings(name: &str) => "{name}: no findings", "{name}：沒有問題", "{name}：没有问题";
    /// The same with warnings.
    warnings(name: &str, warnings: Warnings) => "{name}: no findings, {warnings:#}",
        "{name}：沒有問題，{warnings} 項警告", "{name}：没有问题，{warnings} 项警告";
    /// The sums over many replays.
    replays(all: Replays, legal: usize, illegal: usize, not_judged: usize, malformed: usize) =>
        "{all:#}: {legal} legal, {illegal} illegal, {not_judged} not judged, {malformed} malformed or \
        unreadable",
        "共 {all} 份紀錄：合規 {legal}，違規 {illegal}，未判定 {not_judged}，格式錯誤或無法讀取 {malformed}",
        "共 {all} 份记录：合规 {legal}，违规 {illegal}，未判定 {not_judged}，格式错误或无法读取 {malformed}";
    /// The sums over many cases.
    cases(all: Cases, passed: usize, failed: usize) => "{all:#}: {passed} passed, {failed} failed",
        "共 {all} 個案例：通過 {passed}，未通過 {failed}", "共 {all} 个案例：通过 {passed}，未通过 {failed}";
    /// Files that are no cases.
    unreadable(files: Files) => ", {files:#} unreadable", "，{files} 個檔案無法讀取", "，{files} 个文件无法读取";
    /// Files of a folder that are not read.
    left_out(files: Files, kinds: &str, names: &str) =>
        "{files:#} left out, not named like logs ({kinds}): {names}",
        "略過 {files} 個檔案，名稱不像紀錄（{kinds}）：{names}", "略过 {files} 个文件，名称不像记录（{kinds}）：{names}";
    /// Those of them that are not named.
    and_more(files: Files) => " and {files:#} more", "，另有 {files} 個檔案", "，另有 {files} 个文件";
    /// A file has no replay.
    no_replay(file: &str) => "there is no replay in {file}", "{file} 裡沒有紀錄", "{file} 里没有记录";
    /// A folder with nothing in it that is read.
    nothing_read(folder: &str) =>
        "nothing was read from {folder}: there is no file in it that could be judged",
        "未從 {folder} 讀取任何內容：其中沒有可判定的檔案", "未从 {folder} 读取任何内容：其中没有可判定的文件";
    /// A card for which there is no small table.
    no_table() => "there is no table for such a card", "沒有適用於此種卡的局面", "没有适用于此种卡的局面";
    /// A small table on which nothing is shown.
    nothing_shown(why: &str) => "nothing is shown: {why}", "未能展示：{why}", "未能展示：{why}";
    /// No such case.
    no_case(id: &str) => "no case has the id {id}", "沒有編號為 {id} 的案例", "没有编号为 {id} 的案例";
    /// A rule without a proof.
    not_proven() => "NOT PROVEN", "未證明", "未证明";
    /// The same, with its reason.
    no_proof(reason: &str) => "no proof: {reason}", "無證明：{reason}", "无证明：{reason}";
    /// How many rules are proven.
    proven(rules: Rules, proven: usize) => "{rules:#}, {proven} proven:",
        "強制執行的規則 {rules} 條，已證明 {proven} 條：", "强制执行的规则 {rules} 条，已证明 {proven} 条：";
    /// How many are not.
    unproven(by_reason: usize, gaps: usize) => " by reason {by_reason}, not proven {gaps}",
        " 附理由 {by_reason}，未證明 {gaps}", " 附理由 {by_reason}，未证明 {gaps}";
    /// What a case says: all of it is legal.
    expected_legal() => "legal", "合規", "合规";
    /// The same, with rulings.
    expected_with_rulings() => "legal with rulings", "合規，附裁定", "合规，附裁定";
    /// The header is illegal.
    expected_illegal_header() => "the header is illegal", "開頭違規", "开头违规";
    /// An entry is illegal.
    expected_illegal(at: usize) => "entry {at} is illegal", "第 {at} 筆違規", "第 {at} 条违规";
    /// An entry is not judged.
    expected_not_judged(at: usize) => "entry {at} is not judged", "第 {at} 筆不予判定", "第 {at} 条不予判定";
    /// What a case says, with its rules.
    case_says(expected: &str, cites: &str) => "the case says: {expected}, {cites}",
        "案例所述：{expected}，{cites}", "案例所述：{expected}，{cites}";
    /// A case that agrees with the judge.
    case_holds(facts: usize) => "so it is, and all facts ({facts}) hold",
        "結果相符，各項事實（{facts}）均成立", "结果相符，各项事实（{facts}）均成立";
    /// A case that differs from the judge.
    case_fails() => "it is not so:", "結果不符：", "结果不符：";
    /// An entry of a case, by its place.
    entry_at(place: usize, entry: &str) => "entry {place}: {entry}", "第 {place} 筆：{entry}",
        "第 {place} 条：{entry}";
    /// What happens before any entry.
    before_entries() => "before the first entry", "第一筆之前", "第一条之前";
    /// Why an entry or a header is illegal.
    refused(message: &str, code: &str, cites: &str) => "illegal: {message} ({code}) [{cites}]",
        "違規：{message}（{code}）[{cites}]", "违规：{message}（{code}）[{cites}]";
    /// Why an entry is not judged.
    step_not_judged(why: &str) => "not judged: {why}", "不予判定：{why}", "不予判定：{why}";
    /// An entry without an event.
    nothing_happens() => "nothing happens", "沒有發生任何事", "没有发生任何事";
    /// How a game ended.
    game_over(outcome: &str) => "the game is over: {outcome}", "遊戲結束：{outcome}", "游戏结束：{outcome}";
    /// An entry that waits for outcomes.
    entry_waits(at: u64, labels: &str) => "entry {at} is not complete, it waits for {labels}",
        "第 {at} 筆尚未完成，等待 {labels}", "第 {at} 条尚未完成，等待 {labels}";
    /// A set-up that waits for outcomes.
    setup_waits(labels: &str) => "the set-up waits for {labels}", "遊戲準備等待 {labels}", "游戏准备等待 {labels}";
    /// Who is asked what.
    seat_is_asked(seat: &str, kind: &str) => "{seat} is asked: {kind}",
        "由 {seat} 決定：{kind}", "由 {seat} 决定：{kind}";
    /// The outcome that the log has to declare.
    is_due(kind: &str) => "due: {kind}", "待定：{kind}", "待定：{kind}";
    /// A question whose answers are seen together.
    sealed() => ", sealed", "，密封", "，密封";
    /// One answer.
    one_is_legal() => "1 answer is legal", "1 個合規的回答", "1 个合规的回答";
    /// So many answers.
    are_legal(count: u64) => "{count} answers are legal", "{count} 個合規的回答", "{count} 个合规的回答";
    /// More than are counted.
    more_are_legal() => "more answers are legal than are counted", "合規的回答多於所計的數目", "合规的回答多于所计的数目";
    /// How many of them follow.
    some_of_them(listed: usize) => ", {listed} of them:", "，其中 {listed} 個：", "，其中 {listed} 个：";
    /// A question with how many answers it has.
    asked_line(who: &str, sealed: &str, count: &str, some: &str) => "{who}{sealed}; {count}{some}",
        "{who}{sealed}；{count}{some}", "{who}{sealed}；{count}{some}";
    /// In front of the shapes of answers.
    by_shapes() => "all of them, by their shapes:", "以形狀列出全部：", "以形状列出全部：";
    /// A card that nobody knows.
    unknown_card() => "an unknown card", "未知的卡", "未知的卡";
}
