//! English words that players of any card game say for the same: where one is searched for, the others on its
//! lines count, too.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::stem;

/// One line for each group of words. A word may stand on several lines.
const LINES: &[&str] = &[
    "ability effect skill",
    "activate happen resolve trigger",
    "active ready reset stand untap upright",
    "add sum total",
    "again second twice",
    "aim choose decide pick select target",
    "all entire full whole",
    "allowed legal optional",
    "another different other",
    "answer chain counter react respond response stack",
    "attached confer equipped stuck",
    "attack attacker hit strike swing",
    "back bounce return",
    "banish exile remove",
    "battle combat fight",
    "battlefield board field table",
    "begin beginning opening start",
    "block blocker defence defend defender defense guard",
    "boost buff pump support",
    "both double two",
    "bp power strength",
    "bring come deploy drop enter land place put summon",
    "cancel counter negate nullify",
    "cap limit max maximum most",
    "cast play use",
    "cell place position room slot space spot",
    "change exchange replace swap",
    "character creature dude girl guy minion monster ship soldier spirit troop unit",
    "cheap cheaper cost expensive paid pay price",
    "cheap cheaper discount lower reduce reduction",
    "check look peek reveal secret see show",
    "command event magic spell trick",
    "compulsory forced mandatory must",
    "copies copy doubles duplicates",
    "core crystal cube energy gem mana resource",
    "cut mix shuffle",
    "damage hit hurt wound",
    "dead death defeat destroy destruction die dying kill sink slay",
    "deck library pile",
    "disappear gone leave left vanish",
    "discard throw toss",
    "draw drawn drew",
    "empty none zero",
    "end finish over",
    "enemy he her him his opponent she their them they",
    "exhaust rest sideways tap",
    "few least min minimum small",
    "flagship leader",
    "flip over turn",
    "free nothing",
    "graveyard retreat trash",
    "health hp life lives",
    "hidden secret",
    "left remaining rest",
    "lose loss lost",
    "mine own",
    "move rearrange shift walk",
    "mulligan redraw redrawn",
    "victory win winner won",
];

/// The words of all lines of a word, by their tokens, under its own token.
static GROUPS: LazyLock<BTreeMap<&str, BTreeMap<&str, &str>>> = LazyLock::new(|| {
    let mut groups: BTreeMap<&str, BTreeMap<&str, &str>> = BTreeMap::new();
    for line in LINES {
        let words: BTreeMap<&str, &str> = line.split(' ').map(|word| (stem(word), word)).collect();
        for token in words.keys() {
            groups.entry(token).or_default().extend(&words);
        }
    }
    groups
});

/// The words that mean the same as a token or nearly so, each after its own token: the word itself is among
/// them.
pub(super) fn alike(token: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    GROUPS.get(token).into_iter().flatten().map(|(token, word)| (*token, *word))
}

#[cfg(test)]
mod tests {
    use super::{LINES, alike, stem};
    use crate::catalog::search::FILLERS;

    #[test]
    fn lines_and_their_words_are_in_order() {
        assert!(LINES.is_sorted());
        for line in LINES {
            let words: Vec<&str> = line.split(' ').collect();
            assert!(words.len() > 1 && words.is_sorted_by(|one, other| one < other), "{line}");
            assert!(!words.iter().any(|word| FILLERS.contains(word)), "{line}");
        }
    }

    #[test]
    fn a_word_has_the_words_of_all_its_lines() {
        let of = |word: &str| alike(stem(word)).map(|(_, word)| word).collect::<Vec<_>>();
        assert_eq!(of("graveyards"), ["graveyard", "retreat", "trash"]);
        // On two lines.
        assert!(["attack", "wound"].iter().all(|other| of("hit").contains(other)));
        assert!(of("flagellum").is_empty());
    }
}
