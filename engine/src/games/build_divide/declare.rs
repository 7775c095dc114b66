//! Declaring attacks, blocks and the end of the attack phase: 攻击阶段.1–攻击阶段.3, 阻挡.1, 阻挡.2, 关键词.诱导; ruling-1,
//! ruling-24, ruling-25, ruling-26, ruling-29, ruling-63, ruling-72, ruling-86.

use super::facts::Attack;
use super::reason::Reason;
use super::table::{self, Detail, Game, Phase, Verb, controller, mark};
use super::turn::active;
use super::words::{Duty, Keyword};
use super::zone::{self, By};
use super::{BuildDivide, Question, answer, prohibition, stat};
use crate::game_kit::action::ActionKind;
use crate::game_kit::action::legal::{Slots, each};
use crate::game_kit::aim::{Aim, PLAYER};
use crate::game_kit::fields::fields;
use crate::kernel::shape::Value;
use crate::kernel::{CardId, Proposal, Row, Seat, ensure, refuse_if, test};
use crate::verdict::Cite;

type Time = crate::game_kit::action::Time<BuildDivide>;

/// Refuses a seat that is not asked for an attack.
fn is_asked_to_attack(game: &Game<'_>, seat: Seat) -> Result<(), Reason> {
    let asked = game.asked(seat).is_some_and(|asked| asked.question == Question::ChooseAttack);
    ensure(asked, Reason::NotAttackStep { asked: answer::asked_name(game) })
}

/// Whether a unit is one that another could attack: on the other side, rested and not protected [攻击阶段.2].
fn is_target(game: &Game<'_>, attacker: CardId, target: CardId) -> bool {
    table::is_unit(game, target)
        && controller(game, target) != controller(game, attacker)
        && mark(game, target).is_rested()
        && prohibition::attack_on(game, attacker, target).is_none()
}

/// The units that a unit could attack.
fn targets(game: &Game<'_>, attacker: CardId) -> Vec<CardId> {
    let other = controller(game, attacker).other();
    table::units(game, other).into_iter().filter(|card| is_target(game, attacker, *card)).collect()
}

/// The units that a text obliges players to attack, among those that the attacker could attack [ruling-1].
fn named_targets(game: &Game<'_>, attacker: CardId) -> Vec<CardId> {
    let named = |card: &CardId| prohibition::must(game, *card, Duty::BeAttacked);
    targets(game, attacker).into_iter().filter(named).collect()
}

/// The decoys that the attack has to be aimed at. There are none if a text obliges it to attack other units
/// [ruling-29].
fn decoys(game: &Game<'_>, attacker: CardId) -> Vec<CardId> {
    if !named_targets(game, attacker).is_empty() {
        return Vec::new();
    }
    let is_decoy = |card: &CardId| stat::has(game, *card, Keyword::Decoy);
    targets(game, attacker).into_iter().filter(is_decoy).collect()
}

/// Whether an attack is obliged to be aimed at one of these cards, and is not.
fn passes_over(obliged: &[CardId], target: Aim) -> bool {
    !obliged.is_empty() && !target.card().is_some_and(|card| obliged.contains(&card))
}

/// Whether a unit could attack the player or a unit now [ruling-86].
pub fn can_attack(game: &Game<'_>, attacker: CardId) -> bool {
    if mark(game, attacker).is_rested() || prohibition::attack(game, attacker).is_some() {
        return false;
    }
    let is_free = named_targets(game, attacker).is_empty() && decoys(game, attacker).is_empty();
    let player = is_free && prohibition::attack_player(game, attacker).is_none();
    let berserk = stat::has(game, attacker, Keyword::Berserk);
    let fits = |target: &CardId| !berserk || stat::has(game, *target, Keyword::Decoy);
    player || targets(game, attacker).iter().any(fits)
}

/// Whether a unit could block the attack that is under way [ruling-25].
pub fn can_block(game: &Game<'_>, blocker: CardId) -> bool {
    !mark(game, blocker).is_rested() && block_forbidden(game, blocker).is_none()
}

fn block_forbidden(game: &Game<'_>, blocker: CardId) -> Option<Cite> {
    let attack = game.state.facts.attack?;
    prohibition::block(game, blocker).or_else(|| prohibition::be_blocked(game, attack.attacker.card, blocker))
}

/// A unit that is obliged to attack, and can, before the attack phase ends [ruling-1, ruling-86].
fn obliged_attacker(game: &Game<'_>, seat: Seat) -> Option<CardId> {
    let has_to = |card: &CardId| {
        prohibition::must(game, *card, Duty::Attack)
            || stat::has(game, *card, Keyword::Berserk) && game.in_force(cite!("ruling-86"))
    };
    table::units(game, seat).into_iter().find(|card| has_to(card) && can_attack(game, *card))
}

