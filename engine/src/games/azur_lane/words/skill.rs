//! Skills: each paragraph of a card is one skill [304.1a]. The data declare the kind of a skill; it is never
//! guessed from words [ruling-7].

use super::super::AzurLane;
use super::super::findings;
use super::super::table::Phase;
use super::cost::{lint_order, lint_parts};
use super::filter::{Filter, Source};
use super::{Condition, Cost, Costs, Effect, Keyword, Select, Trigger, context};
use crate::abilities::effect::lint_list;
use crate::abilities::lasting::{
    Allow, Change, Forbid, ForbidPlayer, Grant, LastingWord, Lose, Modify, lint_continuous,
};
use crate::abilities::lint::meant;
use crate::abilities::trigger::Heard;
use crate::abilities::{ConditionWord, FilterWord, Lint};
use crate::kernel::{Event, Match, Object, Seat, wire};
use crate::verdict::Cite;
use crate::words;

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
    /// What the words of a skill cannot refer to if the skill is effective in this zone.
    fn unavailable(self) -> Vec<&'static str> {
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
    fn elsewhere(self) -> Vec<&'static str> {
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

/// How often a skill can be used.
#[wire(Copy)]
pub enum Limit {
    /// 每回合 1 次 [602.5].
    Turn,
}

/// What all fired skills have in common.
#[wire(Default)]
pub struct Body {
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
    pub body: Body,
}

/// 【主階段啟動】 [304.3].
#[wire]
pub struct Activated {
    /// Where it is effective.
    #[optional]
    pub zone: Zone,
    /// Gates, condition, limit, cost and effects.
    pub body: Body,
}

/// A skill that fires when a condition becomes true [ruling-22].
#[wire]
pub struct OnState {
    /// The condition.
    pub becomes: Condition,
    /// Gates, limit, cost and effects.
    pub body: Body,
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

words! {
    /// One thing that a continuous skill does.
    pub enum Static: Static<AzurLane> {
        /// A number of cards changes.
        Modify(Modify<AzurLane>),
        /// Cards get a keyword.
        Grant(Grant<AzurLane>),
        /// Cards lose a keyword.
        Lose(Lose<AzurLane>),
        /// Cards cannot do something.
        Forbid(Forbid<AzurLane>),
        /// Players cannot do something.
        ForbidPlayer(ForbidPlayer<AzurLane>),
        /// Cards may do something beyond the rules.
        Allow(Allow<AzurLane>),
        /// Ships of the own retreat zone are used as if they were in hand.
        UseFromRetreat(UseFromRetreat),
        /// The card on top of this one gets a keyword.
        GrantAbove(GrantAbove),
    }
}

/// The player may use such ships of the own retreat zone as if they were in hand [400.7].
#[wire(Part<AzurLane>)]
pub struct UseFromRetreat {
    /// What they have to be.
    #[part(excluding(context::POSITION))]
    pub fits: Vec<Filter>,
}

impl LastingWord<AzurLane> for UseFromRetreat {
    fn change(&self) -> Change<'_, AzurLane> {
        Change::Own(u64::from(topics::USE_FROM_RETREAT))
    }
}

/// The card on top of this one gets a keyword [408.2d].
#[wire(Part<AzurLane>)]
pub struct GrantAbove {
    /// Which.
    #[part(plain)]
    pub keyword: Keyword,
}

impl LastingWord<AzurLane> for GrantAbove {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        self.keyword.lint(lint);
        if self.keyword == Keyword::LastStand {
            lint.find("never_effective", findings::last_stand_elsewhere());
        }
    }

    fn change(&self) -> Change<'_, AzurLane> {
        Change::Own(u64::from(topics::GRANT_ABOVE))
    }
}

crate::topics! {
    /// Topics of continuous skills and running effects, as sets of bits: the loop asks only for effects on a
    /// topic.
    pub mod topics: u32;
    {
        /// Changes numbers.
        NUMBERS[super::super::Stat],
        /// Gives or takes keywords.
        KEYWORDS,
        /// Forbids attacks on all targets or on some.
        FORBID_ATTACK,
        /// Forbids every attack.
        FORBID_EVERY_ATTACK,
        /// Allows something beyond the rules.
        ALLOW,
        /// Opens the retreat zone.
        USE_FROM_RETREAT,
        /// Gives skills.
        GRANT_SKILLS,
        /// Takes every skill away.
        LOSE_SKILLS,
        /// Holds a delayed trigger.
        LATER,
        /// Forbids supports.
        FORBID_SUPPORT,
        /// Forbids becoming active.
        FORBID_BECOME_ACTIVE,
        /// Forbids drawing.
        FORBID_DRAW,
        /// Forbids using cards.
        FORBID_USE,
        /// Forbids entering.
        FORBID_ENTER,
        /// Gives keywords to the card above.
        GRANT_ABOVE,
    }
    {
        /// Forbids anything.
        pub const FORBID: u32 = FORBID_ATTACK
            | FORBID_EVERY_ATTACK
            | FORBID_SUPPORT
            | FORBID_BECOME_ACTIVE
            | FORBID_DRAW
            | FORBID_USE
            | FORBID_ENTER;
    }
}

