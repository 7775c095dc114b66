//! Numbers and keywords as effects make them.
//!
//! 207.1 power, 208.3 support value, 202.1 and 303.2 cost; 309.1a signs; 304.4 continuous skills;
//! 601.4–601.7 keywords; ruling-74 and ruling-75 order and floors.

use super::printed::Kind;
use super::standby;
use super::table;
use super::words::skill::{Head, Interests, Zone, topics};
use super::words::{Influence, Keyword, KeywordName, Select, Skill, Stat, Static};
use super::{AzurLane, Memory};
use crate::abilities::lasting::LastingWord;
use crate::abilities::memory;
use crate::abilities::standing::{Adjustments, Given, each_keyword};
use crate::abilities::{ConditionWord, Scene};
use crate::kernel::{Adjustment, Fold, fold};
use crate::kernel::{CardId, Match, Modifier, Object, Seat};

type Game<'p> = Match<'p, AzurLane>;

/// The largest value of a number, however often effects double it.
const LARGEST: i64 = 1_000_000_000;

/// The player on whose battlefield an object stands; its owner, if it has left.
pub(crate) fn controller(game: &Game<'_>, object: Object) -> Seat {
    table::side_of(game, object.card).unwrap_or_else(|| table::owner(game, object.card))
}

/// Calls `visit` for every change on a topic of `wanted` that an effective continuous skill makes, if the
/// change `reaches` what the caller asks about.
pub(crate) fn each_static(
    game: &Game<'_>,
    wanted: u64,
    reaches: impl Fn(&Scene<'_>, &Static) -> bool,
    visit: impl FnMut(&Scene<'_>, &Static),
) {
    if !continuous_skills_work(game) {
        return;
    }
    game.reading(|| {
        if may_have_static(game, wanted) {
            ContinuousSkills { game, wanted, reaches, visit }.read();
        }
    });
}

/// Whether continuous skills are in force [304.4].
fn continuous_skills_work(game: &Game<'_>) -> bool {
    // While a text is processed no seat is asked.
    let late = !game.in_force(cite!("306.1c")) && game.state.asked.is_empty();
    !late && game.in_force(cite!("304.4"))
}

/// Whether any card may have a continuous skill, printed or gained, with a change on a topic of `wanted`.
fn may_have_static(game: &Game<'_>, wanted: u64) -> bool {
    let all = game.listen_mask_of_all();
    is_granting(game) || (all.topics | all.topics_elsewhere) & wanted != 0
}

/// One pass over all continuous skills.
struct ContinuousSkills<'g, 'p, R, U> {
    game: &'g Game<'p>,
    wanted: u64,
    reaches: R,
    visit: U,
}

impl<R: Fn(&Scene<'_>, &Static) -> bool, U: FnMut(&Scene<'_>, &Static)> ContinuousSkills<'_, '_, R, U> {
    // Cold path: most cards have no continuous skill on the topic.
    #[inline(never)]
    fn read(&mut self) {
        let (game, wanted) = (self.game, self.wanted);
        let (granting, all) = (is_granting(game), game.listen_mask_of_all());
        for seat in Seat::BOTH {
            if all.topics_elsewhere & wanted != 0 {
                for (place, zone) in [(table::HAND, Zone::Hand), (table::RETREAT, Zone::Retreat)] {
                    if game.listen_mask(place.of(seat)).topics_elsewhere & wanted == 0 {
                        continue;
                    }
                    for &card in game.listeners(place.of(seat)) {
                        self.of_card(seat, card, zone, |interests| interests.topics_elsewhere);
                    }
                }
            }
            let place = table::BATTLEFIELD.of(seat);
            if !granting && game.listen_mask(place).topics & wanted == 0 {
                continue;
            }
            let cards = if granting { game.state.table.list(place) } else { game.listeners(place) };
            for &card in cards {
                if granting {
                    for ability in granted(game, card) {
                        if let Some(head) = standby::head(game, ability) {
                            self.apply(seat, (card, ability.definition), head);
                        }
                    }
                }
                if !skills_are_off(game, card) {
                    self.of_card(seat, card, Zone::Battlefield, |interests| interests.topics);
                }
                for &under in game.state.table.pile(card) {
                    if game.in_force(cite!("408.2d")) {
                        self.of_card(seat, under, Zone::Under, |interests| interests.topics);
                    }
                    if !game.in_force(cite!("408.2")) {
                        self.of_card(seat, under, Zone::Battlefield, |interests| interests.topics);
                    }
                }
            }
        }
    }

    /// Applies the continuous skills of a card where it lies. The face of an unknown card is read only if
    /// some face that it may have makes a difference.
    fn of_card(&mut self, seat: Seat, card: CardId, there: Zone, does: impl Fn(&Interests) -> u64) {
        let is_wanted = |interests: &Interests| does(interests) & self.wanted != 0;
        let matters = |game: &Game<'_>| {
            let reaches = |scene: &Scene<'_>, continuous: &Head| {
                let mut wanted = continuous.apply.iter().filter(|each| topics_of(each) & self.wanted != 0);
                wanted.any(|each| (self.reaches)(scene, each)) && conditions_met(game, scene, continuous)
            };
            effective(game, card, there).any(|continuous| reaches(&scene_of(game, seat, card), continuous))
        };
        if self.game.may_matter(card, is_wanted, matters) && is_wanted(table::interests(self.game, card)) {
            for continuous in effective(self.game, card, there) {
                self.apply(seat, (card, self.game.definition(card)), continuous);
            }
        }
    }

    /// Stops judging at a card with inexact data if its text might reach what the caller asks about: its real
    /// condition may differ from the data.
    fn rely_on(&self, scene: &Scene<'_>, definition: u16, continuous: &Head) {
        let mut wanted = continuous.apply.iter().filter(|each| topics_of(each) & self.wanted != 0);
        if self.game.is_inexact(definition) && wanted.any(|each| (self.reaches)(scene, each)) {
            self.game.rely_on_text(Some(scene.me.card), definition);
        }
    }

    /// Visits the changes of a continuous skill if its gates are open and its condition is true [304.4b].
    fn apply(&mut self, seat: Seat, (card, definition): (CardId, u16), continuous: &Head) {
        if continuous.apply.iter().all(|each| topics_of(each) & self.wanted == 0) {
            return;
        }
        let scene = scene_of(self.game, seat, card);
        self.rely_on(&scene, definition, continuous);
        if conditions_met(self.game, &scene, continuous) {
            for each in continuous.apply.iter().filter(|each| (self.reaches)(&scene, each)) {
                (self.visit)(&scene, each);
            }
        }
    }
}

