//! Makes a position of a table as a viewer sees it, and lists what a position cannot express.

use super::super::AzurLane;
use super::super::action::{At, Cubes};
use super::super::standby::Ability;
use super::super::table::{self, Battlefield, CubeKind, Mark};
use super::super::words::filter::{Face, State};
use super::super::words::skill::Zone;
use super::super::words::{Influence, Skill, Static};
use super::running::Does;
use super::{Fight, Half, Opens, Position, Running, Standing, WINDOWS, WindowName};
use crate::abilities::LastingWord;
use crate::abilities::lasting::{Change, NumberChange};
use crate::game_kit::position::{Inexpressible, Made, PositionBuilder};
use crate::game_kit::zone::zone_of;
use crate::kernel::{CardId, Frame, Match, Modifier, Object, Reach, Seat, State as Table, Viewer};

type OfTable<'m, 'p> = PositionBuilder<'m, 'p, AzurLane>;

/// The table as a position, as a viewer sees it, with what a position cannot express.
pub fn position_of(game: &Match<'_, AzurLane>, viewer: Viewer) -> Made<Position> {
    if game.state.outcome.is_some() {
        return Made::nothing("", Inexpressible::Over);
    }
    let Some((window, active)) = window(game) else { return Made::nothing("", Inexpressible::Underway) };
    let facts = &game.state.facts;
    let mut builder = PositionBuilder::new(game, viewer);
    let players = Seat::BOTH.map(|seat| half(&mut builder, seat)).into();
    let position = Position {
        turn: facts.turn,
        active,
        starting: (facts.turn > 0).then_some(facts.starting),
        window,
        battle: fight(&mut builder),
        answered: Some(*facts.mulligans.get(active)).flatten().filter(|_| window == WindowName::Mulligan),
        effects: builder.effects(effect),
        players,
    };
    if !facts.used.is_empty() {
        builder.inexpressible("", Inexpressible::ThisTurn);
    }
    if viewer == Viewer::Full {
        if game.state.names_former(sourceless) {
            builder.inexpressible("", Inexpressible::Former);
        }
        if order_matters(game) {
            builder.inexpressible("/effects", Inexpressible::OrderOfTime);
        }
    }
    builder.done(position, forget)
}

/// The decision at which the table stands and the player who makes it, or for the opening hands the player
/// who starts.
fn window(game: &Match<'_, AzurLane>) -> Option<(WindowName, Seat)> {
    let [asked] = game.state.asked.as_slice() else { return None };
    let window = WINDOWS.asking(asked.question.name())?;
    let is_open = matches!(game.state.agenda.last(), Some(Frame::Window(_)));
    let active = match window.opens {
        Opens::Asked => asked.seat,
        Opens::Answers => game.state.facts.starting,
        Opens::Line(_) => return None,
        Opens::Turn(..) | Opens::Battle(..) if is_open => game.state.facts.active,
        Opens::Turn(..) | Opens::Battle(..) => return None,
    };
    Some((window.name, active))
}

fn half(builder: &mut OfTable<'_, '_>, seat: Seat) -> Half {
    let (game, cubes) = (builder.game, |kind| table::cubes(builder.game, seat, kind));
    let cubes = Cubes {
        down: cubes(CubeKind::Down),
        down_rested: cubes(CubeKind::DownRested),
        up: cubes(CubeKind::Up),
        up_rested: cubes(CubeKind::UpRested),
    };
    let battlefield = Battlefield::of(|position| {
        let card = game.state.table.on_cell(table::BATTLEFIELD.of(seat), table::cell(position))?;
        Some(standing(builder, card))
    });
    let mut pile = |name: &str, zone: table::ZoneOf| {
        builder.pile(&format!("/players/{}/{name}", seat.number()), zone.of(seat))
    };
    Half {
        battlefield,
        hand: pile("hand", table::HAND),
        deck: pile("deck", table::DECK),
        durability: pile("durability", table::DURABILITY),
        retreat: pile("retreat", table::RETREAT),
        cubes,
    }
}

fn standing(builder: &mut OfTable<'_, '_>, card: CardId) -> Standing {
    let (game, turn) = (builder.game, builder.game.state.facts.turn);
    let (mark, me) = (table::mark(game, card), game.state.table.object(card));
    let id = builder.card(card);
    // The conditions of state triggers may depend on hidden cards.
    let sees_all = builder.viewer == Viewer::Full;
    let holding = game.state.facts.holding.iter().flatten().filter(|(object, _)| sees_all && *object == me);
    Standing {
        card: id,
        state: if mark.rested { State::Rested } else { State::Active },
        fresh: turn > 0 && mark.since == turn,
        face: if mark.back { Face::Back } else { Face::Front },
        under: game.state.table.pile(card).iter().map(|under| builder.card(*under)).collect(),
        used: mark.used.numbers(turn).map(|number| number.saturating_add(1)).collect(),
        holding: holding.map(|(_, ability)| ability.number).collect(),
    }
}

