//! A position: a table without a history. It may be anything; [`Position::place`] turns it into a state or
//! lists all its faults [ruling-84].

mod build;
mod place;
mod running;

use super::Question;
use super::facts::LostHow;
use super::printed::Kind;
use super::table::{Came, Phase, Posture};
use crate::game_kit::pile::Pile;
use crate::game_kit::pool::Names;
use crate::game_kit::position::{Halves, may_run, too_many_effects};
use crate::game_kit::windows::{Window, Windows, asks, begins};
use crate::kernel::{CardId, Seat, wire};

pub use super::words::running::{Does, PrintedAbility, Sentence};
pub use build::position_of;
pub use running::Running;

/// Where the table stands: at a decision, or before the automatic part of a step or of the battle resolution,
/// which then runs.
#[wire(Copy)]
pub enum WindowName {
    /// Who goes first [遊戲準備.⑥]; `chooser` is asked.
    ChooseOrder,
    /// Redrawing [遊戲準備.⑦.1]; `answered` is the first answer, where it is in.
    Mulligan,
    /// Before the start step, 開始階段, スタートステップ [回合流程.①].
    Start,
    /// Before the core step, 能量階段, コアステップ [回合流程.②].
    Core,
    /// Before the draw step, 抽牌階段, ドローステップ [回合流程.③].
    Draw,
    /// Before the refresh step, 回復階段, リフレッシュステップ [回合流程.④.1].
    Refresh,
    /// In the main step, 主要階段, メインステップ [主要階段.1].
    Main,
    /// In the attack step, 攻擊階段, アタックステップ, between battles [回合流程.⑥].
    Attack,
    /// In a flash timing, 靈動時機, フラッシュタイミング, of the battle [靈動時機.1].
    Flash,
    /// At the declaration of a block, 阻擋 [戰鬥步驟.③].
    Block,
    /// Before the battle resolution [戰鬥步驟.⑤.3].
    Resolution,
    /// In the second main step, 第二主要階段 [回合流程.⑦].
    SecondMain,
    /// Before the end step, 結束階段, エンドステップ [回合流程.⑧].
    End,
}

/// What lies on the agenda in a window.
#[derive(Debug)]
enum Opens {
    /// Nothing: the player who chooses is asked.
    Asked,
    /// The answers about the opening hands.
    Answers,
    /// A step, which begins.
    Step(Phase),
    /// The window of a step.
    Window(Phase, Question),
    /// The window of the attack step, and in it a flash timing.
    Flash,
    /// The window of the attack step, and in it that of the block.
    Block,
    /// The window of the attack step, and in it the battle resolution, which begins.
    Resolution,
}

/// The window of a step.
const fn step(name: WindowName, phase: Phase, question: Question) -> Window<WindowName, Opens> {
    asks(name, question.name(), Opens::Window(phase, question))
}

/// The windows, by which positions are read and made.
static WINDOWS: Windows<WindowName, Opens> = Windows {
    windows: &[
        asks(WindowName::ChooseOrder, "choose_order", Opens::Asked),
        asks(WindowName::Mulligan, "mulligan", Opens::Answers),
        begins(WindowName::Start, Opens::Step(Phase::Start)),
        begins(WindowName::Core, Opens::Step(Phase::Core)),
        begins(WindowName::Draw, Opens::Step(Phase::Draw)),
        begins(WindowName::Refresh, Opens::Step(Phase::Refresh)),
        step(WindowName::Main, Phase::Main, Question::Main),
        step(WindowName::Attack, Phase::Attack, Question::Attack),
        asks(WindowName::Flash, "flash", Opens::Flash),
        asks(WindowName::Block, "block", Opens::Block),
        begins(WindowName::Resolution, Opens::Resolution),
        step(WindowName::SecondMain, Phase::SecondMain, Question::SecondMain),
        begins(WindowName::End, Opens::Step(Phase::End)),
    ],
    underway: &[
        "choose_card",
        "choose_cores",
        "effect_use",
        "designate",
        "optional",
        "choose_number",
        "choose_mode",
        "arrange",
    ],
    waiting: &["order_effects"],
};

const _: () = assert!(WINDOWS.has_each_of(Question::KINDS));

impl WindowName {
    /// Whether the window is part of the set-up.
    const fn is_set_up(self) -> bool {
        matches!(self, WindowName::ChooseOrder | WindowName::Mulligan)
    }

    /// Whether the window is part of a battle.
    const fn is_in_battle(self) -> bool {
        matches!(self, WindowName::Flash | WindowName::Block | WindowName::Resolution)
    }

