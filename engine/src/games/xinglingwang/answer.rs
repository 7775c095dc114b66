//! Answers to what a seat is asked, and the failures that come before an action's own table.
//!
//! 六.1 whose part it is; 六.3 nothing interrupts but exact moments; 一.5, 二.4, 十一.8, 十三.1 windows;
//! 四.1, 四.2 hidden zones; 十二.※1 and resistances; ruling-77, ruling-83.

use super::action::{Action, ChooseCards, ChooseTrigger, Peek, Tactic};
use super::reason::Reason;
use super::table::{Phase, Zone};
use super::words::{Effect, Select};
use super::{Question, Step, Xinglingwang, ability, ending};
use crate::card::answer::{CardRules, choice};
use crate::card::resolve::Stage;
use crate::card::{self, Cards, Choice, Choosable, EffectWord};
use crate::kernel::{CardId, Draft, Frame, Match, Row, Seat, test};
use crate::verdict::{Cite, Refusal};

type Game<'p> = Match<'p, Xinglingwang>;
type Checking<'m, 'p> = Draft<'m, 'p, Xinglingwang>;

fn refuse(reason: Reason, cite: Cite) -> Refusal<Reason> {
    Refusal::new(reason, cite)
}

/// The failures that come before an action's own table: the game is over; another answer is asked
/// for; it is not the time or not this player's.
pub fn timing(game: &Game<'_>, seat: Seat, action: &Action) -> Option<Refusal<Reason>> {
    if let Some(outcome) = &game.state.outcome {
        // The rule that ended the game is the first that its outcome names.
        let ended = outcome.cites.first().copied().unwrap_or(cite!("ruling-84"));
        return Some(refuse(Reason::GameOver, ended).also(&[cite!("ruling-84")]));
    }
    if matches!(action, Action::Concede(_) | Action::Peek(_)) {
        return None;
    }
    let Some(asked) = game.state.asked.first() else {
        return Some(refuse(Reason::NoSuchChoice, cite!("六.1")));
    };
    if asked.seat == seat && fits(&asked.question, action) {
        return None;
    }
    Some(out_of_time(game, seat, action, asked))
}

fn fits(question: &Question, action: &Action) -> bool {
    use Action as A;
    let uses = matches!(action, A::UseCard(_) | A::Activate(_));
    let plays = matches!(action, A::PlayUnit(_) | A::SummonTraveler(_));
    let ends = matches!(action, A::EndPhase(_));
    let mech = matches!(action, A::EnterMech(_));
    match question {
        Question::Mulligan => matches!(action, A::Mulligan(_)),
        Question::BeforeBattle | Question::Winner | Question::Loser | Question::Closing => {
            uses || matches!(action, A::Pass(_))
        }
        Question::Summon => uses || plays || ends || mech,
        Question::Tactic => uses || ends || mech || matches!(action, A::ChooseTactic(_)),
        Question::Formation => {
            uses || plays || ends || mech || matches!(action, A::MoveUnit(_) | A::EndMoves(_))
        }
        Question::Moves => uses || ends || matches!(action, A::MoveUnit(_) | A::EndMoves(_)),
        Question::Attack => uses || ends || mech || matches!(action, A::Attack(_) | A::EndAttacks(_)),
        Question::Attacks => uses || ends || matches!(action, A::Attack(_) | A::EndAttacks(_)),
        Question::TacticsEnd => uses || ends || mech,
        Question::Machine => uses || ends || matches!(action, A::Mech(_) | A::ExitMech(_)),
        Question::HandLimit => matches!(action, A::ExileExcess(_)),
        Question::EarlyEnd => matches!(action, A::DeclareEarlyEnd(_) | A::Pass(_)),
        Question::Place(_) => matches!(action, A::Place(_)),
        Question::Edge => matches!(action, A::ChooseEdge(_)),
        Question::Cover(_) | Question::Sneak(_) => matches!(action, A::ChooseYesNo(_)),
        Question::ChooseTrigger => matches!(action, A::ChooseTrigger(_)),
        Question::Choice(choice) => matches!(
            (&choice.what, action),
            (Choosable::Cards { .. }, A::ChooseCards(_))
                | (Choosable::Order { .. }, A::ChooseOrder(_))
                | (Choosable::Position(_), A::Place(_))
                | (Choosable::YesNo, A::ChooseYesNo(_))
                | (Choosable::Number { .. }, A::ChooseNumber(_))
                | (Choosable::Mode(_), A::ChooseMode(_))
        ),
    }
}

