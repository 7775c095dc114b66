//! Abilities: where they are effective, how they come to wait, and how they are processed.
//!
//! 六.1 and ruling-21 the order of one moment; 六.※2 X; 六.2 as much as possible; 六.3 nested; 六.4
//! before, at, after; 六.5 sources that have gone; 十.7 returned cards; 十五.偷襲.3; 十五.合體.5;
//! 十五.衰退.2; ruling-22 optional; ruling-72 limits; ruling-77 targets.

use serde::{Deserialize, Serialize};

use super::reason::Reason;
use super::table::{self, Mark, Means, Phase, Verb, Where};
use super::words::ability::{
    Ability, Activated, Body, Effective, Limit, Moment, On, Timing, Triggered, Whom,
};
use super::words::{Effect, KeywordName, Select, effect};
use super::{Step, Xinglingwang, magic, prohibition, stat};
use crate::card::resolve::{Memo, Stage};
use crate::card::{Bound, ConditionWord, FilterWord, Resolution, Run, Scene};
use crate::kernel::{CardId, Change, Event, Happening, Match, Object, Point, Seat, Spot};
use crate::verdict::{Cite, Refusal};

type Game<'p> = Match<'p, Xinglingwang>;

/// How an ability is named: definition, and place among its abilities.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct AbilityId {
    /// Place of the card in the pool.
    pub definition: u16,
    /// Place among its abilities, or one of the numbers below.
    pub index: u8,
}

/// The effect of a magic card when it is used.
pub const USE: u8 = 200;
/// 掩護 [十五.掩護.1].
pub const COVER: u8 = 201;
/// 衰退 [十五.衰退.1].
pub const DECAY: u8 = 202;
/// What a blue frame asks to be done [十二.4].
pub const FRAME: u8 = 203;

/// An ability that waits to be worked off.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Pending {
    /// Which.
    pub ability: AbilityId,
    /// The object that it stands on.
    pub me: Object,
    /// The object that the event happened to.
    pub subject: Option<Object>,
    /// The other object of the event.
    pub other: Option<Object>,
    /// Its place in the list of its moment [六.1, ruling-21].
    pub rank: u16,
}

/// A card with abilities that may be effective where it lies.
#[derive(Debug, Clone, Copy)]
pub struct Effectiveness {
    /// The card whose abilities they are.
    pub card: CardId,
    /// The object that they stand on: for a lower unit's edge the combined unit.
    pub me: Object,
    /// Whose they are [ruling-60].
    pub seat: Seat,
    /// The first ability that is not covered [ruling-40].
    pub first: usize,
    /// Where it lies.
    pub effective: Effective,
    /// Its place in the order of 六.1.
    pub rank: u16,
}

const FIELD_CARD_RANK: u16 = 10;
const UNIT_RANK: u16 = 20;
const GRAVEYARD_RANK: u16 = 200;
const HAND_RANK: u16 = 210;
/// What comes after an event comes after what comes at it [六.4].
const AFTER: u16 = 1_000;

fn rank_of(at: Where) -> u16 {
    UNIT_RANK + u16::from(at.order()) * 4
}

/// Calls `look` for every place where abilities may be effective, each player's in the order of 六.1.
pub fn each_place(game: &Game<'_>, look: &mut dyn FnMut(Effectiveness)) {
    let state = &game.state.table;
    let lying = |card: CardId, effective: Effective, rank: u16| Effectiveness {
        card,
        me: state.object(card),
        seat: table::owner(game, card),
        first: 0,
        effective,
        rank,
    };
    for side in Seat::BOTH {
        for &card in state.list(table::FIELD_CARD.of(side)) {
            look(lying(card, Effective::Field, FIELD_CARD_RANK));
        }
        for card in table::units(game, side) {
            let rank = table::position(game, card).map_or(UNIT_RANK, rank_of);
            let unit = lying(card, Effective::Field, rank);
            look(unit);
            for (lower, _) in table::lower(game, card) {
                look(Effectiveness { card: lower, first: table::printed(game, lower).edge, ..unit });
            }
            for magic in table::conferred(game, card) {
                look(lying(magic, Effective::Field, rank + 1));
            }
        }
        for &card in state.list(table::GRAVEYARD.of(side)) {
            look(lying(card, Effective::Graveyard, GRAVEYARD_RANK));
        }
        for &card in state.list(table::HAND.of(side)) {
            look(lying(card, Effective::Hand, HAND_RANK));
        }
    }
}

