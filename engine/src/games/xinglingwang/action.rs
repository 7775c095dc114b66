//! Actions as they stand in a log.
//!
//! The tables of conditions stand with the chapters: setup (一), play (九, 十二), magic (七),
//! ability (六), machine (十五.機械合體), tactics (十一, 十三), battle (十一.8), ending (十四).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::table::{Edge, Where};
use crate::game_kit::action::{actions, filled, present, says_something};
use crate::kernel::shape::{Fields, Value};
use crate::kernel::{CardId, EachCard, Seat};

/// A position on a half of the field.
#[derive(
    Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, EachCard, Serialize, Deserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct At {
    /// Its name, F1 to B5; anything else is no position.
    #[schemars(example = &"F1")]
    pub cell: SmolStr,
    /// Whose half.
    pub seat: Seat,
}

impl At {
    /// The position that it names.
    pub fn place(&self) -> Option<Where> {
        Where::named(self.seat, &self.cell)
    }

    /// The name of a position.
    pub fn of(place: Where) -> At {
        At { cell: place.name().into(), seat: place.side }
    }
}

/// What is done in the tactics phase [二.4].
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, EachCard, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Tactic {
    /// 戰術佈陣.
    Formation,
    /// 進攻宣言.
    Attack,
}

/// A condition of an early end [十四.4].
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, EachCard, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum EarlyEnd {
    /// 分數 [十四.4(1)].
    Score,
    /// 單位數 [十四.4(2)].
    Units,
}

/// Which of two units goes under the other [十五.機械合體.2].
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, EachCard, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Below {
    /// The unit that moved.
    Unit,
    /// The unit that it moved to.
    Target,
}

actions! {
    /// 調度: hand cards are set aside, as many are drawn, the others are shuffled in [一.5].
    Mulligan = "mulligan" {
        /// The cards set aside; none: the hand is kept.
        #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "filled")]
        cards: Vec<CardId>,
    }
    /// 打出 a unit from hand as the normal play [十二.2, 十三.2].
    PlayUnit = "play_unit" {
        /// The unit.
        card: CardId,
        /// Whose half it is played to, if the card may be played to another than the own one.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
        side: Option<Seat>,
        /// The units that are sacrificed [十二.3].
        #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "filled")]
        tributes: Vec<CardId>,
    }
    /// 召喚 a traveler as the normal play [十二.2, 十三.2].
    SummonTraveler = "summon_traveler" {
        /// Where it enters.
        at: At,
    }
    /// Where a unit enters or goes to.
    Place = "place" {
        /// The position.
        at: At,
    }
    /// 使用 a magic card [七.1].
    UseCard = "use_card" {
        /// The card in hand.
        card: CardId,
    }
    /// 發動 an effect [六.1].
    Activate = "activate" {
        /// Which ability of the card, counted from 1; left out if only one can be meant.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
        ability: Option<u8>,
        /// The card.
        source: CardId,
    }
    /// The machine phase begins [十五.機械合體.1].
    EnterMech = "enter_mech" {
    }
    /// 機械合體 [十五.機械合體.2].
    Mech = "mech" {
        /// The edge that the lower unit shows.
        expose: Edge,
        /// The unit that it moves to.
        target: CardId,
        /// Which of the two goes under the other.
        under: Below,
        /// The unit with 機械合體.
        unit: CardId,
    }
    /// The machine phase ends [十五.機械合體.3].
    ExitMech = "exit_mech" {
    }
    /// One of the two tactics [二.4].
    ChooseTactic = "choose_tactic" {
        /// Which.
        tactic: Tactic,
    }
    /// 佈陣: a unit goes to another position; a unit there changes places with it [十三.3].
    MoveUnit = "move" {
        /// Where to.
        to: At,
        /// The unit.
        unit: CardId,
    }
    /// The formation's moves are over [十三.5].
    EndMoves = "end_moves" {
    }
    /// 進攻 [十一.1].
    Attack = "attack" {
        /// The position that a ranged attack designates [十五.遠程.1].
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
        position: Option<At>,
        /// Where the unit moves before [十五.滑行.1].
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
        slide_to: Option<At>,
        /// The unit.
        unit: CardId,
    }
    /// The attacks are declared [十一.2].
    EndAttacks = "end_attacks" {
    }
    /// The phase is over [十二.2, 十三.2].
    EndPhase = "end_phase" {
    }
    /// Hand cards beyond the limit are exiled [十四.2].
    ExileExcess = "exile_excess" {
        /// The cards.
        cards: Vec<CardId>,
    }
    /// 宣告提早結束 [十四.4].
    DeclareEarlyEnd = "declare_early_end" {
        /// By which condition.
        condition: EarlyEnd,
    }
    /// The part in a window is over; nothing is declared.
    Pass = "pass" {
    }
    /// The next of several effects of one moment [六.1, ruling-21].
    ChooseTrigger = "choose_trigger" {
        /// Which ability of the card, counted from 1; left out for what no text of it says: using it
        /// from hand, 掩護, 衰退.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
        ability: Option<u8>,
        /// The card that it stands on.
        card: CardId,
    }
    /// Cards for an effect or cost.
    ChooseCards = "choose_cards" {
        /// The cards; their order means nothing.
        cards: Vec<CardId>,
    }
    /// An order of cards.
    ChooseOrder = "choose_order" {
        /// The cards, the first moves first; into a deck: from top to bottom.
        order: Vec<CardId>,
    }
    /// Yes or no.
    ChooseYesNo = "choose_yes_no" {
        /// Yes.
        accept: bool,
    }
    /// A number.
    ChooseNumber = "choose_number" {
        /// The number.
        number: i64,
    }
    /// One of several texts; one of several replacements.
    ChooseMode = "choose_mode" {
        /// Which, counted from 1.
        mode: i64,
    }
    /// The edge that a lower unit shows [十五.合體.2].
    ChooseEdge = "choose_edge" {
        /// Which.
        edge: Edge,
    }
    /// The game is given up [ruling-74].
    Concede = "concede" {
    }
    /// A look at hidden cards: never allowed [四.1, 四.2].
    Peek = "peek" {
        /// Whose zone.
        of: Seat,
        /// Which zone.
        zone: super::table::Zone,
    }
}

