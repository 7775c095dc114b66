//! What a seat does or answers. One action is one declaration: a struct of its fields ([`super::fields`]),
//! and [`ActionKind`] for it: when it may be done and by which rules, its conditions in their order, what may
//! stand in its fields, what it does, and who sees it. `actions!` lists the actions of a game with their
//! names on the wire.
//!
//! Everything else follows from that: what is checked and in which order, the forms on the wire and their
//! schemas, legal answers, what the conditions are, and who may see an entry.

pub mod answers;
pub mod draw;
pub mod legal;
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

/// What the actions of a game have in common.
pub trait Kit:
    Language<Action: Actions<Self>, Question: Named, Reason: Asking + From<Wrong>> + Sight
{
    /// The rules that answers to choices inside abilities have.
    const CHOICES: answers::Rules;

    /// The rule by which there is nothing to answer, for the game is over.
    const NOTHING_ASKED: Cite;

    /// How a game ends that is given up, and the rules of that.
    const CONCESSION: (Self::Ending, &'static [Cite]);

    /// The rules by which the game is over, if it is.
    fn over(game: &Match<'_, Self>) -> Option<Vec<Cite>> {
        game.state.outcome.is_some().then(|| vec![Self::NOTHING_ASKED])
    }

    /// Why an action is refused that is not an answer of this seat to what is asked.
    fn out_of_time(
        game: &Match<'_, Self>,
        seat: Seat,
        action: &Self::Action,
        asked: &Asked<Self>,
    ) -> Refusal<Self::Reason> {
        time::not_the_time(game, seat, action, time::unasked::<Self>(action, &asked.question))
    }

    /// What a question lets choose, if it is about a choice.
    fn choosable(question: &Self::Question) -> Option<&Choosable> {
        Self::choice(question).map(|choice| &choice.what)
    }

    /// Why a card is not among those that can be chosen.
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

    /// Why cards, each of which can be chosen, cannot be chosen together; `None`: they can.
    fn not_together(
        _game: &Match<'_, Self>,
        _seat: Seat,
        _choice: &crate::abilities::Choice<Self>,
        _cards: &[CardId],
    ) -> Option<Refusal<Self::Reason>> {
        None
    }

    /// Whether cards for a question are named as a choice of cards, and not by an action of the game's own.
    fn is_answered_by_cards(_question: &Self::Question) -> bool {
        true
    }

    /// The sets of so many of these cards that can be chosen, where not all of them can.
    fn sets(
        _game: &Match<'_, Self>,
        _seat: Seat,
        _from: &[CardId],
        _bounds: (usize, usize),
    ) -> Option<Domain> {
        None
    }

    /// The numbers that can be chosen, where not all from the smallest to the largest can.
    fn numbers(_game: &Match<'_, Self>, _seat: Seat) -> Option<Vec<i64>> {
        None
    }

    /// The options that can be chosen by their numbers, where not all of them can.
    fn modes(_game: &Match<'_, Self>, _seat: Seat) -> Option<Vec<i64>> {
        None
    }

    /// Hands an answer to whatever asked.
    fn give(game: &mut Match<'_, Self>, answer: Answer) {
        crate::abilities::answer::give(game, answer);
    }

    /// How a waiting trigger is named: the card, and which ability of it.
    fn trigger_name(trigger: &Self::Trigger) -> (CardId, Option<u8>);

    /// Which ability a waiting trigger is of.
    fn trigger_ability(_trigger: &Self::Trigger) -> Option<Self::Ability> {
        None
    }

    /// The number of an ability among those of its card, counted from 1.
    fn ability_number(_ability: Self::Ability) -> Option<u8> {
        None
    }

    /// Where the data of an ability stand: on which card, by its place in the pool. `None`: no text of a card
    /// says it.
    fn ability_at(_game: &Match<'_, Self>, _ability: Self::Ability) -> Option<(u16, AbilityAt)> {
        None
    }

    /// The ability that an event speaks of.
    fn event_ability(_game: &Match<'_, Self>, _event: &Event<Self>) -> Option<Self::Ability> {
        None
    }

    /// Which cards a question is about. Of a choice inside an ability: the card that it stands on.
    fn concern(_game: &Match<'_, Self>, asked: &Asked<Self>) -> Concern {
        Self::choice(&asked.question).map_or_else(Concern::default, |choice| Concern {
            card: Some(choice.me.card),
            ability: Self::ability_number(choice.ability),
            other: None,
        })
    }

    /// Whether everybody can tell from what is public that a choice has to be made.
    fn asks_openly(_game: &Match<'_, Self>, choice: &crate::abilities::Choice<Self>) -> bool {
        choice.open
    }

    /// What every answer but a standing action brings about before it is carried out. `true`: that is all.
    fn begins(
        _game: &mut Match<'_, Self>,
        _seat: Seat,
        _action: &Self::Action,
        _question: Option<&Self::Question>,
    ) -> bool {
        false
    }
}

/// What is read after the conditions of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExtraCheck {
    /// Nothing.
    Nothing,
    /// The question that is answered says what fits and by which rule.
    Question,
    /// The text of the used card, or of what it meets.
    Text,
}

