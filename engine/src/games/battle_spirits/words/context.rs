//! What the words of an ability can refer to at the place where they stand; the linter looks here.

use super::super::BattleSpirits;
use super::super::findings;
use crate::abilities::Lint;
use crate::abilities::lint::meant;

/// Cards on the field, with orientation, cores and level.
pub const ON_FIELD: &str = "on the field";
/// A battle that is going on.
pub const BATTLE: &str = "battle";

/// What no part of an ability has bound before its first sentence.
pub const SENTENCES: [&str; 4] = [meant::CHOSEN, meant::NUMBER, meant::DID, meant::LOOKED];

/// Checks a property that only cards on the field have.
pub fn on_field(lint: &mut Lint<'_, BattleSpirits>) {
    if lint.is_unavailable(ON_FIELD) {
        lint.find("never_fits", findings::not_on_field());
    }
}
