//! Effects on attacks and battles, on the normal plays of a phase, and on what is being processed: attacking,
//! redirecting, negating, saving.
//!
//! 十一.1 attacking; 十一.3 once a turn; 二.3, 十二.2, 十三.2 normal plays; 十五.遠程.1 the designated position; ruling-58
//! 無效化; ruling-59 what stays instead of leaving; ruling-79 attacks made by effects; ruling-82 redirected
//! attacks.

use serde::{Deserialize, Serialize};

use super::super::ability::{self, AbilityId, Pending};
use super::super::battle::Battle;
use super::super::field;
use super::super::findings;
use super::super::table::{self, State, Verb};
use super::super::tactics::{self, Reach};
use super::super::{Step, Xinglingwang, entering};
use super::ability::Ability;
use super::effect::{Game, Running, begun, by, by_doer, complete};
use super::trigger::Whom;
use super::{Amount, Select, possible, standing};
use crate::abilities::{EffectWord, Lint, Next, Part, Pause, Scene, Side};
use crate::kernel::{Frame, Object, Proposal, wire};
use crate::{by_selection, card_actions};

/// 進攻: an upright unit that meets the conditions attacks [ruling-79].
#[wire(Part<Xinglingwang>)]
pub struct MakeAttack {
    /// Which units.
    pub what: Select,
}

impl EffectWord<Xinglingwang> for MakeAttack {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let cards = run.pick(&self.what, cite!("十一.1"))?;
        let begun = begun(run);
        let (floor, keep) = (run.game.height(), run.decided());
        while let Some(&object) = cards.get(run.done()) {
            let can = table::stands(run.game, object) && tactics::could_begin(run.game, object.card);
            if let Some(at) = field::position(run.game, object.card).filter(|_| can) {
                let reach = Reach::of(run.game, object.card);
                let by_enemy = reach.is_aimed_by_enemy();
                let designated = match by_enemy || reach.designates() {
                    true => {
                        let places = tactics::designations(run.game, object.card, reach, at);
                        let places: Vec<u8> = places.into_iter().map(field::Where::index).collect();
                        let seat = if by_enemy { at.side.other() } else { run.seat() };
                        run.position(seat, Some(object.card), &places, cite!("十五.遠程.1"))?
                    }
                    false => None,
                };
                let place = designated.and_then(field::Where::from_index);
                if tactics::target_fault(run.game, object.card, reach, at, place).is_none() {
                    let by = by(run, cite!("ruling-79"));
                    tactics::begin(run.game, object.card, place, by);
                }
            }
            run.one_done(keep);
            if run.game.is_interrupted(floor) {
                return Err(Pause::Pushed);
            }
        }
        Ok(Next::Done(complete(run, begun, &self.what, Verb::Attack, &cards)))
    }

    by_selection!(Xinglingwang: |word, game, scene, unit| tactics::could_begin(game, unit.card));
}

/// 改為進攻: attacking units attack this one instead, and nothing else [ruling-82].
#[wire(Part<Xinglingwang>)]
pub struct Redirect {
    /// Which attacking units.
    pub what: Select,
    /// Whom they attack.
    pub to: Select,
}

impl EffectWord<Xinglingwang> for Redirect {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let attackers = run.pick(&self.what, cite!("六.1"))?;
        let targets = run.pick(&self.to, cite!("六.1"))?;
        let Some(&target) = targets.first().filter(|target| table::stands(run.game, **target)) else {
            return Ok(Next::Done(false));
        };
        let by = by(run, cite!("ruling-82"));
        run.each(&attackers, |run, attacker| {
            let game = &mut *run.game;
            let attacks =
                table::stands(game, attacker) && table::mark(game, attacker.card).state == State::Attacking;
            if attacks {
                let facts = game.facts_mut();
                facts.redirects.retain(|(other, _)| *other != attacker);
                facts.redirects.push((attacker, target));
                let mut proposal: Proposal<Xinglingwang> = by.proposal(Verb::Targeted).to(target.card);
                proposal.detail.other = Some(attacker);
                game.propose(proposal);
            }
            attacks
        })?;
        Ok(Next::Done(!attackers.is_empty()))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let attacks = |unit: Object| {
            table::is_unit(game, unit.card) && table::mark(game, unit.card).state == State::Attacking
        };
        let stands = |unit: Object| table::is_unit(game, unit.card);
        possible::any(game, scene, &self.what, attacks) && possible::any(game, scene, &self.to, stands)
    }
}

