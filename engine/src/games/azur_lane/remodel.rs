//! 改造: a ship on the battlefield goes under a card from hand.
//!
//! 601.8, 601.8a; 302.1 to 303.3 payment as in [`super::play`]; 408.2d, 408.3 what lies under a card;
//! ruling-69, ruling-70.

use super::action::{At, CostChoice, Cubes};
use super::pay::{self, PAYMENT, Price, cubes_are_active, pay_cubes, pay_parts, pays_exactly, pays_parts};
use super::play::{in_hand, is_allowed, is_free_of_flagship, is_position, reveal};
use super::printed::Kind;
use super::reason::Reason;
use super::table::{self, Detail, Verb};
use super::words::skill::Body;
use super::words::{Condition, Cost, Filter, KeywordName, Skill};
use super::zone::{self, By};
use super::{AzurLane, Question, standby, stat};
use crate::abilities::filter::has_all;
use crate::abilities::{ConditionWord, Scene};
use crate::game_kit::action::ActionKind;
use crate::game_kit::action::legal::{Slots, each, several};
use crate::game_kit::fields::fields;
use crate::kernel::shape::Value;
use crate::kernel::{CardId, Match, Proposal, Row, Seat, act, ensure, refuse_if, test};

type Game<'p> = Match<'p, AzurLane>;
type Time = crate::game_kit::action::Time<AzurLane>;

/// 改造 [601.8].
#[fields]
pub struct Remodel {
    /// Where the new card enters.
    pub at: At,
    /// The ship that it covers.
    pub base: CardId,
    /// The new card.
    pub card: CardId,
    /// What is paid besides cubes.
    #[optional]
    pub cost: Box<CostChoice>,
    /// The cubes that are rested.
    #[optional]
    pub pay: Cubes,
}

/// A skill 改造.
pub(crate) struct Remodelling<'p> {
    /// How many cubes are paid.
    pub cubes: u32,
    /// What is paid besides.
    pub pay: &'p [Cost],
    /// What the own ship has to be that it covers.
    pub base: &'p [Filter],
    /// The condition while which it is effective.
    pub when: Option<&'p Condition>,
}

/// The first remodel skill of a card, printed or gained, while 改造 is not taken away.
pub(crate) fn remodel_skill<'p>(game: &Game<'p>, card: CardId) -> Option<Remodelling<'p>> {
    if stat::has_lost(game, card, KeywordName::Remodel) {
        return None;
    }
    let ability = standby::find_skill(game, card, |skill| matches!(skill.body, Body::Remodel { .. }))?;
    let Skill { head, body } = standby::skill(game, ability)?;
    let Body::Remodel { cubes, base } = body else { return None };
    Some(Remodelling { cubes: *cubes, pay: &head.pay, base, when: head.when.as_ref() })
}

