//! The numbers of units and orders as effects make them: 单位牌.4, 指令牌与费用.9, 指令牌与费用.10, 指令牌与费用.11; ruling-31, ruling-61 to
//! ruling-73. A stand-in: as they are printed.

use super::printed::Combat;
use super::table::{self, Game, printed};
use super::words::{Keyword, RangePart};
use crate::kernel::{CardId, Object, Seat};

/// 基本战斗力 of a unit [单位牌.4].
pub fn base_combat(game: &Game<'_>, unit: CardId) -> i64 {
    printed(game, unit).unit.as_ref().map_or(0, |unit| i64::from(unit.combat))
}

/// 生命值 of a unit [单位牌.6].
pub fn hp(game: &Game<'_>, unit: CardId) -> i64 {
    printed(game, unit).unit.as_ref().map_or(0, |unit| i64::from(unit.hp))
}

/// The value of the order on a unit [指令牌与费用.10, 指令牌与费用.11, ruling-31]; of a unit without one its base combat.
pub fn value(game: &Game<'_>, unit: CardId) -> i64 {
    let Some(order) = table::order_of(game, unit) else { return base_combat(game, unit) };
    let value = match printed(game, order).order.as_ref().map(|order| order.combat) {
        Some(Combat::Number(number)) => i64::from(number),
        // Without the rule for “-” nothing is printed there.
        Some(Combat::Base(_)) if !game.holds(cite!("指令牌与费用.11")) => 0,
        _ => base_combat(game, unit),
    };
    value.saturating_add(i64::from(table::mark(game, order).bonus)).max(0)
}

/// The keywords of an order now.
pub fn keywords(game: &Game<'_>, order: CardId) -> Vec<Keyword> {
    printed(game, order).order.as_ref().map_or_else(Vec::new, |order| order.keywords.clone())
}

/// Whether the order on a unit has a keyword, by this rule.
pub fn has(game: &Game<'_>, unit: CardId, keyword: Keyword) -> bool {
    table::order_of(game, unit).is_some_and(|order| keywords(game, order).contains(&keyword))
}

/// The range parts of the attack order on a unit, in printed order [ruling-21].
pub fn range(game: &Game<'_>, unit: CardId) -> Vec<RangePart> {
    let Some(order) = table::order_of(game, unit) else { return Vec::new() };
    let printed = printed(game, order).order.as_ref();
    let named = keywords(game, order).into_iter().filter_map(Keyword::range);
    named.chain(printed.map_or(&[][..], |order| &order.range).iter().cloned()).collect()
}

/// The number of 机动 of a move order in hand, and whether it may go diagonally.
pub fn mobility(game: &Game<'_>, order: CardId, _unit: CardId) -> Option<(u8, bool)> {
    let all = keywords(game, order);
    let number = all.iter().find_map(|keyword| match keyword {
        Keyword::Mobility(n) => Some(*n),
        _ => None,
    })?;
    Some((number, all.contains(&Keyword::Diagonal) && game.holds(cite!("ruling-69"))))
}

/// The number of 冲锋 of an attack order in hand [ruling-68].
pub fn charge(game: &Game<'_>, order: CardId, _unit: CardId) -> Option<u8> {
    keywords(game, order).iter().find_map(|keyword| match keyword {
        Keyword::Charge(n) => Some(*n),
        _ => None,
    })
}

/// The cost of an order in hand [指令牌与费用.3].
pub fn cost(game: &Game<'_>, order: CardId) -> i64 {
    printed(game, order).order.as_ref().map_or(0, |order| i64::from(order.cost))
}

/// By how much the limit of plays of a player is changed in this round.
pub const fn more_plays(_: &Game<'_>, _: Seat) -> i64 {
    0
}

/// Whether an order is not counted when it is deployed on this unit.
pub const fn is_free(_: &Game<'_>, _order: CardId, _unit: CardId) -> bool {
    false
}

/// By how much damage to a unit is reduced in step 5 [ruling-73].
pub fn reduction(game: &Game<'_>, unit: CardId) -> i64 {
    let Some(order) = table::order_of(game, unit).filter(|_| game.holds(cite!("ruling-73"))) else { return 0 };
    let numbers = keywords(game, order).into_iter().filter_map(|keyword| match keyword {
        Keyword::Steadfast(n) => Some(i64::from(n)),
        _ => None,
    });
    numbers.sum()
}

/// Whether a target with an order defends with its base combat, being attacked by these units [ruling-71, ruling-72].
pub fn uses_base_combat(game: &Game<'_>, target: CardId, attackers: &[Object]) -> bool {
    let breach = attackers.iter().any(|attacker| has(game, attacker.card, Keyword::Breach));
    let frontal = has(game, target, Keyword::Frontal) && {
        let frame = table::frame(game, target);
        let is_behind = |attacker: &Object| {
            let cell = table::cell_of(game, attacker.card);
            frame.zip(cell).is_some_and(|(frame, cell)| frame.relative(cell).0 < 1)
        };
        attackers.iter().any(is_behind)
    };
    breach && game.holds(cite!("ruling-71")) || frontal && game.holds(cite!("ruling-72"))
}

/// Whether step 9 leaves the order on a unit [ruling-70].
pub fn keeps(game: &Game<'_>, unit: CardId) -> bool {
    has(game, unit, Keyword::Lasting) && game.holds(cite!("ruling-70"))
}
