//! Reports of verdicts and faults in a terminal.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::collections::BTreeMap;

use rules_judge::cli::diagnostic::File;
use rules_judge::cli::report::Reporter;
use rules_judge::http::fault::Problem;
use rules_judge_replays::answer::{
    Fault, FaultCode, Illegal, Language, Legal, NextDecision, NotJudged, RefusalAnswer, Verdict, VerdictKind,
    View, Written,
};
use rules_judge_replays::judging::Judge;
use serde_json::{Value, json};

const PRETTY: &str = r#"{
  "game": "azur-lane",
  "actions": [
    {"seat": 0, "type": "pass"},
    {
      "seat": 1,
      "type": "attack",
      "target": 31
    }
  ]
}
"#;

fn verdict() -> Verdict {
    Verdict {
        chance: None,
        accepted: 1,
        accepted_digest: None,
        assumed: Vec::new(),
        claim: None,
        edition: "2025-05-28".to_owned(),
        facts: Vec::new(),
        game: "azur-lane".to_owned(),
        has_secret: true,
        illegal: None,
        log_digest: None,
        next: vec![NextDecision {
            about: None,
            kind: "main_phase",
            label: None,
            legal: None,
            purpose: None,
            sealed: false,
            seat: Some(1),
            text: "seat 1 acts in the main phase".to_owned(),
        }],
        not_judged: None,
        outcome: None,
        pool: String::new(),
        replay_digest: None,
        rulings: vec![],
        semantics: 1,
        standing: vec![],
        state: Written::new(&json!({"turn": 3, "phase": "battle", "active": 1, "zones": {}})).ok(),
        state_digest: None,
        trace: None,
        trace_next: None,
        verdict: VerdictKind::Legal,
        waiting: None,
    }
}

fn refusal(pointer: &str, code: &str, message: &str, cites: &[&str]) -> RefusalAnswer {
    RefusalAnswer {
        cites: cites.iter().map(|&id| id.to_owned()).collect(),
        code: code.to_owned(),
        message: message.to_owned(),
        named_cards: BTreeMap::new(),
        params: json!({}),
        pointer: pointer.to_owned(),
    }
}

fn illegal() -> Verdict {
    let target = "/actions/1/target";
    Verdict {
        illegal: Some(Illegal {
            action: Some(json!({"seat": 1, "type": "attack", "target": 31})),
            at: Some(1),
            legal: Some(Legal {
                ability_texts: Vec::new(),
                complete: false,
                count: Some(12),
                listing: Vec::new(),
                named_cards: Written::new(&json!([])).unwrap(),
                shapes: Written::new(&json!([{"type": "attack"}, {"type": "pass"}])).unwrap(),
                texts: Vec::new(),
            }),
            pointer: target.to_owned(),
            refusals: vec![
                refusal(target, "target_not_rested", "the target is not rested", &["505.2a", "312.3b"]),
                refusal(target, "target_is_own", "the target is one's own", &["505.2b"]),
            ],
            seat: Some(1),
            stage: "log".to_owned(),
        }),
        verdict: VerdictKind::Illegal,
        ..verdict()
    }
}

fn reported(verdict: &Verdict, source: &str, view: View) -> String {
    let judge = Judge::new();
    let reporter = Reporter { judge: &judge, language: Language::English, colours: false };
    reporter.verdict(verdict, &File { name: "game.json", bytes: Some(source.as_bytes()), line: None }, view)
}

fn reported_fault(fault: &Fault, source: &[u8]) -> String {
    let judge = Judge::new();
    let reporter = Reporter { judge: &judge, language: Language::English, colours: false };
    reporter.problem(
        &Problem::new(fault, Language::English),
        &File { name: "game.json", bytes: Some(source), line: None },
    )
}

#[track_caller]
fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "missing {part:?} in:\n{text}");
    }
}

#[test]
fn an_illegal_entry_is_underlined_in_its_file() {
    let text = reported(&illegal(), PRETTY, View::Full);
    println!("{text}");
    has(
        &text,
        &[
            "error[target_not_rested]: the target is not rested",
            "--> game.json:8:17",
            "8 |       \"target\": 31",
            "^^ against 505.2a",
            "entry 1 by seat 1",
            "position: turn 3, phase battle, active 1, seat 1 acts in the main phase",
            "rule 505.2a",
            "rule 312.3b",
            "also: the target is one's own (target_is_own; 505.2b)",
            "help: legal here (12 answers): attack, pass",
        ],
    );
    assert!(text.find("rule 505.2a") < text.find("help:"));
}

#[test]
fn an_entry_of_one_long_line_is_laid_out() {
    let long = json!({"seat": 1, "target": 31, "type": "attack", "why": "x".repeat(90)});
    let value = json!({"actions": [{"seat": 0, "pad": "y".repeat(400)}, long]});
    let text = reported(&illegal(), &value.to_string(), View::Full);
    println!("{text}");
    let column = value.to_string().find("31,").unwrap() + 1;
    let place = format!("--> game.json#/actions/1:1:{column}\n");
    has(&text, &[place.as_str(), "\n3 |   \"target\": 31,\n", "^^ against 505.2a"]);
    assert!(!text.contains("yyyy"));

    let short: Value = json!({"actions": [{"pad": "y".repeat(400)}, {"seat": 1, "target": 31}]});
    let text = reported(&illegal(), &short.to_string(), View::Full);
    println!("{text}");
    has(&text, &["--> game.json#/actions/1:", "{\"seat\":1,\"target\":31}", "^^ against 505.2a"]);
}

