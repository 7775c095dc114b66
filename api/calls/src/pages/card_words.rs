//! `GET /card-words/{game}`: every word of the ability language of a game, with its meaning and the phrase in
//! which `read_back` puts it.

use std::fmt::Write;

use rules_judge_replays::answer::{Fault, Language};
use rules_judge_replays::judging::Judge;

use super::{escaped, made};
use crate::call::{Question, Way};
use crate::request::Request;

/// The words of a game.
pub(crate) fn words(request: &Request<'_>, path: &[String]) -> Result<Question, Fault> {
    let game = path.concat();
    made(Way::Judged, request, move |judge, language| body(judge, &game, language))
}

/// The title, the first paragraph, and the heads of the columns.
const fn heading(language: Language) -> (&'static str, &'static str, [&'static str; 3]) {
    match language {
        Language::English => (
            "Words of cards",
            "The headings are types of the JSON Schema of pools. A word without a name is a type that has \
            fields \
             and no alternatives. The phrase is that of the plain form: {…} is a field, {it} all that the \
             word \
             holds, what stands in […] is left out where its field is, or after | replaced.",
            ["Word", "Meaning", "Phrase"],
        ),
        Language::TraditionalChinese => (
            "卡牌資料的詞",
            "標題是卡池的JSON Schema的類型。沒有名稱的詞是只有欄位、沒有選項的類型。句式為一般形式：{…}是欄位，{it}是該詞的\
             全部內容，[…]中的部分在欄位省略時一併省略，或以|之後的文字代替。",
            ["詞", "意義（英文）", "句式"],
        ),
        Language::SimplifiedChinese => (
            "卡牌数据的词",
            "标题是卡池的JSON Schema的类型。没有名称的词是只有字段、没有选项的类型。句式为一般形式：{…}是字段，{it}是该词的\
             全部内容，[…]中的部分在字段省略时一并省略，或以|之后的文字代替。",
            ["词", "意义（英文）", "句式"],
        ),
    }
}

/// The title and the body of the page.
fn body(judge: &Judge, game: &str, language: Language) -> Result<(String, String), Fault> {
    let words = judge.card_words(game, language)?;
    let (heading, about, [word, meaning, phrase]) = heading(language);
    let name = super::title(judge, game, language);
    let mut body = format!("<h1>{}: {heading}</h1>\n<p>{about}</p>\n", escaped(name));
    for of in words.chunk_by(|left, right| left.of == right.of) {
        let title = of.first().map(|first| escaped(&first.of)).unwrap_or_default();
        // Writing to a string cannot fail.
        let _ = writeln!(body, "<h2 id=\"{title}\">{title}</h2>\n<table class=\"listed\">");
        let heads = [word, meaning, phrase].map(|head| format!("<th scope=\"col\">{head}</th>"));
        let _ = writeln!(body, "<tr>{}</tr>", heads.concat());
        for word in of {
            let name = if word.word == "-" {
                String::new()
            } else {
                format!("<code>{}</code>", escaped(&word.word))
            };
            let (meaning, phrase) = (escaped(&word.meaning), escaped(&word.phrase));
            let _ = writeln!(body, "<tr><td>{name}</td><td lang=\"en\">{meaning}</td><td>{phrase}</td></tr>");
        }
        body.push_str("</table>\n");
    }
    Ok((format!("{name}: {heading}"), body))
}
