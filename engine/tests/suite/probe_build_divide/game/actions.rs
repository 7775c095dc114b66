//! What seats do: each action with its conditions in the order in which they are read.

use super::*;

type Told = Result<(), String>;
type Use = (CardId, Vec<CardId>, Option<CardId>);

fn ok(may: bool, reason: &str) -> Told {
    may.then_some(()).ok_or_else(|| reason.to_owned())
}

fn question(game: &Play<'_>) -> Option<(Seat, Question)> {
    asked(game)
}

fn is_asked(game: &Play<'_>, seat: Seat, wanted: impl Fn(Question) -> bool) -> bool {
    question(game).is_some_and(|(other, question)| other == seat && wanted(question))
}

const fn is_window(question: Question) -> bool {
    matches!(question, Question::Window(_) | Question::BattleWindow | Question::DamageWindow)
}

fn window_is_open(game: &Play<'_>) -> bool {
    question(game).is_some_and(|(_, question)| is_window(question))
}

fn has_priority(game: &Play<'_>, seat: Seat) -> Told {
    ok(is_asked(game, seat, is_window), "no_priority")
}

fn is_own_main_phase(game: &Play<'_>, seat: Seat) -> bool {
    active(game) == seat && line(game) == Some(Line::Main)
}

fn are_different(cards: &[CardId]) -> bool {
    cards.iter().enumerate().all(|(index, card)| !cards[..index].contains(card))
}

fn can_pay(game: &Play<'_>, seat: Seat, pay: &[CardId]) -> bool {
    let stands = |&card: &CardId| lies_in(game, card, Zone::Energy, seat) && !mark(game, card).rested;
    pay.iter().all(stands) && are_different(pay)
}

/// Whether each slot of a cost gets an energy card of its colour, and no card fills two.
fn covers(game: &Play<'_>, pay: &[CardId], slots: &str) -> bool {
    fn give(fits: &[Vec<bool>], slot: usize, seen: &mut [bool], given: &mut [Option<usize>]) -> bool {
        (0..given.len()).any(|card| {
            let may = fits[slot][card] && !std::mem::replace(&mut seen[card], true);
            let may = may && given[card].is_none_or(|other| give(fits, other, seen, given));
            if may {
                given[card] = Some(slot);
            }
            may
        })
    }
    let fit = |slot| pay.iter().map(|&card| definition(game, card).colors.contains(slot)).collect();
    let fits: Vec<Vec<bool>> = slots.chars().map(fit).collect();
    let mut given = vec![None; pay.len()];
    (0..fits.len()).all(|slot| give(&fits, slot, &mut vec![false; pay.len()], &mut given))
}

fn is_normal(game: &Play<'_>, card: CardId) -> bool {
    !definition(game, card).quick
}

const USE: &[Row<BuildDivide, Use>] = &[
    test(0, 0, &[NORMAL], |game, seat, (card, ..)| {
        ok(!is_normal(game, *card) || is_own_main_phase(game, seat), "wrong_timing")
    }),
    test(0, 0, &[NO_WINDOW], |game, _, _| ok(window_is_open(game), "no_window")),
    test(0, 0, &[PRIORITY], |game, seat, _| has_priority(game, seat)),
    test(0, 0, &[NORMAL_CHAIN], |game, _, (card, ..)| {
        ok(!is_normal(game, *card) || game.state.chain.is_empty(), "chain_not_empty")
    }),
    test(0, 0, &[USES], |game, seat, (card, ..)| ok(lies_in(game, *card, Zone::Hand, seat), "not_in_hand")),
    test(0, 0, &[PAYS], |game, seat, (_, pay, _)| ok(can_pay(game, seat, pay), "energy_not_standing")),
    test(0, 0, &[TOTAL], |game, _, (card, pay, _)| {
        ok(pay.len() == definition(game, *card).cost, "wrong_payment")
    }),
    test(0, 0, &[COLORS], |game, _, (card, pay, _)| {
        ok(covers(game, pay, definition(game, *card).slots), "wrong_colors")
    }),
    test(0, 0, &[ON_TARGETS], |game, seat, (card, _, target)| {
        ok(fits(game, seat, definition(game, *card).text, *target), "wrong_targets")
    }),
    act(0, &[], |game, _, (card, pay, _)| {
        for &energy in pay {
            rested(game, energy, PAYS);
        }
        game.propose(moved(game, Verb::Use, *card, Zone::Chain, USES));
    }),
];

