//! The effects of rulings on a judgement, for records and for answers.
//!
//! Reasons are rendered at once, in every language and for every view that is requested or kept: the table
//! that they refer to is gone after the ruling.

use std::collections::BTreeMap;

use rules_judge_engine::kernel::fuel::FUEL_TOTAL;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::answer::ruling::{ChangeAnswer, OverruledAnswer, RulingAnswer, RulingKind};
use crate::answer::{Language, RefusalAnswer, View};
use crate::judging::trace::Shown;

/// The most changes of the state that the answer lists for a ruling.
pub(crate) const CHANGES_SHOWN: usize = 64;
/// The most looks for rendering the changes of a log's rulings in one view.
pub(crate) const CHANGE_LOOKS: u64 = FUEL_TOTAL / 4;

/// The views, in the order of [`PerView`].
pub(super) const VIEWS: [View; 4] = [View::Full, View::Seat0, View::Seat1, View::Public];
const LANGUAGES: [Language; 3] =
    [Language::English, Language::TraditionalChinese, Language::SimplifiedChinese];

/// A value for each view that is requested or kept.
pub(super) type PerView<T> = [Option<T>; 4];

/// The effects of rulings so far.
#[derive(Debug)]
pub(crate) struct Rulings<S> {
    /// The rulings that were carried out.
    pub(super) done: Vec<Done>,
    /// Refused entries that the next ruling overrules.
    pub(super) passed: Vec<Passed>,
    /// The last refused entry, with its outcomes.
    pub(super) refused: Option<Span>,
    /// The last of them, if the viewer sees it.
    pub(super) shown: Option<Shown>,
    /// The looks for rendering changes so far, by view.
    pub(super) looks: [u64; 4],
    /// The table before the ruling that is being carried out.
    pub(super) before: Option<Box<S>>,
}

impl<S> Default for Rulings<S> {
    fn default() -> Self {
        let (done, passed) = (Vec::new(), Vec::new());
        Rulings { done, passed, refused: None, shown: None, looks: [0; 4], before: None }
    }
}

