//! Combinations, and the machine phase.
//!
//! 十五.合體.1–.6; 十五.機械合體.1–.6; 十五.寄生合體.1; 十五.分開.1–.3; ruling-40 to ruling-45, ruling-54,
//! ruling-63.

use serde::{Deserialize, Serialize};

use super::action::{Below, EnterMech, Mech};
use super::entry;
use super::reason::Reason;
use super::table::{self, Edge, Mark, Role, Verb, Where, Zone};
use super::words::KeywordName;
use super::zone::{self, Cause};
use super::{Question, Step, Xinglingwang, stat};
use crate::kernel::{
    CardId, Change, Draft, EachCard, End, Frame, Happening, Match, Object, Reach, Row, Seat, Spot, Together,
    test,
};
use crate::verdict::Cite;

type Game<'p> = Match<'p, Xinglingwang>;

/// A combination that is being made.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, EachCard, Serialize, Deserialize)]
pub struct Combination {
    /// Who makes it.
    pub seat: Seat,
    /// The unit that moved.
    pub unit: Object,
    /// The unit that it moved to.
    pub target: Object,
    /// Which goes under the other.
    pub below: Below,
    /// The edge that the lower one shows; asked for if it is not known.
    pub edge: Option<Edge>,
    /// It has been told before that they combine [十五.機械合體.5].
    pub told: bool,
}

/// The fields of this action, in the order of their bits.
pub const ENTER_FIELDS: &[&str] = &[];

/// The conditions of entering the machine phase.
pub const ENTER: &[Row<Xinglingwang, EnterMech>] =
    &[test(0, 0, &[cite!("十五.機械合體.1")], |game, _, _| {
        if game.state.facts.mech_used { Err(Reason::MachineUsed) } else { Ok(()) }
    })];

/// Reads the conditions of entering the machine phase.
pub fn check_enter(draft: &mut Draft<'_, '_, Xinglingwang>, seat: Seat, action: &EnterMech) {
    draft.rows(ENTER, ENTER_FIELDS, seat, action);
}

/// The machine phase begins on top of the window it is entered from.
pub fn enter(game: &mut Game<'_>, seat: Seat) {
    if !game.holds(cite!("十五.機械合體.1")) {
        return;
    }
    let facts = game.facts_mut();
    facts.mech_used = true;
    facts.mech = Some(Vec::new());
    game.open_window(crate::kernel::Window::one(Question::Machine, seat));
    game.happen(Happening::told(Verb::Machine, seat, cite!("十五.機械合體.1")));
}

/// The machine phase ends: back to the phase it was entered from [十五.機械合體.3].
pub fn exit(game: &mut Game<'_>, seat: Seat) {
    if !game.holds(cite!("十五.機械合體.3")) {
        return;
    }
    game.facts_mut().mech = None;
    game.pass();
    game.happen(Happening::told(Verb::Machine, seat, cite!("十五.機械合體.3")));
}

const UNIT: u16 = 1;
const TARGET: u16 = 2;

/// The fields of a combination, as bits.
pub mod mech_field {
    /// `unit`
    pub const UNIT: u16 = 1;
    /// `target`
    pub const TARGET: u16 = 2;
}

fn took_part(game: &Game<'_>, card: CardId) -> Result<(), Reason> {
    let name = &table::printed(game, card).name;
    let names = game.state.facts.mech.as_deref().unwrap_or_default();
    if names.contains(name) { Err(Reason::NameTookPart { card }) } else { Ok(()) }
}

fn not_combined(game: &Game<'_>, card: CardId) -> Result<(), Reason> {
    if table::is_combined(game, card) { Err(Reason::IsCombined { card }) } else { Ok(()) }
}

/// The fields of this action, in the order of their bits.
pub const MECH_FIELDS: &[&str] = &["/unit", "/target"];

