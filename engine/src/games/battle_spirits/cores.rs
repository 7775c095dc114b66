//! Moving cores: 主要階段.能量的移動.1–4, 靈魂能量.3, FAQ.效果通則.Q10, FAQ.靈魂能量.Q1; choosing them: FAQ.靈魂能量.Q2; ruling-35,
//! ruling-36, ruling-64, ruling-76, ruling-78, ruling-83.

use super::amounts::{Amount, Move, Source, total};
use super::answer::asked_name;
use super::reason::Reason;
use super::table::{self, Core, FIELD, Game, Verb, cores};
use super::zone::{By, carry};
use super::{BattleSpirits, Question, pay, stat};
use crate::abilities::Answer;
use crate::game_kit::action::legal::{Slots, whole};
use crate::game_kit::action::{ActionKind, Kit};
use crate::game_kit::fields::fields;
use crate::kernel::shape::{Domain, Share};
use crate::kernel::{Object, Row, Seat, act, ensure, held, refuse_if, test};

type Time = crate::game_kit::action::Time<BattleSpirits>;

/// Cores are rearranged [主要階段.能量的移動.1].
#[fields]
pub struct MoveCores {
    /// What goes from where to where, all at once.
    pub moves: Vec<Move>,
}

impl MoveCores {
    /// The places that are named, each once.
    fn places(&self) -> Vec<Source> {
        let mut places: Vec<Source> = self.moves.iter().flat_map(|of| [of.from, of.to]).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// How many cores of each kind the list takes from a place.
    fn taken(&self, place: Source) -> [u64; 2] {
        let from = self.moves.iter().filter(|of| of.from == place);
        from.fold([0, 0], |[normal, soul], of| [normal + u64::from(of.normal), soul + u64::from(of.soul)])
    }

    /// How many cores of each kind the list puts on a place.
    fn put(&self, place: Source) -> [u64; 2] {
        let to = self.moves.iter().filter(|of| of.to == place);
        to.fold([0, 0], |[normal, soul], of| [normal + u64::from(of.normal), soul + u64::from(of.soul)])
    }
}

/// Whether all that a list takes from a place is there before the first core moves [ruling-76].
fn are_there(game: &Game<'_>, action: &MoveCores) -> Result<(), Reason> {
    let with_soul = game.hold(&[cite!("主要階段.能量的移動.3"), cite!("靈魂能量.2")]);
    for place in action.places() {
        let [normal, soul] = cores(game, place.holder());
        let soul = if with_soul { soul } else { 0 };
        let [taken_normal, taken_soul] = action.taken(place);
        let short = Reason::CoresNotThere {
            normal: u32::try_from(taken_normal).unwrap_or(u32::MAX),
            soul: u32::try_from(taken_soul).unwrap_or(u32::MAX),
        };
        ensure(taken_normal <= normal.into() && taken_soul <= soul.into(), short)?;
    }
    Ok(())
}

/// Whether another spirit is left with no core for a moment, if cores were taken one after the other.
fn empties_on_the_way(game: &Game<'_>, action: &MoveCores) -> bool {
    let all = |[normal, soul]: [u64; 2]| normal + soul;
    let emptied = |place: Source| match place {
        Source::Card(card) => {
            let there = u64::from(table::all_cores(game, place.holder()));
            let left = there.saturating_sub(all(action.taken(place)));
            stat::level(game, card) > 0
                && left < pay::needed(game, card).into()
                && all(action.put(place)) > 0
        }
        Source::Zone(_) => false,
    };
    action.places().into_iter().any(emptied)
}

impl ActionKind<BattleSpirits> for MoveCores {
    const CONDITIONS: &'static [Row<BattleSpirits, Self>] = &[
        test(0, 0, &[cite!("主要階段.能量的移動.1")], |game, seat, _| {
            let is_own = seat == game.state.facts.active && game.state.facts.phase.is_main();
            ensure(is_own, Reason::NotAMainStep { asked: asked_name(game) })
        }),
        test(Self::MOVES, Self::MOVES, &[cite!("FAQ.效果通則.Q10")], |game, seat, action| {
            let own = |place: Source| match place {
                Source::Card(card) => !table::lies_in(game, card, FIELD, seat.other()),
                Source::Zone(zone) => zone.seat == seat,
            };
            ensure(action.places().into_iter().all(own), Reason::CoresOfOpponent)
        }),
        test(Self::MOVES, Self::MOVES, &[cite!("靈魂能量.3")], |game, seat, action| {
            let goes = |of: &Move| of.soul == 0 || of.to.is_free(game, seat);
            ensure(action.moves.iter().all(goes), Reason::SoulCoreMisplaced)
        }),
        test(Self::MOVES, Self::MOVES, &[cite!("主要階段.能量的移動.1")], |game, seat, action| {
            let is_free = |place: Source| place.is_free(game, seat);
            ensure(action.places().into_iter().all(is_free), Reason::PlaceNotFree)
        }),
        test(Self::MOVES, Self::MOVES, &[cite!("主要階段.能量的移動.1")], |game, _, action| {
            are_there(game, action)
        }),
        test(
            Self::MOVES,
            Self::MOVES,
            &[cite!("主要階段.能量的移動.1"), cite!("ruling-76")],
            |_, _, action| {
                let moves_some = |of: &Move| u64::from(of.normal) + u64::from(of.soul) > 0;
                let changes = action.places().into_iter().any(|place| action.taken(place) != action.put(place));
                ensure(changes && action.moves.iter().all(moves_some), Reason::NothingMoves)
            },
        ),
        // All at once: the last cores of two spirits may change places [FAQ.靈魂能量.Q1].
        test(Self::MOVES, Self::MOVES, &[cite!("主要階段.能量的移動.1")], |game, _, action| {
            let one_by_one = !game.holds(cite!("FAQ.靈魂能量.Q1"));
            refuse_if(one_by_one && empties_on_the_way(game, action), Reason::NothingMoves)
        }),
        act(Self::MOVES, &[cite!("主要階段.能量的移動.1")], |game, seat, action| {
            for of in &action.moves {
                let way = [of.from.holder(), of.to.holder()];
                let by = By::rule(seat, cite!("主要階段.能量的移動.1"));
                carry(game, Verb::CoresMoved, [of.normal, of.soul], way, by);
            }
        }),
    ];
    const ANSWERS: fn(&Question) -> bool =
        |question| matches!(question, Question::Main | Question::SecondMain);
    const TIME: Time = |_, _| &[cite!("主要階段.能量的移動.1")];

    /// Everything was done by the conditions.
    fn perform(&self, _: &mut Game<'_>, _: Seat, _: Option<&Question>) {}
}
