//! A position: a table without a history. It may be anything; [`Position::place`] turns it into a state or
//! lists all its faults [ruling-position].

mod build;
mod place;

use super::Question;
use super::cards::Half;
use super::table::Phase;
use crate::either::number_or_word;
use crate::game_kit::pool::Names;
use crate::game_kit::position::{Halves, may_run, too_many_effects};
use crate::game_kit::running::Running;
use crate::game_kit::windows::{Window, Windows, asks};
use crate::kernel::{Seat, wire};

pub use super::words::running::OwnDoes;
pub use build::position_of;
pub(super) use build::used;

/// Where the table stands: before the first entry of a window or question, except that the turn player may
/// have passed.
#[wire(Copy)]
pub enum WindowName {
    /// Redrawing [准备.4.2]; `answered` is the first player's answer, where it is in.
    Mulligan,
    /// At the end of the stand phase, 竖置阶段.
    Stand,
    /// In the draw phase, 抽卡阶段, before the card of the turn is drawn.
    BeforeDraw,
    /// In the draw phase, after that card.
    AfterDraw,
    /// In the main phase, 主要阶段 [主要阶段.1].
    Main,
    /// At the beginning of the attack phase, 攻击阶段.
    AttackStart,
    /// Between attacks [攻击阶段.1].
    ChooseAttack,
    /// After an attack was declared.
    AfterAttack,
    /// At the decision to block [阻挡.1].
    ChooseBlock,
    /// After a block.
    AfterBlock,
    /// At the end of an attack.
    AttackEnd,
    /// In the end phase, 结束阶段.
    End,
    /// At the discard for the hand limit [结束阶段.2].
    HandLimit,
}

/// What lies on the agenda in a window.
#[derive(Debug)]
enum Opens {
    /// Set-up: whether to redraw.
    SetUp,
    /// The stage itself of the phase, which asks when it begins and there is something to decide.
    Stage(Phase, Phase),
    /// A window of the turn player alone, with the phase and the line of a table that opens it.
    One(Phase, Phase, Question),
    /// A window in which both players have priority.
    Both(Phase, Phase, Question),
}

/// The window between attacks.
const CHOOSE_ATTACK: Opens = Opens::One(Phase::Attack, Phase::ChooseAttack, Question::ChooseAttack);

/// A window in which both players have priority.
const fn both(name: WindowName, phase: Phase, line: Phase, question: Question) -> Window<WindowName, Opens> {
    asks(name, question.name(), Opens::Both(phase, line, question))
}

/// The windows, by which positions are read and made.
static WINDOWS: Windows<WindowName, Opens> = Windows {
    windows: &[
        asks(WindowName::Mulligan, "mulligan", Opens::SetUp),
        both(WindowName::Stand, Phase::Stand, Phase::Stand, Question::Stand),
        both(WindowName::BeforeDraw, Phase::Draw, Phase::Draw, Question::BeforeDraw),
        both(WindowName::AfterDraw, Phase::Draw, Phase::AfterDraw, Question::AfterDraw),
        both(WindowName::Main, Phase::Main, Phase::Main, Question::Main),
        both(WindowName::AttackStart, Phase::Attack, Phase::Attack, Question::AttackStart),
        asks(WindowName::ChooseAttack, "choose_attack", CHOOSE_ATTACK),
        both(WindowName::AfterAttack, Phase::Attack, Phase::Declaration, Question::AfterAttack),
        asks(WindowName::ChooseBlock, "choose_block", Opens::Stage(Phase::Attack, Phase::Block)),
        both(WindowName::AfterBlock, Phase::Attack, Phase::AfterBlock, Question::AfterBlock),
        both(WindowName::AttackEnd, Phase::Attack, Phase::AttackEnd, Question::AttackEnd),
        both(WindowName::End, Phase::End, Phase::End, Question::End),
        asks(WindowName::HandLimit, "hand_limit", Opens::Stage(Phase::End, Phase::CleanUp)),
    ],
    underway: &[
        "battle",
        "damage",
        "shot",
        "release",
        "discard",
        "choose_replacement",
        "scout",
        "choose_cards",
        "choose_yes_no",
        "choose_number",
        "choose_mode",
        "choose_order",
    ],
    waiting: &["choose_trigger"],
};

const _: () = assert!(WINDOWS.has_each_of(Question::KINDS));

