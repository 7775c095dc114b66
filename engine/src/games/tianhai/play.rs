//! The plays of the play phase: 打牌阶段.1–打牌阶段.6, 部署单位牌.1–部署单位牌.3, 支付费用.1, 弃牌堆.2, 战场.4–战场.6; ruling-10,
//! ruling-11, ruling-12, ruling-57, ruling-82.

use super::cards::{Face, Mark};
use super::prohibition;
use super::reason::Reason;
use super::rules::limits::{
    PLAYS_FIRST_PLAYER, PLAYS_MORE_EACH_ROUND, PLAYS_MOST, PLAYS_SECOND_PLAYER, UNITS_IN_A_CELL,
};
use super::table::{
    self, DISCARD, Game, HAND, Phase, TABLE, Verb, board, cell_of, is_unit, lies_in, list, mark, sequences,
    unit_at, units,
};
use super::turn::{is_own_turn, is_phase};
use super::zone::{self, By};
use super::{Question, Tianhai, stat};
use crate::game_kit::action::ActionKind;
use crate::game_kit::action::legal::{Choices, Slots, alike, each};
use crate::game_kit::fields::fields;
use crate::game_kit::grid::{self, Coordinates};
use crate::game_kit::proposing::happen;
use crate::game_kit::view::Seen;
use crate::kernel::shape::Value;
use crate::kernel::{CardId, Cell, Row, Seat, Viewer, ensure, refuse_if, test};
use crate::verdict::Cite;

type Time = crate::game_kit::action::Time<Tianhai>;

/// The number of cards that a player may play in a round by the book [打牌阶段.3–打牌阶段.5].
fn printed_limit(game: &Game<'_>, seat: Seat, round: u16) -> i64 {
    let is_first = game.state.facts.first() == seat;
    let begin = if is_first { PLAYS_FIRST_PLAYER } else { PLAYS_SECOND_PLAYER };
    let more = i64::from(round.saturating_sub(1)) * i64::from(PLAYS_MORE_EACH_ROUND.value);
    (i64::from(begin.value) + more).min(i64::from(PLAYS_MOST.value))
}

/// The limit of a player in a round; effects change only that of the current round.
pub(crate) fn limit(game: &Game<'_>, seat: Seat, round: u16) -> i64 {
    let printed = printed_limit(game, seat, round);
    if round == game.state.facts.round { stat::plays(game, seat, printed) } else { printed }
}

/// The rule that sets the limit of a round.
fn limited_by(game: &Game<'_>, seat: Seat, round: u16) -> Cite {
    if round <= 1 {
        PLAYS_FIRST_PLAYER.cite
    } else if printed_limit(game, seat, round) == i64::from(PLAYS_MOST.value) {
        PLAYS_MOST.cite
    } else {
        PLAYS_MORE_EACH_ROUND.cite
    }
}

/// Refuses another play over the limit, if `rule` is the one that sets the limit of this round.
pub(crate) fn may_count(game: &Game<'_>, seat: Seat, rule: Cite) -> Result<(), Reason> {
    let facts = &game.state.facts;
    let (plays, round) = (*facts.plays.get(seat), facts.round);
    let limit = limit(game, seat, round);
    let is_over = limited_by(game, seat, round) == rule && i64::from(plays) + 1 > limit;
    refuse_if(is_over, Reason::NoPlaysLeft { limit, plays, round })
}

/// Counts a play of this round; the player may play on [打牌阶段.6].
pub(crate) fn count(game: &mut Game<'_>, seat: Seat) {
    let plays = game.facts_mut().plays.get_mut(seat);
    *plays = plays.saturating_add(1);
    if !game.in_force(cite!("打牌阶段.6")) {
        game.pass();
    }
}

/// The rules of the limit in the first round.
pub(crate) const FIRST_ROUND: &[Cite] = &[cite!("打牌阶段.3"), cite!("打牌阶段.2")];
/// The rules of the limit in the rounds in which it is at its highest.
pub(crate) const MOST: &[Cite] = &[cite!("打牌阶段.5"), cite!("打牌阶段.2")];
/// The rules of the limit in the rounds between.
pub(crate) const MORE: &[Cite] = &[cite!("打牌阶段.4"), cite!("打牌阶段.2")];

fn in_hand(game: &Game<'_>, seat: Seat, card: CardId) -> Result<(), Reason> {
    ensure(lies_in(game, card, HAND, seat), Reason::NotInHand { card })
}