/// A unit that is obliged to block, and can.
fn obliged_blocker(game: &Game<'_>, seat: Seat) -> Option<CardId> {
    let own = table::units(game, seat).into_iter();
    own.filter(|card| prohibition::must(game, *card, Duty::Block)).find(|card| can_block(game, *card))
}

/// An attack [攻击阶段.1].
#[fields]
pub struct DeclareAttack {
    /// The unit.
    pub attacker: CardId,
    /// What it attacks.
    pub target: Aim,
}

impl DeclareAttack {
    const BOTH: u16 = Self::ATTACKER | Self::TARGET;
}

impl ActionKind<BuildDivide> for DeclareAttack {
    const CONDITIONS: &'static [Row<BuildDivide, Self>] = &[
        test(0, 0, &[cite!("攻击阶段.1")], |game, seat, _| is_asked_to_attack(game, seat)),
        test(Self::ATTACKER, Self::ATTACKER, &[cite!("攻击阶段.1")], |game, seat, action| {
            let is_own = table::units(game, seat).contains(&action.attacker);
            ensure(is_own, Reason::NotOwnCard { card: action.attacker })
        }),
        test(Self::ATTACKER, Self::ATTACKER, &[cite!("攻击阶段.1")], |game, _, action| {
            ensure(!mark(game, action.attacker).is_rested(), Reason::IsRested { card: action.attacker })
        }),
        test(Self::TARGET, Self::TARGET, &[cite!("攻击阶段.2")], |game, seat, action| {
            let Some(card) = action.target.card() else { return Ok(()) };
            let is_there = table::units(game, seat.other()).contains(&card) && mark(game, card).is_rested();
            ensure(is_there, Reason::NotATarget { card })
        }),
        test(Self::TARGET, Self::BOTH, &[cite!("关键词.诱导")], |game, _, action| {
            let decoys = decoys(game, action.attacker);
            refuse_if(passes_over(&decoys, action.target), Reason::DecoyFirst)
        }),
        test(Self::TARGET, Self::BOTH, &[cite!("ruling-1")], |game, _, action| {
            let named = named_targets(game, action.attacker);
            match named.first() {
                Some(&card) if passes_over(&named, action.target) => Err(Reason::MustBeAttacked { card }),
                _ => Ok(()),
            }
        }),
        test(Self::TARGET, Self::BOTH, &[cite!("ruling-86")], |game, _, action| {
            let berserk = stat::has(game, action.attacker, Keyword::Berserk);
            let fits = action.target.card().is_none_or(|card| stat::has(game, card, Keyword::Decoy));
            ensure(!berserk || fits, Reason::BerserkTarget { card: action.attacker })
        }),
        test(Self::ATTACKER, Self::BOTH, &[cite!("ruling-1")], |game, _, action| {
            let against = prohibition::attack(game, action.attacker).or_else(|| match action.target {
                Aim::Player => prohibition::attack_player(game, action.attacker),
                Aim::Card(card) => prohibition::attack_on(game, action.attacker, card),
            });
            ensure(against.is_none(), Reason::ForbiddenByEffect)
        }),
    ];
    const SLOTS: Slots<BuildDivide, Self> = &[&[
        each("attacker", Self::ATTACKER, |game, seat, _| Value::cards(table::units(game, seat))),
        each("target", Self::TARGET, |game, seat, _| {
            let units = Value::cards(table::units(game, seat.other()));
            std::iter::once(Value::Word(PLAYER)).chain(units).collect()
        }),
    ]];
    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::ChooseAttack);
    const TIME: Time = |_, _| &[cite!("攻击阶段.1")];

    fn perform(&self, game: &mut Game<'_>, _: Seat, _: Option<&Question>) {
        let attacker = game.state.table.object(self.attacker);
        let target = self.target.card().map(|card| game.state.table.object(card));
        let facts = game.facts_mut();
        facts.attack = Some(Attack { attacker, target, blocked: false, over: false, fought: false });
        facts.fallen.clear();
        facts.struck.clear();
        game.pass();
    }
}

/// No further attack [攻击阶段.3, ruling-24].
#[fields]
pub struct EndAttackPhase {}

impl ActionKind<BuildDivide> for EndAttackPhase {
    const CONDITIONS: &'static [Row<BuildDivide, Self>] = &[
        test(0, 0, &[cite!("攻击阶段.1")], |game, seat, _| is_asked_to_attack(game, seat)),
        test(0, 0, &[cite!("ruling-86"), cite!("ruling-1")], |game, seat, _| {
            match obliged_attacker(game, seat) {
                Some(card) => Err(Reason::MustAttack { card }),
                None => Ok(()),
            }
        }),
    ];
    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::ChooseAttack);
    const TIME: Time = |_, _| &[cite!("攻击阶段.1")];

    fn perform(&self, game: &mut Game<'_>, _: Seat, _: Option<&Question>) {
        game.pass();
    }
}

