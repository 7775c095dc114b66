//! Using cards and skills.
//!
//! 302.1 playing; 302.1a revealing; 302.1b and 303.2 payment; 302.1c placing; 303.3 activation
//! costs; 303.4 alternative costs; 304.3 and 305.1c activated skills; 305.1a events; 400.7 other
//! zones; 503.1 the main phase; 601.3 counter; 601.9 chase. Remodelling is in [`super::remodel`].

use smallvec::SmallVec;

use super::action::{Activate, At, Chase, CostChoice, Counter, Cubes, Elsewhere, PlayEvent, PlayShip};
use super::printed::Kind;
use super::reason::Reason;
use super::standby::{self, Ability};
use super::table::{self, CubeKind, Detail, Means, Verb};
use super::words::skill::Zone;
use super::words::{Cost, KeywordName, Need, Skill, cost};
use super::{AzurLane, Step, prohibition, stat, zone};
use crate::card::{ConditionWord, Resolution};
use crate::game_kit::view::is_seen;
use crate::kernel::{Acts, CardId, Draft, Happening, Match, Object, Payment, Row, Seat, Viewer, act, test};
use crate::verdict::Cite;

type Game<'p> = Match<'p, AzurLane>;
type Outcome = Result<(), Reason>;

/// Whether a name is one of the six positions [403.3a].
pub fn is_position(at: &At) -> Outcome {
    match table::cell_named(&at.cell) {
        Some(_) => Ok(()),
        None => Err(Reason::NoSuchPosition { cell: at.cell.clone() }),
    }
}

/// Whether the flagship does not stand there [403.3c].
pub fn is_free_of_flagship(game: &Game<'_>, at: &At) -> Outcome {
    let there = table::cell_named(&at.cell)
        .and_then(|cell| game.state.table.on_cell(table::BATTLEFIELD.of(at.seat), cell));
    match there {
        Some(card) if table::printed(game, card).kind == Kind::Flagship => {
            Err(Reason::FlagshipStandsThere { cell: at.cell.clone() })
        }
        _ => Ok(()),
    }
}

/// Whether the cubes offered are there and active [204.6a].
pub(super) fn cubes_are_active(game: &Game<'_>, seat: Seat, pay: &Cubes) -> Outcome {
    let there = (table::cubes(game, seat, CubeKind::Down), table::cubes(game, seat, CubeKind::Up));
    let fits = pay.down <= there.0 && pay.up <= there.1 && pay.down_rested == 0 && pay.up_rested == 0;
    if fits {
        Ok(())
    } else {
        Err(Reason::CubesNotActive { offered: (pay.down, pay.up), rested: pay.rested(), there })
    }
}

/// Whether as many cubes are offered as it costs [302.1b].
pub(super) fn pays_exactly(cost: i64, pay: &Cubes) -> Outcome {
    let paid = i64::try_from(pay.total()).unwrap_or(i64::MAX);
    if cost == paid { Ok(()) } else { Err(Reason::WrongPayment { cost, paid }) }
}

pub(super) fn pay_cubes(payment: &mut Payment<'_, '_, AzurLane>, seat: Seat, pay: &Cubes) {
    for (kind, n) in pay.by_kind() {
        zone::rest_cubes(payment, seat, kind, n, Means::Cost, None, cite!("302.1b"));
    }
}

fn card_cost(game: &Game<'_>, card: CardId) -> i64 {
    stat::cost(game, card).unwrap_or(0)
}

