//! Makes a state of a position, or lists all its faults [ruling-position].

use super::super::cards::Half;
use super::super::facts::Attack;
use super::super::printed::{Kind, Pool};
use super::super::reason::Reason;
use super::super::rules::limits::{HAND_LIMIT, PLAYERS, STARTING_HAND};
use super::super::setup::SetUp;
use super::super::table::{self, Phase, Zone};
use super::super::turn::line_of;
use super::super::words::filter::State as Orientation;
use super::super::{BuildDivide, Step, battle, declare, prohibition, stat};
use super::{Fight, Opens, Position, Target, TargetWord, WINDOWS, WindowName};
use crate::game_kit::position;
use crate::game_kit::running::On;
use crate::game_kit::thing::LARGEST;
use crate::game_kit::zone::open_zones;
use crate::kernel::{
    BySeat, Closing, Cursor, Frame, Match, NoChance, Object, Progress, Seat, Speaking, State, Window,
};
use crate::verdict::{Cite, Refusal};

type Table = State<BuildDivide>;
type Game<'p> = Match<'p, BuildDivide>;

/// The most turns that a position may have behind it.
const LAST_TURN: u16 = 10_000;
/// The rule of faults for which the book has none.
const OURS: Cite = cite!("ruling-position");

type Faults = position::Faults<Reason>;

impl Position {
    /// The state of this position, or all its faults.
    pub fn place(&self, pool: &Pool) -> Result<Table, Vec<Refusal<Reason>>> {
        let mut faults = position::Faults(Vec::new());
        self.turn_faults(pool, &mut faults);
        self.card_faults(pool, &mut faults);
        self.attack_faults(&mut faults);
        let is_readable = faults.0.is_empty();
        let game = Match::new(pool, self.build(pool), &NoChance);
        self.effect_faults(&game, &mut faults);
        let times = (game.state.clock..).zip(&self.effects);
        let begun = times.filter_map(|(time, effect)| effect.begun(&game, on_table, time, OURS));
        let begun: Vec<_> = begun.collect();
        let mut state = game.state;
        for effect in begun {
            state.clock += 1;
            state.modifiers.push(effect);
        }
        let game = Match::new(pool, state, &NoChance);
        if is_readable {
            self.table_faults(&game, &mut faults);
        }
        if faults.0.is_empty() { Ok(game.state) } else { Err(faults.0) }
    }

    /// The player of the odd turns.
    const fn first_by_turn(&self) -> Seat {
        let is_even = self.turn.is_multiple_of(2);
        let second = if self.turn == 0 { self.answered.is_some() } else { is_even };
        if second { self.active.other() } else { self.active }
    }

    fn turn_faults(&self, pool: &Pool, faults: &mut Faults) {
        let (window, is_set_up) = (self.window, self.window == WindowName::Mulligan);
        if self.players.len() != PLAYERS.value as usize {
            faults.fault("two_halves", "/players", &[PLAYERS.cite]);
        }
        if is_set_up != (self.turn == 0) || self.turn > LAST_TURN {
            faults.fault("turn", "/turn", &[OURS]);
        }
        if self.first.is_some_and(|first| first != self.first_by_turn()) {
            faults.fault("first_player", "/first", &[cite!("准备.3")]);
        }
        if self.passed && !window.is_window() {
            faults.fault("passed", "/passed", &[cite!("ruling-20")]);
        }
        if self.answered.is_some() && !is_set_up {
            faults.fault("answered", "/answered", &[cite!("准备.4.2")]);
        }
        if self.energy_placed && !window.is_after_placing() {
            faults.fault("energy_placed", "/energy_placed", &[cite!("主要阶段.1")]);
        }
        for (seat, half) in self.players.iter().enumerate() {
            let territory = half.territory.as_ref().and_then(|territory| pool.find(&territory.card));
            let hand =
                territory.and_then(|place| pool.card(place).setups().filter_map(|setup| setup.hand).last());
            let is_dealt = half.hand.len() == hand.map_or(STARTING_HAND.value as usize, usize::from)
                && half.field.is_empty()
                && half.energy.is_empty()
                && half.life.is_empty()
                && half.graveyard.is_empty();
            if is_set_up && !is_dealt {
                faults.fault("set_up", format!("/players/{seat}"), &[cite!("准备.4")]);
            }
        }
    }

