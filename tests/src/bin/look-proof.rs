//! Prints what proves each enforced rule.
use rules_judge_replays::case::proof;
use rules_judge_tests::cases;
fn main() {
    for suite in cases::suites().unwrap_or_default() {
        let text =
            std::fs::read_to_string(format!("engine/rules/{}/rules.tsv", suite.game)).unwrap_or_default();
        let rules: Vec<&str> = text.lines().filter_map(|l| l.strip_suffix("\tenforced")).collect();
        match proof::observe(&suite, &rules) {
            Err(fault) => println!("{fault}"),
            Ok(seen) => {
                for rule in rules {
                    println!(
                        "{rule}\t{}",
                        seen[rule].iter().map(|(p, c)| format!("{p}:{c}")).collect::<Vec<_>>().join(" ")
                    )
                }
            }
        }
    }
}
