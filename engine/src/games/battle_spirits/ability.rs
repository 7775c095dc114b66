//! The abilities that a card has now, and their limits: 效果的發揮.1, 能量增減.2, 基本行動.核心卡.5, 用語集.效果限制,
//! FAQ.靈魂卡等的狀態.Q2, FAQ.效果通則.Q9; ruling-27, ruling-30, ruling-58, ruling-71, ruling-105, ruling-108.

use super::printed::{ABILITY_LIMIT, Interests};
use super::table::{self, Game, HAND, TRASH, owner, printed};
use super::words::ability::Zone;
use super::words::change::topics;
use super::words::{Ability, Effect, Influence, Static};
use super::{BattleSpirits, stat};
use crate::abilities::standing::running_on;
use crate::abilities::{Lasting, Scene};
use crate::kernel::{CardId, MapCards, Object, Seat, wire};

/// How an ability is named: the card that it is printed on, and its number there from 0.
#[wire(Copy, MapCards)]
pub struct AbilityId {
    /// The card, by its place in the pool.
    pub definition: u16,
    /// Its number.
    pub number: u8,
}

/// On the wire, the number of an ability that an effect gave is its number on its own card plus this.
pub const GIVEN: u8 = ABILITY_LIMIT as u8;

/// The printed abilities of a card, in the order of their numbers.
pub fn of_card(game: &Game<'_>, card: CardId) -> impl Iterator<Item = AbilityId> + use<> {
    let definition = game.definition(card);
    let count = printed(game, card).abilities.len();
    (0..).take(count).map(move |number| AbilityId { definition, number })
}

/// An ability by its id; `None`: its card has none of that number.
pub fn by_id<'p>(game: &Game<'p>, ability: AbilityId) -> Option<&'p Ability> {
    game.pool.card(ability.definition).abilities.get(usize::from(ability.number))
}

/// The sentences of an ability's effect.
pub fn effects<'p>(game: &Game<'p>, id: AbilityId) -> &'p [Effect] {
    by_id(game, id).map_or(&[], Ability::effects)
}

/// What a card's abilities listen to and change: read before the abilities themselves, to pass most cards
/// over.
pub fn interests(game: &Game<'_>, card: CardId) -> Interests {
    game.pool.interests(game.definition(card)).copied().unwrap_or_default()
}

/// Whether a card has an ability at its present level [能量增減.2, 基本行動.核心卡.5]. A card that waits to leave has
/// only abilities of the waiting state [FAQ.靈魂卡等的狀態.Q2]; one that waits because it is depleted has no level,
/// and keeps them at any.
pub fn is_active(game: &Game<'_>, me: Object, id: AbilityId) -> bool {
    let Some(ability) = by_id(game, id) else { return false };
    let at_level = is_at_level(game, me, ability);
    if table::waits(game, me.card) && game.in_force(cite!("FAQ.靈魂卡等的狀態.Q2")) {
        let depleted = stat::level(game, me.card) == 0 && !is_off(game, me);
        return ability.is_of_waiting_state() && (at_level || depleted);
    }
    at_level
}

/// Whether the abilities of a field card are off, because it is treated as another kind of card [ruling-108].
fn is_off(game: &Game<'_>, me: Object) -> bool {
    stat::is_treated(game, me.card) && game.in_force(cite!("ruling-108"))
}

/// Whether a field card has an ability at its present level [能量增減.2, 基本行動.核心卡.5].
fn is_at_level(game: &Game<'_>, me: Object, ability: &Ability) -> bool {
    let levels = &ability.head.levels;
    let has_level = levels.contains(&stat::level(game, me.card)) && game.in_force(cite!("基本行動.核心卡.5"));
    let at_level = levels.is_empty() || has_level || !game.in_force(cite!("能量增減.2"));
    at_level && !is_off(game, me)
}

