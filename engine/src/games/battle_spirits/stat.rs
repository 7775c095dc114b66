//! Numbers of cards as effects make them: 能量增減.1, 能量增減.2, 真界放.1, FAQ.BP.Q1, FAQ.BP.Q2; ruling-15, ruling-19,
//! ruling-22, ruling-23, ruling-34, ruling-70, ruling-105, ruling-108, ruling-111, ruling-114, ruling-115,
//! ruling-126.

use std::collections::BTreeSet;

use super::BattleSpirits;
use super::ability::{self, AbilityId};
use super::printed::{self, Color, Kind, Level};
use super::table::{self, Came, Core, Game, owner, printed};
use super::words::ability::Fills;
use super::words::change::topics;
use super::words::filter::Source;
use super::words::trigger::Moment;
use super::words::{Effect, GameInfluence, Influence, KeywordName, Scope, Stat, Static, Take};
use crate::abilities::filter::has_all;
use crate::abilities::lasting::{Change, NumberChange};
use crate::abilities::standing::running_on;
use crate::abilities::topics::Topical;
use crate::abilities::{EffectWord, LastingWord, Scene, Select};
use crate::kernel::{
    Adjustment, CardId, Definitions, Fold, Holder, Influence as Influencing, Modifier, Object, Reach, Seat,
    fold,
};

/// Calls `use_it` for each standing effect in force whose topics are among `wanted`, if `reaches` accepts it,
/// with its source, its ability and the time at which it began.
pub fn each_standing(
    game: &Game<'_>,
    wanted: u64,
    reaches: impl Fn(&Scene<'_>, &Static) -> bool,
    mut use_it: impl FnMut(&Scene<'_>, &Static, (Object, AbilityId, u32)),
) {
    let facts = &game.state.facts;
    if facts.standing.is_empty() && !game.pool.has_inexact() {
        return;
    }
    game.reading(|| {
        for stand in &facts.standing {
            let (me, ability) = (stand.me, stand.ability);
            if !game.spend(1) || !game.state.table.is_current(me) {
                continue;
            }
            let is_about = game.pool.interests(ability.definition).is_some_and(|of| of.about & wanted != 0);
            let Some(text) = ability::by_id(game, ability).filter(|_| is_about) else { continue };
            let scene = Scene::of(owner(game, me.card), me);
            let applies = text.head.apply.iter().filter(|each| each.change().about() & wanted != 0);
            for each in applies.filter(|each| reaches(&scene, each)) {
                game.rely_on_text(Some(me.card), ability.definition);
                use_it(&scene, each, (me, ability, stand.time));
            }
        }
        if game.pool.has_inexact() {
            rely_on_conditions(game, wanted, &reaches);
        }
    });
}

/// Relies on the texts of inexact cards with a standing effect whose condition is false: the true condition
/// may differ, which matters if the effect would reach the card in question.
fn rely_on_conditions(game: &Game<'_>, wanted: u64, reaches: &impl Fn(&Scene<'_>, &Static) -> bool) {
    let inexact = table::fields(game).into_iter().filter(|card| game.is_inexact(game.definition(*card)));
    for card in inexact {
        let (me, definition) = (game.state.table.object(card), game.definition(card));
        let scene = Scene::of(owner(game, card), me);
        for id in ability::of_card(game, card) {
            let Some(text) = ability::by_id(game, id).filter(|ability| ability.is_standing()) else {
                continue;
            };
            let mut applies = text.head.apply.iter().filter(|each| each.change().about() & wanted != 0);
            let runs = || text.head.period.is_none_or(|period| period.runs(game, me));
            if applies.any(|each| reaches(&scene, each)) && runs() && ability::is_active(game, me, id) {
                game.rely_on_text(Some(card), definition);
            }
        }
    }
}

/// The changes of a number of a card, each with the time at which it began.
fn changes(game: &Game<'_>, card: CardId, stat: Stat) -> Vec<(u32, Adjustment)> {
    let wanted = stat.topics();
    let mut changes = Vec::new();
    let reaches = |scene: &Scene<'_>, each: &Static| {
        let Change::Modify(word) = each.change() else { return false };
        word.stat == stat
            && (word.what.takes_in(game, scene, card)
                || stat == Stat::Cost && covers_in_use(game, scene, &word.what, card)
                || stat == Stat::LevelCores && covers_on_arrival(game, scene, &word.what, card))
    };
    each_standing(game, wanted, reaches, |scene, each, (.., time)| {
        let Change::Modify(word) = each.change() else { return };
        match &word.by {
            NumberChange::Add(n) => changes.push((time, Adjustment::Add(n.value(game, scene)))),
            NumberChange::Become(n) => changes.push((time, Adjustment::Set(n.value(game, scene)))),
            NumberChange::Multiply(by) => changes.push((time, Adjustment::Multiply(i64::from(*by)))),
            NumberChange::Double => changes.push((time, Adjustment::Multiply(2))),
        }
    });
    for modifier in running_on(game, wanted, game.state.table.object(card)) {
        match modifier.influence {
            Influence::Add(which, n) if which == stat => changes.push((modifier.time, Adjustment::Add(n))),
            Influence::Become(which, n) if which == stat => {
                changes.push((modifier.time, Adjustment::Set(n)));
            }
            Influence::Multiply(which, by) if which == stat => {
                changes.push((modifier.time, Adjustment::Multiply(i64::from(by))));
            }
            _ => {}
        }
    }
    changes
}

