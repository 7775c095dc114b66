//! What a position cannot have [ruling-position].
//!
//! 一.5, 十一.4, 十一.8, 十三.1, 十五.機械合體.1, 十五.遠程.1 what belongs to a window; 四.4, 四.5, 四.6, 四.9, 七.4, 十.5, 十五.合體.1
//! what may lie where; 十五.充能.1 limits of counts.

use super::super::ability::PER_CARD;
use super::super::ending::STARS;
use super::super::field::{self, Where};
use super::super::printed::{NEUTRAL, Pool, TRAVELER};
use super::super::setup;
use super::super::table::State;
use super::super::words::ability::Limit;
use super::super::zone::ENERGY_LIMIT;
use super::super::{Xinglingwang, stat};
use super::place::LAST_TURN;
use super::{Half, Position, Standing, WindowName};
use crate::kernel::{CardId, Match, Seat};
use crate::verdict::Cite;

/// Reports a fault: its kind, a pointer into the position, and the rule against it.
pub(super) type Fault<'f> = dyn FnMut(&'static str, String, Cite) + 'f;

/// Whether the ability of this number, counted from 1, is limited to once a turn: one of the unit's own, or
/// one on the edge of a lower unit [ruling-40, ruling-72].
fn is_limited(pool: &Pool, standing: &Standing, number: u8) -> bool {
    let Some(index) = number.checked_sub(1) else { return false };
    let (lower, place) = (usize::from(index / PER_CARD), usize::from(index % PER_CARD));
    let card = match lower.checked_sub(1) {
        None => Some(&standing.card),
        Some(lower) => standing.under.get(lower).map(|lower| &lower.card),
    };
    let Some(card) = card.and_then(|id| pool.find(id)).map(|definition| pool.card(definition)) else {
        return false;
    };
    let first = if lower == 0 { 0 } else { card.edge() };
    let ability = card.ability(place).filter(|_| place >= first);
    ability.is_some_and(|ability| ability.head.text.limit == Some(Limit::Turn))
}

impl Position {
    /// Faults of card numbers that no card has, and of rules that the book does not have.
    pub(super) fn number_faults(&self, game: &Match<'_, Xinglingwang>, fault: &mut Fault<'_>) {
        let ours = cite!("ruling-position");
        let is_there = |card: &CardId| game.state.table.card(*card).is_some();
        for (index, card) in self.activated.iter().enumerate() {
            if !is_there(card) {
                fault("card", format!("/activated/{index}"), ours);
            }
        }
        for (index, kept) in self.tributes.iter().enumerate() {
            if !is_there(&kept.unit) || !kept.tributes.iter().all(is_there) {
                fault("card", format!("/tributes/{index}"), cite!("十二.3"));
            }
        }
        for (index, effect) in self.effects.iter().enumerate() {
            if effect.source.as_ref().is_some_and(|source| !is_there(&source.card)) {
                fault("effect", format!("/effects/{index}/source/card"), ours);
            }
            let unknown = |rule: &String| super::super::rules::RULES.cite(rule).is_none();
            if effect.rule.as_ref().is_some_and(unknown) {
                fault("effect", format!("/effects/{index}/rule"), ours);
            }
        }
    }

    /// Faults of units with more travelers than they may carry [十五.搭乘.2].
    pub(super) fn passenger_faults(&self, game: &Match<'_, Xinglingwang>, fault: &mut Fault<'_>) {
        for (side, half) in Seat::BOTH.into_iter().zip(&self.players) {
            for (name, standing) in half.field.cells() {
                let Some(at) = Where::named(side, name) else { continue };
                if standing.passengers == 0 {
                    continue;
                }
                let room = field::at(game, at).and_then(|unit| stat::capacity(game, unit)).unwrap_or(0);
                if standing.passengers > room {
                    let field = format!("/players/{}/field/{name}/passengers", side.number());
                    fault("passengers", field, cite!("十五.搭乘.2"));
                }
            }
        }
    }

    /// Faults of races that no card of the pool has, and of cards that a player of another race cannot own
    /// [一.1, 一.2(2)].
    pub(super) fn race_faults(&self, pool: &Pool, fault: &mut Fault<'_>) {
        for (seat, half) in self.players.iter().enumerate() {
            let Some(race) = &half.race else { continue };
            if race == NEUTRAL || pool.cards().iter().all(|card| card.race != *race) {
                fault("race", format!("/players/{seat}/race"), cite!("一.1"));
            }
        }
        for (side, half) in Seat::BOTH.into_iter().zip(&self.players) {
            for (pointer, id, owner) in half.owned(side) {
                let race = self.players.get(usize::from(owner.number())).and_then(|half| half.race.as_ref());
                let card = pool.find(id).map(|place| pool.card(place));
                if let Some((race, card)) = race.zip(card)
                    && card.race != *race
                    && card.race != NEUTRAL
                {
                    fault("race_of_card", format!("/players/{}{pointer}", side.number()), cite!("一.2(2)"));
                }
            }
        }
    }

    /// Faults of names in the machine phase that no unit has, or that stand twice [十五.機械合體.4].
    pub(super) fn machine_faults(&self, pool: &Pool, fault: &mut Fault<'_>) {
        let names = &self.mech.names;
        for (index, name) in names.iter().enumerate() {
            let unit =
                pool.cards().iter().any(|card| card.as_unit().is_some() && card.name.printed() == name);
            let again = names.iter().take(index).any(|other| other == name);
            if !unit || again || self.window != WindowName::Machine {
                fault("mech", format!("/mech/names/{index}"), cite!("十五.機械合體.4"));
            }
        }
    }

