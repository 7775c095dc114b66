//! Answers to questions, and the refusals that come before an action's own conditions: wrong time, wrong
//! seat, wrong card.
//!
//! 一.5, 二.4, 十一.8, 十三.1 windows; 四.1, 四.2 hidden zones; 六.1 whose turn it is to act; 六.3 nothing interrupts
//! but exact moments; 十二.※1 and resistances; ruling-77, ruling-83.

use std::borrow::Cow;

use super::action::{Action, Below, Tactic};
use super::reason::Reason;
use super::table::Zone;
use super::words::{Effect, Select, effect};
use super::{Question, Step, Xinglingwang, ability, ending, magic};
use crate::abilities::answer::CardRules;
use crate::abilities::resolve::ResolutionStage;
use crate::abilities::{Cards, Choice, Choosable, EffectWord, Scene, asking};
use crate::game_kit::action::answers::Rules;
use crate::game_kit::action::pick::{Orders, PickCheck, picks};
use crate::game_kit::action::time::{self, unasked};
use crate::game_kit::action::{ActionKind, Actions, When};
use crate::game_kit::fields::fields;
use crate::game_kit::question::{Concern, Named};
use crate::game_kit::view::{self, Seen};
use crate::kernel::{Asked, CardId, Frame, Match, Row, Seat, Viewer, refuse_if, test};
use crate::verdict::{Cite, Refusal};

type Game<'p> = Match<'p, Xinglingwang>;
type Time = crate::game_kit::action::Time<Xinglingwang>;

fn refuse(reason: Reason, cite: Cite) -> Refusal<Reason> {
    Refusal::new(reason, cite)
}

/// The rules that refusals of choices inside effects cite.
pub(crate) const CHOICES: Rules = Rules {
    cards: |asks| CardRules { once: asks, count: asks, also: &[cite!("六.2"), cite!("ruling-77")] },
    cards_time: &[cite!("六.1")],
    order_time: &[cite!("六.1")],
    yes_no_time: &[cite!("六.1")],
    number_time: &[cite!("六.1")],
    mode_time: &[cite!("六.1")],
};

/// Why an action is refused that does not answer the question of a window, or comes from the wrong seat.
pub(crate) fn out_of_time(
    game: &Game<'_>,
    seat: Seat,
    action: &Action,
    asked: &Asked<Xinglingwang>,
) -> Refusal<Reason> {
    let wrong_seat = asked.seat != seat;
    if action.is_choice() || matches!(action, Action::UseCard(_)) {
        magic::rely_on_timing(game, seat);
    }
    if let (Question::Mulligan, Action::Mulligan(_)) = (&asked.question, action) {
        let answered = *game.state.facts.mulligans.get(seat);
        let reason = if answered { Reason::AlreadyAnswered } else { Reason::NotFirstToAnswer };
        return refuse(reason, cite!("一.5")).also(&[cite!("ruling-8")]);
    }
    if let Some(rule) = rule_of_choice(&asked.question) {
        return out_of_choice(action, asked, wrong_seat, rule);
    }
    if wrong_seat && action.answers(&asked.question) {
        return out_of_seat(game, seat, action, asked);
    }
    let reason = unasked::<Xinglingwang>(action, &asked.question);
    match wrong_seat {
        true => not_the_time(game, seat, action, reason),
        false => out_of_window(game, seat, action, &asked.question, reason),
    }
}

/// The rule by which a question asks for a choice, if it is no window.
fn rule_of_choice(question: &Question) -> Option<Cite> {
    use Question::{Aim, Choice, ChooseTrigger, Cover, Edge, Place, Sneak};
    let asks = matches!(question, Choice(_) | Place(_) | Aim(_) | Edge | Cover(_) | Sneak(_) | ChooseTrigger);
    asks.then(|| question.rule())
}

