//! The list of all effects. What they do is in [`super::field`] and [`super::change`]: 指令牌与费用.14; ruling-58.

use super::super::Tianhai;
use super::change::ModifyPlays;
use super::field::{
    Advance, Annihilate, DealDamage, DiscardOrder, FlipUp, Heal, Move, Place, Recover, RemoveTarget,
    ReturnOrder, Swap, TurnOrder,
};
use crate::abilities::effect::{Choose, ChooseNumber, ChooseOne, DoAll, If, May};
use crate::abilities::lasting::{Allow, Forbid, Grant, Lose, Modify};
use crate::abilities::{Each, Run};
use crate::words;

words! {
    /// Something that a text does. A sentence is carried out completely (`did`) if it did something and left nothing undone
    /// of what it asks for.
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
        Move(Move),
        /// The unit below the order goes ahead.
        Advance(Advance),
        /// Units are put on other cells.
        Place(Place),
        /// Two units change cells.
        Swap(Swap),
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

/// A word that does something to the units of its selection: what of it cannot be meant, when it can be offered, and what is
/// meant afterwards.
macro_rules! by_selection {
    (|$word:ident, $game:ident, $scene:ident, $unit:ident| $can:expr $(, lint |$this:ident, $lint:ident| $more:expr)?) => {
        fn lint(&self, lint: &mut Lint<'_, Tianhai>) {
            lint.inside("what", |lint| self.what.lint(lint));
            $( let ($this, $lint) = (self, lint); $more; )?
        }

        #[allow(unused_variables)]
        fn is_feasible(&self, $game: &Game<'_>, $scene: &Scene<'_>) -> bool {
            let $word = self;
            $crate::abilities::can_any($game, $scene, &self.what, |$unit| $can)
        }

        #[allow(unused_variables)]
        fn is_whole(&self, $game: &Game<'_>, $scene: &Scene<'_>) -> bool {
            let $word = self;
            $crate::abilities::can_all($game, $scene, &self.what, |$unit| $can)
        }

        fn is_open(&self) -> bool {
            self.what.is_open()
        }

        fn selection(&self) -> Option<Select> {
            Some(self.what.clone())
        }
    };
}
pub(super) use by_selection;
