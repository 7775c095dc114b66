//! The search in a rulebook: BM25 over words, and over pairs of characters in scripts without spaces.
//!
//! Each rule is a text in each language, with the question and the reason of a ruling. Each question of
//! players that it answers (`questions.<language>.tsv`) is a further text. The worth of a rule is that of its
//! text, plus that of text and questions together, plus a part of that of its best question. It is taken in
//! the best language, plus half of it in the others, since Chinese in one script partly matches the other. A
//! part of the worth of the best rule that it cites, or that cites it, is added. A ruling on a term of the
//! glossary counts more where the search is that term. The glossary, the everyday words of `synonyms.tsv`,
//! and in English groups of similar words widen the search. Numbers are integers, so that the order is the
//! same on every machine; equally good rules stay in the order of the book.

mod alike;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use icu_normalizer::DecomposingNormalizerBorrowed;
use rules_judge_engine::verdict::{Rule, RuleBook, Term, Texts};

use self::alike::alike;

/// The weight of a word in the rule itself, in a ruling's question, in its reason, and in the rule above.
const WEIGHTS: [u32; 4] = [4, 4, 1, 1];
/// The weight of a word in a question of players.
const OF_QUESTIONS: u32 = 4;
/// The weight of a searched word as written, in quarters.
const WRITTEN: u64 = 4;
/// The weight of a name that the glossary adds, and of all similar words together, in quarters.
const ADDED: u64 = 3;
/// The factor for a text in which one searched part is found, in hundredths; the share of found parts is
/// added to it.
const ALONE: u64 = 30;
/// The factor for a question of players, in hundredths of a rule's text with the same matches.
const ASKED: u64 = 60;
/// The factor for the worth of a rule in languages other than its best one, in hundredths.
const ELSEWHERE: u64 = 50;
/// The factor for the worth of the best rule that a rule cites, or that cites it, in hundredths.
const RELATED: u64 = 15;
/// The factor for the ruling that the glossary names for the searched term, in hundredths. Players' questions
/// about other rules use such a word, too.
const OF_TERM: u64 = 200;
/// The place of English among languages.
const ENGLISH: usize = 0;
/// Words of questions that tell nothing about the rules.
const FILLERS: [&str; 48] = [
    "a", "an", "and", "any", "are", "at", "be", "but", "by", "can", "could", "did", "do", "does", "for",
    "from", "get", "had", "has", "have", "how", "i", "if", "in", "is", "it", "may", "me", "my", "of", "on",
    "or", "should", "so", "than", "that", "the", "then", "there", "to", "was", "we", "what", "when", "where",
    "which", "with", "you",
];

/// Folds a text for comparison: compatible forms made equal, lower case, one kind of kana without sound
/// marks.
pub(super) fn folded(text: &str) -> String {
    let plain = |character: char| match character {
        '\u{3099}' | '\u{309A}' => None,
        'ぁ'..='ゖ' => char::from_u32(u32::from(character) + u32::from('ァ') - u32::from('ぁ')),
        '吶' => Some('呐'),
        other => Some(other),
    };
    let normal = DecomposingNormalizerBorrowed::new_nfkd().normalize(text).to_lowercase();
    normal.chars().filter_map(plain).collect()
}

/// A folded text without signs and spaces.
fn bare(text: &str) -> String {
    text.chars().filter(|character| character.is_alphanumeric()).collect()
}

/// Whether a character belongs to a script with spaces between words.
const fn is_spaced(character: char) -> bool {
    character.is_ascii_alphanumeric()
}

