//! Words that do something to units, their orders and the lists of targets: 维持阶段.1, 攻击.2, 弃牌堆.1, 伤害结算.6a,
//! 伤害结算.7a, 回收阶段.2; ruling-19, ruling-22, ruling-41, ruling-47, ruling-58.

use serde::{Deserialize, Serialize};

use super::super::prohibition::{Forbidden, forbids};
use super::super::table::{self, Cause, DISCARD, Facing, Game, owner};
use super::super::zone::{self, By};
use super::super::{Tianhai, ending, settlement, stat};
use super::context::LISTS;
use super::effect::Running;
use super::{Amount, Select};
use crate::abilities::{Actor, Answer, Choosable, EffectWord, Next, Objects, Pause, Scene};
use crate::game_kit::proposing::happen;
use crate::kernel::{Object, Seat, wire};
use crate::verdict::Cite;
use crate::{by_selection, card_actions};

/// The rule by which texts are carried out.
const TEXT: Cite = cite!("ruling-58");

/// Who acts, by which text, when a text is carried out.
pub(super) const fn by_actor(actor: Actor) -> By {
    By::effect(actor.seat, actor.me, TEXT)
}

card_actions! { Tianhai:
    /// Units are annihilated, all of them before the end of the game is looked at [伤害结算.7a, ruling-41].
    Annihilate, can |game, scene, unit| table::stands(game, unit), |game, actor, unit| false, {
        const TOGETHER: Option<fn(&mut Game<'_>, Actor, &[Object])> = Some(|game, actor, units| {
            let by = By { rule: cite!("伤害结算.7a"), ..by_actor(actor) };
            for unit in units {
                zone::annihilate(game, unit.card, by);
            }
            ending::check(game);
        });
    };

    /// The order on a unit goes to its owner's discard pile [弃牌堆.1].
    DiscardOrder, can |game, scene, unit| can_lose_order(game, unit), |game, actor, unit| {
        let gone = zone::discarding(game, unit.card, Cause::Effect, by_actor(actor));
        happen(game, gone)
    };

    /// The order on a unit goes to its owner's hand.
    ReturnOrder, can |game, scene, unit| can_lose_order(game, unit), |game, actor, unit| {
        let gone = zone::returning(game, unit.card, by_actor(actor));
        happen(game, gone)
    };

    /// Own units are turned face up.
    FlipUp, can |game, scene, unit| {
        stat::is_face_down(game, unit) == Some(true) && owner(game, unit.card) == scene.seat
    }, |game, actor, unit| {
        let is_own = owner(game, unit.card) == actor.seat;
        let up = zone::flipping(game, unit.card, by_actor(actor)).filter(|_| is_own);
        happen(game, up)
    };
}

fn can_lose_order(game: &Game<'_>, unit: Object) -> bool {
    table::stands(game, unit)
        && table::order_of(game, unit.card).is_some()
        && forbids(game, unit.card, Forbidden::LoseOrder).is_none()
}

/// Damage to units without division, to all of them before anything falls; then those fall that have too many
/// wounds, and the end of the game is looked at [伤害结算.6a, 伤害结算.7a, ruling-41].
#[wire(Part<Tianhai>)]
pub struct DealDamage {
    /// Which units.
    pub what: Select,
    /// How much.
    #[part(count)]
    pub n: Amount,
}

impl EffectWord<Tianhai> for DealDamage {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let units = run.pick(&self.what, TEXT)?;
        let n = self.n.value(run.game, &run.scene());
        let (game, me) = (&mut *run.game, Some(run.resolution.me));
        let there: Objects = units.iter().copied().filter(|unit| table::stands(game, *unit)).collect();
        let mut hit = 0;
        for unit in &there {
            hit += usize::from(zone::wound(game, unit.card, n, me));
        }
        for unit in &there {
            zone::fall(game, unit.card, me);
        }
        ending::check(game);
        Ok(Next::Done(hit > 0 && hit == units.len() && run.is_complete()))
    }

    by_selection!(
        Tianhai: |word, game, scene, unit| table::stands(game, unit) && word.n.value(game, scene) > 0
    );
}

/// Wounds of units are healed, not below none.
#[wire(Part<Tianhai>)]
pub struct Heal {
    /// Which units.
    pub what: Select,
    /// How many.
    #[part(count)]
    pub n: Amount,
}

