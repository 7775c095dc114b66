//! What skills do [306.1, 313.1–313.10].
//!
//! Several cards that move at once move one by one in their owner's order [401.4, 403.5, 404.3];
//! both players' choices are all made, the active player's first, before anything is done [103.4].

use super::super::AzurLane;
use super::super::table::{self};
use super::Select;
use super::cards::{Discard, Draw, Look, Reveal, Shuffle, ToDeck, ToDurability, ToHand, ToRetreat};
use super::change::{Allow, Forbid, ForbidPlayer, Grant, GrantSkill, LaterWord, Lose, Modify};
use super::cubes::{ActivateCubes, AddCubes, RestCubes, ReturnCubes, TurnCubes};
use super::damage::{DealDamage, EndGame};
use super::field::{Activate, Destroy, Enter, Flip, Move, PutUnder, Rest, Retreat, Swap, UseEvent};
use super::filter::State;
use crate::card::effect::{Choose, ChooseNumber, ChooseOne, If, May};
use crate::card::{Objects, Pause, Run, Scene, Side};
use crate::kernel::{CardId, Match, Object};
use crate::words;

words! {
    /// Something that a skill does. A sentence is carried out completely (`did`) if it did something and left
    /// nothing undone of what it asks for: all the cards or cubes that it asks for were there, and each of them
    /// came to be as it says. “Up to” and “any number” ask for none, so that one is enough.
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
        /// 抽卡.
        Draw(Draw),
        /// 捨棄.
        Discard(Discard),
        /// 查看.
        Look(Look),
        /// 公開.
        Reveal(Reveal),
        /// 洗牌.
        Shuffle(Shuffle),
        /// Cards go to their owners' hands.
        ToHand(ToHand),
        /// Cards go into their owners' decks.
        ToDeck(ToDeck),
        /// Cards go to their owners' retreat zones.
        ToRetreat(ToRetreat),
        /// Cards go face down to their owners' durability zones.
        ToDurability(ToDurability),
        /// 登場.
        Enter(Enter),
        /// 擊破.
        Destroy(Destroy),
        /// 撤退.
        Retreat(Retreat),
        /// Cards become rested.
        Rest(Rest),
        /// Cards become active.
        Activate(Activate),
        /// A number of cards changes.
        Modify(Modify),
        /// Cards get a keyword.
        Grant(Grant),
        /// Cards get a skill.
        GrantSkill(GrantSkill),
        /// Cards lose a keyword, or every skill.
        Lose(Lose),
        /// Cards cannot do something.
        Forbid(Forbid),
        /// Players cannot do something.
        ForbidPlayer(ForbidPlayer),
        /// Cards may do something beyond the rules.
        Allow(Allow),
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

/// Active, where nothing is said.
pub(super) fn active() -> State {
    State::Active
}

/// Groups by owner, the active player's first, each group in its owner's order.
pub(super) fn in_owners_order(
    run: &mut Running<'_, '_>,
    objects: Objects,
    rule: crate::verdict::Cite,
    hidden: bool,
) -> Result<Objects, Pause> {
    let mut ordered = Objects::with_capacity(objects.len());
    for seat in Side::Both.in_turn_order(run.game, run.seat()) {
        let own: Objects =
            objects.iter().copied().filter(|object| table::owner(run.game, object.card) == seat).collect();
        ordered.extend(run.order(seat, own, rule, hidden)?);
    }
    Ok(ordered)
}

pub(super) fn is_there(game: &Game<'_>, object: Object) -> bool {
    game.state.table.is_current(object)
}

/// Whether something could be done to one of the cards meant.
pub(super) fn feasible(
    select: &Select,
    game: &Game<'_>,
    scene: &Scene<'_>,
    can: impl Fn(&Game<'_>, CardId) -> bool,
) -> bool {
    match select {
        Select::Cards(cards) => {
            cards.takes_any(game, scene) && cards.domain(game, scene).iter().any(|&card| can(game, card))
        }
        other => {
            let objects = other.all(game, scene);
            objects.iter().any(|object| is_there(game, *object) && can(game, object.card))
        }
    }
}

/// A word that does something to the cards of its selection: when it can be offered, and what is meant afterwards.
macro_rules! by_selection {
    (|$word:ident, $game:ident, $scene:ident, $card:ident| $can:expr) => {
        #[allow(unused_variables)]
        fn is_feasible(&self, game: &Game<'_>, $scene: &Scene<'_>) -> bool {
            let $word = self;
            feasible(&self.what, game, $scene, |$game: &Game<'_>, $card| $can)
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
