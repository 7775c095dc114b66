//! `GET /rules` and below: the rules as pages.

use std::fmt::Write;

use rules_judge_replays::answer::{Fault, Language};
use rules_judge_replays::catalog::printed::PrintedTexts;
use rules_judge_replays::catalog::rulebook::{
    InLanguages, OfficialAnswer, ProofAnswer, RuleAnswer, RulesAnswer, RulesQuery,
};
use rules_judge_replays::judging::Judge;

use super::{escaped, in_path, made, proofs, title};
use crate::call::{Question, Way};
use crate::request::Request;

/// All languages, that of the page first.
const fn languages(first: Language) -> [Language; 3] {
    use Language::{English, SimplifiedChinese, TraditionalChinese};
    match first {
        English => [English, TraditionalChinese, SimplifiedChinese],
        TraditionalChinese => [TraditionalChinese, SimplifiedChinese, English],
        SimplifiedChinese => [SimplifiedChinese, TraditionalChinese, English],
    }
}

/// The texts around the rules.
struct Words {
    rules: &'static str,
    search: &'static str,
    ours: &'static str,
    /// Before the sentence that the book prints.
    printed: &'static str,
    /// Of a ruling for which no official answer is known.
    ours_alone: &'static str,
    confirmed_by: &'static str,
    differs_from: &'static str,
    question: &'static str,
    reason: &'static str,
    above: &'static str,
    below: &'static str,
    rulings: &'static str,
    cited_by: &'static str,
    cites: &'static str,
    /// The text before the proofs that the judge applies a rule.
    shown_by: &'static str,
    cases: &'static str,
    /// The kinds of proofs: the word in answers, and the word on the page.
    proofs: [(&'static str, &'static str); 5],
}

const fn words(language: Language) -> Words {
    match language {
        Language::English => Words {
            rules: "Rules",
            search: "Search and boards",
            ours: "Our ruling",
            printed: "As printed, which prevails",
            ours_alone: "No official answer to this question is known.",
            confirmed_by: "An official answer says the same",
            differs_from: "An official answer says something else",
            question: "Question",
            reason: "Why",
            above: "Above",
            below: "Below",
            rulings: "Rulings on it",
            cited_by: "Referred to by",
            cites: "Refers to",
            shown_by: "Shown by tests of the judge",
            cases: "Cases that cite it",
            proofs: [
                ("refuses", "it refuses something"),
                ("happens", "it makes something happen"),
                ("computes", "it changes a number"),
                ("permits", "it permits something"),
                ("hides", "it hides something"),
            ],
        },
        Language::TraditionalChinese => Words {
            rules: "規則",
            search: "搜尋與桌面",
            ours: "本裁判的裁定",
            printed: "規則書原文（以此為準）",
            ours_alone: "尚無已知的官方答覆。",
            confirmed_by: "官方答覆與此相同",
            differs_from: "官方答覆與此不同",
            question: "問題",
            reason: "理由",
            above: "上層",
            below: "下層",
            rulings: "相關裁定",
            cited_by: "參照它的",
            cites: "它參照的",
            shown_by: "由裁判的測試證明",
            cases: "引用它的案例",
            proofs: [
                ("refuses", "使某事不合法"),
                ("happens", "使某事發生"),
                ("computes", "改變數值"),
                ("permits", "允許某事"),
                ("hides", "隱藏某事"),
            ],
        },
        Language::SimplifiedChinese => Words {
            rules: "规则",
            search: "搜索与桌面",
            ours: "本裁判的裁定",
            printed: "规则书原文（以此为准）",
            ours_alone: "尚无已知的官方答复。",
            confirmed_by: "官方答复与此相同",
            differs_from: "官方答复与此不同",
            question: "问题",
            reason: "理由",
            above: "上层",
            below: "下层",
            rulings: "相关裁定",
            cited_by: "参照它的",
            cites: "它参照的",
            shown_by: "由裁判的测试证明",
            cases: "引用它的案例",
            proofs: [
                ("refuses", "使某事不合法"),
                ("happens", "使某事发生"),
                ("computes", "改变数值"),
                ("permits", "允许某事"),
                ("hides", "隐藏某事"),
            ],
        },
    }
}

