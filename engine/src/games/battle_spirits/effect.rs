//! Effects: which are raised, in which order they are carried out: 效果的發揮.1, 效果的發揮.4–6, 用語集.發揮時機, 用語集.效果限制,
//! FAQ.效果通則.Q2, FAQ.效果通則.Q4, FAQ.效果通則.Q8, FAQ.效果通則.Q9; ruling-21, ruling-26, ruling-27, ruling-30, ruling-38,
//! ruling-58, ruling-68, ruling-73, ruling-75, ruling-85, ruling-97.

use super::facts::Stayed;
use super::printed::{ABILITY_LIMIT, Interests};
use super::table::{self, Detail, Game, HAND, Phase, TRASH, Verb, owner, printed};
use super::words::ability::Zone;
use super::words::change::topics;
use super::words::later::Due;
use super::words::{Ability, Effect, Filter, Influence, Stat, Static, Trigger};
use super::{BattleSpirits, Step, stat};
use crate::abilities::filter::has_all;
use crate::abilities::standing::running_on;
use crate::abilities::{ConditionWord, EffectWord, Lasting, Resolution, Scene};
use crate::kernel::{
    CardId, Event, Frame, MapCards, Match, Object, Point, Proposal, Seat, Waiting, held, wire,
};

/// How an ability is named: the card that it is printed on, and its number there from 0.
#[wire(Copy, MapCards)]
pub struct AbilityId {
    /// The card, by its place in the pool.
    pub definition: u16,
    /// Its number.
    pub number: u8,
}

/// By how much the numbers of abilities that effects gave are more than those that they have on their own
/// card.
pub const GIVEN: u8 = ABILITY_LIMIT as u8;

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
    pub later: Option<Box<Due>>,
}

/// An effect that is carried out.
pub type Carried = Resolution<BattleSpirits>;

/// What an ability heard of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Heard {
    /// The object that the event happened to.
    pub subject: Option<Object>,
    /// The other object of the event.
    pub other: Option<Object>,
    /// Its number.
    pub amount: i64,
    /// Whether the two objects have what is asked of them.
    pub fitted: [bool; 2],
}

/// The abilities of a card, in the order of their numbers.
pub fn abilities(game: &Game<'_>, card: CardId) -> impl Iterator<Item = AbilityId> + use<> {
    let definition = game.definition(card);
    let count = printed(game, card).abilities.len();
    (0..).take(count).map(move |number| AbilityId { definition, number })
}

/// An ability by its name.
pub fn ability<'p>(game: &Game<'p>, ability: AbilityId) -> Option<&'p Ability> {
    game.pool.card(ability.definition).abilities.get(usize::from(ability.number))
}

/// What an ability does.
pub fn effects<'p>(game: &Game<'p>, id: AbilityId) -> &'p [Effect] {
    ability(game, id).map_or(&[], Ability::effects)
}

/// What is asked of a card again and again.
pub fn interests(game: &Game<'_>, card: CardId) -> Interests {
    game.pool.interests(game.definition(card)).copied().unwrap_or_default()
}

/// Whether an ability is there at the level that its card has now [能量增減.2, 基本行動.核心卡.5]. What waits to leave
/// has only those of the waiting state [FAQ.靈魂卡等的狀態.Q2]; what is depleted has no level that could lack them.
pub fn is_active(game: &Game<'_>, me: Object, id: AbilityId) -> bool {
    let Some(ability) = ability(game, id) else { return false };
    let at_level = is_at_level(game, me, ability);
    if table::waits(game, me.card) && game.in_force(cite!("FAQ.靈魂卡等的狀態.Q2")) {
        let depleted = stat::level(game, me.card) == 0 && !is_off(game, me);
        return ability.is_of_waiting_state() && (at_level || depleted);
    }
    at_level
}

/// Whether the abilities of a field card are off, because it is treated as another kind of card [ruling-108].
fn is_off(game: &Game<'_>, me: Object) -> bool {
    stat::is_treated(game, me.card) && game.in_force(cite!("ruling-108"))
}

