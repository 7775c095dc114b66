//! The hand that a player brings: 准备手牌.1–准备手牌.3, 手牌.1, 手牌.4, 手牌.5, 指令牌与费用.19, 游戏概述.2; ruling-6, ruling-7,
//! ruling-75.

use super::Tianhai;
use super::printed::Pool;
use super::reason::Reason;
use super::rules::limits::{ORDER_COPIES, ORDERS, UNIT_COPIES, UNITS};
use super::setup::Options;
use super::table::{self, Game, HAND, OUT};
use crate::game_kit::deck::{self, Line};
use crate::game_kit::pool::Names;
use crate::kernel::{Bound, Card, CardId, Spot, Unnamed, wire};
use crate::verdict::Refusal;

/// What a player brings: the opening hand.
#[wire(Default)]
pub struct Deck {
    /// The units.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub units: Vec<Line>,
    /// The orders.
    #[optional]
    #[schemars(skip_serializing_if = "crate::game_kit::wire::never")]
    pub orders: Vec<Line>,
}

impl Names for Deck {
    fn ids(&self) -> Vec<(String, String)> {
        let ids = |part: &'static str, lines: &[Line]| {
            let lines = lines.iter().enumerate();
            let id = |(index, line): (usize, &Line)| (format!("/{part}/{index}/card"), line.card.to_string());
            lines.map(id).collect::<Vec<_>>()
        };
        [ids("units", &self.units), ids("orders", &self.orders)].concat()
    }
}

fn total(lines: &[Line]) -> u64 {
    lines.iter().map(|line| u64::from(line.n)).sum()
}

/// The id of the card that a line names by any of its codes.
fn id<'p>(pool: &'p Pool, line: &Line) -> Option<&'p str> {
    pool.find(&line.card).map(|place| pool.card(place).id.as_str())
}

impl Deck {
    /// The faction of all units; `None`: there are no units, or they have several factions.
    fn faction<'p>(&self, pool: &'p Pool) -> Option<&'p str> {
        let mut factions = self.factions(pool);
        let first = factions.next()?;
        factions.all(|other| other == first).then_some(first)
    }

    fn factions<'p>(&self, pool: &'p Pool) -> impl Iterator<Item = &'p str> {
        let cards = self.units.iter().filter_map(|line| pool.find(&line.card)).map(|place| pool.card(place));
        cards.filter(|card| card.unit.is_some()).map(|card| card.faction.as_str())
    }

    /// Every fault of the hand in the book's order, each with a pointer into it; none: a game can be played
    /// with it. Cards that the pool lacks are not among the faults: reading a hand has refused them before.
    pub fn faults(&self, pool: &Pool, _: &Options) -> Vec<Refusal<Reason>> {
        if self.units.is_empty() && self.orders.is_empty() {
            return vec![Refusal::new(Reason::NoHand, cite!("手牌.1"))];
        }
        let mut faults = Vec::new();
        for (part, lines, units) in [("units", &self.units, true), ("orders", &self.orders, false)] {
            for (index, line) in lines.iter().enumerate() {
                if pool.find(&line.card).is_some_and(|place| pool.card(place).unit.is_some() != units) {
                    let reason = Reason::WrongKind { card: line.card.to_string() };
                    faults
                        .push(Refusal::new(reason, cite!("准备手牌.1")).of(format!("/{part}/{index}/card")));
                }
            }
        }
        let (count, needs) = (total(&self.units), u64::from(UNITS.value));
        if count != needs {
            let fault = Refusal::new(Reason::WrongUnitCount { count, needs }, UNITS.cite);
            faults.push(fault.also(&[cite!("手牌.4")]).of("/units"));
        }
        let (count, needs) = (total(&self.orders), u64::from(ORDERS.value));
        if count != needs {
            let fault = Refusal::new(Reason::WrongOrderCount { count, needs }, ORDERS.cite);
            faults.push(fault.also(&[cite!("手牌.4")]).of("/orders"));
        }
        let most = u64::from(UNIT_COPIES.value);
        for (card, count, index) in deck::copies(&self.units, |line| id(pool, line)) {
            if count > most {
                let reason = Reason::TooManyOfOneUnit { card: card.to_owned(), count, most };
                let fault = Refusal::new(reason, UNIT_COPIES.cite).also(&[cite!("ruling-6")]);
                faults.push(fault.of(format!("/units/{index}/n")));
            }
        }
        let most = u64::from(ORDER_COPIES.value);
        for (card, count, index) in deck::copies(&self.orders, |line| id(pool, line)) {
            if count > most {
                let reason = Reason::TooManyOfOneOrder { card: card.to_owned(), count, most };
                let fault = Refusal::new(reason, ORDER_COPIES.cite).also(&[cite!("ruling-6")]);
                faults.push(fault.of(format!("/orders/{index}/n")));
            }
        }
        match self.faction(pool) {
            None if self.factions(pool).next().is_some() => {
                faults.push(Refusal::new(Reason::MixedFactions, cite!("手牌.5")).of("/units"));
            }
            None => {}
            Some(faction) => {
                for (index, line) in self.orders.iter().enumerate() {
                    let own = |place| pool.card(place).order.is_none() || pool.card(place).faction == faction;
                    if !pool.find(&line.card).is_none_or(own) {
                        let reason = Reason::ForeignOrder { card: line.card.to_string() };
                        let fault = Refusal::new(reason, cite!("指令牌与费用.19"));
                        let fault = fault.also(&[cite!("手牌.5"), cite!("ruling-75")]);
                        faults.push(fault.of(format!("/orders/{index}/card")));
                    }
                }
            }
        }
        faults
    }
}

