//! Conditions and the numbers that they compare.

use super::super::facts::{Lost, LostHow};
use super::super::findings;
use super::super::printed::Color;
use super::super::table::{self, Came, Game, TurnStep, holder};
use super::super::{BattleSpirits, stat};
use super::ability::{Head, Zone};
use super::filter::{ColorIs, FamilyIs, KindIs};
use super::keyword::RumbleOf;
use super::{Amount, Filter, Moment, Select};
use crate::abilities::amount::{ChosenNumber, Count, Larger, Less, Per, Plus, Smaller, StatOf, Times};
use crate::abilities::condition::{All, Any, Compare, Did, Exists, Matches, Not, TurnIs};
use crate::abilities::filter::has_all;
use crate::abilities::property::NamesOf;
use crate::abilities::{ConditionWord, FilterWord, Is, Lint, Part, QuantityWord, Scene, Side};
use crate::kernel::{Holder, Seat, wire};
use crate::{counted, happened_this_turn, words};

words! {
    /// What has to be true.
    pub enum Condition: Condition<BattleSpirits> {
        /// Every one of these.
        All(All<BattleSpirits>),
        /// At least one of these.
        Any(Any<BattleSpirits>),
        /// Not this.
        Not(Not<BattleSpirits>),
        /// Two numbers stand in a relation.
        Compare(Compare<BattleSpirits>),
        /// At least one card fits.
        Exists(Exists<BattleSpirits>),
        /// The cards meant have these properties.
        Matches(Matches<BattleSpirits>),
        /// All cards of a place have these properties, and there is one.
        AllAre(AllAre),
        /// The sentence before was carried out completely.
        Did(IfDone),
        /// Whose turn it is.
        Turn(TurnIs),
        /// Which step it is.
        Step(StepIs),
        /// The card of the text came onto the field, or was used, in this way.
        ThisCame(ThisCame),
    }
}

words! {
    /// Numbers that are read off the table.
    pub enum Quantity: Quantity<BattleSpirits> {
        /// How many cards fit.
        Count(Count<BattleSpirits>),
        /// One number times another.
        Times(Times<BattleSpirits>),
        /// The sum of two.
        Plus(Plus<BattleSpirits>),
        /// The first less the second.
        Less(Less<BattleSpirits>),
        /// How often the second goes into the first.
        Per(Per<BattleSpirits>),
        /// The smaller of two.
        Smaller(Smaller<BattleSpirits>),
        /// The larger of two.
        Larger(Larger<BattleSpirits>),
        /// The number of the event, or the one chosen last.
        ChosenNumber(ChosenNumber),
        /// The sum of a number over the cards meant.
        Stat(StatOf<BattleSpirits>),
        /// The BP that is printed on the cards meant for a level.
        PrintedBp(PrintedBp),
        /// How many different names the cards meant have.
        NamesOf(NamesOf<BattleSpirits>),
        /// Cores on the cards meant.
        CoresOn(CoresOf),
        /// Cards in hand.
        Hand(HandOf),
        /// Cards in the deck.
        Deck(DeckOf),
        /// Cards in the trash.
        Trash(TrashOf),
        /// Cores in the life.
        Life(LifeOf),
        /// Cores in the reserve.
        Reserve(ReserveOf),
        /// Symbols on the field.
        Symbols(SymbolsOn),
        /// What happened this turn.
        ThisTurn(HappenedThisTurn),
        /// Attacks this turn by spirits of a cost.
        AttacksOf(AttacksOf),
        /// Cards that were used this turn, by what is printed on them.
        UsedOf(UsedOf),
        /// Spirits that effects destroyed or depleted this turn.
        LostOf(LostOf),
        /// EX symbols that were exiled for this card by 繼召.
        Keisho(KeishoOf),
        /// The number of a 地鳴 as it is now.
        Rumble(RumbleOf),
    }
}

/// All cards of a place, or with the first properties, have the others, and there is one of them
/// [ruling-101].
#[wire(Part<BattleSpirits>)]
pub struct AllAre {
    /// Of which cards.
    pub of: Select,
    /// What they all have to be.
    pub fits: Vec<Filter>,
}

impl ConditionWord<BattleSpirits> for AllAre {
    fn is_true(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let (mut some, mut all) = (false, true);
        self.of.each(game, scene, |card| {
            some = true;
            all &= has_all(game, scene, &self.fits, card);
        });
        all && (some || !game.in_force(cite!("ruling-101")))
    }
}