/// While a choice is open, only its answer may come [六.3].
fn out_of_choice(
    action: &Action,
    asked: &Asked<Xinglingwang>,
    wrong_seat: bool,
    rule: Cite,
) -> Refusal<Reason> {
    let name = asked.question.name().to_owned();
    match (action.is_choice(), wrong_seat) {
        (true, true) if action.answers(&asked.question) => {
            refuse(Reason::NotAsked { asked: Some(asked.seat) }, rule)
        }
        (true, _) => refuse(Reason::AnotherAnswer { asked: name }, rule),
        (false, _) => refuse(Reason::AnotherAnswer { asked: name }, cite!("六.3")).also(&[rule]),
    }
}

/// The action would answer the window, which belongs to the other seat.
fn out_of_seat(game: &Game<'_>, seat: Seat, action: &Action, asked: &Asked<Xinglingwang>) -> Refusal<Reason> {
    let (facts, reason) = (&game.state.facts, Reason::NotAsked { asked: Some(asked.seat) });
    match (&asked.question, action) {
        (Question::BeforeBattle, _) => refuse(reason, cite!("六.1")).also(&[cite!("十一.8(1)")]),
        (Question::Winner, _) => refuse(reason, cite!("十一.8(3)")),
        (Question::Loser, _) => refuse(reason, cite!("十一.8(4)")),
        (_, Action::UseCard(_)) if facts.fresh && facts.active != seat => {
            refuse(reason, cite!("十四.※")).also(&[cite!("七.1")])
        }
        (_, Action::UseCard(_)) => refuse(reason, cite!("七.1")).also(&[cite!("六.1")]),
        _ => not_the_time(game, seat, action, reason),
    }
}

/// The seat has the window, but the tactic or the continuous action of its phase excludes the action.
fn out_of_window(
    game: &Game<'_>,
    seat: Seat,
    action: &Action,
    question: &Question,
    reason: Reason,
) -> Refusal<Reason> {
    match (question, action) {
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
            Some((of, _)) if game.state.facts.tactic.is_some_and(|tactic| tactic != of) => {
                refuse(Reason::OtherTactic, cite!("二.4"))
            }
            Some((_, rule)) => refuse(reason, rule),
            None => not_the_time(game, seat, action, reason),
        },
        _ => not_the_time(game, seat, action, reason),
    }
}

/// For an action of a tactic that comes after the tactic has ended: the tactic, and the rule by which the
/// action is too late.
const fn too_late(action: &Action) -> Option<(Tactic, Cite)> {
    if matches!(action, Action::Attack(_) | Action::EndAttacks(_)) {
        Some((Tactic::Attack, cite!("十一.2")))
    } else if matches!(action, Action::MoveUnit(_) | Action::EndMoves(_)) {
        Some((Tactic::Formation, cite!("十三.5")))
    } else if matches!(action, Action::PlayUnit(_) | Action::SummonTraveler(_)) {
        Some((Tactic::Formation, cite!("十三.2")))
    } else {
        None
    }
}

/// The refusal of an action at the wrong time: the skipped tactics phase [十三.1] and offers that were not made
/// come first.
fn not_the_time(game: &Game<'_>, seat: Seat, action: &Action, reason: Reason) -> Refusal<Reason> {
    let facts = &game.state.facts;
    let skipped = facts.turn == 1 || ending::is_last_turn(facts) || (facts.countdown && facts.stars == 0);
    if matches!(action, Action::ChooseTactic(_)) && skipped && facts.active == seat {
        return refuse(Reason::TacticsSkipped, cite!("十三.1"));
    }
    let answers = matches!(action, Action::ChooseYesNo(_));
    let not_offered = if answers { not_offered(game, seat) } else { None };
    not_offered.unwrap_or_else(|| time::not_the_time(game, seat, action, reason))
}

/// Why no yes or no was asked: the abilities that the last entry triggered and that could not be offered, the
/// latest first [六.1].
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

