//! Numbers, keywords and abilities of cards as effects make them: 卡牌种类.单位.①, 卡牌种类.单位.④, 卡牌种类.单位.⑤, 卡牌种类.领域.2,
//! 领域的解放.2, 用语.永续能力, 用语.永续能力.3; ruling-14, ruling-44, ruling-45, ruling-48, ruling-49, ruling-76, ruling-85,
//! ruling-89, ruling-96, ruling-98, ruling-101, ruling-105.

use super::facts::Attack;
use super::printed::{Color, Kind};
use super::table::{
    self, Body, ENERGY, FIELD, GRAVEYARD, Game, HAND, Mark, TERRITORY, Verb, controller, mark, printed,
};
use super::words::ability::Zone;
use super::words::change::topics;
use super::words::{Ability, AbilityId, Definition, GameInfluence, Influence, Keyword, Stat, Static};
use super::{BuildDivide, ability};
use crate::abilities::memory;
use crate::abilities::standing::{Adjustments, Given, each_keyword};
use crate::abilities::{ConditionWord, LastingWord, Scene};
use crate::kernel::{Adjustment, CardId, Fold, MapCards, Modifier, Object, Seat, fold, held, wire};

/// The largest number that effects can make of a number.
const LARGEST: i64 = 1_000_000_000;
/// The power that each aura gives [ruling-85].
const AURA_POWER: i64 = 1_000;

/// What a unit does in the attack.
#[wire(Copy, MapCards)]
pub enum Fights {
    /// It attacks.
    Attacks,
    /// It blocks.
    Blocks,
}

/// What texts see of a unit besides its numbers.
#[held(Copy)]
pub struct Looks {
    /// State, damage, and how it came.
    pub mark: Mark,
    /// Whether it is a unit that entered in this turn.
    pub this_turn: bool,
    /// How many auras it has.
    pub auras: usize,
    /// What it does in the attack.
    pub fights: Option<Fights>,
    /// Whether it is in a battle.
    pub battles: bool,
}

/// What is last known of a card that left [ruling-76].
#[held]
pub struct Memory {
    /// The object.
    pub object: Object,
    /// Who had it.
    pub controller: Seat,
    /// How it looked.
    pub looks: Looks,
    /// Its power, hit and cost, if it had them.
    pub numbers: [Option<i64>; 3],
    /// Its keywords.
    pub keywords: Vec<Keyword>,
    /// The abilities that it had where it was, and whether an effect gave them.
    pub abilities: Vec<(AbilityId, bool)>,
    /// How many events there had been: what left together has the same number.
    pub events: u32,
    /// As what it left.
    pub left_by: Verb,
}

impl Memory {
    /// What stays known of a card that is about to leave.
    pub fn of(game: &Game<'_>, card: CardId, left_by: Verb) -> Memory {
        let mut abilities = Vec::new();
        each_ability(game, card, |name, _| abilities.push(name));
        Memory {
            object: game.state.table.object(card),
            controller: controller(game, card),
            looks: looks(game, card),
            numbers: [Stat::Power, Stat::Hit, Stat::Cost].map(|stat| value(game, card, stat)),
            keywords: Keyword::ALL.into_iter().filter(|keyword| has(game, card, *keyword)).collect(),
            abilities,
            events: game.state.event_number,
            left_by,
        }
    }
}

fn looks(game: &Game<'_>, card: CardId) -> Looks {
    let mark = mark(game, card);
    Looks {
        mark,
        this_turn: table::is_unit(game, card) && mark.fresh.0 == game.state.facts.turn,
        auras: game.state.table.pile(card).len(),
        fights: fights(game, card),
        battles: battles(game, card),
    }
}

/// The properties of an object; of one that is no more, those that it had last [ruling-76].
pub fn seen(game: &Game<'_>, object: Object) -> Looks {
    left(game, object).map_or_else(|| looks(game, object.card), |last| last.looks)
}

/// What stays known of an object that is no more [ruling-76].
pub fn left<'g>(game: &'g Game<'_>, object: Object) -> Option<&'g Memory> {
    let gone = !game.state.table.is_current(object) && game.in_force(cite!("ruling-76"));
    memory::last_known(game, object).filter(|_| gone)
}

