//! The search among the rules of a book: BM25 over words, and over pairs of characters where words have no
//! gaps.
//!
//! Each rule is a text in each language, with the question and the reason of a ruling, and each question of
//! players that it answers (`questions.<language>.tsv`) is a text of its own. A rule is worth what its text
//! is worth, what text and questions together are, and a part of what the best of its questions is. It is
//! worth that in its best language, and half of it in the others: Chinese in one script is in part the same
//! in the other. A part of the best rule that it cites or that cites it comes on top. What is searched for is
//! widened by the glossary, by the everyday words of `synonyms.tsv` and in English by words alike. Numbers
//! are integers, so that the order is the same everywhere; equally good rules stay in the order of the book.

mod alike;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use icu_normalizer::DecomposingNormalizerBorrowed;
use rules_judge_engine::verdict::{Rule, RuleBook, Term, Texts};

use self::alike::alike;

/// How often a word of the rule itself counts, of a ruling's question, of its reason, and of the rule above.
const WEIGHTS: [u32; 4] = [4, 4, 1, 1];
/// How often a word of a question of players counts.
const OF_QUESTIONS: u32 = 4;
/// How many quarters a word counts that is searched for as it is written.
const WRITTEN: u64 = 4;
/// How many quarters a name counts that the glossary adds, and all words alike together.
const ADDED: u64 = 3;
/// What a text is worth in which only one part is found, in hundredths; with every part that is searched for
/// it is so much and a whole more.
const ALONE: u64 = 30;
/// A question of players is worth so many hundredths of a text of the rule that has as much of what is
/// searched for.
const ASKED: u64 = 60;
/// What a rule is worth in languages other than its best one counts so many hundredths.
const ELSEWHERE: u64 = 50;
/// What the best rule that cites it or that it cites is worth counts so many hundredths for a rule.
const RELATED: u64 = 15;
/// The place of English among languages.
const ENGLISH: usize = 0;
/// Words of questions that say nothing about the rules.
const FILLERS: [&str; 48] = [
    "a", "an", "and", "any", "are", "at", "be", "but", "by", "can", "could", "did", "do", "does", "for",
    "from", "get", "had", "has", "have", "how", "i", "if", "in", "is", "it", "may", "me", "my", "of", "on",
    "or", "should", "so", "than", "that", "the", "then", "there", "to", "was", "we", "what", "when", "where",
    "which", "with", "you",
];

/// The text as it is looked for: compatible forms made one, small letters, kana of one kind and without sound
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

/// Whether a character belongs to a word that has gaps around it.
const fn is_spaced(character: char) -> bool {
    character.is_ascii_alphanumeric()
}

