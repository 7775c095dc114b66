//! What texts do to units, their orders and the lists of targets: 战场.4, 战场.5, 战场.6, 移动.2, 移动.3, 维持阶段.1, 攻击.2, 弃牌堆.1,
//! 伤害结算.6a, 伤害结算.7a, 回收阶段.2; ruling-19, ruling-22, ruling-41, ruling-47, ruling-58, ruling-61, ruling-68.

use serde::{Deserialize, Serialize};

use super::super::prohibition::{Forbidden, forbids};
use super::super::table::{self, Cause, DISCARD, Facing, Game, cell_of, owner};
use super::super::zone::{self, By};
use super::super::{Tianhai, ending, settlement, stat};
use super::context::LISTS;
use super::effect::{Running, by_selection};
use super::filter::{To, is_free};
use super::keyword::LONGEST;
use super::{Amount, Select, grid};
use crate::abilities::grid::{Cells, FRAME, Way};
use crate::abilities::{
    Answer, Choosable, Choosing, Doer, EffectWord, Lint, Next, Objects, Pause, Scene, Side, can_any,
};
use crate::deeds;
use crate::game_kit::grid::domain;
use crate::kernel::{CardId, Cell, Object, Seat, wire};
use crate::verdict::Cite;

/// The rule by which texts do something.
const TEXT: Cite = cite!("ruling-58");

const fn by_doer(doer: Doer) -> By {
    By::effect(doer.seat, doer.me, TEXT)
}

deeds! { Tianhai:
    /// Units are annihilated, all of them before the end of the game is looked at [伤害结算.7a, ruling-41].
    Annihilate, can |game, scene, unit| table::stands(game, unit), |game, doer, unit| false, {
        const TOGETHER: Option<fn(&mut Game<'_>, Doer, &[Object])> = Some(|game, doer, units| {
            let by = By { rule: cite!("伤害结算.7a"), ..by_doer(doer) };
            for unit in units {
                zone::annihilate(game, unit.card, by);
            }
            ending::check(game);
        });
    };

    /// The order on a unit goes to its owner's discard pile [弃牌堆.1].
    DiscardOrder, can |game, scene, unit| can_lose_order(game, unit), |game, doer, unit| {
        let gone = zone::discarding(game, unit.card, Cause::Effect, by_doer(doer));
        zone::happen(game, gone)
    };

    /// The order on a unit goes to its owner's hand.
    ReturnOrder, can |game, scene, unit| can_lose_order(game, unit), |game, doer, unit| {
        let gone = zone::returning(game, unit.card, by_doer(doer));
        zone::happen(game, gone)
    };

    /// Own units are turned face up.
    FlipUp, can |game, scene, unit| {
        stat::lies_down(game, unit) == Some(true) && owner(game, unit.card) == scene.seat
    }, |game, doer, unit| {
        let up = zone::flipping(game, unit.card, by_doer(doer)).filter(|_| owner(game, unit.card) == doer.seat);
        zone::happen(game, up)
    };
}

fn can_lose_order(game: &Game<'_>, unit: Object) -> bool {
    table::stands(game, unit)
        && table::order_of(game, unit.card).is_some()
        && forbids(game, unit.card, Forbidden::LoseOrder).is_none()
}

/// Damage to units without division, to all of them before anything falls; then those fall that have too many wounds, and the
/// end of the game is looked at [伤害结算.6a, 伤害结算.7a, ruling-41].
#[wire]
pub struct DealDamage {
    /// Which units.
    pub what: Select,
    /// How much.
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
        Ok(Next::Done(hit > 0 && hit == units.len() && run.is_whole()))
    }

    by_selection!(
        |word, game, scene, unit| table::stands(game, unit) && word.n.value(game, scene) > 0,
        lint | this,
        lint | lint.inside("n", |lint| this.n.lint_count(lint))
    );
}

/// Wounds of units are healed, not below none.
#[wire]
pub struct Heal {
    /// Which units.
    pub what: Select,
    /// How many.
    pub n: Amount,
}