crate::remembers! { BuildDivide: Memory }

/// The controller of an object; of one that is no more, its last controller [ruling-76].
pub fn controller_of(game: &Game<'_>, object: Object) -> Seat {
    left(game, object).map_or_else(|| controller(game, object.card), |last| last.controller)
}

/// The running effects about one of these topics that name an object.
fn running_on<'g>(
    game: &'g Game<'_>,
    wanted: u64,
    object: Object,
) -> impl Iterator<Item = &'g Modifier<BuildDivide>> {
    game.running_effects(wanted).iter().filter(move |modifier| modifier.names(object))
}

/// The time since which a card has lost all its abilities; abilities that it gets later count.
fn blank_since(game: &Game<'_>, object: Object) -> Option<u32> {
    let takes = |modifier: &&Modifier<BuildDivide>| matches!(modifier.influence, Influence::Lose(None));
    running_on(game, topics::NO_ABILITIES, object).filter(takes).map(|modifier| modifier.time).max()
}

/// Whether an effect has taken all abilities from a card.
pub fn is_blank(game: &Game<'_>, card: CardId) -> bool {
    blank_since(game, game.state.table.object(card)).is_some()
}

/// The abilities that effects give to a field card, which work as if they were printed on it [ruling-101].
pub fn given(game: &Game<'_>, me: Object) -> Vec<AbilityId> {
    let mut given = Vec::new();
    if game.running_effects(topics::ABILITIES).is_empty() {
        return given;
    }
    let blank = blank_since(game, me);
    let since = |modifier: &&Modifier<BuildDivide>| blank.is_none_or(|time| modifier.time > time);
    for modifier in running_on(game, topics::ABILITIES, me).filter(since) {
        if let Influence::GrantAbility(id) = modifier.influence {
            given.push(id);
        }
        if let Influence::Own(GameInfluence::Copy(Definition(definition))) = modifier.influence
            && game.in_force(cite!("ruling-101"))
        {
            let numbers = 0..game.pool.card(definition).all_abilities().count();
            let id = |number| AbilityId { definition, number, mode: 0 };
            given.extend(numbers.filter_map(|number| u8::try_from(number).ok()).map(id));
        }
    }
    let seat = controller(game, me.card);
    given.retain(|id| {
        let works =
            |ability: &Ability| ability.head.zone == Zone::Field && ability::is_awakened(game, seat, ability);
        table::is_unit(game, me.card) && ability::by_id(game, *id).is_some_and(works)
    });
    given
}

/// Calls `look` for each ability that a card has where it lies now, with whether an effect gave it.
pub fn each_ability<'p>(game: &Game<'p>, card: CardId, look: impl FnMut((AbilityId, bool), &'p Ability)) {
    each_printed_if(game, card, |_| true, look);
}

/// As [`each_ability`], but of those printed on the card only those that `is_wanted` accepts.
fn each_printed_if<'p>(
    game: &Game<'p>,
    card: CardId,
    is_wanted: impl Fn(&Ability) -> bool,
    mut look: impl FnMut((AbilityId, bool), &'p Ability),
) {
    let me = game.state.table.object(card);
    let is_there = |id: &AbilityId| {
        ability::by_id(game, *id).is_some_and(&is_wanted) && ability::is_there(game, me, *id)
    };
    let own = ability::of_card(game, card).filter(is_there);
    let given = given(game, me).into_iter().map(|id| (id, true));
    for name in own.map(|id| (id, false)).chain(given) {
        let Some(ability) = ability::by_id(game, name.0) else { continue };
        if !ability.keyword().is_some_and(|keyword| is_lost(game, me, keyword)) {
            look(name, ability);
        }
    }
}

