//! The rule indexes as answers: games, their rules, one rule, and the search among them.
//!
//! An id is compared byte for byte after NFC, never NFKC: ① is not 1. What is alike after NFKC is
//! only suggested.

use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};
use rules_judge_engine::games::{self, Registered, Visit};
pub use rules_judge_engine::verdict::RuleKind;
use rules_judge_engine::verdict::{Rule, RuleBook, Term, Texts};
use serde::Serialize;
use utoipa::ToSchema;

use crate::answer::{Fault, FaultCode, Language};
use crate::catalog::limits::{PAGE, PAGE_LIMIT};
use crate::judging::Judge;

/// How many look-alikes are suggested.
const SUGGESTIONS: usize = 5;

/// Every kind of rule as answers call it.
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
    /// How many rules there are.
    pub rules: Counts,
    /// Rises when any log of the game could be judged differently.
    pub semantics: u32,
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
    /// The edition of the rulebook.
    pub edition: &'static str,
    /// The id.
    pub game: &'static str,
    /// The numbers that the rulebook sets.
    pub limits: Vec<LimitAnswer>,
    /// How many rules there are.
    pub rules: Counts,
    /// Rises when any log of the game could be judged differently.
    pub semantics: u32,
    /// Actions that may be logged at any time.
    pub standing: &'static [&'static str],
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
    /// The reason codes that were seen to cite it.
    pub codes: &'static [&'static str],
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
    /// What it says, in the asked language; of a ruling: what was ruled.
    pub text: &'static str,
    /// The same in every language.
    pub texts: InLanguages,
    /// Why an enforced rule has no proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unproven: Option<&'static str>,
}

/// One line of a list of rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct RuleLine {
    /// The id.
    pub id: &'static str,
    /// What kind of statement it is.
    pub kind: &'static str,
    /// What it says, in the asked language.
    pub text: &'static str,
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
    /// The most rules of a page.
    pub limit: usize,
    /// How many rules stand before this page.
    pub offset: usize,
    /// The rules of this page: in the order of the book, or the best first.
    pub rules: Vec<RuleLine>,
    /// The words of the glossary that fit what is searched for.
    pub terms: Vec<TermLine>,
}

/// Which rules are asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulesQuery {
    /// Only those of this kind.
    pub kind: Option<RuleKind>,
    /// The language of texts.
    pub language: Language,
    /// The most rules of the page, at most [`PAGE_LIMIT`].
    pub limit: usize,
    /// How many are passed over.
    pub offset: usize,
    /// Only those that have all these words.
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
        struct Line;

        impl Visit for Line {
            type Out = GameLine;

            fn visit<G: Registered>(self) -> GameLine {
                let rules = Counts::of(G::rules());
                GameLine { edition: G::EDITION, game: G::ID, rules, semantics: G::SEMANTICS }
            }
        }

        GamesAnswer { games: games::IDS.iter().filter_map(|id| games::dispatch(id, Line)).collect() }
    }

    /// One game: its edition, its numbers, and the conditions of its actions.
    ///
    /// # Errors
    /// There is no such game.
    pub fn game(&self, game: &str) -> Result<GameAnswer, Fault> {
        self.about(game, About)
    }

    /// The rules of a game, all or those that fit.
    ///
    /// # Errors
    /// There is no such game.
    pub fn rules(&self, game: &str, query: &RulesQuery) -> Result<RulesAnswer, Fault> {
        self.about(game, List(query))
    }

    /// One rule or ruling.
    ///
    /// # Errors
    /// There is no such game or rule.
    pub fn rule(&self, game: &str, id: &str, language: Language) -> Result<RuleAnswer, Fault> {
        self.about(game, One(id, language))?
    }

    /// A question that has no body, so that a fault has no place in one.
    fn about<V: Visit>(&self, game: &str, visit: V) -> Result<V::Out, Fault> {
        self.dispatch(&nfc(game), visit).map_err(|fault| Fault { pointer: None, ..fault })
    }
}

struct About;

impl Visit for About {
    type Out = GameAnswer;

    fn visit<G: Registered>(self) -> GameAnswer {
        let book = G::rules();
        let actions = G::action_tables().into_iter().map(|table| {
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
            edition: G::EDITION,
            game: G::ID,
            limits: limits.collect(),
            rules: Counts::of(book),
            semantics: G::SEMANTICS,
            standing: G::STANDING,
        }
    }
}

struct List<'a>(&'a RulesQuery);

impl Visit for List<'_> {
    type Out = RulesAnswer;

    fn visit<G: Registered>(self) -> RulesAnswer {
        let (book, query) = (G::rules(), self.0);
        let search = query.search.as_deref().map(|text| Search::new(text, book));
        let mut found: Vec<(u8, &'static Rule)> = book
            .rules
            .iter()
            .filter(|rule| query.kind.is_none_or(|kind| rule.kind == kind))
            .filter_map(|rule| Some((search.as_ref().map_or(Some(0), |search| search.rank(rule))?, rule)))
            .collect();
        // A stable sort: equally good ones stay in the order of the book.
        found.sort_by_key(|(rank, _)| *rank);
        let page = found.iter().skip(query.offset).take(query.limit.min(PAGE_LIMIT));
        let line = |rule: &Rule| RuleLine {
            id: rule.id,
            kind: kind_name(rule.kind),
            text: in_language(&rule.text, query.language),
        };
        let terms = search.iter().flat_map(|search| search.terms(book)).map(|term| TermLine {
            definition: in_language(&term.definition, query.language),
            terms: term.term.into(),
        });
        RulesAnswer {
            count: found.len(),
            edition: G::EDITION,
            game: G::ID,
            limit: query.limit.min(PAGE_LIMIT),
            offset: query.offset,
            rules: page.map(|(_, rule)| line(rule)).collect(),
            terms: terms.collect(),
        }
    }
}

