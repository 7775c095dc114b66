//! Skills in play: each paragraph of a card is one skill [304.1a], of a head and a body. The data declare the
//! kind of a skill; it is never guessed from words [ruling-7].

mod interests;
mod lint;
mod statics;
mod written;

pub use interests::{Interests, Sides};
pub(super) use lint::lint_grant;
pub use statics::{GrantAbove, Static, UseFromRetreat, topics};
pub use written::{
    Activated, AlternativeCost, Continuous, Gate, LastStand, Limit, OnState, Remodel, Text, Triggered,
    Written, Zone,
};

use super::super::AzurLane;
use super::super::printed::Kind;
use super::{Condition, Cost, Costs, Effect, Filter, Keyword, KeywordName, Trigger};
use crate::abilities::trigger::Heard;
use crate::heads;
use crate::kernel::{Event, Match, Object, Seat};

/// What skills of every kind can have; what a kind lacks is at its default.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Head {
    /// Where it is effective.
    pub zone: Zone,
    /// When it is effective.
    pub gates: Vec<Gate>,
    /// Its activation condition; of a skill that is not fired, the condition while which it is effective
    /// [304.4b].
    pub when: Option<Condition>,
    /// How often it can be used.
    pub limit: Option<Limit>,
    /// The part left of 「：」.
    pub cost: Option<Costs>,
    /// What it does when it is processed.
    pub effects: Vec<Effect>,
    /// What it does as long as it is effective.
    pub apply: Vec<Static>,
    /// What is paid for the card that is used with it, besides cubes or instead of them.
    pub pay: Vec<Cost>,
    /// The keyword that a card has by it, if it is no keyword skill without further words.
    pub keyword: Option<KeywordName>,
    /// The kinds of cards that cannot have it.
    pub never_on: &'static [Kind],
    /// Whether another card can gain it.
    pub can_be_given: bool,
}

heads! {
    /// One skill.
    Skill of Written, Head;
    /// What one kind of skill has alone.
    Body {
        /// 自動技能 [304.2].
        Triggered(Triggered { on, zone, body: Text { gates, when, limit, cost, effects } }):
            [zone gates when limit cost effects], can_be_given = true, {
            /// The event that it waits for.
            on: Trigger
        };
        /// 啟動技能 [304.3].
        Activated(Activated { zone, body: Text { gates, when, limit, cost, effects } }):
            [zone gates when limit cost effects], keyword = Some(KeywordName::Main), can_be_given = true;
        /// A skill that fires when a condition becomes true, such as 覺醒 [602.2].
        State(OnState { becomes, body: Text { gates, when, limit, cost, effects } }):
            [gates when limit cost effects], never_on = &[Kind::Event], {
            /// The condition.
            becomes: Condition
        };
        /// 常備技能 [304.4].
        Continuous(Continuous { zone, gates, when, apply }): [zone gates when apply], can_be_given = true;
        /// The 【主階段啟動】 of an event [503.1].
        Event(Text { gates, when, limit, cost, effects }): [gates when limit cost effects],
            zone = Zone::Hand, keyword = Some(KeywordName::Main), never_on = &[Kind::Flagship, Kind::Ship];
        /// 反制 [601.3].
        Counter(Text { gates, when, limit, cost, effects }): [gates when limit cost effects],
            zone = Zone::Hand, keyword = Some(KeywordName::Counter), never_on = &[Kind::Flagship],
            can_be_given = true;
        /// 追擊 [601.9].
        Chase(Text { gates, when, limit, cost, effects }): [gates when limit cost effects],
            zone = Zone::Hand, keyword = Some(KeywordName::Chase), never_on = &[Kind::Flagship],
            can_be_given = true;
        /// 絕地反擊 [601.2].
        LastStand(LastStand { gates, when }): [gates when],
            zone = Zone::Anywhere, keyword = Some(KeywordName::LastStand), never_on = &[Kind::Flagship];
        /// 改造 [601.8].
        Remodel(Remodel { cubes, pay, base, when }): [pay when],
            zone = Zone::Hand, keyword = Some(KeywordName::Remodel),
            never_on = &[Kind::Flagship, Kind::Event], can_be_given = true, {
            /// How many cubes are paid.
            cubes: u32,
            /// What the own ship has to be that it covers.
            base: Vec<Filter>
        };
        /// A keyword skill without further words.
        Keyword(keyword): [], never_on = &[Kind::Event], {
            /// Which.
            keyword: Keyword
        };
        /// 替代費用 [303.4].
        AlternativeCost(AlternativeCost { pay, when }): [pay when],
            zone = Zone::Hand, never_on = &[Kind::Flagship];
    }
}

impl Skill {
    /// The event that triggers it, if one does.
    pub const fn trigger(&self) -> Option<&Trigger> {
        if let Body::Triggered { on } = &self.body { Some(on) } else { None }
    }

    /// The keyword skill without further words that it is, if it is one.
    pub const fn plain_keyword(&self) -> Option<Keyword> {
        if let Body::Keyword { keyword } = self.body { Some(keyword) } else { None }
    }

    /// Whether it is always effective.
    pub const fn is_continuous(&self) -> bool {
        matches!(self.body, Body::Continuous {})
    }

    /// The single events that trigger it while its card lies in this zone.
    fn members_in(&self, zone: Zone) -> impl Iterator<Item = &Trigger> {
        let here = self.head.zone.covers(zone);
        let members = self.trigger().map_or(&[][..], Trigger::members).iter();
        members.filter(move |on| here || on.also_heard_in() == Some(zone))
    }

    /// The events that trigger it while its card lies in this zone, as a set of bits.
    pub fn events_in(&self, zone: Zone) -> u64 {
        self.members_in(zone).fold(0, |all, on| all | on.listens())
    }

    /// What the skill of a card that lies in this zone hears of an event; `None`: it does not trigger it.
    pub fn hears(
        &self,
        game: &Match<'_, AzurLane>,
        by: (Seat, Object),
        zone: Zone,
        event: &Event<AzurLane>,
    ) -> Option<Heard> {
        self.members_in(zone).find_map(|on| on.hears(game, by, event))
    }
}