/// The ability of a name, if it is one of a card's own.
pub fn ability<'p>(game: &Game<'p>, id: AbilityId) -> Option<&'p Ability> {
    game.pool.card(id.definition).abilities.get(usize::from(id.index))
}

/// What an ability or magic card does.
pub fn body<'p>(game: &Game<'p>, id: AbilityId) -> Option<&'p Body> {
    match id.index {
        USE => game.pool.card(id.definition).magic.as_ref().map(|magic| &magic.effect),
        _ => ability(game, id).and_then(Ability::body),
    }
}

/// The effects of an ability.
pub fn effects<'p>(game: &Game<'p>, id: AbilityId) -> &'p [Effect] {
    match id.index {
        FRAME => &game.pool.card(id.definition).frame_effects,
        _ => body(game, id).map_or(&[], |body| body.effects.as_slice()),
    }
}

/// The name of an ability of a card.
pub fn id_of(game: &Game<'_>, card: CardId, index: u8) -> AbilityId {
    AbilityId { definition: game.state.table.card(card).map_or(0, |card| card.definition), index }
}

const fn bit(index: u8) -> u32 {
    1u32.wrapping_shl(index as u32 & 31)
}

/// Whether a limited ability was used this turn [ruling-72].
pub fn is_used_up(game: &Game<'_>, seat: Seat, me: Object, id: AbilityId) -> bool {
    let Some(limit) = body(game, id).and_then(|body| body.limit) else { return false };
    match limit {
        Limit::Turn => {
            let mark = table::mark(game, me.card);
            game.state.table.is_current(me)
                && mark.used_turn == game.state.facts.turn
                && mark.used & bit(id.index) != 0
        }
        Limit::Name => {
            let name = &game.pool.card(id.definition).name;
            game.state
                .facts
                .used_names
                .iter()
                .any(|(who, used, index)| *who == seat && used == name && *index == id.index)
        }
    }
}

/// An ability is used: its limit is counted, and it is told [六.1].
fn told(game: &mut Game<'_>, resolution: &Resolution<Xinglingwang>) {
    let (seat, me, id) = (resolution.seat, resolution.me, resolution.ability);
    let limit = body(game, id).and_then(|body| body.limit);
    if limit == Some(Limit::Name) {
        let name = game.pool.card(id.definition).name.clone();
        game.facts_mut().used_names.push((seat, name, id.index));
    }
    let mut happening: Happening<Xinglingwang> =
        Happening::told(Verb::Activate, seat, resolution.rule).to(me.card).by(Some(me));
    happening.detail.ability = Some(id.index);
    happening.detail.means = means(game, me);
    if limit == Some(Limit::Turn) && game.state.table.is_current(me) {
        let (turn, mark) = (game.state.facts.turn, table::mark(game, me.card));
        let used = if mark.used_turn == turn { mark.used } else { 0 };
        let mark = Mark { used: used | bit(id.index), used_turn: turn, ..mark };
        happening = happening.changing(Change::Mark(me.card, mark));
    }
    game.happen(happening);
}

/// By which means an object does something: a unit, or magic.
pub fn means(game: &Game<'_>, me: Object) -> Means {
    let is_magic = table::printed(game, me.card).magic.is_some() && !table::is_unit(game, me.card);
    if is_magic { Means::Magic } else { Means::Unit }
}

/// Whether it is magic that is being used, for resistances.
pub fn by_magic(id: AbilityId) -> bool {
    id.index == USE
}

/// Whether a card can be chosen by an ability [十五.魔法抗性, 十五.效果抗性, 十二.※1].
pub fn may_choose(game: &Game<'_>, seat: Seat, me: Object, id: AbilityId, card: CardId) -> Option<Cite> {
    prohibition::choosing(game, seat, me, by_magic(id), card)
}

