//! The sentences about faults of the service itself, in every language.

use rules_judge_replays::answer::detail::{Detail, Requests, Seconds};
use rules_judge_replays::texts;

texts! { pub Detail;
    /// A call takes other bytes.
    no_encoding() => "Request bodies are taken as they are; send this one without Content-Encoding.",
        "請求內容須原樣傳送；請勿使用 Content-Encoding。", "请求内容须原样发送；请勿使用 Content-Encoding。";
    /// A query that cannot be read.
    no_pairs() => "The query is not a list of name=value pairs.",
        "查詢不是 name=value 的列表。", "查询不是 name=value 的列表。";
    /// A query for a call that takes none.
    no_query() => "This call takes no query.", "此呼叫不接受查詢參數。", "此调用不接受查询参数。";
    /// A body that came too slowly.
    late_body(seconds: Seconds) => "The body did not arrive within {seconds:#}.",
        "內容未在 {seconds} 秒內送達。", "内容未在 {seconds} 秒内送达。";
    /// A line that came too slowly.
    late_line(seconds: Seconds) => "The next line did not arrive within {seconds:#}.",
        "下一行未在 {seconds} 秒內送達。", "下一行未在 {seconds} 秒内送达。";
    /// A body that ended early.
    broken_body() => "The body broke off.", "內容中斷。", "内容中断。";
    /// A judgement that ended early.
    broken_judgement() => "The judgement broke off.", "判定中斷。", "判定中断。";
    /// Too many lines of a batch that are no replays.
    faulty_lines(lines: usize) => "{lines} lines in a row are no replays. What comes after them is not read.",
        "連續 {lines} 行不是紀錄，其後的內容不再讀取。", "连续 {lines} 行不是记录，其后的内容不再读取。";
    /// A client that does not wait for its answer.
    client_left() => "The client closed the connection before its answer was ready.",
        "客戶端在回覆完成前已關閉連線。", "客户端在回复完成前已关闭连接。";
    /// An answer that cannot be written.
    unwritten() => "The answer could not be written.", "回覆無法寫出。", "回复无法写出。";
    /// Too many bytes.
    large_body(most: usize) => "The body is larger than {most} bytes.",
        "內容超過 {most} 位元組。", "内容超过 {most} 字节。";
    /// Too many bytes of a file.
    large_replay(most: usize) => "The replay is larger than {most} bytes.",
        "紀錄超過 {most} 位元組。", "记录超过 {most} 字节。";
    /// Another content type.
    content_type(kind: &str) => "Send the body with Content-Type: {kind}, in UTF-8.",
        "請以 Content-Type: {kind} 及 UTF-8 傳送內容。", "请以 Content-Type: {kind} 及 UTF-8 发送内容。";
    /// Too many requests.
    too_often(requests: Requests, burst: u32, wait: Seconds) =>
        "An address may send {requests:#} a second, and {burst} at once. Try again in {wait:#}.",
        "每個位址每秒可送 {requests} 個請求，一次至多 {burst} 個。請於 {wait} 秒後再試。",
        "每个地址每秒可发 {requests} 个请求，一次至多 {burst} 个。请于 {wait} 秒后再试。";
    /// Bytes that ask nothing.
    no_request() => "These bytes are no request about a game.", "這些位元組不是關於對局的請求。", "这些字节不是关于对局的请求。";
    /// A handle that is none.
    no_handle() => "No game has this handle.", "沒有對局使用此代號。", "没有对局使用此代号。";
    /// A handle of another game among many.
    other_game() => "Games that are stepped together are of one rulebook.",
        "一起進行的對局須屬同一套規則。", "一起进行的对局须属同一套规则。";
    /// Too many games.
    many_games(most: usize) => "{most} games are being played. Give one up before another begins.",
        "已有 {most} 個對局在進行；請先結束一個。", "已有 {most} 个对局在进行；请先结束一个。";
    /// A mistake of the service.
    internal() => "A check inside the judge failed. The request id finds it in the log.",
        "裁判的內部檢查未通過；可由 request id 在日誌中找到。", "裁判的内部检查未通过；可由 request id 在日志中找到。";
    /// Too much waits.
    too_many_waiting() => "Too many judgements are waiting. Nothing was judged; send the request again.",
        "等候的判定太多。尚未判定任何東西；請再送一次。", "等候的判定太多。尚未判定任何东西；请再发一次。";
    /// Too many batches.
    too_many_batches() => "Too many batches are being judged. Nothing was judged; send the request again.",
        "進行中的批次太多。尚未判定任何東西；請再送一次。", "进行中的批次太多。尚未判定任何东西；请再发一次。";
    /// Too many bytes are held.
    too_many_bytes() =>
        "Requests and answers take too many bytes. Nothing was judged; send the request again.",
        "請求與回覆佔用的位元組太多。尚未判定任何東西；請再送一次。",
        "请求与回复占用的字节太多。尚未判定任何东西；请再发一次。";
    /// A path that is no text.
    unreadable_path() => "The path is not readable UTF-8.", "路徑不是可讀的 UTF-8。", "路径不是可读的 UTF-8。";
    /// Nothing is there.
    nothing_there() => "There is nothing at this path.", "此路徑下沒有東西。", "此路径下没有东西。";
    /// Another method.
    takes(methods: &str) => "This path takes {methods}.", "此路徑接受 {methods}。", "此路径接受 {methods}。";
    /// No such code.
    unknown_code() => "There is no fault or refusal of this code.",
        "沒有這個代碼的錯誤或違規。", "没有这个代码的错误或违规。";
    /// No such parameter.
    unknown_parameter(name: &str, taken: &str) => "There is no parameter {name:?}; this call takes {taken}.",
        "沒有參數 {name:?}；此呼叫接受 {taken}。", "没有参数 {name:?}；此调用接受 {taken}。";
    /// No such parameter, and no other.
    no_parameters(name: &str) => "There is no parameter {name:?}; this call takes none.",
        "沒有參數 {name:?}；此呼叫不接受參數。", "没有参数 {name:?}；此调用不接受参数。";
    /// A parameter is given twice.
    parameter_twice(name: &str) => "The parameter {name:?} is given twice.",
        "參數 {name:?} 出現兩次。", "参数 {name:?} 出现两次。";
    /// A page of no trace.
    page_of_no_trace() => "from and to go with trace=events or trace=states",
        "from 與 to 須與 trace=events 或 trace=states 並用", "from 与 to 须与 trace=events 或 trace=states 并用";
    /// A page that ends before it begins.
    page_of_nothing() => "from is at most to", "from 至多等於 to", "from 至多等于 to";
}

