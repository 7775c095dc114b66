//! Words that add, rest, activate, return and turn cubes.
//!
//! 204.6a, 406.2, 407 the cost zone; ruling-32.

use super::super::AzurLane;
use super::super::table::{self, CubeKind};
use super::super::zone::{self, By};
use super::Amount;
use super::effect::{Game, Running, active};
use super::filter::{Face, State};
use crate::abilities::{EffectWord, Next, Pause, Scene, Side};
use crate::kernel::Seat;
use crate::kernel::wire;

fn down() -> Face {
    Face::Back
}

/// Cubes come from the cube deck into the cost zone; as many as there are [103.3].
#[wire(Part<AzurLane>)]
pub struct AddCubes {
    /// Whose.
    #[optional]
    pub who: Side,
    /// How many.
    #[serde(default = "Amount::one")]
    #[part(count)]
    pub n: Amount,
    /// Which face is up.
    #[serde(default = "down")]
    pub face: Face,
    /// Active or rested [ruling-99].
    #[serde(default = "active")]
    pub state: State,
}

impl EffectWord<AzurLane> for AddCubes {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let n = zone::count(self.n.value(run.game, &run.scene()));
        let kind = match (self.face, self.state) {
            (Face::Front, State::Active) => CubeKind::Up,
            (Face::Front, State::Rested) => CubeKind::UpRested,
            (Face::Back, State::Active) => CubeKind::Down,
            (Face::Back, State::Rested) => CubeKind::DownRested,
        };
        let me = run.me();
        let mut all = n > 0;
        for seat in self.who.in_turn_order(run.game, run.seat()) {
            all &= zone::add_cubes(run.game, n, kind, By::effect(seat, me, cite!("306.1"))) == n;
        }
        Ok(Next::Done(all))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        is_any(game, scene, self.who, &self.n, &[CubeKind::Stored])
    }
}

/// Whether the amount is above 0 and a player has a cube of one of these kinds.
fn is_any(game: &Game<'_>, scene: &Scene<'_>, who: Side, n: &Amount, kinds: &[CubeKind]) -> bool {
    let has = |seat: &Seat| kinds.iter().any(|kind| table::cubes(game, *seat, *kind) > 0);
    n.value(game, scene) > 0 && who.seats(scene.seat).iter().any(has)
}

/// Acts on up to `n` cubes of each player, kind by kind in the given order. Returns whether every player had
/// that many.
fn each_kind(
    run: &mut Running<'_, '_>,
    who: Side,
    n: &Amount,
    kinds: &[CubeKind],
    mut act: impl FnMut(&mut Game<'_>, Seat, CubeKind, u32),
) -> bool {
    let wanted = zone::count(n.value(run.game, &run.scene()));
    let mut all = wanted > 0;
    for seat in who.in_turn_order(run.game, run.seat()) {
        let mut left = wanted;
        for &kind in kinds {
            let n = left.min(table::cubes(run.game, seat, kind));
            if n > 0 {
                act(run.game, seat, kind, n);
                left -= n;
            }
        }
        all &= left == 0;
    }
    all
}

/// Declares a word that acts on cubes: what it says besides whose and how many, the kinds that it acts on, in
/// this order, and what it does to so many of one kind.
macro_rules! cubes {
    (
        $(#[$meta:meta])*
        $name:ident { $( $(#[$about:meta])* $field:ident: $type:ty, )? }, |$word:ident| $kinds:expr,
        |$game:ident, $seat:ident, $kind:ident, $n:ident, $me:ident| $act:expr
    ) => {
        $(#[$meta])*
        #[wire(Part<AzurLane>)]
        pub struct $name {
            /// Whose.
            #[optional]
            pub who: Side,
            /// How many, or as many as there are.
            #[serde(default = "Amount::one")]
            #[part(count)]
            pub n: Amount,
            $( $(#[$about])* pub $field: $type, )?
        }

        impl $name {
            /// The kinds of cubes that it acts on.
            const fn kinds(&self) -> &'static [CubeKind] {
                let $word = self;
                $kinds
            }
        }

        impl EffectWord<AzurLane> for $name {
            fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
                let $me = run.me();
                let all = each_kind(run, self.who, &self.n, self.kinds(), |$game, $seat, $kind, $n| {
                    $act;
                });
                Ok(Next::Done(all))
            }

            fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
                is_any(game, scene, self.who, &self.n, self.kinds())
            }
        }
    };
}

cubes!(
    /// Rested cubes become active, face-up ones first.
    ActivateCubes {}, |_word| &[CubeKind::UpRested, CubeKind::DownRested],
    |game, seat, kind, n, me| zone::activate_cubes(game, kind, n, By::effect(seat, me, cite!("306.1")))
);
cubes!(
    /// Cubes go back to the cube deck, rested and face-down ones first.
    ReturnCubes {}, |_word| {
        &[CubeKind::DownRested, CubeKind::UpRested, CubeKind::Down, CubeKind::Up]
    }, |game, seat, kind, n, me| zone::return_cubes(game, kind, n, By::effect(seat, me, cite!("306.1")))
);
cubes!(
    /// Active cubes become rested, face-up ones first; face-down ones go back at once [204.6b].
    RestCubes {
        /// Only cubes of this face.
        face: Option<Face>,
    }, |word| active_of(word.face),
    |game, seat, kind, n, me| zone::rest_cubes(game, (kind, n), By::effect(seat, me, cite!("204.6b")))
);
cubes!(
    /// Cubes are turned over; nothing else happens to them [ruling-99].
    TurnCubes {
        /// Which face is up afterwards.
        face: Face,
    }, |word| match word.face {
        Face::Front => &[CubeKind::Down, CubeKind::DownRested],
        Face::Back => &[CubeKind::Up, CubeKind::UpRested],
    }, |game, seat, kind, n, me| {
        zone::turn_cubes(game, (kind, turned(kind)), n, By::effect(seat, me, cite!("306.1")))
    }
);

/// The kinds of active cubes with this face, or of both faces, in the order in which skills rest them.
pub(super) const fn active_of(face: Option<Face>) -> &'static [CubeKind] {
    match face {
        None => &[CubeKind::Up, CubeKind::Down],
        Some(Face::Front) => &[CubeKind::Up],
        Some(Face::Back) => &[CubeKind::Down],
    }
}

/// The kind of a cube after it is turned over.
const fn turned(kind: CubeKind) -> CubeKind {
    match kind {
        CubeKind::Up => CubeKind::Down,
        CubeKind::UpRested => CubeKind::DownRested,
        CubeKind::Down => CubeKind::Up,
        CubeKind::DownRested => CubeKind::UpRested,
        CubeKind::Stored => CubeKind::Stored,
    }
}
