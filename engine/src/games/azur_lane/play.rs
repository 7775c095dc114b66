//! Using cards.
//!
//! 302.1 playing; 302.1a revealing; 302.1c placing; 302.1d use without payment; 305.1a events; 306.1b the
//! skill of an event waits; 400.7 other zones; 503.1 the main phase; 602.17 【主階段啟動】; ruling-63 events outside
//! their window. Payment is in [`super::pay`], activated skills in [`super::activate`], remodelling in
//! [`super::remodel`].

use smallvec::SmallVec;

use super::action::{At, CostChoice, Cubes, Elsewhere};
use super::pay::{
    self, PAYMENT, Price, alternative_fits, card_cost, cubes_are_active, pay_card, pays_exactly,
};
use super::printed::Kind;
use super::reason::Reason;
use super::standby::{self, Ability, Standby, ability_of};
use super::table::{self, Detail, Means, Verb};
use super::words::skill::Body;
use super::words::{Cost, KeywordName, cost};
use super::zone::{self, By};
use super::{AzurLane, Question, Step, prohibition, stat};
use crate::abilities::{ConditionWord, Resolution, Scene};
use crate::game_kit::action::ActionKind;
use crate::game_kit::action::legal::{Slot, Slots, each, several, whole};
use crate::game_kit::fields::fields;
use crate::kernel::shape::Value;
use crate::kernel::{
    Acts, CardId, Match, Object, Payment, Proposal, Row, Seat, act, ensure, refuse_if, test,
};
use crate::verdict::Cite;

type Game<'p> = Match<'p, AzurLane>;
type Time = crate::game_kit::action::Time<AzurLane>;

/// Whether a name is one of the six positions [403.3a].
pub(crate) fn is_position(at: &At) -> Result<(), Reason> {
    match table::cell_named(&at.cell) {
        Some(_) => Ok(()),
        None => Err(Reason::NoSuchPosition { cell: at.cell.clone() }),
    }
}

/// Whether the flagship does not stand there [403.3c].
pub(crate) fn is_free_of_flagship(game: &Game<'_>, at: &At) -> Result<(), Reason> {
    let there = table::cell_named(&at.cell)
        .and_then(|cell| game.state.table.on_cell(table::BATTLEFIELD.of(at.seat), cell));
    match there {
        Some(card) if table::printed(game, card).kind == Kind::Flagship => {
            Err(Reason::FlagshipStandsThere { cell: at.cell.clone() })
        }
        _ => Ok(()),
    }
}

/// Shows the card before anything is paid [302.1a].
pub(super) fn reveal(payment: &mut Payment<'_, '_, AzurLane>, seat: Seat, card: CardId) {
    let shown = Detail { shown: true, ..Detail::default() };
    payment.propose(Proposal::told(Verb::Use, seat, cite!("302.1a")).to(card).with(shown));
}

fn is_kind(game: &Game<'_>, card: CardId, needs: Kind) -> Result<(), Reason> {
    ensure(table::printed(game, card).kind == needs, Reason::WrongKind { card, needs })
}

pub(super) fn in_hand(game: &Game<'_>, seat: Seat, card: CardId) -> Result<(), Reason> {
    ensure(table::lies_in(game, card, table::HAND, seat), Reason::NotInHand { card })
}

pub(super) fn is_allowed(game: &Game<'_>, seat: Seat, card: CardId) -> Result<(), Reason> {
    match prohibition::use_card(game, seat, card) {
        Some(_) => Err(Reason::ForbiddenByEffect { card: Some(card) }),
        None => Ok(()),
    }
}

/// A ship is used [302.1, 503.1].
#[fields]
pub struct PlayShip {
    /// The other cost, paid instead of the card's [303.4].
    pub alternative: Option<Box<CostChoice>>,
    /// Where it enters.
    pub at: Option<At>,
    /// The ship.
    pub card: CardId,
    /// Where it comes from, if not from hand.
    pub from: Option<Elsewhere>,
    /// The cubes that are rested.
    #[optional]
    pub pay: Cubes,
}

/// A card comes from hand, or from the retreat zone if a skill opens it [400.7].
const FROM: Slot<AzurLane, PlayShip> =
    each("from", PlayShip::FROM, |_, _, _| vec![Value::Nothing, Value::Word(Elsewhere::Retreat.word())]);
