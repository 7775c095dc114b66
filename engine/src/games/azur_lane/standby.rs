//! Skills: when they are effective, how they come to wait, and how they are processed.
//!
//! 304.2 auto skills wait as soon as their event happens; 304.2b the order in which players process them;
//! 304.3 activated skills; 304.4b conditions; 305.1 firing; 306.1 processing; 303.3 costs; 602.5 once per
//! turn; ruling-20 and ruling-21 sources that are gone; ruling-22 state triggers; ruling-44 where skills are
//! effective.

use std::sync::LazyLock;

use crate::schema::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::action::Form;
use super::table::{self, Detail, Mark, Verb};
use super::words::skill::{Body, Gate, Head, Interests, Zone, topics};
use super::words::{Costs, Effect, Influence, Keyword, KeywordName, Select, Skill, cost};
use super::{AzurLane, Step, stat};
use crate::abilities::lasting::Text;
use crate::abilities::piles::{DeckEnd, DeckOrder, ToDeck};
use crate::abilities::resolve::{Memo, ResolutionStage};
use crate::abilities::topics::Topical;
use crate::abilities::trigger::Heard;
use crate::abilities::{Bound, ConditionWord, Resolution, Scene};
use crate::kernel::{
    CardId, Change, Event, MapCards, Match, Object, Point, Proposal, Seat, Spot, Viewer, held,
};
use crate::verdict::Cite;

type Game<'p> = Match<'p, AzurLane>;

/// How a skill is named: definition, face, place on that face; and on the card that has it, its number.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize, JsonSchema,
)]
pub struct Ability {
    /// Place of the card in the pool.
    pub definition: u16,
    /// 0 front, 1 back.
    pub face: u8,
    /// Its number among the skills of the card that it stands on: a printed one has that of its place,
    /// counted from 1; gained ones follow in the order in which they were gained, a gained 潛水 after them.
    pub number: u8,
    /// Place among the skills of that face, or [`DIVE`].
    pub skill: u8,
}

/// The value of `skill` for a gained 潛水, which is printed nowhere [601.7].
const DIVE: u8 = u8::MAX;

/// A place in the effects of a skill.
pub(crate) type Path = SmallVec<[(u8, u8); 4]>;

/// A trigger that a text has put into the future; in the order in which the wire writes it.
#[derive(
    Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize, JsonSchema, Topical,
)]
#[topics(topics::LATER)]
pub struct Later {
    /// What the sentences before it chose.
    pub bound: Bound,
    /// The object that the skill stands on.
    pub me: Object,
    /// The sentence.
    pub text: Text<AzurLane>,
}

/// A skill that waits to be processed [304.2].
#[held]
pub struct Standby {
    /// Which skill.
    pub ability: Ability,
    /// The object that it stands on, after the event if that took it to a public zone [ruling-21].
    pub me: Object,
    /// The object that the event happened to.
    pub subject: Option<Object>,
    /// The other object of the event.
    pub other: Option<Object>,
    /// For a text that was put into the future: where it stands, and what was chosen before it.
    pub later: Option<Box<(Path, Bound)>>,
}

static DIVE_EFFECTS: LazyLock<Vec<Effect>> = LazyLock::new(|| {
    vec![Effect::ToDeck(ToDeck { what: Select::This, end: DeckEnd::Bottom, order: DeckOrder::Kept })]
});

/// The printed skill that `ability` names; none for a gained 潛水.
pub(crate) fn skill<'p>(game: &Game<'p>, ability: Ability) -> Option<&'p Skill> {
    let face = game.pool.card(ability.definition).face(ability.face)?;
    face.skills.get(usize::from(ability.skill))
}

/// The head of that skill.
pub(crate) fn head<'p>(game: &Game<'p>, ability: Ability) -> Option<&'p Head> {
    skill(game, ability).map(|skill| &skill.head)
}

/// The part of that skill left of 「：」.
pub(crate) fn cost<'p>(game: &Game<'p>, ability: Ability) -> Option<&'p Costs> {
    head(game, ability)?.cost.as_ref()
}

/// Whether a skill is a printed 潛水.
fn is_dive(skill: &Skill) -> bool {
    skill.plain_keyword() == Some(Keyword::Dive)
}

