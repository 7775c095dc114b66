//! The tactics phase: formation and attack.
//!
//! 二.4 one of the two; 十一.1–十一.4 attacks; 十三.1–十三.5 formation; 八.3; 十五.貫穿.2, 十五.遠程.1 and .3,
//! 十五.阻擋.1–.3, 十五.破甲.1, 十五.滑行.1–.2, 十五.禁錮.1–.2; ruling-23 to ruling-27, ruling-32, ruling-33,
//! ruling-39, ruling-79, ruling-82.

use std::cell::OnceCell;

use super::action::{At, Attack, ChooseTactic, EndAttacks, EndMoves, EndPhase, MoveUnit, Tactic};
use super::entry;
use super::reason::Reason;
use super::table::{self, Mark, State, Verb, Where};
use super::words::{KeywordName, KeywordNames};
use super::zone::{self, Cause};
use super::{Question, Step, Xinglingwang, prohibition, stat};
use smallvec::SmallVec;
use smol_str::SmolStr;

use crate::kernel::{CardId, Draft, Frame, Happening, Match, Object, Row, Seat, test};
use crate::verdict::{Cite, Refusal};

type Game<'p> = Match<'p, Xinglingwang>;

/// Why a unit cannot attack what it would attack: the reason and its rules.
pub type Fault = (Reason, &'static [Cite]);

/// Whether a unit may be attacked by another at all [十五.阻擋.2, 十五.破甲.1, 六.7].
pub fn is_attackable(game: &Game<'_>, attacker: CardId, target: CardId) -> bool {
    let resists = || {
        !game.holds(cite!("十五.破甲.3")) && stat::has_keyword(game, target, KeywordName::EffectResistance)
    };
    let breaks = || {
        stat::has_keyword(game, attacker, KeywordName::ArmorBreak)
            && game.holds(cite!("十五.破甲.1"))
            && !resists()
    };
    let blocked = stat::has_keyword(game, target, KeywordName::Block) && !breaks();
    !blocked && !prohibition::be_attacked(game, target, attacker)
}

/// Whether nothing but an effect keeps a unit from being attacked by another [六.7].
fn is_warded(game: &Game<'_>, attacker: CardId, target: CardId) -> bool {
    !stat::has_keyword(game, target, KeywordName::Block) && prohibition::be_attacked(game, target, attacker)
}

/// The enemy units in front of a position, nearest first.
pub fn enemies_in_front(game: &Game<'_>, at: Where) -> SmallVec<[(Where, CardId); 2]> {
    let (mut front, mut back) = (None, None);
    for &unit in game.state.table.list(table::FIELD.of(at.side.other())) {
        let Some(place) = table::position(game, unit).filter(|place| place.lane() == at.lane()) else {
            continue;
        };
        let row = if place.is_front() { &mut front } else { &mut back };
        row.get_or_insert((place, unit));
    }
    front.into_iter().chain(back).collect()
}

/// Why a unit on a position does not meet C3 and C4 of an attack; `designated` is what a ranged one
/// names [十一.1, 十一.3, 十五.貫穿.2, 十五.遠程.1, 十五.遠程.3].
pub fn target_fault(game: &Game<'_>, card: CardId, at: Where, designated: Option<Where>) -> Option<Fault> {
    target_fault_with(game, card, stat::keyword_names(game, card, REACH), at, designated)
}

/// The keywords that say what a unit reaches with its attack.
const REACH: KeywordNames = KeywordNames::of(&[KeywordName::Pierce, KeywordName::Ranged]);

/// The same for a unit of which it is known which of [`REACH`] it has.
fn target_fault_with(
    game: &Game<'_>,
    card: CardId,
    keywords: KeywordNames,
    at: Where,
    designated: Option<Where>,
) -> Option<Fault> {
    let enemies = enemies_in_front(game, at);
    let Some(&(_, first)) = enemies.first() else {
        return Some((Reason::NoEnemyInFront { card }, &[cite!("十一.1")]));
    };
    let (pierce, ranged) = (keywords.has(KeywordName::Pierce), keywords.has(KeywordName::Ranged));
    let refused = |target: CardId, cites: &'static [Cite]| {
        if is_attackable(game, card, target) {
            return None;
        }
        let cites = if is_warded(game, card, target) { &[cite!("六.7"), cite!("十一.4")] } else { cites };
        Some((Reason::NotAttackable { card, target }, cites))
    };
    match (pierce, ranged) {
        (true, true) => {
            let any = enemies.iter().any(|(_, target)| is_attackable(game, card, *target));
            let reason = Reason::NotAttackable { card, target: first };
            (!any).then_some((reason, &[cite!("十五.阻擋.2"), cite!("十五.遠程.3")]))
        }
        (false, true) => {
            let Some(place) = designated else {
                return Some((Reason::NoPositionNamed { card }, &[cite!("十五.遠程.1")]));
            };
            match enemies.iter().find(|(there, _)| *there == place) {
                None => {
                    let cell = place.name().into();
                    Some((Reason::NobodyThere { cell }, &[cite!("十五.遠程.1")]))
                }
                Some((_, target)) if *target != first && !game.holds(cite!("十五.遠程.3")) => {
                    let reason = Reason::NotAttackable { card, target: *target };
                    Some((reason, &[cite!("十五.遠程.1")]))
                }
                Some((_, target)) => refused(*target, &[cite!("十五.阻擋.2"), cite!("十五.遠程.1")]),
            }
        }
        (true, false) => refused(first, &[cite!("十五.貫穿.2"), cite!("十五.阻擋.2")]),
        (false, false) => refused(first, &[cite!("十五.阻擋.2"), cite!("十一.4")]),
    }
}

