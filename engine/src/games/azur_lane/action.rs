//! The actions of a log. Each is declared in its chapter: `setup` (101), `play` (302, 305, 503), `activate`
//! (304, 601.3, 601.9), `remodel` (601.8), `battle` (505, 506), `damage` (508.1a), `answer` (103.4, 304.2b).

use super::AzurLane;
pub use super::activate::{Activate, Chase, Counter};
pub use super::answer::{Arrange, ChooseCubes, ChoosePosition, ChooseTrigger, MoveCard, Pass, Peek};
pub use super::battle::{Attack, Support};
pub use super::damage::LastStand;
pub use super::play::{PlayEvent, PlayShip};
pub use super::remodel::Remodel;
pub use super::setup::{ChooseFirst, Mulligan};
use super::table::CubeKind;
use crate::game_kit::action::actions;
pub use crate::game_kit::action::answers::{
    ChooseCards, ChooseMode, ChooseNumber, ChooseOrder, ChooseYesNo, Concede,
};
pub use crate::game_kit::fields::At;
use crate::game_kit::fields::{FromField, fields, words};
use crate::game_kit::wire::{is_default, maybe};
use crate::kernel::shape::Value;
use crate::kernel::{CardId, MapCards, wire};

actions! {
    AzurLane;
    ChooseFirst = "choose_first",
    Mulligan = "mulligan",
    PlayShip = "play_ship",
    PlayEvent = "play_event",
    Activate = "activate",
    Remodel = "remodel",
    Attack = "attack",
    Support = "support",
    Counter = "counter",
    Chase = "chase",
    LastStand = "last_stand",
    Pass = "pass",
    ChooseTrigger = "choose_trigger",
    ChooseCards = "choose_cards",
    ChooseOrder = "choose_order",
    ChoosePosition = "choose_position",
    ChooseYesNo = "choose_yes_no",
    ChooseNumber = "choose_number",
    ChooseMode = "choose_mode",
    ChooseCubes = "choose_cubes",
    Concede = "concede",
    Arrange = "arrange",
    MoveCard = "move",
    Peek = "peek",
}

/// Counted cubes by face and state.
#[wire(Copy, Default, MapCards)]
#[schemars(transform = crate::game_kit::wire::may_say_nothing)]
pub struct Cubes {
    /// Face down, active.
    #[serde(default, skip_serializing_if = "is_default", deserialize_with = "maybe")]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub down: u32,
    /// Face down, rested.
    #[serde(default, skip_serializing_if = "is_default", deserialize_with = "maybe")]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub down_rested: u32,
    /// Face up, active.
    #[serde(default, skip_serializing_if = "is_default", deserialize_with = "maybe")]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub up: u32,
    /// Face up, rested.
    #[serde(default, skip_serializing_if = "is_default", deserialize_with = "maybe")]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub up_rested: u32,
}

impl Cubes {
    /// The count of each kind.
    pub const fn by_kind(&self) -> [(CubeKind, u32); 4] {
        [
            (CubeKind::Down, self.down),
            (CubeKind::DownRested, self.down_rested),
            (CubeKind::Up, self.up),
            (CubeKind::UpRested, self.up_rested),
        ]
    }

    /// The number of cubes that are already rested, and so cannot pay [204.6a].
    pub const fn rested(&self) -> u64 {
        self.down_rested as u64 + self.up_rested as u64
    }

    /// The number of all cubes.
    pub const fn total(&self) -> u64 {
        self.down as u64 + self.down_rested as u64 + self.up as u64 + self.up_rested as u64
    }

    /// Sets the counts of the named kinds. Names: `down`, `down_rested`, `up`, `up_rested`; others are
    /// ignored.
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

impl FromField for Cubes {
    fn unfilled() -> Self {
        Cubes::default()
    }

    fn left_out() -> Option<Self> {
        Some(Cubes::default())
    }

    fn from_value(value: &Value) -> Option<Self> {
        let Value::Pieces(pieces) = value else { return None };
        let mut cubes = Cubes::default();
        cubes.set(pieces);
        Some(cubes)
    }
}

/// What an action names for a part of a cost: cards or cubes.
trait Given {
    fn cards(&self) -> &[CardId] {
        &[]
    }

