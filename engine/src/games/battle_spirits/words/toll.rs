//! What effects let be paid for an attack, a block or a designation: ruling-94.

use super::super::amounts::{Amount, CoreZone, Source};
use super::super::pay::{self, available, shares};
use super::super::printed::Kind;
use super::super::table::Game;
use super::super::{BattleSpirits, findings};
use super::Filter;
use super::cost::{Cost, Costs};
use crate::abilities::{FilterWord, Lint};
use crate::kernel::shape::{Domain, Share, Value};
use crate::kernel::{Seat, wire};

/// What cannot be done without a payment [ruling-94].
#[wire]
pub enum Tolled {
    /// Attacking with it.
    Attack,
    /// Blocking with it.
    Block,
    /// Designating it by an effect of a card of one of these kinds, for the opponent of its player; without
    /// kinds, of any card.
    BeDesignated(Vec<Kind>),
}

/// A payment by who would do that, on each occasion and for each card [ruling-94].
#[wire]
pub enum Price {
    /// So many cores of the reserve or of own field cards, which nothing reduces.
    Pay(u32),
    /// So many cores of the own reserve, which go to the trash.
    Reserve(u32),
    /// So many own field cards are exhausted.
    Exhaust {
        /// How many.
        n: u32,
        /// What they have to be.
        #[optional]
        fits: Vec<Filter>,
    },
}

impl Price {
    pub(super) fn lint(&self, lint: &mut Lint<'_, BattleSpirits>) {
        if matches!(self, Price::Pay(0) | Price::Reserve(0) | Price::Exhaust { n: 0, .. }) {
            lint.find("wrong_number", findings::payment_of_nothing());
        }
        if let Price::Exhaust { fits, .. } = self {
            lint.inside("exhaust", |lint| lint.each("fits", fits, |lint, filter| filter.lint(lint)));
        }
    }
}

/// Payments for several texts at once, some of which ask for cores of the reserve and some for any.
impl Costs {
    /// The cores of two payments in one: some of the reserve and more of any place, as two texts ask for
    /// them; `None`: there are too few.
    pub(super) fn reserve_and_more(&self, game: &Game<'_>, seat: Seat) -> Option<Domain> {
        let count = |part: &Cost| if let Cost::Reserve { n } | Cost::Pay { n } = part { *n } else { 0 };
        let total = self.pay.iter().map(count).fold(0, u32::saturating_add);
        let least = self.of_reserve();
        let mut over = shares(game, seat);
        if available(game, seat) < total {
            return None;
        }
        let reserve = Source::zone(CoreZone::Reserve, seat).value();
        let is_reserve = |share: &Share| share.from.as_ref() == Some(&reserve);
        if over.iter().filter(|share| is_reserve(share)).count() == 1 {
            for share in over.iter_mut().filter(|share| is_reserve(share)) {
                share.least = least;
            }
            return Some(pay::split(None, [total, total], over));
        }
        // No form says that cores of either kind count towards the least number: one payment stands for all.
        let mut left = total;
        let mut held = Vec::new();
        over.sort_by_key(|share| !is_reserve(share));
        for Share { from, kind, most, .. } in over {
            let taken = most.min(left);
            left = left.saturating_sub(taken);
            held.extend(from.filter(|_| taken > 0).map(|from| (from, kind, taken)));
        }
        Some(Domain::SomeOf(vec![Value::Held(held)]))
    }

    /// How many cores have to come from the reserve.
    fn of_reserve(&self) -> u32 {
        let of = |part: &Cost| if let Cost::Reserve { n } = part { *n } else { 0 };
        self.pay.iter().map(of).fold(0, u32::saturating_add)
    }

    /// Divides the named cores, if some have to come from the reserve and others may come from anywhere:
    /// those for the reserve, normal ones first, and the rest.
    pub(super) fn divided(&self, cores: &[Amount]) -> [Vec<Amount>; 2] {
        let (mut left, mut of_reserve, mut rest) = (self.of_reserve(), Vec::new(), Vec::new());
        for amount in cores {
            let is_reserve = matches!(amount.from, Source::Zone(zone) if zone.zone == CoreZone::Reserve);
            let (mut own, mut other) = (*amount, *amount);
            own.normal = if is_reserve { amount.normal.min(left) } else { 0 };
            left = left.saturating_sub(own.normal);
            own.soul = if is_reserve { amount.soul.min(left) } else { 0 };
            left = left.saturating_sub(own.soul);
            other.normal = amount.normal.saturating_sub(own.normal);
            other.soul = amount.soul.saturating_sub(own.soul);
            of_reserve.extend((own.total() > 0).then_some(own));
            rest.extend((other.total() > 0).then_some(other));
        }
        [of_reserve, rest]
    }
}
