//! Helpers for invented games: plays an action, refuses one, reads events.

use rules_judge_engine::kernel::{Game, Match, NoChance, Seat, State};
use rules_judge_engine::verdict::Cite;

/// Declares types of a game: data that can be copied, compared, ordered and serialised.
macro_rules! words {
    ($($item:item)*) => { $(
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash,
            ::rules_judge_engine::kernel::MapCards, ::serde::Serialize, ::serde::Deserialize,
        )]
        $item
    )* };
}

/// As `words!`, for data that is not `Copy`.
macro_rules! data {
    ($($item:item)*) => { $(
        #[derive(
            Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash,
            ::rules_judge_engine::kernel::MapCards, ::serde::Serialize, ::serde::Deserialize,
        )]
        $item
    )* };
}

/// The associated types that a game does without.
macro_rules! without {
    ($($name:ident)*) => { $( type $name = (); )* };
}
/// The associated types that a game names as the kernel does.
macro_rules! own {
    ($($name:ident)*) => { $( type $name = $name; )* };
}

/// The rule index of a game: the name and the id of each rule.
macro_rules! rules {
    ($($name:ident $id:literal)*) => {
        const IDS: &[&str] = &[$($id),*];
        $( const $name: ::rules_judge_engine::verdict::Cite =
            ::rules_judge_engine::verdict::citation::find(IDS, $id); )*
    };
}
pub(crate) use {data, own, rules, without, words};

/// Opens the places of both seats, zone by zone.
pub(crate) fn places<G: Game>(zones: &[G::Zone]) -> State<G> {
    let mut state = State::default();
    for &zone in zones {
        for seat in Seat::BOTH {
            state.table.set_place(zone, Some(seat));
        }
    }
    state
}

/// A match at its first decision.
pub(crate) fn start<G: Game<Pool = ()>>(state: State<G>) -> Match<'static, G> {
    let mut game = Match::new(&(), state, &NoChance);
    game.record = Some(Vec::new());
    game.advance();
    game
}

/// The whole state, serialised.
pub(crate) fn bytes<G: Game>(game: &Match<'_, G>) -> Vec<u8> {
    postcard::to_stdvec(&game.state).unwrap()
}

/// Carries out an action, which must be legal; afterwards the state must survive being written and read.
pub(crate) fn play<G: Game>(game: &mut Match<'_, G>, seat: Seat, action: G::Action) {
    match game.check(seat, &action) {
        Ok(permit) => permit.apply(),
        Err(refusals) => panic!("{action:?} is refused: {refusals:?}"),
    }
    assert_eq!(game.halted(), None);
    assert_eq!(postcard::from_bytes::<State<G>>(&bytes(game)).unwrap(), game.state);
}

/// The reasons against an action, which must be illegal; the refusal must leave the state as it was.
pub(crate) fn refused<G: Game>(
    game: &mut Match<'_, G>,
    seat: Seat,
    action: G::Action,
) -> Vec<(G::Reason, Cite, String)> {
    let before = bytes(game);
    let refusals = game.check(seat, &action).unwrap_err();
    assert_eq!(bytes(game), before);
    let parts = |refusal: rules_judge_engine::verdict::Refusal<G::Reason>| {
        (refusal.reason.clone(), refusal.cite, refusal.field.to_string())
    };
    refusals.into_iter().map(parts).collect()
}
