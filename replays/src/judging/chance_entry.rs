//! Entries with the outcome of a random step, where chance is declared, and one step of a
//! log of any kind.

use std::collections::BTreeMap;

use rules_judge_engine::game_kit::sentence::{NamedCard, Part, Speech};
use rules_judge_engine::game_kit::view::card_ref;
use rules_judge_engine::games::{Registered, Seen};
use rules_judge_engine::kernel::chance::declared::{Revealed, Told};
use rules_judge_engine::kernel::{CardId, Due, Match, Permit, Seat, Spelled, Viewer, Waits, Wanted};
use rules_judge_engine::schema::JsonSchema;
use rules_judge_engine::verdict::{Cite, Refusal, Texts};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::answer::{Fault, Language, Legal, ListingLimit, NextDecision, Purpose, RefusalAnswer, Written};
use crate::codec::entry::{Entry, What};
use crate::codec::ruling::Rules;
use crate::judging::run::internal;
use rules_judge_engine::tree;

/// The word by which the header says that the outcomes of random steps stand in the log.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    utoipa::ToSchema,
    rules_judge_engine::schema::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum ChanceWord {
    /// Outcomes stand in the log.
    Declared,
}

/// What `type` says of such an entry.
pub const KIND: &str = "chance";
/// The most outcomes that are tried out before they are listed.
const TRIED: usize = 128;
/// The most numbers that are looked at one by one.
const LISTED_NUMBERS: usize = 100_000;

/// A card as an outcome names it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "a card is named by its number, or by its id in the pool")]
pub enum Named {
    /// By its number on this table.
    Number(CardId),
    /// By its id in the pool: a card that has no number yet.
    Id(String),
}

/// An outcome as it was sent.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChanceEntry {
    /// The card, if one is asked for.
    #[serde(default, deserialize_with = "there")]
    #[schemars(with = "Named")]
    pub card: Option<Named>,
    /// The step that it belongs to.
    pub label: String,
    /// The number, if one is asked for.
    #[serde(default, deserialize_with = "there")]
    #[schemars(with = "u64")]
    pub number: Option<u64>,
}

/// A field that is there has a value, not `null`.
fn there<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: serde::Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(deserializer).map(Some)
}

impl ChanceEntry {
    /// Whether it says exactly one thing.
    pub(crate) const fn says_one_thing(&self) -> bool {
        self.card.is_some() != self.number.is_some()
    }

    fn told<G: Registered>(&self, pool: &G::Pool) -> Option<Revealed> {
        match (&self.card, self.number) {
            (Some(Named::Number(card)), _) => Some(Revealed::Card(*card)),
            (Some(Named::Id(id)), _) => G::find_card(pool, id).map(Revealed::Definition),
            (None, number) => number.map(Revealed::Number),
        }
    }

    /// The field that says what came out.
    const fn field(&self) -> &'static str {
        if self.number.is_some() { "/number" } else { "/card" }
    }
}

/// Why an entry is not taken.
#[derive(Debug)]
pub enum Reasons<G: Registered> {
    /// The rules say so; with the outcomes that the entry received before that showed, if any.
    Rules(Vec<Refusal<G::Reason>>, Option<Box<Waits<G>>>),
    /// Its outcome is impossible, by these rules.
    Outcome(Vec<Cite>, Why),
    /// The position of a ruling cannot be.
    Position(Vec<Refusal<G::Reason>>),
}

/// What is wrong with an outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// It is not among those that are left.
    Impossible,
    /// No random step is due that it belongs to.
    NotDue,
}

/// What became of an entry.
#[derive(Debug)]
pub enum EntryResult<G: Registered> {
    /// It was carried out, or waits for an outcome.
    Taken,
    /// It is against the rules.
    Refused(Reasons<G>),
    /// An outcome is due, and this is none.
    Missing,
    /// It is not what was looked through before; none is known.
    Unread(Fault),
}