/// Whether a change of the costs of hand cards covers a card in use: it lay in the hand when its player
/// declared the use [ruling-15, ruling-24].
fn covers_in_use(game: &Game<'_>, scene: &Scene<'_>, what: &Select<BattleSpirits>, card: CardId) -> bool {
    let Select::Cards(cards) = what else { return false };
    let seat = table::owner(game, card);
    cards.from == Source::Hand
        && table::lies_in(game, card, table::USING, seat)
        && super::pay::by_effect(game, seat).is_none()
        && cards.side.seats(scene.seat).contains(&seat)
        && cards.fits_card(game, scene, card)
}

/// Whether a change of all matching field cards will cover a card that is not on the field when its player
/// has put it there: so many cores it gets as its lowest level needs then [ruling-126].
fn covers_on_arrival(game: &Game<'_>, scene: &Scene<'_>, what: &Select<BattleSpirits>, card: CardId) -> bool {
    let Select::Cards(cards) = what else { return false };
    cards.from == Source::Field
        && cards.take == Take::All
        && !table::is_on_field(game, card)
        && cards.side.seats(scene.seat).contains(&owner(game, card))
        && cards.fits_card(game, scene, card)
}

/// Whether texts with a topic are in the pool, or effects with it run: without them nothing has to be read.
fn is_there(game: &Game<'_>, topic: u64) -> bool {
    let runs = |modifier: &Modifier<BattleSpirits>| Influencing::about(&modifier.influence) & topic != 0;
    game.pool.summary.about & topic != 0 || game.state.modifiers.iter().any(runs)
}

/// The changes of how many cores the levels of a card need [ruling-126].
fn core_changes(game: &Game<'_>, card: CardId) -> Vec<(u32, Adjustment)> {
    if !is_there(game, topics::LEVEL_CORES) || !game.in_force(cite!("ruling-126")) {
        return Vec::new();
    }
    let mut all = changes(game, card, Stat::LevelCores);
    if table::is_on_field(game, card) {
        return all;
    }
    game.reading(|| {
        for modifier in game.running_effects(topics::LEVEL_CORES) {
            let Reach::Open(Scope { text }) = &modifier.reach else { continue };
            let (Some(what), Influence::Add(Stat::LevelCores, n)) =
                (text.word(game).and_then(EffectWord::selection), &modifier.influence)
            else {
                continue;
            };
            let me = modifier.source.unwrap_or_else(|| game.state.table.object(card));
            if covers_on_arrival(game, &Scene::of(modifier.seat, me), &what, card) {
                all.push((modifier.time, Adjustment::Add(*n)));
            }
        }
    });
    all
}