impl On {
    /// Whether an event is what it waits for, seen from its card.
    pub fn hears(&self, game: &Game<'_>, scene: &Scene<'_>, event: &Event<Xinglingwang>) -> bool {
        let happening = &event.happening;
        let detail = &happening.detail;
        let into = match happening.change {
            Change::Move(_, Spot::Place(place, _), ..) => {
                detail.into.or_else(|| table::zone_at(place).map(|(zone, _)| zone))
            }
            _ => None,
        };
        let from = match event.from {
            Some(Spot::Place(place, _)) => table::zone_at(place).map(|(zone, _)| zone),
            Some(Spot::Member(..)) => Some(table::Zone::Field),
            None => None,
        };
        (self.event.is_empty() || self.event.contains(&happening.verb))
            && (!self.event.is_empty() || matches!(happening.change, Change::Move(..)))
            && self.of.is_none_or(|side| side.covers(scene.seat, happening.seat))
            && self.means.is_none_or(|means| means == detail.means)
            && self.phase.is_none_or(|phase| Some(phase) == detail.phase)
            && self.into.is_none_or(|zone| into == Some(zone) && from != Some(zone))
            && self.from.is_none_or(|zone| from == Some(zone))
            && self.who.as_ref().is_none_or(|who| who.is(game, scene, event))
            && (self.other.is_empty()
                || detail.other.is_some_and(|other| {
                    self.other.iter().all(|filter| filter.fits(game, scene, other.card))
                }))
    }
}

impl Whom {
    /// Whether an event is about it.
    fn is(&self, game: &Game<'_>, scene: &Scene<'_>, event: &Event<Xinglingwang>) -> bool {
        let Some(subject) = event.subject else { return false };
        match self {
            Whom::This {} => {
                // Both units of a combination hear it [十五.機械合體.5].
                let joins =
                    event.happening.verb == Verb::Combine && event.happening.detail.other == Some(scene.me);
                subject == scene.me || event.became == Some(scene.me) || joins
            }
            Whom::Host {} => table::host(game, scene.me.card) == Some(subject.card),
            Whom::Card { side, fits } => {
                let half = match event.from {
                    Some(Spot::Place(place, _)) => table::FIELD.seat(place),
                    _ => None,
                };
                let half = half.or_else(|| table::side(game, subject.card));
                let seat = half.unwrap_or_else(|| table::owner(game, subject.card));
                side.covers(scene.seat, seat)
                    && fits.iter().all(|filter| filter.fits(game, scene, subject.card))
            }
        }
    }
}

/// Whether a happening has moments before it is carried out [十.2, 十.3].
pub const fn has_moments(happening: &Happening<Xinglingwang>) -> bool {
    matches!(happening.verb, Verb::Destroy | Verb::Sacrifice) && matches!(happening.change, Change::Move(..))
}

/// The moment of an event [六.4]; what has no moments before it is carried out is heard once, as the
/// moment itself, and then as what comes after it.
fn moment_fits(event: &Event<Xinglingwang>, on: &On) -> Option<u16> {
    let moment = on.moment;
    // What waits for a zone alone is heard when the card is there.
    if has_moments(&event.happening) && !on.event.is_empty() {
        let fits = match event.point {
            Point::Before => moment == Moment::Before,
            Point::At => moment == Moment::At,
            Point::Done => moment == Moment::After,
            Point::Withdrawn => false,
        };
        return fits.then_some(0);
    }
    match (event.point, moment) {
        (Point::Done, Moment::At) => Some(0),
        (Point::Done, Moment::After) => Some(AFTER),
        _ => None,
    }
}

/// Whether something that goes into a zone anyhow is heard where it has gone.
fn goes_somewhere(on: &On) -> bool {
    on.into.is_some()
        || on.from.is_some()
        || on.event.iter().any(|verb| !matches!(verb, Verb::Destroy | Verb::Sacrifice))
}

/// Collects the abilities that wait for an event; the list is fixed here [六.1, ruling-21].
pub fn hear(game: &mut Game<'_>, event: &Event<Xinglingwang>) {
    if event.happening.verb == Verb::SneakSuccess && event.point == Point::Done {
        *game.facts_mut().sneaks.get_mut(event.happening.seat) += 1;
    }
    if event.point == Point::Done
        && let (Some(subject), verb) = (event.subject, event.happening.verb)
    {
        let facts = game.facts_mut();
        if facts.happened.len() < 500 {
            facts.happened.push((verb, subject));
        }
    }
    if event.happening.detail.silent || game.state.facts.turn == 0 {
        return;
    }
    let mut places = Vec::new();
    each_place(game, &mut |place| places.push(place));
    let departed = departed(game, event);
    for place in departed.into_iter().chain(places) {
        listen(game, place, event);
        cover(game, place, event);
        decay(game, place, event);
        hand_magic(game, place, event);
    }
}

