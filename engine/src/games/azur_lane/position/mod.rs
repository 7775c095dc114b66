//! A position: a table without a history. [`Position::place`] turns it into a state or lists every reason why
//! such a table is impossible [ruling-position].

mod build;
mod place;
mod running;

use super::Question;
use super::action::{At, Cubes};
use super::table::{Battlefield, Phase};
use super::turn::line;
use super::words::filter::{Face, State};
use crate::game_kit::pile::Pile;
use crate::game_kit::pool::Names;
use crate::game_kit::position::{Halves, may_run, too_many_effects};
use crate::game_kit::windows::{Window, Windows, asks, begins};
use crate::kernel::{CardId, Seat, wire};

pub use build::position_of;
pub use running::{Does, Running, Sentence, SkillOf};

/// At which decision the table stands. `reset` stands before the reset phase of the active player,
/// whose automatic parts then run.
#[wire(Copy)]
pub enum WindowName {
    /// Who starts [101.5]; `active` is the player who decides.
    ChooseFirst,
    /// The exchange of opening hands [101.6]; `answered` says whose answers are in.
    Mulligan,
    /// Before the reset phase, 重置階段 [501.1].
    Reset,
    /// In the main phase, 主階段 [503.1].
    Main,
    /// In the battle phase, 戰鬥階段: attack or end of the phase [508.4].
    BattleChoice,
    /// In the attack step, 進攻步驟 [505.5].
    Attack,
    /// In the defence step, 防守步驟 [506.1].
    Defence,
}

/// What lies on the agenda in a window.
#[derive(Debug)]
enum Opens {
    /// Nothing: the player who decides is asked.
    Asked,
    /// The answers of the opening hands.
    Answers,
    /// This line of the turn, which begins.
    Line(u8),
    /// A window of the active player that this line of the turn has opened, in its phase.
    Turn(u8, Phase, Question),
    /// The window of the battle phase, and in it one that this line of the battle has opened, in its step.
    Battle(u8, Phase, Question),
}

/// A window that a line of the turn opens.
const fn turn(name: WindowName, line: u8, phase: Phase, question: Question) -> Window<WindowName, Opens> {
    asks(name, question.name(), Opens::Turn(line, phase, question))
}

/// A window that a line of the battle opens.
const fn battle(name: WindowName, line: u8, step: Phase, question: Question) -> Window<WindowName, Opens> {
    asks(name, question.name(), Opens::Battle(line, step, question))
}

/// The windows, by which positions are read and made.
static WINDOWS: Windows<WindowName, Opens> = Windows {
    windows: &[
        asks(WindowName::ChooseFirst, "choose_first", Opens::Asked),
        asks(WindowName::Mulligan, "mulligan", Opens::Answers),
        begins(WindowName::Reset, Opens::Line(line::RESET)),
        turn(WindowName::Main, line::MAIN, Phase::Main, Question::Main),
        turn(WindowName::BattleChoice, line::BATTLE, Phase::Battle, Question::BattleChoice),
        battle(WindowName::Attack, line::ATTACK_STEP, Phase::AttackStep, Question::AttackWindow),
        battle(WindowName::Defence, line::DEFENCE_STEP, Phase::DefenceStep, Question::DefenceWindow),
    ],
    underway: &[
        "last_stand",
        "choose_cards",
        "choose_order",
        "choose_position",
        "choose_yes_no",
        "choose_number",
        "choose_mode",
        "choose_cubes",
    ],
    waiting: &["choose_trigger"],
};

const _: () = assert!(WINDOWS.has_each_of(Question::KINDS));

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
    /// Its skills that are limited and were used this turn: those of the front counted from 1, those of the
    /// back from 17.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub used: Vec<u8>,
    /// Its skills whose condition has held already, so that they do not come up for it again; counted from 1.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub holding: Vec<u8>,
}

const fn active() -> State {
    State::Active
}

fn is_active(state: &State) -> bool {
    *state == active()
}

const fn front() -> Face {
    Face::Front
}

fn is_front(face: &Face) -> bool {
    *face == Face::Front
}

/// One player's half of the table. Lists are top first. Card numbers count through a position seat
/// by seat: battlefield F1 to B3 (each card followed by the cards under it), hand, deck,
/// durability, retreat.
#[wire(Default)]
pub struct Half {
    /// Who stands where, the flagship included.
    pub battlefield: Battlefield<Standing>,
    /// The hand [402.1].
    #[optional(told)]
    pub hand: Pile,
    /// The deck [401.1]; past set-up it cannot be empty.
    #[optional(told)]
    pub deck: Pile,
    /// The durability zone [405.1].
    #[optional(told)]
    pub durability: Pile,
    /// The retreat zone [404.1].
    #[optional(told)]
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
    /// The cards that supported in it, by their numbers in this position.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub supporters: Vec<CardId>,
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

impl Half {
    /// The card ids of this half, each with its pointer, in the order in which `place` numbers the cards.
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
            ids.extend(list.known().map(|(index, id)| (format!("/{name}/{index}"), id)));
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
            let card = effect.card.iter().map(|card| (format!("/effects/{index}/card"), card.clone()));
            ids.extend(card);
            if let Some((field, card)) = effect.does.as_ref().and_then(Does::card) {
                ids.push((format!("/effects/{index}/does/{field}"), card.to_owned()));
            }
        }
        ids
    }

    fn too_much(&self) -> Option<(String, String)> {
        let runs = || may_run(self.effects.iter().map(|effect| effect.on.len()));
        self.too_many_cards().or_else(|| (!runs()).then(too_many_effects))
    }
}

impl Halves for Position {
    fn counts(&self) -> Vec<usize> {
        let count = |half: &Half| {
            let lists = [&half.hand, &half.deck, &half.durability, &half.retreat];
            lists.iter().fold(half.ids().len(), |sum, list| sum.saturating_add(list.blank()))
        };
        self.players.iter().map(count).collect()
    }
}
