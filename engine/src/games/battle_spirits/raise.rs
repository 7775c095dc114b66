//! Raising effects: which effects an event raises, in which order, and how they are carried out: 效果的發揮.1,
//! 效果的發揮.4–6, FAQ.效果通則.Q2, FAQ.效果通則.Q4, FAQ.效果通則.Q8; ruling-26, ruling-38, ruling-68, ruling-73, ruling-75,
//! ruling-85, ruling-97.

use super::ability::{
    self, AbilityId, GIVEN, given, interests, is_active, is_in_its_zone, is_used_up, note_use,
};
use super::table::{self, Detail, Game, HAND, TRASH, Verb, owner};
use super::words::ability::Zone;
use super::words::effect::Running;
use super::words::later::Delayed;
use super::words::{Ability, Effect, Filter, Influence, Moment, Scope, Stat, Trigger};
use super::{BattleSpirits, Step, prohibition, stat};
use crate::abilities::filter::has_all;
use crate::abilities::{ConditionWord, EffectWord, Objects, Resolution, Scene};
use crate::kernel::{CardId, Event, Frame, Match, Object, Point, Proposal, Reach, Seat, Waiting, held};

/// An effect that was raised and waits for its turn.
#[held]
pub struct Raised {
    /// The card that it stands on.
    pub me: Object,
    /// Which ability.
    pub ability: AbilityId,
    /// The object that the event happened to.
    pub subject: Option<Object>,
    /// The other object of the event.
    pub other: Option<Object>,
    /// The number of the event.
    pub amount: i64,
    /// Whether the two objects had what is asked of them when the event happened; none: it was not raised by
    /// its event.
    pub fitted: Option<[bool; 2]>,
    /// Whether an effect gave it to the card.
    pub given: bool,
    /// Of an effect that was made for later: its sentence [ruling-99].
    pub later: Option<Box<Delayed>>,
}

/// The resolution of an effect.
pub type Carried = Resolution<BattleSpirits>;

/// What an ability heard of an event: objects and number to which its text can refer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Heard {
    /// The object that the event happened to.
    pub subject: Option<Object>,
    /// The other object of the event.
    pub other: Option<Object>,
    /// Its number.
    pub amount: i64,
    /// Whether the subject and the other object had the properties that the trigger asks for.
    pub fitted: [bool; 2],
}

/// Collects the effects that an event raises, of cards whose ability is active just after it [ruling-73].
pub fn on_event(game: &mut Game<'_>, event: &Event<BattleSpirits>) {
    super::facts::note(game, event);
    super::words::later::on_event(game, event);
    outlive_their_source(game, event);
    hear_all(game, event);
    hear_also(game, event);
    // Depletion is not destruction [靈魂卡的消滅.3]; without this rule it also raises what destruction does.
    if event.proposal.verb == Verb::Depleted && !game.in_force(cite!("靈魂卡的消滅.3")) {
        let mut destruction = event.clone();
        destruction.proposal.verb = Verb::Destroyed;
        hear_all(game, &destruction);
    }
}

/// Collects the effects that are raised when a card leaves the field at once, as by exile, while it still
/// lies there [ruling-75].
pub fn leaves_at_once(game: &mut Game<'_>, proposal: &Proposal<BattleSpirits>) {
    let on_field = proposal.card().is_some_and(|card| table::is_on_field(game, card));
    if on_field && proposal.verb.leaves_at_once() {
        let event = game.event(Point::At, proposal.clone(), proposal.rule);
        super::words::later::on_event(game, &event);
        hear_all(game, &event);
    }
}

/// Running effects outlive their source [FAQ.效果通則.Q6]: only without this rule do they end when it leaves.
fn outlive_their_source(game: &mut Game<'_>, event: &Event<BattleSpirits>) {
    let left = event.subject.filter(|subject| !game.state.table.is_current(*subject));
    if let Some(left) = left
        && !game.in_force(cite!("FAQ.效果通則.Q6"))
    {
        game.expire(|modifier| modifier.source == Some(left));
    }
}

