//! Groups of English words that players of card games use for the same thing: a search for one finds the
//! others, too.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::stem;

/// One line for each group of words. A word may stand on several lines.
const LINES: &str = include_str!("alike.txt");

/// By the token of a word, the words of all its lines with their tokens.
static GROUPS: LazyLock<BTreeMap<&str, BTreeMap<&str, &str>>> = LazyLock::new(|| {
    let mut groups: BTreeMap<&str, BTreeMap<&str, &str>> = BTreeMap::new();
    for line in LINES.lines() {
        let words: BTreeMap<&str, &str> = line.split(' ').map(|word| (stem(word), word)).collect();
        for token in words.keys() {
            groups.entry(token).or_default().extend(&words);
        }
    }
    groups
});

/// The words of about the same meaning as a token, each after its own token; the word itself is among them.
pub(super) fn alike(token: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    GROUPS.get(token).into_iter().flatten().map(|(token, word)| (*token, *word))
}

#[cfg(test)]
mod tests {
    use super::{LINES, alike, stem};
    use crate::catalog::search::FILLERS;

    #[test]
    fn lines_and_their_words_are_in_order() {
        assert!(LINES.lines().is_sorted());
        for line in LINES.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            assert!(words.len() > 1 && words.is_sorted_by(|one, other| one < other), "{line}");
            assert!(!words.iter().any(|word| FILLERS.contains(word)), "{line}");
        }
    }

    #[test]
    fn a_word_has_the_words_of_all_its_lines() {
        let of = |word: &str| alike(stem(word)).map(|(_, word)| word).collect::<Vec<_>>();
        assert_eq!(of("graveyards"), ["graveyard", "retreat", "trash"]);
        // “hit” stands on two lines.
        assert!(["attack", "wound"].iter().all(|other| of("hit").contains(other)));
        assert!(of("flagellum").is_empty());
    }
}
