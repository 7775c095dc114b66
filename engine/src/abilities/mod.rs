//! Abilities are data: one typed language, shared by all games as far as they share it.
//!
//! A game declares its vocabulary with [`words!`](crate::words): which common words it takes over
//! and which it adds. From that declaration come the enum on the wire, its schema, its lint and its
//! dispatch. A resolution is a cursor over the effects plus bindings; it can stop at any choice and
//! is plain data.

pub mod amount;
pub mod answer;
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
pub use piles::Piles;
pub use property::{Compared, Named};
pub use purpose::{asking, purpose};
pub use resolve::{Answer, Pause, Resolution, Run};
pub use select::{Cards, Choosing, FilterWord, Select, SourceWord, Take};

use crate::kernel::{CardId, Game, Held, MapCards, Match, Object, Plain, Seat, held, wire};
use crate::verdict::Cite;

/// Words are plain data that can be read, written and described.
pub trait Word: Plain + JsonSchema {}

impl<T: Plain + JsonSchema> Word for T {}

/// Whether a part is what is meant where nothing is said, so that it need not be written.
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
    /// Whether it is the player of the ability alone.
    pub const fn is_own(&self) -> bool {
        matches!(self, Side::Own)
    }

    /// The seats, `me` being the player of the ability.
    pub fn seats(self, me: Seat) -> &'static [Seat] {
        match (self, me) {
            (Side::Own, Seat::Zero) | (Side::Opponent, Seat::One) => &[Seat::Zero],
            (Side::Own, Seat::One) | (Side::Opponent, Seat::Zero) => &[Seat::One],
            (Side::Both, _) => &Seat::BOTH,
        }
    }

    /// The seats, the active player's first.
    pub fn in_turn_order<G: Game>(self, game: &Match<'_, G>, me: Seat) -> SmallVec<[Seat; 2]> {
        let mut seats = SmallVec::from_slice(self.seats(me));
        let active = G::active(game);
        seats.sort_by_key(|seat| *seat != active);
        seats
    }

    /// Whether a seat is among them.
    pub fn covers(self, me: Seat, seat: Seat) -> bool {
        self.seats(me).contains(&seat)
    }
}

/// What an ability looks at while it is read: whose it is, what it stands on, its event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scene<'a> {
    /// The player of the ability.
    pub seat: Seat,
    /// The object that it stands on.
    pub me: Object,
    /// The object that the event happened to.
    pub subject: Option<Object>,
    /// The other object of the event (the attacker for the attacked, the destroyer, …).
    pub other: Option<Object>,
    /// What earlier sentences chose or counted.
    pub bound: &'a Bound,
}

impl Scene<'_> {
    /// That of an ability before anything happened to it or was chosen.
    pub fn of(seat: Seat, me: Object) -> Scene<'static> {
        Scene { seat, me, subject: None, other: None, bound: Bound::none() }
    }
}

/// Objects that a text refers to: mostly few.
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
    /// Nothing chosen yet.
    pub const NONE: Bound = Bound {
        chosen: Objects::new_const(),
        did: true,
        looked: Objects::new_const(),
        named: Vec::new(),
        number: 0,
    };

    /// [`Bound::NONE`] for scenes to refer to: a reference to the constant would make it anew each time.
    pub fn none() -> &'static Bound {
        static NONE: Bound = Bound::NONE;
        &NONE
    }

    /// Later sentences refer to these cards.
    pub fn bind(&mut self, name: Option<&str>, objects: Objects) {
        if let Some(name) = name {
            self.named.retain(|(other, _)| other != name);
            self.named.push((name.to_owned(), objects.clone()));
        }
        self.chosen = objects;
    }

    /// Later sentences mean by an object what its card has become. What was looked at is meant only as long
    /// as it lies where it was looked at.
    pub fn follow(&mut self, object: Object, now: Object) {
        let meant = self.named.iter_mut().map(|(_, objects)| objects).chain([&mut self.chosen]);
        meant.flatten().filter(|other| **other == object).for_each(|other| *other = now);
    }
}

/// The vocabulary of one game and what its words mean on its table.
pub trait Language: Game {
    /// What effects do.
    type Effect: Word + EffectWord<Self>;
    /// What has to be true.
    type Condition: Word + ConditionWord<Self>;
    /// What cards have to be.
    type Filter: Word + FilterWord<Self>;
    /// Where cards are looked for.
    type Source: Word + Default + SourceWord<Self>;
    /// Numbers that are read off the table.
    type Quantity: Word + QuantityWord<Self>;
    /// How an ability is named: definition, face, place.
    type Ability: Held + Word + Copy;

