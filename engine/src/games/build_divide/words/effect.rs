//! The list of all words that do something, and what they share. What each does is in [`super::cards`],
//! [`super::field`], [`super::player`], [`super::change`], [`super::use_card`] and [`super::later`]: 快速与连锁.3,
//! 卡牌种类.指令; ruling-1, ruling-22, ruling-71.

use super::super::BuildDivide;
use super::super::facts::Happened;
use super::super::table::Verb;
use super::super::zone::By;
use super::cards::{Exile, FaceDown, Reveal, ToEnergy, ToGraveyard, ToHand, ToLife};
use super::change::{AllowPlayer, Copy, LimitUses, Must};
use super::cost::Pay;
use super::field::{
    BecomeUnit, CloseTerritory, Counter, DamageUnit, Destroy, EndAttack, Enter, MutualDamage, PutUnder,
    RedirectAttack, ReleaseTerritory, Rest, Stand, TakeControl,
};
use super::instead::Prevent;
use super::later::Later;
use super::player::{DamagePlayer, EndGame, GainCounters, LifeToGraveyard, LoseCounters, Scout, Skip};
use super::target::{Pick, Target};
use super::use_card::UseCard;
use crate::abilities::effect::{Choose, ChooseNumber, ChooseOne, DoAll, If, May, OpponentMay, Repeat};
use crate::abilities::lasting::{Forbid, ForbidPlayer, Grant, GrantAbility, Lose, Modify};
use crate::abilities::piles::{Discard, Draw, Look, Mill, Shuffle, ToDeck};
use crate::abilities::search::Search;
use crate::abilities::{Actor, Answer, Each, Objects, Run};
use crate::kernel::Object;
use crate::verdict::Cite;
use crate::words;

words! {
    /// Something that a text does. A sentence is carried out completely (`did`) if it did something and left
    /// nothing undone of what it asks for.
    pub enum Effect: Effect<BuildDivide> {
        /// Do something if a condition holds.
        If(If<BuildDivide>),
        /// 可以: the player may do something.
        May(May<BuildDivide>),
        /// The opponent may let something be done.
        OpponentMay(OpponentMay<BuildDivide>),
        /// One of several texts.
        ChooseOne(ChooseOne<BuildDivide>),
        /// Cards are chosen for later sentences.
        Choose(Choose<BuildDivide>),
        /// Targets are chosen while the text is carried out.
        Target(Target),
        /// Cards are chosen with limits on all of them; they are no targets.
        Pick(Pick),
        /// A number is chosen.
        ChooseNumber(ChooseNumber),
        /// Several things, which are done completely or count as not done.
        DoAll(DoAll<BuildDivide>),
        /// Several things so many times.
        Repeat(Repeat<BuildDivide>),
        /// 抽 [用语.抽].
        Draw(Draw<BuildDivide>),
        /// 舍弃 [用语.舍弃].
        Discard(Discard<BuildDivide>),
        /// From the deck to the graveyard.
        Mill(Mill<BuildDivide>),
        /// 侦查 [关键词.侦查].
        Scout(Scout<BuildDivide>),
        /// The player looks at cards.
        Look(Look<BuildDivide>),
        /// Looking, choosing, taking to hand and putting back.
        Search(Search<BuildDivide>),
        /// Both players see cards.
        Reveal(Each<BuildDivide, Reveal>),
        /// A deck is shuffled [ruling-75].
        Shuffle(Shuffle),
        /// Cards go to their owners' hands.
        ToHand(Each<BuildDivide, ToHand>),
        /// Cards go into their owners' decks.
        ToDeck(ToDeck<BuildDivide>),
        /// Cards go to their owners' graveyards, from elsewhere than the field.
        ToGraveyard(Each<BuildDivide, ToGraveyard>),
        /// Cards go into their owners' lives.
        ToLife(ToLife),
        /// Cards become energy of their owners.
        ToEnergy(ToEnergy),
        /// Cards are removed.
        Exile(Each<BuildDivide, Exile>),
        /// The top of life goes to the graveyard without damage.
        LifeToGraveyard(LifeToGraveyard),
        /// Damage to units [ruling-71].
        DamageUnit(DamageUnit),
        /// Two units damage each other [ruling-106].
        MutualDamage(MutualDamage),
        /// Damage to a player [ruling-37].
        DamagePlayer(DamagePlayer),
        /// 破坏 [ruling-10].
        Destroy(Each<BuildDivide, Destroy>),
        /// Units enter.
        Enter(Enter),
        /// 静置.
        Rest(Each<BuildDivide, Rest>),
        /// 竖置.
        Stand(Each<BuildDivide, Stand>),
        /// A number changes.
        Modify(Modify<BuildDivide>),
        /// Cards get a keyword.
        Grant(Grant<BuildDivide>),
        /// Cards get an ability of this card.
        GrantAbility(GrantAbility<BuildDivide>),
        /// Cards lose a keyword, or all abilities.
        Lose(Lose<BuildDivide>),
        /// Cards cannot do something.
        Forbid(Forbid<BuildDivide>),
        /// Players cannot do something.
        ForbidPlayer(ForbidPlayer<BuildDivide>),
        /// Players may do something beyond the rules.
        AllowPlayer(AllowPlayer),
        /// Cards have to do something.
        Must(Must),
        /// Players use at most so many cards in a turn.
        LimitUses(LimitUses),
        /// A player leaves something out the next time.
        Skip(Skip),
        /// The attack is aimed at something else.
        RedirectAttack(RedirectAttack),
        /// The attack ends.
        EndAttack(EndAttack),
        /// Cards on the chain are countered [ruling-58].
        Counter(Each<BuildDivide, Counter>),
        /// A card gains the abilities of another one.
        Copy(Copy),
        /// The player takes control of units [ruling-60].
        TakeControl(TakeControl),
        /// A player gets counters.
        GainCounters(GainCounters),
        /// A player loses counters.
        LoseCounters(LoseCounters),
        /// The own territory is released.
        ReleaseTerritory(ReleaseTerritory),
        /// The own territory is closed.
        CloseTerritory(CloseTerritory),
        /// The player uses a card without its energy cost.
        UseCard(UseCard),
        /// A player pays, or not.
        Pay(Pay),
        /// Cards become auras [ruling-85].
        PutUnder(PutUnder),
        /// Energy is turned face down [ruling-89].
        FaceDown(Each<BuildDivide, FaceDown>),
        /// The own territory becomes a unit [ruling-105].
        BecomeUnit(BecomeUnit),
        /// What this is done before does not happen.
        Prevent(Prevent),
        /// Something is done later.
        Later(Later),
        /// A player wins or loses.
        EndGame(EndGame),
    }
}

