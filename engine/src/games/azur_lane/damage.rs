//! Damage to a flagship.
//!
//! 508.1 the damage; 508.1a the top durability card to hand, or 絕地反擊; 508.1b no card left: the
//! condition to lose; 508.1c comes between processings; 601.2, 313.9a; ruling-28, ruling-62,
//! ruling-63, ruling-64.

use super::printed::Kind;
use super::reason::Reason;
use super::table::{self, Detail, Means, Verb};
use super::words::skill::Body;
use super::words::{Condition, Keyword, KeywordName, cost};
use super::zone::{self, By};
use super::{AzurLane, Question, Step, play, prohibition, standby, stat};
use crate::abilities::{ConditionWord, Resolution, Scene};
use crate::game_kit::action::ActionKind;
use crate::game_kit::action::legal::{Slots, each};
use crate::game_kit::fields::{At, fields};
use crate::game_kit::view::Seen;
use crate::kernel::shape::Value;
use crate::kernel::{CardId, Match, Object, Proposal, Row, Seat, Viewer, ensure, held, test};

type Game<'p> = Match<'p, AzurLane>;
type Time = crate::game_kit::action::Time<AzurLane>;

/// One damage being dealt.
#[held]
pub struct Damage {
    /// Whose flagship is hit.
    pub seat: Seat,
    /// The card that deals it.
    pub by: Object,
    /// Whether a battle deals it.
    pub in_battle: bool,
    /// How many times in a row, this one included; each is dealt on its own [ruling-62].
    pub times: u32,
}

impl Damage {
    /// Damage that an attack deals [508.1].
    pub const fn by_battle(seat: Seat, attacker: Object) -> Damage {
        Damage { seat, by: attacker, in_battle: true, times: 1 }
    }

    /// Damage that a skill deals `times` times in a row [ruling-62].
    pub const fn by_skill(seat: Seat, me: Object, times: u32) -> Damage {
        Damage { seat, by: me, in_battle: false, times }
    }
}

pub(crate) fn top(game: &Game<'_>, seat: Seat) -> Option<CardId> {
    game.state.table.list(table::DURABILITY.of(seat)).first().copied()
}

/// Whether the top card of a durability zone has 絕地反擊 now, printed or gained.
fn has_last_stand(game: &Game<'_>, seat: Seat, card: CardId) -> bool {
    let scene = Scene::of(seat, game.state.table.object(card));
    let is_true = |when: &Condition| !game.in_force(cite!("304.4b")) || when.is_true(game, &scene);
    let printed = table::face(game, card).skills.iter().any(|skill| {
        matches!(skill.body, Body::LastStand {})
            && standby::gates_open(game, seat, &skill.head.gates)
            && skill.head.when.as_ref().is_none_or(is_true)
    });
    (printed && !stat::has_lost(game, card, KeywordName::LastStand))
        || stat::keywords(game, card).contains(&Keyword::LastStand)
}

/// Deals one damage. The next of a row goes on the agenda and follows it.
pub(crate) fn run(game: &mut Game<'_>, damage: Damage) {
    let seat = damage.seat;
    // A player who was hit without durability loses at the next rule confirmation, whatever further damage is
    // dealt.
    if damage.times > 1 && !game.state.facts.hit_without_durability.get(seat) {
        game.push(Step::Damage(Damage { times: damage.times - 1, ..damage.clone() }));
    }
    let means = if damage.in_battle { Means::Battle } else { Means::Skill };
    let mut proposal = Proposal::told(Verb::Damage, seat, cite!("508.1"));
    proposal.subject = table::flagship(game, seat);
    proposal.source = (!damage.in_battle).then_some(damage.by);
    game.propose(proposal.with(Detail { means, other: Some(damage.by), amount: 1, ..Detail::default() }));
    match top(game, seat) {
        None => *game.state.facts.hit_without_durability.get_mut(seat) = true,
        Some(card) if has_last_stand(game, seat, card) => {
            game.push(Step::Damage(damage));
            game.ask(seat, Question::LastStand);
        }
        Some(card) => {
            zone::to_hand(game, card, By::rule(seat, cite!("508.1a")));
        }
    }
}

fn used(game: &Game<'_>, seat: Seat, action: &LastStand) -> Option<CardId> {
    top(game, seat).filter(|_| action.accept)
}

fn ship(game: &Game<'_>, seat: Seat, action: &LastStand) -> Option<CardId> {
    used(game, seat, action).filter(|card| table::printed(game, *card).kind == Kind::Ship)
}

/// 絕地反擊 [508.1a].
#[fields]
pub struct LastStand {
    /// Where a ship enters.
    pub at: Option<At>,
    /// Whether the card is used.
    #[serde(rename = "use")]
    pub accept: bool,
}

