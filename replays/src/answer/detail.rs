//! The sentences of faults: one function for each, with its parameters, in English, zh-Hant and zh-Hans.

use std::fmt;

use crate::answer::Language;
use crate::codec::json::shorten;
use rules_judge_engine::texts;
use rules_judge_engine::texts::Saying;

/// A text in every language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Detail {
    pub(crate) english: String,
    /// In zh-Hant and zh-Hans; `None` for a sentence that exists in English only.
    pub(crate) chinese: Option<Box<[String; 2]>>,
}

impl Detail {
    /// English, zh-Hant and zh-Hans.
    pub fn new([english, traditional, simplified]: [String; 3]) -> Detail {
        Detail { english, chinese: Some(Box::new([traditional, simplified])) }
    }

    /// The sentence in `language`, or the English one where there is no other.
    pub fn text(&self, language: Language) -> &str {
        in_language(&self.english, self.chinese.as_deref(), language)
    }

    /// Adds a full stop in each language.
    #[must_use]
    pub fn stopped(self) -> Detail {
        let chinese = self.chinese.map(|texts| Box::new(texts.map(|text| text + "。")));
        Detail { english: self.english + ".", chinese }
    }

    /// As [`Detail::text`], and drops the other languages.
    pub fn into_text(self, language: Language) -> String {
        self.text(language).to_owned()
    }
}

pub(crate) fn in_language<'t>(
    english: &'t str,
    chinese: Option<&'t [String; 2]>,
    language: Language,
) -> &'t str {
    match (language, chinese) {
        (Language::TraditionalChinese, Some([traditional, _])) => traditional,
        (Language::SimplifiedChinese, Some([_, simplified])) => simplified,
        _ => english,
    }
}

impl From<Saying> for Detail {
    fn from(saying: Saying) -> Detail {
        Detail::new(saying.into_languages())
    }
}

impl From<&str> for Detail {
    fn from(english: &str) -> Detail {
        Detail::from(english.to_owned())
    }
}

impl From<String> for Detail {
    fn from(english: String) -> Detail {
        Detail { english, chinese: None }
    }
}

macro_rules! nouns {
    ($( $(#[$meta:meta])* $name:ident $one:literal $many:literal; )*) => { $(
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $name(pub u64);

        impl fmt::Display for $name {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                match out.alternate() {
                    true => write!(out, "{} {}", self.0, if self.0 == 1 { $one } else { $many }),
                    false => write!(out, "{}", self.0),
                }
            }
        }
    )* };
}

nouns! {
    /// Answers; `{:#}` has the noun.
    Answers "answer" "answers";
    /// Cases.
    Cases "case" "cases";
    /// Entries.
    Entries "entry" "entries";
    /// Files.
    Files "file" "files";
    /// Replays.
    Replays "replay" "replays";
    /// Requests.
    Requests "request" "requests";
    /// Rules.
    Rules "enforced rule" "enforced rules";
    /// Seconds.
    Seconds "second" "seconds";
    /// Warnings.
    Warnings "warning" "warnings";
}

