//! Builds random legal decks of any pool: a bundled deck gives the lists and their lengths, and its cards are
//! exchanged for others of the pool as long as that leaves no more faults than before. A deck may be built
//! around a card: it has copies of the card, and more of the cards that have something in common with it.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rules_judge_engine::games::Registered;
use serde_json::{Map, Value, json};

use crate::answer::{Fault, FaultCode, detail};

/// The most exchanges per deck. Decks of the bundled pools take a few hundred.
const EXCHANGES: usize = 4_000;
/// The most attempts at a deck.
const ATTEMPTS: usize = 16;
/// The copies of the card that a deck is built around; each further attempt has one less.
const COPIES: usize = 4;

/// A card of a deck.
#[derive(Debug, Clone)]
struct Slot {
    /// The list in which it stands.
    list: String,
    /// Whether the list holds ids alone.
    is_bare: bool,
    /// Its id.
    card: String,
    /// It is the card that the deck is built around, and stays.
    fixed: bool,
    /// The indices in the pool of the cards of the same kind as that of the bundled deck.
    others: Rc<[usize]>,
}

/// A deck that is being built.
struct Draft {
    slots: Vec<Slot>,
    /// The fields of a deck besides its cards.
    rest: Map<String, Value>,
}

/// A legal deck of these cards of a pool, as read and as JSON.
///
/// # Errors
/// `BadQuery`: none was found; there may be too few cards.
pub(crate) fn any<G: Registered>(
    pool: &G::Pool,
    cards: &[&Value],
    below: &mut dyn FnMut(u64) -> u64,
) -> Result<(G::Deck, Value), Fault> {
    for _ in 0..ATTEMPTS {
        if let Some(found) = attempt::<G>(pool, cards, None, below)? {
            return Ok(found);
        }
    }
    Err(none())
}

/// As [`any`], with a deck built around a card if one is legal.
///
/// # Errors
/// As [`any`].
pub(crate) fn around<G: Registered>(
    pool: &G::Pool,
    cards: &[&Value],
    card: &Value,
    below: &mut dyn FnMut(u64) -> u64,
) -> Result<(G::Deck, Value), Fault> {
    for copies in (0..=COPIES).rev() {
        for _ in 0..ATTEMPTS / COPIES {
            if let Some(found) = attempt::<G>(pool, cards, Some((card, copies)), below)? {
                return Ok(found);
            }
        }
    }
    // The pool may have too few cards that go with the card, such as those of its race.
    any::<G>(pool, cards, below)
}

fn none() -> Fault {
    Fault::new(FaultCode::BadQuery, detail::no_legal_deck())
}

/// The words of a card outside of its abilities, such as a colour or a race. Names and codes are left out.
fn words(card: &Value) -> BTreeSet<&str> {
    let fields = card.as_object().into_iter().flatten();
    let facts = fields.filter(|(field, _)| !matches!(field.as_str(), "id" | "kind" | "name" | "text"));
    let words = facts.flat_map(|(_, fact)| match fact {
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
        fact => fact.as_str().into_iter().collect::<Vec<_>>(),
    });
    words.collect()
}

/// A legal deck; `None`: the exchanges found none.
fn attempt<G: Registered>(
    pool: &G::Pool,
    cards: &[&Value],
    around: Option<(&Value, usize)>,
    below: &mut dyn FnMut(u64) -> u64,
) -> Result<Option<(G::Deck, Value)>, Fault> {
    let Some(template) = G::INFO.decks.get(pick(below, G::INFO.decks.len())) else { return Ok(None) };
    let Some(mut draft) = Draft::new::<G>(template, cards, around, below) else { return Ok(None) };
    let Some(mut faults) = draft.faults::<G>(pool) else { return Ok(None) };
    let liked = around.map(|(card, _)| words(card)).unwrap_or_default();
    for _ in 0..EXCHANGES {
        if faults == 0 {
            let value = draft.written();
            let deck = crate::codec::format::part::<G::Deck>(value.clone(), "")?;
            return Ok(Some((deck, value)));
        }
        let place = pick(below, draft.slots.len());
        let Some(slot) = draft.slots.get_mut(place) else { break };
        if slot.fixed {
            continue;
        }
        let Some(card) = draw(cards, &slot.others, &liked, below) else { break };
        let before = std::mem::replace(&mut slot.card, card.to_owned());
        match draft.faults::<G>(pool) {
            Some(now) if now <= faults => faults = now,
            _ => {
                if let Some(slot) = draft.slots.get_mut(place) {
                    slot.card = before;
                }
            }
        }
    }
    Ok(None)
}

