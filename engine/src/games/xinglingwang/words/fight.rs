//! What effects do to attacks, to the plays of a phase, and to what is going on: attacking, turning an
//! attack onto another unit, negating, saving.
//!
//! 十一.1 attacking; 十一.3 once a turn; 二.3, 十二.2, 十三.2 normal plays; 十五.遠程.1 the designated position; ruling-58 無效化; ruling-59 what stays instead of
//! leaving; ruling-79 attacks made by effects; ruling-82 redirected attacks.

use serde::{Deserialize, Serialize};

use super::super::table::{self, State, Verb};
use super::super::{Step, Xinglingwang, entry, tactics};
use super::effect::{Game, Running, begun, by_selection, cause, cause_of, complete};
use super::{Amount, Select, possible, standing};
use crate::abilities::{EffectWord, Lint, Next, Pause, Scene};
use crate::deeds;
use crate::kernel::{Frame, Object, Proposal, wire};

/// 進攻: an upright unit that meets the conditions attacks [ruling-79].
#[wire]
pub struct MakeAttack {
    /// Which units.
    pub what: Select,
}

impl EffectWord<Xinglingwang> for MakeAttack {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        lint.inside("what", |lint| self.what.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let cards = run.pick(&self.what, cite!("十一.1"))?;
        let begun = begun(run);
        let (floor, keep) = (run.game.height(), run.decided());
        while let Some(&object) = cards.get(run.done()) {
            let can = table::stands(run.game, object) && tactics::could_begin(run.game, object.card);
            if let Some(at) = table::position(run.game, object.card).filter(|_| can) {
                let designated = match tactics::designates(run.game, object.card) {
                    true => {
                        let places = tactics::designations(run.game, object.card, at);
                        let places: Vec<u8> = places.into_iter().map(table::Where::index).collect();
                        let seat = run.seat();
                        run.position(seat, &places, cite!("十五.遠程.1"))?
                    }
                    false => None,
                };
                let place = designated.and_then(table::Where::from_index);
                if tactics::target_fault(run.game, object.card, at, place).is_none() {
                    let why = cause(run, cite!("ruling-79"));
                    tactics::begin(run.game, object.card, place, why);
                }
            }
            run.one_done(keep);
            if run.game.is_interrupted(floor) {
                return Err(Pause::Pushed);
            }
        }
        Ok(Next::Done(complete(run, begun, &self.what, Verb::Attack, &cards)))
    }

    by_selection!();
}

impl MakeAttack {
    fn can(&self, game: &Game<'_>, _: &Scene<'_>, object: Object) -> bool {
        tactics::could_begin(game, object.card)
    }
}

/// 改為進攻: attacking units attack this one instead, and nothing else [ruling-82].
#[wire]
pub struct Redirect {
    /// Which attacking units.
    pub what: Select,
    /// Whom they attack.
    pub to: Select,
}

impl EffectWord<Xinglingwang> for Redirect {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        lint.inside("what", |lint| self.what.lint(lint));
        lint.inside("to", |lint| self.to.lint(lint));
    }

    fn selection(&self) -> Option<Select> {
        Some(self.what.clone())
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let attackers = run.pick(&self.what, cite!("六.1"))?;
        let targets = run.pick(&self.to, cite!("六.1"))?;
        let Some(&target) = targets.first().filter(|target| table::stands(run.game, **target)) else {
            return Ok(Next::Done(false));
        };
        let why = cause(run, cite!("ruling-82"));
        run.each(&attackers, |run, attacker| {
            let game = &mut *run.game;
            let attacks =
                table::stands(game, attacker) && table::mark(game, attacker.card).state == State::Attacking;
            if attacks {
                let facts = game.facts_mut();
                facts.redirects.retain(|(other, _)| *other != attacker);
                facts.redirects.push((attacker, target));
                let mut told: Proposal<Xinglingwang> =
                    Proposal::told(Verb::Targeted, why.seat, why.rule).to(target.card);
                told.detail.other = Some(attacker);
                told.detail.means = why.means;
                game.propose(told.by(why.source));
            }
            attacks
        })?;
        Ok(Next::Done(!attackers.is_empty()))
    }

    fn is_feasible(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let attacks = |unit: Object| {
            table::is_unit(game, unit.card) && table::mark(game, unit.card).state == State::Attacking
        };
        let stands = |unit: Object| table::is_unit(game, unit.card);
        possible::any(game, scene, &self.what, attacks) && possible::any(game, scene, &self.to, stands)
    }

    fn is_open(&self) -> bool {
        self.what.is_open() && self.to.is_open()
    }
}

