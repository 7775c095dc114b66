//! The command `rules-judge`; everything it does is in the library of the same name.

use std::process::ExitCode;

/// Threads allocate bodies of very different sizes. The allocator of the system keeps freed memory in
/// fragments, while mimalloc returns it. `bench` cannot count allocations through mimalloc.
#[cfg(not(feature = "count-allocations"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    rules_judge::cli::main()
}