const PLACE_ENERGY: &[Row<BuildDivide, CardId>] = &[
    test(0, 0, &[MAIN], |game, seat, _| ok(is_own_main_phase(game, seat), "not_main_phase")),
    test(0, 0, &[PRIORITY], |game, seat, _| has_priority(game, seat)),
    test(0, 0, &[PLACES_CHAIN], |game, _, _| ok(game.state.chain.is_empty(), "chain_not_empty")),
    test(0, 0, &[PLACES_ONCE], |game, _, _| ok(!game.state.facts.energy_placed, "energy_already_placed")),
    test(0, 0, &[PLACES], |game, seat, card| ok(lies_in(game, *card, Zone::Hand, seat), "not_in_hand")),
];

const PASS: &[Row<BuildDivide, ()>] = &[
    test(0, 0, &[NO_WINDOW], |game, _, ()| ok(window_is_open(game), "no_window")),
    test(0, 0, &[PRIORITY], |game, seat, ()| has_priority(game, seat)),
];

const DECLARE_ATTACK: &[Row<BuildDivide, (CardId, Option<CardId>)>] = &[
    test(0, 0, &[ATTACKS], |game, seat, (attacker, _)| {
        ok(is_asked(game, seat, |question| question == Question::ChooseAttack), "not_attack_step")?;
        ok(lies_in(game, *attacker, Zone::Field, seat), "not_own_card")?;
        ok(!mark(game, *attacker).rested, "is_rested")
    }),
    test(0, 0, &[TARGETS], |game, seat, (_, target)| {
        let may = |card| lies_in(game, card, Zone::Field, seat.other()) && mark(game, card).rested;
        ok(target.is_none_or(may), "not_a_target")
    }),
];

const END_ATTACK_PHASE: &[Row<BuildDivide, ()>] = &[test(0, 0, &[ATTACKS], |game, seat, ()| {
    ok(is_asked(game, seat, |question| question == Question::ChooseAttack), "not_attack_step")
})];

/// The first three conditions are those of not blocking, too.
const DECLARE_BLOCK: &[Row<BuildDivide, Option<CardId>>] = &[
    test(0, 0, &[BLOCKS], |game, seat, _| {
        let steps = [Line::Declared, Line::Block, Line::Blocked];
        let under_way = active(game) != seat && line(game).is_some_and(|line| steps.contains(&line));
        ok(under_way, "no_attack_to_block")
    }),
    test(0, 0, &[ONE_BLOCK], |game, _, _| {
        ok(!game.state.facts.attack.is_some_and(|attack| attack.blocked), "already_blocked")
    }),
    test(0, 0, &[BLOCKS], |game, seat, blocker| {
        ok(is_asked(game, seat, |question| question == Question::ChooseBlock), "not_asked")?;
        ok(blocker.is_none_or(|blocker| lies_in(game, blocker, Zone::Field, seat)), "not_own_card")?;
        ok(blocker.is_none_or(|blocker| !mark(game, blocker).rested), "is_rested")
    }),
];

const USE_SHOT: &[Row<BuildDivide, (CardId, Option<CardId>)>] = &[
    test(0, 0, &[ICON], |game, _, (card, _)| {
        ok(game.state.facts.just_now.turned.contains(card), "not_by_damage")
    }),
    test(0, 0, &[SHOT], |game, seat, (card, _)| {
        ok(definition(game, *card).icon == Icon::Shot, "no_shot")?;
        ok(owner(game, *card) == seat, "not_owner")
    }),
    test(0, 0, &[SHOT_NOW], |game, seat, (card, _)| {
        ok(is_asked(game, seat, |question| question == Question::Shot(*card)), "shot_is_past")
    }),
    test(0, 0, &[ON_TARGETS], |game, seat, (card, target)| {
        ok(fits(game, seat, definition(game, *card).text, *target), "wrong_targets")
    }),
    act(0, &[], |game, _, (card, _)| {
        game.propose(moved(game, Verb::Shot, *card, Zone::Chain, SHOT));
    }),
];

fn entered(game: &Play<'_>, seat: Seat, fits: impl Fn(Object, bool) -> bool) -> bool {
    let mut entered = game.state.facts.just_now.entered.iter();
    entered.any(|&(ace, from_hand)| {
        owner(game, ace.card) == seat && game.state.table.is_current(ace) && fits(ace, from_hand)
    })
}

