//! Skills: one paragraph of a card, one skill [304.1a]. The kind is declared, never guessed from
//! words [ruling-7].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::AzurLane;
use super::super::table::Phase;
use super::filter::Filter;
use super::{
    Allowed, Amount, Condition, Cost, Costs, Effect, Forbidden, Keyword, KeywordName, Select, Stat, Trigger,
};
use crate::card::effect::lint_list;
use crate::card::lint::SEEN_FROM_HAND;
use crate::card::{ConditionWord, FilterWord, Lint, Side, SourceWord};
use crate::kernel::Seat;
use crate::verdict::Cite;

/// Where a skill is effective [ruling-44].
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
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
    /// In every zone.
    Anywhere,
    /// Nowhere by itself: only on cards that it is given to.
    Granted,
}

/// When a skill is effective [602.3, 602.4, 602.6, 602.7].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
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

/// What all fired skills have in common.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Use {
    /// When it is effective.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gates: Vec<Gate>,
    /// Its activation condition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    /// 每回合 1 次 [602.5].
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub once_per_turn: bool,
    /// The part left of 「：」.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<Costs>,
    /// What it does.
    #[serde(rename = "do")]
    pub effects: Vec<Effect>,
}

/// A skill that fires by itself [304.2].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Auto {
    /// The event that it waits for.
    pub on: Trigger,
    /// Where it is effective.
    #[serde(default)]
    pub zone: Zone,
    /// Gates, condition, limit, cost and effects.
    #[serde(rename = "use")]
    pub body: Use,
}

/// 【主階段啟動】 [304.3].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Activated {
    /// Where it is effective.
    #[serde(default)]
    pub zone: Zone,
    /// Gates, condition, limit, cost and effects.
    #[serde(rename = "use")]
    pub body: Use,
}

/// A skill that fires when a condition becomes true [ruling-22].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OnState {
    /// The condition.
    pub becomes: Condition,
    /// Gates, limit, cost and effects.
    #[serde(rename = "use")]
    pub body: Use,
}

/// A skill that is always effective [304.4].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Continuous {
    /// Where it is effective.
    #[serde(default)]
    pub zone: Zone,
    /// When it is effective.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gates: Vec<Gate>,
    /// The condition while which it is effective [304.4b].
    #[serde(default, rename = "while", skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
    /// What it does.
    pub apply: Vec<Static>,
}

/// One thing that a continuous skill does.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Static {
    /// Adds to a number.
    Add {
        /// Which number.
        stat: Stat,
        /// How much; below 0: less.
        n: Amount,
        /// Of which cards.
        to: Select,
    },
    /// Makes a number this.
    Become {
        /// Which number.
        stat: Stat,
        /// What it is.
        n: Amount,
        /// Of which cards.
        to: Select,
    },
    /// Gives a keyword.
    Grant {
        /// Which.
        keyword: Keyword,
        /// To which cards.
        to: Select,
    },
    /// Takes a keyword away.
    Lose {
        /// Which.
        keyword: KeywordName,
        /// From which cards.
        to: Select,
    },
    /// Cards cannot do this.
    Forbid {
        /// What.
        what: Forbidden,
        /// Which cards.
        to: Select,
    },
    /// Players cannot do this.
    ForbidPlayer {
        /// What.
        what: Forbidden,
        /// Which players.
        side: Side,
    },
    /// Cards may do this.
    Allow {
        /// What.
        what: Allowed,
        /// Which cards.
        to: Select,
    },
    /// The player may use such ships of the own retreat zone as if they were in hand [400.7].
    UseFromRetreat {
        /// What they have to be.
        fits: Vec<Filter>,
    },
    /// The card on top of this one gets a keyword [408.2d].
    GrantAbove {
        /// Which.
        keyword: Keyword,
    },
}

/// Sets of what continuous skills and running effects are about. The bits below [`KEYWORDS`](statics::KEYWORDS) are
/// the numbers.
pub mod statics {
    /// What gives or takes keywords.
    pub const KEYWORDS: u16 = 1 << 3;
    /// What forbids attacks, of all targets or of some.
    pub const FORBID_ATTACK: u16 = 1 << 4;
    /// What forbids every attack.
    pub const FORBID_EVERY_ATTACK: u16 = 1 << 5;
    /// What allows something.
    pub const ALLOW: u16 = 1 << 6;
    /// What opens the retreat zone.
    pub const USE_FROM_RETREAT: u16 = 1 << 7;
    /// What gives skills.
    pub const GRANT_SKILLS: u16 = 1 << 8;
    /// What takes every skill away.
    pub const LOSE_SKILLS: u16 = 1 << 9;
    /// What comes up later.
    pub const LATER: u16 = 1 << 10;
    /// What forbids supports.
    pub const FORBID_SUPPORT: u16 = 1 << 11;
    /// What forbids becoming active.
    pub const FORBID_BECOME_ACTIVE: u16 = 1 << 12;
    /// What forbids drawing.
    pub const FORBID_DRAW: u16 = 1 << 13;
    /// What forbids using cards.
    pub const FORBID_USE: u16 = 1 << 14;
    /// What forbids entering.
    pub const FORBID_ENTER: u16 = 1 << 15;
    /// What forbids anything.
    pub const FORBID: u16 = FORBID_ATTACK
        | FORBID_EVERY_ATTACK
        | FORBID_SUPPORT
        | FORBID_BECOME_ACTIVE
        | FORBID_DRAW
        | FORBID_USE
        | FORBID_ENTER;

