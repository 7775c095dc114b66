//! A battle: 攻擊階段.1, 攻擊階段.※, 戰鬥步驟.①–⑦, 靈動時機.1–8, 基本行動.核心卡.2, 重疲勞.2; ruling-7, ruling-8, ruling-9,
//! ruling-31, ruling-50, ruling-51, ruling-64, ruling-81, ruling-82.

use std::cmp::Ordering;

use super::amounts::{CoreZone, Source};
use super::cores::CoreChoice;
use super::facts::{Battle, EndsEarly};
use super::reason::Reason;
use super::table::{self, Detail, FIELD, Game, LIFE, Phase, Posture, RESERVE, Verb, cores, holder, list};
use super::turn::BATTLE;
use super::words::Until;
use super::zone::{self, By};
use super::{BattleSpirits, Question, Step, prohibition, stat};
use crate::game_kit::action::ActionKind;
use crate::game_kit::action::legal::{Slots, each};
use crate::game_kit::fields::fields;
use crate::kernel::shape::Value;
use crate::kernel::{
    Asks, Automatic, CardId, Closing, Frame, Object, Proposal, Row, Seat, Speaking, Stage, ensure, refuse_if,
    test,
};
use crate::verdict::Cite;

type Time = crate::game_kit::action::Time<BattleSpirits>;

/// Lines of the table of a battle.
pub mod line {
    /// The first 靈動時機.
    pub const FIRST_FLASH: u8 = 1;
    /// 宣告防禦.
    pub const BLOCK: u8 = 2;
    /// The second 靈動時機.
    pub const SECOND_FLASH: u8 = 3;
    /// 戰鬥結算.
    pub const RESOLUTION: u8 = 4;
    /// 戰鬥結束時.
    pub const BATTLE_END: u8 = 7;
}

fn active(game: &Game<'_>) -> Seat {
    game.state.facts.active
}

fn defender(game: &Game<'_>) -> Seat {
    game.state.facts.active.other()
}

/// Who may use an effect first in a flash timing [靈動時機.4].
fn first_holder(game: &Game<'_>) -> Seat {
    if game.holds(cite!("靈動時機.4")) { defender(game) } else { active(game) }
}

const fn stage(
    name: Phase,
    rule: Cite,
    automatic: &'static [Automatic<BattleSpirits>],
    window: Option<Asks<BattleSpirits>>,
) -> Stage<BattleSpirits> {
    Stage { name, rule, automatic, window }
}

/// The defender first, by turns, until both pass one after the other [靈動時機.4, 靈動時機.5].
const FLASH: Asks<BattleSpirits> = Asks {
    question: Question::Flash,
    who: first_holder,
    speaking: Speaking::Alternating,
    closing: Closing::TwoPasses,
};

/// The states of a battle.
pub const TABLE: &[Stage<BattleSpirits>] = &[
    stage(
        Phase::Declaration,
        cite!("戰鬥步驟.①"),
        &[Automatic { rule: cite!("戰鬥步驟.①"), run: declare }],
        None,
    ),
    stage(Phase::FirstFlash, cite!("戰鬥步驟.②"), &[], Some(FLASH)),
    stage(Phase::Block, cite!("戰鬥步驟.③"), &[], Some(Asks::one(Question::Block, defender))),
    stage(Phase::SecondFlash, cite!("戰鬥步驟.④"), &[], Some(FLASH)),
    stage(
        Phase::Resolution,
        cite!("戰鬥步驟.⑤.3"),
        &[Automatic {
            rule: cite!("戰鬥步驟.⑤.3"),
            run: |game, rule| tell(game, Verb::ResolutionBegan, rule),
        }],
        None,
    ),
    stage(
        Phase::LifeLoss,
        cite!("戰鬥步驟.⑤.1"),
        &[Automatic { rule: cite!("戰鬥步驟.⑤.1"), run: reduce_life }],
        None,
    ),
    stage(
        Phase::Comparison,
        cite!("戰鬥步驟.⑤.2"),
        &[Automatic { rule: cite!("戰鬥步驟.⑤.2"), run: compare }],
        None,
    ),
    stage(
        Phase::BattleEnd,
        cite!("戰鬥步驟.⑦.1"),
        &[Automatic {
            rule: cite!("戰鬥步驟.⑦.1"), run: |game, rule| tell(game, Verb::BattleEnded, rule)
        }],
        None,
    ),
    stage(
        Phase::BattleOver,
        cite!("戰鬥步驟.⑦.2"),
        &[Automatic { rule: cite!("戰鬥步驟.⑦.2"), run: expire }],
        None,
    ),
    stage(
        Phase::AfterBattle,
        cite!("戰鬥步驟.⑦.3"),
        &[Automatic {
            rule: cite!("戰鬥步驟.⑦.3"), run: |game, rule| tell(game, Verb::BattleOver, rule)
        }],
        None,
    ),
];