/// The tokens of a folded text, with their places: words without endings, and pairs of characters; with
/// `alone` also single characters.
pub(super) fn tokens(text: &str, alone: bool) -> Vec<(usize, String)> {
    let (mut found, mut rest) = (Vec::new(), text);
    let at = |rest: &str| text.len() - rest.len();
    while let Some(first) = rest.chars().next() {
        if is_spaced(first) {
            let mut end = rest.find(|character| !is_spaced(character)).unwrap_or(rest.len());
            // A number with a point inside, such as an id, is one word.
            while first.is_ascii_digit()
                && let Some(after) = rest.get(end..).and_then(|rest| rest.strip_prefix('.'))
                && after.starts_with(|character: char| character.is_ascii_digit())
            {
                end += 1 + after.find(|character| !is_spaced(character)).unwrap_or(after.len());
            }
            let (word, after) = rest.split_at(end);
            found.push((at(rest), stem(word).to_owned()));
            rest = after;
        } else if first.is_alphanumeric() {
            let length = first.len_utf8();
            let second = rest.get(length..).and_then(|rest| rest.chars().next());
            let second = second.filter(|second| second.is_alphanumeric() && !is_spaced(*second));
            let paired = at(rest) > 0 && text.get(..at(rest)).is_some_and(|text| text.ends_with(is_paired));
            if let Some(second) = second {
                found.push((at(rest), [first, second].iter().collect()));
            }
            if alone || (second.is_none() && !paired) {
                found.push((at(rest), first.to_string()));
            }
            rest = rest.get(length..).unwrap_or_default();
        } else {
            rest = rest.get(first.len_utf8()..).unwrap_or_default();
        }
    }
    found
}

fn is_paired(character: char) -> bool {
    character.is_alphanumeric() && !is_spaced(character)
}

/// An English word without its grammatical endings.
fn stem(word: &str) -> &str {
    let ends = ["ings", "ing", "ies", "ied", "es", "ed", "s", "e", "y"];
    let long = |rest: &&str| rest.len() >= 3 && !rest.bytes().any(|byte| byte.is_ascii_digit());
    // After a vowel a y is part of the word: "played" and "play" have the same rest.
    let is_ending = |rest: &str, end: &str| end != "y" || !rest.ends_with(['a', 'e', 'o', 'u']);
    let without = |end: &&str| word.strip_suffix(*end).filter(long).filter(|rest| is_ending(rest, end));
    let rest = ends.iter().find_map(without).unwrap_or(word);
    // A consonant doubled before an ending, as in "swapped", is made single; "spell" loses one, too, as
    // "spells" does.
    match rest.as_bytes() {
        [.., one, other] if one == other && rest.len() > 3 => rest.get(..rest.len() - 1).unwrap_or(rest),
        _ => rest,
    }
}

/// Indexed texts of one kind in one language, numbered in order.
#[derive(Debug, Default)]
struct Collection {
    /// By token, the texts that have it, with its count there.
    places: BTreeMap<String, Vec<(u16, u32)>>,
    /// The sum of all counts of each text.
    lengths: Vec<u32>,
    average: u64,
}

impl Collection {
    /// Indexes texts; each has parts with the weight of their words.
    fn new<'t>(texts: impl Iterator<Item = Vec<(&'t str, u32)>>) -> Collection {
        let mut collection = Collection::default();
        for (parts, at) in texts.zip(0..) {
            let mut counts: BTreeMap<String, u32> = BTreeMap::new();
            for (text, weight) in parts {
                for (_, token) in tokens(&folded(text), true) {
                    *counts.entry(token).or_default() += weight;
                }
            }
            collection.lengths.push(counts.values().sum());
            for (token, count) in counts {
                collection.places.entry(token).or_default().push((at, count));
            }
        }
        let all: u64 = collection.lengths.iter().map(|length| u64::from(*length)).sum();
        collection.average = (all / (collection.lengths.len() as u64).max(1)).max(1);
        collection
    }

    /// The count of a token in each text that has it. A token that no text has stands for those that begin
    /// with it.
    fn counts(&self, token: &str) -> BTreeMap<u16, u32> {
        let exactly = self.places.get(token).map(|places| vec![places]);
        let begins = || {
            let from = self.places.range(token.to_owned()..);
            let long = token.len() >= 3 && token.starts_with(is_spaced);
            from.take_while(|(other, _)| long && other.starts_with(token)).map(|(_, places)| places).collect()
        };
        let mut counts: BTreeMap<u16, u32> = BTreeMap::new();
        for (text, count) in exactly.unwrap_or_else(begins).into_iter().flatten() {
            *counts.entry(*text).or_default() += count;
        }
        counts
    }

    /// The count of a name in each text that has all its tokens.
    fn counts_of_name(&self, tokens: &[String]) -> BTreeMap<u16, u32> {
        let mut counts = tokens.iter().map(|token| self.counts(token));
        let first = counts.next().unwrap_or_default();
        counts.fold(first, |all, other| {
            let both = |(text, count): (u16, u32)| Some((text, count.min(*other.get(&text)?)));
            all.into_iter().filter_map(both).collect()
        })
    }

    /// The worth in each text, by the count there.
    fn worth(&self, counts: &BTreeMap<u16, u32>) -> BTreeMap<u16, u64> {
        let rare = rarity(counts.len() as u64, self.lengths.len() as u64);
        let worth = |(text, count): (&u16, &u32)| {
            let length = self.lengths.get(usize::from(*text)).copied().unwrap_or_default();
            (*text, rare * saturated(u64::from(*count), u64::from(length), self.average))
        };
        counts.iter().map(worth).collect()
    }
}

