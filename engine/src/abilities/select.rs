//! Selecting cards: their place, their properties, their number, and who chooses.

use std::borrow::Cow;

use super::class::class;
use super::findings;
use super::lint::meant;
use super::shorthand::short_number;
use super::{Amount, Language, Lint, Objects, Part, Scene, Side};
use crate::kernel::{CardId, Match, Object, Seat, wire};
use crate::verdict::Cite;

/// A property of a card.
#[class(Filter)]
pub trait FilterWord<L: Language>: Part<L> {
    /// Reports properties that cannot mean anything.
    #[word(part = lint_part)]
    fn lint(&self, lint: &mut Lint<'_, L>) {
        self.lint_part(lint);
    }

    /// Whether a card has the property.
    #[word(costs)]
    fn fits(&self, game: &Match<'_, L>, scene: &Scene<'_>, card: CardId) -> bool;

    /// Whether an object has the property; one that has left, as it was last known.
    #[word(costs)]
    fn fits_object(&self, game: &Match<'_, L>, scene: &Scene<'_>, object: Object) -> bool {
        self.fits(game, scene, object.card)
    }

    /// The rule that refuses a card without it.
    fn rule(&self) -> Cite;

    /// Further rules about the property.
    fn also(&self) -> &'static [Cite] {
        &[]
    }

    /// Whether a card that stays where it is may get or lose the property.
    #[word(in_rows)]
    fn may_change(&self) -> bool {
        false
    }
}

/// A place in which cards are searched.
pub trait SourceWord<L: Language>: Part<L> {
    /// Reports places that cannot mean anything.
    fn lint(&self, lint: &mut Lint<'_, L>) {
        self.lint_part(lint);
    }

    /// The cards there, in the order of the place.
    fn cards<'g>(&self, game: &'g Match<'_, L>, scene: &Scene<'_>, seat: Seat) -> Cow<'g, [CardId]>;

    /// The same cards in any order, for counting and searching.
    fn unordered<'g>(&self, game: &'g Match<'_, L>, scene: &Scene<'_>, seat: Seat) -> Cow<'g, [CardId]> {
        self.cards(game, scene, seat)
    }

    /// Whether `viewer` may see the faces of `owner`'s cards there.
    fn is_seen(&self, owner: Seat, viewer: Seat) -> bool;

    /// Whether a choice of cards there is public, so that the other seat sees the cards, too.
    fn is_told(&self, owner: Seat) -> bool;

    /// Whether both players see some of the cards there.
    fn is_partly_told(&self, owner: Seat) -> bool {
        self.is_told(owner)
    }

    /// The rule that refuses a card from elsewhere.
    fn rule(&self) -> Cite;

    /// What properties of the cards there cannot refer to, for the linter.
    fn unavailable(&self) -> &'static [&'static str] {
        &[]
    }

    /// The number of cards of each player that the place names; there may be fewer.
    fn asks_for(&self, _game: &Match<'_, L>, _scene: &Scene<'_>) -> usize {
        0
    }
}

/// How many are taken; a number alone: exactly so many.
#[wire]
#[serde(remote = "Self")]
#[schemars(transform = super::shorthand::or_number)]
pub enum Take<L: Language> {
    /// All that fit.
    All,
    /// So many, or as many as there are.
    Exactly(Amount<L>),
    /// At most so many.
    UpTo(Amount<L>),
    /// Any number.
    Any,
}

short_number!(
    L: Language, Take<L>, "a whole number, `all`, `any`, `exactly` or `up_to`",
    |n| Take::Exactly(Amount::Number(n)),
    |take| match take {
        Take::Exactly(Amount::Number(n)) => Some(*n),
        _ => None,
    }
);

impl<L: Language> Take<L> {
    /// The default: exactly one.
    pub const fn one() -> Take<L> {
        Take::Exactly(Amount::one())
    }
}

/// Who chooses.
#[wire(Copy, Default)]
pub enum Choosing {
    /// The player of the ability.
    #[default]
    You,
    /// The other player.
    Opponent,
    /// The seed.
    Random,
}

