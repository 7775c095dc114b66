//! Claims of the sender of a replay about its result, which the judge checks and never relies on.

use rules_judge_engine::schema::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::answer::{Verdict, VerdictKind, View};
use crate::codec::digest::Digest;
use crate::codec::json::there;
use crate::shapes::ToSchema;

/// What is said to be so after the last entry. What is left out is not claimed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// `win`, `draw`, or `null`: the game is not over.
    #[serde(default, deserialize_with = "there")]
    #[schema(value_type = Option<String>)]
    pub kind: Option<Option<String>>,
    /// Why it ended, as `outcome.reason` says it; `null`: it is not over.
    #[serde(default, deserialize_with = "there")]
    #[schema(value_type = Option<String>)]
    pub reason: Option<Option<String>>,
    /// Digest of the full state.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub state: Option<Digest>,
    /// How the log stands, as `verdict` says it.
    #[serde(default)]
    pub verdict: Option<VerdictKind>,
    /// The seat that won; `null`: none did.
    #[serde(default, deserialize_with = "there")]
    #[schema(value_type = Option<u8>)]
    pub winner: Option<Option<u8>>,
}

/// What became of a claim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ClaimAnswer {
    /// The names of what is not as claimed, in the order of their letters.
    pub differs: Vec<&'static str>,
    /// `true`: all is as claimed; `false`: something differs; `null`: nothing differs, but not all
    /// could be looked at.
    pub holds: Option<bool>,
}

impl Claim {
    /// Compares the claim with the verdict. A log that is illegal, not judged or not complete shows only its
    /// verdict; the digest of the state is compared only in the full view.
    pub fn check(&self, verdict: &Verdict, view: View) -> ClaimAnswer {
        let stands = self.verdict.is_none_or(|claimed| claimed == verdict.verdict);
        if !verdict.verdict.is_legal() || verdict.waiting.is_some() {
            let differs: Vec<_> = (!stands).then_some("verdict").into_iter().collect();
            let only = Claim { verdict: self.verdict, ..Claim::default() };
            let holds =
                if stands { (self.verdict.is_some() && *self == only).then_some(true) } else { Some(false) };
            return ClaimAnswer { differs, holds };
        }
        let of = |name: &str| verdict.outcome.as_ref().and_then(|outcome| outcome.get(name));
        let text = |name: &str| of(name).and_then(Value::as_str);
        let mut differs = Vec::new();
        if self.kind.as_ref().is_some_and(|kind| kind.as_deref() != text("kind")) {
            differs.push("kind");
        }
        if self.reason.as_ref().is_some_and(|reason| reason.as_deref() != text("reason")) {
            differs.push("reason");
        }
        let digests = self.state.filter(|_| view == View::Full).zip(verdict.state_digest.as_deref());
        if digests.is_some_and(|(claimed, is)| claimed.to_string() != is) {
            differs.push("state");
        }
        if !stands {
            differs.push("verdict");
        }
        let winner = of("winner").and_then(Value::as_u64);
        if self.winner.is_some_and(|claimed| claimed.map(u64::from) != winner) {
            differs.push("winner");
        }
        let unseen = self.state.is_some() && digests.is_none();
        let holds = if differs.is_empty() { (!unseen).then_some(true) } else { Some(false) };
        ClaimAnswer { differs, holds }
    }
}
