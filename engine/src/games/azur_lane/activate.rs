//! Using skills: activated ones, and those of cards in hand in the steps of a battle.
//!
//! 303.3 activation costs; 304.3 and 305.1c activated skills; 408.2 and ruling-44 where they are effective;
//! 601.3 counter; 601.9 chase; ruling-57, ruling-58.

use super::action::{CostChoice, Cubes};
use super::pay::{self, PAYMENT, Price, card_cost, cubes_are_active, pay_cubes, pays_exactly};
use super::play::{body_condition, body_cost, in_hand, is_allowed, parts_of, pay_body, process_paid, reveal};
use super::printed::Kind;
use super::reason::Reason;
use super::standby::{self, Ability};
use super::table;
use super::words::skill::{Body, Zone};
use super::words::{KeywordName, Skill};
use super::zone::{self, By};
use super::{AzurLane, Question, stat};
use crate::abilities::Resolution;
use crate::game_kit::action::ActionKind;
use crate::game_kit::action::legal::{Slots, each, several};
use crate::game_kit::fields::fields;
use crate::kernel::shape::Value;
use crate::kernel::{CardId, Match, Row, Seat, Viewer, act, ensure, refuse_if, test};

type Game<'p> = Match<'p, AzurLane>;
type Time = crate::game_kit::action::Time<AzurLane>;

/// An activated skill [304.3].
#[fields]
pub struct Activate {
    /// What is paid left of 「：」.
    #[optional]
    pub cost: Box<CostChoice>,
    /// Which skill of the side that is up, counted from 1 over all its skills; gained ones follow the printed
    /// ones in the order in which they were gained.
    pub skill: Option<u8>,
    /// The card.
    pub source: CardId,
}

fn is_activated(skill: &Skill) -> bool {
    matches!(skill.body, Body::Activated {})
}

/// The activated skill that the action names, and the zone where it is effective.
fn activated(game: &Game<'_>, action: &Activate) -> Option<(Ability, Zone)> {
    let number = action.skill?;
    let ability = standby::all_skills(game, action.source).into_iter().find(|each| each.number == number)?;
    let skill = standby::skill(game, ability).filter(|skill| is_activated(skill))?;
    Some((ability, skill.head.zone))
}

