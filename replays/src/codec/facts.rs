//! The `facts` of a header: what is printed on cards, in fields that the pool does not know.

use rules_judge_engine::games::Registered;
use serde_json::Value;

use crate::answer::{Fault, FaultCode, detail};
use crate::codec::format::{canonical_part, is_bounded};

/// The most bytes of the facts of a header, in canonical form.
pub const FACTS_BYTES: usize = 64 * 1024;

/// What a header says is printed on cards.
#[derive(Debug, Clone)]
pub struct Facts<G: Registered> {
    /// As the game reads it.
    pub(crate) stated: G::Stated,
    /// Each item in canonical form, in the same order.
    items: Vec<Value>,
}

impl<G: Registered> Default for Facts<G> {
    fn default() -> Facts<G> {
        Facts { stated: G::Stated::default(), items: Vec::new() }
    }
}

impl<G: Registered> Facts<G> {
    /// Reads the facts of a header.
    ///
    /// # Errors
    /// `WrongShape` and `TooMany`, with pointers into the header.
    pub(crate) fn read(sent: Value) -> Result<Facts<G>, Fault> {
        is_bounded(&sent, "/facts")?;
        let (stated, canonical) = canonical_part(sent, "/facts")?;
        if canonical.to_string().len() > FACTS_BYTES {
            return Err(Fault::new(FaultCode::TooMany, detail::facts_bytes(FACTS_BYTES)).at("/facts"));
        }
        match canonical {
            Value::Array(items) => Ok(Facts { stated, items }),
            _ => Err(Fault::new(FaultCode::Internal, "facts are a list")),
        }
    }

    /// Whether the header says nothing.
    pub(crate) const fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The canonical items, as the header has them; `None`: it says nothing.
    pub(crate) fn canonical(&self) -> Option<&[Value]> {
        Some(self.items.as_slice()).filter(|items| !items.is_empty())
    }

    /// The id of each card with the item about it.
    pub(crate) fn by_card(&self) -> impl Iterator<Item = (&str, &Value)> {
        G::stated_cards(&self.stated).into_iter().zip(&self.items)
    }

    /// As bytes for a record; empty: the header says nothing.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        self.canonical().map_or_else(Vec::new, |items| Value::from(items).to_string().into_bytes())
    }

    /// The facts of a record; `None`: another build wrote them.
    pub(crate) fn of_bytes(bytes: &[u8]) -> Option<Facts<G>> {
        match bytes {
            [] => Some(Facts::default()),
            _ => Facts::read(serde_json::from_slice(bytes).ok()?).ok(),
        }
    }
}
