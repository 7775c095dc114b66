//! Turns a position into a state, or lists all its faults [ruling-position].

use std::collections::BTreeMap;

use smallvec::SmallVec;

use super::super::action::At;
use super::super::battle::Battle;
use super::super::printed::{Kind, Pool};
use super::super::reason::Reason;
use super::super::rules::limits::{CUBES, FLAGSHIPS, PLAYERS};
use super::super::setup::SetUp;
use super::super::standby::Ability;
use super::super::table::{self, CubeKind, Mark, Phase};
use super::super::words::filter::{Face, State};
use super::super::words::skill::Body;
use super::super::words::{Influence, Keyword, Until};
use super::super::{AzurLane, Question, Step, Under, turn};
use super::running::{Does, Running, word_matches};
use super::{Half, Opens, Position, Standing, WINDOWS, WindowName};
use crate::abilities::lasting::{Change, NumberChange, Text};
use crate::abilities::{Amount, EffectWord};
use crate::game_kit::position::lay;
use crate::game_kit::used::UsedInTurn;
use crate::game_kit::zone::open_zones;
use crate::kernel::{
    Asked, CardId, Cursor, Frame, Match, Modifier, NoChance, Object, Progress, Reach, Seat, State as Table,
    Window,
};
use crate::verdict::{Cite, Refusal};

/// The largest number of a position's turn.
const LAST_TURN: u16 = 10_000;
/// The numbers from 1 to this belong to skills of the front, those after it to skills of the back.
const FRONT: u8 = 16;
/// The largest amount of a running effect, in either direction.
const LARGEST: u32 = 1_000_000;

