//! The parts of the state that are not on the table: course of the turn, battle, limits, and what happened
//! this turn.

use super::ability::AbilityId;
use super::printed::Kind;
use super::standing::Stand;
use super::table::{self, Game, LIFE, Means, Phase, Verb};
use super::words::Memory;
use super::{BattleSpirits, stat};
use crate::kernel::{
    BySeat, CardId, Change, Event, Holder, MapCards, Object, Point, Proposal, Seat, held, wire,
};

/// A battle [戰鬥步驟]. It outlives its attacker and its blocker [戰鬥步驟.①.3].
#[held(Default)]
pub struct Battle {
    /// The attacker; none: a position in which it has left.
    pub attacker: Option<Object>,
    /// The blocker.
    pub blocker: Option<Object>,
    /// Whether a block was declared [戰鬥步驟.⑤.4].
    pub blocked: bool,
    /// An effect ended it, so that only its end is still held [戰鬥步驟.⑦.5, ruling-31].
    pub over: bool,
    /// The spirit that had the higher BP when they were compared [ruling-95].
    pub winner: Option<Object>,
    /// Abilities used in it [用語集.效果限制.每次戰鬥1次].
    pub used: Vec<(Object, AbilityId)>,
}

/// What ends early by an effect [ruling-31].
#[held(Copy, Default)]
pub enum EndsEarly {
    /// Nothing.
    #[default]
    Nothing,
    /// The attack step.
    AttackStep,
    /// The turn.
    Turn,
}

/// What happened in a turn to or by a player, as texts ask for it [ruling-102]; by the game, not by a card.
#[held(Copy, Default)]
pub struct ThisTurn {
    /// Attacks that the player declared [ruling-100].
    pub attacks: u16,
    /// Blocks that the player declared.
    pub blocks: u16,
    /// Cores that the player's life lost.
    pub life_lost: u16,
    /// Cards that the player used.
    pub cards_used: u16,
    /// Magic cards that the player used.
    pub magic_used: u16,
    /// Spirits that the player summoned.
    pub summoned: u16,
    /// Own spirits that were destroyed.
    pub destroyed: u16,
    /// Own spirits that were depleted.
    pub depleted: u16,
    /// Own spirits that were depleted by effects of the opponent.
    pub depleted_by_opponent: u16,
    /// Own spirits that were destroyed by effects of the opponent.
    pub destroyed_by_opponent: u16,
}

impl ThisTurn {
    /// Adds to a count of this turn, up to its largest value.
    pub fn count(number: &mut u16, more: i64) {
        *number = number.saturating_add(u16::try_from(more).unwrap_or(u16::MAX));
    }
}

/// How a spirit was lost.
#[wire(Copy, MapCards)]
pub enum LostHow {
    /// 破壞.
    Destroyed,
    /// 消滅.
    Depleted,
}

/// A spirit that an effect destroyed or depleted this turn [ruling-102].
#[held(Copy)]
pub struct Lost {
    /// The card, by its place in the pool.
    pub definition: u16,
    /// Its level when it happened; 0: below its lowest.
    pub level: u8,
    /// How it was lost.
    pub how: LostHow,
    /// Whose effect did it.
    pub by: Seat,
    /// The kind of the card with that effect.
    pub source: Kind,
}

/// Notes an event for texts that ask what happened in this turn.
pub fn note(game: &mut Game<'_>, event: &Event<BattleSpirits>) {
    let Proposal { verb, seat, detail, change, .. } = &event.proposal;
    let (by_effect, amount) = (detail.means == Means::Effect, detail.amount);
    let owner = event.subject.map(|object| table::owner(game, object.card));
    let is_spirit = event.subject.is_some_and(|object| stat::is_spirit(game, object.card));
    match (event.point, *verb) {
        (Point::Done, Verb::LifeReduced) => {
            if let Change::Pieces(_, (Holder::Place(place), _), _) = change
                && let Some(loser) = LIFE.seat(*place)
            {
                ThisTurn::count(&mut game.facts_mut().this_turn.get_mut(loser).life_lost, amount);
            }
        }
        (Point::Done, Verb::Blocked) => {
            ThisTurn::count(&mut game.facts_mut().this_turn.get_mut(*seat).blocks, 1);
        }
        (Point::Done, Verb::Summoned | Verb::Deployed | Verb::MagicUsed) => {
            let this_turn = game.facts_mut().this_turn.get_mut(*seat);
            ThisTurn::count(&mut this_turn.cards_used, 1);
            ThisTurn::count(&mut this_turn.summoned, i64::from(*verb == Verb::Summoned));
            ThisTurn::count(&mut this_turn.magic_used, i64::from(*verb == Verb::MagicUsed));
            if let Some(used) = event.subject {
                let definition = game.definition(used.card);
                game.facts_mut().used_cards.get_mut(*seat).push(definition);
            }
        }
        (Point::At, Verb::Destroyed | Verb::Depleted) if is_spirit => {
            let Some(owner) = owner else { return };
            let by_opponent = by_effect && *seat != owner;
            note_lost(game, event, owner);
            let this_turn = game.facts_mut().this_turn.get_mut(owner);
            if *verb == Verb::Destroyed {
                ThisTurn::count(&mut this_turn.destroyed, 1);
                ThisTurn::count(&mut this_turn.destroyed_by_opponent, i64::from(by_opponent));
            } else {
                ThisTurn::count(&mut this_turn.depleted, 1);
                ThisTurn::count(&mut this_turn.depleted_by_opponent, i64::from(by_opponent));
            }
        }
        (Point::Done, Verb::CoresMoved) if by_effect => {
            if let (Change::Pieces(_, (Holder::Card(card), _), _), Some(source)) =
                (change, event.proposal.source)
            {
                game.facts_mut().drained.push((*card, *seat, source));
            }
        }
        _ => {}
    }
}

