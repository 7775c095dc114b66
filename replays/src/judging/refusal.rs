//! Answers of refusals.

use std::collections::BTreeMap;

use rules_judge_engine::games::Registered;
use rules_judge_engine::verdict::{Refusal, Texts};
use serde_json::json;

use crate::answer::message::{self, Explained, Perspective};
use crate::answer::{Language, RefusalAnswer};

/// The answer of a refusal, with its pointer below `place`.
pub(crate) fn refusal<G: Registered>(
    reader: Option<Perspective<'_, '_, G>>,
    refusal: &Refusal<G::Reason>,
    place: &str,
    language: Language,
) -> RefusalAnswer {
    let Explained { named_cards, code, message, params } =
        message::explain::<G>(reader, &refusal.reason, language);
    let cites = refusal.cites().map(|cite| G::INFO.rules.id(cite).to_owned()).collect();
    RefusalAnswer { cites, code, message, named_cards, params, pointer: format!("{place}{}", refusal.field) }
}

/// The answer in place of reasons that a view hides.
pub(super) fn hidden_answer<G: Registered>(pointer: String, language: Language) -> RefusalAnswer {
    RefusalAnswer {
        cites: vec![G::INFO.rules.id(G::INFO.secrecy).to_owned()],
        code: HIDDEN_REASON.0.to_owned(),
        message: HIDDEN_REASON.1.get(language.place()).copied().unwrap_or_default().to_owned(),
        named_cards: BTreeMap::new(),
        params: json!({}),
        pointer,
    }
}

/// Code and message in place of a reason that a view hides.
pub(crate) const HIDDEN_REASON: (&str, Texts) = (
    "hidden_reason",
    ["This view does not show why this is illegal.", "此視角看不到違規的理由。", "此视角看不到违规的理由。"],
);

/// Code and message of an entry that no ruling can let stand.
pub(crate) const CANNOT_BE_ALLOWED: (&str, Texts) = (
    "cannot_be_allowed",
    [
        "A ruling lets an entry stand only if it can be carried out, and this one cannot; the reasons \
        follow.",
        "裁定只能讓可以執行的項目成立，而此項無法執行；理由如下。",
        "裁定只能让可以执行的项目成立，而此项无法执行；理由如下。",
    ],
);

/// The first reason against an entry that no ruling can let stand.
pub(super) fn cannot_be_allowed<G: Registered>(place: &str, language: Language) -> RefusalAnswer {
    let (code, texts) = CANNOT_BE_ALLOWED;
    RefusalAnswer {
        cites: vec![G::INFO.rules.id(G::INFO.judge).to_owned()],
        code: code.to_owned(),
        message: texts.get(language.place()).copied().unwrap_or_default().to_owned(),
        named_cards: BTreeMap::new(),
        params: json!({}),
        pointer: place.to_owned(),
    }
}
