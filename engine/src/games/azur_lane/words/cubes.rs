//! What skills do to cubes.
//!
//! 204.6a, 406.2, 407 the cost zone; ruling-32.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::table::{self, CubeKind, Means};
use super::super::{AzurLane, zone};
use super::Amount;
use super::effect::{Running, active};
use super::filter::{Face, State};
use crate::card::{EffectWord, Lint, Next, Pause, Side};
use crate::word;

fn down() -> Face {
    Face::Back
}

word! {
    /// Cubes come from the cube deck into the cost zone; as many as there are [103.3].
    AddCubes {
        /// Whose.
        #[serde(default)]
        who: Side,
        /// How many.
        #[serde(default = "Amount::one")]
        n: Amount,
        /// Which face is up.
        #[serde(default = "down")]
        face: Face,
        /// Active or rested [ruling-99].
        #[serde(default = "active")]
        state: State,
    }
}

impl EffectWord<AzurLane> for AddCubes {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        lint.inside("n", |lint| self.n.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let n = zone::count(self.n.value(run.game, &run.scene()));
        let kind = match (self.face, self.state) {
            (Face::Front, State::Active) => CubeKind::Up,
            (Face::Front, State::Rested) => CubeKind::UpRested,
            (Face::Back, State::Active) => CubeKind::Down,
            (Face::Back, State::Rested) => CubeKind::DownRested,
        };
        let source = Some(run.me());
        let mut all = true;
        for seat in self.who.in_turn_order(run.game, run.seat()) {
            all &= zone::add_cubes(run.game, seat, n, kind, source, cite!("306.1")) == n;
        }
        Ok(Next::Done(all))
    }
}

macro_rules! cubes {
    ($(#[$meta:meta])* $name:ident, [$($first:ident),*], |$game:ident, $seat:ident, $kind:ident, $n:ident, $source:ident| $act:expr) => {
        word! {
            $(#[$meta])*
            $name {
                #[doc = "Whose."]
                #[serde(default)]
                who: Side,
                #[doc = "How many, or as many as there are."]
                #[serde(default = "Amount::one")]
                n: Amount,
            }
        }

        impl EffectWord<AzurLane> for $name {
            fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
                lint.inside("n", |lint| self.n.lint(lint));
            }

            fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
                let wanted = zone::count(self.n.value(run.game, &run.scene()));
                let $source = Some(run.me());
                let mut all = true;
                for $seat in self.who.in_turn_order(run.game, run.seat()) {
                    let mut left = wanted;
                    for $kind in [$(CubeKind::$first),*] {
                        let $game = &mut *run.game;
                        let $n = left.min(table::cubes($game, $seat, $kind));
                        if $n > 0 {
                            $act;
                            left -= $n;
                        }
                    }
                    all &= left == 0;
                }
                Ok(Next::Done(all))
            }
        }
    };
}

cubes!(
    /// Rested cubes become active, face-up ones first.
    ActivateCubes, [UpRested, DownRested], |game, seat, kind, n, source| {
        zone::activate_cubes(game, seat, kind, n, source, cite!("306.1"))
    }
);
cubes!(
    /// Active cubes become rested, face-up ones first; face-down ones go back at once [204.6b].
    RestCubes, [Up, Down], |game, seat, kind, n, source| {
        zone::rest_cubes(game, seat, kind, n, Means::Skill, source, cite!("204.6b"))
    }
);
cubes!(
    /// Cubes go back to the cube deck, rested and face-down ones first.
    ReturnCubes, [DownRested, UpRested, Down, Up], |game, seat, kind, n, source| {
        zone::return_cubes(game, seat, kind, n, source, cite!("306.1"))
    }
);

word! {
    /// Cubes are turned over; nothing else happens to them [ruling-99].
    TurnCubes {
        /// Whose.
        #[serde(default)]
        who: Side,
        /// How many, or as many as there are.
        #[serde(default = "Amount::one")]
        n: Amount,
        /// Which face is up afterwards.
        face: Face,
    }
}

impl EffectWord<AzurLane> for TurnCubes {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        lint.inside("n", |lint| self.n.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let wanted = zone::count(self.n.value(run.game, &run.scene()));
        let source = Some(run.me());
        let kinds = match self.face {
            Face::Front => [(CubeKind::Down, CubeKind::Up), (CubeKind::DownRested, CubeKind::UpRested)],
            Face::Back => [(CubeKind::Up, CubeKind::Down), (CubeKind::UpRested, CubeKind::DownRested)],
        };
        let mut all = true;
        for seat in self.who.in_turn_order(run.game, run.seat()) {
            let mut left = wanted;
            for (from, to) in kinds {
                let n = left.min(table::cubes(run.game, seat, from));
                if n > 0 {
                    zone::turn_cubes(run.game, seat, (from, to), n, source, cite!("306.1"));
                    left -= n;
                }
            }
            all &= left == 0;
        }
        Ok(Next::Done(all))
    }
}
