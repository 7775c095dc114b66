//! Magic cards: when players can use them, how they are processed, where they go.
//!
//! 七.1 timing; 七.2 one-shot; 七.3 conditions lost in between; 七.4 permanent and field magic; 四.5; 十一.5 and
//! 十一.8(8) defence cards; 十五.耗能.3 and ruling-58 negation; ruling-19, ruling-62, ruling-63.

use super::ability::{self, USE};
use super::printed::MagicType;
use super::reason::Reason;
use super::table::{self, Phase, Role, Verb, Zone};
use super::words::trigger::{On, PhaseName, Timing};
use super::zone::{self, By, put, silent};
use super::{Defence, Question, Step, Xinglingwang, prohibition};
use crate::abilities::{ConditionWord, Resolution, Scene};
use crate::game_kit::action::legal::{Slots, each};
use crate::game_kit::action::{ActionKind, ExtraCheck};
use crate::game_kit::fields::fields;
use crate::game_kit::view::Seen;
use crate::kernel::shape::Value;
use crate::kernel::{
    CardId, Cell, Draft, End, Event, Match, Object, Point, Proposal, Row, Seat, Spot, Viewer, ensure,
    refuse_if, test,
};
use crate::verdict::Cite;

type Game<'p> = Match<'p, Xinglingwang>;
type Time = crate::game_kit::action::Time<Xinglingwang>;

/// Whether a moment is success or failure in battle, which has a window of its own [十一.8(3), 十一.8(4)].
pub(crate) fn is_battle_moment(on: &On) -> bool {
    on.event.iter().any(|verb| matches!(verb, Verb::BattleWon | Verb::BattleLost))
}

/// Whether it is one of these timings now, seen from the user [七.1, ruling-19].
pub(crate) fn is_time(game: &Game<'_>, scene: &Scene<'_>, timings: &[Timing]) -> bool {
    let facts = &game.state.facts;
    timings.iter().any(|timing| match timing {
        Timing::Phase { phase, turn } => phase.is(facts.phase) && turn.covers(scene.seat, facts.active),
        Timing::Moment(on) => is_battle_moment(on) && battle_moment(game, scene, on),
    })
}

/// The event whose window is open: success or failure, the unit that succeeded or failed, and its opponent
/// [十一.8(3), 十一.8(4)].
fn open_moment(game: &Game<'_>) -> Option<(Verb, Object, Object)> {
    let facts = &game.state.facts;
    let (won, lost) = facts.battle.as_ref()?.result()?;
    match facts.step {
        Some(Phase::Winner) => Some((Verb::BattleWon, won, lost)),
        Some(Phase::Loser) => Some((Verb::BattleLost, lost, won)),
        _ => None,
    }
}

/// Whether a card waits for the success or failure whose window is open.
fn battle_moment(game: &Game<'_>, scene: &Scene<'_>, on: &On) -> bool {
    let Some((verb, subject, other)) = open_moment(game) else { return false };
    let seat = table::side(game, subject.card).unwrap_or(scene.seat);
    let mut proposal: Proposal<Xinglingwang> =
        Proposal::told(verb, seat, cite!("十一.8(3)")).to(subject.card);
    proposal.detail.other = Some(other);
    let rule = proposal.rule;
    let event = Event { from: None, ..game.event(Point::Done, proposal, rule) };
    on.matches(game, scene, &event)
}

/// Whether a card can be used in defence phases only [十一.5, 十一.8(8)].
fn is_defence_card(timings: &[Timing]) -> bool {
    !timings.is_empty()
        && timings.iter().all(|timing| matches!(timing, Timing::Phase { phase: PhaseName::Defence, .. }))
}

/// The timings of a magic card [七.1]. Judging stops if the pool does not know them.
fn timings<'p>(game: &Game<'p>, card: CardId) -> &'p [Timing] {
    let magic = table::printed(game, card).magic.as_ref();
    magic.and_then(|magic| magic.timing.read(game, card, "timing")).map_or(&[], Vec::as_slice)
}

/// Called where an answer or the use of a card comes that nobody is asked for. Judging stops if the seat
/// holds magic whose timing the pool does not know: its exact moment may be there [六.3]. Both seats see that
/// judging stops, as at every text that is not exact; the answer names the card only to a seat that sees it.
pub(super) fn rely_on_timing(game: &Game<'_>, seat: Seat) {
    let hand = game.state.table.list(table::HAND.of(seat)).iter();
    for &card in hand.filter(|card| game.state.is_known(**card)) {
        timings(game, card);
    }
}