/// What a text is found by, each with its place in the folded text: words without their endings, and pairs of
/// characters. `alone`: single characters, too.
fn tokens(text: &str, alone: bool) -> Vec<(usize, String)> {
    let (mut found, mut rest) = (Vec::new(), text);
    let at = |rest: &str| text.len() - rest.len();
    while let Some(first) = rest.chars().next() {
        if is_spaced(first) {
            let mut end = rest.find(|character| !is_spaced(character)).unwrap_or(rest.len());
            // A number with a point inside is one word, as ids are.
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

/// An English word without the endings that change nothing about what it is found by.
fn stem(word: &str) -> &str {
    let ends = ["ings", "ing", "ies", "ied", "es", "ed", "s", "e", "y"];
    let long = |rest: &&str| rest.len() >= 3 && !rest.bytes().any(|byte| byte.is_ascii_digit());
    // After a vowel a y is part of the word: "played" and "play" have the same rest.
    let is_ending = |rest: &str, end: &str| end != "y" || !rest.ends_with(['a', 'e', 'o', 'u']);
    let without = |end: &&str| word.strip_suffix(*end).filter(long).filter(|rest| is_ending(rest, end));
    let rest = ends.iter().find_map(without).unwrap_or(word);
    // Doubled before an ending, as in "swapped"; "spell" loses it, too, as "spells" does.
    match rest.as_bytes() {
        [.., one, other] if one == other && rest.len() > 3 => rest.get(..rest.len() - 1).unwrap_or(rest),
        _ => rest,
    }
}

/// Texts of one kind in one language, in the order in which they were put there.
#[derive(Debug, Default)]
struct Collection {
    /// The texts that a token stands in, and how much it counts there.
    places: BTreeMap<String, Vec<(u16, u32)>>,
    /// How much all tokens of a text count.
    lengths: Vec<u32>,
    average: u64,
}

impl Collection {
    /// Each text is in parts, each with how often a word of it counts.
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

    /// How much a token counts in each text that has it; one that no text has stands for those which begin
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

    /// How much a name counts in each text that has all of it.
    fn counts_of_name(&self, tokens: &[String]) -> BTreeMap<u16, u32> {
        let mut counts = tokens.iter().map(|token| self.counts(token));
        let first = counts.next().unwrap_or_default();
        counts.fold(first, |all, other| {
            let both = |(text, count): (u16, u32)| Some((text, count.min(*other.get(&text)?)));
            all.into_iter().filter_map(both).collect()
        })
    }

    /// What something is worth in each text, by how much it counts there.
    fn worth(&self, counts: &BTreeMap<u16, u32>) -> BTreeMap<u16, u64> {
        let rare = rarity(counts.len() as u64, self.lengths.len() as u64);
        let worth = |(text, count): (&u16, &u32)| {
            let length = self.lengths.get(usize::from(*text)).copied().unwrap_or_default();
            (*text, rare * saturated(u64::from(*count), u64::from(length), self.average))
        };
        counts.iter().map(worth).collect()
    }
}

/// The logarithm of how rare something is that stands in so many rules of so many, in quarters of a bit.
fn rarity(found: u64, all: u64) -> u64 {
    let odds = ((2 * all.saturating_sub(found) + 1) << 10) / (2 * found + 1) + (1 << 10);
    u64::from(u128::from(odds).saturating_pow(4).ilog2()).saturating_sub(40)
}

/// What a count is worth, in thousandths: more of the same is worth less and less, and less in a long text
/// (k₁ = 2 words that count four times, b = 0.9).
fn saturated(count: u64, length: u64, average: u64) -> u64 {
    let length = 100 + 900 * length / average;
    count * 3_000_000 / (count * 1_000 + 8 * length).max(1)
}

/// What is searched in one language.
#[derive(Debug)]
struct Side {
    /// What the rules say, in the order of the book.
    rules: Collection,
    /// The questions of players, in the order of [`Side::asked`].
    questions: Collection,
    /// What each rule says together with its questions.
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

/// A rulebook, made ready to be searched.
#[derive(Debug)]
pub(super) struct Index([Side; 3]);

impl Index {
    fn new(book: &'static RuleBook) -> Index {
        Index([0, 1, 2].map(|language| Side::new(book, language)))
    }
}

/// The rulebooks that were searched.
#[derive(Debug, Default, Clone)]
pub(crate) struct Searches(Arc<Mutex<BTreeMap<&'static str, Arc<Index>>>>);

impl Searches {
    /// That of a game: made when it is searched first.
    pub(super) fn of(&self, game: &'static str, book: &'static RuleBook) -> Arc<Index> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(known.entry(game).or_insert_with(|| Arc::new(Index::new(book))))
    }
}

/// A rule that was found.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) rule: &'static Rule,
    /// The parts of what is searched for that stand in it, and words of the glossary that stand in it
    /// instead.
    pub(super) hits: Vec<String>,
    /// The question of players that it was found by, where that is worth more than its own text.
    pub(super) matched: Option<&'static str>,
}

/// What a rule is worth to a search in one language.
#[derive(Default)]
struct Worth {
    all: u64,
    hits: Vec<String>,
    matched: Option<&'static str>,
}

/// What of the words that are searched for a text has.
#[derive(Default)]
struct Hits {
    worth: u64,
    /// How many of the words and names are found, and which one was found last.
    parts: u64,
    last: Option<usize>,
    /// Where the tokens stand in what is searched for.
    spans: Vec<(usize, usize)>,
    /// The names of the glossary, and the words alike where the word itself is not found.
    names: Vec<String>,
}

impl Hits {
    /// Adds what a part is worth, and says whether it is the first that is found for its word.
    fn add(&mut self, word: usize, worth: u64) -> bool {
        let first = self.last != Some(word);
        self.worth += worth;
        self.parts += u64::from(first);
        self.last = Some(word);
        first
    }
}

/// Words alike, each by its token.
type Alike = BTreeMap<&'static str, &'static str>;

/// What is searched for.
pub(super) struct Search {
    whole: String,
    /// What it is found by, each with its place.
    tokens: Vec<(usize, String)>,
    /// The English words alike of each of these, without those that are searched for on their own.
    alike: Vec<Alike>,
    /// Names of the glossary for what is searched for, in each language.
    added: [BTreeSet<String>; 3],
}

impl Search {
    pub(super) fn new(text: &str, book: &RuleBook) -> Search {
        let whole = folded(text).trim().to_owned();
        // Single characters, too: a question seldom has the pairs that the text has.
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
        // What is a word of no glossary stands for a word of the texts.
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

    /// The rules that fit, the best first: the one with this id, those whose id begins like it, then by what
    /// is found in them.
    pub(super) fn find(&self, book: &'static RuleBook, index: &Index) -> Vec<Found> {
        if self.whole.is_empty() {
            return Vec::new();
        }
        // What is found in a rule: the best of the languages, and a part of what the others are worth.
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

    /// What each rule is worth in one language: its text, the best of its questions, and all of it together.
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

    /// What each text is worth, and what of it hits.
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
                    // The first character of a pair that hits makes it no shorter.
                    Some((_, last)) if *last > *at => *last = end.max(*last),
                    _ => hits.spans.push((*at, end)),
                }
            }
            // Words alike count as if they were one word.
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

    /// How long what is written at a place is, which is found by a token.
    fn length_at(&self, at: usize, token: &str) -> usize {
        let rest = self.whole.get(at..).unwrap_or_default();
        match rest.starts_with(is_spaced) {
            true => {
                rest.find(|character: char| !is_spaced(character) && character != '.').unwrap_or(rest.len())
            }
            false => token.len(),
        }
    }

    /// The words of the glossary that are searched for, the longest first, then those that have all the
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

/// Whether a text has a name in it: as words of their own where words have gaps between them, anywhere in
/// Chinese.
fn contains_name(text: &str, name: &str) -> bool {
    !name.is_empty()
        && text.match_indices(name).any(|(start, _)| {
            let before = text.get(..start).and_then(|text| text.chars().next_back());
            let after = text.get(start + name.len()..).and_then(|text| text.chars().next());
            let begins = !(name.starts_with(is_spaced) && before.is_some_and(is_spaced));
            begins && !(name.ends_with(is_spaced) && after.is_some_and(is_spaced))
        })
}