fn tell(game: &mut Game<'_>, verb: Verb, rule: Cite) {
    let told = Proposal::told(verb, active(game), rule);
    game.propose(told);
}

/// A state of a battle begins.
pub fn state_begins(game: &mut Game<'_>, state: Phase) {
    game.facts_mut().state = Some(state);
    let flash = match state {
        Phase::FirstFlash => Some((1, cite!("戰鬥步驟.②"))),
        Phase::SecondFlash => Some((2, cite!("戰鬥步驟.④"))),
        _ => None,
    };
    if let Some((number, rule)) = flash {
        let told = Proposal::told(Verb::FlashOpened, defender(game), rule);
        game.propose(told.with(Detail::amount(number)));
    }
}

/// A state of a battle ends. `true`: the next line of the table follows.
pub fn state_ends(game: &mut Game<'_>, state: Phase) -> bool {
    let Some(battle) = game.state.facts.battle.clone() else { return false };
    if matches!(state, Phase::FirstFlash | Phase::SecondFlash) && !battle.over {
        let number = if state == Phase::FirstFlash { 1 } else { 2 };
        let told = Proposal::told(Verb::FlashClosed, defender(game), cite!("靈動時機.5"));
        game.propose(told.with(Detail::amount(number)));
    }
    let ends_at_once = match state {
        Phase::AfterBattle | Phase::BattleEnd | Phase::BattleOver => false,
        _ => battle.over && !game.holds(cite!("戰鬥步驟.⑦.5")),
    };
    if state == Phase::AfterBattle || ends_at_once {
        let facts = game.facts_mut();
        (facts.battle, facts.state) = (None, None);
        if !game.holds(cite!("戰鬥步驟.⑦.4")) {
            // Nothing but the attack step's own window lies below a battle.
            game.pass();
        }
        return false;
    }
    let jump = match state {
        Phase::Declaration | Phase::FirstFlash | Phase::Block | Phase::SecondFlash | Phase::Resolution
            if battle.over =>
        {
            Some(line::BATTLE_END)
        }
        Phase::Declaration if attacker(game).is_none() && !game.holds(cite!("戰鬥步驟.①.3")) => {
            Some(line::BATTLE_END)
        }
        // A block is made against an attacking spirit [ruling-7].
        Phase::FirstFlash if attacker(game).is_none() && game.holds(cite!("ruling-7")) => {
            Some(line::RESOLUTION)
        }
        Phase::Block if !battle.blocked && game.holds(cite!("戰鬥步驟.④")) => Some(line::RESOLUTION),
        _ => None,
    };
    match jump {
        Some(line) => {
            game.begin_stage(BATTLE, line);
            false
        }
        None => true,
    }
}

/// The windows of a battle that an effect ended are closed once nothing waits [戰鬥步驟.⑦.5, ruling-31].
pub fn end_early(game: &mut Game<'_>) {
    let over = game.state.facts.battle.as_ref().is_some_and(|battle| battle.over);
    let in_battle = |frame: &Frame<BattleSpirits>| matches!(frame, Frame::Window(window) if matches!(window.question, Question::Flash | Question::Block));
    if over && game.state.waiting.is_empty() && game.state.agenda.last().is_some_and(in_battle) {
        game.state.agenda.pop();
    }
}

