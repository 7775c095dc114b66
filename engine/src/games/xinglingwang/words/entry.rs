//! What effects do with units on the field: bringing them in, moving, changing and combining them,
//! travelers and ghosts.
//!
//! 九 entering; 十二.6 summoning without tributes; 十五.變為, 十五.寄生合體, 十五.分開, 十五.上車, 十五.下車,
//! 十五.亡魂, 十五.還魂; ruling-17, ruling-18, ruling-44, ruling-45, ruling-49, ruling-54, ruling-55.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::action::Below;
use super::super::machine::{self, Combination};
use super::super::table::{self, Mark, Verb, Where, Zone};
use super::super::zone;
use super::super::{Step, Xinglingwang, entry, stat};
use super::effect::{Game, Running, by_selection, cause, each, feasible, pick};
use super::filter::Row;
use super::{Amount, Select};
use crate::card::{Answer, Choosable, Choosing, EffectWord, Lint, Next, Pause, Scene, Side};
use crate::kernel::{CardId, Change, End, Happening, Object, Seat};
use crate::word;

fn indices(places: &[Where]) -> Vec<u8> {
    places.iter().map(|at| at.index()).collect()
}

/// The player on whose half something enters.
const fn half(side: Side, me: Seat) -> Seat {
    match side {
        Side::Opponent => me.other(),
        Side::Own | Side::Both => me,
    }
}

word! {
    /// 召喚小旅人: so many travelers of that half's forest enter, as many as there are and find room
    /// [四.6, 九.2, 九.3].
    SummonTravelers {
        /// How many.
        #[serde(default = "Amount::one")]
        n: Amount,
        /// On whose half.
        #[serde(default)]
        side: Side,
    }
}

impl EffectWord<Xinglingwang> for SummonTravelers {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        lint.inside("n", |lint| self.n.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let value = self.n.value(run.game, &run.scene()).clamp(0, 20);
        let n = match run.settle(|_| Answer::Number(value)) {
            Answer::Number(n) => usize::try_from(n).unwrap_or(0),
            _ => 0,
        };
        let (floor, keep) = (run.game.state.agenda.len(), run.decided());
        let (seat, side) = (run.seat(), half(self.side, run.seat()));
        while run.done() < n {
            let places = table::entries(run.game, side);
            if places.is_empty() || table::forest(run.game, side) == 0 {
                return Ok(Next::Done(false));
            }
            let Some(at) = run.position(seat, &indices(&places), cite!("九.2"))?.and_then(Where::from_index)
            else {
                return Ok(Next::Done(false));
            };
            let why = cause(run, cite!("九.2"));
            entry::enter_traveler(run.game, side, at, why);
            run.one_done(keep);
            if run.game.is_interrupted(floor) {
                return Err(Pause::Pushed);
            }
        }
        Ok(Next::Done(n > 0))
    }

    fn is_feasible(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let side = half(self.side, scene.seat);
        table::forest(game, side) > 0 && !table::empty(game, side).is_empty()
    }
}

/// 召喚 and 額外打出 of cards by an effect [十二.6].
fn bring_in(run: &mut Running<'_, '_>, what: &Select, side: Side, verb: Verb) -> Result<Next, Pause> {
    let cards = pick(run, what, cite!("十二.6"))?;
    let (floor, keep) = (run.game.state.agenda.len(), run.decided());
    let (seat, side) = (run.seat(), half(side, run.seat()));
    while let Some(&object) = cards.get(run.done()) {
        let may = run.game.state.table.is_current(object)
            && !table::is_unit(run.game, object.card)
            && entry::may_enter_by_effect(run.game, object.card);
        if may {
            let places = entry::entries_of(run.game, object.card, side);
            if let Some(at) =
                run.position(seat, &indices(&places), cite!("九.2"))?.and_then(Where::from_index)
            {
                let why = cause(run, cite!("十二.6"));
                entry::enter(run.game, object.card, at, verb, why);
            }
        }
        run.one_done(keep);
        if run.game.is_interrupted(floor) {
            return Err(Pause::Pushed);
        }
    }
    let happened = &run.game.state.facts.happened;
    let all = !cards.is_empty() && cards.iter().all(|object| happened.contains(&(verb, *object)));
    Ok(Next::Done(all))
}