/// The scene of a card or ability that is used now: in the window of a success or failure that it waits for,
/// the fighting units are its subject and its other card.
pub(super) fn scene_now(game: &Game<'_>, seat: Seat, me: Object, timings: &[Timing]) -> Scene<'static> {
    let scene = Scene::of(seat, me);
    let waits = timings.iter().any(|timing| match timing {
        Timing::Phase { .. } => false,
        Timing::Moment(on) => is_battle_moment(on) && battle_moment(game, &scene, on),
    });
    match open_moment(game).filter(|_| waits) {
        Some((_, subject, other)) => Scene { subject: Some(subject), other: Some(other), ..scene },
        None => scene,
    }
}

/// The continuous action or the machine phase that the seat is in: the conditions of magic name them, because
/// nothing comes between moves or attacks, and only combinations in the machine phase.
fn in_between(game: &Game<'_>, seat: Seat) -> Option<&'static str> {
    match game.asked(seat).map(|asked| &asked.question) {
        Some(Question::Moves) => Some("moves"),
        Some(Question::Attacks) => Some("attacks"),
        Some(Question::Machine) => Some("machine"),
        _ => None,
    }
}

pub(super) fn not_between(game: &Game<'_>, seat: Seat, what: &'static str) -> Result<(), Reason> {
    match in_between(game, seat) {
        Some(now) if now == what => {
            Err(if what == "machine" { Reason::InMachinePhase } else { Reason::ContinuousAction })
        }
        _ => Ok(()),
    }
}

/// Whether players may use magic and activate effects in the window of a question.
pub(super) const fn uses(question: &Question) -> bool {
    use Question as Q;
    matches!(
        question,
        Q::BeforeBattle
            | Q::Winner
            | Q::Loser
            | Q::Closing
            | Q::Summon
            | Q::Tactic
            | Q::Formation
            | Q::Moves
            | Q::Attack
            | Q::Attacks
            | Q::TacticsEnd
            | Q::Machine
    )
}

/// 使用 a magic card [七.1].
#[fields]
pub struct UseCard {
    /// The card in hand.
    pub card: CardId,
}

impl ActionKind<Xinglingwang> for UseCard {
    const USES: fn(&Self) -> Option<CardId> = |action| Some(action.card);
    const FURTHER: ExtraCheck = ExtraCheck::Text;
    const CONDITIONS: &'static [Row<Xinglingwang, Self>] = &[
        test(Self::CARD, Self::CARD, &[cite!("七.1")], |game, seat, action| {
            ensure(
                table::lies_in(game, action.card, table::HAND, seat),
                Reason::NotInHand { card: action.card },
            )
        }),
        test(Self::CARD, Self::CARD, &[cite!("七.1")], |game, _, action| {
            ensure(table::printed(game, action.card).magic.is_some(), Reason::NotMagic { card: action.card })
        }),
        test(Self::CARD, Self::CARD, &[cite!("十一.5"), cite!("七.1")], |game, seat, action| {
            let facts = &game.state.facts;
            let skipped = facts.active == seat && facts.defence == Defence::Skipped;
            refuse_if(
                skipped && facts.phase != Phase::Defence && is_defence_card(timings(game, action.card)),
                Reason::DefenceSkipped { card: action.card },
            )
        }),
        test(Self::CARD, Self::CARD, &[cite!("十一.8(8)"), cite!("七.1")], |game, seat, action| {
            let facts = &game.state.facts;
            let over = facts.active == seat && facts.defence == Defence::Fought;
            refuse_if(
                over && facts.phase != Phase::Defence && is_defence_card(timings(game, action.card)),
                Reason::DefenceOver { card: action.card },
            )
        }),
        test(Self::CARD, Self::CARD, &[cite!("七.1"), cite!("ruling-19")], |game, seat, action| {
            let scene = Scene::of(seat, game.state.table.object(action.card));
            ensure(
                is_time(game, &scene, timings(game, action.card)),
                Reason::WrongTiming { card: action.card },
            )
        }),
        test(0, Self::CARD, &[cite!("十三.5"), cite!("六.3")], |game, seat, _| {
            not_between(game, seat, "moves")
        }),
        test(0, Self::CARD, &[cite!("十一.2"), cite!("六.3")], |game, seat, _| {
            not_between(game, seat, "attacks")
        }),
        test(0, Self::CARD, &[cite!("十五.機械合體.6"), cite!("六.3")], |game, seat, _| {
            not_between(game, seat, "machine")
        }),
        test(Self::CARD, Self::CARD, &[cite!("六.7")], |game, seat, action| {
            refuse_if(
                prohibition::use_magic(game, seat, action.card),
                Reason::ForbiddenByEffect { card: Some(action.card) },
            )
        }),
    ];
    const SLOTS: Slots<Xinglingwang, Self> = &[&[each("card", Self::CARD, |game, seat, _| {
        Value::cards(game.state.table.list(table::HAND.of(seat)).to_vec())
    })]];
    const ANSWERS: fn(&Question) -> bool = |question| uses(question);
    const TIME: Time = |_, _| &[cite!("七.1"), cite!("六.3")];

    /// The card's own condition, limit, targets and cost.
    fn check(&self, draft: &mut Draft<'_, '_, Xinglingwang>, seat: Seat) {
        let me = draft.game.state.table.object(self.card);
        let id = ability::id_of(draft.game, self.card, USE);
        let scene = scene_now(draft.game, seat, me, timings(draft.game, self.card));
        ability::check(draft, &scene, id, "/card");
    }

    fn perform(&self, game: &mut Game<'_>, seat: Seat, _: Option<&Question>) {
        let me = announce(game, seat, self.card);
        let scene = scene_now(game, seat, me, timings(game, me.card));
        ability::begin(game, &scene, ability::id_of(game, me.card, USE));
    }

    /// The other seat learns of the card from its events, some of which come only after targets are chosen.
    fn seen(&self, _: &Game<'_>, _: Seat, _: Viewer) -> Seen {
        Seen::Without("card")
    }
}

/// Moves a magic card from hand to the zone of used cards and shows it; the object that it has become.
pub(crate) fn announce(game: &mut Game<'_>, seat: Seat, card: CardId) -> Object {
    let by = By::rule(seat, cite!("七.1"));
    game.propose(silent(put(game, Verb::Announce, card, table::USING, End::Bottom, by)));
    game.state.table.object(card)
}

/// The targets of a magic card are chosen: announces its use, so that abilities which trigger on it are
/// processed before it.
pub(crate) fn used(game: &mut Game<'_>, resolution: Resolution<Xinglingwang>) {
    let (seat, me) = (resolution.seat, resolution.me);
    if let Some(super::words::ability::Limit::Name) =
        ability::text(game, resolution.ability).and_then(|text| text.limit)
    {
        let name = table::printed(game, me.card).name.printed().to_owned();
        game.facts_mut().used_names.push((seat, name, ability::counted_as(resolution.ability)));
    }
    game.push(Step::Magic(Box::new(resolution)));
    let mut proposal: Proposal<Xinglingwang> =
        Proposal::told(Verb::UseMagic, seat, cite!("七.1")).to(me.card).by(Some(me));
    proposal.detail.shown = true;
    game.propose(proposal);
}

/// Processes a used magic card, unless it was negated [十五.耗能.3, ruling-58], or its condition or all cards of
/// a target were lost meanwhile [七.3].
pub(crate) fn process(game: &mut Game<'_>, resolution: Resolution<Xinglingwang>) {
    let (me, seat) = (resolution.me, resolution.seat);
    let start = game.state.clock;
    if game.state.facts.negated.contains(&me) {
        game.facts_mut().negated.retain(|negated| *negated != me);
        let text = ability::text(game, resolution.ability).filter(|_| !game.in_force(cite!("十五.耗能.3")));
        for part in text.map_or(&[][..], |text| text.cost.as_slice()) {
            if let super::words::Effect::Spend(spend) = part {
                let n = zone::count(spend.n.value(game, &resolution.scene()));
                zone::spend(game, seat, n, By::rule(seat, cite!("十五.耗能.1")));
            }
        }
        return finish(game, seat, me, cite!("ruling-58"));
    }
    let scene = resolution.scene();
    let text = ability::text(game, resolution.ability);
    let is_met = text.and_then(|text| text.when.as_ref()).is_none_or(|when| when.is_true(game, &scene));
    let targets = text.map_or(&[][..], |text| text.targets.as_slice());
    let effects = ability::effects(game, resolution.ability);
    let lost = targets.iter().any(|target| {
        let purpose = ability::purpose_of(effects, target.name.as_deref());
        let named = resolution.bound.named.iter().find(|(name, _)| Some(name) == target.name.as_ref());
        let chosen = named.map(|(_, objects)| objects.as_slice()).unwrap_or_default();
        let legal = |object: &Object| {
            game.state.table.is_current(*object)
                && target.takes_in(game, &scene, object.card)
                && ability::target_fault(game, (seat, me), resolution.ability, purpose, object.card).is_none()
        };
        !chosen.is_empty() && !chosen.iter().any(legal)
    });
    if !is_met || lost {
        return finish(game, seat, me, cite!("七.3"));
    }
    game.push(Step::AfterMagic(seat, me, start));
    game.push(Step::resolve(resolution));
}

/// Lays a processed magic card down: under the only unit that its running effects are on, into the zone of
/// the field card, else into the graveyard [七.2, 七.4, ruling-63].
pub(crate) fn after(game: &mut Game<'_>, seat: Seat, me: Object, start: u32) {
    if !game.state.table.is_current(me) {
        return;
    }
    let kind = table::printed(game, me.card).magic.as_ref().map(|magic| magic.kind);
    if kind == Some(MagicType::Field) {
        return game.push(Step::LayField(seat, me, false));
    }
    if kind.is_some()
        && let Some(unit) = single_host(game, me, start)
    {
        lay_under(game, seat, me.card, unit, cite!("七.4"));
        return;
    }
    finish(game, seat, me, cite!("七.2"));
}

/// The unit that the effects of a card which began at `start` or later are on, if it is a single one [七.4].
fn single_host(game: &Game<'_>, me: Object, start: u32) -> Option<CardId> {
    use crate::kernel::Reach;
    let own = game.state.modifiers.iter().filter(|modifier| {
        modifier.time >= start && modifier.source.is_some_and(|source| source.card == me.card)
    });
    let mut hosts: Vec<Object> = own
        .flat_map(|modifier| match &modifier.reach {
            Reach::Objects(objects) => objects.to_vec(),
            _ => Vec::new(),
        })
        .collect();
    hosts.sort_unstable();
    hosts.dedup();
    match hosts.as_slice() {
        [only] if table::stands(game, *only) => Some(only.card),
        _ => None,
    }
}

/// Lays magic under a unit [七.4]; `false`: it was prevented.
pub(crate) fn lay_under(game: &mut Game<'_>, seat: Seat, card: CardId, unit: CardId, rule: Cite) -> bool {
    let to = Spot::Member(unit, Role::Magic);
    let mut proposal: Proposal<Xinglingwang> = Proposal::moved(Verb::Lay, seat, card, to, End::Bottom, rule);
    proposal.detail.other = Some(game.state.table.object(unit));
    game.propose(proposal).is_done()
}

/// Moves conferred magic from one unit to another, together with the running effects that it began [七.4,
/// ruling-63].
pub(crate) fn hand_over(game: &mut Game<'_>, seat: Seat, card: CardId, to: Object) -> bool {
    use crate::kernel::Reach;
    let Some(from) = table::host(game, card).filter(|host| *host != to.card) else { return false };
    let from = game.state.table.object(from);
    for modifier in game.state.modifiers.iter_mut() {
        if let (Some(source), Reach::Objects(objects)) = (modifier.source, &mut modifier.reach)
            && source.card == card
        {
            objects.iter_mut().filter(|object| **object == from).for_each(|object| *object = to);
        }
    }
    lay_under(game, seat, card, to.card, cite!("七.4"))
}

fn finish(game: &mut Game<'_>, seat: Seat, me: Object, rule: Cite) {
    if game.state.table.is_current(me) {
        zone::send(game, me.card, Verb::ToGraveyard, Zone::Graveyard, End::Bottom, By::rule(seat, rule));
    }
}

/// Lays a field card after the old one has been destroyed; if the old one stays, the new one goes to the
/// graveyard [四.5, 七.4, ruling-62].
pub(crate) fn lay_field(game: &mut Game<'_>, seat: Seat, me: Object, cleared: bool) {
    let owner = table::owner(game, me.card);
    match table::field_card(game, owner) {
        Some(old) if !cleared => {
            game.push(Step::LayField(seat, me, true));
            zone::destroy(game, old, By::rule(seat, cite!("四.5")));
        }
        Some(_) => finish(game, seat, me, cite!("ruling-62")),
        None if game.state.table.is_current(me) => {
            let to = Spot::Place(table::FIELD_CARD.of(owner), Cell::NONE);
            game.propose(Proposal::moved(Verb::Lay, seat, me.card, to, End::Bottom, cite!("七.4")));
        }
        None => {}
    }
}

/// Whether the object is magic that is being used, or in hand and about to be.
pub(crate) fn is_being_used(game: &Game<'_>, me: Object) -> bool {
    table::printed(game, me.card).magic.is_some()
        && matches!(table::zone_of(game, me.card), Some((Zone::Using | Zone::Hand, _)))
}
