//! Actions as they stand in a log.
//!
//! The tables of conditions stand with the chapters: setup (一), play (九, 十二), magic (七),
//! ability (六), machine (十五.機械合體), tactics (十一, 十三), battle (十一.8), ending (十四).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::table::{Edge, Where};
use crate::kernel::shape::Value;
use crate::kernel::{CardId, Seat};

/// A position on a half of the field.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct At {
    /// Its name, F1 to B5; anything else is no position.
    pub cell: String,
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
        At { cell: place.name().to_owned(), seat: place.side }
    }
}

/// What is done in the tactics phase [二.4].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Tactic {
    /// 戰術佈陣.
    Formation,
    /// 進攻宣言.
    Attack,
}

/// A condition of an early end [十四.4].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EarlyEnd {
    /// 分數 [十四.4(1)].
    Score,
    /// 單位數 [十四.4(2)].
    Units,
}

/// Which of two units goes under the other [十五.機械合體.2].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Below {
    /// The unit that moved.
    Unit,
    /// The unit that it moved to.
    Target,
}

/// A field that says nothing is left out: one action has one form.
fn filled<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: serde::Deserializer<'de>,
    T: Deserialize<'de> + Default + PartialEq,
{
    let value = T::deserialize(deserializer)?;
    if value == T::default() {
        return Err(serde::de::Error::custom("leave a field out that says nothing"));
    }
    Ok(value)
}

/// A field that is there has a value, not `null`.
fn present<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: serde::Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(deserializer).map(Some)
}

/// The schema of what [`filled`] and [`present`] take: no `null`, and nothing that says nothing.
fn says_something(schema: &mut schemars::Schema) {
    let required = schema.get("required").and_then(|names| names.as_array()).cloned().unwrap_or_default();
    let required: Vec<&str> = required.iter().filter_map(|name| name.as_str()).collect();
    let fields = schema.get_mut("properties").and_then(|fields| fields.as_object_mut());
    for (name, field) in fields.into_iter().flatten() {
        let Some(field) = field.as_object_mut().filter(|_| !required.contains(&name.as_str())) else {
            continue;
        };
        if let Some(kinds) = field.get_mut("type").and_then(|kinds| kinds.as_array_mut()) {
            kinds.retain(|kind| kind.as_str() != Some("null"));
            if let [kind] = kinds.as_slice() {
                let kind = kind.clone();
                field.insert("type".into(), kind);
            }
        } else if let Some(kinds) = field.remove("anyOf") {
            let first = kinds.as_array().and_then(|kinds| kinds.first()).and_then(|kind| kind.as_object());
            field.extend(first.cloned().into_iter().flatten());
        } else {
            field.insert("minItems".into(), 1.into());
        }
    }
}

