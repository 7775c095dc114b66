//! The numbers of units and orders as effects make them, and what texts read of those that have left: 单位牌.4,
//! 单位牌.6, 打牌阶段.2, 指令牌与费用.3, 指令牌与费用.9, 指令牌与费用.10, 指令牌与费用.11, 攻击.3, 伤害结算.4b, 伤害结算.5, 伤害结算.9; ruling-10,
//! ruling-21, ruling-31, ruling-58, ruling-61, ruling-68 to ruling-73, ruling-76.

use super::Tianhai;
use super::printed::{Combat, OrderType, UnitData};
use super::prohibition::{Forbidden, forbids};
use super::table::{self, Facing, Game, Numbers, mark, owner, printed};
use super::words::change::topics;
use super::words::keyword::LONGEST;
use super::words::{AbilityId, GameInfluence, Influence, Keyword, KeywordName, RangePart, Stat, Static};
use crate::abilities::lasting::NumberChange;
use crate::abilities::memory;
use crate::abilities::standing::{Adjustments, Given, each_keyword};
use crate::abilities::{ConditionWord, LastingWord, Scene};
use crate::kernel::{Adjustment, CardId, Cell, Fold, Modifier, Object, Reach, Seat, Spot, fold, held};

/// The largest value of a number.
const LARGEST: i64 = 1_000_000;

/// What is last known of a unit that left the battlefield, or of an order that left its unit [ruling-58].
#[held]
pub struct Memory {
    /// The object.
    pub object: Object,
    /// The unit: itself, or the one below the order.
    pub unit: Object,
    /// The cell of the unit.
    pub cell: Cell,
    /// Of an order: its facing.
    pub facing: Option<Facing>,
    /// Whether the unit lay face down.
    pub face_down: bool,
    /// Its numbers, in the order of [`Stat::ALL`].
    pub numbers: [Option<i64>; 7],
    /// The order that lay on the unit.
    pub order: Option<Carried>,
}

/// An order as texts see it on its unit.
#[held]
pub struct Carried {
    /// Its type.
    pub kind: OrderType,
    /// Its keywords.
    pub keywords: Vec<KeywordName>,
}

impl Memory {
    /// What is known of a unit on the battlefield, or of an order on one, that is about to leave; `None` for
    /// other cards.
    pub fn of(game: &Game<'_>, card: CardId) -> Option<Memory> {
        let object = game.state.table.object(card);
        let unit = carrier(game, object).unwrap_or(object);
        let is_order = unit != object;
        Some(Memory {
            object,
            unit,
            cell: table::cell_of(game, unit.card)?,
            facing: mark(game, card).facing.filter(|_| is_order),
            face_down: mark(game, unit.card).is_face_down(),
            numbers: Stat::ALL.map(|stat| current_number(game, card, stat)),
            order: carried(game, unit),
        })
    }
}

crate::remembers! { Tianhai: Memory }

/// The last known information on an object that is gone.
pub(crate) fn last_known<'g>(game: &'g Game<'_>, object: Object) -> Option<&'g Memory> {
    let gone = !game.state.table.is_current(object);
    memory::last_known(game, object).filter(|_| gone)
}

/// The unit that an order lies on.
pub(crate) fn carrier(game: &Game<'_>, order: Object) -> Option<Object> {
    let card = game.state.table.card(order.card).filter(|card| card.incarnation == order.incarnation)?;
    match card.spot {
        Spot::Member(host, _) => Some(game.state.table.object(host)),
        Spot::Place(..) => None,
    }
}

/// The unit below the order of a text. If the order has left, the unit that it lay on; while it is being
/// deployed, the unit on which it goes.
pub(crate) fn own_unit(game: &Game<'_>, scene: &Scene<'_>) -> Option<Object> {
    let last = || last_known(game, scene.me).map(|memory| memory.unit);
    let deployed = || scene.subject.filter(|_| game.state.table.is_current(scene.me));
    carrier(game, scene.me).or_else(last).or_else(deployed)
}