/// Whether a field card has an ability at its present level [能量增減.2, 基本行動.核心卡.5].
fn is_at_level(game: &Game<'_>, me: Object, ability: &Ability) -> bool {
    let levels = ability.levels();
    let has_level = levels.contains(&stat::level(game, me.card)) && game.in_force(cite!("基本行動.核心卡.5"));
    let at_level = levels.is_empty() || has_level || !game.in_force(cite!("能量增減.2"));
    at_level && !is_off(game, me)
}

/// The abilities of a card for what refers to it, with whether an effect gave them: on the field those of its
/// present level, also while it waits to leave, elsewhere all that are printed [FAQ.靈魂卡等的狀態.Q2, ruling-71,
/// ruling-105].
pub fn referred(game: &Game<'_>, card: CardId) -> Vec<(AbilityId, bool)> {
    let (me, on_field) = (game.state.table.object(card), table::is_on_field(game, card));
    let has = |id: AbilityId, is_given: bool| {
        ability(game, id).is_some_and(|ability| {
            let only_active = table::waits(game, card) && !game.in_force(cite!("ruling-71"));
            is_given == (ability.zone() == Zone::Given)
                && (!on_field || is_at_level(game, me, ability))
                && (!only_active || is_active(game, me, id))
        })
    };
    let given = if on_field { given(game, me) } else { Vec::new() };
    let own = abilities(game, card).map(|id| (id, false));
    own.chain(given.into_iter().map(|id| (id, true))).filter(|(id, given)| has(*id, *given)).collect()
}

/// The abilities that effects give to a field card, as if they stood on it [回合流程.1].
pub fn given(game: &Game<'_>, me: Object) -> Vec<AbilityId> {
    let running = running_on(game, topics::ABILITIES, me);
    let mut given: Vec<AbilityId> = running
        .filter_map(|modifier| match modifier.influence {
            Influence::GrantAbility(id) => Some(id),
            _ => None,
        })
        .collect();
    let reaches = |scene: &Scene<'_>, each: &Static| match each {
        Static::GrantAbility(word) => word.what.takes_in(game, scene, me.card),
        _ => false,
    };
    stat::each_standing(game, topics::ABILITIES, reaches, |_, each, (_, id, _)| {
        if let Static::GrantAbility(word) = each {
            given.push(<BattleSpirits as Lasting>::sibling(id, word.ability));
        }
    });
    given
}

/// Whether an ability is effective where its card lies.
fn is_in_its_zone(game: &Game<'_>, me: Object, id: AbilityId, ability: &Ability) -> bool {
    let card = me.card;
    let seat = owner(game, card);
    game.state.table.is_current(me)
        && match ability.zone() {
            Zone::Field => table::is_on_field(game, card),
            Zone::Hand => table::lies_in(game, card, HAND, seat),
            Zone::Trash => table::lies_in(game, card, TRASH, seat),
            Zone::Given => table::is_on_field(game, card) && given(game, me).contains(&id),
        }
}

/// Whether a standing effect is in force: its level is there, its period runs, its condition holds.
pub fn stands(game: &Game<'_>, me: Object, id: AbilityId) -> bool {
    ability(game, id).is_some_and(|ability| {
        ability.is_standing()
            && is_active(game, me, id)
            && ability.is_in_period(game, me)
            && (ability.period().is_some() || game.in_force(cite!("基本行動.核心卡.4")))
            && is_in_force_first(game, ability)
    })
}

/// Whether a standing effect is in force before what an attack raises is carried out [效果的發揮.4].
fn is_in_force_first(game: &Game<'_>, ability: &Ability) -> bool {
    ability.period().is_none()
        || game.state.facts.state != Some(Phase::Declaration)
        || game.in_force(cite!("效果的發揮.4"))
}

