//! The rule indexes as answers: games, their rules, one rule, and the search among them.
//!
//! Ids are compared byte for byte after NFC, never NFKC: ① is not 1. Ids that are equal after NFKC are only
//! suggested.

use std::collections::BTreeMap;

use rules_judge_engine::abilities::spelling::composed;
use rules_judge_engine::games::{self, GameInfo, Visit};
pub use rules_judge_engine::verdict::RuleKind;
use rules_judge_engine::verdict::{Official, Rule, RuleBook, Texts};
use serde::Serialize;

use crate::answer::{Fault, FaultCode, Language, detail};
use crate::catalog::limits::{PAGE, PAGE_LIMIT};
use crate::catalog::printed::{Printed, PrintedAnswer, PrintedTexts};
use crate::catalog::schemas::NAMES;
use crate::catalog::search::{Found, Search, Searches, folded};
use crate::judging::{Judge, unknown_game};
use crate::shapes::ToSchema;

/// The most ids suggested for an unknown one.
const SUGGESTIONS: usize = 5;

/// Every kind of rule, with its word in answers.
pub const KINDS: [(&str, RuleKind); 5] = [
    ("definition", RuleKind::Definition),
    ("enforced", RuleKind::Enforced),
    ("ruling", RuleKind::Ruling),
    ("structural", RuleKind::Structural),
    ("table", RuleKind::Table),
];

/// The kind of a name.
pub fn kind_of(name: &str) -> Option<RuleKind> {
    KINDS.iter().find(|(other, _)| *other == name).map(|(_, kind)| *kind)
}

fn kind_name(kind: RuleKind) -> &'static str {
    KINDS.iter().find(|(_, other)| *other == kind).map_or("", |(name, _)| name)
}

/// A text in every language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct InLanguages {
    /// English.
    pub en: &'static str,
    /// Simplified Chinese.
    #[serde(rename = "zh-Hans")]
    pub zh_hans: &'static str,
    /// Traditional Chinese.
    #[serde(rename = "zh-Hant")]
    pub zh_hant: &'static str,
}

impl From<Texts> for InLanguages {
    fn from([en, zh_hant, zh_hans]: Texts) -> InLanguages {
        InLanguages { en, zh_hans, zh_hant }
    }
}

impl InLanguages {
    /// The text in a language.
    pub const fn text(&self, language: Language) -> &'static str {
        match language {
            Language::English => self.en,
            Language::TraditionalChinese => self.zh_hant,
            Language::SimplifiedChinese => self.zh_hans,
        }
    }
}

fn in_language(texts: &Texts, language: Language) -> &'static str {
    texts.get(language.place()).copied().unwrap_or_default()
}

/// How many rules there are of each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, ToSchema)]
pub struct Counts {
    /// They say what a word means.
    pub definition: usize,
    /// The judge decides or does something because of them.
    pub enforced: usize,
    /// Our own readings.
    pub ruling: usize,
    /// They hold by the shape of the data.
    pub structural: usize,
    /// They concern people at the table.
    pub table: usize,
    /// All of them.
    pub total: usize,
}

impl Counts {
    fn of(book: &RuleBook) -> Counts {
        let count = |kind| book.rules.iter().filter(|rule| rule.kind == kind).count();
        Counts {
            definition: count(RuleKind::Definition),
            enforced: count(RuleKind::Enforced),
            ruling: count(RuleKind::Ruling),
            structural: count(RuleKind::Structural),
            table: count(RuleKind::Table),
            total: book.rules.len(),
        }
    }
}

/// One line of the list of games.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct GameLine {
    /// The edition of the rulebook.
    pub edition: &'static str,
    /// The id.
    pub game: &'static str,
    /// What the organiser of this service added of the rulebook as it is printed; left out where there is
    /// nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed: Option<PrintedAnswer>,
    /// How many rules there are.
    pub rules: Counts,
    /// Rises when any log of the game could be judged differently.
    pub semantics: u32,
    /// What people call it.
    pub title: InLanguages,
}

/// The games that are judged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct GamesAnswer {
    /// One line each.
    pub games: Vec<GameLine>,
}