/// The longest name of chosen cards, in characters.
pub const NAME_LIMIT: usize = 40;

/// Whether a text is valid as a name of chosen cards.
fn is_name(name: &str) -> bool {
    let of_a_name = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_');
    (1..=NAME_LIMIT).contains(&name.chars().count()) && name.chars().all(of_a_name)
}

/// A selection among cards of a place.
#[wire]
pub struct Cards<L: Language> {
    /// Whose.
    #[optional]
    pub side: Side,
    /// Where.
    #[optional]
    pub from: L::Source,
    /// What they have to be: every one of these.
    #[optional]
    pub fits: Vec<L::Filter>,
    /// How many.
    pub take: Take<L>,
    /// Who chooses.
    #[optional]
    pub chooser: Choosing,
    /// A name under which later sentences refer to them.
    pub name: Option<String>,
}

/// Cards that a sentence refers to.
#[wire]
pub enum Select<L: Language> {
    /// The card that the ability stands on.
    This,
    /// The card that the event happened to.
    Subject,
    /// The other card of the event.
    Other,
    /// The cards chosen last.
    Chosen,
    /// Cards chosen earlier under a name.
    Named(String),
    /// A card in a role that the game knows.
    Role(String),
    /// Cards of a place.
    Cards(Cards<L>),
}

impl<L: Language> Cards<L> {
    /// Reports selections that cannot mean anything.
    pub fn lint(&self, lint: &mut Lint<'_, L>) {
        lint.excluding(self.from.unavailable().iter().copied(), |lint| {
            lint.each("fits", &self.fits, |lint, filter| {
                filter.lint(lint);
                if L::is_never_there(&self.from, filter) {
                    lint.warn("never_fits", findings::no_such_kind_there());
                }
            });
        });
        lint.inside("from", |lint| self.from.lint(lint));
        match &self.take {
            Take::Exactly(amount) => lint.inside("take/exactly", |lint| amount.lint_count(lint)),
            Take::UpTo(amount) => lint.inside("take/up_to", |lint| amount.lint_count(lint)),
            Take::All | Take::Any => {}
        }
        if self.chooser == Choosing::Random && !L::CHOOSES_AT_RANDOM {
            lint.inside("chooser", |lint| lint.find("wrong_attribute", findings::nothing_at_random()));
        }
        let blind = self.side.seats(Seat::Zero).iter().any(|&owner| {
            let chooser = match self.chooser {
                Choosing::You => Seat::Zero,
                Choosing::Opponent => Seat::One,
                Choosing::Random => return false,
            };
            !self.from.is_seen(owner, chooser)
        });
        if blind && !matches!(self.take, Take::All) {
            lint.find("blind_choice", findings::blind_choice());
        }
        if let Some(name) = &self.name {
            if !is_name(name) {
                lint.inside("name", |lint| {
                    lint.find("bad_name", findings::bad_name(NAME_LIMIT));
                });
            }
            lint.bound.push(name.clone());
        }
    }
}

impl<L: Language> Select<L> {
    /// Reports selections that cannot mean anything.
    pub fn lint(&self, lint: &mut Lint<'_, L>) {
        match self {
            Select::This => {}
            Select::Subject => lint.refers_to(meant::SUBJECT),
            Select::Other => lint.refers_to(meant::OTHER),
            Select::Chosen => lint.refers_to(meant::CHOSEN),
            Select::Named(name) => {
                if !lint.bound.contains(name) {
                    lint.find("unbound_name", findings::unbound_name(name));
                }
            }
            Select::Role(role) => {
                if !L::ROLES.contains(&role.as_str()) {
                    lint.find("unknown_role", findings::roles_are(&L::ROLES.join(", ")));
                } else {
                    lint.refers_to(role);
                }
            }
            Select::Cards(cards) => lint.inside("cards", |lint| cards.lint(lint)),
        }
    }

