//! What the words of an ability may be unable to refer to, depending on where they stand, as the linter's
//! context names it.

use super::super::Tianhai;
use super::super::findings;
use crate::abilities::Lint;
use crate::abilities::lint::meant;

/// Units on the battlefield, with cell, face and wounds.
pub const UNIT: &str = "unit";
/// Orders that lie on no unit.
pub const ORDER: &str = "order";

/// Lists of targets that have just been fixed, while they can still be changed.
pub const LISTS: &str = "lists of targets";

/// What only earlier sentences provide.
pub const SENTENCES: [&str; 3] = [meant::CHOSEN, meant::NUMBER, meant::DID];
/// What only the event of a triggered ability provides.
pub const EVENT: [&str; 2] = [meant::SUBJECT, meant::OTHER];

/// Reports a property of units where the cards are no units.
pub fn of_unit(lint: &mut Lint<'_, Tianhai>) {
    if lint.is_unavailable(UNIT) {
        lint.find("never_fits", findings::not_units_there());
    }
}

/// Reports a property of orders off the battlefield where the cards are no such orders.
pub fn of_order(lint: &mut Lint<'_, Tianhai>) {
    if lint.is_unavailable(ORDER) {
        lint.find("never_fits", findings::units_there());
    }
}