/// The effects of a skill.
pub(crate) fn effects<'p>(game: &Game<'p>, ability: Ability) -> &'p [Effect] {
    let skill = skill(game, ability);
    if skill.map_or(ability.skill == DIVE, is_dive) {
        return DIVE_EFFECTS.as_slice();
    }
    skill.map_or(&[], |skill| skill.head.effects.as_slice())
}

/// The name of the skill at a place of the side that is up.
pub(crate) fn ability_of(game: &Game<'_>, card: CardId, skill: u8) -> Ability {
    let definition = game.definition(card);
    let number = skill.saturating_add(1);
    Ability { definition, face: u8::from(table::mark(game, card).back), skill, number }
}

/// The skills that a card gained, with their numbers.
pub(crate) fn gained(game: &Game<'_>, card: CardId) -> impl Iterator<Item = Ability> {
    let printed = table::face(game, card).skills.len();
    let room = usize::from(u8::MAX).saturating_sub(printed + 1);
    let number = move |index: usize| u8::try_from(printed + index + 1).unwrap_or(u8::MAX);
    stat::granted(game, card)
        .enumerate()
        .take_while(move |(index, _)| game.has_room(*index, room))
        .map(move |(index, ability)| Ability { number: number(index), ..ability })
}

/// All skills of a card, printed and gained, in the order of their numbers.
pub(crate) fn all_skills(game: &Game<'_>, card: CardId) -> SmallVec<[Ability; 4]> {
    let printed = 0..table::face(game, card).skills.len() as u8;
    printed.map(|place| ability_of(game, card, place)).chain(gained(game, card)).collect()
}

/// The first skill of a card, printed or gained, for which `is` is true.
pub(crate) fn find_skill(game: &Game<'_>, card: CardId, is: impl Fn(&Skill) -> bool) -> Option<Ability> {
    let skills = table::face(game, card).skills;
    match skills.iter().position(&is) {
        Some(place) => Some(ability_of(game, card, place as u8)),
        None => gained(game, card).find(|ability| skill(game, *ability).is_some_and(&is)),
    }
}

/// The 潛水 of a card that has it: the printed one, else the one that it gained.
fn dive_of(game: &Game<'_>, card: CardId) -> Ability {
    let skills = table::face(game, card).skills;
    let printed = skills.iter().position(is_dive);
    if let Some(place) = printed.filter(|_| !stat::skills_are_off(game, card)) {
        return ability_of(game, card, place as u8);
    }
    let before = skills.len() + stat::granted(game, card).count();
    let number = u8::try_from(before + 1).unwrap_or(u8::MAX);
    Ability { skill: DIVE, number, ..ability_of(game, card, 0) }
}

/// Whether all windows of a skill are open [602.3, 602.4, 602.6, 602.7].
pub(crate) fn gates_open(game: &Game<'_>, seat: Seat, gates: &[Gate]) -> bool {
    let facts = &game.state.facts;
    gates.iter().all(|gate| !game.in_force(gate.rule()) || gate.is_open(facts.active == seat, facts.phase))
}

/// The number of a printed skill over both sides of its card, counted from 0.
const fn number(ability: Ability) -> u8 {
    (ability.face & 1) * 16 + (ability.skill & 15)
}

/// Whether a skill is printed on the card that it stands on.
fn is_printed(game: &Game<'_>, object: Object, ability: Ability) -> bool {
    game.definition(object.card) == ability.definition
}

/// The name of a gained skill without its number, because a skill that a card gained twice counts as one
/// [602.5].
const fn unnumbered(ability: Ability) -> Ability {
    Ability { number: 0, ..ability }
}

/// Whether a skill that an object can use once in a turn was used this turn [602.5].
pub(crate) fn is_used_up(game: &Game<'_>, object: Object, ability: Ability) -> bool {
    let limited = head(game, ability).is_some_and(|head| head.limit.is_some());
    if !limited || !game.in_force(cite!("602.5")) || !game.state.table.is_current(object) {
        return false;
    }
    if !is_printed(game, object, ability) {
        return game.state.facts.used.contains(&(object, unnumbered(ability)));
    }
    table::mark(game, object.card).used.contains(game.state.facts.turn, number(ability))
}