    /// The effects of an ability.
    fn effects<'p>(game: &Match<'p, Self>, ability: Self::Ability) -> &'p [Self::Effect];

    /// The card whose data an ability is part of; `None`: no card's.
    fn definition_of(_ability: Self::Ability) -> Option<u16> {
        None
    }

    /// A step that goes on with a resolution.
    fn resolution_step(resolution: Resolution<Self>) -> Self::Step;

    /// The resolution that a step goes on with.
    fn resolution(step: &mut Self::Step) -> Option<&mut Resolution<Self>>;

    /// The question for a choice inside a resolution.
    fn choice_question(game: &Match<'_, Self>, choice: Choice<Self>) -> Self::Question;

    /// The choice that a question is about.
    fn choice(question: &Self::Question) -> Option<&Choice<Self>>;

    /// The card that a single word such as `this` or `attacker` stands for.
    fn role(game: &Match<'_, Self>, scene: &Scene<'_>, role: &str) -> Option<Object>;

    /// The roles that [`Language::role`] knows.
    const ROLES: &'static [&'static str];

    /// What the answers to choices are for that is neither a word of sentences nor one of
    /// [`purpose::OTHER_PURPOSES`].
    const PURPOSES: &'static [&'static str] = &[];

    /// What the answer to a choice is for, where it is not what the sentence that asks does.
    fn purpose(_game: &Match<'_, Self>, _choice: &Choice<Self>) -> Option<Cow<'static, str>> {
        None
    }

    /// The owner of a card.
    fn owner(game: &Match<'_, Self>, card: CardId) -> Seat {
        game.state.table.card(card).map_or(Seat::Zero, |card| card.owner)
    }

    /// The rules that ask.
    const CHOICE_RULES: ChoiceRules;

    /// The rule that tells whose cards a text means; without it, that of their place or property.
    const OWNER_RULE: Option<Cite> = None;

    /// Whether texts let the seed choose.
    const CHOOSES_AT_RANDOM: bool = true;

    /// The largest number that can be chosen freely.
    const LARGEST_NUMBER: i64;

    /// Whose turn it is; none: nobody's.
    fn whose_turn(game: &Match<'_, Self>) -> Option<Seat> {
        Some(Self::active(game))
    }

    /// Whether it is looked back what a sentence did, for what it does may wait or be replaced. Else what is
    /// done is done at once.
    const LOOKS_BACK: bool = false;

    /// The cards that a text can choose, where they are judged as they were at an earlier moment.
    fn fitted(_game: &Match<'_, Self>, _scene: &Scene<'_>, _cards: &Cards<Self>) -> Option<Vec<CardId>> {
        None
    }

    /// The object that a number names where cards are looked for.
    fn object_there(game: &Match<'_, Self>, _from: &Self::Source, card: CardId) -> Object {
        game.state.table.object(card)
    }

    /// The number by which an object is named where cards are looked for; `None`: it is no more.
    fn number_there(game: &Match<'_, Self>, _from: &Self::Source, object: Object) -> Option<CardId> {
        game.state.table.is_current(object).then_some(object.card)
    }

    /// Whether what a number names where cards are looked for has every one of these properties.
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

    /// Whether a resolution need not take a card for one of its selections, although it can: choosing it has
    /// a price.
    fn need_not_choose(
        _game: &Match<'_, Self>,
        _resolution: &Resolution<Self>,
        _cards: &Cards<Self>,
        _card: CardId,
    ) -> bool {
        false
    }

    /// Whether a choice of cards is asked for although there is one answer only: else everybody could tell
    /// from the question what hidden cards are.
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

    /// Puts several objects into the order in which a sentence handles them.
    fn in_handling_order(_game: &Match<'_, Self>, _objects: &mut Objects) {}

    /// How much had happened when the sentence began, by the game's count.
    fn begun(_run: &mut Run<'_, '_, Self>) -> usize {
        0
    }

    /// Looks back whether a sentence has done this to each of the objects meant since it began; later
    /// sentences mean what they are by that.
    fn has_done(
        _run: &mut Run<'_, '_, Self>,
        _begun: usize,
        _verb: Self::Verb,
        _select: &Select<Self>,
        _objects: &[Object],
    ) -> bool {
        true
    }

    /// Looks back at the cards to which a sentence has done this since it began: later sentences mean them.
    fn bind_done(_run: &mut Run<'_, '_, Self>, _begun: usize, _verb: Self::Verb) {}
}

/// The rules that ask for choices which no word has a rule of its own for.
#[derive(Debug, Clone, Copy)]
pub struct ChoiceRules {
    /// Whatever a text says.
    pub text: Cite,
    /// Several players choose, before anything is done.
    pub together: Cite,
    /// A card has the properties that a text asks for.
    pub property: Cite,
    /// Whether to do something optional.
    pub optional: Cite,
    /// A number.
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
