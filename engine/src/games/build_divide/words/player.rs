//! What texts do to players: scouting, life, damage, counters, the end of the game: 关键词.侦查, 关键词.审判, 关键词.审判.2,
//! 用语.生命最上方的卡放到墓地, 用语.指示物; ruling-1, ruling-37, ruling-38, ruling-46, ruling-47, ruling-67.

use super::super::damage::Damage;
use super::super::ending::Ending;
use super::super::findings;
use super::super::table::{self, DECK, Game, LIFE, Verb};
use super::super::{BuildDivide, Step, answer, zone};
use super::effect::{Running, by};
use super::{Amount, Skipped};
use crate::abilities::shorthand::short_number;
use crate::abilities::{EffectWord, Language, Lint, Next, Part, Pause, Scene, Side};
use crate::kernel::{Proposal, wire};
use crate::verdict::Cite;

/// The name of the counters that 审判 brings [关键词.审判].
pub const JUDGMENT: &str = "judgment";

/// The player looks at the top cards of the own deck, and puts any of them on top and the rest at the bottom
/// [关键词.侦查]. A number alone: so many.
#[wire(Part)]
#[serde(remote = "Self")]
#[schemars(transform = crate::abilities::shorthand::or_number)]
pub struct Scout<L: Language> {
    /// How many.
    #[serde(default = "crate::abilities::Amount::<L>::one")]
    #[part(count)]
    pub n: crate::abilities::Amount<L>,
}

short_number!(
    L: Language, Scout<L>, "a whole number, or `n`",
    |n| Scout { n: crate::abilities::Amount::Number(n) },
    |word| match &word.n {
        crate::abilities::Amount::Number(n) => Some(*n),
        crate::abilities::Amount::Word(_) => None,
    }
);

impl EffectWord<BuildDivide> for Scout<BuildDivide> {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let n = self.n.value(run.game, &run.scene());
        let (seat, by) = (run.seat(), by(run, cite!("关键词.侦查")));
        let is_complete = n > 0 && table::count(run.game, DECK, seat) >= self.n.count(run.game, &run.scene());
        answer::scout(run.game, seat, n, by);
        Ok(Next::Done(is_complete))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        self.n.value(game, scene) > 0 && table::count(game, DECK, scene.seat) > 0
    }
}

/// The top of life goes to the graveyard: no damage, no check, no loss [用语.生命最上方的卡放到墓地].
#[wire(Part<BuildDivide>)]
pub struct LifeToGraveyard {
    /// Whose life.
    #[optional]
    pub who: Side,
    /// How many cards.
    #[serde(default = "Amount::one")]
    #[part(count)]
    pub n: Amount,
}

impl EffectWord<BuildDivide> for LifeToGraveyard {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let (n, by) = (self.n.count(run.game, &run.scene()), by(run, cite!("用语.生命最上方的卡放到墓地")));
        let mut all = n > 0;
        for seat in self.who.in_turn_order(run.game, run.seat()) {
            all &= zone::life_to_graveyard(run.game, seat, n, by) == n;
        }
        Ok(Next::Done(all))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let mut seats = self.who.seats(scene.seat).iter();
        self.n.count(game, scene) > 0 && seats.any(|&seat| table::count(game, LIFE, seat) > 0)
    }

    fn can_do_all(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let n = self.n.count(game, scene);
        n > 0 && self.who.seats(scene.seat).iter().all(|&seat| table::count(game, LIFE, seat) >= n)
    }
}

/// Damage to a player, point by point with checks [ruling-37]; to both, one after the other [ruling-67].
#[wire(Part<BuildDivide>)]
pub struct DamagePlayer {
    /// Whom.
    #[optional]
    pub who: Side,
    /// How many points.
    #[serde(default = "Amount::one")]
    #[part(count)]
    pub n: Amount,
}