/// Whether a skill that is effective in `zone` is effective for the card where it lies now [408.2,
/// ruling-44].
fn is_effective(game: &Game<'_>, seat: Seat, card: CardId, ability: Ability, zone: Zone) -> bool {
    let field = table::battlefield_cell(game, card).is_some_and(|(side, _)| side == seat);
    let under = table::host(game, card).is_some() && table::side_of(game, card) == Some(seat);
    match zone {
        Zone::Battlefield => field && !stat::skills_are_off(game, card),
        Zone::Hand => table::lies_in(game, card, table::HAND, seat),
        Zone::Retreat => table::lies_in(game, card, table::RETREAT, seat),
        Zone::Deck => false,
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

/// The numbers of the activated skills of a card.
fn numbers(game: &Game<'_>, card: CardId) -> Vec<u8> {
    let skills = standby::all_skills(game, card).into_iter();
    let activated = skills.filter(|ability| standby::skill(game, *ability).is_some_and(is_activated));
    activated.map(|ability| ability.number).collect()
}

/// The cards that may have an activated skill: those on the battlefield, under the cards there, in hand and
/// in the retreat zone.
fn sources(game: &Game<'_>, seat: Seat) -> Vec<CardId> {
    let mut cards = table::by_position(game, seat);
    let under: Vec<CardId> = cards.iter().flat_map(|&card| game.state.table.pile(card).to_vec()).collect();
    cards.extend(under);
    cards.extend_from_slice(game.state.table.list(table::HAND.of(seat)));
    cards.extend_from_slice(game.state.table.list(table::RETREAT.of(seat)));
    cards
}

impl ActionKind<AzurLane> for Activate {
    const USES: fn(&Self) -> Option<CardId> = |action| Some(action.source);
    const CONDITIONS: &'static [Row<AzurLane, Self>] = &[
        test(Self::SOURCE, Self::SOURCE, &[cite!("304.3"), cite!("408.2")], |game, seat, action| {
            let card = action.source;
            let own = table::side_of(game, card) == Some(seat);
            ensure(own, Reason::NotOwnCard { card })
        }),
        test(Self::SKILL, Self::SKILL, &[cite!("305.1c")], |_, _, action| {
            action.skill.map(|_| ()).ok_or(Reason::SkillNotNamed { card: action.source })
        }),
        test(Self::SKILL, Self::SOURCE | Self::SKILL, &[cite!("204.3c")], |game, _, action| {
            let printed = table::printed(game, action.source);
            let down = u8::from(!table::mark(game, action.source).back);
            let other = printed
                .face(down)
                .and_then(|face| face.skills.get(usize::from(action.skill?.checked_sub(1)?)));
            let is_there = activated(game, action).is_none() && other.is_some_and(is_activated);
            refuse_if(printed.back.is_some() && is_there, Reason::SideIsDown { card: action.source })
        }),
        test(
            Self::SKILL,
            Self::SOURCE | Self::SKILL,
            &[cite!("602.17"), cite!("304.3")],
            |game, _, action| {
                let lost = activated(game, action).is_some()
                    && stat::has_lost(game, action.source, KeywordName::Main);
                let (card, skill) = (action.source, action.skill.unwrap_or(0));
                refuse_if(lost, Reason::SkillNotEffective { card, skill })
            },
        ),
        test(
            Self::SKILL,
            Self::SOURCE | Self::SKILL,
            &[cite!("304.3"), cite!("408.2"), cite!("ruling-44")],
            |game, seat, action| match activated(game, action) {
                Some((ability, zone)) if is_effective(game, seat, action.source, ability, zone) => Ok(()),
                _ => Err(Reason::SkillNotEffective { card: action.source, skill: action.skill.unwrap_or(0) }),
            },
        ),
        test(Self::SKILL, Self::SOURCE | Self::SKILL, &[cite!("304.3b")], |game, seat, action| {
            activated(game, action)
                .map_or(Ok(()), |(ability, _)| body_condition(game, seat, action.source, ability))
        }),
        test(Self::SKILL, Self::SOURCE | Self::SKILL, &[cite!("602.5")], |game, _, action| {
            match activated(game, action) {
                Some((ability, _))
                    if standby::is_used_up(game, game.state.table.object(action.source), ability) =>
                {
                    Err(Reason::UsedThisTurn { card: action.source })
                }
                _ => Ok(()),
            }
        }),
        test(
            Self::COST,
            Self::SOURCE | Self::SKILL | Self::COST,
            &[cite!("303.3"), cite!("304.3b"), cite!("305.1c")],
            |game, seat, action| {
                let Some((ability, zone)) = activated(game, action) else { return Ok(()) };
                body_cost(game, seat, action.source, zone == Zone::Hand, ability, &action.cost)
            },
        ),
        act(
            Self::SOURCE | Self::SKILL | Self::COST,
            &[cite!("303.3"), cite!("304.3b")],
            |payment, seat, action| {
                if let Some((ability, _)) = activated(payment, action) {
                    pay_body(payment, seat, action.source, ability, &action.cost);
                }
            },
        ),
    ];

    const SLOTS: Slots<AzurLane, Self> = &[&[
        each("source", Self::SOURCE, |game, seat, _| {
            let sources = sources(game, seat).into_iter();
            Value::cards(sources.filter(|card| !numbers(game, *card).is_empty()))
        }),
        each("skill", Self::SKILL, |game, _, action| {
            let numbers = numbers(game, action.source).into_iter();
            numbers.map(|number| Value::Number(i64::from(number))).collect()
        }),
        several(Self::COST, |game, seat, action| {
            let (ability, zone) = activated(game, action)?;
            let (me, parts) = (game.state.table.object(action.source), parts_of(game, ability));
            let aside = (zone == Zone::Hand).then_some(action.source);
            pay::domains(game, seat, 0, Price { me, aside, base: None, parts })
        }),
    ]];

    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::Main);

    const TIME: Time = |_, _| &[cite!("304.3"), cite!("602.17")];

    /// Processes the skill [306.1]. Paying the cost may have moved the card that it stands on.
    fn perform(&self, game: &mut Game<'_>, seat: Seat, _: Option<&Question>) {
        let Some((ability, _)) = activated(game, self) else { return };
        let me = game.state.table.object(self.source);
        process_paid(game, Resolution::new(seat, me, ability, cite!("305.1c")), &self.cost);
    }
}

