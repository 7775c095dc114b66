//! Shots: 触发效果.shot, 触发效果.shot.2, 卡牌种类.单位.⑦, 用语.生命最上方的卡放到墓地; ruling-13, ruling-22, ruling-34, ruling-35,
//! ruling-63, ruling-65.

use super::pay::EnergyPrice;
use super::play;
use super::printed::Icon;
use super::reason::Reason;
use super::table::{Came, Game, Verb, owner, printed};
use super::using::{self, Choice, Uses, uses};
use super::words::cost::{self, EffectCost};
use super::words::{Ability, AbilityId, Cost};
use super::{BuildDivide, Question, ability};
use crate::game_kit::action::ActionKind;
use crate::game_kit::action::legal::{Slots, each, several};
use crate::game_kit::fields::{Fielded, fields};
use crate::kernel::shape::Value;
use crate::kernel::{CardId, Proposal, Row, Seat, act, ensure, refuse_if, test};

type Time = crate::game_kit::action::Time<BuildDivide>;

/// A card that damage turned over is used from the graveyard [触发效果.shot].
#[fields]
pub struct UseShot {
    /// The card.
    pub card: CardId,
    /// What is named for costs besides energy.
    #[optional]
    pub cost: Box<EffectCost>,
    /// Which of several texts, counted from 1 [ruling-13].
    #[optional]
    pub modes: Vec<u8>,
    /// The targets, group by group [ruling-22].
    #[optional]
    pub targets: Vec<CardId>,
    /// The number X, for which no energy is paid: 0 [ruling-13, ruling-34].
    pub x: Option<u8>,
}

/// It is not used [触发效果.shot.2].
#[fields]
pub struct DeclineShot {}

uses! {
    UseShot, named: Self::CARD, used: card, card: true, pay: [],
    text: |action, game| play::text(game, action.card),
    // The parts of the cost besides energy are paid all the same [ruling-34].
    parts: |action, game| {
        let text = action.text(game).and_then(|id| ability::by_id(game, id));
        text.and_then(Ability::cost).into_iter().flat_map(|costs| &costs.pay).collect()
    },
}

/// The card whose shot a seat is asked to use.
fn asked(game: &Game<'_>, seat: Seat) -> Option<CardId> {
    match game.asked(seat)?.question {
        Question::Shot(card) => Some(card),
        _ => None,
    }
}

const fn asks_shot(question: &Question) -> bool {
    matches!(question, Question::Shot(_))
}

impl ActionKind<BuildDivide> for UseShot {
    const USES: fn(&Self) -> Option<CardId> = |action| Some(action.card);
    const CONDITIONS: &'static [Row<BuildDivide, Self>] = &[
        test(
            Self::CARD,
            Self::CARD,
            &[cite!("用语.生命最上方的卡放到墓地")],
            |game, _, action| {
                let just_now = &game.state.facts.just_now;
                let card = action.card;
                let put = just_now.put.contains(&card) && !just_now.turned.contains(&card);
                refuse_if(put, Reason::NotByDamage { card })
            },
        ),
        test(Self::CARD, Self::CARD, &[cite!("卡牌种类.单位.⑦")], |game, _, action| {
            let card = action.card;
            ensure(game.state.facts.just_now.turned.contains(&card), Reason::NotByDamage { card })
        }),
        test(Self::CARD, Self::CARD, &[cite!("触发效果.shot")], |game, _, action| {
            let card = action.card;
            ensure(printed(game, card).icon == Some(Icon::Shot), Reason::NoShot { card })
        }),
        test(0, Self::CARD, &[cite!("触发效果.shot")], |game, seat, action| {
            ensure(owner(game, action.card) == seat, Reason::NotOwner)
        }),
        test(Self::CARD, Self::CARD, &[cite!("ruling-34")], |game, seat, action| {
            let card = action.card;
            ensure(asked(game, seat) == Some(card), Reason::ShotIsPast { card })
        }),
        using::is_offered(),
        using::is_paid(),
        using::aims(),
        act(Self::ALL, &[cite!("触发效果.shot")], |game, seat, action| {
            let parts = action.parts(game);
            using::show(game, (seat, action.card), action.choice(), Came::Shot);
            let payer = action.payer(game, seat);
            crate::game_kit::cost::pay(game, payer, &parts, &action.cost, cite!("ruling-13"));
        }),
    ];
    const SLOTS: Slots<BuildDivide, Self> = &[&[
        each("card", Self::CARD, |game, seat, _| Value::cards(asked(game, seat))),
        using::modes(),
        using::numbers(),
        several(Self::COST, |game, seat, action| {
            cost::slots(game, action.payer(game, seat), &EnergyPrice::default(), &action.parts(game))
        }),
        using::targets(),
    ]];
    const ANSWERS: fn(&Question) -> bool = asks_shot;
    const TIME: Time = |_, _| &[cite!("ruling-34")];

    /// Puts the shot on the chain; the damage opens the window.
    fn perform(&self, game: &mut Game<'_>, _: Seat, question: Option<&Question>) {
        using::put_on(game, &self.cost, question);
    }
}

impl ActionKind<BuildDivide> for DeclineShot {
    const CONDITIONS: &'static [Row<BuildDivide, Self>] = &[
        // Without 触发效果.shot.2 a player has to use the shot.
        test(0, 0, &[cite!("触发效果.shot")], |game, _, _| {
            ensure(game.in_force(cite!("触发效果.shot.2")), Reason::NoSuchChoice)
        }),
    ];
    const ANSWERS: fn(&Question) -> bool = asks_shot;
    const TIME: Time = |_, _| &[cite!("触发效果.shot")];

    fn perform(&self, game: &mut Game<'_>, seat: Seat, question: Option<&Question>) {
        let announced = Proposal::told(Verb::DeclineShot, seat, cite!("触发效果.shot.2"));
        let card = match question {
            Some(Question::Shot(card)) => Some(*card),
            _ => None,
        };
        // A refusal can now tell a use that comes too late from the use of a card that damage did not turn
        // over [ruling-34].
        game.facts_mut().just_now.turned.extend(card);
        game.propose(Proposal { subject: card, ..announced });
    }
}
