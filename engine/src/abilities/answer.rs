//! Answers to the choices of a resolution: their conditions, and how they reach the resolution.

use super::{Answer, Choice, Choosable, Language};
use crate::kernel::action::draft::REFUSAL_LIMIT;
use crate::kernel::{CardId, Draft, Frame, Match, Seat};
use crate::verdict::{Cite, Refusal};

/// What can be wrong with an answer in any game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wrong {
    /// The same card appears twice.
    Twice {
        /// The card.
        card: CardId,
    },
    /// There are too many or too few cards.
    Count {
        /// The smallest count.
        least: usize,
        /// The largest count.
        most: usize,
        /// The count in the answer.
        named: usize,
    },
    /// Not every card appears exactly once.
    Order,
    /// The number lies outside of the range.
    Number {
        /// The smallest number.
        least: i64,
        /// The largest number.
        most: i64,
    },
}

/// The choice that a seat is asked for; `None`: it is asked something else.
pub fn choice<'m, L: Language>(game: &'m Match<'_, L>, seat: Seat) -> Option<&'m Choice<L>> {
    L::choice(&game.asked(seat)?.question)
}

/// The rules that an answer with cards can break.
#[derive(Debug, Clone, Copy)]
pub struct CardRules {
    /// A card may appear once only.
    pub once: Cite,
    /// The number of cards is fixed or bounded.
    pub count: Cite,
    /// Further rules about the number.
    pub also: &'static [Cite],
}

/// The first card that stands in a list a second time.
pub fn named_twice(cards: &[CardId]) -> Option<CardId> {
    let mut places = cards.iter().enumerate();
    places.find(|(place, card)| cards.iter().take(*place).any(|other| other == *card)).map(|(_, card)| *card)
}

/// Checks cards: each is a candidate, each appears once, and their number is as required. `outside` gives the
/// reason for a card that is no candidate.
pub fn check_cards<L: Language>(
    draft: &mut Draft<'_, '_, L>,
    seat: Seat,
    cards: &[CardId],
    rules: CardRules,
    outside: impl Fn(&Match<'_, L>, &Choice<L>, CardId) -> Refusal<L::Reason>,
) where
    L::Reason: From<Wrong>,
{
    let Some(choice) = choice(draft.game, seat) else { return };
    let Choosable::Cards { from, min, max, .. } = &choice.what else { return };
    let mut refusals = Vec::new();
    for (index, &card) in cards.iter().enumerate() {
        if refusals.len() == REFUSAL_LIMIT {
            break;
        }
        let refusal = if cards.iter().take(index).any(|other| *other == card) {
            Refusal::new(Wrong::Twice { card }.into(), rules.once)
        } else if !from.contains(&card) {
            outside(draft.game, choice, card)
        } else {
            continue;
        };
        refusals.push(refusal.of(format!("/cards/{index}")));
    }
    let named = cards.len();
    if named < *min || named > *max {
        let wrong = Wrong::Count { least: *min, most: *max, named };
        refusals.push(Refusal::new(wrong.into(), rules.count).also(rules.also).of("/cards"));
    }
    for refusal in refusals {
        draft.refuse(refusal);
    }
}

/// Checks an order: every card appears exactly once. `field` points to it.
pub fn check_order<L: Language>(
    draft: &mut Draft<'_, '_, L>,
    seat: Seat,
    order: &[CardId],
    field: &'static str,
) where
    L::Reason: From<Wrong>,
{
    let Some(choice) = choice(draft.game, seat) else { return };
    let Choosable::Order { cards, .. } = &choice.what else { return };
    let (mut asked, mut given, rule) = (cards.clone(), order.to_vec(), choice.rule);
    asked.sort_unstable();
    given.sort_unstable();
    if asked != given {
        draft.refuse(Refusal::new(Wrong::Order.into(), rule).of(field));
    }
}

/// Checks that a number lies in its range. `field` points to it.
pub fn check_number<L: Language>(draft: &mut Draft<'_, '_, L>, seat: Seat, number: i64, field: &'static str)
where
    L::Reason: From<Wrong>,
{
    let Some(choice) = choice(draft.game, seat) else { return };
    let (Choosable::Number { min, max }, rule) = (&choice.what, choice.rule) else { return };
    within(draft, number, (*min, *max), rule, field);
}

/// Checks the choice of one of several texts, counted from 1. `field` points to it.
pub fn check_mode<L: Language>(draft: &mut Draft<'_, '_, L>, seat: Seat, mode: i64, field: &'static str)
where
    L::Reason: From<Wrong>,
{
    let Some(choice) = choice(draft.game, seat) else { return };
    let (Choosable::Mode(count), rule) = (&choice.what, choice.rule) else { return };
    within(draft, mode, (1, i64::from(*count)), rule, field);
}

/// Refuses a number outside of its range.
fn within<L: Language>(
    draft: &mut Draft<'_, '_, L>,
    number: i64,
    (least, most): (i64, i64),
    rule: Cite,
    field: &'static str,
) where
    L::Reason: From<Wrong>,
{
    if number < least || number > most {
        draft.refuse(Refusal::new(Wrong::Number { least, most }.into(), rule).of(field));
    }
}

/// Passes an answer to the resolution that asked.
pub fn give<L: Language>(game: &mut Match<'_, L>, answer: Answer) {
    if let Some(Frame::Step(step)) = game.state.agenda.last_mut()
        && let Some(resolution) = L::resolution(step)
    {
        resolution.answer(answer);
    }
}
