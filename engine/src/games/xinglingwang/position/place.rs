//! Makes a state of a position, or lists all its faults [ruling-position].
//!
//! 一.2(1), 十五.獎勵.1 limits of counts; 十一.8 windows and the agenda behind them.

use super::super::action::{At, Tactic};
use super::super::battle::Battle;
use super::super::deck::FOREST_LIMIT;
use super::super::ending::STARS;
use super::super::field::{self, Where};
use super::super::printed::{Pool, TRAVELER, TRAVELER_DEFINITION};
use super::super::reason::Reason;
use super::super::setup::{self, SetUp};
use super::super::table::{self, Mark, Phase, Piece, Role, Way};
use super::super::turn::{BATTLE, TURN, line};
use super::super::zone::REWARD_LIMIT;
use super::super::{Question, Step, Xinglingwang};
use super::{Entered, Half, Opens, Position, Standing, WINDOWS, WindowName, Won};
use crate::game_kit::pile::Pile;
use crate::game_kit::pool::Names;
use crate::game_kit::position::{Halves, lay, may_run, too_many_effects};
use crate::game_kit::used::UsedInTurn;
use crate::game_kit::zone::open_zones;
use crate::kernel::{
    CardId, Closing, Cursor, Frame, Holder, Match, Modifier, NoChance, Object, Progress, Reach, Seat,
    Speaking, Window,
};
use crate::verdict::{Cite, Refusal};

type Table = crate::kernel::State<Xinglingwang>;

/// The largest turn number of a position; far above any real game, and below the counter's end.
pub(super) const LAST_TURN: u16 = 10_000;

impl Half {
    pub(super) fn lists(&self) -> [(&'static str, &Pile, table::ZoneOf); 4] {
        [
            ("hand", &self.hand, table::HAND),
            ("deck", &self.deck, table::DECK),
            ("graveyard", &self.graveyard, table::GRAVEYARD),
            ("exile", &self.exile, table::EXILE),
        ]
    }

    /// Every card id of this half with a pointer to it and its owner, in the order of card numbers.
    pub(super) fn owned(&self, side: Seat) -> Vec<(String, &str, Seat)> {
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
            ids.extend(list.known().map(|(index, id)| (format!("/{name}/{index}"), id, side)));
        }
        ids
    }
}

/// The card that was laid on a position.
fn card_at(standing: &[(Where, CardId)], at: &At) -> Option<CardId> {
    let place = Where::of(at)?;
    standing.iter().find(|(other, _)| *other == place).map(|(_, card)| *card)
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

/// The ids are those that the pool has to know; travelers are in no pool.
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
                return Some((at("/reward"), format!("a player has at most {REWARD_LIMIT} rewards here")));
            }
        }
        let runs = || may_run(self.effects.iter().map(|effect| effect.on.len()));
        self.too_many_cards().or_else(|| (!runs()).then(too_many_effects))
    }
}

impl Halves for Position {
    fn counts(&self) -> Vec<usize> {
        let count = |half: &Half| {
            // The owners do not matter for the number.
            let named = half.owned(Seat::Zero).len();
            half.lists().iter().fold(named, |sum, (_, list, _)| sum.saturating_add(list.blank()))
        };
        self.players.iter().map(count).collect()
    }

    /// Travelers come from the forest; a card belongs to its owner.
    fn from_decks(&self) -> Vec<usize> {
        let mut counts = vec![0_usize; self.players.len()];
        for (side, half) in Seat::BOTH.into_iter().zip(&self.players) {
            let named = half.owned(side).into_iter().filter(|(_, id, _)| *id != TRAVELER);
            let blank = half.lists().into_iter().map(|(_, list, _)| (side, list.blank()));
            for (owner, cards) in named.map(|(.., owner)| (owner, 1)).chain(blank) {
                if let Some(count) = counts.get_mut(usize::from(owner.number())) {
                    *count = count.saturating_add(cards);
                }
            }
        }
        counts
    }
}

impl Position {
    /// The window of the phase, even while another one is open inside it.
    pub(super) fn standing_window(&self) -> WindowName {
        match self.window {
            WindowName::Machine | WindowName::Closing => self.entered_from.unwrap_or(WindowName::Summon),
            window => window,
        }
    }

    /// The tactic that the window implies.
    pub(super) fn tactic_of_window(&self) -> Option<Tactic> {
        match WINDOWS.opens(self.standing_window())? {
            Opens::Free(.., tactic) => *tactic,
            Opens::Answers
            | Opens::Line(_)
            | Opens::Drawn
            | Opens::Inside(_)
            | Opens::BeforeBattle
            | Opens::Battle(..)
            | Opens::BattleLine(_) => None,
        }
    }

