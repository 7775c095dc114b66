//! What players do in a turn [2.1, 2.3, 2.4].

use super::reason::Reason;
use super::table::{HAND, ROW, Verb, printed};
use super::{Question, Toy};
pub use crate::game_kit::action::answers::Concede;
use crate::game_kit::action::legal::{Slots, each};
use crate::game_kit::action::{ActionKind, Time, actions};
use crate::game_kit::fields::fields;
use crate::kernel::shape::Value;
use crate::kernel::{CardId, End, Match, Proposal, Row, Seat, ensure, test};

actions! { Toy; Light = "light", Pass = "pass", Concede = "concede" }

/// A lantern is lit [2.3].
#[fields]
pub struct Light {
    /// The card, from hand.
    pub card: CardId,
}

impl ActionKind<Toy> for Light {
    const CONDITIONS: &'static [Row<Toy, Self>] = &[
        test(Self::CARD, Self::CARD, &[cite!("2.3")], |game, seat, &Light { card }| {
            ensure(game.state.table.list(HAND.of(seat)).contains(&card), Reason::NotInHand { card })
        }),
        test(Self::CARD, Self::CARD, &[cite!("2.4")], |game, seat, &Light { card }| {
            let (lit, needs) = (game.state.table.list(ROW.of(seat)).len(), printed(game, card).needs);
            ensure(lit >= usize::from(needs), Reason::TooFewLanterns { lit, needs })
        }),
    ];
    const SLOTS: Slots<Toy, Self> = &[&[each("card", Self::CARD, |game, seat, _| {
        Value::cards(game.state.table.list(HAND.of(seat)).iter().copied())
    })]];
    const ANSWERS: fn(&Question) -> bool = |_| true;
    const TIME: Time<Toy> = |_, _| &[cite!("2.1")];

    fn perform(&self, game: &mut Match<'_, Toy>, seat: Seat, _: Option<&Question>) {
        game.propose(Proposal::moved(
            Verb::Light,
            seat,
            self.card,
            ROW.spot(seat),
            End::Bottom,
            cite!("2.3"),
        ));
    }
}

/// The turn ends [2.1].
#[fields]
pub struct Pass {}

impl ActionKind<Toy> for Pass {
    const ANSWERS: fn(&Question) -> bool = |_| true;
    const TIME: Time<Toy> = |_, _| &[cite!("2.1")];

    fn perform(&self, game: &mut Match<'_, Toy>, _: Seat, _: Option<&Question>) {
        game.pass();
    }
}