/// `GET /rules`: the list of games.
pub(crate) fn rulebooks(request: &Request<'_>, _: &[String]) -> Result<Question, Fault> {
    made(Way::AtOnce, request, |judge, language| {
        let Words { rules, .. } = words(language);
        let mut body = format!("<h1>{rules}</h1>\n<ul class=\"games\">\n");
        for line in judge.games().games {
            let (game, title) = (line.game, escaped(line.title.text(language)));
            // Writing to a string cannot fail.
            let _ = writeln!(body, "<li><a class=\"game\" href=\"/rules/{game}\">{title}</a></li>");
        }
        body.push_str("</ul>\n");
        let _ = writeln!(body, "<p><a href=\"/proofs\">{}</a></p>", proofs::title(language));
        Ok((rules.to_owned(), body))
    })
}

/// `GET /rules/{game}`: all rules of a game.
pub(crate) fn rules(request: &Request<'_>, path: &[String]) -> Result<Question, Fault> {
    let game = path.concat();
    made(Way::Judged, request, move |judge, language| rules_body(judge, &game, language))
}

/// The rules of a game, and the title of the page.
fn rules_body(judge: &Judge, game: &str, language: Language) -> Result<(String, String), Fault> {
    let query = RulesQuery { language, ..RulesQuery::default() };
    let RulesAnswer { game, rules, edition, .. } = judge.all_rules(game, &query)?;
    let name = title(judge, game, language);
    let Words { rules: heading, search, printed, .. } = words(language);
    let mut body = format!(
        "<p><a href=\"/rules\">{heading}</a> · <a href=\"/#/{game}/rules\">{search}</a></p>\n\
         <h1>{} <span class=\"quiet\">{edition}</span></h1>\n<dl class=\"book-rules\">\n",
        escaped(name)
    );
    for rule in rules {
        let link = format!("/rules/{game}/{}", in_path(rule.id));
        let (id, text) = (escaped(rule.id), escaped(rule.text));
        let question = rule.question.map(|question| format!("<em>{}</em> ", escaped(question)));
        let _ = writeln!(
            body,
            "<dt><a href=\"{link}\">{id}</a></dt>\n<dd>{}{text}{}</dd>",
            question.unwrap_or_default(),
            as_printed(rule.printed.as_ref(), printed)
        );
    }
    body.push_str("</dl>\n");
    Ok((format!("{name}: {heading}"), body))
}

/// `GET /rules/{game}/{id}`: one rule.
pub(crate) fn rule(request: &Request<'_>, path: &[String]) -> Result<Question, Fault> {
    let mut path = path.iter().cloned();
    let (game, id) = (path.next().unwrap_or_default(), path.next().unwrap_or_default());
    made(Way::AtOnce, request, move |judge, language| {
        let rule = judge.rule(&game, &id, language)?;
        let name = title(judge, rule.game, language);
        let body = rule_body(&rule, name, language);
        Ok((format!("{} · {name}", rule.id), body))
    })
}

