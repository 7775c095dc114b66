//! Answers to what a seat is asked, and the failures that come before an action's own table.
//!
//! 102.1 the end; 103.4, 103.4b, 103.4c order of choices; 304.2b waiting skills; 306.1b nothing
//! interrupts; 500.2, 503.2, 505.5 windows; 201.2, 201.3, 403.4, 408.2b cards outside a text;
//! 403.3a positions; 309.1b numbers; 400.5, 401.2, 402.2, 404.2, 405.2, 405.3, 408.2a handling.

use super::action::{
    Action, Arrange, ChooseCards, ChooseCubes, ChoosePosition, ChooseTrigger, Cubes, Handled, MoveCard, Peek,
};
use super::reason::Reason;
use super::table::{self, Phase};
use super::words::{Effect, Select, Take};
use super::{AzurLane, Question, Step, prohibition};
use crate::card::answer::{CardRules, choice};
use crate::card::{self, Cards, Choice, Choosable, EffectWord, FilterWord, Scene};
use crate::kernel::{CardId, Draft, Frame, Match, Row, Seat, test};
use crate::verdict::{Cite, Refusal};

type Game<'p> = Match<'p, AzurLane>;
type Checking<'m, 'p> = Draft<'m, 'p, AzurLane>;

fn refuse(reason: Reason, cite: Cite) -> Refusal<Reason> {
    Refusal::new(reason, cite)
}

/// The failures that come before an action's own table, in this order: the game is over; another
/// answer is asked for; skills wait; it is not the time or not this player's.
pub fn timing(game: &Game<'_>, seat: Seat, action: &Action) -> Option<Refusal<Reason>> {
    if game.state.outcome.is_some() {
        return Some(refuse(Reason::GameOver, cite!("102.1")));
    }
    if matches!(action, Action::Concede(_) | Action::Arrange(_) | Action::Peek(_) | Action::MoveCard(_)) {
        return None;
    }
    let Some(asked) = game.state.asked.first() else {
        return Some(refuse(Reason::NoSuchChoice, cite!("102.1")));
    };
    let right = asked.seat == seat;
    let fits = match (&asked.question, action) {
        (Question::ChooseFirst, Action::ChooseFirst(_))
        | (Question::Mulligan, Action::Mulligan(_))
        | (Question::ChooseTrigger, Action::ChooseTrigger(_))
        | (Question::LastStand, Action::LastStand(_))
        | (
            Question::Main,
            Action::PlayShip(_)
            | Action::PlayEvent(_)
            | Action::Activate(_)
            | Action::Remodel(_)
            | Action::Pass(_),
        )
        | (Question::BattleChoice, Action::Attack(_) | Action::Pass(_))
        | (Question::AttackWindow, Action::Support(_) | Action::Chase(_) | Action::Pass(_))
        | (Question::DefenceWindow, Action::Support(_) | Action::Counter(_) | Action::Pass(_)) => true,
        (Question::Choice(choice), action) => choice_takes(choice, action),
        _ => false,
    };
    if right && fits {
        return None;
    }
    Some(out_of_time(game, seat, action, asked, fits))
}

fn choice_takes(choice: &Choice<AzurLane>, action: &Action) -> bool {
    matches!(
        (&choice.what, action),
        (Choosable::Cards { .. }, Action::ChooseCards(_))
            | (Choosable::Order { .. }, Action::ChooseOrder(_))
            | (Choosable::Position(_), Action::ChoosePosition(_))
            | (Choosable::YesNo, Action::ChooseYesNo(_))
            | (Choosable::Number { .. }, Action::ChooseNumber(_))
            | (Choosable::Mode(_), Action::ChooseMode(_))
            | (Choosable::Pieces { .. }, Action::ChooseCubes(_))
    )
}

const fn is_answer(action: &Action) -> bool {
    matches!(
        action,
        Action::ChooseFirst(_)
            | Action::Mulligan(_)
            | Action::LastStand(_)
            | Action::ChooseTrigger(_)
            | Action::ChooseCards(_)
            | Action::ChooseOrder(_)
            | Action::ChoosePosition(_)
            | Action::ChooseYesNo(_)
            | Action::ChooseNumber(_)
            | Action::ChooseMode(_)
            | Action::ChooseCubes(_)
    )
}

