//! A position: a table without a history. It may be anything; [`Position::place`] turns it into a state or
//! lists all its faults [ruling-position].

mod build;
mod place;
mod running;

use super::Question;
use super::facts::ThisTurn;
use super::table::{Came, Phase};
use super::words::filter::State;
use super::words::{Keyword, Skipped};
use crate::either::number_or_word;
use crate::game_kit::pile::Pile;
use crate::game_kit::pool::Names;
use crate::game_kit::position::{Halves, may_run, too_many_effects};
use crate::game_kit::running::Running;
use crate::kernel::{Seat, wire};

pub use build::position_of;
pub(super) use build::used;
pub use running::OwnDoes;

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

/// The windows: each with its phase, the line of a table that opens it, and its question.
const WINDOWS: [(WindowName, Phase, Phase, Question); 10] = [
    (WindowName::Stand, Phase::Stand, Phase::Stand, Question::Stand),
    (WindowName::BeforeDraw, Phase::Draw, Phase::Draw, Question::BeforeDraw),
    (WindowName::AfterDraw, Phase::Draw, Phase::AfterDraw, Question::AfterDraw),
    (WindowName::Main, Phase::Main, Phase::Main, Question::Main),
    (WindowName::AttackStart, Phase::Attack, Phase::Attack, Question::AttackStart),
    (WindowName::ChooseAttack, Phase::Attack, Phase::ChooseAttack, Question::ChooseAttack),
    (WindowName::AfterAttack, Phase::Attack, Phase::Declaration, Question::AfterAttack),
    (WindowName::AfterBlock, Phase::Attack, Phase::AfterBlock, Question::AfterBlock),
    (WindowName::AttackEnd, Phase::Attack, Phase::AttackEnd, Question::AttackEnd),
    (WindowName::End, Phase::End, Phase::End, Question::End),
];