/// Whether what was chosen is exactly what the parts of a cost need [303.3, ruling-38, ruling-92]. No two parts take
/// from the same, so that no card can be named for both.
pub(super) fn pays_parts(
    game: &Game<'_>,
    seat: Seat,
    me: Object,
    aside: Option<CardId>,
    parts: &[Cost],
    choice: &CostChoice,
) -> bool {
    let scene = cost::scene_of(seat, me);
    let mut used: SmallVec<[&str; 4]> = SmallVec::new();
    for part in parts {
        match cost::need(parts, part, game, &scene, aside) {
            None => return false,
            Some(Need::Nothing) => {}
            Some(Need::Cards(domain, n)) => {
                let chosen = choice.cards(part.field());
                let mut distinct: SmallVec<[CardId; 8]> = SmallVec::from_slice(chosen);
                distinct.sort_unstable();
                distinct.dedup();
                let fits = chosen.iter().all(|card| domain.contains(card));
                if chosen.len() != n || distinct.len() != n || !fits {
                    return false;
                }
                used.push(part.field());
            }
            Some(Need::Cubes(kinds, n)) => {
                let Some(chosen) = choice.cubes(part.field()) else { return false };
                let fits = chosen.by_kind().iter().all(|(kind, count)| {
                    *count == 0 || kinds.iter().any(|(other, there)| other == kind && count <= there)
                });
                if chosen.total() != u64::from(n) || !fits {
                    return false;
                }
                used.push(part.field());
            }
        }
    }
    choice.filled().iter().all(|field| used.contains(field))
}

pub(super) fn pay_parts(
    payment: &mut Payment<'_, '_, AzurLane>,
    seat: Seat,
    me: Object,
    parts: &[Cost],
    choice: &CostChoice,
) {
    let scene = cost::scene_of(seat, me);
    for part in parts {
        let cubes: Vec<(CubeKind, u32)> =
            choice.cubes(part.field()).map(|cubes| cubes.by_kind().to_vec()).unwrap_or_default();
        part.pay(payment, &scene, choice.cards(part.field()), &cubes, cite!("303.3"));
    }
}

pub(super) fn alternative<'p>(game: &Game<'p>, seat: Seat, card: CardId) -> Option<&'p [Cost]> {
    if !game.holds(cite!("303.4")) {
        return None;
    }
    let scene = cost::scene_of(seat, game.state.table.object(card));
    table::face(game, card).skills.iter().find_map(|skill| match skill {
        Skill::AlternativeCost(alternative)
            if alternative.when.as_ref().is_none_or(|when| when.holds(game, &scene)) =>
        {
            Some(alternative.pay.as_slice())
        }
        _ => None,
    })
}

fn alternative_fits(
    game: &Game<'_>,
    seat: Seat,
    card: CardId,
    choice: Option<&CostChoice>,
    pay: &Cubes,
) -> Outcome {
    let Some(choice) = choice else { return Ok(()) };
    let parts = alternative(game, seat, card).ok_or(Reason::NoAlternativeCost { card })?;
    let me = game.state.table.object(card);
    if pay.total() == 0 && pays_parts(game, seat, me, Some(card), parts, choice) {
        Ok(())
    } else {
        Err(Reason::AlternativeNotPaid { card })
    }
}

fn pay_card(
    payment: &mut Payment<'_, '_, AzurLane>,
    seat: Seat,
    card: CardId,
    choice: Option<&CostChoice>,
    pay: &Cubes,
) {
    match choice {
        Some(choice) => {
            let parts = alternative(payment, seat, card).unwrap_or(&[]);
            let me = payment.state.table.object(card);
            pay_parts(payment, seat, me, parts, choice);
        }
        None => pay_cubes(payment, seat, pay),
    }
}

/// The card is shown before anything is paid [302.1a].
pub(super) fn reveal(payment: &mut Payment<'_, '_, AzurLane>, seat: Seat, card: CardId) {
    let shown = Detail { shown: true, ..Detail::default() };
    payment.happen(Happening::told(Verb::Use, seat, cite!("302.1a")).to(card).with(shown));
}

fn is_kind(game: &Game<'_>, card: CardId, needs: Kind) -> Outcome {
    if table::printed(game, card).kind == needs { Ok(()) } else { Err(Reason::WrongKind { card, needs }) }
}

pub(super) fn in_hand(game: &Game<'_>, seat: Seat, card: CardId) -> Outcome {
    if table::lies_in(game, card, table::HAND, seat) { Ok(()) } else { Err(Reason::NotInHand { card }) }
}