    fn card_faults(&self, pool: &Pool, faults: &mut Faults) {
        for (seat, half) in self.players.iter().enumerate() {
            half.kind_faults(pool, seat, faults);
            half.unit_faults(pool, seat, faults);
            let at = |field: &str| format!("/players/{seat}{field}");
            if half.territory.as_ref().is_some_and(|card| card.state == Orientation::FaceDown) {
                faults.fault("kind_of_card", at("/territory/state"), &[cite!("ruling-89")]);
            }
            for (field, id, number) in half.uses() {
                if !is_limited(pool, id, number) {
                    faults.fault("used", at(&field), &[cite!("用语.起动能力.3")]);
                }
            }
            for (index, counter) in half.counters.iter().enumerate() {
                let again = half.counters.iter().take(index).any(|other| other.name == counter.name);
                if counter.n == 0 || counter.n > LARGEST || counter.name.is_empty() || again {
                    faults.fault("counters", at(&format!("/counters/{index}")), &[cite!("用语.指示物")]);
                }
            }
        }
    }

    fn attack_faults(&self, faults: &mut Faults) {
        let Some(attack) = &self.attack else {
            if self.window.is_in_attack() {
                faults.fault("attack", "/attack", &[cite!("攻击阶段.1")]);
            }
            return;
        };
        if !self.window.is_in_attack() && self.window != WindowName::AttackEnd {
            faults.fault("attack", "/attack", &[cite!("攻击阶段.1")]);
        }
        let stands = |seat: Seat, index: Option<u16>| {
            let half = self.players.get(usize::from(seat.number()));
            half.is_some_and(|half| match index {
                Some(index) => half.field.get(usize::from(index)).is_some(),
                None => half.territory.is_some(),
            })
        };
        if !stands(self.active, attack.attacker) {
            faults.fault("attacker", "/attack/attacker", &[cite!("攻击阶段.1")]);
        }
        let is_there = match attack.target {
            Target::Word(TargetWord::Player) => true,
            Target::Word(TargetWord::Territory) => stands(self.active.other(), None),
            Target::Unit(index) => stands(self.active.other(), Some(index)),
        };
        if !is_there {
            faults.fault("target", "/attack/target", &[cite!("攻击阶段.2")]);
        }
        if self.window != WindowName::AfterBlock || !is_there {
            return;
        }
        let other = self.players.get(usize::from(self.active.other().number()));
        let state = match attack.target {
            Target::Word(TargetWord::Player) => {
                return faults.fault("target", "/attack/target", &[cite!("阻挡.2")]);
            }
            Target::Word(TargetWord::Territory) => {
                other.and_then(|half| half.territory.as_ref()).map(|territory| territory.state)
            }
            Target::Unit(index) => {
                other.and_then(|half| half.field.get(usize::from(index))).map(|unit| unit.state)
            }
        };
        if state == Some(Orientation::Standing) {
            faults.fault("blocker_stands", "/attack/target", &[cite!("阻挡.1")]);
        }
    }

    fn effect_faults(&self, game: &Game<'_>, faults: &mut Faults) {
        for (index, effect) in self.effects.iter().enumerate() {
            for field in effect.faults(game, on_table) {
                faults.fault("effect", format!("/effects/{index}/{field}"), &[OURS]);
            }
        }
    }