/// Fires a skill: counts its use if it is limited [ruling-42], and announces it.
pub(crate) fn fire(game: &mut Game<'_>, seat: Seat, me: Object, ability: Ability, rule: Cite) {
    let limited = head(game, ability).is_some_and(|head| head.limit.is_some());
    let mut proposal = Proposal::told(Verb::Fire, seat, rule)
        .to(me.card)
        .by(Some(me))
        .with(Detail { ability: Some(ability.number), ..Detail::default() });
    if limited && game.state.table.is_current(me) {
        if is_printed(game, me, ability) {
            let turn = game.state.facts.turn;
            let mark = table::mark(game, me.card);
            let mark = Mark { used: mark.used.with(turn, number(ability)), ..mark };
            proposal = proposal.changing(Change::Mark(me.card, mark));
        } else if game.has_room(game.state.facts.used.len(), crate::abilities::memory::MOST_REMEMBERED) {
            game.state.facts.used.push((me, unnumbered(ability)));
        }
    }
    game.propose(proposal);
}

/// Lets every skill wait that an event triggers [304.2, 305.1b].
pub(crate) fn on_event(game: &mut Game<'_>, event: &Event<AzurLane>) {
    let silent = !game.all_in_force(&[cite!("304.2"), cite!("305.1b")]);
    if event.point != Point::Done || silent || game.state.facts.turn == 0 {
        return;
    }
    let verb = table::bit_of(&event.proposal);
    let all = game.listen_mask_of_all();
    let (here, elsewhere_too) = (all.listens_on_battlefield & verb != 0, all.listens_elsewhere() & verb != 0);
    let granting = grants_a_listener(game, verb);
    let dives = event.proposal.verb == Verb::TurnEnds && stat::may_dive(game);
    if here || granting || dives {
        on_battlefield(game, event, granting, dives);
    }
    if let Some(seat) = side_before(event) {
        departed(game, seat, event);
    }
    if elsewhere_too {
        elsewhere(game, event);
    }
    if !stat::running(game, topics::LATER).is_empty() {
        delayed(game, event);
    }
}

/// Whether running effects give any card a skill that waits for one of these events.
fn grants_a_listener(game: &Game<'_>, events: u64) -> bool {
    stat::running(game, topics::GRANT_SKILLS).iter().any(|modifier| {
        let Influence::GrantAbility(ability) = modifier.influence else { return false };
        let trigger = skill(game, ability).and_then(Skill::trigger);
        trigger.is_some_and(|on| on.listens() & events != 0)
    })
}

/// The skills of cards on the battlefield. `granting`: a card may have gained a skill that the event
/// triggers. `dives`: a turn ends, so that ships with 潛水 go back [601.7].
// Cold path, as are `elsewhere` and `delayed`: most events trigger nothing.
#[inline(never)]
fn on_battlefield(game: &mut Game<'_>, event: &Event<AzurLane>, granting: bool, dives: bool) {
    let verb = table::bit_of(&event.proposal);
    let named = [event.subject, event.proposal.detail.other].map(|object| object.map(|object| object.card));
    let listens = |game: &Game<'_>, card: CardId| {
        let interests = table::interests(game, card);
        let events = if named.contains(&Some(card)) {
            interests.listens_on_battlefield
        } else {
            interests.listens_to_others
        };
        events & verb != 0
    };
    let mut named_there = named.iter().flatten().filter(|card| table::is_on_battlefield(game, **card));
    let all = granting || dives || named_there.any(|card| listens(game, *card));
    for seat in Seat::BOTH {
        let place = table::BATTLEFIELD.of(seat);
        if !all && game.listen_mask(place).listens_to_others & verb == 0 {
            continue;
        }
        // A card that listens to nothing itself may have gained a skill.
        let cards = if granting || dives { game.state.table.list(place) } else { game.listeners(place) };
        let cards: SmallVec<[CardId; 8]> = SmallVec::from_slice(cards);
        for card in cards {
            if listens(game, card) || (granting && stat::granted(game, card).next().is_some()) {
                enqueue_triggered(game, seat, card, Zone::Battlefield, event);
            }
            if dives && event.proposal.seat == seat && stat::has_keyword(game, card, KeywordName::Dive) {
                let me = game.state.table.object(card);
                let ability = dive_of(game, card);
                game.wait(seat, Standby { ability, me, subject: None, other: None, later: None });
            }
        }
    }
}