/// The abilities that another text finds on a card, each with whether an effect gave it. On the field these
/// are the ones of its present level, also while it waits to leave; elsewhere all printed ones
/// [FAQ.靈魂卡等的狀態.Q2, ruling-71, ruling-105].
pub fn referred(game: &Game<'_>, card: CardId) -> Vec<(AbilityId, bool)> {
    let (me, on_field) = (game.state.table.object(card), table::is_on_field(game, card));
    let has = |id: AbilityId, is_given: bool| {
        by_id(game, id).is_some_and(|ability| {
            let only_active = table::waits(game, card) && !game.in_force(cite!("ruling-71"));
            is_given == (ability.head.zone == Zone::Given)
                && (!on_field || is_at_level(game, me, ability))
                && (!only_active || is_active(game, me, id))
        })
    };
    let given = if on_field { given(game, me) } else { Vec::new() };
    let own = of_card(game, card).map(|id| (id, false));
    own.chain(given.into_iter().map(|id| (id, true))).filter(|(id, given)| has(*id, *given)).collect()
}

/// The abilities that effects give to a field card, which work as if they were printed on it [回合流程.1].
pub fn given(game: &Game<'_>, me: Object) -> Vec<AbilityId> {
    let running = running_on(game, topics::ABILITIES, me);
    let mut given: Vec<AbilityId> = running
        .filter_map(|modifier| match modifier.influence {
            Influence::GrantAbility(id) => Some(id),
            _ => None,
        })
        .collect();
    let reaches = |scene: &Scene<'_>, each: &Static| {
        let Static::GrantAbility(word) = each else { return false };
        word.what.takes_in(game, scene, me.card)
    };
    stat::each_standing(game, topics::ABILITIES, reaches, |_, each, (_, id, _)| {
        if let Static::GrantAbility(word) = each {
            given.push(<BattleSpirits as Lasting>::sibling(id, word.ability));
        }
    });
    given
}

/// Whether the card of an ability lies in the zone in which the ability is effective.
pub(super) fn is_in_its_zone(game: &Game<'_>, me: Object, id: AbilityId, ability: &Ability) -> bool {
    let card = me.card;
    let seat = owner(game, card);
    game.state.table.is_current(me)
        && match ability.head.zone {
            Zone::Field => table::is_on_field(game, card),
            Zone::Hand => table::lies_in(game, card, HAND, seat),
            Zone::Trash => table::lies_in(game, card, TRASH, seat),
            Zone::Given => table::is_on_field(game, card) && given(game, me).contains(&id),
        }
}

/// Whether a limit of an ability is used up: 〔每回合1次〕 and 〔每次戰鬥1次〕 of the card, or of all cards of its name
/// [ruling-27, ruling-30, ruling-58].
pub fn is_used_up(game: &Game<'_>, seat: Seat, me: Object, id: AbilityId) -> bool {
    let Some(ability) = by_id(game, id) else { return false };
    let facts = &game.state.facts;
    let in_turn = ability.head.once_per_turn
        && facts.used.contains(&(me, id))
        && game.in_force(cite!("用語集.效果限制.每回合1次"));
    let in_battle = ability.head.once_per_battle
        && facts.battle.as_ref().is_none_or(|battle| battle.used.contains(&(me, id)))
        && game.in_force(cite!("用語集.效果限制.每次戰鬥1次"));
    in_turn || in_battle || is_name_used_up(game, seat, id)
}

/// Whether a player has used an effect of this card name this turn [FAQ.效果通則.Q9].
pub fn is_name_used_up(game: &Game<'_>, seat: Seat, id: AbilityId) -> bool {
    let used = game.state.facts.names_used.get(seat);
    let is_limited = by_id(game, id).is_some_and(|ability| ability.head.once_per_turn_by_name);
    let name = game.pool.card(id.definition).called();
    is_limited && used.iter().any(|(other, number)| other == name && *number == id.number)
}

/// Notes that an ability was used or raised, if its uses are limited.
pub fn note_use(game: &mut Game<'_>, seat: Seat, me: Object, id: AbilityId) {
    let Some(ability) = by_id(game, id) else { return };
    if ability.head.once_per_turn {
        game.facts_mut().used.push((me, id));
    }
    if ability.head.once_per_battle
        && let Some(battle) = &mut game.facts_mut().battle
    {
        battle.used.push((me, id));
    }
    if ability.head.once_per_turn_by_name && game.in_force(cite!("FAQ.效果通則.Q9")) {
        let name = game.pool.card(id.definition).called().to_owned();
        game.facts_mut().names_used.get_mut(seat).push((name, id.number));
    }
}
