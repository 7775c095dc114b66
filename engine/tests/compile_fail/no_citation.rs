//! A refusal needs a citation.

use rules_judge_engine::games::azur_lane::reason::Reason;
use rules_judge_engine::verdict::Refusal;

fn main() {
    let _ = Refusal { reason: Reason::GameOver, also: Default::default(), field: Default::default() };
}