/// A unit that the event took off the field still hears it, unless it was returned to its owner
/// from the other half [十.7]; its own effects of a success in sneaking come first [十五.偷襲.3].
fn departed(game: &Game<'_>, event: &Event<Xinglingwang>) -> Option<Effectiveness> {
    let before = event.subject?;
    let card = before.card;
    if event.point != Point::Done || table::is_unit(game, card) || table::is_traveler(game, card) {
        return None;
    }
    let owner = table::owner(game, card);
    let from_own_half = match event.from {
        Some(Spot::Place(place, _)) => {
            table::FIELD.seat(place) == Some(owner) || table::FIELD_CARD.seat(place) == Some(owner)
        }
        Some(Spot::Member(..)) => false,
        None => false,
    };
    let moved = matches!(event.happening.change, Change::Move(..));
    let sneaks = event.happening.verb == Verb::SneakSuccess;
    let elsewhere = moved
        && event.became != event.subject
        && matches!(event.from, Some(Spot::Place(place, _)) if table::FIELD.seat(place).is_none());
    let me = event.became.unwrap_or(before);
    (sneaks || (moved && from_own_half) || elsewhere).then_some(Effectiveness {
        card,
        me,
        seat: owner,
        first: 0,
        effective: Effective::Field,
        rank: if sneaks && game.holds(cite!("十五.偷襲.3")) { 0 } else { AFTER },
    })
}

fn listen(game: &mut Game<'_>, place: Effectiveness, event: &Event<Xinglingwang>) {
    let printed = table::printed(game, place.card);
    let gone = !table::is_unit(game, place.me.card)
        && place.effective == Effective::Field
        && table::zone_of(game, place.me.card).is_some_and(|(zone, _)| zone != table::Zone::FieldCard);
    for (index, ability) in printed.abilities.iter().enumerate().skip(place.first) {
        let Ability::Triggered(triggered) = ability else { continue };
        let Some(later) = moment_fits(event, &triggered.on) else { continue };
        if triggered.zone != place.effective
            || (gone
                && !(matches!(triggered.on.who, Some(Whom::This {})) && goes_somewhere(&triggered.on)
                    || triggered.on.moment == Moment::After
                    || event.happening.verb == Verb::SneakSuccess))
        {
            continue;
        }
        let id = AbilityId { index: index as u8, ..id_of(game, place.card, 0) };
        if let Some(pending) = heard(game, place, id, triggered, event) {
            game.wait(place.seat, Pending { rank: rank_for(place, event) + later, ..pending });
        }
    }
    for modifier in 0..game.state.modifiers.len() {
        let Some(given) = game.state.modifiers.get(modifier) else { break };
        let super::words::Influence::GrantAbility(id) = given.influence else { continue };
        if !given.names(place.me) || place.first > 0 || place.card != place.me.card {
            continue;
        }
        let Some(Ability::Triggered(triggered)) = self::ability(game, id) else { continue };
        let Some(later) = moment_fits(event, &triggered.on) else { continue };
        if let Some(pending) = heard(game, place, id, triggered, event) {
            game.wait(place.seat, Pending { rank: place.rank + later, ..pending });
        }
    }
}

/// Both units of a combination stand at one place in its list [十五.機械合體.5].
fn rank_for(place: Effectiveness, event: &Event<Xinglingwang>) -> u16 {
    let joins = event.subject == Some(place.me) || event.happening.detail.other == Some(place.me);
    if event.happening.verb == Verb::Combine && joins { 0 } else { place.rank }
}

fn heard(
    game: &Game<'_>,
    place: Effectiveness,
    id: AbilityId,
    triggered: &Triggered,
    event: &Event<Xinglingwang>,
) -> Option<Pending> {
    let bound = Bound::NONE;
    let (subject, other) = (event.became.or(event.subject), event.happening.detail.other);
    let scene = Scene { seat: place.seat, me: place.me, subject, other, bound: &bound };
    let fits = triggered.on.hears(game, &scene, event)
        && !is_used_up(game, place.seat, place.me, id)
        && !prohibition::activate(game, place.me.card)
        && triggered.body.when.as_ref().is_none_or(|when| when.holds(game, &scene));
    fits.then_some(Pending { ability: id, me: place.me, subject, other, rank: place.rank })
}

