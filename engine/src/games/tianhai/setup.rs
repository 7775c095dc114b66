//! Set-up: 准备游戏.1, 决定先手.1, 先锋部署.1–先锋部署.6, 战场.5; ruling-2, ruling-3, ruling-4, ruling-5.

use serde::Deserialize;

use super::cards::Mark;
use super::deck::Deck;
use super::facts::{Agreed, BareField, Board};
use super::printed::Pool;
use super::reason::Reason;
use super::table::{self, Game, HAND, OWN, Verb, Zone, lies_in, list};
use super::turn::Begin;
use super::zone::{self, By};
use super::{Question, Step, Tianhai};
use crate::game_kit::action::legal::{Slots, each};
use crate::game_kit::action::{ActionKind, first_fault};
use crate::game_kit::deck::lay;
use crate::game_kit::fields::fields;
use crate::game_kit::grid::Coordinates;
use crate::game_kit::view::Seen;
use crate::game_kit::zone::open_zones;
use crate::kernel::shape::Value;
use crate::kernel::{CardId, Cell, Frame, Proposal, Row, Seat, State, Viewer, ensure, held, test, wire};

type Time = crate::game_kit::action::Time<Tianhai>;

/// What is agreed before the game.
#[wire(Default)]
pub struct Options {
    /// With the rules that close order areas and discard piles to their owners [进阶规则.1, 进阶规则.2].
    #[optional(told)]
    pub advanced: bool,
    /// Whether a player without a unit on the battlefield loses [ruling-40].
    #[optional(told)]
    pub bare_field: BareField,
    /// The size of the battlefield; without it, it has none [战场.5].
    pub board: Option<Board>,
    /// The first player; without it, the seat is drawn [ruling-2].
    pub first: Option<Seat>,
    /// The round after which the game is a draw [ruling-44].
    #[serde(deserialize_with = "in_limit")]
    #[schemars(range(min = 1, max = 1000))]
    pub max_rounds: Option<u16>,
}

/// Reads a limit of rounds, 1 to 1000 [ruling-44].
pub(super) fn in_limit<'de, D: serde::Deserializer<'de>>(reader: D) -> Result<Option<u16>, D::Error> {
    match Option::<u16>::deserialize(reader)? {
        Some(0 | 1001..) => Err(serde::de::Error::custom("a limit of rounds is from 1 to 1000")),
        limit => Ok(limit),
    }
}

impl Options {
    const fn agreed(&self) -> Agreed {
        let Options { advanced, bare_field, board, max_rounds, .. } = *self;
        Agreed { advanced, bare_field, board, max_rounds }
    }
}

/// Where set-up stands.
#[held(Copy)]
pub enum SetUp {
    /// The first player is known.
    Begin,
    /// A player places a vanguard.
    Vanguard(Seat),
}

/// Opens the zones of an empty table.
pub fn zones(state: &mut State<Tianhai>) {
    open_zones(state, &OWN);
    state.table.set_place(Zone::Battlefield, None);
}

/// The state of two legal hands before anything happens [准备手牌.1].
pub fn table(pool: &Pool, decks: &[Deck; 2], options: &Options) -> State<Tianhai> {
    let mut state = State::<Tianhai>::default();
    zones(&mut state);
    for (seat, hand) in Seat::BOTH.into_iter().zip(decks) {
        lay(&mut state, pool, seat, HAND.of(seat), &hand.units);
        lay(&mut state, pool, seat, HAND.of(seat), &hand.orders);
    }
    state.facts.agreed = options.agreed();
    state.facts.first = options.first;
    state.agenda.push(Frame::Step(Step::SetUp(SetUp::Begin)));
    state
}

/// Carries out the next step of set-up.
pub fn run(game: &mut Game<'_>, set_up: SetUp) {
    match set_up {
        SetUp::Begin => begin(game),
        SetUp::Vanguard(seat) => {
            game.facts_mut().active = seat;
            game.ask(seat, Question::Vanguard);
        }
    }
}

/// Fixes who goes first, by agreement or by chance [决定先手.1, ruling-2]; then vanguards are placed, and round 1
/// begins.
fn begin(game: &mut Game<'_>) {
    let first = match game.state.facts.first {
        Some(first) => first,
        None => match game.draw_number("first", 2, cite!("ruling-2"), true) {
            Some(0) => Seat::Zero,
            Some(_) => Seat::One,
            None => return,
        },
    };
    // If that rule is suspended, the other player is the first one.
    let first = if game.in_force(cite!("决定先手.1")) { first } else { first.other() };
    game.propose(Proposal::told(Verb::FirstPlayer, first, cite!("决定先手.1")));
    let facts = game.facts_mut();
    (facts.first, facts.active) = (Some(first), first);
    game.push(Step::Turn(Begin::Round));
    game.push(Step::SetUp(SetUp::Vanguard(first.other())));
    game.push(Step::SetUp(SetUp::Vanguard(first)));
}