/// The logarithm of the rarity of a token that `found` of `all` texts have, in quarters of a bit.
fn rarity(found: u64, all: u64) -> u64 {
    let odds = ((2 * all.saturating_sub(found) + 1) << 10) / (2 * found + 1) + (1 << 10);
    u64::from(u128::from(odds).saturating_pow(4).ilog2()).saturating_sub(40)
}

/// The saturated worth of a count, in thousandths: each further occurrence adds less, and each adds less in a
/// long text (k₁ = 2 words of weight four, b = 0.9).
fn saturated(count: u64, length: u64, average: u64) -> u64 {
    let length = 100 + 900 * length / average;
    count * 3_000_000 / (count * 1_000 + 8 * length).max(1)
}

/// The index of a rulebook in one language.
#[derive(Debug)]
struct Side {
    /// The texts of the rules, in the order of the book.
    rules: Collection,
    /// The questions of players, in the order of [`Side::asked`].
    questions: Collection,
    /// The text of each rule together with its questions.
    whole: Collection,
    /// Each question, and the rule that answers it.
    asked: Vec<(u16, &'static str)>,
}

impl Side {
    fn new(book: &'static RuleBook, language: usize) -> Side {
        let of = |texts: &Texts| texts.get(language).copied().unwrap_or_default();
        let parts = |rule: &Rule| {
            let (question, reason) =
                rule.ruling.as_ref().map_or(("", ""), |(question, reason)| (of(question), of(reason)));
            let above = rule.parent.and_then(|place| book.rules.get(usize::from(place)));
            let [own, asked, why, high] = WEIGHTS;
            let above = above.map_or("", |rule| of(&rule.text));
            vec![(of(&rule.text), own), (question, asked), (reason, why), (above, high)]
        };
        let questions = |rule: &'static Rule| rule.questions.get(language).copied().unwrap_or_default();
        let of_rule =
            |(rule, at): (&'static Rule, u16)| questions(rule).iter().map(move |question| (at, *question));
        let asked: Vec<(u16, &'static str)> = book.rules.iter().zip(0..).flat_map(of_rule).collect();
        let alone = |(_, question): &(u16, &'static str)| vec![(*question, OF_QUESTIONS)];
        let whole = |rule: &'static Rule| {
            let questions = questions(rule).iter().map(|question| (*question, OF_QUESTIONS));
            parts(rule).into_iter().chain(questions).collect()
        };
        Side {
            rules: Collection::new(book.rules.iter().map(parts)),
            questions: Collection::new(asked.iter().map(alone)),
            whole: Collection::new(book.rules.iter().map(whole)),
            asked,
        }
    }
}

/// The index of a rulebook.
#[derive(Debug)]
pub(super) struct Index([Side; 3]);

impl Index {
    fn new(book: &'static RuleBook) -> Index {
        Index([0, 1, 2].map(|language| Side::new(book, language)))
    }
}

/// The indexes made so far.
#[derive(Debug, Default, Clone)]
pub(crate) struct Searches(Arc<Mutex<BTreeMap<&'static str, Arc<Index>>>>);

impl Searches {
    /// The index of a game, made at its first search.
    pub(super) fn of(&self, game: &'static str, book: &'static RuleBook) -> Arc<Index> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(known.entry(game).or_insert_with(|| Arc::new(Index::new(book))))
    }
}

/// A rule that was found.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) rule: &'static Rule,
    /// The searched words that the rule has, and the words of the glossary that it has instead.
    pub(super) hits: Vec<String>,
    /// The question of players that matched, if it is worth more than the rule's own text.
    pub(super) matched: Option<&'static str>,
}

/// The worth of a rule for a search in one language.
#[derive(Default)]
struct Worth {
    all: u64,
    hits: Vec<String>,
    matched: Option<&'static str>,
}

/// The matches of a search in a text.
#[derive(Default)]
struct Hits {
    worth: u64,
    /// The number of searched words and names found, and the last one found.
    parts: u64,
    last: Option<usize>,
    /// The ranges of the matching tokens in the searched text.
    spans: Vec<(usize, usize)>,
    /// The matching names of the glossary, and the similar words found instead of a searched one.
    names: Vec<String>,
}

impl Hits {
    /// Adds the worth of a part, and returns whether it is the first match of its word.
    fn add(&mut self, word: usize, worth: u64) -> bool {
        let first = self.last != Some(word);
        self.worth += worth;
        self.parts += u64::from(first);
        self.last = Some(word);
        first
    }
}

/// Similar words by their tokens.
type Alike = BTreeMap<&'static str, &'static str>;

/// A parsed search.
pub(super) struct Search {
    whole: String,
    /// Its tokens, with their places.
    tokens: Vec<(usize, String)>,
    /// The English words similar to each token, without those that are searched for themselves.
    alike: Vec<Alike>,
    /// The names that the glossary adds, in each language.
    added: [BTreeSet<String>; 3],
}

impl Search {
    pub(super) fn new(text: &str, book: &RuleBook) -> Search {
        let whole = folded(text).trim().to_owned();
        // Single characters as well: a question seldom has the same pairs as the text.
        let mut tokens = tokens(&whole, true);
        let fillers = FILLERS.map(stem);
        tokens.retain(|(_, token)| !fillers.contains(&token.as_str()));
        let mut added: [BTreeSet<String>; 3] = Default::default();
        let meant = |term: &&Term| {
            let everyday =
                book.synonyms.iter().filter(|(other, _)| term.term.contains(other)).map(|(_, word)| *word);
            term.term.into_iter().chain(everyday).any(|name| contains_name(&whole, &folded(name)))
        };
        for term in book.glossary.iter().filter(meant) {
            for (names, name) in added.iter_mut().zip(term.term) {
                names.insert(folded(name));
            }
        }
        // An everyday word that is no term of the glossary stands for a term.
        let known = |name: &str| book.glossary.iter().any(|term| term.term.contains(&name));
        for (word, _) in
            book.synonyms.iter().filter(|(word, other)| !known(word) && contains_name(&whole, &folded(other)))
        {
            for names in &mut added {
                names.insert(folded(word));
            }
        }
        for names in &mut added {
            names.retain(|name| !contains_name(&whole, name));
        }
        let searched: BTreeSet<&str> = tokens.iter().map(|(_, token)| token.as_str()).collect();
        let others = |(_, token): &(usize, String)| -> Alike {
            let own = |other: &str| other == token || !searched.contains(other);
            alike(token).filter(|(other, _)| own(other)).collect()
        };
        let alike = tokens.iter().map(others).collect();
        Search { whole, tokens, alike, added }
    }