const fn is_answer(action: &Action) -> bool {
    matches!(
        action,
        Action::Mulligan(_)
            | Action::Place(_)
            | Action::ChooseTrigger(_)
            | Action::ChooseCards(_)
            | Action::ChooseOrder(_)
            | Action::ChooseYesNo(_)
            | Action::ChooseNumber(_)
            | Action::ChooseMode(_)
            | Action::ChooseEdge(_)
    )
}

fn out_of_time(
    game: &Game<'_>,
    seat: Seat,
    action: &Action,
    asked: &crate::kernel::Asked<Xinglingwang>,
) -> Refusal<Reason> {
    let (facts, name) = (&game.state.facts, asked.question.name().to_owned());
    let wrong_seat = asked.seat != seat;
    if let (Question::Mulligan, Action::Mulligan(_)) = (&asked.question, action) {
        let reason =
            if *facts.mulligans.get(seat) { Reason::AlreadyAnswered } else { Reason::NotFirstToAnswer };
        return refuse(reason, cite!("一.5")).also(&[cite!("ruling-8")]);
    }
    let choosing = match &asked.question {
        Question::Choice(choice) => Some(choice.rule),
        Question::Place(_) => Some(cite!("九.2")),
        Question::Edge => Some(cite!("十五.合體.2")),
        Question::Cover(_) => Some(cite!("十五.掩護.1")),
        Question::Sneak(_) => Some(cite!("十五.偷襲.1")),
        Question::ChooseTrigger => Some(cite!("六.1")),
        _ => None,
    };
    if let Some(rule) = choosing {
        return match (is_answer(action), wrong_seat) {
            (true, true) if fits(&asked.question, action) => {
                refuse(Reason::NotAsked { asked: Some(asked.seat) }, rule)
            }
            (true, _) => refuse(Reason::AnotherAnswer { asked: name }, rule),
            (false, _) => refuse(Reason::AnotherAnswer { asked: name }, cite!("六.3")).also(&[rule]),
        };
    }
    if wrong_seat && fits(&asked.question, action) {
        let reason = Reason::NotAsked { asked: Some(asked.seat) };
        return match &asked.question {
            Question::BeforeBattle => refuse(reason, cite!("六.1")).also(&[cite!("十一.8(1)")]),
            Question::Winner => refuse(reason, cite!("十一.8(3)")),
            Question::Loser => refuse(reason, cite!("十一.8(4)")),
            _ if matches!(action, Action::UseCard(_)) && facts.fresh && facts.active != seat => {
                refuse(reason, cite!("十四.※")).also(&[cite!("七.1")])
            }
            _ if matches!(action, Action::UseCard(_)) => refuse(reason, cite!("七.1")).also(&[cite!("六.1")]),
            _ => not_the_time(game, seat, action, reason),
        };
    }
    let reason = match is_answer(action) {
        true => Reason::NoSuchChoice,
        false => Reason::NotTheTime { asked: name },
    };
    if wrong_seat {
        return not_the_time(game, seat, action, reason);
    }
    match (&asked.question, action) {
        (Question::Formation | Question::Moves, Action::Attack(_) | Action::EndAttacks(_))
        | (Question::Attack | Question::Attacks, Action::MoveUnit(_) | Action::EndMoves(_)) => {
            refuse(Reason::OtherTactic, cite!("二.4"))
        }
        (Question::Attack, Action::PlayUnit(_) | Action::SummonTraveler(_)) => {
            refuse(Reason::OtherTactic, cite!("二.4"))
        }
        (Question::Moves, Action::PlayUnit(_) | Action::SummonTraveler(_) | Action::EnterMech(_)) => {
            refuse(Reason::ContinuousAction, cite!("十三.5"))
        }
        (Question::Attacks, Action::PlayUnit(_) | Action::SummonTraveler(_) | Action::EnterMech(_)) => {
            refuse(Reason::ContinuousAction, cite!("十一.2"))
        }
        (Question::Machine, Action::PlayUnit(_) | Action::SummonTraveler(_)) => {
            refuse(Reason::InMachinePhase, cite!("十五.機械合體.6"))
        }
        (Question::Machine, Action::EnterMech(_)) => refuse(Reason::MachineUsed, cite!("十五.機械合體.1")),
        (Question::TacticsEnd, _) => match too_late(action) {
            Some((of, _)) if facts.tactic.is_some_and(|tactic| tactic != of) => {
                refuse(Reason::OtherTactic, cite!("二.4"))
            }
            Some((_, rule)) => refuse(reason, rule),
            None => not_the_time(game, seat, action, reason),
        },
        _ => not_the_time(game, seat, action, reason),
    }
}

