//! The defence phase: order of battles, comparison, destruction.
//!
//! 十一.4 targets; 十一.5 skipping; 十一.7, 十一.8(1)–(8) the steps; 十五.貫穿, 十五.遠程.2, 十五.劇毒,
//! 十五.偷襲, 十五.拆卸, 十五.破甲; ruling-25 to ruling-38, ruling-82.

use smallvec::SmallVec;

use super::field::{self, Where};
use super::printed::MagicType;
use super::reason::Reason;
use super::table::{self, Means, Phase, State, Verb};
use super::tactics::{self, Reach};
use super::turn::BATTLE;
use super::words::{KeywordName, Stat};
use super::zone::{self, By, happen};
use super::{Question, Step, Xinglingwang, ability, attackers, prohibition, stat};
use crate::kernel::{Closing, End, Frame, Match, Object, Proposal, Seat, Speaking, Window, held};
use crate::verdict::{Cite, Refusal};

type Game<'p> = Match<'p, Xinglingwang>;

/// The battle that is going on, from its comparison on.
#[held]
pub struct Battle {
    /// The attacking unit.
    pub attacker: Object,
    /// The units that it fights, in the order of the battles [十五.貫穿.3].
    pub defenders: SmallVec<[Object; 2]>,
    /// Which of them it fights now.
    pub now: u8,
    /// For each that was fought, whether the attacker succeeded.
    pub won: SmallVec<[bool; 2]>,
    /// A text keeps the attacker attacking after this battle.
    pub goes_on: bool,
    /// Units whose destruction by this battle is negated.
    pub spared: Vec<Object>,
}

impl Battle {
    pub(crate) fn defender(&self) -> Option<Object> {
        self.defenders.get(usize::from(self.now)).copied()
    }

    /// The succeeding and the failing unit of each comparison.
    pub(crate) fn results(&self) -> impl Iterator<Item = (Object, Object)> {
        self.defenders.iter().zip(&self.won).map(|(defender, won)| match won {
            true => (self.attacker, *defender),
            false => (*defender, self.attacker),
        })
    }

    /// The succeeding and the failing unit of the last comparison.
    pub(crate) fn result(&self) -> Option<(Object, Object)> {
        let (defender, won) = (self.defender()?, *self.won.get(usize::from(self.now))?);
        Some(if won { (self.attacker, defender) } else { (defender, self.attacker) })
    }
}

/// The attacker and the unit that it fights, of the current battle; between the battles of a defence phase,
/// those of the next one [十一.4, 十一.8(1), ruling-28].
pub(crate) fn fighters(game: &Game<'_>) -> Option<(Object, Option<Object>)> {
    if let Some(battle) = &game.state.facts.battle {
        return Some((battle.attacker, battle.defender()));
    }
    if game.state.facts.phase != Phase::Defence {
        return None;
    }
    let &card = attackers::attackers(game, attacking_seat(game)).first()?;
    let attacker = game.state.table.object(card);
    Some((attacker, targets(game, attacker).first().copied()))
}

/// Attacks are fought out in the defence phase of the attacked player's turn: the attackers are the enemy's.
fn attacking_seat(game: &Game<'_>) -> Seat {
    game.state.facts.active.other()
}

/// Begins the next battle if a unit still attacks [十一.8(1), 十一.8(7), ruling-28].
pub(crate) fn next(game: &mut Game<'_>) {
    game.facts_mut().battle = None;
    game.facts_mut().step = None;
    if attackers::any_attacks(game, attacking_seat(game)) {
        if game.in_force(cite!("十一.8(7)")) {
            game.push(Step::Battles);
        }
        game.begin_stage(BATTLE, 0);
    }
}

/// Opens the window before a battle: a player acts until passing, and two passes in a row close it [十一.8(1),
/// ruling-20].
pub(crate) fn open(game: &mut Game<'_>) {
    let active = game.state.facts.active;
    let window = Window {
        speaking: Speaking::UntilPass,
        closing: Closing::TwoPasses,
        ..Window::one(Question::BeforeBattle, active)
    };
    game.open_window(window);
}

