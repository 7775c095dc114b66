//! Properties of cards.
//!
//! 一.2 race; 五 directions; 六.※1 order; 八 states; 十二.3, 十二.4 stars; 十五 keywords.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::super::field::{self, Where};
use super::super::printed::{MagicType, Requirement};
use super::super::table::{self, Means, State, Verb, Way};
use super::super::{Xinglingwang, battle, entering, stat};
use super::trigger::PhaseName;
use super::{Amount, KeywordName, Select, Stat, standing};
use crate::abilities::filter::{AnyOf, NotThis, has_all};
use crate::abilities::memory::last_known_before;
use crate::abilities::property::{Among, NameContains, Number, Other, OwnerIs, SameName};
use crate::abilities::spelling::Spelling;
use crate::abilities::{Compared, FilterWord, Lint, Named, Part, Scene};
use crate::kernel::{CardId, Match, Object, wire};
use crate::verdict::Cite;
use crate::{numbers, property, words};

words! {
    /// A property that a card has or does not have.
    pub enum Filter: Filter<Xinglingwang> {
        /// A unit card or a magic card.
        Kind(KindIs),
        /// One of these races.
        Race(RaceIs),
        /// One of these types.
        Type(TypeIs),
        /// This name.
        Name(NameIs),
        /// The same name as the cards meant.
        SameName(SameName<Xinglingwang>),
        /// A name with these characters in it.
        NameContains(NameContains),
        /// Another card than the one that the text stands on.
        Other(Other),
        /// One of the cards meant.
        Among(Among<Xinglingwang>),
        /// A traveler.
        Traveler(IsTraveler),
        /// Not a traveler.
        NoTraveler(NoTraveler),
        /// A combined unit.
        Combined(IsCombined) may_change,
        /// One of the units under it has these properties.
        Over(Over) may_change,
        /// Has this keyword.
        Keyword(HasKeyword) may_change,
        /// Upright, attacking or rested.
        State(StateIs) may_change,
        /// Its attack compared with a number.
        Attack(Compared<Xinglingwang, AttackIs>) may_change,
        /// Its original attack compared with a number [十五.合體.6].
        OriginalAttack(Compared<Xinglingwang, OriginalAttackIs>),
        /// Its score compared with a number.
        Score(Compared<Xinglingwang, ScoreIs>) may_change,
        /// Its requirement: none, red or blue.
        Requirement(RequirementIs),
        /// The number in its red star compared with a number.
        RedStar(Compared<Xinglingwang, RedStarIs>),
        /// One of its ghost values compared with a number [十五.亡魂.1].
        Ghost(Compared<Xinglingwang, GhostIs>),
        /// The mana of a magic card compared with a number.
        Mana(Compared<Xinglingwang, ManaIs>),
        /// One of these kinds of magic.
        Magic(MagicIs),
        /// In this row.
        Row(RowIs) may_change,
        /// In one of these lanes, 1 to 5.
        Lane(LaneIs) may_change,
        /// Stands in this relation to the cards meant.
        Near(Near) may_change,
        /// Entered this turn.
        EnteredThisTurn(EnteredThisTurn),
        /// Entered this turn in one of these ways.
        EnteredBy(EnteredBy),
        /// Was drawn in the draw phase that is going on.
        DrawnNow(DrawnNow),
        /// An effect may bring it in [十二.4].
        MayEnter(MayEnter),
        /// Carries fewer travelers than it may [十五.搭乘.2].
        HasRoom(HasRoom),
        /// Fights in the battle that is going on.
        Fighting(Fighting) may_change,
        /// Was destroyed this turn.
        DestroyedThisTurn(DestroyedThisTurn),
        /// Attacks one of the cards meant.
        Attacks(AttacksOne) may_change,
        /// Is attacked by one of the cards meant.
        AttackedBy(AttackedByOne) may_change,
        /// Attacks a unit whose attack is at least so much less.
        Outdoes(Outdoes) may_change,
        /// May be played or summoned to the enemy's half [ruling-61].
        ToEnemyHalf(ToEnemyHalf),
        /// Has 立即 [十二.2].
        Immediate(HasImmediate),
        /// Its owner, seen from the player of the ability.
        Owner(OwnerIs),
        /// At least one of these properties.
        Any(AnyOf<Xinglingwang>),
        /// Not this property.
        Not(NotThis<Xinglingwang>),
    }
}

