//! The answers of the judge: a verdict, a list of legal answers, a deck report, or a fault.
//!
//! Fields stand in the order of canonical bytes (RFC 8785), so that a struct serialises to canonical JSON.

pub mod detail;
pub mod fault;
pub mod message;
pub mod narration;
pub mod next;
pub mod position;
pub mod query;
pub mod ruling;

use std::collections::BTreeMap;

use rules_judge_engine::writer;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;

pub use crate::answer::fault::{Fault, FaultCode};
pub use crate::answer::next::{NextDecision, Purpose};
use crate::answer::position::AssumedAnswer;
pub use crate::answer::query::{Language, ListingLimit, Query, Trace, View};
use crate::answer::ruling::RulingAnswer;
use crate::judging::claim::ClaimAnswer;
use crate::shapes::ToSchema;

/// How a judged log stands.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    rules_judge_engine::schema::JsonSchema,
    ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum VerdictKind {
    /// Every entry is within the rules.
    Legal,
    /// Every entry is within the rules, or stands or is overruled by a judge's ruling in the log.
    LegalWithRulings,
    /// One entry, or the header, is against the rules.
    Illegal,
    /// Not decided: fuel used up or something needed is not there.
    NotJudged,
}

impl VerdictKind {
    /// Whether the whole log stands, with rulings or without.
    pub const fn is_legal(self) -> bool {
        matches!(self, VerdictKind::Legal | VerdictKind::LegalWithRulings)
    }

    /// The word on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            VerdictKind::Legal => "legal",
            VerdictKind::LegalWithRulings => "legal_with_rulings",
            VerdictKind::Illegal => "illegal",
            VerdictKind::NotJudged => "not_judged",
        }
    }
}

/// The answer to a log that could be judged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Verdict {
    /// Number of entries that are within the rules, or stand or are overruled by a ruling; in a seat's view,
    /// of those that it sees.
    pub accepted: usize,
    /// Chain digest of the accepted entries. To continue this judgement, name its `replay_digest`.
    pub accepted_digest: Option<String>,
    /// With `left_out` in the header: the fields of the position that were left out, and what they were
    /// taken to hold, seat 0 first; left out if nothing was assumed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assumed: Vec<AssumedAnswer>,
    /// With declared chance: what was checked about the outcomes, and what was not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chance: Option<ChanceAnswer>,
    /// Whether what was claimed is so; `null` if nothing was.
    pub claim: Option<ClaimAnswer>,
    /// Edition of the rulebook that was used.
    pub edition: String,
    /// What the header says is printed on cards, as far as the viewer sees their faces; left out if that is
    /// nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<Value>,
    /// Game id.
    pub game: String,
    /// Whether the header holds what nobody can guess. Of an answer without it nobody may learn that it was
    /// given before.
    #[serde(skip)]
    pub has_secret: bool,
    /// The first illegal entry.
    pub illegal: Option<Illegal>,
    /// Chain digest of all entries sent.
    pub log_digest: Option<String>,
    /// Who is asked what, one item per seat; empty when nothing more may be logged.
    #[schema(value_type = Vec<Value>)]
    pub next: Vec<NextDecision>,
    /// Why the log was not judged to its end.
    pub not_judged: Option<NotJudged>,
    /// How the game ended.
    pub outcome: Option<Value>,
    /// Digest of the card pool.
    pub pool: String,
    /// Digest of edition, format, game, log, pool and semantics: the name of the stored judgement, and of the
    /// `base` to continue. Claim and query have no part in it.
    pub replay_digest: Option<String>,
    /// The judge's rulings in the log that were carried out; left out if there is none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rulings: Vec<RulingAnswer>,
    /// Number that rises when any log of the game could be judged differently.
    pub semantics: u32,
    /// Actions that may be logged at any time besides.
    pub standing: Vec<String>,
    /// The table after the accepted entries; `null` where nothing was judged, or where working out its
    /// numbers takes more than an entry may.
    #[schema(value_type = Option<Value>)]
    pub state: Option<Written>,
    /// Digest of the full state, if asked for; without one where `state` is `null`.
    pub state_digest: Option<String>,
    /// If asked for: first what happened before any entry, without `action`; then one item per listed entry.
    /// Of a page (`from`, `to`) only what was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<Vec<TraceStep>>,
    /// If the trace is cut, since a trace has at most 4 MiB and 5 000 steps: the first entry whose step is
    /// left out, to be asked for with `from`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace_next: Option<usize>,
    /// Legal, legal with rulings, illegal or not judged.
    pub verdict: VerdictKind,
    /// With declared chance: the entry that is not complete, because outcomes are due; left out if there is
    /// none. It and the outcomes that it received do not count as accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waiting: Option<WaitingAnswer>,
}