impl EffectWord<Tianhai> for Heal {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let units = run.pick(&self.what, TEXT)?;
        let (n, by) = (self.n.value(run.game, &run.scene()), by_doer(run.doer()));
        run.each(&units, |run, unit| {
            let healed = zone::healing(run.game, unit.card, n, by);
            zone::happen(run.game, healed)
        })?;
        Ok(Next::Done(run.is_whole() && !units.is_empty()))
    }

    by_selection!(
        |word, game, scene, unit| {
            table::stands(game, unit)
                && table::mark(game, unit.card).wounds > 0
                && word.n.value(game, scene) > 0
        },
        lint | this,
        lint | lint.inside("n", |lint| this.n.lint_count(lint))
    );
}

/// Units move along paths that their owners choose, which may be empty [移动.2, 移动.3, ruling-61].
#[wire]
pub struct Move {
    /// Which units.
    pub what: Select,
    /// How many steps at the most.
    pub steps: Amount,
    /// Whether steps may be diagonal.
    #[optional]
    pub diagonal: bool,
    /// Whose units they may pass, seen from the player of the ability; they never end on one.
    pub through: Option<Side>,
}

/// No path is longer than the longest [ruling-20].
fn lint_steps(lint: &mut Lint<'_, Tianhai>, steps: &Amount) {
    lint.inside("steps", |lint| {
        steps.lint_count(lint);
        if matches!(steps, Amount::Number(n) if *n > i64::from(LONGEST)) {
            lint.find("number_out_of_range", format!("a unit moves at most {LONGEST} cells [ruling-20]"));
        }
    });
}

/// How far a unit may go: as the text says, and at most so far [ruling-20].
fn most_steps(steps: &Amount, game: &Game<'_>, scene: &Scene<'_>) -> u8 {
    u8::try_from(steps.value(game, scene).clamp(0, i64::from(LONGEST))).unwrap_or(0)
}

/// Whether an effect may move a unit [ruling-47].
fn may_move(game: &Game<'_>, unit: Object) -> bool {
    table::stands(game, unit) && forbids(game, unit.card, Forbidden::Move).is_none()
}

impl Move {
    /// The ways that a unit may go.
    fn way(&self, game: &Game<'_>, scene: &Scene<'_>, unit: CardId) -> Option<Way> {
        let from = cell_of(game, unit)?;
        let most = most_steps(&self.steps, game, scene);
        let near = |cell: &Cell| {
            let (x, y) = (cell.x.abs_diff(from.x), cell.y.abs_diff(from.y));
            x.max(y) <= u16::from(most)
        };
        let (mut blocked, mut passed) = (Vec::new(), Vec::new());
        for other in table::all_units(game).into_iter().filter(|other| *other != unit) {
            let Some(cell) = cell_of(game, other).filter(near) else { continue };
            match self.through {
                Some(side) if side.covers(scene.seat, owner(game, other)) => passed.push(cell),
                _ => blocked.push(cell),
            }
        }
        Some(Way { from, most, diagonal: self.diagonal, blocked, passed, within: table::corners(game) })
    }
}

/// Whether a way has a first step: after two steps, it may be back where it began.
fn leads_anywhere(way: &Way) -> bool {
    let short = Way { most: way.most.min(2), ..way.clone() };
    domain(&Cells::Way(short)).count() > 1
}

impl EffectWord<Tianhai> for Move {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let units = run.pick(&self.what, TEXT)?;
        let (keep, by) = (run.decided(), by_doer(run.doer()));
        while let Some(&unit) = units.get(run.done()) {
            let way = self.way(run.game, &run.scene(), unit.card);
            let way = way.filter(|way| may_move(run.game, unit) && leads_anywhere(way));
            let path = match way {
                Some(way) => {
                    let seat = owner(run.game, unit.card);
                    match run.ask(seat, Choosable::Cells(Cells::Way(way)), TEXT, true)? {
                        Answer::Cells(path) => path,
                        _ => Vec::new(),
                    }
                }
                None => Vec::new(),
            };
            if !zone::move_along(run.game, unit.card, &path, 0, by) {
                run.falls_short();
            }
            run.one_done(keep);
        }
        Ok(Next::Done(run.is_whole() && !units.is_empty()))
    }

    by_selection!(
        |word, game, scene, unit| {
            may_move(game, unit) && word.way(game, scene, unit.card).is_some_and(|way| leads_anywhere(&way))
        },
        lint | this,
        lint | lint_steps(lint, &this.steps)
    );
}