/// One game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct GameAnswer {
    /// The conditions of every kind of action.
    pub actions: Vec<ActionAnswer>,
    /// Where the description of its board is.
    pub board: String,
    /// The edition of the rulebook.
    pub edition: &'static str,
    /// The id.
    pub game: &'static str,
    /// The numbers that the rulebook sets.
    pub limits: Vec<LimitAnswer>,
    /// How many rules there are.
    pub rules: Counts,
    /// Where the JSON Schemas of everything of the game are, by what they describe.
    pub schemas: BTreeMap<&'static str, String>,
    /// Rises when any log of the game could be judged differently.
    pub semantics: u32,
    /// Actions that may be logged at any time.
    pub standing: &'static [&'static str],
    /// What people call it.
    pub title: InLanguages,
}

/// The conditions of one kind of action, in the order in which they are read: the first one that
/// does not hold is the one that a judge names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ActionAnswer {
    /// Whether the question that is answered says what fits and by which rule.
    pub by_question: bool,
    /// Whether further conditions are read after these: of the text of the used card, or of what
    /// it meets.
    pub by_text: bool,
    /// The conditions.
    pub conditions: Vec<ConditionAnswer>,
    /// The kind of action.
    #[serde(rename = "type")]
    pub kind: &'static str,
}

/// One condition of an action.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ConditionAnswer {
    /// The field that is blamed as a JSON pointer; empty: the action as a whole.
    pub blames: &'static str,
    /// The rule and what supports it.
    pub cites: Vec<&'static str>,
}

/// A number that the rulebook sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct LimitAnswer {
    /// The rule that sets it.
    pub cite: &'static str,
    /// Its name.
    pub name: &'static str,
    /// The number.
    pub value: u32,
}

/// How a rule was seen to be enforced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ProofAnswer {
    /// The case that shows it.
    pub case: &'static str,
    /// `refuses`, `happens`, `computes`, `permits` or `hides`.
    pub proof: &'static str,
}

/// One rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct RuleAnswer {
    /// The cases that cite it.
    pub cases: &'static [&'static str],
    /// The rules that stand below it.
    pub children: Vec<&'static str>,
    /// The rules whose texts name it.
    pub cited_by: Vec<&'static str>,
    /// The rules and rulings that its texts name.
    pub cites: Vec<&'static str>,
    /// Of a ruling: the official answers that say the same; left out where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub confirmed_by: Vec<OfficialAnswer>,
    /// The reason codes that were seen to cite it.
    pub codes: &'static [&'static str],
    /// Of a ruling: the official answers that say something else; left out where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub differs_from: Vec<OfficialAnswer>,
    /// The edition of the rulebook.
    pub edition: &'static str,
    /// The modules that cite it.
    pub enforced_in: &'static [&'static str],
    /// The game.
    pub game: &'static str,
    /// The id.
    pub id: &'static str,
    /// What kind of statement it is.
    pub kind: &'static str,
    /// The rule after it.
    pub next: Option<&'static str>,
    /// Whether it is our own reading and no rule of the book.
    pub ours: bool,
    /// The rule that it stands below.
    pub parent: Option<&'static str>,
    /// The rule before it.
    pub previous: Option<&'static str>,
    /// The sentence that the book prints, by language, where the organiser of this service added it: it
    /// prevails over our words. Left out where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<BTreeMap<String, String>>)]
    pub printed: Option<PrintedTexts>,
    /// How it was seen to be enforced.
    pub proofs: Vec<ProofAnswer>,
    /// Of a ruling: what was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<&'static str>,
    /// The same in every language.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub questions: Option<InLanguages>,
    /// Of a ruling: why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// The same in every language.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasons: Option<InLanguages>,
    /// The rulings whose texts name it.
    pub rulings: Vec<&'static str>,
    /// What it says, in the asked language; of a ruling: what was ruled.
    pub text: &'static str,
    /// The same in every language.
    pub texts: InLanguages,
    /// Why an enforced rule has no proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unproven: Option<&'static str>,
}

