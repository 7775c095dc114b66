//! The rule index has no such id.

use rules_judge_engine::games::azur_lane::rules::IDS;
use rules_judge_engine::verdict::Cite;
use rules_judge_engine::verdict::citation::find;

const KNOWN: Cite = find(IDS, "101.1");
const UNKNOWN: Cite = find(IDS, "999.9z");

fn main() {
    let _ = (KNOWN, UNKNOWN);
}