    /// The matching rules, the best first: the one with this id, those whose id begins with it, then by
    /// worth.
    pub(super) fn find(&self, book: &'static RuleBook, index: &Index) -> Vec<Found> {
        if self.whole.is_empty() {
            return Vec::new();
        }
        // The worth of a rule is the best of its languages, plus a part of the others.
        let mut best: BTreeMap<u16, Worth> = BTreeMap::new();
        let mut elsewhere: BTreeMap<u16, u64> = BTreeMap::new();
        for (language, (side, added)) in index.0.iter().zip(&self.added).enumerate() {
            let alike = if language == ENGLISH { self.alike.as_slice() } else { &[] };
            for (rule, found) in self.of_side(side, alike, added) {
                let before = best.entry(rule).or_default();
                let less = found.all.min(before.all);
                if found.all > before.all {
                    *before = found;
                }
                *elsewhere.entry(rule).or_default() += less;
            }
        }
        for (rule, more) in elsewhere {
            best.entry(rule).or_default().all += more * ELSEWHERE / 100;
        }
        let alone: BTreeMap<u16, u64> = best.iter().map(|(rule, worth)| (*rule, worth.all)).collect();
        for (at, worth) in &mut best {
            let Some(rule) = book.rules.get(usize::from(*at)) else { continue };
            let related = rule.cites.iter().chain(rule.cited_by).filter_map(|other| alone.get(other)).max();
            worth.all += related.copied().unwrap_or_default() * RELATED / 100;
        }
        for at in self.rulings_of_term(book) {
            best.entry(at).and_modify(|worth| worth.all = worth.all * OF_TERM / 100);
        }
        let mut ranked = Vec::new();
        for (rule, at) in book.rules.iter().zip(0..) {
            let id = folded(rule.id);
            let worth = best.remove(&at).unwrap_or_default();
            let named = match () {
                () if id == self.whole => 0,
                () if id.starts_with(&self.whole) => 1,
                () if worth.all > 0 => 2,
                () => continue,
            };
            let worth = match named {
                2 => worth,
                _ => Worth { hits: vec![self.whole.clone()], ..Worth::default() },
            };
            let Worth { all, hits, matched } = worth;
            ranked.push(((named, std::cmp::Reverse(all), at), Found { rule, hits, matched }));
        }
        ranked.sort_unstable_by_key(|(rank, _)| *rank);
        ranked.into_iter().map(|(_, found)| found).collect()
    }