const AT: Slot<AzurLane, PlayShip> = each("at", PlayShip::AT, |_, seat, _| table::values(seat));

impl PlayShip {
    /// The cards of the zone from which the action says that the card comes.
    fn cards(&self, game: &Game<'_>, seat: Seat) -> Vec<CardId> {
        let zone = if self.from.is_some() { table::RETREAT } else { table::HAND };
        game.state.table.list(zone.of(seat)).to_vec()
    }
}

impl ActionKind<AzurLane> for PlayShip {
    const USES: fn(&Self) -> Option<CardId> = |action| Some(action.card);
    // For a card from the retreat zone, the row of `from` checks zone and kind; so every row that reads the
    // card's face names `from` among its fields.
    const CONDITIONS: &'static [Row<AzurLane, Self>] = &[
        test(Self::CARD, Self::CARD | Self::FROM, &[cite!("503.1"), cite!("302.1")], |game, seat, action| {
            match action.from {
                None => {
                    in_hand(game, seat, action.card).and_then(|()| is_kind(game, action.card, Kind::Ship))
                }
                Some(_) => Ok(()),
            }
        }),
        test(Self::FROM, Self::CARD | Self::FROM, &[cite!("400.7"), cite!("302.1")], |game, seat, action| {
            match action.from {
                None => Ok(()),
                Some(Elsewhere::Retreat)
                    if table::lies_in(game, action.card, table::RETREAT, seat)
                        && table::printed(game, action.card).kind == Kind::Ship
                        && prohibition::opens_retreat(game, seat, action.card) =>
                {
                    Ok(())
                }
                Some(_) => Err(Reason::ZoneNotOpen { card: action.card }),
            }
        }),
        test(Self::AT, Self::AT, &[cite!("204.4b")], |_, _, action| {
            action.at.as_ref().map(|_| ()).ok_or(Reason::NoPosition)
        }),
        test(Self::AT, Self::AT, &[cite!("403.1"), cite!("302.1c")], |_, seat, action| match &action.at {
            Some(at) if at.seat != seat => Err(Reason::NotOwnBattlefield),
            _ => Ok(()),
        }),
        test(Self::AT, Self::AT, &[cite!("403.3a"), cite!("302.1c")], |_, _, action| {
            action.at.as_ref().map_or(Ok(()), is_position)
        }),
        test(Self::AT, Self::AT, &[cite!("403.3c")], |game, _, action| {
            action.at.as_ref().map_or(Ok(()), |at| is_free_of_flagship(game, at))
        }),
        test(Self::PAY, Self::PAY, &[cite!("204.6a")], |game, seat, action| {
            cubes_are_active(game, seat, &action.pay)
        }),
        test(
            Self::PAY,
            Self::CARD | Self::FROM | Self::PAY | Self::ALTERNATIVE,
            &[cite!("302.1b"), cite!("303.2"), cite!("ruling-30")],
            |game, _, action| {
                if action.alternative.is_some() {
                    Ok(())
                } else {
                    pays_exactly(card_cost(game, action.card), &action.pay)
                }
            },
        ),
        test(
            Self::ALTERNATIVE,
            Self::CARD | Self::FROM | Self::PAY | Self::ALTERNATIVE,
            &[cite!("303.4")],
            |game, seat, action| {
                alternative_fits(game, seat, action.card, action.alternative.as_deref(), &action.pay)
            },
        ),
        test(Self::CARD, Self::CARD | Self::FROM, &[cite!("103.2")], |game, seat, action| {
            is_allowed(game, seat, action.card)
        }),
        act(Self::CARD, &[cite!("302.1"), cite!("302.1a")], |payment, seat, action| {
            reveal(payment, seat, action.card);
        }),
        act(Self::CARD | Self::PAY | Self::ALTERNATIVE, PAYMENT, |payment, seat, action| {
            pay_card(payment, seat, action.card, action.alternative.as_deref(), &action.pay);
        }),
    ];

    const SLOTS: Slots<AzurLane, Self> = &[
        &[
            FROM,
            each("card", Self::CARD, |game, seat, action| Value::cards(action.cards(game, seat))),
            AT,
            whole("pay", Self::PAY, |game, seat, action| {
                pay::cubes(game, seat, card_cost(game, action.card))
            }),
        ],
        &[
            FROM,
            each("card", Self::CARD, |game, seat, action| {
                let cards = action.cards(game, seat).into_iter();
                Value::cards(cards.filter(|card| pay::alternative(game, seat, *card).is_some()))
            }),
            AT,
            several(Self::ALTERNATIVE, |game, seat, action| {
                pay::alternative_domains(game, seat, action.card)
            }),
        ],
    ];

    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::Main);

    const TIME: Time = |_, _| &[cite!("503.1"), cite!("500.1")];

    /// Lets the ship enter [302.1c].
    fn perform(&self, game: &mut Game<'_>, seat: Seat, _: Option<&Question>) {
        if let Some(cell) = self.at.as_ref().and_then(|at| table::cell_named(&at.cell)) {
            zone::enter(game, self.card, cell, false, By::rule(seat, cite!("302.1c")));
        }
    }
}