card_actions! { Xinglingwang:
    /// 無效化: what is being used or activated is not processed; usually the card or unit of the event
    /// [ruling-58].
    Negate, can |game, scene, object| is_processed(game, object), |game, doer, object| {
        let processed = is_processed(game, object);
        if processed {
            let by = by_doer(game, doer, cite!("ruling-58"));
            game.facts_mut().negated.push(object);
            let proposal = Proposal::told(Verb::Negate, by.seat, by.rule).to(object.card);
            game.propose(proposal.by(by.source));
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
            let by = by_doer(game, doer, cite!("十一.3"));
            let mark = table::Mark { attacked: 0, ..table::mark(game, object.card) };
            let proposal: Proposal<Xinglingwang> =
                Proposal::marked(Verb::Effect, by.seat, object.card, mark, by.rule);
            game.propose(proposal.by(by.source));
        }
        stands
    };
}

card_actions! { Xinglingwang:
    /// 立即 of units that are being played is negated: it is not processed [十二.2, ruling-58].
    NegateImmediate, can |game, scene, object| {
        game.state.agenda.iter().any(|frame| entering::has_pending_immediate(frame, object))
    }, |game, doer, object| {
        let negated = entering::negate_immediate(game, object);
        if negated {
            let by = by_doer(game, doer, cite!("ruling-58"));
            let proposal = Proposal::told(Verb::Negate, by.seat, by.rule).to(object.card);
            game.propose(proposal.by(by.source));
        }
        negated
    };

    /// 使該次戰鬥破壞無效化: units are not destroyed by the battle that is going on.
    Spare, can |game, scene, object| fights(game, object), |game, doer, object| {
        let there = fights(game, object);
        if let Some(battle) = game.facts_mut().battle.as_mut().filter(|_| there) {
            battle.spared.push(object);
        }
        there
    }, { fn lint(lint: &mut Lint<'_, Xinglingwang>) {
        lint.refers_to(standing::BATTLE);
    } };

    /// The attacker stays attacking when the battle that is going on is over, in place of being rested
    /// [十一.8(6)].
    StayAttacking, can |game, scene, object| attacks_now(game, object), |game, doer, object| {
        let attacks = attacks_now(game, object);
        if let Some(battle) = game.facts_mut().battle.as_mut().filter(|_| attacks) {
            battle.goes_on = true;
        }
        attacks
    }, { fn lint(lint: &mut Lint<'_, Xinglingwang>) {
        lint.refers_to(standing::BATTLE);
    } };

    /// 視為偷襲成功: it counts as a success in sneaking of these cards.
    SneakSuccess, can |game, scene, object| true, |game, doer, object| {
        let by = by_doer(game, doer, cite!("六.1"));
        game.propose(by.proposal(Verb::SneakSuccess).to(object.card));
        true
    };
}

/// The summon phase of the player of the text ends when this is done [二.3].
#[wire(Part<Xinglingwang>)]
pub struct EndPhase {}

impl EffectWord<Xinglingwang> for EndPhase {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let (seat, by) = (run.seat(), by(run, cite!("六.1")));
        Ok(Next::Done(tactics::end_summon(run.game, seat, by)))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        tactics::summon_window(game, scene.seat).is_some()
    }
}

/// Whether a unit fights in the battle that is going on.
fn fights(game: &Game<'_>, object: Object) -> bool {
    let is_in = |battle: &Battle| battle.attacker == object || battle.defenders.contains(&object);
    game.state.facts.battle.as_ref().is_some_and(is_in)
}

/// Whether a unit is the attacker of the battle that is going on, and still attacks.
fn attacks_now(game: &Game<'_>, object: Object) -> bool {
    let is_it = game.state.facts.battle.as_ref().is_some_and(|battle| battle.attacker == object);
    is_it && table::stands(game, object) && table::mark(game, object.card).state == State::Attacking
}

/// The declaration of an early end that a player has made is negated: it is void [十四.4, ruling-58].
#[wire(Part<Xinglingwang>)]
pub struct NegateEarlyEnd {
    /// Whose.
    #[optional]
    pub who: Side,
}