/// Collects the effects that an event raises, of cards whose ability is active just after it [ruling-73].
pub fn on_event(game: &mut Game<'_>, event: &Event<BattleSpirits>) {
    super::facts::note(game, event);
    super::words::later::on_event(game, event);
    outlive_their_source(game, event);
    hear_all(game, event);
    // Depletion is not destruction [靈魂卡的消滅.3].
    if event.proposal.verb == Verb::Depleted && !game.in_force(cite!("靈魂卡的消滅.3")) {
        let mut destruction = event.clone();
        destruction.proposal.verb = Verb::Destroyed;
        hear_all(game, &destruction);
    }
}

/// A card leaves the field without a wait, as by exile: this is heard of while it still lies there
/// [ruling-75].
pub fn leaves_at_once(game: &mut Game<'_>, proposal: &Proposal<BattleSpirits>) {
    let on_field = proposal.card().is_some_and(|card| table::is_on_field(game, card));
    if on_field && proposal.verb.leaves_at_once() {
        let event = game.event(Point::At, proposal.clone(), proposal.rule);
        super::words::later::on_event(game, &event);
        hear_all(game, &event);
    }
}

/// What a text began for a duration goes on when its source leaves the field [FAQ.效果通則.Q6].
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

fn hear(game: &mut Game<'_>, card: CardId, event: &Event<BattleSpirits>) {
    let me = game.state.table.object(card);
    for id in abilities(game, card) {
        if ability(game, id).is_some_and(|ability| ability.zone() != Zone::Given) {
            hear_one(game, me, id, event);
        }
    }
}

fn hear_one(game: &mut Game<'_>, me: Object, id: AbilityId, event: &Event<BattleSpirits>) {
    let Some(ability) = ability(game, id).filter(|ability| is_in_its_zone(game, me, id, ability)) else {
        return;
    };
    let heard = ability.hears(game, me, event).filter(|_| is_active(game, me, id));
    let word = match ability {
        Ability::Triggered(triggered) => triggered.on.timing_word(game, event),
        _ => None,
    };
    let seat = owner(game, me.card);
    let heard = heard.filter(|_| word.is_none_or(|rule| game.in_force(rule)));
    let heard = heard.filter(|_| !is_used_up(game, seat, me, id));
    if let Some(Heard { subject, other, amount, fitted }) = heard {
        let (given, fitted) = (ability.zone() == Zone::Given, Some(fitted));
        let raised = Raised { me, ability: id, subject, other, amount, fitted, given, later: None };
        game.wait(seat, raised);
    }
}

/// Whether a raised effect may still be carried out: its source is where it was, at a level that has it, and
/// does not wait unless it is an effect of the waiting state [ruling-26], or it left at once [ruling-75]; its
/// limit is not used up.
pub fn still_waits(game: &Game<'_>, waiting: &Waiting<BattleSpirits>) -> bool {
    let Raised { me, ability: id, .. } = waiting.trigger;
    let Some(ability) = ability(game, id).filter(|_| waiting.trigger.later.is_none()) else {
        return waiting.trigger.later.is_some();
    };
    let left_at_once = !game.state.table.is_current(me) && ability.listens() & Verb::Exiled.bit() != 0;
    let is_there = is_in_its_zone(game, me, id, ability) && is_active(game, me, id)
        || left_at_once && ability.is_of_waiting_state() && game.in_force(cite!("ruling-75"));
    (is_there || !game.in_force(cite!("ruling-26"))) && !is_used_up(game, waiting.seat, me, id)
}

/// Whether a limit of an ability is used up: 〔每回合1次〕 and 〔每次戰鬥1次〕 of the card, or of all cards of its name
/// [ruling-27, ruling-30, ruling-58].
pub fn is_used_up(game: &Game<'_>, seat: Seat, me: Object, id: AbilityId) -> bool {
    let Some(ability) = ability(game, id) else { return false };
    let facts = &game.state.facts;
    let in_turn = ability.once_per_turn()
        && facts.used.contains(&(me, id))
        && game.in_force(cite!("用語集.效果限制.每回合1次"));
    let in_battle = ability.once_per_battle()
        && facts.battle.as_ref().is_none_or(|battle| battle.used.contains(&(me, id)))
        && game.in_force(cite!("用語集.效果限制.每次戰鬥1次"));
    in_turn || in_battle || is_name_used_up(game, seat, id)
}

