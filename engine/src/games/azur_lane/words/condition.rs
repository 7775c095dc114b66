//! Conditions [304.2c, 304.3b, 304.4b] and the numbers that they compare.

use smallvec::SmallVec;

use super::super::AzurLane;
use super::super::findings;
use super::super::printed::Color;
use super::super::table::{self, Phase};
use super::{Select, context};
use crate::abilities::amount::{ChosenNumber, Count, Larger, Less, Per, Smaller, StatOf, Times};
use crate::abilities::condition::{All, Any, Battles, Battling, Compare, Did, Exists, Matches, Not, TurnIs};
use crate::abilities::property::NamesOf;
use crate::abilities::{ConditionWord, Lint, QuantityWord, Scene};
use crate::kernel::{Match, Object, wire};
use crate::texts::Saying;
use crate::{counted, words};

words! {
    /// What has to be true.
    pub enum Condition: Condition<AzurLane> {
        /// Every one of these.
        All(All<AzurLane>),
        /// At least one of these.
        Any(Any<AzurLane>),
        /// Not this.
        Not(Not<AzurLane>),
        /// Two numbers stand in a relation.
        Compare(Compare<AzurLane>),
        /// At least one card fits.
        Exists(Exists<AzurLane>),
        /// The cards meant have these properties.
        Matches(Matches<AzurLane>),
        /// The sentence before was carried out completely.
        Did(Did),
        /// Whose turn it is.
        Turn(TurnIs),
        /// Which phase or step it is.
        Phase(PhaseIs),
        /// The card fights in the battle in this role.
        Battling(Battling),
        /// The card lies under another.
        IsUnder(IsUnder),
        /// The card lies in one of these zones of its owner.
        In(LiesIn),
    }
}

words! {
    /// Numbers that are read off the table.
    pub enum Quantity: Quantity<AzurLane> {
        /// How many cards fit.
        Count(Count<AzurLane>),
        /// One number times another.
        Times(Times<AzurLane>),
        /// The first less the second.
        Less(Less<AzurLane>),
        /// How often the second goes into the first.
        Per(Per<AzurLane>),
        /// The smaller of two.
        Smaller(Smaller<AzurLane>),
        /// The larger of two.
        Larger(Larger<AzurLane>),
        /// The number chosen last.
        ChosenNumber(ChosenNumber),
        /// Cards in the durability zone.
        Durability(DurabilityOf),
        /// Cards in hand.
        Hand(HandOf),
        /// Cards in the deck.
        Deck(DeckOf),
        /// Cubes in the cost zone, in any state and face [ruling-32].
        Cubes(CubesOf),
        /// The sum of a number over the cards meant.
        Stat(StatOf<AzurLane>),
        /// How many different names the cards meant have.
        NamesOf(NamesOf<AzurLane>),
        /// How many different colours the cards meant have.
        ColorsOf(ColorsOf),
    }
}

type Game<'p> = Match<'p, AzurLane>;

/// Which phase or step it is [500.1, 504.1].
#[wire(Part<AzurLane>)]
pub struct PhaseIs(pub Vec<Phase>);

impl ConditionWord<AzurLane> for PhaseIs {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        if self.0.is_empty() || self.0.contains(&Phase::Setup) {
            lint.find("never_true", findings::phase_needed());
        }
    }

    fn is_true(&self, game: &Game<'_>, _: &Scene<'_>) -> bool {
        let facts = &game.state.facts;
        self.0.iter().any(|phase| Some(*phase) == facts.step || *phase == facts.phase)
    }
}

impl Battles for AzurLane {
    fn battling(game: &Game<'_>, object: Object) -> Option<Battling> {
        let battle = game.state.facts.battle.as_ref()?;
        match object {
            _ if battle.attacker == object => Some(Battling::Attacking),
            _ if battle.target == object => Some(Battling::Attacked),
            _ => None,
        }
    }

