//! How events put abilities on the waiting list.
//!
//! 六.1 and ruling-21 the list of one moment; 六.3 cards in hand with an exact moment; 六.4 before, at, after;
//! 十.2, 十.3, ruling-87 moments before leaving; 十.7 returned cards; 十五.偷襲.3, 十五.掩護.1, 十五.機械合體.5,
//! 十五.衰退.1, 十五.衰退.2 keywords that trigger; ruling-46.

use smallvec::SmallVec;

use super::super::interests::ZoneInterests;
use super::super::reason::Reason;
use super::super::table::{self, Phase, Verb};
use super::super::words::ability::{Ability, Effective};
use super::super::words::continuous::topics;
use super::super::words::trigger::{Moment, On, Timing, Whom};
use super::super::words::{Influence, KeywordName, KeywordNames};
use super::super::words::{events, later};
use super::super::{Happened, Step, Xinglingwang, entering, facts, magic, prohibition, stat};
use super::granted::grants_to_any;
use super::place::{AFTER, DEPARTED_RANK, LEAVING, SHOWN_RANK};
use super::{
    AbilityId, COVER, DECAY, Effectiveness, Game, Pending, USE, USE_AT, each_place_that, granted_to,
    grants_abilities, id_at, id_of, is_used_up, pass_over,
};
use crate::abilities::filter::has_all;
use crate::abilities::{ConditionWord, Scene};
use crate::kernel::{Change, Event, Frame, Halt, Object, Point, Proposal, Spot};
use crate::verdict::Refusal;

impl On {
    /// How much later than others an ability that waits for this event comes in the list [六.4]; `None`: it
    /// does not wait for it. `scene` is that of the ability's card.
    pub(crate) fn hears(
        &self,
        game: &Game<'_>,
        scene: &Scene<'_>,
        event: &Event<Xinglingwang>,
    ) -> Option<u16> {
        moment_fits(event, self).filter(|_| self.matches(game, scene, event))
    }

    /// Whether an event, at whatever moment, is one that the ability waits for.
    pub(in crate::games::xinglingwang) fn matches(
        &self,
        game: &Game<'_>,
        scene: &Scene<'_>,
        event: &Event<Xinglingwang>,
    ) -> bool {
        let proposal = &event.proposal;
        let detail = &proposal.detail;
        let into = match proposal.change {
            Change::Move(_, Spot::Place(place, _), ..) => {
                detail.own.into.or_else(|| table::Zone::at(place).map(|(zone, _)| zone))
            }
            _ => None,
        };
        let half = match proposal.change {
            Change::Move(_, Spot::Place(place, _), ..) => table::FIELD.seat(place),
            _ => None,
        };
        let from = match event.from {
            Some(Spot::Place(place, _)) => table::Zone::at(place).map(|(zone, _)| zone),
            Some(Spot::Member(..)) => Some(table::Zone::Field),
            None => None,
        };
        (self.event.is_empty() || self.event.contains(&proposal.verb))
            && (!self.event.is_empty() || matches!(proposal.change, Change::Move(..)))
            && self.of.is_none_or(|side| side.covers(scene.seat, proposal.seat))
            && self.means.is_none_or(|means| means == detail.means)
            && self.phase.is_none_or(|phase| Some(phase.phase()) == detail.phase)
            && self.into.is_none_or(|zone| into == Some(zone.zone()) && from != Some(zone.zone()))
            && self.from.is_none_or(|zone| from == Some(zone.zone()))
            && self.onto.is_none_or(|side| half.is_some_and(|half| side.covers(scene.seat, half)))
            && self.who.as_ref().is_none_or(|who| who.matches(game, scene, event))
            && (self.by.is_empty()
                || proposal.source.is_some_and(|source| has_all(game, scene, &self.by, source.card)))
            && (self.awaited.is_empty() || self.awaits(game, event))
            && (self.other.is_empty()
                || detail.other.is_some_and(|other| has_all(game, scene, &self.other, other.card)))
    }