    /// Faults that only the placed table shows: units that rule processing would have destroyed, and
    /// questions that nobody would be asked.
    fn table_faults(&self, game: &Game<'_>, faults: &mut Faults) {
        for seat in Seat::BOTH {
            let units = table::units(game, seat);
            let places = table::list(game, table::FIELD, seat);
            for unit in units {
                if stat::power(game, unit) > table::mark(game, unit).damage.max(0) {
                    continue;
                }
                let index = places.iter().position(|card| *card == unit);
                let field = index.map_or("territory".to_owned(), |index| format!("field/{index}"));
                let field = format!("/players/{}/{field}", seat.number());
                faults.fault("destroyed", field, &[cite!("ruling-10"), cite!("卡牌种类.单位.④")]);
            }
        }
        if let Some(attack) = game.state.facts.attack {
            if !table::is_unit(game, attack.attacker.card) {
                faults.fault("attacker", "/attack/attacker", &[cite!("攻击阶段.1")]);
            }
            if attack.target.is_some_and(|target| !table::is_unit(game, target.card)) {
                faults.fault("target", "/attack/target", &[cite!("攻击阶段.2")]);
            }
        }
        if self.window == WindowName::ChooseBlock && !asks_to_block(game, self.active.other()) {
            faults.fault("no_blocker", "/window", &[cite!("ruling-25"), cite!("阻挡.1")]);
        }
        let hand = table::count(game, table::HAND, self.active);
        if self.window == WindowName::HandLimit && hand <= prohibition::hand_limit(game, self.active) {
            let field = format!("/players/{}/hand", self.active.number());
            faults.fault("hand_limit", field, &[HAND_LIMIT.cite, cite!("ruling-41")]);
        }
    }

    fn build(&self, pool: &Pool) -> Table {
        let mut state = Table::default();
        open_zones(&mut state, Zone::ALL);
        state.facts.turn = self.turn;
        for (seat, half) in Seat::BOTH.into_iter().zip(&self.players) {
            half.lay(pool, &mut state, seat);
        }
        let place = |seat, index| on_table(&state, &On { seat, field: index });
        let attack = self.attack.and_then(|Fight { attacker, target }| {
            let other = self.active.other();
            let target = match target {
                Target::Word(TargetWord::Player) => None,
                Target::Word(TargetWord::Territory) => Some(place(other, None)?),
                Target::Unit(index) => Some(place(other, Some(index))?),
            };
            let blocked = self.window == WindowName::AfterBlock;
            let attacker = place(self.active, attacker)?;
            Some(Attack { attacker, target, blocked, over: false, fought: false })
        });
        state.facts.attack = attack;
        self.schedule(&mut state);
        state
    }

    /// Writes the agenda of the place that the table stands at: set-up, a stage that asks by itself, or a
    /// window.
    fn schedule(&self, state: &mut Table) {
        let (active, first) = (self.active, self.first.unwrap_or_else(|| self.first_by_turn()));
        let (facts, agenda) = (&mut state.facts, &mut state.agenda);
        facts.first = Some(first);
        facts.active = active;
        facts.placed = u16::from(self.energy_placed);
        let Some(opens) = WINDOWS.opens(self.window) else { return };
        facts.redraws = BySeat::from_fn(|_| Some(false));
        let line = |name: Phase, progress| {
            let (schedule, line) = line_of(name);
            Frame::Stage(Cursor { schedule, line, progress })
        };
        let (phase, name, opened) = match opens {
            Opens::SetUp => {
                facts.phase = Phase::Setup;
                facts.redraws = BySeat::default();
                *facts.redraws.get_mut(first) = self.answered;
                return agenda.push(Frame::Step(Step::SetUp(SetUp::Answers)));
            }
            Opens::Stage(phase, name) => {
                facts.phase = *phase;
                return agenda.push(line(*name, Progress::Begin));
            }
            Opens::One(phase, name, question) => (*phase, *name, Window::one(question.clone(), active)),
            Opens::Both(phase, name, question) => {
                let window = Window {
                    speaker: if self.passed { active.other() } else { active },
                    speaking: Speaking::BackToFirst,
                    closing: Closing::TwoPasses,
                    passes: u8::from(self.passed),
                    ..Window::one(question.clone(), active)
                };
                (*phase, *name, window)
            }
        };
        facts.phase = phase;
        agenda.push(line(name, Progress::End));
        agenda.push(Frame::Window(opened));
    }
}