/// One line of a list of rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct RuleLine {
    /// The rules and rulings that its texts name.
    pub cites: Vec<&'static str>,
    /// Of a ruling: the official answers that say the same; left out where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub confirmed_by: Vec<OfficialAnswer>,
    /// Of a ruling: the official answers that say something else; left out where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub differs_from: Vec<OfficialAnswer>,
    /// What of that which is searched for stands in it, or words that mean it; left out where nothing is
    /// searched for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hits: Vec<String>,
    /// The id.
    pub id: &'static str,
    /// What kind of statement it is.
    pub kind: &'static str,
    /// The question of players by which it was found, rather than by its text, in the language of that
    /// question; left out where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matched: Option<&'static str>,
    /// The rule that it stands below.
    pub parent: Option<&'static str>,
    /// The sentence that the book prints, by language, where the organiser of this service added it: it
    /// prevails over our words. Left out where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<BTreeMap<String, String>>)]
    pub printed: Option<PrintedTexts>,
    /// Of a ruling: what was asked, in the asked language.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<&'static str>,
    /// Of a ruling: why, in the asked language.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// What it says, in the asked language; of a ruling: what was ruled.
    pub text: &'static str,
}

/// An official answer to the question of a ruling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct OfficialAnswer {
    /// Its date as the source gives it, a year, a month or a day; `null`: the source gives none.
    pub date: Option<&'static str>,
    /// Where it stands, in the asked language.
    pub source: &'static str,
}

impl OfficialAnswer {
    /// The official answers that confirm a ruling, or those that differ from it.
    fn of(rule: &Rule, confirms: bool, language: Language) -> Vec<OfficialAnswer> {
        let those = rule.official.iter().filter(|official| official.confirms == confirms);
        let answer = |official: &Official| {
            let source = in_language(&official.source, language);
            OfficialAnswer { date: official.date, source }
        };
        those.map(answer).collect()
    }
}

/// A word of the book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct TermLine {
    /// What it means, in the asked language.
    pub definition: &'static str,
    /// The word in every language.
    pub terms: InLanguages,
}

/// A list of rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct RulesAnswer {
    /// How many rules fit, on all pages.
    pub count: usize,
    /// The edition of the rulebook.
    pub edition: &'static str,
    /// The game.
    pub game: &'static str,
    /// Whether there are rules after this page.
    pub has_more: bool,
    /// The most rules of a page.
    pub limit: usize,
    /// The query of the next page, at the same path; `null`: there is none, or the answer comes from the
    /// command.
    pub next: Option<String>,
    /// How many rules stand before this page.
    pub offset: usize,
    /// The rules of this page: in the order of the book, or the best first.
    pub rules: Vec<RuleLine>,
    /// The words of the glossary that fit what is searched for.
    pub terms: Vec<TermLine>,
}

/// The query of a list of rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulesQuery {
    /// Only those of this kind.
    pub kind: Option<RuleKind>,
    /// The language of texts.
    pub language: Language,
    /// The most rules of the page, at most [`PAGE_LIMIT`].
    pub limit: usize,
    /// The number of rules before the page.
    pub offset: usize,
    /// Only rules that have some of these words, or words of the same meaning; the best first.
    pub search: Option<String>,
}

impl Default for RulesQuery {
    fn default() -> RulesQuery {
        RulesQuery { kind: None, language: Language::English, limit: PAGE, offset: 0, search: None }
    }
}

impl Judge {
    /// The games that are judged.
    pub fn games(&self) -> GamesAnswer {
        let line = |info: &GameInfo| {
            let (printed, title) = (self.printed.answer(info.id), info.title.into());
            let rules = Counts::of(info.rules);
            GameLine {
                edition: info.edition,
                game: info.id,
                printed,
                rules,
                semantics: info.semantics,
                title,
            }
        };
        GamesAnswer { games: games::IDS.iter().filter_map(|id| games::info(id)).map(line).collect() }
    }

    /// One game: its edition, its numbers, and the conditions of its actions.
    ///
    /// # Errors
    /// There is no such game.
    pub fn game(&self, game: &str) -> Result<GameAnswer, Fault> {
        Ok(about(self.info(game)?))
    }

    /// The rules of a game, all or those that fit.
    ///
    /// # Errors
    /// There is no such game.
    pub fn rules(&self, game: &str, query: &RulesQuery) -> Result<RulesAnswer, Fault> {
        Ok(list(self.info(game)?, query, &self.searches, &self.printed))
    }

