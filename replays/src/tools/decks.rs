//! Legal decks of any pool, put together by a die: a bundled deck gives the lists and their lengths, and its cards are
//! exchanged for others of the pool as long as that leaves no more faults than before.

use std::collections::BTreeMap;

use rules_judge_engine::games::Registered;
use serde_json::{Map, Value, json};

use crate::answer::{Fault, FaultCode};

/// How many exchanges are tried. Decks of the bundled pools take a few hundred.
const EXCHANGES: usize = 20_000;

/// The cards of a deck by the lists in which they stand.
type Slots = Vec<(String, String)>;

/// A legal deck of a pool, as it is read and as it is sent; `data` are those of the pool.
///
/// # Errors
/// `Internal`: none was found.
pub(crate) fn any<G: Registered>(
    pool: &G::Pool,
    data: &Value,
    below: &mut dyn FnMut(u64) -> u64,
) -> Result<(G::Deck, Value), Fault> {
    let none = || Fault::new(FaultCode::Internal, "no legal deck of this pool was found");
    let cards = data.get("cards").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let ids: Vec<&str> = cards.iter().filter_map(|card| card.get("id")?.as_str()).collect();
    let template = G::DEMO_DECKS.get(pick(below, G::DEMO_DECKS.len())).ok_or_else(none)?;
    let mut slots = Slots::new();
    for list in lists(template) {
        let card = ids.get(pick(below, ids.len())).ok_or_else(none)?;
        slots.push((list, (*card).to_owned()));
    }
    let mut faults = faults::<G>(pool, &slots).ok_or_else(none)?;
    for _ in 0..EXCHANGES {
        if faults == 0 {
            let value = written(&slots);
            let deck = crate::codec::format::part::<G::Deck>(value.clone(), "")?;
            return Ok((deck, value));
        }
        let place = pick(below, slots.len());
        let card = ids.get(pick(below, ids.len())).copied();
        let (Some(slot), Some(card)) = (slots.get_mut(place), card) else { break };
        let before = std::mem::replace(&mut slot.1, card.to_owned());
        match self::faults::<G>(pool, &slots) {
            Some(now) if now <= faults => faults = now,
            _ => {
                if let Some(slot) = slots.get_mut(place) {
                    slot.1 = before;
                }
            }
        }
    }
    Err(none())
}

fn pick(below: &mut dyn FnMut(u64) -> u64, count: usize) -> usize {
    usize::try_from(below(count as u64)).unwrap_or(0)
}

/// The list of each card of a deck, one by one.
fn lists(deck: &str) -> Vec<String> {
    let deck: Map<String, Value> = serde_json::from_str(deck).unwrap_or_default();
    let mut lists = Vec::new();
    for (name, lines) in &deck {
        for line in lines.as_array().into_iter().flatten() {
            let count = line.get("n").and_then(Value::as_u64).unwrap_or(1);
            lists.extend((0..count).map(|_| name.clone()));
        }
    }
    lists
}

/// The deck as it is sent.
fn written(slots: &Slots) -> Value {
    let mut counts: BTreeMap<&str, BTreeMap<&str, u64>> = BTreeMap::new();
    for (list, card) in slots {
        *counts.entry(list).or_default().entry(card).or_default() += 1;
    }
    let lines = |cards: BTreeMap<&str, u64>| -> Vec<Value> {
        cards.into_iter().map(|(card, n)| json!({ "card": card, "n": n })).collect()
    };
    counts
        .into_iter()
        .map(|(list, cards)| (list.to_owned(), Value::Array(lines(cards))))
        .collect::<Map<_, _>>()
        .into()
}

/// How many faults a deck has.
fn faults<G: Registered>(pool: &G::Pool, slots: &Slots) -> Option<usize> {
    let deck = crate::codec::format::part::<G::Deck>(written(slots), "").ok()?;
    Some(G::deck_faults(pool, &deck, &G::Options::default()).len())
}