/// Calls `use_it` for everything that continuous abilities do now, among the topics `wanted`, if `reaches`
/// accepts it [用语.永续能力, 用语.永续能力.3].
pub fn each_static(
    game: &Game<'_>,
    wanted: u64,
    reaches: impl Fn(&Scene<'_>, &Static) -> bool,
    mut use_it: impl FnMut(&Scene<'_>, &Static),
) {
    let all = game.pool.summary;
    let given = !game.running_effects(topics::ABILITIES).is_empty();
    if (all.about | all.about_elsewhere) & wanted == 0 || !game.in_force(cite!("用语.永续能力")) {
        return;
    }
    game.reading(|| {
        let mut of_card = |card: CardId| use_statics(game, card, wanted, &reaches, &mut use_it);
        for seat in Seat::BOTH {
            for place in [FIELD, TERRITORY].map(|zone| zone.of(seat)) {
                if !given && game.listen_mask(place).about & wanted == 0 {
                    continue;
                }
                // Any card may have an ability that an effect gave.
                let cards = if given { game.state.table.list(place) } else { game.listeners(place) };
                for &card in cards {
                    if given || ability::interests(game, card).about & wanted != 0 {
                        of_card(card);
                    }
                }
            }
            if all.about_elsewhere & wanted == 0 || !game.in_force(cite!("用语.永续能力.3")) {
                continue;
            }
            for place in [HAND, GRAVEYARD, ENERGY].map(|zone| zone.of(seat)) {
                if game.listen_mask(place).about_elsewhere & wanted == 0 {
                    continue;
                }
                for &card in game.listeners(place) {
                    // A hidden card is asked for only if an ability of a card that it may be reaches the card
                    // in question.
                    let may_reach = |game: &Game<'_>| {
                        ability::interests(game, card).about_elsewhere & wanted != 0
                            && any_static(game, card, |scene, each| {
                                each.change().about() & wanted != 0 && reaches(scene, each)
                            })
                    };
                    if game.answer_of(card, may_reach) {
                        of_card(card);
                    }
                }
            }
        }
    });
}

/// Calls `use_it` for everything that the continuous abilities of one card do now, among the topics `wanted`,
/// if `reaches` accepts it.
fn use_statics(
    game: &Game<'_>,
    card: CardId,
    wanted: u64,
    reaches: &impl Fn(&Scene<'_>, &Static) -> bool,
    use_it: &mut impl FnMut(&Scene<'_>, &Static),
) {
    let (me, seat) = (game.state.table.object(card), controller(game, card));
    let is_about = |each: &Static| each.change().about() & wanted != 0;
    // While effects run, it takes looks to find out whether an ability is there, which any ability has to
    // take.
    let takes_looks = !game.state.modifiers.is_empty();
    let is_wanted = |ability: &Ability| takes_looks || ability.head.apply.iter().any(is_about);
    each_printed_if(game, card, is_wanted, |(id, _), ability| {
        let scene = Scene::of(seat, me);
        let applies = || ability.head.apply.iter().filter(|each| is_about(each));
        if applies().next().is_none() {
            return;
        }
        // The condition of an inexact text may differ from its data; this matters if the text would reach the
        // card in question.
        if game.is_inexact(id.definition) && applies().any(|each| reaches(&scene, each)) {
            game.rely_on_text(Some(card), id.definition);
        }
        if game.spend(1) && ability.head.when.as_ref().is_none_or(|when| when.is_true(game, &scene)) {
            applies().filter(|each| reaches(&scene, each)).for_each(|each| use_it(&scene, each));
        }
    });
}

/// Whether `is_such` accepts anything that continuous abilities of a card do, also while their condition is
/// false.
fn any_static(game: &Game<'_>, card: CardId, is_such: impl Fn(&Scene<'_>, &Static) -> bool) -> bool {
    let (me, seat) = (game.state.table.object(card), controller(game, card));
    let scene = Scene::of(seat, me);
    let mut found = false;
    each_ability(game, card, |_, ability| {
        found |= ability.head.apply.iter().any(|each| is_such(&scene, each));
    });
    found
}

/// A number of a card with every effect on it: the printed number, or the last one that it became, then what
/// is added, then what doubles it [ruling-49]. `None`: the card has no such number.
pub fn value(game: &Game<'_>, card: CardId, stat: Stat) -> Option<i64> {
    let of = printed(game, card);
    let base = match stat {
        Stat::Cost => i64::from(of.cost.total),
        Stat::Power | Stat::Hit if of.kind == Kind::Command => {
            mark(game, card).as_unit?;
            let body = body(game, card);
            body.map_or(0, |body| if stat == Stat::Power { body.power } else { body.hit })
        }
        Stat::Power | Stat::Hit if of.kind == Kind::Territory && !is_assaulting(game, card) => return None,
        Stat::Power => of.power(),
        Stat::Hit => of.hit(),
    };
    let Adjustments { mut list, factor } = Adjustments::of(game, card, stat);
    if stat == Stat::Power && game.in_force(cite!("ruling-85")) {
        let auras = i64::try_from(game.state.table.pile(card).len()).unwrap_or(0);
        list.push((0, Adjustment::Add(auras.saturating_mul(AURA_POWER))));
    }
    list.push((0, Adjustment::Multiply(factor)));
    let list = list.into_iter();
    // A reduction does not go below the specified colours [ruling-14].
    let how = match stat {
        Stat::Cost if game.in_force(cite!("ruling-14")) => Fold::Layers(Some(of.cost.specified())),
        Stat::Cost => Fold::Layers(Some(0)),
        Stat::Power | Stat::Hit if game.in_force(cite!("ruling-49")) => Fold::Layers(None),
        Stat::Power | Stat::Hit => Fold::Sequence(i64::MIN),
    };
    Some(game.counted(fold(base, list, how), LARGEST))
}

/// A number of an object. An object that is no more has its last number [ruling-23, ruling-76], unless the
/// text looks for the card where it lies now (`there`).
pub fn of_object(game: &Game<'_>, object: Object, stat: Stat, there: bool) -> Option<i64> {
    match left(game, object).filter(|_| !there) {
        Some(last) => last.numbers.get(stat as usize).copied().flatten(),
        None => value(game, object.card, stat),
    }
}

/// How much texts add to damage that is dealt to a unit.
pub fn damage_raised(game: &Game<'_>, card: CardId) -> i64 {
    let mut more = 0i64;
    let reaches = |scene: &Scene<'_>, each: &Static| {
        let Static::RaiseDamage(word) = each else { return false };
        word.what.takes_in(game, scene, card)
    };
    each_static(game, topics::DAMAGE, reaches, |scene, each| {
        if let Static::RaiseDamage(word) = each {
            more = more.saturating_add(word.by.value(game, scene).max(0));
        }
    });
    game.counted(more, LARGEST)
}

/// 力量 of a card now.
pub fn power(game: &Game<'_>, card: CardId) -> i64 {
    value(game, card, Stat::Power).unwrap_or(0)
}

/// 打击点 of a card now.
pub fn hit(game: &Game<'_>, card: CardId) -> i64 {
    value(game, card, Stat::Hit).unwrap_or(0)
}

/// The total cost of a card now.
pub fn cost(game: &Game<'_>, card: CardId) -> i64 {
    value(game, card, Stat::Cost).unwrap_or(0)
}

/// Whether energy lies face down [ruling-89].
pub fn is_face_down(game: &Game<'_>, card: CardId) -> bool {
    mark(game, card).is_face_down() && game.in_force(cite!("ruling-89"))
}

/// The colours of a card; energy that lies face down has none [ruling-89].
pub fn colors<'p>(game: &Game<'p>, card: CardId) -> &'p [Color] {
    if is_face_down(game, card) { &[] } else { &printed(game, card).colors }
}