/// An effect ends the battle; its end is still held [戰鬥步驟.⑦.5].
pub fn end_battle(game: &mut Game<'_>) -> bool {
    match &mut game.facts_mut().battle {
        Some(battle) => {
            battle.over = true;
            true
        }
        None => false,
    }
}

/// An effect ends the attack step or the turn, after the end of the battle [ruling-31].
pub fn end_step_or_turn(game: &mut Game<'_>, ends: EndsEarly) -> bool {
    end_battle(game);
    game.facts_mut().ends_early = ends;
    true
}

/// The attacking spirit, if it has not left.
pub fn attacker(game: &Game<'_>) -> Option<Object> {
    game.state.facts.attacker().filter(|attacker| table::stands(game, *attacker))
}

/// The blocking spirit, if it has not left.
pub fn blocker(game: &Game<'_>) -> Option<Object> {
    game.state.facts.blocker().filter(|blocker| table::stands(game, *blocker))
}

/// Whether a flash timing runs [靈動時機.1].
pub fn is_flash_timing(game: &Game<'_>) -> bool {
    let flash = |frame: &Frame<BattleSpirits>| matches!(frame, Frame::Window(window) if window.question == Question::Flash);
    game.state.agenda.iter().any(flash)
}

/// The attacker is exhausted and the attack is announced: one batch [戰鬥步驟.①, 戰鬥步驟.①.1, ruling-82].
fn declare(game: &mut Game<'_>, rule: Cite) {
    let Some(attacker) = game.state.facts.attacker() else { return };
    let seat = active(game);
    if table::posture(game, attacker.card) != Posture::Refreshed {
        prohibition::uses_permission(game, attacker.card);
    }
    let exhausted = zone::exhausting(game, attacker.card, By::in_battle(seat, rule));
    zone::happen(game, exhausted);
    let this_turn = game.facts_mut().this_turn.get_mut(seat);
    this_turn.attacks = this_turn.attacks.saturating_add(1);
    if game.holds(cite!("戰鬥步驟.①.1")) {
        game.propose(Proposal::told(Verb::Attacked, seat, rule).to(attacker.card));
    }
}

/// Not blocked: so many cores of the defender's life as the attacker has symbols go to the reserve [戰鬥步驟.⑤.1, ruling-9,
/// ruling-81].
fn reduce_life(game: &mut Game<'_>, rule: Cite) {
    let blocked = game.state.facts.battle.as_ref().is_none_or(|battle| battle.blocked);
    if blocked && game.holds(cite!("戰鬥步驟.⑤.4")) {
        return;
    }
    let Some(attacker) = attacker(game) else { return };
    let lost = stat::symbols(game, attacker.card, None);
    if lost > 0 {
        let by = By { source: Some(attacker), ..By::in_battle(active(game), rule) };
        lose_life(game, defender(game), lost, by);
    }
}

/// A player's life is reduced by so many cores, at most all of them [ruling-9]. If the soul core is one of them, the player
/// chooses which go [ruling-64].
pub fn lose_life(game: &mut Game<'_>, seat: Seat, count: u32, by: By) {
    let [normal, soul] = cores(game, holder(LIFE, seat));
    let chooses = normal > 0 && soul > 0 && count < normal.saturating_add(soul);
    if chooses && game.holds(cite!("ruling-64")) {
        game.push(Step::LoseLife(seat, by));
        let source = Source::zone(CoreZone::Life, seat);
        let choice = CoreChoice { over: vec![(source, [normal, soul])], count, of_each: false };
        return game.ask(seat, Question::Cores(choice));
    }
    let normal = normal.min(count);
    take_life(game, seat, [normal, soul.min(count.saturating_sub(normal))], by);
}

