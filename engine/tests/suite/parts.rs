//! Parts of the kernel and the kit alone: unknown places, counted pieces, the index of cards.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::collections::BTreeMap;

use proptest::prelude::*;
use rules_judge_engine::game_kit::pool::Index;
use rules_judge_engine::kernel::table::pieces::Pieces;
use rules_judge_engine::kernel::{CardId, Holder, PlaceId, Unknown};

use crate::probe::*;

rules! { MIXED "1.1" }

fn cards(numbers: &[u16]) -> Vec<CardId> {
    numbers.iter().map(|&number| CardId(number)).collect()
}

/// Mixes cards with each other.
fn mix(unknown: &mut Unknown, numbers: &[u16]) {
    let mixed = unknown.mix(&cards(numbers), MIXED);
    assert!(cards(numbers).iter().all(|card| mixed.contains(card)));
}

/// The cards that may lie at a slot, which must be those that can be exchanged with it.
fn possible(unknown: &Unknown, slot: u16) -> Vec<u16> {
    let possible = unknown.possible(CardId(slot));
    let exchanged = (0..20).map(CardId).filter(|card| unknown.is_possible(CardId(slot), *card));
    assert_eq!(possible, exchanged.collect::<Vec<_>>(), "at {slot}");
    possible.iter().map(|card| card.0).collect()
}

#[test]
fn what_was_known_before_a_mix_is_not_among_what_lay_elsewhere() {
    let mut unknown = Unknown::default();
    mix(&mut unknown, &[1, 2, 3, 4]);
    // Card 4 stays aside unseen; card 9 was known and is mixed with the rest.
    mix(&mut unknown, &[1, 2, 3, 9]);
    assert_eq!(possible(&unknown, 4), [1, 2, 3, 4]);
    assert_eq!(possible(&unknown, 1), [1, 2, 3, 4, 9]);
    // Once 1, 2 and 3 are found there, only 4 remains for the card aside and 9 for the other one.
    for card in [1, 2, 3] {
        unknown.found(CardId(card));
    }
    assert_eq!(possible(&unknown, 4), [4]);
    assert_eq!(possible(&unknown, 9), [9]);
    assert!(!unknown.has_choice(CardId(4)) && !unknown.has_choice(CardId(9)));
}

#[test]
fn one_card_is_not_mixed() {
    let mut unknown = Unknown::default();
    mix(&mut unknown, &[5]);
    assert!(unknown.is_empty());
}

#[test]
fn an_exchange_may_go_through_a_third_slot() {
    let mut unknown = Unknown::default();
    // 2 is mixed with 3, then 3 with 4: only 1 or 2 can still lie at the slot of 1.
    for pair in [[1, 2], [2, 3], [3, 4]] {
        mix(&mut unknown, &pair);
    }
    assert_eq!(possible(&unknown, 1), [1, 2]);
    assert_eq!(possible(&unknown, 4), [1, 2, 3, 4]);
}

fn holders() -> impl Strategy<Value = Holder> {
    prop_oneof![
        (0..3u16).prop_map(|place| Holder::Place(PlaceId(place))),
        (0..3u16).prop_map(|card| Holder::Card(CardId(card))),
    ]
}

proptest! {
    /// The list of counts equals a map after any changes.
    #[test]
    fn pieces_are_counted_as_a_map_does(sets in prop::collection::vec((holders(), 0..2u8, 0..4u32), 0..30)) {
        let (mut pieces, mut map) = (Pieces::default(), BTreeMap::new());
        for (holder, piece, count) in sets {
            pieces.set(holder, piece, count);
            match count {
                0 => map.remove(&(holder, piece)),
                _ => map.insert((holder, piece), count),
            };
            let all: Vec<_> = map.iter().map(|((holder, piece), count)| (*holder, *piece, *count)).collect();
            prop_assert_eq!(pieces.iter().collect::<Vec<_>>(), all);
            prop_assert_eq!(pieces.count(holder, piece), count);
            pieces.change(holder, piece, |there| there + 2);
            prop_assert_eq!(pieces.count(holder, piece), count + 2);
            pieces.change(holder, piece, |there| there.saturating_sub(count + 2));
            prop_assert_eq!(pieces.count(holder, piece), 0);
            pieces.set(holder, piece, count);
        }
        // Cards and places change names: the last becomes the first.
        let new = |holder| match holder {
            Holder::Card(card) => Holder::Card(CardId(2 - card.0)),
            Holder::Place(place) => Holder::Place(PlaceId(2 - place.0)),
            Holder::Supply => Holder::Supply,
        };
        pieces.rename(new);
        for ((holder, piece), count) in map {
            prop_assert_eq!(pieces.count(new(holder), piece), count);
        }
    }

    /// A card is found by its whole id, even if many ids begin alike, and an unknown id is not found.
    #[test]
    fn cards_are_found_by_their_ids(
        ids in prop::collection::btree_set("(common-)?[a-c\u{0}]{0,4}", 0..20),
        other in "(common-)?[a-c\u{0}]{0,4}",
    ) {
        let index = Index::new(ids.iter().map(String::as_str));
        for (at, id) in ids.iter().enumerate() {
            prop_assert_eq!(index.find(id), u16::try_from(at).ok());
        }
        prop_assert_eq!(index.find(&other).is_some(), ids.contains(&other));
    }
}

#[test]
fn the_nearest_id_is_found_for_one_that_is_not_there() {
    let index = Index::new(["beacon", "lamp", "lantern"].into_iter());
    assert_eq!(index.find("lantren"), None);
    assert_eq!(index.nearest("lantren").as_deref(), Some("lantern"));
    assert_eq!(index.nearest("something else"), None);
}