macro_rules! actions {
    ($( $(#[$meta:meta])* $name:ident = $wire:literal { $( $(#[$field_meta:meta])* $field:ident: $type:ty, )* } )*) => {
        $(
            $(#[$meta])*
            #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
            #[serde(deny_unknown_fields)]
            #[schemars(transform = says_something)]
            pub struct $name { $( $(#[$field_meta])* pub $field: $type, )* }
        )*

        /// What a seat does or answers.
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
        #[serde(tag = "type")]
        pub enum Action { $( $(#[$meta])* #[serde(rename = $wire)] $name($name), )* }

        /// Every action kind on the wire.
        pub const KINDS: &[&str] = &[$($wire),*];

        impl Action {
            /// The kind on the wire.
            pub const fn kind(&self) -> &'static str {
                match self { $( Action::$name(_) => $wire, )* }
            }
        }
    };
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
        /// Which ability of the card, counted from 1.
        ability: u8,
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

fn cards(value: &Value) -> Option<Vec<CardId>> {
    match value {
        Value::Cards(cards) => Some(cards.clone()),
        Value::Card(card) => Some(vec![*card]),
        _ => None,
    }
}

/// The fields of a shape's member, by name.
struct Fields<'a>(&'a [(&'static str, Value)]);

impl Fields<'_> {
    fn get(&self, name: &str) -> Option<&Value> {
        self.0.iter().find(|(other, _)| *other == name).map(|(_, value)| value)
    }

    fn card(&self, name: &str) -> Option<CardId> {
        match self.get(name)? {
            Value::Card(card) => Some(*card),
            _ => None,
        }
    }

    fn list(&self, name: &str) -> Vec<CardId> {
        self.get(name).and_then(cards).unwrap_or_default()
    }

    fn flag(&self, name: &str) -> Option<bool> {
        match self.get(name)? {
            Value::Flag(flag) => Some(*flag),
            _ => None,
        }
    }

    fn number(&self, name: &str) -> Option<i64> {
        match self.get(name)? {
            Value::Number(number) => Some(*number),
            _ => None,
        }
    }

    fn at(&self, name: &str) -> Option<At> {
        match self.get(name)? {
            Value::Position(seat, cell) => Some(At { cell: (*cell).to_owned(), seat: *seat }),
            _ => None,
        }
    }

    fn word(&self, name: &str) -> Option<&'static str> {
        match self.get(name)? {
            Value::Word(word) => Some(word),
            _ => None,
        }
    }

    fn edge(&self, name: &str) -> Option<Edge> {
        match self.word(name)? {
            "attack" => Some(Edge::Attack),
            "score" => Some(Edge::Score),
            _ => None,
        }
    }
}

impl Action {
    /// The action of a shape's member.
    pub fn from_member(kind: &str, fields: &[(&'static str, Value)]) -> Option<Action> {
        let fields = Fields(fields);
        let small = |name: &str| fields.number(name).and_then(|number| u8::try_from(number).ok());
        Some(match kind {
            "mulligan" => Action::Mulligan(Mulligan { cards: fields.list("cards") }),
            "play_unit" => Action::PlayUnit(PlayUnit {
                card: fields.card("card")?,
                side: match fields.get("side") {
                    Some(Value::Seat(seat)) => Some(*seat),
                    _ => None,
                },
                tributes: fields.list("tributes"),
            }),
            "summon_traveler" => Action::SummonTraveler(SummonTraveler { at: fields.at("at")? }),
            "place" => Action::Place(Place { at: fields.at("at")? }),
            "use_card" => Action::UseCard(UseCard { card: fields.card("card")? }),
            "activate" => {
                Action::Activate(Activate { ability: small("ability"), source: fields.card("source")? })
            }
            "enter_mech" => Action::EnterMech(EnterMech {}),
            "mech" => Action::Mech(Mech {
                expose: fields.edge("expose")?,
                target: fields.card("target")?,
                under: if fields.word("under")? == "unit" { Below::Unit } else { Below::Target },
                unit: fields.card("unit")?,
            }),
            "exit_mech" => Action::ExitMech(ExitMech {}),
            "choose_tactic" => Action::ChooseTactic(ChooseTactic {
                tactic: if fields.word("tactic")? == "attack" { Tactic::Attack } else { Tactic::Formation },
            }),
            "move" => Action::MoveUnit(MoveUnit { to: fields.at("to")?, unit: fields.card("unit")? }),
            "end_moves" => Action::EndMoves(EndMoves {}),
            "attack" => Action::Attack(Attack {
                position: fields.at("position"),
                slide_to: fields.at("slide_to"),
                unit: fields.card("unit")?,
            }),
            "end_attacks" => Action::EndAttacks(EndAttacks {}),
            "end_phase" => Action::EndPhase(EndPhase {}),
            "exile_excess" => Action::ExileExcess(ExileExcess { cards: fields.list("cards") }),
            "declare_early_end" => Action::DeclareEarlyEnd(DeclareEarlyEnd {
                condition: if fields.word("condition")? == "units" {
                    EarlyEnd::Units
                } else {
                    EarlyEnd::Score
                },
            }),
            "pass" => Action::Pass(Pass {}),
            "choose_trigger" => Action::ChooseTrigger(ChooseTrigger {
                ability: small("ability")?,
                card: fields.card("card")?,
            }),
            "choose_cards" => Action::ChooseCards(ChooseCards { cards: cards(fields.get("cards")?)? }),
            "choose_order" => Action::ChooseOrder(ChooseOrder { order: cards(fields.get("order")?)? }),
            "choose_yes_no" => Action::ChooseYesNo(ChooseYesNo { accept: fields.flag("accept")? }),
            "choose_number" => Action::ChooseNumber(ChooseNumber { number: fields.number("number")? }),
            "choose_mode" => Action::ChooseMode(ChooseMode { mode: fields.number("mode")? }),
            "choose_edge" => Action::ChooseEdge(ChooseEdge { edge: fields.edge("edge")? }),
            "concede" => Action::Concede(Concede {}),
            _ => return None,
        })
    }
}