const RELEASE: &[Row<BuildDivide, Vec<CardId>>] = &[
    test(0, 0, &[RELEASED_ONCE], |game, seat, _| {
        ok(!mark(game, list(game, Zone::Territory, seat)[0]).released, "already_released")
    }),
    test(0, 0, &[RELEASES], |game, seat, _| ok(entered(game, seat, |_, _| true), "no_ace_entered")),
    test(0, 0, &[FROM_HAND], |game, seat, _| {
        ok(entered(game, seat, |_, from_hand| from_hand), "ace_not_from_hand")
    }),
    test(0, 0, &[RELEASES], |game, seat, _| {
        ok(entered(game, seat, |ace, _| difference(game, ace.card).is_some()), "other_title")
    }),
    test(0, 0, &[DIFFERENCE], |game, seat, pay| {
        let exact = |ace: Object, _| difference(game, ace.card) == Some(pay.len());
        ok(entered(game, seat, exact) && can_pay(game, seat, pay), "difference_not_paid")
    }),
    test(0, 0, &[RELEASES], |game, seat, _| {
        ok(is_asked(game, seat, |question| matches!(question, Question::Release(_))), "not_asked")
    }),
    act(0, &[], |game, seat, pay| {
        for &energy in pay {
            rested(game, energy, DIFFERENCE);
        }
        let territory = list(game, Zone::Territory, seat)[0];
        let mark = Mark { released: true, ..mark(game, territory) };
        game.propose(Proposal::marked(Verb::Release, seat, territory, mark, RELEASES));
    }),
];

fn asked_discard(game: &Play<'_>) -> Option<(Seat, usize, bool)> {
    match question(game)? {
        (seat, Question::Discard { count, limit }) => Some((seat, count, limit)),
        _ => None,
    }
}

const DISCARD: &[Row<BuildDivide, Vec<CardId>>] = &[
    test(0, 0, &[DISCARDS_OWN], |game, seat, _| {
        ok(asked_discard(game).is_none_or(|(other, ..)| other == seat), "not_hand_owner")
    }),
    test(0, 0, &[HAND_LIMIT], |game, _, cards| match asked_discard(game) {
        None => {
            let ends = matches!(line(game), Some(Line::End | Line::CleanUp | Line::EndAgain));
            ok(!ends, "no_discard_asked")
        }
        Some((_, count, limit)) => ok(!limit || cards.len() == count, "wrong_count"),
    }),
    test(0, 0, &[DISCARDS], |game, seat, cards| {
        let (_, count, limit) = asked_discard(game).ok_or("no_discard_asked")?;
        ok(limit || cards.len() == count, "wrong_count")?;
        ok(cards.iter().all(|&card| lies_in(game, card, Zone::Hand, seat)), "not_in_hand")?;
        ok(are_different(cards), "named_twice")
    }),
];

fn waiting(game: &Play<'_>, seat: Seat, card: CardId, ability: usize) -> Option<usize> {
    let (_, indices) = game.next_waiting().filter(|(other, _)| *other == seat)?;
    let named = |trigger: &Trigger| trigger.source.card == card && trigger.ability + 1 == ability;
    indices.into_iter().find(|&index| named(&game.state.waiting[index].trigger))
}

const CHOOSE_TRIGGER: &[Row<BuildDivide, (CardId, usize)>] =
    &[test(0, 0, &[ORDER], |game, seat, (card, ability)| {
        ok(is_asked(game, seat, |question| question == Question::ChooseTrigger), "not_asked")?;
        ok(waiting(game, seat, *card, *ability).is_some(), "not_among_choices")
    })];

const CHOOSE_CARD: &[Row<BuildDivide, CardId>] = &[test(0, 0, &[ON_TARGETS], |game, seat, card| {
    ok(is_asked(game, seat, |question| question == Question::ChooseCard), "not_asked")?;
    let Some(Frame::Step(Step::Put { trigger, .. })) = game.state.agenda.last() else {
        return Err("not_asked".into());
    };
    let (_, text) = definition(game, trigger.source.card).automatic[trigger.ability];
    ok(may_target(game, seat, text, *card), "not_among_choices")
})];

/// Answers to questions with nothing else to look at.
fn answers(
    draft: &mut Draft<'_, '_, BuildDivide>,
    seat: Seat,
    wanted: impl Fn(Question) -> bool,
    rule: Cite,
) {
    if !is_asked(draft.game, seat, wanted) {
        draft.refuse(Refusal::new("not_asked".into(), rule));
    }
}