/// The 反制 skill of a card, or its 追擊 skill if not `counter`; none while that keyword is taken away.
pub(super) fn battle_skill(game: &Game<'_>, card: CardId, counter: bool) -> Option<Ability> {
    let (rule, name) = match counter {
        true => (cite!("601.3"), KeywordName::Counter),
        false => (cite!("601.9"), KeywordName::Chase),
    };
    if !game.in_force(rule) || stat::has_lost(game, card, name) {
        return None;
    }
    standby::find_skill(game, card, |skill| skill.head.keyword == Some(name))
}

/// Whether the cubes pay the cost of a card of this kind; a card of another kind passes.
fn exact_for(game: &Game<'_>, card: CardId, pay: &Cubes, kind: Kind) -> Result<(), Reason> {
    match table::printed(game, card).kind == kind {
        true => pays_exactly(card_cost(game, card), pay),
        false => Ok(()),
    }
}

/// Declares the use of a card from hand in a step of the battle. An event goes to the retreat zone, a ship
/// stays in hand until its text moves it [ruling-58].
macro_rules! from_hand {
    (
        $name:ident, counter: $counter:literal, window: $window:ident, keyword: $keyword:expr,
        ship_in_hand: [$($ship_hand:expr)?], in_hand: $hand:expr, ship: $ship:expr, paid: $paid:expr,
        time: $time:expr,
    ) => {
        impl ActionKind<AzurLane> for $name {
            const USES: fn(&Self) -> Option<CardId> = |action| Some(action.card);
            const CONDITIONS: &'static [Row<AzurLane, Self>] = &[
            // The row reads the kind of a card only if the player sees it: a refusal must not tell the kind
            // of a hidden card.
            $( test(Self::CARD, Self::CARD, $ship_hand, |game, seat, action| {
                let seen = game.sees_card(Viewer::Seat(seat), action.card);
                match seen && table::printed(game, action.card).kind == Kind::Ship {
                    true => in_hand(game, seat, action.card),
                    false => Ok(()),
                }
            }), )?
            test(Self::CARD, Self::CARD, $hand, |game, seat, action| in_hand(game, seat, action.card)),
            test(Self::CARD, Self::CARD, $keyword, |game, _, action| {
                match battle_skill(game, action.card, $counter) {
                    Some(_) => Ok(()),
                    None => Err(Reason::KeywordMissing { card: action.card }),
                }
            }),
            test(Self::CARD, Self::CARD, &[cite!("304.2c")], |game, seat, action| {
                battle_skill(game, action.card, $counter)
                    .map_or(Ok(()), |ability| body_condition(game, seat, action.card, ability))
            }),
            test(Self::CARD, Self::CARD, &[cite!("602.5")], |game, _, action| {
                match battle_skill(game, action.card, $counter) {
                    Some(ability)
                        if standby::is_used_up(game, game.state.table.object(action.card), ability) =>
                    {
                        Err(Reason::UsedThisTurn { card: action.card })
                    }
                    _ => Ok(()),
                }
            }),
            test(Self::PAY, Self::PAY, &[cite!("204.6a")], |game, seat, action| {
                cubes_are_active(game, seat, &action.pay)
            }),
            test(Self::PAY, Self::CARD | Self::PAY, &[cite!("305.1a"), cite!("302.1b")], |game, _, action| {
                exact_for(game, action.card, &action.pay, Kind::Event)
            }),
            test(Self::PAY, Self::CARD | Self::PAY, $ship, |game, _, action| {
                exact_for(game, action.card, &action.pay, Kind::Ship)
            }),
            act(Self::CARD, &[cite!("302.1"), cite!("302.1a")], |payment, seat, action| {
                reveal(payment, seat, action.card);
            }),
            act(Self::PAY, $paid, |payment, seat, action| pay_cubes(payment, seat, &action.pay)),
            test(Self::COST, Self::CARD | Self::PAY | Self::COST, $ship, |game, seat, action| {
                if table::printed(game, action.card).kind != Kind::Ship {
                    return Ok(());
                }
                let Some(ability) = battle_skill(game, action.card, $counter) else { return Ok(()) };
                body_cost(game, seat, action.card, true, ability, &action.cost)
            }),
            test(Self::COST, Self::CARD | Self::PAY | Self::COST, &[cite!("303.3")], |game, seat, action| {
                let Some(ability) = battle_skill(game, action.card, $counter) else { return Ok(()) };
                body_cost(game, seat, action.card, true, ability, &action.cost)
            }),
            test(Self::CARD, Self::CARD, &[cite!("103.2")], |game, seat, action| {
                is_allowed(game, seat, action.card)
            }),
            act(Self::CARD | Self::COST, &[cite!("303.3"), cite!("304.2c")], |payment, seat, action| {
                if let Some(ability) = battle_skill(payment, action.card, $counter) {
                    pay_body(payment, seat, action.card, ability, &action.cost);
                }
            }),
            ];

            const SLOTS: Slots<AzurLane, Self> = &[&[
                each("card", Self::CARD, |game, seat, _| Value::cards(table::hand(game, seat))),
                several(Self::PAY | Self::COST, |game, seat, action| {
                    let (me, aside) = (game.state.table.object(action.card), Some(action.card));
                    let parts = parts_of(game, battle_skill(game, action.card, $counter)?);
                    let cost = card_cost(game, action.card);
                    pay::domains(game, seat, cost, Price { me, aside, base: None, parts })
                }),
            ]];

            const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::$window);

            const TIME: Time = |_, _| $time;

            fn perform(&self, game: &mut Game<'_>, seat: Seat, _: Option<&Question>) {
                let Some(ability) = battle_skill(game, self.card, $counter) else { return };
                if table::printed(game, self.card).kind == Kind::Event {
                    zone::to_retreat(game, self.card, By::rule(seat, cite!("302.1c")));
                }
                let me = game.state.table.object(self.card);
                let rule = if $counter { cite!("601.3") } else { cite!("601.9") };
                process_paid(game, Resolution::new(seat, me, ability, rule), &self.cost);
            }
        }
    };
}

