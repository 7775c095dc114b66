//! Refusals: which field of an action breaks which rule, and why.

use smallvec::SmallVec;

use super::Cite;

/// One reason why an action, a header or a position is refused. It cannot be built without a
/// citation:
///
/// ```
/// use rules_judge_engine::games::azur_lane::{reason::Reason, rules::IDS};
/// use rules_judge_engine::verdict::{Refusal, citation::find};
/// let cite = find(IDS, "101.1");
/// let refusal = Refusal { reason: Reason::GameOver, cite, also: Default::default(), field: "".into() };
/// ```
/// ```compile_fail,E0063
/// use rules_judge_engine::games::azur_lane::reason::Reason;
/// use rules_judge_engine::verdict::Refusal;
/// let refusal = Refusal { reason: Reason::GameOver, also: Default::default(), field: "".into() };
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal<R> {
    /// The reason with its parameters.
    pub reason: R,
    /// The primary rule, which a judge would name.
    pub cite: Cite,
    /// Further rules that support it.
    pub also: SmallVec<[Cite; 2]>,
    /// JSON pointer to the value inside the action, header or position, without the leading part; empty: the
    /// whole.
    pub field: std::borrow::Cow<'static, str>,
}

impl<R> Refusal<R> {
    /// A refusal with one citation that blames the whole.
    pub fn new(reason: R, cite: Cite) -> Refusal<R> {
        Refusal { reason, cite, also: SmallVec::new(), field: "".into() }
    }

    /// Blames one field.
    #[must_use]
    pub fn of(mut self, field: impl Into<std::borrow::Cow<'static, str>>) -> Refusal<R> {
        self.field = field.into();
        self
    }

    /// Adds citations.
    #[must_use]
    pub fn also(mut self, cites: &[Cite]) -> Refusal<R> {
        self.also.extend_from_slice(cites);
        self
    }

    /// All citations, the primary one first.
    pub fn cites(&self) -> impl Iterator<Item = Cite> + '_ {
        std::iter::once(self.cite).chain(self.also.iter().copied())
    }
}
