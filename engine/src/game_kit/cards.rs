//! The cards that the parameters of a reason name, found by the parameters' types instead of their field
//! names.

use std::any::Any;

use super::grid::Coordinates;
use crate::kernel::{CardId, Cell};

/// A reason whose parameters may name cards.
pub trait NamesParameters {
    /// Every card in its parameters, with the parameter's name.
    fn cards(&self) -> Vec<(&'static str, CardId)>;

    /// Every cell in its parameters, with the parameter's name.
    fn cells(&self) -> Vec<(&'static str, Cell)>;
}

/// A parameter as a cell; `None`: it has another type.
pub fn cell<T: Any>(parameter: &T) -> Option<Cell> {
    (parameter as &dyn Any).downcast_ref::<Coordinates>().map(|at| at.0)
}
