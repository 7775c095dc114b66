//! Targets: ruling-22.

use super::BuildDivide;
use super::chain::{Carried, Use};
use super::table::Game;
use crate::abilities::{Bound, Objects, Pause};

/// The targets of an automatic ability are chosen, a list for each group.
pub fn choose(_: &mut Game<'_>, _: &mut Carried) -> Result<Vec<Objects>, Pause> {
    Ok(Vec::new())
}

/// Looks at the targets again before a use is resolved: those that are illegal now are left out. `true`: there were some,
/// and none is legal.
pub fn recheck(_: &Game<'_>, _: &mut Use) -> bool {
    false
}

/// What a text means by its targets.
pub fn bind(_: &Game<'_>, used: &Use, bound: &mut Bound) {
    let _: Option<BuildDivide> = None;
    if let Some(first) = used.targets.first() {
        bound.bind(None, first.clone());
    }
}
