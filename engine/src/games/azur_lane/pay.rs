//! Paying for cards and skills.
//!
//! 204.6a cubes; 302.1b and 303.2 payment; 303.3 activation costs; 303.4 alternative costs; ruling-30,
//! ruling-38, ruling-92.

use std::borrow::Cow;

use smallvec::SmallVec;

use super::action::{CostChoice, Cubes, Form};
use super::reason::Reason;
use super::table::{self, CubeKind};
use super::words::skill::Body;
use super::words::{Cost, Need, cost};
use super::zone::{self, By};
use super::{AzurLane, stat};
use crate::abilities::{ConditionWord, Scene};
use crate::game_kit::action::legal::{Values, dependent};
use crate::game_kit::cost::meets;
use crate::game_kit::fields::FromField;
use crate::kernel::shape::{Domain, Share, Slot, Value};
use crate::kernel::{CardId, Match, Object, Payment, Seat, ensure};
use crate::verdict::Cite;

type Game<'p> = Match<'p, AzurLane>;

/// The rules of paying a cost with cubes.
pub(crate) const PAYMENT: &[Cite] = &[cite!("302.1"), cite!("302.1b"), cite!("303.2"), cite!("204.6")];

/// Whether the player has the offered cubes, and they are active [204.6a].
pub(crate) fn cubes_are_active(game: &Game<'_>, seat: Seat, pay: &Cubes) -> Result<(), Reason> {
    let there = (table::cubes(game, seat, CubeKind::Down), table::cubes(game, seat, CubeKind::Up));
    let fits = pay.down <= there.0 && pay.up <= there.1 && pay.down_rested == 0 && pay.up_rested == 0;
    ensure(fits, Reason::CubesNotActive { offered: (pay.down, pay.up), rested: pay.rested(), there })
}

/// Whether the number of offered cubes equals the cost [302.1b].
pub(crate) fn pays_exactly(cost: i64, pay: &Cubes) -> Result<(), Reason> {
    let paid = i64::try_from(pay.total()).unwrap_or(i64::MAX);
    ensure(cost == paid, Reason::WrongPayment { cost, paid })
}

/// Rests the offered cubes [302.1b].
pub(crate) fn pay_cubes(payment: &mut Payment<'_, '_, AzurLane>, seat: Seat, pay: &Cubes) {
    for (kind, n) in pay.by_kind() {
        zone::rest_cubes(payment, (kind, n), By::cost(seat, None, cite!("302.1b")));
    }
}

/// The cost of a card now; a card without one costs 0.
pub(crate) fn card_cost(game: &Game<'_>, card: CardId) -> i64 {
    stat::cost(game, card).unwrap_or(0)
}

/// Whether the choice pays every part of a cost and nothing besides [303.3, ruling-38, ruling-92]. No two
/// parts are paid from the same cards or cubes, so no card can be named for both.
pub(crate) fn pays_parts(
    game: &Game<'_>,
    seat: Seat,
    me: Object,
    aside: Option<CardId>,
    parts: &[Cost],
    choice: &CostChoice,
) -> bool {
    let scene = Scene::of(seat, me);
    let mut used: SmallVec<[Form; 4]> = SmallVec::new();
    for part in parts {
        match cost::need(parts, part, game, &scene, aside) {
            None => return false,
            Some(Need::Nothing) => {}
            Some(Need::Cards(domain, n)) => {
                if !meets(&(domain, (n, n)), choice.cards(part.form())) {
                    return false;
                }
                used.extend(part.form());
            }
            Some(Need::Cubes(kinds, n)) => {
                let chosen = choice.cubes(part.form());
                let fits = chosen.by_kind().iter().all(|(kind, count)| {
                    *count == 0 || kinds.iter().any(|(other, there)| other == kind && count <= there)
                });
                if chosen.total() != u64::from(n) || !fits {
                    return false;
                }
                used.extend(part.form());
            }
        }
    }
    choice.filled().all(|form| used.contains(&form))
}

/// Pays the parts of a cost with the choice, except those that are paid in a random order:
/// [`cost::pay_by_chance`] pays them later.
pub(crate) fn pay_parts(
    payment: &mut Payment<'_, '_, AzurLane>,
    seat: Seat,
    me: Object,
    parts: &[Cost],
    choice: &CostChoice,
) {
    let scene = Scene::of(seat, me);
    for part in parts {
        let mut cubes = choice.cubes(part.form()).by_kind();
        let mut cards = Cow::Borrowed(choice.cards(part.form()));
        if payment.is_by_ruling() {
            // Where judges have ruled, conditions were not checked: pay only with those named cards and cubes
            // that can pay the part.
            let aside = Some(me.card).filter(|card| table::battlefield_cell(payment, *card).is_none());
            match cost::need(parts, part, payment, &scene, aside) {
                None => continue,
                Some(Need::Nothing) => {}
                Some(Need::Cards(domain, _)) => {
                    let named = cards.into_owned();
                    cards = domain.into_iter().filter(|card| named.contains(card)).collect();
                }
                Some(Need::Cubes(kinds, _)) => {
                    for (kind, count) in &mut cubes {
                        let there = kinds.iter().find(|(other, _)| other == kind);
                        *count = (*count).min(there.map_or(0, |(_, there)| *there));
                    }
                }
            }
        }
        if !part.is_left_to_chance() {
            part.pay(payment, &scene, &cards, &cubes, cite!("303.3"));
        }
    }
}