/// The unit below the order goes straight ahead, as many cells as chosen [ruling-68].
#[wire]
pub struct Advance {
    /// How many cells at the most.
    pub steps: Amount,
}

impl Advance {
    /// The unit, and the cells that it can enter one after the other.
    fn cells(&self, game: &Game<'_>, scene: &Scene<'_>) -> Option<(Object, Vec<Cell>)> {
        let unit = stat::own_unit(game, scene).filter(|unit| may_move(game, *unit))?;
        let frame = grid::frame(game, scene)?;
        let ahead =
            (1..=i32::from(most_steps(&self.steps, game, scene))).map_while(|ahead| frame.cell(ahead, 0));
        Some((unit, ahead.take_while(|cell| is_free(game, *cell)).collect()))
    }
}

impl EffectWord<Tianhai> for Advance {
    fn lint(&self, lint: &mut Lint<'_, Tianhai>) {
        lint.refers_to(FRAME);
        lint_steps(lint, &self.steps);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let Some((unit, cells)) = self.cells(run.game, &run.scene()).filter(|(_, cells)| !cells.is_empty())
        else {
            return Ok(Next::Done(false));
        };
        let max = i64::try_from(cells.len()).unwrap_or(0);
        let seat = owner(run.game, unit.card);
        let number = match run.ask(seat, Choosable::Number { min: 0, max }, TEXT, true)? {
            Answer::Number(number) => usize::try_from(number).unwrap_or(0),
            _ => 0,
        };
        let path = cells.get(..number).unwrap_or(&[]);
        let by = by_doer(run.doer());
        Ok(Next::Done(zone::move_along(run.game, unit.card, path, 0, by)))
    }

    fn is_feasible(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        self.cells(game, scene).is_some_and(|(_, cells)| !cells.is_empty())
    }
}

/// Units are put on empty cells, without a path [战场.6].
#[wire]
pub struct Place {
    /// Which units.
    pub what: Select,
    /// Whereto.
    pub to: To,
    /// Who chooses the cell.
    #[optional]
    pub chooser: Choosing,
}

impl EffectWord<Tianhai> for Place {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let units = run.pick(&self.what, TEXT)?;
        let (keep, by) = (run.decided(), by_doer(run.doer()));
        let chooser = match self.chooser {
            Choosing::Opponent => run.seat().other(),
            Choosing::You | Choosing::Random => run.seat(),
        };
        while let Some(&unit) = units.get(run.done()) {
            let mut cells = self.to.cells(run.game, &run.scene());
            let cell = match cells.len() {
                _ if !table::stands(run.game, unit) => None,
                0 | 1 if run.decided() == keep => cells.pop(),
                _ => match run.ask(chooser, Choosable::Cells(Cells::One(cells)), TEXT, true)? {
                    Answer::Cells(cells) => cells.first().copied(),
                    _ => None,
                },
            };
            let placed = cell
                .and_then(|to| zone::placing(run.game, table::Verb::Placed, unit.card, to, by))
                .is_some_and(|placed| run.game.propose(placed).is_done());
            if !placed {
                run.falls_short();
            }
            run.one_done(keep);
        }
        Ok(Next::Done(run.is_whole() && !units.is_empty()))
    }

    by_selection!(
        |word, game, scene, unit| table::stands(game, unit) && !word.to.cells(game, scene).is_empty(),
        lint | this,
        lint | {
            lint.inside("to", |lint| this.to.lint(lint));
            if this.chooser == Choosing::Random {
                lint.inside("chooser", |lint| lint.find("wrong_attribute", "nothing is chosen at random"));
            }
        }
    );
}

/// Two units change cells; their orders travel along [战场.6].
#[wire]
pub struct Swap {
    /// The one.
    pub one: Select,
    /// The other.
    pub other: Select,
}

