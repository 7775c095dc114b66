//! Combinations, and the machine phase.
//!
//! 十五.合體.1–.6; 十五.機械合體.1–.6; 十五.寄生合體.1; 十五.分開.1–.3; ruling-40 to ruling-45, ruling-54,
//! ruling-63.

use super::action::Below;
use super::entering;
use super::field::{self, Where};
use super::reason::Reason;
use super::table::{self, Edge, Mark, Role, Verb, Zone};
use super::words::KeywordName;
use super::zone::{self, By, silent};
use super::{Question, Step, Xinglingwang, stat};
use crate::game_kit::action::ActionKind;
use crate::game_kit::action::legal::{Slots, each, whole};
use crate::game_kit::fields::fields;
use crate::kernel::shape::{Domain, Value};
use crate::kernel::{
    CardId, Change, End, Frame, Match, Object, Proposal, Reach, Row, Seat, Spot, Together, ensure, held,
    refuse_if, test,
};
use crate::verdict::Cite;

type Game<'p> = Match<'p, Xinglingwang>;
type Time = crate::game_kit::action::Time<Xinglingwang>;

/// A combination that is being made.
#[held]
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

/// The machine phase begins [十五.機械合體.1].
#[fields]
pub struct EnterMech {}

impl ActionKind<Xinglingwang> for EnterMech {
    const CONDITIONS: &'static [Row<Xinglingwang, Self>] =
        &[test(0, 0, &[cite!("十五.機械合體.1")], |game, _, _| {
            refuse_if(game.state.facts.mech_used, Reason::MachineUsed)
        })];
    const ANSWERS: fn(&Question) -> bool = |question| {
        use Question::{Attack, Formation, Summon, Tactic, TacticsEnd};
        matches!(question, Summon | Tactic | Formation | Attack | TacticsEnd)
    };
    const TIME: Time = |_, _| &[cite!("十五.機械合體.1")];

    /// Opens the window of the machine phase above the one that it is entered from.
    fn perform(&self, game: &mut Game<'_>, seat: Seat, _: Option<&Question>) {
        if !game.in_force(cite!("十五.機械合體.1")) {
            return;
        }
        let facts = game.facts_mut();
        facts.mech_used = true;
        facts.mech = Some(Vec::new());
        game.open_window(crate::kernel::Window::one(Question::Machine, seat));
        game.propose(Proposal::told(Verb::Machine, seat, cite!("十五.機械合體.1")));
    }
}

/// The machine phase ends [十五.機械合體.3].
#[fields]
pub struct ExitMech {}

impl ActionKind<Xinglingwang> for ExitMech {
    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::Machine);
    const TIME: Time = |_, _| &[cite!("十五.機械合體.3")];

    /// Closes the window, so that the one below it is open again [十五.機械合體.3].
    fn perform(&self, game: &mut Game<'_>, seat: Seat, _: Option<&Question>) {
        if !game.in_force(cite!("十五.機械合體.3")) {
            return;
        }
        game.facts_mut().mech = None;
        game.pass();
        game.propose(Proposal::told(Verb::Machine, seat, cite!("十五.機械合體.3")));
    }
}

fn took_part(game: &Game<'_>, card: CardId) -> Result<(), Reason> {
    let name = table::printed(game, card).name.printed();
    let names = game.state.facts.mech.as_deref().unwrap_or_default();
    refuse_if(names.iter().any(|used| used == name), Reason::NameTookPart { card })
}

fn not_combined(game: &Game<'_>, card: CardId) -> Result<(), Reason> {
    refuse_if(table::is_combined(game, card), Reason::IsCombined { card })
}

/// 機械合體 [十五.機械合體.2].
#[fields]
pub struct Mech {
    /// The edge that the lower unit shows.
    pub expose: Edge,
    /// The unit that it moves to.
    pub target: CardId,
    /// Which of the two goes under the other.
    pub under: Below,
    /// The unit with 機械合體.
    pub unit: CardId,
}