fn take_life(game: &mut Game<'_>, seat: Seat, lost: [u32; 2], by: By) {
    let way = [holder(LIFE, seat), holder(RESERVE, seat)];
    zone::carry(game, Verb::LifeReduced, lost, way, by);
}

/// Which cores a player's life loses was chosen; `false`: that was not asked.
pub fn life_is_chosen(game: &mut Game<'_>, lost: [u32; 2]) -> bool {
    let Some(&Frame::Step(Step::LoseLife(seat, by))) = game.state.agenda.last() else { return false };
    game.state.agenda.pop();
    take_life(game, seat, lost, by);
    true
}

/// Blocked: the lower BP is destroyed, equal ones both, at the same time, if both are still on the field [戰鬥步驟.⑤.2,
/// 戰鬥步驟.⑥.1, ruling-8].
fn compare(game: &mut Game<'_>, rule: Cite) {
    if !game.state.facts.battle.as_ref().is_some_and(|battle| battle.blocked) {
        return;
    }
    let (Some(attacker), Some(blocker)) = (attacker(game), blocker(game)) else { return };
    let [attack, defence] = [attacker, blocker].map(|fighter| stat::bp(game, fighter.card));
    let told = Proposal::told(Verb::Compared, active(game), rule).to(attacker.card);
    let amount = attack.saturating_sub(defence);
    let detail = Detail { other: Some(blocker), amount, ..Detail::default() };
    if !game.propose(told.with(detail)).is_done() {
        return;
    }
    let winner = match attack.cmp(&defence) {
        Ordering::Greater => Some(attacker),
        Ordering::Less => Some(blocker),
        Ordering::Equal => None,
    };
    if let Some(battle) = &mut game.facts_mut().battle {
        battle.winner = winner;
    }
    let lost = |own: i64, other: i64| own <= other;
    let by = |seat: Seat| By::in_battle(seat, cite!("戰鬥步驟.⑥.1"));
    let fighters = [
        (attacker, blocker, lost(attack, defence), defender(game)),
        (blocker, attacker, lost(defence, attack), active(game)),
    ];
    let losers = fighters.into_iter().filter(|(.., lost, _)| *lost);
    let destroyed =
        losers.map(|(loser, other, _, seat)| zone::destroying(game, loser.card, Some(other), by(seat)));
    let destroyed = destroyed.collect();
    game.propose_together(destroyed);
}

/// What lasts for the battle ends [戰鬥步驟.⑦.2].
fn expire(game: &mut Game<'_>, rule: Cite) {
    if game.state.modifiers.iter().any(|modifier| modifier.until == Until::Battle) {
        game.expire(|modifier| modifier.until == Until::Battle);
        tell(game, Verb::EffectsEnded, rule);
    }
}

/// An effect was used in a flash timing: the other player is asked next, and nobody has passed any more [靈動時機.4,
/// 靈動時機.7].
pub fn used_in_flash(game: &mut Game<'_>) {
    let open = game.state.agenda.iter_mut().rev().find_map(|frame| match frame {
        Frame::Window(window) if window.question == Question::Flash => Some(window),
        _ => None,
    });
    let had_passed = open.is_some_and(|window| window.passes > 0);
    game.used();
    if had_passed && !game.holds(cite!("靈動時機.7")) {
        game.pass();
    }
}

/// Why a spirit cannot attack or block by its orientation.
fn upright(game: &Game<'_>, card: CardId, may: bool) -> Result<(), Reason> {
    match table::posture(game, card) {
        _ if may => Ok(()),
        Posture::HeavyExhausted => Err(Reason::IsHeavyExhausted { card }),
        Posture::Exhausted => Err(Reason::IsExhausted { card }),
        Posture::Refreshed => Ok(()),
    }
}

/// Whether a spirit could attack now [ruling-51].
fn can_attack(game: &Game<'_>, card: CardId) -> bool {
    stat::is_spirit(game, card)
        && !table::waits(game, card)
        && !prohibition::attack(game, card)
        && upright(game, card, prohibition::may_attack_exhausted(game, card)).is_ok()
}

