//! The limits that cannot be configured, since judgements or the form of answers depend on them. Each is
//! declared where it is used; this table is for `rules-judge config` and docs/limits.md.

use rules_judge_engine::abilities::effect::SENTENCE_LIMIT;
use rules_judge_engine::abilities::lint::{
    COMPARED_LIMIT, DEPTH_LIMIT, FINDING_LIMIT, NEAREST_LIMIT, WORD_LIMIT,
};
use rules_judge_engine::game_kit::deck::COPY_LIMIT;
use rules_judge_engine::game_kit::pool::{DECLARED_LIMIT, ITEM_LIMIT, POOL_LIMIT, TEXT_LIMIT};
use rules_judge_engine::game_kit::position::{CARD_LIMIT, EFFECT_LIMIT, REACH_LIMIT};
use rules_judge_engine::kernel::action::draft::REFUSAL_LIMIT;
use rules_judge_engine::kernel::fuel::{
    EFFECT_WEIGHT, FUEL_EVENTS, FUEL_NESTING, FUEL_READINGS, FUEL_STEPS, FUEL_TOTAL, READING_DEPTH,
};
pub use rules_judge_engine::kernel::shape::LONGEST_LISTING;
use rules_judge_engine::kernel::shape::{COUNT_LIMIT, LISTING_LIMIT, LISTING_LOOKS};

use crate::catalog::card_search::SEARCHED_BYTES;
use crate::catalog::decklist::{LINES, LONGEST, PIECES};
use crate::catalog::lint::MISTAKES_OF_CARD;
use crate::catalog::printed::{PRINTED_BYTES, PRINTED_TEXT};
use crate::codec::entry::ENTRY_BYTES;
use crate::codec::facts::FACTS_BYTES;
use crate::codec::format::{ENTRY_LIMIT, LIST_LIMIT, NAME_LIMIT};
use crate::codec::json::{ALL_VALUES_LIMIT, DEPTH, LARGEST_NUMBER, NODES_LIMIT, VALUES_LIMIT};
use crate::codec::ruling::{RULING_BYTES, RULING_LIMIT, RULING_TEXT_LIMIT};
use crate::judging::compare::LOGS_LIMIT;
use crate::judging::completions::{COMPLETED_BYTES, COMPLETED_ENTRIES, COMPLETIONS, REASONS};
use crate::judging::render::LISTING_BYTES;
use crate::judging::ruling_effects::{CHANGE_LOOKS, CHANGES_SHOWN};
use crate::judging::trace::{STEP_BYTES, TRACE_BYTES, TRACE_LOOKS, TRACE_STEPS};

/// The most rules or cards of one page of a list.
pub const PAGE_LIMIT: usize = 500;
/// The default number of rules or cards of a page.
pub const PAGE: usize = 100;
/// The longest text of a search, in characters.
pub const SEARCH_LIMIT: usize = 200;
/// The most conditions of a search among cards, in all of its alternatives together.
pub const SEARCH_CONDITIONS: usize = 20;

/// A limit that cannot be configured.
#[derive(Debug, Clone, Copy)]
pub struct FixedLimit {
    /// What the limit counts.
    pub about: &'static str,
    /// The largest allowed number.
    pub most: u64,
    /// What the judge does beyond it.
    pub beyond: &'static str,
}

macro_rules! fixed {
    ($about:literal, $most:expr, $beyond:literal) => {
        FixedLimit { about: $about, most: $most as u64, beyond: $beyond }
    };
}

