//! Set-up.
//!
//! 101.2 shuffling; 101.3 cube decks; 101.4, 204.3b, 403.3b the flagship; 101.5 who starts; 101.6
//! opening hands; 101.7 durability; 101.8 the second player's cube; 101.9 the first turn; 103.4 and
//! ruling-13 the order of answers; ruling-12 random steps; ruling-15 no checks before turn 1.

use super::deck::Deck;
use super::printed::Pool;
use super::reason::Reason;
use super::rules::limits::{CUBES_OF_SECOND_PLAYER, STARTING_HAND};
use super::table::{self, CubeKind, Detail, Verb, Zone};
use super::zone::{self, By};
use super::{AzurLane, Question, Step};
use crate::game_kit::action::ActionKind;
use crate::game_kit::action::legal::{Slots, whole};
use crate::game_kit::deck;
use crate::game_kit::fields::fields;
use crate::game_kit::zone::open_zones;
use crate::kernel::shape::{Domain, Value};
use crate::kernel::{
    BySeat, CardId, Cell, Change, End, Holder, Match, Proposal, Row, Seat, Spot, State, ensure, held, test,
    wire,
};

type Game<'p> = Match<'p, AzurLane>;
type Time = crate::game_kit::action::Time<AzurLane>;

/// What is agreed before the game.
#[wire(Default)]
pub struct Options {
    /// The starting player, if both agreed on one instead of picking at random who decides [101.5].
    pub first: Option<Seat>,
}

/// Where set-up stands.
#[held(Copy)]
pub enum SetUp {
    /// Decks are shuffled, and it is picked who decides.
    Begin,
    /// Opening hands are drawn.
    Hands,
    /// The exchange is being answered.
    Answers,
    /// Exchanges are carried out, and the rest is laid out.
    LayOut,
}

/// The state of two legal decks before anything happens.
pub fn table(pool: &Pool, decks: &[Deck; 2], options: &Options) -> State<AzurLane> {
    let mut state = State::<AzurLane>::default();
    open_zones(&mut state, Zone::ALL);
    for (seat, brought) in Seat::BOTH.into_iter().zip(decks) {
        let mark = table::Mark::default();
        for id in &brought.flagship {
            if let Some(place) = pool.find(id) {
                state.table.set_card(place, seat, table::OUTSIDE.of(seat), Cell::NONE, mark);
            }
        }
        deck::lay(&mut state, pool, seat, table::DECK.of(seat), &brought.cards);
        let holder = Holder::Place(table::OUTSIDE.of(seat));
        state.table.set_pieces(holder, CubeKind::Stored, brought.cubes.unwrap_or(0));
    }
    state.facts.agreed_first = options.first;
    state.agenda.push(crate::kernel::Frame::Step(Step::SetUp(SetUp::Begin)));
    state
}

/// Lays down the cube decks and the flagships [101.3, 101.4, 204.3b, 403.3b, 406.1].
fn lay_down(game: &mut Game<'_>) {
    for seat in Seat::BOTH {
        if game.in_force(cite!("406.1")) {
            let outside = Holder::Place(table::OUTSIDE.of(seat));
            let cubes = game.state.table.pieces(outside, CubeKind::Stored);
            let deck = table::cube_holder(seat, CubeKind::Stored);
            let change = Change::Pieces(cubes, (outside, CubeKind::Stored), (deck, CubeKind::Stored));
            let detail = Detail { amount: i64::from(cubes), ..Detail::default() };
            let laid = Proposal::told(Verb::LayDown, seat, cite!("101.3")).changing(change);
            game.propose(laid.with(detail));
        }
        if let Some(&flagship) = game.state.table.list(table::OUTSIDE.of(seat)).first()
            && game.all_in_force(&[cite!("204.3b"), cite!("403.3b")])
        {
            let to = Spot::Place(table::BATTLEFIELD.of(seat), table::cell(table::FLAGSHIP_POSITION));
            let laid = Proposal::moved(Verb::LayDown, seat, flagship, to, End::Bottom, cite!("101.4"));
            game.propose(laid);
        }
    }
}

/// Carries out the next step of set-up.
pub fn run(game: &mut Game<'_>, set_up: SetUp) {
    match set_up {
        SetUp::Begin => begin(game),
        SetUp::Hands => {
            for seat in Seat::BOTH {
                zone::draw(game, STARTING_HAND.value as usize, By::rule(seat, STARTING_HAND.cite));
            }
            game.push(Step::SetUp(SetUp::Answers));
        }
        SetUp::Answers => {
            let first = game.state.facts.starting;
            let answers = &game.state.facts.mulligans;
            let next = [first, first.other()].into_iter().find(|seat| answers.get(*seat).is_none());
            match next {
                Some(seat) => {
                    game.push(Step::SetUp(SetUp::Answers));
                    game.ask(seat, Question::Mulligan);
                }
                None => game.push(Step::SetUp(SetUp::LayOut)),
            }
        }
        SetUp::LayOut => lay_out(game),
    }
}

