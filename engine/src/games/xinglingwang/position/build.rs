//! Makes a position of a state, as a viewer sees it, and notes what a position cannot express.

use super::super::Xinglingwang;
use super::super::action::At;
use super::super::field::{self, Field, Where};
use super::super::printed::{TRAVELER, TRAVELER_DEFINITION};
use super::super::table::{self, Mark, Role, Way, Zone};
use super::super::words::Influence;
use super::super::words::ability::Ability;
use super::super::words::continuous::Static;
use super::{
    Does, Entered, Fight, Half, Lower, Machine, Opens, Owned, Position, Redirect, Running, Standing,
    Tributes, UsedName, WINDOWS, WindowName, Won,
};
use crate::abilities::LastingWord;
use crate::abilities::lasting::{Change, NumberChange};
use crate::game_kit::position::{Inexpressible, Made, PositionBuilder};
use crate::kernel::{CardId, Frame, Match, Modifier, Object, Reach, Seat, Spot, State as Table, Viewer};

type Game<'p> = Match<'p, Xinglingwang>;
type Builder<'m, 'p> = PositionBuilder<'m, 'p, Xinglingwang>;

/// The position that a viewer sees, with a note of everything that a position cannot express.
pub(crate) fn position_of(game: &Game<'_>, viewer: Viewer) -> Made<Position> {
    if game.state.outcome.is_some() {
        return Made::nothing("", Inexpressible::Over);
    }
    let Some((window, entered_from)) = window(game) else {
        return Made::nothing("", Inexpressible::Underway);
    };
    let facts = &game.state.facts;
    // A seat may not learn that the other has entered something, or used an ability of a card in hand.
    let is_full = viewer == Viewer::Full;
    let mut builder = PositionBuilder::new(game, viewer);
    let mut halves: Vec<Half> = Seat::BOTH.into_iter().map(|side| half(&mut builder, side)).collect();
    // The figures of travelers are numbered after all other cards.
    for (side, half) in Seat::BOTH.into_iter().zip(&mut halves) {
        half.field = Field::of(|number| unit(&mut builder, Where { side, number }, &half.field));
    }
    for seat in Seat::BOTH {
        let mut spare = game.state.table.list(table::SHELF.of(seat)).to_vec();
        spare.sort_unstable();
        builder.cards.extend(spare);
        if !game.state.table.list(table::USING.of(seat)).is_empty() {
            builder.inexpressible(format!("/players/{}/using", seat.number()), Inexpressible::Place);
        }
    }
    let speaker = match game.state.agenda.last() {
        Some(Frame::Window(open)) if window == WindowName::BeforeBattle => Some(open),
        _ => None,
    };
    let position = Position {
        turn: facts.turn,
        active: facts.active,
        first: facts.first,
        window,
        answered: window == WindowName::Mulligan && *facts.mulligans.get(facts.first),
        turned: facts.countdown.then(|| super::super::ending::STARS.saturating_sub(facts.stars)),
        normal_play: facts.normal_play,
        formation_play: facts.formation_play,
        defence: facts.defence,
        mech: Machine { used: facts.mech_used, names: facts.mech.clone().unwrap_or_default() },
        entered_from,
        tactic: facts.tactic,
        attacked: facts.attacked,
        fresh: facts.fresh && is_full,
        extra_plays: facts.extra_plays,
        activated: activated(&builder),
        tributes: tributes(&mut builder),
        redirects: redirects(&mut builder),
        used_names: used_names(&builder, is_full),
        speaker: speaker.map(|open| open.speaker),
        passed: speaker.is_some_and(|open| open.passes > 0),
        battle: fight(&mut builder),
        effects: builder.effects(effect),
        players: halves,
    };
    if is_full {
        note_full_view(&mut builder);
    }
    builder.done(position, forget)
}

/// Notes what a position cannot express, where only the full view may learn of it.
fn note_full_view(builder: &mut Builder<'_, '_>) {
    let state = &builder.game.state;
    if !state.facts.passed_over.is_empty() {
        builder.inexpressible("", Inexpressible::ThisTurn);
    }
    if state.names_former(sourceless) {
        builder.inexpressible("", Inexpressible::Former);
    }
    let turn = state.facts.turn;
    let elsewhere = state.table.cards().any(|(card, lying)| {
        lying.mark.used.numbers(turn).next().is_some() && !table::is_unit(builder.game, card)
    });
    if elsewhere {
        builder.inexpressible("", Inexpressible::ThisTurn);
    }
    if order_matters(builder.game) {
        builder.inexpressible("/effects", Inexpressible::OrderOfTime);
    }
}

/// The open window; for one inside another, also that other window. `None`: the game does not stand in a
/// window that a position names.
fn window(game: &Game<'_>) -> Option<(WindowName, Option<WindowName>)> {
    let [asked] = game.state.asked.as_slice() else { return None };
    let window = WINDOWS.asking(asked.question.name())?;
    let Opens::Inside(_) = window.opens else { return Some((window.name, None)) };
    let Frame::Window(around) = game.state.agenda.iter().rev().nth(1)? else { return None };
    let around = WINDOWS.asking(around.question.name())?;
    matches!(around.opens, Opens::Free(..)).then_some((window.name, Some(around.name)))
}

