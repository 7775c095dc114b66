//! What effects do to attacks, to the plays of a phase, and to what is going on: attacking, turning an
//! attack onto another unit, negating, saving.
//!
//! 十一.1 attacking; 十一.3 once a turn; 二.3, 十二.2, 十三.2 normal plays; 十五.遠程.1 the designated position; ruling-58 無效化; ruling-59 what stays instead of
//! leaving; ruling-79 attacks made by effects; ruling-82 redirected attacks.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::table::{self, State, Verb};
use super::super::{Step, Xinglingwang, entry, tactics};
use super::effect::{Game, Running, begun, by_selection, cause, complete, each, pick};
use super::possible::{Act, acting};
use super::{Amount, Select, possible, standing};
use crate::card::{EffectWord, Lint, Next, Pause, Scene};
use crate::kernel::{Frame, Happening, Object};
use crate::word;

word! {
    /// 進攻: an upright unit that meets the conditions attacks [ruling-79].
    MakeAttack {
        /// Which units.
        what: Select,
    }
}

impl EffectWord<Xinglingwang> for MakeAttack {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        lint.inside("what", |lint| self.what.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let cards = pick(run, &self.what, cite!("十一.1"))?;
        let begun = begun(run);
        let (floor, keep) = (run.game.state.agenda.len(), run.decided());
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

acting!(MakeAttack, |this, scene| Act::Attack);

word! {
    /// 改為進攻: attacking units attack this one instead, and nothing else [ruling-82].
    Redirect {
        /// Which attacking units.
        what: Select,
        /// Whom they attack.
        to: Select,
    }
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
        let attackers = pick(run, &self.what, cite!("六.1"))?;
        let targets = pick(run, &self.to, cite!("六.1"))?;
        let Some(&target) = targets.first().filter(|target| table::stands(run.game, **target)) else {
            return Ok(Next::Done(false));
        };
        let why = cause(run, cite!("ruling-82"));
        each(run, &attackers, |game, attacker| {
            if table::stands(game, attacker) && table::mark(game, attacker.card).state == State::Attacking {
                let facts = game.facts_mut();
                facts.redirects.retain(|(other, _)| *other != attacker);
                facts.redirects.push((attacker, target));
                let mut told: Happening<Xinglingwang> =
                    Happening::told(Verb::Targeted, why.seat, why.rule).to(target.card);
                told.detail.other = Some(attacker);
                told.detail.means = why.means;
                game.happen(told.by(why.source));
            }
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

word! {
    /// 無效化: what is being used or activated is not processed [ruling-58].
    Negate {
        /// The card or unit; usually the one of the event.
        what: Select,
    }
}

impl EffectWord<Xinglingwang> for Negate {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        lint.inside("what", |lint| self.what.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let cards = pick(run, &self.what, cite!("六.1"))?;
        let why = cause(run, cite!("ruling-58"));
        each(run, &cards, |game, object| {
            if is_processed(game, object) {
                game.facts_mut().negated.push(object);
                let told = Happening::told(Verb::Negate, why.seat, why.rule).to(object.card);
                game.happen(told.by(why.source));
            }
        })?;
        let negated = &run.game.state.facts.negated;
        Ok(Next::Done(cards.iter().any(|object| negated.contains(object))))
    }

    by_selection!();
}

acting!(Negate, |this, scene| Act::Negate);

/// Whether a text of an object is being used or activated, and is not negated yet.
pub(super) fn is_processed(game: &Game<'_>, object: Object) -> bool {
    let of_it = |frame: &Frame<Xinglingwang>| match frame {
        Frame::Step(Step::Resolve(resolution) | Step::Magic(resolution)) => resolution.me == object,
        _ => false,
    };
    !game.state.facts.negated.contains(&object) && game.state.agenda.iter().any(of_it)
}

word! {
    /// What is about to be destroyed or sacrificed stays.
    Save {
        /// Which units.
        what: Select,
    }
}

impl EffectWord<Xinglingwang> for Save {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        lint.speaks_of(standing::DEPARTURE);
        lint.inside("what", |lint| self.what.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let cards = pick(run, &self.what, cite!("六.1"))?;
        let mut any = false;
        for object in cards {
            any |= run.game.save(object, cite!("ruling-59"));
        }
        Ok(Next::Done(any))
    }

    by_selection!();
}

acting!(Save, |this, scene| Act::Save);

word! {
    /// Units may attack once more this turn, if they are upright [十一.3].
    AttackAgain {
        /// Which units.
        what: Select,
    }
}

impl EffectWord<Xinglingwang> for AttackAgain {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        lint.inside("what", |lint| self.what.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let units = pick(run, &self.what, cite!("六.1"))?;
        let why = cause(run, cite!("十一.3"));
        each(run, &units, |game, unit| {
            if table::stands(game, unit) {
                let mark = table::Mark { attacked: 0, ..table::mark(game, unit.card) };
                let told: Happening<Xinglingwang> =
                    Happening::marked(Verb::Effect, why.seat, unit.card, mark, why.rule);
                game.happen(told.by(why.source));
            }
        })?;
        Ok(Next::Done(!units.is_empty()))
    }

    by_selection!();
}

acting!(AttackAgain, |this, scene| Act::AttackAgain);

word! {
    /// The current player may make so many normal plays more in this phase; they are no duty
    /// [二.3, 二.4(1)].
    ExtraNormalPlay {
        /// How many.
        #[serde(default = "Amount::one")]
        n: Amount,
    }
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

word! {
    /// What the text does takes the place of the normal play of this phase: none is made any more, and
    /// none is due [十二.2, 十三.2].
    UseNormalPlay {}
}

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