/// Takes one entry of a log.
pub fn take<G: Registered>(game: &mut Match<'_, G>, entry: &Entry<G::Action>) -> EntryResult<G> {
    match &entry.what {
        What::Action(..) | What::Ruling(_) if game.due().is_some() => EntryResult::Missing,
        What::Action(seat, action) => carried_out(game.check(*seat, action)),
        What::Ruling(ruling) => match &ruling.rules {
            Rules::Allow(seat, action) => carried_out(game.allow(*seat, action)),
            Rules::Position(position) => match tree::read::<G::Position>(position) {
                Err(misread) => EntryResult::Unread(internal(&misread.error)),
                Ok(position) => match G::from_position(game.pool, &position) {
                    Ok(state) => {
                        game.put_down(state);
                        EntryResult::Taken
                    }
                    Err(faults) => EntryResult::Refused(Reasons::Position(faults)),
                },
            },
        },
        What::Outcome(outcome) => {
            let rule = game.due().and_then(|due| due.rule).unwrap_or_else(G::randomness);
            let taken = match outcome.told::<G>(game.pool) {
                Some(told) => game.tell_outcome(&outcome.label, told),
                None => Told::Impossible(&[]),
            };
            match taken {
                Told::Taken => EntryResult::Taken,
                Told::Refused(refusals, waits) => EntryResult::Refused(Reasons::Rules(refusals, Some(waits))),
                Told::Impossible(rules) => {
                    let rules = if rules.is_empty() { vec![rule] } else { rules.to_vec() };
                    EntryResult::Refused(Reasons::Outcome(rules, Why::Impossible))
                }
                Told::NotDue => EntryResult::Refused(Reasons::Outcome(vec![rule], Why::NotDue)),
            }
        }
    }
}

/// An action that may be is carried out.
fn carried_out<G: Registered>(checked: Result<Permit<'_, '_, G>, Vec<Refusal<G::Reason>>>) -> EntryResult<G> {
    match checked {
        Ok(permit) => {
            permit.apply();
            EntryResult::Taken
        }
        Err(refusals) => EntryResult::Refused(Reasons::Rules(refusals, None)),
    }
}

/// What a viewer sees of an entry that is about to be taken; the full view shows all of it. The text of a ruling is
/// public; its position is shown to nobody else, and an entry that it allows as that entry would be.
pub fn seen<G: Registered>(game: &Match<'_, G>, entry: &Entry<G::Action>, viewer: Viewer) -> Seen {
    match &entry.what {
        _ if viewer == Viewer::Full => Seen::Whole,
        What::Action(seat, action) => G::action_view(game, *seat, action, viewer),
        What::Outcome(outcome) => {
            let due = game.due().filter(|due| due.label == outcome.label);
            due.filter(|due| due.is_seen(game, viewer)).map_or(Seen::Nothing, |_| Seen::Whole)
        }
        What::Ruling(ruling) => match &ruling.rules {
            Rules::Position(_) => Seen::Without(ruling.field()),
            Rules::Allow(seat, action) => match G::action_view(game, *seat, action, viewer) {
                Seen::Nothing => Seen::Without(ruling.field()),
                seen => seen,
            },
        },
    }
}

/// What is said of an outcome that cannot be.
pub(crate) const IMPOSSIBLE_OUTCOME: (&str, Texts) = (
    "impossible_outcome",
    [
        "This result is impossible: it is not among what is left, or what was shown rules it out.",
        "這個結果不可能出現：不在剩餘的可能之中，或已被展示的內容排除。",
        "这个结果不可能出现：不在剩余的可能之中，或已被展示的内容排除。",
    ],
);
/// What is said of an outcome that no step asks for.
pub(crate) const NO_OUTCOME_DUE: (&str, Texts) = (
    "no_outcome_due",
    [
        "No random step asks for an outcome of this label here.",
        "此處並無隨機步驟要求此標籤的結果。",
        "此处并无随机步骤要求此标签的结果。",
    ],
);