    /// As [`Judge::rules`], all on one page.
    ///
    /// # Errors
    /// There is no such game.
    pub fn all_rules(&self, game: &str, query: &RulesQuery) -> Result<RulesAnswer, Fault> {
        let mut query = RulesQuery { limit: PAGE_LIMIT, offset: 0, ..query.clone() };
        let mut all = self.rules(game, &query)?;
        while all.has_more {
            query.offset = all.rules.len();
            let more = self.rules(game, &query)?;
            all.has_more = more.has_more;
            all.rules.extend(more.rules);
        }
        all.limit = all.count;
        Ok(all)
    }

    /// One rule or ruling.
    ///
    /// # Errors
    /// There is no such game or rule.
    pub fn rule(&self, game: &str, id: &str, language: Language) -> Result<RuleAnswer, Fault> {
        one(self.info(game)?, id, language, &self.printed)
    }

    /// The game of this id, as [`Judge::about`] finds it.
    pub(crate) fn info(&self, game: &str) -> Result<&'static GameInfo, Fault> {
        games::info(&composed(game)).ok_or_else(|| Fault { pointer: None, ..unknown_game() })
    }

    /// Calls the game of this id; the fault of an unknown game has no pointer, since the call has no body.
    pub(crate) fn about<V: Visit>(&self, game: &str, visit: V) -> Result<V::Out, Fault> {
        self.dispatch(&composed(game), visit).map_err(|fault| Fault { pointer: None, ..fault })
    }
}

fn about(info: &GameInfo) -> GameAnswer {
    let book = info.rules;
    let actions = (info.action_tables)().into_iter().map(|table| {
        let conditions = table.conditions.iter().map(|condition| ConditionAnswer {
            blames: condition.blames,
            cites: condition.cites.iter().map(|cite| book.id(*cite)).collect(),
        });
        let conditions = conditions.collect();
        let (kind, by_question, by_text) = (table.kind, table.by_question, table.by_text);
        ActionAnswer { by_question, by_text, conditions, kind }
    });
    let limits = book.limits.iter().map(|limit| LimitAnswer {
        cite: book.id(limit.cite),
        name: limit.name,
        value: limit.value,
    });
    GameAnswer {
        actions: actions.collect(),
        board: format!("/v1/games/{}/board", info.id),
        edition: info.edition,
        game: info.id,
        limits: limits.collect(),
        rules: Counts::of(book),
        schemas: NAMES.map(|name| (name, format!("/v1/games/{}/schemas/{name}", info.id))).into(),
        semantics: info.semantics,
        standing: info.standing,
        title: info.title.into(),
    }
}

fn list(info: &GameInfo, query: &RulesQuery, searches: &Searches, printed: &Printed) -> RulesAnswer {
    let book = info.rules;
    let search = query.search.as_deref().map(|text| Search::new(text, book));
    let mut found = match &search {
        Some(search) => search.find(book, &searches.of(info.id, book)),
        None => book.rules.iter().map(|rule| Found { rule, hits: Vec::new(), matched: None }).collect(),
    };
    found.retain(|found| query.kind.is_none_or(|kind| found.rule.kind == kind));
    let count = found.len();
    let limit = query.limit.min(PAGE_LIMIT);
    let page = found.into_iter().skip(query.offset).take(limit);
    let line = |Found { rule, hits, matched }| RuleLine {
        cites: ids(book, rule.cites),
        confirmed_by: OfficialAnswer::of(rule, true, query.language),
        differs_from: OfficialAnswer::of(rule, false, query.language),
        hits,
        id: rule.id,
        kind: kind_name(rule.kind),
        matched,
        parent: rule.parent.and_then(|place| id_at(book, place)),
        printed: printed.of(info.id, rule.id),
        question: rule.ruling.as_ref().map(|(question, _)| in_language(question, query.language)),
        reason: rule.ruling.as_ref().map(|(_, reason)| in_language(reason, query.language)),
        text: in_language(&rule.text, query.language),
    };
    let terms = search.iter().flat_map(|search| search.terms(book)).map(|term| TermLine {
        definition: in_language(&term.definition, query.language),
        terms: term.term.into(),
    });
    RulesAnswer {
        count,
        edition: info.edition,
        game: info.id,
        has_more: has_more(count, limit, query.offset),
        limit,
        next: None,
        offset: query.offset,
        rules: page.map(line).collect(),
        terms: terms.collect(),
    }
}