/// Whether any spirit of the turn player could attack now.
pub fn could_attack(game: &Game<'_>) -> bool {
    list(game, FIELD, active(game)).into_iter().any(|card| can_attack(game, card))
}

/// Whether a spirit could block now [ruling-51].
fn can_block(game: &Game<'_>, card: CardId) -> bool {
    stat::is_spirit(game, card)
        && !table::waits(game, card)
        && !prohibition::block(game, card)
        && upright(game, card, prohibition::may_block_exhausted(game, card)).is_ok()
}

/// A spirit that has to attack before anything else is done in the attack step [ruling-51].
pub fn due_attacker(game: &Game<'_>, seat: Seat) -> Option<CardId> {
    if game.state.facts.phase != Phase::Attack {
        return None;
    }
    let own = list(game, FIELD, seat).into_iter();
    own.filter(|&card| prohibition::must_attack(game, card)).find(|&card| can_attack(game, card))
}

/// A spirit that has to block: a certain one, or any that can where any has to [ruling-51, ruling-89].
fn due_blocker(game: &Game<'_>, seat: Seat) -> Option<CardId> {
    let own = || list(game, FIELD, seat).into_iter().filter(|&card| can_block(game, card));
    let certain = own().find(|&card| prohibition::must_block(game, card));
    certain.or_else(|| own().find(|_| prohibition::clashes(game)))
}

/// An attack [戰鬥步驟.①].
#[fields]
pub struct Attack {
    /// The spirit.
    pub spirit: CardId,
}

impl ActionKind<BattleSpirits> for Attack {
    const CONDITIONS: &'static [Row<BattleSpirits, Self>] = &[
        test(0, 0, &[cite!("戰鬥步驟.①")], |game, seat, _| {
            ensure(seat == active(game), Reason::NotYourTurn)
        }),
        test(0, 0, &[cite!("回合流程.第一回合"), cite!("攻擊階段.※")], |game, _, _| {
            ensure(game.state.facts.turn > 1, Reason::FirstTurn)
        }),
        test(0, 0, &[cite!("回合流程.⑥")], |game, _, _| {
            let asked = super::answer::asked_name(game);
            ensure(game.state.facts.phase == Phase::Attack, Reason::NotTheAttackStep { asked })
        }),
        test(0, 0, &[cite!("攻擊階段.1")], |game, _, _| {
            ensure(game.state.facts.battle.is_none(), Reason::BattleInProgress)
        }),
        test(Self::SPIRIT, Self::SPIRIT, &[cite!("戰鬥步驟.①")], |game, seat, &Attack { spirit }| {
            ensure(table::lies_in(game, spirit, FIELD, seat), Reason::NotOnOwnField { card: spirit })
        }),
        // A spirit may attack in the turn in which it came: only without that rule it could not.
        test(Self::SPIRIT, Self::SPIRIT, &[cite!("戰鬥步驟.①")], |game, _, &Attack { spirit }| {
            let fresh = table::mark(game, spirit).since == game.state.facts.turn;
            let may = game.hold(&[cite!("戰鬥步驟.①.2"), cite!("ruling-53")]);
            ensure(!fresh || may, Reason::Prohibited { card: Some(spirit) })
        }),
        test(
            Self::SPIRIT,
            Self::SPIRIT,
            &[cite!("基本行動.核心卡.2")],
            |game, _, &Attack { spirit }| {
                ensure(stat::is_spirit(game, spirit), Reason::NexusCannotFight { card: spirit })
            },
        ),
        test(Self::SPIRIT, Self::SPIRIT, &[cite!("FAQ.效果通則.Q3")], |game, _, &Attack { spirit }| {
            refuse_if(prohibition::attack(game, spirit), Reason::Prohibited { card: Some(spirit) })
        }),
        test(Self::SPIRIT, Self::SPIRIT, &[cite!("重疲勞.2")], |game, _, &Attack { spirit }| {
            let may = prohibition::may_attack_exhausted(game, spirit);
            upright(game, spirit, may || table::posture(game, spirit) == Posture::Exhausted)
        }),
        test(
            Self::SPIRIT,
            Self::SPIRIT,
            &[cite!("基本行動.回復與疲勞.2")],
            |game, _, &Attack { spirit }| {
                let may = prohibition::may_attack_exhausted(game, spirit);
                upright(game, spirit, may || table::posture(game, spirit) == Posture::HeavyExhausted)
            },
        ),
        test(
            Self::SPIRIT,
            Self::SPIRIT,
            &[cite!("回合流程.1"), cite!("ruling-51")],
            |game, seat, &Attack { spirit }| match due_attacker(game, seat) {
                Some(card) if !prohibition::must_attack(game, spirit) => Err(Reason::MustAttack { card }),
                _ => Ok(()),
            },
        ),
    ];
    const SLOTS: Slots<BattleSpirits, Self> =
        &[&[each("spirit", Self::SPIRIT, |game, seat, _| Value::cards(list(game, FIELD, seat)))]];
    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::Attack);
    const TIME: Time = |_, _| &[cite!("戰鬥步驟.①")];

    fn perform(&self, game: &mut Game<'_>, _: Seat, _: Option<&Question>) {
        let attacker = game.state.table.object(self.spirit);
        game.facts_mut().battle = Some(Battle { attacker: Some(attacker), ..Battle::default() });
        game.begin_stage(BATTLE, 0);
    }
}