/// The player on whose battlefield the subject of the event was; of a support, the player who supported.
#[inline]
fn side_before(event: &Event<AzurLane>) -> Option<Seat> {
    let side = match event.from {
        Some(Spot::Place(place, _)) => table::BATTLEFIELD.seat(place),
        Some(Spot::Member(..)) | None => None,
    };
    side.or_else(|| (event.proposal.verb == Verb::Support).then_some(event.proposal.seat))
}

/// The skills of a subject that has left the battlefield. The event itself may have moved it, or the cost of
/// an action did; and a card can support from hand [ruling-20, ruling-55].
fn departed(game: &mut Game<'_>, seat: Seat, event: &Event<AzurLane>) {
    if let Some(subject) = event.subject
        && !table::is_on_battlefield(game, subject.card)
        && table::interests(game, subject.card).listens_on_battlefield & table::bit_of(&event.proposal) != 0
    {
        enqueue_triggered(game, seat, subject.card, Zone::Battlefield, event);
    }
}

/// The skills of cards in hand, in the retreat zone and under other cards.
#[inline(never)]
fn elsewhere(game: &mut Game<'_>, event: &Event<AzurLane>) {
    let verb = table::bit_of(&event.proposal);
    let waits = |interests: &Interests, zone: Zone| interests.listens_in(zone) & verb != 0;
    // While skills are collected nothing moves. The face of an unknown card is read only if some face that it
    // may have makes a difference.
    let listens = |game: &mut Game<'_>, seat: Seat, card: CardId, zone: Zone| {
        let matters = |game: &Game<'_>| printed_standbys(game, seat, card, zone, event).next().is_some();
        if game.may_matter(card, |interests| waits(interests, zone), matters)
            && waits(table::interests(game, card), zone)
        {
            enqueue_triggered(game, seat, card, zone, event);
        }
    };
    for seat in Seat::BOTH {
        for (place, zone) in [(table::HAND, Zone::Hand), (table::RETREAT, Zone::Retreat)] {
            if !waits(&game.listen_mask(place.of(seat)), zone) {
                continue;
            }
            let cards: SmallVec<[CardId; 8]> = SmallVec::from_slice(game.listeners(place.of(seat)));
            for card in cards {
                listens(game, seat, card, zone);
            }
        }
        if !waits(&game.listen_mask(table::BATTLEFIELD.of(seat)), Zone::Under) {
            continue;
        }
        let hosts: SmallVec<[CardId; 8]> = SmallVec::from_slice(game.listeners(table::BATTLEFIELD.of(seat)));
        for host in hosts {
            for index in 0..game.state.table.pile(host).len() {
                let Some(&card) = game.state.table.pile(host).get(index) else { break };
                listens(game, seat, card, Zone::Under);
            }
        }
    }
}

/// The object on which a waiting skill stands: the one that the event made of it, if both seats see the zone
/// where it lies; else the one before, which is gone [ruling-21].
fn object_after(game: &Game<'_>, card: CardId, event: &Event<AzurLane>) -> Object {
    let now = game.state.table.object(card);
    match (event.subject, event.became) {
        (Some(before), Some(became)) if before.card == card && became != before => {
            let hidden = [table::HAND, table::DECK, table::DURABILITY]
                .iter()
                .any(|zone| Seat::BOTH.iter().any(|&seat| table::lies_in(game, card, *zone, seat)));
            if hidden { before } else { became }
        }
        _ => now,
    }
}

/// Lets the skills of a card wait that an event triggers, the printed before the gained ones.
fn enqueue_triggered(game: &mut Game<'_>, seat: Seat, card: CardId, zone: Zone, event: &Event<AzurLane>) {
    if zone == Zone::Battlefield && stat::skills_are_off(game, card) {
        return;
    }
    for standby in printed_standbys(game, seat, card, zone, event).collect::<SmallVec<[Standby; 2]>>() {
        game.wait(seat, standby);
    }
    // Only cards on the battlefield gain auto skills [403.4].
    if zone == Zone::Battlefield && stat::is_granting(game) {
        for ability in gained(game, card).collect::<SmallVec<[Ability; 4]>>() {
            if let Some(own) = skill(game, ability).filter(|own| own.trigger().is_some())
                && let Some(standby) = standby_for(game, seat, (card, own.head.zone), own, ability, event)
            {
                game.wait(seat, standby);
            }
        }
    }
}

