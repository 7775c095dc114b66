//! Declared chance: which outcomes a random step may have, the legal answers that list them, and refusals of
//! impossible ones.

use std::collections::BTreeMap;

use rules_judge_engine::game_kit::sentence::{NamedCard, Part, Speech};
use rules_judge_engine::game_kit::view::card_ref;
use rules_judge_engine::games::Registered;
use rules_judge_engine::kernel::chance::declared::Revealed;
use rules_judge_engine::kernel::{CardId, Due, Match, Seat, Spelled, Viewer, Wanted};
use rules_judge_engine::verdict::{Cite, Texts};
use serde_json::{Value, json};

use crate::answer::{Fault, Language, Legal, ListingLimit, NextDecision, Purpose, RefusalAnswer, Written};
use crate::codec::outcome::{ChanceEntry, KIND, Named};

/// The most outcomes that are carried out on trial before they are listed.
const TRIED: usize = 128;
/// The most numbers that are listed one by one.
const LISTED_NUMBERS: usize = 100_000;

/// The card that an outcome reveals; `None`: the pool does not have it.
pub(super) fn revealed<G: Registered>(outcome: &ChanceEntry, pool: &G::Pool) -> Option<Revealed> {
    match (&outcome.card, outcome.number) {
        (Some(Named::Number(card)), _) => Some(Revealed::Card(*card)),
        (Some(Named::Id(id)), _) => G::find_card(pool, id).map(Revealed::Definition),
        (None, number) => number.map(Revealed::Number),
    }
}

/// Why an outcome is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// No card or number that is still possible.
    Impossible,
    /// No random step of this label waits for an outcome.
    NotDue,
}

/// Code and message of an impossible outcome.
pub(crate) const IMPOSSIBLE_OUTCOME: (&str, Texts) = (
    "impossible_outcome",
    [
        "This result is impossible: it is not among what is left, or what was shown rules it out.",
        "這個結果不可能出現：不在剩餘的可能之中，或已被展示的內容排除。",
        "这个结果不可能出现：不在剩余的可能之中，或已被展示的内容排除。",
    ],
);
/// Code and message of an outcome that no step asks for.
pub(crate) const NO_OUTCOME_DUE: (&str, Texts) = (
    "no_outcome_due",
    [
        "No random step asks for an outcome of this label here.",
        "此處並無隨機步驟要求此標籤的結果。",
        "此处并无随机步骤要求此标签的结果。",
    ],
);

/// The answer that refuses an outcome.
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
        cites: rules.iter().map(|rule| G::INFO.rules.id(*rule).to_owned()).collect(),
        code: code.to_owned(),
        message: texts.get(language.place()).copied().unwrap_or_default().to_owned(),
        named_cards: BTreeMap::new(),
        params,
        pointer: format!("{place}{field}"),
    }
}

/// The possible outcomes of the waiting step, at most `limit`, as entries without their seat, and their
/// number.
pub(crate) fn possible<G: Registered>(game: &Match<'_, G>, limit: usize) -> (Vec<Value>, u64) {
    let Some(due) = game.due() else { return (Vec::new(), 0) };
    let values = Values::of(game, due, Viewer::Full);
    (values.entries(due, limit), values.count)
}

/// The possible outcomes of a step, as far as a view shows them.
struct Values {
    field: &'static str,
    /// All that are possible.
    all: Vec<Value>,
    /// Those among them that leave the waiting entry legal, as far as they were tried.
    listed: Vec<Value>,
    count: u64,
}

impl Values {
    /// Views other than the full one list every card whose face they do not show, so that the list gives away
    /// nothing of where cards lie.
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
        let outcomes: Vec<(Revealed, Value)> = cards.chain(ids).collect();
        let is_tried = viewer == Viewer::Full && game.may_refute();
        let kept = outcomes.iter().take(if is_tried { TRIED } else { usize::MAX });
        let kept = kept.filter(|(outcome, _)| !is_tried || !game.refutes(*outcome));
        let listed: Vec<Value> = kept.map(|(_, value)| value.clone()).collect();
        // An outcome that was not tried may leave the entry legal, too.
        let rest = if is_tried { outcomes.len().saturating_sub(TRIED) } else { 0 };
        let count = (listed.len() + rest) as u64;
        let all: Vec<Value> = outcomes.into_iter().map(|(_, value)| value).collect();
        Values { field: "card", all, listed, count }
    }

    /// The outcomes as sentences. Seeing a card does not tell its number: the sentence has the name of a card
    /// only in the full view, or where the outcome names the card by its id.
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

/// Shapes, listing and number of the outcomes that the waiting step may have.
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
        Written::new(&json!([{ "slots": slots, "type": KIND }])).map_err(|error| Fault::unwritten(&error))?;
    let named_cards = Written::new(&[(); 0]).map_err(|error| Fault::unwritten(&error))?;
    let complete = exact == Some(listing.len() as u64);
    let ability_texts = Vec::new();
    Ok(Legal { ability_texts, complete, count: exact, listing, named_cards, shapes, texts })
}

/// What the outcome is needed for, for a viewer who may know its label.
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
    let rule = due.rule.unwrap_or(G::INFO.randomness);
    Ok(Some(Purpose {
        cites: vec![G::INFO.rules.id(rule)],
        // Only the owner knows the order of a hand.
        depth: needed.index.filter(|_| viewer == Viewer::Full),
        from: needed.from.map(place).transpose().map_err(|error| Fault::unwritten(&error))?.flatten(),
        seen_by: needed.seen_by.into_iter().map(Seat::number).collect(),
        source: source.map_err(|error| Fault::unwritten(&error))?,
        to: needed.to.map(place).transpose().map_err(|error| Fault::unwritten(&error))?.flatten(),
        verb: needed.verb.map(|verb| verb.word()),
    }))
}

/// The item of `next` for the waiting step.
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
