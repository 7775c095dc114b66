//! What skills do to cards on the battlefield: entering, leaving, turning, moving.
//!
//! 302.1d, 313.2a entering; 307.1 active and rested; 313.6a destroying; 313.10a retreating; 403.3 positions;
//! 408.2 cards under others; ruling-37, ruling-45.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::table::{self, Detail, Means, Verb};
use super::super::{AzurLane, prohibition, standby, zone};
use super::Select;
use super::effect::{Game, Running, active, feasible, feasible_by_selection, in_owners_order, is_there};
use super::filter::{Face, Row, State};
use crate::card::{EffectWord, Lint, Next, Objects, Pause, Scene, Side};
use crate::kernel::CardId;
use crate::word;

word! {
    /// 登場, free of cost [302.1d, 313.2a]: on any own position except the flagship's, replacing a
    /// ship there, unless the text asks for an empty one [ruling-37].
    Enter {
        /// Which cards.
        what: Select,
        /// Active or rested.
        #[serde(default = "active")]
        state: State,
        /// Only on an empty position.
        #[serde(default)]
        empty_only: bool,
        /// Only in this row.
        #[serde(default)]
        row: Option<Row>,
    }
}

fn in_row(mut positions: Vec<u8>, row: Option<Row>) -> Vec<u8> {
    positions.retain(|&position| row.is_none_or(|row| Row::of(table::cell(position)) == row));
    positions
}

impl EffectWord<AzurLane> for Enter {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        lint.inside("what", |lint| self.what.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let seat = run.seat();
        let may_enter = |game: &Game<'_>, card: CardId| prohibition::enter(game, seat, card).is_none();
        let cards = run.select_as(seat, &self.what, cite!("306.1"), false, may_enter)?;
        if cards.is_empty() {
            return Ok(Next::Done(false));
        }
        let ordered = run.order(seat, cards, cite!("403.5"), false)?;
        let keep = run.decided();
        let source = Some(run.me());
        while let Some(&object) = ordered.get(run.done()) {
            if is_there(run.game, object) && may_enter(run.game, object.card) {
                let positions = in_row(table::positions(run.game, seat, self.empty_only), self.row);
                let rule = if self.empty_only { cite!("403.3a") } else { cite!("204.4b") };
                if let Some(at) = run.position(seat, &positions, rule)? {
                    let rested = self.state == State::Rested;
                    zone::enter(
                        run.game,
                        seat,
                        object.card,
                        table::cell(at),
                        rested,
                        source,
                        cite!("302.1d"),
                    );
                }
            }
            run.one_done(keep);
        }
        let entered = ordered.iter().all(|object| table::is_on_battlefield(run.game, object.card));
        Ok(Next::Done(entered))
    }

    fn is_feasible(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let cards = match &self.what {
            Select::Cards(cards) => cards.domain(game, scene),
            other => other.all(game, scene).iter().filter(|o| is_there(game, **o)).map(|o| o.card).collect(),
        };
        cards.iter().any(|&card| prohibition::enter(game, scene.seat, card).is_none())
            && !in_row(table::positions(game, scene.seat, self.empty_only), self.row).is_empty()
    }

    fn is_open(&self) -> bool {
        self.what.is_open()
    }
}

/// Both words of leaving by a skill.
fn leave_together(run: &mut Running<'_, '_>, by: Side, what: &Select, verb: Verb) -> Result<Next, Pause> {
    let mut chosen = Objects::new();
    for seat in by.in_turn_order(run.game, run.seat()) {
        let rule = if by == Side::Both { cite!("103.4") } else { cite!("306.1") };
        chosen.extend(run.select_as(seat, what, rule, false, |_, _| true)?);
    }
    run.bind(None, chosen.clone());
    let ordered = in_owners_order(run, chosen, cite!("404.3"), false)?;
    let (seat, source) = (run.seat(), Some(run.me()));
    let rule = if verb == Verb::Destroy { cite!("313.6a") } else { cite!("313.10a") };
    let with = Detail { means: Means::Skill, other: source, ..Detail::default() };
    let mut all = !ordered.is_empty();
    for object in ordered {
        all &= is_there(run.game, object)
            && zone::leave(run.game, seat, object.card, verb, with.clone(), source, rule);
    }
    Ok(Next::Done(all))
}

word! {
    /// 擊破: a ship goes from the battlefield to the retreat zone [313.6a].
    Destroy {
        /// Which ships.
        what: Select,
        /// Who carries it out; both: each player chooses for itself.
        #[serde(default)]
        by: Side,
    }
}

impl EffectWord<AzurLane> for Destroy {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        lint.inside("what", |lint| self.what.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        leave_together(run, self.by, &self.what, Verb::Destroy)
    }

    feasible_by_selection!();
}

word! {
    /// 撤退: an own ship goes from the battlefield to the retreat zone [313.10a].
    Retreat {
        /// Which ships.
        what: Select,
        /// Who carries it out.
        #[serde(default)]
        by: Side,
    }
}

impl EffectWord<AzurLane> for Retreat {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        lint.inside("what", |lint| self.what.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        leave_together(run, self.by, &self.what, Verb::Retreat)
    }

    feasible_by_selection!();
}

