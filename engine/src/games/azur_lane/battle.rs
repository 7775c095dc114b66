//! Battles.
//!
//! 505.1–505.3 the declaration; 505.5, 505.5a, 505.5b, 506.1a support; 507.1 combat; 508.1, 508.2
//! settlement; 508.3 the end; 505 and ruling-48, ruling-49 an early end; 601.4, 601.5 keywords.

use super::action::Origin;
use super::damage::Damage;
use super::printed::{Kind, Range};
use super::reason::Reason;
use super::table::{self, Detail, Means, Phase, Verb};
use super::words::filter::Row as BattleRow;
use super::words::{Influence, KeywordName, Stat, Until};
use super::zone::{self, By};
use super::{AzurLane, Question, Step, prohibition, stat, turn};
use crate::game_kit::action::ActionKind;
use crate::game_kit::action::legal::{Slots, each};
use crate::game_kit::fields::fields;
use crate::kernel::shape::Value;
use crate::kernel::{
    CardId, Frame, Match, Object, Proposal, Reach, Row, Seat, ensure, held, refuse_if, test,
};
use crate::verdict::Cite;

type Game<'p> = Match<'p, AzurLane>;
type Time = crate::game_kit::action::Time<AzurLane>;

/// A battle that is going on.
#[held]
pub struct Battle {
    /// The card that attacks.
    pub attacker: Object,
    /// The card that is attacked.
    pub target: Object,
    /// The cards that supported in it.
    pub supporters: Vec<Object>,
    /// Whether the attacker won, once powers were compared [507.1].
    pub won: bool,
    /// Whether its course is over, so that it cannot end early any more.
    pub over: bool,
}

/// An attack is declared [505.1].
#[fields]
pub struct Attack {
    /// The own card that attacks.
    pub attacker: CardId,
    /// The opponent's card that is attacked.
    pub target: CardId,
}

impl ActionKind<AzurLane> for Attack {
    const CONDITIONS: &'static [Row<AzurLane, Self>] = &[
        test(0, 0, &[cite!("505.1a")], |game, seat, _| {
            let facts = &game.state.facts;
            refuse_if(facts.turn == 1 && facts.starting == seat, Reason::NoAttackInFirstTurn)
        }),
        test(Self::ATTACKER, Self::ATTACKER, &[cite!("505.1")], |game, seat, action| {
            match table::battlefield_cell(game, action.attacker) {
                Some((side, _)) if side == seat => Ok(()),
                _ => Err(Reason::NotOwnCard { card: action.attacker }),
            }
        }),
        test(Self::ATTACKER, Self::ATTACKER, &[cite!("505.1"), cite!("504.2")], |game, _, action| {
            refuse_if(table::mark(game, action.attacker).rested, Reason::IsRested { card: action.attacker })
        }),
        test(Self::ATTACKER, Self::ATTACKER, &[cite!("505.1")], |game, _, action| {
            let card = action.attacker;
            let fresh = table::mark(game, card).since == game.state.facts.turn;
            let could = !fresh
                || stat::has_keyword(game, card, KeywordName::Rush)
                || opponents(game, card)
                    .iter()
                    .any(|&target| prohibition::may_attack_fresh(game, card, target));
            ensure(could, Reason::EnteredThisTurn { card })
        }),
        test(Self::ATTACKER, Self::ATTACKER, &[cite!("103.2")], |game, _, action| {
            match prohibition::attack_at_all(game, action.attacker) {
                Some(_) => Err(Reason::ForbiddenByEffect { card: Some(action.attacker) }),
                None => Ok(()),
            }
        }),
        test(
            Self::TARGET,
            Self::TARGET,
            &[cite!("505.2")],
            |game, seat, action| match table::battlefield_cell(game, action.target) {
                Some((side, _)) if side == seat.other() => Ok(()),
                _ => Err(Reason::NotAnOpponentsCard { target: action.target }),
            },
        ),
        test(Self::TARGET, Self::ATTACKER | Self::TARGET, &[cite!("103.2")], |game, _, action| {
            match prohibition::attack(game, action.attacker, action.target) {
                Some(_) => Err(Reason::ForbiddenByEffect { card: Some(action.target) }),
                None => Ok(()),
            }
        }),
        test(
            Self::TARGET,
            Self::ATTACKER | Self::TARGET,
            &[cite!("505.1"), cite!("ruling-52")],
            |game, _, action| {
                let card = action.attacker;
                let fresh = table::mark(game, card).since == game.state.facts.turn;
                let may = !fresh
                    || stat::has_keyword(game, card, KeywordName::Rush)
                    || prohibition::may_attack_fresh(game, card, action.target);
                ensure(may, Reason::EnteredThisTurn { card })
            },
        ),
        test(Self::TARGET, Self::ATTACKER | Self::TARGET, &[cite!("505.2a")], |game, _, action| {
            let target = action.target;
            let active_ship =
                table::printed(game, target).kind == Kind::Ship && !table::mark(game, target).rested;
            refuse_if(
                active_ship && !prohibition::may_attack_active(game, action.attacker, target),
                Reason::TargetNotRested { target },
            )
        }),
        test(Self::TARGET, Self::ATTACKER | Self::TARGET, &[cite!("505.2b")], |game, _, action| {
            ensure(
                reaches(game, action.attacker, action.target),
                Reason::OutOfReach { attacker: action.attacker, target: action.target },
            )
        }),
    ];

    const SLOTS: Slots<AzurLane, Self> = &[&[
        each("attacker", Self::ATTACKER, |game, seat, _| Value::cards(table::by_position(game, seat))),
        each("target", Self::TARGET, |game, seat, _| Value::cards(table::by_position(game, seat.other()))),
    ]];

    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::BattleChoice);

    const TIME: Time = |_, _| &[cite!("505.1"), cite!("504.1")];

    /// Begins the battle [505].
    fn perform(&self, game: &mut Game<'_>, _: Seat, _: Option<&Question>) {
        let table = &game.state.table;
        game.state.facts.battle = Some(Battle {
            attacker: table.object(self.attacker),
            target: table.object(self.target),
            supporters: Vec::new(),
            won: false,
            over: false,
        });
        game.begin_stage(turn::BATTLE, 0);
    }
}