/// Entries that are refused together: one, with the outcomes that it received.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub(crate) struct Span {
    /// The number of entries.
    pub(crate) entries: u32,
    /// How many of them the viewer sees.
    #[serde(skip)]
    pub(crate) shown: usize,
    /// How many of them seat 0, seat 1 and the public view see.
    pub(crate) listed: [u32; 3],
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Passed {
    pub(super) span: Span,
    pub(super) views: PerView<Overruled>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Overruled {
    pub(super) action: Option<Value>,
    pub(super) at: usize,
    pub(super) refusals: Vec<KeptRefusal>,
    pub(super) seat: Option<u8>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Done {
    pub(super) kind: RulingKind,
    pub(super) text: String,
    pub(super) views: PerView<RulingView>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct RulingView {
    pub(super) allow: Option<Value>,
    pub(super) at: usize,
    pub(super) changed: Option<Vec<ChangeAnswer>>,
    pub(super) left_out: Option<usize>,
    pub(super) overruled: Vec<Overruled>,
    pub(super) waived: Vec<KeptRefusal>,
}

/// A refusal in every language.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct KeptRefusal {
    cites: Vec<String>,
    code: String,
    params: Value,
    pointer: String,
    /// In each language, the message and the named cards.
    words: Vec<(String, BTreeMap<String, Value>)>,
}

impl KeptRefusal {
    fn answer(&self, language: Language) -> RefusalAnswer {
        let (message, named_cards) = self.words.get(language.place()).cloned().unwrap_or_default();
        RefusalAnswer {
            cites: self.cites.clone(),
            code: self.code.clone(),
            message,
            named_cards,
            params: self.params.clone(),
            pointer: self.pointer.clone(),
        }
    }
}

/// Refusals in every language.
pub(super) fn kept_refusals(refusals_in: impl Fn(Language) -> Vec<RefusalAnswer>) -> Vec<KeptRefusal> {
    let mut languages = LANGUAGES.into_iter();
    let first = languages.next().map(&refusals_in).unwrap_or_default();
    let mut all: Vec<KeptRefusal> = first
        .into_iter()
        .map(|RefusalAnswer { cites, code, message, named_cards, params, pointer }| KeptRefusal {
            cites,
            code,
            params,
            pointer,
            words: vec![(message, named_cards)],
        })
        .collect();
    for language in languages {
        for (refusal, answer) in all.iter_mut().zip(refusals_in(language)) {
            refusal.words.push((answer.message, answer.named_cards));
        }
    }
    all
}

impl Overruled {
    fn answer(&self, language: Language) -> OverruledAnswer {
        OverruledAnswer {
            action: self.action.clone(),
            at: self.at,
            refusals: self.refusals.iter().map(|refusal| refusal.answer(language)).collect(),
            seat: self.seat,
        }
    }
}

impl<S> Rulings<S> {
    /// Whether a ruling was carried out.
    pub(crate) fn is_any(&self) -> bool {
        !self.done.is_empty()
    }

    /// The number of entries that were passed over and are not accepted.
    pub(crate) fn passed(&self) -> usize {
        self.passed.iter().map(|passed| passed.span.entries as usize).sum()
    }

    /// How many of them the viewer sees.
    pub(crate) fn shown(&self) -> usize {
        self.passed.iter().map(|passed| passed.span.shown).sum()
    }

    /// How many of them others see.
    pub(crate) fn listed(&self) -> [u32; 3] {
        let mut listed = [0; 3];
        for passed in &self.passed {
            for (count, more) in listed.iter_mut().zip(passed.span.listed) {
                *count = u32::saturating_add(*count, more);
            }
        }
        listed
    }

    /// Records the refused entries.
    pub(crate) fn refuse(&mut self, span: Span, shown: Option<Shown>) {
        self.refused = Some(span);
        self.shown = shown;
    }

    /// How many entries are refused together.
    pub(crate) fn refused(&self) -> u32 {
        self.refused.map_or(0, |span| span.entries)
    }

    /// Keeps the state before a ruling is carried out.
    pub(crate) fn begin(&mut self, before: S) {
        self.before = Some(Box::new(before));
    }

    /// The bytes for a record; empty without rulings.
    pub(crate) fn to_bytes(&self) -> Option<Vec<u8>> {
        if self.done.is_empty() && self.passed.is_empty() && self.refused.is_none() {
            return Some(Vec::new());
        }
        let kept = (&self.done, &self.passed, self.refused, self.looks);
        serde_json::to_vec(&kept).ok()
    }

    /// Reads the bytes of a record. `shown` gives the number of a span's entries that the viewer sees.
    pub(crate) fn from_bytes(bytes: &[u8], shown: impl Fn(&Span) -> usize) -> Option<Rulings<S>> {
        if bytes.is_empty() {
            return Some(Rulings::default());
        }
        let (done, mut passed, mut refused, looks): (Vec<Done>, Vec<Passed>, Option<Span>, [u64; 4]) =
            serde_json::from_slice(bytes).ok()?;
        for span in passed.iter_mut().map(|passed| &mut passed.span).chain(&mut refused) {
            span.shown = shown(span);
        }
        Some(Rulings { done, passed, refused, looks, ..Rulings::default() })
    }

    /// The answers for a view and a language.
    pub(crate) fn answers(&self, view: View, language: Language) -> Vec<RulingAnswer> {
        let place = VIEWS.iter().position(|other| *other == view).unwrap_or_default();
        let answer_of = |done: &Done| {
            let ruling = done.views.get(place)?.as_ref()?;
            Some(RulingAnswer {
                allow: ruling.allow.clone(),
                at: ruling.at,
                changed: ruling.changed.clone(),
                changes_left_out: ruling.left_out,
                kind: done.kind,
                overruled: ruling.overruled.iter().map(|each| each.answer(language)).collect(),
                text: done.text.clone(),
                waived: ruling.waived.iter().map(|refusal| refusal.answer(language)).collect(),
            })
        };
        self.done.iter().filter_map(answer_of).collect()
    }
}