    /// Whether the event is the activation of an effect that itself waited for one of the events in
    /// `awaited`.
    fn awaits(&self, game: &Game<'_>, event: &Event<Xinglingwang>) -> bool {
        // The activation is announced after its resolution has been put on the agenda.
        let announced = game.state.agenda.iter().rev().find_map(|frame| match frame {
            Frame::Step(Step::Resolve(resolution)) if Some(resolution.me) == event.subject => {
                Some(resolution.ability)
            }
            _ => None,
        });
        let ability = announced.and_then(|id| super::ability(game, id));
        let waited_for = ability.and_then(Ability::trigger).map_or(&[][..], |on| on.event.as_slice());
        waited_for.iter().any(|verb| self.awaited.contains(verb))
    }

    /// The card that the ability calls `other`: the event's other card, else, where the ability names
    /// properties of it, the card whose text caused the event.
    pub(crate) fn other_of(&self, event: &Event<Xinglingwang>) -> Option<Object> {
        let source = event.proposal.source.filter(|_| !self.by.is_empty());
        event.proposal.detail.other.or(source)
    }
}

impl Whom {
    /// Whether the subject of an event is one of these cards.
    fn matches(&self, game: &Game<'_>, scene: &Scene<'_>, event: &Event<Xinglingwang>) -> bool {
        let Some(subject) = event.subject else { return false };
        match self {
            Whom::This => {
                // Both units of a combination trigger on their combining [十五.機械合體.5].
                let joins =
                    event.proposal.verb == Verb::Combine && event.proposal.detail.other == Some(scene.me);
                subject == scene.me || event.became == Some(scene.me) || joins
            }
            Whom::Host => table::host(game, scene.me.card) == Some(subject.card),
            Whom::Cards { side, fits } => {
                let half = match event.from {
                    Some(Spot::Place(place, _)) => table::FIELD.seat(place),
                    _ => None,
                };
                let half = half.or_else(|| table::side(game, subject.card));
                let seat = half.unwrap_or_else(|| table::owner(game, subject.card));
                side.covers(scene.seat, seat) && has_all(game, scene, fits, subject.card)
            }
        }
    }
}

/// A card that is being destroyed or sacrificed is still on the field at that moment [十.2, 十.3].
const fn is_leaving(proposal: &Proposal<Xinglingwang>) -> bool {
    matches!(proposal.verb, Verb::Destroy | Verb::Sacrifice) && matches!(proposal.change, Change::Move(..))
}

/// Whether any ability could come before this event. For hands the whole pool is asked instead of the cards
/// held, so that a pause tells nobody what a hand holds.
fn comes_before(game: &Game<'_>, verb: Verb) -> bool {
    let listens = |interests: &ZoneInterests| interests.before & verb.bit() != 0;
    let all = |effective: Effective| listens(game.pool.summary.interests.at(effective));
    if all(Effective::Hand) || (all(Effective::Field) && grants_abilities(game)) {
        return true;
    }
    let mut found = false;
    each_place_that(game, listens, |_, _| true, |_| found = true);
    found
}

/// Whether abilities may act before a proposal is carried out: always before a destruction or a sacrifice
/// [十.2, 十.3], before other events where an ability waits for the instant before them [六.4]. Never where a
/// unit returns by 偷襲, which is one act with what it leaves behind [十五.偷襲.5], where a combined unit takes its
/// position as part of combining [十五.合體.1], and where an attack that is no longer possible ends at once
/// [ruling-81].
pub(crate) fn waits_before_done(game: &Game<'_>, proposal: &Proposal<Xinglingwang>) -> bool {
    let on_field = |card| table::is_unit(game, card);
    let one_act = || [cite!("十五.偷襲.1"), cite!("十五.合體.1")].contains(&proposal.rule);
    is_leaving(proposal)
        || (events::BEFORE & proposal.verb.bit() != 0
            && !one_act()
            && !proposal.detail.own.silent
            && game.state.facts.turn > 0
            && comes_before(game, proposal.verb)
            && match (proposal.verb, &proposal.change) {
                (Verb::Draw | Verb::Play | Verb::ExtraPlay | Verb::Summon, Change::Move(..)) => true,
                (Verb::Upright, Change::Mark(card, _)) => proposal.source.is_some() && on_field(*card),
                (_, Change::Move(card, ..) | Change::Mark(card, _)) => on_field(*card),
                _ => false,
            })
}