/// The positions that a ranged attack from a position can designate.
pub fn designations(game: &Game<'_>, card: CardId, at: Where) -> table::Positions {
    let enemies = enemies_in_front(game, at).into_iter();
    enemies.filter(|(_, target)| is_attackable(game, card, *target)).map(|(place, _)| place).collect()
}

/// Whether a ranged attack has to designate a position [ruling-32].
pub fn designates(game: &Game<'_>, card: CardId) -> bool {
    stat::keyword_names(game, card, REACH) == KeywordNames::of(&[KeywordName::Ranged])
}

fn could_attack_from(game: &Game<'_>, card: CardId, at: Where) -> bool {
    match designates(game, card) {
        true => !designations(game, card, at).is_empty(),
        false => target_fault(game, card, at, None).is_none(),
    }
}

/// Whether an effect could make a unit attack from where it stands [ruling-79].
pub fn could_begin(game: &Game<'_>, card: CardId) -> bool {
    table::position(game, card).is_some_and(|at| {
        table::mark(game, card).state == State::Upright
            && !stat::has_keyword(game, card, KeywordName::Block)
            && !prohibition::declare_attack(game, card)
            && could_attack_from(game, card, at)
    })
}

/// Where a unit could slide to before it attacks [十五.滑行.1, 十五.滑行.2, ruling-39].
pub fn slides(game: &Game<'_>, card: CardId) -> table::Positions {
    let Some(at) = table::position(game, card) else { return table::Positions::new() };
    let slides = stat::has_keyword(game, card, KeywordName::Glide) && is_free_to_move(game, card);
    if !slides {
        return table::Positions::new();
    }
    let empty = table::empty(game, at.side).into_iter();
    empty.filter(|place| could_attack_from(game, card, *place)).collect()
}

fn is_free_to_move(game: &Game<'_>, card: CardId) -> bool {
    !stat::has_keyword(game, card, KeywordName::Confined) && !prohibition::moves(game, card)
}

/// Whether a unit could be declared to attack now, prohibitions apart [十一.1, ruling-23].
fn could_attack(game: &Game<'_>, seat: Seat, card: CardId) -> bool {
    let mark = table::mark(game, card);
    let Some(at) = table::position(game, card) else { return false };
    at.side == seat
        && mark.state == State::Upright
        && mark.attacked != game.state.facts.turn
        && !stat::has_keyword(game, card, KeywordName::Block)
        && (could_attack_from(game, card, at) || !slides(game, card).is_empty())
}

