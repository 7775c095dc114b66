//! A toy game, the guide to adding a book (`docs/adding-a-game.md`): two players light lanterns in a row.
//! Chapter 1 of its rules is [`deck`] and [`setup`], 2 [`turn`] and [`action`], 3 [`printed`], 4 [`ending`],
//! 5 [`table`] and [`view`].

rulebook!(toy, $);

pub mod action;
pub mod deck;
pub mod ending;
pub(crate) mod findings;
pub mod position;
pub mod printed;
pub mod reason;
mod registered;
pub mod setup;
pub mod table;
pub mod turn;
pub mod view;

use crate::game_kit::action::{Kit, answers::Rules};
use crate::game_kit::plain::no_abilities;
use crate::game_kit::question::questions;
use crate::kernel::{CardId, Checks, Game, Match, Policy, Seat, Triggers, Waiting, held};
use crate::verdict::Cite;

/// The game.
#[held(Copy, Default)]
pub struct Toy;

questions! {
    Toy;
    /// What the active player does [2.1].
    Main = "main" always [cite!("2.1")];
}

/// Steps on the agenda.
#[held]
pub enum Step {
    /// Decks are shuffled, hands drawn.
    SetUp,
    /// The text of a lantern that was lit [3.2].
    Text(Seat, CardId),
}

/// What the state holds besides the table.
#[held(Default)]
pub struct Facts {
    /// Whose turn it is.
    pub active: Seat,
}

impl Game for Toy {
    const POLICY: Policy = Policy::new(Checks::BetweenProcessings, Triggers::AfterProcessing, true);

    in_chapters! {}
    without! { Derived Detail Influence ListenMask Mark Note Piece Role Scope Until }
    type Trigger = CardId;

    fn run(game: &mut Match<'_, Self>, step: Step) {
        match step {
            Step::SetUp => setup::run(game),
            Step::Text(seat, card) => turn::draw(game, seat, table::printed(game, card).draws, cite!("3.2")),
        }
    }

    delegate! {
        on_event = turn::on_event;
        check_state = ending::check;
    }

    fn trigger_step(waiting: Waiting<Self>) -> Step {
        Step::Text(waiting.seat, waiting.trigger)
    }

    /// The kernel never asks it: one lantern is lit at a time, so at most one text waits.
    fn trigger_question() -> Question {
        Question::Main
    }

    /// No refusal has it: no action has a part that an effect could forbid.
    fn cannot_happen() -> reason::Reason {
        reason::Reason::NoSuchChoice
    }
}

no_abilities!(Toy, cite!("2.1"));

impl Kit for Toy {
    const CHOICES: Rules = Rules::by(&[cite!("2.1")]);
    const NOTHING_ASKED: Cite = cite!("4.1");
    const CONCESSION: (ending::Ending, &'static [Cite]) = (ending::Ending::Concession, &[cite!("4.3")]);

    fn trigger_name(card: &CardId) -> (CardId, Option<u8>) {
        (*card, None)
    }
}