/// Refuses a cell that a unit may not enter by `rule`: the edge of the table, the agreed size, or another
/// unit.
pub(crate) fn is_free(game: &Game<'_>, at: Cell, rule: Cite) -> Result<(), Reason> {
    let wire = Coordinates(at);
    if rule == cite!("战场.4") {
        ensure(grid::is_within(TABLE, at), Reason::OffTheTable { at: wire })
    } else if rule == cite!("战场.5") {
        let inside = board(game).is_none_or(|board| grid::is_within(board, at));
        ensure(inside, Reason::OutsideBoard { at: wire })
    } else {
        ensure(unit_at(game, at).is_none(), Reason::CellOccupied { at: wire })
    }
}

/// A unit is deployed, face down [部署单位牌.1].
#[fields]
pub struct DeployUnit {
    /// The cell.
    pub at: Coordinates,
    /// The unit.
    pub card: CardId,
}

/// The face-up units of a player around a cell [部署单位牌.2].
fn around(game: &Game<'_>, seat: Seat, at: Cell) -> Vec<CardId> {
    let is_around = |unit: &CardId| {
        !mark(game, *unit).is_face_down() && cell_of(game, *unit).is_some_and(|cell| grid::around(cell, at))
    };
    units(game, seat).into_iter().filter(is_around).collect()
}

impl ActionKind<Tianhai> for DeployUnit {
    const USES: fn(&Self) -> Option<CardId> = |action| Some(action.card);
    const REFUSED_SHOWS: &'static [&'static str] = &["at"];
    const CONDITIONS: &'static [Row<Tianhai, Self>] = &[
        test(0, 0, &[cite!("玩家行动.2")], |game, seat, _| is_own_turn(game, seat)),
        test(0, 0, &[cite!("打牌阶段.1")], |game, _, _| is_phase(game, &[Phase::Play])),
        test(
            Self::CARD,
            Self::CARD,
            &[cite!("部署单位牌.1"), cite!("打牌阶段.1")],
            |game, seat, action| in_hand(game, seat, action.card),
        ),
        test(Self::CARD, Self::CARD, &[cite!("部署单位牌.1")], |game, _, &DeployUnit { card, .. }| {
            ensure(is_unit(game, card), Reason::NotAUnit { card })
        }),
        test(0, 0, FIRST_ROUND, |game, seat, _| may_count(game, seat, cite!("打牌阶段.3"))),
        test(0, 0, MOST, |game, seat, _| may_count(game, seat, cite!("打牌阶段.5"))),
        test(0, 0, MORE, |game, seat, _| may_count(game, seat, cite!("打牌阶段.4"))),
        test(Self::AT, Self::AT, &[cite!("战场.4")], |game, _, action| {
            is_free(game, action.at.0, cite!("战场.4"))
        }),
        test(Self::AT, Self::AT, &[cite!("战场.5")], |game, _, action| {
            is_free(game, action.at.0, cite!("战场.5"))
        }),
        test(Self::AT, Self::AT, &[UNITS_IN_A_CELL.cite], |game, _, action| {
            is_free(game, action.at.0, UNITS_IN_A_CELL.cite)
        }),
        test(Self::AT, Self::AT, &[cite!("部署单位牌.2")], |game, seat, &DeployUnit { at, .. }| {
            ensure(!around(game, seat, at.0).is_empty(), Reason::NotAroundOwnUnit { at })
        }),
        test(Self::AT, Self::AT, &[cite!("部署单位牌.3")], |game, seat, &DeployUnit { at, .. }| {
            let near = |unit: &CardId| cell_of(game, *unit).is_some_and(|cell| cell.adjacent(at.0));
            let may = |unit: CardId| prohibition::may_deploy_next_to_enemies(game, seat, unit);
            let is_near = units(game, seat.other()).iter().any(near);
            ensure(!is_near || around(game, seat, at.0).into_iter().any(may), Reason::AdjacentToEnemy { at })
        }),
    ];
    const SLOTS: Slots<Tianhai, Self> = &[&[
        each("card", Self::CARD, |game, seat, _| Value::cards(list(game, HAND, seat))),
        each("at", Self::AT, |game, seat, _| {
            let own = units(game, seat).into_iter().filter(|unit| !mark(game, *unit).is_face_down());
            let mut cells: Vec<Cell> =
                own.filter_map(|unit| cell_of(game, unit)).flat_map(grid::all_around).collect();
            cells.sort_by_key(|cell| grid::in_rows(*cell));
            cells.dedup();
            cells.into_iter().map(Value::Cell).collect()
        }),
    ]];
    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::Play);
    const TIME: Time = |_, _| &[cite!("打牌阶段.1")];

    fn perform(&self, game: &mut Game<'_>, seat: Seat, _: Option<&Question>) {
        let mark = Mark { face: Face::Down, ..Mark::default() };
        let by = By::rule(seat, cite!("部署单位牌.1"));
        let deployed = zone::onto_field(Verb::UnitDeployed, self.card, self.at.0, mark, by);
        if game.propose(deployed).is_done() {
            count(game, seat);
        }
    }

    fn seen(&self, _: &Game<'_>, _: Seat, _: Viewer) -> Seen {
        Seen::Without("card")
    }
}

