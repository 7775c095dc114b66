//! Tests of the search with small rulebooks.

use rules_judge_engine::verdict::{Rule, RuleBook, RuleKind, Term};

use super::{Found, Index, Search, stem};

/// A rule with a text and questions in English.
const fn rule(id: &'static str, text: &'static str, questions: &'static [&'static str]) -> Rule {
    Rule {
        id,
        kind: RuleKind::Enforced,
        text: [text, "", ""],
        ruling: None,
        questions: [questions, &[], &[]],
        official: &[],
        parent: None,
        children: &[],
        cites: &[],
        cited_by: &[],
        enforced_in: &[],
        codes: &[],
        cases: &[],
        proofs: &[],
        unproven: None,
    }
}

fn find(rules: &'static [Rule], text: &str) -> Vec<Found> {
    find_with(rules, &[], text)
}

fn find_with(rules: &'static [Rule], glossary: &'static [Term], text: &str) -> Vec<Found> {
    let book: &'static RuleBook = Box::leak(Box::new(RuleBook {
        rules,
        glossary,
        synonyms: &[],
        limits: &[],
        assumed: &[],
        words: &[],
        sentences: &[],
        refused: &[],
        phrases: [""; 3],
    }));
    Search::new(text, book).find(book, &Index::new(book))
}

fn ids(found: &[Found]) -> Vec<&'static str> {
    found.iter().map(|found| found.rule.id).collect()
}

#[test]
fn words_alike_are_found_after_the_word_itself() {
    static RULES: [Rule; 4] = [
        rule("1", "Nothing of the kind stands here.", &[]),
        rule("2", "The piece is destroyed.", &[]),
        rule("3", "The piece is killed.", &[]),
        rule("4", "Nor does anything of the kind stand here.", &[]),
    ];
    let found = find(&RULES, "kill it");
    assert_eq!(ids(&found), ["3", "2"]);
    assert_eq!(found.iter().map(|found| found.hits.concat()).collect::<Vec<_>>(), ["kill", "destroy"]);
    // A similar word that is itself searched for does not count for the other one.
    let both = find(&RULES, "kill or destroy");
    assert!(both.iter().all(|found| found.hits.len() == 1), "{both:?}");
}

#[test]
fn a_text_and_its_questions_together_have_more_of_the_words() {
    static RULES: [Rule; 4] = [
        rule("1", "An anchor.", &["What is an anchor?"]),
        rule("2", "A harbour.", &["What is a harbour?"]),
        rule("3", "An anchor.", &["What is a harbour?"]),
        rule("4", "A lighthouse.", &["What is a lighthouse?"]),
    ];
    assert_eq!(ids(&find(&RULES, "anchor harbour")).first(), Some(&"3"));
}

#[test]
fn a_rule_is_worth_more_beside_one_that_it_cites_or_that_cites_it() {
    static RULES: [Rule; 4] = [
        rule("1", "An anchor.", &[]),
        Rule { cites: &[3], ..rule("2", "An anchor.", &[]) },
        rule("3", "A lighthouse.", &[]),
        Rule { cited_by: &[1], ..rule("4", "An anchor and a harbour.", &[]) },
    ];
    // Rules with the same words: the one that cites the best rule comes before the first of the book.
    assert_eq!(ids(&find(&RULES, "anchor harbour")), ["4", "2", "1"]);
    // A rule is not found by the rule that it cites alone.
    assert_eq!(ids(&find(&RULES, "harbour")), ["4"]);
}

#[test]
fn a_ruling_on_a_term_comes_before_rules_about_which_players_ask_with_that_word() {
    static RULES: [Rule; 3] = [
        rule("1", "The anchor of a ship in a harbour rises.", &["Does a ship anchor?"]),
        rule("ruling-2", "A ship may anchor, and stays in the harbour then.", &[]),
        rule("anchor.3", "A chain.", &[]),
    ];
    static GLOSSARY: [Term; 1] = [Term {
        term: ["【anchor】", "【錨】", "【锚】"],
        definition: ["To stay (ruling-2).", "", ""],
    }];
    let [rules, named] = [&RULES[..2], &RULES[..]];
    assert_eq!(ids(&find(rules, "anchor")), ["1", "ruling-2"]);
    assert_eq!(ids(&find_with(rules, &GLOSSARY, "Anchor")), ["ruling-2", "1"]);
    // A search for more is none for the term alone.
    assert_eq!(ids(&find_with(rules, &GLOSSARY, "may I anchor")).first(), Some(&"1"));
    // The book has a rule of that name itself.
    assert_eq!(ids(&find_with(named, &GLOSSARY, "anchors"))[..2], ["1", "ruling-2"]);
}

#[test]
fn a_word_with_an_ending_has_the_rest_of_the_word_without() {
    for (word, others) in [
        ("destroy", ["destroys", "destroyed", "destroying"]),
        ("play", ["plays", "played", "playing"]),
        ("carry", ["carries", "carried", "carry"]),
        ("block", ["blocks", "blocked", "blocking"]),
        ("kill", ["kills", "killed", "killing"]),
        ("move", ["moves", "moved", "moving"]),
        ("swap", ["swaps", "swapped", "swapping"]),
    ] {
        assert_eq!(others.map(stem), [stem(word); 3], "{word}");
    }
}
