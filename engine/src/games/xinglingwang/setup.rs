//! Setting the game up.
//!
//! 一.3 decks and forests; 一.4 who is first; 一.5 opening hands and 調度; 四.4 star cards; ruling-6 to
//! ruling-8.

use super::deck::Deck;
use super::field;
use super::printed::{Pool, TRAVELER_DEFINITION};
use super::reason::Reason;
use super::table::{self, Mark, Piece, Verb, Zone};
use super::zone::{self, By};
use super::{Question, Step, Xinglingwang, ending};
use crate::game_kit::action::ActionKind;
use crate::game_kit::action::answers::each_once;
use crate::game_kit::action::legal::{Slots, whole};
use crate::game_kit::deck;
use crate::game_kit::fields::fields;
use crate::game_kit::view::Seen;
use crate::game_kit::zone::open_zones;
use crate::kernel::shape::Domain;
use crate::kernel::{
    Card, CardId, Cell, End, Holder, Match, Proposal, Row, Seat, Spot, State, Viewer, held, test, wire,
};

type Game<'p> = Match<'p, Xinglingwang>;
type Time = crate::game_kit::action::Time<Xinglingwang>;

pub(crate) const STARTING_HAND: usize = super::rules::limits::STARTING_HAND.value as usize;
/// The figures that show travelers, for each player: one for every position of both halves, and as many again
/// to lie under units.
pub(crate) const FIGURES: usize = 4 * field::POSITIONS as usize;

/// What is agreed before the game.
#[wire(Default)]
pub struct Options {
    /// The first player, if both agreed on one [一.4]; else the seed decides.
    pub first: Option<Seat>,
}

/// Where set-up stands.
#[held(Copy)]
pub enum SetUp {
    /// Decks are shuffled, the first player is fixed, opening hands are drawn.
    Begin,
    /// Opening hands are changed.
    Answers,
}

/// Lays the figures on the shelves that will show travelers, less those that show one already.
pub(crate) fn lay_figures(state: &mut State<Xinglingwang>) {
    for seat in Seat::BOTH {
        let shows = |card: &Card<Xinglingwang>| card.owner == seat && card.definition == TRAVELER_DEFINITION;
        let showing = state.table.cards().filter(|(_, card)| shows(card)).count();
        for _ in showing..FIGURES {
            let place = table::SHELF.of(seat);
            state.table.set_card(TRAVELER_DEFINITION, seat, place, Cell::NONE, Mark::default());
        }
    }
}

/// The table of two legal decks before anything is random [一.3].
pub(crate) fn table(pool: &Pool, decks: &[Deck; 2], options: &Options) -> State<Xinglingwang> {
    let mut state = State::<Xinglingwang>::default();
    open_zones(&mut state, Zone::ALL);
    for (seat, brought) in Seat::BOTH.into_iter().zip(decks) {
        deck::lay(&mut state, pool, seat, table::DECK.of(seat), &brought.cards);
        let forest = Holder::Place(table::FOREST.of(seat));
        state.table.set_pieces(forest, Piece::Traveler, brought.travelers());
        *state.facts.races.get_mut(seat) = brought.race.clone().unwrap_or_default();
    }
    lay_figures(&mut state);
    state.facts.agreed_first = options.first;
    state.agenda.push(crate::kernel::Frame::Step(Step::SetUp(SetUp::Begin)));
    state
}

pub(crate) fn run(game: &mut Game<'_>, set_up: SetUp) {
    match set_up {
        SetUp::Begin => begin(game),
        SetUp::Answers => {
            let first = game.state.facts.first;
            let answers = &game.state.facts.mulligans;
            match [first, first.other()].into_iter().find(|seat| !*answers.get(*seat)) {
                Some(seat) => {
                    game.push(Step::SetUp(SetUp::Answers));
                    game.ask(seat, Question::Mulligan);
                }
                None => game.push(Step::NextTurn),
            }
        }
    }
}

fn begin(game: &mut Game<'_>) {
    // The book lays the decks on their places [一.3] and has no rule that shuffles them, so the shuffle
    // depends on 一.3.
    let laid = game.in_force(cite!("一.3"));
    for seat in Seat::BOTH.into_iter().filter(|_| laid) {
        game.shuffle(Verb::Shuffle, table::DECK.of(seat), seat, cite!("ruling-7"));
    }
    let first = match game.state.facts.agreed_first {
        Some(first) => first,
        None => match game.draw_number("first", 2, cite!("一.4"), true) {
            Some(0) => Seat::Zero,
            Some(_) => Seat::One,
            None => return,
        },
    };
    let facts = game.facts_mut();
    facts.first = first;
    facts.active = first;
    if game.propose(Proposal::told(Verb::Order, first, cite!("一.4"))).is_done() {
        game.facts_mut().stars = ending::STARS;
    }
    for seat in [first, first.other()] {
        for _ in 0..STARTING_HAND {
            zone::draw(game, seat, By::rule(seat, cite!("一.5")));
        }
    }
    game.push(Step::SetUp(SetUp::Answers));
}

/// 調度: hand cards are set aside, as many are drawn, the others are shuffled in [一.5].
#[fields]
pub struct Mulligan {
    /// The cards set aside; none: the hand is kept.
    #[optional]
    pub cards: Vec<CardId>,
}

impl ActionKind<Xinglingwang> for Mulligan {
    const IS_CHOICE: bool = true;
    const CONDITIONS: &'static [Row<Xinglingwang, Self>] = &[
        test(Self::CARDS, Self::CARDS, &[cite!("一.5")], |_, _, action| each_once(&action.cards)),
        test(Self::CARDS, Self::CARDS, &[cite!("一.5")], |game, seat, action| {
            let other = action.cards.iter().find(|card| !table::lies_in(game, **card, table::HAND, seat));
            other.map_or(Ok(()), |card| Err(Reason::NotInHand { card: *card }))
        }),
    ];
    const SLOTS: Slots<Xinglingwang, Self> = &[&[whole("cards", Self::CARDS, |game, seat, _| {
        let from = game.state.table.list(table::HAND.of(seat)).to_vec();
        Some(Domain::Subset { max: from.len(), from, min: 0 })
    })]];
    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::Mulligan);
    const TIME: Time = |_, _| &[cite!("一.5")];

    /// Draws as many cards as are set aside, then puts these into the deck and shuffles it [一.5, ruling-8].
    fn perform(&self, game: &mut Game<'_>, seat: Seat, _: Option<&Question>) {
        *game.facts_mut().mulligans.get_mut(seat) = true;
        let mut proposal: Proposal<Xinglingwang> = Proposal::told(Verb::Mulligan, seat, cite!("一.5"));
        proposal.detail.amount = self.cards.len() as i64;
        game.propose(proposal);
        if self.cards.is_empty() {
            return;
        }
        for _ in 0..self.cards.len() {
            zone::draw(game, seat, By::rule(seat, cite!("一.5")));
        }
        let mut cards = self.cards.clone();
        cards.sort_unstable();
        for card in cards {
            let to = Spot::Place(table::DECK.of(seat), Cell::NONE);
            game.propose(Proposal::moved(Verb::ToDeck, seat, card, to, End::Bottom, cite!("一.5")));
        }
        game.shuffle(Verb::Shuffle, table::DECK.of(seat), seat, cite!("一.5"));
    }

    fn seen(&self, _: &Game<'_>, _: Seat, _: Viewer) -> Seen {
        Seen::Without("cards")
    }
}
