//! Attacks, blocks and designations that a text allows only against a payment ("cannot … unless"):
//! FAQ.效果通則.Q3; ruling-94.

use super::activate::EffectCost;
use super::pay::Line;
use super::reason::Reason;
use super::stat;
use super::table::{Game, owner};
use super::words::change::topics;
use super::words::cost::{Cost, Costs, Paid};
use super::words::{Effect, Filter, GameInfluence, Influence, Price, Static, Tolled};
use crate::abilities::Scene;
use crate::abilities::property::Other;
use crate::abilities::standing::running_on;
use crate::game_kit::fields::Fielded;
use crate::kernel::shape::Slot;
use crate::kernel::{CardId, Object, Seat, act, ensure, test};

/// What a seat has to pay for one attack, block or designation.
#[derive(Debug, Clone)]
pub struct RequiredPayment {
    seat: Seat,
    /// The spirit that attacks or blocks, or the card whose effect designates.
    me: Object,
    /// The card that the text names, for the refusal.
    card: Option<CardId>,
    costs: Costs,
}

/// The payments that texts ask for if a player attacks or blocks with a card or designates it, one for each
/// text.
fn prices(game: &Game<'_>, card: CardId, is_it: impl Fn(&Tolled) -> bool) -> Vec<Price> {
    let mut prices = Vec::new();
    if !game.in_force(cite!("ruling-94")) {
        return prices;
    }
    let reaches = |scene: &Scene<'_>, each: &Static| {
        let Static::Toll(word) = each else { return false };
        is_it(&word.unpaid) && word.what.takes_in(game, scene, card)
    };
    stat::each_standing(game, topics::TOLLS, reaches, |_, each, _| {
        if let Static::Toll(word) = each {
            prices.push(word.price.clone());
        }
    });
    let object = game.state.table.object(card);
    prices.extend(running_on(game, topics::TOLLS, object).filter_map(|modifier| {
        let Influence::Own(GameInfluence::Toll(text)) = &modifier.influence else { return None };
        let Effect::Toll(word) = text.word(game)? else { return None };
        is_it(&word.unpaid).then(|| word.price.clone())
    }));
    prices
}

impl RequiredPayment {
    /// No payment.
    pub const fn nothing(seat: Seat, me: Object) -> RequiredPayment {
        RequiredPayment { seat, me, card: None, costs: Costs { pay: Vec::new() } }
    }

    /// The payment for an attack or a block with a spirit; the spirit itself cannot be exhausted for it.
    pub fn of_fighter(game: &Game<'_>, card: CardId, what: &Tolled) -> RequiredPayment {
        let mut required = RequiredPayment::nothing(owner(game, card), game.state.table.object(card));
        required.add(card, prices(game, card, |tolled| tolled == what), &[Filter::Other(Other {})]);
        required
    }

    /// The payment for designating these field cards by an effect of the card `me`.
    pub fn of_designation(game: &Game<'_>, (seat, me): (Seat, Object), cards: &[CardId]) -> RequiredPayment {
        let mut required = RequiredPayment::nothing(seat, me);
        let kind = stat::kind(game, me.card);
        let is_it = |tolled: &Tolled| match tolled {
            Tolled::BeDesignated(kinds) => kinds.is_empty() || kinds.contains(&kind),
            Tolled::Attack | Tolled::Block => false,
        };
        for &card in cards.iter().filter(|card| owner(game, **card) != seat) {
            required.add(card, prices(game, card, is_it), &[]);
        }
        required
    }

    /// Adds payments: their cores become one sum, their cards follow one another.
    fn add(&mut self, card: CardId, prices: Vec<Price>, also: &[Filter]) {
        for price in prices {
            self.card = self.card.or(Some(card));
            match price {
                Price::Exhaust { n, fits } => {
                    self.costs.pay.push(Cost::Exhaust { n, fits: [fits.as_slice(), also].concat() });
                }
                Price::Pay(more) => self.add_cores(Cost::Pay { n: more }),
                Price::Reserve(more) => self.add_cores(Cost::Reserve { n: more }),
            }
        }
    }

    /// Adds a payment of cores to that of the same kind, if there is one.
    fn add_cores(&mut self, more: Cost) {
        let sum =
            self.costs.pay.iter_mut().find_map(|paid| {
                let ((Cost::Pay { n }, Cost::Pay { n: more })
                | (Cost::Reserve { n }, Cost::Reserve { n: more })) = (paid, &more)
                else {
                    return None;
                };
                Some((n, *more))
            });
        match sum {
            Some((n, more)) => *n = n.saturating_add(more),
            None => self.costs.pay.push(more),
        }
    }

    /// Whether nothing has to be paid.
    pub fn is_nothing(&self) -> bool {
        self.costs.pay.is_empty()
    }

    fn scene(&self) -> Scene<'static> {
        Scene::of(self.seat, self.me)
    }

    /// The fields that name what pays; `None`: the payment is impossible.
    pub fn slots(&self, game: &Game<'_>) -> Option<Vec<Slot>> {
        self.costs.slots(game, &self.scene())
    }

    /// The parts with the named cards and cores; `None`: these are not exactly what has to be paid.
    fn paid(&self, game: &Game<'_>, cost: &EffectCost) -> Option<Vec<Paid<'_>>> {
        self.costs.paid_with(game, &self.scene(), (&cost.cards, &cost.pay))
    }
}

/// An action that may have to be paid for.
pub trait Tolls: Fielded + 'static {
    /// The bit of the field that names what pays.
    const COST: u16;
    /// The bits of the spirit or the cards that decide what has to be paid.
    const WITH: u16;

    /// What has to be paid for the action.
    fn required(&self, game: &Game<'_>, seat: Seat) -> RequiredPayment;

    /// The cards and cores that the action names for it.
    fn cost(&self) -> &EffectCost;
}

/// The action names exactly what has to be paid [FAQ.效果通則.Q3, ruling-94].
pub const fn is_paid<A: Tolls>() -> Line<A> {
    test(
        A::COST,
        A::WITH | A::COST,
        &[cite!("ruling-94"), cite!("FAQ.效果通則.Q3")],
        |game, seat, action| {
            let required = action.required(game, seat);
            ensure(required.paid(game, action.cost()).is_some(), Reason::TollNotPaid { card: required.card })
        },
    )
}

/// Pays, as a part of the action [ruling-94].
pub const fn pays<A: Tolls>() -> Line<A> {
    act(A::WITH | A::COST, &[cite!("ruling-94")], |game, seat, action| {
        let required = action.required(game, seat);
        for part in required.paid(game, action.cost()).unwrap_or_default() {
            part.pay_by(game, (seat, required.me), cite!("ruling-94"));
        }
    })
}
