//! Which cards the parameters of a reason name: known by their types, not by the names of their fields.

use crate::kernel::CardId;

/// A reason whose parameters may name cards.
pub trait NamesParameters {
    /// Every card that it names, with the name of the parameter.
    fn cards(&self) -> Vec<(&'static str, CardId)>;
}
