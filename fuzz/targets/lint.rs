#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

fuzz_target!(|data: &[u8]| rules_judge_fuzz::lint(data));

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    rules_judge_fuzz::mutate(data, size, max_size, seed, fuzzer_mutate)
});