/// The word for a kind of proof.
pub(crate) fn proof_word(proof: &'static str, language: Language) -> &'static str {
    let proofs = words(language).proofs;
    proofs.iter().find(|(name, _)| *name == proof).map_or(proof, |(_, word)| *word)
}

/// What the book prints, in every language in which it is known.
fn as_printed(texts: Option<&PrintedTexts>, heading: &str) -> String {
    let mut body = String::new();
    for (tag, text) in texts.into_iter().flatten() {
        // Writing to a string cannot fail.
        let _ =
            write!(body, "\n<blockquote lang=\"{tag}\"><p>{heading}: {}</p></blockquote>\n", escaped(text));
    }
    body
}

fn rule_body(rule: &RuleAnswer, name: &str, language: Language) -> String {
    let words = words(language);
    let search = words.search;
    let game = rule.game;
    let link = |id: &str| format!("<a href=\"/rules/{game}/{}\">{}</a>", in_path(id), escaped(id));
    let mut body = format!(
        "<p><a href=\"/rules/{game}\">{}</a> · <a \
        href=\"/#/{game}/rules/{}\">{search}</a></p>\n<h1>{}</h1>\n",
        escaped(name),
        in_path(rule.id),
        escaped(rule.id)
    );
    if rule.ours {
        push_official_answers(&mut body, rule, &words);
    }
    push_texts(&mut body, rule, &words, language);
    body.push_str(&as_printed(rule.printed.as_ref(), words.printed));
    let lists = [
        (words.above, rule.parent.into_iter().collect()),
        (words.below, rule.children.clone()),
        (words.rulings, rule.rulings.clone()),
        (words.cited_by, rule.cited_by.clone()),
        (words.cites, rule.cites.clone()),
    ];
    for (heading, ids) in lists {
        if !ids.is_empty() {
            let links: Vec<String> = ids.into_iter().map(link).collect();
            let _ = writeln!(body, "<p>{heading}: {}</p>", links.join(" · "));
        }
    }
    if !rule.proofs.is_empty() {
        let _ = writeln!(body, "<p>{}:</p>\n<ul>", words.shown_by);
        for ProofAnswer { case, proof } in &rule.proofs {
            let kind = proof_word(proof, language);
            let _ = writeln!(body, "<li>{kind} ({})</li>", escaped(case));
        }
        body.push_str("</ul>\n");
    }
    if !rule.cases.is_empty() {
        let _ = writeln!(body, "<p class=\"quiet\">{}: {}</p>", words.cases, escaped(&rule.cases.join(", ")));
    }
    let [previous, next] = [rule.previous, rule.next].map(|id| id.map(link).unwrap_or_default());
    let _ = writeln!(body, "<nav class=\"row spread\"><span>{previous}</span><span>{next}</span></nav>");
    body
}

/// Marks a rule as a ruling, and lists the official answers to its question.
fn push_official_answers(body: &mut String, rule: &RuleAnswer, words: &Words) {
    let _ = writeln!(body, "<p><span class=\"tag ruling\">{}</span></p>", words.ours);
    let answers = [(words.confirmed_by, &rule.confirmed_by), (words.differs_from, &rule.differs_from)];
    for (heading, official) in answers {
        for OfficialAnswer { date, source } in official {
            let date = date.map(|date| format!(" ({date})")).unwrap_or_default();
            let _ = writeln!(body, "<p>{heading}: {}{date}</p>", escaped(source));
        }
    }
    if rule.confirmed_by.is_empty() && rule.differs_from.is_empty() {
        let _ = writeln!(body, "<p class=\"quiet\">{}</p>", words.ours_alone);
    }
}

/// The texts of a rule in every language, that of the page first.
fn push_texts(body: &mut String, rule: &RuleAnswer, words: &Words, language: Language) {
    for (place, tongue) in languages(language).into_iter().enumerate() {
        let escaped_text = |texts: Option<InLanguages>| texts.map(|texts| escaped(texts.text(tongue)));
        let _ = writeln!(body, "<section lang=\"{}\">", tongue.tag());
        if let Some(text) = escaped_text(rule.questions) {
            let _ = writeln!(body, "<p class=\"quiet\">{}: {text}</p>", words.question);
        }
        let class = if place == 0 { " class=\"rule-text\"" } else { "" };
        let _ = writeln!(body, "<p{class}>{}</p>", escaped(rule.texts.text(tongue)));
        if let Some(text) = escaped_text(rule.reasons) {
            let _ = writeln!(body, "<p class=\"quiet\">{}: {text}</p>", words.reason);
        }
        body.push_str("</section>\n");
    }
}
