//! A position: a table without a history, as people write it down. Its types allow anything;
//! [`Position::place`] makes a state of it, or lists all its faults [ruling-position].

mod build;
mod faults;
mod place;

use std::fmt;

use crate::schema::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::action::{At, EarlyEnd, Tactic};
use super::deck::FOREST;
use super::facts::ThisTurn;
use super::field::Field;
use super::table::{Edge, Phase, State, Way};
use super::turn::line;
use super::words::Until;
use super::{Defence, Question};
use crate::game_kit::pile::Pile;
use crate::game_kit::position::Source;
use crate::game_kit::windows::{Window, Windows, asks, begins};
use crate::kernel::{CardId, Seat, wire};

pub(crate) use super::words::running::Does;
pub(crate) use build::position_of;

/// Where the table stands.
#[wire(Copy)]
pub enum WindowName {
    /// The opening hands are being changed [一.5].
    Mulligan,
    /// Before the draw, 抽牌階段 [二.1].
    Draw,
    /// After the draw, in the defence phase, 防守階段 [十一.5].
    Defence,
    /// In the defence phase, 防守階段, before a battle [十一.8(1)].
    BeforeBattle,
    /// The side that succeeded [十一.8(3)].
    Winner,
    /// The side that failed [十一.8(4)].
    Loser,
    /// Before the destruction [十一.8(5)].
    Destruction,
    /// A battle is over [十一.8(7)].
    BattleOver,
    /// Before the main phase, 主要階段 [十二.1].
    EarlyEndCheck,
    /// In the summon phase, 召喚階段 [二.3].
    Summon,
    /// In the tactics phase, 戰術階段, before the choice [二.4].
    Tactic,
    /// A formation, before its moves [十三.2].
    Formation,
    /// A formation, between its moves [十三.5].
    Moves,
    /// An attack, before the first unit [十一.2].
    Attack,
    /// An attack, between its units [十一.2].
    Attacks,
    /// The tactics phase, 戰術階段, afterwards.
    TacticsEnd,
    /// The machine phase, 機械合體階段 [十五.機械合體.1].
    Machine,
    /// The enemy's cards before a phase ends [ruling-19].
    Closing,
    /// Before the effects of the end phase, 結束階段 [十四.1].
    End,
    /// Before the hand limit [十四.2].
    HandLimit,
    /// Before the countdown, 倒數階段 [十四.3].
    Countdown,
    /// The declaration of an early end [十四.4].
    EarlyEnd,
    /// Before the end of the turn [十四.5].
    TurnEnd,
    /// After the turn [十四.※].
    AfterTurn,
}

/// A card with its owner.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Owned {
    /// Of the player whose half it is.
    Card(String),
    /// Of a player.
    Of {
        /// The card's id in the pool.
        card: String,
        /// Whose.
        owner: Seat,
    },
}

impl<'de> Deserialize<'de> for Owned {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Owned, D::Error> {
        #[derive(Deserialize)]
        struct Of {
            card: String,
            owner: Seat,
        }

        struct Either;

        impl<'de> Visitor<'de> for Either {
            type Value = Owned;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("the id of a card, or `card` and `owner`")
            }

            fn visit_str<E: Error>(self, card: &str) -> Result<Owned, E> {
                Ok(Owned::Card(card.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Owned, A::Error> {
                let Of { card, owner } = Of::deserialize(MapAccessDeserializer::new(map))?;
                Ok(Owned::Of { card, owner })
            }
        }

        deserializer.deserialize_any(Either)
    }
}

impl Owned {
    fn id(&self) -> &str {
        match self {
            Owned::Card(card) | Owned::Of { card, .. } => card,
        }
    }

