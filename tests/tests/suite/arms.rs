//! Matches over a game's own words name every word, so that a new one has to be looked at wherever words are
//! told apart: an arm for all the rest would pass over it in silence. Arms such as `Some(_)` are not
//! looked at.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The games in which no match over words has an arm for the rest, apart from those of [`ONE_OF_MANY`].
const WITHOUT_REST: &[&str] = &["azur_lane", "battle_spirits", "build_divide", "tianhai", "xinglingwang"];

/// Functions with an arm for the rest: the file in the game's folder, the function, and why a word that is
/// added later needs no look there.
const ONE_OF_MANY: &[(&str, &str, &str)] =
    &[("build_divide/words/cost.rs", "limit", "of some sixty sentences, those that ask for a set of cards")];

/// Names of words that something else has, too, which is matched more often: the zones of the table.
const OF_OTHERS: &[(&str, &str)] = &[("azur_lane", "Zone"), ("build_divide", "Zone")];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found.sort();
}

/// The name that follows each `keyword` in a text.
fn names_after<'t>(text: &'t str, keyword: &str) -> impl Iterator<Item = &'t str> {
    text.match_indices(keyword).filter_map(move |(at, _)| {
        let rest = &text[at + keyword.len()..];
        let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len());
        Some(&rest[..end]).filter(|name| !name.is_empty())
    })
}

/// The types before each `::` in a pattern.
fn types_in(pattern: &str) -> impl Iterator<Item = &str> {
    pattern.match_indices("::").map(|(at, _)| {
        let before = &pattern[..at];
        let name = |letter: char| letter.is_alphanumeric() || letter == '_';
        &before[before.trim_end_matches(name).len()..]
    })
}

fn depth(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

fn pattern(line: &str) -> &str {
    line.split("=>").next().unwrap_or(line)
}

/// Whether a line begins an arm for whatever the arms before it do not name.
fn is_rest(line: &str) -> bool {
    let Some((pattern, _)) = line.trim_start().split_once(" =>") else { return false };
    let bound = pattern.split(" if ").next().unwrap_or(pattern);
    let is_name = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
    !bound.is_empty() && bound.chars().all(is_name) && !matches!(bound, "true" | "false")
}

/// The arms for the rest in matches over these types: line, function, types.
fn rests<'t>(text: &'t str, words: &BTreeSet<String>) -> Vec<(usize, &'t str, Vec<&'t str>)> {
    let lines: Vec<&str> = text.lines().collect();
    let (mut found, mut function) = (Vec::new(), "");
    for (at, line) in lines.iter().copied().enumerate() {
        function = names_after(line, "fn ").next().unwrap_or(function);
        if !is_rest(line) {
            continue;
        }
        let arms = lines[..at].iter().rev().copied();
        let arms = arms.take_while(|other| other.trim().is_empty() || depth(other) >= depth(line));
        let arms = arms.filter(|other| depth(other) == depth(line));
        let types = arms.flat_map(|arm| types_in(pattern(arm))).filter(|name| words.contains(*name));
        let types: Vec<&str> = types.collect::<BTreeSet<_>>().into_iter().collect();
        if !types.is_empty() {
            found.push((at + 1, function, types));
        }
    }
    found
}

/// The types of a game's words: what `words/` declares, and what its effects do.
fn words_of(games: &Path, game: &str) -> BTreeSet<String> {
    let mut files = Vec::new();
    sources(&games.join(game).join("words"), &mut files);
    let texts = files.iter().map(|path| fs::read_to_string(path).unwrap());
    let declared = texts.flat_map(|text| names_after(&text, "enum ").map(str::to_owned).collect::<Vec<_>>());
    let is_other = |name: &String| OF_OTHERS.contains(&(game, name.as_str()));
    declared.chain(["GameInfluence".to_owned()]).filter(|name| !is_other(name)).collect()
}

#[test]
fn matches_over_words_name_every_word() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/src/games");
    let (mut found, mut used) = (Vec::new(), BTreeSet::new());
    for game in WITHOUT_REST {
        let words = words_of(&games, game);
        let with_self = words.iter().cloned().chain(["Self".to_owned()]).collect();
        let mut files = Vec::new();
        sources(&games.join(game), &mut files);
        for path in files {
            let name = path.strip_prefix(&games).unwrap().to_str().unwrap().to_owned();
            let in_words = name.starts_with(&format!("{game}/words/"));
            let text = fs::read_to_string(&path).unwrap();
            for (line, function, types) in rests(&text, if in_words { &with_self } else { &words }) {
                match ONE_OF_MANY.iter().find(|(file, other, _)| *file == name && *other == function) {
                    Some(listed) => drop(used.insert(listed)),
                    None => found.push(format!("{name}:{line} {function}: over {}", types.join(", "))),
                }
            }
        }
    }
    assert!(found.is_empty(), "arms for the rest in matches over words:\n{}", found.join("\n"));
    let unused: Vec<_> = ONE_OF_MANY.iter().filter(|listed| !used.contains(listed)).collect();
    assert!(unused.is_empty(), "listed, but without such an arm: {unused:?}");
}

#[test]
fn an_arm_for_the_rest_is_found() {
    let words = BTreeSet::from(["Word".to_owned()]);
    let of = |text: &str| rests(text, &words).len();
    let one = "fn f(word: &Word) -> bool {\n    match word {\n        Word::One => true,\n        ";
    assert_eq!(of(&format!("{one}_ => false,\n    }}\n}}\n")), 1);
    assert_eq!(of(&format!("{one}other => other.is_it(),\n    }}\n}}\n")), 1);
    assert_eq!(of(&format!("{one}_ if true => false,\n    }}\n}}\n")), 1);
    assert_eq!(of(&format!("{one}Word::Two => false,\n    }}\n}}\n")), 0);
    assert_eq!(of("    match number {\n        Some(Other::One) => 1,\n        _ => 2,\n    }\n"), 0);
}