impl ActionKind<Xinglingwang> for Mech {
    const CONDITIONS: &'static [Row<Xinglingwang, Self>] = &[
        test(Self::UNIT, Self::UNIT, &[cite!("十五.機械合體.2")], |game, seat, action| {
            ensure(table::side(game, action.unit) == Some(seat), Reason::NotOwnUnit { card: action.unit })
        }),
        test(Self::UNIT, Self::UNIT, &[cite!("十五.機械合體.2")], |game, _, action| {
            ensure(
                stat::has_keyword(game, action.unit, KeywordName::MechCombine),
                Reason::NoMechCombine { card: action.unit },
            )
        }),
        // The rows below that read the target alone rely on this one, so it reads the target alone, too.
        test(Self::TARGET, Self::TARGET, &[cite!("十五.機械合體.2")], |game, seat, action| {
            ensure(table::side(game, action.target) == Some(seat), Reason::NotOwnUnit { card: action.target })
        }),
        test(Self::TARGET, Self::UNIT | Self::TARGET, &[cite!("十五.機械合體.2")], |_, _, action| {
            ensure(action.target != action.unit, Reason::NotOwnUnit { card: action.target })
        }),
        test(Self::TARGET, Self::TARGET, &[cite!("十五.機械合體.2")], |game, _, action| {
            ensure(
                stat::has_type(game, action.target, "machine"),
                Reason::NotAMachine { card: action.target },
            )
        }),
        test(Self::UNIT, Self::UNIT, &[cite!("十五.合體.1")], |game, _, action| {
            not_combined(game, action.unit)
        }),
        test(Self::TARGET, Self::TARGET, &[cite!("十五.合體.1")], |game, _, action| {
            not_combined(game, action.target)
        }),
        test(Self::UNIT, Self::UNIT, &[cite!("十五.禁錮.2")], |game, _, action| {
            refuse_if(
                stat::has_keyword(game, action.unit, KeywordName::Confined),
                Reason::IsConfined { card: action.unit },
            )
        }),
        test(Self::UNIT, Self::UNIT, &[cite!("六.7")], |game, _, action| {
            refuse_if(
                super::prohibition::moves(game, action.unit),
                Reason::ForbiddenByEffect { card: Some(action.unit) },
            )
        }),
        test(Self::UNIT, Self::UNIT, &[cite!("十五.機械合體.4")], |game, _, action| {
            took_part(game, action.unit)
        }),
        test(Self::TARGET, Self::TARGET, &[cite!("十五.機械合體.4")], |game, _, action| {
            took_part(game, action.target)
        }),
    ];
    const SLOTS: Slots<Xinglingwang, Self> = &[&[
        each("unit", Self::UNIT, |game, seat, _| Value::cards(field::units(game, seat))),
        each("target", Self::TARGET, |game, seat, _| Value::cards(field::units(game, seat))),
        whole("under", Self::UNDER, |_, _, _| Some(Domain::OneOf(Below::values()))),
        whole("expose", Self::EXPOSE, |_, _, _| Some(Domain::OneOf(Edge::values()))),
    ]];
    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::Machine);
    const TIME: Time = |_, _| &[cite!("十五.機械合體.2")];

    /// Moves the unit onto the target; the combination itself waits until the abilities that trigger on it
    /// are done [十五.機械合體.2, .5].
    fn perform(&self, game: &mut Game<'_>, seat: Seat, _: Option<&Question>) {
        if !game.in_force(cite!("十五.機械合體.2")) {
            return;
        }
        let (unit, target) = (game.state.table.object(self.unit), game.state.table.object(self.target));
        for card in [self.unit, self.target] {
            let name = table::printed(game, card).name.printed().to_owned();
            if let Some(names) = &mut game.facts_mut().mech
                && !names.contains(&name)
            {
                names.push(name);
            }
        }
        let Some(at) = field::position(game, self.target) else { return };
        let (below, edge) = (self.under, Some(self.expose));
        game.push(Step::Combine(Combination { seat, unit, target, below, edge, told: true }));
        let moved =
            Proposal::moved(Verb::Move, seat, self.unit, at.spot(), End::Bottom, cite!("十五.機械合體.2"));
        let floor = game.height();
        if game.propose(moved).is_done() {
            announce_joining(game, seat, unit, target);
        } else if game.height() > floor {
            game.push_above(floor, Step::Joins(seat, unit, target));
        }
    }
}

/// Announces that two units combine, once one has moved onto the other.
pub(crate) fn announce_joining(game: &mut Game<'_>, seat: Seat, unit: Object, target: Object) {
    if table::stands(game, unit) && field::position(game, unit.card) == field::position(game, target.card) {
        let mut proposal: Proposal<Xinglingwang> =
            Proposal::told(Verb::Combine, seat, cite!("十五.合體.1")).to(unit.card);
        proposal.detail.other = Some(target);
        game.propose(proposal);
    }
}

