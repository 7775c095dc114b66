//! Running effects: an influence on objects fixed when it began, or on whatever a scope covers.

use std::ops::{Deref, DerefMut};

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::{Game, Held, MapCards, Rename, Seat};
use crate::kernel::cache::Cached;
use crate::kernel::table::Object;
use crate::verdict::Cite;

/// What a running effect does.
pub trait Influence: Held {
    /// What it is about, as a set of bits of the game's own, so that questions about something else can pass
    /// it over.
    fn about(&self) -> u64 {
        u64::MAX
    }
}

/// For games without running effects.
impl Influence for () {}

/// Whom a running effect reaches.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize)]
#[serde(bound = "")]
pub enum Reach<G: Game> {
    /// The objects that were there when it began; it ends for each that changes zone.
    Objects(SmallVec<[Object; 2]>),
    /// A player.
    Seat(Seat),
    /// Whatever fits now and later.
    Open(G::Scope),
}

/// One running effect.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Modifier<G: Game> {
    /// When it began, by the clock of the game ([`super::State::clock`]).
    pub time: u32,
    /// What it does.
    pub influence: G::Influence,
    /// Whom it reaches.
    pub reach: Reach<G>,
    /// When it ends.
    pub until: G::Until,
    /// Whose effect it is.
    pub seat: Seat,
    /// The object whose text began it.
    pub source: Option<Object>,
    /// The rule that it rests on.
    pub rule: Cite,
}

impl<G: Game> Modifier<G> {
    /// How much it weighs among running effects.
    pub(super) fn weight(&self) -> usize {
        match &self.reach {
            Reach::Objects(objects) => objects.len().max(1),
            Reach::Seat(_) | Reach::Open(_) => 1,
        }
    }

    /// Whether it names this object.
    pub fn names(&self, object: Object) -> bool {
        matches!(&self.reach, Reach::Objects(objects) if objects.contains(&object))
    }
}

/// The running effects in the order of time.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent, bound = "")]
pub struct Modifiers<G: Game> {
    list: Vec<Modifier<G>>,
    #[serde(skip)]
    together: Cached<Together>,
}

/// What all running effects are together.
#[derive(Debug, Clone, Copy)]
struct Together {
    /// What any of them is about.
    about: u64,
    /// How much they weigh.
    weight: usize,
}

impl<G: Game> Default for Modifiers<G> {
    fn default() -> Modifiers<G> {
        Modifiers { list: Vec::new(), together: Cached::default() }
    }
}

impl<G: Game> Modifiers<G> {
    fn together(&self) -> &Together {
        self.together.get(|| Together {
            about: self.list.iter().fold(0, |all, modifier| all | modifier.influence.about()),
            weight: self.list.iter().map(Modifier::weight).fold(0, usize::saturating_add),
        })
    }

    /// All of them, if any is about one of these; else none.
    #[inline]
    pub(super) fn all_if_about(&self, wanted: u64) -> &[Modifier<G>] {
        if self.together().about & wanted == 0 { &[] } else { &self.list }
    }

    /// How much they weigh: reading them costs that much.
    pub(super) fn weight(&self) -> usize {
        self.together().weight
    }
}

impl<G: Game> MapCards for Modifiers<G> {
    fn each_card(&mut self, rename: &mut dyn Rename) {
        self.iter_mut().for_each(|modifier| modifier.each_card(rename));
    }
}

impl<G: Game> Deref for Modifiers<G> {
    type Target = Vec<Modifier<G>>;

    fn deref(&self) -> &Vec<Modifier<G>> {
        &self.list
    }
}

impl<G: Game> DerefMut for Modifiers<G> {
    fn deref_mut(&mut self) -> &mut Vec<Modifier<G>> {
        self.together.forget();
        &mut self.list
    }
}

impl<'a, G: Game> IntoIterator for &'a Modifiers<G> {
    type Item = &'a Modifier<G>;
    type IntoIter = std::slice::Iter<'a, Modifier<G>>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

/// How one effect changes a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Adjustment {
    /// The number becomes this.
    Set(i64),
    /// This is added, below 0: taken away.
    Add(i64),
    /// The number becomes so many times as large.
    Multiply(i64),
}

/// How the adjustments of a number are put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fold {
    /// The latest `Set`, then the sum of every `Add`, then every `Multiply`; at last not below the floor, if
    /// there is one.
    Layers(Option<i64>),
    /// One after the other in the order of time, after each not below the floor.
    Sequence(i64),
}

/// The number that results. Each adjustment comes with the time at which it began: that of a running effect,
/// or that at which the card with the continuous text became the object that it is ([`super::Card::since`]).
/// Of those that began at the same time the last one given counts as the later one.
pub fn fold(base: i64, adjustments: impl Iterator<Item = (u32, Adjustment)>, how: Fold) -> i64 {
    match how {
        Fold::Layers(floor) => {
            let (mut set, mut since, mut sum, mut factor) = (base, 0, 0i64, 1i64);
            for (time, adjustment) in adjustments {
                match adjustment {
                    Adjustment::Set(value) if time >= since => (set, since) = (value, time),
                    Adjustment::Set(_) => {}
                    Adjustment::Add(value) => sum = sum.saturating_add(value),
                    Adjustment::Multiply(by) => factor = factor.saturating_mul(by),
                }
            }
            let total = set.saturating_add(sum).saturating_mul(factor);
            floor.map_or(total, |floor| total.max(floor))
        }
        Fold::Sequence(floor) => {
            let mut in_order: SmallVec<[(u32, Adjustment); 8]> = adjustments.collect();
            in_order.sort_by_key(|(time, _)| *time);
            in_order.into_iter().fold(base, |value, (_, adjustment)| {
                match adjustment {
                    Adjustment::Set(value) => value,
                    Adjustment::Add(more) => value.saturating_add(more),
                    Adjustment::Multiply(by) => value.saturating_mul(by),
                }
                .max(floor)
            })
        }
    }
}