/// Why an outcome is not taken, as it is answered.
pub(crate) fn refusal<G: Registered>(
    (rules, why): (&[Cite], Why),
    outcome: &ChanceEntry,
    place: &str,
    language: Language,
) -> RefusalAnswer {
    let ((code, texts), field) = match why {
        Why::Impossible => (IMPOSSIBLE_OUTCOME, outcome.field()),
        Why::NotDue => (NO_OUTCOME_DUE, "/label"),
    };
    let mut params = json!({ "label": outcome.label });
    if let Some(params) = params.as_object_mut() {
        match (&outcome.card, outcome.number) {
            (Some(Named::Number(card)), _) => params.insert("card".to_owned(), card.0.into()),
            (Some(Named::Id(id)), _) => params.insert("card".to_owned(), id.as_str().into()),
            (None, Some(number)) => params.insert("number".to_owned(), number.into()),
            (None, None) => None,
        };
    }
    RefusalAnswer {
        cites: rules.iter().map(|rule| G::rules().id(*rule).to_owned()).collect(),
        code: code.to_owned(),
        message: texts.get(language.place()).copied().unwrap_or_default().to_owned(),
        named_cards: BTreeMap::new(),
        params,
        pointer: format!("{place}{field}"),
    }
}

/// Every outcome that can be told now, as entries without their seat; at most `limit`, and how many
/// there are.
pub(crate) fn possible<G: Registered>(game: &Match<'_, G>, limit: usize) -> (Vec<Value>, u64) {
    let Some(due) = game.due() else { return (Vec::new(), 0) };
    let values = Values::of(game, due, Viewer::Full);
    (values.entries(due, limit), values.count)
}

/// The outcomes that a step can have, as far as a view shows them.
struct Values {
    field: &'static str,
    /// All that are possible.
    all: Vec<Value>,
    /// Those that do not show the waiting entry to be against the rules, as far as they are looked at one by one.
    listed: Vec<Value>,
    count: u64,
}

impl Values {
    /// A view other than the full one lists every card whose face it does not show: the list gives away nothing
    /// of where they lie.
    fn of<G: Registered>(game: &Match<'_, G>, due: &Due<G>, viewer: Viewer) -> Values {
        if let Wanted::Number(bound) = due.wanted {
            let all: Vec<Value> = (0..bound).take(LISTED_NUMBERS).map(Value::from).collect();
            return Values { field: "number", listed: all.clone(), all, count: bound };
        }
        let possible = match viewer {
            Viewer::Full => game.possible(),
            _ => game.possible_for(|card| !game.state.is_known(card) || !game.sees_card(viewer, card)),
        };
        let cards = possible.cards.iter().map(|card| (Revealed::Card(*card), Value::from(card.0)));
        let ids = possible.definitions.iter().filter_map(|definition| {
            let id = G::card_id(game.pool, *definition)?;
            Some((Revealed::Definition(*definition), Value::from(id)))
        });
        let told: Vec<(Revealed, Value)> = cards.chain(ids).collect();
        let is_tried = viewer == Viewer::Full && game.may_refute();
        let kept = told.iter().take(if is_tried { TRIED } else { usize::MAX });
        let kept = kept.filter(|(outcome, _)| !is_tried || !game.refutes(*outcome));
        let listed: Vec<Value> = kept.map(|(_, value)| value.clone()).collect();
        // What was not tried may let the entry stand, too.
        let rest = if is_tried { told.len().saturating_sub(TRIED) } else { 0 };
        let count = (listed.len() + rest) as u64;
        let all: Vec<Value> = told.into_iter().map(|(_, value)| value).collect();
        Values { field: "card", all, listed, count }
    }

    /// The outcomes as sentences. What a viewer sees of cards says nothing of which their numbers are: a name is part of
    /// them only in a full view, or where the card is named by what it is.
    fn texts<G: Registered>(
        &self,
        game: &Match<'_, G>,
        viewer: Viewer,
        limit: usize,
        speech: &Speech<'_>,
    ) -> Vec<String> {
        let text = |value: &Value| {
            let number = value.as_u64().unwrap_or_default();
            let name = match value {
                Value::String(id) => G::find_card(game.pool, id)
                    .and_then(|definition| G::card_name(game.pool, definition, speech.language)),
                _ => u16::try_from(number).ok().and_then(|card| {
                    let card = game.state.table.card(CardId(card)).filter(|_| viewer == Viewer::Full);
                    let definition = card?.definition;
                    G::card_name(game.pool, definition, speech.language)
                }),
            };
            let part = match self.field {
                "card" => Part::Card(NamedCard { name, place: None }),
                _ => Part::Number(i64::try_from(number).unwrap_or(i64::MAX)),
            };
            speech.sentence("action", KIND, &[(self.field, part)])
        };
        self.listed.iter().take(limit).map(text).collect()
    }

