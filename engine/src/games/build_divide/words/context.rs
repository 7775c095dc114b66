//! What the words of an ability can refer to at the place where they stand; the linter looks here.

use super::super::BuildDivide;
use super::super::findings;
use crate::abilities::Lint;
use crate::abilities::lint::meant;

/// Cards on the field, with state and damage.
pub const ON_FIELD: &str = "on the field";
/// Cards with a state: on the field or in the energy zone.
pub const STATE: &str = "state";
/// What waits on the chain.
pub const ON_CHAIN: &str = "on the chain";
/// An event that a replacement has put off.
pub const PUT_OFF: &str = "put off";
/// What was paid.
pub const PAID: &str = "paid";

/// What no part of an ability has bound before its first sentence.
pub const SENTENCES: [&str; 4] = [meant::CHOSEN, meant::NUMBER, meant::DID, meant::LOOKED];
/// What is bound only if an event triggers the ability.
pub const EVENT: [&str; 2] = [meant::SUBJECT, meant::OTHER];

/// Checks a property that only cards on the field have.
pub fn on_field(lint: &mut Lint<'_, BuildDivide>) {
    if lint.is_unavailable(ON_FIELD) {
        lint.find("never_fits", findings::not_on_field());
    }
}