    pub(super) fn header_faults(&self, fault: &mut Fault<'_>) {
        let ours = cite!("ruling-position");
        if self.players.len() != 2 {
            fault("two_halves", "/players".into(), ours);
        }
        let setting_up = self.window == WindowName::Mulligan;
        if setting_up != (self.turn == 0) || self.turn > LAST_TURN {
            fault("turn", "/turn".into(), ours);
        }
        let odd = !self.turn.is_multiple_of(2);
        if self.turn > 0 && odd != (self.active == self.first) {
            fault("active", "/active".into(), ours);
        }
        if self.turned.is_some_and(|turned| turned > STARS) {
            fault("stars", "/turned".into(), cite!("四.4"));
        }
        if self.answered && !setting_up {
            fault("answered", "/answered".into(), cite!("一.5"));
        }
        let tactics = matches!(
            self.standing_window(),
            WindowName::Tactic
                | WindowName::Formation
                | WindowName::Moves
                | WindowName::Attack
                | WindowName::Attacks
                | WindowName::TacticsEnd
        );
        if self.tactic.is_some_and(|tactic| self.tactic_of_window().is_some_and(|other| other != tactic)) {
            fault("tactic", "/tactic".into(), cite!("二.4"));
        }
        if tactics && self.turn == 1 {
            fault("skipped_tactics", "/window".into(), cite!("十三.1"));
        }
        let (from, closing) = (self.entered_from, self.window == WindowName::Closing);
        let free = |window: WindowName| {
            matches!(
                window,
                WindowName::Summon
                    | WindowName::Tactic
                    | WindowName::Formation
                    | WindowName::Attack
                    | WindowName::TacticsEnd
            )
        };
        let between = |window: WindowName| matches!(window, WindowName::Moves | WindowName::Attacks);
        let inside = closing || self.window == WindowName::Machine;
        if from.is_some_and(|from| !(inside && (free(from) || closing && between(from)))) {
            fault("entered_from", "/entered_from".into(), cite!("十五.機械合體.1"));
        }
    }

    pub(super) fn half_faults(&self, pool: &Pool, seat: usize, half: &Half, fault: &mut Fault<'_>) {
        let unit = |id: &str| {
            id == TRAVELER || pool.find(id).is_some_and(|place| pool.card(place).as_unit().is_some())
        };
        let magic = |id: &str| pool.find(id).is_some_and(|place| pool.card(place).magic.is_some());
        let mut travelers = 0usize;
        for (name, standing) in half.field.cells() {
            let at = |field: &str| format!("/players/{seat}/field/{name}{field}");
            travelers += usize::from(standing.card == TRAVELER);
            if !unit(&standing.card) {
                fault("kind_of_card", at("/card"), cite!("四.9"));
            }
            for (index, lower) in standing.under.iter().enumerate() {
                travelers += usize::from(lower.card == TRAVELER);
                if !unit(&lower.card) {
                    fault("kind_of_card", at(&format!("/under/{index}/card")), cite!("十五.合體.1"));
                }
            }
            for (index, card) in standing.magic.iter().enumerate() {
                if !magic(card.id()) {
                    fault("kind_of_card", at(&format!("/magic/{index}")), cite!("七.4"));
                }
            }
            for (index, number) in standing.used.iter().enumerate() {
                if !is_limited(pool, standing, *number) {
                    fault("used", at(&format!("/used/{index}")), cite!("ruling-72"));
                }
            }
            if standing.designated.as_ref().is_some_and(|at| Where::of(at).is_none()) {
                fault("designated", at("/designated"), cite!("十五.遠程.1"));
            }
            if standing.designated.is_some() && standing.state != State::Attacking {
                fault("designated", at("/designated"), cite!("十五.遠程.1"));
            }
        }
        if travelers > setup::FIGURES {
            fault("too_many_travelers", format!("/players/{seat}/field"), cite!("四.6"));
        }
        if half.field_card.as_deref().is_some_and(|card| !magic(card)) {
            fault("kind_of_card", format!("/players/{seat}/field_card"), cite!("四.5"));
        }
        for (name, list, _) in half.lists() {
            for (index, id) in list.known() {
                if id == TRAVELER {
                    let rule = match name {
                        "graveyard" | "exile" => cite!("十.5"),
                        _ => cite!("ruling-64"),
                    };
                    fault("kind_of_card", format!("/players/{seat}/{name}/{index}"), rule);
                }
            }
        }
        if half.energy > ENERGY_LIMIT {
            fault("energy", format!("/players/{seat}/energy"), cite!("十五.充能.1"));
        }
    }

    pub(super) fn battle_faults(&self, fault: &mut Fault<'_>) {
        let fought = matches!(self.window, WindowName::Winner | WindowName::Loser | WindowName::Destruction);
        if fought != self.battle.is_some() && self.window != WindowName::BattleOver {
            fault("battle", "/battle".into(), cite!("十一.8"));
        }
        let Some(fight) = &self.battle else { return };
        let attacks = fight.attacker.seat != self.active
            && self.standing(&fight.attacker).is_some_and(|unit| unit.state == State::Attacking);
        if !attacks && self.window != WindowName::BattleOver {
            fault("attacker", "/battle/attacker".into(), cite!("十一.4"));
        }
        if fight.defenders.is_empty() || fight.defenders.len() + fight.then.len() > 2 {
            fault("defenders", "/battle/defenders".into(), cite!("十一.4"));
        }
        for (field, units) in [("defenders", &fight.defenders), ("then", &fight.then)] {
            for (index, defender) in units.iter().enumerate() {
                if defender.seat != self.active || self.standing(defender).is_none() {
                    fault("defender", format!("/battle/{field}/{index}"), cite!("十一.4"));
                }
            }
        }
    }
}