/// Whether a card is of a kind. Face-down energy is of none [ruling-89]; a territory that is a unit is of
/// both [ruling-105].
pub fn is_of_kind(game: &Game<'_>, card: CardId, kind: Kind) -> bool {
    let as_unit = kind == Kind::Unit && (is_assaulting(game, card) || is_command_unit(game, card));
    (printed(game, card).kind == kind && !is_face_down(game, card)) || as_unit
}

/// Whether a command is a unit on the field [ruling-100].
fn is_command_unit(game: &Game<'_>, card: CardId) -> bool {
    mark(game, card).as_unit.is_some() && game.in_force(cite!("ruling-100"))
}

/// The unit that a command is now, if it is one [ruling-44, ruling-100].
fn body(game: &Game<'_>, card: CardId) -> Option<Body> {
    let body = mark(game, card).as_unit.filter(|_| game.in_force(cite!("ruling-100")))?;
    (!body.awakened || table::is_released(game, controller(game, card))).then_some(body)
}

/// Whether a territory is a unit now [ruling-105].
pub fn is_assaulting(game: &Game<'_>, card: CardId) -> bool {
    let is_it =
        |modifier: &Modifier<BuildDivide>| matches!(modifier.influence, Influence::Own(GameInfluence::Unit));
    let object = game.state.table.object(card);
    mark(game, card).released
        && running_on(game, topics::UNITS, object).any(is_it)
        && game.in_force(cite!("ruling-105"))
}