/// The fault of two hands of one faction [游戏概述.2, ruling-7].
pub fn faults_together(pool: &Pool, decks: &[Deck; 2]) -> Vec<Refusal<Reason>> {
    let [one, other] = decks.each_ref().map(|deck| deck.faction(pool));
    let same = one.is_some() && one == other;
    let fault = || Refusal::new(Reason::SameFaction, cite!("游戏概述.2")).also(&[cite!("ruling-7")]);
    same.then(fault).into_iter().collect()
}

/// Whether cards at a spot are units (`true`) or orders [ruling-50]; `None`: in a hand, which has both.
fn kind_at(spot: Spot<Tianhai>) -> Option<bool> {
    match spot {
        Spot::Place(table::FIELD, _) => Some(true),
        Spot::Place(place, _) if HAND.seat(place).is_some() => None,
        Spot::Place(place, _) if OUT.seat(place).is_some() => Some(true),
        Spot::Place(..) | Spot::Member(..) => Some(false),
    }
}

/// Whether an unnamed card of a hand may be a unit, or an order: a player has a fixed number of each, and the
/// kind of every card outside a hand is public.
fn has_room_for_kind(game: &Game<'_>, unnamed: &Unnamed, is_unit: bool) -> bool {
    let own =
        game.state.table.cards().filter(|(id, card)| card.owner == unnamed.owner && *id != unnamed.card);
    let kind = |(id, card): (CardId, &Card<Tianhai>)| match kind_at(card.spot) {
        None if game.state.is_blank(id) => None,
        None => Some(game.pool.card(card.definition).unit.is_some()),
        seen @ Some(_) => seen,
    };
    let count = own.filter_map(kind).filter(|other| *other == is_unit).count();
    count < if is_unit { UNITS.value as usize } else { ORDERS.value as usize }
}

/// Whether a card may be of its player's faction: the faction of that player's known cards; if there are
/// none, not that of the other player's.
fn is_of_faction(game: &Game<'_>, unnamed: &Unnamed, definition: u16) -> bool {
    let faction = |of: &u16| game.pool.card(*of).faction.as_str();
    let own = faction(&definition);
    match (unnamed.own.first(), unnamed.others.first()) {
        (Some(known), _) => faction(known) == own,
        (None, Some(other)) => faction(other) != own,
        (None, None) => true,
    }
}

fn is_unit(game: &Game<'_>, definition: u16) -> bool {
    game.pool.card(definition).unit.is_some()
}

/// What both players know of a card that nobody has named: its kind outside a hand [ruling-50]; how many
/// units and orders a hand still has [准备手牌.1]; the faction, which backs show [手牌.5, 指令牌与费用.19, 游戏概述.2]; how
/// many copies a player can have [准备手牌.2, 准备手牌.3].
pub const BOUNDS: &[Bound<Tianhai>] = &[
    Bound {
        cites: &[cite!("ruling-50")],
        of_place: true,
        allows: |game, unnamed, definition| {
            let spot = game.state.table.card(unnamed.card).map(|card| card.spot);
            let kind = spot.and_then(kind_at);
            kind.is_none_or(|unit| unit == is_unit(game, definition))
        },
    },
    Bound {
        cites: &[cite!("指令牌与费用.19"), cite!("手牌.5"), cite!("ruling-75")],
        of_place: false,
        allows: |game, unnamed, definition| {
            is_unit(game, definition) || is_of_faction(game, unnamed, definition)
        },
    },
    Bound {
        cites: &[cite!("手牌.5"), cite!("游戏概述.2")],
        of_place: false,
        allows: |game, unnamed, definition| is_of_faction(game, unnamed, definition),
    },
    Bound {
        cites: &[UNITS.cite],
        of_place: false,
        allows: |game, unnamed, definition| {
            let in_hand =
                game.state.table.card(unnamed.card).is_some_and(|card| kind_at(card.spot).is_none());
            !in_hand || has_room_for_kind(game, unnamed, is_unit(game, definition))
        },
    },
    Bound {
        cites: &[UNIT_COPIES.cite, cite!("ruling-6")],
        of_place: false,
        allows: |game, unnamed, definition| {
            let most = u64::from(UNIT_COPIES.value);
            !is_unit(game, definition) || unnamed.has_room(most, |own| own == definition)
        },
    },
    Bound {
        cites: &[ORDER_COPIES.cite, cite!("ruling-6")],
        of_place: false,
        allows: |game, unnamed, definition| {
            let most = u64::from(ORDER_COPIES.value);
            is_unit(game, definition) || unnamed.has_room(most, |own| own == definition)
        },
    },
];
