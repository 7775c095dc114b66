//! Releasing the territory: 领域的解放.1, 领域的解放.2, 领域的解放.3, 解放费用.1, 卡牌种类.领域.2; ruling-42, ruling-43, ruling-44,
//! ruling-45, ruling-69, ruling-84, ruling-94.

use super::pay::{self, EnergyPrice};
use super::reason::Reason;
use super::table::{self, Game, Verb, controller, mark, printed, territory};
use super::zone::{self, By};
use super::{BuildDivide, Question, prohibition, stat};
use crate::game_kit::action::ActionKind;
use crate::game_kit::action::legal::{Slots, whole};
use crate::game_kit::fields::fields;
use crate::kernel::{CardId, Object, Proposal, Row, Seat, act, ensure, refuse_if, test};

type Time = crate::game_kit::action::Time<BuildDivide>;

/// The own territory is released with an ace that has just entered [领域的解放.3].
#[fields]
pub struct ReleaseTerritory {
    /// The energy that pays the difference.
    #[optional]
    pub pay: Vec<CardId>,
}

/// It stays closed [领域的解放.3].
#[fields]
pub struct DeclineRelease {}

/// Whether ace and territory share a title [领域的解放.3, ruling-84].
fn share_title(game: &Game<'_>, territory: CardId, ace: CardId) -> bool {
    let titles = &printed(game, territory).titles;
    printed(game, ace).titles.iter().any(|title| titles.contains(title))
}

/// The cost of a release: the difference between the territory's total and that of the ace, at least 0
/// [解放费用.1, ruling-43].
fn difference(game: &Game<'_>, seat: Seat, ace: CardId) -> i64 {
    let total = territory(game, seat).map_or(0, |card| i64::from(printed(game, card).cost.total));
    total.saturating_sub(stat::cost(game, ace)).max(0)
}

/// Whether a player can release with an ace now [领域的解放.3, ruling-42].
fn can_release(game: &Game<'_>, ace: Object) -> bool {
    let seat = controller(game, ace.card);
    let price = EnergyPrice::any(difference(game, seat, ace.card));
    table::stands(game, ace)
        && territory(game, seat)
            .is_some_and(|card| !mark(game, card).released && share_title(game, card, ace.card))
        && pay::is_payable(game, seat, &price)
        && prohibition::releases(game, seat).is_none()
}

/// The player who is asked for a release with this ace; `None`: it cannot be carried out [领域的解放.3,
/// ruling-42].
pub fn offer(game: &Game<'_>, ace: Object) -> Option<Seat> {
    can_release(game, ace).then(|| controller(game, ace.card))
}

/// Whether `is_so` accepts an ace of a player that has just entered and still lies there, with whether it was
/// used from hand.
fn any_entered(game: &Game<'_>, seat: Seat, is_so: impl Fn(CardId, bool) -> bool) -> bool {
    let mut entered = game.state.facts.just_now.entered.iter();
    entered.any(|&(ace, from_hand)| {
        table::stands(game, ace) && controller(game, ace.card) == seat && is_so(ace.card, from_hand)
    })
}

/// An ace of a player that has just entered, for the words of a refusal.
fn entered(game: &Game<'_>, seat: Seat) -> Option<CardId> {
    let mut entered = game.state.facts.just_now.entered.iter().map(|(ace, _)| *ace);
    if let Some(Question::Release(card)) = game.asked(seat).map(|asked| &asked.question) {
        return Some(*card);
    }
    let ace = entered.find(|ace| table::stands(game, *ace) && controller(game, ace.card) == seat);
    ace.map(|ace| ace.card)
}

const fn asks_release(question: &Question) -> bool {
    matches!(question, Question::Release(_))
}

impl ActionKind<BuildDivide> for ReleaseTerritory {
    const CONDITIONS: &'static [Row<BuildDivide, Self>] = &[
        test(0, 0, &[cite!("ruling-45")], |game, seat, _| {
            refuse_if(table::is_released(game, seat), Reason::AlreadyReleased)
        }),
        test(0, 0, &[cite!("领域的解放.3")], |game, seat, _| {
            ensure(any_entered(game, seat, |_, _| true), Reason::NoAceEntered)
        }),
        test(0, 0, &[cite!("领域的解放.1")], |game, seat, _| {
            let Some(card) = entered(game, seat) else { return Ok(()) };
            ensure(any_entered(game, seat, |_, from_hand| from_hand), Reason::AceNotFromHand { card })
        }),
        test(0, 0, &[cite!("领域的解放.3")], |game, seat, _| {
            let (Some(card), Some(own)) = (entered(game, seat), territory(game, seat)) else { return Ok(()) };
            let fits = any_entered(game, seat, |ace, _| share_title(game, own, ace));
            ensure(fits, Reason::OtherTitle { card })
        }),
        test(Self::PAY, Self::PAY, &[cite!("解放费用.1")], |game, seat, action| {
            let Some(card) = entered(game, seat) else { return Ok(()) };
            let (cost, paid) = (difference(game, seat, card), action.pay.len());
            let is_paid = pay::pays(game, seat, &EnergyPrice::any(cost), &action.pay);
            ensure(is_paid, Reason::DifferenceNotPaid { cost, paid })
        }),
        test(0, 0, &[cite!("领域的解放.3")], |game, seat, _| {
            let asked = game.asked(seat).is_some_and(|asked| asks_release(&asked.question));
            ensure(asked, Reason::NoAceEntered)
        }),
        act(Self::PAY, &[cite!("解放费用.1")], |game, seat, action| {
            let source = territory(game, seat).map(|card| game.state.table.object(card));
            pay::rest(game, &action.pay, By::cost(seat, source, cite!("解放费用.1")));
        }),
    ];
    const SLOTS: Slots<BuildDivide, Self> = &[&[whole("pay", Self::PAY, |game, seat, _| {
        let ace = entered(game, seat)?;
        EnergyPrice::any(difference(game, seat, ace)).domain(game, &pay::standing(game, seat))
    })]];
    const ANSWERS: fn(&Question) -> bool = asks_release;
    const TIME: Time = |_, _| &[cite!("领域的解放.3")];

    /// Turns the front of the territory up [领域的解放.2, 领域的解放.3].
    fn perform(&self, game: &mut Game<'_>, seat: Seat, question: Option<&Question>) {
        let ace = match question {
            Some(Question::Release(card)) => Some(game.state.table.object(*card)),
            _ => None,
        };
        answered(game);
        if let Some(card) = territory(game, seat) {
            let releasing = zone::releasing(game, card, ace, By::rule(seat, cite!("领域的解放.3")));
            zone::happen(game, releasing);
        }
    }
}

impl ActionKind<BuildDivide> for DeclineRelease {
    const ANSWERS: fn(&Question) -> bool = asks_release;
    const TIME: Time = |_, _| &[cite!("领域的解放.3")];

    fn perform(&self, game: &mut Game<'_>, seat: Seat, _: Option<&Question>) {
        answered(game);
        let announced = Proposal::told(Verb::DeclineRelease, seat, cite!("领域的解放.3"));
        let announced = Proposal { subject: territory(game, seat), ..announced };
        game.propose(announced);
    }
}

/// The ace offers its release only once.
fn answered(game: &mut Game<'_>) {
    let offers = &mut game.facts_mut().offers;
    if !offers.is_empty() {
        offers.remove(0);
    }
}