    /// The name under which later sentences refer to the cards.
    pub fn name(&self) -> Option<&str> {
        match self {
            Select::Cards(cards) => cards.name.as_deref(),
            _ => None,
        }
    }

    /// The objects of a selection without a choice; `None`: a seat has to choose among cards of a place.
    pub fn fixed(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> Option<Objects> {
        match self {
            Select::This => Some(Objects::from_elem(scene.me, 1)),
            Select::Subject => Some(scene.subject.into_iter().collect()),
            Select::Other => Some(scene.other.into_iter().collect()),
            Select::Chosen => Some(scene.bound.chosen.clone()),
            Select::Named(name) => {
                let named = scene.bound.named.iter().find(|(other, _)| other == name);
                Some(named.map(|(_, objects)| objects.clone()).unwrap_or_default())
            }
            Select::Role(role) => Some(L::role(game, scene, role).into_iter().collect()),
            Select::Cards(_) => None,
        }
    }

    /// Whether both players see the cards of the selection, or the candidates.
    pub fn is_open(&self) -> bool {
        match self {
            Select::Cards(cards) => cards.from.is_told(Seat::Zero),
            _ => true,
        }
    }

    /// All cards that fit, for any chooser and any count.
    pub fn all(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> Objects {
        match self {
            Select::Cards(cards) => {
                let domain = cards.domain(game, scene).into_iter();
                domain.map(|card| L::object_there(game, &cards.from, card)).collect()
            }
            other => other.fixed(game, scene).unwrap_or_default(),
        }
    }

    /// Calls `look` for all cards that fit, in any order.
    pub fn each(&self, game: &Match<'_, L>, scene: &Scene<'_>, mut look: impl FnMut(CardId)) {
        match self {
            Select::This => look(scene.me.card),
            Select::Cards(cards) => cards.each(game, scene, look),
            other => other.all(game, scene).iter().for_each(|object| look(object.card)),
        }
    }

    /// The number of cards that fit.
    pub fn count(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> usize {
        let mut count = 0;
        self.each(game, scene, |_| count += 1);
        count
    }

    /// Whether any card fits.
    pub fn is_any(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        match self {
            Select::Cards(cards) => cards.is_any(game, scene),
            other => other.count(game, scene) > 0,
        }
    }

    /// Whether the selection includes a card.
    pub fn takes_in(&self, game: &Match<'_, L>, scene: &Scene<'_>, card: CardId) -> bool {
        match self {
            Select::This => scene.me.card == card,
            Select::Cards(cards) => cards.takes_in(game, scene, card),
            other => other.all(game, scene).iter().any(|object| object.card == card),
        }
    }
}

impl<L: Language> Cards<L> {
    /// The cards that fit.
    pub fn domain(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> Vec<CardId> {
        let mut domain = Vec::new();
        for &seat in self.side.seats(scene.seat) {
            let cards = self.from.cards(game, scene, seat);
            let fits = |card: &CardId| game.spend(1) && self.fits_card(game, scene, *card);
            domain.extend(cards.iter().copied().filter(fits));
        }
        domain
    }

    /// Calls `look` for all cards that fit, in any order.
    fn each(&self, game: &Match<'_, L>, scene: &Scene<'_>, look: impl FnMut(CardId)) {
        let fits = |card: &CardId| game.spend(1) && self.fits_card(game, scene, *card);
        let mut look = look;
        for seat in self.side.seats(scene.seat) {
            self.from.unordered(game, scene, *seat).iter().copied().filter(fits).for_each(&mut look);
        }
    }

    /// Whether any card fits.
    pub fn is_any(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        let cards = self.side.seats(scene.seat).iter().flat_map(|seat| {
            let cards = self.from.unordered(game, scene, *seat);
            (0..cards.len()).filter_map(move |place| cards.get(place).copied())
        });
        game.any_card(cards, |game, card| game.spend(1) && self.fits_card(game, scene, card))
    }

    /// Whether a card fits.
    pub fn takes_in(&self, game: &Match<'_, L>, scene: &Scene<'_>, card: CardId) -> bool {
        self.looks_at(game, scene, card) && game.spend(1) && self.fits_card(game, scene, card)
    }

    /// Whether a card lies in the place of the selection.
    fn looks_at(&self, game: &Match<'_, L>, scene: &Scene<'_>, card: CardId) -> bool {
        let mut seats = self.side.seats(scene.seat).iter();
        seats.any(|seat| self.from.unordered(game, scene, *seat).contains(&card))
    }

    /// Whether a card has all required properties.
    pub fn fits_card(&self, game: &Match<'_, L>, scene: &Scene<'_>, card: CardId) -> bool {
        L::fits_there(game, scene, &self.from, &self.fits, card)
    }

    /// The smallest and the largest number of cards that may fit, over all unknown cards; `None`: cannot
    /// tell.
    pub fn count_range(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> Option<(usize, usize)> {
        let (mut least, mut most) = (0, 0);
        for seat in self.side.seats(scene.seat) {
            let cards = game.clear(|game| self.from.unordered(game, scene, *seat).into_owned())?;
            for card in cards {
                let fits = game.whichever(card, |game| game.spend(1) && self.fits_card(game, scene, card));
                least += usize::from(fits == Some(true));
                most += usize::from(fits != Some(false));
            }
        }
        Some((least, most))
    }

    /// The rule against a card that does not fit: the first property that it lacks; or its owner, if it lies
    /// in the open place of the wrong player; or its place.
    pub fn rule_against(&self, game: &Match<'_, L>, scene: &Scene<'_>, card: CardId) -> Cite {
        let is_other_players = || {
            let mut others = Seat::BOTH.into_iter().filter(|seat| !self.side.covers(scene.seat, *seat));
            others
                .any(|seat| self.from.is_told(seat) && self.from.unordered(game, scene, seat).contains(&card))
        };
        let of_place = || {
            let of_owner = L::OWNER_RULE.filter(|_| !self.looks_at(game, scene, card) && is_other_players());
            of_owner.unwrap_or_else(|| self.from.rule())
        };
        self.lacked_by(game, scene, card).map_or_else(of_place, FilterWord::rule)
    }

    /// The player who carries out the sentence, by the seat that chooses its cards.
    pub const fn carried_out_by(&self, chooser: Seat) -> Seat {
        match self.chooser {
            Choosing::Opponent => chooser.other(),
            Choosing::You | Choosing::Random => chooser,
        }
    }

    /// The first property that a card in the place lacks.
    pub fn lacked_by(&self, game: &Match<'_, L>, scene: &Scene<'_>, card: CardId) -> Option<&L::Filter> {
        let there = self.looks_at(game, scene, card);
        self.fits.iter().find(|filter| there && !filter.fits(game, scene, card))
    }

    /// The number of cards that a sentence requires to count as carried out completely.
    pub fn asks_for(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> usize {
        match &self.take {
            Take::Exactly(amount) => amount.count(game, scene),
            Take::All if self.fits.is_empty() => {
                self.from.asks_for(game, scene).saturating_mul(self.side.seats(scene.seat).len())
            }
            Take::All | Take::UpTo(_) | Take::Any => 0,
        }
    }

    /// Whether the selection could take any card.
    pub fn takes_any(&self, game: &Match<'_, L>, scene: &Scene<'_>) -> bool {
        let most = match &self.take {
            Take::Exactly(amount) | Take::UpTo(amount) => amount.count(game, scene),
            Take::All | Take::Any => usize::MAX,
        };
        most > 0 && self.is_any(game, scene)
    }

    /// The smallest and the largest number of cards to take out of `count`.
    pub fn bounds(&self, game: &Match<'_, L>, scene: &Scene<'_>, count: usize) -> (usize, usize) {
        let most = |amount: &Amount<L>| amount.count(game, scene).min(count);
        match &self.take {
            Take::All => (count, count),
            Take::Exactly(amount) => (most(amount), most(amount)),
            Take::UpTo(amount) => (0, most(amount)),
            Take::Any => (0, count),
        }
    }
}