    /// Whether the first player's first turn has this window [回合流程.第一回合].
    const fn is_in_first_turn(self) -> bool {
        !self.is_in_battle()
            && !matches!(self, WindowName::Core | WindowName::Attack | WindowName::SecondMain)
    }
}

/// The most cores in one place of a position; far above any on a table.
const CORE_LIMIT: u64 = 1_000;

/// Cores that lie together.
#[wire(Copy, Default)]
pub struct Cores {
    /// 能量.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub normal: u32,
    /// 靈魂能量: 1, or 0.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub soul: u32,
}

/// The life at the start of a game [遊戲準備.③].
const fn full_life() -> Cores {
    Cores { normal: super::rules::limits::STARTING_LIFE.value, soul: 0 }
}

fn is_full_life(cores: &Cores) -> bool {
    *cores == full_life()
}

/// A card on the field.
#[wire]
pub struct Standing {
    /// The card's id in the pool.
    #[schemars(example = &"bs-001")]
    pub card: String,
    /// The cores on it.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub cores: Cores,
    /// Refreshed, exhausted or heavy-exhausted.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub state: Posture,
    /// It came onto the field this turn.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub summoned_this_turn: bool,
    /// How it came [ruling-103]; without it, by a player's use if it came this turn.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub came: Came,
    /// The EX symbols that 《繼召》 exiled for it.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub keisho: u8,
    /// Its abilities that are limited and were used this turn, counted from 1 [用語集.效果限制.每回合1次].
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub used: Vec<u8>,
}

/// What happened this turn to or by a player, for texts that ask for it [ruling-102]. Fields stand in the
/// order of the canonical bytes.
#[wire(Copy, Default)]
pub struct ThisTurn {
    /// Attacks that the player declared.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub attacks: u16,
    /// Blocks that the player declared.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub blocks: u16,
    /// Cards that the player used.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub cards_used: u16,
    /// Own spirits that were depleted.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub depleted: u16,
    /// Own spirits that were depleted by effects of the opponent.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub depleted_by_opponent: u16,
    /// Own spirits that were destroyed.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub destroyed: u16,
    /// Own spirits that were destroyed by effects of the opponent.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub destroyed_by_opponent: u16,
    /// Cores that the player's life lost.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub life_lost: u16,
    /// Magic cards that the player used.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub magic_used: u16,
    /// Spirits that the player summoned.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub summoned: u16,
}

/// One player's half of the table. Lists are top first. Card numbers count through a position seat by seat:
/// field, hand, deck, trash, exile. The soul core of a player lies where `soul` is 1, else in the void.
#[wire]
pub struct Half {
    /// 場地.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub field: Vec<Standing>,
    /// 手牌.
    #[optional(told)]
    pub hand: Pile,
    /// 牌組.
    #[optional(told)]
    pub deck: Pile,
    /// 廢棄區, its cards.
    #[optional(told)]
    pub trash: Pile,
    /// 除外, its cards.
    #[optional(told)]
    pub exile: Pile,
    /// 生命值; without it, 5 normal cores.
    #[serde(default = "full_life", skip_serializing_if = "is_full_life")]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub life: Cores,
    /// 預備區.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub reserve: Cores,
    /// 廢棄區, its cores.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub trash_cores: Cores,
    /// 除外, its cores.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub exile_cores: Cores,
    /// Card names whose effect that is limited by name was used this turn [FAQ.效果通則.Q9].
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    #[serde(deserialize_with = "crate::abilities::spelling::read")]
    pub names_used: Vec<String>,
    /// The costs of the spirits that this player attacked with this turn, for texts that ask for them
    /// [ruling-120].
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub attack_costs: Vec<u16>,
    /// What happened this turn to or by this player.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub this_turn: ThisTurn,
    /// The cards that this player used this turn, by their ids in the pool, for texts that ask for cards of a
    /// kind, colour or family [ruling-102].
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub used_cards: Vec<String>,
    /// This player's spirits that effects destroyed or depleted this turn, for texts that ask for them
    /// [ruling-102].
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub lost: Vec<LostSpirit>,
}

/// A spirit that an effect destroyed or depleted this turn.
#[wire]
pub struct LostSpirit {
    /// The card's id in the pool.
    #[schemars(example = &"bs-001")]
    pub card: String,
    /// Its level when it happened; 0: below its lowest.
    pub level: u8,
    /// How it was lost.
    pub how: LostHow,
    /// Whose effect did it.
    pub by: Seat,
    /// The kind of the card with that effect.
    pub source: Kind,
}