/// A card is paid into a sequence [支付费用.1].
#[fields]
pub struct Pay {
    /// The order.
    pub card: CardId,
    /// The number of the sequence; left out: a new one is opened below the others [ruling-12].
    pub sequence: Option<u16>,
}

/// Refuses a card in the player's own discard pile [弃牌堆.2].
pub(crate) fn not_in_pile(game: &Game<'_>, seat: Seat, card: CardId) -> Result<(), Reason> {
    refuse_if(lies_in(game, card, DISCARD, seat), Reason::InDiscardPile { card })
}

impl ActionKind<Tianhai> for Pay {
    const REFUSED_SHOWS: &'static [&'static str] = &["sequence"];
    const CONDITIONS: &'static [Row<Tianhai, Self>] = &[
        test(0, 0, &[cite!("玩家行动.2")], |game, seat, _| is_own_turn(game, seat)),
        test(0, 0, &[cite!("打牌阶段.1")], |game, _, _| is_phase(game, &[Phase::Play])),
        test(Self::CARD, Self::CARD, &[cite!("弃牌堆.2")], |game, seat, action| {
            not_in_pile(game, seat, action.card)
        }),
        test(Self::CARD, Self::CARD, &[cite!("支付费用.1")], |game, seat, action| {
            in_hand(game, seat, action.card)
        }),
        test(Self::CARD, Self::CARD, &[cite!("支付费用.1")], |game, _, &Pay { card, .. }| {
            refuse_if(is_unit(game, card), Reason::NotAnOrderCard { card })
        }),
        test(0, 0, FIRST_ROUND, |game, seat, _| may_count(game, seat, cite!("打牌阶段.3"))),
        test(0, 0, MOST, |game, seat, _| may_count(game, seat, cite!("打牌阶段.5"))),
        test(0, 0, MORE, |game, seat, _| may_count(game, seat, cite!("打牌阶段.4"))),
        test(
            Self::SEQUENCE,
            Self::SEQUENCE,
            &[cite!("支付费用.1"), cite!("ruling-12")],
            |game, seat, action| {
                let there =
                    action.sequence.is_none_or(|number| table::sequence(game, seat, number).is_some());
                ensure(there, Reason::NoSuchSequence)
            },
        ),
    ];
    const SLOTS: Slots<Tianhai, Self> = &[&[
        each("card", Self::CARD, |game, seat, _| Value::cards(list(game, HAND, seat))),
        // Every own sequence takes a card, and so does a new one.
        alike("sequence", Self::SEQUENCE, |game, seat, _| {
            let own = sequences(game, seat).into_iter();
            let own = own.map(|(_, note)| (0, Value::Number(i64::from(note.number))));
            let values = std::iter::once((0, Value::Nothing)).chain(own).collect();
            Choices { values, is_complete: true }
        }),
    ]];
    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::Play);
    const TIME: Time = |_, _| &[cite!("打牌阶段.1")];

    fn perform(&self, game: &mut Game<'_>, seat: Seat, _: Option<&Question>) {
        let paid = zone::paying(game, self.card, self.sequence, By::rule(seat, cite!("支付费用.1")));
        if happen(game, paid) {
            if self.sequence.is_none() {
                let opened = game.facts_mut().opened.get_mut(seat);
                *opened = opened.saturating_add(1);
            }
            count(game, seat);
        }
    }

    fn seen(&self, _: &Game<'_>, _: Seat, _: Viewer) -> Seen {
        Seen::Without("card")
    }
}
