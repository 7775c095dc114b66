//! Reads the parameters of a question, such as view, trace, language and index, for HTTP and the command line
//! alike.

use rules_judge_replays::answer::detail::Detail;
use rules_judge_replays::answer::{Fault, FaultCode, Language, ListingLimit, Query, Trace, View};
use rules_judge_replays::catalog::cards::CardsQuery;
use rules_judge_replays::catalog::limits::{LONGEST_LISTING, PAGE_LIMIT, SEARCH_LIMIT};
use rules_judge_replays::catalog::rulebook::{self, KINDS, RulesQuery};
use rules_judge_replays::codec::digest::Digest;

use crate::details;

/// Reads a view.
pub fn view(word: &str) -> Result<View, String> {
    match word {
        "full" => Ok(View::Full),
        "seat0" => Ok(View::Seat0),
        "seat1" => Ok(View::Seat1),
        "public" => Ok(View::Public),
        _ => Err("view is one of full, seat0, seat1, public".to_owned()),
    }
}

/// Reads how detailed the trace is.
pub fn trace(word: &str) -> Result<Trace, String> {
    match word {
        "none" => Ok(Trace::None),
        "events" => Ok(Trace::Events),
        "states" => Ok(Trace::States),
        _ => Err("trace is one of none, events, states".to_owned()),
    }
}

/// Reads the number of entries to judge.
pub fn at(word: &str) -> Result<usize, String> {
    // `usize::from_str` accepts a plus sign, which in a query stands for a space.
    if word.starts_with('+') {
        return Err("at is a number of entries".to_owned());
    }
    word.parse().map_err(|_| "at is a number of entries".to_owned())
}

/// Reads the index of an entry.
pub fn entry(word: &str) -> Result<usize, String> {
    at(word).map_err(|_| "this is the index of an entry".to_owned())
}

/// Reads how many legal answers are listed.
pub fn listing(word: &str) -> Result<ListingLimit, String> {
    let wrong = || format!("listing is a number from 0 to {LONGEST_LISTING}");
    let limit = at(word).ok().and_then(|limit| u64::try_from(limit).ok());
    limit.filter(|limit| *limit <= LONGEST_LISTING).map(ListingLimit).ok_or_else(wrong)
}

/// Reads the tag of a language, as written on the command line.
pub fn language(word: &str) -> Result<Language, String> {
    language_of_tag(word).ok_or_else(|| "language is one of en, zh-Hant, zh-Hans".to_owned())
}

/// The language that a tag asks for, if messages are written in it.
///
/// The script decides before the region: `zh-Hant-CN` is traditional.
fn language_of_tag(tag: &str) -> Option<Language> {
    let mut parts = tag.split(['-', '_']).map(str::to_ascii_lowercase);
    match parts.next()?.as_str() {
        "en" => return Some(Language::English),
        "zh" => {}
        _ => return None,
    }
    for part in parts {
        match part.as_str() {
            "hant" | "tw" | "hk" | "mo" => return Some(Language::TraditionalChinese),
            "hans" | "cn" | "sg" | "my" => return Some(Language::SimplifiedChinese),
            _ => {}
        }
    }
    Some(Language::SimplifiedChinese)
}

/// The language that an `Accept-Language` header asks for; English if none of it is spoken here.
pub fn accepted_language(header: &str) -> Language {
    let mut best = (0, Language::English);
    for range in header.split(',') {
        let mut parts = range.split(';').map(str::trim);
        let Some(tag) = parts.next() else { continue };
        let language = if tag == "*" { Some(Language::English) } else { language_of_tag(tag) };
        let weight = parts.find_map(|part| part.strip_prefix("q=")).map_or(Some(1000), thousandths);
        if let (Some(language), Some(weight)) = (language, weight)
            && weight > best.0
        {
            best = (weight, language);
        }
    }
    best.1
}