/// A block [戰鬥步驟.③].
#[fields]
pub struct Block {
    /// The spirit.
    pub spirit: CardId,
}

/// Whether a block is asked of a seat now.
fn is_asked_to_block(game: &Game<'_>, seat: Seat) -> bool {
    game.asked(seat).is_some_and(|asked| asked.question == Question::Block)
}

impl ActionKind<BattleSpirits> for Block {
    const CONDITIONS: &'static [Row<BattleSpirits, Self>] = &[
        test(0, 0, &[cite!("戰鬥步驟.③.2")], |game, _, _| {
            let battle = game.state.facts.battle.as_ref();
            refuse_if(battle.is_some_and(|battle| battle.blocked), Reason::OneBlockerOnly)
        }),
        test(0, 0, &[cite!("戰鬥步驟.③")], |game, seat, _| {
            ensure(is_asked_to_block(game, seat), Reason::NotTheDefender)
        }),
        test(Self::SPIRIT, Self::SPIRIT, &[cite!("戰鬥步驟.③")], |game, seat, &Block { spirit }| {
            ensure(table::lies_in(game, spirit, FIELD, seat), Reason::NotOnOwnField { card: spirit })
        }),
        test(
            Self::SPIRIT,
            Self::SPIRIT,
            &[cite!("基本行動.核心卡.2")],
            |game, _, &Block { spirit }| {
                ensure(stat::is_spirit(game, spirit), Reason::NexusCannotFight { card: spirit })
            },
        ),
        test(Self::SPIRIT, Self::SPIRIT, &[cite!("FAQ.效果通則.Q3")], |game, _, &Block { spirit }| {
            refuse_if(prohibition::block(game, spirit), Reason::Prohibited { card: Some(spirit) })
        }),
        test(Self::SPIRIT, Self::SPIRIT, &[cite!("重疲勞.2")], |game, _, &Block { spirit }| {
            let may = prohibition::may_block_exhausted(game, spirit);
            upright(game, spirit, may || table::posture(game, spirit) == Posture::Exhausted)
        }),
        test(
            Self::SPIRIT,
            Self::SPIRIT,
            &[cite!("基本行動.回復與疲勞.2")],
            |game, _, &Block { spirit }| {
                let may = prohibition::may_block_exhausted(game, spirit);
                upright(game, spirit, may || table::posture(game, spirit) == Posture::HeavyExhausted)
            },
        ),
        test(
            Self::SPIRIT,
            Self::SPIRIT,
            &[cite!("回合流程.1"), cite!("ruling-51")],
            |game, seat, &Block { spirit }| match due_blocker(game, seat) {
                Some(card)
                    if prohibition::must_block(game, card) && !prohibition::must_block(game, spirit) =>
                {
                    Err(Reason::MustBlock { card })
                }
                _ => Ok(()),
            },
        ),
    ];
    const SLOTS: Slots<BattleSpirits, Self> =
        &[&[each("spirit", Self::SPIRIT, |game, seat, _| Value::cards(list(game, FIELD, seat)))]];
    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::Block);
    const TIME: Time = |_, _| &[cite!("戰鬥步驟.③")];

    /// The blocker is exhausted and the block is announced: one batch [戰鬥步驟.③.1, ruling-82].
    fn perform(&self, game: &mut Game<'_>, seat: Seat, _: Option<&Question>) {
        let blocker = game.state.table.object(self.spirit);
        let attacker = game.state.facts.attacker();
        if let Some(battle) = &mut game.facts_mut().battle {
            (battle.blocker, battle.blocked) = (Some(blocker), true);
        }
        let by = By::in_battle(seat, cite!("戰鬥步驟.③"));
        if table::posture(game, self.spirit) != Posture::Refreshed {
            prohibition::uses_permission(game, self.spirit);
        }
        let exhausted = zone::exhausting(game, self.spirit, by);
        zone::happen(game, exhausted);
        let detail = Detail { other: attacker, ..Detail::default() };
        if game.holds(cite!("戰鬥步驟.③.1")) {
            game.propose(Proposal::told(Verb::Blocked, seat, by.rule).to(self.spirit).with(detail));
        }
        game.pass();
    }
}