/// An ability of a card.
#[wire(Copy)]
pub struct AbilityOf {
    /// The card, by its number in this position.
    pub card: CardId,
    /// Which ability, counted from 1.
    pub ability: u8,
}

/// The battle that is going on. Cards are named by their numbers in this position.
#[wire]
pub struct Fight {
    /// The attacking spirit; without it, it has left.
    pub attacker: Option<CardId>,
    /// The blocking spirit; without it, nothing blocks, or it has left.
    pub blocker: Option<CardId>,
    /// A block was declared; with a blocker in any case.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub blocked: bool,
    /// In the window `flash`: which flash timing; without it, the first before a block and the second after
    /// it.
    pub timing: Option<u8>,
    /// In the window `flash`: who may use an effect now; without it, the defending player.
    pub holder: Option<Seat>,
    /// In the window `flash`: passes in a row.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub passes: u8,
    /// Abilities that were used in this battle [用語集.效果限制.每次戰鬥1次].
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub used: Vec<AbilityOf>,
}

/// A table without a history.
#[wire]
pub struct Position {
    /// The turn over both players, counted from 1; 0 in set-up.
    pub turn: u16,
    /// Whose turn it is; in set-up, the first player, or who chooses the order.
    pub active: Seat,
    /// The first player; without it, the player who has the odd turns.
    pub first: Option<Seat>,
    /// Where the table stands.
    pub window: WindowName,
    /// The player who chose the order, or does now [遊戲準備.⑥].
    pub chooser: Option<Seat>,
    /// In the window `mulligan`: the first answer is in, and this is it.
    pub answered: Option<bool>,
    /// The battle, in the windows `flash`, `block` and `resolution`.
    pub battle: Option<Fight>,
    /// Running effects in the order in which they began.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub effects: Vec<Running>,
    /// Both halves, seat 0 first.
    pub players: Vec<Half>,
}

impl Half {
    /// The lists of cards by their names, in the order in which cards are numbered after those of the field.
    fn lists(&self) -> [(&'static str, &Pile); 4] {
        [("hand", &self.hand), ("deck", &self.deck), ("trash", &self.trash), ("exile", &self.exile)]
    }

    /// How many cards the player has.
    fn count(&self) -> usize {
        self.lists().iter().fold(self.field.len(), |sum, (_, list)| sum.saturating_add(list.len()))
    }
}

impl Names for Position {
    fn ids(&self) -> Vec<(String, String)> {
        let mut ids = Vec::new();
        for (seat, half) in self.players.iter().enumerate() {
            for (index, standing) in half.field.iter().enumerate() {
                ids.push((format!("/players/{seat}/field/{index}/card"), standing.card.clone()));
            }
            for (index, used) in half.used_cards.iter().enumerate() {
                ids.push((format!("/players/{seat}/used_cards/{index}"), used.clone()));
            }
            for (index, lost) in half.lost.iter().enumerate() {
                ids.push((format!("/players/{seat}/lost/{index}/card"), lost.card.clone()));
            }
            for (name, list) in half.lists() {
                let at = |index: usize| format!("/players/{seat}/{name}/{index}");
                ids.extend(list.known().map(|(index, id)| (at(index), id.to_owned())));
            }
        }
        for (index, effect) in self.effects.iter().enumerate() {
            ids.extend(effect.ids().into_iter().map(|(field, id)| (format!("/effects/{index}{field}"), id)));
        }
        ids
    }

    fn too_much(&self) -> Option<(String, String)> {
        if let Some(found) = self.too_many_cards() {
            return Some(found);
        }
        for (seat, half) in self.players.iter().enumerate() {
            let piles = [half.life, half.reserve, half.trash_cores, half.exile_cores].into_iter();
            let mut all = piles.chain(half.field.iter().map(|standing| standing.cores));
            if all.any(|cores| cores.total() > CORE_LIMIT) {
                let detail = format!("a place has at most {CORE_LIMIT} cores here");
                return Some((format!("/players/{seat}"), detail));
            }
        }
        let runs = may_run(self.effects.iter().map(|effect| effect.on.len()));
        (!runs).then(too_many_effects)
    }
}

impl Halves for Position {
    fn counts(&self) -> Vec<usize> {
        self.players.iter().map(Half::count).collect()
    }
}