/// The cell of an object that stands on a battlefield.
fn at(game: &Match<'_, AzurLane>, object: Object) -> Option<At> {
    let (seat, cell) = table::battlefield_cell(game, object.card)?;
    game.state.table.is_current(object).then(|| At { cell: table::cell_name(cell).into(), seat })
}

fn fight(builder: &mut OfTable<'_, '_>) -> Option<Fight> {
    let battle = builder.game.state.facts.battle.as_ref()?;
    let fighters = at(builder.game, battle.attacker).zip(at(builder.game, battle.target));
    let Some((attacker, target)) = fighters else {
        builder.inexpressible("/battle", Inexpressible::Former);
        return None;
    };
    let number = |object: &Object| {
        let here = builder.game.state.table.is_current(*object)
            && builder.game.sees_card(builder.viewer, object.card);
        builder.number(object.card).filter(|_| here)
    };
    let supporters: Vec<CardId> = battle.supporters.iter().filter_map(number).collect();
    Some(Fight { attacker, target, supporters })
}

fn effect(builder: &OfTable<'_, '_>, modifier: &Modifier<AzurLane>) -> Option<Running> {
    let game = builder.game;
    let (on, player) = match &modifier.reach {
        Reach::Objects(objects) => {
            let seen = objects.iter().filter(|object| game.sees_card(builder.viewer, object.card));
            let on = seen.map(|object| at(game, *object)).collect::<Option<Vec<At>>>()?;
            (Some(on).filter(|on| !on.is_empty())?, None)
        }
        Reach::Seat(seat) => (Vec::new(), Some(*seat)),
        Reach::Open(_) => return None,
    };
    Some(Running {
        card: None,
        skill: None,
        does: Some(Does::of(game.pool, &modifier.influence)?),
        until: Some(modifier.until),
        seat: modifier.seat,
        on,
        player,
        source: modifier.source.and_then(|source| builder.source(source, |_| false)),
        rule: Some(super::super::rules::RULES.id(modifier.rule).to_owned()),
    })
}

/// Whether the order may matter in which several texts began that set a number: a position keeps the order of
/// running effects, but not the order in which cards with such texts entered.
fn order_matters(game: &Match<'_, AzurLane>) -> bool {
    let becomes = |each: &Static| {
        let Change::Modify(word) = each.change() else { return false };
        matches!(word.by, NumberChange::Become(_))
    };
    let printed = game.state.table.cards().filter(|(card, lying)| {
        let zones: &[Zone] = match zone_of(game, lying.spot) {
            Some((table::Zone::Battlefield, _)) => &[Zone::Battlefield, Zone::Under],
            Some((table::Zone::Hand, _)) => &[Zone::Hand],
            Some((table::Zone::Retreat, _)) => &[Zone::Retreat],
            Some((table::Zone::Deck | table::Zone::Durability | table::Zone::Outside, _)) => return false,
            Some((table::Zone::CubeDeck | table::Zone::CostZone, _)) | None => return false,
        };
        let sets_a_number = |skill: &Skill| {
            zones.iter().any(|zone| skill.head.zone.covers(*zone)) && skill.head.apply.iter().any(becomes)
        };
        game.state.is_known(*card)
            && table::printed(game, *card).faces().any(|face| face.skills.iter().any(sets_a_number))
    });
    let running = game.state.modifiers.iter();
    let running = running.filter(|modifier| matches!(modifier.influence, Influence::Become(..))).count();
    let printed = printed.count();
    printed > 0 && printed + running > 1
}

/// Removes the sources of running effects, too: a position can name a source even if it is gone.
fn sourceless(state: &mut Table<AzurLane>) {
    forget(state);
    state.modifiers.iter_mut().for_each(|modifier| modifier.source = None);
}

/// Removes what no longer has an effect: the agreement before the game, supporters that are gone, marks of
/// earlier turns. Puts the state triggers into a fixed order.
fn forget(state: &mut Table<AzurLane>) {
    let turn = state.facts.turn;
    state.facts.agreed_first = None;
    if let Some(mut battle) = state.facts.battle.take() {
        // A card that has changed zone since it supported is no longer a supporter.
        battle.supporters.retain(|object| state.table.is_current(*object));
        state.facts.battle = Some(battle);
    }
    let holding = state.facts.holding.get_or_insert_default();
    holding.sort_unstable_by_key(|(object, ability): &(Object, Ability)| (*object, *ability));
    state.table.set_marks(|mark| Mark {
        since: if mark.since == turn { turn } else { 0 },
        used: mark.used.in_turn(turn),
        ..mark
    });
}