/// How much an ability comes later in the list if the event is at its moment; `None`: it is not [六.4]. A
/// destruction or sacrifice passes 前, 時, the last instant before the move and 後 one by one, that instant by
/// [`LEAVING`] later in the list of 時 [ruling-87]; any other event that was carried out triggers 時 and then,
/// by [`AFTER`] later, 後.
fn moment_fits(event: &Event<Xinglingwang>, on: &On) -> Option<u16> {
    // An ability that names no event but only a zone triggers when the card has arrived.
    let leaves = is_leaving(&event.proposal) && !on.event.is_empty();
    let (point, later) = match (on.moment, leaves) {
        (Moment::Before, _) => (Point::Before, 0),
        (Moment::At, true) => (Point::At, 0),
        (Moment::Leaving, true) => (Point::At, LEAVING),
        (Moment::At, false) | (Moment::After, true) => (Point::Done, 0),
        (Moment::After, false) => (Point::Done, AFTER),
        (Moment::Leaving, false) => return None,
    };
    (event.point == point).then_some(later)
}

/// Whether an ability about its own card also triggers after the card has left the field: it names a zone, or
/// an event other than destruction and sacrifice.
fn goes_somewhere(on: &On) -> bool {
    on.into.is_some()
        || on.from.is_some()
        || on.event.iter().any(|verb| !matches!(verb, Verb::Destroy | Verb::Sacrifice))
}

/// The most events that one log entry remembers for 若成功 [六.2].
const MOST_HAPPENED: usize = 5_000;

/// Puts the abilities that an event triggers on the waiting list, which is fixed at this moment [六.1,
/// ruling-21].
pub(crate) fn on_event(game: &mut Game<'_>, event: &Event<Xinglingwang>) {
    facts::note(game, event);
    if event.proposal.verb == Verb::SneakSuccess && event.point == Point::Done {
        let seat = event.proposal.seat;
        match game.state.facts.sneaks.get(seat).checked_add(1) {
            Some(count) => *game.facts_mut().sneaks.get_mut(seat) = count,
            None => game.halt(Halt::StepLimit),
        }
    }
    if event.point == Point::Done
        && let Some(object) = event.subject
    {
        let (verb, source) = (event.proposal.verb, event.proposal.source);
        let room = game.has_room(game.state.facts.happened.len(), MOST_HAPPENED);
        let facts = game.facts_mut();
        if room {
            facts.happened.push(Happened { verb, object, source });
        }
        // A unit that stopped attacking has no target [ruling-82].
        if matches!(verb, Verb::Upright | Verb::Rest | Verb::Split) {
            facts.redirects.retain(|(attacker, _)| *attacker != object);
        }
    }
    if event.proposal.detail.own.silent || game.state.facts.turn == 0 {
        return;
    }
    let proposal = &event.proposal;
    let verb = proposal.verb.bit();
    let phase = proposal.detail.phase.map_or(u32::MAX, Phase::bit);
    // Cards without printed interests may have been given abilities, or keywords that trigger.
    let waiting = keywords_that_wait(event);
    let by_grant = grants_listener(game, verb) || grants_keyword(game, waiting);
    let listens = |interests: &ZoneInterests| {
        let waits = interests.listens & verb != 0 && interests.phases & phase != 0;
        waits || by_grant || !interests.keywords.and(waiting).is_empty()
    };
    let departed = departed(game, event).filter(|&place| {
        let is_listener = |game: &Game<'_>| listens(table::interests(game, place.card).at(place.effective));
        match game.is_unclear(place.card) {
            true => game.answer_of(place.card, |game| is_listener(game) && enqueues_any(game, place, event)),
            false => is_listener(game),
        }
    });
    let shown = shown(game, event).filter(|place| {
        listens(table::interests(game, place.card).at(place.effective)) && enqueues_any(game, *place, event)
    });
    if departed.is_some() || shown.is_some() || listens(&game.listen_mask_of_all()) {
        collect(game, event, departed.into_iter().chain(shown), listens);
    }
    later::on_event(game, event);
}