impl Triggered {
    /// Whether the skill waits for this event while its card lies in this zone.
    fn listens_in(&self, zone: Zone, on: &Trigger) -> bool {
        self.zone == zone || self.zone == Zone::Anywhere || on.also_heard_in() == Some(zone)
    }

    /// The single events that the skill waits for while its card lies in this zone.
    fn members_in(&self, zone: Zone) -> impl Iterator<Item = &Trigger> {
        self.on.members().iter().filter(move |on| self.listens_in(zone, on))
    }

    /// The events that the skill waits for while its card lies in this zone, as a set of bits.
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

/// One skill.
#[wire]
pub enum Skill {
    /// 自動技能 [304.2].
    Triggered(Triggered),
    /// 啟動技能 [304.3].
    Activated(Activated),
    /// A skill that fires when a condition becomes true, such as 覺醒 [602.2].
    State(OnState),
    /// 常備技能 [304.4].
    Continuous(Continuous),
    /// The 【主階段啟動】 of an event [503.1].
    Event(Body),
    /// 反制 [601.3].
    Counter(Body),
    /// 追擊 [601.9].
    Chase(Body),
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

impl Body {
    /// Reports faults of a body. `elsewhere`: the zones where the card does not lie when its condition is
    /// read; `closed`: the gates that are never open when the skill fires.
    fn lint(&self, lint: &mut Lint<'_, AzurLane>, elsewhere: Vec<&'static str>, closed: &[Gate]) {
        self.lint_head(lint, elsewhere, closed);
        self.lint_deeds(lint);
    }

    /// Reports faults of when it can be carried out.
    fn lint_head(&self, lint: &mut Lint<'_, AzurLane>, elsewhere: Vec<&'static str>, closed: &[Gate]) {
        lint_gates(lint, &self.gates, closed);
        lint_condition(lint, elsewhere, self.when.as_ref());
    }

    /// Reports faults of what is paid and done.
    fn lint_deeds(&self, lint: &mut Lint<'_, AzurLane>) {
        if let Some(cost) = &self.cost {
            lint.inside("cost", |lint| cost.lint(lint));
        }
        if self.effects.is_empty() {
            lint.find("empty_list", findings::skill_does_nothing());
        }
        lint_list(lint, "do", &self.effects);
    }
}

/// Reports faults of a condition, which is read while the card lies in none of the zones of `elsewhere`.
fn lint_condition(
    lint: &mut Lint<'_, AzurLane>,
    elsewhere: Vec<&'static str>,
    condition: Option<&Condition>,
) {
    if let Some(condition) = condition {
        lint.excluding(elsewhere, |lint| lint.inside("when", |lint| condition.lint(lint)));
    }
}

/// Reports gates that are never open together, or not at the moment when the skill needs them.
fn lint_gates(lint: &mut Lint<'_, AzurLane>, gates: &[Gate], closed: &[Gate]) {
    let own = |gate: &Gate| matches!(gate, Gate::OwnTurn | Gate::OwnMainPhase);
    let apart = gates.iter().any(own) && !gates.iter().all(own);
    if apart || gates.iter().any(|gate| closed.contains(gate)) {
        lint.inside("gates", |lint| lint.find("never_effective", findings::windows_never_open()));
    }
}

impl Triggered {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        let mut unavailable = self.zone.unavailable();
        unavailable.extend(self.on.unavailable());
        lint.with_unavailable(unavailable.clone(), |lint| lint.inside("on", |lint| self.on.lint(lint)));
        // The event may have moved the card to any zone.
        let elsewhere = match self.on.may_take_this() {
            true => Vec::new(),
            false => vec![context::IN_DECK, context::IN_DURABILITY],
        };
        let mut away = self.on.away();
        away.extend(matches!(self.zone, Zone::Hand | Zone::Retreat).then_some(meant::THIS));
        lint.with_unavailable(unavailable, |lint| {
            lint.inside("body", |lint| {
                lint.condition_of_event(&away, |lint| self.body.lint_head(lint, elsewhere, &[]));
                lint.while_away(away, |lint| self.body.lint_deeds(lint));
            });
        });
    }
}

impl Continuous {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        lint_gates(lint, &self.gates, &[]);
        let unavailable: Vec<_> = self.zone.unavailable().into_iter().chain(context::EVENT).collect();
        lint.with_unavailable(unavailable, |lint| {
            if let Some(when) = &self.when {
                lint.excluding(self.zone.elsewhere(), |lint| {
                    lint.inside("when", |lint| when.lint(lint));
                });
            }
            let unseen = matches!(self.zone, Zone::Hand | Zone::Deck | Zone::Anywhere);
            lint_continuous(lint, &self.apply, unseen);
            if self.zone == Zone::Deck {
                lint.each("apply", &self.apply, |lint, each| {
                    if !matches!(each, Static::Modify(word) if matches!(word.what, Select::This)) {
                        lint.find("never_effective", findings::in_deck_own_numbers());
                    }
                });
            }
            if self.apply.iter().any(|each| matches!(each, Static::Lose(word) if word.keyword.is_none())) {
                lint.find("wrong_attribute", findings::takes_keyword_only());
            }
        });
    }
}