/// The conditions of a mechanical combination, in their order.
pub const MECH: &[Row<Xinglingwang, Mech>] = &[
    test(UNIT, UNIT, &[cite!("十五.機械合體.2")], |game, seat, action| {
        match table::side(game, action.unit) == Some(seat) {
            true => Ok(()),
            false => Err(Reason::NotOwnUnit { card: action.unit }),
        }
    }),
    test(UNIT, UNIT, &[cite!("十五.機械合體.2")], |game, _, action| {
        match stat::has_keyword(game, action.unit, KeywordName::MechCombine) {
            true => Ok(()),
            false => Err(Reason::NoMechCombine { card: action.unit }),
        }
    }),
    // What this guards reads the target alone, and so does this.
    test(TARGET, TARGET, &[cite!("十五.機械合體.2")], |game, seat, action| {
        match table::side(game, action.target) == Some(seat) {
            true => Ok(()),
            false => Err(Reason::NotOwnUnit { card: action.target }),
        }
    }),
    test(TARGET, UNIT | TARGET, &[cite!("十五.機械合體.2")], |_, _, action| {
        match action.target != action.unit {
            true => Ok(()),
            false => Err(Reason::NotOwnUnit { card: action.target }),
        }
    }),
    test(TARGET, TARGET, &[cite!("十五.機械合體.2")], |game, _, action| {
        match stat::has_type(game, action.target, "machine") {
            true => Ok(()),
            false => Err(Reason::NotAMachine { card: action.target }),
        }
    }),
    test(UNIT, UNIT, &[cite!("十五.合體.1")], |game, _, action| not_combined(game, action.unit)),
    test(TARGET, TARGET, &[cite!("十五.合體.1")], |game, _, action| not_combined(game, action.target)),
    test(UNIT, UNIT, &[cite!("十五.禁錮.2")], |game, _, action| {
        match stat::has_keyword(game, action.unit, KeywordName::Confined) {
            true => Err(Reason::IsConfined { card: action.unit }),
            false => Ok(()),
        }
    }),
    test(UNIT, UNIT, &[cite!("六.7")], |game, _, action| {
        match super::prohibition::moves(game, action.unit) {
            true => Err(Reason::ForbiddenByEffect { card: Some(action.unit) }),
            false => Ok(()),
        }
    }),
    test(UNIT, UNIT, &[cite!("十五.機械合體.4")], |game, _, action| took_part(game, action.unit)),
    test(TARGET, TARGET, &[cite!("十五.機械合體.4")], |game, _, action| took_part(game, action.target)),
];

/// Reads the conditions of a mechanical combination.
pub fn check_mech(draft: &mut Draft<'_, '_, Xinglingwang>, seat: Seat, action: &Mech) {
    draft.rows(MECH, MECH_FIELDS, seat, action);
}

/// A unit moves onto another; what answers the combination comes first [十五.機械合體.2, .5].
pub fn mech(game: &mut Game<'_>, seat: Seat, action: &Mech) {
    if !game.holds(cite!("十五.機械合體.2")) {
        return;
    }
    let (unit, target) = (game.state.table.object(action.unit), game.state.table.object(action.target));
    for card in [action.unit, action.target] {
        let name = table::printed(game, card).name.clone();
        if let Some(names) = &mut game.facts_mut().mech
            && !names.contains(&name)
        {
            names.push(name);
        }
    }
    let Some(at) = table::position(game, action.target) else { return };
    let (below, edge) = (action.under, Some(action.expose));
    game.push(Step::Combine(Combination { seat, unit, target, below, edge, told: true }));
    let moved =
        Happening::moved(Verb::Move, seat, action.unit, at.spot(), End::Bottom, cite!("十五.機械合體.2"));
    let floor = game.state.agenda.len();
    if game.happen(moved).is_done() {
        joins(game, seat, unit, target);
    } else if game.state.agenda.len() > floor {
        game.push_above(floor, Step::Joins(seat, unit, target));
    }
}

/// A unit has moved onto another one: it is told that they combine.
pub fn joins(game: &mut Game<'_>, seat: Seat, unit: Object, target: Object) {
    if table::stands(game, unit) && table::position(game, unit.card) == table::position(game, target.card) {
        let mut told: Happening<Xinglingwang> =
            Happening::told(Verb::Combine, seat, cite!("十五.合體.1")).to(unit.card);
        told.detail.other = Some(target);
        game.happen(told);
    }
}

