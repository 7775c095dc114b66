//! 改造: a ship on the battlefield goes under a card from hand.
//!
//! 601.8, 601.8a; 302.1 to 303.3 payment as in [`super::play`]; 408.2d, 408.3 what lies under a card;
//! ruling-69, ruling-70.

use super::action::Remodel;
use super::play::{
    PAYMENT, cubes_are_active, in_hand, is_allowed, is_free_of_flagship, is_position, pay_cubes, pay_parts,
    pays_exactly, pays_parts, reveal,
};
use super::printed::Kind;
use super::reason::Reason;
use super::table::{self, Detail, Verb};
use super::words::skill::Remodel as Remodelling;
use super::words::{KeywordName, Skill, cost};
use super::{AzurLane, standby, stat, zone};
use crate::card::ConditionWord;
use crate::card::filter::has_all;
use crate::kernel::{CardId, Draft, Happening, Match, Row, Seat, act, test};

type Game<'p> = Match<'p, AzurLane>;

/// Its fields, as bits.
pub mod remodel_field {
    /// `card`.
    pub const CARD: u16 = 1;
    /// `base`.
    pub const BASE: u16 = 2;
    /// `at`.
    pub const AT: u16 = 4;
    /// `pay`.
    pub const PAY: u16 = 8;
    /// `cost`.
    pub const COST: u16 = 16;
}
const R_CARD: u16 = remodel_field::CARD;
const R_BASE: u16 = remodel_field::BASE;
const R_AT: u16 = remodel_field::AT;
const R_PAY: u16 = remodel_field::PAY;
const R_COST: u16 = remodel_field::COST;
pub(super) const REMODEL_FIELDS: &[&str] = &["/card", "/base", "/at", "/pay", "/cost"];

/// The remodel skill of a card, printed or gained.
pub fn remodel_skill<'p>(game: &Game<'p>, card: CardId) -> Option<&'p Remodelling> {
    if stat::has_lost(game, card, KeywordName::Remodel) {
        return None;
    }
    let ability = standby::find_skill(game, card, |skill| matches!(skill, Skill::Remodel(_)))?;
    match standby::skill(game, ability)? {
        Skill::Remodel(remodel) => Some(remodel),
        _ => None,
    }
}

/// The conditions of 改造, in order: 503.1, 601.8, 304.4b, 403.1, 403.3a, 403.3c, 204.6a, 601.8a, 303.3, 103.2.
pub(super) const REMODEL: &[Row<AzurLane, Remodel>] = &[
    test(R_CARD, R_CARD, &[cite!("503.1"), cite!("601.8")], |game, seat, action| {
        in_hand(game, seat, action.card)
    }),
    test(R_CARD, R_CARD, &[cite!("601.8")], |game, _, action| {
        remodel_skill(game, action.card).map(|_| ()).ok_or(Reason::NoRemodel { card: action.card })
    }),
    test(R_CARD, R_CARD, &[cite!("304.4b"), cite!("601.8")], |game, seat, action| {
        let card = action.card;
        let scene = cost::scene_of(seat, game.state.table.object(card));
        let holds = |remodel: &Remodelling| remodel.when.as_ref().is_none_or(|when| when.holds(game, &scene));
        let met = remodel_skill(game, card).is_none_or(holds);
        if met { Ok(()) } else { Err(Reason::ConditionNotMet { card }) }
    }),
    test(R_BASE, R_CARD | R_BASE, &[cite!("601.8"), cite!("601.8a")], |game, seat, action| {
        let base = action.base;
        let own = table::battlefield_cell(game, base).is_some_and(|(side, _)| side == seat);
        let scene = cost::scene_of(seat, game.state.table.object(action.card));
        let fits = own
            && table::printed(game, base).kind == Kind::Ship
            && remodel_skill(game, action.card)
                .is_some_and(|remodel| has_all(game, &scene, &remodel.base, base));
        if fits { Ok(()) } else { Err(Reason::NotTheBase { base }) }
    }),
    test(R_AT, R_AT, &[cite!("403.1"), cite!("601.8a")], |_, seat, action| {
        if action.at.seat == seat { Ok(()) } else { Err(Reason::NotOwnBattlefield) }
    }),
    test(R_AT, R_AT, &[cite!("403.3a"), cite!("601.8a")], |_, _, action| is_position(&action.at)),
    test(R_AT, R_AT, &[cite!("403.3c"), cite!("601.8a")], |game, _, action| {
        is_free_of_flagship(game, &action.at)
    }),
    test(R_PAY, R_PAY, &[cite!("204.6a")], |game, seat, action| cubes_are_active(game, seat, &action.pay)),
    test(
        R_PAY,
        R_CARD | R_PAY,
        &[cite!("601.8a"), cite!("302.1b"), cite!("ruling-69")],
        |game, _, action| {
            let cubes = remodel_skill(game, action.card).map_or(0, |remodel| remodel.cubes);
            pays_exactly(i64::from(cubes), &action.pay)
        },
    ),
    act(R_CARD, &[cite!("302.1"), cite!("302.1a")], |payment, seat, action| {
        reveal(payment, seat, action.card);
    }),
    act(R_PAY, PAYMENT, |payment, seat, action| pay_cubes(payment, seat, &action.pay)),
    test(R_COST, R_CARD | R_PAY | R_COST, &[cite!("303.3"), cite!("601.8a")], |game, seat, action| {
        let parts = remodel_skill(game, action.card).map_or(&[][..], |remodel| remodel.pay.as_slice());
        let me = game.state.table.object(action.card);
        if pays_parts(game, seat, me, Some(action.card), parts, &action.cost) {
            Ok(())
        } else {
            Err(Reason::CostNotPaid { card: action.card })
        }
    }),
    test(R_COST, R_BASE | R_COST, &[cite!("601.8a")], |_, _, action| {
        if action.cost.retreat.contains(&action.base) {
            Err(Reason::CostNotPaid { card: action.card })
        } else {
            Ok(())
        }
    }),
    test(R_CARD, R_CARD, &[cite!("103.2")], |game, seat, action| is_allowed(game, seat, action.card)),
    act(R_CARD | R_COST, &[cite!("303.3")], |payment, seat, action| {
        let parts = remodel_skill(payment, action.card).map_or(&[][..], |remodel| remodel.pay.as_slice());
        let me = payment.state.table.object(action.card);
        pay_parts(payment, seat, me, parts, &action.cost);
    }),
];

/// Reads the conditions of 改造.
pub fn check_remodel(draft: &mut Draft<'_, '_, AzurLane>, seat: Seat, action: &Remodel) {
    draft.rows(REMODEL, REMODEL_FIELDS, seat, action);
}

/// The base and what lies under it go under the new card, which enters as a new object [601.8a,
/// 408.3, ruling-70].
pub fn remodel(game: &mut Game<'_>, seat: Seat, action: &Remodel) {
    let Some(cell) = table::cell_named(&action.at.cell) else { return };
    let rule = cite!("601.8a");
    if table::cell_of(game, action.base) == Some(cell) {
        // The base makes room by going under the card that enters in its place.
        zone::put_under(game, seat, action.base, action.card, None, rule);
        zone::enter(game, seat, action.card, cell, false, None, cite!("601.8"));
    } else {
        zone::enter(game, seat, action.card, cell, false, None, cite!("601.8"));
        zone::put_under(game, seat, action.base, action.card, None, rule);
    }
    let over = Some(game.state.table.object(action.card));
    let told = Happening::told(Verb::Cover, seat, cite!("408.2d")).to(action.base);
    game.happen(told.with(Detail { other: over, ..Detail::default() }));
}