impl LastStand {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>, unavailable: Vec<&'static str>) {
        lint_gates(lint, &self.gates, &[]);
        let zones = [context::IN_BATTLEFIELD, context::IN_HAND, context::IN_RETREAT, context::IN_DECK];
        let unavailable = unavailable.into_iter().chain(zones).chain([context::HOST]).collect();
        lint.with_unavailable(unavailable, |lint| {
            if let Some(when) = &self.when {
                lint.inside("when", |lint| when.lint(lint));
            }
        });
    }
}

impl Remodel {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>, elsewhere: Vec<&'static str>) {
        lint_parts(lint, &self.pay);
        lint_order(lint, &self.pay);
        lint.excluding([context::EVENTS], |lint| {
            lint.each("base", &self.base, |lint, filter| filter.lint(lint));
        });
        lint_condition(lint, elsewhere, self.when.as_ref());
    }
}

impl AlternativeCost {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>, elsewhere: Vec<&'static str>) {
        lint_parts(lint, &self.pay);
        lint_order(lint, &self.pay);
        // A skill may let the player use the card from the retreat zone.
        let elsewhere = elsewhere.into_iter().filter(|zone| *zone != context::IN_RETREAT).collect();
        lint_condition(lint, elsewhere, self.when.as_ref());
    }
}