pub(super) fn check(draft: &mut Draft<'_, '_, BuildDivide>, seat: Seat, action: &Action) {
    if draft.game.state.outcome.is_some() {
        return draft.refuse(Refusal::new("game_over".into(), OVER));
    }
    let speaks = matches!(action, Action::Use { .. } | Action::PlaceEnergy(_) | Action::Pass);
    let other = |question| !is_window(question) && question != Question::ChooseAttack;
    if speaks && question(draft.game).is_some_and(|(_, question)| other(question)) {
        return draft.refuse(Refusal::new("no_window".into(), NO_WINDOW));
    }
    match action {
        Action::Pass => draft.rows(PASS, &[], seat, &()),
        Action::Use { card, pay, target } => draft.rows(USE, &[], seat, &(*card, pay.clone(), *target)),
        Action::PlaceEnergy(card) => draft.rows(PLACE_ENERGY, &[], seat, card),
        Action::DeclareAttack { attacker, target } => {
            draft.rows(DECLARE_ATTACK, &[], seat, &(*attacker, *target));
        }
        Action::EndAttackPhase => draft.rows(END_ATTACK_PHASE, &[], seat, &()),
        Action::DeclareBlock(blocker) => draft.rows(DECLARE_BLOCK, &[], seat, &Some(*blocker)),
        Action::NoBlock => draft.rows(DECLARE_BLOCK, &[], seat, &None),
        Action::UseShot { card, target } => draft.rows(USE_SHOT, &[], seat, &(*card, *target)),
        Action::DeclineShot => answers(draft, seat, |question| matches!(question, Question::Shot(_)), SHOT),
        Action::Release(pay) => draft.rows(RELEASE, &[], seat, pay),
        Action::DeclineRelease => {
            answers(draft, seat, |question| matches!(question, Question::Release(_)), RELEASES);
        }
        Action::Discard(cards) => draft.rows(DISCARD, &[], seat, cards),
        Action::ChooseTrigger { card, ability } => draft.rows(CHOOSE_TRIGGER, &[], seat, &(*card, *ability)),
        Action::ChooseCard(card) => draft.rows(CHOOSE_CARD, &[], seat, card),
        Action::YesNo(_) => answers(draft, seat, |question| question == Question::YesNo, ON_TARGETS),
        Action::ChooseReplacement(_) => {
            answers(draft, seat, |question| question == Question::ChooseReplacement, REPLACES);
        }
    }
}

pub(super) fn perform(game: &mut Play<'_>, seat: Seat, action: &Action) {
    let question = question(game).map(|(_, question)| question);
    game.state.asked.clear();
    game.facts_mut().just_now = JustNow::default();
    match action {
        Action::Pass => game.pass(),
        Action::Use { card, target, .. } => {
            use_card(game, seat, *card, true, *target);
            game.used();
        }
        Action::PlaceEnergy(card) => {
            game.facts_mut().energy_placed = true;
            game.propose(moved(game, Verb::PlaceEnergy, *card, Zone::Energy, PLACES));
        }
        Action::DeclareAttack { attacker, target } => {
            let object = |card| game.state.table.object(card);
            let (attacker, target) = (object(*attacker), target.map(object));
            game.facts_mut().attack = Some(Attack { attacker, target, blocked: false });
            game.pass();
        }
        Action::EndAttackPhase => game.pass(),
        Action::DeclareBlock(blocker) => {
            rested(game, *blocker, BLOCKS);
            let target = Some(game.state.table.object(*blocker));
            if let Some(attack) = &mut game.facts_mut().attack {
                (attack.target, attack.blocked) = (target, true);
            }
            tell(game, Verb::Block, seat, Some(*blocker), BLOCKED);
        }
        Action::UseShot { card, target } => use_card(game, seat, *card, false, *target),
        Action::DeclineShot => tell(game, Verb::DeclineShot, seat, None, DECLINED),
        Action::Release(_) | Action::DeclineRelease => drop(game.facts_mut().offers.remove(0)),
        Action::Discard(cards) => {
            let limit = matches!(question, Some(Question::Discard { limit: true, .. }));
            discard(game, cards, if limit { HAND_LIMIT } else { DISCARDS });
        }
        Action::ChooseTrigger { card, ability } => {
            let index = waiting(game, seat, *card, *ability).unwrap();
            game.start_waiting(index);
        }
        Action::ChooseCard(card) => {
            if let Some(Frame::Step(Step::Put { chosen, .. })) = game.state.agenda.last_mut() {
                *chosen = Some(*card);
            }
        }
        Action::YesNo(true) => game.push(Step::Draw(seat, 1)),
        Action::NoBlock | Action::YesNo(false) => {}
        Action::ChooseReplacement(index) => game.decide_replacement(*index),
    }
}
