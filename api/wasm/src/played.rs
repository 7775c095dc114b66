//! What is in a block about a game as a handle.
//!
//! A request: its length as four bytes, the least significant first, and what `rules_judge_calls::handles`
//! describes. An answer: the length of its body, the address of its numbers and how many these are, four
//! bytes each; its report; the body. The numbers have four bytes each.

use rules_judge_calls::handles::Handles;
use rules_judge_calls::instance::Instance;

/// The games of an instance. What an answer says lies here until the next one.
#[derive(Default)]
pub(crate) struct Games {
    handles: Handles,
    numbers: Vec<i32>,
    answer: Vec<u8>,
}

impl Games {
    /// Where the answer to the request in a block lies.
    pub(crate) fn answered(&mut self, instance: &Instance, block: &[u8]) -> *const u8 {
        let request = block
            .split_first_chunk()
            .and_then(|(length, rest)| rest.get(..usize::try_from(u32::from_le_bytes(*length)).ok()?));
        let (report, body) = instance.play(&mut self.handles, request.unwrap_or_default(), &mut self.numbers);
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes();
        self.answer.clear();
        for part in [body.len(), self.numbers.as_ptr().addr(), self.numbers.len()] {
            self.answer.extend(number(part));
        }
        self.answer.extend(report.numbers().into_iter().flat_map(i32::to_le_bytes));
        self.answer.extend(body);
        self.answer.as_ptr()
    }
}