impl EffectWord<Tianhai> for Swap {
    fn lint(&self, lint: &mut Lint<'_, Tianhai>) {
        lint.inside("one", |lint| self.one.lint(lint));
        lint.inside("other", |lint| self.other.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let one = run.select(&self.one, TEXT)?;
        let other = run.select(&self.other, TEXT)?;
        let by = by_doer(run.doer());
        let (Some(&one), Some(&other)) = (one.first(), other.first()) else { return Ok(Next::Done(false)) };
        let both = table::stands(run.game, one) && table::stands(run.game, other);
        let swapped = zone::swapping(run.game, one.card, other.card, by).filter(|_| both);
        Ok(Next::Done(zone::happen(run.game, swapped)))
    }

    fn is_feasible(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        can_any(game, scene, &self.one, |one| {
            table::stands(game, one)
                && can_any(game, scene, &self.other, |other| other != one && table::stands(game, other))
        })
    }

    fn selection(&self) -> Option<Select> {
        Some(self.other.clone())
    }
}

/// Off whose list a target is taken.
#[wire(Copy)]
pub enum OffList {
    /// That of the unit below the order.
    #[serde(rename = "self")]
    Own,
}

/// Units are taken off the lists of targets that have just been fixed [攻击.2, ruling-22].
#[wire]
pub struct RemoveTarget {
    /// Which units.
    pub what: Select,
    /// Off whose list; without it, off every one.
    pub by: Option<OffList>,
}

impl RemoveTarget {
    /// The attacker off whose list targets are taken, if only off one.
    fn attacker(&self, game: &Game<'_>, scene: &Scene<'_>) -> Option<Option<Object>> {
        match self.by {
            None => Some(None),
            Some(OffList::Own) => stat::own_unit(game, scene).map(Some),
        }
    }

    fn can(&self, game: &Game<'_>, scene: &Scene<'_>, unit: Object) -> bool {
        match self.attacker(game, scene) {
            Some(Some(attacker)) => stat::attacks(game, attacker, unit, false),
            Some(None) => stat::is_target(game, unit, false),
            None => false,
        }
    }
}

impl EffectWord<Tianhai> for RemoveTarget {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let units = run.pick(&self.what, TEXT)?;
        let by = by_doer(run.doer());
        run.each(&units, |run, unit| {
            let listed = self.can(run.game, &run.scene(), unit);
            let attacker = self.attacker(run.game, &run.scene()).flatten();
            listed && settlement::remove_target(run.game, unit, attacker, by)
        })?;
        Ok(Next::Done(run.is_whole() && !units.is_empty()))
    }

    by_selection!(
        |word, game, scene, unit| word.can(game, scene, unit),
        lint | _this,
        lint | lint.refers_to(LISTS)
    );
}

/// The orders on units look in another direction [ruling-19].
#[wire]
pub struct TurnOrder {
    /// Which units.
    pub what: Select,
    /// Whereto; without it, as is chosen: the first is north, then east, south, west.
    pub facing: Option<Facing>,
}

/// The order on a unit that looks in a direction.
fn looks(game: &Game<'_>, unit: Object) -> bool {
    table::stands(game, unit) && table::frame(game, unit.card).is_some()
}

impl EffectWord<Tianhai> for TurnOrder {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let units = run.pick(&self.what, TEXT)?;
        let (keep, by, seat) = (run.decided(), by_doer(run.doer()), run.seat());
        while let Some(&unit) = units.get(run.done()) {
            let facing = match self.facing {
                _ if !looks(run.game, unit) => None,
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
            if !zone::happen(run.game, turned) {
                run.falls_short();
            }
            run.one_done(keep);
        }
        Ok(Next::Done(run.is_whole() && !units.is_empty()))
    }

    by_selection!(|word, game, scene, unit| looks(game, unit));
}

/// The whole own discard pile comes back to hand, at once [回收阶段.2].
#[wire]
pub struct Recover {}

fn has_pile(game: &Game<'_>, seat: Seat) -> bool {
    table::count(game, DISCARD, seat) > 0
}

impl EffectWord<Tianhai> for Recover {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let (seat, by) = (run.seat(), by_doer(run.doer()));
        let recovered = has_pile(run.game, seat).then(|| zone::recovering(run.game, seat, by));
        Ok(Next::Done(zone::happen(run.game, recovered)))
    }

    fn is_feasible(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        has_pile(game, scene.seat)
    }
}
