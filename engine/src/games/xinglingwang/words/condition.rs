//! Conditions, and the numbers that they compare.
//!
//! 二.4 tactics; 三.1, 十四.3 the countdown; 六.2 若成功; 十一.8(2) battles; 十五.合體.6 original numbers; 十五.獎勵.3 totals.

use super::super::action::Tactic;
use super::super::battle::Battle;
use super::super::table;
use super::super::{Xinglingwang, stat};
use super::trigger::PhaseName;
use super::{Select, Stat, standing};
use crate::abilities::amount::{ChosenNumber, Count, Larger, Less, Per, Smaller, StatOf, Times};
use crate::abilities::condition::{All, Any, Battles, Battling, Compare, Did, Exists, Matches, Not, TurnIs};
use crate::abilities::property::NamesOf;
use crate::abilities::{ConditionWord, Lint, QuantityWord, Scene};
use crate::kernel::{Match, Object, wire};
use crate::{counted, happened_this_turn, words};

words! {
    /// What has to be true.
    pub enum Condition: Condition<Xinglingwang> {
        /// Every one of these.
        All(All<Xinglingwang>),
        /// At least one of these.
        Any(Any<Xinglingwang>),
        /// Not this.
        Not(Not<Xinglingwang>),
        /// Two numbers stand in a relation.
        Compare(Compare<Xinglingwang>),
        /// At least one card fits.
        Exists(Exists<Xinglingwang>),
        /// The cards meant have these properties.
        Matches(Matches<Xinglingwang>),
        /// The sentence before was carried out completely [六.2].
        Did(Did),
        /// Whose turn it is.
        Turn(TurnIs),
        /// Which phase it is.
        Phase(PhaseIs),
        /// Whether the countdown runs.
        Countdown(CountdownRuns),
        /// The card fights in the battle in this role.
        Battling(Battling),
        /// One of the cards meant has activated an effect this turn.
        Activated(HasActivated),
        /// Which tactic was chosen this turn.
        Tactic(TacticIs),
        /// One of the cards meant has succeeded in the battle.
        Won(HasWon),
    }
}

words! {
    /// Numbers that are read off the table.
    pub enum Quantity: Quantity<Xinglingwang> {
        /// How many cards fit.
        Count(Count<Xinglingwang>),
        /// One number times another.
        Times(Times<Xinglingwang>),
        /// The first less the second.
        Less(Less<Xinglingwang>),
        /// How often the second goes into the first.
        Per(Per<Xinglingwang>),
        /// The smaller of two.
        Smaller(Smaller<Xinglingwang>),
        /// The larger of two.
        Larger(Larger<Xinglingwang>),
        /// X, or the number chosen last.
        ChosenNumber(ChosenNumber),
        /// Cards in hand.
        Hand(HandOf),
        /// Cards in the deck.
        Deck(DeckOf),
        /// Cards in the graveyard.
        Graveyard(GraveyardOf),
        /// Units on a half.
        Units(UnitsOf),
        /// 充能能量.
        Energy(EnergyOf),
        /// 獎勵.
        Reward(RewardOf),
        /// Travelers in the forest.
        Forest(ForestOf),
        /// The total score [十五.獎勵.3].
        Total(TotalOf),
        /// Star cards that lie face up [十四.3].
        Stars(StarsLeft),
        /// 偷襲成功 this turn.
        Sneaks(SneaksOf),
        /// What else happened this turn.
        ThisTurn(HappenedThisTurn),
        /// The sum of a number over the cards meant.
        Stat(StatOf<Xinglingwang>),
        /// How many different names the cards meant have.
        NamesOf(NamesOf<Xinglingwang>),
        /// Travelers under the cards meant.
        Passengers(PassengersOf),
        /// The sum of a printed number over the cards meant.
        Original(OriginalOf),
    }
}

type Game<'p> = Match<'p, Xinglingwang>;

