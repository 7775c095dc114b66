//! The ability language: card texts as data of typed words, which games have in common as far as possible.
//!
//! A game declares its vocabulary with [`words!`](crate::words): the common words that it takes over and the
//! words that it adds. The declaration generates the enum on the wire, its schema, its linter and its
//! dispatch. A resolution is plain data: a cursor over the effects with the cards and numbers chosen so far.
//! It can stop at any choice.

pub mod amount;
pub mod answer;
pub(crate) mod class;
pub mod condition;
pub mod effect;
pub mod filter;
pub(crate) mod findings;
pub mod grid;
pub mod handling;
pub mod lasting;
pub mod lint;
pub mod memory;
pub mod moving;
pub mod part;
pub mod piles;
pub mod property;
pub mod purpose;
pub mod resolve;
pub mod search;
pub mod select;
pub mod shorthand;
pub mod spelling;
pub mod standing;
pub mod target;
#[macro_use]
pub mod head;
#[macro_use]
pub mod topics;
#[macro_use]
pub mod trigger;
#[macro_use]
pub mod words;

use std::borrow::Cow;

use crate::schema::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

pub use amount::{Amount, Is, QuantityWord};
pub use condition::ConditionWord;
pub use effect::{EffectWord, Next};
pub use handling::{Actor, CardAction, Each, can_all, can_any, candidates, referable};
pub use lasting::{Lasting, LastingWord};
pub use lint::{Finding, Lint};
pub use part::{DerivePart, Part};
pub use piles::Piles;
pub use property::{Compared, Named};
pub use purpose::{asking, purpose};
pub use resolve::{Answer, Pause, Resolution, Run};
pub use select::{Cards, Choosing, FilterWord, Select, SourceWord, Take};

use crate::kernel::{CardId, Game, Held, MapCards, Match, Object, Plain, Seat, held, wire};
use crate::verdict::Cite;

/// A word: plain data that can be read, written and described.
pub trait Word: Plain + JsonSchema {}

impl<T: Plain + JsonSchema> Word for T {}

/// Whether a part has its default value, so that it is not written.
pub fn is_default<T: Default + PartialEq>(part: &T) -> bool {
    *part == T::default()
}

/// Whose, seen from the player of the ability.
#[wire(Copy, Default)]
pub enum Side {
    /// The player of the ability.
    #[default]
    Own,
    /// The other player.
    Opponent,
    /// Both players.
    Both,
}

impl Side {
    /// Whether the side is only the player of the ability.
    pub const fn is_own(&self) -> bool {
        matches!(self, Side::Own)
    }

    /// The seats of the side; `me` is the player of the ability.
    pub fn seats(self, me: Seat) -> &'static [Seat] {
        match (self, me) {
            (Side::Own, Seat::Zero) | (Side::Opponent, Seat::One) => &[Seat::Zero],
            (Side::Own, Seat::One) | (Side::Opponent, Seat::Zero) => &[Seat::One],
            (Side::Both, _) => &Seat::BOTH,
        }
    }

    /// The seats of the side, the active player's first.
    pub fn in_turn_order<G: Game>(self, game: &Match<'_, G>, me: Seat) -> SmallVec<[Seat; 2]> {
        let mut seats = SmallVec::from_slice(self.seats(me));
        let active = G::active(game);
        if seats.first() != Some(&active) {
            seats.reverse();
        }
        seats
    }

    /// Whether the side includes a seat.
    pub fn covers(self, me: Seat, seat: Seat) -> bool {
        self.seats(me).contains(&seat)
    }
}

/// The context in which an ability is read: its player, its object, its event, what it chose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scene<'a> {
    /// The player of the ability.
    pub seat: Seat,
    /// The object that has the ability.
    pub me: Object,
    /// The object of the event.
    pub subject: Option<Object>,
    /// The other object of the event (the attacker for the attacked, the destroyer, …).
    pub other: Option<Object>,
    /// The cards and numbers that earlier sentences chose or counted.
    pub bound: &'a Bound,
}

impl Scene<'_> {
    /// The context of an ability without an event and before any choice.
    pub fn of(seat: Seat, me: Object) -> Scene<'static> {
        Scene { seat, me, subject: None, other: None, bound: Bound::none() }
    }
}

/// Objects of a text; usually few.
pub type Objects = SmallVec<[Object; 4]>;

/// What earlier sentences of a resolution chose or counted; in the order in which the wire writes it.
#[derive(
    Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, MapCards, Serialize, Deserialize, JsonSchema,
)]
pub struct Bound {
    /// The cards chosen last.
    #[schemars(with = "Vec<Object>")]
    pub chosen: Objects,
    /// Whether the sentence before was carried out completely: something was done, and nothing of what it
    /// asks for was left undone.
    pub did: bool,
    /// The cards that the player looks at.
    #[schemars(with = "Vec<Object>")]
    pub looked: Objects,
    /// Cards chosen under a name.
    #[schemars(with = "Vec<(String, Vec<Object>)>")]
    pub named: Vec<(String, Objects)>,
    /// The number chosen last.
    pub number: i64,
}