/// How many cores a level needs after these changes [ruling-126].
fn cores_of(level: &Level, changes: &[(u32, Adjustment)]) -> u32 {
    let number = fold(i64::from(level.cores), changes.iter().copied(), Fold::Layers(Some(0)));
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// How many cores the lowest level of a card needs, as it is printed and as effects change it [ruling-126].
pub fn needed(game: &Game<'_>, card: CardId) -> u32 {
    let lowest = printed(game, card).levels.first();
    lowest.map_or(0, |level| cores_of(level, &core_changes(game, card)))
}

fn sum(changes: &[(u32, Adjustment)], counts: impl Fn(i64) -> bool) -> i64 {
    let sums = changes.iter().filter_map(|(_, change)| match change {
        Adjustment::Add(n) if counts(*n) => Some(*n),
        _ => None,
    });
    sums.fold(0, i64::saturating_add)
}

/// The level table by which a nexus is treated as a spirit now [ruling-108].
fn given_levels<'p>(game: &Game<'p>, card: CardId) -> Option<&'p [Level]> {
    if printed(game, card).kind != Kind::Nexus || !table::is_on_field(game, card) {
        return None;
    }
    let object = game.state.table.object(card);
    let running = running_on(game, topics::SPIRITS, object).filter_map(|modifier| {
        let Influence::Own(GameInfluence::TreatAsSpirit(text)) = &modifier.influence else { return None };
        let Effect::TreatAsSpirit(word) = text.word(game)? else { return None };
        Some(word.levels.as_slice())
    });
    let mut given = running.last();
    let reaches = |scene: &Scene<'_>, each: &Static| {
        let Static::TreatAsSpirit(word) = each else { return false };
        word.what.takes_in(game, scene, card)
    };
    each_standing(game, topics::SPIRITS, reaches, |_, each, (_, ability, _)| {
        if let (Static::TreatAsSpirit(word), Some(text)) = (each, ability::by_id(game, ability)) {
            // Reads the same word from the pool, because the result borrows from the pool.
            given = text.head.apply.iter().find_map(|own| {
                let Static::TreatAsSpirit(own) = own else { return None };
                (own == word).then_some(own.levels.as_slice())
            });
        }
    });
    given
}

/// Whether a nexus is treated as a spirit now, so that its own abilities are off [ruling-108].
pub fn is_treated(game: &Game<'_>, card: CardId) -> bool {
    given_levels(game, card).is_some()
}

/// The level table that counts for a card.
fn levels<'p>(game: &Game<'p>, card: CardId) -> &'p [Level] {
    given_levels(game, card).unwrap_or(&printed(game, card).levels)
}

/// The line of the level table that a card has reached by its cores; `None`: it is below its lowest level.
pub fn reached<'p>(game: &Game<'p>, card: CardId) -> Option<&'p Level> {
    let levels = levels(game, card);
    let lowest = levels.first()?;
    let there = table::all_cores(game, Holder::Card(card));
    let changes = core_changes(game, card);
    if there < cores_of(lowest, &changes) {
        return None;
    }
    let has_soul = || game.state.table.pieces(Holder::Card(card), Core::Soul) > 0;
    let by_soul = |level: &Level| {
        has_soul() && game.in_force(cite!("真界放.1")) && printed::is_marked(game, card, level)
    };
    let rises = game.in_force(cite!("能量增減.1"));
    let reaches = |level: &Level| there >= cores_of(level, &changes) || by_soul(level);
    levels.iter().rev().find(|level| level.lv == lowest.lv || rises && reaches(level))
}

