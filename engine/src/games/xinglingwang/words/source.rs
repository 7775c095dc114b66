//! The places in which texts look for cards.
//!
//! 四 zones; 七.4 conferred magic; 十二.3 tributes; ruling-75 looking into a deck.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::super::Xinglingwang;
use super::super::field;
use super::super::findings;
use super::super::table;
use super::{Amount, Select, standing};
use crate::abilities::filter::looked_at;
use crate::abilities::lint::meant;
use crate::abilities::{Lint, Part, Scene, SourceWord};
use crate::kernel::{CardId, Match, Seat, wire};
use crate::verdict::Cite;

type Game<'p> = Match<'p, Xinglingwang>;

/// Where cards are looked for; without a word, the units on the field.
#[wire(Default, Part<Xinglingwang>)]
pub enum Source {
    /// Units, by the half that they stand on.
    #[default]
    Field,
    /// 場地區.
    FieldCard,
    /// 手牌.
    Hand,
    /// The whole deck.
    Deck,
    /// The top cards of the deck.
    DeckTop(#[part(count)] Amount),
    /// The bottom cards of the deck.
    DeckBottom(#[part(count)] Amount),
    /// 墓地.
    Graveyard,
    /// 除外區.
    Exile,
    /// Hand cards and units together.
    HandAndField,
    /// The magic conferred to the cards meant.
    MagicOn(Box<Select>),
    /// The cards that were looked at.
    #[part(refers_to = meant::LOOKED)]
    Looked,
    /// Those sacrificed for the unit that the text stands on, by their owners; this turn only [十二.3].
    #[part(refers_to = standing::TRIBUTES)]
    Tributes,
    /// Those sacrificed for the units meant, by their owners; this turn only [十二.3].
    TributesOf(Box<Select>),
    /// All of these places together.
    #[part(with = lint_together)]
    Together(Vec<Source>),
}

const MOST_PLACES: usize = 8;

impl Source {
    /// The zones that its cards lie in, one bit each; 0: they may lie anywhere.
    const fn zones(&self) -> u8 {
        match self {
            Source::Field => 1,
            Source::Hand => 2,
            Source::HandAndField => 1 | 2,
            Source::FieldCard => 4,
            Source::Deck | Source::DeckTop(_) | Source::DeckBottom(_) => 8,
            Source::Graveyard => 16,
            Source::Exile => 32,
            Source::MagicOn(_) => 64,
            Source::Looked | Source::Tributes | Source::TributesOf(_) | Source::Together(_) => 0,
        }
    }

    /// Whether two places certainly have cards in common.
    fn overlaps(&self, other: &Source) -> bool {
        self == other || self.zones() & other.zones() != 0
    }
}

/// The cards sacrificed for a unit this turn that a player owns.
fn tributes_of(game: &Game<'_>, unit: CardId, seat: Seat) -> impl Iterator<Item = CardId> {
    let kept = game.state.facts.tributes.iter().find(|(other, _)| *other == unit);
    let tributes = kept.map(|(_, tributes)| tributes.as_slice()).unwrap_or_default().iter();
    tributes.copied().filter(move |card| table::owner(game, *card) == seat)
}

fn lint_together(lint: &mut Lint<'_, Xinglingwang>, places: &[Source]) {
    if !(2..=MOST_PLACES).contains(&places.len()) {
        lint.find("number_out_of_range", findings::place_count(MOST_PLACES));
    }
    let overlaps =
        |(index, place): (usize, &Source)| places.iter().take(index).any(|other| other.overlaps(place));
    if places.iter().enumerate().any(overlaps) {
        lint.find("wrong_attribute", findings::places_overlap());
    }
    if places.iter().any(|place| matches!(place, Source::Together(_))) {
        lint.find("wrong_attribute", findings::nested_together());
    }
    Source::lint_list_at(places, "together", lint);
}

impl SourceWord<Xinglingwang> for Source {
    fn unavailable(&self) -> &'static [&'static str] {
        match self {
            Source::Field | Source::HandAndField => &[],
            Source::Together(places) => match places.iter().any(|place| place.unavailable().is_empty()) {
                true => &[],
                false => &[standing::ON_FIELD],
            },
            Source::FieldCard
            | Source::Hand
            | Source::Deck
            | Source::DeckTop(_)
            | Source::DeckBottom(_)
            | Source::Graveyard
            | Source::Exile
            | Source::MagicOn(_)
            | Source::Looked
            | Source::Tributes
            | Source::TributesOf(_) => &[standing::ON_FIELD],
        }
    }

    fn cards<'g>(&self, game: &'g Game<'_>, scene: &Scene<'_>, seat: Seat) -> Cow<'g, [CardId]> {
        let state = &game.state.table;
        let list = |zone: table::ZoneOf| state.list(zone.of(seat));
        match self {
            Source::Field => field::units(game, seat).into_vec().into(),
            Source::FieldCard => list(table::FIELD_CARD).into(),
            Source::Hand => list(table::HAND).into(),
            Source::Deck => list(table::DECK).into(),
            Source::DeckTop(n) => list(table::DECK).iter().copied().take(n.count(game, scene)).collect(),
            Source::DeckBottom(n) => {
                list(table::DECK).iter().rev().copied().take(n.count(game, scene)).collect()
            }
            Source::Graveyard => list(table::GRAVEYARD).into(),
            Source::Exile => list(table::EXILE).into(),
            Source::HandAndField => {
                list(table::HAND).iter().copied().chain(field::units(game, seat)).collect()
            }
            Source::MagicOn(what) => {
                let hosts = what.all(game, scene);
                hosts
                    .iter()
                    .flat_map(|host| table::conferred(game, host.card))
                    .filter(|card| table::owner(game, *card) == seat)
                    .collect()
            }
            Source::Looked => looked_at(game, scene, seat).into(),
            Source::Tributes => tributes_of(game, scene.me.card, seat).collect(),
            Source::TributesOf(what) => {
                let units = what.all(game, scene);
                units.iter().flat_map(|unit| tributes_of(game, unit.card, seat)).collect()
            }
            Source::Together(places) => {
                let mut cards: Vec<CardId> = Vec::new();
                for place in places {
                    let more = place.cards(game, scene, seat);
                    if !game.spend(more.len()) {
                        break;
                    }
                    cards.extend_from_slice(&more);
                }
                // Cards that were looked at or sacrificed may also lie in another of the places.
                let mut seen = BTreeSet::new();
                cards.retain(|card| seen.insert(*card));
                cards.into()
            }
        }
    }

    fn unordered<'g>(&self, game: &'g Game<'_>, scene: &Scene<'_>, seat: Seat) -> Cow<'g, [CardId]> {
        if matches!(self, Source::Field) {
            return game.state.table.list(table::FIELD.of(seat)).into();
        }
        self.cards(game, scene, seat)
    }

    fn is_seen(&self, owner: Seat, viewer: Seat) -> bool {
        match self {
            Source::Hand | Source::HandAndField => owner == viewer,
            Source::DeckTop(_) | Source::DeckBottom(_) => false,
            // A player may search the own deck as a whole [ruling-75].
            Source::Deck => owner == viewer,
            Source::Together(places) => places.iter().all(|place| place.is_seen(owner, viewer)),
            Source::Field
            | Source::FieldCard
            | Source::Graveyard
            | Source::Exile
            | Source::MagicOn(_)
            | Source::Looked
            | Source::Tributes
            | Source::TributesOf(_) => true,
        }
    }

    /// Only one player sees the cards that are looked at [四.2].
    fn is_told(&self, owner: Seat) -> bool {
        if let Source::Together(places) = self {
            return places.iter().all(|place| place.is_told(owner));
        }
        *self != Source::Looked && self.is_seen(owner, owner.other())
    }

    fn is_partly_told(&self, owner: Seat) -> bool {
        if let Source::Together(places) = self {
            return places.iter().any(|place| place.is_partly_told(owner));
        }
        *self == Source::HandAndField || self.is_told(owner)
    }

    fn rule(&self) -> Cite {
        match self {
            Source::Field => cite!("四.10"),
            Source::FieldCard => cite!("四.5"),
            Source::Hand | Source::HandAndField => cite!("四.1"),
            Source::Deck | Source::DeckTop(_) | Source::DeckBottom(_) => cite!("四.2"),
            Source::Graveyard => cite!("四.3"),
            Source::Exile => cite!("四.8"),
            Source::MagicOn(_) => cite!("七.4"),
            Source::Looked => cite!("六.1"),
            Source::Tributes | Source::TributesOf(_) => cite!("十二.3"),
            Source::Together(places) => places.first().map_or(cite!("六.1"), SourceWord::rule),
        }
    }
}