/// The cards on the battlefield opposite to that of a card.
fn opponents(game: &Game<'_>, card: CardId) -> Vec<CardId> {
    table::battlefield_cell(game, card)
        .map_or_else(Vec::new, |(seat, _)| table::by_position(game, seat.other()))
}

/// Whether the target stands in a row that the attacker reaches [505.2b, 601.5].
fn reaches(game: &Game<'_>, attacker: CardId, target: CardId) -> bool {
    let row = |card| table::cell_of(game, card).map(BattleRow::of);
    let flagship = |card| table::printed(game, card).kind == Kind::Flagship;
    match (row(attacker), row(target)) {
        (Some(BattleRow::Front), Some(_)) | (Some(_), Some(BattleRow::Front)) => true,
        (Some(BattleRow::Back), Some(BattleRow::Back)) => {
            (flagship(attacker) && flagship(target))
                || stat::has_keyword(game, attacker, KeywordName::LongRange)
        }
        _ => false,
    }
}

/// Rests the attacker and announces the attack, which nothing can come between [505.3, 505.4].
pub(crate) fn declare(game: &mut Game<'_>, rule: Cite) {
    let Some(battle) = game.state.facts.battle.clone() else { return };
    let seat = game.state.facts.active;
    zone::rest(game, battle.attacker.card, By { means: Means::Attack, ..By::rule(seat, rule) });
    if !game.in_force(cite!("505.4")) {
        return;
    }
    let announced = Proposal::told(Verb::Attack, seat, cite!("505.1")).to(battle.attacker.card);
    game.propose(announced.with(Detail { other: Some(battle.target), ..Detail::default() }));
}

/// The card that a player supports: the attacker or the attacked card [505.5, 506.1a].
pub(crate) fn battling(game: &Game<'_>, seat: Seat) -> Option<Object> {
    let battle = game.state.facts.battle.as_ref()?;
    if seat != game.state.facts.active && !game.in_force(cite!("506.1a")) {
        return None;
    }
    Some(if seat == game.state.facts.active { battle.attacker } else { battle.target })
}

/// A support of the battling card [505.5, 506.1a].
#[fields]
pub struct Support {
    /// The supporting card.
    pub card: CardId,
    /// `field` or `hand`.
    pub from: Origin,
}

/// Tests that a supporting card on the battlefield is next to the battling card of its side [505.5a].
fn is_adjacent(game: &Game<'_>, seat: Seat, action: &Support) -> Result<(), Reason> {
    if action.from != Origin::Field {
        return Ok(());
    }
    let supporting = table::battlefield_cell(game, action.card);
    let battling = battling(game, seat).and_then(|card| table::battlefield_cell(game, card.card));
    match (supporting, battling) {
        (Some((side, cell)), Some((other_side, other))) if side == other_side && cell.adjacent(other) => {
            Ok(())
        }
        _ => Err(Reason::NotAdjacent { card: action.card }),
    }
}