fn hear_all(game: &mut Game<'_>, event: &Event<BattleSpirits>) {
    let bit = event.proposal.verb.bit();
    if game.pool.summary.listens & bit != 0 {
        for card in table::fields(game) {
            if interests(game, card).listens & bit != 0 {
                hear(game, card, event);
            }
        }
    }
    if game.pool.summary.given & bit != 0 {
        for card in table::fields(game) {
            let me = game.state.table.object(card);
            for id in given(game, me) {
                hear_one(game, me, id, event);
            }
        }
    }
    if game.pool.summary.listens_elsewhere & bit != 0 {
        for place in [HAND, TRASH] {
            for card in Seat::BOTH.map(|seat| table::list(game, place, seat)).concat() {
                let listens = |game: &Match<'_, _>| interests(game, card).listens_elsewhere & bit != 0;
                if game.answer_of(card, listens) {
                    hear(game, card, event);
                }
            }
        }
    }
}

/// Collects the effects of the event's card that texts let be raised at this moment, too. Effects that are
/// raised at it anyway are not raised twice [ruling-112].
fn hear_also(game: &mut Game<'_>, event: &Event<BattleSpirits>) {
    let Some(at) = Moment::of(event.proposal.verb) else { return };
    let Some(me) = event.subject.filter(|_| event.point == Point::Done) else { return };
    for moment in stat::also_raised(game, me.card, at) {
        let mut other = event.clone();
        other.proposal.verb = moment.verb();
        for (id, _) in ability::referred(game, me.card) {
            let is_it = ability::by_id(game, id).is_some_and(|ability| {
                let moments = ability.moments();
                moments.contains(&moment) && !moments.contains(&at)
            });
            if is_it {
                hear_one(game, me, id, &other);
            }
        }
    }
}

fn hear(game: &mut Game<'_>, card: CardId, event: &Event<BattleSpirits>) {
    let me = game.state.table.object(card);
    for id in ability::of_card(game, card) {
        if ability::by_id(game, id).is_some_and(|ability| ability.head.zone != Zone::Given) {
            hear_one(game, me, id, event);
        }
    }
}

fn hear_one(game: &mut Game<'_>, me: Object, id: AbilityId, event: &Event<BattleSpirits>) {
    let Some(ability) = ability::by_id(game, id).filter(|ability| is_in_its_zone(game, me, id, ability))
    else {
        return;
    };
    let heard = ability.hears(game, me, event).filter(|_| is_active(game, me, id));
    let on = ability.trigger().filter(|_| ability.head.keyword.is_none());
    let word = on.and_then(|on| on.timing_word(game, event));
    let seat = owner(game, me.card);
    let heard = heard.filter(|_| word.is_none_or(|rule| game.in_force(rule)));
    let heard = heard.filter(|_| !is_used_up(game, seat, me, id));
    let moment = ability.moments().iter().find(|moment| moment.verb() == event.proposal.verb);
    let heard = heard.filter(|_| !moment.is_some_and(|of| prohibition::raising(game, me.card, *of)));
    let heard = heard.filter(|_| !is_silenced(game, me, event));
    if let Some(Heard { subject, other, amount, fitted }) = heard {
        let (given, fitted) = (ability.head.zone == Zone::Given, Some(fitted));
        let raised = Raised { me, ability: id, subject, other, amount, fitted, given, later: None };
        game.wait(seat, raised);
    }
}

/// Whether an event is the destruction of a card by a text that lets no effect of this card be raised by it
/// [FAQ.效果通則.Q3].
fn is_silenced(game: &Game<'_>, me: Object, event: &Event<BattleSpirits>) -> bool {
    let is_it = event.subject.is_some_and(|subject| subject.card == me.card);
    is_it && event.proposal.detail.own.silent && game.in_force(cite!("FAQ.效果通則.Q3"))
}

/// Whether a raised effect may still be carried out. Its limit is not used up; its source is where it was, at
/// a level that has the ability. A source that waits to leave has only effects of the waiting state
/// [ruling-26]; one that left at once may still have been heard [ruling-75].
pub fn still_waits(game: &Game<'_>, waiting: &Waiting<BattleSpirits>) -> bool {
    let Raised { me, ability: id, .. } = waiting.trigger;
    let Some(ability) = ability::by_id(game, id).filter(|_| waiting.trigger.later.is_none()) else {
        return waiting.trigger.later.is_some();
    };
    let left_at_once = !game.state.table.is_current(me) && ability.listens() & Verb::Exiled.bit() != 0;
    let is_there = is_in_its_zone(game, me, id, ability) && is_active(game, me, id)
        || left_at_once && ability.is_of_waiting_state() && game.in_force(cite!("ruling-75"));
    (is_there || !game.in_force(cite!("ruling-26"))) && !is_used_up(game, waiting.seat, me, id)
}

