//! Actions that have the same form in every game: answers to the choices of abilities, and conceding.

use super::{ActionKind, ExtraCheck, Kit, Time, When};
use crate::abilities::answer::{
    CardRules, Wrong, check_cards, check_mode, check_number, check_order, choice, named_twice,
};
use crate::abilities::{Answer, Choosable};
use crate::game_kit::fields::fields;
use crate::game_kit::reason::Asking;
use crate::game_kit::view::{Chosen, Seen, chosen};
use crate::kernel::shape::{Domain, Value};
use crate::kernel::{CardId, Draft, Match, Seat};
use crate::verdict::{Cite, Refusal};

/// A game's rules about choices.
#[derive(Debug, Clone, Copy)]
pub struct Rules {
    /// The rules about a choice of cards, by the rule that asks for it.
    pub cards: fn(Cite) -> CardRules,
    /// The rules about when cards are chosen.
    pub cards_time: &'static [Cite],
    /// The rules about when an order is chosen.
    pub order_time: &'static [Cite],
    /// The rules about when a seat accepts or declines.
    pub yes_no_time: &'static [Cite],
    /// The rules about when a number is chosen.
    pub number_time: &'static [Cite],
    /// The rules about when a text is chosen.
    pub mode_time: &'static [Cite],
}

impl Rules {
    /// The same rules for every kind of choice.
    pub const fn by(rules: &'static [Cite]) -> Rules {
        Rules {
            cards: |asks| CardRules { once: asks, count: asks, also: &[] },
            cards_time: rules,
            order_time: rules,
            yes_no_time: rules,
            number_time: rules,
            mode_time: rules,
        }
    }
}

/// Cards for an effect or cost.
#[fields]
pub struct ChooseCards {
    /// The cards; their order means nothing.
    pub cards: Vec<CardId>,
}

/// An order of cards.
#[fields]
pub struct ChooseOrder {
    /// The cards, the first moves first; into a deck: from top to bottom.
    pub order: Vec<CardId>,
}

/// Yes or no.
#[fields]
pub struct ChooseYesNo {
    /// Yes.
    pub accept: bool,
}

/// A number.
#[fields]
pub struct ChooseNumber {
    /// The number.
    pub number: i64,
}

/// One of several texts; one of several replacements.
#[fields]
pub struct ChooseMode {
    /// Which, counted from 1.
    pub mode: i64,
}

/// The candidates of the choice that a seat is asked for.
pub fn choosable<'m, G: Kit>(game: &'m Match<'_, G>, seat: Seat) -> Option<&'m Choosable> {
    G::choosable(&game.asked(seat)?.question)
}

/// The numbers that a seat may choose.
fn numbers<G: Kit>(game: &Match<'_, G>, seat: Seat) -> Option<Domain> {
    let Choosable::Number { min, max } = choosable(game, seat)? else { return None };
    let some = G::numbers(game, seat);
    let some = some.map(|numbers| Domain::OneOf(numbers.into_iter().map(Value::Number).collect()));
    Some(some.unwrap_or(Domain::Number { max: *max, min: *min }))
}

/// The options that a seat may choose.
fn modes<G: Kit>(game: &Match<'_, G>, seat: Seat) -> Option<Domain> {
    let Choosable::Mode(count) = choosable(game, seat)? else { return None };
    let some = G::modes(game, seat);
    let some = some.map(|modes| Domain::OneOf(modes.into_iter().map(Value::Number).collect()));
    Some(some.unwrap_or(Domain::Number { max: i64::from(*count), min: 1 }))
}

/// Refuses what is no candidate; the reason names the card whose text asks.
pub fn refuse_others<G: Kit>(
    draft: &mut Draft<'_, '_, G>,
    seat: Seat,
    domain: &Domain,
    value: &Value,
    field: &'static str,
) {
    let asked = draft.game.asked(seat).and_then(|asked| G::choice(&asked.question));
    if let Some(choice) = asked.filter(|_| !domain.contains(value, &[])) {
        let refusal = Refusal::new(G::Reason::not_among_choices(choice.me.card), choice.rule);
        draft.refuse(refusal.of(field));
    }
}

/// What the other seat sees of the answer.
pub fn seen<G: Kit>(game: &Match<'_, G>, seat: Seat, what: Chosen<'_>) -> Seen {
    let choice = game.asked(seat).and_then(|asked| G::choice(&asked.question));
    chosen(choice, choice.is_none_or(|choice| G::asks_openly(game, choice)), what)
}

/// A kind of choice that one value answers.
pub trait OneValue {
    /// The value on the wire.
    type Value;

    /// What is checked of the value.
    const FURTHER: ExtraCheck = ExtraCheck::Question;

    /// Whether the value answers a choice among these candidates.
    fn answers(what: &Choosable) -> bool;

    /// Whether the value answers a question.
    fn is_answer<G: Kit>(question: &G::Question) -> bool {
        G::choosable(question).is_some_and(Self::answers)
    }

