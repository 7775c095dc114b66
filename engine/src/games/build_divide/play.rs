//! The actions of the main phase: 主要阶段.1, 主要阶段.能量的配置.1, 主要阶段.能量的配置.2, 主要阶段.能量的配置.3, 主要阶段.卡牌的使用.1,
//! 主要阶段.卡牌的使用.2, 主要阶段.卡牌的使用.3, 使用时点.普通, 使用时点.快速, 使用费用.1, 使用费用.2, 快速与连锁.1, 卡牌种类.单位.①, 卡牌种类.单位.③; ruling-1,
//! ruling-13, ruling-15, ruling-17, ruling-18, ruling-20, ruling-22, ruling-57, ruling-94.

use super::chain;
use super::pay::{self, EnergyPrice};
use super::printed::{EnergyCost, Kind, Timing};
use super::reason::Reason;
use super::rules::limits::ENERGY_PER_TURN;
use super::table::{
    self, Came, ENERGY, GRAVEYARD, Game, HAND, REMOVED, TERRITORY, Verb, lies_in, list, printed,
};
use super::using::{self, Choice, Uses, uses};
use super::words::ability::Body;
use super::words::cost::{self, EffectCost};
use super::words::{Ability, AbilityId, Cost, Costs};
use super::zone::{self, By};
use super::{BuildDivide, Question, ability, answer, prohibition};
use crate::game_kit::action::ActionKind;
use crate::game_kit::action::legal::{Slot, Slots, each, several};
use crate::game_kit::fields::{Fielded, fields};
use crate::kernel::shape::Value;
use crate::kernel::{Acts, CardId, Row, Seat, Viewer, act, ensure, refuse_if, test};

type Time = crate::game_kit::action::Time<BuildDivide>;

/// A hand card becomes energy [主要阶段.能量的配置.1]. Nothing is used, and nobody can answer it [ruling-16].
#[fields]
pub struct PlaceEnergy {
    /// The card.
    pub card: CardId,
}

impl ActionKind<BuildDivide> for PlaceEnergy {
    const CONDITIONS: &'static [Row<BuildDivide, Self>] = &[
        test(0, 0, &[cite!("回合的流程.1")], |game, seat, _| {
            ensure(game.state.facts.active == seat, Reason::NotOwnTurn)
        }),
        test(0, 0, &[cite!("主要阶段.1")], |game, seat, _| {
            let asked = answer::asked_name(game);
            ensure(answer::is_own_main_phase(game, seat), Reason::NotMainPhase { asked })
        }),
        test(0, 0, &[cite!("ruling-18")], |game, seat, _| answer::has_priority(game, seat)),
        test(0, 0, &[cite!("ruling-16")], |game, _, _| {
            ensure(game.state.chain.is_empty(), Reason::ChainNotEmpty)
        }),
        test(0, 0, &[ENERGY_PER_TURN.cite], |game, seat, _| {
            let most = ENERGY_PER_TURN.value.saturating_add(prohibition::extra_energy(game, seat));
            ensure(u32::from(game.state.facts.placed) < most, Reason::EnergyAlreadyPlaced)
        }),
        test(Self::CARD, Self::CARD, &[cite!("主要阶段.能量的配置.1")], |game, seat, action| {
            ensure(table::lies_in(game, action.card, HAND, seat), Reason::NotInHand { card: action.card })
        }),
    ];
    const SLOTS: Slots<BuildDivide, Self> =
        &[&[each("card", Self::CARD, |game, seat, _| Value::cards(list(game, HAND, seat)))]];
    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::Main);
    const TIME: Time = |_, _| &[cite!("主要阶段.1")];

    /// Places the card standing, so that it can pay at once [主要阶段.能量的配置.2]; the turn player keeps priority.
    fn perform(&self, game: &mut Game<'_>, seat: Seat, _: Option<&Question>) {
        let by = By::rule(seat, cite!("主要阶段.能量的配置.1"));
        // Without 主要阶段.能量的配置.2 the card could not pay in this turn.
        let rested = !game.in_force(cite!("主要阶段.能量的配置.2"));
        let placed = zone::to_energy(game, Verb::PlaceEnergy, self.card, rested, by);
        game.propose(placed);
        game.facts_mut().placed += 1;
        game.used();
    }
}