/// The tactic that an action belongs to which comes after its end, and the rule by which it is too late: the
/// continuous action is over, and the play of a formation comes before its moves.
const fn too_late(action: &Action) -> Option<(Tactic, Cite)> {
    match action {
        Action::Attack(_) | Action::EndAttacks(_) => Some((Tactic::Attack, cite!("十一.2"))),
        Action::MoveUnit(_) | Action::EndMoves(_) => Some((Tactic::Formation, cite!("十三.5"))),
        Action::PlayUnit(_) | Action::SummonTraveler(_) => Some((Tactic::Formation, cite!("十三.2"))),
        _ => None,
    }
}

/// The first line of an action's own table: when and whose it is.
fn not_the_time(game: &Game<'_>, seat: Seat, action: &Action, reason: Reason) -> Refusal<Reason> {
    let facts = &game.state.facts;
    let skipped = facts.turn == 1 || ending::is_last_turn(facts) || (facts.countdown && facts.stars == 0);
    match action {
        Action::ChooseTactic(_) if skipped && facts.active == seat => {
            refuse(Reason::TacticsSkipped, cite!("十三.1"))
        }
        Action::ChooseTactic(_) => refuse(reason, cite!("二.4")),
        Action::PlayUnit(_) | Action::SummonTraveler(_) => {
            refuse(reason, cite!("十二.2")).also(&[cite!("二.3"), cite!("十三.2")])
        }
        Action::UseCard(_) => refuse(reason, cite!("七.1")).also(&[cite!("六.3")]),
        Action::Activate(_) => refuse(reason, cite!("六.1")).also(&[cite!("六.3")]),
        Action::EnterMech(_) => refuse(reason, cite!("十五.機械合體.1")),
        Action::Mech(_) => refuse(reason, cite!("十五.機械合體.2")),
        Action::ExitMech(_) => refuse(reason, cite!("十五.機械合體.3")),
        Action::MoveUnit(_) | Action::EndMoves(_) => refuse(reason, cite!("十三.3")),
        Action::Attack(_) | Action::EndAttacks(_) => refuse(reason, cite!("十一.1")),
        Action::EndPhase(_) if facts.phase == Phase::Summon => {
            refuse(reason, cite!("十二.2")).also(&[cite!("十三.2")])
        }
        Action::EndPhase(_) if facts.phase == Phase::Tactics => refuse(reason, cite!("二.4")),
        Action::ExileExcess(_) => refuse(reason, cite!("十四.2")),
        Action::DeclareEarlyEnd(_) => refuse(reason, cite!("十四.4")),
        Action::Pass(_) => refuse(reason, cite!("六.1")),
        Action::Mulligan(_) => refuse(reason, cite!("一.5")),
        Action::Place(_) => refuse(reason, cite!("九.2")),
        Action::ChooseEdge(_) => refuse(reason, cite!("十五.合體.2")),
        Action::ChooseYesNo(_) => not_offered(game, seat).unwrap_or_else(|| refuse(reason, cite!("六.1"))),
        Action::ChooseTrigger(_)
        | Action::ChooseCards(_)
        | Action::ChooseOrder(_)
        | Action::ChooseNumber(_)
        | Action::ChooseMode(_)
        | Action::EndPhase(_)
        | Action::Concede(_)
        | Action::Peek(_) => refuse(reason, cite!("六.1")),
    }
}

/// Why a yes or no was not asked for: what the last entry brought up and could not be offered, the latest
/// first [六.1].
fn not_offered(game: &Game<'_>, seat: Seat) -> Option<Refusal<Reason>> {
    let mut passed_over = game.state.facts.passed_over.iter().rev().filter(|passed| passed.seat == seat);
    let latest = passed_over.next()?;
    let mut refusal = refuse(Reason::NotOffered { card: latest.source.card }, latest.rule).also(&latest.also);
    for cite in passed_over.flat_map(|passed| std::iter::once(&passed.rule).chain(&passed.also)) {
        if !refusal.cites().any(|other| other == *cite) {
            refusal = refusal.also(&[*cite]);
        }
    }
    Some(refusal)
}