    const fn owner(&self, side: Seat) -> Seat {
        match self {
            Owned::Card(_) => side,
            Owned::Of { owner, .. } => *owner,
        }
    }
}

/// A lower unit [十五.合體.2].
#[wire]
pub struct Lower {
    /// The card's id in the pool.
    #[schemars(example = &"xl-001")]
    pub card: String,
    /// The edge that it shows.
    pub edge: Edge,
    /// Whose; without it, of the player whose half it is.
    pub owner: Option<Seat>,
}

/// The row in which a unit entered this turn.
#[wire(Copy)]
pub enum Entered {
    /// In front; it has not been in the back row since.
    Front,
    /// In the back row, or it has been there since.
    Back,
}

/// A unit on the field.
#[wire]
pub struct Standing {
    /// The card's id in the pool, or `traveler`.
    #[schemars(example = &"xl-001")]
    pub card: String,
    /// Upright, attacking or rested.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub state: State,
    /// Whose card it is; without it, of the player whose half it is.
    pub owner: Option<Seat>,
    /// It entered this turn.
    pub entered: Option<Entered>,
    /// How it did; left out: it was played.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub way: Way,
    /// Its side attacked with it this turn.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub attacked: bool,
    /// The position that its ranged attack designates.
    pub designated: Option<At>,
    /// The units under it, the topmost first.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub under: Vec<Lower>,
    /// The magic conferred to it.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub magic: Vec<Owned>,
    /// Travelers under it.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub passengers: u32,
    /// Its abilities that are limited and were used this turn, counted from 1.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub used: Vec<u8>,
}

const fn forest() -> u32 {
    FOREST
}

fn is_whole_forest(travelers: &u32) -> bool {
    *travelers == forest()
}

/// One player's half of the table. Lists are top first. Card numbers count through a position seat
/// by seat: field F1 to B5 (each card followed by the units and the magic under it), field card,
/// hand, deck, graveyard, exile; then the figures of travelers, each followed by what lies under it.
#[wire]
pub struct Half {
    /// Who stands where.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub field: Field<Standing>,
    /// 場地區.
    pub field_card: Option<String>,
    /// 手牌.
    #[optional(told)]
    pub hand: Pile,
    /// 牌庫.
    #[optional(told)]
    pub deck: Pile,
    /// 墓地.
    #[optional(told)]
    pub graveyard: Pile,
    /// 除外區.
    #[optional(told)]
    pub exile: Pile,
    /// Travelers in the forest.
    #[serde(default = "forest", skip_serializing_if = "is_whole_forest")]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub forest: u32,
    /// 獎勵.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub reward: u32,
    /// 充能能量.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub energy: u32,
    /// The declared race.
    pub race: Option<String>,
    /// The early end that this player declared.
    pub early_end: Option<EarlyEnd>,
    /// 偷襲 of this player that succeeded this turn.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub sneaks: u16,
    /// What else happened this turn to or by this player.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub this_turn: ThisTurn,
}

/// What lies on the agenda in a window.
#[derive(Debug)]
enum Opens {
    /// The answers of the opening hands.
    Answers,
    /// This line of the turn, which begins.
    Line(u8),
    /// The draw phase, which is over.
    Drawn,
    /// A window in which the active player acts as the phase allows: the line of the turn that opened it, its
    /// phase, what it asks, and the tactic that it belongs to.
    Free(u8, Phase, Question, Option<Tactic>),
    /// A window inside the one that it was entered from.
    Inside(Question),
    /// The window before a battle.
    BeforeBattle,
    /// The window that a line of a battle has opened, in its step.
    Battle(u8, Phase, Question),
    /// This line of a battle, which begins.
    BattleLine(u8),
}

/// A window of the tactics phase.
const fn tactics(name: WindowName, question: Question, tactic: Option<Tactic>) -> Window<WindowName, Opens> {
    asks(name, question.name(), Opens::Free(line::TACTICS, Phase::Tactics, question, tactic))
}

/// The window of the summon phase.
const SUMMON: Opens = Opens::Free(line::SUMMON, Phase::Summon, Question::Summon, None);

/// The windows, by which positions are read and made.
static WINDOWS: Windows<WindowName, Opens> = Windows {
    windows: &[
        asks(WindowName::Mulligan, "mulligan", Opens::Answers),
        begins(WindowName::Draw, Opens::Line(line::DRAW)),
        begins(WindowName::Defence, Opens::Drawn),
        asks(WindowName::BeforeBattle, "before_battle", Opens::BeforeBattle),
        asks(WindowName::Winner, "winner", Opens::Battle(line::WINNER, Phase::Winner, Question::Winner)),
        asks(WindowName::Loser, "loser", Opens::Battle(line::LOSER, Phase::Loser, Question::Loser)),
        begins(WindowName::Destruction, Opens::BattleLine(line::DESTRUCTION)),
        begins(WindowName::BattleOver, Opens::BattleLine(line::BATTLE_OVER)),
        begins(WindowName::EarlyEndCheck, Opens::Line(line::EARLY_END_CHECK)),
        asks(WindowName::Summon, "summon", SUMMON),
        tactics(WindowName::Tactic, Question::Tactic, None),
        tactics(WindowName::Formation, Question::Formation, Some(Tactic::Formation)),
        tactics(WindowName::Moves, Question::Moves, Some(Tactic::Formation)),
        tactics(WindowName::Attack, Question::Attack, Some(Tactic::Attack)),
        tactics(WindowName::Attacks, Question::Attacks, Some(Tactic::Attack)),
        tactics(WindowName::TacticsEnd, Question::TacticsEnd, None),
        asks(WindowName::Machine, "machine", Opens::Inside(Question::Machine)),
        asks(WindowName::Closing, "closing", Opens::Inside(Question::Closing)),
        begins(WindowName::End, Opens::Line(line::END)),
        asks(WindowName::HandLimit, "hand_limit", Opens::Line(line::HAND_LIMIT)),
        begins(WindowName::Countdown, Opens::Line(line::COUNTDOWN)),
        asks(WindowName::EarlyEnd, "early_end", Opens::Line(line::EARLY_END)),
        begins(WindowName::TurnEnd, Opens::Line(line::TURN_END)),
        begins(WindowName::AfterTurn, Opens::Line(line::AFTER_TURN)),
    ],
    underway: &[
        "sneak",
        "place",
        "aim",
        "choose_edge",
        "cover",
        "choose_cards",
        "choose_order",
        "choose_yes_no",
        "choose_number",
        "choose_mode",
    ],
    waiting: &["choose_trigger"],
};

const _: () = assert!(WINDOWS.has_each_of(Question::KINDS));

/// Who succeeded in the comparison made last.
#[wire(Copy)]
pub enum Won {
    /// The attacking unit.
    Attacker,
    /// The defending unit.
    Defender,
}

/// The battle that is going on.
#[wire]
pub struct Fight {
    /// The attacking unit.
    pub attacker: At,
    /// The units fought, in the order of the battles.
    pub defenders: Vec<At>,
    /// The units that it fights after those.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub then: Vec<At>,
    /// Who succeeded against the last of them; against those before, the attacker did.
    pub won: Won,
}

/// The machine phase of this turn.
#[wire(Default)]
pub struct Machine {
    /// It has been entered.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub used: bool,
    /// The names that took part, in the window `machine`.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    #[serde(deserialize_with = "crate::abilities::spelling::read")]
    pub names: Vec<String>,
}

/// A running effect.
#[wire]
pub struct Running {
    /// The units that it is on.
    pub on: Vec<At>,
    /// What it does.
    pub does: Does,
    /// When it ends.
    pub until: Until,
    /// Whose effect it is.
    pub seat: Seat,
    /// The card whose text began it.
    pub source: Option<Source>,
    /// The rule that it rests on.
    #[schemars(example = &"ruling-71")]
    pub rule: Option<String>,
}

/// An attack that was turned to another unit [ruling-82].
#[wire]
pub struct Redirect {
    /// The attacking unit.
    pub attacker: At,
    /// The unit that it attacks.
    pub target: At,
}

/// Who was sacrificed for a unit that was played this turn [十二.3].
#[wire]
pub struct Tributes {
    /// The unit, by its number in this position.
    pub unit: CardId,
    /// The sacrifices, by their numbers.
    pub tributes: Vec<CardId>,
}

/// An effect that is limited by its name and was used this turn [ruling-72].
#[wire]
pub struct UsedName {
    /// Who used it.
    pub seat: Seat,
    /// The name.
    #[serde(deserialize_with = "crate::abilities::spelling::read")]
    pub name: String,
    /// Which ability, counted from 1; the effect of a magic card is 201, the first of several 211.
    pub ability: u8,
}

/// A table without a history.
#[wire]
pub struct Position {
    /// Which turn it is, counted from 1 over both players; 0 in set-up.
    pub turn: u16,
    /// Whose turn it is.
    pub active: Seat,
    /// The first player.
    #[optional(told)]
    pub first: Seat,
    /// Where the table stands.
    pub window: WindowName,
    /// In the window `mulligan`: the first player has answered.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub answered: bool,
    /// Both halves, seat 0 first.
    pub players: Vec<Half>,
    /// The star cards turned over; without it, no countdown runs.
    pub turned: Option<u8>,
    /// The normal play of the summon phase has been made.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub normal_play: bool,
    /// The play of the formation has been made.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub formation_play: bool,
    /// What became of this turn's defence phase.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub defence: Defence,
    /// The machine phase of this turn.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub mech: Machine,
    /// In the windows `machine` and `closing`: the window that it was entered from.
    pub entered_from: Option<WindowName>,
    /// The tactic of this turn, where the window does not say it.
    pub tactic: Option<Tactic>,
    /// An attack has been declared this turn; in the window `attacks` in any case.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub attacked: bool,
    /// Nothing has been entered since the turn before ended [十四.※].
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub fresh: bool,
    /// Further normal plays that effects allow in this phase.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub extra_plays: u8,
    /// The cards whose effects were activated this turn, by their numbers in this position.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub activated: Vec<CardId>,
    /// Who was sacrificed for the units played this turn.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub tributes: Vec<Tributes>,
    /// Attacks that were turned to another unit.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub redirects: Vec<Redirect>,
    /// Effects limited by name that were used this turn.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub used_names: Vec<UsedName>,
    /// In the window `before_battle`: who speaks; without it, the current player.
    pub speaker: Option<Seat>,
    /// In the window `before_battle`: the other player has just passed.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub passed: bool,
    /// The battle.
    pub battle: Option<Fight>,
    /// Running effects in the order in which they began.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub effects: Vec<Running>,
}