/// 掩護 waits after a unit has entered beside it [十五.掩護.1, ruling-46].
fn cover(game: &mut Game<'_>, place: Effectiveness, event: &Event<Xinglingwang>) {
    if event.happening.verb != Verb::Entered || place.first > 0 || place.card != place.me.card {
        return;
    }
    let Some(entered) = event.subject.filter(|entered| table::stands(game, *entered)) else { return };
    if super::entry::cover_position(game, place.card, entered.card).is_some() {
        let side = table::side(game, place.card).unwrap_or(place.seat);
        let ability = id_of(game, place.card, COVER);
        let rank = place.rank + 2;
        game.wait(side, Pending { ability, me: place.me, subject: Some(entered), other: None, rank });
    }
}

/// 衰退 waits in the end phase of its half, after all else of its unit [十五.衰退.1, 十五.衰退.2].
fn decay(game: &mut Game<'_>, place: Effectiveness, event: &Event<Xinglingwang>) {
    let begins = event.happening.verb == Verb::PhaseStarts
        && event.happening.detail.phase == Some(Phase::End)
        && event.point == Point::Done;
    if begins
        && place.first == 0
        && place.card == place.me.card
        && table::side(game, place.card) == Some(game.state.facts.active)
        && stat::has_keyword(game, place.card, KeywordName::Decay)
    {
        let ability = id_of(game, place.card, DECAY);
        let rank = if game.holds(cite!("十五.衰退.2")) { place.rank + 3 } else { 0 };
        let seat = game.state.facts.active;
        game.wait(seat, Pending { ability, me: place.me, subject: None, other: None, rank });
    }
}

/// Magic in hand with an exact moment [六.3]; what is timed for success or failure in battle is used
/// in the windows of 十一.8(3) and 十一.8(4).
fn hand_magic(game: &mut Game<'_>, place: Effectiveness, event: &Event<Xinglingwang>) {
    if place.effective != Effective::Hand {
        return;
    }
    let Some(magic) = &table::printed(game, place.card).magic else { return };
    let bound = Bound::NONE;
    let (subject, other) = (event.became.or(event.subject), event.happening.detail.other);
    let scene = Scene { seat: place.seat, me: place.me, subject, other, bound: &bound };
    let later = magic.timing.iter().find_map(|timing| match timing {
        Timing::Moment(on) if !magic::is_battle_moment(on) => {
            moment_fits(event, on).filter(|_| on.hears(game, &scene, event))
        }
        _ => None,
    });
    if let Some(later) = later {
        let ability = id_of(game, place.card, USE);
        let pending = Pending { ability, me: place.me, subject, other, rank: place.rank + later };
        game.wait(place.seat, pending);
    }
}

fn refuse(reason: Reason, cite: Cite) -> Refusal<Reason> {
    Refusal::new(reason, cite)
}

/// Why an ability or magic card cannot be used now, apart from its timing: its condition, limit,
/// targets, cost, X, in this order [七.1, 六.1, 六.※2, ruling-57, ruling-77].
pub fn fault(game: &Game<'_>, scene: &Scene<'_>, id: AbilityId) -> Option<Refusal<Reason>> {
    let body = body(game, id)?;
    let card = scene.me.card;
    let rule = if by_magic(id) { cite!("七.1") } else { cite!("六.1") };
    if body.when.as_ref().is_some_and(|when| !when.holds(game, scene)) {
        return Some(refuse(Reason::ConditionNotMet { card }, rule));
    }
    if is_used_up(game, scene.seat, scene.me, id) {
        return Some(refuse(Reason::UsedThisTurn { card }, rule).also(&[cite!("ruling-72")]));
    }
    for target in &body.targets {
        let domain = target.domain(game, scene);
        let free = domain.iter().any(|other| may_choose(game, scene.seat, scene.me, id, *other).is_none());
        let (least, _) = target.bounds(game, scene, domain.len());
        // With no card at all `bounds` asks for none, but one is needed.
        let needed = least > 0
            || (domain.is_empty()
                && matches!(target.take, crate::card::Take::Exactly(_) | crate::card::Take::All));
        if needed && !free {
            let rule = no_target_rule(game, scene, target, id).unwrap_or(rule);
            return Some(refuse(Reason::NoTarget { card }, rule).also(&[cite!("ruling-77")]));
        }
    }
    if let Some(refusal) = cost_fault(game, scene, &body.cost) {
        return Some(refusal);
    }
    if body.x.as_ref().is_some_and(|x| x.value(game, scene) < 1) {
        return Some(refuse(Reason::XIsZero { card }, cite!("六.※2")).also(&[cite!("ruling-57")]));
    }
    let confined =
        game.state.table.is_current(scene.me) && stat::has_keyword(game, card, KeywordName::Confined);
    if confined && table::is_unit(game, card) && effect::moves_itself(&body.effects) {
        return Some(refuse(Reason::IsConfined { card }, cite!("十五.禁錮.2")));
    }
    None
}

