//! Makes a position of a table, as a viewer sees it, and lists what a position cannot express.

use super::super::ability::AbilityId;
use super::super::facts::{Facts, Lost};
use super::super::table::{self, Game, Mark, Phase, Zone, ZoneOf, holder};
use super::super::view::flash_window;
use super::super::words::Influence;
use super::super::{BattleSpirits, ability, answer, battle};
use super::running::whom;
use super::{
    AbilityOf, Cores, Does, Fight, Half, LostSpirit, Opens, Position, Running, Standing, ThisTurn, WINDOWS,
    WindowName,
};
use crate::game_kit::position::{Inexpressible, Made, PositionBuilder};
use crate::kernel::{Adjustment, CardId, Frame, Holder, Modifier, Object, Seat, State, Viewer};

type OfTable<'m, 'p> = PositionBuilder<'m, 'p, BattleSpirits>;

/// The position of a table, as a viewer sees it.
pub fn position_of(game: &Game<'_>, viewer: Viewer) -> Made<Position> {
    if game.state.outcome.is_some() {
        return Made::nothing("", Inexpressible::Over);
    }
    let Some(window) = window(game) else { return Made::nothing("", Inexpressible::Underway) };
    let facts = &game.state.facts;
    let mut making = PositionBuilder::new(game, viewer);
    let players: Vec<Half> = Seat::BOTH.into_iter().map(|seat| half(&mut making, seat)).collect();
    let chooses = window == WindowName::ChooseOrder;
    let active = if chooses { facts.chooser.unwrap_or_default() } else { facts.active };
    let answered = facts.redraws.get(facts.first).filter(|_| window == WindowName::Mulligan);
    let position = Position {
        turn: facts.turn,
        active,
        first: (facts.turn > 0).then_some(facts.first),
        window,
        chooser: facts.chooser,
        answered,
        battle: fight(&making),
        effects: making.effects(running),
        players,
    };
    if order_matters(&making) {
        making.inexpressible("/effects", Inexpressible::OrderOfTime);
    }
    if viewer == Viewer::Full {
        note_more(&mut making);
    }
    making.done(position, forget)
}

/// Lists what a position cannot express and only the full view may know.
fn note_more(making: &mut OfTable<'_, '_>) {
    let game = making.game;
    let is_expressible = |(object, ability): &(Object, AbilityId)| {
        table::stands(game, *object) && ability.definition == game.definition(object.card)
    };
    let stays = |(object, _): &&(Object, AbilityId)| game.state.table.is_current(*object);
    let facts = &game.state.facts;
    let in_battle = facts.battle.iter().flat_map(|battle| &battle.used);
    if !facts.used.iter().chain(in_battle).filter(stays).all(is_expressible) {
        making.inexpressible("", Inexpressible::ThisTurn);
    }
    if game.state.names_former(sourceless) {
        making.inexpressible("", Inexpressible::Former);
    }
}

/// Whether the order in which effects began that change numbers may matter. In a position, standing effects
/// began in the order of the card numbers, before the running ones [ruling-70, ruling-84].
fn order_matters(making: &OfTable<'_, '_>) -> bool {
    let game = making.game;
    let standing = &game.state.facts.standing;
    let mut times: Vec<_> = standing
        .iter()
        .map(|stand| (making.number(stand.me.card), stand.ability.number, stand.time))
        .collect();
    times.sort_unstable();
    let running = game.state.modifiers.iter();
    let times: Vec<u32> =
        times.into_iter().map(|(.., time)| time).chain(running.map(|effect| effect.time)).collect();
    if times.is_sorted() {
        return false;
    }
    let printed = standing.iter().flat_map(|stand| {
        let ability = ability::by_id(game, stand.ability);
        ability.map(|ability| ability.number_changes(game, stand.me, stand.ability)).unwrap_or_default()
    });
    let printed = printed.map(|(_, change)| matches!(change, Adjustment::Add(0..)));
    let running = game.state.modifiers.iter().filter_map(|effect| match effect.influence {
        Influence::Add(_, by) => Some(by >= 0),
        Influence::Become(..) | Influence::Multiply(..) => Some(false),
        _ => None,
    });
    let only_raises: Vec<bool> = printed.chain(running).collect();
    only_raises.len() > 1 && only_raises.contains(&false)
}

/// The window in which the table stands; `None`: a position has no name for it.
fn window(game: &Game<'_>) -> Option<WindowName> {
    let [asked] = game.state.asked.as_slice() else { return None };
    let window = WINDOWS.asking(asked.question.name())?;
    let is_open = matches!(game.state.agenda.last(), Some(Frame::Window(_)));
    let needs_window = !matches!(window.opens, Opens::Asked | Opens::Answers);
    (is_open || !needs_window).then_some(window.name)
}

fn cores(game: &Game<'_>, holder: Holder) -> Cores {
    let [normal, soul] = table::cores(game, holder);
    Cores { normal, soul }
}