/// What a parameter may be, by its name, in zh-Hant and in zh-Hans.
const TAKEN: [(&str, [&str; 2]); 13] = [
    ("abilities", ["abilities 只能是 text", "abilities 只能是 text"]),
    ("at", ["at 為紀錄的筆數", "at 为记录的条数"]),
    ("digest", ["digest 只能是 state", "digest 只能是 state"]),
    ("from", ["from 為一筆的索引", "from 为一条的索引"]),
    ("kind", ["kind 為規則種類之一", "kind 为规则种类之一"]),
    ("limit", ["limit 為一頁的項數", "limit 为一页的项数"]),
    ("listing", ["listing 為列出的答案數", "listing 为列出的答案数"]),
    ("offset", ["offset 為略過的項數", "offset 为略过的项数"]),
    ("pool", ["pool 為卡池的摘要", "pool 为卡池的摘要"]),
    ("q", ["q 為要找的文字，且不得太長", "q 为要找的文字，且不得太长"]),
    ("to", ["to 為一筆的索引", "to 为一条的索引"]),
    ("trace", ["trace 為 none、events、states 之一", "trace 为 none、events、states 之一"]),
    ("view", ["view 為 full、seat0、seat1、public 之一", "view 为 full、seat0、seat1、public 之一"]),
];

/// The sentence about a parameter with a wrong value. `taken`: what it may be, in English and without a full
/// stop.
pub fn wrong_value(name: &str, taken: &str, value: &str) -> Detail {
    let table = TAKEN.iter().find(|(other, _)| *other == name).map(|(_, texts)| *texts);
    let own = format!("{name}: {taken}");
    let [traditional, simplified] = table.unwrap_or([own.as_str(), own.as_str()]);
    Detail::new([
        format!("{taken}, not {value:?}."),
        format!("{traditional}，不能是 {value:?}。"),
        format!("{simplified}，不能是 {value:?}。"),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openapi::operations;

    #[test]
    fn every_parameter_says_what_it_takes_in_chinese() {
        for name in operations().iter().flat_map(|operation| operation.query) {
            assert!(TAKEN.iter().any(|(other, _)| other == name), "{name}");
        }
    }
}
