//! Makes cards that the linter accepts: puts a word into a card where words of its class stand, and changes
//! cards so that they do more.

use serde_json::{Value, json};

use super::vocabulary::{Site, Vocabulary, Word};
use crate::mutation::Dice;

/// The numbers that replace a number.
const NUMBERS: [u64; 12] = [4_294_967_295, 1_000_000, 65_535, 9_900, 1_000, 200, 50, 12, 6, 4, 3, 2];
/// The lengths of lists.
const LENGTHS: [usize; 8] = [50, 25, 16, 10, 5, 4, 3, 2];

/// Mutates cards of one game.
pub struct CardMutator<'a> {
    /// The vocabulary of cards.
    pub vocabulary: &'a Vocabulary,
    /// Whether the linter accepts a card.
    pub takes: &'a dyn Fn(&Value) -> bool,
    /// The most bytes of a card.
    pub bytes: usize,
    /// The most changes that are tried until the linter accepts one.
    pub tries: usize,
}

impl CardMutator<'_> {
    /// A card with the word at the place of another word of its class, in the definition `holder` if
    /// possible; the linter accepts it.
    pub fn insert(&self, card: &Value, word: &Word, holder: &str, dice: &mut Dice) -> Option<Value> {
        for round in 0..self.tries {
            let mut other = card.clone();
            if round % 2 == 1 {
                // First insert a word around it: the card may have no word of the class yet.
                let sites = self.vocabulary.sites(&other);
                let site = dice.pick(&sites)?;
                *other.pointer_mut(&site.pointer)? = self.vocabulary.generate_any(&site.class, 4, dice)?;
            }
            let sites = self.vocabulary.sites(&other);
            let mut fit: Vec<&Site> = sites.iter().filter(|site| site.class == word.class).collect();
            if fit.iter().any(|site| site.holder == holder) {
                fit.retain(|site| site.holder == holder);
            }
            let Some(site) = dice.pick(&fit) else { continue };
            *other.pointer_mut(&site.pointer)? = self.vocabulary.generate(word, dice)?;
            if (self.takes)(&other) {
                return Some(other);
            }
        }
        None
    }

    /// The card with one change that the linter accepts; `None`: none was found.
    pub fn changed(&self, card: &Value, dice: &mut Dice) -> Option<Value> {
        for _ in 0..self.tries {
            let mut other = card.clone();
            let changed = match dice.below(5) {
                0 | 1 => number(&mut other, dice),
                2 => list(&mut other, dice),
                3 => self.beside(&mut other, dice),
                _ => self.around(&mut other, dice),
            };
            let is_new = changed.is_some() && other != *card;
            if is_new && other.to_string().len() <= self.bytes && (self.takes)(&other) {
                return Some(other);
            }
        }
        None
    }

    /// Inserts another word beside one of its class.
    fn beside(&self, card: &mut Value, dice: &mut Dice) -> Option<()> {
        let sites = self.vocabulary.sites(card);
        let in_list = |site: &&Site| {
            let above = site.pointer.rsplit_once('/').map_or("", |(above, _)| above);
            card.pointer(above).is_some_and(Value::is_array)
        };
        let listed: Vec<&Site> = sites.iter().filter(in_list).collect();
        let site = dice.pick(&listed)?;
        let (above, _) = site.pointer.rsplit_once('/')?;
        let other = self.vocabulary.generate_any(&site.class, 3, dice)?;
        card.pointer_mut(above)?.as_array_mut()?.push(other);
        Some(())
    }

    /// Inserts another word around one of its class.
    fn around(&self, card: &mut Value, dice: &mut Dice) -> Option<()> {
        let sites = self.vocabulary.sites(card);
        let site = dice.pick(&sites)?;
        let around = self.vocabulary.generate_any(&site.class, 3, dice)?;
        let inner = std::mem::replace(card.pointer_mut(&site.pointer)?, around);
        let sites = self.vocabulary.sites(card);
        let below = format!("{}/", site.pointer);
        let places: Vec<&Site> = sites
            .iter()
            .filter(|other| other.class == site.class && other.pointer.starts_with(&below))
            .collect();
        *card.pointer_mut(&dice.pick(&places)?.pointer)? = inner;
        Some(())
    }
}

/// Replaces a number.
fn number(card: &mut Value, dice: &mut Dice) -> Option<()> {
    let places = places(card, &Value::is_u64);
    *card.pointer_mut(dice.pick(&places)?)? = json!(dice.pick(&NUMBERS)?);
    Some(())
}

/// Lengthens a list with copies of its items.
fn list(card: &mut Value, dice: &mut Dice) -> Option<()> {
    let places = places(card, &|value| value.as_array().is_some_and(|items| !items.is_empty()));
    let items = card.pointer_mut(dice.pick(&places)?)?.as_array_mut()?;
    let length = *dice.pick(&LENGTHS)?;
    let before = items.clone();
    items.extend(before.iter().cycle().take(length.saturating_sub(before.len())).cloned());
    Some(())
}

/// The pointers of all values that `like` accepts.
fn places(value: &Value, like: &dyn Fn(&Value) -> bool) -> Vec<String> {
    fn walk(value: &Value, pointer: &mut String, like: &dyn Fn(&Value) -> bool, found: &mut Vec<String>) {
        if like(value) {
            found.push(pointer.clone());
        }
        let length = pointer.len();
        let mut below = |key: &str, part: &Value| {
            pointer.push('/');
            pointer.push_str(key);
            walk(part, pointer, like, found);
            pointer.truncate(length);
        };
        match value {
            Value::Array(items) => {
                items.iter().enumerate().for_each(|(at, item)| below(&at.to_string(), item))
            }
            Value::Object(fields) => fields.iter().for_each(|(name, field)| below(name, field)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    walk(value, &mut String::new(), like, &mut found);
    found
}
