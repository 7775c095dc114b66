//! What the state holds besides the table.

use super::standing::Stand;
use super::table::Phase;
use super::words::Memory;
use crate::kernel::{BySeat, Object, Seat, held};

/// A battle [戰鬥步驟]. It outlives its attacker and its blocker [戰鬥步驟.①.3].
#[held(Default)]
pub struct Battle {
    /// The attacker; none: a position in which it has left.
    pub attacker: Option<Object>,
    /// The blocker.
    pub blocker: Option<Object>,
    /// Whether a block was declared [戰鬥步驟.⑤.4].
    pub blocked: bool,
    /// An effect ended it, so that only its end is still held [戰鬥步驟.⑦.5, ruling-31].
    pub over: bool,
    /// Its life or BP were looked at.
    pub fought: bool,
    /// The spirit that a comparison destroyed alone: its opponent in this battle is the winner [ruling-95].
    pub winner: Option<Object>,
    /// Abilities used in it [用語集.效果限制.每次戰鬥1次].
    pub used: Vec<(Object, u8)>,
}

/// What ends early by an effect [ruling-31].
#[held(Copy, Default)]
pub enum EndsEarly {
    /// Nothing.
    #[default]
    Nothing,
    /// The attack step.
    AttackStep,
    /// The turn.
    Turn,
}

/// What happened in a turn to or by a player, as texts ask for it [ruling-102]; by the game, not by a card.
#[held(Copy, Default)]
pub struct ThisTurn {
    /// Attacks that the player declared [ruling-100].
    pub attacks: u16,
    /// Cores that the player's life lost.
    pub life_lost: u16,
    /// Cards that the player used.
    pub cards_used: u16,
    /// Magic cards that the player used.
    pub magic_used: u16,
    /// Spirits that the player summoned.
    pub summoned: u16,
    /// Own spirits that were destroyed.
    pub destroyed: u16,
    /// Own spirits that were depleted by effects of the opponent.
    pub depleted_by_opponent: u16,
    /// Own spirits that were destroyed by effects of the opponent.
    pub destroyed_by_opponent: u16,
}

/// What the state holds besides the table.
#[held(Default)]
pub struct Facts {
    /// The winner of 猜拳 [遊戲準備.⑥].
    pub chooser: Option<Seat>,
    /// The first player.
    pub first: Seat,
    /// Whether the order was chosen.
    pub order_is_chosen: bool,
    /// The turn player.
    pub active: Seat,
    /// The turn over both players, counted from 1; 0 in set-up.
    pub turn: u16,
    /// The step.
    pub phase: Phase,
    /// The state of the battle.
    pub state: Option<Phase>,
    /// The battle.
    pub battle: Option<Battle>,
    /// What ends early.
    pub ends_early: EndsEarly,
    /// Answers about redrawing.
    pub redraws: BySeat<Option<bool>>,
    /// Names whose effects a player has used this turn [FAQ.效果通則.Q9], with the number of the ability.
    pub names_used: BySeat<Vec<(String, u8)>>,
    /// What happened this turn.
    pub this_turn: BySeat<ThisTurn>,
    /// Standing effects that are in force, in the order in which they began.
    pub standing: Vec<Stand>,
    /// What is last known of cards that left.
    pub remembered: Vec<Memory>,
}

impl Facts {
    /// The attacker of the battle, as it was when it attacked.
    pub fn attacker(&self) -> Option<Object> {
        self.battle.as_ref()?.attacker
    }

    /// The blocker of the battle, as it was when it blocked.
    pub fn blocker(&self) -> Option<Object> {
        self.battle.as_ref()?.blocker
    }
}
