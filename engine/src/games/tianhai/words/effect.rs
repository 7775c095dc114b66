//! The list of all effects. What they do is in [`super::field`], [`super::grid`] and [`super::change`]:
//! 指令牌与费用.14; ruling-58.

use super::super::Tianhai;
use super::change::ModifyPlays;
use super::field::{
    Annihilate, DealDamage, DiscardOrder, FlipUp, Heal, Recover, RemoveTarget, ReturnOrder, TurnOrder,
};
use crate::abilities::effect::{Choose, ChooseNumber, ChooseOne, DoAll, If, May};
use crate::abilities::lasting::{Allow, Forbid, Grant, Lose, Modify};
use crate::abilities::moving::{Advance, Move, Place, Swap};
use crate::abilities::{Each, Run};
use crate::words;

words! {
    /// Something that a text does. A sentence is carried out completely (`did`) if it did something and left
    /// nothing undone of what it asks for.
    pub enum Effect: Effect<Tianhai> {
        /// Do something if a condition holds.
        If(If<Tianhai>),
        /// The player may do something.
        May(May<Tianhai>),
        /// One of several texts.
        ChooseOne(ChooseOne<Tianhai>),
        /// Cards are chosen for later sentences.
        Choose(Choose<Tianhai>),
        /// A number is chosen.
        ChooseNumber(ChooseNumber),
        /// Several things, which are done completely or count as not done.
        DoAll(DoAll<Tianhai>),
        /// Units move along paths.
        Move(Move<Tianhai>),
        /// The unit below the order goes ahead.
        Advance(Advance<Tianhai>),
        /// Units are put on other cells.
        Place(Place<Tianhai>),
        /// Two units change cells.
        Swap(Swap<Tianhai>),
        /// Units are no longer targets.
        RemoveTarget(RemoveTarget),
        /// A number changes.
        Modify(Modify<Tianhai>),
        /// The limit of plays changes.
        ModifyPlays(ModifyPlays),
        /// Damage without division.
        DealDamage(DealDamage),
        /// Wounds are healed.
        Heal(Heal),
        /// Units are annihilated.
        Annihilate(Each<Tianhai, Annihilate>),
        /// Orders on units are discarded.
        DiscardOrder(Each<Tianhai, DiscardOrder>),
        /// Orders on units go back to hand.
        ReturnOrder(Each<Tianhai, ReturnOrder>),
        /// The own discard pile comes back to hand.
        Recover(Recover),
        /// Orders on units look in another direction.
        TurnOrder(TurnOrder),
        /// Units are turned face up.
        FlipUp(Each<Tianhai, FlipUp>),
        /// Orders get a keyword.
        Grant(Grant<Tianhai>),
        /// Orders lose a keyword.
        Lose(Lose<Tianhai>),
        /// Units cannot do something.
        Forbid(Forbid<Tianhai>),
        /// Units may do something beyond the rules.
        Allow(Allow<Tianhai>),
    }
}

pub(in super::super) type Running<'r, 'p> = Run<'r, 'p, Tianhai>;