/// Collects the abilities that an event triggers: first those of `moved`, the card that left or was shown,
/// then those of all other places.
// Cold path: most events trigger nothing.
#[inline(never)]
fn collect(
    game: &mut Game<'_>,
    event: &Event<Xinglingwang>,
    moved: impl Iterator<Item = Effectiveness>,
    listens: impl Fn(&ZoneInterests) -> bool,
) {
    let mut places: SmallVec<[Effectiveness; 8]> = moved.collect();
    let returned = returned(game, event);
    // A keyword triggers only on the field, where every face is known, so it makes no unknown face matter.
    let matters = |game: &Game<'_>, place: Effectiveness| {
        Some(place.me) != returned
            && (enqueues_any(game, place, event) || hand_magic(game, place, event).is_some())
    };
    each_place_that(game, listens, matters, |place| {
        if Some(place.me) != returned {
            places.push(place);
        }
    });
    for &place in &places {
        for triggering in triggered_by(game, place, event).collect::<SmallVec<[Triggering<'_>; 2]>>() {
            enqueue(game, place, &triggering, event);
        }
        if grants_abilities(game) && place.effective == Effective::Field {
            listen_to_granted(game, place, event);
        }
        if event.proposal.verb == Verb::Entered {
            cover(game, place, event);
        } else if event.proposal.verb == Verb::PhaseStarts {
            decay(game, place, event);
        }
        if let Some(pending) = hand_magic(game, place, event) {
            game.wait(place.seat, pending);
        }
    }
}

/// Whether any effect gives a card an ability that waits for one of these verbs.
fn grants_listener(game: &Game<'_>, verbs: u64) -> bool {
    grants_abilities(game)
        && grants_to_any(game, |ability| ability.trigger().is_some_and(|on| on.verbs() & verbs != 0))
}

/// The keywords that an event triggers: 掩護 when a unit has entered, 衰退 when the end phase begins.
fn keywords_that_wait(event: &Event<Xinglingwang>) -> KeywordNames {
    match (event.proposal.verb, event.proposal.detail.phase) {
        (Verb::Entered, _) => KeywordNames::of(&[KeywordName::Cover]),
        (Verb::PhaseStarts, Some(Phase::End)) => KeywordNames::of(&[KeywordName::Decay]),
        _ => KeywordNames::NONE,
    }
}

/// Whether any effect gives a card one of these keywords.
fn grants_keyword(game: &Game<'_>, names: KeywordNames) -> bool {
    if names.is_empty() {
        return false;
    }
    let grants =
        |influence: &Influence| matches!(influence, Influence::Grant(keyword) if names.has(keyword.name()));
    let running = game.running_effects(topics::keywords(names));
    let found = running.iter().any(|modifier| grants(&modifier.influence));
    found || game.listen_mask_of_all().topics & topics::keywords(names) != 0
}

/// The card that the event returned to its owner from the other player's half: it activates nothing of that
/// event, neither for where it stood nor for where it has gone [十.7, ruling-85].
fn returned(game: &Game<'_>, event: &Event<Xinglingwang>) -> Option<Object> {
    let now = event.became.filter(|now| Some(*now) != event.subject)?;
    if event.point != Point::Done || table::is_unit(game, now.card) || !game.in_force(cite!("十.7")) {
        return None;
    }
    let half = match event.from? {
        Spot::Place(place, _) => table::FIELD.seat(place),
        Spot::Member(host, _) => {
            table::side(game, host).or_else(|| table::mark(game, host).left.map(|(_, side)| side))
        }
    };
    half.is_some_and(|half| half != table::owner(game, now.card)).then_some(now)
}

/// Where the abilities of a card count that the event moved. A unit that left the field still triggers on
/// that event, unless it was returned to its owner from the other half [十.7]; its own abilities on 偷襲成功 come
/// before all others [十五.偷襲.3].
fn departed(game: &Game<'_>, event: &Event<Xinglingwang>) -> Option<Effectiveness> {
    let before = event.subject?;
    let card = before.card;
    if event.point != Point::Done || table::is_unit(game, card) || table::is_traveler(game, card) {
        return None;
    }
    let owner = table::owner(game, card);
    let left_field = match event.from {
        Some(Spot::Place(place, _)) => {
            table::FIELD.seat(place).is_some() || table::FIELD_CARD.seat(place).is_some()
        }
        Some(Spot::Member(..)) | None => false,
    };
    let moved = matches!(event.proposal.change, Change::Move(..));
    // A unit that sneaked on the other player's half returned to its owner's hand: it triggers nothing.
    let own = event.proposal.seat == owner || !game.in_force(cite!("十.7"));
    let sneaks = event.proposal.verb == Verb::SneakSuccess && own;
    let elsewhere = moved
        && event.became != event.subject
        && matches!(event.from, Some(Spot::Place(place, _)) if table::FIELD.seat(place).is_none());
    let me = event.became.unwrap_or(before);
    let left = moved && left_field && returned(game, event).is_none();
    (sneaks || left || elsewhere).then_some(Effectiveness {
        card,
        me,
        seat: owner,
        lower: 0,
        first: 0,
        effective: Effective::Field,
        rank: if sneaks && game.in_force(cite!("十五.偷襲.3")) { 0 } else { DEPARTED_RANK },
    })
}