/// The line of the level table that counts: the line that the card has reached, or that of the level as which
/// it is treated, at most the highest [ruling-111].
pub fn line<'p>(game: &Game<'p>, card: CardId) -> Option<&'p Level> {
    let reached = reached(game, card)?;
    let changes = changes(game, card, Stat::Level);
    if changes.is_empty() || !game.in_force(cite!("ruling-111")) {
        return Some(reached);
    }
    let level = fold(i64::from(reached.lv), changes.into_iter(), Fold::Layers(Some(0)));
    let levels = levels(game, card);
    levels.iter().rev().find(|line| i64::from(line.lv) <= level).or(levels.first())
}

/// Whether a card is below its lowest level by its cores [用語集.消滅].
pub fn is_empty(game: &Game<'_>, card: CardId) -> bool {
    let there = table::all_cores(game, Holder::Card(card));
    let lowest = levels(game, card).first();
    lowest.is_none_or(|lowest| there < cores_of(lowest, &core_changes(game, card)))
}

/// The level of a card; 0: below its lowest [用語集.消滅].
pub fn level(game: &Game<'_>, card: CardId) -> u8 {
    line(game, card).map_or(0, |line| line.lv)
}

/// Whether a card is in 真界放狀態 [FAQ.靈魂能量.Q3].
pub fn is_shinkaiho(game: &Game<'_>, card: CardId) -> bool {
    table::is_on_field(game, card)
        && line(game, card).is_some_and(|line| printed::is_marked(game, card, line))
}

fn printed_symbols(game: &Game<'_>, card: CardId, color: Color) -> i64 {
    let own = printed::symbols(game, card).iter().filter(|symbols| symbols.color == color);
    own.map(|symbols| i64::from(symbols.n)).sum()
}

fn symbols_of_color(game: &Game<'_>, card: CardId, color: Color) -> i64 {
    let changes = changes(game, card, Stat::Symbols(color));
    fold(printed_symbols(game, card, color), changes.into_iter(), Fold::Layers(Some(0)))
}

/// The symbols of a card by colour, while effects change the number of all its symbols. A number that is
/// fixed can be lowered and not raised. The difference counts in the colour of the symbols; if they have
/// several colours, in the card's own [ruling-114].
fn symbols_together(
    game: &Game<'_>,
    card: CardId,
    changes_of_all: Vec<(u32, Adjustment)>,
) -> Vec<(Color, i64)> {
    let fixed = changes_of_all.iter().rev().find_map(|(_, change)| match change {
        Adjustment::Set(n) => Some(*n),
        Adjustment::Add(_) | Adjustment::Multiply(_) => None,
    });
    let lowered = |color| sum(&changes(game, card, Stat::Symbols(color)), |by| by < 0);
    let of = |color| match fixed {
        Some(_) => printed_symbols(game, card, color).saturating_add(lowered(color)).max(0),
        None => symbols_of_color(game, card, color),
    };
    let mut counts: Vec<(Color, i64)> = Color::ALL.into_iter().map(|color| (color, of(color))).collect();
    let mut left = match fixed {
        Some(n) => {
            let less = Color::ALL.into_iter().map(lowered).fold(0, i64::saturating_add);
            n.saturating_add(sum(&changes_of_all, |by| by < 0)).saturating_add(less)
        }
        None => {
            let there = counts.iter().map(|(_, n)| *n).fold(0, i64::saturating_add);
            fold(there, changes_of_all.into_iter(), Fold::Layers(None))
        }
    };
    left = left.max(0);
    let own = printed(game, card).color;
    counts.sort_by_key(|(color, n)| (*n == 0, *color != own));
    for (_, n) in &mut counts {
        *n = left.min(*n);
        left = left.saturating_sub(*n);
    }
    if let Some((_, n)) = counts.first_mut() {
        *n = n.saturating_add(left);
    }
    counts
}