/// Why a card is not among the choices: a resistance, a pending sacrifice, or a property that it lacks.
pub(crate) fn not_among(
    game: &Game<'_>,
    seat: Seat,
    choice: &Choice<Xinglingwang>,
    card: CardId,
) -> Refusal<Reason> {
    if game.state.table.card(card).is_none() {
        return refuse(Reason::NoSuchCard { card }, choice.rule);
    }
    let Some(Frame::Step(Step::Resolve(resolution))) = game.state.agenda.last() else {
        return refuse(Reason::NotAmongChoices { card }, choice.rule);
    };
    // Which cards of a split pile stay under another is no selection of the text [十五.分開.1].
    if choice.rule == cite!("ruling-45") {
        return refuse(Reason::NotAmongChoices { card }, choice.rule);
    }
    let selection = if let ResolutionStage::Cost(part) = resolution.stage {
        let text = ability::text(game, resolution.ability);
        text.and_then(|text| text.targets.get(usize::from(part))).cloned()
    } else {
        resolution.word(game).and_then(selection_of)
    };
    let seat = selection.as_ref().map_or(resolution.seat, |cards| cards.carried_out_by(seat));
    let scene = Scene { seat, ..resolution.scene() };
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
    let Select::Cards(cards) = word.selection()? else { return None };
    Some(cards)
}

/// The number from 1 by which an ability is named on the wire; `None` for keywords and used magic.
pub(crate) fn ability_number(index: u8) -> Option<u8> {
    (index < ability::USE).then(|| index.wrapping_add(1))
}

/// The part in a window is over; nothing is declared.
#[fields]
pub struct Pass {}

impl ActionKind<Xinglingwang> for Pass {
    const ANSWERS: fn(&Question) -> bool = |question| {
        use Question::{BeforeBattle, Closing, EarlyEnd, Loser, Winner};
        matches!(question, BeforeBattle | Winner | Loser | Closing | EarlyEnd)
    };
    const TIME: Time = |_, _| &[cite!("六.1")];

    fn perform(&self, game: &mut Game<'_>, _: Seat, _: Option<&Question>) {
        game.pass();
    }
}

/// The next of several effects of one moment [六.1, ruling-21].
#[fields]
pub struct ChooseTrigger {
    /// Which ability of the card, counted from 1; left out for what no text of it says: using it
    /// from hand, 掩護, 衰退.
    pub ability: Option<u8>,
    /// The card that it stands on.
    pub card: CardId,
}

picks! {
    ChooseTrigger, ability ABILITY;
}

/// The player picks one of the abilities that are next in the list [六.1, ruling-21].
impl Orders for Xinglingwang {
    const ASKS_NEXT: fn(&Question) -> bool = |question| matches!(question, Question::ChooseTrigger);
    const NEXT: &'static [Cite] = &[cite!("六.1")];
    const NOT_NEXT: &'static [Cite] = &[cite!("六.1"), cite!("ruling-21")];
    const PICK: PickCheck = PickCheck::ByQuestion;

    fn not_waiting(card: CardId, _: Option<u8>) -> Reason {
        Reason::NotWaiting { card }
    }

    /// The pick among hidden cards would reveal them, and so would the fact that there was a pick.
    fn sees_pick(game: &Game<'_>, viewer: Viewer, card: CardId) -> bool {
        view::picks_in_public(game, viewer, card, |waiting| waiting.me.card)
    }
}

/// A look at hidden cards: never allowed [四.1, 四.2].
#[fields]
pub struct Peek {
    /// Whose zone.
    pub of: Seat,
    /// Which zone.
    pub zone: super::table::Zone,
}

/// Players may not look at a deck or at the other hand. They may look at their own hand and at open zones,
/// which changes nothing [四.1, 四.2, 四.3, 四.8].
impl ActionKind<Xinglingwang> for Peek {
    const WHEN: When = When::Standing;
    const CONDITIONS: &'static [Row<Xinglingwang, Self>] = &[
        test(Self::ZONE, Self::ZONE, &[cite!("四.2")], |_, _, action| {
            refuse_if(action.zone == Zone::Deck, Reason::HiddenZone)
        }),
        test(Self::ZONE, Self::ZONE, &[cite!("四.1")], |_, seat, action| {
            refuse_if(action.zone == Zone::Hand && action.of != seat, Reason::HiddenZone)
        }),
    ];
    const TIME: Time = |_, _| &[cite!("六.1")];

    fn perform(&self, _: &mut Game<'_>, _: Seat, _: Option<&Question>) {}

    fn seen(&self, _: &Game<'_>, _: Seat, _: Viewer) -> Seen {
        if self.zone == Zone::Hand { Seen::Nothing } else { Seen::Whole }
    }
}

