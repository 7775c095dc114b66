//! A position: a table without a history. It may be anything; [`Position::place`] turns it into a
//! state or lists all its faults [ruling-position].

use std::collections::BTreeMap;

use super::action::{At, Cubes};
use super::battle::Battle;
use super::printed::{Kind, Pool};
use super::reason::Reason;
use super::rules::limits::{CUBES, FLAGSHIPS, PLAYERS};
use super::setup::SetUp;
use super::standby::Ability;
use super::table::{self, Battlefield, CubeKind, Mark, Phase};
use super::words::filter::{Face, State};
use super::words::{Effect, Influence, Skill, Until};
use super::{AzurLane, Question, Step, turn};
use crate::abilities::Amount;
use crate::abilities::lasting::{NumberChange, Text};
use crate::game_kit::pile::Pile;
use crate::game_kit::pool::Names;
use crate::game_kit::position::{CARD_LIMIT, lay, may_run};
use crate::game_kit::zone::open_zones;
use crate::kernel::{
    CardId, Cursor, Frame, Modifier, Object, Progress, Reach, Seat, State as Table, Window, wire,
};
use crate::verdict::{Cite, Refusal};

/// At which decision the table stands. `reset` stands before the reset phase of the active player,
/// whose automatic parts then run.
#[wire(Copy)]
pub enum WindowName {
    /// Who starts [101.5]; `active` is the player who decides.
    ChooseFirst,
    /// The exchange of opening hands [101.6]; `answered` says whose answers are in.
    Mulligan,
    /// Before the reset phase [501.1].
    Reset,
    /// In the main phase [503.1].
    Main,
    /// Attack or end of the phase [508.4].
    BattleChoice,
    /// In the attack step [505.5].
    Attack,
    /// In the defence step [506.1].
    Defence,
}

/// A card on the battlefield.
#[wire]
pub struct Standing {
    /// The card's id in the pool.
    #[schemars(example = &"rj-010")]
    pub card: String,
    /// Active or rested.
    #[serde(default = "active", skip_serializing_if = "is_active")]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub state: State,
    /// It entered this turn.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub fresh: bool,
    /// Which side is up; flagships only.
    #[serde(default = "front", skip_serializing_if = "is_front")]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub face: Face,
    /// The cards under it, top first.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub under: Vec<String>,
}

const fn active() -> State {
    State::Active
}

const fn front() -> Face {
    Face::Front
}

fn is_active(state: &State) -> bool {
    *state == active()
}

fn is_front(face: &Face) -> bool {
    *face == front()
}

/// One player's half of the table. Lists are top first. Card numbers count through a position seat
/// by seat: battlefield F1 to B3 (each card followed by the cards under it), hand, deck,
/// durability, retreat.
#[wire(Default)]
pub struct Half {
    /// Who stands where, the flagship included.
    pub battlefield: Battlefield<Standing>,
    /// The hand [402.1].
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub hand: Pile,
    /// The deck [401.1]; past set-up it cannot be empty.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub deck: Pile,
    /// The durability zone [405.1].
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub durability: Pile,
    /// The retreat zone [404.1].
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub retreat: Pile,
    /// Cubes in the cost zone; the rest of the ten is in the cube deck.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub cubes: Cubes,
}

/// The battle that is going on.
#[wire]
pub struct Fight {
    /// The card that attacks.
    pub attacker: At,
    /// The card that is attacked.
    pub target: At,
}

/// A running effect, by the skill that began it.
#[wire]
pub struct Running {
    /// The card whose skill began it, by its id in the pool.
    #[schemars(example = &"rj-010")]
    pub card: String,
    /// Which skill of its front, counted from 1.
    pub skill: u8,
    /// Whose effect it is.
    pub seat: Seat,
    /// The cards that it is on.
    pub on: Vec<At>,
}

/// A table without a history.
#[wire]
pub struct Position {
    /// Which turn it is, counted from 1 over both players; 0 in set-up.
    pub turn: u16,
    /// Whose turn it is; in set-up, who is asked first.
    pub active: Seat,
    /// Who started; without it the player who has the odd turns.
    pub starting: Option<Seat>,
    /// At which decision it stands.
    pub window: WindowName,
    /// The battle, in the windows `attack` and `defence`.
    pub battle: Option<Fight>,
    /// In the window `mulligan`: the first answer is in, and this is it.
    pub answered: Option<bool>,
    /// Running effects in the order in which they began.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub effects: Vec<Running>,
    /// Both halves, seat 0 first.
    pub players: Vec<Half>,
}

/// The most turns that a position may have behind it.
const LAST_TURN: u16 = 10_000;