fn one(info: &GameInfo, id: &str, language: Language, printed: &Printed) -> Result<RuleAnswer, Fault> {
    let (book, id) = (info.rules, composed(id));
    let rule = book.find(&id).ok_or_else(|| unknown(book, info.id, &id))?;
    let ruling = rule.ruling.as_ref();
    let is_ruling =
        |place: &u16| book.rules.get(usize::from(*place)).is_some_and(|rule| rule.kind == RuleKind::Ruling);
    let (rulings, rules): (Vec<u16>, Vec<u16>) = rule.cited_by.iter().partition(|place| is_ruling(place));
    Ok(RuleAnswer {
        cases: rule.cases,
        children: ids(book, rule.children),
        cited_by: ids(book, &rules),
        cites: ids(book, rule.cites),
        codes: rule.codes,
        confirmed_by: OfficialAnswer::of(rule, true, language),
        differs_from: OfficialAnswer::of(rule, false, language),
        edition: info.edition,
        enforced_in: rule.enforced_in,
        game: info.id,
        id: rule.id,
        kind: kind_name(rule.kind),
        next: book.next(rule).map(|rule| rule.id),
        ours: ruling.is_some(),
        parent: rule.parent.and_then(|place| id_at(book, place)),
        previous: book.previous(rule).map(|rule| rule.id),
        printed: printed.of(info.id, rule.id),
        proofs: rule.proofs.iter().map(|&(proof, case)| ProofAnswer { case, proof }).collect(),
        question: ruling.map(|(question, _)| in_language(question, language)),
        questions: ruling.map(|(question, _)| (*question).into()),
        reason: ruling.map(|(_, reason)| in_language(reason, language)),
        reasons: ruling.map(|(_, reason)| (*reason).into()),
        rulings: ids(book, &rulings),
        text: in_language(&rule.text, language),
        texts: rule.text.into(),
        unproven: rule.unproven,
    })
}

/// The id of the rule at a place of the index.
fn id_at(book: &RuleBook, place: u16) -> Option<&'static str> {
    book.rules.get(usize::from(place)).map(|rule| rule.id)
}

/// The ids of places of the index.
fn ids(book: &RuleBook, places: &[u16]) -> Vec<&'static str> {
    places.iter().filter_map(|place| id_at(book, *place)).collect()
}

/// Whether there are items after a page.
pub(crate) fn has_more(count: usize, limit: usize, offset: usize) -> bool {
    offset.saturating_add(limit) < count
}

fn unknown(book: &RuleBook, game: &str, id: &str) -> Fault {
    let near = look_alikes(book, id);
    let detail = match near.as_slice() {
        [] => detail::unknown_rule(game),
        near => detail::unknown_rule_but(game, &near.join(", ")),
    };
    Fault::new(FaultCode::UnknownRule, detail).near(near)
}

/// Ids near to an unknown one: first those that differ only in the forms of characters, then by the number of
/// changes, then by the chapter.
pub(super) fn look_alikes(book: &RuleBook, id: &str) -> Vec<&'static str> {
    // Of a text longer than any id only the beginning is compared.
    let wanted: String = folded(id).chars().take(64).collect();
    let length = wanted.chars().count();
    let chapter = |id: &str| id.split(['.', '-']).next().map(str::to_owned);
    let mut near: Vec<(usize, usize, &'static str)> = Vec::new();
    for (place, rule) in book.rules.iter().enumerate() {
        let known = folded(rule.id);
        let changes = strsim::osa_distance(&wanted, &known);
        let close = changes <= (length / 3).clamp(1, 2);
        if close || (chapter(&wanted) == chapter(&known) && changes < length) {
            near.push((changes, place, rule.id));
        }
    }
    near.sort_unstable();
    near.into_iter().take(SUGGESTIONS).map(|(_, _, id)| id).collect()
}

impl Judge {
    /// The text of a rule or ruling in our own words, if the game's index has it.
    pub fn rule_text(&self, game: &str, id: &str, language: Language) -> Option<String> {
        let rule = games::info(game)?.rules.find(id)?;
        rule.text.get(language.place()).map(|text| (*text).to_owned())
    }
}