/// The symbols that a running effect gives a card as its only ones: of which colour, and how many; effects
/// lower that number and do not raise it [ruling-114].
fn fixed_symbols(game: &Game<'_>, card: CardId) -> Option<(Color, i64)> {
    let fixed = running_on(game, topics::SYMBOLS, game.state.table.object(card)).filter_map(|modifier| {
        let Influence::Own(GameInfluence::FixSymbols(text)) = &modifier.influence else { return None };
        let Effect::FixSymbols(word) = text.word(game)? else { return None };
        Some((word.color, i64::from(word.n)))
    });
    let (color, n) = fixed.last().filter(|_| game.in_force(cite!("ruling-114")))?;
    let stats = [Stat::Symbols(color), Stat::AllSymbols];
    let changes: Vec<_> = stats.into_iter().flat_map(|stat| changes(game, card, stat)).collect();
    let least = changes.iter().fold(n, |least, (_, change)| match change {
        Adjustment::Set(other) => least.min(*other),
        Adjustment::Add(_) | Adjustment::Multiply(_) => least,
    });
    Some((color, least.saturating_add(sum(&changes, |by| by < 0)).max(0)))
}

/// The symbols of a card, those of one colour or all of them, EX symbols among them [用語集.EX標誌].
pub fn symbols(game: &Game<'_>, card: CardId, color: Option<Color>) -> u32 {
    if is_empty(game, card) && game.in_force(cite!("ruling-19")) && table::is_on_field(game, card) {
        return 0;
    }
    let changes_of_all = changes(game, card, Stat::AllSymbols);
    let is_counted = |of: &Color| color.is_none_or(|color| color == *of);
    let number = if let Some((of, n)) = fixed_symbols(game, card) {
        if is_counted(&of) { n } else { 0 }
    } else if changes_of_all.is_empty() {
        let counts =
            Color::ALL.into_iter().filter(is_counted).map(|color| symbols_of_color(game, card, color));
        counts.fold(0, i64::saturating_add)
    } else {
        let counts =
            symbols_together(game, card, changes_of_all).into_iter().filter(|(color, _)| is_counted(color));
        counts.map(|(_, n)| n).fold(0, i64::saturating_add)
    };
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// By how many cores the attack of a spirit reduces life [戰鬥步驟.⑤.1, ruling-115].
pub fn life_loss(game: &Game<'_>, card: CardId) -> u32 {
    let symbols = symbols(game, card, None);
    let more = changes(game, card, Stat::LifeLoss);
    if symbols == 0 {
        return 0;
    }
    let number = fold(i64::from(symbols), more.into_iter(), Fold::Layers(Some(0)));
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// The symbols of a colour that texts add while a player uses a card [ruling-110].
pub fn more_symbols(game: &Game<'_>, seat: Seat, color: Color, card: CardId) -> u32 {
    let mut more = 0u32;
    let reaches = |scene: &Scene<'_>, each: &Static| {
        let Static::SymbolsFor(word) = each else { return false };
        word.color == color && scene.seat == seat && has_all(game, scene, &word.fits, card)
    };
    each_standing(game, topics::REDUCTION, reaches, |_, each, _| {
        if let Static::SymbolsFor(word) = each {
            more = more.saturating_add(word.n.into());
        }
    });
    if game.in_force(cite!("ruling-110")) { more } else { 0 }
}

/// The timing words whose effects are raised at a moment of a card, too [ruling-112].
pub fn also_raised(game: &Game<'_>, card: CardId, at: Moment) -> Vec<Moment> {
    let mut moments = Vec::new();
    let reaches = |scene: &Scene<'_>, each: &Static| {
        let Static::AlsoRaised(word) = each else { return false };
        word.at == at && word.what.takes_in(game, scene, card)
    };
    each_standing(game, topics::MOMENTS, reaches, |_, each, _| {
        if let Static::AlsoRaised(word) = each
            && !moments.contains(&word.moment)
        {
            moments.push(word.moment);
        }
    });
    if game.in_force(cite!("ruling-112")) { moments } else { Vec::new() }
}