/// An entry that waits for outcomes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct WaitingAnswer {
    /// Its index, counting the entries that the viewer sees; `null`: the viewer does not see it, or the
    /// set-up waits.
    pub at: Option<usize>,
    /// The labels of the outcomes that are due, as far as the viewer may know them.
    #[serde(rename = "for")]
    pub labels: Vec<String>,
}

/// What happened after an entry, or before any.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct TraceStep {
    /// The entry as the viewer sees it; not there for what happened before any entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub action: Option<Value>,
    /// The events in their order.
    #[schema(value_type = Vec<Value>)]
    pub events: Written,
    /// How many events after these are left out, since the events of a step have at most 1 MiB.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_out: Option<u64>,
    /// The table after the step as `state` of a verdict has it, with `trace=states` in the full view. A table
    /// is left out that has more than 1 MiB with the events, or whose numbers take more than an entry may.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub state: Option<Written>,
    /// The digest of the full state after the step, if asked for and if working out its numbers takes no more
    /// than an entry may.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state_digest: Option<String>,
}

/// JSON text that is part of an answer; no tree is built for it.
#[derive(Debug, Clone)]
pub struct Written(Box<RawValue>);

impl Written {
    /// Writes a value.
    ///
    /// # Errors
    /// Those of its own `Serialize`.
    pub fn new<T: Serialize>(value: &T) -> Result<Written, serde_json::Error> {
        RawValue::from_string(writer::write(value)?).map(Written)
    }

    pub(crate) fn of(text: Box<RawValue>) -> Written {
        Written(text)
    }

    pub(crate) fn bytes(&self) -> usize {
        self.0.get().len()
    }

    /// Parses the text.
    ///
    /// # Errors
    /// As any JSON; none is known.
    pub fn read(&self) -> Result<Value, serde_json::Error> {
        serde_json::from_str(self.0.get())
    }
}

impl PartialEq for Written {
    fn eq(&self, other: &Written) -> bool {
        self.0.get() == other.0.get()
    }
}

impl Eq for Written {}

impl Serialize for Written {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// The legal answers to a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Legal {
    /// For each listed answer the text of the waiting ability that it picks, if it picks one; empty where no
    /// ability is picked, or the query does not ask for texts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ability_texts: Vec<Option<String>>,
    /// Whether the listing has all legal answers.
    pub complete: bool,
    /// The number of legal answers; `None`: more than are counted, or listing them took too many looks.
    pub count: Option<u64>,
    /// The first legal answers, as entries without their seat; those without fields come first.
    pub listing: Vec<Value>,
    /// The cards that the listing names, as far as the seat knows them, ordered by number.
    pub named_cards: Written,
    /// All legal answers, as shapes.
    pub shapes: Written,
    /// The listed answers as sentences, in the same order.
    pub texts: Vec<String>,
}

/// What a verdict says about outcomes that the log declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct ChanceAnswer {
    /// `possible`: each outcome was among those that were left.
    pub checked: &'static str,
    /// `fair`: whether outcomes came about fairly cannot be known.
    pub not_checked: &'static str,
}

impl ChanceAnswer {
    pub(crate) const fn declared() -> ChanceAnswer {
        ChanceAnswer { checked: "possible", not_checked: "fair" }
    }
}

/// Where and why a log breaks the rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Illegal {
    /// The entry as sent, as far as the viewer sees it; `null` for a header, and where nothing of it is seen.
    pub action: Option<Value>,
    /// Index into `actions`, counting the entries that the viewer sees; `null` for a header.
    pub at: Option<usize>,
    /// What would have been legal there.
    #[schema(value_type = Option<Value>)]
    pub legal: Option<Legal>,
    /// JSON pointer into the replay; in a seat's view it counts the entries that the seat sees. Of `moves`
    /// the replay is the whole log, the last entry of which is the one sent.
    pub pointer: String,
    /// The reasons, the first is the one a judge would name.
    pub refusals: Vec<RefusalAnswer>,
    /// The seat of the entry.
    pub seat: Option<u8>,
    /// `header` or `log`.
    pub stage: String,
}