pub(super) fn is_allowed(game: &Game<'_>, seat: Seat, card: CardId) -> Outcome {
    match prohibition::use_card(game, seat, card) {
        Some(_) => Err(Reason::ForbiddenByEffect { card: Some(card) }),
        None => Ok(()),
    }
}

/// Cubes are turned until the cost is met [302.1, 302.1b, 303.2, 204.6].
pub(super) const PAYMENT: &[Cite] = &[cite!("302.1"), cite!("302.1b"), cite!("303.2"), cite!("204.6")];

/// Field bits of [`PlayShip`].
pub mod ship_field {
    /// `card`.
    pub const CARD: u16 = 1;
    /// `from`.
    pub const FROM: u16 = 2;
    /// `at`.
    pub const AT: u16 = 4;
    /// `pay`.
    pub const PAY: u16 = 8;
    /// `alternative`.
    pub const ALTERNATIVE: u16 = 16;
}
use ship_field::{ALTERNATIVE, AT, CARD, FROM, PAY};
pub(super) const SHIP_FIELDS: &[&str] = &["/card", "/from", "/at", "/pay", "/alternative"];

/// The conditions of playing a ship, in their order.
// From an opened zone the line of `from` guards the card, so what reads its face reads `from`, too.
pub(super) const PLAY_SHIP: &[Row<AzurLane, PlayShip>] = &[
    test(CARD, CARD | FROM, &[cite!("503.1"), cite!("302.1")], |game, seat, action| match action.from {
        None => in_hand(game, seat, action.card).and_then(|()| is_kind(game, action.card, Kind::Ship)),
        Some(_) => Ok(()),
    }),
    test(FROM, CARD | FROM, &[cite!("400.7"), cite!("302.1")], |game, seat, action| match action.from {
        None => Ok(()),
        Some(Elsewhere::Retreat)
            if table::lies_in(game, action.card, table::RETREAT, seat)
                && table::printed(game, action.card).kind == Kind::Ship
                && prohibition::opens_retreat(game, seat, action.card) =>
        {
            Ok(())
        }
        Some(_) => Err(Reason::ZoneNotOpen { card: action.card }),
    }),
    test(AT, AT, &[cite!("204.4b")], |_, _, action| action.at.as_ref().map(|_| ()).ok_or(Reason::NoPosition)),
    test(AT, AT, &[cite!("403.1"), cite!("302.1c")], |_, seat, action| match &action.at {
        Some(at) if at.seat != seat => Err(Reason::NotOwnBattlefield),
        _ => Ok(()),
    }),
    test(AT, AT, &[cite!("403.3a"), cite!("302.1c")], |_, _, action| {
        action.at.as_ref().map_or(Ok(()), is_position)
    }),
    test(AT, AT, &[cite!("403.3c")], |game, _, action| {
        action.at.as_ref().map_or(Ok(()), |at| is_free_of_flagship(game, at))
    }),
    test(PAY, PAY, &[cite!("204.6a")], |game, seat, action| cubes_are_active(game, seat, &action.pay)),
    test(
        PAY,
        CARD | FROM | PAY | ALTERNATIVE,
        &[cite!("302.1b"), cite!("303.2"), cite!("ruling-30")],
        |game, _, action| {
            if action.alternative.is_some() {
                Ok(())
            } else {
                pays_exactly(card_cost(game, action.card), &action.pay)
            }
        },
    ),
    test(ALTERNATIVE, CARD | FROM | PAY | ALTERNATIVE, &[cite!("303.4")], |game, seat, action| {
        alternative_fits(game, seat, action.card, action.alternative.as_deref(), &action.pay)
    }),
    test(CARD, CARD | FROM, &[cite!("103.2")], |game, seat, action| is_allowed(game, seat, action.card)),
    act(CARD, &[cite!("302.1"), cite!("302.1a")], |payment, seat, action| {
        reveal(payment, seat, action.card);
    }),
    act(CARD | PAY | ALTERNATIVE, PAYMENT, |payment, seat, action| {
        pay_card(payment, seat, action.card, action.alternative.as_deref(), &action.pay);
    }),
];