    /// What changes a number.
    pub const fn of(stat: super::Stat) -> u16 {
        1 << stat as u16
    }
}

impl Static {
    /// What it is about, so that whoever asks about something else can pass it over.
    pub const fn bit(&self) -> u16 {
        match self {
            Static::Add { stat, .. } | Static::Become { stat, .. } => statics::of(*stat),
            Static::Grant { .. } | Static::Lose { .. } | Static::GrantAbove { .. } => statics::KEYWORDS,
            Static::Forbid { what, .. } | Static::ForbidPlayer { what, .. } => what.bit(),
            Static::Allow { .. } => statics::ALLOW,
            Static::UseFromRetreat { .. } => statics::USE_FROM_RETREAT,
        }
    }
}

impl Auto {
    /// Whether it waits for its event on a card that lies in such a zone: a discarded card hears that
    /// in the retreat zone, a covered one under the other.
    pub fn listens_in(&self, zone: Zone) -> bool {
        self.zone == zone
            || self.zone == Zone::Anywhere
            || (zone == Zone::Retreat && matches!(self.on, Trigger::Discarded {}))
            || (zone == Zone::Under && matches!(self.on, Trigger::CoveredByEntry {}))
    }
}

/// 【改造】 [601.8].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Remodel {
    /// How many cubes are paid.
    #[serde(default)]
    pub cubes: u32,
    /// What is paid besides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pay: Vec<Cost>,
    /// What the own ship has to be that it covers.
    pub base: Vec<Filter>,
}

/// A cost in place of the card's own [303.4].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AlternativeCost {
    /// What is paid instead.
    pub pay: Vec<Cost>,
    /// When it is offered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
}

/// One skill.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Skill {
    /// 自動技能 [304.2].
    Auto(Auto),
    /// 啟動技能 [304.3].
    Activated(Activated),
    /// A skill that fires when a condition becomes true, such as 覺醒 [602.2].
    State(OnState),
    /// 常備技能 [304.4].
    Continuous(Continuous),
    /// The 【主階段啟動】 of an event [503.1].
    Event(Use),
    /// 反制 [601.3].
    Counter(Use),
    /// 追擊 [601.9].
    Chase(Use),
    /// 絕地反擊 [601.2].
    LastStand {},
    /// 改造 [601.8].
    Remodel(Remodel),
    /// A keyword skill without further words.
    Keyword(Keyword),
    /// 替代費用 [303.4].
    AlternativeCost(AlternativeCost),
}

impl Use {
    /// Looks for what cannot be meant.
    pub fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        if let Some(when) = &self.when {
            lint.inside("when", |lint| when.lint(lint));
        }
        if let Some(cost) = &self.cost {
            lint.inside("cost", |lint| cost.lint(lint));
        }
        if self.effects.is_empty() {
            lint.find("empty_list", "the skill does nothing");
        }
        lint_list(lint, "do", &self.effects);
    }
}

