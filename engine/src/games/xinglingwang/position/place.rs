//! A position becomes a state, or all its faults are listed [ruling-position].
//!
//! 四.4, 四.5, 四.6, 四.9, 七.4, 十.5, 十五.合體.1 what may lie where; 一.2(1), 十五.充能.1, 十五.獎勵.1 how much;
//! 一.5, 十一.4, 十一.8, 十三.1, 十五.機械合體.1, 十五.遠程.1 what belongs to where the table stands.

use super::super::ability::PER_CARD;
use super::super::action::{At, Tactic};
use super::super::battle::Battle;
use super::super::deck::FOREST_LIMIT;
use super::super::ending::STARS;
use super::super::printed::{NEUTRAL, Pool, TRAVELER, TRAVELER_DEFINITION};
use super::super::reason::Reason;
use super::super::setup::{self, SetUp};
use super::super::table::{self, Mark, Phase, Piece, Role, State, Where};
use super::super::turn::{BATTLE, TURN, line};
use super::super::words::ability::{Ability, Limit};
use super::super::zone::{ENERGY_LIMIT, REWARD_LIMIT};
use super::super::{Facts, Question, Step, Xinglingwang, stat};
use super::{Entered, Half, Position, Standing, WindowName, Won};
use crate::game_kit::pile::Pile;
use crate::game_kit::pool::Names;
use crate::game_kit::position::{CARD_LIMIT, lay, may_run};
use crate::game_kit::used::UsedInTurn;
use crate::game_kit::zone::open_zones;
use crate::kernel::{
    CardId, Closing, Cursor, Frame, Holder, Match, Modifier, NoChance, Object, Progress, Reach, Seat,
    Speaking, Window,
};
use crate::verdict::{Cite, Refusal};

type Table = crate::kernel::State<Xinglingwang>;

/// The most turns that a position may have behind it.
const LAST_TURN: u16 = 10_000;

/// Whether a unit has an ability of this number, counted from 1, that can be used once a turn: its own,
/// or one on the edge of a lower unit [ruling-40, ruling-72].
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
    let first = if lower == 0 { 0 } else { card.edge };
    let ability = card.abilities.get(place).filter(|_| place >= first);
    ability.and_then(Ability::body).is_some_and(|body| body.limit == Some(Limit::Turn))
}

type Fault<'f> = dyn FnMut(&'static str, String, Cite) + 'f;

impl Half {
    fn lists(&self) -> [(&'static str, &Pile, table::ZoneOf); 4] {
        [
            ("hand", &self.hand, table::HAND),
            ("deck", &self.deck, table::DECK),
            ("graveyard", &self.graveyard, table::GRAVEYARD),
            ("exile", &self.exile, table::EXILE),
        ]
    }

    /// Every card id with its pointer in this half and with its owner, in the order in which cards are
    /// numbered.
    fn owned(&self, side: Seat) -> Vec<(String, &str, Seat)> {
        let mut ids = Vec::new();
        for (name, standing) in self.field.cells() {
            let owner = |owner: Option<Seat>| owner.unwrap_or(side);
            ids.push((format!("/field/{name}/card"), standing.card.as_str(), owner(standing.owner)));
            for (index, lower) in standing.under.iter().enumerate() {
                let pointer = format!("/field/{name}/under/{index}/card");
                ids.push((pointer, lower.card.as_str(), owner(lower.owner)));
            }
            for (index, card) in standing.magic.iter().enumerate() {
                ids.push((format!("/field/{name}/magic/{index}"), card.id(), card.owner(side)));
            }
        }
        if let Some(card) = &self.field_card {
            ids.push(("/field_card".to_owned(), card.as_str(), side));
        }
        for (name, list, _) in self.lists() {
            let known = list.known().iter().enumerate();
            ids.extend(known.map(|(index, id)| (format!("/{name}/{index}"), id.as_str(), side)));
        }
        ids
    }
}

impl Standing {
    /// Lays the units and the magic under the card of this unit.
    fn lay_under(&self, pool: &Pool, side: Seat, card: CardId, state: &mut Table) {
        for lower in &self.under {
            let definition = pool.find(&lower.card).unwrap_or(TRAVELER_DEFINITION);
            let owner = lower.owner.unwrap_or(side);
            let id =
                state.table.set_member(definition, owner, card, Role::Lower(lower.edge), Mark::default());
            if lower.card == TRAVELER {
                state.table.set_pieces(Holder::Card(id), Piece::Traveler, 1);
            }
        }
        for magic in &self.magic {
            if let Some(definition) = pool.find(magic.id()) {
                state.table.set_member(definition, magic.owner(side), card, Role::Magic, Mark::default());
            }
        }
    }
}

/// Travelers are of no pool.
impl Names for Position {
    fn ids(&self) -> Vec<(String, String)> {
        let mut ids = Vec::new();
        for (seat, half) in self.players.iter().enumerate() {
            let of = half.owned(Seat::Zero).into_iter().filter(|(_, id, _)| *id != TRAVELER);
            ids.extend(of.map(|(pointer, id, _)| (format!("/players/{seat}{pointer}"), id.to_owned())));
        }
        ids
    }