/// Refuses a seat unless an attack of the opponent is under way that can still be blocked.
fn can_still_block(game: &Game<'_>, seat: Seat) -> Result<(), Reason> {
    let stage = game.state.agenda.iter().rev().find_map(|frame| match frame {
        crate::kernel::Frame::Stage(cursor) => Some(*cursor),
        _ => None,
    });
    let lines = [Phase::Declaration, Phase::Block, Phase::AfterBlock].map(super::turn::line_of);
    let in_time = stage.is_some_and(|cursor| lines.contains(&(cursor.schedule, cursor.line)));
    ensure(seat != active(game) && in_time && game.state.facts.attack.is_some(), Reason::NoAttackToBlock)
}

fn not_blocked(game: &Game<'_>) -> Result<(), Reason> {
    ensure(!game.state.facts.attack.is_some_and(|attack| attack.blocked), Reason::AlreadyBlocked)
}

fn is_asked_to_block(game: &Game<'_>, seat: Seat) -> Result<(), Reason> {
    let asked = game.asked(seat).is_some_and(|asked| asked.question == Question::ChooseBlock);
    ensure(asked, Reason::NoAttackToBlock)
}

/// A block [阻挡.1].
#[fields]
pub struct DeclareBlock {
    /// The unit.
    pub blocker: CardId,
}

impl ActionKind<BuildDivide> for DeclareBlock {
    const CONDITIONS: &'static [Row<BuildDivide, Self>] = &[
        test(0, 0, &[cite!("阻挡.1")], |game, seat, _| can_still_block(game, seat)),
        test(0, 0, &[cite!("ruling-26")], |game, _, _| not_blocked(game)),
        test(0, 0, &[cite!("阻挡.1")], |game, seat, _| is_asked_to_block(game, seat)),
        test(Self::BLOCKER, Self::BLOCKER, &[cite!("阻挡.1")], |game, seat, action| {
            let is_own = table::units(game, seat).contains(&action.blocker);
            ensure(is_own, Reason::NotOwnCard { card: action.blocker })
        }),
        test(Self::BLOCKER, Self::BLOCKER, &[cite!("阻挡.1")], |game, _, action| {
            ensure(!mark(game, action.blocker).is_rested(), Reason::IsRested { card: action.blocker })
        }),
        test(Self::BLOCKER, Self::BLOCKER, &[cite!("ruling-1")], |game, _, action| {
            ensure(block_forbidden(game, action.blocker).is_none(), Reason::ForbiddenByEffect)
        }),
        test(Self::BLOCKER, Self::BLOCKER, &[cite!("ruling-1")], |game, seat, action| match obliged_blocker(
            game, seat,
        ) {
            Some(card) if !prohibition::must(game, action.blocker, Duty::Block) => {
                Err(Reason::MustBlock { card })
            }
            Some(_) | None => Ok(()),
        }),
    ];
    const SLOTS: Slots<BuildDivide, Self> =
        &[&[each("blocker", Self::BLOCKER, |game, seat, _| Value::cards(table::units(game, seat)))]];
    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::ChooseBlock);
    const TIME: Time = |_, _| &[cite!("阻挡.1")];

    /// Rests the blocker and makes it the target [阻挡.1, 阻挡.2].
    fn perform(&self, game: &mut Game<'_>, seat: Seat, _: Option<&Question>) {
        let blocker = game.state.table.object(self.blocker);
        let rested = zone::resting(game, self.blocker, By::rule(seat, cite!("阻挡.1")));
        zone::happen(game, rested);
        let attacker = game.state.facts.attack.map(|attack| attack.attacker);
        let detail = Detail { other: attacker, ..Detail::default() };
        let announced = Proposal::told(Verb::Block, seat, cite!("阻挡.2")).to(self.blocker).with(detail);
        let happened = game.propose(announced).is_done();
        if let Some(attack) = &mut game.facts_mut().attack {
            attack.blocked = true;
            if happened {
                attack.target = Some(blocker);
            }
        }
    }
}

/// No block [阻挡.1].
#[fields]
pub struct NoBlock {}

impl ActionKind<BuildDivide> for NoBlock {
    const CONDITIONS: &'static [Row<BuildDivide, Self>] = &[
        test(0, 0, &[cite!("阻挡.1")], |game, seat, _| can_still_block(game, seat)),
        test(0, 0, &[cite!("ruling-26")], |game, _, _| not_blocked(game)),
        test(0, 0, &[cite!("阻挡.1")], |game, seat, _| is_asked_to_block(game, seat)),
        test(0, 0, &[cite!("ruling-1")], |game, seat, _| match obliged_blocker(game, seat) {
            Some(card) => Err(Reason::MustBlock { card }),
            None => Ok(()),
        }),
    ];
    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::ChooseBlock);
    const TIME: Time = |_, _| &[cite!("阻挡.1")];

    fn perform(&self, _: &mut Game<'_>, _: Seat, _: Option<&Question>) {}
}
