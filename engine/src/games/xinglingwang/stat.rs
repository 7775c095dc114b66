//! Numbers and keywords of cards after all effects.
//!
//! 十五.合體.2 exposed edges; 十五.合體.6 originals; 十五.阻擋.4 no attack; 十五.獎勵.3 totals; 十五.耗能.2 cheaper energy;
//! ruling-15 tribute values; ruling-16 requirements; ruling-71 order.

use smallvec::SmallVec;

use super::ability::{self, AbilityId, Effectiveness};
use super::field::{self, Where};
use super::interests::ZoneInterests;
use super::printed::Requirement;
use super::table::{self, Edge};
use super::words::ability::{Effective, Head};
use super::words::continuous::{Static, topics};
use super::words::{Keyword, KeywordName, KeywordNames, Stat};
use super::{Memory, Xinglingwang};
use crate::abilities::memory::last_known_before;
use crate::abilities::standing::{Adjustments, Given, counts_as_name, counts_as_type, each_keyword};
use crate::abilities::{ConditionWord, LastingWord, Scene};
use crate::kernel::{CardId, Match, Object, Seat};
use crate::kernel::{Fold, fold};

type Game<'p> = Match<'p, Xinglingwang>;

/// The largest number that a card can have, however often effects multiply it.
const LARGEST: i64 = 1_000_000_000;