fn begin(game: &mut Game<'_>) {
    lay_down(game);
    for seat in Seat::BOTH {
        game.shuffle(Verb::Shuffle, table::DECK.of(seat), seat, cite!("101.2"));
    }
    if let Some(first) = game.state.facts.agreed_first {
        decide(game, first, first);
        return;
    }
    let Some(number) = game.draw_number("first", 2, cite!("101.5"), true) else { return };
    let chooser = if number == 0 { Seat::Zero } else { Seat::One };
    game.propose(Proposal::told(Verb::Pick, chooser, cite!("101.5")));
    game.ask(chooser, Question::ChooseFirst);
}

/// Fixes who starts. The answer needs no condition: only the player who decides is asked [101.5].
fn decide(game: &mut Game<'_>, seat: Seat, first: Seat) {
    game.state.facts.starting = first;
    game.state.facts.active = first;
    let detail = Detail { amount: i64::from(first.number()), ..Detail::default() };
    game.propose(Proposal::told(Verb::Order, seat, cite!("101.5")).with(detail));
    game.push(Step::SetUp(SetUp::Hands));
}

/// Who starts [101.5].
#[fields]
pub struct ChooseFirst {
    /// The starting player.
    pub first: Seat,
}

impl ActionKind<AzurLane> for ChooseFirst {
    const IS_CHOICE: bool = true;
    const SLOTS: Slots<AzurLane, Self> = &[&[whole("first", Self::FIRST, |_, _, _| {
        Some(Domain::OneOf(Seat::BOTH.map(Value::Seat).to_vec()))
    })]];

    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::ChooseFirst);

    const TIME: Time = |_, _| &[cite!("101.5")];

    fn perform(&self, game: &mut Game<'_>, seat: Seat, _: Option<&Question>) {
        decide(game, seat, self.first);
    }
}

/// Exchange of the opening hand [101.6].
#[fields]
pub struct Mulligan {
    /// Cards to keep: there is no such exchange, the field is here to be refused with its rule.
    #[optional]
    pub keep: Vec<CardId>,
    /// Whether the whole hand is exchanged.
    pub redo: bool,
}

impl ActionKind<AzurLane> for Mulligan {
    const IS_CHOICE: bool = true;
    const CONDITIONS: &'static [Row<AzurLane, Self>] =
        &[test(Self::KEEP, Self::KEEP, &[cite!("101.6")], |_, _, action| {
            ensure(action.keep.is_empty(), Reason::PartialExchange)
        })];
    const SLOTS: Slots<AzurLane, Self> = &[&[whole("redo", Self::REDO, |_, _, _| Some(Domain::yes_or_no()))]];

    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::Mulligan);

    const TIME: Time =
        |game, _| if game.state.facts.turn > 0 { &[cite!("101.6")] } else { &[cite!("103.4")] };

    /// Notes the answer of one player; both are carried out once both have answered [103.4, ruling-13].
    fn perform(&self, game: &mut Game<'_>, seat: Seat, _: Option<&Question>) {
        *game.state.facts.mulligans.get_mut(seat) = Some(self.redo);
        let detail = Detail { amount: i64::from(self.redo), ..Detail::default() };
        game.propose(Proposal::told(Verb::Mulligan, seat, cite!("101.6")).with(detail));
    }
}

fn lay_out(game: &mut Game<'_>) {
    let first = game.state.facts.starting;
    for seat in [first, first.other()] {
        if *game.state.facts.mulligans.get(seat) == Some(true) {
            exchange(game, seat);
        }
    }
    game.state.facts.mulligans = BySeat::default();
    for seat in Seat::BOTH {
        let Some(flagship) = table::flagship(game, seat) else { continue };
        for _ in 0..table::printed(game, flagship).durability.unwrap_or(0) {
            let Some(&top) = game.state.table.list(table::DECK.of(seat)).first() else { break };
            let to = Spot::Place(table::DURABILITY.of(seat), Cell::NONE);
            game.propose(Proposal::moved(Verb::ToDurability, seat, top, to, End::Top, cite!("101.7")));
        }
    }
    let second = first.other();
    let change = Change::Pieces(
        CUBES_OF_SECOND_PLAYER.value,
        (table::cube_holder(second, CubeKind::Stored), CubeKind::Stored),
        (table::cube_holder(second, CubeKind::Down), CubeKind::Down),
    );
    let detail = Detail { amount: i64::from(CUBES_OF_SECOND_PLAYER.value), ..Detail::default() };
    let rule = CUBES_OF_SECOND_PLAYER.cite;
    game.propose(Proposal::told(Verb::AddCubes, second, rule).changing(change).with(detail));
    game.push(Step::NextTurn);
}

/// Shuffles the hand into the deck and draws five new cards [101.6].
fn exchange(game: &mut Game<'_>, seat: Seat) {
    for card in game.state.table.list(table::HAND.of(seat)).to_vec() {
        let to = Spot::Place(table::DECK.of(seat), Cell::NONE);
        game.propose(Proposal::moved(Verb::ToDeck, seat, card, to, End::Bottom, cite!("101.6")));
    }
    game.shuffle(Verb::Shuffle, table::DECK.of(seat), seat, cite!("101.6"));
    zone::draw(game, STARTING_HAND.value as usize, By::rule(seat, STARTING_HAND.cite));
}
