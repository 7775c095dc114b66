//! Words that deal damage to a flagship or end the game.

use super::super::damage::Damage;
use super::super::{AzurLane, Step, ending, zone};
use super::Amount;
use super::effect::{Game, Running};
use crate::abilities::{EffectWord, Next, Pause, Scene, Side};
use crate::kernel::wire;

fn opponent() -> Side {
    Side::Opponent
}

/// 造成傷害 by a skill: as in a battle, so many times in a row [ruling-62].
#[wire(Part<AzurLane>)]
pub struct DealDamage {
    /// To whom.
    #[serde(default = "opponent")]
    pub who: Side,
    /// How many times.
    #[serde(default = "Amount::one")]
    #[part(count)]
    pub n: Amount,
}

impl EffectWord<AzurLane> for DealDamage {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let n = zone::count(self.n.value(run.game, &run.scene()));
        let seats = self.who.in_turn_order(run.game, run.seat());
        for seat in seats.into_iter().filter(|_| n > 0) {
            let damage = Damage::by_skill(seat, run.me(), n);
            run.push(Step::Damage(damage));
        }
        Ok(Next::Done(n > 0))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        self.n.value(game, scene) > 0
    }
}

/// How a skill ends the game [102.2a, 102.3d, 102.4b].
#[wire(Copy)]
pub enum EndGame {
    /// The player wins.
    Win,
    /// The player loses.
    Lose,
    /// The opponent loses.
    OpponentLoses,
    /// The game is a draw.
    Draw,
}

impl EffectWord<AzurLane> for EndGame {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let seat = run.seat();
        ending::by_skill(run.game, seat, *self);
        Ok(Next::Done(true))
    }

    fn can_do_some(&self, _: &Game<'_>, _: &Scene<'_>) -> bool {
        true
    }
}