/// The rule that keeps out the card that comes nearest to being a target.
fn no_target_rule(
    game: &Game<'_>,
    scene: &Scene<'_>,
    target: &crate::card::Cards<Xinglingwang>,
    id: AbilityId,
) -> Option<Cite> {
    use crate::card::SourceWord;
    let fitting = target.domain(game, scene);
    if let Some(cite) = fitting.iter().find_map(|card| may_choose(game, scene.seat, scene.me, id, *card)) {
        return Some(cite);
    }
    let seats = target.side.seats(scene.seat).iter();
    let there: Vec<CardId> = seats.flat_map(|seat| target.from.cards(game, scene, *seat)).collect();
    let lacks = |card: &CardId| target.fits.iter().filter(|f| !f.fits(game, scene, *card)).count();
    let nearest = there.into_iter().min_by_key(lacks)?;
    target.fits.iter().find(|filter| !filter.fits(game, scene, nearest)).map(FilterWord::rule)
}

/// Why what stands before 若成功 is not possible.
pub fn cost_fault(game: &Game<'_>, scene: &Scene<'_>, cost: &[Effect]) -> Option<Refusal<Reason>> {
    use crate::card::EffectWord;
    let card = scene.me.card;
    for part in cost {
        let energy = match part {
            Effect::Spend(spend) => Some(stat::energy_cost(game, scene.seat, spend.n.value(game, scene))),
            Effect::SpendX(_) => Some((1, false)),
            _ => None,
        };
        if let Some((needs, cheaper)) = energy {
            let there = i64::from(table::energy(game, scene.seat));
            if there < needs {
                let rule = if cheaper { cite!("十五.耗能.2") } else { cite!("十五.耗能.1") };
                let refusal = refuse(Reason::NotEnoughEnergy { needs, there }, rule);
                return Some(if cheaper { refusal.also(&[cite!("十五.耗能.1")]) } else { refusal });
            }
        } else if !part.is_feasible(game, scene) {
            let rule = match part {
                Effect::Alight(_) => cite!("十五.下車.1"),
                Effect::ReturnGhosts(_) => cite!("十五.還魂.1"),
                Effect::LoseReward(_) => cite!("十五.獎勵.1"),
                _ => cite!("六.1"),
            };
            let refusal = refuse(Reason::CostNotPayable { card }, rule);
            return Some(if matches!(part, Effect::ReturnGhosts(_)) {
                refusal.also(&[cite!("ruling-55")])
            } else {
                refusal
            });
        }
    }
    None
}

/// The processing of a waiting ability begins.
pub fn run(game: &mut Game<'_>, seat: Seat, pending: Pending) {
    let Pending { ability: id, me, subject, other, .. } = pending;
    match id.index {
        COVER => return game.push(Step::Cover(me, subject, None)),
        DECAY => return super::ending::decay(game, seat, me),
        USE if !table::lies_in(game, me.card, table::HAND, seat) => return,
        _ => {}
    }
    if id.index == USE && prohibition::use_magic(game, seat, me.card) {
        return;
    }
    let optional = match ability(game, id) {
        Some(Ability::Triggered(triggered)) => triggered.optional,
        Some(Ability::Immediate(immediate)) => immediate.optional,
        _ => true,
    };
    let in_hand =
        matches!(ability(game, id), Some(Ability::Triggered(Triggered { zone: Effective::Hand, .. })));
    let in_graveyard =
        matches!(ability(game, id), Some(Ability::Triggered(Triggered { zone: Effective::Graveyard, .. })));
    // What works in hand or graveyard has to be there still.
    if (in_hand || in_graveyard) && !game.state.table.is_current(me) {
        return;
    }
    let mut resolution = Resolution::new(seat, me, id, cite!("六.1"));
    resolution.subject = subject;
    resolution.other = other;
    if fault(game, &resolution.scene(), id).is_some_and(|fault| optional || fault.reason.name() != "NoTarget")
    {
        return;
    }
    resolution.stage = if optional { Stage::Offer } else { Stage::Cost(0) };
    game.push(Step::Resolve(resolution));
}