/// The owner of a card, if that is not the player of the half.
fn owner(game: &Game<'_>, card: CardId, side: Seat) -> Option<Seat> {
    Some(table::owner(game, card)).filter(|owner| *owner != side)
}

/// The half of a player without the travelers on its field, whose figures are numbered later.
fn half(builder: &mut Builder<'_, '_>, side: Seat) -> Half {
    let game = builder.game;
    let field = Field::of(|number| {
        let card = field::at(game, Where { side, number })?;
        (!table::is_traveler(game, card)).then(|| standing(builder, card, side))
    });
    let field_card = table::field_card(game, side).map(|card| builder.card(card));
    let mut pile = |zone: Zone| {
        builder.pile(&format!("/players/{}/{}", side.number(), zone.word()), zone.place().of(side))
    };
    let facts = &game.state.facts;
    Half {
        field,
        field_card,
        hand: pile(Zone::Hand),
        deck: pile(Zone::Deck),
        graveyard: pile(Zone::Graveyard),
        exile: pile(Zone::Exile),
        forest: table::forest(game, side),
        reward: table::reward(game, side),
        energy: table::energy(game, side),
        race: Some(facts.races.get(side).clone()).filter(|race| !race.is_empty()),
        early_end: *facts.early_end.get(side),
        sneaks: *facts.sneaks.get(side),
        this_turn: (*facts.this_turn.get(side)).into(),
    }
}

/// The unit on a position: one of `numbered`, or a traveler, whose figure is numbered now.
fn unit(builder: &mut Builder<'_, '_>, at: Where, numbered: &Field<Standing>) -> Option<Standing> {
    if let Some(standing) = numbered.at(at.name()) {
        return Some(standing.clone());
    }
    let card = field::at(builder.game, at)?;
    Some(standing(builder, card, at.side))
}

/// Numbers a card that lies open; its id in the pool, or `traveler` for a figure.
fn id(builder: &mut Builder<'_, '_>, card: CardId) -> String {
    let id = builder.card(card);
    if table::is_traveler(builder.game, card) { TRAVELER.to_owned() } else { id }
}

fn standing(builder: &mut Builder<'_, '_>, card: CardId, side: Seat) -> Standing {
    let (game, turn) = (builder.game, builder.game.state.facts.turn);
    let mark = table::mark(game, card);
    let id_of_unit = id(builder, card);
    let lower: Vec<_> = table::lower(game, card).collect();
    let under = lower
        .into_iter()
        .map(|(card, edge)| Lower { card: id(builder, card), edge, owner: owner(game, card, side) })
        .collect();
    let conferred: Vec<CardId> = table::conferred(game, card).collect();
    let magic = conferred
        .into_iter()
        .map(|magic| {
            let card = id(builder, magic);
            match owner(game, magic, side) {
                Some(owner) => Owned::Of { card, owner },
                None => Owned::Card(card),
            }
        })
        .collect();
    let entered = if mark.kept_in_front { Entered::Front } else { Entered::Back };
    Standing {
        card: id_of_unit,
        state: mark.state,
        owner: owner(game, card, side),
        entered: (turn > 0 && mark.entered == turn).then_some(entered),
        way: if turn > 0 && mark.entered == turn { mark.way } else { Way::default() },
        attacked: turn > 0 && mark.attacked == turn,
        designated: mark.designated.and_then(Where::from_index).map(Where::at),
        under,
        magic,
        passengers: table::passengers(game, card),
        used: mark.used.numbers(turn).map(|index| index.saturating_add(1)).collect(),
    }
}

/// The position of an object, if it still stands on the field.
fn at(game: &Game<'_>, object: Object) -> Option<At> {
    table::stands(game, object).then(|| field::position(game, object.card).map(Where::at))?
}

/// The cards whose effects were activated this turn, as far as they are the same objects still and the viewer
/// sees them.
fn activated(builder: &Builder<'_, '_>) -> Vec<CardId> {
    let game = builder.game;
    let seen = |object: &&Object| {
        game.state.table.is_current(**object) && game.sees_card(builder.viewer, object.card)
    };
    let activated = game.state.facts.activated.iter().filter(seen);
    activated.filter_map(|object| builder.number(object.card)).collect()
}

/// The effects limited by name that were used this turn; only the full view shows them.
fn used_names(builder: &Builder<'_, '_>, is_full: bool) -> Vec<UsedName> {
    let used = builder.game.state.facts.used_names.iter().filter(|_| is_full);
    used.map(|(seat, name, ability)| UsedName {
        seat: *seat,
        name: name.clone(),
        ability: ability.saturating_add(1),
    })
    .collect()
}

fn tributes(builder: &mut Builder<'_, '_>) -> Vec<Tributes> {
    let game = builder.game;
    let mut kept = Vec::new();
    for (unit, tributes) in &game.state.facts.tributes {
        let named = |card: &CardId| builder.number(*card).filter(|_| game.sees_card(builder.viewer, *card));
        let numbers = tributes.iter().map(named).collect::<Option<Vec<CardId>>>();
        match named(unit).zip(numbers) {
            Some((unit, tributes)) => kept.push(Tributes { unit, tributes }),
            None => builder.inexpressible("", Inexpressible::ThisTurn),
        }
    }
    kept
}

