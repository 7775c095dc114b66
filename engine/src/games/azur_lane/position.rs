//! A position: a table without a history. It may be anything; [`Position::place`] turns it into a
//! state or lists all its faults [ruling-position].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::action::Cubes;
use super::words::filter::{Face, State};
use crate::kernel::Seat;

/// At which decision the table stands. `reset` stands before the reset phase of the active player,
/// whose automatic parts then run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// The card's id in the pool.
    pub card: String,
    /// Active or rested.
    #[serde(default = "active")]
    pub state: State,
    /// It entered this turn.
    #[serde(default)]
    pub fresh: bool,
    /// Which side is up; flagships only.
    #[serde(default = "front")]
    pub face: Face,
    /// The cards under it, top first.
    #[serde(default)]
    pub under: Vec<String>,
}

const fn active() -> State {
    State::Active
}

const fn front() -> Face {
    Face::Front
}

/// The six positions of a battlefield [403.3a].
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(non_snake_case, missing_docs)]
pub struct Battlefield {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub F1: Option<Standing>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub F2: Option<Standing>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub F3: Option<Standing>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub B1: Option<Standing>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub B2: Option<Standing>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub B3: Option<Standing>,
}

/// One player's half of the table. Lists are top first. Card numbers count through a position seat
/// by seat: battlefield F1 to B3 (each card followed by the cards under it), hand, deck,
/// durability, retreat.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Half {
    /// Who stands where, the flagship included.
    pub battlefield: Battlefield,
    /// 手牌.
    #[serde(default)]
    pub hand: Vec<String>,
    /// 卡組.
    #[serde(default)]
    pub deck: Vec<String>,
    /// 旗艦耐久區.
    #[serde(default)]
    pub durability: Vec<String>,
    /// 撤退區.
    #[serde(default)]
    pub retreat: Vec<String>,
    /// Cubes in the cost zone; the rest of the ten is in the cube deck.
    #[serde(default)]
    pub cubes: Cubes,
}

/// A card on a battlefield, named by its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// F1 to B3.
    pub cell: String,
    /// Whose battlefield.
    pub seat: Seat,
}

/// The battle that is going on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fight {
    /// The card that attacks.
    pub attacker: Place,
    /// The card that is attacked.
    pub target: Place,
}

/// A running effect, by the skill that began it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Running {
    /// The card whose skill began it, by its id in the pool.
    pub card: String,
    /// Which skill of its front, counted from 1.
    pub skill: u8,
    /// Whose effect it is.
    pub seat: Seat,
    /// The cards that it is on.
    pub on: Vec<Place>,
}

/// A table without a history.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// Which turn it is, counted from 1 over both players; 0 in set-up.
    pub turn: u16,
    /// Whose turn it is; in set-up, who is asked first.
    pub active: Seat,
    /// Who started; without it the player who has the odd turns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starting: Option<Seat>,
    /// At which decision it stands.
    pub window: WindowName,
    /// The battle, in the windows `attack` and `defence`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub battle: Option<Fight>,
    /// In the window `mulligan`: the first answer is in, and this is it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answered: Option<bool>,
    /// Running effects in the order in which they began.
    #[serde(default)]
    pub effects: Vec<Running>,
    /// Both halves, seat 0 first.
    pub players: Vec<Half>,
}