/// Which phase it is.
#[wire(Part<Xinglingwang>)]
pub struct PhaseIs(#[part(with = Lint::filled)] pub Vec<PhaseName>);

impl ConditionWord<Xinglingwang> for PhaseIs {
    fn is_true(&self, game: &Game<'_>, _: &Scene<'_>) -> bool {
        self.0.iter().any(|phase| phase.is(game.state.facts.phase))
    }
}

/// Whether the countdown runs [三.1].
#[wire(Part<Xinglingwang>)]
pub struct CountdownRuns(pub bool);

impl ConditionWord<Xinglingwang> for CountdownRuns {
    fn is_true(&self, game: &Game<'_>, _: &Scene<'_>) -> bool {
        game.state.facts.countdown == self.0
    }
}

impl Battles for Xinglingwang {
    fn battling(game: &Game<'_>, object: Object) -> Option<Battling> {
        let battle = game.state.facts.battle.as_ref()?;
        match object {
            _ if battle.attacker == object => Some(Battling::Attacking),
            _ if battle.defenders.contains(&object) => Some(Battling::Attacked),
            _ => None,
        }
    }

    fn lint_battling(lint: &mut Lint<'_, Xinglingwang>) {
        lint.refers_to(standing::BATTLE);
    }
}

/// Whether one of the cards meant has activated an effect this turn, or has been used.
#[wire(Part<Xinglingwang>)]
pub struct HasActivated(pub Select);

impl ConditionWord<Xinglingwang> for HasActivated {
    fn is_true(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        self.0.all(game, scene).iter().any(|object| game.state.facts.activated.contains(object))
    }
}

/// Which tactic the current player chose this turn [二.4].
#[wire(Copy)]
pub enum TacticIs {
    /// 戰術佈陣.
    Formation,
    /// 進攻宣言.
    Attack,
}

impl ConditionWord<Xinglingwang> for TacticIs {
    fn is_true(&self, game: &Game<'_>, _: &Scene<'_>) -> bool {
        let tactic = match self {
            TacticIs::Formation => Tactic::Formation,
            TacticIs::Attack => Tactic::Attack,
        };
        game.state.facts.tactic == Some(tactic)
    }
}

/// Whether one of the cards meant has succeeded in the battle that is going on [十一.8(2)].
#[wire(Part<Xinglingwang>)]
#[part(refers_to = standing::BATTLE)]
pub struct HasWon {
    /// Which cards.
    pub who: Select,
    /// Against one of these; without it, against any.
    pub against: Option<Select>,
}

impl ConditionWord<Xinglingwang> for HasWon {
    fn is_true(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let who = self.who.all(game, scene);
        let against = self.against.as_ref().map(|against| against.all(game, scene));
        let counts = |won: Object, lost: Object| {
            who.contains(&won) && against.as_ref().is_none_or(|against| against.contains(&lost))
        };
        let battle = game.state.facts.battle.iter();
        battle.flat_map(Battle::results).any(|(won, lost)| counts(won, lost))
    }
}

happened_this_turn! {
    /// What the game remembers of this turn.
    Xinglingwang:
    /// Units that the player played, extra played or summoned.
    BroughtIn = brought_in,
    /// Effects that the player activated of a field card.
    FieldEffects = field_effects,
    /// Magic cards that the player used.
    MagicUsed = magic_used,
    /// Their mana.
    ManaUsed = mana_used,
    /// Cards that went to the player's graveyard.
    ToGraveyard = to_graveyard,
}

/// The star cards that lie face up: so many turns are left once the countdown runs [十四.3, 十四.5].
#[wire(Part<Xinglingwang>)]
pub struct StarsLeft {}

impl QuantityWord<Xinglingwang> for StarsLeft {
    fn value(&self, game: &Game<'_>, _: &Scene<'_>) -> i64 {
        i64::from(game.state.facts.stars)
    }
}

counted! { Xinglingwang:
    /// Cards in hand [四.1].
    HandOf, |game, seat| game.state.table.list(table::HAND.of(seat)).len();
    /// Cards in the deck [四.2].
    DeckOf, |game, seat| game.state.table.list(table::DECK.of(seat)).len();
    /// Cards in the graveyard [四.3].
    GraveyardOf, |game, seat| game.state.table.list(table::GRAVEYARD.of(seat)).len();
    /// Units on a half [ruling-60].
    UnitsOf, |game, seat| game.state.table.list(table::FIELD.of(seat)).len();
    /// Energy [十五.充能.1].
    EnergyOf, |game, seat| table::energy(game, seat);
    /// Rewards [十五.獎勵.1].
    RewardOf, |game, seat| table::reward(game, seat);
    /// Travelers in the forest [四.6].
    ForestOf, |game, seat| table::forest(game, seat);
    /// The total score [十五.獎勵.3].
    TotalOf, |game, seat| stat::total(game, seat);
    /// Sneak successes this turn.
    SneaksOf, |game, seat| *game.state.facts.sneaks.get(seat);
}

/// The sum of an original number [十五.合體.6].
#[wire(Part<Xinglingwang>)]
pub struct OriginalOf {
    /// Which number.
    pub stat: Stat,
    /// Of which cards; cards without that number are passed over.
    pub of: Select,
}

impl OriginalOf {
    fn values(&self, game: &Game<'_>, scene: &Scene<'_>) -> impl Iterator<Item = i64> {
        let objects = self.of.all(game, scene).into_iter();
        objects.filter_map(|object| stat::original(game, object.card, self.stat))
    }
}

impl QuantityWord<Xinglingwang> for OriginalOf {
    fn value(&self, game: &Game<'_>, scene: &Scene<'_>) -> i64 {
        self.values(game, scene).fold(0, i64::saturating_add)
    }

    fn is_missing(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        self.values(game, scene).next().is_none()
    }
}

/// Travelers under units [十五.搭乘.1].
#[wire(Part<Xinglingwang>)]
pub struct PassengersOf(pub Select);

impl QuantityWord<Xinglingwang> for PassengersOf {
    fn value(&self, game: &Game<'_>, scene: &Scene<'_>) -> i64 {
        let objects = self.0.all(game, scene);
        objects.iter().map(|object| i64::from(table::passengers(game, object.card))).sum()
    }
}