#[test]
fn a_seat_is_not_shown_the_file() {
    let text = reported(&illegal(), PRETTY, View::Seat0);
    has(&text, &["error[target_not_rested]", "game.json#/actions/1/target"]);
    assert!(!text.contains("31\n") && !text.contains('^'), "{text}");
}

#[test]
fn all_faults_of_a_header_are_told() {
    let source = "{\n  \"players\": [\n    {\"deck\": {\"cards\": [{\"card\": \"a\", \"n\": 9}]}}\n  ]\n}";
    let mut verdict = illegal();
    let illegal = verdict.illegal.as_mut().unwrap();
    illegal.at = None;
    illegal.stage = "header".to_owned();
    illegal.refusals = vec![
        refusal("/players/0/deck/cards/0/n", "too_many_copies", "more copies than four", &["201.1"]),
        refusal("/players/0/deck/flagship", "no_flagship", "the deck has no flagship", &["202.1"]),
    ];
    let text = reported(&verdict, source, View::Full);
    println!("{text}");
    has(
        &text,
        &[
            "error[too_many_copies]",
            "--> game.json:3:44",
            "^ against 201.1",
            "error[no_flagship]",
            "against 202.1",
        ],
    );
}

#[test]
fn what_was_not_judged_says_from_where() {
    let not_judged = Some(NotJudged::new(Some(1), "step_limit", Language::default()));
    let verdict = Verdict { not_judged, verdict: VerdictKind::NotJudged, ..verdict() };
    has(
        &reported(&verdict, PRETTY, View::Full),
        &["error[step_limit]", "--> game.json:5:5", "1 entry before it is within the rules"],
    );
}

#[test]
fn a_legal_game_is_one_line() {
    let open = reported(&verdict(), PRETTY, View::Full);
    assert_eq!(open, "game.json: legal, 1 entry; seat 1 acts in the main phase\n");
    let outcome = Some(json!({"kind": "win", "winner": 0, "reason": "deck_out", "cites": ["102.3c"]}));
    let ended = reported(&Verdict { outcome, next: vec![], ..verdict() }, PRETTY, View::Full);
    assert_eq!(ended, "game.json: legal, 1 entry, seat 0 wins (deck_out)\n");
}

/// The words around a message are in its language, and nouns agree with their numbers.
#[test]
fn a_report_is_in_one_language() {
    let judge = Judge::new();
    let reported = |language, accepted| {
        let reporter = Reporter { judge: &judge, language, colours: false };
        let file = File { name: "game.json", bytes: Some(PRETTY.as_bytes()), line: None };
        reporter.verdict(&Verdict { accepted, ..illegal() }, &file, View::Full)
    };
    for (accepted, before) in [
        (0, "the 0 entries before it are within the rules"),
        (1, "the 1 entry before it is within the rules"),
        (2, "the 2 entries before it are within the rules"),
    ] {
        has(&reported(Language::English, accepted), &["= note: entry 1 by seat 1; ", before]);
    }
    for (language, parts) in [
        (
            Language::TraditionalChinese,
            [
                "錯誤[target_not_rested]",
                "違反 505.2a",
                "= 註: 第 1 筆，出自座位1；",
                "= 註: 規則 505.2a：",
                "= 提示: 此處合規的有（12 種答案）：attack",
            ],
        ),
        (
            Language::SimplifiedChinese,
            [
                "错误[target_not_rested]",
                "违反 505.2a",
                "= 注: 第 1 条，出自座位1；",
                "= 注: 规则 505.2a：",
                "= 提示: 此处合规的有（12 种答案）：attack",
            ],
        ),
    ] {
        let text = reported(language, 1);
        has(&text, &parts);
        for english in ["error", "note", "help", "rule ", "entry", "entries", "legal", "asked", "against"] {
            assert!(!text.contains(english), "{english} in:\n{text}");
        }
    }
}

#[test]
fn a_malformed_file_is_shown_at_its_line_and_column() {
    let mut fault = Fault::new(FaultCode::UnreadableJson, "expected a comma");
    fault.place = Some((2, 8));
    let text = reported_fault(&fault, "{\n  \"戰\": ,\n}".as_bytes());
    println!("{text}");
    has(
        &text,
        &[
            "error[unreadable_json]: The body is not readable JSON: expected a comma",
            "--> game.json:2:8",
            "2 |   \"戰\": ,",
        ],
    );
}

#[test]
fn hostile_bytes_never_break_the_report() {
    let wide = "戰".repeat(4000);
    let sources: [&[u8]; 6] =
        [b"", b"\xff\xfe\x00", b"{\"actions\":[", b"\x1b[31m{\"a\":\x1b}", &[b'['; 5000], wide.as_bytes()];
    for source in sources {
        for place in
            [None, Some((0, 0)), Some((1, 1)), Some((1, 300)), Some((9, 9)), Some((1_000_000, 1_000_000))]
        {
            for pointer in [None, Some(""), Some("/actions/0"), Some("/a"), Some("x~"), Some("/0/0/0/戰")] {
                let mut fault = Fault::new(FaultCode::WrongShape, "odd \u{1b}[31m");
                fault.place = place;
                fault.pointer = pointer.map(str::to_owned);
                let text = reported_fault(&fault, source);
                assert!(!text.contains('\u{1b}'), "{text}");
                assert!(text.len() < 4000, "{text}");
            }
        }
    }
}
