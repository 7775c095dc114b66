//! Actions and answers of seats. An action is one declaration: a struct of its fields ([`super::fields`]) and
//! its [`ActionKind`]: its time with the rules, its conditions in their order, the values of its fields, its
//! effect, and who sees it. `actions!` lists a game's actions with their names on the wire.
//!
//! Everything else follows from the declaration: the order of checks, the forms on the wire with their
//! schemas, legal answers, the list of conditions, and what viewers see of an entry.

pub mod answers;
pub mod draw;
pub mod legal;
pub mod pick;
pub mod time;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use super::fields::Fielded;
use super::question::{Concern, Named};
use super::reason::Asking;
use super::sentence::AbilityAt;
use super::view::{Seen, Sight};
use crate::abilities::answer::Wrong;
use crate::abilities::{Answer, Choosable, Language};
use crate::kernel::shape::{Domain, Shape, Value};
use crate::kernel::{ActionTable, Asked, CardId, Does, Draft, Event, Match, Row, Seat, Viewer};
use crate::tree::Misread;
use crate::verdict::{Cite, Refusal};
use legal::Slots;

/// What the actions of a game share.
pub trait Kit:
    Language<Action: Actions<Self>, Question: Named, Reason: Asking + From<Wrong>> + Sight
{
    /// The rules about answers to choices of abilities.
    const CHOICES: answers::Rules;

    /// The rule by which nobody is asked any more once the game is over.
    const NOTHING_ASKED: Cite;

    /// The ending of a conceded game, and its rules.
    const CONCESSION: (Self::Ending, &'static [Cite]);

    /// The rules by which the game is over; `None`: it goes on.
    fn over(game: &Match<'_, Self>) -> Option<Vec<Cite>> {
        game.state.outcome.is_some().then(|| vec![Self::NOTHING_ASKED])
    }

    /// The reason against an action that is not this seat's answer to the open question.
    fn out_of_time(
        game: &Match<'_, Self>,
        seat: Seat,
        action: &Self::Action,
        asked: &Asked<Self>,
    ) -> Refusal<Self::Reason> {
        time::not_the_time(game, seat, action, time::unasked::<Self>(action, &asked.question))
    }

    /// The candidates of a question, if it is about a choice.
    fn choosable(question: &Self::Question) -> Option<&Choosable> {
        Self::choice(question).map(|choice| &choice.what)
    }

    /// The reason against a card that is no candidate.
    fn not_among(
        game: &Match<'_, Self>,
        _seat: Seat,
        choice: &crate::abilities::Choice<Self>,
        card: CardId,
    ) -> Refusal<Self::Reason> {
        let reason = match game.state.table.card(card) {
            Some(_) => Self::Reason::not_among_choices(card),
            None => Self::Reason::no_such_card(card),
        };
        Refusal::new(reason, choice.rule)
    }

    /// The reason against cards that are candidates each, but not together; `None`: they are legal.
    fn not_together(
        _game: &Match<'_, Self>,
        _seat: Seat,
        _choice: &crate::abilities::Choice<Self>,
        _cards: &[CardId],
    ) -> Option<Refusal<Self::Reason>> {
        None
    }

    /// Whether a question is answered by the common choice of cards, not by an action of the game's own.
    fn is_answered_by_cards(_question: &Self::Question) -> bool {
        true
    }

    /// The domain of legal sets of these cards, if not every set is legal.
    fn sets(
        _game: &Match<'_, Self>,
        _seat: Seat,
        _from: &[CardId],
        _bounds: (usize, usize),
    ) -> Option<Domain> {
        None
    }

    /// The legal numbers, if some between the smallest and the largest are illegal.
    fn numbers(_game: &Match<'_, Self>, _seat: Seat) -> Option<Vec<i64>> {
        None
    }

    /// The numbers of the legal options, if some are illegal.
    fn modes(_game: &Match<'_, Self>, _seat: Seat) -> Option<Vec<i64>> {
        None
    }

    /// Passes an answer to whatever asked.
    fn give(game: &mut Match<'_, Self>, answer: Answer) {
        crate::abilities::answer::give(game, answer);
    }

    /// The name of a waiting trigger: its card, and the number of the ability on it.
    fn trigger_name(trigger: &Self::Trigger) -> (CardId, Option<u8>);

    /// The ability of a waiting trigger.
    fn trigger_ability(_trigger: &Self::Trigger) -> Option<Self::Ability> {
        None
    }

    /// The number of an ability on its card, from 1.
    fn ability_number(_ability: Self::Ability) -> Option<u8> {
        None
    }

    /// The definition whose data have an ability, and where in them; `None`: no card has its text.
    fn ability_at(_game: &Match<'_, Self>, _ability: Self::Ability) -> Option<(u16, AbilityAt)> {
        None
    }

    /// The ability in an event.
    fn event_ability(_game: &Match<'_, Self>, _event: &Event<Self>) -> Option<Self::Ability> {
        None
    }

    /// The cards that a question concerns. For a choice of an ability: the card that has the ability.
    fn concern(_game: &Match<'_, Self>, asked: &Asked<Self>) -> Concern {
        Self::choice(&asked.question).map_or_else(Concern::default, |choice| Concern {
            card: Some(choice.me.card),
            ability: Self::ability_number(choice.ability),
            ..Concern::default()
        })
    }

    /// Whether everybody can tell from public facts that this choice has to be made.
    fn asks_openly(_game: &Match<'_, Self>, choice: &crate::abilities::Choice<Self>) -> bool {
        choice.open
    }

    /// Called before any answer except standing actions is carried out. `true`: the call has done everything.
    fn begins(
        _game: &mut Match<'_, Self>,
        _seat: Seat,
        _action: &Self::Action,
        _question: Option<&Self::Question>,
    ) -> bool {
        false
    }
}

/// What is checked after the conditions of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExtraCheck {
    /// Nothing.
    Nothing,
    /// The open question, which states what fits and by which rule.
    Question,
    /// The text of the used card, or of the cards that it meets.
    Text,
}