/// A weight between 0 and 1 with at most three decimals, in thousandths.
fn thousandths(word: &str) -> Option<u32> {
    let (whole, decimals) = word.split_once('.').unwrap_or((word, ""));
    if decimals.len() > 3 || !decimals.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let part: u32 = format!("{decimals:0<3}").parse().ok()?;
    match whole {
        "0" => Some(part),
        "1" if part == 0 => Some(1000),
        _ => None,
    }
}

/// The parameters of a query that a call takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parameters {
    /// `abilities`, `at`, `trace` with `from` and `to`, `view`, `digest` and `listing`.
    Verify,
    /// `abilities`, `at`, `listing` and `view`.
    LegalActions,
    /// `at` and `view`.
    Positions,
    /// `abilities`, `digest`, `listing`, `trace` and `view`.
    Moves,
    /// `digest` and `view`.
    Verdict,
    /// `digest`.
    Compare,
    /// `listing` and `view`.
    Completions,
    /// Nothing.
    Nothing,
}

impl Parameters {
    const fn names(self) -> &'static [&'static str] {
        match self {
            Parameters::Verify => &["abilities", "at", "digest", "from", "listing", "to", "trace", "view"],
            Parameters::LegalActions => &["abilities", "at", "listing", "view"],
            Parameters::Positions => &["at", "view"],
            Parameters::Moves => &["abilities", "digest", "listing", "trace", "view"],
            Parameters::Verdict => &["digest", "listing", "view"],
            Parameters::Compare => &["digest"],
            Parameters::Completions => &["listing", "view"],
            Parameters::Nothing => &[],
        }
    }
}

/// Reads a query with `read`, which reads one value. Unknown names and values, and names given twice, are
/// faults: ignoring a misspelt option in silence would be worse than an error. The error of `read` has no
/// full stop.
fn each(
    pairs: &[(String, String)],
    taken: &[&str],
    mut read: impl FnMut(&str, &str) -> Result<(), String>,
) -> Result<(), Fault> {
    let fault = |detail: Detail| Err(Fault::new(FaultCode::BadQuery, detail));
    for (nth, (name, value)) in pairs.iter().enumerate() {
        if !taken.contains(&name.as_str()) {
            return fault(match taken {
                [] => details::no_parameters(name),
                taken => details::unknown_parameter(name, &taken.join(", ")),
            });
        }
        if pairs.iter().take(nth).any(|(earlier, _)| earlier == name) {
            return fault(details::parameter_twice(name));
        }
        if let Err(reason) = read(name, value) {
            let value: String = value.chars().take(SEARCH_LIMIT).collect();
            return fault(details::wrong_value(name, &reason, &value));
        }
    }
    Ok(())
}

/// Reads the query of a call that judges.
pub fn query(pairs: &[(String, String)], taken: Parameters, language: Language) -> Result<Query, Fault> {
    let mut query = Query { language, ..Query::default() };
    each(pairs, taken.names(), |name, value| {
        match name {
            "abilities" => query.abilities = abilities(value)?,
            "at" => query.at = Some(at(value)?),
            "from" => query.from = Some(entry(value).map_err(|_| "from is the index of an entry")?),
            "listing" => query.listing = listing(value)?,
            "to" => query.to = Some(entry(value).map_err(|_| "to is the index of an entry")?),
            "trace" => query.trace = trace(value)?,
            "view" => query.view = view(value)?,
            _ if value == "state" => query.state_digest = true,
            _ => return Err("digest can only be state".to_owned()),
        }
        Ok(())
    })?;
    is_page(&query).map_err(|why| Fault::new(FaultCode::BadQuery, why.stopped()))?;
    Ok(query)
}

/// Checks that `from` and `to`, if given, name a page of a trace.
pub fn is_page(query: &Query) -> Result<(), Detail> {
    match (query.trace, query.from, query.to) {
        (Trace::None, None, None) => Ok(()),
        (Trace::None, ..) => Err(details::page_of_no_trace()),
        (_, from, Some(to)) if from.unwrap_or(0) > to => Err(details::page_of_nothing()),
        _ => Ok(()),
    }
}