fn out_of_time(
    game: &Game<'_>,
    seat: Seat,
    action: &Action,
    asked: &crate::kernel::Asked<AzurLane>,
    fits: bool,
) -> Refusal<Reason> {
    let name = asked.question.name().to_owned();
    let waiting = match &asked.question {
        Question::ChooseTrigger => Some(cite!("304.2b")),
        Question::Choice(choice) => Some(choice.rule),
        Question::LastStand => Some(cite!("508.1a")),
        _ => None,
    };
    let choosing = match &asked.question {
        Question::ChooseFirst => Some(cite!("101.5")),
        Question::Mulligan => Some(cite!("103.4")),
        _ => waiting,
    };
    if let Some(rule) = choosing
        && is_answer(action)
    {
        if matches!(action, Action::Mulligan(_)) && game.state.facts.mulligans.get(seat).is_some() {
            return refuse(Reason::AlreadyAnswered, cite!("101.6"));
        }
        return match (&asked.question, fits) {
            (Question::ChooseFirst, true) => refuse(Reason::NotTheChooser, rule),
            (Question::Mulligan, true) => {
                refuse(Reason::NotFirstToAnswer, rule).also(&[cite!("101.6"), cite!("ruling-13")])
            }
            (_, true) => refuse(Reason::NotAsked { asked: Some(asked.seat) }, rule),
            (_, false) => refuse(Reason::AnotherAnswer { asked: name }, rule),
        };
    }
    if waiting.is_some() {
        let facts = &game.state.facts;
        let rule = match action {
            Action::Pass(_) => cite!("500.2"),
            _ if facts.phase == Phase::Main => cite!("503.2"),
            _ if facts.step == Some(Phase::AttackStep) => cite!("505.5"),
            _ => cite!("306.1b"),
        };
        return refuse(Reason::SkillsWait, rule).also(&[cite!("306.1b")]);
    }
    not_the_time(game, action, name)
}

/// The first line of an action's own table: when and whose it is.
fn not_the_time(game: &Game<'_>, action: &Action, asked: String) -> Refusal<Reason> {
    let reason = match is_answer(action) {
        true => Reason::NoSuchChoice,
        false => Reason::NotTheTime { asked },
    };
    let defence = game.state.facts.step == Some(Phase::DefenceStep);
    match action {
        Action::PlayShip(_) | Action::PlayEvent(_) | Action::Remodel(_) => {
            refuse(reason, cite!("503.1")).also(&[cite!("500.1")])
        }
        Action::Activate(_) => refuse(reason, cite!("304.3")).also(&[cite!("602.17")]),
        Action::Attack(_) => refuse(reason, cite!("505.1")).also(&[cite!("504.1")]),
        Action::Counter(_) => refuse(reason, cite!("601.3")).also(&[cite!("506.1")]),
        Action::Chase(_) => refuse(reason, cite!("601.9")).also(&[cite!("506.1")]),
        Action::Support(_) if defence => refuse(reason, cite!("506.1")).also(&[cite!("505.5")]),
        Action::Support(_) => refuse(reason, cite!("505.5")).also(&[cite!("506.1a")]),
        Action::Pass(_) => refuse(reason, cite!("500.2")),
        Action::Mulligan(_) if game.state.facts.turn > 0 => refuse(reason, cite!("101.6")),
        Action::Mulligan(_) => refuse(reason, cite!("103.4")),
        Action::ChooseFirst(_) => refuse(reason, cite!("101.5")),
        Action::LastStand(_) => refuse(reason, cite!("508.1a")).also(&[cite!("601.2")]),
        Action::ChooseTrigger(_) => refuse(reason, cite!("304.2b")),
        Action::ChooseYesNo(_) => refuse(reason, cite!("303.3a")).also(&[cite!("ruling-98")]),
        Action::ChooseNumber(_) => refuse(reason, cite!("309.1b")),
        Action::ChoosePosition(_) => refuse(reason, cite!("204.4b")),
        Action::ChooseOrder(_) => refuse(reason, cite!("401.4")),

        Action::ChooseCubes(_) => refuse(reason, cite!("303.3")),
        Action::ChooseCards(_)
        | Action::ChooseMode(_)
        | Action::Concede(_)
        | Action::Arrange(_)
        | Action::MoveCard(_)
        | Action::Peek(_) => refuse(reason, cite!("103.4c")),
    }
}