macro_rules! turning {
    ($(#[$meta:meta])* $name:ident, $act:path) => {
        word! {
            $(#[$meta])*
            $name {
                /// Which cards.
                what: Select,
            }
        }

        impl EffectWord<AzurLane> for $name {
            fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
                lint.inside("what", |lint| self.what.lint(lint));
            }

            fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
                let cards = run.select(&self.what, cite!("306.1"))?;
                let (seat, source) = (run.seat(), Some(run.me()));
                let mut all = !cards.is_empty();
                for object in cards {
                    all &= is_there(run.game, object)
                        && $act(run.game, seat, object.card, Means::Skill, source, cite!("307.1"));
                }
                Ok(Next::Done(all))
            }

            feasible_by_selection!();
        }
    };
}

turning!(
    /// Cards on the battlefield become rested; rested ones do not change [ruling-45].
    Rest,
    zone::rest
);
turning!(
    /// Cards on the battlefield become active.
    Activate,
    zone::activate
);

word! {
    /// A flagship is turned over [204.3d, 602.2, ruling-68].
    Flip {
        /// Whose.
        #[serde(default)]
        side: Side,
        /// Which face is up afterwards.
        to: Face,
    }
}

impl EffectWord<AzurLane> for Flip {
    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let source = Some(run.me());
        for &seat in self.side.seats(run.seat()) {
            if let Some(flagship) = table::flagship(run.game, seat) {
                zone::flip(run.game, seat, flagship, self.to == Face::Back, source, cite!("602.2"));
            }
        }
        Ok(Next::Done(true))
    }
}

word! {
    /// Events are used without payment [302.1d]; their skills wait for the running one to end
    /// [306.1b].
    UseEvent {
        /// Which events.
        what: Select,
    }
}

impl EffectWord<AzurLane> for UseEvent {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        lint.inside("what", |lint| self.what.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let seat = run.seat();
        let may_use = |game: &Game<'_>, card: CardId| {
            !standby::main_skills(game, card).is_empty() && prohibition::use_card(game, seat, card).is_none()
        };
        let cards = run.select_as(seat, &self.what, cite!("306.1"), false, may_use)?;
        let source = Some(run.me());
        let any = !cards.is_empty();
        for object in cards {
            if is_there(run.game, object) {
                standby::use_event_free(run.game, seat, object.card, source, cite!("302.1d"));
            }
        }
        Ok(Next::Done(any))
    }

    feasible_by_selection!();
}

word! {
    /// Cards go under another card, at the very bottom [408.3, 408.4].
    PutUnder {
        /// Which cards.
        what: Select,
        /// Under which card.
        #[serde(default = "this")]
        under: Select,
    }
}

fn this() -> Select {
    Select::This
}

impl EffectWord<AzurLane> for PutUnder {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        lint.inside("what", |lint| self.what.lint(lint));
        lint.inside("under", |lint| self.under.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let host = run.select(&self.under, cite!("306.1"))?;
        let Some(&host) = host
            .first()
            .filter(|host| is_there(run.game, **host) && table::is_on_battlefield(run.game, host.card))
        else {
            return Ok(Next::Done(false));
        };
        let not_host = move |game: &Game<'_>, card: CardId| {
            card != host.card && table::flagship_side(game, card).is_none()
        };
        let seat = run.seat();
        let cards = run.select_as(seat, &self.what, cite!("306.1"), false, not_host)?;
        let ordered = run.order(seat, cards, cite!("408.4"), false)?;
        let source = Some(run.me());
        let mut all = !ordered.is_empty();
        for object in ordered {
            all &= is_there(run.game, object)
                && zone::put_under(run.game, seat, object.card, host.card, source, cite!("408.4"));
        }
        Ok(Next::Done(all))
    }

    feasible_by_selection!();
}

word! {
    /// A ship moves to an empty position of its side [400.5].
    Move {
        /// Which cards.
        what: Select,
        /// Only into this row.
        #[serde(default)]
        row: Option<Row>,
    }
}

impl EffectWord<AzurLane> for Move {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        lint.inside("what", |lint| self.what.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let cards = run.select(&self.what, cite!("306.1"))?;
        let keep = run.decided();
        let (seat, source) = (run.seat(), Some(run.me()));
        while let Some(&object) = cards.get(run.done()) {
            if is_there(run.game, object)
                && let Some((side, _)) = table::battlefield_cell(run.game, object.card)
            {
                let positions = in_row(table::positions(run.game, side, true), self.row);
                if let Some(at) = run.position(seat, &positions, cite!("400.5"))? {
                    zone::move_to(run.game, seat, object.card, table::cell(at), source, cite!("400.5"));
                }
            }
            run.one_done(keep);
        }
        Ok(Next::Done(!cards.is_empty()))
    }

    feasible_by_selection!();
}

word! {
    /// Two cards of one side change places [400.5].
    Swap {
        /// Two cards.
        what: Select,
    }
}

impl EffectWord<AzurLane> for Swap {
    fn lint(&self, lint: &mut Lint<'_, AzurLane>) {
        lint.inside("what", |lint| self.what.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let cards = run.select(&self.what, cite!("306.1"))?;
        let (seat, source) = (run.seat(), Some(run.me()));
        let &[first, second] = cards.as_slice() else { return Ok(Next::Done(false)) };
        let cells =
            (table::battlefield_cell(run.game, first.card), table::battlefield_cell(run.game, second.card));
        let (Some((left, left_cell)), Some((right, right_cell))) = cells else {
            return Ok(Next::Done(false));
        };
        if left != right {
            return Ok(Next::Done(false));
        }
        zone::move_to(run.game, seat, first.card, right_cell, source, cite!("400.5"));
        zone::move_to(run.game, seat, second.card, left_cell, source, cite!("400.5"));
        Ok(Next::Done(true))
    }

    feasible_by_selection!();
}
