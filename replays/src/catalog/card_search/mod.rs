//! The search among the cards of a pool, by text and by facts. The cards that fit stay in the order of the
//! pool.
//!
//! A word or a text in quotation marks stands in an id, a name, the code of a printing, the words of a fact,
//! or in what the abilities say, in any language. What people say of the syntax is in `docs/clients.md`.

mod facts;
mod query;

use std::collections::BTreeMap;
use std::sync::Arc;

use rules_judge_engine::games::{Registered, Visit};
use serde_json::Value;

use self::facts::{Facts, Said, Subject, worded};
use self::query::Sign;
use crate::answer::{Fault, Language, detail};
use crate::cache::memory::{MemoryCache, OVERHEAD, Weighs};
use crate::catalog::cards::{cards, names, printings};
use crate::catalog::read_back;
use crate::catalog::search::folded;
use crate::codec::digest::Digest;
use crate::judging::Judge;

/// What is searched of one card, folded.
#[derive(Debug, Default)]
struct Entry {
    /// Its id and the codes of its printings.
    codes: Vec<String>,
    names: Vec<String>,
    /// What its abilities say in each language, and what is printed.
    texts: Vec<String>,
    /// What it says of each fact of the game.
    facts: Vec<Vec<Said>>,
}

/// A pool, made ready to be searched.
#[derive(Debug)]
struct Index {
    facts: Facts,
    entries: Vec<Entry>,
}

/// The most bytes of pools that are kept ready to be searched.
pub(crate) const SEARCHED_BYTES: usize = 32 * 1024 * 1024;

impl Weighs for Arc<Index> {
    fn bytes(&self) -> u64 {
        self.entries.iter().map(Entry::bytes).fold(0, u64::saturating_add)
    }
}

/// The pools that were searched.
#[derive(Debug, Clone)]
pub(crate) struct CardSearches(Arc<MemoryCache<Arc<Index>>>);

impl Default for CardSearches {
    fn default() -> CardSearches {
        CardSearches(Arc::new(MemoryCache::undivided(SEARCHED_BYTES as u64)))
    }
}

/// One condition, made ready.
struct Test {
    negated: bool,
    /// Nothing: anywhere.
    of: Option<(Subject, Sign)>,
    /// What is looked for, folded; as a value of a fact.
    text: String,
    value: String,
    number: Option<i64>,
}

/// The judge that is asked, and the pool.
struct Making<'a>(&'a Judge, &'a Value);

impl Visit for Making<'_> {
    type Out = Result<Index, Fault>;

    fn visit<G: Registered>(self) -> Self::Out {
        let facts = Facts::of::<G>()?;
        let Making(judge, pool) = self;
        let codes: BTreeMap<&str, Vec<&str>> = printings(pool).collect();
        let entry = |(id, card): (&str, &Value)| Entry {
            codes: std::iter::once(id)
                .chain(codes.get(id).into_iter().flatten().copied())
                .map(folded)
                .collect(),
            names: names(card).into_iter().map(folded).collect(),
            texts: card.get("text").and_then(Value::as_str).map(folded).into_iter().collect(),
            facts: vec![Vec::new(); facts.len()],
        };
        let mut entries: Vec<Entry> = cards(pool).map(entry).collect();
        for language in [Language::English, Language::TraditionalChinese, Language::SimplifiedChinese] {
            let read = read_back::reading::<G, _>(pool, language, |reader| {
                for ((_, card), entry) in cards(pool).zip(&mut entries) {
                    judge.is_waited_for()?;
                    facts.read(reader, card, &mut entry.facts);
                    entry.texts.extend(reader.texts(card).iter().map(|text| folded(text)));
                }
                Ok(())
            });
            read.unwrap_or(Ok(()))?;
        }
        Ok(Index { facts, entries })
    }
}

impl Entry {
    /// About as many as it takes, with what lists and their texts take besides.
    fn bytes(&self) -> u64 {
        let texts = self.codes.iter().chain(&self.names).chain(&self.texts);
        let words = self.facts.iter().flatten().flat_map(|said| &said.words);
        let all = texts.chain(words).map(|text| text.capacity().saturating_add(64) as u64);
        let said = self.facts.iter().map(|said| said.len().saturating_mul(64).saturating_add(32) as u64);
        all.chain(said).fold(OVERHEAD, u64::saturating_add)
    }

