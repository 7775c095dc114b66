//! Setting the game up: 准备.0–准备.6, 手牌重抽.1–手牌重抽.4; ruling-5, ruling-6, ruling-7, ruling-8, ruling-97.

use super::deck::Deck;
use super::printed::Pool;
use super::reason::Reason;
use super::rules::limits::{LIFE_RED, LIFE_YELLOW, STARTING_ENERGY, STARTING_HAND};
use super::table::{
    self, ASIDE, D_DECK, DECK, ENERGY, Game, HAND, LIFE, Mark, TERRITORY, Verb, Zone, ZoneOf, list, printed,
};
use super::words::ability::Setup;
use super::zone::{self, By, DrawRules};
use super::{BuildDivide, Question, Step};
use crate::game_kit::action::ActionKind;
use crate::game_kit::action::legal::{Slots, whole};
use crate::game_kit::deck::lay;
use crate::game_kit::fields::fields;
use crate::game_kit::pool::Indexed;
use crate::game_kit::zone::open_zones;
use crate::kernel::shape::Domain;
use crate::kernel::{CardId, End, Frame, Proposal, Row, Seat, State, ensure, held, test, wire};
use crate::verdict::Cite;

type Time = crate::game_kit::action::Time<BuildDivide>;

/// What is agreed before the game.
#[wire(Default)]
pub struct Options {
    /// The winner of rock-paper-scissors, who is the first player; without it, the seat is drawn [准备.3,
    /// ruling-5].
    pub first: Option<Seat>,
}

/// Where set-up stands.
#[held(Copy)]
pub enum SetUp {
    /// Decks, territories, the first player, hands.
    Begin,
    /// Redrawing is answered.
    Answers,
    /// A player redraws.
    Redraw(Seat),
    /// Life and energy are laid down, and the first turn begins.
    Finish,
}

/// The table of two legal decks before anything happens.
pub fn table(pool: &Pool, decks: &[Deck; 2], options: &Options) -> State<BuildDivide> {
    let mut state = State::<BuildDivide>::default();
    open_zones(&mut state, Zone::ALL);
    for (seat, brought) in Seat::BOTH.into_iter().zip(decks) {
        for definition in brought.territory.iter().filter_map(|id| pool.index().find(id)) {
            state.table.set_copies(definition, 1, seat, TERRITORY.of(seat), Mark::default());
        }
        lay(&mut state, pool, seat, DECK.of(seat), &brought.cards);
        lay(&mut state, pool, seat, D_DECK.of(seat), &brought.d_deck);
    }
    state.facts.first = options.first;
    state.agenda.push(Frame::Step(Step::SetUp(SetUp::Begin)));
    state
}

/// The number that a player's territory sets for the set-up, if it sets one [ruling-97].
fn set_up_number(game: &Game<'_>, seat: Seat, what: fn(&Setup) -> Option<u8>) -> Option<usize> {
    let setups = printed(game, table::territory(game, seat)?).setups();
    let number = setups.filter_map(what).last().map(usize::from);
    number.filter(|_| game.in_force(cite!("ruling-97")))
}

/// Goes on with set-up.
pub fn run(game: &mut Game<'_>, set_up: SetUp) {
    match set_up {
        SetUp::Begin => begin(game),
        SetUp::Answers => answers(game),
        SetUp::Redraw(seat) => redraw(game, seat),
        SetUp::Finish => finish(game),
    }
}

/// Shuffles the decks, lays the territories down, decides the first player, and draws the hands [准备.1–准备.4].
fn begin(game: &mut Game<'_>) {
    for seat in Seat::BOTH {
        game.shuffle(Verb::Shuffle, DECK.of(seat), seat, cite!("准备.1"));
    }
    for seat in Seat::BOTH {
        if let Some(card) = table::territory(game, seat) {
            let announced = Proposal::told(Verb::PlaceTerritory, seat, cite!("准备.2"));
            game.propose(announced.to(card));
        }
    }
    let first = match game.state.facts.first {
        Some(first) => first,
        None => match game.draw_number("first", 2, cite!("准备.3"), true) {
            Some(0) => Seat::Zero,
            Some(_) => Seat::One,
            None => return,
        },
    };
    // Without 准备.3 the other player goes first.
    let first = if game.in_force(cite!("准备.3")) { first } else { first.other() };
    game.propose(Proposal::told(Verb::FirstPlayer, first, cite!("准备.3")));
    let facts = game.facts_mut();
    (facts.first, facts.active) = (Some(first), first);
    for seat in [first, first.other()] {
        draw_hand(game, seat, STARTING_HAND.cite);
    }
    game.push(Step::SetUp(SetUp::Answers));
}

fn draw_hand(game: &mut Game<'_>, seat: Seat, rule: Cite) {
    let count = set_up_number(game, seat, |setup| setup.hand).unwrap_or(STARTING_HAND.value as usize);
    zone::draw(game, seat, count, DrawRules::set_up(rule), By::rule(seat, rule));
}