/// The cell of a unit, or of the unit below an order; the last one if it has left.
pub(crate) fn cell_of(game: &Game<'_>, object: Object) -> Option<Cell> {
    match last_known(game, object) {
        Some(memory) => Some(memory.cell),
        None => table::cell_of(game, object.card),
    }
}

/// The facing of an order; the last one if it has left.
pub(crate) fn facing(game: &Game<'_>, order: Object) -> Option<Facing> {
    match last_known(game, order) {
        Some(memory) => memory.facing,
        None => mark(game, order.card).facing,
    }
}

/// Whether a unit lies face down, or lay face down when it left; `None`: the object is no unit.
pub(crate) fn is_face_down(game: &Game<'_>, unit: Object) -> Option<bool> {
    match last_known(game, unit) {
        Some(memory) => Some(memory.face_down),
        None => table::cell_of(game, unit.card).map(|_| mark(game, unit.card).is_face_down()),
    }
}

/// Whether texts can read what is printed on a unit: not while it lies face down [ruling-76].
fn is_read(game: &Game<'_>, unit: Object) -> bool {
    let down = is_face_down(game, unit);
    down == Some(false) || down == Some(true) && !game.in_force(cite!("ruling-76"))
}

/// What is printed on a unit, if texts can read it.
pub(crate) fn card_of<'p>(game: &Game<'p>, unit: Object) -> Option<&'p UnitData> {
    is_read(game, unit).then(|| printed(game, unit.card).unit.as_ref())?
}

/// The order on a unit; of a unit that has left, the last one.
fn carried(game: &Game<'_>, unit: Object) -> Option<Carried> {
    if let Some(memory) = last_known(game, unit) {
        return memory.order.clone();
    }
    let order = table::order_of(game, unit.card)?;
    let kind = table::order_type(game, order)?;
    let keywords = keywords(game, order).into_iter().map(Keyword::name).collect();
    Some(Carried { kind, keywords })
}

/// Whether a unit carries an order of one of these types, if any are named, and with this keyword, if one is
/// named; of a unit that has left, whether it did so last. Keywords are computed only if one is named: they
/// may depend on what units carry.
pub(crate) fn carries(
    game: &Game<'_>,
    unit: Object,
    types: Option<&[OrderType]>,
    keyword: Option<KeywordName>,
) -> bool {
    let is_one = |kind: OrderType| types.is_none_or(|types| types.contains(&kind));
    if let Some(memory) = last_known(game, unit) {
        let has = |order: &Carried| keyword.is_none_or(|keyword| order.keywords.contains(&keyword));
        return memory.order.as_ref().is_some_and(|order| is_one(order.kind) && has(order));
    }
    let Some(order) = table::order_of(game, unit.card) else { return false };
    let has = |keyword: KeywordName| keywords(game, order).iter().any(|own| own.name() == keyword);
    table::order_type(game, order).is_some_and(is_one) && keyword.is_none_or(has)
}

/// Whether a unit attacks another unit in this settlement; with `melee`, whether in melee.
pub(crate) fn attacks(game: &Game<'_>, attacker: Object, target: Object, melee: bool) -> bool {
    game.state.facts.settlement.attacks(attacker, target, melee)
}

/// Attack, defence and damage of the event's subject, else of the target that is being settled.
pub(crate) fn strike_numbers(game: &Game<'_>, scene: &Scene<'_>) -> Option<Numbers> {
    let of = |unit: Option<Object>| game.state.facts.settlement.numbers_of(unit?);
    of(scene.subject).or_else(|| of(game.state.facts.settlement.target()))
}

/// The number of steps that a unit has moved in this turn.
pub(crate) fn steps_moved(game: &Game<'_>, unit: Object) -> i64 {
    let moved = game.state.facts.moved.iter().filter(|(mover, _)| *mover == unit);
    moved.map(|(_, steps)| i64::from(*steps)).sum()
}

