//! Shots: 触发效果.shot, 触发效果.shot.2, 卡牌种类.单位.⑦, 用语.生命最上方的卡放到墓地; ruling-13, ruling-22, ruling-34, ruling-35, ruling-63,
//! ruling-65.

use super::play::{self, Choice};
use super::printed::Icon;
use super::reason::Reason;
use super::table::{Came, Game, Verb, owner, printed};
use super::words::cost::{self, EffectCost, Payer};
use super::words::{Ability, Cost};
use super::{BuildDivide, Question, effect};
use crate::game_kit::action::ActionKind;
use crate::game_kit::action::legal::{Slots, each, several, whole};
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

impl UseShot {
    /// What is paid all the same: what the text asks for besides energy [ruling-34].
    fn parts<'p>(&self, game: &Game<'p>) -> Vec<&'p Cost> {
        let text = play::text(game, self.card).and_then(|id| effect::ability(game, id));
        text.and_then(Ability::cost).into_iter().flat_map(|costs| &costs.pay).collect()
    }

    fn payer(&self, game: &Game<'_>, seat: Seat) -> Payer {
        Payer { seat, me: game.state.table.object(self.card), aside: true }
    }

    fn choice(&self) -> Choice<'_> {
        Choice { modes: &self.modes, targets: &self.targets, x: self.x }
    }
}

/// The card whose shot is asked for.
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
        test(
            Self::MODES | Self::X,
            Self::CARD | Self::MODES | Self::X,
            &[cite!("ruling-13")],
            |game, _, action| {
                let card = action.card;
                let offered = action.choice().is_offered(game, play::text(game, card), &action.parts(game));
                ensure(offered && action.x.unwrap_or(0) == 0, Reason::WrongMode { card })
            },
        ),
        test(
            Self::COST,
            Self::CARD | Self::COST,
            &[cite!("ruling-13"), cite!("ruling-34")],
            |game, seat, action| {
                let parts = action.parts(game);
                let paid = cost::is_paid(game, action.payer(game, seat), &parts, &action.cost, &[]);
                ensure(paid, Reason::CostNotPaid { card: action.card })
            },
        ),
        test(
            Self::TARGETS,
            Self::CARD | Self::MODES | Self::X | Self::TARGETS,
            &[cite!("ruling-22")],
            |game, seat, action| {
                let card = action.card;
                let me = game.state.table.object(card);
                let targets = action.choice().split(game, (seat, me), play::text(game, card));
                ensure(targets.is_some(), Reason::WrongTargets { card })
            },
        ),
        act(Self::ALL, &[cite!("触发效果.shot")], |game, seat, action| {
            let parts = action.parts(game);
            play::show(game, (seat, action.card), action.choice(), Came::Shot);
            let payer = action.payer(game, seat);
            cost::pay(game, payer, &parts, &action.cost, cite!("ruling-13"));
        }),
    ];
    const SLOTS: Slots<BuildDivide, Self> = &[&[
        each("card", Self::CARD, |game, seat, _| Value::cards(asked(game, seat))),
        each("modes", Self::MODES, |game, _, action| play::modes(game, play::text(game, action.card))),
        each("x", Self::X, |game, _, action| match cost::asks_for_x(&action.parts(game)) {
            true => vec![Value::Number(0)],
            false => vec![Value::Nothing],
        }),
        several(Self::COST, |game, seat, action| {
            let due = super::pay::Due::default();
            cost::slots(game, action.payer(game, seat), &due, &action.parts(game))
        }),
        whole("targets", Self::TARGETS, |game, seat, action| {
            let me = game.state.table.object(action.card);
            action.choice().domain(game, (seat, me), play::text(game, action.card))
        }),
    ]];
    const ANSWERS: fn(&Question) -> bool = asks_shot;
    const TIME: Time = |_, _| &[cite!("ruling-34")];

    /// It goes on the chain; the window of the damage is opened by the damage.
    fn perform(&self, game: &mut Game<'_>, _: Seat, question: Option<&Question>) {
        play::put_on(game, &self.cost, question);
    }
}

impl ActionKind<BuildDivide> for DeclineShot {
    const ANSWERS: fn(&Question) -> bool = asks_shot;
    const TIME: Time = |_, _| &[cite!("触发效果.shot")];

    fn perform(&self, game: &mut Game<'_>, seat: Seat, question: Option<&Question>) {
        let told = Proposal::told(Verb::DeclineShot, seat, cite!("触发效果.shot.2"));
        let card = match question {
            Some(Question::Shot(card)) => Some(*card),
            _ => None,
        };
        game.propose(Proposal { subject: card, ..told });
    }
}