    fn cubes(&self) -> Cubes {
        Cubes::default()
    }

    fn is_empty(&self) -> bool {
        self.cards().is_empty() && self.cubes().total() == 0
    }
}

impl Given for Vec<CardId> {
    fn cards(&self) -> &[CardId] {
        self
    }
}

impl Given for Cubes {
    fn cubes(&self) -> Cubes {
        *self
    }
}

/// Where the cards or cubes of a form of cost lie. Two parts of a cost that are paid from the same store
/// depend on each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Store {
    /// The player's hand.
    Hand,
    /// The player's ships on the battlefield.
    Ships,
    /// The player's retreat zone.
    RetreatZone,
    /// The player's cubes.
    Cubes,
}

/// Declares the forms of cost for which an action names cards or cubes, each with its field and its store.
macro_rules! forms {
    ($( $(#[$doc:meta])* $form:ident in $field:ident: $named:ty, from $store:ident; )*) => {
        /// What is paid left of 「：」, by form of cost [303.3].
        #[fields]
        #[derive(Hash, Default)]
        pub struct CostChoice { $(
            $(#[$doc])*
            #[optional]
            pub $field: $named,
        )* }

        /// A form of cost for which an action names cards or cubes.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Form { $( $(#[$doc])* $form, )* }

        impl Form {
            const ALL: &'static [Form] = &[$( Form::$form ),*];

            /// Where its cards or cubes lie.
            pub const fn store(self) -> Store {
                match self { $( Form::$form => Store::$store, )* }
            }

            /// The field of an action that names them, for a cost or for an alternative cost.
            pub const fn field(self, alternative: bool) -> &'static str {
                match (self, alternative) { $(
                    (Form::$form, false) => concat!("cost.", stringify!($field)),
                    (Form::$form, true) => concat!("alternative.", stringify!($field)),
                )* }
            }
        }

        impl CostChoice {
            fn named(&self, form: Form) -> &dyn Given {
                match form { $( Form::$form => &self.$field, )* }
            }
        }
    };
}

forms! {
    /// Cards of the retreat zone that go to the bottom of the deck, in this order, unless the cost says that
    /// it is random.
    Bottom in bottom: Vec<CardId>, from RetreatZone;
    /// Cubes that are rested.
    Cubes in cubes: Cubes, from Cubes;
    /// Hand cards that are discarded.
    Discard in discard: Vec<CardId>, from Hand;
    /// Ships that are rested.
    Rest in rest: Vec<CardId>, from Ships;
    /// Ships that go to the retreat zone.
    Retreat in retreat: Vec<CardId>, from Ships;
    /// Cubes that go back to the cube deck.
    ReturnCubes in return_cubes: Cubes, from Cubes;
    /// Hand cards that go under the card.
    Under in under: Vec<CardId>, from Hand;
}

impl CostChoice {
    /// The cards named for a part of a cost; none for a part without a form.
    pub fn cards(&self, form: Option<Form>) -> &[CardId] {
        form.map_or(&[], |form| self.named(form).cards())
    }

    /// The cubes named for a part of a cost.
    pub fn cubes(&self, form: Option<Form>) -> Cubes {
        form.map(|form| self.named(form).cubes()).unwrap_or_default()
    }

    /// The forms of cost for which the action names a card or a cube.
    pub fn filled(&self) -> impl Iterator<Item = Form> {
        Form::ALL.iter().copied().filter(|form| !self.named(*form).is_empty())
    }
}

words! {
    /// From where a card supports.
    Origin {
        /// 戰場.
        Field = "field",
        /// 手牌.
        Hand = "hand",
    }
    /// From where a card is used that is not in hand.
    Elsewhere {
        /// 撤退區.
        Retreat = "retreat",
        /// 旗艦耐久區.
        Durability = "durability",
        /// 卡組.
        Deck = "deck",
    }
    /// A zone that a player wants to handle.
    Handled {
        /// 卡組.
        Deck = "deck",
        /// 手牌.
        Hand = "hand",
        /// 撤退區.
        Retreat = "retreat",
        /// 旗艦耐久區.
        Durability = "durability",
        /// 費用區.
        CostZone = "cost_zone",
        /// The cards under a card.
        Stack = "stack",
    }
}