/// Reads the conditions of playing a ship.
pub fn check_ship(draft: &mut Draft<'_, '_, AzurLane>, seat: Seat, action: &PlayShip) {
    draft.rows(PLAY_SHIP, SHIP_FIELDS, seat, action);
}

/// The ship enters [302.1c].
pub fn play_ship(game: &mut Game<'_>, seat: Seat, action: &PlayShip) {
    if let Some(cell) = action.at.as_ref().and_then(|at| table::cell_named(&at.cell)) {
        zone::enter(game, seat, action.card, cell, false, None, cite!("302.1c"));
    }
}

/// Field bits of the actions that use a card's skill.
pub mod use_field {
    /// `card` (`source` of an activated skill).
    pub const CARD: u16 = 1;
    /// `skill`.
    pub const SKILL: u16 = 2;
    /// `pay`.
    pub const PAY: u16 = 4;
    /// `cost`.
    pub const COST: u16 = 8;
    /// `alternative`.
    pub const ALTERNATIVE: u16 = 16;
}
const U_CARD: u16 = use_field::CARD;
const U_SKILL: u16 = use_field::SKILL;
const U_PAY: u16 = use_field::PAY;
const U_COST: u16 = use_field::COST;
const U_ALTERNATIVE: u16 = use_field::ALTERNATIVE;
pub(super) const USE_FIELDS: &[&str] = &["/card", "/skill", "/pay", "/cost", "/alternative"];
pub(super) const ACTIVATE_FIELDS: &[&str] = &["/source", "/skill", "/pay", "/cost"];

/// The cost, condition and limit of a skill that is used from its owner's decision.
fn body_condition(game: &Game<'_>, seat: Seat, card: CardId, ability: Ability) -> Outcome {
    let Some(body) = standby::skill(game, ability).and_then(Skill::body) else { return Ok(()) };
    let scene = cost::scene_of(seat, game.state.table.object(card));
    let holds = standby::gates_open(game, seat, &body.gates)
        && body.when.as_ref().is_none_or(|when| when.holds(game, &scene));
    if holds { Ok(()) } else { Err(Reason::ConditionNotMet { card }) }
}

fn body_cost(
    game: &Game<'_>,
    seat: Seat,
    card: CardId,
    aside: bool,
    ability: Ability,
    choice: &CostChoice,
) -> Outcome {
    let body = standby::skill(game, ability).and_then(Skill::body);
    let costs = body.and_then(|body| body.cost.as_ref()).filter(|costs| !costs.optional);
    let parts = costs.map_or(&[][..], |costs| costs.pay.as_slice());
    let me = game.state.table.object(card);
    if pays_parts(game, seat, me, aside.then_some(card), parts, choice) {
        Ok(())
    } else {
        Err(Reason::CostNotPaid { card })
    }
}

fn pay_body(
    payment: &mut Payment<'_, '_, AzurLane>,
    seat: Seat,
    card: CardId,
    ability: Ability,
    choice: &CostChoice,
) {
    let body = standby::skill(payment, ability).and_then(Skill::body);
    let costs = body.and_then(|body| body.cost.as_ref()).filter(|costs| !costs.optional);
    let me = payment.state.table.object(card);
    pay_parts(payment, seat, me, costs.map_or(&[][..], |costs| costs.pay.as_slice()), choice);
}

/// The 【主階段啟動】 skill that an event is used with [ruling-34].
pub fn event_skill(game: &Game<'_>, action: &PlayEvent) -> Option<Ability> {
    let places = standby::main_skills(game, action.card);
    let place = match (action.skill, places.as_slice()) {
        (None, &[only]) => only,
        (Some(skill), [_, _, ..]) => *places.iter().find(|place| **place + 1 == skill)?,
        _ => return None,
    };
    Some(standby::ability_of(game, action.card, place))
}

