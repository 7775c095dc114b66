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

/// Adds the cards of a parameter.
pub fn add_cards(cards: &mut Vec<(&'static str, CardId)>, parameter: &'static str, named: Vec<CardId>) {
    cards.extend(named.into_iter().map(|card| (parameter, card)));
}

/// Adds a parameter that is a cell.
pub fn add_cell(cells: &mut Vec<(&'static str, Cell)>, parameter: &'static str, value: &dyn Any) {
    cells.extend(value.downcast_ref::<Coordinates>().map(|at| (parameter, at.0)));
}
