//! A citation comes out of a rule index and cannot be made up.

use rules_judge_engine::verdict::Cite;

fn main() {
    let _ = Cite(7);
}