/// A card that is shown, wherever it lies: its abilities of the zone `shown` count.
fn shown(game: &Game<'_>, event: &Event<Xinglingwang>) -> Option<Effectiveness> {
    let me = event.subject.filter(|_| event.proposal.verb == Verb::Reveal && event.point == Point::Done)?;
    Some(Effectiveness {
        card: me.card,
        me,
        seat: table::owner(game, me.card),
        lower: 0,
        first: 0,
        effective: Effective::Shown,
        rank: SHOWN_RANK,
    })
}

/// An ability whose event happened.
struct Triggering<'p> {
    id: AbilityId,
    ability: &'p Ability,
    on: &'p On,
    rank: u16,
}

/// The scene of a card for an event.
fn scene(place: Effectiveness, event: &Event<Xinglingwang>) -> Scene<'static> {
    let (subject, other) = (event.became.or(event.subject), event.proposal.detail.other);
    Scene { subject, other, ..Scene::of(place.seat, place.me) }
}

/// The scene of an ability that waits for the event: it may call another card `other`.
fn scene_of(place: Effectiveness, on: &On, event: &Event<Xinglingwang>) -> Scene<'static> {
    Scene { other: on.other_of(event), ..scene(place, event) }
}

/// Whether any ability of a card would be put on the waiting list.
fn enqueues_any(game: &Game<'_>, place: Effectiveness, event: &Event<Xinglingwang>) -> bool {
    triggered_by(game, place, event).any(|triggering| {
        let scene = scene_of(place, triggering.on, event);
        wait_fault(game, &scene, triggering.id, triggering.ability).is_none()
    })
}

/// The printed abilities of a card that an event triggers, whether or not they can be activated.
fn triggered_by<'g, 'p>(
    game: &'g Game<'p>,
    place: Effectiveness,
    event: &'g Event<Xinglingwang>,
) -> impl Iterator<Item = Triggering<'p>> {
    let printed = table::printed(game, place.card);
    let gone = !table::is_unit(game, place.me.card)
        && place.effective == Effective::Field
        && table::zone_of(game, place.me.card).is_some_and(|(zone, _)| zone != table::Zone::FieldCard);
    printed.all_abilities().enumerate().skip(place.first).filter_map(move |(index, ability)| {
        let on = ability.trigger()?;
        if ability.head.zone != place.effective
            || (gone
                && !(matches!(on.who, Some(Whom::This)) && goes_somewhere(on)
                    || on.moment == Moment::After
                    || event.proposal.verb == Verb::SneakSuccess))
        {
            return None;
        }
        let later = on.hears(game, &scene(place, event), event)?;
        let id = id_at(game, place, index);
        Some(Triggering { id, ability, on, rank: rank_for(game, place, event) + later })
    })
}

/// Puts the abilities on the waiting list that effects give to a card and that the event triggers.
#[inline(never)]
fn listen_to_granted(game: &mut Game<'_>, place: Effectiveness, event: &Event<Xinglingwang>) {
    if place.first > 0 || place.card != place.me.card {
        return;
    }
    for (id, ability) in granted_to(game, place.card) {
        let Some(on) = ability.trigger() else { continue };
        if let Some(later) = on.hears(game, &scene(place, event), event) {
            enqueue(game, place, &Triggering { id, ability, on, rank: place.rank + later }, event);
        }
    }
}

/// The rank of a card for an event: both units of a combination share the first rank of its list [十五.機械合體.5].
fn rank_for(game: &Game<'_>, place: Effectiveness, event: &Event<Xinglingwang>) -> u16 {
    let moves = event.subject == Some(place.me);
    let joins = moves || event.proposal.detail.other == Some(place.me);
    match event.proposal.verb == Verb::Combine && joins {
        true if game.in_force(cite!("十五.機械合體.5")) => 0,
        // With the rule suspended, the unit that moves comes first.
        true => u16::from(!moves),
        false => place.rank,
    }
}