/// Asks the first player for a redraw, then the other [准备.4.2, ruling-6].
fn answers(game: &mut Game<'_>) {
    let first = game.state.facts.first();
    let open = [first, first.other()].into_iter().find(|seat| game.state.facts.redraws.get(*seat).is_none());
    match open.filter(|_| game.in_force(cite!("准备.4.2"))) {
        Some(seat) => {
            game.facts_mut().active = seat;
            game.push(Step::SetUp(SetUp::Answers));
            game.ask(seat, Question::Mulligan);
        }
        None => game.push(Step::SetUp(SetUp::Finish)),
    }
}

/// Puts the hand aside, draws as many cards, and only then puts the hand back into the deck and shuffles it
/// [手牌重抽.1, 手牌重抽.2].
fn redraw(game: &mut Game<'_>, seat: Seat) {
    let by = By::rule(seat, cite!("手牌重抽.1"));
    let hand = list(game, HAND, seat);
    for &card in &hand {
        let aside = zone::put(game, Verb::SetAside, card, ASIDE, End::Bottom, by);
        game.propose(aside);
    }
    zone::draw(game, seat, hand.len(), DrawRules::set_up(by.rule), by);
    let by = by.by(cite!("手牌重抽.2"));
    for card in list(game, ASIDE, seat) {
        let back = zone::put(game, Verb::ReturnAside, card, DECK, End::Bottom, by);
        game.propose(back);
    }
    game.shuffle(Verb::Shuffle, DECK.of(seat), seat, by.rule);
}

/// Places life, the first card on top, then energy, for the first player first [准备.5, 准备.6, ruling-7,
/// ruling-8].
fn finish(game: &mut Game<'_>) {
    let first = game.state.facts.first();
    let energy = [first, first.other()].map(|seat| {
        set_up_number(game, seat, |setup| setup.energy).unwrap_or(STARTING_ENERGY.value as usize)
    });
    let life = (LIFE_YELLOW.value + LIFE_RED.value) as usize;
    let mut lay = |seat: Seat, count: usize, (verb, zone): (Verb, ZoneOf), rule: Cite| {
        for card in list(game, DECK, seat).into_iter().take(count) {
            let placed = zone::put(game, verb, card, zone, End::Bottom, By::rule(seat, rule));
            game.propose(placed);
        }
    };
    for seat in [first, first.other()] {
        lay(seat, life, (Verb::PlaceLife, LIFE), LIFE_YELLOW.cite);
    }
    for (seat, count) in [first, first.other()].into_iter().zip(energy) {
        lay(seat, count, (Verb::PlaceEnergy, ENERGY), STARTING_ENERGY.cite);
    }
    game.push(Step::NextTurn);
}

/// Whether to redraw the starting hand [准备.4.2].
#[fields]
pub struct Mulligan {
    /// Cards that would be kept: there only to be refused, for all are redrawn or none [手牌重抽.1].
    #[optional]
    pub keep: Vec<CardId>,
    /// Whether the whole hand is redrawn.
    pub redo: bool,
}

fn answered(game: &Game<'_>, seat: Seat) -> Option<bool> {
    *game.state.facts.redraws.get(seat)
}

impl ActionKind<BuildDivide> for Mulligan {
    const IS_CHOICE: bool = true;
    const CONDITIONS: &'static [Row<BuildDivide, Self>] = &[
        test(0, Self::REDO, &[cite!("手牌重抽.3")], |game, seat, action| {
            ensure(answered(game, seat) != Some(true) || !action.redo, Reason::AlreadyRedrawn)
        }),
        test(0, Self::REDO, &[cite!("手牌重抽.4")], |game, seat, action| {
            ensure(answered(game, seat) != Some(true) || action.redo, Reason::FirstHandIsGone)
        }),
        test(0, 0, &[cite!("准备.4.2")], |game, seat, _| {
            ensure(answered(game, seat) != Some(false), Reason::AlreadyAnswered)
        }),
        test(0, 0, &[cite!("准备.4.2")], |game, _, _| {
            let is_asked = game.state.asked.iter().any(|asked| asked.question == Question::Mulligan);
            ensure(is_asked, Reason::NoSuchChoice)
        }),
        test(0, 0, &[cite!("ruling-6")], |game, seat, _| {
            ensure(game.asked(seat).is_some(), Reason::NotFirstToAnswer)
        }),
        test(Self::KEEP, Self::KEEP, &[cite!("手牌重抽.1")], |_, _, action| {
            ensure(action.keep.is_empty(), Reason::PartialRedraw)
        }),
    ];
    const SLOTS: Slots<BuildDivide, Self> =
        &[&[whole("redo", Self::REDO, |_, _, _| Some(Domain::yes_or_no()))]];
    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::Mulligan);
    const TIME: Time = |_, _| &[cite!("准备.4.2")];

    fn perform(&self, game: &mut Game<'_>, seat: Seat, _: Option<&Question>) {
        *game.facts_mut().redraws.get_mut(seat) = Some(self.redo);
        if self.redo {
            game.push(Step::SetUp(SetUp::Redraw(seat)));
        }
    }
}
