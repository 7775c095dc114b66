//! Words that do something to cards outside the battlefield: drawing, discarding, looking, moving to other
//! zones.
//!
//! 313.1 drawing; 313.3 discarding; 313.4 shuffling; 313.7 looking; 313.8 revealing; 400.3, 401.4, 404.3,
//! 405.2 where they go and in which order; ruling-40, ruling-79, ruling-80.

use serde::{Deserialize, Serialize};

use super::super::table::{self, Verb};
use super::super::zone::{self, By};
use super::super::{AzurLane, prohibition};
use super::effect::{Game, Running, by_selection};
use super::{Effect, Select, Source};
use crate::abilities::piles::{PileRules, PileVerbs};
use crate::abilities::{Actor, EffectWord, Next, Objects, Pause, Piles, Scene};
use crate::kernel::{CardId, End, Object, PlaceId, Seat, wire};
use crate::{card_actions, searches};

impl Piles for AzurLane {
    const PILE_VERBS: PileVerbs<Verb> = PileVerbs {
        draw: Verb::Draw,
        mill: Verb::ToRetreat,
        discard: Verb::Discard,
        shuffle: Verb::Shuffle,
        to_deck: Verb::ToDeck,
    };
    const PILE_RULES: PileRules = PileRules {
        discard: cite!("313.3a"),
        sealed: true,
        shuffle: cite!("313.4a"),
        deck_order: cite!("401.4"),
    };

    fn deck(seat: Seat) -> PlaceId {
        table::DECK.of(seat)
    }

    fn hand() -> Source {
        Source::Hand
    }

    fn looked() -> Source {
        Source::Looked
    }

    fn may_draw(game: &Game<'_>, seat: Seat) -> bool {
        prohibition::may_draw(game, seat)
    }

    fn draw(game: &mut Game<'_>, actor: Actor, seat: Seat, left: usize) -> bool {
        zone::draw_one(game, left, By::effect(seat, actor.me, cite!("313.1a")))
    }

    fn mill(game: &mut Game<'_>, actor: Actor, seat: Seat, _: usize) -> bool {
        let top = game.state.table.list(table::DECK.of(seat)).first().copied();
        top.is_some_and(|top| zone::to_retreat(game, top, By::effect(actor.seat, actor.me, cite!("404.3"))))
    }

    fn discard(game: &mut Game<'_>, actor: Actor, seat: Seat, object: Object) -> bool {
        zone::discard(game, object.card, By::effect(seat, actor.me, cite!("313.3a")))
    }

    fn look_at(game: &mut Game<'_>, actor: Actor, object: Object) {
        zone::look(game, object.card, By::effect(actor.seat, actor.me, cite!("313.7a")));
    }

    fn can_go_to_deck(game: &Game<'_>, object: Object) -> bool {
        is_movable(game, object.card, table::DECK)
    }

    fn to_deck(game: &mut Game<'_>, actor: Actor, object: Object, end: End) -> bool {
        zone::to_deck(game, object.card, end, By::effect(actor.seat, actor.me, cite!("401.4")))
    }

    fn deck_order(run: &mut Running<'_, '_>, objects: Objects) -> Result<Objects, Pause> {
        run.order_by_owner(objects, cite!("401.4"), true)
    }
}

/// Lets the owners order the cards that a word moves.
macro_rules! in_owners_order {
    ($rule:literal) => {
        fn order(
            run: &mut $crate::games::azur_lane::words::effect::Running<'_, '_>,
            objects: $crate::abilities::Objects,
        ) -> Result<$crate::abilities::Objects, $crate::abilities::Pause> {
            run.order_by_owner(objects, cite!($rule), false)
        }
    };
}
pub(super) use in_owners_order;

/// A card that leaves the battlefield becomes another object, to which later sentences do not refer [400.6,
/// ruling-86].
macro_rules! followed_from_elsewhere {
    () => {
        fn is_followed(
            game: &$crate::games::azur_lane::words::effect::Game<'_>,
            object: $crate::kernel::Object,
        ) -> bool {
            !(game.in_force(cite!("400.6"))
                && $crate::games::azur_lane::table::is_on_battlefield(game, object.card))
        }
    };
}
pub(super) use followed_from_elsewhere;

searches!(AzurLane);

card_actions! { AzurLane:
    /// 公開: both see them; they stay where they are [313.8a, ruling-79].
    Reveal, can |game, scene, object| true, |game, actor, object| {
        zone::reveal(game, object.card, By::effect(actor.seat, actor.me, cite!("313.8a")));
        true
    }, { const CHOSEN_BY: crate::verdict::Cite = cite!("313.8a"); };

    /// Cards go to their owners' hands [400.3].
    ToHand, can |game, scene, object| is_movable(game, object.card, table::HAND), |game, actor, object| {
        is_elsewhere(game, object.card, table::HAND)
            && zone::to_hand(game, object.card, By::effect(actor.seat, actor.me, cite!("306.1")))
    }, { followed_from_elsewhere!(); };

    /// Cards go to their owners' retreat zones, neither destroyed nor discarded.
    ToRetreat, can |game, scene, object| {
        is_movable(game, object.card, table::RETREAT)
    }, |game, actor, object| {
        is_elsewhere(game, object.card, table::RETREAT)
            && zone::to_retreat(game, object.card, By::effect(actor.seat, actor.me, cite!("404.3")))
    }, { in_owners_order!("404.3"); followed_from_elsewhere!(); };
}

/// Whether a card lies outside a zone of its owner; within a deck or a durability zone it can still go to
/// another place.
fn is_elsewhere(game: &Game<'_>, card: CardId, zone: table::ZoneOf) -> bool {
    let ordered = zone == table::DECK || zone == table::DURABILITY;
    ordered || !table::lies_in(game, card, zone, table::owner(game, card))
}

/// Whether a card can go to a zone of its owner.
fn is_movable(game: &Game<'_>, card: CardId, zone: table::ZoneOf) -> bool {
    is_elsewhere(game, card, zone) && prohibition::may_leave(game, card)
}

/// Which end of a pile.
#[wire(Copy, Default)]
pub enum PileEnd {
    /// On top.
    Top,
    /// At the bottom.
    #[default]
    Bottom,
}

/// Cards go face down to their owners' durability zones; later sentences do not refer to them any more.
#[wire(Part<AzurLane>)]
pub struct ToDurability {
    /// Which cards.
    pub what: Select,
    /// Where.
    #[optional]
    pub end: PileEnd,
}

impl EffectWord<AzurLane> for ToDurability {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let cards = run.pick(&self.what, cite!("306.1"))?;
        let ordered = run.order_by_owner(cards, cite!("405.3"), true)?;
        let end = if self.end == PileEnd::Top { End::Top } else { End::Bottom };
        let (seat, me) = (run.seat(), run.me());
        run.each(&ordered, |run, object| {
            zone::to_durability(run.game, object.card, end, By::effect(seat, me, cite!("405.3")))
        })?;
        Ok(Next::Done(!ordered.is_empty()))
    }

    by_selection!(|word, game, scene, card| is_movable(game, card, table::DURABILITY));
}