/// When an action may be logged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// When its seat is asked for it.
    Asked,
    /// At any time; it answers nothing.
    Standing,
    /// Its own conditions are read at any time, and refuse it.
    Never,
}

/// The rules of an action's time, as the table stands.
pub type Time<G> = fn(&Match<'_, G>, Seat) -> &'static [Cite];

/// One kind of action of a game.
pub trait ActionKind<G: Kit>: Fielded + Into<G::Action> + 'static {
    /// When it may be logged.
    const WHEN: When = When::Asked;

    /// Whether it answers a choice; otherwise it uses a window.
    const IS_CHOICE: bool = false;

    /// The fields that others see of a refused one, even where it names a card that they do not see.
    const REFUSED_SHOWS: &'static [&'static str] = &[];

    /// The card whose text it uses.
    const USES: fn(&Self) -> Option<CardId> = |_| None;

    /// Whether what it does is defined in a window that is not its own or not its seat's, so that a judge's
    /// ruling can let it stand there. It leaves the window open.
    const OUT_OF_WINDOW: fn(&Match<'_, G>, Seat) -> bool = |_, _| false;

    /// Its conditions, in their order.
    const CONDITIONS: &'static [Row<G, Self>] = &[];

    /// What is read after them.
    const FURTHER: ExtraCheck = ExtraCheck::Nothing;

    /// What may stand in its fields: a list of fields for each way to do it.
    const SLOTS: Slots<G, Self> = &[&[]];

    /// Whether it answers a question.
    const ANSWERS: fn(&G::Question) -> bool = |_| false;

    /// The rules of its time and of whose it is.
    const TIME: Time<G>;

    /// Reads what comes after the conditions of the table, if all of them hold.
    fn check(&self, _draft: &mut Draft<'_, '_, G>, _seat: Seat) {}

    /// Carries it out; `question` is what it answers.
    fn perform(&self, game: &mut Match<'_, G>, seat: Seat, question: Option<&G::Question>);

    /// How viewers other than its seat see it, asked before it is carried out.
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

/// The first condition of an action that is not fulfilled, among those that are read before anything is paid;
/// one of which a rule is out of force is passed over. For what is refused by its own conditions also where
/// it is not asked for.
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

/// A refusal by the rules of a condition, which blames a field.
fn refusal<R>(reason: R, cites: &[Cite], field: &'static str) -> Option<Refusal<R>> {
    let (first, also) = cites.split_first()?;
    Some(Refusal::new(reason, *first).also(also).of(field))
}

/// The conditions of a kind of action, as they can be told.
pub fn table<G: Kit, A: ActionKind<G>>(kind: &'static str) -> ActionTable {
    ActionTable {
        by_question: A::FURTHER == ExtraCheck::Question,
        by_text: A::FURTHER == ExtraCheck::Text,
        ..ActionTable::of(kind, A::CONDITIONS, A::POINTERS)
    }
}

/// All actions of a game, as [`actions`] declares them.
pub trait Actions<G: Kit>: Sized {
    /// Every kind on the wire.
    const KINDS: &'static [&'static str];

    /// The kinds that may be logged at any time.
    const STANDING: &'static [&'static str];

    /// The kind on the wire.
    fn kind(&self) -> &'static str;

    /// Reads an action of a kind from its other fields; `None`: there is no such kind.
    fn read<'de, D: Deserializer<'de>>(kind: &str, fields: D) -> Option<Result<Self, D::Error>>;

    /// As [`read`](Actions::read), from a tree.
    fn read_tree(kind: &str, fields: &serde_json::Value) -> Option<Result<Self, Misread>>;

    /// The action of a shape's member.
    fn from_member(kind: &str, fields: &[(&'static str, Value)]) -> Option<Self>;

    /// The conditions of every kind.
    fn tables() -> Vec<ActionTable>;

    /// The shapes of the answers to a question.
    fn shapes(game: &mut Match<'_, G>, seat: Seat, question: &G::Question) -> Vec<Shape>;

    /// The shapes of the answers to a question whose fields were not looked through.
    fn open_shapes(game: &mut Match<'_, G>, seat: Seat, question: &G::Question) -> Vec<Shape>;

    /// When it may be logged.
    fn when(&self) -> When;

    /// Whether it answers a choice.
    fn is_choice(&self) -> bool;

    /// The fields that others see of a refused one; see [`ActionKind::REFUSED_SHOWS`].
    fn refused_shows(&self) -> &'static [&'static str];

    /// The card whose text it uses; see [`ActionKind::USES`].
    fn used(&self) -> Option<CardId>;

    /// Whether what it does is defined in a window that is not its own; see [`ActionKind::OUT_OF_WINDOW`].
    fn is_late(&self, game: &Match<'_, G>, seat: Seat) -> bool;

    /// Whether it answers a question.
    fn answers(&self, question: &G::Question) -> bool;

    /// The rules of its time.
    fn time(&self, game: &Match<'_, G>, seat: Seat) -> &'static [Cite];

    /// Reads its conditions.
    fn check(&self, draft: &mut Draft<'_, '_, G>, seat: Seat);

    /// The first of its conditions that is not fulfilled; see [`first_fault`].
    fn fault(&self, game: &Match<'_, G>, seat: Seat) -> Option<Refusal<G::Reason>>;

    /// Carries it out.
    fn perform(&self, game: &mut Match<'_, G>, seat: Seat, question: Option<&G::Question>);

    /// How viewers other than its seat see it.
    fn seen(&self, game: &Match<'_, G>, seat: Seat, viewer: Viewer) -> Seen;
}

/// Reads an action from any form of its fields: they become a tree first, and the one reader of trees reads
/// them.
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

/// Lists the actions of a game, each with its name on the wire; its declaration stands where its type does.
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

            fn read<'de, D: serde::Deserializer<'de>>(kind: &str, fields: D) -> Option<Result<Self, D::Error>> {
                match kind {
                    $( $wire => Some(<$name as serde::Deserialize>::deserialize(fields).map(Action::$name)), )*
                    _ => None,
                }
            }

            fn read_tree(kind: &str, fields: &serde_json::Value) -> Option<Result<Self, crate::tree::Misread>> {
                crate::tree::read_with(fields, |fields| {
                    <Self as crate::game_kit::action::Actions<$game>>::read(kind, fields)
                })
            }

            fn from_member(kind: &str, fields: &[(&'static str, crate::kernel::shape::Value)]) -> Option<Self> {
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
                $( crate::game_kit::action::legal::shapes::<$game, $name>($wire, game, seat, question, &mut shapes); )*
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
                    Action::$name(_) => (<$name as crate::game_kit::action::ActionKind<$game>>::OUT_OF_WINDOW)(game, seat),
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
                    Action::$name(_) => (<$name as crate::game_kit::action::ActionKind<$game>>::ANSWERS)(question),
                )* }
            }

            fn time(
                &self,
                game: &crate::kernel::Match<'_, $game>,
                seat: crate::kernel::Seat,
            ) -> &'static [crate::verdict::Cite] {
                match self { $(
                    Action::$name(_) => (<$name as crate::game_kit::action::ActionKind<$game>>::TIME)(game, seat),
                )* }
            }

            fn check(&self, draft: &mut crate::kernel::Draft<'_, '_, $game>, seat: crate::kernel::Seat) {
                match self { $( Action::$name(action) => crate::game_kit::action::check(action, draft, seat), )* }
            }

            fn fault(
                &self,
                game: &crate::kernel::Match<'_, $game>,
                seat: crate::kernel::Seat,
            ) -> Option<crate::verdict::Refusal<<$game as crate::kernel::Game>::Reason>> {
                match self { $(
                    Action::$name(action) => crate::game_kit::action::first_fault::<$game, $name>(action, game, seat),
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

/// How many kinds of a list are standing actions.
pub(crate) const fn count_standing(mut kinds: &[(&str, When)]) -> usize {
    let mut count = 0;
    while let [(_, when), rest @ ..] = kinds {
        count += matches!(when, When::Standing) as usize;
        kinds = rest;
    }
    count
}

/// The kinds of a list that are standing actions.
// The index is compared with the length; `get_mut` is not for constants.
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