/// Whether the gates and the condition of a skill that its owner decides to use are met.
pub(super) fn body_condition(
    game: &Game<'_>,
    seat: Seat,
    card: CardId,
    ability: Ability,
) -> Result<(), Reason> {
    let Some(head) = standby::head(game, ability) else { return Ok(()) };
    let scene = Scene::of(seat, game.state.table.object(card));
    let is_met = standby::gates_open(game, seat, &head.gates)
        && head.when.as_ref().is_none_or(|when| when.is_true(game, &scene));
    ensure(is_met, Reason::ConditionNotMet { card })
}

pub(super) fn body_cost(
    game: &Game<'_>,
    seat: Seat,
    card: CardId,
    aside: bool,
    ability: Ability,
    choice: &CostChoice,
) -> Result<(), Reason> {
    let parts = parts_of(game, ability);
    let me = game.state.table.object(card);
    ensure(
        pay::pays_parts(game, seat, me, aside.then_some(card), parts, choice),
        Reason::CostNotPaid { card },
    )
}

/// Pays the cost of a skill with the choice.
pub(super) fn pay_body(
    payment: &mut Payment<'_, '_, AzurLane>,
    seat: Seat,
    card: CardId,
    ability: Ability,
    choice: &CostChoice,
) {
    let me = payment.state.table.object(card);
    pay::pay_parts(payment, seat, me, parts_of(payment, ability), choice);
}

/// The parts of the cost left of 「：」; none if the text asks later whether its player pays.
pub(super) fn parts_of<'p>(game: &Game<'p>, ability: Ability) -> &'p [Cost] {
    let costs = standby::cost(game, ability).filter(|costs| !costs.optional);
    costs.map_or(&[], |costs| costs.pay.as_slice())
}

/// Processes a used skill after payment. An optional cost is not paid yet: the text asks first whether its
/// player pays it.
pub(super) fn process_paid(game: &mut Game<'_>, mut resolution: Resolution<AzurLane>, choice: &CostChoice) {
    let costs = standby::cost(game, resolution.ability);
    if costs.is_some_and(|costs| costs.optional) {
        standby::begin(game, resolution);
        return;
    }
    let parts = costs.map_or(&[][..], |costs| costs.pay.as_slice());
    let scene = Scene::of(resolution.seat, resolution.me);
    cost::pay_by_chance(parts, game, &scene, |part| choice.cards(part.form()).to_vec());
    let paid = parts.iter().map(|part| (part, choice.cards(part.form())));
    resolution.bound.chosen = cost::left_by(game, paid);
    resolution.stage = crate::abilities::resolve::ResolutionStage::Effects;
    standby::fire(game, resolution.seat, resolution.me, resolution.ability, resolution.rule);
    game.push(Step::Resolve(Box::new(resolution)));
}

/// The places of the 【主階段啟動】 skills of an event [602.17].
pub(crate) fn main_skills(game: &Game<'_>, card: CardId) -> SmallVec<[u8; 4]> {
    if !game.in_force(cite!("602.17")) || stat::has_lost(game, card, KeywordName::Main) {
        return SmallVec::new();
    }
    let skills = table::face(game, card).skills;
    let places = skills.iter().enumerate().filter(|(_, skill)| matches!(skill.body, Body::Event {}));
    places.map(|(place, _)| place as u8).collect()
}