/// A ship needs a position [204.4b, 403.1, 403.3a, 403.3c], an event its activation cost [303.3]; an effect
/// may forbid the use [103.2].
impl ActionKind<AzurLane> for LastStand {
    const IS_CHOICE: bool = true;
    const CONDITIONS: &'static [Row<AzurLane, Self>] = &[
        test(Self::AT, Self::AT | Self::ACCEPT, &[cite!("204.4b")], |game, seat, action| {
            match (ship(game, seat, action), &action.at) {
                (Some(_), None) => Err(Reason::NoPosition),
                _ => Ok(()),
            }
        }),
        test(Self::AT, Self::AT | Self::ACCEPT, &[cite!("403.1"), cite!("302.1c")], |game, seat, action| {
            match (ship(game, seat, action), &action.at) {
                (Some(_), Some(at)) if at.seat != seat => Err(Reason::NotOwnBattlefield),
                _ => Ok(()),
            }
        }),
        test(Self::AT, Self::AT | Self::ACCEPT, &[cite!("403.3a"), cite!("302.1c")], |game, seat, action| {
            match (ship(game, seat, action), &action.at) {
                (Some(_), Some(at)) => super::play::is_position(at),
                _ => Ok(()),
            }
        }),
        test(Self::AT, Self::AT | Self::ACCEPT, &[cite!("403.3c"), cite!("508.1a")], |game, seat, action| {
            match (ship(game, seat, action), &action.at) {
                (Some(_), Some(at)) => super::play::is_free_of_flagship(game, at),
                _ => Ok(()),
            }
        }),
        test(Self::AT, Self::AT | Self::ACCEPT, &[cite!("508.1a")], |game, seat, action| {
            match (ship(game, seat, action), &action.at) {
                (None, Some(at)) => Err(Reason::PositionNotAmongChoices { cell: at.cell.clone() }),
                _ => Ok(()),
            }
        }),
        test(Self::ACCEPT, Self::ACCEPT, &[cite!("303.3"), cite!("ruling-63")], |game, seat, action| {
            let Some(card) =
                used(game, seat, action).filter(|card| table::printed(game, *card).kind == Kind::Event)
            else {
                return Ok(());
            };
            let unpaid = Reason::CostNotPaid { card };
            let place = play::main_skill(game, card).ok_or(Reason::NoSkillForWindow { card })?;
            let parts = play::parts_of(game, standby::ability_of(game, card, place));
            let me = game.state.table.object(card);
            let scene = Scene::of(seat, me);
            ensure(cost::is_payable(parts, game, &scene, Some(card)), unpaid)
        }),
        test(Self::ACCEPT, Self::ACCEPT, &[cite!("103.2")], |game, seat, action| {
            match used(game, seat, action) {
                Some(card) if prohibition::use_card(game, seat, card).is_some() => {
                    Err(Reason::ForbiddenByEffect { card: Some(card) })
                }
                _ => Ok(()),
            }
        }),
    ];

    const SLOTS: Slots<AzurLane, Self> = &[&[
        each("use", Self::ACCEPT, |_, _, _| vec![Value::Flag(false), Value::Flag(true)]),
        each("at", Self::AT, |_, seat, _| {
            let positions = table::values(seat).into_iter();
            std::iter::once(Value::Nothing).chain(positions).collect()
        }),
    ]];

    const ANSWERS: fn(&Question) -> bool = |question| matches!(question, Question::LastStand);

    const TIME: Time = |_, _| &[cite!("508.1a"), cite!("601.2")];

    /// Uses the card, or puts it into hand [508.1a].
    fn perform(&self, game: &mut Game<'_>, seat: Seat, _: Option<&Question>) {
        let Some(crate::kernel::Frame::Step(Step::Damage(damage))) = game.state.agenda.pop() else { return };
        let Some(card) = top(game, seat) else { return };
        if !self.accept {
            zone::to_hand(game, card, By::rule(seat, cite!("508.1a")));
            return;
        }
        if let Some(cell) = self.at.as_ref().and_then(|at| table::cell_named(&at.cell)) {
            let shown = Detail { shown: true, ..Detail::default() };
            game.propose(Proposal::told(Verb::Use, seat, cite!("601.2")).to(card).with(shown));
            zone::enter(game, card, cell, false, By::rule(seat, cite!("601.2")));
            return;
        }
        let Some(place) = play::main_skill(game, card) else { return };
        let ability = standby::ability_of(game, card, place);
        if damage.in_battle {
            let me = play::lay_event(game, seat, card, None, cite!("601.2"));
            if gates_open(game, seat, ability) {
                standby::begin(game, Resolution::new(seat, me, ability, cite!("601.2")));
            }
        } else {
            play::use_event_free(game, seat, card, None, cite!("601.2"));
        }
    }

    /// A refusal to use the card shows nothing: neither the card nor that it could have been used [508.1a].
    fn seen(&self, _: &Game<'_>, _: Seat, _: Viewer) -> Seen {
        if self.accept { Seen::Whole } else { Seen::Nothing }
    }
}

/// Whether the gates of the skill are open: those such as 己方回合中 count for 絕地反擊, too [ruling-63].
fn gates_open(game: &Game<'_>, seat: Seat, ability: standby::Ability) -> bool {
    standby::head(game, ability).is_some_and(|head| standby::gates_open(game, seat, &head.gates))
}