    /// The legal values.
    fn domain<G: Kit>(game: &Match<'_, G>, seat: Seat) -> Option<Domain>;

    /// The rules about when such a choice is made.
    fn time(rules: &Rules) -> &'static [Cite];

    /// Checks the value; `field` points to it.
    fn check<G: Kit>(draft: &mut Draft<'_, '_, G>, seat: Seat, value: &Self::Value, field: &'static str);

    /// The answer that the value is to a choice among these candidates.
    fn answer(value: &Self::Value, what: Option<&Choosable>) -> Answer;

    /// What other viewers see of the value in the field with this name; `None`: all of it.
    fn seen<'v>(_value: &'v Self::Value, _name: &'static str) -> Option<Chosen<'v>> {
        None
    }
}

/// A set of cards.
pub struct OfCards;

impl OneValue for OfCards {
    type Value = Vec<CardId>;

    fn answers(what: &Choosable) -> bool {
        matches!(what, Choosable::Cards { .. })
    }

    fn is_answer<G: Kit>(question: &G::Question) -> bool {
        G::is_answered_by_cards(question) && G::choosable(question).is_some_and(Self::answers)
    }

    fn domain<G: Kit>(game: &Match<'_, G>, seat: Seat) -> Option<Domain> {
        let Choosable::Cards { from, min, max, .. } = choosable(game, seat)? else { return None };
        let all = || Domain::Subset { from: from.clone(), max: *max, min: *min };
        Some(G::sets(game, seat, from, (*min, *max)).unwrap_or_else(all))
    }

    fn time(rules: &Rules) -> &'static [Cite] {
        rules.cards_time
    }

    fn check<G: Kit>(draft: &mut Draft<'_, '_, G>, seat: Seat, cards: &Vec<CardId>, field: &'static str) {
        let Some(rule) = choice(draft.game, seat).map(|choice| choice.rule) else { return };
        check_cards(draft, seat, cards, (G::CHOICES.cards)(rule), |game, choice, card| {
            G::not_among(game, seat, choice, card)
        });
        let apart = choice(draft.game, seat);
        let apart = apart.and_then(|choice| G::not_together(draft.game, seat, choice, cards));
        if let Some(refusal) = apart.filter(|_| !draft.is_refused()) {
            draft.refuse(refusal.of(field));
        }
    }

    /// The order of the cards means nothing: they are taken in the order of the candidates.
    fn answer(cards: &Vec<CardId>, what: Option<&Choosable>) -> Answer {
        Answer::Cards(match what {
            Some(Choosable::Cards { from, .. }) => {
                from.iter().copied().filter(|card| cards.contains(card)).collect()
            }
            _ => cards.clone(),
        })
    }

    fn seen<'v>(cards: &'v Vec<CardId>, _: &'static str) -> Option<Chosen<'v>> {
        Some(Chosen::Cards(cards))
    }
}

/// An order of cards.
pub struct OfOrder;

impl OneValue for OfOrder {
    type Value = Vec<CardId>;

    fn answers(what: &Choosable) -> bool {
        matches!(what, Choosable::Order { .. })
    }

    fn domain<G: Kit>(game: &Match<'_, G>, seat: Seat) -> Option<Domain> {
        match choosable(game, seat)? {
            Choosable::Order { cards, .. } => Some(Domain::Order(cards.clone())),
            _ => None,
        }
    }

    fn time(rules: &Rules) -> &'static [Cite] {
        rules.order_time
    }

    fn check<G: Kit>(draft: &mut Draft<'_, '_, G>, seat: Seat, order: &Vec<CardId>, field: &'static str) {
        check_order(draft, seat, order, field);
    }

    fn answer(order: &Vec<CardId>, _: Option<&Choosable>) -> Answer {
        Answer::Cards(order.clone())
    }

    fn seen<'v>(_: &'v Vec<CardId>, name: &'static str) -> Option<Chosen<'v>> {
        Some(Chosen::Order(name))
    }
}

/// Yes or no.
pub struct OfYesNo;

impl OneValue for OfYesNo {
    type Value = bool;

    const FURTHER: ExtraCheck = ExtraCheck::Nothing;

    fn answers(what: &Choosable) -> bool {
        matches!(what, Choosable::YesNo)
    }

    fn domain<G: Kit>(_: &Match<'_, G>, _: Seat) -> Option<Domain> {
        Some(Domain::yes_or_no())
    }

    fn time(rules: &Rules) -> &'static [Cite] {
        rules.yes_no_time
    }

    fn check<G: Kit>(_: &mut Draft<'_, '_, G>, _: Seat, _: &bool, _: &'static str) {}

    fn answer(accept: &bool, _: Option<&Choosable>) -> Answer {
        Answer::Flag(*accept)
    }

    fn seen<'v>(accept: &'v bool, _: &'static str) -> Option<Chosen<'v>> {
        Some(Chosen::YesNo(*accept))
    }
}

/// A number.
pub struct OfNumber;

impl OneValue for OfNumber {
    type Value = i64;

    fn answers(what: &Choosable) -> bool {
        matches!(what, Choosable::Number { .. })
    }

    fn domain<G: Kit>(game: &Match<'_, G>, seat: Seat) -> Option<Domain> {
        numbers(game, seat)
    }

