//! The tables in docs/limits.md are those of the code. With `UPDATE_LIMITS=1` in the environment the test
//! writes them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

use rules_judge::config::{SETTINGS, Setting};
use rules_judge::http::fault::entry;
use rules_judge::limits::Limits;
use rules_judge_replays::answer::FaultCode;
use rules_judge_replays::catalog::limits::{FIXED, FixedLimit};

/// A number with its digits in groups of three; a number of bytes in KiB or MiB if it is a multiple.
fn shown(value: u64, are_bytes: bool) -> String {
    const KIB: u64 = 1024;
    const MIB: u64 = 1024 * KIB;
    match value {
        value if are_bytes && value >= MIB && value % MIB == 0 => format!("{} MiB", value / MIB),
        value if are_bytes && value >= KIB && value % KIB == 0 => format!("{} KiB", value / KIB),
        _ => {
            let digits = value.to_string();
            let groups: Vec<&str> =
                digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap()).collect();
            groups.join(" ")
        }
    }
}

/// A default: a number, or a number for each core.
fn built_in(setting: &Setting) -> String {
    let [of_one, of_two] = [1, 2].map(|cores| (setting.get)(&Limits::for_cores(cores)));
    let text = shown(of_one, setting.name.ends_with("-bytes"));
    if of_one == of_two {
        return text;
    }
    assert_eq!(of_two, 2 * of_one, "{}", setting.name);
    format!("{text} for each core")
}

fn settings() -> String {
    let mut table = "| limit | built in | from | to | beyond it |\n|---|---|---|---|---|\n".to_owned();
    for setting in SETTINGS {
        let (least, most) = setting.range;
        let are_bytes = setting.name.ends_with("-bytes");
        table.push_str(&format!(
            "| `{}`: {} | {} | {} | {} | {} |\n",
            setting.name,
            setting.about,
            built_in(setting),
            shown(least, false),
            shown(most, are_bytes),
            if setting.beyond.is_empty() { "–" } else { setting.beyond },
        ));
    }
    table
}

fn fixed(limits: &[FixedLimit]) -> String {
    let mut table = "| limit | number | beyond it |\n|---|---|---|\n".to_owned();
    for FixedLimit { about, most, beyond } in limits {
        let are_bytes = about.starts_with("bytes ");
        table.push_str(&format!("| {about} | {} | {beyond} |\n", shown(*most, are_bytes)));
    }
    table
}

/// The text with a new table between the comments `name` and `end`.
fn with(text: &str, name: &str, table: &str) -> String {
    let (before, rest) = text.split_once(&format!("<!-- {name} -->\n")).unwrap();
    let (_, after) = rest.split_once("<!-- end -->").unwrap();
    format!("{before}<!-- {name} -->\n{table}<!-- end -->{after}")
}

#[test]
fn the_page_of_limits_is_that_of_the_code() {
    let path = format!("{}/../docs/limits.md", env!("CARGO_MANIFEST_DIR"));
    let published = std::fs::read_to_string(&path).unwrap();
    let page = with(&published, "settings", &settings());
    let page = with(&page, "fixed", &fixed(FIXED));
    let page = with(&page, "assistants", &fixed(rules_judge::mcp::LIMITS));
    if std::env::var_os("UPDATE_LIMITS").is_some_and(|value| value == "1") {
        std::fs::write(&path, &page).unwrap();
        return;
    }
    assert!(published == page, "docs/limits.md has changed; UPDATE_LIMITS=1 writes it anew");
}

#[test]
fn what_happens_beyond_a_limit_has_a_status_and_a_code_that_there_are() {
    let all = SETTINGS.iter().map(|setting| setting.beyond).chain(FIXED.iter().map(|limit| limit.beyond));
    let mut found = 0;
    for beyond in all {
        let Some((status, rest)) = beyond.split_once(" `") else { continue };
        let Ok(status) = status.parse::<u16>() else { continue };
        let (code, _) = rest.split_once('`').unwrap();
        assert!(
            FaultCode::ALL.into_iter().map(entry).any(|entry| (entry.code, entry.status) == (code, status)),
            "{beyond}"
        );
        found += 1;
    }
    assert!(found > 20, "{found}");
}