    /// The rulings on the terms whose names are searched for: the only rule that the explanation of each
    /// names, unless the book has a rule of that name itself.
    fn rulings_of_term(&self, book: &RuleBook) -> BTreeSet<u16> {
        let is_searched =
            |term: &&Term| term.term.iter().any(|name| bare(&folded(name)) == bare(&self.whole));
        let ruling = |term: &Term| {
            let [english, ..] = term.definition;
            let is_named =
                |id: &str| english.split(|end: char| !is_spaced(end) && end != '-').any(|word| word == id);
            let mut places = (0..).zip(book.rules).filter(|(_, rule)| is_named(rule.id));
            let (at, _) = places.next().filter(|_| places.next().is_none())?;
            let names = term.term.map(|name| bare(&folded(name)));
            let has_name = |rule: &Rule| names.iter().any(|name| folded(rule.id).contains(name.as_str()));
            (!book.rules.iter().any(has_name)).then_some(at)
        };
        book.glossary.iter().filter(is_searched).filter_map(ruling).collect()
    }

    /// The worth of each rule in one language: its text, its best question, and all of it together.
    fn of_side(&self, side: &Side, alike: &[Alike], added: &BTreeSet<String>) -> BTreeMap<u16, Worth> {
        let texts = self.of_texts(&side.rules, alike, added).into_iter();
        let mut found: BTreeMap<u16, Worth> =
            texts.map(|(rule, (all, hits))| (rule, Worth { all, hits, matched: None })).collect();
        let mut best: BTreeMap<u16, (u64, Vec<String>, &'static str)> = BTreeMap::new();
        for (place, (worth, hits)) in self.of_texts(&side.questions, alike, added) {
            let Some(&(rule, question)) = side.asked.get(usize::from(place)) else { continue };
            if best.get(&rule).is_none_or(|(before, ..)| *before < worth) {
                best.insert(rule, (worth, hits, question));
            }
        }
        for (rule, (worth, hits, question)) in best {
            let text = found.entry(rule).or_default();
            text.matched = Some(question).filter(|_| worth > text.all);
            text.all += worth * ASKED / 100;
            let more: Vec<String> = hits.into_iter().filter(|hit| !text.hits.contains(hit)).collect();
            text.hits.extend(more);
        }
        for (rule, (worth, _)) in self.of_texts(&side.whole, alike, added) {
            found.entry(rule).or_default().all += worth;
        }
        found
    }

    /// The worth of each text, with its matches.
    fn of_texts(
        &self,
        texts: &Collection,
        alike: &[Alike],
        added: &BTreeSet<String>,
    ) -> BTreeMap<u16, (u64, Vec<String>)> {
        let mut found: BTreeMap<u16, Hits> = BTreeMap::new();
        for (word, (at, token)) in self.tokens.iter().enumerate() {
            for (text, worth) in texts.worth(&texts.counts(token)) {
                let hits = found.entry(text).or_default();
                hits.add(word, WRITTEN * worth);
                let end = at + self.length_at(*at, token);
                match hits.spans.last_mut() {
                    // A single character inside a matching pair does not shorten the range.
                    Some((_, last)) if *last > *at => *last = end.max(*last),
                    _ => hits.spans.push((*at, end)),
                }
            }
            // Similar words count as one word.
            let mut counts: BTreeMap<u16, u32> = BTreeMap::new();
            let mut names: BTreeMap<u16, Vec<&str>> = BTreeMap::new();
            for (other, name) in alike.get(word).into_iter().flatten() {
                for (text, count) in texts.counts(other) {
                    *counts.entry(text).or_default() += count;
                    names.entry(text).or_default().push(name);
                }
            }
            for (text, worth) in texts.worth(&counts) {
                let hits = found.entry(text).or_default();
                if hits.add(word, ADDED * worth) {
                    hits.names.extend(names.remove(&text).unwrap_or_default().into_iter().map(str::to_owned));
                }
            }
        }
        for (word, name) in (self.tokens.len()..).zip(added) {
            let parts: Vec<String> = tokens(name, false).into_iter().map(|(_, token)| token).collect();
            for (text, worth) in texts.worth(&texts.counts_of_name(&parts)) {
                let hits = found.entry(text).or_default();
                hits.add(word, ADDED * worth);
                hits.names.push(name.clone());
            }
        }
        let all = ((self.tokens.len() + added.len()) as u64).max(1);
        let summary = |Hits { worth, parts, spans, names, .. }: Hits| {
            let written =
                spans.into_iter().filter_map(|(from, to)| self.whole.get(from..to)).map(str::to_owned);
            (worth * (ALONE + 100 * parts / all) / 100, written.chain(names).collect())
        };
        found.into_iter().map(|(text, hits)| (text, summary(hits))).collect()
    }

    /// The length in the searched text of the word that a token was made of.
    fn length_at(&self, at: usize, token: &str) -> usize {
        let rest = self.whole.get(at..).unwrap_or_default();
        match rest.starts_with(is_spaced) {
            true => {
                rest.find(|character: char| !is_spaced(character) && character != '.').unwrap_or(rest.len())
            }
            false => token.len(),
        }
    }

    /// The terms of the glossary in the search, the longest first, then those whose names have all the
    /// words.
    pub(super) fn terms<'b>(&self, book: &'b RuleBook) -> Vec<&'b Term> {
        let longest = |term: &Term| {
            let names =
                term.term.iter().map(|name| folded(name)).filter(|name| contains_name(&self.whole, name));
            names.map(|name| name.len()).max()
        };
        let named = book.glossary.iter().filter_map(|term| Some((longest(term)?, term)));
        let mut exactly: Vec<(usize, &Term)> = named.collect();
        exactly.sort_by_key(|(length, _)| std::cmp::Reverse(*length));
        let exactly: Vec<&Term> = exactly.into_iter().map(|(_, term)| term).collect();
        let words: Vec<&str> = self.whole.split_whitespace().collect();
        let fits = |term: &&Term| {
            let all = folded(&term.term.join("\n"));
            !words.is_empty()
                && words.iter().all(|word| all.contains(word))
                && !exactly.iter().any(|other| std::ptr::eq(*other, *term))
        };
        let more: Vec<&Term> = book.glossary.iter().filter(fits).collect();
        exactly.into_iter().chain(more).collect()
    }
}

/// Whether a text contains a name: as separate words in scripts with spaces, anywhere in Chinese.
fn contains_name(text: &str, name: &str) -> bool {
    !name.is_empty()
        && text.match_indices(name).any(|(start, _)| {
            let before = text.get(..start).and_then(|text| text.chars().next_back());
            let after = text.get(start + name.len()..).and_then(|text| text.chars().next());
            let begins = !(name.starts_with(is_spaced) && before.is_some_and(is_spaced));
            begins && !(name.ends_with(is_spaced) && after.is_some_and(is_spaced))
        })
}