    fn time(rules: &Rules) -> &'static [Cite] {
        rules.number_time
    }

    fn check<G: Kit>(draft: &mut Draft<'_, '_, G>, seat: Seat, number: &i64, field: &'static str) {
        match numbers(draft.game, seat).filter(|domain| matches!(domain, Domain::OneOf(_))) {
            Some(domain) => refuse_others(draft, seat, &domain, &Value::Number(*number), field),
            None => check_number(draft, seat, *number, field),
        }
    }

    fn answer(number: &i64, _: Option<&Choosable>) -> Answer {
        Answer::Number(*number)
    }
}

/// One of several texts or replacements, counted from 1.
pub struct OfMode;

impl OneValue for OfMode {
    type Value = i64;

    fn answers(what: &Choosable) -> bool {
        matches!(what, Choosable::Mode(_))
    }

    fn domain<G: Kit>(game: &Match<'_, G>, seat: Seat) -> Option<Domain> {
        modes(game, seat)
    }

    fn time(rules: &Rules) -> &'static [Cite] {
        rules.mode_time
    }

    fn check<G: Kit>(draft: &mut Draft<'_, '_, G>, seat: Seat, mode: &i64, field: &'static str) {
        match modes(draft.game, seat).filter(|domain| matches!(domain, Domain::OneOf(_))) {
            Some(domain) => refuse_others(draft, seat, &domain, &Value::Number(*mode), field),
            None => check_mode(draft, seat, *mode, field),
        }
    }

    fn answer(mode: &i64, _: Option<&Choosable>) -> Answer {
        Answer::Number(*mode)
    }
}

/// Makes actions of one field the answers to a kind of choice: those of this module, and those of a game that
/// have other names on the wire.
macro_rules! answers {
    ($( $name:ident, $field:ident: $kind:ident; )*) => { $(
        impl<G> $crate::game_kit::action::ActionKind<G> for $name
        where
            G: $crate::game_kit::action::Kit<Action: From<$name>>,
        {
            const IS_CHOICE: bool = true;
            const FURTHER: $crate::game_kit::action::ExtraCheck =
                <$kind as $crate::game_kit::action::answers::OneValue>::FURTHER;
            const SLOTS: $crate::game_kit::action::legal::Slots<G, Self> =
                &[&[$crate::game_kit::action::legal::whole(
                    stringify!($field),
                    <Self as $crate::game_kit::fields::Fielded>::ALL,
                    |game, seat, _| {
                        <$kind as $crate::game_kit::action::answers::OneValue>::domain(game, seat)
                    },
                )]];
            const ANSWERS: fn(&G::Question) -> bool =
                <$kind as $crate::game_kit::action::answers::OneValue>::is_answer::<G>;
            const TIME: $crate::game_kit::action::Time<G> =
                |_, _| <$kind as $crate::game_kit::action::answers::OneValue>::time(&G::CHOICES);

            fn check(&self, draft: &mut $crate::kernel::Draft<'_, '_, G>, seat: $crate::kernel::Seat) {
                <$kind as $crate::game_kit::action::answers::OneValue>::check(
                    draft,
                    seat,
                    &self.$field,
                    concat!("/", stringify!($field)),
                );
            }

            fn perform(
                &self,
                game: &mut $crate::kernel::Match<'_, G>,
                _: $crate::kernel::Seat,
                question: Option<&G::Question>,
            ) {
                let what = question.and_then(G::choosable);
                let answer =
                    <$kind as $crate::game_kit::action::answers::OneValue>::answer(&self.$field, what);
                G::give(game, answer);
            }

            fn seen(
                &self,
                game: &$crate::kernel::Match<'_, G>,
                seat: $crate::kernel::Seat,
                _: $crate::kernel::Viewer,
            ) -> $crate::game_kit::view::Seen {
                let what = <$kind as $crate::game_kit::action::answers::OneValue>::seen(
                    &self.$field,
                    stringify!($field),
                );
                what.map_or($crate::game_kit::view::Seen::Whole, |what| {
                    $crate::game_kit::action::answers::seen(game, seat, what)
                })
            }
        }
    )* };
}
pub(crate) use answers;

answers! {
    ChooseCards, cards: OfCards;
    ChooseOrder, order: OfOrder;
    ChooseYesNo, accept: OfYesNo;
    ChooseNumber, number: OfNumber;
    ChooseMode, mode: OfMode;
}

/// The game is given up.
#[fields]
pub struct Concede {}

impl<G: Kit<Action: From<Concede>>> ActionKind<G> for Concede {
    const WHEN: When = When::Standing;
    const TIME: Time<G> = |_, _| G::CONCESSION.1;

    fn perform(&self, game: &mut Match<'_, G>, seat: Seat, _: Option<&G::Question>) {
        game.state.asked.clear();
        let (ending, rules) = G::CONCESSION;
        game.end(Some(seat.other()), ending, rules);
    }
}

/// Whether no card appears twice.
pub fn each_once<R: From<Wrong>>(cards: &[CardId]) -> Result<(), R> {
    named_twice(cards).map_or(Ok(()), |card| Err(Wrong::Twice { card }.into()))
}