impl EffectWord<BuildDivide> for DamagePlayer {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let n = self.n.value(run.game, &run.scene());
        let (me, seat) = (run.me(), run.seat());
        for on in self.who.in_turn_order(run.game, seat).into_iter().filter(|_| n > 0) {
            let damage = Damage::of_text(run.game, me, seat, on, n);
            run.push(Step::Damage(damage));
        }
        Ok(Next::Done(n > 0))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        self.n.value(game, scene) > 0
    }
}

macro_rules! counters {
    ($(
        $(#[$meta:meta])* $name:ident, $sign:literal, |$game:ident, $seat:ident, $word:ident| $can:expr;
    )*) => { $(
        $(#[$meta])*
        #[wire(Part<BuildDivide>)]
        pub struct $name {
            /// Who.
            #[optional]
            pub who: Side,
            /// The name of the counters.
            pub name: String,
            /// How many counters.
            #[serde(default = "Amount::one")]
            #[part(count)]
            pub n: Amount,
        }

        impl EffectWord<BuildDivide> for $name {
            fn lint(&self, lint: &mut Lint<'_, BuildDivide>) {
                self.lint_part(lint);
                if self.name.trim().is_empty() {
                    lint.inside("name", |lint| lint.find("empty_name", findings::nameless_counters()));
                }
            }

            fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
                let n = self.n.value(run.game, &run.scene()).max(0);
                let by = by(run, counter_rule(&self.name));
                let mut all = n > 0;
                for seat in self.who.in_turn_order(run.game, run.seat()) {
                    let change = (self.name.as_str(), n.saturating_mul($sign));
                    all &= zone::change_counters(run.game, seat, change, by);
                }
                Ok(Next::Done(all))
            }

            #[allow(unused_variables)]
            fn can_do_some(&self, $game: &Game<'_>, scene: &Scene<'_>) -> bool {
                let $word = self;
                let mut seats = self.who.seats(scene.seat).iter();
                self.n.value($game, scene) > 0 && seats.any(|&$seat| $can)
            }
        }
    )* };
}

/// The rule about counters of a name [关键词.审判.2].
fn counter_rule(name: &str) -> Cite {
    if name == JUDGMENT { cite!("关键词.审判") } else { cite!("ruling-1") }
}

counters! {
    /// A player gets counters [用语.指示物].
    GainCounters, 1, |game, seat, word| true;
    /// A player loses counters, as many as there are.
    LoseCounters, -1, |game, seat, word| game.state.facts.counters(seat, &word.name) > 0;
}

/// A player wins or loses, at once [ruling-1, ruling-68].
#[wire(Copy, Part<BuildDivide>)]
pub struct EndGame {
    /// Who wins: the player of the text, or the opponent.
    pub winner: Side,
}

impl EffectWord<BuildDivide> for EndGame {
    fn lint(&self, lint: &mut Lint<'_, BuildDivide>) {
        if self.winner == Side::Both {
            lint.inside("winner", |lint| lint.find("wrong_attribute", findings::one_winner()));
        }
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let (seat, wins) = (run.seat(), self.winner.is_own());
        let (winner, ending) =
            if wins { (seat, Ending::EffectWin) } else { (seat.other(), Ending::EffectLoss) };
        run.game.end(Some(winner), ending, &[cite!("ruling-1")]);
        Ok(Next::Done(true))
    }

    fn can_do_some(&self, _: &Game<'_>, _: &Scene<'_>) -> bool {
        true
    }
}

/// A player leaves something out the next time [ruling-1].
#[wire(Part<BuildDivide>)]
pub struct Skip {
    /// Who.
    #[optional]
    pub who: Side,
    /// What.
    pub what: Skipped,
}

impl EffectWord<BuildDivide> for Skip {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let by = by(run, cite!("ruling-1"));
        for &seat in self.who.seats(run.seat()) {
            run.game.propose(Proposal::told(Verb::Effect, by.seat, by.rule).by(by.source));
            run.game.facts_mut().skips.get_mut(seat).push(self.what);
        }
        Ok(Next::Done(true))
    }

    fn can_do_some(&self, _: &Game<'_>, _: &Scene<'_>) -> bool {
        true
    }
}