/// The printed skills of a card that an event triggers.
fn printed_standbys<'g>(
    game: &'g Game<'_>,
    seat: Seat,
    card: CardId,
    zone: Zone,
    event: &'g Event<AzurLane>,
) -> impl Iterator<Item = Standby> + 'g {
    let verb = table::bit_of(&event.proposal);
    let skills = (0..).zip(table::face(game, card).skills);
    skills.filter_map(move |(place, own)| {
        let standby = || standby_for(game, seat, (card, zone), own, ability_of(game, card, place), event);
        (own.events_in(zone) & verb != 0).then(standby)?
    })
}

/// The waiting skill, if the event triggers it and its gates, limit and condition let it wait [304.2,
/// 304.2c].
fn standby_for(
    game: &Game<'_>,
    seat: Seat,
    (card, zone): (CardId, Zone),
    own: &Skill,
    ability: Ability,
    event: &Event<AzurLane>,
) -> Option<Standby> {
    let me = object_after(game, card, event);
    if !gates_open(game, seat, &own.head.gates) {
        return None;
    }
    let Heard { subject, other, .. } = own.hears(game, (seat, me), zone, event)?;
    let scene = Scene { subject, other, ..Scene::of(seat, me) };
    let waits = !is_used_up(game, me, ability)
        && (!game.in_force(cite!("304.2c"))
            || own.head.when.as_ref().is_none_or(|when| when.is_true(game, &scene)));
    waits.then_some(Standby { ability, me, subject, other, later: None })
}

/// The delayed triggers of texts (`later`); each triggers once.
#[inline(never)]
fn delayed(game: &mut Game<'_>, event: &Event<AzurLane>) {
    if !game.spend_on_effects() {
        return;
    }
    let mut index = 0;
    while let Some(modifier) = game.state.modifiers.get(index) {
        let (seat, Influence::Own(later)) = (modifier.seat, &modifier.influence) else {
            index += 1;
            continue;
        };
        let later = later.clone();
        if let Some(Effect::Later(word)) = later.text.word(game)
            && let Some(Heard { subject, other, .. }) = word.on.hears(game, (seat, later.me), event)
        {
            let Later { text: Text { ability, path }, me, bound } = *later;
            game.state.modifiers.remove(index);
            game.wait(seat, Standby { ability, me, subject, other, later: Some(Box::new((path, bound))) });
        } else {
            index += 1;
        }
    }
}

/// Lets the state triggers wait whose condition became true since the last evaluation [ruling-22].
pub(crate) fn collect_state_triggers(game: &mut Game<'_>) {
    let known = game.state.facts.holding.as_deref();
    if known.is_none_or(|known| !known.is_empty() || game.listen_mask_of_all().has_state) {
        evaluate_state_triggers(game);
    }
}

/// Evaluates the condition of every state trigger.
// Cold path: in most rounds nothing has changed.
#[inline(never)]
fn evaluate_state_triggers(game: &mut Game<'_>) {
    let mut holding: SmallVec<[(Object, Ability, Seat); 8]> = SmallVec::new();
    for seat in Seat::BOTH {
        if !game.listen_mask(table::BATTLEFIELD.of(seat)).has_state {
            continue;
        }
        for &card in game.listeners(table::BATTLEFIELD.of(seat)) {
            if !table::interests(game, card).has_state || stat::skills_are_off(game, card) {
                continue;
            }
            let me = game.state.table.object(card);
            let scene = Scene::of(seat, me);
            for (place, skill) in (0..).zip(table::face(game, card).skills) {
                if let Body::State { becomes } = &skill.body
                    && gates_open(game, seat, &skill.head.gates)
                    && becomes.is_true(game, &scene)
                {
                    holding.push((me, ability_of(game, card, place), seat));
                }
            }
        }
    }
    let held = |(me, ability, _): &(Object, Ability, Seat)| (*me, *ability);
    let known = game.state.facts.holding.as_deref();
    if known.is_some_and(|known| known.iter().copied().eq(holding.iter().map(held))) {
        return;
    }
    let known = game.state.facts.holding.take().unwrap_or_default();
    for (me, ability, seat) in &holding {
        if !known.contains(&(*me, *ability)) && !is_used_up(game, *me, *ability) {
            let (me, ability) = (*me, *ability);
            let scene = Scene::of(*seat, me);
            let when = head(game, ability).and_then(|head| head.when.as_ref());
            if !when.is_none_or(|when| !game.in_force(cite!("304.2c")) || when.is_true(game, &scene)) {
                continue;
            }
            game.wait(*seat, Standby { ability, me, subject: None, other: None, later: None });
        }
    }
    game.state.facts.holding = Some(holding.iter().map(held).collect());
}