macro_rules! bringing {
    ($(#[$meta:meta])* $name:ident, $verb:expr) => {
        word! {
            $(#[$meta])*
            $name {
                /// Which cards.
                what: Select,
                /// On whose half.
                #[serde(default)]
                side: Side,
            }
        }

        impl EffectWord<Xinglingwang> for $name {
            fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
                self.what.lint(lint);
            }

            fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
                bring_in(run, &self.what, self.side, $verb)
            }

            fn is_feasible(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
                let side = half(self.side, scene.seat);
                let mut cards = self.what.all(game, scene).into_iter();
                !table::empty(game, side).is_empty()
                    && cards.any(|object| entry::may_enter_by_effect(game, object.card))
            }

            fn is_open(&self) -> bool {
                self.what.is_open()
            }
        }
    };
}

bringing!(
    /// 召喚: units enter without tributes and without their 立即 [十二.6, ruling-18].
    Summon,
    Verb::Summon
);
bringing!(
    /// 額外打出: units are played without tributes; their 立即 is processed [十二.6, ruling-18].
    ExtraPlay,
    Verb::ExtraPlay
);

/// Where a unit goes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Destination {
    /// Any empty position of its half.
    Any {},
    /// An empty position of this row of its half.
    Row(Row),
    /// An empty position of one of these lanes of its half.
    Lane(Vec<u8>),
    /// The position directly behind the cards meant.
    Behind(Select),
    /// The empty positions beside the cards meant.
    Beside(Select),
    /// The other position of its lane.
    OtherRow {},
}

impl Destination {
    fn places(&self, game: &Game<'_>, scene: &Scene<'_>, unit: CardId) -> Vec<Where> {
        let Some(from) = table::position(game, unit) else { return Vec::new() };
        let near: Vec<Where> = match self {
            Destination::Behind(what) | Destination::Beside(what) => what
                .all(game, scene)
                .into_iter()
                .filter_map(|object| table::position(game, object.card))
                .collect(),
            _ => Vec::new(),
        };
        let fits = |at: &Where| match self {
            Destination::Any {} => true,
            Destination::Row(row) => row.has(*at),
            Destination::Lane(lanes) => lanes.contains(&(at.lane() + 1)),
            Destination::Behind(_) => near.iter().any(|of| of.directly_behind() == Some(*at)),
            Destination::Beside(_) => {
                near.iter().any(|of| of.beside(game.state.facts.first).contains(&Some(*at)))
            }
            Destination::OtherRow {} => at.lane() == from.lane() && at.is_front() != from.is_front(),
        };
        table::empty(game, from.side).into_iter().filter(fits).collect()
    }
}

word! {
    /// A unit moves to an empty position of its half; 禁錮 does not stop it [十五.禁錮.3].
    Move {
        /// Which units.
        what: Select,
        /// Where.
        to: Destination,
        /// Who chooses the position.
        #[serde(default)]
        chooser: Choosing,
    }
}

