//! Title and advice of each fault in every language of messages. The English ones are those of the table of
//! faults.

use rules_judge_replays::answer::{FaultCode, Language};

use crate::fault::entry;

/// Title and advice of a fault.
pub const fn texts(code: FaultCode, language: Language) -> (&'static str, &'static str) {
    let [traditional, simplified] = chinese(code);
    match language {
        Language::English => {
            let line = entry(code);
            (line.title, line.advice)
        }
        Language::TraditionalChinese => traditional,
        Language::SimplifiedChinese => simplified,
    }
}

type Both = [(&'static str, &'static str); 2];

/// Title and advice in zh-Hant and zh-Hans. A new code does not compile without its line.
const fn chinese(code: FaultCode) -> Both {
    match code {
        FaultCode::UnreadableJson => [
            ("內容不是可讀的 JSON", "回覆中有第一個錯誤位元組的行與欄。請以 UTF-8 傳送。"),
            ("内容不是可读的 JSON", "回复中有第一个错误字节的行与列。请以 UTF-8 发送。"),
        ],
        FaultCode::WrongShape => [
            (
                "JSON 的結構不是此呼叫所接受的",
                "回覆中有指向該處的 JSON pointer。未知欄位、重複鍵、小數與超過 2^53 - 1 的數一概拒收，使任何讀者對同一紀錄的解讀都相同。",
            ),
            (
                "JSON 的结构不是此调用所接受的",
                "回复中有指向该处的 JSON pointer。未知字段、重复键、小数与超过 2^53 - 1 的数一概拒收，使任何读者对同一记录的解读都相同。",
            ),
        ],
        FaultCode::BadQuery => [
            ("查詢參數不合此呼叫", "每個參數都必須存在、只給一次，且為允許的值；detail 說明接受哪些。"),
            ("查询参数不合此调用", "每个参数都必须存在、只给一次，且为允许的值；detail 说明接受哪些。"),
        ],
        FaultCode::UnknownGame => [
            ("此處沒有這個遊戲", "GET /v1/games 列出所有遊戲。"),
            ("此处没有这个游戏", "GET /v1/games 列出所有游戏。"),
        ],
        FaultCode::UnknownRule => [
            ("此遊戲沒有這個編號的規則", "編號逐字比對；nearest 欄列出相近的編號。"),
            ("此游戏没有这个编号的规则", "编号逐字比对；nearest 字段列出相近的编号。"),
        ],
        FaultCode::UnknownSchema => [
            (
                "此遊戲沒有這個名稱的結構描述",
                "detail 與 nearest 欄列出所有名稱；GET /v1/games/{game} 也列出。",
            ),
            (
                "此游戏没有这个名称的结构描述",
                "detail 与 nearest 字段列出所有名称；GET /v1/games/{game} 也列出。",
            ),
        ],
        FaultCode::UnknownPool => [
            (
                "此處沒有這個遊戲的該卡池",
                "GET /v1/pools 列出各遊戲卡池的名稱。其他卡池以 PUT /v1/pools/{digest} 送上，或寫在請求之內；送上的卡池久了會被遺忘。",
            ),
            (
                "此处没有这个游戏的该卡池",
                "GET /v1/pools 列出各游戏卡池的名称。其他卡池以 PUT /v1/pools/{digest} 送上，或写在请求之内；送上的卡池久了会被遗忘。",
            ),
        ],
        FaultCode::NoSuchCard => [
            ("卡池中沒有這個編號的卡", "GET /v1/games/{game}/cards 列出卡牌。"),
            ("卡池中没有这个编号的卡", "GET /v1/games/{game}/cards 列出卡牌。"),
        ],
        FaultCode::UnknownBase => [
            (
                "此處沒有可接續的判定",
                "判定久了會被遺忘，沒有種子與鹽值（salt）的紀錄則不予保存。請送上整份紀錄以代替摘要。",
            ),
            (
                "此处没有可接续的判定",
                "判定久了会被遗忘，没有种子与盐值（salt）的记录则不予保存。请送上整份记录以代替摘要。",
            ),
        ],
        FaultCode::UnknownVerdict => [
            (
                "此處沒有該摘要的判定",
                "判定久了會被遺忘，沒有種子與鹽值（salt）的紀錄則不予保存。請以 POST /v1/verify 再判一次。",
            ),
            (
                "此处没有该摘要的判定",
                "判定久了会被遗忘，没有种子与盐值（salt）的记录则不予保存。请以 POST /v1/verify 再判一次。",
            ),
        ],
        FaultCode::NotFound => [
            ("此路徑下沒有東西", "GET /docs 列出所有路徑。"),
            ("此路径下没有东西", "GET /docs 列出所有路径。"),
        ],
        FaultCode::MethodNotAllowed => [
            ("此路徑不接受這個方法", "Allow 標頭列出此路徑的方法。"),
            ("此路径不接受这个方法", "Allow 标头列出此路径的方法。"),
        ],
        FaultCode::RequestTimeout => {
            [("內容送得太慢", "請不要長時間停頓。"), ("内容发得太慢", "请不要长时间停顿。")]
        }
        FaultCode::TooLarge => [
            ("位元組數超過上限", "detail 說明上限。較長的紀錄請以 POST /v1/moves 分段判定。"),
            ("字节数超过上限", "detail 说明上限。较长的记录请以 POST /v1/moves 分段判定。"),
        ],
        FaultCode::TooDeep => {
            [("巢狀深度超過上限", "沒有紀錄需要這麼深。"), ("嵌套深度超过上限", "没有记录需要这么深。")]
        }
        FaultCode::TooMany => [
            ("項目數超過上限", "pointer 指出是哪一種，detail 說明接受多少。"),
            ("项目数超过上限", "pointer 指出是哪一种，detail 说明接受多少。"),
        ],
        FaultCode::UnsupportedMedia => [
            (
                "不接受此內容類型或編碼",
                "Accept 與 Accept-Encoding 標頭說明接受什麼。內容須原樣傳送，不得壓縮。",
            ),
            (
                "不接受此内容类型或编码",
                "Accept 与 Accept-Encoding 标头说明接受什么。内容须原样发送，不得压缩。",
            ),
        ],
        FaultCode::UnknownCard => [
            ("卡池或紀錄開頭沒有這張卡", "pointer 指出位置；detail 有最相近的已知編號。"),
            ("卡池或记录开头没有这张卡", "pointer 指出位置；detail 有最相近的已知编号。"),
        ],
        FaultCode::BadReveal => [
            ("揭示與承諾不符", "承諾是同一座位所揭示的 32 位元組的 SHA-256，兩者皆以十六進位表示。"),
            ("揭示与承诺不符", "承诺是同一座位所揭示的 32 字节的 SHA-256，两者皆以十六进制表示。"),
        ],
        FaultCode::BadFact => [
            ("卡池不接受這項 facts", "facts 的每一項說明一張卡上卡池所不知道的欄位。pointer 指出位置。"),
            ("卡池不接受这项 facts", "facts 的每一项说明一张卡上卡池所不知道的字段。pointer 指出位置。"),
        ],
        FaultCode::BeyondLog => [
            ("紀錄沒有這麼多筆", "參數 at 至多為紀錄的筆數。"),
            ("记录没有这么多条", "参数 at 至多为记录的条数。"),
        ],
        FaultCode::BadPool => [
            ("此卡池無法使用", "findings 欄列出檢查所得的一切，各附位置。"),
            ("此卡池无法使用", "findings 字段列出检查所得的一切，各附位置。"),
        ],
        FaultCode::WrongDigest => [
            ("內容與摘要所指者不符", "卡池的摘要是其標準位元組（RFC 8785）的 SHA-256；detail 有正確者。"),
            ("内容与摘要所指者不符", "卡池的摘要是其标准字节（RFC 8785）的 SHA-256；detail 有正确者。"),
        ],
        FaultCode::TooOften => [
            ("同一位址的請求太多", "請等候 Retry-After 所說的時間。RateLimit 標頭說明餘額。"),
            ("同一地址的请求太多", "请等候 Retry-After 所说的时间。RateLimit 标头说明余额。"),
        ],
        FaultCode::Internal => [
            ("裁判在此請求上出錯", "這是服務的錯誤。請附上 request id 回報。"),
            ("裁判在此请求上出错", "这是服务的错误。请附上 request id 回报。"),
        ],
        FaultCode::Overloaded => [
            ("服務已達上限", "尚未判定任何東西。請於 Retry-After 秒後再送一次。"),
            ("服务已达上限", "尚未判定任何东西。请于 Retry-After 秒后再发一次。"),
        ],
    }
}