impl EffectWord<Xinglingwang> for NegateEarlyEnd {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let mut any = false;
        for seat in self.who.in_turn_order(run.game, run.seat()) {
            if run.game.facts_mut().early_end.get_mut(seat).take().is_some() {
                any = true;
                let by = by(run, cite!("ruling-58"));
                run.game.propose(Proposal::told(Verb::EarlyEndVoid, seat, by.rule).by(by.source));
            }
        }
        Ok(Next::Done(any))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        possible::for_any(self.who, scene, |seat| game.state.facts.early_end.get(seat).is_some())
    }
}

/// The effects of cards that wait for one of these events are activated, as if it had happened to them.
#[wire(Part<Xinglingwang>)]
pub struct ActivateAgain {
    /// Of which cards.
    pub what: Select,
    /// The events.
    pub event: Vec<Verb>,
}

impl ActivateAgain {
    /// The abilities of a card that wait for one of the events happening to the card itself.
    fn of(&self, game: &Game<'_>, object: Object) -> Vec<AbilityId> {
        let card = object.card;
        if table::is_traveler(game, card) {
            return Vec::new();
        }
        let is_awaited = |ability: &&Ability| {
            ability.trigger().is_some_and(|on| {
                on.who == Some(Whom::This) && on.event.iter().any(|verb| self.event.contains(verb))
            })
        };
        let own = table::printed(game, card).all_abilities().enumerate();
        let own = own
            .filter(|(_, ability)| is_awaited(ability))
            .map(|(index, _)| ability::id_under(game, card, (0, index)));
        own.collect()
    }
}

impl EffectWord<Xinglingwang> for ActivateAgain {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        self.lint_part(lint);
        if self.event.is_empty() {
            lint.find("empty_list", findings::no_event());
        }
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let cards = run.pick(&self.what, cite!("六.1"))?;
        if run.done() > 0 {
            return Ok(Next::Done(true));
        }
        let keep = run.decided();
        let mut steps = Vec::new();
        for &object in &cards {
            let seat = table::owner(run.game, object.card);
            for ability in self.of(run.game, object) {
                let (subject, other) = (Some(object), None);
                let pending = Pending::of(ability, object, (subject, other), 0);
                steps.push(Step::Pending(seat, pending));
            }
        }
        if steps.is_empty() {
            return Ok(Next::Done(false));
        }
        run.one_done(keep);
        steps.into_iter().for_each(|step| run.push(step));
        Err(Pause::Pushed)
    }

    by_selection!(Xinglingwang: |word, game, scene, object| !word.of(game, object).is_empty());
}

/// Whether a text of an object is being used or activated, and is not negated yet.
pub(super) fn is_processed(game: &Game<'_>, object: Object) -> bool {
    let of_it = |frame: &Frame<Xinglingwang>| {
        let Frame::Step(Step::Resolve(one) | Step::Magic(one)) = frame else { return false };
        one.me == object
    };
    !game.state.facts.negated.contains(&object) && game.state.agenda.iter().any(of_it)
}

/// The current player may make so many normal plays more in this phase; they are no duty
/// [二.3, 二.4(1)].
#[wire(Part<Xinglingwang>)]
pub struct ExtraNormalPlay {
    /// How many.
    #[serde(default = "Amount::one")]
    #[part(count)]
    pub n: Amount,
}

impl EffectWord<Xinglingwang> for ExtraNormalPlay {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let n = self.n.value(run.game, &run.scene()).max(0);
        let all = i64::from(run.game.state.facts.extra_plays).saturating_add(n);
        let all = run.game.counted(all, i64::from(u8::MAX));
        run.game.facts_mut().extra_plays = u8::try_from(all).unwrap_or(u8::MAX);
        Ok(Next::Done(n > 0))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        possible::is_some(&self.n, game, scene)
    }
}

/// What the text does takes the place of the normal play of this phase: none is made any more, and
/// none is due [十二.2, 十三.2].
#[wire(Part<Xinglingwang>)]
pub struct UseNormalPlay {}

impl EffectWord<Xinglingwang> for UseNormalPlay {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let open = entering::normal_play_is_open(run.game) && run.game.state.facts.active == run.seat();
        if open {
            entering::normal_play_made(run.game);
        }
        Ok(Next::Done(open))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        game.state.facts.active == scene.seat && entering::normal_play_is_open(game)
    }
}