impl Half {
    /// Every card id with its pointer in this half, in the order in which cards are numbered.
    fn ids(&self) -> Vec<(String, &str)> {
        let mut ids = Vec::new();
        for (name, standing) in self.battlefield.cells() {
            ids.push((format!("/battlefield/{name}/card"), standing.card.as_str()));
            for (index, under) in standing.under.iter().enumerate() {
                ids.push((format!("/battlefield/{name}/under/{index}"), under.as_str()));
            }
        }
        let lists = [
            ("hand", &self.hand),
            ("deck", &self.deck),
            ("durability", &self.durability),
            ("retreat", &self.retreat),
        ];
        for (name, list) in lists {
            let known = list.known().iter().enumerate();
            ids.extend(known.map(|(index, id)| (format!("/{name}/{index}"), id.as_str())));
        }
        ids
    }
}

impl Names for Position {
    fn ids(&self) -> Vec<(String, String)> {
        let mut ids = Vec::new();
        for (seat, half) in self.players.iter().enumerate() {
            ids.extend(
                half.ids()
                    .into_iter()
                    .map(|(pointer, id)| (format!("/players/{seat}{pointer}"), id.to_owned())),
            );
        }
        for (index, effect) in self.effects.iter().enumerate() {
            ids.push((format!("/effects/{index}/card"), effect.card.clone()));
        }
        ids
    }

    fn too_much(&self) -> Option<(String, String)> {
        for (seat, half) in self.players.iter().enumerate() {
            let lists = [&half.hand, &half.deck, &half.durability, &half.retreat];
            let blank = lists.iter().map(|list| list.len() - list.known().len()).sum::<usize>();
            if half.ids().len() + blank > CARD_LIMIT {
                let detail = format!("a player has at most {CARD_LIMIT} cards here");
                return Some((format!("/players/{seat}"), detail));
            }
        }
        let runs = may_run(self.effects.iter().map(|effect| effect.on.len()));
        (!runs).then(|| ("/effects".to_owned(), "more effects run than are handled here".to_owned()))
    }
}