/// Closes the window before a battle when no unit attacks any more [十一.8(1), ruling-29].
pub(crate) fn close_window(game: &mut Game<'_>) {
    let open = matches!(
        game.state.agenda.last(),
        Some(Frame::Window(Window { question: Question::BeforeBattle, .. }))
    );
    if open && !attackers::any_attacks(game, attacking_seat(game)) {
        game.state.agenda.pop();
    }
}

/// Fixes the first attacking unit in line order and its targets [十一.4, ruling-26, ruling-31 to ruling-33,
/// ruling-82]; `false`: there is no battle.
pub(crate) fn choose(game: &mut Game<'_>) -> bool {
    let Some(&card) = attackers::attackers(game, attacking_seat(game)).first() else { return false };
    let attacker = game.state.table.object(card);
    let defenders = targets(game, attacker);
    if defenders.is_empty() {
        return false;
    }
    let battle =
        Battle { attacker, defenders, now: 0, won: SmallVec::new(), goes_on: false, spared: Vec::new() };
    game.facts_mut().battle = Some(battle);
    true
}

/// Announces the attacked units as targets; the target of a redirected attack was announced when it was
/// redirected [十一.4, ruling-82].
pub(crate) fn announce_targets(game: &mut Game<'_>, rule: Cite) {
    let Some(battle) = game.state.facts.battle.clone() else { return };
    if game.state.facts.redirects.iter().any(|(attacker, _)| *attacker == battle.attacker) {
        return;
    }
    for target in battle.defenders {
        let mut proposal: Proposal<Xinglingwang> =
            Proposal::told(Verb::Targeted, attacking_seat(game), rule).to(target.card);
        proposal.detail.other = Some(battle.attacker);
        proposal.detail.means = Means::Battle;
        game.propose(proposal);
    }
}

/// Whether the battle still takes place once the abilities that trigger on being attacked are done: the
/// attacker has to meet the conditions until the comparison, and a target has to be there. If not, the battle
/// is dropped [十一.3, ruling-25, ruling-29].
pub(crate) fn still_takes_place(game: &mut Game<'_>) -> bool {
    let Some(mut battle) = game.state.facts.battle.take() else { return false };
    let attacker = battle.attacker;
    let attacks = table::stands(game, attacker) && table::mark(game, attacker.card).state == State::Attacking;
    battle.defenders.retain(|target| {
        table::stands(game, *target) && tactics::is_attackable(game, attacker.card, target.card)
    });
    let stays = attacks && !battle.defenders.is_empty() && !attackers::is_stopped(game, attacker.card);
    if stays {
        game.facts_mut().battle = Some(battle);
    }
    stays
}

/// The units that an attacking unit attacks, which count as defending units [十一.4, 十五.貫穿.1]; none if it does
/// not attack.
pub(crate) fn attacked(game: &Game<'_>, unit: Object) -> SmallVec<[Object; 2]> {
    match table::stands(game, unit) && table::mark(game, unit.card).state == State::Attacking {
        true => targets(game, unit),
        false => SmallVec::new(),
    }
}

fn targets(game: &Game<'_>, attacker: Object) -> SmallVec<[Object; 2]> {
    let Some(at) = field::position(game, attacker.card) else { return SmallVec::new() };
    let redirect = game.state.facts.redirects.iter().find(|(other, _)| *other == attacker);
    if let Some((_, target)) = redirect {
        return SmallVec::from_slice(&[*target]);
    }
    let reach = Reach::of(game, attacker.card);
    let enemies = tactics::within_reach(game, reach, at);
    let object = |card| game.state.table.object(card);
    let designated = table::mark(game, attacker.card).designated.and_then(Where::from_index);
    let attackable = |card: crate::kernel::CardId| tactics::is_attackable(game, attacker.card, card);
    match (reach.pierces, reach.ranged) {
        (true, _) if game.in_force(cite!("十五.貫穿.1")) => {
            enemies.iter().filter(|(_, card)| attackable(*card)).map(|(_, card)| object(*card)).collect()
        }
        (_, true) => enemies
            .iter()
            .filter(|(place, _)| Some(*place) == designated)
            .map(|(_, card)| object(*card))
            .collect(),
        (_, false) => enemies.first().map(|(_, card)| object(*card)).into_iter().collect(),
    }
}

