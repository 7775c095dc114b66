//! Properties of units and orders, and the zones that selections search: 单位牌.3, 单位牌.4, 单位牌.6, 指令牌与费用.3,
//! 指令牌与费用.13, 战场.5, 周围与紧邻.1, 周围与紧邻.2; ruling-21, ruling-22, ruling-31, ruling-76.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::super::Tianhai;
use super::super::printed::OrderType;
use super::super::stat;
use super::super::table::{self, Game, HAND};
use super::change::Stat;
use super::keyword::KeywordName;
use super::{Select, context};
use crate::abilities::filter::{AnyOf, NotThis};
use crate::abilities::grid::{Adjacent, AreaWord, Around, AtEdge, Behind, Beside, InFront, Line, Offsets};
use crate::abilities::property::{Among, OwnerIs};
use crate::abilities::{Compared, FilterWord, Lint, Scene, SourceWord};
use crate::kernel::{CardId, Seat, wire};
use crate::verdict::Cite;
use crate::{numbers, properties_of_objects, words};

words! {
    /// A property that a card has or does not have.
    pub enum Filter: Filter<Tianhai> {
        /// How it lies.
        Face(FaceIs),
        /// One of these marks.
        Mark(MarkIs),
        /// One of these cards.
        Card(CardIs),
        /// It carries an order.
        Carries(CarriesOrder),
        /// One of these types of order.
        Type(TypeIs),
        /// Its wounds compared with a number.
        Wounds(Compared<Tianhai, WoundsIs>),
        /// The combat of its order compared with a number.
        Combat(Compared<Tianhai, CombatIs>),
        /// Its base combat compared with a number.
        BaseCombat(Compared<Tianhai, BaseCombatIs>),
        /// Its hit points compared with a number.
        Hp(Compared<Tianhai, HpIs>),
        /// The hit points that are left compared with a number.
        HpLeft(Compared<Tianhai, HpLeftIs>),
        /// The cost of an order compared with a number.
        Cost(Compared<Tianhai, CostIs>),
        /// It is a target of this settlement.
        IsTarget(IsTarget),
        /// It is a target of a melee attack.
        IsMeleeTarget(IsMeleeTarget),
        /// It attacks one of the units meant.
        Attacks(Attacks),
        /// It attacks one of the units meant in melee.
        AttacksInMelee(AttacksInMelee),
        /// One of the units meant attacks it.
        AttackedBy(AttackedBy),
        /// It stands ahead of this order.
        InFront(InFront),
        /// It stands beside this order.
        Beside(Beside),
        /// It stands behind this order.
        Behind(Behind),
        /// It stands at the edge of an agreed board.
        AtEdge(AtEdge),
        /// Another unit than the one that the text stands on.
        Other(OtherUnit),
        /// One of the cards meant.
        Among(Among<Tianhai>),
        /// Its owner, seen from the player of the ability.
        Owner(OwnerIs),
        /// At least one of these properties.
        Any(AnyOf<Tianhai>),
        /// Not this property.
        Not(NotThis<Tianhai>),
    }
}

/// The rule by which texts choose.
const TEXT: Cite = cite!("ruling-58");

/// How a unit lies.
#[wire(Copy)]
pub enum Face {
    /// 卡面朝上.
    Up,
    /// 卡背朝上.
    Down,
}

/// What an order on a unit has to be; with nothing said, any.
#[wire(Default)]
pub struct Order {
    /// One of these types.
    #[serde(rename = "type")]
    pub types: Option<Vec<OrderType>>,
    /// It has this keyword.
    pub keyword: Option<KeywordName>,
}

properties_of_objects! { Tianhai, TEXT, at context::of_unit;
    /// How a unit lies.
    FaceIs { Face }, |this, game, scene, unit| {
        stat::is_face_down(game, unit) == Some(this.0 == Face::Down)
    };
    /// Marks [单位牌.3].
    MarkIs { Vec<String> }, |this, game, scene, unit| {
        stat::card_of(game, unit).is_some_and(|card| this.0.contains(&card.mark))
    }, lint |this, lint| {
        lint.filled(&this.0);
        this.0.iter().for_each(|mark| lint.declared("mark", mark));
    };
    /// Cards, by their ids in the pool.
    CardIs { Vec<String> }, |this, game, scene, unit| {
        stat::card_of(game, unit).is_some() && this.0.contains(&table::printed(game, unit.card).id)
    }, lint |this, lint| lint.filled(&this.0);
    /// It carries an order.
    CarriesOrder { Order }, |this, game, scene, unit| {
        stat::carries(game, unit, this.0.types.as_deref(), this.0.keyword)
    };
    /// It is a target of this settlement [伤害结算.2].
    IsTarget {}, |this, game, scene, unit| game.state.facts.settlement.is_target(unit, false);
    /// It is a target of a melee attack [ruling-62].
    IsMeleeTarget {}, |this, game, scene, unit| game.state.facts.settlement.is_target(unit, true);
    /// It attacks one of the units meant.
    Attacks { Box<Select> }, |this, game, scene, unit| {
        this.0.all(game, scene).iter().any(|target| stat::attacks(game, unit, *target, false))
    }, lint |this, lint| this.0.lint(lint);
    /// It attacks one of the units meant in melee.
    AttacksInMelee { Box<Select> }, |this, game, scene, unit| {
        this.0.all(game, scene).iter().any(|target| stat::attacks(game, unit, *target, true))
    }, lint |this, lint| this.0.lint(lint);
    /// One of the units meant attacks it.
    AttackedBy { Box<Select> }, |this, game, scene, unit| {
        this.0.all(game, scene).iter().any(|attacker| stat::attacks(game, *attacker, unit, false))
    }, lint |this, lint| this.0.lint(lint);
    /// Another unit than the one below the order.
    OtherUnit {}, |this, game, scene, unit| {
        stat::own_unit(game, scene).is_none_or(|own| own.card != unit.card)
    };
}