impl EffectWord<Xinglingwang> for Move {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        lint.inside("what", |lint| self.what.lint(lint));
        if let Destination::Behind(what) | Destination::Beside(what) = &self.to {
            lint.inside("to", |lint| what.lint(lint));
        }
        if self.chooser == Choosing::Random {
            lint.find("wrong_chooser", "a position is chosen by a player");
        }
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let cards = pick(run, &self.what, cite!("六.1"))?;
        let (floor, keep) = (run.game.state.agenda.len(), run.decided());
        let seat = if self.chooser == Choosing::Opponent { run.seat().other() } else { run.seat() };
        while let Some(&object) = cards.get(run.done()) {
            let bound = stat::has_keyword(run.game, object.card, super::KeywordName::Confined)
                && !run.game.holds(cite!("十五.禁錮.3"));
            if table::stands(run.game, object) && !bound {
                let places = self.to.places(run.game, &run.scene(), object.card);
                let at = run.position(seat, &indices(&places), cite!("六.1"))?;
                if let Some(at) = at.and_then(Where::from_index) {
                    let why = cause(run, cite!("六.1"));
                    zone::move_to(run.game, object.card, at, why);
                }
            }
            run.one_done(keep);
            if run.game.is_interrupted(floor) {
                return Err(Pause::Pushed);
            }
        }
        let happened = &run.game.state.facts.happened;
        let all = !cards.is_empty() && cards.iter().all(|object| happened.contains(&(Verb::Move, *object)));
        Ok(Next::Done(all))
    }

    fn is_feasible(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let units = self.what.all(game, scene);
        units.into_iter().any(|unit| !self.to.places(game, scene, unit.card).is_empty())
    }
}

word! {
    /// Two units of one half change places.
    Swap {
        /// One unit.
        one: Select,
        /// The other.
        other: Select,
    }
}

impl EffectWord<Xinglingwang> for Swap {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        lint.inside("one", |lint| self.one.lint(lint));
        lint.inside("other", |lint| self.other.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let one = pick(run, &self.one, cite!("六.1"))?;
        let other = pick(run, &self.other, cite!("六.1"))?;
        let (Some(one), Some(other)) = (one.first(), other.first()) else { return Ok(Next::Done(false)) };
        if run.done() > 0 {
            return Ok(Next::Done(true));
        }
        let keep = run.decided();
        let why = cause(run, cite!("六.1"));
        let both = table::stands(run.game, *one) && table::stands(run.game, *other);
        let did = both && zone::swap(run.game, one.card, other.card, why);
        run.one_done(keep);
        Ok(Next::Done(did))
    }

    fn is_feasible(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        feasible(&self.one, game, scene) && feasible(&self.other, game, scene)
    }
}

/// What a unit becomes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Into {
    /// The card that is used, or that the ability stands on.
    This {},
    /// A traveler of that half's forest.
    Traveler {},
    /// A card.
    Card(Select),
}

word! {
    /// 變為: a unit with its magic goes to the graveyard, and the other card stands in its place, in
    /// its state [十五.變為.1, 十五.變為.2].
    Transform {
        /// Which unit.
        what: Select,
        /// Into what.
        into: Into,
    }
}

impl EffectWord<Xinglingwang> for Transform {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        lint.inside("what", |lint| self.what.lint(lint));
        if let Into::Card(what) = &self.into {
            lint.inside("into", |lint| what.lint(lint));
        }
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let units = pick(run, &self.what, cite!("十五.變為.1"))?;
        let into = match &self.into {
            Into::This {} => vec![run.me()],
            Into::Traveler {} => Vec::new(),
            Into::Card(what) => pick(run, what, cite!("十五.變為.1"))?,
        };
        let Some(&unit) = units.first().filter(|unit| table::stands(run.game, **unit)) else {
            return Ok(Next::Done(run.done() > 0));
        };
        if run.done() > 0 {
            return Ok(Next::Done(true));
        }
        let keep = run.decided();
        let why = cause(run, cite!("十五.變為.1"));
        let (Some(at), mark) = (table::position(run.game, unit.card), table::mark(run.game, unit.card))
        else {
            return Ok(Next::Done(false));
        };
        let next = match &self.into {
            Into::Traveler {} => zone::figure(run.game, at.side, why),
            _ => into.first().filter(|card| run.game.state.table.is_current(**card)).map(|card| card.card),
        };
        let Some(next) = next.filter(|card| table::printed(run.game, *card).unit.is_some()) else {
            return Ok(Next::Done(false));
        };
        run.one_done(keep);
        zone::send(run.game, unit.card, Verb::Replaced, Zone::Graveyard, End::Bottom, why);
        // Abilities used up belong to the card that has gone.
        let mark = Mark { used: 0, left: None, ..mark };
        let mark = match run.game.holds(cite!("十五.變為.3")) {
            true => mark,
            false => Mark { kept_in_front: at.is_front(), entered: run.game.state.facts.turn, ..mark },
        };
        let change = Change::Move(next, at.spot(), End::Bottom, mark);
        let mut told: Happening<Xinglingwang> =
            Happening::told(Verb::Transform, why.seat, cite!("十五.變為.2")).changing(change);
        told.detail.other = Some(unit);
        run.game.happen(told.by(why.source));
        Ok(Next::Done(true))
    }

    by_selection!();
}