/// Cards for an effect.
pub fn check_cards(draft: &mut Checking<'_, '_>, seat: Seat, action: &ChooseCards) {
    let rules = CardRules { once: cite!("306.1"), count: cite!("ruling-41"), also: &[cite!("103.3")] };
    card::answer::check_cards(draft, seat, &action.cards, rules, |game, choice, card| {
        outside(game, seat, choice, card)
    });
}

/// Why a card cannot be chosen: it lies under another card; an effect forbids it; a later sentence
/// asks for it; it lacks what the text asks for.
fn outside(game: &Game<'_>, seat: Seat, choice: &Choice<AzurLane>, card: CardId) -> Refusal<Reason> {
    if game.state.table.card(card).is_none() {
        return refuse(Reason::NoSuchCard { card }, choice.rule);
    }
    if table::host_of(game, card).is_some() {
        return refuse(Reason::NotAmongChoices { card }, cite!("408.2b"));
    }
    let Some(Frame::Step(Step::Resolve(resolution))) = game.state.agenda.last() else {
        return refuse(Reason::NotAmongChoices { card }, choice.rule);
    };
    let scene = Scene { seat: resolution.seat, ..resolution.scene() };
    let word = resolution.word(game).filter(|_| resolution.stage == crate::card::resolve::Stage::Effects);
    let selection = word.and_then(selection_of);
    if let Some(cards) = &selection {
        let own_scene = Scene { seat, ..scene };
        let fits_own = cards.takes_in(game, &own_scene, card);
        if (fits_own || cards.takes_in(game, &scene, card))
            && matches!(word, Some(Effect::Enter(_)))
            && prohibition::enter(game, resolution.seat, card).is_some()
        {
            return refuse(Reason::ForbiddenByEffect { card: Some(card) }, cite!("103.2"));
        }
    }
    // A later sentence that takes all is no choice that could come too early.
    let chooses = |cards: &Cards<AzurLane>| !matches!(cards.take, Take::All);
    let mut later = resolution.later(game).iter().filter_map(selection_of).filter(chooses);
    if later.any(|cards| cards.takes_in(game, &scene, card)) {
        return refuse(Reason::NotYetThisChoice { card }, cite!("103.4c"));
    }
    let Some(cards) = selection else { return refuse(Reason::NotAmongChoices { card }, choice.rule) };
    let refusal = refuse(Reason::NotAmongChoices { card }, cards.rule_against(game, &scene, card));
    refusal.also(cards.lacked_by(game, &scene, card).map_or(&[], FilterWord::also))
}

/// The cards that a word chooses among; whose hand is meant by one that discards, the word alone does not say.
fn selection_of(word: &Effect) -> Option<Cards<AzurLane>> {
    match word.selection() {
        Some(Select::Cards(cards)) if !matches!(word, Effect::Discard(_)) => Some(cards),
        _ => None,
    }
}

/// A position: one of those that can be chosen.
pub fn check_position(draft: &mut Checking<'_, '_>, seat: Seat, action: &ChoosePosition) {
    let Some(choice) = choice(draft.game, seat) else { return };
    let Choosable::Position(positions) = &choice.what else { return };
    let cell = action.at.cell.clone();
    let Some(named) = table::cell_named(&cell) else {
        return draft.refuse(refuse(Reason::NoSuchPosition { cell }, cite!("403.3a")).of("/at/cell"));
    };
    if action.at.seat != seat {
        return draft.refuse(refuse(Reason::NotOwnBattlefield, cite!("403.1")).of("/at/seat"));
    }
    if positions.contains(&table::position(named)) {
        return;
    }
    let refusal = match super::play::is_free_of_flagship(draft.game, &action.at) {
        Err(reason) => refuse(reason, cite!("403.3c")),
        Ok(()) => refuse(Reason::PositionNotAmongChoices { cell }, choice.rule).also(&[cite!("ruling-37")]),
    };
    draft.refuse(refusal.of("/at/cell"));
}