/// The rule by which a unit cannot go under another with 寄生合體 [十五.合體.1, 十五.寄生合體.1, ruling-44].
pub fn parasite_fault(game: &Game<'_>, unit: Object, target: CardId) -> Option<Cite> {
    if table::is_combined(game, target) && game.holds(cite!("十五.合體.1")) {
        return Some(cite!("十五.合體.1"));
    }
    (target == unit.card || !table::is_unit(game, target)).then_some(cite!("十五.寄生合體.1"))
}

/// Goes on with a combination; asks for the edge if it is not known.
pub fn run(game: &mut Game<'_>, combination: Combination) {
    let Combination { seat, unit, target, below, edge, told } = combination;
    if !table::stands(game, unit) || !table::stands(game, target) {
        return;
    }
    let Some(edge) = edge else {
        game.push(Step::Combine(Combination { seat, unit, target, below, edge: None, told }));
        return game.ask(seat, Question::Edge);
    };
    let (upper, lower) = match below {
        Below::Unit => (target.card, unit.card),
        Below::Target => (unit.card, target.card),
    };
    let Some(at) = table::position(game, target.card) else { return };
    combine(game, (upper, lower, edge), at, seat);
    let lower = game.state.table.object(lower);
    for verb in [Verb::Combine, Verb::Combined].into_iter().skip(usize::from(told)) {
        let mut event: Happening<Xinglingwang> = Happening::told(verb, seat, cite!("十五.合體.1")).to(upper);
        event.detail.other = (verb == Verb::Combined).then_some(lower);
        game.happen(event);
    }
}

/// One unit goes under another: a new entry, upright, without permanent magic [十五.合體.1–.4].
pub fn combine(game: &mut Game<'_>, (upper, lower, edge): (CardId, CardId, Edge), at: Where, seat: Seat) {
    for unit in [upper, lower] {
        drop_permanent(game, unit, Cause::rule(seat, cite!("十五.合體.4")));
    }
    // Effects for a time go over to the combined unit [ruling-63].
    let (from, to) = (game.state.table.object(lower), game.state.table.object(upper));
    for modifier in game.state.modifiers.iter_mut() {
        if let Reach::Objects(objects) = &mut modifier.reach {
            for object in objects.iter_mut().filter(|object| **object == from) {
                *object = to;
            }
        }
    }
    for card in table::conferred(game, lower).collect::<Vec<_>>() {
        let told = Happening::moved(
            Verb::Lay,
            seat,
            card,
            Spot::Member(upper, Role::Magic),
            End::Bottom,
            cite!("ruling-63"),
        );
        game.happen(told);
    }
    let under = Spot::Member(upper, Role::Lower(edge));
    let change = Change::Move(lower, under, End::Bottom, Mark::default());
    let mut told: Happening<Xinglingwang> =
        Happening::told(Verb::PutUnder, seat, cite!("十五.合體.1")).changing(change);
    told.detail.other = Some(to);
    told.detail.silent = true;
    game.happen(told);
    if table::position(game, upper) != Some(at) {
        let told = Happening::moved(Verb::Move, seat, upper, at.spot(), End::Bottom, cite!("十五.合體.1"));
        game.happen(told);
    }
    let mark = entry::fresh_mark(game, at);
    let mut told: Happening<Xinglingwang> =
        Happening::marked(Verb::Upright, seat, upper, mark, cite!("十五.合體.3"));
    told.detail.silent = true;
    game.happen(told);
}

/// The permanent magic of a unit goes to the graveyard [十五.合體.4, 十五.分開.3].
pub fn drop_permanent(game: &mut Game<'_>, unit: CardId, cause: Cause) {
    use super::printed::MagicType;
    for card in table::conferred(game, unit).collect::<Vec<_>>() {
        let permanent =
            table::printed(game, card).magic.as_ref().is_some_and(|magic| magic.kind == MagicType::Permanent);
        if permanent {
            zone::send(game, card, Verb::ToGraveyard, Zone::Graveyard, End::Bottom, cause);
        }
    }
}

/// Where a card of a combined unit may go that is split: front first for one in front [十五.分開.2, ruling-45].
pub fn split_positions(old: Where, free: &[Where]) -> table::Positions {
    let front = old.is_front() && free.iter().any(|at| at.is_front());
    free.iter().copied().filter(|at| !front || at.is_front()).collect()
}