struct One<'a>(&'a str, Language);

impl Visit for One<'_> {
    type Out = Result<RuleAnswer, Fault>;

    fn visit<G: Registered>(self) -> Self::Out {
        let (book, id, language) = (G::rules(), nfc(self.0), self.1);
        let rule = book.find(&id).ok_or_else(|| unknown(book, G::ID, &id))?;
        let named = |place: u16| book.rules.get(usize::from(place)).map(|rule| rule.id);
        let ruling = rule.ruling.as_ref();
        Ok(RuleAnswer {
            cases: rule.cases,
            children: rule.children.iter().filter_map(|place| named(*place)).collect(),
            codes: rule.codes,
            edition: G::EDITION,
            enforced_in: rule.enforced_in,
            game: G::ID,
            id: rule.id,
            kind: kind_name(rule.kind),
            next: book.next(rule).map(|rule| rule.id),
            ours: ruling.is_some(),
            parent: rule.parent.and_then(named),
            previous: book.previous(rule).map(|rule| rule.id),
            proofs: rule.proofs.iter().map(|&(proof, case)| ProofAnswer { case, proof }).collect(),
            question: ruling.map(|(question, _)| in_language(question, language)),
            questions: ruling.map(|(question, _)| (*question).into()),
            reason: ruling.map(|(_, reason)| in_language(reason, language)),
            reasons: ruling.map(|(_, reason)| (*reason).into()),
            text: in_language(&rule.text, language),
            texts: rule.text.into(),
            unproven: rule.unproven,
        })
    }
}

fn nfc(text: &str) -> String {
    ComposingNormalizerBorrowed::new_nfc().normalize(text).into_owned()
}

/// The text as it is looked for: compatible forms made one, small letters.
fn folded(text: &str) -> String {
    DecomposingNormalizerBorrowed::new_nfkd().normalize(text).to_lowercase()
}

fn unknown(book: &RuleBook, game: &str, id: &str) -> Fault {
    let near = look_alikes(book, id);
    let hint = match near.as_slice() {
        [] => String::new(),
        near => format!(" Near it are {}.", near.join(", ")),
    };
    let detail = format!("The rules of {game} have no id of this spelling.{hint}");
    Fault::new(FaultCode::UnknownRule, detail).near(near)
}

/// Ids that may have been meant: alike but for the form of signs, then by the number of changes,
/// then by the chapter.
fn look_alikes(book: &RuleBook, id: &str) -> Vec<&'static str> {
    // What is longer than any id is compared by its beginning only.
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

/// What is searched for.
struct Search {
    whole: String,
    words: Vec<String>,
    /// Every name of the words of the glossary that are searched for.
    names: Vec<String>,
}

impl Search {
    fn new(text: &str, book: &RuleBook) -> Search {
        let whole = folded(text).trim().to_owned();
        let words = whole.split_whitespace().map(str::to_owned).collect();
        let mut search = Search { whole, words, names: Vec::new() };
        let names = search.named(book).flat_map(|term| term.term).map(folded).collect();
        search.names = names;
        search
    }

    /// How well a rule fits, 0 best: its id; the beginning of its id; all words in its text; all
    /// words inside words of its text; the same with question and reason; a word of the glossary
    /// that is searched for under another name.
    fn rank(&self, rule: &Rule) -> Option<u8> {
        let id = folded(rule.id);
        if self.whole.is_empty() {
            return None;
        }
        if id == self.whole {
            return Some(0);
        }
        if id.starts_with(&self.whole) {
            return Some(1);
        }
        let text = lines(&rule.text);
        if self.words.iter().all(|word| has_word(&text, word)) {
            return Some(2);
        }
        let all = rule.ruling.iter().fold(format!("{id}\n{text}"), |all, (question, reason)| {
            format!("{all}\n{}\n{}", lines(question), lines(reason))
        });
        if self.words.iter().all(|word| text.contains(word)) {
            return Some(3);
        }
        if self.words.iter().all(|word| all.contains(word)) {
            return Some(4);
        }
        self.names.iter().any(|name| has_word(&all, name)).then_some(5)
    }

    /// The words of the glossary that are exactly what is searched for.
    fn named<'b>(&self, book: &'b RuleBook) -> impl Iterator<Item = &'b Term> {
        book.glossary.iter().filter(|term| term.term.iter().any(|name| folded(name) == self.whole))
    }

    /// The words of the glossary that fit: those that are searched for, then those that have all
    /// the words.
    fn terms<'b>(&self, book: &'b RuleBook) -> Vec<&'b Term> {
        let exactly: Vec<&Term> = self.named(book).collect();
        let fits = |term: &&Term| {
            let all = lines(&term.term);
            !self.words.is_empty()
                && self.words.iter().all(|word| all.contains(word))
                && !exactly.iter().any(|other| std::ptr::eq(*other, *term))
        };
        let more: Vec<&Term> = book.glossary.iter().filter(fits).collect();
        exactly.into_iter().chain(more).collect()
    }
}

fn lines(texts: &Texts) -> String {
    folded(&texts.join("\n"))
}

/// Whether a text has a word: as a word of its own where words have gaps between them, anywhere in
/// Chinese.
fn has_word(text: &str, word: &str) -> bool {
    let joins = |c: char| c.is_ascii_alphanumeric();
    text.match_indices(word).any(|(start, _)| {
        let before = text.get(..start).and_then(|text| text.chars().next_back());
        let after = text.get(start + word.len()..).and_then(|text| text.chars().next());
        let begins = !(word.starts_with(joins) && before.is_some_and(joins));
        begins && !(word.ends_with(joins) && after.is_some_and(joins))
    })
}
