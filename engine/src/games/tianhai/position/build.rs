//! Makes a position of a table as a viewer sees it, and lists what a position cannot express.

use super::super::Tianhai;
use super::super::cards::{FieldUnit, Half};
use super::super::settlement::{self, Settlement};
use super::super::table::{self, Game, Phase, cell_of};
use super::{ChosenTargets, Open, Position, WINDOWS, WindowName};
use crate::game_kit::grid::Coordinates;
use crate::game_kit::position::{Inexpressible, Made, PositionBuilder};
use crate::game_kit::thing::Thing;
use crate::game_kit::view;
use crate::kernel::{Object, Seat, State, Viewer};

/// The table as a position, as a viewer sees it, with what a position cannot express.
pub fn position_of(game: &Game<'_>, viewer: Viewer) -> Made<Position> {
    if game.state.outcome.is_some() {
        return Made::nothing("", Inexpressible::Over);
    }
    let Some(window) = window(game) else { return Made::nothing("", Inexpressible::Underway) };
    let facts = &game.state.facts;
    let mut builder = PositionBuilder::new(game, viewer);
    let units = table::all_units(game).iter();
    let field: Vec<FieldUnit> = units.map(|card| FieldUnit::said(&mut builder, *card)).collect();
    let players: Vec<Half> = Seat::BOTH.into_iter().map(|seat| Half::said(&mut builder, seat)).collect();
    let at = |object: &Object| Coordinates(cell_of(game, object.card).unwrap_or_default());
    let chosen = facts.settlement.chosen.iter().map(|chosen| ChosenTargets {
        at: at(&chosen.attacker),
        part: chosen.part,
        targets: chosen.targets.iter().map(at).collect(),
    });
    let in_choice = matches!(window, WindowName::Targets | WindowName::Defence);
    let open = settlement::open_cells(game).into_iter().map(|open| Open {
        at: Coordinates(open.at),
        by: open.by.iter().map(|unit| Coordinates(cell_of(game, *unit).unwrap_or_default())).collect(),
    });
    let position = Position {
        options: facts.agreed,
        round: (facts.round > 0).then_some(facts.round),
        first: facts.first,
        active: facts.active,
        window,
        field,
        players,
        chosen: if in_choice { chosen.collect() } else { Vec::new() },
        open: if window == WindowName::Occupation { open.collect() } else { Vec::new() },
        offer: facts.offer,
    };
    let seen = view::seen_effects(game, viewer);
    for (index, _) in seen.enumerate() {
        builder.inexpressible(format!("/effects/{index}"), Inexpressible::Effect);
    }
    if viewer == Viewer::Full && facts.moved.iter().any(|(unit, _)| table::stands(game, *unit)) {
        builder.inexpressible("", Inexpressible::ThisTurn);
    }
    if viewer == Viewer::Full && game.state.names_former(forget) {
        builder.inexpressible("", Inexpressible::Former);
    }
    let mut made = builder.done(position, forget);
    // A position does not keep what effects did to the lists of targets.
    if matches!(window, WindowName::Targets | WindowName::Occupation) {
        let others = made.left_out.iter_mut().filter(|(_, why)| *why == Inexpressible::Other);
        others.for_each(|(_, why)| *why = Inexpressible::ThisTurn);
    }
    made
}

/// The window at which the table stands; `None`: no position can stand there.
fn window(game: &Game<'_>) -> Option<WindowName> {
    let [asked] = game.state.asked.as_slice() else { return None };
    if !game.state.waiting.is_empty() {
        return None;
    }
    WINDOWS.asking(asked.question.name()).map(|window| window.name)
}

/// Removes what no longer has an effect: places of sequences that are gone, the progress of a settlement, how
/// far units have moved.
fn forget(state: &mut State<Tianhai>) {
    let mut facts = (*state.facts).clone();
    facts.moved.clear();
    let is_open = facts.phase == Phase::Occupation;
    let Settlement { chosen, listed, attackers, targets, fixed, mut fallen, .. } =
        std::mem::take(&mut facts.settlement);
    fallen.retain(|fallen| !fallen.taken && is_open);
    fallen.iter_mut().for_each(|fallen| fallen.target = None);
    let in_choice = matches!(facts.phase, Phase::Targets | Phase::Defence);
    facts.settlement = match in_choice {
        true => Settlement { chosen, listed, attackers, targets, fixed, ..Settlement::default() },
        false => Settlement { fallen, ..Settlement::default() },
    };
    *state.facts = facts;
    state.table.arrange_places(table::FIELD.0 + 1, |place| (place.seat, place.note.number));
    for seat in Seat::BOTH {
        for zone in [table::HAND, table::DISCARD, table::OUT] {
            state.table.sort_place(zone.of(seat));
        }
    }
}
