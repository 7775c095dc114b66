//! Actions as they stand in a log.
//!
//! The tables of conditions stand with the chapters: setup (101), play (302, 303, 305, 503, 601),
//! battle (505, 506), damage (508.1a), answers (103.4, 304.2b).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::table::CubeKind;
use crate::game_kit::action::{actions, filled, is_default, present, says_something};
use crate::kernel::shape::{Fields, Value};
use crate::kernel::{CardId, EachCard, Seat};

/// A position on a player's battlefield.
#[derive(
    Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, EachCard, Serialize, Deserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct At {
    /// Its name, F1 to B3 seen from its player; anything else is no position.
    #[schemars(example = &"F1")]
    pub cell: SmolStr,
    /// Whose battlefield.
    pub seat: Seat,
}

/// Counted cubes by face and state.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Default,
    EachCard,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(deny_unknown_fields)]
#[schemars(transform = says_something)]
pub struct Cubes {
    /// Face down, active.
    #[serde(default, skip_serializing_if = "is_zero", deserialize_with = "filled")]
    pub down: u32,
    /// Face down, rested.
    #[serde(default, skip_serializing_if = "is_zero", deserialize_with = "filled")]
    pub down_rested: u32,
    /// Face up, active.
    #[serde(default, skip_serializing_if = "is_zero", deserialize_with = "filled")]
    pub up: u32,
    /// Face up, rested.
    #[serde(default, skip_serializing_if = "is_zero", deserialize_with = "filled")]
    pub up_rested: u32,
}

// The reference is what serde hands over.
#[allow(clippy::trivially_copy_pass_by_ref)]
const fn is_zero(count: &u32) -> bool {
    *count == 0
}

impl Cubes {
    /// The counts by kind.
    pub const fn by_kind(&self) -> [(CubeKind, u32); 4] {
        [
            (CubeKind::Down, self.down),
            (CubeKind::DownRested, self.down_rested),
            (CubeKind::Up, self.up),
            (CubeKind::UpRested, self.up_rested),
        ]
    }

    /// How many that are rested already.
    pub const fn rested(&self) -> u64 {
        self.down_rested as u64 + self.up_rested as u64
    }

    /// How many in all.
    pub const fn total(&self) -> u64 {
        self.down as u64 + self.down_rested as u64 + self.up as u64 + self.up_rested as u64
    }

    /// Sets the counts of kinds by their names.
    pub fn set(&mut self, pieces: &[(&'static str, u32)]) {
        for &(kind, count) in pieces {
            match kind {
                "down" => self.down = count,
                "down_rested" => self.down_rested = count,
                "up" => self.up = count,
                "up_rested" => self.up_rested = count,
                _ => {}
            }
        }
    }
}

/// What is paid left of 「：」, by form of cost [303.3].
#[derive(
    Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, EachCard, Serialize, Deserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
#[schemars(transform = says_something)]
pub struct CostChoice {
    /// Cards of the retreat zone that go to the bottom of the deck, in this order.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "filled")]
    pub bottom: Vec<CardId>,
    /// Cubes that are rested.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub cubes: Option<Cubes>,
    /// Hand cards that are discarded.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "filled")]
    pub discard: Vec<CardId>,
    /// Ships that are rested.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "filled")]
    pub rest: Vec<CardId>,
    /// Ships that go to the retreat zone.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "filled")]
    pub retreat: Vec<CardId>,
    /// Cubes that go back to the cube deck.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub return_cubes: Option<Cubes>,
    /// Hand cards that go under the card.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "filled")]
    pub under: Vec<CardId>,
}

impl CostChoice {
    /// The cards chosen for a form of cost.
    pub fn cards(&self, field: &str) -> &[CardId] {
        match field {
            "cost.bottom" => &self.bottom,
            "cost.discard" => &self.discard,
            "cost.rest" => &self.rest,
            "cost.retreat" => &self.retreat,
            "cost.under" => &self.under,
            _ => &[],
        }
    }

    /// The cubes chosen for a form of cost.
    pub const fn cubes(&self, field: &str) -> Option<Cubes> {
        match field.as_bytes() {
            b"cost.cubes" => self.cubes,
            b"cost.return_cubes" => self.return_cubes,
            _ => None,
        }
    }

    /// The forms of cost that were filled in.
    pub fn filled(&self) -> Vec<&'static str> {
        let lists = [
            ("cost.bottom", !self.bottom.is_empty()),
            ("cost.cubes", self.cubes.is_some()),
            ("cost.discard", !self.discard.is_empty()),
            ("cost.rest", !self.rest.is_empty()),
            ("cost.retreat", !self.retreat.is_empty()),
            ("cost.return_cubes", self.return_cubes.is_some()),
            ("cost.under", !self.under.is_empty()),
        ];
        lists.into_iter().filter(|(_, filled)| *filled).map(|(field, _)| field).collect()
    }
}

/// From where a card supports.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, EachCard, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// 戰場.
    Field,
    /// 手牌.
    Hand,
}

/// From where a card is used that is not in hand.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, EachCard, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Elsewhere {
    /// 撤退區.
    Retreat,
    /// 旗艦耐久區.
    Durability,
    /// 卡組.
    Deck,
}

