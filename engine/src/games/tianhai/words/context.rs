//! What the words of an ability can refer to where it stands: what the linter asks before it lets them.

use super::super::Tianhai;
use super::super::findings;
use crate::abilities::Lint;
use crate::abilities::lint::meant;

/// Units, which have a cell, a face and wounds.
pub const UNIT: &str = "unit";
/// Orders that do not lie on a unit.
pub const ORDER: &str = "order";

/// Lists of targets that have just been fixed and can still be changed.
pub const LISTS: &str = "lists of targets";

/// What nothing gives before the first sentence.
pub const SENTENCES: [&str; 3] = [meant::CHOSEN, meant::NUMBER, meant::DID];
/// What there is only when an event triggers it.
pub const EVENT: [&str; 2] = [meant::SUBJECT, meant::OTHER];

/// A property that only units have.
pub fn of_unit(lint: &mut Lint<'_, Tianhai>) {
    if lint.is_unavailable(UNIT) {
        lint.find("never_fits", findings::not_units_there());
    }
}

/// A property that only orders by themselves have.
pub fn of_order(lint: &mut Lint<'_, Tianhai>) {
    if lint.is_unavailable(ORDER) {
        lint.find("never_fits", findings::units_there());
    }
}

/// A list of which one has to fit.
pub fn filled<T>(lint: &mut Lint<'_, Tianhai>, list: &[T]) {
    if list.is_empty() {
        lint.find("empty_list", findings::fits_nothing());
    }
}