/// Whether a waiting skill can still fire: if it waits twice, its first processing may have used its limit up
/// [602.5, 304.2b].
pub(crate) fn still_waits(game: &Game<'_>, standby: &Standby) -> bool {
    standby.later.is_some() || !is_used_up(game, standby.me, standby.ability)
}

/// Begins to process a waiting skill: its cost, then its effects.
pub(crate) fn run(game: &mut Game<'_>, seat: Seat, standby: Standby) {
    let Standby { ability, me, subject, other, later } = standby;
    let mut resolution = Resolution::new(seat, me, ability, cite!("304.2b"));
    resolution.subject = subject;
    resolution.other = other;
    if let Some(later) = later {
        let (path, bound) = *later;
        resolution.bound = bound;
        resolution.base = path.len() as u8 + 1;
        resolution.path = path;
        resolution.path.push((0, 0));
        fire(game, seat, me, ability, cite!("304.2"));
        game.push(Step::Resolve(Box::new(resolution)));
        return;
    }
    begin(game, resolution);
}

/// Begins to process a skill with its cost, or without one with its effects [303.3].
pub(crate) fn begin(game: &mut Game<'_>, mut resolution: Resolution<AzurLane>) {
    let costs = cost(game, resolution.ability).filter(|_| game.in_force(cite!("304.2c")));
    if let Some(costs) = costs {
        if !cost::is_payable(&costs.pay, game, &resolution.scene(), None) {
            return;
        }
        resolution.stage = if costs.optional { ResolutionStage::Offer } else { ResolutionStage::Cost(0) };
    } else {
        fire(game, resolution.seat, resolution.me, resolution.ability, resolution.rule);
    }
    game.push(Step::Resolve(Box::new(resolution)));
}

/// Processes a skill from where it stopped [306.1].
pub(crate) fn resolve(game: &mut Game<'_>, mut resolution: Resolution<AzurLane>) {
    let costs = cost(game, resolution.ability);
    loop {
        match resolution.stage {
            ResolutionStage::Offer => {
                let seat = resolution.seat;
                // A choice must not reveal that a hidden card asks for it.
                let open = game.sees_card(Viewer::Public, resolution.me.card)
                    && costs
                        .is_some_and(|costs| costs.pay.iter().all(|cost| cost.form() != Some(Form::Discard)));
                match resolution.part(game, |run| run.yes_no(seat, cite!("303.3a"), open)) {
                    Ok(true) => {
                        resolution.memo = Memo::default();
                        resolution.stage = ResolutionStage::Cost(0);
                    }
                    Ok(false) if game.in_force(cite!("303.3a")) => return,
                    Ok(false) => {
                        resolution.memo = Memo::default();
                        resolution.stage = ResolutionStage::Effects;
                    }
                    Err(_) => return game.push(Step::Resolve(Box::new(resolution))),
                }
            }
            ResolutionStage::Cost(_) => {
                let parts = costs.map_or(&[][..], |costs| costs.pay.as_slice());
                match resolution.part(game, |run| cost::pay_asking(parts, run)) {
                    Ok(true) => {
                        fire(game, resolution.seat, resolution.me, resolution.ability, resolution.rule);
                        resolution.memo = Memo::default();
                        resolution.stage = ResolutionStage::Effects;
                    }
                    Ok(false) => return,
                    Err(_) => return game.push(Step::Resolve(Box::new(resolution))),
                }
            }
            ResolutionStage::Effects if !game.in_force(cite!("306.1")) => return,
            ResolutionStage::Effects => return resolution.run_effects(game),
        }
    }
}
