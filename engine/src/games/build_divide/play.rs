//! The actions of the main phase: 主要阶段.1, 主要阶段.能量的配置.1–3, 主要阶段.卡牌的使用.1–3, 使用时点.普通, 使用时点.快速; ruling-13,
//! ruling-15, ruling-16.

use super::reason::Reason;
use super::rules::limits::ENERGY_PER_TURN;
use super::table::{self, Game, HAND, Verb, list};
use super::words::cost::EffectCost;
use super::zone::{self, By};
use super::{BuildDivide, Question, answer, prohibition};
use crate::game_kit::action::ActionKind;
use crate::game_kit::action::legal::{Slots, each};
use crate::game_kit::fields::fields;
use crate::kernel::shape::Value;
use crate::kernel::{CardId, Row, Seat, ensure, test};

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

    /// It is standing, and can pay at once [主要阶段.能量的配置.2]; the turn player keeps priority.
    fn perform(&self, game: &mut Game<'_>, seat: Seat, _: Option<&Question>) {
        let by = By::rule(seat, cite!("主要阶段.能量的配置.1"));
        // Without that rule the card would not be ready in this turn.
        let rested = !game.holds(cite!("主要阶段.能量的配置.2"));
        let placed = zone::to_energy(game, Verb::PlaceEnergy, self.card, rested, by);
        game.propose(placed);
        game.facts_mut().placed += 1;
        game.used();
    }
}

/// A card is used [主要阶段.卡牌的使用.1].
#[fields]
pub struct UseCard {
    /// Which other cost is paid: the number of that ability of the card, from 1; without it, the printed cost [ruling-94].
    pub by: Option<u8>,
    /// The card.
    pub card: CardId,
    /// What else is paid.
    #[optional]
    pub cost: Box<EffectCost>,
    /// Which modes of its text.
    #[optional]
    pub modes: Vec<u8>,
    /// The energy that is rested; the order means nothing.
    #[optional]
    pub pay: Vec<CardId>,
    /// The targets, all groups one after the other.
    #[optional]
    pub targets: Vec<CardId>,
    /// The value of X.
    pub x: Option<i64>,
}

impl ActionKind<BuildDivide> for UseCard {
    const ANSWERS: fn(&Question) -> bool = answer::is_window;
    const TIME: Time = |_, _| &[cite!("主要阶段.卡牌的使用.1")];

    fn perform(&self, _: &mut Game<'_>, _: Seat, _: Option<&Question>) {}
}