/// The cards of a combined unit stand by themselves, each a new entry; those in `under` stay under the one on
/// its old position [十五.分開.1–.3, ruling-45].
pub fn part(
    game: &mut Game<'_>,
    unit: CardId,
    (apart, upper): (&[(CardId, Where)], Where),
    under: &[CardId],
    cause: Cause,
) {
    let Some(old) = table::position(game, unit) else { return };
    let side = old.side;
    if upper != old {
        let change = Change::Move(unit, upper.spot(), End::Bottom, Mark::default());
        let mut told = Happening::told(Verb::Move, side, cause.rule).changing(change).by(cause.source);
        told.detail.silent = true;
        game.happen(told);
    }
    for &(card, at) in apart {
        set_free(game, card, at, cause);
    }
    if let Some((host, _)) = apart.iter().find(|(_, at)| *at == old) {
        let stay = table::lower(game, unit).filter(|(card, _)| under.contains(card));
        for (card, edge) in stay.collect::<Vec<_>>() {
            stay_under(game, card, (*host, edge), side, cite!("ruling-45"));
        }
    }
    drop_permanent(game, unit, Cause { rule: cite!("十五.分開.3"), ..cause });
    let mark = entry::fresh_mark(game, upper);
    game.happen(Happening::marked(Verb::Split, side, unit, mark, cause.rule).by(cause.source));
}

/// A lower unit stands by itself again [十五.分開.1].
fn set_free(game: &mut Game<'_>, card: CardId, at: Where, cause: Cause) {
    let mark = entry::fresh_mark(game, at);
    let change = Change::Move(card, at.spot(), End::Bottom, mark);
    let mut told: Happening<Xinglingwang> =
        Happening::told(Verb::Split, cause.seat, cause.rule).changing(change).by(cause.source);
    told.detail.means = cause.means;
    game.happen(told);
}

/// A lower unit stays a lower unit, under another card of its pile.
fn stay_under(game: &mut Game<'_>, card: CardId, (host, edge): (CardId, Edge), seat: Seat, rule: Cite) {
    let change = Change::Move(card, Spot::Member(host, Role::Lower(edge)), End::Bottom, Mark::default());
    let mut told: Happening<Xinglingwang> = Happening::told(Verb::PutUnder, seat, rule).changing(change);
    told.detail.silent = true;
    game.happen(told);
}

/// The upper card of a combined unit leaves, the rest stays, upright and not as a new entry
/// [十五.偷襲.5, ruling-38]. The topmost lower card becomes the upper one.
pub fn stays(game: &Game<'_>, leaving: &Happening<Xinglingwang>) -> Together<Xinglingwang> {
    let upper = leaving.card().unwrap_or_default();
    let mut rest = table::lower(game, upper);
    let (Some((first, _)), Some(at)) = (rest.next(), table::position(game, upper)) else {
        return Together::new();
    };
    let mark =
        Mark { state: table::State::Upright, designated: None, left: None, ..table::mark(game, upper) };
    let silent = |mut told: Happening<Xinglingwang>| {
        told.detail.silent = true;
        told
    };
    let (seat, rule) = (leaving.seat, cite!("十五.偷襲.5"));
    let stands = Change::Move(first, at.spot(), End::Bottom, mark);
    let mut stays =
        Together::from_elem(silent(Happening::told(Verb::Upright, seat, rule).changing(stands)), 1);
    for (card, edge) in rest {
        let spot = Spot::Member(first, Role::Lower(edge));
        stays.push(silent(Happening::moved(Verb::PutUnder, seat, card, spot, End::Bottom, rule)));
    }
    stays
}

/// The edge that a lower unit shows is chosen.
pub fn choose_edge(game: &mut Game<'_>, edge: Edge) {
    match game.state.agenda.last_mut() {
        Some(Frame::Step(Step::Play(play))) => play.edge = Some(edge),
        Some(Frame::Step(Step::Combine(combination))) => combination.edge = Some(edge),
        _ => {}
    }
}
