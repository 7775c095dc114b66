//! Damage to life, point by point: 生命受到伤害.1–生命受到伤害.3, 生命受到伤害.①–③, 触发效果.1–触发效果.3, 触发效果.buster, 触发效果.buster.2,
//! 触发效果.shot, 卡牌种类.单位.⑤, 卡牌种类.单位.⑦; ruling-32, ruling-33, ruling-34, ruling-35, ruling-36, ruling-37,
//! ruling-60, ruling-61, ruling-62, ruling-70, ruling-83.

use super::facts::Loss;
use super::printed::Icon;
use super::table::{self, Detail, GRAVEYARD, Game, LIFE, Means, OwnDetail, Verb, controller, owner};
use super::zone::{self, By};
use super::{Question, Step, chain, ending, stat};
use crate::kernel::{CardId, End, Object, Proposal, Seat, held};

/// How much damage is due.
#[held(Copy)]
pub enum DamageAmount {
    /// The hit of the attacker, read anew before each point [生命受到伤害.2, ruling-32].
    Hit,
    /// As much as a text says.
    Fixed(i64),
}

/// Damage to a player's life that is being dealt.
#[held(Copy)]
pub struct Damage {
    /// How much.
    pub due: DamageAmount,
    /// Who deals it.
    pub by: Seat,
    /// To whom.
    pub on: Seat,
    /// What deals it.
    pub source: Object,
    /// Whether that was a unit on the field when the damage began: once it has gone, the rest is void
    /// [触发效果.3, ruling-37].
    pub by_unit: bool,
    /// The points dealt.
    pub dealt: i64,
    /// Points that busters added.
    pub bonus: i64,
    /// The point that comes next is one that a buster added.
    pub extra: bool,
}

impl Damage {
    /// The damage of an attack.
    pub const fn of_attack(attacker: Object, by: Seat) -> Damage {
        Damage {
            due: DamageAmount::Hit,
            by,
            on: by.other(),
            source: attacker,
            by_unit: true,
            dealt: 0,
            bonus: 0,
            extra: false,
        }
    }

    /// The damage of a text of an object.
    pub fn of_text(game: &Game<'_>, source: Object, by: Seat, on: Seat, amount: i64) -> Damage {
        let by_unit = table::stands(game, source);
        Damage { due: DamageAmount::Fixed(amount), by, on, by_unit, ..Damage::of_attack(source, by) }
    }
}

/// Deals one point, and puts the next one on the agenda beneath the window that this one opens.
pub fn deal(game: &mut Game<'_>, damage: Damage) {
    let Damage { due, by, on, source, by_unit, dealt, bonus, .. } = damage;
    if by_unit && !table::stands(game, source) && game.in_force(cite!("触发效果.3")) {
        game.propose(Proposal::told(Verb::DamageVoid, on, cite!("触发效果.3")));
        return over(game, damage);
    }
    // An attacker that now belongs to the attacked player has left the battle.
    if due == DamageAmount::Hit && controller(game, source.card) == on && game.in_force(cite!("ruling-60")) {
        game.propose(Proposal::told(Verb::DamageVoid, on, cite!("ruling-60")));
        return over(game, damage);
    }
    let amount = match due {
        // Without 生命受到伤害.2 a hit counts as one point.
        DamageAmount::Hit if game.in_force(cite!("生命受到伤害.2")) => stat::hit(game, source.card),
        DamageAmount::Hit => 1,
        DamageAmount::Fixed(amount) => amount,
    };
    let amount = if game.in_force(cite!("生命受到伤害.3")) { amount } else { amount.min(1) };
    if dealt >= amount.max(0).saturating_add(bonus) {
        return over(game, damage);
    }
    let Some(&top) = game.state.table.list(LIFE.of(on)).first() else {
        game.push(Step::Process);
        let loss = if by == on { Loss::OwnDamage } else { Loss::Damage };
        return ending::mark_lost(game, on, loss, cite!("生命受到伤害.①.2"));
    };
    let rule = cite!("生命受到伤害.①");
    let dealing = By { seat: on, means: Means::Damage, source: Some(source), rule };
    let turned = zone::put(game, Verb::DamageLife, top, GRAVEYARD, End::Top, dealing);
    let detail = Detail { other: Some(source), ..turned.detail.clone() };
    if !game.propose(turned.with(detail)).is_done() {
        return;
    }
    // The card is turned over before anything reads its face.
    let icon = table::printed(game, top).icon.filter(|_| {
        let rules =
            [cite!("卡牌种类.单位.⑦"), cite!("生命受到伤害.②"), cite!("触发效果.1"), cite!("触发效果.2")];
        game.all_in_force(&rules) && (!damage.extra || game.in_force(cite!("触发效果.buster.2")))
    });
    let more = i64::from(icon == Some(Icon::Buster) && game.in_force(cite!("触发效果.buster")));
    let next = Damage { dealt: dealt + 1, bonus: bonus + more, extra: dealt + 1 >= amount.max(0), ..damage };
    if game.in_force(cite!("生命受到伤害.③")) {
        game.push(Step::Damage(next));
    }
    chain::open_on_floor(game, Question::Damage);
    check_icon(game, top, icon, on);
}

/// Carries out the icon of a card that damage turned over [触发效果.1, 触发效果.2].
fn check_icon(game: &mut Game<'_>, card: CardId, icon: Option<Icon>, on: Seat) {
    let detail = Detail::of(OwnDetail { icon, ..OwnDetail::default() });
    game.propose(Proposal::told(Verb::Icon, on, cite!("触发效果.1")).to(card).with(detail));
    match icon {
        Some(Icon::Buster) => {
            game.propose(Proposal::told(Verb::Buster, on, cite!("触发效果.buster")).to(card));
        }
        Some(Icon::Shot) if game.in_force(cite!("触发效果.shot")) => {
            let seat = owner(game, card);
            game.ask(seat, Question::Shot(card));
        }
        _ => {}
    }
}

/// Announces the end of the damage, if a point was dealt [ruling-83].
fn over(game: &mut Game<'_>, damage: Damage) {
    if damage.dealt > 0 {
        let detail = Detail { amount: damage.dealt, means: Means::Damage, ..Detail::default() };
        let announced = Proposal::told(Verb::DamageEnds, damage.on, cite!("ruling-83"));
        game.propose(announced.to(damage.source.card).with(detail).by(Some(damage.source)));
    }
}