/// Types of orders [指令牌与费用.13].
#[wire(Part<Tianhai>)]
pub struct TypeIs(pub Vec<OrderType>);

impl FilterWord<Tianhai> for TypeIs {
    fn lint(&self, lint: &mut Lint<'_, Tianhai>) {
        context::of_order(lint);
        lint.filled(&self.0);
    }

    fn fits(&self, game: &Game<'_>, _: &Scene<'_>, card: CardId) -> bool {
        let order = table::printed(game, card).order.as_ref();
        order.is_some_and(|order| self.0.contains(&order.kind))
    }

    fn rule(&self) -> Cite {
        TEXT
    }
}

macro_rules! of_stat {
    ($($(#[$meta:meta])* $name:ident, $stat:ident;)*) => {
        numbers! { Tianhai: $(
            $(#[$meta])*
            $name [TEXT], |game, card| stat::of_object(game, game.state.table.object(card), Stat::$stat),
            |game, object| stat::of_object(game, object, Stat::$stat);
        )* }
    };
}

of_stat! {
    /// The wounds of a unit.
    WoundsIs, Wounds;
    /// The combat of the order on a unit, as it is now.
    CombatIs, Combat;
    /// The base combat of a unit, as it is now [单位牌.4].
    BaseCombatIs, BaseCombat;
    /// The hit points of a unit [单位牌.6].
    HpIs, Hp;
    /// Its hit points less its wounds.
    HpLeftIs, HpLeft;
    /// The cost of an order, as it is now [指令牌与费用.3].
    CostIs, Cost;
}

/// Where cards are looked for; without a word, on the battlefield.
#[wire(Default, Part<Tianhai>)]
pub enum Source {
    /// 战场.
    #[default]
    Field,
    /// The orders of a hand.
    Hand,
    /// These cells, as this order looks.
    Cells(Offsets),
    /// Around the units meant [周围与紧邻.1].
    Around(Around<Tianhai>),
    /// Adjacent to the units meant [周围与紧邻.2].
    Adjacent(Adjacent<Tianhai>),
    /// In a line ahead of this order.
    Line(Line<Tianhai>),
}

impl Source {
    fn area(&self) -> Option<(&'static str, &dyn AreaWord<Tianhai>)> {
        Some(match self {
            Source::Field | Source::Hand => return None,
            Source::Cells(area) => ("cells", area),
            Source::Around(area) => ("around", area),
            Source::Adjacent(area) => ("adjacent", area),
            Source::Line(area) => ("line", area),
        })
    }
}

impl SourceWord<Tianhai> for Source {
    fn cards<'g>(&self, game: &'g Game<'_>, scene: &Scene<'_>, seat: Seat) -> Cow<'g, [CardId]> {
        let cards: Vec<CardId> = match (self, self.area()) {
            (_, Some((_, area))) => {
                let cells = area.cells(game, scene);
                let there = table::units(game, seat).into_iter();
                there
                    .filter(|unit| table::cell_of(game, *unit).is_some_and(|at| cells.contains(&at)))
                    .collect()
            }
            (Source::Hand, None) => {
                let is_order = |card: &CardId| table::printed(game, *card).order.is_some();
                game.state.table.list(HAND.of(seat)).iter().copied().filter(is_order).collect()
            }
            (_, None) => table::units(game, seat),
        };
        cards.into()
    }

    /// A player names a unit by its cell, which both players see.
    fn is_seen(&self, owner: Seat, viewer: Seat) -> bool {
        !matches!(self, Source::Hand) || owner == viewer
    }

    fn is_told(&self, _: Seat) -> bool {
        !matches!(self, Source::Hand)
    }

    fn unavailable(&self) -> &'static [&'static str] {
        if matches!(self, Source::Hand) { &[context::UNIT] } else { &[context::ORDER] }
    }

    fn rule(&self) -> Cite {
        TEXT
    }
}
