//! `GET /proofs`: every rule of every book with its kind, and how it is proven that the judge applies it.

use std::fmt::Write;

use rules_judge_replays::answer::{Fault, Language};
use rules_judge_replays::catalog::rulebook::{ProofAnswer, RuleAnswer, RulesAnswer, RulesQuery};
use rules_judge_replays::judging::Judge;

use super::rules::proof_word;
use super::{escaped, in_path, made};
use crate::call::{Question, Way};
use crate::request::Request;

/// The table of all rules.
pub(crate) fn proofs(request: &Request<'_>, _: &[String]) -> Result<Question, Fault> {
    made(Way::Judged, request, |judge, language| Ok((title(language).to_owned(), body(judge, language)?)))
}

/// The texts around the rules.
struct Words {
    title: &'static str,
    about: &'static str,
    /// The heads of the columns.
    columns: [&'static str; 3],
    /// The kinds of rules: the word in answers, and the word on the page.
    kinds: [(&'static str, &'static str); 5],
    /// The sentence about the enforced rules of a game: how many there are, how many are proven, and how many
    /// have a reason why not.
    counted: fn(usize, usize, usize) -> String,
}

const fn words(language: Language) -> Words {
    match language {
        Language::English => Words {
            title: "How each rule is proven",
            about: "A case proves a rule when its verdict, its events or what a viewer sees are different \
                    without the rule. Structural rules hold by the form of a game, definitions are used by \
                    other \
                    rules, and rules about people at the table are not judged.",
            columns: ["Rule", "Kind", "Proven by"],
            kinds: [
                ("enforced", "enforced"),
                ("definition", "definition"),
                ("structural", "structural"),
                ("table", "about people"),
                ("ruling", "our ruling"),
            ],
            counted: |all, proven, reasons| {
                format!(
                    "Rules that the judge enforces: {all}; proven by cases: {proven}; with a written reason \
                     instead: {reasons}."
                )
            },
        },
        Language::TraditionalChinese => Words {
            title: "每條規則如何得到證明",
            about: "若除去某條規則後，案例的判定、事件或觀看者所見有所不同，該案例即證明此規則。結構性的規則由遊戲的\
                    形式保證，定義由其他規則使用，關於桌邊行為的規則不予判定。",
            columns: ["規則", "類別", "證明"],
            kinds: [
                ("enforced", "執行"),
                ("definition", "定義"),
                ("structural", "結構"),
                ("table", "桌邊行為"),
                ("ruling", "本站裁定"),
            ],
            counted: |all, proven, reasons| {
                format!("執行{all}條規則：{proven}條由案例證明，{reasons}條附有書面理由。")
            },
        },
        Language::SimplifiedChinese => Words {
            title: "每条规则如何得到证明",
            about: "若除去某条规则后，案例的判定、事件或观看者所见有所不同，该案例即证明此规则。结构性的规则由游戏的\
                    形式保证，定义由其他规则使用，关于桌边行为的规则不予判定。",
            columns: ["规则", "类别", "证明"],
            kinds: [
                ("enforced", "执行"),
                ("definition", "定义"),
                ("structural", "结构"),
                ("table", "桌边行为"),
                ("ruling", "本站裁定"),
            ],
            counted: |all, proven, reasons| {
                format!("执行{all}条规则：{proven}条由案例证明，{reasons}条附有书面理由。")
            },
        },
    }
}

/// The title of the page.
pub(crate) const fn title(language: Language) -> &'static str {
    words(language).title
}

fn body(judge: &Judge, language: Language) -> Result<String, Fault> {
    let words = words(language);
    let mut body = format!("<h1>{}</h1>\n<p>{}</p>\n", words.title, words.about);
    for line in judge.games().games {
        let (game, title) = (line.game, escaped(line.title.text(language)));
        let query = RulesQuery { language, ..RulesQuery::default() };
        let RulesAnswer { rules, .. } = judge.all_rules(game, &query)?;
        let rules: Result<Vec<RuleAnswer>, Fault> =
            rules.iter().map(|rule| judge.rule(game, rule.id, language)).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(body, "<h2 id=\"{game}\">{title}</h2>");
        table(&mut body, &rules?, &words, language);
    }
    Ok(body)
}

/// The rules of one game.
fn table(body: &mut String, rules: &[RuleAnswer], words: &Words, language: Language) {
    let enforced = || rules.iter().filter(|rule| rule.kind == "enforced");
    let proven = enforced().filter(|rule| !rule.proofs.is_empty()).count();
    let reasons = enforced().filter(|rule| rule.proofs.is_empty() && rule.unproven.is_some()).count();
    let _ = writeln!(
        body,
        "<p>{}</p>\n<table class=\"listed\">",
        (words.counted)(enforced().count(), proven, reasons)
    );
    let [rule, kind, by] = words.columns;
    let _ = writeln!(
        body,
        "<tr><th scope=\"col\">{rule}</th><th scope=\"col\">{kind}</th><th scope=\"col\">{by}</th></tr>"
    );
    for rule in rules {
        let link = format!("/rules/{}/{}", rule.game, in_path(rule.id));
        let word = |(name, word): &(&str, &'static str)| (*name == rule.kind).then_some(*word);
        let kind = words.kinds.iter().find_map(word).unwrap_or(rule.kind);
        let proof =
            |proof: &ProofAnswer| format!("{} ({})", proof_word(proof.proof, language), escaped(proof.case));
        let stop = if language == Language::English { "; " } else { "；" };
        let proofs: Vec<String> = rule.proofs.iter().map(proof).collect();
        let reason = rule.unproven.map(|reason| format!("<span lang=\"en\">{}</span>", escaped(reason)));
        let by = if proofs.is_empty() { reason.unwrap_or_default() } else { proofs.join(stop) };
        let id = escaped(rule.id);
        let _ = writeln!(body, "<tr><td><a href=\"{link}\">{id}</a></td><td>{kind}</td><td>{by}</td></tr>");
    }
    body.push_str("</table>\n");
}