/// Calls `visit` for everything that active continuous abilities do on one of the topics `wanted` and that
/// `reaches` the card asked about. They choose nothing, so no resistance counts [ruling-47].
pub(crate) fn each_static(
    game: &Game<'_>,
    wanted: u64,
    reaches: impl Fn(&Scene<'_>, &Static) -> bool,
    mut visit: impl FnMut(&Scene<'_>, &Static),
) {
    each_static_of(game, wanted, reaches, |scene, _, each| visit(scene, each));
}

/// [`each_static`], with the id of the ability.
pub(crate) fn each_static_of(
    game: &Game<'_>,
    wanted: u64,
    reaches: impl Fn(&Scene<'_>, &Static) -> bool,
    mut visit: impl FnMut(&Scene<'_>, AbilityId, &Static),
) {
    game.reading(|| {
        if game.listen_mask_of_all().topics & wanted != 0 {
            read_statics(game, wanted, &reaches, &mut visit);
        }
        ability::each_continuous(game, |scene, id, continuous| {
            let is_wanted = |each: &&Static| each.change().about() & wanted != 0;
            let apply = || continuous.apply.iter().filter(is_wanted).filter(|each| reaches(scene, each));
            if game.is_inexact(id.definition) && apply().next().is_some() {
                game.rely_on_text(Some(scene.me.card), id.definition);
            }
            if apply().next().is_some() && is_active(game, scene, continuous) {
                apply().for_each(|each| visit(scene, id, each));
            }
        });
    });
}

// Cold path: most questions concern no ability.
#[inline(never)]
fn read_statics(
    game: &Game<'_>,
    wanted: u64,
    reaches: &impl Fn(&Scene<'_>, &Static) -> bool,
    visit: &mut impl FnMut(&Scene<'_>, AbilityId, &Static),
) {
    let asks = |interests: &ZoneInterests| interests.topics & wanted != 0;
    let is_wanted = |each: &Static| each.change().about() & wanted != 0;
    let scene_at = |place: Effectiveness| Scene::of(place.seat, place.me);
    // `reaches` comes first because it reads the faces of other cards less often than conditions do.
    let matters = |game: &Game<'_>, place: Effectiveness| {
        let scene = scene_at(place);
        let mut continuous = effective(game, place);
        continuous.any(|(_, continuous)| {
            let mut apply = continuous.apply.iter().filter(|each| is_wanted(each));
            apply.any(|each| reaches(&scene, each)) && is_active(game, &scene, continuous)
        })
    };
    ability::each_place_that(game, asks, matters, |place| {
        let scene = scene_at(place);
        let definition = game.definition(place.card);
        for (index, continuous) in effective(game, place) {
            // An inexact ability may have another condition, too: judging relies on its text wherever it
            // reaches the card.
            if game.is_inexact(definition)
                && continuous.apply.iter().any(|each| is_wanted(each) && reaches(&scene, each))
            {
                game.rely_on_text(Some(place.card), definition);
            }
            if continuous.apply.iter().any(is_wanted) && is_active(game, &scene, continuous) {
                let apply = continuous.apply.iter().filter(|each| is_wanted(each) && reaches(&scene, each));
                let id = ability::id_at(game, place, index);
                apply.for_each(|each| visit(&scene, id, each));
            }
        }
    });
}

/// The continuous abilities that are effective at a place, each with its index among the card's abilities.
pub(crate) fn effective<'p>(
    game: &Game<'p>,
    place: Effectiveness,
) -> impl Iterator<Item = (usize, &'p Head)> {
    let abilities = table::printed(game, place.card).all_abilities().enumerate().skip(place.first);
    abilities.filter_map(move |(index, ability)| {
        (ability.head.zone == place.effective && ability.is_continuous()).then_some((index, &ability.head))
    })
}

/// Whether the condition of a continuous ability is met.
pub(crate) fn is_active(game: &Game<'_>, scene: &Scene<'_>, continuous: &Head) -> bool {
    continuous.when.as_ref().is_none_or(|when| when.is_true(game, scene))
}

/// The printed attack number, or the value of the X printed in its place [ruling-57].
fn printed_attack(game: &Game<'_>, card: CardId) -> i64 {
    let Some(unit) = table::printed(game, card).as_unit() else { return 0 };
    let mut attack = unit.attack().unwrap_or(0);
    if let Some(x) = &unit.attack_x {
        let (seat, me) = (table::owner(game, card), game.state.table.object(card));
        let scene = Scene::of(seat, me);
        game.reading(|| attack = game.counted(x.value(game, &scene), LARGEST));
    }
    attack
}

/// The original number: the printed one, plus those that lower units show [十五.合體.6].
pub(crate) fn original(game: &Game<'_>, card: CardId, stat: Stat) -> Option<i64> {
    let unit = table::printed(game, card).as_unit()?;
    let exposed = |edge: Edge| -> i64 {
        if !game.all_in_force(&[cite!("十五.合體.2"), cite!("十五.合體.6")]) {
            return 0;
        }
        let lower = table::lower(game, card).filter(|(_, shown)| *shown == edge);
        lower
            .filter_map(|(lower, _)| {
                let unit = table::printed(game, lower).as_unit()?;
                if edge == Edge::Attack {
                    unit.attack().map(|_| printed_attack(game, lower))
                } else {
                    Some(unit.score.into())
                }
            })
            .sum()
    };
    match stat {
        Stat::Attack => Some(printed_attack(game, card).saturating_add(exposed(Edge::Attack))),
        Stat::Score => Some(i64::from(unit.score).saturating_add(exposed(Edge::Score))),
        Stat::Requirement => match unit.requirement {
            Requirement::Red(n) => Some(i64::from(n)),
            Requirement::None | Requirement::Blue => Some(0),
        },
        Stat::TributeValue => Some(1),
    }
}

/// A number after all effects: those that set it first, then additions, then factors [ruling-71].
pub(crate) fn value(game: &Game<'_>, card: CardId, stat: Stat) -> Option<i64> {
    let base = original(game, card, stat)?;
    let Adjustments { list, factor } = Adjustments::of(game, card, stat);
    let sum = game.counted(fold(base, list.into_iter(), Fold::Layers(None)), LARGEST);
    Some(game.counted(sum.saturating_mul(factor), LARGEST))
}

/// 攻擊力 now; a unit with 阻擋 has none, unless a unit with 破甲 attacks it: then, in its side's
/// defence phase, its score [十五.阻擋.4, 十五.破甲.1, ruling-37].
pub(crate) fn attack(game: &Game<'_>, card: CardId) -> Option<i64> {
    let blocks = has_keyword(game, card, KeywordName::Block) && game.in_force(cite!("十五.阻擋.4"));
    if !blocks {
        return value(game, card, Stat::Attack);
    }
    super::battle::is_broken(game, card).then(|| match game.in_force(cite!("十五.破甲.2")) {
        true => score(game, card),
        false => original(game, card, Stat::Score).unwrap_or(0),
    })
}

/// 分數 after all effects.
pub(crate) fn score(game: &Game<'_>, card: CardId) -> i64 {
    value(game, card, Stat::Score).unwrap_or(0)
}

/// Whether an object is one that a text has at hand: its own card, the cards of its event, or cards chosen
/// before.
fn refers(scene: &Scene<'_>, object: Object) -> bool {
    let events = [Some(scene.me), scene.subject, scene.other];
    let bound = scene.bound.named.iter().flat_map(|(_, objects)| objects).chain(&scene.bound.chosen);
    events.contains(&Some(object)) || bound.into_iter().any(|other| *other == object)
}

/// What is remembered of a card that has left the field, if the text refers to it.
fn last_seen<'g>(game: &'g Game<'_>, scene: &Scene<'_>, card: CardId) -> Option<&'g Memory> {
    let object = game.state.table.object(card);
    if table::is_unit(game, card) || !refers(scene, object) {
        return None;
    }
    last_known_before(game, object)
}

/// The position of a unit; the last one of a unit that has left the field, if the text refers to it.
pub(crate) fn place(game: &Game<'_>, scene: &Scene<'_>, card: CardId) -> Option<Where> {
    let last = || last_seen(game, scene, card)?.place.and_then(Where::from_index);
    field::position(game, card).or_else(last)
}

/// The state of a unit; the last one of a unit that has left the field, if the text refers to it.
pub(crate) fn state(game: &Game<'_>, scene: &Scene<'_>, card: CardId) -> Option<table::State> {
    match table::is_unit(game, card) {
        true => Some(table::mark(game, card).state),
        false => last_seen(game, scene, card).map(|memory| memory.state),
    }
}

/// A number of an object; of one that has left the field, the number that it had then.
pub(crate) fn of_object(game: &Game<'_>, object: Object, stat: Stat) -> Option<i64> {
    let remembered = match table::stands(game, object) {
        true => None,
        false => last_known_before(game, object),
    };
    let Some(memory) = remembered else { return now(game, object.card, stat) };
    match stat {
        Stat::Attack => memory.attack,
        Stat::Score => Some(memory.score),
        Stat::Requirement | Stat::TributeValue => now(game, object.card, stat),
    }
}

pub(crate) fn now(game: &Game<'_>, card: CardId, stat: Stat) -> Option<i64> {
    if stat == Stat::Attack { attack(game, card) } else { value(game, card, stat) }
}

/// The total score: the units on the own half and the rewards [十五.獎勵.3, ruling-56].
pub(crate) fn total(game: &Game<'_>, seat: Seat) -> i64 {
    let units = game.state.table.list(table::FIELD.of(seat)).iter();
    let scores: i64 = units.map(|card| score(game, *card)).fold(0, i64::saturating_add);
    let reward = if game.in_force(cite!("十五.獎勵.3")) { table::reward(game, seat) } else { 0 };
    scores.saturating_add(i64::from(reward))
}

/// The number in the red star after all effects; 0 for other cards [ruling-16].
pub(crate) fn red_star(game: &Game<'_>, card: CardId) -> i64 {
    if is_blue(game, card) { 0 } else { value(game, card, Stat::Requirement).unwrap_or(0).max(0) }
}

/// Whether a card has a blue star [十二.4].
pub(crate) fn is_blue(game: &Game<'_>, card: CardId) -> bool {
    let unit = table::printed(game, card).as_unit();
    unit.is_some_and(|unit| unit.requirement == Requirement::Blue)
}

/// The most tributes that one unit can count as.
pub(crate) const MOST_TRIBUTES: i64 = 100;

/// How many tributes a unit counts as [ruling-15].
pub(crate) fn tribute_value(game: &Game<'_>, card: CardId) -> u32 {
    let value = value(game, card, Stat::TributeValue).unwrap_or(1).max(1);
    u32::try_from(game.counted(value, MOST_TRIBUTES)).unwrap_or(1)
}

/// Whether a unit has a type, printed or by an effect.
pub(crate) fn has_type(game: &Game<'_>, card: CardId, kind: &str) -> bool {
    if table::printed(game, card).types.iter().any(|own| own == kind) {
        return true;
    }
    counts_as_type(game, card, kind)
}

/// Whether a card has a name, printed or by an effect.
pub(crate) fn has_name(game: &Game<'_>, card: CardId, name: &str) -> bool {
    let printed = table::printed(game, card);
    if printed.name.printed() == name || printed.also_named.iter().any(|other| other == name) {
        return true;
    }
    counts_as_name(game, card, name)
}

/// The keywords of a card: printed ones, those shown by lower units and those given by effects, less those
/// that effects take away [十五.合體.2, ruling-40].
pub(crate) fn keywords(game: &Game<'_>, card: CardId) -> SmallVec<[Keyword; 6]> {
    keywords_among(game, card, KeywordNames::ALL)
}

fn keywords_among(game: &Game<'_>, card: CardId, wanted: KeywordNames) -> SmallVec<[Keyword; 6]> {
    let printed = table::printed(game, card);
    let mut keywords: SmallVec<[Keyword; 6]> = SmallVec::from_slice(&printed.keywords);
    if printed.has_shield() {
        keywords.push(Keyword::Block);
    }
    for lower in exposed(game, card) {
        let lower = table::printed(game, lower);
        let shown = lower.keywords.iter().filter(|keyword| KeywordNames::SHOWN.has(keyword.name()));
        keywords.extend(shown.copied());
        if lower.has_shield() {
            keywords.push(Keyword::Block);
        }
    }
    let lost = each_keyword_given(game, card, wanted, |keyword| keywords.push(keyword));
    keywords.retain(|keyword| wanted.has(keyword.name()) && !lost.has(keyword.name()));
    keywords
}

/// The names of those keywords of a card that are `wanted`: [`keywords`] without their numbers, read off the
/// compiled interests of the cards.
pub(crate) fn keyword_names(game: &Game<'_>, card: CardId, wanted: KeywordNames) -> KeywordNames {
    let printed = |card: CardId| table::interests(game, card).at(Effective::Field).keywords;
    let mut names = printed(card);
    for lower in exposed(game, card) {
        names = names.or(printed(lower).and(KeywordNames::SHOWN));
    }
    let lost = each_keyword_given(game, card, wanted, |keyword| {
        names = names.or(KeywordNames::of(&[keyword.name()]));
    });
    names.and(wanted).without(lost)
}

/// The lower units that show their attack number [十五.合體.2].
fn exposed(game: &Game<'_>, card: CardId) -> impl Iterator<Item = CardId> {
    let lower = table::lower(game, card).filter(|(_, edge)| *edge == Edge::Attack);
    lower.map(|(lower, _)| lower).filter(|_| game.in_force(cite!("十五.合體.2")))
}

/// Calls `give` for each `wanted` keyword that effects give a card; returns the names of those that effects
/// take away.
fn each_keyword_given(
    game: &Game<'_>,
    card: CardId,
    wanted: KeywordNames,
    mut give: impl FnMut(Keyword),
) -> KeywordNames {
    let mut lost = KeywordNames::NONE;
    each_keyword(game, card, topics::keywords(wanted), |given| match given {
        Given::Keyword(keyword) => give(keyword),
        Given::Lost(name) => lost = lost.or(KeywordNames::of(&[name])),
    });
    lost
}

pub(crate) fn has_keyword(game: &Game<'_>, card: CardId, name: KeywordName) -> bool {
    !keyword_names(game, card, KeywordNames::of(&[name])).is_empty()
}

/// How many travelers a unit may carry; `None`: it is no carrier [十五.搭乘.2].
pub(crate) fn capacity(game: &Game<'_>, card: CardId) -> Option<u32> {
    let carry = keywords_among(game, card, KeywordNames::of(&[KeywordName::Carry]));
    let limits = carry.into_iter().filter_map(|keyword| {
        let Keyword::Carry(n) = keyword else { return None };
        Some(u32::from(n))
    });
    limits.max()
}

/// The ghost values of a card in the graveyard [十五.亡魂.1].
pub(crate) fn ghosts(game: &Game<'_>, card: CardId) -> Vec<i64> {
    if !game.in_force(cite!("十五.亡魂.1")) {
        return Vec::new();
    }
    let ghost = keywords_among(game, card, KeywordNames::of(&[KeywordName::Ghost]));
    let values = ghost.into_iter().filter_map(|keyword| {
        let Keyword::Ghost(n) = keyword else { return None };
        Some(i64::from(n))
    });
    values.collect()
}

/// How much more 獎勵 a text of this unit gives because of continuous abilities [十五.獎勵.2].
pub(crate) fn extra_reward(game: &Game<'_>, source: Object) -> i64 {
    if !table::stands(game, source) {
        return 0;
    }
    let mut more = 0i64;
    let reaches = |scene: &Scene<'_>, each: &Static| {
        let Static::ExtraReward(word) = each else { return false };
        word.of.takes_in(game, scene, source.card)
    };
    each_static(game, topics::REWARDS, reaches, |scene, each| {
        if let Static::ExtraReward(word) = each {
            more = more.saturating_add(word.n.value(game, scene));
        }
    });
    more
}

/// The energy that 耗能 n costs a player, and whether 十五.耗能.2 raised it to the least, one [十五.耗能.1, 十五.耗能.2].
pub(crate) fn energy_cost(game: &Game<'_>, seat: Seat, n: i64) -> (i64, bool) {
    let mut less = 0i64;
    let reaches = |scene: &Scene<'_>, each: &Static| {
        let Static::CheaperEnergy(word) = each else { return false };
        word.who.covers(scene.seat, seat)
    };
    each_static(game, topics::ENERGY, reaches, |scene, each| {
        if let Static::CheaperEnergy(word) = each {
            less = less.saturating_add(word.n.value(game, scene));
        }
    });
    let cost = n.saturating_sub(less);
    (cost.max(i64::from(game.in_force(cite!("十五.耗能.2")))), cost < 1)
}
