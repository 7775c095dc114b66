//! The list of all effects, and how they pick cards and handle them one after the other. What they do is in
//! [`super::cards`], [`super::change`], [`super::combination`], [`super::entering`], [`super::fight`],
//! [`super::later`] and [`super::traveler`].
//!
//! 六.2 as much as possible, 若成功; 六.6 all targets first, then one after the other in line order; 十五.禁錮.2 what
//! moves itself; ruling-47 resistances, ruling-77 as many as possible.

use smallvec::SmallVec;

use super::super::ability;
use super::super::table::{self, Verb};
use super::super::zone::By;
use super::super::{Happened, Xinglingwang};
use super::cards::{Destroy, Exile, Rest, RevealCards, Sacrifice, ShowFurther, ToGraveyard, ToHand, Upright};
use super::change::{Charge, Confer, LoseEnergy, LoseReward, Reward, Spend, SpendX, TakeMagic};
use super::combination::{Parasite, Split};
use super::entering::{ExtraPlay, Move, Summon, Swap, Transform};
use super::fight::{
    ActivateAgain, AttackAgain, EndPhase, ExtraNormalPlay, MakeAttack, Negate, NegateEarlyEnd,
    NegateImmediate, Redirect, Save, SneakSuccess, Spare, StayAttacking, UseNormalPlay,
};
use super::later::{InsteadUntil, Later};
use super::traveler::{Alight, Board, ReturnGhosts, SummonTravelers};
use super::{Select, Take};
use crate::abilities::effect::{Choose, ChooseNumber, ChooseOne, DoAll, If, May, Repeat, branches};
use crate::abilities::lasting::{
    AllowPlayer, CountsAsName, CountsAsType, Forbid, ForbidPlayer, Grant, GrantAbility, Lose, Modify,
};
use crate::abilities::piles::{Discard, Draw, Look, Mill, Shuffle, ToDeck};
use crate::abilities::search::Search;
use crate::abilities::{Actor, Answer, Each, EffectWord, Objects, Run};
use crate::kernel::{Match, Object};
use crate::verdict::Cite;
use crate::words;

words! {
    /// Something that an effect does.
    pub enum Effect: Effect<Xinglingwang> {
        /// Do something if a condition holds.
        If(If<Xinglingwang>),
        /// The player may do something.
        May(May<Xinglingwang>),
        /// One of several texts.
        ChooseOne(ChooseOne<Xinglingwang>),
        /// Cards are chosen for later sentences.
        Choose(Choose<Xinglingwang>),
        /// A number is chosen.
        ChooseNumber(ChooseNumber),
        /// Several things, which are done completely or not [六.2].
        DoAll(DoAll<Xinglingwang>),
        /// Several things so many times.
        Repeat(Repeat<Xinglingwang>),
        /// 抽牌.
        Draw(Draw<Xinglingwang>),
        /// From hand into the graveyard.
        Discard(Discard<Xinglingwang>),
        /// From the deck into the graveyard.
        Mill(Mill<Xinglingwang>),
        /// 查看.
        Look(Look<Xinglingwang>),
        /// Looking, choosing, taking to hand and putting back.
        Search(Search<Xinglingwang>),
        /// 展示.
        Reveal(RevealCards),
        /// One card more of the top of the deck is shown.
        ShowFurther(ShowFurther),
        /// 洗牌.
        Shuffle(Shuffle),
        /// 回手牌.
        ToHand(Each<Xinglingwang, ToHand>),
        /// Into a deck.
        ToDeck(ToDeck<Xinglingwang>),
        /// 進入墓地.
        ToGraveyard(Each<Xinglingwang, ToGraveyard>),
        /// 被破壞.
        Destroy(Each<Xinglingwang, Destroy>),
        /// 被除外.
        Exile(Each<Xinglingwang, Exile>),
        /// 獻祭.
        Sacrifice(Each<Xinglingwang, Sacrifice>),
        /// 召喚小旅人.
        SummonTravelers(SummonTravelers),
        /// 召喚.
        Summon(Summon),
        /// 額外打出.
        ExtraPlay(ExtraPlay),
        /// Further normal plays are allowed in this phase.
        ExtraNormalPlay(ExtraNormalPlay),
        /// This takes the place of the phase's normal play.
        UseNormalPlay(UseNormalPlay),
        /// The summon phase ends.
        EndPhase(EndPhase),
        /// A unit moves.
        Move(Move),
        /// Two units change places.
        Swap(Swap),
        /// 橫放.
        Rest(Each<Xinglingwang, Rest>),
        /// 轉正.
        Upright(Each<Xinglingwang, Upright>),
        /// 進攻.
        Attack(MakeAttack),
        /// Units may attack once more this turn.
        AttackAgain(Each<Xinglingwang, AttackAgain>),
        /// 改為進攻.
        Redirect(Redirect),
        /// 無效化.
        Negate(Each<Xinglingwang, Negate>),
        /// 立即 is negated.
        NegateImmediate(Each<Xinglingwang, NegateImmediate>),
        /// A declared early end is negated.
        NegateEarlyEnd(NegateEarlyEnd),
        /// What is about to leave stays.
        Save(Each<Xinglingwang, Save>),
        /// Units are not destroyed by the battle.
        Spare(Each<Xinglingwang, Spare>),
        /// The attacker stays attacking.
        StayAttacking(Each<Xinglingwang, StayAttacking>),
        /// 視為偷襲成功.
        SneakSuccess(Each<Xinglingwang, SneakSuccess>),
        /// Effects that wait for something are activated.
        ActivateAgain(ActivateAgain),
        /// Something is done later, when something happens.
        Later(Later),
        /// Something happens in place of something for a time.
        InsteadUntil(InsteadUntil),
        /// A number changes.
        Modify(Modify<Xinglingwang>),
        /// Cards get a keyword.
        Grant(Grant<Xinglingwang>),
        /// Cards lose a keyword.
        Lose(Lose<Xinglingwang>),
        /// Cards get an ability of this card.
        GrantAbility(GrantAbility<Xinglingwang>),
        /// Cards count as a type, too.
        CountsAsType(CountsAsType<Xinglingwang>),
        /// Cards count as having a name, too.
        CountsAsName(CountsAsName<Xinglingwang>),
        /// Cards cannot do something.
        Forbid(Forbid<Xinglingwang>),
        /// Players cannot do something.
        ForbidPlayer(ForbidPlayer<Xinglingwang>),
        /// Players may do something beyond the rules.
        AllowPlayer(AllowPlayer<Xinglingwang>),
        /// 賦予: the magic card goes under the unit.
        Confer(Confer),
        /// Conferred magic goes under another unit.
        TakeMagic(TakeMagic),
        /// 變為.
        Transform(Transform),
        /// 寄生合體.
        Parasite(Parasite),
        /// 分開.
        Split(Split),
        /// 充能.
        Charge(Charge),
        /// 耗能.
        Spend(Spend),
        /// 耗能X.
        SpendX(SpendX),
        /// 上車.
        Board(Board),
        /// 下車.
        Alight(Alight),
        /// 還魂.
        ReturnGhosts(ReturnGhosts),
        /// 獎勵 is gained.
        Reward(Reward),
        /// 獎勵 is lost.
        LoseReward(LoseReward),
        /// Energy is lost.
        LoseEnergy(LoseEnergy),
    }
}

