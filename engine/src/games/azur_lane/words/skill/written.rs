//! Skills as a pool writes them [304.1a].

use super::super::{Condition, Cost, Costs, Effect, Filter, Keyword, Static, Trigger, context};
use crate::games::azur_lane::table::Phase;
use crate::kernel::wire;
use crate::verdict::Cite;

/// Where a skill is effective [ruling-44].
#[wire(Copy, Default)]
pub enum Zone {
    /// On the battlefield, on top of its stack, on the side that is up.
    #[default]
    Battlefield,
    /// In hand.
    Hand,
    /// In the retreat zone.
    Retreat,
    /// Under another card [408.2d].
    Under,
    /// In the deck: only what a continuous skill does to a number of the card itself, which is read where the
    /// card is shown or looked at there [ruling-79].
    Deck,
    /// On the battlefield, in hand, in the retreat zone and under another card: wherever a player sees it. In
    /// a deck or a durability zone nobody does, and no skill works there but 絕地反擊 and those of the zone
    /// `deck`.
    Anywhere,
    /// Nowhere by itself: only on cards that it is given to.
    Granted,
}

impl Zone {
    /// Whether a skill for this zone is effective while its card lies there.
    pub fn covers(self, there: Zone) -> bool {
        self == there || self == Zone::Anywhere && there != Zone::Deck
    }

    /// What the words of a skill cannot refer to if the skill is effective in this zone.
    pub(super) fn unavailable(self) -> Vec<&'static str> {
        let mut unavailable = context::SENTENCES.to_vec();
        if matches!(self, Zone::Hand | Zone::Retreat | Zone::Deck | Zone::Under) {
            unavailable.push(context::THIS_ON_BATTLEFIELD);
        }
        if matches!(self, Zone::Battlefield | Zone::Hand | Zone::Retreat | Zone::Deck | Zone::Granted) {
            unavailable.push(context::HOST);
        }
        unavailable
    }

    /// The zones where the card does not lie while a skill for this zone is effective, by their names in the
    /// linter's context.
    pub(super) fn elsewhere(self) -> Vec<&'static str> {
        use context::{IN_BATTLEFIELD, IN_DECK, IN_DURABILITY, IN_HAND, IN_RETREAT};
        let here: &[&str] = match self {
            Zone::Battlefield | Zone::Under | Zone::Granted => &[IN_BATTLEFIELD],
            Zone::Hand => &[IN_HAND],
            Zone::Retreat => &[IN_RETREAT],
            Zone::Deck => &[IN_DECK],
            Zone::Anywhere => &[IN_BATTLEFIELD, IN_HAND, IN_RETREAT],
        };
        let all = [IN_BATTLEFIELD, IN_HAND, IN_RETREAT, IN_DECK, IN_DURABILITY];
        all.into_iter().filter(|zone| !here.contains(zone)).collect()
    }
}

/// When a skill is effective [602.3, 602.4, 602.6, 602.7].
#[wire(Copy)]
pub enum Gate {
    /// 己方回合中.
    OwnTurn,
    /// 對方回合中.
    OpponentTurn,
    /// 己方主階段中.
    OwnMainPhase,
    /// 對方主階段中.
    OpponentMainPhase,
}

impl Gate {
    /// The rule that defines this gate.
    pub const fn rule(self) -> Cite {
        match self {
            Gate::OwnTurn => cite!("602.3"),
            Gate::OpponentTurn => cite!("602.4"),
            Gate::OwnMainPhase => cite!("602.6"),
            Gate::OpponentMainPhase => cite!("602.7"),
        }
    }

    /// Whether the gate is open, in a player's own turn or not and in a phase.
    pub fn is_open(self, own_turn: bool, phase: Phase) -> bool {
        match self {
            Gate::OwnTurn => own_turn,
            Gate::OpponentTurn => !own_turn,
            Gate::OwnMainPhase => own_turn && phase == Phase::Main,
            Gate::OpponentMainPhase => !own_turn && phase == Phase::Main,
        }
    }
}

/// How often a skill can be used.
#[wire(Copy)]
pub enum Limit {
    /// 每回合 1 次 [602.5].
    Turn,
}

/// What all fired skills have in common.
#[wire(Default)]
#[schemars(rename = "Body")]
pub struct Text {
    /// When it is effective.
    #[optional]
    pub gates: Vec<Gate>,
    /// Its activation condition.
    pub when: Option<Condition>,
    /// How often it can be used.
    pub limit: Option<Limit>,
    /// The part left of 「：」.
    pub cost: Option<Costs>,
    /// What it does.
    #[serde(rename = "do")]
    pub effects: Vec<Effect>,
}

/// A skill that fires by itself [304.2].
#[wire]
pub struct Triggered {
    /// The event that it waits for.
    pub on: Trigger,
    /// Where it is effective.
    #[optional]
    pub zone: Zone,
    /// Gates, condition, limit, cost and effects.
    pub body: Text,
}

/// 【主階段啟動】 [304.3].
#[wire]
pub struct Activated {
    /// Where it is effective.
    #[optional]
    pub zone: Zone,
    /// Gates, condition, limit, cost and effects.
    pub body: Text,
}

/// A skill that fires when a condition becomes true [ruling-22].
#[wire]
pub struct OnState {
    /// The condition.
    pub becomes: Condition,
    /// Gates, limit, cost and effects.
    pub body: Text,
}

/// A skill that is always effective [304.4].
#[wire]
pub struct Continuous {
    /// Where it is effective.
    #[optional]
    pub zone: Zone,
    /// When it is effective.
    #[optional]
    pub gates: Vec<Gate>,
    /// The condition while which it is effective [304.4b].
    pub when: Option<Condition>,
    /// What it does.
    pub apply: Vec<Static>,
}

/// 【絕地反擊】 [601.2]: a card of the durability zone has it while its windows are open and its condition holds.
#[wire(Default)]
pub struct LastStand {
    /// When it is effective.
    #[optional]
    pub gates: Vec<Gate>,
    /// The condition while which it is effective [304.4b].
    pub when: Option<Condition>,
}

/// 【改造】 [601.8].
#[wire]
pub struct Remodel {
    /// How many cubes are paid.
    #[optional]
    pub cubes: u32,
    /// What is paid besides.
    #[optional]
    pub pay: Vec<Cost>,
    /// What the own ship has to be that it covers.
    pub base: Vec<Filter>,
    /// The condition while which it is effective [304.4b].
    pub when: Option<Condition>,
}

/// A cost in place of the card's own [303.4].
#[wire]
pub struct AlternativeCost {
    /// What is paid instead.
    pub pay: Vec<Cost>,
    /// When it is offered.
    pub when: Option<Condition>,
}

/// One skill, as a pool writes it.
#[wire]
#[schemars(rename = "Skill", description = "One skill.")]
pub enum Written {
    /// 自動技能 [304.2].
    Triggered(Triggered),
    /// 啟動技能 [304.3].
    Activated(Activated),
    /// A skill that fires when a condition becomes true, such as 覺醒 [602.2].
    State(OnState),
    /// 常備技能 [304.4].
    Continuous(Continuous),
    /// The 【主階段啟動】 of an event [503.1].
    Event(Text),
    /// 反制 [601.3].
    Counter(Text),
    /// 追擊 [601.9].
    Chase(Text),
    /// 絕地反擊 [601.2].
    LastStand(LastStand),
    /// 改造 [601.8].
    Remodel(Remodel),
    /// A keyword skill without further words. One with a condition is a continuous skill that grants it to
    /// `this`.
    Keyword(Keyword),
    /// 替代費用 [303.4].
    AlternativeCost(AlternativeCost),
}