/// The conditions of playing an event, in their order.
pub(super) const PLAY_EVENT: &[Row<AzurLane, PlayEvent>] = &[
    test(U_CARD, U_CARD, &[cite!("503.1"), cite!("302.1")], |game, seat, action| {
        in_hand(game, seat, action.card).and_then(|()| is_kind(game, action.card, Kind::Event))
    }),
    test(U_CARD, U_CARD, &[cite!("503.1"), cite!("601.3"), cite!("ruling-34")], |game, _, action| {
        if standby::main_skills(game, action.card).is_empty() {
            Err(Reason::NoSkillForWindow { card: action.card })
        } else {
            Ok(())
        }
    }),
    test(U_SKILL, U_CARD | U_SKILL, &[cite!("305.1c"), cite!("ruling-34")], |game, _, action| {
        match (event_skill(game, action), action.skill) {
            (Some(_), _) => Ok(()),
            (None, None) => Err(Reason::SkillNotNamed { card: action.card }),
            (None, Some(skill)) => Err(Reason::SkillNotEffective { card: action.card, skill }),
        }
    }),
    test(U_SKILL, U_CARD | U_SKILL, &[cite!("304.3b")], |game, seat, action| {
        event_skill(game, action).map_or(Ok(()), |ability| body_condition(game, seat, action.card, ability))
    }),
    test(U_PAY, U_PAY, &[cite!("204.6a")], |game, seat, action| cubes_are_active(game, seat, &action.pay)),
    test(U_PAY, U_CARD | U_PAY | U_ALTERNATIVE, &[cite!("305.1a"), cite!("302.1b")], |game, _, action| {
        if action.alternative.is_some() {
            Ok(())
        } else {
            pays_exactly(card_cost(game, action.card), &action.pay)
        }
    }),
    test(U_ALTERNATIVE, U_CARD | U_PAY | U_ALTERNATIVE, &[cite!("303.4")], |game, seat, action| {
        alternative_fits(game, seat, action.card, action.alternative.as_deref(), &action.pay)
    }),
    act(U_CARD, &[cite!("302.1"), cite!("302.1a")], |payment, seat, action| {
        reveal(payment, seat, action.card);
    }),
    act(U_CARD | U_PAY | U_ALTERNATIVE, PAYMENT, |payment, seat, action| {
        pay_card(payment, seat, action.card, action.alternative.as_deref(), &action.pay);
    }),
    test(
        U_COST,
        U_CARD | U_SKILL | U_PAY | U_ALTERNATIVE | U_COST,
        &[cite!("303.3")],
        |game, seat, action| {
            let Some(ability) = event_skill(game, action) else { return Ok(()) };
            body_cost(game, seat, action.card, true, ability, &action.cost)
        },
    ),
    test(U_CARD, U_CARD, &[cite!("103.2")], |game, seat, action| is_allowed(game, seat, action.card)),
    act(U_CARD | U_SKILL | U_COST, &[cite!("303.3")], |payment, seat, action| {
        if let Some(ability) = event_skill(payment, action) {
            pay_body(payment, seat, action.card, ability, &action.cost);
        }
    }),
];

/// Reads the conditions of playing an event.
pub fn check_event(draft: &mut Draft<'_, '_, AzurLane>, seat: Seat, action: &PlayEvent) {
    draft.rows(PLAY_EVENT, USE_FIELDS, seat, action);
}

/// A paid skill goes on with its effects, or first with an optional cost that is asked for.
fn process_paid(game: &mut Game<'_>, mut resolution: Resolution<AzurLane>, choice: &CostChoice) {
    let body = standby::skill(game, resolution.ability).and_then(Skill::body);
    if body.and_then(|body| body.cost.as_ref()).is_some_and(|costs| costs.optional) {
        standby::begin(game, resolution);
        return;
    }
    let parts = body.and_then(|body| body.cost.as_ref()).map_or(&[][..], |costs| costs.pay.as_slice());
    let paid = parts.iter().map(|part| (part, choice.cards(part.field())));
    resolution.bound.chosen = cost::left_by(game, paid);
    resolution.stage = crate::card::resolve::Stage::Effects;
    standby::fire(game, resolution.seat, resolution.me, resolution.ability, resolution.rule);
    game.push(Step::Resolve(Box::new(resolution)));
}

