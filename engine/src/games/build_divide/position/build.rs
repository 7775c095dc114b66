//! Makes a position of a table, as a viewer sees it, and lists what a position cannot express.

use super::super::BuildDivide;
use super::super::cards::{Half, Mark};
use super::super::facts::Attack;
use super::super::table::{self, InTurn, Phase};
use super::super::turn::line_of;
use super::super::words::AbilityId;
use super::{Fight, Opens, Position, Target, TargetWord, WINDOWS, WindowName};
use crate::game_kit::position::{Inexpressible, Made, PositionBuilder};
use crate::game_kit::running::{On, said};
use crate::kernel::{CardId, Cursor, Frame, Match, Object, Progress, Seat, State, Viewer};

type Game<'p> = Match<'p, BuildDivide>;
type OfTable<'m, 'p> = PositionBuilder<'m, 'p, BuildDivide>;

/// The position of a table, as a viewer sees it.
pub fn position_of(game: &Game<'_>, viewer: Viewer) -> Made<Position> {
    if game.state.outcome.is_some() {
        return Made::nothing("", Inexpressible::Over);
    }
    let Some((window, asked)) = window(game) else { return Made::nothing("", Inexpressible::Underway) };
    let facts = &game.state.facts;
    let mut making = PositionBuilder::new(game, viewer);
    let players: Vec<Half> = Seat::BOTH.into_iter().map(|seat| Half::said(&mut making, seat)).collect();
    let is_set_up = window == WindowName::Mulligan;
    let position = Position {
        turn: facts.turn,
        active: if is_set_up { asked } else { facts.active },
        first: facts.first,
        window,
        passed: window.is_window() && asked != facts.active,
        answered: facts.redraws.get(facts.first()).filter(|_| is_set_up),
        attack: fight(&mut making),
        energy_placed: facts.placed > 0,
        effects: said(&mut making, on),
        players,
    };
    if facts.placed > 1 {
        making.inexpressible("/energy_placed", Inexpressible::ThisTurn);
    }
    if viewer == Viewer::Full {
        note_more(&mut making);
    }
    making.done(position, forget)
}

/// Lists what a position cannot express and only the full view may know.
fn note_more(making: &mut OfTable<'_, '_>) {
    let game = making.game;
    let is_expressible = |(object, ability): &&(Object, AbilityId)| {
        let lies = table::lies(game, object.card);
        let is_open =
            matches!(lies, Some((table::Zone::Territory | table::Zone::Field | table::Zone::Energy, _)));
        is_open && ability.definition == game.definition(object.card) && ability.mode == 0
    };
    let used = game.state.facts.used.iter();
    if !used.filter(|(object, _)| game.state.table.is_current(*object)).all(|used| is_expressible(&used)) {
        making.inexpressible("", Inexpressible::ThisTurn);
    }
    if game.state.names_former(sourceless) {
        making.inexpressible("", Inexpressible::Former);
    }
}

/// The window in which the table stands, and the seat that is asked; `None`: a position has no name for it.
/// Its chain is empty, and no ability waits.
fn window(game: &Game<'_>) -> Option<(WindowName, Seat)> {
    let [asked] = game.state.asked.as_slice() else { return None };
    if !game.state.chain.is_empty() || !game.state.waiting.is_empty() {
        return None;
    }
    let window = WINDOWS.asking(asked.question.name())?;
    let is_open = matches!(game.state.agenda.last(), Some(Frame::Window(_)));
    let needs_window = matches!(window.opens, Opens::One(..) | Opens::Both(..));
    (is_open || !needs_window).then_some((window.name, asked.seat))
}

/// The numbers, from 1, of the limited abilities of a card that were used this turn.
pub(in super::super) fn used(game: &Game<'_>, card: CardId) -> Vec<u8> {
    let object = game.state.table.object(card);
    let own = game.state.facts.used.iter();
    let own = own.filter(|(me, ability)| *me == object && ability.definition == game.definition(card));
    let mut used: Vec<u8> = own.filter_map(|(_, ability)| ability.number.checked_add(1)).collect();
    used.sort_unstable();
    used.dedup();
    used
}

/// The place of an object that an effect is on or an attack is aimed at.
fn on(game: &Game<'_>, object: Object) -> Option<On> {
    let (zone, seat) = table::lies(game, object.card).filter(|_| game.state.table.is_current(object))?;
    let field = match zone {
        table::Zone::Territory => None,
        table::Zone::Field => {
            let mut field = game.state.table.list(table::FIELD.of(seat)).iter();
            Some(u16::try_from(field.position(|card| *card == object.card)?).ok()?)
        }
        _ => return None,
    };
    Some(On { seat, field })
}

/// The attack, if the window belongs to one.
fn fight(making: &mut OfTable<'_, '_>) -> Option<Fight> {
    let game = making.game;
    let attack = game.state.facts.attack?;
    let there = |object: Object| on(game, object).filter(|_| table::stands(game, object));
    let target = match attack.target.map(there) {
        None => Some(Target::Word(TargetWord::Player)),
        Some(on) => on.map(|on| on.field.map_or(Target::Word(TargetWord::Territory), Target::Unit)),
    };
    match there(attack.attacker).zip(target) {
        Some((attacker, target)) => Some(Fight { attacker: attacker.field, target }),
        None => {
            making.inexpressible("/attack", Inexpressible::Former);
            None
        }
    }
}

/// Takes the sources of running effects away, which two equal positions may differ in.
fn sourceless(state: &mut State<BuildDivide>) {
    forget(state);
    state.modifiers.iter_mut().for_each(|modifier| modifier.source = None);
}

/// Forgets what no longer matters: answers given before the game, earlier turns, limits of cards that have
/// left, notes about the last entry and about a battle that is over, and whether an end phase went on.
fn forget(state: &mut State<BuildDivide>) {
    let mut facts = (*state.facts).clone();
    if facts.turn > 0 {
        facts.redraws = Default::default();
    }
    (facts.just_now, facts.spared) = (Default::default(), None);
    (facts.end_again, facts.striking) = (false, false);
    facts.fallen.clear();
    facts.struck.clear();
    facts.happened.clear();
    facts.remembered.clear();
    facts.used.retain(|(object, _)| state.table.is_current(*object));
    facts.used.sort_unstable();
    facts.used.dedup();
    for seat in Seat::BOTH {
        let counters = facts.counters.get_mut(seat);
        counters.retain(|(_, n)| *n > 0);
        counters.sort_unstable();
    }
    let stage = |phase| {
        let (schedule, line) = line_of(phase);
        Frame::Stage(Cursor { schedule, line, progress: Progress::End })
    };
    let is_over = state.agenda.contains(&stage(Phase::AttackEnd));
    if let Some(attack) = facts.attack.filter(|_| is_over) {
        let there = |object: Object| state.table.is_current(object);
        let both = there(attack.attacker) && attack.target.is_none_or(there);
        facts.attack = both.then_some(Attack { blocked: false, over: false, fought: false, ..attack });
    }
    for frame in state.agenda.iter_mut().filter(|frame| **frame == stage(Phase::EndAgain)) {
        *frame = stage(Phase::End);
    }
    let turn = facts.turn;
    *state.facts = facts;
    state.table.set_marks(|mark| Mark { fresh: InTurn(if mark.fresh.0 == turn { turn } else { 0 }), ..mark });
}
