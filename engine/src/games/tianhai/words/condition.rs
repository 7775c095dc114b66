//! Conditions and the numbers that they compare: 玩家行动.3, 伤害结算.3, 伤害结算.5, 指令区与指令序列.4; ruling-31, ruling-58,
//! ruling-68.

use super::super::findings;
use super::super::rules::limits::UNITS;
use super::super::table::{self, Game, OUT, Phase};
use super::super::{Tianhai, stat};
use crate::abilities::amount::{ChosenNumber, Count, Larger, Less, Per, Smaller, StatOf, Times};
use crate::abilities::condition::{All, Any, Compare, Did, Exists, Matches, Not, TurnIs};
use crate::abilities::{ConditionWord, Lint, QuantityWord, Scene, Side};
use crate::kernel::wire;
use crate::{counted, words};

words! {
    /// What has to be true.
    pub enum Condition: Condition<Tianhai> {
        /// Every one of these.
        All(All<Tianhai>),
        /// At least one of these.
        Any(Any<Tianhai>),
        /// Not this.
        Not(Not<Tianhai>),
        /// Two numbers stand in a relation.
        Compare(Compare<Tianhai>),
        /// At least one card fits.
        Exists(Exists<Tianhai>),
        /// The cards meant have these properties.
        Matches(Matches<Tianhai>),
        /// The sentence before was carried out completely.
        Did(Did),
        /// Whose turn it is.
        Turn(TurnIs),
        /// Which phase it is.
        Phase(PhaseIs),
    }
}

words! {
    /// Numbers that are read off the table.
    pub enum Quantity: Quantity<Tianhai> {
        /// How many cards fit.
        Count(Count<Tianhai>),
        /// The sum of a number over the cards meant.
        Stat(StatOf<Tianhai>),
        /// One number times another.
        Times(Times<Tianhai>),
        /// The first less the second.
        Less(Less<Tianhai>),
        /// How often the second goes into the first.
        Per(Per<Tianhai>),
        /// The smaller of two.
        Smaller(Smaller<Tianhai>),
        /// The larger of two.
        Larger(Larger<Tianhai>),
        /// The number chosen last.
        ChosenNumber(ChosenNumber),
        /// The attack value of the target.
        Attack(AttackValue),
        /// The defence value of the target.
        Defence(DefenceValue),
        /// The damage of the target.
        Damage(DamageValue),
        /// How far the unit below this order has moved in this turn.
        StepsMoved(StepsMoved),
        /// Units that are not annihilated.
        UnitsLeft(UnitsLeft),
        /// The number of the round.
        Round(RoundNumber),
        /// Sequences of a player.
        Sequences(SequencesOf),
    }
}

const IN_A_TURN: [Phase; 4] = [Phase::Maintenance, Phase::Play, Phase::Settlement, Phase::Recovery];

/// Which phase it is [玩家行动.3].
#[wire(Part<Tianhai>)]
pub struct PhaseIs(pub Vec<Phase>);

impl ConditionWord<Tianhai> for PhaseIs {
    fn lint(&self, lint: &mut Lint<'_, Tianhai>) {
        lint.filled(&self.0);
        if self.0.iter().any(|phase| !IN_A_TURN.contains(phase)) {
            lint.find("never_true", findings::only_turn_phases());
        }
    }

    fn is_true(&self, game: &Game<'_>, _: &Scene<'_>) -> bool {
        self.0.contains(&game.state.facts.phase_of_turn())
    }
}

/// Declares quantities of a strike: attack, defence and damage of the event's subject, else of the target
/// that is being settled.
macro_rules! of_strike {
    ($($(#[$meta:meta])* $name:ident, |$numbers:ident| $value:expr;)*) => { $(
        $(#[$meta])*
        #[wire(Part<Tianhai>)]
        pub struct $name {}

        impl QuantityWord<Tianhai> for $name {
            fn value(&self, game: &Game<'_>, scene: &Scene<'_>) -> i64 {
                stat::strike_numbers(game, scene).map_or(0, |$numbers| $value)
            }

            fn is_missing(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
                stat::strike_numbers(game, scene).is_none()
            }
        }
    )* };
}

of_strike! {
    /// The attack value [伤害结算.3].
    AttackValue, |numbers| numbers.attack;
    /// The defence value [伤害结算.4b].
    DefenceValue, |numbers| numbers.defence;
    /// The damage [伤害结算.5].
    DamageValue, |numbers| numbers.damage;
}

/// How many steps the unit below this order has gone in this turn.
#[wire(Part<Tianhai>)]
pub struct StepsMoved {}

impl QuantityWord<Tianhai> for StepsMoved {
    fn value(&self, game: &Game<'_>, scene: &Scene<'_>) -> i64 {
        stat::own_unit(game, scene).map_or(0, |unit| stat::steps_moved(game, unit))
    }
}

/// The number of the round.
#[wire(Part<Tianhai>)]
pub struct RoundNumber {}

impl QuantityWord<Tianhai> for RoundNumber {
    fn value(&self, game: &Game<'_>, _: &Scene<'_>) -> i64 {
        i64::from(game.state.facts.round)
    }
}

counted! { Tianhai:
    /// Five less the units that were annihilated.
    UnitsLeft, |game, seat| i64::from(UNITS.value)
        - i64::try_from(table::count(game, OUT, seat)).unwrap_or(0);
}

/// How many sequences players have [指令区与指令序列.3].
#[wire(Default, Part<Tianhai>)]
pub struct SequencesOf {
    /// Whose.
    #[optional]
    pub of: Side,
    /// Of how many cards; without it, of any length.
    pub n: Option<u8>,
}

impl QuantityWord<Tianhai> for SequencesOf {
    fn value(&self, game: &Game<'_>, scene: &Scene<'_>) -> i64 {
        let seats = self.of.seats(scene.seat).iter();
        let fits = |length: &usize| self.n.is_none_or(|n| usize::from(n) == *length);
        let all = seats.map(|&seat| {
            let sequences = table::sequences(game, seat).into_iter();
            sequences.map(|(place, _)| game.state.table.list(place).len()).filter(fits).count()
        });
        i64::try_from(all.sum::<usize>()).unwrap_or(i64::MAX)
    }
}