/// Whether a player has a unit that can attack now.
fn any_can_attack(game: &Game<'_>, seat: Seat, heed: bool) -> bool {
    let mut units = game.state.table.list(table::FIELD.of(seat)).iter();
    units.any(|&card| could_attack(game, seat, card) && !(heed && prohibition::declare_attack(game, card)))
}

/// The fields of this action, in the order of their bits.
pub const CHOOSE_TACTIC_FIELDS: &[&str] = &["/tactic"];

/// The conditions of choosing a tactic, in their order.
pub const CHOOSE_TACTIC: &[Row<Xinglingwang, ChooseTactic>] = &[
    test(1, 1, &[cite!("六.7"), cite!("十一.1")], |game, seat, action| {
        let barred = || !any_can_attack(game, seat, true) && any_can_attack(game, seat, false);
        match action.tactic == Tactic::Attack && barred() {
            true => Err(Reason::ForbiddenByEffect { card: None }),
            false => Ok(()),
        }
    }),
    test(1, 1, &[cite!("十一.1"), cite!("ruling-23")], |game, seat, action| {
        match action.tactic == Tactic::Attack && !any_can_attack(game, seat, true) {
            true => Err(Reason::NoAttackPossible),
            false => Ok(()),
        }
    }),
];

/// Reads the conditions of choosing a tactic.
pub fn check_tactic(draft: &mut Draft<'_, '_, Xinglingwang>, seat: Seat, action: &ChooseTactic) {
    draft.rows(CHOOSE_TACTIC, CHOOSE_TACTIC_FIELDS, seat, action);
}

/// Another question for the window that is open.
pub fn ask_instead(game: &mut Game<'_>, question: Question) {
    if let Some(Frame::Window(window)) = game.state.agenda.last_mut() {
        window.question = question;
    }
}

/// A tactic is chosen.
pub fn choose(game: &mut Game<'_>, seat: Seat, action: &ChooseTactic) {
    game.facts_mut().tactic = Some(action.tactic);
    let (question, rule) = match action.tactic {
        Tactic::Formation => (Question::Formation, cite!("二.4(1)")),
        Tactic::Attack => (Question::Attack, cite!("二.4(2)")),
    };
    ask_instead(game, question);
    game.happen(Happening::told(Verb::Tactic, seat, rule));
}

/// The fields of a move, as bits.
pub mod move_field {
    /// `unit`
    pub const UNIT: u16 = 1;
    /// `to`
    pub const TO: u16 = 2;
}
use move_field::{TO, UNIT};

fn play_first(game: &Game<'_>, seat: Seat) -> bool {
    let possible = || entry::can_play(game, seat, true) || !game.holds(cite!("十三.4"));
    !game.state.facts.formation_play && possible()
}

/// The unit that stands where a move goes.
fn other(game: &Game<'_>, action: &MoveUnit) -> Option<CardId> {
    table::at(game, action.to.place()?)
}

fn newcomer(game: &Game<'_>, card: CardId, to: Option<Where>) -> bool {
    let mark = table::mark(game, card);
    mark.entered == game.state.facts.turn && mark.kept_in_front && to.is_some_and(|to| !to.is_front())
}

/// The fields of this action, in the order of their bits.
pub const MOVE_FIELDS: &[&str] = &["/unit", "/to"];