/// Whether a unit can move by its own power, which an effect needs that puts it under another one [十五.禁錮.2,
/// ruling-44].
pub(crate) fn may_move(game: &Game<'_>, unit: CardId) -> bool {
    !stat::has_keyword(game, unit, KeywordName::Confined) && !super::prohibition::moves(game, unit)
}

/// The rule by which a unit cannot go under a target with 寄生合體 [十五.合體.1, 十五.寄生合體.1, ruling-44].
pub(crate) fn parasite_fault(game: &Game<'_>, unit: Object, target: CardId) -> Option<Cite> {
    if table::is_combined(game, target) && game.in_force(cite!("十五.合體.1")) {
        return Some(cite!("十五.合體.1"));
    }
    (target == unit.card || !table::is_unit(game, target)).then_some(cite!("十五.寄生合體.1"))
}

/// Carries out a combination, or first asks for the edge that the lower unit shows.
pub(crate) fn run(game: &mut Game<'_>, combination: Combination) {
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
    let Some(at) = field::position(game, target.card) else { return };
    combine(game, (upper, lower, edge), at, seat);
    let lower = game.state.table.object(lower);
    for verb in [Verb::Combine, Verb::Combined].into_iter().skip(usize::from(told)) {
        let mut event: Proposal<Xinglingwang> = Proposal::told(verb, seat, cite!("十五.合體.1")).to(upper);
        event.detail.other = (verb == Verb::Combined).then_some(lower);
        game.propose(event);
    }
}

/// Puts one unit under another. The combined unit counts as newly entered, is upright, and loses its
/// permanent magic [十五.合體.1–.4].
pub(crate) fn combine(
    game: &mut Game<'_>,
    (upper, lower, edge): (CardId, CardId, Edge),
    at: Where,
    seat: Seat,
) {
    for unit in [upper, lower] {
        drop_permanent(game, unit, By::rule(seat, cite!("十五.合體.4")));
    }
    // Running effects on the lower unit now affect the combined unit [ruling-63].
    let (from, to) = (game.state.table.object(lower), game.state.table.object(upper));
    for modifier in game.state.modifiers.iter_mut() {
        if let Reach::Objects(objects) = &mut modifier.reach {
            for object in objects.iter_mut().filter(|object| **object == from) {
                *object = to;
            }
        }
    }
    for card in table::conferred(game, lower).collect::<Vec<_>>() {
        let proposal = Proposal::moved(
            Verb::Lay,
            seat,
            card,
            Spot::Member(upper, Role::Magic),
            End::Bottom,
            cite!("ruling-63"),
        );
        game.propose(proposal);
    }
    let under = Spot::Member(upper, Role::Lower(edge));
    let change = Change::Move(lower, under, End::Bottom, Mark::default());
    let mut proposal: Proposal<Xinglingwang> =
        Proposal::told(Verb::PutUnder, seat, cite!("十五.合體.1")).changing(change);
    proposal.detail.other = Some(to);
    game.propose(silent(proposal));
    if field::position(game, upper) != Some(at) {
        let proposal = Proposal::moved(Verb::Move, seat, upper, at.spot(), End::Bottom, cite!("十五.合體.1"));
        game.propose(proposal);
    }
    let mark = entering::fresh_mark(game, at);
    game.propose(silent(Proposal::marked(Verb::Upright, seat, upper, mark, cite!("十五.合體.3"))));
}

/// Sends the permanent magic under a unit to the graveyard [十五.合體.4, 十五.分開.3].
pub(crate) fn drop_permanent(game: &mut Game<'_>, unit: CardId, by: By) {
    use super::printed::MagicType;
    for card in table::conferred(game, unit).collect::<Vec<_>>() {
        let permanent =
            table::printed(game, card).magic.as_ref().is_some_and(|magic| magic.kind == MagicType::Permanent);
        if permanent {
            zone::send(game, card, Verb::ToGraveyard, Zone::Graveyard, End::Bottom, by);
        }
    }
}

/// The free positions where a card of a split unit may stand: if the unit stood in front, front positions as
/// long as there is one [十五.分開.2, ruling-45].
pub(crate) fn split_positions(old: Where, free: &[Where]) -> field::Positions {
    let front = old.is_front() && free.iter().any(|at| at.is_front());
    free.iter().copied().filter(|at| !front || at.is_front()).collect()
}