/// Reads a kind of rule.
pub fn kind(word: &str) -> Result<rulebook::RuleKind, String> {
    let names = KINDS.map(|(name, _)| name).join(", ");
    rulebook::kind_of(word).ok_or_else(|| format!("kind is one of {names}"))
}

/// Reads the words of a search.
pub fn search(text: &str) -> Result<String, String> {
    match text.chars().count() {
        _ if text.trim().is_empty() => Err("write a text to search for".to_owned()),
        0..=SEARCH_LIMIT => Ok(text.to_owned()),
        _ => Err(format!("the text to search for has at most {SEARCH_LIMIT} characters")),
    }
}

/// Reads how many items a page has.
fn limit(word: &str) -> Result<usize, String> {
    let wrong = || format!("limit is a number from 1 to {PAGE_LIMIT}");
    at(word).ok().filter(|limit| (1..=PAGE_LIMIT).contains(limit)).ok_or_else(wrong)
}

/// Reads how many items a list skips.
fn offset(word: &str) -> Result<usize, String> {
    at(word).map_err(|_| "offset is a number".to_owned())
}

/// Reads the query of a list of cards: `q`, `pool`, `limit` and `offset`; of one card: `pool`.
pub fn cards(pairs: &[(String, String)], one: bool, language: Language) -> Result<CardsQuery, Fault> {
    let mut query = CardsQuery { language, ..CardsQuery::default() };
    let taken: &[&str] = if one { &["pool"] } else { &["abilities", "limit", "offset", "pool", "q"] };
    each(pairs, taken, |name, value| {
        match name {
            "abilities" => query.abilities = abilities(value)?,
            "limit" => query.limit = limit(value)?,
            "offset" => query.offset = offset(value)?,
            "pool" if value.contains('/') || value.parse::<Digest>().is_ok() => {
                query.pool = Some(value.to_owned());
            }
            "pool" => return Err("pool is a digest, or a name such as azur-lane/demo".to_owned()),
            _ => query.search = Some(search(value)?),
        }
        Ok(())
    })?;
    Ok(query)
}

fn abilities(value: &str) -> Result<bool, String> {
    if value == "text" { Ok(true) } else { Err("abilities can only be text".to_owned()) }
}

/// Reads the query of a list of rules: `q`, `kind`, `limit` and `offset`.
pub fn rules(pairs: &[(String, String)], language: Language) -> Result<RulesQuery, Fault> {
    let mut query = RulesQuery { language, ..RulesQuery::default() };
    each(pairs, &["kind", "limit", "offset", "q"], |name, value| {
        match name {
            "kind" => query.kind = Some(kind(value)?),
            "limit" => query.limit = limit(value)?,
            "offset" => query.offset = offset(value)?,
            _ => query.search = Some(search(value)?),
        }
        Ok(())
    })?;
    Ok(query)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accept_language_is_read_by_weight_script_and_region() {
        let cases = [
            ("", Language::English),
            ("de, fr", Language::English),
            ("zh", Language::SimplifiedChinese),
            ("zh-TW,zh;q=0.9,en;q=0.8", Language::TraditionalChinese),
            ("zh-Hant-CN", Language::TraditionalChinese),
            ("en;q=0.5, zh-HK;q=0.8", Language::TraditionalChinese),
            ("zh-CN;q=0.3, en;q=0.4", Language::English),
            ("zh-TW;q=0, zh-Hans;q=0.1", Language::SimplifiedChinese),
            ("zh-TW;q=2, zh-Hans;q=x", Language::English),
            ("ZH-hans", Language::SimplifiedChinese),
            ("*", Language::English),
        ];
        for (header, expected) in cases {
            assert_eq!(accepted_language(header), expected, "{header}");
        }
    }
}