pub(super) type Game<'p> = Match<'p, Xinglingwang>;
pub(super) type Running<'r, 'p> = Run<'r, 'p, Xinglingwang>;

/// Who lets happen what the running text does.
pub(super) fn by(run: &Running<'_, '_>, rule: Cite) -> By {
    by_doer(run.game, run.doer(), rule)
}

/// Who lets happen what the text of `doer` does.
pub(super) fn by_doer(game: &Game<'_>, doer: Actor, rule: Cite) -> By {
    let means = ability::means(game, doer.me);
    By { seat: doer.seat, means, source: Some(doer.me), rule }
}

/// How many cards a sentence needs to count as complete: for targets chosen when the ability was used, the
/// fixed number of the target; else one, because the choice itself has tested its number.
fn wanted(run: &Running<'_, '_>, select: &Select) -> usize {
    let Select::Named(name) = select else { return 1 };
    let text = ability::text(run.game, run.resolution.ability);
    let targets = text.map_or(&[][..], |text| text.targets.as_slice());
    let target = targets.iter().find(|target| target.name.as_ref() == Some(name));
    target.map_or(1, |target| match &target.take {
        Take::Exactly(amount) => amount.count(run.game, &run.scene()),
        _ => 1,
    })
}

/// The length of the entry's record when the sentence began: what the sentence itself did comes after it.
pub(crate) fn begun(run: &mut Running<'_, '_>) -> usize {
    let happened = run.game.state.facts.happened.len();
    match run.decide_unasked(|_| Answer::Begun(u32::try_from(happened).unwrap_or(0))) {
        Answer::Begun(count) => count as usize,
        _ => 0,
    }
}

/// Whether a sentence has done this to each of the objects [六.2]; only what this text did since the sentence
/// began counts.
pub(super) fn did_to_all(run: &Running<'_, '_>, begun: usize, verb: Verb, objects: &[Object]) -> bool {
    let (me, happened) = (run.me(), &run.game.state.facts.happened);
    let own = |object: Object| Happened { verb, object, source: Some(me) };
    let looks = objects.len().saturating_mul(happened.len().saturating_sub(begun));
    run.game.spend(looks)
        && objects.iter().all(|object| happened.iter().skip(begun).any(|each| *each == own(*object)))
}

/// Whether a sentence was carried out completely [六.2, ruling-77]. Later sentences then refer to the objects
/// that its cards have become.
pub(crate) fn complete(
    run: &mut Running<'_, '_>,
    begun: usize,
    select: &Select,
    verb: Verb,
    objects: &[Object],
) -> bool {
    let complete = objects.len() >= wanted(run, select) && did_to_all(run, begun, verb, objects);
    rebind_moved(run, begun, select, verb, objects);
    complete
}