fn half(making: &mut OfTable<'_, '_>, seat: Seat) -> Half {
    let game = making.game;
    let field =
        table::list(game, table::FIELD, seat).into_iter().map(|card| standing(making, card)).collect();
    let mut pile = |zone: ZoneOf, name: Zone| {
        making.pile(&format!("/players/{}/{}", seat.number(), name.word()), zone.of(seat))
    };
    let facts = &game.state.facts;
    let mut names: Vec<String> = facts.names_used.get(seat).iter().map(|(name, _)| name.clone()).collect();
    names.sort_unstable();
    names.dedup();
    let costs = facts.attack_costs.get(seat).iter();
    let lost = |of: &Lost| {
        let Lost { definition, level, how, by, source } = *of;
        LostSpirit { card: game.pool.card(definition).id.clone(), level, how, by, source }
    };
    let half = Half {
        field,
        hand: pile(table::HAND, Zone::Hand),
        deck: pile(table::DECK, Zone::Deck),
        trash: pile(table::TRASH, Zone::Trash),
        exile: pile(table::EXILE, Zone::Exile),
        life: cores(game, holder(table::LIFE, seat)),
        reserve: cores(game, holder(table::RESERVE, seat)),
        trash_cores: cores(game, holder(table::TRASH, seat)),
        exile_cores: cores(game, holder(table::EXILE, seat)),
        names_used: names,
        attack_costs: costs.map(|cost| u16::try_from(*cost).unwrap_or(u16::MAX)).collect(),
        this_turn: ThisTurn::of(facts.this_turn.get(seat)),
        lost: facts.lost.get(seat).iter().map(lost).collect(),
        used_cards: facts.used_cards.get(seat).iter().map(|of| game.pool.card(*of).id.clone()).collect(),
    };
    let using = table::list(game, table::USING, seat);
    if !using.is_empty() {
        making.cards.extend(using);
        making.inexpressible(format!("/players/{}/using", seat.number()), Inexpressible::Place);
    }
    half
}

fn standing(making: &mut OfTable<'_, '_>, card: CardId) -> Standing {
    let (game, facts) = (making.game, &making.game.state.facts);
    let (mark, object) = (table::mark(game, card), game.state.table.object(card));
    let own =
        |(me, ability): &&(Object, AbilityId)| *me == object && ability.definition == game.definition(card);
    let used = facts.used.iter().filter(own).filter_map(|(_, ability)| answer::number(*ability));
    let mut used: Vec<u8> = used.collect();
    used.sort_unstable();
    used.dedup();
    Standing {
        card: making.card(card),
        cores: cores(game, Holder::Card(card)),
        state: mark.posture,
        summoned_this_turn: facts.turn > 0 && mark.since == facts.turn,
        came: mark.came,
        keisho: mark.keisho,
        used,
    }
}

fn fight(making: &OfTable<'_, '_>) -> Option<Fight> {
    let game = making.game;
    let fight = game.state.facts.battle.as_ref()?;
    let flash = flash_window(game);
    let timing = game.state.facts.state.and_then(Phase::flash);
    let number = |object: Option<Object>| making.number(object?.card);
    let used = fight.used.iter().filter(|(object, _)| table::stands(game, *object));
    let used = used.filter_map(|(object, ability)| {
        Some(AbilityOf { card: making.number(object.card)?, ability: answer::number(*ability)? })
    });
    let mut used: Vec<AbilityOf> = used.collect();
    used.sort_unstable();
    used.dedup();
    Some(Fight {
        attacker: number(battle::attacker(game)),
        blocker: number(battle::blocker(game)),
        blocked: fight.blocked,
        timing: timing.filter(|_| flash.is_some()),
        holder: flash.map(|window| window.speaker),
        passes: flash.map_or(0, |window| window.passes),
        used,
    })
}

fn running(making: &OfTable<'_, '_>, modifier: &Modifier<BattleSpirits>) -> Option<Running> {
    let game = making.game;
    let number = |card| making.number(card).filter(|_| table::is_on_field(game, card));
    let (on, player, all) = whom(game.pool, &modifier.reach, number)?;
    Some(Running {
        seat: modifier.seat,
        card: None,
        ability: None,
        does: Some(Does::of(game.pool, &modifier.influence)?),
        on,
        player,
        all,
        until: Some(modifier.until),
        source: modifier.source.and_then(|source| making.source(source, |_| true)),
        rule: Some(super::super::rules::RULES.id(modifier.rule).to_owned()),
    })
}

/// Takes the sources of running effects away, which two equal positions may differ in.
fn sourceless(state: &mut State<BattleSpirits>) {
    forget(state);
    state.modifiers.iter_mut().for_each(|modifier| modifier.source = None);
}

/// Forgets what no longer matters: answers given before the game, what earlier turns did, fighters that have
/// left, limits of cards that have left, and the order in which limits were used up.
fn forget(state: &mut State<BattleSpirits>) {
    let mut facts: Facts = (*state.facts).clone();
    let table = &state.table;
    let is_there = |object: &Object| table.is_current(*object);
    if facts.turn > 0 {
        facts.redraws = Default::default();
    }
    if let Some(battle) = &mut facts.battle {
        battle.attacker = battle.attacker.filter(is_there);
        battle.blocker = battle.blocker.filter(is_there);
        battle.used.retain(|(object, _)| is_there(object));
        battle.used.sort_unstable();
        battle.used.dedup();
    }
    facts.used.retain(|(object, _)| is_there(object));
    facts.used.sort_unstable();
    facts.used.dedup();
    for seat in Seat::BOTH {
        let names = facts.names_used.get_mut(seat);
        names.sort_unstable();
        names.dedup();
    }
    // A position stands between chains of departures.
    facts.stayed.clear();
    let turn = facts.turn;
    *state.facts = facts;
    state.table.set_marks(|mark| Mark { since: if mark.since == turn { turn } else { 0 }, ..mark });
}
