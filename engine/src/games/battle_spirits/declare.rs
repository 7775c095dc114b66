//! What players declare in a battle: 攻擊階段.1, 攻擊階段.※, 戰鬥步驟.①, 戰鬥步驟.③, 靈動時機.1, 靈動時機.4, 靈動時機.5,
//! 基本行動.核心卡.2, 基本行動.回復與疲勞.2, 重疲勞.2, FAQ.效果通則.Q3; ruling-50, ruling-51, ruling-53, ruling-82, ruling-94.

use super::activate::EffectCost;
use super::battle::is_flash_timing;
use super::facts::Battle;
use super::reason::Reason;
use super::table::{self, Detail, FIELD, Game, Phase, Posture, Verb, list};
use super::toll::{self, RequiredPayment, Tolls};
use super::turn::BATTLE;
use super::words::Tolled;
use super::zone;
use super::{BattleSpirits, Question, prohibition, stat};
use crate::game_kit::action::ActionKind;
use crate::game_kit::action::legal::{Slots, each, several};
use crate::game_kit::fields::fields;
use crate::kernel::shape::Value;
use crate::kernel::{CardId, Frame, Proposal, Row, Seat, ensure, refuse_if, test};

type Time = crate::game_kit::action::Time<BattleSpirits>;

fn active(game: &Game<'_>) -> Seat {
    game.state.facts.active
}

/// Refuses a spirit that is exhausted, unless a text lets it attack or block all the same (`may`).
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
        && RequiredPayment::of_fighter(game, card, &Tolled::Attack).is_nothing()
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
        && RequiredPayment::of_fighter(game, card, &Tolled::Block).is_nothing()
        && upright(game, card, prohibition::may_block_exhausted(game, card)).is_ok()
}

/// A spirit that has to attack before its player does anything else in the attack step [ruling-51].
pub fn obliged_attacker(game: &Game<'_>, seat: Seat) -> Option<CardId> {
    if game.state.facts.phase != Phase::Attack {
        return None;
    }
    let own = list(game, FIELD, seat).into_iter();
    own.filter(|&card| prohibition::must_attack(game, card)).find(|&card| can_attack(game, card))
}

/// A spirit that has to block: one that a text names, or any that can, if a text demands that some spirit
/// blocks [ruling-51, ruling-89].
fn obliged_blocker(game: &Game<'_>, seat: Seat) -> Option<CardId> {
    let own = || list(game, FIELD, seat).into_iter().filter(|&card| can_block(game, card));
    let certain = own().find(|&card| prohibition::must_block(game, card));
    certain.or_else(|| own().find(|_| prohibition::must_block_with_any(game)))
}

/// An attack [戰鬥步驟.①].
#[fields]
pub struct Attack {
    /// What is paid, where an effect asks for it [ruling-94].
    #[optional]
    pub cost: Box<EffectCost>,
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
        test(
            Self::SPIRIT,
            Self::SPIRIT,
            &[cite!("戰鬥步驟.①")],
            |game, seat, &Attack { spirit, .. }| {
                ensure(table::lies_in(game, spirit, FIELD, seat), Reason::NotOnOwnField { card: spirit })
            },
        ),
        // A spirit may attack in the turn in which it came onto the field; this refuses only while that rule
        // is suspended.
        test(Self::SPIRIT, Self::SPIRIT, &[cite!("戰鬥步驟.①")], |game, _, &Attack { spirit, .. }| {
            let fresh = table::mark(game, spirit).since == game.state.facts.turn;
            let may = game.all_in_force(&[cite!("戰鬥步驟.①.2"), cite!("ruling-53")]);
            ensure(!fresh || may, Reason::Prohibited { card: Some(spirit) })
        }),
        test(
            Self::SPIRIT,
            Self::SPIRIT,
            &[cite!("基本行動.核心卡.2")],
            |game, _, &Attack { spirit, .. }| {
                ensure(stat::is_spirit(game, spirit), Reason::NexusCannotFight { card: spirit })
            },
        ),
        test(
            Self::SPIRIT,
            Self::SPIRIT,
            &[cite!("FAQ.效果通則.Q3")],
            |game, _, &Attack { spirit, .. }| {
                refuse_if(prohibition::attack(game, spirit), Reason::Prohibited { card: Some(spirit) })
            },
        ),
        test(Self::SPIRIT, Self::SPIRIT, &[cite!("重疲勞.2")], |game, _, &Attack { spirit, .. }| {
            let may = prohibition::may_attack_exhausted(game, spirit);
            upright(game, spirit, may || table::posture(game, spirit) == Posture::Exhausted)
        }),
        test(
            Self::SPIRIT,
            Self::SPIRIT,
            &[cite!("基本行動.回復與疲勞.2"), cite!("基本行動.回復與疲勞.1")],
            |game, _, &Attack { spirit, .. }| {
                let may = prohibition::may_attack_exhausted(game, spirit);
                upright(game, spirit, may || table::posture(game, spirit) == Posture::HeavyExhausted)
            },
        ),
        test(
            Self::SPIRIT,
            Self::SPIRIT,
            &[cite!("回合流程.1"), cite!("ruling-51")],
            |game, seat, &Attack { spirit, .. }| match obliged_attacker(game, seat) {
                Some(card) if !prohibition::must_attack(game, spirit) => Err(Reason::MustAttack { card }),
                _ => Ok(()),
            },
        ),
        toll::is_paid(),
        toll::pays(),
    ];
    const SLOTS: Slots<BattleSpirits, Self> = &[&[
        each("spirit", Self::SPIRIT, |game, seat, _| Value::cards(list(game, FIELD, seat))),
        several(<Self as Tolls>::COST, |game, seat, action| action.required(game, seat).slots(game)),
    ]];
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
    /// What is paid, where an effect asks for it [ruling-94].
    #[optional]
    pub cost: Box<EffectCost>,
    /// The spirit.
    pub spirit: CardId,
}