/// An ability or magic card is used by an action.
pub fn begin(game: &mut Game<'_>, seat: Seat, me: Object, id: AbilityId) {
    let mut resolution = Resolution::new(seat, me, id, cite!("六.1"));
    resolution.stage = Stage::Cost(0);
    game.push(Step::Resolve(resolution));
}

/// Whether everybody can tell that an optional ability has to be asked.
fn is_open(game: &Game<'_>, id: AbilityId) -> bool {
    id.index != USE
        && !matches!(ability(game, id), Some(Ability::Triggered(Triggered { zone: Effective::Hand, .. })))
}

/// Goes on with an ability: the offer, its targets, then its effects. The stage `Cost` counts the
/// selections of targets, which come before anything is done [六.6].
pub fn resolve(game: &mut Game<'_>, mut resolution: Resolution<Xinglingwang>) {
    let id = resolution.ability;
    loop {
        match resolution.stage {
            Stage::Offer => {
                let (seat, open) = (resolution.seat, is_open(game, id));
                match Run::new(game, &mut resolution).yes_no(seat, cite!("六.1"), open) {
                    Ok(true) => {
                        resolution.memo = Memo::default();
                        resolution.stage = Stage::Cost(0);
                        if id.index == USE {
                            resolution.me = magic::announce(game, seat, resolution.me.card);
                        }
                    }
                    Ok(false) => return,
                    Err(_) => return game.push(Step::Resolve(resolution)),
                }
            }
            Stage::Cost(part) => {
                let target = body(game, id).and_then(|body| body.targets.get(usize::from(part)));
                let Some(target) = target else { return announced(game, resolution) };
                let (seat, me) = (resolution.seat, resolution.me);
                let select = Select::Cards(target.clone());
                let free = |game: &Game<'_>, card: CardId| may_choose(game, seat, me, id, card).is_none();
                let rule = resolution.rule;
                let mut run = Run::new(game, &mut resolution);
                match run.select_as(seat, &select, rule, false, free) {
                    Ok(_) => {
                        resolution.memo = Memo::default();
                        resolution.stage = Stage::Cost(part + 1);
                    }
                    Err(_) => return game.push(Step::Resolve(resolution)),
                }
            }
            Stage::Effects if !game.holds(cite!("六.5")) && !game.state.table.is_current(resolution.me) => {
                return;
            }
            Stage::Effects => {
                if game.state.facts.negated.contains(&resolution.me) {
                    game.facts_mut().negated.retain(|negated| *negated != resolution.me);
                    return;
                }
                return resolution.run_effects(game);
            }
        }
    }
}

/// All targets are chosen: X is fixed, the use is told, and whatever answers it comes first [六.3].
fn announced(game: &mut Game<'_>, mut resolution: Resolution<Xinglingwang>) {
    if let Some(x) = body(game, resolution.ability).and_then(|body| body.x.as_ref()) {
        resolution.bound.number = x.value(game, &resolution.scene());
    }
    resolution.bound.did = true;
    resolution.stage = Stage::Effects;
    resolution.memo = Memo::default();
    if resolution.ability.index == USE {
        return magic::used(game, resolution);
    }
    let copy = resolution.clone();
    game.push(Step::Resolve(resolution));
    told(game, &copy);
}

/// The abilities of a card that can be activated where it lies, by place, with the places of those
/// of lower units.
pub fn activated<'p>(game: &Game<'p>, card: CardId) -> Vec<(AbilityId, Object, &'p Activated)> {
    let mut found = Vec::new();
    let mut places = Vec::new();
    each_place(game, &mut |place| {
        if place.me.card == card {
            places.push(place);
        }
    });
    for place in places {
        let printed = table::printed(game, place.card);
        for (index, ability) in printed.abilities.iter().enumerate().skip(place.first) {
            if let Ability::Activated(activated) = ability
                && activated.zone == place.effective
            {
                let id = AbilityId { index: index as u8, ..id_of(game, place.card, 0) };
                found.push((id, place.me, activated));
            }
        }
    }
    found
}

/// Renames the objects that a waiting ability refers to.
pub fn each_object(pending: &mut Pending, rename: &mut dyn FnMut(&mut Object)) {
    rename(&mut pending.me);
    pending.subject.iter_mut().for_each(&mut *rename);
    pending.other.iter_mut().for_each(&mut *rename);
}