/// The conditions of a move in a formation, in their order.
pub const MOVE: &[Row<Xinglingwang, MoveUnit>] =
    &[
        test(0, 0, &[cite!("十三.4")], |game, seat, _| {
            if play_first(game, seat) { Err(Reason::PlayFirst) } else { Ok(()) }
        }),
        test(UNIT, UNIT, &[cite!("十三.3")], |game, seat, action| {
            match table::side(game, action.unit) == Some(seat) {
                true => Ok(()),
                false => Err(Reason::NotOwnUnit { card: action.unit }),
            }
        }),
        test(TO, TO, &[cite!("四.9"), cite!("ruling-2")], |_, _, action| match action.to.place() {
            Some(_) => Ok(()),
            None => Err(Reason::NoSuchPosition { cell: action.to.cell.clone() }),
        }),
        test(TO, TO, &[cite!("十三.3")], |_, seat, action| match action.to.seat == seat {
            true => Ok(()),
            false => Err(Reason::WrongHalf { cell: action.to.cell.clone() }),
        }),
        test(TO, UNIT | TO, &[cite!("十三.3")], |game, _, action| {
            match table::position(game, action.unit) == action.to.place() {
                true => Err(Reason::StandsThere { card: action.unit }),
                false => Ok(()),
            }
        }),
        test(TO, UNIT | TO, &[cite!("十三.3"), cite!("ruling-24")], |game, _, action| {
            match newcomer(game, action.unit, action.to.place()) {
                true => Err(Reason::StaysInFront { card: action.unit }),
                false => Ok(()),
            }
        }),
        test(TO, UNIT | TO, &[cite!("十三.3"), cite!("ruling-24")], |game, _, action| {
            match other(game, action).filter(|card| newcomer(game, *card, table::position(game, action.unit)))
            {
                Some(card) => Err(Reason::StaysInFront { card }),
                None => Ok(()),
            }
        }),
        test(UNIT, UNIT, &[cite!("十五.禁錮.1"), cite!("ruling-24")], |game, _, action| {
            match stat::has_keyword(game, action.unit, KeywordName::Confined) {
                true => Err(Reason::IsConfined { card: action.unit }),
                false => Ok(()),
            }
        }),
        test(TO, TO, &[cite!("十五.禁錮.1"), cite!("ruling-24")], |game, _, action| {
            let confined = |card: &CardId| stat::has_keyword(game, *card, KeywordName::Confined);
            match other(game, action).filter(confined) {
                Some(card) => Err(Reason::IsConfined { card }),
                None => Ok(()),
            }
        }),
        test(TO, UNIT | TO, &[cite!("六.7")], |game, _, action| {
            let other = other(game, action);
            let barred =
                [Some(action.unit), other].into_iter().flatten().find(|card| prohibition::moves(game, *card));
            match barred {
                Some(card) => Err(Reason::ForbiddenByEffect { card: Some(card) }),
                None => Ok(()),
            }
        }),
    ];

/// Reads the conditions of a move.
pub fn check_move(draft: &mut Draft<'_, '_, Xinglingwang>, seat: Seat, action: &MoveUnit) {
    draft.rows(MOVE, MOVE_FIELDS, seat, action);
}

/// A unit moves, or changes places with another.
pub fn move_unit(game: &mut Game<'_>, seat: Seat, action: &MoveUnit) {
    ask_instead(game, Question::Moves);
    let Some(to) = action.to.place() else { return };
    let cause = Cause::rule(seat, cite!("十三.3"));
    match table::at(game, to) {
        Some(other) => drop(zone::swap(game, action.unit, other, cause)),
        None => zone::move_to(game, action.unit, to, cause),
    }
}

/// The fields of this action, in the order of their bits.
pub const END_MOVES_FIELDS: &[&str] = &[];

/// The conditions of ending the moves.
pub const END_MOVES: &[Row<Xinglingwang, EndMoves>] =
    &[test(
        0,
        0,
        &[cite!("十三.2")],
        |game, seat, _| {
            if play_first(game, seat) { Err(Reason::PlayIsDue) } else { Ok(()) }
        },
    )];

/// Reads the conditions of ending the moves.
pub fn check_end_moves(draft: &mut Draft<'_, '_, Xinglingwang>, seat: Seat, action: &EndMoves) {
    draft.rows(END_MOVES, END_MOVES_FIELDS, seat, action);
}

/// The fields of an attack, as bits.
pub mod attack_field {
    /// `unit`
    pub const UNIT: u16 = 1;
    /// `slide_to`
    pub const SLIDE: u16 = 2;
    /// `position`
    pub const POSITION: u16 = 4;
}
use attack_field::{POSITION, SLIDE};

/// Where the unit of an attack stands when it attacks.
fn stand(game: &Game<'_>, action: &Attack) -> Option<Where> {
    match &action.slide_to {
        Some(at) => at.place(),
        None => table::position(game, action.unit),
    }
}