    fn too_much(&self) -> Option<(String, String)> {
        for (seat, half) in self.players.iter().enumerate() {
            let at = |field: &str| format!("/players/{seat}{field}");
            if half.forest > FOREST_LIMIT {
                return Some((at("/forest"), format!("a forest has at most {FOREST_LIMIT} travelers here")));
            }
            if half.reward > REWARD_LIMIT {
                return Some((at("/reward"), format!("rewards go up to {REWARD_LIMIT} here")));
            }
            let blank =
                half.lists().iter().map(|(_, list, _)| list.len() - list.known().len()).sum::<usize>();
            if half.owned(Seat::Zero).len() + blank > CARD_LIMIT {
                return Some((at(""), format!("a player has at most {CARD_LIMIT} cards here")));
            }
        }
        let runs = may_run(self.effects.iter().map(|effect| effect.on.len()));
        (!runs).then(|| ("/effects".to_owned(), "more effects run than are handled here".to_owned()))
    }
}

impl Position {
    /// The window of the phase, also while another one is open inside it.
    fn standing_window(&self) -> WindowName {
        match self.window {
            WindowName::Machine | WindowName::Closing => self.entered_from.unwrap_or(WindowName::Summon),
            window => window,
        }
    }

    /// The tactic that the window says.
    fn tactic_of_window(&self) -> Option<Tactic> {
        match self.standing_window() {
            WindowName::Formation | WindowName::Moves => Some(Tactic::Formation),
            WindowName::Attack | WindowName::Attacks => Some(Tactic::Attack),
            _ => None,
        }
    }

    fn standing(&self, at: &At) -> Option<&Standing> {
        let half = self.players.get(usize::from(at.seat.number()))?;
        half.field.at(&at.cell)
    }