/// Drops the other copies of an effect that cannot be raised together with it (〔不可重複〕) from its batch
/// [FAQ.效果通則.Q8, ruling-38].
fn drop_copies(game: &mut Game<'_>, seat: Seat, me: Object, id: AbilityId) {
    let raising = &game.state.facts.raising;
    let batch =
        raising.iter().rev().find(|(other, of, _)| (*other, *of) == (me, id)).map(|(.., batch)| *batch);
    if !ability::by_id(game, id).is_some_and(|ability| ability.head.no_overlap)
        || !game.in_force(cite!("FAQ.效果通則.Q8"))
    {
        return;
    }
    let pool = game.pool;
    let named = |other: AbilityId| {
        other.number == id.number && pool.card(other.definition).called() == pool.card(id.definition).called()
    };
    game.state.waiting.retain(|waiting| {
        !(waiting.seat == seat && Some(waiting.batch) == batch && named(waiting.trigger.ability))
    });
}

/// Whether the objects of the event have the properties that the trigger asks for when the effect is carried
/// out. An object that has left is judged by how it was at the event [ruling-85, ruling-104].
fn still_fits(game: &Game<'_>, trigger: Option<&Trigger>, raised: &Raised, scene: &Scene<'_>) -> bool {
    let (Some(trigger), Some([subject_fitted, other_fitted])) = (trigger, raised.fitted) else { return true };
    let [of_subject, of_other] = trigger.asks();
    let fits = |object: Option<Object>, properties: &[Filter], fitted: bool| {
        let there = object.filter(|object| game.state.table.is_current(*object));
        there.map_or(fitted, |object| has_all(game, scene, properties, object.card))
    };
    fits(raised.subject, of_subject, subject_fitted) && fits(raised.other, of_other, other_fitted)
}

/// Begins to resolve a waiting effect. Its condition and the properties of the event's cards are read now,
/// and an effect that can do nothing is not raised [ruling-85, FAQ.指定效果.Q1].
pub fn raise(game: &mut Game<'_>, seat: Seat, batch: u32, raised: &Raised) {
    if let Some(delayed) = &raised.later {
        let resolution = delayed.resolution(game, seat, raised);
        if !still_fits(game, delayed.trigger(game), raised, &resolution.scene()) {
            return;
        }
        delayed.happens(game);
        if delayed.can_do_some(game, &resolution.scene()) {
            game.push(Step::Resolve(Box::new(resolution)));
        }
        return;
    }
    let Raised { me, ability: id, subject, other, amount, .. } = *raised;
    let Some(ability) = ability::by_id(game, id) else { return };
    let mut resolution = Resolution::new(seat, me, id, cite!("效果的發揮.1"));
    (resolution.subject, resolution.other, resolution.bound.number) = (subject, other, amount);
    let scene = resolution.scene();
    let is_met = still_fits(game, ability.trigger(), raised, &scene)
        && ability.head.when.as_ref().is_none_or(|when| when.is_true(game, &scene));
    let does = |effect: &Effect| effect.can_do_some(game, &scene);
    if is_used_up(game, seat, me, id) || !is_met || !ability.effects().iter().any(does) {
        return;
    }
    if !game.in_force(cite!("效果的發揮.1")) {
        return;
    }
    let facts = game.facts_mut();
    facts.raising.retain(|(other, of, _)| (*other, *of) != (me, id));
    facts.raising.push((me, id, batch));
    if !is_may(ability) {
        is_raised(game, seat, me, id);
    }
    game.push(Step::Resolve(Box::new(resolution)));
}

/// Whether 「可」 covers the whole effect: then only the answer "yes" raises it [FAQ.效果通則.Q2, ruling-38].
fn is_may(ability: &Ability) -> bool {
    matches!(ability.effects(), [Effect::May(_)])
}

/// Raises an effect [效果的發揮.1]: announces it, notes its limits, and drops the copies that cannot be raised
/// with it.
fn is_raised(game: &mut Game<'_>, seat: Seat, me: Object, id: AbilityId) {
    let announced = Proposal::told(Verb::EffectRaised, seat, cite!("效果的發揮.1")).to(me.card);
    let given = ability::by_id(game, id).is_some_and(|ability| ability.head.zone == Zone::Given);
    let number = if given { id.number.saturating_add(GIVEN) } else { id.number };
    game.propose(announced.with(Detail { ability: Some(number), ..Detail::default() }));
    note_use(game, seat, me, id);
    drop_copies(game, seat, me, id);
}

