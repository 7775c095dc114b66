//! Damage to life, point by point, and battle in two halves.

use super::*;

/// One point, and the next one beneath what it opens: how much is due is read anew before each.
pub(super) fn damage_life(game: &mut Play<'_>, due: Due, by: Seat, on: Seat, dealt: i64, bonus: i64) {
    let amount = match due {
        Due::HitOf(source) if !game.state.table.is_current(source) => {
            return tell(game, Verb::DamageVoid, on, None, VOID);
        }
        Due::HitOf(source) => hit(game, source.card),
        Due::Fixed(amount) => amount,
    };
    if dealt >= amount.max(0) + bonus {
        return;
    }
    let Some(&top) = list(game, Zone::Life, on).first() else {
        game.push(Step::Process);
        return lose(game, on, if by == on { Loss::OwnDamage } else { Loss::Damage }, NO_CARD);
    };
    let icon = definition(game, top).icon;
    let bonus = bonus + i64::from(icon == Icon::Buster);
    game.push(Step::DamageLife { due, by, on, dealt: dealt + 1, bonus });
    open_on_floor(game, Question::DamageWindow);
    game.propose(moved(game, Verb::DamageLife, top, Zone::Graveyard, TURNED));
    game.facts_mut().just_now.turned.push(top);
    match icon {
        Icon::Buster => tell(game, Verb::Buster, on, Some(top), BUSTER),
        Icon::Shot => game.ask(owner(game, top), Question::Shot(top)),
        Icon::None => {}
    }
}

/// A window for what comes onto the chain from now on, if anything does.
pub(super) fn open_on_floor(game: &mut Play<'_>, question: Question) {
    let window = Window::one(question, game.state.facts.active);
    let (speaking, closing) = (Speaking::BackToFirst, Closing::ChainAtFloor);
    game.open_window(Window { speaking, closing, ..window });
}

/// The attack, if attacker and target are where they were.
pub(super) fn attack(game: &Play<'_>) -> Option<Attack> {
    let there = |object: Object| game.state.table.is_current(object);
    game.state.facts.attack.filter(|attack| there(attack.attacker) && attack.target.is_none_or(there))
}

pub(super) fn begin_battle(game: &mut Play<'_>, rule: Cite) {
    let seat = game.state.facts.active;
    match attack(game).map(|attack| (attack.attacker, attack.target)) {
        None => tell(game, Verb::AttackVoid, seat, None, NO_DAMAGE),
        Some((attacker, None)) => {
            let (due, on) = (Due::HitOf(attacker), seat.other());
            game.push(Step::DamageLife { due, by: seat, on, dealt: 0, bonus: 0 });
        }
        Some((attacker, Some(target))) => {
            game.push(Step::FirstHalf);
            open_on_floor(game, Question::BattleWindow);
            for unit in [attacker, target] {
                tell(game, Verb::Battle, owner(game, unit.card), Some(unit.card), rule);
            }
        }
    }
}

/// Those of the two that deal damage in a half deal it together; then the table is checked.
pub(super) fn strike(game: &mut Play<'_>, deals: impl Fn(usize, CardId) -> bool, rule: Cite) -> [bool; 2] {
    game.push(Step::Process);
    let Some(Attack { attacker, target: Some(target), .. }) = attack(game) else { return [true; 2] };
    let both = [(attacker.card, target.card), (target.card, attacker.card)];
    let struck = [0, 1].map(|index| deals(index, both[index].0));
    let deal = both.iter().zip(struck).filter(|(_, deals)| *deals);
    let damage = deal.map(|(&(from, to), _)| hurt(game, to, power(game, from), rule));
    game.propose_together(damage.collect());
    struck
}
