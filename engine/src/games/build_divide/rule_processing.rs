//! Rule processing: 卡牌种类.单位.④; ruling-2, ruling-10, ruling-11, ruling-42.

use super::table::{self, Game, Means, mark};
use super::zone::{self, By};
use super::{Question, ending, prohibition, stat, territory};
use crate::kernel::{CardId, Object};

/// Processes rules in passes, until a pass changes nothing: lost players, an offered release, destroyed units
/// [ruling-11].
pub fn process(game: &mut Game<'_>) {
    if game.state.facts.turn == 0 {
        return;
    }
    loop {
        ending::check(game);
        if game.has_ended() || offers(game) || !game.spend(1) {
            return;
        }
        let height = game.height();
        // A text that replaces a destruction is carried out before the next pass.
        if !destroys(game) || !game.state.asked.is_empty() || game.height() > height {
            return;
        }
    }
}

/// Asks for the release that an ace offers. `true`: a player is asked.
fn offers(game: &mut Game<'_>) -> bool {
    while let Some(&ace) = game.state.facts.offers.first() {
        if let Some(seat) = territory::offer(game, ace) {
            game.ask(seat, Question::Release(ace.card));
            return true;
        }
        game.facts_mut().offers.remove(0);
    }
    false
}

/// By which means rules destroy a unit: its power is 0 or less, its damage reaches its power, or it was
/// damaged by something that destroys it whatever its power [卡牌种类.单位.④, ruling-10, ruling-103]; `None`: they
/// do not.
fn doom(game: &Game<'_>, card: CardId) -> Option<Means> {
    let power = stat::power(game, card);
    let is_doomed = game.state.facts.doomed.contains(&game.state.table.object(card));
    match mark(game, card).damage {
        _ if power <= 0 => Some(Means::Power),
        damage if damage >= power || is_doomed => {
            Some(if is_struck(game, card) { Means::Battle } else { Means::Effect })
        }
        _ => None,
    }
}

/// Whether the battle that is going on has just dealt damage to a unit: only these units are destroyed by
/// battle.
fn is_struck(game: &Game<'_>, card: CardId) -> bool {
    let facts = &game.state.facts;
    facts.striking && facts.struck.contains(&game.state.table.object(card))
}

/// Destroys all units that rules destroy, at once. `true`: at least one left.
fn destroys(game: &mut Game<'_>) -> bool {
    let doomed = table::all_units(game).into_iter().filter_map(|card| {
        let means = doom(game, card)?;
        let by = By { means, ..By::rule(table::controller(game, card), cite!("卡牌种类.单位.④")) };
        prohibition::destroyed(game, card, means).is_none().then_some((card, by))
    });
    let doomed: Vec<(CardId, By)> = doomed.collect();
    if !game.state.facts.doomed.is_empty() {
        game.facts_mut().doomed.clear();
    }
    // The last pass changed nothing, since other things happened in place of all destructions; this pass
    // would change nothing either.
    if doomed.is_empty() || game.state.facts.spared == Some(game.state.event_number) {
        return false;
    }
    let objects: Vec<Object> = doomed.iter().map(|(card, _)| game.state.table.object(*card)).collect();
    let other = |game: &Game<'_>, card: CardId| {
        let attack = game.state.facts.attack.filter(|_| is_struck(game, card))?;
        if attack.attacker.card == card { attack.target } else { Some(attack.attacker) }
    };
    let destroyed = doomed.iter().map(|(card, by)| zone::destroying(game, *card, other(game, *card), *by));
    let destroyed = destroyed.collect();
    game.propose_together(destroyed);
    let gone: Vec<Object> = objects.into_iter().filter(|object| !table::stands(game, *object)).collect();
    if gone.is_empty() {
        game.facts_mut().spared = Some(game.state.event_number);
    }
    !gone.is_empty()
}
