//! The command `rules-judge`; everything it does is in the library of the same name.

use std::process::ExitCode;

/// Bodies of very different sizes are allocated on several threads: the system's allocator keeps what they
/// leave in pieces, this one gives it back. `bench` cannot count allocations through it.
#[cfg(not(feature = "count-allocations"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    rules_judge::cli::main()
}