/// Puts a triggered ability on the waiting list, or notes why an optional one is not offered.
fn enqueue(
    game: &mut Game<'_>,
    place: Effectiveness,
    triggering: &Triggering<'_>,
    event: &Event<Xinglingwang>,
) {
    let scene = scene_of(place, triggering.on, event);
    let Scene { seat, me, subject, other, .. } = scene;
    match wait_fault(game, &scene, triggering.id, triggering.ability) {
        None => game.wait(seat, Pending::of(triggering.id, me, (subject, other), triggering.rank)),
        Some(refusal) if triggering.ability.head.optional => pass_over(game, seat, me, &refusal),
        Some(_) => {}
    }
}

/// Why a triggered ability is not activated: its limit, a prohibition, its condition.
fn wait_fault(
    game: &Game<'_>,
    scene: &Scene<'_>,
    id: AbilityId,
    ability: &Ability,
) -> Option<Refusal<Reason>> {
    let card = scene.me.card;
    if is_used_up(game, scene.seat, scene.me, id) {
        let refusal = Refusal::new(Reason::UsedThisTurn { card }, cite!("六.1"));
        return Some(refusal.also(&[cite!("ruling-72")]));
    }
    if prohibition::activate(game, card) {
        return Some(Refusal::new(Reason::ForbiddenByEffect { card: Some(card) }, cite!("六.7")));
    }
    let is_met = ability.head.text.when.as_ref().is_none_or(|when| when.is_true(game, scene));
    (!is_met).then(|| Refusal::new(Reason::ConditionNotMet { card }, cite!("六.1")))
}

/// Puts 掩護 on the waiting list when a unit has entered beside its unit [十五.掩護.1, ruling-46].
#[inline(never)]
fn cover(game: &mut Game<'_>, place: Effectiveness, event: &Event<Xinglingwang>) {
    if place.first > 0 || place.card != place.me.card {
        return;
    }
    let Some(entered) = event.subject.filter(|entered| table::stands(game, *entered)) else { return };
    let side = table::side(game, place.card).unwrap_or(place.seat);
    if entering::cover_position(game, place.card, entered.card).is_some() {
        let ability = id_of(game, place.card, COVER);
        let rank = place.rank + 2;
        game.wait(side, Pending::of(ability, place.me, (Some(entered), None), rank));
    } else if entering::is_covered_by(game, entered.card, place.card) {
        entering::pass_over_cover(game, side, place.me);
    }
}

/// Puts 衰退 on the waiting list when the end phase of its half begins, after all other abilities of its unit
/// [十五.衰退.1, 十五.衰退.2].
#[inline(never)]
fn decay(game: &mut Game<'_>, place: Effectiveness, event: &Event<Xinglingwang>) {
    let begins = event.proposal.detail.phase == Some(Phase::End) && event.point == Point::Done;
    if begins
        && place.first == 0
        && place.card == place.me.card
        && table::side(game, place.card) == Some(game.state.facts.active)
        && stat::has_keyword(game, place.card, KeywordName::Decay)
    {
        let ability = id_of(game, place.card, DECAY);
        let rank = if game.in_force(cite!("十五.衰退.2")) { place.rank + 3 } else { 0 };
        let seat = game.state.facts.active;
        game.wait(seat, Pending::of(ability, place.me, (None, None), rank));
    }
}

/// Magic in hand whose exact moment the event is [六.3]. Magic for success or failure in battle is no part of
/// it: players use it in the windows of 十一.8(3) and 十一.8(4).
fn hand_magic(game: &Game<'_>, place: Effectiveness, event: &Event<Xinglingwang>) -> Option<Pending> {
    if place.effective != Effective::Hand {
        return None;
    }
    let magic = table::printed(game, place.card).magic.as_ref()?;
    let scene = scene(place, event);
    let later = magic.timing.known()?.iter().find_map(|timing| {
        let Timing::Moment(on) = timing else { return None };
        Some(on).filter(|on| !magic::is_battle_moment(on))?.hears(game, &scene, event)
    })?;
    let ability = id_of(game, place.card, if magic.modes.is_empty() { USE } else { USE_AT });
    let Scene { me, subject, other, .. } = scene;
    Some(Pending::of(ability, me, (subject, other), place.rank + later))
}