/// Declares of an attack or a block which field names what pays for it.
macro_rules! fighting {
    ($name:ident, $what:expr) => {
        impl Tolls for $name {
            const COST: u16 = Self::COST;
            const WITH: u16 = Self::SPIRIT;

            fn required(&self, game: &Game<'_>, _: Seat) -> RequiredPayment {
                RequiredPayment::of_fighter(game, self.spirit, &$what)
            }

            fn cost(&self) -> &EffectCost {
                &self.cost
            }
        }
    };
}

fighting!(Attack, Tolled::Attack);
fighting!(Block, Tolled::Block);

/// Whether a seat is asked for a block.
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
        test(
            Self::SPIRIT,
            Self::SPIRIT,
            &[cite!("戰鬥步驟.③")],
            |game, seat, &Block { spirit, .. }| {
                ensure(table::lies_in(game, spirit, FIELD, seat), Reason::NotOnOwnField { card: spirit })
            },
        ),
        test(
            Self::SPIRIT,
            Self::SPIRIT,
            &[cite!("基本行動.核心卡.2")],
            |game, _, &Block { spirit, .. }| {
                ensure(stat::is_spirit(game, spirit), Reason::NexusCannotFight { card: spirit })
            },
        ),
        test(
            Self::SPIRIT,
            Self::SPIRIT,
            &[cite!("FAQ.效果通則.Q3")],
            |game, _, &Block { spirit, .. }| {
                refuse_if(prohibition::block(game, spirit), Reason::Prohibited { card: Some(spirit) })
            },
        ),
        test(Self::SPIRIT, Self::SPIRIT, &[cite!("重疲勞.2")], |game, _, &Block { spirit, .. }| {
            let may = prohibition::may_block_exhausted(game, spirit);
            upright(game, spirit, may || table::posture(game, spirit) == Posture::Exhausted)
        }),
        test(
            Self::SPIRIT,
            Self::SPIRIT,
            &[cite!("基本行動.回復與疲勞.2"), cite!("基本行動.回復與疲勞.1")],
            |game, _, &Block { spirit, .. }| {
                let may = prohibition::may_block_exhausted(game, spirit);
                upright(game, spirit, may || table::posture(game, spirit) == Posture::HeavyExhausted)
            },
        ),
        test(
            Self::SPIRIT,
            Self::SPIRIT,
            &[cite!("回合流程.1"), cite!("ruling-51")],
            |game, seat, &Block { spirit, .. }| match obliged_blocker(game, seat) {
                Some(card)
                    if prohibition::must_block(game, card) && !prohibition::must_block(game, spirit) =>
                {
                    Err(Reason::MustBlock { card })
                }
                _ => Ok(()),
            },
        ),
        toll::is_paid(),
        toll::pays(),
    ];
    const SLOTS: Slots<BattleSpirits, Self> = &[&[
        each("spirit", Self::SPIRIT, |game, seat, _| Value::cards(list(game, FIELD, seat))),
        several(<Self as Tolls>::COST, |game, seat, action| action.required(game, seat).slots(game)),
    ]];
    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::Block);
    const TIME: Time = |_, _| &[cite!("戰鬥步驟.③")];

    /// Exhausts the blocker and announces the block, as one batch [戰鬥步驟.③.1, ruling-82].
    fn perform(&self, game: &mut Game<'_>, seat: Seat, _: Option<&Question>) {
        let blocker = game.state.table.object(self.spirit);
        let attacker = game.state.facts.attacker();
        if let Some(battle) = &mut game.facts_mut().battle {
            (battle.blocker, battle.blocked) = (Some(blocker), true);
        }
        let by = zone::in_battle(seat, cite!("戰鬥步驟.③"));
        if table::posture(game, self.spirit) != Posture::Refreshed {
            prohibition::uses_permission(game, self.spirit);
        }
        let exhausted = zone::exhausting(game, self.spirit, by);
        zone::happen(game, exhausted);
        let detail = Detail { other: attacker, ..Detail::default() };
        if game.in_force(cite!("戰鬥步驟.③.1")) {
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
            match obliged_blocker(game, seat) {
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

    /// Two passes in a row end the flash timing. After one pass the other player may still act, even one who
    /// has acted before [靈動時機.5, 靈動時機.8].
    fn perform(&self, game: &mut Game<'_>, _: Seat, _: Option<&Question>) {
        game.pass();
        let last = game.state.agenda.last();
        let is_open = matches!(last, Some(Frame::Window(window)) if window.question == Question::Flash);
        if is_open && !game.all_in_force(&[cite!("靈動時機.5"), cite!("靈動時機.8")]) {
            game.pass();
        }
    }
}