impl ActionKind<AzurLane> for Support {
    const USES: fn(&Self) -> Option<CardId> = |action| Some(action.card);
    const CONDITIONS: &'static [Row<AzurLane, Self>] = &[
        test(Self::CARD, Self::CARD | Self::FROM, &[cite!("505.5a")], |game, seat, action| {
            match action.from {
                Origin::Field
                    if table::battlefield_cell(game, action.card).map(|(side, _)| side) != Some(seat) =>
                {
                    Err(Reason::NotOwnCard { card: action.card })
                }
                Origin::Field | Origin::Hand => Ok(()),
            }
        }),
        test(Self::CARD, Self::CARD | Self::FROM, &[cite!("505.5b")], |game, seat, action| {
            let card = action.card;
            match action.from {
                Origin::Hand if !table::lies_in(game, card, table::HAND, seat) => {
                    Err(Reason::NotInHand { card })
                }
                Origin::Hand if table::printed(game, card).kind != Kind::Ship => {
                    Err(Reason::WrongKind { card, needs: Kind::Ship })
                }
                Origin::Field | Origin::Hand => Ok(()),
            }
        }),
        test(
            Self::CARD,
            Self::CARD | Self::FROM,
            &[cite!("208.2"), cite!("505.5a"), cite!("505.5b")],
            |game, _, action| {
                let range = match action.from {
                    Origin::Field => Range::Field,
                    Origin::Hand => Range::Hand,
                };
                let covered = table::face(game, action.card).support.range.contains(&range);
                ensure(covered, Reason::NotInSupportRange { card: action.card })
            },
        ),
        test(
            Self::CARD,
            Self::CARD | Self::FROM,
            &[cite!("505.5a"), cite!("ruling-45")],
            |game, _, action| match action.from {
                Origin::Field if table::mark(game, action.card).rested => {
                    Err(Reason::IsRested { card: action.card })
                }
                Origin::Field | Origin::Hand => Ok(()),
            },
        ),
        test(
            Self::CARD,
            Self::CARD | Self::FROM,
            &[cite!("506.1a"), cite!("505.5a")],
            |game, seat, action| match seat == game.state.facts.active {
                true => Ok(()),
                false => is_adjacent(game, seat, action),
            },
        ),
        test(Self::CARD, Self::CARD | Self::FROM, &[cite!("505.5a")], |game, seat, action| {
            match seat == game.state.facts.active {
                true => is_adjacent(game, seat, action),
                false => Ok(()),
            }
        }),
        test(Self::CARD, Self::CARD, &[cite!("103.2")], |game, _, action| {
            match prohibition::support(game, action.card) {
                Some(_) => Err(Reason::ForbiddenByEffect { card: Some(action.card) }),
                None => Ok(()),
            }
        }),
    ];

    const SLOTS: Slots<AzurLane, Self> = &[&[
        each("from", Self::FROM, |_, _, _| Origin::values()),
        each("card", Self::CARD, |game, seat, action| match action.from {
            Origin::Field => Value::cards(table::by_position(game, seat)),
            Origin::Hand => Value::cards(table::hand(game, seat)),
        }),
    ]];

    const ANSWERS: fn(&Question) -> bool =
        |question| matches!(question, Question::AttackWindow | Question::DefenceWindow);

    /// A judge's ruling can let a support stand outside its window, as long as the player has a card in a
    /// battle.
    const OUT_OF_WINDOW: fn(&Game<'_>, Seat) -> bool = |game, seat| battling(game, seat).is_some();

    const TIME: Time = |game, _| match game.state.facts.step == Some(Phase::DefenceStep) {
        true => &[cite!("506.1"), cite!("505.5")],
        false => &[cite!("505.5"), cite!("506.1a")],
    };

    /// Rests the supporting card or discards it, then adds its support value until 508.3 [505.5a, 505.5b].
    fn perform(&self, game: &mut Game<'_>, seat: Seat, _: Option<&Question>) {
        let Some(other) = battling(game, seat) else { return };
        let (card, from_field) = (self.card, self.from == Origin::Field);
        let value = stat::value(game, card, Stat::Support).unwrap_or(0);
        let before = game.state.table.object(card);
        let rule = if from_field { cite!("505.5a") } else { cite!("505.5b") };
        if from_field {
            zone::rest(game, card, By { means: Means::Support, ..By::rule(seat, rule) });
        } else {
            zone::discard(game, card, By { means: Means::Support, ..By::rule(seat, rule) });
        }
        let reach = Reach::Objects(smallvec::SmallVec::from_slice(&[other]));
        game.begin(Influence::Add(Stat::Power, value), reach, Until::Battle, seat, Some(before), rule);
        let means = if from_field { Means::Field } else { Means::Hand };
        let now = game.state.table.object(card);
        if let Some(battle) = &mut game.state.facts.battle {
            battle.supporters.push(now);
        }
        if !game.in_force(cite!("505.6")) {
            return;
        }
        let announced = Proposal::told(Verb::Support, seat, rule).to(card);
        game.propose(announced.with(Detail {
            means,
            other: Some(other),
            amount: value,
            ..Detail::default()
        }));
    }
}