    fn fits(&self, test: &Test) -> bool {
        let Test { of, text, value, number, .. } = test;
        let has = |list: &[String]| list.iter().any(|found| found.contains(text.as_str()));
        let is = |list: &[String]| list.iter().any(|found| found == text);
        let said = |list: &[String], sign: Sign| if sign == Sign::Has { has(list) } else { is(list) };
        let Some((subject, sign)) = of else {
            let mut said = self.facts.iter().flatten();
            return has(&self.codes)
                || has(&self.names)
                || has(&self.texts)
                || said.any(|said| said.words.iter().any(|word| word.contains(value.as_str())));
        };
        let sign = *sign;
        let holds = match subject {
            Subject::Codes => said(&self.codes, sign),
            Subject::Names => said(&self.names, sign),
            Subject::Texts => said(&self.texts, sign),
            Subject::Facts(places) => {
                let mut all = places.iter().filter_map(|place| self.facts.get(*place)).flatten();
                all.any(|said| said.fits(sign, value, *number))
            }
        };
        holds != (sign == Sign::IsNot)
    }
}

impl Said {
    /// [`Sign::IsNot`] is asked as if it were [`Sign::Is`].
    fn fits(&self, sign: Sign, value: &str, number: Option<i64>) -> bool {
        let compared = self.number.zip(number);
        match sign {
            Sign::Below => compared.is_some_and(|(own, other)| own < other),
            Sign::AtMost => compared.is_some_and(|(own, other)| own <= other),
            Sign::Above => compared.is_some_and(|(own, other)| own > other),
            Sign::AtLeast => compared.is_some_and(|(own, other)| own >= other),
            Sign::Is | Sign::IsNot => {
                compared.is_some_and(|(own, other)| own == other) || self.words.contains(value)
            }
            Sign::Has => {
                compared.is_some_and(|(own, other)| own == other)
                    || self.words.iter().any(|word| word.contains(value))
            }
        }
    }
}

impl Judge {
    /// Of each card of a pool, in their order, whether it fits a search.
    ///
    /// # Errors
    /// `BadQuery`: the search cannot be read.
    pub(crate) fn cards_that_fit(
        &self,
        game: &'static str,
        digest: &Digest,
        pool: &Value,
        search: &str,
    ) -> Result<Vec<bool>, Fault> {
        let alternatives = query::read(search)?;
        let index = self.card_index(game, digest, pool)?;
        let test = |condition: &query::Condition| {
            let value = &condition.value;
            let after_sign = condition.at + usize::from(condition.negated);
            // Signs that only change a letter are no text to look for.
            if worded(value).is_empty() {
                return Err(query::fault(after_sign, detail::search_no_value(after_sign)));
            }
            let of = condition.compared.as_ref().map(|of| {
                let subject = index.facts.subject(after_sign, of, value)?;
                Ok((subject, of.sign))
            });
            Ok(Test {
                negated: condition.negated,
                of: of.transpose()?,
                text: folded(value),
                value: worded(value),
                number: value.parse().ok(),
            })
        };
        let tests = |conditions: &Vec<query::Condition>| conditions.iter().map(test).collect();
        let alternatives: Vec<Vec<Test>> = alternatives.iter().map(tests).collect::<Result<_, Fault>>()?;
        let fits = |entry: &Entry| {
            let all = |tests: &Vec<Test>| tests.iter().all(|test| entry.fits(test) != test.negated);
            alternatives.iter().any(all)
        };
        Ok(index.entries.iter().map(fits).collect())
    }

    /// A pool, made ready when it is searched first, and kept as long as there is room.
    fn card_index(&self, game: &'static str, digest: &Digest, pool: &Value) -> Result<Arc<Index>, Fault> {
        let kept = &self.card_searches.0;
        if let Some(index) = kept.get(digest) {
            return Ok(index);
        }
        let index = Arc::new(self.dispatch(game, Making(self, pool)).and_then(|index| index)?);
        kept.put(*digest, Arc::clone(&index));
        Ok(index)
    }
}