    fn lint_battling(lint: &mut Lint<'_, AzurLane>) {
        if lint.is_unavailable(context::BATTLE) || lint.is_unavailable(context::THIS_ON_BATTLEFIELD) {
            lint.find("never_true", findings::fights_nowhere());
        }
    }
}

/// The card lies under another [408.2d].
#[wire(Part<AzurLane>)]
pub struct IsUnder {}

impl ConditionWord<AzurLane> for IsUnder {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        if lint.is_unavailable(context::HOST) {
            lint.find("never_true", findings::under_another());
        }
    }

    fn is_true(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        table::host(game, scene.me.card).is_some()
    }
}

/// The zone that the card lies in; under another card it lies in that card's zone [408.2b].
#[wire(Part<AzurLane>)]
pub struct LiesIn(pub Vec<InZone>);

/// Zones that hold cards [400.1].
#[wire(Copy)]
pub enum InZone {
    /// 戰場.
    Battlefield,
    /// 手牌.
    Hand,
    /// 撤退區.
    Retreat,
    /// 卡組.
    Deck,
    /// 旗艦耐久區.
    Durability,
}

impl InZone {
    /// The zone as the linter's context names it.
    const fn context(self) -> &'static str {
        match self {
            InZone::Battlefield => context::IN_BATTLEFIELD,
            InZone::Hand => context::IN_HAND,
            InZone::Retreat => context::IN_RETREAT,
            InZone::Deck => context::IN_DECK,
            InZone::Durability => context::IN_DURABILITY,
        }
    }

    /// The finding for a card that never lies in this zone.
    fn never_there(self) -> Saying {
        match self {
            InZone::Battlefield => findings::never_in_battlefield(),
            InZone::Hand => findings::never_in_hand(),
            InZone::Retreat => findings::never_in_retreat(),
            InZone::Deck => findings::never_in_deck(),
            InZone::Durability => findings::never_in_durability(),
        }
    }
}

impl ConditionWord<AzurLane> for LiesIn {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        if let Some(zone) = self.0.iter().find(|zone| lint.is_unavailable(zone.context())) {
            lint.find("never_true", zone.never_there());
        }
        if self.0.is_empty() {
            lint.find("empty_list", findings::no_zone());
        }
    }

    fn is_true(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let Some(place) = game.state.table.place_of(scene.me.card) else { return false };
        let zone = game.state.table.place(place).map(|place| place.zone);
        self.0.iter().any(|named| {
            zone == Some(match named {
                InZone::Battlefield => table::Zone::Battlefield,
                InZone::Hand => table::Zone::Hand,
                InZone::Retreat => table::Zone::Retreat,
                InZone::Deck => table::Zone::Deck,
                InZone::Durability => table::Zone::Durability,
            })
        })
    }
}

counted! { AzurLane:
    /// Cards in the durability zone [405.1].
    DurabilityOf, |game, seat| game.state.table.list(table::DURABILITY.of(seat)).len();
    /// Cards in hand [402.2].
    HandOf, |game, seat| game.state.table.list(table::HAND.of(seat)).len();
    /// Cards in the deck [401.3].
    DeckOf, |game, seat| game.state.table.list(table::DECK.of(seat)).len();
    /// Cubes in the cost zone [ruling-32].
    CubesOf, |game, seat| table::cubes_in_cost_zone(game, seat);
}

/// How many different colours.
#[wire(Part<AzurLane>)]
pub struct ColorsOf(pub Select);

impl QuantityWord<AzurLane> for ColorsOf {
    fn value(&self, game: &Game<'_>, scene: &Scene<'_>) -> i64 {
        let mut colors: SmallVec<[Color; 8]> = SmallVec::new();
        self.0.each(game, scene, |card| {
            for color in &table::printed(game, card).colors {
                if !colors.contains(color) {
                    colors.push(*color);
                }
            }
        });
        colors.len() as i64
    }
}