pub(in super::super) type Running<'r, 'p> = Run<'r, 'p, BuildDivide>;

/// The ability of a run, as the source of a proposal, with the rule that it cites.
pub fn by(run: &Running<'_, '_>, rule: Cite) -> By {
    by_doer(run.doer(), rule)
}

/// The player and the card of a text, as the source of a proposal, with the rule that it cites.
pub const fn by_doer(doer: Actor, rule: Cite) -> By {
    By::effect(doer.seat, doer.me, rule)
}

/// The number of events that had taken place when the sentence began, decided once for all its runs.
pub fn begun(run: &mut Running<'_, '_>) -> usize {
    let happened = run.game.state.facts.happened.len();
    match run.decide_unasked(|_| Answer::Begun(u32::try_from(happened).unwrap_or(u32::MAX))) {
        Answer::Begun(count) => count as usize,
        _ => happened,
    }
}

/// Whether this text has done something of this kind to an object since its sentence began.
pub fn did(run: &Running<'_, '_>, begun: usize, verb: Verb, object: Object) -> bool {
    let own = Happened { verb, object, source: run.me() };
    let happened = run.game.state.facts.happened.get(begun..).unwrap_or_default();
    run.game.spend(happened.len()) && happened.contains(&own)
}

/// Whether this text has done this to all these objects since its sentence began. Later sentences refer to
/// the moved objects as they are now [ruling-50].
pub fn has_done(run: &mut Running<'_, '_>, begun: usize, verb: Verb, objects: &[Object]) -> bool {
    let mut all = true;
    for object in objects {
        match did(run, begun, verb, *object) {
            true => run.follow(*object),
            false => all = false,
        }
    }
    all
}

/// Lets later sentences refer to the cards to which this one has done something since it began, as the cards
/// are now.
pub fn bind_done(run: &mut Running<'_, '_>, begun: usize, verb: Verb) {
    let me = run.me();
    let happened = run.game.state.facts.happened.get(begun..).unwrap_or_default();
    let own = happened.iter().filter(|event| event.verb == verb && event.source == me);
    let cards: Objects = own.map(|event| run.game.state.table.object(event.object.card)).collect();
    if run.game.spend(happened.len()) {
        run.bind(None, cards);
    }
}

/// The parts of a word that acts on a selection of cards: its findings, when it can be offered, and what
/// later sentences can refer to.
macro_rules! by_selection {
    (
        |$word:ident, $game:ident, $scene:ident, $card:ident| $can:expr
        $(, lint |$this:ident, $lint:ident| $more:expr)?
    ) => {
        $crate::by_selection!(
            BuildDivide: |$word, $game, $scene, object| {
                let $card = object.card;
                $can
            } $(, lint |$this, $lint| $more)?
        );
    };
}
pub(super) use by_selection;