impl Skill {
    /// Reports the faults of this skill.
    pub fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        lint.nested(Vec::new(), |lint| self.lint_alone(lint));
    }

    fn lint_alone(&self, lint: &mut Lint<'_, AzurLane>) {
        let zone = self.zone();
        // Skills that a player decides to use, or that are always effective, have no event to refer to.
        let quiet: Vec<_> = zone.unavailable().into_iter().chain(context::EVENT).collect();
        let in_main: Vec<_> = quiet.iter().copied().chain(context::IN_BATTLE).collect();
        match self {
            Skill::Triggered(Triggered { zone: Zone::Deck, .. })
            | Skill::Activated(Activated { zone: Zone::Deck, .. }) => {
                lint.find("never_effective", findings::in_deck_continuous_only());
            }
            Skill::Triggered(auto) => lint.inside("triggered", |lint| auto.lint(lint)),
            Skill::Activated(activated) => lint.inside("activated", |lint| {
                lint.with_unavailable(in_main, |lint| {
                    let closed = [Gate::OpponentTurn, Gate::OpponentMainPhase];
                    lint.inside("body", |lint| activated.body.lint(lint, zone.elsewhere(), &closed));
                });
                if activated.body.cost.as_ref().is_some_and(|cost| cost.optional) {
                    lint.find("optional_cost", findings::need_not_activate());
                }
            }),
            Skill::State(state) => lint.inside("state", |lint| {
                lint.with_unavailable(quiet, |lint| {
                    lint.excluding(zone.elsewhere(), |lint| {
                        lint.inside("becomes", |lint| state.becomes.lint(lint));
                    });
                    lint.inside("body", |lint| state.body.lint(lint, zone.elsewhere(), &[]));
                });
            }),
            Skill::Continuous(continuous) => lint.inside("continuous", |lint| continuous.lint(lint)),
            // Another skill or 絕地反擊 may use the event in a battle.
            Skill::Event(body) => lint.with_unavailable(quiet, |lint| {
                lint.inside("event", |lint| body.lint(lint, zone.elsewhere(), &[]));
            }),
            Skill::Counter(body) => lint.with_unavailable(quiet, |lint| {
                let closed = [Gate::OwnTurn, Gate::OwnMainPhase, Gate::OpponentMainPhase];
                lint.inside("counter", |lint| body.lint(lint, zone.elsewhere(), &closed));
            }),
            Skill::Chase(body) => lint.with_unavailable(quiet, |lint| {
                let closed = [Gate::OpponentTurn, Gate::OwnMainPhase, Gate::OpponentMainPhase];
                lint.inside("chase", |lint| body.lint(lint, zone.elsewhere(), &closed));
            }),
            Skill::LastStand(own) => lint.inside("last_stand", |lint| own.lint(lint, quiet)),
            Skill::Keyword(Keyword::LastStand) => {
                lint.find("wrong_keyword", findings::printed_last_stand());
            }
            Skill::Keyword(keyword) => lint.inside("keyword", |lint| keyword.lint(lint)),
            Skill::Remodel(remodel) => lint.inside("remodel", |lint| {
                lint.with_unavailable(in_main, |lint| remodel.lint(lint, zone.elsewhere()));
            }),
            Skill::AlternativeCost(alternative) => lint.inside("alternative_cost", |lint| {
                lint.with_unavailable(in_main, |lint| alternative.lint(lint, zone.elsewhere()));
            }),
        }
    }

    /// The body of a skill that fires; `None`: this kind has none.
    pub const fn body(&self) -> Option<&Body> {
        match self {
            Skill::Triggered(Triggered { body, .. })
            | Skill::Activated(Activated { body, .. })
            | Skill::State(OnState { body, .. })
            | Skill::Event(body)
            | Skill::Counter(body)
            | Skill::Chase(body) => Some(body),
            Skill::Continuous(_) | Skill::LastStand(_) | Skill::Remodel(_) => None,
            Skill::Keyword(_) | Skill::AlternativeCost(_) => None,
        }
    }

    /// Whether another card can gain this kind of skill.
    pub const fn can_be_given(&self) -> bool {
        match self {
            Skill::Triggered(_)
            | Skill::Activated(_)
            | Skill::Continuous(_)
            | Skill::Counter(_)
            | Skill::Chase(_)
            | Skill::Remodel(_) => true,
            Skill::State(_)
            | Skill::Event(_)
            | Skill::LastStand(_)
            | Skill::Keyword(_)
            | Skill::AlternativeCost(_) => false,
        }
    }

    /// The zone where the skill is effective.
    pub const fn zone(&self) -> Zone {
        match self {
            Skill::Triggered(auto) => auto.zone,
            Skill::Activated(activated) => activated.zone,
            Skill::Continuous(continuous) => continuous.zone,
            Skill::State(_) | Skill::Keyword(_) => Zone::Battlefield,
            Skill::Event(_)
            | Skill::Counter(_)
            | Skill::Chase(_)
            | Skill::Remodel(_)
            | Skill::AlternativeCost(_) => Zone::Hand,
            Skill::LastStand(_) => Zone::Anywhere,
        }
    }
}

/// Reports a keyword that the cards cannot use: 絕地反擊 is for cards of a durability zone, every other keyword
/// for cards on the battlefield [ruling-44].
pub(super) fn lint_grant(lint: &mut Lint<'_, AzurLane>, keyword: Keyword, to: &Select) {
    lint.inside("keyword", |lint| keyword.lint(lint));
    let from = match to {
        Select::Cards(cards) => Some(&cards.from),
        // A card with a text that gives keywords, and the cards of roles, lie outside the durability zone.
        Select::This | Select::Role(_) => Some(&Source::Battlefield),
        Select::Subject | Select::Other | Select::Chosen | Select::Named(_) => None,
    };
    let durable = matches!(from, Some(Source::DurabilityTop(_)));
    let standing = matches!(from, Some(Source::Battlefield));
    let wrong = if keyword == Keyword::LastStand { !durable } else { !standing };
    if from.is_some() && wrong {
        lint.find("never_effective", findings::keyword_unused_there());
    }
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