/// To how many objects this text has done this since the sentence began.
pub(super) fn count_done(run: &Running<'_, '_>, begun: usize, verb: Verb) -> usize {
    let (me, happened) = (run.me(), &run.game.state.facts.happened);
    let own = |each: &&Happened| each.verb == verb && each.source == Some(me);
    match run.game.spend(happened.len().saturating_sub(begun)) {
        true => happened.iter().skip(begun).filter(own).count(),
        false => 0,
    }
}

/// The object that a card has become which this text moved exactly once since the sentence began; `None` also
/// for a traveler that has left the field.
fn moved(run: &Running<'_, '_>, begun: usize, verb: Verb, object: Object) -> Option<Object> {
    let now = run.game.state.table.object(object.card);
    let once = now.incarnation == object.incarnation.wrapping_add(1);
    let figure = table::is_traveler(run.game, now.card) && !table::is_unit(run.game, now.card);
    (once && !figure && did_to_all(run, begun, verb, &[object])).then_some(now)
}

/// Lets later sentences refer to the objects that the cards moved by this one have become.
pub(super) fn rebind_moved(
    run: &mut Running<'_, '_>,
    begun: usize,
    select: &Select,
    verb: Verb,
    objects: &[Object],
) {
    let changed: SmallVec<[(Object, Object); 4]> = objects
        .iter()
        .filter_map(|object| moved(run, begun, verb, *object).map(|now| (*object, now)))
        .collect();
    rebind(run, &changed, select.name(), objects);
}

/// Replaces objects in what later sentences refer to, and binds the chosen ones to the sentence's name.
pub(super) fn rebind(
    run: &mut Running<'_, '_>,
    changed: &[(Object, Object)],
    name: Option<&str>,
    chosen: &[Object],
) {
    if changed.is_empty() {
        return;
    }
    let now =
        |object: Object| changed.iter().find(|(before, _)| *before == object).map_or(object, |(_, now)| *now);
    let resolution = &mut *run.resolution;
    resolution.me = now(resolution.me);
    resolution.subject = resolution.subject.map(now);
    resolution.other = resolution.other.map(now);
    let bound = &mut resolution.bound;
    let named = bound.named.iter_mut().flat_map(|(_, objects)| objects);
    named.chain(&mut bound.chosen).for_each(|object| *object = now(*object));
    run.bind(name, chosen.iter().copied().map(now).collect());
}

/// Lets later sentences refer to the cards that this one has moved with `verb`, as the objects that they have
/// become.
pub(crate) fn bind_moved(run: &mut Running<'_, '_>, begun: usize, verb: Verb) {
    let me = run.me();
    let happened = run.game.state.facts.happened.get(begun..).unwrap_or_default();
    if !run.game.spend(happened.len()) {
        return;
    }
    let own = happened.iter().filter(|each| each.verb == verb && each.source == Some(me));
    let moved: Objects = own
        .map(|each| Object { incarnation: each.object.incarnation.wrapping_add(1), ..each.object })
        .filter(|now| run.game.state.table.is_current(*now))
        .collect();
    run.bind(None, moved);
}

impl Effect {
    /// The cards under which the text puts its own unit with 寄生合體; `None`: it does not.
    pub(crate) fn hosts(&self) -> Option<&Select> {
        let Effect::Parasite(word) = self else { return None };
        word.unit.is_none().then_some(&word.what)
    }
}

/// Whether a text has an effect for which `is_wanted` is true, at any depth.
pub(crate) fn any_word(effects: &[Effect], is_wanted: &dyn Fn(&Effect) -> bool) -> bool {
    let inside = |effect: &Effect| branches::<Xinglingwang>(effect).any(|list| any_word(list, is_wanted));
    effects.iter().any(|effect| is_wanted(effect) || inside(effect))
}

/// The first effect of a text that handles the cards chosen under a name.
pub(crate) fn referring<'e>(effects: &'e [Effect], name: &str) -> Option<&'e Effect> {
    effects.iter().find_map(|effect| match effect.selection() {
        Some(Select::Named(named)) if named == name => Some(effect),
        _ => branches::<Xinglingwang>(effect).find_map(|list| referring(list, name)),
    })
}

/// Whether a text moves the unit that it stands on by that unit's own power [十五.禁錮.2].
pub(crate) fn moves_itself(effects: &[Effect]) -> bool {
    let is_this = |select: &Select| *select == Select::This;
    any_word(effects, &|effect| {
        matches!(effect, Effect::Move(word) if is_this(&word.what))
            || matches!(effect, Effect::Swap(word) if is_this(&word.one) || is_this(&word.other))
            || effect.hosts().is_some()
    })
}

/// Whether a text puts its own unit with 寄生合體 under the cards of a selection for which `is_wanted` is true.
pub(crate) fn goes_under(effects: &[Effect], is_wanted: impl Fn(&Select) -> bool) -> bool {
    any_word(effects, &|effect| effect.hosts().is_some_and(&is_wanted))
}