    /// The state of this position, or every fault of it.
    pub fn place(&self, pool: &Pool) -> Result<Table, Vec<Refusal<Reason>>> {
        let mut faults = Vec::new();
        let mut fault = |what, field: String, cite: Cite| {
            faults.push(Refusal::new(Reason::ImpossiblePosition { what }, cite).of(field));
        };
        self.header_faults(&mut fault);
        for (seat, half) in self.players.iter().enumerate() {
            self.half_faults(pool, seat, half, &mut fault);
        }
        self.race_faults(pool, &mut fault);
        self.machine_faults(pool, &mut fault);
        self.battle_faults(&mut fault);
        for (index, turned) in self.redirects.iter().enumerate() {
            for (field, at) in [("attacker", &turned.attacker), ("target", &turned.target)] {
                if self.standing(at).is_none() {
                    fault("redirect", format!("/redirects/{index}/{field}"), cite!("ruling-82"));
                }
            }
        }
        for (index, effect) in self.effects.iter().enumerate() {
            for (place, on) in effect.on.iter().enumerate() {
                if self.standing(on).is_none() {
                    fault("effect", format!("/effects/{index}/on/{place}"), cite!("ruling-position"));
                }
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let game = Match::new(pool, self.build(pool), &NoChance);
        let mut fault = |what, field: String, cite: Cite| {
            faults.push(Refusal::new(Reason::ImpossiblePosition { what }, cite).of(field));
        };
        self.passenger_faults(&game, &mut fault);
        self.number_faults(&game, &mut fault);
        if faults.is_empty() { Ok(game.state) } else { Err(faults) }
    }

    /// Numbers that no card has.
    fn number_faults(&self, game: &Match<'_, Xinglingwang>, fault: &mut Fault<'_>) {
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

    /// Travelers under units that carry none, or not so many [十五.搭乘.2].
    fn passenger_faults(&self, game: &Match<'_, Xinglingwang>, fault: &mut Fault<'_>) {
        for (side, half) in Seat::BOTH.into_iter().zip(&self.players) {
            for (name, standing) in half.field.cells() {
                let Some(at) = Where::named(side, name) else { continue };
                if standing.passengers == 0 {
                    continue;
                }
                let room = table::at(game, at).and_then(|unit| stat::capacity(game, unit)).unwrap_or(0);
                if standing.passengers > room {
                    let field = format!("/players/{}/field/{name}/passengers", side.number());
                    fault("passengers", field, cite!("十五.搭乘.2"));
                }
            }
        }
    }

    /// A race that no card of the pool has, and cards that a player of another race cannot own [一.1,
    /// 一.2(2)].
    fn race_faults(&self, pool: &Pool, fault: &mut Fault<'_>) {
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

    /// Names that no unit has, or that are there twice [十五.機械合體.4].
    fn machine_faults(&self, pool: &Pool, fault: &mut Fault<'_>) {
        let names = &self.mech.names;
        for (index, name) in names.iter().enumerate() {
            let unit = pool.cards().iter().any(|card| card.unit.is_some() && card.name == *name);
            let again = names.iter().take(index).any(|other| other == name);
            if !unit || again || self.window != WindowName::Machine {
                fault("mech", format!("/mech/names/{index}"), cite!("十五.機械合體.4"));
            }
        }
    }

    fn header_faults(&self, fault: &mut Fault<'_>) {
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
        if from.is_some_and(|from| !inside || !free(from) && !(closing && between(from))) {
            fault("entered_from", "/entered_from".into(), cite!("十五.機械合體.1"));
        }
    }

    fn half_faults(&self, pool: &Pool, seat: usize, half: &Half, fault: &mut Fault<'_>) {
        let unit =
            |id: &str| id == TRAVELER || pool.find(id).is_some_and(|place| pool.card(place).unit.is_some());
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
            for (index, id) in list.known().iter().enumerate() {
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

    fn battle_faults(&self, fault: &mut Fault<'_>) {
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

    fn build(&self, pool: &Pool) -> Table {
        let mut state = Table::default();
        open_zones(&mut state, table::Zone::ALL);
        let mut figures: Vec<(Seat, Where, Mark, &Standing)> = Vec::new();
        let mut standing: Vec<(Where, CardId)> = Vec::new();
        for (side, half) in Seat::BOTH.into_iter().zip(&self.players) {
            for (name, there) in half.field.cells() {
                let Some(at) = Where::named(side, name) else { continue };
                let mark = self.mark(there);
                let owner = there.owner.unwrap_or(side);
                if there.card == TRAVELER {
                    figures.push((owner, at, mark, there));
                    continue;
                }
                let Some(definition) = pool.find(&there.card) else { continue };
                let place = table::FIELD.of(side);
                let card = state.table.set_card(definition, owner, place, table::cell(at.number), mark);
                standing.push((at, card));
                there.lay_under(pool, side, card, &mut state);
                state.table.set_pieces(Holder::Card(card), Piece::Traveler, there.passengers);
            }
            let nowhere = crate::kernel::Cell::NONE;
            for definition in half.field_card.iter().filter_map(|id| pool.find(id)) {
                state.table.set_card(definition, side, table::FIELD_CARD.of(side), nowhere, Mark::default());
            }
            for (_, list, zone) in half.lists() {
                lay(&mut state, pool, side, zone.of(side), list);
            }
            let counters = Holder::Place(table::COUNTERS.of(side));
            state.table.set_pieces(Holder::Place(table::FOREST.of(side)), Piece::Traveler, half.forest);
            state.table.set_pieces(counters, Piece::Reward, half.reward);
            state.table.set_pieces(counters, Piece::Energy, half.energy);
            *state.facts.races.get_mut(side) = half.race.clone().unwrap_or_default();
            *state.facts.early_end.get_mut(side) = half.early_end;
        }
        for (owner, at, mark, there) in figures {
            let place = table::FIELD.of(at.side);
            let cell = table::cell(at.number);
            let card = state.table.set_card(TRAVELER_DEFINITION, owner, place, cell, mark);
            state.table.set_pieces(Holder::Card(card), Piece::Traveler, 1);
            standing.push((at, card));
            there.lay_under(pool, at.side, card, &mut state);
        }
        setup::lay_figures(&mut state);
        let on = |at: &At| -> Option<CardId> {
            let place = Where::of(at)?;
            standing.iter().find(|(other, _)| *other == place).map(|(_, card)| *card)
        };
        for effect in &self.effects {
            let objects: smallvec::SmallVec<[Object; 2]> =
                effect.on.iter().filter_map(on).map(|card| state.table.object(card)).collect();
            let rule = effect.rule.as_ref().and_then(|rule| super::super::rules::RULES.cite(rule));
            let source = effect.source.as_ref().and_then(|source| source.object(&state));
            let time = state.clock;
            state.clock += 1;
            state.modifiers.push(Modifier {
                time,
                influence: effect.does.influence(),
                reach: Reach::Objects(objects),
                until: effect.until,
                seat: effect.seat,
                source,
                rule: rule.unwrap_or(cite!("ruling-position")),
            });
        }
        if let Some(fight) = &self.battle
            && let Some(attacker) = on(&fight.attacker)
        {
            let all = fight.defenders.iter().chain(&fight.then);
            let defenders: smallvec::SmallVec<[Object; 2]> =
                all.filter_map(on).map(|card| state.table.object(card)).collect();
            let mut won: smallvec::SmallVec<[bool; 2]> = fight.defenders.iter().map(|_| true).collect();
            if let Some(last) = won.last_mut() {
                *last = fight.won == Won::Attacker;
            }
            let now = won.len().saturating_sub(1) as u8;
            let attacker = state.table.object(attacker);
            state.facts.battle = Some(Battle { attacker, defenders, now, won });
        }
        let redirects =
            self.redirects.iter().filter_map(|turned| on(&turned.attacker).zip(on(&turned.target)));
        state.facts.redirects = redirects
            .map(|(attacker, target)| (state.table.object(attacker), state.table.object(target)))
            .collect();
        state.facts.activated = self.activated.iter().map(|card| state.table.object(*card)).collect();
        self.facts(&mut state);
        self.schedule(&mut state);
        state
    }

    fn mark(&self, there: &Standing) -> Mark {
        let used = there.used.iter().filter_map(|number| number.checked_sub(1));
        Mark {
            state: there.state,
            entered: if there.entered.is_some() { self.turn } else { 0 },
            kept_in_front: there.entered == Some(Entered::Front),
            attacked: if there.attacked { self.turn } else { 0 },
            designated: there.designated.as_ref().and_then(Where::of).map(Where::index),
            used: used.fold(UsedInTurn::default(), |all, number| all.with(self.turn, number)),
            left: None,
        }
    }

    fn facts(&self, state: &mut Table) {
        let facts = &mut state.facts;
        facts.first = self.first;
        facts.active = self.active;
        facts.turn = self.turn;
        facts.defence = self.defence;
        facts.normal_play = self.normal_play;
        facts.formation_play = self.formation_play;
        facts.countdown = self.turned.is_some();
        facts.stars = STARS.saturating_sub(self.turned.unwrap_or(0));
        facts.mech_used = self.mech.used || self.window == WindowName::Machine;
        facts.mech = (self.window == WindowName::Machine).then(|| self.mech.names.clone());
        facts.tactic = self.tactic_of_window().or(self.tactic);
        facts.attacked = self.attacked || self.standing_window() == WindowName::Attacks;
        facts.fresh = self.fresh;
        facts.extra_plays = self.extra_plays;
        facts.used_names = self
            .used_names
            .iter()
            .map(|used| (used.seat, used.name.clone(), used.ability.saturating_sub(1)))
            .collect();
        facts.tributes = self.tributes.iter().map(|kept| (kept.unit, kept.tributes.clone())).collect();
        for (seat, half) in Seat::BOTH.into_iter().zip(&self.players) {
            *facts.sneaks.get_mut(seat) = half.sneaks;
            *facts.mulligans.get_mut(seat) = self.window != WindowName::Mulligan;
        }
        if self.window == WindowName::Mulligan {
            *facts.mulligans.get_mut(self.first) = self.answered;
        }
    }

    /// The agenda of the place that the table stands at.
    fn schedule(&self, state: &mut Table) {
        let stage = |schedule, line, progress| Frame::Stage(Cursor { schedule, line, progress });
        let (active, facts, agenda) = (self.active, &mut state.facts, &mut state.agenda);
        let begins = |line| stage(TURN, line, Progress::Begin);
        let window = |question, seat| Frame::Window(Window::one(question, seat));
        let mut free = |name: WindowName, facts: &mut Facts| {
            let (line, phase, question) = match name {
                WindowName::Tactic => (line::TACTICS, Phase::Tactics, Question::Tactic),
                WindowName::Formation => (line::TACTICS, Phase::Tactics, Question::Formation),
                WindowName::Moves => (line::TACTICS, Phase::Tactics, Question::Moves),
                WindowName::Attack => (line::TACTICS, Phase::Tactics, Question::Attack),
                WindowName::Attacks => (line::TACTICS, Phase::Tactics, Question::Attacks),
                WindowName::TacticsEnd => (line::TACTICS, Phase::Tactics, Question::TacticsEnd),
                _ => (line::SUMMON, Phase::Summon, Question::Summon),
            };
            facts.phase = phase;
            agenda.push(stage(TURN, line, Progress::End));
            agenda.push(window(question, active));
        };
        match self.window {
            WindowName::Summon
            | WindowName::Tactic
            | WindowName::Formation
            | WindowName::Moves
            | WindowName::Attack
            | WindowName::Attacks
            | WindowName::TacticsEnd => return free(self.window, facts),
            WindowName::Machine => {
                free(self.standing_window(), facts);
                state.agenda.push(window(Question::Machine, active));
                return;
            }
            WindowName::Closing => {
                free(self.standing_window(), facts);
                state.agenda.push(window(Question::Closing, active.other()));
                return;
            }
            _ => {}
        }
        match self.window {
            WindowName::Mulligan => state.agenda.push(Frame::Step(Step::SetUp(SetUp::Answers))),
            WindowName::Draw => state.agenda.push(begins(line::DRAW)),
            WindowName::Defence => {
                facts.phase = Phase::Draw;
                state.agenda.push(stage(TURN, line::DRAW, Progress::End));
            }
            WindowName::EarlyEndCheck => state.agenda.push(begins(line::EARLY_END_CHECK)),
            WindowName::End => state.agenda.push(begins(line::END)),
            WindowName::HandLimit => state.agenda.push(begins(line::HAND_LIMIT)),
            WindowName::Countdown => state.agenda.push(begins(line::COUNTDOWN)),
            WindowName::EarlyEnd => state.agenda.push(begins(line::EARLY_END)),
            WindowName::TurnEnd => state.agenda.push(begins(line::TURN_END)),
            WindowName::AfterTurn => state.agenda.push(begins(line::AFTER_TURN)),
            _ => self.schedule_battle(state),
        }
    }

    fn schedule_battle(&self, state: &mut Table) {
        let stage = |schedule, line, progress| Frame::Stage(Cursor { schedule, line, progress });
        let (active, facts, agenda) = (self.active, &mut state.facts, &mut state.agenda);
        facts.phase = Phase::Defence;
        agenda.push(stage(TURN, line::DEFENCE, Progress::Window));
        agenda.push(Frame::Step(Step::Battles));
        let attacker = active.other();
        let winner = match self.battle.as_ref().map(|fight| fight.won) {
            Some(Won::Attacker) => attacker,
            _ => active,
        };
        match self.window {
            WindowName::BeforeBattle => {
                facts.step = Some(Phase::BeforeBattle);
                agenda.push(stage(BATTLE, line::BEFORE_BATTLE, Progress::Window));
                agenda.push(Frame::Window(Window {
                    first: active,
                    speaker: self.speaker.unwrap_or(active),
                    speaking: Speaking::UntilPass,
                    closing: Closing::TwoPasses,
                    passes: u8::from(self.passed),
                    ..Window::one(Question::BeforeBattle, active)
                }));
            }
            WindowName::Winner => {
                facts.step = Some(Phase::Winner);
                agenda.push(stage(BATTLE, line::WINNER, Progress::End));
                agenda.push(Frame::Window(Window::one(Question::Winner, winner)));
            }
            WindowName::Loser => {
                facts.step = Some(Phase::Loser);
                agenda.push(stage(BATTLE, line::LOSER, Progress::End));
                agenda.push(Frame::Window(Window::one(Question::Loser, winner.other())));
            }
            WindowName::Destruction => agenda.push(stage(BATTLE, line::DESTRUCTION, Progress::Begin)),
            _ => agenda.push(stage(BATTLE, line::BATTLE_OVER, Progress::Begin)),
        }
    }
}
