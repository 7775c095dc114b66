//! Setting the game up: 遊戲準備.①–⑧, 遊戲準備.⑦.1–⑦.3; ruling-5, ruling-6.

use super::deck::{Date, Deck};
use super::printed::Pool;
use super::reason::Reason;
use super::rules::limits::{STARTING_HAND, STARTING_LIFE, STARTING_RESERVE};
use super::table::{self, DECK, Detail, Game, HAND, LIFE, RESERVE, Verb, Zone, holder};
use super::zone::{self, By};
use super::{BattleSpirits, Question, Step};
use crate::game_kit::action::ActionKind;
use crate::game_kit::action::legal::{Slots, whole};
use crate::game_kit::deck::lay;
use crate::game_kit::fields::{fields, words};
use crate::game_kit::zone::open_zones;
use crate::kernel::shape::Domain;
use crate::kernel::{End, Frame, Holder, Proposal, Row, Seat, State, ensure, held, test, wire};

type Time = crate::game_kit::action::Time<BattleSpirits>;

/// What is agreed before the game.
#[wire(Default)]
pub struct Options {
    /// The winner of 猜拳; without it, the seat is drawn [遊戲準備.⑥, ruling-5].
    pub chooser: Option<Seat>,
    /// The day of the game as YYYY-MM-DD: block icons and lists of names are looked up by it [卡牌限制.2];
    /// without it, the newest ones count [ruling-45].
    pub date: Option<Date>,
}

/// Where set-up stands.
#[held(Copy)]
pub enum SetUp {
    /// Decks, life, reserve, hands, and who chooses the order.
    Begin,
    /// The winner of 猜拳 is asked for the order.
    Choose,
    /// Redrawing is being answered.
    Answers,
    /// Who wants to redraws.
    Redraw,
}

/// The table of two legal decks before anything happens.
pub fn table(pool: &Pool, decks: &[Deck; 2], options: &Options) -> State<BattleSpirits> {
    let mut state = State::<BattleSpirits>::default();
    open_zones(&mut state, Zone::ALL);
    for (seat, brought) in Seat::BOTH.into_iter().zip(decks) {
        lay(&mut state, pool, seat, DECK.of(seat), &brought.cards);
    }
    state.facts.chooser = options.chooser;
    state.agenda.push(Frame::Step(Step::SetUp(SetUp::Begin)));
    state
}

/// Goes on with set-up.
pub fn run(game: &mut Game<'_>, set_up: SetUp) {
    match set_up {
        SetUp::Begin => begin(game),
        SetUp::Choose => choose(game),
        SetUp::Answers => {
            let first = game.state.facts.first;
            let answers = &game.state.facts.redraws;
            let next = [first, first.other()].into_iter().find(|seat| answers.get(*seat).is_none());
            match next.filter(|_| game.in_force(cite!("遊戲準備.⑦.2"))) {
                Some(seat) => {
                    game.push(Step::SetUp(SetUp::Answers));
                    game.ask(seat, Question::Mulligan);
                }
                None => game.push(Step::SetUp(SetUp::Redraw)),
            }
        }
        SetUp::Redraw => redraw(game),
    }
}

/// Shuffles the decks, fills life, reserve and hands, and asks who chooses the order [遊戲準備.②–⑥].
fn begin(game: &mut Game<'_>) {
    for seat in Seat::BOTH {
        game.shuffle(Verb::Shuffled, DECK.of(seat), seat, cite!("遊戲準備.②"));
    }
    for seat in Seat::BOTH {
        let way = [Holder::Supply, holder(LIFE, seat)];
        let by = By::rule(seat, STARTING_LIFE.cite);
        zone::carry(game, Verb::LifeLaid, [STARTING_LIFE.value, 0], way, by);
    }
    for seat in Seat::BOTH {
        let way = [Holder::Supply, holder(RESERVE, seat)];
        let by = By::rule(seat, STARTING_RESERVE.cite);
        zone::carry(game, Verb::ReserveLaid, [STARTING_RESERVE.value, 1], way, by);
    }
    for seat in Seat::BOTH {
        draw_hand(game, seat);
    }
    game.push(Step::SetUp(SetUp::Choose));
}

fn draw_hand(game: &mut Game<'_>, seat: Seat) {
    let by = By::rule(seat, STARTING_HAND.cite);
    zone::draw(game, Verb::HandDrawn, seat, STARTING_HAND.value as usize, by);
}

/// Asks the winner of 猜拳 who goes first [遊戲準備.⑥].
fn choose(game: &mut Game<'_>) {
    let chooser = match game.state.facts.chooser {
        Some(seat) => seat,
        None => {
            let Some(number) = game.draw_number("first", 2, cite!("遊戲準備.⑥"), true) else { return };
            let seat = if number == 0 { Seat::Zero } else { Seat::One };
            game.propose(Proposal::told(Verb::Picked, seat, cite!("遊戲準備.⑥")));
            seat
        }
    };
    game.facts_mut().chooser = Some(chooser);
    game.ask(chooser, Question::ChooseOrder);
}