    fn entries<G: Registered>(&self, due: &Due<G>, limit: usize) -> Vec<Value> {
        let entry = |value: &Value| json!({ self.field: value, "label": due.label, "type": KIND });
        self.listed.iter().take(limit).map(entry).collect()
    }
}

/// Shapes, listing and count of what can be told to the step that is due.
pub(crate) fn legal<G: Registered>(
    game: &Match<'_, G>,
    due: &Due<G>,
    viewer: Viewer,
    speech: &Speech<'_>,
    limit: ListingLimit,
) -> Result<Legal, Fault> {
    let values = Values::of(game, due, viewer);
    let domain = match due.wanted {
        Wanted::Number(bound) => json!({ "number": { "max": bound.saturating_sub(1), "min": 0 } }),
        Wanted::Card(_) => json!({ "one_of": values.all }),
    };
    let slots = json!([
        { "domain": { "one_of": [due.label] }, "name": "label" },
        { "domain": domain, "name": values.field },
    ]);
    let limit = usize::try_from(limit.0).unwrap_or(usize::MAX);
    let (listing, texts) = (values.entries(due, limit), values.texts(game, viewer, limit, speech));
    let exact = (values.count <= rules_judge_engine::kernel::shape::COUNT_LIMIT).then_some(values.count);
    let shapes =
        Written::new(&json!([{ "slots": slots, "type": KIND }])).map_err(|error| internal(&error))?;
    let named_cards = Written::new(&[(); 0]).map_err(|error| internal(&error))?;
    let complete = exact == Some(listing.len() as u64);
    let ability_texts = Vec::new();
    Ok(Legal { ability_texts, complete, count: exact, listing, named_cards, shapes, texts })
}

/// What the outcome that is due is needed for, as a viewer who sees it may know it.
fn purpose<G: Registered>(
    game: &Match<'_, G>,
    due: &Due<G>,
    viewer: Viewer,
    speech: &Speech<'_>,
) -> Result<Option<Purpose>, Fault> {
    let Some(needed) = game.purpose() else { return Ok(None) };
    let place = |spot| G::place(game, spot).map(|place| Written::new(&place)).transpose();
    let source = needed.source.filter(|card| game.sees_card(viewer, *card));
    let source = source.map(|card| Written::new(&card_ref(game, card, speech.language))).transpose();
    let rule = due.rule.unwrap_or_else(G::randomness);
    Ok(Some(Purpose {
        cites: vec![G::rules().id(rule)],
        // Where a card lies in a hand is known to its owner alone.
        depth: needed.index.filter(|_| viewer == Viewer::Full),
        from: needed.from.map(place).transpose().map_err(|error| internal(&error))?.flatten(),
        seen_by: needed.seen_by.into_iter().map(Seat::number).collect(),
        source: source.map_err(|error| internal(&error))?,
        to: needed.to.map(place).transpose().map_err(|error| internal(&error))?.flatten(),
        verb: needed.verb.map(|verb| verb.word()),
    }))
}

/// The step that is due, as `next` shows it.
pub(crate) fn next<G: Registered>(
    game: &Match<'_, G>,
    due: &Due<G>,
    viewer: Viewer,
    speech: &Speech<'_>,
    limit: ListingLimit,
) -> Result<NextDecision, Fault> {
    let seen = due.is_seen(game, viewer);
    Ok(NextDecision {
        about: None,
        kind: KIND,
        label: seen.then(|| due.label.clone()),
        legal: seen.then(|| legal(game, due, viewer, speech, limit)).transpose()?,
        purpose: if seen { purpose(game, due, viewer, speech)? } else { None },
        sealed: false,
        seat: None,
        text: speech.sentence("question", KIND, &[]),
    })
}