fn slide(action: &Attack) -> SmolStr {
    action.slide_to.as_ref().map_or_else(SmolStr::default, |at| at.cell.clone())
}

/// The fields of this action, in the order of their bits.
pub const ATTACK_FIELDS: &[&str] = &["/unit", "/slide_to", "/position"];

/// The conditions of an attack, in their order.
pub const ATTACK: &[Row<Xinglingwang, Attack>] = &[
    test(UNIT, UNIT, &[cite!("十一.1")], |game, seat, action| {
        match table::side(game, action.unit) == Some(seat) {
            true => Ok(()),
            false => Err(Reason::NotOwnUnit { card: action.unit }),
        }
    }),
    test(UNIT, UNIT, &[cite!("八.3"), cite!("十一.1")], |game, _, action| {
        match table::mark(game, action.unit).state == State::Rested {
            true => Err(Reason::NotUpright { card: action.unit }),
            false => Ok(()),
        }
    }),
    test(UNIT, UNIT, &[cite!("十一.1"), cite!("八.1")], |game, _, action| {
        match table::mark(game, action.unit).state == State::Attacking {
            true => Err(Reason::NotUpright { card: action.unit }),
            false => Ok(()),
        }
    }),
    test(UNIT, UNIT, &[cite!("十一.3")], |game, _, action| {
        match table::mark(game, action.unit).attacked == game.state.facts.turn {
            true => Err(Reason::AttackedThisTurn { card: action.unit }),
            false => Ok(()),
        }
    }),
    test(UNIT, UNIT, &[cite!("十五.合體.2"), cite!("十五.阻擋.1")], |game, _, action| {
        let shown = table::lower(game, action.unit).any(|(lower, edge)| {
            let shield = table::printed(game, lower).has_shield();
            edge == table::Edge::Attack && (shield || stat::has_keyword(game, lower, KeywordName::Block))
        });
        match shown && stat::has_keyword(game, action.unit, KeywordName::Block) {
            true => Err(Reason::BlocksItself { card: action.unit }),
            false => Ok(()),
        }
    }),
    test(UNIT, UNIT, &[cite!("十五.阻擋.1")], |game, _, action| {
        match stat::has_keyword(game, action.unit, KeywordName::Block) {
            true => Err(Reason::BlocksItself { card: action.unit }),
            false => Ok(()),
        }
    }),
    test(UNIT, UNIT, &[cite!("六.7")], |game, _, action| {
        match prohibition::declare_attack(game, action.unit) {
            true => Err(Reason::ForbiddenByEffect { card: Some(action.unit) }),
            false => Ok(()),
        }
    }),
    test(SLIDE, UNIT | SLIDE, &[cite!("十五.滑行.1")], |game, _, action| {
        let glides = stat::has_keyword(game, action.unit, KeywordName::Glide);
        match action.slide_to.is_some() && !glides {
            true => Err(Reason::DoesNotGlide { card: action.unit }),
            false => Ok(()),
        }
    }),
    test(SLIDE, UNIT | SLIDE, &[cite!("十五.禁錮.2"), cite!("十五.禁錮.1")], |game, _, action| {
        let confined = stat::has_keyword(game, action.unit, KeywordName::Confined);
        match action.slide_to.is_some() && confined {
            true => Err(Reason::IsConfined { card: action.unit }),
            false => Ok(()),
        }
    }),
    test(SLIDE, UNIT | SLIDE, &[cite!("六.7")], |game, _, action| {
        match action.slide_to.is_some() && prohibition::moves(game, action.unit) {
            true => Err(Reason::ForbiddenByEffect { card: Some(action.unit) }),
            false => Ok(()),
        }
    }),
    test(SLIDE, UNIT | SLIDE, &[cite!("十五.滑行.1")], |game, seat, action| {
        let Some(at) = &action.slide_to else { return Ok(()) };
        match at.place() {
            None => Err(Reason::NoSuchPosition { cell: slide(action) }),
            Some(_) if at.seat != seat => Err(Reason::WrongHalf { cell: slide(action) }),
            Some(place) if table::at(game, place).is_some() => {
                Err(Reason::PositionTaken { cell: slide(action) })
            }
            Some(_) => Ok(()),
        }
    }),
    test(SLIDE, UNIT | SLIDE, &[cite!("十五.滑行.2")], |game, _, action| {
        let from = action.slide_to.as_ref().and_then(At::place);
        match from.is_some_and(|from| !could_attack_from(game, action.unit, from)) {
            true => Err(Reason::CannotAttackFromThere { cell: slide(action) }),
            false => Ok(()),
        }
    }),
    test(UNIT, UNIT | SLIDE, &[cite!("十一.1")], |game, _, action| {
        let stand = stand(game, action);
        match stand.is_some_and(|at| enemies_in_front(game, at).is_empty()) {
            true => Err(Reason::NoEnemyInFront { card: action.unit }),
            false => Ok(()),
        }
    }),
    test(POSITION, UNIT | POSITION, &[cite!("十五.遠程.1"), cite!("ruling-32")], |game, _, action| {
        match action.position.is_some() && !designates(game, action.unit) {
            true => Err(Reason::NotRanged { card: action.unit }),
            false => Ok(()),
        }
    }),
];