/// A unit or command is used [主要阶段.卡牌的使用.1].
#[fields]
pub struct UseCard {
    /// With which other cost: the number of the ability that offers it, counted from 1; left out: the printed
    /// one [ruling-94].
    pub by: Option<u8>,
    /// The card, from hand or from where a text allows it.
    pub card: CardId,
    /// What is named for costs besides energy.
    #[optional]
    pub cost: Box<EffectCost>,
    /// Which of several texts, counted from 1 [ruling-13].
    #[optional]
    pub modes: Vec<u8>,
    /// The energy that is rested [主要阶段.卡牌的使用.3].
    #[optional]
    pub pay: Vec<CardId>,
    /// The targets, group by group [ruling-22].
    #[optional]
    pub targets: Vec<CardId>,
    /// The number X [ruling-13].
    pub x: Option<u8>,
}

/// The cost by which a card is used: the printed one, or another one that the card offers [ruling-94].
#[derive(Debug, Clone, Copy)]
enum Way<'p> {
    Printed,
    Evol(&'p EnergyCost),
    Alternative(&'p Costs),
}

/// The other costs that a card offers, as numbers of its abilities.
fn ways(game: &Game<'_>, card: CardId) -> Vec<u8> {
    (1..)
        .zip(printed(game, card).all_abilities())
        .filter(|(_, ability)| matches!(ability.body, Body::Evol { .. } | Body::Alternative { .. }))
        .map(|(number, _)| number)
        .collect()
}

impl UseCard {
    fn way<'p>(&self, game: &Game<'p>) -> Option<Way<'p>> {
        let Some(number) = self.by else { return Some(Way::Printed) };
        match &printed(game, self.card).ability(number.checked_sub(1)?)?.body {
            Body::Evol { energy } => Some(Way::Evol(energy)),
            Body::Alternative { cost } => Some(Way::Alternative(cost)),
            Body::Automatic { .. }
            | Body::Activated { .. }
            | Body::Continuous {}
            | Body::Command {}
            | Body::Replacement { .. }
            | Body::Setup { .. } => None,
        }
    }

    /// The parts of the cost besides the energy of the card: those of its text, and those of an alternative
    /// cost.
    fn parts<'p>(&self, game: &Game<'p>) -> Vec<&'p Cost> {
        let text = text(game, self.card).and_then(|id| ability::by_id(game, id)).and_then(Ability::cost);
        let other = match self.way(game) {
            Some(Way::Alternative(cost)) => Some(cost),
            _ => None,
        };
        text.into_iter().chain(other).flat_map(|costs| &costs.pay).collect()
    }

    /// The energy price: nothing for the card itself if a text lets its player leave the energy out and the
    /// action names none.
    fn price(&self, game: &Game<'_>, seat: Seat) -> EnergyPrice {
        let leaves_out = self.by.is_none() && self.pay.is_empty() && prohibition::free(game, seat, self.card);
        if leaves_out { self.with_parts(game, EnergyPrice::default()) } else { self.full_price(game, seat) }
    }

    /// The energy price if no energy is left out.
    fn full_price(&self, game: &Game<'_>, seat: Seat) -> EnergyPrice {
        let card = match self.way(game) {
            // A text lets any energy pay the specified colours of Evol costs.
            Some(Way::Evol(cost)) if prohibition::evol_of_any_color(game, seat) => {
                EnergyPrice::any(cost.total.into())
            }
            Some(Way::Evol(cost)) => EnergyPrice::printed(*cost),
            Some(Way::Alternative(_)) => EnergyPrice::default(),
            Some(Way::Printed) | None => EnergyPrice::of_card(game, self.card),
        };
        self.with_parts(game, card)
    }

    /// The price of the card and the energy among the other parts of the cost.
    fn with_parts(&self, game: &Game<'_>, card: EnergyPrice) -> EnergyPrice {
        card.and(&cost::energy(&self.parts(game), self.x.unwrap_or(0)))
    }
}