impl Position {
    /// The state of this position, or every fault of it.
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
        for (seat, half) in self.players.iter().enumerate() {
            self.half_faults(pool, seat, half, &mut fault);
        }
        if let Some(fight) = &self.battle {
            let attacker = self.standing(&fight.attacker);
            if fight.attacker.seat != self.active || attacker.is_none() {
                fault("attacker", "/battle/attacker".into(), cite!("505.1"));
            }
            if fight.target.seat == self.active || self.standing(&fight.target).is_none() {
                fault("target", "/battle/target".into(), cite!("505.2"));
            }
            if self.turn == 1 {
                fault("first_turn", "/battle".into(), cite!("505.1a"));
            }
        }
        for (index, effect) in self.effects.iter().enumerate() {
            if self.influences(pool, effect).is_empty() {
                fault("effect", format!("/effects/{index}/skill"), ours);
            }
            for (place, on) in effect.on.iter().enumerate() {
                if self.standing(on).is_none() {
                    fault("effect", format!("/effects/{index}/on/{place}"), ours);
                }
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(self.build(pool, starting))
    }

    /// The player who has the odd turns.
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
                _ => fault("kind_of_card", at("/card"), cite!("400.4")),
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
            for (index, id) in list.known().iter().enumerate() {
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

    /// What the skill of a running effect does to the cards that it is on.
    fn influences(&self, pool: &Pool, effect: &Running) -> Vec<(Influence, Until)> {
        let (Some(definition), Some(skill)) = (pool.find(&effect.card), effect.skill.checked_sub(1)) else {
            return Vec::new();
        };
        let skills = pool.card(definition).faces.first().map(|face| &face.skills);
        let body = skills.and_then(|skills| skills.get(usize::from(skill))).and_then(Skill::body);
        let effects = body.map_or(&[][..], |body| body.effects.as_slice());
        let text = |place: usize| Text {
            ability: Ability { definition, face: 0, skill, number: effect.skill },
            path: smallvec::SmallVec::from_slice(&[(0, place as u8)]),
        };
        effects
            .iter()
            .enumerate()
            .filter_map(|(place, word)| match word {
                Effect::Modify(modify) => match &modify.by {
                    NumberChange::Add(Amount::Number(n)) => {
                        Some((Influence::Add(modify.stat, *n), modify.until))
                    }
                    NumberChange::Become(Amount::Number(n)) => {
                        Some((Influence::Become(modify.stat, *n), modify.until))
                    }
                    _ => None,
                },
                Effect::Grant(grant) => Some((Influence::Grant(grant.keyword), grant.until)),
                Effect::Forbid(forbid) => Some((Influence::Forbid(text(place), 0), forbid.until)),
                Effect::Allow(allow) => Some((Influence::Allow(text(place)), allow.until)),
                _ => None,
            })
            .collect()
    }

    fn build(&self, pool: &Pool, starting: Seat) -> Table<AzurLane> {
        let mut state = Table::<AzurLane>::default();
        open_zones(&mut state, table::Zone::ALL);
        let mut standing: BTreeMap<(Seat, &'static str), CardId> = BTreeMap::new();
        for (seat, half) in Seat::BOTH.into_iter().zip(&self.players) {
            for (name, there) in half.battlefield.cells() {
                let Some((cell, place)) = table::cell_named(name).zip(pool.find(&there.card)) else {
                    continue;
                };
                let mark = Mark {
                    rested: there.state == State::Rested,
                    back: there.face == Face::Back,
                    since: if there.fresh { self.turn } else { 0 },
                    ..Mark::default()
                };
                let card = state.table.set_card(place, seat, table::BATTLEFIELD.of(seat), cell, mark);
                standing.insert((seat, name), card);
                for under in there.under.iter().filter_map(|id| pool.find(id)) {
                    state.table.set_member(under, seat, card, super::Under, Mark::default());
                }
            }
            let lists = [
                (table::HAND, &half.hand),
                (table::DECK, &half.deck),
                (table::DURABILITY, &half.durability),
                (table::RETREAT, &half.retreat),
            ];
            for (zone, list) in lists {
                lay(&mut state, pool, seat, zone.of(seat), list);
            }
            for (kind, count) in half.cubes.by_kind() {
                state.table.set_pieces(table::cube_holder(seat, kind), kind, count);
            }
            let stored = u64::from(CUBES.value).saturating_sub(half.cubes.total()) as u32;
            state.table.set_pieces(table::cube_holder(seat, CubeKind::Stored), CubeKind::Stored, stored);
        }
        let on = |state: &Table<AzurLane>, place: &At| -> Option<Object> {
            let card =
                standing.iter().find(|((seat, name), _)| *seat == place.seat && *name == place.cell)?;
            Some(state.table.object(*card.1))
        };
        state.facts.starting = starting;
        state.facts.active = self.active;
        state.facts.turn = self.turn;
        if let Some(fight) = &self.battle
            && let (Some(attacker), Some(target)) = (on(&state, &fight.attacker), on(&state, &fight.target))
        {
            let supporters = Vec::new();
            state.facts.battle = Some(Battle { attacker, target, supporters, won: false, over: false });
        }
        for effect in &self.effects {
            let objects: smallvec::SmallVec<[Object; 2]> =
                effect.on.iter().filter_map(|place| on(&state, place)).collect();
            for (influence, until) in self.influences(pool, effect) {
                let time = state.clock;
                state.clock += 1;
                state.modifiers.push(Modifier {
                    time,
                    influence,
                    reach: Reach::Objects(objects.clone()),
                    until,
                    seat: effect.seat,
                    source: None,
                    rule: cite!("ruling-position"),
                });
            }
        }
        self.schedule(&mut state);
        state
    }

    /// The agenda of the decision that the position stands at.
    fn schedule(&self, state: &mut Table<AzurLane>) {
        let stage = |schedule, line, progress| Frame::Stage(Cursor { schedule, line, progress });
        let window = |question, seat| Frame::Window(Window::one(question, seat));
        let (active, facts) = (self.active, &mut state.facts);
        match self.window {
            WindowName::ChooseFirst => {
                state.asked.push(crate::kernel::Asked {
                    seat: active,
                    question: Question::ChooseFirst,
                    sealed: false,
                });
            }
            WindowName::Mulligan => {
                facts.starting = active;
                *facts.mulligans.get_mut(active) = self.answered;
                state.agenda.push(Frame::Step(Step::SetUp(SetUp::Answers)));
            }
            WindowName::Reset => state.agenda.push(stage(turn::TURN, 0, Progress::Begin)),
            WindowName::Main => {
                facts.phase = Phase::Main;
                state.agenda.push(stage(turn::TURN, 2, Progress::End));
                state.agenda.push(window(Question::Main, active));
            }
            WindowName::BattleChoice | WindowName::Attack | WindowName::Defence => {
                facts.phase = Phase::Battle;
                state.agenda.push(stage(turn::TURN, 3, Progress::End));
                state.agenda.push(window(Question::BattleChoice, active));
                if self.window == WindowName::Attack {
                    facts.step = Some(Phase::AttackStep);
                    state.agenda.push(stage(turn::BATTLE, 0, Progress::End));
                    state.agenda.push(window(Question::AttackWindow, active));
                } else if self.window == WindowName::Defence {
                    facts.step = Some(Phase::DefenceStep);
                    state.agenda.push(stage(turn::BATTLE, 1, Progress::End));
                    state.agenda.push(window(Question::DefenceWindow, active.other()));
                }
            }
        }
    }
}