impl Bound {
    /// No cards and numbers.
    pub const NONE: Bound = Bound {
        chosen: Objects::new_const(),
        did: true,
        looked: Objects::new_const(),
        named: Vec::new(),
        number: 0,
    };

    /// A reference to [`Bound::NONE`]. Taking a reference to the constant would create a new value each time.
    pub fn none() -> &'static Bound {
        static NONE: Bound = Bound::NONE;
        &NONE
    }

    /// Binds cards for later sentences, under a name if there is one.
    pub fn bind(&mut self, name: Option<&str>, objects: Objects) {
        if let Some(name) = name {
            self.named.retain(|(other, _)| other != name);
            self.named.push((name.to_owned(), objects.clone()));
        }
        self.chosen = objects;
    }

    /// Lets later sentences follow an object to what its card has become. Looked-at cards count only while
    /// they stay where they were looked at.
    pub fn follow(&mut self, object: Object, now: Object) {
        let meant = self.named.iter_mut().map(|(_, objects)| objects).chain([&mut self.chosen]);
        meant.flatten().filter(|other| **other == object).for_each(|other| *other = now);
    }
}

/// A game's vocabulary, and the meaning of its words on the game's table.
pub trait Language: Game {
    /// The words for effects.
    type Effect: Word + EffectWord<Self>;
    /// The words for conditions.
    type Condition: Word + ConditionWord<Self>;
    /// The words for properties of cards.
    type Filter: Word + FilterWord<Self>;
    /// The words for places in which cards are searched.
    type Source: Word + Default + SourceWord<Self>;
    /// The words for numbers that are computed from the table.
    type Quantity: Word + QuantityWord<Self>;
    /// The reference to an ability: definition, face, index.
    type Ability: Held + Word + Copy;