/// Reads the conditions of an attack: those of the table, then that of its target [十一.4].
pub fn check_attack(draft: &mut Draft<'_, '_, Xinglingwang>, seat: Seat, action: &Attack) {
    draft.rows(ATTACK, ATTACK_FIELDS, seat, action);
    if draft.is_refused() {
        return;
    }
    let Some(at) = stand(draft.game, action) else { return };
    let named = action.position.as_ref();
    if let Some(named) = named.filter(|named| named.place().is_none()) {
        let reason = Reason::NoSuchPosition { cell: named.cell.clone() };
        return draft.refuse(Refusal::new(reason, cite!("十五.遠程.1")).of("/position"));
    }
    let fault = target_fault(draft.game, action.unit, at, named.and_then(At::place));
    if let Some((reason, cites)) = fault
        && let Some((cite, also)) = cites.split_first()
    {
        let field = if named.is_some() { "/position" } else { "/unit" };
        draft.refuse(Refusal::new(reason, *cite).also(also).of(field));
    }
}

/// An attack is declared [十一.1].
pub fn attack(game: &mut Game<'_>, seat: Seat, action: &Attack) {
    ask_instead(game, Question::Attacks);
    game.facts_mut().attacked = true;
    let (unit, floor) = (game.state.table.object(action.unit), game.state.agenda.len());
    if let Some(to) = action.slide_to.as_ref().and_then(At::place) {
        zone::move_to(game, action.unit, to, Cause::rule(seat, cite!("十五.滑行.1")));
    }
    let designated = action.position.as_ref().and_then(At::place).map(Where::index);
    if game.state.agenda.len() > floor {
        // Something comes before the slide; the attack comes after it.
        return game.push_above(floor, Step::Slid(unit, designated));
    }
    slid(game, unit, designated);
}

/// A unit attacks from where it stands now, if it still stands upright [十一.1, 十五.滑行.1].
pub fn slid(game: &mut Game<'_>, unit: Object, designated: Option<u8>) {
    let Some(side) = table::side(game, unit.card).filter(|_| table::stands(game, unit)) else { return };
    if table::mark(game, unit.card).state == State::Upright {
        let designated = designated.and_then(Where::from_index);
        begin(game, unit.card, designated, Cause::rule(side, cite!("十一.1")));
    }
}

/// A unit begins to attack.
pub fn begin(game: &mut Game<'_>, card: CardId, designated: Option<Where>, cause: Cause) -> bool {
    let side = table::side(game, card);
    let mark = table::mark(game, card);
    // The limit binds the current player's own attacks [十一.3, ruling-79].
    let attacked = if side == Some(game.state.facts.active) { game.state.facts.turn } else { mark.attacked };
    let mark = Mark { attacked, designated: designated.map(Where::index), ..mark };
    zone::silent_mark(game, card, mark);
    zone::turn(game, card, State::Attacking, cause)
}