/// Whether effect resistance protects a unit from a keyword that changes the rules of battle: only where a
/// proof suspends `rule`, which says that it does not.
fn is_protected(game: &Game<'_>, unit: Object, rule: Cite) -> bool {
    !game.in_force(rule) && stat::has_keyword(game, unit.card, KeywordName::EffectResistance)
}

/// Whether a unit with 破甲 attacks a blocker in the defence phase of the blocker's player [十五.破甲.1].
pub(crate) fn is_broken(game: &Game<'_>, blocker: crate::kernel::CardId) -> bool {
    let facts = &game.state.facts;
    if facts.phase != Phase::Defence || table::side(game, blocker) != Some(facts.active) {
        return false;
    }
    let target = game.state.table.object(blocker);
    attackers::attackers(game, attacking_seat(game)).into_iter().any(|attacker| {
        stat::has_keyword(game, attacker, KeywordName::ArmorBreak)
            && targets(game, game.state.table.object(attacker)).contains(&target)
    })
}

/// The number with which a unit fights: its attack, or the score of a blocker against 破甲 [十五.破甲.1,
/// ruling-37].
fn strength(game: &Game<'_>, unit: Object) -> i64 {
    match stat::attack(game, unit.card) {
        Some(attack) => attack,
        None if !game.in_force(cite!("十五.破甲.1")) => 0,
        None if !game.in_force(cite!("十五.破甲.2")) => {
            stat::original(game, unit.card, Stat::Score).unwrap_or(0)
        }
        None => stat::value(game, unit.card, Stat::Score).unwrap_or(0),
    }
}

/// Compares the attacker with the unit that it fights now; 拆卸 decides without numbers [十一.8(2), 十五.拆卸.1,
/// ruling-35].
pub(crate) fn compare(game: &mut Game<'_>, rule: Cite) {
    let Some(battle) = game.state.facts.battle.clone() else { return };
    let Some(defender) = battle.defender() else { return };
    let dismantles = |one: Object, other: Object| {
        stat::has_keyword(game, one.card, KeywordName::Dismantle)
            && table::is_combined(game, other.card)
            && game.in_force(cite!("十五.拆卸.1"))
            && !is_protected(game, other, cite!("十五.拆卸.2"))
    };
    let (attack, defence) = (strength(game, battle.attacker), strength(game, defender));
    let by_attacker = dismantles(battle.attacker, defender);
    let by_defender = dismantles(defender, battle.attacker);
    // The attacker succeeds in a tie, unless an effect says that the defender does not fail in one.
    let kept = |unit: Object| attack == defence && prohibition::losing_ties(game, unit.card);
    let turned = kept(defender) && !kept(battle.attacker);
    let won = by_attacker || (!by_defender && attack >= defence && !turned);
    if let Some(battle) = &mut game.facts_mut().battle {
        battle.won.push(won);
    }
    let rule = match (by_attacker || by_defender, turned) {
        (true, _) => cite!("十五.拆卸.1"),
        (false, true) => cite!("六.7"),
        (false, false) => rule,
    };
    let mut proposal: Proposal<Xinglingwang> =
        Proposal::told(Verb::Compare, attacking_seat(game), rule).to(battle.attacker.card);
    proposal.detail.other = Some(defender);
    proposal.detail.amount = attack.saturating_sub(defence);
    proposal.detail.means = Means::Battle;
    game.propose(proposal);
}

/// The player of a unit that fought, even if it has left the field.
fn side_of(game: &Game<'_>, unit: Object) -> Seat {
    let attacker = game.state.facts.battle.as_ref().is_some_and(|battle| battle.attacker == unit);
    if attacker { attacking_seat(game) } else { game.state.facts.active }
}

pub(crate) fn winner(game: &Game<'_>) -> Seat {
    let result = game.state.facts.battle.as_ref().and_then(Battle::result);
    result.map_or(game.state.facts.active, |(won, _)| side_of(game, won))
}

