//! Faults: requests that cannot be judged at all.

use serde::Serialize;

use super::detail::{self, Detail};
use super::{Language, View};
use crate::catalog::lint::Found;

/// Why a request cannot be judged at all. HTTP status and title follow from the code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultCode {
    /// Not JSON, or bytes that are not UTF-8.
    UnreadableJson,
    /// JSON of another shape: wrong type, missing or unknown field, duplicate key, number out of
    /// range, unknown action kind of this game.
    WrongShape,
    /// More bytes than the limit.
    TooLarge,
    /// Nested deeper than the limit.
    TooDeep,
    /// More entries, cards, abilities or pool items than the limit.
    TooMany,
    /// No such game.
    UnknownGame,
    /// The game has no rule of that id.
    UnknownRule,
    /// The game has no schema of that name.
    UnknownSchema,
    /// The pool has no card of that id.
    NoSuchCard,
    /// No pool of that digest is known here.
    UnknownPool,
    /// No judgement of that digest is kept here that could be continued.
    UnknownBase,
    /// No judgement of that digest is kept here.
    UnknownVerdict,
    /// The bytes are not those that the digest names.
    WrongDigest,
    /// A card of the header that the pool does not have, or a card number no list has.
    UnknownCard,
    /// A reveal that does not match its commit.
    BadReveal,
    /// A fact of the header that contradicts the pool, or says nothing.
    BadFact,
    /// The pool inline is not usable; the findings of the linter say why.
    BadPool,
    /// A query that does not fit this call.
    BadQuery,
    /// `?at=N` beyond the log.
    BeyondLog,
    /// A body in another content type or encoding.
    UnsupportedMedia,
    /// No such path.
    NotFound,
    /// The path does not take this method.
    MethodNotAllowed,
    /// The body came too slowly.
    RequestTimeout,
    /// Too many requests from one address; try again later.
    TooOften,
    /// The service is at its limit; try again later.
    Overloaded,
    /// A broken invariant of ours.
    Internal,
}

impl FaultCode {
    /// Every code.
    pub const ALL: [FaultCode; 26] = [
        FaultCode::UnreadableJson,
        FaultCode::WrongShape,
        FaultCode::TooLarge,
        FaultCode::TooDeep,
        FaultCode::TooMany,
        FaultCode::UnknownGame,
        FaultCode::UnknownRule,
        FaultCode::UnknownSchema,
        FaultCode::NoSuchCard,
        FaultCode::UnknownPool,
        FaultCode::UnknownBase,
        FaultCode::UnknownVerdict,
        FaultCode::WrongDigest,
        FaultCode::UnknownCard,
        FaultCode::BadReveal,
        FaultCode::BadFact,
        FaultCode::BadPool,
        FaultCode::BadQuery,
        FaultCode::BeyondLog,
        FaultCode::UnsupportedMedia,
        FaultCode::NotFound,
        FaultCode::MethodNotAllowed,
        FaultCode::RequestTimeout,
        FaultCode::TooOften,
        FaultCode::Overloaded,
        FaultCode::Internal,
    ];
}

/// A request that cannot be judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The stable code.
    pub code: FaultCode,
    /// One sentence for this occurrence, in English.
    pub detail: String,
    /// The sentence in zh-Hant and zh-Hans, if it exists in them.
    pub chinese: Option<Box<[String; 2]>>,
    /// JSON pointer into the request body, if the fault lies at one place.
    pub pointer: Option<String>,
    /// Line and column, counted from 1, if the bytes could not be read.
    pub place: Option<(usize, usize)>,
    /// Names that are known and look like the one that is not, the likeliest first.
    pub nearest: Box<[String]>,
    /// Everything that is wrong with a card pool.
    pub findings: Box<[Found]>,
}

impl Fault {
    /// The fault of an answer that could not be written.
    pub(crate) fn unwritten(error: &serde_json::Error) -> Fault {
        Fault::new(FaultCode::Internal, error.to_string())
    }

    /// A fault of this code, without a pointer.
    pub fn new(code: FaultCode, detail: impl Into<Detail>) -> Fault {
        let Detail { english, chinese } = detail.into();
        Fault {
            code,
            detail: english,
            chinese,
            pointer: None,
            place: None,
            nearest: Box::default(),
            findings: Box::default(),
        }
    }

    /// The sentence for this occurrence in a language.
    pub fn detail_in(&self, language: Language) -> &str {
        detail::in_language(&self.detail, self.chinese.as_deref(), language)
    }

    /// Replaces the sentence.
    #[must_use]
    pub fn saying(self, detail: impl Into<Detail>) -> Fault {
        let Detail { english, chinese } = detail.into();
        Fault { detail: english, chinese, ..self }
    }

    /// Adds known names like the unknown one, the likeliest first.
    #[must_use]
    pub fn near(mut self, names: impl IntoIterator<Item = impl Into<String>>) -> Fault {
        self.nearest = names.into_iter().map(Into::into).collect();
        self
    }

    /// Puts `place` in front of the pointer.
    #[must_use]
    pub fn below(mut self, place: &str) -> Fault {
        self.pointer = self.pointer.map(|pointer| format!("{place}{pointer}"));
        self
    }

    /// Hides from a view what it must not learn from the fault of an unreadable replay. A view that does not
    /// show every entry learns neither the place of a faulty entry nor what stands there; a view that does
    /// not show every card, nothing about the cards of a position; and only its player learns what is wrong
    /// with a deck.
    #[must_use]
    pub(crate) fn of_replay(mut self, view: View) -> Fault {
        let pointer = self.pointer.as_deref().filter(|_| view != View::Full).unwrap_or_default();
        let until = |part: &str| pointer.find(&format!("{part}/")).map(|at| at + part.len());
        let deck = ["/players/0", "/players/1"].into_iter().zip([View::Seat0, View::Seat1]);
        let deck = deck.filter(|(_, own)| *own != view).find_map(|(player, _)| {
            let end = pointer.find(&format!("{player}/deck"))? + player.len();
            Some((end, detail::unseen_deck()))
        });
        let hidden = until("/actions")
            .map(|end| (end, detail::unreadable_entry()))
            .or_else(|| until("/start/position").map(|end| (end, detail::unseen_start())))
            .or_else(|| until("/facts").map(|end| (end, detail::unseen_facts())))
            .or(deck);
        let Some((end, detail)) = hidden else { return self };
        self.pointer = pointer.get(..end).map(str::to_owned);
        self.place = None;
        self.nearest = Box::default();
        self.saying(detail)
    }

    /// Sets the JSON pointer.
    #[must_use]
    pub fn at(mut self, pointer: impl Into<String>) -> Fault {
        self.pointer = Some(pointer.into());
        self
    }
}