/// Whether a text of a card that is used in this way lets its own reduction symbols be filled so
/// [ruling-113].
fn fills_itself(game: &Game<'_>, card: CardId, came: Came, how: Fills) -> bool {
    let me = game.state.table.object(card);
    printed(game, card).abilities.iter().any(|ability| ability.fills(game, me, came) == Some(how))
}

/// Whether the symbols in the trash fill reduction symbols of a card that its player uses in this way
/// [ruling-113].
pub fn fills_from_trash(game: &Game<'_>, card: CardId, came: Came) -> bool {
    fills_itself(game, card, came, Fills::FromTrash) && game.in_force(cite!("ruling-113"))
}

/// Whether all reduction symbols of a card that a player uses in this way count as filled [ruling-113].
pub fn fills_all(game: &Game<'_>, seat: Seat, card: CardId, came: Came) -> bool {
    let mut fills = fills_itself(game, card, came, Fills::All);
    let reaches = |scene: &Scene<'_>, each: &Static| {
        let Static::FillReduction(word) = each else { return false };
        scene.seat == seat && has_all(game, scene, &word.fits, card)
    };
    each_standing(game, topics::REDUCTION, reaches, |_, _, _| fills = true);
    fills && game.in_force(cite!("ruling-113"))
}

/// The largest BP.
const LARGEST: i64 = 1_000_000_000;

/// The BP of its level, then every change in the order in which it began, with a floor after each
/// [ruling-34].
pub fn bp(game: &Game<'_>, card: CardId) -> i64 {
    let base = line(game, card).and_then(|line| line.bp).map_or(0, i64::from);
    let how = match game.all_in_force(&[cite!("ruling-34"), cite!("FAQ.BP.Q1")]) {
        true => Fold::Sequence(0),
        false => Fold::Layers(Some(0)),
    };
    game.counted(fold(base, changes(game, card, Stat::Bp).into_iter(), how), LARGEST)
}

/// The families that effects give a field card, each once [用語集.系統].
pub fn given_families<'p>(game: &Game<'p>, card: CardId) -> BTreeSet<&'p str> {
    let mut given = BTreeSet::new();
    if !is_there(game, topics::FAMILIES) || !table::is_on_field(game, card) {
        return given;
    }
    let object = game.state.table.object(card);
    given.extend(running_on(game, topics::FAMILIES, object).filter_map(|modifier| {
        let Influence::Own(GameInfluence::GiveFamily(text)) = &modifier.influence else { return None };
        let Effect::GiveFamily(word) = text.word(game)? else { return None };
        Some(word.family.as_str())
    }));
    let reaches = |scene: &Scene<'_>, each: &Static| {
        let Static::GiveFamily(word) = each else { return false };
        word.what.takes_in(game, scene, card)
    };
    each_standing(game, topics::FAMILIES, reaches, |_, each, (_, ability, _)| {
        if let (Static::GiveFamily(word), Some(text)) = (each, ability::by_id(game, ability)) {
            // Reads the same word from the pool, because the result borrows from the pool.
            given.extend(text.head.apply.iter().find_map(|own| {
                let Static::GiveFamily(own) = own else { return None };
                (own == word).then_some(own.family.as_str())
            }));
        }
    });
    given
}

/// Whether effects give a field card one of these families [用語集.系統].
pub fn is_given_family(game: &Game<'_>, card: CardId, families: &[String]) -> bool {
    given_families(game, card).into_iter().any(|given| families.iter().any(|family| family == given))
}

/// Whether an effect raises the BP of a card [ruling-104].
pub fn has_more_bp(game: &Game<'_>, card: CardId) -> bool {
    changes(game, card, Stat::Bp)
        .iter()
        .any(|(_, change)| matches!(change, Adjustment::Add(1..) | Adjustment::Multiply(2..)))
}