pub(crate) fn loser(game: &Game<'_>) -> Seat {
    winner(game).other()
}

/// Announces success or failure in battle [十一.8(3), 十一.8(4)].
pub(crate) fn announce(game: &mut Game<'_>, verb: Verb, rule: Cite) {
    let Some((won, lost)) = game.state.facts.battle.as_ref().and_then(Battle::result) else { return };
    let (unit, other) = if verb == Verb::BattleWon { (won, lost) } else { (lost, won) };
    let mut proposal: Proposal<Xinglingwang> = Proposal::told(verb, side_of(game, unit), rule).to(unit.card);
    proposal.detail.other = Some(other);
    proposal.detail.means = Means::Battle;
    game.propose(proposal);
}

/// Makes the next target of 貫穿 the one that is fought now; `false`: there is none [十五.貫穿.2, 十五.貫穿.3,
/// ruling-31].
pub(crate) fn advance_pierce(game: &mut Game<'_>) -> bool {
    let Some(battle) = game.state.facts.battle.clone() else { return false };
    if !game.in_force(cite!("十五.貫穿.3")) {
        return false;
    }
    let next = battle.now + 1;
    let Some(&defender) = battle.defenders.get(usize::from(next)) else { return false };
    let attacks = table::stands(game, battle.attacker)
        && table::mark(game, battle.attacker.card).state == State::Attacking;
    let there =
        table::stands(game, defender) && tactics::is_attackable(game, battle.attacker.card, defender.card);
    if attacks && there {
        if let Some(battle) = &mut game.facts_mut().battle {
            battle.now = next;
        }
        return true;
    }
    false
}

/// Destroys the unit of this number if it failed or was poisoned, and schedules the next: the defenders in
/// their order, then the attacker [十一.8(5), 十五.貫穿.3].
pub(crate) fn destruction(game: &mut Game<'_>, number: u8) {
    let Some(battle) = &game.state.facts.battle else { return };
    let fought = battle.defenders.iter().copied().zip(battle.won.iter().copied());
    if usize::from(number) > fought.len() {
        return;
    }
    let poisons = |unit: Object| {
        table::stands(game, unit) && stat::has_keyword(game, unit.card, KeywordName::Poison)
            || game.state.facts.poison.contains(&unit)
    };
    let (unit, other, falls, by_poison) = match fought.clone().nth(usize::from(number)) {
        Some((defender, won)) => {
            let protected = is_protected(game, defender, cite!("十五.劇毒.2"));
            (defender, Some(battle.attacker), won, poisons(battle.attacker) && !protected)
        }
        None => {
            let winner = fought.clone().find(|(_, won)| !won).map(|(defender, _)| defender);
            let poisoner = fought.map(|(defender, _)| defender).find(|defender| poisons(*defender));
            let ranged = stat::has_keyword(game, battle.attacker.card, KeywordName::Ranged)
                && game.in_force(cite!("十五.遠程.2"));
            let protected = is_protected(game, battle.attacker, cite!("十五.劇毒.2"));
            let (lost, poisoned) = (winner.is_some(), poisoner.is_some());
            (battle.attacker, winner.or(poisoner), lost && !ranged, poisoned && !ranged && !protected)
        }
    };
    game.push(Step::Destruction(number + 1));
    if !table::stands(game, unit) || !(falls || by_poison) {
        return;
    }
    let rule = if falls { cite!("十一.8(5)") } else { cite!("十五.劇毒.1") };
    let seat = side_of(game, unit).other();
    let by = By { means: Means::Battle, ..By::rule(seat, rule) };
    let destroyed = zone::destroying(game, unit.card, other, by);
    happen(game, destroyed);
}

/// Remembers the fighting units with 劇毒: they poison even after they have been destroyed.
pub(crate) fn remember_poison(game: &mut Game<'_>) {
    let Some(battle) = &game.state.facts.battle else { return };
    let fought = battle.defenders.iter().take(battle.won.len()).copied();
    let poison: Vec<Object> = std::iter::once(battle.attacker)
        .chain(fought)
        .filter(|unit| table::stands(game, *unit) && stat::has_keyword(game, unit.card, KeywordName::Poison))
        .collect();
    game.facts_mut().poison = poison;
}