/// One reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct RefusalAnswer {
    /// Rule ids and rulings, the first is the primary one.
    pub cites: Vec<String>,
    /// Stable code.
    pub code: String,
    /// Rendered in the asked language.
    pub message: String,
    /// The cards that `params` names and whose faces the viewer sees, by the name of the parameter.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(value_type = Object)]
    pub named_cards: BTreeMap<String, Value>,
    /// What the message speaks of.
    pub params: Value,
    /// JSON pointer into the replay; in a seat's view it counts the entries that the seat sees. Of `moves`
    /// the replay is the whole log, the last entry of which is the one sent.
    pub pointer: String,
}

/// Why a log was not judged to its end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct NotJudged {
    /// Index of the entry, if it was one.
    pub at: Option<usize>,
    /// With `card_feature`: the id of the card whose data do not say all that is printed on it, or of which
    /// the field `fact` is unknown, if the viewer sees it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    /// With `unknown_card`: the rule that has to know the card, if the viewer may know its place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cites: Vec<String>,
    /// `step_limit`, `no_chance`, `unknown_card`, `missing_outcome`, `card_feature` or `unknown_edition`.
    pub code: String,
    /// With `card_feature`: the field of the card that neither the pool nor the facts of the header know, if
    /// it is one and the viewer sees the card. The header can say it: `"facts": [{"card": …, field: …}]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fact: Option<String>,
    /// With `missing_outcome`: the label of the entry of chance that has to stand there, if the viewer may
    /// know it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The same for people, in the language that was asked for.
    pub message: String,
    /// With `unknown_card`: where the card lies, if the viewer sees the cards there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<CardPlace>,
}

/// Where a card lies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CardPlace {
    /// Its index there, 0 being the top; left out of a card that lies under another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<u16>,
    /// Whose place it is; `null`: a place of both.
    pub seat: Option<u8>,
    /// The zone.
    pub zone: String,
}

impl NotJudged {
    /// The reason of this code, with its message in `language`.
    pub fn new(at: Option<usize>, code: impl Into<String>, language: Language) -> NotJudged {
        let code = code.into();
        let texts = match code.as_str() {
            "step_limit" => [
                "Judging this takes more steps than a judgement may take.",
                "判定所需的步數超過上限。",
                "判定所需的步数超过上限。",
            ],
            "no_chance" => [
                "The next step is random, and the log has no seed.",
                "下一步是隨機的，而紀錄沒有種子。",
                "下一步是随机的，而记录没有种子。",
            ],
            "unknown_card" => [
                "Which card this is has to be known here, and the log does not say it.",
                "此處必須知道是哪張卡，而紀錄沒有說明。",
                "此处必须知道是哪张卡，而记录没有说明。",
            ],
            "missing_outcome" => [
                "An entry of chance with the outcome of a random step has to stand here, and this entry is \
                another.",
                "此處應為記下隨機步驟結果的 chance 條目，而此條目不是。",
                "此处应为记下随机步骤结果的 chance 条目，而此条目不是。",
            ],
            "card_feature" => [
                "A card matters here, and its data in the pool leave out a part of what is printed on it.",
                "此處涉及一張卡，而卡池中的資料沒有完整寫出其卡面內容。",
                "此处涉及一张卡，而卡池中的数据没有完整写出其卡面内容。",
            ],
            "unknown_edition" => [
                "This edition of the rulebook is not known here.",
                "此處不認識這一版規則書。",
                "此处不认识这一版规则书。",
            ],
            _ => ["", "", ""],
        };
        let message = texts.get(language.place()).copied().unwrap_or_default().to_owned();
        NotJudged { at, card: None, cites: Vec::new(), code, fact: None, label: None, message, place: None }
    }

    /// Adds the unknown field, of a card that the viewer sees.
    #[must_use]
    pub fn lacking(self, fact: String, language: Language) -> NotJudged {
        let message = detail::unknown_fact(&fact).into_text(language);
        NotJudged { fact: Some(fact), message, ..self }
    }

    /// Adds the label of the missing outcome, which the viewer may know.
    #[must_use]
    pub fn awaiting(self, label: &str, language: Language) -> NotJudged {
        let message = detail::awaited_outcome(label).into_text(language);
        NotJudged { label: Some(label.to_owned()), message, ..self }
    }
}