/// Whether an effect does it: the part before ▶ is one as well [FAQ.效果通則.Q11].
pub fn is_by_effect(proposal: &Proposal<BattleSpirits>) -> bool {
    match proposal.detail.means {
        Means::Effect => true,
        Means::Cost => proposal.rule == cite!("FAQ.效果通則.Q11"),
        Means::Battle | Means::Rule => false,
    }
}

/// Notes a spirit of a player that an effect destroys or depletes.
fn note_lost(game: &mut Game<'_>, event: &Event<BattleSpirits>, owner: Seat) {
    let Proposal { verb, seat, source, .. } = &event.proposal;
    let (Some(lost), Some(source)) = (event.subject, *source) else { return };
    if !is_by_effect(&event.proposal) {
        return;
    }
    let lost = Lost {
        definition: game.definition(lost.card),
        level: stat::level(game, lost.card),
        how: if *verb == Verb::Destroyed { LostHow::Destroyed } else { LostHow::Depleted },
        by: *seat,
        source: stat::kind(game, source.card),
    };
    game.facts_mut().lost.get_mut(owner).push(lost);
}

/// The field cards that fitted a designation before the cost of its ability was paid [ruling-72].
#[held]
pub struct BeforeCost {
    /// The card with the ability.
    pub card: CardId,
    /// Which ability.
    pub ability: AbilityId,
    /// The cards.
    pub fits: Vec<CardId>,
}

/// A card that an effect let stay on the field, which that effect does once in a chain of departures
/// [ruling-21].
#[held(Copy)]
pub struct Stayed {
    /// The card that stayed.
    pub card: Object,
    /// The card with the effect, and which ability it is.
    pub by: (Object, AbilityId),
}

/// What the state holds besides the table.
#[held(Default)]
pub struct Facts {
    /// The winner of 猜拳 [遊戲準備.⑥].
    pub chooser: Option<Seat>,
    /// The first player.
    pub first: Seat,
    /// Whether the order was chosen.
    pub order_is_chosen: bool,
    /// The turn player.
    pub active: Seat,
    /// The turn over both players, counted from 1; 0 in set-up.
    pub turn: u16,
    /// The step.
    pub phase: Phase,
    /// The state of the battle.
    pub state: Option<Phase>,
    /// The battle.
    pub battle: Option<Battle>,
    /// What ends early.
    pub ends_early: EndsEarly,
    /// Answers about redrawing.
    pub redraws: BySeat<Option<bool>>,
    /// Abilities that were used this turn [用語集.效果限制.每回合1次].
    pub used: Vec<(Object, AbilityId)>,
    /// Card names, with the numbers of abilities, that a player has used this turn [FAQ.效果通則.Q9].
    pub names_used: BySeat<Vec<(String, u8)>>,
    /// Effects that are being carried out, with the batch that each came up in [FAQ.效果通則.Q8].
    pub raising: Vec<(Object, AbilityId, u32)>,
    /// Cards whose cores an effect took since the table was checked: whose, and the object with the effect.
    pub drained: Vec<(CardId, Seat, Object)>,
    /// Of an ability that is used: which field cards fitted what it designates first, before its cost was
    /// paid [ruling-72].
    pub before_cost: Option<BeforeCost>,
    /// The BP of spirits when the table was checked last, while a text waits for it [ruling-97].
    pub bp: Vec<(Object, i64)>,
    /// Cards that effects let stay in this chain of departures [ruling-21].
    pub stayed: Vec<Stayed>,
    /// The costs of the spirits that a player attacked with this turn [ruling-120].
    pub attack_costs: BySeat<Vec<i64>>,
    /// What happened this turn.
    pub this_turn: BySeat<ThisTurn>,
    /// The cards that a player used this turn, by their places in the pool [ruling-102].
    pub used_cards: BySeat<Vec<u16>>,
    /// A player's spirits that effects destroyed or depleted this turn [ruling-102].
    pub lost: BySeat<Vec<Lost>>,
    /// It was put down without a history: standing effects count as begun in the order of the card numbers,
    /// before the running ones [ruling-84].
    pub fresh: bool,
    /// Standing effects that are in force, in the order in which they began.
    pub standing: Vec<Stand>,
    /// What is last known of cards that left.
    pub remembered: Vec<Memory>,
}

impl Facts {
    /// The attacker of the battle, as it was when it attacked.
    pub fn attacker(&self) -> Option<Object> {
        self.battle.as_ref()?.attacker
    }

    /// The blocker of the battle, as it was when it blocked.
    pub fn blocker(&self) -> Option<Object> {
        self.battle.as_ref()?.blocker
    }
}