/// The event lies in the retreat zone before its skill is processed [302.1c, 305.1a, ruling-35].
pub fn play_event(game: &mut Game<'_>, seat: Seat, action: &PlayEvent) {
    let Some(ability) = event_skill(game, action) else { return };
    zone::to_retreat(game, seat, action.card, None, cite!("302.1c"));
    let me = game.state.table.object(action.card);
    process_paid(game, Resolution::new(seat, me, ability, cite!("305.1a")), &action.cost);
}

/// The activated skill that is meant.
fn activated(game: &Game<'_>, action: &Activate) -> Option<(Ability, Zone)> {
    let number = action.skill?;
    let ability = standby::all_skills(game, action.source).into_iter().find(|each| each.number == number)?;
    match standby::skill(game, ability)? {
        Skill::Activated(activated) => Some((ability, activated.zone)),
        _ => None,
    }
}

/// Whether a skill for a zone is effective where a card lies [408.2, ruling-44].
fn is_effective(game: &Game<'_>, seat: Seat, card: CardId, ability: Ability, zone: Zone) -> bool {
    let field = table::battlefield_cell(game, card).is_some_and(|(side, _)| side == seat);
    let under = table::host_of(game, card).is_some() && table::side_of(game, card) == Some(seat);
    match zone {
        Zone::Battlefield => field && !stat::skills_are_off(game, card),
        Zone::Hand => table::lies_in(game, card, table::HAND, seat),
        Zone::Retreat => table::lies_in(game, card, table::RETREAT, seat),
        Zone::Under => under,
        Zone::Granted => {
            let gained = standby::gained(game, card).any(|other| other == ability);
            field && gained && !stat::skills_are_off(game, card)
        }
        Zone::Anywhere => {
            field
                || under
                || table::lies_in(game, card, table::HAND, seat)
                || table::lies_in(game, card, table::RETREAT, seat)
        }
    }
}

/// The conditions of an activated skill, in their order.
pub(super) const ACTIVATE: &[Row<AzurLane, Activate>] = &[
    test(U_CARD, U_CARD, &[cite!("304.3"), cite!("408.2")], |game, seat, action| {
        let card = action.source;
        let own = table::side_of(game, card) == Some(seat);
        if own { Ok(()) } else { Err(Reason::NotOwnCard { card }) }
    }),
    test(U_SKILL, U_SKILL, &[cite!("305.1c")], |_, _, action| {
        action.skill.map(|_| ()).ok_or(Reason::SkillNotNamed { card: action.source })
    }),
    test(U_SKILL, U_CARD | U_SKILL, &[cite!("204.3c")], |game, _, action| {
        let printed = table::printed(game, action.source);
        let down = usize::from(!table::mark(game, action.source).back);
        let other = printed
            .faces
            .get(down)
            .and_then(|face| face.skills.get(usize::from(action.skill?.checked_sub(1)?)));
        let is_there = activated(game, action).is_none() && matches!(other, Some(Skill::Activated(_)));
        if printed.faces.len() > 1 && is_there {
            Err(Reason::SideIsDown { card: action.source })
        } else {
            Ok(())
        }
    }),
    test(
        U_SKILL,
        U_CARD | U_SKILL,
        &[cite!("304.3"), cite!("408.2"), cite!("ruling-44")],
        |game, seat, action| match activated(game, action) {
            Some((ability, zone)) if is_effective(game, seat, action.source, ability, zone) => Ok(()),
            _ => Err(Reason::SkillNotEffective { card: action.source, skill: action.skill.unwrap_or(0) }),
        },
    ),
    test(U_SKILL, U_CARD | U_SKILL, &[cite!("304.3b")], |game, seat, action| {
        activated(game, action)
            .map_or(Ok(()), |(ability, _)| body_condition(game, seat, action.source, ability))
    }),
    test(U_SKILL, U_CARD | U_SKILL, &[cite!("602.5")], |game, _, action| match activated(game, action) {
        Some((ability, _)) if standby::is_used_up(game, game.state.table.object(action.source), ability) => {
            Err(Reason::UsedThisTurn { card: action.source })
        }
        _ => Ok(()),
    }),
    test(
        U_COST,
        U_CARD | U_SKILL | U_COST,
        &[cite!("303.3"), cite!("304.3b"), cite!("305.1c")],
        |game, seat, action| {
            let Some((ability, zone)) = activated(game, action) else { return Ok(()) };
            body_cost(game, seat, action.source, zone == Zone::Hand, ability, &action.cost)
        },
    ),
    act(U_CARD | U_SKILL | U_COST, &[cite!("303.3"), cite!("304.3b")], |payment, seat, action| {
        if let Some((ability, _)) = activated(payment, action) {
            pay_body(payment, seat, action.source, ability, &action.cost);
        }
    }),
];

