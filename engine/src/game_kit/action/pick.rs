//! Which of several waiting abilities is next: the pick of a seat, and what it may pick.

use super::Kit;
use crate::game_kit::fields::fields;
use crate::kernel::shape::Value;
use crate::kernel::{CardId, Draft, Match, Seat, Viewer, ensure};
use crate::verdict::{Cite, Refusal};

/// The names of the waiting abilities that a seat may pick, each once.
pub fn waiting_names<G: Kit>(game: &Match<'_, G>) -> Vec<(CardId, Option<u8>)> {
    let Some((_, indices)) = game.next_waiting() else { return Vec::new() };
    let mut names = Vec::new();
    for waiting in indices.iter().filter_map(|index| game.state.waiting.get(*index)) {
        let name = G::trigger_name(&waiting.trigger);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The cards of the waiting abilities that a seat may pick, each once.
pub fn waiting_cards<G: Kit>(game: &Match<'_, G>) -> Vec<CardId> {
    let mut cards: Vec<CardId> = Vec::new();
    for (card, _) in waiting_names(game) {
        if !cards.contains(&card) {
            cards.push(card);
        }
    }
    cards
}

/// The index of the waiting ability with this name; `None`: the seat may not pick it now.
pub fn waiting<G: Kit>(game: &Match<'_, G>, name: (CardId, Option<u8>)) -> Option<usize> {
    let (_, indices) = game.next_waiting()?;
    let is_named = |index: &usize| {
        game.state.waiting.get(*index).is_some_and(|waiting| G::trigger_name(&waiting.trigger) == name)
    };
    indices.into_iter().find(is_named)
}

/// Where it is checked that the picked ability waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PickCheck {
    /// By a condition, also if nobody is asked for the pick.
    Always,
    /// By a condition, if the pick is asked for.
    IfAsked,
    /// By the question, without a condition.
    ByQuestion,
}

/// Games in which a seat picks the next of several waiting abilities.
pub trait Orders: Kit {
    /// Whether a question asks for that pick.
    const ASKS_NEXT: fn(&Self::Question) -> bool;

    /// The rules of the pick.
    const NEXT: &'static [Cite];

    /// The rules against an ability that does not wait.
    const NOT_NEXT: &'static [Cite] = Self::NEXT;

    /// Where it is checked that the ability waits.
    const PICK: PickCheck;

    /// Whether legal picks are listed by their numbers, and not as the abilities came up.
    const SORTED: bool = false;

    /// The reason against an ability that does not wait.
    fn not_waiting(card: CardId, ability: Option<u8>) -> Self::Reason;

    /// Whether a viewer sees the pick of an ability of this card.
    fn sees_pick(_game: &Match<'_, Self>, _viewer: Viewer, _card: CardId) -> bool {
        true
    }
}

/// The cards that a seat may name in its pick.
pub fn next_cards<G: Orders>(game: &Match<'_, G>) -> Vec<Value> {
    let mut cards = waiting_cards(game);
    if G::SORTED {
        cards.sort_unstable();
    }
    Value::cards(cards)
}

/// The numbers of the waiting abilities of this card.
pub fn next_numbers<G: Orders>(game: &Match<'_, G>, of: CardId) -> Vec<Value> {
    let own = waiting_names(game).into_iter().filter(|(card, _)| *card == of);
    let mut numbers: Vec<Option<u8>> = own.map(|(_, number)| number).collect();
    if G::SORTED {
        numbers.sort_unstable();
    }
    let value = |number: Option<u8>| number.map_or(Value::Nothing, |number| Value::Number(i64::from(number)));
    numbers.into_iter().map(value).collect()
}

/// Whether the condition of a pick is true.
pub fn may_be_next<G: Orders>(
    game: &Match<'_, G>,
    seat: Seat,
    (card, ability): (CardId, Option<u8>),
) -> Result<(), G::Reason> {
    let is_asked = || game.asked(seat).is_some_and(|asked| (G::ASKS_NEXT)(&asked.question));
    let is_open = G::PICK == PickCheck::IfAsked && !is_asked();
    ensure(is_open || waiting(game, (card, ability)).is_some(), G::not_waiting(card, ability))
}

/// Refuses a pick by its question, if the picked ability does not wait.
pub fn refuse_unless_next<G: Orders>(
    draft: &mut Draft<'_, '_, G>,
    (card, ability): (CardId, Option<u8>),
    field: &'static str,
) {
    if let Some((rule, also)) = G::NOT_NEXT.split_first()
        && waiting(draft.game, (card, ability)).is_none()
    {
        draft.refuse(Refusal::new(G::not_waiting(card, ability), *rule).also(also).of(field));
    }
}

/// Makes actions with the field `card` and the number of an ability the pick of the next waiting ability:
/// that of this module, and those of games with another field on the wire.
macro_rules! picks {
    ($( $name:ident, $number:ident $bit:ident; )*) => { $(
        impl<G> $crate::game_kit::action::ActionKind<G> for $name
        where
            G: $crate::game_kit::action::pick::Orders
                + $crate::game_kit::action::Kit<Action: From<$name>>,
        {
            const IS_CHOICE: bool = true;
            const CONDITIONS: &'static [$crate::kernel::Row<G, Self>] =
                match <G as $crate::game_kit::action::pick::Orders>::PICK {
                    $crate::game_kit::action::pick::PickCheck::ByQuestion => &[],
                    $crate::game_kit::action::pick::PickCheck::Always
                    | $crate::game_kit::action::pick::PickCheck::IfAsked => const {
                        &[$crate::kernel::test(
                            Self::CARD,
                            Self::CARD | Self::$bit,
                            <G as $crate::game_kit::action::pick::Orders>::NOT_NEXT,
                            |game, seat, action: &Self| {
                                let name = (action.card, action.$number.into());
                                $crate::game_kit::action::pick::may_be_next(game, seat, name)
                            },
                        )]
                    },
                };
            const FURTHER: $crate::game_kit::action::ExtraCheck =
                match <G as $crate::game_kit::action::pick::Orders>::PICK {
                    $crate::game_kit::action::pick::PickCheck::ByQuestion => {
                        $crate::game_kit::action::ExtraCheck::Question
                    }
                    $crate::game_kit::action::pick::PickCheck::Always
                    | $crate::game_kit::action::pick::PickCheck::IfAsked => {
                        $crate::game_kit::action::ExtraCheck::Nothing
                    }
                };
            const SLOTS: $crate::game_kit::action::legal::Slots<G, Self> = &[&[
                $crate::game_kit::action::legal::each("card", Self::CARD, |game, _, _| {
                    $crate::game_kit::action::pick::next_cards(game)
                }),
                $crate::game_kit::action::legal::each(
                    stringify!($number),
                    Self::$bit,
                    |game, _, action: &Self| {
                        $crate::game_kit::action::pick::next_numbers(game, action.card)
                    },
                ),
            ]];
            const ANSWERS: fn(&G::Question) -> bool =
                <G as $crate::game_kit::action::pick::Orders>::ASKS_NEXT;
            const TIME: $crate::game_kit::action::Time<G> =
                |_, _| <G as $crate::game_kit::action::pick::Orders>::NEXT;

            fn check(&self, draft: &mut $crate::kernel::Draft<'_, '_, G>, _: $crate::kernel::Seat) {
                let name = (self.card, self.$number.into());
                $crate::game_kit::action::pick::refuse_unless_next(draft, name, "/card");
            }

            fn perform(
                &self,
                game: &mut $crate::kernel::Match<'_, G>,
                _: $crate::kernel::Seat,
                _: Option<&G::Question>,
            ) {
                let name = (self.card, self.$number.into());
                if let Some(index) = $crate::game_kit::action::pick::waiting(game, name) {
                    game.start_waiting(index);
                }
            }

            fn seen(
                &self,
                game: &$crate::kernel::Match<'_, G>,
                _: $crate::kernel::Seat,
                viewer: $crate::kernel::Viewer,
            ) -> $crate::game_kit::view::Seen {
                if <G as $crate::game_kit::action::pick::Orders>::sees_pick(game, viewer, self.card) {
                    $crate::game_kit::view::Seen::Whole
                } else {
                    $crate::game_kit::view::Seen::Nothing
                }
            }
        }
    )* };
}
pub(crate) use picks;

/// Which of several waiting abilities is next.
#[fields]
pub struct ChooseTrigger {
    /// Which ability of the card, counted from 1.
    pub ability: u8,
    /// The card that it stands on.
    pub card: CardId,
}

picks! {
    ChooseTrigger, ability ABILITY;
}