texts! { pub Detail;
    /// An entry where the outcome of a random step has to stand.
    awaited_outcome(label: &str) =>
        "An entry of chance with the label {label} has to stand here, and this entry is another.",
        "此處應為標籤為 {label} 的 chance 條目，而此條目不是。", "此处应为标签为 {label} 的 chance 条目，而此条目不是。";
    /// A judgement that was stopped, because it took too long or its client has gone.
    stopped() => "The judgement was stopped before its end. Nothing was judged.",
        "判定在完成前已中止，沒有作出任何判定。", "判定在完成前已中止，没有作出任何判定。";
    /// No legal answer of a small table names the card that it is for.
    nothing_names_card() =>
        "no legal action here names the card, and nothing that is done here happens to it or by it",
        "此處合規的行動都不指定該卡，所做的事也與該卡無關", "此处合规的行动都不指定该卡，所做的事也与该卡无关";
    /// The pool lacks the other cards of a small table for a card.
    table_lacks_cards() =>
        "the pool has no cards for this table; add them, or try the card in a copy of the bundled pool",
        "卡池缺少此桌所需的其他卡；請補上，或將該卡加入內附卡池的副本再試", "卡池缺少此桌所需的其他卡；请补上，或将该卡加入内附卡池的副本再试";
    /// An object with exactly one of several words.
    a_word_of(words: &str) => "an object with one of the words {words}", "帶有下列一詞的物件：{words}",
        "带有下列一词的对象：{words}";
    /// A pool whose cards make no deck.
    no_legal_deck() => "no legal deck of this pool was found; give decks, or take another pool",
        "未能以此卡池組成合規的牌組；請給出牌組，或改用其他卡池", "未能以此卡池组成合规的牌组；请给出牌组，或改用其他卡池";
    /// Decks that may not be played with.
    deck_against_rules() =>
        "a deck is against the rules, or not legal against the other; the command `deck` says why",
        "牌組不合規則，或不能與另一副對戰；指令 deck 會說明原因", "牌组不合规则，或不能与另一副对战；命令 deck 会说明原因";
    /// A name that a pool has already.
    pool_name_taken(name: &str) => "there is a pool of the name {name} already", "已有名為 {name} 的卡池",
        "已有名为 {name} 的卡池";
    /// A name that no pool has.
    unknown_pool_name() => "no pool has this name", "沒有這個名稱的卡池", "没有这个名称的卡池";
    /// A pool that is not kept.
    unknown_pool() => "no pool of this digest is known here",
        "此處沒有該摘要的卡池", "此处没有该摘要的卡池";
    /// A replay with another pool than the one that is asked about.
    another_pool() => "the replay has another pool", "對局紀錄使用的是另一卡池", "对局记录使用的是另一卡池";
    /// A pool with too many bytes to be kept.
    pool_too_large(bytes: usize) => "a pool of {bytes} bytes is too large to be kept here; send it inline",
        "此處不保存 {bytes} 位元組的卡池；請將其寫在請求之內", "此处不保存 {bytes} 字节的卡池；请将其写在请求之内";
    /// A card that a pool does not have.
    no_such_card() => "The pool has no card of this id.", "卡池中沒有這個編號的卡。", "卡池中没有这个编号的卡。";
    /// As above, with the nearest id of the pool, `near`.
    no_such_card_but(near: &str) => "The pool has no card of this id. The nearest is {near}.",
        "卡池中沒有這個編號的卡，最相近的是 {near}。", "卡池中没有这个编号的卡，最相近的是 {near}。";
    /// A kind of act that a game does not have.
    unknown_act() => "no act of this game has this type", "此遊戲沒有這種行動", "此游戏没有这种行动";
    /// A fact of a search that cards of the game do not have.
    search_no_fact(name: &str, at: usize, known: &str) =>
        "Character {at} of the search: cards of this game have no fact {name:?}; facts are {known}. Write a \
        text with such a sign in quotation marks.",
        "搜尋文字的第 {at} 個字元：此遊戲的卡沒有名為 {name:?} 的資料；資料有 {known}。含有這類符號的文字請以 \" \" 括起。",
        "搜索文字的第 {at} 个字符：此游戏的卡没有名为 {name:?} 的数据；数据有 {known}。含有这类符号的文字请以 \" \" 括起。";
    /// A fact of a search that is compared with something else than a number.
    search_needs_number(name: &str, at: usize) =>
        "Character {at} of the search: {name:?} has to be compared with a whole number here.",
        "搜尋文字的第 {at} 個字元：{name:?} 在此須與整數比較。", "搜索文字的第 {at} 个字符：{name:?} 在此须与整数比较。";
    /// A text that has no order.
    search_no_number(name: &str, at: usize) =>
        "Character {at} of the search: {name:?} is a text; compare it with “:”, “=” or “!=”.",
        "搜尋文字的第 {at} 個字元：{name:?} 是文字，請用「:」「=」或「!=」比較。", "搜索文字的第 {at} 个字符：{name:?} 是文字，请用“:”“=”或“!=”比较。";
    /// A sign without a name before it.
    search_no_name(at: usize) =>
        "Character {at} of the search: the name of a fact is missing before the sign.",
        "搜尋文字的第 {at} 個字元：符號之前缺少資料的名稱。", "搜索文字的第 {at} 个字符：符号之前缺少数据的名称。";
    /// A sign without a value.
    search_no_value(at: usize) => "Character {at} of the search: a value or text is missing here.",
        "搜尋文字的第 {at} 個字元：此處缺少值或文字。", "搜索文字的第 {at} 个字符：此处缺少值或文字。";
    /// A quotation that does not end.
    search_unclosed(at: usize) => "Character {at} of the search: this quotation mark has no second one.",
        "搜尋文字的第 {at} 個字元：此引號沒有對應的另一個。", "搜索文字的第 {at} 个字符：此引号没有对应的另一个。";
    /// `or` without conditions on one side.
    search_nothing_beside_or(at: usize) =>
        "Character {at} of the search: “or” needs conditions on both sides.",
        "搜尋文字的第 {at} 個字元：or 兩側都須有條件。", "搜索文字的第 {at} 个字符：or 两侧都须有条件。";
    /// Too many conditions of a search.
    search_conditions(most: usize) => "A search for cards has at most {most} conditions.",
        "搜尋卡牌至多 {most} 個條件。", "搜索卡牌至多 {most} 个条件。";
    /// The canonical bytes of a pool have another digest than the path names.
    wrong_digest(own: impl fmt::Display) => "the canonical bytes of this pool have the digest {own}",
        "此卡池標準位元組的摘要為 {own}", "此卡池标准字节的摘要为 {own}";
    /// Fields that a position has to say, since nothing can be assumed of them.
    not_assumed(fields: &str) =>
        "nothing can be assumed of these fields, so the position has to say them: {fields}",
        "這些欄位無從假定，局面須寫明：{fields}", "这些字段无从假定，局面须写明：{fields}";
    /// A field is not there.
    missing_field(field: &str) => "the field \"{field}\" is missing", "缺少欄位「{field}」", "缺少字段“{field}”";
    /// A rule that a game does not have.
    unknown_rule(game: &str) => "There is no rule of this id in {game}.",
        "{game} 的規則中沒有這個編號。", "{game} 的规则中没有这个编号。";
    /// The game has no rule of this id, but rules of similar ids, `near`.
    unknown_rule_but(game: &str, near: &str) =>
        "There is no rule of this id in {game}. The nearest are {near}.",
        "{game} 的規則中沒有這個編號，相近的是 {near}。", "{game} 的规则中没有这个编号，相近的是 {near}。";
    /// A schema that a game does not have.
    unknown_schema(known: &str) => "schemas are {known}", "結構描述有 {known}", "结构描述有 {known}";
    /// The first finding of the linter in a pool.
    of_finding(code: &str, english: &str, traditional: &str, simplified: &str) => "{code}: {english}",
        "{code}：{traditional}", "{code}：{simplified}";
    /// No game has this id.
    unknown_game() => "no such game", "沒有這個遊戲", "没有这个游戏";
    /// No game has this id; `known` lists the games.
    unknown_game_but(known: &str) => "games are {known}", "遊戲有 {known}", "游戏有 {known}";
    /// A pool of another game.
    pool_of_another_game(game: &str) => "the pool is not one of {game}", "此卡池不屬於 {game}", "此卡池不属于 {game}";
    /// Too many cards in a pool.
    pool_limit(most: usize) => "a pool has at most {most} cards", "卡池至多有 {most} 張卡", "卡池至多有 {most} 张卡";
    /// A card that the pool does not have, in a header or an entry.
    unknown_card() => "the pool has no such card", "卡池中沒有這張卡", "卡池中没有这张卡";
    /// As above, with the nearest id of the pool, `near`.
    unknown_card_but(near: &str) => "the pool has no such card; the nearest is “{near}”",
        "卡池中沒有這張卡；最相近的是「{near}」", "卡池中没有这张卡；最相近的是“{near}”";
    /// As [`unknown_card`], in an entry that the view does not show.
    unseen_unknown_card() => "an entry that this view does not show names a card that the pool does not have",
        "此視角看不到的一筆提到卡池中沒有的卡", "此视角看不到的一条提到卡池中没有的卡";
    /// An entry that is too long.
    entry_bytes(most: usize) => "an entry has at most {most} bytes", "一筆至多 {most} 位元組", "一条至多 {most} 字节";
    /// Facts of a header that are too long.
    facts_bytes(most: usize) => "the facts of a header have at most {most} bytes",
        "開頭的 facts 至多 {most} 位元組", "开头的 facts 至多 {most} 字节";
    /// A ruling that is too long.
    ruling_bytes(most: usize) => "a ruling has at most {most} bytes", "一項裁定至多 {most} 位元組",
        "一项裁定至多 {most} 字节";
    /// The text of a ruling that is too long.
    ruling_text(most: usize) => "the text of a ruling has at most {most} characters",
        "裁定的說明至多 {most} 字", "裁定的说明至多 {most} 字";
    /// The position of a ruling that a view does not show.
    unseen_position() => "the position of a ruling, which this view does not show, cannot be used",
        "裁定的局面此視角看不到，且無法使用", "裁定的局面此视角看不到，且无法使用";
    /// A fault in the position of the header, whose place the view must not learn.
    unseen_start() => "something in the position cannot be used, and this view does not show what",
        "局面中有無法採用之處，此視角看不到是何處", "局面中有无法采用之处，此视角看不到是何处";
    /// A fault in a deck, whose place only its player may learn.
    unseen_deck() => "something in a deck cannot be used, and this view does not show what",
        "牌組中有無法採用之處，此視角看不到是何處", "牌组中有无法采用之处，此视角看不到是何处";
    /// An outcome in a log of a seeded game.
    outcome_without_declared_chance() =>
        "outcomes are logged only where the header says \"chance\": \"declared\"",
        "開頭寫有 \"chance\": \"declared\" 時才記下隨機結果", "开头写有 \"chance\": \"declared\" 时才记下随机结果";
    /// Two items of `facts` about one card; `first` is the index of the earlier one.
    fact_again(first: usize) => "facts/{first} is about the same card; say all of a card in one item",
        "facts/{first} 說的是同一張卡；同一張卡的一切須寫在同一項", "facts/{first} 说的是同一张卡；同一张卡的一切须写在同一项";
    /// An item of `facts` with nothing but the card.
    no_fact() => "this says nothing of the card; the pools of this game may lack what the schema “facts” \
        lists",
        "這一項沒有說明卡上印有什麼；此遊戲的卡池可能缺少的欄位見結構「facts」",
        "这一项没有说明卡上印有什么；此游戏的卡池可能缺少的字段见结构“facts”";
    /// An item of `facts` that contradicts the pool in a field.
    fact_of_pool(field: &str) => "the pool knows the field “{field}” of this card, and it is another one",
        "卡池知道這張卡的欄位「{field}」，且與此不同", "卡池知道这张卡的字段“{field}”，且与此不同";
    /// A fault in the facts of the header, whose place the view must not learn.
    unseen_facts() => "something in the facts cannot be used, and this view does not show what",
        "facts 中有無法使用之處，此視角看不到是什麼", "facts 中有无法使用之处，此视角看不到是什么";
    /// A verdict stops since a field of a card is unknown.
    unknown_fact(field: &str) => "The field “{field}” of a card matters here, and neither the pool nor the \
        facts of the header say what is printed there.",
        "此處涉及一張卡的欄位「{field}」，而卡池與開頭的 facts 都沒有說明其上印有什麼。",
        "此处涉及一张卡的字段“{field}”，而卡池与开头的 facts 都没有说明其上印有什么。";
    /// The SHA-256 of a reveal is not its commit.
    bad_reveal(seat: impl fmt::Display) => "the reveal of seat {seat} does not match its commit",
        "座位{seat}的揭示與其承諾不符", "座位{seat}的揭示与其承诺不符";
    /// A list that is too long.
    list_limit(most: usize) => "a list has at most {most} items here", "此處的列表至多 {most} 項", "此处的列表至多 {most} 项";
    /// A request has both a deck and a list.
    deck_and_list() => "a list takes the place of a deck; send one of them",
        "list 用以代替 deck，只能擇一", "list 用以代替 deck，只能择一";
    /// A request has neither a deck nor a list.
    no_deck() => "the field “deck” is missing, or “list” in its place",
        "缺少欄位「deck」，或代替它的「list」", "缺少字段“deck”，或代替它的“list”";
    /// No digest.
    not_a_pool() => "this is neither a digest nor the name of a pool, such as azur-lane/demo",
        "既不是摘要，也不是卡池名稱（如 azur-lane/demo）", "既不是摘要，也不是卡池名称（如 azur-lane/demo）";
    /// Another format of replays.
    format_is(format: &str) => "the format is “{format}”", "格式為「{format}」", "格式为“{format}”";
    /// Too many entries.
    entry_limit(most: usize) => "a log has at most {most} entries", "紀錄至多 {most} 筆", "记录至多 {most} 条";
    /// Another number of players.
    two_players() => "there are two players", "玩家須為兩名", "玩家须为两名";
    /// A name that is too long.
    name_limit(most: usize) => "a name has at most {most} characters", "名稱至多 {most} 個字元", "名称至多 {most} 个字符";
    /// A header has both commits and a seed.
    commits_for_seed() => "commits and reveals take the place of a seed",
        "承諾與揭示用以代替種子，不得並用", "承诺与揭示用以代替种子，不得并用";
    /// A header has both declared chance and a seed.
    chance_for_seed() => "declared chance takes the place of a seed",
        "記下隨機結果者不得另有種子", "记下随机结果者不得另有种子";
    /// A header has both a salt and a seed.
    salt_beside_seed() =>
        "a salt is for a header without a seed: a seed makes its digests impossible to guess already",
        "鹽值只用於沒有種子的紀錄：有種子時，摘要本已無從猜出",
        "盐值只用于没有种子的记录：有种子时，摘要本已无从猜出";
    /// A header has both a position and decks.
    position_for_decks() => "a position takes the place of decks", "局面用以代替牌組，不得並用", "局面用以代替牌组，不得并用";
    /// A header has both a position and options.
    position_for_options() => "a position takes the place of options",
        "局面用以代替選項，不得並用", "局面用以代替选项，不得并用";
    /// Too many bytes.
    body_bytes(sent: usize, most: usize) => "the body has {sent} bytes, and at most {most} are read",
        "內容有 {sent} 位元組，至多讀取 {most}", "内容有 {sent} 字节，至多读取 {most}";
    /// No UTF-8.
    not_utf8() => "the body is not UTF-8", "內容不是 UTF-8", "内容不是 UTF-8";
    /// A key that `serde_json` reserves for itself.
    reserved_key(begin: &str) => "a key that begins with \"{begin}\" is not accepted",
        "不接受以「{begin}」開頭的鍵", "不接受以“{begin}”开头的键";
    /// Too many values.
    all_values(values: usize, nodes: usize) =>
        "there are more than {values} values, or {nodes} lists and objects",
        "超過 {values} 個值，或 {nodes} 個列表與物件", "超过 {values} 个值，或 {nodes} 个列表与对象";
    /// Too many values outside of logs.
    values(most: usize) => "there are more than {most} values outside of logs",
        "紀錄以外超過 {most} 個值", "记录以外超过 {most} 个值";
    /// Too deep.
    too_deep(depth: usize) => "lists and objects are nested deeper than {depth}",
        "列表與物件的巢狀深度超過 {depth}", "列表与对象的嵌套深度超过 {depth}";
    /// A number that is not written as an integer, or beyond ±(2^53 − 1).
    not_an_integer(number: &str, most: u64) =>
        "{number} is not an integer from -{most} to {most}, written without fraction or exponent",
        "{number} 不是 -{most} 至 {most} 的整數（不帶小數或指數）", "{number} 不是 -{most} 至 {most} 的整数（不带小数或指数）";
    /// Two equal keys.
    key_twice(key: &str) => "the key \"{key}\" occurs twice in one object",
        "鍵「{key}」在一個物件中出現兩次", "键“{key}”在一个对象中出现两次";
    /// A syntax error, in the words of `serde_json`.
    no_json(reader: &str) => "{reader}", "此處不合 JSON 語法（{reader}）", "此处不合 JSON 语法（{reader}）";
    /// A fault in an entry that the view must not learn more of.
    unreadable_entry() => "an entry of the log cannot be read", "紀錄中有一筆無法讀取", "记录中有一条无法读取";
    /// No judgement of the digest is kept that the request could continue.
    unknown_base() => "no judgement of this digest is kept here; send the replay in its place",
        "此處沒有保存該摘要的判定；請改送整份紀錄", "此处没有保存该摘要的判定；请改发整份记录";
    /// No judgement of the digest is kept.
    unknown_verdict() => "no judgement of this digest is kept here", "此處沒有保存該摘要的判定", "此处没有保存该摘要的判定";
    /// An answer by its place in a listing that has none there.
    unlisted_answer(listed: usize) => "{listed} answers are listed, and none has this place",
        "列出了 {listed} 個答案，沒有這個位置", "列出了 {listed} 个答案，没有这个位置";
    /// A game without schemas.
    no_layout() => "this game has no schemas, so that no observation is laid out",
        "此遊戲沒有 schema，無法排出觀測", "此游戏没有 schema，无法排出观测";
    /// A request has neither or both of `base` and `replay`.
    base_or_replay() => "send either \"base\" or \"replay\", and not both",
        "「base」與「replay」須恰有其一", "“base”与“replay”须恰有其一";
    /// Too few or too many logs.
    logs_limit(most: usize) => "2 to {most} logs can be compared", "可比較 2 至 {most} 份紀錄", "可比较 2 至 {most} 份记录";
    /// An index beyond the log.
    log_has(entries: Entries) => "the log has {entries:#}", "紀錄有 {entries} 筆", "记录有 {entries} 条";
    /// As [`log_has`], where the view must not learn how many.
    log_has_fewer() => "the log has fewer entries", "紀錄沒有這麼多筆", "记录没有这么多条";
    /// The field that a sentence about a value begins with.
    in_field(field: &str) => "field \"{field}\": ", "欄位「{field}」：", "字段“{field}”：";
    /// An example of a right value.
    for_example(example: &str) => ", for example {example}", "，例如 {example}", "，例如 {example}";
    /// A value of another kind than the schema asks for.
    wrong_value(expected: &str, example: &str, sent: &str) =>
        "this has to be {expected}{example}; {sent} was sent",
        "此處應為{expected}{example}；送來的是 {sent}", "此处应为{expected}{example}；发来的是 {sent}";
    /// As [`wrong_value`], with the words nearest to the one sent.
    wrong_value_near(expected: &str, sent: &str, near: &str) =>
        "this has to be {expected}; {sent} was sent, nearest to which: {near}",
        "此處應為{expected}；送來的是 {sent}，最接近的是 {near}", "此处应为{expected}；发来的是 {sent}，最接近的是 {near}";
    /// A required field is missing.
    missing_value(field: &str, expected: &str, example: &str) =>
        "the field \"{field}\" is missing; it has to be {expected}{example}",
        "缺少欄位「{field}」：該處應為{expected}{example}", "缺少字段“{field}”：该处应为{expected}{example}";
    /// A field in an object that has none.
    no_fields() => "there are no fields here", "此處沒有任何欄位", "此处没有任何字段";
    /// A field that the object does not have; `fields` lists those that it has.
    fields_are(fields: &str) => "there is no such field here; the fields are {fields}",
        "此處沒有這個欄位；欄位有 {fields}", "此处没有这个字段；字段有 {fields}";
    /// A place where any value may stand.
    a_value() => "a value", "一個值", "一个值";
    /// A card.
    a_card() => "a card number (0 to 65535)", "卡牌編號（0 至 65535）", "卡牌编号（0 至 65535）";
    /// A seat.
    a_seat() => "a seat (0 or 1)", "座位（0 或 1）", "座位（0 或 1）";
    /// One of some words.
    one_of(words: &str) => "one of {words}", "下列之一：{words}", "下列之一：{words}";
    /// Yes or no.
    true_or_false() => "true or false", " true 或 false", " true 或 false";
    /// A text.
    a_text() => "a text", "文字", "文字";
    /// A text that a regular expression describes.
    a_text_like(form: &str) => "a text of the form {form}", "{form} 這種形式的文字", "{form} 这种形式的文字";
    /// A list.
    a_list() => "a list", "列表", "列表";
    /// A list of something.
    a_list_of(item: &str) => "a list in which each item is {item}", "列表，每項為{item}", "列表，每项为{item}";
    /// An object.
    an_object() => "an object", "物件", "对象";
    /// An object with fields.
    an_object_with(fields: &str) => "an object with the fields {fields}",
        "具有欄位 {fields} 的物件", "具有字段 {fields} 的对象";
    /// One of several objects.
    an_object_whose(field: &str, words: &str) => "an object whose field \"{field}\" is one of {words}",
        "欄位「{field}」為下列之一的物件：{words}", "字段“{field}”为下列之一的对象：{words}";
    /// A number within bounds.
    a_number(least: i64, most: i64) => "a whole number from {least} to {most}",
        " {least} 至 {most} 的整數", " {least} 至 {most} 的整数";
    /// A number with a lower bound.
    a_number_from(least: i64) => "a whole number of at least {least}", "至少為 {least} 的整數", "至少为 {least} 的整数";
    /// A number with an upper bound.
    a_number_to(most: i64) => "a whole number of at most {most}", "至多為 {most} 的整數", "至多为 {most} 的整数";
    /// A number.
    any_number() => "a whole number", "整數", "整数";
}

