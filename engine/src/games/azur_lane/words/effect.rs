//! The list of all effects of skills [306.1, 313.1–313.10].
//!
//! If a word moves several cards, they move one by one in their owner's order [401.4, 403.5, 404.3]. Both
//! players make all their choices, the active player first, before the word acts [103.4].

use super::super::AzurLane;
use super::cards::{Reveal, ToDurability, ToHand, ToRetreat};
use super::change::LaterWord;
use super::cubes::{ActivateCubes, AddCubes, RestCubes, ReturnCubes, TurnCubes};
use super::damage::{DealDamage, EndGame};
use super::field::{Activate, Destroy, Enter, Flip, Move, PutUnder, Rest, Retreat, Swap, UseEvent};
use super::filter::State;
use crate::abilities::effect::{Choose, ChooseNumber, ChooseOne, DoAll, If, May, Repeat};
use crate::abilities::lasting::{Allow, Forbid, ForbidPlayer, Grant, GrantAbility, Lose, Modify};
use crate::abilities::piles::{Discard, Draw, Look, Mill, Shuffle, ToDeck};
use crate::abilities::search::Search;
use crate::abilities::{Each, Run};
use crate::kernel::{Match, Object};
use crate::words;

words! {
    /// Something that a skill does. A sentence is carried out completely (`did`) if it did something and left
    /// nothing undone of what it asks for: all the cards or cubes that it asks for were there, and each of
    /// them came to be as it says. “Up to” and “any number” ask for none, so that one is enough.
    pub enum Effect: Effect<AzurLane> {
        /// Do something if a condition holds.
        If(If<AzurLane>),
        /// The player may do something.
        May(May<AzurLane>),
        /// One of several texts.
        ChooseOne(ChooseOne<AzurLane>),
        /// Cards are chosen for later sentences.
        Choose(Choose<AzurLane>),
        /// A number is chosen [309.1b].
        ChooseNumber(ChooseNumber),
        /// Several things, which are done completely or count as not done.
        DoAll(DoAll<AzurLane>),
        /// Several things so many times.
        Repeat(Repeat<AzurLane>),
        /// 抽卡.
        Draw(Draw<AzurLane>),
        /// From the deck into the retreat zone.
        Mill(Mill<AzurLane>),
        /// 捨棄.
        Discard(Discard<AzurLane>),
        /// 查看.
        Look(Look<AzurLane>),
        /// Looking, choosing, taking to hand and putting back.
        Search(Search<AzurLane>),
        /// 公開.
        Reveal(Each<AzurLane, Reveal>),
        /// 洗牌.
        Shuffle(Shuffle),
        /// Cards go to their owners' hands.
        ToHand(Each<AzurLane, ToHand>),
        /// Cards go into their owners' decks.
        ToDeck(ToDeck<AzurLane>),
        /// Cards go to their owners' retreat zones.
        ToRetreat(Each<AzurLane, ToRetreat>),
        /// Cards go face down to their owners' durability zones.
        ToDurability(ToDurability),
        /// 登場.
        Enter(Enter),
        /// 擊破.
        Destroy(Each<AzurLane, Destroy>),
        /// 撤退.
        Retreat(Each<AzurLane, Retreat>),
        /// Cards become rested.
        Rest(Each<AzurLane, Rest>),
        /// Cards become active.
        Activate(Each<AzurLane, Activate>),
        /// A number of cards changes.
        Modify(Modify<AzurLane>),
        /// Cards get a keyword.
        Grant(Grant<AzurLane>),
        /// Cards get a skill.
        GrantAbility(GrantAbility<AzurLane>),
        /// Cards lose a keyword, or every skill.
        Lose(Lose<AzurLane>),
        /// Cards cannot do something.
        Forbid(Forbid<AzurLane>),
        /// Players cannot do something.
        ForbidPlayer(ForbidPlayer<AzurLane>),
        /// Cards may do something beyond the rules.
        Allow(Allow<AzurLane>),
        /// Cubes come from the cube deck into the cost zone.
        AddCubes(AddCubes),
        /// Rested cubes become active.
        ActivateCubes(ActivateCubes),
        /// Active cubes become rested.
        RestCubes(RestCubes),
        /// Cubes go back to the cube deck.
        ReturnCubes(ReturnCubes),
        /// Cubes are turned over.
        TurnCubes(TurnCubes),
        /// The flagship is turned over.
        Flip(Flip),
        /// Events are used without payment.
        UseEvent(UseEvent),
        /// Cards go under another card.
        PutUnder(PutUnder),
        /// A card moves to an empty position.
        Move(Move),
        /// Two cards change places.
        Swap(Swap),
        /// 造成傷害.
        Damage(DealDamage),
        /// A player wins or loses, or the game is a draw.
        EndGame(EndGame),
        /// A trigger that comes up later.
        Later(LaterWord),
    }
}

pub(super) type Game<'p> = Match<'p, AzurLane>;
pub(super) type Running<'r, 'p> = Run<'r, 'p, AzurLane>;

/// The state in which a ship enters if the text does not say.
pub(super) fn active() -> State {
    State::Active
}

pub(super) fn is_there(game: &Game<'_>, object: Object) -> bool {
    game.state.table.is_current(object)
}

/// Whether a word can be offered that acts on the cards of its selection.
macro_rules! by_selection {
    (|$word:ident, $game:ident, $scene:ident, $card:ident| $can:expr) => {
        #[allow(unused_variables)]
        fn can_do_some(&self, game: &Game<'_>, $scene: &Scene<'_>) -> bool {
            let $word = self;
            $crate::abilities::can_any(game, $scene, &self.what, |object| {
                let ($game, $card) = (game, object.card);
                $can
            })
        }
    };
}
pub(super) use by_selection;