/// The cell of the first player's vanguard, or of the second player's [先锋部署.2, ruling-3].
pub const fn cell_of_vanguard(is_first: bool) -> Cell {
    if is_first { Cell::new(0, 0) } else { Cell::new(0, 1) }
}

/// A vanguard is placed, face up [先锋部署.1, 先锋部署.2, ruling-5].
#[fields]
pub struct PlaceVanguard {
    /// The cell: there is one only.
    pub at: Coordinates,
    /// The unit.
    pub card: CardId,
}

fn is_first(game: &Game<'_>, seat: Seat) -> bool {
    game.state.facts.first() == seat
}

/// A condition that applies only to the vanguard of the first player, or only to that of the second.
fn of_player(game: &Game<'_>, seat: Seat, first: bool, is_right: bool, reason: Reason) -> Result<(), Reason> {
    ensure(is_first(game, seat) != first || is_right, reason)
}

fn in_hand(game: &Game<'_>, seat: Seat, card: CardId, first: bool) -> Result<(), Reason> {
    of_player(game, seat, first, lies_in(game, card, HAND, seat), Reason::NotInHand { card })
}

fn a_unit(game: &Game<'_>, seat: Seat, card: CardId, first: bool) -> Result<(), Reason> {
    of_player(game, seat, first, table::is_unit(game, card), Reason::NotAUnit { card })
}

fn on_cell(game: &Game<'_>, seat: Seat, at: Coordinates, first: bool) -> Result<(), Reason> {
    let needs = Coordinates(cell_of_vanguard(first));
    of_player(game, seat, first, at == needs, Reason::WrongVanguardCell { at, needs })
}

impl ActionKind<Tianhai> for PlaceVanguard {
    const USES: fn(&Self) -> Option<CardId> = |action| Some(action.card);
    const REFUSED_SHOWS: &'static [&'static str] = &["at"];
    const CONDITIONS: &'static [Row<Tianhai, Self>] = &[
        test(0, 0, &[cite!("准备游戏.1")], |game, _, _| {
            ensure(game.state.facts.round == 0, Reason::SetupIsOver)
        }),
        test(0, 0, &[cite!("先锋部署.1")], |game, seat, _| {
            ensure(game.asked(seat).is_some(), Reason::NotYourVanguard)
        }),
        test(Self::CARD, Self::CARD, &[cite!("先锋部署.1")], |game, seat, action| {
            in_hand(game, seat, action.card, true)
        }),
        test(Self::CARD, Self::CARD, &[cite!("先锋部署.2")], |game, seat, action| {
            in_hand(game, seat, action.card, false)
        }),
        test(Self::CARD, Self::CARD, &[cite!("先锋部署.1")], |game, seat, action| {
            a_unit(game, seat, action.card, true)
        }),
        test(Self::CARD, Self::CARD, &[cite!("先锋部署.2")], |game, seat, action| {
            a_unit(game, seat, action.card, false)
        }),
        test(Self::AT, Self::AT, &[cite!("先锋部署.3")], |game, seat, action| {
            on_cell(game, seat, action.at, true)
        }),
        test(Self::AT, Self::AT, &[cite!("先锋部署.2"), cite!("ruling-3")], |game, seat, action| {
            on_cell(game, seat, action.at, false)
        }),
    ];
    const SLOTS: Slots<Tianhai, Self> = &[&[
        each("card", Self::CARD, |game, seat, _| Value::cards(list(game, HAND, seat))),
        each("at", Self::AT, |game, seat, _| vec![Value::Cell(cell_of_vanguard(is_first(game, seat)))]),
    ]];
    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::Vanguard);
    const TIME: Time = |_, _| &[cite!("先锋部署.1")];

    fn perform(&self, game: &mut Game<'_>, seat: Seat, _: Option<&Question>) {
        let rule = if is_first(game, seat) { cite!("先锋部署.1") } else { cite!("先锋部署.2") };
        let placed = zone::onto_field(
            Verb::VanguardPlaced,
            self.card,
            self.at.0,
            Mark::default(),
            By::rule(seat, rule),
        );
        game.propose(placed);
    }

    /// Hides a refused vanguard: it would tell something about a card in hand.
    fn seen(&self, game: &Game<'_>, seat: Seat, _: Viewer) -> Seen {
        match first_fault::<Tianhai, Self>(self, game, seat) {
            None => Seen::Whole,
            Some(_) => Seen::Without("card"),
        }
    }
}