word! {
    /// 寄生合體: the unit moves to the target and goes under it [十五.寄生合體.1, ruling-44].
    Parasite {
        /// The target.
        what: Select,
    }
}

impl EffectWord<Xinglingwang> for Parasite {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        self.what.lint(lint);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let targets = pick(run, &self.what, cite!("十五.寄生合體.1"))?;
        if run.done() > 0 {
            return Ok(Next::Done(true));
        }
        let (keep, seat, unit) = (run.decided(), run.seat(), run.me());
        let fits = |game: &Game<'_>, object: Object| {
            table::stands(game, object) && !table::is_combined(game, object.card)
        };
        let target = targets.first().copied().filter(|target| fits(run.game, *target) && *target != unit);
        let possible = fits(run.game, unit) && run.game.holds(cite!("十五.寄生合體.1"));
        let Some(target) = target.filter(|_| possible) else { return Ok(Next::Done(false)) };
        run.one_done(keep);
        let combination = Combination { seat, unit, target, below: Below::Unit, edge: None, told: false };
        run.push(Step::Combine(combination));
        Err(Pause::Pushed)
    }

    by_selection!();
}

word! {
    /// 分開: the lower units of combined units stand by themselves again, the lowest first
    /// [十五.分開.1–.3, ruling-45].
    Split {
        /// Which units.
        what: Select,
    }
}

impl EffectWord<Xinglingwang> for Split {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        self.what.lint(lint);
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let units = pick(run, &self.what, cite!("十五.分開.1"))?;
        let (floor, keep) = (run.game.state.agenda.len(), run.decided());
        let Some(&unit) = units.first().filter(|unit| table::stands(run.game, **unit)) else {
            return Ok(Next::Done(run.done() > 0));
        };
        let why = cause(run, cite!("十五.分開.1"));
        let side = table::side(run.game, unit.card).unwrap_or(why.seat);
        while let Some(&(lower, _)) = table::lower(run.game, unit.card).last() {
            let places = machine::split_positions(run.game, unit.card);
            let Some(at) =
                run.position(side, &indices(&places), cite!("十五.分開.2"))?.and_then(Where::from_index)
            else {
                break;
            };
            machine::set_free(run.game, lower, at, why);
            run.one_done(keep);
            if run.game.is_interrupted(floor) {
                return Err(Pause::Pushed);
            }
        }
        if run.done() > 0
            && let Some(at) = table::position(run.game, unit.card)
        {
            machine::drop_permanent(run.game, unit.card, zone::Cause { rule: cite!("十五.分開.3"), ..why });
            let told =
                Happening::marked(Verb::Split, side, unit.card, entry::fresh_mark(run.game, at), why.rule);
            run.game.happen(told.by(why.source));
        }
        Ok(Next::Done(run.done() > 0))
    }

    by_selection!();
}

