//! Conditions and the numbers that they compare: 领域的解放.2; ruling-7, ruling-44, ruling-87, ruling-99,
//! ruling-109.

use super::super::BuildDivide;
use super::super::findings;
use super::super::rules::limits::LIFE_RED;
use super::super::table::{self, ENERGY, Game, Phase, mark, printed};
use super::Select;
use super::cost::{self, Form};
use super::{context, target};
use crate::abilities::amount::{ChosenNumber, Count, Larger, Less, Per, Smaller, StatOf, Times};
use crate::abilities::condition::{All, Any, Compare, Did, Exists, Matches, Not, TurnIs};
use crate::abilities::{ConditionWord, Lint, QuantityWord, Scene, Side};
use crate::kernel::{CardId, Seat, wire};
use crate::{counted, happened_this_turn, words};

words! {
    /// What has to be true.
    pub enum Condition: Condition<BuildDivide> {
        /// Every one of these.
        All(All<BuildDivide>),
        /// At least one of these.
        Any(Any<BuildDivide>),
        /// Not this.
        Not(Not<BuildDivide>),
        /// Two numbers stand in a relation.
        Compare(Compare<BuildDivide>),
        /// At least one card fits.
        Exists(Exists<BuildDivide>),
        /// The cards meant have these properties.
        Matches(Matches<BuildDivide>),
        /// The sentence before was carried out completely.
        Did(Did),
        /// Whose turn it is.
        Turn(TurnIs),
        /// Which phase it is.
        Phase(PhaseIs),
        /// A territory is released.
        Released(ReleasedIs),
    }
}

words! {
    /// Numbers that are read off the table.
    pub enum Quantity: Quantity<BuildDivide> {
        /// How many cards fit.
        Count(Count<BuildDivide>),
        /// One number times another.
        Times(Times<BuildDivide>),
        /// The first less the second.
        Less(Less<BuildDivide>),
        /// How often the second goes into the first [ruling-109].
        Per(Per<BuildDivide>),
        /// The smaller of two.
        Smaller(Smaller<BuildDivide>),
        /// The larger of two.
        Larger(Larger<BuildDivide>),
        /// The number chosen last, or the one of the event.
        ChosenNumber(ChosenNumber),
        /// The sum of a number over the cards meant.
        Stat(StatOf<BuildDivide>),
        /// How many different colours the cards meant have.
        ColorsOf(ColorsOf),
        /// Cards in hand.
        Hand(HandOf),
        /// Cards in the deck.
        Deck(DeckOf),
        /// Cards in the graveyard.
        Graveyard(GraveyardOf),
        /// Energy cards.
        Energy(EnergyOf),
        /// Energy cards that stand.
        StandingEnergy(StandingEnergyOf),
        /// Life.
        Life(LifeOf),
        /// The yellow part of life.
        YellowLife(YellowLifeOf),
        /// The red part of life.
        RedLife(RedLifeOf),
        /// Counters of a player.
        Counters(CountersOf),
        /// Damage on the cards meant.
        DamageOn(DamageOn),
        /// The energy paid for X.
        X(PaidX),
        /// How many cards were paid in a form of cost.
        Paid(PaidForm),
        /// What happened this turn.
        ThisTurn(HappenedThisTurn),
    }
}

/// Which phase it is.
#[wire(Part<BuildDivide>)]
pub struct PhaseIs(pub Vec<Phase>);

impl ConditionWord<BuildDivide> for PhaseIs {
    fn lint(&self, lint: &mut Lint<'_, BuildDivide>) {
        lint.filled(&self.0);
        if self.0.iter().any(|phase| !phase.is_phase() || *phase == Phase::Setup) {
            lint.find("never_true", findings::only_turn_phases());
        }
    }

    fn is_true(&self, game: &Game<'_>, _: &Scene<'_>) -> bool {
        self.0.contains(&game.state.facts.phase)
    }
}

/// A territory is released [领域的解放.2], and has this title.
#[wire(Default, Part<BuildDivide>)]
pub struct ReleasedIs {
    /// Whose.
    #[optional]
    pub side: Side,
    /// The title; without it, any.
    pub title: Option<String>,
}

impl ConditionWord<BuildDivide> for ReleasedIs {
    fn lint(&self, lint: &mut Lint<'_, BuildDivide>) {
        if let Some(title) = &self.title {
            lint.inside("title", |lint| lint.declared("title", title));
        }
    }

    fn is_true(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let mut seats = self.side.seats(scene.seat).iter();
        seats.any(|&seat| match &self.title {
            Some(title) => is_awakened(game, seat, title),
            None => table::is_released(game, seat),
        })
    }
}

/// Whether the territory of a player is released and has this title [ruling-44].
pub fn is_awakened(game: &Game<'_>, seat: Seat, title: &str) -> bool {
    let territory = table::territory(game, seat).filter(|card| mark(game, *card).released);
    territory.is_some_and(|card| printed(game, card).titles.iter().any(|own| own == title))
}