/// The card of the text came onto the field, or was used, in this way [ruling-103].
#[wire(Part<BattleSpirits>)]
pub struct ThisCame(#[part(plain)] pub Came);

impl ConditionWord<BattleSpirits> for ThisCame {
    fn is_true(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        table::mark(game, scene.me.card).came == self.0
    }
}

/// Which step it is; ⑦ is a main step, too [ruling-29].
#[wire(Part<BattleSpirits>)]
pub struct StepIs(pub Vec<TurnStep>);

impl ConditionWord<BattleSpirits> for StepIs {
    fn lint(&self, lint: &mut Lint<'_, BattleSpirits>) {
        lint.filled(&self.0);
    }

    fn is_true(&self, game: &Game<'_>, _: &Scene<'_>) -> bool {
        let now = game.state.facts.phase;
        self.0.iter().map(|step| step.phase()).any(|phase| {
            phase == now || (phase.is_main() && now.is_main() && game.in_force(cite!("ruling-29")))
        })
    }
}

counted! { BattleSpirits:
    /// Cards in hand.
    HandOf, |game, seat| game.state.table.list(table::HAND.of(seat)).len();
    /// Cards in the deck.
    DeckOf, |game, seat| game.state.table.list(table::DECK.of(seat)).len();
    /// Cards in the trash.
    TrashOf, |game, seat| game.state.table.list(table::TRASH.of(seat)).len();
    /// Cores in the life.
    LifeOf, |game, seat| table::all_cores(game, holder(table::LIFE, seat));
    /// Cores in the reserve.
    ReserveOf, |game, seat| table::all_cores(game, holder(table::RESERVE, seat));
}

/// Cores on cards, the soul core among them.
#[wire(Part<BattleSpirits>)]
pub struct CoresOf(pub Select);

impl QuantityWord<BattleSpirits> for CoresOf {
    fn value(&self, game: &Game<'_>, scene: &Scene<'_>) -> i64 {
        let mut sum = 0i64;
        self.0.each(game, scene, |card| {
            sum = sum.saturating_add(i64::from(table::all_cores(game, Holder::Card(card))));
        });
        sum
    }
}

/// The BP that is printed on cards for a level, whatever effects do; of several cards the sum [能量增減.1].
#[wire(Part<BattleSpirits>)]
pub struct PrintedBp {
    /// On which cards.
    pub of: Select,
    /// For which level.
    #[part(plain)]
    pub lv: u8,
}

impl QuantityWord<BattleSpirits> for PrintedBp {
    fn lint(&self, lint: &mut Lint<'_, BattleSpirits>) {
        self.lint_part(lint);
        if self.lv == 0 {
            lint.inside("lv", |lint| lint.find("wrong_number", findings::at_least_one()));
        }
    }

    fn value(&self, game: &Game<'_>, scene: &Scene<'_>) -> i64 {
        let mut sum = 0i64;
        self.of.each(game, scene, |card| {
            let line = table::printed(game, card).levels.iter().find(|line| line.lv == self.lv);
            sum = sum.saturating_add(line.and_then(|line| line.bp).map_or(0, i64::from));
        });
        sum
    }
}

/// Symbols on the fields of a side, of one colour or all [費用支付.②].
#[wire(Copy, Part<BattleSpirits>)]
pub struct SymbolsOn {
    /// Whose field.
    pub of: Side,
    /// Of which colour.
    pub color: Option<Color>,
}

impl QuantityWord<BattleSpirits> for SymbolsOn {
    fn value(&self, game: &Game<'_>, scene: &Scene<'_>) -> i64 {
        let cards = self.of.seats(scene.seat).iter().flat_map(|&seat| table::list(game, table::FIELD, seat));
        cards.map(|card| i64::from(stat::symbols(game, card, self.color))).sum()
    }
}

happened_this_turn! {
    /// What the game remembers of this turn [ruling-100, ruling-102].
    BattleSpirits:
    /// Attacks that were declared.
    Attacks = attacks,
    /// Blocks that were declared.
    Blocks = blocks,
    /// Cores that the life lost.
    LifeLost = life_lost,
    /// Cards that were used.
    CardsUsed = cards_used,
    /// Magic cards that were used.
    MagicUsed = magic_used,
    /// Spirits that were summoned.
    Summoned = summoned,
    /// Own spirits that were destroyed.
    Destroyed = destroyed,
    /// Own spirits that were depleted.
    Depleted = depleted,
    /// Own spirits that were depleted by effects of the opponent.
    DepletedByOpponent = depleted_by_opponent,
    /// Own spirits that were destroyed by effects of the opponent.
    DestroyedByOpponent = destroyed_by_opponent,
}

/// Attacks that were declared this turn by spirits of a cost, those before a text came into force too
/// [ruling-120].
#[wire(Part<BattleSpirits>)]
pub struct AttacksOf {
    /// Whose; without it, of both players.
    pub of: Option<Side>,
    /// How their cost compares with a number.
    #[part(plain)]
    pub cost: (Is, Amount),
}

impl QuantityWord<BattleSpirits> for AttacksOf {
    fn lint(&self, lint: &mut Lint<'_, BattleSpirits>) {
        lint.inside("cost", |lint| lint.inside("1", |lint| self.cost.1.lint(lint)));
    }

    fn value(&self, game: &Game<'_>, scene: &Scene<'_>) -> i64 {
        let (is, with) = (self.cost.0, self.cost.1.value(game, scene));
        let of = |seat: &Seat| self.of.is_none_or(|side| side.covers(scene.seat, *seat));
        let all = Seat::BOTH.into_iter().filter(of).flat_map(|seat| game.state.facts.attack_costs.get(seat));
        let count = all.filter(|cost| is.is_true(**cost, with)).count();
        if game.in_force(cite!("ruling-120")) { i64::try_from(count).unwrap_or(i64::MAX) } else { 0 }
    }
}

/// Cards that were used this turn, those before a text came into force too, by what is printed on them
/// [ruling-102].
#[wire(Part<BattleSpirits>)]
pub struct UsedOf {
    /// Who used them.
    #[optional]
    pub of: Side,
    /// Of one of these kinds; without it, of any.
    #[part(plain)]
    pub kind: Option<KindIs>,
    /// Of one of these colours; without it, of any.
    #[part(plain)]
    pub color: Option<ColorIs>,
    /// Of one of these families; without it, of any.
    #[part(plain)]
    pub family: Option<FamilyIs>,
}

impl QuantityWord<BattleSpirits> for UsedOf {
    fn lint(&self, lint: &mut Lint<'_, BattleSpirits>) {
        if let Some(kind) = &self.kind {
            lint.inside("kind", |lint| kind.lint(lint));
        }
        if let Some(color) = &self.color {
            lint.inside("color", |lint| color.lint(lint));
        }
        if let Some(family) = &self.family {
            lint.inside("family", |lint| family.lint(lint));
        }
    }

    fn value(&self, game: &Game<'_>, scene: &Scene<'_>) -> i64 {
        let fits = |definition: &&u16| {
            let card = game.pool.card(**definition);
            self.kind.as_ref().is_none_or(|kind| kind.0.contains(&card.kind))
                && self.color.as_ref().is_none_or(|color| color.0.contains(&card.color))
                && self.family.as_ref().is_none_or(|family| family.is_of(card))
        };
        let used = |seat: &Seat| game.state.facts.used_cards.get(*seat).iter();
        let count = self.of.seats(scene.seat).iter().flat_map(used).filter(fits).count();
        i64::try_from(count).unwrap_or(i64::MAX)
    }
}

/// Spirits that effects destroyed or depleted this turn, those before a text came into force too
/// [ruling-102].
#[wire(Part<BattleSpirits>)]
pub struct LostOf {
    /// Whose spirits.
    #[optional]
    pub of: Side,
    /// Whose effects.
    #[optional]
    pub by: Side,
    /// Only what was destroyed, or only what was depleted.
    #[part(plain)]
    pub how: Option<LostHow>,
    /// Only by effects of cards of one of these kinds.
    #[part(plain)]
    pub source: Option<KindIs>,
    /// Only spirits of one of these colours.
    #[part(plain)]
    pub color: Option<ColorIs>,
    /// Only spirits that had an ability of this timing word at their level.
    #[part(plain)]
    pub had_ability: Option<Moment>,
}

impl QuantityWord<BattleSpirits> for LostOf {
    fn lint(&self, lint: &mut Lint<'_, BattleSpirits>) {
        if let Some(source) = &self.source {
            lint.inside("source", |lint| source.lint(lint));
        }
        if let Some(color) = &self.color {
            lint.inside("color", |lint| color.lint(lint));
        }
    }

    fn value(&self, game: &Game<'_>, scene: &Scene<'_>) -> i64 {
        let fits = |lost: &&Lost| {
            let card = game.pool.card(lost.definition);
            let had = |moment: Moment| {
                card.abilities.iter().any(|ability| {
                    let Head { levels, zone, .. } = &ability.head;
                    let at_level = levels.is_empty() || levels.contains(&lost.level);
                    at_level && *zone != Zone::Given && ability.moments().contains(&moment)
                })
            };
            self.by.covers(scene.seat, lost.by)
                && self.how.is_none_or(|how| how == lost.how)
                && self.source.as_ref().is_none_or(|source| source.0.contains(&lost.source))
                && self.color.as_ref().is_none_or(|color| color.0.contains(&card.color))
                && self.had_ability.is_none_or(had)
        };
        let lost = |seat: &Seat| game.state.facts.lost.get(*seat).iter();
        let count = self.of.seats(scene.seat).iter().flat_map(lost).filter(fits).count();
        i64::try_from(count).unwrap_or(i64::MAX)
    }
}

/// EX symbols that were exiled for this card by 繼召 [ruling-103].
#[wire(Part<BattleSpirits>)]
pub struct KeishoOf {}

impl QuantityWord<BattleSpirits> for KeishoOf {
    fn value(&self, game: &Game<'_>, scene: &Scene<'_>) -> i64 {
        i64::from(table::mark(game, scene.me.card).keisho)
    }
}

/// 「若如此做」: the sentence before was carried out completely [FAQ.效果通則.Q5].
#[wire(Copy, Part<BattleSpirits>)]
pub struct IfDone {}

impl ConditionWord<BattleSpirits> for IfDone {
    fn lint(&self, lint: &mut Lint<'_, BattleSpirits>) {
        Did {}.lint(lint);
    }

    fn is_true(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        !game.in_force(cite!("FAQ.效果通則.Q5")) || Did {}.is_true(game, scene)
    }
}