/// Cards for an effect.
pub fn check_cards(draft: &mut Checking<'_, '_>, seat: Seat, action: &ChooseCards) {
    let Some(rule) = choice(draft.game, seat).map(|choice| choice.rule) else { return };
    let rules = CardRules { once: rule, count: rule, also: &[cite!("六.2"), cite!("ruling-77")] };
    card::answer::check_cards(draft, seat, &action.cards, rules, outside);
}

/// Why a card cannot be chosen: a resistance, a pending sacrifice, or what it lacks.
fn outside(game: &Game<'_>, choice: &Choice<Xinglingwang>, card: CardId) -> Refusal<Reason> {
    if game.state.table.card(card).is_none() {
        return refuse(Reason::NoSuchCard { card }, choice.rule);
    }
    let Some(Frame::Step(Step::Resolve(resolution))) = game.state.agenda.last() else {
        return refuse(Reason::NotAmongChoices { card }, choice.rule);
    };
    // The cards of a pile are no selection of the text [十五.分開.1].
    if choice.rule == cite!("ruling-45") {
        return refuse(Reason::NotAmongChoices { card }, choice.rule);
    }
    let scene = resolution.scene();
    let selection = match resolution.stage {
        Stage::Cost(part) => {
            let body = ability::body(game, resolution.ability);
            body.and_then(|body| body.targets.get(usize::from(part))).cloned()
        }
        _ => resolution.word(game).and_then(selection_of),
    };
    let (whose, purpose) = ((resolution.seat, resolution.me), ability::purpose(game, resolution));
    let resisted = ability::target_fault(game, whose, resolution.ability, purpose, card);
    let fitting = selection.as_ref().is_none_or(|cards| cards.takes_in(game, &scene, card));
    let rule = match (resisted, selection) {
        (Some(rule), _) if fitting => rule,
        (_, Some(cards)) => cards.rule_against(game, &scene, card),
        (Some(rule), None) => rule,
        (None, None) => choice.rule,
    };
    refuse(Reason::NotAmongChoices { card }, rule)
}

fn selection_of(word: &Effect) -> Option<Cards<Xinglingwang>> {
    match word.selection()? {
        Select::Cards(cards) => Some(cards),
        _ => None,
    }
}

/// The number by which an ability is named; none for what no text of the card says.
pub fn ability_number(index: u8) -> Option<u8> {
    (index < ability::USE).then(|| index.wrapping_add(1))
}

/// The waiting ability that is named, if the seat may pick it now.
pub fn waiting(game: &Game<'_>, action: &ChooseTrigger) -> Option<usize> {
    let (_, indices) = game.next_waiting()?;
    indices.into_iter().find(|&index| {
        game.state.waiting.get(index).is_some_and(|waiting| {
            let pending = &waiting.trigger;
            pending.me.card == action.card && ability_number(pending.ability.index) == action.ability
        })
    })
}

/// A waiting ability: one of those whose turn it is [六.1, ruling-21].
pub fn check_trigger(draft: &mut Checking<'_, '_>, action: &ChooseTrigger) {
    if waiting(draft.game, action).is_none() {
        let reason = Reason::NotWaiting { card: action.card };
        draft.refuse(refuse(reason, cite!("六.1")).also(&[cite!("ruling-21")]).of("/card"));
    }
}

const ZONE: u16 = 1;
pub(super) const ZONE_FIELDS: &[&str] = &["/zone"];

/// Nobody looks at a deck or at the other hand; the own hand and what lies open may be looked at,
/// which changes nothing [四.1, 四.2, 四.3, 四.8].
pub(super) const PEEK: &[Row<Xinglingwang, Peek>] = &[
    test(ZONE, ZONE, &[cite!("四.2")], |_, _, action| match action.zone {
        Zone::Deck => Err(Reason::HiddenZone),
        _ => Ok(()),
    }),
    test(ZONE, ZONE, &[cite!("四.1")], |_, seat, action| match action.zone {
        Zone::Hand if action.of != seat => Err(Reason::HiddenZone),
        _ => Ok(()),
    }),
];