/// The attacker if it can use 偷襲: it succeeded in a battle, stands on the field and still attacks [十五.偷襲.1,
/// 十五.偷襲.4, ruling-38].
fn can_sneak(game: &Game<'_>) -> Option<Object> {
    let battle = game.state.facts.battle.as_ref()?;
    let unit = battle.attacker;
    let won = match game.in_force(cite!("十五.偷襲.4")) {
        true => battle.won.contains(&true),
        false => battle.won.iter().all(|won| *won),
    };
    (won && table::stands(game, unit)
        && table::mark(game, unit.card).state == State::Attacking
        && !table::is_traveler(game, unit.card)
        && stat::has_keyword(game, unit.card, KeywordName::Sneak))
    .then_some(unit)
}

/// Notes that the attacker has 偷襲 and cannot use it.
fn pass_over_sneak(game: &mut Game<'_>, seat: Seat) {
    let Some(unit) = game.state.facts.battle.as_ref().map(|battle| battle.attacker) else { return };
    if stat::has_keyword(game, unit.card, KeywordName::Sneak) {
        let card = unit.card;
        let refusal = Refusal::new(Reason::NotOffered { card }, cite!("十五.偷襲.1"));
        ability::pass_over(game, seat, unit, &refusal.also(&[cite!("ruling-38")]));
    }
}

/// Offers 偷襲, or carries it out once the player has said yes.
pub(crate) fn sneak(game: &mut Game<'_>, answer: Option<bool>) {
    let seat = attacking_seat(game);
    let Some(unit) = can_sneak(game) else { return pass_over_sneak(game, seat) };
    match answer {
        None => {
            game.push(Step::Sneak(None));
            game.ask(seat, Question::Sneak(unit));
        }
        Some(false) => {}
        Some(true) => {
            let rule = cite!("十五.偷襲.1");
            let by = By { seat, means: Means::Unit, source: Some(unit), rule };
            // The magic under the unit goes to the graveyard first; the rest of a pile stays [ruling-38].
            for magic in table::conferred(game, unit.card).collect::<Vec<_>>() {
                // 十五.偷襲.2 speaks of permanent magic only; other magic follows the general rule.
                let printed = table::printed(game, magic).magic.as_ref();
                let is_permanent = printed.is_some_and(|magic| magic.kind == MagicType::Permanent);
                let rule = if is_permanent { cite!("十五.偷襲.2") } else { cite!("十.6") };
                zone::send(game, magic, Verb::ToGraveyard, table::Zone::Graveyard, End::Bottom, by.by(rule));
            }
            if zone::send_to(game, unit.card, table::Zone::Hand, End::Bottom, by) {
                let back = game.state.table.object(unit.card);
                let proposal = Proposal::told(Verb::SneakSuccess, seat, cite!("十五.偷襲.1"));
                game.propose(proposal.to(back.card).by(Some(back)));
            }
        }
    }
}

/// Rests the attacker if it still attacks [十一.8(6), 十一.7, ruling-29].
pub(crate) fn rest(game: &mut Game<'_>, rule: Cite) {
    let Some(battle) = game.state.facts.battle.clone() else { return };
    let unit = battle.attacker;
    let settled = game.in_force(cite!("十一.7")) && !battle.goes_on;
    if settled && table::stands(game, unit) && table::mark(game, unit.card).state == State::Attacking {
        zone::turn(game, unit.card, State::Rested, By::rule(attacking_seat(game), rule));
    }
}

/// Announces the end of the battle and forgets it [十一.8(7)].
pub(crate) fn end(game: &mut Game<'_>, rule: Cite) {
    if let Some(battle) = game.state.facts.battle.clone() {
        let proposal = Proposal::told(Verb::BattleOver, attacking_seat(game), rule).to(battle.attacker.card);
        game.propose(proposal);
    }
    let facts = game.facts_mut();
    facts.battle = None;
    facts.poison.clear();
}