/// The skill with which an event is used outside its window: its first 【主階段啟動】, else its only 反制 or 追擊
/// [ruling-63].
pub(crate) fn main_skill(game: &Game<'_>, card: CardId) -> Option<u8> {
    if let Some(&place) = main_skills(game, card).first() {
        return Some(place);
    }
    let skills = table::face(game, card).skills;
    let mut uses = skills
        .iter()
        .enumerate()
        .filter(|(_, skill)| matches!(skill.body, Body::Counter {} | Body::Chase {}))
        .map(|(place, _)| place as u8);
    match (uses.next(), uses.next()) {
        (Some(place), None) => Some(place),
        _ => None,
    }
}

/// Reveals an event and puts it into the retreat zone [302.1a, 302.1c]. Returns the object that it is there.
pub(crate) fn lay_event(
    game: &mut Game<'_>,
    seat: Seat,
    card: CardId,
    source: Option<Object>,
    rule: Cite,
) -> Object {
    let shown = Detail { shown: true, means: Means::Rule, ..Detail::default() };
    game.propose(Proposal::told(Verb::Use, seat, rule).to(card).with(shown).by(source));
    let rule = cite!("302.1c");
    let by = source.map_or(By::rule(seat, rule), |source| By::effect(seat, source, rule));
    zone::to_retreat(game, card, by);
    game.state.table.object(card)
}

/// Uses an event by a skill, without payment; the event's own skill then waits [302.1d, 306.1b].
pub(crate) fn use_event_free(
    game: &mut Game<'_>,
    seat: Seat,
    card: CardId,
    source: Option<Object>,
    rule: Cite,
) {
    let Some(place) = main_skill(game, card) else { return };
    let ability = ability_of(game, card, place);
    let me = lay_event(game, seat, card, source, rule);
    if table::printed(game, card).kind == Kind::Event {
        game.wait(seat, Standby { ability, me, subject: None, other: None, later: None });
    }
}

/// An event is used [302.1, 503.1].
#[fields]
pub struct PlayEvent {
    /// The other cost, paid instead of the card's [303.4].
    pub alternative: Option<Box<CostChoice>>,
    /// The event.
    pub card: CardId,
    /// What is paid left of 「：」.
    #[optional]
    pub cost: Box<CostChoice>,
    /// The cubes that are rested.
    #[optional]
    pub pay: Cubes,
    /// Which skill, counted from 1 over all its skills; only if several are for the main phase.
    pub skill: Option<u8>,
}

/// The 【主階段啟動】 skill with which the action uses an event [ruling-34].
pub(crate) fn event_skill(game: &Game<'_>, action: &PlayEvent) -> Option<Ability> {
    let places = main_skills(game, action.card);
    let place = match (action.skill, places.as_slice()) {
        (None, &[only]) => only,
        (Some(skill), [_, _, ..]) => *places.iter().find(|place| **place + 1 == skill)?,
        _ => return None,
    };
    Some(standby::ability_of(game, action.card, place))
}

impl PlayEvent {
    /// The values of `skill`; an action does not name the only one.
    fn skills(&self, game: &Game<'_>) -> Vec<Value> {
        match main_skills(game, self.card).as_slice() {
            [_] => vec![Value::Nothing],
            places => places.iter().map(|place| Value::Number(i64::from(place + 1))).collect(),
        }
    }
}

const SKILL: Slot<AzurLane, PlayEvent> =
    each("skill", PlayEvent::SKILL, |game, _, action| action.skills(game));