deeds! { Xinglingwang:
    /// 無效化: what is being used or activated is not processed; usually the card or unit of the event [ruling-58].
    Negate, can |game, scene, object| is_processed(game, object), |game, doer, object| {
        let processed = is_processed(game, object);
        if processed {
            let why = cause_of(game, doer, cite!("ruling-58"));
            game.facts_mut().negated.push(object);
            let told = Proposal::told(Verb::Negate, why.seat, why.rule).to(object.card);
            game.propose(told.by(why.source));
        }
        processed
    };

    /// What is about to be destroyed or sacrificed stays.
    Save, can |game, scene, object| game.departing(object).is_some(), |game, doer, object| {
        game.save(object, cite!("ruling-59"))
    }, { fn lint(lint: &mut Lint<'_, Xinglingwang>) {
        lint.refers_to(standing::DEPARTURE);
    } };

    /// Units may attack once more this turn, if they are upright [十一.3].
    AttackAgain, can |game, scene, object| {
        let attacked = || table::mark(game, object.card).attacked == game.state.facts.turn;
        table::is_unit(game, object.card) && attacked()
    }, |game, doer, object| {
        let stands = table::stands(game, object);
        if stands {
            let why = cause_of(game, doer, cite!("十一.3"));
            let mark = table::Mark { attacked: 0, ..table::mark(game, object.card) };
            let told: Proposal<Xinglingwang> =
                Proposal::marked(Verb::Effect, why.seat, object.card, mark, why.rule);
            game.propose(told.by(why.source));
        }
        stands
    };
}

/// Whether a text of an object is being used or activated, and is not negated yet.
pub(super) fn is_processed(game: &Game<'_>, object: Object) -> bool {
    let of_it = |frame: &Frame<Xinglingwang>| match frame {
        Frame::Step(Step::Resolve(resolution) | Step::Magic(resolution)) => resolution.me == object,
        _ => false,
    };
    !game.state.facts.negated.contains(&object) && game.state.agenda.iter().any(of_it)
}

/// The current player may make so many normal plays more in this phase; they are no duty
/// [二.3, 二.4(1)].
#[wire]
pub struct ExtraNormalPlay {
    /// How many.
    #[serde(default = "Amount::one")]
    pub n: Amount,
}

impl EffectWord<Xinglingwang> for ExtraNormalPlay {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        standing::number(lint, "n", &self.n);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let n = self.n.value(run.game, &run.scene()).max(0);
        let all = i64::from(run.game.state.facts.extra_plays).saturating_add(n);
        let all = run.game.counted(all, i64::from(u8::MAX));
        run.game.facts_mut().extra_plays = u8::try_from(all).unwrap_or(u8::MAX);
        Ok(Next::Done(n > 0))
    }

    fn is_feasible(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        possible::is_some(&self.n, game, scene)
    }
}

/// What the text does takes the place of the normal play of this phase: none is made any more, and
/// none is due [十二.2, 十三.2].
#[wire]
pub struct UseNormalPlay {}

impl EffectWord<Xinglingwang> for UseNormalPlay {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let open = entry::normal_play_is_open(run.game) && run.game.state.facts.active == run.seat();
        if open {
            entry::normal_play_made(run.game);
        }
        Ok(Next::Done(open))
    }

    fn is_feasible(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        game.state.facts.active == scene.seat && entry::normal_play_is_open(game)
    }
}
