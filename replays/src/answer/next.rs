//! What the next entry of a log decides: the question of a seat, or an outcome that the log has to declare.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::answer::{Legal, Written};

/// The question of a seat, or the outcome that the log has to declare.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NextDecision {
    /// The cards and numbers that the question is about, if the viewer may know the legal answers; `None` for
    /// an outcome.
    pub about: Option<Written>,
    /// The kind of the question; `chance` for an outcome.
    pub kind: &'static str,
    /// The label of the outcome, if the viewer may know it.
    pub label: Option<String>,
    /// The legal answers, if the viewer may know them.
    pub legal: Option<Legal>,
    /// What the outcome is needed for, if the viewer may know its label.
    pub purpose: Option<Purpose>,
    /// Whether others see the answer only together with their own.
    pub sealed: bool,
    /// The seat that decides; `None`: either seat may log the outcome.
    pub seat: Option<u8>,
    /// The question as a sentence, in the language that was asked for.
    pub text: String,
}

impl Serialize for NextDecision {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(legal) = self.legal.as_ref().filter(|legal| !legal.ability_texts.is_empty()) {
            map.serialize_entry("ability_texts", &legal.ability_texts)?;
        }
        if let Some(about) = &self.about {
            map.serialize_entry("about", about)?;
        }
        if let Some(legal) = &self.legal {
            map.serialize_entry("complete", &legal.complete)?;
            map.serialize_entry("count", &legal.count)?;
        }
        map.serialize_entry("kind", self.kind)?;
        if let Some(label) = &self.label {
            map.serialize_entry("label", label)?;
        }
        if let Some(legal) = &self.legal {
            map.serialize_entry("listing", &legal.listing)?;
            map.serialize_entry("named_cards", &legal.named_cards)?;
        }
        if let Some(purpose) = &self.purpose {
            map.serialize_entry("purpose", purpose)?;
        }
        map.serialize_entry("sealed", &self.sealed)?;
        map.serialize_entry("seat", &self.seat)?;
        if let Some(legal) = &self.legal {
            map.serialize_entry("shapes", &legal.shapes)?;
        }
        map.serialize_entry("text", &self.text)?;
        if let Some(legal) = &self.legal {
            map.serialize_entry("texts", &legal.texts)?;
        }
        map.end()
    }
}

/// What an outcome that the log has to declare is needed for: which card a host turns up, and for whom.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Purpose {
    /// The rules of the step that asks for it.
    pub cites: Vec<&'static str>,
    /// In the full view, how many cards lie above the card there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u16>,
    /// The place where the card lies; left out where a number is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Written>,
    /// The seats that see the outcome by this step; none where only the rules need it so far.
    pub seen_by: Vec<u8>,
    /// The card whose text asks for it, if the viewer sees that card; left out where the rules alone ask.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Written>,
    /// The place where the card goes; left out where it stays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<Written>,
    /// The verb of the event that shows the card; left out where only the rules need to know it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verb: Option<&'static str>,
}
