//! Running effects: an influence on objects fixed when it began, or on whatever a scope covers.

use std::ops::{Deref, DerefMut};

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::{Game, Held, MapCards, Rename, Seat};
use crate::kernel::cache::Cached;
use crate::kernel::table::Object;
use crate::verdict::Cite;

/// What a running effect changes.
pub trait Influence: Held {
    /// The topics of this influence, as bits that the game assigns: a question about other topics skips the
    /// effect.
    fn about(&self) -> u64 {
        u64::MAX
    }
}

/// For games without running effects.
impl Influence for () {}

/// Which objects or player a running effect reaches.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, MapCards, Serialize, Deserialize)]
#[serde(bound = "")]
pub enum Reach<G: Game> {
    /// Objects fixed when the effect began; each drops out when it changes zone.
    Objects(SmallVec<[Object; 2]>),
    /// A player.
    Seat(Seat),
    /// Every object that fits the scope, now or later.
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
    /// Which objects or player it reaches.
    pub reach: Reach<G>,
    /// When it ends.
    pub until: G::Until,
    /// Whose effect it is.
    pub seat: Seat,
    /// The object whose text began it.
    pub source: Option<Object>,
    /// The rule that lets it run.
    pub rule: Cite,
}

impl<G: Game> Modifier<G> {
    /// Its share in the limit [`super::fuel::EFFECT_WEIGHT`] and in the cost of reading running effects.
    pub(super) fn weight(&self) -> usize {
        match &self.reach {
            Reach::Objects(objects) => objects.len().max(1),
            Reach::Seat(_) | Reach::Open(_) => 1,
        }
    }

    /// Whether its reach lists this object.
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

/// Sums over all running effects.
#[derive(Debug, Clone, Copy)]
struct Together {
    /// The union of their topics.
    about: u64,
    /// The sum of their weights.
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

    /// All running effects if any of them has a wanted topic; otherwise none.
    #[inline]
    pub(super) fn all_if_about(&self, wanted: u64) -> &[Modifier<G>] {
        if self.together().about & wanted == 0 { &[] } else { &self.list }
    }

    /// The sum of all weights: the looks that reading them costs.
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
    /// The number becomes this value.
    Set(i64),
    /// This value is added; it may be negative.
    Add(i64),
    /// The number is multiplied by this value.
    Multiply(i64),
}

/// How the adjustments of a number combine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fold {
    /// In layers: the latest `Set`, then the sum of all `Add`, then every `Multiply`, and last the floor, if
    /// there is one.
    Layers(Option<i64>),
    /// One by one in the order of time, with the floor applied after each.
    Sequence(i64),
}

/// Applies adjustments to a base value. Each comes with its time: when the running effect began, or when the
/// card with the continuous text became its present object ([`super::Card::since`]). With [`Fold::Sequence`]
/// and for `Set`, among adjustments of the same time the one given last counts as the latest.
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