/// Cubes for a cost: so many, of the kinds that are there.
pub fn check_cubes(draft: &mut Checking<'_, '_>, seat: Seat, action: &ChooseCubes) {
    let Some(choice) = choice(draft.game, seat) else { return };
    let Choosable::Pieces { count, over } = &choice.what else { return };
    let given = pieces(&action.cubes);
    let there = |kind: u8| over.iter().find(|(other, _)| *other == kind).map_or(0, |(_, count)| *count);
    let total: u64 = given.iter().map(|(_, count)| u64::from(*count)).sum();
    if total != u64::from(*count) {
        let paid = i64::try_from(total).unwrap_or(i64::MAX);
        let reason = Reason::WrongPayment { cost: i64::from(*count), paid };
        draft.refuse(refuse(reason, choice.rule).of("/cubes"));
    } else if given.iter().any(|(kind, count)| *count > there(*kind)) {
        let reason = Reason::CubesNotActive {
            offered: (action.cubes.down, action.cubes.up),
            rested: action.cubes.rested(),
            there: (there(0), there(2)),
        };
        draft.refuse(refuse(reason, cite!("204.6a")).of("/cubes"));
    }
}

/// Counts of cubes by the numbers of their kinds, those that are not 0.
pub fn pieces(cubes: &Cubes) -> Vec<(u8, u32)> {
    let kinds = cubes.by_kind().into_iter().enumerate();
    kinds.filter(|(_, (_, count))| *count > 0).map(|(number, (_, count))| (number as u8, count)).collect()
}

/// The waiting skill that is named, if the seat may pick it now.
pub fn waiting(game: &Game<'_>, action: &ChooseTrigger) -> Option<usize> {
    let (_, indices) = game.next_waiting()?;
    indices.into_iter().find(|&index| {
        game.state.waiting.get(index).is_some_and(|waiting| {
            let standby = &waiting.trigger;
            standby.me.card == action.card && standby.ability.number == action.skill
        })
    })
}

const CARD: u16 = 1;
pub(super) const CARD_FIELDS: &[&str] = &["/card"];

/// A waiting skill: one of the own ones.
pub(super) const CHOOSE_TRIGGER: &[Row<AzurLane, ChooseTrigger>] =
    &[test(CARD, CARD, &[cite!("304.2b")], |game, _, action| match waiting(game, action) {
        Some(_) => Ok(()),
        None => Err(Reason::NotWaiting { card: action.card }),
    })];

/// Positions change only by rule or skill.
pub(super) const MOVE_CARD: &[Row<AzurLane, MoveCard>] =
    &[test(CARD, CARD, &[cite!("400.5")], |_, _, action| Err(Reason::FixedPosition { card: action.card }))];

const ZONE: u16 = 1;
pub(super) const ZONE_FIELDS: &[&str] = &["/zone"];

/// A line that refuses where a condition on zone and owner holds.
macro_rules! refused_if {
    ($cites:expr, $reason:expr, |$zone:ident, $own:ident| $wrong:expr) => {
        test(ZONE, ZONE, $cites, |_, seat, action| {
            let ($zone, $own) = (action.zone, action.of == seat);
            if $wrong { Err($reason) } else { Ok(()) }
        })
    };
}

/// Own hand, retreat zone and cost zone may be arranged; nothing else.
pub(super) const ARRANGE: &[Row<AzurLane, Arrange>] = &[
    refused_if!(&[cite!("401.2"), cite!("400.5")], Reason::FixedOrder, |zone, _own| zone == Handled::Deck),
    refused_if!(&[cite!("404.2"), cite!("400.5")], Reason::FixedOrder, |zone, own| {
        zone == Handled::Retreat && !own
    }),
    refused_if!(&[cite!("405.3"), cite!("400.5")], Reason::FixedOrder, |zone, _own| {
        zone == Handled::Durability
    }),
    refused_if!(&[cite!("408.2a"), cite!("400.5")], Reason::FixedOrder, |zone, _own| zone == Handled::Stack),
    refused_if!(&[cite!("400.5")], Reason::FixedOrder, |zone, own| {
        matches!(zone, Handled::Hand | Handled::CostZone) && !own
    }),
];

/// Nobody looks at hidden cards; the own hand and what lies open may be looked at, which changes
/// nothing [402.2, 404.2, ruling-85].
pub(super) const PEEK: &[Row<AzurLane, Peek>] = &[
    refused_if!(&[cite!("401.2"), cite!("400.2")], Reason::HiddenZone, |zone, _own| zone == Handled::Deck),
    refused_if!(&[cite!("405.2"), cite!("400.2")], Reason::HiddenZone, |zone, _own| {
        zone == Handled::Durability
    }),
    refused_if!(&[cite!("402.2"), cite!("400.2")], Reason::HiddenZone, |zone, own| {
        zone == Handled::Hand && !own
    }),
];