fn at(fields: Fields<'_>, name: &str) -> Option<At> {
    fields.position(name).map(|(seat, cell)| At { cell: cell.into(), seat })
}

fn edge(fields: Fields<'_>, name: &str) -> Option<Edge> {
    match fields.word(name)? {
        "attack" => Some(Edge::Attack),
        "score" => Some(Edge::Score),
        _ => None,
    }
}

impl Action {
    /// The action of a shape's member.
    pub fn from_member(kind: &str, fields: &[(&'static str, Value)]) -> Option<Action> {
        let fields = Fields(fields);
        let list = |name: &str| fields.cards(name).unwrap_or_default();
        Some(match kind {
            "mulligan" => Action::Mulligan(Mulligan { cards: list("cards") }),
            "play_unit" => Action::PlayUnit(PlayUnit {
                card: fields.card("card")?,
                side: fields.seat("side"),
                tributes: list("tributes"),
            }),
            "summon_traveler" => Action::SummonTraveler(SummonTraveler { at: at(fields, "at")? }),
            "place" => Action::Place(Place { at: at(fields, "at")? }),
            "use_card" => Action::UseCard(UseCard { card: fields.card("card")? }),
            "activate" => Action::Activate(Activate {
                ability: fields.small("ability"),
                source: fields.card("source")?,
            }),
            "enter_mech" => Action::EnterMech(EnterMech {}),
            "mech" => Action::Mech(Mech {
                expose: edge(fields, "expose")?,
                target: fields.card("target")?,
                under: if fields.word("under")? == "unit" { Below::Unit } else { Below::Target },
                unit: fields.card("unit")?,
            }),
            "exit_mech" => Action::ExitMech(ExitMech {}),
            "choose_tactic" => Action::ChooseTactic(ChooseTactic {
                tactic: if fields.word("tactic")? == "attack" { Tactic::Attack } else { Tactic::Formation },
            }),
            "move" => Action::MoveUnit(MoveUnit { to: at(fields, "to")?, unit: fields.card("unit")? }),
            "end_moves" => Action::EndMoves(EndMoves {}),
            "attack" => Action::Attack(Attack {
                position: at(fields, "position"),
                slide_to: at(fields, "slide_to"),
                unit: fields.card("unit")?,
            }),
            "end_attacks" => Action::EndAttacks(EndAttacks {}),
            "end_phase" => Action::EndPhase(EndPhase {}),
            "exile_excess" => Action::ExileExcess(ExileExcess { cards: list("cards") }),
            "declare_early_end" => Action::DeclareEarlyEnd(DeclareEarlyEnd {
                condition: if fields.word("condition")? == "units" {
                    EarlyEnd::Units
                } else {
                    EarlyEnd::Score
                },
            }),
            "pass" => Action::Pass(Pass {}),
            "choose_trigger" => Action::ChooseTrigger(ChooseTrigger {
                ability: fields.small("ability"),
                card: fields.card("card")?,
            }),
            "choose_cards" => Action::ChooseCards(ChooseCards { cards: fields.cards("cards")? }),
            "choose_order" => Action::ChooseOrder(ChooseOrder { order: fields.cards("order")? }),
            "choose_yes_no" => Action::ChooseYesNo(ChooseYesNo { accept: fields.flag("accept")? }),
            "choose_number" => Action::ChooseNumber(ChooseNumber { number: fields.number("number")? }),
            "choose_mode" => Action::ChooseMode(ChooseMode { mode: fields.number("mode")? }),
            "choose_edge" => Action::ChooseEdge(ChooseEdge { edge: edge(fields, "edge")? }),
            "concede" => Action::Concede(Concede {}),
            _ => return None,
        })
    }
}