/// The cost of a card before reductions [ruling-15].
pub fn cost(game: &Game<'_>, card: CardId) -> i64 {
    let cost = printed(game, card).cost;
    fold(i64::from(cost), changes(game, card, Stat::Cost).into_iter(), Fold::Layers(Some(0)))
}

/// A number of a card; `None`: the card has no such number.
pub fn value(game: &Game<'_>, card: CardId, stat: Stat) -> Option<i64> {
    match stat {
        Stat::Bp => {
            let has_bp = table::is_on_field(game, card) && is_spirit(game, card) && level(game, card) > 0;
            has_bp.then(|| bp(game, card))
        }
        Stat::Cost => Some(cost(game, card)),
        Stat::Level => table::is_on_field(game, card).then(|| i64::from(level(game, card))),
        Stat::LevelCores => {
            let has_levels = table::is_on_field(game, card) && !levels(game, card).is_empty();
            has_levels.then(|| i64::from(needed(game, card)))
        }
        Stat::Symbols(color) => Some(i64::from(symbols(game, card, Some(color)))),
        Stat::AllSymbols => Some(i64::from(symbols(game, card, None))),
        Stat::LifeLoss => Some(i64::from(life_loss(game, card))),
        Stat::Rumble => printed_number(game, card, stat).map(|n| of_keyword(game, card, stat, n)),
    }
}

/// The number of a card's keyword as it is printed; `None`: it has none. Of several it is the largest.
fn printed_number(game: &Game<'_>, card: CardId, stat: Stat) -> Option<i64> {
    let abilities = ability::referred(game, card).into_iter();
    abilities.filter_map(|(id, _)| ability::by_id(game, id)?.head.keyword.as_ref()?.number(stat)).max()
}

/// The number of a keyword with what texts add to it on this card; every text reads this one [ruling-91].
pub fn of_keyword(game: &Game<'_>, card: CardId, stat: Stat, n: i64) -> i64 {
    fold(n, changes(game, card, stat).into_iter(), Fold::Layers(Some(0)))
}

/// The kind of a card; on the field a nexus may be treated as a spirit [ruling-108].
pub fn kind(game: &Game<'_>, card: CardId) -> Kind {
    let kind = printed(game, card).kind;
    match kind {
        Kind::Nexus if given_levels(game, card).is_some() => Kind::Spirit,
        kind => kind,
    }
}

/// Whether a field card counts as a spirit now [用語集.靈魂卡, ruling-108].
pub fn is_spirit(game: &Game<'_>, card: CardId) -> bool {
    kind(game, card) == Kind::Spirit
}

/// Whether a card has a keyword: on the field at its present level or given by an effect, elsewhere printed
/// [ruling-105].
pub fn has_keyword(game: &Game<'_>, card: CardId, name: KeywordName) -> bool {
    let as_ability = || has_ability_that(game, card, |ability| ability.keyword() == Some(name));
    let printed = name.apart_from_abilities(game, card).unwrap_or_else(as_ability);
    printed || is_given(game, card, name)
}

fn is_given(game: &Game<'_>, card: CardId, name: KeywordName) -> bool {
    use crate::abilities::standing::{Given, each_keyword};
    let mut given = false;
    each_keyword(game, card, topics::KEYWORDS, |keyword| {
        given |= matches!(keyword, Given::Keyword(of) if of == name);
    });
    given
}

/// Whether a card has an ability under a timing word [ruling-105].
pub fn has_ability(game: &Game<'_>, card: CardId, moment: Moment) -> bool {
    has_ability_that(game, card, |ability| ability.moments().contains(&moment))
}

fn has_ability_that(game: &Game<'_>, card: CardId, is_it: impl Fn(&super::words::Ability) -> bool) -> bool {
    let mut abilities = ability::referred(game, card).into_iter();
    abilities.any(|(id, _)| ability::by_id(game, id).is_some_and(&is_it))
}