/// The alternative cost that a card offers now [303.4].
pub(crate) fn alternative<'p>(game: &Game<'p>, seat: Seat, card: CardId) -> Option<&'p [Cost]> {
    if !game.in_force(cite!("303.4")) {
        return None;
    }
    let scene = Scene::of(seat, game.state.table.object(card));
    table::face(game, card).skills.iter().find_map(|skill| {
        let is_offered = matches!(skill.body, Body::AlternativeCost {})
            && skill.head.when.as_ref().is_none_or(|when| when.is_true(game, &scene));
        is_offered.then_some(skill.head.pay.as_slice())
    })
}

/// Whether the choice pays the alternative cost of a card; without a choice, nothing is to be checked.
pub(crate) fn alternative_fits(
    game: &Game<'_>,
    seat: Seat,
    card: CardId,
    choice: Option<&CostChoice>,
    pay: &Cubes,
) -> Result<(), Reason> {
    let Some(choice) = choice else { return Ok(()) };
    let parts = alternative(game, seat, card).ok_or(Reason::NoAlternativeCost { card })?;
    let me = game.state.table.object(card);
    ensure(
        pay.total() == 0 && pays_parts(game, seat, me, Some(card), parts, choice),
        Reason::AlternativeNotPaid { card },
    )
}

/// Pays the alternative cost of a card if there is a choice for it, else its cost in cubes.
pub(crate) fn pay_card(
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

/// A price that is paid besides cubes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Price<'a> {
    /// The object whose text asks the price.
    pub(crate) me: Object,
    /// The card in use, with which the price cannot be paid [ruling-92].
    pub(crate) aside: Option<CardId>,
    /// The base of a remodelling, which cannot be retreated for the price.
    pub(crate) base: Option<CardId>,
    /// The parts of the price.
    pub(crate) parts: &'a [Cost],
}

/// The ways to pay `amount` cubes; `None`: the player has too few.
pub(crate) fn cubes(game: &Game<'_>, seat: Seat, amount: i64) -> Option<Domain> {
    let over = [CubeKind::Down, CubeKind::Up];
    let over = over.map(|kind| Share::of(kind.name(), table::cubes(game, seat, kind)));
    let domain = Domain::split(u32::try_from(amount).ok()?, over.to_vec());
    (!domain.is_empty()).then_some(domain)
}

/// The ways to pay the parts of a price; `None`: there are none. The domains are independent of each other,
/// because no two parts are paid from the same cards or cubes.
fn parts(game: &Game<'_>, seat: Seat, price: Price<'_>, alternative: bool) -> Option<Vec<Slot>> {
    let scene = Scene::of(seat, price.me);
    let mut slots = Vec::new();
    for part in price.parts {
        if !game.spend(1) {
            return None;
        }
        let domain = match cost::need(price.parts, part, game, &scene, price.aside)? {
            Need::Nothing => continue,
            Need::Cubes(kinds, amount) => {
                let over = kinds.into_iter().map(|(kind, most)| Share::of(kind.name(), most));
                Domain::split(amount, over.collect())
            }
            // The cards go to the bottom of the deck in the order in which they are named.
            Need::Cards(from, n) if part.form() == Some(Form::Bottom) && !part.is_left_to_chance() => {
                Domain::Sequence { from, length: n }
            }
            Need::Cards(mut from, n) => {
                from.retain(|card| part.form() != Some(Form::Retreat) || Some(*card) != price.base);
                Domain::Subset { from, max: n, min: n }
            }
        };
        if domain.is_empty() {
            return None;
        }
        let name = part.form()?.field(alternative);
        slots.push(Slot { name, domain });
    }
    Some(slots)
}

/// The ways to pay cubes and a price besides. Resting cubes may change what the price can be paid with.
pub(crate) fn domains(game: &mut Game<'_>, seat: Seat, amount: i64, price: Price<'_>) -> Option<Vec<Slot>> {
    let pay = cubes(game, seat, amount)?;
    if price.parts.is_empty() {
        return Some(vec![Slot { name: "pay", domain: pay }]);
    }
    let values = Values::of(game, &pay);
    dependent("pay", pay, values, |value| {
        let cubes = Cubes::from_value(value)?;
        let slots = game.after_payment(
            |payment| pay_cubes(payment, seat, &cubes),
            |game| parts(game, seat, price, false),
        );
        slots.flatten()
    })
}

/// The ways to pay the alternative cost of a card.
pub(crate) fn alternative_domains(game: &Game<'_>, seat: Seat, card: CardId) -> Option<Vec<Slot>> {
    let (me, cost) = (game.state.table.object(card), alternative(game, seat, card)?);
    let slots = parts(game, seat, Price { me, aside: Some(card), base: None, parts: cost }, true)?;
    // If the cost leaves no choice, the action still says by an empty `alternative` that it pays it.
    let paid = || vec![Slot { name: "alternative", domain: Domain::only(Value::Groups(Vec::new())) }];
    Some(if slots.is_empty() { paid() } else { slots })
}