fn redirects(builder: &mut Builder<'_, '_>) -> Vec<Redirect> {
    let game = builder.game;
    let mut turned = Vec::new();
    for (attacker, target) in &game.state.facts.redirects {
        match (at(game, *attacker), at(game, *target)) {
            (Some(attacker), Some(target)) => turned.push(Redirect { attacker, target }),
            (Some(_), None) => builder.inexpressible("/battle", Inexpressible::Former),
            (None, _) => {}
        }
    }
    turned
}

fn fight(builder: &mut Builder<'_, '_>) -> Option<Fight> {
    let game = builder.game;
    let battle = game.state.facts.battle.as_ref()?;
    let attacker = at(game, battle.attacker);
    let units = battle.defenders.iter().map(|defender| at(game, *defender)).collect::<Option<Vec<At>>>();
    let (Some(attacker), Some(mut defenders)) = (attacker, units) else {
        builder.inexpressible("/battle", Inexpressible::Former);
        return None;
    };
    if battle.goes_on || !battle.spared.is_empty() {
        builder.inexpressible("/battle", Inexpressible::ThisTurn);
    }
    let fought = (usize::from(battle.now) + 1).min(defenders.len());
    let then = defenders.split_off(fought);
    let won = match battle.result() {
        Some((winner, _)) if winner == battle.attacker => Won::Attacker,
        _ => Won::Defender,
    };
    Some(Fight { attacker, defenders, then, won })
}

fn effect(builder: &Builder<'_, '_>, modifier: &Modifier<Xinglingwang>) -> Option<Running> {
    let game = builder.game;
    let Reach::Objects(objects) = &modifier.reach else { return None };
    let seen = objects.iter().filter(|object| game.sees_card(builder.viewer, object.card));
    let on = seen.map(|object| at(game, *object)).collect::<Option<Vec<At>>>()?;
    // Everybody knows magic that lies under a unit, because it was used openly.
    let conferred = |card: CardId| {
        let spot = game.state.table.card(card).map(|card| card.spot);
        matches!(spot, Some(Spot::Member(_, Role::Magic)))
    };
    Some(Running {
        on: Some(on).filter(|on| !on.is_empty())?,
        does: Does::of(game.pool, &modifier.influence)?,
        until: modifier.until,
        seat: modifier.seat,
        source: modifier.source.and_then(|source| builder.source(source, conferred)),
        rule: Some(super::super::rules::RULES.id(modifier.rule).to_owned()),
    })
}

/// Whether several effects set a number and one of them is a continuous ability of a card. Then their order
/// may matter, and a position gives the order of running effects only.
fn order_matters(game: &Game<'_>) -> bool {
    let becomes = |each: &Static| {
        let Change::Modify(word) = each.change() else { return false };
        matches!(word.by, NumberChange::Become(_))
    };
    let printed = game.state.table.cards().filter(|(card, lying)| {
        let zone = game.state.table.place_of(*card).and_then(Zone::at);
        let Some(there) = zone.and_then(|(zone, _)| zone.effective()) else { return false };
        let is_becoming =
            |ability: &Ability| ability.head.zone == there && ability.head.apply.iter().any(becomes);
        lying.definition != TRAVELER_DEFINITION
            && game.state.is_known(*card)
            && table::printed(game, *card).all_abilities().any(is_becoming)
    });
    let running = game.state.modifiers.iter();
    let running = running.filter(|modifier| matches!(modifier.influence, Influence::Become(..))).count();
    let printed = printed.count();
    printed > 0 && printed + running > 1
}

/// [`forget`], without the sources of running effects, which positions can express.
fn sourceless(state: &mut Table<Xinglingwang>) {
    forget(state);
    state.modifiers.iter_mut().for_each(|modifier| modifier.source = None);
}

/// Removes from a state what no rule asks for any more: agreements before the game, marks of earlier turns,
/// where cards came from.
fn forget(state: &mut Table<Xinglingwang>) {
    let turn = state.facts.turn;
    state.facts.agreed_first = None;
    // The order of spare figures has no meaning: the rules take the one with the lowest number.
    Seat::BOTH.into_iter().for_each(|seat| state.table.sort_place(table::SHELF.of(seat)));
    state.facts.activated.sort_unstable();
    state.facts.activated.dedup();
    let mut redirects = std::mem::take(&mut state.facts.redirects);
    redirects.retain(|(attacker, _)| state.table.is_current(*attacker));
    state.facts.redirects = redirects;
    state.table.set_marks(|mark| Mark {
        entered: if mark.entered == turn { turn } else { 0 },
        way: if mark.entered == turn { mark.way } else { Way::default() },
        kept_in_front: mark.kept_in_front && mark.entered == turn,
        attacked: if mark.attacked == turn { turn } else { 0 },
        used: mark.used.in_turn(turn),
        left: None,
        ..mark
    });
}