/// Calls `visit` for every change on a topic of `wanted` that a working continuous ability makes, if the
/// change `reaches` what the caller asks about. An ability works while its order lies on a unit [指令牌与费用.10].
pub(crate) fn each_static(
    game: &Game<'_>,
    wanted: u64,
    reaches: impl Fn(&Scene<'_>, &Static) -> bool,
    mut visit: impl FnMut(&Scene<'_>, &Static),
) {
    if game.pool.summary.about & wanted == 0 {
        return;
    }
    game.reading(|| {
        for &order in table::orders_on_units(game) {
            let definition = game.definition(order);
            if game.pool.interests(definition).is_none_or(|interests| interests.about & wanted == 0) {
                continue;
            }
            let (seat, me) = (owner(game, order), game.state.table.object(order));
            let scene = Scene::of(seat, me);
            for ability in printed(game, order).abilities() {
                let applies = || ability.head.apply.iter().filter(|each| each.change().about() & wanted != 0);
                if applies().next().is_none() {
                    continue;
                }
                // If the data of the order are not exact, its real condition may differ: then judging stops
                // where the change would reach something.
                if game.is_inexact(definition) && applies().any(|each| reaches(&scene, each)) {
                    game.rely_on_text(Some(order), definition);
                }
                if game.spend(1) && ability.head.when.as_ref().is_none_or(|when| when.is_true(game, &scene)) {
                    applies().filter(|each| reaches(&scene, each)).for_each(|each| visit(&scene, each));
                }
            }
        }
    });
}

/// The changes of a number of a card. Changes of a unit's combat include those of the order on it.
fn changes(game: &Game<'_>, card: CardId, stat: Stat) -> Vec<(u32, Adjustment)> {
    let order = table::order_of(game, card).filter(|_| stat == Stat::Combat);
    let both = std::iter::once(card).chain(order);
    let all = both.flat_map(|card| {
        let Adjustments { mut list, factor } = Adjustments::of(game, card, stat);
        if factor != 1 {
            list.push((0, Adjustment::Multiply(factor)));
        }
        list
    });
    all.collect()
}

/// A number after its changes: the last value that it was set to, then all additions, at least 0 [ruling-31].
fn changed(game: &Game<'_>, base: i64, list: Vec<(u32, Adjustment)>) -> i64 {
    let how =
        if game.in_force(cite!("ruling-31")) { Fold::Layers(Some(0)) } else { Fold::Sequence(i64::MIN) };
    game.counted(fold(base, list.into_iter(), how), LARGEST)
}

/// 基本战斗力 of a unit [单位牌.4].
pub(crate) fn base_combat(game: &Game<'_>, unit: CardId) -> i64 {
    let base = printed(game, unit).unit.as_ref().map_or(0, |unit| i64::from(unit.combat));
    changed(game, base, changes(game, unit, Stat::BaseCombat))
}

/// 生命值 of a unit [单位牌.6].
pub(crate) fn hp(game: &Game<'_>, unit: CardId) -> i64 {
    printed(game, unit).unit.as_ref().map_or(0, |unit| i64::from(unit.hp))
}

/// The combat value of the order on a unit; without an order, its base combat [指令牌与费用.10, 指令牌与费用.11,
/// ruling-31].
pub(crate) fn value(game: &Game<'_>, unit: CardId) -> i64 {
    let Some(order) = table::order_of(game, unit) else { return base_combat(game, unit) };
    let value = match printed(game, order).order.as_ref().map(|order| order.combat) {
        Some(Combat::Number(number)) => i64::from(number),
        // If the rule for “-” is suspended, such an order has the value 0.
        Some(Combat::Base(_)) if !game.in_force(cite!("指令牌与费用.11")) => 0,
        _ => base_combat(game, unit),
    };
    let mut list = changes(game, unit, Stat::Combat);
    if game.in_force(cite!("ruling-68")) {
        list.push((0, Adjustment::Add(i64::from(mark(game, order).bonus))));
    }
    changed(game, value, list)
}

/// A number of a card where it lies now, if texts can read it.
fn current_number(game: &Game<'_>, card: CardId, stat: Stat) -> Option<i64> {
    let object = game.state.table.object(card);
    let Some(carrier) = carrier(game, object) else {
        if table::cell_of(game, card).is_none() {
            // The card is an order that lies on no unit.
            return match stat {
                Stat::Cost if !table::is_unit(game, card) => Some(cost(game, card)),
                Stat::Mobility => printed_mobility(game, card).map(|n| mobility_of(game, card, n)),
                Stat::Cost | Stat::Combat | Stat::BaseCombat | Stat::Hp | Stat::Wounds | Stat::HpLeft => None,
            };
        }
        let wounds = i64::from(mark(game, card).wounds);
        return match stat {
            Stat::Wounds => Some(wounds),
            Stat::Mobility => None,
            Stat::Combat | Stat::BaseCombat | Stat::Hp | Stat::HpLeft | Stat::Cost
                if !is_read(game, object) =>
            {
                None
            }
            Stat::Combat => table::order_of(game, card).map(|_| value(game, card)),
            Stat::BaseCombat => Some(base_combat(game, card)),
            Stat::Hp => Some(hp(game, card)),
            Stat::HpLeft => Some(hp(game, card).saturating_sub(wounds).max(0)),
            Stat::Cost => table::order_of(game, card).map(|order| cost(game, order)),
        };
    };
    match stat {
        Stat::Cost => Some(cost(game, card)),
        Stat::Combat => Some(value(game, carrier.card)),
        Stat::BaseCombat | Stat::Mobility | Stat::Hp | Stat::Wounds | Stat::HpLeft => None,
    }
}

/// A number of an object; of one that is gone, the last value [ruling-58].
pub(crate) fn of_object(game: &Game<'_>, object: Object, stat: Stat) -> Option<i64> {
    match last_known(game, object) {
        Some(memory) => {
            let place = Stat::ALL.iter().position(|other| *other == stat)?;
            memory.numbers.get(place).copied().flatten()
        }
        None => current_number(game, object.card, stat),
    }
}

/// The keywords of an order: the printed ones, then those given to it or to its unit, without those taken
/// away.
pub(crate) fn keywords(game: &Game<'_>, order: CardId) -> Vec<Keyword> {
    let own = printed(game, order).order.as_ref().map_or(&[][..], |order| &order.keywords);
    let mut all = own.to_vec();
    let mut lost: Vec<KeywordName> = Vec::new();
    if let Some(unit) = carrier(game, game.state.table.object(order)) {
        for card in [unit.card, order] {
            each_keyword(game, card, topics::KEYWORDS, |given| match given {
                Given::Keyword(keyword) => all.push(keyword),
                Given::Lost(name) => lost.push(name),
            });
        }
    }
    all.retain(|keyword| !lost.contains(&keyword.name()));
    all
}

/// Whether the order on a unit has a keyword, with any number.
pub(crate) fn has(game: &Game<'_>, unit: CardId, keyword: Keyword) -> bool {
    let order = table::order_of(game, unit);
    order.is_some_and(|order| keywords(game, order).iter().any(|own| own.name() == keyword.name()))
}

/// A filter for the continuous abilities of this order.
fn is_of(order: CardId) -> impl Fn(&Scene<'_>, &Static) -> bool {
    move |scene, _| scene.me.card == order
}

/// The range parts of the attack order on a unit: those of keywords, then the printed ones, then those that
/// texts add [攻击.3, ruling-21].
pub(crate) fn range(game: &Game<'_>, unit: CardId) -> Vec<RangePart> {
    let Some(order) = table::order_of(game, unit) else { return Vec::new() };
    let printed = printed(game, order).order.as_ref();
    let named = keywords(game, order).into_iter().filter_map(Keyword::range);
    let mut parts: Vec<RangePart> = named.collect();
    parts.extend(printed.map_or(&[][..], |order| &order.range).iter().cloned());
    each_static(game, topics::TARGETS, is_of(order), |_, each| {
        if let Static::AddTargets(word) = each {
            parts.push(word.0.clone());
        }
    });
    parts
}

/// The keyword from which the range part of this number comes, counted from 1; `None` for a part that is
/// printed as a range or added by a text [攻击.3].
pub(crate) fn keyword_of_part(game: &Game<'_>, unit: CardId, part: u8) -> Option<Keyword> {
    let order = table::order_of(game, unit)?;
    let mut ranged = keywords(game, order).into_iter().filter(|keyword| keyword.range().is_some());
    ranged.nth(usize::from(part).checked_sub(1)?)
}

fn printed_mobility(game: &Game<'_>, order: CardId) -> Option<u8> {
    keywords(game, order).iter().find_map(|keyword| {
        let Keyword::Mobility(n) = keyword else { return None };
        Some(*n)
    })
}

fn mobility_of(game: &Game<'_>, order: CardId, printed: u8) -> i64 {
    changed(game, i64::from(printed), changes(game, order, Stat::Mobility))
}

/// The number of 机动 of a move order in hand, and whether it may go diagonally; `None` for a unit that may not
/// move [ruling-61, ruling-69].
pub(crate) fn mobility(game: &Game<'_>, order: CardId, unit: CardId) -> Option<(u8, bool)> {
    let number = mobility_of(game, order, printed_mobility(game, order)?);
    let number = if forbids(game, unit, Forbidden::Move).is_some() { 0 } else { number };
    let diagonal = keywords(game, order).contains(&Keyword::Diagonal) && game.in_force(cite!("ruling-69"));
    Some((u8::try_from(number).map_or(LONGEST, |number| number.min(LONGEST)), diagonal))
}

/// The number of 冲锋 of an attack order in hand; `None` for a unit that may not move [ruling-68].
pub(crate) fn charge(game: &Game<'_>, order: CardId, unit: CardId) -> Option<u8> {
    let number = keywords(game, order).iter().find_map(|keyword| {
        let Keyword::Charge(n) = keyword else { return None };
        Some(*n)
    })?;
    Some(if forbids(game, unit, Forbidden::Move).is_some() { 0 } else { number })
}

/// The cost of an order after all effects [指令牌与费用.3].
pub(crate) fn cost(game: &Game<'_>, order: CardId) -> i64 {
    let base = printed(game, order).order.as_ref().map_or(0, |order| i64::from(order.cost));
    changed(game, base, changes(game, order, Stat::Cost))
}

/// The limit of plays of a player after all effects on `base`, the limit of the round [打牌阶段.2, ruling-31].
pub(crate) fn plays(game: &Game<'_>, seat: Seat, base: i64) -> i64 {
    let mut list = Vec::new();
    let reaches = |scene: &Scene<'_>, each: &Static| {
        let Static::ModifyPlays(word) = each else { return false };
        word.who.covers(scene.seat, seat)
    };
    each_static(game, topics::PLAYS, reaches, |scene, each| {
        let Static::ModifyPlays(word) = each else { return };
        match &word.by {
            NumberChange::Add(n) => list.push((0, Adjustment::Add(n.value(game, scene)))),
            NumberChange::Become(n) => {
                let since = game.state.table.since(scene.me.card);
                list.push((since, Adjustment::Set(n.value(game, scene))));
            }
            NumberChange::Multiply(_) | NumberChange::Double => {}
        }
    });
    let on_player = |modifier: &&Modifier<Tianhai>| matches!(modifier.reach, Reach::Seat(of) if of == seat);
    for modifier in game.running_effects(topics::PLAYS).iter().filter(on_player) {
        let Influence::Own(own) = &modifier.influence else { continue };
        list.push(match own {
            GameInfluence::Plays(n) => (modifier.time, Adjustment::Add(*n)),
            GameInfluence::PlaysAre(n) => (modifier.time, Adjustment::Set(*n)),
        });
    }
    changed(game, base, list)
}

/// Whether an order does not count against the limit of plays when it is deployed on this unit [ruling-10].
pub(crate) fn is_uncounted(game: &Game<'_>, order: CardId, unit: CardId) -> bool {
    let (seat, me) = (owner(game, order), game.state.table.object(order));
    let subject = Some(game.state.table.object(unit));
    let scene = Scene { subject, ..Scene::of(seat, me) };
    printed(game, order).abilities().iter().any(|ability| {
        let is_about_it = ability.head.apply.iter().any(|each| matches!(each, Static::FreePlay(_)));
        if is_about_it {
            game.rely_on_text(Some(order), game.definition(order));
        }
        is_about_it && ability.head.when.as_ref().is_none_or(|when| when.is_true(game, &scene))
    })
}

/// How much step 5 reduces the damage to a unit [ruling-31, ruling-73].
pub(crate) fn reduction(game: &Game<'_>, unit: CardId) -> i64 {
    let Some(order) = table::order_of(game, unit) else { return 0 };
    let mut sum = 0i64;
    if game.in_force(cite!("ruling-73")) {
        for keyword in keywords(game, order) {
            if let Keyword::Steadfast(n) = keyword {
                sum = sum.saturating_add(i64::from(n));
            }
        }
    }
    each_static(game, topics::REDUCES, is_of(order), |scene, each| {
        if let Static::ReduceDamage(word) = each {
            sum = sum.saturating_add(word.0.value(game, scene).max(0));
        }
    });
    sum
}

/// Whether a target with an order defends with its base combat against these attackers [ruling-71,
/// ruling-72].
pub(crate) fn uses_base_combat(game: &Game<'_>, target: CardId, attackers: &[Object]) -> bool {
    let breach = attackers.iter().any(|attacker| has(game, attacker.card, Keyword::Breach));
    let frontal = has(game, target, Keyword::Frontal) && {
        let frame = table::frame(game, target);
        let is_behind = |attacker: &Object| {
            let cell = table::cell_of(game, attacker.card);
            frame.zip(cell).is_some_and(|(frame, cell)| frame.relative(cell).0 < 1)
        };
        attackers.iter().any(is_behind)
    };
    let mut by_text = false;
    let reaches = |scene: &Scene<'_>, each: &Static| {
        let Static::UseBaseCombat(word) = each else { return false };
        let concerned =
            own_unit(game, scene).is_some_and(|own| own.card == target || attackers.contains(&own));
        concerned && word.0.takes_in(game, scene, target)
    };
    each_static(game, topics::BASE, reaches, |_, _| by_text = true);
    by_text || breach && game.in_force(cite!("ruling-71")) || frontal && game.in_force(cite!("ruling-72"))
}

/// Whether step 9 leaves the order on this unit [伤害结算.9, ruling-70].
pub(crate) fn keeps(game: &Game<'_>, unit: CardId) -> bool {
    let mut kept = has(game, unit, Keyword::Lasting) && game.in_force(cite!("ruling-70"));
    if let Some(order) = table::order_of(game, unit) {
        each_static(game, topics::KEEPS, is_of(order), |_, each| {
            kept |= matches!(each, Static::Keep(_));
        });
    }
    kept
}

/// The abilities printed on an order, in the order of their numbers.
pub(crate) fn abilities(game: &Game<'_>, order: CardId) -> impl Iterator<Item = AbilityId> + use<> {
    let definition = game.definition(order);
    let count = printed(game, order).abilities().len();
    (0..).take(count).map(move |number| AbilityId { definition, number })
}
