//! Which cards the parameters of a reason name: known by their types, not by the names of their fields.

use std::any::Any;

use super::grid::Coordinates;
use crate::kernel::{CardId, Cell};

/// A reason whose parameters may name cards.
pub trait NamesParameters {
    /// Every card that it names, with the name of the parameter.
    fn cards(&self) -> Vec<(&'static str, CardId)>;

    /// Every cell that it names, with the name of the parameter.
    fn cells(&self) -> Vec<(&'static str, Cell)>;
}

/// The cell that a parameter is, if it is one.
pub fn cell<T: Any>(parameter: &T) -> Option<Cell> {
    (parameter as &dyn Any).downcast_ref::<Coordinates>().map(|at| at.0)
}