/// A zone that a player wants to handle.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, EachCard, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Handled {
    /// 卡組.
    Deck,
    /// 手牌.
    Hand,
    /// 撤退區.
    Retreat,
    /// 旗艦耐久區.
    Durability,
    /// 費用區.
    CostZone,
    /// The cards under a card.
    Stack,
}

actions! {
    /// Who starts [101.5].
    ChooseFirst = "choose_first" {
        /// The starting player.
        first: Seat,
    }
    /// Exchange of the opening hand [101.6].
    Mulligan = "mulligan" {
        /// Cards to keep: there is no such exchange, the field is here to be refused with its rule.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
        keep: Option<Vec<CardId>>,
        /// Whether the whole hand is exchanged.
        redo: bool,
    }
    /// A ship is used [302.1, 503.1].
    PlayShip = "play_ship" {
        /// The other cost, paid instead of the card's [303.4].
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
        alternative: Option<Box<CostChoice>>,
        /// Where it enters.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
        at: Option<At>,
        /// The ship.
        card: CardId,
        /// Where it comes from, if not from hand.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
        from: Option<Elsewhere>,
        /// The cubes that are rested.
        #[serde(default, skip_serializing_if = "is_default", deserialize_with = "filled")]
        pay: Cubes,
    }
    /// An event is used [302.1, 503.1].
    PlayEvent = "play_event" {
        /// The other cost, paid instead of the card's [303.4].
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
        alternative: Option<Box<CostChoice>>,
        /// The event.
        card: CardId,
        /// What is paid left of 「：」.
        #[serde(default, skip_serializing_if = "is_default", deserialize_with = "filled")]
        cost: Box<CostChoice>,
        /// The cubes that are rested.
        #[serde(default, skip_serializing_if = "is_default", deserialize_with = "filled")]
        pay: Cubes,
        /// Which skill, counted from 1 over all its skills; only if several are for the main phase.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
        skill: Option<u8>,
    }
    /// An activated skill [304.3].
    Activate = "activate" {
        /// What is paid left of 「：」.
        #[serde(default, skip_serializing_if = "is_default", deserialize_with = "filled")]
        cost: Box<CostChoice>,
        /// Which skill of the side that is up, counted from 1 over all its skills; gained ones follow the printed
        /// ones in the order in which they were gained.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
        skill: Option<u8>,
        /// The card.
        source: CardId,
    }
    /// 改造 [601.8].
    Remodel = "remodel" {
        /// Where the new card enters.
        at: At,
        /// The ship that it covers.
        base: CardId,
        /// The new card.
        card: CardId,
        /// What is paid besides cubes.
        #[serde(default, skip_serializing_if = "is_default", deserialize_with = "filled")]
        cost: Box<CostChoice>,
        /// The cubes that are rested.
        #[serde(default, skip_serializing_if = "is_default", deserialize_with = "filled")]
        pay: Cubes,
    }
    /// An attack is declared [505.1].
    Attack = "attack" {
        /// The own card that attacks.
        attacker: CardId,
        /// The opponent's card that is attacked.
        target: CardId,
    }
    /// A support of the battling card [505.5, 506.1a].
    Support = "support" {
        /// The supporting card.
        card: CardId,
        /// `field` or `hand`.
        from: Origin,
    }
    /// 反制 [601.3].
    Counter = "counter" {
        /// The card in hand.
        card: CardId,
        /// What is paid left of 「：」.
        #[serde(default, skip_serializing_if = "is_default", deserialize_with = "filled")]
        cost: Box<CostChoice>,
        /// The cubes that are rested.
        #[serde(default, skip_serializing_if = "is_default", deserialize_with = "filled")]
        pay: Cubes,
    }
    /// 追擊 [601.9].
    Chase = "chase" {
        /// The card in hand.
        card: CardId,
        /// What is paid left of 「：」.
        #[serde(default, skip_serializing_if = "is_default", deserialize_with = "filled")]
        cost: Box<CostChoice>,
        /// The cubes that are rested.
        #[serde(default, skip_serializing_if = "is_default", deserialize_with = "filled")]
        pay: Cubes,
    }
    /// 絕地反擊 [508.1a].
    LastStand = "last_stand" {
        /// Where a ship enters.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
        at: Option<At>,
        /// Whether the card is used.
        accept as "use": bool,
    }
    /// The window is closed [500.2].
    Pass = "pass" {
    }
    /// The next standby skill [304.2b].
    ChooseTrigger = "choose_trigger" {
        /// The card that it stands on.
        card: CardId,
        /// Which skill of its side, counted from 1 over all its skills; gained ones follow the printed ones in the
        /// order in which they were gained, a gained 潛水 comes last.
        skill: u8,
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
    /// A position.
    ChoosePosition = "choose_position" {
        /// The position.
        at: At,
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
    /// One of several texts.
    ChooseMode = "choose_mode" {
        /// Which, counted from 1.
        mode: i64,
    }
    /// Cubes for a cost that a skill asks for.
    ChooseCubes = "choose_cubes" {
        /// The cubes.
        #[serde(deserialize_with = "filled")]
        cubes: Cubes,
    }
    /// The game is given up [102.3a].
    Concede = "concede" {
    }
    /// Own cards are put in another order; it has no effect [400.5].
    Arrange = "arrange" {
        /// The card whose stack is meant.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
        card: Option<CardId>,
        /// Whose zone.
        of: Seat,
        /// Which zone.
        zone: Handled,
    }
    /// A card is moved by hand: never allowed [400.5].
    MoveCard = "move" {
        /// The card.
        card: CardId,
        /// Where to.
        to: At,
    }
    /// A look at hidden cards: never allowed [400.2].
    Peek = "peek" {
        /// Whose zone.
        of: Seat,
        /// Which zone.
        zone: Handled,
    }
}

fn at(fields: Fields<'_>, name: &str) -> Option<At> {
    fields.position(name).map(|(seat, cell)| At { cell: cell.into(), seat })
}

fn cubes(fields: Fields<'_>, name: &str) -> Option<Cubes> {
    match fields.get(name)? {
        Value::Pieces(pieces) => {
            let mut cubes = Cubes::default();
            cubes.set(pieces);
            Some(cubes)
        }
        _ => None,
    }
}

fn cost(fields: Fields<'_>, prefix: &str) -> Box<CostChoice> {
    let list = |form: &str| fields.cards(&format!("{prefix}.{form}")).unwrap_or_default();
    Box::new(CostChoice {
        bottom: list("bottom"),
        cubes: cubes(fields, &format!("{prefix}.cubes")),
        discard: list("discard"),
        rest: list("rest"),
        retreat: list("retreat"),
        return_cubes: cubes(fields, &format!("{prefix}.return_cubes")),
        under: list("under"),
    })
}

fn origin(fields: Fields<'_>) -> Option<Origin> {
    match fields.word("from")? {
        "field" => Some(Origin::Field),
        "hand" => Some(Origin::Hand),
        _ => None,
    }
}

impl Action {
    /// The action of a shape's member.
    pub fn from_member(kind: &str, fields: &[(&'static str, Value)]) -> Option<Action> {
        let fields = Fields(fields);
        let alternative = || {
            let has = fields.0.iter().any(|(name, _)| name.starts_with("alternative"));
            has.then(|| cost(fields, "alternative"))
        };
        let skill = || fields.small("skill");
        let pay = || cubes(fields, "pay").unwrap_or_default();
        Some(match kind {
            "choose_first" => Action::ChooseFirst(ChooseFirst { first: fields.seat("first")? }),
            "mulligan" => Action::Mulligan(Mulligan { keep: None, redo: fields.flag("redo")? }),
            "play_ship" => Action::PlayShip(PlayShip {
                alternative: alternative(),
                at: at(fields, "at"),
                card: fields.card("card")?,
                from: fields.get("from").map(|_| Elsewhere::Retreat),
                pay: pay(),
            }),
            "play_event" => Action::PlayEvent(PlayEvent {
                alternative: alternative(),
                card: fields.card("card")?,
                cost: cost(fields, "cost"),
                pay: pay(),
                skill: skill(),
            }),
            "activate" => Action::Activate(Activate {
                cost: cost(fields, "cost"),
                skill: skill(),
                source: fields.card("source")?,
            }),
            "remodel" => Action::Remodel(Remodel {
                at: at(fields, "at")?,
                base: fields.card("base")?,
                card: fields.card("card")?,
                cost: cost(fields, "cost"),
                pay: pay(),
            }),
            "attack" => {
                Action::Attack(Attack { attacker: fields.card("attacker")?, target: fields.card("target")? })
            }
            "support" => Action::Support(Support { card: fields.card("card")?, from: origin(fields)? }),
            "counter" => Action::Counter(Counter {
                card: fields.card("card")?,
                cost: cost(fields, "cost"),
                pay: pay(),
            }),
            "chase" => {
                Action::Chase(Chase { card: fields.card("card")?, cost: cost(fields, "cost"), pay: pay() })
            }
            "last_stand" => {
                Action::LastStand(LastStand { at: at(fields, "at"), accept: fields.flag("use")? })
            }
            "pass" => Action::Pass(Pass {}),
            "concede" => Action::Concede(Concede {}),
            "choose_trigger" => {
                Action::ChooseTrigger(ChooseTrigger { card: fields.card("card")?, skill: skill()? })
            }
            "choose_cards" => Action::ChooseCards(ChooseCards { cards: fields.cards("cards")? }),
            "choose_order" => Action::ChooseOrder(ChooseOrder { order: fields.cards("order")? }),
            "choose_position" => Action::ChoosePosition(ChoosePosition { at: at(fields, "at")? }),
            "choose_yes_no" => Action::ChooseYesNo(ChooseYesNo { accept: fields.flag("accept")? }),
            "choose_number" => Action::ChooseNumber(ChooseNumber { number: fields.number("number")? }),
            "choose_cubes" => Action::ChooseCubes(ChooseCubes { cubes: cubes(fields, "cubes")? }),
            "choose_mode" => Action::ChooseMode(ChooseMode { mode: fields.number("mode")? }),
            _ => return None,
        })
    }
}
