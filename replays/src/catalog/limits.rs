//! The limits that cannot be configured, since they decide what is judged or how an answer looks. Each has its
//! home where it is used; here they stand together, to be told.

use rules_judge_engine::abilities::effect::SENTENCE_LIMIT;
use rules_judge_engine::abilities::lint::{
    COMPARED_LIMIT, DEPTH_LIMIT, FINDING_LIMIT, NEAREST_LIMIT, WORD_LIMIT,
};
use rules_judge_engine::game_kit::deck::COPY_LIMIT;
use rules_judge_engine::game_kit::pool::{DECLARED_LIMIT, ITEM_LIMIT, POOL_LIMIT, TEXT_LIMIT};
use rules_judge_engine::game_kit::position::{EFFECT_LIMIT, REACH_LIMIT};
use rules_judge_engine::kernel::action::draft::REFUSAL_LIMIT;
use rules_judge_engine::kernel::fuel::{
    EFFECT_WEIGHT, FUEL_EVENTS, FUEL_NESTING, FUEL_READINGS, FUEL_STEPS, FUEL_TOTAL, READING_DEPTH,
};
pub use rules_judge_engine::kernel::shape::LONGEST_LISTING;
use rules_judge_engine::kernel::shape::{COUNT_LIMIT, LISTING_LIMIT, LISTING_LOOKS};

use crate::catalog::lint::MISTAKES_OF_CARD;
use crate::codec::entry::ENTRY_BYTES;
use crate::codec::format::{ENTRY_LIMIT, LIST_LIMIT, NAME_LIMIT};
use crate::codec::json::{ALL_VALUES_LIMIT, DEPTH, LARGEST_NUMBER, NODES_LIMIT, VALUES_LIMIT};
use crate::codec::ruling::{RULING_BYTES, RULING_LIMIT, RULING_TEXT_LIMIT};
use crate::judging::compare::LOGS_LIMIT;
use crate::judging::render::LISTING_BYTES;
use crate::judging::ruling::{CHANGE_LOOKS, CHANGES_TOLD};
use crate::judging::trace::{STEP_BYTES, TRACE_BYTES, TRACE_LOOKS, TRACE_STEPS};

/// The most rules or cards of one page of a list.
pub const PAGE_LIMIT: usize = 500;
/// The rules or cards of a page, if nothing is said.
pub const PAGE: usize = 100;
/// The longest text that is searched for, in characters.
pub const SEARCH_LIMIT: usize = 200;

/// All of them: what is counted, and the most that there may be.
pub const FIXED: &[(&str, u64)] = &[
    ("entries of a log", ENTRY_LIMIT as u64),
    ("bytes of an entry", ENTRY_BYTES as u64),
    ("rulings of a log", RULING_LIMIT as u64),
    ("bytes of a ruling", RULING_BYTES as u64),
    ("characters of a ruling's text", RULING_TEXT_LIMIT as u64),
    ("changes told of a ruling", CHANGES_TOLD as u64),
    ("looks to tell the changes of a log's rulings", CHANGE_LOOKS),
    ("logs in a comparison", LOGS_LIMIT as u64),
    ("lists and objects inside each other", DEPTH as u64),
    ("values of a body outside of its logs", VALUES_LIMIT as u64),
    ("values of a body", ALL_VALUES_LIMIT as u64),
    ("lists and objects of a body", NODES_LIMIT as u64),
    ("absolute value of a number", LARGEST_NUMBER),
    ("characters of a player's name", NAME_LIMIT as u64),
    ("items of a list in a deck or a position", LIST_LIMIT as u64),
    ("copies in a line of a deck", COPY_LIMIT as u64),
    ("running effects of a position", EFFECT_LIMIT as u64),
    ("cards that a running effect of a position is on", REACH_LIMIT as u64),
    ("cards of a pool", POOL_LIMIT as u64),
    ("values that a pool declares of a kind", DECLARED_LIMIT as u64),
    ("characters of a text in a pool, but for what is printed on a card", TEXT_LIMIT as u64),
    ("findings told of a pool", FINDING_LIMIT as u64),
    ("mistakes in the shape of a card that are found at once", MISTAKES_OF_CARD as u64),
    ("ability words of a card", WORD_LIMIT as u64),
    ("plain values in the lists of a card, all together", WORD_LIMIT as u64),
    ("plain values of a list in a card", ITEM_LIMIT as u64),
    ("words of a card inside each other", DEPTH_LIMIT as u64),
    ("sentences of a list", SENTENCE_LIMIT as u64),
    ("refusals told of an entry", REFUSAL_LIMIT as u64),
    ("bytes of a trace", TRACE_BYTES as u64),
    ("steps of a trace", TRACE_STEPS as u64),
    ("looks to tell the steps of a trace", TRACE_LOOKS),
    ("bytes of the events of one step of a trace", STEP_BYTES as u64),
    ("legal answers that are listed, if nothing else is said", LISTING_LIMIT),
    ("legal answers that are listed", LONGEST_LISTING),
    ("bytes of listed legal answers", LISTING_BYTES as u64),
    ("legal answers that are counted", COUNT_LIMIT),
    ("looks to find, to count or to list the legal answers of a decision", LISTING_LOOKS),
    ("words that are compared in a pool to find the nearest", COMPARED_LIMIT as u64),
    ("bytes of a word for which the nearest is looked for", NEAREST_LIMIT as u64),
    ("characters that are searched for", SEARCH_LIMIT as u64),
    ("items of a page", PAGE_LIMIT as u64),
    ("fuel: steps between two entries", FUEL_STEPS as u64),
    ("fuel: frames of the agenda", FUEL_NESTING as u64),
    ("fuel: proposals between two entries", FUEL_EVENTS as u64),
    ("fuel: looks between two entries", FUEL_READINGS as u64),
    ("fuel: looks and steps of a game", FUEL_TOTAL),
    ("running effects, weighed by the objects that they reach", EFFECT_WEIGHT as u64),
    ("continuous effects that depend on each other, one inside the other", READING_DEPTH as u64),
];