/// All fixed limits. The judge counts its work in steps, proposals and looks: a look is one reading of a
/// card, a word or a running effect.
pub const FIXED: &[FixedLimit] = &[
    fixed!("entries of a log", ENTRY_LIMIT, "413 `too_many`"),
    fixed!("bytes of an entry", ENTRY_BYTES, "413 `too_many`"),
    fixed!("rulings of a log", RULING_LIMIT, "413 `too_many`"),
    fixed!("bytes of a ruling", RULING_BYTES, "413 `too_many`"),
    fixed!("characters of a ruling's text", RULING_TEXT_LIMIT, "400 `wrong_shape`"),
    fixed!("changes listed of a ruling", CHANGES_SHOWN, "`changes_left_out` counts the rest"),
    fixed!("looks to list the changes of a log's rulings", CHANGE_LOOKS, "`changed` is `null`"),
    fixed!("logs in a comparison", LOGS_LIMIT, "413 `too_many`"),
    fixed!("depth of lists and objects inside each other", DEPTH, "413 `too_deep`"),
    fixed!("values of a body outside of its logs", VALUES_LIMIT, "413 `too_many`"),
    fixed!("values of a body", ALL_VALUES_LIMIT, "413 `too_many`"),
    fixed!("lists and objects of a body", NODES_LIMIT, "413 `too_many`"),
    fixed!("absolute value of a number", LARGEST_NUMBER, "400 `wrong_shape`"),
    fixed!("characters of a player's name", NAME_LIMIT, "400 `wrong_shape`"),
    fixed!("items of a list in a deck, a position or facts", LIST_LIMIT, "413 `too_many`"),
    fixed!("bytes of the facts of a header", FACTS_BYTES, "413 `too_many`"),
    fixed!("lines of a list of a deck", LINES, "the rest is one line that was not read"),
    fixed!("characters of a line of a list", LONGEST, "the line was not read"),
    fixed!("words, numbers and signs of a line of a list", PIECES, "the line was not read"),
    fixed!("copies in a line of a deck", COPY_LIMIT, "400 `wrong_shape`"),
    fixed!("cards of one half of a position", CARD_LIMIT, "413 `too_many`"),
    fixed!("running effects of a position", EFFECT_LIMIT, "413 `too_many`"),
    fixed!("cards that a running effect of a position is on", REACH_LIMIT, "413 `too_many`"),
    fixed!("cards of a pool", POOL_LIMIT, "413 `too_many`"),
    fixed!("values that a pool declares of a kind", DECLARED_LIMIT, "`bad_pool`"),
    fixed!("characters of a text in a pool, except what is printed on a card", TEXT_LIMIT, "`bad_pool`"),
    fixed!("findings listed of a pool", FINDING_LIMIT, "the rest is left out"),
    fixed!(
        "mistakes in the shape of a card that are found at once",
        MISTAKES_OF_CARD,
        "the rest is found after these are mended"
    ),
    fixed!("ability words of a card", WORD_LIMIT, "`bad_pool`"),
    fixed!("plain values in all lists of a card together", WORD_LIMIT, "`bad_pool`"),
    fixed!("plain values of a list in a card", ITEM_LIMIT, "`bad_pool`"),
    fixed!("depth of words of a card inside each other", DEPTH_LIMIT, "`bad_pool`"),
    fixed!("sentences of a list on a card", SENTENCE_LIMIT, "`bad_pool`"),
    fixed!("refusals listed of an entry", REFUSAL_LIMIT, "the rest is left out"),
    fixed!("bytes of a trace", TRACE_BYTES, "`trace_next` names the entry to go on from"),
    fixed!("steps of a trace", TRACE_STEPS, "`trace_next` names the entry to go on from"),
    fixed!("looks to list the steps of a trace", TRACE_LOOKS, "`trace_next` names the entry to go on from"),
    fixed!("bytes of the events of one step of a trace", STEP_BYTES, "`left_out` counts the events"),
    fixed!(
        "legal answers that are listed of each seat that has to act, without `listing`",
        LISTING_LIMIT,
        "`complete` is `false`; answers without fields are listed first, and every type has its share"
    ),
    fixed!(
        "legal answers that are listed of each seat that has to act, with `listing`",
        LONGEST_LISTING,
        "400 `bad_query`"
    ),
    fixed!(
        "bytes of listed legal answers",
        LISTING_BYTES,
        "`complete` is `false`; answers without fields are listed first, and every type has its share"
    ),
    fixed!("legal answers that are counted", COUNT_LIMIT, "`count` is `null`"),
    fixed!(
        "looks to find, to count or to list the legal answers of a decision",
        LISTING_LOOKS,
        "fields that were not searched have the domain `some_of`; `count` is `null`, `complete` is `false`; \
        the verdict stays"
    ),
    fixed!(
        "words that are compared in a pool to find the nearest",
        COMPARED_LIMIT,
        "no nearest word is named"
    ),
    fixed!("bytes of a word for which the nearest is searched", NEAREST_LIMIT, "no nearest word is named"),
    fixed!("characters of a text to search for", SEARCH_LIMIT, "400 `bad_query`"),
    fixed!("conditions of a search for cards", SEARCH_CONDITIONS, "400 `bad_query`"),
    fixed!(
        "completions of an act that are tried, besides half as many with everything paid",
        COMPLETIONS,
        "`tried_all` is `false`"
    ),
    fixed!(
        "entries that are judged for all completions of an act together; one completion is always tried",
        COMPLETED_ENTRIES,
        "fewer are tried, and `tried_all` is `false`"
    ),
    fixed!(
        "bytes of logs that are read for all completions of an act together; one completion is always tried",
        COMPLETED_BYTES,
        "fewer are tried, and `tried_all` is `false`"
    ),
    fixed!("reasons listed against completions", REASONS, "`reasons_left_out` counts the rest"),
    fixed!("bytes of pools that are kept ready to be searched", SEARCHED_BYTES, "a pool is made ready again"),
    fixed!("bytes of a file of printed texts (`--texts`)", PRINTED_BYTES, "the service does not start"),
    fixed!("characters of a printed text of a rule", PRINTED_TEXT, "the service does not start"),
    fixed!("rules or cards of a page", PAGE_LIMIT, "400 `bad_query`"),
    fixed!("fuel: steps between two entries", FUEL_STEPS, "`not_judged`: `step_limit`"),
    fixed!("fuel: frames of the agenda", FUEL_NESTING, "`not_judged`: `step_limit`"),
    fixed!("fuel: proposals between two entries", FUEL_EVENTS, "`not_judged`: `step_limit`"),
    fixed!("fuel: looks between two entries", FUEL_READINGS, "`not_judged`: `step_limit`"),
    fixed!("fuel: looks and steps of a game", FUEL_TOTAL, "`not_judged`: `step_limit`"),
    fixed!(
        "running effects, weighed by the objects that they reach",
        EFFECT_WEIGHT,
        "`not_judged`: `step_limit`"
    ),
    fixed!(
        "continuous effects that depend on each other, one inside the other",
        READING_DEPTH,
        "`not_judged`: `step_limit`"
    ),
];