/// When an action may be logged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// When its seat is asked for it.
    Asked,
    /// At any time; it answers nothing.
    Standing,
    /// Its own conditions are read, and may refuse it, at any time.
    Never,
}

/// The rules about an action's time, by the present table.
pub type Time<G> = fn(&Match<'_, G>, Seat) -> &'static [Cite];

/// One kind of action of a game.
pub trait ActionKind<G: Kit>: Fielded + Into<G::Action> + 'static {
    /// When it may be logged.
    const WHEN: When = When::Asked;

    /// Whether it answers a choice; if not, it is taken in a window.
    const IS_CHOICE: bool = false;

    /// The fields that others see of a refused entry, even if the entry names a card that they cannot see.
    const REFUSED_SHOWS: &'static [&'static str] = &[];

    /// The card whose text it uses.
    const USES: fn(&Self) -> Option<CardId> = |_| None;

    /// Whether its effect is defined in a window of another kind or another seat, so that a judge's ruling
    /// can make it stand there. The window stays open.
    const OUT_OF_WINDOW: fn(&Match<'_, G>, Seat) -> bool = |_, _| false;

    /// The conditions in their order.
    const CONDITIONS: &'static [Row<G, Self>] = &[];

    /// What is checked after them.
    const FURTHER: ExtraCheck = ExtraCheck::Nothing;

    /// The sources of its fields: a list of fields for each way to take it.
    const SLOTS: Slots<G, Self> = &[&[]];

    /// Whether it answers a question.
    const ANSWERS: fn(&G::Question) -> bool = |_| false;

    /// The rules about its time, and about whose it is.
    const TIME: Time<G>;

    /// Checks what comes after the conditions, if all of them hold.
    fn check(&self, _draft: &mut Draft<'_, '_, G>, _seat: Seat) {}

    /// Carries it out; `question` is the question that it answers.
    fn perform(&self, game: &mut Match<'_, G>, seat: Seat, question: Option<&G::Question>);

    /// What viewers other than its seat see of it; called before it is carried out.
    fn seen(&self, _game: &Match<'_, G>, _seat: Seat, _viewer: Viewer) -> Seen {
        Seen::Whole
    }
}

/// Reads the conditions of an action, then what comes after them.
pub fn check<G: Kit, A: ActionKind<G>>(action: &A, draft: &mut Draft<'_, '_, G>, seat: Seat) {
    draft.rows(A::CONDITIONS, A::POINTERS, seat, action);
    if A::FURTHER != ExtraCheck::Nothing && !draft.is_refused() && draft.knows(A::ALL) {
        action.check(draft, seat);
    }
}

/// The first condition that fails, among those before any payment; conditions with a suspended rule are
/// skipped. For actions of [`When::Never`], which their own conditions refuse even if nobody asks.
pub fn first_fault<G: Kit, A: ActionKind<G>>(
    action: &A,
    game: &Match<'_, G>,
    seat: Seat,
) -> Option<Refusal<G::Reason>> {
    for row in A::CONDITIONS {
        let Does::Test(test) = row.does else { return None };
        if let (true, Err(reason)) = (game.all_in_force(row.cites), test(game, seat, action)) {
            return refusal(reason, row.cites, row.field(A::POINTERS));
        }
    }
    None
}

/// A refusal by the rules of a condition, with the blamed field.
fn refusal<R>(reason: R, cites: &[Cite], field: &'static str) -> Option<Refusal<R>> {
    let (first, also) = cites.split_first()?;
    Some(Refusal::new(reason, *first).also(also).of(field))
}

/// The conditions of a kind of action, for listing.
pub fn table<G: Kit, A: ActionKind<G>>(kind: &'static str) -> ActionTable {
    ActionTable {
        by_question: A::FURTHER == ExtraCheck::Question,
        by_text: A::FURTHER == ExtraCheck::Text,
        ..ActionTable::of(kind, A::CONDITIONS, A::POINTERS)
    }
}

/// The actions of a game, as [`actions`] declares them.
pub trait Actions<G: Kit>: Sized {
    /// All kinds.
    const KINDS: &'static [&'static str];

    /// The kinds that may be logged at any time.
    const STANDING: &'static [&'static str];

    /// The kind.
    fn kind(&self) -> &'static str;

    /// Reads the other fields of an action of this kind; `None`: there is no such kind.
    fn read<'de, D: Deserializer<'de>>(kind: &str, fields: D) -> Option<Result<Self, D::Error>>;

    /// As [`read`](Actions::read), from a tree.
    fn read_tree(kind: &str, fields: &serde_json::Value) -> Option<Result<Self, Misread>>;

    /// The action of a shape's member.
    fn from_member(kind: &str, fields: &[(&'static str, Value)]) -> Option<Self>;

    /// The conditions of every kind.
    fn tables() -> Vec<ActionTable>;

    /// The shapes of the answers to a question.
    fn shapes(game: &mut Match<'_, G>, seat: Seat, question: &G::Question) -> Vec<Shape>;

    /// The shapes of the answers to a question, with open fields.
    fn open_shapes(game: &mut Match<'_, G>, seat: Seat, question: &G::Question) -> Vec<Shape>;

    /// When it may be logged.
    fn when(&self) -> When;

    /// Whether it answers a choice.
    fn is_choice(&self) -> bool;

    /// The fields that others see of a refused one; see [`ActionKind::REFUSED_SHOWS`].
    fn refused_shows(&self) -> &'static [&'static str];

    /// The card whose text it uses; see [`ActionKind::USES`].
    fn used(&self) -> Option<CardId>;

    /// Whether its effect is defined in a window that is not its own; see [`ActionKind::OUT_OF_WINDOW`].
    fn is_late(&self, game: &Match<'_, G>, seat: Seat) -> bool;

    /// Whether it answers a question.
    fn answers(&self, question: &G::Question) -> bool;

    /// The rules about its time.
    fn time(&self, game: &Match<'_, G>, seat: Seat) -> &'static [Cite];

    /// Reads its conditions.
    fn check(&self, draft: &mut Draft<'_, '_, G>, seat: Seat);

    /// The first of its conditions that fails; see [`first_fault`].
    fn fault(&self, game: &Match<'_, G>, seat: Seat) -> Option<Refusal<G::Reason>>;

    /// Carries it out.
    fn perform(&self, game: &mut Match<'_, G>, seat: Seat, question: Option<&G::Question>);

    /// What viewers other than its seat see of it.
    fn seen(&self, game: &Match<'_, G>, seat: Seat, viewer: Viewer) -> Seen;
}

/// Reads an action from fields in any format: they become a tree, which the one reader of trees reads.
pub(crate) fn of_tree<'de, G: Kit, D: Deserializer<'de>>(deserializer: D) -> Result<G::Action, D::Error>
where
    G::Action: Actions<G>,
{
    let mut fields = serde_json::Map::deserialize(deserializer)?;
    let kind = fields.remove("type").ok_or_else(|| D::Error::missing_field("type"))?;
    let kind = kind.as_str().ok_or_else(|| D::Error::custom("the type of an action is a word"))?;
    match G::Action::read_tree(kind, &serde_json::Value::Object(fields)) {
        Some(read) => read.map_err(|misread| D::Error::custom(misread.error)),
        None => Err(D::Error::unknown_variant(kind, G::Action::KINDS)),
    }
}

/// Lists the actions of a game, each with its name on the wire. The declaration of an action stands with its
/// type.
macro_rules! actions {
    ($game:ty; $( $name:ident = $wire:literal ),* $(,)?) => {
        /// What a seat does or answers.
        #[allow(missing_docs)]
        #[derive(
            Debug, Clone, PartialEq, Eq, PartialOrd, Ord,
            crate::kernel::MapCards, serde::Serialize, crate::schema::JsonSchema,
        )]
        #[serde(tag = "type")]
        pub enum Action { $( #[serde(rename = $wire)] $name($name), )* }

        $( impl From<$name> for Action {
            fn from(action: $name) -> Action {
                Action::$name(action)
            }
        } )*

        impl<'de> serde::Deserialize<'de> for Action {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Action, D::Error> {
                crate::game_kit::action::of_tree::<$game, D>(deserializer)
            }
        }

        impl crate::game_kit::action::Actions<$game> for Action {
            const KINDS: &'static [&'static str] = &[$($wire),*];
            const STANDING: &'static [&'static str] = {
                const ALL: &[(&str, crate::game_kit::action::When)] = &[
                    $( ($wire, <$name as crate::game_kit::action::ActionKind<$game>>::WHEN) ),*
                ];
                &crate::game_kit::action::standing::<{ crate::game_kit::action::count_standing(ALL) }>(ALL)
            };

            fn kind(&self) -> &'static str {
                match self { $( Action::$name(_) => $wire, )* }
            }

            fn read<'de, D: serde::Deserializer<'de>>(
                kind: &str,
                fields: D,
            ) -> Option<Result<Self, D::Error>> {
                match kind {
                    $(
                        $wire => Some(<$name as serde::Deserialize>::deserialize(fields).map(Action::$name)),
                    )*
                    _ => None,
                }
            }

            fn read_tree(
                kind: &str,
                fields: &serde_json::Value,
            ) -> Option<Result<Self, crate::tree::Misread>> {
                crate::tree::read_with(fields, |fields| {
                    <Self as crate::game_kit::action::Actions<$game>>::read(kind, fields)
                })
            }

            fn from_member(
                kind: &str,
                fields: &[(&'static str, crate::kernel::shape::Value)],
            ) -> Option<Self> {
                use crate::game_kit::fields::{Fielded, Fields};
                match kind {
                    $( $wire => <$name as Fielded>::read_fields(&Fields::all(fields)).map(Action::$name), )*
                    _ => None,
                }
            }

            fn tables() -> Vec<crate::kernel::ActionTable> {
                vec![$( crate::game_kit::action::table::<$game, $name>($wire) ),*]
            }

            fn shapes(
                game: &mut crate::kernel::Match<'_, $game>,
                seat: crate::kernel::Seat,
                question: &<$game as crate::kernel::Game>::Question,
            ) -> Vec<crate::kernel::shape::Shape> {
                let mut shapes = Vec::new();
                $(
                    crate::game_kit::action::legal::shapes::<$game, $name>(
                        $wire, game, seat, question, &mut shapes,
                    );
                )*
                shapes
            }

            fn open_shapes(
                game: &mut crate::kernel::Match<'_, $game>,
                seat: crate::kernel::Seat,
                question: &<$game as crate::kernel::Game>::Question,
            ) -> Vec<crate::kernel::shape::Shape> {
                let mut shapes = Vec::new();
                $( crate::game_kit::action::legal::open_shapes::<$game, $name>(
                    $wire, game, seat, question, &mut shapes,
                ); )*
                shapes
            }

            fn when(&self) -> crate::game_kit::action::When {
                match self { $(
                    Action::$name(_) => <$name as crate::game_kit::action::ActionKind<$game>>::WHEN,
                )* }
            }

            fn is_late(
                &self,
                game: &crate::kernel::Match<'_, $game>,
                seat: crate::kernel::Seat,
            ) -> bool {
                match self { $(
                    Action::$name(_) => {
                        (<$name as crate::game_kit::action::ActionKind<$game>>::OUT_OF_WINDOW)(game, seat)
                    }
                )* }
            }

            fn refused_shows(&self) -> &'static [&'static str] {
                match self { $(
                    Action::$name(_) => <$name as crate::game_kit::action::ActionKind<$game>>::REFUSED_SHOWS,
                )* }
            }

            fn used(&self) -> Option<crate::kernel::CardId> {
                match self { $(
                    Action::$name(action) => {
                        (<$name as crate::game_kit::action::ActionKind<$game>>::USES)(action)
                    }
                )* }
            }

            fn is_choice(&self) -> bool {
                match self { $(
                    Action::$name(_) => <$name as crate::game_kit::action::ActionKind<$game>>::IS_CHOICE,
                )* }
            }

            fn answers(&self, question: &<$game as crate::kernel::Game>::Question) -> bool {
                match self { $(
                    Action::$name(_) => {
                        (<$name as crate::game_kit::action::ActionKind<$game>>::ANSWERS)(question)
                    }
                )* }
            }

            fn time(
                &self,
                game: &crate::kernel::Match<'_, $game>,
                seat: crate::kernel::Seat,
            ) -> &'static [crate::verdict::Cite] {
                match self { $(
                    Action::$name(_) => {
                        (<$name as crate::game_kit::action::ActionKind<$game>>::TIME)(game, seat)
                    }
                )* }
            }

            fn check(&self, draft: &mut crate::kernel::Draft<'_, '_, $game>, seat: crate::kernel::Seat) {
                match self {
                    $( Action::$name(action) => crate::game_kit::action::check(action, draft, seat), )*
                }
            }

            fn fault(
                &self,
                game: &crate::kernel::Match<'_, $game>,
                seat: crate::kernel::Seat,
            ) -> Option<crate::verdict::Refusal<<$game as crate::kernel::Game>::Reason>> {
                match self { $(
                    Action::$name(action) => {
                        crate::game_kit::action::first_fault::<$game, $name>(action, game, seat)
                    }
                )* }
            }

            fn perform(
                &self,
                game: &mut crate::kernel::Match<'_, $game>,
                seat: crate::kernel::Seat,
                question: Option<&<$game as crate::kernel::Game>::Question>,
            ) {
                use crate::game_kit::action::ActionKind;
                match self { $( Action::$name(action) => action.perform(game, seat, question), )* }
            }

            fn seen(
                &self,
                game: &crate::kernel::Match<'_, $game>,
                seat: crate::kernel::Seat,
                viewer: crate::kernel::Viewer,
            ) -> crate::game_kit::view::Seen {
                use crate::game_kit::action::ActionKind;
                match self { $( Action::$name(action) => action.seen(game, seat, viewer), )* }
            }
        }
    };
}
pub(crate) use actions;

/// The number of standing actions among these kinds.
pub(crate) const fn count_standing(mut kinds: &[(&str, When)]) -> usize {
    let mut count = 0;
    while let [(_, when), rest @ ..] = kinds {
        count += matches!(when, When::Standing) as usize;
        kinds = rest;
    }
    count
}

/// The standing actions among these kinds.
// The index is compared with the length, and `get_mut` is not const.
#[allow(clippy::indexing_slicing)]
pub(crate) const fn standing<const N: usize>(mut kinds: &[(&'static str, When)]) -> [&'static str; N] {
    let (mut found, mut count) = ([""; N], 0);
    while let [(kind, when), rest @ ..] = kinds {
        if matches!(when, When::Standing) && count < N {
            found[count] = kind;
            count += 1;
        }
        kinds = rest;
    }
    found
}
