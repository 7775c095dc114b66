//! Cards that the linter takes: a word put into a card where words of its class stand, and that card grown as far as
//! it is taken.

use serde_json::{Value, json};

use super::vocabulary::{Vocabulary, Word};
use crate::mutation::Dice;

/// How a card is grown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Growth {
    /// Lists become as long and numbers as large as they may.
    Wide,
    /// Words stand inside each other as deep as they may.
    Deep,
    /// One after the other, as the dice fall.
    Mixed,
}

/// All ways.
pub const GROWTHS: [Growth; 3] = [Growth::Wide, Growth::Deep, Growth::Mixed];

/// The numbers that a number is made, the largest that is taken first.
const NUMBERS: [u64; 9] = [4_294_967_295, 1_000_000, 65_535, 9_900, 1_000, 200, 50, 10, 3];
/// How long a list is made, the longest that is taken first.
const LENGTHS: [usize; 6] = [50, 25, 16, 10, 4, 2];

/// Grows cards of one game.
pub struct Gardener<'a> {
    /// What cards can say.
    pub vocabulary: &'a Vocabulary,
    /// Whether the linter takes a card.
    pub takes: &'a dyn Fn(&Value) -> bool,
    /// The most bytes of a card.
    pub bytes: usize,
    /// How many changes are tried.
    pub tries: usize,
}

impl Gardener<'_> {
    /// A card with a word in it that the linter takes: the card itself, if the word stands there.
    pub fn plant(&self, card: &Value, word: &Word, dice: &mut Dice) -> Option<Value> {
        let sites = self.vocabulary.sites(card);
        let stands = |pointer: &str| {
            card.pointer(pointer).is_some_and(|there| {
                there.get(&word.name).is_some() || there.as_str() == Some(&word.name)
            })
        };
        let mut fit: Vec<&str> =
            sites.iter().filter(|site| site.class == word.class).map(|site| site.pointer.as_str()).collect();
        if fit.iter().any(|pointer| stands(pointer)) {
            return (self.takes)(card).then(|| card.clone());
        }
        // Sites near the root come first: what is said there is done.
        fit.sort_by_key(|pointer| pointer.len());
        for _ in 0..self.tries {
            let near = fit.get(..fit.len().min(1 + dice.below(fit.len().max(1)))).unwrap_or_default();
            let pointer = dice.pick(near)?;
            let mut other = card.clone();
            *other.pointer_mut(pointer)? = self.vocabulary.invent(word, dice)?;
            if (self.takes)(&other) {
                return Some(other);
            }
        }
        None
    }

    /// The largest card that comes of it.
    pub fn grow(&self, card: &Value, growth: Growth, dice: &mut Dice) -> Value {
        let mut grown = card.clone();
        match growth {
            Growth::Wide => {
                self.numbers(&mut grown);
                self.lists(&mut grown, dice);
                self.numbers(&mut grown);
            }
            Growth::Deep => {
                self.nest(&mut grown, self.tries, dice);
                self.numbers(&mut grown);
            }
            Growth::Mixed => {
                for _ in 0..4 {
                    match dice.below(3) {
                        0 => self.numbers(&mut grown),
                        1 => self.lists(&mut grown, dice),
                        _ => self.nest(&mut grown, self.tries / 4, dice),
                    }
                }
            }
        }
        grown
    }

    /// Takes a change over if the linter takes the card then.
    fn attempt(&self, card: &mut Value, change: impl FnOnce(&mut Value) -> Option<()>) -> bool {
        let mut other = card.clone();
        let changed = change(&mut other).is_some() && other != *card;
        let taken = changed && other.to_string().len() <= self.bytes && (self.takes)(&other);
        if taken {
            *card = other;
        }
        taken
    }

    /// Every number as large as it may be.
    fn numbers(&self, card: &mut Value) {
        for pointer in leaves(card, &|value| value.is_u64()) {
            let Some(now) = card.pointer(&pointer).and_then(Value::as_u64) else { continue };
            for number in NUMBERS.into_iter().filter(|number| *number > now) {
                let set = |card: &mut Value| card.pointer_mut(&pointer).map(|place| *place = json!(number));
                if self.attempt(card, set) {
                    break;
                }
            }
        }
    }

    /// Every list as long as it may be, by what stands in it already.
    fn lists(&self, card: &mut Value, dice: &mut Dice) {
        let mut pointers = leaves(card, &|value| value.as_array().is_some_and(|items| !items.is_empty()));
        // Which list comes first decides how much room is left for the others.
        for at in (1..pointers.len()).rev() {
            pointers.swap(at, dice.below(at + 1));
        }
        for pointer in pointers {
            for length in LENGTHS {
                let lengthen = |card: &mut Value| {
                    let items = card.pointer_mut(&pointer)?.as_array_mut()?;
                    let before = items.clone();
                    (before.len() < length).then_some(())?;
                    items.extend(before.iter().cycle().take(length - before.len()).cloned());
                    Some(())
                };
                if self.attempt(card, lengthen) {
                    break;
                }
            }
        }
    }

    /// Puts words around words of the same class.
    fn nest(&self, card: &mut Value, tries: usize, dice: &mut Dice) {
        for _ in 0..tries {
            let sites = self.vocabulary.sites(card);
            let Some(site) = dice.pick(&sites) else { return };
            let Some(around) = self.vocabulary.invent_any(&site.class, 3, dice) else { continue };
            self.attempt(card, |card| {
                let place = card.pointer_mut(&site.pointer)?;
                let inner = std::mem::replace(place, around);
                // The old word stands where the new one has a word of the same class.
                let sites = self.vocabulary.sites(card);
                let below: Vec<String> = sites
                    .into_iter()
                    .filter(|other| {
                        other.class == site.class && other.pointer.starts_with(&format!("{}/", site.pointer))
                    })
                    .map(|other| other.pointer)
                    .collect();
                *card.pointer_mut(dice.pick(&below)?)? = inner;
                Some(())
            });
        }
    }
}

/// The pointers of all places like that.
fn leaves(value: &Value, like: &dyn Fn(&Value) -> bool) -> Vec<String> {
    fn walk(value: &Value, pointer: &mut String, like: &dyn Fn(&Value) -> bool, found: &mut Vec<String>) {
        if like(value) {
            found.push(pointer.clone());
        }
        let length = pointer.len();
        let inner: Vec<(String, &Value)> = match value {
            Value::Array(items) => {
                items.iter().enumerate().map(|(at, item)| (at.to_string(), item)).collect()
            }
            Value::Object(fields) => fields.iter().map(|(name, field)| (name.clone(), field)).collect(),
            _ => Vec::new(),
        };
        for (key, part) in inner {
            pointer.push('/');
            pointer.push_str(&key);
            walk(part, pointer, like, found);
            pointer.truncate(length);
        }
    }
    let mut found = Vec::new();
    walk(value, &mut String::new(), like, &mut found);
    found
}
