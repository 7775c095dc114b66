//! Abilities: one paragraph of a card, one ability. Their kinds: 效果的發揮.1, 用語集.起動：主要, 用語集.起動：靈動,
//! 基本行動.魔法卡.2.

use super::super::BattleSpirits;
use super::super::effect::{AbilityId, Heard};
use super::super::printed::CardData;
use super::super::table::Game;
use super::{Condition, Effect};
use crate::abilities::effect::lint_list;
use crate::abilities::{ConditionWord, Lint};
use crate::kernel::{Adjustment, Event, Object, wire};

/// Which effect of a magic, or when an activated ability may be used.
#[wire(Copy)]
pub enum Mode {
    /// 主要.
    Main,
    /// 靈動.
    Flash,
}

/// Where an ability is effective.
#[wire(Copy, Default)]
pub enum Zone {
    /// 場地.
    #[default]
    Field,
    /// 手牌.
    Hand,
    /// 廢棄區.
    Trash,
}

impl Zone {
    /// Whether it is the field.
    pub const fn is_field(self) -> bool {
        matches!(self, Zone::Field)
    }
}

/// An ability of a magic [基本行動.魔法卡.2].
#[wire]
pub struct Magic {
    /// Which effect it is.
    pub mode: Mode,
    /// 「自身每回合僅能使用 1 次同卡牌名的此效果」 [FAQ.效果通則.Q9].
    #[optional]
    pub once_per_turn_by_name: bool,
    /// What it does.
    #[serde(rename = "do")]
    pub effects: Vec<Effect>,
}

/// An ability that is raised by an event [效果的發揮.1].
#[wire]
pub struct Triggered {
    /// The levels that have it; empty: all.
    #[optional]
    pub levels: Vec<u8>,
    /// Its condition, looked at when it is carried out [ruling-85].
    pub when: Option<Condition>,
    /// What it does.
    #[serde(rename = "do")]
    pub effects: Vec<Effect>,
}

/// One paragraph of a card.
#[wire]
pub enum Ability {
    /// Raised by an event.
    Triggered(Triggered),
    /// An effect of a magic.
    Magic(Magic),
}

impl Ability {
    /// What it does.
    pub fn effects(&self) -> &[Effect] {
        match self {
            Ability::Triggered(triggered) => &triggered.effects,
            Ability::Magic(magic) => &magic.effects,
        }
    }

    /// The levels that have it; empty: all.
    pub fn levels(&self) -> &[u8] {
        match self {
            Ability::Triggered(triggered) => &triggered.levels,
            Ability::Magic(_) => &[],
        }
    }

    /// Of a magic: which effect.
    pub const fn magic_mode(&self) -> Option<Mode> {
        match self {
            Ability::Magic(magic) => Some(magic.mode),
            Ability::Triggered(_) => None,
        }
    }

    /// Whether it is one of the waiting state: 『破壞時』, depletion, leaving [FAQ.靈魂卡等的狀態.Q2].
    pub const fn is_of_waiting_state(&self) -> bool {
        false
    }

    /// The events that it waits for, as a set of bits of their verbs.
    pub const fn listens(&self) -> u64 {
        0
    }

    /// Where it is effective.
    pub const fn zone(&self) -> Zone {
        Zone::Field
    }

    /// 〔每回合1次〕.
    pub const fn once_per_turn(&self) -> bool {
        false
    }

    /// 〔每次戰鬥1次〕.
    pub const fn once_per_battle(&self) -> bool {
        false
    }

    /// 〔不可重複〕.
    pub const fn no_overlap(&self) -> bool {
        false
    }

    /// 「自身每回合僅能使用 1 次同卡牌名的此效果」.
    pub const fn once_per_turn_by_name(&self) -> bool {
        match self {
            Ability::Magic(magic) => magic.once_per_turn_by_name,
            Ability::Triggered(_) => false,
        }
    }

    /// Its condition.
    pub const fn when(&self) -> Option<&Condition> {
        match self {
            Ability::Triggered(triggered) => triggered.when.as_ref(),
            Ability::Magic(_) => None,
        }
    }

    /// What a standing effect does to the BP of which field cards now [ruling-70].
    pub fn number_changes(&self, _: &Game<'_>, _: Object, _: AbilityId) -> Vec<(Object, Adjustment)> {
        Vec::new()
    }

    /// Whether it is a standing effect.
    pub const fn is_standing(&self) -> bool {
        false
    }

    /// Whether its timing word's period runs [用語集.發揮時機].
    pub fn is_in_period(&self, _: &Game<'_>, _: Object) -> bool {
        true
    }

    /// What it hears of an event, if it waits for it.
    pub fn hears(&self, _: &Game<'_>, _: Object, _: &Event<BattleSpirits>) -> Option<Heard> {
        None
    }

    /// Looks for what cannot be meant.
    pub fn lint(&self, lint: &mut Lint<'_, BattleSpirits>, _: &CardData) {
        match self {
            Ability::Triggered(triggered) => {
                if let Some(when) = &triggered.when {
                    lint.inside("triggered/when", |lint| when.lint(lint));
                }
                lint.inside("triggered", |lint| lint_list(lint, "do", &triggered.effects));
            }
            Ability::Magic(magic) => lint.inside("magic", |lint| lint_list(lint, "do", &magic.effects)),
        }
    }
}