type Game<'p> = Match<'p, Xinglingwang>;

impl Filter {
    /// Whether the property is that of a card other than those chosen before.
    pub(crate) fn means_another(&self) -> bool {
        matches!(self, Self::Not(NotThis(inner)) if matches!(&**inner, Self::Among(_)))
    }
}

macro_rules! filter {
    ($(#[$meta:meta])* $name:ident($($inner:tt)*), $rule:literal, $($fits:tt)*) => {
        property! { Xinglingwang: $(#[$meta])* $name($($inner)*), cite!($rule), $($fits)* }
    };
}

macro_rules! plain_filter {
    (
        $(#[$meta:meta])* $name:ident, $rule:literal,
        |$game:ident, $scene:ident, $card:ident| $fits:expr $(, lint $lint:expr)?
    ) => {
        $(#[$meta])*
        #[wire(Part<Xinglingwang>)]
        pub struct $name {}

        impl FilterWord<Xinglingwang> for $name {
            $(fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) { $lint(lint); })?

            #[allow(unused_variables)]
            fn fits(&self, $game: &Game<'_>, $scene: &Scene<'_>, $card: CardId) -> bool {
                $fits
            }

            fn rule(&self) -> Cite {
                cite!($rule)
            }
        }
    };
}

/// A unit card or a magic card.
#[wire(Copy)]
pub enum CardKind {
    /// 單位卡; a unit on the field is one, whatever its card is.
    Unit,
    /// 魔法卡.
    Magic,
}

/// Kinds of requirement.
#[wire(Copy)]
pub enum Star {
    /// 無需祭品.
    None,
    /// 紅色星星.
    Red,
    /// 藍色星星.
    Blue,
}

/// A row [四.9].
#[wire(Copy)]
pub enum Row {
    /// 前排.
    Front,
    /// 後排.
    Back,
}

impl Row {
    pub(crate) const fn has(self, at: Where) -> bool {
        at.is_front() == matches!(self, Row::Front)
    }
}

/// A side of a battle.
#[wire(Copy)]
pub enum Fights {
    /// It attacks.
    Attacks,
    /// It defends.
    Defends,
}

filter!(
    /// A kind of card.
    KindIs(CardKind), "六.1", |this, game, _scene, card| {
        let unit = table::is_unit(game, card) || table::printed(game, card).is_unit_card();
        (this.0 == CardKind::Unit) == unit
    }
);
filter!(
    /// Races [一.2(2)].
    RaceIs(Vec<String>), "六.1", |this, game, _scene, card| this.0.contains(&table::printed(game, card).race),
    lint |this, lint| {
        lint.filled(&this.0);
        this.0.iter().for_each(|race| lint.declared("race", race));
    }
);
filter!(
    /// Types.
    TypeIs(Vec<String>), "六.1", |this, game, _scene, card| {
        this.0.iter().any(|kind| stat::has_type(game, card, kind))
    },
    lint |this, lint| {
        lint.filled(&this.0);
        this.0.iter().for_each(|kind| lint.declared("type", kind));
    }
);
filter!(
    /// A name.
    NameIs(Spelling), "六.1", |this, game, _scene, card| stat::has_name(game, card, &this.0)
);

impl Named for Xinglingwang {
    const NAME_CONTAINS: Cite = cite!("六.1");

    fn names<'g>(game: &'g Game<'_>, card: CardId) -> SmallVec<[&'g str; 2]> {
        let printed = table::printed(game, card);
        std::iter::once(printed.name.printed()).chain(printed.also_named.iter().map(String::as_str)).collect()
    }

    fn has_name(game: &Game<'_>, card: CardId, name: &str) -> bool {
        stat::has_name(game, card, name)
    }
}

filter!(
    /// A keyword [十五].
    HasKeyword(KeywordName), "六.1", |this, game, _scene, card| stat::has_keyword(game, card, this.0)
);
filter!(
    /// A state [八].
    StateIs(State), "六.1", |this, game, scene, card| stat::state(game, scene, card) == Some(this.0),
    lint |_this, lint| standing::on_field(lint)
);
filter!(
    /// A star [十二.3, 十二.4, ruling-16].
    RequirementIs(Star), "十二.※2", |this, game, _scene, card| match this.0 {
        Star::Blue => stat::is_blue(game, card),
        Star::Red => stat::red_star(game, card) > 0,
        Star::None => !stat::is_blue(game, card) && stat::red_star(game, card) == 0,
    }
);
filter!(
    /// Kinds of magic [七.2, 七.4].
    MagicIs(Vec<MagicWord>), "六.1", |this, game, _scene, card| {
        let magic = table::printed(game, card).magic.as_ref();
        magic.is_some_and(|magic| {
            this.0.iter().any(|word| magic.kind == word.kind() || magic.also == Some(word.kind()))
        })
    }, lint |this, lint| lint.filled(&this.0)
);
filter!(
    /// A row [四.9].
    RowIs(Row), "四.9", |this, game, scene, card| {
        stat::place(game, scene, card).is_some_and(|at| this.0.has(at))
    },
    lint |_this, lint| standing::on_field(lint)
);
filter!(
    /// Lanes [四.4].
    LaneIs(Vec<u8>), "四.4", |this, game, scene, card| {
        stat::place(game, scene, card).is_some_and(|at| this.0.contains(&(at.lane() + 1)))
    }, lint |this, lint| {
        standing::on_field(lint);
        standing::lanes(lint, &this.0);
    }
);
filter!(
    /// A side of the battle [十一.4].
    Fighting(Fights), "六.1", |this, game, _scene, card| {
        let object = game.state.table.object(card);
        game.state.facts.battle.as_ref().is_some_and(|battle| match this.0 {
            Fights::Attacks => battle.attacker == object,
            Fights::Defends => battle.defenders.contains(&object),
        })
    }, lint |_this, lint| {
        standing::on_field(lint);
        lint.refers_to(standing::BATTLE);
    }
);
/// Kinds of magic as words.
#[wire(Copy)]
pub enum MagicWord {
    /// 消耗.
    OneShot,
    /// 永久.
    Permanent,
    /// 場地.
    Field,
}

impl MagicWord {
    const fn kind(self) -> MagicType {
        match self {
            MagicWord::OneShot => MagicType::OneShot,
            MagicWord::Permanent => MagicType::Permanent,
            MagicWord::Field => MagicType::Field,
        }
    }
}

numbers! { Xinglingwang:
    /// Attack now; what has none is never compared [十五.阻擋.4].
    AttackIs, |game, card| stat::attack(game, card);
    /// The original attack; what has a shield has none [十五.合體.6, 十五.阻擋.4].
    OriginalAttackIs, |game, card| {
        let shield = stat::has_keyword(game, card, KeywordName::Block);
        stat::original(game, card, Stat::Attack).filter(|_| !shield)
    };
    /// Score now.
    ScoreIs, |game, card| stat::value(game, card, Stat::Score);
    /// The red star now.
    RedStarIs, |game, card| {
        let unit = table::printed(game, card).as_unit()?;
        matches!(unit.requirement, Requirement::Red(_)).then(|| stat::red_star(game, card))
    };
    /// Mana.
    ManaIs, |game, card| table::printed(game, card).magic.as_ref().map(|magic| magic.mana.into());
}

/// Ghost values; a card may have several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GhostIs;

impl Number<Xinglingwang> for GhostIs {
    fn of_card(game: &Game<'_>, card: CardId) -> Option<i64> {
        stat::ghosts(game, card).into_iter().min()
    }

    fn further(game: &Game<'_>, card: CardId) -> SmallVec<[i64; 2]> {
        stat::ghosts(game, card).into_iter().collect()
    }
}

plain_filter!(
    /// 小旅人 [ruling-5].
    IsTraveler, "六.1", |game, scene, card| table::is_traveler(game, card),
    lint standing::on_field
);
plain_filter!(
    /// Not 小旅人.
    NoTraveler, "六.1", |game, scene, card| !table::is_traveler(game, card)
);
plain_filter!(
    /// 合體後的單位 [十五.合體.1].
    IsCombined, "十五.合體.1", |game, scene, card| table::is_combined(game, card),
    lint standing::on_field
);
plain_filter!(
    /// It entered this turn.
    EnteredThisTurn, "六.1", |game, scene, card| {
        table::is_unit(game, card) && table::mark(game, card).entered == game.state.facts.turn
    }, lint standing::on_field
);
filter!(
    /// It entered this turn in one of these ways.
    EnteredBy(Vec<Way>), "六.1", |this, game, _scene, card| {
        let mark = table::mark(game, card);
        let is_new = table::is_unit(game, card) && mark.entered == game.state.facts.turn;
        is_new && this.0.contains(&mark.way)
    }, lint |this, lint| {
        standing::on_field(lint);
        lint.filled(&this.0);
    }
);
plain_filter!(
    /// It was drawn in the draw phase that is going on [二.1].
    DrawnNow, "六.1", |game, scene, card| game.state.facts.drawn.contains(&game.state.table.object(card))
);
plain_filter!(
    /// A unit card that an effect may bring in: a blue star only if its frame says so [十二.4].
    MayEnter, "十二.4", |game, scene, card| entering::may_enter_by_effect(game, card, scene.me)
);
plain_filter!(
    /// It can take a further traveler [十五.搭乘.2].
    HasRoom, "十五.搭乘.2", |game, scene, card| entering::room_for_passengers(game, card) > 0,
    lint standing::on_field
);

plain_filter!(
    /// A card that may be played or summoned to the enemy's half [ruling-61].
    ToEnemyHalf, "ruling-61", |game, scene, card| {
        let unit = table::printed(game, card).as_unit();
        unit.is_some_and(|unit| unit.to_enemy_half || unit.summoned_to_enemy_half)
    }
);
plain_filter!(
    /// 立即, printed or given, or seen under it [十二.2, ruling-18].
    HasImmediate, "十二.2", |game, scene, card| entering::has_immediate(game, card)
);

filter!(
    /// An attacking unit one of whose targets is meant [十一.4].
    AttacksOne(Select), "十一.4", |this, game, scene, card| {
        let targets = battle::attacked(game, game.state.table.object(card));
        !targets.is_empty() && this.0.all(game, scene).iter().any(|target| targets.contains(target))
    }, lint |this, lint| {
        standing::on_field(lint);
        this.0.lint(lint);
    }
);
filter!(
    /// A unit that is the target of an attacking unit that is meant [十一.4].
    AttackedByOne(Select), "十一.4", |this, game, scene, card| {
        let target = game.state.table.object(card);
        this.0.all(game, scene).iter().any(|attacker| battle::attacked(game, *attacker).contains(&target))
    }, lint |this, lint| {
        standing::on_field(lint);
        this.0.lint(lint);
    }
);

filter!(
    /// An attacking unit one of whose targets has at least so much less attack [十一.4].
    Outdoes(Amount), "十一.4", |this, game, scene, card| {
        let least = this.0.value(game, scene);
        let gap = |target: &Object| {
            Some(stat::attack(game, card)?.saturating_sub(stat::attack(game, target.card)?))
        };
        let targets = battle::attacked(game, game.state.table.object(card));
        targets.iter().any(|target| gap(target).is_some_and(|gap| gap >= least))
    }, lint |this, lint| {
        standing::on_field(lint);
        this.0.lint_count(lint);
    }
);

filter!(
    /// A combined unit with such a unit under it [十五.合體.1].
    Over(Vec<Filter>), "十五.合體.1", |this, game, scene, card| {
        let mut lower = table::lower(game, card);
        lower.any(|(lower, _)| has_all(game, scene, &this.0, lower))
    }, lint |this, lint| {
        standing::on_field(lint);
        this.0.lint_part(lint);
    }
);

/// It was destroyed this turn as a unit, and lies where it went then [十.2].
#[wire(Copy, Part<Xinglingwang>)]
pub struct DestroyedThisTurn {
    /// By which means.
    pub means: Option<Means>,
    /// In which state.
    pub state: Option<State>,
    /// In which phase.
    pub phase: Option<PhaseName>,
}

impl FilterWord<Xinglingwang> for DestroyedThisTurn {
    fn fits(&self, game: &Game<'_>, _: &Scene<'_>, card: CardId) -> bool {
        let left = || last_known_before(game, game.state.table.object(card));
        !table::is_unit(game, card)
            && left().is_some_and(|memory| {
                memory.verb == Verb::Destroy
                    && self.means.is_none_or(|means| means == memory.means)
                    && self.state.is_none_or(|state| state == memory.state)
                    && self.phase.is_none_or(|phase| phase.is(memory.phase))
            })
    }

    fn rule(&self) -> Cite {
        cite!("十.2")
    }
}

/// How two units stand to each other [五].
#[wire(Copy)]
pub enum Relation {
    /// 前方.
    InFront,
    /// 前方第一個單位.
    FirstInFront,
    /// 前方第一個敵方單位.
    FirstEnemyInFront,
    /// 正前方.
    DirectlyInFront,
    /// 正後方.
    DirectlyBehind,
    /// 左右邊.
    Beside,
    /// 左邊.
    Left,
    /// 右邊.
    Right,
    /// The same lane.
    SameLane,
    /// The same row of the same half.
    SameRow,
}

/// Stands so to one of the cards meant.
#[wire(Part<Xinglingwang>)]
pub struct Near {
    /// How.
    pub relation: Relation,
    /// To which cards.
    pub of: Box<Select>,
}

/// The positions in a relation to a position [五].
fn related(game: &Game<'_>, relation: Relation, of: Where) -> field::Positions {
    let first = game.state.facts.first;
    match relation {
        Relation::InFront => of.in_front().collect(),
        Relation::FirstInFront => {
            of.in_front().find(|at| field::at(game, *at).is_some()).into_iter().collect()
        }
        Relation::FirstEnemyInFront => of
            .in_front()
            .find(|at| at.side != of.side && field::at(game, *at).is_some())
            .into_iter()
            .collect(),
        Relation::DirectlyInFront => of.directly_in_front().into_iter().collect(),
        Relation::DirectlyBehind => of.directly_behind().into_iter().collect(),
        Relation::Beside => of.beside(first).into_iter().flatten().collect(),
        Relation::Left => of.beside(first)[0].into_iter().collect(),
        Relation::Right => of.beside(first)[1].into_iter().collect(),
        Relation::SameLane => (0..2 * field::POSITIONS)
            .filter_map(Where::from_index)
            .filter(|at| at.lane() == of.lane())
            .collect(),
        Relation::SameRow => (0..field::POSITIONS)
            .map(|number| Where { side: of.side, number })
            .filter(|at| at.is_front() == of.is_front())
            .collect(),
    }
}

impl FilterWord<Xinglingwang> for Near {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        standing::on_field(lint);
        self.lint_part(lint);
    }

    fn fits(&self, game: &Game<'_>, scene: &Scene<'_>, card: CardId) -> bool {
        let Some(at) = stat::place(game, scene, card) else { return false };
        self.of
            .all(game, scene)
            .iter()
            .filter_map(|of| stat::place(game, scene, of.card))
            .any(|of| related(game, self.relation, of).contains(&at))
    }

    fn rule(&self) -> Cite {
        match self.relation {
            Relation::InFront | Relation::FirstInFront | Relation::FirstEnemyInFront => cite!("五.1"),
            Relation::DirectlyInFront => cite!("五.2"),
            Relation::DirectlyBehind => cite!("五.4"),
            Relation::Beside | Relation::Left | Relation::Right => cite!("五.5"),
            Relation::SameLane | Relation::SameRow => cite!("四.9"),
        }
    }
}