impl Skill {
    /// Looks for what cannot be meant.
    pub fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        lint.bound.clear();
        match self {
            Skill::Auto(auto) => lint.inside("auto", |lint| {
                lint.inside("on", |lint| auto.on.lint(lint));
                lint.inside("use", |lint| auto.body.lint(lint));
            }),
            Skill::Activated(activated) => lint.inside("activated", |lint| {
                lint.inside("use", |lint| activated.body.lint(lint));
                if activated.body.cost.as_ref().is_some_and(|cost| cost.optional) {
                    lint.find("optional_cost", "whoever does not want to pay does not activate it");
                }
            }),
            Skill::State(state) => lint.inside("state", |lint| {
                lint.inside("becomes", |lint| state.becomes.lint(lint));
                lint.inside("use", |lint| state.body.lint(lint));
            }),
            Skill::Continuous(continuous) => lint.inside("continuous", |lint| {
                if let Some(condition) = &continuous.condition {
                    lint.inside("while", |lint| condition.lint(lint));
                }
                let in_hand = matches!(continuous.zone, Zone::Hand | Zone::Anywhere);
                lint.each("apply", &continuous.apply, |lint, apply| {
                    apply.lint(lint);
                    if in_hand && apply.is_seen() {
                        lint.warn("seen_from_hand", SEEN_FROM_HAND);
                    }
                });
            }),
            Skill::Event(body) => lint.inside("event", |lint| body.lint(lint)),
            Skill::Counter(body) => lint.inside("counter", |lint| body.lint(lint)),
            Skill::Chase(body) => lint.inside("chase", |lint| body.lint(lint)),
            Skill::LastStand {} | Skill::Keyword(_) => {}
            Skill::Remodel(remodel) => lint.inside("remodel", |lint| {
                lint.each("pay", &remodel.pay, |lint, cost| cost.lint(lint));
                lint.each("base", &remodel.base, |lint, filter| filter.lint(lint));
            }),
            Skill::AlternativeCost(alternative) => lint.inside("alternative_cost", |lint| {
                lint.each("pay", &alternative.pay, |lint, cost| cost.lint(lint));
                if let Some(when) = &alternative.when {
                    lint.inside("when", |lint| when.lint(lint));
                }
            }),
        }
    }

    /// Gates, condition, limit, cost and effects, for skills that fire.
    pub const fn body(&self) -> Option<&Use> {
        match self {
            Skill::Auto(Auto { body, .. })
            | Skill::Activated(Activated { body, .. })
            | Skill::State(OnState { body, .. })
            | Skill::Event(body)
            | Skill::Counter(body)
            | Skill::Chase(body) => Some(body),
            _ => None,
        }
    }

    /// Where it is effective.
    pub const fn zone(&self) -> Zone {
        match self {
            Skill::Auto(auto) => auto.zone,
            Skill::Activated(activated) => activated.zone,
            Skill::Continuous(continuous) => continuous.zone,
            Skill::State(_) | Skill::Keyword(_) => Zone::Battlefield,
            Skill::Event(_)
            | Skill::Counter(_)
            | Skill::Chase(_)
            | Skill::Remodel(_)
            | Skill::AlternativeCost(_) => Zone::Hand,
            Skill::LastStand {} => Zone::Anywhere,
        }
    }
}

/// Whether everybody sees the cards, of a text on a hidden one.
fn is_public(to: &Select) -> bool {
    match to {
        Select::This => false,
        Select::Cards(cards) => cards.from.is_told(Seat::Zero),
        Select::Subject | Select::Other | Select::Chosen | Select::Named(_) | Select::Role(_) => true,
    }
}

impl Static {
    /// Whether it changes what everybody sees: numbers and keywords of cards that lie open.
    fn is_seen(&self) -> bool {
        match self {
            Static::Add { stat, to, .. } | Static::Become { stat, to, .. } => {
                *stat != Stat::Cost && is_public(to)
            }
            Static::Grant { to, .. } | Static::Lose { to, .. } => is_public(to),
            Static::Forbid { .. }
            | Static::ForbidPlayer { .. }
            | Static::Allow { .. }
            | Static::UseFromRetreat { .. }
            | Static::GrantAbove { .. } => false,
        }
    }

    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        match self {
            Static::Add { n, to, .. } => {
                lint.inside("add/n", |lint| n.lint(lint));
                lint.inside("add/to", |lint| to.lint(lint));
            }
            Static::Become { n, to, .. } => {
                lint.inside("become/n", |lint| n.lint(lint));
                lint.inside("become/to", |lint| to.lint(lint));
            }
            Static::Grant { to, .. } => lint.inside("grant/to", |lint| to.lint(lint)),
            Static::Lose { to, .. } => lint.inside("lose/to", |lint| to.lint(lint)),
            Static::Forbid { what, to } => {
                lint.inside("forbid/what", |lint| what.lint(lint));
                lint.inside("forbid/to", |lint| to.lint(lint));
            }
            Static::Allow { what, to } => {
                lint.inside("allow/what", |lint| what.lint(lint));
                lint.inside("allow/to", |lint| to.lint(lint));
            }
            Static::ForbidPlayer { what, .. } => lint.inside("forbid_player/what", |lint| what.lint(lint)),
            Static::UseFromRetreat { fits } => {
                lint.each("use_from_retreat/fits", fits, |lint, filter| filter.lint(lint));
            }
            Static::GrantAbove { .. } => {}
        }
    }
}

impl Gate {
    /// The rule that defines it.
    pub const fn rule(self) -> Cite {
        match self {
            Gate::OwnTurn => cite!("602.3"),
            Gate::OpponentTurn => cite!("602.4"),
            Gate::OwnMainPhase => cite!("602.6"),
            Gate::OpponentMainPhase => cite!("602.7"),
        }
    }

    /// Whether the window is open for a player.
    pub fn is_open(self, own_turn: bool, phase: Phase) -> bool {
        match self {
            Gate::OwnTurn => own_turn,
            Gate::OpponentTurn => !own_turn,
            Gate::OwnMainPhase => own_turn && phase == Phase::Main,
            Gate::OpponentMainPhase => !own_turn && phase == Phase::Main,
        }
    }
}