    pub(super) fn standing(&self, at: &At) -> Option<&Standing> {
        let half = self.players.get(usize::from(at.seat.number()))?;
        half.field.at(&at.cell)
    }

    /// The state of this position, or all its faults. Faults that need a state to be found are listed only if
    /// there are no others.
    pub(crate) fn place(&self, pool: &Pool) -> Result<Table, Vec<Refusal<Reason>>> {
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

    fn build(&self, pool: &Pool) -> Table {
        let mut state = Table::default();
        open_zones(&mut state, table::Zone::ALL);
        let mut standing: Vec<(Where, CardId)> = Vec::new();
        for (side, half) in Seat::BOTH.into_iter().zip(&self.players) {
            self.lay_half(pool, (side, half), &mut state, &mut standing);
        }
        self.lay_travelers(pool, &mut state, &mut standing);
        setup::lay_figures(&mut state);
        self.begin_effects(pool, &mut state, &standing);
        self.begin_battle(&mut state, &standing);
        let on = |at: &At| card_at(&standing, at);
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

    /// Lays the cards and counters of a half, without the travelers on its field.
    fn lay_half(
        &self,
        pool: &Pool,
        (side, half): (Seat, &Half),
        state: &mut Table,
        standing: &mut Vec<(Where, CardId)>,
    ) {
        for (name, there) in half.field.cells().filter(|(_, there)| there.card != TRAVELER) {
            let Some(at) = Where::named(side, name) else { continue };
            let Some(definition) = pool.find(&there.card) else { continue };
            let (owner, place) = (there.owner.unwrap_or(side), table::FIELD.of(side));
            let card =
                state.table.set_card(definition, owner, place, field::cell(at.number), self.mark(there));
            standing.push((at, card));
            there.lay_under(pool, side, card, state);
            state.table.set_pieces(Holder::Card(card), Piece::Traveler, there.passengers);
        }
        let nowhere = crate::kernel::Cell::NONE;
        for definition in half.field_card.iter().filter_map(|id| pool.find(id)) {
            state.table.set_card(definition, side, table::FIELD_CARD.of(side), nowhere, Mark::default());
        }
        for (_, list, zone) in half.lists() {
            lay(state, pool, side, zone.of(side), list);
        }
        let counters = Holder::Place(table::COUNTERS.of(side));
        state.table.set_pieces(Holder::Place(table::FOREST.of(side)), Piece::Traveler, half.forest);
        state.table.set_pieces(counters, Piece::Reward, half.reward);
        state.table.set_pieces(counters, Piece::Energy, half.energy);
        *state.facts.races.get_mut(side) = half.race.clone().unwrap_or_default();
        *state.facts.early_end.get_mut(side) = half.early_end;
    }

    /// Lays the figures of the travelers on both fields, which are numbered after all other cards.
    fn lay_travelers(&self, pool: &Pool, state: &mut Table, standing: &mut Vec<(Where, CardId)>) {
        for (side, half) in Seat::BOTH.into_iter().zip(&self.players) {
            for (name, there) in half.field.cells().filter(|(_, there)| there.card == TRAVELER) {
                let Some(at) = Where::named(side, name) else { continue };
                let (owner, place) = (there.owner.unwrap_or(side), table::FIELD.of(side));
                let (cell, mark) = (field::cell(at.number), self.mark(there));
                let card = state.table.set_card(TRAVELER_DEFINITION, owner, place, cell, mark);
                state.table.set_pieces(Holder::Card(card), Piece::Traveler, 1);
                standing.push((at, card));
                there.lay_under(pool, side, card, state);
            }
        }
    }

    fn begin_effects(&self, pool: &Pool, state: &mut Table, standing: &[(Where, CardId)]) {
        for effect in &self.effects {
            let Some(influence) = effect.does.influence(pool) else { continue };
            let on = effect.on.iter().filter_map(|at| card_at(standing, at));
            let objects: smallvec::SmallVec<[Object; 2]> = on.map(|card| state.table.object(card)).collect();
            let rule = effect.rule.as_ref().and_then(|rule| super::super::rules::RULES.cite(rule));
            let source = effect.source.as_ref().and_then(|source| source.object(state));
            let time = state.clock;
            state.clock += 1;
            state.modifiers.push(Modifier {
                time,
                influence,
                reach: Reach::Objects(objects),
                until: effect.until,
                seat: effect.seat,
                source,
                rule: rule.unwrap_or(cite!("ruling-position")),
            });
        }
    }

    fn begin_battle(&self, state: &mut Table, standing: &[(Where, CardId)]) {
        let Some(fight) = &self.battle else { return };
        let Some(attacker) = card_at(standing, &fight.attacker) else { return };
        let all = fight.defenders.iter().chain(&fight.then).filter_map(|at| card_at(standing, at));
        let defenders: smallvec::SmallVec<[Object; 2]> = all.map(|card| state.table.object(card)).collect();
        let mut won: smallvec::SmallVec<[bool; 2]> = fight.defenders.iter().map(|_| true).collect();
        if let Some(last) = won.last_mut() {
            *last = fight.won == Won::Attacker;
        }
        let now = won.len().saturating_sub(1) as u8;
        let attacker = state.table.object(attacker);
        state.facts.battle =
            Some(Battle { attacker, defenders, now, won, goes_on: false, spared: Vec::new() });
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
            way: if there.entered.is_some() { there.way } else { Way::default() },
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
            *facts.this_turn.get_mut(seat) = half.this_turn.into();
            *facts.mulligans.get_mut(seat) = self.window != WindowName::Mulligan;
        }
        if self.window == WindowName::Mulligan {
            *facts.mulligans.get_mut(self.first) = self.answered;
        }
    }

    /// Sets the agenda and the phase of the window that the position names.
    fn schedule(&self, state: &mut Table) {
        let Some(opens) = WINDOWS.opens(self.window) else { return };
        let stage = |line, progress| Frame::Stage(Cursor { schedule: TURN, line, progress });
        let window = |question: &Question, seat| Frame::Window(Window::one(question.clone(), seat));
        let (active, facts, agenda) = (self.active, &mut state.facts, &mut state.agenda);
        match opens {
            Opens::Answers => agenda.push(Frame::Step(Step::SetUp(SetUp::Answers))),
            Opens::Line(line) => agenda.push(stage(*line, Progress::Begin)),
            Opens::Drawn => {
                facts.phase = Phase::Draw;
                agenda.push(stage(line::DRAW, Progress::End));
            }
            Opens::Free(..) | Opens::Inside(_) => {
                if let Some(Opens::Free(line, phase, question, _)) = WINDOWS.opens(self.standing_window()) {
                    facts.phase = *phase;
                    agenda.push(stage(*line, Progress::End));
                    agenda.push(window(question, active));
                }
                if let Opens::Inside(question) = opens {
                    let is_closing = *question == Question::Closing;
                    agenda.push(window(question, if is_closing { active.other() } else { active }));
                }
            }
            Opens::BeforeBattle | Opens::Battle(..) | Opens::BattleLine(_) => {
                facts.phase = Phase::Defence;
                agenda.push(stage(line::DEFENCE, Progress::Window));
                agenda.push(Frame::Step(Step::Battles));
                self.schedule_battle(opens, state);
            }
        }
    }

    fn schedule_battle(&self, opens: &Opens, state: &mut Table) {
        let stage = |line, progress| Frame::Stage(Cursor { schedule: BATTLE, line, progress });
        let (active, facts, agenda) = (self.active, &mut state.facts, &mut state.agenda);
        match opens {
            Opens::BeforeBattle => {
                facts.step = Some(Phase::BeforeBattle);
                agenda.push(stage(line::BEFORE_BATTLE, Progress::Window));
                agenda.push(Frame::Window(Window {
                    first: active,
                    speaker: self.speaker.unwrap_or(active),
                    speaking: Speaking::UntilPass,
                    closing: Closing::TwoPasses,
                    passes: u8::from(self.passed),
                    ..Window::one(Question::BeforeBattle, active)
                }));
            }
            Opens::Battle(line, step, question) => {
                let has_won = self.battle.as_ref().is_some_and(|fight| fight.won == Won::Attacker);
                let winner = if has_won { active.other() } else { active };
                let asked = if *question == Question::Winner { winner } else { winner.other() };
                facts.step = Some(*step);
                agenda.push(stage(*line, Progress::End));
                agenda.push(Frame::Window(Window::one(question.clone(), asked)));
            }
            Opens::BattleLine(line) => agenda.push(stage(*line, Progress::Begin)),
            Opens::Answers | Opens::Line(_) | Opens::Drawn | Opens::Free(..) | Opens::Inside(_) => {}
        }
    }
}