/// Each player who wants a new hand puts the old one into the deck, shuffles and draws again, the first
/// player first [遊戲準備.⑦.3]. Then the first turn begins.
fn redraw(game: &mut Game<'_>) {
    let first = game.state.facts.first;
    for seat in [first, first.other()] {
        let wants = *game.state.facts.redraws.get(seat) == Some(true);
        if !wants || !game.in_force(cite!("遊戲準備.⑦.3")) {
            continue;
        }
        let by = By::rule(seat, cite!("遊戲準備.⑦.3"));
        for card in table::list(game, HAND, seat) {
            let back = zone::put(game, Verb::Redrawn, card, DECK, End::Bottom, by);
            game.propose(back);
        }
        game.shuffle(Verb::Shuffled, DECK.of(seat), seat, by.rule);
        draw_hand(game, seat);
    }
    game.push(Step::NextTurn);
}

words! {
    /// Which place in the order of turns.
    Order {
        /// 先攻.
        First = "first",
        /// 後攻.
        Second = "second",
    }
}

/// Who goes first [遊戲準備.⑥].
#[fields]
pub struct ChooseOrder {
    /// The place of the player who chooses.
    pub order: Order,
}

impl ActionKind<BattleSpirits> for ChooseOrder {
    const IS_CHOICE: bool = true;
    const CONDITIONS: &'static [Row<BattleSpirits, Self>] = &[
        test(0, 0, &[cite!("遊戲準備.⑥")], |game, seat, _| {
            ensure(game.state.facts.chooser == Some(seat), Reason::NotTheWinner)
        }),
        test(0, 0, &[cite!("遊戲準備.⑥")], |game, _, _| {
            ensure(!game.state.facts.order_is_chosen, Reason::AlreadyDecided)
        }),
    ];
    const SLOTS: Slots<BattleSpirits, Self> =
        &[&[whole("order", Self::ORDER, |_, _, _| Some(Domain::OneOf(Order::values())))]];
    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::ChooseOrder);
    const TIME: Time = |_, _| &[cite!("遊戲準備.⑥")];

    fn perform(&self, game: &mut Game<'_>, seat: Seat, _: Option<&Question>) {
        let first = if self.order == Order::First { seat } else { seat.other() };
        let facts = game.facts_mut();
        (facts.first, facts.active, facts.order_is_chosen) = (first, first, true);
        let detail = Detail::amount(first.number().into());
        game.propose(Proposal::told(Verb::OrderChosen, seat, cite!("遊戲準備.⑥")).with(detail));
        game.push(Step::SetUp(SetUp::Answers));
    }
}

/// Whether to redraw the opening hand [遊戲準備.⑦.1].
#[fields]
pub struct Mulligan {
    /// Whether the whole hand is redrawn.
    pub redo: bool,
}

impl ActionKind<BattleSpirits> for Mulligan {
    const IS_CHOICE: bool = true;
    const CONDITIONS: &'static [Row<BattleSpirits, Self>] = &[
        test(0, 0, &[cite!("遊戲準備")], |game, _, _| {
            ensure(game.state.facts.order_is_chosen, Reason::SetUpOrder)
        }),
        test(0, 0, &[cite!("遊戲準備.⑦.1")], |game, seat, _| {
            ensure(game.state.facts.redraws.get(seat).is_none(), Reason::AlreadyDecided)
        }),
        test(0, 0, &[cite!("遊戲準備.⑦.2")], |game, seat, _| {
            let facts = &game.state.facts;
            let is_first = facts.first == seat || facts.redraws.get(facts.first).is_some();
            ensure(is_first, Reason::NotFirstToDecide)
        }),
    ];
    const SLOTS: Slots<BattleSpirits, Self> =
        &[&[whole("redo", Self::REDO, |_, _, _| Some(Domain::yes_or_no()))]];
    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::Mulligan);
    const TIME: Time = |_, _| &[cite!("遊戲準備.⑦.1")];

    /// Notes the answer; both players redraw when both have answered [遊戲準備.⑦.3, ruling-5].
    fn perform(&self, game: &mut Game<'_>, seat: Seat, _: Option<&Question>) {
        *game.facts_mut().redraws.get_mut(seat) = Some(self.redo);
        let detail = Detail::amount(u32::from(self.redo));
        game.propose(Proposal::told(Verb::RedrawAnswered, seat, cite!("遊戲準備.⑦.1")).with(detail));
    }
}