impl WindowName {
    /// Whether players have priority in the window, so that one of them may have passed [ruling-20].
    const fn is_window(self) -> bool {
        !matches!(
            self,
            WindowName::Mulligan | WindowName::ChooseAttack | WindowName::ChooseBlock | WindowName::HandLimit
        )
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

/// A territory.
#[wire]
pub struct Territory {
    /// The card's id in the pool.
    #[schemars(example = &"bd-t01")]
    pub card: String,
    /// Its front is up.
    #[optional(told)]
    pub released: bool,
    /// Standing or rested.
    #[optional(told)]
    pub state: State,
    /// The damage marked on it, while it is a unit [ruling-105].
    #[optional(told)]
    pub damage: u32,
    /// It was released, or became a unit, this turn.
    #[optional(told)]
    pub fresh: bool,
    /// The cards under it, by their ids.
    #[optional(told)]
    pub auras: Vec<String>,
    /// Its abilities that are limited and were used this turn, counted from 1 [用语.起动能力.3].
    #[optional(told)]
    pub used: Vec<u8>,
}

/// A card in the energy zone.
#[wire]
pub struct Energy {
    /// The card's id in the pool.
    #[schemars(example = &"bd-001")]
    pub card: String,
    /// Standing, rested or face down.
    #[optional(told)]
    pub state: State,
    /// Its abilities that are limited and were used this turn, counted from 1 [ruling-98].
    #[optional(told)]
    pub used: Vec<u8>,
}

/// What a command is as a unit [ruling-100].
#[wire]
pub struct AsUnit {
    /// 力量.
    pub power: u32,
    /// 打击点.
    pub hit: u32,
    /// Its keywords.
    #[optional(told)]
    pub keywords: Vec<Keyword>,
    /// It has them only while the own territory is released.
    #[optional(told)]
    pub awakened: bool,
}

/// A unit on the field.
#[wire]
pub struct Standing {
    /// The card's id in the pool.
    #[schemars(example = &"bd-001")]
    pub card: String,
    /// Standing or rested.
    #[optional(told)]
    pub state: State,
    /// The damage marked on it.
    #[optional(told)]
    pub damage: u32,
    /// It entered this turn.
    #[optional(told)]
    pub fresh: bool,
    /// How it entered.
    #[optional(told)]
    pub came: Came,
    /// The number of the ability that offers the Evol cost with which it was used; 0: none [ruling-94].
    #[optional(told)]
    pub evol: u8,
    /// It came from a graveyard.
    #[optional(told)]
    pub from_graveyard: bool,
    /// Of a command: as what unit it entered [ruling-100].
    pub as_unit: Option<AsUnit>,
    /// The player whose deck it came from; without it, the player on whose side it is.
    pub owner: Option<Seat>,
    /// The cards under it, by their ids; they belong to the owner of the unit [ruling-85].
    #[optional(told)]
    pub auras: Vec<String>,
    /// Its abilities that are limited and were used this turn, counted from 1 [用语.起动能力.3].
    #[optional(told)]
    pub used: Vec<u8>,
}

/// Counters of a player.
#[wire]
pub struct Counter {
    /// How many.
    pub n: u32,
    /// Their name.
    #[schemars(example = &"judgment")]
    pub name: String,
}

/// One player's half of the table. Lists are top first. Card numbers count through a position seat by seat:
/// territory, field, each with the cards under it, then energy, hand, deck, life, graveyard, removed cards,
/// D-deck.
#[wire]
pub struct Half {
    /// 领域.
    pub territory: Option<Territory>,
    /// 场.
    #[optional(told)]
    pub field: Vec<Standing>,
    /// 能量区.
    #[optional(told)]
    pub energy: Vec<Energy>,
    /// 手牌.
    #[optional(told)]
    pub hand: Pile,
    /// 山札.
    #[optional(told)]
    pub deck: Pile,
    /// 生命区.
    #[optional(told)]
    pub life: Pile,
    /// 墓地.
    #[optional(told)]
    pub graveyard: Pile,
    /// Cards removed from the game.
    #[optional(told)]
    pub removed: Pile,
    /// D卡組 [ruling-104].
    #[optional(told)]
    pub d_deck: Pile,
    /// 指示物 of the player [用语.指示物].
    #[optional(told)]
    pub counters: Vec<Counter>,
    /// What this player leaves out the next time.
    #[optional(told)]
    pub skips: Vec<Skipped>,
    /// What happened this turn to or by this player.
    #[optional(told)]
    pub this_turn: ThisTurn,
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
    /// The lists of cards with their names. Their cards are numbered in this order, after those that lie open
    /// before the player.
    fn lists(&self) -> [(&'static str, &Pile); 6] {
        [
            ("hand", &self.hand),
            ("deck", &self.deck),
            ("life", &self.life),
            ("graveyard", &self.graveyard),
            ("removed", &self.removed),
            ("d_deck", &self.d_deck),
        ]
    }

    /// The cards that lie open before the player, in the order of their numbers: each with its pointer and
    /// the kind of place in which it lies.
    fn open(&self) -> Vec<(String, &String, Lying)> {
        let mut open = Vec::new();
        if let Some(territory) = &self.territory {
            open.push(("/territory/card".to_owned(), &territory.card, Lying::Territory));
            let auras = territory.auras.iter().enumerate();
            open.extend(auras.map(|(place, card)| (format!("/territory/auras/{place}"), card, Lying::Aura)));
        }
        for (index, unit) in self.field.iter().enumerate() {
            open.push((format!("/field/{index}/card"), &unit.card, Lying::Field));
            let auras = unit.auras.iter().enumerate();
            let at = |place: usize| format!("/field/{index}/auras/{place}");
            open.extend(auras.map(|(place, card)| (at(place), card, Lying::Aura)));
        }
        let energy = self.energy.iter().enumerate();
        open.extend(
            energy.map(|(index, energy)| (format!("/energy/{index}/card"), &energy.card, Lying::Elsewhere)),
        );
        open
    }

    /// How many cards the player has.
    fn count(&self) -> usize {
        self.lists().iter().fold(self.open().len(), |sum, (_, list)| sum.saturating_add(list.len()))
    }
}

/// In which kind of place a card lies open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lying {
    /// In the territory zone.
    Territory,
    /// On the field.
    Field,
    /// Under another card.
    Aura,
    /// In another zone.
    Elsewhere,
}

impl Names for Position {
    fn ids(&self) -> Vec<(String, String)> {
        let mut ids = Vec::new();
        for (seat, half) in self.players.iter().enumerate() {
            let open = half.open().into_iter();
            ids.extend(open.map(|(at, card, _)| (format!("/players/{seat}{at}"), card.clone())));
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
            for (_, list) in half.lists().into_iter().filter(|(name, _)| *name != "d_deck") {
                add(seat, list.len());
            }
        }
        counts
    }
}