/// The topics of a change, as a set of bits.
fn topics_of(each: &Static) -> u64 {
    each.change().about()
}

fn scene_of(game: &Game<'_>, seat: Seat, card: CardId) -> Scene<'static> {
    let me = game.state.table.object(card);
    Scene::of(seat, me)
}

/// The continuous skills of a card that are effective in a zone.
fn effective<'p>(game: &Game<'p>, card: CardId, there: Zone) -> impl Iterator<Item = &'p Head> {
    table::face(game, card).skills.iter().filter_map(move |skill| {
        let works = skill.is_continuous() && skill.head.zone.covers(there);
        works.then_some(&skill.head)
    })
}

/// Whether the gates of a continuous skill are open and its condition is true [304.4b].
fn conditions_met(game: &Game<'_>, scene: &Scene<'_>, continuous: &Head) -> bool {
    let conditional = game.in_force(cite!("304.4b"));
    let is_true = |condition| ConditionWord::is_true(condition, game, scene);
    standby::gates_open(game, scene.seat, &continuous.gates)
        && continuous.when.as_ref().is_none_or(|condition| !conditional || is_true(condition))
}

/// All running effects, if any of them is on a topic of `wanted`; else none.
#[inline]
pub(crate) fn running<'g>(game: &'g Game<'_>, wanted: u64) -> &'g [Modifier<AzurLane>] {
    game.running_effects(wanted)
}

#[inline]
pub(crate) fn is_granting(game: &Game<'_>) -> bool {
    !running(game, topics::GRANT_SKILLS).is_empty()
}

