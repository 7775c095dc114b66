//! What a request asks of an answer besides what is judged: view, trace, language, lists.

use rules_judge_engine::kernel::shape::LISTING_LIMIT;

/// The view of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum View {
    /// Everything, as the holder of log and seed sees it.
    #[default]
    Full,
    /// What seat 0 may know.
    Seat0,
    /// What seat 1 may know.
    Seat1,
    /// What both seats and spectators may know.
    Public,
}

/// How detailed the trace is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Trace {
    /// Only the end.
    #[default]
    None,
    /// The events after each entry.
    Events,
    /// The events, the state and its digest after each entry.
    States,
}

/// The language of messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Traditional Chinese.
    TraditionalChinese,
    /// Simplified Chinese.
    SimplifiedChinese,
}

impl Language {
    /// The language tag in requests and pools.
    pub const fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::TraditionalChinese => "zh-Hant",
            Language::SimplifiedChinese => "zh-Hans",
        }
    }
}

/// How many legal answers are listed at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ListingLimit(pub u64);

impl Default for ListingLimit {
    fn default() -> Self {
        ListingLimit(LISTING_LIMIT)
    }
}

/// The options of a request; none of them changes the judgement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Query {
    /// Add the text of the ability to every question and event about one.
    pub abilities: bool,
    /// Judge only the first `at` entries.
    pub at: Option<usize>,
    /// Fill `state_digest`.
    pub state_digest: bool,
    /// Language of messages.
    pub language: Language,
    /// At most so many legal answers are listed for each seat that has a decision.
    pub listing: ListingLimit,
    /// Trace only the entries from this index on, counting those that the viewer sees. The step before all
    /// entries belongs to entry 0.
    pub from: Option<usize>,
    /// Trace only the entries before this index.
    pub to: Option<usize>,
    /// How detailed the trace is.
    pub trace: Trace,
    /// The view.
    pub view: View,
}