word! {
    /// 上車: travelers from the field, or so many of the own forest, go under carriers
    /// [十五.上車.1, 十五.搭乘.2].
    Board {
        /// Travelers on the field.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        what: Option<Select>,
        /// So many of the own forest.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        n: Option<Amount>,
        /// Under which unit.
        on: Select,
    }
}

impl EffectWord<Xinglingwang> for Board {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        if self.what.is_some() == self.n.is_some() {
            lint.find("wrong_attribute", "either travelers of the field or a number of the forest board");
        }
        if let Some(what) = &self.what {
            lint.inside("what", |lint| what.lint(lint));
        }
        if let Some(n) = &self.n {
            lint.inside("n", |lint| n.lint(lint));
        }
        lint.inside("on", |lint| self.on.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let travelers = match &self.what {
            Some(what) => pick(run, what, cite!("十五.上車.1"))?,
            None => Vec::new(),
        };
        let carriers = pick(run, &self.on, cite!("十五.上車.1"))?;
        let Some(&carrier) = carriers.first().filter(|unit| table::stands(run.game, **unit)) else {
            return Ok(Next::Done(false));
        };
        let why = cause(run, cite!("十五.上車.1"));
        if let Some(n) = &self.n {
            if run.done() > 0 {
                return Ok(Next::Done(true));
            }
            let keep = run.decided();
            let wanted = zone::count(n.value(run.game, &run.scene()));
            let n = wanted.min(entry::room_for_passengers(run.game, carrier.card));
            run.one_done(keep);
            return Ok(Next::Done(zone::board(run.game, carrier.card, why.seat, n, why) == wanted));
        }
        each(run, &travelers, |game, traveler| {
            let room = entry::room_for_passengers(game, carrier.card) > 0 && table::stands(game, carrier);
            if room && table::is_traveler(game, traveler.card) && traveler != carrier {
                for magic in table::conferred(game, traveler.card) {
                    zone::send(game, magic, Verb::ToGraveyard, Zone::Graveyard, End::Bottom, why);
                }
                zone::board_from_field(game, traveler.card, carrier.card, why);
            }
        })?;
        let gone = travelers.iter().all(|traveler| !table::stands(run.game, *traveler));
        Ok(Next::Done(!travelers.is_empty() && gone))
    }

    fn is_feasible(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        self.what.as_ref().is_none_or(|what| feasible(what, game, scene)) && feasible(&self.on, game, scene)
    }
}

word! {
    /// 下車: so many travelers under this unit go back to the forest [十五.下車.1].
    Alight {
        /// How many.
        #[serde(default = "Amount::one")]
        n: Amount,
    }
}

impl EffectWord<Xinglingwang> for Alight {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        lint.inside("n", |lint| self.n.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let n = zone::count(self.n.value(run.game, &run.scene()));
        let (me, why) = (run.me(), cause(run, cite!("十五.下車.1")));
        let there = table::stands(run.game, me) && table::passengers(run.game, me.card) >= n;
        Ok(Next::Done(there && zone::alight(run.game, me.card, n, why) == n))
    }

    fn is_feasible(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let n = self.n.value(game, scene);
        table::stands(game, scene.me) && i64::from(table::passengers(game, scene.me.card)) >= n.max(1)
    }
}

word! {
    /// 還魂: cards of the own graveyard that are worth exactly this return to hand; they are chosen
    /// one by one [十五.還魂.1, 十五.亡魂.1, ruling-55].
    ReturnGhosts {
        /// What they are worth together.
        n: Amount,
    }
}

/// The sums that are possible when each of the first has to count and each of the others may.
fn sums(must: &[Vec<i64>], may: &[Vec<i64>]) -> BTreeSet<i64> {
    let mut sums = BTreeSet::from([0i64]);
    for values in must {
        sums = sums.iter().flat_map(|sum| values.iter().map(move |value| sum + value)).collect();
    }
    for values in may {
        let more: Vec<i64> =
            sums.iter().flat_map(|sum| values.iter().map(move |value| sum + value)).collect();
        sums.extend(more);
    }
    sums
}