uses! {
    UseCard, named: Self::CARD | Self::BY, used: card, card: true, pay: [pay PAY],
    text: |action, game| text(game, action.card),
    parts: |action, game| action.parts(game),
}

/// The text of a command.
pub fn text(game: &Game<'_>, card: CardId) -> Option<AbilityId> {
    chain::what(game, card, 0)?.text()
}

/// Whether a text allows its player to use this card from the graveyard.
fn is_opened(game: &Game<'_>, seat: Seat, card: CardId) -> bool {
    lies_in(game, card, GRAVEYARD, seat) && prohibition::opens(game, seat, card)
}

/// The cards that a player might use: those of the hand and those of the graveyard that a text opens.
fn at_hand(game: &Game<'_>, seat: Seat) -> Vec<CardId> {
    let elsewhere = list(game, GRAVEYARD, seat).into_iter().filter(|card| is_opened(game, seat, *card));
    list(game, HAND, seat).into_iter().chain(elsewhere).collect()
}

/// Whether a card has normal timing. The rules that make cards quick have to be in force [使用时点.快速, 卡牌种类.单位.③,
/// ruling-57].
fn is_normal(game: &Game<'_>, card: CardId) -> bool {
    let is_quick = game.answer_of(card, |game| printed(game, card).timing() == Timing::Quick);
    let unit = !game.in_force(cite!("卡牌种类.单位.③")) && table::is_printed(game, card, Kind::Unit);
    !is_quick || unit || !game.in_force(cite!("使用时点.快速"))
}

/// Whether a seat sees that a card can be used at all: it is a unit or a command, wherever it lies.
fn is_seen_to_be_used(game: &Game<'_>, seat: Seat, card: CardId) -> bool {
    game.sees_card(Viewer::Seat(seat), card) && !table::is_printed(game, card, Kind::Territory)
}

/// Whether a seat sees that a card has normal timing.
fn is_normal_to(game: &Game<'_>, seat: Seat, card: CardId) -> bool {
    is_seen_to_be_used(game, seat, card) && is_normal(game, card)
}

const CARD: Slot<BuildDivide, UseCard> =
    each("card", UseCard::CARD, |game, seat, _| Value::cards(at_hand(game, seat)));