/// When effects last gave a keyword to an object, and when they last took it.
fn given_and_lost(game: &Game<'_>, object: Object, keyword: Keyword) -> (Option<u32>, Option<u32>) {
    let (mut given, mut lost) = (None, None);
    each_keyword(game, object.card, topics::KEYWORDS, |change| match change {
        Given::Keyword(of) if of == keyword => given = given.max(Some(0)),
        Given::Lost(Some(of)) if of == keyword => lost = lost.max(Some(0)),
        _ => {}
    });
    for modifier in running_on(game, topics::KEYWORDS | topics::NO_ABILITIES, object) {
        match modifier.influence {
            Influence::Grant(of) if of == keyword => given = given.max(Some(modifier.time)),
            Influence::Lose(of) if of.is_none_or(|of| of == keyword) => lost = lost.max(Some(modifier.time)),
            _ => {}
        }
    }
    (given, lost)
}

/// Whether an effect has taken away a keyword that is printed on a card.
fn is_lost(game: &Game<'_>, object: Object, keyword: Keyword) -> bool {
    game.pool.summary.about & topics::KEYWORDS != 0
        && running_on(game, topics::KEYWORDS, object)
            .any(|modifier| matches!(modifier.influence, Influence::Lose(Some(of)) if of == keyword))
}

/// Whether a card has a keyword: on the field now, elsewhere printed on it.
pub fn has(game: &Game<'_>, card: CardId, keyword: Keyword) -> bool {
    let object = game.state.table.object(card);
    let there = table::lies(game, card).map(|(zone, _)| zone);
    if !matches!(there, Some(table::Zone::Field | table::Zone::Territory)) {
        return printed(game, card).all_abilities().any(|ability| ability.keyword() == Some(keyword));
    }
    // A territory that is a unit has assault, whether it is printed or not [ruling-105].
    let mut own = keyword == Keyword::Assault && is_assaulting(game, card);
    own |= body(game, card).is_some_and(|body| body.keywords.has(keyword));
    each_ability(game, card, |_, ability| own |= ability.keyword() == Some(keyword));
    match given_and_lost(game, object, keyword) {
        (given, None) => own || given.is_some(),
        // A keyword that was given after it was taken counts. An ability that takes it does so as long as it
        // works.
        (given, Some(lost)) => lost > 0 && given.is_some_and(|time| time > lost),
    }
}

/// The keywords of a card.
pub fn keywords(game: &Game<'_>, card: CardId) -> Vec<Keyword> {
    Keyword::ALL.into_iter().filter(|keyword| has(game, card, *keyword)).collect()
}

/// The part of a unit in the attack; `None`: it has none.
pub fn fights(game: &Game<'_>, card: CardId) -> Option<Fights> {
    let attack = game.state.facts.attack.as_ref()?;
    let object = game.state.table.object(card);
    match attack {
        Attack { attacker, .. } if *attacker == object => Some(Fights::Attacks),
        Attack { target: Some(target), blocked: true, .. } if *target == object => Some(Fights::Blocks),
        _ => None,
    }
}

/// Whether a unit attacks a unit, or is attacked, or blocks [用语.战斗].
pub fn battles(game: &Game<'_>, card: CardId) -> bool {
    let object = game.state.table.object(card);
    let fights =
        |attack: &Attack| attack.target.is_some_and(|target| target == object || attack.attacker == object);
    game.state.facts.attack.as_ref().is_some_and(fights)
}
