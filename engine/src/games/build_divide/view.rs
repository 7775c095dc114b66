//! What is seen by whom: ruling-74, ruling-52.

use schemars::JsonSchema;
use serde::Serialize;

use super::BuildDivide;
use super::table::{self, Game, Means, Phase, Verb, Zone};
use super::words::Influence;
use crate::game_kit::sentence::{Part, Speech};
use crate::game_kit::view::{self, CardRef, PileView, PlaceView, Reader, Sight};
use crate::game_kit::zone::zone_of;
use crate::kernel::{CardId, Event, Lies, Match, Point, Seat, Spot, Viewer};

/// One player's half.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct HalfView<'m> {
    /// 山札.
    pub deck: PileView<'m>,
    /// 场.
    pub field: PileView<'m>,
    /// 墓地.
    pub graveyard: PileView<'m>,
    /// 手牌.
    pub hand: PileView<'m>,
}

/// A state as a viewer sees it. Fields stand in the order of the canonical bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StateView<'m> {
    /// The turn player.
    pub active: Seat,
    /// The step.
    pub phase: Phase,
    /// Both halves.
    pub players: [HalfView<'m>; 2],
    /// The turn, counted from 1; 0 in set-up.
    pub turn: u16,
}

/// An event as a viewer sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct EventView<'m> {
    /// By which means.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Means>,
    /// The card that it happened to, if its face is seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<CardRef<'m, Zone>>,
    /// The rule of this record.
    pub cite: &'static str,
    /// Done, or withdrawn by the rule cited.
    pub point: Point,
    /// Who carried it out, or to whom it happened.
    pub seat: Seat,
    /// The same as a sentence in the asked language.
    pub text: String,
    /// What happened.
    pub verb: Verb,
}

/// Whether a viewer sees the face of a card in a player's zone.
pub fn sees(game: &Game<'_>, viewer: Viewer, lies: &Lies<BuildDivide>) -> bool {
    let Some((zone, Some(seat))) = zone_of(game, lies.spot) else { return false };
    match zone {
        Zone::Deck | Zone::Life => false,
        Zone::Hand | Zone::DDeck | Zone::Aside => viewer.is(seat) || !game.holds(cite!("ruling-74")),
        _ => true,
    }
}

impl Sight for BuildDivide {
    type Does = i64;

    fn printed_id<'m>(game: &'m Match<'_, BuildDivide>, card: CardId) -> &'m str {
        &table::printed(game, card).id
    }

    fn name<'m>(game: &'m Match<'_, BuildDivide>, card: CardId, language: usize) -> Option<&'m str> {
        Some(table::printed(game, card).name.text(language))
    }

    fn place(game: &Game<'_>, spot: Spot<BuildDivide>) -> Option<PlaceView<Zone>> {
        let (zone, seat) = zone_of(game, spot)?;
        Some(PlaceView { cell: None, seat: Some(seat?), zone })
    }

    fn does(_: &Game<'_>, _: Viewer, influence: &Influence) -> Option<i64> {
        match influence {
            Influence::Add(_, by) => Some(*by),
            _ => None,
        }
    }
}

/// The state as its reader sees it.
pub fn state<'m>(game: &'m Game<'_>, reader: Reader) -> StateView<'m> {
    let facts = &game.state.facts;
    let half = |seat: Seat| {
        let pile = |zone: table::ZoneOf| view::pile(game, reader, zone.of(seat));
        HalfView {
            deck: pile(table::DECK),
            field: pile(table::FIELD),
            hand: pile(table::HAND),
            graveyard: pile(table::GRAVEYARD),
        }
    };
    StateView { active: facts.active, phase: facts.phase, players: Seat::BOTH.map(half), turn: facts.turn }
}

/// Events as a viewer sees them.
pub fn events<'m>(
    game: &'m Game<'_>,
    list: &[Event<BuildDivide>],
    viewer: Viewer,
    speech: &Speech<'_>,
) -> Vec<EventView<'m>> {
    let view = |event: &Event<BuildDivide>| {
        let (proposal, way) = (&event.proposal, view::way(game, event, viewer, speech.language));
        let mut view = EventView {
            by: (proposal.detail.means != Means::Rule).then_some(proposal.detail.means),
            card: way.card,
            cite: super::rules::RULES.id(event.rule),
            point: event.point,
            seat: proposal.seat,
            text: String::new(),
            verb: proposal.verb,
        };
        let parts = [("card", Part::card(view.card.as_ref())), ("seat", Part::Seat(view.seat))];
        view.text = speech.event(view.verb.word(), view.point, &parts);
        view
    };
    list.iter().map(view).collect()
}

/// The cards that one which was never named can be where it lies: no territory [卡组构筑.3].
pub fn definitions(pool: &super::printed::Pool, _: Spot<BuildDivide>) -> Vec<u16> {
    let cards = (0..).zip(pool.cards());
    cards.filter(|(_, card)| card.kind != super::printed::Kind::Territory).map(|(place, _)| place).collect()
}