/// The cards of a graveyard with what they can count for.
fn ghosts(game: &Game<'_>, seat: Seat) -> Vec<(CardId, Vec<i64>)> {
    let cards = game.state.table.list(table::GRAVEYARD.of(seat)).iter();
    cards.map(|card| (*card, stat::ghosts(game, *card))).filter(|(_, values)| !values.is_empty()).collect()
}

impl EffectWord<Xinglingwang> for ReturnGhosts {
    fn lint(&self, lint: &mut Lint<'_, Xinglingwang>) {
        lint.inside("n", |lint| self.n.lint(lint));
    }

    fn run(&self, run: &mut Running<'_, '_>) -> Result<Next, Pause> {
        let seat = run.seat();
        let n = self.n.value(run.game, &run.scene());
        let all = ghosts(run.game, seat);
        let mut chosen: Vec<(CardId, Vec<i64>)> = Vec::new();
        while run.done() == 0 {
            let values = |cards: &[(CardId, Vec<i64>)]| -> Vec<Vec<i64>> {
                cards.iter().map(|(_, values)| values.clone()).collect()
            };
            if !chosen.is_empty() && sums(&values(&chosen), &[]).contains(&n) {
                break;
            }
            let rest: Vec<(CardId, Vec<i64>)> = all
                .iter()
                .filter(|(card, _)| !chosen.iter().any(|(other, _)| other == card))
                .cloned()
                .collect();
            let leads = |card: &(CardId, Vec<i64>)| {
                let mut must = values(&chosen);
                must.push(card.1.clone());
                let others: Vec<_> = rest.iter().filter(|other| other.0 != card.0).cloned().collect();
                sums(&must, &values(&others)).contains(&n)
            };
            let domain: Vec<CardId> = rest.iter().filter(|card| leads(card)).map(|(card, _)| *card).collect();
            let card = match domain.as_slice() {
                [] => return Ok(Next::Done(false)),
                [only] => *only,
                _ => {
                    let what = Choosable::Cards { from: domain, min: 1, max: 1, hidden: false };
                    match run.ask(seat, what, cite!("十五.還魂.1"), true)? {
                        Answer::Cards(cards) => match cards.first() {
                            Some(card) => *card,
                            None => return Ok(Next::Done(false)),
                        },
                        _ => return Ok(Next::Done(false)),
                    }
                }
            };
            chosen.extend(all.iter().find(|(other, _)| *other == card).cloned());
        }
        let objects = match run.done() {
            0 => {
                let objects: Vec<Object> =
                    chosen.iter().map(|(card, _)| run.game.state.table.object(*card)).collect();
                run.bind(Some(RETURNED), objects.clone());
                objects
            }
            _ => {
                let named = run.resolution.bound.named.iter().find(|(name, _)| name == RETURNED);
                named.map(|(_, objects)| objects.clone()).unwrap_or_default()
            }
        };
        let why = cause(run, cite!("十五.還魂.1"));
        each(run, &objects, |game, object| {
            zone::send(game, object.card, Verb::Ghost, Zone::Hand, End::Bottom, why);
        })?;
        Ok(Next::Done(!objects.is_empty()))
    }

    fn is_feasible(&self, game: &Game<'_>, scene: &Scene<'_>) -> bool {
        let n = self.n.value(game, scene);
        let all: Vec<Vec<i64>> = ghosts(game, scene.seat).into_iter().map(|(_, values)| values).collect();
        // At least one card is returned.
        (0..all.len()).any(|first| {
            let must: Vec<Vec<i64>> = all.iter().skip(first).take(1).cloned().collect();
            let may: Vec<Vec<i64>> = all.iter().skip(first + 1).cloned().collect();
            sums(&must, &may).contains(&n)
        })
    }
}

/// The name under which returned ghosts are bound.
const RETURNED: &str = "returned";