/// Reads the conditions of an activated skill.
pub fn check_activate(draft: &mut Draft<'_, '_, AzurLane>, seat: Seat, action: &Activate) {
    draft.rows(ACTIVATE, ACTIVATE_FIELDS, seat, action);
}

/// The skill is processed [306.1]; its source may have gone as its cost.
pub fn activate(game: &mut Game<'_>, seat: Seat, action: &Activate) {
    let Some((ability, _)) = activated(game, action) else { return };
    let me = game.state.table.object(action.source);
    process_paid(game, Resolution::new(seat, me, ability, cite!("305.1c")), &action.cost);
}

/// A use from hand in a step of the battle: 反制 or 追擊.
#[derive(Debug, Clone, Copy)]
pub struct FromHand<'a> {
    /// The card.
    pub card: CardId,
    /// What is paid left of 「：」.
    pub cost: &'a CostChoice,
    /// The cubes that are rested.
    pub pay: &'a Cubes,
}

impl Counter {
    /// The parts that both uses share.
    pub const fn parts(&self) -> FromHand<'_> {
        FromHand { card: self.card, cost: &self.cost, pay: &self.pay }
    }
}

impl Chase {
    /// The parts that both uses share.
    pub const fn parts(&self) -> FromHand<'_> {
        FromHand { card: self.card, cost: &self.cost, pay: &self.pay }
    }
}

/// The skill of a card that is used from hand in a step of the battle.
pub(super) fn battle_skill(game: &Game<'_>, card: CardId, counter: bool) -> Option<Ability> {
    let (rule, name) = match counter {
        true => (cite!("601.3"), KeywordName::Counter),
        false => (cite!("601.9"), KeywordName::Chase),
    };
    if !game.holds(rule) || stat::has_lost(game, card, name) {
        return None;
    }
    standby::find_skill(game, card, |skill| match skill {
        Skill::Counter(_) => counter,
        Skill::Chase(_) => !counter,
        _ => false,
    })
}

fn exact_for(game: &Game<'_>, parts: FromHand<'_>, kind: Kind) -> Outcome {
    if table::printed(game, parts.card).kind != kind {
        return Ok(());
    }
    pays_exactly(card_cost(game, parts.card), parts.pay)
}