/// The fields of this action, in the order of their bits.
pub const END_ATTACKS_FIELDS: &[&str] = &[];

/// The conditions of ending the attacks.
pub const END_ATTACKS: &[Row<Xinglingwang, EndAttacks>] =
    &[test(0, 0, &[cite!("十一.1"), cite!("二.4(2)")], |game, seat, _| {
        let due = !game.state.facts.attacked && any_can_attack(game, seat, true);
        if due { Err(Reason::AttackFirst) } else { Ok(()) }
    })];

/// Reads the conditions of ending the attacks.
pub fn check_end_attacks(draft: &mut Draft<'_, '_, Xinglingwang>, seat: Seat, action: &EndAttacks) {
    draft.rows(END_ATTACKS, END_ATTACKS_FIELDS, seat, action);
}

fn asked(game: &Game<'_>, seat: Seat) -> Option<Question> {
    game.asked(seat).map(|asked| asked.question.clone())
}

fn summon_is_due(game: &Game<'_>, seat: Seat) -> bool {
    asked(game, seat) == Some(Question::Summon)
        && !game.state.facts.normal_play
        && (entry::can_play(game, seat, false) || !game.holds(cite!("十二.5")))
}

/// The fields of this action, in the order of their bits.
pub const END_PHASE_FIELDS: &[&str] = &[];

/// The conditions of ending a phase, in their order.
pub const END_PHASE: &[Row<Xinglingwang, EndPhase>] = &[
    test(0, 0, &[cite!("十二.6"), cite!("十二.2")], |game, seat, _| {
        let mut units = game.state.table.list(table::FIELD.of(seat)).iter();
        let mut entered = || units.any(|&card| table::mark(game, card).entered == game.state.facts.turn);
        if summon_is_due(game, seat) && entered() { Err(Reason::PlayIsDue) } else { Ok(()) }
    }),
    test(0, 0, &[cite!("十二.2"), cite!("ruling-13")], |game, seat, _| {
        if summon_is_due(game, seat) { Err(Reason::PlayIsDue) } else { Ok(()) }
    }),
    test(0, 0, &[cite!("二.4")], |game, seat, _| match asked(game, seat) {
        Some(Question::Tactic) => Err(Reason::NotFinished),
        _ => Ok(()),
    }),
    test(0, 0, &[cite!("十三.2")], |game, seat, _| match asked(game, seat) {
        Some(Question::Formation) if play_first(game, seat) => Err(Reason::PlayIsDue),
        _ => Ok(()),
    }),
    test(0, 0, &[cite!("十三.5")], |game, seat, _| match asked(game, seat) {
        Some(Question::Formation | Question::Moves) => Err(Reason::NotFinished),
        _ => Ok(()),
    }),
    test(0, 0, &[cite!("十一.1"), cite!("二.4(2)")], |game, seat, _| match asked(game, seat) {
        Some(Question::Attack) => Err(Reason::AttackFirst),
        _ => Ok(()),
    }),
    test(0, 0, &[cite!("十一.2")], |game, seat, _| match asked(game, seat) {
        Some(Question::Attacks) => Err(Reason::NotFinished),
        _ => Ok(()),
    }),
    test(0, 0, &[cite!("十五.機械合體.3")], |game, seat, _| match asked(game, seat) {
        Some(Question::Machine) => Err(Reason::InMachinePhase),
        _ => Ok(()),
    }),
];

/// Reads the conditions of ending a phase.
pub fn check_end_phase(draft: &mut Draft<'_, '_, Xinglingwang>, seat: Seat, action: &EndPhase) {
    draft.rows(END_PHASE, END_PHASE_FIELDS, seat, action);
}

/// The current player wants to end the phase; the enemy is asked once more [ruling-19].
pub fn end_phase(game: &mut Game<'_>, seat: Seat) {
    game.open_window(crate::kernel::Window::one(Question::Closing, seat.other()));
    game.happen(Happening::told(Verb::EndPhase, seat, cite!("ruling-19")));
}