/// The skills that running effects give a card.
pub(crate) fn granted(game: &Game<'_>, card: CardId) -> impl Iterator<Item = standby::Ability> {
    let object = game.state.table.object(card);
    running(game, topics::GRANT_SKILLS).iter().filter_map(move |modifier| {
        let Influence::GrantAbility(ability) = modifier.influence else { return None };
        modifier.names(object).then_some(ability)
    })
}

/// Whether a running effect takes every skill of a card away.
pub(crate) fn skills_are_off(game: &Game<'_>, card: CardId) -> bool {
    let object = game.state.table.object(card);
    let takes = |modifier: &Modifier<AzurLane>| {
        matches!(modifier.influence, Influence::Lose(None)) && modifier.names(object)
    };
    running(game, topics::LOSE_SKILLS).iter().any(takes)
}

/// A number of a card after all effects; `None`: the card has no such number.
pub(crate) fn value(game: &Game<'_>, card: CardId, stat: Stat) -> Option<i64> {
    let printed = table::printed(game, card);
    let base = match stat {
        Stat::Power if printed.kind != Kind::Event => table::face(game, card).power.into(),
        Stat::Support if printed.kind != Kind::Event => table::face(game, card).support.value.into(),
        Stat::Cost => printed.cost?.into(),
        Stat::Power | Stat::Support => return None,
    };
    let object = game.state.table.object(card);
    let mut adjustments = Adjustments::of(game, card, stat);
    in_deck(game, card, stat, &mut adjustments);
    let Adjustments { mut list, factor } = adjustments;
    if stat == Stat::Power
        && let Some(battle) = &game.state.facts.battle
    {
        let (attacks, attacked) = (battle.attacker == object, battle.target == object);
        if attacks || attacked {
            for keyword in keywords(game, card) {
                match keyword {
                    Keyword::Strike(n) if attacks => list.push((0, Adjustment::Add(i64::from(n)))),
                    Keyword::Guard(n) if attacked => list.push((0, Adjustment::Add(i64::from(n)))),
                    Keyword::Strike(_) | Keyword::Guard(_) => {}
                    Keyword::Rush | Keyword::LongRange | Keyword::Dive | Keyword::LastStand => {}
                }
            }
        }
    }
    let floor = if (stat == Stat::Power) == game.in_force(cite!("309.1a")) { None } else { Some(0) };
    let sum = game.counted(fold(base, list.into_iter(), Fold::Layers(floor)), LARGEST);
    Some(game.counted(sum.saturating_mul(factor), LARGEST))
}

/// Adds what the skills of a card in a deck change of its own numbers there [ruling-44]. They cannot depend
/// on other cards of the deck, so no face is read that nobody sees.
fn in_deck(game: &Game<'_>, card: CardId, stat: Stat, adjustments: &mut Adjustments) {
    let zone = game.state.table.place_of(card).and_then(table::Zone::at);
    let Some((table::Zone::Deck, seat)) = zone else { return };
    if !continuous_skills_work(game) || !game.in_force(cite!("ruling-44")) {
        return;
    }
    for continuous in effective(game, card, Zone::Deck) {
        let scene = scene_of(game, seat, card);
        let own = continuous.apply.iter().filter_map(|each| {
            let Static::Modify(word) = each else { return None };
            (word.stat == stat && matches!(word.what, Select::This)).then_some(word)
        });
        game.reading(|| {
            if conditions_met(game, &scene, continuous) {
                own.for_each(|word| adjustments.add(game, &scene, word));
            }
        });
    }
}

/// The cost of a card after all effects [ruling-33].
pub(crate) fn cost(game: &Game<'_>, card: CardId) -> Option<i64> {
    value(game, card, Stat::Cost)
}

/// A number of an object; if it is gone, the number that it had when it left.
pub(crate) fn of_object(game: &Game<'_>, object: Object, stat: Stat) -> Option<i64> {
    match (last_known(game, object), stat) {
        (Some(memory), Stat::Power) => memory.power,
        (Some(memory), Stat::Support) => memory.support,
        (Some(memory), Stat::Cost) => memory.cost,
        (None, stat) => value(game, object.card, stat),
    }
}