macro_rules! from_hand {
    ($name:ident, $action:ty, $counter:literal, $keyword:expr, [$($ship_hand:expr)?], $hand:expr, $ship:expr, $paid:expr) => {
        pub(super) const $name: &[Row<AzurLane, $action>] = &[
            // Of a card that the player does not see it is not asked what it is.
            $( test(U_CARD, U_CARD, $ship_hand, |game, seat, action| {
                let seen = is_seen(game, Viewer::Seat(seat), action.card);
                match seen && table::printed(game, action.card).kind == Kind::Ship {
                    true => in_hand(game, seat, action.card),
                    false => Ok(()),
                }
            }), )?
            test(U_CARD, U_CARD, $hand, |game, seat, action| in_hand(game, seat, action.card)),
            test(U_CARD, U_CARD, $keyword, |game, _, action| {
                match battle_skill(game, action.card, $counter) {
                    Some(_) => Ok(()),
                    None => Err(Reason::KeywordMissing { card: action.card }),
                }
            }),
            test(U_CARD, U_CARD, &[cite!("304.2c")], |game, seat, action| {
                battle_skill(game, action.card, $counter)
                    .map_or(Ok(()), |ability| body_condition(game, seat, action.card, ability))
            }),
            test(U_CARD, U_CARD, &[cite!("602.5")], |game, _, action| {
                match battle_skill(game, action.card, $counter) {
                    Some(ability)
                        if standby::is_used_up(game, game.state.table.object(action.card), ability) =>
                    {
                        Err(Reason::UsedThisTurn { card: action.card })
                    }
                    _ => Ok(()),
                }
            }),
            test(U_PAY, U_PAY, &[cite!("204.6a")], |game, seat, action| {
                cubes_are_active(game, seat, &action.pay)
            }),
            test(U_PAY, U_CARD | U_PAY, &[cite!("305.1a"), cite!("302.1b")], |game, _, action| {
                exact_for(game, action.parts(), Kind::Event)
            }),
            test(U_PAY, U_CARD | U_PAY, $ship, |game, _, action| exact_for(game, action.parts(), Kind::Ship)),
            act(U_CARD, &[cite!("302.1"), cite!("302.1a")], |payment, seat, action| {
                reveal(payment, seat, action.card);
            }),
            act(U_PAY, $paid, |payment, seat, action| pay_cubes(payment, seat, &action.pay)),
            test(U_COST, U_CARD | U_PAY | U_COST, $ship, |game, seat, action| {
                if table::printed(game, action.card).kind != Kind::Ship {
                    return Ok(());
                }
                let Some(ability) = battle_skill(game, action.card, $counter) else { return Ok(()) };
                body_cost(game, seat, action.card, true, ability, &action.cost)
            }),
            test(U_COST, U_CARD | U_PAY | U_COST, &[cite!("303.3")], |game, seat, action| {
                let Some(ability) = battle_skill(game, action.card, $counter) else { return Ok(()) };
                body_cost(game, seat, action.card, true, ability, &action.cost)
            }),
            test(U_CARD, U_CARD, &[cite!("103.2")], |game, seat, action| is_allowed(game, seat, action.card)),
            act(U_CARD | U_COST, &[cite!("303.3"), cite!("304.2c")], |payment, seat, action| {
                if let Some(ability) = battle_skill(payment, action.card, $counter) {
                    pay_body(payment, seat, action.card, ability, &action.cost);
                }
            }),
        ];
    };
}

// The conditions of 反制, in their order.
from_hand!(
    COUNTER,
    Counter,
    true,
    &[cite!("506.1b"), cite!("601.3")],
    [&[cite!("601.3a"), cite!("506.1b")]],
    &[cite!("506.1b")],
    &[cite!("601.3b"), cite!("303.3")],
    &[cite!("302.1"), cite!("302.1b"), cite!("303.2"), cite!("601.3b")]
);
// The conditions of 追擊, in their order.
from_hand!(
    CHASE,
    Chase,
    false,
    &[cite!("601.9")],
    [],
    &[cite!("ruling-57"), cite!("601.9")],
    &[cite!("302.1b"), cite!("ruling-57")],
    PAYMENT
);

/// Reads the conditions of 反制.
pub fn check_counter(draft: &mut Draft<'_, '_, AzurLane>, seat: Seat, action: &Counter) {
    draft.rows(COUNTER, USE_FIELDS, seat, action);
}

/// Reads the conditions of 追擊.
pub fn check_chase(draft: &mut Draft<'_, '_, AzurLane>, seat: Seat, action: &Chase) {
    draft.rows(CHASE, USE_FIELDS, seat, action);
}

/// An event goes to the retreat zone, a ship stays in hand until its text moves it [ruling-58].
pub fn from_hand(game: &mut Game<'_>, seat: Seat, parts: FromHand<'_>, counter: bool) {
    let card = parts.card;
    let Some(ability) = battle_skill(game, card, counter) else { return };
    if table::printed(game, card).kind == Kind::Event {
        zone::to_retreat(game, seat, card, None, cite!("302.1c"));
    }
    let me = game.state.table.object(card);
    let rule = if counter { cite!("601.3") } else { cite!("601.9") };
    process_paid(game, Resolution::new(seat, me, ability, rule), parts.cost);
}