/// Splits a combined unit: the upper card goes to `upper`, each card of `apart` to its position as newly
/// entered, and the cards of `under` stay under the one on the old position [十五.分開.1–.3, ruling-45].
pub(crate) fn split(
    game: &mut Game<'_>,
    unit: CardId,
    (apart, upper): (&[(CardId, Where)], Where),
    under: &[CardId],
    by: By,
) {
    let Some(old) = field::position(game, unit) else { return };
    let side = old.side;
    if upper != old {
        let change = Change::Move(unit, upper.spot(), End::Bottom, Mark::default());
        game.propose(silent(Proposal::told(Verb::Move, side, by.rule).changing(change).by(by.source)));
    }
    for &(card, at) in apart {
        stand_alone(game, card, at, by);
    }
    if let Some((host, _)) = apart.iter().find(|(_, at)| *at == old) {
        let stay = table::lower(game, unit).filter(|(card, _)| under.contains(card));
        for (card, edge) in stay.collect::<Vec<_>>() {
            stay_under(game, card, (*host, edge), side, cite!("ruling-45"));
        }
    }
    drop_permanent(game, unit, by.by(cite!("十五.分開.3")));
    let mark = entering::fresh_mark(game, upper);
    game.propose(Proposal::marked(Verb::Split, side, unit, mark, by.rule).by(by.source));
}

/// Moves a lower unit to a position of its own [十五.分開.1].
fn stand_alone(game: &mut Game<'_>, card: CardId, at: Where, by: By) {
    let mark = entering::fresh_mark(game, at);
    let change = Change::Move(card, at.spot(), End::Bottom, mark);
    game.propose(by.proposal(Verb::Split).changing(change));
}

/// Moves a lower unit under another card of its pile.
fn stay_under(game: &mut Game<'_>, card: CardId, (host, edge): (CardId, Edge), seat: Seat, rule: Cite) {
    let spot = Spot::Member(host, Role::Lower(edge));
    game.propose(silent(Proposal::moved(Verb::PutUnder, seat, card, spot, End::Bottom, rule)));
}

/// What happens to a combined unit whose upper card returns by 偷襲: the topmost lower card takes its position,
/// upright and not as newly entered, with the others under it [十五.偷襲.5, ruling-38].
pub(crate) fn promote_lower(game: &Game<'_>, leaving: &Proposal<Xinglingwang>) -> Together<Xinglingwang> {
    let upper = leaving.card().unwrap_or_default();
    let mut rest = table::lower(game, upper);
    let (Some((first, _)), Some(at)) = (rest.next(), field::position(game, upper)) else {
        return Together::new();
    };
    let mark =
        Mark { state: table::State::Upright, designated: None, left: None, ..table::mark(game, upper) };
    let (seat, rule) = (leaving.seat, cite!("十五.偷襲.5"));
    let stands = Change::Move(first, at.spot(), End::Bottom, mark);
    let mut stays =
        Together::from_elem(silent(Proposal::told(Verb::Upright, seat, rule).changing(stands)), 1);
    for (card, edge) in rest {
        let spot = Spot::Member(first, Role::Lower(edge));
        stays.push(silent(Proposal::moved(Verb::PutUnder, seat, card, spot, End::Bottom, rule)));
    }
    stays
}

/// The edge that a lower unit shows [十五.合體.2].
#[fields]
pub struct ChooseEdge {
    /// Which.
    pub edge: Edge,
}

impl ActionKind<Xinglingwang> for ChooseEdge {
    const IS_CHOICE: bool = true;
    const SLOTS: Slots<Xinglingwang, Self> =
        &[&[whole("edge", Self::EDGE, |_, _, _| Some(Domain::OneOf(Edge::values())))]];
    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::Edge);
    const TIME: Time = |_, _| &[cite!("十五.合體.2")];

    fn perform(&self, game: &mut Game<'_>, _: Seat, _: Option<&Question>) {
        match game.state.agenda.last_mut() {
            Some(Frame::Step(Step::Play(play))) => play.edge = Some(self.edge),
            Some(Frame::Step(Step::Combine(combination))) => combination.edge = Some(self.edge),
            _ => {}
        }
    }
}