/// No block [戰鬥步驟.③].
#[fields]
pub struct NoBlock {}

impl ActionKind<BattleSpirits> for NoBlock {
    const CONDITIONS: &'static [Row<BattleSpirits, Self>] = &[
        test(0, 0, &[cite!("戰鬥步驟.③")], |game, seat, _| {
            ensure(is_asked_to_block(game, seat), Reason::NotTheDefender)
        }),
        test(0, 0, &[cite!("回合流程.1"), cite!("ruling-51")], |game, seat, _| {
            match due_blocker(game, seat) {
                Some(card) => Err(Reason::MustBlock { card }),
                None => Ok(()),
            }
        }),
    ];
    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::Block);
    const TIME: Time = |_, _| &[cite!("戰鬥步驟.③")];

    fn perform(&self, game: &mut Game<'_>, _: Seat, _: Option<&Question>) {
        game.pass();
    }
}

/// No effect in a flash timing now [靈動時機.5].
#[fields]
pub struct FlashPass {}

impl ActionKind<BattleSpirits> for FlashPass {
    const CONDITIONS: &'static [Row<BattleSpirits, Self>] = &[
        test(0, 0, &[cite!("靈動時機.1")], |game, _, _| {
            ensure(is_flash_timing(game), Reason::NoFlashTiming)
        }),
        test(0, 0, &[cite!("靈動時機.4")], |game, seat, _| {
            ensure(game.asked(seat).is_some(), Reason::NotHolder)
        }),
    ];
    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::Flash);
    const TIME: Time = |_, _| &[cite!("靈動時機.1")];

    /// Two passes in a row end the timing; after one pass the other player may still act, also who acted before
    /// [靈動時機.5, 靈動時機.8].
    fn perform(&self, game: &mut Game<'_>, _: Seat, _: Option<&Question>) {
        game.pass();
        let is_open = matches!(game.state.agenda.last(), Some(Frame::Window(window)) if window.question == Question::Flash);
        if is_open && !game.hold(&[cite!("靈動時機.5"), cite!("靈動時機.8")]) {
            game.pass();
        }
    }
}