const COST: Slot<BuildDivide, UseCard> = several(UseCard::PAY | UseCard::COST, |game, seat, action| {
    cost::slots(game, action.payer(game, seat), &action.full_price(game, seat), &action.parts(game))
});
impl ActionKind<BuildDivide> for UseCard {
    const USES: fn(&Self) -> Option<CardId> = |action| Some(action.card);
    const CONDITIONS: &'static [Row<BuildDivide, Self>] = &[
        test(
            Self::CARD,
            Self::CARD,
            &[cite!("使用时点.普通"), cite!("卡牌种类.单位.③")],
            |game, seat, &UseCard { card, .. }| {
                let untimely = is_normal_to(game, seat, card) && !answer::is_own_main_phase(game, seat);
                refuse_if(untimely, Reason::WrongTiming { card })
            },
        ),
        test(0, 0, &[cite!("ruling-20")], |game, _, _| answer::in_window(game)),
        test(0, 0, &[cite!("ruling-18")], |game, seat, _| answer::has_priority(game, seat)),
        test(
            0,
            Self::CARD,
            &[cite!("ruling-15"), cite!("使用时点.普通")],
            |game, seat, &UseCard { card, .. }| match is_seen_to_be_used(game, seat, card) {
                true => using::chain_is_free(game, is_normal(game, card)),
                false => Ok(()),
            },
        ),
        test(
            Self::CARD,
            Self::CARD,
            &[cite!("主要阶段.卡牌的使用.1")],
            |game, seat, &UseCard { card, .. }| {
                let elsewhere = [GRAVEYARD, ENERGY, REMOVED, TERRITORY, table::FIELD];
                if elsewhere.into_iter().any(|zone| lies_in(game, card, zone, seat)) {
                    return ensure(is_opened(game, seat, card), Reason::NotUsable { card });
                }
                ensure(lies_in(game, card, HAND, seat), Reason::NotInHand { card })?;
                refuse_if(table::is_printed(game, card, Kind::Territory), Reason::NotUsable { card })
            },
        ),
        test(Self::CARD, Self::CARD, &[cite!("ruling-1")], |game, seat, action| {
            refuse_if(prohibition::uses(game, seat, action.card).is_some(), Reason::ForbiddenByEffect)
        }),
        test(Self::BY, Self::CARD | Self::BY, &[cite!("ruling-94")], |game, _, action| {
            ensure(action.way(game).is_some(), Reason::NoSuchCost { card: action.card })
        }),
        test(Self::CARD, Self::CARD, &[cite!("ruling-13")], |game, seat, &UseCard { card, .. }| {
            let me = game.state.table.object(card);
            let holds = text(game, card).is_none_or(|id| using::condition_holds(game, (seat, me), id));
            ensure(holds, Reason::ConditionNotMet { card })
        }),
        using::is_offered(),
        test(Self::PAY, Self::PAY, &[cite!("主要阶段.卡牌的使用.3")], |game, seat, action| {
            pay::are_standing(game, seat, &action.pay)
        }),
        test(
            Self::PAY,
            Self::CARD | Self::BY | Self::PAY | Self::X,
            &[cite!("使用费用.1")],
            |game, seat, action| pay::is_total(&action.price(game, seat), &action.pay),
        ),
        test(
            Self::PAY,
            Self::CARD | Self::BY | Self::PAY | Self::X,
            &[cite!("使用费用.2"), cite!("卡牌种类.单位.①")],
            |game, seat, action| {
                let is_covered = action.price(game, seat).is_covered(game, &action.pay);
                ensure(is_covered, Reason::WrongColors { card: action.card })
            },
        ),
        using::is_paid(),
        using::aims(),
        act(Self::ALL, &[cite!("主要阶段.卡牌的使用.1")], |game, seat, action| {
            let came = match action.way(game) {
                Some(Way::Evol(_)) => Came::Evol,
                _ => Came::Used,
            };
            let parts = action.parts(game);
            using::show(game, (seat, action.card), action.choice(), came);
            if let (Came::Evol, Some(by), Some(used)) = (came, action.by, &mut game.facts_mut().prepared) {
                used.evol = by;
            }
            let payer = action.payer(game, seat);
            pay::rest(game, &action.pay, By::cost(seat, Some(payer.me), cite!("主要阶段.卡牌的使用.3")));
            crate::game_kit::cost::pay(game, payer, &parts, &action.cost, cite!("ruling-13"));
        }),
    ];
    const SLOTS: Slots<BuildDivide, Self> = &[
        &[
            CARD,
            each("by", Self::BY, |game, _, action| {
                let others = ways(game, action.card).into_iter().map(|number| Value::Number(number.into()));
                std::iter::once(Value::Nothing).chain(others).collect()
            }),
            using::modes(),
            using::numbers(),
            COST,
            using::targets(),
        ],
        // The other way to use such a card: without its energy, if a text lets its player leave it out.
        &[
            each("card", Self::CARD, |game, seat, _| {
                let free = |card: &CardId| {
                    prohibition::free(game, seat, *card) && EnergyPrice::of_card(game, *card).total > 0
                };
                Value::cards(at_hand(game, seat).into_iter().filter(free))
            }),
            using::modes(),
            using::numbers(),
            several(Self::COST, |game, seat, action| {
                let price = action.price(game, seat);
                let slots = cost::slots(game, action.payer(game, seat), &price, &action.parts(game));
                slots.filter(|_| price.total == 0)
            }),
            using::targets(),
        ],
    ];
    const ANSWERS: fn(&Question) -> bool = answer::is_window;
    const TIME: Time = |_, _| &[cite!("ruling-20")];

    fn perform(&self, game: &mut Game<'_>, _: Seat, question: Option<&Question>) {
        using::put_on(game, &self.cost, question);
    }
}