fn energy(game: &Game<'_>, seat: Seat, counts: impl Fn(table::Mark) -> bool) -> usize {
    let cards = game.state.table.list(ENERGY.of(seat));
    cards.iter().filter(|card| counts(mark(game, **card))).count()
}

/// How many cards of life are red: the bottom ones, as many as the set-up lays there [ruling-7].
pub fn red_life(game: &Game<'_>, seat: Seat) -> usize {
    table::count(game, table::LIFE, seat).min(usize::try_from(LIFE_RED.value).unwrap_or(0))
}

counted! { BuildDivide:
    /// Cards in hand.
    HandOf, |game, seat| table::count(game, table::HAND, seat);
    /// Cards in the deck.
    DeckOf, |game, seat| table::count(game, table::DECK, seat);
    /// Cards in the graveyard.
    GraveyardOf, |game, seat| table::count(game, table::GRAVEYARD, seat);
    /// Energy cards, those face down too [ruling-89].
    EnergyOf, |game, seat| table::count(game, ENERGY, seat);
    /// Energy cards that stand [ruling-89].
    StandingEnergyOf, |game, seat| energy(game, seat, |mark| mark.stands());
    /// Cards of life.
    LifeOf, |game, seat| table::count(game, table::LIFE, seat);
    /// Cards of the yellow part of life [ruling-7].
    YellowLifeOf, |game, seat| table::count(game, table::LIFE, seat).saturating_sub(red_life(game, seat));
    /// Cards of the red part of life [ruling-7].
    RedLifeOf, |game, seat| red_life(game, seat);
}

/// Counters of players [用语.指示物].
#[wire(Part<BuildDivide>)]
pub struct CountersOf {
    /// Whose.
    #[optional]
    pub of: Side,
    /// Their name.
    pub name: String,
}

impl QuantityWord<BuildDivide> for CountersOf {
    fn value(&self, game: &Game<'_>, scene: &Scene<'_>) -> i64 {
        let facts = &game.state.facts;
        self.of.seats(scene.seat).iter().map(|&seat| i64::from(facts.counters(seat, &self.name))).sum()
    }
}

/// Damage marked on the cards meant [结束阶段.1].
#[wire(Part<BuildDivide>)]
pub struct DamageOn(pub Select);

impl QuantityWord<BuildDivide> for DamageOn {
    fn value(&self, game: &Game<'_>, scene: &Scene<'_>) -> i64 {
        let mut sum = 0i64;
        self.0.each(game, scene, |card| sum = sum.saturating_add(mark(game, card).damage));
        sum
    }
}

/// How many different colours the cards meant have in all; what has none adds none [ruling-87].
#[wire(Part<BuildDivide>)]
pub struct ColorsOf(pub Select);

impl QuantityWord<BuildDivide> for ColorsOf {
    fn value(&self, game: &Game<'_>, scene: &Scene<'_>) -> i64 {
        let mut cards: Vec<CardId> = Vec::new();
        self.0.each(game, scene, |card| cards.push(card));
        match game.in_force(cite!("ruling-87")) {
            true => i64::try_from(target::colors_of(game, &cards).0).unwrap_or(i64::MAX),
            false => 0,
        }
    }
}

/// How many cards were paid in a form of cost.
#[wire(Copy, Part<BuildDivide>)]
pub struct PaidForm(pub Form);

impl QuantityWord<BuildDivide> for PaidForm {
    fn lint(&self, lint: &mut Lint<'_, BuildDivide>) {
        lint.refers_to(context::PAID);
    }

    fn value(&self, _: &Game<'_>, scene: &Scene<'_>) -> i64 {
        cost::paid(scene.bound, self.0)
    }
}

/// The number X, for which so much energy was paid [ruling-13].
#[wire(Part<BuildDivide>)]
pub struct PaidX {}

impl QuantityWord<BuildDivide> for PaidX {
    fn lint(&self, lint: &mut Lint<'_, BuildDivide>) {
        lint.refers_to(context::PAID);
    }

    fn value(&self, _: &Game<'_>, scene: &Scene<'_>) -> i64 {
        cost::x(scene.bound)
    }
}

happened_this_turn! {
    /// What the game remembers of this turn [ruling-99].
    BuildDivide:
    /// Units that the player used.
    UnitsUsed = units_used,
    /// Commands that the player used.
    CommandsUsed = commands_used,
    /// Cards that the player drew.
    CardsDrawn = cards_drawn,
    /// Attacks that the player declared.
    Attacks = attacks,
    /// Points of damage to the player's life.
    Damage = damage,
    /// Units of the player that were destroyed.
    Destroyed = destroyed,
    /// Releases of the player's territory.
    Releases = releases,
    /// Units of the player that entered from a graveyard.
    EnteredFromGraveyard = entered_from_graveyard,
}