impl EffectWord<Tianhai> for Heal {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let units = run.pick(&self.what, TEXT)?;
        let (n, by) = (self.n.value(run.game, &run.scene()), by_actor(run.doer()));
        run.each(&units, |run, unit| {
            let healed = zone::healing(run.game, unit.card, n, by);
            happen(run.game, healed)
        })?;
        Ok(Next::Done(run.is_complete() && !units.is_empty()))
    }

    by_selection!(
        Tianhai: |word, game, scene, unit| {
            table::stands(game, unit)
                && table::mark(game, unit.card).wounds > 0
                && word.n.value(game, scene) > 0
        }
    );
}

/// Off whose list a target is taken.
#[wire(Copy)]
pub enum OffList {
    /// That of the unit below the order.
    #[serde(rename = "self")]
    Own,
}

/// Units are taken off the lists of targets that have just been fixed [攻击.2, ruling-22].
#[wire(Part<Tianhai>)]
pub struct RemoveTarget {
    /// Which units.
    pub what: Select,
    /// Off whose list; without it, off every one.
    pub by: Option<OffList>,
}

impl RemoveTarget {
    /// The attacker off whose list targets are taken: `Some(None)` for every list, `None` if that attacker is
    /// gone.
    fn attacker(&self, game: &Game<'_>, scene: &Scene<'_>) -> Option<Option<Object>> {
        match self.by {
            None => Some(None),
            Some(OffList::Own) => stat::own_unit(game, scene).map(Some),
        }
    }

    fn can(&self, game: &Game<'_>, scene: &Scene<'_>, unit: Object) -> bool {
        match self.attacker(game, scene) {
            Some(Some(attacker)) => stat::attacks(game, attacker, unit, false),
            Some(None) => game.state.facts.settlement.is_target(unit, false),
            None => false,
        }
    }
}

impl EffectWord<Tianhai> for RemoveTarget {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let units = run.pick(&self.what, TEXT)?;
        let by = by_actor(run.doer());
        run.each(&units, |run, unit| {
            let listed = self.can(run.game, &run.scene(), unit);
            let attacker = self.attacker(run.game, &run.scene()).flatten();
            listed && settlement::remove_target(run.game, unit, attacker, by)
        })?;
        Ok(Next::Done(run.is_complete() && !units.is_empty()))
    }

    by_selection!(
        Tianhai: |word, game, scene, unit| word.can(game, scene, unit),
        lint | _this,
        lint | lint.refers_to(LISTS)
    );
}

/// The orders on units look in another direction [ruling-19].
#[wire(Part<Tianhai>)]
pub struct TurnOrder {
    /// Which units.
    pub what: Select,
    /// Whereto; without it, as is chosen: the first is north, then east, south, west.
    pub facing: Option<Facing>,
}

/// Whether the order on a unit has a facing.
fn has_facing(game: &Game<'_>, unit: Object) -> bool {
    table::stands(game, unit) && table::frame(game, unit.card).is_some()
}

impl EffectWord<Tianhai> for TurnOrder {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let units = run.pick(&self.what, TEXT)?;
        let (by, seat) = (by_actor(run.doer()), run.seat());
        run.each_asking(&units, |run, unit| {
            let facing = match self.facing {
                _ if !has_facing(run.game, unit) => None,
                Some(facing) => Some(facing),
                None => match run.ask(seat, Choosable::Mode(4), TEXT, true)? {
                    Answer::Number(mode) => {
                        let place = usize::try_from(mode).ok().and_then(|mode| mode.checked_sub(1));
                        place.and_then(|place| Facing::ALL.get(place).copied())
                    }
                    _ => None,
                },
            };
            let turned = facing.and_then(|facing| zone::turning(run.game, unit.card, facing, by));
            Ok(happen(run.game, turned))
        })?;
        Ok(Next::Done(run.is_complete() && !units.is_empty()))
    }

    by_selection!(Tianhai: |word, game, scene, unit| has_facing(game, unit));
}

/// The whole own discard pile comes back to hand, at once [回收阶段.2].
#[wire(Part<Tianhai>)]
pub struct Recover {}

fn has_pile(game: &Game<'_>, seat: Seat) -> bool {
    table::count(game, DISCARD, seat) > 0
}

impl EffectWord<Tianhai> for Recover {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let (seat, by) = (run.seat(), by_actor(run.doer()));
        let recovered = has_pile(run.game, seat).then(|| zone::recovering(run.game, seat, by));
        Ok(Next::Done(happen(run.game, recovered)))
    }

    fn can_do_some(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        has_pile(game, scene.seat)
    }
}