/// Puts `around` about a sentence in each language.
pub(crate) fn of_each(inner: &Detail, around: fn(&str) -> Detail) -> Detail {
    Detail::new(LANGUAGES.map(|language| around(inner.text(language)).into_text(language)))
}

/// Joins alternatives with “or”, in each language to at most `longest` characters.
pub(crate) fn either(texts: &[Detail], longest: usize) -> Detail {
    Detail::new(LANGUAGES.map(|language| {
        let or = if language == Language::English { ", or " } else { "，或" };
        let texts: Vec<&str> = texts.iter().map(|text| text.text(language)).collect();
        shorten(&texts.join(or), longest)
    }))
}

const LANGUAGES: [Language; 3] =
    [Language::English, Language::TraditionalChinese, Language::SimplifiedChinese];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_noun_that_goes_with_them() {
        let texts = [0, 1, 2].map(|count| log_has(Entries(count)));
        let english = texts.each_ref().map(|text| text.text(Language::English));
        assert_eq!(english, ["the log has 0 entries", "the log has 1 entry", "the log has 2 entries"]);
        assert_eq!(texts.map(|text| text.into_text(Language::TraditionalChinese))[1], "紀錄有 1 筆");
        assert_eq!(Detail::from("only this").text(Language::SimplifiedChinese), "only this");
    }
}

texts! { pub Saying;
    /// A list of the values of an object in place of the object.
    object_expected() => "this has to be an object, not the list of its values",
        "此處應為物件，不是其值的列表", "此处应为对象，不是其值的列表";
    /// A value that a reader refuses without a reason.
    unreadable() => "this cannot be read", "此處的內容無法讀取", "此处的内容无法读取";
}
