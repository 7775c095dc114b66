//! The layout of the blocks.
//!
//! A request: the length of its head as four bytes, the least significant first; the head as JSON
//! (`{"method", "path", "query", "headers"}`); the body. An answer: the length of what follows and the length
//! of its head, four bytes each; the head as JSON (`{"status", "headers"}`); the body.

use std::collections::BTreeMap;

use rules_judge_calls::answer::Answer;
use rules_judge_calls::details;
use rules_judge_calls::fault::Refused;
use rules_judge_calls::instance::Instance;
use rules_judge_calls::request::Request;
use rules_judge_replays::answer::{FaultCode, Language};
use serde::{Deserialize, Serialize};

/// Most bytes of a request, its head included.
pub(crate) const MOST_BYTES: usize = Instance::most_bytes() + 1024 * 1024;

/// The head of a request. Header names are in lower case.
#[derive(Deserialize)]
struct Head {
    method: String,
    path: String,
    query: String,
    headers: BTreeMap<String, String>,
}

/// The head of an answer.
#[derive(Serialize)]
struct AnswerHead<'a> {
    status: u16,
    headers: &'a [(&'static str, String)],
}

/// Answers the request in a block. Returns the block of the answer.
pub(crate) fn answered(instance: &Instance, block: &[u8]) -> Vec<u8> {
    let answer = read(block).map_or_else(
        || Refused::new(FaultCode::Internal, details::internal()).answer(Language::English),
        |(head, body)| {
            let header = |name: &str| head.headers.get(name).map(String::as_str);
            let request = Request {
                method: &head.method,
                path: &head.path,
                query: &head.query,
                accept_language: header("accept-language"),
                content_type: header("content-type"),
                if_none_match: header("if-none-match").unwrap_or_default().into(),
            };
            match header("content-encoding") {
                Some(_) => Refused::new(FaultCode::UnsupportedMedia, details::no_encoding())
                    .answer(request.language()),
                None => instance.answer(&request, body),
            }
        },
    );
    written(&answer)
}

/// Splits a request into head and body.
fn read(block: &[u8]) -> Option<(Head, &[u8])> {
    let (length, rest) = block.split_first_chunk()?;
    let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
    let (head, body) = rest.split_at_checked(length)?;
    Some((serde_json::from_slice(head).ok()?, body))
}

fn written(answer: &Answer) -> Vec<u8> {
    // Plain data always serialises.
    let head = serde_json::to_vec(&AnswerHead { status: answer.status, headers: &answer.headers });
    let head = head.unwrap_or_default();
    let number = |length: usize| u32::try_from(length).unwrap_or(u32::MAX).to_le_bytes();
    let mut block = Vec::with_capacity(8 + head.len() + answer.body.len());
    block.extend(number(4 + head.len() + answer.body.len()));
    block.extend(number(head.len()));
    block.extend(head);
    block.extend_from_slice(&answer.body);
    block
}