/// The player answered 「可」 with yes. If 「可」 covers the whole effect, this raises it.
pub fn is_accepted(game: &mut Game<'_>) {
    let Some(Frame::Step(Step::Resolve(resolution))) = game.state.agenda.last() else { return };
    let (seat, me, id) = (resolution.seat, resolution.me, resolution.ability);
    let is_first =
        resolution.path.len() == 1 && resolution.path.first().is_some_and(|(_, place)| *place == 0);
    let is_known = game.state.facts.raising.iter().any(|(other, of, _)| (*other, *of) == (me, id));
    if is_first && is_known && ability::by_id(game, id).is_some_and(is_may) {
        is_raised(game, seat, me, id);
    }
}

/// Goes on with the resolution of an effect.
pub fn resolve(game: &mut Game<'_>, resolution: Resolution<BattleSpirits>) {
    // A sentence is carried out even if the one before it could not be [FAQ.效果通則.Q4].
    let is_first = resolution.path.last().is_none_or(|(_, place)| *place == 0);
    let (card, id) = (resolution.me.card, resolution.ability);
    let begins = resolution.path.iter().all(|(_, place)| *place == 0);
    if is_first || resolution.bound.did || game.in_force(cite!("FAQ.效果通則.Q4")) {
        forget_before_cost(game, (card, id), begins);
        resolution.run_effects(game);
    }
    let is_it = |frame: &Frame<BattleSpirits>| {
        let Frame::Step(Step::Resolve(of)) = frame else { return false };
        of.me.card == card && of.ability == id
    };
    let goes_on = game.state.agenda.iter().any(is_it);
    forget_before_cost(game, (card, id), goes_on);
}

/// Forgets what fitted before the cost: later sentences are judged by the table as it is when they are read
/// [ruling-72].
fn forget_before_cost(game: &mut Game<'_>, (card, id): (CardId, AbilityId), is_needed: bool) {
    let before = game.state.facts.before_cost.as_ref();
    if !is_needed && before.is_some_and(|before| before.card == card && before.ability == id) {
        game.facts_mut().before_cost = None;
    }
}

/// Announces the spirits whose BP has risen since the last check, if a text waits for that [ruling-97].
pub fn watch_bp(game: &mut Game<'_>) {
    let bit = Verb::BpRose.bit();
    let heard = game.pool.summary.listens & bit != 0
        && table::fields(game).into_iter().any(|card| interests(game, card).listens & bit != 0);
    let mut now: Vec<(Object, i64)> = Vec::new();
    for card in table::fields(game).into_iter().filter(|_| heard) {
        now.extend(stat::value(game, card, Stat::Bp).map(|bp| (game.state.table.object(card), bp)));
    }
    if game.state.facts.bp == now {
        return;
    }
    let before = game.state.facts.bp.clone();
    for &(object, bp) in &now {
        if before.iter().any(|(other, less)| *other == object && *less < bp) {
            let announced = Proposal::told(Verb::BpRose, owner(game, object.card), cite!("FAQ.BP.Q1"));
            game.propose(announced.to(object.card).with(Detail { amount: bp, ..Detail::default() }));
        }
    }
    game.facts_mut().bp = now;
}

/// The spirits whose BP a flash effect raises that begins to do so.
pub fn bp_by_flash(
    run: &Running<'_, '_>,
    influence: &Influence,
    reach: &Reach<BattleSpirits>,
) -> Vec<Object> {
    let game = &*run.game;
    let is_flash = || {
        let ability = ability::by_id(game, run.resolution.ability);
        ability.is_some_and(|ability| ability.is_flash())
    };
    let is_more = matches!(influence, Influence::Add(Stat::Bp, n) if *n > 0);
    if !is_more || !is_flash() {
        return Vec::new();
    }
    let covered = match reach {
        Reach::Objects(objects) => objects.iter().copied().collect(),
        Reach::Open(Scope { text }) => {
            let what = text.word(game).and_then(EffectWord::selection);
            what.map(|what| what.all(game, &run.scene())).unwrap_or_default()
        }
        Reach::Seat(_) => Objects::new(),
    };
    let is_it = |object: &Object| table::stands(game, *object) && stat::is_spirit(game, object.card);
    covered.into_iter().filter(is_it).collect()
}