/// 反制 [601.3].
#[fields]
pub struct Counter {
    /// The card in hand.
    pub card: CardId,
    /// What is paid left of 「：」.
    #[optional]
    pub cost: Box<CostChoice>,
    /// The cubes that are rested.
    #[optional]
    pub pay: Cubes,
}

/// 追擊 [601.9].
#[fields]
pub struct Chase {
    /// The card in hand.
    pub card: CardId,
    /// What is paid left of 「：」.
    #[optional]
    pub cost: Box<CostChoice>,
    /// The cubes that are rested.
    #[optional]
    pub pay: Cubes,
}

from_hand! {
    Counter,
    counter: true,
    window: DefenceWindow,
    keyword: &[cite!("506.1b"), cite!("601.3")],
    ship_in_hand: [&[cite!("601.3a"), cite!("506.1b")]],
    in_hand: &[cite!("506.1b")],
    ship: &[cite!("601.3b"), cite!("303.3")],
    paid: &[cite!("302.1"), cite!("302.1b"), cite!("303.2"), cite!("601.3b")],
    time: &[cite!("601.3"), cite!("506.1")],
}

from_hand! {
    Chase,
    counter: false,
    window: AttackWindow,
    keyword: &[cite!("601.9")],
    ship_in_hand: [],
    in_hand: &[cite!("ruling-57"), cite!("601.9")],
    ship: &[cite!("302.1b"), cite!("ruling-57")],
    paid: PAYMENT,
    time: &[cite!("601.9"), cite!("506.1")],
}