/// Draws two of the cards at these indices, and takes the one that has more of the liked words.
fn draw<'v>(
    cards: &[&'v Value],
    places: &[usize],
    liked: &BTreeSet<&str>,
    below: &mut dyn FnMut(u64) -> u64,
) -> Option<&'v str> {
    let mut any = || places.get(pick(below, places.len())).and_then(|place| cards.get(*place).copied());
    let one = any()?;
    if liked.is_empty() {
        return id(one);
    }
    let other = any()?;
    let common = |card: &Value| words(card).intersection(liked).count();
    id(if common(other) > common(one) { other } else { one })
}

fn pick(below: &mut dyn FnMut(u64) -> u64, count: usize) -> usize {
    usize::try_from(below(count as u64)).unwrap_or(0)
}

fn id(card: &Value) -> Option<&str> {
    card.get("id")?.as_str()
}

impl Draft {
    /// The lists of a bundled deck with random cards of the same kinds. Other fields, such as a race, have
    /// the value of the card that the deck is built around, or of some card of the pool.
    fn new<G: Registered>(
        template: &str,
        cards: &[&Value],
        around: Option<(&Value, usize)>,
        below: &mut dyn FnMut(u64) -> u64,
    ) -> Option<Draft> {
        let template: Map<String, Value> = serde_json::from_str(template).ok()?;
        let demo: Value = serde_json::from_str(G::INFO.demo_pool).ok()?;
        let kind = |wanted: &str| {
            let card = demo.get("cards")?.as_array()?.iter().find(|card| id(card) == Some(wanted));
            card?.get("kind").cloned()
        };
        let mut draft = Draft { slots: Vec::new(), rest: Map::new() };
        let liked = around.map(|(card, _)| words(card)).unwrap_or_default();
        let mut copies = around.map_or(0, |(_, copies)| copies);
        for (list, default) in template {
            let Value::Array(lines) = default else {
                let of_cards: Vec<&Value> = cards.iter().filter_map(|card| card.get(&list)).collect();
                let any = of_cards.get(pick(below, of_cards.len())).copied();
                let chosen = around.and_then(|(card, _)| card.get(&list)).or(any);
                draft.rest.insert(list, chosen.cloned().unwrap_or(default));
                continue;
            };
            for line in lines {
                let (card, count) = match line.as_str() {
                    Some(card) => (card, 1),
                    None => (line.get("card")?.as_str()?, line.get("n").and_then(Value::as_u64).unwrap_or(1)),
                };
                let of_kind = kind(card);
                let fits = |card: &Value| card.get("kind") == of_kind.as_ref();
                let others = cards.iter().enumerate().filter(|(_, card)| fits(card)).map(|(place, _)| place);
                let others: Rc<[usize]> = others.collect();
                for _ in 0..count {
                    let chosen = around.filter(|(card, _)| copies > 0 && fits(card)).map(|(card, _)| card);
                    copies -= usize::from(chosen.is_some());
                    let fixed = chosen.is_some();
                    let card = match chosen {
                        Some(chosen) => id(chosen)?,
                        None => draw(cards, &others, &liked, below)?,
                    };
                    let (list, is_bare, card) = (list.clone(), line.is_string(), card.to_owned());
                    draft.slots.push(Slot { list, is_bare, card, fixed, others: Rc::clone(&others) });
                }
            }
        }
        Some(draft)
    }

    /// The deck as JSON.
    fn written(&self) -> Value {
        let mut deck = self.rest.clone();
        let mut counts: BTreeMap<(&str, &str), u64> = BTreeMap::new();
        for slot in &self.slots {
            match slot.is_bare {
                true => push(&mut deck, &slot.list, Value::from(slot.card.as_str())),
                false => *counts.entry((&slot.list, &slot.card)).or_default() += 1,
            }
        }
        for ((list, card), n) in counts {
            push(&mut deck, list, json!({ "card": card, "n": n }));
        }
        deck.into()
    }

    /// The number of its faults.
    fn faults<G: Registered>(&self, pool: &G::Pool) -> Option<usize> {
        let deck = crate::codec::format::part::<G::Deck>(self.written(), "").ok()?;
        Some(G::deck_faults(pool, &deck, &G::Options::default()).len())
    }
}

fn push(deck: &mut Map<String, Value>, list: &str, line: Value) {
    if let Value::Array(lines) = deck.entry(list).or_insert_with(|| Value::Array(Vec::new())) {
        lines.push(line);
    }
}
