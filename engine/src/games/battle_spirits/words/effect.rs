//! The list of all words that do something, and what they share. What each does is in [`super::cards`],
//! [`super::cores`], [`super::change`] and [`super::use_card`].
//!
//! FAQ.效果通則.Q4, FAQ.效果通則.Q5 sentences one after the other; FAQ.指定效果.Q1 as much as possible.

use super::super::BattleSpirits;
use super::super::zone::By;
use super::cards::{
    Destroy, DestroySilently, EndAttackStep, EndBattle, EndTurn, Exhaust, Exile, HeavyExhaust, LeaveToHand,
    Refresh, ReturnUsed, Reveal, Stay, ToHand, ToTrash,
};
use super::change::{
    FixSymbols, ForbidWeakerBlockers, GiveFamily, MoreSymbols, Must, Redirect, Toll, TreatAsSpirit,
};
use super::cores::MoveCores;
use super::gather::Gather;
use super::later::Later;
use super::raise::RaiseAbility;
use super::use_card::{CallSpirit, ChangeForm, Deploy, Spellcast, Summon, UseMagic};
use crate::abilities::effect::{Choose, ChooseNumber, ChooseOne, DoAll, If, May, Repeat};
use crate::abilities::lasting::{Allow, Forbid, ForbidPlayer, Grant, GrantAbility, Modify};
use crate::abilities::piles::{Discard, Draw, Look, Mill, Shuffle, ToDeck};
use crate::abilities::search::Search;
use crate::abilities::{Actor, Each, Run};
use crate::verdict::Cite;
use crate::words;

words! {
    /// Something that an effect does.
    pub enum Effect: Effect<BattleSpirits> {
        /// Do something if a condition holds; with `did`: 若如此做.
        If(If<BattleSpirits>),
        /// 可.
        May(May<BattleSpirits>),
        /// One of several texts.
        ChooseOne(ChooseOne<BattleSpirits>),
        /// 指定: cards for later sentences.
        Choose(Choose<BattleSpirits>),
        /// A number is chosen.
        ChooseNumber(ChooseNumber),
        /// Several things, which are done completely or not.
        DoAll(DoAll<BattleSpirits>),
        /// Several things so many times.
        Repeat(Repeat<BattleSpirits>),
        /// 抽牌.
        Draw(Draw<BattleSpirits>),
        /// From hand to the trash.
        Discard(Discard<BattleSpirits>),
        /// From the deck to the trash.
        Mill(Mill<BattleSpirits>),
        /// The player looks at cards.
        Look(Look<BattleSpirits>),
        /// Looking, choosing, taking to hand and putting back.
        Search(Search<BattleSpirits>),
        /// 公開.
        Reveal(Each<BattleSpirits, Reveal>),
        /// A deck is shuffled.
        Shuffle(Shuffle),
        /// Into a hand; a field card begins to wait.
        ToHand(Each<BattleSpirits, ToHand>),
        /// Into a deck; a field card begins to wait.
        ToDeck(ToDeck<BattleSpirits>),
        /// To the trash from elsewhere than the field.
        ToTrash(Each<BattleSpirits, ToTrash>),
        /// 破壞.
        Destroy(Each<BattleSpirits, Destroy>),
        /// 破壞 that raises no effect of the destroyed cards.
        DestroySilently(Each<BattleSpirits, DestroySilently>),
        /// 除外.
        Exile(Each<BattleSpirits, Exile>),
        /// A card that waits to leave stays on the field.
        Stay(Stay),
        /// A card that waits to leave goes to the hand.
        LeaveToHand(LeaveToHand),
        /// A used magic card goes from the trash to the hand.
        ReturnUsed(ReturnUsed),
        /// 疲勞.
        Exhaust(Each<BattleSpirits, Exhaust>),
        /// 重疲勞.
        HeavyExhaust(Each<BattleSpirits, HeavyExhaust>),
        /// 回復.
        Refresh(Each<BattleSpirits, Refresh>),
        /// Cores change their place.
        Cores(MoveCores),
        /// Own cores go onto a card, any number of them.
        Gather(Gather),
        /// A number changes.
        Modify(Modify<BattleSpirits>),
        /// Cards get a keyword.
        Grant(Grant<BattleSpirits>),
        /// Cards get an ability of this card.
        GrantAbility(GrantAbility<BattleSpirits>),
        /// Cards cannot do something.
        Forbid(Forbid<BattleSpirits>),
        /// Players cannot do something.
        ForbidPlayer(ForbidPlayer<BattleSpirits>),
        /// Cards may do something beyond the rules.
        Allow(Allow<BattleSpirits>),
        /// Cards have to do something.
        Must(Must),
        /// Cards cannot do something, or have it done to them, without a payment.
        Toll(Toll),
        /// Nexuses are treated as spirits.
        TreatAsSpirit(TreatAsSpirit),
        /// Cards get a family.
        GiveFamily(GiveFamily),
        /// Something goes elsewhere instead.
        Redirect(Redirect),
        /// Cards get more symbols of a colour that they have.
        MoreSymbols(MoreSymbols),
        /// Cards have exactly so many symbols of a colour.
        FixSymbols(FixSymbols),
        /// Own spirits cannot be blocked by spirits with at most the BP of a card.
        ForbidWeakerBlockers(ForbidWeakerBlockers),
        /// A spirit is summoned.
        Summon(Summon),
        /// A spirit is summoned by 操靈.
        CallSpirit(CallSpirit),
        /// A spirit is summoned by Fチェンジ.
        ChangeForm(ChangeForm),
        /// A nexus is deployed.
        Deploy(Deploy),
        /// A magic is used.
        UseMagic(UseMagic),
        /// A magic is used by 魔述.
        Spellcast(Spellcast),
        /// An effect of another card is raised.
        Raise(RaiseAbility),
        /// Something is done later.
        Later(Later),
        /// The battle ends.
        EndBattle(EndBattle),
        /// The attack step ends.
        EndAttackStep(EndAttackStep),
        /// The turn ends.
        EndTurn(EndTurn),
    }
}

/// A text of this game while it is carried out.
pub type Running<'r, 'p> = Run<'r, 'p, BattleSpirits>;

/// The ability of a run, as the source of a proposal, with the rule that it cites.
pub(super) fn by(run: &Running<'_, '_>, rule: Cite) -> By {
    by_doer(run.doer(), rule)
}

/// The player and the card of a text, as the source of a proposal, with the rule that it cites.
pub(super) const fn by_doer(doer: Actor, rule: Cite) -> By {
    By::effect(doer.seat, doer.me, rule)
}