/// The card on each cell of both battlefields, by the player and the cell's name.
type OnCells = BTreeMap<(Seat, &'static str), CardId>;

fn object_at(state: &Table<AzurLane>, standing: &OnCells, place: &At) -> Option<Object> {
    let (_, card) = standing.iter().find(|((seat, name), _)| *seat == place.seat && *name == place.cell)?;
    Some(state.table.object(*card))
}

impl Position {
    /// The state that this position describes, or every fault of it with its pointer.
    pub fn place(&self, pool: &Pool) -> Result<Table<AzurLane>, Vec<Refusal<Reason>>> {
        let mut faults = Vec::new();
        let mut fault = |what, field: String, cite: Cite| {
            faults.push(Refusal::new(Reason::ImpossiblePosition { what }, cite).of(field));
        };
        let ours = cite!("ruling-position");
        let setting_up = matches!(self.window, WindowName::ChooseFirst | WindowName::Mulligan);
        if self.players.len() != PLAYERS.value as usize {
            fault("two_halves", "/players".into(), PLAYERS.cite);
        }
        if setting_up != (self.turn == 0) || self.turn > LAST_TURN {
            fault("turn", "/turn".into(), ours);
        }
        let starting = self.starting.unwrap_or_else(|| self.first_by_turn());
        if self.turn > 0 && starting != self.first_by_turn() {
            fault("starting_player", "/starting".into(), cite!("101.5"));
        }
        let fighting = matches!(self.window, WindowName::Attack | WindowName::Defence);
        if fighting != self.battle.is_some() {
            fault("battle", "/battle".into(), cite!("505"));
        }
        if self.answered.is_some() && self.window != WindowName::Mulligan {
            fault("answered", "/answered".into(), cite!("101.6"));
        }
        if self.turn > 0 && self.players.iter().all(|half| half.deck.is_empty()) {
            fault("empty_decks", "/players".into(), cite!("102.4a"));
        }
        for (seat, half) in self.players.iter().enumerate() {
            self.half_faults(pool, seat, half, &mut fault);
        }
        self.battle_faults(&mut fault);
        self.effect_faults(pool, &mut fault);
        if !faults.is_empty() {
            return Err(faults);
        }
        let game = Match::new(pool, self.build(pool, starting), &NoChance);
        let mut fault = |what, field: String, cite: Cite| {
            faults.push(Refusal::new(Reason::ImpossiblePosition { what }, cite).of(field));
        };
        self.placed_faults(&game, &mut fault);
        if faults.is_empty() { Ok(game.state) } else { Err(faults) }
    }

    fn battle_faults(&self, fault: &mut impl FnMut(&'static str, String, Cite)) {
        let Some(fight) = &self.battle else { return };
        if fight.attacker.seat != self.active || self.standing(&fight.attacker).is_none() {
            fault("attacker", "/battle/attacker".into(), cite!("505.1"));
        }
        if fight.target.seat == self.active || self.standing(&fight.target).is_none() {
            fault("target", "/battle/target".into(), cite!("505.2"));
        }
        if self.turn == 1 {
            fault("first_turn", "/battle".into(), cite!("505.1a"));
        }
    }

    fn effect_faults(&self, pool: &Pool, fault: &mut impl FnMut(&'static str, String, Cite)) {
        let ours = cite!("ruling-position");
        for (index, effect) in self.effects.iter().enumerate() {
            if let Some(field) = self.effect_fault(pool, effect) {
                fault("effect", format!("/effects/{index}/{field}"), ours);
            }
            for (place, on) in effect.on.iter().enumerate() {
                if self.standing(on).is_none() {
                    fault("effect", format!("/effects/{index}/on/{place}"), ours);
                }
            }
        }
    }

    /// The faults that only a table shows: cards that do not exist, references to a sentence that does
    /// something else.
    fn placed_faults(&self, game: &Match<'_, AzurLane>, fault: &mut impl FnMut(&'static str, String, Cite)) {
        let ours = cite!("ruling-position");
        let supporters = self.battle.iter().flat_map(|fight| &fight.supporters);
        for (index, card) in supporters.enumerate() {
            if game.state.table.card(*card).is_none() {
                fault("supporter", format!("/battle/supporters/{index}"), cite!("505.5"));
            }
        }
        for (index, effect) in self.effects.iter().enumerate() {
            let source = effect.source.as_ref();
            if source.is_some_and(|source| source.object(&game.state).is_none()) {
                fault("effect", format!("/effects/{index}/source/card"), ours);
            }
            let influence = effect.does.as_ref().and_then(|does| does.influence(game.pool));
            if influence.is_some_and(|influence| !word_matches(game, &influence)) {
                fault("effect", format!("/effects/{index}/does"), ours);
            }
        }
        for (seat, half) in Seat::BOTH.into_iter().zip(&self.players) {
            for (name, standing) in half.battlefield.cells() {
                let at = |field: &str, index: usize| {
                    format!("/players/{}/battlefield/{name}/{field}/{index}", seat.number())
                };
                let place = table::BATTLEFIELD.of(seat);
                let Some(card) =
                    table::cell_named(name).and_then(|cell| game.state.table.on_cell(place, cell))
                else {
                    continue;
                };
                for (index, number) in standing.used.iter().enumerate() {
                    let face = table::printed(game, card).face(u8::from(*number > FRONT));
                    let place = usize::from(number.saturating_sub(1) % FRONT);
                    let skill = face.and_then(|face| face.skills.get(place));
                    let limited = skill.is_some_and(|skill| skill.head.limit.is_some());
                    if *number == 0 || *number > 2 * FRONT || !limited {
                        fault("used", at("used", index), cite!("602.5"));
                    }
                }
                for (index, number) in standing.holding.iter().enumerate() {
                    let skills = table::face(game, card).skills;
                    let skill = number.checked_sub(1).and_then(|place| skills.get(usize::from(place)));
                    if !skill.is_some_and(|skill| matches!(skill.body, Body::State { .. })) {
                        fault("holding", at("holding", index), cite!("ruling-22"));
                    }
                }
            }
        }
    }

    /// The first wrong field of a running effect, apart from the cards that it applies to.
    fn effect_fault(&self, pool: &Pool, effect: &Running) -> Option<&'static str> {
        let Running { card, skill, does, until, on, player, source, rule, .. } = effect;
        if player.is_some() && !on.is_empty() {
            return Some("player");
        }
        let Some(does) = does else {
            let plainly = until.is_some() || source.is_some() || rule.is_some();
            return (plainly || self.influences(pool, effect).is_empty()).then_some("skill");
        };
        let amount = match does {
            Does::Grant(Keyword::Strike(n) | Keyword::Guard(n)) => n.unsigned_abs(),
            Does::Grant(Keyword::Rush | Keyword::LongRange | Keyword::Dive | Keyword::LastStand)
            | Does::Add(_)
            | Does::Become(_)
            | Does::Multiply(_)
            | Does::Lose(_)
            | Does::GrantSkill(_)
            | Does::Forbid(_)
            | Does::Allow(_) => does.amount(),
        };
        let unknown = |rule: &String| super::super::rules::RULES.cite(rule).is_none();
        match () {
            () if card.is_some() || skill.is_some() => Some("skill"),
            () if until.is_none() => Some("until"),
            () if rule.as_ref().is_some_and(unknown) => Some("rule"),
            () if amount > LARGEST || does.influence(pool).is_none() => Some("does"),
            () => None,
        }
    }

    /// The player who has the odd turns, by the active player and the turn's number.
    const fn first_by_turn(&self) -> Seat {
        if self.turn > 0 && self.turn.is_multiple_of(2) { self.active.other() } else { self.active }
    }

    fn standing(&self, place: &At) -> Option<&Standing> {
        let half = self.players.get(usize::from(place.seat.number()))?;
        half.battlefield.at(&place.cell)
    }

    fn half_faults(
        &self,
        pool: &Pool,
        seat: usize,
        half: &Half,
        fault: &mut impl FnMut(&'static str, String, Cite),
    ) {
        let kind = |id: &str| pool.find(id).map(|place| pool.card(place).kind);
        let mut flagships = 0;
        for (name, standing) in half.battlefield.cells() {
            let at = |field: &str| format!("/players/{seat}/battlefield/{name}{field}");
            match kind(&standing.card) {
                Some(Kind::Flagship) => {
                    flagships += 1;
                    if standing.fresh || !standing.under.is_empty() {
                        fault("flagship", at(""), cite!("400.4"));
                    }
                }
                Some(Kind::Ship) => {
                    if standing.face == Face::Back {
                        fault("face", at("/face"), cite!("204.3a"));
                    }
                }
                Some(Kind::Event) | None => fault("kind_of_card", at("/card"), cite!("400.4")),
            }
            for (index, under) in standing.under.iter().enumerate() {
                if kind(under) != Some(Kind::Ship) && kind(under) != Some(Kind::Event) {
                    fault("kind_of_card", at(&format!("/under/{index}")), cite!("400.4"));
                }
            }
        }
        if flagships != FLAGSHIPS.value {
            fault("one_flagship", format!("/players/{seat}/battlefield"), FLAGSHIPS.cite);
        }
        let lists = [
            ("hand", &half.hand),
            ("deck", &half.deck),
            ("durability", &half.durability),
            ("retreat", &half.retreat),
        ];
        for (name, list) in lists {
            for (index, id) in list.known() {
                if kind(id) == Some(Kind::Flagship) {
                    fault("kind_of_card", format!("/players/{seat}/{name}/{index}"), cite!("400.4"));
                }
            }
        }
        if half.cubes.total() > u64::from(CUBES.value) {
            fault("cubes", format!("/players/{seat}/cubes"), CUBES.cite);
        }
        if half.deck.is_empty() && self.turn > 0 {
            fault("empty_deck", format!("/players/{seat}/deck"), cite!("102.3c"));
        }
    }

    /// What a running effect does and until when: as written, or by the sentences of the skill that it names.
    fn influences(&self, pool: &Pool, effect: &Running) -> Vec<(Influence, Until)> {
        if let Some(does) = &effect.does {
            return does.influence(pool).zip(effect.until).into_iter().collect();
        }
        let definition = effect.card.as_ref().and_then(|card| pool.find(card));
        let place = effect.skill.and_then(|skill| skill.checked_sub(1));
        let (Some(definition), Some(skill)) = (definition, place) else { return Vec::new() };
        let named = pool.card(definition).skills.get(usize::from(skill));
        let effects = named.map_or(&[][..], |skill| skill.head.effects.as_slice());
        let text = |place: usize| Text {
            ability: Ability { definition, face: 0, skill, number: skill.saturating_add(1) },
            path: SmallVec::from_slice(&[(0, place as u8)]),
        };
        effects
            .iter()
            .enumerate()
            .filter_map(|(place, word)| match word.lasts()? {
                Change::Modify(modify) => match &modify.by {
                    NumberChange::Add(Amount::Number(n)) => {
                        Some((Influence::Add(modify.stat, *n), modify.until))
                    }
                    NumberChange::Become(Amount::Number(n)) => {
                        Some((Influence::Become(modify.stat, *n), modify.until))
                    }
                    NumberChange::Add(_) | NumberChange::Become(_) => None,
                    NumberChange::Multiply(_) | NumberChange::Double => None,
                },
                Change::Grant(grant) => Some((Influence::Grant(grant.keyword), grant.until)),
                Change::Forbid(forbid) => Some((Influence::Forbid(text(place), 0), forbid.until)),
                Change::Allow(allow) => Some((Influence::Allow(text(place)), allow.until)),
                Change::Lose(_) | Change::GrantAbility(_) | Change::ForbidPlayer(_) => None,
                Change::AllowPlayer(_) | Change::CountsAsType(_) | Change::CountsAsName(_) => None,
                Change::Own(_) => None,
            })
            .collect()
    }

    fn build(&self, pool: &Pool, starting: Seat) -> Table<AzurLane> {
        let mut state = Table::<AzurLane>::default();
        open_zones(&mut state, table::Zone::ALL);
        let mut standing = OnCells::new();
        for (seat, half) in Seat::BOTH.into_iter().zip(&self.players) {
            self.lay_half(pool, seat, half, &mut standing, &mut state);
        }
        state.facts.starting = starting;
        state.facts.active = self.active;
        state.facts.turn = self.turn;
        if let Some(fight) = &self.battle
            && let (Some(attacker), Some(target)) =
                (object_at(&state, &standing, &fight.attacker), object_at(&state, &standing, &fight.target))
        {
            let supporters = fight.supporters.iter().map(|card| state.table.object(*card)).collect();
            state.facts.battle = Some(Battle { attacker, target, supporters, won: false, over: false });
        }
        self.begin_effects(pool, &standing, &mut state);
        self.note_true_conditions(pool, &standing, &mut state);
        self.schedule(&mut state);
        state
    }

    /// Lays down the cards and cubes of a player, and notes which card stands on which cell.
    fn lay_half(
        &self,
        pool: &Pool,
        seat: Seat,
        half: &Half,
        standing: &mut OnCells,
        state: &mut Table<AzurLane>,
    ) {
        for (name, there) in half.battlefield.cells() {
            let Some((cell, place)) = table::cell_named(name).zip(pool.find(&there.card)) else {
                continue;
            };
            let mark = Mark {
                rested: there.state == State::Rested,
                back: there.face == Face::Back,
                since: if there.fresh { self.turn } else { 0 },
                used: there.used.iter().fold(UsedInTurn::default(), |used, number| {
                    used.with(self.turn, number.saturating_sub(1))
                }),
            };
            let card = state.table.set_card(place, seat, table::BATTLEFIELD.of(seat), cell, mark);
            standing.insert((seat, name), card);
            for under in there.under.iter().filter_map(|id| pool.find(id)) {
                state.table.set_member(under, seat, card, Under, Mark::default());
            }
        }
        let lists = [
            (table::HAND, &half.hand),
            (table::DECK, &half.deck),
            (table::DURABILITY, &half.durability),
            (table::RETREAT, &half.retreat),
        ];
        for (zone, list) in lists {
            lay(state, pool, seat, zone.of(seat), list);
        }
        for (kind, count) in half.cubes.by_kind() {
            state.table.set_pieces(table::cube_holder(seat, kind), kind, count);
        }
        let stored = u64::from(CUBES.value).saturating_sub(half.cubes.total()) as u32;
        state.table.set_pieces(table::cube_holder(seat, CubeKind::Stored), CubeKind::Stored, stored);
    }

    /// Puts the running effects into force, in the order in which the position lists them.
    fn begin_effects(&self, pool: &Pool, standing: &OnCells, state: &mut Table<AzurLane>) {
        for effect in &self.effects {
            let objects: SmallVec<[Object; 2]> =
                effect.on.iter().filter_map(|place| object_at(state, standing, place)).collect();
            let reach = match effect.player {
                Some(player) => Reach::Seat(player),
                None => Reach::Objects(objects),
            };
            let rule = effect.rule.as_ref().and_then(|rule| super::super::rules::RULES.cite(rule));
            let source = effect.source.as_ref().and_then(|source| source.object(state));
            for (influence, until) in self.influences(pool, effect) {
                let time = state.clock;
                state.clock += 1;
                state.modifiers.push(Modifier {
                    time,
                    influence,
                    reach: reach.clone(),
                    until,
                    seat: effect.seat,
                    source,
                    rule: rule.unwrap_or(cite!("ruling-position")),
                });
            }
        }
    }

    /// Notes the state triggers whose condition was true before, so that they do not fire at once
    /// [ruling-22].
    fn note_true_conditions(&self, pool: &Pool, standing: &OnCells, state: &mut Table<AzurLane>) {
        let mut holding = Vec::new();
        for (seat, half) in Seat::BOTH.into_iter().zip(&self.players) {
            for (name, there) in half.battlefield.cells() {
                let (Some(definition), Some(card)) = (pool.find(&there.card), standing.get(&(seat, name)))
                else {
                    continue;
                };
                let face = u8::from(there.face == Face::Back);
                holding.extend(there.holding.iter().map(|number| {
                    let skill = number.saturating_sub(1);
                    (state.table.object(*card), Ability { definition, face, number: *number, skill })
                }));
            }
        }
        state.facts.holding = (!holding.is_empty()).then_some(holding);
    }

    /// Puts the decision at which the position stands on the agenda.
    fn schedule(&self, state: &mut Table<AzurLane>) {
        let stage = |schedule, line, progress| Frame::Stage(Cursor { schedule, line, progress });
        let window = |question, seat| Frame::Window(Window::one(question, seat));
        let (active, facts) = (self.active, &mut state.facts);
        match WINDOWS.opens(self.window) {
            None => {}
            Some(Opens::Asked) => {
                // Nobody is the active player yet.
                (facts.active, facts.starting) = (Seat::default(), Seat::default());
                state.asked.push(Asked { seat: active, question: Question::ChooseFirst, sealed: false });
            }
            Some(Opens::Answers) => {
                facts.starting = active;
                *facts.mulligans.get_mut(active) = self.answered;
                state.agenda.push(Frame::Step(Step::SetUp(SetUp::Answers)));
            }
            Some(Opens::Line(line)) => state.agenda.push(stage(turn::TURN, *line, Progress::Begin)),
            Some(Opens::Turn(line, phase, question)) => {
                facts.phase = *phase;
                state.agenda.push(stage(turn::TURN, *line, Progress::End));
                state.agenda.push(window(question.clone(), active));
            }
            Some(Opens::Battle(line, step, question)) => {
                (facts.phase, facts.step) = (Phase::Battle, Some(*step));
                state.agenda.push(stage(turn::TURN, turn::line::BATTLE, Progress::End));
                state.agenda.push(window(Question::BattleChoice, active));
                state.agenda.push(stage(turn::BATTLE, *line, Progress::End));
                let is_attack = *step == Phase::AttackStep;
                let seat = if is_attack { active } else { active.other() };
                state.agenda.push(window(question.clone(), seat));
            }
        }
    }
}
