//! What effects do to combine units and to split them.
//!
//! 十五.合體.1, 十五.寄生合體.1 combining; 十五.分開.1 to .3 splitting; ruling-44, ruling-45.

use super::super::action::Below;
use super::super::combination::{self, Combination};
use super::super::field::{self, Where};
use super::super::table::{self, Verb};
use super::super::{Step, Xinglingwang};
use super::effect::{Running, begun, by, did_to_all};
use super::entering::indices;
use super::{Select, possible, standing};
use crate::abilities::{Answer, Choosable, EffectWord, Lint, Next, Objects, Part, Pause};
use crate::by_selection;
use crate::kernel::{CardId, Object, wire};

/// 寄生合體: the unit moves to the target and goes under it [十五.寄生合體.1, ruling-44].
#[wire(Part<Xinglingwang>)]
pub struct Parasite {
    /// The target.
    pub what: Select,
    /// The unit that goes under it; without a word, the one that the text stands on.
    pub unit: Option<Select>,
}

impl EffectWord<Xinglingwang> for Parasite {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        if self.unit.is_none() {
            lint.refers_to(standing::OWN_UNIT);
        }
        self.lint_part(lint);
    }

    /// The unit that goes under the target stands openly.
    fn is_open(&self) -> bool {
        self.what.is_open()
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let units = match &self.unit {
            Some(unit) => run.pick(unit, cite!("十五.寄生合體.1"))?,
            None => Objects::from_elem(run.me(), 1),
        };
        let targets = run.pick(&self.what, cite!("十五.寄生合體.1"))?;
        if run.done() > 0 {
            return Ok(Next::Done(true));
        }
        let moves = |unit: &Object| self.unit.is_none() || combination::may_move(run.game, unit.card);
        let Some(unit) = units.first().copied().filter(moves) else { return Ok(Next::Done(false)) };
        let (keep, seat) = (run.decided(), run.seat());
        let free = |target: &Object| {
            table::stands(run.game, *target)
                && combination::parasite_fault(run.game, unit, target.card).is_none()
        };
        let target = targets.first().copied().filter(free);
        let alone = table::stands(run.game, unit) && !table::is_combined(run.game, unit.card);
        let possible = alone && run.game.in_force(cite!("十五.寄生合體.1"));
        let Some(target) = target.filter(|_| possible) else { return Ok(Next::Done(false)) };
        run.one_done(keep);
        let combination = Combination { seat, unit, target, below: Below::Unit, edge: None, told: false };
        run.push(Step::Combine(combination));
        Err(Pause::Pushed)
    }

    by_selection!(
        Xinglingwang: |word, game, scene, target| {
            let goes = |unit: Object| {
                table::stands(game, unit)
                    && !table::is_combined(game, unit.card)
                    && combination::parasite_fault(game, unit, target.card).is_none()
            };
            match &word.unit {
                Some(unit) => possible::any(game, scene, unit, |unit| {
                    goes(unit) && combination::may_move(game, unit.card)
                }),
                None => goes(scene.me),
            }
        }
    );
}

/// 分開: the units of combined units stand by themselves again. The player of their half places them, the
/// lowest first and the upper one last; one of them keeps the old position. With less room than cards that
/// player also chooses which of the lower ones stay under it [十五.分開.1–.3, ruling-45].
#[wire(Part<Xinglingwang>)]
pub struct Split {
    /// Which units.
    pub what: Select,
}

/// Where the cards of a combined unit go.
struct SplitPlan {
    /// The lower units that stand by themselves, each with its position.
    apart: Vec<(CardId, Where)>,
    /// Where the upper unit stands.
    upper: Where,
    /// The lower units for which there is no room.
    under: Vec<CardId>,
}

/// Asks the player of the half where the cards of a combined unit go; `None`: there is no room [九.3].
fn ask_plan(run: &mut Running<'_, '_>, unit: CardId, old: Where) -> Result<Option<SplitPlan>, Pause> {
    let side = old.side;
    let mut lower: Vec<CardId> = table::lower(run.game, unit).map(|(card, _)| card).collect();
    let mut free = field::empty(run.game, side);
    if lower.is_empty() || free.is_empty() {
        return Ok(None);
    }
    let mut under = Vec::new();
    if let Some(excess) = lower.len().checked_sub(free.len()).filter(|excess| *excess > 0) {
        let what = Choosable::Cards { from: lower.clone(), min: excess, max: excess, hidden: false };
        if let Answer::Cards(cards) = run.ask(side, what, cite!("ruling-45"), true)? {
            under = cards;
        }
        lower.retain(|card| !under.contains(card));
    }
    let mut keeps = true;
    let mut apart = Vec::with_capacity(lower.len());
    // `None` is the upper card: its player places it only if another card has taken the old position.
    for card in lower.into_iter().rev().map(Some).chain([None]) {
        if card.is_none() && keeps {
            break;
        }
        let mut places = combination::split_positions(old, &free);
        if keeps {
            places.push(old);
            places.sort_unstable();
        }
        let placed = Some(card.unwrap_or(unit));
        let at = run.position(side, placed, &indices(&places), cite!("十五.分開.2"))?;
        let at = at.and_then(Where::from_index);
        let Some(at) = at else { return Ok(None) };
        keeps &= at != old;
        free.retain(|place| *place != at);
        match card {
            Some(card) => apart.push((card, at)),
            None => return Ok(Some(SplitPlan { apart, upper: at, under })),
        }
    }
    Ok(Some(SplitPlan { apart, upper: old, under }))
}

impl EffectWord<Xinglingwang> for Split {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let units = run.pick(&self.what, cite!("十五.分開.1"))?;
        let begun = begun(run);
        let (floor, keep) = (run.game.height(), run.decided());
        while let Some(&unit) = units.get(run.done()) {
            let old = field::position(run.game, unit.card).filter(|_| table::stands(run.game, unit));
            if let Some(old) = old
                && let Some(plan) = ask_plan(run, unit.card, old)?
            {
                let by = by(run, cite!("十五.分開.1"));
                let SplitPlan { apart, upper, under } = plan;
                combination::split(run.game, unit.card, (&apart, upper), &under, by);
            }
            run.one_done(keep);
            if run.game.is_interrupted(floor) {
                return Err(Pause::Pushed);
            }
        }
        Ok(Next::Done(!units.is_empty() && did_to_all(run, begun, Verb::Split, &units)))
    }

    by_selection!(
        Xinglingwang: |word, game, scene, unit| {
            let side = table::side(game, unit.card);
            table::is_combined(game, unit.card) && side.is_some_and(|side| field::has_room(game, side))
        }
    );
}
