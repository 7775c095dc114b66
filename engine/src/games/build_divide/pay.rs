//! Paying with energy: 使用费用.1, 使用费用.2, 使用费用.3, 卡牌种类.单位.①, 主要阶段.能量的配置.2, 主要阶段.卡牌的使用.3, 解放费用.1; ruling-14,
//! ruling-43, ruling-55, ruling-81, ruling-89, ruling-94. What is paid besides energy is in
//! [`super::words::cost`].

use smol_str::SmolStr;

use super::BuildDivide;
use super::printed::{Color, EnergyCost};
use super::reason::Reason;
use super::stat;
use super::table::{ENERGY, Game, lies_in, list, mark, printed};
use super::zone::{self, By};
use crate::game_kit::action::answers::each_once;
use crate::kernel::shape::{Colored, Complete, Domain, Matching, Value};
use crate::kernel::{Acts, CardId, Seat, Spelled, ensure};

/// An energy price: how many cards, some of them of specified colours.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EnergyPrice {
    /// How many cards pay it.
    pub total: i64,
    /// The specified colours, one for each card that has to have one.
    pub slots: Vec<Color>,
}

impl EnergyPrice {
    /// A price of `total` cards of any colour.
    pub const fn any(total: i64) -> EnergyPrice {
        EnergyPrice { total, slots: Vec::new() }
    }

    /// The price of a printed cost [使用费用.1, 使用费用.2].
    pub fn printed(cost: EnergyCost) -> EnergyPrice {
        let of = |color: Color| std::iter::repeat_n(color, usize::from(cost.of(color)));
        EnergyPrice { total: i64::from(cost.total), slots: Color::ALL.iter().copied().flat_map(of).collect() }
    }

    /// The price of a card now. Effects change the total and leave the specified colours; the total does not
    /// fall below their number [ruling-14].
    pub fn of_card(game: &Game<'_>, card: CardId) -> EnergyPrice {
        if !game.in_force(cite!("卡牌种类.单位.①")) {
            return EnergyPrice::default();
        }
        let printed = EnergyPrice::printed(printed(game, card).cost);
        let least = i64::try_from(printed.slots.len()).unwrap_or(i64::MAX);
        EnergyPrice { total: stat::cost(game, card).max(least), ..printed }
    }

    /// The sum of two prices.
    #[must_use]
    pub fn and(mut self, other: &EnergyPrice) -> EnergyPrice {
        self.total = self.total.saturating_add(other.total);
        self.slots.extend_from_slice(&other.slots);
        self
    }

    /// How many cards pay it; `None`: more than there can be.
    fn count(&self) -> Option<usize> {
        usize::try_from(self.total.max(0)).ok()
    }

    /// The sets of these cards that pay the price [使用费用.1, 使用费用.2, 使用费用.3, ruling-14].
    fn matching(&self, game: &Game<'_>, from: &[CardId]) -> Option<Matching> {
        let count = self.count()?;
        let word = |color: &Color| SmolStr::new_static(color.word());
        let colored =
            |card: &CardId| Colored { card: *card, colors: colors(game, *card).iter().map(word).collect() };
        let mut slots: Vec<Vec<SmolStr>> = self.slots.iter().map(|color| vec![word(color)]).collect();
        if !game.in_force(cite!("使用费用.3")) {
            // Without 使用费用.3 no card can pay the part without a specified colour.
            slots.resize(count.max(slots.len()), Vec::new());
        }
        let from = from.iter().map(colored).collect();
        Some(Matching { complete: Complete::Slots, from, max: count, min: count, slots })
    }

    /// The payments with these cards; `None`: there is none.
    pub fn domain(&self, game: &Game<'_>, from: &[CardId]) -> Option<Domain> {
        // Counts the cards before it matches colours, which takes longer.
        if self.count()? > from.len() {
            return None;
        }
        Some(Domain::Matching(self.matching(game, from)?)).filter(|domain| !domain.is_empty())
    }

    /// Whether these cards have the specified colours; their number is another condition.
    pub fn is_covered(&self, game: &Game<'_>, pay: &[CardId]) -> bool {
        let Some(matching) = self.matching(game, pay) else { return false };
        // Another condition asks for the number.
        let matching = Matching { min: pay.len(), max: pay.len(), ..matching };
        Domain::Matching(matching).contains(&Value::Cards(pay.to_vec()), &[])
    }
}

/// The colours of an energy card: those printed on it, or none if it is face down [主要阶段.能量的配置.2, ruling-89].
fn colors<'p>(game: &Game<'p>, card: CardId) -> &'p [Color] {
    match mark(game, card).is_face_down() || !game.in_force(cite!("主要阶段.能量的配置.2")) {
        true => &[],
        false => &printed(game, card).colors,
    }
}

/// Whether a card is standing energy of a player.
pub fn can_pay(game: &Game<'_>, seat: Seat, card: CardId) -> bool {
    lies_in(game, card, ENERGY, seat) && mark(game, card).stands()
}

/// The standing energy of a player.
pub fn standing(game: &Game<'_>, seat: Seat) -> Vec<CardId> {
    list(game, ENERGY, seat).into_iter().filter(|card| can_pay(game, seat, *card)).collect()
}

/// The player pays with own standing energy, and names no card twice [主要阶段.卡牌的使用.3].
pub fn are_standing(game: &Game<'_>, seat: Seat, pay: &[CardId]) -> Result<(), Reason> {
    each_once::<Reason>(pay)?;
    match pay.iter().find(|card| !can_pay(game, seat, **card)) {
        Some(&card) => Err(Reason::EnergyNotStanding { card }),
        None => Ok(()),
    }
}

/// The player pays as many cards as the total [使用费用.1].
pub fn is_total(price: &EnergyPrice, pay: &[CardId]) -> Result<(), Reason> {
    let (cost, paid) = (price.total.max(0), pay.len());
    ensure(i64::try_from(paid) == Ok(cost), Reason::WrongPayment { cost, paid })
}

/// Whether a payment is legal: own standing energy, as many cards as the total, with the specified colours.
pub fn pays(game: &Game<'_>, seat: Seat, price: &EnergyPrice, pay: &[CardId]) -> bool {
    are_standing(game, seat, pay).is_ok() && is_total(price, pay).is_ok() && price.is_covered(game, pay)
}

/// Whether a player could pay a price.
pub fn is_payable(game: &Game<'_>, seat: Seat, price: &EnergyPrice) -> bool {
    price.domain(game, &standing(game, seat)).is_some()
}

/// Rests the cards that pay [主要阶段.卡牌的使用.3].
pub fn rest<'p>(game: &mut impl Acts<'p, BuildDivide>, pay: &[CardId], by: By) {
    for &card in pay {
        let resting = zone::resting(game.game(), card, by);
        zone::happen(game, resting);
    }
}