/// The purpose of the choice of lower units that stay under another card of a split pile [ruling-45].
pub(crate) const STAY_UNDER: &str = "stay_under";

/// The word for what a choice is for: for targets that of the effect that refers to them, for the position
/// that a ranged attack designates `attack` [十五.遠程.1].
pub(crate) fn purpose(game: &Game<'_>, choice: &Choice<Xinglingwang>) -> Option<Cow<'static, str>> {
    match &choice.what {
        Choosable::Cards { .. } if choice.rule == cite!("ruling-45") => Some(STAY_UNDER.into()),
        Choosable::Position(_) if choice.rule == cite!("十五.遠程.1") => Some("attack".into()),
        Choosable::Cards { .. } => {
            let resolution = asking(game, choice)?;
            let ResolutionStage::Cost(part) = resolution.stage else { return None };
            let target = ability::text(game, resolution.ability)?.targets.get(usize::from(part))?;
            let effects = ability::effects(game, resolution.ability);
            let word = target.name.as_deref().and_then(|name| effect::referring(effects, name));
            Some(word.map_or(Cow::Borrowed("choose"), |word| word.spelled().into()))
        }
        _ => None,
    }
}

/// The cards that a question concerns: the fighting units of a battle, the unit that uses 偷襲 or 掩護 or that
/// enters, else the card whose text asks.
pub(crate) fn concern(game: &Game<'_>, asked: &Asked<Xinglingwang>) -> Concern {
    let card = |card| Concern { card: Some(card), ..Concern::default() };
    match &asked.question {
        Question::Choice(choice) => {
            let me = choice.me.card;
            match choice.about.filter(|about| *about != me) {
                Some(about) => Concern { card: Some(about), other: Some(me), ..Concern::default() },
                None => Concern { ability: ability_number(choice.ability.index), ..card(me) },
            }
        }
        Question::BeforeBattle | Question::Winner | Question::Loser => {
            let fighters = super::battle::fighters(game);
            let other = fighters.and_then(|(_, defender)| defender).map(|unit| unit.card);
            Concern { card: fighters.map(|(attacker, _)| attacker.card), other, ..Concern::default() }
        }
        Question::Sneak(unit) | Question::Cover(unit) => card(unit.card),
        Question::Place(_) | Question::Aim(_) | Question::Edge => match game.state.agenda.last() {
            Some(Frame::Step(Step::Play(play))) if asked.question == Question::Edge => {
                let swallowed = play.tributes.get(usize::from(play.next)).map(|unit| unit.card);
                Concern { card: swallowed, other: Some(play.card.card), ..Concern::default() }
            }
            Some(Frame::Step(Step::Play(play))) => card(play.card.card),
            Some(Frame::Step(Step::Aim(unit, _))) => card(unit.card),
            Some(Frame::Step(Step::Combine(combination))) => {
                let (lower, upper) = match combination.below {
                    Below::Unit => (combination.unit, combination.target),
                    Below::Target => (combination.target, combination.unit),
                };
                Concern { card: Some(lower.card), other: Some(upper.card), ..Concern::default() }
            }
            _ => Concern::default(),
        },
        Question::Mulligan
        | Question::Summon
        | Question::Tactic
        | Question::Formation
        | Question::Moves
        | Question::Attack
        | Question::Attacks
        | Question::TacticsEnd
        | Question::Machine
        | Question::Closing
        | Question::HandLimit
        | Question::EarlyEnd
        | Question::ChooseTrigger => Concern::default(),
    }
}
