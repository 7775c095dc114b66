//! Proposals: which cards have a name or code close to words that were not understood.
//!
//! Procedure: an index of letters gives the keys that share most letters with the words; only those few are
//! compared, and all comparisons of one text come from one budget, so that a long text costs no more than a
//! short one.

use std::collections::BTreeMap;

use crate::catalog::decklist::pool::Pool;

/// The comparisons that one text may cost.
pub(crate) const COMPARISONS: usize = 2_000;
/// The longest words that are compared, in characters.
const LONGEST: usize = 64;
/// The keys that are compared with one piece of text.
const BEST: usize = 12;
/// The proposals for a line.
const MOST: usize = 3;

/// The letters of all keys of a pool.
#[derive(Debug, Default)]
pub(crate) struct Near {
    keys: Vec<(String, usize, Vec<usize>)>,
    letters: BTreeMap<char, Vec<usize>>,
}

impl Near {
    /// Indexes the keys of a pool by letter.
    pub(crate) fn new(pool: &Pool) -> Near {
        let mut near = Near::default();
        for (key, cards) in pool.keys() {
            let length = key.chars().count();
            if length > LONGEST {
                continue;
            }
            let at = near.keys.len();
            let mut letters: Vec<char> = key.chars().collect();
            letters.sort_unstable();
            letters.dedup();
            for letter in letters {
                near.letters.entry(letter).or_default().push(at);
            }
            near.keys.push((key.clone(), length, cards.clone()));
        }
        near
    }

    /// The cards whose key is close to one of some folded words, closest first.
    pub(crate) fn cards(&self, words: &[String], budget: &mut usize) -> Vec<usize> {
        let mut found: Vec<(usize, usize)> = Vec::new();
        for word in words {
            let length = word.chars().count();
            if !(2..=LONGEST).contains(&length) || *budget == 0 {
                continue;
            }
            let most = if length < 4 { 1 } else { length.div_ceil(4) };
            let mut shared: Vec<usize> = vec![0; self.keys.len()];
            let mut letters: Vec<char> = word.chars().collect();
            letters.sort_unstable();
            letters.dedup();
            for key in letters.iter().filter_map(|letter| self.letters.get(letter)).flatten() {
                if let Some(n) = shared.get_mut(*key) {
                    *n += 1;
                }
            }
            *budget = budget.saturating_sub(1);
            let mut best: Vec<(usize, usize)> = shared
                .into_iter()
                .enumerate()
                .filter(|(_, n)| n * 2 >= letters.len())
                .filter(|(key, _)| self.keys.get(*key).is_some_and(|k| k.1.abs_diff(length) <= most))
                .collect();
            best.sort_by_key(|(key, n)| (std::cmp::Reverse(*n), *key));
            for (key, _) in best.into_iter().take(BEST) {
                let Some((text, _, cards)) = self.keys.get(key) else { continue };
                if *budget == 0 {
                    break;
                }
                *budget -= 1;
                let far = strsim::osa_distance(text, word);
                if far <= most {
                    found.extend(cards.iter().map(|card| (far, *card)));
                }
            }
        }
        found.sort_unstable();
        let mut out: Vec<usize> = Vec::new();
        for (_, card) in found {
            if !out.contains(&card) && out.len() < MOST {
                out.push(card);
            }
        }
        out
    }
}
