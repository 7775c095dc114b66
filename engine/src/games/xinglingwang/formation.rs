//! The formation: units change their positions.
//!
//! 十三.2 the play before it; 十三.3 moves; 十三.4, 十三.5 when it ends; 十五.禁錮.1; ruling-24.

use super::action::At;
use super::field::{self, Where};
use super::reason::Reason;
use super::table;
use super::tactics::ask_instead;
use super::words::KeywordName;
use super::zone::{self, By};
use super::{Question, Xinglingwang, play, prohibition, stat};
use crate::game_kit::action::ActionKind;
use crate::game_kit::action::legal::{Slots, each};
use crate::game_kit::fields::fields;
use crate::kernel::shape::Value;
use crate::kernel::{CardId, Match, Row, Seat, ensure, refuse_if, test};

type Game<'p> = Match<'p, Xinglingwang>;
type Time = crate::game_kit::action::Time<Xinglingwang>;

/// Whether the formation still needs its play before the first move [十三.2, 十三.4].
pub(super) fn play_first(game: &Game<'_>, seat: Seat) -> bool {
    let possible = || play::can_play(game, seat, true) || !game.in_force(cite!("十三.4"));
    !game.state.facts.formation_play && possible()
}

/// The unit on the position that a move goes to.
fn other(game: &Game<'_>, action: &MoveUnit) -> Option<CardId> {
    field::at(game, Where::of(&action.to)?)
}

fn newcomer(game: &Game<'_>, card: CardId, to: Option<Where>) -> bool {
    let mark = table::mark(game, card);
    mark.entered == game.state.facts.turn && mark.kept_in_front && to.is_some_and(|to| !to.is_front())
}

/// 佈陣: a unit goes to another position; a unit there changes places with it [十三.3].
#[fields]
pub struct MoveUnit {
    /// Where to.
    pub to: At,
    /// The unit.
    pub unit: CardId,
}

impl ActionKind<Xinglingwang> for MoveUnit {
    const CONDITIONS: &'static [Row<Xinglingwang, Self>] = &[
        test(0, 0, &[cite!("十三.4")], |game, seat, _| {
            refuse_if(play_first(game, seat), Reason::PlayFirst)
        }),
        test(Self::UNIT, Self::UNIT, &[cite!("十三.3")], |game, seat, action| {
            ensure(table::side(game, action.unit) == Some(seat), Reason::NotOwnUnit { card: action.unit })
        }),
        test(Self::TO, Self::TO, &[cite!("四.9"), cite!("ruling-2")], |_, _, action| {
            match Where::of(&action.to) {
                Some(_) => Ok(()),
                None => Err(Reason::NoSuchPosition { cell: action.to.cell.clone() }),
            }
        }),
        test(Self::TO, Self::TO, &[cite!("十三.3")], |_, seat, action| {
            ensure(action.to.seat == seat, Reason::WrongHalf { cell: action.to.cell.clone() })
        }),
        test(Self::TO, Self::UNIT | Self::TO, &[cite!("十三.3")], |game, _, action| {
            refuse_if(
                field::position(game, action.unit) == Where::of(&action.to),
                Reason::StandsThere { card: action.unit },
            )
        }),
        test(Self::TO, Self::UNIT | Self::TO, &[cite!("十三.3"), cite!("ruling-24")], |game, _, action| {
            refuse_if(
                newcomer(game, action.unit, Where::of(&action.to)),
                Reason::StaysInFront { card: action.unit },
            )
        }),
        test(Self::TO, Self::UNIT | Self::TO, &[cite!("十三.3"), cite!("ruling-24")], |game, _, action| {
            match other(game, action).filter(|card| newcomer(game, *card, field::position(game, action.unit)))
            {
                Some(card) => Err(Reason::StaysInFront { card }),
                None => Ok(()),
            }
        }),
        test(Self::UNIT, Self::UNIT, &[cite!("十五.禁錮.1"), cite!("ruling-24")], |game, _, action| {
            refuse_if(
                stat::has_keyword(game, action.unit, KeywordName::Confined),
                Reason::IsConfined { card: action.unit },
            )
        }),
        test(Self::TO, Self::TO, &[cite!("十五.禁錮.1"), cite!("ruling-24")], |game, _, action| {
            let confined = |card: &CardId| stat::has_keyword(game, *card, KeywordName::Confined);
            match other(game, action).filter(confined) {
                Some(card) => Err(Reason::IsConfined { card }),
                None => Ok(()),
            }
        }),
        test(Self::TO, Self::UNIT | Self::TO, &[cite!("六.7")], |game, _, action| {
            let other = other(game, action);
            let barred =
                [Some(action.unit), other].into_iter().flatten().find(|card| prohibition::moves(game, *card));
            match barred {
                Some(card) => Err(Reason::ForbiddenByEffect { card: Some(card) }),
                None => Ok(()),
            }
        }),
    ];
    const SLOTS: Slots<Xinglingwang, Self> = &[&[
        each("unit", Self::UNIT, |game, seat, _| Value::cards(field::units(game, seat))),
        each("to", Self::TO, |_, seat, _| field::values(seat)),
    ]];
    const ANSWERS: fn(&Question) -> bool =
        |question| matches!(question, Question::Formation | Question::Moves);
    const TIME: Time = |_, _| &[cite!("十三.3")];

    fn perform(&self, game: &mut Game<'_>, seat: Seat, _: Option<&Question>) {
        ask_instead(game, Question::Moves);
        let Some(to) = Where::of(&self.to) else { return };
        let by = By::rule(seat, cite!("十三.3"));
        match field::at(game, to) {
            Some(other) => drop(zone::swap(game, self.unit, other, by)),
            None => zone::move_to(game, self.unit, to, by),
        }
    }
}

/// The formation's moves are over [十三.5].
#[fields]
pub struct EndMoves {}

impl ActionKind<Xinglingwang> for EndMoves {
    const CONDITIONS: &'static [Row<Xinglingwang, Self>] =
        &[test(0, 0, &[cite!("十三.2")], |game, seat, _| {
            refuse_if(play_first(game, seat), Reason::PlayIsDue)
        })];
    const ANSWERS: fn(&Question) -> bool =
        |question| matches!(question, Question::Formation | Question::Moves);
    const TIME: Time = |_, _| &[cite!("十三.3")];

    fn perform(&self, game: &mut Game<'_>, _: Seat, _: Option<&Question>) {
        ask_instead(game, Question::TacticsEnd);
    }
}