impl ActionKind<AzurLane> for PlayEvent {
    const USES: fn(&Self) -> Option<CardId> = |action| Some(action.card);
    const CONDITIONS: &'static [Row<AzurLane, Self>] = &[
        test(Self::CARD, Self::CARD, &[cite!("503.1"), cite!("302.1")], |game, seat, action| {
            in_hand(game, seat, action.card).and_then(|()| is_kind(game, action.card, Kind::Event))
        }),
        test(
            Self::CARD,
            Self::CARD,
            &[cite!("503.1"), cite!("601.3"), cite!("ruling-34")],
            |game, _, action| {
                refuse_if(
                    main_skills(game, action.card).is_empty(),
                    Reason::NoSkillForWindow { card: action.card },
                )
            },
        ),
        test(
            Self::SKILL,
            Self::CARD | Self::SKILL,
            &[cite!("305.1c"), cite!("ruling-34")],
            |game, _, action| match (event_skill(game, action), action.skill) {
                (Some(_), _) => Ok(()),
                (None, None) => Err(Reason::SkillNotNamed { card: action.card }),
                (None, Some(skill)) => Err(Reason::SkillNotEffective { card: action.card, skill }),
            },
        ),
        test(Self::SKILL, Self::CARD | Self::SKILL, &[cite!("304.3b")], |game, seat, action| {
            event_skill(game, action)
                .map_or(Ok(()), |ability| body_condition(game, seat, action.card, ability))
        }),
        test(Self::PAY, Self::PAY, &[cite!("204.6a")], |game, seat, action| {
            cubes_are_active(game, seat, &action.pay)
        }),
        test(
            Self::PAY,
            Self::CARD | Self::PAY | Self::ALTERNATIVE,
            &[cite!("305.1a"), cite!("302.1b")],
            |game, _, action| {
                if action.alternative.is_some() {
                    Ok(())
                } else {
                    pays_exactly(card_cost(game, action.card), &action.pay)
                }
            },
        ),
        test(
            Self::ALTERNATIVE,
            Self::CARD | Self::PAY | Self::ALTERNATIVE,
            &[cite!("303.4")],
            |game, seat, action| {
                alternative_fits(game, seat, action.card, action.alternative.as_deref(), &action.pay)
            },
        ),
        act(Self::CARD, &[cite!("302.1"), cite!("302.1a")], |payment, seat, action| {
            reveal(payment, seat, action.card);
        }),
        act(Self::CARD | Self::PAY | Self::ALTERNATIVE, PAYMENT, |payment, seat, action| {
            pay_card(payment, seat, action.card, action.alternative.as_deref(), &action.pay);
        }),
        test(
            Self::COST,
            Self::CARD | Self::SKILL | Self::PAY | Self::ALTERNATIVE | Self::COST,
            &[cite!("303.3")],
            |game, seat, action| {
                let Some(ability) = event_skill(game, action) else { return Ok(()) };
                body_cost(game, seat, action.card, true, ability, &action.cost)
            },
        ),
        test(Self::CARD, Self::CARD, &[cite!("103.2")], |game, seat, action| {
            is_allowed(game, seat, action.card)
        }),
        act(Self::CARD | Self::SKILL | Self::COST, &[cite!("303.3")], |payment, seat, action| {
            if let Some(ability) = event_skill(payment, action) {
                pay_body(payment, seat, action.card, ability, &action.cost);
            }
        }),
    ];

    const SLOTS: Slots<AzurLane, Self> = &[
        &[
            each("card", Self::CARD, |game, seat, _| Value::cards(table::hand(game, seat))),
            SKILL,
            several(Self::PAY | Self::COST, |game, seat, action| {
                let (me, aside) = (game.state.table.object(action.card), Some(action.card));
                let parts = parts_of(game, event_skill(game, action)?);
                let cost = card_cost(game, action.card);
                pay::domains(game, seat, cost, Price { me, aside, base: None, parts })
            }),
        ],
        // An event has an alternative cost or a cost left of 「：」, never both: the linter refuses such a card.
        &[
            each("card", Self::CARD, |game, seat, _| {
                let cards = table::hand(game, seat).into_iter();
                Value::cards(cards.filter(|card| pay::alternative(game, seat, *card).is_some()))
            }),
            SKILL,
            several(Self::ALTERNATIVE, |game, seat, action| {
                pay::alternative_domains(game, seat, action.card)
            }),
        ],
    ];

    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::Main);

    const TIME: Time = |_, _| &[cite!("503.1"), cite!("500.1")];

    /// Puts the event into the retreat zone, then processes its skill [302.1c, 305.1a, ruling-35].
    fn perform(&self, game: &mut Game<'_>, seat: Seat, _: Option<&Question>) {
        let Some(ability) = event_skill(game, self) else { return };
        zone::to_retreat(game, self.card, By::rule(seat, cite!("302.1c")));
        let me = game.state.table.object(self.card);
        process_paid(game, Resolution::new(seat, me, ability, cite!("305.1a")), &self.cost);
    }
}