impl ActionKind<AzurLane> for Remodel {
    const USES: fn(&Self) -> Option<CardId> = |action| Some(action.card);
    const CONDITIONS: &'static [Row<AzurLane, Self>] = &[
        test(Self::CARD, Self::CARD, &[cite!("503.1"), cite!("601.8")], |game, seat, action| {
            in_hand(game, seat, action.card)
        }),
        test(Self::CARD, Self::CARD, &[cite!("601.8")], |game, _, action| {
            remodel_skill(game, action.card).map(|_| ()).ok_or(Reason::NoRemodel { card: action.card })
        }),
        test(Self::CARD, Self::CARD, &[cite!("304.4b"), cite!("601.8")], |game, seat, action| {
            let card = action.card;
            let scene = Scene::of(seat, game.state.table.object(card));
            let is_met =
                |remodel: Remodelling<'_>| remodel.when.is_none_or(|when| when.is_true(game, &scene));
            let met = remodel_skill(game, card).is_none_or(is_met);
            ensure(met, Reason::ConditionNotMet { card })
        }),
        test(
            Self::BASE,
            Self::CARD | Self::BASE,
            &[cite!("601.8"), cite!("601.8a")],
            |game, seat, action| {
                let base = action.base;
                let own = table::battlefield_cell(game, base).is_some_and(|(side, _)| side == seat);
                let scene = Scene::of(seat, game.state.table.object(action.card));
                let fits = own
                    && table::printed(game, base).kind == Kind::Ship
                    && remodel_skill(game, action.card)
                        .is_some_and(|remodel| has_all(game, &scene, remodel.base, base));
                ensure(fits, Reason::NotTheBase { base })
            },
        ),
        test(Self::AT, Self::AT, &[cite!("403.1"), cite!("601.8a")], |_, seat, action| {
            ensure(action.at.seat == seat, Reason::NotOwnBattlefield)
        }),
        test(Self::AT, Self::AT, &[cite!("403.3a"), cite!("601.8a")], |_, _, action| is_position(&action.at)),
        test(Self::AT, Self::AT, &[cite!("403.3c"), cite!("601.8a")], |game, _, action| {
            is_free_of_flagship(game, &action.at)
        }),
        test(Self::PAY, Self::PAY, &[cite!("204.6a")], |game, seat, action| {
            cubes_are_active(game, seat, &action.pay)
        }),
        test(
            Self::PAY,
            Self::CARD | Self::PAY,
            &[cite!("601.8a"), cite!("302.1b"), cite!("ruling-69")],
            |game, _, action| {
                let cubes = remodel_skill(game, action.card).map_or(0, |remodel| remodel.cubes);
                pays_exactly(i64::from(cubes), &action.pay)
            },
        ),
        act(Self::CARD, &[cite!("302.1"), cite!("302.1a")], |payment, seat, action| {
            reveal(payment, seat, action.card);
        }),
        act(Self::PAY, PAYMENT, |payment, seat, action| pay_cubes(payment, seat, &action.pay)),
        test(
            Self::COST,
            Self::CARD | Self::PAY | Self::COST,
            &[cite!("303.3"), cite!("601.8a")],
            |game, seat, action| {
                let parts = remodel_skill(game, action.card).map_or(&[][..], |remodel| remodel.pay);
                let me = game.state.table.object(action.card);
                ensure(
                    pays_parts(game, seat, me, Some(action.card), parts, &action.cost),
                    Reason::CostNotPaid { card: action.card },
                )
            },
        ),
        test(Self::COST, Self::BASE | Self::COST, &[cite!("601.8a")], |_, _, action| {
            refuse_if(action.cost.retreat.contains(&action.base), Reason::CostNotPaid { card: action.card })
        }),
        test(Self::CARD, Self::CARD, &[cite!("103.2")], |game, seat, action| {
            is_allowed(game, seat, action.card)
        }),
        act(Self::CARD | Self::COST, &[cite!("303.3")], |payment, seat, action| {
            let parts = remodel_skill(payment, action.card).map_or(&[][..], |remodel| remodel.pay);
            let me = payment.state.table.object(action.card);
            pay_parts(payment, seat, me, parts, &action.cost);
        }),
    ];

    const SLOTS: Slots<AzurLane, Self> = &[&[
        each("card", Self::CARD, |game, seat, _| {
            let cards = table::hand(game, seat).into_iter();
            Value::cards(cards.filter(|card| remodel_skill(game, *card).is_some()))
        }),
        each("base", Self::BASE, |game, seat, _| Value::cards(table::by_position(game, seat))),
        each("at", Self::AT, |_, seat, _| table::values(seat)),
        several(Self::PAY | Self::COST, |game, seat, action| {
            let (me, skill) = (game.state.table.object(action.card), remodel_skill(game, action.card)?);
            // The base cannot pay the cost of its own remodelling.
            let price = Price { me, aside: Some(action.card), base: Some(action.base), parts: skill.pay };
            pay::domains(game, seat, i64::from(skill.cubes), price)
        }),
    ]];

    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::Main);

    const TIME: Time = |_, _| &[cite!("503.1"), cite!("500.1")];

    /// Puts the base and what lies under it under the new card, which enters as a new object [601.8a, 408.3,
    /// ruling-70].
    fn perform(&self, game: &mut Game<'_>, seat: Seat, _: Option<&Question>) {
        let Some(cell) = table::cell_named(&self.at.cell) else { return };
        let rule = cite!("601.8a");
        if table::cell_of(game, self.base) == Some(cell) {
            // The base leaves its cell to the card above it, which is not on the battlefield yet.
            zone::put_under(game, self.base, self.card, By::rule(seat, rule));
            zone::enter(game, self.card, cell, false, By::rule(seat, cite!("601.8")));
        } else {
            zone::enter(game, self.card, cell, false, By::rule(seat, cite!("601.8")));
            zone::put_under(game, self.base, self.card, By::rule(seat, rule));
        }
        let over = Some(game.state.table.object(self.card));
        let cover = Proposal::told(Verb::Cover, seat, cite!("408.2d")).to(self.base);
        game.propose(cover.with(Detail { other: over, ..Detail::default() }));
    }
}
