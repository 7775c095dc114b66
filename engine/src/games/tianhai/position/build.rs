//! Makes a position of a table as a viewer sees it, and lists what a position cannot express.

use super::super::settlement::{self, Settlement};
use super::super::table::{self, Game, Mark, Phase, cell_of, mark, order_of, owner};
use super::super::view::Face;
use super::super::{Question, Tianhai};
use super::{ChosenTargets, FieldOrder, FieldUnit, Half, Open, Position, SequenceOf, WindowName};
use crate::game_kit::grid::Coordinates;
use crate::game_kit::position::{Inexpressible, Made, PositionBuilder};
use crate::game_kit::view;
use crate::kernel::{CardId, Object, Seat, State, Viewer};

type OfTable<'m, 'p> = PositionBuilder<'m, 'p, Tianhai>;

/// The table as a position, as a viewer sees it, with what a position cannot express.
pub fn position_of(game: &Game<'_>, viewer: Viewer) -> Made<Position> {
    if game.state.outcome.is_some() {
        return Made::nothing("", Inexpressible::Over);
    }
    let Some(window) = window(game) else { return Made::nothing("", Inexpressible::Underway) };
    let facts = &game.state.facts;
    let mut builder = PositionBuilder::new(game, viewer);
    let field = table::all_units(game).iter().map(|card| unit(&mut builder, *card)).collect();
    let players: Vec<Half> = Seat::BOTH.into_iter().map(|seat| half(&mut builder, seat)).collect();
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
    Some(match asked.question {
        Question::Vanguard => WindowName::Vanguard,
        Question::Maintenance => WindowName::Maintenance,
        Question::Play => WindowName::Play,
        Question::Targets(_) => WindowName::Targets,
        Question::Defence => WindowName::Defence,
        Question::Occupation => WindowName::Occupation,
        Question::Recovery => WindowName::Recovery,
        #[allow(unreachable_patterns)]
        _ => return None,
    })
}

fn unit(builder: &mut OfTable<'_, '_>, card: CardId) -> FieldUnit {
    let game = builder.game;
    let Mark { face_down, known, wounds, .. } = mark(game, card);
    let seen = game.sees_card(builder.viewer, card) && game.state.is_known(card);
    let id = builder.card(card);
    let order = order_of(game, card).map(|order| {
        let Mark { facing, bonus, .. } = mark(game, order);
        FieldOrder { card: builder.card(order), facing, bonus }
    });
    FieldUnit {
        at: Coordinates(cell_of(game, card).unwrap_or_default()),
        seat: owner(game, card),
        card: seen.then_some(id),
        face: if face_down { Face::Down } else { Face::Up },
        wounds,
        known,
        order,
    }
}

fn half(builder: &mut OfTable<'_, '_>, seat: Seat) -> Half {
    let game = builder.game;
    let at = |field: &str| format!("/players/{}/{field}", seat.number());
    let hand = builder.pile(&at("hand"), table::HAND.of(seat));
    let sequences = table::sequences(game, seat).into_iter().enumerate();
    let sequences = sequences.map(|(index, (place, note))| SequenceOf {
        cards: builder.pile(&at(&format!("sequences/{index}")), place),
        number: (usize::from(note.number) != index).then_some(note.number),
        paid_round: note.paid_round,
    });
    let sequences: Vec<SequenceOf> = sequences.collect();
    let discard_pile = builder.pile(&at("discard_pile"), table::DISCARD.of(seat));
    let out = table::list(game, table::OUT, seat).into_iter().map(|card| builder.card(card)).collect();
    let half = Half {
        hand,
        sequences,
        discard_pile,
        out,
        plays: *game.state.facts.plays.get(seat),
        debt: *game.state.facts.debt.get(seat),
        opened: None,
    };
    let opened = *game.state.facts.opened.get(seat);
    Half { opened: (opened != half.next_number()).then_some(opened), ..half }
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