/// Whether a player has used an effect of this card name this turn [FAQ.效果通則.Q9].
pub fn is_name_used_up(game: &Game<'_>, seat: Seat, id: AbilityId) -> bool {
    let used = game.state.facts.names_used.get(seat);
    let is_limited = ability(game, id).is_some_and(Ability::once_per_turn_by_name);
    let name = game.pool.card(id.definition).called();
    is_limited && used.iter().any(|(other, number)| other == name && *number == id.number)
}

/// An ability was used or raised: its limits are noted.
pub fn note_use(game: &mut Game<'_>, seat: Seat, me: Object, id: AbilityId) {
    let Some(ability) = ability(game, id) else { return };
    if ability.once_per_turn() {
        game.facts_mut().used.push((me, id));
    }
    if ability.once_per_battle()
        && let Some(battle) = &mut game.facts_mut().battle
    {
        battle.used.push((me, id));
    }
    if ability.once_per_turn_by_name() && game.in_force(cite!("FAQ.效果通則.Q9")) {
        let name = game.pool.card(id.definition).called().to_owned();
        game.facts_mut().names_used.get_mut(seat).push((name, id.number));
    }
}

/// The other copies of an effect that cannot be raised together with it are dropped from its batch
/// [FAQ.效果通則.Q8, ruling-38].
fn drop_copies(game: &mut Game<'_>, seat: Seat, me: Object, id: AbilityId) {
    let raising = &game.state.facts.raising;
    let batch =
        raising.iter().rev().find(|(other, of, _)| (*other, *of) == (me, id)).map(|(.., batch)| *batch);
    if !ability(game, id).is_some_and(Ability::no_overlap) || !game.in_force(cite!("FAQ.效果通則.Q8")) {
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

/// Whether the objects of the event have what is asked of them when the effect is carried out; one that has
/// left, as it was at the event [ruling-85, ruling-104].
fn still_fits(game: &Game<'_>, trigger: Option<&Trigger>, raised: &Raised, scene: &Scene<'_>) -> bool {
    let (Some(trigger), Some([subject_fitted, other_fitted])) = (trigger, raised.fitted) else { return true };
    let [of_subject, of_other] = trigger.asks();
    let fits = |object: Option<Object>, properties: &[Filter], fitted: bool| {
        let there = object.filter(|object| game.state.table.is_current(*object));
        there.map_or(fitted, |object| has_all(game, scene, properties, object.card))
    };
    fits(raised.subject, of_subject, subject_fitted) && fits(raised.other, of_other, other_fitted)
}

/// An effect comes to be resolved: its condition and what its event's cards have to be are looked at now, and
/// nothing is raised of which nothing can be done [ruling-85, FAQ.指定效果.Q1].
pub fn raise(game: &mut Game<'_>, seat: Seat, batch: u32, raised: &Raised) {
    if let Some(due) = &raised.later {
        let resolution = due.resolution(game, seat, raised);
        if !still_fits(game, due.trigger(game), raised, &resolution.scene()) {
            return;
        }
        due.happens(game);
        if due.can_do_some(game, &resolution.scene()) {
            game.push(Step::Resolve(Box::new(resolution)));
        }
        return;
    }
    let Raised { me, ability: id, subject, other, amount, .. } = *raised;
    let Some(ability) = ability(game, id) else { return };
    let mut resolution = Resolution::new(seat, me, id, cite!("效果的發揮.1"));
    (resolution.subject, resolution.other, resolution.bound.number) = (subject, other, amount);
    let scene = resolution.scene();
    let is_met = still_fits(game, ability.trigger(), raised, &scene)
        && ability.when().is_none_or(|when| when.is_true(game, &scene));
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

/// Whether all of an effect is 「可」: it is raised only if that is answered with yes [FAQ.效果通則.Q2, ruling-38].
fn is_may(ability: &Ability) -> bool {
    matches!(ability.effects(), [Effect::May(_)])
}

/// An effect is raised [效果的發揮.1]: its limits are noted, and other copies of it may not be raised together
/// with it.
fn is_raised(game: &mut Game<'_>, seat: Seat, me: Object, id: AbilityId) {
    let told = Proposal::told(Verb::EffectRaised, seat, cite!("效果的發揮.1")).to(me.card);
    let given = ability(game, id).is_some_and(|ability| ability.zone() == Zone::Given);
    let number = if given { id.number.saturating_add(GIVEN) } else { id.number };
    game.propose(told.with(Detail { ability: Some(number), ..Detail::default() }));
    note_use(game, seat, me, id);
    drop_copies(game, seat, me, id);
}

/// What may be done is done: an effect that is nothing but that is raised now.
pub fn is_accepted(game: &mut Game<'_>) {
    let Some(Frame::Step(Step::Resolve(resolution))) = game.state.agenda.last() else { return };
    let (seat, me, id) = (resolution.seat, resolution.me, resolution.ability);
    let is_first =
        resolution.path.len() == 1 && resolution.path.first().is_some_and(|(_, place)| *place == 0);
    let is_known = game.state.facts.raising.iter().any(|(other, of, _)| (*other, *of) == (me, id));
    if is_first && is_known && ability(game, id).is_some_and(is_may) {
        is_raised(game, seat, me, id);
    }
}

/// An effect goes on.
pub fn resolve(game: &mut Game<'_>, resolution: Resolution<BattleSpirits>) {
    // What follows is done although what comes before could not be done.
    let is_first = resolution.path.last().is_none_or(|(_, place)| *place == 0);
    let (card, id) = (resolution.me.card, resolution.ability);
    let begins = resolution.path.iter().all(|(_, place)| *place == 0);
    if is_first || resolution.bound.did || game.in_force(cite!("FAQ.效果通則.Q4")) {
        forget_before_cost(game, (card, id), begins);
        resolution.run_effects(game);
    }
    let is_it = |frame: &Frame<BattleSpirits>| matches!(frame, Frame::Step(Step::Resolve(of)) if of.me.card == card && of.ability == id);
    let goes_on = game.state.agenda.iter().any(is_it);
    forget_before_cost(game, (card, id), goes_on);
}

/// What an ability designates after its first sentence is judged as it stands then [ruling-72].
fn forget_before_cost(game: &mut Game<'_>, (card, id): (CardId, AbilityId), is_needed: bool) {
    let before = game.state.facts.before_cost.as_ref();
    if !is_needed && before.is_some_and(|before| before.card == card && before.ability == id) {
        game.facts_mut().before_cost = None;
    }
}

/// Tells which spirits have more BP since the table was checked last, where a text waits for it [ruling-97].
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
            let told = Proposal::told(Verb::BpRose, owner(game, object.card), cite!("FAQ.BP.Q1"));
            game.propose(told.to(object.card).with(Detail { amount: bp, ..Detail::default() }));
        }
    }
    game.facts_mut().bp = now;
}

/// A card that waits to leave stays on the field; an effect does that to it once in a chain of departures
/// [FAQ.靈魂卡等的狀態.Q1, ruling-21].
pub fn stay(game: &mut Game<'_>, object: Object, by: (Object, AbilityId)) -> bool {
    let stayed = Stayed { card: object, by };
    if game.state.facts.stayed.contains(&stayed) && game.in_force(cite!("ruling-21")) {
        return false;
    }
    let saved = game.save(object, cite!("FAQ.靈魂卡等的狀態.Q1"));
    if saved {
        game.facts_mut().stayed.push(stayed);
    }
    saved
}