/// Attacking units that no longer meet the conditions turn upright at once [十一.3, 十五.遠程.1,
/// 十五.阻擋.3, ruling-25, ruling-81]. `true`: one did.
#[inline]
pub fn recheck(game: &mut Game<'_>) -> bool {
    (any_attacks(game, Seat::Zero) || any_attacks(game, Seat::One)) && recheck_attackers(game)
}

#[inline(never)]
fn recheck_attackers(game: &mut Game<'_>) -> bool {
    let fighting = game.state.facts.battle.as_ref().map(|battle| battle.attacker);
    for side in [game.state.facts.active, game.state.facts.active.other()] {
        if !any_attacks(game, side) {
            continue;
        }
        let barred = OnceCell::new();
        for card in attackers(game, side) {
            let mark = table::mark(game, card);
            if fighting == Some(game.state.table.object(card)) {
                continue;
            }
            let barred = || *barred.get_or_init(|| prohibition::player_attacks(game, side));
            if let Some(rule) = stops(game, card, mark, barred) {
                zone::turn(game, card, State::Upright, Cause::rule(side, rule));
                return true;
            }
        }
    }
    false
}

/// Whether an attacking unit no longer meets the conditions of its attack [十一.3].
pub fn is_stopped(game: &Game<'_>, card: CardId) -> bool {
    let side = table::side(game, card);
    let barred = || side.is_some_and(|side| prohibition::player_attacks(game, side));
    stops(game, card, table::mark(game, card), barred).is_some()
}

/// The rule by which a unit stops attacking, where `barred` says whether its player's units cannot attack at
/// all: whatever keeps it from attacking, 十一.3 stands it up; what
/// became of its target has rules of its own.
fn stops(game: &Game<'_>, card: CardId, mark: Mark, barred: impl FnOnce() -> bool) -> Option<Cite> {
    let at = table::position(game, card)?;
    let keywords = stat::keyword_names(game, card, REACH.or(KeywordNames::of(&[KeywordName::Block])));
    if keywords.has(KeywordName::Block) {
        return Some(cite!("十一.3"));
    }
    if prohibition::unit_attacks(game, card) || barred() {
        return Some(cite!("十一.3"));
    }
    let object = game.state.table.object(card);
    let redirect = game.state.facts.redirects.iter().find(|(attacker, _)| *attacker == object);
    if let Some((_, target)) = redirect {
        return match table::stands(game, *target) {
            false => Some(cite!("ruling-82")),
            true if is_warded(game, card, target.card) => Some(cite!("十一.3")),
            true if !is_attackable(game, card, target.card) => Some(cite!("十五.阻擋.3")),
            true => None,
        };
    }
    let designated = mark.designated.and_then(Where::from_index);
    match target_fault_with(game, card, keywords, at, designated) {
        None => None,
        Some((Reason::NotAttackable { target, .. }, _)) if is_warded(game, card, target) => {
            Some(cite!("十一.3"))
        }
        Some((Reason::NotAttackable { .. }, _)) => Some(cite!("十五.阻擋.3")),
        Some((Reason::NobodyThere { .. } | Reason::NoPositionNamed { .. }, _)) => Some(cite!("十五.遠程.1")),
        Some(_) => Some(cite!("十一.3")),
    }
}

/// Whether a unit is attacking.
fn attacks(game: &Game<'_>, unit: CardId) -> bool {
    game.state.table.card(unit).is_some_and(|card| card.mark.state == State::Attacking)
}

/// Whether some unit of a player attacks.
pub fn any_attacks(game: &Game<'_>, seat: Seat) -> bool {
    *game.glance().attacks.get(seat)
}

/// The units of a player that attack, in line order.
pub fn attackers(game: &Game<'_>, seat: Seat) -> SmallVec<[CardId; 10]> {
    let mut units: SmallVec<[CardId; 10]> = SmallVec::new();
    for &unit in game.state.table.list(table::FIELD.of(seat)) {
        if attacks(game, unit) {
            units.push(unit);
        }
    }
    units.sort_by_key(|card| table::position(game, *card).map(Where::order));
    units
}