impl WindowName {
    /// Whether players have priority in the window, so that one of them may have passed [ruling-20].
    fn is_window(self) -> bool {
        matches!(WINDOWS.opens(self), Some(Opens::Both(..)))
    }

    /// Whether an attack is under way in the window, and not at its end.
    const fn is_in_attack(self) -> bool {
        matches!(self, WindowName::AfterAttack | WindowName::ChooseBlock | WindowName::AfterBlock)
    }

    /// Whether the turn player may have placed energy before the window opened [主要阶段.1].
    const fn is_after_placing(self) -> bool {
        self as u8 >= WindowName::Main as u8
    }
}

/// What an attack is aimed at, if not a unit on the field.
#[wire(Copy)]
pub enum TargetWord {
    /// The other player.
    Player,
    /// The other player's territory, which is a unit [ruling-105].
    Territory,
}

/// What an attack is aimed at.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, crate::schema::JsonSchema,
)]
#[serde(untagged)]
pub enum Target {
    /// A unit, by its place in the other player's list `field`, counted from 0.
    Unit(u16),
    /// The other player, or a territory that is a unit.
    Word(TargetWord),
}

number_or_word!(Target: Unit or Word);

/// The attack that is under way.
#[wire(Copy)]
pub struct Fight {
    /// The attacking unit, by its place in the turn player's list `field`, counted from 0; without it, the
    /// territory that is a unit [ruling-105].
    pub attacker: Option<u16>,
    /// What it is aimed at; after a block, the blocker.
    pub target: Target,
}

/// A table without a history.
#[wire]
pub struct Position {
    /// The turn over both players, counted from 1; 0 in the window `mulligan`.
    pub turn: u16,
    /// Whose turn it is; in the window `mulligan`, who is asked.
    pub active: Seat,
    /// The first player; without it, the player who has the odd turns.
    pub first: Option<Seat>,
    /// Where the table stands.
    pub window: WindowName,
    /// The turn player has passed in this window.
    #[optional(told)]
    pub passed: bool,
    /// In the window `mulligan`: the first player has answered, and this is the answer.
    pub answered: Option<bool>,
    /// The attack, in the windows `after_attack`, `choose_block` and `after_block`; in `attack_end`, the one
    /// that ends, where a text could refer to it.
    pub attack: Option<Fight>,
    /// Energy was placed this turn [主要阶段.能量的配置.3].
    #[optional(told)]
    pub energy_placed: bool,
    /// Running effects in the order in which they began.
    #[optional(told)]
    pub effects: Vec<Running<super::BuildDivide>>,
    /// Both halves, seat 0 first.
    pub players: Vec<Half>,
}

impl Half {
    /// How many cards the player has.
    fn count(&self) -> usize {
        self.lists().iter().fold(self.open().len(), |sum, (_, list)| sum.saturating_add(list.len()))
    }
}

impl Names for Position {
    fn ids(&self) -> Vec<(String, String)> {
        let mut ids = Vec::new();
        for (seat, half) in self.players.iter().enumerate() {
            let open = half.open().into_iter();
            ids.extend(open.map(|(at, id)| (format!("/players/{seat}{at}"), id.to_owned())));
            for (name, list) in half.lists() {
                let at = |index: usize| format!("/players/{seat}/{name}/{index}");
                ids.extend(list.known().map(|(index, id)| (at(index), id.to_owned())));
            }
        }
        for (index, effect) in self.effects.iter().enumerate() {
            ids.extend(effect.id().map(|(field, id)| (format!("/effects/{index}{field}"), id)));
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
        self.players.iter().map(Half::count).collect()
    }

    /// Territories and D-decks are no part of the deck; a unit belongs to its owner.
    fn from_decks(&self) -> Vec<usize> {
        let mut counts = vec![0_usize; self.players.len()];
        for (seat, half) in self.players.iter().enumerate() {
            let mut add = |owner: usize, cards: usize| {
                if let Some(count) = counts.get_mut(owner) {
                    *count = count.saturating_add(cards);
                }
            };
            for unit in &half.field {
                let owner = unit.owner.map_or(seat, |owner| usize::from(owner.number()));
                add(owner, unit.auras.len().saturating_add(1));
            }
            add(seat, half.energy.len());
            add(seat, half.territory.as_ref().map_or(0, |territory| territory.auras.len()));
            for (_, list) in half.lists().into_iter().filter(|(name, _)| name != "d_deck") {
                add(seat, list.len());
            }
        }
        counts
    }
}