/// Compares the powers [507.1].
pub(crate) fn compare(game: &mut Game<'_>, rule: Cite) {
    if !game.in_force(rule) {
        return;
    }
    let Some(&Battle { attacker, target, .. }) = game.state.facts.battle.as_ref() else { return };
    let power = |object: Object| stat::value(game, object.card, Stat::Power).unwrap_or(0);
    let (attack, defence) = (power(attacker), power(target));
    let announced = Proposal::told(Verb::Combat, game.state.facts.active, rule).to(attacker.card);
    let detail = Detail { other: Some(target), amount: attack.saturating_sub(defence), ..Detail::default() };
    if let Some(battle) = &mut game.state.facts.battle {
        battle.won = attack >= defence;
    }
    game.propose(announced.with(detail));
}

/// Destroys an attacked ship that lost, or deals damage to an attacked flagship [508.1, 508.2].
pub(crate) fn settle(game: &mut Game<'_>, _: Cite) {
    let Some(battle) = &mut game.state.facts.battle else { return };
    battle.over = true;
    let Battle { attacker, target, won, .. } = *battle;
    if !won {
        return;
    }
    match table::flagship_side(game, target.card) {
        Some(seat) => game.push(Step::Damage(Damage::by_battle(seat, attacker))),
        None => {
            let seat = game.state.facts.active;
            let with = Detail { means: Means::Battle, other: Some(attacker), ..Detail::default() };
            zone::leave(game, target.card, Proposal::told(Verb::Destroy, seat, cite!("508.2")).with(with));
        }
    }
}

/// Ends a battle by `rule`. First the event is proposed, so that skills fire; once they are processed
/// (`announced`), bonuses and effects for this battle end [508.3, ruling-24].
pub(crate) fn ends(game: &mut Game<'_>, announced: bool, rule: Cite) {
    if !announced {
        game.push(Step::BattleEnds(true, rule));
        let seat = game.state.facts.active;
        if let Some(battle) = &mut game.state.facts.battle {
            battle.over = true;
        }
        game.propose(Proposal::told(Verb::BattleEnds, seat, rule));
        return;
    }
    if game.in_force(cite!("508.3")) {
        game.expire(|modifier| modifier.until == Until::Battle);
    }
    if !game.all_in_force(&[cite!("504.2"), cite!("508.4")]) {
        game.pass();
    }
    game.state.facts.battle = None;
    game.state.facts.step = None;
}

/// Ends a battle early if its attacker left or may not attack any more, or if its target left. The kernel
/// calls it when no skill waits [505, ruling-48, ruling-49].
pub(crate) fn end_early(game: &mut Game<'_>) {
    let Some(battle) = game.state.facts.battle.as_ref().filter(|battle| !battle.over) else { return };
    let running = game.state.agenda.last().and_then(part_of_battle);
    if running.is_none() || !game.state.waiting.is_empty() || game.state.facts.step.is_none() {
        return;
    }
    let stands =
        |object: Object| game.state.table.is_current(object) && table::is_on_battlefield(game, object.card);
    let attacks = stands(battle.attacker) && prohibition::attack_at_all(game, battle.attacker.card).is_none();
    let rule = match (attacks, stands(battle.target)) {
        (false, _) => cite!("505"),
        (true, false) => cite!("ruling-48"),
        (true, true) => return,
    };
    while let Some(frame) = game.state.agenda.last() {
        let Some(part) = part_of_battle(frame) else { return };
        game.state.agenda.pop();
        if part == Part::Step {
            break;
        }
    }
    game.push(Step::BattleEnds(false, rule));
}

/// The frames of a battle on the agenda.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Window,
    Step,
}

fn part_of_battle(frame: &Frame<AzurLane>) -> Option<Part> {
    match frame {
        Frame::Window(window) => matches!(window.question, Question::AttackWindow | Question::DefenceWindow)
            .then_some(Part::Window),
        Frame::Stage(cursor) => (cursor.schedule == turn::BATTLE).then_some(Part::Step),
        Frame::Step(_) | Frame::Pending(_) | Frame::Deciding(_) => None,
        Frame::Replacing(_) | Frame::Resolving(_) => None,
    }
}