impl Half {
    /// The territory lies in its zone, and every other card is none.
    fn kind_faults(&self, pool: &Pool, seat: usize, faults: &mut Faults) {
        let kind = |id: &str| pool.find(id).map(|place| pool.card(place).kind);
        let at = |field: &str| format!("/players/{seat}{field}");
        if self.territory.is_none() {
            faults.fault("one_territory", at("/territory"), &[cite!("卡组构筑.3")]);
        }
        for (field, id) in self.open() {
            let may_be = |kind: Kind| (kind == Kind::Territory) == (field == "/territory/card");
            if kind(id).is_some_and(|kind| !may_be(kind)) {
                faults.fault("kind_of_card", at(&field), &[cite!("卡牌种类.领域.3")]);
            }
        }
        for (name, list) in self.lists() {
            for (index, id) in list.known() {
                if kind(id) == Some(Kind::Territory) {
                    let field = at(&format!("/{name}/{index}"));
                    faults.fault("kind_of_card", field, &[cite!("卡牌种类.领域.3")]);
                }
            }
            let is_open = matches!(&*name, "graveyard" | "removed");
            if is_open && list.blank() > 0 {
                faults.fault("unknown_cards", at(&format!("/{name}")), &[cite!("ruling-52")]);
            }
        }
    }

    /// Only commands on the field say what they are as units, and no unit lies face down.
    fn unit_faults(&self, pool: &Pool, seat: usize, faults: &mut Faults) {
        for (index, unit) in self.field.iter().enumerate() {
            let at = |part: &str| format!("/players/{seat}/field/{index}/{part}");
            let kind = pool.find(&unit.card).map(|place| pool.card(place).kind);
            let is_command = kind == Some(Kind::Command);
            if is_command && unit.as_unit.is_none() {
                faults.fault("kind_of_card", at("card"), &[cite!("卡牌种类.指令")]);
            }
            if !is_command && unit.as_unit.is_some() {
                faults.fault("kind_of_card", at("as_unit"), &[cite!("ruling-100")]);
            }
            if unit.state == Orientation::FaceDown {
                faults.fault("kind_of_card", at("state"), &[cite!("ruling-89")]);
            }
        }
    }

    /// Abilities that the position marks as used, each with its pointer, its card and its number.
    fn uses(&self) -> Vec<(String, &str, u8)> {
        let mut uses = Vec::new();
        let mut all = |at: &str, card, used: &[u8]| {
            uses.extend(
                used.iter().enumerate().map(|(place, number)| (format!("{at}/used/{place}"), card, *number)),
            );
        };
        if let Some(territory) = &self.territory {
            all("/territory", territory.card.as_str(), &territory.used);
        }
        for (index, unit) in self.field.iter().enumerate() {
            all(&format!("/field/{index}"), unit.card.as_str(), &unit.used);
        }
        for (index, energy) in self.energy.iter().enumerate() {
            all(&format!("/energy/{index}"), energy.card.as_str(), &energy.used);
        }
        uses
    }
}

/// Whether the rules would ask a player for a block [ruling-25].
fn asks_to_block(game: &Game<'_>, seat: Seat) -> bool {
    let could = table::units(game, seat).into_iter().any(|unit| declare::can_block(game, unit));
    could && battle::attack(game).is_some()
}

/// Whether a card has an ability of this number, counted from 1, whose uses are limited.
fn is_limited(pool: &Pool, card: &str, number: u8) -> bool {
    let card = pool.find(card).map(|definition| pool.card(definition));
    let ability = card.zip(number.checked_sub(1)).and_then(|(card, number)| card.ability(number));
    ability.is_some_and(|ability| ability.head.limit.is_some())
}

/// The object on the table that an effect of a position is on.
fn on_table(state: &Table, on: &On) -> Option<Object> {
    let zone = if on.field.is_some() { table::FIELD } else { table::TERRITORY };
    let card = state.table.list(zone.of(on.seat)).get(usize::from(on.field.unwrap_or(0)))?;
    Some(state.table.object(*card))
}