    /// The effects of an ability.
    fn effects<'p>(game: &Match<'p, Self>, ability: Self::Ability) -> &'p [Self::Effect];

    /// The definition whose data have an ability; `None`: no card has it.
    fn definition_of(_ability: Self::Ability) -> Option<u16> {
        None
    }

    /// The step that continues a resolution.
    fn resolution_step(resolution: Resolution<Self>) -> Self::Step;

    /// The resolution that a step continues; `None`: it continues none.
    fn resolution(step: &mut Self::Step) -> Option<&mut Resolution<Self>>;

    /// The question for a choice of a resolution.
    fn choice_question(game: &Match<'_, Self>, choice: Choice<Self>) -> Self::Question;

    /// The choice that a question asks for; `None`: it asks for something else.
    fn choice(question: &Self::Question) -> Option<&Choice<Self>>;

    /// The object of a role such as `this` or `attacker`; `None`: nothing has that role now.
    fn role(game: &Match<'_, Self>, scene: &Scene<'_>, role: &str) -> Option<Object>;

    /// The roles that [`Language::role`] knows.
    const ROLES: &'static [&'static str];

    /// Purposes of choices beyond the words of sentences and [`purpose::OTHER_PURPOSES`].
    const PURPOSES: &'static [&'static str] = &[];

    /// Whether a sentence does something to cards on the field only, for the linter.
    fn acts_on_field(_sentence: &Self::Effect) -> bool {
        false
    }

    /// Whether no card of this source ever has this property, for the linter.
    fn is_never_there(_from: &Self::Source, _property: &Self::Filter) -> bool {
        false
    }

    /// The purpose of a choice, if it is not the word of the sentence that asks.
    fn purpose(_game: &Match<'_, Self>, _choice: &Choice<Self>) -> Option<Cow<'static, str>> {
        None
    }

    /// The owner of a card.
    fn owner(game: &Match<'_, Self>, card: CardId) -> Seat {
        game.state.table.card(card).map_or(Seat::Zero, |card| card.owner)
    }

    /// The rules by which texts ask for choices.
    const CHOICE_RULES: ChoiceRules;

    /// The rule about whose cards a text means; `None`: the rule of their place or property.
    const OWNER_RULE: Option<Cite> = None;

    /// Whether texts can choose at random.
    const CHOOSES_AT_RANDOM: bool = true;

    /// Whether only those of several texts can be chosen that can do anything. The one that is left is then
    /// carried out unasked.
    const ONLY_POSSIBLE_MODES: bool = false;

    /// The largest number that a player can choose freely.
    const LARGEST_NUMBER: i64;

    /// The active seat; `None`: nobody's turn.
    fn whose_turn(game: &Match<'_, Self>) -> Option<Seat> {
        Some(Self::active(game))
    }

    /// Whether the interpreter looks up afterwards what a sentence did, because its events may wait or be
    /// replaced. Otherwise an event happens at once.
    const LOOKS_BACK: bool = false;

    /// The cards that a text can choose, for texts that judge cards as they were at an earlier moment.
    fn fitted(_game: &Match<'_, Self>, _scene: &Scene<'_>, _cards: &Cards<Self>) -> Option<Vec<CardId>> {
        None
    }

    /// The object that a card id means in this source.
    fn object_there(game: &Match<'_, Self>, _from: &Self::Source, card: CardId) -> Object {
        game.state.table.object(card)
    }

    /// The card id by which an object is named in this source; `None`: it has left.
    fn number_there(game: &Match<'_, Self>, _from: &Self::Source, object: Object) -> Option<CardId> {
        game.state.table.is_current(object).then_some(object.card)
    }

    /// Whether the card with this id in the source has all of these properties.
    fn fits_there(
        game: &Match<'_, Self>,
        scene: &Scene<'_>,
        _from: &Self::Source,
        fits: &[Self::Filter],
        card: CardId,
    ) -> bool {
        filter::has_all(game, scene, fits, card)
    }

    /// Whether a resolution can take a card for one of its selections.
    fn may_choose(
        _game: &Match<'_, Self>,
        _resolution: &Resolution<Self>,
        _cards: &Cards<Self>,
        _card: CardId,
    ) -> bool {
        true
    }

    /// Whether a resolution may skip a card that it can take, because choosing it has a price.
    fn need_not_choose(
        _game: &Match<'_, Self>,
        _resolution: &Resolution<Self>,
        _cards: &Cards<Self>,
        _card: CardId,
    ) -> bool {
        false
    }

    /// Whether the choice of these cards is asked for even if only one answer is legal: a missing question
    /// would tell both players what hidden cards are.
    fn asks_anyway(_cards: &Cards<Self>) -> bool {
        false
    }

    /// Whether a text could take a card for one of its selections.
    fn can_be_chosen(
        _game: &Match<'_, Self>,
        _scene: &Scene<'_>,
        _cards: &Cards<Self>,
        _card: CardId,
    ) -> bool {
        true
    }

    /// Sorts several objects into the order in which a sentence handles them.
    fn in_handling_order(_game: &Match<'_, Self>, _objects: &mut Objects) {}

    /// The number of the game's records when the sentence began, for [`Language::has_done`].
    fn begun(_run: &mut Run<'_, '_, Self>) -> usize {
        0
    }

    /// Whether a sentence has done this to each object since it began. Later sentences refer to the objects
    /// that they became.
    fn has_done(
        _run: &mut Run<'_, '_, Self>,
        _begun: usize,
        _verb: Self::Verb,
        _select: &Select<Self>,
        _objects: &[Object],
    ) -> bool {
        true
    }

    /// Binds, for later sentences, the cards to which a sentence has done this since it began.
    fn bind_done(_run: &mut Run<'_, '_, Self>, _begun: usize, _verb: Self::Verb) {}
}

/// The rules by which texts ask for choices for which no word has a rule of its own.
#[derive(Debug, Clone, Copy)]
pub struct ChoiceRules {
    /// Carrying out what a text says.
    pub text: Cite,
    /// Several players choosing before anything is done.
    pub together: Cite,
    /// The properties that a text requires of a card.
    pub property: Cite,
    /// Doing something optional.
    pub optional: Cite,
    /// Choosing a number.
    pub number: Cite,
}

/// A choice that a resolution waits for.
#[held]
#[serde(bound = "")]
pub struct Choice<L: Language> {
    /// What is chosen.
    pub what: Choosable,
    /// The ability that asks.
    pub ability: L::Ability,
    /// The object that it stands on.
    pub me: Object,
    /// The card that it is decided about, where that is none of those that can be chosen.
    pub about: Option<CardId>,
    /// The rule that asks.
    pub rule: Cite,
    /// Everybody can tell from what is public that this has to be asked.
    pub open: bool,
}

/// What can be chosen.
#[held]
pub enum Choosable {
    /// Some of these cards.
    Cards {
        /// The domain.
        from: Vec<CardId>,
        /// The least.
        min: usize,
        /// The most.
        max: usize,
        /// The cards are not seen by the other seat before they are used.
        hidden: bool,
    },
    /// An order of these cards.
    Order {
        /// The cards.
        cards: Vec<CardId>,
        /// The other seat does not see the order.
        hidden: bool,
    },
    /// One of these positions, by the game's numbers.
    Position(Vec<u8>),
    /// Yes or no.
    YesNo,
    /// A whole number.
    Number {
        /// The smallest.
        min: i64,
        /// The largest.
        max: i64,
    },
    /// One of so many texts, counted from 1.
    Mode(u8),
    /// Cells of a grid.
    Cells(grid::Cells),
    /// So many counted pieces, by the game's numbers of their kinds.
    Pieces {
        /// How many.
        count: u32,
        /// How many there are of each kind.
        over: Vec<(u8, u32)>,
    },
}