/// The last known information on an object that left the battlefield this turn and is gone [ruling-20].
pub(crate) fn last_known<'g>(game: &'g Game<'_>, object: Object) -> Option<&'g Memory> {
    if game.state.table.is_current(object) {
        return None;
    }
    memory::last_known(game, object)
}

/// How an object lay on the battlefield before it was gone, or before its last change of zone.
pub(crate) fn last_position<'g>(game: &'g Game<'_>, object: Object) -> Option<&'g Memory> {
    memory::last_known_before(game, object)
}

/// Whether anything gives or takes keywords.
fn gives_keywords(game: &Game<'_>) -> bool {
    may_have_static(game, topics::KEYWORDS | topics::GRANT_ABOVE)
        || !running(game, topics::KEYWORDS).is_empty()
}

/// Whether any card on the battlefield may have 潛水.
pub(crate) fn may_dive(game: &Game<'_>) -> bool {
    game.listen_mask_of_all().keywords & KeywordName::Dive.bit() != 0 || gives_keywords(game)
}

/// The keyword skills of a card, printed and gained.
pub(crate) fn keywords(game: &Game<'_>, card: CardId) -> smallvec::SmallVec<[Keyword; 4]> {
    let mut keywords: smallvec::SmallVec<[Keyword; 4]> = smallvec::SmallVec::new();
    if table::interests(game, card).keywords == 0 && !gives_keywords(game) {
        return keywords;
    }
    if !skills_are_off(game, card) {
        keywords.extend(table::face(game, card).skills.iter().filter_map(Skill::plain_keyword));
    }
    let mut lost = 0;
    each_keyword(game, card, topics::KEYWORDS, |given| match given {
        Given::Keyword(keyword) => keywords.push(keyword),
        Given::Lost(name) => lost |= name.map_or(0, KeywordName::bit),
    });
    let reaches = |scene: &Scene<'_>, _: &Static| table::host(game, scene.me.card) == Some(card);
    each_static(game, topics::GRANT_ABOVE, reaches, |_, each| {
        if let Static::GrantAbove(word) = each {
            keywords.push(word.keyword);
        }
    });
    keywords.retain(|keyword| game.in_force(keyword.rule()) && lost & keyword.name().bit() == 0);
    keywords
}

/// The names of all keywords of a card, printed and gained, as a set of bits.
pub(crate) fn keyword_names(game: &Game<'_>, card: CardId) -> u16 {
    let plain = keywords(game, card).iter().fold(0, |bits, keyword| bits | keyword.name().bit());
    let used = [
        KeywordName::Counter,
        KeywordName::Chase,
        KeywordName::LastStand,
        KeywordName::Remodel,
        KeywordName::Main,
    ];
    let used = used.into_iter().filter(|name| has_keyword(game, card, *name));
    used.fold(plain, |bits, name| bits | name.bit())
}

/// Whether an effect takes a keyword away from a card.
pub(crate) fn has_lost(game: &Game<'_>, card: CardId, name: KeywordName) -> bool {
    let mut lost = false;
    each_keyword(game, card, topics::KEYWORDS, |given| {
        lost |= matches!(given, Given::Lost(Some(taken)) if taken == name);
    });
    lost
}

/// Whether a card has a keyword, printed or gained.
pub(crate) fn has_keyword(game: &Game<'_>, card: CardId, name: KeywordName) -> bool {
    if keywords(game, card).iter().any(|keyword| keyword.name() == name) {
        return true;
    }
    let is_it = |skill: &Skill| skill.head.keyword == Some(name);
    standby::find_skill(game, card, is_it).is_some()
        && !skills_are_off(game, card)
        && !has_lost(game, card, name)
}

/// Whether a card has no skill, printed or gained [ruling-95].
pub(crate) fn has_no_skills(game: &Game<'_>, card: CardId) -> bool {
    (table::face(game, card).skills.is_empty() || skills_are_off(game, card))
        && keywords(game, card).is_empty()
        && granted(game, card).next().is_none()
}
